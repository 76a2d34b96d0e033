//! Points where two formulas differ, by exact evaluation: nothing is called different without one.

use crate::equivalence::{MOST_WORK, Setting};
use crate::normal_form::{Atom, Atoms, World};
use crate::{
    Bindings, Comparison, DifferingPoint, Expr, ExprKind, FactorRole, Sign, compare, evaluate,
};
use hockney_base::number::{Rational, work};

/// The most points that are tried.
const MOST_POINTS: usize = 300;
/// Values of m, t_s, t_w and t_h that are tried, some of them squares.
const NUMBERS: [[u32; 4]; 7] = [
    [1, 1, 1, 1],
    [2, 1, 1, 1],
    [3, 2, 5, 7],
    [4, 1, 1, 1],
    [16, 9, 4, 25],
    [64, 3, 2, 1],
    [1, 100, 1, 10],
];
const SYMBOLS: [&str; 4] = ["m", "t_s", "t_w", "t_h"];

/// A point where they differ, where one is found.
pub(super) fn search(
    setting: &Setting,
    left: &Expr,
    right: &Expr,
    worlds: &[World],
    atoms: &Atoms,
) -> Option<DifferingPoint> {
    let names: Vec<&String> = setting.whole.iter().chain(&setting.real).collect();
    let mut tried = Vec::new();
    let usual: Vec<Vec<i64>> =
        names.iter().map(|name| values(setting, name, names.len())).collect();
    let suspected = worlds.iter().map(|world| {
        let of = |name: &&String| match symbol(atoms, name) {
            Some(atom) => {
                let mut values = world.values(atom, atoms, if names.len() > 2 { 3 } else { 8 });
                // The least one is the least telling.
                let several = values.len() > 1;
                values.rotate_left(usize::from(several));
                values
            }
            None => values(setting, name, names.len()),
        };
        names.iter().map(of).collect::<Vec<_>>()
    });
    // Where all values are suspected, the usual ones are as good and smaller.
    let first = if worlds.len() == 1 && *worlds == [World::default()] { 0 } else { usize::MAX };
    let mut suspected: Vec<Vec<Vec<i64>>> = suspected.take(first).collect();
    if names.len() == 1 {
        // One list of all, the smallest first.
        let least = setting.names.least_of(names[0]);
        let mut values: Vec<i64> = suspected.drain(..).flatten().flatten().collect();
        values.sort_unstable_by_key(|value| (*value == least, *value));
        suspected.push(vec![values]);
    }
    let lists: Vec<_> = suspected.into_iter().chain([usual]).collect();
    for list in &lists {
        for point in points(list).take(MOST_POINTS) {
            if work::is_over() {
                return None;
            }
            if tried.contains(&point) {
                continue;
            }
            let differ = || differ(setting, left, right, &names, &point);
            if let Some(difference) = work::within(MOST_WORK / 4, differ) {
                return Some(difference);
            }
            tried.push(point);
        }
    }
    None
}

fn symbol(atoms: &Atoms, name: &str) -> Option<u16> {
    atoms.find(
        |atom| matches!(atom, Atom::Symbol { name: known, index: false, .. } if known == name),
    )
}

/// Small values, the least one last: a single node is a poor example.
fn values(setting: &Setting, name: &str, names: usize) -> Vec<i64> {
    let least = setting.names.least_of(name);
    let count = match names {
        0 | 1 => 36,
        2 => 14,
        3 => 6,
        4 => 4,
        _ => 3,
    };
    // Exponents of sizes grow the sizes quickly.
    let exponent = least == 0;
    let count = if exponent { count.min(12) } else { count };
    let mut values: Vec<i64> = (least..least + count).collect();
    let spread = [31, 32, 33, 47, 63, 64, 65, 100, 127, 128, 255, 256, 257, 1000];
    if names < 2 && !exponent {
        values.extend(spread.iter().filter(|value| **value >= least + count));
    }
    values.rotate_left(1);
    values
}

/// All combinations, the first name's values running fastest.
fn points(lists: &[Vec<i64>]) -> impl Iterator<Item = Vec<i64>> {
    let count = lists.iter().fold(1_usize, |count, list| count.saturating_mul(list.len()));
    (0..count).map(|mut number| {
        let digit = |list: &Vec<i64>| {
            let value = list[number % list.len()];
            number /= list.len();
            value
        };
        lists.iter().map(digit).collect()
    })
}

/// The values of all names at a point; nothing where a size is not a whole number from 1 on.
fn bindings(setting: &Setting, names: &[&String], point: &[i64]) -> Option<Bindings> {
    let mut bindings = Bindings::new();
    work::count_each(4 * names.len());
    for (name, value) in names.iter().zip(point) {
        bindings.set(name, *value);
    }
    for (name, meaning) in &setting.names.given {
        let size = evaluate(meaning, &bindings).ok()?.as_rational()?;
        let whole = crate::normal_form::is_real(name) || size.is_integer();
        if !whole || !size.is_positive() {
            return None;
        }
        bindings.set(name, size);
    }
    Some(bindings)
}

fn differ(
    setting: &Setting,
    left: &Expr,
    right: &Expr,
    names: &[&String],
    point: &[i64],
) -> Option<DifferingPoint> {
    let bindings = bindings(setting, names, point)?;
    let values = |bindings: &Bindings| {
        Some((evaluate(left, bindings).ok()?, evaluate(right, bindings).ok()?))
    };
    let symbolic = values(&bindings);
    for numbers in NUMBERS {
        let pairs = SYMBOLS.into_iter().zip(numbers);
        let numbers: Vec<(&str, Rational)> =
            pairs.map(|(name, number)| (name, number.into())).collect();
        let (one, other, terms) = if let Some((left, right)) = &symbolic {
            let Comparison::Different { terms } = compare(left, right) else { return None };
            (left.substitute(&numbers).ok()?, right.substitute(&numbers).ok()?, terms)
        } else {
            let mut bindings = bindings.clone();
            for (name, number) in &numbers {
                bindings.set(name, number.clone());
            }
            let Some((left, right)) = values(&bindings) else {
                let Some([left, right]) = apart(left, right, &bindings) else { continue };
                let at = named(setting, &bindings, &numbers);
                return Some(DifferingPoint { at, left, right, terms: Vec::new() });
            };
            (left, right, Vec::new())
        };
        if matches!(compare(&one, &other), Comparison::Different { .. }) {
            let at = named(setting, &bindings, &numbers);
            return Some(DifferingPoint {
                at,
                left: one.to_string(),
                right: other.to_string(),
                terms,
            });
        }
    }
    None
}

/// Two numbers that have no exact value here, such as log2(p)/log2(10), and surely differ: about how much
/// they are.
fn apart(left: &Expr, right: &Expr, bindings: &Bindings) -> Option<[String; 2]> {
    let (one, other) = (bounds(left, bindings)?, bounds(right, bindings)?);
    let shown = |expr: &Expr, low: &Rational| match evaluate(expr, bindings) {
        Ok(value) => value.to_string(),
        Err(_) => format!("about {low:.6}"),
    };
    (one.1 < other.0 || other.1 < one.0).then(|| [shown(left, &one.0), shown(right, &other.0)])
}

/// Two rationals around a formula that is above 0, part by part where the whole has no value.
fn bounds(expr: &Expr, bindings: &Bindings) -> Option<(Rational, Rational)> {
    const BITS: u32 = 64;
    if let Ok(value) = evaluate(expr, bindings) {
        return value.bounds(BITS).filter(|(low, _)| low.is_positive());
    }
    let (mut low, mut high);
    match &expr.node {
        ExprKind::Sum(terms) => {
            (low, high) = (Rational::zero(), Rational::zero());
            for (sign, term) in terms {
                let (least, most) = bounds(term, bindings)?;
                match sign {
                    Sign::Plus => (low, high) = (&low + &least, &high + &most),
                    Sign::Minus => (low, high) = (&low - &most, &high - &least),
                }
            }
        }
        ExprKind::Product(factors) => {
            (low, high) = (Rational::one(), Rational::one());
            for (operation, factor) in factors {
                let (least, most) = bounds(factor, bindings)?;
                match operation {
                    FactorRole::Times => (low, high) = (&low * &least, &high * &most),
                    FactorRole::Over => {
                        (low, high) = (low.checked_div(&most)?, high.checked_div(&least)?);
                    }
                    FactorRole::Mod => return None,
                }
            }
        }
        _ => return None,
    }
    low.is_positive().then_some((low, high))
}

/// The names that occur with their values.
fn named(
    setting: &Setting,
    bindings: &Bindings,
    numbers: &[(&str, Rational)],
) -> Vec<(String, Rational)> {
    let value = |name: &String| {
        let number = numbers.iter().find(|(known, _)| known == name).map(|(_, number)| number);
        let value = bindings.get(name).or(number)?;
        Some((name.clone(), value.clone()))
    };
    setting.mentioned.iter().filter_map(value).collect()
}

/// Is the point one where the letter has its least value?
pub(super) fn is_least(setting: &Setting, letter: &str, at: &[(String, Rational)]) -> bool {
    let (name, size) = size(setting, letter, setting.names.least_of(letter));
    at.iter().any(|(known, value)| *known == name && *value == size)
}

/// The size that belongs to a letter, or the letter itself, with its value.
pub(super) fn size(setting: &Setting, letter: &str, value: i64) -> (String, Rational) {
    let bindings = Bindings::new().with(letter, value);
    let sizes = setting.names.given.iter().filter_map(|(name, meaning)| {
        Some((name.clone(), evaluate(meaning, &bindings).ok()?.as_rational()?))
    });
    sizes.into_iter().next().unwrap_or_else(|| (letter.to_owned(), value.into()))
}
