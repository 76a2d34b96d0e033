//! One pass through a schedule, step by step, with every rule looked at on the way.

use crate::checker::ahead::{self, Made};
use crate::checker::amounts::{Amounts, exact};
use crate::checker::combined::Stuck;
use crate::checker::combined::work::Work;
use crate::checker::ranks::{Rank, Ranks};
use crate::checker::report::judgement::Judgement;
use crate::checker::report::lines;
use crate::checker::report::no_answer::{Bound, Limits, NoAnswer, Over};
use crate::checker::report::violation::Place;
use crate::checker::report::{At, Findings, Report};
use crate::checker::state::{Arrives, State};
use crate::checker::tally::{RANGES, ranges_of};
use crate::checker::traffic::links::{LinkUse, Lost};
use crate::checker::traffic::measure;
use crate::checker::traffic::ports::PortUse;
use crate::collective::{Phase, Ports, Schedule};
use crate::number::Rational;
use crate::schedule::{Message, Payload, Runs, Step, StepMeasure};
use crate::topology::Vertex;

/// The most words of a block that messages are measured in: no sum of words times hops is too large
/// for 128 bits then.
const MOST_WORDS: u128 = 1 << 48;

/// What looks at a step.
pub(crate) type Visit<'a, 'v> = dyn FnMut(&mut Made<'a>) -> Result<(), NoAnswer> + Send + 'v;

/// The pass.
pub(crate) struct Walk<'a> {
    schedule: &'a Schedule,
    limits: &'a Limits,
    work: Work,
    findings: Findings,
    links: LinkUse<'a>,
    ports: Option<PortUse>,
    judgement: Judgement,
    /// How many steps have begun, in all phases.
    steps: usize,
    messages: u128,
    /// The further ranges of blocks of all steps that have been gone through, and the hops that they left.
    ranges: u128,
    hops_left: u64,
    needs_commutative: Option<bool>,
    /// The steps with all payloads spelled out, if they are wanted.
    spelled: Option<Vec<Step>>,
    /// The first step in which a node was to send all that it holds, and held nothing.
    nothing: Option<(usize, Vertex)>,
    /// The words of a block, where messages are measured in words.
    m: Option<&'a Rational>,
}

impl<'a> Walk<'a> {
    /// Makes ready, unless the schedule exceeds a limit.
    pub(crate) fn new(
        schedule: &'a Schedule,
        limits: &'a Limits,
        spells: bool,
    ) -> Result<Self, NoAnswer> {
        Amounts::of(schedule).within(limits)?;
        Ok(Walk {
            schedule,
            limits,
            work: Work::new(limits.set_work),
            findings: Findings::default(),
            links: LinkUse::new(&schedule.topology, limits.hops),
            ports: (schedule.ports == Ports::One).then(|| PortUse::new(schedule.topology.nodes())),
            judgement: Judgement::default(),
            steps: 0,
            messages: 0,
            ranges: 0,
            hops_left: limits.hops,
            needs_commutative: None,
            spelled: spells.then(Vec::new),
            nothing: None,
            m: None,
        })
    }

    /// The same, in which messages of phases whose blocks are cut unevenly are measured in words.
    pub(crate) fn weighing(self, m: &'a Rational) -> Result<Self, NoAnswer> {
        let uneven = self.schedule.phases.iter().filter_map(|phase| phase.uneven_words(m));
        let (needed, allowed) = (u128::from(uneven.max().unwrap_or(0)), MOST_WORDS);
        if needed > allowed {
            let words = exact("words in a block", needed, allowed, Bound::Fixed);
            return Err(NoAnswer::TooMany(vec![words]));
        }
        Ok(Walk { m: Some(m), ..self })
    }

    /// Goes through all phases.
    pub(crate) fn run(&mut self) -> Result<(), NoAnswer> {
        let several = self.schedule.phases.len() > 1;
        for (number, phase) in (1..).zip(&self.schedule.phases) {
            let ranks = Ranks::of(phase, self.schedule.topology.nodes())
                .ok_or(NoAnswer::MalformedPhase { phase: number })?
                .weighing(self.m.and_then(|m| phase.uneven_words(m)));
            self.phase(phase, &ranks, several.then_some(number))?;
        }
        Ok(())
    }

    /// The hops and the ranges of blocks of all steps that have been gone through.
    pub(crate) fn so_far(&self) -> (u128, u128) {
        (u128::from(self.limits.hops - self.hops_left), self.ranges)
    }

    /// What was measured in a pass that has come to its end.
    pub(crate) fn measures(self) -> Vec<Vec<StepMeasure>> {
        self.findings.report.measures
    }

    /// The report of a pass that has come to its end.
    pub(crate) fn report(self) -> Report {
        let (steps, messages) = (self.steps, self.messages);
        let mut report = self.findings.finish(self.needs_commutative);
        report.steps = steps;
        report.messages = u64::try_from(messages).unwrap_or(u64::MAX);
        report
    }

    /// The steps with all payloads spelled out; or where a node had nothing to send.
    pub(crate) fn spelled(self) -> Result<Vec<Step>, (usize, Vertex)> {
        self.nothing.map_or_else(|| Ok(self.spelled.unwrap_or_default()), Err)
    }

    fn phase(
        &mut self,
        phase: &Phase,
        ranks: &Ranks<'_>,
        number: Option<usize>,
    ) -> Result<(), NoAnswer> {
        let schedule = self.schedule;
        let at_once = ahead::at_once(schedule, phase);
        self.passing(ranks, number, |visit| {
            ahead::each_step((schedule, phase, ranks), at_once, visit)
        })
    }

    /// Goes through a phase, whose steps `each_step` hands over in their order.
    pub(crate) fn passing<E: From<NoAnswer>>(
        &mut self,
        ranks: &Ranks<'_>,
        number: Option<usize>,
        each_step: impl FnOnce(&mut Visit<'a, '_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut state = State::at_start(ranks);
        let mut measures = Vec::new();
        each_step(&mut |made| {
            measures.push(self.step(made, ranks, &mut state, number)?);
            Ok(())
        })?;
        self.end(ranks, &mut state, At { phase: number, step: None })?;
        self.findings.report.measures.push(measures);
        if let Some(scattered) = state.scattered() {
            self.needs_commutative = Some(self.needs_commutative.unwrap_or(false) | scattered);
        }
        Ok(())
    }

    fn step(
        &mut self,
        made: &mut Made<'_>,
        ranks: &Ranks<'_>,
        state: &mut State,
        phase: Option<usize>,
    ) -> Result<StepMeasure, NoAnswer> {
        self.steps += 1;
        let (messages, ranges) = match made.clean {
            Some(clean) => (clean.measure.messages.into(), clean.ranges.into()),
            None => (made.whole().messages.len() as u128, ranges_of(&made.whole().messages)),
        };
        self.messages += messages;
        let (needed, allowed) = (self.messages, self.limits.messages);
        if needed > allowed {
            return Err(NoAnswer::too_many_messages(needed, self.limits));
        }
        let (ranges, allowed) = (self.ranges + ranges, self.limits.ranges);
        if ranges > allowed {
            let ranges = exact(RANGES, ranges, allowed, Bound::Ranges);
            return Err(NoAnswer::TooMany(vec![Over { least: true, ..ranges }]));
        }
        let at = At { phase, step: Some(self.steps) };
        let before = self.findings.report.violations.len();
        let measure = match made.clean.filter(|clean| self.links.spend(clean.hops)) {
            Some(clean) => clean.measure,
            None => self.traffic(made.whole(), ranks, state, at)?,
        };
        if !self.arrives_in_parts(made, ranks, state, at) {
            self.data(&made.whole().messages, ranks, state, at)?;
        }
        if let Some(spelled) = &mut self.spelled {
            spelled.push(made.whole().clone());
        }
        let report = &mut self.findings.report;
        if !made.places.is_empty() && report.violations.len() > before {
            let messages = &made.step.messages;
            let found = lines::of(&report.violations[before..], messages, &made.places);
            let found = (before..).zip(found).filter_map(|(i, place)| Some((i, place?)));
            report.lines.extend(found);
        }
        self.ranges = ranges;
        self.hops_left = self.links.hops_left();
        Ok(measure)
    }

    /// Lets the messages of a step in parts arrive, if it is plain that all senders have what they
    /// send; else none does.
    fn arrives_in_parts(
        &mut self,
        made: &mut Made<'_>,
        ranks: &Ranks<'_>,
        state: &mut State,
        at: At,
    ) -> bool {
        let mut holds = |message: &Message| {
            ranks.ends(message).is_ok_and(|(from, _)| state.plainly_holds(message, from))
        };
        let plain = made.is_in_parts() && made.in_parts(&mut |some| some.iter().all(&mut holds));
        plain
            && made.in_parts(&mut |some| {
                state.arrive(some, ranks, at, &mut self.findings, &mut self.work).is_ok()
            })
    }

    /// Spells out payloads, and looks at the rules of ports and links.
    fn traffic(
        &mut self,
        step: &mut Step,
        ranks: &Ranks<'_>,
        state: &State,
        at: At,
    ) -> Result<StepMeasure, NoAnswer> {
        let mut measure = StepMeasure::default();
        self.links.next_step();
        if let Some(ports) = &mut self.ports {
            ports.next_step();
        }
        for message in &mut step.messages {
            let malformed = |what| NoAnswer::Malformed {
                step: self.steps,
                from: message.from,
                to: message.to,
                what,
            };
            let (from, _) = ranks.ends(message).map_err(malformed)?;
            ranks.look_at_payload(&message.payload, from).map_err(malformed)?;
            if matches!(message.payload, Payload::Everything) {
                let blocks = state.everything(ranks, from);
                if blocks.is_empty() {
                    self.nothing.get_or_insert((self.steps, message.from));
                }
                message.payload = Payload::Plain(blocks);
            }
            if let Some(ports) = &mut self.ports {
                ports.add(message);
            }
            let wants_places = self.findings.wants_places();
            let hops = self.links.add(message, &mut measure, wants_places);
            let hops = hops.map_err(|lost| self.lost(lost, Some(message)))?;
            measure::add_message(&mut measure, ranks.carried(message), hops);
        }
        let messages = || step.messages.iter().map(|m| (m, ranks.carried(m)));
        if let Some(ports) = &self.ports {
            ports.judge(messages, at, &mut measure, &mut self.findings);
        }
        self.links
            .judge(messages, at, &mut measure, &mut self.findings)
            .map_err(|lost| self.lost(lost, None))?;
        Ok(measure)
    }

    fn lost(&self, lost: Lost, message: Option<&Message>) -> NoAnswer {
        match (lost, message) {
            (Lost::Malformed(what), Some(Message { from, to, .. })) => {
                NoAnswer::Malformed { step: self.steps, from: *from, to: *to, what }
            }
            // A message is followed a second time only if it could be followed once.
            (Lost::Malformed(_), None) | (Lost::HopLimit, _) => NoAnswer::more_hops(self.limits),
        }
    }

    /// Looks at whether senders have what they send, and lets all messages arrive.
    fn data(
        &mut self,
        messages: &[Message],
        ranks: &Ranks<'_>,
        state: &mut State,
        at: At,
    ) -> Result<(), NoAnswer> {
        for numbered in messages.iter().enumerate() {
            let message = numbered.1;
            // Who it is is kept nowhere until it matters.
            if ranks.ends(message).is_ok_and(|(from, _)| state.plainly_holds(message, from)) {
                continue;
            }
            let Ok((from, _)) = ranks.ends(message) else { continue };
            self.judgement.begin(self.findings.wants_places());
            state
                .judge(numbered, from, Arrives::AsClaimed, &mut self.judgement, &mut self.work)
                .map_err(|stuck| self.stuck(stuck, ranks, from, at))?;
            if !self.judgement.are_any() {
                continue;
            }
            let place = Place::Message { from: message.from, to: message.to };
            for rule in self.judgement.broken(false) {
                self.findings.add(at, place, rule);
            }
        }
        state.arrive(messages, ranks, at, &mut self.findings, &mut self.work).map_err(
            |(stuck, number)| match messages.get(number).map(|message| ranks.ends(message)) {
                Some(Ok((_, to))) => self.stuck(stuck, ranks, to, at),
                _ => NoAnswer::more_hops(self.limits),
            },
        )?;
        Ok(())
    }

    /// Looks at what all nodes must have at the end of a phase.
    fn end(&mut self, ranks: &Ranks<'_>, state: &mut State, at: At) -> Result<(), NoAnswer> {
        if state.all_delivered(ranks) {
            return Ok(());
        }
        for (node, rank) in ranks.by_node() {
            self.judgement.begin(self.findings.wants_places());
            state
                .judge_end(ranks, rank, &mut self.judgement, &mut self.work)
                .map_err(|stuck| self.stuck(stuck, ranks, rank, at))?;
            if !self.judgement.are_any() {
                continue;
            }
            for rule in self.judgement.broken(true) {
                self.findings.add(at, Place::Node(node), rule);
            }
        }
        Ok(())
    }

    fn stuck(&self, stuck: Stuck, ranks: &Ranks<'_>, rank: Rank, at: At) -> NoAnswer {
        NoAnswer::TooMuchSetWork {
            step: at.step,
            node: ranks.node(rank),
            block: ranks.instance(rank).entries(&Runs::one(stuck.block)).concat(),
            allowed: self.limits.set_work,
        }
    }
}
