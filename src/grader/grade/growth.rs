//! How a cost grows.

use super::super::answers::parts;
use super::super::key::Key;
use super::super::problems::{Quantity, Symbol};
use super::super::verdict::{Graded, Verdict};
use super::slips::{self, only_known};
use crate::formula::{
    Formula, Given, Growth, Link, Reading, Verdict as Equality, equivalence, parse,
};

pub(super) fn grade(key: &Key<'_>, of: Quantity, symbol: Symbol, text: &str) -> Graded {
    let Some(answer) = read(text, symbol) else {
        return Graded::nothing(Verdict::Unreadable, "write an order such as O(log p)");
    };
    let Some(form) = &key.form else {
        return Graded::nothing(
            Verdict::Undecided,
            format!("{} has no closed form", key.algorithm.name()),
        );
    };
    let exact = form.textbook.as_ref().map_or(&*form.formula, |book| book.formula);
    let right = parse(exact).ok().and_then(|formula| {
        let (steps, words) = slips::parts(formula.expr()?);
        let text = match of {
            Quantity::Cost => format!("Theta({exact})"),
            Quantity::Steps => format!("Theta({steps})"),
            Quantity::Words => format!("Theta({words} m)"),
        };
        order_of(&text)
    });
    let Some(right) = right else {
        return Graded::nothing(Verdict::Undecided, "the order of the key is not decided");
    };
    let mut given = Given::default();
    given.grow(match symbol {
        Symbol::P => "p",
        Symbol::M => "m",
    });
    let topology = &key.question.topology;
    let sides = topology.network().sides().unwrap_or_default();
    // Facts that do not fit are left out.
    match symbol {
        // How a cost grows with m is asked at one size.
        Symbol::M => {
            let _ = given.add(&format!("p = {}", topology.nodes()));
            for (k, side) in (1..).zip(sides) {
                let _ = given.add(&format!("k_{k} = {side}"));
            }
        }
        Symbol::P if sides.len() == 2 => {
            let _ = given.add("k_1 = sqrt p");
            let _ = given.add("k_2 = sqrt p");
        }
        Symbol::P => {}
    }
    match equivalence(&answer, &right, &given).verdict {
        Equality::Equal => Graded::right("right"),
        Equality::Different(_) | Equality::OtherOrder(_) => {
            let reason = reason(&answer, exact, &given, symbol);
            Graded::wrong(reason, reason, format!("{reason}: the cost is {exact}"))
        }
        Equality::Undecided(why) => Graded::nothing(Verdict::Undecided, why),
    }
}

/// What is wrong with an order.
fn reason(answer: &Link, cost: &str, given: &Given, symbol: Symbol) -> &'static str {
    let is = |text: &str| {
        let other = order_of(text);
        other.is_some_and(|other| equivalence(answer, &other, given).verdict == Equality::Equal)
    };
    let exact = parse(cost).ok();
    let (steps, words) =
        exact.as_ref().and_then(Formula::expr).map(slips::parts).unwrap_or_default();
    match symbol {
        Symbol::P if is(&steps) => "this is how the number of steps grows, and not the cost",
        Symbol::P if is(&words) => {
            "this is how the number of words grows, and not what is asked for"
        }
        Symbol::P if is(&format!("({words}) p")) => "it has a factor p too many",
        Symbol::P if is(&format!("({words}) log p")) => "it has a factor log p too many",
        Symbol::P if is(&format!("({words})/p")) => "it lacks a factor p",
        Symbol::P if is(&format!("({words})/log p")) => "it lacks a factor log p",
        Symbol::M if is("1") => "it does grow with m",
        Symbol::P | Symbol::M => "it grows in another way",
    }
}

/// The beginnings of words for orders, and the orders in p.
const NAMED: [(&str, &str); 11] = [
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

/// The order that an answer states, alone, in a word or in a sentence.
fn read(text: &str, symbol: Symbol) -> Option<Link> {
    if let Some(order) = named(text, symbol) {
        return order_of(order);
    }
    let spelled = text.replace("theta(", "Theta(").replace("omega(", "Omega(");
    let spelled = spelled.trim().trim_end_matches(" time").replace("proportional to ", "");
    parts(&spelled).iter().find_map(|part| {
        order_of(part).or_else(|| {
            // n is the number of nodes where only that can be meant.
            let nodes = symbol == Symbol::P && !part.contains(['p', 'm']);
            let reading = Reading::new().with("n", "p").ok().filter(|_| nodes)?;
            order(&reading.read(part).ok()?)
        })
    })
}

/// `logarithmic`, `grows linearly with p`: one such word, and nothing that is a formula.
fn named(text: &str, symbol: Symbol) -> Option<&'static str> {
    let lower = text.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).collect();
    let formula = lower.contains(|c: char| c.is_ascii_digit() || "(^+*_\\".contains(c));
    let denied =
        words.iter().any(|word| ["not", "nicht", "than", "sub", "super", "poly"].contains(word));
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
