//! `--over`: where the best algorithm changes as m, t_s/t_w or p runs through a range.

use std::io::Write;

use serde::Serialize;

use super::machines::Machines;
use super::table::given;
use super::values::Runner;
use super::{how, none, numbers, plot, unpriced};
use crate::cli::args::{CompareArgs, ReportFormat};
use crate::cli::failure::Failure;
use crate::cli::table::{Column, Table};
use crate::cli::{Answer, heading, limit, note, output, request, structured};
use crate::collective::Collective;
use crate::compare::{Cut, How, Over, Ranked, Ranking, crossovers, over_sizes, ranking};
use crate::cost::Numbers;
use crate::number::Rational;

/// `m=1..1e6`
pub(super) struct Range {
    pub(super) runner: Runner,
    pub(super) low: Rational,
    pub(super) high: Rational,
}

impl Range {
    pub(super) fn text(&self) -> String {
        format!("{} = {}..{}", self.runner.name(), self.low, self.high)
    }
}

/// The first whole number in a part of a range; null where there is none.
#[derive(Serialize)]
#[serde(untagged)]
enum Whole {
    NotAsked,
    First(Option<String>),
}

impl Whole {
    fn is_not_asked(&self) -> bool {
        matches!(self, Whole::NotAsked)
    }
}

/// A part of the range; numbers of nodes are numbers, all others exact text.
#[derive(Serialize)]
struct Part<T> {
    from: T,
    to: T,
    algorithm: &'static str,
    /// For m: the first whole m from which on it is the best.
    #[serde(skip_serializing_if = "Whole::is_not_asked")]
    first_whole: Whole,
}

pub(super) fn run(
    args: &CompareArgs,
    range: &Range,
    collective: &'static dyn Collective,
    format: ReportFormat,
) -> Result<Answer, Failure> {
    let numbers = numbers(args)?;
    complete(range, &numbers)?;
    if let Some(reading) = request::reading(&args.collective, collective) {
        note(&reading);
    }
    if let Some(file) = &args.plot {
        return plot::run(args, range, collective, numbers, file);
    }
    match range.runner {
        Runner::P => over_p(args, range, &numbers, collective, format),
        Runner::M | Runner::Ratio => over_lines(args, range, numbers, format),
    }
}

/// Whole words would make the straight lines that parts of a range are found by into stairs.
fn ideal(args: &CompareArgs) -> Result<How, Failure> {
    let how = how(args)?;
    Ok(How { cut: Cut { whole_words: false, ..how.cut }, ..how })
}

/// What runs is not said twice, and all else is said.
fn complete(range: &Range, numbers: &Numbers) -> Result<(), Failure> {
    let runs = |runner| range.runner == runner;
    let times = !runs(Runner::Ratio);
    let given = [
        ("-m", numbers.m.is_some(), !runs(Runner::M)),
        ("--ts", numbers.t_s.is_some(), times),
        ("--tw", numbers.t_w.is_some(), times),
    ];
    for (option, is, must) in given {
        let name = range.runner.name();
        if is && !must {
            let why = if option == "-m" { "m runs through the range" } else { "t_w is 1 there" };
            return Err(Failure::input(format!("{option} does not go with --over {name}"))
                .help(format!("leave out {option}: {why}")));
        }
        if !is && must {
            return Err(Failure::input(format!(
                "where the best changes over {name} depends on {option}"
            ))
            .help(format!("add {option}, such as {option} 5")));
        }
    }
    if runs(Runner::Ratio) && !numbers.t_h.is_zero() {
        return Err(Failure::input("--th does not go with --over ts/tw").help("leave out --th"));
    }
    Ok(())
}

fn over_lines(
    args: &CompareArgs,
    range: &Range,
    numbers: Numbers,
    format: ReportFormat,
) -> Result<Answer, Failure> {
    let asked = super::asked(args)?;
    let request = &asked.request;
    let how = ideal(args)?;
    let ranking = ranking(request, &Numbers::default(), &how);
    unpriced(&ranking.unpriced);
    if ranking.rows.is_empty() {
        return Err(none(request, &ranking.unpriced));
    }
    one_piece(args, &ranking);
    let given = given(&numbers, false);
    let whole = range.runner == Runner::M;
    let over = if whole { Over::M(numbers) } else { Over::Ratio(numbers) };
    let segments = crossovers(&ranking.rows, &over, &range.low, &range.high);
    let parts: Vec<Part<String>> = segments
        .into_iter()
        .map(|segment| Part {
            from: segment.from.to_string(),
            to: segment.to.to_string(),
            algorithm: segment.algorithm.name(),
            first_whole: if whole {
                Whole::First(segment.first_whole.map(|first| first.to_string()))
            } else {
                Whole::NotAsked
            },
        })
        .collect();
    let heading = heading::of_asked(&asked);
    let title = format!("{heading}, over {}{given}", range.text());
    write(args, format, &title, &parts)?;
    Ok(Answer::Yes)
}

/// Says that no best numbers of pieces are taken, where some could be.
pub(super) fn one_piece(args: &CompareArgs, ranking: &Ranking) {
    let takes_any =
        |row: &Ranked| row.closed_form.as_ref().is_some_and(|form| form.contains("t_w/n"));
    if args.operation.pieces.is_none() && ranking.rows.iter().any(takes_any) {
        note(
            "algorithms that take any number of pieces run with one here, since the best number \
             changes with m; --pieces sets it, and without --over each has its best",
        );
    }
}

fn over_p(
    args: &CompareArgs,
    range: &Range,
    numbers: &Numbers,
    collective: &'static dyn Collective,
    format: ReportFormat,
) -> Result<Answer, Failure> {
    let machines = Machines::of(args)?;
    let name = machines.name();
    let allowed = limit::allowed(&args.limit)?;
    let written = format!("p={}..{}", range.low, range.high);
    let sizes = machines.sizes((&range.low, &range.high), &written, &allowed, allowed.nodes)?;
    if sizes.is_empty() {
        return Err(Failure::input(format!("no {name} has a size in {}", range.text())));
    }
    let ask = |sizes: &[u64]| machines.ask(args, collective, sizes);
    let how = ideal(args)?;
    let (segments, without) = over_sizes(&sizes, numbers, &how, ask)?;
    unpriced(&without);
    let parts: Vec<Part<u32>> = segments
        .into_iter()
        .map(|segment| Part {
            from: segment.from,
            to: segment.to,
            algorithm: segment.algorithm.name(),
            first_whole: Whole::NotAsked,
        })
        .collect();
    let given = given(numbers, args.measure);
    let names = heading::names(collective);
    let title = format!("{names} on {name}, over {}{given}", range.text());
    write(args, format, &title, &parts)?;
    Ok(Answer::Yes)
}

fn write<T: Serialize + ToString>(
    args: &CompareArgs,
    format: ReportFormat,
    title: &str,
    parts: &[Part<T>],
) -> Result<(), Failure> {
    output::write_to(args.output.as_deref(), |out| match format {
        ReportFormat::Table => write_table(out, title, parts),
        format => structured::write(out, format, &parts),
    })
}

fn write_table<T: ToString>(
    out: &mut dyn Write,
    title: &str,
    parts: &[Part<T>],
) -> Result<(), Failure> {
    writeln!(out, "{title}")?;
    writeln!(out)?;
    let whole = parts.iter().any(|part| !part.first_whole.is_not_asked());
    let mut columns = vec![Column::Numbers("from"), Column::Numbers("to")];
    columns.extend(whole.then_some(Column::Numbers("first whole m")));
    columns.push(Column::Words("best algorithm"));
    let mut table = Table::new(&columns);
    for part in parts {
        let mut cells = vec![part.from.to_string(), part.to.to_string()];
        if let Whole::First(first) = &part.first_whole {
            cells.push(first.clone().unwrap_or_else(|| "-".to_owned()));
        }
        cells.push(part.algorithm.to_owned());
        table.row(&cells);
    }
    table.write(out)
}
