//! An answer file to fill in.

use std::io::{self, Write};

use super::super::answers::FORMAT;
use super::super::problems::{Asked, ProblemSet};
use super::item;

/// Writes an answer file without answers, each ask with what it wants, for a student where one is known.
///
/// # Errors
/// Those of the writer.
pub fn write_blank(out: &mut dyn Write, set: &ProblemSet, student: Option<&str>) -> io::Result<()> {
    // A text of JSON is one of YAML, whatever is in the name.
    let student = serde_json::to_string(student.unwrap_or_default())?;
    writeln!(out, "format: {FORMAT}\nstudent: {student}\nanswers:")?;
    for (_, ask) in set.asks() {
        writeln!(out, "  # {}", item(ask).replace(char::is_control, " "))?;
        match &ask.asked {
            Asked::Schedule | Asked::Trace { .. } => writeln!(out, "  {}: |\n", ask.name)?,
            _ => writeln!(out, "  {}: \"\"", ask.name)?,
        }
    }
    Ok(())
}
