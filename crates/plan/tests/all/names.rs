//! The tables of other names and of defaults in `specs/planner.md` are what the planner does.

use std::collections::BTreeSet;

use hockney_core::collective::{COLLECTIVES, Instance, Parameter, Ports};
use hockney_core::topology::{FAMILIES, Family, Sizes, Topology};
use hockney_plan::planner::{
    Algorithm, NameMeaning, Request, algorithm, algorithms, algorithms_for, aliases, congested,
    default_algorithm, fitted, meaning, named_algorithm,
};
use hockney_plan::question::{Choice, Question, named, recognised};

/// The rows of the table behind a heading of the specification.
fn rows(heading: &str) -> Vec<String> {
    let spec = include_str!("../../../../specs/planner.md");
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
        NameMeaning::Algorithm(name) => name.to_owned(),
        other => format!("{other:?}"),
    };
    assert_eq!(means("all-reduce", "hypercube:8", "rabenseifner"), "halving-doubling");
    assert_eq!(means("reduce", "ring:6", "rabenseifner"), "ring-gather");
    assert_eq!(means("broadcast", "switch:8", "van-de-geijn"), "scatter-all-gather");
    assert_eq!(means("broadcast", "switch:10", "van-de-geijn"), "scatter-ring");
    assert_eq!(means("all-to-all", "switch:10", "pairwise"), "rotation");
    assert_eq!(means("broadcast", "switch:9", "scatter_allgather"), "binomial-scatter-doubling");
    assert_eq!(means("all-gather", "switch:8", "ring"), "ring");
    assert_eq!(means("broadcast", "ring:8", "linear"), "Several([\"sequential\", \"chain\"])");
    assert_eq!(means("broadcast", "ring:8", "ringg"), "Unknown");
    assert_eq!(means("all-reduce", "switch:8", "double-tree"), "two-tree");
    // A canonical name that is for other topologies is still that algorithm.
    assert_eq!(means("broadcast", "ring:8", "n-block"), "n-block");
}

/// Machines of every family, with and without a power of two.
const MACHINES: &str = "linear-array:7 linear-array:8 ring:6 ring:8 mesh:2x4 mesh:3x5 torus:4x4 torus:2x3 \
    hypercube:8 tree:6 tree:8 node-tree:7 node-tree:8 complete:6 complete:8 star:7 star:8 switch:7 switch:8 \
    nodes:2x4 nodes:3x3 nodes-direct:2x4 nodes-direct:3x3 fat-tree:4 dragonfly:1x2x1x3";

/// Every name of every algorithm: those of the catalogue, those made after a number, and the other names.
fn all_names(collective: &str) -> impl Iterator<Item = &'static str> {
    let numbered = (2..=64)
        .chain([1, 0])
        .flat_map(|k| ["optimal", "knomial", "rotation"].map(|of| format!("{of}-{k}")));
    let numbered = numbered.filter_map(move |name| Some(algorithm(collective, &name)?.name()));
    let listed =
        algorithms().filter(move |one| one.collective() == collective).map(Algorithm::name);
    listed.chain(numbered.collect::<Vec<_>>()).chain(aliases(collective).map(|(name, _)| name))
}

/// Catches a printed name that means another algorithm than it was printed for.
#[test]
fn no_name_of_an_algorithm_is_another_name_of_one() {
    for collective in COLLECTIVES {
        let of = collective.name();
        for (name, _) in aliases(of) {
            assert!(algorithm(of, name).is_none(), "{of}: {name} is the name of an algorithm");
        }
        let mut seen = BTreeSet::new();
        assert!(aliases(of).all(|(name, _)| seen.insert(name)), "{of}");
        for one in algorithms_for(of, 1024).chain(algorithms().filter(|one| one.collective() == of))
        {
            assert!(std::ptr::eq(algorithm(of, one.name()).unwrap(), one), "{of}: {}", one.name());
        }
    }
}

/// Catches a name that is refused, or whose meaning changes with more than the machine.
#[test]
fn a_name_has_one_meaning_on_a_machine() {
    for topology in MACHINES.split_whitespace() {
        for collective in COLLECTIVES {
            let of = collective.name();
            let asked = request(of, topology);
            // Libraries send on a machine what they send on a switch.
            let machine = asked.topology.is_machine();
            let switch = format!("switch:{}", asked.topology.nodes());
            let there = if machine { request(of, &switch) } else { asked.clone() };
            let mut other = Request { ports: Ports::All, order: Some(vec![0]), ..asked.clone() };
            (other.instance.pieces, other.instance.root) = (3, 1);
            for name in all_names(of) {
                let found = meaning(name, &asked);
                match algorithm(of, name) {
                    Some(itself) => assert_eq!(found, NameMeaning::Algorithm(itself.name())),
                    None if name == "linear" || name == "flat" => {}
                    None => {
                        let NameMeaning::Algorithm(meant) = found else {
                            panic!("{name}: {found:?}")
                        };
                        let (_, means) = aliases(of).find(|(alias, _)| *alias == name).unwrap();
                        let all = || means.iter().filter_map(|one| algorithm(of, one));
                        let first = all().find(|one| fitted(one, &there).is_ok());
                        let what = format!("{of} {topology} {name} {meant}");
                        assert!(first.is_none_or(|first| first.name() == meant), "{what}");
                        let runs = |one: &Algorithm| congested(one, &asked).is_ok();
                        let meant = algorithm(of, meant).unwrap();
                        assert!(runs(meant) || !all().any(runs), "{what}");
                    }
                }
                assert_eq!(meaning(name, &other), found, "{of} {topology} {name}");
            }
        }
    }
}

/// The names that algorithms had before they were other names too, each with those that it means now and a machine
/// for each. Files and scripts have them.
const FORMER: [(&str, &str, &str); 7] = [
    ("broadcast", "binomial", "hypercube:8 hypercube-binomial, switch:8 recursive-doubling"),
    ("reduce", "binomial", "hypercube:8 hypercube-binomial, ring:6 recursive-doubling"),
    (
        "scatter",
        "binomial",
        "switch:7 binomial-halving, hypercube:8 dimension-halving, ring:8 interval-halving",
    ),
    (
        "gather",
        "binomial",
        "star:8 binomial-doubling, hypercube:8 dimension-doubling, nodes:2x4 binomial-doubling",
    ),
    (
        "reduce",
        "rabenseifner",
        "complete:6 folded-halving-gather, hypercube:8 reduce-scatter-gather, tree:6 ring-gather",
    ),
    (
        "all-reduce",
        "rabenseifner",
        "switch:8 folded-halving-doubling, hypercube:8 halving-doubling, nodes:4x8 folded-halving-doubling",
    ),
    ("scan", "recursive-doubling", "switch:9 clipped-exchange, hypercube:8 hypercube-exchange"),
];

#[test]
fn former_names_still_mean_what_they_meant() {
    for (collective, name, now) in FORMER {
        assert!(aliases(collective).any(|(alias, _)| alias == name), "{collective} {name}");
        for pair in now.split(", ") {
            let (topology, meant) = pair.split_once(' ').unwrap();
            let request = request(collective, topology);
            assert_eq!(named_algorithm(name, &request).unwrap().name(), meant, "{topology}");
            let plan = Question::from(request).plan(Choice::Named(name)).unwrap();
            assert_eq!(plan.algorithm().name(), meant);
            // A file of that time states the name.
            assert_eq!(recognised(&plan.schedule(), Some(name)).unwrap().name(), meant);
            assert_eq!(named(&plan.schedule(), Some(name)).unwrap().name(), meant);
        }
    }
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
