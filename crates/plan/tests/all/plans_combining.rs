//! Barrier, all-reduce and scan on every topology at every small size: valid, priced as their
//! closed forms say, with the steps and words of the catalogue, and kept in order where the
//! literature says so.

use std::sync::Arc;

use hockney_base::number::Rational;
use hockney_core::checker::{self, Checked, Limits};
use hockney_core::collective::{Instance, Ports, Schedule, collective};
use hockney_core::schedule::Listed;
use hockney_core::topology::{FAMILIES, GraphLinks, Topology};
use hockney_cost::Comparison;
use hockney_cost::{self as cost, Cost, Model};
use hockney_formula as formula;
use hockney_plan::planner::{self, Algorithm, PlanError, Request, Role};

use crate::plans::fitted;
use hockney_testing::{Effort, sweep};

fn request(kind: &str, topology: &Topology, exclusive: bool, root: u32) -> Request {
    let instance = Instance::new(collective(kind).unwrap(), topology.nodes());
    let instance = instance.with_exclusive(exclusive).with_root(u64::from(root)).unwrap();
    Request { topology: topology.clone(), instance, ports: Ports::ONE, order: None }
}

/// Plans and checks; `None` where the algorithm does not fit.
fn planned(algorithm: &Algorithm, request: &Request) -> Option<Checked> {
    let request = fitted(algorithm, request)?;
    let steps = algorithm.steps(&request);
    let listed = Listed::of(&*steps);
    assert!(listed.0.iter().all(|step| !step.messages.is_empty()), "an empty step");
    let messages: usize = listed.0.iter().map(|step| step.messages.len()).sum();
    assert_eq!(steps.messages(), messages as u128, "{}", algorithm.name());
    assert!(algorithm.at_least(&request) <= listed.0.len(), "{}", algorithm.name());
    let schedule =
        Schedule::plain(request.topology, request.ports, request.instance, Arc::from(steps));
    Some(checker::check(&schedule, &Limits::default()).unwrap())
}

fn cost(checked: &Checked) -> Cost {
    cost::price(checked.schedule(), &checked.report().measures, Model::default())
        .cost
        .without_hops()
}

/// Valid, and priced exactly as the closed form says.
fn holds(algorithm: &Algorithm, request: &Request) -> Option<Checked> {
    if algorithm.is_tabled() {
        return None; // no closed form: `optima.rs` holds them
    }
    let topology = &request.topology;
    let checked = planned(algorithm, request)?;
    let links = topology.network().graph_links();
    let name = format!("{} on {topology} {links:?}", algorithm.name());
    assert_eq!(checked.report().violations, [], "{name}");
    let form = algorithm.closed_form(topology.family(), topology.sizes().len()).unwrap();
    let cost = cost(&checked);
    let pieces = checked.schedule().phases[0].instance().pieces;
    let formula = formula::parse(&form.formula).unwrap();
    let measured = hockney_cost::against(
        &formula,
        &hockney_cost::bindings(topology, None).with("n", pieces),
        &cost,
    )
    .unwrap();
    assert_eq!(measured.comparison, Comparison::Equal, "{name}: {cost} is not {}", form.formula);
    Some(checked)
}

/// Every algorithm of a collective on every machine; each must have been tried.
fn all(
    effort: Effort,
    kind: &str,
    exclusive: bool,
    mut and: impl FnMut(&Algorithm, &Topology, &Checked),
) {
    for algorithm in planner::algorithms().filter(|a| a.collective() == kind) {
        for topology in effort.machines() {
            let role = algorithm.on(topology.family()).map(|on| on.role);
            if role.is_none_or(|role| role == Role::Counterexample) {
                continue;
            }
            if let Some(checked) = holds(algorithm, &request(kind, &topology, exclusive, 0)) {
                and(algorithm, &topology, &checked);
            }
        }
    }
}

/// The steps of an exchange among the largest power of two, and to and from the others.
fn folded(p: u32) -> u32 {
    p.ilog2() + if p.is_power_of_two() { 0 } else { 2 }
}

fn ceil_log(p: u32) -> u32 {
    p.next_power_of_two().ilog2()
}

/// Known figures: parts, exchange, broadcast among p by g, T that the kernels have.
fn u(p: u32, kernels: &[(u32, u32)]) -> u32 {
    let fitting = kernels.iter().filter(|(g, _)| *g <= p);
    fitting.map(|(g, more)| 2 * ceil_log(p.div_ceil(*g)) + more).min().unwrap_or(0)
}

/// On a family of lines, rings, or any graph.
fn u_on(family: &str, p: u32) -> u32 {
    match family {
        "linear-array" | "mesh" => u(p, &[(2, 1), (3, 2), (5, 3), (7, 4)]),
        "ring" | "torus" => u(p, &[(2, 1), (3, 2), (4, 2), (6, 3)]),
        _ => u(p, &[(2, 1), (3, 2)]),
    }
}

/// Parts along the tour of a topology.
fn u_best(topology: &Topology) -> u32 {
    let family = topology.family().name();
    u_on(if topology.network().sides().is_some() { "any" } else { family }, topology.nodes())
}

/// Rows to the diagonal and back, or columns where there are more rows.
fn diagonal(topology: &Topology) -> u32 {
    let sides = topology.network().sides().unwrap();
    2 * ceil_log(sides[0].max(sides[1])) + ceil_log(sides[0].min(sides[1]))
}

/// Parts along one dimension after another.
fn u_sides(topology: &Topology) -> u32 {
    let sides = topology.network().sides().unwrap();
    sides.iter().map(|side| u_on(topology.family().name(), *side)).sum()
}

/// Known figures: Brent and Kung.
fn bk(p: u32) -> u32 {
    match p {
        0 | 1 => 0,
        2 => 1,
        _ => p.ilog2() + (p / 3).ilog2() + 1,
    }
}

/// Known figures: pair flow on even rings, the ring algorithm on odd ones.
fn pf(k: u32) -> u32 {
    if k >= 4 && k.is_multiple_of(2) { 2 + (k - 2).div_ceil(4) } else { k - 1 }
}

fn steps_and_words(checked: &Checked) -> (Rational, Rational) {
    let cost = cost(checked);
    (cost.t_s, cost.t_w)
}

fn whole(steps: u32, words: u32) -> (Rational, Rational) {
    (Rational::from(steps), Rational::from(words))
}

/// `words` of p parts, of m/p words each.
fn shares(steps: u32, parts: u32, p: u32) -> (Rational, Rational) {
    (Rational::from(steps), Rational::from(parts).checked_div(&Rational::from(p)).unwrap())
}

sweep! {
    fn every_barrier_takes_its_steps(effort) {
        all(effort, "barrier", false, |algorithm, topology, checked| {
            let p = topology.nodes();
            let expected = match algorithm.name() {
                "recursive-doubling" => folded(p),
                "dissemination" => ceil_log(p),
                "double-ring" => {
                    if p == 1 {
                        0
                    } else {
                        2 * p
                    }
                }
                "binomial" => 2 * ceil_log(p),
                "sequential" => 2 * (p - 1),
                "parts-exchange-broadcast" => u_best(topology),
                "dimension-by-dimension" => u_sides(topology),
                "diagonal-crossbar" => diagonal(topology),
                other => panic!("{other} has no figure"),
            };
            assert_eq!(steps_and_words(checked), whole(expected, 0), "{topology}");
        });
    }
}

/// A step less than the nodes of a line, along each.
fn ring_sums(topology: &Topology) -> u32 {
    let p = topology.nodes();
    topology.network().sides().map_or(p - 1, |sides| sides.iter().map(|side| side - 1).sum())
}

sweep! {
    fn every_all_reduce_takes_its_steps_and_words(effort) {
        all(effort, "all-reduce", false, |algorithm, topology, checked| {
            let p = topology.nodes();
            let sides = topology.network().sides();
            let along = |sides: &[u32]| sides.iter().map(|side| side - 1).sum::<u32>();
            let (expected, in_order) = match algorithm.name() {
                "recursive-doubling" => (whole(folded(p), folded(p)), true),
                "reduce-then-broadcast" => (whole(2 * ceil_log(p), 2 * ceil_log(p)), true),
                "sequential" => (whole(2 * (p - 1), 2 * (p - 1)), p <= 2),
                "folded-halving-doubling" => {
                    // Half, half, and the half back; then the whole result.
                    let (left, others) = (1 << p.ilog2(), u32::from(!p.is_power_of_two()));
                    let steps = 2 * p.ilog2() + 3 * others;
                    (shares(steps, 2 * (left - 1) + 2 * others * left, left), p <= 2)
                }
                "census" => (whole(ceil_log(p), ceil_log(p)), p <= 2),
                "parts-exchange-broadcast" => {
                    let closed = topology.family().name() == "ring";
                    let numbered = topology.network().tour_order().is_none();
                    (whole(u_best(topology), u_best(topology)), numbered && !closed)
                }
                "dimension-by-dimension" => {
                    let steps = u_sides(topology);
                    (whole(steps, steps), topology.family().name() == "mesh")
                }
                "diagonal-crossbar" => (whole(diagonal(topology), diagonal(topology)), false),
                "ring" => (shares(2 * (p - 1), 2 * (p - 1), p), p <= 2),
                "ring-sums" => (whole(ring_sums(topology), ring_sums(topology)), p <= 2),
                "neighbour-exchange" => (shares(p - 1, 2 * (p - 1), p), p <= 2),
                "pair-flow" => (shares(2 * pf(p) - 1, 2 * (p - 1), p), p <= 2),
                "pair-flow-by-dimension" => {
                    let along = |side: u32| if side == 4 { 2 } else { pf(side) };
                    let steps = sides.unwrap().iter().map(|side| along(*side)).sum::<u32>();
                    (shares(2 * steps, 2 * (p - 1), p), p <= 2)
                }
                "ring-by-dimension" => (shares(2 * along(sides.unwrap()), 2 * (p - 1), p), p <= 2),
                "halving-exchange-doubling" => {
                    (shares((2 * ceil_log(p)).saturating_sub(1), 2 * (p - 1), p), p <= 2)
                }
                "hybrid-first-dimension" | "hybrid-last-dimension" => {
                    let (sides, family) = (sides.unwrap(), topology.family().name());
                    let first = algorithm.name() == "hybrid-first-dimension";
                    let own = if first { sides[0] } else { sides[sides.len() - 1] };
                    let along = |side: u32| match (family, side) {
                        ("torus", 4) => 2,
                        ("torus", _) => pf(side),
                        _ => side - 1,
                    };
                    let all: u32 = sides.iter().map(|side| along(*side)).sum();
                    let (lines, between) = (2 * (all - along(own)), u_on(family, own));
                    (shares(lines + between, 2 * (p / own - 1) + between, p / own), p <= 2)
                }
                hybrid if hybrid.starts_with("hybrid-") => {
                    let size: u32 = hybrid["hybrid-".len()..].parse().unwrap();
                    let between = ceil_log(p / size);
                    (shares(2 * ceil_log(size) + between, 2 * (size - 1) + between, size), p <= 2)
                }
                "halving-doubling" | "circulant" => (shares(2 * ceil_log(p), 2 * (p - 1), p), p <= 2),
                "two-tree" => {
                    let depth = (p - 1).min((p - 1).max(1).ilog2() + (p + 1).ilog2());
                    (whole(2 * depth, 2 * depth), p <= 2)
                }
                other => panic!("{other} has no figure"),
            };
            assert_eq!(steps_and_words(checked), expected, "{} on {topology}", algorithm.name());
            if in_order {
                assert_eq!(checked.report().needs_commutative, Some(false), "{topology}");
            }
        });
    }
}

sweep! {
    fn every_scan_takes_its_steps_and_words_in_order(effort) {
        for exclusive in [false, true] {
            all(effort, "scan", exclusive, |algorithm, topology, checked| {
                let p = topology.nodes();
                let expected = match algorithm.name() {
                    "hypercube-exchange" | "clipped-exchange" | "hillis-steele" | "clipped-census" => {
                        whole(ceil_log(p), ceil_log(p))
                    }
                    "brent-kung" => whole(bk(p), bk(p)),
                    "shifted-brent-kung" if p == 1 => whole(0, 0),
                    "shifted-brent-kung" => whole(1 + bk(p - 1), 1 + bk(p - 1)),
                    "diagonal-crossbar" => whole(diagonal(topology), diagonal(topology)),
                    "pipelined-chain" => whole(p - 1, p - 1),
                    "ring-sums" => whole(ring_sums(topology), ring_sums(topology)),
                    "slice-transpose" => shares(2 * (p - 1), 2 * (p * p / 4), p),
                    "gather-scan-scatter" => whole(2 * ceil_log(p), 2 * (p - 1)),
                    other => panic!("{other} has no figure"),
                };
                let name = format!("{} on {topology}", algorithm.name());
                assert_eq!(steps_and_words(checked), expected, "{name}");
                // Sums that nobody needs wrap round.
                let commutes = algorithm.name() == "ring-sums" && p > 2;
                let needs = checked.report().needs_commutative;
                assert!(commutes || needs == Some(false), "{name}: {needs:?}");
            });
        }
    }
}

sweep! {
    /// Broadcasts and reduces of long vectors from every root, as their known figures have them.
    fn every_broadcast_in_pieces_takes_its_steps_and_words(effort) {
        let names = [
            ("scatter-all-gather", "reduce-scatter-gather"),
            ("scatter-bruck", "bruck-gather"),
            ("scatter-ring", "ring-gather"),
            ("scatter-ring-by-dimension", "ring-by-dimension-gather"),
            ("pipelined-chain", "pipelined-chain"),
            ("n-block", "n-block"),
            ("circulant-n-block", "circulant-n-block"),
        ];
        for topology in effort.machines() {
            let p = topology.nodes();
            let sides = topology.network().sides().unwrap_or(&[]);
            let along = sides.iter().map(|side| side - 1).sum::<u32>();
            for ((broadcast, reduce), n) in names.into_iter().flat_map(|n| [(n, 1), (n, 2), (n, 5)]) {
                let expected = match broadcast {
                    "scatter-all-gather" | "scatter-bruck" => shares(2 * ceil_log(p), 2 * (p - 1), p),
                    "scatter-ring" => shares(ceil_log(p) + p - 1, 2 * (p - 1), p),
                    "scatter-ring-by-dimension" => shares(ceil_log(p) + along, 2 * (p - 1), p),
                    _ if p == 1 => whole(0, 0),
                    "n-block" | "circulant-n-block" => {
                        shares(ceil_log(p) - 1 + n, ceil_log(p) - 1 + n, n)
                    }
                    _ => shares(p - 2 + n, p - 2 + n, n),
                };
                if broadcast.starts_with("scatter") && n > 1 {
                    continue;
                }
                for (kind, name) in [("broadcast", broadcast), ("reduce", reduce)] {
                    let algorithm = planner::algorithm(kind, name).unwrap();
                    if algorithm.on(topology.family()).is_none() {
                        continue;
                    }
                    for root in 0..p {
                        let mut request = request(kind, &topology, false, root);
                        request.instance.pieces = n;
                        let Some(checked) = holds(algorithm, &request) else { continue };
                        assert_eq!(steps_and_words(&checked), expected, "{name} on {topology}, {root}");
                    }
                }
            }
        }
    }
}

/// A scan down the chain, in pieces.
#[test]
fn a_scan_in_pieces_follows_the_chain() {
    let chain = planner::algorithm("scan", "pipelined-chain").unwrap();
    for (p, n) in (1..=9).flat_map(|p| [(p, 2), (p, 3), (p, 8)]) {
        for exclusive in [false, true] {
            let topology = Topology::parse(&format!("linear-array:{p}")).unwrap();
            let mut request = request("scan", &topology, exclusive, 0);
            request.instance.pieces = n;
            let checked = holds(chain, &request).unwrap();
            let expected = if p == 1 { whole(0, 0) } else { shares(p - 2 + n, p - 2 + n, n) };
            assert_eq!(steps_and_words(&checked), expected);
            assert_eq!(checked.report().needs_commutative, Some(false));
        }
    }
}

sweep! {
    /// Larger sizes, where a depth that is off shows.
    fn sizes_around_powers_of_two_hold(effort) {
        for p in effort.of(vec![17], vec![31, 32, 33, 47, 48, 49, 63, 64, 65, 96, 97]) {
            for family in ["linear-array", "ring", "complete", "node-tree", "star", "tree"] {
                let topology = Topology::parse(&format!("{family}:{p}")).unwrap();
                for algorithm in planner::algorithms() {
                    let kind = algorithm.collective();
                    let ours = matches!(kind, "barrier" | "all-reduce" | "scan");
                    let on = algorithm.on(topology.family());
                    if ours && on.is_some_and(|on| on.role != Role::Counterexample) {
                        holds(algorithm, &request(kind, &topology, false, 0));
                        holds(algorithm, &request(kind, &topology, kind == "scan", 0));
                    }
                }
            }
        }
    }
}

/// One textbook algorithm on the hypercube, and none where the book has none.
#[test]
fn the_textbook_has_one_on_the_hypercube() {
    for kind in ["barrier", "all-reduce", "scan"] {
        for family in FAMILIES {
            let textbook = planner::algorithms()
                .filter(|a| a.collective() == kind)
                .filter_map(|a| a.on(family))
                .filter(|usage| usage.role == Role::Textbook);
            assert_eq!(textbook.count(), usize::from(family.name() == "hypercube"), "{kind}");
        }
    }
}

/// Prefixes can follow a tour only where the numbers do: on a path drawn as a graph, not on a
/// tree whose second level is numbered before its third.
#[test]
fn a_scan_along_a_tour_needs_numbers_along_it() {
    let links = (0..4).map(|v| [v, v + 1]).collect();
    let path = Topology::graph(GraphLinks { nodes: 5, switches: 0, links }).unwrap();
    let tree = Topology::parse("node-tree:4").unwrap();
    for (name, exclusive) in
        [("brent-kung", false), ("shifted-brent-kung", true), ("pipelined-chain", false)]
    {
        let algorithm = planner::algorithm("scan", name).unwrap();
        let checked = holds(algorithm, &request("scan", &path, exclusive, 0)).unwrap();
        assert_eq!(checked.report().needs_commutative, Some(false));
        let error = planner::fitted(algorithm, &request("scan", &tree, exclusive, 0)).unwrap_err();
        let said = format!(
            "{name} needs nodes numbered along a tour, which the nodes of this topology are not; \
             gather-scan-scatter and slice-transpose take any numbering"
        );
        assert_eq!(error.to_string(), said);
    }
}

/// An algorithm that sets its pieces takes no other number, and says which it sets.
#[test]
fn pieces_are_the_algorithms_own_where_it_sets_them() {
    let ring = planner::algorithm("all-reduce", "ring").unwrap();
    let mut request = request("all-reduce", &Topology::parse("ring:6").unwrap(), false, 0);
    assert_eq!(planner::fitted(ring, &request).unwrap().instance.pieces, 6);
    request.instance.pieces = 6;
    assert_eq!(planner::fitted(ring, &request).unwrap().instance.pieces, 6);
    request.instance.pieces = 4;
    let error = planner::fitted(ring, &request).unwrap_err();
    assert_eq!(error, PlanError::SetsItsPieces("ring", 6));
    assert_eq!(error.to_string(), "ring needs 6 pieces here and takes no other number");
}
