//! Orders of growth: `O(log p)` against `ts log p`, decided from the terms that grow fastest; and approximations, which
//! are nearly the same where p and m are large.
//!
//! A term is a product of `b^x`, powers of x and powers of log x, for each symbol x that grows;
//! all else is constant. Of two such terms in one symbol one always grows at least as fast.

use std::cmp::Ordering;
use std::convert::Infallible;

use crate::equivalence::{Given, MOST_WORK, Setting, usages};
use crate::normal_form::{
    Atom, Atoms, Base, Exponent, Form, Monomial, Normalizer, Poly, PowerBase, World, is_real,
};
use crate::{Bindings, EquivalenceAnswer, Expr, ExprKind, Function, Growth, Link, Verdict};
use hockney_base::number::{Rational, work};

/// The terms of a form that may matter, each with a rate for every growing symbol.
type Rates = Vec<Vec<Rate>>;

pub(super) fn compare(left: &Link, right: &Link, given: &Given) -> EquivalenceAnswer {
    let exprs = [&left.expr, &right.expr];
    // All sizes first: orders do not need families, but for sums with bounds such as log p.
    let mut last = None;
    for setting in [Setting::any_size(&exprs, given), Setting::new(&exprs, given)] {
        let growing = growing(&setting, &exprs, given);
        let decide = |growing: Vec<String>| decide(&setting, left, right, &growing);
        let verdict = growing.and_then(|growing| work::within(MOST_WORK / 2, || decide(growing)));
        let assuming = setting.assuming.clone();
        match verdict {
            Ok((verdict, note)) => return EquivalenceAnswer { verdict, assuming, note },
            Err(why) => last = last.or(Some(EquivalenceAnswer::undecided(why, assuming))),
        }
    }
    last.unwrap_or_else(|| EquivalenceAnswer::undecided("there is nothing that grows", Vec::new()))
}

/// The letters whose growth matters: those named, or p, or the only size there is.
fn growing(setting: &Setting, exprs: &[&Expr], given: &Given) -> Result<Vec<String>, String> {
    let mut names = given.growing.clone();
    if names.is_empty() {
        let mentioned = usages(exprs);
        let whole: Vec<_> = mentioned.iter().filter(|usage| !is_real(&usage.name)).collect();
        if whole.is_empty() || whole.iter().any(|usage| usage.name == "p") {
            names.push("p".to_owned());
        } else if let [only] = &whole[..] {
            names.push(only.name.clone());
        } else {
            return Err("the growing symbol is unknown: name it, as in --in p".to_owned());
        }
    }
    let mut letters: Vec<String> = Vec::new();
    for name in names {
        let Some(meaning) = setting.names.meaning(&name) else {
            letters.push(name);
            continue;
        };
        let mut more = super::names(meaning);
        more.retain(|letter| !letters.contains(letter));
        letters.extend(more);
    }
    Ok(letters)
}

fn decide(
    setting: &Setting,
    left: &Link,
    right: &Link,
    growing: &[String],
) -> Result<(Verdict, Option<String>), String> {
    let one = rates(setting, &left.expr, growing)?;
    let other = rates(setting, &right.expr, growing)?;
    let no_faster_left = at_most(&one, &other, growing.len());
    let no_faster_right = at_most(&other, &one, growing.len());
    let no_faster = |what: &Link, than: &Link| {
        Verdict::OtherOrder(format!("{} grows faster than {}", what.expr, than.expr))
    };
    let slower = |what: &Link, than: &Link| {
        format!("the bound is not tight: {} grows more slowly than {}", what.expr, than.expr)
    };
    // A bound against a cost is about the cost; two bounds are the same when both grow alike.
    let bound = match (left.growth, right.growth) {
        (Some(bound), None) => Some((bound, right, left, &no_faster_right, &no_faster_left)),
        (None, Some(bound)) => Some((bound, left, right, &no_faster_left, &no_faster_right)),
        (Some(one), Some(other)) if one != other => {
            let text = format!("{} and {} are different orders", one.name(), other.name());
            return Ok((Verdict::OtherOrder(text), None));
        }
        _ => None,
    };
    match bound {
        Some((growth @ (Growth::O | Growth::Omega), cost, bound, cost_at_most, bound_at_most)) => {
            let (least, greatest, holds, back) = match growth {
                Growth::O => (cost, bound, cost_at_most, bound_at_most),
                _ => (bound, cost, bound_at_most, cost_at_most),
            };
            if holds.clone()? {
                let tight = back.clone().unwrap_or(true);
                Ok((Verdict::Equal, (!tight).then(|| slower(least, greatest))))
            } else {
                Ok((no_faster(least, greatest), None))
            }
        }
        Some((Growth::Theta, ..)) | None => match (no_faster_left?, no_faster_right?) {
            (true, true) => Ok((Verdict::Equal, None)),
            (false, _) => Ok((no_faster(left, right), None)),
            (true, false) => Ok((no_faster(right, left), None)),
        },
    }
}

/// Does the first grow no faster than the second? Term by term, if that decides it; otherwise a
/// direction in which it does is looked for.
fn at_most(one: &Rates, other: &Rates, letters: usize) -> Result<bool, String> {
    let open = || "deciding it needs numbers that are too large".to_owned();
    let mut all = true;
    for term in one {
        let mut below = false;
        for bound in other {
            below |= at_most_term(term, bound).ok_or_else(open)?;
        }
        all &= below;
    }
    if all || letters < 2 {
        return Ok(all);
    }
    // Let the symbols grow as powers of one another.
    let plain = |rates: &Rates| rates.iter().flatten().all(|rate| rate.base.is_empty());
    if !plain(one) || !plain(other) {
        return Err("powers such as 2^p are not supported with several growing symbols".into());
    }
    let mut direction = vec![0; letters];
    while let Some(place) = direction.iter().position(|step| *step < 4) {
        direction[..place].fill(0);
        direction[place] += 1;
        let lead = |rates: &Rates| {
            let along = |term: &Vec<Rate>| {
                let mut sum = (Exponent::ZERO, Exponent::ZERO);
                for (rate, step) in term.iter().zip(&direction) {
                    sum.0 = sum.0.plus(rate.power.times(Exponent::whole(*step))?)?;
                    if *step > 0 {
                        sum.1 = sum.1.plus(rate.log)?;
                    }
                }
                Some(sum)
            };
            rates.iter().map(along).collect::<Option<Vec<_>>>()?.into_iter().max()
        };
        if lead(one).ok_or_else(open)? > lead(other).ok_or_else(open)? {
            return Ok(false);
        }
    }
    Err("the growing symbols have opposite effects".to_owned())
}

/// The rates of a formula's terms, where all of its parts with large symbols agree.
fn rates(setting: &Setting, expr: &Expr, growing: &[String]) -> Result<Rates, String> {
    let mut atoms = Atoms::default();
    let mut open = vec![World::default()];
    let mut found: Option<Rates> = None;
    let mut parts = 0;
    while let Some(world) = open.pop() {
        parts += 1;
        if parts > 200 {
            return Err("deciding it needs too many cases".to_owned());
        }
        if growing.iter().any(|name| world.is_small(name, &atoms)) {
            continue;
        }
        let form = Normalizer::new(&mut atoms, &world, &setting.names).form(expr);
        let form = match form {
            Ok(form) => form,
            Err(stop) => {
                world.divide(stop, &atoms, &mut open)?;
                continue;
            }
        };
        let here = form_rates(&form, growing, &atoms)?;
        if let Some(before) = &found {
            let letters = growing.len();
            if !at_most(&here, before, letters)? || !at_most(before, &here, letters)? {
                return Err("its order is not the same for all sizes".to_owned());
            }
        } else {
            found = Some(here);
        }
    }
    found.ok_or_else(|| "there is nothing that grows".to_owned())
}

fn form_rates(form: &Form, growing: &[String], atoms: &Atoms) -> Result<Rates, String> {
    let above = poly_rates(&form.above, growing, atoms)?;
    if form.below.is_one() {
        return Ok(above);
    }
    let below = poly_rates(&form.below, growing, atoms)?;
    let [below] = &below[..] else {
        return Err("the order of its divisor is not one term".to_owned());
    };
    let over = |term: Vec<Rate>| {
        term.iter().zip(below).map(|(rate, below)| rate.minus(below)).collect::<Option<Vec<_>>>()
    };
    let rates: Option<Rates> = above.into_iter().map(over).collect();
    rates.ok_or_else(|| "its exponents are too large".to_owned())
}

/// The rates of the terms that no other term outgrows.
fn poly_rates(poly: &Poly, growing: &[String], atoms: &Atoms) -> Result<Rates, String> {
    let mut terms: Vec<(Vec<Rate>, bool)> = Vec::new();
    if poly.is_zero() {
        return Err("it is 0 and has no order".to_owned());
    }
    for (monomial, number) in poly.terms() {
        let rate = monomial_rate(monomial, growing, atoms)?;
        terms.push((rate, number.is_positive()));
    }
    let mut lead: Rates = Vec::new();
    let open = || "its exponents are too large".to_owned();
    for (rate, positive) in &terms {
        let (mut outgrown, mut cancels) = (false, false);
        for (other, sign) in &terms {
            let below = at_most_term(rate, other).ok_or_else(open)?;
            let above = at_most_term(other, rate).ok_or_else(open)?;
            outgrown |= below && !above;
            // Terms that grow alike may cancel, for some values of the other symbols at least: q p - p.
            cancels |= below && above && sign != positive;
        }
        if outgrown {
            continue;
        }
        if cancels {
            return Err("terms that grow alike may cancel".to_owned());
        }
        if !lead.contains(rate) {
            lead.push(rate.clone());
        }
    }
    Ok(lead)
}

/// Does one term grow no faster than another? Nothing where exponents are too large.
fn at_most_term(one: &[Rate], other: &[Rate]) -> Option<bool> {
    one.iter()
        .zip(other)
        .try_fold(true, |all, (rate, bound)| Some(all & rate.minus(bound)?.sign()?.is_le()))
}

fn monomial_rate(
    monomial: &Monomial,
    growing: &[String],
    atoms: &Atoms,
) -> Result<Vec<Rate>, String> {
    let mut total = vec![Rate::none(); growing.len()];
    for (key, exponent) in monomial.powers() {
        let PowerBase::Atom(atom) = key else { continue };
        let rate = atom_rate(atom, growing, atoms)?;
        for (sum, rate) in total.iter_mut().zip(&rate) {
            *sum = sum.plus(rate, exponent).ok_or("its exponents are too large")?;
        }
    }
    Ok(total)
}

fn atom_rate(atom: u16, growing: &[String], atoms: &Atoms) -> Result<Vec<Rate>, String> {
    let mut rate = vec![Rate::none(); growing.len()];
    let place = |atom: u16| match atoms.get(atom) {
        Atom::Symbol { name, .. } => growing.iter().position(|known| known == name),
        _ => None,
    };
    let mentions = growing.iter().any(|name| {
        let symbol =
            atoms.find(|known| matches!(known, Atom::Symbol { name: own, .. } if own == name));
        symbol.is_some_and(|symbol| atoms.mentions(atom, symbol))
    });
    if !mentions {
        return Ok(rate);
    }
    let found = match atoms.get(atom) {
        Atom::Symbol { .. } => place(atom).map(|place| rate[place].power = Exponent::ONE),
        Atom::Log(inner) => place(*inner).map(|place| rate[place].log = Exponent::ONE),
        Atom::Power(Base::Prime(prime), by) => {
            place(*by).map(|place| rate[place].base.push((*prime, Exponent::ONE)))
        }
        Atom::CeilLog(form) | Atom::LogOf(form) => {
            let logarithm = logarithm(&form_rates(form, growing, atoms)?);
            logarithm.map(|(place, logarithm)| rate[place] = logarithm)
        }
        Atom::Floor(form) => {
            let inner = form_rates(form, growing, atoms)?;
            grows(&inner).map(|inner| rate.clone_from(inner))
        }
        _ => None,
    };
    found.ok_or_else(|| format!("the order of {} is not known", Form::atom(atom).show(atoms)))?;
    Ok(rate)
}

/// The rate of the logarithm of what grows with one symbol.
fn logarithm(rates: &Rates) -> Option<(usize, Rate)> {
    let [inner] = &rates[..] else { return None };
    let mut growing = inner.iter().enumerate().filter(|(_, rate)| **rate != Rate::none());
    let (Some((place, inner)), None) = (growing.next(), growing.next()) else { return None };
    if inner.sign() != Some(Ordering::Greater) {
        return None;
    }
    let mut rate = Rate::none();
    if !inner.base.is_empty() {
        rate.power = Exponent::ONE;
    } else if !inner.power.is_zero() {
        rate.log = Exponent::ONE;
    } else {
        return None;
    }
    Some((place, rate))
}

/// The only term, where it grows with some symbol and shrinks with none, so that rounding leaves its
/// rate.
fn grows(rates: &Rates) -> Option<&Vec<Rate>> {
    let [inner] = &rates[..] else { return None };
    let signs = inner.iter().map(Rate::sign).collect::<Option<Vec<_>>>()?;
    let grows = signs.iter().all(|sign| sign.is_ge()) && signs.iter().any(|sign| sign.is_gt());
    grows.then_some(inner)
}

/// How a term grows with one symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Rate {
    /// The base of the exponential, a product of powers of primes.
    base: Vec<(u32, Exponent)>,
    power: Exponent,
    log: Exponent,
}

impl Rate {
    fn none() -> Self {
        Self { base: Vec::new(), power: Exponent::ZERO, log: Exponent::ZERO }
    }

    fn minus(&self, other: &Self) -> Option<Self> {
        self.plus(other, Exponent::whole(-1))
    }

    /// The rate of the product with a power of another term.
    fn plus(&self, other: &Self, times: Exponent) -> Option<Self> {
        let mut base = self.base.clone();
        for (prime, exponent) in &other.base {
            let more = exponent.times(times)?;
            match base.iter_mut().find(|(known, _)| known == prime) {
                Some((_, own)) => *own = own.plus(more)?,
                None => base.push((*prime, more)),
            }
        }
        base.retain(|(_, exponent)| !exponent.is_zero());
        Some(Self {
            base,
            power: self.power.plus(other.power.times(times)?)?,
            log: self.log.plus(other.log.times(times)?)?,
        })
    }

    /// Compares with constant growth: the base with 1, then the powers.
    fn sign(&self) -> Option<Ordering> {
        let mut product = Rational::one();
        let common = self.base.iter().try_fold(1_i32, |common, (_, exponent)| {
            common.checked_mul(exponent.below()).filter(|common| *common < 1000)
        })?;
        for (prime, exponent) in &self.base {
            let whole = exponent.times(Exponent::whole(common))?.to_whole()?;
            if whole.unsigned_abs() > 2000 {
                return None;
            }
            let power = Rational::from(*prime).pow(whole.unsigned_abs());
            product *= if whole < 0 { power.recip()? } else { power };
        }
        let powers = self.power.cmp(&Exponent::ZERO).then(self.log.cmp(&Exponent::ZERO));
        Some(product.cmp(&Rational::one()).then(powers))
    }
}

/// Whether a cost is another one without some terms of lower order, as p t_s + m t_w p is of (p - 1) (t_s + m t_w): each of
/// its terms is one of the other's, and each that is missing grows more slowly than one of those beside it that has the same
/// times. Rounded values count as what is rounded.
pub fn truncates(exact: &Link, rough: &Link, given: &Given) -> bool {
    let [exact, rough] = [exact, rough].map(|link| unrounded(&link.expr));
    let setting = Setting::new(&[&exact, &rough], given);
    let terms = || {
        let growing = growing(&setting, &[&exact, &rough], given).ok()?;
        let (mut atoms, world) = (Atoms::default(), World::default());
        let mut normal = Normalizer::new(&mut atoms, &world, &setting.names);
        let forms = [normal.form(&exact).ok()?, normal.form(&rough).ok()?];
        let all = forms.iter().map(Form::as_poly).collect::<Option<Vec<_>>>()?;
        let has = |terms: &Poly, one: &Monomial| terms.terms().any(|(other, _)| other == one);
        let kept = all[1].terms().all(|term| all[0].terms().any(|other| other == term));
        let rate = |of: &Monomial| monomial_rate(of, &growing, &atoms).ok();
        let times = |of: &Monomial| {
            of.powers().filter(|(key, _)| is_time(*key, &atoms)).collect::<Vec<_>>()
        };
        let outgrown = |lost: &Monomial| {
            all[1].terms().filter(|(other, _)| times(other) == times(lost)).any(|(other, _)| {
                rate(lost).zip(rate(other)).is_some_and(|(slow, fast)| {
                    at_most_term(&slow, &fast) == Some(true)
                        && at_most_term(&fast, &slow) == Some(false)
                })
            })
        };
        let mut lost = all[0].terms().map(|(term, _)| term).filter(|term| !has(all[1], term));
        Some(kept && lost.all(outgrown))
    };
    work::within(MOST_WORK / 2, terms).unwrap_or(false)
}

/// Whether what is raised to a power is a time, or the size of the data.
fn is_time(key: PowerBase, atoms: &Atoms) -> bool {
    let PowerBase::Atom(atom) = key else { return false };
    matches!(atoms.get(atom), Atom::Symbol { name, .. } if is_real(name))
}

/// Without rounding: what is rounded instead.
fn unrounded(expr: &Expr) -> Expr {
    let Ok::<_, Infallible>(expr) = expr.with_parts(|part| Ok(unrounded(part)));
    match expr.node {
        ExprKind::Call(Function::Ceil | Function::Floor, mut parts) if parts.len() == 1 => {
            parts.swap_remove(0)
        }
        node => Expr { node, ..expr },
    }
}

/// The logarithms of a size and of one that is much larger.
const SIZES: [u32; 2] = [60, 1024];
/// What is a smaller share than 2 to the minus this vanishes.
const SHARE: u32 = 30;
/// How much smaller a share must be at the larger size, where it is a matter of log p.
const SHRINKS: u32 = 8;

/// Whether the difference of two costs vanishes against the first, as p and m grow: as t_s log p + m t_w p beside
/// t_s log p + m t_w (p - 1).
pub fn nearly(exact: &Link, rough: &Link) -> bool {
    let [near, far] = SIZES;
    let share = |p, m| share(exact, rough, p, m);
    let small = |share: &Rational| share * &Rational::power_of_two(SHARE) <= Rational::one();
    let Some(before) = share(near, near) else { return false };
    let rises = |p, m| share(p, m).is_none_or(|share| !small(&share) && share > before);
    let shrinks = share(far, far)
        .is_some_and(|share| small(&share) || &share * &Rational::from(SHRINKS) <= before);
    shrinks && !rises(near, far) && !rises(far, near)
}

/// The share of the difference at a size: p is 2 to the first, m a few times 2 to the second.
fn share(exact: &Link, rough: &Link, log_p: u32, log_m: u32) -> Option<Rational> {
    let at = |link: &Link| {
        let letters = super::names(&link.expr).into_iter();
        let at = letters.fold(Bindings::new(), |at, name| {
            let value = large(&name, log_p, log_m);
            at.with(&name, value)
        });
        link.evaluate(&at).ok()?.as_rational()
    };
    let (exact, rough) = (at(exact)?, at(rough)?);
    (&exact - &rough).abs().checked_div(&exact.abs())
}

/// A large value of a letter: a power of 4 for p, its root for sides, primes for the times; every other letter grows like m.
pub fn large(name: &str, log_p: u32, log_m: u32) -> Rational {
    match name {
        "p" => Rational::power_of_two(log_p),
        "d" => Rational::from(log_p),
        "q" => Rational::power_of_two(log_p / 2),
        "t_s" => Rational::from(11_u32),
        "t_w" => Rational::from(13_u32),
        "t_h" => Rational::from(17_u32),
        side if side.starts_with("k_") => Rational::power_of_two(log_p / 2),
        _ => &Rational::power_of_two(log_m) * &Rational::from(7_u32),
    }
}
