//! What brings planner, checker, cost and formulas together: a measured cost against a formula, the
//! ranking of all algorithms, and where the best of them changes.
//!
//! ```
//! use hockney::Question;
//! use hockney::compare::{How, ranking};
//! use hockney::cost::Numbers;
//! use hockney::topology::Topology;
//!
//! let question = Question::new("all-gather", Topology::parse("hypercube:8").unwrap()).unwrap();
//! let ranking = ranking(question.request(), &Numbers::default(), &How::default());
//! assert_eq!(ranking.rows[0].cost.to_string(), "3 t_s + 7 m t_w");
//! ```

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
