//! What `docs/lecture-notes-checked.md` says about the lecture notes is what the program says.
//!
//! Commands run from the project's root. `OVERWRITE=1 cargo test --test program lecture_notes` writes what the program says
//! into the page; read the difference before it is committed.

#[test]
fn the_lecture_notes_are_judged_as_written() {
    crate::console::run_page("docs/lecture-notes-checked.md".as_ref(), None);
}
