//! A formula: equal to the key's, right for something else, or wrong for a reason.

mod chain;
mod faults;

use super::super::answers::{MOST_SIDES, bare};
use super::super::key::{Key, Standing};
use super::super::lists::list;
use super::super::problems::{Accept, Quantity};
use super::super::verdict::{Basis, Graded, Verdict};
use super::another::{for_another, for_named};
use super::letters::{best, readings};
use super::likeness::{Likeness, Meant, is_sized};
use super::slips::parts;
use super::worth::{model, slip, with_model};
use hockney_ask::Ranked;
use hockney_cost::bindings_of;
use hockney_formula::{Bindings, Expr, Formula, Function, Link, Node, Powers, Relation, parse};
use hockney_plan::planner::{ClosedForm, Role};

pub(super) fn grade(key: &Key<'_>, of: Quantity, text: &str) -> Graded {
    let bare = bare(text, &key.question.names()).without_last_word(list("formula last"));
    let written = bare.text.trim_start_matches(['≈', '~']);
    let written = written.strip_prefix("\\approx").unwrap_or(written);
    let readings = match readings(written, key.question) {
        Ok(readings) => readings,
        Err(why) => return Graded::unreadable(why),
    };
    let Some(form) = &key.form else { return key.without_form() };
    let texts: Vec<&str> = form.texts().collect();
    best(&readings, |formula| judge(key, of, formula, &texts)).skipping(&bare.skipped)
}

/// Grades a formula: each `=` of a chain must hold, and one side must be right.
fn judge(key: &Key<'_>, of: Quantity, formula: &Formula, texts: &[&str]) -> Graded {
    let sides: Vec<&Link> = formula.links().iter().collect();
    if sides.len() > MOST_SIDES {
        return Graded::unreadable(format!("a chain has at most {MOST_SIDES} sides"));
    }
    // What stands behind `≈` is not stated as the cost.
    let stated = |(place, link): &(usize, &&Link)| {
        link.growth.is_none() && (*place == 0 || link.relation == Relation::Equal)
    };
    let graded =
        sides.iter().enumerate().filter(stated).map(|(_, link)| side(key, of, link, texts));
    let Some(best) = graded.reduce(Graded::or_better) else {
        return Graded::unreadable(
            "this is an order of growth, but the question asks for a formula",
        );
    };
    let is_right = |link: &Link| side(key, of, link, texts).verdict == Verdict::Right;
    chain::checked(key, &sides, best, &is_right)
}

/// The grade of one side; of `min(a, b)` each of the two must be the cost of an algorithm.
fn side(key: &Key<'_>, of: Quantity, link: &Link, texts: &[&str]) -> Graded {
    let graded = Grader::of(key, of, link, texts).judged();
    let Node::Call(Function::Min, operands) = &link.expr.node else { return graded };
    if graded.verdict == Verdict::Right || !key.is_open() {
        return graded;
    }
    let part = |expr: &Expr| Link { expr: expr.clone(), ..link.clone() };
    let parts: Vec<Link> = operands.iter().map(part).collect();
    let known = parts.iter().all(|part| Grader::of(key, of, part, texts).is_known());
    let right = |part: &Link| Grader::of(key, of, part, texts).judged().verdict == Verdict::Right;
    if known && parts.iter().any(right) {
        return Graded::right("right, as the least of several costs").by(Basis::Identity);
    }
    graded
}

struct Grader<'a> {
    key: &'a Key<'a>,
    of: Quantity,
    meant: Meant<'a>,
    link: &'a Link,
    /// The exact form and the textbook's.
    texts: &'a [&'a str],
}

impl<'a> Grader<'a> {
    fn of(key: &'a Key<'a>, of: Quantity, link: &'a Link, texts: &'a [&'a str]) -> Self {
        Grader { key, of, meant: Meant::by(key.question, link), link, texts }
    }

    fn judged(&self) -> Graded {
        let sized = self.key.question.general && is_sized(&self.link.expr);
        self.decided().by(if sized { Basis::Identity } else { Basis::Value })
    }

    fn decided(&self) -> Graded {
        let right = self.texts[0];
        let mut sure = true;
        for (place, text) in self.texts.iter().enumerate() {
            match self.against(text) {
                Likeness::Equal if self.only_here(text) => {
                    let hint = "it is right at this size, but undecided at other sizes";
                    return Graded::undecided(hint).and(format!("; it is {right}"));
                }
                Likeness::Equal if place == 0 || !(*text == ROUGH || self.is_odd()) => {
                    return Graded::right("right");
                }
                Likeness::Equal => {
                    let share = &self.key.question.partial.approximation;
                    return Graded::partly(share, "the textbook's approximation")
                        .and(format!("; the exact cost is {right}"));
                }
                Likeness::Different => {}
                Likeness::Unsure => sure = false,
            }
        }
        if rough(right).is_some_and(|rough| self.is(&rough)) {
            let share = &self.key.question.partial.approximation;
            return Graded::partly(
                share,
                "the textbook's approximation, without the factor (p - 1)/p",
            )
            .and(format!("; the exact cost is {right}"));
        }
        let other = self
            .with_numbers()
            .or_else(|| self.with_hops())
            .or_else(|| self.for_something_else())
            .or_else(|| self.steps_for_cost())
            .or_else(|| self.cost_for_steps());
        if let Some(graded) = other {
            return graded;
        }
        let shown = format!("; it is {}", self.shown());
        let count = || {
            let factor = list("slip factors")
                .pairs()
                .find(|(factor, _)| self.is(&format!("({factor}) t_s")));
            factor.map(|(_, name)| format!("this is {name}")).filter(|_| self.of == Quantity::Steps)
        };
        if let Some(reason) = count().or_else(|| slip(self.key, |text| self.is(text))) {
            return self.key.one_slip(reason).and(shown);
        }
        if !sure {
            let unsure = || Graded::undecided("the program cannot decide whether this is right");
            return self.below_the_bounds().map_or_else(unsure, |reason| {
                let counted = "a term is below the lower bound";
                Graded::wrong(reason).counted_as(counted).and(shown)
            });
        }
        if let Some((_, what)) = list("slip known").pairs().find(|(formula, _)| self.is(formula)) {
            return Graded::wrong(format!("this is the cost of {what}"))
                .and(format!("; here it is {}", self.shown()));
        }
        let differs = self.difference();
        let reason =
            self.by_terms().or_else(|| self.below_the_bounds()).or_else(|| self.wrong_part());
        let unknown = "not the cost of any known algorithm";
        match reason {
            Some(reason) => Graded::wrong(reason).and(shown + &differs),
            None => Graded::undecided(format!("this is {unknown}"))
                .full(format!("this is not {}, and {unknown}{differs}", self.shown())),
        }
    }

    /// The right values of the requested part: the steps and words at this size.
    fn shown(&self) -> String {
        let right = self.texts[0];
        match self.of {
            Quantity::Cost => right.to_owned(),
            Quantity::Steps => format!("{} here, as in {right}", self.key.cost.t_s),
            Quantity::Words => format!("{} m here, as in {right}", self.key.cost.t_w),
        }
    }

    /// Compares with a formula of a cost, or with the part of it that is asked for.
    fn against(&self, cost: &str) -> Likeness {
        match self.of.part_of(cost) {
            Some(text) => self.meant.compare(&text),
            None => Likeness::Unsure,
        }
    }

    /// Whether it is such a formula at the question's own size alone, and mentions others: `log p`
    /// for the 3 steps of a shift by 3 among 8.
    fn only_here(&self, cost: &str) -> bool {
        self.of.part_of(cost).is_some_and(|text| self.meant.only_here(&text))
    }

    /// Whether it is such a formula.
    fn is(&self, cost: &str) -> bool {
        self.against(cost) == Likeness::Equal
    }

    /// Whether the question's size is none that the textbook has in mind.
    fn is_odd(&self) -> bool {
        let topology = &self.key.question.topology;
        let square = matches!(topology.network().sides(), Some([rows, columns]) if rows == columns);
        !topology.nodes().is_power_of_two() && !square
    }

    /// Whether it mentions a symbol.
    fn mentions(&self, name: &str) -> bool {
        self.link.mentions(name)
    }

    /// The known algorithms with their closed forms.
    fn known(&self) -> impl Iterator<Item = (&'a Ranked, ClosedForm)> {
        let topology = &self.key.question.topology;
        let rows = self.key.ranking.rows.iter().filter(|row| row.role != Role::Counterexample);
        rows.filter_map(|row| {
            let form = row.algorithm.closed_form_on(topology);
            Some((row, form?))
        })
    }

    /// Whether it is the cost of a known algorithm, accepted or not.
    fn is_known(&self) -> bool {
        self.texts.iter().any(|text| self.is(text))
            || self.known().any(|(_, form)| form.texts().any(|text| self.is(text)))
    }

    /// Right for another algorithm, or in another model.
    fn for_something_else(&self) -> Option<Graded> {
        let (key, right) = (self.key, self.texts[0]);
        let mut by_chance = None;
        let mut found: Option<(&str, Standing)> = None;
        for (row, form) in self.known() {
            let rough = rough(&form.formula);
            let texts = || form.texts().chain(rough.as_deref());
            let equal = || texts().filter(|text| self.is(text));
            let name = row.algorithm.name();
            if equal().any(|text| !self.only_here(text)) {
                // For all sizes only the named algorithm has its cost.
                let standing = match (&key.question.accept, key.standing(name, &row.cost)) {
                    (Accept::This, Standing::Accepted) if key.question.general => Standing::Other,
                    (_, standing) => standing,
                };
                if standing == Standing::Accepted {
                    return Some(for_another(key, name, &format!(": {right}")));
                }
                found = found.or(Some((name, standing)));
            }
            by_chance = by_chance.or_else(|| equal().next().map(|_| name));
        }
        if let Some((name, standing)) = found {
            let said = format!("right for {name}");
            return Some(for_named(key, standing, name, &said, &format!(": {right}")));
        }
        if let Some(name) = by_chance {
            let hint = format!("it is right for {name} at this size, but undecided at other sizes");
            return Some(Graded::undecided(hint).and(format!("; it is {right}")));
        }
        model(key, |text| self.is(text)).map(|model| with_model(key, &model, right))
    }

    /// Right where the question's numbers stand for letters: `3 ts + 3000 tw` for m = 1000.
    fn with_numbers(&self) -> Option<Graded> {
        let numbers = &self.key.question.numbers;
        let letters = [("m", &numbers.m), ("t_s", &numbers.t_s), ("t_w", &numbers.t_w)];
        let missing: Vec<_> = letters
            .into_iter()
            .filter(|(name, _)| !self.mentions(name))
            .filter_map(|(name, value)| Some((name, value.as_ref()?)))
            .collect();
        // A number alone is not a formula.
        if self.of != Quantity::Cost || missing.is_empty() || missing.len() == letters.len() {
            return None;
        }
        let mut put = None;
        for (name, value) in &missing {
            put = Some(put.as_ref().unwrap_or(&self.meant).with(name, value)?);
        }
        let put = put.filter(|put| self.texts.iter().any(|text| put.is(text)));
        put?;
        let said = "right, with the numbers of the question substituted";
        let unit = missing.iter().find(|(_, value)| value.is_one());
        Some(unit.map_or_else(
            || Graded::right(said),
            // It cannot be distinguished from a forgotten one.
            |(name, _)| {
                Graded::undecided(format!(
                    "it is right if {name} = 1 was substituted, and wrong if {name} was forgotten"
                ))
                .full(format!("{said} if {name} = 1 is; the exact cost is {}", self.texts[0]))
            },
        ))
    }

    /// Right but for a term in `t_h`, which is right where the question has one.
    fn with_hops(&self) -> Option<Graded> {
        let question = self.key.question;
        if self.of != Quantity::Cost || !self.mentions("t_h") {
            return None;
        }
        let without = self.meant.without("t_h")?;
        if !self.texts.iter().any(|text| without.is(text)) {
            return None;
        }
        let bindings = bindings_of(&question.topology, &question.instance);
        let value = self.link.evaluate(&bindings).ok()?;
        let hops = value.coefficient(Powers::T_H).as_rational();
        let kept = "right, with the time per hop included";
        if hops.as_ref() != Some(&self.key.cost.t_h) {
            let hint =
                "right except for the term in t_h, which is not that of the hops in sequence";
            return Some(
                Graded::undecided(hint).and(format!(": with it, it is {}", self.key.cost)),
            );
        }
        if !question.numbers.t_h.is_zero() {
            return Some(Graded::right(kept));
        }
        let more = format!("; in the model of the question it is {}", self.texts[0]);
        Some(Graded::partly(&question.partial.other_model, kept).and(more))
    }

    /// A cost where the number of steps or words is asked for.
    fn cost_for_steps(&self) -> Option<Graded> {
        let times = ["t_s", "t_w", "t_h"].iter().any(|time| self.mentions(time));
        (self.of != Quantity::Cost && times).then(|| {
            let what = if self.of == Quantity::Steps { "steps" } else { "words" };
            Graded::wrong(format!("this is a time, but the question asks for the number of {what}"))
                .and(format!("; it is {}", self.shown()))
        })
    }

    /// The number of steps where the cost is asked for.
    fn steps_for_cost(&self) -> Option<Graded> {
        let (steps, _) = parts(self.texts[0])?;
        let of_steps = self.of == Quantity::Cost && self.meant.is(&steps);
        of_steps.then(|| {
            Graded::wrong("this is the number of steps, but the question asks for the cost")
                .and(format!("; it is {}", self.texts[0]))
        })
    }
}

/// A cost whose factor of m t_w is a number and (p - 1)/p, without the latter, which is nearly 1.
fn rough(exact: &str) -> Option<String> {
    let (steps, words) = parts(exact)?;
    let rest = parse(&format!("{words} p/(p - 1)")).ok()?;
    let at = |p: u32| rest.evaluate(&Bindings::new().with("p", p)).ok()?.as_rational();
    let number = at(4)?;
    let is_number = [8, 13, 64].into_iter().all(|p| at(p).as_ref() == Some(&number));
    is_number.then(|| format!("{steps} t_s + ({number}) m t_w"))
}

/// A textbook's form that leaves something away for every size.
const ROUGH: &str = "2 (t_s log p + t_w m)";
