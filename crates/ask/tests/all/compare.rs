//! What `compare` says: bounds that nothing goes below, and an order that totals agree with.

use std::collections::BTreeSet;

use hockney_ask::{self as compare, Cut, How, NoBest, Ranking, Why, best, ranking, rankings};
use hockney_base::number::Rational;
use hockney_core::checker::CheckerRule;
use hockney_core::collective::{COLLECTIVES, Instance, Parameter, Ports};
use hockney_core::topology::{GraphLinks, Topology};
use hockney_cost::{Bound, Cost, Model, Numbers, lower_bounds};
use hockney_plan::planner::{self, Algorithm, Request};

use hockney_testing::Dice;
use hockney_testing::{Effort, sweep};

fn numbers(m: &str, t_s: &str, t_w: &str) -> Numbers {
    let number = |text: &str| Some(text.parse::<Rational>().unwrap());
    Numbers { m: number(m), t_s: number(t_s), t_w: number(t_w), ..Numbers::default() }
}

fn request(kind: &str, topology: &Topology) -> Request {
    let instance =
        Instance::new(hockney_core::collective::collective(kind).unwrap(), topology.nodes());
    Request { topology: topology.clone(), instance, ports: Ports::ONE, order: None }
}

/// The requests for a collective on a machine, with some of its roots, shifts or maps.
fn requests(kind: &str, topology: &Topology) -> Vec<Request> {
    let plain = request(kind, topology);
    let p = u64::from(topology.nodes());
    let with = |instance| Request { instance, ..plain.clone() };
    let of = || plain.instance.clone();
    match plain.instance.collective.parameter() {
        Some(Parameter::Root) => vec![plain.clone(), with(of().with_root(p - 1).unwrap())],
        Some(Parameter::Exclusive) => vec![plain.clone(), with(of().with_exclusive(true))],
        Some(Parameter::By) => (0..p).map(|q| with(of().with_by(q.cast_signed()))).collect(),
        Some(Parameter::Map) => {
            let back: Vec<u64> = (0..p).rev().collect();
            let halves: Vec<u64> = (0..p).map(|v| (v + p / 2) % p).collect();
            [back, halves].iter().map(|map| with(of().with_map(map).unwrap())).collect()
        }
        None => vec![plain],
    }
}

fn everywhere(effort: Effort, mut holds: impl FnMut(&Request)) {
    for topology in effort.thin(effort.machines(), 3) {
        for collective in COLLECTIVES {
            for request in requests(collective.name(), &topology) {
                holds(&request);
            }
        }
    }
}

fn name(request: &Request, algorithm: &Algorithm) -> String {
    let (of, on) = (&request.instance, &request.topology);
    let (root, by) = (of.root, of.by);
    format!("{} of {} on {on}, root {root}, by {by}", algorithm.name(), of.collective.name())
}

/// A schedule has at least the words of its number of steps, and is above some pair of the front.
pub(crate) fn keeps_the_joint_bounds(ranking: &Ranking, row: &compare::Ranked) {
    let (cost, bounds, name) = (&row.cost, &*ranking.bounds, row.algorithm.name());
    let steps = cost.t_s.to_u64().unwrap();
    let words = bounds.words_in(steps).unwrap();
    assert!(cost.t_w >= words.value, "{name}: {cost} below {words:?}");
    let pieces = bounds.words_in_pieces(steps, row.pieces).unwrap();
    assert!(cost.t_w >= pieces.value, "{name} in {}: {cost} below {pieces:?}", row.pieces);
    let is_below = |(from, words): (u64, Bound)| from <= steps && words.value <= cost.t_w;
    assert!(bounds.front().into_iter().any(is_below), "{name}: {cost}");
    if let Some(least) = steps.checked_sub(1).and_then(|fewer| bounds.words_in(fewer)) {
        assert!(least.value >= words.value, "{name}");
    }
}

sweep! {
    /// Catches a bound that is too high, at any size, for anything that can be planned.
    fn nothing_goes_below_the_bounds(effort) {
        let mut priced = 0;
        everywhere(effort, |request| {
            let ranking = ranking(request, &Numbers::default(), &How::default());
            assert_eq!(ranking.unpriced, []);
            // What is bound by links alone is bound by ports as well.
            let all = lower_bounds(&request.topology, &request.instance, Ports::All);
            assert!(all.steps.value <= ranking.bounds.steps.value, "{}", request.topology);
            assert!(all.words.value <= ranking.bounds.words.value, "{}", request.topology);
            for row in &ranking.rows {
                let (name, bounds) = (name(request, row.algorithm), &*ranking.bounds);
                assert!(row.cost.t_s >= bounds.steps.value, "{name}: {} {bounds:?}", row.cost);
                assert!(row.cost.t_w >= bounds.words.value, "{name}: {} {bounds:?}", row.cost);
                keeps_the_joint_bounds(&ranking, row);
                priced += 1;
            }
        });
        assert!(priced > effort.of(200, 1000), "{priced}");
    }
}

/// A tree of up to 12 vertices with further links, some of them parallel.
fn plain(dice: &mut Dice) -> Topology {
    let (nodes, switches) = (2 + dice.below(8), dice.below(4));
    let mut links: Vec<_> = (1..nodes + switches).map(|v| [dice.below(v), v]).collect();
    for _ in 0..dice.below(8) {
        let [a, b] = [0; 2].map(|_| dice.below(nodes + switches));
        links.extend((a != b).then_some([a, b]));
    }
    Topology::graph(GraphLinks { nodes, switches, links }).unwrap()
}

sweep! {
    /// Catches a cut, a price or a count that is too high on machines of any shape, with any number of ports.
    fn nothing_goes_below_the_bounds_on_random_machines(effort) {
        let mut dice = Dice(11);
        let (mut priced, mut by) = (0, BTreeSet::new());
        for _ in 0..effort.of(60, 300) {
            let topology = plain(&mut dice);
            let kind = COLLECTIVES[usize::try_from(dice.below(COLLECTIVES.len() as u64)).unwrap()];
            let ports = [Ports::ONE, Ports::Limited(2), Ports::All];
            let ports = ports[usize::try_from(dice.below(3)).unwrap()];
            for request in requests(kind.name(), &topology) {
                let request = Request { ports, ..request };
                let ranking = ranking(&request, &Numbers::default(), &How::default());
                by.insert(ranking.bounds.words.why.lemma.name());
                for row in &ranking.rows {
                    keeps_the_joint_bounds(&ranking, row);
                    priced += 1;
                }
            }
        }
        assert!(priced > effort.of(200, 1000), "{priced}");
        assert_eq!(by.into_iter().collect::<Vec<_>>(), ["cut", "ports", "prices", "trivial"]);
    }
}

/// The fewest words that there can be for the number of steps, at every size.
#[test]
fn some_reach_the_joint_bound() {
    let reached = |kind: &str, on: String, name: &str| {
        let request = request(kind, &Topology::parse(&on).unwrap());
        let how = How { only: vec![name.to_owned()], ..How::default() };
        let ranking = ranking(&request, &Numbers::default(), &how);
        let row = &ranking.rows[0];
        let least = ranking.least_words(&row.cost).unwrap();
        assert_eq!(row.cost.t_w, least.value, "{kind} by {name} on {on}");
        format!("{} {}", row.cost, least.why.lemma.name())
    };
    for p in 3..40 {
        reached("all-to-all", format!("complete:{p}"), "rotation-2");
        reached("all-to-all", format!("complete:{p}"), "rotation");
    }
    for d in 1..9 {
        let hypercube = || format!("hypercube:{}", 1 << d);
        reached("all-reduce", hypercube(), "recursive-doubling");
        reached("all-reduce", hypercube(), "halving-exchange-doubling");
        reached("broadcast", hypercube(), "hypercube-binomial");
        reached("all-to-all", hypercube(), "dimension-exchange");
        reached("all-reduce", format!("ring:{}", 2 * d), "neighbour-exchange");
    }
    let four = reached("all-reduce", "ring:4".to_owned(), "neighbour-exchange");
    assert_eq!(four, "3 t_s + 3/2 m t_w ports");
    let eight = reached("all-to-all", "switch:8".to_owned(), "rotation-2");
    assert_eq!(eight, "4 t_s + 10 m t_w counting");
}

sweep! {
    /// Catches a price by closed form that is not that of the planned and checked schedule.
    fn measuring_says_what_the_closed_forms_say(effort) {
        let how = How { measure: true, ..How::default() };
        everywhere(effort, |request| {
            if request.topology.nodes() > 9 {
                return;
            }
            let by_form = ranking(request, &Numbers::default(), &How::default());
            let measured = ranking(request, &Numbers::default(), &how);
            let costs = |ranking: &Ranking| -> BTreeSet<_> {
                let row = |row: &compare::Ranked| {
                    let Cost { t_s, t_w, .. } = row.cost.clone();
                    (row.algorithm.name(), t_s, t_w)
                };
                ranking.rows.iter().map(row).collect()
            };
            let (by_form, mut measured) = (costs(&by_form), costs(&measured));
            // By closed forms some of those named after a number are never the best.
            let named: BTreeSet<&str> = by_form.iter().map(|row| row.0).collect();
            measured.retain(|row| named.contains(row.0) || !row.0.ends_with(char::is_numeric));
            assert_eq!(by_form, measured, "{}", request.topology);
        });
    }
}

sweep! {
    /// Catches an order that the totals do not have, a row that is said to be dominated and is not, and
    /// a best that is not the first.
    fn the_best_is_first(effort) {
        let machine = [numbers("1", "100", "1"), numbers("10000", "5", "1"), numbers("0", "1", "1")];
        let mut turn = 0;
        everywhere(effort, |request| {
            // Together, since their bounds are the same; `best` ranks with one of the numbers alone, with each in turn.
            let rankings = rankings(&request.clone().into(), &machine, &How::default());
            turn += 1;
            for (number, Ranking { rows, least, .. }) in rankings.iter().enumerate() {
                assert!(rows.is_sorted_by_key(|row| row.total.clone()));
                let first = rows.first().map(|row| row.algorithm.name());
                if number == turn % machine.len() {
                    match best(request, &machine[number], &How::default()) {
                        Ok(best) => {
                            assert_eq!(Some(best.algorithm.name()), first);
                            assert_eq!(best.total, rows[0].total);
                        }
                        Err(why) => assert_eq!((why, first), (NoBest::NothingFits, None)),
                    }
                }
                assert_eq!(rows.first().and_then(|row| row.dominated_by), None);
                for row in rows {
                    assert!(row.total >= **least);
                    let Some(by) = row.dominated_by else { continue };
                    let by = rows.iter().find(|row| row.algorithm.name() == by).unwrap();
                    assert!(by.cost.t_s <= row.cost.t_s && by.cost.t_w <= row.cost.t_w);
                }
            }
        });
    }
}

#[test]
fn without_numbers_steps_come_first() {
    let topology = Topology::parse("hypercube:16").unwrap();
    let request = request("broadcast", &topology);
    let rows = ranking(&request, &Numbers::default(), &How::default()).rows;
    assert!(rows.len() > 3);
    assert!(rows.is_sorted_by_key(|row| (row.cost.t_s.clone(), row.cost.t_w.clone())));
    assert!(rows.iter().all(|row| row.total.is_none() && row.ratio.is_none()));
    let known = |row: &compare::Ranked| planner::algorithm("broadcast", row.algorithm.name());
    assert!(rows.iter().all(|row| known(row).is_some()));
}

/// What each node holds at the end of an all-gather is all, and a chain's link carries it all.
#[test]
fn loads_are_measured() {
    let topology = Topology::parse("linear-array:5").unwrap();
    let how = How { measure: true, ..How::default() };
    let rows = ranking(request("all-gather", &topology), &Numbers::default(), &how).rows;
    let ring = rows.iter().find(|row| row.algorithm.name() == "ring").unwrap();
    let loads = ring.price.loads().unwrap();
    assert_eq!(loads.most_held, Some(Rational::from(5_u32)));
    assert_eq!(loads.busiest_link, Rational::from(4_u32));
    let rows = ranking(request("all-reduce", &topology), &Numbers::default(), &how).rows;
    let loads = rows[0].price.loads().unwrap();
    assert_eq!(loads.most_held, None);
}

sweep! {
    /// Catches a number of a name that is not the cheapest of all, and costs that are not those of its closed form.
    fn of_numbered_algorithms_the_best_is_ranked(effort) {
        let totals = [("1", "3", "1"), ("100", "3", "1"), ("10", "1000", "1"), ("7", "0", "2")];
        let names = [
            ("all-to-all", "rotation-", 2),
            ("all-to-all", "bruck-", 3),
            ("all-reduce", "hybrid-", 2),
            ("broadcast", "knomial-", 2),
            ("reduce", "knomial-", 2),
        ];
        for (kind, prefix, first) in names {
            for p in effort.sizes(40).into_iter().chain(effort.of(vec![12], vec![64, 100])) {
                // A single group is no hybrid.
                let some = kind != "all-reduce" || (2..p).any(|size| p % size == 0);
                if !some {
                    continue;
                }
                let request = request(kind, &Topology::parse(&format!("switch:{p}")).unwrap());
                let numbers_of = (first..=p.max(first)).filter(|k| kind != "all-reduce" || *k < p);
                let only: Vec<_> = numbers_of.map(|k| format!("{prefix}{k}")).collect();
                let all = How { cut: Cut::default(), ..How::default() };
                let each = How { only, ..all.clone() };
                for (m, t_s, t_w) in totals {
                    let numbers = numbers(m, t_s, t_w);
                    let of_family = |row: &&compare::Ranked| {
                        row.family.as_ref().is_some_and(|family| family.name == format!("{prefix}K"))
                    };
                    let all = ranking(&request, &numbers, &all);
                    let found = all.rows.iter().find(of_family).unwrap();
                    let least = ranking(&request, &numbers, &each).rows.remove(0);
                    assert_eq!(found.total, least.total, "{prefix}K at p = {p}, m = {m}, t_s = {t_s}");
                    assert_eq!(all.rows.iter().filter(of_family).count(), 1);
                }
                // Without numbers no other has fewer steps, or fewer words.
                let rows = |how: &How| ranking(&request, &Numbers::default(), how).rows;
                let (front, each) = (rows(&all), rows(&each));
                let of_family = |row: &&compare::Ranked| row.algorithm.name().starts_with(prefix);
                let front: Vec<_> = front.iter().filter(of_family).collect();
                let steps = |row: &compare::Ranked| row.cost.t_s.clone();
                let words = |row: &compare::Ranked| row.cost.t_w.clone();
                for of in [steps, words] {
                    let least = front.iter().map(|row| of(row)).min();
                    assert_eq!(least, each.iter().map(of).min(), "{prefix}K at p = {p}");
                }
            }
        }
    }
}

/// Catches a schedule that is valid here and dropped because it is wrong elsewhere, and a congested one that
/// nobody hears of.
#[test]
fn what_is_left_out_is_told_and_what_is_valid_is_ranked() {
    let request = |machine: &str| request("all-reduce", &Topology::parse(machine).unwrap());
    let of = |machine: &str, how: &How| {
        let Ranking { rows, left_out, .. } = ranking(request(machine), &Numbers::default(), how);
        let row = rows.iter().any(|row| row.algorithm.name() == "recursive-doubling");
        let left = left_out.iter().find(|one| one.algorithm == "recursive-doubling");
        (row, left.map(|one| one.why.clone()))
    };
    let strict = How { strict: true, ..How::default() };
    let only = How { only: vec!["recursive-doubling".to_owned()], ..strict.clone() };
    let congested = (false, Some(Why::Breaks(CheckerRule::Congestion)));
    for how in [&strict, &only] {
        assert_eq!(of("nodes:16x8x8", how), (true, None));
        assert_eq!(of("nodes:4x8", how), congested);
        assert_eq!(of("torus:4x4", how), congested);
    }
    let contention =
        How { model: Model { contention: true, ..Model::default() }, ..How::default() };
    assert_eq!(of("nodes:4x8", &contention), (true, None));
    let mut cut = request("ring:8");
    cut.instance.pieces = 3;
    let left_out = ranking(&cut, &Numbers::default(), &How::default()).left_out;
    assert!(left_out.iter().any(|one| (one.algorithm, &one.why) == ("ring", &Why::SetsItsPieces)));
}
