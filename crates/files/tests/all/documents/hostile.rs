//! Texts that mean harm, or that were cut off: refused without a panic, and by construction before
//! they cost much. Nothing here is timed; what takes quadratic time does not end within patience.

use std::fs;

use quickcheck::{Gen, QuickCheck};

use super::read_lines;
use hockney_core::collective::{Instance, collective};
use hockney_core::topology::Topology;
use hockney_files::{Document, ReadError, read_graph};

use super::fixtures::fixtures;
use super::{complaint, read};
use hockney_testing::sweep;

const HEAD: &str =
    "format: hockney/schedule/v1\ntopology: complete:1000\ncollective: {kind: reduce, root: 0}\n";

/// What is needed, and what is allowed.
fn limit(result: Result<Document, ReadError>) -> (&'static str, u128, u128) {
    match result {
        Err(ReadError::Limit { what, needed, allowed, .. }) => (what, needed, allowed),
        Err(ReadError::Bad(bad)) => panic!("{bad}"),
        Ok(_) => panic!("it is read"),
    }
}

fn bad(text: &str) -> String {
    match read(text) {
        Err(ReadError::Bad(bad)) => {
            assert!(bad.span.is_some());
            bad.message
        }
        Err(ReadError::Limit { what, .. }) => panic!("a limit of {what}"),
        Ok(_) => panic!("it is read"),
    }
}

#[test]
fn nothing_nests_deeply() {
    let deep = "lists and mappings are nested more than 32 deep";
    for open in ["{a: ", "[", "- ", "- - ", "{", "[a: ", "[{a: ["] {
        assert_eq!(bad(&open.repeat(400_000 / open.len())), deep, "{open}");
        assert_eq!(bad(&format!("{HEAD}steps: {}", "[".repeat(100_000))), deep);
    }
    let steps: Vec<String> = (0..3000).map(|i| " ".repeat(i) + "a:\n").collect();
    assert_eq!(bad(&steps.concat()), deep);
    assert_eq!(bad(&"? ".repeat(100_000)), deep);
}

/// Catches a search for arrows in each of many nested groups.
#[test]
fn braces_of_a_line_are_looked_at_once() {
    const MANY: usize = 200_000;
    let topology = Topology::parse("complete:8").unwrap();
    let broadcast = Instance::new(collective("broadcast").unwrap(), 8);
    for line in ["{".repeat(MANY) + &"}".repeat(MANY), "{0 -> 1} ".repeat(MANY / 9)] {
        assert!(read_lines(&line, &topology, &broadcast).is_err());
    }
}

/// The parser would gather them as one text.
#[test]
fn no_line_is_long_and_no_text_goes_on_without_punctuation() {
    let said = |text: &str| read(text).err().map(|error| error.diagnostic().message);
    let line = "x".repeat(1 << 23);
    assert_eq!(
        said(&format!("a: \"{line}{line}")).as_deref(),
        Some("limit exceeded: 16777220 bytes in one line are needed, 16777216 are allowed")
    );
    assert_eq!(
        said(&format!("a: \"{line}\n{line}")).as_deref(),
        Some(
            "limit exceeded: 16777219 bytes without a comma, colon, dash or bracket between them are needed, 16777216 are allowed"
        )
    );
}

#[test]
fn aliases_stand_for_little() {
    let mut bomb = format!("{HEAD}steps:\n  - &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for i in 0..30 {
        let list = vec![format!("*a{i}"); 10].join(", ");
        bomb += &["  - &a", &(i + 1).to_string(), " [", &list, "]\n"].concat();
    }
    assert_eq!(bad(&bomb), "aliases expand to more than 100000 values");
    let chain: Vec<String> = (0..40).map(|i| format!("k{i}: &a{} [*a{i}]\n", i + 1)).collect();
    let chain = format!("k: &a0 [x]\n{}", chain.concat());
    assert_eq!(bad(&chain), "lists and mappings are nested more than 32 deep");
    assert_eq!(bad("a: &a [*a]"), "an alias refers to a value that contains it");
}

#[test]
fn an_alias_stands_for_what_it_repeats() {
    let text = format!(
        "{HEAD}steps:\n  - - {{from: 1, to: 2, blocks: &all [0]}}\n  - - &m {{from: 2, to: 3, blocks: *all}}\n  - - *m\n"
    );
    assert_eq!(read(&text).map(|document| document.schedule.messages()), Ok(3));
}

sweep! {
    fn ten_megabytes_of_anything_are_refused(effort) {
        const SIZE: usize = 10_000_000;
        for junk in effort.thin(vec!["x", "a\n", "\"a", "''", "!", "é", "%a ", "&a ", "|\n", "\u{feff}", "\t"], 4) {
            bad(&junk.repeat(SIZE / junk.len()));
        }
        for junk in effort.thin(vec!["a,", "a: ", "[]", "- a\n", ": ", "{}, ", "a?b", "--- \n"], 4) {
            let text = junk.repeat(SIZE / junk.len());
            let (what, needed, allowed) = limit(read(&text));
            assert!(what.starts_with("commas, colons, dashes and brackets"));
            assert!(needed > allowed);
        }
        let spaces = " ".repeat(SIZE);
        assert_eq!(bad(&spaces), "the document is empty");
    }
}

#[test]
fn many_keys_and_many_blocks_take_no_quadratic_time() {
    let keys: Vec<String> = (0..200_000).map(|i| format!("k{i}: 1\n")).collect();
    assert_eq!(bad(&keys.concat()), "a schedule document without `format`");
    let head = HEAD.to_owned() + "pieces: 1000000\n";
    let down: Vec<String> = (0..200_000).rev().map(|i| (2 * i).to_string()).collect();
    let text = format!("{head}steps:\n  - - {{from: 1, to: 0, blocks: [{}]}}\n", down.join(", "));
    assert!(read(&text).is_ok());
    let sets: Vec<String> = (0..100_000).map(|i| format!("{}@{}+999", 2 * i, i % 998)).collect();
    let text = format!("{head}steps:\n  - - {{from: 1, to: 0, blocks: [{}]}}\n", sets.join(", "));
    assert!(read(&text).is_ok());
    let both: Vec<String> = (0..100_000).map(|i| format!("{i}, {i}@1")).collect();
    let text = format!("{head}steps:\n  - - {{from: 1, to: 0, blocks: [{}]}}\n", both.join(", "));
    assert_eq!(bad(&text), "the message carries a block both plainly and with contributors");
}

#[test]
fn large_numbers_cost_nothing() {
    let steps = "collective: {kind: all-to-all}\npieces: 2\nsteps:\n  - - {from: 0, to: 1, blocks: [\"0-29999999>0-29999999.0\"]}\n";
    let text = format!("format: hockney/schedule/v1\ntopology: complete:30000000\n{steps}");
    assert_eq!(limit(read(&text)).0, "ranges of blocks");
    let text = "format: hockney/schedule/v1\ntopology: mesh:2x16000000\nphases:\n  - groups: columns\n    collective: {kind: barrier}\n    steps: []\n";
    assert_eq!(limit(read(text)).0, "places of nodes in groups");
    assert!(matches!(read_graph("{nodes: 33554432, links: []}"), Err(ReadError::Bad(_))));
    assert!(matches!(read_graph("{nodes: 99999999999, links: []}"), Err(ReadError::Limit { .. })));
    let huge = "9".repeat(100_000);
    let shift = format!(
        "format: hockney/schedule/v1\ntopology: ring:7\ncollective: {{kind: shift, by: -{huge}}}\nsteps: []\n"
    );
    let document = read(&shift).unwrap();
    // 10^100000 is 4 modulo 7, so the nines are 3, and their negative is 4.
    assert_eq!(document.schedule.phases[0].instance().by, 4);
    let scale = format!(
        "format: hockney/schedule/v1\ntopology: ring:7\nphases:\n  - {{groups: all, collective: {{kind: barrier}}, scale: {huge}, steps: []}}\n"
    );
    assert!(bad(&scale).contains("too large"));
}

/// Valid documents of every kind.
fn valid() -> Vec<String> {
    let texts = fixtures("accepts").into_iter().filter_map(|path| fs::read_to_string(path).ok());
    texts.filter(|text| text.len() < 2000).step_by(3).collect()
}

#[test]
fn a_document_may_be_cut_off_at_every_byte() {
    let texts = valid();
    assert!(texts.len() > 10);
    for text in texts {
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
            let cut = &text[..end];
            if let Err(error) = read(cut) {
                let diagnostic = error.diagnostic();
                assert!(diagnostic.span.is_some_and(|span| span.start <= end), "{cut}");
                complaint(cut);
            }
        }
    }
}

#[test]
fn damaged_documents_never_panic() {
    const BYTES: &[u8] =
        b" \t\n\r{}[]\"',:-#@+>.0123456789efromkindnull~&*!|<?%\x00\x07\xc3\xa9\xf0\x9f\xff";
    let texts = valid();
    let damaged = |pick: usize, changes: Vec<(usize, u8, u8)>| {
        let mut text = texts[pick % texts.len()].clone().into_bytes();
        for (at, byte, how) in changes.into_iter().take(6) {
            let at = at % text.len().max(1);
            let byte = BYTES[usize::from(byte) % BYTES.len()];
            match how % 4 {
                0 => text[at] = byte,
                1 => text.insert(at, byte),
                2 if text.len() > 1 => drop(text.remove(at)),
                _ => text.truncate(at.max(1)),
            }
        }
        String::from_utf8_lossy(&text).into_owned()
    };
    for seed in 0..20_000 {
        let mut g = Gen::from_size_and_seed(64, seed);
        let changes = quickcheck::Arbitrary::arbitrary(&mut g);
        complaint(&damaged(quickcheck::Arbitrary::arbitrary(&mut g), changes));
    }
}

#[test]
fn lines_of_any_text_never_panic() {
    #[allow(clippy::needless_pass_by_value)] // what quickcheck calls
    fn law(words: Vec<u8>) -> bool {
        const WORDS: [&str; 32] = [
            "0",
            "1",
            "7",
            "12",
            "->",
            "→",
            "<->",
            "<-",
            ",",
            ";",
            "and",
            " ",
            "\n",
            "Step",
            "1:",
            "2.",
            "#",
            "[",
            "]",
            "0-3",
            "@",
            "(",
            ")",
            "'",
            "P",
            "node",
            "é",
            "\u{feff}",
            "-",
            "*",
            "99999999999999999999",
            "\t",
        ];
        let text: String = words.iter().map(|word| WORDS[usize::from(*word) % 32]).collect();
        for machine in ["ring:8", "mesh:2x4", "hypercube:8", "switch:4"] {
            let topology = Topology::parse(machine).unwrap();
            let of = Instance::new(collective("reduce").unwrap(), topology.nodes());
            let _ = read_lines(&text, &topology, &of);
        }
        true
    }
    QuickCheck::new()
        .rng(Gen::from_size_and_seed(24, 1))
        .tests(20_000)
        .quickcheck(law as fn(Vec<u8>) -> bool);
}
