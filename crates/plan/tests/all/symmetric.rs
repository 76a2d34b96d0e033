//! Templates against every message: what algorithms say once for each step is what they send, and the
//! checker finds the same either way, in plans and in damaged templates.

use std::collections::BTreeSet;
use std::sync::Arc;

use hockney_core::collective::{Ports, Schedule};
use hockney_core::schedule::{
    Frame, ListedTemplates, Message, Repeated, Route, Runs, Step, Steps, Symmetric, Template,
};
use hockney_core::topology::LinkClass;
use hockney_plan::planner::Request;

use crate::templated::{congested, planned};
use hockney_testing::{Dice, both_ways, sweep};

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
    both_ways::agree(name, &schedule, &by).unwrap_or(false)
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
