//! Equality in every case: the cases come from the questions that normal forms cannot answer.

use crate::Expr;
use crate::equivalence::Setting;
use crate::normal_form::{Atoms, Normalizer, Stop, World};
use hockney_base::number::work;

/// The most parts that are looked at.
const MOST_PARTS: usize = 1000;
/// The parts that are kept as places to look for a difference.
const MOST_SUSPECTS: usize = 8;

/// The result of normal forms.
pub(super) enum Outcome {
    /// Equal in all cases, with the assumptions.
    Equal { assumed: Vec<String> },
    /// Different normal forms in some cases.
    Suspect { worlds: Vec<World>, atoms: Atoms },
    /// There are no normal forms, with the reason.
    Gave(String),
}

/// Compares normal forms in all parts.
pub(super) fn decide(setting: &Setting, left: &Expr, right: &Expr) -> Outcome {
    let mut atoms = Atoms::default();
    let mut open = vec![World::default()];
    let mut assumed: Vec<String> = Vec::new();
    let mut suspects = Vec::new();
    let mut gave = None;
    let mut parts = 0;
    while let Some(world) = open.pop() {
        parts += 1;
        if parts > MOST_PARTS {
            gave = Some(format!("deciding it needs more than {MOST_PARTS} cases"));
            break;
        }
        let mut normalizer = Normalizer::new(&mut atoms, &world, &setting.names);
        let same = normalizer.form(left).and_then(|left| left.same(&normalizer.form(right)?));
        match same {
            Ok(true) => {
                for assumption in std::mem::take(&mut normalizer.assumed) {
                    if !assumed.contains(&assumption) {
                        assumed.push(assumption);
                    }
                }
            }
            Ok(false) => suspects.push(world),
            Err(Stop::Split(question)) => match world.split(&question, &atoms) {
                Ok(parts) => open.extend(parts.into_iter().rev()),
                Err(why) => gave = Some(why),
            },
            Err(Stop::Give(why)) => gave = Some(why),
        }
        if suspects.len() >= MOST_SUSPECTS || work::is_over() {
            break;
        }
    }
    match gave {
        _ if !suspects.is_empty() => Outcome::Suspect { worlds: suspects, atoms },
        Some(why) => Outcome::Gave(why),
        None => Outcome::Equal { assumed },
    }
}
