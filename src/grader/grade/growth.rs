//! How a cost grows.

use super::super::answers::{parts, plain, without_reason};
use super::super::key::Key;
use super::super::lists::list;
use super::super::problems::{Quantity, Symbol};
use super::super::verdict::Graded;
use super::another::for_another;
use super::cost_order::{order, order_of, order_of_cost};
use super::slips;
use crate::formula::{Given, Link, Reading, Verdict as Equality, equivalence};

pub(super) fn grade(key: &Key<'_>, of: Quantity, symbol: Symbol, text: &str) -> Graded {
    let Some(answer) = read(text, symbol) else {
        return Graded::unreadable("write an order: O(..) with a formula in it");
    };
    let Some(form) = &key.form else { return key.without_form() };
    let exact = form.as_taught();
    let Some((right, given)) = order_of_cost(&key.question.topology, of, symbol, exact) else {
        return Graded::undecided("the program cannot decide the order of the key");
    };
    match equivalence(&answer, &right, &given).verdict {
        Equality::Equal => Graded::right("right"),
        Equality::Different(_) | Equality::OtherOrder(_) => {
            let more = format!(": the cost is {exact}");
            if let Some(other) = another(key, of, symbol, &answer) {
                return for_another(key, other, &more);
            }
            Graded::wrong(reason(&answer, of, exact, &given, symbol)).and(more)
        }
        Equality::Undecided(_) => Graded::undecided("the program cannot decide the order of this"),
    }
}

/// Another algorithm whose cost grows so.
fn another(key: &Key<'_>, of: Quantity, symbol: Symbol, answer: &Link) -> Option<&'static str> {
    let topology = &key.question.topology;
    key.others().map(|(algorithm, _)| algorithm).find_map(|algorithm| {
        let form = algorithm.closed_form(topology.family(), topology.sizes().len())?;
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

/// The order that an answer states, alone, in a word or in a sentence.
fn read(text: &str, symbol: Symbol) -> Option<Link> {
    let text = without_reason(text);
    if let Some(order) = named(text, symbol) {
        return order_of(order);
    }
    let spelled = text.replace("theta(", "Theta(").replace("omega(", "Omega(");
    let spelled = spelled.trim().trim_end_matches(" time").replace("proportional to ", "");
    let mut all = parts(&spelled);
    // `grows like log p`, `\\mathcal{O}(log p)`
    all.push(without_growing(&spelled));
    all.push(plain(&spelled).trim().replace("O (", "O("));
    all.iter().find_map(|part| {
        order_of(part).or_else(|| {
            // n is the number of nodes where only that can be meant.
            let nodes = symbol == Symbol::P && !part.contains(['p', 'm']);
            let reading = Reading::new().with("n", "p").ok().filter(|_| nodes)?;
            order(&reading.read(part).ok()?)
        })
    })
}

/// Without words about growth: `grows like log p`.
fn without_growing(text: &str) -> String {
    let grows = |word: &&str| {
        let word = word.to_lowercase();
        word.len() > 1
            && (list("growth beside").contains(&&*word) || list("growth grows").contains(&&*word))
    };
    text.split_whitespace().skip_while(grows).collect::<Vec<_>>().join(" ")
}

/// `logarithmic`, `grows linearly with p`: one such word, and nothing that is a formula.
fn named(text: &str, symbol: Symbol) -> Option<&'static str> {
    let lower = text.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).collect();
    let formula = lower.contains(|c: char| c.is_ascii_digit() || "(^+*_\\".contains(c));
    // Any other word may turn it round: `hardly linear`, `log-linear`.
    let named_here =
        |word: &str| list("growth named").pairs().any(|(name, _)| word.starts_with(name));
    let denied =
        words.iter().any(|word| !list("growth beside").contains(word) && !named_here(word));
    // `linear in m` does not determine the growth with p.
    let letter = symbol.name();
    let other = words.iter().any(|word| word.len() == 1 && *word != letter && *word != "a");
    let order =
        |word: &&str| list("growth named").pairs().find(|(name, _)| word.starts_with(*name));
    let mut found = words.iter().filter_map(order).map(|(_, order)| order);
    let (Some(order), None) = (found.next(), found.next()) else { return None };
    let of_m = symbol == Symbol::M;
    let order = match (order, of_m) {
        ("p", true) => "m",
        ("p^2", true) => "m^2",
        ("1", _) => "1",
        (_, true) => return None,
        (order, false) => order,
    };
    (!formula && !denied && !other).then_some(order)
}
