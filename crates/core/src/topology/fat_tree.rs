//! The fat tree of switches with equally many ports: hosts, edge switches, aggregation switches, core switches.

use std::sync::Arc;

use super::{Family, Feature, Level, MachineSizes, Network, Sizes, Translations, Vertex};

pub(super) static FAMILY: Family = Family {
    name: "fat-tree",
    noun: "fat tree",
    about: "K: K pods of switches with K ports, K^3/4 hosts; K:S: S times as many hosts at each edge switch; \
            links are of class host, edge or core",
    sizes: Sizes::Machine(&MachineSizes {
        example: "fat-tree:4",
        takes: "the even number of ports of a switch, and optionally its oversubscription",
        separator: ':',
        classes_always: false,
        is_machine: true,
        sizes: |sizes| {
            let (k, s) = match *sizes {
                [k] => (k, 1),
                [k, s] => (k, s),
                _ => return None,
            };
            let half = u128::from(k / 2);
            let hosts = half.saturating_pow(3).saturating_mul(2 * u128::from(s));
            let sizes = if s == 1 { vec![k] } else { vec![k, s] };
            k.is_multiple_of(2)
                .then(|| (sizes, hosts.saturating_add(half.saturating_pow(2).saturating_mul(5))))
        },
    }),
    offers: &[Feature::Numbered, Feature::Groups],
    network: |sizes| Arc::new(FatTree::of(sizes)),
};

/// With h = K/2: an edge switch has h links up and `below` = h S hosts, a pod has h edge and h aggregation
/// switches. Hosts come first, then the edge switches of all pods, then the aggregation switches, then the core
/// switches, of which a h to a h + h - 1 are joined to aggregation switch a of each pod.
///
/// Directed links: `2 v` leads from host v up, `2 v + 1` down. Then come for each edge switch and then for each
/// aggregation switch its h links up, each with the link down.
#[derive(Debug)]
struct FatTree {
    half: u32,
    below: u32,
}

/// A vertex, with its number among those of its kind.
#[derive(Clone, Copy)]
enum Kind {
    Host(u32),
    Edge(u32),
    Aggregation(u32),
    Core(u32),
}

use Kind::{Aggregation, Core, Edge, Host};

impl FatTree {
    fn of(sizes: &[u32]) -> Self {
        let half = sizes[0] / 2;
        FatTree { half, below: half * sizes.get(1).copied().unwrap_or(1) }
    }

    /// The number of edge switches, which is that of aggregation switches.
    fn edges(&self) -> u32 {
        2 * self.half * self.half
    }

    /// The hosts of a pod.
    fn pod(&self) -> u32 {
        self.half * self.below
    }

    fn kind(&self, vertex: Vertex) -> Kind {
        let (p, edges) = (self.nodes(), self.edges());
        match vertex {
            v if v < p => Host(v),
            v if v < p + edges => Edge(v - p),
            v if v < p + 2 * edges => Aggregation(v - p - edges),
            v => Core(v - p - 2 * edges),
        }
    }

    fn vertex(&self, kind: Kind) -> Vertex {
        match kind {
            Host(v) => v,
            Edge(e) => self.nodes() + e,
            Aggregation(a) => self.nodes() + self.edges() + a,
            Core(c) => self.nodes() + 2 * self.edges() + c,
        }
    }

    /// The aggregation and the core switch, among those above a vertex, on the way to a host.
    fn above(&self, to: Vertex) -> (u32, u32) {
        (to % self.half, to / self.half % self.half)
    }

    /// The number of the link up, if the second is joined to the first and above it.
    fn up(&self, low: Kind, high: Kind) -> Option<u64> {
        let half = self.half;
        let (hosts, level) = (u64::from(self.nodes()), u64::from(self.edges()) * u64::from(half));
        let port = |switch: u32, port: u32| u64::from(switch) * u64::from(half) + u64::from(port);
        match (low, high) {
            (Host(v), Edge(e)) => (v / self.below == e).then_some(2 * u64::from(v)),
            (Edge(e), Aggregation(a)) => {
                (e / half == a / half).then(|| 2 * (hosts + port(e, a % half)))
            }
            (Aggregation(a), Core(c)) => {
                (c / half == a % half).then(|| 2 * (hosts + level + port(a, c % half)))
            }
            _ => None,
        }
    }
}

impl Network for FatTree {
    fn nodes(&self) -> u32 {
        self.edges() * self.below
    }

    fn switches(&self) -> u32 {
        2 * self.edges() + self.half * self.half
    }

    /// Pods, edge switches, hosts. A route up depends on the place of its target modulo h, and on the h places
    /// above: with S = 1 all places of a pod have routes of their own.
    fn levels(&self) -> Vec<Level> {
        let half = self.half;
        let pods = if self.below == half { half * half } else { half };
        let level = |(parts, ways)| Level { parts, ways };
        [(2 * half, pods), (half, half), (self.below, 1)].map(level).into()
    }

    fn link(&self, from: Vertex, to: Vertex) -> Option<u64> {
        if from.max(to) >= self.nodes() + self.switches() {
            return None;
        }
        let (from, to) = (self.kind(from), self.kind(to));
        self.up(from, to).or_else(|| Some(self.up(to, from)? + 1))
    }

    fn link_slots(&self) -> u64 {
        let ports = u64::from(self.edges()) * u64::from(self.half);
        2 * (u64::from(self.nodes()) + 2 * ports)
    }

    fn class(&self, link: u64) -> Option<usize> {
        let ports = u64::from(self.edges()) * u64::from(self.half);
        let beyond = (link / 2).checked_sub(self.nodes().into());
        Some(beyond.map_or(0, |port| if port < ports { 1 } else { 2 }))
    }

    fn class_names(&self) -> Vec<String> {
        ["host", "edge", "core"].map(str::to_owned).into()
    }

    fn neighbours(&self, vertex: Vertex, out: &mut Vec<Vertex>) {
        let half = self.half;
        let mut extend = |first: Kind, count: u32| {
            let first = self.vertex(first);
            out.extend(first..first + count);
        };
        match self.kind(vertex) {
            Host(v) => extend(Edge(v / self.below), 1),
            Edge(e) => {
                extend(Host(e * self.below), self.below);
                extend(Aggregation(e / half * half), half);
            }
            Aggregation(a) => {
                extend(Edge(a / half * half), half);
                extend(Core(a % half * half), half);
            }
            Core(c) => (0..2 * half).for_each(|pod| extend(Aggregation(pod * half + c / half), 1)),
        }
    }

    fn route(&self, from: Vertex, to: Vertex, out: &mut Vec<Vertex>) {
        let edge = |v: Vertex| v / self.below;
        let (aggregation, core) = self.above(to);
        let above = |v: Vertex| Aggregation(v / self.pod() * self.half + aggregation);
        let mut push = |kind| out.push(self.vertex(kind));
        push(Edge(edge(from)));
        if edge(from) == edge(to) {
            return;
        }
        push(above(from));
        if from / self.pod() != to / self.pod() {
            push(Core(aggregation * self.half + core));
            push(above(to));
        }
        push(Edge(edge(to)));
    }

    fn back_is_default(&self, from: Vertex, to: Vertex) -> bool {
        let ((a, c), (back_a, back_c)) = (self.above(to), self.above(from));
        let same_pod = from / self.pod() == to / self.pod();
        from / self.below == to / self.below || a == back_a && (same_pod || c == back_c)
    }

    /// Pods in turn, or XOR: the routes depend on the destination's place in its pod, or on some of its bits.
    fn looks_the_same_under(&self, by: &Translations) -> bool {
        by.nodes() == self.nodes() && (by.is_xor() || by.are_multiples_of(self.pod()))
    }

    fn turn(&self) -> u32 {
        self.pod()
    }

    fn moved(&self, by: &Translations, g: Vertex, vertex: Vertex) -> Vertex {
        let (half, to) = (self.half, |host: Vertex| by.apply(g, host));
        self.vertex(match self.kind(vertex) {
            Host(v) => Host(to(v)),
            Edge(e) => Edge(to(e * self.below) / self.below),
            Aggregation(a) => {
                let host = to(a / half * self.pod() + a % half);
                Aggregation(host / self.pod() * half + host % half)
            }
            Core(c) => {
                let (aggregation, core) = self.above(to(c % half * half + c / half));
                Core(aggregation * half + core)
            }
        })
    }

    fn stands_for(&self, u: Vertex, v: Vertex) -> Vertex {
        let (low, high) = (self.kind(u.min(v)), self.kind(u.max(v)));
        match (low, high) {
            (Edge(e), Aggregation(a)) => e * self.below + a % self.half,
            (Aggregation(a), Core(c)) => {
                a / self.half * self.pod() + c % self.half * self.half + a % self.half
            }
            _ => 0,
        }
    }
}
