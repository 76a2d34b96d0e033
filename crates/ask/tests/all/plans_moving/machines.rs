//! The machines that plans are tried on.

use hockney_core::topology::{GraphLinks, Topology};

/// Numbers that look random and are the same each time.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below n.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }

    /// A permutation of so many positions.
    pub(crate) fn map(&mut self, n: u32) -> Vec<u64> {
        let mut map: Vec<u64> = (0..u64::from(n)).collect();
        for i in (1..map.len()).rev() {
            let j = usize::try_from(self.below(i as u64 + 1)).unwrap();
            map.swap(i, j);
        }
        map
    }
}

fn parse(name: &str) -> Topology {
    Topology::parse(name).unwrap()
}

/// A random connected graph; some of its vertices may be switches.
pub(crate) fn graph(nodes: u64, switches: u64, seed: u64) -> Topology {
    let mut dice = Dice::new(seed);
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
