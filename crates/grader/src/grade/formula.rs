//! A formula: equal to the key's, right for something else, or wrong for a reason.

mod chain;
mod faults;

use super::super::answers::{MOST_SIDES, bare};
use super::super::key::{Key, Standing};
use super::super::lists::list;
use super::super::problems::{Accept, Quantity, Sizes};
use super::super::verdict::{Basis, Graded, Verdict};
use super::another::{for_another, for_named};
use super::letters::{best, readings};
use super::likeness::{Likeness, Meant};
use super::slips::parts;
use super::worth::{factor, model, slip, with_model};
use hockney_ask::Ranked;
use hockney_base::number::Rational;
use hockney_cost::{Cost, bindings_of};
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
    let texts: Vec<&str> = key.form.iter().flat_map(ClosedForm::texts).collect();
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
        Grader { key, of, meant: Meant::by(key, link), link, texts }
    }

    fn judged(&self) -> Graded {
        let graded = self.decided();
        if self.key.has_several_ports() && self.below_the_bounds().is_some() {
            return graded.by(Basis::Bound);
        }
        graded.by(if self.meant.is_sized() { Basis::Identity } else { Basis::Value })
    }

    fn decided(&self) -> Graded {
        let Some(right) = self.texts.first() else { return self.without_form() };
        let of_key = self.against(right, Some(&self.key.cost));
        match of_key {
            Likeness::Equal(_) => return Graded::right("right"),
            Likeness::Only(sizes) if self.is_textbook(sizes) => return self.only(sizes),
            Likeness::Only(_) => {}
            Likeness::Different | Likeness::Unsure => {
                if let Some(graded) = self.approximately(right) {
                    return graded;
                }
            }
        }
        let other = self
            .with_numbers()
            .or_else(|| self.with_hops())
            .or_else(|| self.for_something_else(of_key))
            .or_else(|| self.steps_for_cost())
            .or_else(|| self.cost_for_steps());
        if let Some(graded) = other {
            return graded;
        }
        if let Likeness::Only(sizes) = of_key {
            return self.only(sizes);
        }
        let shown = format!("; it is {}", self.shown());
        let count =
            factor(|factor| self.of == Quantity::Steps && self.is(&format!("({factor}) t_s")));
        let count = count.map(|name| format!("this is {name}"));
        if let Some(reason) = count.or_else(|| slip(self.key, |text| self.is(text))) {
            return self.key.one_slip(reason).and(shown);
        }
        if of_key == Likeness::Unsure {
            let unsure = || Graded::undecided("the program cannot decide whether this is right");
            return self.below_the_bounds().map_or_else(unsure, |below| {
                below.counted_as("a term is below the lower bound").and(shown)
            });
        }
        if let Some((_, what)) = list("slip known").pairs().find(|(formula, _)| self.is(formula)) {
            return Graded::wrong(format!("this is the cost of {what}"))
                .and(format!("; here it is {}", self.shown()));
        }
        let differs = self.difference();
        let wrong = self.by_terms().map(Graded::wrong);
        let wrong = wrong.or_else(|| self.below_the_bounds());
        let unknown = "not the cost of any known algorithm";
        match wrong.or_else(|| self.wrong_part().map(Graded::wrong)) {
            Some(wrong) => wrong.and(shown + &differs),
            None => Graded::undecided(format!("this is {unknown}"))
                .full(format!("this is not {}, and {unknown}{differs}", self.shown())),
        }
    }

    /// Where the program knows the cost at the question's size alone.
    fn without_form(&self) -> Graded {
        match self.meant.costs(&self.key.cost) {
            Some(true) if self.of == Quantity::Cost && !self.meant.is_sized() => {
                Graded::right("right")
            }
            _ => self.key.without_form(),
        }
    }

    /// The textbook's approximation.
    fn approximately(&self, right: &str) -> Option<Graded> {
        let said = if self.texts[1..].iter().any(|text| self.is(text)) {
            "the textbook's approximation"
        } else if rough(right).is_some_and(|rough| self.is(&rough)) {
            "the textbook's approximation, without the factor (p - 1)/p"
        } else {
            return None;
        };
        let share = &self.key.question.partial.approximation;
        Some(Graded::partly(share, said).and(format!("; the exact cost is {right}")))
    }

    /// Whether a formula that is right for these sizes is meant for them and no others, as the textbook's is.
    fn is_textbook(&self, sizes: Sizes) -> bool {
        sizes == self.key.question.sizes || sizes != Sizes::This && self.meant.is_ideal()
    }

    /// Right for these sizes, and not for all that are asked for.
    fn only(&self, sizes: Sizes) -> Graded {
        let (question, partial) = (self.key.question, &self.key.question.partial);
        let here = || self.meant.costs(&self.key.cost) == Some(true);
        let (share, only) = match sizes {
            _ if sizes == question.sizes => (&Rational::one(), ""),
            _ if self.is_textbook(sizes) => (&partial.other_sizes, ""),
            _ if sizes == Sizes::This || here() => (&partial.this_size, " only"),
            _ => (&Rational::zero(), " only"),
        };
        let said = format!("right {}{only}", sizes.said(&question.topology));
        Graded::partly(share, said).and(format!("; it is {}{}", self.shown(), self.difference()))
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
    fn against(&self, text: &str, cost: Option<&Cost>) -> Likeness {
        let cost = cost.filter(|_| self.of == Quantity::Cost);
        let part = self.of.part_of(text);
        part.map_or(Likeness::Unsure, |text| self.meant.compare(&text, cost))
    }

    /// Whether it is such a formula.
    fn is(&self, cost: &str) -> bool {
        matches!(self.against(cost, None), Likeness::Equal(_))
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
        self.known().any(|(_, form)| form.texts().any(|text| self.is(text)))
    }

    /// Right for another algorithm, or in another model.
    fn for_something_else(&self, of_key: Likeness) -> Option<Graded> {
        let (key, right) = (self.key, self.texts[0]);
        let (mut found, mut here) = (None, None);
        // Sizes are said of what is not the cost of the question's algorithm here.
        let costs = self.meant.costs(&key.cost) == Some(true);
        let said = |sizes| if costs { Sizes::This } else { sizes };
        for (row, form) in self.known() {
            let rough = rough(&form.formula);
            let mut books = form.texts().skip(1).chain(rough.as_deref());
            let name = row.algorithm.name();
            let sizes = match self.against(&form.formula, Some(&row.cost)) {
                Likeness::Equal(sizes) => sizes,
                Likeness::Only(sizes) if self.is_textbook(sizes) => sizes,
                Likeness::Only(Sizes::This) => {
                    here = here.or(Some(name));
                    continue;
                }
                Likeness::Different if books.any(|text| self.is(text)) => Sizes::This,
                _ => continue,
            };
            // For all sizes only the named algorithm has its cost.
            let standing = match (&key.question.accept, key.standing(name, &row.cost)) {
                (Accept::This, Standing::Accepted) if self.meant.is_sized() => Standing::Other,
                (_, standing) => standing,
            };
            if standing == Standing::Accepted {
                return Some(
                    self.saying(said(sizes), for_another(key, name, &format!(": {right}"))),
                );
            }
            found = found.or(Some((name, standing)));
        }
        if let Some((name, standing)) = found {
            let said = format!("right for {name}");
            return Some(for_named(key, standing, name, &said, &format!(": {right}")));
        }
        let sizes = |text: &str| match self.against(text, None) {
            Likeness::Equal(sizes) => Some(sizes),
            Likeness::Only(sizes) => Some(sizes).filter(|sizes| self.is_textbook(*sizes)),
            Likeness::Different | Likeness::Unsure => None,
        };
        if let Some(model) = model(key, |text| sizes(text).is_some()) {
            let graded = with_model(key, &model, right);
            return Some(self.saying(sizes(model.formula).map_or(Sizes::This, said), graded));
        }
        let here = here.filter(|_| !matches!(of_key, Likeness::Only(_)))?;
        let text = format!("right for {here} {} only", Sizes::This.said(&key.question.topology));
        Some(Graded::partly(&key.question.partial.this_size, text).and(format!("; it is {right}")))
    }

    /// A right answer with the sizes for which it is one.
    fn saying(&self, sizes: Sizes, graded: Graded) -> Graded {
        if sizes == Sizes::This || graded.verdict != Verdict::Right {
            return graded;
        }
        graded.adding(&format!(", {}", sizes.said(&self.key.question.topology)))
    }

    /// The sizes for which an answer is right, if they are not all that are meant.
    fn right_for(&self, answer: &Meant<'_>) -> Option<Sizes> {
        match answer.compare(self.texts[0], None) {
            Likeness::Equal(_) => Some(Sizes::This),
            Likeness::Only(sizes) => Some(sizes).filter(|sizes| self.is_textbook(*sizes)),
            Likeness::Different | Likeness::Unsure => None,
        }
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
        let sizes = self.right_for(&put?)?;
        let said = "right, with the numbers of the question substituted";
        let unit = missing.iter().find(|(_, value)| value.is_one());
        let graded = unit.map_or_else(
            || Graded::right(said),
            // It cannot be distinguished from a forgotten one.
            |(name, _)| {
                Graded::undecided(format!(
                    "it is right if {name} = 1 was substituted, and wrong if {name} was forgotten"
                ))
                .full(format!("{said} if {name} = 1 is; the exact cost is {}", self.texts[0]))
            },
        );
        Some(self.saying(sizes, graded))
    }

    /// Right but for a term in `t_h`, which is right where the question has one.
    fn with_hops(&self) -> Option<Graded> {
        let question = self.key.question;
        if self.of != Quantity::Cost || !self.mentions("t_h") {
            return None;
        }
        let without = self.meant.without("t_h")?;
        let sizes = self.right_for(&without)?;
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
            return Some(self.saying(sizes, Graded::right(kept)));
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
