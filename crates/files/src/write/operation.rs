//! `{kind: broadcast, root: 0}`: what all groups of a phase run.

use std::io;

use super::super::read::operation::key;
use super::{Writer, invalid, list};
use hockney_core::collective::{Instance, Parameter, Phase};

impl Writer<'_> {
    /// The collective of a phase.
    pub(super) fn operation(&self, phase: &Phase) -> io::Result<String> {
        let first = phase.instance();
        if !phase.groups.iter().all(|group| agree(first, &group.instance)) {
            return Err(invalid("the groups of a phase run different collectives"));
        }
        let parameter = first.collective.parameter();
        let value = match parameter {
            None => None,
            Some(Parameter::Root) => Some(first.root.to_string()),
            Some(Parameter::Exclusive) => first.exclusive.then(|| "true".to_owned()),
            Some(Parameter::By) => Some(common_shift(phase)?.to_string()),
            Some(Parameter::Map) => Some(map(first)),
        };
        let (kind, name) = (self.word("kind"), self.word(first.collective.name()));
        Ok(match parameter.zip(value) {
            None => format!("{{{kind}: {name}}}"),
            Some((parameter, value)) => {
                format!("{{{kind}: {name}, {}: {value}}}", self.word(key(parameter)))
            }
        })
    }
}

/// Whether two groups run the same operation; shifts are compared separately.
fn agree(a: &Instance, b: &Instance) -> bool {
    a.collective.name() == b.collective.name()
        && (a.pieces, a.root, a.exclusive) == (b.pieces, b.root, b.exclusive)
        && a.map() == b.map()
}

/// The target of each position's block; by default the position itself.
fn map(instance: &Instance) -> String {
    instance.map().map_or_else(|| list(0..instance.nodes), list)
}

/// The least number that gives the shift of every group, each modulo its own size: by the Chinese
/// remainder theorem, one size after the other.
fn common_shift(phase: &Phase) -> io::Result<u128> {
    let none = || invalid("the groups of a phase have different shifts");
    let mut sizes: Vec<(u32, u32)> =
        phase.groups.iter().map(|group| (group.instance.nodes, group.instance.by)).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let (mut by, mut modulus) = (0_u128, 1_u128);
    for (size, rest) in sizes {
        let (size, rest) = (u128::from(size), u128::from(rest));
        let mut tries = (0..size).map(|k| by.checked_add(modulus.checked_mul(k)?));
        by = tries.find_map(|b| b.filter(|b| b % size == rest)).ok_or_else(none)?;
        let mut multiples = (1..=size).map(|k| modulus.checked_mul(k));
        modulus = multiples.find_map(|m| m.filter(|m| m % size == 0)).ok_or_else(none)?;
    }
    Ok(by)
}
