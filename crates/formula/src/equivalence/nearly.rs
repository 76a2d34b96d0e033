//! Approximations: whether two costs are nearly the same where p and m are large.

use super::names;
use crate::{Bindings, Link};
use hockney_base::number::Rational;

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
        let letters = names(&link.expr).into_iter();
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
