//! The error in a formula that fits no algorithm: a term below the lower bound, a wrong factor, or
//! a wrong term.

use super::super::super::lists::list;
use super::super::super::problems::Quantity;
use super::super::likeness::{Likeness, link};
use super::super::slips::{has_factor, parts};
use super::Grader;
use hockney_cost::bindings_of;
use hockney_formula::Powers;

impl Grader<'_> {
    /// Why no algorithm can have this cost, where it is less than a lower bound at this size.
    pub(super) fn below_the_bounds(&self) -> Option<String> {
        let (question, bounds) = (self.key.question, &self.key.ranking.bounds);
        let topology = &question.topology;
        let value = self.link.evaluate(&bindings_of(topology, &question.instance)).ok()?;
        let part = |powers: Powers| value.coefficient(powers).as_rational();
        let (steps, words) = (part(Powers::T_S)?, part(Powers::M_T_W)?);
        let terms = [("t_w", words, &bounds.words), ("t_s", steps, &bounds.steps)];
        let below = terms.into_iter().find(|(_, found, bound)| *found < bound.value);
        let (term, _, bound) = below.filter(|_| self.of == Quantity::Cost)?;
        let why = &bound.why;
        Some(format!("the {term} term is below the lower bound on {topology}: {why}"))
    }

    /// Where the answer differs from the right formula: `; at m = 2, p = 8 it is .. and not ..`
    pub(super) fn difference(&self) -> String {
        let found = self.of.part_of(self.texts[0]).and_then(|right| self.meant.difference(&right));
        found.map_or_else(String::new, |difference| format!("; {difference}"))
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
            let found = list("slip factors")
                .pairs()
                .find(|(factor, _)| of_steps.is(&format!("({factor}) t_s")));
            Some(has_factor("the t_s term has", found?.1))
        };
        let t_w = if of_words.is(&format!("{words} m t_w")) {
            None
        } else if of_words.is(&format!("{words} t_w")) {
            Some("the t_w term lacks m".to_owned())
        } else {
            Some(list("slip factors").pairs().find_map(|(factor, name)| {
                let more = if of_words.is(&format!("({factor}) m t_w")) {
                    ""
                } else if of_words.is(&format!("({factor}) t_w")) {
                    ", and it lacks m"
                } else {
                    return None;
                };
                Some(has_factor("the t_w term has", name) + more)
            })?)
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
        let same = |time: &str| self.meant.without(time).map(|meant| meant.compare(&right));
        Some(match (same("t_w"), same("t_s")) {
            (Some(Likeness::Equal), Some(Likeness::Different)) => {
                "the t_s term is right, the t_w term is not".to_owned()
            }
            (Some(Likeness::Different), Some(Likeness::Equal)) => {
                "the t_w term is right, the t_s term is not".to_owned()
            }
            _ => other,
        })
    }
}
