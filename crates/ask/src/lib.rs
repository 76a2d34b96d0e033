//! Connects planner, checker, cost and formulas: a measured cost compared with a formula, the ranking of all
//! algorithms, and the places where the best of them changes.
//!
//! ```
//! use hockney_plan::question::Question;
//! use hockney_ask::{How, ranking};
//! use hockney_cost::Numbers;
//! use hockney_core::topology::Topology;
//!
//! let question = Question::new("all-gather", Topology::parse("hypercube:8").unwrap()).unwrap();
//! let ranking = ranking(&question, &Numbers::default(), &How::default());
//! assert_eq!(ranking.rows[0].cost.to_string(), "3 t_s + 7 m t_w");
//! ```

pub mod answer;
mod bounds;
mod candidates;
mod crossovers;
mod envelope;
mod how;
mod in_range;
mod left_out;
pub mod network;
mod pieces;
mod placement;
mod priced;
mod ranking;
mod row;
mod sizes;

pub use bounds::Later;
pub use crossovers::{
    MOST_CUTS, Over, Segment, TooManyCuts, bound_at, cost_at, crossovers, pieces_at,
};
pub use how::{Cut, How, MOST_WEIGHED};
pub use left_out::{LeftOut, Why};
pub use pieces::{BestPieces, InPieces, PieceSteps, pieces};
pub use placement::{Found, Search, SearchError, best_placement, contended_total};
pub use priced::{Loads, Price};
pub use ranking::{NoBest, Ranking, Unpriced, best, ranking, rankings};
pub use row::{NumberedAlgorithms, Ranked};
pub use sizes::{MOST_NODES, TooManySizes, over_sizes, sizes};
