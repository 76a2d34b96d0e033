//! A submission with its marks, and a class of them.

use std::collections::BTreeMap;

use super::answers::Submission;
use super::grade::grade;
use super::key::Key;
use super::verdict::{Graded, Verdict};
use hockney_base::diagnostic::nearest;
use hockney_base::number::Rational;
use hockney_files::shortened;

/// A submission with its marks.
#[derive(Clone, Debug)]
pub struct Marked {
    /// Where it comes from.
    pub file: String,
    /// The name of the student, if the file has one.
    pub student: Option<String>,
    /// The marks, ask by ask in the order of the set; all missing where the file is unusable.
    pub marks: Vec<Mark>,
    /// Notes about the whole file: answers to questions that the set does not have.
    pub notes: Vec<String>,
    /// The notes about answers that may be meant for a question that has none.
    pub misnamed: Vec<String>,
    /// What the author of the file should change, though all of it is graded.
    pub warnings: Vec<String>,
    /// Why nothing of it could be graded, if so.
    pub unusable: Option<String>,
    /// The variant of the set that it was graded with, where students have their own.
    pub variant: Option<String>,
    /// Another submission by the same student, which a person must choose between.
    pub twice: Option<String>,
}

/// The mark for one ask.
#[derive(Clone, Debug)]
pub struct Mark {
    /// The name of the ask.
    pub ask: String,
    /// The verdict on the answer.
    pub graded: Graded,
    /// The points that it earns.
    pub points: Rational,
    /// The points that it may earn.
    pub of: Rational,
    /// The decision of the teacher and its note, if it replaced the program's verdict.
    pub decided: Option<String>,
}

impl Mark {
    /// The verdict: that of the program, or what the points of the teacher's decision amount to.
    pub fn verdict(&self) -> Verdict {
        match self.decided {
            None => self.graded.verdict,
            Some(_) if self.points == self.of => Verdict::Right,
            Some(_) if self.points.is_zero() => Verdict::Wrong,
            Some(_) => Verdict::Partly,
        }
    }

    /// Whether a person must decide.
    pub fn is_open(&self) -> bool {
        self.verdict().is_for_the_teacher()
    }
}

/// The warning about a file without its first line.
const NO_FORMAT: &str =
    "`format: hockney/answers/v1` is missing; the file is read as if it had this line";

impl Marked {
    /// Grades a submission.
    pub fn new(keys: &[Key<'_>], file: &str, submission: &Submission) -> Self {
        let asks =
            || keys.iter().flat_map(|key| key.question.asks.iter().map(move |ask| (key, ask)));
        let mark = |(key, ask): (&Key<'_>, &super::Ask)| {
            let graded = match submission.contradiction(&ask.name) {
                None => grade(key, ask, submission.answer(&ask.name)),
                Some((first, other)) => {
                    let (first, other) = (shortened(&first.text), shortened(&other.text));
                    let why = format!("two answers are given, `{first}` and `{other}`");
                    Graded::undecided(why + ": give one")
                }
            };
            let points = &graded.share * &ask.points;
            Mark { ask: ask.name.clone(), graded, points, of: ask.points.clone(), decided: None }
        };
        let no_yaml = submission.no_yaml.as_ref().map(|why| {
            format!(
                "the file cannot be read as YAML; it was read line by line, one answer after another: \
                     {why}"
            )
        });
        let known: Vec<&str> = asks().map(|(_, ask)| &*ask.name).collect();
        let strangers = submission.answers.iter().filter(|(name, _)| !known.contains(&&**name));
        let (mut notes, mut misnamed) = (Vec::new(), Vec::new());
        for (name, _) in strangers {
            let note = match meant(name, &known) {
                Some(near) => {
                    let note = format!("the set has no question `{name}`; did you mean `{near}`?");
                    misnamed.extend(submission.answer(near).is_none().then(|| note.clone()));
                    note
                }
                None => format!("the set has no question `{name}`"),
            };
            notes.push(note);
        }
        Marked {
            file: file.to_owned(),
            student: submission.student.clone(),
            marks: asks().map(mark).collect(),
            warnings: submission.no_format.then(|| NO_FORMAT.to_owned()).into_iter().collect(),
            notes: no_yaml.into_iter().chain(few(notes)).collect(),
            misnamed: few(misnamed),
            unusable: None,
            variant: None,
            twice: None,
        }
    }

    /// A file of which nothing can be graded.
    pub fn unusable(keys: &[Key<'_>], file: &str, why: String) -> Self {
        let empty = Marked::new(keys, file, &Submission::default());
        Marked { unusable: Some(why), ..empty }
    }

    /// All points.
    pub fn points(&self) -> Rational {
        self.marks.iter().map(|mark| &mark.points).sum()
    }

    /// All points that may be had.
    pub fn of(&self) -> Rational {
        self.marks.iter().map(|mark| &mark.of).sum()
    }

    /// The marks that a person must decide.
    pub fn open(&self) -> impl Iterator<Item = &Mark> {
        self.marks.iter().filter(|mark| mark.is_open())
    }

    /// Whether a person must look at it.
    pub fn is_for_the_teacher(&self) -> bool {
        self.unusable.is_some()
            || self.twice.is_some()
            || !self.misnamed.is_empty()
            || self.open().next().is_some()
    }
}

/// The ask that an unknown name may mean: the nearest, or the only one that begins and ends alike,
/// `ring-broadcast.steps` for `ring.steps`.
fn meant<'k>(name: &str, known: &[&'k str]) -> Option<&'k str> {
    let alike = || {
        let (start, end) = name.rsplit_once('.').filter(|(start, _)| !start.is_empty())?;
        let fits = |ask: &&&str| {
            ask.rsplit_once('.').is_some_and(|(of, kind)| kind == end && of.starts_with(start))
        };
        let mut found = known.iter().filter(fits);
        found.next().filter(|_| found.next().is_none()).copied()
    };
    nearest(name, known.iter().copied()).or_else(alike)
}

/// The most notes about answers to unknown questions.
const STRANGERS: usize = 5;

/// The first of many notes, and how many more there are.
fn few(mut notes: Vec<String>) -> Vec<String> {
    if let Some(more) = notes.len().checked_sub(STRANGERS).filter(|more| *more > 0) {
        notes.truncate(STRANGERS);
        notes.push(format!("and {more} more answers to questions that the set does not have"));
    }
    notes
}

/// The results of a class for one question.
#[derive(Clone, Debug)]
pub struct AskSummary {
    /// The name of the ask.
    pub ask: String,
    /// How many answers got each verdict.
    pub verdicts: BTreeMap<Verdict, usize>,
    /// The points of all together.
    pub points: Rational,
    /// The points that may be had for one answer.
    pub of: Rational,
    /// The mistakes, the commonest first.
    pub mistakes: Vec<(String, usize)>,
}

/// The results of a class for each question, in the order of the set.
pub fn summary(class: &[Marked]) -> Vec<AskSummary> {
    let Some(first) = class.first() else { return Vec::new() };
    let of_ask = |(at, mark): (usize, &Mark)| {
        let marks = || class.iter().filter_map(move |marked| marked.marks.get(at));
        let mut verdicts = BTreeMap::new();
        for mark in marks() {
            *verdicts.entry(mark.graded.verdict).or_default() += 1;
        }
        let wrong = marks().filter(|mark| mark.graded.verdict != Verdict::Right);
        let mistakes = commonest(wrong.filter_map(|mark| mark.graded.reason.as_deref()));
        let points = marks().map(|mark| &mark.points).sum();
        AskSummary { ask: mark.ask.clone(), verdicts, points, of: mark.of.clone(), mistakes }
    };
    first.marks.iter().enumerate().map(of_ask).collect()
}

/// How often each of the reasons is given, the commonest first.
pub(super) fn commonest<'r>(reasons: impl Iterator<Item = &'r str>) -> Vec<(String, usize)> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    reasons.for_each(|reason| *counts.entry(reason).or_default() += 1);
    let counts = counts.into_iter().map(|(reason, count)| (reason.to_owned(), count));
    let mut counts: Vec<(String, usize)> = counts.collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts
}
