//! Where the best algorithm changes: exactly where the literature says, and nowhere else.

use hockney_ask::{
    self as compare, Cut, How, Over, Ranked, Segment, TooManySizes, crossovers, over_sizes, ranking,
};
use hockney_base::number::Rational;
use hockney_core::collective::{COLLECTIVES, Instance, Ports, collective};
use hockney_core::topology::Topology;
use hockney_cost::Numbers;
use hockney_plan::planner::Request;

use hockney_testing::machines::machines;
use hockney_testing::{Effort, sweep};

fn numbers(m: &str, t_s: &str, t_w: &str) -> Numbers {
    let number = |text: &str| Some(text.parse::<Rational>().unwrap());
    Numbers { m: number(m), t_s: number(t_s), t_w: number(t_w), ..Numbers::default() }
}

fn request(kind: &str, topology: &Topology) -> Request {
    let instance = Instance::new(collective(kind).unwrap(), topology.nodes());
    Request { topology: topology.clone(), instance, ports: Ports::ONE, order: None }
}

fn everywhere(effort: Effort, mut holds: impl FnMut(&Request)) {
    for topology in effort.thin(machines(), 12).iter().filter(|topology| topology.nodes() <= 9) {
        for collective in COLLECTIVES {
            holds(&request(collective.name(), topology));
        }
    }
}

/// The parts over m with t_s = 7 and t_w = 2, of two algorithms only.
fn between(request: &Request, names: [&str; 2]) -> Vec<Segment> {
    let mut rows = ranking(request, &Numbers::default(), &How::default()).rows;
    rows.retain(|row| names.contains(&row.algorithm.name()));
    assert_eq!(rows.len(), 2, "{names:?} on {}", request.topology);
    let numbers = Numbers { m: None, ..numbers("0", "7", "2") };
    let high = Rational::power_of_two(60);
    crossovers(&rows, &Over::M(numbers), &Rational::zero(), &high).unwrap()
}

/// Where the second takes over, in units of t_s/t_w.
fn meeting(request: &Request, names: [&str; 2]) -> Option<Rational> {
    let parts = between(request, names);
    let found: Vec<&str> = parts.iter().map(|part| part.algorithm.name()).collect();
    if parts.len() == 1 {
        return None;
    }
    assert_eq!(found, names, "on {}", request.topology);
    assert_eq!(parts[0].to, parts[1].from);
    // At the crossover both cost the same, at the first whole m the later one is better.
    let first = parts[1].first_whole.clone().unwrap();
    assert!(first > parts[1].from && &first - &Rational::one() <= parts[1].from);
    parts[1].from.checked_div(&"7/2".parse().unwrap())
}

fn on(kind: &str, topology: &str) -> Request {
    request(kind, &Topology::parse(topology).unwrap())
}

/// `over/under`, of whole numbers; `None` where `under` is not positive.
fn fraction(over: i64, under: &Rational) -> Option<Rational> {
    Rational::from(over).checked_div(under).filter(|_| under.is_positive())
}

fn ceil_log(p: i64) -> i64 {
    i64::from(u32::try_from(p).unwrap().next_power_of_two().ilog2())
}

/// `2 (p - 1)/p`
fn share(p: i64) -> Rational {
    Rational::ratio(2 * (p - 1), p).unwrap()
}

/// The crossovers of the literature: m* in units of t_s/t_w, for every p.
#[test]
fn broadcasts_change_where_they_should() {
    for d in 1..=10 {
        let p = 1_i64 << d;
        let expected = fraction(d, &(&Rational::from(d) - &share(p)));
        for machine in ["hypercube", "complete", "star"] {
            let request = on("broadcast", &format!("{machine}:{p}"));
            let found = meeting(&request, ["recursive-doubling", "scatter-all-gather"]);
            assert_eq!(found, expected, "{machine}:{p}");
        }
    }
    for p in 3..=100 {
        let log = ceil_log(p);
        let expected = fraction(p - 1, &(&Rational::from(log) - &share(p)));
        for machine in ["linear-array", "ring", "tree"] {
            let request = on("broadcast", &format!("{machine}:{p}"));
            let found = meeting(&request, ["recursive-doubling", "scatter-ring"]);
            assert_eq!(found, expected, "{machine}:{p}");
        }
    }
}

#[test]
fn all_reduces_change_where_they_should() {
    for d in 1..=10 {
        let p = 1_i64 << d;
        let expected = fraction(d, &(&Rational::from(d) - &share(p)));
        let request = on("all-reduce", &format!("hypercube:{p}"));
        let found = meeting(&request, ["recursive-doubling", "halving-doubling"]);
        assert_eq!(found, expected, "{p}");
    }
    for p in 3..=100 {
        let request = on("all-reduce", &format!("linear-array:{p}"));
        let rows = ranking(&request, &Numbers::default(), &How::default()).rows;
        let parts = rows.iter().find(|row| row.algorithm.name() == "parts-exchange-broadcast");
        let u = parts.unwrap().cost.t_s.to_i64().unwrap();
        let expected = fraction(2 * (p - 1) - u, &(&Rational::from(u) - &share(p)));
        let found = meeting(&request, ["parts-exchange-broadcast", "ring"]);
        assert_eq!(found, expected, "{p}");
    }
}

#[test]
fn all_to_alls_change_where_they_should() {
    for p in 10..=60 {
        let log = ceil_log(p);
        let expected =
            fraction(p - 1 - 2 * log, &Rational::from(2 * (p - 1) * (p - 1) - p * p / 4));
        let request = on("all-to-all", &format!("linear-array:{p}"));
        assert_eq!(meeting(&request, ["gather-scatter", "ring-shorter-way"]), expected, "{p}");
    }
    for d in 2..=10 {
        let p = 1_i64 << d;
        let expected = fraction(p - 1 - d, &Rational::from(d * p / 2 - p + 1));
        let request = on("all-to-all", &format!("hypercube:{p}"));
        let found = meeting(&request, ["dimension-exchange", "pairwise-exchange"]);
        assert_eq!(found, expected, "{p}");
    }
    for p in 4..=40 {
        // In round k a node sends the blocks whose distance has bit k.
        let words: i64 = (0..p).map(|distance: i64| i64::from(distance.count_ones())).sum();
        let expected = fraction(p - 1 - ceil_log(p), &Rational::from(words - p + 1));
        let request = on("all-to-all", &format!("complete:{p}"));
        assert_eq!(meeting(&request, ["bruck", "rotation"]), expected, "{p}");
    }
}

/// Over t_s the roles are exchanged: the one with fewer steps comes last.
#[test]
fn the_ratio_runs_too() {
    let request = on("all-reduce", "hypercube:16");
    let rows = ranking(&request, &Numbers::default(), &How::default()).rows;
    let over = Over::Ratio(Numbers { m: Some(Rational::from(100_u32)), ..Numbers::default() });
    let parts = crossovers(&rows, &over, &Rational::zero(), &Rational::from(10_000_u32)).unwrap();
    let names: Vec<_> = parts.iter().map(|part| part.algorithm.name()).collect();
    assert_eq!(names, ["halving-exchange-doubling", "hybrid-4", "hybrid-2", "recursive-doubling"]);
    // 7 a + 100 15/8 = 6 a + 200, 6 a + 200 = 5 a + 250, and 5 a + 250 = 4 a + 400
    assert_eq!(
        parts.iter().map(|part| part.to.to_string()).collect::<Vec<_>>()[..3],
        ["25/2", "50", "150"]
    );
}

sweep! {
    /// Catches an envelope that misses a line: at many points its part's algorithm is the best.
    fn the_best_of_a_part_is_the_best_at_its_points(effort) {
        let how = How { cut: Cut::default(), ..How::default() };
        everywhere(effort, |request| {
            let rows = ranking(request, &Numbers::default(), &how).rows;
            if rows.is_empty() {
                return;
            }
            let of = |m: Option<Rational>| Numbers { m, ..numbers("0", "9", "2") };
            let (low, high) = (Rational::zero(), Rational::from(500_u32));
            let parts = crossovers(&rows, &Over::M(of(None)), &low, &high).unwrap();
            assert_eq!((&parts[0].from, &parts[parts.len() - 1].to), (&low, &high));
            for part in &parts {
                let middle = (&part.from + &part.to).checked_div(&Rational::from(2_u32)).unwrap();
                for m in [part.from.clone(), middle, part.to.clone()] {
                    let there = of(Some(m.clone()));
                    let best = ranking(request, &there, &how).rows.swap_remove(0).total;
                    let of_part = |row: &&Ranked| row.algorithm.name() == part.algorithm.name();
                    let total = there.total(&rows.iter().find(of_part).unwrap().cost);
                    assert_eq!(total, best, "m = {m}, {}", request.topology);
                }
            }
        });
    }
}

#[test]
fn sizes_are_those_that_a_family_allows() {
    let sizes = |name: &str, dimensions, low, high| {
        let family = hockney_core::topology::family(name).unwrap();
        compare::sizes(family, dimensions, (low, high), 1 << 25, 1 << 28)
    };
    assert_eq!(sizes("hypercube", 1, 3, 20).unwrap(), [[4], [8], [16]]);
    assert_eq!(sizes("mesh", 2, 2, 16).unwrap(), [[2, 2], [3, 3], [4, 4]]);
    assert_eq!(sizes("torus", 3, 0, 8).unwrap(), [[1, 1, 1], [2, 2, 2]]);
    assert_eq!(sizes("ring", 1, 0, 3).unwrap(), [[1], [2], [3]]);
    let over = |what, needed: u128, allowed: u64| Err(TooManySizes { what, needed, allowed });
    assert_eq!(sizes("ring", 1, 1, 1 << 27), over("vertices", 1 << 27, 1 << 25));
    assert_eq!(sizes("ring", 1, 3, 1 << 20), over("nodes", (1 << 39) + (1 << 19) - 3, 1 << 28));
    assert_eq!(sizes("ring", 1, 1, (1 << 14) - 1).unwrap().len(), (1 << 14) - 1);
    assert_eq!(sizes("hypercube", 1, 1, u64::MAX), over("vertices", 1 << 63, 1 << 25));
    assert_eq!(
        sizes("mesh", 2, 1, u64::MAX),
        over("vertices", u128::from(u32::MAX).pow(2), 1 << 25)
    );
    assert_eq!(sizes("graph", 1, 1, 4).unwrap(), Vec::<Vec<u64>>::new());
}

sweep! {
    fn over_sizes_the_best_is_named_at_each(effort) {
        let request = |sizes: &[u64]| -> Result<Request, ()> {
            Ok(on("all-reduce", &format!("hypercube:{}", sizes[0])))
        };
        let all: Vec<Vec<u64>> = (1..=20).map(|d| vec![1 << d]).collect();
        let sizes: Vec<Vec<u64>> = effort.of([&all[..8], &all[19..]].concat(), all);
        let numbers = numbers("100", "50", "1");
        let (parts, unpriced) = over_sizes(&sizes, &numbers, &How::default(), request).unwrap();
        let nodes = |number: &Rational| number.to_u64().unwrap();
        let parts: Vec<_> =
            parts.iter().map(|p| (nodes(&p.from), nodes(&p.to), p.algorithm.name())).collect();
        // On 4 nodes both cost 300, and the one with fewer steps is named.
        let expected = [
            (2, 4, "recursive-doubling"),
            (8, 16, "hybrid-2"),
            (32, 128, "hybrid-4"),
            (256, effort.of(256, 4096), "hybrid-8"),
            (effort.of(1 << 20, 8192), 1 << 20, "hybrid-16"),
        ];
        assert_eq!(parts, expected);
        // What sends more messages than the limit allows is said.
        for name in ["neighbour-exchange", "pair-flow", "ring-sums", "sequential"] {
            assert!(unpriced.iter().any(|(other, _)| *other == name), "{name}: {unpriced:?}");
        }
        for (name, why) in &unpriced {
            let said = ["50000000 are allowed", "no lemma says that it is right"];
            assert!(said.iter().any(|said| why.contains(said)), "{name}: {why}");
        }
    }
}
