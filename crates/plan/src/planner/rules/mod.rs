//! Expands step rules: the messages of each step, templates, and the cost of each step.

mod costs;
mod layout;
mod lines;
mod pairs;
pub(super) mod parts;
mod templates;
#[cfg(test)]
mod tests;
mod turns;

use super::Request;
use super::halving::{Split, for_each_split, for_each_split_from, step_count};
use super::in_turn::{InTurn, each_step};
use super::rotated;
pub(super) use costs::{TREES, Words, along_sides, step_costs};
use hockney_base::number::saturated;
use hockney_base::rule::{Fold, Load, Pace, Place, Rule};
use hockney_core::collective::{Blocks, Instance, Parameter};
use hockney_core::schedule::{
    CombinedBlocks, Listed, Message, Payload, Reversed, Runs, Step, Steps, Visit, in_parts_of_most,
};
use hockney_core::topology::Vertex;
pub(super) use layout::Layout;
use lines::Lines;
use pairs::Pairs;
use parts::Parts;
pub(super) use templates::{Planned, templates};
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
        Rule::Subtrees => subtrees(request),
        Rule::Straight(pace) => Box::new(straight(*pace, request)),
        Rule::ByDimension(rule) if request.topology.network().sides().is_none() => {
            directed(rule, request, fold, backwards)
        }
        Rule::ByDimension(rule) => Box::new(Lines::in_turn(rule, request)),
        Rule::FromEach(
            rule @ (Rule::Turns(place, _) | Rule::Halving(place, _) | Rule::Pipeline(place)),
        ) => from_each(rule, *place, request),
        Rule::Folded(fold, rule) => folded_steps(*fold, rule, request),
        Rule::Rotated(rule) => {
            rotated::steps(request, |copy| directed(rule, copy, fold, backwards))
        }
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
    /// Across this many bits, in this many pieces.
    Trees(u32, u32),
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
            Rule::Pipeline(Place::Cube) => Shape::Trees(p.ilog2(), request.instance.pieces),
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
            Shape::Trees(d, n) => tree_steps(*d, *n),
            Shape::Parts(parts) => parts.count(),
        }
    }

    fn messages(&self) -> u128 {
        match self {
            Shape::Turns(turns) => turns.messages(),
            Shape::Halving(p, _) => u128::from(*p) - 1,
            Shape::Pipeline(p, n) => (u128::from(*p) - 1) * u128::from(*n),
            Shape::Trees(d, n) => ((1 << d) - 1) * u128::from(*n),
            Shape::Parts(parts) => parts.messages(),
        }
    }

    /// Appends the messages of step k.
    fn append(&self, layout: &Layout, k: usize, out: &mut Vec<Message>) {
        match self {
            Shape::Turns(turns) => turns.append(layout, k, out),
            Shape::Parts(parts) => parts.append(layout, k, out),
            Shape::Trees(d, n) => append_trees(*d, *n, layout, k, out),
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

/// The number of steps of n pieces down the d binomial trees of a hypercube that have no directed link in common; across
/// one bit nothing is sent back.
///
/// Tree j brings a piece from position 0 to 2^j. Across the bits after j, cyclically, one in each step, all positions
/// with bit j that have it send it on; in the end each of them but 2^j sends it across bit j. Each position gets it
/// once, in one of d + 1 steps, and each directed link is in at most one tree (specs/lemmas.md, Disjoint trees). So a
/// new piece can begin in every tree in every step. Source: Johnsson and Ho 1989, nESBT.
fn tree_steps(d: u32, n: u32) -> usize {
    let last = if d > 1 { d } else { 0 };
    n.div_ceil(d.max(1)).min(n.saturating_mul(d)) as usize + last as usize
}

/// Appends the messages of step k of pieces down these trees.
fn append_trees(d: u32, n: u32, layout: &Layout, k: usize, out: &mut Vec<Message>) {
    let first = k.saturating_sub(d as usize) * d as usize;
    let end = (k + 1).saturating_mul(d as usize).min(n as usize);
    for piece in first..end {
        let (tree, phase): (u32, u32) =
            (saturated(piece % d as usize), saturated(k - piece / d as usize));
        // Bit j of the tree is bit 0 here.
        let node = |x: u32| (x << tree | x >> (d - tree)) & ((1 << d) - 1);
        let mut send = |from: u32, to: u32| {
            let payload = Payload::Plain(Runs::one(piece as u64));
            out.push(layout.message(node(from), node(to), true, payload));
        };
        if phase == 0 {
            send(0, 1);
        } else if phase < d {
            (1..1 << phase).step_by(2).for_each(|x| send(x, x | 1 << phase));
        } else {
            (3..1 << d).step_by(2).for_each(|x| send(x, x ^ 1));
        }
    }
    out.sort_by_key(|message| (message.from, message.to));
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

/// The data that the positions of a half get, or have in the reversed rule.
enum Half {
    /// The whole data.
    All(Runs),
    /// Their blocks.
    Blocks,
    /// If blocks belong to pairs: those for them.
    Targets(Pairs),
    /// If blocks belong to pairs: those from them.
    Origins(Pairs),
    /// In a scan their prefixes, with or without the node's own contribution.
    Prefixes { of: Runs, inclusive: bool },
    /// In a scan their contributions, separately.
    Own(Runs),
}

impl Half {
    fn new(load: Load, of: &Instance, everything: Runs, backwards: bool) -> Self {
        let scans = of.collective.parameter() == Some(Parameter::Exclusive);
        match (load, of.blocks()) {
            (Load::TheirHalf, Blocks::PerPair) if backwards => Half::Origins(Pairs::new(of)),
            (Load::TheirHalf, Blocks::PerPair) => Half::Targets(Pairs::new(of)),
            (Load::TheirHalf, Blocks::Pieces) if scans && backwards => Half::Own(everything),
            (Load::TheirHalf, Blocks::Pieces) if scans => {
                Half::Prefixes { of: everything, inclusive: !of.exclusive }
            }
            (Load::TheirHalf, _) => Half::Blocks,
            _ => Half::All(everything),
        }
    }

    /// From the first position of an interval to that of its other half.
    fn message(&self, layout: &Layout, split: &Split) -> Message {
        let payload = self.payload(layout, split.middle, split.end);
        layout.message(split.start, split.middle, true, payload)
    }

    /// For the positions from `start` up to but not including `end`.
    fn payload(&self, layout: &Layout, start: u32, end: u32) -> Payload {
        let nodes = || layout.numbers(start, end - start, 1);
        let apart = |blocks: &Runs, contributors: &dyn Fn(u64) -> Runs| {
            let value = |position| {
                let contributors = Some(contributors(layout.node(position).into()));
                CombinedBlocks { blocks: blocks.clone(), contributors }
            };
            Payload::Values((start..end).map(value).collect())
        };
        match self {
            Half::All(everything) => Payload::Plain(everything.clone()),
            Half::Blocks => Payload::Plain(layout.blocks(start, end - start)),
            Half::Targets(pairs) => Payload::Plain(pairs.to_all(&nodes())),
            Half::Origins(pairs) => Payload::Plain(pairs.of_origins(&nodes())),
            Half::Own(blocks) => apart(blocks, &Runs::one),
            // The tour begins at node 0, so no prefix that is sent is empty.
            Half::Prefixes { of, inclusive } => {
                apart(of, &|node| Runs::range(0, node + u64::from(*inclusive)))
            }
        }
    }
}

/// The steps of a folded rule.
fn folded_steps(fold: Fold, rule: &'static Rule, request: &Request) -> Box<dyn Steps> {
    let p = request.instance.nodes;
    let others = p - (1 << p.ilog2());
    if others == 0 {
        let pieces = Some(fold).filter(|fold| *fold == Fold::Halves);
        return directed(rule, request, pieces, false);
    }
    let all = request.instance.all_blocks();
    let (low, high) = (Runs::range(0, all.len() / 2), Runs::range(all.len() / 2, all.len()));
    // What the others send to their partners in a step, and what they get from them.
    let hands: Vec<[Option<Runs>; 2]> = match fold {
        Fold::Even | Fold::Last => vec![[Some(all.clone()), None]],
        Fold::Halves => vec![[Some(low), Some(high.clone())], [Some(high), None]],
    };
    let step = |hands: [Option<Runs>; 2]| {
        let root = request.instance.root;
        let count = hands.iter().flatten().count() as u128;
        each_step(1, count * u128::from(others), move |_, out| {
            for k in 0..others {
                let node = |x: u32| (root + x) % p;
                let (other, partner) = match fold {
                    Fold::Even => (2 * k, 2 * k + 1),
                    Fold::Halves => (2 * k + 1, 2 * k),
                    Fold::Last => (p - others + k, k),
                };
                let mut ends = [node(other), node(partner)];
                for blocks in &hands {
                    let blocks = blocks.iter().cloned();
                    out.extend(blocks.map(|blocks| Message::plain(ends[0], ends[1], blocks)));
                    ends.reverse();
                }
            }
        })
    };
    let mut steps: Vec<_> = hands.into_iter().map(step).collect();
    steps.push(directed(rule, request, Some(fold), false));
    // A result at the root stays there.
    if root(request).is_none() {
        steps.push(step([None, Some(all)]));
    }
    Box::new(InTurn(steps))
}

/// As many steps as there are blocks that move.
pub(in crate::planner) fn blocks_that_move(request: &Request) -> usize {
    moving(request).count()
}

/// The blocks that move, in one step or one after another.
fn straight(pace: Pace, request: &Request) -> Listed {
    let messages = moving(request);
    let one = |message| Step { messages: vec![message] };
    match pace {
        Pace::OneByOne => Listed(messages.map(one).collect()),
        Pace::AllAtOnce => {
            let step = Step { messages: messages.collect() };
            Listed(if step.messages.is_empty() { vec![] } else { vec![step] })
        }
    }
}

/// The blocks that move, each on its default route.
fn moving(request: &Request) -> impl Iterator<Item = Message> {
    let of = &request.instance;
    moves(of).map(|(from, to)| Message::plain(from, to, of.blocks_of(from)))
}

/// The source and target of the blocks that move.
pub(in crate::planner) fn moves(of: &Instance) -> impl Iterator<Item = (u32, u32)> + use<> {
    (0..).zip(targets(of)).filter(|(from, to)| from != to)
}

/// The target of each node's block.
pub(in crate::planner) fn targets(of: &Instance) -> Vec<u32> {
    match of.map() {
        Some(map) if of.collective.parameter() == Some(Parameter::Map) => map.to_vec(),
        _ => (0..of.nodes).map(|node| (node + of.by) % of.nodes).collect(),
    }
}

/// A subtree's holder sends into its other half.
fn subtrees(request: &Request) -> Box<dyn Steps> {
    let (p, root, blocks) =
        (request.instance.nodes, request.instance.root, request.instance.all_blocks());
    each_step(step_count(p), u128::from(p) - 1, move |k, out| {
        for_each_split_from(p, root, k, same_place, |split| {
            out.push(Message::plain(split.holder, split.other, blocks.clone()));
        });
    })
}

/// The leaf at the same place in the other half, if there is one.
fn same_place(split: &Split) -> u32 {
    let Split { start, middle, end, holder, .. } = *split;
    if holder < middle { (holder - start + middle).min(end - 1) } else { holder - middle + start }
}
