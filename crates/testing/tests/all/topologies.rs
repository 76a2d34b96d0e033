//! Every family against the textbook's number of links, degrees and diameter.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use hockney_testing::reference::json::Trouble;
use hockney_testing::reference::topology::{Topology, read};

/// A topology that can be read.
pub(crate) fn topology(value: &Value) -> Topology {
    read(value).unwrap_or_else(|trouble| panic!("{value}: {trouble:?}"))
}

pub(crate) fn named(text: &str) -> Topology {
    topology(&json!(text))
}

/// Links (each of two directions), the degrees that occur, and the largest distance between nodes.
fn numbers(topology: &Topology) -> (usize, Vec<usize>, usize) {
    let links = topology.capacity.values().sum::<usize>() / 2;
    let degrees: BTreeSet<usize> =
        (0..topology.vertices).map(|vertex| topology.neighbours(vertex).len()).collect();
    let diameter = (0..topology.nodes)
        .flat_map(|node| topology.distances(node)[..topology.nodes].to_vec())
        .map(|distance| distance.expect("connected"))
        .max();
    (links, degrees.into_iter().collect(), diameter.expect("a node"))
}

/// Catches a missing or spare link in any family.
#[test]
fn links_degrees_and_diameters_of_the_textbook() {
    for (text, links, degrees, diameter) in [
        ("linear-array:1", 0, &[0][..], 0),
        ("linear-array:2", 1, &[1], 1),
        ("linear-array:8", 7, &[1, 2], 7),
        ("ring:1", 0, &[0], 0),
        ("ring:2", 1, &[1], 1),
        ("ring:3", 3, &[2], 1),
        ("ring:8", 8, &[2], 4),
        ("ring:9", 9, &[2], 4),
        ("mesh:4x4", 24, &[2, 3, 4], 6),
        ("mesh:2x5", 13, &[2, 3], 5),
        ("mesh:1x5", 4, &[1, 2], 4),
        ("mesh:3x3x3", 54, &[3, 4, 5, 6], 6),
        ("torus:4x4", 32, &[4], 4),
        ("torus:3x5", 30, &[4], 3),
        ("torus:2x5", 15, &[3], 3),
        ("torus:2x2", 4, &[2], 2),
        ("torus:1x5", 5, &[2], 2),
        ("torus:3x3x3", 81, &[6], 3),
        ("hypercube:1", 0, &[0], 0),
        ("hypercube:16", 32, &[4], 4),
        ("tree:1", 0, &[0], 0),
        ("tree:2", 2, &[1, 2], 2),
        ("tree:8", 14, &[1, 2, 3], 6),
        ("tree:5", 8, &[1, 2, 3], 5),
        ("node-tree:1", 0, &[0], 0),
        ("node-tree:7", 6, &[1, 2, 3], 4),
        ("node-tree:6", 5, &[1, 2, 3], 4),
        ("star:8", 7, &[1, 7], 2),
        ("star:1", 0, &[0], 0),
        ("switch:8", 8, &[1, 8], 2),
        ("switch:1", 1, &[1], 0),
        ("complete:8", 28, &[7], 1),
        ("complete:1", 0, &[0], 0),
    ] {
        let expected = (links, degrees.to_vec(), diameter);
        assert_eq!(numbers(&named(text)), expected, "{text}");
    }
}

/// Catches switches that are counted as nodes.
#[test]
fn nodes_and_switches() {
    for (text, nodes, vertices) in [
        ("ring:8", 8, 8),
        ("mesh:3x5", 15, 15),
        ("torus:2x3x4", 24, 24),
        ("tree:8", 8, 15),
        ("tree:5", 5, 9),
        ("node-tree:7", 7, 7),
        ("star:8", 8, 8),
        ("switch:8", 8, 9),
    ] {
        let topology = named(text);
        assert_eq!((topology.nodes, topology.vertices), (nodes, vertices), "{text}");
    }
}

/// Row-major, the last coordinate fastest; preorder, the larger half left. Catches another numbering.
#[test]
fn neighbours_by_hand() {
    for (text, vertex, neighbours) in [
        ("mesh:3x4", 5, &[1, 4, 6, 9][..]),
        ("mesh:3x4", 3, &[2, 7]),
        ("torus:3x4", 0, &[1, 3, 4, 8]),
        ("torus:2x4", 0, &[1, 3, 4]),
        ("mesh:2x3x4", 0, &[1, 4, 12]),
        ("hypercube:8", 5, &[1, 4, 7]),
        ("node-tree:7", 1, &[0, 3, 4]),
        ("star:4", 0, &[1, 2, 3]),
        ("switch:3", 3, &[0, 1, 2]),
        // Leaves 0..5; 5 is the root, 6 left of it over 0, 1, 2, then 7 over 0, 1, and 8 over 3, 4.
        ("tree:5", 5, &[6, 8]),
        ("tree:5", 6, &[2, 5, 7]),
        ("tree:5", 7, &[0, 1, 6]),
        ("tree:5", 8, &[3, 4, 5]),
        ("tree:8", 8, &[9, 12]),
        ("tree:8", 14, &[6, 7, 12]),
    ] {
        let found: Vec<usize> = named(text).neighbours(vertex).into_iter().collect();
        assert_eq!(found, neighbours, "{text} at {vertex}");
    }
}

/// A link twice is a link of two, whichever way it is listed.
#[test]
fn graphs_as_listed() {
    let graph = |links: Value| json!({"graph": {"nodes": 2, "switches": 1, "links": links}});
    let doubled = topology(&graph(json!([[0, 2], [2, 1], [2, 0]])));
    assert_eq!((doubled.nodes, doubled.vertices), (2, 3));
    assert_eq!(doubled.capacity[&(0, 2)], 2);
    assert_eq!(doubled.capacity[&(2, 0)], 2);
    assert_eq!(doubled.capacity[&(1, 2)], 1);
    assert!(!doubled.capacity.contains_key(&(0, 1)));
    let alone = topology(&json!({"graph": {"nodes": 1, "links": []}}));
    assert_eq!(alone.vertices, 1);
}

#[test]
fn what_is_no_topology() {
    for value in [
        json!("ring"),
        json!("ring:"),
        json!("ring:0"),
        json!("ring:08"),
        json!("ring:+8"),
        json!("ring: 8"),
        json!("ring:8x2"),
        json!("Ring:8"),
        json!("mesh:16"),
        json!("torus:16"),
        json!("mesh:4x0"),
        json!("mesh:4x"),
        json!("hypercube:6"),
        json!("hypercube:0"),
        json!("hypercube:2x2"),
        json!("cube:8"),
        json!("graph:8"),
        json!(8),
        json!({"ring": 8}),
        json!({"graph": "file.yaml"}),
        json!({"graph": {"nodes": 0, "links": []}}),
        json!({"graph": {"nodes": 2, "links": []}}),
        json!({"graph": {"nodes": 2}}),
        json!({"graph": {"links": []}}),
        json!({"graph": {"nodes": 2, "links": [[0, 0], [0, 1]]}}),
        json!({"graph": {"nodes": 2, "links": [[0, 2]]}}),
        json!({"graph": {"nodes": 2, "links": [[0, 1, 0]]}}),
        json!({"graph": {"nodes": 2, "links": [[0]]}}),
        json!({"graph": {"nodes": 2, "links": [[0, 1]], "name": "pair"}}),
        json!({"graph": {"nodes": 2, "switches": 1, "links": [[0, 1]]}}),
        json!({"graph": {"nodes": 4, "links": [[0, 1], [2, 3]]}}),
    ] {
        let trouble = read(&value).expect_err(&format!("{value} was read"));
        assert!(matches!(trouble, Trouble::Bad(_)), "{value}: {trouble:?}");
    }
    for value in [json!("ring:1048576"), json!("mesh:99999999999x99999999999")] {
        assert!(matches!(read(&value), Err(Trouble::TooLarge(_))), "{value}");
    }
}
