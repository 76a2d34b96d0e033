//! A topology says what it offers, and gets the algorithms whose needs it meets.

use std::collections::BTreeSet;

use hockney_core::topology::{FAMILIES, Family, Feature, Sizes, family};
use hockney_plan::planner::{self, Role};

/// A family that no algorithm knows by name: a ring that offers this.
const fn toy(offers: &'static [Feature]) -> Family {
    Family {
        name: "toy",
        noun: "ring",
        about: "a ring under another name",
        sizes: Sizes::One,
        offers,
        network: |sizes| (family("ring").unwrap().network)(sizes),
    }
}

static BARE: Family = toy(&[]);
static CLOSED: Family = toy(&[Feature::Numbered, Feature::ClosedRing]);
static CROSSBAR: Family = toy(&[Feature::Numbered, Feature::Pairs, Feature::Shifts]);

/// The algorithms that apply to a family, but for those that fail there.
fn on(family: &'static Family) -> BTreeSet<(&'static str, &'static str)> {
    let right =
        |a: &&planner::Algorithm| a.on(family).is_some_and(|on| on.role != Role::Counterexample);
    planner::algorithms().filter(right).map(|a| (a.collective(), a.name())).collect()
}

/// Those of a family in the registry that offers the same.
#[test]
fn a_toy_topology_gets_what_its_like_has() {
    for (toy, like) in [(&BARE, "graph"), (&CLOSED, "ring"), (&CROSSBAR, "complete")] {
        assert_eq!(on(toy), on(family(like).unwrap()), "{like}");
    }
    assert!(on(&BARE).contains(&("broadcast", "chain")));
    assert!(!on(&BARE).contains(&("shift", "unit-shifts")));
    assert!(on(&CLOSED).contains(&("all-gather", "pair-flow")));
    assert!(on(&CROSSBAR).contains(&("all-to-all", "rotation")));
}

/// What is the textbook's, or fails, is known of families by their names: nothing of the toy.
#[test]
fn nothing_is_said_of_a_family_without_sources() {
    for toy in [&BARE, &CLOSED, &CROSSBAR] {
        let roles = planner::algorithms().filter_map(|a| a.on(toy)).map(|on| on.role);
        assert!(roles.into_iter().all(|role| role == Role::Further));
    }
}

/// What contradicts itself is offered by no family.
#[test]
fn offers_go_together() {
    for family in FAMILIES {
        let has = |feature| family.offers().contains(&feature);
        assert!(!has(Feature::ClosedSides) || has(Feature::Sides), "{}", family.name());
        assert!(!has(Feature::Pairs) || has(Feature::Shifts), "{}", family.name());
        assert!(!(has(Feature::Line) && has(Feature::ClosedRing)), "{}", family.name());
        assert_eq!(has(Feature::Sides), family.sizes() == Sizes::Sides, "{}", family.name());
    }
}
