//! The library for users: every public type of its parts has a page below `hockney`.

use std::fs;

/// Catches a crate, or a part of one, whose types appear in signatures and have no page. That each type of a crate can be
/// named there, the lint `unnameable_types` says, which no file may allow.
#[test]
fn every_part_of_the_library_has_a_page() {
    let facade = fs::read_to_string("src/lib.rs").unwrap();
    let workspace = fs::read_to_string("Cargo.toml").unwrap();
    assert!(workspace.contains("\nunnameable_types = \"warn\"\n"));
    let inline = |what: &str| facade.contains(&format!("#[doc(inline)]\npub use hockney_{what}"));
    let mut parts = 0;
    for entry in fs::read_dir("crates").unwrap() {
        let folder = entry.unwrap().path();
        let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
        // What only tests use is no part of the library.
        if name == "testing" {
            continue;
        }
        let text = fs::read_to_string(folder.join("src/lib.rs")).unwrap();
        parts += 1;
        if inline(&format!("{name} as ")) {
            continue;
        }
        // Neither has items of its own beside its modules; threads are no part of any signature.
        assert!(["base", "core"].contains(&&*name), "{name} has no page");
        let listed = facade.split(&format!("pub use hockney_{name}::{{")).last().unwrap();
        let listed = listed.split('}').next().unwrap();
        let modules =
            text.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
        for module in modules.filter(|module| *module != "parallel") {
            assert!(listed.split(", ").any(|one| one == module), "{name}::{module} has no page");
        }
        assert!(!text.contains("\npub use ") && !text.contains("\npub fn "), "{name}");
    }
    assert_eq!(parts, 15);
}

/// Catches an example that is no longer short, and one that the documentation does not name.
#[test]
fn examples_are_short_and_named() {
    let facade = fs::read_to_string("src/lib.rs").unwrap();
    let mut examples = 0;
    for entry in fs::read_dir("examples").unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|of| of != "rs") {
            continue;
        }
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines <= 31, "{} has {lines} lines", path.display());
        assert!(facade.contains(path.to_str().unwrap()), "{} is not named", path.display());
        examples += 1;
    }
    assert_eq!(examples, 5);
}
