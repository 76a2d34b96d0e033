//! Documents that are read a step at a time: the same is found in them as in those that are kept, and
//! the same lines are wrong.

use std::io::{self, Read};

use hockney_base::diagnostic::{Position, Source};
use hockney_core::checker::{
    Limits, NoAnswer, Report, Stopped, ViolationPlace, check_every_message, check_passing,
    say_when_possible,
};
use hockney_core::collective::{Came, StepSource as _};
use hockney_core::schedule::Step;
use hockney_files::{self as document, Begun, Broken, Notation};
use quickcheck::{Gen, QuickCheck};

use super::arbitrary::Any;
use super::{read, written};
use hockney_testing::sweep;

/// A text that comes a few bytes at a time.
struct Drops<'t>(&'t [u8], usize);

impl Read for Drops<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.1 = self.1 % 7 + 1;
        let count = self.1.min(into.len()).min(self.0.len());
        into[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

/// What becomes of a text that is not kept.
enum Outcome {
    /// It is of another layout.
    Kept,
    Found(Report),
    Wrong(Option<Position>, String),
    NoAnswer(NoAnswer),
}

fn passing(text: &str, limits: &Limits) -> Outcome {
    let graphs = |file: &str| Err(format!("there is no file `{file}`"));
    // The beginning has the first line of a message, and what follows comes later.
    let steps = text.find("steps").unwrap_or(0);
    let lines: usize = text[steps..].split_inclusive('\n').take(2).map(str::len).sum();
    let least = text[..steps + lines].matches([',', ':', '-', '?', '[', '{']).count();
    match document::begin(Drops(text.as_bytes(), 0), &graphs, least).unwrap() {
        Begun::Whole(mut all, mut rest) => {
            rest.read_to_end(&mut all).unwrap();
            assert_eq!(all, text.as_bytes());
            Outcome::Kept
        }
        Begun::Steps(mut incoming) => {
            let (topology, ports) = incoming.machine();
            match check_passing(&topology, ports, &mut *incoming, limits) {
                Ok(mut passed) => {
                    let Ok(Begun::Steps(mut again)) =
                        document::begin(Drops(text.as_bytes(), 3), &graphs, least)
                    else {
                        panic!("it is the same text")
                    };
                    say_when_possible(&mut *again, limits, &mut passed);
                    Outcome::Found(passed.report().clone())
                }
                Err(Stopped::NoAnswer(why)) => Outcome::NoAnswer(why),
                Err(Stopped::Source(Broken::Reading(error))) => panic!("{error}"),
                Err(Stopped::Source(Broken::Text { error, text, before })) => {
                    let diagnostic = error.diagnostic();
                    let place = diagnostic.position(&Source::new("", &text).behind(before));
                    Outcome::Wrong(place, diagnostic.message)
                }
            }
        }
    }
}

/// The report of every message of a document that is kept.
fn kept(text: &str, limits: &Limits) -> Result<Result<Report, NoAnswer>, String> {
    let document = read(text).map_err(|error| error.diagnostic().message)?;
    let checked = check_every_message(&document.schedule, limits);
    Ok(checked.map(|checked| checked.report().clone()))
}

/// Whether both agree; true where the document could be read a step at a time.
fn agree(text: &str, limits: &Limits) -> bool {
    let kept = kept(text, limits);
    match (passing(text, limits), kept) {
        (Outcome::Kept, _) => return false,
        (Outcome::Found(mut passed), Ok(Ok(kept))) => {
            for (i, (line, column)) in std::mem::take(&mut passed.lines) {
                // There is the message that the violation is about.
                let line = text.lines().nth(line as usize - 1).unwrap();
                assert!(line.chars().nth(column as usize - 1) == Some('{'), "{line}");
                if let ViolationPlace::Message { from, to } = passed.violations[i].place {
                    let message = line.replace('"', "");
                    assert!(message.contains(&format!("from: {from}, to: {to},")), "{line}");
                }
            }
            assert_eq!(passed, kept, "{text}");
        }
        (Outcome::NoAnswer(passed), Ok(Err(kept))) => assert_eq!(passed, kept, "{text}"),
        (Outcome::Wrong(place, _), Err(_)) => assert!(place.is_some(), "{text}"),
        // In another layout a document may be right, and is kept unless it is too large.
        (Outcome::Wrong(_, message), Ok(_)) => {
            let layout = ["line", "ends too early", "begins its steps without"];
            assert!(layout.iter().any(|words| message.contains(words)), "{message}\n{text}");
        }
        (Outcome::Found(_), other) => panic!("found, and kept {other:?}\n{text}"),
        (Outcome::NoAnswer(why), other) => panic!("{why}, and kept {other:?}\n{text}"),
    }
    true
}

#[test]
fn what_passes_by_is_judged_as_what_is_kept() {
    #[allow(clippy::needless_pass_by_value)] // what quickcheck calls
    fn law(any: Any) -> bool {
        let steps = any.schedule.phases.iter().all(|phase| phase.steps.count() > 0);
        let yaml = written(&any.header, &any.schedule, Notation::Yaml);
        let json = written(&any.header, &any.schedule, Notation::Json);
        let limits = Limits::default();
        let (yaml, json) = (agree(&yaml, &limits), agree(&json, &limits));
        // Very short ones have come before it is looked at them.
        (yaml || !steps || any.schedule.messages() < 6)
            && (json || any.schedule.phases.len() > 1 || any.schedule.messages() < 6 || !steps || {
                // Phases are read a step at a time in YAML only.
                !any.schedule.phases[0].is_everyone() || !any.schedule.phases[0].scale.is_one()
            })
    }
    QuickCheck::new()
        .rng(Gen::from_size_and_seed(24, 31))
        .tests(2000)
        .quickcheck(law as fn(Any) -> bool);
}

/// Limits are found on the way, with the amounts of the whole.
#[test]
fn what_passes_by_is_over_the_same_limits() {
    #[allow(clippy::needless_pass_by_value)] // what quickcheck calls
    fn law(any: Any, messages: u8, combining: u8) -> bool {
        let limits = Limits {
            messages: u128::from(messages) % 40,
            combining: u128::from(combining) % 40,
            ..Limits::default()
        };
        let text = written(&any.header, &any.schedule, Notation::Yaml);
        match (passing(&text, &limits), kept(&text, &limits)) {
            (Outcome::NoAnswer(_), Ok(Err(_))) | (Outcome::Kept, _) => true,
            (Outcome::Found(mut passed), Ok(Ok(kept))) => {
                passed.lines.clear();
                passed == kept
            }
            _ => false,
        }
    }
    QuickCheck::new()
        .rng(Gen::from_size_and_seed(24, 32))
        .tests(1000)
        .quickcheck(law as fn(Any, u8, u8) -> bool);
}

/// Hops and ranges of blocks are counted to the end, wherever the limit was reached.
#[test]
fn what_passes_by_makes_as_many_hops_as_what_is_kept() {
    #[allow(clippy::needless_pass_by_value)] // what quickcheck calls
    fn law(any: Any, most: u8, hops: bool) -> bool {
        let most = u64::from(most) % 60;
        let limits = if hops {
            Limits { hops: most, ..Limits::default() }
        } else {
            Limits { ranges: u128::from(most) / 4, ..Limits::default() }
        };
        agree(&written(&any.header, &any.schedule, Notation::Yaml), &limits);
        true
    }
    QuickCheck::new()
        .rng(Gen::from_size_and_seed(24, 33))
        .tests(1000)
        .quickcheck(law as fn(Any, u8, bool) -> bool);
}

/// A step comes in parts where it is longer than wanted, and no message is lost.
#[test]
fn a_long_step_comes_in_parts() {
    let step = "      - - {from: 0, to: 1, blocks: [0]}\n        - {from: 1, to: 2, blocks: [0]}\n        \
                - {from: 2, to: 3, blocks: [0]}\n";
    let phase = "  - groups: all\n    collective: {kind: broadcast, root: 0}\n    steps:\n";
    let text = format!(
        "format: hockney/schedule/v1\ntopology: ring:4\nphases:\n{}",
        format!("{phase}{step}{step}").repeat(2)
    );
    let graphs = |_: &str| Err(String::new());
    for most in 0..5 {
        let Ok(Begun::Steps(mut incoming)) = document::begin(text.as_bytes(), &graphs, 20) else {
            panic!("it is of this layout")
        };
        let (mut messages, mut whole, mut taken) = (0, 0, Step::default());
        while let Some(phase) = incoming.phase().unwrap() {
            loop {
                let came = incoming.step(&phase, &mut taken, most).unwrap();
                let count = taken.messages.len();
                messages += count;
                match came {
                    Came::Nothing => break,
                    Came::Part => assert_eq!(count, most + 1),
                    Came::Whole => {
                        assert!(count <= most);
                        whole += 1;
                    }
                }
            }
        }
        assert_eq!((messages, whole), (12, 4), "{most}");
    }
}

sweep! {
    /// Catches a look at all phases before for each phase.
    fn many_phases_pass_by(effort) {
        let count = effort.of(10_000, 100_000);
        let phase = "  - groups: all\n    collective: {kind: broadcast, root: 0}\n    steps:\n      \
                     - - {from: 0, to: 1, blocks: [0]}\n";
        let text =
            format!("format: hockney/schedule/v1\ntopology: ring:2\nphases:\n{}", phase.repeat(count));
        match passing(&text, &Limits::default()) {
            Outcome::Found(report) => {
                assert_eq!((report.steps, report.violations.len()), (count, 0));
            }
            Outcome::Wrong(_, message) => panic!("{message}"),
            Outcome::NoAnswer(why) => panic!("{why}"),
            Outcome::Kept => panic!("it is of this layout"),
        }
        let limits = Limits { messages: 1000, ..Limits::default() };
        let Outcome::NoAnswer(NoAnswer::TooMany(over)) = passing(&text, &limits) else {
            panic!("the limit is not seen")
        };
        // What comes behind the limit is counted.
        let needed: Vec<_> = over.iter().map(|of| (of.what, of.needed)).collect();
        assert_eq!(needed, [("nodes", 2 * u128::try_from(count).unwrap())]);
    }
}

/// Cut off, a line gone, twice, or in another place, a digit changed.
#[test]
fn damaged_documents_are_found_out() {
    #[allow(clippy::needless_pass_by_value)] // what quickcheck calls
    fn law(any: Any, how: u8, at: u16, digit: u8) -> bool {
        let notation = if how.is_multiple_of(2) { Notation::Yaml } else { Notation::Json };
        let text = written(&any.header, &any.schedule, notation);
        let start = text.find("steps").unwrap_or(0);
        let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
        let line = usize::from(at) % lines.len();
        let place = text.floor_char_boundary(start + usize::from(at) % (text.len() - start));
        let damaged = match how / 2 % 6 {
            0 => text[..place].to_owned(),
            1 => {
                lines.remove(line);
                lines.concat()
            }
            2 => {
                lines.insert(line, lines[line]);
                lines.concat()
            }
            3 => {
                let last = lines.len() - 1;
                lines.swap(line, last);
                lines.concat()
            }
            _ => {
                let digits = text[place..].find(|c: char| c.is_ascii_digit());
                let mut text = text.clone();
                if let Some(at) = digits {
                    text.replace_range(place + at..=place + at, &(digit % 10).to_string());
                }
                text
            }
        };
        agree(&damaged, &Limits::default());
        true
    }
    QuickCheck::new()
        .rng(Gen::from_size_and_seed(24, 33))
        .tests(6000)
        .quickcheck(law as fn(Any, u8, u16, u8) -> bool);
}

/// An error in a line has the place and the words that it has in a document that is kept.
#[test]
fn complaints_name_the_same_place() {
    let text = hockney_testing::text("specs/examples/broadcast-on-a-ring.yaml");
    let text = text + "  - - {from: 1, to: 0, blocks: [0]}\n    - {from: 4, to: 5, blocks: [0]}\n";
    for (right, wrong) in [
        ("{from: 6, to: 7", "{from: 6, to: 8"),
        ("{from: 4, to: 5", "{from: 4, from: 5"),
        ("{from: 4, to: 5, blocks: [0]}", "{from: 4, to: 5, blocks: [0, 1]}"),
        ("{from: 6, to: 7, blocks: [0]}", "{to: 7, blocks: [0]}"),
        ("{from: 6, to: 7, blocks: [0]}", "{from: 6, to: 7, blocks: [0]"),
        ("{from: 6, to: 7, blocks: [0]}", "{from: 6, to: 7, blocks: [0], via: [5, 9]}"),
        ("{from: 6, to: 7, blocks: [0]}", "{from: 6, to: 6, blocks: [0]}"),
        ("{from: 6, to: 7, blocks: [0]}", "{from: 6, to: 7, blocks: [0}, x: [1]}"),
    ] {
        let wrong = text.replacen(right, wrong, 1);
        let error = read(&wrong).err().unwrap().diagnostic();
        let expected = error.position(&Source::new("", &wrong));
        match passing(&wrong, &Limits::default()) {
            Outcome::Wrong(place, message) if wrong.contains("blocks: [0]\n") => {
                assert_eq!(place.unwrap().line, 11, "{message}");
            }
            Outcome::Wrong(place, message) => {
                assert_eq!((place, message), (expected, error.message));
            }
            _ => panic!("{wrong}"),
        }
    }
}

#[test]
fn a_document_that_is_cut_off_ends_too_early() {
    let text = hockney_testing::text("specs/examples/broadcast-on-a-ring.yaml");
    let text = text + "  - - {from: 1, to: 0, blocks: [0]}\n";
    for cut in text.len() - 30..text.len() - 2 {
        match passing(&text[..cut], &Limits::default()) {
            Outcome::Wrong(Some(place), message) => {
                assert_eq!(message, "unexpected end of the document");
                assert_eq!(place.line, 12);
            }
            _ => panic!("{}", &text[..cut]),
        }
    }
}
