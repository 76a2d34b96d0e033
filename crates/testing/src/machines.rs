//! Every family at every small size, for tests that hold something against all of them.

use hockney_core::topology::{FAMILIES, GraphLinks, Sizes, Topology};

/// The side lengths of meshes and tori.
fn grids() -> Vec<Vec<u64>> {
    let two = (1..=4).flat_map(|a| (1..=4).map(move |b| vec![a, b]));
    let three = (1..=4)
        .flat_map(|a| (1..=4).flat_map(move |b| (1..=4).map(move |c| vec![a, b, c])))
        .filter(|sides| sides.iter().product::<u64>() <= 36);
    let further = [vec![5, 5], vec![2, 7], vec![7, 3], vec![1, 9], vec![2, 2, 2, 2]];
    two.chain(three).chain(further).collect()
}

/// Connected graphs with switches and doubled links, the same every time.
pub fn graphs() -> Vec<GraphLinks> {
    let mut state = 1_u64;
    let mut below = move |count: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % count
    };
    let mut graphs = Vec::new();
    for nodes in (1..=12).chain([16, 19]) {
        for _ in 0..4 {
            let switches = below(5);
            let mut order: Vec<u64> = (0..nodes + switches).collect();
            for i in (1..order.len()).rev() {
                let other = usize::try_from(below(i as u64 + 1)).unwrap();
                order.swap(i, other);
            }
            // A spanning tree, and a few links more, which may double one that is there.
            let vertex = |i: u64| order[usize::try_from(i).unwrap()];
            let mut links: Vec<[u64; 2]> =
                (1..nodes + switches).map(|i| [vertex(i), vertex(below(i))]).collect();
            for _ in 0..below(6) {
                let [a, b] = [below(nodes + switches), below(nodes + switches)];
                if a != b {
                    links.push([a, b]);
                }
            }
            graphs.push(GraphLinks { nodes, switches, links });
        }
    }
    graphs
}

/// Boxes with few and with many rails, with direct links and without; fat trees and dragonflies.
pub fn named() -> Vec<Topology> {
    let boxes = ["1x1", "1x4", "3x1", "2x2", "2x3x3", "3x4x2", "4x2x5", "4x4x4"];
    let boxes =
        ["nodes", "nodes-direct"].into_iter().flat_map(|f| boxes.map(|s| format!("{f}:{s}")));
    let others = [
        "fat-tree:2",
        "fat-tree:2:3",
        "fat-tree:4",
        "fat-tree:4:2",
        "fat-tree:6",
        "dragonfly:1x1x1x1",
        "dragonfly:2x1x1x2",
        "dragonfly:1x3x1x4",
        "dragonfly:2x2x1x3",
        "dragonfly:2x2x3x2",
        "dragonfly:1x3x2x7",
        "dragonfly:3x2x2x4",
        "ring:1/switch:1",
        "ring:5/switch:2",
        "torus:3x4/switch:2",
        "hypercube:4/switch:4",
        "complete:3/switch:3",
        "node-tree:6/switch:2",
        "switch:4/switch:2",
        "nodes:2x2x2/switch:2",
        "fat-tree:2/switch:3",
        "dragonfly:1x2x1x3/switch:2",
    ];
    let names = boxes.chain(others.map(str::to_owned));
    names.map(|name| Topology::parse(&name).unwrap()).collect()
}

/// All machines whose links are alike.
pub fn machines() -> Vec<Topology> {
    let mut machines = Vec::new();
    for family in FAMILIES {
        let of = |sizes: &[u64]| Topology::new(family, sizes).unwrap();
        match family.sizes() {
            Sizes::One => machines.extend((1..=20).map(|p| of(&[p]))),
            Sizes::PowerOfTwo => machines.extend((0..=5).map(|d| of(&[1 << d]))),
            Sizes::Sides => machines.extend(grids().iter().map(|sides| of(sides))),
            // Their links differ, and few tests are about those.
            Sizes::Machine(_) => {}
            Sizes::Links => {
                machines.extend(graphs().into_iter().map(|g| Topology::graph(g).unwrap()));
            }
        }
    }
    machines
}
