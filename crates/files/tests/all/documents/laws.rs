//! What is written is read back as the same, whatever it is.

use std::sync::Arc;

use quickcheck::{Gen, QuickCheck};

use hockney_core::collective::{Instance, Phase, Ports, Schedule, collective};
use hockney_core::schedule::{Listed, Message, Payload, Route, Runs, Step};
use hockney_core::topology::{FAMILIES, GraphLinks, LinkClass, LinkKind, Placement, Topology};
use hockney_files::{self as document, Header, Notation};

use super::arbitrary::Any;
use super::{complaint, read, same, written};

#[test]
fn what_is_written_reads_back_equal() {
    #[allow(clippy::needless_pass_by_value)] // what quickcheck calls
    fn law(any: Any) -> bool {
        [Notation::Yaml, Notation::Json].into_iter().all(|format| {
            let text = written(&any.header, &any.schedule, format);
            let Ok(back) = read(&text) else { panic!("{}\n{text}", complaint(&text)) };
            same(&back.schedule, &any.schedule)
                && back.header == any.header
                && written(&back.header, &back.schedule, format) == text
        })
    }
    QuickCheck::new()
        .rng(Gen::from_size_and_seed(24, 1))
        .tests(3000)
        .quickcheck(law as fn(Any) -> bool);
}

/// JSON is JSON: another reader agrees, and finds the same in the YAML.
#[test]
fn json_is_json_and_the_same_document_as_the_yaml() {
    #[allow(clippy::needless_pass_by_value)] // what quickcheck calls
    fn law(any: Any) -> bool {
        let json = written(&any.header, &any.schedule, Notation::Json);
        let yaml = written(&any.header, &any.schedule, Notation::Yaml);
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        let yaml: serde_json::Value = serde_yaml::from_str(&yaml).unwrap();
        json == yaml
    }
    QuickCheck::new()
        .rng(Gen::from_size_and_seed(24, 2))
        .tests(500)
        .quickcheck(law as fn(Any) -> bool);
}

/// Catches a part of a machine that is left out where it is written: a class and its times, their order, lanes, the
/// places of vertices, the nodes of ranks, and the ports.
#[test]
fn every_part_of_a_machine_is_written() {
    let class = |name: &str, t_h: Option<&str>, t_w: Option<&str>, half_duplex, rank| LinkClass {
        name: name.to_owned(),
        t_h: t_h.map(str::to_owned),
        t_w: t_w.map(str::to_owned),
        half_duplex,
        rank,
        lanes: None,
    };
    let classes = vec![
        class("slow", Some("1/3"), Some("46us/MB"), false, Some(1)),
        class("fast", None, Some("1/20"), true, Some(0)),
        class("other", Some("100ns"), None, false, None),
    ];
    let links = GraphLinks { nodes: 3, switches: 1, links: vec![[3, 0], [1, 3], [2, 3], [0, 2]] };
    let kind = |class, lanes| LinkKind { class, lanes };
    let kinds = vec![kind(Some(0), 1), kind(Some(1), 3), kind(Some(2), 1), kind(None, 1)];
    let graph = Topology::graph_of_classes(links, classes, kinds).unwrap();
    let mut machines = vec![graph.at_places(&[[7, 0], [0, 8], [9, 1], [1000, 5]])];
    let sizes = [&[4_u64][..], &[2, 3], &[2, 2, 3], &[8], &[5]];
    for family in FAMILIES {
        machines.extend(sizes.iter().filter_map(|sizes| Topology::new(family, sizes).ok()));
    }
    let of = |topology: &Topology| {
        let links = topology.network().graph_links().cloned();
        let kinds = topology.network().link_kinds().to_vec();
        let ranks = topology.placement().map(|placement| placement.nodes().to_vec());
        let places = topology.places().map(<[[u32; 2]]>::to_vec);
        (topology.to_string(), topology.classes().to_vec(), links, kinds, ranks, places)
    };
    let kind = collective("broadcast").unwrap();
    for (nth, machine) in machines.into_iter().enumerate() {
        let ports = [Ports::ONE, Ports::All, "3".parse().unwrap()][nth % 3];
        let turned: Vec<u32> = (0..machine.nodes()).rev().collect();
        let ranks = Placement::of(&machine, turned).unwrap();
        for machine in [machine.clone(), machine.with_ranks(ranks)] {
            let instance = Instance::new(kind, machine.ranks());
            let phase = Phase::of_ranks(&machine, instance, Arc::new(Listed::default()));
            let schedule = Schedule { topology: machine, ports, phases: vec![phase] };
            for format in [Notation::Yaml, Notation::Json] {
                let text = written(&Header::default(), &schedule, format);
                let back = read(&text).unwrap_or_else(|_| panic!("{}", complaint(&text))).schedule;
                assert_eq!((of(&back.topology), back.ports), (of(&schedule.topology), ports));
                assert_eq!(written(&Header::default(), &back, format), text);
            }
        }
    }
}

fn two_steps() -> Schedule {
    let topology = Topology::parse("ring:8").unwrap();
    let of = Instance::new(collective("broadcast").unwrap(), 8).with_pieces(4).unwrap();
    let some: Runs = [0, 2, 3].into_iter().collect();
    let first = Message::plain(0, 4, some);
    let via = Route::Via([5].into_iter().collect());
    let second = Message { route: via, ..Message::plain(4, 6, Runs::range(0, 4)) };
    let third = Message {
        route: Route::Via([].into_iter().collect()),
        ..Message::plain(0, 1, Runs::one(1))
    };
    let steps = vec![Step { messages: vec![first] }, Step { messages: vec![second, third] }];
    Schedule::plain(topology, Ports::All, of, Arc::new(Listed(steps)))
}

#[test]
fn yaml_as_it_is_written() {
    let header = Header { algorithm: Some("on".into()), ..Header::default() };
    assert_eq!(
        written(&header, &two_steps(), Notation::Yaml),
        r#"format: hockney/schedule/v1
topology: ring:8
collective: {kind: broadcast, root: 0}
algorithm: "on"
ports: all
pieces: 4
steps:
  - - {"from": 0, "to": 4, "blocks": [0, "2-3"]}
  - - {"from": 4, "to": 6, "blocks": ["0-3"], "via": [5]}
    - {"from": 0, "to": 1, "blocks": [1], "via": []}
"#
    );
}

#[test]
fn json_as_it_is_written() {
    let header = Header { note: Some("a \"b\"\n\\ \u{7f}é".into()), ..Header::default() };
    assert_eq!(
        written(&header, &two_steps(), Notation::Json),
        r#"{
  "format": "hockney/schedule/v1",
  "topology": "ring:8",
  "collective": {"kind": "broadcast", "root": 0},
  "note": "a \"b\"\n\\ \u007fé",
  "ports": "all",
  "pieces": 4,
  "steps": [
    [{"from": 0, "to": 4, "blocks": [0, "2-3"]}],
    [{"from": 4, "to": 6, "blocks": ["0-3"], "via": [5]},
     {"from": 0, "to": 1, "blocks": [1], "via": []}]
  ]
}
"#
    );
}

#[test]
fn phases_as_they_are_written() {
    let text = r#"format: hockney/schedule/v1
topology: {graph: {nodes: 4, switches: 0, links: [[0, 1], [1, 2], [2, 3]]}}
phases:
  - groups: all
    collective: {kind: scan, exclusive: true}
    scale: "1/4"
    pieces: 1
    steps:
      - - {"from": 0, "to": 1, "blocks": ["0@0"]}
  - groups: [[0, 1], [3, 2]]
    collective: {kind: barrier}
    scale: 1
    steps: []
"#;
    let document = read(text).unwrap();
    assert_eq!(written(&document.header, &document.schedule, Notation::Yaml), text);
    assert_eq!(
        written(&document.header, &document.schedule, Notation::Json),
        r#"{
  "format": "hockney/schedule/v1",
  "topology": {"graph": {"nodes": 4, "switches": 0, "links": [[0, 1], [1, 2], [2, 3]]}},
  "phases": [
    {
      "groups": "all",
      "collective": {"kind": "scan", "exclusive": true},
      "scale": "1/4",
      "pieces": 1,
      "steps": [
        [{"from": 0, "to": 1, "blocks": ["0@0"]}]
      ]
    },
    {
      "groups": [[0, 1], [3, 2]],
      "collective": {"kind": "barrier"},
      "scale": 1,
      "steps": []
    }
  ]
}
"#
    );
}

/// Groups by their names; a shift that differs from group to group is one number again.
#[test]
fn groups_and_shifts_keep_their_meaning() {
    let head = "format: hockney/schedule/v1\ntopology: mesh:2x2x3\nphases:\n";
    for groups in ["rows", "columns", "planes", "all"] {
        let text = format!(
            "{head}  - {{groups: {groups}, collective: {{kind: all-gather}}, steps: []}}\n"
        );
        let document = read(&text).unwrap();
        let again = written(&document.header, &document.schedule, Notation::Yaml);
        let named = again.contains(&format!("groups: {groups}\n"));
        assert!(named || (groups == "all" && again.contains("\ncollective: {kind: all-gather}\n")));
    }
    let shift = "groups: [[0, 1, 2], [3, 4, 5, 6]], collective: {kind: shift, by: -7}, steps: []";
    let document = read(&format!("{head}  - {{{shift}}}\n")).unwrap();
    let by: Vec<u32> =
        document.schedule.phases[0].groups.iter().map(|group| group.instance.by).collect();
    assert_eq!(by, [2, 1]);
    assert!(written(&document.header, &document.schedule, Notation::Yaml).contains("by: 5}"));
}

#[test]
fn what_has_no_document_is_not_written() {
    let mut schedule = two_steps();
    let everything = Message { payload: Payload::Everything, ..Message::plain(0, 1, Runs::new()) };
    for (steps, why) in [
        (
            vec![Step { messages: vec![everything] }],
            "the blocks of a message that carries everything are not known yet",
        ),
        (vec![Step::default()], "step 1 has no message"),
    ] {
        schedule.phases[0].steps = Arc::new(Listed(steps));
        let error = document::write(&mut Vec::new(), &Header::default(), &schedule, Notation::Yaml)
            .unwrap_err();
        assert_eq!((error.kind(), &*error.to_string()), (std::io::ErrorKind::InvalidInput, why));
    }
}
