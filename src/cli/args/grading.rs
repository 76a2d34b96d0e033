//! The command line of `grade` and `problems`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

pub(super) const GRADE_EXAMPLES: &str = "\
  hockney grade problems.yaml answers.yaml
  hockney grade problems.yaml submissions/ -f csv -o class.csv";

/// What to do with a problem set.
#[derive(Args, Clone, Debug)]
pub(crate) struct ProblemsArgs {
    #[command(subcommand)]
    pub(crate) command: ProblemsCommand,
}

#[derive(Clone, Debug, Subcommand)]
pub(crate) enum ProblemsCommand {
    /// Print it for people.
    Print(PrintArgs),
}

/// What of a problem set is printed.
#[derive(Args, Clone, Debug)]
pub(crate) struct PrintArgs {
    /// The problem set.
    pub(crate) problems: String,
    /// With the answers, worked out.
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
    #[arg(short, long, value_enum, default_value_t)]
    pub(crate) format: SheetFormat,
    /// Write to a file, replaced only when whole.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// How a sheet is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum SheetFormat {
    /// Markdown.
    #[default]
    Md,
    /// LaTeX.
    Tex,
}

/// What to grade.
#[derive(Args, Clone, Debug)]
pub(crate) struct GradeArgs {
    /// The problem set.
    pub(crate) problems: String,
    /// Submissions: files, or folders of them.
    #[arg(required = true)]
    pub(crate) answers: Vec<String>,
    /// How much a student is told.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) feedback: FeedbackArg,
    /// The teacher's own decisions, which take the place of verdicts.
    #[arg(long, value_name = "FILE")]
    pub(crate) overrides: Option<String>,
    /// The file with the secret that variants are drawn from.
    #[arg(long, value_name = "FILE")]
    pub(crate) secret: Option<String>,
    /// Leave names out of the report.
    #[arg(long)]
    pub(crate) anonymous: bool,
    /// The format of the report.
    #[arg(short, long, value_enum, default_value_t)]
    pub(crate) format: GradeFormat,
    /// Write to a file, replaced only when whole.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// How much a student is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum FeedbackArg {
    /// Points only.
    Score,
    /// What is wrong, without the right answer.
    Hint,
    /// The right answer too.
    #[default]
    Full,
}

/// The format of a grade report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum GradeFormat {
    /// For people.
    #[default]
    Text,
    /// One document for all submissions.
    Json,
    /// A document in each line, for each submission.
    Jsonl,
    /// A table with a row for each submission.
    Csv,
    /// The results.json of Gradescope's autograder, for one submission.
    Gradescope,
    /// The results.json of PrairieLearn's external graders, for one submission.
    Prairielearn,
}
