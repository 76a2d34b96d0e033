//! A row for each algorithm, in exact text; of `-f csv` and `-f jsonl` as a line at each point, whole or in shards.
//!
//! A shard is a range of the numbers of points, so that shards one after another are the whole.

use std::io;

use rayon::prelude::*;
use serde_json::Value;

use super::asked::Comparison;
use super::points::Points;
use super::{Candidate, CompareFormat};
use crate::cli::cost::asynchronous_row;
use crate::cli::prelude::*;
use crate::cli::report::{FoundRow, role};
use hockney_ask::{Ranking, ranking};
use hockney_base::number::saturated;

/// The columns of CSV, with * behind those of decimals, which have the exact value in a column of its own; behind = where in a
/// row each is, if not under its name.
const COLUMNS: &str = "collective topology p m* t_s* t_w* t_h* row algorithm role pieces \
    cost_t_s*=/cost/t_s cost_t_w*=/cost/t_w cost_t_h*=/cost/t_h total* unit whole_words_more* \
    not_weighed bound_t_s*=/lower_bound/steps bound_t_w*=/lower_bound/words \
    bound_total*=/lower_bound/total ratio* price dominated_by why shares_links least_words*";

/// The columns of what is asked for beyond startups, words and hops.
const ASYNCHRONOUS: &str = "asynchronous*";
const COMBINED: &str = "cost_gamma*=/cost/gamma";

/// The name of each column, where in a row it is, and whether it is a decimal.
fn columns(
    asked: &Comparison<'_>,
) -> impl Iterator<Item = (&'static str, &'static str, bool)> + use<> {
    // They are the same for all sizes.
    let timing = &asked.sizes[0].numbers.timing;
    let asynchronous = timing.asynchronous.then_some(ASYNCHRONOUS);
    let more = asynchronous.into_iter().chain((!timing.gamma.is_zero()).then_some(COMBINED));
    COLUMNS.split(' ').chain(more).map(|column| {
        let (name, place) = column.split_once('=').unwrap_or((column, column));
        (name.trim_end_matches('*'), place.trim_end_matches('*'), name.ends_with('*'))
    })
}

/// Significant digits of a decimal in CSV: as many as a double has.
const DIGITS: u32 = 17;

/// The rows of a point: an algorithm each, the cheapest as number 1. Those without a price have no number; where none fits
/// there is a row without an algorithm.
fn write(
    out: &mut dyn Write,
    asked: &Comparison<'_>,
    question: &Question,
    numbers: &Numbers,
    ranking: &Ranking,
) -> Result<()> {
    let point = row! {
        collective: question.collective().name(),
        topology: question.request().topology.to_string(),
        p: question.instance().nodes,
        m: &numbers.m,
        t_s: &numbers.t_s,
        t_w: &numbers.t_w,
        t_h: &numbers.t_h,
    };
    for (number, ranked) in (1_usize..).zip(&ranking.rows) {
        let of = row(asked.how.measure, numbers, ranking, Candidate::of(ranked));
        let of = row! { #[serde(flatten)] point: &point, row: number, #[serde(flatten)] of: of };
        line(out, asked, &of)?;
    }
    let none = [(None, "no algorithm fits")];
    let without = ranking.unpriced.iter().map(|(algorithm, why)| (Some(*algorithm), &**why));
    let none = none.into_iter().filter(|_| ranking.rows.is_empty() && ranking.unpriced.is_empty());
    for (algorithm, why) in without.chain(none) {
        let (number, price) = (None::<usize>, None::<&str>);
        let what = row! { row: number, algorithm: algorithm, price: price, why: why };
        line(out, asked, &row! { #[serde(flatten)] point: &point, #[serde(flatten)] what: what })?;
    }
    Ok(())
}

fn line(out: &mut dyn Write, asked: &Comparison<'_>, line: &impl Serialize) -> Result<()> {
    if asked.args.format != CompareFormat::Csv {
        serde_json::to_writer(&mut *out, line).map_err(io::Error::from)?;
        return Ok(writeln!(out)?);
    }
    let line = serde_json::to_value(line).map_err(io::Error::from)?;
    let at =
        |place: &str| if place.starts_with('/') { line.pointer(place) } else { line.get(place) };
    // On links of classes there is no single coefficient.
    let on_classes = ["/cost/classes", "/cost/greatest"].iter().any(|place| at(place).is_some());
    let text = |place: &str| match at(place) {
        None | Some(Value::Null) => String::new(),
        Some(_) if on_classes && ["/cost/t_w", "/cost/t_h"].contains(&place) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    };
    let cells = columns(asked).map(|(_, place, decimal)| match text(place).parse::<Rational>() {
        Ok(number) if decimal => number.significant(DIGITS),
        _ => text(place),
    });
    let exact = columns(asked).filter(|(.., decimal)| *decimal).map(|(_, place, _)| text(place));
    page::write_csv(out, cells.chain(exact))
}

/// The document of a ranking, which has no crossovers, or of a range, which has nothing else.
pub(super) fn document<'a>(
    asked: &Comparison<'_>,
    rows: &'a [impl Serialize],
    best: &'a [impl Serialize],
    bound: &'a [impl Serialize],
    crossovers: &'a [impl Serialize],
) -> impl Serialize {
    row! {
        format: "hockney/compare/v1",
        collective: asked.collective.name(),
        rows: rows,
        best: best,
        bound: bound,
        crossovers: crossovers,
    }
}

/// The row of an algorithm, or of the user's own schedule, in exact text. Totals and ratios are numbers too, for programs that
/// plot.
pub(super) fn row<'a>(
    hops: bool,
    numbers: &Numbers,
    ranking: &'a Ranking,
    of: Candidate<'a>,
) -> impl Serialize + use<'a> {
    let Candidate { name, cost, total, asynchronous, ratio, shares_links, ranked } = of;
    let ratio_value = ratio.as_ref().map(Rational::to_f64);
    let loads = ranked.and_then(|ranked| ranked.price.loads());
    let found = ranked.and_then(|ranked| ranked.found.as_ref());
    let (least_words, least_words_why) =
        ranking.least_words(cost).map(|bound| (bound.value, bound.why)).unzip();
    let found = found.map(|found| {
        row! { best_placement: FoundRow::of(found), place: found.placement.nodes() }
    });
    row! {
        algorithm: name,
        role: ranked.map_or("schedule", |ranked| match ranked.role {
            // What has a price breaks no rule here, unless its messages wait; `shares_links` says so.
            Role::Counterexample => role(Role::Further),
            other => role(other),
        }),
        pieces: ranked.map_or(1, |ranked| ranked.pieces),
        cost: cost_row(cost, hops || ranked.is_none()),
        total: total,
        total_value: total.map(Rational::to_f64),
        #[serde(flatten)] asynchronous: asynchronous_row(asynchronous),
        // For how many more words than in `cost` the total pays t_w, since pieces are whole words.
        whole_words_more: ranked.and_then(|ranked| ranked.uneven.as_ref()),
        // How many messages were too many to look at, so that the total is that of m/n words.
        not_weighed: ranked.and_then(|ranked| ranked.not_weighed).map(|count| count.to_string()),
        // Of the totals, where times were given with one.
        unit: numbers.unit.filter(|_| total.is_some()),
        lower_bound: bound_row(ranking),
        // The words that any schedule with at most so many steps needs; null on links of classes.
        least_words: least_words,
        least_words_why: least_words_why,
        // The total in units of that of the lower bound.
        ratio: ratio,
        ratio_value: ratio_value,
        price: ranked.map_or("counted", |ranked| ranked.price.name()),
        closed_form: ranked.and_then(|ranked| ranked.closed_form.as_deref()),
        // Null unless measured, and where data is combined.
        most_held: loads.and_then(|loads| loads.most_held.as_ref()),
        busiest_link: loads.map(|loads| &loads.busiest_link),
        dominated_by: ranked.and_then(|ranked| ranked.dominated_by),
        // Whether messages share links or ports, and wait for each other.
        shares_links: shares_links,
        #[serde(flatten)] found: found,
    }
}

/// The coefficients of a cost; t_h is null where hops are not counted.
fn cost_row(of: &Cost, hops: bool) -> impl Serialize {
    let Cost { t_s, t_w, t_h, gamma, classes, greatest, messages } = of;
    let counted = hops || !of.is_linear();
    row! {
        t_s: t_s,
        t_w: t_w,
        t_h: counted.then_some(t_h),
        #[serde(flatten)] gamma: (!gamma.is_zero()).then(|| row! { gamma: gamma }),
        #[serde(flatten)] classes: (!classes.is_empty()).then(|| row! { classes: classes }),
        #[serde(flatten)] greatest: (!greatest.is_empty()).then(|| row! { greatest: greatest }),
        #[serde(flatten)] messages: (!messages.is_empty()).then(|| row! { messages: of.sent() }),
    }
}

/// The lower bound. On links of classes there are no words, but their time for m = 1, and that of hops: only the greater
/// counts.
pub(super) fn bound_row(ranking: &Ranking) -> impl Serialize {
    let (bounds, classes) = (&ranking.bounds, ranking.on_classes.as_ref());
    let times = classes.map(|of| {
        row! { words_time: &of.words.value, hops_time: &of.hops.value, hops_why: &of.hops.why }
    });
    row! {
        steps: &bounds.steps.value,
        steps_why: &bounds.steps.why,
        words: Some(&bounds.words.value).filter(|_| classes.is_none()),
        words_why: classes.map_or(&bounds.words, |of| &of.words).why.to_string(),
        #[serde(flatten)] times: times,
        total: ranking.least.as_ref(),
        total_value: ranking.least.as_ref().map(Rational::to_f64),
    }
}

/// How many points are worked on side by side before their rows are written.
const BATCH: u64 = 512;

/// Which part of the points.
#[derive(Clone, Copy)]
struct Shard {
    number: u64,
    of: u64,
}

impl Shard {
    fn read(text: &str) -> Result<Self> {
        let whole =
            |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok());
        let parts = text
            .split_once('/')
            .and_then(|(number, of)| Some(Shard { number: whole(number)??, of: whole(of)?? }));
        let why = match parts {
            Some(shard) if (1..=shard.of).contains(&shard.number) => return Ok(shard),
            Some(Shard { of: 0, .. }) => "there are no parts".to_owned(),
            Some(Shard { number: 0, .. }) => "parts are counted from 1".to_owned(),
            Some(shard) => format!("the last part is {}/{}", shard.of, shard.of),
            None => "expected two whole numbers with a / between them".to_owned(),
        };
        Err(Failure::input(format!("--shard {text} is not a valid part: {why}"))
            .help("write the part and the number of parts, such as 3/16; parts are counted from 1"))
    }

    /// The numbers of its points; all shards have equally many, but for one.
    fn range(self, points: u64) -> (u64, u64) {
        let at = |number: u64| {
            let at = u128::from(points) * u128::from(number) / u128::from(self.of);
            // No more than there are points.
            saturated(at)
        };
        (at(self.number - 1), at(self.number))
    }
}

pub(super) fn run(asked: &Comparison<'_>) -> Result<Answer> {
    let args = asked.args;
    let shard = args.shard.as_deref().map(Shard::read).transpose()?;
    let points = Points::of(asked)?;
    let count = points.count()?;
    let shard = shard.unwrap_or(Shard { number: 1, of: 1 });
    let (from, to) = shard.range(count);
    let most = asked.allowed.points;
    if to - from > most {
        // Where no point is allowed no part of them is.
        let part = match most {
            0 => String::new(),
            _ => format!("--shard 1/{} takes a part of them, ", count.div_ceil(most)),
        };
        let needed = to - from;
        return Err(Failure::NoAnswer(format!(
            "limit exceeded: {needed} points, {most} are allowed in one run; {part}--limit \
             points={needed} raises it"
        )));
    }
    // What cannot be asked for is known before anything is written, whichever the shard.
    points.largest()?;
    if from < to {
        points.at(from)?;
    }
    asked.read_as();
    output::write_to(asked.output(), &mut |out| {
        if args.format == CompareFormat::Csv && shard.number == 1 {
            let exact = columns(asked).filter(|(.., decimal)| *decimal);
            let exact = exact.map(|(name, ..)| format!("{name}_exact"));
            page::write_csv(out, columns(asked).map(|(name, ..)| name.to_owned()).chain(exact))?;
        }
        let mut first = from;
        while first < to {
            let last = to.min(first + if asked.how.measure { 1 } else { BATCH });
            let rows = (first..last).into_par_iter().map(|point| rows(asked, &points, point));
            for rows in rows.collect::<Vec<_>>() {
                out.write_all(&rows?)?;
            }
            // Who watches sees what is done.
            out.flush()?;
            first = last;
        }
        Ok(())
    })?;
    Ok(Answer::Yes)
}

fn rows(asked: &Comparison<'_>, points: &Points<'_>, point: u64) -> Result<Vec<u8>> {
    let (question, numbers) = points.at(point)?;
    let ranking = ranking(&question, &numbers, &asked.how);
    let mut rows = Vec::new();
    write(&mut rows, asked, &question, &numbers, &ranking)?;
    Ok(rows)
}
