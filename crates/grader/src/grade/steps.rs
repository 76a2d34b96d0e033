//! A number of steps.

use super::super::answers::Counted;
use super::super::key::Key;
use super::super::verdict::{Basis, Graded};
use super::super::ways::ends_alike;
use super::another::for_another;
use super::number::of_sides;
use super::worth::{factor, model, with_model};
use hockney_base::number::Rational;
use hockney_core::collective::Data;
use hockney_cost::bindings_of;
use hockney_files::words;
use hockney_formula::{Powers, parse};

pub(super) fn grade(key: &Key<'_>, text: &str) -> Graded {
    of_sides(key, text, &Counted::Things(words("step")), |amount| judge(key, &amount.value))
}

fn judge(key: &Key<'_>, given: &Rational) -> Graded {
    let steps = key.steps();
    if *given == Rational::from(steps as u64) {
        return Graded::right("right");
    }
    if !given.is_integer() {
        return Graded::wrong("not a whole number").and(format!("; it is {steps}"));
    }
    match key.others().find(|(_, cost)| cost.t_s == *given) {
        Some((algorithm, _)) => {
            for_another(key, algorithm.name(), &format!(", which takes {steps} steps"))
        }
        None => unexplained(key, given),
    }
}

/// A number that no algorithm takes: that of another model, or of a mistake.
fn unexplained(key: &Key<'_>, given: &Rational) -> Graded {
    let (question, steps) = (key.question, key.steps());
    let full = format!("; {} takes {steps} steps", key.algorithm.name());
    let bindings = bindings_of(&question.topology, &question.instance);
    let is = |formula: &str| {
        let value = parse(formula).ok().and_then(|formula| formula.evaluate(&bindings).ok());
        value.is_some_and(|value| {
            value.coefficient(Powers::T_S).as_rational().as_ref() == Some(given)
        })
    };
    if let Some(model) = model(key, is) {
        return with_model(key, &model, &steps.to_string());
    }
    let steps_value = Rational::from(steps as u64);
    let phases = question.topology.network().sides().is_some_and(|sides| sides.len() == 2)
        || (question.instance.data() == Data::Combined && ends_alike(&question.instance));
    let bound = &key.ranking.bounds.steps;
    let reason = if *given < bound.value {
        return Graded::wrong(format!("fewer than any algorithm needs: {}", bound.why))
            .counted_as("fewer steps than any algorithm needs")
            .by(Basis::Bound)
            .and(full);
    } else if phases && given + given == steps_value {
        "half of it: one of two phases".to_owned()
    } else if key.is_open() {
        // Who may take any algorithm may take one that is not known here.
        return Graded::undecided("no known algorithm takes this number of steps here").and(full);
    } else if given == &(&steps_value + Rational::one()) {
        "one step too many".to_owned()
    } else {
        let factor = factor(|factor| factor != "1" && is(&format!("({factor}) t_s")));
        factor.map_or_else(
            || format!("{} does not take this number of steps", key.algorithm.name()),
            |name| format!("this is {name}"),
        )
    };
    Graded::wrong(reason).and(full)
}
