//! The submissions of a class: found in an order that does not depend on the machine, read within
//! bounds, and graded side by side. What is wrong with one never touches another.

use std::fs::{self, File};
use std::slice;
use std::time::Duration;

use rayon::prelude::*;

use crate::cli::prelude::*;
use crate::cli::progress::Progress;
use hockney_base::diagnostic::Source;
use hockney_grader::{Key, MOST_BYTES, Marked, ProblemSet, Submission, identity, read_submission};

/// The most submissions in one run.
const MOST_FILES: usize = 100_000;

/// The deepest folder that is searched, below the one that is named.
const DEEPEST: usize = 8;

/// A submission that was found.
pub(super) struct FoundFile {
    /// As it is called in reports: below the folder that was named.
    pub(super) name: String,
    path: PathBuf,
    /// The folder that it must not lead out of.
    within: Option<PathBuf>,
}

/// The files that are named, and those of the folders that are, by name; and the files of the folders
/// other than answer files.
pub(super) fn files(named: &[String]) -> Result<(Vec<FoundFile>, Vec<String>)> {
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
        n if n > MOST_FILES => Err(Failure::NoAnswer(format!(
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
pub(super) struct Grading<'g> {
    pub(super) set: &'g ProblemSet,
    pub(super) keys: &'g [Key<'g>],
    /// The secret that variants are drawn from.
    pub(super) secret: Option<&'g str>,
    /// The student, where the system that collects the answers says who it is.
    pub(super) student: Option<&'g str>,
}

impl Grading<'_> {
    /// Grades all of them, in their order.
    pub(super) fn all(&self, files: &[FoundFile]) -> Vec<Marked> {
        let one = |found: &FoundFile| self.one(found);
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
    pub(super) fn only(&self, name: &String) -> Marked {
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
            Ok([found]) => return self.one(found),
            Ok(found) => {
                let names = found.iter().take(NAMED).map(|found| format!("`{}`", found.name));
                let names = names.collect::<Vec<_>>().join(", ");
                let more = if found.len() > NAMED { ", .." } else { "" };
                format!("there are {} files, {names}{more}; submit one", found.len())
            }
            Err(Failure::NoAnswer(why)) => why.clone(),
            Err(_) => {
                "there is no answer file; submit one that ends in .yaml, .yml, .json or .txt".into()
            }
        };
        Marked::unusable(self.keys, name, why)
    }

    fn one(&self, found: &FoundFile) -> Marked {
        let marked = read(found).and_then(|read| self.marked(&found.name, read));
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
pub(super) fn note_of(left_out: &[String], anonymous: bool) -> Option<String> {
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
