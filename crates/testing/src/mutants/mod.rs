//! Damages schedule documents in the ways in which schedules go wrong, the same way each time for the same seed.
//!
//! ```text
//! mutants(doc, seed, each)  -> Vec<Mutant>    every kind of damage, up to `each` different times
//! chained(doc, seed, count) -> Vec<Mutant>    two or three kinds of damage on one document
//! DAMAGES                                     the kinds, by name
//! ```
//!
//! A mutant may still be valid (a step that was split, an order that did not matter), break rules, or be bad input:
//! that is for two checkers to agree on. It always differs from the document that it was made from.

mod header;
mod messages;
mod payload;
mod place;
mod route;
mod steps;

use serde_json::Value;

use crate::Dice;

/// A damaged document.
#[derive(Debug, Clone)]
pub struct Mutant {
    /// What was done to it, by the name in [`DAMAGES`]; several are joined by ` then `.
    pub damage: String,
    /// The document.
    pub document: Value,
}

/// Damages a document in one place; None where the document offers no such place.
pub type Damage = fn(&mut Value, &mut Dice) -> Option<()>;

/// Every kind of damage.
pub const DAMAGES: &[(&str, Damage)] = &[
    ("drop a message", messages::drop_one),
    ("drop all but one message of a step", messages::drop_others),
    ("say a message twice in its step", messages::say_twice),
    ("repeat a message in a later step", messages::repeat_later),
    ("delay a message", messages::delay),
    ("delay a message past the end", messages::delay_past_the_end),
    ("advance a message", messages::advance),
    ("redirect a message", messages::redirect),
    ("redirect a message, keep its route", messages::redirect_on_its_route),
    ("change the sender", messages::change_sender),
    ("reverse a message", messages::reverse),
    ("answer a message in the next step", messages::answer),
    ("forward a message in the next step", messages::forward),
    ("add a message", messages::add),
    ("exchange two receivers", messages::exchange_receivers),
    ("exchange two senders", messages::exchange_senders),
    ("exchange what two messages carry", messages::exchange_blocks),
    ("send a message to oneself", messages::to_oneself),
    ("send a message beyond the last node", messages::beyond),
    ("drop a step", steps::drop_one),
    ("repeat a step", steps::repeat),
    ("swap two steps", steps::swap),
    ("merge two steps", steps::merge),
    ("split a step", steps::split),
    ("turn the steps round", steps::turn_round),
    ("empty a step", steps::empty),
    ("do everything twice", steps::twice),
    ("swap two phases", steps::swap_phases),
    ("drop an entry of blocks", payload::drop_entry),
    ("repeat an entry of blocks", payload::repeat_entry),
    ("change a number of a block", payload::change_number),
    ("lengthen or shorten a range", payload::stretch),
    ("add an entry of blocks", payload::add_entry),
    ("cut a run of a set", payload::cut_run),
    ("shrink a set", payload::shrink_set),
    ("add a contributor", payload::grow_set),
    ("make a set plain", payload::make_plain),
    ("put a set on a plain block", payload::put_set),
    ("no blocks", payload::none),
    ("leave out the route", route::leave_out),
    ("take the direct link", route::direct),
    ("go by way of a vertex", route::detour),
    ("miss a vertex of the route", route::miss),
    ("pass another vertex", route::replace),
    ("swap two vertices of the route", route::swap),
    ("go the long way", route::long_way),
    ("go there and back", route::there_and_back),
    ("change the root, the distance or the map", header::change_parameter),
    ("change the pieces", header::change_pieces),
    ("change the ports", header::change_ports),
    ("change the topology", header::change_topology),
    ("change the scale", header::change_scale),
    ("swap two members of a group", header::swap_members),
];

/// Every kind of damage, up to `each` different mutants of each kind.
pub fn mutants(document: &Value, seed: u64, each: usize) -> Vec<Mutant> {
    let mut mutants: Vec<Mutant> = Vec::new();
    for (number, (name, damage)) in DAMAGES.iter().enumerate() {
        // A seed for each kind, so that a new kind does not change what the others do.
        let mut dice = Dice(seed.wrapping_add(number as u64 * 1_000_003));
        for _ in 0..each {
            let mut copy = document.clone();
            let done = damage(&mut copy, &mut dice).is_some();
            if done && copy != *document && mutants.iter().all(|old| old.document != copy) {
                mutants.push(Mutant { damage: (*name).to_owned(), document: copy });
            }
        }
    }
    mutants
}

/// `count` documents, each with two or three kinds of damage; fewer where too little can be damaged.
pub fn chained(document: &Value, seed: u64, count: usize) -> Vec<Mutant> {
    let mut dice = Dice(seed);
    let mut mutants = Vec::new();
    for _ in 0..count {
        let mut copy = document.clone();
        let mut done = Vec::new();
        for _ in 0..2 + dice.index(2) {
            let (name, damage) = DAMAGES[dice.index(DAMAGES.len())];
            let before = copy.clone();
            match damage(&mut copy, &mut dice) {
                Some(()) => done.push(name),
                None => copy = before,
            }
        }
        if copy != *document {
            mutants.push(Mutant { damage: done.join(" then "), document: copy });
        }
    }
    mutants
}
