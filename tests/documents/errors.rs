//! What is said about documents that cannot be read, whole, since that is what people see.

use std::fmt::Write;
use std::fs;

use crate::complaint;
use crate::fixtures::fixtures;

/// Every fixture under `tests/unreadable` with its complaint, carets and all.
#[test]
fn complaints_about_unreadable_documents() {
    let mut all = String::new();
    for path in fixtures("unreadable") {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        write!(all, "{name}\n{}\n", complaint(&text)).unwrap();
    }
    insta::assert_snapshot!(all);
}
