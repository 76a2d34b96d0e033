//! The README, the manual and the specifications' console blocks run as written, failing ones too.
//!
//! Commands run from the project's root. `TRYCMD=overwrite cargo test --test program manual`
//! writes what the program says into the pages; read the difference before it is committed.

#[test]
fn console_blocks_run_as_written() {
    trycmd::TestCases::new().case("README.md").case("docs/manual/*.md").case("specs/*.md");
}
