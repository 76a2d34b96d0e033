//! The asynchronous time of a schedule: no rank waits for the others at the end of a step.
//!
//! A rank sends when its own part of the step before has ended. Its part of a step ends when its port is free after the
//! send gap and all its messages of the step are there and combined. A message ends at the latest of its arrival and the
//! time at which the port of its receiver is free, plus the receive gap. With contention the messages of a port follow
//! each other. So every time is a maximum of sums, and exact. If the steps are translations of templates, all ranks of a
//! class have the same times, and one of each class is followed.

use std::collections::{BTreeMap, HashMap};

use smallvec::smallvec;
use thiserror::Error;

use super::price::{Charging, class_names};
use super::{MessageTime, Model, Numbers, Switching};
use hockney_base::number::{Rational, gcd, saturated};
use hockney_core::checker::{
    self, ClassedLinks, Combined, Combining, Limits, NoAnswer, SharedLoads, SpellError,
};
use hockney_core::collective::{Data, Instance, Phase, Ports, Schedule};
use hockney_core::schedule::{
    ByClass, Charge, Classed, ClassedMeasure, Listed, Message, Pattern, Payload, Route, Step,
    Symmetric, Template,
};
use hockney_core::topology::Vertex;

/// What an asynchronous time depends on beside the schedule.
#[derive(Clone, Copy)]
pub struct Asynchronous<'a> {
    /// What is charged for. With contention, messages of a step that share a link or port are charged for all words there.
    pub model: Model,
    /// The numbers, with the times of the classes of the machine.
    pub numbers: &'a Numbers,
    /// Whether pieces are whole words.
    pub whole_words: bool,
    /// The limits for following every message.
    pub limits: &'a Limits,
}

/// Why there is no asynchronous time.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoTime {
    /// `--tw 1/1000000000000000000007`
    #[error(
        "the times have too many digits to be added exactly; write them with fewer, or in another unit"
    )]
    Digits,
    /// Messages that no template stands for.
    #[error(
        "its asynchronous time needs each of its {messages} messages, and {allowed} are allowed"
    )]
    TooMany {
        /// The messages.
        messages: u128,
        /// The limit.
        allowed: u128,
    },
    /// A number that is not given.
    #[error("a number is missing")]
    Missing,
    /// As for a check.
    #[error(transparent)]
    NoAnswer(#[from] NoAnswer),
}

/// The time at which the last rank has ended all its parts of a valid schedule, with the time of a call; `None` if a number is
/// not given.
///
/// # Errors
/// A limit that was reached.
pub fn asynchronous(
    schedule: &Schedule,
    how: &Asynchronous<'_>,
) -> Result<Option<Rational>, NoTime> {
    if let Some(paid) = schedule.paid() {
        return answered(Walk::new(&paid, how, None).run());
    }
    match Walk::new(schedule, how, None).run() {
        Err(Stopped::Everything) => {
            let spelled = checker::spell_out(schedule, how.limits).map_err(|error| match error {
                SpellError::NoAnswer(why) => NoTime::NoAnswer(why),
                SpellError::NothingToSend { .. } => NoTime::Missing,
            });
            let spelled = spelled?;
            answered(Walk::new(schedule, how, Some(&spelled)).run())
        }
        time => answered(time),
    }
}

fn answered(time: Result<Rational, Stopped>) -> Result<Option<Rational>, NoTime> {
    match time {
        Ok(time) => Ok(Some(time)),
        Err(Stopped::Everything | Stopped::NoTime(NoTime::Missing)) => Ok(None),
        Err(Stopped::NoTime(why)) => Err(why),
    }
}

/// Why a walk stops.
enum Stopped {
    /// A message stands for all that its sender holds: the blocks must be written out first.
    Everything,
    NoTime(NoTime),
}

impl From<NoTime> for Stopped {
    fn from(why: NoTime) -> Self {
        Stopped::NoTime(why)
    }
}

/// What a message pays for.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    /// Its own size and route.
    alone: ClassedMeasure,
    /// Under contention the charges of what it shares.
    shared: Vec<Charge>,
    /// The blocks that its receiver combines.
    combined: u128,
}

/// The times of one message.
struct MessageTimes {
    /// From its start to its arrival.
    whole: Rational,
    /// How long the port of the sender is busy.
    send_gap: Rational,
    /// How long the port of the receiver is busy.
    receive_gap: Rational,
    /// How long its receiver combines its words.
    combining: Rational,
}

/// The times of a message in ticks.
#[derive(Clone, Copy, Default)]
struct Ticks {
    whole: u128,
    send_gap: u128,
    receive_gap: u128,
    combining: u128,
}

struct Walk<'a> {
    schedule: &'a Schedule,
    how: &'a Asynchronous<'a>,
    /// All steps with their blocks written out, if that is needed.
    spelled: Option<&'a Listed>,
    /// What each message brings that is combined, if that takes time.
    combining: Combining,
    /// The ticks of a unit of time: all times so far are whole ticks.
    unit: u128,
    /// When each rank, or the representative of each class, has ended its parts of the steps before, in ticks.
    ready: Vec<u128>,
    /// The same with the messages of this step so far.
    next: Vec<u128>,
    /// The ranks with messages in this step.
    active: Vec<u32>,
    /// With contention, when each sending or receiving port that is not free from the start will be free.
    busy: HashMap<(bool, u32), Vec<u128>>,
    /// The receivers that combine, with the end of each message and how long its words are combined.
    arrived: Vec<(u32, u128, u128)>,
    /// What pieces of this phase cost.
    charging: Charging,
    /// The times of the messages so far in this phase.
    known: BTreeMap<Kind, Ticks>,
    vertices: Vec<Vertex>,
    links: Vec<u64>,
}

impl<'a> Walk<'a> {
    fn new(schedule: &'a Schedule, how: &'a Asynchronous<'a>, spelled: Option<&'a Listed>) -> Self {
        Walk {
            schedule,
            how,
            spelled,
            combining: Combining::default(),
            unit: 1,
            ready: Vec::new(),
            next: Vec::new(),
            active: Vec::new(),
            busy: HashMap::new(),
            arrived: Vec::new(),
            charging: Charging::default(),
            known: BTreeMap::new(),
            vertices: Vec::new(),
            links: Vec::new(),
        }
    }

    fn run(mut self) -> Result<Rational, Stopped> {
        let (schedule, how) = (self.schedule, self.how);
        let m = how.numbers.m.as_ref().filter(|_| how.whole_words);
        let uneven = |of: &Phase| m.and_then(|m| of.uneven_words(m));
        let words: Vec<Option<u64>> = schedule.phases.iter().map(uneven).collect();
        let symmetric = checker::templates(schedule)
            .filter(|_| !self.how.model.contention && words.iter().all(Option::is_none));
        let (messages, allowed) = (schedule.messages(), self.how.limits.messages);
        if symmetric.is_none() && messages > allowed {
            return Err(NoTime::TooMany { messages, allowed }.into());
        }
        if !self.how.numbers.timing.gamma.is_zero() {
            let whole = m.filter(|_| words.iter().any(Option::is_some));
            self.combining =
                checker::combining(schedule, self.how.limits, whole).map_err(NoTime::from)?;
        }
        let ranks = symmetric.map_or(schedule.topology.nodes(), |of| of.by().classes());
        self.ready = vec![0; saturated(ranks)];
        self.next.clone_from(&self.ready);
        let (classes, by_size) = (class_names(schedule), !self.how.numbers.tables.is_empty());
        let mut before = 0;
        for (number, (phase, words)) in schedule.phases.iter().zip(words).enumerate() {
            let combined = self.combining.each.get_mut(number).map(std::mem::take);
            let combined = combined.unwrap_or_default();
            self.charging = Charging::of(phase, &classes, by_size, m);
            self.known.clear();
            match symmetric {
                Some(symmetric) => self.templates(symmetric, phase.instance(), &combined)?,
                None => self.steps(phase, (words, before), &combined)?,
            }
            before += phase.steps.count();
        }
        let last = Rational::from(self.ready.iter().max().copied().unwrap_or(0));
        let last = last.checked_div(&Rational::from(self.unit)).unwrap_or_default();
        Ok(&last + &self.how.numbers.timing.call)
    }

    fn templates(
        &mut self,
        symmetric: &Symmetric,
        of: &Instance,
        combined: &[Combined],
    ) -> Result<(), Stopped> {
        let (templates, by) = (symmetric.templates(), symmetric.by());
        let mut template = Template::default();
        for k in 0..templates.count() {
            templates.template_into(k, &mut template);
            for (number, pattern) in template.messages.iter().enumerate() {
                let Pattern { from, to, route, .. } = pattern;
                let blocks = if of.data() == Data::Token { 0 } else { pattern.size() };
                let alone = self.alone((*from, *to), route, blocks);
                let combined = combined.get(k).map_or(0, |step| step.of(number));
                let kind = Kind { alone, shared: Vec::new(), combined };
                self.send([by.class(*from), by.class(*to)], kind)?;
            }
            self.end_step()?;
        }
        Ok(())
    }

    fn steps(
        &mut self,
        phase: &Phase,
        (words, before): (Option<u64>, usize),
        combined: &[Combined],
    ) -> Result<(), Stopped> {
        let (of, mut step) = (phase.instance(), Step::default());
        let written = |message: &Message| {
            let everything = message.payload == Payload::Everything && of.data() == Data::Copied;
            if everything { Err(Stopped::Everything) } else { Ok(of.size(&message.payload, words)) }
        };
        for k in 0..phase.steps.count() {
            let spelled = self.spelled.and_then(|steps| steps.0.get(before + k));
            let combined = |number: usize| combined.get(k).map_or(0, |step| step.of(number));
            if let Some(step) = spelled {
                self.some(&step.messages, &written, &combined)?;
            } else if self.how.model.contention {
                phase.steps.step_into(k, &mut step);
                self.some(&step.messages, &written, &combined)?;
            } else {
                let (mut end, mut first) = (Ok(()), 0);
                phase.steps.in_parts(k, &mut step, &mut |messages| {
                    end = self.some(messages, &written, &|number| combined(first + number));
                    first += messages.len();
                    end.is_ok()
                });
                end?;
            }
            self.end_step()?;
        }
        Ok(())
    }

    /// Sends some messages of a step; under contention all of them.
    fn some(
        &mut self,
        messages: &[Message],
        size: &dyn Fn(&Message) -> Result<u128, Stopped>,
        combined: &dyn Fn(usize) -> u128,
    ) -> Result<(), Stopped> {
        let sizes = |message: &Message| size(message);
        let mut shared = if self.how.model.contention {
            let sizes = messages.iter().map(sizes).collect::<Result<Vec<u128>, _>>()?;
            self.shared(messages, &sizes)
        } else {
            Vec::new()
        };
        for (i, message) in messages.iter().enumerate() {
            let Message { from, to, ref route, .. } = *message;
            let shared = shared.get_mut(i).map(std::mem::take).unwrap_or_default();
            let alone = self.alone((from, to), route, size(message)?);
            let kind = Kind { alone, shared, combined: combined(i) };
            self.send([from, to], kind)?;
        }
        Ok(())
    }

    /// The size of a message and its hops by class.
    fn alone(&mut self, ends: (Vertex, Vertex), route: &Route, blocks: u128) -> ClassedMeasure {
        let topology = &self.schedule.topology;
        let classes = topology.classes().len();
        if classes == 0 {
            let hops = match route {
                Route::Default => topology.network().hops(ends.0, ends.1, &mut self.vertices),
                Route::Via(via) => via.len() as u64 + 1,
            };
            return ClassedMeasure { blocks, hops: smallvec![hops] };
        }
        let mut hops: ByClass<u64> = ByClass::from_elem(0, classes + 1);
        self.follow(ends, route);
        for link in &self.links {
            hops[topology.class_index(*link)] += 1;
        }
        ClassedMeasure { blocks, hops }
    }

    /// Lists the links of a route.
    fn follow(&mut self, (from, to): (Vertex, Vertex), route: &Route) {
        let network = self.schedule.topology.network();
        self.links.clear();
        match route {
            Route::Default => {
                network.route_links(from, to, &mut self.vertices, &mut self.links);
            }
            Route::Via(via) => {
                let mut at = from;
                for next in via.iter().copied().chain([to]) {
                    self.links.extend(network.link(at, next));
                    at = next;
                }
            }
        }
    }

    /// What each message of a step may have to pay for at its links with all that share them in its turn.
    fn shared(&mut self, messages: &[Message], sizes: &[u128]) -> Vec<Vec<Charge>> {
        let topology = &self.schedule.topology;
        let (mut loads, mut routes) = (Vec::new(), Vec::with_capacity(messages.len()));
        // Of each port its last turn, and its messages in that turn.
        let mut last = HashMap::<(bool, u32), (usize, u64)>::new();
        for (message, size) in messages.iter().zip(sizes) {
            let ends = [message.from, message.to];
            let ports = [(true, ends[0]), (false, ends[1])];
            let free = |port| {
                let (turn, count) = last.get(port).copied().unwrap_or_default();
                turn + usize::from(self.schedule.ports.at_most(count + 1) == count)
            };
            let turn = ports.iter().map(free).max().unwrap_or(0);
            for port in ports {
                let of = last.entry(port).or_default();
                *of = (turn, if of.0 == turn { of.1 + 1 } else { 1 });
            }
            if loads.len() <= turn {
                loads.resize_with(turn + 1, || SharedLoads::new(topology, Ports::All));
            }
            self.follow(ends.into(), &message.route);
            let own: ClassedLinks =
                self.links.iter().map(|link| (*link, topology.class_index(*link))).collect();
            for (link, _) in &own {
                loads[turn].add_to_link(*link, *size, 1);
            }
            routes.push((turn, ends, own));
        }
        let charges = |(turn, ends, own): (usize, [Vertex; 2], ClassedLinks)| {
            let mut all = Classed::default();
            loads[turn].charge(ends, &own, &mut all);
            all.shared
        };
        routes.into_iter().map(charges).collect()
    }

    /// A message from one of two ranks, or classes of ranks, to the other.
    fn send(&mut self, ends: [u32; 2], kind: Kind) -> Result<(), Stopped> {
        let ticks = self.ticks(kind)?;
        let [from, to] = ends.map(|rank| rank as usize);
        let end = |start: u128, time| start.checked_add(time).ok_or(NoTime::Digits);
        let [start, free] = [(true, ends[0]), (false, ends[1])].map(|port| self.free(port));
        let sent = end(start, ticks.send_gap)?;
        let arrived = end(start, ticks.whole)?.max(end(free, ticks.receive_gap)?);
        if self.how.model.contention && self.schedule.ports != Ports::All {
            self.busy.entry((true, ends[0])).or_default().push(sent);
            self.busy.entry((false, ends[1])).or_default().push(arrived);
        }
        self.next[from] = self.next[from].max(sent);
        self.next[to] = self.next[to].max(arrived);
        if ticks.combining > 0 {
            self.arrived.push((ends[1], arrived, ticks.combining));
        }
        self.active.extend(ends);
        Ok(())
    }

    /// When a rank can use its port next, or that of its ports which is free first; it is taken.
    fn free(&mut self, port: (bool, u32)) -> u128 {
        let (rank, most) = (port.1 as usize, self.schedule.ports);
        let Some(ends) = self.busy.get_mut(&port) else { return self.ready[rank] };
        let used = ends.len() as u64;
        let first = ends.iter().enumerate().min_by_key(|(_, end)| **end).map(|(at, _)| at);
        match first.filter(|_| most.at_most(used + 1) == used) {
            Some(at) => ends.swap_remove(at),
            None => self.ready[rank],
        }
    }

    fn end_step(&mut self) -> Result<(), NoTime> {
        self.busy.clear();
        // A rank combines one message after another, in the order in which they end.
        self.arrived.sort_unstable();
        let mut before = None;
        for (rank, arrived, combining) in self.arrived.drain(..) {
            let start = before.filter(|(other, _)| *other == rank).map_or(0, |(_, end)| end);
            let end = arrived.max(start).checked_add(combining).ok_or(NoTime::Digits)?;
            self.next[rank as usize] = self.next[rank as usize].max(end);
            before = Some((rank, end));
        }
        for rank in self.active.drain(..) {
            self.ready[rank as usize] = self.next[rank as usize];
        }
        Ok(())
    }

    /// The times of a message. If they are no whole ticks, the ticks become shorter.
    fn ticks(&mut self, kind: Kind) -> Result<Ticks, NoTime> {
        if let Some(ticks) = self.known.get(&kind) {
            return Ok(*ticks);
        }
        let times = self.times(&kind).ok_or(NoTime::Missing)?;
        let all = [&times.whole, &times.send_gap, &times.receive_gap, &times.combining];
        for time in all {
            let denominator = time.denominator().to_u64().ok_or(NoTime::Digits)?;
            let finer = u128::from(denominator) / gcd(self.unit, denominator.into());
            if finer > 1 {
                self.refine(finer).ok_or(NoTime::Digits)?;
            }
        }
        let unit = Rational::from(self.unit);
        let ticks = all.map(|time| whole(&(time * &unit)));
        let [Some(whole), Some(send_gap), Some(receive_gap), Some(combining)] = ticks else {
            return Err(NoTime::Digits);
        };
        let ticks = Ticks { whole, send_gap, receive_gap, combining };
        self.known.insert(kind, ticks);
        Ok(ticks)
    }

    fn times(&self, Kind { alone, shared, combined }: &Kind) -> Option<MessageTimes> {
        let (numbers, mut classed) = (self.how.numbers, Classed::default());
        classed.add(alone.clone());
        let own = if shared.is_empty() { classed.cut_through() } else { shared.clone() };
        let charges = match self.how.model.switching {
            Switching::CutThrough => own.clone(),
            Switching::StoreAndForward => classed.store_and_forward(),
        };
        let gaps = numbers.timing.gaps.as_ref();
        let gap = |of: Option<&MessageTime>| {
            most(&own, |charge| match of {
                Some(gap) => Some(gap.of(&self.words(charge)?)),
                None => numbers.gap(&self.charging.charged(charge)),
            })
        };
        let send_gap = gap(gaps.map(|gaps| &gaps.send))?;
        let receive_gap = gap(gaps.map(|gaps| &gaps.receive))?;
        let whole = most(&charges, |charge| numbers.value(&self.charging.charged(charge)))?;
        // Between the sizes of its table, too, a gap is no longer than the message.
        let (send_gap, receive_gap) = (send_gap.min(whole.clone()), receive_gap.min(whole.clone()));
        let combined = numbers.of_m(&(&Rational::from(*combined) * &self.charging.piece))?;
        let combining = &combined * &numbers.timing.gamma;
        Some(MessageTimes { whole, send_gap, receive_gap, combining })
    }

    /// The words of a charge.
    fn words(&self, charge: &Charge) -> Option<Rational> {
        let blocks = Rational::from(charge.blocks.iter().sum::<u128>());
        let words = &blocks * &self.charging.piece;
        self.how.numbers.of_m(&words.checked_div(&Rational::from(charge.lanes))?)
    }

    /// Makes ticks so many times shorter.
    fn refine(&mut self, times: u128) -> Option<()> {
        let all = self.ready.iter_mut().chain(&mut self.next).chain([&mut self.unit]);
        let all = all.chain(self.busy.values_mut().flatten());
        let all = all.chain(self.arrived.iter_mut().flat_map(|(_, end, time)| [end, time]));
        let known = self.known.values_mut();
        let known = known.flat_map(|of| {
            [&mut of.whole, &mut of.send_gap, &mut of.receive_gap, &mut of.combining]
        });
        all.chain(known).try_for_each(|ticks| {
            *ticks = ticks.checked_mul(times)?;
            Some(())
        })
    }
}

/// The greatest time of some charges.
fn most(charges: &[Charge], time: impl Fn(&Charge) -> Option<Rational>) -> Option<Rational> {
    let times = charges.iter().map(time).collect::<Option<Vec<_>>>()?;
    Some(times.into_iter().max().unwrap_or_default())
}

/// A whole number below 2^127.
fn whole(number: &Rational) -> Option<u128> {
    let high = number.checked_div(&Rational::power_of_two(63))?.floor();
    let low = number - &(&high * &Rational::power_of_two(63));
    Some((u128::from(high.to_u64()?) << 63) | u128::from(low.to_u64()?))
}
