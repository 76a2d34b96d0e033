//! The kinds of asks, a file for each: its name and keys, how it is read, what the sheet prints, and how answers are
//! graded.

mod best;
mod counts;
mod explain;
mod formula;
mod growth;
mod links;
mod number;
mod program;
mod route;
mod schedule;
mod stated;
mod step;
mod trace;
mod verdict;

use std::fmt::Debug;
use std::sync::Arc;

use crate::problems::keys::{AskContext, Keys};
use crate::{Graded, Key, Question};

pub(crate) use number::measured;

/// All kinds.
pub(crate) const KINDS: [&AskKind; 18] = [
    &formula::KIND,
    &growth::KIND,
    &number::KIND,
    &counts::STEPS,
    &schedule::KIND,
    &program::KIND,
    &step::KIND,
    &counts::MESSAGES,
    &route::KIND,
    &links::KIND,
    &trace::KIND,
    &best::KIND,
    &verdict::KIND,
    &explain::KIND,
    &stated::NETWORK,
    &stated::ROUTES,
    &stated::BOUND,
    &stated::PIECES,
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
    pub(crate) read: fn(&Keys<'_, '_>, &AskContext<'_>) -> Option<Arc<dyn Asked>>,
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
    fn grade(&self, key: &Key<'_>, text: &str) -> Graded;

    /// The right answer, which can be handed in, with formulas between `$` and `$`.
    fn solution(&self, key: &Key<'_>) -> String;

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
