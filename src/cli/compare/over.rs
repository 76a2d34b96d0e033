//! `--over`: where the best algorithm changes as m, t_s/t_w or p runs through a range.

use std::io::Write;

use serde::Serialize;
use serde_json::Value;

use super::machines::Machines;
use super::range::{Range, ideal, pieces_text, segments};
use super::table::given;
use super::values::Runner;
use super::{ranked, unpriced};
use crate::cli::args::{CompareArgs, ReportFormat};
use crate::cli::failure::Failure;
use crate::cli::table::{Column, Table};
use crate::cli::{Answer, heading, structured};
use crate::collective::Collective;
use crate::compare::{Over, Price, Ranked, Ranking, Segment, SizeSegment, over_sizes};
use crate::cost::Numbers;
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

pub(super) fn run(
    args: &CompareArgs,
    range: &Range,
    collective: &'static Collective,
    numbers: Numbers,
    format: ReportFormat,
) -> Result<Answer, Failure> {
    match range.runner {
        Runner::P => over_p(args, range, &numbers, collective, format),
        Runner::M | Runner::Ratio => over_lines(args, range, numbers, format),
    }
}

fn over_lines(
    args: &CompareArgs,
    range: &Range,
    numbers: Numbers,
    format: ReportFormat,
) -> Result<Answer, Failure> {
    let (asked, ranking) = ranked(args, &Numbers::default(), &ideal(args)?)?;
    let given = given(&numbers, args.measure);
    let whole = range.runner == Runner::M;
    let over = if whole { Over::M(numbers) } else { Over::Ratio(numbers) };
    let segments = segments(range, &ranking, &over)?;
    let pieces = if one_piece(&ranking) { Pieces::One } else { Pieces::of(&ranking) };
    let exact = |number: &Rational| Value::from(number.to_string());
    let part = |segment: &Segment| Part {
        from: exact(&segment.from),
        to: exact(&segment.to),
        algorithm: segment.algorithm.name(),
        pieces_from: segment.pieces.0,
        pieces_to: segment.pieces.1,
        first_whole: whole.then(|| segment.first_whole.as_ref().map_or(Value::Null, exact)),
    };
    let parts: Vec<Part> = segments.iter().map(part).collect();
    let heading = heading::of_asked(&asked);
    let title = format!("{heading}, over {}{given}", range.text());
    write(args, format, &title, &parts, pieces)?;
    Ok(Answer::Yes)
}

/// Whether algorithms that take any number of pieces were priced with one: hops were counted in a plan
/// of so many, and the best number changes along the range.
fn one_piece(ranking: &Ranking) -> bool {
    let measured = |row: &Ranked| row.piece_steps.is_some() && row.price != Price::ClosedForm;
    ranking.rows.iter().any(measured)
}

/// What is said of the numbers of pieces below a table.
#[derive(Clone, Copy)]
enum Pieces {
    /// None takes any number, or --pieces says it.
    Set,
    Best,
    One,
}

impl Pieces {
    fn of(ranking: &Ranking) -> Self {
        let best = ranking.rows.iter().any(|row| row.piece_steps.is_some());
        if best { Pieces::Best } else { Pieces::Set }
    }
}

fn over_p(
    args: &CompareArgs,
    range: &Range,
    numbers: &Numbers,
    collective: &'static Collective,
    format: ReportFormat,
) -> Result<Answer, Failure> {
    let (machines, sizes) = Machines::over(args, range)?;
    let name = machines.name();
    let ask = |sizes: &[u64]| machines.ask(args, collective, sizes);
    let how = ideal(args)?;
    let (segments, without) = over_sizes(&sizes, numbers, &how, ask)?;
    unpriced(&without);
    let best = segments.iter().any(|segment| segment.cut_at_best);
    let pieces = if best { Pieces::Best } else { Pieces::Set };
    let part = |segment: &SizeSegment| Part {
        from: segment.from.into(),
        to: segment.to.into(),
        algorithm: segment.algorithm.name(),
        pieces_from: segment.pieces.0.into(),
        pieces_to: segment.pieces.1.into(),
        first_whole: None,
    };
    let parts: Vec<Part> = segments.iter().map(part).collect();
    let given = given(numbers, args.measure);
    let names = heading::names(collective);
    let title = format!("{names} on {name}, over {}{given}", range.text());
    write(args, format, &title, &parts, pieces)?;
    Ok(Answer::Yes)
}

fn write(
    args: &CompareArgs,
    format: ReportFormat,
    title: &str,
    parts: &[Part],
    pieces: Pieces,
) -> Result<(), Failure> {
    structured::print(args.output.as_deref(), format, &parts, |out| {
        write_table(out, title, parts, pieces)
    })
}

fn write_table(
    out: &mut dyn Write,
    title: &str,
    parts: &[Part],
    pieces: Pieces,
) -> Result<(), Failure> {
    writeln!(out, "{title}")?;
    writeln!(out)?;
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Null => "-".to_owned(),
        number => number.to_string(),
    };
    let mut columns = vec![Column::Numbers("from"), Column::Numbers("to")];
    let whole = parts.iter().any(|part| part.first_whole.is_some());
    columns.extend(whole.then_some(Column::Numbers("first whole m")));
    columns.push(Column::Words("best algorithm"));
    let cut = parts.iter().any(|part| (part.pieces_from, part.pieces_to) != (1, 1));
    columns.extend(cut.then_some(Column::Numbers("pieces")));
    let mut table = Table::new(&columns);
    for part in parts {
        let mut cells = vec![text(&part.from), text(&part.to)];
        cells.extend(part.first_whole.as_ref().map(text));
        cells.push(part.algorithm.to_owned());
        cells.extend(cut.then(|| pieces_text((part.pieces_from, part.pieces_to))));
        table.row(&cells);
    }
    table.write(out)?;
    match pieces {
        Pieces::Set => {}
        Pieces::Best => writeln!(
            out,
            "\npieces  of m/n words, the best number at each place for algorithms that take any"
        )?,
        Pieces::One => writeln!(
            out,
            "\npieces  one for algorithms that take any number, since hops were counted in a plan of so \
             many; --pieces sets it"
        )?,
    }
    Ok(())
}
