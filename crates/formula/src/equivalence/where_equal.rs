//! Where formulas that differ at a point are equal all the same.

use super::cases::{self, Outcome};
use super::points;
use crate::equivalence::{Given, Setting, Usage};
use crate::{Difference, Expr};

impl Setting {
    /// The sizes at which formulas that differ at one point are equal, if they are easy to describe.
    pub(super) fn where_equal(
        &self,
        left: &Expr,
        right: &Expr,
        difference: &Difference,
    ) -> Option<String> {
        let equal = |setting: &Self| matches!(cases::decide(setting, left, right), Outcome::Equal { ref assumed } if assumed.is_empty());
        // Points with p = 1 are looked at last, so there may be no other.
        for letter in &self.whole {
            if !points::is_least(self, letter, &difference.at) {
                continue;
            }
            let mut setting = self.clone();
            let least = setting.names.least_of(letter) + 1;
            setting.names.least.retain(|(known, _)| known != letter);
            setting.names.least.push((letter.clone(), least));
            if equal(&setting) {
                let (name, value) = points::size(&setting, letter, least);
                return Some(format!("they are equal for {name} >= {value}"));
            }
        }
        let usage = self.rounded.iter().find(|usage| usage.name == "p")?;
        let mut families = Vec::new();
        if usage.log || usage.root > 1 {
            families.extend(self.family(usage));
        }
        let log = Usage { log: true, root: 1, ..usage.clone() };
        families.extend(self.family(&log));
        for family in families {
            let mut given = Given::default();
            given.meanings.push(("p".to_owned(), family.clone()));
            let mut setting = Self::new(&[left, right], &given);
            // A difference at one node alone does not matter.
            for (_, least) in &mut setting.names.least {
                *least = (*least).max(1);
            }
            if equal(&setting) {
                return Some(format!("they are equal for p = {family} and p > 1"));
            }
        }
        None
    }
}
