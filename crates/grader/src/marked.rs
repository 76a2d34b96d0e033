//! A submission with its marks, a class of them, and a teacher's own decisions, which survive grading again.
//!
//! ```yaml
//! format: hockney/overrides/v1
//! decisions:
//!   - {student: s1234567, ask: ring-broadcast.formula, points: 2, note: "said in class"}
//! ```

use serde::Serialize;

use crate::answers::{Submission, is_name, student};
use crate::grade::grade;
use crate::prelude::*;
use crate::problems::keys::written;
use crate::problems::{ProblemSet, identity, shown};
use crate::sheet::about;
use hockney_base::diagnostic::nearest;
use hockney_files::{Content, Fields, events, is_format, list, unknown};

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
    /// The answer as it is written; the first of several.
    pub answer: String,
    /// The verdict on the answer.
    pub graded: Graded,
    /// The points that it earns.
    pub points: Rational,
    /// The points that it may earn.
    pub of: Rational,
    /// The decision of the teacher and its note, if it replaced the program's verdict.
    pub decided: Option<String>,
    /// The question and the right answer, where a person must decide.
    pub(super) about: Option<[String; 2]>,
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

impl Marked {
    /// Grades a submission.
    pub fn new(keys: &[Key<'_>], file: &str, submission: &Submission) -> Self {
        let asks =
            || keys.iter().flat_map(|key| key.question.asks.iter().map(move |ask| (key, ask)));
        let known: Vec<&str> = asks().map(|(_, ask)| &*ask.name).collect();
        let unread = Unread::of(submission, &known);
        let mark = |(key, ask): (&Key<'_>, &super::Ask)| {
            let graded =
                match (unread.why(&ask.name, submission), submission.contradiction(&ask.name)) {
                    (Some(why), _) => Graded::unreadable(why),
                    (None, None) => grade(key, ask, submission.answer(&ask.name)),
                    (None, Some((first, other))) => {
                        let (first, other) = (shortened(&first.text), shortened(&other.text));
                        let why = format!("two answers are given, `{first}` and `{other}`");
                        Graded::undecided(why + ": give one")
                    }
                };
            let points = &graded.share * &ask.points;
            let answer = submission.answer(&ask.name);
            let answer = answer.map_or(String::new(), |given| given.text.clone());
            let about = graded.verdict.is_for_the_teacher().then(|| question(key, ask));
            let (ask, of) = (ask.name.clone(), ask.points.clone());
            Mark { ask, answer, graded, points, of, decided: None, about }
        };
        let how =
            "the file cannot be read as YAML; it was read line by line, one answer after another";
        let no_yaml = submission.no_yaml.as_ref().map(|why| format!("{how}: {why}"));
        Marked {
            file: file.to_owned(),
            student: submission.student.clone(),
            marks: asks().map(mark).collect(),
            warnings: submission.warnings.clone(),
            notes: no_yaml.into_iter().chain(few(unread.notes)).collect(),
            unusable: None,
            variant: None,
            twice: None,
        }
    }

    /// A file of which nothing can be graded; a person may decide each answer by its text.
    pub fn unusable(keys: &[Key<'_>], file: &str, why: String, text: &str) -> Self {
        let mut marked = Marked::new(keys, file, &Submission::default());
        let asks = keys.iter().flat_map(|key| key.question.asks.iter().map(move |ask| (key, ask)));
        for (mark, (key, ask)) in marked.marks.iter_mut().zip(asks) {
            mark.graded = Graded::unreadable(why.clone());
            mark.answer = text.chars().take(MOST_SHOWN).collect();
            mark.about = Some(question(key, ask));
        }
        Marked { unusable: Some(why), ..marked }
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

    /// Whether a gradebook has a row for it: it names its student, and nothing is open.
    pub fn has_row(&self) -> bool {
        self.student.is_some() && !self.is_for_the_teacher()
    }

    /// Whether a person must look at it.
    pub fn is_for_the_teacher(&self) -> bool {
        self.twice.is_some() || self.open().next().is_some()
    }
}

/// The question and the right answer.
fn question(key: &Key<'_>, ask: &super::Ask) -> [String; 2] {
    [format!("{}. {}", about(key), ask.asked.sentence(key.question)), ask.asked.solution(key)]
}

/// What stands in a submission and is no answer to an ask of the set: it may be an answer, or a part of one.
#[derive(Default)]
struct Unread {
    /// Why an answer could not be read, by the name of its ask.
    of: BTreeMap<String, String>,
    /// The first thing that was not understood.
    any: Option<String>,
    /// Notes for the student.
    notes: Vec<String>,
}

impl Unread {
    fn of(submission: &Submission, known: &[&str]) -> Self {
        let at = |span, why: &str| format!("line {}: {why}", submission.line(span));
        let stray = submission.stray.map(|span| at(span, "this belongs to no answer"));
        let mut unread = Unread { any: stray, ..Unread::default() };
        // In a file without structure, what stands before a name that is there twice may have been cut off by it.
        let two = submission.answers.windows(2).filter(|_| submission.no_yaml.is_some());
        for two in two {
            let [(before, _), (name, given)] = two else { continue };
            if submission.contradiction(name).is_some() {
                let why = at(given.span, &format!("`{name}` stands there, and again elsewhere"));
                unread.of.insert(before.clone(), why);
            }
        }
        let mut before: Option<&str> = None;
        for (name, given) in &submission.answers {
            // In a file without structure a line of an answer may begin with the name of another, with a slip.
            let lines = given.text.lines().filter_map(|line| begun(line, known));
            let inside = known.iter().filter(|ask| given.text.contains(**ask)).copied();
            let why = |inside: &str| {
                at(given.span, &format!("`{inside}` stands inside the answer to `{name}`"))
            };
            for inside in lines.chain(inside).filter(|_| submission.no_yaml.is_some()) {
                unread.of.entry(inside.to_owned()).or_insert(why(inside));
            }
            for inside in known.iter().filter(|ask| given.text.contains(&format!("{ask}:"))) {
                let why = why(inside);
                unread.of.extend([*inside, &**name].map(|of| (of.to_owned(), why.clone())));
            }
            if known.contains(&&**name) {
                before = Some(name);
                continue;
            }
            let mut note = format!("the set has no question `{}`", shortened(name));
            let near = meant(name, known);
            note += &near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            let why = at(given.span, &note);
            // Another name of an ask is none of this set; any other text may belong to what is before it.
            let before = before.filter(|_| near.is_none() && !is_name(name));
            if let Some(near) = near.filter(|near| submission.lacks(near)) {
                unread.of.insert(near.to_owned(), why.clone());
            } else if let Some(before) = before {
                let more = ", and it may belong to this answer: indent it more";
                unread.of.entry(before.to_owned()).or_insert_with(|| why.clone() + more);
            }
            if near.is_none() || !is_name(name) {
                unread.any.get_or_insert(why);
            }
            unread.notes.push(note);
        }
        unread
    }

    /// Why an answer could not be read. None is missing while something in the file is not understood.
    fn why(&self, ask: &str, submission: &Submission) -> Option<&String> {
        self.of.get(ask).or(self.any.as_ref().filter(|_| submission.lacks(ask)))
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

/// The ask whose name a line may begin with: `ring–broadcast.steps: 3`.
fn begun<'k>(line: &str, known: &[&'k str]) -> Option<&'k str> {
    let (name, _) = line.split_once([':', '='])?;
    let name = name.trim_matches(|c: char| !c.is_alphanumeric());
    let fits = name.contains('.') && name.len() <= LONGEST_NAME && !name.contains(' ');
    fits.then(|| meant(name, known)).flatten()
}

/// The longest text before a colon that is compared with names.
const LONGEST_NAME: usize = 100;

/// How much of a file is shown to the person who decides, in characters.
const MOST_SHOWN: usize = 2000;

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
#[derive(Clone, Debug, Serialize)]
pub(super) struct AskSummary {
    /// The name of the ask.
    pub(super) ask: String,
    /// The points of all together.
    pub(super) points: Rational,
    /// The points that may be had for one answer.
    pub(super) of: Rational,
    /// How many answers got each verdict, by the names of verdicts.
    pub(super) verdicts: BTreeMap<&'static str, usize>,
    /// The mistakes, the commonest first.
    pub(super) mistakes: Vec<CountedReason>,
}

/// A reason and how many answers have it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct CountedReason {
    /// The reason.
    pub(super) reason: String,
    /// How many answers.
    pub(super) count: usize,
}

/// The results of a class for each question, in the order of the set.
pub(super) fn summary(class: &[Marked]) -> Vec<AskSummary> {
    let Some(first) = class.first() else { return Vec::new() };
    let of_ask = |(at, mark): (usize, &Mark)| {
        let marks = || class.iter().filter_map(move |marked| marked.marks.get(at));
        let mut verdicts = BTreeMap::new();
        for mark in marks() {
            *verdicts.entry(mark.graded.verdict.name()).or_default() += 1;
        }
        let wrong = marks().filter(|mark| mark.graded.verdict != Verdict::Right);
        let mistakes = commonest(wrong.filter_map(|mark| mark.graded.reason.as_deref()));
        let points = marks().map(|mark| &mark.points).sum();
        AskSummary { ask: mark.ask.clone(), verdicts, points, of: mark.of.clone(), mistakes }
    };
    first.marks.iter().enumerate().map(of_ask).collect()
}

/// How often each of the reasons is given, the commonest first.
pub(super) fn commonest<'r>(reasons: impl Iterator<Item = &'r str>) -> Vec<CountedReason> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    reasons.for_each(|reason| *counts.entry(reason).or_default() += 1);
    let counted =
        |(reason, count): (&str, usize)| CountedReason { reason: reason.to_owned(), count };
    let mut counts: Vec<CountedReason> = counts.into_iter().map(counted).collect();
    counts.sort_by_key(|counted| std::cmp::Reverse(counted.count));
    counts
}

const FORMAT: &str = "hockney/overrides/v1";

/// A decision about one answer of one student.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The student, as named in the submission.
    pub student: String,
    /// The name of the ask.
    pub ask: String,
    /// The points that the answer earns.
    pub points: Rational,
    /// Why, for the student.
    pub note: Option<String>,
}

/// Reads the decisions about a problem set.
///
/// # Errors
/// A text that is not a list of decisions, an unknown question, points out of range, and two
/// decisions about one answer.
pub fn read_overrides(text: &str, set: &ProblemSet) -> Result<Vec<Decision>, ReadError> {
    let root = events::parse(text)?;
    let help = "overrides begin with `format: hockney/overrides/v1`";
    let top = Fields::open(&root, "a list of decisions", help)?;
    is_format(top, FORMAT)?;
    let top = top.only("format decisions")?;
    let mut decisions: Vec<Decision> = Vec::new();
    let nodes = list(top.need_or("decisions", DECISION)?, "the list of decisions", DECISION)?;
    for (node, decision) in read_all(nodes, set)? {
        let same = |other: &Decision| {
            identity(&other.student) == identity(&decision.student) && other.ask == decision.ask
        };
        if decisions.iter().any(same) {
            let Decision { ask, student, .. } = decision;
            let message = format!("a second decision about {ask} of {student}");
            return bad(message, node.span, "keep one of them");
        }
        decisions.push(decision);
    }
    Ok(decisions)
}

const DECISION: &str =
    "a decision is {student: .., ask: .., points: .., note: ..}; for several write students: [..]";

/// All decisions with their places, one for each student; those without points are not made yet.
fn read_all<'n, 't>(
    nodes: &'n [Node<'t>],
    set: &ProblemSet,
) -> Result<Vec<(&'n Node<'t>, Decision)>, ReadError> {
    let mut found = Vec::new();
    for node in nodes {
        let fields = Fields::open(node, "a decision", DECISION)?;
        let fields = fields.only("student students ask points note")?;
        let students = match fields.get("students") {
            Some(several) => list(several, "a list of students", DECISION)?,
            None => std::slice::from_ref(fields.need("student")?),
        };
        let open = |node: &Node<'_>| matches!(&node.kind, Content::Scalar { text, .. } if text.trim().is_empty());
        if fields.get("points").is_some_and(open) {
            continue;
        }
        for one in students {
            found.push((node, decision(fields, student(one)?, set)?));
        }
    }
    Ok(found)
}

fn decision(
    fields: Fields<'_, '_>,
    student: String,
    set: &ProblemSet,
) -> Result<Decision, ReadError> {
    let name = fields.text("ask", "the name of an ask")?;
    let Some((_, ask)) = set.asks().find(|(_, ask)| ask.name == name) else {
        let known: Vec<&str> = set.asks().map(|(_, ask)| &*ask.name).collect();
        return Err(unknown("ask", fields.need("ask")?.span, name, "the problem set", &known));
    };
    let node = fields.need("points")?;
    let points =
        written(node, "points", DECISION).ok().and_then(|text| text.parse::<Rational>().ok());
    let in_range = points.filter(|points| *points >= Rational::default() && *points <= ask.points);
    let message = || format!("points for {name} are a number from 0 to {}", shown(&ask.points));
    let points = in_range.map_or_else(|| bad(message(), node.span, DECISION), Ok)?;
    let note = fields.read("note", |node| scalar::text(node, "a note").map(str::to_owned))?;
    let note = note.filter(|note| !note.is_empty());
    Ok(Decision { student, ask: name.to_owned(), points, note })
}

/// Puts decisions in the place of verdicts; gives those about students who handed nothing in.
pub fn decide<'d>(class: &mut [Marked], decisions: &'d [Decision]) -> Vec<&'d Decision> {
    let mut left = Vec::new();
    for decision in decisions {
        let student = Some(identity(&decision.student));
        let of_student = |marked: &&mut Marked| marked.student.as_deref().map(identity) == student;
        let marks = class.iter_mut().filter(of_student).flat_map(|marked| &mut marked.marks);
        let mut found = false;
        for mark in marks.filter(|mark| mark.ask == decision.ask) {
            mark.points = decision.points.clone();
            let note = decision.note.as_deref().unwrap_or("decided by the teacher");
            mark.decided = Some(note.to_owned());
            found = true;
        }
        if !found {
            left.push(decision);
        }
    }
    left
}
