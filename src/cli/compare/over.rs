//! `--over`: where the best algorithm changes as m, t_s/t_w or p runs through a range.

use std::io::Write;
use std::str::FromStr;

use serde::Serialize;

use super::table::given;
use super::{how, none, numbers, unpriced};
use crate::cli::args::{CompareArgs, MachineArgs, ReportFormat};
use crate::cli::failure::Failure;
use crate::cli::table::{Column, Table};
use crate::cli::{Answer, heading, note, output, request, structured};
use crate::collective::Collective;
use crate::compare::{self, Cut, How, MOST_NODES, Over, Ranked, crossovers, over_sizes, ranking};
use crate::cost::Numbers;
use crate::number::Rational;
use crate::topology::{self, Sizes};

/// What can run, as it is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Runner {
    M,
    Ratio,
    P,
}

/// `m=1..1e6`
struct Range {
    runner: Runner,
    low: Rational,
    high: Rational,
}

impl Runner {
    fn name(self) -> &'static str {
        match self {
            Runner::M => "m",
            Runner::Ratio => "ts/tw",
            Runner::P => "p",
        }
    }
}

impl Range {
    fn read(text: &str) -> Result<Self, Failure> {
        let examples = "write m=1..1e6, ts/tw=1..1000 or p=2..1000";
        let wrong = |why: String| Failure::input(format!("--over {text}: {why}")).help(examples);
        let (name, range) =
            text.split_once('=').ok_or_else(|| wrong("a name and = are missing".to_owned()))?;
        let runner = match name.trim() {
            "m" => Runner::M,
            "ts/tw" | "t_s/t_w" => Runner::Ratio,
            "p" => Runner::P,
            other => return Err(wrong(format!("`{other}` does not run through a range"))),
        };
        let (low, high) =
            range.split_once("..").ok_or_else(|| wrong("a range has `..` in it".to_owned()))?;
        let number = |text: &str| {
            Rational::from_str(text.trim()).map_err(|error| wrong(format!("`{text}`: {error}")))
        };
        let (low, high) = (number(low)?, number(high)?);
        if low.is_negative() || low >= high {
            return Err(wrong("a range rises, from 0 or more".to_owned()));
        }
        if runner == Runner::P && !(low.is_integer() && high.is_integer()) {
            return Err(wrong("numbers of nodes are whole".to_owned()));
        }
        Ok(Range { runner, low, high })
    }

    fn text(&self) -> String {
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
    text: &str,
    collective: &'static dyn Collective,
) -> Result<Answer, Failure> {
    let range = Range::read(text)?;
    let numbers = numbers(args)?;
    complete(&range, &numbers)?;
    if let Some(reading) = request::reading(&args.collective, collective) {
        note(&reading);
    }
    if range.runner == Runner::P && args.operation.among.is_some() {
        return Err(Failure::input("--over p goes through machines of which all nodes take part")
            .help("leave out --among, or name one machine and run through m or ts/tw"));
    }
    match range.runner {
        Runner::P => over_p(args, &range, &numbers, collective),
        Runner::M | Runner::Ratio => over_lines(args, &range, numbers),
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

fn over_lines(args: &CompareArgs, range: &Range, numbers: Numbers) -> Result<Answer, Failure> {
    let asked = super::asked(args)?;
    let request = &asked.request;
    let how = ideal(args)?;
    let ranking = ranking(request, &Numbers::default(), &how);
    unpriced(&ranking.unpriced);
    if ranking.rows.is_empty() {
        return Err(none(request, &ranking.unpriced));
    }
    let takes_any =
        |row: &Ranked| row.closed_form.as_ref().is_some_and(|form| form.contains("t_w/n"));
    if args.operation.pieces.is_none() && ranking.rows.iter().any(takes_any) {
        note(
            "algorithms that take any number of pieces run with one here, since the best number \
             changes with m; --pieces sets it, and without --over each has its best",
        );
    }
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
    write(args, &title, &parts)?;
    Ok(Answer::Yes)
}

fn over_p(
    args: &CompareArgs,
    range: &Range,
    numbers: &Numbers,
    collective: &'static dyn Collective,
) -> Result<Answer, Failure> {
    let machine = &args.machine;
    let Some(name) = &machine.topology else {
        return Err(Failure::input("no topology is given").help("add one with -t, such as -t ring"));
    };
    if name.contains(':') || machine.nodes.is_some() {
        return Err(Failure::input("--over p runs through the sizes, and one is given")
            .help("name the topology alone and leave out -p, such as -t ring"));
    }
    // Says of an unknown name what every command says.
    let Some(family) = topology::family(name) else {
        return Err(super::machine::topology(machine).err().unwrap_or(Failure::BrokenPipe));
    };
    let dimensions = match (family.sizes(), machine.dimension) {
        (Sizes::Sides, d) => d.unwrap_or(2),
        (_, None) => 1,
        (_, Some(_)) => {
            return Err(Failure::input("-d does not go with --over p")
                .help("leave out -d, which is a size"));
        }
    };
    if family.sizes() == Sizes::Sides && !(2..=32).contains(&dimensions) {
        return Err(Failure::input(format!("a {name} has 2 to 32 sides, not {dimensions}")));
    }
    if family.sizes() == Sizes::Links {
        return Err(Failure::input("a graph has the size of its file").help("name a family by -t"));
    }
    let bound = |number: &Rational| number.to_u64().unwrap_or(u64::MAX);
    let sizes = compare::sizes(family, dimensions, bound(&range.low), bound(&range.high))
        .ok_or_else(|| {
            Failure::NoAnswer(format!(
                "the machines of {} have over {MOST_NODES} nodes together",
                range.text()
            ))
        })?;
    if sizes.is_empty() {
        return Err(Failure::input(format!("no {name} has a size in {}", range.text())));
    }
    let ask = |sizes: &[u64]| {
        let sides: Vec<String> = sizes.iter().map(u64::to_string).collect();
        let topology = Some(format!("{name}:{}", sides.join("x")));
        let sized = MachineArgs { topology, ..MachineArgs::default() };
        let how = super::AlgorithmArgs::default();
        request::request(collective, &sized, &args.operation, &how).map(|asked| asked.request)
    };
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
    write(args, &format!("{names} on {name}, over {}{given}", range.text()), &parts)?;
    Ok(Answer::Yes)
}

fn write<T: Serialize + ToString>(
    args: &CompareArgs,
    title: &str,
    parts: &[Part<T>],
) -> Result<(), Failure> {
    output::write_to(None, |out| match args.format {
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
