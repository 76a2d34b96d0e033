//! Topologies against the textbook: degree, links and diameter as breadth-first search finds them,
//! and default routes that run over links that exist and are as short as can be.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use hockney_core::topology::{
    FAMILIES, Network, Placement, Subset, Topology, Translations, Vertex,
};

use hockney_testing::machines::named;

/// All machines, also those whose links may differ.
fn machines() -> Vec<Topology> {
    hockney_testing::machines::machines().into_iter().chain(named()).collect()
}

fn neighbours(network: &dyn Network, vertex: Vertex) -> Vec<Vertex> {
    let mut out = Vec::new();
    network.neighbours(vertex, &mut out);
    out
}

/// How far every vertex is from one of them.
fn distances(topology: &Topology, from: Vertex) -> BTreeMap<Vertex, u32> {
    let mut distances = BTreeMap::from([(from, 0)]);
    let mut open = VecDeque::from([from]);
    while let Some(vertex) = open.pop_front() {
        for next in neighbours(topology.network(), vertex) {
            if !distances.contains_key(&next) {
                distances.insert(next, distances[&vertex] + 1);
                open.push_back(next);
            }
        }
    }
    distances
}

/// What is in a textbook's table: vertices, links, the largest degree, the diameter.
#[derive(Debug, PartialEq, Eq)]
struct Figures {
    vertices: u32,
    links: u32,
    degree: u32,
    diameter: u32,
}

fn found(topology: &Topology) -> Figures {
    let vertices = topology.vertices();
    let degrees = (0..vertices).map(|v| neighbours(topology.network(), v).len());
    let degrees: Vec<u32> = degrees.map(|degree| u32::try_from(degree).unwrap()).collect();
    let farthest = |v| distances(topology, v).into_values().max().unwrap();
    Figures {
        vertices,
        links: degrees.iter().sum::<u32>() / 2,
        degree: degrees.into_iter().max().unwrap(),
        diameter: (0..vertices).map(farthest).max().unwrap(),
    }
}

/// The diameter of the balanced binary tree of so many leaves: the deepest leaf on the left and the
/// deepest on the right, or two of the left part.
fn balanced(leaves: u32) -> u32 {
    if leaves < 2 {
        return 0;
    }
    let height = |n: u32| n.next_power_of_two().ilog2();
    let (left, right) = (leaves.div_ceil(2), leaves / 2);
    balanced(left).max(height(left) + height(right) + 2)
}

/// The diameter of a heap: its deepest leaf is on the left; the right side is as deep where the
/// last row reaches it.
fn heap(nodes: u32) -> u32 {
    let height = nodes.ilog2();
    match nodes {
        1 => 0,
        _ if nodes >= 3 << (height - 1) => 2 * height,
        _ => 2 * height - 1,
    }
}

fn textbook(topology: &Topology) -> Option<Figures> {
    let p = topology.nodes();
    let sides = topology.network().sides().unwrap_or(&[]);
    let over = |of: &dyn Fn(u32) -> u32| -> u32 { sides.iter().map(|side| of(*side)).sum() };
    let lines = |links: &dyn Fn(u32) -> u32| over(&|side| p / side * links(side));
    let closed = |k: u32| if k > 2 { k } else { k - 1 };
    let (vertices, links, degree, diameter) = match topology.family().name() {
        "linear-array" => (p, p - 1, (p - 1).min(2), p - 1),
        "ring" => (p, closed(p), (p - 1).min(2), p / 2),
        "mesh" => (p, lines(&|k| k - 1), over(&|k| (k - 1).min(2)), over(&|k| k - 1)),
        "torus" => (p, lines(&closed), over(&|k| (k - 1).min(2)), over(&|k| k / 2)),
        "hypercube" => (p, p * p.ilog2() / 2, p.ilog2(), p.ilog2()),
        "tree" => {
            let degree = [0, 0, 2].get(p as usize).copied().unwrap_or(3);
            (2 * p - 1, 2 * p - 2, degree, balanced(p))
        }
        "node-tree" => {
            let degree = [0, 0, 1, 2, 2].get(p as usize).copied().unwrap_or(3);
            (p, p - 1, degree, heap(p))
        }
        "star" => (p, p - 1, p - 1, (p - 1).min(2)),
        "switch" => (p + 1, p, p, p.min(2)),
        "complete" => (p, p * (p - 1) / 2, p - 1, (p - 1).min(1)),
        "nodes" | "nodes-direct" => {
            let (n, g) = (topology.sizes()[0], topology.sizes()[1]);
            let r = topology.sizes().get(2).copied().unwrap_or(1);
            let direct = if topology.is("nodes") { 0 } else { g - 1 };
            let links = p + n * r + p * direct / 2;
            let diameter = if n == 1 { 2 } else { 4 };
            (p + n + r, links, (g + r).max(n).max(1 + direct), diameter)
        }
        "fat-tree" => {
            let (k, s) = (topology.sizes()[0], topology.sizes().get(1).copied().unwrap_or(1));
            let half = k / 2;
            let hosts = s * k.pow(3) / 4;
            assert_eq!(p, hosts);
            let degree = k.max(half * (s + 1));
            (hosts + 5 * half * half, hosts + k.pow(3) / 2, degree, 6)
        }
        "dragonfly" => {
            let [hosts, routers, global, groups] = topology.sizes()[..] else {
                panic!("four sizes")
            };
            assert_eq!(p, hosts * routers * groups);
            let all = routers * groups;
            let links = p + all * (routers - 1) / 2 + groups * (groups - 1) / 2;
            let degree = hosts + routers - 1 + global.min(groups - 1);
            // Small ones have ways through a third group.
            let diameter = match &*topology.to_string() {
                "dragonfly:1x1x1x1" => 1,
                "dragonfly:2x1x1x2" => 3,
                _ => 5,
            };
            (p + all, links, degree.max(1), diameter)
        }
        "switched" => {
            let (base, g) = (topology.network().base().unwrap(), topology.sizes()[0]);
            let q = base.nodes();
            // The degree of a node grows by g; that of a switch of X stays.
            let degree = |v| u32::try_from(neighbours(base.network(), v).len()).unwrap();
            let grown = |v| degree(v) + if v < q { g } else { 0 };
            let Figures { links, .. } = found(base);
            let far = |v| distances(base, v).into_iter().map(move |(w, d)| (v, w, d));
            let all = (0..base.vertices()).flat_map(far).filter(|(v, w, _)| v != w);
            let diameter = all.map(|(v, w, d)| d + u32::from(v < q) + u32::from(w < q)).max();
            let within = if g > 1 { 2 } else { 0 };
            let degree = (0..base.vertices()).map(grown).max().unwrap();
            (p + base.vertices(), links + p, degree, diameter.unwrap_or(1).max(within))
        }
        "graph" => return None,
        other => panic!("{other} is not in the textbook's table yet"),
    };
    Some(Figures { vertices, links, degree, diameter })
}

/// Catches a link too many or too few, and switches that are not there.
#[test]
fn degree_links_and_diameter_are_the_textbooks() {
    let mut families = BTreeSet::new();
    for topology in machines() {
        families.insert(topology.family().name());
        if let Some(expected) = textbook(&topology) {
            assert_eq!(found(&topology), expected, "{topology}");
        }
    }
    assert_eq!(families.len(), FAMILIES.len());
}

/// Catches two links with one number, and `link` and `neighbours` that disagree.
#[test]
fn links_are_numbered_once_in_each_direction() {
    for topology in machines() {
        let network = topology.network();
        let mut numbers = BTreeSet::new();
        let mut load = BTreeMap::new();
        for [a, b] in network.graph_links().map_or(&[][..], |graph| &graph.links) {
            *load.entry((*a, *b)).or_insert(0) += 1;
            *load.entry((*b, *a)).or_insert(0) += 1;
        }
        for u in 0..topology.vertices() {
            let joined = neighbours(network, u);
            let none = topology.vertices();
            for (from, to) in [(u, none), (none, u), (none, none + 1)] {
                assert_eq!(network.link(from, to), None, "{topology}: {from} {to}");
            }
            assert!(joined.is_sorted_by(|a, b| a < b), "{topology}: {joined:?}");
            for v in 0..topology.vertices() {
                let link = network.link(u, v);
                assert_eq!(link.is_some(), joined.contains(&v), "{topology}: {u} {v}");
                assert_eq!(link.is_some(), network.link(v, u).is_some(), "{topology}: {u} {v}");
                let Some(link) = link else { continue };
                assert!(link < network.link_slots() && numbers.insert(link), "{topology}: {u} {v}");
                let carries = load.get(&(u64::from(u), u64::from(v))).copied().unwrap_or(1);
                assert_eq!(network.capacity(link), carries, "{topology}: {u} {v}");
            }
        }
    }
}

/// The links of a way.
fn hops(network: &dyn Network, from: Vertex, via: &[Vertex], to: Vertex) -> Vec<u64> {
    let way: Vec<Vertex> = [&[from], via, &[to]].concat();
    way.windows(2).map(|hop| network.link(hop[0], hop[1]).unwrap()).collect()
}

/// The fewest hops between two hosts of a dragonfly over at most one link between groups.
fn through_one_global_link(network: &dyn Network, from: Vertex, to: Vertex) -> u32 {
    let mut known = BTreeMap::from([((from, 0), 0)]);
    let mut open = VecDeque::from([(from, 0)]);
    while let Some((at, links)) = open.pop_front() {
        for next in neighbours(network, at) {
            let class = network.link(at, next).and_then(|link| network.class(link));
            let global = class.is_some_and(|class| network.class_names()[class] == "global");
            let (hops, state) = (known[&(at, links)] + 1, (next, links + u32::from(global)));
            if state.1 <= 1 && !known.contains_key(&state) {
                known.insert(state, hops);
                open.push_back(state);
            }
        }
    }
    [0, 1].into_iter().filter_map(|links| known.get(&(to, links)).copied()).min().unwrap()
}

/// Catches a route over a link that is not there, and a detour.
#[test]
fn default_routes_are_as_short_as_can_be() {
    for topology in machines() {
        let network = topology.network();
        for from in 0..topology.nodes() {
            let distances = distances(&topology, from);
            for to in (0..topology.nodes()).filter(|to| *to != from) {
                let mut via = Vec::new();
                topology.network().route(from, to, &mut via);
                let hops = hops(topology.network(), from, &via, to);
                let base = network.base().unwrap_or(&topology);
                let length = if base.is("dragonfly") {
                    through_one_global_link(network, from, to)
                } else {
                    distances[&to]
                } as usize;
                assert_eq!(hops.len(), length, "{topology}: {from} {to} by {via:?}");
                let counted = network.hops(from, to, &mut Vec::new());
                assert_eq!(counted, length as u64, "{topology}: {from} {to}");
                let mut links = Vec::new();
                topology.network().route_links(from, to, &mut via, &mut links);
                assert_eq!(links, hops, "{topology}: {from} {to}");
            }
        }
    }
}

/// Once round the tour no link is used more often than it may (Lemma U). Catches an order that is
/// not one of a spanning tree.
#[test]
fn the_arcs_of_a_tour_share_no_link() {
    for topology in machines() {
        let (network, p) = (topology.network(), topology.nodes());
        let order: Vec<Vertex> =
            network.tour_order().map_or_else(|| (0..p).collect(), <[Vertex]>::to_vec);
        assert_eq!(network.tour_ascends(), network.tour_order().is_none(), "{topology}");
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..p), "{topology}: {order:?}");
        let mut load = BTreeMap::new();
        for (from, to) in order.iter().zip(order.iter().cycle().skip(1)) {
            let mut via = Vec::new();
            if from != to {
                network.tour_route(*from, *to, &mut via);
                for link in hops(network, *from, &via, *to) {
                    *load.entry(link).or_insert(0) += 1;
                }
            }
        }
        // A ring's tour goes once round; every other one there and back over a tree.
        assert!(load.iter().all(|(_, times)| *times == 1), "{topology}: {order:?} {load:?}");
    }
}

/// Catches a way that is taken for the default one and is not, and at regular machines the opposite.
#[test]
fn it_is_known_which_ways_are_default_routes() {
    for topology in machines() {
        let network = topology.network();
        let route = |from, to| {
            let mut via = Vec::new();
            network.route(from, to, &mut via);
            via
        };
        let holds = |claim: bool, truth: bool| claim == truth || !claim && topology.is("graph");
        for (from, to) in pairs(topology.nodes()) {
            let (default, mut back, mut tour) = (route(from, to), route(to, from), Vec::new());
            back.reverse();
            let claim = network.back_is_default(from, to);
            assert!(holds(claim, back == default), "{topology}: back from {to} to {from}");
            network.tour_route(from, to, &mut tour);
            let claim = network.tour_is_default(from, to);
            assert!(holds(claim, tour == default), "{topology}: {from} {to}");
        }
        let dimensions = network.sides().map_or(0, <[u32]>::len);
        for line in (0..dimensions).flat_map(|dimension| topology.lines(dimension)) {
            for (from, to) in pairs(line.length) {
                let mut via = Vec::new();
                if line.goes_up(from, to) {
                    line.route(from, to, &mut via);
                } else {
                    line.route(to, from, &mut via);
                    via.reverse();
                }
                assert_eq!(via, route(line.node(from), line.node(to)), "{topology}: {line:?}");
            }
        }
    }
}

fn pairs(count: u32) -> impl Iterator<Item = (u32, u32)> {
    (0..count).flat_map(move |a| (0..count).filter(move |b| *b != a).map(move |b| (a, b)))
}

/// Catches nodes of an interval of the tour that are left out, twice, or not in their order.
#[test]
fn the_nodes_along_a_tour_are_ranges() {
    for topology in machines() {
        let (network, p) = (topology.network(), topology.nodes());
        let order: Vec<Vertex> =
            network.tour_order().map_or_else(|| (0..p).collect(), <[Vertex]>::to_vec);
        for (first, end) in (0..p).flat_map(|first| (first..=p).map(move |end| (first, end))) {
            let mut ranges = Vec::new();
            network.tour_nodes(first..end, &mut ranges);
            let mut nodes = order[first as usize..end as usize].to_vec();
            nodes.sort_unstable();
            assert!(ranges.into_iter().flatten().eq(nodes), "{topology}: {first} to {end}");
        }
    }
}

/// Every way to write p as a product of up to three sides, with every choice of steps.
fn translations(p: u32) -> Vec<Translations> {
    let divisors = |n: u32| (1..=n).filter(move |k| n.is_multiple_of(*k));
    let mut all: Vec<Translations> = Translations::xor(p).into_iter().collect();
    let mut of = |sides: &[u32]| {
        let mut choices: Vec<Vec<u32>> = vec![Vec::new()];
        for side in sides {
            let longer = |c: &Vec<u32>| {
                let with = |step| c.iter().copied().chain([step]).collect::<Vec<u32>>();
                divisors(*side).map(with).collect::<Vec<_>>()
            };
            choices = choices.iter().flat_map(longer).collect();
        }
        all.extend(choices.iter().map(|steps| Translations::cyclic(sides, steps).unwrap()));
    };
    of(&[p]);
    for a in divisors(p) {
        of(&[a, p / a]);
        divisors(p / a).for_each(|b| of(&[a, b, p / a / b]));
    }
    all
}

/// Catches a family that claims a symmetry which it has not, of its links or of its routes.
#[test]
fn machines_look_the_same_where_they_say_so() {
    let mut claimed = BTreeSet::new();
    for topology in machines().into_iter().filter(|t| t.nodes() <= 16) {
        let network = topology.network();
        for by in translations(topology.nodes()) {
            if !network.looks_the_same_under(&by) {
                continue;
            }
            claimed.insert(topology.family().name());
            // The link that stands for all that translations take it to.
            let one = |(u, v)| {
                let node = network.stands_for(u, v);
                let home = by.inverse(by.from_representative(node));
                [u, v].map(|vertex| network.moved(&by, home, vertex))
            };
            for g in by.all() {
                let moved = |v| network.moved(&by, g, v);
                assert!((0..topology.nodes()).all(|v| moved(v) == by.apply(g, v)), "{topology}");
                for (u, v) in (0..topology.vertices())
                    .flat_map(|u| (0..topology.vertices()).map(move |v| (u, v)))
                {
                    let (link, image) = (network.link(u, v), network.link(moved(u), moved(v)));
                    assert_eq!(link.is_some(), image.is_some(), "{topology}: {u} {v} by {g}");
                    if let (Some(link), Some(image)) = (link, image) {
                        assert_eq!(network.capacity(link), network.capacity(image));
                        assert_eq!(network.class(link), network.class(image));
                        if u.min(v) >= topology.nodes() {
                            assert_eq!(
                                one((u, v)),
                                one((moved(u), moved(v))),
                                "{topology}: {u} {v} by {g}"
                            );
                        }
                    }
                    if u == v || u.max(v) >= topology.nodes() {
                        continue;
                    }
                    let (mut way, mut image) = (Vec::new(), Vec::new());
                    network.route(u, v, &mut way);
                    network.route(moved(u), moved(v), &mut image);
                    let way: Vec<Vertex> = way.into_iter().map(moved).collect();
                    assert_eq!(way, image, "{topology}: {u} {v} by {g}");
                }
            }
        }
    }
    let expected = ["ring", "torus", "hypercube", "complete", "switch", "nodes", "nodes-direct"];
    let expected = expected.into_iter().chain(["fat-tree", "dragonfly", "switched"]);
    assert_eq!(claimed, expected.collect());
}

/// Catches a translation that is none, and nodes in the wrong class.
#[test]
fn translations_are_a_group_without_fixed_nodes() {
    for p in 1..=16 {
        for by in translations(p) {
            let all: BTreeSet<Vertex> = by.all().collect();
            assert_eq!(all.len(), by.order() as usize);
            let representatives = by.representatives();
            for g in &all {
                assert_eq!(by.apply(*g, 0), *g);
                assert_eq!(by.apply(by.inverse(*g), *g), 0);
                assert!(all.iter().all(|h| all.contains(&by.apply(*g, *h))));
                for v in 0..p {
                    assert!(*g == 0 || by.apply(*g, v) != v);
                    assert_eq!(by.class(by.apply(*g, v)), by.class(v));
                    assert_eq!(by.apply(by.from_representative(v), by.representative(v)), v);
                    assert_eq!(representatives[by.class(v) as usize], by.representative(v));
                }
            }
        }
    }
}

/// Catches a table with something for each vertex that is made before a route is asked for: a question that is refused
/// would take hundreds of megabytes.
#[test]
fn a_machine_without_routes_has_no_tables() {
    for name in [
        "linear-array:1048576",
        "ring:1048576",
        "mesh:1024x1024",
        "torus:64x64x256",
        "hypercube:1048576",
        "tree:1048576",
        "node-tree:1048576",
        "star:1048576",
        "switch:1048576",
        "complete:1048576",
        "nodes:131072x8",
        "nodes-direct:131072x8",
        "fat-tree:160",
        "dragonfly:16x32x16x500",
        "tree:262144/switch:4",
        "node-tree:262144/switch:4",
    ] {
        let topology = Topology::parse(name).unwrap();
        let subset = Subset::of(&topology, &[7, 3, 5]).unwrap();
        for topology in [&topology, subset.topology()] {
            assert_eq!(topology.parse_node("zzz"), None);
            let last = topology.nodes() - 1;
            assert_eq!(topology.parse_node(&last.to_string()), Some(last));
            let network = topology.network();
            let said = [topology.show(last), format!("{:?}", (network.levels(), network.turn()))];
            assert!(said.iter().all(|said| said.len() < 200), "{name}: {said:?}");
            let length = format!("{network:?}").len();
            assert!(length < 5000, "{name}: {length} bytes");
        }
    }
}

/// Catches ranks that a larger box does not get: below the switches of tree:5 are two nodes, one, and two.
#[test]
fn ranks_are_dealt_over_unequal_boxes() {
    let tree = Topology::parse("tree:5").unwrap();
    for (ranks, nodes) in [(5, &[0, 2, 3, 1, 4][..]), (4, &[0, 2, 3, 1][..]), (1, &[0][..])] {
        assert_eq!(Placement::round_robin(&tree, ranks).unwrap().nodes(), nodes);
    }
    assert!(Placement::round_robin(&tree, 6).is_err());
}
