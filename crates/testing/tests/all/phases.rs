//! Compositions: groups side by side, phases one after another.

use serde_json::{Value, json};

use super::samples::{judged, message, one_by_one, verdict};
use super::topologies::named;
use hockney_testing::reference::groups;

fn composed(topology: &str, phases: &[Value]) -> Value {
    json!({"format": "hockney/schedule/v1", "topology": topology, "phases": phases})
}

fn listed(topology: &str, text: &str) -> Vec<Vec<usize>> {
    groups::read(&json!(text), &named(topology)).expect("groups")
}

/// Catches rows and columns that are swapped, and positions that do not rise along the line.
#[test]
fn lines_and_planes() {
    assert_eq!(listed("mesh:2x3", "rows"), [[0, 1, 2], [3, 4, 5]]);
    assert_eq!(listed("mesh:2x3", "columns"), [[0, 3], [1, 4], [2, 5]]);
    assert_eq!(listed("torus:2x3", "planes"), [[0, 1, 2, 3, 4, 5]]);
    assert_eq!(listed("mesh:2x2x2", "rows"), [[0, 1], [2, 3], [4, 5], [6, 7]]);
    assert_eq!(listed("mesh:2x2x2", "columns"), [[0, 2], [1, 3], [4, 6], [5, 7]]);
    assert_eq!(listed("mesh:2x2x2", "planes"), [[0, 1, 2, 3], [4, 5, 6, 7]]);
    assert_eq!(listed("ring:3", "all"), [[0, 1, 2]]);
    assert!(groups::read(&json!("rows"), &named("ring:6")).is_err());
}

/// A broadcast on a mesh: first in the column of the root, then in all rows.
fn by_lines() -> Value {
    composed(
        "mesh:2x3",
        &[
            json!({"groups": [[0, 3]], "collective": {"kind": "broadcast", "root": 0},
                   "steps": [[message(0, 3, "0")]]}),
            json!({"groups": "rows", "collective": {"kind": "broadcast", "root": 0}, "scale": 2,
                   "steps": [[message(0, 2, "0"), message(3, 5, "0")],
                             [message(0, 1, "0"), message(3, 4, "0")]]}),
        ],
    )
}

/// Catches a group that is held against everyone's end, and a cost that is not per phase.
#[test]
fn groups_run_side_by_side() {
    let judged = judged(&by_lines());
    assert!(judged.is_valid());
    assert_eq!((judged.steps, judged.words.to_string(), judged.hops), (3, "5".to_owned(), 4));
    let phases: Vec<(usize, String, u64)> =
        judged.phases.iter().map(|(s, w, h)| (*s, w.to_string(), *h)).collect();
    assert_eq!(phases, [(1, "1".to_owned(), 1), (2, "4".to_owned(), 3)]);
}

/// Every group has an end of its own, and a phase begins with its own start, whatever came before.
#[test]
fn groups_are_judged_one_by_one() {
    let mut document = by_lines();
    document["phases"][1]["steps"][1].as_array_mut().unwrap().pop();
    assert_eq!(judged(&document).counts["not-delivered"], 1);
    let mut document = by_lines();
    document["phases"][0]["steps"] = json!([]);
    assert_eq!(judged(&document).counts["not-delivered"], 1);
}

/// Catches ports that are counted group by group: the links of a mesh's columns are shared by nobody, a port is.
#[test]
fn links_are_judged_over_all_groups() {
    let pairs = |groups: Value| {
        composed(
            "linear-array:4",
            &[json!({"groups": groups, "collective": {"kind": "broadcast", "root": 0},
                     "steps": [[message(0, 2, "0"), message(1, 3, "0")]]})],
        )
    };
    // Groups {0, 2} and {1, 3} share the link from 1 to 2.
    assert_eq!(verdict(&pairs(json!([[0, 2], [1, 3]]))), "congestion");
    assert_eq!(verdict(&pairs(json!([[0, 1], [2, 3]]))), "bad input");
}

/// Root, map, blocks and sets are positions in the group; from, to and via are vertices.
#[test]
fn positions_are_not_nodes() {
    let phase = |collective: Value, steps: Value| {
        composed(
            "ring:6",
            &[json!({"groups": [[5, 3, 1]], "collective": collective, "steps": steps})],
        )
    };
    let broadcast = json!({"kind": "broadcast", "root": 2});
    let out = one_by_one([message(1, 3, "0"), message(1, 5, "0")]);
    assert_eq!(verdict(&phase(broadcast, out.clone())), "valid");
    assert_eq!(verdict(&phase(json!({"kind": "broadcast", "root": 3}), out)), "bad input");
    let scatter = json!({"kind": "scatter", "root": 0});
    let steps = one_by_one([message(5, 3, "1"), message(5, 1, "2")]);
    assert_eq!(verdict(&phase(scatter.clone(), steps)), "valid");
    let steps = one_by_one([message(5, 3, "2"), message(5, 1, "1")]);
    assert_eq!(verdict(&phase(scatter, steps)), "not-delivered");
    let permute = json!({"kind": "permute", "map": [1, 2, 0]});
    let steps = json!([[message(5, 3, "0"), message(3, 1, "1"), message(1, 5, "2")]]);
    assert_eq!(verdict(&phase(permute, steps)), "valid");
    let permute = json!({"kind": "permute", "map": [2, 0, 1]});
    let steps = json!([[message(5, 3, "0"), message(3, 1, "1"), message(1, 5, "2")]]);
    assert_eq!(verdict(&phase(permute, steps)), "not-delivered");
    let reduce = json!({"kind": "reduce", "root": 0});
    let steps = one_by_one([message(1, 3, "0@2"), message(3, 5, "0@1-2")]);
    assert_eq!(verdict(&phase(reduce.clone(), steps)), "valid");
    let steps = one_by_one([message(1, 3, "0@1"), message(3, 5, "0@1-2")]);
    // Contributor 1 is node 3, whom node 1 does not know; what it says arrives all the same.
    assert_eq!(judged(&phase(reduce, steps)).counts, [("not-held", 2)].into());
}

/// A group need not be everyone, nor of the size of another; one alone has nothing to do.
#[test]
fn groups_need_not_cover_nor_match() {
    let gather = json!({"kind": "all-gather"});
    let phase = |groups: Value, steps: Value| {
        composed("complete:6", &[json!({"groups": groups, "collective": gather, "steps": steps})])
    };
    assert_eq!(verdict(&phase(json!([[4]]), json!([]))), "valid");
    let steps = json!([[message(4, 1, "0"), message(1, 4, "1")]]);
    assert_eq!(verdict(&phase(json!([[4, 1], [0]]), steps.clone())), "valid");
    assert_eq!(verdict(&phase(json!([[4, 1], [0, 2]]), steps)), "not-delivered");
    for groups in [json!([]), json!([[]]), json!([[0, 0]]), json!([[0], [0, 1]]), json!([[6]])] {
        assert_eq!(verdict(&phase(groups, json!([]))), "bad input");
    }
    for groups in [json!("lines"), json!(3), json!([0, 1]), json!("rows")] {
        assert_eq!(verdict(&phase(groups, json!([]))), "bad input");
    }
}

/// A scale is a positive fraction.
#[test]
fn scales() {
    // The first phase has one word, the second two of its scale.
    for (scale, words) in [
        (json!(3), "7"),
        (json!("1/3"), "5/3"),
        (json!("0.5"), "2"),
        (json!(0.25), "3/2"),
        (json!("1.5"), "4"),
        (json!("10/4"), "6"),
        (json!("1.05"), "31/10"),
    ] {
        let mut document = by_lines();
        document["phases"][1]["scale"] = scale.clone();
        assert_eq!(judged(&document).words.to_string(), words, "{scale}");
    }
    for scale in [
        json!(0),
        json!("0"),
        json!("1/0"),
        json!(-1),
        json!("x"),
        json!(".5"),
        json!("1."),
        json!(null),
    ] {
        let mut document = by_lines();
        document["phases"][1]["scale"] = scale.clone();
        assert_eq!(verdict(&document), "bad input", "{scale}");
    }
}

/// Commutative over all phases: null only where no phase combines.
#[test]
fn commutative_over_phases() {
    let reduce = |steps: Value| json!({"groups": "all", "collective": {"kind": "reduce", "root": 1}, "steps": steps});
    let copy = json!({"groups": "all", "collective": {"kind": "shift", "by": 0}, "steps": []});
    let gap = reduce(one_by_one([message(0, 2, "0"), message(2, 1, "0")]));
    let run = reduce(one_by_one([message(0, 1, "0"), message(2, 1, "0")]));
    let needs = |phases: &[&Value]| {
        let phases: Vec<Value> = phases.iter().map(|phase| (*phase).clone()).collect();
        judged(&composed("complete:3", &phases)).needs_commutative
    };
    assert_eq!(needs(&[&copy]), None);
    assert_eq!(needs(&[&copy, &run]), Some(false));
    assert_eq!(needs(&[&gap, &run]), Some(true));
}
