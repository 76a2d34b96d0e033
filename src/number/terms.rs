//! Sums of terms with exact coefficients, kept so that equal sums are equal maps.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::Rational;

/// Adds so much of a term to a sum, in which no coefficient is 0, before and after.
pub fn add_term<T: Ord>(terms: &mut BTreeMap<T, Rational>, term: T, coefficient: Rational) {
    match terms.entry(term) {
        Entry::Vacant(entry) => {
            if !coefficient.is_zero() {
                entry.insert(coefficient);
            }
        }
        Entry::Occupied(mut entry) => {
            *entry.get_mut() += coefficient;
            if entry.get().is_zero() {
                entry.remove();
            }
        }
    }
}
