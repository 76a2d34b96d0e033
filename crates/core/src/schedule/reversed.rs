//! Time reversal: a schedule that spreads data combines data when it is reversed.
//!
//! The reversal of a schedule that copies data, in which no node receives a block twice, combines data:
//! broadcast becomes reduce, all-gather becomes reduce-scatter (specs/lemmas.md, Duality).

use super::{Message, Pattern, Route, Step, Steps, Template, Templates, Visit};
use crate::topology::{Network, Topology, Vertex};

/// Reversed steps or templates: the last step first, receivers send, routes are reversed.
///
/// The *resolved* routes are reversed: the reverse of a default route need not be a default route.
pub struct Reversed<F: ?Sized> {
    forward: Box<F>,
    topology: Topology,
}

impl<F: ?Sized> Reversed<F> {
    /// The reversal of a schedule on this topology.
    pub fn new(forward: Box<F>, topology: Topology) -> Self {
        Reversed { forward, topology }
    }
}

/// Reverses routes.
struct Back<'a> {
    network: &'a dyn Network,
    via: Vec<Vertex>,
    scratch: Vec<Vertex>,
}

impl<'a> Back<'a> {
    fn on(topology: &'a Topology) -> Self {
        Back { network: topology.network(), via: Vec::new(), scratch: Vec::new() }
    }

    fn turn(&mut self, from: &mut Vertex, to: &mut Vertex, route: &mut Route) {
        if *route != Route::Default || !self.network.back_is_default(*from, *to) {
            self.via.clear();
            route.via_into(self.network, (*from, *to), &mut self.via);
            self.via.reverse();
            *route = Route::through(self.network, *to, *from, &self.via, &mut self.scratch);
        }
        std::mem::swap(from, to);
    }
}

impl Steps for Reversed<dyn Steps> {
    fn count(&self) -> usize {
        self.forward.count()
    }

    fn messages(&self) -> u128 {
        self.forward.messages()
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        self.forward.step_into(self.forward.count() - 1 - k, step);
        let mut back = Back::on(&self.topology);
        for Message { from, to, route, .. } in &mut step.messages {
            back.turn(from, to, route);
        }
    }

    fn in_parts(&self, k: usize, step: &mut Step, visit: &mut Visit<'_>) -> bool {
        let (mut back, mut forward) = (Back::on(&self.topology), Step::default());
        self.forward.in_parts(self.forward.count() - 1 - k, &mut forward, &mut |messages| {
            step.messages.clear();
            step.messages.extend_from_slice(messages);
            for Message { from, to, route, .. } in &mut step.messages {
                back.turn(from, to, route);
            }
            visit(&step.messages)
        })
    }
}

impl Templates for Reversed<dyn Templates> {
    fn count(&self) -> usize {
        self.forward.count()
    }

    fn patterns(&self) -> u128 {
        self.forward.patterns()
    }

    fn template_into(&self, k: usize, template: &mut Template) {
        self.forward.template_into(self.forward.count() - 1 - k, template);
        let mut back = Back::on(&self.topology);
        for Pattern { from, to, route, .. } in &mut template.messages {
            back.turn(from, to, route);
        }
    }
}
