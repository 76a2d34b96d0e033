//! The lines of a sweep: a row for each algorithm at a point, as CSV or a JSON document a line.

use std::io::{self, Write};

use serde::Serialize;

use super::row::{self, Row};
use crate::cli::args::{CompareArgs, CompareFormat};
use crate::cli::failure::Failure;
use crate::compare::Ranking;
use crate::cost::Numbers;
use crate::number::Rational;
use crate::planner::Request;

/// What a row is about.
#[derive(Serialize)]
struct Point {
    collective: &'static str,
    topology: String,
    p: u32,
    m: Option<String>,
    t_s: Option<String>,
    t_w: Option<String>,
    t_h: String,
}

/// An algorithm at a point, the cheapest as number 1.
#[derive(Serialize)]
struct Line<'a, T> {
    #[serde(flatten)]
    point: &'a Point,
    rank: Option<usize>,
    #[serde(flatten)]
    what: T,
}

/// An algorithm without a price; where none fits there is none.
#[derive(Serialize)]
struct Unpriced<'a> {
    algorithm: Option<&'static str>,
    price: Option<&'static str>,
    why: &'a str,
}

/// The names of the columns.
const HEAD: [&str; 25] = [
    "collective",
    "topology",
    "p",
    "m",
    "t_s",
    "t_w",
    "t_h",
    "rank",
    "algorithm",
    "role",
    "pieces",
    "cost_t_s",
    "cost_t_w",
    "cost_t_h",
    "total",
    "unit",
    "whole_words_more",
    "not_weighed",
    "bound_t_s",
    "bound_t_w",
    "bound_total",
    "ratio",
    "price",
    "dominated_by",
    "why",
];

pub(super) fn write_head(out: &mut dyn Write) -> Result<(), Failure> {
    record(out, &HEAD.map(str::to_owned))
}

/// The rows of a point.
pub(super) fn write(
    out: &mut dyn Write,
    args: &CompareArgs,
    request: &Request,
    numbers: &Numbers,
    ranking: &Ranking,
) -> Result<(), Failure> {
    let text = |number: &Option<Rational>| number.as_ref().map(ToString::to_string);
    let point = Point {
        collective: request.instance.collective.name(),
        topology: request.topology.to_string(),
        p: request.instance.nodes,
        m: text(&numbers.m),
        t_s: text(&numbers.t_s),
        t_w: text(&numbers.t_w),
        t_h: numbers.t_h.to_string(),
    };
    for (rank, ranked) in (1..).zip(&ranking.rows) {
        let row = row::of(args, numbers, ranking, ranked);
        match args.format {
            CompareFormat::Csv => record(out, &priced(&point, rank, row))?,
            _ => json(out, &Line { point: &point, rank: Some(rank), what: row })?,
        }
    }
    let none = [(None, "no algorithm fits")];
    let without = ranking.unpriced.iter().map(|(algorithm, why)| (Some(*algorithm), &**why));
    let none = none.into_iter().filter(|_| ranking.rows.is_empty() && ranking.unpriced.is_empty());
    for (algorithm, why) in without.chain(none) {
        let what = Unpriced { algorithm, price: None, why };
        match args.format {
            CompareFormat::Csv => record(out, &unpriced(&point, &what))?,
            _ => json(out, &Line { point: &point, rank: None, what })?,
        }
    }
    Ok(())
}

fn json<T: Serialize>(out: &mut dyn Write, line: &Line<'_, T>) -> Result<(), Failure> {
    serde_json::to_writer(&mut *out, line).map_err(io::Error::from)?;
    Ok(writeln!(out)?)
}

fn beginning(point: &Point) -> Vec<String> {
    let text = |number: &Option<String>| number.clone().unwrap_or_default();
    vec![
        point.collective.to_owned(),
        point.topology.clone(),
        point.p.to_string(),
        text(&point.m),
        text(&point.t_s),
        text(&point.t_w),
        point.t_h.clone(),
    ]
}

fn priced(point: &Point, rank: usize, row: Row<'_>) -> Vec<String> {
    let mut cells = beginning(point);
    cells.extend([
        rank.to_string(),
        row.algorithm.to_owned(),
        row.role.to_owned(),
        row.pieces.to_string(),
        row.cost.t_s,
        row.cost.t_w,
        row.cost.t_h.unwrap_or_default(),
        row.total.unwrap_or_default(),
        row.unit.unwrap_or_default().to_owned(),
        row.whole_words_more.unwrap_or_default(),
        row.not_weighed.unwrap_or_default(),
        row.lower_bound.steps,
        row.lower_bound.words,
        row.lower_bound.total.unwrap_or_default(),
        row.ratio.unwrap_or_default(),
        row.price.to_owned(),
        row.dominated_by.unwrap_or_default().to_owned(),
        String::new(),
    ]);
    cells
}

fn unpriced(point: &Point, what: &Unpriced<'_>) -> Vec<String> {
    let mut cells = beginning(point);
    cells.extend([String::new(), what.algorithm.unwrap_or_default().to_owned()]);
    cells.resize(HEAD.len() - 1, String::new());
    cells.push(what.why.to_owned());
    cells
}

/// A line of CSV. What is no number is in quotes, so that a spreadsheet takes no fraction for a date.
fn record(out: &mut dyn Write, cells: &[String]) -> Result<(), Failure> {
    let mut writer =
        csv::WriterBuilder::new().quote_style(csv::QuoteStyle::NonNumeric).from_writer(out);
    let written = writer.write_record(cells).map_err(|error| match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    });
    Ok(written.and_then(|()| writer.flush())?)
}
