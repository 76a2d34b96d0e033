//! How a cost grows.

use super::super::key::Key;
use super::super::problems::{Quantity, Symbol};
use super::super::verdict::{Graded, Verdict};
use super::slips::{only_known, parts};
use crate::formula::{Given, Growth, Link, Verdict as Equality, equivalence, parse};

pub(super) fn grade(key: &Key<'_>, of: Quantity, symbol: Symbol, text: &str) -> Graded {
    let Some(answer) = read(text) else {
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
        let (steps, words) = parts(formula.expr()?);
        let text = match of {
            Quantity::Cost => format!("Theta({exact})"),
            Quantity::Steps => format!("Theta({steps})"),
            Quantity::Words => format!("Theta({words} m)"),
        };
        read(&text)
    });
    let Some(right) = right else {
        return Graded::nothing(Verdict::Undecided, "the order of the key is not decided");
    };
    let mut given = Given::default();
    given.grow(match symbol {
        Symbol::P => "p",
        Symbol::M => "m",
    });
    if key.question.topology.network().sides().is_some_and(|sides| sides.len() == 2) {
        // Facts that do not fit are left out.
        let _ = given.add("k_1 = sqrt p");
        let _ = given.add("k_2 = sqrt p");
    }
    let full = format!("the cost is {exact}");
    match equivalence(&answer, &right, &given).verdict {
        Equality::Equal => Graded::right("right"),
        Equality::Different(_) | Equality::OtherOrder(_) => {
            Graded::wrong("another order", "it grows in another way", full)
        }
        Equality::Undecided(why) => Graded::nothing(Verdict::Undecided, why),
    }
}

/// Orders that have a name, in p.
const NAMED: [(&str, &str); 6] = [
    ("constant", "1"),
    ("logarithmic", "log p"),
    ("linear", "p"),
    ("quadratic", "p^2"),
    ("cubic", "p^3"),
    ("linearithmic", "p log p"),
];

/// An order; what is written without a sign is taken as one. A word that is no symbol of the model is
/// not read as a letter.
fn read(text: &str) -> Option<Link> {
    let word = text.trim().trim_end_matches('.').to_lowercase();
    let word = word.strip_suffix(" in p").unwrap_or(&word).trim();
    let named = NAMED.iter().find(|(name, _)| *name == word).map(|(_, order)| *order);
    let formula = parse(named.unwrap_or(text)).ok()?;
    let [link] = formula.links() else { return None };
    let mut link = link.clone();
    link.growth = Some(Growth::Theta);
    only_known(&link.expr).then_some(link)
}
