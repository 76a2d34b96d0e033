//! A problem set on paper: the sheet, a blank answer file, the worked solution.

mod data;
mod markup;
mod solution;

use std::io::{self, Write};

use super::answers::FORMAT;
use super::problems::in_points;
use crate::asks::Trait;
use crate::{Ask, Key, ProblemSet, Question};
use markup::PagePart;

pub(crate) use solution::messages;

pub use markup::Markup;

/// What is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetKind {
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
    sheet: SheetKind,
    markup: Markup,
) -> io::Result<()> {
    let title = set.title.clone().unwrap_or_else(|| "Problem set".to_owned());
    let mut blocks = vec![PagePart::Title(title), PagePart::from(in_points(&set.points()) + ".")];
    blocks.push(PagePart::Paragraph(markup::line(MODEL)));
    for (number, key) in (1..).zip(keys) {
        let question = key.question;
        let points = in_points(&question.asks.iter().map(|ask| &ask.points).sum());
        blocks.push(PagePart::Heading(format!("{number}. {} ({points})", question.id)));
        blocks.extend(question.text.as_deref().map(markup::prose).map(PagePart::Paragraph));
        blocks.push(PagePart::Paragraph(data::line(key)));
        blocks.push(PagePart::List(
            question.asks.iter().map(|ask| markup::prose(&item(question, ask))).collect(),
        ));
        for ask in &question.asks {
            blocks
                .extend(ask.asked.shown().map(|lines| PagePart::Code(lines.trim_end().to_owned())));
        }
        if sheet == SheetKind::Solution {
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
    let points = in_points(&ask.points);
    format!("{} ({}, {points})", ask.asked.sentence(question), ask.name)
}

/// Writes an answer file without answers, each ask with what it wants, for a student where one is known.
///
/// # Errors
/// Those of the writer.
pub fn write_blank(out: &mut dyn Write, keys: &[Key<'_>], student: Option<&str>) -> io::Result<()> {
    // A text of JSON is one of YAML, whatever is in the name.
    let student = serde_json::to_string(student.unwrap_or_default())?;
    writeln!(out, "format: {FORMAT}\nstudent: {student}\nanswers:")?;
    let asks = keys.iter().flat_map(|key| key.question.asks.iter().map(move |ask| (key, ask)));
    for (key, ask) in asks {
        writeln!(out, "  # {}", item(key.question, ask).replace(char::is_control, " "))?;
        writeln!(out, "  # for example: {}", ask.example(key))?;
        let empty = if ask.kind.is(Trait::InLines) { "|\n" } else { "\"\"" };
        writeln!(out, "  {}: {empty}", ask.name)?;
    }
    Ok(())
}
