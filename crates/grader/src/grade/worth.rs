//! Values of formulas at the numbers of a question: of the key, of other models, of mistakes.

use super::super::key::{Key, Standing};
use super::super::lists::list;
use super::super::verdict::Graded;
use super::another::for_named;
use super::slips::{KNOWN, slips};
use hockney_base::number::Rational;
use hockney_cost::Cost;
use hockney_cost::bindings_of;
use hockney_formula::{Bindings, Powers, parse};

/// The values of the symbols of a question: its sizes and its given numbers.
pub(super) fn letters(key: &Key<'_>) -> Bindings {
    let numbers = &key.question.numbers;
    let mut letters = bindings_of(&key.question.topology, &key.question.instance);
    for (name, value) in [("m", &numbers.m), ("t_s", &numbers.t_s), ("t_w", &numbers.t_w)] {
        if let Some(value) = value {
            letters.set(name, value.clone());
        }
    }
    letters.with("t_h", numbers.t_h.clone())
}

/// The values of the letters that an answer may have: of the model, and those that the question declares.
pub(super) fn answer_letters(key: &Key<'_>) -> Bindings {
    let all = letters(key);
    let mut letters = Bindings::new();
    for name in KNOWN {
        if let Some(value) = all.get(name) {
            letters.set(name, value.clone());
        }
    }
    for (letter, formula) in &key.question.letters {
        if let Some(value) = worth(key, formula) {
            letters.set(letter, value);
        }
    }
    letters
}

/// The value of a formula with the question's p, m, t_s and t_w.
pub(super) fn worth(key: &Key<'_>, formula: &str) -> Option<Rational> {
    parse(formula).ok()?.evaluate(&letters(key)).ok()?.as_rational()
}

/// The other model in which a quantity has this value.
pub(super) fn model(key: &Key<'_>, is: impl Fn(&str) -> bool) -> Option<Model> {
    let question = key.question;
    // Of a composition the first part alone is another cost, not another model.
    if !question.then.is_empty() {
        return None;
    }
    models(question.instance.collective.name(), question.topology.family().name())
        .find(|model| is(model.formula))
}

/// The factor that students put in the place of the right one, by the formula that it leads to.
pub(super) fn factor(is: impl Fn(&str) -> bool) -> Option<&'static str> {
    list("slip factors").pairs().find(|(factor, _)| is(factor)).map(|(_, name)| name)
}

/// The mistake that leads to this formula.
pub(super) fn slip(key: &Key<'_>, is: impl Fn(&str) -> bool) -> Option<String> {
    let slips = key.form.as_ref()?.texts().filter_map(slips).flatten();
    slips.into_iter().find(|slip| is(&slip.formula)).map(|slip| slip.reason)
}

/// The only mistake that leads to this value: several may by chance.
pub(super) fn only_slip(key: &Key<'_>, is: impl Fn(&str) -> bool) -> Option<String> {
    let slips = key.form.as_ref()?.texts().filter_map(slips).flatten();
    let mut found = slips.filter(|slip| is(&slip.formula)).map(|slip| slip.reason);
    let first = found.next()?;
    found.all(|reason| reason == first).then_some(first)
}

/// The grade of an answer that is right in another model, or by a schedule that is not in the catalogue.
pub(super) fn with_model(key: &Key<'_>, model: &Model, right: &str) -> Graded {
    let said = format!("right with {}", model.of);
    let partial = &key.question.partial;
    match model.kind {
        Kind::Schedule => {
            let standing = model.cost(key).map_or(Standing::Other, |cost| key.standing("", &cost));
            for_named(key, standing, model.of, &said, &format!(": {right}"))
        }
        Kind::Algorithm if key.question.contention => {
            let text = format!("this is the cost of {}, in some order", model.of);
            Graded::undecided(text).and(format!("; in the planned order it is {right}"))
        }
        Kind::Algorithm if !key.is_open() => {
            for_named(key, Standing::Other, model.of, &said, &format!(": {right}"))
        }
        Kind::Algorithm | Kind::Model => Graded::partly(&partial.other_model, said)
            .and(format!("; in the model of the question it is {right}")),
    }
}

/// A formula, and what it is the cost of.
pub(super) struct Model {
    pub(super) formula: &'static str,
    pub(super) of: &'static str,
    kind: Kind,
}

/// What a cost of the literature is the cost of.
enum Kind {
    /// A schedule in the question's model.
    Schedule,
    /// The question's algorithm in another model.
    Model,
    /// Another algorithm in another model.
    Algorithm,
}

impl Model {
    /// Its cost at the question's size.
    fn cost(&self, key: &Key<'_>) -> Option<Cost> {
        let sizes = bindings_of(&key.question.topology, &key.question.instance);
        let value = parse(self.formula).ok()?.evaluate(&sizes).ok()?;
        let part = |powers: Powers| value.coefficient(powers).as_rational();
        Some(Cost::plain(part(Powers::T_S)?, part(Powers::M_T_W)?, Rational::zero()))
    }
}

/// The other models' costs of a collective on a family.
pub(super) fn models(collective: &str, family: &str) -> impl Iterator<Item = Model> {
    let (rows, _) = list("models").as_chunks();
    let names = |list: &str, name: &str| list.split(' ').any(|one| one == name);
    rows.iter().filter_map(move |[collectives, families, kind, formula, of]| {
        let applies =
            names(collectives, collective) && (*families == "any" || names(families, family));
        let kind = match *kind {
            "right" => Kind::Schedule,
            "another" => Kind::Algorithm,
            _ => Kind::Model,
        };
        applies.then_some(Model { formula, of, kind })
    })
}
