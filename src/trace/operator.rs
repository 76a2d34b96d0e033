//! Associative operators on exact numbers.

use crate::number::Rational;

/// What combines two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// a + b
    Sum,
    /// a b
    Product,
    /// The larger.
    Max,
    /// The smaller.
    Min,
    /// Bit by bit, on whole numbers that are not negative.
    And,
    /// Bit by bit, on whole numbers that are not negative.
    Or,
}

impl Operator {
    /// Whether it takes such a number: `and` and `or` take whole ones from 0 to 2^64 - 1.
    pub fn takes(self, value: &Rational) -> bool {
        match self {
            Operator::Sum | Operator::Product | Operator::Max | Operator::Min => true,
            Operator::And | Operator::Or => value.to_u64().is_some(),
        }
    }

    /// Combines two values that it takes.
    pub fn combine(self, a: &Rational, b: &Rational) -> Rational {
        let bits = |number: &Rational| number.to_u64().unwrap_or(0);
        match self {
            Operator::Sum => a + b,
            Operator::Product => a * b,
            Operator::Max => a.max(b).clone(),
            Operator::Min => a.min(b).clone(),
            Operator::And => Rational::from(bits(a) & bits(b)),
            Operator::Or => Rational::from(bits(a) | bits(b)),
        }
    }
}
