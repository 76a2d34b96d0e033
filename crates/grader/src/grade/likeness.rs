//! Whether a formula is that of a question: for every size, for the sizes that the textbook has
//! in mind, or at the question's own size.

use std::cell::OnceCell;

use super::super::problems::Question;
use hockney_base::number::Rational;
use hockney_core::collective::Parameter;
use hockney_cost::bindings_of;
use hockney_formula::{
    Bindings, Comparison, EvaluateErrorKind, Expr, Given, Link, Node, Value, ValueError, Verdict,
    compare, equivalence, parse,
};

/// How two formulas compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Likeness {
    /// Equal for all sizes that are meant.
    Equal,
    /// Certainly not.
    Different,
    /// Undecided.
    Unsure,
}

/// A side of an answer, and what is known of the sizes: one list of facts for each way in which it may
/// be meant.
pub(super) struct Meant<'a> {
    answer: &'a Link,
    ways: Vec<Way>,
    /// Whether the last way is the question's own size.
    ends_here: bool,
}

/// A way in which formulas may be meant.
struct Way {
    given: Given,
    /// A point that all facts allow: formulas that differ there are not equal. Most that an answer is
    /// compared with are distinguished so, without a normal form.
    point: Bindings,
    /// The value of the answer there.
    value: OnceCell<Worth>,
}

/// The value of a formula at a point.
enum Worth {
    This(Value),
    /// Nothing that two formulas could be distinguished by.
    Unclear,
    /// Nothing that can be computed exactly, even at a size where all roots and logarithms of sizes are
    /// whole: comparing it with anything takes long and leads nowhere.
    TooLarge,
}

/// A size that is a power of 2 and of 4, a square and a cube.
const SIZE: u64 = 64;

impl<'a> Meant<'a> {
    /// For the formulas of a question. An answer without p is about the question's own size.
    pub(super) fn by(question: &Question, link: &'a Link) -> Self {
        Self::at(question, link, is_sized(&link.expr))
    }

    /// The same, at the question's own size unless it is `sized`.
    pub(super) fn at(question: &Question, link: &'a Link, sized: bool) -> Self {
        let topology = &question.topology;
        let sides = topology.network().sides().map_or(0, <[u32]>::len);
        let general = question.general && sized;
        let everywhere = everywhere(sides);
        let mut meant: Vec<(Vec<String>, Bindings)> = Vec::new();
        if general {
            let side = |is: &str| (1..=sides).map(|k| format!("k_{k} = {is}")).collect::<Vec<_>>();
            if sides == 2 {
                let square = |q: &str, p: &str| [side(q), vec![format!("p = {p}")]].concat();
                let any = vec!["p = k_1 k_2".to_owned()];
                meant.push((any, everywhere.clone()));
                meant.push((square("q", "q^2"), everywhere.clone()));
                meant.push((square("2^e", "4^e"), everywhere));
            } else {
                // At p = 1 nothing travels, whatever a formula says: `max(1, log p)`.
                for facts in [&[][..], &["p = 2^d"], &["p >= 2"], &["p = 2^d", "p >= 2"]] {
                    let facts = facts.iter().map(ToString::to_string).collect();
                    meant.push((facts, everywhere.clone()));
                }
            }
        }
        // A shift or a map is asked for at one size, so what is right there is right.
        let parameter = question.instance.collective.parameter();
        let ends_here = !general || matches!(parameter, Some(Parameter::By | Parameter::Map));
        if ends_here {
            meant.push(here(question));
        }
        Meant { answer: link, ways: meant.into_iter().map(Way::of).collect(), ends_here }
    }

    /// The same with a value for a symbol: `t_w` is 0.
    pub(super) fn with(&self, name: &str, value: &Rational) -> Option<Self> {
        let more = |way: &Way| {
            let mut given = way.given.clone();
            given.add(&format!("{name} = {value}")).ok()?;
            let point = way.point.clone().with(name, value.clone());
            Some(Way { given, point, value: OnceCell::new() })
        };
        let ways = self.ways.iter().map(more).collect::<Option<_>>()?;
        Some(Meant { answer: self.answer, ways, ends_here: self.ends_here })
    }

    /// The same with one of the times left out: `t_w`.
    pub(super) fn without(&self, time: &str) -> Option<Self> {
        self.with(time, &Rational::zero())
    }

    /// Whether it is equal only at the question's own size, where it mentions every size.
    pub(super) fn only_here(&self, formula: &str) -> bool {
        let Some(formula) = link(formula) else { return false };
        let elsewhere = &self.ways[..self.ways.len() - usize::from(self.ends_here)];
        let equal =
            |way: &Way| equivalence(self.answer, &formula, &way.given).verdict == Verdict::Equal;
        self.ends_here && !elsewhere.is_empty() && !elsewhere.iter().any(equal)
    }

    /// Compares with a formula.
    pub(super) fn compare(&self, formula: &str) -> Likeness {
        let Some(formula) = link(formula) else { return Likeness::Unsure };
        let mut sure = true;
        for way in &self.ways {
            match way.worth(self.answer) {
                Worth::This(value) if way.differs(value, &formula) => {}
                Worth::TooLarge => sure = false,
                Worth::This(_) | Worth::Unclear => {
                    match equivalence(self.answer, &formula, &way.given).verdict {
                        Verdict::Equal => return Likeness::Equal,
                        Verdict::Different(_) | Verdict::OtherOrder(_) => {}
                        Verdict::Undecided(_) => sure = false,
                    }
                }
            }
        }
        if sure { Likeness::Different } else { Likeness::Unsure }
    }

    /// A point where an answer differs from a formula, in words.
    pub(super) fn difference(&self, formula: &str) -> Option<String> {
        let formula = link(formula)?;
        self.ways.iter().find_map(|way| {
            let Verdict::Different(found) = equivalence(self.answer, &formula, &way.given).verdict
            else {
                return None;
            };
            let at = found.at.iter().map(|(name, value)| format!("{name} = {value}"));
            let at = at.collect::<Vec<_>>().join(", ");
            Some(format!("at {at} it is {} and should be {}", found.left, found.right))
        })
    }

    /// Whether it is equal.
    pub(super) fn is(&self, formula: &str) -> bool {
        self.compare(formula) == Likeness::Equal
    }
}

/// The facts of a question's own size, and that point.
fn here(question: &Question) -> (Vec<String>, Bindings) {
    let topology = &question.topology;
    let mut here = vec![format!("p = {}", topology.nodes())];
    let lengths = topology.network().sides().unwrap_or_default();
    here.push(format!("q = {}", question.instance.by));
    here.extend((1..).zip(lengths).map(|(k, side)| format!("k_{k} = {side}")));
    (here, times(bindings_of(topology, &question.instance)))
}

impl Way {
    fn of((facts, point): (Vec<String>, Bindings)) -> Self {
        let mut given = Given::default();
        // A fact that contradicts another is left out: the way of reading stays, with less known.
        for fact in &facts {
            let _ = given.add(fact);
        }
        Way { given, point, value: OnceCell::new() }
    }

    fn worth(&self, answer: &Link) -> &Worth {
        self.value.get_or_init(|| match answer.evaluate(&self.point) {
            Ok(value) => Worth::This(value),
            Err(error) => match error.kind {
                EvaluateErrorKind::TooManyTerms(_)
                | EvaluateErrorKind::Value(ValueError::TooLarge | ValueError::NotExact(_)) => {
                    Worth::TooLarge
                }
                _ => Worth::Unclear,
            },
        })
    }

    /// Whether a formula certainly comes to something else.
    fn differs(&self, value: &Value, formula: &Link) -> bool {
        let other = formula.evaluate(&self.point);
        other.is_ok_and(|other| matches!(compare(value, &other), Comparison::Different { .. }))
    }
}

/// The names of sizes, at one size.
fn everywhere(sides: usize) -> Bindings {
    let side = match sides {
        0 | 1 => SIZE,
        2 => 8,
        3 => 4,
        _ => 2,
    };
    let mut point = Bindings::new().with("p", SIZE).with("d", 6_u64);
    for k in 1..=sides {
        point = point.with(&format!("k_{k}"), side);
    }
    times(point)
}

/// Different primes for m and the times.
fn times(point: Bindings) -> Bindings {
    point.with("m", 7_u64).with("t_s", 11_u64).with("t_w", 13_u64).with("t_h", 17_u64)
}

/// A formula of the program as a side to compare with.
pub(super) fn link(formula: &str) -> Option<Link> {
    parse(formula).ok()?.links().first().cloned()
}

/// Whether a formula mentions a size.
pub(super) fn is_sized(expr: &Expr) -> bool {
    let names = ["p", "d", "k_1", "k_2", "k_3"];
    match &expr.node {
        Node::Name(name) => names.contains(&&**name),
        _ => expr.parts().into_iter().any(is_sized),
    }
}
