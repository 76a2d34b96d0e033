//! `--over`: where the best algorithm changes as m, t_s/t_w or p runs through a range.

use serde::Serialize;
use serde_json::Value;

use super::range::{Costs, Course, pieces_text};
use super::values::{Range, Runner};
use crate::cli::args::{CompareArgs, ReportFormat};
use crate::cli::failure::Failure;
use crate::cli::structured;
use crate::cli::table::{Column, Table};
use crate::compare::{Price, Ranked, Segment};
use crate::number::Rational;

/// A part of the range; numbers of nodes are numbers, all others exact text.
#[derive(Serialize)]
struct Part {
    from: Value,
    to: Value,
    algorithm: &'static str,
    /// Into how many pieces it cuts a block at either end.
    pieces_from: u64,
    pieces_to: u64,
    /// For m: the first whole m from which on it is the best, null where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_whole: Option<Value>,
}

pub(super) fn write(
    args: &CompareArgs,
    format: ReportFormat,
    range: &Range,
    course: &Course<'_>,
) -> Result<(), Failure> {
    let exact = |number: &Rational| match range.runner {
        Runner::P => Value::from(number.to_u64()),
        Runner::M | Runner::Ratio => Value::from(number.to_string()),
    };
    let whole = range.runner == Runner::M;
    let part = |segment: &Segment| Part {
        from: exact(&segment.from),
        to: exact(&segment.to),
        algorithm: segment.algorithm.name(),
        pieces_from: segment.pieces.0,
        pieces_to: segment.pieces.1,
        first_whole: whole.then(|| segment.first_whole.as_ref().map_or(Value::Null, exact)),
    };
    let parts: Vec<Part> = course.segments.iter().map(part).collect();
    let cut = parts.iter().any(|part| (part.pieces_from, part.pieces_to) != (1, 1));
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Null => "-".to_owned(),
        number => number.to_string(),
    };
    structured::print(args.output.as_deref(), format, &parts, |out| {
        writeln!(out, "{}\n", course.title)?;
        let cells = |part: &Part| {
            let mut cells = vec![
                (Column::Numbers("from"), text(&part.from)),
                (Column::Numbers("to"), text(&part.to)),
            ];
            let first = part.first_whole.as_ref();
            cells.extend(first.map(|first| (Column::Numbers("first whole m"), text(first))));
            cells.push((Column::Words("best algorithm"), part.algorithm.to_owned()));
            let pieces = || pieces_text((part.pieces_from, part.pieces_to));
            cells.extend(cut.then(|| (Column::Numbers("pieces"), pieces())));
            cells
        };
        Table::of_cells(parts.iter().map(cells)).write(out)?;
        out.write_all(about_pieces(course).as_bytes())?;
        Ok(())
    })
}

/// What is said of the numbers of pieces below the table, where some algorithm takes any.
fn about_pieces(course: &Course<'_>) -> &'static str {
    let (any, measured) = match &course.costs {
        Costs::Sizes(..) => (course.segments.iter().any(|segment| segment.cut_at_best), false),
        Costs::Lines(ranking, _) => {
            let any = |row: &&Ranked| row.piece_steps.is_some();
            let mut those = ranking.rows.iter().filter(any).peekable();
            (those.peek().is_some(), those.any(|row| row.price != Price::ClosedForm))
        }
    };
    match (any, measured) {
        (false, _) => "",
        (true, false) => {
            "\npieces  of m/n words, the best number at each place for algorithms that take any\n"
        }
        // The best number changes along the range, and hops were counted in one plan.
        (true, true) => {
            "\npieces  one for algorithms that take any number, since hops were counted in a plan of so \
             many; --pieces sets it\n"
        }
    }
}
