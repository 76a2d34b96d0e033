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
    let all = |texts: &[&str]| texts.iter().map(|text| Sizes::read(text)).collect();
    match (domain, split) {
        (Domain::Every, Split::None) => all(&["p >= 1"]),
        (Domain::Every, Split::Parity) => all(&["h >= 1; p = 2 h", "h >= 0; p = 2 h + 1"]),
        (Domain::Every, Split::Binary) => {
            let many = Sizes::read("a >= 0; s >= 0; p = 2^a + 1 + s");
            let (facts, log) = (vec![Term::of("2^a - 1 - s")], Some(Term::of("a + 1")));
            vec![Sizes::read("p = 1"), Sizes { facts, log, ..many }]
        }
        (Domain::Every, Split::Rests(base)) => {
            let small = (1..base).map(|p| format!("p = {p}"));
            let others = (0..base).map(|rest| format!("h >= 1; p = {base} h + {rest}"));
            small.chain(others).map(|text| Sizes::read(&text)).collect()
        }
        (Domain::PowersOfTwo, Split::None) => all(&["d >= 0; p = 2^d"]),
        (Domain::PowersOfTwo, Split::Parity) => {
            all(&["h >= 0; d = 2 h; p = 2^d", "h >= 0; d = 2 h + 1; p = 2^d"])
        }
        (Domain::Shift, Split::None) => all(&["q >= 0; s >= 1; p = q + s"]),
        (Domain::Shift, Split::Distance) => all(&[
            "s >= 1; q = 0; p = q + s",
            "q >= 1; r >= 0; s = q + r; p = q + s",
            "s >= 1; r >= 0; q = s + 1 + r; p = q + s",
        ]),
        (Domain::Groups, Split::None) => all(&["N >= 1; G >= 1; R >= 1; p = N G"]),
        (Domain::Sides(sides), Split::None) => {
            let sides: Vec<_> = (1..=sides).map(|j| format!("k_{j}")).collect();
            let least = sides.join(" >= 1; ");
            all(&[&format!("{least} >= 1; p = {}", sides.join(" * "))])
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
    /// Reads the least values of whole numbers, `p >= 1`, and the meanings of other names, `p = 2^d`. There may be
    /// any number of pieces.
    fn read(text: &str) -> Self {
        let mut scope = Scope::default();
        for known in text.split("; ").chain(["n >= 1"]) {
            let whole = known.split_once(" >= ");
            if let Some((name, least)) = whole.and_then(|(name, of)| Some((name, of.parse().ok()?)))
            {
                scope.whole.insert(name.to_owned(), Whole::from(least));
            } else {
                // A text that is neither gives a name a meaning that is refused.
                let (name, is) = known.split_once(" = ").unwrap_or((known, known));
                scope.means.insert(name.to_owned(), Term::of(is));
            }
        }
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
        let whole = scope.is_whole(&first) && scope.is_whole(&end);
        let inner = scope.within(&first).filter(|_| whole && scope.not_negative(&count));
        let Some(mut inner) = inner else { return Ok(StepRange::Unordered) };
        let some = scope.not_negative(&count.minus(&Polynomial::number(1)));
        let steps = |last, earlier| Ok(StepRange::Steps(Box::new(Steps { last, earlier, some })));
        let mut last = scope.clone();
        last.means.insert(INDEX.to_owned(), to.clone().minus(Term::whole(1)));
        if count.as_number().is_some_and(|count| count.is_one()) {
            return steps(last, None);
        }
        if let Some((name, more)) = counted(scope, &end).filter(|_| first.as_number().is_some()) {
            inner.whole.remove(&name);
            let next = Term::name(INDEX).plus(Term::whole(1 - more));
            let mut last = inner.clone();
            last.means.insert(name.clone(), next.clone());
            let mut earlier = inner.and(MORE, Whole::from(0));
            earlier.means.insert(name, next.plus(Term::of("j + 1")));
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
