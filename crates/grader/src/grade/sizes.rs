//! Whether a formula is that of a question: at the question's own size, and for which sizes of its family.

use std::cell::OnceCell;

use crate::prelude::*;
use hockney_base::number::saturated;
use hockney_core::topology;
use hockney_cost::against;
use hockney_formula::{
    Comparison, EvaluateErrorKind, FactorRole, Function, Given, Reading, Value, ValueError,
    Verdict, compare, equivalence,
};
use hockney_plan::planner::algorithm;

/// How two formulas compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Equality {
    /// Equal at the question's size and at these, which are all that are meant.
    Equal(SizeSet),
    /// Equal at these sizes only.
    Only(SizeSet),
    /// Certainly not.
    Different,
    /// Undecided.
    Unsure,
}

/// A side of an answer, and the sizes for which it is meant.
pub(crate) struct Meant<'a> {
    answer: &'a Link,
    /// The question's own size.
    here: KnownSizes,
    /// Wider sizes; none for an answer without p and sides.
    wider: Vec<Wider>,
    /// Whether its n stands for every number of pieces.
    any_pieces: bool,
}

/// Sizes of the question's family.
struct Wider {
    sizes: SizeSet,
    /// Whether the question's size is one of them.
    is_one: bool,
    /// Whether an answer that is right for them is right.
    is_enough: bool,
    domain: KnownSizes,
}

/// Sizes for which formulas may be meant.
struct KnownSizes {
    given: Given,
    /// A point that all of it allows: formulas that differ there are not equal. Most that an answer is
    /// compared with are distinguished so, without a normal form.
    point: Bindings,
    /// The value of the answer there.
    value: OnceCell<AtPoint>,
    /// Whether p = 2^h - 1, where rounded logarithms have no normal form.
    is_of_trees: bool,
}

/// The value of a formula at a point.
enum AtPoint {
    This(Value),
    /// Nothing that two formulas could be distinguished by.
    Unclear,
    /// Nothing that can be computed exactly, even at a size where all roots and logarithms of sizes are
    /// whole: comparing it with anything takes long and leads nowhere.
    TooLarge,
}

impl<'a> Meant<'a> {
    /// For the formulas of a question. An answer without p is about the question's own size.
    pub(crate) fn by(key: &Key<'_>, link: &'a Link) -> Self {
        Self::at(key, link, is_sized(&link.expr))
    }

    /// For what a network measures, which has no side below three. Even sides are enough where the question's are even.
    pub(crate) fn of_network(key: &Key<'_>, link: &'a Link) -> Self {
        Self::within(key, link, is_sized(&link.expr), Some(3))
    }

    /// For the question's own size alone unless it is `sized`.
    pub(crate) fn at(key: &Key<'_>, link: &'a Link, sized: bool) -> Self {
        Self::within(key, link, sized, None)
    }

    fn within(key: &Key<'_>, link: &'a Link, sized: bool, least: Option<u32>) -> Self {
        let (question, instance) = (key.question, &key.request.instance);
        let topology = &question.topology;
        let sides = topology.network().sides().unwrap_or_default();
        // A shift is by so many nodes, and blocks are cut into so many pieces.
        let by = instance.collective.parameter() == Some(Parameter::By);
        let any_pieces = key.is_in_pieces && link.mentions("n");
        let mut fixed = Vec::new();
        fixed.extend((!any_pieces).then(|| format!("n = {}", instance.pieces)));
        let names = (1..=sides.len()).map(|k| format!("k_{k}")).chain(["p".to_owned()]);
        fixed.extend(names.filter_map(|name| Some(format!("{name} >= {}", least?))));
        fixed.extend(by.then(|| format!("q = {}", instance.by)));
        let domain = |sizes: &[String], point| KnownSizes::of(sizes.iter().chain(&fixed), point);
        let p = topology.nodes();
        let lengths = (1..).zip(sides).map(|(k, side)| format!("k_{k} = {side}"));
        let here: Vec<String> = lengths.chain([format!("p = {p}")]).collect();
        let asked = question.sizes;
        let mut families = if sized { families(sides.len()) } else { Vec::new() };
        if asked == SizeSet::This {
            families.clear();
        }
        let is_of_powers = matches!(topology.family().sizes(), topology::Sizes::PowerOfTwo);
        families.retain(|(sizes, _)| !is_of_powers || *sizes == SizeSet::PowersOfTwo);
        let equal_sides = sides.windows(2).all(|pair| pair[0] == pair[1]);
        let each = if sides.is_empty() { std::slice::from_ref(&p) } else { sides };
        let even = each.iter().all(|side| side.is_multiple_of(2));
        let odd = each.iter().all(|side| !side.is_multiple_of(2));
        let tree = sides.is_empty() && (p + 1).is_power_of_two();
        // Where powers of two are enough, nothing more is said.
        let of_even = |sizes| matches!(sizes, SizeSet::Even | SizeSet::SquaresOfEven);
        let says_even = even && !p.is_power_of_two();
        families.retain(|(sizes, _)| match sizes {
            _ if *sizes == asked => true,
            SizeSet::Odd => odd && least.is_some(),
            SizeSet::Trees => tree && list("sizes of trees").contains(&topology.family().name()),
            _ => says_even || !of_even(*sizes),
        });
        let is_one = |sizes| match sizes {
            SizeSet::PowersOfTwo => p.is_power_of_two(),
            SizeSet::Squares | SizeSet::SquaresOfEven => equal_sides,
            SizeSet::SquaresOfPowers => equal_sides && p.is_power_of_two(),
            SizeSet::Odd => odd,
            SizeSet::Trees => tree,
            SizeSet::Even => even,
            SizeSet::Own | SizeSet::This | SizeSet::All => true,
        };
        let all = if is_of_powers { SizeSet::PowersOfTwo } else { SizeSet::All };
        let wider = families.into_iter().map(|(sizes, known)| {
            let is_odd = matches!(sizes, SizeSet::Odd | SizeSet::Trees);
            let point = everywhere(sides.len(), instance.pieces, is_odd);
            let (is_one, mut domain) = (is_one(sizes), domain(&known, point));
            domain.is_of_trees = sizes == SizeSet::Trees;
            let textbook = least.is_some() || !of_even(sizes);
            let is_enough =
                sizes == all || sizes == asked || asked == SizeSet::Own && is_one && textbook;
            Wider { sizes, is_one, is_enough, domain }
        });
        let own = bindings_of(topology, instance);
        Meant { answer: link, wider: wider.collect(), here: domain(&here, own), any_pieces }
    }

    /// With a value for a symbol: `t_w` is 0.
    pub(crate) fn with(&self, name: &str, value: &Rational) -> Option<Self> {
        let more = |domain: &KnownSizes| {
            let mut given = domain.given.clone();
            given.add(&format!("{name} = {value}")).ok()?;
            let point = domain.point.clone().with(name, value.clone());
            Some(KnownSizes { given, point, value: OnceCell::new(), ..*domain })
        };
        let wider =
            self.wider.iter().map(|wider| Some(Wider { domain: more(&wider.domain)?, ..*wider }));
        Some(Meant {
            answer: self.answer,
            here: more(&self.here)?,
            wider: wider.collect::<Option<_>>()?,
            any_pieces: self.any_pieces,
        })
    }

    /// With numbers for letters, if there are some.
    pub(crate) fn with_all(&self, numbers: &[(&str, &Rational)]) -> Option<Self> {
        let ((name, value), more) = numbers.split_first()?;
        more.iter().try_fold(self.with(name, value)?, |put, (name, value)| put.with(name, value))
    }

    /// With one of the times left out: `t_w`.
    pub(crate) fn without(&self, time: &str) -> Option<Self> {
        self.with(time, &Rational::zero())
    }

    /// Whether it is meant for more sizes than the question's.
    pub(crate) fn is_sized(&self) -> bool {
        !self.wider.is_empty()
    }

    /// Whether it is a cost at the question's size, as `cost --expect` finds.
    pub(crate) fn costs(&self, cost: &Cost) -> Option<bool> {
        let formula = parse(&self.answer.to_string()).ok()?;
        match against(&formula, &self.here.point, cost).ok()?.comparison {
            Comparison::Equal => Some(true),
            Comparison::Different { .. } => Some(false),
            Comparison::Undecided(_) => None,
        }
    }

    /// Compares with a formula; `cost` is its value at the question's size, where it is known.
    pub(crate) fn compare(&self, formula: &str, cost: Option<&Cost>) -> Equality {
        let Some(formula) = link(formula) else { return Equality::Unsure };
        // The same letters need no normal form, which not every formula has.
        if self.answer.to_string() == formula.to_string() {
            return Equality::Equal(self.wider.first().map_or(SizeSet::This, |wider| wider.sizes));
        }
        let here = cost.filter(|_| !self.any_pieces).and_then(|cost| self.costs(cost));
        let here = here.or_else(|| self.equal_here(&formula));
        let mut sure = here.is_some();
        for Wider { sizes, is_one, is_enough, domain } in &self.wider {
            // What differs at the question's size differs for all that it is one of.
            if *is_one && here == Some(false) {
                continue;
            }
            match domain.equal(self.answer, &formula) {
                Some(true) if *is_enough && here != Some(false) => return Equality::Equal(*sizes),
                Some(true) if *is_one || here != Some(true) => return Equality::Only(*sizes),
                Some(_) => {}
                None => sure = false,
            }
        }
        match here {
            Some(true) if self.wider.is_empty() => Equality::Equal(SizeSet::This),
            Some(true) if sure => Equality::Only(SizeSet::This),
            _ if sure => Equality::Different,
            _ => Equality::Unsure,
        }
    }

    /// Whether it is equal to a formula at the question's size.
    fn equal_here(&self, formula: &Link) -> Option<bool> {
        if let (AtPoint::This(value), Ok(other), false) =
            (self.here.value_of(self.answer), formula.evaluate(&self.here.point), self.any_pieces)
        {
            match compare(value, &other) {
                Comparison::Equal => return Some(true),
                Comparison::Different { .. } => return Some(false),
                Comparison::Undecided(_) => {}
            }
        }
        self.here.equal(self.answer, formula)
    }

    /// Whether it is equal.
    pub(crate) fn is(&self, formula: &str) -> bool {
        matches!(self.compare(formula, None), Equality::Equal(_))
    }

    /// Its value at the question's size, and that of another formula, if they differ in words.
    pub(crate) fn difference(&self, formula: &str) -> Option<String> {
        let p = self.here.point.get("p")?;
        let found = self.answer.evaluate(&self.here.point).ok()?.to_string();
        let wanted = link(formula)?.evaluate(&self.here.point).ok()?.to_string();
        (found != wanted).then(|| format!("; at p = {p} it is {found} and should be {wanted}"))
    }

    /// Whether no schedule has this cost at the question's size, so that it can only be meant for others: a
    /// textbook's `log p` at p = 6. What is rounded is meant for every size.
    pub(crate) fn is_ideal(&self) -> bool {
        let rounds = |expr: &Expr| match &expr.node {
            ExprKind::Call(function, _) => matches!(function, Function::Ceil | Function::Floor),
            ExprKind::Product(factors) => factors.iter().any(|(by, _)| *by == FactorRole::Mod),
            _ => false,
        };
        let mut rounded = false;
        self.answer.expr.visit(&mut Vec::new(), &mut |part, _| rounded |= rounds(part));
        let Ok(value) = self.answer.evaluate(&self.here.point) else { return false };
        let part = |powers| value.coefficient(powers).as_rational();
        let is_whole = |number: Rational| number.is_integer();
        let possible = part(Powers::T_S).is_some_and(is_whole) && part(Powers::M_T_W).is_some();
        !rounded && !possible
    }
}

/// Sizes of a family with so many sides, each with what is known of them.
fn families(sides: usize) -> Vec<(SizeSet, Vec<String>)> {
    if sides == 0 {
        // At p = 1 nothing travels, whatever a formula says: `max(1, log p)`.
        let known = [
            (SizeSet::All, "p >= 2"),
            (SizeSet::PowersOfTwo, "p = 2^d, p >= 2"),
            (SizeSet::Even, "p = 2 u"),
            (SizeSet::Odd, "p = 2 u + 1"),
            (SizeSet::Trees, "p = 2^u - 1"),
        ];
        return known.map(|(of, sizes)| (of, sizes.split(", ").map(Into::into).collect())).into();
    }
    let of_sides = |(sizes, side): (SizeSet, &str)| {
        let each: Vec<_> = (1..=sides).map(|k| side.replace('#', &k.to_string())).collect();
        let each_is = (1..).zip(&each).map(|(k, side)| format!("k_{k} = {side}"));
        let each_is = each_is.filter(|_| sizes != SizeSet::All);
        (sizes, each_is.chain([format!("p = {}", each.join(" * "))]).collect())
    };
    let families = [
        (SizeSet::All, "k_#"),
        (SizeSet::Squares, "u"),
        (SizeSet::PowersOfTwo, "2^u_#"),
        (SizeSet::SquaresOfPowers, "2^u"),
        (SizeSet::Even, "2 u_#"),
        (SizeSet::SquaresOfEven, "2 u"),
        (SizeSet::Odd, "(2 u_# + 1)"),
    ];
    families.map(of_sides).into()
}

impl KnownSizes {
    fn of<'k>(known: impl Iterator<Item = &'k String>, point: Bindings) -> Self {
        let mut given = Given::default();
        // What contradicts the rest is left out: less is known then.
        for size in known {
            let _ = given.add(size);
        }
        KnownSizes { given, point, value: OnceCell::new(), is_of_trees: false }
    }

    /// Whether an answer and a formula are equal for these sizes.
    fn equal(&self, answer: &Link, formula: &Link) -> Option<bool> {
        match self.value_of(answer) {
            AtPoint::TooLarge => return None,
            AtPoint::This(value) => {
                let compared = formula.evaluate(&self.point).map(|it| compare(value, &it));
                if let Ok(Comparison::Different { .. }) = compared {
                    return Some(false);
                }
            }
            AtPoint::Unclear => {}
        }
        match equivalence(answer, formula, &self.given).verdict {
            Verdict::Equal => Some(true),
            Verdict::Different(_) | Verdict::OtherOrder(_) => Some(false),
            Verdict::Undecided(_) if self.is_of_trees => self.equal_in_trees(answer, formula),
            Verdict::Undecided(_) => None,
        }
    }

    /// Whether they are equal in all complete binary trees up to a large one.
    fn equal_in_trees(&self, answer: &Link, formula: &Link) -> Option<bool> {
        let mut heights = (2..LARGEST_TREE).map(|height| {
            let p = Rational::power_of_two(height) - Rational::one();
            let at = self.point.clone().with("p", p);
            match compare(&answer.evaluate(&at).ok()?, &formula.evaluate(&at).ok()?) {
                Comparison::Equal => Some(true),
                Comparison::Different { .. } => Some(false),
                Comparison::Undecided(_) => None,
            }
        });
        heights.try_fold(true, |all, equal| Some(all && equal?))
    }

    fn value_of(&self, answer: &Link) -> &AtPoint {
        self.value.get_or_init(|| match answer.evaluate(&self.point) {
            Ok(value) => AtPoint::This(value),
            Err(error) => match error.kind {
                EvaluateErrorKind::TooManyTerms(_)
                | EvaluateErrorKind::Value(ValueError::TooLarge) => AtPoint::TooLarge,
                _ => AtPoint::Unclear,
            },
        })
    }
}

/// How high the complete binary trees are that are looked at.
const LARGEST_TREE: u32 = 24;

/// The names of sizes, at one size of all families: a power of 2 and of 4, with equal sides; and different
/// primes for m and the times.
fn everywhere(sides: usize, pieces: u32, is_odd: bool) -> Bindings {
    // Sides of 8, or of 4 where there are more than two of them.
    let (bits, count) = (if sides > 2 { 2 } else { 3 }, saturated::<u32>(sides));
    // Odd sizes are one less than powers of two; they have no whole logarithm d.
    let less = Rational::from(u32::from(is_odd));
    let side = Rational::power_of_two(bits) - less.clone();
    let p = if sides == 0 { Rational::power_of_two(6) - less } else { side.pow(count) };
    let d = (!is_odd).then_some(("d", if sides == 0 { 6 } else { bits * count }));
    let all = [("n", pieces), ("m", 7), ("t_s", 11), ("t_w", 13), ("t_h", 17)].into_iter().chain(d);
    let point = all.fold(Bindings::new().with("p", p), |at, (name, value)| at.with(name, value));
    (1..=sides).fold(point, |at, k| at.with(&format!("k_{k}"), side.clone()))
}

/// ` with blocks in one piece`, if one of the costs depends on it: the number of pieces is the question's, and not the
/// best.
pub(crate) fn of_pieces(question: &Question, algorithms: &[&str]) -> String {
    match question.instance.pieces {
        _ if !algorithms.iter().any(|name| is_cut(question, name)) => String::new(),
        1 => " with blocks in one piece".to_owned(),
        pieces => format!(" with blocks in {pieces} pieces"),
    }
}

/// Whether the cost of an algorithm depends on the number of pieces.
fn is_cut(question: &Question, name: &str) -> bool {
    let found = algorithm(question.instance.collective.name(), name);
    let form = found.and_then(|found| found.closed_form_on(&question.topology));
    form.and_then(|form| link(&form.formula)).is_some_and(|form| form.mentions("n"))
}

/// The cost is `a + b n + c/n`, which is least at the n whose square is c/b. These are the formulas of the cost at n = 1,
/// of c and of b; `None` if the cost is not of this form.
pub(crate) fn in_pieces(form: &str) -> Option<[String; 3]> {
    let at = |n: u32| {
        let formula = Reading::new().with("n", &n.to_string()).ok()?.read(form).ok()?;
        Some(format!("({formula})"))
    };
    let [one, two, three, six] = [at(1)?, at(2)?, at(3)?, at(6)?];
    let c = format!("(3 ({one} - 2 {two} + {three}))");
    let b = format!("({two} - {one} + {c}/2)");
    let equal = |left: &str, right: &str| {
        let answer = equivalence(&link(left)?, &link(right)?, &Given::default());
        Some(matches!(answer.verdict, Verdict::Equal))
    };
    let fits = equal(&six, &format!("{one} + 5 {b} - 5 {c}/6"))?;
    (fits && !equal(&b, "0")?).then_some([one, c, b])
}

/// A formula of the program as a side to compare with.
pub(crate) fn link(formula: &str) -> Option<Link> {
    parse(formula).ok()?.links().first().cloned()
}

/// Whether a formula mentions a size.
pub(crate) fn is_sized(expr: &Expr) -> bool {
    let names = ["p", "d", "k_1", "k_2", "k_3"];
    match &expr.node {
        ExprKind::Name(name) => names.contains(&&**name),
        _ => expr.parts().into_iter().any(is_sized),
    }
}
