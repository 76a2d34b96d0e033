//! Whether a formula is that of a question: for every size, for the sizes that the textbook has
//! in mind, or at the question's own size.

use super::super::problems::Question;
use crate::collective::Parameter;
use crate::formula::{Formula, Given, Link, Relation, Verdict, equivalence, parse};

/// How two formulas compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Likeness {
    /// Equal for all sizes that are meant.
    Equal,
    /// Certainly not.
    Different,
    /// Nobody can say.
    Unsure,
}

/// What is known of the sizes, one list of facts for each way in which a formula may be meant.
#[derive(Clone)]
pub(super) struct Meant(Vec<Given>);

impl Meant {
    /// For the formulas of a question. An answer without p is about the question's own size.
    pub(super) fn by(question: &Question, answer: &Formula) -> Self {
        let topology = &question.topology;
        let sides = topology.network().sides().map_or(0, <[u32]>::len);
        let names = ["p", "d", "r", "c", "k_1", "k_2", "k_3"];
        let general = question.general && names.iter().any(|name| answer.mentions(name));
        let mut meant: Vec<Vec<String>> = Vec::new();
        if general {
            let side = |is: &str| (1..=sides).map(|k| format!("k_{k} = {is}")).collect::<Vec<_>>();
            if sides == 2 {
                let square = |q: &str, p: &str| [side(q), vec![format!("p = {p}")]].concat();
                meant.push(["p = k_1 k_2", "r = k_1", "c = k_2"].map(String::from).to_vec());
                meant.push(square("q", "q^2"));
                meant.push(square("2^e", "4^e"));
            } else {
                meant.push(Vec::new());
                meant.push(vec!["p = 2^d".to_owned()]);
            }
        }
        // A shift or a map is asked for at one size, so what is right there is right.
        let parameter = question.instance.collective.parameter();
        if !general || matches!(parameter, Some(Parameter::By | Parameter::Map)) {
            meant.push(here(question));
        }
        Meant(meant.iter().map(|facts| given(facts)).collect())
    }

    /// The same, or at the question's own size.
    pub(super) fn or_at(mut self, question: &Question) -> Self {
        self.0.push(given(&here(question)));
        self
    }

    /// The same with one more fact, such as `t_w = 0`.
    pub(super) fn with(&self, fact: &str) -> Option<Self> {
        let more = |given: &Given| {
            let mut given = given.clone();
            given.add(fact).ok().map(|()| given)
        };
        self.0.iter().map(more).collect::<Option<_>>().map(Meant)
    }

    /// Compares a link of an answer with a formula.
    pub(super) fn compare(&self, answer: &Link, formula: &str) -> Likeness {
        let Some(formula) = link(formula) else { return Likeness::Unsure };
        let mut all_different = true;
        for given in &self.0 {
            match equivalence(answer, &formula, given).verdict {
                Verdict::Equal => return Likeness::Equal,
                Verdict::Different(_) | Verdict::OtherOrder(_) => {}
                Verdict::Undecided(_) => all_different = false,
            }
        }
        if all_different { Likeness::Different } else { Likeness::Unsure }
    }

    /// A point where an answer differs from a formula, in words.
    pub(super) fn difference(&self, answer: &Link, formula: &str) -> Option<String> {
        let formula = link(formula)?;
        self.0.iter().find_map(|given| match equivalence(answer, &formula, given).verdict {
            Verdict::Different(found) => {
                let at: Vec<String> =
                    found.at.iter().map(|(name, value)| format!("{name} = {value}")).collect();
                Some(format!(
                    "at {} it is {} and should be {}",
                    at.join(", "),
                    found.left,
                    found.right
                ))
            }
            Verdict::Equal | Verdict::OtherOrder(_) | Verdict::Undecided(_) => None,
        })
    }

    /// Whether it is equal.
    pub(super) fn is(&self, answer: &Link, formula: &str) -> bool {
        self.compare(answer, formula) == Likeness::Equal
    }
}

/// The facts of a question's own size.
fn here(question: &Question) -> Vec<String> {
    let topology = &question.topology;
    let mut here = vec![format!("p = {}", topology.nodes())];
    let lengths = topology.network().sides().unwrap_or_default();
    here.push(format!("q = {}", question.instance.by));
    here.extend((1..).zip(lengths).map(|(k, side)| format!("k_{k} = {side}")));
    here
}

/// What facts say; one that contradicts another is left out: the way of reading stays, with less
/// known.
fn given(facts: &[String]) -> Given {
    let mut given = Given::default();
    for fact in facts {
        let _ = given.add(fact);
    }
    given
}

/// A formula of the program as a side to compare with.
pub(super) fn link(formula: &str) -> Option<Link> {
    parse(formula).ok()?.links().first().cloned()
}

/// The sides that an answer states as equal, the last first: `T = .. = 3 ts + 7 m tw`.
pub(super) fn stated(answer: &Formula) -> impl Iterator<Item = &Link> {
    answer
        .links()
        .iter()
        .rev()
        .filter(|link| link.relation != Relation::Approximately && link.growth.is_none())
}
