//! The documents under `tests/`: all of `accepts` and `rejects` are read, all of `unreadable` are
//! refused where their defect is.

use std::fs;
use std::path::{Path, PathBuf};

use hockney::diagnostic::Source;
use hockney::document::Format;

use crate::{read, same, written};

/// The documents of a folder under `tests/`, and of the folders in it.
pub(crate) fn fixtures(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![Path::new("tests").join(folder)];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() { open.push(path) } else { found.push(path) }
        }
    }
    found.retain(|path| path.extension().is_some_and(|end| end == "yaml" || end == "json"));
    found.sort();
    found
}

#[test]
fn valid_documents_are_read_and_written_and_read_again() {
    let all: Vec<PathBuf> = fixtures("accepts").into_iter().chain(fixtures("rejects")).collect();
    assert!(all.len() > 100);
    for path in all {
        let text = fs::read_to_string(&path).unwrap();
        let document = match read(&text) {
            Ok(document) => document,
            Err(error) => {
                panic!("{}: {}", path.display(), error.diagnostic().render(&Source::new("", &text)))
            }
        };
        for format in [Format::Yaml, Format::Json] {
            let again = written(&document.header(), &document.schedule, format);
            let again = read(&again).unwrap();
            assert!(same(&document.schedule, &again.schedule), "{}", path.display());
            assert_eq!(document.header(), again.header());
        }
    }
}

/// Each says in its first line, or in a file beside it, at which line and column its defect is.
#[test]
fn unreadable_documents_are_refused_where_their_defect_is() {
    let mut wrong = Vec::new();
    let all = fixtures("unreadable");
    assert!(all.len() > 100);
    for path in all {
        // What is no text never gets here.
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let expected = fs::read_to_string(path.with_extension("expect")).unwrap_or(text.clone());
        let expected = expected.strip_prefix("# Error: ").unwrap().lines().next().unwrap();
        let (place, what) = expected.split_once(' ').unwrap();
        let shown = match read(&text) {
            Ok(_) => "it is read".to_owned(),
            Err(error) => {
                let diagnostic = error.diagnostic();
                let source = Source::new("", &text);
                let position = diagnostic.position(&source);
                if position.map(|at| format!("{}:{}", at.line, at.column)).as_deref() == Some(place)
                {
                    continue;
                }
                diagnostic.render(&source)
            }
        };
        wrong.push(format!("{}: {place} {what}\n{shown}", path.display()));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
