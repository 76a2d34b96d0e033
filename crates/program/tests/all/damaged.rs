//! Damaged programs that were compiled and run: what the program says of them is what the runs were.
//!
//! `tests/damaged/bases` has right programs. Each is damaged in one place, in all the ways of `damages`, and the runs are
//! recorded in `verdicts.txt`: for p = 2 to 6 three letters each, for any n, for n that p divides, and where sends wait for
//! their receives. `r` is right; wrong are `w` (a wrong result), `h` (a hang), `f` (what MPI forbids) and `s` (a sanitizer or a
//! signal). With gcc `cargo test -p hockney-program damaged -- --ignored` runs them again, over the layer `layer.h`.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use hockney_core::collective::{Instance, Ports, Schedule, collective};
use hockney_core::schedule::Listed;
use hockney_core::topology::Topology;
use hockney_program::run_program;
use hockney_testing::sweep;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/damaged");
/// The collectives by the names of the bases, with those of `layer.h`.
const COLLECTIVES: [(&str, &str); 10] = [
    ("broadcast", "BROADCAST"),
    ("reduce", "REDUCE"),
    ("all-reduce", "ALL_REDUCE"),
    ("scan", "SCAN"),
    ("all-gather", "ALL_GATHER"),
    ("gather", "GATHER"),
    ("scatter", "SCATTER"),
    ("all-to-all", "ALL_TO_ALL"),
    ("reduce-scatter", "REDUCE_SCATTER"),
    ("shift", "SHIFT"),
];

/// A damaged program.
struct Damaged {
    /// The base, and the number of the damage.
    name: String,
    collective: &'static str,
    text: String,
}

/// The collective of a base: the longest name that it begins with.
fn of(base: &str) -> (&'static str, &'static str) {
    let fits = COLLECTIVES.iter().filter(|(name, _)| base.starts_with(&format!("{name}-")));
    *fits.max_by_key(|(name, _)| name.len()).unwrap()
}

/// The words, numbers and signs of a text, as ranges.
fn tokens(text: &str) -> Vec<std::ops::Range<usize>> {
    let bytes = text.as_bytes();
    let (mut all, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let word = |c: u8| c.is_ascii_alphanumeric() || c == b'_';
        let start = at;
        at += 1;
        if word(bytes[start]) {
            while at < bytes.len() && word(bytes[at]) {
                at += 1;
            }
        } else {
            let pairs = ["<<", "+=", "==", "!=", "<=", ">=", "++", "--", "&&"];
            at += usize::from(text.get(start..start + 2).is_some_and(|two| pairs.contains(&two)));
        }
        if !bytes[start].is_ascii_whitespace() {
            all.push(start..at);
        }
    }
    all
}

/// What may stand for a word or a sign by mistake.
const DAMAGES: &[(&str, &[&str])] = &[
    ("+", &["-"]),
    ("-", &["+"]),
    ("*", &["+"]),
    ("/", &["-"]),
    ("<", &["<=", ">"]),
    (">", &[">="]),
    (">=", &[">"]),
    ("==", &["!="]),
    ("!=", &["=="]),
    ("+=", &["="]),
    ("0", &["1"]),
    ("1", &["0", "2"]),
    ("2", &["1", "3"]),
    ("n", &["1", "2", "size", "n - 1", "2 * n"]),
    ("c", &["n", "c + 1"]),
    ("size", &["n", "size - 1", "4"]),
    ("rank", &["0", "root", "size"]),
    ("root", &["0", "rank"]),
    ("to", &["from"]),
    ("from", &["to"]),
    ("left", &["right"]),
    ("right", &["left"]),
    ("in", &["out"]),
    ("out", &["in"]),
    ("tmp", &["out"]),
    ("got", &["out"]),
    ("part", &["in"]),
    ("next", &["mine"]),
    ("mask", &["1"]),
    ("i", &["rank", "0"]),
    ("j", &["0"]),
    ("k", &["1"]),
    ("int", &["char", "float"]),
    ("MPI_INT", &["MPI_CHAR", "MPI_FLOAT"]),
];

/// All damages of a base: one word or sign for another, and one statement left out.
fn damages(base: &str) -> Vec<String> {
    let body = base.find('{').unwrap();
    let mut all = Vec::new();
    for token in tokens(base).into_iter().filter(|token| token.start > body) {
        let word = &base[token.clone()];
        let line = base[..token.start].rfind('\n').map_or(0, |at| at + 1);
        let rest = &base[line..token.start];
        let (before, after) = (&base[..token.start], &base[token.end..]);
        // A declaration stays, and what is assigned; what int is of, sizes alone.
        let is_set =
            [" = ", " += ", " <<= ", "++", "--", "["].iter().any(|sign| after.starts_with(sign));
        let declares = word == "int" && !before.ends_with("sizeof(")
            || is_set && !(word == "in" || word == "out" || word == "tmp" || word == "got")
            || rest.trim_start().starts_with("int ") && after.starts_with('[')
            || rest.trim_start() == "MPI_Request ";
        for (_, others) in DAMAGES.iter().filter(|(of, _)| *of == word && !declares) {
            for other in *others {
                // The other name must stand before, in a line above.
                let name = other.starts_with(|c: char| c.is_ascii_lowercase())
                    && !["char", "float"].contains(other);
                let first = other.split(' ').next().unwrap();
                let above = &base[..line.max(body)];
                let known = tokens(above).into_iter().any(|token| &above[token] == first);
                // One of another block is not.
                let inner = ["to", "from"].contains(other) && base.contains("int me =");
                let other_is_there = !name || known && !inner;
                let mut text = base.to_owned();
                text.replace_range(token.clone(), other);
                if other_is_there {
                    all.push(text);
                }
            }
        }
    }
    for (at, line) in base
        .match_indices('\n')
        .map(|(at, _)| (at + 1, base[at + 1..].lines().next().unwrap_or("")))
    {
        let code = line.trim_start();
        let stands = [
            "MPI_S", "MPI_Recv", "MPI_I", "MPI_W", "memcpy", "break", "mask =", "have =", "count",
            "return",
        ];
        if stands.iter().any(|word| code.starts_with(word)) {
            let mut text = base.to_owned();
            text.replace_range(at..at + line.len(), ";");
            all.push(text);
        }
    }
    all
}

fn bases() -> Vec<(String, String)> {
    let folder = Path::new(FOLDER).join("bases");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|one| one.unwrap().path()).collect();
    paths.sort();
    let stem = |path: &PathBuf| path.file_stem().unwrap().to_str().unwrap().to_owned();
    paths.iter().map(|path| (stem(path), fs::read_to_string(path).unwrap())).collect()
}

/// The bases and their damages.
fn all() -> Vec<Damaged> {
    let mut all = Vec::new();
    for (base, text) in bases() {
        let texts = std::iter::once(text.clone()).chain(damages(&text).into_iter().step_by(3));
        all.extend(texts.enumerate().map(|(k, text)| Damaged {
            name: format!("{base} {k}"),
            collective: of(&base).0,
            text,
        }));
    }
    all
}

/// The recorded runs: for p = 2 to 6 three letters each.
fn recorded() -> Vec<(String, String)> {
    let text = fs::read_to_string(Path::new(FOLDER).join("verdicts.txt")).unwrap();
    let pair =
        |line: &str| line.rsplit_once(' ').map(|(name, runs)| (name.to_owned(), runs.to_owned()));
    text.lines().filter_map(pair).collect()
}

/// What is said of a program at p = 2 to 6: right, right with a buffer, right if p divides n, wrong or not judged.
fn said(one: &Damaged) -> Vec<(char, String)> {
    (2..=6)
        .map(|p| {
            let at = |q: u32| {
                Some(Instance::new(collective(one.collective)?, q).with_by(1)).filter(|_| q == p)
            };
            let topology = Topology::parse(&format!("complete:{p}")).unwrap();
            let asked =
                Schedule::plain(topology, Ports::ONE, at(p).unwrap(), Arc::new(Listed::default()));
            match run_program(&one.text, &asked, [None, None], &at) {
                Err(error) => ('?', error.diagnostic().message.clone()),
                Ok((ran, found)) => {
                    let sizes = ran.program.sizes(&ran.roles, Ports::ONE, &at);
                    match found.faults.first() {
                        Some(fault) => ('w', fault.message.clone()),
                        None if sizes.right != [p] => ('w', sizes.sentence(&|_| 0)),
                        None if sizes.if_p_divides_n => ('d', ran.roles.sentence()),
                        None if found
                            .notes
                            .iter()
                            .any(|note| note.contains("needs the buffer")) =>
                        {
                            ('b', ran.roles.sentence())
                        }
                        None => ('r', ran.roles.sentence()),
                    }
                }
            }
        })
        .collect()
}

/// Compares what is said with the runs, of every `step`-th program: wrong claims, and how many there are.
fn compared(step: usize) -> (Vec<String>, usize, usize) {
    let (mut wrong, mut judged, mut open) = (Vec::new(), 0, 0);
    let runs = recorded();
    for (one, (name, runs)) in all().iter().zip(&runs).step_by(step) {
        assert_eq!(&one.name, name, "the damages have changed: record them again");
        for ((p, (verdict, why)), runs) in (2..).zip(said(one)).zip(runs.as_bytes().chunks(3)) {
            let whole = matches!(one.collective, "broadcast" | "reduce" | "all-reduce" | "scan");
            let truth = match [runs[0] == b'r', runs[1] == b'r', runs[2] == b'r'] {
                [true, true, true] => 'r',
                [true, true, false] => 'b',
                [false, true, _] if whole => 'd',
                _ => 'w',
            };
            match verdict {
                '?' => open += 1,
                _ if verdict == truth => judged += 1,
                _ => wrong.push(format!(
                    "{name} p = {p}: {verdict} {}: {why}",
                    String::from_utf8_lossy(runs)
                )),
            }
        }
    }
    (wrong, judged, open)
}

sweep! {
    /// Catches a verdict that no run has: a false right, a false wrong, and a buffer that is not named.
    fn what_is_said_of_damaged_programs_is_what_their_runs_were(effort) {
        let (wrong, judged, open) = compared(effort.of(25, 1));
        assert_eq!(wrong, [""; 0]);
        assert!(judged >= effort.of(100, 2_400) && open * 20 <= judged, "{judged} judged, {open} not");
    }
}

/// Needs gcc with its sanitizers; without it, the recorded runs are the measure.
#[test]
#[ignore = "compiles"]
fn the_recorded_runs_are_those_of_the_compiled_programs() {
    if Command::new("gcc").arg("--version").output().is_err() {
        return;
    }
    let (all, bases) = (all(), bases());
    let mut source = format!("#include \"{FOLDER}/layer.h\"\n");
    for (k, one) in all.iter().enumerate() {
        let text = &one.text;
        let head = text.find('(').unwrap();
        let in_place = text.contains("(int *buf,");
        let text = if in_place {
            text.replacen("(int *buf,", "(int *in, int *buf,", 1)
        } else {
            text.clone()
        };
        let head = if in_place { text.find('(').unwrap() } else { head };
        writeln!(source, "static void f{k}{}", &text[head..]).unwrap();
    }
    source += "int main(void) {\n  static struct damaged all[] = {\n";
    for (k, one) in all.iter().enumerate() {
        let base = one.name.rsplit_once(' ').unwrap().0;
        let in_place =
            u8::from(bases.iter().any(|(name, text)| name == base && text.contains("(int *buf,")));
        writeln!(source, "    {{f{k}, {}, {in_place}}},", of(base).1).unwrap();
    }
    source += "  };\n  judge(all, sizeof all / sizeof *all);\n  return 0;\n}\n";
    let folder = std::env::temp_dir().join("damaged-programs");
    fs::create_dir_all(&folder).unwrap();
    let (file, program) = (folder.join("all.c"), folder.join("all"));
    fs::write(&file, source).unwrap();
    let flags = "-w -O0 -g0 -fsanitize=address,undefined -fno-sanitize-recover=all -lm -o";
    let compiled =
        Command::new("gcc").arg(&file).args(flags.split(' ')).arg(&program).output().unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let options = "detect_leaks=0:detect_stack_use_after_return=0";
    let ran = Command::new(&program).env("ASAN_OPTIONS", options).output().unwrap();
    let ran = String::from_utf8(ran.stdout).unwrap();
    let runs = ran.lines().zip(&all).map(|(line, one)| {
        format!("{} {}\n", one.name, line.trim_start_matches(|c: char| c.is_ascii_digit()))
    });
    let runs: String = runs.collect();
    let path = Path::new(FOLDER).join("verdicts.txt");
    if std::env::var("INSTA_UPDATE").is_ok() {
        fs::write(&path, &runs).unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap_or_default(), runs);
}
