//! The documents under `tests/accepts` and `tests/rejects` are read, written and read again. What
//! is said about those under `tests/unreadable` is compared whole in `tests/fixtures.rs`.

use std::fs;
use std::path::PathBuf;

use hockney_base::diagnostic::Source;
use hockney_files::Notation;

use super::{read, same, written};

/// The documents of a folder under `tests/`, and of the folders in it.
pub(crate) fn fixtures(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![hockney_testing::at("tests").join(folder)];
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
        for format in [Notation::Yaml, Notation::Json] {
            let again = written(&document.header, &document.schedule, format);
            let again = read(&again).unwrap();
            assert!(same(&document.schedule, &again.schedule), "{}", path.display());
            assert_eq!(document.header, again.header);
        }
    }
}
