//! Pieces of whole words, and the best number of pieces: against counting and trying.

use hockney_ask::{BestPieces, Cut, How, pieces, ranking};
use hockney_base::number::Rational;
use hockney_core::checker::{Limits, check, weigh};
use hockney_core::collective::{Instance, Ports, Schedule, collective};
use hockney_core::schedule::{Payload, Runs, Step};
use hockney_core::topology::{LinkClass, Topology};
use hockney_cost::{self as cost, GivenNumbers, Model, Numbers};
use hockney_plan::planner::{Algorithm, Request, algorithm, fitted};
use hockney_plan::question::Question;

fn request(kind: &str, topology: &str, pieces: u32) -> Request {
    let topology = Topology::parse(topology).unwrap();
    let instance = Instance::new(collective(kind).unwrap(), topology.nodes());
    let instance = instance.with_pieces(pieces).unwrap();
    Request { topology, instance, ports: Ports::ONE, order: None }
}

fn numbers(m: u64, t_s: &Rational, t_w: &Rational) -> Numbers {
    Numbers {
        m: Some(Rational::from(m)),
        t_s: Some(t_s.clone()),
        t_w: Some(t_w.clone()),
        ..Numbers::default()
    }
}

/// The best number of pieces of an algorithm, of fractions of words where these are `ideal`.
fn best_pieces(
    algorithm: &'static Algorithm,
    request: &Request,
    numbers: &Numbers,
    ideal: bool,
) -> Option<BestPieces> {
    let plan = Question::from(request).plan_by(algorithm).unwrap();
    pieces(&plan, numbers, &How { cut: Cut { best: true, whole_words: !ideal }, ..How::default() })
}

/// The words of some pieces, each word looked at by itself.
fn counted(of: &Instance, pieces: &Runs, m: u64) -> u64 {
    let n = u64::from(of.pieces);
    let numbers = pieces.runs().iter().flat_map(|run| run.start..run.end);
    let begins = |k: u64| k * m / n;
    let words = |piece: u64| {
        (0..m).filter(|w| (begins(piece % n)..begins(piece % n + 1)).contains(w)).count() as u64
    };
    numbers.map(words).sum()
}

/// The price in whole words is that of the largest message of each step.
#[test]
fn a_step_pays_for_its_largest_message() {
    let cases = [
        ("broadcast", "ring:7", "scatter-ring"),
        ("broadcast", "mesh:3x3", "scatter-ring-by-dimension"),
        ("broadcast", "hypercube:8", "n-block"),
        ("reduce", "linear-array:5", "pipelined-chain"),
        ("all-reduce", "ring:6", "ring"),
        ("all-reduce", "hypercube:8", "halving-doubling"),
        ("all-reduce", "complete:7", "circulant"),
        ("all-to-all", "ring:4", "ring"),
        ("all-gather", "ring:5", "ring"),
    ];
    for (kind, topology, name) in cases {
        let planner = algorithm(kind, name).unwrap();
        let own = fitted(planner, &request(kind, topology, 1)).unwrap().instance.pieces;
        let pieces = if own == 1 { 3 } else { 1 };
        let request = fitted(planner, &request(kind, topology, pieces)).unwrap();
        let of = &request.instance;
        for m in 0..24 {
            let steps = planner.steps(&request);
            let mut expected = 0;
            let mut step = Step::default();
            for k in 0..steps.count() {
                steps.step_into(k, &mut step);
                let carried = step.messages.iter().map(|message| match &message.payload {
                    Payload::Plain(blocks) => counted(of, blocks, m),
                    Payload::Values(values) => {
                        values.iter().map(|value| counted(of, &value.blocks, m)).sum()
                    }
                    Payload::Everything => panic!("planned messages name their blocks"),
                });
                expected += carried.max().unwrap_or(0);
            }
            let plain =
                Schedule::plain(request.topology.clone(), Ports::ONE, of.clone(), steps.into());
            let words = Rational::from(m);
            let limits = Limits::default();
            let measures = weigh(&plain, &limits, &words).unwrap();
            let model = Model::default();
            let checked = check(&plain, &limits).unwrap();
            let ideal = cost::price(&plain, &checked.report().measures, model);
            let whole = cost::price_in_words(&plain, &measures, model, &words);
            assert_eq!(whole.is_none(), m % u64::from(of.pieces) == 0, "{kind} by {name}, m = {m}");
            let paid = &whole.unwrap_or(ideal).cost.t_w * &words;
            assert_eq!(paid, Rational::from(expected), "{kind} by {name} on {topology}, m = {m}");
        }
    }
}

/// No other number of pieces is better, and no smaller one as good.
#[test]
fn the_best_number_of_pieces_is_the_best() {
    let times = [(0, 1), (1, 0), (1, 1), (5, 1), (1, 3), (40, 1), (7, 2)];
    for p in [1, 2, 3, 4, 8, 13] {
        let planner = algorithm("broadcast", "pipelined-chain").unwrap();
        let request = request("broadcast", &format!("ring:{p}"), 1);
        for m in (1..40_u64).chain([100, 101, 360]) {
            for (t_s, t_w) in times {
                let (t_s, t_w) = (Rational::from(t_s), Rational::from(t_w));
                let price = |n: u64, piece: Rational| {
                    let rounds = if p == 1 { 0 } else { p - 2 + n };
                    &Rational::from(rounds) * &(&t_s + &(&piece * &t_w))
                };
                let exact = |n: u64| (price(n, Rational::ratio(m, n).unwrap()), n);
                let whole = |n: u64| (price(n, Rational::from(m.div_ceil(n))), n);
                for (ideal, least) in [
                    (true, (1..=m).map(exact).min().unwrap()),
                    (false, (1..=m).map(whole).min().unwrap()),
                ] {
                    let best = best_pieces(planner, &request, &numbers(m, &t_s, &t_w), ideal);
                    let found = best.map_or(1, |best| u64::from(best.pieces));
                    assert_eq!(
                        found, least.1,
                        "p = {p}, m = {m}, t_s = {t_s}, t_w = {t_w}, {ideal}"
                    );
                }
            }
        }
    }
}

/// Only pipelines take any number of pieces; the others keep theirs.
#[test]
fn others_have_no_choice() {
    let one = Rational::one();
    for (kind, topology, name) in [
        ("broadcast", "ring:8", "recursive-doubling"),
        ("broadcast", "ring:8", "scatter-ring"),
        ("all-reduce", "ring:8", "ring"),
        ("barrier", "hypercube:8", "recursive-doubling"),
    ] {
        let planner = algorithm(kind, name).unwrap();
        let request = request(kind, topology, 1);
        assert_eq!(best_pieces(planner, &request, &numbers(100, &one, &one), false), None);
    }
    let planner = algorithm("broadcast", "n-block").unwrap();
    let best =
        best_pieces(planner, &request("broadcast", "hypercube:8", 1), &Numbers::default(), false);
    assert_eq!(best, None, "without numbers there is nothing to choose by");
}

/// Catches one piece where messages wait for each other, and a number that is not the best of those tried.
#[test]
fn pieces_that_wait_for_each_other_are_cut_well() {
    let named = |topology: &Topology, text: &str| {
        let times = [("inside", "1us", "10GB/s"), ("between", "1us", "12.5GB/s")];
        let links = times.map(|(name, t_h, t_w)| LinkClass {
            name: name.to_owned(),
            t_h: Some(t_h.to_owned()),
            t_w: Some(t_w.to_owned()),
            ..LinkClass::default()
        });
        let given = GivenNumbers { m: Some(text), t_s: Some("0us"), ..GivenNumbers::default() };
        let numbers = Numbers { links: links.into(), ..Numbers::read(given).unwrap() };
        numbers.with_classes(topology.classes()).unwrap()
    };
    let how = |best| How {
        model: Model { contention: true, ..Model::default() },
        cut: Cut { best, whole_words: true },
        only: vec!["two-tree".to_owned()],
        ..How::default()
    };
    for (machine, m) in [("nodes:2x8", "1GiB"), ("nodes:2x4", "100kB"), ("nodes:3x3", "64B")] {
        let topology = Topology::parse(machine).unwrap();
        let numbers = named(&topology, m);
        let total = |pieces: u32, best| {
            let request =
                Request { topology: topology.clone(), ..request("broadcast", "ring:2", 1) };
            let instance = Instance::new(request.instance.collective, topology.nodes());
            let request = Request { instance: instance.with_pieces(pieces).unwrap(), ..request };
            let row = ranking(&request, &numbers, &how(best)).rows.remove(0);
            (row.total.clone().unwrap(), row)
        };
        let (least, row) = total(1, true);
        let best = row.best_pieces.unwrap();
        assert_eq!(best.pieces, row.pieces);
        assert!(best.why.contains("tried") && best.tried > Some(3), "{}", best.why);
        for pieces in [1, 2, 4, 8, 16, 32, 64, 128, 256] {
            let words: Rational = numbers.m.clone().unwrap();
            if Rational::from(pieces) <= words {
                assert!(least <= total(pieces, false).0, "{machine} {m} in {pieces} pieces");
            }
        }
    }
}
