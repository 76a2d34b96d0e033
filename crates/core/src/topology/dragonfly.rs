//! The dragonfly: groups of routers, all joined inside a group, and a link between any two groups.

use std::sync::{Arc, OnceLock};

use super::{Family, Feature, Level, MachineSizes, Network, Rooted, Sizes, Translations, Vertex};

pub(super) static FAMILY: Family = Family {
    name: "dragonfly",
    noun: "dragonfly",
    about: "PxAxHxG: G groups of A routers with P hosts and H global links each; a link between any two routers \
            of a group and between any two groups; links are of class host, local or global",
    sizes: Sizes::Machine(&MachineSizes {
        example: "dragonfly:2x4x2x9",
        takes: "the hosts of a router, the routers of a group, the global links of a router and the groups, of \
                which there are at most A H + 1",
        separator: 'x',
        classes_always: false,
        is_machine: true,
        sizes: |sizes| {
            let &[hosts, routers, global, groups] = sizes else { return None };
            let all = u128::from(routers).saturating_mul(groups.into());
            let ports = u128::from(routers).saturating_mul(global.into());
            let vertices = all.saturating_mul(u128::from(hosts) + 1);
            (u128::from(groups) <= ports + 1).then(|| (sizes.to_vec(), vertices))
        },
    }),
    offers: &[Feature::Groups],
    network: |sizes| Arc::new(Dragonfly::of(sizes)),
};

/// Host v is at router v / hosts, and router r is vertex p + r, in group r / routers. The link from group g to
/// group g + 1 + q mod G begins at router q / H of group g.
///
/// Directed links: `2 v` leads from host v to its router, `2 v + 1` back. Then come for each router a link to each
/// router of its group, and for each group a link to each of the other groups.
#[derive(Debug)]
struct Dragonfly {
    hosts: u32,
    routers: u32,
    global: u32,
    groups: u32,
    /// The hosts in the preorder of the spanning tree of [`Rooted`], made when it is asked for.
    preorder: OnceLock<Vec<Vertex>>,
}

impl Dragonfly {
    fn of(sizes: &[u32]) -> Self {
        let (hosts, routers, global, groups) = (sizes[0], sizes[1], sizes[2], sizes[3]);
        Dragonfly { hosts, routers, global, groups, preorder: OnceLock::new() }
    }

    fn preorder(&self) -> Vec<Vertex> {
        let (hosts, routers, groups) = (self.hosts, self.routers, self.groups);
        let mut order = Vec::with_capacity(self.nodes() as usize);
        let mut visit = |router: u32| order.extend(router * hosts..(router + 1) * hosts);
        for router in 0..routers {
            visit(router);
            for group in (1..groups).filter(|group| self.exit(0, *group) == router) {
                let (first, entry) = (group * routers, self.exit(group, 0));
                visit(entry);
                (first..first + routers).filter(|other| *other != entry).for_each(&mut visit);
            }
        }
        order
    }

    /// The port of one group to another.
    fn port(&self, from: u32, to: u32) -> u32 {
        (to + self.groups - from - 1) % self.groups
    }

    /// The router of a group at which the link to another group begins.
    fn exit(&self, from: u32, to: u32) -> u32 {
        from * self.routers + self.port(from, to) / self.global
    }

    /// The router of a host, or of a vertex that is a router.
    fn router(&self, vertex: Vertex) -> u32 {
        vertex.checked_sub(self.nodes()).unwrap_or(vertex / self.hosts)
    }

    fn group(&self, router: u32) -> u32 {
        router / self.routers
    }
}

/// A spanning tree: router 0 of group 0, to which all its routers are joined; to these the first router of each
/// further group, and to it the others.
impl Rooted for Dragonfly {
    fn parent(&self, vertex: Vertex) -> Vertex {
        let (p, router) = (self.nodes(), self.router(vertex));
        let group = self.group(router);
        let entry = if group == 0 { 0 } else { self.exit(group, 0) };
        match vertex {
            v if v < p || router != entry => p + if v < p { router } else { entry },
            v if group == 0 => v,
            _ => p + self.exit(0, group),
        }
    }

    fn depth(&self, vertex: Vertex) -> u32 {
        let parent = self.parent(vertex);
        if parent == vertex { 0 } else { self.depth(parent) + 1 }
    }
}

impl Network for Dragonfly {
    fn nodes(&self) -> u32 {
        self.hosts * self.routers * self.groups
    }

    fn switches(&self) -> u32 {
        self.routers * self.groups
    }

    /// Groups, routers, hosts. There is one link between two groups, and between two routers of a group.
    fn levels(&self) -> Vec<Level> {
        [self.groups, self.routers, self.hosts].map(|parts| Level { parts, ways: 1 }).into()
    }

    fn link(&self, from: Vertex, to: Vertex) -> Option<u64> {
        let p = self.nodes();
        if from.max(to) >= p + self.switches() {
            return None;
        }
        let (a, b) = (self.router(from), self.router(to));
        let beyond = 2 * u64::from(p);
        match (from < p, to < p) {
            (true, false) => (a == b).then_some(2 * u64::from(from)),
            (false, true) => (a == b).then_some(2 * u64::from(to) + 1),
            (true, true) => None,
            (false, false) if self.group(a) == self.group(b) => (a != b).then(|| {
                beyond + u64::from(a) * u64::from(self.routers) + u64::from(b % self.routers)
            }),
            (false, false) => {
                let (here, there) = (self.group(a), self.group(b));
                let joined = self.exit(here, there) == a && self.exit(there, here) == b;
                let local = u64::from(self.switches()) * u64::from(self.routers);
                let port = || u64::from(here) * u64::from(self.groups - 1);
                joined.then(|| beyond + local + port() + u64::from(self.port(here, there)))
            }
        }
    }

    fn link_slots(&self) -> u64 {
        let local = u64::from(self.switches()) * u64::from(self.routers);
        2 * u64::from(self.nodes()) + local + u64::from(self.groups) * u64::from(self.groups - 1)
    }

    fn class(&self, link: u64) -> Option<usize> {
        let beyond = link.checked_sub(2 * u64::from(self.nodes()));
        let local = u64::from(self.switches()) * u64::from(self.routers);
        Some(beyond.map_or(0, |link| if link < local { 1 } else { 2 }))
    }

    fn class_names(&self) -> Vec<String> {
        ["host", "local", "global"].map(str::to_owned).into()
    }

    fn neighbours(&self, vertex: Vertex, out: &mut Vec<Vertex>) {
        let (p, router) = (self.nodes(), self.router(vertex));
        if vertex < p {
            return out.push(p + router);
        }
        out.extend(router * self.hosts..(router + 1) * self.hosts);
        let (start, group) = (out.len(), self.group(router));
        let local = group * self.routers..(group + 1) * self.routers;
        out.extend(local.filter(|other| *other != router).map(|other| p + other));
        let ports = router % self.routers * self.global..(router % self.routers + 1) * self.global;
        for port in ports.take_while(|port| port + 1 < self.groups) {
            let other = (group + 1 + port) % self.groups;
            out.push(p + self.exit(other, group));
        }
        out[start..].sort_unstable();
    }

    fn route(&self, from: Vertex, to: Vertex, out: &mut Vec<Vertex>) {
        let (p, a, b) = (self.nodes(), self.router(from), self.router(to));
        let (here, there) = (self.group(a), self.group(b));
        let start = out.len();
        out.push(p + a);
        if here != there {
            out.extend([p + self.exit(here, there), p + self.exit(there, here)]);
        }
        out.push(p + b);
        // A router that is on the way for two reasons.
        let mut kept = start;
        for i in start + 1..out.len() {
            if out[i] != out[kept] {
                kept += 1;
                out[kept] = out[i];
            }
        }
        out.truncate(kept + 1);
    }

    /// There is one link between two groups, and one between two routers.
    fn back_is_default(&self, _from: Vertex, _to: Vertex) -> bool {
        true
    }

    fn tour_ascends(&self) -> bool {
        false
    }

    fn tour_order(&self) -> Option<&[Vertex]> {
        Some(self.preorder.get_or_init(|| self.preorder()))
    }

    fn tour_route(&self, from: Vertex, to: Vertex, out: &mut Vec<Vertex>) {
        self.tree_route(from, to, out);
    }

    fn tour_is_default(&self, from: Vertex, to: Vertex) -> bool {
        let (mut default, mut tour) = (Vec::new(), Vec::new());
        self.route(from, to, &mut default);
        self.tour_route(from, to, &mut tour);
        default == tour
    }

    /// All groups are alike.
    fn looks_the_same_under(&self, by: &Translations) -> bool {
        by.nodes() == self.nodes() && by.are_multiples_of(self.turn())
    }

    fn turn(&self) -> u32 {
        self.hosts * self.routers
    }

    fn moved(&self, by: &Translations, g: Vertex, vertex: Vertex) -> Vertex {
        match vertex.checked_sub(self.nodes()) {
            None => by.apply(g, vertex),
            Some(router) => self.nodes() + by.apply(g, router * self.hosts) / self.hosts,
        }
    }

    fn stands_for(&self, u: Vertex, _v: Vertex) -> Vertex {
        self.router(u) * self.hosts
    }
}
