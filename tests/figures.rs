//! The known figures of all-gather, reduce-scatter, all-reduce, scan and barrier: for each, on each
//! topology at each small size, one of the algorithms takes no more steps and no more words.
#![allow(clippy::unwrap_used)] // a test may panic

mod machines;

use hockney::collective::{Instance, Ports, collective};
use hockney::compare::{How, ranking};
use hockney::cost::Numbers;
use hockney::number::Rational;
use hockney::planner::Request;
use hockney::topology::Topology;

use machines::machines;

/// A machine as the figures see it.
struct On {
    family: &'static str,
    p: u32,
    /// The sides of a grid.
    sides: Vec<u32>,
    /// Whether the nodes are numbered along a tour.
    in_order: bool,
}

/// Steps, and words in m/p.
type Figure = (u32, u32);

fn log(n: u32) -> u32 {
    n.next_power_of_two().ilog2()
}

/// Pair flow on even lines, the ring algorithm on odd ones.
fn pf(k: u32) -> u32 {
    if k >= 4 && k.is_multiple_of(2) { 2 + (k - 2).div_ceil(4) } else { k - 1 }
}

/// Brent and Kung.
fn bk(p: u32) -> u32 {
    match p {
        0 | 1 => 0,
        2 => 1,
        _ => p.ilog2() + (p / 3).ilog2() + 1,
    }
}

/// g parts, whose first nodes need so many steps more.
fn parts(p: u32, kernels: &[(u32, u32)]) -> u32 {
    let fitting = kernels.iter().filter(|(g, _)| *g <= p);
    fitting.map(|(g, more)| 2 * log(p.div_ceil(*g)) + more).min().unwrap_or(0)
}

impl On {
    fn is(&self, families: &[&str]) -> bool {
        families.contains(&self.family)
    }

    /// Whether every step that keeps the port rules is free of congestion.
    fn crossbar(&self) -> bool {
        self.is(&["star", "switch", "complete"])
    }

    fn along(&self, line: impl Fn(u32) -> u32) -> u32 {
        self.sides.iter().map(|side| line(*side)).sum()
    }

    /// Parts of an open or closed line, exchange, broadcast.
    fn line(&self, k: u32) -> u32 {
        match self.family {
            "linear-array" | "mesh" => parts(k, &[(2, 1), (3, 2), (5, 3), (7, 4)]),
            _ => parts(k, &[(2, 1), (3, 2), (4, 2), (6, 3)]),
        }
    }

    /// What is known of all-gather and of reduce-scatter alike.
    fn spread(&self) -> Vec<Figure> {
        let (p, words) = (self.p, (self.p - 1) * self.p);
        let mut figures = vec![(p - 1, words)];
        if self.is(&["mesh", "torus"]) {
            figures.push((self.along(|k| k - 1), words));
        }
        if self.is(&["torus"]) {
            figures.push((self.along(pf), words));
        }
        if self.is(&["ring"]) && p.is_multiple_of(2) {
            figures.extend([(p / 2, words), (pf(p), words)]);
        }
        if self.is(&["hypercube"]) || self.crossbar() {
            figures.push((log(p), words));
        }
        figures
    }

    fn all_gather(&self) -> Vec<Figure> {
        let (p, d) = (self.p, log(self.p));
        let few = (2 * d).saturating_sub(1);
        let words = if p == 1 { 0 } else { 2 * p.div_ceil(2) - 1 + p * (d - 1) };
        [self.spread(), vec![(few, words * p)]].concat()
    }

    fn reduce_scatter(&self) -> Vec<Figure> {
        let (p, d) = (self.p, log(self.p));
        [self.spread(), vec![(2 * d, (p * d + p - 1) * p)]].concat()
    }

    /// In how few steps everyone hears of everyone.
    fn gossip(&self) -> Vec<u32> {
        let mut steps = vec![parts(self.p, &[(2, 1), (3, 2)])];
        match self.family {
            "linear-array" | "ring" => steps.push(self.line(self.p)),
            "mesh" | "torus" => steps.push(self.along(|k| self.line(k))),
            "hypercube" | "star" | "switch" | "complete" => steps.push(log(self.p)),
            _ => {}
        }
        steps.extend(self.diagonal());
        steps
    }

    /// Rows to the diagonal of a grid with no more rows than columns, and back.
    fn diagonal(&self) -> Option<u32> {
        let [rows, columns] = self.sides[..] else { return None };
        (rows <= columns).then(|| 2 * log(columns) + log(rows))
    }

    fn all_reduce(&self) -> Vec<Figure> {
        let p = self.p;
        let spread = self.spread().into_iter().map(|(steps, _)| (2 * steps, 2 * (p - 1)));
        self.gossip().into_iter().map(|steps| (steps, steps * p)).chain(spread).collect()
    }

    fn barrier(&self) -> Vec<Figure> {
        self.gossip().into_iter().map(|steps| (steps, 0)).collect()
    }

    /// Inclusive or exclusive; each in one piece, but for the last, which sets its pieces.
    fn scan(&self, exclusive: bool) -> Vec<Figure> {
        let p = self.p;
        let whole = |steps: u32| (steps, steps * p);
        let mut figures = vec![(2 * log(p), 2 * (p - 1) * p)];
        if self.in_order {
            let tree = if exclusive && p > 1 { 1 + bk(p - 1) } else { bk(p) };
            figures.extend([whole(tree), whole(p - 1)]);
        }
        if self.is(&["node-tree", "graph"]) {
            figures.push((2 * (p - 1), 2 * (p * p / 4)));
        }
        if self.is(&["hypercube"]) || self.crossbar() {
            figures.push(whole(log(p)));
        }
        figures.extend(self.diagonal().map(whole));
        figures
    }
}

/// What every algorithm comes to, in steps and words.
fn all_costs(kind: &str, topology: &Topology, exclusive: bool) -> Vec<(Rational, Rational)> {
    let instance = Instance::new(collective(kind).unwrap(), topology.nodes());
    let instance = instance.with_exclusive(exclusive);
    let request = Request { topology: topology.clone(), instance, ports: Ports::One, order: None };
    let rows = ranking(&request, &Numbers::default(), &How::default()).rows;
    rows.into_iter().map(|row| (row.cost.t_s, row.cost.t_w)).collect()
}

/// Catches an algorithm that is missing on a topology, or left out of a size that it could do.
#[test]
fn no_known_figure_is_out_of_reach() {
    let mut held = 0;
    for topology in machines() {
        let sides = topology.network().sides().unwrap_or(&[]).to_vec();
        let in_order = topology.network().tour_order().is_none_or(<[_]>::is_sorted);
        let on = On { family: topology.family().name(), p: topology.nodes(), sides, in_order };
        let known = [
            ("all-gather", false, on.all_gather()),
            ("reduce-scatter", false, on.reduce_scatter()),
            ("all-reduce", false, on.all_reduce()),
            ("scan", false, on.scan(false)),
            ("scan", true, on.scan(true)),
            ("barrier", false, on.barrier()),
        ];
        for (kind, exclusive, figures) in known {
            let ours = all_costs(kind, &topology, exclusive);
            for (steps, shares) in figures {
                let words = Rational::from(shares).checked_div(&Rational::from(on.p)).unwrap();
                assert!(
                    ours.iter().any(|(t_s, t_w)| *t_s <= Rational::from(steps) && *t_w <= words),
                    "{kind} on {topology}, exclusive: {exclusive}: nothing in {steps} steps and \
                     {words} words"
                );
                held += 1;
            }
        }
    }
    assert!(held > 3000, "{held}");
}
