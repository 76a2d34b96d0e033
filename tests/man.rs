//! Man pages have the uses of each command, with options that it has, and examples in lines of their own.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

/// The pages by their names.
fn pages() -> BTreeMap<String, String> {
    let folder = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_hockney");
    let run = Command::new(program).arg("man").arg(folder.path()).status().unwrap();
    assert!(run.success());
    let page = |entry: std::io::Result<fs::DirEntry>| {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        (name, fs::read_to_string(&path).unwrap().replace("\\-", "-"))
    };
    fs::read_dir(folder.path()).unwrap().map(page).collect()
}

/// A section of a page.
fn section<'a>(page: &'a str, name: &str) -> &'a str {
    let from = page.split_once(&format!(".SH {name}\n")).unwrap_or_else(|| panic!("{page}")).1;
    from.split_once(".SH").map_or(from, |(section, _)| section)
}

#[test]
fn every_command_has_uses_with_options_that_it_has() {
    let pages = pages();
    assert_eq!(pages.len(), 25);
    for (name, page) in &pages {
        let uses = section(page, "SYNOPSIS");
        let command = name.trim_end_matches(".1").replace('-', " ");
        let is_leaf = !page.contains(".SH SUBCOMMANDS");
        for line in uses.lines().filter(|line| line.starts_with("\\fB") && is_leaf) {
            assert!(line.starts_with(&format!("\\fB{command}\\fR ")), "{name}: {line}");
            assert!(!line.contains("\\fB--exact"), "{name} has no uses: {line}");
            for word in line.split([' ', '[', ']']).filter(|word| word.starts_with('-')) {
                assert!(page.contains(&format!("\\fB{word}\\fR")), "{name} has no {word}: {line}");
            }
        }
    }
    // A use of another command is in no page.
    let goal = section(&pages["hockney-export-goal.1"], "SYNOPSIS");
    assert!(!goal.contains("simgrid") && goal.contains("FILE -m SIZE [-o FILE]"), "{goal}");
    assert!(!pages.contains_key("hockney-man.1"));
}

#[test]
fn every_option_is_explained_and_every_example_is_a_line() {
    let pages = pages();
    for (name, page) in &pages {
        assert!(!page.contains("\\fR\n\n."), "{name} has an option without text: {page}");
        let title = format!(".TH {} 1 \" \" \"hockney 0.", name.trim_end_matches(".1"));
        assert!(page.contains(&title), "{page}");
    }
    // A line that begins with a blank is not joined with the one above it.
    let examples = section(&pages["hockney-cost.1"], "EXAMPLES");
    assert!(examples.contains("\n  hockney cost broadcast -t ring:8 -m 100"), "{examples}");
}
