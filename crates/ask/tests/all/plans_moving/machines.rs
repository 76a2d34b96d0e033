//! The machines that plans are tried on.

use hockney_core::topology::{GraphLinks, Topology};
use hockney_testing::Dice;

fn parse(name: &str) -> Topology {
    Topology::parse(name).unwrap()
}

/// A random connected graph; some of its vertices may be switches.
pub(crate) fn graph(nodes: u64, switches: u64, seed: u64) -> Topology {
    let mut dice = Dice(seed);
    let vertices = nodes + switches;
    let order = dice.map(u32::try_from(vertices).unwrap());
    let mut links: Vec<[u64; 2]> = Vec::new();
    for i in 1..vertices {
        let j = dice.below(i);
        links.push([order[usize::try_from(i).unwrap()], order[usize::try_from(j).unwrap()]]);
    }
    for _ in 0..dice.below(nodes + 1) {
        let (a, b) = (dice.below(vertices), dice.below(vertices));
        if a != b {
            links.push([a, b]);
        }
    }
    Topology::graph(GraphLinks { nodes, switches, links }).unwrap()
}

/// The families with one size, and graphs, of p nodes.
pub(crate) fn of_size(p: u32) -> Vec<Topology> {
    let mut found: Vec<Topology> =
        ["linear-array", "ring", "tree", "node-tree", "star", "switch", "complete"]
            .iter()
            .map(|family| parse(&format!("{family}:{p}")))
            .collect();
    if p.is_power_of_two() {
        found.push(parse(&format!("hypercube:{p}")));
    }
    found.push(graph(u64::from(p), 0, u64::from(p)));
    found.push(graph(u64::from(p), 0, u64::from(p) + 100));
    found.push(graph(u64::from(p), u64::from(p / 2), u64::from(p) + 200));
    found
}

/// Meshes and tori: all of two sides up to 4, some longer ones, some of three and four sides.
pub(crate) fn grids() -> Vec<Topology> {
    let mut sizes: Vec<String> =
        (1..=4).flat_map(|r| (1..=4).map(move |c| format!("{r}x{c}"))).collect();
    sizes.extend(["5x3", "3x5", "6x2", "2x6", "5x5", "1x7", "6x4"].map(str::to_owned));
    sizes.extend(["2x2x2", "2x3x2", "3x2x4", "1x3x3", "3x3x3", "2x2x2x2"].map(str::to_owned));
    let both = sizes.iter().flat_map(|size| [format!("mesh:{size}"), format!("torus:{size}")]);
    both.map(|name| parse(&name)).collect()
}
