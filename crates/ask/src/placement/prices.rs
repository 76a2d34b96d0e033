//! The price of a schedule for ranks on given nodes, in whole numbers, computed again for each placement.
//!
//! A placement changes routes, and neither the sizes of messages nor the ports of ranks. So the equal steps of a
//! schedule are kept once, as sender, receiver and size of each message, and a placement is priced by the loads of
//! the links alone: a planned step uses no port more often than the ports allow.

use std::collections::HashMap;
use std::iter::Sum;

use super::SearchError;
use hockney_base::number::{Rational, gcd, saturated};
use hockney_base::parallel::prelude::*;
use hockney_core::schedule::Step;
use hockney_core::topology::{LinkLoad, Topology, Vertex};
use hockney_cost::Numbers;
use hockney_plan::question::Plan;

/// The most messages of a schedule, and of its different steps.
const MOST_MESSAGES: u128 = 1 << 25;
const MOST_KEPT: u128 = 1 << 22;

/// The most nodes, and the most links on all routes between them.
const MOST_NODES: u128 = 1 << 11;
const MOST_LINKS: u128 = 1 << 26;

/// From this many messages on, several threads price the steps of a placement.
const MANY: usize = 1 << 14;

/// The price of a placement, in a unit of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Price {
    /// The times of all steps beyond t_s, or the asynchronous time.
    pub(super) steps: u128,
    /// The times of all messages.
    pub(super) messages: u128,
}

impl Sum for Price {
    fn sum<I: Iterator<Item = Price>>(all: I) -> Price {
        all.fold(Price::default(), |a, b| Price {
            steps: a.steps + b.steps,
            messages: a.messages + b.messages,
        })
    }
}

/// The sender, the receiver and the size of each message of a step in pieces, sorted.
type Messages = Vec<(u32, u32, u64)>;

/// A link: the time of a piece on one of its lanes, divided by the lanes.
#[derive(Clone, Copy)]
struct Link {
    piece: u64,
    lanes: u64,
    /// The time of a hop.
    hop: u64,
}

/// A schedule of ranks and the routes between all nodes.
pub(super) struct Prices {
    /// The different steps, and how often each occurs.
    steps: Vec<(Messages, u64)>,
    kept: usize,
    nodes: usize,
    links: Vec<Link>,
    /// Where the links of the route between each pair of nodes begin.
    starts: Vec<u32>,
    routes: Vec<u32>,
    /// Whether a step takes as long as its greatest message; otherwise the most hops and the most words count.
    classes: bool,
    /// If times are asynchronous, t_s and which of the different steps each step is.
    asynchronous: Option<(u64, Vec<u32>)>,
}

/// What one thread needs to price a step.
struct Scratch {
    /// The load of each link in pieces.
    loads: Vec<LinkLoad<u64>>,
    /// Where the links of each message begin and end.
    routes: Vec<(u32, u32)>,
}

impl Prices {
    /// The prices of the steps of a plan, whatever nodes its ranks are on.
    pub(super) fn of(plan: &Plan<'_>, numbers: &Numbers) -> Result<Self, SearchError> {
        let machine = plan.question().machine();
        within("a route for each pair of nodes; nodes", machine.nodes().into(), MOST_NODES)?;
        let Different { steps, sequence } = different(plan)?;
        let (links, starts, routes) = routes(machine)?;
        let classes = !machine.classes().is_empty();
        let of = |link: &u64| machine.class_index(*link);
        let lanes = |link: &u64| u64::from(machine.capacity(*link).max(1));
        let all = links.iter().map(lanes).try_fold(1, lcm).ok_or(SearchError::Digits)?;
        let (startup, times) = times(machine, numbers, plan.question().instance().pieces, all)?;
        let link = |link| {
            let [hop, piece] = times[of(link)];
            Link { piece: piece / lanes(link), lanes: lanes(link), hop }
        };
        let links: Vec<Link> = links.iter().map(link).collect();
        let pieces = |messages: &Messages| messages.iter().map(|of| u128::from(of.2)).sum();
        let pieces: u128 = steps.iter().map(|(messages, _)| pieces(messages)).max().unwrap_or(0);
        let slowest = links.iter().map(|link| link.piece * link.lanes).max().unwrap_or(0);
        let most = u64::try_from(pieces).ok().and_then(|pieces| pieces.checked_mul(slowest));
        let longest = starts.windows(2).map(|ends| u64::from(ends[1] - ends[0])).max().unwrap_or(0);
        let hop = links.iter().map(|link| link.hop).max().unwrap_or(0);
        let farthest = longest.checked_mul(hop).ok_or(SearchError::Digits)?;
        most.and_then(|most| most.checked_add(farthest)).ok_or(SearchError::Digits)?;
        let kept = steps.iter().map(|(messages, _)| messages.len()).sum();
        let nodes = machine.nodes() as usize;
        let asynchronous = numbers.timing.asynchronous.then_some((startup, sequence));
        Ok(Prices { steps, kept, nodes, links, starts, routes, classes, asynchronous })
    }

    /// The messages that are looked at for the price of a placement.
    pub(super) fn messages(&self) -> u64 {
        let of = |k: &u32| self.steps[*k as usize].0.len();
        let walked = self.asynchronous.as_ref().map(|(_, sequence)| sequence.iter().map(of).sum());
        (self.kept + walked.unwrap_or(0)) as u64
    }

    /// The price if rank r is on node `nodes[r]`.
    pub(super) fn price(&self, nodes: &[Vertex]) -> Price {
        let scratch =
            || Scratch { loads: vec![LinkLoad::default(); self.links.len()], routes: Vec::new() };
        let of = |scratch: &mut Scratch, k: usize| self.step(k, nodes, scratch);
        if let Some((startup, sequence)) = &self.asynchronous {
            return self.asynchronous(nodes, (*startup, sequence), &mut scratch());
        }
        if self.kept < MANY {
            let mut scratch = scratch();
            return (0..self.steps.len()).map(|k| of(&mut scratch, k)).sum();
        }
        (0..self.steps.len()).into_par_iter().map_init(scratch, of).sum()
    }

    /// The time at which the last rank has ended its part of all steps, if the port of a message is busy for its words.
    fn asynchronous(
        &self,
        nodes: &[Vertex],
        (startup, sequence): (u64, &[u32]),
        scratch: &mut Scratch,
    ) -> Price {
        let mut messages = 0;
        let mut timed = |k: usize| {
            let mut times = Vec::with_capacity(self.steps[k].0.len());
            self.each(k, nodes, scratch, |words, hops| times.push([words, hops]));
            let sum = times.iter().flatten().map(|time| u128::from(*time)).sum::<u128>();
            messages += sum * u128::from(self.steps[k].1);
            times
        };
        let times: Vec<Vec<[u64; 2]>> = (0..self.steps.len()).map(&mut timed).collect();
        let mut ready = vec![0_u128; self.nodes];
        let mut next = ready.clone();
        for k in sequence {
            let k = *k as usize;
            for ((from, to, _), [words, hops]) in self.steps[k].0.iter().zip(&times[k]) {
                let ([from, to], words) = ([*from as usize, *to as usize], u128::from(*words));
                let arrived = ready[from] + u128::from(startup) + words + u128::from(*hops);
                next[from] = next[from].max(ready[from] + words);
                next[to] = next[to].max(arrived).max(ready[to] + words);
            }
            for (from, to, _) in &self.steps[k].0 {
                ready[*from as usize] = next[*from as usize];
                ready[*to as usize] = next[*to as usize];
            }
        }
        Price { steps: ready.into_iter().max().unwrap_or(0), messages }
    }

    fn step(&self, k: usize, nodes: &[Vertex], scratch: &mut Scratch) -> Price {
        let (mut most, mut most_hops, mut sum) = (0, 0, 0);
        self.each(k, nodes, scratch, |words, hops| {
            sum += u128::from(words) + u128::from(hops);
            if self.classes {
                most = most.max(words + hops);
            } else {
                (most, most_hops) = (most.max(words), most_hops.max(hops));
            }
        });
        let times = u128::from(self.steps[k].1);
        let steps = (u128::from(most) + u128::from(most_hops)) * times;
        Price { steps, messages: sum * times }
    }

    /// Passes on the times of the words and of the hops of each message of a step.
    fn each(
        &self,
        k: usize,
        nodes: &[Vertex],
        scratch: &mut Scratch,
        mut visit: impl FnMut(u64, u64),
    ) {
        let messages = &self.steps[k].0;
        let Scratch { loads, routes } = scratch;
        loads.fill(LinkLoad::default());
        routes.clear();
        for (from, to, size) in messages {
            let pair = nodes[*from as usize] as usize * self.nodes + nodes[*to as usize] as usize;
            let route @ (start, end) = (self.starts[pair], self.starts[pair + 1]);
            routes.push(route);
            for link in &self.routes[start as usize..end as usize] {
                loads[*link as usize].add(*size, 1);
            }
        }
        for (start, end) in routes.iter() {
            let (mut words, mut hops) = (0, 0);
            for link in &self.routes[*start as usize..*end as usize] {
                let LinkLoad { all, largest } = loads[*link as usize];
                let Link { piece, lanes, hop } = self.links[*link as usize];
                let load = if lanes == 1 { all } else { all.max(largest.saturating_mul(lanes)) };
                words = words.max(piece * load);
                hops += hop;
            }
            visit(words, hops);
        }
    }
}

/// The different steps of a plan, in the order of their first occurrence.
struct Different {
    /// Each with the number of its occurrences.
    steps: Vec<(Messages, u64)>,
    /// Which of them each step of the plan is.
    sequence: Vec<u32>,
}

fn different(plan: &Plan<'_>) -> Result<Different, SearchError> {
    let (question, what) = (plan.question(), "the messages of a schedule");
    // The numbers of ranks, and not of their nodes.
    let steps = plan.algorithm().steps(plan.request());
    within(what, steps.messages(), MOST_MESSAGES)?;
    let (mut found, mut places) = (Vec::new(), HashMap::<Messages, usize>::new());
    let (mut step, mut kept, mut sequence) = (Step::default(), 0, Vec::new());
    for k in 0..steps.count() {
        steps.step_into(k, &mut step);
        let messages = step.messages.iter().map(|message| {
            let size = u64::try_from(question.instance().size(&message.payload, None)).ok()?;
            Some((message.from, message.to, size))
        });
        let mut messages = messages.collect::<Option<Messages>>().ok_or(SearchError::Digits)?;
        messages.sort_unstable();
        if let Some(place) = places.get(&messages) {
            found[*place] += 1;
            sequence.push(saturated(*place));
            continue;
        }
        kept += messages.len() as u128;
        within(what, kept, MOST_KEPT)?;
        sequence.push(saturated(found.len()));
        places.insert(messages, found.len());
        found.push(1);
    }
    let mut steps: Vec<(Messages, usize)> = places.into_iter().collect();
    steps.sort_unstable_by_key(|(_, place)| *place);
    let steps = steps.into_iter().map(|(messages, place)| (messages, found[place])).collect();
    Ok(Different { steps, sequence })
}

/// The numbers of the links on any route, where each pair of nodes begins in a list, and that list: its links by
/// their places among the numbers.
type Routes = (Vec<u64>, Vec<u32>, Vec<u32>);

fn routes(machine: &Topology) -> Result<Routes, SearchError> {
    let (mut links, mut numbers) = (Vec::new(), HashMap::<u64, u32>::new());
    let (mut starts, mut routes) = (vec![0], Vec::new());
    let (mut scratch, mut route) = (Vec::new(), Vec::new());
    for from in 0..machine.nodes() {
        for to in 0..machine.nodes() {
            route.clear();
            if from != to {
                machine.network().route_links(from, to, &mut scratch, &mut route);
            }
            for link in &route {
                let next = saturated(links.len());
                routes.push(*numbers.entry(*link).or_insert_with(|| {
                    links.push(*link);
                    next
                }));
            }
            starts.push(saturated(routes.len()));
        }
        within("the links of all routes", routes.len() as u128, MOST_LINKS)?;
    }
    Ok((links, starts, routes))
}

fn within(what: &'static str, found: u128, most: u128) -> Result<(), SearchError> {
    if found > most { Err(SearchError::TooMany { what, found, most }) } else { Ok(()) }
}

/// A time of a message without words, and the times of a hop and of a piece, for links without a class and then by class.
type Times = (u64, Vec<[u64; 2]>);

/// These times in the largest unit in which all are whole and can be divided by this number; the time without words counts
/// only if times are asynchronous. With tables a piece takes its share of what m words take beyond nothing, rounded up: it only
/// leads the search.
fn times(
    machine: &Topology,
    numbers: &Numbers,
    pieces: u32,
    divisible: u64,
) -> Result<Times, SearchError> {
    let missing = || SearchError::Missing(numbers.missing(None));
    let lacking = |class: &str| {
        let (option, times) =
            if numbers.tables.is_empty() { ("link", "T_H,T_W") } else { ("times", "FILE") };
        SearchError::Missing(vec![format!("--{option} {class}={times}")])
    };
    let m = numbers.m.as_ref().ok_or_else(missing)?;
    let fine = Rational::from(1_000_000_u64);
    let rounded = |time: Rational| match numbers.tables[..] {
        [] => time,
        _ => (&time * &fine).ceil().checked_div(&fine).unwrap_or_default(),
    };
    let nothing = |class| numbers.time_of(class, &Rational::zero());
    let piece = |class| {
        let words = (&numbers.time_of(class, m)? - &nothing(class)?).max(Rational::zero());
        Some(rounded(words.checked_div(&Rational::from(pieces))?))
    };
    // Where all links have classes, none is without.
    let bare = piece(None).or((!machine.classes().is_empty()).then(Rational::zero));
    let mut times = vec![[numbers.t_h.clone(), bare.ok_or_else(missing)?]];
    for class in &numbers.classes {
        let piece = piece(Some(&class.name)).ok_or_else(|| lacking(&class.name))?;
        times.push([class.t_h.clone(), piece]);
    }
    let classes = numbers.classes.iter().map(|class| Some(&*class.name)).chain([None]);
    let startup = classes.filter_map(nothing).max().filter(|_| numbers.timing.asynchronous);
    whole_times(&rounded(startup.unwrap_or_default()), &times, divisible)
}

/// Times in the largest unit in which all are whole and can be divided by this number.
fn whole_times(
    startup: &Rational,
    times: &[[Rational; 2]],
    divisible: u64,
) -> Result<Times, SearchError> {
    let all = times.iter().flatten().chain([startup]);
    let mut denominators = all.map(|time| time.denominator().to_u64());
    let unit = denominators.try_fold(1, |a, b| lcm(a, b?)).and_then(|a| a.checked_mul(divisible));
    let unit = Rational::from(unit.ok_or(SearchError::Digits)?);
    let whole = |time: &Rational| (time * &unit).to_u64();
    let whole = |[hop, piece]: &[Rational; 2]| Some([whole(hop)?, whole(piece)?]);
    let startup = (startup * &unit).to_u64().ok_or(SearchError::Digits)?;
    let times = times.iter().map(whole).collect::<Option<_>>().ok_or(SearchError::Digits)?;
    Ok((startup, times))
}

/// The least common multiple.
fn lcm(a: u64, b: u64) -> Option<u64> {
    a.checked_div(gcd(a, b))?.checked_mul(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hockney_cost::Timing;
    use hockney_plan::{planner, question::Question};

    /// Catches an asynchronous search that looks at other times of messages than one by steps.
    #[test]
    fn the_times_of_all_messages_are_the_same_without_steps() {
        let machine = Topology::parse("mesh:3x3").unwrap();
        let question = Question::new("all-gather", machine).unwrap();
        let plan = question.plan_by(planner::algorithm("all-gather", "ring").unwrap()).unwrap();
        let whole = |n: u64| Some(Rational::from(n));
        for nodes in [[0, 1, 2, 3, 4, 5, 6, 7, 8], [8, 0, 7, 1, 6, 2, 5, 3, 4]] {
            let [by_steps, without] = [false, true].map(|asynchronous| {
                let timing = Timing { asynchronous, ..Timing::default() };
                let (m, t_s, t_w, t_h) = (whole(6), whole(5), whole(1), Rational::from(2_u64));
                let numbers = Numbers { m, t_s, t_w, t_h, timing, ..Numbers::default() };
                Prices::of(&plan, &numbers).unwrap().price(&nodes).messages
            });
            assert_eq!(by_steps, without);
        }
    }
}
