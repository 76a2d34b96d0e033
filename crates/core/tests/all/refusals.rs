//! What is no topology, no graph, no placement and no group of translations, and what is said of it.

use hockney_core::topology::{
    Feature, GraphLinks, MOST_VERTICES, Placement, Subset, Topology, Translations,
};
use hockney_testing::build::topology;
use hockney_testing::machines::{machines, named};

#[test]
fn names_of_no_topology_are_refused() {
    for (text, message) in [
        ("rnig:8", "there is no topology `rnig`"),
        ("ring", "`ring` has no size: write its number of nodes, such as `ring:8`"),
        (
            "ring:eight",
            "`eight` is not a size: a size is a whole number such as 8, sides are joined by x such as 4x4",
        ),
        (
            "ring:08",
            "`08` is not a size: a size is a whole number such as 8, sides are joined by x such as 4x4",
        ),
        (
            "ring:8a",
            "`8a` is not a size: a size is a whole number such as 8, sides are joined by x such as 4x4",
        ),
        (
            "ring:",
            "`` is not a size: a size is a whole number such as 8, sides are joined by x such as 4x4",
        ),
        ("ring:0", "the size is 0: a topology has at least one node"),
        ("mesh:4x0", "the size is 0: a topology has at least one node"),
        ("ring:4/switch:0", "the size is 0: a topology has at least one node"),
        ("ring:4x4", "`ring` takes one size, its number of nodes, such as `ring:8`"),
        ("mesh:16", "`mesh:16` has one side only: write linear-array:16 or mesh:4x4"),
        ("torus:15", "`torus:15` has one side only: write ring:15 or torus:3x5"),
        ("torus:7", "`torus:7` has one side only: write ring:7 or torus:1x7"),
        (
            "hypercube:6",
            "a hypercube has a power-of-two number of nodes, not 6; the nearest are 4 and 8",
        ),
        (
            "ring:4/switch:2/switch:2",
            "`/switch` comes once: write the nodes of each switch together, such as `ring:4/switch:4`",
        ),
        (
            "graph:4",
            "a graph is given by its links: write graph:FILE, or {graph: {nodes: 3, links: [[0, 1], [1, 2]]}} in a document",
        ),
        ("ring:33554433", "a topology of 33554433 vertices is over the limit of 33554432 vertices"),
        (
            "ring:4294967295x2:direct",
            "`2:direct` is not a size: a size is a whole number such as 8, sides are joined by x such as 4x4",
        ),
        (
            "ring:18446744073709551616",
            "a topology of 18446744073709551616 vertices is over the limit of 33554432 vertices",
        ),
    ] {
        let error = Topology::parse(text).unwrap_err();
        assert_eq!(error.to_string(), message, "{text}");
        assert_eq!(error.is_limit(), message.contains("over the limit"), "{text}");
    }
    let huge = Topology::parse(&format!("ring:1{}", "0".repeat(40))).unwrap_err().to_string();
    assert!(huge.starts_with("a size of 41 digits is too large"), "{huge}");
    for (text, vertices) in [("ring:9", 9), ("ring:3/switch:2", 9), ("nodes:2x2", 7)] {
        assert!(Topology::parse_within(text, vertices).is_ok(), "{text}");
        let error = Topology::parse_within(text, vertices - 1).unwrap_err();
        let message = format!(
            "a topology of {vertices} vertices is over the limit of {} vertices",
            vertices - 1
        );
        assert_eq!(error.to_string(), message, "{text}");
    }
    assert_eq!(topology("nodes:2x2:direct"), topology("nodes-direct:2x2"));
}

#[test]
fn links_of_no_graph_are_refused() {
    let refused = |nodes, switches, links: &[[u64; 2]]| {
        let given = GraphLinks { nodes, switches, links: links.to_vec() };
        Topology::graph(given).map(|graph| graph.vertices()).map_err(|error| error.to_string())
    };
    let told = |message: &str| Err(message.to_owned());
    assert_eq!(refused(0, 3, &[]), told("a graph has at least one node"));
    assert_eq!(refused(1, 0, &[]), Ok(1));
    assert_eq!(refused(2, 1, &[[0, 2], [2, 1]]), Ok(3));
    let nowhere = "link 2 ends at vertex 3, which the graph does not have";
    assert_eq!(refused(2, 1, &[[0, 2], [3, 1]]), told(nowhere));
    assert_eq!(refused(2, 1, &[[0, 2], [1, 3]]), told(nowhere));
    assert_eq!(refused(2, 1, &[[0, 2], [2, 1], [2, 2]]), told("link 3 joins a vertex to itself"));
    for (nodes, links, vertex) in [
        (2, &[][..], 1),
        (3, &[[0, 1]], 2),
        (3, &[[1, 2]], 1),
        (4, &[[0, 1], [2, 3]], 2),
        (4, &[[0, 1], [0, 1], [0, 1]], 2),
        (5, &[[0, 1], [4, 2], [2, 4]], 2),
    ] {
        let message =
            format!("the graph is in pieces: vertex {vertex} cannot be reached from vertex 0");
        assert_eq!(refused(nodes, 0, links), Err(message), "{links:?}");
    }
    let many = MOST_VERTICES + 1;
    let message =
        format!("a topology of {many} vertices is over the limit of {MOST_VERTICES} vertices");
    assert_eq!(refused(many, 0, &[[0, 1]]), Err(message.clone()));
    assert_eq!(refused(1, MOST_VERTICES, &[[0, 1]]), Err(message));
}

#[test]
fn a_group_of_translations_has_steps_that_divide_its_sides() {
    let cyclic = Translations::cyclic;
    for (sides, steps, fits) in [
        (&[6][..], &[2][..], true),
        (&[6], &[4], false),
        (&[6], &[0], false),
        (&[6], &[], false),
        (&[], &[], false),
        (&[6], &[2, 1], false),
        (&[4, 6], &[2], false),
        (&[0], &[1], false),
        (&[4, 6], &[4, 3], true),
        (&[4, 6], &[3, 3], false),
        (&[1 << 16, 1 << 16], &[1, 1], false),
    ] {
        assert_eq!(cyclic(sides, steps).is_some(), fits, "{sides:?} {steps:?}");
    }
    assert_eq!([0, 1, 6, 8].map(|p| Translations::xor(p).is_some()), [false, true, false, true]);
    let six = cyclic(&[12], &[6]).unwrap();
    assert_eq!([2, 3, 4, 6].map(|step| six.are_multiples_of(step)), [true, true, false, true]);
    assert!(!cyclic(&[2, 6], &[1, 6]).unwrap().are_multiples_of(1));
    assert!(!Translations::xor(8).unwrap().are_multiples_of(1));
}

/// Coordinates of a translation move the coordinates of nodes; classes have the numbers of their representatives.
#[test]
fn translations_are_a_group_that_moves_coordinates() {
    let groups = [
        Translations::cyclic(&[12], &[1]),
        Translations::cyclic(&[12], &[4]),
        Translations::cyclic(&[4, 6], &[2, 3]),
        Translations::cyclic(&[2, 3, 4], &[2, 1, 2]),
        Translations::xor(8),
    ];
    for by in groups.into_iter().flatten() {
        let (p, sides) = (by.nodes(), by.sides().to_vec());
        let representatives = by.representatives();
        assert_eq!((by.order() * by.classes(), representatives.len()), (p, by.classes() as usize));
        let all: Vec<u32> = by.all().collect();
        assert_eq!(all.len(), by.order() as usize);
        for node in 0..p {
            let (home, away) = (by.representative(node), by.from_representative(node));
            assert_eq!(by.apply(away, home), node, "{by:?}");
            assert!(all.contains(&away));
            assert_eq!(representatives[by.class(node) as usize], home, "{by:?}");
            for g in &all {
                let there = by.apply(*g, node);
                assert_eq!(by.apply(by.inverse(*g), there), node, "{by:?}");
                assert_eq!(by.class(there), by.class(node), "{by:?}");
                for (side, size) in sides.iter().enumerate() {
                    let [from, to, step] = [node, there, *g].map(|of| by.coordinate(of, side));
                    let moved = if by.is_xor() { from ^ step } else { (from + step) % size };
                    assert_eq!(to, moved, "{by:?}: {node} by {g}");
                }
            }
        }
        assert!((p..p + 3).all(|switch| all.iter().all(|g| by.apply(*g, switch) == switch)));
    }
}

#[test]
fn ranks_are_on_nodes_that_exist_once_each() {
    let boxes = topology("nodes:2x2");
    let placed =
        |nodes: &[u32]| Placement::of(&boxes, nodes.to_vec()).map_err(|error| error.to_string());
    assert_eq!(placed(&[]), Err("a placement has at least one rank".to_owned()));
    assert_eq!(placed(&[1, 0, 1]), Err("node 1 has rank 0 already".to_owned()));
    let on = boxes.clone().with_ranks(placed(&[3, 1]).unwrap());
    assert_eq!(on.ranks(), 2);
    assert_eq!([0, 1, 2, 1 << 40].map(|rank| on.node_of(rank)), [Some(3), Some(1), None, None]);
    assert_eq!([0, 1, 3].map(|node| on.rank_of(node)), [0, 1, 0]);
    assert_eq!([0, 1, 3].map(|node| on.placed(node)), ["node 0", "rank 1", "rank 0"]);
    assert_eq!([0, 3].map(|node| on.label(node)), [None, Some("rank 0".to_owned())]);
    // All nodes in their order are no placement.
    let same = boxes.clone().with_ranks(placed(&[0, 1, 2, 3]).unwrap());
    assert!(same.placement().is_none() && same.node_of(3) == Some(3) && same.node_of(4).is_none());
    assert_eq!((same.ranks(), same.rank_of(2), same.placed(2).as_str()), (4, 2, "node 2"));
}

#[test]
fn a_part_has_nodes_of_the_whole() {
    let ring = topology("ring:6");
    for (members, fits) in
        [(&[4, 1][..], true), (&[5], true), (&[6], false), (&[1, 1], false), (&[], false)]
    {
        assert_eq!(Subset::of(&ring, members).is_some(), fits, "{members:?}");
    }
}

/// Messages of a level between equal places of its parts share no link, as many from each part as it has ways.
#[test]
fn as_many_messages_as_a_level_has_ways_share_no_link() {
    let mut seen = 0;
    for machine in machines().into_iter().chain(named()) {
        let (network, p) = (machine.network(), machine.nodes());
        let levels = network.levels();
        assert_eq!(levels.iter().map(|level| level.parts).product::<u32>(), p, "{machine}");
        if !machine.offers(Feature::Groups) {
            continue;
        }
        seen += 1;
        let mut size = p;
        for level in &levels {
            size /= level.parts;
            let most = level.ways.min(size);
            for shift in 1..level.parts {
                let mut load = std::collections::BTreeMap::<u64, u32>::new();
                for (group, part) in
                    (0..p / size / level.parts).flat_map(|g| (0..level.parts).map(move |q| (g, q)))
                {
                    for place in 0..most {
                        let node = |part: u32| (group * level.parts + part) * size + place;
                        let (from, to) = (node(part), node((part + shift) % level.parts));
                        let mut links = Vec::new();
                        network.route_links(from, to, &mut Vec::new(), &mut links);
                        for link in links {
                            *load.entry(link).or_default() += 1;
                        }
                    }
                }
                let shared = load.iter().find(|(link, load)| **load > network.capacity(**link));
                assert_eq!(shared, None, "{machine}: {levels:?}, shift {shift}");
            }
        }
    }
    assert!(seen > 20, "{seen}");
}

/// The least step of cyclic shifts under which a machine looks the same is the one that it states.
#[test]
fn a_machine_states_its_least_turn() {
    for machine in machines().into_iter().chain(named()).filter(|machine| machine.nodes() > 1) {
        let (network, p) = (machine.network(), machine.nodes());
        let claimed = |step: &u32| {
            let by = Translations::cyclic(&[p], &[*step]);
            by.is_some_and(|by| network.looks_the_same_under(&by))
        };
        if let Some(least) = (1..p).find(claimed) {
            assert_eq!(least % network.turn(), 0, "{machine}");
            assert!(claimed(&network.turn()), "{machine}: {}", network.turn());
        }
    }
}
