//! A formula: equal to the key's, right for something else, or wrong for a reason.

use std::cell::{Cell, OnceCell};

use crate::answers::{Amount, MOST_SIDES, bare_cost};
use crate::grade::sizes::{Equality, Meant, in_pieces, is_sized, link};
use crate::grade::{LARGE_LOG, best, readings};
use crate::grade::{factor, has_factor, parts, slips, symbols, value_at};
use crate::prelude::*;
use hockney_core::topology::{FAMILIES, Feature};
use hockney_cost::{Bound, LowerBounds, as_cost};
use hockney_formula::{
    Comparison, Function, Given, Relation, Value, Verdict as Equal, compare, equivalence, nearly,
    truncates,
};
use hockney_plan::planner::ClosedForm;

/// A formula of the cost, or of a part of it.
#[derive(Debug)]
pub(super) struct FormulaAsk(pub(super) CostPart);

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
        let bare = bare_cost(text, &key.question.names()).without_unit();
        let readings = readings(&bare.text, key)?;
        let graded = best(&readings, |formula| judge(key, self.0, formula));
        Ok(graded.skipping(&bare.skipped).by(Basis::Identity))
    }

    fn solution(&self, key: &Key<'_>) -> String {
        let form =
            key.form.as_ref().map_or_else(|| key.cost.to_string(), |form| form.formula.clone());
        format!("${}$", self.0.part_of(&form).unwrap_or_default())
    }

    fn value_of(&self, key: &Key<'_>, row: &Ranked) -> Option<String> {
        let form = row.algorithm.closed_form_on(&key.question.topology)?;
        let value = self.0.part_of(&form.formula)?;
        let own = key.form.as_ref().and_then(|own| self.0.part_of(&own.formula));
        let is_own =
            own.is_some_and(|own| link(&value).is_some_and(|of| Meant::by(key, &of).is(&own)));
        (!is_own).then(|| format!("${value}$"))
    }
}

/// Grades a formula: each `=` of a chain must hold, and one side must be right.
fn judge(key: &Key<'_>, of: CostPart, formula: &Formula) -> Graded {
    let mut links = formula.links().to_vec();
    // What stands behind `≈` is not stated as the cost, unless nothing is.
    let rough = links.first().is_some_and(|link| link.relation == Relation::Approximately);
    if let Some(first) = links.first_mut() {
        first.relation = Relation::Equal;
    }
    let sides: Vec<&Link> = links.iter().collect();
    if sides.len() > MOST_SIDES {
        return Graded::unreadable(format!("a chain has at most {MOST_SIDES} sides"));
    }
    let stated = sides.iter().filter(|link| link.growth.is_none());
    let stated = stated.take_while(|link| rough || link.relation != Relation::Approximately);
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

/// Whether an order of growth behind a cost is one of it; `None` if that is not decided. What grows are the sizes that it
/// mentions, or p.
fn is_order_of(key: &Key<'_>, cost: &Link, order: &Link) -> Option<bool> {
    let mut given = large_sizes(&key.question.topology);
    let sizes: Vec<&str> = ["p", "m"].into_iter().filter(|name| order.mentions(name)).collect();
    if !sizes.is_empty() {
        given.grow(&sizes.join(", "));
    }
    match equivalence(cost, order, &given).verdict {
        Equal::Equal => Some(true),
        Equal::OtherOrder(_) | Equal::Different(_) => Some(false),
        Equal::Undecided(_) => None,
    }
}

/// The grade of an approximation: right in part where it has only lost terms of lower order, and else as without the sign.
fn roughly(key: &Key<'_>, of: CostPart, side: &Link, graded: Graded) -> Graded {
    if matches!(graded.verdict, Verdict::Right | Verdict::Partly) || !is_sized(&side.expr) {
        return graded;
    }
    let topology = &key.question.topology;
    let others = key.others().filter_map(|row| row.algorithm.closed_form_on(topology));
    let exact = key.form.clone().into_iter().chain(others);
    let mut exact = exact.filter_map(|form| link(&of.part_of(&form.formula)?));
    let given = large_sizes(topology);
    match exact.find(|exact| truncates(exact, side, &given)) {
        Some(exact) => key.say("formula near", &[("right", &exact)]),
        None => graded,
    }
}

/// What is known of sizes that grow: where the sides of a grid are equal, they grow alike.
pub(super) fn large_sizes(topology: &Topology) -> Given {
    let sides = topology.network().sides().unwrap_or_default();
    let equal = sides.windows(2).all(|pair| pair[0] == pair[1]);
    let each = |k| if equal { format!("k_{k} = 2^e") } else { String::new() };
    let mut given = Given::default();
    given.grow("p");
    let p = if equal {
        format!("p = {}^e", 1_u64 << sides.len().min(60))
    } else {
        format!(
            "p = {}",
            (1..=sides.len()).map(|k| format!("k_{k}")).collect::<Vec<_>>().join(" * ")
        )
    };
    for fact in (1..=sides.len()).map(each).chain([p]).filter(|_| sides.len() > 1) {
        // What is not known is left out.
        let _ = given.add(&fact);
    }
    given
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
    /// The exact form and the textbook's; without a form the cost at the question's size.
    texts: Vec<String>,
    /// How it compares with the exact form.
    of_key: OnceCell<Equality>,
    /// An algorithm whose cost it is at the question's size alone.
    here: Cell<Option<&'static str>>,
}

impl<'a> FormulaSide<'a> {
    fn of(key: &'a Key<'a>, of: CostPart, link: &'a Link) -> Self {
        let forms = key.form.iter().flat_map(ClosedForm::texts).map(str::to_owned);
        let here = key.form.is_none().then(|| key.in_model(&key.cost).to_string());
        let texts = forms.chain(here).collect();
        let (meant, of_key, here) = (Meant::by(key, link), OnceCell::new(), Cell::new(None));
        FormulaSide { key, of, meant, link, texts, of_key, here }
    }

    fn judged(&self) -> Graded {
        let graded = graded(self);
        if self.key.has_several_ports() && self.below_the_bounds().is_some() {
            return graded.by(Basis::Bound);
        }
        graded.by(if self.meant.is_sized() { Basis::Identity } else { Basis::Value })
    }

    /// Whether it is the cost at all sizes that are looked at, where the algorithm has no closed form: up to 64 nodes, or
    /// sides of 8.
    fn is_at_other_sizes(&self) -> bool {
        let topology = &self.key.question.topology;
        let sides = topology.sizes();
        let (most, count) = if sides.len() == 1 { (64, 64) } else { (8, 3) };
        let is_power = sides.iter().all(|side| side.is_power_of_two());
        let sizes = (2..=most).filter(|size: &u64| !is_power || size.is_power_of_two());
        let looked_at = sizes.take(count).filter_map(|size| {
            let (topology, instance, cost) = self.key.cost_at(&vec![size; sides.len()])?;
            let right = self.of.part_of(&self.key.in_model(&cost).to_string())?;
            let at = bindings_of(&topology, &instance);
            let (given, right) = (self.link.evaluate(&at).ok()?, value_at(&right, &at)?);
            Some(compare(&given, &right) == Comparison::Equal)
        });
        let found: Vec<bool> = looked_at.collect();
        found.len() > 2 && found.iter().all(|is| *is)
    }

    /// With both values at the question's size, where they differ.
    fn differing(&self, graded: Graded) -> Graded {
        let right = self.of.part_of(&self.texts[0]);
        let differs = right.and_then(|right| self.meant.difference(&right)).unwrap_or_default();
        let full = graded.full.clone() + &differs;
        graded.full(full)
    }

    /// How it compares with the question's own cost.
    fn of_key(&self) -> Equality {
        let found = || match self.against(&self.texts[0], Some(&self.key.cost)) {
            Equality::Only(SizeSet::This)
                if self.key.form.is_none() && self.is_at_other_sizes() =>
            {
                Equality::Equal(SizeSet::This)
            }
            found => found,
        };
        *self.of_key.get_or_init(found)
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
        let sizes = self.sizes(self.against(cost, None)).map(|sizes| self.unless_here(sizes))?;
        // It also has this cost at the question's size.
        let at = bindings_of(&self.key.question.topology, &self.key.request.instance);
        let (own, of) = (self.link.evaluate(&at).ok()?, value_at(&self.of.part_of(cost)?, &at)?);
        (compare(&own, &of) == Comparison::Equal).then_some(sizes)
    }

    fn right(&self) -> [String; 2] {
        [self.texts[0].clone(), format!(": {}", self.texts[0])]
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
            (Accept::This, Standing::Accepted)
                if self.meant.is_sized() && algorithm != self.key.algorithm.name() =>
            {
                Standing::Other
            }
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
            Equality::Only(SizeSet::This) if self.is_right_in_parts() => {
                Some(Graded::right("right"))
            }
            Equality::Equal(_) => None,
            Equality::Only(sizes) if sizes != SizeSet::This => None,
            Equality::Only(_) | Equality::Different | Equality::Unsure => self.approximately(),
        };
        whole.or_else(|| self.with_numbers()).or_else(|| self.with_hops())
    }

    fn mistake(&self) -> Option<Graded> {
        let (key, of_key) = (self.key, self.of_key());
        if let Some(here) = self.here.get().filter(|_| !matches!(of_key, Equality::Only(_))) {
            let at = SizeSet::This.said(&key.question.topology);
            return Some(self.say("formula here", &format!("{here} {at}")));
        }
        let steps = parts(&self.texts[0]).map(|(steps, _)| steps);
        if self.of == CostPart::Cost && steps.is_some_and(|steps| self.meant.is(&steps)) {
            return Some(self.say("formula steps", &""));
        }
        let times = ["t_s", "t_w", "t_h"].iter().any(|time| self.link.mentions(time));
        let given = key.question.numbers.total(&key.cost).is_some();
        let letters = times || self.link.mentions("m") || self.link.mentions("n");
        if self.of == CostPart::Cost && given && !letters && !self.meant.is_sized() {
            return Some(self.say("formula number", &""));
        }
        if self.of != CostPart::Cost && times {
            let what = if self.of == CostPart::Steps { "steps" } else { "words" };
            return Some(self.say("formula time", &what));
        }
        if let Equality::Only(sizes) = of_key {
            return Some(self.only(sizes));
        }
        let count = |of: &str| self.of == CostPart::Steps && self.is(&format!("({of}) t_s"));
        let count = factor(count);
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
            let below = self.below_the_bounds().map(|why| self.say("formula unsure below", &why));
            return below.or_else(|| Some(key.say("formula unsure", &[])));
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
        let by_terms = || self.key.form.as_ref().and_then(|_| self.by_terms());
        match by_terms().map(wrong).or_else(below).or_else(part) {
            Some(graded) => self.differing(graded),
            None if self.is_dearer() => {
                let dearer = || self.differing(self.say("formula dearer", &""));
                self.looked_at().unwrap_or_else(dearer)
            }
            None => self.differing(self.say("formula open", &"")),
        }
    }
}

impl FormulaSide<'_> {
    /// Whether each of its terms is right: a factor without p is meant for the question's size, as in `t_s log p + 7 m t_w`.
    fn is_right_in_parts(&self) -> bool {
        let whole = self.link.to_string();
        let is_right = |part: CostPart| {
            let own = link(&part.part_of(&whole)?)?;
            Some(matches!(FormulaSide::of(self.key, part, &own).of_key(), Equality::Equal(_)))
        };
        let parts = [CostPart::Steps, CostPart::Words];
        self.of == CostPart::Cost
            && !self.link.mentions("t_h")
            && parts.into_iter().all(|part| is_right(part) == Some(true))
    }

    /// Whether an answer with numbers for letters has one term for all sizes and the other one for the question's size.
    fn is_in_part(&self, answer: &Meant<'_>) -> bool {
        let Cost { t_s, t_w, .. } = &self.key.cost;
        let is = |(steps, words): (String, String)| {
            answer.is(&format!("{steps} t_s + {t_w} m t_w"))
                || answer.is(&format!("{t_s} t_s + {words} m t_w"))
        };
        self.of == CostPart::Cost && parts(&self.texts[0]).is_some_and(is)
    }

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
        let [one, c, b] = in_pieces(&self.texts[0])?;
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

    /// The grade for the closed form that an algorithm has elsewhere, where no lemma is about it and it costs as much here.
    fn looked_at(&self) -> Option<Graded> {
        let topology = &self.key.question.topology;
        let at = bindings_of(topology, &self.key.request.instance);
        let here = |form: &ClosedForm| as_cost(&value_at(&form.formula, &at)?);
        let is_of = |row: &&Ranked| {
            let plain = FAMILIES.iter().filter(|family| !family.offers().contains(&Feature::Sides));
            let mut forms = plain.filter_map(|family| row.algorithm.closed_form(family, 0));
            let cost = row.cost.without_hops();
            // At one size nearly every small number is the cost of some algorithm.
            let found = |form: &ClosedForm| self.against(&form.formula, None);
            let is = |form: &ClosedForm| matches!(found(form), Equality::Equal(of) if of != SizeSet::This);
            forms.any(|form| here(&form).as_ref() == Some(&cost) && is(&form))
        };
        let mut unstated =
            self.key.answers().filter(|row| row.algorithm.closed_form_on(topology).is_none());
        let row = unstated.find(is_of)?;
        let (algorithm, name) = (row.algorithm, row.algorithm.name());
        Some(self.by_another(self.key.standing_of_value(algorithm, self.standing(name)), name))
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
        let right = &self.texts[0];
        let equal = |text: &String| match self.against(text, None) {
            Equality::Equal(SizeSet::All | SizeSet::This) => Some(String::new()),
            Equality::Equal(of) => Some(format!(" {}", of.said(&self.key.question.topology))),
            Equality::Only(_) | Equality::Different | Equality::Unsure => None,
        };
        if let Some(sizes) = self.texts[1..].iter().find_map(equal) {
            return Some(self.say("formula textbook", &sizes));
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
        let mut missing = self.key.question.missing(self.link);
        missing.retain(|(name, _)| match self.of {
            CostPart::Cost => true,
            CostPart::Steps => false,
            CostPart::Words => *name == "m",
        });
        // A number alone is no formula of a cost.
        if self.of == CostPart::Cost && missing.len() == 3 && !self.meant.is_sized() {
            return None;
        }
        let put = self.meant.with_all(&missing)?;
        let topology = &self.key.question.topology;
        let of_another = || {
            let others = self.key.others().filter_map(|row| row.algorithm.closed_form_on(topology));
            let mut others = others.filter_map(|form| self.of.part_of(&form.formula));
            others.any(|other| matches!(put.compare(&other, None), Equality::Equal(_)))
        };
        let is_this = || self.is_in_part(&put) || of_another();
        let sizes = self.right_for(&put).or_else(|| is_this().then_some(SizeSet::This))?;
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
        match answer.compare(&self.of.part_of(&self.texts[0])?, None) {
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

    /// Whether it costs more than the key, where nothing that does is right: with a greater factor and none that is smaller.
    fn is_dearer(&self) -> bool {
        let question = self.key.question;
        let at = bindings_of(&question.topology, &self.key.request.instance);
        let value = self.link.evaluate(&at).ok();
        let cost = value.and_then(|value| as_cost(&value));
        self.of == CostPart::Cost
            && question.accept == Accept::AsCheap
            && !question.contention
            && cost.is_some_and(|cost| self.key.standing("", &cost) == Standing::Dearer)
    }

    /// The factor of each term, if both are common mistakes.
    fn by_terms(&self) -> Option<String> {
        if self.of != CostPart::Cost {
            return None;
        }
        let (steps, words) = parts(&self.texts[0])?;
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
        // A named algorithm without a closed form has the cost that was computed.
        let is_own = matches!(self.key.question.accept, Accept::This | Accept::Textbook);
        if self.key.is_open() && !(is_own && self.key.form.is_none()) {
            return None;
        }
        if self.of != CostPart::Cost {
            return Some("this is a different number".to_owned());
        }
        let right = link(&self.texts[0])?.expr.to_string();
        let same = |time: &str| self.meant.without(time).map(|meant| meant.compare(&right, None));
        let said = |right, other| format!("the {right} term is right, the {other} term is not");
        Some(match (same("t_w"), same("t_s")) {
            (Some(Equality::Equal(_)), Some(Equality::Different)) => said("t_s", "t_w"),
            (Some(Equality::Different), Some(Equality::Equal(_))) => said("t_w", "t_s"),
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
    let (orders, sides): (Vec<&Link>, Vec<&Link>) =
        sides.iter().partition(|side| side.growth.is_some());
    if let Some(cost) = sides.first()
        && let Some(order) = orders.iter().find(|of| is_order_of(key, cost, of) == Some(false))
    {
        let slip = key.say("chain order", &[("it", order)]);
        return if best.verdict == Verdict::Right { slip } else { best };
    }
    for pair in sides.windows(2) {
        let equal = pair[1].relation == Relation::Equal;
        let held = holds(key, pair[0], pair[1]);
        let held =
            if equal { held } else { held.filter(|held| *held).or_else(|| rounds(key, pair)) };
        let alike = || !equal && (is_right(pair[1]) || nearly(pair[0], pair[1]));
        match held.or_else(|| alike().then_some(true)) {
            Some(true) => {}
            Some(false) => {
                let (sentence, one) = if equal { ("chain equal", 0) } else { ("chain rounded", 1) };
                return key.say(sentence, &[("one", &pair[one]), ("other", &pair[1 - one])]);
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
