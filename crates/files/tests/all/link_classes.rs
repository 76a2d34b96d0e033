//! Classes of links: what a message pays on them, what numbers decide, and what is refused.

use std::collections::BTreeSet;
use std::sync::Arc;

use hockney_core::checker::{Limits, check};
use hockney_core::collective::{Instance, Ports, Schedule, collective};
use hockney_core::topology::{LinkClass, LinkKind, Topology};
use hockney_cost::{
    self as cost, Cost, GivenNumbers, Model, Numbers, Switching, price, price_checked,
};
use hockney_files::{Header, Notation, read, read_graph, read_lines_of, write};
use hockney_plan::planner::{self, Role, algorithms, fitted};
use hockney_plan::question::Choice;
use hockney_plan::question::Question;

use hockney_testing::machines::{graphs, named};

const CONTENTION: Model = Model {
    switching: Switching::CutThrough,
    contention: true,
    by_size: false,
    falling: false,
    combining: false,
};

/// The cost of hand-written lines of a broadcast from node 0 on a graph.
fn cost(graph: &str, lines: &str, model: Model) -> Cost {
    let topology = read_graph(graph).unwrap();
    let instance = Instance::new(collective("broadcast").unwrap(), topology.nodes());
    let question = Question::of(topology, instance);
    let empty = question.with_steps(Arc::new(hockney_core::schedule::Listed::default()));
    let steps = read_lines_of(lines, &empty.topology, &empty.phases[0]).unwrap();
    let schedule = question.with_steps(Arc::new(steps));
    let checked = check(&schedule, &Limits::default()).unwrap();
    price(&schedule, &checked.report().measures, model).cost
}

fn numbers(m: Option<&str>, graph: &str) -> Numbers {
    let given = GivenNumbers { m, t_s: Some("0"), ..GivenNumbers::default() };
    Numbers::read(given).unwrap().with_classes(read_graph(graph).unwrap().classes()).unwrap()
}

/// 0 and 1 send at the same time: one pays 9 for its hop, the other for its words.
const TWO: &str = "{nodes: 4, classes: {late: {t_h: 9, t_w: 1}, narrow: {t_w: 10}}, \
                    links: [[0, 1], [1, 2, late], [0, 3, narrow]]}";

/// Catches a step that pays for the hop of one message and for the words of another.
#[test]
fn a_step_is_its_greatest_message() {
    let cost = cost(TWO, "1: 0 -> 1\n2: 1 -> 2, 0 -> 3", Model::default());
    let step = "max(m t_w[late] + t_h[late], m t_w[narrow] + t_h[narrow])";
    assert_eq!(cost.to_string(), format!("2 t_s + m t_w + t_h + {step}"));
    let total = |m| {
        let numbers = Numbers { t_w: Some(0_u64.into()), ..numbers(Some(m), TWO) };
        (numbers.total(&cost).unwrap().to_string(), numbers.decided(&cost).to_string())
    };
    assert_eq!(total("1"), ("10".into(), "2 t_s + m t_w + m t_w[late] + t_h + t_h[late]".into()));
    let narrow = "2 t_s + m t_w + m t_w[narrow] + t_h + t_h[narrow]";
    assert_eq!(total("2"), ("20".into(), narrow.into()));
    // Without m either may be the greatest, and without t_w there is no total.
    assert_eq!(numbers(None, TWO).decided(&cost).to_string(), cost.to_string());
    assert_eq!(numbers(Some("1"), TWO).total(&cost), None);
    assert_eq!(numbers(None, TWO).missing(Some(&cost)), ["-m", "--tw"]);
}

/// One message crosses two classes: the greater time per word, or the sum where words are stored.
#[test]
fn a_message_pays_for_its_slowest_link() {
    let graph = "{nodes: 2, switches: 1, classes: {a: {t_h: 1, t_w: 2}, b: {t_h: 5, t_w: 3}}, \
                  links: [[0, 2, a], [2, 1, b]]}";
    let cut = cost(graph, "0 -> 1", Model::default());
    let either = "t_s + t_h[a] + t_h[b] + max(m t_w[a], m t_w[b])";
    assert_eq!(cut.to_string(), either);
    // Both have the same hops, so that the times decide without m.
    let decided = numbers(None, graph).decided(&cut);
    assert_eq!(decided.to_string(), "t_s + m t_w[b] + t_h[a] + t_h[b]");
    let stored = Model { switching: Switching::StoreAndForward, ..Model::default() };
    let stored = cost(graph, "0 -> 1", stored).to_string();
    assert_eq!(stored, "t_s + m t_w[a] + m t_w[b] + t_h[a] + t_h[b]");
}

/// Two messages over two lanes have one each, a third waits; a port has no lanes.
#[test]
fn contention_divides_words_among_lanes() {
    let graph = "{nodes: 6, switches: 2, classes: {w: {t_w: 1}, l: {t_w: 1/10}}, links: [[0, 6, l], \
                  [1, 6, l], [2, 6, l], [3, 7, l], [4, 7, l], [5, 7, l], [6, 7, w, 2]]}";
    let at = |lines: &str| {
        let cost = cost(graph, lines, CONTENTION);
        numbers(Some("20"), graph).total(&cost).unwrap().to_string()
    };
    assert_eq!(at("1: 0 -> 3"), "20");
    assert_eq!(at("1: 0 -> 3, 1 -> 4"), "20");
    assert_eq!(at("1: 0 -> 3, 1 -> 4, 2 -> 5"), "30");
    assert_eq!(at("1: 0 -> 3, 0 -> 4, 0 -> 5, 1 -> 0"), "30");
    assert_eq!(at("1: 0 -> 1, 0 -> 2"), "4");
}

fn of_one_class(graph: hockney_core::topology::GraphLinks) -> Topology {
    let kind = LinkKind { class: Some(0), lanes: 1 };
    let kinds = vec![kind; graph.links.len()];
    let class = LinkClass {
        name: "all".into(),
        t_h: Some("3".into()),
        t_w: Some("2".into()),
        ..LinkClass::default()
    };
    let classes = if kinds.is_empty() { vec![] } else { vec![class] };
    Topology::graph_of_classes(graph, classes, kinds).unwrap()
}

/// With one class everywhere no schedule costs more than on equal links. It costs less where the longest message of
/// a step is not its largest.
#[test]
fn one_class_costs_no_more_than_equal_links() {
    let (mut less, mut compared) = (BTreeSet::new(), 0);
    for graph in graphs() {
        let (alike, classed) = (Topology::graph(graph.clone()).unwrap(), of_one_class(graph));
        for algorithm in algorithms().filter(|a| a.on(alike.family()).is_some()) {
            let of = collective(algorithm.collective()).unwrap();
            let total = |topology: &Topology| {
                let question = Question::of(topology.clone(), Instance::new(of, topology.nodes()));
                fitted(algorithm, question.request()).ok()?;
                let schedule = question.plan_by(algorithm).ok()?.schedule();
                let report = check(&schedule, &Limits::default()).unwrap();
                let times = GivenNumbers {
                    m: Some("7"),
                    t_s: Some("5"),
                    t_w: Some("2"),
                    t_h: Some("3"),
                    ..GivenNumbers::default()
                };
                let numbers =
                    Numbers::read(times).unwrap().with_classes(topology.classes()).unwrap();
                let cost = price(&schedule, &report.report().measures, Model::default()).cost;
                numbers.total(&cost)
            };
            let (one, other) = (total(&classed), total(&alike));
            assert!(one <= other, "{algorithm:?}", algorithm = algorithm.name());
            compared += 1;
            if one < other {
                less.insert(format!("{} {}", algorithm.collective(), algorithm.name()));
            }
        }
    }
    assert!(compared > 500, "{compared}");
    let expected = [
        "all-gather gather-exchange-broadcast",
        "all-to-all gather-scatter",
        "broadcast scatter-ring",
        "gather interval-doubling",
        "reduce ring-gather",
        "reduce-scatter reduce-then-scatter",
        "scan gather-scan-scatter",
        "scatter interval-halving",
    ];
    assert_eq!(less.iter().map(String::as_str).collect::<Vec<_>>(), expected);
}

#[test]
fn times_have_units_all_or_none() {
    let read = |classes: &str, given: GivenNumbers<'_>| {
        let graph = format!("{{nodes: 2, classes: {{{classes}}}, links: [[0, 1, a]]}}");
        let topology = read_graph(&graph).unwrap();
        let numbers = Numbers::read(given).unwrap().with_classes(topology.classes());
        numbers.map_err(|error| error.to_string())
    };
    let sized = GivenNumbers { m: Some("1MB"), t_s: Some("0"), ..GivenNumbers::default() };
    let found = read("a: {t_h: 350ns, t_w: 46us/MB}", sized).unwrap();
    assert_eq!((found.unit, found.classes[0].t_h.to_string().as_str()), (Some("ns"), "350"));
    assert_eq!(found.classes[0].t_w.as_ref().unwrap().to_string(), "23/500");
    let rate = read("a: {t_w: 100Gbit/s}", sized).unwrap();
    assert_eq!(rate.classes[0].t_w.as_ref().unwrap().to_string(), "1/12500");
    let unit = "needs a unit, such as 1.5us, because another time has one";
    let given = GivenNumbers { t_s: Some("1us"), ..sized };
    assert_eq!(read("a: {t_w: 1}", given).unwrap_err(), format!("the t_w of class `a` {unit}"));
    let given = GivenNumbers { t_s: Some("1"), ..sized };
    assert_eq!(read("a: {t_h: 1us}", given).unwrap_err(), format!("--ts {unit}"));
    let words = GivenNumbers { m: Some("5"), ..GivenNumbers::default() };
    assert_eq!(
        read("a: {t_w: 1us/MB}", words).unwrap_err(),
        "the t_w of class `a` is a time per size and needs a size in bytes: give -m in bytes, such as 1MB, \
         or the size of a word, such as --word 8B"
    );
}

#[test]
fn the_command_line_sets_the_times_of_a_class() {
    let link = |name: &str| LinkClass {
        name: name.into(),
        t_h: Some("7".into()),
        t_w: Some("1/2".into()),
        ..LinkClass::default()
    };
    let with = |name, topology: &Topology| {
        let numbers = Numbers { links: vec![link(name)], ..Numbers::default() };
        numbers.with_classes(topology.classes()).map_err(|error| error.to_string())
    };
    let topology = read_graph(TWO).unwrap();
    let times = with("narrow", &topology).unwrap().classes;
    assert_eq!((times[0].name.as_str(), times[0].t_h.to_string().as_str()), ("late", "9"));
    assert_eq!(times[1].t_w.as_ref().unwrap().to_string(), "1/2");
    assert_eq!(
        with("wide", &topology).unwrap_err(),
        "--link names the class `wide`, which does not exist; the classes are late, narrow"
    );
    assert_eq!(
        with("wide", &Topology::parse("ring:4").unwrap()).unwrap_err(),
        "--link names the class `wide`, which does not exist, and the links of this topology have no classes"
    );
}

/// Catches classes, times, their order or lanes that a written document loses.
#[test]
fn classes_are_written_as_they_are_read() {
    let graph = "{nodes: 3, classes: {late: {t_h: 100ns, t_w: 46us/MB}, \"null\": {}}, \
                  order: [\"null\", late], links: [[0, 1, late], [1, 2, \"null\", 3], [0, 2]]}";
    let topology = read_graph(graph).unwrap();
    assert_eq!(topology.classes()[0].rank, Some(1));
    let kinds = topology.network().link_kinds();
    assert_eq!(kinds[1], LinkKind { class: Some(1), lanes: 3 });
    let of = Instance::new(collective("broadcast").unwrap(), 3);
    let steps = Question::of(topology.clone(), of.clone());
    let steps = read_lines_of(
        "0 -> 1 [0]",
        &topology,
        &steps.with_steps(Arc::new(hockney_core::schedule::Listed::default())).phases[0],
    );
    let schedule = Schedule::plain(topology.clone(), Ports::ONE, of, Arc::new(steps.unwrap()));
    for notation in [Notation::Yaml, Notation::Json] {
        let mut text = Vec::new();
        write(&mut text, &Header::default(), &schedule, notation).unwrap();
        let text = String::from_utf8(text).unwrap();
        let again = read(&text, &|_| Err(String::new())).unwrap().schedule.topology;
        assert_eq!(again, topology, "{text}");
    }
    let other = read_graph(&graph.replace("\"null\", 3", "\"null\", 2")).unwrap();
    assert_ne!(other, topology);
}

/// Catches a cost whose parts do not add up.
#[test]
fn costs_on_classes_add_up() {
    let one = cost(TWO, "1: 0 -> 1\n2: 1 -> 2, 0 -> 3", Model::default());
    let mut sum = Cost::default();
    sum += &one;
    sum += &one;
    assert_eq!(sum, one.times(2));
    assert!(one.is_at_most(&one) && !sum.is_at_most(&one));
    let times = cost::Greatest { times: 2_u64.into(), of: one.greatest[0].of.clone() };
    assert_eq!(sum.greatest, [times]);
}

/// The price with as many digits as a text has.
fn on_boxes(name: &str, algorithm: &str, m: &str, like: &str) -> String {
    let topology = Topology::parse(name).unwrap();
    let question = Question::new("all-reduce", topology).unwrap();
    let algorithm = planner::algorithm("all-reduce", algorithm).unwrap();
    let plan = question.plan_congested_by(algorithm).unwrap();
    let checked = plan.check(&Limits::default()).unwrap();
    let cost = price(checked.schedule(), &checked.report().measures, CONTENTION).cost;
    let link = |name: &str, t_h: &str, t_w: &str| LinkClass {
        name: name.into(),
        t_h: Some(t_h.into()),
        t_w: Some(t_w.into()),
        ..LinkClass::default()
    };
    let links = vec![link("inside", "350ns", "46us/MB"), link("between", "850ns", "106us/MB")];
    let given = GivenNumbers { m: Some(m), t_s: Some("0us"), ..GivenNumbers::default() };
    let numbers = Numbers { links, ..Numbers::read(given).unwrap() };
    let machine = question.machine().classes();
    let digits = u32::try_from(like.replace('.', "").len().max(3)).unwrap();
    numbers.with_classes(machine).unwrap().total(&cost).unwrap().significant(digits)
}

/// The prices of four boxes of eight GPUs with the times of two published links, which SimGrid confirms.
#[test]
fn boxes_of_gpus_cost_what_a_simulator_says() {
    for (algorithm, with_one_rail, with_eight) in [
        ("ring", ["149.6", "364.2", "13931"], ["149.6", "364.2", "13931"]),
        ("recursive-doubling", ["14.4", "1930", "123085"], ["8.33", "373.9", "23495"]),
        ("halving-doubling", ["19.1", "1369", "86727"], ["14.5", "201.6", "12035"]),
        ("leaders", ["11", "520.7", "32758"], ["11", "520.7", "32758"]),
        ("two-level-ring-doubling", ["15.8", "321.3", "19644"], ["15", "126.8", "7195"]),
        ("two-level-ring-ring", ["25.2", "275.3", "16097"], ["24.6", "129.5", "6760"]),
    ] {
        for (name, expected) in [("nodes:4x8", with_one_rail), ("nodes:4x8x8", with_eight)] {
            for (m, total) in ["4KiB", "1MiB", "64MiB"].into_iter().zip(expected) {
                assert_eq!(on_boxes(name, algorithm, m, total), total, "{algorithm} on {name}");
            }
        }
    }
}

/// Catches a tour whose messages share links, and a schedule that needs links that do not exist.
#[test]
fn planned_schedules_are_valid_on_named_machines() {
    let mut planned = 0;
    for topology in named() {
        for algorithm in algorithms() {
            let role = algorithm.on(topology.family()).map(|on| on.role);
            let Some(role) = role.filter(|role| *role != Role::Counterexample) else { continue };
            let of = collective(algorithm.collective()).unwrap();
            let question = Question::of(topology.clone(), Instance::new(of, topology.nodes()));
            let Ok(plan) = question.plan_by(algorithm) else { continue };
            let checked = check(&plan.schedule(), &Limits::default()).unwrap();
            let name = algorithm.name();
            assert_eq!(checked.report().violations, [], "{name} on {topology}, {role:?}");
            assert_eq!(plan.closed_form(), None, "{name}");
            planned += 1;
        }
    }
    assert!(planned > 900, "{planned}");
}

/// The exchanges of recursive doubling are disjoint on a fat tree: two steps stay in a switch or a pod.
#[test]
fn a_fat_tree_carries_recursive_doubling() {
    let cost = |name: &str| {
        let topology = Topology::parse(name).unwrap();
        let plan = Question::new("all-reduce", topology).unwrap();
        let plan = plan.plan(Choice::Named("recursive-doubling")).unwrap();
        let checked = plan.check(&Limits::default()).unwrap();
        let prices = price_checked(&checked, Model::default(), &Limits::default());
        prices.unwrap().map(|prices| prices.cost.to_string()).ok_or(checked.report().counts.total())
    };
    // For K = 4 there are 2, 4, 6 and 6 hops.
    assert_eq!(cost("fat-tree:4").unwrap(), "4 t_s + 4 m t_w + 18 t_h");
    assert_eq!(cost("fat-tree:8").unwrap(), "7 t_s + 7 m t_w + 30 t_h");
    assert!(cost("fat-tree:4:2").unwrap_err() > 0);
}

/// All-to-all on a dragonfly of 72 hosts, each of which sends and receives 71 blocks: a schedule by colouring takes
/// less than twice that, and rotation pays for the links that its messages share.
#[test]
fn a_dragonfly_carries_all_to_all_in_less_than_twice_the_bound() {
    let topology = Topology::parse("dragonfly:2x4x2x9").unwrap();
    let question = Question::new("all-to-all", topology).unwrap();
    let coloured = question.plan(Choice::Named("first-fit")).unwrap();
    let coloured = coloured.check(&Limits::default()).unwrap();
    let cost = price_checked(&coloured, Model::default(), &Limits::default());
    let cost = cost.unwrap().unwrap().cost;
    assert_eq!(cost.to_string(), "88 t_s + 88 m t_w + 419 t_h");
    let rotation = algorithms().find(|a| (a.collective(), a.name()) == ("all-to-all", "rotation"));
    let plan = question.plan_congested_by(rotation.unwrap()).unwrap();
    let checked = check(&plan.schedule(), &Limits::default()).unwrap();
    let waits = checked.certified_with_contention().unwrap();
    assert!(!waits.report().is_valid());
    let shared = price(waits.schedule(), &waits.report().measures, CONTENTION).cost;
    assert_eq!(shared.to_string(), "71 t_s + 408 m t_w + 354 t_h");
}

/// Each dimension of a torus and each level of a machine has times of its own; without times links are alike.
#[test]
fn links_of_named_machines_have_classes_if_times_are_given() {
    let cost = |name: &str, times: &[&str]| {
        let class = |name: &&str| LinkClass {
            name: (*name).to_owned(),
            t_w: Some("2".to_owned()),
            ..LinkClass::default()
        };
        let topology = Topology::parse(name).unwrap();
        let topology = topology.with_links(&times.iter().map(class).collect::<Vec<_>>());
        let plan = Question::new("broadcast", topology).unwrap().plan(Choice::Default).unwrap();
        let checked = plan.check(&Limits::default()).unwrap();
        let prices = price_checked(&checked, Model::default(), &Limits::default());
        prices.unwrap().unwrap().cost.to_string()
    };
    assert_eq!(cost("torus:2x4", &[]), "3 t_s + 3 m t_w + 4 t_h");
    let along = "3 t_s + m t_w[x] + 2 m t_w[y] + t_h[x] + 3 t_h[y]";
    assert_eq!(cost("torus:2x4", &["x"]), along);
    let four =
        "4 t_s + m t_w[d4] + m t_w[x] + m t_w[y] + m t_w[z] + t_h[d4] + t_h[x] + t_h[y] + t_h[z]";
    assert_eq!(cost("mesh:2x2x2x2", &["d4"]), four);
    let levels = "t_s + 2 t_h[core] + 2 t_h[edge] + 2 t_h[host] + max(m t_w[core], m t_w[edge], m t_w[host])";
    assert_eq!(cost("fat-tree:2", &["host"]), levels);
    let two = "2 t_s + m t_w[node] + t_h[between] + 4 t_h[node] + max(m t_w[between], m t_w[node])";
    assert_eq!(cost("ring:2/switch:2", &["node"]), two);
}

#[test]
fn machines_have_names() {
    let shown =
        |name: &str| Topology::parse(name).map_or_else(|e| e.to_string(), |t| t.to_string());
    assert_eq!(shown("nodes:4x8x1"), "nodes:4x8");
    assert_eq!(shown("nodes:4x8x8"), "nodes:4x8x8");
    assert_eq!(shown("nodes:4x8:direct"), "nodes-direct:4x8");
    let two = "`nodes` takes its boxes and the accelerators in each, such as `nodes:4x8`";
    assert_eq!((shown("nodes:4"), shown("nodes:1x2x3x4")), (two.to_owned(), two.to_owned()));
    assert_eq!(shown("nodes:4x0"), "the size is 0: a topology has at least one node");
    assert_eq!(shown("fat-tree:4:1"), "fat-tree:4");
    assert_eq!(shown("fat-tree:4:3"), "fat-tree:4:3");
    let even = "`fat-tree` takes the even number of ports of a switch, and optionally its oversubscription, \
                such as `fat-tree:4`";
    assert_eq!((shown("fat-tree:3"), shown("fat-tree:4:2:2")), (even.to_owned(), even.to_owned()));
    assert_eq!(shown("fat-tree:4x2").split(':').next(), Some("`4x2` is not a size"));
    assert_eq!(shown("fat-tree:4:0"), "the size is 0: a topology has at least one node");
    let four = "`dragonfly` takes the hosts of a router, the routers of a group, the global links of a router and \
                the groups, of which there are at most A H + 1, such as `dragonfly:2x4x2x9`";
    assert_eq!(shown("dragonfly:2x4x2x9"), "dragonfly:2x4x2x9");
    assert_eq!((shown("dragonfly:2x4x2x10"), shown("dragonfly:2x4")), (four.into(), four.into()));
    assert_eq!(shown("torus:4x4/switch:2"), "torus:4x4/switch:2");
    let once =
        "`/switch` comes once: write the nodes of each switch together, such as `ring:4/switch:4`";
    assert_eq!(shown("ring:4/switch:2/switch:2"), once);
    assert_eq!(shown("ring:4/switch:0"), "the size is 0: a topology has at least one node");
    assert_eq!(
        shown("ring/switch:2"),
        "`ring` has no size: write its number of nodes, such as `ring:8`"
    );
    let most = "a topology of 33554435 vertices is over the limit of 33554432 vertices";
    assert_eq!(shown("nodes:2x1x33554431"), most);
    let most = "a topology of 55788550 vertices is over the limit of 33554432 vertices";
    assert_eq!(shown("fat-tree:600"), most.replace("55788550", "54450000"));
    assert!(Topology::parse("fat-tree:18446744073709551614:9").unwrap_err().is_limit());
    assert!(Topology::parse("fat-tree:4294967296:9999999999999").unwrap_err().is_limit());
    assert!(
        Topology::parse("dragonfly:4294967296x4294967296x4294967296x9").unwrap_err().is_limit()
    );
}

/// Both directions of a half-duplex link share its lanes, and are charged together under contention.
#[test]
fn a_half_duplex_link_carries_both_directions() {
    let graph = |half: &str| {
        format!(
            "{{nodes: 3, classes: {{bus: {{t_w: 2{half}}}}}, links: [[0, 1, bus], [1, 2, bus]]}}"
        )
    };
    let at = |half: &str, model| {
        let cost = cost(&graph(half), "1: 0 -> 1\n2: 1 -> 2, 0 -> 1\n3: 1 -> 0, 0 -> 1", model);
        numbers(Some("1"), &graph(half)).total(&cost).unwrap().to_string()
    };
    assert_eq!(at("", CONTENTION), "6");
    assert_eq!(at(", half_duplex: true", Model::default()), "6");
    assert_eq!(at(", half_duplex: true", CONTENTION), "8");
    let topology = read_graph(&graph(", half_duplex: true")).unwrap();
    assert!(topology.is_half_duplex(1, 0) && !topology.is_half_duplex(0, 2));
}

/// Lanes on the command line replace those of all links of the class.
#[test]
fn the_command_line_sets_the_lanes_of_a_class() {
    let topology = read_graph(TWO).unwrap();
    let lanes = |name: &str| LinkClass {
        name: name.into(),
        t_w: Some("1".into()),
        lanes: Some(3),
        ..LinkClass::default()
    };
    let wider = topology.clone().with_links(&[lanes("late")]);
    let capacity = |of: &Topology, u, v| of.capacity(of.network().link(u, v).unwrap());
    assert_eq!((capacity(&wider, 1, 2), capacity(&wider, 0, 3), capacity(&wider, 0, 1)), (3, 1, 1));
    assert_eq!(capacity(&topology, 1, 2), 1);
    let with = |of: &Topology| {
        let numbers = Numbers { links: vec![lanes("late")], ..Numbers::default() };
        numbers.with_classes(of.classes()).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(with(&wider), Ok(()));
    let other = "--link sets the lanes of class `late`, but the schedule has been checked with others: write \
                 the lanes into the links of its graph";
    assert_eq!(with(&topology), Err(other.into()));
}

/// A declared order decides without times, and times must keep to it.
#[test]
fn a_declared_order_decides() {
    let graph = |order: &str, slow: &str| {
        format!(
            "{{nodes: 2, switches: 1, classes: {{a: {{t_w: 3}}, b: {{t_h: 1{slow}}}}}, {order}links: \
             [[0, 2, a], [2, 1, b]]}}"
        )
    };
    let decided = |order: &str| {
        let graph = graph(order, "");
        let given = GivenNumbers { t_s: Some("0"), ..GivenNumbers::default() };
        let numbers = Numbers::read(given).unwrap();
        let numbers = numbers.with_classes(read_graph(&graph).unwrap().classes()).unwrap();
        numbers.decided(&cost(&graph, "0 -> 1", Model::default())).to_string()
    };
    let hops = "t_h[a] + t_h[b]";
    assert_eq!(decided(""), format!("t_s + {hops} + max(m t_w[a], m t_w[b])"));
    assert_eq!(decided("order: [a, b], "), format!("t_s + m t_w[b] + {hops}"));
    assert_eq!(decided("order: [b, a], "), format!("t_s + m t_w[a] + {hops}"));
    assert_eq!(decided("order: [b], "), decided(""));
    let text = graph("order: [a, b], ", ", t_w: 2");
    let wrong = Numbers::default().with_classes(read_graph(&text).unwrap().classes());
    let why = "the t_w of class `a` is greater than that of class `b`, but `order` lists it first";
    assert_eq!(wrong.map_err(|error| error.to_string()), Err(why.into()));
}
