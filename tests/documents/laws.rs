//! What is written is read back as the same, whatever it is.

use std::sync::Arc;

use quickcheck::{Gen, QuickCheck};

use hockney_core::collective::{Instance, Ports, Schedule, collective};
use hockney_core::schedule::{Listed, Message, Payload, Route, Runs, Step};
use hockney_core::topology::Topology;
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
