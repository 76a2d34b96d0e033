//! A problem set: questions, and what each of them asks for.

mod ask;
mod question;
mod read;

use crate::number::Rational;

pub(super) use ask::range;
pub use ask::{Ask, Asked, Quantity, Symbol};
pub use question::{Accept, Numbering, Question};
pub(super) use read::is_format;
pub use read::read_problems;

/// The format that this version reads.
pub(super) const FORMAT: &str = "hockney/problems/v1";

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

/// Shares of the points for answers that are right in part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partial {
    /// Right for another algorithm, which the question does not accept.
    pub other_algorithm: Rational,
    /// Right in another model: t_h kept, store-and-forward, neighbour by neighbour.
    pub other_model: Rational,
    /// The textbook's approximation.
    pub approximation: Rational,
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
            other_model: half,
            approximation: Rational::one(),
            one_slip: Rational::default(),
            congested: Rational::default(),
            steps_right: Rational::default(),
            reasons: Vec::new(),
        }
    }
}
