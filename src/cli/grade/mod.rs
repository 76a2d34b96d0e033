//! `hockney grade`: answers against a computed key, one or a whole class; and `hockney problems`.

mod class;

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use super::args::{GradeArgs, PrintArgs, ProblemsArgs, ProblemsCommand};
use super::failure::{Failure, Result};
use super::{Answer, GENERATOR, input, note, output};
use crate::grader::{
    Format, Key, Marked, ProblemSet, Report, Sheet, decide, read_overrides, read_problems,
    write_blank, write_sheet,
};

pub(crate) fn run(args: &GradeArgs) -> Result<Answer> {
    let (text, set) = input::parsed(&args.problems, read_problems)?;
    let keys = keys(&set)?;
    let files = class::files(&args.answers)?;
    let alone = files.len() == 1;
    let format = args.format;
    if matches!(format, Format::Gradescope | Format::PrairieLearn) && !alone {
        return Err(Failure::input(format!(
            "this format is for one submission, and there are {}",
            files.len()
        ))
        .help("name one file, or take -f json, jsonl or csv for the class"));
    }
    let secret = args.secret.as_deref().map(secret).transpose()?;
    if secret.is_none() && set.has_variants() {
        return Err(Failure::input("this set gives each student a variant")
            .help("name the file with the secret that they are drawn from: --secret FILE"));
    }
    let mut class: Vec<Marked> = class::graded(&set, &keys, secret.as_deref(), &files);
    if let Some(file) = &args.overrides {
        decide_all(file, &set, &mut class)?;
    }
    // A single file that cannot be used is an error by itself; in a class it is a row.
    let only = class.first().filter(|_| alone && format == Format::Text);
    if let Some(why) = only.and_then(|marked| marked.unusable.as_ref()) {
        return Err(Failure::input(format!("{}: {why}", files[0].name)));
    }
    let hash = hash(&text.text);
    let report = Report {
        class: &class,
        title: set.title.as_deref(),
        set: &hash,
        program: GENERATOR,
        feedback: args.feedback,
        anonymous: args.anonymous,
    };
    output::write_to(args.output.as_deref(), &mut |out| Ok(report.write(out, format)?))?;
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

fn keys(set: &ProblemSet) -> Result<Vec<Key<'_>>> {
    let key = |question| {
        Key::of(question).map_err(|error| {
            Failure::input(format!("question {}: {error}", question.id))
                .help("name an algorithm that fits, a smaller size, or a step that there is")
        })
    };
    set.questions.iter().map(key).collect()
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

/// `hockney problems`: a problem set on paper.
pub(crate) fn problems(args: &ProblemsArgs) -> Result<Answer> {
    match &args.command {
        ProblemsCommand::Print(args) => print(args),
    }
}

fn print(args: &PrintArgs) -> Result<Answer> {
    let (_, set) = input::parsed(&args.problems, read_problems)?;
    let set = match (&args.secret, &args.student) {
        (Some(secret), Some(student)) => set.variant(&self::secret(secret)?, student),
        _ => set,
    };
    // A set whose key cannot be computed is not handed out.
    let keys = self::keys(&set)?;
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
