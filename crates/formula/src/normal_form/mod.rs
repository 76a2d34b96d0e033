//! Formulas as quotients of polynomials, for all values of their symbols at once.
//!
//! A formula is multiplied out over atoms: symbols, their logarithms, powers such as `2^d`, and what
//! cannot be taken apart, such as `ceil(log2(p))`, known by its own normal form. Rules are applied
//! only where they hold for every value in question; where one needs to know more, the work stops
//! with a question (which remainder? which sign?) and is begun again for each answer.
//!
//! So the same form means the same function. Different forms need not mean different functions:
//! that is for `equivalence` to confirm.

mod atoms;
mod exponent;
mod form;
mod logs;
mod normalize;
mod order;
mod poly;
mod powers;
mod rounding;
mod series;
mod show;
mod world;

pub(super) use atoms::{Atom, Atoms, Base, is_real};
pub(super) use exponent::Exponent;
pub(super) use form::Form;
pub(super) use normalize::{Names, Normalizer};
pub(super) use poly::{Key, Monomial, Poly};
use world::common_denominator;
pub(super) use world::{World, lcm};

/// Why there is no normal form, so far or at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// A normal form needs the answer to this question.
    Split(Question),
    /// There is no normal form, with the reason.
    Give(String),
}

/// What must be known before the work can go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// The remainder of a whole atom by a number.
    Remainder { atom: u16, modulus: u32 },
    /// The value of a whole symbol, where it is below a number.
    Small { atom: u16, from: i64 },
    /// Whether a polynomial is at least 0.
    Sign(Poly),
}

/// A sum over an index and its value.
#[derive(Clone, Debug)]
pub(super) struct SumStep {
    /// As it is written.
    pub(super) text: String,
    /// Its closed form.
    pub(super) sum: Form,
    /// What is added up, a form with those differences, and what follows on the last index.
    pub(super) why: Option<(Form, Form, Form)>,
}

fn too_large() -> Stop {
    Stop::Give("the formula grows too large when it is multiplied out".to_owned())
}
