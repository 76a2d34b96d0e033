//! The kinds of asks, with their names and keys. The file of each has how it is read, what the sheet prints, and how answers
//! are graded. Free text, which a person grades, is here.

#![allow(clippy::unnecessary_wraps)] // all kinds are read by functions of one type

mod best;
mod carried;
mod formula;
mod growth;
mod number;
mod program;
mod route;
mod schedule;
mod stated;
mod step;
mod trace;

use std::fmt::Debug;

use crate::prelude::*;
use Trait::{ByAlgorithm, Composed, InLines, Long, OfNetwork, Waiting};

pub(crate) use number::measured;

/// What holds of an ask whose answer follows from the plan of an algorithm.
const PLANNED: &[Trait] = &[Composed, Waiting, ByAlgorithm];

/// What holds of one whose answer is a list of blocks.
const TRACED: &[Trait] = &[Waiting, ByAlgorithm, Long, InLines];

/// All kinds.
pub(crate) const KINDS: &[AskKind] = &[
    kind("formula", &["of"], PLANNED, formula::read),
    kind("growth", &["of", "in"], PLANNED, growth::read),
    kind("number", &["tolerance", "unit"], PLANNED, number::read),
    kind("steps", &[], PLANNED, number::read_steps),
    kind("schedule", &[], &[Long, InLines], schedule::read_schedule),
    kind("program", &["up_to", "solution"], &[Long, InLines], program::read),
    kind("step", &["step"], &[ByAlgorithm, Long], step::read),
    kind("messages", &["step"], PLANNED, number::read_messages),
    kind("route", &["from", "to"], &[Waiting, OfNetwork], route::read),
    kind("links", &["from", "to"], &[Waiting, OfNetwork], route::read_links),
    kind("trace", &["after", "inputs", "operator"], TRACED, trace::read_trace),
    kind("best", &["among", "over"], &[], best::read),
    kind("verdict", &["schedule"], &[], schedule::read_verdict),
    kind("explain", &["what"], &[Composed, Waiting, Long, InLines], read_explain),
    kind("network", &["of"], &[Waiting, OfNetwork], stated::read_network),
    kind("routes", &["from", "to"], &[Waiting, OfNetwork], stated::read_routes),
    kind("bound", &["of"], &[], stated::read_bound),
    kind("pieces", &[], &[], stated::read_pieces),
];

/// A kind of ask.
#[derive(Debug)]
pub(crate) struct AskKind {
    /// Its name in a problem set.
    pub(crate) name: &'static str,
    /// The keys that it has of its own.
    pub(crate) keys: &'static [&'static str],
    /// What holds of it.
    pub(crate) traits: &'static [Trait],
    /// What is asked, as the keys have it.
    pub(crate) read: ReadAsk,
}

/// Reads what is asked.
type ReadAsk = fn(&Keys<'_, '_>, &AskContext<'_>) -> Option<Arc<dyn Asked>>;

const fn kind(
    name: &'static str,
    keys: &'static [&'static str],
    traits: &'static [Trait],
    read: ReadAsk,
) -> AskKind {
    AskKind { name, keys, traits, read }
}

/// What holds of some kinds of asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trait {
    /// It can be about several collectives, one after another.
    Composed,
    /// It can be about messages that wait for each other.
    Waiting,
    /// Its answer follows from an algorithm, which may be one that the program does not know.
    ByAlgorithm,
    /// It is about the network, whatever runs there.
    OfNetwork,
    /// Answers are lists of messages or of blocks.
    Long,
    /// They have several lines.
    InLines,
}

impl AskKind {
    /// The kind with this name.
    pub(crate) fn named(name: &str) -> Option<&'static Self> {
        KINDS.iter().find(|kind| kind.name == name)
    }

    pub(crate) fn is(&self, of: Trait) -> bool {
        self.traits.contains(&of)
    }
}

/// What is asked.
pub(crate) trait Asked: Debug + Send + Sync {
    /// The question in a sentence.
    fn sentence(&self, question: &Question) -> String;

    /// An answer that can be read, though seldom the right one.
    fn examples(&self, question: &Question) -> Vec<String>;

    /// The grade of an answer.
    ///
    /// # Errors
    /// Why it cannot be read.
    fn grade(&self, key: &Key<'_>, text: &str) -> Result<Graded, String>;

    /// The right answer, which can be handed in, with formulas between `$` and `$`.
    fn solution(&self, key: &Key<'_>) -> String;

    /// The value that another algorithm has, where the answer is one value.
    fn value_of(&self, _: &Key<'_>, _: &Ranked) -> Option<String> {
        None
    }

    /// Why it is right, in a sentence for the worked solution.
    fn reason(&self, _: &Key<'_>) -> Option<String> {
        None
    }

    /// Why no answer could be right, behind the name of the ask.
    fn unanswerable(&self, _: &Key<'_>) -> Option<String> {
        None
    }

    /// The lines that students are shown.
    fn shown(&self) -> Option<&str> {
        None
    }

    /// The number of nodes that it gives inputs for.
    fn inputs(&self) -> Option<usize> {
        None
    }
}

fn read_explain(keys: &Keys<'_, '_>, _: &AskContext<'_>) -> Option<Arc<dyn Asked>> {
    let what = keys.read("what", |node| text_of(node, "a question"));
    let what = what.unwrap_or_else(|| "Explain your answers.".to_owned());
    Some(Arc::new(ExplainAsk(what)))
}

/// The question that a text answers.
#[derive(Debug)]
struct ExplainAsk(String);

impl Asked for ExplainAsk {
    fn sentence(&self, _: &Question) -> String {
        self.0.clone()
    }

    fn examples(&self, _: &Question) -> Vec<String> {
        vec!["a few sentences".to_owned()]
    }

    fn grade(&self, _: &Key<'_>, _: &str) -> Result<Graded, String> {
        Ok(Graded::undecided("a person reads this text"))
    }

    fn solution(&self, _: &Key<'_>) -> String {
        "a person reads the text".to_owned()
    }
}
