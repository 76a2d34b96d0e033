//! Costs in other models, which the literature states for the same collectives: right there, and
//! not what the question asks.

use super::super::lists::list;

/// A formula, and what it is the cost of.
pub(super) struct Model {
    pub(super) formula: &'static str,
    pub(super) of: &'static str,
    /// Whether it is right in the question's model too, by a way that the planner does not list.
    pub(super) is_right: bool,
}

/// The other models' costs of a collective on a family.
pub(super) fn models(collective: &str, family: &str) -> impl Iterator<Item = Model> {
    let (rows, _) = list("models").as_chunks();
    let names = |list: &str, name: &str| list.split(' ').any(|one| one == name);
    rows.iter().filter_map(move |[collectives, families, kind, formula, of]| {
        let applies =
            names(collectives, collective) && (*families == "any" || names(families, family));
        applies.then(|| Model { formula, of, is_right: *kind == "right" })
    })
}
