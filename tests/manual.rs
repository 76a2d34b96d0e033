//! The README, the manual and the specifications' console blocks run as written, failing ones too.
//!
//! Commands run from the project's root. `OVERWRITE=1 cargo test --test program manual`
//! writes what the program prints into the pages; read the difference before it is committed.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::console::{overwrites, run_page};

#[test]
fn console_blocks_run_as_written() {
    let pages =
        ["docs/manual", "specs"].into_iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let mut pages: Vec<PathBuf> = pages.map(|page| page.unwrap().path()).collect();
    pages.retain(|page| page.extension().is_some_and(|ending| ending == "md"));
    pages.sort();
    // Two at a time, since a page waits for its commands.
    let (one, other) = pages.split_at(pages.len() / 2);
    std::thread::scope(|scope| {
        let each = |pages: &[PathBuf]| {
            for page in pages {
                run_page(page, Some("80"));
            }
        };
        scope.spawn(move || each(one));
        each(other);
    });
}

#[test]
fn the_readme_runs_as_written() {
    let readme = fs::read_to_string("README.md").unwrap();
    assert!(readme.lines().count() <= 170, "the README is longer than 170 lines");
    assert!(
        !readme.lines().any(|line| line.starts_with("? ")),
        "marks of tests are not for readers"
    );
    run_page("README.md".as_ref(), Some("80"));
}

/// Each picture of the gallery is what its command in the page draws.
#[test]
fn the_pictures_of_the_gallery_are_what_their_commands_draw() {
    let page = fs::read_to_string("docs/manual/gallery.md").unwrap();
    assert!(page.lines().count() <= 500, "the gallery is longer than 500 lines");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("gallery");
    fs::create_dir_all(&folder).unwrap();
    let commands =
        page.lines().filter_map(|line| line.strip_prefix("hockney draw ")?.split_once(" -o "));
    let mut names = Vec::new();
    for (line, kept) in commands {
        let name = kept.strip_prefix("docs/gallery/").unwrap();
        let picture = folder.join(name);
        let mut command = Command::new(env!("CARGO_BIN_EXE_hockney"));
        let command = command.arg("draw").args(line.split(' ')).arg("-o").arg(&picture);
        assert!(command.status().unwrap().success(), "{line}");
        let drawn = fs::read_to_string(picture).unwrap();
        if overwrites() {
            fs::write(kept, &drawn).unwrap();
        }
        assert!(fs::read_to_string(kept).unwrap() == drawn, "{kept} is not what draw {line} draws");
        assert!(page.contains(&format!("](../gallery/{name})")), "the page does not show {kept}");
        names.push(name);
    }
    assert_eq!(names.len(), page.matches("](../gallery/").count(), "{names:?}");
    assert_eq!(names.len(), fs::read_dir("docs/gallery").unwrap().count(), "{names:?}");
}

#[test]
fn the_pictures_of_the_readme_are_what_the_program_draws() {
    let broadcast = ("docs/broadcast.svg", "draw broadcast -t ring:8 -o");
    let all_reduce = (
        "docs/all-reduce.svg",
        "compare all-reduce -t switch:64 --over m=1B..100MB --ts 2us --bandwidth 100Gbit/s --plot",
    );
    let readme = fs::read_to_string("README.md").unwrap();
    let packaged = fs::read_to_string("Cargo.toml").unwrap();
    for (kept, line) in [broadcast, all_reduce] {
        let picture = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("picture.svg");
        let mut command = Command::new(env!("CARGO_BIN_EXE_hockney"));
        assert!(command.args(line.split(' ')).arg(&picture).status().unwrap().success(), "{line}");
        let drawn = fs::read_to_string(picture).unwrap();
        if overwrites() {
            fs::write(kept, &drawn).unwrap();
        }
        assert!(fs::read_to_string(kept).unwrap() == drawn, "{kept} is not what {line} draws");
        assert!(readme.contains(&format!("]({kept})")), "the README does not show {kept}");
        assert!(packaged.contains(&format!("\"/{kept}\",")), "{kept} is not in a package");
    }
    assert_eq!(readme.matches(".svg)").count(), 2);
}
