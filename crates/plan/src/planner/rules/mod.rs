//! Expands step rules: the messages of each step, templates, and the cost of each step.

mod costs;
mod folded;
mod halves;
mod layout;
mod lines;
mod pairs;
pub(super) mod parts;
mod straight;
mod subtrees;
mod templates;
#[cfg(test)]
mod tests;
mod turns;
mod wave;

use super::Request;
use super::composed::{InTurn, each_step};
use super::halving::{for_each_split, step_count};
use hockney_base::number::saturated;
use hockney_core::collective::Parameter;
use hockney_core::schedule::rule::{Fold, Place, Rule};
use hockney_core::schedule::{
    Message, Payload, Reversed, Runs, Step, Steps, Visit, in_parts_of_most,
};
use hockney_core::topology::Vertex;

pub(super) use costs::{Words, step_costs};
use halves::Half;
pub(super) use layout::Layout;
use lines::Lines;
use parts::Parts;
pub(super) use straight::{blocks_that_move, moves, targets};
pub(super) use templates::templates;
use turns::Turns;

/// The steps of a rule for a request.
pub(super) fn steps(rule: &'static Rule, request: &Request) -> Box<dyn Steps> {
    directed(rule, request, None, false)
}

/// The same for a part of a rule, among the positions of a fold or all, reversed or not.
fn directed(
    rule: &'static Rule,
    request: &Request,
    fold: Option<Fold>,
    backwards: bool,
) -> Box<dyn Steps> {
    match rule {
        Rule::Turns(place, _)
        | Rule::Halving(place, _)
        | Rule::Pipeline(place)
        | Rule::Parts(place) => {
            let everything = request.instance.all_blocks();
            let folded = fold.map(|fold| Layout::folded(fold, request));
            let nodes = folded.as_ref().map_or(request.instance.nodes, |layout| layout.p);
            let shape = Shape::of(rule, nodes, request, everything, backwards);
            // The messages of all nodes are in the order of the tour, for any root.
            let root = root(request).filter(|_| !shape.is_same());
            let layout = folded.unwrap_or_else(|| Layout::new(*place, request, root));
            Box::new(Laid { shape, layout })
        }
        Rule::Then(rules) => {
            let each = rules.iter().map(|one| directed(one, request, fold, backwards));
            Box::new(InTurn(each.collect()))
        }
        Rule::Backwards(rule) => {
            let mut forward = request.clone();
            if let Some(order) = &mut forward.order {
                order.reverse();
            }
            let forward = directed(rule, &forward, fold, !backwards);
            Box::new(Reversed::new(forward, request.topology.clone()))
        }
        Rule::Subtrees => subtrees::steps(request),
        Rule::Straight(pace) => Box::new(straight::straight(*pace, request)),
        Rule::ByDimension(rule) if request.topology.network().sides().is_none() => {
            directed(rule, request, fold, backwards)
        }
        Rule::ByDimension(rule) => Box::new(Lines::in_turn(rule, request)),
        Rule::FromEach(
            rule @ (Rule::Turns(place, _) | Rule::Halving(place, _) | Rule::Pipeline(place)),
        ) => from_each(rule, *place, request),
        Rule::Folded(fold, rule) => folded::steps(*fold, rule, request),
        // Other rules have no single place for all nodes.
        Rule::FromEach(rule) => from_each(rule, Place::Pairs, request),
    }
}

/// The steps of a rule among the numbers below p, with default routes between them.
pub(super) fn numbered(rule: &Rule, p: u32, request: &Request) -> impl Steps + use<> {
    let shape = Shape::of(rule, p, request, request.instance.all_blocks(), false);
    Laid { shape, layout: Layout::numbered(p) }
}

/// The root, if the collective has one.
fn root(request: &Request) -> Option<Vertex> {
    let rooted = request.instance.collective.parameter() == Some(Parameter::Root);
    rooted.then_some(request.instance.root)
}

/// The steps among positions, independent of their layout.
enum Shape {
    Turns(Turns),
    Halving(u32, Half),
    /// Among this many positions, in this many pieces.
    Pipeline(u32, u32),
    Parts(Parts),
}

impl Shape {
    /// A rule without nested rules, among p positions, forwards or reversed.
    fn of(rule: &Rule, p: u32, request: &Request, everything: Runs, backwards: bool) -> Self {
        match rule {
            Rule::Turns(_, turns) => Shape::Turns(Turns::new(turns, p, request, everything)),
            Rule::Halving(_, load) => {
                Shape::Halving(p, Half::new(*load, &request.instance, everything, backwards))
            }
            Rule::Pipeline(_) => Shape::Pipeline(p, request.instance.pieces),
            Rule::Parts(_) => Shape::Parts(Parts::of_tour(request)),
            // Other rules are handled elsewhere.
            _ => Shape::Turns(Turns::new(&[], p, request, everything)),
        }
    }

    /// Whether all nodes do the same in every step.
    fn is_same(&self) -> bool {
        matches!(self, Shape::Turns(turns) if turns.is_same())
    }

    fn count(&self) -> usize {
        match self {
            Shape::Turns(turns) => turns.count(),
            Shape::Halving(p, _) => step_count(*p),
            Shape::Pipeline(1, _) => 0,
            Shape::Pipeline(p, n) => *p as usize - 2 + *n as usize,
            Shape::Parts(parts) => parts.count(),
        }
    }

    fn messages(&self) -> u128 {
        match self {
            Shape::Turns(turns) => turns.messages(),
            Shape::Halving(p, _) => u128::from(*p) - 1,
            Shape::Pipeline(p, n) => (u128::from(*p) - 1) * u128::from(*n),
            Shape::Parts(parts) => parts.messages(),
        }
    }

    /// Appends the messages of step k.
    fn append(&self, layout: &Layout, k: usize, out: &mut Vec<Message>) {
        match self {
            Shape::Turns(turns) => turns.append(layout, k, out),
            Shape::Parts(parts) => parts.append(layout, k, out),
            Shape::Halving(p, half) => {
                let start = out.len();
                for_each_split(*p, k, |split| out.push(half.message(layout, split)));
                if layout.by_number() {
                    out[start..].sort_unstable_by_key(|message| message.from);
                }
            }
            Shape::Pipeline(p, n) => {
                let first = k.saturating_sub(*n as usize - 1);
                let senders =
                    (0_u32..).take(*p as usize - 1).skip(first).take_while(|x| *x as usize <= k);
                out.extend(senders.map(|x| {
                    let piece = Runs::one((k - x as usize) as u64);
                    layout.message(x, x + 1, true, Payload::Plain(piece))
                }));
            }
        }
    }
}

/// A shape with the layout of its positions.
struct Laid {
    shape: Shape,
    layout: Layout,
}

impl Steps for Laid {
    fn count(&self) -> usize {
        self.shape.count()
    }

    fn messages(&self) -> u128 {
        self.shape.messages()
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        self.shape.append(&self.layout, k, &mut step.messages);
    }

    fn in_parts(&self, k: usize, step: &mut Step, visit: &mut Visit<'_>) -> bool {
        match &self.shape {
            Shape::Turns(turns) => turns.in_parts(&self.layout, k, step, visit),
            // Without an order of nodes messages are passed on as they come.
            Shape::Halving(p, half) if !self.layout.by_number() => {
                let most = 1_u64.checked_shl(saturated(k)).unwrap_or(u64::MAX);
                let each = |push: &mut dyn FnMut(Message)| {
                    for_each_split(*p, k, |split| push(half.message(&self.layout, split)));
                };
                in_parts_of_most(most, step, each, visit)
            }
            _ => {
                self.step_into(k, step);
                visit(&step.messages)
            }
        }
    }

    fn prefers_parts(&self) -> bool {
        matches!(self.shape, Shape::Turns(_))
    }

    fn ranges(&self) -> Option<u128> {
        if let Shape::Turns(turns) = &self.shape { turns.ranges(self.layout.p) } else { None }
    }
}

/// From each node in turn.
fn from_each(rule: &'static Rule, place: Place, request: &Request) -> Box<dyn Steps> {
    let request = request.clone();
    let p = request.instance.nodes;
    let from = move |root: Vertex| {
        let everything = request.instance.blocks_of(root);
        let shape = Shape::of(rule, p, &request, everything, false);
        Laid { shape, layout: Layout::new(place, &request, Some(root)) }
    };
    let (each, messages) = (from(0).count(), from(0).messages());
    each_step(p as usize * each, u128::from(p) * messages, move |k, out| {
        let Laid { shape, layout } = from(saturated(k / each));
        shape.append(&layout, k % each, out);
    })
}
