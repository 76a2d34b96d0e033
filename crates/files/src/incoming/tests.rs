//! Reading line by line gives the same result as the tree of the whole document.

use quickcheck::{Gen, QuickCheck};

use super::{Head, read_lined};
use crate::{Document, Header, Notation, ReadError, events, read};
use hockney_core::schedule::Listed;

const YAML: &str = r#"format: hockney/schedule/v1
topology: switch:4
collective: {kind: reduce, root: 0}
pieces: 4
# by hand
steps:
  - - {"from": 0, "to": 1, "blocks": [0]}
    - {from: 2, to: 3, blocks: [0, "2-3", "1@0-1+3"]}

  - - {"from": 0,"to": 1,"blocks": ["0@1"], "via": [ 4 ]}
  # between
    - {"from": 3, "to": 1, "blocks": [3], "via": []}
"#;

const JSON: &str = r#"{
  "format": "hockney/schedule/v1",
  "topology": "switch:4",
  "collective": {"kind": "reduce", "root": 0},
  "steps": [
    [{"from": 0, "to": 1, "blocks": [0]},
     {"from": 2, "to": 3, "blocks": ["0@2"], "kind": "copy"}],
    [{"from": 0, "to": 2, "blocks": [0], "via": [4], "kind": "combine"}]
  ]
}
"#;

fn lined(text: &str) -> Result<Document, Option<ReadError>> {
    read_lined(text, &|_| Err(String::new()))
}

fn trees(text: &str) -> Result<Document, ReadError> {
    let root = events::parse(text)?;
    read::document(&root, &|_| Err(String::new()))
}

fn parts(document: &Document) -> (String, Header, Listed, String) {
    let phase = &document.schedule.phases[0];
    let instance = format!("{:?} {} {}", phase.instance(), phase.instance().pieces, phase.scale);
    let topology = document.schedule.topology.to_string();
    (topology, document.header.clone(), Listed::of(&*phase.steps), instance)
}

#[test]
fn documents_of_this_shape_are_read_here() {
    for text in [YAML, JSON] {
        for text in [text.to_owned(), text.replace('\n', "\r\n"), format!("\u{feff}{text}")] {
            let Ok(document) = lined(&text) else { panic!("{text}") };
            assert_eq!(parts(&document), parts(&trees(&text).unwrap()));
            assert_eq!(document.schedule.steps(), 2);
        }
    }
}

#[test]
fn other_shapes_are_left_alone() {
    for text in [
        "",
        "steps:\n",
        "format: hockney/schedule/v1\nsteps: []\n",
        &YAML.replace("    - {from", "   - {from"),
        &YAML.replace("  - - ", "  -\n    - "),
        &(YAML.to_owned() + "note: late\n"),
        &YAML.replace("steps:", "note: |\n  steps:\nsteps: # far first"),
        &JSON.replace("  ]\n}", "  ],\n  \"note\": \"late\"\n}"),
        &JSON.replace("}],", "}]"),
        &JSON.replace("[0]},", "[0]}],"),
        &(JSON.to_owned() + "}"),
    ] {
        assert!(matches!(lined(text), Err(None)), "{text}");
    }
}

/// A complaint made here is the one that the reader of trees makes.
#[test]
fn a_wrong_line_is_complained_about_where_it_is() {
    for (from, to) in [
        ("\"to\": 1", "\"to\": 4"),
        ("\"to\": 1", "\"too\": 1"),
        ("\"to\": 1", "\"to\": 0"),
        ("\"blocks\": [0]", "\"blocks\": []"),
        ("\"blocks\": [0]", "\"blocks\": [9]"),
        ("\"via\": [ 4 ]", "\"via\": [7]"),
        ("\"via\": []", "\"kind\": \"cop\""),
        ("root: 0", "root: 4"),
        ("switch:4", "swich:4"),
    ] {
        let text = YAML.replacen(from, to, 1);
        let Err(Some(error)) = lined(&text) else { panic!("{text}") };
        assert_eq!(Err(error), trees(&text).map(|document| parts(&document)));
    }
}

#[test]
fn whatever_is_read_here_is_read_the_same_as_a_tree() {
    #[allow(clippy::needless_pass_by_value)] // what quickcheck calls
    fn law(json: bool, changes: Vec<(usize, u8, u8)>) -> bool {
        const BYTES: &[u8] = b" \t\n\r{}[]\",:-#@+>.0123456789efrom'&*!|\x07\xc2\xa0";
        let mut text = if json { JSON } else { YAML }.as_bytes().to_vec();
        for (at, byte, how) in changes.into_iter().take(4) {
            let at = at % text.len();
            let byte = BYTES[usize::from(byte) % BYTES.len()];
            match how % 3 {
                0 => text[at] = byte,
                1 => text.insert(at, byte),
                _ => drop(text.remove(at)),
            }
        }
        let text = String::from_utf8_lossy(&text);
        match (lined(&text), trees(&text)) {
            (Ok(here), Ok(there)) => parts(&here) == parts(&there),
            (Ok(_), Err(error)) => panic!("{error}\n{text}"),
            _ => true,
        }
    }
    QuickCheck::new()
        .rng(Gen::from_size_and_seed(1 << 12, 1))
        .tests(20_000)
        .quickcheck(law as fn(bool, Vec<(usize, u8, u8)>) -> bool);
}

#[test]
fn the_notation_is_told_by_the_line_before_the_messages() {
    let found =
        |text: &str| Head::read(text, &|_| Err(String::new())).ok().map(|head| head.notation);
    assert_eq!(found(YAML), Some(Notation::Yaml));
    assert_eq!(found(JSON), Some(Notation::Json));
}
