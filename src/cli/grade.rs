//! `hockney grade`: answers against a computed key, one or a whole class; and `hockney problems`.
//!
//! The submissions of a class are found in an order that does not depend on the machine, read within bounds, and graded side by
//! side. What is wrong with one never touches another.

use std::collections::BTreeSet;
use std::slice;
use std::time::Duration;

use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::output::Progress;
use super::prelude::*;
use hockney_base::diagnostic::Source;
use hockney_files::ReadError;
use hockney_grader::{
    ClassReport, Feedback, Format, Key, MOST_BYTES, Marked, Markup, NEW_PROBLEMS, ProblemSet,
    Question, SheetKind, Submission, UnreadableSet, decide, identity, read_overrides,
    read_problems, read_submission, submitter, write_blank, write_sheet,
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

pub(crate) fn run(args: &GradeArgs) -> Result<()> {
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
    let grading =
        Grading { set: &set, keys: &keys, secret: secret.as_deref(), student: student.as_deref() };
    let (mut class, left_out) = match &args.answers[..] {
        [answers] if for_student => (vec![grading.only(answers)], None),
        named => {
            let (found, left_out) = files(named)?;
            (grading.all(&found), note_of(&left_out, args.anonymous))
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
    Ok(())
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
            return input::read_failure(limit, &text.source());
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
pub(crate) fn problems(args: &ProblemsArgs) -> Result<()> {
    match &args.command {
        ProblemsCommand::New(args) => {
            let text = NEW_PROBLEMS.as_bytes();
            // Nobody wants to lose the questions that were written into it.
            if let Some(file) = args.output.as_deref().filter(|file| file.is_file()) {
                return Err(Failure::input(format!("{} already exists", file.display()))
                    .help("name another file, or delete this one"));
            }
            output::write_to(args.output.as_deref(), &mut |out| Ok(out.write_all(text)?))
        }
        ProblemsCommand::Print(args) => print(args),
    }
}

fn print(args: &PrintArgs) -> Result<()> {
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
    })
}

/// The most submissions in one run.
const MOST_FILES: usize = 100_000;

/// The deepest folder that is searched, below the one that is named.
const DEEPEST: usize = 8;

/// A submission that was found.
struct FoundFile {
    /// As it is called in reports: below the folder that was named.
    name: String,
    path: PathBuf,
    /// The folder that it must not lead out of.
    within: Option<PathBuf>,
}

impl FoundFile {
    /// Its name without its folder and its ending.
    fn stem(&self) -> String {
        self.path.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned())
    }
}

/// The files that are named, and those of the folders that are, by name; and the files of the folders
/// other than answer files.
fn files(named: &[String]) -> Result<(Vec<FoundFile>, Vec<String>)> {
    let (mut found, mut left_out) = (Vec::new(), Vec::new());
    for name in named {
        let path = Path::new(name);
        if path.is_dir() {
            let root = fs::canonicalize(path).map_err(|error| cannot(name, &error))?;
            below(path, &root, "", &mut found, &mut left_out)
                .map_err(|error| cannot(name, &error))?;
        } else {
            if !path.exists() {
                return Err(cannot(name, &std::io::ErrorKind::NotFound.into()));
            }
            found.push(FoundFile { name: name.clone(), path: path.to_owned(), within: None });
        }
    }
    match found.len() {
        0 => Err(Failure::input(format!("there is no submission in {}", named.join(", "))).help(
            "submissions are files that end in .yaml, .yml, .json or .txt, in the folder or one below it",
        )),
        n if n > MOST_FILES => Err(Failure::no_answer(format!(
            "{n} submissions are needed, {MOST_FILES} are allowed in one run"
        ))),
        _ => Ok((found, left_out)),
    }
}

fn cannot(name: &str, error: &std::io::Error) -> Failure {
    Failure::cannot(&format!("read {name}"), error).help("name a file or folder that exists")
}

/// The submissions in a folder and in those below it.
fn below(
    folder: &Path,
    root: &Path,
    prefix: &str,
    found: &mut Vec<FoundFile>,
    left_out: &mut Vec<String>,
) -> std::io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        let shown = format!("{prefix}{name}");
        let hidden = name.starts_with('.');
        if entry.file_type()?.is_dir() {
            if !hidden && prefix.matches('/').count() < DEEPEST {
                below(&entry.path(), root, &format!("{shown}/"), found, left_out)?;
            }
            continue;
        }
        let ends = ["yaml", "yml", "json", "txt"].iter().any(|end| {
            entry.path().extension().is_some_and(|found| found.eq_ignore_ascii_case(end))
        });
        if ends && !hidden {
            found.push(FoundFile {
                name: shown,
                path: entry.path(),
                within: Some(root.to_owned()),
            });
        } else if !hidden {
            left_out.push(shown);
        }
    }
    Ok(())
}

/// What submissions are graded against.
struct Grading<'g> {
    set: &'g ProblemSet,
    keys: &'g [Key<'g>],
    /// The secret that variants are drawn from.
    secret: Option<&'g str>,
    /// The student, where the system that collects the answers says who it is.
    student: Option<&'g str>,
}

impl Grading<'_> {
    /// Grades all of them, in their order.
    fn all(&self, files: &[FoundFile]) -> Vec<Marked> {
        let named = self.names_students(files);
        let one = |found: &FoundFile| self.one(found, named);
        let progress = Progress::of(files.len() as u64, "submissions", 1, Duration::ZERO);
        let done = |_: &Marked| progress.add(1);
        let class: Vec<Marked> = if files.len() > 1 {
            files.par_iter().map(one).inspect(done).collect()
        } else {
            files.iter().map(one).collect()
        };
        progress.end();
        note_twice(class)
    }

    /// Grades the file with this name, or the only one in the folder. What is wrong with it is a part
    /// of the report, which the student reads.
    fn only(&self, name: &String) -> Marked {
        let mut found = files(slice::from_ref(name)).map(|(found, _)| found);
        // Beside an answer file a text is a remark.
        if let Ok(found) = &mut found {
            let is_text =
                |found: &FoundFile| found.path.extension().is_some_and(|end| end == "txt");
            if !found.iter().all(is_text) {
                found.retain(|found| !is_text(found));
            }
        }
        let why = match found.as_deref() {
            Ok([found]) => return self.one(found, false),
            Ok(found) => {
                let names = found.iter().take(NAMED).map(|found| format!("`{}`", found.name));
                let names = names.collect::<Vec<_>>().join(", ");
                let more = if found.len() > NAMED { ", .." } else { "" };
                format!("there are {} files, {names}{more}; submit one", found.len())
            }
            Err(Failure { kind: FailureKind::NoAnswer, message, .. }) => message.clone(),
            Err(_) => {
                "there is no answer file; submit one that ends in .yaml, .yml, .json or .txt".into()
            }
        };
        Marked::unusable(self.keys, name, why)
    }

    /// Whether the names of files may be those of students: all differ, and none is that of an ask.
    fn names_students(&self, files: &[FoundFile]) -> bool {
        let names: BTreeSet<String> = files.iter().map(|found| identity(&found.stem())).collect();
        let ids = self.set.questions.iter().map(|question| &question.id);
        let asks = self.keys.iter().flat_map(|key| &key.question.asks).map(|ask| &ask.name);
        files.len() > 1
            && names.len() == files.len()
            && ids.chain(asks).all(|name| !names.contains(&identity(name)))
    }

    fn one(&self, found: &FoundFile, named: bool) -> Marked {
        let marked = read(found).and_then(|mut read| {
            read.student = read.student.or_else(|| named.then(|| found.stem()));
            self.marked(&found.name, read)
        });
        marked.unwrap_or_else(|why| Marked::unusable(self.keys, &found.name, why))
    }

    /// Grades one, against its student's own variant where there is a secret.
    fn marked(&self, file: &str, mut submission: Submission) -> Result<Marked, String> {
        let said = self.student.and_then(|student| submission.student.replace(student.to_owned()));
        let mut marked = match self.secret.filter(|_| self.set.has_variants()) {
            None => Marked::new(self.keys, file, &submission),
            Some(secret) => {
                let student = submission.student.as_ref();
                let student =
                    student.ok_or("it does not say whose variant it answers: write student: ..")?;
                let own = self.set.variant(secret, student);
                let keys = own.questions.iter().map(Key::of).collect::<Result<Vec<_>, _>>();
                let keys = keys.map_err(|error| error.to_string())?;
                Marked { variant: own.drawn(), ..Marked::new(&keys, file, &submission) }
            }
        };
        if let (Some(said), Some(student)) = (said, self.student)
            && identity(&said) != identity(student)
        {
            let note = format!("the file names `{said}`, but `{student}` submitted it and counts");
            marked.notes.push(note);
        }
        Ok(marked)
    }
}

/// The note about files other than answer files.
fn note_of(left_out: &[String], anonymous: bool) -> Option<String> {
    let files = match left_out.len() {
        0 => return None,
        1 => "1 file".to_owned(),
        count => format!("{count} files"),
    };
    let mut names =
        left_out.iter().take(NAMED).map(|name| visible(name)).collect::<Vec<_>>().join(", ");
    if left_out.len() > NAMED {
        names.push_str(", ..");
    }
    let names = if anonymous { String::new() } else { format!(": {names}") };
    Some(format!("{files} left out{names}; answer files end in .yaml, .yml, .json or .txt"))
}

/// The most files that are named in a note, or where there should be one.
const NAMED: usize = 5;

/// Says of each where another submission is by the same student.
fn note_twice(mut class: Vec<Marked>) -> Vec<Marked> {
    let mut files: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for marked in &class {
        if let Some(student) = &marked.student {
            files.entry(identity(student)).or_default().push(marked.file.clone());
        }
    }
    for marked in &mut class {
        let Some(student) = &marked.student else { continue };
        let same = files.get(&identity(student)).into_iter().flatten();
        let others: Vec<&String> = same.filter(|file| **file != marked.file).collect();
        marked.twice = match others[..] {
            [] => None,
            [one] => Some(one.clone()),
            [first, ref more @ ..] => Some(format!("{first} and {} more", more.len())),
        };
    }
    class
}

/// A submission, or what is wrong with it and where.
fn read(found: &FoundFile) -> Result<Submission, String> {
    let text = text(found)?;
    read_submission(&text).map_err(|error| {
        let diagnostic = error.diagnostic();
        let place = diagnostic.position(&Source::new(&found.name, &text));
        let place =
            place.map_or(String::new(), |at| format!("line {}, column {}: ", at.line, at.column));
        format!("{place}{}", diagnostic.message)
    })
}

/// The text of a submission, if it is an ordinary file of ordinary size where it should be.
fn text(found: &FoundFile) -> Result<String, String> {
    let cannot = |error: std::io::Error| format!("cannot be read: {}", reason(&error));
    let real = fs::canonicalize(&found.path).map_err(cannot)?;
    if found.within.as_ref().is_some_and(|root| !real.starts_with(root)) {
        return Err("it is a link that leads out of the folder".to_owned());
    }
    // Opening a pipe or a device might never return.
    let about = fs::metadata(&real).map_err(cannot)?;
    if !about.is_file() {
        return Err("it is not a regular file".to_owned());
    }
    let mut bytes = Vec::new();
    let mut file = File::open(&real).map_err(cannot)?.take(MOST_BYTES as u64 + 1);
    file.read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() > MOST_BYTES {
        return Err(format!("it has more than {MOST_BYTES} bytes"));
    }
    if bytes.is_empty() {
        return Err("it is empty".to_owned());
    }
    String::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned())
}
