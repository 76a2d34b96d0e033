//! The schedules of the table of optima as algorithms: `optimal`, and `optimal-4` for at most four steps.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::optima::{forward, optimum};
use super::prelude::*;

/// The collectives that the table has, or has backwards.
const COLLECTIVES: [&str; 6] =
    ["broadcast", "reduce", "all-gather", "reduce-scatter", "all-reduce", "all-to-all"];
/// The most steps in a name, so that what is kept is little.
const MOST: u32 = 64;

/// The schedule with the fewest steps, which `list` shows.
pub(super) fn listed(collective: &'static str) -> &'static [Algorithm] {
    if COLLECTIVES.contains(&collective) {
        std::slice::from_ref(of_steps(collective, None))
    } else {
        &[]
    }
}

/// The schedule with this name: `optimal-4`.
pub(super) fn named(collective: &str, name: &str) -> Option<&'static Algorithm> {
    let collective = COLLECTIVES.into_iter().find(|one| *one == collective)?;
    let most = name.strip_prefix("optimal-")?;
    let plain = !most.starts_with(['0', '+']);
    let most = most.parse().ok().filter(|most| plain && *most <= MOST)?;
    Some(of_steps(collective, Some(most)))
}

/// The schedules of the front of a request that no algorithm with a rule reaches, as algorithms.
pub fn without_a_rule(request: &Request) -> impl Iterator<Item = &'static Algorithm> {
    let collective = request.instance.collective.name();
    let points = optimum(request).map_or(&[][..], |one| &one.points);
    let own = points.iter().filter(|point| point.algorithm.is_none());
    own.filter_map(move |point| named(collective, &format!("optimal-{}", point.steps)))
}

fn of_steps(collective: &'static str, most: Option<u32>) -> &'static Algorithm {
    type Made = BTreeMap<(&'static str, Option<u32>), &'static Algorithm>;
    static MADE: Mutex<Made> = Mutex::new(Made::new());
    let made = |key| MADE.lock().unwrap_or_else(PoisonError::into_inner).get(&key).copied();
    if let Some(known) = made((collective, most)) {
        return known;
    }
    let name: &'static str = match most {
        None => "optimal",
        Some(most) => format!("optimal-{most}").leak(),
    };
    let tabled = Algorithm::tabled(collective, name, most)
        .does("fewest steps, proved, from a table (optimal-S: fewest words in at most S)")
        .with_source("derived here: found and proved by hockney optimal")
        .with_needs(&[Need::Tour("small machines (list optima), root 0")]);
    let new = match forward(collective) {
        forward if forward == collective => tabled,
        forward => Algorithm::reversed(collective, name, of_steps(forward, most)),
    };
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    made.entry((collective, most)).or_insert_with(|| Box::leak(Box::new(new)))
}
