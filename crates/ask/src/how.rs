//! How a question is answered, and algorithms are ranked: one type for both, so that both have one answer.

use super::answer::Unanswered;
use super::placement::Search;
use hockney_core::checker::{self, Checked, Limits, NoAnswer};
use hockney_core::collective::Schedule;
use hockney_core::topology::Topology;
use hockney_cost::{Model, Numbers, Switching};
use hockney_plan::question::{Choice, Question};

/// How a question is answered, and algorithms are ranked.
#[derive(Clone)]
pub struct How<'a> {
    /// The algorithm.
    pub algorithm: Choice<'a>,
    /// The names of the only algorithms to rank; all where there are none.
    pub only: Vec<String>,
    /// How blocks are cut if m is given.
    pub cut: Cut,
    /// The search for the best placement of each algorithm, if its ranks may be on any nodes.
    pub search: Option<Search>,
    /// What is looked at.
    pub look: Look,
    /// Whether all algorithms of a ranking are planned, checked and measured with hops, or only those without a closed
    /// form.
    pub measure: bool,
    /// Whether the nodes of a grid are numbered column by column.
    pub columns: bool,
    /// The numbers of the model.
    pub numbers: Numbers,
    /// What is charged for; with contention algorithms whose messages share links are ranked, too.
    pub model: Model,
    /// Whether messages may share links with contention only, also on a machine ([`Topology::is_machine`]).
    pub strict: bool,
    /// The limits for planning and checking one algorithm.
    pub limits: Limits,
    /// The maximum number of messages of a ranked schedule, and of values in them, that are examined for whole
    /// words.
    pub weighed: u64,
    /// Of how many sizes algorithms that no lemma is about are looked at: each has its share of the limits.
    pub sharing_sizes: u64,
    /// Algorithms that are not looked at, since at a smaller size they were beyond those limits.
    pub beyond: Vec<&'static str>,
    /// Checks a schedule, if `every` message without concluding anything from templates.
    pub check: Check,
    /// Refuses a planned or read schedule before it is checked, if what comes after the check could not use it.
    pub suits: &'a Suits<'a>,
}

/// Checks a schedule.
pub type Check = fn(&Schedule, &Limits, every: bool) -> Result<Checked, NoAnswer>;

/// Refuses a schedule.
pub type Suits<'a> = dyn Fn(&Schedule) -> Result<(), Unanswered> + Sync + 'a;

impl Default for How<'_> {
    fn default() -> Self {
        How {
            algorithm: Choice::Default,
            only: Vec::new(),
            cut: Cut { best: true, whole_words: true },
            search: None,
            look: Look::default(),
            measure: false,
            columns: false,
            numbers: Numbers::default(),
            model: Model::default(),
            strict: false,
            limits: Limits::default(),
            weighed: MOST_WEIGHED,
            sharing_sizes: 1,
            beyond: Vec::new(),
            check: |schedule, limits, every| {
                let check = if every { checker::check_every_message } else { checker::check };
                check(schedule, limits)
            },
            suits: &|_| Ok(()),
        }
    }
}

impl How<'_> {
    /// With these numbers, and the rest by default.
    pub fn at(numbers: Numbers) -> Self {
        How { numbers, ..How::default() }
    }

    /// The same on a topology: on a machine messages may share links, unless it is to be strict, or forwarded in a way for
    /// which nothing says how long they wait.
    #[must_use]
    pub fn on(&self, topology: &Topology) -> Self {
        let waits = self.model.switching == Switching::CutThrough;
        let shares = waits && !self.strict && topology.is_machine();
        let model = Model { contention: self.model.contention || shares, ..self.model };
        How { model, ..self.clone() }
    }

    /// Checks a schedule that suits.
    pub(super) fn checked(&self, schedule: &Schedule, every: bool) -> Result<Checked, Unanswered> {
        (self.suits)(schedule)?;
        Ok((self.check)(schedule, &self.limits, every)?)
    }

    /// Messages that wait for each other are sent by cut-through, also those of a search.
    pub(super) fn cuts_through(&self) -> Result<(), Unanswered> {
        let tables = !self.numbers.tables.is_empty();
        if tables && self.model.switching == Switching::StoreAndForward {
            let message = "--times is defined for cut-through switching";
            let help = "leave out --times or --switching store-and-forward";
            return Err(Unanswered::unusable(message).help(help));
        }
        let waits = self.model.contention || self.search.is_some();
        if waits && self.model.switching == Switching::StoreAndForward {
            let message = "--contention is defined for cut-through switching";
            let help = "leave out --contention or --switching store-and-forward";
            return Err(Unanswered::unusable(message).help(help));
        }
        Ok(())
    }

    /// Whether closed forms are the costs: without hops, on links that are used once.
    pub(super) fn has_forms(&self, question: &Question) -> bool {
        !self.model.by_size && !self.model.combining && self.counts_steps(question)
    }

    /// The same whatever a message of each size takes.
    pub(super) fn counts_steps(&self, question: &Question) -> bool {
        let measured = self.measure || self.model.switching != Switching::CutThrough;
        !measured && self.search.is_none() && question.placement().is_none()
    }

    /// The same options, measuring hops and what is combined, which closed forms do not have, if these take time, and each
    /// size of message with tables.
    pub(super) fn counting_hops(&self, numbers: &Numbers) -> Self {
        let measure = self.measure || !numbers.t_h.is_zero();
        How { measure, model: self.model.with(numbers), ..self.clone() }
    }
}

/// What is looked at of a planned schedule. It never changes an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// The templates, where messages are many and there are templates; above the limits the proof for all sizes.
    #[default]
    Cheapest,
    /// Every message; it is these that are written or drawn.
    EveryMessage,
    /// The templates.
    Templates,
    /// The templates of a file; on request every message that they stand for.
    Compact {
        /// Whether every message is looked at.
        every_message: bool,
    },
    /// No message, but the proof for all sizes.
    Proof,
}

/// How blocks are cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cut {
    /// Whether an algorithm with any number of pieces uses the best number instead of the requested one.
    pub best: bool,
    /// Whether totals use pieces of whole words instead of m/n words.
    pub whole_words: bool,
}

/// The default limit of messages that are examined for whole words.
pub const MOST_WEIGHED: u64 = 1 << 22;
