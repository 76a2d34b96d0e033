//! What is wrong with a formula that is right for nothing: less than anything needs, a factor in a term,
//! one of its terms.

use super::super::super::problems::{Accept, Quantity};
use super::super::likeness::{Likeness, Meant, link};
use super::super::slips::{FACTORS, has_factor, parts};
use super::Grader;
use crate::compare::bindings_of;
use crate::formula::{Powers, parse};

impl Grader<'_> {
    /// Why no algorithm can have this cost, where it is less than a lower bound at this size.
    pub(super) fn below_the_bounds(&self) -> Option<String> {
        let (question, bounds) = (self.key.question, &self.key.ranking.bounds);
        let value =
            self.link.evaluate(&bindings_of(&question.topology, &question.instance)).ok()?;
        let part = |powers: Powers| value.coefficient(powers).as_rational();
        let (steps, words) = (part(Powers::T_S)?, part(Powers::M_T_W)?);
        let cost = self.of == Quantity::Cost;
        let topology = &question.topology;
        if cost && words < bounds.words.value {
            return Some(format!(
                "the t_w term is less than anything needs on {topology}: {}",
                bounds.words.why
            ));
        }
        (cost && steps < bounds.steps.value).then(|| {
            format!("the t_s term is less than anything needs on {topology}: {}", bounds.steps.why)
        })
    }

    /// Where the answer differs from the right formula: `; at m = 2, p = 8 it is .. and not ..`
    pub(super) fn difference(&self, right: &str) -> String {
        let found = self.of.part_of(right).and_then(|right| self.meant.difference(&right));
        found.map_or_else(String::new, |difference| format!("; {difference}"))
    }

    /// What factor each term has, where both are among those that students confuse.
    pub(super) fn by_terms(&self, right: &str) -> Option<String> {
        if self.of != Quantity::Cost {
            return None;
        }
        let (steps, words) = parts(parse(right).ok()?.expr()?);
        let (of_steps, of_words) = (self.meant.without("t_w")?, self.meant.without("t_s")?);
        let is = |meant: &Meant<'_>, text: &str| meant.is(text);
        let t_s = if is(&of_steps, &format!("{steps} t_s")) {
            None
        } else {
            let found =
                FACTORS.pairs().find(|(factor, _)| is(&of_steps, &format!("({factor}) t_s")));
            Some(has_factor("the t_s term has", found?.1))
        };
        let t_w = if is(&of_words, &format!("{words} m t_w")) {
            None
        } else if is(&of_words, &format!("{words} t_w")) {
            Some("m is missing in the t_w term".to_owned())
        } else {
            let found = FACTORS.pairs().find_map(|(factor, name)| {
                let whole = is(&of_words, &format!("({factor}) m t_w"));
                let bare = || is(&of_words, &format!("({factor}) t_w"));
                if whole {
                    Some((name, ""))
                } else {
                    bare().then_some((name, ", and m is missing in it"))
                }
            });
            let (name, more) = found?;
            Some(format!("{}{more}", has_factor("the t_w term has", name)))
        };
        let said: Vec<String> = [t_s, t_w].into_iter().flatten().collect();
        (!said.is_empty()).then(|| said.join(", and "))
    }

    /// Which term is certainly wrong: none where any algorithm is accepted, since one that is not
    /// known here may have it.
    pub(super) fn wrong_part(&self, right: &str) -> Option<&'static str> {
        if self.of != Quantity::Cost {
            return Some("this is another number")
                .filter(|_| self.key.question.accept == Accept::This);
        }
        let right_link = link(right)?;
        let same = |time: &str| {
            let meant = self.meant.without(time)?;
            Some(meant.compare(&right_link.expr.to_string()))
        };
        if self.key.question.accept != Accept::This {
            return None;
        }
        match (same("t_w")?, same("t_s")?) {
            (Likeness::Equal, Likeness::Different) => {
                Some("the t_s term is right, the t_w term is not")
            }
            (Likeness::Different, Likeness::Equal) => {
                Some("the t_w term is right, the t_s term is not")
            }
            (Likeness::Different, Likeness::Different) => Some("neither term is right"),
            _ => None,
        }
    }
}
