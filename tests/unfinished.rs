//! Files that are not written to their end: the old one stays, and nothing beside it.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

const PROGRAM: &str = env!("CARGO_BIN_EXE_hockney");

/// A new folder with a file in it.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("plan.yaml"), "old").unwrap();
    folder
}

/// The names in a folder and the text of the file.
fn state(folder: &Path) -> (Vec<String>, String) {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let names = names.map(|name| name.into_string().unwrap()).collect();
    (names, fs::read_to_string(folder.join("plan.yaml")).unwrap())
}

fn begin(folder: &Path, machine: &str) -> Child {
    let mut command = Command::new(PROGRAM);
    command.args(["plan", "all-gather", "-t", machine, "-o", "plan.yaml"]).current_dir(folder);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

#[test]
fn who_is_interrupted_leaves_nothing_behind() {
    for signal in ["INT", "TERM"] {
        let folder = folder(&format!("interrupted-{signal}"));
        let mut child = begin(&folder, "hypercube:1048576");
        // The new file is there, and not yet whole.
        let growing = || {
            fs::read_dir(&folder).unwrap().flatten().any(|entry| {
                let begun = entry.file_name().to_string_lossy().starts_with(".tmp");
                begun && entry.metadata().is_ok_and(|found| found.len() > 1 << 16)
            })
        };
        // For a minute at most.
        for _ in 0..30_000 {
            if growing() {
                break;
            }
            sleep(Duration::from_millis(2));
        }
        assert!(growing(), "{:?}", state(&folder));
        let kill = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert_eq!(state(&folder), (vec!["plan.yaml".to_owned()], "old".to_owned()));
    }
}

/// A limit on the size of files stands for a disk that is full. Catches a process that its signal ends.
#[test]
fn a_full_disk_leaves_the_old_file() {
    let folder = folder("full");
    let plan = "plan all-gather -t hypercube:16384 -o plan.yaml";
    let heeded =
        if cfg!(target_os = "linux") { &["", "trap '' XFSZ; "][..] } else { &["trap '' XFSZ; "] };
    for begin in heeded {
        let script = format!("{begin}ulimit -f 64; exec {PROGRAM} {plan}");
        let mut command = Command::new("sh");
        let output = command.args(["-c", &script]).current_dir(&folder).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.starts_with("error: cannot write plan.yaml: "), "{said}");
        assert!(said.contains("the old file is unchanged"), "{said}");
        assert_eq!(state(&folder), (vec!["plan.yaml".to_owned()], "old".to_owned()));
    }
}
