//! The cost engine: the exact cost of a schedule, step by step.
//!
//! Every cost is linear in t_s, t_w and t_h with rational coefficients; the coefficient of t_w is in units of
//! m. Each class of links has a t_w and a t_h of its own. Numbers, with or without units, are substituted at the end.
//!
//! ```
//! use hockney_cost::{Cost, GivenNumbers, Numbers};
//! use hockney_base::number::Rational;
//!
//! let given = GivenNumbers { m: Some("100"), t_s: Some("5"), t_w: Some("1"), ..GivenNumbers::default() };
//! let cost = Cost::plain(Rational::from(3_u64), Rational::from(7_u64), Rational::zero());
//! let total = Numbers::read(given).unwrap().total(&cost);
//! assert_eq!(total, Some(Rational::from(715_u64)));
//! ```

mod asynchronous;
mod bounds;
mod classes;
mod linear;
mod numbers;
mod price;
mod tabled;
mod times;
mod timing;

pub use asynchronous::{Asynchronous, NoTime, asynchronous};
pub use bounds::{
    Arcs, Bound, ClassBounds, Lemma, LowerBounds, Reason, class_bounds, lower_bounds,
    steps_of_neighbours,
};
pub use classes::ClassTimes;
pub use linear::{
    Comparison, Cost, Greatest, Measured, OnClass, against, as_cost, bindings, bindings_of,
};
pub use numbers::{GivenNumbers, Numbers, QuantityError};
pub use price::{
    Model, PricedPhase, PricedStep, Prices, Switching, Weigh, price, price_checked, price_in_words,
    price_weighed,
};
pub use tabled::{Beyond, NamedTable, SentTimes, SizedMessage, TimesOf};
pub use times::{
    Counted, Fit, Fits, MOST_ROWS, MessageTime, TableFormat, TimeLine, TimePiece, TimePoint,
    TimeRow, TimeTable,
};
pub use timing::{GapTable, Gaps, Timing};
