//! `hockney grade`: answers against a computed key, one or a whole class; and `hockney problems`.

mod class;

use sha2::{Digest, Sha256};

use super::prelude::*;
use hockney_files::ReadError;
use hockney_grader::{
    ClassReport, Feedback, Format, Key, Marked, Markup, NEW_PROBLEMS, ProblemSet, Question,
    SheetKind, UnreadableSet, decide, read_overrides, read_problems, submitter, write_blank,
    write_sheet,
};
use hockney_optimal::hex;

/// What to do with a problem set.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  hockney problems new -o problems.yaml
  hockney problems print problems.yaml --key

Asks of a question:
  {ask: steps}  {ask: number}  {ask: formula}  {ask: growth}  {ask: schedule}
  {ask: messages}  {ask: step, step: 2}  {ask: trace, after: 2}
  {ask: route, from: 0, to: 5}  {ask: links, from: 0, to: 5}
  {ask: network, of: diameter}  {ask: routes, from: 0, to: 5}  {ask: bound, of: steps}  {ask: pieces}
  {ask: best, among: [ring, bruck]}  {ask: verdict, schedule: '0 -> 1'}
  {ask: explain, what: 'Why is it congested?'}")]
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
#[command(after_help = "\
Examples:
  hockney grade problems.yaml answers.yaml
  hockney grade problems.yaml submissions/ -f csv -o class.csv")]
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
    /// Write the open answers to FILE, equal ones together, as decisions to fill in for --overrides.
    #[arg(long, value_name = "FILE")]
    pub(crate) open: Option<PathBuf>,
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

pub(crate) fn run(args: &GradeArgs) -> Result<Answer> {
    let text = input::read(&args.problems)?;
    let set = problem_set(&text)?;
    let keys = keys(&set.questions, &text)?;
    let format = args.format;
    // What the student of one submission reads.
    let for_student = matches!(format, Format::Gradescope | Format::PrairieLearn);
    if for_student && args.answers.len() > 1 {
        let count = args.answers.len();
        let message = format!("this format is for one submission, and {count} are named");
        return Err(Failure::input(message)
            .help("name one file or folder, or take -f json, jsonl or csv for the class"));
    }
    if args.metadata.is_some() && format != Format::Gradescope {
        return Err(Failure::input("--metadata names the student of one submission to Gradescope")
            .help("add -f gradescope"));
    }
    if args.anonymous && format == Format::Gradebook {
        return Err(Failure::input("a gradebook finds students by their names")
            .help("leave out --anonymous, or take -f csv"));
    }
    let secret = args.secret.as_deref().map(secret).transpose()?;
    if secret.is_none() && set.has_variants() {
        return Err(Failure::input("this set gives each student a variant")
            .help("name the file with the secret that they are drawn from: --secret FILE"));
    }
    let student = args.metadata.as_deref().map(submitter_in).transpose()?;
    let grading = class::Grading {
        set: &set,
        keys: &keys,
        secret: secret.as_deref(),
        student: student.as_deref(),
    };
    let (mut class, left_out) = match &args.answers[..] {
        [answers] if for_student => (vec![grading.only(answers)], None),
        named => {
            let (found, left_out) = class::files(named)?;
            (grading.all(&found), class::note_of(&left_out, args.anonymous))
        }
    };
    if let Some(file) = &args.overrides {
        decide_all(file, &set, &mut class)?;
    }
    // A single file that cannot be used is an error by itself; in a class it is a row.
    if let [Marked { unusable: Some(why), file, .. }] = &class[..]
        && format == Format::Text
    {
        return Err(Failure::input(format!("{file}: {why}")));
    }
    note_warnings(&class, args.anonymous);
    if let Some(left_out) = &left_out {
        note(left_out);
    }
    if format == Format::Gradebook {
        note_left_out(&class);
    }
    // What a problem set is known by: the first 16 hexadecimal digits of its SHA-256.
    let hash = hex(&Sha256::digest(text.text.as_bytes())[..8]);
    // Students may hand in again there.
    let feedback = if for_student { Feedback::Hint } else { Feedback::Full };
    let report = ClassReport {
        class: &class,
        title: set.title.as_deref(),
        set: &hash,
        program: GENERATOR,
        feedback: args.feedback.unwrap_or(feedback),
        anonymous: args.anonymous,
        left_out: left_out.as_deref(),
    };
    // The systems that run it need not make the folder of the results; an error is that of writing.
    if let Some(folder) = args.output.as_deref().filter(|_| for_student).and_then(Path::parent) {
        let _ = fs::create_dir_all(folder);
    }
    let write_to = if format == Format::Text { output::write_text } else { output::write_to };
    write_to(args.output.as_deref(), &mut |out| Ok(report.write(out, format)?))?;
    let also = |file: &Path, format| {
        output::write_to(Some(file), &mut |out| Ok(report.write(out, format)?))
    };
    if let Some(file) = &args.open {
        also(file, Format::Decisions)?;
    }
    if let Some(file) = args.output.as_ref().filter(|_| format == Format::Gradebook) {
        also(&file.with_extension("open.csv"), Format::OpenStudents)?;
    }
    Ok(Answer::Yes)
}

/// The secret that variants are drawn from.
fn secret(file: &str) -> Result<String> {
    let text = input::read(file)?.text;
    if text.trim().is_empty() {
        return Err(Failure::input(format!("{file} holds no secret"))
            .help("write a line of random characters into it, and keep it"));
    }
    Ok(text)
}

/// The student that Gradescope names.
fn submitter_in(file: &str) -> Result<String> {
    submitter(&input::read(file)?.text).map_err(|why| {
        Failure::input(format!("{file} does not name the student: {why}"))
            .help("name the submission_metadata.json that Gradescope writes")
    })
}

/// Puts the teacher's decisions in the place of verdicts.
fn decide_all(file: &str, set: &ProblemSet, class: &mut [Marked]) -> Result<()> {
    let (_, decisions) = input::parsed(file, |text| read_overrides(text, set))?;
    let alone = class.len() == 1;
    let left = decide(class, &decisions);
    // One file is graded for its student, who learns nothing of others.
    for decision in left.into_iter().filter(|_| !alone) {
        note(&format!(
            "the decision about {} of {} finds no submission",
            decision.ask, decision.student
        ));
    }
    Ok(())
}

/// What authors of answer files should change, though the files are graded.
fn note_warnings(class: &[Marked], anonymous: bool) {
    let warnings = class.iter().flat_map(|marked| {
        let file = if anonymous { "a file" } else { &marked.file };
        marked.warnings.iter().map(move |warning| visible(&format!("{file}: {warning}")))
    });
    let warnings: Vec<String> = warnings.collect();
    warnings.iter().take(NOTED).for_each(|warning| note(warning));
    if let Some(more) = warnings.len().checked_sub(NOTED).filter(|more| *more > 0) {
        note(&format!("{more} more answer files have such warnings"));
    }
}

/// Which submissions have no row in a gradebook.
fn note_left_out(class: &[Marked]) {
    let left_out = class.iter().filter(|marked| !marked.has_row());
    let name = |marked: &Marked| visible(marked.student.as_ref().unwrap_or(&marked.file));
    let names: Vec<String> = left_out.map(name).collect();
    if !names.is_empty() {
        let (count, all) = (names.len(), class.len());
        note(&format!(
            "{count} of {all} submissions are left out, since they are open or have no name: {}; --open FILE \
             writes the answers to decide",
            names.join(", ")
        ));
    }
}

/// The most warnings on standard error.
const NOTED: usize = 5;

/// The problem set in a text, or all that is wrong with it.
fn problem_set(text: &input::NamedText) -> Result<ProblemSet> {
    read_problems(&text.text).map_err(|UnreadableSet { errors, questions }| {
        // Where nothing is wrong but the size, there is no answer.
        if let Some(limit) = errors.first()
            && errors.iter().all(|error| matches!(error, ReadError::Limit { .. }))
        {
            return input::read_failure(limit, text);
        }
        let errors = errors.iter().map(ReadError::diagnostic);
        let keys = questions.iter().filter_map(|question| key(question).err());
        in_order(errors.chain(keys).collect(), text)
    })
}

fn keys<'q>(questions: &'q [Question], text: &input::NamedText) -> Result<Vec<Key<'q>>> {
    let keys: Vec<_> = questions.iter().map(key).collect();
    if keys.iter().all(Result::is_ok) {
        return Ok(keys.into_iter().flatten().collect());
    }
    Err(in_order(keys.into_iter().filter_map(Result::err).collect(), text))
}

fn key(question: &Question) -> Result<Key<'_>, Diagnostic> {
    Key::of(question).map_err(|error| {
        Diagnostic::new(format!("question {}: {error}", question.id))
            .at(question.place)
            .help("name an algorithm that fits, a smaller size, or a step that there is")
    })
}

/// The errors of a problem set in the order of their places.
fn in_order(mut errors: Vec<Diagnostic>, text: &input::NamedText) -> Failure {
    errors.sort_by_key(|error| error.span.map(|span| span.start));
    Failure::all_in_text(&errors, &text.source())
}

/// `hockney problems`: a new problem set, or one on paper.
pub(crate) fn problems(args: &ProblemsArgs) -> Result<Answer> {
    match &args.command {
        ProblemsCommand::New(args) => {
            let text = NEW_PROBLEMS.as_bytes();
            // Nobody wants to lose the questions that were written into it.
            if let Some(file) = args.output.as_deref().filter(|file| file.is_file()) {
                return Err(Failure::input(format!("{} already exists", file.display()))
                    .help("name another file, or delete this one"));
            }
            output::write_to(args.output.as_deref(), &mut |out| Ok(out.write_all(text)?))?;
            Ok(Answer::Yes)
        }
        ProblemsCommand::Print(args) => print(args),
    }
}

fn print(args: &PrintArgs) -> Result<Answer> {
    let text = input::read(&args.problems)?;
    let set = problem_set(&text)?;
    let set = match (&args.secret, &args.student) {
        (Some(secret), Some(student)) => set.variant(&self::secret(secret)?, student),
        _ => set,
    };
    // A set whose key cannot be computed is not handed out.
    let keys = self::keys(&set.questions, &text)?;
    let sheet = if args.key { SheetKind::Solution } else { SheetKind::Questions };
    output::write_to(args.output.as_deref(), &mut |out| {
        if args.blank {
            Ok(write_blank(out, &keys, args.student.as_deref())?)
        } else {
            Ok(write_sheet(out, &set, &keys, sheet, args.format)?)
        }
    })?;
    Ok(Answer::Yes)
}
