//! One way from a question to an answer: what is asked, how it is looked at, and what it costs.
//!
//! ```
//! use hockney_ask::answer::{Choice, How, answer};
//! use hockney_core::topology::Topology;
//! use hockney_plan::question::Question;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let question = Question::new("broadcast", Topology::parse("mesh:4x4")?)?.with_root(5)?;
//! let how = How { algorithm: Choice::Named("chain"), ..How::default() };
//! let answer = answer(question, &how)?;
//! assert_eq!(answer.figures().cost.as_ref().unwrap().to_string(), "15 t_s + 15 m t_w + 29 t_h");
//! # Ok(())
//! # }
//! ```

pub mod choice;
mod error;
mod large;
mod priced;
mod sent;
mod subject;

pub use choice::Choice;
pub use error::{Unanswered, Why};
pub use large::{Large, Proved, raised};
pub use priced::{Priced, WholeWords};
pub use sent::{AtOnce, Door, SharedDoor};
pub use subject::{Subject, has_compact};

pub use crate::how::{Check, How, Look, Suits};
use crate::{BestPieces, Ranked};
use hockney_base::number::Rational;
use hockney_core::checker::Checked;
use hockney_core::collective::Schedule;
use hockney_cost::{Cost, Numbers, Switching};
use hockney_formula::Bindings;
use hockney_plan::planner::Algorithm;
use hockney_plan::question::Question;

/// What is asked about.
#[derive(Clone)]
pub enum ScheduleSource {
    /// A question, to be planned.
    Planned(Question),
    /// A question about a machine that is too large to be made.
    Large(Large),
    /// A schedule of which some phases have no steps, which are to be planned.
    Composed(Schedule),
    /// A schedule that was read, with the algorithm that it claims.
    Read(Schedule, Option<String>),
    /// The same, which was checked while it was read.
    Passed(Box<Checked>, Option<String>),
}

impl From<Question> for ScheduleSource {
    fn from(question: Question) -> Self {
        ScheduleSource::Planned(question)
    }
}

/// An answer.
pub enum Answer {
    /// Messages, or templates of them, were looked at.
    Priced(Box<Priced>),
    /// A proof was.
    Proved(Box<Proved>),
}

impl From<Priced> for Answer {
    fn from(priced: Priced) -> Self {
        Answer::Priced(Box::new(priced))
    }
}

impl Answer {
    /// The checked schedule with its price, if messages were looked at.
    pub fn priced(&self) -> Option<&Priced> {
        match self {
            Answer::Priced(priced) => Some(priced),
            Answer::Proved(_) => None,
        }
    }

    /// The numbers of the answer.
    pub fn figures(&self) -> &Figures {
        match self {
            Answer::Priced(priced) => &priced.figures,
            Answer::Proved(proved) => &proved.figures,
        }
    }

    /// Whether the schedule breaks no rule, but for those of ports and links where messages may wait for each other.
    pub fn is_valid(&self) -> bool {
        self.priced().is_none_or(|of| of.subject.report().is_valid_if(of.model.contention))
    }
}

/// The numbers of an answer, which do not depend on what was looked at.
#[non_exhaustive]
pub struct Figures {
    /// The algorithm that planned the schedule.
    pub algorithm: Option<&'static Algorithm>,
    /// The number of steps.
    pub steps: u128,
    /// The number of messages.
    pub messages: u128,
    /// The cost, by proof without hops; `None` for a schedule that is refused.
    pub cost: Option<Cost>,
    /// The cost with numbers, and the time of a call.
    pub total: Option<Rational>,
    /// The same if no rank waits for the others at the end of a step, if that is asked for.
    pub asynchronous: Option<Rational>,
    /// The numbers, with the times of the classes of the machine.
    pub numbers: Numbers,
    /// What comes of pieces being whole words.
    pub whole_words: Option<WholeWords>,
    /// The values of the symbols of a formula.
    pub bindings: Bindings,
    /// The number of pieces that was chosen, if one was.
    pub best_pieces: Option<BestPieces>,
}

impl Figures {
    /// The total that decides.
    pub fn deciding(&self) -> Option<&Rational> {
        self.asynchronous.as_ref().or(self.total.as_ref())
    }
}

/// Plans or takes a schedule, and checks it. No schedule is checked by a proof.
///
/// # Errors
/// A question that cannot be asked like this, and a limit.
pub fn checked(source: ScheduleSource, how: &How<'_>) -> Result<Subject, Unanswered> {
    how.cuts_through()?;
    match source {
        ScheduleSource::Planned(question) => subject::planned(&question, how),
        ScheduleSource::Large(large) => Err(large.too_large(how)),
        ScheduleSource::Composed(schedule) => {
            let filled = subject::filled(schedule)?;
            Ok(Subject::read(how.checked(&filled, false)?, None))
        }
        ScheduleSource::Read(schedule, said) => {
            let every = how.look == Look::EveryMessage;
            Ok(Subject::read(how.checked(&schedule, every)?, said))
        }
        ScheduleSource::Passed(checked, said) => Ok(Subject::read(*checked, said)),
    }
}

/// The same with its price.
///
/// # Errors
/// As for [`checked`].
pub fn priced(source: ScheduleSource, how: &How<'_>) -> Result<Priced, Unanswered> {
    Priced::of(checked(source, how)?, how)
}

/// The answer: the same whatever is looked at.
///
/// # Errors
/// As for [`checked`], and a proof that is missing.
pub fn answer(source: impl Into<ScheduleSource>, how: &How<'_>) -> Result<Answer, Unanswered> {
    let source = source.into();
    if let ScheduleSource::Planned(question) = &source {
        let may_share = how.on(question.machine()).model.contention;
        needs_contention(how.search.is_some(), may_share)?;
    }
    how.cuts_through()?;
    let proved = |proved: Result<Proved, Unanswered>| Ok(Answer::Proved(Box::new(proved?)));
    let source = match source {
        ScheduleSource::Large(large) => return proved(large.proved(how)),
        ScheduleSource::Planned(question) if how.look == Look::Proof => {
            return proved(large::by_proof(&question, how));
        }
        ScheduleSource::Planned(question) if how.look == Look::Cheapest => {
            match subject::planned(&question, how) {
                Err(limit) if limit.kind == Why::Undecided => {
                    return proved(large::beyond(&question, how, limit));
                }
                subject => return Priced::of(subject?, how).map(Answer::from),
            }
        }
        other => other,
    };
    priced(source, how).map(Answer::from)
}

/// The cost with numbers.
///
/// # Errors
/// As for [`answer`], a schedule that breaks a rule, and numbers that are missing.
pub fn total(source: impl Into<ScheduleSource>, how: &How<'_>) -> Result<Rational, Unanswered> {
    let answer = answer(source, how)?;
    let Figures { cost, total, numbers, .. } = answer.figures();
    let cost = cost.as_ref().ok_or_else(|| {
        Unanswered::unusable("the schedule breaks a rule, so it has no cost").help("check it first")
    })?;
    total.clone().ok_or_else(|| {
        let missing = numbers.missing(Some(cost)).join(" and ");
        Unanswered::unusable(format!("there is no total without {missing}"))
    })
}

/// The cheapest algorithm: the first of the ranking with the same options; `None` if a number is missing or none fits.
pub fn cheapest(question: &Question, how: &How<'_>) -> Option<Ranked> {
    crate::best(question, &how.numbers, how).ok()
}

/// A search prices messages that wait for each other, and so must the answer.
///
/// # Errors
/// A search without contention.
pub fn needs_contention(searches: bool, contention: bool) -> Result<(), Unanswered> {
    if searches && !contention {
        let message = "--place best prices messages that wait for each other";
        return Err(Unanswered::unusable(message).help("add --contention"));
    }
    Ok(())
}

/// Why a question with these options has no answer by proof, for the first of them that no proof mentions.
fn unproved(how: &How<'_>) -> Option<&'static str> {
    let given = [
        ("--contention", how.model.contention),
        ("--switching store-and-forward", how.model.switching == Switching::StoreAndForward),
        ("--th", !how.numbers.t_h.is_zero()),
        ("--link", !how.numbers.links.is_empty()),
        ("--gamma", !how.numbers.timing.gamma.is_zero()),
        ("--timing asynchronous", how.numbers.timing.asynchronous),
        ("--times", !how.numbers.tables.is_empty()),
    ];
    given.iter().find_map(|(option, given)| given.then_some(*option))
}
