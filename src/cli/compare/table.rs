//! A ranking as a page to read, with the lower bounds and their reasons below it; of several points with a column of
//! totals for each.

use super::asked::Comparison;
use super::{Candidate, Own, RankedPoint, listed};
use crate::cli::cost::table::missing;
use crate::cli::page::{given, or_dash, ratio};
use crate::cli::prelude::*;
use crate::cli::report::Bandwidth;
use hockney_ask::{Family, Found, Ranked, Ranking, Why};
use hockney_cost::{Bound, ClassBounds, TimeLine};

pub(super) fn write(
    out: &mut dyn Write,
    asked: &Comparison<'_>,
    point: &RankedPoint<'_>,
    own: Option<&Own>,
) -> Result<()> {
    let (args, RankedPoint { question, numbers, ranking, .. }) = (asked.args, point);
    if let Some(word) = page::word(numbers) {
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
    Table::of(columns, &rows, cells).write(out)?;
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
    for Family { name, planned } in totals.filter_map(|row| row.family.as_ref()) {
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
        "messages that share a link or a port wait for each other in t_w",
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

/// The algorithms that other options bring in: `2 congested: ring, bruck; --contention ranks them`. With -a each has a
/// note instead.
pub(super) fn left_out(asked: &Comparison<'_>, points: &[RankedPoint<'_>]) -> Vec<String> {
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
            .line("plus the greater of".to_owned())
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
    said.extend(hidden(ranking.rows.len(), rows.len()));
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
    Table { columns, rows: rows_of_cells }.write(out)?;
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
        said.push(Fact::new(title(point), format!("{best} is best{least}{gain}")));
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
