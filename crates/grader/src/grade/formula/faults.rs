//! The error in a formula that fits no algorithm: a term below the lower bound, a wrong factor, or
//! a wrong term.

use super::super::super::problems::Quantity;
use super::super::super::verdict::{Basis, Graded};
use super::super::likeness::{Likeness, link};
use super::super::slips::{has_factor, parts};
use super::super::worth::factor;
use super::Grader;
use hockney_cost::bindings_of;
use hockney_formula::Powers;

impl Grader<'_> {
    /// Why no algorithm can have this cost, where it is less than a lower bound at this size.
    pub(super) fn below_the_bounds(&self) -> Option<Graded> {
        let (question, bounds) = (self.key.question, &self.key.ranking.bounds);
        let topology = &question.topology;
        let value = self.link.evaluate(&bindings_of(topology, &question.instance)).ok()?;
        let part = |powers: Powers| value.coefficient(powers).as_rational();
        let (steps, words) = (part(Powers::T_S)?, part(Powers::M_T_W)?);
        let terms = [("t_w", words, &bounds.words), ("t_s", steps, &bounds.steps)];
        let below = terms.into_iter().find(|(_, found, bound)| *found < bound.value);
        let (term, _, bound) = below.filter(|_| self.of == Quantity::Cost)?;
        let why = &bound.why;
        let reason = format!("the {term} term is below the lower bound on {topology}: {why}");
        Some(Graded::wrong(reason).by(Basis::Bound))
    }

    /// Where the answer differs from the right formula: `; at p = 8 it is .. and should be ..`
    pub(super) fn difference(&self) -> String {
        let right = self.of.part_of(self.texts[0]);
        right.and_then(|right| self.meant.difference(&right)).unwrap_or_default()
    }

    /// The factor of each term, if both are common mistakes.
    pub(super) fn by_terms(&self) -> Option<String> {
        if self.of != Quantity::Cost {
            return None;
        }
        let (steps, words) = parts(self.texts[0])?;
        let (of_steps, of_words) = (self.meant.without("t_w")?, self.meant.without("t_s")?);
        let t_s = if of_steps.is(&format!("{steps} t_s")) {
            None
        } else {
            let found = factor(|factor| of_steps.is(&format!("({factor}) t_s")));
            Some(has_factor("the t_s term has", found?))
        };
        let t_w = if of_words.is(&format!("{words} m t_w")) {
            None
        } else if of_words.is(&format!("{words} t_w")) {
            Some("the t_w term lacks m".to_owned())
        } else {
            let with = |m| factor(|factor| of_words.is(&format!("({factor}) {m} t_w")));
            let found = with("m").map(|name| (name, ""));
            let (name, more) = found.or_else(|| Some((with("")?, ", and it lacks m")))?;
            Some(has_factor("the t_w term has", name) + more)
        };
        let said: Vec<String> = [t_s, t_w].into_iter().flatten().collect();
        (!said.is_empty()).then(|| said.join(", and "))
    }

    /// Which term is certainly wrong: none where an algorithm that is not known here may have it.
    pub(super) fn wrong_part(&self) -> Option<String> {
        if self.key.is_open() {
            return None;
        }
        let other = match self.of {
            Quantity::Cost => format!("this is not the cost of {}", self.key.algorithm.name()),
            Quantity::Steps | Quantity::Words => {
                return Some("this is a different number".to_owned());
            }
        };
        let right = link(self.texts[0])?.expr.to_string();
        let same = |time: &str| self.meant.without(time).map(|meant| meant.compare(&right, None));
        Some(match (same("t_w"), same("t_s")) {
            (Some(Likeness::Equal(_)), Some(Likeness::Different)) => {
                "the t_s term is right, the t_w term is not".to_owned()
            }
            (Some(Likeness::Different), Some(Likeness::Equal(_))) => {
                "the t_w term is right, the t_s term is not".to_owned()
            }
            _ => other,
        })
    }
}
