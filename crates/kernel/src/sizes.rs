//! The sizes of a rule, case by case, and the steps of a turn at all of them.
//!
//! If a turn has N + c steps for a name N, step i is one of N = i + 1 - c + j, j >= 0. With i and j in place
//! of N, every value that is never negative has non-negative coefficients.

use super::polynomial::{Atom, Polynomial};
use super::rule::{Domain, Split};
use super::scope::{Scope, Whole};
use super::{INDEX, Refusal};
use hockney_base::term::Term;

/// The number of steps after step i + 1.
const MORE: &str = "j";

/// Some of the sizes.
#[derive(Clone, Debug)]
pub(super) struct Sizes {
    /// The definitions of the names.
    pub scope: Scope,
    /// The values that are never below 0.
    facts: Vec<Term>,
    /// ceil(log2 p), if it has a simpler form.
    log: Option<Term>,
}

/// The steps of a turn.
pub(super) struct Steps {
    /// Step i, the last.
    pub last: Scope,
    /// Step i, if step i + 1 is one too.
    pub earlier: Option<Scope>,
    /// Whether there is provably one.
    pub some: bool,
}

/// The cases, which together cover the domain; none if this case distinction is not possible.
pub(super) fn cases(domain: Domain, split: Split) -> Vec<Sizes> {
    let (name, number) = (Term::name, Term::whole);
    let twice = |of: &str, more: i64| number(2).times(&name(of)).plus(&number(more));
    let case = |whole: &[(&str, i64)], means: &[(&str, Term)]| Sizes::new(whole, means);
    let power = || name("d").power_of_two();
    match (domain, split) {
        (Domain::Every, Split::None) => vec![case(&[("p", 1)], &[])],
        (Domain::Every, Split::Parity) => vec![
            case(&[("h", 1)], &[("p", twice("h", 0))]),
            case(&[("h", 0)], &[("p", twice("h", 1))]),
        ],
        (Domain::Every, Split::Binary) => {
            let half = name("a").power_of_two();
            let p = Term::Sum(vec![half.clone(), number(1), name("s")]);
            let mut many = case(&[("a", 0), ("s", 0)], &[("p", p)]);
            many.facts.push(half.minus(&number(1)).minus(&name("s")));
            many.log = Some(name("a").plus(&number(1)));
            vec![case(&[], &[("p", number(1))]), many]
        }
        (Domain::Every, Split::Rests(base)) => {
            let small = (1..base).map(|p| case(&[], &[("p", number(p))]));
            let times = |rest| number(base).times(&name("h")).plus(&number(rest));
            small.chain((0..base).map(|rest| case(&[("h", 1)], &[("p", times(rest))]))).collect()
        }
        (Domain::PowersOfTwo, Split::None) => vec![case(&[("d", 0)], &[("p", power())])],
        (Domain::PowersOfTwo, Split::Parity) => {
            let of = |more| case(&[("h", 0)], &[("d", twice("h", more)), ("p", power())]);
            vec![of(0), of(1)]
        }
        (Domain::Shift, Split::None) => {
            vec![case(&[("q", 0), ("s", 1)], &[("p", name("q").plus(&name("s")))])]
        }
        (Domain::Shift, Split::Distance) => {
            let p = || ("p", name("q").plus(&name("s")));
            vec![
                case(&[("s", 1)], &[("q", number(0)), p()]),
                case(&[("q", 1), ("r", 0)], &[("s", name("q").plus(&name("r"))), p()]),
                case(
                    &[("s", 1), ("r", 0)],
                    &[("q", Term::Sum(vec![name("s"), number(1), name("r")])), p()],
                ),
            ]
        }
        (Domain::Groups, Split::None) => {
            vec![case(&[("N", 1), ("G", 1), ("R", 1)], &[("p", name("N").times(&name("G")))])]
        }
        (Domain::Sides(sides), Split::None) => {
            let names: Vec<String> = (1..=sides).map(|j| format!("k_{j}")).collect();
            let whole: Vec<(&str, i64)> = names.iter().map(|k| (k.as_str(), 1)).collect();
            let p = Term::Product(names.iter().map(|k| name(k)).collect());
            vec![case(&whole, &[("p", p)])]
        }
        _ => Vec::new(),
    }
}

/// The steps of a turn.
pub(super) enum StepRange {
    /// The first and last are not provably integers in order.
    Unordered,
    /// There are none.
    Empty,
    /// There are some.
    Steps(Box<Steps>),
}

impl Sizes {
    fn new(whole: &[(&str, i64)], means: &[(&str, Term)]) -> Self {
        let mut scope = Scope::default();
        for (name, least) in whole.iter().chain(&[("n", 1)]) {
            scope.whole.insert((*name).to_owned(), Whole::from(*least));
        }
        scope.means.extend(means.iter().map(|(name, is)| ((*name).to_owned(), is.clone())));
        Sizes { scope, facts: Vec::new(), log: None }
    }

    /// With the known facts about them.
    pub(super) fn known(mut self) -> Result<Self, Refusal> {
        self.scope = self.told(self.scope.clone())?;
        Ok(self)
    }

    fn told(&self, mut scope: Scope) -> Result<Scope, Refusal> {
        (scope.facts, scope.logarithm) = (Vec::new(), None);
        let value = |term: &Term| scope.polynomial(term);
        let facts = self.facts.iter().map(value).collect::<Result<_, _>>()?;
        let logarithm = match &self.log {
            Some(log) => Some((value(&Term::name("p"))?, value(log)?)),
            None => None,
        };
        Ok(Scope { facts, logarithm, ..scope })
    }

    /// Steps i = from, .., to - 1.
    pub(super) fn steps(&self, from: &Term, to: &Term) -> Result<StepRange, Refusal> {
        let scope = &self.scope;
        let (first, end) = (scope.polynomial(from)?, scope.polynomial(to)?);
        let count = end.minus(&first);
        if count.as_number().is_some_and(|count| !count.is_positive()) {
            return Ok(StepRange::Empty);
        }
        let least = scope.least(&first).and_then(|first| first.floor().to_i64());
        let whole = scope.is_whole(&first) && scope.is_whole(&end);
        let (Some(least), true) = (least, whole && scope.not_negative(&count)) else {
            return Ok(StepRange::Unordered);
        };
        let some = scope.not_negative(&count.minus(&Polynomial::number(1)));
        let steps = |last, earlier| Ok(StepRange::Steps(Box::new(Steps { last, earlier, some })));
        let (number, mut last) = (Term::whole, scope.clone());
        last.means.insert(INDEX.to_owned(), to.minus(&number(1)));
        if count.as_number().is_some_and(|count| count.is_one()) {
            return steps(last, None);
        }
        let mut inner = scope.and(INDEX, Whole::from(least));
        if let Some((name, more)) = counted(scope, &end).filter(|_| first.as_number().is_some()) {
            inner.whole.remove(&name);
            let ahead = Term::name(INDEX).plus(&number(1 - more));
            let mut last = inner.clone();
            last.means.insert(name.clone(), ahead.clone());
            let mut earlier = inner.and(MORE, Whole::from(0));
            let on = ahead.plus(&Term::name(MORE)).plus(&number(1));
            earlier.means.insert(name, on);
            return steps(self.told(last)?, Some(self.told(earlier)?));
        }
        last.facts.push(count.minus(&Polynomial::number(1)));
        let left = end.minus(&Polynomial::name(INDEX)).minus(&Polynomial::number(2));
        inner.facts.push(left);
        steps(last, Some(inner))
    }
}

/// The name N and the number c if the value is N + c, for a name without a definition.
fn counted(scope: &Scope, of: &Polynomial) -> Option<(String, i64)> {
    let mut atoms = of.atoms();
    let (Some(Atom::Name(name)), None) = (atoms.next(), atoms.next()) else { return None };
    let plain = scope.whole.get(name).is_some_and(|whole| whole.modulus == 1);
    let more = of.minus(&Polynomial::name(name)).as_number()?.to_i64()?;
    plain.then(|| (name.clone(), more))
}

#[cfg(test)]
mod tests;
