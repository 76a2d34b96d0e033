//! The ranking as a page to read, with the lower bounds and their reasons below it.

use std::io::Write;

use super::{Candidate, Own, shown};
use crate::cli::amounts::{self, amount, count, given, or_dash, times_m, word};
use crate::cli::args::CompareArgs;
use crate::cli::busbw::Bandwidth;
use crate::cli::cost::table::missing;
use crate::cli::facts::{self, Fact, WIDTH};
use crate::cli::failure::Result;
use crate::cli::heading;
use crate::cli::table::{Table, numbers as number, words};
use crate::cli::terminal::shown as digits;
use hockney_ask::{Found, Ranked, Ranking};
use hockney_base::number::Rational;
use hockney_cost::{Bound, ClassBounds, Cost, Numbers};
use hockney_plan::question::Question;

pub(super) fn write(
    out: &mut dyn Write,
    args: &CompareArgs,
    asked: &Question,
    numbers: &Numbers,
    ranking: &Ranking,
    own: Option<&Own>,
) -> Result<()> {
    if let Some(word) = word(numbers) {
        writeln!(out, "word: {word}")?;
    }
    writeln!(out, "{}", heading::of_ranking(asked, &args.algorithm))?;
    writeln!(out)?;
    let rows = candidates(args, ranking, own);
    let total = rows.iter().any(|row| row.total.is_some());
    let alike = asked.machine().classes().is_empty();
    let is = |has: fn(&Ranked) -> bool| rows.iter().filter_map(|row| row.ranked).any(has);
    let loads = is(|row| row.price.loads().is_some());
    let busbw = |row: &Candidate<'_>| {
        let total = row.total.filter(|_| args.busbw)?;
        Bandwidth::of(asked.instance(), numbers, total)
    };
    let has_bandwidth = rows.iter().any(|row| busbw(row).is_some());
    let columns = [
        words("algorithm"),
        number("steps"),
        number("words").only_if(alike),
        number("least words").only_if(alike),
        number("hops").only_if(args.measure),
        number("total").only_if(total),
        number("ratio").only_if(ranking.least.is_some()),
        number("factor").only_if(is(|row| row.found.is_some())),
        number("pieces").only_if(is(|row| row.pieces > 1)),
        number("algbw").only_if(has_bandwidth),
        number("busbw").only_if(has_bandwidth),
        words("").only_if(is(|row| !marks(row).is_empty())),
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
            row.ranked.map_or_else(String::new, marks),
            or_dash(loads.and_then(|loads| loads.most_held.as_ref()), times_m),
            or_dash(loads.map(|loads| &loads.busiest_link), times_m),
            row.ranked.map_or("its steps", |ranked| ranked.price.name()).to_owned(),
            digits(&numbers.decided(row.cost)),
        ]
    };
    Table::of(columns, &rows, cells).write(out)?;
    writeln!(out)?;
    let m = asked.instance().collective.m_is();
    facts::write(out, WIDTH, [Fact::new("m", m)])?;
    facts::write(out, WIDTH, below(args, numbers, ranking, alike))?;
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

/// What the factor or the mark means, if placements were searched.
pub(super) fn searched(ranking: &Ranking, what: &str) -> Option<Fact> {
    let priced = ranking.rows.iter().filter_map(|row| row.found.as_ref());
    let most = priced.map(|found| found.evaluations).max()?;
    let each = format!("each algorithm on the best of up to {most} placements that were priced");
    Some(Fact::new("placement", format!("{each}; {what}")))
}

/// What `optimum` means, if a row has this mark.
pub(super) fn optimum<'a>(mut rows: impl Iterator<Item = &'a Ranked>) -> Option<Fact> {
    let meaning =
        "no schedule in as many pieces has as few steps and fewer words: hockney list optima";
    rows.any(|row| row.algorithm.is_tabled()).then(|| Fact::new("optimum", meaning))
}

/// What `dominated` means, if a row has this mark.
pub(super) fn dominated<'a>(mut rows: impl Iterator<Item = &'a Ranked>) -> Option<Fact> {
    let meaning = "another algorithm has no more steps and no more words, at any m, t_s and t_w";
    rows.any(|row| row.dominated_by.is_some()).then(|| Fact::new("dominated", meaning))
}

/// What `shares links` means.
pub(super) fn shares_links(ranking: &Ranking) -> Option<Fact> {
    let meaning =
        "messages that share a link or a port wait for each other in t_w; pieces of m/n words";
    let shares = ranking.rows.iter().any(|row| row.shares_links);
    shares.then(|| Fact::new("shares links", meaning))
}

fn candidates<'a>(
    args: &CompareArgs,
    ranking: &'a Ranking,
    own: Option<&'a Own>,
) -> Vec<Candidate<'a>> {
    let mut candidates: Vec<_> = shown(args, ranking).map(Candidate::of).collect();
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
    if let Some(ClassBounds { steps, hops, words }) = on_classes {
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
fn below(args: &CompareArgs, numbers: &Numbers, ranking: &Ranking, alike: bool) -> Vec<Fact> {
    let mut said = Vec::new();
    let cost = ranking.rows.first().map(|row| &row.cost);
    said.extend(of_bounds(ranking, numbers, alike));
    let totals_are_there = ranking.rows.iter().any(|row| row.total.is_some());
    if alike {
        let least = "those of any schedule with at most so many steps";
        said.push(Fact::new("least words", least));
    }
    if totals_are_there {
        said.push(Fact::new("totals", totals(numbers, args.measure)));
    }
    if let Some(row) = shown(args, ranking).find(|row| row.best_pieces.is_some()) {
        let hops = if numbers.t_h.is_zero() { "" } else { ", without t_h" };
        let best = format!("the best number for each algorithm that takes any{hops}");
        let name = row.algorithm.name();
        said.push(Fact::new("pieces", format!("{best}; `hockney cost -a {name}` explains it")));
    }
    let missing = (!totals_are_there).then(|| missing(numbers, cost)).flatten();
    said.extend(missing.map(|it| Fact::new("no total", format!("give {it} as well"))));
    if ranking.least.is_some() && ranking.rows.iter().any(|row| row.uneven.is_some()) {
        let whole = "totals round pieces up to whole words; --ideal allows fractions";
        said.push(Fact::new("whole words", whole));
    }
    for row in shown(args, ranking) {
        said.extend(row.not_weighed.map(|messages| {
            let name = row.algorithm.name();
            let many = format!("{messages} messages or values in them exceed the limit");
            let raised = format!("--limit weighed={messages} allows it");
            Fact::new("m/n words", format!("in the total of {name}, whose {many}; {raised}"))
        }));
    }
    said.extend(searched(ranking, "the total of block is the factor times as much"));
    said.extend(optimum(shown(args, ranking)));
    said.extend(dominated(shown(args, ranking)));
    said.extend(shares_links(ranking));
    let hidden = ranking.rows.len() - shown(args, ranking).count();
    if hidden > 0 {
        let hidden = count(hidden as u128, "dominated algorithm");
        said.push(Fact::new("not shown", format!("{hidden}; --all shows them")));
    }
    said
}

/// The numbers of the totals: `in us at m = 100, t_s = 5, t_w = 1`
fn totals(numbers: &Numbers, hops: bool) -> String {
    let within = numbers.unit.map_or_else(String::new, |unit| format!("in {unit} "));
    within + &given(numbers, hops)
}
