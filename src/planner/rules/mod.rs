//! Step rules expanded: the messages of each step, templates, and what each step costs.

mod costs;
mod halves;
mod layout;
mod lines;
mod pairs;
mod straight;
mod subtrees;
mod templates;
#[cfg(test)]
mod tests;
mod turns;
mod wave;

use super::halving::{for_each_split, step_count};
use super::in_turn::InTurn;
use super::{Request, parts};
use crate::collective::Parameter;
use crate::schedule::rule::{Place, Rule};
use crate::schedule::{Message, Payload, Reversed, Runs, Step, Steps, Visit};
use crate::topology::Vertex;

pub(super) use costs::{Words, step_costs};
use halves::Half;
use layout::Layout;
use lines::Lines;
pub(super) use straight::{blocks_that_move, targets};
use subtrees::Subtrees;
pub(super) use templates::templates;
use turns::Turns;

/// The steps of a rule for a request.
pub(super) fn steps(rule: &'static Rule, request: &Request) -> Box<dyn Steps> {
    directed(rule, request, false)
}

/// The same of a rule that is part of one, which runs it backwards or not.
fn directed(rule: &'static Rule, request: &Request, backwards: bool) -> Box<dyn Steps> {
    match rule {
        Rule::Turns(place, _) | Rule::Halving(place, _) | Rule::Pipeline(place) => {
            let everything = request.instance.all_blocks();
            let nodes = request.instance.nodes;
            let shape = Shape::of(rule, nodes, request, everything, backwards);
            // Everyone's messages stand in the order of the tour, wherever the root is.
            let layout = Layout::new(*place, request, root(request).filter(|_| !shape.is_same()));
            Box::new(Laid { shape, layout })
        }
        Rule::Then(rules) => {
            let each = rules.iter().map(|one| directed(one, request, backwards));
            Box::new(InTurn(each.collect()))
        }
        Rule::Backwards(rule) => {
            let mut forward = request.clone();
            if let Some(order) = &mut forward.order {
                order.reverse();
            }
            let forward = directed(rule, &forward, !backwards);
            Box::new(Reversed::new(forward, request.topology.clone()))
        }
        Rule::Parts(_) => parts::along_the_tour(request),
        Rule::Subtrees => Box::new(Subtrees::new(request)),
        Rule::Straight(pace) => Box::new(straight::straight(*pace, request)),
        Rule::ByDimension(Rule::Parts(_)) => parts::by_dimension(request),
        Rule::ByDimension(rule) => Box::new(Lines::new(rule, request)),
        Rule::FromEach(rule) => Box::new(FromEach { rule, request: request.clone() }),
    }
}

/// The root, of a collective that has one.
fn root(request: &Request) -> Option<Vertex> {
    let rooted = request.instance.collective.parameter() == Some(Parameter::Root);
    rooted.then_some(request.instance.root)
}

/// What is done among positions, wherever they lie.
enum Shape {
    Turns(Turns),
    Halving(u32, Half),
    /// Among so many positions, in so many pieces.
    Pipeline(u32, u32),
}

impl Shape {
    /// A rule without others in it, among p positions, forwards or backwards.
    fn of(rule: &Rule, p: u32, request: &Request, everything: Runs, backwards: bool) -> Self {
        match rule {
            Rule::Turns(_, turns) => Shape::Turns(Turns::new(turns, p, request, everything)),
            Rule::Halving(_, load) => {
                Shape::Halving(p, Half::new(*load, &request.instance, everything, backwards))
            }
            Rule::Pipeline(_) => Shape::Pipeline(p, request.instance.pieces),
            // Of no other rule is anything done here.
            _ => Shape::Turns(Turns::new(&[], p, request, everything)),
        }
    }

    /// Whether everyone does the same in every step.
    fn is_same(&self) -> bool {
        matches!(self, Shape::Turns(turns) if turns.is_same())
    }

    fn count(&self) -> usize {
        match self {
            Shape::Turns(turns) => turns.count(),
            Shape::Halving(p, _) => step_count(*p),
            Shape::Pipeline(1, _) => 0,
            Shape::Pipeline(p, n) => *p as usize - 2 + *n as usize,
        }
    }

    fn messages(&self) -> u128 {
        match self {
            Shape::Turns(turns) => turns.messages(),
            Shape::Halving(p, _) => u128::from(*p) - 1,
            Shape::Pipeline(p, n) => (u128::from(*p) - 1) * u128::from(*n),
        }
    }

    /// Appends the messages of step k.
    fn append(&self, layout: &Layout, k: usize, out: &mut Vec<Message>) {
        match self {
            Shape::Turns(turns) => turns.append(layout, k, out),
            Shape::Halving(p, half) => {
                let (start, ways) = (out.len(), layout.ways(false));
                for_each_split(*p, k, |first, middle, end| {
                    let payload = half.payload(layout, middle, end);
                    let route = ways.way(first, middle, true);
                    let (from, to) = (layout.node(first), layout.node(middle));
                    out.push(Message { from, to, route, payload });
                });
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

/// A shape where its positions lie.
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
        if let Shape::Turns(turns) = &self.shape {
            return turns.in_parts(&self.layout, k, step, visit);
        }
        self.step_into(k, step);
        visit(&step.messages)
    }

    fn ranges(&self) -> Option<u128> {
        if let Shape::Turns(turns) = &self.shape { turns.ranges(self.layout.p) } else { None }
    }
}

/// From each node in turn.
struct FromEach {
    rule: &'static Rule,
    request: Request,
}

impl FromEach {
    /// The steps from one node.
    fn from(&self, root: Vertex) -> Laid {
        let (request, of) = (&self.request, &self.request.instance);
        let shape = Shape::of(self.rule, of.nodes, request, of.blocks_of(root), false);
        let place = match self.rule {
            Rule::Turns(place, _) | Rule::Halving(place, _) | Rule::Pipeline(place) => *place,
            _ => Place::Pairs,
        };
        Laid { shape, layout: Layout::new(place, request, Some(root)) }
    }
}

impl Steps for FromEach {
    fn count(&self) -> usize {
        self.request.instance.nodes as usize * self.from(0).count()
    }

    fn messages(&self) -> u128 {
        u128::from(self.request.instance.nodes) * self.from(0).messages()
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        let each = self.from(0).count();
        // Below p.
        let root = u32::try_from(k / each).unwrap_or(u32::MAX);
        self.from(root).step_into(k % each, step);
    }
}
