//! `hockney grade`: answers against a computed key, one or a whole class; and `hockney problems`.

mod class;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::args::{GradeArgs, PrintArgs, ProblemsArgs, ProblemsCommand};
use super::failure::{Failure, Result};
use super::{Answer, GENERATOR, input, note, output};
use hockney_base::diagnostic::{Diagnostic, visible};
use hockney_files::ReadError;
use hockney_grader::{
    Feedback, Format, Key, Marked, NEW_PROBLEMS, ProblemSet, Question, Report, Sheet, Unreadable,
    decide, read_overrides, read_problems, submitter, write_blank, write_sheet,
};

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
    let hash = hash(&text.text);
    // Students may hand in again there.
    let feedback = if for_student { Feedback::Hint } else { Feedback::Full };
    let report = Report {
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

/// How many submissions have no row in a gradebook.
fn note_left_out(class: &[Marked]) {
    let left_out = |marked: &&Marked| marked.is_for_the_teacher() || marked.student.is_none();
    let count = class.iter().filter(left_out).count();
    if count > 0 {
        note(&format!(
            "{count} of {} submissions are left out: they need a person or have no name; see -f text",
            class.len()
        ));
    }
}

/// The most warnings on standard error.
const NOTED: usize = 5;

/// The problem set in a text, or all that is wrong with it.
fn problem_set(text: &input::Text) -> Result<ProblemSet> {
    read_problems(&text.text).map_err(|Unreadable { errors, questions }| {
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

fn keys<'q>(questions: &'q [Question], text: &input::Text) -> Result<Vec<Key<'q>>> {
    let (mut keys, mut errors) = (Vec::new(), Vec::new());
    for question in questions {
        match key(question) {
            Ok(key) => keys.push(key),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(keys) } else { Err(in_order(errors, text)) }
}

fn key(question: &Question) -> Result<Key<'_>, Diagnostic> {
    Key::of(question).map_err(|error| {
        Diagnostic::new(format!("question {}: {error}", question.id))
            .at(question.place)
            .help("name an algorithm that fits, a smaller size, or a step that there is")
    })
}

/// The errors of a problem set in the order of their places.
fn in_order(mut errors: Vec<Diagnostic>, text: &input::Text) -> Failure {
    errors.sort_by_key(|error| error.span.map(|span| span.start));
    Failure::all_in_text(&errors, &text.source())
}

/// What a problem set is known by: the first 16 hexadecimal digits of its SHA-256.
fn hash(text: &str) -> String {
    let mut hash = String::new();
    for byte in &Sha256::digest(text.as_bytes())[..8] {
        // Writing to a string does not fail.
        let _ = write!(hash, "{byte:02x}");
    }
    hash
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
    let sheet = if args.key { Sheet::Solution } else { Sheet::Questions };
    output::write_to(args.output.as_deref(), &mut |out| {
        if args.blank {
            Ok(write_blank(out, &set, args.student.as_deref())?)
        } else {
            Ok(write_sheet(out, &set, &keys, sheet, args.format)?)
        }
    })?;
    Ok(Answer::Yes)
}
