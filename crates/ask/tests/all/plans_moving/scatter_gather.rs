//! Scatter and gather reach both lower bounds at once on every connected graph.

use super::{came_to, ceil_log2, figures, machines, of, run};
use hockney_core::topology::Topology;

fn both(topology: &Topology) {
    let p = topology.nodes();
    let least = Some(figures(ceil_log2(p), u64::from(p) - 1));
    for root in 0..u64::from(p) {
        let pairs = [
            ("scatter", "interval-halving", "dimension-halving"),
            ("gather", "interval-doubling", "dimension-doubling"),
        ];
        for (collective, interval, dimension) in pairs {
            let found = run(topology, &of(collective, p).with_root(root).unwrap());
            assert_eq!(came_to(&found, interval), least, "{collective} on {topology}");
            let cube = if topology.is("hypercube") { least.clone() } else { None };
            assert_eq!(came_to(&found, dimension), cube, "{collective} on {topology}");
        }
    }
}

#[test]
fn on_every_machine_from_every_root() {
    (1..=17).flat_map(machines::of_size).for_each(|topology| both(&topology));
    machines::grids().iter().for_each(both);
    both(&Topology::parse("hypercube:32").unwrap());
}
