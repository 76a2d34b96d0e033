//! One pass through a schedule, step by step, with all rules.

use super::ahead;
use std::collections::BTreeMap;

use super::amounts::{Amounts, Tally, ranges_of, refuse};
use super::combined::CombinedStep;
use super::limits::RANGES;
use super::report::text::message_places;
use super::traffic::{Traffic, malformed};
use crate::checker::{
    Arrives, At, Combined, End, Exceeded, Exhausted, Findings, Judgement, Limit, Limits, LookedAt,
    MadeStep, NoAnswer, Orbit, PhaseData, Ranks, Report, TemplateOrbit, ViolationPlace, Work,
};
use crate::collective::Schedule;
use crate::schedule::{Message, Runs, Step, StepMeasure, Template};
use crate::topology::Vertex;
use hockney_base::number::Rational;

/// A function that examines a step.
pub(crate) type Visit<'a, 'v> = dyn FnMut(&mut MadeStep<'a>) -> Result<(), NoAnswer> + Send + 'v;

/// The pass.
pub(crate) struct Walk<'a> {
    schedule: &'a Schedule,
    limits: &'a Limits,
    work: Work,
    findings: Findings,
    traffic: Traffic<'a>,
    judgement: Judgement,
    messages: u128,
    /// The additional ranges of blocks of all steps so far, and the remaining hops.
    ranges: u128,
    hops_left: u64,
    /// The steps with all payloads written out, if requested.
    spelled: Option<Vec<Step>>,
    /// The first step in which a node sends all that it holds, and holds nothing.
    nothing: Option<(usize, Vertex)>,
    /// The words of the block, if messages are measured in words.
    m: Option<&'a Rational>,
    /// Whether measures alone are wanted, of messages that all list their blocks.
    without_data: bool,
    /// What each message brings that is combined, by phase and step, if that is looked at.
    combining: Option<Vec<Vec<Combined>>>,
}

impl<'a> Walk<'a> {
    /// Prepares a pass.
    pub(crate) fn new(schedule: &'a Schedule, limits: &'a Limits) -> Self {
        Walk {
            schedule,
            limits,
            work: Work::new(limits.set_work),
            findings: Findings::default(),
            traffic: Traffic::new(schedule, limits),
            judgement: Judgement::default(),
            messages: 0,
            ranges: 0,
            hops_left: limits.hops,
            spelled: None,
            nothing: None,
            m: None,
            without_data: false,
            combining: None,
        }
    }

    /// The same up to the step of the first violation.
    pub(crate) fn until_violation(mut self) -> Self {
        self.findings.first_only = true;
        self
    }

    /// The same for measures alone, of messages that all list their blocks: the data of nodes are not followed.
    pub(crate) fn without_data(self) -> Self {
        Walk { without_data: true, ..self }
    }

    /// The same, looking at what is combined.
    pub(crate) fn combining(self) -> Self {
        Walk { combining: Some(Vec::new()), ..self }
    }

    /// What each message brings that is combined, by phase and step.
    pub(crate) fn combined(&mut self) -> Vec<Vec<Combined>> {
        self.combining.take().unwrap_or_default()
    }

    /// Looks at what is combined in a phase.
    fn look_at_combined<O: Orbit>(&mut self, state: &mut PhaseData<O>, words: Option<u64>) {
        if let Some(combining) = &mut self.combining {
            combining.push(Vec::new());
            if let PhaseData::Combined(knowledge) = state {
                knowledge.combined = Some(CombinedStep { words, ..CombinedStep::default() });
            }
        }
    }

    /// The most that a node combines in a step; what each message brings is kept.
    fn end_combined<O: Orbit>(&mut self, state: &mut PhaseData<O>) -> u128 {
        let Some(phase) = self.combining.as_mut().and_then(|all| all.last_mut()) else { return 0 };
        let (mut at, mut each) = (BTreeMap::<u32, u128>::new(), Combined::default());
        if let PhaseData::Combined(knowledge) = state
            && let Some(combined) = &mut knowledge.combined
        {
            for (number, receiver, size) in combined.messages.drain(..) {
                *at.entry(receiver).or_default() += size;
                each.add(number, size);
            }
        }
        phase.push(each);
        at.into_values().max().unwrap_or(0)
    }

    /// The same, with all payloads written out.
    pub(crate) fn spelling(self) -> Self {
        Walk { spelled: Some(Vec::new()), ..self }
    }

    /// The same, with messages measured in words in phases with uneven blocks.
    pub(crate) fn weighing(self, m: &'a Rational) -> Result<Self, NoAnswer> {
        let uneven = self.schedule.phases.iter().filter_map(|phase| phase.uneven_words(m));
        let words = u128::from(uneven.max().unwrap_or(0));
        refuse([Limit::Words.over("words in a block", words, self.limits)])?;
        Ok(Walk { m: Some(m), ..self })
    }

    /// Passes all phases, message by message, unless the schedule exceeds a limit.
    pub(crate) fn run(&mut self) -> Result<(), NoAnswer> {
        let schedule = self.schedule;
        Amounts::of(schedule).within(self.limits)?;
        let several = schedule.phases.len() > 1;
        for (number, phase) in (1..).zip(&schedule.phases) {
            let ranks = Ranks::of(phase, schedule.topology.nodes())
                .ok_or(NoAnswer::MalformedPhase { phase: number })?
                .weighing(self.m.and_then(|m| phase.uneven_words(m)));
            self.passing(&ranks, several.then_some(number), |visit| {
                ahead::each_step(schedule, phase, &ranks, visit)
            })?;
        }
        Ok(())
    }

    /// Passes templates.
    pub(crate) fn run_templates(&mut self, symmetry: &TemplateOrbit<'_>) -> Result<(), NoAnswer> {
        let (templates, copies) = (symmetry.symmetric.templates(), symmetry.by.order());
        let mut state = PhaseData::at_start(symmetry, self.work);
        self.look_at_combined(&mut state, None);
        let mut measures = Vec::with_capacity(templates.count());
        let mut template = Template::default();
        for k in 0..templates.count() {
            templates.template_into(k, &mut template);
            self.findings.begin_step();
            let messages = &template.messages;
            look_at(symmetry, messages, self.findings.at)?;
            let measure = self.traffic.step(symmetry, messages, &mut self.findings)?;
            self.goes_on()?;
            let messages_made = measure.messages * u64::from(copies);
            self.data(symmetry, messages, &mut state)?;
            self.goes_on()?;
            let combined = self.end_combined(&mut state);
            measures.push(StepMeasure { messages: messages_made, combined, ..measure });
        }
        self.end(symmetry, &mut state)?;
        self.messages = templates.patterns() * u128::from(copies);
        self.findings.copy(u64::from(copies));
        self.findings.report.measures = vec![measures];
        let looked_at = LookedAt::Templates { copies, classes: symmetry.by.classes() };
        self.findings.report.looked_at = looked_at;
        Ok(())
    }

    /// The hops and the ranges of blocks of all steps so far.
    pub(crate) fn so_far(&self) -> Tally {
        Tally { hops: u128::from(self.limits.hops - self.hops_left), ranges: self.ranges }
    }

    /// The measures of a completed pass.
    pub(crate) fn measures(self) -> Vec<Vec<StepMeasure>> {
        self.findings.report.measures
    }

    /// The report of a completed pass.
    pub(crate) fn report(self) -> Report {
        let mut report = self.findings.report;
        report.messages = u64::try_from(self.messages).unwrap_or(u64::MAX);
        report.needs_commutative = report.needs_commutative.filter(|_| report.is_valid());
        report
    }

    /// The steps with all payloads written out, or the place where a node has nothing to send.
    pub(crate) fn spelled(self) -> Result<Vec<Step>, (usize, Vertex)> {
        self.nothing.map_or_else(|| Ok(self.spelled.unwrap_or_default()), Err)
    }

    /// Passes a phase, whose steps come in order from `each_step`.
    pub(crate) fn passing<E: From<NoAnswer>>(
        &mut self,
        ranks: &Ranks<'_>,
        number: Option<usize>,
        each_step: impl FnOnce(&mut Visit<'a, '_>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.findings.at = At { phase: number, step: None };
        let mut state = PhaseData::at_start(ranks, self.work);
        self.look_at_combined(&mut state, ranks.block_words());
        let mut measures = Vec::new();
        each_step(&mut |made| {
            let measure = self.step(made, ranks, &mut state)?;
            let combined = self.end_combined(&mut state);
            measures.push(StepMeasure { combined, ..measure });
            Ok(())
        })?;
        if !self.without_data {
            self.end(ranks, &mut state)?;
        }
        self.work = state.work();
        self.findings.report.measures.push(measures);
        Ok(())
    }

    fn step<'p>(
        &mut self,
        made: &mut MadeStep<'_>,
        ranks: &Ranks<'p>,
        state: &mut PhaseData<Ranks<'p>>,
    ) -> Result<StepMeasure, NoAnswer> {
        self.findings.begin_step();
        let without_data = self.without_data;
        made.make(ranks, &mut |some| without_data || state.all_hold(ranks, some));
        let (messages, ranges) = match &made.clean {
            Some(clean) => (clean.measure.messages.into(), clean.ranges.into()),
            None => (made.whole().messages.len() as u128, ranges_of(&made.whole().messages)),
        };
        self.messages += messages;
        refuse([Limit::Messages.over("messages", self.messages, self.limits)])?;
        let ranges = self.ranges + ranges;
        refuse([Exceeded { least: true, ..Limit::Ranges.over(RANGES, ranges, self.limits) }])?;
        let before = self.findings.report.violations.len();
        let clean = made.clean.take().filter(|clean| self.traffic.spend(clean.hops));
        let measure = if let Some(clean) = clean {
            clean.measure
        } else {
            look_at(ranks, &made.whole().messages, self.findings.at)?;
            for message in &mut made.whole().messages {
                if state.spell_out(ranks, message) {
                    self.nothing.get_or_insert((self.findings.report.steps, message.from));
                }
            }
            self.traffic.step(ranks, &made.whole().messages, &mut self.findings)?
        };
        self.ranges = ranges;
        self.hops_left = self.traffic.hops_left();
        // Before the data, which take longest.
        self.goes_on()?;
        if without_data {
            return Ok(measure);
        }
        // If all senders clearly have their data, the messages arrive part by part.
        let plain = made.holds
            || made.is_in_parts() && made.in_parts(&mut |some| state.all_hold(ranks, some));
        let mut arrive = |some: &[Message]| state.arrive(ranks, some, &mut self.findings).is_ok();
        if !(plain && made.in_parts(&mut arrive)) {
            self.data(ranks, &made.whole().messages, state)?;
        }
        if let Some(spelled) = &mut self.spelled {
            spelled.push(made.whole().clone());
        }
        let report = &mut self.findings.report;
        if report.violations.len() > before {
            let messages = &made.step.messages;
            let found = message_places(&report.violations[before..], messages, &made.places);
            let found = (before..).zip(found).filter_map(|(i, place)| Some((i, place?)));
            report.lines.extend(found);
        }
        self.goes_on()?;
        Ok(measure)
    }

    /// Fails if the pass ends with the first violation and there is one. No amount is too large then.
    fn goes_on(&self) -> Result<(), NoAnswer> {
        let goes_on = !self.findings.first_only || self.findings.wants_places();
        if goes_on { Ok(()) } else { Err(NoAnswer::TooMany(Vec::new())) }
    }

    /// Checks whether senders have their data, and lets all messages arrive.
    fn data<O: Orbit>(
        &mut self,
        orbit: &O,
        messages: &[O::Message],
        state: &mut PhaseData<O>,
    ) -> Result<(), NoAnswer> {
        for (number, message) in messages.iter().enumerate() {
            let Some(sent) = orbit.sent(message) else { continue };
            // The node is determined only when needed.
            if state.holds(orbit, &sent) {
                continue;
            }
            self.judgement.begin(self.findings.wants_places());
            let (arrives, judgement) = (Arrives::AsClaimed, &mut self.judgement);
            state
                .judge(orbit, number, &sent, arrives, judgement)
                .map_err(|Exhausted| self.exhausted(orbit, state))?;
            if !self.judgement.is_any() {
                continue;
            }
            let (from, to) = orbit.ends_at(End::Sender, message);
            for rule in self.judgement.broken(false) {
                self.findings.add(ViolationPlace::Message { from, to }, rule);
            }
        }
        state
            .arrive(orbit, messages, &mut self.findings)
            .map_err(|Exhausted| self.exhausted(orbit, state))
    }

    /// Checks the results of all nodes at the end of a phase.
    fn end<O: Orbit>(&mut self, orbit: &O, state: &mut PhaseData<O>) -> Result<(), NoAnswer> {
        if let Some(scattered) = state.scattered() {
            *self.findings.report.needs_commutative.get_or_insert(false) |= scattered;
        }
        if state.all_delivered(orbit) {
            return Ok(());
        }
        self.findings.at.step = None;
        for (node, rank) in orbit.by_node() {
            self.judgement.begin(self.findings.wants_places());
            state
                .judge_end(orbit, rank, &mut self.judgement)
                .map_err(|Exhausted| self.exhausted(orbit, state))?;
            for rule in self.judgement.broken(true) {
                self.findings.add(ViolationPlace::Node(node), rule);
            }
        }
        Ok(())
    }

    fn exhausted<O: Orbit>(&self, orbit: &O, state: &PhaseData<O>) -> NoAnswer {
        let Work { rank, block, .. } = state.work();
        let rank = orbit.rank(rank);
        NoAnswer::TooMuchSetWork {
            step: self.findings.at.step,
            node: orbit.node(rank),
            block: orbit.instance(rank).entries(&Runs::one(block)).concat(),
            allowed: self.limits.set_work,
        }
    }
}

/// Rejects messages that no reader of documents accepts.
fn look_at<O: Orbit>(orbit: &O, messages: &[O::Message], at: At) -> Result<(), NoAnswer> {
    messages.iter().try_for_each(|message| {
        let looked_at = orbit.judge_ends(message).and_then(|sent| orbit.look_at_payload(&sent));
        looked_at.map_err(|what| malformed::<O>(message, at, what))
    })
}
