//! Answers against a computed key: what is right, what is wrong and why, and what nobody can say.
//!
//! A problem set says what is asked; its key is computed by planner, checker, cost engine and
//! formulas, never typed. A submission answers. [`Verdict`] is one of few words, and "wrong" is
//! said only where it is certain: whatever cannot be read or decided is for the teacher.
//! `specs/problems.md` and `specs/answers.md` are the specifications.
//!
//! ```
//! use hockney::internal::grader::{Key, read_problems};
//!
//! let text = std::fs::read_to_string("specs/examples/sheet.problems.yaml").unwrap();
//! let set = read_problems(&text).unwrap();
//! assert!(Key::of(&set.questions[0]).unwrap().steps() > 0);
//! ```

mod answers;
mod grade;
mod key;
mod lists;
mod marked;
mod orders;
mod overrides;
mod problems;
mod report;
mod sheet;
mod student;
mod variants;
mod verdict;
mod ways;

pub use answers::{Given, MOST_BYTES, Submission, read_submission};
pub use grade::grade;
pub use key::{Key, KeyError};
pub use marked::{AskSummary, Mark, Marked, summary};
pub use overrides::{Decision, decide, read_overrides};
pub use problems::{
    Accept, Ask, Asked, Numbering, Partial, ProblemSet, Quantity, Question, Symbol, read_problems,
};
pub use report::{Feedback, Format, Report};
pub use sheet::{Markup, Sheet, write_blank, write_sheet};
pub(crate) use student::identity;
pub use verdict::{Graded, Verdict};
