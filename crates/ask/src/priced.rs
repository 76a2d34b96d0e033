//! The cost of one algorithm for a request: by its closed form or its steps, or planned, checked and measured.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hockney_base::parallel::prelude::*;

use super::how::How;
use super::left_out::{
    MOST_HOPS_LOOKED_AT, MOST_LOOKED_AT, MOST_RANGES_LOOKED_AT, MOST_SET_WORK_LOOKED_AT, NoRow, Why,
};
use hockney_base::number::{Rational, saturated};
use hockney_core::checker::{Checked, CheckerRule, weigh_listed};
use hockney_core::collective::{Data, Phase, Ports, Schedule};
use hockney_core::schedule::{Listed, Message, Payload, Runs, Step};
use hockney_cost::{
    Asynchronous, Cost, Model, NoTime, Numbers, Prices, Switching, as_cost, asynchronous,
    bindings_of, price_checked, price_weighed,
};
use hockney_formula::{self as formula, Value};
use hockney_plan::planner::{Algorithm, Request};
use hockney_plan::question::Plan;

/// The origin of a cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Price {
    /// The closed form at this size, without hops.
    ClosedForm,
    /// The steps of packed trees, each with messages of one piece.
    Counted,
    /// A planned and checked schedule, with its loads if it has few enough messages.
    Measured(Option<Loads>),
}

impl Price {
    /// `closed form`, `counted` or `measured`.
    pub fn name(&self) -> &'static str {
        match self {
            Price::ClosedForm => "closed form",
            Price::Counted => "counted",
            Price::Measured(_) => "measured",
        }
    }

    /// The loads, if they were counted.
    pub fn loads(&self) -> Option<&Loads> {
        match self {
            Price::ClosedForm | Price::Counted => None,
            Price::Measured(loads) => loads.as_ref(),
        }
    }
}

/// The load of a whole schedule on nodes and links, in units of m.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loads {
    /// The most words that a node holds at the end of a step; `None` for combined data.
    pub most_held: Option<Rational>,
    /// The most words that one directed link carries in all steps together.
    pub busiest_link: Rational,
}

/// A cost and where it comes from.
pub(super) struct Priced {
    pub(super) cost: Cost,
    pub(super) price: Price,
    /// Whether messages share links or ports, so that they wait for each other.
    pub(super) shares_links: bool,
}

/// The value of the closed form of an algorithm; `None` if it has none, or none that is exact and linear in
/// t_s, m t_w and t_h at this size. The request must be a fitted one.
pub(super) fn by_closed_form(algorithm: &Algorithm, request: &Request) -> Option<Cost> {
    let topology = &request.topology;
    let form = algorithm.closed_form_on(topology)?;
    let bindings = bindings_of(topology, &request.instance);
    let value = formula::parse(&form.formula).ok()?.evaluate(&bindings).ok()?;
    let cost = as_cost(&value)?;
    let linear = Value::cost(cost.t_s.clone(), cost.t_w.clone(), cost.t_h.clone());
    (linear == value).then_some(cost)
}

/// The cost of packed trees on links that are alike, from the number of their steps; `None` of other algorithms.
pub(super) fn by_counting(plan: &Plan<'_>) -> Option<Cost> {
    let request = plan.request();
    if !plan.algorithm().is_packed() || !request.topology.classes().is_empty() {
        return None;
    }
    let steps = Rational::from(plan.steps().count() as u64);
    let words = steps.checked_div(&Rational::from(request.instance.pieces))?;
    Some(Cost::plain(steps, words, Rational::zero()))
}

/// The number of messages up to which the loads of nodes and links are counted, message by message.
const MOST_COUNTED: u128 = 1 << 24;

/// Checks a plan; where messages may not share links and no lemma is about it, up to its first violation. One without a lemma
/// that is not asked for by name is looked at only if it is small.
pub(super) fn by_looking(plan: &Plan<'_>, how: &How<'_>, every: bool) -> Result<Checked, NoRow> {
    let proved = plan.question().is_proved(plan.algorithm());
    let (mut limits, unasked) = (how.limits, !proved && how.only.is_empty());
    if unasked {
        let share = |of: u64| of / how.sharing_sizes;
        limits.messages = limits.messages.min(share(MOST_LOOKED_AT).into());
        limits.hops = limits.hops.min(share(MOST_HOPS_LOOKED_AT));
        limits.ranges = limits.ranges.min(share(MOST_RANGES_LOOKED_AT).into());
        limits.set_work = limits.set_work.min(share(MOST_SET_WORK_LOOKED_AT));
    }
    let found = if !proved && !how.model.contention {
        plan.check_until_violation(&limits)
    } else if every {
        plan.check_every_message(&limits).map(Ok)
    } else {
        plan.check(&limits).map(Ok)
    };
    match found {
        Ok(found) => found.map_err(|violation| NoRow::LeftOut(Why::Breaks(violation.rule.rule()))),
        Err(why) if !unasked => Err(why.into()),
        Err(_) => {
            let messages = plan.steps().messages();
            // What a limit of the user refuses is refused at once.
            let refused = (messages > how.limits.messages).then(|| plan.check(&how.limits).err());
            let large = NoRow::LeftOut(Why::Large(messages));
            Err(refused.flatten().map_or(large, NoRow::from))
        }
    }
}

/// Checks a plan and computes its cost; with contention also if messages share links.
///
/// # Errors
/// A limit that was reached, or an invalid schedule.
pub(super) fn by_measuring(
    plan: &Plan<'_>,
    how: &How<'_>,
    with_loads: bool,
) -> Result<Priced, NoRow> {
    let question = plan.question();
    let looked_at = !how.model.contention && !question.is_proved(plan.algorithm());
    let counted = plan.steps().messages() <= MOST_COUNTED;
    let with_loads = with_loads && counted && (how.measure || !looked_at);
    // All messages are needed for the loads, so templates do not help with copied data.
    let copied = question.instance().data() == Data::Copied;
    let checked = by_looking(plan, how, copied && with_loads)?;
    let report = checked.report();
    let prices = price_checked(&checked, how.model, &how.limits)?;
    let Some(Prices { cost, .. }) = prices else {
        let broken = report.counts.iter().filter(|(_, count)| *count > 0);
        let worst = broken.map(|(rule, _)| rule).min_by_key(|rule| rule.is_about_waiting());
        return Err(NoRow::LeftOut(Why::Breaks(worst.unwrap_or(CheckerRule::NotDelivered))));
    };
    // Not of the checked schedule, which may be templates.
    let loads = with_loads.then(|| loads(&plan.schedule()));
    Ok(Priced { cost, price: Price::Measured(loads), shares_links: !report.is_valid() })
}

/// The number of words for which t_w is paid if a block has m words: the sum of the largest message of each step.
/// `None` if all pieces are equal. Steps are examined in parallel.
///
/// `pieces` is the number of pieces of the largest messages of all steps together.
///
/// # Errors
/// Too many messages, or too many values in them.
fn in_whole_words(
    plan: &Plan<'_>,
    m: &Rational,
    pieces: &Rational,
    most: u64,
) -> Result<Option<Rational>, u128> {
    // The result is not stored.
    let plan = plan.clone();
    let of = plan.question().instance();
    // Decided before planning: most algorithms cut nothing.
    let nothing = Arc::new(Listed::default());
    let phase = Phase::everyone(of.clone(), Rational::one(), nothing);
    let Some(block) = phase.uneven_words(m) else { return Ok(None) };
    let steps = plan.steps();
    if steps.messages() > u128::from(most) {
        return Err(steps.messages());
    }
    // Few messages may have many values. The limit does not depend on the order of counting.
    let seen = AtomicU64::new(0);
    let largest = |step: &mut Step, k: usize| -> Option<u128> {
        if seen.load(Ordering::Relaxed) > most {
            return None;
        }
        steps.step_into(k, step);
        let parts = |message: &Message| match &message.payload {
            Payload::Plain(blocks) => blocks.runs().len(),
            Payload::Everything => 1,
            Payload::Values(values) => values.len(),
        };
        let parts: usize = step.messages.iter().map(parts).sum();
        seen.fetch_add(parts as u64, Ordering::Relaxed);
        let size = |message: &Message| of.size(&message.payload, Some(block));
        Some(step.messages.iter().map(size).max().unwrap_or(0))
    };
    let all = (0..steps.count()).into_par_iter().map_init(Step::default, largest);
    match all.sum::<Option<u128>>() {
        Some(sum) if seen.into_inner() <= most => Ok(Some(Rational::from(sum))),
        _ => {
            // No message is larger than the largest of its step, and each node sends one per port.
            let senders = match plan.request().ports {
                Ports::Limited(ports) => u128::from(of.nodes) * u128::from(ports),
                Ports::All => steps.messages(),
            };
            let pieces = pieces.ceil().to_u64().map_or(u128::MAX, u128::from);
            Err(pieces.saturating_mul(senders))
        }
    }
}

/// The total if pieces are whole words, and the additional words for which t_w is paid; `None` if all pieces are equal,
/// or may have fractions of words.
///
/// # Errors
/// The number of messages, if there are too many.
pub(super) fn total_in_whole_words(
    plan: &Plan<'_>,
    cost: &Cost,
    shares_links: bool,
    numbers: &Numbers,
    how: &How<'_>,
) -> Result<Option<(Rational, Option<Rational>)>, u128> {
    let m = numbers.m.as_ref().filter(|_| how.cut.whole_words);
    let (Some(m), Some(total)) = (m, numbers.total(cost)) else { return Ok(None) };
    // An algorithm that is asked for by name is looked at as `cost` looks at it.
    let named = saturated(how.limits.messages);
    let most = if how.only.is_empty() { how.weighed } else { named };
    let forwards = how.model.switching == Switching::StoreAndForward;
    if cost.is_linear() && !shares_links && !forwards && !how.model.combining {
        let pieces = &cost.t_w * &Rational::from(plan.question().instance().pieces);
        let Some(words) = in_whole_words(plan, m, &pieces, most)? else { return Ok(None) };
        let more = &words - &(&cost.t_w * m);
        let paid = numbers.t_w.as_ref().map_or_else(Rational::zero, |t_w| &more * t_w);
        return Ok(Some((&total + &paid, Some(more))));
    }
    let schedule = plan.schedule();
    let (messages, limits) = (schedule.messages(), &how.limits);
    let uneven = schedule.phases.iter().any(|phase| phase.uneven_words(m).is_some());
    if uneven && messages > u128::from(most) {
        return Err(messages);
    }
    let model = Model { contention: shares_links, ..how.model }.with(numbers);
    let prices = price_weighed(&schedule, model, m, limits, weigh_listed).map_err(|_| messages)?;
    Ok(prices.and_then(|prices| {
        // On links of classes and with tables, words have no one time that could be paid more often.
        let more = &(&prices.cost.t_w - &cost.t_w) * m;
        Some((numbers.total(&prices.cost)?, Some(more).filter(|_| cost.is_linear())))
    }))
}

/// The asynchronous time of a plan; `None` if a number is not given.
///
/// # Errors
/// A limit that was reached.
pub(super) fn asynchronous_total(
    plan: &Plan<'_>,
    shares_links: bool,
    numbers: &Numbers,
    how: &How<'_>,
) -> Result<Option<Rational>, NoTime> {
    let (model, whole_words) =
        (Model { contention: shares_links, ..how.model }, how.cut.whole_words);
    let times = Asynchronous { model, numbers, whole_words, limits: &how.limits };
    asynchronous(&plan.shortest(&how.limits), &times)
}

/// The total of a plan with its cost, as a row has it.
pub(super) fn total_of(
    plan: &Plan<'_>,
    of: &Priced,
    numbers: &Numbers,
    how: &How<'_>,
) -> Option<Rational> {
    match total_in_whole_words(plan, &of.cost, of.shares_links, numbers, how) {
        Ok(Some((total, _))) => Some(total),
        Ok(None) => numbers.total(&of.cost),
        Err(_) => None,
    }
}

fn loads(schedule: &Schedule) -> Loads {
    let (phase, network) = (&schedule.phases[0], schedule.topology.network());
    let of = phase.instance();
    let copied = of.collective.data() == Data::Copied;
    let mut held: Vec<Runs> =
        if copied { (0..of.nodes).map(|node| of.initial(node)).collect() } else { Vec::new() };
    let mut most = held.iter().map(Runs::len).max().unwrap_or(0);
    let mut links: HashMap<u64, u128> = HashMap::new();
    let (mut step, mut way) = (Step::default(), Vec::new());
    let steps = &*phase.steps;
    for k in 0..steps.count() {
        steps.step_into(k, &mut step);
        for message in &step.messages {
            way.clear();
            way.push(message.from);
            message.via_into(network, &mut way);
            way.push(message.to);
            let size = of.size(&message.payload, None);
            for pair in way.windows(2) {
                if let Some(link) = network.link(pair[0], pair[1]) {
                    *links.entry(link).or_default() += size;
                }
            }
        }
        // Planned messages list their blocks, so the order of arrival does not matter.
        for message in &step.messages {
            let held = phase.place(message.to).and_then(|(_, at)| held.get_mut(at as usize));
            if let (Payload::Plain(blocks), Some(held)) = (&message.payload, held) {
                held.extend(blocks);
                most = most.max(held.len());
            }
        }
    }
    let piece = Rational::from(of.pieces).recip().unwrap_or_default();
    let in_words = |pieces: u128| &Rational::from(pieces) * &piece;
    Loads {
        most_held: copied.then(|| in_words(most.into())),
        busiest_link: in_words(links.into_values().max().unwrap_or(0)),
    }
}
