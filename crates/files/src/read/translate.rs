//! `translate`: the symmetries of the topology that generate every message from a few.

use super::super::write::list as list_of;
use crate::{Kind, Node, Plain, ReadError, Result, refuse, scalar, shortened, wrong};
use hockney_base::diagnostic::Diagnostic;
use hockney_core::topology::{Topology, Translations};

/// The word for the translations by XOR.
const XOR: &str = "xor";

/// The translations of `translate`, which are symmetries of the topology.
pub(super) fn translations(node: &Node<'_>, topology: &Topology) -> Result<Translations> {
    let by = match &node.kind {
        Kind::Sequence(items) => along_sides(node, items, topology)?,
        Kind::Mapping(_) => {
            return Err(wrong(node, "a translation", node.head(), &advice(topology)));
        }
        Kind::Scalar { text, .. } if text == XOR => xor(node, topology)?,
        Kind::Scalar { text, .. } if Plain::of(text) == Plain::Text => {
            let message = format!("unknown translations `{}`", shortened(text));
            return refuse(node.span, message, advice(topology));
        }
        Kind::Scalar { .. } => {
            let nodes = topology.nodes();
            let step = step(node, nodes, topology)?;
            Translations::cyclic(&[nodes], &[step]).ok_or_else(|| unlike(node, topology))?
        }
    };
    if topology.network().looks_the_same_under(&by) { Ok(by) } else { Err(unlike(node, topology)) }
}

/// Translations as they are written: `1`, `[2, 1]`, `xor`; `None` where they are not those of the
/// machine's sides or of all nodes in a row.
pub(crate) fn notation(by: &Translations, topology: &Topology) -> Option<String> {
    if by.is_xor() {
        return Some(XOR.to_owned());
    }
    match (by.steps(), topology.network().sides()) {
        ([step], None) => Some(step.to_string()),
        (steps, Some(sides)) if by.sides() == sides => Some(list_of(steps)),
        _ => None,
    }
}

fn xor(node: &Node<'_>, topology: &Topology) -> Result<Translations> {
    let nodes = topology.nodes();
    let message = format!("XOR needs a power-of-two number of nodes, not {nodes}");
    let refused = || refuse(node.span, message, advice(topology));
    Translations::xor(nodes).map_or_else(refused, Ok)
}

fn along_sides(node: &Node<'_>, items: &[Node<'_>], topology: &Topology) -> Result<Translations> {
    let Some(sides) = topology.network().sides() else { return Err(unlike(node, topology)) };
    if items.len() != sides.len() {
        let (found, needed) = (items.len(), sides.len());
        let message = format!("{found} translations for the {needed} sides of a {topology}");
        return refuse(node.span, message, advice(topology));
    }
    let steps = items.iter().zip(sides).map(|(item, side)| step(item, *side, topology));
    let steps = steps.collect::<Result<Vec<u32>, _>>()?;
    Translations::cyclic(sides, &steps).ok_or_else(|| unlike(node, topology))
}

/// By how much is translated along a side: a number that divides it.
fn step(node: &Node<'_>, side: u32, topology: &Topology) -> Result<u32> {
    let step = scalar::natural(node, "a translation")?;
    match u32::try_from(step) {
        Ok(step) if step > 0 && side.is_multiple_of(step) => Ok(step),
        _ => {
            let message = format!("{step} does not divide the {side} nodes of a side");
            let help = format!("write a divisor of {side}; {}", advice(topology));
            refuse(node.span, message, help)
        }
    }
}

fn unlike(node: &Node<'_>, topology: &Topology) -> ReadError {
    let message = format!("these translations are not symmetries of a {topology}");
    Diagnostic::new(message).at(node.span).help(advice(topology)).into()
}

/// The valid values of `translate` for a topology.
fn advice(topology: &Topology) -> String {
    let sides = topology.network().sides().map(<[u32]>::to_vec);
    let sides = sides.unwrap_or_else(|| vec![topology.nodes()]);
    let ones = vec![1; sides.len()];
    let turn = Translations::cyclic(&[topology.nodes()], &[topology.network().turn()]);
    let (ones, xor) = (Translations::cyclic(&sides, &ones), Translations::xor(topology.nodes()));
    let candidates = [ones.clone(), turn.filter(|turn| Some(turn) != ones.as_ref()), xor];
    let fitting = candidates.iter().flatten();
    let fitting = fitting.filter(|by| topology.network().looks_the_same_under(by));
    let written: Vec<String> = fitting
        .filter_map(|by| notation(by, topology))
        .map(|by| format!("`translate: {by}`"))
        .collect();
    if written.is_empty() {
        format!(
            "the nodes of a {topology} are not symmetric: leave out `translate` and list \
                 every message"
        )
    } else {
        format!("on a {topology} write {}", written.join(" or "))
    }
}
