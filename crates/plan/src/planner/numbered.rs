//! Algorithms that are named after a number, such as `knomial-3`, each made when it is first asked for.
//!
//! The costs of all numbers are known without making the algorithms: a few of them can be the cheapest.

use super::optima::{Point, forward, fronts};
use super::prelude::*;
use super::{Algorithm, algorithm, algorithms};
use hockney_base::number::Rational;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::{Mutex, PoisonError};

/// The algorithms of a name.
pub struct Numbered {
    /// The name without the number.
    pub(super) prefix: &'static str,
    /// The collectives that have them.
    pub(super) collectives: &'static [&'static str],
    /// The numbers. They are few, so that what is kept is little.
    pub(super) numbers: RangeInclusive<u32>,
    /// The number of the one that `list` shows, if it has one.
    pub(super) listed: Option<u32>,
    /// The steps and the words of the closed form for a number and so many nodes, if there is one; none for numbers that
    /// do not suit.
    pub(super) costs: Option<Costs>,
    /// Makes the one with a number for a collective.
    pub(super) make: fn(&'static str, Option<u32>) -> Algorithm,
    pub(super) made: Made,
}

/// The steps and the words for a number and so many nodes.
type Costs = fn(u64, u64) -> Option<[Rational; 2]>;

/// Those that are made.
pub(super) type Made = Mutex<BTreeMap<(&'static str, Option<u32>), &'static Algorithm>>;

/// A text of an algorithm that is kept.
pub(super) fn kept(text: impl Into<String>) -> &'static str {
    text.into().leak()
}

impl Numbered {
    /// Whether an algorithm is the one that `list` shows.
    pub fn lists(&self, algorithm: &Algorithm) -> bool {
        let collective = self.collectives.iter().find(|one| **one == algorithm.collective());
        collective.is_some_and(|one| std::ptr::eq(self.of(one, self.listed), algorithm))
    }

    /// `rotation-K`
    pub fn name(&self) -> String {
        format!("{}K", self.prefix)
    }

    /// The numbers that are different among so many nodes, with the steps and the words of each.
    fn priced(&self, nodes: u32) -> impl Iterator<Item = (u32, [Rational; 2])> {
        let numbers =
            *self.numbers.start()..=nodes.clamp(*self.numbers.start(), *self.numbers.end());
        let costs = self.costs.into_iter();
        costs.flat_map(move |of| {
            numbers.clone().filter_map(move |k| Some((k, of(k.into(), nodes.into())?)))
        })
    }

    /// Those that are cheapest among so many nodes for some t_s and t_w, by their closed form wherever it holds:
    /// steps ascend, words fall.
    pub fn front(&self, collective: &str, nodes: u32) -> Vec<&'static Algorithm> {
        let mut all: Vec<_> =
            self.priced(nodes).map(|(k, [steps, words])| (steps, words, k)).collect();
        all.sort_unstable();
        let mut front: Vec<(Rational, Rational, u32)> = Vec::new();
        for next in all {
            if front.last().is_some_and(|last| last.1 <= next.1) {
                continue;
            }
            let (steps, words, _) = &next;
            // The one between is not above the line through its neighbours.
            let above = |front: &[(Rational, Rational, u32)]| match front {
                [.., (first, most, _), (at, there, _)] => {
                    &(most - there) * &(steps - first) <= &(most - words) * &(at - first)
                }
                _ => false,
            };
            while above(&front) {
                front.pop();
            }
            front.push(next);
        }
        self.those(collective, front.into_iter().map(|(.., k)| k))
    }

    /// So many of those with the least value of their steps and words, the least first.
    pub fn least<T: Ord>(
        &self,
        collective: &str,
        nodes: u32,
        most: usize,
        value: impl Fn(&[Rational; 2]) -> T,
    ) -> Vec<&'static Algorithm> {
        let mut all: Vec<_> = self.priced(nodes).map(|(k, of)| (value(&of), of, k)).collect();
        all.sort_unstable();
        all.dedup_by(|(_, one, _), (_, other, _)| one == other);
        self.those(collective, all.into_iter().take(most).map(|(.., k)| k))
    }

    fn those(&self, of: &str, numbers: impl Iterator<Item = u32>) -> Vec<&'static Algorithm> {
        let Some(one) = self.collectives.iter().find(|one| **one == of) else { return Vec::new() };
        numbers.map(|number| self.of(one, Some(number))).collect()
    }

    /// The one that `list` shows, if the collective has them.
    pub(super) fn listed(&self, collective: &'static str) -> &'static [Algorithm] {
        if self.collectives.contains(&collective) {
            std::slice::from_ref(self.of(collective, self.listed))
        } else {
            &[]
        }
    }

    /// Those that are not listed with the numbers up to one, if the collective has them.
    pub(super) fn up_to(
        &'static self,
        collective: &str,
        most: u32,
    ) -> impl Iterator<Item = &'static Algorithm> {
        let collective = self.collectives.iter().find(move |one| **one == collective);
        let numbers = *self.numbers.start()..=most.min(*self.numbers.end());
        let numbers = numbers.filter(|number| Some(*number) != self.listed);
        collective
            .into_iter()
            .flat_map(move |one| numbers.clone().map(move |number| self.of(one, Some(number))))
    }

    /// The one with this name, if the collective has it.
    pub(super) fn named(&self, collective: &str, name: &str) -> Option<&'static Algorithm> {
        let collective = self.collectives.iter().find(|one| **one == collective)?;
        let number = name.strip_prefix(self.prefix)?;
        let plain = !number.starts_with(['0', '+']);
        let number = number.parse().ok().filter(|number| plain && self.numbers.contains(number))?;
        Some(self.of(collective, Some(number)))
    }

    /// `K of rotation-K is a whole number from 2 to 1024`, if a name begins like one of these.
    pub(super) fn numbers_of(&self, collective: &str, name: &str) -> Option<String> {
        let meant = self.collectives.contains(&collective) && name.starts_with(self.prefix);
        let (from, to) = (self.numbers.start(), self.numbers.end());
        meant.then(|| format!("K of {}K is a whole number from {from} to {to}", self.prefix))
    }

    /// The one with this number for a collective that has them.
    pub(super) fn of(&self, collective: &'static str, number: Option<u32>) -> &'static Algorithm {
        let made = || self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = made().get(&(collective, number)).copied() {
            return known;
        }
        // It may ask for another one.
        let new = (self.make)(collective, number);
        made().entry((collective, number)).or_insert_with(|| Box::leak(Box::new(new)))
    }
}

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

/// The algorithms of the fronts of a request that are not listed, by steps: schedules of the table, and those named
/// after a number. The fronts are those in the pieces of the request, or in any number of them.
pub fn not_listed(request: &Request, any_pieces: bool) -> Vec<&'static Algorithm> {
    let collective = request.instance.collective.name();
    let fronts = fronts(request);
    let fronts = fronts.filter(|one| any_pieces || one.pieces == request.instance.pieces);
    let mut points: Vec<&Point> = fronts.flat_map(|one| &one.points).collect();
    points.sort_by_key(|point| point.steps);
    let mut named: Vec<&Algorithm> = Vec::new();
    for found in points.iter().filter_map(|point| algorithm(collective, &point.name())) {
        if !algorithms().chain(named.iter().copied()).any(|other| std::ptr::eq(found, other)) {
            named.push(found);
        }
    }
    named
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
