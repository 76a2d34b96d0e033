//! Forms against counts, and counts against all halves, one by one.

use super::*;

const FAMILIES: [&str; 10] = [
    "linear-array",
    "ring",
    "mesh",
    "torus",
    "hypercube",
    "tree",
    "node-tree",
    "star",
    "switch",
    "complete",
];

/// All sizes of a family with at most so many nodes.
fn small(family: &str, most: u64) -> Vec<Topology> {
    let one = (1..=most).map(|p| format!("{family}:{p}"));
    let two = (1..=most).flat_map(|a| (1..=most / a).map(move |b| format!("{family}:{a}x{b}")));
    let three = [[3, 3, 3], [2, 2, 3], [1, 3, 3], [2, 3, 2], [3, 1, 4]];
    let three = three.map(|[a, b, c]| format!("{family}:{a}x{b}x{c}"));
    let named = one.chain(two).chain(three);
    named.filter_map(|name| Topology::parse(&name).ok()).collect()
}

#[test]
fn forms_are_what_is_counted() {
    let mut compared = 0;
    for family in FAMILIES {
        for topology in small(family, 20) {
            for what in Measure::ALL {
                let (stated, counted) = (measured(&topology, what), counted(&topology, what));
                let Some(exact) = counted.exact() else { continue };
                assert_eq!(stated.exact(), Some(exact), "{topology}: {}", what.name());
                compared += usize::from(stated.form.is_some());
            }
        }
    }
    assert!(compared > 700, "{compared} forms");
}

/// All ways to divide the vertices, one by one.
fn by_trying(topology: &Topology) -> u64 {
    let (v, p) = (topology.vertices(), topology.nodes());
    let mut near = Vec::new();
    let mut links = Vec::new();
    for u in 0..v {
        near.clear();
        topology.network().neighbours(u, &mut near);
        links.extend(near.iter().filter(|other| **other > u).map(|other| (u, *other)));
    }
    let across = |sides: u32| {
        let differ = |(a, b): &&(u32, u32)| (sides >> a ^ sides >> b) & 1 == 1;
        links.iter().filter(differ).count() as u64
    };
    let nodes = |sides: &u32| (sides & ((1 << p) - 1)).count_ones();
    (0..1_u32 << v).filter(|sides| nodes(sides) == p / 2).map(across).min().unwrap_or(0)
}

#[test]
fn bisection_widths_are_the_least_of_all_halves() {
    let machines = ["nodes:2x4", "direct:3x3", "fat-tree:2x2", "dragonfly:2x2x1"];
    let others = machines.into_iter().filter_map(|name| Topology::parse(name).ok());
    let all = FAMILIES.iter().flat_map(|family| small(family, 12)).chain(others);
    let mut compared = 0;
    for topology in all.filter(|topology| topology.vertices() <= 13) {
        let width = measured(&topology, Measure::BisectionWidth);
        assert_eq!(width.exact(), Some(&Rational::from(by_trying(&topology))), "{topology}");
        compared += 1;
    }
    assert!(compared > 100, "{compared} networks");
}

#[test]
fn bounds_enclose_widths_that_are_known() {
    for name in ["mesh:6x6", "torus:5x5", "hypercube:64", "complete:30", "ring:40", "switch:30"] {
        let topology = Topology::parse(name).unwrap();
        let exact = measured(&topology, Measure::BisectionWidth).least;
        let joined = Joined::of(&topology).unwrap();
        if let Some((least, most)) = joined.bisection_width(&topology) {
            assert!(Rational::from(least) <= exact, "{name}: {least}");
            assert!(Rational::from(most) >= exact, "{name}: {most}");
        }
    }
}

/// Catches a network at a limit that is refused, and one beyond it that is counted.
#[test]
fn networks_are_measured_up_to_their_limits() {
    let ring = |nodes: u32| Topology::parse(&format!("ring:{nodes}")).unwrap();
    assert!(Joined::within(&ring(8), 16).is_some() && Joined::within(&ring(8), 15).is_none());
    assert!(Joined::of(&ring(1 << 16)).is_some() && Joined::of(&ring((1 << 16) + 1)).is_none());
    assert!(counted(&ring(11_586), Measure::Diameter).most.is_none());
    for what in [Measure::EdgeConnectivity, Measure::NodeConnectivity] {
        assert_eq!(counted(&ring(1 << 10), what).exact(), Some(&Rational::from(2)));
        assert!(counted(&ring((1 << 10) + 1), what).most.is_none(), "{}", what.name());
    }
}

/// No ball around a node is a good half of these, so exchanging nodes and moving switches has to find one.
#[test]
fn halves_of_larger_networks_are_improved() {
    let odd = |parity: u64| move |(a, b): &(u64, u64)| a % 2 == parity && b % 2 == parity;
    let pairs = || (0..24).flat_map(|b| (0..b).map(move |a| (a, b)));
    // Two cliques of 12, the even nodes and the odd ones, with a link from each node to its partner.
    let partners = pairs().filter(|(a, b)| a / 2 == b / 2);
    let cliques = pairs().filter(odd(0)).chain(pairs().filter(odd(1))).chain(partners);
    // The even nodes at a switch, the odd ones at another, and a third switch between.
    let leaves = (0..24).map(|node| (node, 24 + node % 2));
    let triangle = leaves.chain([(24, 25), (25, 26), (24, 26)]);
    let of = |switches, links: Vec<(u64, u64)>| hockney_core::topology::GraphLinks {
        nodes: 24,
        switches,
        links: links.into_iter().map(|(a, b)| [a, b]).collect(),
    };
    for (links, width) in [(of(0, cliques.collect()), 12), (of(3, triangle.collect()), 2)] {
        let topology = Topology::graph(links).unwrap();
        let most = measured(&topology, Measure::BisectionWidth).most;
        assert_eq!(most, Some(Rational::from(width)));
    }
}

#[test]
fn shortest_routes_are_counted() {
    let routes = |name: &str, from, to| {
        shortest_routes(&Topology::parse(name).unwrap(), from, to).unwrap().to_string()
    };
    assert_eq!(routes("hypercube:16", 0, 15), "24");
    assert_eq!(routes("mesh:4x4", 0, 15), "20");
    assert_eq!(routes("ring:8", 0, 4), "2");
    assert_eq!(routes("ring:8", 0, 3), "1");
    assert_eq!(routes("torus:4x4", 0, 10), "24");
    assert_eq!(routes("tree:8", 3, 3), "1");
    // Each of two links between the same nodes is on a route.
    let links = hockney_core::topology::GraphLinks {
        nodes: 3,
        switches: 0,
        links: vec![[0, 1], [0, 1], [1, 2]],
    };
    let doubled = Topology::graph(links).unwrap();
    assert_eq!(shortest_routes(&doubled, 0, 2), Some(Rational::from(2)));
    assert_eq!(distance(&doubled, 0, 2), Some(2));
}

#[test]
fn gray_codes_keep_neighbours_together() {
    let host = Topology::parse("hypercube:16").unwrap();
    for (guest, dilation, congestion) in
        [("ring:16", 1, 1), ("mesh:4x4", 1, 1), ("torus:2x8", 1, 1), ("linear-array:8", 1, 1)]
    {
        let guest = Topology::parse(guest).unwrap();
        let found = Embedding::of(&guest, &host, &gray_code(&guest, &host)).unwrap();
        assert_eq!((found.dilation, found.congestion), (dilation, congestion), "{guest}");
    }
    let ring = Topology::parse("ring:16").unwrap();
    let found = Embedding::of(&ring, &host, &(0..16).collect::<Vec<_>>()).unwrap();
    assert_eq!((found.dilation, found.stretched), (4, Some([0, 15])));
    // 0 -> 15 corrects the bits from the lowest on, and 15 -> 0 too.
    assert_eq!(found.congestion, 2);
    let twice = Embedding::of(&Topology::parse("ring:2").unwrap(), &host, &[3, 3]);
    assert_eq!(twice, Err(EmbeddingError::Twice(3)));
}
