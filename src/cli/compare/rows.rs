//! A row for each algorithm: as a page to read, with the lower bounds and their reasons below it, and of several points with a
//! column of totals for each; and in exact text, of `-f csv` and `-f jsonl` as a line at each point, whole or in shards.
//!
//! A shard is a range of the numbers of points, so that shards one after another are the whole.

use std::io;

use rayon::prelude::*;
use serde_json::Value;

use super::points::{Comparison, Points};
use super::{Candidate, CompareFormat, Own, RankedPoint, listed};
use crate::cli::cost::{asynchronous_row, missing};
use crate::cli::page::{given, or_dash, ratio};
use crate::cli::prelude::*;
use crate::cli::report::{Bandwidth, role};
use hockney_ask::{Found, LeftOut, NumberedAlgorithms, Ranked, Ranking, Why, ranking};
use hockney_cost::{Bound, ClassBounds, TimeLine};

/// The columns of CSV, with * behind those of decimals, which have the exact value in a column of its own; behind = where in a
/// row each is, if not under its name.
const COLUMNS: &str = "collective topology p m* t_s* t_w* t_h* row algorithm role pieces \
    cost_t_s*=/cost/t_s cost_t_w*=/cost/t_w cost_t_h*=/cost/t_h total* unit whole_words_more* \
    not_weighed bound_t_s*=/lower_bound/steps bound_t_w*=/lower_bound/words \
    bound_total*=/lower_bound/total ratio* price dominated_by why shares_links least_words*";

/// The columns of what is asked for beyond startups, words and hops.
const ASYNCHRONOUS: &str = "asynchronous* by_steps*";
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
    let Candidate { name, cost, total: by_steps, asynchronous, ratio, shares_links, ranked } = of;
    let total = asynchronous.or(by_steps);
    let ratio_value = ratio.as_ref().map(Rational::to_f64);
    let loads = ranked.and_then(|ranked| ranked.price.loads());
    let found = ranked.and_then(|ranked| ranked.found.as_ref());
    let (least_words, least_words_why) =
        ranking.least_words(cost).map(|bound| (bound.value, bound.why)).unzip();
    let found = found.map(|found| {
        row! { best_placement: report::found_row(found), place: found.placement.nodes() }
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
        #[serde(flatten)] asynchronous: asynchronous_row(asynchronous, by_steps),
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

pub(super) fn run(asked: &Comparison<'_>) -> Result<()> {
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
        return Err(Failure::no_answer(format!(
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
    })
}

fn rows(asked: &Comparison<'_>, points: &Points<'_>, point: u64) -> Result<Vec<u8>> {
    let (question, numbers) = points.at(point)?;
    let ranking = ranking(&question, &numbers, &asked.how);
    let mut rows = Vec::new();
    write(&mut rows, asked, &question, &numbers, &ranking)?;
    Ok(rows)
}

pub(super) fn write_page(
    out: &mut dyn Write,
    asked: &Comparison<'_>,
    point: &RankedPoint<'_>,
    own: Option<&Own>,
) -> Result<()> {
    let (args, RankedPoint { question, numbers, ranking, .. }) = (asked.args, point);
    if let Some(word) = page::word(numbers) {
        writeln!(out, "word: {word}")?;
    }
    writeln!(out, "{}\n", report::of_ranking(question, &asked.how.only))?;
    let rows = candidates(asked, ranking, own);
    let total = rows.iter().any(|row| row.total.is_some());
    let alike = question.machine().classes().is_empty();
    let is = |has: fn(&Ranked) -> bool| rows.iter().filter_map(|row| row.ranked).any(has);
    let loads = is(|row| row.price.loads().is_some());
    let busbw = |row: &Candidate<'_>| {
        let total = row.asynchronous.or(row.total).filter(|_| args.busbw)?;
        Bandwidth::of(question.instance(), numbers, total)
    };
    let has_bandwidth = rows.iter().any(|row| busbw(row).is_some());
    let columns = [
        words("algorithm"),
        number("steps"),
        number("words").only_if(alike),
        number("least words").only_if(alike),
        number("hops").only_if(asked.how.measure),
        number("combined").only_if(rows.iter().any(|row| !row.cost.gamma.is_zero())),
        number("total").only_if(total),
        number("asynchronous").only_if(rows.iter().any(|row| row.asynchronous.is_some())),
        number("ratio").only_if(ranking.least.is_some()),
        number("factor").only_if(is(|row| row.found.is_some())),
        number("pieces").only_if(is(|row| row.pieces > 1)),
        number("algbw").only_if(has_bandwidth),
        number("busbw").only_if(has_bandwidth),
        words("").only_if(rows.iter().any(|row| !row.marks().is_empty())),
        number("most held").only_if(loads),
        number("busiest link").only_if(loads),
        words("cost from").only_if(loads && alike),
        words("cost").only_if(!alike),
    ];
    let cells = |row: &Candidate<'_>| {
        let loads = row.ranked.and_then(|ranked| ranked.price.loads());
        let bandwidth = busbw(row);
        let bandwidth = |of: fn(&Bandwidth) -> &Rational| {
            bandwidth.as_ref().map_or_else(|| "-".to_owned(), |all| Bandwidth::shown(of(all)))
        };
        [
            row.name.to_owned(),
            shown(&row.cost.t_s),
            times_m(&row.cost.t_w),
            or_dash(ranking.least_words(row.cost).map(|bound| bound.value).as_ref(), times_m),
            shown(&row.cost.t_h),
            times_m(&row.cost.gamma),
            or_dash(row.total, shown),
            or_dash(row.asynchronous, shown),
            or_dash(row.ratio.as_ref(), ratio),
            or_dash(row.ranked.and_then(|of| of.found.as_ref()).map(Found::factor).as_ref(), ratio),
            row.ranked.map_or_else(|| "-".to_owned(), |ranked| ranked.pieces.to_string()),
            bandwidth(|all| &all.algorithm),
            bandwidth(|all| &all.bus),
            row.marks(),
            or_dash(loads.and_then(|loads| loads.most_held.as_ref()), times_m),
            or_dash(loads.map(|loads| &loads.busiest_link), times_m),
            row.ranked.map_or("its steps", |ranked| ranked.price.name()).to_owned(),
            shown(&numbers.decided(row.cost)),
        ]
    };
    PageTable::of(columns, &rows, cells).write(out)?;
    writeln!(out)?;
    let m = question.instance().collective.m_is();
    page::list(out, [Fact::new("m", m)])?;
    page::list(out, below(asked, point, alike))?;
    if args.formulas {
        writeln!(out, "\nclosed forms")?;
        for row in rows.iter().filter_map(|row| row.ranked) {
            let form = row.closed_form.as_deref().unwrap_or("computed for each size");
            writeln!(out, "{}  {form}", row.algorithm.name())?;
        }
    }
    Ok(())
}

/// The marks of a row: that it is proved to be optimal, that it is dominated, that its messages share links.
fn marks(row: &Ranked) -> String {
    let dominated = row.dominated_by.map(|_| "dominated");
    let optimum = row.algorithm.is_tabled().then_some("optimum");
    let marks =
        optimum.into_iter().chain(dominated).chain(row.shares_links.then_some("shares links"));
    marks.collect::<Vec<_>>().join(", ")
}

impl Candidate<'_> {
    fn marks(&self) -> String {
        let shares_links = if self.shares_links { "shares links" } else { "" };
        self.ranked.map_or_else(|| shares_links.to_owned(), marks)
    }
}

/// What the names and marks of rows mean, and what has no row.
fn meanings(
    asked: &Comparison<'_>,
    points: &[RankedPoint<'_>],
    rows: &[&Ranked],
    factor: &str,
) -> Vec<Fact> {
    let mut said = Vec::new();
    let first = points.iter().take(1).flat_map(|point| &point.ranking.rows);
    let most = first.filter_map(|row| Some(row.found.as_ref()?.evaluations)).max();
    said.extend(most.map(|most| {
        let each =
            format!("each algorithm on the best of up to {most} placements that were priced");
        Fact::new("placement", format!("{each}; {factor}"))
    }));
    let totals = rows.iter().filter(|row| row.total.is_some());
    for NumberedAlgorithms { name, planned } in totals.filter_map(|row| row.family.as_ref()) {
        if said.iter().all(|fact: &Fact| fact.name != *name) {
            said.push(Fact::new(
                name,
                match planned {
                    0 => "the best K, by its closed form".to_owned(),
                    planned => format!("the best K of {planned} that were planned"),
                },
            ));
        }
    }
    let mut if_any = |is: fn(&&Ranked) -> bool, mark: &str, meaning: &str| {
        said.extend(rows.iter().any(is).then(|| Fact::new(mark, meaning)));
    };
    if_any(
        |row| row.algorithm.is_tabled(),
        "optimum",
        "no schedule in as many pieces has as few steps and fewer words: hockney list optima",
    );
    if_any(
        |row| row.dominated_by.is_some(),
        "dominated",
        "another algorithm has no more steps and no more words, at any m, t_s and t_w",
    );
    if_any(
        |row| row.shares_links,
        "shares links",
        "messages that share a port wait for each other in t_s and t_w, those on a link in t_w",
    );
    said.extend(left_out(asked, points).into_iter().map(|text| Fact::new("left out", text)));
    said
}

/// How many algorithms have no row because others dominate them.
fn hidden(all: usize, rows: usize) -> Option<Fact> {
    let hidden = all.checked_sub(rows).filter(|hidden| *hidden > 0)?;
    let hidden = count(hidden as u128, "dominated algorithm");
    Some(Fact::new("not shown", format!("{hidden}; --all shows them")))
}

/// The algorithms that have no row: `2 by the rule congestion: ring, bruck; --contention ranks them`. With -a each has a note
/// instead.
pub(super) fn left_out(asked: &Comparison<'_>, points: &[RankedPoint<'_>]) -> Vec<String> {
    let named = !asked.args.algorithm.is_empty();
    let rows = points.iter().flat_map(|point| &point.ranking.rows);
    let ranked = |name: &str| rows.clone().any(|row| row.algorithm.name() == name);
    let first = points.first().filter(|_| !named).map_or(&[][..], |of| &of.ranking.left_out);
    let mut left: Vec<&LeftOut> = first.iter().filter(|one| !ranked(one.algorithm)).collect();
    // Those of one reason are one after another.
    left.sort_by_key(|one| &one.why);
    let name = |one: &&LeftOut| match one.why {
        Why::Large(messages) => {
            format!("{} (at least {})", one.algorithm, count(messages, "message"))
        }
        _ => one.algorithm.to_owned(),
    };
    let because = |those: &[&LeftOut]| {
        let why = &those[0].why;
        let names = those.iter().map(name).collect::<Vec<_>>().join(", ");
        match why.remedy() {
            Some(remedy) => format!("{} {why}: {names}; {remedy} them", those.len()),
            None => why.to_string(),
        }
    };
    left.chunk_by(|a, b| a.why.to_string() == b.why.to_string()).map(because).collect()
}

fn candidates<'a>(
    asked: &Comparison<'_>,
    ranking: &'a Ranking,
    own: Option<&'a Own>,
) -> Vec<Candidate<'a>> {
    let mut candidates: Vec<_> = listed(asked, ranking).map(Candidate::of).collect();
    if let Some(own) = own {
        let key = |of: &Candidate<'_>| {
            let deciding = of.asynchronous.or(of.total).cloned();
            (deciding, of.cost.t_s.clone(), of.cost.t_w.clone())
        };
        let own = own.beside(ranking);
        let at = candidates.partition_point(|other| key(other) <= key(&own));
        candidates.insert(at, own);
    }
    candidates
}

/// The lower bound, with its reason; `None` on links of classes without their times.
pub(crate) fn of_bounds(ranking: &Ranking, numbers: &Numbers, alike: bool) -> Option<Fact> {
    let Ranking { bounds, on_classes, least, .. } = ranking;
    if let Some(of @ ClassBounds { steps, hops, .. }) = &**on_classes {
        let (zero, one) = (Rational::zero(), Rational::one());
        let (t_s, words) = of.lines(&zero, numbers.m.as_ref().unwrap_or(&one));
        let by_table = (!of.below.is_empty())
            .then(|| format!(", t_s = {} by lines below the tables", amount(t_s, numbers)));
        let per_m = if numbers.m.is_some() { "" } else { " m" };
        let words_time = numbers.m.as_ref().map_or(words.value.clone(), |m| &words.value * m);
        let total = least.as_ref().map(|least| amount(least, numbers));
        let fact =
            Fact::new("lower bound", total.unwrap_or_else(|| "without m or t_s no total".into()));
        let (by_table, call) = (by_table.unwrap_or_default(), &numbers.timing.call);
        let fact = by_steps(fact, numbers)
            .line(format!("{} t_s: {}{by_table}", shown(&steps.value), steps.why))
            .line(if of.apart { "or 1 t_s, plus the greater of" } else { "plus the greater of" })
            .line(format!("{}{per_m}: {}", amount(&words_time, numbers), words.why))
            .line(format!("{}: {}", amount(&hops.value, numbers), hops.why));
        let called =
            (!call.is_zero()).then(|| format!("plus {} for the call", amount(call, numbers)));
        return Some(called.into_iter().fold(fact, Fact::line));
    }
    let cheapest = bounds.cheapest(numbers);
    let call = if numbers.timing.call.is_zero() { "" } else { " + call" };
    let cost = |steps: u64, words: &Rational| {
        page::cost(&Cost::plain(steps.into(), words.clone(), Rational::zero()))
    };
    let fact = match &cheapest {
        Some((steps, words, total)) => Fact::of("lower bound")
            .formula(cost(*steps, &words.value))
            .plain(format!("{call} = {}", amount(total, numbers))),
        None => Fact::of("lower bound").formula(page::cost(&bounds.cost())),
    };
    let by_table = cheapest.as_ref().and_then(|(steps, words, _)| {
        let (_, line) = numbers.at_least(&Rational::from(*steps), &words.value)?;
        let TimeLine { fixed, each } = line?;
        let unit = numbers.unit.unwrap_or_default();
        let (t_s, t_w) = (shown(&fixed), shown(&each));
        Some(format!("t_s = {t_s} {unit}, t_w = {t_w} {unit}: a line below the table of times"))
    });
    let fact = by_table.into_iter().fold(fact, Fact::line);
    let mut fact = by_steps(fact, numbers)
        .line(format!("{} t_s: {}", shown(&bounds.steps.value), bounds.steps.why))
        .line(format!("{} m t_w: {}", shown(&bounds.words.value), bounds.words.why));
    // Few steps need more words: those with the least cost, or one step fewer than suffices for the least words.
    let front = bounds.front();
    let at = cheapest.map_or(0, |(steps, ..)| front.partition_point(|(from, _)| *from < steps));
    let floor = |(_, words): &&(u64, Bound)| words.value > bounds.words.value;
    let beside =
        front.get(at).filter(floor).or_else(|| front.get(at.checked_sub(1)?).filter(floor));
    if let Some((steps, words)) = beside {
        let words_there = shown(&words.value);
        fact = fact.line(format!("{words_there} m t_w in {steps} steps: {}", words.why));
    }
    Some(fact).filter(|_| alike)
}

/// The bound with a note where other totals are printed as well.
fn by_steps(bound: Fact, numbers: &Numbers) -> Fact {
    if !numbers.timing.asynchronous {
        return bound;
    }
    bound.line("of totals by steps; an asynchronous total may be less")
}

/// The facts below the table.
fn below(asked: &Comparison<'_>, point: &RankedPoint<'_>, alike: bool) -> Vec<Fact> {
    let RankedPoint { numbers, ranking, .. } = point;
    let (mut said, rows): (_, Vec<_>) = (Vec::new(), listed(asked, ranking).collect());
    let cost = ranking.rows.first().map(|row| &row.cost);
    said.extend(of_bounds(ranking, numbers, alike));
    let totals_are_there = ranking.rows.iter().any(|row| row.total.is_some());
    if alike {
        let least = "the fewest of any schedule that has no more steps than the row";
        said.push(Fact::new("least words", least));
    }
    if totals_are_there {
        said.push(Fact::new("totals", totals(numbers, asked.how.measure)));
    }
    said.extend(pieces(&rows, numbers));
    let missing = (!totals_are_there).then(|| missing(numbers, cost)).flatten();
    said.extend(missing.map(|it| Fact::new("no total", format!("give {it} as well"))));
    if ranking.least.is_some() && ranking.rows.iter().any(|row| row.uneven.is_some()) {
        let whole = "totals round pieces up to whole words; --ideal allows fractions";
        said.push(Fact::new("whole words", whole));
    }
    for row in &rows {
        said.extend(row.not_weighed.map(|messages| {
            let name = row.algorithm.name();
            let many = format!("{messages} messages or values in them exceed the limit");
            let raised = format!("--limit weighed={messages} allows it");
            Fact::new("m/n words", format!("in the total of {name}, whose {many}; {raised}"))
        }));
    }
    let factor = "the factor is the total of the ranks in order, divided by this total";
    said.extend(meanings(asked, std::slice::from_ref(point), &rows, factor));
    said.extend(unshared(ranking, numbers).map(|best| Fact::new("shares none", best)));
    said.extend(hidden(ranking.rows.len(), rows.len()));
    said
}

/// The best row that shares no link or port, below a better one that does: `ring is the best: 450 us`.
fn unshared(ranking: &Ranking, numbers: &Numbers) -> Option<String> {
    ranking.rows.first().filter(|row| row.shares_links)?;
    let row = ranking.rows.iter().find(|row| !row.shares_links)?;
    let total = row.deciding().map(|total| format!(": {}", amount(total, numbers)));
    let name = row.algorithm.name();
    Some(format!("{name} is the best that shares no link or port{}", total.unwrap_or_default()))
}

/// How numbers of pieces were chosen.
fn pieces(rows: &[&Ranked], numbers: &Numbers) -> Option<Fact> {
    let chosen =
        || rows.iter().filter_map(|row| Some((row.algorithm.name(), row.best_pieces.as_ref()?)));
    let explains = |name: &str| format!("; `hockney cost -a {name}` explains it");
    let hops = if numbers.t_h.is_zero() { "" } else { ", without t_h" };
    let exact = chosen().find(|(_, best)| best.tried.is_none()).map(|(name, _)| {
        format!("the best number for each algorithm that takes any{hops}{}", explains(name))
    });
    let tried = chosen().find_map(|(name, best)| {
        let tried = best.tried?;
        Some(format!("{name} has the best of {tried} numbers that were tried{}", explains(name)))
    });
    match (exact, tried) {
        (Some(exact), Some(tried)) => Some(Fact::new("pieces", exact).line(tried)),
        (one, other) => one.or(other).map(|text| Fact::new("pieces", text)),
    }
}

/// The numbers of the totals: `in us at m = 100, t_s = 5, t_w = 1`
fn totals(numbers: &Numbers, hops: bool) -> String {
    let within = numbers.unit.map_or_else(String::new, |unit| format!("in {unit} "));
    within + &given(numbers, hops)
}

/// The total of the ranks in order divided by that of the placement that was found, if this is better.
fn gain(row: &Ranked) -> Option<Rational> {
    row.found.as_ref().map(Found::factor).filter(|factor| *factor > Rational::one())
}

/// `4KiB`, or `8r 4KiB` with 8 rails.
fn title(point: &RankedPoint<'_>) -> String {
    point.rails.map_or_else(String::new, |rails| format!("{rails}r ")) + point.text
}

/// The page, with the algorithms in the order of the first point.
pub(super) fn write_matrix(
    out: &mut dyn Write,
    asked: &Comparison<'_>,
    points: &[RankedPoint<'_>],
) -> Result<()> {
    let first = &points[0];
    if let Some(word) = page::word(&first.numbers) {
        writeln!(out, "word: {word}")?;
    }
    writeln!(out, "{}\n", report::of_ranking(&first.question, &asked.how.only))?;
    let is = |row: &Ranked, other: &Ranked| key(row) == key(other);
    let rows = |at: usize| points[at].ranking.rows.iter();
    let row_at = |at: usize, row: &Ranked| rows(at).find(|other| is(row, other));
    // A row is dominated if it is so for every size.
    let best = |row: &&Ranked| {
        let each = (0..points.len()).filter_map(|at| row_at(at, row));
        each.min_by_key(|row| row.dominated_by.is_some())
    };
    let seen =
        |row: &&Ranked| points.iter().any(|at| listed(asked, &at.ranking).any(|one| is(row, one)));
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
            or_dash(row.and_then(Ranked::deciding), shown) + mark
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
    let least = |point: &RankedPoint<'_>| or_dash(point.ranking.least.as_ref(), shown);
    let bounds = ["lower bound".to_owned()].into_iter().chain(points.iter().map(least));
    rows_of_cells.push(bounds.chain([String::new()]).collect());
    PageTable { columns, rows: rows_of_cells }.write(out)?;
    writeln!(out)?;
    let mut said = vec![Fact::new("m", first.question.instance().collective.m_is())];
    for point in points {
        let first = point.ranking.rows.first();
        let best = first.map_or("", |row| row.algorithm.name());
        let gain = first.and_then(gain).map_or_else(String::new, |factor| {
            format!(", {} times as fast as with the ranks in order", shown(&factor))
        });
        let ratio = first.and_then(|row| row.ratio.as_ref());
        let least = ratio
            .map_or_else(String::new, |ratio| format!(", {} times the lower bound", shown(ratio)));
        let fact = Fact::new(title(point), format!("{best} is best{least}{gain}"));
        said.push(unshared(&point.ranking, &point.numbers).into_iter().fold(fact, Fact::line));
    }
    let times = Numbers { m: None, ..first.numbers.clone() };
    said.push(Fact::new("totals", totals(&times, asked.how.measure)));
    let best: Vec<&Ranked> = rows.iter().filter_map(best).collect();
    said.extend(meanings(asked, points, &best, "* is a total below that of the ranks in order"));
    said.extend(hidden(all.len(), rows.len()));
    page::list(out, said)
}

/// `ring`; of the best of those named after a number, which may be another one at each point, `rotation-K`.
fn key(row: &Ranked) -> &str {
    row.family.as_ref().map_or(row.algorithm.name(), |family| &family.name)
}
