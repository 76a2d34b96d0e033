//! Ranks on nodes: where they are put, what their schedules cost, and what a search finds.

use hockney_ask::{Found, Search, SearchError, best_placement, contended_total};
use hockney_base::number::Rational;
use hockney_core::checker::Limits;
use hockney_core::collective::{Instance, collective};
use hockney_core::topology::{LinkClass, Placement, Topology};
use hockney_cost::{GivenNumbers, Numbers};
use hockney_files::{self as document, read_graph, read_placement};
use hockney_plan::planner::algorithm;
use hockney_plan::question::{Plan, Question};

fn machine(text: &str) -> Topology {
    if text.ends_with(".graph.yaml") {
        let file = hockney_testing::text(&format!("specs/examples/{text}"));
        return read_graph(&file).unwrap();
    }
    Topology::parse(text).unwrap()
}

/// The numbers of the study: 46 and 106 us/MB, 350 and 850 ns; without classes t_h is 350 ns and t_w 46 us/MB.
fn numbers(machine: &Topology, m: &str) -> Numbers {
    let class = |name: &str, t_h: &str, t_w: &str| LinkClass {
        name: name.to_owned(),
        t_h: Some(t_h.to_owned()),
        t_w: Some(t_w.to_owned()),
        ..LinkClass::default()
    };
    let alike = machine.classes().is_empty();
    let given = GivenNumbers {
        m: Some(m),
        t_s: Some("0"),
        t_w: Some("46us/MB").filter(|_| alike),
        t_h: Some("350ns").filter(|_| alike),
        word: Some("1B"),
        bandwidth: None,
        ..GivenNumbers::default()
    };
    let read = Numbers::read(given).unwrap();
    let links = if alike {
        Vec::new()
    } else {
        vec![class("inside", "350ns", "46us/MB"), class("between", "850ns", "106us/MB")]
    };
    Numbers { links, ..read }.with_classes(machine.classes()).unwrap()
}

/// A plan for ranks on some nodes.
fn plan(machine: &Topology, kind: &str, name: &str, placement: Placement) -> Plan<'static> {
    let ranks = u32::try_from(placement.nodes().len()).unwrap();
    let instance = Instance::new(collective(kind).unwrap(), ranks);
    let question = Question::of_ranks(machine, placement, instance).unwrap();
    question.plan_congested_by(algorithm(kind, name).unwrap()).unwrap()
}

fn block(machine: &Topology, ranks: u64) -> Placement {
    Placement::block(machine, ranks).unwrap()
}

fn total(machine: &Topology, kind: &str, name: &str, placement: Placement, m: &str) -> Rational {
    let plan = plan(machine, kind, name, placement);
    contended_total(&plan, &numbers(machine, m), &Limits::default(), false).unwrap()
}

fn search(machine: &Topology, (kind, name): (&str, &str), ranks: u64, search: Search) -> Found {
    let plan = plan(machine, kind, name, block(machine, ranks));
    best_placement(&plan, &numbers(machine, "1MiB"), &Limits::default(), &search).unwrap()
}

/// All lists of so many different nodes.
fn all_placements(nodes: u32, ranks: usize) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    for _ in 0..ranks {
        let longer = |list: &Vec<u32>| {
            let free = (0..nodes).filter(|node| !list.contains(node));
            free.map(|node| [&list[..], &[node]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

#[test]
fn ranks_are_dealt_over_boxes() {
    let dealt = |machine: &Topology, ranks| Placement::round_robin(machine, ranks);
    let nodes = |text: &str, ranks| dealt(&machine(text), ranks).unwrap().nodes().to_vec();
    assert_eq!(nodes("nodes:2x3", 6), [0, 3, 1, 4, 2, 5]);
    assert_eq!(nodes("nodes:2x3x3", 4), [0, 3, 1, 4]);
    assert_eq!(nodes("nodes-direct:3x2", 6), [0, 2, 4, 1, 3, 5]);
    assert_eq!(nodes("unequal-boxes.graph.yaml", 16)[..9], [0, 3, 8, 1, 4, 9, 2, 5, 10]);
    assert_eq!(nodes("unequal-boxes.graph.yaml", 16)[9..], [6, 11, 7, 12, 13, 14, 15]);
    assert_eq!(nodes("nodes:2x1", 1), [0]);
    let why = |text: &str, ranks| dealt(&machine(text), ranks).unwrap_err().to_string();
    assert_eq!(why("ring:8", 8), "ring:8 has no boxes: node 0 is at no switch");
    assert_eq!(why("switch:4", 4), "switch:4 has no boxes: all nodes are at one switch");
    assert_eq!(why("nodes:2x2", 5), "5 ranks need 5 nodes, and nodes:2x2 has 4");
    assert_eq!(why("nodes:2x2", 0), "a placement has at least one rank");
    let huge = Placement::block(&machine("ring:3"), u64::MAX).unwrap_err().to_string();
    assert_eq!(huge, format!("{0} ranks need {0} nodes, and ring:3 has 3", u64::MAX));
}

#[test]
fn files_of_places_are_read_or_refused_with_a_place() {
    let read = |text: &str, on: &str| {
        read_placement(text, &machine(on)).map(|found| found.nodes().to_vec()).map_err(|error| {
            let bad = error.diagnostic();
            let span = bad.span.map(|span| &text[span.start..span.end]).unwrap_or_default();
            format!("{} at `{span}`", bad.message)
        })
    };
    for text in ["3\n1\n", "# ranks\n\n 3 # last\n1", "[3, 1]", "- 3\n- 1\n", "[3,\n 1] # two\n"] {
        assert_eq!(read(text, "ring:4"), Ok(vec![3, 1]), "{text}");
    }
    assert_eq!(read("11\n00", "hypercube:4"), Ok(vec![3, 0]));
    assert_eq!(read("(1,0)", "mesh:2x2"), Ok(vec![2]));
    let refused = |text: &str, on: &str| read(text, on).unwrap_err();
    assert_eq!(refused("0\n2\n0\n", "ring:4"), "node 0 has rank 0 already at `0`");
    assert_eq!(refused("0\n4\n", "ring:4"), "there is no node 4 at `4`");
    assert_eq!(refused("[0, 4]", "switch:4"), "vertex 4 is a switch at `4`");
    assert_eq!(refused("0\n4\n", "switch:4"), "vertex 4 is a switch at `4`");
    assert_eq!(refused("0\none\n", "ring:4"), "expected a node, found `one` at `one`");
    assert_eq!(
        refused("-1\n", "ring:4"),
        "expected the nodes of the ranks, found a number at `-1`"
    );
    assert_eq!(refused("", "ring:4"), "a placement has at least one rank at ``");
    let many = "0\n1\n2\n3\n".repeat(1 << 16);
    let count = 4 << 16;
    let expected = format!("{count} ranks need {count} nodes, and ring:4 has 4 at ``");
    assert_eq!(refused(&many, "ring:4"), expected);
}

/// The prices of the study for 1 MiB on 4 boxes of 8 with one rail.
#[test]
fn placement_alone_changes_an_all_reduce_five_times() {
    let boxes = machine("nodes:4x8");
    let dealt = Placement::round_robin(&boxes, 32).unwrap();
    let all = |name| {
        [block(&boxes, 32), dealt.clone()].map(|placement| {
            let total = total(&boxes, "all-reduce", name, placement, "1MiB");
            (&total * &Rational::ratio(1, 100).unwrap()).floor().to_u64().unwrap()
        })
    };
    assert_eq!(all("ring"), [3641, 18716]);
    assert_eq!(all("halving-doubling"), [13686, 2649]);
}

#[test]
fn a_search_reaches_the_better_one_from_random_placements() {
    let boxes = machine("nodes:4x8");
    let dealt = Placement::round_robin(&boxes, 32).unwrap();
    for name in ["ring", "halving-doubling"] {
        let named = [block(&boxes, 32), dealt.clone()];
        let named = named.map(|of| total(&boxes, "all-reduce", name, of, "1MiB"));
        let allowed = &named.into_iter().min().unwrap() * &Rational::ratio(105, 100).unwrap();
        for seed in 1..=4 {
            let random = Search { seed, only_random: true, ..Search::default() };
            let plan = plan(&boxes, "all-reduce", name, block(&boxes, 32));
            let found =
                best_placement(&plan, &numbers(&boxes, "1MiB"), &Limits::default(), &random);
            let found = found.unwrap();
            assert!(found.total <= allowed, "{name}, seed {seed}: {}", found.total);
            assert!(found.evaluations <= 20_000);
        }
    }
}

#[test]
fn a_search_beats_both_on_boxes_of_unequal_size() {
    let boxes = machine("unequal-boxes.graph.yaml");
    let found = search(&boxes, ("all-reduce", "halving-doubling"), 16, Search::default());
    let dealt = Placement::round_robin(&boxes, 16).unwrap();
    let dealt = total(&boxes, "all-reduce", "halving-doubling", dealt, "1MiB");
    assert!(found.total < found.block && found.total < dealt, "{found:?}, {dealt}");
    let own = total(&boxes, "all-reduce", "halving-doubling", found.placement.clone(), "1MiB");
    assert_eq!(found.total, own);
    assert_eq!(found.factor(), found.block.checked_div(&own).unwrap());
}

/// No placement of all is better, whatever the links: classes, lanes, half-duplex, and all alike.
#[test]
fn a_search_finds_the_best_of_all_placements() {
    let lanes = "nodes: 5\nswitches: 2\nclasses:\n  inside: {t_h: 1, t_w: 2}\n  between: {t_h: 3, t_w: 5, \
                 half_duplex: true}\nlinks: [[0, 5, inside, 2], [1, 5, inside], [2, 5, inside, 3], \
                 [3, 6, inside], [4, 6, inside], [5, 6, between, 2]]\n";
    let cases = [
        ("nodes:2x2", 4),
        ("nodes:2x3", 4),
        ("nodes:2x2x2", 4),
        ("linear-array:5", 5),
        ("mesh:2x3", 4),
        ("tree:5", 5),
        ("lanes", 5),
        ("lanes", 3),
        ("star:4", 1),
    ];
    let algorithms = [
        ("all-reduce", "ring"),
        ("all-reduce", "recursive-doubling"),
        ("all-to-all", "rotation"),
        ("broadcast", "recursive-doubling"),
        ("scan", "clipped-exchange"),
    ];
    let mut better = 0;
    for (text, ranks) in cases {
        let on = if text == "lanes" { read_graph(lanes).unwrap() } else { machine(text) };
        for (kind, name) in algorithms {
            let Some(algorithm) = algorithm(kind, name) else { panic!("{kind} by {name}") };
            let instance = Instance::new(collective(kind).unwrap(), ranks);
            let first = block(&on, ranks.into());
            let question = Question::of_ranks(&on, first, instance).unwrap();
            let Ok(plan) = question.plan_congested_by(algorithm) else { continue };
            let numbers = numbers(&on, "60");
            let limits = Limits::default();
            let least = all_placements(on.nodes(), ranks as usize).into_iter().map(|nodes| {
                let placement = Placement::of(&on, nodes).unwrap();
                contended_total(&plan.placed_on(placement), &numbers, &limits, false).unwrap()
            });
            let least = least.min().unwrap();
            let few = Search { evaluations: 6000, ..Search::default() };
            let found = best_placement(&plan, &numbers, &limits, &few).unwrap();
            assert_eq!(found.total, least, "{kind} by {name} on {text}: {:?}", found.placement);
            better += usize::from(found.total < found.block);
        }
    }
    assert!(better > 5, "{better} cases in which block is not the best");
}

#[test]
fn a_search_ends_at_its_limit_and_says_what_it_lacks() {
    let boxes = machine("nodes:2x4");
    for evaluations in [0, 1, 2, 7] {
        let few = Search { evaluations, ..Search::default() };
        let found = search(&boxes, ("all-reduce", "recursive-doubling"), 8, few);
        assert!(found.evaluations <= evaluations && found.total <= found.block);
    }
    let again = || search(&boxes, ("all-reduce", "recursive-doubling"), 7, Search::default());
    assert_eq!(again(), again());
    let at_once = Search { seconds: Some(0), ..Search::default() };
    assert!(search(&boxes, ("all-reduce", "ring"), 8, at_once).evaluations < 10);
    let plan = plan(&boxes, "all-reduce", "ring", block(&boxes, 8));
    let numbers = Numbers::default().with_classes(boxes.classes()).unwrap();
    let error = best_placement(&plan, &numbers, &Limits::default(), &Search::default());
    let SearchError::Missing(missing) = error.unwrap_err() else { panic!() };
    assert_eq!(missing[0], "-m");
}

/// What is written is read back, and the same blocks as with other placements travel between the same ranks.
#[test]
fn only_the_place_of_a_document_changes() {
    let boxes = machine("nodes:2x2");
    let text = |nodes: &[u32]| {
        let placement = Placement::of(&boxes, nodes.to_vec()).unwrap();
        let plan = plan(&boxes, "all-gather", "ring", placement);
        let mut text = Vec::new();
        let (header, yaml) = (document::Header::default(), document::Notation::Yaml);
        document::write(&mut text, &header, &plan.schedule(), yaml).unwrap();
        String::from_utf8(text).unwrap()
    };
    let [dealt, turned] = [text(&[0, 2, 1, 3]), text(&[3, 1, 2, 0])];
    assert!(dealt.contains("place: [0, 2, 1, 3]\n"), "{dealt}");
    assert_eq!(dealt.replace("[0, 2, 1, 3]", "[3, 1, 2, 0]"), turned);
    let read = document::read(&dealt, &|_: &str| Err(String::new())).unwrap().schedule;
    assert_eq!(read.topology.placement().unwrap().nodes(), [0, 2, 1, 3]);
    let mut again = Vec::new();
    let (header, yaml) = (document::Header::default(), document::Notation::Yaml);
    document::write(&mut again, &header, &read, yaml).unwrap();
    assert_eq!(String::from_utf8(again).unwrap(), dealt);
    // Rank r on node r for all nodes is a schedule without ranks.
    assert!(!text(&[0, 1, 2, 3]).contains("place"));
}
