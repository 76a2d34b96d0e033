//! A problem set on paper: the sheet, a blank answer file, the worked solution.

mod data;
mod markup;
mod solution;

use std::io::{self, Write};

use super::answers::FORMAT;
use super::problems::in_points;
use crate::{Ask, Asked, Ends, Key, ProblemSet, Quantity, Question};
use hockney_core::trace::Operator;
use markup::{Block, Span};

pub use markup::Markup;

/// What is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sheet {
    /// The questions.
    Questions,
    /// The questions, each with its answers worked out.
    Solution,
}

/// Writes a sheet.
///
/// # Errors
/// Those of the writer.
pub fn write_sheet(
    out: &mut dyn Write,
    set: &ProblemSet,
    keys: &[Key<'_>],
    sheet: Sheet,
    markup: Markup,
) -> io::Result<()> {
    let title = set.title.clone().unwrap_or_else(|| "Problem set".to_owned());
    let mut blocks = vec![Block::Title(title), Block::from(in_points(&set.points()) + ".")];
    blocks.push(Block::Paragraph(markup::line(MODEL)));
    for (number, key) in (1..).zip(keys) {
        let question = key.question;
        let points = in_points(&question.asks.iter().map(|ask| &ask.points).sum());
        blocks.push(Block::Heading(format!("{number}. {} ({points})", question.id)));
        blocks.extend(question.text.clone().map(Block::from));
        blocks.push(Block::Paragraph(data::line(key)));
        blocks.push(Block::List(
            question.asks.iter().map(|ask| vec![Span::Text(item(question, ask))]).collect(),
        ));
        for ask in &question.asks {
            if let Asked::Verdict { lines } = &ask.asked {
                blocks.push(Block::Code(lines.trim_end().to_owned()));
            }
        }
        if sheet == Sheet::Solution {
            blocks.extend(solution::blocks(key));
        }
    }
    markup::write(out, markup, &blocks)
}

/// The model, the letters and how steps are written.
const MODEL: &str = "Unless a question says otherwise, a node sends at most one message and receives at most \
     one in a step, and a link carries at most one message in each direction. A step costs $t_s + w t_w$ for \
     $w$ words in its largest message, and $t_h$ more for each link on a route where $t_h$ is given. There are \
     $p$ nodes, and log is to base 2. Steps are written with arrows from senders to receivers, such as Step 1: \
     0 → 4, 1 → 5. A message without blocks in brackets carries everything that its sender holds.";

/// One ask as a sentence.
fn item(question: &Question, ask: &Ask) -> String {
    let what = match &ask.asked {
        Asked::Formula(Quantity::Cost) => "Give a formula for the cost.".to_owned(),
        Asked::Formula(Quantity::Steps) => "Give a formula for the number of steps.".to_owned(),
        Asked::Formula(Quantity::Words) => "Give a formula for the number of words.".to_owned(),
        Asked::Growth { of, symbol } => {
            let of = match of {
                Quantity::Cost => "the cost",
                Quantity::Steps => "the number of steps",
                Quantity::Words => "the number of words",
            };
            format!("How does {of} grow with {}?", symbol.name())
        }
        Asked::Number { unit: Some(unit), .. } => format!("What does it cost, in {unit}?"),
        Asked::Number { unit: None, .. } => "What does it cost?".to_owned(),
        Asked::Steps => "How many steps does it take?".to_owned(),
        Asked::Schedule => "Write down every message of every step.".to_owned(),
        Asked::Step(step) => format!("Write down the messages of step {step}."),
        Asked::Trace { after, values: None } => {
            format!("What does each node hold {}?", moment(*after))
        }
        Asked::Trace { after, values: Some((inputs, operator)) } => {
            let inputs: Vec<String> =
                question.by_number(inputs).iter().map(ToString::to_string).collect();
            format!(
                "The nodes start with {}{}. What does each node hold {}?",
                inputs.join(", "),
                combined(*operator),
                moment(*after)
            )
        }
        Asked::Messages(None) => "How many messages are sent?".to_owned(),
        Asked::Messages(Some(step)) => format!("How many messages are sent in step {step}?"),
        Asked::Route(Ends { from, to }) => {
            let [from, to] = [from, to].map(|end| question.node(*end));
            format!("Through which nodes does a message from node {from} to node {to} go?")
        }
        Asked::Links(Ends { from, to }) => {
            let [from, to] = [from, to].map(|end| question.node(*end));
            format!("How many links does a message from node {from} to node {to} take?")
        }
        Asked::Best { among, over } => best(among, over.as_deref()),
        Asked::Verdict { .. } => {
            "Is this schedule valid? If not, which step is the first wrong one?".to_owned()
        }
    };
    format!("{what} ({}, {})", ask.name, in_points(&ask.points))
}

fn moment(after: u32) -> String {
    if after == 0 { "before step 1".to_owned() } else { format!("after step {after}") }
}

/// How values are combined, where they are not added.
fn combined(operator: Operator) -> &'static str {
    match operator {
        Operator::Sum => "",
        Operator::Product => "; values are multiplied",
        Operator::Max => "; of two values the larger is kept",
        Operator::Min => "; of two values the smaller is kept",
        Operator::And => "; values are combined with a bitwise AND",
        Operator::Or => "; values are combined with a bitwise OR",
    }
}

/// `Which of ring and census costs less?`
fn best(among: &[&str], over: Option<&str>) -> String {
    let least = if among.len() == 2 { "less" } else { "least" };
    let names = match among {
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
        [] => String::new(),
    };
    let which = format!("Which of {names} costs {least}");
    // Problem sets have ranges of m only.
    match over.and_then(|over| over.split_once('=')?.1.split_once("..")) {
        Some((low, high)) => format!(
            "{which} for m from {} to {}? If the answer changes in this range, from which m on?",
            low.trim(),
            high.trim()
        ),
        None => which + "?",
    }
}

/// Writes an answer file without answers, each ask with what it wants, for a student where one is known.
///
/// # Errors
/// Those of the writer.
pub fn write_blank(out: &mut dyn Write, set: &ProblemSet, student: Option<&str>) -> io::Result<()> {
    // A text of JSON is one of YAML, whatever is in the name.
    let student = serde_json::to_string(student.unwrap_or_default())?;
    writeln!(out, "format: {FORMAT}\nstudent: {student}\nanswers:")?;
    for (question, ask) in set.asks() {
        writeln!(out, "  # {}", item(question, ask).replace(char::is_control, " "))?;
        writeln!(out, "  # for example: {}", ask.asked.example(&question.topology))?;
        match &ask.asked {
            Asked::Schedule | Asked::Trace { .. } => writeln!(out, "  {}: |\n", ask.name)?,
            _ => writeln!(out, "  {}: \"\"", ask.name)?,
        }
    }
    Ok(())
}
