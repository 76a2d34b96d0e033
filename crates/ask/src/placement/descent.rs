//! Descents to a placement with a low price, by exchanges of ranks.
//!
//! A placement is the list of all nodes: first those of the ranks, then the free ones. An exchange swaps the nodes at
//! two places of the list, or at two rows of places at equal distances, as the partners of hypercube algorithms are.
//! First the sum of the times of all messages falls: the price of a step is a maximum, which few exchanges change.
//! Then the price itself falls.

use super::Search;
use super::prices::{Price, Prices};
use hockney_base::number::{index, saturated};
use hockney_core::topology::{Placement, Vertex};

/// Exchanges without improvement after which a descent ends: so many, and so many for each node.
const PATIENCE: [u64; 2] = [1000, 16];

/// The state of a search.
pub(super) struct Descent<'a> {
    prices: &'a Prices,
    nodes: u32,
    random: Random,
    most: u64,
    /// The number of placements that were priced.
    pub(super) evaluations: u64,
    /// The best placement as all nodes, those of the ranks first, with its price.
    pub(super) best: Option<(Price, Vec<Vertex>)>,
}

impl<'a> Descent<'a> {
    pub(super) fn new(prices: &'a Prices, nodes: u32, search: &Search) -> Self {
        let random = Random(search.seed);
        Descent { prices, nodes, random, most: search.evaluations, evaluations: 0, best: None }
    }

    /// Descends from each of these placements with an equal part of the evaluations, and then from random ones.
    pub(super) fn run(&mut self, starts: &[Placement], ends: &mut impl FnMut() -> bool) {
        let most = self.most;
        let all = |start: &Placement| {
            let free = (0..self.nodes).filter(|node| start.rank(*node).is_none());
            start.nodes().iter().copied().chain(free).collect()
        };
        let starts: Vec<Vec<Vertex>> = starts.iter().map(all).collect();
        // Of equal placements the simplest is the best.
        for nodes in starts.iter().take(index(most)) {
            self.price(nodes);
        }
        let parts = starts.len() as u64 + 1;
        for (number, nodes) in (1..).zip(starts) {
            self.most = most / parts * number;
            self.from(nodes, ends);
        }
        self.most = most;
        // With two nodes there is nothing to search.
        while self.evaluations < most && !ends() && self.nodes > 2 {
            let mut nodes: Vec<Vertex> = (0..self.nodes).collect();
            for place in (1..nodes.len()).rev() {
                let other = self.random.below(place as u64 + 1);
                nodes.swap(place, other);
            }
            self.from(nodes, ends);
        }
    }

    fn from(&mut self, mut nodes: Vec<Vertex>, ends: &mut impl FnMut() -> bool) {
        let by_messages = |price: Price| (price.messages, price.steps);
        let by_steps = |price: Price| (price.steps, price.messages);
        self.fall(&mut nodes, by_messages, ends);
        self.fall(&mut nodes, by_steps, ends);
    }

    /// Exchanges ranks as long as the key does not rise, until it falls no more.
    fn fall(
        &mut self,
        nodes: &mut [Vertex],
        key: fn(Price) -> (u128, u128),
        ends: &mut impl FnMut() -> bool,
    ) {
        let [fixed, each] = PATIENCE;
        let patience = fixed + each * u64::from(self.nodes);
        let (mut now, mut vain) = (None, 0);
        let mut exchanged = Vec::new();
        while self.evaluations < self.most && vain < patience && !ends() {
            if now.is_some() {
                self.exchange(nodes, &mut exchanged);
            }
            let price = self.price(nodes);
            vain = if now.is_none_or(|now| key(price) < now) { 0 } else { vain + 1 };
            if now.is_none_or(|now| key(price) <= now) {
                now = Some(key(price));
            } else {
                exchanged.iter().rev().for_each(|(a, b)| nodes.swap(*a, *b));
            }
        }
    }

    fn price(&mut self, nodes: &[Vertex]) -> Price {
        let price = self.prices.price(nodes);
        self.evaluations += 1;
        if self.best.as_ref().is_none_or(|(best, _)| price.steps < best.steps) {
            self.best = Some((price, nodes.to_vec()));
        }
        price
    }

    /// Exchanges two places, or two rows of places, and lists the swaps. Lengths and distances of rows are powers of
    /// two; rows that overlap rotate.
    fn exchange(&mut self, nodes: &mut [Vertex], swaps: &mut Vec<(usize, usize)>) {
        let p = nodes.len();
        let row = self.random.below(2) == 1 && p > 3;
        let power =
            |random: &mut Random, most: usize| 1 << random.below(u64::from(most.ilog2()) + 1);
        let length: usize = if row { power(&mut self.random, p / 2) } else { 1 };
        let distance: usize = if row { power(&mut self.random, p / length) } else { 1 };
        let [a, b] = [(); 2].map(|()| self.random.below(p as u64));
        swaps.clear();
        swaps.extend((0..length).map(|k| ((a + k * distance) % p, (b + k * distance) % p)));
        for (a, b) in swaps.iter() {
            nodes.swap(*a, *b);
        }
    }
}

/// The generator SplitMix64 (Steele, Lea and Flood 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below a limit, which is at least 1.
    fn below(&mut self, limit: u64) -> usize {
        let scaled = (u128::from(self.next()) * u128::from(limit)) >> 64;
        saturated(scaled)
    }
}
