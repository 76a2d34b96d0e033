//! Files that list templates: what is written is read back, and judged as the plan is, whichever way
//! is gone; damaged files are refused at a place or judged alike both ways.

use std::sync::Arc;

use hockney_base::diagnostic::Source;
use hockney_core::checker::{Limits, LookedAt, check, check_every_message};
use hockney_core::collective::{Data, Instance, Ports, Schedule, collective};
use hockney_core::schedule::{
    Brick, Frame, ListedTemplates, Message, Pattern, Repeated, Run, Space, Step, Steps, Symmetric,
    Template,
};
use hockney_core::topology::{Topology, Translations};
use hockney_files::{self as document, Document, Header, Notation, ReadError};
use hockney_plan::planner::Request;

use hockney_testing::both_ways::gist;
use hockney_testing::{Dice, sweep};

fn read(text: &str) -> Result<Document, ReadError> {
    document::read(text, &|file| Err(format!("there is no file `{file}`")))
}

fn schedule(request: &Request, steps: Symmetric) -> Schedule {
    let (topology, instance) = (request.topology.clone(), request.instance.clone());
    Schedule::plain(topology, Ports::ONE, instance, Arc::new(steps))
}

fn written(schedule: &Schedule, notation: Notation) -> String {
    let mut out = Vec::new();
    document::write_compact(&mut out, &Header::default(), schedule, notation).unwrap();
    String::from_utf8(out).unwrap()
}

/// Plans whose templates a file can contain: its translations move no pieces.
fn planned(most: u32) -> Vec<(String, Request, Symmetric, Box<dyn Steps>)> {
    let all = crate::templated::planned(most).into_iter();
    let moves = |of: &Request| of.instance.shape() != of.instance.moving_shape();
    let (no, yes): (Vec<_>, Vec<_>) = all.partition(|(_, request, ..)| moves(request));
    for (name, request, symmetric, _) in no {
        let (mut out, head) = (Vec::new(), Header::default());
        let of = schedule(&request, symmetric);
        let refused = document::write_compact(&mut out, &head, &of, Notation::Yaml).unwrap_err();
        assert_eq!(refused.to_string(), "the schedule is not stored as templates", "{name}");
    }
    yes
}

/// Messages of all steps, those of a step in any order.
fn listed(steps: &dyn Steps) -> Vec<Vec<Message>> {
    let list = |k| {
        let mut step = Step::default();
        steps.step_into(k, &mut step);
        step.messages.sort_by_key(|message| (message.from, message.to));
        step.messages
    };
    (0..steps.count()).map(list).collect()
}

/// The same document on one line: a shape that is read as a tree.
fn on_one_line(json: &str) -> String {
    json.lines().map(str::trim).collect::<Vec<_>>().join(" ")
}

sweep! {
    fn what_is_written_is_read_back_and_judged_as_planned(effort) {
        let limits = Limits::default();
        let mut shorter = 0;
        for (name, request, symmetric, steps) in planned(effort.of(8, 16)) {
            let by = symmetric.by().clone();
            let planned = schedule(&request, symmetric);
            let found = check(&planned, &limits).unwrap();
            let [yaml, json] = [Notation::Yaml, Notation::Json].map(|form| written(&planned, form));
            for text in [&yaml, &json, &on_one_line(&json)] {
                let document = read(text).unwrap_or_else(|error| {
                    panic!("{name}: {}", error.diagnostic().render(&Source::new("file", text)))
                });
                let back = &document.schedule;
                assert_eq!(back.phases[0].steps.symmetric().unwrap().by(), &by, "{name}");
                assert_eq!(listed(&*back.phases[0].steps), listed(&*steps), "{name}");
                let short = check(back, &limits).unwrap();
                let long = check_every_message(back, &limits).unwrap();
                assert_eq!(short.report().looked_at, found.report().looked_at, "{name}");
                assert_eq!(long.report().looked_at, LookedAt::EveryMessage, "{name}");
                assert_eq!(gist(short.report()), gist(found.report()), "{name}");
                assert_eq!(gist(long.report()), gist(found.report()), "{name}");
                assert_eq!(written(back, Notation::Yaml), yaml, "{name}");
            }
            shorter += usize::from(yaml.contains("repeat"));
        }
        assert!(shorter > effort.of(8, 50), "{shorter}");
    }
}

/// Some of the numbers from 0 on.
fn run(dice: &mut Dice, of: u64) -> Run {
    let start = dice.below(of);
    Run { start, end: start + 1 + dice.below(of - start) }
}

fn brick(dice: &mut Dice, of: &Space) -> Brick {
    Brick((0..of.axes()).map(|axis| run(dice, of.whole(axis).end)).collect())
}

/// Some steps of two messages, advanced from one to the next.
fn item(dice: &mut Dice, frame: &Frame, of: &Instance) -> Repeated {
    let (space, nodes) = (frame.space(), frame.nodes());
    let places = frame.by().nodes();
    let first = 1 + dice.below_u32(places - 2);
    let mut message = |to| {
        let mut message = Pattern::plain(0, to, [brick(dice, space)].into_iter().collect());
        let who = nodes.numbers(&[brick(dice, nodes)]);
        message.parts[0].contributors = (of.data() == Data::Combined).then_some(who);
        message
    };
    let messages = [first, first + 1].map(&mut message).into();
    let advance = dice.below_u32(places);
    Repeated { count: 1 + dice.index(4), advance, template: Template { messages } }
}

/// Changes a number of the steps, or leaves out, repeats or swaps lines of them.
fn damage(text: &str, dice: &mut Dice) -> String {
    let at = text.find("translate:").unwrap();
    let (head, body) = text.split_at(at);
    let mut lines: Vec<String> = body.lines().map(str::to_owned).collect();
    let line = dice.index(lines.len());
    match dice.below(6) {
        0 if line > 1 => {
            lines.remove(line);
        }
        1 if line > 1 => lines.insert(line, lines[line].clone()),
        2 if line > 2 => lines.swap(line, line - 1),
        _ => {
            let bytes = lines[line].as_bytes();
            let digits: Vec<usize> =
                (0..bytes.len()).filter(|i| bytes[*i].is_ascii_digit()).collect();
            if !digits.is_empty() {
                let at = digits[dice.index(digits.len())];
                let digit = dice.below(10).to_string();
                lines[line].replace_range(at..=at, &digit);
            }
        }
    }
    format!("{head}{}\n", lines.join("\n"))
}

sweep! {
    fn damaged_files_are_refused_or_judged_alike(effort) {
        let mut dice = Dice(29);
        let limits = Limits { messages: 100_000, ..Limits::default() };
        let (mut valid, mut invalid, mut refused) = (0, 0, 0);
        for (name, request, symmetric, _) in planned(12) {
            let text = written(&schedule(&request, symmetric), Notation::Yaml);
            for _ in 0..effort.of(1, 12) {
                let damaged = damage(&text, &mut dice);
                let document = match read(&damaged) {
                    Ok(document) => document,
                    Err(error) => {
                        assert!(error.diagnostic().span.is_some(), "{name}\n{damaged}");
                        refused += 1;
                        continue;
                    }
                };
                let short = check(&document.schedule, &limits);
                let long = check_every_message(&document.schedule, &limits);
                let (Ok(short), Ok(long)) = (&short, &long) else {
                    // By symmetry there is less to look at.
                    assert!(short.is_ok() || long.is_err(), "{name}\n{damaged}");
                    continue;
                };
                assert_eq!(gist(short.report()), gist(long.report()), "{name}\n{damaged}");
                *(if short.report().is_valid() { &mut valid } else { &mut invalid }) += 1;
            }
        }
        assert!(valid > effort.of(5, 100) && invalid > effort.of(25, 500) && refused > effort.of(10, 200), "{valid}, {invalid}, {refused}");
    }
}

/// Any messages, not only those of algorithms: steps that were made by advancing are found again, whatever range of
/// blocks or contributors shows the advance.
#[test]
fn repeated_steps_are_found_and_read_back() {
    let mut dice = Dice(31);
    let mut advanced = 0;
    for (machine, sides) in
        [("ring:8", &[8][..]), ("torus:3x4", &[3, 4]), ("torus:2x2x3", &[2, 2, 3])]
    {
        let topology = Topology::parse(machine).unwrap();
        let by = Translations::cyclic(sides, &vec![1; sides.len()]).unwrap();
        for kind in ["all-gather", "all-to-all", "reduce-scatter", "all-reduce"] {
            let of = Instance::new(collective(kind).unwrap(), topology.nodes());
            let frame = Frame::new(by.clone(), of.shape());
            for round in 0..50 {
                let count = 1 + dice.below(4);
                let items: Vec<_> = (0..count).map(|_| item(&mut dice, &frame, &of)).collect();
                let (count, name) = (items.len(), format!("{kind} on {machine}, {round}"));
                let listed_templates = ListedTemplates::new(frame.clone(), items);
                let steps = Symmetric::new(frame.clone(), Box::new(listed_templates));
                let made = listed(&steps);
                let planned =
                    Schedule::plain(topology.clone(), Ports::ONE, of.clone(), Arc::new(steps));
                let text = written(&planned, Notation::Yaml);
                let back = read(&text).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
                assert_eq!(listed(&*back.schedule.phases[0].steps), made, "{name}\n{text}");
                let entries = text.lines().filter(|line| line.starts_with("  - ")).count();
                assert!(entries <= count, "{name}: {entries} instead of {count}\n{text}");
                advanced += text.matches("advance").count();
            }
        }
    }
    assert!(advanced > 300, "{advanced}");
}

/// A ring of 2^20 nodes is a page, and as quick as one.
#[test]
fn a_large_ring_is_a_page() {
    let text = "format: hockney/schedule/v1\ntopology: ring:1048576\n\
                collective: {kind: all-gather}\ntranslate: 1\nsteps:\n\
                \x20 - {repeat: 1048575, advance: -1, messages: [{from: 0, to: 1, blocks: [0]}]}\n";
    let document = read(text).unwrap();
    let checked = check(&document.schedule, &Limits::default()).unwrap();
    assert!(checked.report().is_valid());
    assert_eq!(checked.report().messages, 1_048_576 * 1_048_575);
    let one_less = text.replace("repeat: 1048575", "repeat: 1048574");
    let checked = check(&read(&one_less).unwrap().schedule, &Limits::default()).unwrap();
    assert_eq!(checked.report().counts.total(), 1_048_576);
}

/// Where the collective does not look the same from all nodes, every message is looked at.
#[test]
fn collectives_that_differ_from_node_to_node_are_looked_at_message_by_message() {
    let kinds = [
        ("{kind: broadcast, root: 2}", "[0]", true),
        ("{kind: reduce, root: 2}", "[0]", true),
        ("{kind: gather, root: 0}", "[\"0-2\"]", true),
        ("{kind: scan}", "[\"0@0\"]", true),
        ("{kind: permute, map: [1, 2, 3, 4, 5, 6, 7, 0]}", "[0]", true),
        ("{kind: shift, by: 1}", "[0]", false),
        ("{kind: all-reduce}", "[\"0@0\"]", false),
    ];
    for (kind, blocks, every) in kinds {
        for (machine, by, advance) in
            [("ring:8", "1", "-3"), ("complete:8", "xor", "5"), ("switch:8", "2", "1")]
        {
            let text = format!(
                "format: hockney/schedule/v1\ntopology: {machine}\ncollective: {kind}\n\
                 translate: {by}\nsteps:\n  - - {{from: 0, to: 1, blocks: {blocks}}}\n  - \
                 {{repeat: 3, advance: {advance}, messages: [{{from: 0, to: 7, blocks: {blocks}}}]}}\n"
            );
            let document = read(&text).unwrap_or_else(|error| panic!("{text}{error}"));
            let limits = Limits::default();
            let short = check(&document.schedule, &limits).unwrap();
            let long = check_every_message(&document.schedule, &limits).unwrap();
            assert_eq!(gist(short.report()), gist(long.report()), "{text}");
            let looked_at = short.report().looked_at;
            // A shift by 1 is another one after XOR.
            let every = every || (by == "xor" && kind.contains("shift"));
            assert_eq!(looked_at == LookedAt::EveryMessage, every, "{text}");
        }
    }
}
