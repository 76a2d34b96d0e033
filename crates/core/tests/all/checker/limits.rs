//! Where there is no answer.

use std::sync::Arc;

use hockney_core::checker::{CheckerRule, Limits, MOST_PLACES, ViolationPlace, check};
use hockney_core::collective::{Ports, Schedule};
use hockney_core::schedule::{Message, Payload, Route, Runs, Step, Steps};

use hockney_testing::build::{by, checked, m, no_answer, of, plain, steps, topology};

/// Node 0 tells node 1, again and again.
struct Again(usize);

impl Steps for Again {
    fn count(&self) -> usize {
        self.0
    }

    fn messages(&self) -> u128 {
        self.0 as u128
    }

    fn step_into(&self, _k: usize, step: &mut Step) {
        step.messages.clear();
        step.messages.push(Message::plain(0, 1, Runs::one(0)));
    }
}

fn again(on: &str, times: usize) -> Schedule {
    let topology = topology(on);
    let broadcast = of("broadcast", topology.nodes());
    Schedule::plain(topology, Ports::ONE, broadcast, Arc::new(Again(times)))
}

#[test]
fn too_many_messages_are_refused_before_any_work() {
    let why = no_answer(&again("ring:4", 50_000_001)).to_string();
    assert_eq!(why, "the schedule has 50000001 messages, but 50000000 are allowed");
    let few = Limits { messages: 1000, ..Limits::default() };
    let why = check(&again("ring:2000", 1), &few).unwrap_err().to_string();
    assert_eq!(why, "the schedule has 2000 nodes, but 1000 are allowed");
    let why = no_answer(&plain("ring:7072", of("all-to-all", 7072), &[])).to_string();
    assert_eq!(why, "the schedule has 50013184 pairs of nodes, but 50000000 are allowed");
}

#[test]
fn too_many_hops() {
    let lines: &[&[_]] = &[&[m(0, 4, "0")], &[m(0, 4, "0")]];
    let schedule = plain("linear-array:5", of("broadcast", 5), lines);
    let why = check(&schedule, &Limits { hops: 7, ..Limits::default() }).unwrap_err();
    assert_eq!(why.to_string(), "the schedule has 8 hops, but 7 are allowed");
    assert_eq!(why.raised_by().as_deref(), Some("hops=8 raises it"));
    assert!(check(&schedule, &Limits { hops: 8, ..Limits::default() }).is_ok());
}

/// Node 31 hears of every pair among 31 others: no choice of pairs covers an odd number.
#[test]
fn too_long_a_search() {
    let pairs: Vec<(u32, u32)> = (0..31).flat_map(|a| (a + 1..31).map(move |b| (a, b))).collect();
    let values: Vec<String> = pairs.iter().map(|(a, b)| format!("0@{}", runs(*a, *b))).collect();
    let lines: Vec<Vec<_>> = values.iter().map(|value| vec![m(0, 31, value)]).collect();
    let lines: Vec<&[_]> = lines.iter().map(|line| &line[..]).collect();
    let schedule = plain("complete:32", of("scan", 32), &lines);
    let limits = Limits { set_work: 10_000_000, ..Limits::default() };
    let why = check(&schedule, &limits).unwrap_err();
    assert_eq!(why.raised_by().as_deref(), Some("sets=100000000 raises it, but may not be enough"));
    assert_eq!(
        why.to_string(),
        "whether node 31 can form block 0 at the end takes more than the 10000000 operations on sets that are allowed"
    );
}

fn runs(a: u32, b: u32) -> String {
    if a + 1 == b { format!("{a}-{b}") } else { format!("{a}+{b}") }
}

#[test]
fn all_are_counted_and_the_first_are_placed() {
    let lines: Vec<Vec<_>> = (0..1200).map(|_| vec![m(0, 1, "0"), m(0, 1, "0")]).collect();
    let lines: Vec<&[_]> = lines.iter().map(|line| &line[..]).collect();
    let report = checked(&plain("ring:2", of("broadcast", 2), &lines)).report().clone();
    assert_eq!(report.violations.len(), MOST_PLACES);
    let counts: Vec<(CheckerRule, u64)> = report.counts.iter().collect();
    assert_eq!(counts[0], (CheckerRule::SendPort, 1200));
    assert_eq!(report.counts.total(), 3600);
    assert_eq!(report.violations[999].step, Some(334));
}

/// Catches places of one step that are all kept, and links without a place that are not counted.
#[test]
fn all_missing_links_of_a_step_are_counted_and_the_first_are_placed() {
    let pairs = || (1..1101).map(|node| (2 * node, 2 * node + 1));
    let past_the_hub: Vec<_> = pairs().map(|(from, to)| by(from, to, "0", &[])).collect();
    let schedule = plain("star:2202", of("all-reduce", 2202), &[&past_the_hub, &past_the_hub]);
    let report = checked(&schedule).report().clone();
    let found = report.violations.iter().map(|violation| violation.place);
    let first = pairs().take(MOST_PLACES);
    assert!(found.eq(first.map(|(from, to)| ViolationPlace::Message { from, to })));
    assert_eq!(report.counts.of(CheckerRule::Link), 2200);
}

/// No document leads here; the checker says so and does not panic.
#[test]
fn messages_that_are_none() {
    let said = |on: &str, name: &str, line: (u32, u32, &str, Option<&[u32]>)| {
        no_answer(&plain(on, of(name, topology(on).nodes()), &[&[line]])).to_string()
    };
    let none = "step 1: the message from";
    assert_eq!(
        said("ring:4", "broadcast", m(4, 1, "0")),
        format!("{none} 4 to 1 is malformed: there is no node 4")
    );
    assert_eq!(
        said("switch:4", "broadcast", m(0, 4, "0")),
        format!("{none} 0 to 4 is malformed: there is no node 4")
    );
    assert_eq!(
        said("ring:4", "broadcast", m(1, 1, "0")),
        format!("{none} 1 to 1 is malformed: its receiver is its sender")
    );
    assert_eq!(
        said("ring:4", "broadcast", by(0, 1, "0", &[9])),
        format!("{none} 0 to 1 is malformed: its route contains vertex 9, which does not exist")
    );
    assert_eq!(
        said("ring:4", "broadcast", by(0, 1, "0", &[1, 0])),
        format!("{none} 0 to 1 is malformed: its route uses the link from 0 to 1 twice")
    );
    assert_eq!(
        said("ring:4", "broadcast", m(0, 1, "")),
        format!("{none} 0 to 1 is malformed: it carries no data")
    );
    for (payload, what) in [
        (Payload::Plain(Runs::range(0, 5)), "it carries a block that does not exist"),
        (Payload::Values(Vec::new().into()), "it carries no data"),
    ] {
        let message = Message { from: 0, to: 1, route: Route::Default, payload };
        let listed = hockney_core::schedule::Listed(vec![Step { messages: vec![message] }]);
        let schedule =
            Schedule::plain(topology("ring:4"), Ports::ONE, of("all-gather", 4), Arc::new(listed));
        assert_eq!(no_answer(&schedule).to_string(), format!("{none} 0 to 1 is malformed: {what}"));
    }
    let reduce = of("all-reduce", 8);
    let listed = Arc::new(steps(&reduce, &[&[m(0, 1, "0@7")]]));
    for name in ["all-reduce", "barrier", "broadcast"] {
        let schedule = Schedule::plain(topology("ring:4"), Ports::ONE, of(name, 4), listed.clone());
        assert_eq!(
            no_answer(&schedule).to_string(),
            format!("{none} 0 to 1 is malformed: it names a contributor that does not exist")
        );
    }
}

/// Who raises one limit shall not come to the next.
#[test]
fn all_limits_that_are_broken_are_said_at_once() {
    let few = Limits { messages: 3, combining: 2, hops: 5, ..Limits::default() };
    let four: Vec<&[_]> = (0..4).map(|_| &[(1, 0, "0", None)][..]).collect();
    let why = check(&plain("ring:3", of("reduce", 3), &four), &few).unwrap_err();
    assert_eq!(
        why.to_string(),
        "the schedule has 4 messages, but 3 are allowed; it has 4 messages of combined data, but 2 are \
         allowed"
    );
    assert_eq!(why.raised_by().as_deref(), Some("messages=4,values=4 raises them"));
    // Every message makes a hop, and how many is counted where that takes no time.
    let few = Limits { hops: 3, ..few };
    let lines: Vec<&[_]> = (0..4).map(|_| &[(2, 0, "0", None)][..]).collect();
    let why = check(&plain("linear-array:3", of("reduce", 3), &lines), &few).unwrap_err();
    assert_eq!(why.raised_by().as_deref(), Some("messages=4,values=4,hops=8 raises them"));
    let enough = Limits { messages: 4, combining: 4, hops: 8, ..Limits::default() };
    assert!(check(&plain("linear-array:3", of("reduce", 3), &lines), &enough).is_ok());
    let more = check(&again("ring:4", 60_000_001), &Limits { hops: 7, ..Limits::default() });
    let why = more.unwrap_err();
    assert_eq!(
        why.raised_by().as_deref(),
        Some("messages=60000001,hops=60000001 raises them, but may not be enough")
    );
}

/// Ranges of blocks are what time grows with where messages carry many.
#[test]
fn ranges_of_blocks_have_a_limit() {
    let lines: &[&[_]] = &[&[m(0, 1, "0")], &[m(1, 0, "1 3")], &[m(0, 1, "0 2")]];
    let schedule = plain("ring:4", of("all-gather", 4), lines);
    let why = check(&schedule, &Limits { ranges: 1, ..Limits::default() }).unwrap_err();
    assert_eq!(
        why.to_string(),
        "the schedule has 2 ranges of blocks beyond the first of each message, but 1 are allowed"
    );
    assert_eq!(why.raised_by().as_deref(), Some("ranges=2 raises it"));
    assert!(check(&schedule, &Limits { ranges: 2, ..Limits::default() }).is_ok());
}

/// A block for each pair of nodes takes a bit for each of its pieces.
#[test]
fn pieces_for_pairs_are_counted() {
    let pieces = |pieces| of("all-to-all", 2000).with_pieces(pieces).unwrap();
    let why = no_answer(&plain("ring:2000", pieces(13), &[])).to_string();
    assert_eq!(
        why,
        "the schedule has 52000000 pieces of blocks for pairs of nodes, but 50000000 are allowed"
    );
    assert!(check(&plain("ring:2000", pieces(12), &[]), &Limits::default()).is_ok());
    // Two are pieces, too.
    let two = of("all-to-all", 5001).with_pieces(2).unwrap();
    assert_eq!(
        no_answer(&plain("ring:5001", two, &[])).to_string(),
        "the schedule has 50020002 pieces of blocks for pairs of nodes, but 50000000 are allowed"
    );
}

/// Combined data is remembered value by value, copied data run by run.
#[test]
fn messages_of_combined_data_have_a_limit_of_their_own() {
    let lines: &[&[_]] = &[&[m(1, 0, "0")], &[m(2, 0, "0")]];
    let one = Limits { combining: 1, ..Limits::default() };
    let why = check(&plain("star:3", of("reduce", 3), lines), &one).unwrap_err().to_string();
    assert_eq!(why, "the schedule has 2 messages of combined data, but 1 are allowed");
    let lines: &[&[_]] = &[&[m(0, 1, "0")], &[m(0, 2, "0")]];
    assert!(check(&plain("star:3", of("broadcast", 3), lines), &one).is_ok());
}
