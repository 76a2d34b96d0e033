//! Several sizes after `-m`, or numbers after `--rails`: a column of totals for each.

use std::io::Write;

use super::asked::Comparison;
use super::table::{below_rows, families, left_out, marks, searched, shares_links};
use super::{Point, shown};
use crate::cli::amounts::{given, or_dash, word};
use crate::cli::facts::{self, Fact, WIDTH};
use crate::cli::failure::Result;
use crate::cli::heading;
use crate::cli::table::{Table, numbers as number, words};
use crate::cli::terminal::shown as digits;
use hockney_ask::{Found, Ranked};
use hockney_base::number::Rational;
use hockney_cost::Numbers;

/// The name of the last row. No schedule needs less time.
const LOWER_BOUND: &str = "lower bound";

/// The total of block divided by that of the placement that was found, if this is better.
fn gain(row: &Ranked) -> Option<Rational> {
    row.found.as_ref().map(Found::factor).filter(|factor| *factor > Rational::one())
}

/// `4KiB`, or `8r 4KiB` with 8 rails.
fn title(point: &Point<'_>) -> String {
    point.rails.map_or_else(String::new, |rails| format!("{rails}r ")) + point.text
}

/// The page, with the algorithms in the order of the first point.
pub(super) fn write(
    out: &mut dyn Write,
    asked: &Comparison<'_>,
    points: &[Point<'_>],
) -> Result<()> {
    let first = &points[0];
    if let Some(word) = word(&first.numbers) {
        writeln!(out, "word: {word}")?;
    }
    writeln!(out, "{}\n", heading::of_ranking(&first.question, &asked.how.only))?;
    let is = |row: &Ranked, other: &Ranked| key(row) == key(other);
    let rows = |at: usize| points[at].ranking.rows.iter();
    let row_at = |at: usize, row: &Ranked| rows(at).find(|other| is(row, other));
    // A row is dominated if it is so for every size.
    let best = |row: &&Ranked| {
        let each = (0..points.len()).filter_map(|at| row_at(at, row));
        each.min_by_key(|row| row.dominated_by.is_some())
    };
    let seen =
        |row: &&Ranked| points.iter().any(|at| shown(asked, &at.ranking).any(|one| is(row, one)));
    // An algorithm may need more rails than the first machine has.
    let mut all: Vec<&Ranked> = Vec::new();
    for row in (0..points.len()).flat_map(rows) {
        if !all.iter().any(|other| is(row, other)) {
            all.push(row);
        }
    }
    let rows: Vec<&Ranked> = all.iter().copied().filter(seen).collect();
    let cells = |row: &&Ranked| {
        let total = |at| {
            let row = row_at(at, row);
            let mark = if row.and_then(gain).is_some() { "*" } else { "" };
            or_dash(row.and_then(|row| row.total.as_ref()), digits) + mark
        };
        let mut names: Vec<&str> =
            (0..points.len()).filter_map(|at| Some(row_at(at, row)?.algorithm.name())).collect();
        names.dedup();
        let name = if let [name] = names[..] { name } else { key(row) };
        let mut cells = vec![name.to_owned()];
        cells.extend((0..points.len()).map(total));
        cells.push(best(row).map_or_else(String::new, marks));
        cells
    };
    let titles: Vec<String> = points.iter().map(title).collect();
    let titles = titles.iter().map(|title| number(title));
    let columns = [words("algorithm")].into_iter().chain(titles).chain([words("")]).collect();
    let mut rows_of_cells: Vec<_> = rows.iter().map(cells).collect();
    let least = |point: &Point<'_>| or_dash(point.ranking.least.as_ref(), digits);
    let bounds = [LOWER_BOUND.to_owned()].into_iter().chain(points.iter().map(least));
    rows_of_cells.push(bounds.chain([String::new()]).collect());
    Table { columns, rows: rows_of_cells }.write(out)?;
    writeln!(out)?;
    let mut said = vec![Fact::new("m", first.question.instance().collective.m_is())];
    for point in points {
        let first = point.ranking.rows.first();
        let best = first.map_or("", |row| row.algorithm.name());
        let gain = first.and_then(gain).map_or_else(String::new, |factor| {
            format!(", {} times as fast as on block", digits(&factor))
        });
        let ratio = first.and_then(|row| row.ratio.as_ref());
        let least = ratio
            .map_or_else(String::new, |ratio| format!(", {} times the lower bound", digits(ratio)));
        said.push(Fact::new(title(point), format!("{best} is best{least}{gain}")));
    }
    let times = Numbers { m: None, ..first.numbers.clone() };
    let within = times.unit.map_or_else(String::new, |unit| format!("in {unit} "));
    said.push(Fact::new("totals", within + &given(&times, asked.how.measure)));
    let each = || points.iter().flat_map(|point| &point.ranking.rows);
    said.extend(families(each()));
    said.extend(searched(&first.ranking, "* is a total below that of block"));
    said.extend(below_rows(&rows.iter().filter_map(best).collect::<Vec<_>>()));
    said.extend(shares_links(each()));
    let left_out = left_out(asked, points).into_iter();
    said.extend(left_out.map(|text| Fact::new("left out", text)));
    let hidden = all.len() - rows.len();
    if hidden > 0 {
        said.push(Fact::new("not shown", format!("{hidden} dominated; --all shows them")));
    }
    facts::write(out, WIDTH, said)
}

/// `ring`; of the best of those named after a number, which may be another one at each point, `rotation-K`.
fn key(row: &Ranked) -> &str {
    row.family.as_ref().map_or(row.algorithm.name(), |family| &family.name)
}
