//! The slips that teachers see again and again, each as the formula that it leads to.

use super::super::lists::List;
use std::convert::Infallible;

use super::super::problems::Quantity;
use crate::formula::{Expr, Formula, Function, Node};

/// A slip, and the formula that it leads to.
pub(super) struct Slip {
    pub(super) formula: String,
    pub(super) reason: String,
}

pub(super) static FACTORS: List = List::named("slip factors");

/// The slips that lead away from a formula, those of the whole first.
pub(super) fn slips(right: &Formula) -> Vec<Slip> {
    let Some(expr) = right.expr() else { return Vec::new() };
    let slip = |formula: String, reason: &str| Slip { formula, reason: reason.to_owned() };
    let with = |changes: &[(&str, &str)]| replaced(expr, changes);
    let (steps, words) = parts(expr);
    let mut slips = vec![
        slip(format!("({expr})/2"), "half of it: one of two phases"),
        slip(format!("2 ({expr})"), "twice as much"),
        slip(format!("{steps} t_s"), "the t_w term is missing"),
        slip(format!("{words} m t_w"), "the t_s term is missing"),
        slip(with(&[("m", "1")]), "m is missing"),
        slip(with(&[("m", "m p")]), "a message has m words, and not m p"),
        slip(with(&[("m", "m (p - 1)")]), "a message has m words, and not m (p - 1)"),
        slip(with(&[("m", "m/p")]), "a message has m words, and not m/p"),
        slip(
            format!("{steps} t_s + {words} m t_w p"),
            "the t_w term has a factor p too many: the messages are shorter",
        ),
        slip(format!("{steps} t_s - {words} m t_w"), "the t_w term has the wrong sign"),
        slip(
            format!("({steps} t_s + {words} t_w) m"),
            "t_s is multiplied by m, and a start-up does not grow with the message",
        ),
        slip(with(&[("t_w", "t_s"), ("t_s", "t_w")]), "t_s and t_w are exchanged"),
    ];
    if mentions_log(expr) {
        slips.push(slip(with_ln(expr), "the natural logarithm, and it is that to base 2"));
    }
    for (times, what) in [("2", "doubled"), ("(1/2)", "halved")] {
        slips.push(slip(
            format!("{steps} t_s + {times} {words} m t_w"),
            &format!("the t_w term is {what}"),
        ));
        slips.push(slip(
            format!("{times} {steps} t_s + {words} m t_w"),
            &format!("the t_s term is {what}"),
        ));
    }
    for (factor, name) in FACTORS.pairs() {
        let in_words = has_factor("the t_w term has", name);
        let in_steps = has_factor("the t_s term has", name);
        // One term before both: of two that are alike one may be right.
        slips.push(Slip { formula: format!("{steps} t_s + ({factor}) m t_w"), reason: in_words });
        slips.push(Slip { formula: format!("({factor}) t_s + {words} m t_w"), reason: in_steps });
        slips.push(Slip {
            formula: format!("({factor}) (t_s + m t_w)"),
            reason: has_factor("both terms have", name),
        });
    }
    slips
}

/// `the t_w term has log p for a factor`
pub(super) fn has_factor(what: &str, factor: &str) -> String {
    if factor == "nothing" {
        format!("{what} lost the factor")
    } else {
        format!("{what} {factor} for a factor")
    }
}

/// The factors of t_s and of m t_w.
pub(super) fn parts(expr: &Expr) -> (String, String) {
    let steps = replaced(expr, &[("t_s", "1"), ("t_w", "0"), ("t_h", "0")]);
    let words = replaced(expr, &[("t_s", "0"), ("t_w", "1"), ("t_h", "0"), ("m", "1")]);
    (format!("({steps})"), format!("({words})"))
}

impl Quantity {
    /// The part of a cost that is asked for.
    pub(super) fn part_of(self, cost: &str) -> Option<String> {
        let cost_of = crate::formula::parse(cost).ok()?;
        let (steps, words) = parts(cost_of.expr()?);
        Some(match self {
            Quantity::Cost => cost.to_owned(),
            Quantity::Steps => steps,
            Quantity::Words => format!("{words} m"),
        })
    }
}

/// A formula with names replaced, all at once.
fn replaced(expr: &Expr, changes: &[(&str, &str)]) -> String {
    let change = |name: &str| {
        let found = changes.iter().find(|(from, _)| *from == name).map(|(_, to)| *to)?;
        crate::formula::parse(found).ok()?.expr().map(|expr| expr.node.clone())
    };
    map(expr, &|node| match node {
        Node::Name(name) => change(name),
        _ => None,
    })
    .to_string()
}

/// Whether every name in a formula is a symbol of the model or a size.
pub(super) fn only_known(expr: &Expr) -> bool {
    const KNOWN: [&str; 13] =
        ["p", "m", "d", "q", "r", "c", "t_s", "t_w", "t_h", "k_1", "k_2", "k_3", "i"];
    match &expr.node {
        Node::Name(name) => KNOWN.contains(&&**name),
        _ => expr.parts().into_iter().all(only_known),
    }
}

fn mentions_log(expr: &Expr) -> bool {
    matches!(expr.node, Node::Call(Function::Log2, _)) || expr.parts().into_iter().any(mentions_log)
}

fn with_ln(expr: &Expr) -> String {
    map(expr, &|node| match node {
        Node::Call(Function::Log2, arguments) => Some(Node::Call(Function::Ln, arguments.clone())),
        _ => None,
    })
    .to_string()
}

/// A tree with some of its nodes replaced.
fn map(expr: &Expr, change: &dyn Fn(&Node) -> Option<Node>) -> Expr {
    if let Some(node) = change(&expr.node) {
        return Expr { node, span: expr.span };
    }
    let Ok::<_, Infallible>(expr) = expr.with_parts(|part| Ok(map(part, change)));
    expr
}
