//! The ranking as a page to read, with the lower bounds and their reasons below it.

use std::io::Write;

use super::asked::Comparison;
use super::{Candidate, Own, Point, shown};
use crate::cli::amounts::{self, amount, count, given, or_dash, times_m, word};
use crate::cli::busbw::Bandwidth;
use crate::cli::cost::table::missing;
use crate::cli::facts::{self, Fact, WIDTH};
use crate::cli::failure::Result;
use crate::cli::heading;
use crate::cli::table::{Table, numbers as number, words};
use crate::cli::terminal::shown as digits;
use hockney_ask::{Family, Found, Ranked, Ranking, Why};
use hockney_base::number::Rational;
use hockney_cost::{Bound, ClassBounds, Cost, Numbers};

pub(super) fn write(
    out: &mut dyn Write,
    asked: &Comparison<'_>,
    point: &Point<'_>,
    own: Option<&Own>,
) -> Result<()> {
    let (args, Point { question, numbers, ranking, .. }) = (asked.args, point);
    if let Some(word) = word(numbers) {
        writeln!(out, "word: {word}")?;
    }
    writeln!(out, "{}\n", heading::of_ranking(question, &asked.how.only))?;
    let rows = candidates(asked, ranking, own);
    let total = rows.iter().any(|row| row.total.is_some());
    let alike = question.machine().classes().is_empty();
    let is = |has: fn(&Ranked) -> bool| rows.iter().filter_map(|row| row.ranked).any(has);
    let loads = is(|row| row.price.loads().is_some());
    let busbw = |row: &Candidate<'_>| {
        let total = row.total.filter(|_| args.busbw)?;
        Bandwidth::of(question.instance(), numbers, total)
    };
    let has_bandwidth = rows.iter().any(|row| busbw(row).is_some());
    let columns = [
        words("algorithm"),
        number("steps"),
        number("words").only_if(alike),
        number("least words").only_if(alike),
        number("hops").only_if(asked.how.measure),
        number("total").only_if(total),
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
            digits(&row.cost.t_s),
            times_m(&row.cost.t_w),
            or_dash(ranking.least_words(row.cost).map(|bound| bound.value).as_ref(), times_m),
            digits(&row.cost.t_h),
            or_dash(row.total, digits),
            or_dash(row.ratio.as_ref(), amounts::ratio),
            or_dash(
                row.ranked.and_then(|of| of.found.as_ref()).map(Found::factor).as_ref(),
                amounts::ratio,
            ),
            row.ranked.map_or_else(|| "-".to_owned(), |ranked| ranked.pieces.to_string()),
            bandwidth(|all| &all.algorithm),
            bandwidth(|all| &all.bus),
            row.marks(),
            or_dash(loads.and_then(|loads| loads.most_held.as_ref()), times_m),
            or_dash(loads.map(|loads| &loads.busiest_link), times_m),
            row.ranked.map_or("its steps", |ranked| ranked.price.name()).to_owned(),
            digits(&numbers.decided(row.cost)),
        ]
    };
    Table::of(columns, &rows, cells).write(out)?;
    writeln!(out)?;
    let m = question.instance().collective.m_is();
    facts::write(out, WIDTH, [Fact::new("m", m)])?;
    facts::write(out, WIDTH, below(asked, point, alike))?;
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
pub(super) fn marks(row: &Ranked) -> String {
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

/// What the factor or the mark means, if placements were searched.
pub(super) fn searched(ranking: &Ranking, what: &str) -> Option<Fact> {
    let priced = ranking.rows.iter().filter_map(|row| row.found.as_ref());
    let most = priced.map(|found| found.evaluations).max()?;
    let each = format!("each algorithm on the best of up to {most} placements that were priced");
    Some(Fact::new("placement", format!("{each}; {what}")))
}

/// What `optimum` and `dominated` mean, if a row has such a mark.
pub(super) fn below_rows(rows: &[&Ranked]) -> Vec<Fact> {
    let optimum =
        "no schedule in as many pieces has as few steps and fewer words: hockney list optima";
    let dominated = "another algorithm has no more steps and no more words, at any m, t_s and t_w";
    let is = |has: fn(&Ranked) -> bool| rows.iter().any(|row| has(row));
    let optimum = is(|row| row.algorithm.is_tabled()).then(|| Fact::new("optimum", optimum));
    let dominated = is(|row| row.dominated_by.is_some()).then(|| Fact::new("dominated", dominated));
    optimum.into_iter().chain(dominated).collect()
}

/// What `shares links` means.
pub(super) fn shares_links<'a>(mut rows: impl Iterator<Item = &'a Ranked>) -> Option<Fact> {
    let meaning = "messages that share a link or a port wait for each other in t_w";
    rows.any(|row| row.shares_links).then(|| Fact::new("shares links", meaning))
}

/// What the numbers of names mean.
pub(super) fn families<'a>(rows: impl Iterator<Item = &'a Ranked>) -> Vec<Fact> {
    let mut said: Vec<Fact> = Vec::new();
    for Family { name, planned } in rows.filter_map(|row| row.family.as_ref()) {
        if said.iter().any(|fact| fact.name == *name) {
            continue;
        }
        said.push(Fact::new(
            name,
            match planned {
                0 => "the best K, by its closed form".to_owned(),
                planned => format!("the best K of {planned} that were planned"),
            },
        ));
    }
    said
}

/// The algorithms that other options bring in: `2 congested: ring, bruck; --contention ranks them`. With -a each has a
/// note instead.
pub(super) fn left_out(asked: &Comparison<'_>, points: &[Point<'_>]) -> Vec<String> {
    let named = !asked.args.algorithm.is_empty();
    let rows = points.iter().flat_map(|point| &point.ranking.rows);
    let ranked = |name: &str| rows.clone().any(|row| row.algorithm.name() == name);
    let first = points.first().filter(|_| !named).map_or(&[][..], |of| &of.ranking.left_out);
    let because = |why: Why| {
        let those = first.iter().filter(|one| one.why == why && !ranked(one.algorithm));
        let names: Vec<&str> = those.map(|one| one.algorithm).collect();
        let (count, names) = (names.len(), names.join(", "));
        (count > 0).then(|| format!("{count} {why}: {names}; {} them", why.remedy()))
    };
    Why::ALL.into_iter().filter_map(because).collect()
}

fn candidates<'a>(
    asked: &Comparison<'_>,
    ranking: &'a Ranking,
    own: Option<&'a Own>,
) -> Vec<Candidate<'a>> {
    let mut candidates: Vec<_> = shown(asked, ranking).map(Candidate::of).collect();
    if let Some(own) = own {
        let key =
            |of: &Candidate<'_>| (of.total.cloned(), of.cost.t_s.clone(), of.cost.t_w.clone());
        let own = own.beside(ranking);
        let at = candidates.partition_point(|other| key(other) <= key(&own));
        candidates.insert(at, own);
    }
    candidates
}

/// The lower bound, with its reason; `None` on links of classes without their times.
pub(crate) fn of_bounds(ranking: &Ranking, numbers: &Numbers, alike: bool) -> Option<Fact> {
    let Ranking { bounds, on_classes, least, .. } = ranking;
    if let Some(ClassBounds { steps, hops, words }) = &**on_classes {
        let per_m = if numbers.m.is_some() { "" } else { " m" };
        let words_time = numbers.m.as_ref().map_or(words.value.clone(), |m| &words.value * m);
        let total = least.as_ref().map(|least| amount(least, numbers));
        let fact =
            Fact::new("lower bound", total.unwrap_or_else(|| "without m or t_s no total".into()));
        return Some(
            fact.line(format!("{} t_s: {}", digits(&steps.value), steps.why))
                .line("plus the greater of".to_owned())
                .line(format!("{}{per_m}: {}", amount(&words_time, numbers), words.why))
                .line(format!("{}: {}", amount(&hops.value, numbers), hops.why)),
        );
    }
    let cheapest = bounds.cheapest(numbers);
    let cost = |steps: u64, words: &Rational| {
        amounts::cost(&Cost::plain(steps.into(), words.clone(), Rational::zero()))
    };
    let fact = match &cheapest {
        Some((steps, words, total)) => Fact::of("lower bound")
            .formula(cost(*steps, &words.value))
            .plain(format!(" = {}", amount(total, numbers))),
        None => Fact::of("lower bound").formula(amounts::cost(&bounds.cost())),
    };
    let mut fact = fact
        .line(format!("{} t_s: {}", digits(&bounds.steps.value), bounds.steps.why))
        .line(format!("{} m t_w: {}", digits(&bounds.words.value), bounds.words.why));
    // Few steps need more words: those with the least cost, or one step fewer than suffices for the least words.
    let front = bounds.front();
    let at = cheapest.map_or(0, |(steps, ..)| front.partition_point(|(from, _)| *from < steps));
    let floor = |(_, words): &&(u64, Bound)| words.value > bounds.words.value;
    let shown = front.get(at).filter(floor).or_else(|| front.get(at.checked_sub(1)?).filter(floor));
    if let Some((steps, words)) = shown {
        let words_there = digits(&words.value);
        fact = fact.line(format!("{words_there} m t_w in {steps} steps: {}", words.why));
    }
    Some(fact).filter(|_| alike)
}

/// The facts below the table.
fn below(asked: &Comparison<'_>, point: &Point<'_>, alike: bool) -> Vec<Fact> {
    let Point { numbers, ranking, .. } = point;
    let (mut said, shown): (_, Vec<_>) = (Vec::new(), shown(asked, ranking).collect());
    let cost = ranking.rows.first().map(|row| &row.cost);
    said.extend(of_bounds(ranking, numbers, alike));
    let totals_are_there = ranking.rows.iter().any(|row| row.total.is_some());
    if alike {
        let least = "those of any schedule with at most so many steps";
        said.push(Fact::new("least words", least));
    }
    if totals_are_there {
        said.push(Fact::new("totals", totals(numbers, asked.how.measure)));
    }
    said.extend(pieces(&shown, numbers));
    let missing = (!totals_are_there).then(|| missing(numbers, cost)).flatten();
    said.extend(missing.map(|it| Fact::new("no total", format!("give {it} as well"))));
    if ranking.least.is_some() && ranking.rows.iter().any(|row| row.uneven.is_some()) {
        let whole = "totals round pieces up to whole words; --ideal allows fractions";
        said.push(Fact::new("whole words", whole));
    }
    for row in &shown {
        said.extend(row.not_weighed.map(|messages| {
            let name = row.algorithm.name();
            let many = format!("{messages} messages or values in them exceed the limit");
            let raised = format!("--limit weighed={messages} allows it");
            Fact::new("m/n words", format!("in the total of {name}, whose {many}; {raised}"))
        }));
    }
    said.extend(searched(ranking, "the total of block is the factor times as much"));
    said.extend(families(shown.iter().copied().filter(|_| totals_are_there)));
    said.extend(below_rows(&shown));
    said.extend(shares_links(ranking.rows.iter()));
    said.extend(
        left_out(asked, std::slice::from_ref(point))
            .into_iter()
            .map(|text| Fact::new("left out", text)),
    );
    let hidden = ranking.rows.len() - shown.len();
    if hidden > 0 {
        let hidden = count(hidden as u128, "dominated algorithm");
        said.push(Fact::new("not shown", format!("{hidden}; --all shows them")));
    }
    said
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
