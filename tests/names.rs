//! The tables of other names and of defaults in `specs/planner.md` are what the planner does.

use hockney_core::collective::{COLLECTIVES, Instance, Parameter, Ports};
use hockney_core::topology::{FAMILIES, Family, Sizes, Topology};
use hockney_plan::planner::{Meaning, Request, algorithm, aliases, default_algorithm, meaning};

/// The rows of the table behind a heading of the specification.
fn rows(heading: &str) -> Vec<String> {
    let spec = include_str!("../specs/planner.md");
    let section = spec.split_once(&format!("\n## {heading}\n")).expect("the heading is there").1;
    let section = section.split("\n## ").next().unwrap_or_default();
    let table = section.lines().filter(|line| line.starts_with("| ")).skip(1);
    table.map(|line| line.trim().to_owned()).collect()
}

fn request(collective: &str, topology: &str) -> Request {
    let topology = Topology::parse(topology).expect("a topology");
    let of = COLLECTIVES.iter().find(|of| of.name() == collective).expect("a collective");
    let p = u64::from(topology.nodes());
    let mut instance = Instance::new(of, topology.nodes());
    match of.parameter() {
        Some(Parameter::By) => instance = instance.with_by(3),
        Some(Parameter::Map) => {
            let map: Vec<u64> = (0..p).map(|node| (node * (p - 1) + 2) % p).collect();
            instance = instance.with_map(&map).expect("a permutation");
        }
        Some(Parameter::Root | Parameter::Exclusive) | None => {}
    }
    Request { topology, instance, ports: Ports::ONE, order: None }
}

#[test]
fn other_names_are_those_of_the_table() {
    let mut expected = Vec::new();
    for collective in COLLECTIVES {
        for (name, means) in aliases(collective.name()) {
            let means: Vec<String> = means.iter().map(|name| format!("`{name}`")).collect();
            let means = means.join(", ");
            expected.push(format!("| {} | `{name}` | {means} |", collective.name()));
            let itself = format!("`{name}`");
            assert!(means != itself, "{itself} is no other name");
        }
    }
    assert_eq!(rows("Other names").join("\n"), expected.join("\n"), "the table should be this");
}

#[test]
fn every_alias_means_an_algorithm_that_there_is() {
    for collective in COLLECTIVES {
        for (name, means) in aliases(collective.name()) {
            for meant in means {
                assert!(algorithm(collective.name(), meant).is_some(), "{name} means {meant}");
            }
        }
    }
}

#[test]
fn names_mean_what_users_mean() {
    let means = |collective, topology, name| match meaning(name, &request(collective, topology)) {
        Meaning::Algorithm(name) => name.to_owned(),
        other => format!("{other:?}"),
    };
    assert_eq!(means("all-reduce", "switch:8", "rabenseifner"), "rabenseifner");
    assert_eq!(means("all-reduce", "hypercube:8", "rabenseifner"), "halving-doubling");
    assert_eq!(means("reduce", "ring:6", "rabenseifner"), "ring-gather");
    assert_eq!(means("broadcast", "hypercube:8", "binomial"), "binomial");
    assert_eq!(means("broadcast", "switch:8", "binomial"), "recursive-doubling");
    assert_eq!(means("broadcast", "switch:8", "van-de-geijn"), "scatter-all-gather");
    assert_eq!(means("broadcast", "switch:10", "van-de-geijn"), "scatter-ring");
    assert_eq!(means("all-to-all", "switch:10", "pairwise"), "rotation");
    assert_eq!(means("scan", "hypercube:8", "recursive-doubling"), "hypercube-exchange");
    assert_eq!(means("scan", "switch:9", "recursive-doubling"), "recursive-doubling");
    assert_eq!(means("broadcast", "switch:9", "scatter_allgather"), "binomial-scatter-doubling");
    assert_eq!(means("all-gather", "switch:8", "ring"), "ring");
    assert_eq!(means("broadcast", "ring:8", "linear"), "Several([\"sequential\", \"chain\"])");
    assert_eq!(means("broadcast", "ring:8", "ringg"), "Unknown");
    assert_eq!(means("all-reduce", "switch:8", "double-tree"), "two-tree");
    // A canonical name that is for other topologies is still that algorithm.
    assert_eq!(means("broadcast", "ring:8", "n-block"), "n-block");
}

/// The defaults at 8 and 7 nodes, or 4x4 and 3x5.
fn defaults(collective: &str, family: &Family) -> [String; 2] {
    let sizes = match family.sizes() {
        Sizes::Sides => ["4x4", "3x5"],
        _ => ["8", "7"],
    };
    sizes.map(|size| {
        let name = format!("{}:{size}", family.name());
        if Topology::parse(&name).is_err() {
            return "-".to_owned();
        }
        let default = default_algorithm(&request(collective, &name));
        default.map_or_else(|| "-".to_owned(), |of| format!("`{}`", of.name()))
    })
}

#[test]
fn defaults_are_those_of_the_table() {
    let mut expected: Vec<(&str, Vec<&str>, [String; 2])> = Vec::new();
    for collective in COLLECTIVES {
        for family in FAMILIES.iter().filter(|f| f.parts().is_none() && f.sizes() != Sizes::Links) {
            let found = defaults(collective.name(), family);
            let same = |row: &&mut (&str, Vec<&str>, [String; 2])| {
                row.0 == collective.name() && row.2 == found
            };
            match expected.iter_mut().find(same) {
                Some(row) => row.1.push(family.name()),
                None => expected.push((collective.name(), vec![family.name()], found)),
            }
        }
    }
    let expected: Vec<String> = expected
        .into_iter()
        .map(|(of, on, [power, other])| format!("| {of} | {} | {power} | {other} |", on.join(", ")))
        .collect();
    assert_eq!(rows("Defaults").join("\n"), expected.join("\n"), "the table should be this");
}
