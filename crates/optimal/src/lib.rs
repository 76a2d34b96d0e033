//! Certified optima: the least steps and words of a collective on a small machine, with reasons.
//!
//! A [`Task`] is a collective on a machine. For a [`Cell`], a number of steps and pieces, [`Encoding`] writes
//! the formula that a schedule exists. A model is a schedule, which the checker accepts or rejects. If there is
//! no model, the proof of that is checked by [`lrat`]. [`front`] asks for one cell after another.
//! `specs/optimal.md` defines the formulas.
//!
//! Nothing here runs a solver but `engine`, with the feature `solver`, and `cadical`, with the feature of that
//! name. No answer of a solver is trusted.

#[cfg(feature = "cadical")]
pub mod cadical;
pub mod certificate;
mod cnf;
mod copied;
mod encoding;
#[cfg(feature = "solver")]
pub mod engine;
mod formed;
mod front;
mod lemmas;
pub mod lrat;
mod question;
mod routes;
mod symmetry;
mod task;

pub use cnf::{Cnf, Literal, MOST_LITERALS, Truth, hex, is_true};
pub use encoding::{Cell, Encoding, Sent, VERSION};
pub use formed::MOST_COMBINED;
pub use front::{
    Corner, Effort, Engine, Front, Gap, Point, Reason, Refutation, SearchPlan, Solved, front,
    gossip_of,
};
pub use lemmas::{Lemma, fewest_rounds, fewest_steps};
pub use question::{NotSearched, Searched, size};
pub use routes::{RouteClauses, StepMessages};
pub use symmetry::Symmetry;
pub use task::{CopiedPiece, MOST_NODES, Task, TaskKind, Wire, Wires};
