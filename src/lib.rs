//! `hockney` plans, checks and prices collective communication in the model t_s + m t_w.
//!
//! ```
//! use hockney::{Choice, Question};
//! use hockney::checker::Limits;
//! use hockney::cost::Model;
//! use hockney::topology::Topology;
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let question = Question::new("all-gather", Topology::parse("ring:8")?)?;
//!     let plan = question.plan(Choice::Default)?;
//!     println!("{} messages in {} steps", plan.steps().messages(), plan.steps().count());
//!     let checked = plan.check(&Limits::default())?;
//!     let prices = checked.certified()?.price(Model::default());
//!     println!("{}", prices.cost);
//!     assert_eq!(prices.cost.to_string(), "7 t_s + 7 m t_w + 7 t_h");
//!     Ok(())
//! }
//! ```
//!
//! A [`Question`] is asked of the planner, which answers with a [`Plan`](question::Plan); the checker
//! makes a [`CheckedPlan`](question::CheckedPlan) of it, and what breaks no rule has a price.
//!
//! A [`topology`] says which vertices and links a machine has and which way messages go. A
//! [`collective`] says where blocks of data start and where they must end, and nothing about how.
//! Between the two stands a [`schedule`]: step by step, who sends which blocks to whom. It comes
//! from the [`planner`], or from a person by way of [`document`], and the [`checker`] trusts
//! neither: it follows every message and reports every broken rule with its place and what would
//! mend it. What the checker measured the [`cost`] engine sums exactly, as a linear form in t_s,
//! t_w and t_h; [`compare`] holds the sum against a [`formula`], the algorithm's closed form or
//! somebody's homework. A [`trace`] watches a schedule run, and [`mod@draw`] makes pictures of it.
//!
//! All of it computes with [`number`]s that are exact, complains in [`diagnostic`]s that show the
//! place, and prints nothing: that is left to [`cli`].

pub mod checker;
#[cfg(feature = "cli")]
pub mod cli;
pub mod collective;
pub mod compare;
pub mod cost;
pub mod diagnostic;
pub mod document;
pub mod draw;
pub mod formula;
#[cfg(feature = "grader")]
pub mod grader;
pub mod number;
mod parallel;
pub mod planner;
pub mod proof;
pub mod question;
pub mod schedule;
pub mod topology;
pub mod trace;

pub use question::{Choice, Question};
