//! How a cost grows.

use super::super::answers::{parts, plain, without_reason};
use super::super::key::Key;
use super::super::problems::{Quantity, Symbol};
use super::super::verdict::{Graded, Verdict};
use super::another::for_another;
use super::slips::{self, only_known};
use crate::formula::{
    Formula, Given, Growth, Link, Reading, Verdict as Equality, equivalence, parse,
};
use crate::planner::ClosedForm;

pub(super) fn grade(key: &Key<'_>, of: Quantity, symbol: Symbol, text: &str) -> Graded {
    let Some(answer) = read(text, symbol) else {
        return Graded::nothing(Verdict::Unreadable, "write an order: O(..) with a formula in it");
    };
    let Some(form) = &key.form else {
        return Graded::nothing(
            Verdict::Undecided,
            format!("{} has no closed form", key.algorithm.name()),
        );
    };
    let exact = form.as_taught();
    let Some((right, given)) = order_of_cost(key, of, symbol, exact) else {
        return Graded::nothing(Verdict::Undecided, "the order of the key is not decided");
    };
    match equivalence(&answer, &right, &given).verdict {
        Equality::Equal => Graded::right("right"),
        Equality::Different(_) | Equality::OtherOrder(_) => {
            if let Some(other) = another(key, of, symbol, &answer) {
                let (said, more) = (format!("right for {other}"), format!(": the cost is {exact}"));
                return for_another(key, other, &said, &more);
            }
            let reason = reason(&answer, (of, exact), &given, symbol);
            Graded::wrong(reason, reason, format!("{reason}: the cost is {exact}"))
        }
        Equality::Undecided(_) => {
            Graded::nothing(Verdict::Undecided, "how this grows is not decided")
        }
    }
}

/// Another algorithm whose cost grows so.
fn another(key: &Key<'_>, of: Quantity, symbol: Symbol, answer: &Link) -> Option<&'static str> {
    let topology = &key.question.topology;
    key.others().map(|(algorithm, _)| algorithm).find_map(|algorithm| {
        let form = algorithm.closed_form(topology.family(), topology.sizes().len())?;
        let (right, given) = order_of_cost(key, of, symbol, form.as_taught())?;
        let is = equivalence(answer, &right, &given).verdict == Equality::Equal;
        is.then_some(algorithm.name())
    })
}

/// Whether the order of what is asked for can be held against others.
pub(in super::super) fn has_order(key: &Key<'_>, of: Quantity, symbol: Symbol) -> bool {
    let order = |form: &ClosedForm| order_of_cost(key, of, symbol, form.as_taught());
    key.form.as_ref().and_then(order).is_some()
}

/// The order of a cost, and what is known of the sizes: as little as makes it one.
fn order_of_cost(
    key: &Key<'_>,
    of: Quantity,
    symbol: Symbol,
    exact: &str,
) -> Option<(Link, Given)> {
    let formula = parse(exact).ok()?;
    let (steps, words) = slips::parts(formula.expr()?);
    let right = order_of(&match of {
        Quantity::Cost => format!("Theta({exact})"),
        Quantity::Steps => format!("Theta({steps})"),
        Quantity::Words => format!("Theta({words} m)"),
    })?;
    let topology = &key.question.topology;
    let sides = topology.network().sides().unwrap_or_default();
    let square = ["k_1 = sqrt p", "k_2 = sqrt p"].map(String::from).to_vec();
    let ways: Vec<Vec<String>> = match symbol {
        // How a cost grows with m is asked at one size.
        Symbol::M => {
            let mut here = vec![format!("p = {}", topology.nodes())];
            here.extend((1..).zip(sides).map(|(k, side)| format!("k_{k} = {side}")));
            vec![here]
        }
        Symbol::P if sides.len() == 2 => {
            let powers = ["p = 4^e", "k_1 = 2^e", "k_2 = 2^e"].map(String::from).to_vec();
            vec![square, powers]
        }
        Symbol::P => vec![Vec::new(), vec!["p = 2^d".to_owned()]],
    };
    ways.into_iter().find_map(|facts| {
        let mut given = Given::default();
        given.grow(match symbol {
            Symbol::P => "p",
            Symbol::M => "m",
        });
        for fact in &facts {
            // Facts that do not fit are left out.
            let _ = given.add(fact);
        }
        let known = equivalence(&right, &right, &given).verdict == Equality::Equal;
        known.then(|| (right.clone(), given))
    })
}

/// What is wrong with an order.
fn reason(
    answer: &Link,
    (of, cost): (Quantity, &str),
    given: &Given,
    symbol: Symbol,
) -> &'static str {
    let is = |text: &str| {
        let other = order_of(text);
        other.is_some_and(|other| equivalence(answer, &other, given).verdict == Equality::Equal)
    };
    let exact = parse(cost).ok();
    let (steps, words) =
        exact.as_ref().and_then(Formula::expr).map(slips::parts).unwrap_or_default();
    let asked = if of == Quantity::Steps { &steps } else { &words };
    match symbol {
        Symbol::P if of != Quantity::Steps && is(&steps) => {
            "this is how the number of steps grows, and not the cost"
        }
        Symbol::P if of == Quantity::Steps && is(&words) => {
            "this is how the number of words grows, and not what is asked for"
        }
        Symbol::P if is(&format!("({asked}) p")) => "it has a factor p too many",
        Symbol::P if is(&format!("({asked}) log p")) => "it has a factor log p too many",
        Symbol::P if is(&format!("({asked})/p")) => "it lacks a factor p",
        Symbol::P if is(&format!("({asked})/log p")) => "it lacks a factor log p",
        Symbol::M if is("1") => "it does grow with m",
        Symbol::P | Symbol::M => "it grows in another way",
    }
}

/// The beginnings of words for orders, and the orders in p.
const NAMED: [(&str, &str); 18] = [
    ("对数", "log p"),
    ("线性", "p"),
    ("常数", "1"),
    ("平方根", "sqrt p"),
    ("root", "sqrt p"),
    ("wurzel", "sqrt p"),
    ("raíz", "sqrt p"),
    ("constant", "1"),
    ("konstant", "1"),
    ("logarithm", "log p"),
    ("logarítm", "log p"),
    ("linearithmic", "p log p"),
    ("linear", "p"),
    ("lineal", "p"),
    ("quadrati", "p^2"),
    ("cuadrátic", "p^2"),
    ("cubic", "p^3"),
    ("kubisch", "p^3"),
];

/// What stands before an order in a sentence.
const GROWS: [&str; 8] = ["like", "as", "proportionally", "to", "wie", "scales", "como", "order"];

/// What may stand beside the word for an order.
const BESIDE: [&str; 33] = [
    "square", "der", "von", "it", "the", "cost", "costs", "grows", "grow", "growth", "in", "with",
    "p", "m", "time", "is", "are", "number", "of", "steps", "wächst", "mit", "sie", "die",
    "kosten", "runtime", "a", "as", "function", "lineal", "crece", "es", "t",
];

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

/// Without words that only say that it grows: `grows like log p`.
fn without_growing(text: &str) -> String {
    let grows = |word: &&str| {
        let word = word.to_lowercase();
        word.len() > 1 && (BESIDE.contains(&&*word) || GROWS.contains(&&*word))
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
    let named_here = |word: &str| NAMED.iter().any(|(name, _)| word.starts_with(name));
    let denied = words.iter().any(|word| !BESIDE.contains(word) && !named_here(word));
    // `linear in m` does not say how it grows with p.
    let letter = match symbol {
        Symbol::P => "p",
        Symbol::M => "m",
    };
    let other = words.iter().any(|word| word.len() == 1 && *word != letter && *word != "a");
    let order = |word: &&str| NAMED.iter().find(|(name, _)| word.starts_with(name));
    let mut found = words.iter().filter_map(order).map(|(_, order)| *order);
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

/// An order; what is written without a sign is taken as one. A word that is no symbol of the model is
/// not read as a letter.
fn order_of(text: &str) -> Option<Link> {
    order(&parse(text).ok()?)
}

fn order(formula: &Formula) -> Option<Link> {
    let [link] = formula.links() else { return None };
    let mut link = link.clone();
    link.growth = Some(Growth::Theta);
    only_known(&link.expr).then_some(link)
}
