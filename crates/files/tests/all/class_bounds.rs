//! Links of classes: lower bounds of costs, and where the best algorithm changes with m.

use hockney_ask::{How, Over, Ranking, cost_at, crossovers, ranking};
use hockney_base::number::Rational;
use hockney_core::checker::Limits;
use hockney_core::collective::{COLLECTIVES, Instance, Ports, collective};
use hockney_core::topology::{LinkClass, Topology};
use hockney_cost::{GivenNumbers, Model, Numbers};
use hockney_files::read_graph;
use hockney_plan::planner::Request;

use crate::drawn::graph;
use hockney_testing::Dice;

fn numbers(m: u64, topology: &Topology) -> Numbers {
    let given = GivenNumbers {
        t_s: Some("2"),
        t_w: Some("3/2"),
        t_h: Some("4"),
        ..GivenNumbers::default()
    };
    let numbers = Numbers { m: Some(Rational::from(m)), ..Numbers::read(given).unwrap() };
    numbers.with_classes(topology.classes()).unwrap()
}

fn ranked(request: &Request, numbers: &Numbers, contention: bool) -> Ranking {
    let limits = Limits { hops: 1 << 16, ..Limits::default() };
    ranking(
        request,
        numbers,
        &How { model: Model { contention, ..Model::default() }, limits, ..How::default() },
    )
}

fn request(kind: &str, topology: &Topology, ports: Ports) -> Request {
    let instance = Instance::new(collective(kind).unwrap(), topology.nodes());
    Request { topology: topology.clone(), instance, ports, order: None }
}

/// Catches a bound that counts a cut, a port or a step too many.
#[test]
fn no_cost_is_below_its_bound() {
    let mut dice = Dice(7);
    let (mut seen, mut reached) = (0, 0);
    for _ in 0..150 {
        let Ok(topology) = read_graph(&graph(&mut dice)) else { continue };
        if topology.classes().is_empty() {
            continue;
        }
        let kind =
            COLLECTIVES[usize::try_from(dice.below(COLLECTIVES.len() as u64)).unwrap()].name();
        let ports = [Ports::ONE, Ports::Limited(2), Ports::All];
        let ports = ports[usize::try_from(dice.below(3)).unwrap()];
        let mut request = request(kind, &topology, ports);
        if kind == "permute" {
            let p = u64::from(topology.nodes());
            let map: Vec<u64> = (0..p).map(|i| (i + 1) % p).collect();
            request.instance = request.instance.with_map(&map).unwrap();
        }
        for (m, contention) in [(0, false), (1, false), (1, true), (100, true)] {
            let numbers = numbers(m, &topology);
            let ranking = ranked(&request, &numbers, contention);
            let least = ranking.least.as_ref().unwrap();
            for row in &ranking.rows {
                let total = row.total.clone().unwrap();
                let name = row.algorithm.name();
                assert!(
                    total >= *least,
                    "{kind} by {name}, m = {m}: {total} < {least}\n{ranking:?}",
                    ranking = *ranking.on_classes
                );
                seen += 1;
                reached += usize::from(total == *least);
            }
        }
    }
    assert!(seen > 500 && reached > 30, "{seen} costs, {reached} equal to their bounds");
}

/// Two messages of a step, one with a slow hop and one with many words, pay for the greater only.
#[test]
fn hops_and_words_are_not_added() {
    let graph = "{nodes: 4, classes: {far: {t_h: 10, t_w: 1/100}, slow: {t_h: 0, t_w: 10}}, \
                 links: [[0, 1, far], [2, 3, slow], [1, 2, slow]]}";
    let topology = read_graph(graph).unwrap();
    let ranking = ranked(&request("shift", &topology, Ports::All), &numbers(1, &topology), false);
    let bounds = ranking.on_classes.as_ref().unwrap();
    assert_eq!(
        (bounds.hops.value.to_string(), bounds.words.value.to_string()),
        ("0".into(), "0".into())
    );
    let mut swap = request("permute", &topology, Ports::All);
    swap.instance = swap.instance.with_map(&[1, 0, 3, 2]).unwrap();
    let ranking = ranked(&swap, &numbers(1, &topology), false);
    let bounds = ranking.on_classes.as_ref().unwrap();
    assert_eq!(
        (bounds.hops.value.to_string(), bounds.words.value.to_string()),
        ("10".into(), "10".into())
    );
    // One step: t_s and 10, not 20.
    assert_eq!(ranking.least.as_ref().unwrap().to_string(), "12");
    assert_eq!(ranking.rows[0].total.as_ref().unwrap().to_string(), "1201/100");
}

/// The reasons, on four boxes of eight with the link of a box to its rail as the cut.
#[test]
fn bounds_have_reasons() {
    let topology = Topology::parse("nodes:4x8").unwrap();
    let link = |name: &str, t_h: &str, t_w: &str| LinkClass {
        name: name.into(),
        t_h: Some(t_h.into()),
        t_w: Some(t_w.into()),
        ..LinkClass::default()
    };
    let given = GivenNumbers { t_s: Some("1"), ..GivenNumbers::default() };
    let links = vec![link("inside", "1", "1"), link("between", "5", "2")];
    let numbers = Numbers { links, ..Numbers::read(given).unwrap() };
    let numbers = numbers.with_classes(topology.classes()).unwrap();
    let why = |kind: &str| {
        let bounds = ranked(&request(kind, &topology, Ports::ONE), &numbers, false).on_classes;
        let bounds = bounds.as_ref().unwrap();
        format!(
            "{}: {}; {}: {}",
            bounds.words.value, bounds.words.why, bounds.hops.value, bounds.hops.why
        )
    };
    let hops = "12: the hops between node 0 and node 8, by the fastest route";
    let cases = [
        ("all-to-all", "384: the words into or out of nodes 0 to 7"),
        ("all-gather", "48: the words into or out of nodes 0 to 7"),
        ("all-reduce", "3: each word takes 6 messages between 4 parts, such as nodes 0 to 7"),
        ("broadcast", "2: the words into or out of nodes 0 to 7"),
        ("scatter", "48: the words into or out of nodes 0 to 7"),
        ("reduce-scatter", "48: the words into or out of nodes 0 to 7"),
        ("barrier", "0: a signal has no words"),
    ];
    for (kind, words) in cases {
        assert_eq!(why(kind), format!("{words}; {hops}"), "{kind}");
    }
}

/// Catches a crossover beside the true one: at every place the named algorithm is the cheapest.
#[test]
fn crossovers_on_classes_are_exact() {
    let mut dice = Dice(3);
    let (mut changes, high) = (0, Rational::from(200));
    for _ in 0..60 {
        let Ok(topology) = read_graph(&graph(&mut dice)) else { continue };
        if topology.classes().is_empty() || topology.nodes() < 4 {
            continue;
        }
        let kind =
            ["all-reduce", "broadcast", "all-gather"][usize::try_from(dice.below(3)).unwrap()];
        let all = numbers(1, &topology);
        let ranking = ranked(
            &request(kind, &topology, Ports::ONE),
            &Numbers { m: None, ..all.clone() },
            true,
        );
        let over = Over::M(all.clone());
        let segments = crossovers(&ranking.rows, &over, &Rational::zero(), &high).unwrap();
        changes += segments.len() - 1;
        for x in (0..=400_u64).map(|x| Rational::ratio(x, 2_u64).unwrap()) {
            let here = Numbers { m: Some(x.clone()), ..all.clone() };
            let total = |row: &hockney_ask::Ranked| here.total(&row.cost).unwrap();
            let least = ranking.rows.iter().map(total).min().unwrap();
            let segment = segments.iter().find(|part| part.from <= x && x <= part.to).unwrap();
            let best =
                ranking.rows.iter().find(|row| row.algorithm.name() == segment.algorithm.name());
            assert_eq!(cost_at(best.unwrap(), &over, &x), least, "{kind} at m = {x}");
        }
        for pair in segments.windows(2) {
            let at = |part: usize| {
                let name = pair[part].algorithm.name();
                let row = ranking.rows.iter().find(|row| row.algorithm.name() == name).unwrap();
                cost_at(row, &over, &pair[1].from)
            };
            assert_eq!(at(0), at(1), "{kind}");
        }
    }
    assert!(changes > 10, "{changes}");
}
