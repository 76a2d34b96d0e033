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
use crate::compare::{
    Cut, How, Over, Price, Ranked, Ranking, Segment, crossovers, over_sizes, ranking,
};
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
    /// Into how many pieces it cuts a block at either end.
    pieces_from: u64,
    pieces_to: u64,
    /// For m: the first whole m from which on it is the best.
    #[serde(skip_serializing_if = "Whole::is_not_asked")]
    first_whole: Whole,
}

impl<T> Part<T> {
    /// `1..447`
    fn pieces(&self) -> String {
        pieces_text((self.pieces_from, self.pieces_to))
    }
}

/// `64`, or from the one end to the other `1..447`.
pub(super) fn pieces_text((from, to): (u64, u64)) -> String {
    if from == to { from.to_string() } else { format!("{from}..{to}") }
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
    let request = asked.request();
    let how = ideal(args)?;
    let ranking = ranking(request, &Numbers::default(), &how);
    unpriced(&ranking.unpriced);
    if ranking.rows.is_empty() {
        return Err(none(request, &ranking.unpriced));
    }
    let given = given(&numbers, args.measure);
    let whole = range.runner == Runner::M;
    let over = if whole { Over::M(numbers) } else { Over::Ratio(numbers) };
    let segments = segments(range, &ranking, &over)?;
    let pieces = if one_piece(&ranking) { Pieces::One } else { Pieces::of(&ranking) };
    let parts: Vec<Part<String>> = segments
        .into_iter()
        .map(|segment| Part {
            from: segment.from.to_string(),
            to: segment.to.to_string(),
            algorithm: segment.algorithm.name(),
            pieces_from: segment.pieces.0,
            pieces_to: segment.pieces.1,
            first_whole: if whole {
                Whole::First(segment.first_whole.map(|first| first.to_string()))
            } else {
                Whole::NotAsked
            },
        })
        .collect();
    let heading = heading::of_asked(&asked);
    let title = format!("{heading}, over {}{given}", range.text());
    write(args, format, &title, &parts, pieces)?;
    Ok(Answer::Yes)
}

/// Where the best changes.
pub(super) fn segments(
    range: &Range,
    ranking: &Ranking,
    over: &Over,
) -> Result<Vec<Segment>, Failure> {
    crossovers(&ranking.rows, over, &range.low, &range.high).map_err(|why| {
        let begin = why.until.as_ref().map_or_else(String::new, |m| {
            format!("begin the range at {m} or more, where they are no more than wanted, or ")
        });
        Failure::NoAnswer(format!(
            "over {}: {why}, since there are never more pieces than words; {begin}set their number \
             by --pieces",
            range.text()
        ))
    })
}

/// Whether algorithms that take any number of pieces were priced with one: hops were counted in a plan
/// of so many, and the best number changes along the range.
pub(super) fn one_piece(ranking: &Ranking) -> bool {
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
    collective: &'static dyn Collective,
    format: ReportFormat,
) -> Result<Answer, Failure> {
    let machines = Machines::of(args)?;
    let name = machines.name();
    let allowed = limit::allowed(&args.limit)?;
    let written = format!("p={}..{}", range.low, range.high);
    let sizes = machines.sizes((&range.low, &range.high), &written, &allowed, allowed.nodes)?;
    if sizes.is_empty() {
        return Err(machines.none(&range.low, &range.high));
    }
    let ask = |sizes: &[u64]| machines.ask(args, collective, sizes);
    let how = ideal(args)?;
    let (segments, without) = over_sizes(&sizes, numbers, &how, ask)?;
    unpriced(&without);
    let best = segments.iter().any(|segment| segment.cut_at_best);
    let pieces = if best { Pieces::Best } else { Pieces::Set };
    let parts: Vec<Part<u32>> = segments
        .into_iter()
        .map(|segment| Part {
            from: segment.from,
            to: segment.to,
            algorithm: segment.algorithm.name(),
            pieces_from: segment.pieces.0.into(),
            pieces_to: segment.pieces.1.into(),
            first_whole: Whole::NotAsked,
        })
        .collect();
    let given = given(numbers, args.measure);
    let names = heading::names(collective);
    let title = format!("{names} on {name}, over {}{given}", range.text());
    write(args, format, &title, &parts, pieces)?;
    Ok(Answer::Yes)
}

fn write<T: Serialize + ToString>(
    args: &CompareArgs,
    format: ReportFormat,
    title: &str,
    parts: &[Part<T>],
    pieces: Pieces,
) -> Result<(), Failure> {
    output::write_to(args.output.as_deref(), |out| match format {
        ReportFormat::Table => write_table(out, title, parts, pieces),
        format => structured::write(out, format, &parts),
    })
}

fn write_table<T: ToString>(
    out: &mut dyn Write,
    title: &str,
    parts: &[Part<T>],
    pieces: Pieces,
) -> Result<(), Failure> {
    writeln!(out, "{title}")?;
    writeln!(out)?;
    let whole = parts.iter().any(|part| !part.first_whole.is_not_asked());
    let mut columns = vec![Column::Numbers("from"), Column::Numbers("to")];
    columns.extend(whole.then_some(Column::Numbers("first whole m")));
    columns.push(Column::Words("best algorithm"));
    let cut = parts.iter().any(|part| (part.pieces_from, part.pieces_to) != (1, 1));
    columns.extend(cut.then_some(Column::Numbers("pieces")));
    let mut table = Table::new(&columns);
    for part in parts {
        let mut cells = vec![part.from.to_string(), part.to.to_string()];
        if let Whole::First(first) = &part.first_whole {
            cells.push(first.clone().unwrap_or_else(|| "-".to_owned()));
        }
        cells.push(part.algorithm.to_owned());
        cells.extend(cut.then(|| part.pieces()));
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
