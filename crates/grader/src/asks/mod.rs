//! The kinds of asks, with their names and keys. The file of each has how it is read, what the sheet prints, and how answers
//! are graded. Free text, which a person grades, is here.

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
use crate::problems::keys::{quantity, step};
use Trait::{ByAlgorithm, Composed, InLines, Long, OfNetwork, Waiting};
use best::BestAsk;
use formula::FormulaAsk;
use growth::GrowthAsk;
use number::{CountAsk, NumberAsk};
use program::ProgramAsk;
use route::{LinksAsk, RouteAsk};
use schedule::{ScheduleAsk, VerdictAsk};
use stated::StatedAsk::{Bound, Network, Pieces, Routes};
use stated::{BOUNDS, MEASURES, of};
use step::StepAsk;
use trace::TraceAsk;

pub(crate) use number::measured;

/// What holds of an ask whose answer follows from the plan of an algorithm.
const PLANNED: &[Trait] = &[Composed, Waiting, ByAlgorithm];

/// What holds of one whose answer is a list of blocks.
const TRACED: &[Trait] = &[Waiting, ByAlgorithm, Long, InLines];

/// What holds of one about the network alone.
const ON_NETWORK: &[Trait] = &[Waiting, OfNetwork];

/// What holds of a text.
const EXPLAINED: &[Trait] = &[Composed, Waiting, Long, InLines];

/// All kinds.
pub(crate) const KINDS: &[AskKind] = &[
    kind("formula", &["of"], PLANNED, |keys, _| asked(FormulaAsk(quantity(keys)?))),
    kind("growth", &["of", "in"], PLANNED, |keys, _| asked(GrowthAsk::read(keys)?)),
    kind("number", &["tolerance", "unit"], PLANNED, |keys, at| asked(NumberAsk::read(keys, at))),
    kind("steps", &[], PLANNED, |_, _| asked(CountAsk::Steps)),
    kind("schedule", &[], &[Long, InLines], |_, _| asked(ScheduleAsk)),
    kind("program", &["up_to", "solution"], &[Long, InLines], |k, _| asked(ProgramAsk::read(k))),
    kind("step", &["step"], &[ByAlgorithm, Long], |keys, _| asked(StepAsk::read(keys)?)),
    kind("messages", &["step"], PLANNED, |k, _| asked(CountAsk::Messages(k.read("step", step)))),
    kind("route", &["from", "to"], ON_NETWORK, |keys, at| asked(RouteAsk::read(keys, at)?)),
    kind("links", &["from", "to"], ON_NETWORK, |k, at| asked(LinksAsk(RouteAsk::read(k, at)?))),
    kind("trace", &["after", "inputs", "operator"], TRACED, |k, at| asked(TraceAsk::read(k, at)?)),
    kind("best", &["among", "over"], &[], |keys, at| asked(BestAsk::read(keys, at))),
    kind("verdict", &["schedule"], &[], |keys, at| asked(VerdictAsk::read(keys, at)?)),
    kind("explain", &["what"], EXPLAINED, |keys, _| asked(ExplainAsk::read(keys))),
    kind("network", &["of"], ON_NETWORK, |keys, _| asked(Network(of(keys, &MEASURES)?))),
    kind("routes", &["from", "to"], ON_NETWORK, |k, at| asked(Routes(RouteAsk::read(k, at)?))),
    kind("bound", &["of"], &[], |keys, _| asked(Bound(of(keys, &BOUNDS)?))),
    kind("pieces", &[], &[], |_, _| asked(Pieces)),
];

#[allow(clippy::unnecessary_wraps)] // what may lack a key is read in the same row
fn asked(what: impl Asked + 'static) -> Option<Arc<dyn Asked>> {
    Some(Arc::new(what))
}

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

    /// Answers that can be read, though seldom the right one, beside those that the table has for the kind.
    fn examples(&self, _: &Question) -> Vec<String> {
        Vec::new()
    }

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

/// The question that a text answers.
#[derive(Debug)]
struct ExplainAsk(String);

impl ExplainAsk {
    fn read(keys: &Keys<'_, '_>) -> Self {
        let what = keys.read("what", |node| text_of(node, "a question"));
        ExplainAsk(what.unwrap_or_else(|| "Explain your answers.".to_owned()))
    }
}

impl Asked for ExplainAsk {
    fn sentence(&self, _: &Question) -> String {
        self.0.clone()
    }

    fn grade(&self, _: &Key<'_>, _: &str) -> Result<Graded, String> {
        Ok(Graded::undecided("a person reads this text"))
    }

    fn solution(&self, _: &Key<'_>) -> String {
        "a person reads the text".to_owned()
    }
}
