//! What brings planner, cost and formulas together: a measured cost against a formula, and the
//! cheapest algorithm.

mod best;
mod closed_form;

pub use best::{BestError, best};
pub use closed_form::{Comparison, Measured, against, bindings, bindings_of};
