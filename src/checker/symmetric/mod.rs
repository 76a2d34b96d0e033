//! Schedules that are translations of templates, decided by their templates alone, exactly.
//!
//! Why that is enough: translations leave no node in place, and take links to links, default routes
//! to default routes and start and end to start and end, which machine and collective say of
//! themselves. So every message of a template stands for as many messages as there are
//! translations, and a port or a link of one class is used by the translations of a pattern once
//! for each time that the pattern uses one of that class. What a node has at any time is what its
//! representative has, moved; only the representatives' state is kept. Whatever is found is found
//! once for each translation.

mod combined;
mod copied;
mod heard;
mod scattered;
mod traffic;

use crate::checker::amounts::{exact, refuse};
use crate::checker::combined::Stuck;
use crate::checker::combined::spans;
use crate::checker::combined::work::Work;
use crate::checker::report::judgement::Judgement;
use crate::checker::report::no_answer::{Bound, Limits, Malformed, NoAnswer};
use crate::checker::report::violation::Place;
use crate::checker::report::{At, Findings, LookedAt, Report};
use crate::checker::tally::counted_in_templates;
use crate::collective::{Data, Instance, Schedule};
use crate::schedule::{Brick, Pattern, Runs, StepMeasure, Symmetric, Template};
use crate::topology::{Translations, Vertex};
use traffic::Traffic;

/// The report on a schedule that is kept as templates, or `None` where they do not settle it.
pub(crate) fn check(schedule: &Schedule, limits: &Limits) -> Result<Option<Report>, NoAnswer> {
    let [phase] = &schedule.phases[..] else { return Ok(None) };
    let Some(symmetric) = phase.steps.symmetric().filter(|_| phase.is_everyone()) else {
        return Ok(None);
    };
    let (instance, network, by) = (phase.instance(), schedule.topology.network(), symmetric.by());
    let settled = by.nodes() == schedule.topology.nodes()
        && network.switches() <= 1
        && network.looks_the_same_under(by)
        && instance.collective.looks_the_same_under(instance, by)
        && *symmetric.space() == instance.space(by);
    if !settled {
        return Ok(None);
    }
    let templates = symmetric.templates();
    let amounts = [
        ("messages in its templates", templates.patterns()),
        ("steps", templates.count() as u128),
        ("nodes", u128::from(by.nodes())),
    ];
    refuse(amounts.map(|(what, needed)| exact(what, needed, limits.messages, Bound::Messages)))?;
    let report = Pass::new(schedule, symmetric, limits).run();
    report.map(Some).map_err(|why| counted_in_templates(why, schedule, symmetric, limits))
}

/// What all parts of the pass look at.
struct Scene<'a> {
    instance: &'a Instance,
    symmetric: &'a Symmetric,
    by: &'a Translations,
    representatives: Vec<Vertex>,
}

impl Scene<'_> {
    /// The translation that takes a node to its representative.
    fn home(&self, node: Vertex) -> Vertex {
        self.by.inverse(self.by.from_representative(node))
    }

    /// Sender and receiver, moved.
    fn ends(&self, pattern: &Pattern, g: Vertex) -> (Vertex, Vertex) {
        (self.by.apply(g, pattern.from), self.by.apply(g, pattern.to))
    }
}

/// What the representatives have.
enum State {
    Copied(copied::Copied),
    Combined(Box<combined::Combined>),
    Heard(heard::Heard),
}

struct Pass<'a> {
    scene: Scene<'a>,
    limits: &'a Limits,
    findings: Findings,
    judgement: Judgement,
    work: Work,
    traffic: Traffic<'a>,
    state: State,
}

impl<'a> Pass<'a> {
    fn new(schedule: &'a Schedule, symmetric: &'a Symmetric, limits: &'a Limits) -> Self {
        let (by, instance) = (symmetric.by(), schedule.phases[0].instance());
        let representatives = by.representatives();
        let scene = Scene { instance, symmetric, by, representatives };
        let state = match instance.data() {
            Data::Copied => State::Copied(copied::Copied::at_start(&scene)),
            Data::Combined => State::Combined(Box::new(combined::Combined::at_start(&scene))),
            Data::Token => State::Heard(heard::Heard::at_start(&scene)),
        };
        Pass {
            traffic: Traffic::new(schedule, limits),
            scene,
            limits,
            findings: Findings::default(),
            judgement: Judgement::default(),
            work: Work::new(limits.set_work),
            state,
        }
    }

    fn run(mut self) -> Result<Report, NoAnswer> {
        let templates = self.scene.symmetric.templates();
        let copies = self.scene.by.order();
        let mut measures = Vec::with_capacity(templates.count());
        let mut template = Template::default();
        for k in 0..templates.count() {
            templates.template_into(k, &mut template);
            let at = At { phase: None, step: Some(k + 1) };
            for pattern in &template.messages {
                self.look_at(pattern).map_err(|what| {
                    let Pattern { from, to, .. } = *pattern;
                    NoAnswer::Malformed { step: k + 1, from, to, what }
                })?;
            }
            let measure =
                self.traffic.step(&self.scene, &template.messages, at, &mut self.findings)?;
            let messages = measure.messages * u64::from(copies);
            measures.push(StepMeasure { messages, ..measure });
            self.data(&template.messages, at)?;
        }
        self.end()?;
        let scattered = match &self.state {
            State::Combined(combined) => Some(combined.scattered()),
            State::Copied(_) | State::Heard(_) => None,
        };
        let mut report = self.findings.finish_copies(scattered, u64::from(copies));
        report.steps = templates.count();
        let messages = templates.patterns() * u128::from(copies);
        report.messages = u64::try_from(messages).unwrap_or(u64::MAX);
        report.measures = vec![measures];
        report.looked_at = LookedAt::Templates { copies, classes: self.scene.by.classes() };
        Ok(report)
    }

    /// What a reader of documents refuses.
    fn look_at(&self, pattern: &Pattern) -> Result<(), Malformed> {
        let Scene { by, symmetric, instance, .. } = &self.scene;
        if let Some(node) = [pattern.from, pattern.to].into_iter().find(|v| *v >= by.nodes()) {
            return Err(Malformed::NoSuchNode(node));
        }
        if pattern.from == pattern.to {
            return Err(Malformed::ToItself);
        }
        let space = symmetric.space();
        let outside = |brick: &Brick| {
            let ends = |(axis, range): (usize, &crate::schedule::Run)| {
                range.is_empty() || range.end > space.whole(axis).end
            };
            brick.0.len() != space.axes() || brick.0.iter().enumerate().any(ends)
        };
        if pattern.parts.is_empty() {
            return Err(Malformed::NoBlocks);
        }
        pattern.parts.iter().try_for_each(|part| {
            if part.blocks.is_empty() {
                return Err(Malformed::NoBlocks);
            }
            if part.blocks.iter().any(outside) {
                return Err(Malformed::NoSuchBlock);
            }
            if let [first, others @ ..] = &part.blocks[..]
                && !others.is_empty()
            {
                let mut before = crate::checker::block_set::boxes::Boxes::new(space.axes());
                before.add(first);
                for brick in others {
                    if before.has_any(brick) {
                        return Err(Malformed::BlockTwice);
                    }
                    before.add(brick);
                }
            }
            let known = |who: &Runs| {
                instance.data() == Data::Combined
                    && !who.is_empty()
                    && spans::of_runs(who, instance.nodes).is_some()
            };
            match &part.contributors {
                Some(who) if !known(who) => Err(Malformed::NoSuchContributor),
                Some(_) | None => Ok(()),
            }
        })
    }

    /// Looks at whether senders have what they send, and lets it arrive.
    fn data(&mut self, messages: &[Pattern], at: At) -> Result<(), NoAnswer> {
        let Pass { scene, findings, judgement, work, state, limits, .. } = self;
        let stuck = |stuck: Stuck, node| no_answer(stuck, scene, node, at, limits);
        for (number, pattern) in messages.iter().enumerate() {
            judgement.begin(findings.wants_places());
            let (from, to) = scene.ends(pattern, scene.home(pattern.from));
            match state {
                State::Copied(copied) => copied.judge(scene, pattern, judgement),
                State::Combined(combined) => combined
                    .judge(scene, (number, pattern), judgement, work)
                    .map_err(|at| stuck(at, from))?,
                State::Heard(heard) => heard.send(scene, pattern),
            }
            for rule in judgement.broken(false) {
                findings.add(at, Place::Message { from, to }, rule);
            }
        }
        match state {
            State::Copied(copied) => copied.arrive(scene, messages, at, findings),
            State::Combined(combined) => combined.arrive(scene, messages, at, findings),
            State::Heard(heard) => heard.arrive(scene, messages, at, findings),
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), NoAnswer> {
        let Pass { scene, findings, judgement, work, state, limits, .. } = self;
        let at = At { phase: None, step: None };
        for (class, node) in scene.representatives.iter().copied().enumerate() {
            judgement.begin(findings.wants_places());
            let required = scene.instance.required(node);
            match state {
                State::Copied(copied) => copied.judge_end(scene, class, &required, judgement),
                State::Combined(combined) => combined
                    .judge_end((class, node), &required, judgement, work)
                    .map_err(|stuck| no_answer(stuck, scene, node, at, limits))?,
                State::Heard(heard) => heard.judge_end(class, &required, judgement),
            }
            for rule in judgement.broken(true) {
                findings.add(at, Place::Node(node), rule);
            }
        }
        Ok(())
    }
}

fn no_answer(stuck: Stuck, scene: &Scene<'_>, node: Vertex, at: At, limits: &Limits) -> NoAnswer {
    let block = scene.instance.entries(&Runs::one(stuck.block)).concat();
    NoAnswer::TooMuchSetWork { step: at.step, node, block, allowed: limits.set_work }
}
