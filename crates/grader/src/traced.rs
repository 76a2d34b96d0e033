//! The known algorithms in all orders, each with the data of the nodes after every step.

use std::collections::BTreeMap;

use super::orders::{Order, orders};
use hockney_base::number::saturated;
use hockney_core::collective::{Data, Instance};
use hockney_core::schedule::{Listed, Runs, Step, Steps};
use hockney_core::trace::watch;
use hockney_plan::planner::{Algorithm, Request};
use hockney_plan::question::{Plan, Question};

/// How many entries the states of all algorithms and orders may have together, at most.
const MOST: usize = 1 << 20;

/// The blocks of a node in ascending order, each with its contributors.
pub(super) type Blocks = BTreeMap<u64, Runs>;

/// The blocks of each node after a step.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    /// All that it has got.
    pub(super) all: Vec<Blocks>,
    /// The blocks that it has not forwarded; `None` if senders keep all blocks.
    pub(super) left: Vec<Blocks>,
}

/// An algorithm in some order, step by step.
pub(super) struct Traced {
    pub(super) algorithm: &'static str,
    /// The difference from the algorithm's own order.
    pub(super) order: Option<&'static str>,
    /// The state after 0, 1, .. steps; nothing where that is too much.
    pub(super) states: Vec<State>,
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
            if let Ok(plan) = Question::from(asked.clone()).plan_by(algorithm) {
                all.add(&plan, None);
            }
        }
        for algorithm in others {
            all.add_orders(algorithm, asked, &orders);
        }
        all
    }

    fn add_orders(&mut self, algorithm: &Algorithm, asked: &Request, orders: &[Order]) {
        for order in orders {
            if self.cut {
                return;
            }
            let asked = order.request(asked).map(Question::from);
            if let Some(Ok(plan)) = asked.map(|asked| asked.plan_by(algorithm)) {
                self.add(&plan, Some(order));
            }
        }
    }

    fn add(&mut self, plan: &Plan<'_>, order: Option<&Order>) {
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
    order: Option<&Order>,
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

fn renamed(nodes: &[Blocks], of: &Instance, order: &Order) -> Vec<Blocks> {
    let mut here = vec![Blocks::new(); nodes.len()];
    let place = |v: u64| usize::try_from(v).ok().and_then(|v| order.places.get(v)).copied();
    for (node, blocks) in (0..).zip(nodes) {
        let block = |(block, contributors): (&u64, &Runs)| {
            let contributors = contributors.iter().filter_map(place).map(u64::from).collect();
            (order.block(of, *block), contributors)
        };
        if let Some(slot) = place(node).and_then(|place| here.get_mut(place as usize)) {
            *slot = blocks.iter().map(block).collect();
        }
    }
    here
}

/// The blocks of the nodes after 0, 1, .. steps.
fn states(of: &Instance, steps: &dyn Steps) -> Vec<State> {
    let start = |node: u32| -> Blocks {
        let contributors = match of.data() {
            Data::Copied => Runs::new(),
            Data::Combined | Data::Token => Runs::one(u64::from(node)),
        };
        of.initial(node).iter().map(|block| (block, contributors.clone())).collect()
    };
    let start: Vec<Blocks> = (0..of.nodes).map(start).collect();
    let moves = moves(of);
    let mut left = if moves { start.clone() } else { Vec::new() };
    let mut states = vec![State { all: start, left: Vec::new() }];
    let _ = watch::<()>(of, steps, None, |_, transfers, state| {
        let mut all = vec![Blocks::new(); of.nodes as usize];
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
        states.push(State { all, left: left.clone() });
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
