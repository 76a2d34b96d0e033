//! Names of topologies and nodes: what is written reads back, as people number the nodes, too.

use std::collections::{BTreeMap, BTreeSet};

use hockney_core::topology::{
    FAMILIES, GraphLinks, LinkClass, LinkKind, Numbering, Sizes, Topology, Vertex, label_of,
    labelled, parse_node_of,
};
use hockney_testing::build::topology;
use hockney_testing::machines::{machines, named};

fn all() -> impl Iterator<Item = Topology> {
    machines().into_iter().chain(named()).filter(|machine| machine.nodes() <= 36)
}

/// The coordinates of a node, the last the fastest.
fn coordinates(mut node: u32, sides: &[u32]) -> Vec<u32> {
    let mut at: Vec<u32> = sides
        .iter()
        .rev()
        .map(|side| {
            let here = node % side;
            node /= side;
            here
        })
        .collect();
    at.reverse();
    at
}

fn numberings() -> impl Iterator<Item = Numbering> {
    let columns = [None, Some(false), Some(true)];
    columns
        .into_iter()
        .flat_map(|columns| [false, true].map(|from_one| Numbering { from_one, columns }))
}

/// Catches a name that is another topology's, or none.
#[test]
fn names_read_back() {
    for machine in all().filter(|machine| !machine.is("graph")) {
        let name = machine.to_string();
        let back = topology(&name);
        assert!(back == machine && back.to_string() == name, "{name}");
        assert_eq!(format!("{machine:?}"), name);
    }
}

#[test]
fn nodes_have_numbers_and_labels_that_read_back() {
    for (plain, numbering) in all().flat_map(|of| numberings().map(move |by| (of.clone(), by))) {
        let machine = plain.numbered(numbering);
        let (p, first) = (machine.nodes(), u32::from(numbering.from_one));
        assert_eq!((machine.numbering(), machine.first()), (numbering, first));
        assert_eq!(machine.is_plain(), first == 0 && numbering.columns != Some(true));
        let sides = machine.network().sides().map(<[u32]>::to_vec);
        let is_grid = machine.family().sizes() == Sizes::Sides;
        let is_cube = machine.is("hypercube");
        let mut numbers = BTreeSet::new();
        for node in 0..machine.vertices() {
            let mut expected = node + first;
            if let (true, Some([rows, columns])) =
                (numbering.columns == Some(true) && node < p, sides.as_deref())
            {
                expected = node % columns * rows + node / columns + first;
            }
            let number = machine.number(node);
            assert_eq!(number, expected, "{machine}: {node}");
            assert!(numbers.insert(number));
            assert_eq!(machine.vertex(number.into()), Some(node), "{machine}: {number}");
            let known = machine.parse_node(&number.to_string());
            let digits = machine.dimension().filter(|_| is_cube).unwrap_or(0) as usize;
            // A word of as many bits as the cube has is a label.
            if number.to_string().len() != digits {
                assert_eq!(known, (node < p).then_some(node), "{machine}: {number}");
            }
            if node >= p {
                continue;
            }
            let label = machine.label(node);
            let inside = match (&sides, is_cube, is_grid) {
                (_, true, _) if p > 1 => Some(format!("{node:0digits$b}")),
                (Some(sides), _, true) => {
                    let at = coordinates(node, sides).into_iter();
                    let at: Vec<String> = at.map(|along| (along + first).to_string()).collect();
                    Some(format!("({})", at.join(",")))
                }
                _ => None,
            };
            assert_eq!(label, inside, "{machine}: {node}");
            let shown = match &label {
                Some(label) if is_cube => format!("{number} ({label})"),
                Some(label) => format!("{number} {label}"),
                None => number.to_string(),
            };
            assert_eq!(machine.show(node), shown);
            assert_eq!(shown, labelled(number, label.clone()));
            if let Some(label) = label.filter(|label| p > 2 || label.len() > 1) {
                let bare = label.trim_matches(['(', ')']);
                for text in [label.as_str(), bare, &format!(" '{label}' "), &format!("({bare})")] {
                    assert_eq!(machine.parse_node(text), Some(node), "{machine}: {text}");
                }
            }
        }
        let end = u64::from(machine.vertices() + first);
        let before = u64::from(first).checked_sub(1);
        for number in [Some(end), Some(1 << 32), before].into_iter().flatten() {
            assert_eq!(machine.vertex(number), None, "{machine}: {number}");
        }
    }
}

#[test]
fn what_names_no_node_is_none() {
    for (on, text) in [
        ("ring:8", "8"),
        ("ring:8", "-1"),
        ("ring:8", "01"),
        ("ring:8", ""),
        ("ring:8", "(1,2)"),
        ("switch:4", "4"),
        ("mesh:2x3", "(2,0)"),
        ("mesh:2x3", "(0,3)"),
        ("mesh:2x3", "(0,0,0)"),
        ("mesh:2x3x2", "(1,1)"),
        ("mesh:2x3", "1,"),
        ("hypercube:8", "012"),
        ("hypercube:8", "0110"),
        ("hypercube:8", "11"),
    ] {
        assert_eq!(topology(on).parse_node(text), None, "{on}: {text}");
    }
    // In bits only where a word has as many as the cube has dimensions.
    for (text, node) in [("110", 6), ("6", 6), ("0", 0), ("(011)", 3), ("000", 0)] {
        assert_eq!(topology("hypercube:8").parse_node(text), Some(node), "{text}");
    }
    let from_one = Numbering { from_one: true, columns: None };
    let two = topology("hypercube:2").numbered(from_one);
    assert_eq!(["1", "2", "0"].map(|text| two.parse_node(text)), [Some(0), Some(1), None]);
    let grid = topology("torus:3x4").numbered(from_one);
    assert_eq!(
        ["1,1", "3,4", "0,1", "4,1"].map(|text| grid.parse_node(text)),
        [Some(0), Some(11), None, None]
    );
}

/// Machines that are larger than any that is made.
#[test]
fn nodes_of_huge_machines_have_labels() {
    let family = |name| *FAMILIES.iter().find(|family| family.name() == name).unwrap();
    let (side, mesh, cube) = (1 << 20, family("mesh"), family("hypercube"));
    let sizes = [side, side, side];
    let node = (5 * side + 7) * side + 9;
    assert_eq!(label_of(mesh, &sizes, node).as_deref(), Some("(5,7,9)"));
    assert_eq!(parse_node_of(mesh, &sizes, "(5, 7, 9)"), Some(node));
    assert_eq!(parse_node_of(mesh, &sizes, &node.to_string()), Some(node));
    assert_eq!(parse_node_of(mesh, &[side; 4], "0"), None);
    assert_eq!(label_of(cube, &[8], 3).as_deref(), Some("011"));
    assert_eq!(parse_node_of(cube, &[1 << 40], &format!("1{}", "0".repeat(39))), Some(1 << 39));
    let ring = family("ring");
    assert_eq!((parse_node_of(ring, &[9], "8"), parse_node_of(ring, &[9], "9")), (Some(8), None));
    assert_eq!(label_of(ring, &[9], 3), None);
    assert_eq!(label_of(cube, &[1], 0), None);
}

/// Links in any order and direction are a graph; another number, class or lane is another one.
#[test]
fn graphs_are_equal_where_their_links_are() {
    let class = |name: &str| LinkClass { name: name.to_owned(), ..LinkClass::default() };
    let graph = |nodes, links: &[[u64; 2]], lanes: &[u32], classes: &[LinkClass]| {
        let kind =
            |lanes: &u32| LinkKind { class: (!classes.is_empty()).then_some(0), lanes: *lanes };
        let given = GraphLinks { nodes, switches: 4 - nodes, links: links.to_vec() };
        Topology::graph_of_classes(given, classes.to_vec(), lanes.iter().map(kind).collect())
            .unwrap()
    };
    let links = [[0, 1], [1, 2], [2, 3]];
    let one = graph(3, &links, &[1, 2, 1], &[class("a")]);
    assert_eq!(one, graph(3, &[[3, 2], [2, 1], [1, 0]], &[1, 2, 1], &[class("a")]));
    for other in [
        graph(4, &links, &[1, 2, 1], &[class("a")]),
        graph(3, &links, &[1, 1, 2], &[class("a")]),
        graph(3, &links, &[1, 2, 1], &[class("b")]),
        graph(3, &links, &[1, 2, 1], &[]),
        graph(3, &[[0, 1], [1, 3], [2, 3]], &[1, 2, 1], &[class("a")]),
        topology("ring:4"),
    ] {
        assert_ne!(one, other);
    }
    let mut names: BTreeMap<String, Topology> = BTreeMap::new();
    for machine in all().filter(|machine| !machine.is("graph")) {
        for (name, other) in &names {
            assert_eq!(*name == machine.to_string(), *other == machine, "{name} {machine}");
        }
        if names.len() < 60 {
            names.insert(machine.to_string(), machine);
        }
    }
    let [a, b] = ["ring:4/switch:2", "torus:2x2/switch:2"].map(topology);
    assert_ne!(a, b);
}

/// Classes of links: their lanes, speeds, and links that both directions share.
#[test]
fn links_have_what_their_classes_say() {
    let boxes = topology("nodes:2x2x2");
    let names = boxes.network().class_names();
    assert!(boxes.is_machine() && boxes.classes().len() == names.len() && names.len() > 1);
    let class =
        |name: &str, lanes| LinkClass { name: name.to_owned(), lanes, ..LinkClass::default() };
    let links = |on: &Topology| -> Vec<(u64, (Vertex, Vertex))> {
        let all = (0..on.vertices()).flat_map(|u| (0..on.vertices()).map(move |v| (u, v)));
        all.filter_map(|(u, v)| Some((on.network().link(u, v)?, (u, v)))).collect()
    };
    let ranked = LinkClass { rank: Some(0), ..class(&names[0], Some(9)) };
    let wide =
        boxes.clone().with_links(&[class(&names[0], Some(5)), class(&names[0], Some(3)), ranked]);
    let fast = wide.clone().with_speeds(&[1, 7, 0]);
    assert!(fast == wide && wide != boxes && fast.speeds() == [1, 7, 0]);
    for (link, (u, v)) in links(&wide) {
        let place = wide.network().class(link).unwrap();
        assert_eq!(wide.class_place(link), Some(place));
        assert_eq!(wide.class_index(link), place + 1);
        assert_eq!(wide.class(link).unwrap().name, names[place]);
        let lanes = if place == 0 { 3 } else { boxes.network().capacity(link) };
        assert_eq!(wide.capacity(link), lanes, "{u} {v}");
        assert_eq!(fast.speed(link), if place == 0 { 7 } else { 1 }, "{u} {v}");
        assert!(!wide.is_half_duplex(u, v));
    }
    // A network of the textbook has classes only if times of some are given.
    let plain = topology("ring:3/switch:2");
    assert!(!plain.is_machine() && plain.classes().is_empty());
    let (link, _) = links(&plain)[0];
    assert_eq!((plain.class_index(link), plain.class_place(link), plain.speed(link)), (0, None, 1));
    assert!(plain.clone().with_links(&[]).classes().is_empty());
    let with = plain.with_links(&[class("elsewhere", None)]);
    assert!(with.is_machine() && with.classes().len() == 2 && with.capacity(link) == 1);

    let half = LinkClass { half_duplex: true, ..class("bus", None) };
    let given = GraphLinks { nodes: 3, switches: 0, links: vec![[2, 0], [1, 0]] };
    let kinds = [Some(0), None].map(|class| LinkKind { class, lanes: 2 });
    let bus =
        Topology::graph_of_classes(given.clone(), vec![half.clone()], kinds.to_vec()).unwrap();
    let link = |u, v| bus.network().link(u, v).unwrap();
    assert!(link(0, 2) == link(2, 0) && link(0, 1) != link(1, 0));
    assert!(bus.is_half_duplex(0, 2) && bus.is_half_duplex(2, 0) && !bus.is_half_duplex(0, 1));
    assert!(!bus.is_half_duplex(1, 2));
    let twice = GraphLinks { links: vec![[2, 0], [1, 0], [0, 2]], ..given };
    let refused = |kinds: &[LinkKind]| {
        let graph = Topology::graph_of_classes(twice.clone(), vec![half.clone()], kinds.to_vec());
        graph.err().map(|error| error.to_string())
    };
    let different = "links of different classes join 2 and 0";
    assert_eq!(refused(&kinds).as_deref(), Some(different));
    assert_eq!(refused(&[kinds[0], kinds[1], kinds[0]]), None);
}

#[test]
fn whole_routes_have_both_ends() {
    let ring = topology("ring:6");
    assert_eq!(ring.whole_route(1, 4), [1, 2, 3, 4]);
    assert_eq!(ring.whole_route(2, 2), [2]);
    assert_eq!((ring.dimension(), topology("ring:8").dimension()), (None, Some(3)));
}
