//! What may be asked about a collective on a machine.

use hockney_base::number::Rational;
use hockney_core::topology::{Topology, Vertex};
use hockney_core::trace::Operator;

/// One thing that is asked, and what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Ask {
    /// `ring-broadcast.formula`; with `.2` behind it where one question asks twice.
    pub name: String,
    /// What it is worth, above 0.
    pub points: Rational,
    /// What it is.
    pub asked: Asked,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    /// A formula, of the cost or of the number of steps.
    Formula(Quantity),
    /// How a quantity grows with a symbol.
    Growth {
        /// The cost, or the part of it in steps or in words.
        of: Quantity,
        /// What grows.
        symbol: Symbol,
    },
    /// The cost at the question's numbers.
    Number {
        /// The share of the value by which an answer may be off.
        tolerance: Rational,
        /// The unit of t_s and t_w, such as `us`.
        unit: Option<String>,
    },
    /// The number of steps.
    Steps,
    /// All messages of all steps.
    Schedule,
    /// The messages of one step, counted from 1.
    Step(u32),
    /// The number of messages: of one step, counted from 1, or of all.
    Messages(Option<u32>),
    /// The nodes on the route of one message.
    Route(Ends),
    /// The number of links on it.
    Links(Ends),
    /// What each node holds after some steps: blocks, or values where inputs are given.
    Trace {
        /// After so many steps.
        after: u32,
        /// A value for each node and how they combine.
        values: Option<(Vec<Rational>, Operator)>,
    },
    /// Which algorithm costs least, and from where on another does.
    Best {
        /// The algorithms to choose from, at least two.
        among: Vec<&'static str>,
        /// The range, such as `m=1..1e6`, over which the best changes.
        over: Option<String>,
    },
    /// Whether a schedule is right, and if not, which step is the first wrong one.
    Verdict {
        /// The lines that the student is shown.
        lines: String,
    },
}

/// The sender and the receiver of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ends {
    /// The sender.
    pub from: Vertex,
    /// The receiver, another node.
    pub to: Vertex,
}

impl Ends {
    /// All vertices of the default route.
    pub(in super::super) fn route(self, topology: &Topology) -> Vec<Vertex> {
        let mut vertices = vec![self.from];
        topology.network().route(self.from, self.to, &mut vertices);
        vertices.push(self.to);
        vertices
    }

    /// Whether the default route is not of nodes only. Students do not know the numbers of switches.
    pub(in super::super) fn pass_a_switch(self, topology: &Topology) -> bool {
        self.route(topology).iter().any(|vertex| *vertex >= topology.nodes())
    }
}

/// What a formula or an order is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// The whole cost.
    Cost,
    /// The number of steps.
    Steps,
    /// The number of words.
    Words,
}

/// What an order is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// The number of nodes.
    P,
    /// The words of a block.
    M,
}

impl Symbol {
    /// As formulas have it.
    pub(in super::super) fn name(self) -> &'static str {
        match self {
            Symbol::P => "p",
            Symbol::M => "m",
        }
    }
}

impl Asked {
    /// As problem sets write it.
    pub fn name(&self) -> &'static str {
        match self {
            Asked::Formula(_) => "formula",
            Asked::Growth { .. } => "growth",
            Asked::Number { .. } => "number",
            Asked::Steps => "steps",
            Asked::Schedule => "schedule",
            Asked::Step(_) => "step",
            Asked::Messages(_) => "messages",
            Asked::Route(_) => "route",
            Asked::Links(_) => "links",
            Asked::Trace { .. } => "trace",
            Asked::Best { .. } => "best",
            Asked::Verdict { .. } => "verdict",
        }
    }

    /// An answer that can be read, though seldom the right one.
    pub fn example(&self, topology: &Topology) -> String {
        let [a, b, c, d] = [0, 1, 2, 3].map(|node| node + topology.first());
        let example = match self {
            Asked::Formula(_) => "3 t_s + m t_w log p",
            Asked::Growth { .. } => "O(log p)",
            Asked::Number { unit, .. } => {
                return unit.as_ref().map_or("315".to_owned(), |unit| format!("315 {unit}"));
            }
            Asked::Steps | Asked::Messages(_) | Asked::Links(_) => "3",
            Asked::Schedule => return format!("Step 1: {a} -> {b}"),
            Asked::Step(_) => return format!("{a} -> {b}, {c} -> {d}"),
            Asked::Route(_) => return format!("{a} -> {b} -> {d}"),
            Asked::Trace { values: None, .. } => return format!("{a}: {a} {b}"),
            Asked::Trace { values: Some(_), .. } => "1 3 3 7",
            Asked::Best { among, over } => {
                let last = among.last().copied().unwrap_or_default();
                let from = over.as_ref().map_or("", |_| " from m = 36");
                return format!("{last}{from}");
            }
            Asked::Verdict { .. } => "valid, or: invalid, step 2",
        };
        example.to_owned()
    }
}

/// The ends of a range such as `m=1..1e6`.
pub(in super::super) fn range(over: &str) -> Option<(Rational, Rational)> {
    let (name, range) = over.split_once('=')?;
    let (low, high) = range.split_once("..")?;
    let number = |text: &str| text.trim().parse::<Rational>().ok().filter(|n| !n.is_negative());
    let (low, high) = (number(low)?, number(high)?);
    (name.trim() == "m" && low < high).then_some((low, high))
}
