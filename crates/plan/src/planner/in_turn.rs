//! Schedules composed of other schedules, or generated step by step by a function.

use super::Request;
use hockney_base::number::Rational;
use hockney_core::collective::{Group, Instance, Phase};
use hockney_core::schedule::{Message, Reversed, Route, Step, Steps};
use hockney_core::topology::{Placement, Subset, Topology, Vertex};
use std::sync::Arc;

/// The maximum number of messages whose ranges of blocks are counted.
const MOST_COUNTED: u128 = 1 << 27;

/// The steps of each schedule in turn.
pub(super) struct InTurn(pub(super) Vec<Box<dyn Steps>>);

impl Steps for InTurn {
    fn count(&self) -> usize {
        self.0.iter().map(|steps| steps.count()).sum()
    }

    fn messages(&self) -> u128 {
        self.0.iter().map(|steps| steps.messages()).sum()
    }

    fn ranges(&self) -> Option<u128> {
        let each = || self.0.iter().map(|steps| steps.ranges());
        if self.messages() <= MOST_COUNTED { each().sum() } else { None }
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let mut k = k;
        for steps in &self.0 {
            if k < steps.count() {
                return steps.step_into(k, step);
            }
            k -= steps.count();
        }
    }
}

/// The steps of a collective that spreads data backwards, which add it up, and then forwards.
pub(super) fn there_and_back(
    request: &Request,
    spread: impl Fn(&Request) -> Box<dyn Steps>,
) -> Box<dyn Steps> {
    let sums = Reversed::new(spread(request), request.topology.clone());
    Box::new(InTurn(vec![Box::new(sums), spread(request)]))
}

/// So many steps in one, in the order of the senders.
pub(super) fn together(steps: Box<dyn Steps>, each: usize) -> Box<dyn Steps> {
    let (count, messages) = (steps.count(), steps.messages());
    each_step(count.div_ceil(each), messages, move |k, out| {
        let those = k * each..count.min((k + 1).saturating_mul(each));
        out.extend(those.flat_map(|k| steps.step(k).messages));
        out.sort_by_key(|message| (message.from, message.to));
    })
}

/// This many steps and messages; a function appends the messages of a step.
pub(super) fn each_step(
    count: usize,
    messages: u128,
    append: impl Fn(usize, &mut Vec<Message>) + Send + Sync + 'static,
) -> Box<dyn Steps> {
    Box::new(EachStep { count, messages, append })
}

struct EachStep<F> {
    count: usize,
    messages: u128,
    append: F,
}

impl<F: Fn(usize, &mut Vec<Message>) + Send + Sync> Steps for EachStep<F> {
    fn count(&self) -> usize {
        self.count
    }

    fn messages(&self) -> u128 {
        self.messages
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        (self.append)(k, &mut step.messages);
    }
}

/// A message between the same nodes under other names.
pub(super) fn renamed(message: Message, vertex: impl Fn(Vertex) -> Vertex) -> Message {
    let route = match message.route {
        Route::Default => Route::Default,
        Route::Via(via) => Route::Via(via.iter().copied().map(&vertex).collect()),
    };
    Message { from: vertex(message.from), to: vertex(message.to), route, ..message }
}

/// A collective among some nodes of a topology: planned as on a graph of their own, in which the others only
/// forward messages, and then converted to the numbers of the whole topology. Or a collective of ranks, planned for
/// the first nodes, and then moved to the nodes that the ranks are on.
///
/// The tour of the members is that of the whole topology without the others. Disjoint arcs of it are disjoint
/// on the whole tour, so Lemma U (specs/lemmas.md) holds for any subset of the nodes.
///
/// A phase in which each group runs the plan for its subset. The instances number nodes by position in the
/// groups.
pub fn side_by_side(
    machine: &Topology,
    scale: Rational,
    planned: Vec<(Subset, Instance, Box<dyn Steps>)>,
) -> Phase {
    let (mut groups, mut subsets) = (Vec::new(), Vec::new());
    for (subset, instance, steps) in planned {
        groups.push(Group { members: Some(subset.members().to_vec()), instance });
        subsets.push((subset, steps));
    }
    let count = subsets.iter().map(|(_, steps)| steps.count()).max().unwrap_or(0);
    let messages = subsets.iter().map(|(_, steps)| steps.messages()).sum();
    let steps = each_step(count, messages, move |k, out| {
        for (subset, steps) in subsets.iter().filter(|(_, steps)| k < steps.count()) {
            // The default route of a subset is that of the whole topology, so it stays the default.
            let in_machine = |message| renamed(message, |number| subset.vertex(number));
            out.extend(steps.step(k).messages.into_iter().map(in_machine));
        }
    });
    Phase::of_groups(machine.nodes(), groups, scale, Arc::from(steps))
}

/// The steps of ranks, with the node of each rank instead of its number. A planned route is one between the nodes
/// with the numbers of the ranks, so every message takes the default route between the nodes that the ranks are on.
pub fn on_nodes(placement: &Placement, steps: Box<dyn Steps>) -> Box<dyn Steps> {
    let nodes = placement.nodes().to_vec();
    each_step(steps.count(), steps.messages(), move |k, out| {
        out.extend(steps.step(k).messages.into_iter().map(|message| Message {
            from: nodes[message.from as usize],
            to: nodes[message.to as usize],
            route: Route::Default,
            ..message
        }));
    })
}
