//! Common mistakes, each as the formula that it leads to.

use super::super::lists::list;

use super::super::problems::Quantity;
use hockney_base::number::Rational;
use hockney_formula::{Bindings, Expr, Node, Reading};

/// A mistake, and the formula that it leads to.
pub(super) struct Slip {
    pub(super) formula: String,
    pub(super) reason: String,
}

/// The common mistakes for a formula, those of the whole formula first.
pub(super) fn slips(right: &str) -> Option<Vec<Slip>> {
    let (steps, words) = parts(right)?;
    let formula = |row: &str| match row.contains("->") {
        true if row == "log -> ln" => right.contains("log").then(|| right.replace("log", "ln")),
        true => {
            let changes: Option<Vec<_>> =
                row.split(", ").map(|change| change.split_once(" -> ")).collect();
            replaced(right, &changes?)
        }
        false => {
            let row = row.replace("$all", right);
            Some(row.replace("$steps", &steps).replace("$words", &words))
        }
    };
    let row = |(row, reason): (&str, &str)| {
        Some(Slip { formula: formula(row)?, reason: reason.to_owned() })
    };
    let mut slips: Vec<Slip> = list("slips").pairs().filter_map(row).collect();
    for (factor, name) in list("slip factors").pairs() {
        // One term before both: of two that are alike one may be right.
        for (formula, what) in [
            (format!("{steps} t_s + ({factor}) m t_w"), "the t_w term has"),
            (format!("({factor}) t_s + {words} m t_w"), "the t_s term has"),
            (format!("({factor}) (t_s + m t_w)"), "both terms have"),
        ] {
            slips.push(Slip { formula, reason: has_factor(what, name) });
        }
    }
    Some(slips)
}

/// `the t_w term has log p for a factor`
pub(super) fn has_factor(what: &str, factor: &str) -> String {
    if factor == "nothing" {
        format!("{what} lost the factor")
    } else {
        format!("{what} {factor} for a factor")
    }
}

/// The factors of t_s and of m t_w in a cost.
pub(super) fn parts(cost: &str) -> Option<(String, String)> {
    let steps = replaced(cost, &[("t_s", "1"), ("t_w", "0"), ("t_h", "0")])?;
    let words = replaced(cost, &[("t_s", "0"), ("t_w", "1"), ("t_h", "0"), ("m", "1")])?;
    Some((format!("({steps})"), format!("({words})")))
}

impl Quantity {
    /// The part of a cost that is asked for.
    pub(super) fn part_of(self, cost: &str) -> Option<String> {
        match self {
            Quantity::Cost => Some(cost.to_owned()),
            Quantity::Steps => parts(cost).map(|(steps, _)| steps),
            Quantity::Words => parts(cost).map(|(_, words)| format!("{words} m")),
        }
    }
}

/// A formula with names replaced, all at once.
fn replaced(formula: &str, changes: &[(&str, &str)]) -> Option<String> {
    let reading = changes
        .iter()
        .try_fold(Reading::new(), |reading, (name, with)| reading.with(name, with).ok())?;
    Some(reading.read(formula).ok()?.expr()?.to_string())
}

/// The letters of the model and of sizes.
pub(super) const KNOWN: [&str; 10] = ["p", "m", "d", "q", "t_s", "t_w", "t_h", "k_1", "k_2", "k_3"];

/// A large size, a power of 2 and of 4, and a square; the other letters are 1.
pub(super) fn large_size() -> Bindings {
    const LOG: u32 = 60;
    let value = |name: &str| match name {
        "p" => Rational::power_of_two(LOG),
        "d" => Rational::from(LOG),
        "k_1" | "k_2" | "q" => Rational::power_of_two(LOG / 2),
        _ => Rational::one(),
    };
    KNOWN.into_iter().fold(Bindings::new(), |at, name| at.with(name, value(name)))
}

/// A name in a formula that is no symbol of the model, no size and no index of a sum.
pub(super) fn unknown_name(expr: &Expr) -> Option<&str> {
    let mut found = None;
    expr.visit(&mut Vec::new(), &mut |part, bound| {
        if let Node::Name(name) = &part.node
            && !KNOWN.contains(&&**name)
            && !bound.contains(name)
        {
            found.get_or_insert(&**name);
        }
    });
    found
}
