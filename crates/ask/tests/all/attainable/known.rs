//! Steps and words that are known to be attainable, from the literature named beside each figure.

use hockney_base::number::Rational;
use hockney_core::collective::Ports;
use hockney_plan::planner::Request;

/// What algorithms for one request are known to take: steps and words, the words in units of m.
#[derive(Default)]
struct Figures(Vec<(Rational, Rational)>);

impl Figures {
    fn add(&mut self, steps: u64, words: (u64, u64)) {
        self.0.push((steps.into(), Rational::ratio(words.0, words.1).unwrap()));
    }

    /// Every step moves m words.
    fn rounds(&mut self, steps: u64) {
        self.add(steps, (steps, 1));
    }
}

fn ceil_log(x: u64) -> u64 {
    u64::from(x.next_power_of_two().trailing_zeros())
}

fn floor_log(x: u64) -> u64 {
    u64::from(x.ilog2())
}

/// The shorter way round a ring of n.
fn short(x: u64, n: u64) -> u64 {
    (x % n).min(n - x % n)
}

/// Brent & Kung 1982.
fn brent_kung(p: u64) -> u64 {
    if p < 3 { p - 1 } else { floor_log(p) + floor_log(p / 3) + 1 }
}

/// Reduce each of g parts, let their g heads exchange in so many steps, broadcast within the parts.
fn parts(p: u64, kernels: &[(u64, u64)]) -> u64 {
    let one = |&(g, steps): &(u64, u64)| 2 * ceil_log(p.div_ceil(g)) + steps;
    let fit = kernels.iter().filter(|(g, _)| *g <= p);
    if p == 1 { 0 } else { fit.map(one).min().unwrap() }
}

fn parts_any(p: u64) -> u64 {
    parts(p, &[(2, 1), (3, 2)])
}

fn parts_line(p: u64) -> u64 {
    parts(p, &[(2, 1), (3, 2), (5, 3), (7, 4)])
}

fn parts_ring(p: u64) -> u64 {
    parts(p, &[(2, 1), (3, 2), (4, 2), (6, 3)])
}

/// All-gather in pairs that send both ways round an even ring.
fn pair_flow(k: u64) -> u64 {
    match k {
        1 | 2 => k - 1,
        k if k.is_multiple_of(2) => 2 + (k - 2).div_ceil(4),
        k => k - 1,
    }
}

/// All-to-all over two hops on an even ring, after Hinrichs et al. 1994: steps, and eighths of words.
fn two_hop(k: u64) -> (u64, u64) {
    match k {
        1 | 2 => (k - 1, k * (k + 2) * u64::from(k > 1)),
        k if k.is_multiple_of(2) => (k / 2 + 1, k * (k + 2)),
        k => (k - 1, 2 * (k * k - 1)),
    }
}

/// A shift on a grid digit by digit, with the carries moved along (Grama et al., section 4.6.1, merged).
fn digit_by_digit(sides: &[u64], by: u64) -> u64 {
    let (mut rest, mut carries, mut steps) = (by, vec![0], 0);
    for &side in sides.iter().rev() {
        let digit = rest % side;
        rest /= side;
        steps += carries.iter().map(|carry| short(digit + carry, side)).max().unwrap();
        let into = |carry: &u64| [(digit + carry) / side, (side - 1 + digit + carry) / side];
        carries = carries.iter().flat_map(into).collect();
        carries.sort_unstable();
        carries.dedup();
    }
    steps
}

/// What is known for a request.
pub(crate) fn known(request: &Request) -> Vec<(Rational, Rational)> {
    let topology = &request.topology;
    let p = u64::from(topology.nodes());
    let sides: Vec<u64> =
        topology.network().sides().unwrap_or(&[]).iter().map(|&k| u64::from(k)).collect();
    let machine = Machine { family: topology.family().name(), p, sides };
    let of = &request.instance;
    let n = u64::from(of.pieces);
    let mut figures = Figures::default();
    let f = &mut figures;
    match of.collective.name() {
        "broadcast" | "reduce" => machine.broadcast(n, f),
        "scatter" | "gather" => f.add(ceil_log(p), (p - 1, 1)),
        "all-gather" => machine.all_gather(f),
        "reduce-scatter" => machine.reduce_scatter(f),
        "all-reduce" => machine.all_reduce(f),
        "barrier" => {
            machine.all_reduce(f);
            f.0.iter_mut().for_each(|(_, words)| *words = Rational::default());
        }
        "scan" => machine.scan(n, of.exclusive, f),
        "all-to-all" => machine.all_to_all(f),
        "shift" => machine.shift(u64::from(of.by), f),
        _ => {}
    }
    if request.ports == Ports::All {
        machine.all_ports(of.collective.name(), f);
    }
    figures.0
}

struct Machine {
    family: &'static str,
    p: u64,
    sides: Vec<u64>,
}

impl Machine {
    /// Every step among nodes with one port is free of congestion.
    fn is_crossbar(&self) -> bool {
        matches!(self.family, "complete" | "star" | "switch")
    }

    fn cyclic_shifts_are_free(&self) -> bool {
        self.is_crossbar() || self.family == "hypercube"
    }

    fn sum(&self, of: impl Fn(u64) -> u64) -> u64 {
        self.sides.iter().map(|&k| of(k)).sum()
    }

    fn is_grid(&self) -> bool {
        !self.sides.is_empty()
    }

    /// Grama et al. 4.1 and 4.7.1; Johnsson & Ho 1989; Bar-Noy & Kipnis 1994; Träff 2023.
    fn broadcast(&self, n: u64, f: &mut Figures) {
        let p = self.p;
        f.rounds(ceil_log(p));
        f.add(ceil_log(p) + p - 1, (2 * (p - 1), p));
        if p > 1 {
            f.add(p - 2 + n, (p - 2 + n, n));
        }
        if self.cyclic_shifts_are_free() && p > 1 {
            let rounds = ceil_log(p) - 1 + n;
            f.add(rounds, (rounds, n));
            f.add(2 * ceil_log(p), (2 * (p - 1), p));
        }
    }

    /// Grama et al. 4.2; Bruck et al. 1997; Chen et al. 2005.
    fn all_gather(&self, f: &mut Figures) {
        let p = self.p;
        f.add(p - 1, (p - 1, 1));
        if p > 1 {
            let halves = 2 * ceil_log(p) - 1;
            f.add(halves, (2 * p.div_ceil(2) - 1 + p * (ceil_log(p) - 1), 1));
        }
        if self.is_grid() {
            f.add(self.sum(|k| k - 1), (p - 1, 1));
        }
        if self.family == "torus" {
            f.add(self.sum(pair_flow), (p - 1, 1));
        }
        if self.family == "ring" && p.is_multiple_of(2) {
            f.add(p / 2, (p - 1, 1));
            f.add(pair_flow(p), (p - 1, 1));
        }
        if self.cyclic_shifts_are_free() {
            f.add(ceil_log(p), (p - 1, 1));
        }
    }

    /// An all-gather backwards; or reduce the whole and scatter it.
    fn reduce_scatter(&self, f: &mut Figures) {
        let p = self.p;
        self.all_gather(f);
        if p > 1 {
            // The halves exchange in all-gather only.
            f.0.remove(1);
            f.add(2 * ceil_log(p), (p * ceil_log(p) + p - 1, 1));
        }
    }

    /// Patarasuk & Yuan 2009; Rabenseifner 2004; Bar-Noy, Kipnis & Schieber 1993; Hromkovič et al.
    fn all_reduce(&self, f: &mut Figures) {
        let p = self.p;
        f.rounds(parts_any(p));
        f.add(2 * (p - 1), (2 * (p - 1), p));
        match self.family {
            "linear-array" => f.rounds(parts_line(p)),
            "ring" => {
                f.rounds(parts_ring(p));
                if p.is_multiple_of(2) {
                    f.add(2 * pair_flow(p), (2 * (p - 1), p));
                }
            }
            "mesh" => f.rounds(self.sum(parts_line)),
            "torus" => {
                f.rounds(self.sum(parts_ring));
                f.add(2 * self.sum(pair_flow), (2 * (p - 1), p));
            }
            _ => {}
        }
        self.diagonal(f);
        if self.cyclic_shifts_are_free() {
            f.rounds(ceil_log(p));
            f.add(2 * ceil_log(p), (2 * (p - 1), p));
        }
    }

    /// Rows to the diagonal, an exchange among the diagonal, rows back.
    fn diagonal(&self, f: &mut Figures) {
        if let [r, c] = self.sides[..]
            && r <= c
        {
            f.rounds(2 * ceil_log(c) + ceil_log(r));
        }
    }

    /// Grama et al. 4.3; Brent & Kung 1982; Hillis & Steele 1986.
    fn scan(&self, n: u64, exclusive: bool, f: &mut Figures) {
        let p = self.p;
        if matches!(self.family, "graph" | "node-tree" | "linear-array") {
            f.add(2 * ceil_log(p), (2 * (p - 1), 1));
        }
        if matches!(self.family, "graph" | "node-tree") {
            f.add(2 * (p - 1), (2 * (p * p / 4), p));
            return;
        }
        f.rounds(match (exclusive, p) {
            (_, 1) => 0,
            (false, p) => brent_kung(p),
            (true, p) => 1 + brent_kung(p - 1),
        });
        if p > 1 {
            f.add(p - 2 + n, (p - 2 + n, n));
        }
        if self.cyclic_shifts_are_free() {
            f.rounds(ceil_log(p));
        }
        self.diagonal(f);
    }

    /// Grama et al. 4.5; Bruck et al. 1997; Bokhari 1991.
    fn all_to_all(&self, f: &mut Figures) {
        let p = self.p;
        f.add(p - 1, (p * p / 4, 1));
        f.add(2 * ceil_log(p), (2 * (p - 1) * (p - 1), 1));
        if self.family == "ring" && p.is_multiple_of(2) {
            let (steps, eighths) = two_hop(p);
            f.add(steps, (eighths, 8));
        }
        if self.is_grid() {
            f.add(self.sum(|k| k - 1), (self.sum(|k| p / k * (k * k / 4)), 1));
        }
        if self.family == "torus" {
            f.add(self.sum(|k| two_hop(k).0), (self.sum(|k| p / k * two_hop(k).1), 8));
        }
        if self.cyclic_shifts_are_free() {
            f.add(p - 1, (p - 1, 1));
            let ones: u64 = (1..p).map(|j| u64::from(j.count_ones())).sum();
            f.add(ceil_log(p), (ones, 1));
        }
    }

    /// Grama et al. 4.6.
    fn shift(&self, by: u64, f: &mut Figures) {
        let p = self.p;
        if !matches!(self.family, "graph" | "node-tree") {
            f.rounds(short(by, p));
        }
        if self.family == "ring" && p.is_multiple_of(2) && p > 2 {
            if by.is_multiple_of(2) && by > 0 {
                f.rounds(by.max(p - by) / 2);
            }
            if by == p / 2 {
                f.rounds(p.div_ceil(4));
            }
        }
        if self.is_grid() {
            f.rounds(digit_by_digit(&self.sides, by));
        }
        if self.cyclic_shifts_are_free() {
            f.rounds(u64::from(by > 0));
        }
    }

    /// Copies of a cube algorithm with rotated dimensions, each on a d-th of the data (Johnsson & Ho 1989).
    fn all_ports(&self, collective: &str, f: &mut Figures) {
        let (p, d) = (self.p, ceil_log(self.p));
        if self.family != "hypercube" || d == 0 {
            return;
        }
        match collective {
            "broadcast" | "all-reduce" => f.add(d, (1, 1)),
            "scatter" | "gather" | "all-gather" | "reduce-scatter" => f.add(d, (p - 1, d)),
            "all-to-all" => f.add(d, (p, 2)),
            _ => {}
        }
    }
}
