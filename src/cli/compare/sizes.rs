//! Several sizes after `-m`, or numbers after `--rails`: a column of totals for each.

use std::io::Write;

use serde::Serialize;

use super::table::{dominated, marks, optimum, searched, shares_links};
use super::{
    Candidate, asked, how, is_listed, line, note_unfit, ranked_question, read_as, shown, sweep,
    unpriced, with_each_rails,
};
use crate::cli::amounts::{given, or_dash, word};
use crate::cli::args::{CompareArgs, CompareFormat, ReportFormat};
use crate::cli::facts::{self, Fact, WIDTH};
use crate::cli::failure::{Failure, Result};
use crate::cli::request::with_classes;
use crate::cli::table::{Table, numbers as number, words};
use crate::cli::terminal::shown as digits;
use crate::cli::{Answer, choice, heading, output};
use hockney_ask::{Found, Ranked, Ranking, rankings};
use hockney_base::number::Rational;
use hockney_core::collective::Collective;
use hockney_cost::Numbers;
use hockney_plan::question::Question;

/// A column: a size as it is written, the rails if there are several numbers of them, and the ranking.
struct Size<'a> {
    text: &'a str,
    rails: Option<u64>,
    numbers: Numbers,
    ranking: Ranking,
}

impl Size<'_> {
    /// `4KiB`, or `8r 4KiB` with 8 rails.
    fn title(&self) -> String {
        self.rails.map_or_else(String::new, |rails| format!("{rails}r ")) + self.text
    }
}

/// A row of a size, for machines.
#[derive(Serialize)]
struct Row<'a> {
    m: Option<&'a Rational>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rails: Option<u64>,
    #[serde(flatten)]
    of: line::Row<'a>,
}

pub(super) fn run(args: &CompareArgs, collective: &'static Collective) -> Result<Answer> {
    let list = args.numbers.m.as_deref().unwrap_or_default();
    let mut one = args.clone();
    let format = match args.format {
        CompareFormat::Csv | CompareFormat::Jsonl if list.contains(',') => {
            one.numbers.m = None;
            one.over.push(format!("m={list}"));
            return super::run(&one);
        }
        CompareFormat::Csv | CompareFormat::Jsonl => return sweep::run(args, &[], collective),
        CompareFormat::Table => ReportFormat::Table,
        CompareFormat::Yaml => ReportFormat::Yaml,
        CompareFormat::Json => ReportFormat::Json,
    };
    let alone = [
        ("--over", !args.over.is_empty()),
        ("--schedule", args.schedule.is_some()),
        ("--busbw", args.busbw),
        ("--formulas", args.formulas),
    ];
    if let Some((option, _)) = alone.iter().find(|(_, given)| *given) {
        let (what, after) = if list.contains(',') { ("size", "-m") } else { ("number", "--rails") };
        return Err(Failure::input(format!("{option} needs one {what} after {after}"))
            .help(format!("leave out {option}, or name one {what}")));
    }
    if one.numbers.word.is_none() && list.contains('B') {
        one.numbers.word = Some("1B".to_owned());
    }
    read_as(args, collective);
    let how = how(args)?;
    let (mut sizes, mut machines) = (Vec::new(), Vec::new());
    for machine in with_each_rails(args) {
        let asked = asked(&machine)?;
        note_unfit(&machine, asked.request())?;
        let rails = machine.machine.rails.first().copied();
        let rails = rails.filter(|_| args.machine.rails.len() > 1);
        let texts: Vec<&str> = list.split(',').map(str::trim).collect();
        let mut numbers = Vec::new();
        for text in &texts {
            one.numbers.m = args.numbers.m.is_some().then(|| (*text).to_owned());
            numbers.push(with_classes(super::numbers(&one)?, &asked.request().topology)?);
        }
        let rankings = rankings(&ranked_question(&asked), &numbers, &how);
        for ((text, numbers), ranking) in texts.into_iter().zip(numbers).zip(rankings) {
            if let Some(row) = ranking.rows.iter().find(|row| row.total.is_none()) {
                let missing = numbers.missing(Some(&row.cost)).join(" and ");
                let what =
                    if list.contains(',') { "sizes after -m" } else { "numbers after --rails" };
                return Err(Failure::input(format!("several {what} need the times of the model"))
                    .help(format!("give {missing} as well")));
            }
            sizes.push(Size { text, rails, numbers, ranking });
        }
        machines.push(asked);
    }
    let asked = &machines[0];
    unpriced(&sizes[0].ranking.unpriced);
    if sizes[0].ranking.rows.is_empty() {
        return Err(choice::no_candidate(asked.request()));
    }
    let mut rows: Vec<Row<'_>> = Vec::new();
    for Size { numbers, ranking, rails, .. } in &sizes {
        let listed = ranking.rows.iter().filter(|row| is_listed(args, row));
        let (m, rails) = (numbers.m.as_ref(), *rails);
        let row = |row| Row { m, rails, of: line::row(args, numbers, ranking, Candidate::of(row)) };
        rows.extend(listed.map(row));
    }
    output::print(args.output.as_deref(), format, &rows, &mut |out| {
        write(out, args, asked, &sizes)
    })?;
    Ok(Answer::Yes)
}

/// The name of the last row. No schedule needs less time.
const LOWER_BOUND: &str = "lower bound";

/// The total of block divided by that of the placement that was found, if this is better.
fn gain(row: &Ranked) -> Option<Rational> {
    row.found.as_ref().map(Found::factor).filter(|factor| *factor > Rational::one())
}

/// The page, with the algorithms in the order of the first size.
fn write<'a>(
    out: &mut dyn Write,
    args: &CompareArgs,
    asked: &Question,
    sizes: &'a [Size<'_>],
) -> Result<()> {
    let first = &sizes[0];
    if let Some(word) = word(&first.numbers) {
        writeln!(out, "word: {word}")?;
    }
    writeln!(out, "{}\n", heading::of_ranking(asked, &args.algorithm))?;
    let is = |row: &Ranked, other: &Ranked| row.algorithm.name() == other.algorithm.name();
    let row_at =
        |size: &'a Size<'_>, row: &Ranked| size.ranking.rows.iter().find(|other| is(row, other));
    // A row is dominated if it is so for every size.
    let best = |row: &&Ranked| {
        let each = sizes.iter().filter_map(|size| row_at(size, row));
        each.min_by_key(|row| row.dominated_by.is_some())
    };
    let seen = |row: &&Ranked| {
        sizes.iter().any(|size| shown(args, &size.ranking).any(|other| is(row, other)))
    };
    // An algorithm may need more rails than the first machine has.
    let mut all: Vec<&Ranked> = Vec::new();
    for row in sizes.iter().flat_map(|size| &size.ranking.rows) {
        if !all.iter().any(|other| is(row, other)) {
            all.push(row);
        }
    }
    let rows: Vec<&Ranked> = all.iter().copied().filter(|row| seen(row)).collect();
    let cells = |row: &&Ranked| {
        let total = |size| {
            let row = row_at(size, row);
            let mark = if row.and_then(gain).is_some() { "*" } else { "" };
            or_dash(row.and_then(|row| row.total.as_ref()), digits) + mark
        };
        let mut cells = vec![row.algorithm.name().to_owned()];
        cells.extend(sizes.iter().map(total));
        cells.push(best(row).map_or_else(String::new, marks));
        cells
    };
    let titles: Vec<String> = sizes.iter().map(Size::title).collect();
    let titles = titles.iter().map(|title| number(title));
    let columns = [words("algorithm")].into_iter().chain(titles).chain([words("")]).collect();
    let mut rows_of_cells: Vec<_> = rows.iter().map(cells).collect();
    let least = |size: &Size<'_>| or_dash(size.ranking.least.as_ref(), digits);
    let bounds = [LOWER_BOUND.to_owned()].into_iter().chain(sizes.iter().map(least));
    rows_of_cells.push(bounds.chain([String::new()]).collect());
    Table { columns, rows: rows_of_cells }.write(out)?;
    writeln!(out)?;
    let mut said = vec![Fact::new("m", asked.instance().collective.m_is())];
    for size in sizes {
        let best = size.ranking.rows.first().map_or("", |row| row.algorithm.name());
        let gain = size.ranking.rows.first().and_then(gain);
        let gain = gain.map_or_else(String::new, |factor| {
            format!(", {} times as fast as on block", digits(&factor))
        });
        let ratio = size.ranking.rows.first().and_then(|row| row.ratio.as_ref());
        let least = ratio
            .map_or_else(String::new, |ratio| format!(", {} times the lower bound", digits(ratio)));
        said.push(Fact::new(size.title(), format!("{best} is best{least}{gain}")));
    }
    let times = Numbers { m: None, ..first.numbers.clone() };
    let within = times.unit.map_or_else(String::new, |unit| format!("in {unit} "));
    said.push(Fact::new("totals", within + &given(&times, args.measure)));
    said.extend(searched(&first.ranking, "* is a total below that of block"));
    said.extend(optimum(rows.iter().filter_map(best)));
    said.extend(dominated(rows.iter().filter_map(best)));
    said.extend(shares_links(&first.ranking));
    let hidden = all.len() - rows.len();
    if hidden > 0 {
        said.push(Fact::new("not shown", format!("{hidden} dominated; --all shows them")));
    }
    facts::write(out, WIDTH, said)
}
