//! Messages that name no blocks, and how they are spelled out.

use hockney_core::checker::{Limits, SpellError, spell_out};
use hockney_core::collective::{Instance, Schedule};
use hockney_core::schedule::{Listed, Payload};

use hockney_testing::build::{Line, m, of, plain, told};

fn spelled(schedule: &Schedule) -> Result<Listed, SpellError> {
    spell_out(schedule, &Limits::default())
}

/// The entries of every message, step by step.
fn entries(of: &Instance, listed: &Listed) -> Vec<Vec<String>> {
    let entries = |payload: &Payload| match payload {
        Payload::Plain(blocks) => of.entries(blocks).join(" "),
        Payload::Everything | Payload::Values(_) => "not plain".to_owned(),
    };
    let step = |step: &hockney_core::schedule::Step| {
        step.messages.iter().map(|message| entries(&message.payload)).collect()
    };
    listed.0.iter().map(step).collect()
}

const RING: &[&[Line<'static>]] = &[
    &[(0, 1, "*", None), (1, 2, "*", None), (2, 0, "*", None)],
    &[(0, 1, "*", None), (1, 2, "*", None), (2, 0, "*", None)],
];

#[test]
fn everything_is_what_is_held_before_the_step() {
    let of = of("all-gather", 3);
    let schedule = plain("ring:3", of.clone(), RING);
    assert_eq!(told(&schedule), [""; 0]);
    let listed = spelled(&schedule).unwrap();
    assert_eq!(entries(&of, &listed), [["0", "1", "2"], ["0 2", "0-1", "1-2"]]);
}

#[test]
fn everything_is_all_blocks_of_combined_data() {
    let of = of("reduce-scatter", 3).with_pieces(2).unwrap();
    let listed = spelled(&plain("ring:3", of.clone(), &RING[..1])).unwrap();
    assert_eq!(entries(&of, &listed), [["0-2", "0-2", "0-2"]]);
}

#[test]
fn who_holds_nothing_of_a_broadcast_claims_it() {
    let lines: &[&[_]] = &[&[m(1, 2, "*")], &[m(0, 1, "*")], &[m(2, 3, "*")]];
    let of = of("broadcast", 4).with_pieces(2).unwrap();
    let schedule = plain("ring:4", of.clone(), lines);
    assert_eq!(
        told(&schedule),
        [
            "step 1: not-held: node 1 sends to 2 blocks 0-1, none of which it holds; node 1 first holds all of it after step 2: move this message to step 3 or later"
        ]
    );
    let listed = spelled(&schedule).unwrap();
    assert_eq!(entries(&of, &listed), [["0-1"], ["0-1"], ["0-1"]]);
}

#[test]
fn who_holds_nothing_else_sends_nothing() {
    let lines: &[&[_]] = &[&[m(1, 2, "*")], &[m(0, 1, "1-2")], &[m(1, 2, "*")]];
    let schedule = plain("ring:3", of("scatter", 3), lines);
    assert_eq!(
        told(&schedule),
        [
            "step 1: not-held: node 1 holds nothing to send; node 1 first holds something after step 2: move this message to step 3 or later"
        ]
    );
    let error = spelled(&schedule).unwrap_err();
    assert_eq!(error, SpellError::NothingToSend { step: 1, node: 1 });
    assert_eq!(error.to_string(), "step 1: node 1 holds nothing to send");
    let never: &[&[_]] = &[&[m(1, 2, "*")]];
    assert_eq!(
        told(&plain("ring:3", of("scatter", 3), never))[..1],
        [
            "step 1: not-held: node 1 holds nothing to send; send some data to node 1 in an earlier step"
        ]
    );
}
