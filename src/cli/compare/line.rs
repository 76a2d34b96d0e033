//! A row for each algorithm, in exact text; in a sweep as a line of CSV or JSON at each point.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;

use super::Candidate;
use super::asked::Comparison;
use crate::cli::args::CompareFormat;
use crate::cli::failure::Result;
use crate::cli::report::{FoundRow, role};
use crate::cli::table::write_csv;
use hockney_ask::Ranking;
use hockney_base::number::Rational;
use hockney_cost::{Cost, Greatest, Numbers, OnClass, Reason};
use hockney_plan::question::Question;

/// The subject of a row.
#[derive(Serialize)]
struct Point<'a> {
    collective: &'static str,
    topology: String,
    p: u32,
    m: Option<&'a Rational>,
    t_s: Option<&'a Rational>,
    t_w: Option<&'a Rational>,
    t_h: &'a Rational,
}

/// An algorithm at a point, the cheapest as number 1.
#[derive(Serialize)]
struct Line<'a, T> {
    #[serde(flatten)]
    point: &'a Point<'a>,
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

/// The content of a column of CSV.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Text,
    Whole,
    /// A decimal, and the exact value in a column of its own.
    Number,
}

use Cell::{Number, Text, Whole};

/// The columns, and where in a line each is.
const COLUMNS: [(&str, &str, Cell); 27] = [
    ("collective", "/collective", Text),
    ("topology", "/topology", Text),
    ("p", "/p", Whole),
    ("m", "/m", Number),
    ("t_s", "/t_s", Number),
    ("t_w", "/t_w", Number),
    ("t_h", "/t_h", Number),
    ("rank", "/rank", Whole),
    ("algorithm", "/algorithm", Text),
    ("role", "/role", Text),
    ("pieces", "/pieces", Whole),
    ("cost_t_s", "/cost/t_s", Number),
    ("cost_t_w", "/cost/t_w", Number),
    ("cost_t_h", "/cost/t_h", Number),
    ("total", "/total", Number),
    ("unit", "/unit", Text),
    ("whole_words_more", "/whole_words_more", Number),
    ("not_weighed", "/not_weighed", Whole),
    ("bound_t_s", "/lower_bound/steps", Number),
    ("bound_t_w", "/lower_bound/words", Number),
    ("bound_total", "/lower_bound/total", Number),
    ("ratio", "/ratio", Number),
    ("price", "/price", Text),
    ("dominated_by", "/dominated_by", Text),
    ("why", "/why", Text),
    ("shares_links", "/shares_links", Text),
    ("least_words", "/least_words", Number),
];

/// Significant digits of a decimal in CSV: as many as a double has.
const DIGITS: u32 = 17;

pub(super) fn write_head(out: &mut dyn Write) -> Result<()> {
    let exact = COLUMNS.iter().filter(|(.., cell)| *cell == Number);
    let exact = exact.map(|(name, ..)| format!("{name}_exact"));
    write_csv(out, COLUMNS.iter().map(|(name, ..)| (*name).to_owned()).chain(exact))
}

/// The rows of a point.
pub(super) fn write(
    out: &mut dyn Write,
    asked: &Comparison<'_>,
    question: &Question,
    numbers: &Numbers,
    ranking: &Ranking,
) -> Result<()> {
    let format = asked.args.format;
    let point = Point {
        collective: question.collective().name(),
        topology: question.request().topology.to_string(),
        p: question.instance().nodes,
        m: numbers.m.as_ref(),
        t_s: numbers.t_s.as_ref(),
        t_w: numbers.t_w.as_ref(),
        t_h: &numbers.t_h,
    };
    for (rank, ranked) in (1..).zip(&ranking.rows) {
        let what = row(asked.how.measure, numbers, ranking, Candidate::of(ranked));
        line(out, format, &Line { point: &point, rank: Some(rank), what })?;
    }
    let none = [(None, "no algorithm fits")];
    let without = ranking.unpriced.iter().map(|(algorithm, why)| (Some(*algorithm), &**why));
    let none = none.into_iter().filter(|_| ranking.rows.is_empty() && ranking.unpriced.is_empty());
    for (algorithm, why) in without.chain(none) {
        let what = Unpriced { algorithm, price: None, why };
        line(out, format, &Line { point: &point, rank: None, what })?;
    }
    Ok(())
}

fn line<T: Serialize>(
    out: &mut dyn Write,
    format: CompareFormat,
    line: &Line<'_, T>,
) -> Result<()> {
    if format != CompareFormat::Csv {
        serde_json::to_writer(&mut *out, line).map_err(io::Error::from)?;
        return Ok(writeln!(out)?);
    }
    let line = serde_json::to_value(line).map_err(io::Error::from)?;
    // On links of classes there is no single coefficient.
    let on_classes =
        ["/cost/classes", "/cost/greatest"].iter().any(|at| line.pointer(at).is_some());
    let text = |place: &str| match line.pointer(place) {
        None | Some(Value::Null) => String::new(),
        Some(_) if on_classes && ["/cost/t_w", "/cost/t_h"].contains(&place) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    };
    let decimal = |text: String| match text.parse::<Rational>() {
        Ok(number) => number.significant(DIGITS),
        Err(_) => text,
    };
    let cells = COLUMNS.iter().map(|(_, place, cell)| match cell {
        Number => decimal(text(place)),
        Text | Whole => text(place),
    });
    let exact = COLUMNS.iter().filter(|(.., cell)| *cell == Number);
    write_csv(out, cells.chain(exact.map(|(_, place, _)| text(place))))
}

/// An algorithm and its price, in exact text.
#[derive(Serialize)]
pub(super) struct Row<'a> {
    algorithm: &'a str,
    role: &'static str,
    pieces: u32,
    cost: RowCost<'a>,
    total: Option<&'a Rational>,
    /// The total as a number, for programs that plot.
    total_value: Option<f64>,
    /// For how many more words than in `cost` the total pays t_w, since pieces are whole words.
    whole_words_more: Option<&'a Rational>,
    /// How many messages were too many to look at, so that the total is that of m/n words.
    not_weighed: Option<String>,
    /// The unit of the totals, where times were given with one.
    unit: Option<&'static str>,
    lower_bound: LowerBound<'a>,
    /// The words that any schedule with at most so many steps needs; null on links of classes.
    least_words: Option<Rational>,
    least_words_why: Option<Reason>,
    /// The total in units of that of the lower bound.
    ratio: Option<Rational>,
    ratio_value: Option<f64>,
    price: &'static str,
    closed_form: Option<&'a str>,
    /// Null unless measured, and where data is combined.
    most_held: Option<&'a Rational>,
    busiest_link: Option<&'a Rational>,
    dominated_by: Option<&'static str>,
    /// Whether messages share links or ports, and wait for each other.
    shares_links: bool,
    /// The placement that was searched for it, with the node of each rank.
    #[serde(skip_serializing_if = "Option::is_none")]
    best_placement: Option<FoundRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<&'a [u32]>,
}

#[derive(Serialize)]
struct RowCost<'a> {
    t_s: &'a Rational,
    t_w: &'a Rational,
    /// Null where hops are not counted.
    t_h: Option<&'a Rational>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    classes: &'a BTreeMap<String, OnClass>,
    #[serde(skip_serializing_if = "<[Greatest]>::is_empty")]
    greatest: &'a [Greatest],
}

impl<'a> RowCost<'a> {
    fn of(Cost { t_s, t_w, t_h, classes, greatest }: &'a Cost, hops: bool) -> Self {
        let t_h = (hops || !classes.is_empty() || !greatest.is_empty()).then_some(t_h);
        RowCost { t_s, t_w, t_h, classes, greatest }
    }
}

#[derive(Serialize)]
struct LowerBound<'a> {
    steps: &'a Rational,
    steps_why: &'a Reason,
    /// Null on links of classes.
    words: Option<&'a Rational>,
    words_why: String,
    /// The time of words for m = 1, on links of classes.
    #[serde(skip_serializing_if = "Option::is_none")]
    words_time: Option<&'a Rational>,
    /// The time of hops, of which and of that of words only the greater counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    hops_time: Option<&'a Rational>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hops_why: Option<&'a Reason>,
    total: Option<&'a Rational>,
    total_value: Option<f64>,
}

/// The row of an algorithm, or of the user's own schedule.
pub(super) fn row<'a>(
    hops: bool,
    numbers: &Numbers,
    ranking: &'a Ranking,
    of: Candidate<'a>,
) -> Row<'a> {
    let Candidate { name, cost, total, ratio, shares_links, ranked } = of;
    let loads = ranked.and_then(|ranked| ranked.price.loads());
    let found = ranked.and_then(|ranked| ranked.found.as_ref());
    let (least_words, least_words_why) =
        ranking.least_words(cost).map(|bound| (bound.value, bound.why)).unzip();
    Row {
        algorithm: name,
        role: ranked.map_or("schedule", |ranked| role(ranked.role)),
        pieces: ranked.map_or(1, |ranked| ranked.pieces),
        cost: RowCost::of(cost, hops || ranked.is_none()),
        total,
        total_value: total.map(Rational::to_f64),
        whole_words_more: ranked.and_then(|ranked| ranked.uneven.as_ref()),
        not_weighed: ranked.and_then(|ranked| ranked.not_weighed).map(|count| count.to_string()),
        unit: numbers.unit.filter(|_| total.is_some()),
        lower_bound: lower_bound(ranking),
        least_words,
        least_words_why,
        ratio_value: ratio.as_ref().map(Rational::to_f64),
        ratio,
        price: ranked.map_or("counted", |ranked| ranked.price.name()),
        closed_form: ranked.and_then(|ranked| ranked.closed_form.as_deref()),
        most_held: loads.and_then(|loads| loads.most_held.as_ref()),
        busiest_link: loads.map(|loads| &loads.busiest_link),
        dominated_by: ranked.and_then(|ranked| ranked.dominated_by),
        shares_links,
        best_placement: found.map(FoundRow::of),
        place: found.map(|found| found.placement.nodes()),
    }
}

/// The lower bound.
fn lower_bound(ranking: &Ranking) -> LowerBound<'_> {
    let (bounds, classes) = (&ranking.bounds, ranking.on_classes.as_ref());
    LowerBound {
        steps: &bounds.steps.value,
        steps_why: &bounds.steps.why,
        words: Some(&bounds.words.value).filter(|_| classes.is_none()),
        words_why: classes.map_or(&bounds.words, |of| &of.words).why.to_string(),
        words_time: classes.map(|of| &of.words.value),
        hops_time: classes.map(|of| &of.hops.value),
        hops_why: classes.map(|of| &of.hops.why),
        total: ranking.least.as_ref(),
        total_value: ranking.least.as_ref().map(Rational::to_f64),
    }
}
