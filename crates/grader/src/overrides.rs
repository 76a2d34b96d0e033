//! A teacher's own decisions, which survive grading again.
//!
//! ```yaml
//! format: hockney/overrides/v1
//! decisions:
//!   - {student: s1234567, ask: ring-broadcast.formula, points: 2, note: "said in class"}
//! ```

use super::answers::student;
use super::marked::Marked;
use super::problems::keys::written;
use super::problems::{ProblemSet, shown};
use super::student::identity;
use hockney_base::diagnostic::Diagnostic;
use hockney_base::number::Rational;
use hockney_files::{Content, Fields, Node, ReadError, events, is_format, list, scalar, unknown};

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
            let message =
                format!("a second decision about {} of {}", decision.ask, decision.student);
            return Err(Diagnostic::new(message).at(node.span).help("keep one of them").into());
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
    let points = in_range.ok_or_else(|| {
        let of = shown(&ask.points);
        Diagnostic::new(format!("points for {name} are a number from 0 to {of}"))
            .at(node.span)
            .help(DECISION)
    })?;
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
