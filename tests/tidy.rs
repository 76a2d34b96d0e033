//! The house is kept: the order of the crates, how files open and how long they are, and registries whose
//! names can be typed. `docs/architecture.md` says why.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use hockney_core::collective::COLLECTIVES;
use hockney_core::topology::{FAMILIES, Sizes};
use hockney_formula as formula;
use hockney_plan::planner::{self, Algorithm, Role};

/// Words that may stand in some files only, and where: below these paths.
const BELONGS_IN: &[(&str, &[&str])] = &[
    ("num_bigint", &["number.rs", "number/"]),
    ("num_rational", &["number.rs", "number/"]),
    ("num_integer", &["number.rs", "number/"]),
    ("num_traits", &["number.rs", "number/"]),
    ("serde_yaml", &["cli/output.rs"]),
    ("rayon", &["parallel.rs", "checker/ahead.rs", "cli/"]),
    ("saphyr_parser", &["files/"]),
    ("annotate_snippets", &["diagnostic/"]),
    ("clap", &["cli/"]),
    ("prettytable", &["cli/"]),
    ("hashbrown", &["checker/"]),
    ("varisat", &["optimal/engine.rs"]),
    ("varisat_lrat", &["optimal/engine.rs"]),
    ("anyhow", &["optimal/engine.rs"]),
    ("form_urlencoded", &["cli/form/"]),
    ("TcpListener", &[]),
    ("indicatif", &["cli/output.rs"]),
    ("tempfile", &["cli/"]),
    ("ctrlc", &["cli/output.rs"]),
    ("std::fs", &["cli/"]),
    ("std::env", &["cli/"]),
    ("stdout", &["cli/"]),
    ("stderr", &["cli/"]),
    ("stdin", &["cli/"]),
    ("ExitCode", &["cli/", "main.rs"]),
    // Places on paper; numbers for plots of others; and prices that are found, which integers judge.
    (
        "f64",
        &["draw/layout/", "number/text.rs", "number/tests.rs", "cli/", "cost/bounds/finder.rs"],
    ),
    ("f32", &["draw/layout/"]),
    ("println!", &[]),
    ("eprintln!", &[]),
    // The policy of the page has the word.
    ("unsafe", &["cli/form/mod.rs"]),
];

struct File {
    /// Such as `planner/mod.rs`: see `sources`.
    path: String,
    text: String,
}

impl File {
    /// The text without the lines that are comments.
    fn code(&self) -> String {
        let code = |line: &&str| !line.trim_start().starts_with("//");
        self.text.lines().filter(code).collect::<Vec<_>>().join("\n")
    }

    /// `planner::broadcast::chain`, as its parts.
    fn module(&self) -> Vec<&str> {
        let path = self.path.strip_suffix(".rs").unwrap();
        let path = path.strip_suffix("/lib").unwrap_or(path);
        path.strip_suffix("/mod").unwrap_or(path).split('/').collect()
    }

    fn layer(&self) -> &str {
        self.module()[0]
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files, by paths such as `cli/plan.rs` of the program, `grader/key.rs` of a crate that is one topic, and
/// `checker/walk.rs` of a crate with several.
fn sources() -> Vec<File> {
    let mut open: Vec<(String, PathBuf)> = vec![(String::new(), root().join("src"))];
    for name in crates().into_iter().filter(|name| name != ".") {
        let several = ["base", "core", "plan"].contains(&&*name);
        let prefix = if several { String::new() } else { format!("{name}/") };
        open.push((prefix, root().join("crates").join(name).join("src")));
    }
    let mut files = Vec::new();
    while let Some((prefix, folder)) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_dir() {
                open.push((format!("{prefix}{name}/"), path));
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                files.push(File { path: format!("{prefix}{name}"), text });
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(files.len() > 100);
    files
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// What accepts proofs is small, alone and with the rules and terms that it reads. That it knows numbers only, its
/// `Cargo.toml` says.
#[test]
fn the_kernel_of_proofs_is_small() {
    let written = |file: &File| file.code().lines().filter(|line| !line.trim().is_empty()).count();
    let lines = |layers: &[&str]| -> usize {
        let own = |file: &File| layers.contains(&file.layer()) && !file.path.ends_with("tests.rs");
        sources().iter().filter(|file| own(file)).map(written).sum()
    };
    let (alone, all) = (lines(&["kernel"]), lines(&["kernel", "term", "rule"]));
    assert!(alone > 1000 && alone <= 1950, "{alone} lines are not small");
    assert!(all > alone && all <= 2400, "{all} lines are not small");
    assert_eq!(dependencies("kernel"), ["hockney-base"]);
}

/// The crates that a crate uses, in the order of its `Cargo.toml`.
fn dependencies(of: &str) -> Vec<String> {
    let path = root().join("crates").join(of).join("Cargo.toml");
    let text = fs::read_to_string(path).unwrap();
    let listed = text.split("[dependencies]\n").nth(1).unwrap_or_default();
    let listed = listed.lines().take_while(|line| !line.starts_with('['));
    listed.filter_map(|line| Some(line.split_once(['.', ' '])?.0.to_owned())).collect()
}

/// What only tests use: no part of the source.
const FOR_TESTS: &str = "testing";

/// The members in the order of the workspace, the program last.
fn members() -> Vec<String> {
    let text = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let members = text.split("members = [").nth(1).unwrap().split(']').next().unwrap();
    members.split('"').skip(1).step_by(2).map(|path| path.replace("crates/", "")).collect()
}

/// The members that are source.
fn crates() -> Vec<String> {
    members().into_iter().filter(|name| name != FOR_TESTS).collect()
}

/// Each crate uses only those above it, so that the list of members is read from the ground up.
#[test]
fn the_members_are_in_the_order_of_dependency() {
    let crates = members();
    assert_eq!(crates.last().unwrap(), ".");
    assert_eq!(crates.len() - 1, fs::read_dir(root().join("crates")).unwrap().count());
    for (at, name) in crates.iter().enumerate().filter(|(_, name)| *name != ".") {
        for used in dependencies(name) {
            let Some(used) = used.strip_prefix("hockney-") else { continue };
            assert!(crates[..at].iter().any(|above| above == used), "{name} uses {used}");
            assert_ne!(used, FOR_TESTS, "{name} uses it outside its tests");
        }
    }
}

/// The code lines of each crate, of the program and of all together. Lines that are blank, comments or tests do not
/// count. A figure is raised in a commit whose message says what the lines buy.
const LINES: &[(&str, usize)] = &[
    ("base", 1679),
    ("formula", 7635),
    ("core", 11460),
    ("cost", 4277),
    ("plan", 9012),
    ("kernel", 1922),
    ("proof", 1991),
    ("ask", 4039),
    ("files", 5707),
    ("foreign", 1469),
    ("program", 5996),
    ("optimal", 2221),
    ("draw", 5595),
    ("export", 902),
    ("grader", 10097),
    (".", 11498),
    ("all", 85619),
];

/// The lines of a text that count: those that are neither blank nor comments nor in an item for tests.
fn code_lines(text: &str) -> usize {
    let (mut count, mut skipped, mut pending) = (0, None, false);
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        let code = line.trim();
        if let Some(of) = skipped {
            // rustfmt closes an item where it began.
            if indent == of && (code == "}" || code.ends_with(';')) {
                skipped = None;
            }
        } else if code == "#[cfg(test)]" {
            pending = true;
        } else if pending {
            pending = code.starts_with("#[");
            let whole = code.ends_with(';') || code.ends_with('}');
            skipped = (!pending && !whole).then_some(indent);
        } else if !code.is_empty() && !code.starts_with("//") {
            count += 1;
        }
    }
    count
}

/// The files of a crate, by their paths.
fn files_of(name: &str) -> Vec<PathBuf> {
    let folder = if name == "." { root().to_owned() } else { root().join("crates").join(name) };
    let (mut open, mut files) = (vec![folder.join("src")], Vec::new());
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                files.push(path);
            }
        }
    }
    files
}

/// Catches a change that is larger than its author noticed, and a figure that leaves room for one.
#[test]
fn no_crate_grows_unnoticed() {
    let own =
        |path: &PathBuf| !path.ends_with("tests.rs") && !path.iter().any(|part| part == "tests");
    let count = |path: PathBuf| code_lines(&fs::read_to_string(path).unwrap());
    let of = |name: &str| files_of(name).into_iter().filter(own).map(count).sum::<usize>();
    let mut found: Vec<(String, usize)> =
        crates().into_iter().map(|name| (name.clone(), of(&name))).collect();
    found.push(("all".to_owned(), found.iter().map(|(_, lines)| lines).sum()));
    let mut wrong = Vec::new();
    for (name, lines) in &found {
        let known = LINES.iter().find(|(known, _)| known == name).map_or(0, |(_, lines)| *lines);
        if lines.abs_diff(known) > 50.min(known / 100) {
            wrong.push(format!("(\"{name}\", {lines}), // {known} until now"));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

/// Names of types that several crates have for one idea: the kernel and the planner each have phases and turns, a lemma
/// is the argument of a bound here and in a certificate, a result is that of the standard library with the error of a crate,
/// and a verdict is one on a formula, a proof or an answer.
const SAME_IDEA: &[&str] = &[
    "Atom",
    "Certificate",
    "Certified",
    "Choice",
    "Function",
    "Lemma",
    "Lines",
    "Monomial",
    "Phase",
    "Point",
    "Proved",
    "Question",
    "Reason",
    "Result",
    "Steps",
    "Turn",
    "Verdict",
    "Via",
    "Whole",
];

/// Catches a type whose name already stands for another idea in another crate, where both can be seen.
#[test]
fn a_name_of_a_type_is_of_one_crate() {
    let mut crates_of: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for name in crates() {
        for path in files_of(&name) {
            let text = fs::read_to_string(path).unwrap();
            for line in text.lines() {
                let line = line.strip_prefix("pub(crate) ").or_else(|| line.strip_prefix("pub "));
                let Some((kind, rest)) = line.and_then(|line| line.split_once(' ')) else {
                    continue;
                };
                if ["struct", "enum", "trait", "type"].contains(&kind) {
                    let of = rest.split(|c| !is_word(c)).next().unwrap_or_default();
                    crates_of.entry(of.to_owned()).or_default().insert(name.clone());
                }
            }
        }
    }
    let twice = crates_of
        .into_iter()
        .filter(|(of, crates)| crates.len() > 1 && !SAME_IDEA.contains(&of.as_str()));
    let twice: Vec<String> = twice.map(|(of, crates)| format!("{of}: {crates:?}")).collect();
    assert_eq!(twice, [""; 0]);
}

/// Catches a file of tests that no one compiles: each is a module of the program of its folder.
#[test]
fn every_file_of_tests_is_a_module() {
    let mut roots = vec![root().join("tests/program.rs")];
    roots.extend(
        members()
            .iter()
            .filter(|name| *name != ".")
            .map(|name| root().join("crates").join(name).join("tests/all/main.rs")),
    );
    let mut count = 0;
    for main in roots.iter().filter(|main| main.exists()) {
        let text = fs::read_to_string(main).unwrap();
        let modules: BTreeSet<&str> = text.lines().collect();
        for entry in fs::read_dir(main.parent().unwrap()).unwrap() {
            let path = entry.unwrap().path();
            let stem = path.file_stem().unwrap().to_str().unwrap();
            if path.extension().is_some_and(|ending| ending == "rs") && path != *main {
                assert!(modules.contains(&*format!("mod {stem};")), "{}", path.display());
                count += 1;
            }
        }
    }
    assert!(count > 90, "{count} files of tests");
}

/// Catches a crate whose tests are somewhere else: `cargo test -p` of a crate tests it.
#[test]
fn every_crate_has_tests() {
    for name in members().iter().filter(|name| !["cost", "."].contains(&&***name)) {
        let main = root().join("crates").join(name).join("tests/all/main.rs");
        assert!(main.exists(), "{name} has no tests/all/main.rs");
    }
}

/// Whether a word stands in code by itself.
fn names(code: &str, word: &str) -> bool {
    code.match_indices(word).any(|(at, _)| {
        let after = &code[at + word.len()..];
        !code[..at].ends_with(is_word) && !after.starts_with(is_word)
    })
}

/// Catches a verdict or a price of the grader that `ask` does not give.
#[test]
fn the_grader_judges_by_ask_alone() {
    let files = sources();
    let files: Vec<&File> = files.iter().filter(|file| file.layer() == "grader").collect();
    assert!(files.iter().any(|file| names(&file.code(), "ask")));
    // The name of a field in JSON is no call.
    let code = |file: &File| file.code().replace("rename = \"price\"", "");
    for word in ["check", "check_every_message", "check_passing", "price", "price_checked", "weigh"]
    {
        let found = files.iter().find(|file| names(&code(file), word));
        assert!(found.is_none(), "{} names {word}", found.unwrap().path);
    }
}

/// Catches a second file that names a dependency, prints, or reads files.
#[test]
fn everything_is_named_where_it_belongs() {
    let mut wrong = Vec::new();
    for file in sources() {
        let code = file.code();
        for (word, places) in BELONGS_IN {
            let here = places.iter().any(|place| file.path.starts_with(place));
            if names(&code, word) && !here {
                wrong.push(format!("{} names {word}", file.path));
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
}

/// The first paragraph of what a file says about itself.
fn opening(text: &str) -> String {
    let lines = text.lines().map_while(|line| line.strip_prefix("//!"));
    lines.take_while(|line| !line.is_empty()).map(str::trim).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_file_opens_with_a_sentence_and_ends_in_time() {
    let mut wrong = Vec::new();
    for file in sources() {
        let opening = opening(&file.text);
        if !opening.contains(' ') || !opening.ends_with(['.', ':', '?']) {
            wrong.push(format!("{} opens with {opening:?}", file.path));
        }
        let lines = file.text.lines().count();
        if lines > 800 {
            wrong.push(format!("{} has {lines} lines", file.path));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

/// The paths in backticks on a page: with a folder of the project, and without a placeholder.
fn named_paths(page: &str) -> impl Iterator<Item = &str> {
    let folders = ["crates/", "src/", "specs/", "tests/", "docs/", ".ci/"];
    page.split('`').skip(1).step_by(2).filter(move |quoted| {
        folders.iter().any(|folder| quoted.starts_with(folder))
            && !quoted.contains(['<', '*', ' ', ':', '\n'])
            && !quoted.contains("NAME")
    })
}

#[test]
fn pages_name_files_that_exist() {
    let folders = ["docs", "docs/manual", "specs", "."].map(|folder| root().join(folder));
    let pages = folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let pages = pages.map(|page| page.unwrap().path());
    let mut count = 0;
    for page in pages.filter(|page| page.extension().is_some_and(|ending| ending == "md")) {
        for path in named_paths(&fs::read_to_string(&page).unwrap()) {
            assert!(root().join(path).exists(), "{} names `{path}`", page.display());
            count += 1;
        }
    }
    assert!(count > 150, "{count} paths were found");
}

fn can_be_typed(name: &str) -> bool {
    let small = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    !name.is_empty()
        && name.chars().all(small)
        && name.starts_with(|c: char| c.is_ascii_lowercase())
}

fn once<'a>(names: impl IntoIterator<Item = &'a str>) {
    let mut seen = BTreeSet::new();
    for name in names {
        assert!(can_be_typed(name), "{name}");
        assert!(seen.insert(name), "{name} is there twice");
    }
    assert!(!seen.is_empty());
}

fn file_of(name: &str) -> String {
    name.replace('-', "_")
}

/// Catches an alias that means two things, and an entry that is not found where it is looked for.
#[test]
fn collectives_and_families_can_be_named_and_found() {
    once(FAMILIES.iter().map(|family| family.name()));
    once(COLLECTIVES.iter().flat_map(|c| c.aliases().iter().copied().chain([c.name()])));
    let sources = sources();
    let said = |layer: &str, name: &str| {
        let line = format!("name: \"{name}\",");
        sources.iter().any(|file| file.layer() == layer && file.code().contains(&line))
    };
    for collective in COLLECTIVES {
        assert!(said("collective", collective.name()) && !collective.textbook().is_empty());
    }
    for family in FAMILIES {
        assert!(said("topology", family.name()), "{}", family.name());
        assert!(!family.about.is_empty(), "{}", family.name());
    }
}

/// Catches a closed form with a slip of the pen, which would show only where it is compared.
#[test]
fn algorithms_can_be_named_and_say_what_they_are() {
    let collectives: BTreeSet<&str> = planner::algorithms().map(Algorithm::collective).collect();
    for collective in &collectives {
        assert!(COLLECTIVES.iter().any(|c| c.name() == *collective), "{collective}");
        once(planner::algorithms().filter(|a| a.collective() == *collective).map(Algorithm::name));
    }
    for algorithm in planner::algorithms() {
        let name = algorithm.name();
        assert_ne!(name, "best", "it means the cheapest");
        assert!(!algorithm.about().is_empty() && !algorithm.source().is_empty(), "{name}");
        let mut families = 0;
        for family in FAMILIES {
            let Some(usage) = algorithm.on(family) else { continue };
            families += 1;
            assert!(!usage.constraint.is_empty(), "{name} on {}", family.name());
            for sides in if family.sizes() == Sizes::Sides { 2..=4 } else { 1..=1 } {
                let form = algorithm.closed_form(family, sides);
                // What depends on a map or on the bits of p is computed and has no form.
                assert!(form.is_none() || usage.role != Role::Counterexample, "{name}");
                let Some(form) = form else { continue };
                assert!(formula::parse(&form.formula).is_ok(), "{name}: {}", form.formula);
                assert!(!form.source.is_empty(), "{name}");
                if let Some(textbook) = form.textbook {
                    assert!(
                        formula::parse(&textbook.formula).is_ok(),
                        "{name}: {}",
                        textbook.formula
                    );
                }
            }
        }
        assert!(families > 0, "{name} is for no family");
    }
}

/// At most one algorithm of each pair is the textbook's.
#[test]
fn the_textbook_has_one_algorithm_for_a_pair() {
    for family in FAMILIES {
        once_at_most(family.name(), |a| a.on(family).is_some_and(|u| u.role == Role::Textbook));
    }
}

fn once_at_most(family: &str, is: impl Fn(&Algorithm) -> bool) {
    let mut seen = BTreeSet::new();
    for algorithm in planner::algorithms().filter(|a| is(a)) {
        let collective = algorithm.collective();
        assert!(seen.insert(collective), "{collective} on {family}: {}", algorithm.name());
    }
}

/// `crates/plan/src/planner/<collective>/`: one finds it without searching.
#[test]
fn an_algorithm_lies_in_the_folder_of_its_collective() {
    let mut found = 0;
    for file in sources().iter().filter(|file| file.layer() == "planner") {
        let code = file.code();
        let module = file.module();
        // Its trees are made for a name, for two collectives.
        let [_, folder, ..] = &module[..] else { continue };
        if *folder == "knomial" {
            continue;
        }
        for said in ["by_rule(\"", "made(\"", "rotated(\"", "reversed(\"", ".of(\""] {
            let named = code.split(said).skip(1).filter_map(|after| after.split('"').next());
            for collective in named.filter(|name| !name.is_empty()) {
                // Algorithms for groups, and packed trees, are much alike for all collectives.
                let own = [&*file_of(collective), "hierarchical", "packed"].contains(folder);
                assert!(own, "{}: {collective}", file.path);
                found += 1;
            }
        }
    }
    assert!(found > 10, "{found}");
}

/// Literals that are registry names by chance, or words of a format, and where: below these paths.
const ALSO_WORDS: &[(&str, &[&str])] = &[
    // A chain of equations.
    ("chain", &["cli/equal.rs"]),
    // The format's `topology: graph` and `via: direct`.
    ("graph", &["files/"]),
    ("direct", &["files/"]),
    // The feature of the solver.
    ("optimal", &["optimal/", "cli/optimal/"]),
    // The nodes of a topology are everywhere.
    ("nodes", &[""]),
    // The class of what is drawn as a switch, and a statement of C.
    ("switch", &["draw/", "program/"]),
];

/// Where names are data: the textbook's figures, and which machines are drawn how.
const NAMES_AS_DATA: &[&str] =
    &["cli/tune.rs", "cost/times/head.rs", "draw/figures.rs", "draw/layout/"];

/// Code goes by what a machine, a collective or an algorithm is, never by its name: one that is added
/// would fall through.
#[test]
fn only_the_registries_know_their_names() {
    let names: BTreeSet<&str> = (FAMILIES.iter().map(|family| family.name()))
        .chain(COLLECTIVES.iter().map(|collective| collective.name()))
        .chain(planner::algorithms().map(Algorithm::name))
        .collect();
    let mut wrong = Vec::new();
    for file in sources() {
        let registry = ["topology", "collective", "planner"].contains(&file.layer());
        if registry || NAMES_AS_DATA.iter().any(|path| file.path.starts_with(path)) {
            continue;
        }
        let code = file.code();
        let code = code.split("#[cfg(test)]").next().unwrap_or_default();
        for literal in code.lines().flat_map(|line| line.split('"').skip(1).step_by(2)) {
            let word = ALSO_WORDS.iter().any(|(word, places)| {
                *word == literal && places.iter().any(|place| file.path.starts_with(place))
            });
            if names.contains(literal) && !word && !file.path.ends_with("tests.rs") {
                wrong.push(format!("{} names {literal}", file.path));
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
}

/// Catches a list of words that is misspelled where it is read or in its table, and one that nobody reads.
#[test]
fn every_list_of_words_is_read() {
    let files = sources();
    for (layer, table, calls) in [
        ("grader", "crates/grader/src/words.txt", &["list(\""][..]),
        ("grader", "crates/grader/src/sentences.txt", &["say(\""]),
        ("files", "crates/files/src/lines/words.txt", &["words(\"", ".any(\""]),
        ("formula", "crates/formula/src/words.txt", &["list(\"", "entries(\""]),
        ("cli", "src/cli/known.txt", &["advice(\""]),
    ] {
        let table = std::fs::read_to_string(table).unwrap();
        let heads = table.lines().filter_map(|line| line.strip_prefix('[')?.split_once(']'));
        let listed: BTreeSet<&str> = heads.map(|(name, _)| name).collect();
        let code: String =
            files.iter().filter(|file| file.layer() == layer).map(File::code).collect();
        let calls = calls.iter().flat_map(|call| code.split(call).skip(1));
        let mut read: BTreeSet<&str> = calls.filter_map(|rest| rest.split('"').next()).collect();
        // Of two sentences one is chosen before it is said.
        read.extend(code.split('"').filter(|text| text.contains(' ') && listed.contains(text)));
        assert_eq!(read, listed);
    }
}

/// Words that readers stumble over, each with the one to write.
const STUMBLES: [(&str, &str); 12] = [
    ("held against", "compared with"),
    ("hold against", "compare with"),
    ("holds against", "compares with"),
    ("mend:", "fix:"),
    (" mends", "fixes"),
    (" mended", "fixed"),
    ("for who ", "for those who"),
    ("speaks of", "has, uses or mentions"),
    ("speak of", "have, use or mention"),
    ("of the bound", "ratio"),
    ("is told", "is shown"),
    ("says so", "prints, reports or states it"),
];

/// `x is no y`, where `is not a` is meant; `there is no y` is good English.
fn is_no(line: &str) -> bool {
    [" is no ", " are no "].iter().any(|words| {
        line.match_indices(words).any(|(at, _)| {
            let before = line[..at].rsplit(' ').next().unwrap_or_default().to_lowercase();
            let after = line[at + words.len()..].split(' ').next().unwrap_or_default();
            !before.ends_with("there") && !["more", "less", "longer", "fewer"].contains(&after)
        })
    })
}

/// What stands between quotation marks in a line of code.
fn quoted(line: &str) -> String {
    let parts = line.split('"').enumerate();
    parts.filter(|(at, _)| at % 2 == 1).map(|(_, part)| part).collect::<Vec<_>>().join(" ")
}

#[test]
fn texts_for_users_are_plain() {
    let mut found = Vec::new();
    let mut look = |name: &str, number: usize, line: &str| {
        for (words, better) in STUMBLES {
            if line.contains(words) {
                found.push(format!("{name}:{number}: write {better} for {words}"));
            }
        }
        if is_no(line) {
            found.push(format!("{name}:{number}: write `is not a`: {}", line.trim()));
        }
    };
    for file in sources() {
        let code = file.text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        for (number, line) in (1..).zip(code.lines()) {
            let help = line.trim_start().starts_with("///") && file.path.starts_with("cli/");
            match line.trim_start().starts_with("//") {
                true if help => look(&file.path, number, line),
                true => {}
                false => look(&file.path, number, &quoted(line)),
            }
        }
    }
    let mut pages = vec![PathBuf::from("README.md")];
    pages.extend(fs::read_dir("docs/manual").unwrap().map(|entry| entry.unwrap().path()));
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        for (number, line) in (1..).zip(text.lines()) {
            look(&page.to_string_lossy(), number, line);
        }
    }
    assert_eq!(found, Vec::<String>::new());
}
