//! The answer of `hockney equal` in words.

use std::io::Write;

use serde::Serialize;

use super::super::failure::Failure;
use super::Report;
use crate::number::Rational;

/// A symbol and its value.
#[derive(Serialize)]
pub(super) struct Place {
    pub(super) symbol: String,
    pub(super) value: Rational,
}

/// A term in which they differ.
#[derive(Serialize)]
#[allow(clippy::struct_field_names)] // it is what the term is called
pub(super) struct Term {
    pub(super) term: String,
    pub(super) left: String,
    pub(super) right: String,
}

/// Lines with a word before each, as wide as the widest.
const WIDTH: usize = 10;

pub(super) fn write(out: &mut dyn Write, report: &Report) -> Result<(), Failure> {
    let mut line = |name: &str, text: &str| {
        let line = format!("{name:WIDTH$}{text}");
        writeln!(out, "{}", line.trim_end())
    };
    if report.verdict == "read" {
        line("plain", &report.left.plain)?;
        line("LaTeX", &report.left.latex)?;
        line("MathML", &report.left.mathml)?;
        return Ok(());
    }
    let at = report.at.iter().flatten().map(|at| format!("{} = {}", at.symbol, at.value));
    let at = at.collect::<Vec<_>>().join(", ");
    let at = if at.is_empty() { at } else { format!(" at {at}") };
    line(&format!("{}{at}", report.verdict), "")?;
    let value = |place: usize| match &report.values {
        Some(values) => format!(": {}", values[place]),
        None => String::new(),
    };
    if let Some([before, after]) = &report.link {
        line("chain", &report.left.plain)?;
        if let Some(right) = &report.right {
            line("", &right.plain)?;
        }
        line("before", &format!("{before}{}", value(0)))?;
        line("after", &format!("{after}{}", value(1)))?;
    } else if let Some(right) = &report.right {
        line("left", &format!("{}{}", report.left.plain, value(0)))?;
        line("right", &format!("{}{}", right.plain, value(1)))?;
    } else {
        line("chain", &report.left.plain)?;
    }
    for term in &report.terms {
        let name = if term.term == "1" { "the number" } else { &term.term };
        line("", &format!("in {name}: {} and {}", term.left, term.right))?;
    }
    if let Some(reason) = &report.reason {
        line("because", reason)?;
    }
    if !report.assuming.is_empty() {
        line("assuming", &report.assuming.join(", "))?;
    }
    if let Some(note) = &report.note {
        line("note", note)?;
    }
    if let Some(steps) = &report.steps {
        for (place, step) in steps.iter().enumerate() {
            line(if place == 0 { "steps" } else { "" }, step)?;
        }
    }
    Ok(())
}
