//! What brings planner, checker, cost and formulas together: a measured cost against a formula, the
//! ranking of all algorithms, and where the best of them changes.

mod best;
mod closed_form;
mod crossovers;
mod envelope;
mod pieces;
mod priced;
mod ranking;
mod sizes;

pub use best::{BestError, best};
pub use closed_form::{Comparison, Measured, against, bindings, bindings_of};
pub use crossovers::{
    MOST_CUTS, Over, Segment, TooManyCuts, bound_at, cost_at, crossovers, pieces_at,
};
pub use pieces::{BestPieces, PieceSteps, best_pieces};
pub use priced::{Loads, MOST_WEIGHED, Price};
pub use ranking::{Cut, How, Ranked, Ranking, Unpriced, ranking};
pub use sizes::{MOST_NODES, SizeSegment, TooManySizes, over_sizes, sizes};
