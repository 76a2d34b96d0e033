//! The grade of one answer, and the tables: the words and signs that answers are read by, `words.txt`, and the sentences that
//! are said of them, `sentences.txt`.

use std::sync::LazyLock;

use crate::prelude::*;
use hockney_base::table::{List, Table, filled};

/// The verdict about an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// It is right, for the question's algorithm or another that is accepted.
    Right,
    /// It is right for something else than what was asked, or in part.
    Partly,
    /// It is certainly wrong.
    Wrong,
    /// The program is not sure: for the teacher.
    Undecided,
    /// It could not be read: for the teacher.
    UnreadableSet,
    /// There is none.
    Missing,
}

impl Verdict {
    /// As reports write it.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Right => "right",
            Verdict::Partly => "partly right",
            Verdict::Wrong => "wrong",
            Verdict::Undecided => "undecided",
            Verdict::UnreadableSet => "could not be read",
            Verdict::Missing => "missing",
        }
    }

    /// Whether a person must look at it.
    pub fn is_for_the_teacher(self) -> bool {
        matches!(self, Verdict::Undecided | Verdict::UnreadableSet)
    }
}

/// By what a verdict was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Two formulas are equal, or differ, for all sizes that are meant.
    Identity,
    /// Two values are equal, or differ, at the question's size and numbers.
    Value,
    /// The checker found the schedule valid, or a violation in it.
    Checker,
    /// The answer was compared with the schedules of the known algorithms.
    Key,
    /// No schedule can be so good.
    Bound,
}

impl Basis {
    /// As reports write it.
    pub fn name(self) -> &'static str {
        match self {
            Basis::Identity => "identity",
            Basis::Value => "value at the size",
            Basis::Checker => "checker",
            Basis::Key => "key",
            Basis::Bound => "lower bound",
        }
    }
}

/// The verdict on one answer, and what the student reads.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Graded {
    /// The verdict.
    pub verdict: Verdict,
    /// By what it was decided, if it is right, partly right or wrong.
    pub basis: Option<Basis>,
    /// The share of the ask's points that it earns, from 0 to 1.
    pub share: Rational,
    /// The mistake or other reason in a few words that a teacher understands, the same for the same
    /// mistake: classes are counted by it.
    pub reason: Option<String>,
    /// One or two sentences that do not give the answer away.
    pub hint: String,
    /// The full feedback, with the right answer.
    pub full: String,
}

impl Graded {
    /// Right, with one sentence.
    pub(super) fn right(text: impl Into<String>) -> Self {
        Graded { share: Rational::one(), ..Graded::nothing(Verdict::Right, text) }
    }

    /// Certainly wrong, for this reason.
    pub(super) fn wrong(text: impl Into<String>) -> Self {
        let text = text.into();
        let reason = Some(text.clone());
        Graded { reason, ..Graded::nothing(Verdict::Wrong, text) }
    }

    /// Right in part: this share of the points.
    pub(super) fn partly(share: &Rational, text: impl Into<String>) -> Self {
        Graded::wrong(text).earning(share)
    }

    /// With the reason by which classes are counted.
    pub(super) fn counted_as(self, reason: impl Into<String>) -> Self {
        Graded { reason: Some(reason.into()), ..self }
    }

    /// With what a student reads who need not answer again.
    pub(super) fn full(self, full: impl Into<String>) -> Self {
        Graded { full: full.into(), ..self }
    }

    /// With full feedback that continues from the hint.
    pub(super) fn and(self, more: impl std::fmt::Display) -> Self {
        let full = format!("{}{more}", self.hint);
        self.full(full)
    }

    /// With this share of the points.
    pub(super) fn earning(self, share: &Rational) -> Self {
        let verdict = if share.is_one() {
            Verdict::Right
        } else if share.is_zero() {
            Verdict::Wrong
        } else {
            Verdict::Partly
        };
        Graded { verdict, share: share.clone(), ..self }
    }

    /// With more words, whether or not the student may answer again.
    pub(super) fn adding(self, more: &str) -> Self {
        Graded { hint: self.hint + more, full: self.full + more, ..self }
    }

    /// With what was read in one of several ways: `n as p`.
    pub(super) fn reading(self, what: &str) -> Self {
        self.adding(&format!(" (with {what})"))
    }

    /// With the parts of the answer that were skipped, quoted.
    pub(super) fn skipping(self, skipped: &[String]) -> Self {
        if skipped.is_empty() {
            return self;
        }
        let quoted: Vec<String> = skipped.iter().map(|part| format!("`{part}`")).collect();
        self.adding(&format!("; skipped: {}", quoted.join(", ")))
    }

    /// The better of two for the student: right before partly right, and that before any other; of
    /// two that are alike this one.
    #[must_use]
    pub(super) fn or_better(self, other: Self) -> Self {
        let rank = |graded: &Graded| match graded.verdict {
            Verdict::Right => 0,
            Verdict::Partly => 1,
            _ => 2,
        };
        if rank(&other) < rank(&self) { other } else { self }
    }

    /// With what decided it, where nothing more exact is known.
    pub(super) fn by(self, basis: Basis) -> Self {
        let decided = matches!(self.verdict, Verdict::Right | Verdict::Partly | Verdict::Wrong);
        Graded { basis: self.basis.or(Some(basis)).filter(|_| decided), ..self }
    }

    /// Not decided: for the teacher.
    pub(super) fn undecided(text: impl Into<String>) -> Self {
        Graded::nothing(Verdict::Undecided, text)
    }

    /// Not read: for the teacher.
    pub(super) fn unreadable(text: impl Into<String>) -> Self {
        Graded::nothing(Verdict::UnreadableSet, text)
    }

    /// No points and no judgement.
    pub(super) fn nothing(verdict: Verdict, text: impl Into<String>) -> Self {
        let text = text.into();
        Graded {
            verdict,
            basis: None,
            share: Rational::default(),
            reason: None,
            hint: text.clone(),
            full: text,
        }
    }
}

static LISTS: LazyLock<Table> = LazyLock::new(|| Table::of(include_str!("words.txt")));

/// The list with this name.
pub(super) fn list(name: &str) -> &'static List {
    LISTS.list(name)
}

static SENTENCES: LazyLock<Table> = LazyLock::new(|| Table::of(include_str!("sentences.txt")));

/// What stands in a sentence in the place of a name.
pub(super) type Placeholder<'w> = (&'static str, &'w dyn Display);

impl Key<'_> {
    /// The grade with a sentence of the table, the names in it replaced.
    pub(super) fn say(&self, sentence: &str, words: &[Placeholder<'_>]) -> Graded {
        // Every other name is that of the question's algorithm.
        let word = |name: &str| {
            let word = words.iter().find(|(of, _)| *of == name).map(|(_, word)| word.to_string());
            word.or_else(|| Some(self.algorithm.name().to_owned()))
        };
        let mut columns = SENTENCES.list(sentence).iter().map(|text| filled(text, word));
        let mut next = || columns.next().filter(|text| text != "-");
        let (verdict, hint) = (next().unwrap_or_default(), next().unwrap_or_default());
        let graded = match &*verdict {
            "right" => Graded::right(hint),
            "undecided" => Graded::undecided(hint),
            "below" => Graded::wrong(hint).by(Basis::Bound),
            "wrong" => Graded::wrong(hint),
            share => Graded::partly(&self.question.partial.of(share), hint),
        };
        let graded = match next() {
            Some(reason) => graded.counted_as(reason),
            None => graded,
        };
        match next() {
            Some(more) if more.starts_with("= ") => graded.full(&more[2..]),
            Some(more) => graded.and(more),
            None => graded,
        }
    }
}
