//! Sums of terms against their values at points.

use std::collections::BTreeMap;

use hockney_base::number::{MOST_EXPONENT, Rational, Terms, powers, sign_before, work};
use quickcheck::{Gen, QuickCheck};

/// Powers of the numbers by which the factors are called.
type Powers = BTreeMap<u8, i64>;
type Sum = Terms<Powers>;
/// Coefficients, each with the exponents of three factors.
type Drawn = Vec<(i8, [i8; 3])>;

const POINTS: [[i64; 3]; 3] = [[2, 3, 5], [-1, 7, 4], [3, -2, -5]];

fn sum(of: &Drawn) -> Sum {
    let mut sum = Sum::zero();
    for (coefficient, exponents) in of {
        let factors = (0..).zip(exponents).filter(|(_, exponent)| **exponent % 3 != 0);
        let factors = factors.map(|(factor, exponent)| (factor, i64::from(exponent % 3)));
        sum.add_term(factors.collect(), Rational::from(i32::from(coefficient % 4)));
    }
    sum
}

/// The value where the factors are these numbers.
fn value(of: &Sum, at: [i64; 3]) -> Rational {
    let power = |(factor, exponent): (&u8, &i64)| {
        let power = u32::try_from(exponent.unsigned_abs()).unwrap();
        let power = Rational::from(at[usize::from(*factor)]).pow(power);
        if *exponent < 0 { power.recip().unwrap() } else { power }
    };
    let term = |(factors, coefficient): (&Powers, &Rational)| {
        factors.iter().map(power).fold(coefficient.clone(), |product, power| product * power)
    };
    of.terms().map(term).sum()
}

fn is_canonical(of: &Sum) -> bool {
    of.terms().all(|(factors, number)| {
        !number.is_zero() && factors.values().all(|exponent| *exponent != 0)
    })
}

#[test]
fn sums_have_the_values_of_what_they_are_made_of() {
    #[allow(clippy::needless_pass_by_value)] // what quickcheck calls
    fn law(a: Drawn, b: Drawn, by: i8) -> bool {
        let (a, b, by) = (sum(&a), sum(&b), Rational::from(i32::from(by)));
        let (plus, minus, scaled) = (a.clone() + &b, a.clone() - &b, a.scaled(&by));
        let (product, total) = (a.multiplied(&b, usize::MAX).unwrap(), {
            [a.clone(), b.clone(), a.clone()].into_iter().sum::<Sum>()
        });
        let all = [&a, &plus, &minus, &scaled, &product, &total];
        let values = POINTS.into_iter().all(|at| {
            let (x, y) = (value(&a, at), value(&b, at));
            value(&plus, at) == &x + &y
                && value(&minus, at) == &x - &y
                && value(&scaled, at) == &x * &by
                && value(&product, at) == &x * &y
                && value(&total, at) == &x + &x + y
        });
        let constant = |of: &Sum| {
            let constants = of.terms().filter(|(factors, _)| factors.is_empty());
            constants.map(|(_, number)| number).sum::<Rational>()
        };
        values
            && all.into_iter().all(|of| {
                let only = of.terms().next().filter(|_| of.terms().count() == 1);
                let number = of.terms().all(|(factors, _)| factors.is_empty());
                is_canonical(of)
                    && of.len() == of.terms().count()
                    && of.is_zero() == (of.len() == 0)
                    && of.constant() == constant(of)
                    && of.only_term() == only
                    && of.as_number() == number.then(|| constant(of))
            })
            && minus.clone() + &b == a
            && (a.clone() - &a).is_zero()
    }
    QuickCheck::new()
        .rng(Gen::from_size_and_seed(8, 3))
        .tests(1000)
        .quickcheck(law as fn(Drawn, Drawn, i8) -> bool);
}

#[test]
fn a_product_of_too_many_terms_or_too_high_powers_is_none() {
    let factor = |factor: u8, exponent: i64| Powers::from([(factor, exponent)]);
    let of = |factors: Powers| Sum::term(factors, Rational::one());
    let several = |first: u8| (first..first + 4).map(|at| of(factor(at, 1))).sum::<Sum>();
    let (a, b) = (several(0), several(10));
    assert_eq!(a.multiplied(&b, 16).unwrap().len(), 16);
    assert_eq!(a.multiplied(&b, 15), None);
    assert_eq!(work::within(0, || a.multiplied(&b, 16)), None);

    let high = of(factor(0, MOST_EXPONENT - 1));
    let product = high.multiplied(&of(factor(0, 1)), 9).unwrap();
    assert_eq!(product.only_term(), Some((&factor(0, MOST_EXPONENT), &Rational::one())));
    assert_eq!(high.multiplied(&of(factor(0, 2)), 9), None);
    assert_eq!(powers(&factor(0, 3), &factor(0, 1), -3), Some(Powers::new()));
    assert_eq!(powers(&factor(0, 1), &factor(1, 2), 2), Some(Powers::from([(0, 1), (1, 4)])));
    assert_eq!(powers(&factor(0, 1), &factor(0, -33), 2), None);
}

#[test]
fn signs_stand_between_terms_and_before_a_negative_first_one() {
    let signs = [(0, false), (0, true), (1, false), (2, true)];
    assert_eq!(
        signs.map(|(place, negative)| sign_before(place, negative)),
        ["", "-", " + ", " - "]
    );
}
