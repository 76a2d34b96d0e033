//! Grades answers with a computed key: right, wrong with the reason, or undecided.
//!
//! A problem set contains the questions; the planner, the checker, the cost engine and the formulas
//! compute its key. A submission answers. [`Verdict`] is one of few words, and the verdict is
//! "wrong" only where it is certain: whatever cannot be read or decided is for the teacher.
//! `specs/problems.md` and `specs/answers.md` are the specifications.
//!
//! ```
//! use hockney_grader::{Key, read_problems};
//!
//! let sheet = concat!(env!("CARGO_MANIFEST_DIR"), "/../../specs/examples/sheet.problems.yaml");
//! let text = std::fs::read_to_string(sheet).unwrap();
//! let set = read_problems(&text).unwrap();
//! assert!(Key::of(&set.questions[0]).unwrap().steps() > 0);
//! ```

mod answers;
mod asks;
pub mod expect;
mod grade;
mod key;
mod marked;
mod problems;
mod report;
mod sheet;
mod traced;
mod verdict;

use problems::CostPart;
use traced::{Snapshot, Traced};
use verdict::{Placeholder, list};

/// What many files need: the question with its key and its grade, and the words of the field.
mod prelude {
    pub(crate) use std::collections::BTreeMap;
    pub(crate) use std::fmt::Display;
    pub(crate) use std::sync::Arc;

    pub(crate) use crate::asks::Asked;
    pub(crate) use crate::grade::ladder::{Gradable, graded};
    pub(crate) use crate::problems::keys::{AskContext, Keys, bad, one_of, text_of};
    pub(crate) use crate::verdict::list;
    pub(crate) use crate::{Accept, Ask, Basis, CostPart, Graded, Key, Marked, ProblemSet};
    pub(crate) use crate::{Question, SizeSet, Standing, Traced, Verdict};
    pub(crate) use hockney_ask::Ranked;
    pub(crate) use hockney_base::diagnostic::{Diagnostic, Source};
    pub(crate) use hockney_base::number::Rational;
    pub(crate) use hockney_core::collective::{Data, Instance, Parameter, Schedule};
    pub(crate) use hockney_core::schedule::{Listed, Payload, Runs, Step};
    pub(crate) use hockney_core::topology::Topology;
    pub(crate) use hockney_cost::{Cost, bindings_of};
    pub(crate) use hockney_files::{Node, ReadError, scalar, shortened, words};
    pub(crate) use hockney_formula::{Bindings, Expr, ExprKind, Formula, Link, Powers, parse};
    pub(crate) use hockney_plan::planner::{Algorithm, ClosedForm, Request};
}

pub use answers::{
    GivenAnswer, MOST_BYTES, Submission, placed, read_outline, read_submission, student_of,
};
pub use grade::{grade, reason, slip};
pub use key::{Key, KeyError, Standing};
pub use marked::{Decision, Mark, Marked, decide, read_overrides};
pub use problems::{
    Accept, Ask, NEW_PROBLEMS, Partial, ProblemSet, Question, SizeSet, UnreadableSet, identity,
    read_problems, submitter,
};
pub use report::{ClassReport, Feedback, Format};
pub use sheet::{Markup, SheetKind, write_blank, write_sheet};
pub use verdict::{Basis, Graded, Verdict};
