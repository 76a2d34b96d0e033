//! A problem set: questions, and what each of them asks for.

pub(crate) mod keys;
pub(crate) mod parts;
mod read;

use std::sync::Arc;

pub use read::{UnreadableSet, read_problems};

use crate::asks::{AskKind, Asked};
use crate::{Key, list};
use hockney_base::diagnostic::Span;
use hockney_base::number::Rational;
use hockney_core::collective::{Instance, Ports};
use hockney_core::topology::{Topology, Vertex};
use hockney_cost::Numbers;
use hockney_formula::Reading;
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
    /// By their names, which `specs/problems.md` explains.
    shares: Vec<(&'static str, Rational)>,
    /// For a reason, as class reports word it, whatever the others say.
    pub reasons: Vec<(String, Rational)>,
}

impl Partial {
    /// The share with this name: `one_slip`.
    pub fn of(&self, name: &str) -> Rational {
        let share = self.shares.iter().find(|(known, _)| *known == name);
        share.map_or_else(Rational::zero, |(_, share)| share.clone())
    }
}

impl Default for Partial {
    fn default() -> Self {
        let share = |(name, share): (_, &str)| (name, share.parse().unwrap_or_default());
        Partial { shares: list("shares").pairs().map(share).collect(), reasons: Vec::new() }
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
    /// Whether it names no collective, so that all it asks is about the network.
    pub is_of_network: bool,
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
    pub sizes: SizeSet,
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

    /// How formulas are read: with the letters that the question declares.
    pub(super) fn reading(&self) -> Reading {
        let declare = |reading: Reading, (letter, formula): (&str, &str)| {
            reading.clone().with(letter, formula).unwrap_or(reading)
        };
        // The sides of a grid by other names, where the question says nothing else.
        let sides = self.topology.network().sides().map_or(0, <[u32]>::len);
        let is_free = |name: &str| self.letters.iter().all(|(letter, _)| letter != name);
        let names = [("k1", "k_1"), ("k2", "k_2"), ("k3", "k_3"), ("r", "k_1"), ("c", "k_2")];
        let names = names.into_iter().take(if sides == 2 { 5 } else { sides.min(3) });
        let sides = names.filter(|(name, _)| is_free(name));
        let own = self.letters.iter().map(|(letter, formula)| (&**letter, &**formula));
        sides.chain(own).fold(Reading::new(), declare)
    }

    /// The numbers of the first nodes, for examples.
    pub(super) fn first_nodes(&self) -> [u32; 4] {
        [0, 1, 2, 3].map(|node| node + self.topology.first())
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
pub enum SizeSet {
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
    /// p is even, and so is each side.
    Even,
    /// Equal even sides.
    SquaresOfEven,
}

impl SizeSet {
    /// Where an answer is right, in words: `for p = 2^d`, `at p = 8`.
    pub(super) fn said(self, topology: &Topology) -> String {
        match self {
            SizeSet::Own | SizeSet::This => format!("at p = {}", topology.nodes()),
            SizeSet::All => "for every p and not only for p = 2^d".to_owned(),
            SizeSet::PowersOfTwo => "for p = 2^d".to_owned(),
            SizeSet::Squares => "for squares".to_owned(),
            SizeSet::SquaresOfPowers => "for squares of p = 4^d".to_owned(),
            SizeSet::Even if topology.network().sides().is_some() => "for even sides".to_owned(),
            SizeSet::Even => "for even p".to_owned(),
            SizeSet::SquaresOfEven => "for squares of even sides".to_owned(),
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
        f.debug_struct("Question").field("id", &self.id).finish_non_exhaustive()
    }
}

/// One thing that is asked, and what it is worth.
#[derive(Clone, Debug)]
pub struct Ask {
    /// `ring-broadcast.formula`; with `.2` behind it where one question asks twice.
    pub name: String,
    /// What it is worth, above 0.
    pub points: Rational,
    /// Of which kind it is.
    pub(crate) kind: &'static AskKind,
    /// What it is.
    pub(crate) asked: Arc<dyn Asked>,
}

impl Ask {
    /// The name of its kind: `formula`.
    pub fn kind(&self) -> &'static str {
        self.kind.name
    }

    /// The right answer, which can be handed in.
    pub fn solution(&self, key: &Key<'_>) -> String {
        self.asked.solution(key)
    }

    /// An answer that can be read and is not right; found once for each key.
    pub fn example(&self, key: &Key<'_>) -> String {
        key.example_once(&self.name, || {
            let mut examples = self.asked.examples(key.question);
            let at = examples.iter().position(|text| self.asked.grade(key, text).share.is_zero());
            examples.swap_remove(at.unwrap_or(0))
        })
    }
}

/// What a formula or an order is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CostPart {
    /// The whole cost.
    Cost,
    /// The number of steps.
    Steps,
    /// The number of words.
    Words,
}

impl CostPart {
    /// `the cost`
    pub(crate) fn name(self) -> &'static str {
        match self {
            CostPart::Cost => "the cost",
            CostPart::Steps => "the number of steps",
            CostPart::Words => "the number of words",
        }
    }
}

/// What an order is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Symbol {
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
