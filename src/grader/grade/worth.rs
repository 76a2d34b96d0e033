//! Values of formulas at the numbers of a question: of the key, of other models, of mistakes.

use super::super::key::Key;
use super::super::lists::list;
use super::super::problems::Accept;
use super::super::verdict::Graded;
use super::slips::slips;
use crate::compare::bindings_of;
use crate::formula::{Bindings, parse};
use crate::number::Rational;

/// The values of the symbols of a question: its sizes and its given numbers.
pub(super) fn letters(key: &Key<'_>) -> Bindings {
    let numbers = &key.question.numbers;
    let mut letters = bindings_of(&key.question.topology, &key.question.instance);
    for (name, value) in [("m", &numbers.m), ("t_s", &numbers.t_s), ("t_w", &numbers.t_w)] {
        if let Some(value) = value {
            letters.set(name, value.clone());
        }
    }
    // Without pieces n can only be the number of nodes.
    if key.request.instance.pieces == 1 {
        letters.set("n", key.question.topology.nodes());
    }
    letters.with("t_h", numbers.t_h.clone())
}

/// The value of a formula with the question's p, m, t_s and t_w.
pub(super) fn worth(key: &Key<'_>, formula: &str) -> Option<Rational> {
    parse(formula).ok()?.evaluate(&letters(key)).ok()?.as_rational()
}

/// The other model in which a quantity has this value.
pub(super) fn model(key: &Key<'_>, is: impl Fn(&str) -> bool) -> Option<Model> {
    let question = key.question;
    models(question.instance.collective.name(), question.topology.family().name())
        .find(|model| is(model.formula))
}

/// The mistake that leads to this value.
pub(super) fn slip(key: &Key<'_>, is: impl Fn(&str) -> bool) -> Option<String> {
    let slips = key.form.as_ref()?.texts().filter_map(slips).flatten();
    slips.into_iter().find(|slip| is(&slip.formula)).map(|slip| slip.reason)
}

/// The grade of an answer that is right in another model, or by an accepted variant.
pub(super) fn with_model(key: &Key<'_>, model: &Model, right: &str) -> Graded {
    let text = format!("right with {}", model.of);
    if model.is_right && matches!(key.question.accept, Accept::Any | Accept::AsCheap) {
        return Graded::right(&*text).counted_as(&*text);
    }
    Graded::partly(&key.question.partial.other_model, text)
        .and(format!("; in the model of the question it is {right}"))
}

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
