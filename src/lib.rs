//! `hockney` plans, checks and prices collective communication in the α-β (Hockney) model, where a message of
//! m words costs t_s + m t_w.
//!
//! ```
//! use hockney::{Question, Topology, ask};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let question = Question::new("all-gather", Topology::parse("ring:8")?)?;
//!     let answer = ask::answer(question, &ask::How::default())?;
//!     let figures = answer.figures();
//!     println!("{} messages in {} steps", figures.messages, figures.steps);
//!     let cost = figures.cost.as_ref().map(ToString::to_string).unwrap_or_default();
//!     println!("{cost}");
//!     assert_eq!(cost, "7 t_s + 7 m t_w + 7 t_h");
//!     Ok(())
//! }
//! ```
//!
//! A [`Question`] is a collective with its parameters ([`Instance`]) on a topology ([`Topology`]). It defines
//! where blocks of data start and where they must end. [`ask::answer`] answers it, as the program does:
//! [`ask::How`] says by which algorithm, with which numbers, and what is looked at. A schedule
//! that breaks no rule has a cost: an exact linear form in t_s, t_w and t_h ([`Cost`]).
//!
//! A [`Schedule`] can also be read from a file. The checker trusts neither the file nor the planner: it
//! follows every message and reports every broken rule with its place.
//!
//! ```
//! use hockney::{Limits, check, read_schedule};
//!
//! let text = "{format: hockney/schedule/v1, topology: linear-array:3, collective: {kind: broadcast, root: 0},
//!     steps: [[{from: 0, to: 1, blocks: [0]}, {from: 0, to: 2, blocks: [0]}]]}";
//! let document = read_schedule(text, &|file| Err(format!("there is no file {file}")))?;
//! let checked = check(&document.schedule, &Limits::default())?;
//! assert!(!checked.report().is_valid());
//! let advice = checked.report().violations[0].advice(checked.schedule());
//! assert_eq!(advice, "send to 1 in this step and to 2 in another");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Formula`] is parsed from common notation and compared with another for all values of its symbols. The
//! result is equal (by a normal form), different (with a counterexample), or undecided (with the reason).
//!
//! ```
//! use hockney::{Given, FormulaVerdict, equivalence, parse_formula};
//!
//! let sum = parse_formula("sum(i = 1..log p, ts + 2^(i-1) m tw)")?;
//! let closed = parse_formula("ts log p + m tw (p - 1)")?;
//! let answer = equivalence(&sum.links()[0], &closed.links()[0], &Given::default());
//! assert_eq!(answer.verdict, FormulaVerdict::Equal);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All numbers are exact ([`Rational`]). Errors are [`Diagnostic`]s that show the place. The library prints
//! nothing; the program does, and needs the feature `cli`. The feature `grader` adds problem sets and the
//! grading of answers. The feature `parallel` adds threads.

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;

pub use hockney_ask::answer as ask;
pub use hockney_base::diagnostic::{Diagnostic, Source};
pub use hockney_base::number::Rational;
pub use hockney_core::checker::{Checked, Limits, NoAnswer, Report, Violation, check};
pub use hockney_core::collective::{Instance, Ports, Schedule};
pub use hockney_core::schedule::{Message, Payload, Runs, Step, Steps};
pub use hockney_core::topology::Topology;
pub use hockney_cost::{Bound, Cost, Lemma, LowerBounds, Model, Prices, Reason};
pub use hockney_files::{
    Document, Header, Notation, read as read_schedule, write as write_schedule,
};
pub use hockney_formula::{
    Bindings, Formula, Given, Verdict as FormulaVerdict, equivalence, parse as parse_formula,
};
pub use hockney_plan::question::{Plan, Question, QuestionError};
