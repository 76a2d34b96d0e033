//! A problem set: questions, and what each of them asks for.

mod read;

pub use read::{Unreadable, read_problems};

use hockney_base::diagnostic::Span;
use hockney_base::number::Rational;
use hockney_core::collective::{Instance, Ports};
use hockney_core::topology::{Topology, Vertex};
use hockney_core::trace::Operator;
use hockney_cost::Numbers;
use hockney_plan::planner::{Algorithm, aliases};

/// The format that this version reads.
pub(super) const FORMAT: &str = "hockney/problems/v1";

/// A problem set to begin with, whose comments explain the format.
pub const NEW_PROBLEMS: &str = include_str!("new.yaml");

/// What a teacher hands out.
#[derive(Clone, Debug)]
pub struct ProblemSet {
    /// Its title, where it has one.
    pub title: Option<String>,
    /// Its questions, in their order; ids are different.
    pub questions: Vec<Question>,
}

impl ProblemSet {
    /// Every ask with its question, in order.
    pub fn asks(&self) -> impl Iterator<Item = (&Question, &Ask)> {
        self.questions
            .iter()
            .flat_map(|question| question.asks.iter().map(move |ask| (question, ask)))
    }

    /// All points that can be had.
    pub fn points(&self) -> Rational {
        self.asks().map(|(_, ask)| ask.points.clone()).sum()
    }
}

/// Points without the word: `8.5`; six digits and the fraction where no decimal is exact:
/// `5.66667 (17/3)`.
pub(super) fn shown(points: &Rational) -> String {
    points.decimal().unwrap_or_else(|| format!("{} ({points})", points.significant(6)))
}

/// `1 point`, `2.5 points`.
pub(super) fn in_points(points: &Rational) -> String {
    format!("{} {}", shown(points), if points.is_one() { "point" } else { "points" })
}

/// Shares of the points for answers that are right in part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partial {
    /// Right for another algorithm, which the question does not accept.
    pub other_algorithm: Rational,
    /// Right for a dearer algorithm, where the question accepts those as cheap as its own.
    pub dearer: Rational,
    /// Right in another model: t_h kept, store-and-forward, neighbour by neighbour.
    pub other_model: Rational,
    /// The textbook's approximation.
    pub approximation: Rational,
    /// A formula that is right at the question's size, and at too few others.
    pub this_size: Rational,
    /// A textbook's formula for sizes of which the question's is none.
    pub other_sizes: Rational,
    /// One known slip away.
    pub one_slip: Rational,
    /// A schedule whose data arrive over overloaded links or ports.
    pub congested: Rational,
    /// For a schedule whose first steps are right: each of them earns an equal part of this share.
    pub steps_right: Rational,
    /// For a reason, as class reports word it, whatever the others say.
    pub reasons: Vec<(String, Rational)>,
}

impl Default for Partial {
    fn default() -> Self {
        let half = Rational::ratio(1, 2).unwrap_or_default();
        Partial {
            other_algorithm: Rational::default(),
            dearer: half.clone(),
            other_model: half,
            approximation: Rational::one(),
            this_size: Rational::default(),
            other_sizes: Rational::one(),
            one_slip: Rational::default(),
            congested: Rational::default(),
            steps_right: Rational::default(),
            reasons: Vec::new(),
        }
    }
}

/// A collective on a machine, and what is asked about it.
#[derive(Clone)]
pub struct Question {
    /// Letters, digits, `-` and `_`.
    pub id: String,
    /// What the student reads, where the teacher wrote it.
    pub text: Option<String>,
    /// The machine, with the numbers that answers give to its nodes.
    pub topology: Topology,
    /// The collective with its parameters.
    pub instance: Instance,
    /// The collectives that follow it, each with its algorithm, where one is asked for.
    pub then: Vec<(Instance, Option<&'static Algorithm>)>,
    /// How many messages a node sends and receives in a step.
    pub ports: Ports,
    /// Whether messages that share a link or a port wait for each other in t_w.
    pub contention: bool,
    /// The algorithm that is asked for, where one is.
    pub algorithm: Option<&'static Algorithm>,
    /// Which further algorithms are right.
    pub accept: Accept,
    /// The numbers of the model, where they are given.
    pub numbers: Numbers,
    /// The sizes for which a formula in p must be right.
    pub sizes: Sizes,
    /// Further letters of formulas, each with the formula that it stands for.
    pub letters: Vec<(String, String)>,
    /// What is asked; never empty.
    pub asks: Vec<Ask>,
    /// Machines and parameters of which each student gets one; none where all have the same.
    pub variants: Vec<(Topology, Instance)>,
    /// Shares for answers that are right in part.
    pub partial: Partial,
    /// Where its id stands in the problem set.
    pub place: Span,
}

impl Question {
    /// A node as its bits or coordinates, or as its number.
    pub(super) fn node(&self, node: Vertex) -> String {
        self.topology.label(node).unwrap_or_else(|| self.topology.number(node).to_string())
    }

    /// The names that may stand before an answer: of the collective, the algorithm and the topology.
    pub(super) fn names(&self) -> Vec<&'static str> {
        let collective = self.instance.collective;
        let names = [collective.name(), self.topology.family().name()];
        let algorithm = self.algorithm.map(Algorithm::name);
        let means = |means: &[&str]| algorithm.is_some_and(|name| means.contains(&name));
        let others = aliases(collective.name()).filter(|(_, all)| means(all)).map(|(name, _)| name);
        let names = names.into_iter().chain(algorithm).chain(others);
        names.chain(collective.aliases().iter().copied()).collect()
    }

    /// A list in the order of the nodes, in the order of their numbers.
    pub(super) fn by_number<T: Clone>(&self, list: &[T]) -> Vec<T> {
        let mut numbered: Vec<_> = (0..).zip(list).collect();
        numbered.sort_by_key(|(node, _)| self.topology.number(*node));
        numbered.into_iter().map(|(_, item)| item.clone()).collect()
    }
}

/// Sizes for which a formula is right, or must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sizes {
    /// Those of the textbook that the question's size is one of: all, p = 2^d, or equal sides.
    Own,
    /// The question's alone.
    This,
    /// All of the family.
    All,
    /// p = 2^d, and so each side.
    PowersOfTwo,
    /// Equal sides.
    Squares,
    /// Both.
    SquaresOfPowers,
}

impl Sizes {
    /// Where an answer is right, in words: `for p = 2^d`, `at p = 8`.
    pub(super) fn said(self, topology: &Topology) -> String {
        match self {
            Sizes::Own | Sizes::This => format!("at p = {}", topology.nodes()),
            Sizes::All => "for every p and not only for p = 2^d".to_owned(),
            Sizes::PowersOfTwo => "for p = 2^d".to_owned(),
            Sizes::Squares => "for squares".to_owned(),
            Sizes::SquaresOfPowers => "for squares of p = 4^d".to_owned(),
        }
    }
}

/// Which algorithms are right beside the question's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Accept {
    /// Every right one.
    Any,
    /// Every right one that costs no more.
    AsCheap,
    /// None.
    This,
    /// These.
    These(Vec<&'static str>),
}

impl std::fmt::Debug for Question {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Question")
            .field("id", &self.id)
            .field("topology", &self.topology.to_string())
            .field("collective", &self.instance.collective.name())
            .field("algorithm", &self.algorithm.map(Algorithm::name))
            .finish_non_exhaustive()
    }
}

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
    pub(super) fn route(self, topology: &Topology) -> Vec<Vertex> {
        let mut vertices = vec![self.from];
        topology.network().route(self.from, self.to, &mut vertices);
        vertices.push(self.to);
        vertices
    }

    /// Whether the default route is not of nodes only. Students do not know the numbers of switches.
    pub(super) fn pass_a_switch(self, topology: &Topology) -> bool {
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
    pub(super) fn name(self) -> &'static str {
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
pub(super) fn range(over: &str) -> Option<(Rational, Rational)> {
    let (name, range) = over.split_once('=')?;
    let (low, high) = range.split_once("..")?;
    let number = |text: &str| text.trim().parse::<Rational>().ok().filter(|n| !n.is_negative());
    let (low, high) = (number(low)?, number(high)?);
    (name.trim() == "m" && low < high).then_some((low, high))
}
