//! Several sizes after `-m`: a column of totals for each.

use std::io::Write;

use serde::Serialize;

use super::table::{dominated, marks, searched, shares_links};
use super::{
    asked, how, is_listed, line, note_unfit, numbers, ranked_at, read_as, shown, unpriced,
};
use crate::cli::amounts::{amount, given, or_dash, word};
use crate::cli::args::{CompareArgs, CompareFormat, ReportFormat};
use crate::cli::facts::{self, Fact, WIDTH};
use crate::cli::failure::{Failure, Result};
use crate::cli::request::with_classes;
use crate::cli::table::{Table, numbers as number, words};
use crate::cli::terminal::shown as digits;
use crate::cli::{Answer, choice, heading, output};
use crate::collective::Collective;
use crate::compare::{Ranked, Ranking};
use crate::cost::Numbers;
use crate::number::Rational;
use crate::question::Question;

/// A size as it is written, its numbers, and the ranking there.
struct Size<'a> {
    text: &'a str,
    numbers: Numbers,
    ranking: Ranking,
}

/// A row of a size, for machines.
#[derive(Serialize)]
struct Row<'a> {
    m: Option<&'a Rational>,
    #[serde(flatten)]
    row: line::Row<'a>,
}

pub(super) fn run(args: &CompareArgs, collective: &Collective) -> Result<Answer> {
    let list = args.numbers.m.as_deref().unwrap_or_default();
    let mut one = args.clone();
    let format = match args.format {
        CompareFormat::Csv | CompareFormat::Jsonl => {
            one.numbers.m = None;
            one.over.push(format!("m={list}"));
            return super::run(&one);
        }
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
        return Err(Failure::input(format!("{option} needs one size after -m"))
            .help(format!("leave out {option}, or name one size")));
    }
    if one.numbers.word.is_none() && list.contains('B') {
        one.numbers.word = Some("1B".to_owned());
    }
    read_as(args, collective);
    let asked = asked(args)?;
    note_unfit(args, asked.request())?;
    let how = how(args)?;
    let mut sizes = Vec::new();
    for text in list.split(',').map(str::trim) {
        one.numbers.m = Some(text.to_owned());
        let numbers = with_classes(numbers(&one)?, &asked.request().topology)?;
        let ranking = ranked_at(&asked, &numbers, &how);
        if let Some(row) = ranking.rows.iter().find(|row| row.total.is_none()) {
            let missing = numbers.missing(Some(&row.cost)).join(" and ");
            return Err(Failure::input("several sizes after -m need the times of the model")
                .help(format!("give {missing} as well")));
        }
        sizes.push(Size { text, numbers, ranking });
    }
    unpriced(&sizes[0].ranking.unpriced);
    if sizes[0].ranking.rows.is_empty() {
        return Err(choice::no_candidate(asked.request()));
    }
    let mut rows: Vec<Row<'_>> = Vec::new();
    for Size { numbers, ranking, .. } in &sizes {
        let listed = ranking.rows.iter().filter(|row| is_listed(args, row));
        let m = numbers.m.as_ref();
        rows.extend(listed.map(|row| Row { m, row: line::row(args, numbers, ranking, row) }));
    }
    output::print(args.output.as_deref(), format, &rows, &mut |out| {
        write(out, args, &asked, &sizes)
    })?;
    Ok(Answer::Yes)
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
    writeln!(out, "{}\n", heading::of_asked(asked))?;
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
    let rows: Vec<&Ranked> = first.ranking.rows.iter().filter(seen).collect();
    let cells = |row: &&Ranked| {
        let total = |size| or_dash(row_at(size, row).and_then(|row| row.total.as_ref()), digits);
        let mut cells = vec![row.algorithm.name().to_owned()];
        cells.extend(sizes.iter().map(total));
        cells.push(best(row).map_or_else(String::new, marks));
        cells
    };
    let titles = sizes.iter().map(|size| number(size.text));
    let columns = [words("algorithm")].into_iter().chain(titles).chain([words("")]).collect();
    Table { columns, rows: rows.iter().map(cells).collect() }.write(out)?;
    writeln!(out)?;
    let mut said = vec![Fact::new("m", asked.instance().collective.m_is())];
    for size in sizes {
        let best = size.ranking.rows.first().map_or("", |row| row.algorithm.name());
        let least = size.ranking.least.as_ref();
        let least = least.map_or_else(String::new, |least| {
            format!("; no schedule needs less than {}", amount(least, &size.numbers))
        });
        said.push(Fact::new(size.text, format!("{best} is best{least}")));
    }
    let times = Numbers { m: None, ..first.numbers.clone() };
    let within = times.unit.map_or_else(String::new, |unit| format!("in {unit} "));
    said.push(Fact::new("totals", within + &given(&times, args.measure)));
    said.extend(searched(&first.ranking));
    said.extend(dominated(rows.iter().filter_map(best)));
    said.extend(shares_links(&first.ranking));
    let hidden = first.ranking.rows.len() - rows.len();
    if hidden > 0 {
        said.push(Fact::new("not shown", format!("{hidden} dominated; --all shows them")));
    }
    facts::write(out, WIDTH, said)
}
