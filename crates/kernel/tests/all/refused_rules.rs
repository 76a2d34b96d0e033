//! Every side condition of every combinator, broken once: the kernel refuses, and says which.
#![allow(clippy::items_after_statements)] // a part of a rule stands beside the rules that it is in

use hockney_base::rule::{
    Fold,
    Load::{self, *},
    Move::{self, *},
    Place, Rule, Send, Turn,
};
use hockney_kernel::{
    Domain, Lines, Phase, RuleClaim, Split, Stage, State, StateKind, Steps, Term, certify,
};

use crate::written::refusal;

fn term(text: &str) -> Term {
    Term::read(text).unwrap()
}

fn stage(from: &str, to: &str, cost: &str) -> Stage {
    let [from, to, cost, repeat] = [from, to, cost, "1"].map(term);
    Stage { phase: Phase { from, to, cost, repeat }, falling: false }
}

/// What the kernel says of a rule: `yes`, or the side condition that fails.
fn said(
    rule: &Rule,
    domain: Domain,
    before: impl Into<State>,
    after: impl Into<State>,
    stated: &[Stage],
) -> String {
    of(Steps::Of(*rule), (domain, Split::None), (before, after), stated)
}

fn of(
    steps: Steps,
    (domain, split): (Domain, Split),
    (before, after): (impl Into<State>, impl Into<State>),
    stated: &[Stage],
) -> String {
    let [block, whole] = ["m t_w", "p m t_w"].map(term);
    let stated = stated.to_vec();
    let (before, after) = (before.into(), after.into());
    let claim = RuleClaim { domain, split, steps, before, after, block, whole, stated };
    certify(&claim).map_or_else(|why| refusal(&why), |_| "yes".to_owned())
}

const fn one_turn(place: Place, turns: &'static [Turn]) -> Rule {
    Rule::Turns(place, turns)
}

const DISTANCE: &str = "turn 1: a message may have distance 0, or more than one round";
const SENDERS: &str = "turn 1: the senders are not provably positions in ascending order";
const LINK: &str = "turn 1: two messages may use the same link";
const THERE: &str = "turn 1: the sender does not provably have the data that it sends";
const BLOCKS: &str = "turn 1: a message does not provably carry one or more distinct blocks";
const NEXT: &str = "turn 1: the received data do not give the state of the next step";
const MULTIPLES: &str =
    "turn 1: the senders are not provably all multiples of a number with a receiver";
const AHEAD: &str =
    "turn 1: the senders are not provably all positions with a receiver at this distance";
const FIRST: &str = "turn 1: the data for the first step are not provably there";
const NONE: &str = "turn 1: without steps, the data are not provably there";
const NEW: &str = "turn 1: the receivers are not provably new positions within range";
const BIT: &str = "turn 1: the step does not provably cross the expected bit";
const GROUP: &str = "turn 1: the bits of a group are not provably in order and crossed within it";
const POWER: &str = "turn 1: the number of positions is not provably a power of two";
const KINDS: &str = "turn 1: no lemma covers this load with these senders and routes";
const END: &str = "the rule does not provably end with all data in place";
const BOUNDS: &str = "turn 1: its first and last step are not provably integers in ascending order";
const COST: &str = "phase 1: the costs of the steps differ from the stated costs";

/// A rule of one turn, and what is said of it.
macro_rules! says {
    ($place:ident, $domain:expr, $before:expr => $after:expr, $from:literal .. $to:literal, $send:expr, $said:expr) => {{
        const RULE: Rule = one_turn(Place::$place, &[Turn::new($from, $to, &[$send])]);
        // A word of the steps is wrong where nothing else is.
        let said = said(&RULE, $domain, $before, $after, &[]);
        let expected = if $said == "yes" { COST } else { $said };
        assert_eq!(said, expected, "{RULE:?}");
    }};
}

const EVERY: Domain = Domain::Every;
const TWOS: Domain = Domain::PowersOfTwo;
const SHIFT: Domain = Domain::Shift;

const fn all(to: Move, load: Load) -> Send {
    Send::all(to, load)
}

const fn one(at: &'static str, by: &'static str) -> Send {
    Send::one(at, Ahead(by), Everything)
}

#[test]
fn distances() {
    let (own, brought) = (StateKind::Pairs, StateKind::Delivered);
    says!(Pairs, EVERY, own => brought, "0".."p - 1", all(Ahead("i + 1"), Own), "yes");
    says!(Pairs, EVERY, own => brought, "0".."p - 1", all(Ahead("i"), Own), DISTANCE);
    says!(Pairs, EVERY, own => brought, "0".."p - 1", all(Ahead("i + 2"), Own), DISTANCE);
    says!(Pairs, EVERY, own => brought, "0".."p - 1", all(Ahead("(i + 2)/2"), Own), DISTANCE);
    says!(Pairs, TWOS, own => brought, "0".."p - 1", all(Xor("i + 1"), Own), "yes");
    says!(Pairs, EVERY, own => brought, "0".."p - 1", all(Xor("i + 1"), Own), POWER);
}

#[test]
fn steps_are_whole_and_in_order() {
    // One block more for each step, and one at p = 1.
    says!(
        Tour, EVERY, StateKind::Own => StateKind::All, "0".."p - 1",
        all(Back("1"), Interval("max(i, 0)", "max(i, 0)")), NONE
    );
    says!(Tour, EVERY, State::of(StateKind::First, &["2"]) => StateKind::All, "0".."p - 1", one("i", "1"), FIRST);
    let (own, all_there) = (StateKind::Own, StateKind::All);
    let send = || (own, all_there);
    const RING: Send = all(Ahead("1"), Interval("-i", "-i"));
    let (before, after) = send();
    says!(Tour, EVERY, before => after, "0".."p - 1", RING, "yes");
    let (before, after) = send();
    says!(Tour, EVERY, before => after, "0".."p - 2", RING, BOUNDS);
    let (before, after) = send();
    says!(Tour, EVERY, before => after, "0".."(p - 1)/2", RING, BOUNDS);
    let (before, after) = send();
    says!(Tour, EVERY, before => after, "1/2".."p - 1/2", RING, BOUNDS);
    let (before, after) = send();
    says!(Tour, EVERY, before => after, "1".."0", RING, END);
    let (before, after) = send();
    says!(Tour, SHIFT, before => after, "0".."q", RING, END);
    // It begins with what came before.
    let (before, after) = send();
    says!(Tour, EVERY, before => after, "1".."p", RING, THERE);
    // In the end there are all blocks and not three.
    says!(
        Tour, EVERY, StateKind::Own => State::of(StateKind::Interval, &["-2", "0"]), "0".."p - 1",
        all(Ahead("1"), Interval("-i", "-i")), END
    );
}

#[test]
fn senders_are_positions() {
    let (root, all_there) = (StateKind::Root, StateKind::All);
    let ends = || (root, all_there);
    let (root, all_there) = ends();
    says!(Tour, EVERY, root => all_there, "0".."p - 1", one("i", "1"), "yes");
    let (root, all_there) = ends();
    says!(RootFirst, EVERY, root => all_there, "0".."p - 1", one("0", "i + 1"), "yes");
    let (root, all_there) = ends();
    says!(Tour, EVERY, root => all_there, "0".."p - 1", one("i - 1", "1"), SENDERS);
    let (root, all_there) = ends();
    says!(Tour, EVERY, root => all_there, "0".."p - 1", one("i + 2", "1"), SENDERS);
    let (root, all_there) = ends();
    says!(Tour, EVERY, root => all_there, "0".."p - 1", one("i/2", "1"), SENDERS);
    // The bounds of a progression.
    const fn each(first: &'static str, stride: &'static str, last: &'static str) -> Send {
        Send::each(first, stride, last, Ahead("1"), Everything)
    }
    let (root, all_there) = ends();
    says!(Tour, EVERY, root => all_there, "0".."p - 1", each("i", "1", "i"), "yes");
    let (root, all_there) = ends();
    says!(Tour, EVERY, root => all_there, "0".."p - 1", each("i - 1", "1", "i"), SENDERS);
    let (root, all_there) = ends();
    says!(Tour, EVERY, root => all_there, "0".."p - 1", each("i/2", "1", "i"), SENDERS);
    let (root, all_there) = ends();
    says!(Tour, EVERY, root => all_there, "0".."p - 1", each("i", "0", "i"), SENDERS);
    let (root, all_there) = ends();
    says!(Tour, EVERY, root => all_there, "0".."p - 1", each("i", "3/2", "i"), SENDERS);
    let (root, all_there) = ends();
    says!(Tour, EVERY, root => all_there, "0".."p - 1", each("i", "1", "i - 1"), SENDERS);
    let (root, all_there) = ends();
    says!(Tour, EVERY, root => all_there, "0".."p - 1", each("i", "1", "i + 2"), SENDERS);
}

#[test]
fn links_are_used_once() {
    // Everyone two further along a tour.
    says!(Tour, EVERY, StateKind::Pairs => StateKind::Delivered, "0".."p - 1", all(Ahead("i + 1"), Own), LINK);
    says!(Tour, TWOS, StateKind::Own => StateKind::All, "0".."d", all(Xor("2^i"), Subcube("0", "i")), LINK);
    says!(RootFirst, EVERY, StateKind::Own => StateKind::All, "0".."p - 1", all(Ahead("1"), Interval("-i", "-i")), LINK);
    says!(CubeInOrder, TWOS, StateKind::Own => StateKind::All, "0".."d", all(Xor("2^i"), Subcube("0", "i")), "yes");
    says!(CubeInOrder, TWOS, StateKind::Pairs => StateKind::Delivered, "0".."p - 1", all(Xor("i + 1"), Own), LINK);
    says!(CubeInOrder, EVERY, StateKind::Own => StateKind::All, "0".."p - 1", all(Ahead("1"), Interval("-i", "-i")), LINK);
    // Every second one, half as far or farther; and those that close the tour.
    const fn near(by: &'static str, stride: &'static str, last: &'static str) -> Send {
        Send::each("0", stride, last, Ahead(by), Everything)
    }
    const FAR: &str = "2^(d - i)";
    let ends = || (StateKind::Root, StateKind::All);
    let (root, all_there) = ends();
    says!(Tour, TWOS, root => all_there, "0".."d", near("2^(d - 1 - i)", FAR, "p - 1 - 2^(d - 1 - i)"), "yes");
    let (root, all_there) = ends();
    says!(Tour, TWOS, root => all_there, "0".."d", near("2^(d - 1 - i)", "2^(d - 1 - i)", "p - 2^(d - i)"), THERE);
    let (root, all_there) = ends();
    says!(Tour, TWOS, root => all_there, "0".."d", near("2^i", "1", "2^i - 1"), LINK);
    let (root, all_there) = ends();
    says!(Pairs, TWOS, root => all_there, "0".."d", near("2^i", "1", "2^i - 1"), "yes");
    let (root, all_there) = ends();
    says!(Tour, TWOS, root => all_there, "0".."d", near("p - 1", "p - 1", "p - 1"), LINK);
}

#[test]
fn the_first_ones_send_to_the_next_ones() {
    const fn first(last: &'static str, to: Move) -> Send {
        Send::each("0", "1", last, to, Everything)
    }
    says!(
        Pairs, TWOS, StateKind::Root => StateKind::All, "0".."p - 1",
        Send::each("i", "1", "i", Xor("1"), Everything), BIT
    );
    says!(
        Pairs, TWOS, StateKind::Root => StateKind::All, "0".."p - 1",
        Send::each("0", "1", "0", Xor("i + 1"), Everything), BIT
    );
    // A stride that is 1 in the last step only.
    says!(
        Tour, EVERY, StateKind::Root => StateKind::All, "0".."p - 1",
        Send::each("i", "max(1, p - 1 - i)", "i", Ahead("1"), Everything), NEXT
    );
    // In the last step more than are left.
    const PAST: Rule = one_turn(
        Place::Pairs,
        &[Turn::new("0", "ceil(log2 p)", &[first("2^i - 1", Ahead("2^i"))])],
    );
    let past = of(Steps::Of(PAST), (EVERY, Split::Binary), (StateKind::Root, StateKind::All), &[]);
    assert_eq!(past, NEW);
    let ends = || (StateKind::Root, StateKind::All);
    let (root, all_there) = ends();
    says!(Pairs, TWOS, root => all_there, "0".."d", first("2^i - 1", Xor("2^i")), "yes");
    // More of them than have it; fewer than could; as many as do not fit.
    let (root, all_there) = ends();
    says!(Pairs, TWOS, root => all_there, "0".."d", first("2^i", Ahead("2^i")), THERE);
    let (root, all_there) = ends();
    says!(Pairs, TWOS, root => all_there, "0".."d", first("0", Ahead("2^i")), NEXT);
    let (root, all_there) = ends();
    says!(Pairs, TWOS, root => all_there, "0".."d + 1", first("0", Ahead("1")), DISTANCE);
    says!(
        Pairs, TWOS, State::of(StateKind::First, &["p - 1"]) => StateKind::All, "0".."1",
        first("min(1, p - 1)", Ahead("p - 1")), DISTANCE
    );
    // More receivers than there are positions.
    let (root, all_there) = ends();
    says!(Pairs, TWOS, root => all_there, "0".."p - 1", first("i", Ahead("i + 1")), NEW);
    says!(Pairs, EVERY, State::of(StateKind::First, &["2"]) => StateKind::All, "0".."1", first("1", Back("1")), KINDS);
    says!(Pairs, EVERY, StateKind::Root => StateKind::All, "0".."p - 1", all(Ahead("1"), Everything), FIRST);
}

#[test]
fn multiples_halve_their_distance() {
    const fn each(first: &'static str, stride: &'static str, last: &'static str, to: Move) -> Send {
        Send::each(first, stride, last, to, Everything)
    }
    const HALF: Move = Xor("2^(d - 1 - i)");
    const ALL: &str = "2^(d - i)";
    const LAST: &str = "p - 1 - 2^(d - 1 - i)";
    let ends = || (StateKind::Root, StateKind::All);
    let (root, all_there) = ends();
    says!(Pairs, TWOS, root => all_there, "0".."d", each("2^i - 1", ALL, LAST, HALF), MULTIPLES);
    let (root, all_there) = ends();
    says!(Pairs, TWOS, root => all_there, "0".."d", each("0", ALL, LAST, HALF), "yes");
    let (root, all_there) = ends();
    says!(Pairs, TWOS, root => all_there, "0".."d", each("0", ALL, "p - 2^(d - 1 - i)", HALF), MULTIPLES);
    let (root, all_there) = ends();
    says!(Pairs, TWOS, root => all_there, "0".."d", each("2^(d - i) - 1", ALL, "p - 1", HALF), MULTIPLES);
    let (root, all_there) = ends();
    says!(Pairs, TWOS, root => all_there, "0".."d", each("0", "4 * 2^(d - i)", LAST, HALF), NEXT);
    let (root, all_there) = ends();
    says!(Pairs, TWOS, root => all_there, "0".."d - 1", each("0", ALL, LAST, HALF), BOUNDS);
    // One position sends to nobody; a second step would need what is only sent in the first.
    const NEAR: Send = each("0", "2", "p - 2", Ahead("1"));
    says!(Pairs, EVERY, State::of(StateKind::Multiples, &["2"]) => StateKind::All, "0".."1", NEAR, DISTANCE);
    says!(Pairs, TWOS, State::of(StateKind::Multiples, &["2"]) => StateKind::All, "0".."d", NEAR, NEXT);
    says!(
        Pairs, EVERY, State::of(StateKind::Multiples, &["2"]) => StateKind::All, "0".."p - 1",
        each("0", "2", "p - 1", Ahead("1")), MULTIPLES
    );
    // The root alone has a multiple from p on, and not below.
    const FAR: Send = each("0", "2 p", "max(0, p - 1 - p)", Ahead("p"));
    says!(Pairs, EVERY, StateKind::Root => StateKind::All, "0".."p - 1", FAR, DISTANCE);
}

/// The texts of a tree to base k: from, to, the senders, and the distance.
fn tree(k: u32) -> [String; 6] {
    let (digits, above) = (k - 1, format!("ceil(log_{k} p) - 1"));
    let steps = format!("max(0, {digits} ({above}) + ceil(p/{k}^max(0, {above})) - 1)");
    let unit = format!("{k}^floor((0 - i)/{digits})");
    let by = format!("(((0 - i) mod {digits}) + 1) {unit}");
    let (stride, last) = (format!("{k} * {unit}"), format!("p - 1 - {by}"));
    [format!("1 - {steps}"), "1".into(), "0".into(), stride, last, by]
}

#[test]
fn trees_to_a_base_are_as_stated() {
    let says = |[from, to, first, stride, last, by]: [String; 6], place, way: fn(_) -> _, ends| {
        let text = |text: String| -> &'static str { text.leak() };
        let send = Send::each(text(first), text(stride), text(last), way(text(by)), Everything);
        let turn = Turn::new(text(from), text(to), vec![send].leak());
        said(&Rule::Turns(place, vec![turn].leak()), EVERY, StateKind::Root, ends, &[])
    };
    let plain = |texts| says(texts, Place::Pairs, Ahead, StateKind::All);
    for k in [2, 3, 4, 5, 6, 7, 8, 100, 1024] {
        assert_eq!(plain(tree(k)), COST, "{k}");
        let other = |at: usize, from: &str, to: &str| {
            let mut texts = tree(k);
            assert!(texts[at].contains(from), "{}", texts[at]);
            texts[at] = texts[at].replace(from, to);
            plain(texts)
        };
        assert_eq!(other(0, "1 - ", "2 - "), NEXT, "a step less");
        assert_eq!(other(0, "+ ceil(p", "+ floor(p"), NEXT, "a digit less on the highest level");
        assert_eq!(other(0, &format!("log_{k}"), &format!("log_{}", k + 1)), NEXT, "a level less");
        assert_eq!(other(1, "1", "2"), NEXT, "a step after the last");
        assert_eq!(other(2, "0", "1"), MULTIPLES, "other senders");
        assert_eq!(other(3, &format!("/{}", k - 1), &format!("/{k}")), NEXT, "longer levels");
        assert_eq!(
            other(3, &format!("{k} * {k}^"), &format!("{} * {k}^", k + 1)),
            NEXT,
            "far senders"
        );
        assert_eq!(other(3, &format!("{k} *"), &format!("1/{k} *")), NEXT, "no base");
        assert_eq!(other(3, &format!("{k} *"), "p *"), NEXT, "no number");
        assert_eq!(other(4, "p - 1 -", "p -"), MULTIPLES, "a receiver beyond the last");
        assert_eq!(other(4, "p - 1 -", "p - 2 -"), MULTIPLES, "the last receiver left out");
        // Both ends of a message, so that the last sender is right.
        let mut texts = tree(k);
        texts[5] = texts[5].replace("+ 1)", "+ 2)");
        texts[4] = format!("p - 1 - {}", texts[5]);
        assert_eq!(plain(texts), NEXT, "another digit");
    }
    assert_eq!(says(tree(3), Place::Tour, Ahead, StateKind::All), BOUNDS);
    assert_eq!(says(tree(3), Place::Pairs, Back, StateKind::All), BOUNDS);
    assert_eq!(says(tree(3), Place::Pairs, Xor, StateKind::All), BOUNDS);
    assert_eq!(says(tree(3), Place::Pairs, Ahead, StateKind::Own), END);
    let [from, to, first, stride, last, by] = tree(3).map(|text| -> &'static str { text.leak() });
    let all = Send::each(first, stride, last, Ahead(by), Everything);
    let turns = |send| -> Rule {
        Rule::Turns(Place::Pairs, vec![Turn::new(from, to, vec![send].leak())].leak())
    };
    assert_eq!(said(&turns(all), EVERY, StateKind::Own, StateKind::All, &[]), FIRST);
    let own = Send { load: Interval("0", "0"), ..all };
    assert_eq!(said(&turns(own), EVERY, StateKind::Root, StateKind::All, &[]), BOUNDS);
}

#[test]
fn halves_go_with_their_leaders() {
    const fn half(first: &'static str, last: &'static str, to: Move) -> Send {
        Send::each("0", "2^(d - i)", "p - 1 - 2^(d - 1 - i)", to, Clipped(first, last))
    }
    const HALF: Move = Xor("2^(d - 1 - i)");
    const FROM: &str = "2^(d - 1 - i)";
    let ends = || (StateKind::Root, StateKind::Own);
    let (root, own) = ends();
    says!(Pairs, TWOS, root => own, "0".."d", half(FROM, "2^(d - i) - 1", HALF), "yes");
    let (root, own) = ends();
    says!(Pairs, TWOS, root => own, "0".."d", half("0", "2^(d - i) - 1", HALF), NEXT);
    let (root, own) = ends();
    says!(Pairs, TWOS, root => own, "0".."d", half(FROM, FROM, HALF), NEXT);
    let (root, own) = ends();
    says!(Pairs, TWOS, root => own, "0".."d", half(FROM, "2^(d - i)", HALF), THERE);
    let (root, own) = ends();
    says!(Pairs, TWOS, root => own, "0".."d", half(FROM, "2^(d - i) - 1", Back("2^(d - 1 - i)")), KINDS);
    says!(Pairs, TWOS, StateKind::All => StateKind::Own, "0".."d", half(FROM, "2^(d - i) - 1", HALF), FIRST);
}

/// A tree of any size: the root's first message, and then the halves.
#[test]
fn halves_are_clipped_at_the_last_position() {
    macro_rules! first {
        ($at:literal, $by:literal, $from:literal, $to:literal, $said:expr) => {{
            const FIRST_ONE: Rule = one_turn(
                Place::Pairs,
                &[Turn::times(
                    "min(1, p - 1)",
                    &[Send::one($at, Ahead($by), Interval($from, $to))],
                )],
            );
            let (rule, at) = (Steps::Of(FIRST_ONE), (Domain::Every, Split::Binary));
            let leaders = State::of(StateKind::Leaders, &["2^(ceil(log2 p) - 1)"]);
            assert_eq!(of(rule, at, (StateKind::Root, leaders), &[]), $said, "{FIRST_ONE:?}");
        }};
    }
    first!("0", "2^(ceil(log2 p) - 1)", "2^(ceil(log2 p) - 1)", "p - 1", COST);
    first!("1", "2^(ceil(log2 p) - 1)", "2^(ceil(log2 p) - 1)", "p - 1", FIRST);
    first!("0", "2^(ceil(log2 p) - 1)", "0", "p - 1", NEXT);
    first!("0", "2^(ceil(log2 p) - 1)", "2^(ceil(log2 p) - 1)", "p - 2", NEXT);
    // A receiver in the first half hands on what another one should have.
    first!("0", "1", "1", "p - 1", NEXT);
    const fn served(at: &'static str, by: &'static str, block: &'static str) -> Send {
        Send::one(at, Ahead(by), Interval(block, block))
    }
    says!(RootFirst, EVERY, StateKind::Root => StateKind::Own, "1".."p", served("0", "i", "i"), "yes");
    says!(RootFirst, EVERY, StateKind::Root => StateKind::Own, "1".."p", served("0", "i", "i - 1"), NEXT);
    says!(RootFirst, EVERY, StateKind::Root => StateKind::Own, "1".."p - 1", served("0", "i", "i"), BOUNDS);
    says!(RootFirst, EVERY, StateKind::Root => StateKind::Own, "1".."p", served("p - i", "i", "i"), FIRST);
    says!(RootFirst, EVERY, StateKind::Own => StateKind::Own, "1".."p", served("0", "i", "i"), FIRST);
}

#[test]
fn intervals_join_on() {
    const fn to(first: &'static str, last: &'static str) -> Send {
        all(Ahead("1"), Interval(first, last))
    }
    says!(Pairs, TWOS, StateKind::Own => StateKind::All, "0".."d", all(Back("2^i"), Interval("0", "2^i")), THERE);
    says!(Tour, EVERY, StateKind::Own => StateKind::All, "0".."p - 1", to("1 - i", "-i"), BLOCKS);
    const AGAIN: Rule = one_turn(
        Place::Pairs,
        &[Turn::new("0", "ceil(log2 p)", &[all(Back("2^i"), Interval("0", "2^i - 1"))])],
    );
    let again = of(Steps::Of(AGAIN), (EVERY, Split::Binary), (StateKind::Own, StateKind::All), &[]);
    assert_eq!(again, NEW);
    let ends = || (StateKind::Own, StateKind::All);
    let (own, every) = ends();
    says!(Tour, EVERY, own => every, "0".."p - 1", to("-i - 1", "-i - 1"), THERE);
    let (own, every) = ends();
    says!(Tour, EVERY, own => every, "0".."p - 1", to("0", "0"), NEXT);
    let (own, every) = ends();
    says!(Tour, EVERY, own => every, "0".."p - 1", to("-i", "-i - 1"), BLOCKS);
    let (own, every) = ends();
    says!(Tour, EVERY, own => every, "0".."p - 1", to("-i", "1 - i"), THERE);
    let (own, every) = ends();
    says!(Tour, EVERY, own => every, "0".."p", to("-i", "-i"), DISTANCE);
    let (own, every) = ends();
    says!(Tour, EVERY, own => every, "0".."p - 1", to("-i/2", "-i/2"), NEXT);
    // The other way, and a side that does not grow.
    let (own, every) = ends();
    says!(Tour, EVERY, own => every, "0".."p - 1", all(Back("1"), Interval("i", "i")), "yes");
    let (own, every) = ends();
    says!(Tour, EVERY, own => every, "0".."p - 1", all(Back("1"), Interval("-i", "-i")), THERE);
    let (own, every) = ends();
    says!(Tour, TWOS, own => every, "0".."d", all(Xor("2^i"), Interval("0", "2^i - 1")), KINDS);
    says!(Tour, EVERY, StateKind::Root => StateKind::All, "0".."p - 1", to("-i", "-i"), FIRST);
    // From 1 - c to 0, and c is half of what goes round; where p = 2, it is one block and a half.
    const PARTS: Rule = one_turn(
        Place::Pairs,
        &[Turn::new(
            "0",
            "min(1, q)",
            &[all(Ahead("q"), Interval("1 - (min(q, p - q) + min(1, q))/2", "0"))],
        )],
    );
    let ends = (
        State::of(StateKind::Interval, &["1 - q", "0"]),
        State::of(StateKind::Interval, &["1 - q - (min(q, p - q) + min(1, q))/2", "0"]),
    );
    let parts = of(Steps::Of(PARTS), (SHIFT, Split::Distance), ends, &[]);
    assert_eq!(parts, BLOCKS);
}

#[test]
fn subcubes_grow_by_the_bit_that_is_crossed() {
    const fn bits(by: &'static str, low: &'static str, high: &'static str) -> Send {
        all(Xor(by), Subcube(low, high))
    }
    let ends = || (StateKind::Own, StateKind::All);
    let (own, every) = ends();
    says!(Pairs, TWOS, own => every, "0".."d", bits("2^i", "0", "i"), "yes");
    let (own, every) = ends();
    says!(Pairs, TWOS, own => every, "0".."d", bits("2^(d - 1 - i)", "d - i", "d"), "yes");
    let (own, every) = ends();
    says!(Pairs, TWOS, own => every, "0".."d", bits("2^(d - 1 - i)", "0", "i"), BIT);
    let (own, every) = ends();
    says!(Pairs, TWOS, own => every, "0".."d + 1", bits("2^i", "0", "i"), DISTANCE);
    let (own, every) = ends();
    says!(Pairs, TWOS, own => every, "0".."d", bits("2^i", "i", "i"), NEXT);
    let (own, every) = ends();
    says!(Pairs, TWOS, own => every, "0".."d", bits("2^i", "i + 1", "i"), BLOCKS);
    let (own, every) = ends();
    says!(Pairs, TWOS, own => every, "0".."d", bits("2^i", "0 - 1", "i"), FIRST);
    let (own, every) = ends();
    says!(Pairs, TWOS, own => every, "0".."d", all(Ahead("2^i"), Subcube("0", "i")), KINDS);
    says!(Pairs, TWOS, StateKind::Root => StateKind::All, "0".."d", bits("2^i", "0", "i"), FIRST);
}

#[test]
fn sums_and_words_of_others_double() {
    let sums = || (StateKind::Parts, StateKind::All);
    let (parts, every) = sums();
    says!(Pairs, TWOS, parts => every, "0".."d", all(Xor("2^i"), Everything), "yes");
    let (parts, every) = sums();
    says!(Pairs, TWOS, parts => every, "0".."p - 1", all(Xor("i + 1"), Everything), BIT);
    let (parts, every) = sums();
    says!(Pairs, TWOS, parts => every, "0".."d", all(Ahead("2^i"), Everything), KINDS);
    says!(Pairs, TWOS, StateKind::Own => StateKind::All, "0".."d", all(Xor("2^i"), Everything), FIRST);
    // So everyone knows what those up to its own have, by runs too.
    says!(Pairs, TWOS, StateKind::Parts => StateKind::Prefixes, "0".."d", all(Xor("2^i"), Everything), "yes");
    says!(Pairs, TWOS, StateKind::Parts => StateKind::Prefixes, "0".."1", all(Xor("2^i"), Everything), DISTANCE);
    const fn run(first: &'static str, stride: &'static str, last: &'static str, by: Move) -> Send {
        Send::each(first, stride, last, by, Everything)
    }
    const FAR: Move = Ahead("2^i");
    let scan = || (StateKind::Parts, StateKind::Prefixes);
    let (parts, prefixes) = scan();
    says!(Pairs, TWOS, parts => prefixes, "0".."d", run("0", "1", "p - 2^i - 1", FAR), "yes");
    let (parts, prefixes) = scan();
    says!(Pairs, TWOS, parts => prefixes, "0".."d", run("2^i - 1", "1", "p - 2^i - 1", FAR), AHEAD);
    let (parts, prefixes) = scan();
    says!(Pairs, TWOS, parts => prefixes, "0".."d", run("0", "2^i", "p - 2^i - 1", FAR), AHEAD);
    let (parts, prefixes) = scan();
    says!(Pairs, TWOS, parts => prefixes, "0".."d", run("0", "1", "p - 1", FAR), AHEAD);
    let (parts, prefixes) = scan();
    says!(Pairs, TWOS, parts => prefixes, "0".."p - 1", run("0", "1", "p - 2 - i", Ahead("i + 1")), NEXT);
    let (parts, prefixes) = scan();
    says!(Pairs, TWOS, parts => prefixes, "0".."d", run("0", "1", "p - 2^i - 1", Back("2^i")), KINDS);
    let (parts, prefixes) = scan();
    says!(Pairs, TWOS, parts => prefixes, "0".."d", run("0", "1", "2^i - 1", Xor("2^i")), KINDS);
    says!(Pairs, TWOS, StateKind::Parts => StateKind::Prefixes, "0".."d", one("0", "2^i"), KINDS);
    let heard = || (State::of(StateKind::Heard, &["1"]), State::of(StateKind::Heard, &["p"]));
    let (one, every) = heard();
    says!(Pairs, TWOS, one => every, "0".."d", all(Ahead("2^i"), Everything), "yes");
    let (one, every) = heard();
    says!(Pairs, TWOS, one => every, "0".."d", all(Xor("2^i"), Everything), KINDS);
    let (one, every) = heard();
    says!(Pairs, TWOS, one => every, "0".."d", all(Ahead("2^(d - 1 - i)"), Everything), FIRST);
    let (one, every) = heard();
    says!(Pairs, TWOS, one => every, "0".."d", all(Back("2^i"), Everything), KINDS);
    // Half of them have heard.
    says!(Pairs, TWOS, State::of(StateKind::Heard, &["1"]) => State::of(StateKind::Heard, &["2 p"]), "0".."d", all(Ahead("2^i"), Everything), END);
}

#[test]
fn onward_blocks_came_and_arrive() {
    const fn onwards(origin: &'static str, first: &'static str, last: &'static str) -> Send {
        all(Ahead("1"), Onwards { origin, targets: (first, last) })
    }
    says!(Tour, EVERY, StateKind::Pairs => StateKind::Delivered, "0".."p - 1", onwards("-i", "0", "0"), NEXT);
    let ends = || (StateKind::Pairs, StateKind::Delivered);
    let (pairs, every) = ends();
    says!(Tour, EVERY, pairs => every, "0".."p - 1", onwards("-i", "1", "p - 1 - i"), "yes");
    let (pairs, every) = ends();
    says!(Tour, EVERY, pairs => every, "0".."p - 1", onwards("-i - 1", "1", "p - 1 - i"), THERE);
    let (pairs, every) = ends();
    says!(Tour, EVERY, pairs => every, "0".."p - 1", onwards("-2 i", "1", "p - 1 - i"), THERE);
    let (pairs, every) = ends();
    says!(Tour, EVERY, pairs => every, "0".."p - 1", onwards("-i", "1", "p - 1"), THERE);
    let (pairs, every) = ends();
    says!(Tour, EVERY, pairs => every, "0".."p - 1", onwards("-i", "-1", "p - 1 - i"), BLOCKS);
    let (pairs, every) = ends();
    says!(Tour, EVERY, pairs => every, "0".."p - 1", onwards("-i", "2", "p - i"), NEXT);
    let (pairs, every) = ends();
    says!(Tour, EVERY, pairs => every, "0".."p - 1", onwards("-i", "0", "-i"), BLOCKS);
    let (pairs, every) = ends();
    says!(Tour, EVERY, pairs => every, "0".."p - 1", onwards("-i", "1/2", "p - 1 - i"), BLOCKS);
    let (pairs, every) = ends();
    says!(Tour, EVERY, pairs => every, "0".."p - 1", onwards("-i", "1", "p - 1/2 - i"), BLOCKS);
    let (pairs, every) = ends();
    says!(Tour, TWOS, pairs => every, "0".."d", all(Xor("1"), Onwards { origin: "0", targets: ("1", "1") }), KINDS);
    says!(Tour, EVERY, StateKind::Own => StateKind::All, "0".."p - 1", onwards("-i", "1", "p - 1 - i"), FIRST);
    // The first target goes back by two and more, while the last comes nearer by one and more.
    says!(
        Tour, TWOS, StateKind::Pairs => State::of(StateKind::Brought, &["d", "0"]), "0".."d",
        onwards("-i", "2 - 2^i", "2^(d - i) - 1"), THERE
    );
    // Half of the way, and the same side twice.
    says!(Tour, SHIFT, StateKind::Pairs => StateKind::Delivered, "0".."q", onwards("-i", "1", "q - i"), END);
    says!(
        Tour, EVERY, State::of(StateKind::Brought, &["1", "0"]) => StateKind::Delivered, "0".."p - 1",
        onwards("-i", "1", "p - 1 - i"), FIRST
    );
}

/// The turns of a rotation to base k: from, to, the distance, and the ends of the targets or of the origins.
fn rotation(k: u32) -> [[String; 5]; 4] {
    let turn = |texts: [&str; 5]| texts.map(str::to_owned);
    let (high, rest) = (format!("max(1, floor(p/{k}))"), format!("max(1, p mod {k})"));
    let by = &format!("{k} i");
    [
        turn(["1", &high, by, by, &format!("{k} i + {k} - 1")]),
        turn([&high, &format!("ceil(p/{k})"), by, by, "p - 1"]),
        turn(["1", &rest, "i", &format!("0 - {k} floor(p/{k})"), "0"]),
        turn([&rest, &format!("min({k}, p)"), "i", &format!("{k} - {k} floor(p/{k})"), "0"]),
    ]
}

/// What is said of a rotation whose blocks have these origins and strides.
fn rotated(turns: &[[String; 5]; 4], stride: &str, way: fn(&'static str) -> Move) -> String {
    rotated_from("0", turns, stride, way)
}

/// The same with another origin of the blocks that the first two turns send.
fn rotated_from(
    origin: &'static str,
    turns: &[[String; 5]; 4],
    stride: &str,
    way: fn(&'static str) -> Move,
) -> String {
    let text = |text: &String| -> &'static str { text.clone().leak() };
    let all: Vec<Turn> = (0..)
        .zip(turns)
        .map(|(k, [from, to, by, first, last])| {
            let ends = (text(first), text(last));
            let load = match k {
                0 | 1 => Onwards { origin, targets: ends },
                _ => Apart { stride: text(&stride.to_owned()), origins: ends },
            };
            Turn::new(text(from), text(to), vec![Send::all(way(text(by)), load)].leak())
        })
        .collect();
    let rule = Steps::Of(Rule::Turns(Place::Pairs, all.leak()));
    let split = Split::Rests(stride.parse().unwrap());
    of(rule, (EVERY, split), (StateKind::Pairs, StateKind::Delivered), &[])
}

#[test]
fn blocks_go_by_the_multiple_and_then_by_the_rest() {
    for k in [2, 3, 4, 7, 64] {
        let base = k.to_string();
        assert_eq!(rotated(&rotation(k), &base, Ahead), COST, "{k}");
        // All rests of the last multiple have turn 4 to base 2.
        if k == 2 {
            continue;
        }
        let other = |turn: usize, at: usize, text: &str| {
            let mut turns = rotation(k);
            text.clone_into(&mut turns[turn][at]);
            rotated(&turns, &base, Ahead)
        };
        let turn = |turn: u32, why: &str| why.replace("turn 1", &format!("turn {turn}"));
        let (less, more) = (format!("{k} i - 1"), format!("{k} i + {k}"));
        assert_eq!(other(0, 3, &less), turn(1, THERE), "targets before the receiver");
        assert_eq!(other(0, 4, &more), turn(1, BLOCKS), "a target of the next step");
        assert_eq!(other(0, 4, &format!("{k} i")), turn(1, NEXT), "one target only");
        assert_eq!(other(0, 4, &less), turn(1, BLOCKS), "no target");
        assert_eq!(other(0, 4, &format!("{k} i + 1/2")), turn(1, BLOCKS), "half a target");
        assert_eq!(other(0, 2, &format!("{k} i + 1")), turn(1, THERE), "another distance");
        // It is the sender in the last step only.
        let late: &'static str = format!("max(1, floor(p/{k})) - 1 - i").leak();
        assert_eq!(rotated_from(late, &rotation(k), &base, Ahead), turn(1, THERE), "origins");
        assert_eq!(other(1, 4, "p"), turn(2, BLOCKS), "a target beyond the last");
        assert_eq!(other(2, 4, "1"), turn(3, THERE), "an origin ahead");
        assert_eq!(other(2, 3, "1"), turn(3, BLOCKS), "origins ahead");
        assert_eq!(other(2, 3, "1/2 - p"), turn(3, BLOCKS), "no multiple of the base");
        assert_eq!(other(2, 3, &format!("0 - {k} ceil(p/{k})")), turn(3, BLOCKS), "too far");
        assert_eq!(
            other(3, 3, &format!("2 * {k} - {k} floor(p/{k})")),
            turn(4, BLOCKS),
            "left out"
        );
        assert_eq!(other(3, 1, &format!("min({k}, p) - 1")), END, "a rest left out");
        assert_eq!(rotated(&rotation(k), &(2 * k).to_string(), Ahead), turn(4, FIRST), "{k}");
        assert_eq!(rotated(&rotation(k), &base, Back), turn(3, KINDS));
    }
    let [one, two, three, four] = rotation(4);
    let last_first = [two.clone(), one.clone(), three.clone(), four.clone()];
    assert_eq!(rotated(&last_first, "4", Ahead), FIRST);
    let large_first = [one, two, four, three];
    assert_eq!(rotated(&large_first, "4", Ahead), FIRST.replace("turn 1", "turn 3"));
}

#[test]
fn blocks_for_pairs_come_from_everyone() {
    let ends = || (StateKind::Pairs, StateKind::Delivered);
    let (pairs, every) = ends();
    says!(Pairs, EVERY, pairs => every, "0".."p - 1", all(Back("i + 1"), Own), "yes");
    let (pairs, every) = ends();
    says!(Pairs, EVERY, pairs => every, "0".."p - 1", all(Ahead("p - 1 - i"), Own), NEXT);
    let (pairs, every) = ends();
    says!(Pairs, TWOS, pairs => every, "0".."p - 1", all(Xor("p - 1 - i"), Own), NEXT);
    let (pairs, every) = ends();
    says!(Pairs, TWOS, pairs => every, "0".."d", all(Xor("2^i"), Own), NEXT);
    says!(Pairs, EVERY, StateKind::Own => StateKind::All, "0".."p - 1", all(Ahead("i + 1"), Own), FIRST);
}

#[test]
fn sides_of_groups_of_bits() {
    const fn sides(by: &'static str, low: &'static str, high: &'static str) -> Send {
        all(Xor(by), Sides { low, high })
    }
    says!(Pairs, TWOS, StateKind::Pairs => StateKind::Delivered, "0".."d", sides("2^i", "i + 1", "d"), GROUP);
    let ends = || (StateKind::Pairs, StateKind::Delivered);
    let (pairs, every) = ends();
    says!(Pairs, TWOS, pairs => every, "0".."d", sides("2^i", "i", "i + 1"), "yes");
    let (pairs, every) = ends();
    says!(Pairs, TWOS, pairs => every, "0".."p - 1", sides("i + 1", "0", "d"), "yes");
    let (pairs, every) = ends();
    says!(Pairs, TWOS, pairs => every, "0".."p - 1", sides("i + 1", "0", "d + 1"), GROUP);
    let (pairs, every) = ends();
    says!(Pairs, TWOS, pairs => every, "0".."d", sides("2^i", "i + 1", "i + 1"), GROUP);
    let (pairs, every) = ends();
    says!(Pairs, TWOS, pairs => every, "0".."d", sides("2^i", "0", "i"), GROUP);
    let (pairs, every) = ends();
    says!(Pairs, TWOS, pairs => every, "0".."d", sides("2^i", "0 - 1", "i + 1"), GROUP);
    let (pairs, every) = ends();
    says!(Pairs, TWOS, pairs => every, "0".."d", sides("2^i", "i", "i + 2"), GROUP);
    let (pairs, every) = ends();
    says!(Pairs, TWOS, pairs => every, "0".."d", all(Ahead("2^i"), Sides { low: "i", high: "i + 1" }), KINDS);
    says!(Pairs, TWOS, StateKind::Own => StateKind::All, "0".."d", sides("2^i", "i", "i + 1"), FIRST);
}

/// The end, the distance, the base, the unit and the digit of the moves by digits to a base.
fn digits(k: u32) -> [String; 5] {
    let (values, above) = (k - 1, format!("ceil(log_{k} p) - 1"));
    let (unit, digit) = (format!("{k}^floor(i/{values})"), format!("((i mod {values}) + 1)"));
    let end = format!("max(0, {values} ({above}) + ceil(p/{k}^max(0, {above})) - 1)");
    [end, format!("{digit} {unit}"), k.to_string(), unit, digit]
}

#[test]
fn blocks_go_by_the_digits_of_their_way() {
    type Way = fn(&'static str) -> Move;
    let text = |text: &String| -> &'static str { text.clone().leak() };
    let said = |of: &[String; 5], from: &'static str, way: Way, domain: Domain| {
        let [to, by, base, unit, digit] = of.each_ref().map(text);
        let sends = vec![Send::all(way(by), Digit(base, unit, digit))].leak();
        let turns = vec![Turn::new(from, to, sends)].leak();
        let ends = (StateKind::Pairs, StateKind::Delivered);
        all_at_once(Steps::Of(Rule::Turns(Place::Pairs, turns)), domain, ends)
    };
    for k in [2, 3, 4, 8, 9] {
        for domain in [EVERY, TWOS] {
            assert_eq!(said(&digits(k), "0", Ahead, domain), COST, "{k}");
        }
        assert_eq!(said(&digits(k), "1", Ahead, EVERY), NEXT, "{k}: a step is left out");
        assert_eq!(said(&digits(k), "0", Back, EVERY), KINDS);
        assert_eq!(said(&digits(k), "0", Xor, TWOS), KINDS);
        let other = |at: usize, text: &str| {
            let mut of = digits(k);
            text.clone_into(&mut of[at]);
            said(&of, "0", Ahead, EVERY)
        };
        let [end, _, _, unit, digit] = digits(k);
        assert_eq!(other(0, &format!("{end} - 1")), NEXT, "{k}: the last step is left out");
        assert_eq!(other(1, "1"), NEXT, "{k}: another distance");
        assert_eq!(other(2, &(k + 1).to_string()), NEXT, "{k}: another base");
        assert_eq!(other(2, "p"), NEXT, "{k}: no number as base");
        assert_eq!(other(2, "1"), NEXT, "{k}: no base");
        let higher = format!("{unit} {k}");
        assert_eq!(other(3, &higher.replace(' ', " * ")), NEXT, "{k}: the next unit");
        // The distance is as before, so that only the blocks are others.
        assert_eq!(other(4, &format!("{digit} + 1")), NEXT, "{k}: another digit");
        let both = |at: [usize; 3], texts: [String; 3]| {
            let mut of = digits(k);
            at.into_iter().zip(texts).for_each(|(at, text)| of[at] = text);
            said(&of, "0", Ahead, EVERY)
        };
        let double = [format!("2 {digit} {unit}"), format!("2 {unit}"), digit];
        assert_eq!(both([1, 3, 4], double), NEXT, "{k}: no power of the base");
    }
    says!(RootFirst, EVERY, StateKind::Pairs => StateKind::Delivered, "0".."p", all(Ahead("1"), DIGIT), KINDS);
    says!(Pairs, EVERY, StateKind::Own => StateKind::All, "0".."max(0, ceil(log2 p) - 1 + ceil(p/2^max(0, ceil(log2 p) - 1)) - 1)", all(Ahead("2^i"), DIGIT), FIRST);
    const DIGIT: Load = Digit("2", "2^i", "1");
}

fn all_at_once(steps: Steps, domain: Domain, ends: (StateKind, StateKind)) -> String {
    of(steps, (domain, Split::None), ends, &[])
}

#[test]
fn sums_of_those_before_double() {
    const BY: &str = "floor(ceil(p/2^(ceil(log2 p) - 1 - i))/2)";
    const COUNT: &str = "ceil(p/2^(ceil(log2 p) - i)) - 1";
    const OWN: &str = "ceil(p/2^(ceil(log2 p) - 1 - i)) - 2 ceil(p/2^(ceil(log2 p) - i)) + 1";
    const CENSUS: Send = all(Ahead(BY), Before(COUNT, OWN));
    let ends = || (StateKind::Parts, StateKind::All);
    let (parts, sum) = ends();
    says!(Pairs, EVERY, parts => sum, "0".."ceil(log2 p)", CENSUS, "yes");
    let (parts, sum) = ends();
    says!(Pairs, EVERY, parts => sum, "0".."ceil(log2 p) - 1", CENSUS, NEXT);
    let (parts, sum) = ends();
    says!(Pairs, EVERY, parts => sum, "1".."ceil(log2 p)", CENSUS, NEXT);
    let (parts, sum) = ends();
    says!(Pairs, EVERY, parts => sum, "0".."ceil(log2 p)", all(Ahead("2^i"), Before(COUNT, OWN)), NEXT);
    let (parts, sum) = ends();
    says!(Pairs, EVERY, parts => sum, "0".."ceil(log2 p)", all(Ahead(BY), Before(COUNT, "1")), NEXT);
    let (parts, sum) = ends();
    says!(Pairs, EVERY, parts => sum, "0".."ceil(log2 p)", all(Ahead(BY), Before(BY, OWN)), NEXT);
    let (parts, sum) = ends();
    says!(Pairs, EVERY, parts => sum, "0".."ceil(log2 p)", all(Back(BY), Before(COUNT, OWN)), KINDS);
    let (parts, sum) = ends();
    says!(Tour, EVERY, parts => sum, "0".."ceil(log2 p)", CENSUS, KINDS);
    let (parts, sum) = ends();
    says!(Pairs, EVERY, parts => sum, "0".."ceil(log2 p)", Send::each("0", "1", "p - 1", Ahead(BY), Before(COUNT, OWN)), KINDS);
    says!(Pairs, EVERY, StateKind::Own => StateKind::All, "0".."ceil(log2 p)", CENSUS, FIRST);
}

#[test]
fn blocks_are_handed_on_by_the_distance() {
    const OWN: Load = Interval("0", "0");
    let ends = || (StateKind::Own, State::of(StateKind::Shifted, &["q"]));
    let say = |rule: &Rule| of(Steps::Of(*rule), (SHIFT, Split::Distance), ends(), &[]);
    const fn in_turn(to: &'static str, send: &'static [Send]) -> [Turn; 1] {
        [Turn::new("0", to, send)]
    }
    const RIGHT: &[Turn] = &in_turn("p min(1, q)", &[Send::one("i", Ahead("q"), OWN)]);
    assert_eq!(say(&Rule::Turns(Place::Tour, RIGHT)), COST);
    const SHORT: &[Turn] = &in_turn("(p - 1) min(1, q)", &[Send::one("i", Ahead("q"), OWN)]);
    assert_eq!(say(&Rule::Turns(Place::Tour, SHORT)), END);
    const AGAIN: &[Turn] = &in_turn("p min(1, q)", &[Send::one("p - 1 - i", Ahead("q"), OWN)]);
    assert_eq!(say(&Rule::Turns(Place::Tour, AGAIN)), NEXT);
    const NONE: &[Turn] = &in_turn("p", &[Send::one("i", Ahead("q"), OWN)]);
    assert_eq!(say(&Rule::Turns(Place::Tour, NONE)), DISTANCE);
    const OTHER: &[Turn] = &in_turn("min(1, q)", &[Send::all(Ahead("1"), OWN)]);
    assert_eq!(say(&Rule::Turns(Place::Pairs, OTHER)), END);
    // As far as the shift goes in the last step only.
    says!(
        Tour, SHIFT, StateKind::Own => State::of(StateKind::Handed, &["q", "q"]), "0".."q",
        Send::one("i", Ahead("i + 1"), OWN), NEXT
    );
    const FURTHER: &[Turn] =
        &in_turn("p min(1, q)", &[Send::one("i", Ahead("q"), Interval("0", "1"))]);
    assert_eq!(say(&Rule::Turns(Place::Tour, FURTHER)), FIRST);
    const LAST: &[Turn] =
        &in_turn("p min(1, q)", &[Send::one("i", Ahead("q"), Interval("p - 1 - i", "p - 1 - i"))]);
    assert_eq!(say(&Rule::Turns(Place::Tour, LAST)), THERE);
    const UNITS: &[Turn] = &in_turn("q", &[Send::all(Ahead("1"), Interval("-i", "-i"))]);
    assert_eq!(say(&Rule::Turns(Place::Tour, UNITS)), COST);
    const FEWER: &[Turn] =
        &in_turn("max(0, q - 1)", &[Send::all(Ahead("1"), Interval("-i", "-i"))]);
    assert_eq!(say(&Rule::Turns(Place::Tour, FEWER)), END);
}

const HALVING: Rule = Rule::Halving(Place::Tour, Everything);
const HALVES: Rule = Rule::Halving(Place::Tour, TheirHalf);
const RING: Rule =
    Rule::Turns(Place::Tour, &[Turn::new("0", "p - 1", &[all(Ahead("1"), Interval("-i", "-i"))])]);
const TO_ALL: Rule =
    Rule::Turns(Place::Pairs, &[Turn::new("0", "p - 1", &[all(Ahead("i + 1"), Own)])]);

#[test]
fn halving_keeps_to_its_ways() {
    let say = |rule: &Rule, domain, before, after| said(rule, domain, before, after, &[]);
    assert_eq!(say(&HALVING, EVERY, StateKind::Root, StateKind::All), COST);
    assert_eq!(say(&HALVES, EVERY, StateKind::Root, StateKind::Own), COST);
    assert_eq!(say(&HALVES, EVERY, StateKind::Root, StateKind::All), END);
    let begins = "halving must begin with all data at the first position";
    assert_eq!(say(&HALVES, EVERY, StateKind::Own, StateKind::Own), begins);
    let cube = Rule::Halving(Place::Cube, Everything);
    assert_eq!(say(&cube, TWOS, StateKind::Root, StateKind::All), COST);
    let twos = "halving across bits needs a power of two";
    assert_eq!(say(&cube, EVERY, StateKind::Root, StateKind::All), twos);
    let ways = "no lemma covers halving over these ways";
    for place in [Place::Pairs, Place::RootFirst] {
        assert_eq!(
            say(&Rule::Halving(place, Everything), TWOS, StateKind::Root, StateKind::All),
            ways
        );
    }
    let load = say(&Rule::Halving(Place::Tour, Own), EVERY, StateKind::Root, StateKind::All);
    assert_eq!(load, "no lemma covers halving with this load");
}

#[test]
fn pipelines_keep_to_a_tour() {
    let say = |rule: &Rule, before, after| said(rule, EVERY, before, after, &[]);
    let tour = Rule::Pipeline(Place::Tour);
    assert_eq!(say(&tour, StateKind::Root, StateKind::All), COST);
    assert_eq!(say(&tour, StateKind::Parts, StateKind::Prefixes), COST);
    assert_eq!(say(&tour, StateKind::Parts, StateKind::All), END);
    let begins = "a pipeline must begin with all data at the first position";
    assert_eq!(say(&tour, StateKind::Own, StateKind::All), begins);
    let ways = "a pipeline needs a tour, or a root on a hypercube";
    assert_eq!(say(&Rule::Pipeline(Place::Pairs), StateKind::Root, StateKind::All), ways);
    // The steps of n pieces, and of one less, of which there may be none.
    for (to, cost, expected) in [
        ("min(1, p - 1) (p - 2 + n)", "t_s + p m t_w/n", "yes"),
        ("min(1, p - 1) (p - 3 + n)", "t_s + p m t_w/n", COST),
        (
            "min(1, p - 1) (p - 2 + n)",
            "t_s + p m t_w/(n - 1)",
            "no rule divides by `(-1) + (1) * (n)^(1)`",
        ),
    ] {
        let ends = (StateKind::Root, StateKind::All);
        let stated = [stage("0", to, cost)];
        assert_eq!(of(Steps::Of(tour), (EVERY, Split::None), ends, &stated), expected, "{to}");
    }
}

#[test]
fn trees_of_a_hypercube_begin_at_the_root() {
    let say = |domain, before, after, stated: &[Stage]| {
        said(&Rule::Pipeline(Place::Cube), domain, before, after, stated)
    };
    let steps = "min(1, d) ceil(n/max(1, d)) + d min(1, max(0, d - 1))";
    let (twos, root, all) = (Domain::PowersOfTwo, StateKind::Root, StateKind::All);
    assert_eq!(say(twos, root, all, &[stage("0", steps, "t_s + p m t_w/n")]), "yes");
    let one_less = format!("{steps} - 1");
    assert_eq!(say(twos, root, all, &[stage("0", &one_less, "t_s + p m t_w/n")]), COST);
    let ways = "a pipeline needs a tour, or a root on a hypercube";
    assert_eq!(say(EVERY, root, all, &[]), ways);
    assert_eq!(say(twos, StateKind::Parts, StateKind::Prefixes, &[]), ways);
    assert_eq!(say(twos, root, StateKind::Own, &[]), END);
}

/// A step that uses two dimensions is in the way of another copy.
#[test]
fn rotated_copies_use_one_dimension() {
    const ACROSS: &[Turn] = &[Turn::times("log p", &[Send::all(Xor("2^i"), Subcube("0", "i"))])];
    const IN_ORDER: Rule = Rule::Turns(Place::CubeInOrder, ACROSS);
    const BY_NUMBER: Rule = Rule::Turns(Place::Pairs, ACROSS);
    const LINES: Rule = Rule::ByDimension(&RING);
    const BACK: Rule = Rule::Backwards(&IN_ORDER);
    const TWICE: Rule = Rule::Rotated(&RING);
    const CHAIN: Rule = Rule::Turns(
        Place::Tour,
        &[Turn::times("p - 1", &[Send::one("i", Ahead("1"), Everything)])],
    );
    const FAR: Rule =
        Rule::Turns(Place::Tour, &[Turn::times("p - 1", &[Send::all(Ahead("2"), Everything)])]);
    let say = |rule: &'static Rule, domain, stated: &[Stage]| {
        said(&Rule::Rotated(rule), domain, StateKind::Own, StateKind::All, stated)
    };
    let (twos, grid) = (Domain::PowersOfTwo, Domain::Sides(2));
    let own = "a step of a rotated rule does not provably use one dimension";
    assert_eq!(say(&IN_ORDER, twos, &[stage("0", "d", "t_s + 2^i m t_w/max(1, d)")]), "yes");
    assert_eq!(say(&IN_ORDER, twos, &[stage("0", "d", "t_s + 2^i m t_w")]), COST);
    assert_eq!(say(&RING, EVERY, &[stage("0", "p - 1", "t_s + m t_w/2")]), "yes");
    assert_eq!(say(&RING, EVERY, &[stage("0", "p - 1", "t_s + m t_w")]), COST);
    let along =
        |j: &str, words: &str| stage("0", &format!("k_{j} - 1"), &format!("t_s + {words} m t_w/4"));
    assert_eq!(say(&LINES, grid, &[along("2", "1"), along("1", "k_2")]), "yes");
    let second = "phase 2: the costs of the steps differ from the stated costs";
    assert_eq!(say(&LINES, grid, &[along("2", "1"), along("1", "k_1")]), second);
    for (rule, domain) in [
        (&BY_NUMBER, twos),
        (&RING, twos),
        (&IN_ORDER, EVERY),
        (&CHAIN, EVERY),
        (&HALVING, grid),
        (&TWICE, EVERY),
    ] {
        assert_eq!(say(rule, domain, &[]), own, "{rule:?}");
    }
    // The conditions of a turn remain.
    assert_ne!(say(&FAR, EVERY, &[]), END);
    let sums = said(&Rule::Rotated(&BACK), twos, StateKind::Parts, StateKind::Own, &[]);
    assert_eq!(sums, COST);
}

#[test]
fn one_rule_begins_where_the_last_ends() {
    let say = |rule: &Rule, before, after| said(rule, EVERY, before, after, &[]);
    assert_eq!(say(&Rule::Then(&[HALVES, RING]), StateKind::Root, StateKind::All), COST);
    assert_eq!(say(&Rule::Then(&[HALVING, RING]), StateKind::Root, StateKind::All), FIRST);
    assert_eq!(
        say(&Rule::Then(&[HALVES, HALVES]), StateKind::Root, StateKind::Own),
        "halving must begin with all data at the first position"
    );
    assert_eq!(say(&Rule::Then(&[]), StateKind::Root, StateKind::All), END);
}

#[test]
fn backwards_ends_where_the_rule_begins() {
    let say = |rule: &'static Rule, before, after| {
        said(&Rule::Backwards(rule), EVERY, before, after, &[])
    };
    assert_eq!(say(&RING, StateKind::Parts, StateKind::Own), COST);
    assert_eq!(say(&HALVES, StateKind::Own, StateKind::Root), COST);
    assert_eq!(say(&HALVING, StateKind::Parts, StateKind::Root), COST);
    assert_eq!(say(&RING, StateKind::Parts, StateKind::All), END);
    let other = "the reversed rule does not begin with the data that the rule ends with";
    assert_eq!(say(&RING, StateKind::Own, StateKind::Own), other);
    assert_eq!(
        say(&HALVES, StateKind::Parts, StateKind::Root),
        "halving must begin with all data at the first position"
    );
    // A block that comes twice would be counted twice.
    const TWICE: Rule = Rule::Then(&[Rule::Backwards(&HALVES), HALVING]);
    assert_eq!(
        say(&TWICE, StateKind::Parts, StateKind::Own),
        "a position may receive data twice, so the rule cannot be reversed"
    );
}

#[test]
fn lines_of_a_grid() {
    let say = |rule: &'static Rule, domain, before, after| {
        said(&Rule::ByDimension(rule), domain, before, after, &[])
    };
    let grid = Domain::Sides(2);
    assert_eq!(say(&RING, grid, StateKind::Own, StateKind::All), COST);
    assert_eq!(say(&HALVING, grid, StateKind::Root, StateKind::All), COST);
    // Without sides, the rule itself.
    assert_eq!(say(&RING, EVERY, StateKind::Own, StateKind::All), COST);
    let none = "no lemma covers this along the lines of a grid";
    assert_eq!(say(&HALVES, grid, StateKind::Parts, StateKind::Own), none);
    let line = "the rule does not provably end with all data in place on a line";
    assert_eq!(say(&HALVES, grid, StateKind::Root, StateKind::Own), line);
    assert_eq!(say(&TO_ALL, grid, StateKind::Pairs, StateKind::Delivered), COST);
}

/// Stages on lines, each inside or between, on the first line or on all, with a rule.
fn stages(of: &[(bool, bool, &Rule)]) -> Steps {
    let lines = |(inside, first_only, rule): &(bool, bool, &Rule)| Lines {
        inside: *inside,
        first_only: *first_only,
        rule: **rule,
        startup: term("t_s + 2 t_h[inside]"),
        word: term(if *inside { "t_w[inside]" } else { "ceil(G/R) t_w[between]" }),
    };
    Steps::InGroups(of.iter().map(lines).collect())
}

#[test]
fn groups_one_after_another() {
    const SUMS: Rule = Rule::Backwards(&RING);
    const REDUCE: Rule = Rule::Backwards(&HALVING);
    const GATHER: Rule = Rule::Backwards(&HALVES);
    const SHORT: Rule =
        one_turn(Place::Tour, &[Turn::new("0", "p - 2", &[all(Ahead("1"), Interval("-i", "-i"))])]);
    let say = |of: &[(bool, bool, &Rule)], domain, before, after| {
        self::of(stages(of), (domain, Split::None), (before, after), &[])
    };
    let groups = Domain::Groups;
    // Each once as it is, with nothing wrong but the costs, which are not stated.
    let two_level = [(true, false, &SUMS), (false, false, &SUMS)];
    assert_eq!(say(&two_level, groups, StateKind::Parts, StateKind::Own), COST);
    let gathered = [(false, false, &RING), (true, false, &RING)];
    assert_eq!(say(&gathered, groups, StateKind::Own, StateKind::All), COST);
    let leaders = [(true, false, &GATHER), (false, true, &RING), (true, false, &HALVING)];
    assert_eq!(say(&leaders, groups, StateKind::Own, StateKind::All), COST);
    let rooted = [(false, true, &HALVING), (true, false, &HALVING)];
    assert_eq!(say(&rooted, groups, StateKind::Root, StateKind::All), COST);
    let to_all = [(true, false, &TO_ALL), (false, false, &TO_ALL)];
    assert_eq!(say(&to_all, groups, StateKind::Pairs, StateKind::Delivered), COST);
    // Only parts of equal size.
    for domain in [EVERY, TWOS, SHIFT, Domain::Sides(2)] {
        let why = "only parts of equal size have lines between them";
        assert_eq!(say(&gathered, domain, StateKind::Own, StateKind::All), why);
    }
    // Prefixes of all positions are no product of prefixes.
    let product = "no lemma splits these data by parts and places";
    assert_eq!(say(&gathered, groups, StateKind::Prefixes, StateKind::All), product);
    let shifted = State::of(StateKind::Shifted, &["q"]);
    let ends = (shifted, StateKind::All);
    assert_eq!(of(stages(&gathered), (groups, Split::None), ends, &[]), product);
    // Signals from all of all lines, and no others.
    const SIGNALS: Rule =
        one_turn(Place::Pairs, &[Turn::times("ceil(log2 p)", &[all(Ahead("2^i"), Everything)])]);
    let signals = |from: &str| {
        let ends = [from, "p"].map(|of| State::of(StateKind::Heard, &[of])).into();
        let both = stages(&[(true, false, &SIGNALS), (false, false, &SIGNALS)]);
        let (before, after): (State, State) = ends;
        of(both, (groups, Split::None), (before, after), &[])
    };
    assert_eq!((signals("1").as_str(), signals("2").as_str()), (COST, product));
    // Nobody else has data after a gather, and all have before it.
    let lines = "a stage does not run on the lines that have data";
    let wide = [(true, false, &GATHER), (false, false, &RING), (true, false, &HALVING)];
    assert_eq!(say(&wide, groups, StateKind::Own, StateKind::All), lines);
    let narrow = [(true, true, &GATHER), (false, true, &RING), (true, false, &HALVING)];
    assert_eq!(say(&narrow, groups, StateKind::Own, StateKind::All), lines);
    assert_eq!(say(&[(true, false, &HALVING)], groups, StateKind::Root, StateKind::All), lines);
    // A stage too few, one too many, one twice, and the wrong one.
    let alike = "the data do not end alike between parts and inside them";
    assert_eq!(say(&gathered[..1], groups, StateKind::Own, StateKind::All), alike);
    assert_eq!(say(&leaders[..2], groups, StateKind::Own, StateKind::All), alike);
    assert_eq!(say(&[], groups, StateKind::Own, StateKind::All), END);
    let none = "no lemma covers this on lines";
    let more = [gathered[0], gathered[1], gathered[1]];
    assert_eq!(say(&more, groups, StateKind::Own, StateKind::All), none);
    let begins = "halving must begin with all data at the first position";
    assert_eq!(say(&[(false, false, &HALVES)], groups, StateKind::Own, StateKind::All), begins);
    assert_eq!(say(&[(false, false, &REDUCE)], groups, StateKind::Own, StateKind::Root), begins);
    assert_ne!(
        say(&[(false, false, &SHORT), gathered[1]], groups, StateKind::Own, StateKind::All),
        COST
    );
    assert_eq!(
        say(&[(false, false, &REDUCE), gathered[1]], groups, StateKind::Parts, StateKind::All),
        lines
    );
    assert_eq!(say(&gathered, groups, StateKind::Own, StateKind::Root), END);
}

/// Startups, words, the other level's number of parts, and the ways out.
#[test]
fn groups_cost_what_is_stated() {
    let gathered = || stages(&[(false, false, &RING), (true, false, &RING)]);
    // The words of `of` are in m t_w for a block.
    let inside = "t_s + 2 t_h[inside] + N m t_w t_w[inside]";
    let between = "t_s + 2 t_h[inside] + m t_w ceil(G/R) t_w[between]";
    let say = |between: &str, inside: &str| {
        let stated = [stage("0", "N - 1", between), stage("0", "G - 1", inside)];
        of(gathered(), (Domain::Groups, Split::None), (StateKind::Own, StateKind::All), &stated)
    };
    assert_eq!(say(between, inside), "yes");
    let second = "phase 2: the costs of the steps differ from the stated costs";
    for wrong in [
        "t_s + N m t_w t_w[inside]",
        "t_s + 2 t_h[inside] + m t_w t_w[inside]",
        "t_s + 2 t_h[inside] + G m t_w t_w[inside]",
        "t_s + 2 t_h[inside] + N m t_w t_w[between]",
    ] {
        assert_eq!(say(between, wrong), second, "{wrong}");
    }
    for wrong in [
        "t_s + 2 t_h[inside] + m t_w t_w[between]",
        "t_s + 2 t_h[inside] + m t_w ceil(G/N) t_w[between]",
        "t_s + 2 t_h[between] + m t_w ceil(G/R) t_w[between]",
        "t_s + 2 t_h[inside] + G m t_w ceil(G/R) t_w[between]",
    ] {
        assert_eq!(say(wrong, inside), COST, "{wrong}");
    }
    let swapped = [stage("0", "G - 1", inside), stage("0", "N - 1", between)];
    let ends = (StateKind::Own, StateKind::All);
    assert_eq!(of(gathered(), (Domain::Groups, Split::None), ends, &swapped), COST);
}

#[test]
fn from_each_as_the_root() {
    let say =
        |rule: &'static Rule, before, after| said(&Rule::FromEach(rule), EVERY, before, after, &[]);
    assert_eq!(say(&HALVING, StateKind::Own, StateKind::All), COST);
    assert_eq!(
        say(&HALVING, StateKind::Root, StateKind::All),
        "a rule repeated from each position must begin with one block at each position"
    );
    assert_eq!(
        say(&HALVES, StateKind::Own, StateKind::All),
        "a rule repeated from each position must bring all data to all positions"
    );
}

#[test]
fn folds_combine_data_of_pairs() {
    const EXCHANGE: Rule =
        one_turn(Place::Pairs, &[Turn::new("0", "log p", &[all(Xor("2^i"), Everything)])]);
    let say = |rule: &'static Rule, before, after| {
        let [even, halves] = [Fold::Even, Fold::Halves].map(|fold| {
            let (before, after): (&State, &State) = (&before, &after);
            said(&Rule::Folded(fold, rule), EVERY, before.clone(), after.clone(), &[])
        });
        assert_eq!(even, halves);
        even
    };
    assert_eq!(say(&EXCHANGE, StateKind::Parts.into(), StateKind::All.into()), COST);
    let begins = "a folded rule must begin with data to combine at every position";
    // Of signals it is a rule for sums, which are signals from all.
    let heard = |of: &str| State::of(StateKind::Heard, &[of]);
    assert_eq!(say(&EXCHANGE, heard("1"), heard("p")), begins);
    assert_eq!(say(&EXCHANGE, StateKind::Own.into(), StateKind::All.into()), begins);
    let routes = "a folded rule needs disjoint routes between any nodes";
    assert_eq!(say(&RING, StateKind::Parts.into(), StateKind::All.into()), routes);
    const SHORT: Rule =
        one_turn(Place::Pairs, &[Turn::new("0", "log p - 1", &[all(Xor("2^i"), Everything)])]);
    assert_ne!(say(&SHORT, StateKind::Parts.into(), StateKind::All.into()), COST);
}

#[test]
fn through_the_root() {
    let say = |rule: &Rule, before, after| {
        let Rule::Then([to, from]) = rule else { panic!("{rule:?}") };
        of(Steps::Through(*to, *from), (EVERY, Split::None), (before, after), &[])
    };
    let whole = Rule::Then(&[Rule::Backwards(&HALVES), HALVES]);
    assert_eq!(say(&whole, StateKind::Pairs, StateKind::Delivered), COST);
    assert_eq!(say(&whole, StateKind::Parts, StateKind::Prefixes), COST);
    assert_eq!(say(&whole, StateKind::Pairs, StateKind::Prefixes), END);
    let nothing = "the first position cannot form a result from these data";
    assert_eq!(say(&whole, StateKind::Own, StateKind::Own), nothing);
    assert_eq!(
        say(&Rule::Then(&[RING, HALVES]), StateKind::Pairs, StateKind::Delivered),
        "the first position does not provably receive all data"
    );
    assert_eq!(
        say(
            &Rule::Then(&[Rule::Backwards(&HALVES), HALVING]),
            StateKind::Pairs,
            StateKind::Delivered
        ),
        "not every position provably receives its result"
    );
}

#[test]
fn costs_are_those_that_are_stated() {
    let say = |stated: &[Stage]| said(&RING, EVERY, StateKind::Own, StateKind::All, stated);
    let right = stage("0", "p - 1", "t_s + m t_w");
    assert_eq!(say(std::slice::from_ref(&right)), "yes");
    assert_eq!(say(&[stage("0", "p - 1", "t_s + 2 m t_w")]), COST);
    assert_eq!(say(&[stage("0", "p", "t_s + m t_w")]), COST);
    assert_eq!(say(&[stage("1", "p - 1", "t_s + m t_w")]), COST);
    // In the first step, which is step 0, this is no word.
    assert_eq!(say(&[stage("0", "p - 1", "t_s + min(i, 1) m t_w")]), COST);
    let mut twice = right.clone();
    twice.phase.repeat = term("2");
    assert_eq!(say(&[twice]), COST);
    // Which of equal steps is the first does not matter; of others it does.
    assert_eq!(say(&[Stage { falling: true, ..right.clone() }]), "yes");
    assert_eq!(
        say(&[right.clone(), right]),
        "phase 2: the costs of the steps differ from the stated costs"
    );
    let falling =
        Stage { falling: true, ..stage("0", "ceil(log2 p)", "t_s + floor(ceil(p/2^i)/2) m t_w") };
    assert_eq!(
        said(&HALVES, EVERY, StateKind::Root, StateKind::Own, std::slice::from_ref(&falling)),
        COST
    );
    let rising = Stage { falling: false, ..falling };
    assert_eq!(said(&HALVES, EVERY, StateKind::Root, StateKind::Own, &[rising]), "yes");
}

/// Catches a phase that is passed over because nobody knows how many steps it has, or whose first steps are not
/// looked at because they come before step 0.
#[test]
fn every_step_of_every_phase_is_compared() {
    let say =
        |domain, stated: &[Stage]| said(&RING, domain, StateKind::Own, StateKind::All, stated);
    let right = || stage("0", "p - 1", "t_s + m t_w");
    let unknown = [("0", "d", "`d` is not defined"), ("d", "0", "`d` is not defined")];
    for (from, to, why) in unknown {
        assert_eq!(say(EVERY, &[right(), stage(from, to, "t_s")]), why);
    }
    let why = "the logarithm of `(-2) + (1) * (p)^(1)`, which is not provably above 0";
    assert_eq!(say(EVERY, &[right(), stage("0", "log2(p - 2)", "t_s")]), why);
    assert_eq!(
        say(TWOS, &[right(), stage("0", "log2(p - 2)", "t_s")]),
        "the logarithm of `(-2) + (1) * (2^(d))^(1)`, which is not provably above 0"
    );
    // Without steps for sure.
    assert_eq!(say(EVERY, &[right(), stage("p", "p - 1", "t_s")]), "yes");
    // The same steps, counted from -1 on.
    const EARLY: Rule = one_turn(
        Place::Tour,
        &[Turn::new("-1", "p - 2", &[all(Ahead("1"), Interval("-1 - i", "-1 - i"))])],
    );
    let early = |cost: &str| {
        said(&EARLY, EVERY, StateKind::Own, StateKind::All, &[stage("-1", "p - 2", cost)])
    };
    assert_eq!(early("t_s + m t_w"), "yes");
    for cost in
        ["t_s + min(i + 1, 1) m t_w", "max(1, -i + 1) t_s + m t_w", "t_s + m t_w + max(0, -i)"]
    {
        assert_eq!(early(cost), COST, "{cost}");
    }
    // Where no first i is known, a cost that contains i is not compared.
    let stages = |cost: &str| [right(), stage("1 - ceil(log2 p)", "1", cost)];
    assert_eq!(say(EVERY, &stages("i t_s")), "`i` is not defined");
}

/// Sizes are told apart by the kernel alone, and none is left out.
#[test]
fn sizes_are_split_in_known_ways_only() {
    let rule = || Steps::Of(RING);
    let ends = || (StateKind::Own, StateKind::All);
    for split in [Split::None, Split::Parity, Split::Binary] {
        assert_eq!(of(rule(), (EVERY, split), ends(), &[]), COST);
    }
    let wrong = "the sizes cannot be split into these cases";
    assert_eq!(of(rule(), (EVERY, Split::Distance), ends(), &[]), wrong);
    assert_eq!(of(rule(), (TWOS, Split::Binary), ends(), &[]), wrong);
}
