//! The known algorithms in all orders, each with the data of the nodes after every step. An algorithm that is planned
//! with the nodes of the machine under other numbers is the same algorithm with its dimensions in another order, the
//! other way round, or from another node on.

use crate::prelude::*;
use hockney_base::number::saturated;
use hockney_core::schedule::Steps;
use hockney_core::topology::Feature;
use hockney_core::trace::watch;
use hockney_plan::question::{Plan, Question};

/// How many entries the states of all algorithms and orders may have together, at most.
const MOST: usize = 1 << 20;

/// The blocks of a node in ascending order, each with its contributors.
pub(super) type NodeBlocks = BTreeMap<u64, Runs>;

/// The blocks of each node after a step.
#[derive(Clone, Debug, Default)]
pub(super) struct Snapshot {
    /// All that it has got.
    pub(super) all: Vec<NodeBlocks>,
    /// The blocks that it has not forwarded; `None` if senders keep all blocks.
    pub(super) left: Vec<NodeBlocks>,
}

/// An algorithm in some order, step by step.
pub(super) struct Traced {
    pub(super) algorithm: &'static str,
    /// The difference from the algorithm's own order.
    pub(super) order: Option<&'static str>,
    /// The state after 0, 1, .. steps; nothing where that is too much.
    pub(super) states: Vec<Snapshot>,
    /// From where to where, rising, in each step.
    pub(super) pairs: Vec<Vec<(u32, u32)>>,
    /// Into how many pieces it cuts blocks.
    pub(super) pieces: u32,
}

impl Traced {
    /// `recursive-doubling`, `recursive-doubling with its dimensions in another order`
    pub(super) fn name(&self) -> String {
        match self.order {
            Some(order) => format!("{} {order}", self.algorithm),
            None => self.algorithm.to_owned(),
        }
    }
}

/// All but the planned one.
pub(super) struct AllTraced {
    /// The question's own algorithm in other orders first, then the others.
    pub(super) found: Vec<Traced>,
    /// Whether there are more, which would be too many.
    pub(super) cut: bool,
    /// How many entries there may still be.
    left: usize,
}

impl AllTraced {
    /// An algorithm in other orders, and other algorithms, for what is asked for.
    pub(super) fn of(asked: &Request, own: &Algorithm, others: &[&'static Algorithm]) -> Self {
        let orders = orders(&asked.topology);
        let mut all = AllTraced { found: Vec::new(), cut: false, left: MOST };
        all.add_orders(own, asked, &orders);
        for algorithm in others {
            if let Ok(plan) = Question::from(asked.clone()).plan_congested_by(algorithm) {
                all.add(&plan, None);
            }
        }
        for algorithm in others {
            all.add_orders(algorithm, asked, &orders);
        }
        all
    }

    fn add_orders(&mut self, algorithm: &Algorithm, asked: &Request, orders: &[Renumbering]) {
        for order in orders {
            if self.cut {
                return;
            }
            let asked = order.request(asked).map(Question::from);
            if let Some(Ok(plan)) = asked.map(|asked| asked.plan_congested_by(algorithm)) {
                self.add(&plan, Some(order));
            }
        }
    }

    fn add(&mut self, plan: &Plan<'_>, order: Option<&Renumbering>) {
        let (request, steps) = (plan.request(), plan.steps());
        match self.left.checked_sub(size(&request.instance, steps)) {
            Some(left) => {
                self.left = left;
                self.found.push(of_steps(plan.algorithm(), request, steps, order));
            }
            None => self.cut = true,
        }
    }
}

/// At most so many entries are in all states together.
fn size(of: &Instance, steps: &dyn Steps) -> usize {
    let blocks = u128::from(of.all_blocks().len());
    let held = u128::from(of.nodes) * (1 + blocks) * (1 + steps.count() as u128);
    saturated(held.saturating_add(steps.messages()))
}

/// The steps of an algorithm, watched where that is not too much.
pub(super) fn of_steps(
    algorithm: &Algorithm,
    request: &Request,
    steps: &dyn Steps,
    order: Option<&Renumbering>,
) -> Traced {
    let of = &request.instance;
    let mut states = if size(of, steps) <= MOST { states(of, steps) } else { Vec::new() };
    let mut pairs = pairs(steps);
    if let Some(order) = order {
        for state in &mut states {
            state.all = renamed(&state.all, of, order);
            state.left = renamed(&state.left, of, order);
        }
        for step in &mut pairs {
            for pair in step.iter_mut() {
                *pair = (order.places[pair.0 as usize], order.places[pair.1 as usize]);
            }
            step.sort_unstable();
        }
    }
    let order = order.map(|order| order.name);
    Traced { algorithm: algorithm.name(), order, states, pairs, pieces: of.pieces }
}

fn renamed(nodes: &[NodeBlocks], of: &Instance, order: &Renumbering) -> Vec<NodeBlocks> {
    let mut here = vec![NodeBlocks::new(); nodes.len()];
    let place = |v: u64| order.places.get(usize::try_from(v).ok()?).map(|v| u64::from(*v));
    for (to, blocks) in order.places.iter().zip(nodes) {
        let block = |(block, contributors): (&u64, &Runs)| {
            let block = of.renamed_block(*block, |node| place(node).unwrap_or(node));
            (block, contributors.iter().filter_map(place).collect())
        };
        if let Some(slot) = here.get_mut(*to as usize) {
            *slot = blocks.iter().map(block).collect();
        }
    }
    here
}

/// The blocks of the nodes after 0, 1, .. steps.
fn states(of: &Instance, steps: &dyn Steps) -> Vec<Snapshot> {
    let start = |node: u32| -> NodeBlocks {
        let contributors = match of.data() {
            Data::Copied => Runs::new(),
            Data::Combined | Data::Token => Runs::one(u64::from(node)),
        };
        of.initial(node).iter().map(|block| (block, contributors.clone())).collect()
    };
    let start: Vec<NodeBlocks> = (0..of.nodes).map(start).collect();
    let moves = moves(of);
    let mut left = if moves { start.clone() } else { Vec::new() };
    let mut states = vec![Snapshot { all: start, left: Vec::new() }];
    let _ = watch::<()>(of, steps, None, |_, transfers, state| {
        let mut all = vec![NodeBlocks::new(); of.nodes as usize];
        for (node, known) in (0..).zip(&mut all) {
            for (block, held) in state.of(node) {
                let all = known.entry(block).or_default();
                for held in held {
                    all.extend(&held.contributors);
                }
            }
        }
        let carried = || {
            let transfers = transfers.iter().filter(|_| moves);
            transfers
                .flat_map(|sent| sent.carried.iter().map(move |(block, held)| (sent, block, held)))
        };
        for (sent, block, _) in carried() {
            left[sent.from as usize].remove(block);
        }
        for (sent, block, held) in carried() {
            left[sent.to as usize].entry(*block).or_default().extend(&held.contributors);
        }
        states.push(Snapshot { all, left: left.clone() });
        Ok(())
    });
    states
}

/// Whether a message leaves its sender with all that it had: some node need not have at the end what it
/// has at the start.
fn moves(of: &Instance) -> bool {
    let of = of.clone().with_exclusive(false);
    let keeps = |node| of.initial(node).is_subset(&of.required(node).blocks);
    !(0..of.nodes).all(keeps)
}

/// Whether every node has to have everything at the end, as after a broadcast: what it has, it keeps.
pub(super) fn ends_alike(of: &Instance) -> bool {
    let two = Instance::new(of.collective, 2);
    let (one, other) = (two.required(0), two.required(1));
    one == other && one.blocks == two.all_blocks()
}

/// The pairs of each step, rising.
pub(super) fn pairs(steps: &dyn Steps) -> Vec<Vec<(u32, u32)>> {
    let of = |step: &Step| {
        let mut pairs: Vec<_> =
            step.messages.iter().map(|message| (message.from, message.to)).collect();
        pairs.sort_unstable();
        pairs
    };
    Listed::of(steps).0.iter().map(of).collect()
}

/// The most nodes of which all rotations are tried.
const MOST_ROTATED: u32 = 16;
/// The most dimensions that are put in every order, and that are turned round.
const MOST_DIMENSIONS: usize = 5;
/// The most numbers of nodes in all orders of a grid together. The search ends earlier, since a
/// trace of an algorithm takes more than one entry for each node.
const MOST_PLACES: usize = 1 << 22;

/// A machine whose node v is here the node `places[v]`.
pub(super) struct Renumbering {
    topology: Topology,
    places: Vec<u32>,
    /// The difference in words: `with its dimensions in another order`.
    name: &'static str,
}

impl Renumbering {
    /// A question with other node numbers; `None` if it depends on the order of the numbers.
    fn request(&self, asked: &Request) -> Option<Request> {
        let of = &asked.instance;
        let instance = match of.collective.parameter() {
            None => of.clone(),
            Some(Parameter::Root) => {
                let root = self.places.iter().position(|place| *place == of.root)?;
                of.clone().with_root(root as u64).ok()?
            }
            Some(Parameter::Exclusive | Parameter::By | Parameter::Map) => return None,
        };
        let topology = self.topology.clone();
        Some(Request { topology, instance, ..asked.clone() })
    }
}

/// All orders but the plain one that are tried for a topology.
fn orders(topology: &Topology) -> Vec<Renumbering> {
    let p = topology.nodes();
    let here = |name, place: &dyn Fn(u32) -> u32| Renumbering {
        topology: topology.clone(),
        places: (0..p).map(place).collect(),
        name,
    };
    let mut found = Vec::new();
    if topology.offers(Feature::Sides) {
        found.extend(of_grid(topology));
    }
    if topology.offers(Feature::Line) {
        found.push(here("with its ends swapped", &|v| p - 1 - v));
    }
    if topology.offers(Feature::Leaves) && p.is_power_of_two() && p <= MOST_ROTATED {
        let name = "with halves of the tree swapped";
        found.extend((1..p).map(|mask| here(name, &|v| v ^ mask)));
    }
    // Wherever all can reach all at once, nodes may have any numbers.
    let pairs = topology.offers(Feature::Pairs);
    if (pairs || topology.offers(Feature::Cube)) && p.is_power_of_two() {
        let dimensions: Vec<u32> = (0..p.trailing_zeros()).collect();
        let bits =
            |order: &[u32], v: u32| (0..).zip(order).map(|(from, to)| (v >> from & 1) << to).sum();
        let name = "with its dimensions in another order";
        let others = permutations(&dimensions).into_iter().skip(1);
        found.extend(others.map(|order| here(name, &|v| bits(&order, v))));
    }
    if pairs || topology.offers(Feature::ClosedRing) {
        found.extend(round(p, &here));
    }
    found
}

/// A ring begun elsewhere, and run the other way round.
fn round(
    p: u32,
    here: &impl Fn(&'static str, &dyn Fn(u32) -> u32) -> Renumbering,
) -> Vec<Renumbering> {
    let most = if p <= MOST_ROTATED { p } else { 1 };
    let back = (0..most).map(|by| here("in the other direction", &|v| (p - v + by) % p));
    let on = (1..most).map(|by| here("starting at another node", &|v| (v + by) % p));
    back.chain(on).collect()
}

/// Every order of the sides, each with every direction turned round or not; no more than
/// [`MOST_PLACES`] allows, and of many directions only the first are turned.
fn of_grid(topology: &Topology) -> Vec<Renumbering> {
    let sides = topology.network().sides().unwrap_or_default();
    let most = MOST_PLACES / (topology.nodes() as usize).max(1);
    // A side of 1 is the same the other way round.
    let long: Vec<usize> =
        (0..sides.len()).filter(|k| sides[*k] > 1).take(MOST_DIMENSIONS).collect();
    let dimensions: Vec<usize> = (0..sides.len()).collect();
    let mut found = Vec::new();
    for order in permutations(&dimensions) {
        // There, side k is the side `order[k]` of here.
        let turned: Vec<u64> = order.iter().map(|k| u64::from(sides[*k])).collect();
        let Ok(there) = Topology::new(topology.family(), &turned) else { continue };
        let name = match (order == dimensions, sides.len()) {
            (true, _) => "with some directions reversed",
            (false, 2) => "with rows and columns swapped",
            (false, _) => "with its dimensions in another order",
        };
        for mirrored in u32::from(order == dimensions)..1_u32 << long.len() {
            if found.len() >= most {
                return found;
            }
            let is_turned = |k| {
                let bit = long.iter().position(|side| *side == k);
                bit.is_some_and(|bit| mirrored >> bit & 1 == 1)
            };
            let turns: Vec<bool> = (0..sides.len()).map(is_turned).collect();
            let place = |v: u32| {
                let mut rest = v;
                let mut at = vec![0; sides.len()];
                for k in order.iter().rev().copied() {
                    let along = rest % sides[k];
                    at[k] = if turns[k] { sides[k] - 1 - along } else { along };
                    rest /= sides[k];
                }
                at.iter().zip(sides).fold(0, |place, (along, side)| place * side + along)
            };
            let places = (0..topology.nodes()).map(place).collect();
            found.push(Renumbering { topology: there.clone(), places, name });
        }
    }
    found
}

/// All orders, the given one first; only that one of more than [`MOST_DIMENSIONS`].
fn permutations<T: Copy>(of: &[T]) -> Vec<Vec<T>> {
    if of.len() > MOST_DIMENSIONS || of.is_empty() {
        return vec![of.to_vec()];
    }
    let mut found = Vec::new();
    for (k, first) in of.iter().enumerate() {
        let rest = permutations(&[&of[..k], &of[k + 1..]].concat());
        found.extend(rest.into_iter().map(|end| [vec![*first], end].concat()));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links(topology: &Topology) -> Vec<(u32, u32)> {
        let (network, mut out) = (topology.network(), Vec::new());
        let mut found = Vec::new();
        for v in 0..topology.vertices() {
            out.clear();
            network.neighbours(v, &mut out);
            found.extend(out.iter().map(|to| (v, *to)));
        }
        found.sort_unstable();
        found
    }

    /// Each order is the same machine: its links, renamed, are the links here.
    #[test]
    fn orders_are_the_same_machine() {
        for (name, count) in [
            ("hypercube:8", 5),
            ("hypercube:16", 23),
            ("ring:5", 9),
            ("linear-array:6", 1),
            ("mesh:2x4", 7),
            ("torus:3x3", 7),
            ("mesh:2x3x4", 47),
            ("mesh:1x4", 3),
            ("mesh:2x2x2x2x2x2", 31),
        ] {
            let here = Topology::parse(name).unwrap();
            let orders = orders(&here);
            assert_eq!(orders.len(), count, "{name}");
            for order in orders {
                let place = |v: u32| order.places[v as usize];
                let mut renamed: Vec<_> =
                    links(&order.topology).iter().map(|(a, b)| (place(*a), place(*b))).collect();
                renamed.sort_unstable();
                assert_eq!(renamed, links(&here), "{name}: {}", order.name);
            }
        }
    }

    /// Catches shifts that overflow, and orders that are more than anybody goes through.
    #[test]
    fn many_sides_have_few_orders() {
        let of = |sides: &[&str]| Topology::parse(&format!("mesh:{}", sides.join("x"))).unwrap();
        let flat = of(&[&["1"; 40][..], &["3"]].concat());
        assert_eq!(
            orders(&flat).iter().map(|order| &order.places).collect::<Vec<_>>(),
            [&[2, 1, 0]]
        );
        assert_eq!(orders(&of(&["2"; 14])).len(), 31);
        let large = orders(&of(&["8"; 5]));
        assert_eq!(large.len(), MOST_PLACES >> 15);
    }

    #[test]
    fn orders_are_in_every_order_once() {
        let all = permutations(&[0, 1, 2]);
        assert_eq!(all.len(), 6);
        assert_eq!(all[0], [0, 1, 2]);
        assert!(all.contains(&vec![2, 1, 0]));
    }
}
