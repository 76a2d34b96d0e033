//! The schedule file: what is read, what is written, and what is said about everything else.

use std::fs;
use std::path::{Path, PathBuf};

use hockney::diagnostic::Source;
use hockney::document::{self, Document, ReadError};

fn read(text: &str) -> Result<Document, ReadError> {
    document::read(text, &|file| Err(format!("there is no file `{file}`")))
}

/// The files of a folder under `tests/`, and of the folders in it.
fn fixtures(folder: &str) -> Vec<PathBuf> {
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
fn valid_documents_are_read() {
    for path in fixtures("accepts").into_iter().chain(fixtures("rejects")) {
        let text = fs::read_to_string(&path).unwrap();
        if let Err(error) = read(&text) {
            panic!("{}: {}", path.display(), error.diagnostic().render(&Source::new("", &text)));
        }
    }
}

/// Each says in its first line, or in a file beside it, at which line and column its defect is.
#[test]
fn unreadable_documents_are_refused_where_their_defect_is() {
    let mut wrong = Vec::new();
    for path in fixtures("unreadable") {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let expected = fs::read_to_string(path.with_extension("expect")).unwrap_or(text.clone());
        let expected = expected.strip_prefix("# Error: ").unwrap().lines().next().unwrap();
        let (place, what) = expected.split_once(' ').unwrap();
        let shown = match read(&text) {
            Ok(_) => "it is read".to_owned(),
            Err(error) => {
                let diagnostic = error.diagnostic();
                let source = Source::new(path.to_str().unwrap(), &text);
                let position = diagnostic.position(&source);
                let found = position.map(|at| format!("{}:{}", at.line, at.column));
                if found.as_deref() == Some(place) {
                    continue;
                }
                diagnostic.render(&source)
            }
        };
        wrong.push(format!("{}: {place} {what}\n{shown}", path.display()));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
