//! A formula: equal to the key's, right for something else, or wrong for a reason.

use std::cell::{Cell, OnceCell};

use crate::answers::{Amount, MOST_SIDES, bare_cost};
use crate::grade::sizes::{Equality, Meant, in_pieces, is_sized, link};
use crate::grade::{LARGE_LOG, best, readings};
use crate::grade::{factor, has_factor, parts, slips, symbols, value_at};
use crate::prelude::*;
use crate::problems::read::quantity;
use hockney_cost::{Bound, LowerBounds};
use hockney_formula::{Comparison, Function, Relation, Value, compare, nearly};

pub(super) fn read(keys: &Keys<'_, '_>, _: &AskContext<'_>) -> Option<Arc<dyn Asked>> {
    Some(Arc::new(FormulaAsk(quantity(keys)?)))
}

/// A formula of the cost, or of a part of it.
#[derive(Debug)]
struct FormulaAsk(CostPart);

impl Asked for FormulaAsk {
    fn sentence(&self, _: &Question) -> String {
        format!("Give a formula for {}.", self.0.name())
    }

    fn examples(&self, _: &Question) -> Vec<String> {
        let examples = match self.0 {
            CostPart::Cost => ["3 t_s + m t_w log p", "p t_s + 2 m t_w"],
            CostPart::Steps => ["p log p + 7", "p^2 + 3"],
            CostPart::Words => ["7 m log p", "m p^2"],
        };
        examples.map(String::from).into()
    }

    fn grade(&self, key: &Key<'_>, text: &str) -> Result<Graded, String> {
        let bare = bare_cost(text, &key.question.names()).without_last_word(list("formula last"));
        let readings = readings(&bare.text, key)?;
        let graded = best(&readings, |formula| judge(key, self.0, formula));
        Ok(graded.skipping(&bare.skipped).by(Basis::Identity))
    }

    fn solution(&self, key: &Key<'_>) -> String {
        let form =
            key.form.as_ref().map_or_else(|| key.cost.to_string(), |form| form.formula.clone());
        format!("${}$", self.0.part_of(&form).unwrap_or_default())
    }
}

/// Grades a formula: each `=` of a chain must hold, and one side must be right.
fn judge(key: &Key<'_>, of: CostPart, formula: &Formula) -> Graded {
    let sides: Vec<&Link> = formula.links().iter().collect();
    if sides.len() > MOST_SIDES {
        return Graded::unreadable(format!("a chain has at most {MOST_SIDES} sides"));
    }
    // What stands behind `≈` is not stated as the cost, unless nothing is.
    let is_rough = |link: &&&Link| link.relation == Relation::Approximately;
    let rough = sides.iter().take(1).any(|link| is_rough(&link));
    let stated = sides.iter().filter(|link| link.growth.is_none());
    let stated = stated.take_while(|link| rough || !is_rough(link));
    let grade = |link: &&Link| {
        let graded = side(key, of, link);
        if rough { roughly(key, of, link, graded) } else { graded }
    };
    let Some(best) = stated.map(grade).reduce(Graded::or_better) else {
        return Graded::unreadable(
            "this is an order of growth, but the question asks for a formula",
        );
    };
    let is_right = |link: &Link| side(key, of, link).verdict == Verdict::Right;
    chain(key, &sides, best, &is_right)
}

/// The grade of an approximation: right where its difference to an exact cost vanishes, and else for a person.
fn roughly(key: &Key<'_>, of: CostPart, side: &Link, graded: Graded) -> Graded {
    if matches!(graded.verdict, Verdict::Right | Verdict::Partly) {
        return graded;
    }
    let topology = &key.question.topology;
    let accepted =
        |row: &&Ranked| key.question.accept != Accept::This && key.accepts(row.algorithm.name());
    let others = key.answers().filter(accepted);
    let others = others.filter_map(|row| row.algorithm.closed_form_on(topology));
    let exact = key.form.clone().into_iter().chain(others);
    let mut exact = exact.filter_map(|form| link(&of.part_of(&form.formula)?));
    let is_near = is_sized(&side.expr) && exact.any(|exact| nearly(&exact, side));
    key.say(if is_near { "formula near" } else { "formula not near" }, &[])
}

/// The grade of one side; of `min(a, b)` each of the two must be the cost of an algorithm.
fn side(key: &Key<'_>, of: CostPart, link: &Link) -> Graded {
    let graded = FormulaSide::of(key, of, link).judged();
    let ExprKind::Call(Function::Min, operands) = &link.expr.node else { return graded };
    if graded.verdict == Verdict::Right || !key.is_open() {
        return graded;
    }
    let part = |expr: &Expr| Link { expr: expr.clone(), ..link.clone() };
    let parts: Vec<Link> = operands.iter().map(part).collect();
    let known = parts.iter().all(|part| FormulaSide::of(key, of, part).is_known());
    let right = |part: &Link| FormulaSide::of(key, of, part).judged().verdict == Verdict::Right;
    if known && parts.iter().any(right) {
        return key.say("formula least", &[]).by(Basis::Identity);
    }
    graded
}

/// One side of an answer.
struct FormulaSide<'a> {
    key: &'a Key<'a>,
    of: CostPart,
    meant: Meant<'a>,
    link: &'a Link,
    /// The exact form and the textbook's.
    texts: Vec<&'a str>,
    /// How it compares with the exact form.
    of_key: OnceCell<Equality>,
    /// An algorithm whose cost it is at the question's size alone.
    here: Cell<Option<&'static str>>,
}

impl<'a> FormulaSide<'a> {
    fn of(key: &'a Key<'a>, of: CostPart, link: &'a Link) -> Self {
        let texts = key.form.iter().flat_map(ClosedForm::texts).collect();
        let (meant, of_key, here) = (Meant::by(key, link), OnceCell::new(), Cell::new(None));
        FormulaSide { key, of, meant, link, texts, of_key, here }
    }

    fn judged(&self) -> Graded {
        let graded = if self.texts.is_empty() { self.without_form() } else { graded(self) };
        if self.key.has_several_ports() && self.below_the_bounds().is_some() {
            return graded.by(Basis::Bound);
        }
        graded.by(if self.meant.is_sized() { Basis::Identity } else { Basis::Value })
    }

    /// Where the program knows the cost at the question's size alone.
    fn without_form(&self) -> Graded {
        let costs = [&self.key.cost, &self.key.in_model(&self.key.cost)].map(ToString::to_string);
        let parts = costs.iter().filter_map(|cost| self.of.part_of(cost));
        let is_right = parts.into_iter().any(|right| self.meant.is(&right));
        if is_right && !self.meant.is_sized() {
            Graded::right("right")
        } else {
            self.key.say("formula none", &[])
        }
    }

    /// With both values at the question's size, where they differ.
    fn differing(&self, graded: Graded) -> Graded {
        let right = self.of.part_of(self.texts[0]);
        let differs = right.and_then(|right| self.meant.difference(&right)).unwrap_or_default();
        let full = graded.full.clone() + &differs;
        graded.full(full)
    }

    /// How it compares with the question's own cost.
    fn of_key(&self) -> Equality {
        *self.of_key.get_or_init(|| self.against(self.texts[0], Some(&self.key.cost)))
    }

    /// Whether a formula that is right for these sizes is meant for them and no others, as the textbook's is.
    fn is_textbook(&self, sizes: SizeSet) -> bool {
        sizes == self.key.question.sizes || sizes != SizeSet::This && self.meant.is_ideal()
    }

    /// The sizes for which it agrees, if they are all that are meant.
    fn sizes(&self, equality: Equality) -> Option<SizeSet> {
        match equality {
            Equality::Equal(sizes) => Some(sizes),
            Equality::Only(sizes) => Some(sizes).filter(|sizes| self.is_textbook(*sizes)),
            Equality::Different | Equality::Unsure => None,
        }
    }

    /// Compares with a formula of a cost, or with the part of it that is asked for.
    fn against(&self, text: &str, cost: Option<&Cost>) -> Equality {
        let cost = cost.filter(|_| self.of == CostPart::Cost);
        let part = self.of.part_of(text);
        part.map_or(Equality::Unsure, |text| self.meant.compare(&text, cost))
    }

    /// Whether it is such a formula.
    fn is(&self, cost: &str) -> bool {
        matches!(self.against(cost, None), Equality::Equal(_))
    }

    /// Whether it is the cost of a known algorithm, accepted or not.
    fn is_known(&self) -> bool {
        let topology = &self.key.question.topology;
        let forms = self.key.answers().filter_map(|row| row.algorithm.closed_form_on(topology));
        forms.into_iter().any(|form| form.texts().any(|text| self.is(text)))
    }
}

impl Gradable for FormulaSide<'_> {
    fn key(&self) -> &Key<'_> {
        self.key
    }

    fn is_right(&self) -> bool {
        matches!(self.of_key(), Equality::Equal(_)) && !self.lacks_pieces()
    }

    fn is_of(&self, row: &Ranked) -> Option<SizeSet> {
        self.of_algorithm(row).map(|sizes| self.unless_here(sizes))
    }

    fn is_stated(&self, cost: &str) -> Option<SizeSet> {
        self.sizes(self.against(cost, None)).map(|sizes| self.unless_here(sizes))
    }

    fn right(&self) -> [String; 2] {
        [self.texts[0].to_owned(), format!(": {}", self.texts[0])]
    }

    /// A sentence with the right answer, or the part of it that is asked for: the steps or words at this size.
    fn say(&self, sentence: &str, word: &dyn std::fmt::Display) -> Graded {
        let [right, _] = self.right();
        let shown = match self.of {
            CostPart::Cost => right.clone(),
            CostPart::Steps => format!("{} here, as in {right}", self.key.cost.t_s),
            CostPart::Words => format!("{} m here, as in {right}", self.key.cost.t_w),
        };
        self.key.say(sentence, &[("it", word), ("right", &right), ("shown", &shown)])
    }

    /// For all sizes only the named algorithm has its cost.
    fn standing(&self, algorithm: &str) -> Standing {
        match (&self.key.question.accept, self.key.standing_of(algorithm)) {
            (Accept::This, Standing::Accepted) if self.meant.is_sized() => Standing::Other,
            (_, standing) => standing,
        }
    }

    fn nearly(&self) -> Option<Graded> {
        let whole = match self.of_key() {
            Equality::Equal(_) if self.lacks_pieces() => Some(self.say("formula pieces", &"")),
            Equality::Different if self.has_best_pieces() == Some(true) => {
                Some(self.say("formula best pieces", &""))
            }
            Equality::Only(sizes) if self.is_textbook(sizes) => Some(self.only(sizes)),
            Equality::Equal(_) | Equality::Only(_) => None,
            Equality::Different | Equality::Unsure => self.approximately(),
        };
        whole.or_else(|| self.with_numbers()).or_else(|| self.with_hops())
    }

    fn mistake(&self) -> Option<Graded> {
        let (key, of_key) = (self.key, self.of_key());
        if let Some(here) = self.here.get().filter(|_| !matches!(of_key, Equality::Only(_))) {
            let at = SizeSet::This.said(&key.question.topology);
            return Some(self.say("formula here", &format!("{here} {at}")));
        }
        let steps = parts(self.texts[0]).map(|(steps, _)| steps);
        if self.of == CostPart::Cost && steps.is_some_and(|steps| self.meant.is(&steps)) {
            return Some(self.say("formula steps", &""));
        }
        let times = ["t_s", "t_w", "t_h"].iter().any(|time| self.link.mentions(time));
        let given = key.question.numbers.total(&key.cost).is_some();
        if self.of == CostPart::Cost && given && !times && !self.link.mentions("m") {
            return Some(self.say("formula number", &""));
        }
        if self.of != CostPart::Cost && times {
            let what = if self.of == CostPart::Steps { "steps" } else { "words" };
            return Some(self.say("formula time", &what));
        }
        if let Equality::Only(sizes) = of_key {
            return Some(self.only(sizes));
        }
        let count =
            factor(|factor| self.of == CostPart::Steps && self.is(&format!("({factor}) t_s")));
        let slip = || {
            let slip = slips(key).find(|slip| self.is(&slip.formula))?;
            Some(match slip.factor {
                Some([what, name]) => has_factor(what, &self.factor_as_written(name)),
                None => slip.reason,
            })
        };
        if let Some(reason) = count.map(|_| "another number of steps".to_owned()).or_else(slip) {
            return Some(self.say("formula slip", &reason));
        }
        if of_key == Equality::Unsure {
            let unsure = || key.say("formula unsure", &[]);
            return Some(
                self.below_the_bounds()
                    .map_or_else(unsure, |why| self.say("formula unsure below", &why)),
            );
        }
        if self.of == CostPart::Cost && self.is_timeless() {
            return Some(self.say("formula timeless", &""));
        }
        let known = list("slip known").pairs().find(|(formula, _)| self.is(formula));
        known.map(|(_, what)| self.say("formula known", &what))
    }

    fn unexplained(&self) -> Graded {
        let below = || self.below_the_bounds().map(|why| self.say("formula below", &why));
        let wrong = |reason: String| self.say("formula wrong", &reason);
        let part = || self.wrong_part().map(wrong);
        match self.by_terms().map(wrong).or_else(below).or_else(part) {
            Some(graded) => self.differing(graded),
            None => self.differing(self.say("formula open", &"")),
        }
    }
}

impl FormulaSide<'_> {
    /// Whether it has no number of pieces, which the closed form has and the question does not give.
    fn lacks_pieces(&self) -> bool {
        let pieces = self.key.request.instance.pieces;
        self.key.is_in_pieces && pieces == 1 && !self.link.mentions("n")
    }

    /// Whether it is the cost with the best number of pieces: of a + b n + c/n it is a + 2 sqrt(b c).
    fn has_best_pieces(&self) -> Option<bool> {
        if self.of != CostPart::Cost || !self.lacks_pieces() {
            return None;
        }
        let [one, c, b] = in_pieces(self.texts[0])?;
        let root = format!("({} - {one} + {b} + {c})", self.link);
        let squared = parse(&format!("{root}^2")).ok()?;
        let is_root = Meant::by(self.key, squared.stated()?).is(&format!("4 {b} {c}"));
        // At these numbers the root is rational.
        let at = bindings_of(&self.key.question.topology, &self.key.question.instance);
        let ones = ["m", "t_s", "t_w"].into_iter().fold(at, |at, name| at.with(name, 1_u32));
        let value = |text: &str, at: &Bindings| value_at(text, at)?.as_rational();
        let (m, t_s) = (value(&b, &ones)?, value(&c, &ones)?);
        Some(is_root && value(&root, &ones.with("m", m).with("t_s", t_s))? > Rational::zero())
    }

    /// A factor by the name that students give it, or as a number where there are no sizes in the answer.
    fn factor_as_written(&self, name: &str) -> String {
        let at = bindings_of(&self.key.question.topology, &self.key.question.instance);
        let number = || value_at(name, &at)?.as_rational().map(|number| number.to_string());
        let number = if self.meant.is_sized() { None } else { number() };
        number.unwrap_or_else(|| name.to_owned())
    }

    /// Sizes are said of what is not the cost of the question's algorithm here.
    fn unless_here(&self, sizes: SizeSet) -> SizeSet {
        let costs = self.meant.costs(&self.key.cost) == Some(true);
        if costs { SizeSet::This } else { sizes }
    }

    /// The sizes for which it is the cost of another algorithm.
    fn of_algorithm(&self, row: &Ranked) -> Option<SizeSet> {
        let form = row.algorithm.closed_form_on(&self.key.question.topology)?;
        if let Some(plain) = self.without_hops() {
            let sizes = self.sizes(plain.compare(&form.formula, None))?;
            return (self.hops() == Some(self.key.cost_by(row.algorithm)?.t_h)).then_some(sizes);
        }
        let equality = self.against(&form.formula, Some(&row.cost));
        if let Some(sizes) = self.sizes(equality) {
            return Some(sizes);
        }
        let rough = rough(&form.formula);
        let mut books = form.texts().skip(1).chain(rough.as_deref());
        match equality {
            Equality::Only(SizeSet::This) => {
                self.here.set(self.here.get().or(Some(row.algorithm.name())));
                None
            }
            Equality::Different => books.any(|text| self.is(text)).then_some(SizeSet::This),
            Equality::Equal(_) | Equality::Only(_) | Equality::Unsure => None,
        }
    }

    /// The textbook's approximation.
    fn approximately(&self) -> Option<Graded> {
        let right = self.texts[0];
        if self.texts[1..].iter().any(|text| self.is(text)) {
            return Some(self.say("formula textbook", &""));
        }
        let rough = rough(right).is_some_and(|rough| self.is(&rough));
        rough.then(|| self.say("formula rough", &""))
    }

    /// Whether a term has no time and no number of the question can stand for one.
    fn is_timeless(&self) -> bool {
        let Question { topology, instance, numbers, .. } = self.key.question;
        let times = ["t_s", "t_w", "t_h"];
        let at = bindings_of(topology, instance);
        let at = times.into_iter().fold(at, |at, time| at.with(time, 0_u32));
        let rest = self.link.evaluate(&at).map(|rest| compare(&rest, &Value::cost(0, 0, 0)));
        let given = numbers.t_s.is_some() || numbers.t_w.is_some();
        !given && matches!(rest, Ok(Comparison::Different { .. }))
    }

    /// Right for these sizes, and not for all that are asked for.
    fn only(&self, sizes: SizeSet) -> Graded {
        let question = self.key.question;
        let here = || self.meant.costs(&self.key.cost) == Some(true);
        let (share, only) = match sizes {
            _ if sizes == question.sizes => (Rational::one(), ""),
            _ if self.is_textbook(sizes) => (question.partial.of("other_sizes"), ""),
            _ if sizes == SizeSet::This || here() => (question.partial.of("this_size"), " only"),
            _ => (Rational::zero(), " only"),
        };
        let said = format!("{}{only}", sizes.said(&question.topology));
        self.differing(self.say("formula only", &said).earning(&share))
    }

    /// Right where the question's numbers stand for letters: `3 ts + 3000 tw` for m = 1000.
    fn with_numbers(&self) -> Option<Graded> {
        let numbers = &self.key.question.numbers;
        let letters = [("m", &numbers.m), ("t_s", &numbers.t_s), ("t_w", &numbers.t_w)];
        let missing: Vec<_> = letters
            .into_iter()
            .filter(|(name, _)| !self.link.mentions(name))
            .filter_map(|(name, value)| Some((name, value.as_ref()?)))
            .collect();
        // A number alone is not a formula.
        if self.of != CostPart::Cost || missing.is_empty() || missing.len() == letters.len() {
            return None;
        }
        let mut put = None;
        for (name, value) in &missing {
            put = Some(put.as_ref().unwrap_or(&self.meant).with(name, value)?);
        }
        let sizes = self.right_for(&put?)?;
        let graded = match missing.iter().find(|(_, value)| value.is_one()) {
            // It cannot be distinguished from a forgotten one.
            Some((name, _)) => self.say("formula one", name),
            None => self.say("formula numbers", &""),
        };
        Some(graded.for_sizes(self.key, sizes))
    }

    /// Right but for a term in `t_h`, which is right where the question has one.
    fn with_hops(&self) -> Option<Graded> {
        let sizes = self.right_for(&self.without_hops()?)?;
        Some(if self.hops().as_ref() == Some(&self.key.cost.t_h) {
            self.say("formula hops", &"").for_sizes(self.key, sizes)
        } else {
            self.say("formula other hops", &self.key.cost)
        })
    }

    /// What is left without the term in `t_h`, if it has one.
    fn without_hops(&self) -> Option<Meant<'_>> {
        let has_hops = self.of == CostPart::Cost && self.link.mentions("t_h");
        if has_hops { self.meant.without("t_h") } else { None }
    }

    /// The factor of `t_h` at the question's size.
    fn hops(&self) -> Option<Rational> {
        let at = bindings_of(&self.key.question.topology, &self.key.question.instance);
        self.link.evaluate(&at).ok()?.coefficient(Powers::T_H).as_rational()
    }

    /// The sizes for which an answer is right, if they are not all that are meant.
    fn right_for(&self, answer: &Meant<'_>) -> Option<SizeSet> {
        match answer.compare(self.texts[0], None) {
            Equality::Equal(_) => Some(SizeSet::This),
            only => self.sizes(only),
        }
    }

    /// Why no algorithm can have this cost, where it is less than a lower bound at this size.
    fn below_the_bounds(&self) -> Option<String> {
        let (question, bounds) = (self.key.question, &self.key.ranking.bounds);
        let topology = &question.topology;
        // A large m, so that a power of it, or none, is not taken for it.
        let m = Rational::power_of_two(LARGE_LOG);
        let at = bindings_of(topology, &question.instance).with("m", m.clone()).with("t_h", 0);
        let part = |t_s: u32, t_w: u32| {
            let at = at.clone().with("t_s", t_s).with("t_w", t_w);
            self.link.evaluate(&at).ok()?.as_rational()
        };
        let least = |of: fn(&LowerBounds) -> &Bound| {
            self.key.least(|ranking| Some(of(&ranking.bounds).value.clone()))
        };
        let words = (part(0, 1)? < least(|of| &of.words)? * m).then_some(("t_w", &bounds.words));
        let steps = (part(1, 0)? < least(|of| &of.steps)?).then_some(("t_s", &bounds.steps));
        let (term, bound) = words.or(steps).filter(|_| self.of == CostPart::Cost)?;
        Some(format!("the {term} term is below the lower bound on {topology}: {}", bound.why))
    }

    /// The factor of each term, if both are common mistakes.
    fn by_terms(&self) -> Option<String> {
        if self.of != CostPart::Cost {
            return None;
        }
        let (steps, words) = parts(self.texts[0])?;
        let (of_steps, of_words) = (self.meant.without("t_w")?, self.meant.without("t_s")?);
        let t_s = if of_steps.is(&format!("{steps} t_s")) {
            None
        } else {
            let found = factor(|factor| of_steps.is(&format!("({factor}) t_s")));
            Some(has_factor("the t_s term has", &self.factor_as_written(found?)))
        };
        let t_w = if of_words.is(&format!("{words} m t_w")) {
            None
        } else if of_words.is(&format!("{words} t_w")) {
            Some("the t_w term lacks m".to_owned())
        } else {
            let with = |m| factor(|factor| of_words.is(&format!("({factor}) {m} t_w")));
            let found = with("m").map(|name| (name, ""));
            let (name, more) = found.or_else(|| Some((with("")?, ", and it lacks m")))?;
            Some(has_factor("the t_w term has", &self.factor_as_written(name)) + more)
        };
        let said: Vec<String> = [t_s, t_w].into_iter().flatten().collect();
        (!said.is_empty()).then(|| said.join(", and "))
    }

    /// Which term is certainly wrong: none where an algorithm that is not known here may have it.
    fn wrong_part(&self) -> Option<String> {
        if self.key.is_open() {
            return None;
        }
        if self.of != CostPart::Cost {
            return Some("this is a different number".to_owned());
        }
        let right = link(self.texts[0])?.expr.to_string();
        let same = |time: &str| self.meant.without(time).map(|meant| meant.compare(&right, None));
        Some(match (same("t_w"), same("t_s")) {
            (Some(Equality::Equal(_)), Some(Equality::Different)) => {
                "the t_s term is right, the t_w term is not".to_owned()
            }
            (Some(Equality::Different), Some(Equality::Equal(_))) => {
                "the t_w term is right, the t_s term is not".to_owned()
            }
            _ => format!("this is not the cost of {}", self.key.algorithm.name()),
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

/// The grade of the best side of a chain, if each of its equations holds. `is_right` judges a side by itself.
pub(super) fn chain(
    key: &Key<'_>,
    sides: &[&Link],
    best: Graded,
    is_right: &dyn Fn(&Link) -> bool,
) -> Graded {
    let mut unsure = false;
    for pair in sides.windows(2) {
        let equal = pair[1].relation == Relation::Equal;
        let held = holds(key, pair[0], pair[1]);
        let held =
            if equal { held } else { held.filter(|held| *held).or_else(|| rounds(key, pair)) };
        let alike = || !equal && (is_right(pair[1]) || nearly(pair[0], pair[1]));
        match held.or_else(|| alike().then_some(true)) {
            Some(true) => {}
            Some(false) if equal => {
                return key.say("chain equal", &[("one", &pair[0]), ("other", &pair[1])]);
            }
            Some(false) => {
                return key.say("chain rounded", &[("one", &pair[1]), ("other", &pair[0])]);
            }
            None => unsure = true,
        }
    }
    if unsure && best.verdict != Verdict::Wrong {
        return key.say("chain unsure", &[]);
    }
    best
}

/// Whether a number behind `≈` is the value before it, rounded; `None` if it has letters, or may be rounded to
/// fewer digits than are written.
fn rounds(key: &Key<'_>, pair: &[&Link]) -> Option<bool> {
    let value = |link: &Link, symbols: &Bindings| link.evaluate(symbols).ok()?.as_rational();
    let (exact, given) = (value(pair[0], &symbols(key))?, value(pair[1], &Bindings::new())?);
    let given = Amount::computed(given, false);
    let (fits, ten) = (given.rounds(&exact), Rational::from(10_u32));
    let is_round = given.value.checked_div(&ten).is_some_and(|tens| tens.is_integer());
    (fits || !is_round).then_some(fits)
}

/// Whether two sides are equal: for all sizes where both have them, else at the question's size,
/// or with the question's numbers where one side has fewer letters.
fn holds(key: &Key<'_>, one: &Link, other: &Link) -> Option<bool> {
    let sized = is_sized(&one.expr) && is_sized(&other.expr);
    let equality = Meant::at(key, one, sized).compare(&other.to_string(), None);
    if matches!(equality, Equality::Equal(_) | Equality::Only(_)) {
        return Some(true);
    }
    let has = |link: &Link| ["m", "t_s", "t_w"].map(|name| link.mentions(name));
    if has(one) != has(other) {
        let value = |link: &Link| link.evaluate(&symbols(key)).ok()?.as_rational();
        if let (Some(one), Some(other)) = (value(one), value(other)) {
            return Some(one == other);
        }
    }
    (equality == Equality::Different).then_some(false)
}
