//! The default routes against hand-drawn ones, and against what is true of all of them.

use serde_json::json;

use super::topologies::{named, topology};

/// Catches a route that uses a missing link, is not the shortest, or does not begin and end where it should.
#[test]
fn default_routes_are_shortest_walks() {
    for text in [
        "linear-array:7",
        "ring:1",
        "ring:2",
        "ring:8",
        "ring:9",
        "mesh:3x5",
        "mesh:2x3x4",
        "torus:4x5",
        "torus:2x4",
        "torus:2x3x4",
        "hypercube:16",
        "tree:11",
        "node-tree:12",
        "star:6",
        "switch:6",
        "complete:6",
    ] {
        let topology = named(text);
        for from in 0..topology.nodes {
            let distances = topology.distances(from);
            for to in (0..topology.nodes).filter(|&to| to != from) {
                let route = topology.default_route(from, to);
                assert_eq!((route[0], route[route.len() - 1]), (from, to), "{text}");
                assert_eq!(Some(route.len() - 1), distances[to], "{text}: {route:?}");
                for link in route.windows(2) {
                    assert!(
                        topology.capacity.contains_key(&(link[0], link[1])),
                        "{text}: {route:?}"
                    );
                }
            }
        }
    }
}

/// Catches a tie that goes downward, rows before columns, the highest bit first.
#[test]
fn routes_by_hand() {
    for (text, route) in [
        ("linear-array:5", &[3, 2, 1][..]),
        ("ring:8", &[0, 1, 2, 3, 4]),
        ("ring:8", &[6, 7, 0, 1, 2]),
        ("ring:8", &[1, 0, 7, 6]),
        ("ring:5", &[4, 0, 1]),
        ("mesh:3x4", &[0, 1, 2, 6, 10]),
        ("mesh:3x4", &[10, 9, 8, 4, 0]),
        ("mesh:2x2x3", &[0, 1, 2, 5, 11]),
        ("torus:4x4", &[0, 1, 2, 6, 10]),
        ("torus:4x4", &[10, 11, 8, 12, 0]),
        ("torus:5x5", &[0, 4, 24]),
        ("torus:2x4", &[4, 7, 3]),
        ("hypercube:8", &[0, 1, 3, 7]),
        ("hypercube:8", &[6, 7, 5, 1]),
        ("tree:8", &[0, 10, 9, 8, 12, 14, 7]),
        ("tree:8", &[3, 11, 2]),
        ("tree:5", &[1, 7, 6, 2]),
        ("node-tree:7", &[3, 1, 4]),
        ("node-tree:7", &[3, 1, 0]),
        ("node-tree:7", &[0, 2, 5]),
        ("node-tree:7", &[4, 1, 0, 2, 6]),
        ("star:5", &[1, 0, 4]),
        ("star:5", &[0, 4]),
        ("switch:5", &[1, 5, 4]),
        ("complete:5", &[1, 4]),
    ] {
        let found = named(text).default_route(route[0], route[route.len() - 1]);
        assert_eq!(found, route, "{text}");
    }
}

/// Fewest hops, then the lowest next vertex, at each vertex again; switches have the highest numbers.
#[test]
fn graph_routes_take_the_lowest_next_vertex() {
    // 0 - {1, 2, 3} - 4 in a square and a switch, and a longer way by 5.
    let graph = topology(&json!({"graph": {
        "nodes": 6,
        "switches": 1,
        "links": [[0, 6], [6, 4], [0, 3], [3, 4], [0, 2], [4, 2], [1, 0], [1, 5], [5, 4]],
    }}));
    assert_eq!(graph.default_route(0, 4), [0, 2, 4]);
    assert_eq!(graph.default_route(4, 0), [4, 2, 0]);
    assert_eq!(graph.default_route(0, 5), [0, 1, 5]);
    assert_eq!(graph.default_route(1, 4), [1, 5, 4]);
    // The lowest first vertex that is on a shortest way: 0 - 1 leads nowhere.
    let graph = topology(&json!({"graph": {
        "nodes": 5,
        "links": [[0, 1], [0, 3], [0, 2], [3, 4], [2, 4]],
    }}));
    assert_eq!(graph.default_route(0, 4), [0, 2, 4]);
}
