//! How a cost grows.

use super::super::answers::{bare, plain};
use super::super::key::Key;
use super::super::problems::{Quantity, Symbol};
use super::super::verdict::Graded;
use super::another::for_another;
use super::cost_order::{order, order_of, order_of_cost};
use super::letters::{Read, best, readings};
use super::slips::{self, large_size};
use hockney_base::number::Rational;
use hockney_formula::{Formula, Given, Link, Verdict as Equality, equivalence};

pub(super) fn grade(key: &Key<'_>, of: Quantity, symbol: Symbol, text: &str) -> Graded {
    let bare = bare(text, &key.question.names());
    let readings = match readings(&plain(&bare.text), key.question) {
        Ok(readings) => readings,
        Err(why) => return Graded::unreadable(why),
    };
    // Of two meanings a letter has the one that is asked for.
    let asked = |read: &Read| read.letters.iter().all(|(_, meant)| *meant == symbol);
    let readings: Vec<Read> = readings.into_iter().filter(asked).collect();
    let judge = |formula: &Formula| match order(formula) {
        Some(answer) => judge(key, of, symbol, &answer),
        None => Graded::unreadable("this is a chain, but the question asks for one order"),
    };
    best(&readings, judge).skipping(&bare.skipped)
}

fn judge(key: &Key<'_>, of: Quantity, symbol: Symbol, answer: &Link) -> Graded {
    let Some(form) = &key.form else { return key.without_form() };
    let exact = form.as_taught();
    let Some((right, given)) = order_of_cost(&key.question.topology, of, symbol, exact) else {
        return Graded::undecided("the program cannot decide the order of the key");
    };
    if is_negative(answer, symbol) {
        return Graded::unreadable("an order of growth is not negative");
    }
    match equivalence(answer, &right, &given).verdict {
        Equality::Equal => Graded::right("right"),
        Equality::Different(_) | Equality::OtherOrder(_) => {
            let more = format!(": the cost is {exact}");
            if let Some(other) = another(key, of, symbol, answer) {
                return for_another(key, other, &more);
            }
            Graded::wrong(reason(answer, of, exact, &given, symbol)).and(more)
        }
        Equality::Undecided(_) => Graded::undecided("the program cannot decide the order of this"),
    }
}

/// Whether it is negative at a large size.
fn is_negative(answer: &Link, symbol: Symbol) -> bool {
    let at = large_size();
    let m = if symbol == Symbol::M { at.get("p").cloned() } else { None };
    let at = at.with("m", m.unwrap_or_else(Rational::one));
    let value = answer.evaluate(&at).ok().and_then(|value| value.as_rational());
    value.is_some_and(|value| value.is_negative())
}

/// Another algorithm whose cost grows so.
fn another(key: &Key<'_>, of: Quantity, symbol: Symbol, answer: &Link) -> Option<&'static str> {
    let topology = &key.question.topology;
    key.others().map(|(algorithm, _)| algorithm).find_map(|algorithm| {
        let form = algorithm.closed_form_on(topology)?;
        let (right, given) = order_of_cost(topology, of, symbol, form.as_taught())?;
        let is = equivalence(answer, &right, &given).verdict == Equality::Equal;
        is.then_some(algorithm.name())
    })
}

/// The error in an order of growth.
fn reason(answer: &Link, of: Quantity, cost: &str, given: &Given, symbol: Symbol) -> &'static str {
    let is = |text: &str| {
        let other = order_of(text);
        other.is_some_and(|other| equivalence(answer, &other, given).verdict == Equality::Equal)
    };
    if symbol == Symbol::M {
        return if is("1") { "the cost does grow with m" } else { "the order is different" };
    }
    let (steps, words) = slips::parts(cost).unwrap_or_default();
    let of_steps = of == Quantity::Steps;
    let asked = if of_steps { &steps } else { &words };
    let reasons = [
        (!of_steps, steps.clone(), "this is the order of the number of steps, not of the cost"),
        (
            of_steps,
            words.clone(),
            "this is the order of the number of words, not of the number of steps",
        ),
        (true, format!("({asked}) p"), "it has an extra factor p"),
        (true, format!("({asked}) log p"), "it has an extra factor log p"),
        (true, format!("({asked})/p"), "it lacks a factor p"),
        (true, format!("({asked})/log p"), "it lacks a factor log p"),
    ];
    let found = reasons.into_iter().find(|(may_be, text, _)| *may_be && is(text));
    found.map_or("the order is different", |(_, _, reason)| reason)
}
