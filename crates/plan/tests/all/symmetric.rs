//! Templates against every message: what algorithms say once for each step is what they send, and the
//! checker finds the same either way, in plans and in damaged templates.

use std::collections::BTreeSet;
use std::sync::Arc;

use hockney_core::checker::{Limits, LookedAt, check, check_every_message};
use hockney_core::collective::{COLLECTIVES, Instance, Ports, Schedule};
use hockney_core::schedule::{
    Frame, ListedTemplates, Message, Pattern, Repeated, Route, Runs, Step, Steps, Symmetric,
    Template,
};
use hockney_core::topology::{LinkClass, Topology, Translations};
use hockney_plan::planner::{self, Request};

use crate::templated::{congested, gist, planned};
use hockney_testing::{Dice, sweep};

fn sorted(steps: &dyn Steps, k: usize) -> Vec<Message> {
    let mut step = Step::default();
    steps.step_into(k, &mut step);
    step.messages.sort_by_key(|m| (m.from, m.to));
    step.messages
}

/// Catches a template that says something else than the algorithm.
#[test]
fn templates_are_the_steps() {
    let plans = planned(16);
    for (name, request, symmetric, steps) in &plans {
        assert_eq!(symmetric.count(), steps.count(), "{name}");
        assert_eq!(symmetric.messages(), steps.messages(), "{name}");
        for k in 0..steps.count() {
            let pieces = request.instance.pieces;
            assert_eq!(sorted(symmetric, k), sorted(&**steps, k), "{name}, {pieces}, step {k}");
        }
    }
    let names: std::collections::BTreeSet<&str> =
        plans.iter().map(|(name, ..)| name.split(" on ").next().unwrap()).collect();
    assert!(names.len() > 20, "{names:?}");
}

fn agree(name: &str, request: &Request, ports: Ports, symmetric: Symmetric) -> bool {
    let (topology, instance) = (request.topology.clone(), request.instance.clone());
    let by = symmetric.by().clone();
    let schedule = Schedule::plain(topology, ports, instance, Arc::new(symmetric));
    let limits = Limits::default();
    let (short, long) = (check(&schedule, &limits), check_every_message(&schedule, &limits));
    let (short, long) = match (short, long) {
        (Ok(short), Ok(long)) => (short, long),
        (short, long) => {
            assert_eq!(short.is_err(), long.is_err(), "{name}");
            return false;
        }
    };
    let (copies, classes) = (by.order(), by.classes());
    let (short, long) = (short.report(), long.report());
    assert_eq!(short.looked_at, LookedAt::Templates { copies, classes }, "{name}");
    assert_eq!(gist(short), gist(long), "{name} {:?}", short.violations.first());
    // What is listed for the representatives is listed for all.
    for violation in &short.violations {
        let same = long.violations.iter().any(|other| {
            (other.step, other.place, other.rule.rule())
                == (violation.step, violation.place, violation.rule.rule())
        });
        let all = long.violations.len() as u64 == long.counts.total();
        assert!(same || !all, "{name}: {violation:?}");
    }
    short.is_valid()
}

#[test]
fn plans_are_judged_alike() {
    for (name, request, symmetric, _) in planned(16) {
        assert!(agree(&name, &request, Ports::ONE, symmetric), "{name}");
    }
}

/// Links between switches, which many translations leave in place, are shared as often either way, and so are
/// ports; on equal links and on links of classes.
#[test]
fn congested_plans_are_judged_alike() {
    let (mut shared, mut names) = (0, BTreeSet::new());
    for (name, request, symmetric) in congested(32) {
        names.insert(name.clone());
        shared += usize::from(!agree(&name, &request, Ports::ONE, symmetric));
    }
    for (name, mut request, symmetric) in congested(16) {
        let class = |name| LinkClass { name, ..LinkClass::default() };
        let classes = request.topology.network().class_names().into_iter().map(class);
        request.topology = request.topology.with_links(&classes.collect::<Vec<_>>());
        agree(&name, &request, Ports::ONE, symmetric);
    }
    for of in ["nodes:4x4x4", "nodes:3x4x2", "fat-tree:4", "fat-tree:4:2", "switch:4/switch:2"] {
        assert!(names.contains(&format!("all-reduce ring on {of}")), "{of}");
    }
    assert!(names.contains("all-reduce recursive-doubling on hypercube:4/switch:4"));
    assert!(names.contains("all-reduce halving-doubling on nodes:2x2") && shared > 20, "{shared}");
}

/// Damages some template in one place.
fn damage(templates: &mut Vec<Template>, frame: &Frame, dice: &mut Dice) {
    let p = frame.by().nodes() as usize;
    let k = dice.index(templates.len());
    let other = dice.index(templates.len());
    let node = dice.below_u32(frame.by().nodes());
    let i = dice.index(templates[k].messages.len());
    match dice.below(9) {
        0 => templates[k].messages[i].to = node,
        1 => templates[k].messages[i].from = node,
        2 => {
            templates.remove(k);
        }
        3 => templates.swap(k, other),
        4 => {
            let message = templates[other].messages[0].clone();
            templates[k].messages.push(message);
        }
        5 => {
            frame.advance(&mut templates[k].messages[i], node);
        }
        6 => {
            let all = frame.topology().map_or(p, |on| on.vertices() as usize);
            let vertex = u32::try_from(dice.index(all)).unwrap();
            templates[k].messages[i].route = Route::Via([vertex].into_iter().collect());
        }
        7 => {
            let copy = templates[k].clone();
            templates.push(copy);
        }
        _ => {
            let who: Runs = [u64::from(node), dice.below(p as u64)].into_iter().collect();
            templates[k].messages[i].parts[0].contributors = Some(who);
        }
    }
}

sweep! {
    /// The two ways agree on what is wrong, whatever is.
    fn damaged_templates_are_judged_alike(effort) {
        let mut dice = Dice(17);
        let (mut valid, mut refused) = (0, 0);
        for (name, request, symmetric, _) in planned(12) {
            if symmetric.count() == 0 {
                continue;
            }
            let list = |k| {
                let mut template = Template::default();
                symmetric.templates().template_into(k, &mut template);
                template
            };
            let whole: Vec<Template> = (0..symmetric.count()).map(list).collect();
            let frame = Frame::new(symmetric.by().clone(), request.instance.moving_shape());
            let frame = frame.on(&request.topology);
            for round in 0..effort.of(1, 24) {
                let mut templates = whole.clone();
                for _ in 0..=round % 3 {
                    if !templates.is_empty() {
                        damage(&mut templates, &frame, &mut dice);
                    }
                }
                let items = templates
                    .into_iter()
                    .map(|template| Repeated { count: 1, advance: 0, template })
                    .collect();
                let listed = ListedTemplates::new(frame.clone(), items);
                let damaged = Symmetric::new(frame.clone(), Box::new(listed));
                let ports = if round % 2 == 0 { Ports::ONE } else { Ports::All };
                let name = format!("{name}, damage {round}");
                *(if agree(&name, &request, ports, damaged) { &mut valid } else { &mut refused }) += 1;
            }
        }
        assert!(valid > effort.of(3, 100) && refused > effort.of(33, 1000), "{valid} valid, {refused} refused");
    }
}

/// An all-gather round a ring with another first message.
fn with_first(damage: impl FnOnce(&mut Pattern)) -> Schedule {
    let plans = planned(8);
    let (_, request, symmetric, _) =
        plans.iter().find(|(name, ..)| name.starts_with("all-gather ring on ring:8")).unwrap();
    let mut template = Template::default();
    symmetric.templates().template_into(0, &mut template);
    damage(&mut template.messages[0]);
    let frame = Frame::new(symmetric.by().clone(), request.instance.shape());
    let items = vec![Repeated { count: 1, advance: 0, template }];
    let damaged = Symmetric::new(frame.clone(), Box::new(ListedTemplates::new(frame, items)));
    let (topology, instance) = (request.topology.clone(), request.instance.clone());
    Schedule::plain(topology, Ports::ONE, instance, Arc::new(damaged))
}

/// No document leads here. Catches a box that is in another one, too: its blocks would come twice.
#[test]
fn templates_that_are_none_are_refused() {
    let refused = |damage: fn(&mut Pattern)| {
        check(&with_first(damage), &Limits::default()).unwrap_err().to_string()
    };
    let none = "step 1: the message from";
    let twice = refused(|message| {
        let again = message.parts[0].blocks[0].clone();
        message.parts[0].blocks.push(again);
    });
    assert_eq!(twice, format!("{none} 0 to 1 is malformed: it carries a block twice"));
    let outside = refused(|message| message.parts[0].blocks[0].0[0].end = 9);
    assert_eq!(
        outside,
        format!("{none} 0 to 1 is malformed: it carries a block that does not exist")
    );
    for empty in [refused(|message| message.parts.clear()), refused(|m| m.parts[0].blocks.clear())]
    {
        assert_eq!(empty, format!("{none} 0 to 1 is malformed: it carries no data"));
    }
    assert_eq!(
        refused(|message| message.to = 8),
        format!("{none} 0 to 8 is malformed: there is no node 8")
    );
    assert_eq!(
        refused(|message| message.to = 0),
        format!("{none} 0 to 0 is malformed: its receiver is its sender")
    );
}

/// The hops of the translations of a message are counted once.
#[test]
fn all_hops_of_templates_are_counted_beyond_the_limit() {
    let schedule = with_first(|message| message.to = 4);
    let limits = |hops| Limits { hops, ..Limits::default() };
    let why = check(&schedule, &limits(3)).unwrap_err().to_string();
    assert_eq!(why, "the schedule has 4 hops, but 3 are allowed");
    assert!(check(&schedule, &limits(4)).is_ok());
    let few = Limits { messages: 7, ..Limits::default() };
    let why = check(&schedule, &few).unwrap_err().to_string();
    assert_eq!(why, "the schedule has 8 nodes, but 7 are allowed");
}

/// Catches a collective that claims a symmetry of its start or end which it has not.
#[test]
fn collectives_look_the_same_where_they_say_so() {
    let mut claims = 0;
    for p in [1, 2, 3, 4, 6, 8, 12] {
        let mut groups: Vec<Translations> = Translations::xor(p).into_iter().collect();
        for a in (1..=p).filter(|a| p.is_multiple_of(*a)) {
            groups.extend(Translations::cyclic(&[p], &[a]));
            groups.extend(Translations::cyclic(&[a, p / a], &[1, 1]));
        }
        for collective in COLLECTIVES {
            for (by_how_many, group) in
                [0, 1, 5].iter().flat_map(|q| groups.iter().map(move |g| (q, g)))
            {
                let instance = Instance::new(collective, p).with_by(*by_how_many);
                if !collective.looks_the_same_under(&instance, group) {
                    continue;
                }
                claims += 1;
                let (space, nodes) =
                    (instance.space(group), hockney_core::schedule::Space::of(group, 1, 1));
                for g in group.all() {
                    for v in 0..p {
                        let there = group.apply(g, v);
                        let blocks = |blocks: &Runs| space.translate_runs(group, g, blocks);
                        let (here, end) = (instance.required(v), instance.required(there));
                        assert_eq!(blocks(&instance.initial(v)), instance.initial(there));
                        assert_eq!(blocks(&here.blocks), end.blocks);
                        let who = nodes.translate_runs(group, g, &here.contributors);
                        assert_eq!(who, end.contributors);
                    }
                }
            }
        }
    }
    assert!(claims > 100, "{claims}");
}

/// A machine or collective that does not look the same is looked at message by message.
#[test]
fn without_the_symmetry_every_message_counts() {
    let topology = Topology::parse("linear-array:4").unwrap();
    let all_gather = *COLLECTIVES.iter().find(|c| c.name() == "all-gather").unwrap();
    let ring = Topology::parse("ring:4").unwrap();
    let instance = Instance::new(all_gather, 4);
    let request =
        Request { topology: ring, instance: instance.clone(), ports: Ports::ONE, order: None };
    let algorithm = planner::algorithm("all-gather", "ring").unwrap();
    let symmetric = planner::symmetric(algorithm, &request).unwrap();
    let schedule = Schedule::plain(topology, Ports::ONE, instance, Arc::new(symmetric));
    let checked = check(&schedule, &Limits::default()).unwrap();
    assert_eq!(checked.report().looked_at, LookedAt::EveryMessage);
    assert!(checked.report().is_valid());
}
