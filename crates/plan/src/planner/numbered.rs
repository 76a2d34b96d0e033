//! Algorithms that are named after a number, such as `knomial-3`, each made when it is first asked for.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::{Mutex, PoisonError};

use super::Algorithm;

/// The algorithms of a name.
pub(super) struct Numbered {
    /// The name without the number.
    pub(super) prefix: &'static str,
    /// The collectives that have them.
    pub(super) collectives: &'static [&'static str],
    /// The numbers. They are few, so that what is kept is little.
    pub(super) numbers: RangeInclusive<u32>,
    /// The number of the one that `list` shows, if it has one.
    pub(super) listed: Option<u32>,
    /// Makes the one with a number for a collective.
    pub(super) make: fn(&'static str, Option<u32>) -> Algorithm,
    pub(super) made: Made,
}

/// Those that are made.
pub(super) type Made = Mutex<BTreeMap<(&'static str, Option<u32>), &'static Algorithm>>;

/// A text of an algorithm that is kept.
pub(super) fn kept(text: impl Into<String>) -> &'static str {
    text.into().leak()
}

impl Numbered {
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
