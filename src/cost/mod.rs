//! The cost engine: what the steps of a schedule cost, summed exactly.
//!
//! Every cost is linear in t_s, t_w and t_h with rational coefficients; the coefficient of t_w is
//! in units of m. Numbers, with or without units, are put in at the end.

mod bounds;
mod linear;
mod price;
mod quantity;

pub use bounds::{Bound, LowerBounds, lower_bounds};
pub use linear::Cost;
pub use price::{Model, PricedPhase, PricedStep, Prices, Switching, price, price_in_words};
pub use quantity::{Given, Numbers, QuantityError};
