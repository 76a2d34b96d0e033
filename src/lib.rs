//! `hockney` plans, checks and prices collective communication in the α-β (Hockney) model, where a message of
//! m words costs t_s + m t_w.
//!
//! # What is promised about versions
//!
//! - What is named in the root of this crate, and the modules [`ask`], [`draw`], [`export`], [`grade`] and
//!   [`formula`], changes its meaning only in a version with another second number: 0.1.4 can replace 0.1.3. The
//!   changelog names each change.
//! - The other modules are the parts of the program. They are documented, so that every type in a signature has a
//!   page, but any version may change them.
//! - Files and documents carry their format, such as `hockney/schedule/v1`. A format of the same number never
//!   changes its meaning and never loses a key. It may get new keys.
//! - Structs that only the library makes, and errors that may get more variants, are `#[non_exhaustive]`. Structs
//!   of options are made with `..Default::default()`, and may get more fields.
//! - The oldest Rust that builds this is the `rust-version` in `Cargo.toml`. A newer one is a change of the second
//!   number.
//!
//! # A question and its answer
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
//! The total at given numbers is one call:
//!
//! ```
//! use hockney::{Model, Numbers, Question, Switching, Topology, ask};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let question = Question::new("broadcast", Topology::parse("ring:8")?)?;
//! // m = 100, t_s = 5, t_w = 1
//! let how = ask::How::at(Numbers::of(100, 5, 1));
//! assert_eq!(ask::total(question.clone(), &how)?.to_string(), "315");
//!
//! let model = Model { switching: Switching::StoreAndForward, ..Model::default() };
//! assert_eq!(ask::total(question, &ask::How { model, ..how })?.to_string(), "715");
//! # Ok(())
//! # }
//! ```
//!
//! # By task
//!
//! | to | see | example |
//! |---|---|---|
//! | plan a schedule, check it and price it | [`ask`] | above |
//! | choose an algorithm by name | [`algorithms`] | |
//! | check a schedule that you have | [`check`], [`files`] | `examples/check.rs` |
//! | rank algorithms, find crossovers and placements | [`compare`] | `examples/rank.rs` |
//! | draw steps as SVG, TikZ, HTML or text | [`draw`] | `examples/draw.rs` |
//! | prove a closed form for all sizes | [`prove`] | `examples/prove.rs` |
//! | write a schedule for other software | [`export`] | |
//! | grade answers | [`grade`] | `examples/grade.rs` |
//! | decide whether two formulas are equal | [`formula`] | below |
//!
//! The checker trusts neither a file nor the planner: it follows every message and reports every broken rule with
//! its place and a fix.
//!
//! A [`Formula`] is parsed from common notation and compared with another for all values of its symbols. The
//! result is equal (by a normal form), different (with a counterexample), or undecided (with the reason).
//!
//! ```
//! use hockney::formula::{Given, Verdict, equivalence, parse};
//!
//! let sum = parse("sum(i = 1..log p, ts + 2^(i-1) m tw)")?;
//! let closed = parse("ts log p + m tw (p - 1)")?;
//! let answer = equivalence(&sum.links()[0], &closed.links()[0], &Given::default());
//! assert_eq!(answer.verdict, Verdict::Equal);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All numbers are exact ([`Rational`]). Errors are [`Diagnostic`]s that show the place. The library prints
//! nothing; the program does, and needs the feature `cli`. The features `draw` and `export` add the
//! modules of these names, `parallel` adds threads, and `optimal` the solver of [`optimal`].

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;

// What most programs need.
pub use hockney_base::diagnostic::{Diagnostic, Source};
pub use hockney_base::number::Rational;
pub use hockney_core::checker::{Checked, Limits, NoAnswer, Report, Violation, check};
pub use hockney_core::collective::{Instance, Ports, Schedule};
pub use hockney_core::schedule::{Message, Payload, Runs, Step, Steps};
pub use hockney_core::topology::Topology;
pub use hockney_cost::{Cost, GivenNumbers, LowerBounds, Model, Numbers, Prices, Switching};
pub use hockney_formula::Formula;
pub use hockney_plan::planner::{Algorithm, algorithms};
pub use hockney_plan::question::{Plan, Question, QuestionError};

// One module for each task.
/// The example `examples/rank.rs`:
///
/// ```
#[doc = include_str!("../examples/rank.rs")]
/// ```
#[doc(inline)]
pub use hockney_ask as compare;
#[doc(inline)]
pub use hockney_ask::answer as ask;
#[cfg(feature = "draw")]
/// The example `examples/draw.rs`:
///
/// ```
#[doc = include_str!("../examples/draw.rs")]
/// ```
#[doc(inline)]
pub use hockney_draw as draw;
#[cfg(feature = "export")]
#[doc(inline)]
pub use hockney_export as export;
/// The example `examples/check.rs`:
///
/// ```
#[doc = include_str!("../examples/check.rs")]
/// ```
#[doc(inline)]
pub use hockney_files as files;
#[doc(inline)]
pub use hockney_foreign as foreign;
#[doc(inline)]
pub use hockney_formula as formula;
/// The example `examples/grade.rs`:
///
/// ```
#[doc = include_str!("../examples/grade.rs")]
/// ```
#[doc(inline)]
pub use hockney_grader as grade;
#[doc(inline)]
pub use hockney_optimal as optimal;
#[doc(inline)]
pub use hockney_plan as plan;
#[doc(inline)]
pub use hockney_program as program;
/// The example `examples/prove.rs`:
///
/// ```
#[doc = include_str!("../examples/prove.rs")]
/// ```
#[doc(inline)]
pub use hockney_proof as prove;

// What their signatures name.
#[doc(inline)]
pub use hockney_base::{diagnostic, number, rule, table, term};
#[doc(inline)]
pub use hockney_core::{checker, collective, schedule, topology, trace};
#[doc(inline)]
pub use hockney_cost as cost;
#[doc(inline)]
pub use hockney_kernel as kernel;
