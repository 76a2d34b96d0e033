//! `X/switch:g`: the nodes of a topology X become switches, and each of them has g nodes.

use std::sync::{Arc, OnceLock};

use super::{
    Family, Feature, Level, MOST_NUMBERED, MachineSizes, Network, Sizes, Topology, TopologyError,
    Translations, Vertex, star,
};

pub(super) static FAMILY: Family = Family {
    name: "switched",
    noun: "network of switches",
    about: "X/switch:g: the nodes of any other topology X but a graph become switches with g nodes each; links of \
            the nodes are of class node, the others have the classes of X, or between",
    sizes: Sizes::Machine(&MachineSizes {
        example: "torus:4x4/switch:2",
        takes: "a topology and the nodes at each of its nodes",
        separator: 'x',
        classes_always: false,
        is_machine: false,
        sizes: |_| None,
    }),
    offers: &[Feature::Groups],
    // A family without sizes of its own; `Topology::parse` makes its topologies.
    network: |_sizes| (star::SWITCH.network)(&[1]),
};

/// Vertex x of the base is vertex p + x, and node v is at node v / each of the base.
///
/// Directed links: `2 v` leads from node v to its switch, `2 v + 1` back. Then come the links of the base.
#[derive(Debug)]
struct Switched {
    base: Topology,
    each: u32,
    /// The nodes in the order of the tour of the base, unless it is ascending; made when it is asked for.
    order: OnceLock<Option<Vec<Vertex>>>,
}

impl Topology {
    /// The switches and the nodes that a topology becomes if each of its nodes is a switch with this many nodes.
    ///
    /// # Errors
    /// No nodes, more than `most` vertices, and a base that has such switches already.
    pub(super) fn with_switches(self, each: u64, most: u64) -> Result<Self, TopologyError> {
        let nodes = u128::from(self.nodes()) * u128::from(each);
        let needed = nodes + u128::from(self.vertices());
        let allowed = most.min(MOST_NUMBERED);
        let too_large = TopologyError::TooLarge { needed, allowed };
        if each == 0 {
            return Err(TopologyError::ZeroSize);
        }
        if self.network.base().is_some() {
            return Err(TopologyError::TwoSwitches);
        }
        let each = u32::try_from(each).ok().filter(|_| needed <= u128::from(allowed));
        let each = each.ok_or(too_large)?;
        // The classes of the base are chosen again.
        let base = Topology { classes: Arc::new([]), ..self };
        Ok(Topology::of(
            &FAMILY,
            vec![each],
            Arc::new(Switched { base, each, order: OnceLock::new() }),
        ))
    }
}

impl Switched {
    fn base(&self) -> &dyn Network {
        self.base.network()
    }

    /// The vertex of the base for a switch.
    fn switch(&self, vertex: Vertex) -> Option<Vertex> {
        vertex.checked_sub(self.nodes())
    }

    /// The links of the base begin here.
    fn start(&self) -> u64 {
        2 * u64::from(self.nodes())
    }

    /// The translations of the base that belong to those of the nodes.
    fn of_base(&self, by: &Translations) -> Option<Translations> {
        let nodes = self.base.nodes();
        if by.nodes() != self.nodes() {
            return None;
        }
        if by.is_xor() {
            return Translations::xor(nodes).filter(|_| self.each.is_power_of_two());
        }
        let along = by.are_multiples_of(self.each);
        along.then(|| Translations::cyclic(&[nodes], &[by.steps()[0] / self.each])).flatten()
    }

    /// A route of the base between the switches of two nodes, with both switches.
    fn between(
        &self,
        (from, to): (Vertex, Vertex),
        out: &mut Vec<Vertex>,
        route: impl Fn(Vertex, Vertex, &mut Vec<Vertex>),
    ) {
        let (p, a, b) = (self.nodes(), from / self.each, to / self.each);
        out.push(p + a);
        if a != b {
            let start = out.len();
            route(a, b, out);
            out[start..].iter_mut().for_each(|vertex| *vertex += p);
            out.push(p + b);
        }
    }
}

impl Network for Switched {
    fn nodes(&self) -> u32 {
        self.base.nodes() * self.each
    }

    fn switches(&self) -> u32 {
        self.base.vertices()
    }

    fn base(&self) -> Option<&Topology> {
        Some(&self.base)
    }

    /// The groups of the base, or its nodes, then the nodes at a switch. These share the links of the switch.
    fn levels(&self) -> Vec<Level> {
        let free = [Feature::Pairs, Feature::Groups].iter().any(|of| self.base.offers(*of));
        let most = u32::from(free);
        let of_base = self.base().levels().into_iter();
        let shared = |level: Level| Level { ways: level.ways.min(most), ..level };
        of_base.map(shared).chain([Level { parts: self.each, ways: 1 }]).collect()
    }

    fn link(&self, from: Vertex, to: Vertex) -> Option<u64> {
        let at = |node: Vertex, switch: Vertex| switch == node / self.each;
        match (self.switch(from), self.switch(to)) {
            (None, None) => None,
            (None, Some(switch)) => at(from, switch).then_some(2 * u64::from(from)),
            (Some(switch), None) => at(to, switch).then_some(2 * u64::from(to) + 1),
            (Some(a), Some(b)) => Some(self.start() + self.base().link(a, b)?),
        }
    }

    fn link_slots(&self) -> u64 {
        self.start() + self.base().link_slots()
    }

    fn capacity(&self, link: u64) -> u32 {
        link.checked_sub(self.start()).map_or(1, |link| self.base().capacity(link))
    }

    fn class(&self, link: u64) -> Option<usize> {
        let of_base = |link| 1 + self.base().class(link).unwrap_or(0);
        Some(link.checked_sub(self.start()).map_or(0, of_base))
    }

    fn class_names(&self) -> Vec<String> {
        let mut names = self.base().class_names();
        if names.is_empty() {
            names.push("between".to_owned());
        }
        names.insert(0, "node".to_owned());
        names
    }

    fn neighbours(&self, vertex: Vertex, out: &mut Vec<Vertex>) {
        let p = self.nodes();
        let Some(switch) = self.switch(vertex) else { return out.push(p + vertex / self.each) };
        if switch < self.base.nodes() {
            out.extend(switch * self.each..(switch + 1) * self.each);
        }
        let start = out.len();
        self.base().neighbours(switch, out);
        out[start..].iter_mut().for_each(|vertex| *vertex += p);
    }

    fn route(&self, from: Vertex, to: Vertex, out: &mut Vec<Vertex>) {
        self.between((from, to), out, |a, b, out| self.base().route(a, b, out));
    }

    fn hops(&self, from: Vertex, to: Vertex, scratch: &mut Vec<Vertex>) -> u64 {
        let (a, b) = (from / self.each, to / self.each);
        2 + if a == b { 0 } else { self.base().hops(a, b, scratch) }
    }

    fn back_is_default(&self, from: Vertex, to: Vertex) -> bool {
        let (a, b) = (from / self.each, to / self.each);
        a == b || self.base().back_is_default(a, b)
    }

    fn tour_ascends(&self) -> bool {
        self.base().tour_ascends()
    }

    fn tour_order(&self) -> Option<&[Vertex]> {
        let order = || {
            let of_base = self.base().tour_order()?.iter();
            Some(of_base.flat_map(|node| node * self.each..(node + 1) * self.each).collect())
        };
        self.order.get_or_init(order).as_deref()
    }

    fn tour_route(&self, from: Vertex, to: Vertex, out: &mut Vec<Vertex>) {
        self.between((from, to), out, |a, b, out| self.base().tour_route(a, b, out));
    }

    fn tour_is_default(&self, from: Vertex, to: Vertex) -> bool {
        let (a, b) = (from / self.each, to / self.each);
        a == b || self.base().tour_is_default(a, b)
    }

    fn looks_the_same_under(&self, by: &Translations) -> bool {
        self.of_base(by).is_some_and(|by| self.base().looks_the_same_under(&by))
    }

    fn turn(&self) -> u32 {
        self.each * self.base().turn()
    }

    fn moved(&self, by: &Translations, g: Vertex, vertex: Vertex) -> Vertex {
        let p = self.nodes();
        let Some(switch) = self.switch(vertex) else { return by.apply(g, vertex) };
        if switch < self.base.nodes() {
            return p + by.apply(g, switch * self.each) / self.each;
        }
        let of_base = self.of_base(by);
        of_base.map_or(vertex, |by| p + self.base().moved(&by, g / self.each, switch))
    }

    fn stands_for(&self, u: Vertex, v: Vertex) -> Vertex {
        let ends = [u, v].map(|vertex| self.switch(vertex).unwrap_or(0));
        let node = ends.into_iter().find(|switch| *switch < self.base.nodes());
        self.each * node.unwrap_or_else(|| self.base().stands_for(ends[0], ends[1]))
    }
}
