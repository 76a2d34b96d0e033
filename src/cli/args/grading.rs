//! The command line of `grade` and `problems`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::words::{Word, one_of};
use hockney_grader::{Feedback, Format, Markup};

pub(super) const GRADE_EXAMPLES: &str = "\
Examples:
  hockney grade problems.yaml answers.yaml
  hockney grade problems.yaml submissions/ -f csv -o class.csv";

pub(super) const PROBLEMS_EXAMPLES: &str = "\
Examples:
  hockney problems new -o problems.yaml
  hockney problems print problems.yaml --key

Asks of a question:
  {ask: steps}  {ask: number}  {ask: formula}  {ask: growth}  {ask: schedule}
  {ask: messages}  {ask: step, step: 2}  {ask: trace, after: 2}
  {ask: route, from: 0, to: 5}  {ask: links, from: 0, to: 5}
  {ask: best, among: [ring, bruck]}  {ask: verdict, schedule: '0 -> 1'}";

/// What to do with a problem set.
#[derive(Args, Clone, Debug)]
pub(crate) struct ProblemsArgs {
    #[command(subcommand)]
    pub(crate) command: ProblemsCommand,
}

#[derive(Clone, Debug, Subcommand)]
pub(crate) enum ProblemsCommand {
    /// Write a problem set to begin with: four questions, with comments that explain the format.
    New(NewArgs),
    /// Print the sheet, a blank answer file or the worked solution.
    Print(PrintArgs),
}

/// Where a new problem set is written.
#[derive(Args, Clone, Debug)]
pub(crate) struct NewArgs {
    /// Write to FILE (atomically).
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// What of a problem set is printed.
#[derive(Args, Clone, Debug)]
pub(crate) struct PrintArgs {
    /// The problem set.
    pub(crate) problems: String,
    /// Print the worked solution.
    #[arg(long, conflicts_with = "blank")]
    pub(crate) key: bool,
    /// An answer file to fill in, instead of the sheet.
    #[arg(long)]
    pub(crate) blank: bool,
    /// The file with the secret that variants are drawn from.
    #[arg(long, value_name = "FILE", requires = "student")]
    pub(crate) secret: Option<String>,
    /// The student whose variant is printed.
    #[arg(long, value_name = "NAME", requires = "secret")]
    pub(crate) student: Option<String>,
    /// Markdown or LaTeX.
    #[arg(short, long, default_value = "md", value_parser = one_of(&[
        ("md: Markdown", Markup::Markdown),
        ("tex: LaTeX", Markup::Latex),
    ]))]
    pub(crate) format: Markup,
    /// Write to FILE (atomically).
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// What to grade.
#[derive(Args, Clone, Debug)]
pub(crate) struct GradeArgs {
    /// The problem set.
    pub(crate) problems: String,
    /// Submissions: files, or folders of them.
    #[arg(required = true)]
    pub(crate) answers: Vec<String>,
    /// How much of the verdicts the report contains [default: hint for gradescope and prairielearn, full
    /// for other formats].
    #[arg(long, value_parser = one_of(&[
        ("score: Points only", Feedback::Score),
        ("hint: What is wrong, without the right answer", Feedback::Hint),
        ("full: The right answer too", Feedback::Full),
    ]))]
    pub(crate) feedback: Option<Feedback>,
    /// A file with the teacher's own decisions, which replace verdicts.
    #[arg(long, value_name = "FILE")]
    pub(crate) overrides: Option<String>,
    /// The file with the secret that variants are drawn from.
    #[arg(long, value_name = "FILE")]
    pub(crate) secret: Option<String>,
    /// Gradescope's submission_metadata.json, which names the student, whatever the answers say.
    #[arg(long, value_name = "FILE")]
    pub(crate) metadata: Option<String>,
    /// Leave names out of the report.
    #[arg(long)]
    pub(crate) anonymous: bool,
    /// The format of the report.
    #[arg(short, long, default_value = "text", value_parser = one_of(GRADE_FORMATS))]
    pub(crate) format: Format,
    /// Write to FILE (atomically).
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// The formats of a grade report.
const GRADE_FORMATS: &[Word<Format>] = &[
    ("text: For people", Format::Text),
    ("json: One document for all submissions", Format::Json),
    ("jsonl: A document in each line, for each submission", Format::JsonLines),
    ("csv: A table with a row for each submission", Format::Csv),
    ("gradebook: The table of points that Canvas and Moodle import", Format::Gradebook),
    (
        "gradescope: The results.json of Gradescope's autograder, for one submission",
        Format::Gradescope,
    ),
    (
        "prairielearn: The results.json of PrairieLearn's external graders, for one submission",
        Format::PrairieLearn,
    ),
];
