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
mod grade;
mod key;
mod lists;
mod marked;
mod overrides;
mod problems;
mod report;
mod sheet;
mod student;
mod traced;
mod verdict;

use lists::{Placeholder, list};
use problems::{CostPart, Symbol};
use traced::{Snapshot, Traced};

pub use answers::{GivenAnswer, MOST_BYTES, Submission, grain, read_submission, with_points};
pub use grade::{grade, reason, slip};
pub use key::{Key, KeyError, Standing};
pub use marked::{Mark, Marked};
pub use overrides::{Decision, decide, read_overrides};
pub use problems::{
    Accept, Ask, NEW_PROBLEMS, Partial, ProblemSet, Question, SizeSet, UnreadableSet, read_problems,
};
pub use report::{ClassReport, Feedback, Format};
pub use sheet::{Markup, SheetKind, write_blank, write_sheet};
pub use student::{identity, submitter};
pub use verdict::{Basis, Graded, Verdict};
