//! The schedules of the table of optima as algorithms: `optimal`, and `optimal-4` for at most four steps.

use std::collections::BTreeMap;

use super::numbered::{Made, Numbered};
use super::optima::{Point, forward, optimum};
use super::prelude::*;
use super::{algorithm, algorithms};

/// Those of the collectives that the table has, or has backwards. `list` shows the one with the fewest steps.
pub(super) static TABLED: Numbered = Numbered {
    prefix: "optimal-",
    collectives: &[
        "broadcast",
        "reduce",
        "all-gather",
        "reduce-scatter",
        "all-reduce",
        "all-to-all",
    ],
    numbers: 1..=64,
    listed: None,
    costs: None,
    make: of_steps,
    made: Made::new(BTreeMap::new()),
};

/// The algorithms of the front of a request that are not listed: schedules of the table, and those named after a number.
pub fn not_listed(request: &Request) -> impl Iterator<Item = &'static Algorithm> {
    let collective = request.instance.collective.name();
    let points = optimum(request).map_or(&[][..], |one| &one.points);
    let named = move |point: &Point| algorithm(collective, &point.name());
    points
        .iter()
        .filter_map(named)
        .filter(|one| !algorithms().any(|other| std::ptr::eq(*one, other)))
}

fn of_steps(collective: &'static str, most: Option<u32>) -> Algorithm {
    let name: &'static str = match most {
        None => "optimal",
        Some(most) => format!("optimal-{most}").leak(),
    };
    let forward = forward(collective);
    if forward != collective {
        return Algorithm::reversed(collective, name, TABLED.of(forward, most));
    }
    Algorithm::tabled(collective, name, most)
        .does("fewest steps, proved, from a table (optimal-S: fewest words in at most S)")
        .with_source("derived here: found and proved by hockney optimal")
        .with_needs(&[Need::Tour("small machines (list optima), root 0")])
}
