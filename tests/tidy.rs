//! The house is kept: who may know whom, how files open and how long they are, and registries whose
//! names can be typed. `docs/architecture.md` says why.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use hockney::internal::collective::COLLECTIVES;
use hockney::internal::formula;
use hockney::internal::planner::{self, Algorithm, Role};
use hockney::internal::topology::{FAMILIES, Sizes};

/// Each folder of `src/`, and the folders that it may know.
const MAY_KNOW: &[(&str, &[&str])] = &[
    ("number", &[]),
    ("diagnostic", &[]),
    ("parallel", &[]),
    ("topology", &["number", "diagnostic"]),
    ("schedule", &["topology", "number"]),
    ("collective", &["schedule", "topology", "number"]),
    ("document", &["collective", "schedule", "topology", "number", "diagnostic"]),
    ("planner", &["collective", "schedule", "topology", "number"]),
    ("checker", &["collective", "schedule", "topology", "number", "parallel"]),
    ("cost", &["collective", "schedule", "topology", "number"]),
    ("trace", &["collective", "schedule", "topology", "number"]),
    ("formula", &["number", "diagnostic"]),
    ("question", &["planner", "checker", "cost", "collective", "schedule", "topology", "number"]),
    (
        "compare",
        &[
            "question",
            "planner",
            "checker",
            "cost",
            "formula",
            "collective",
            "schedule",
            "topology",
            "number",
            "parallel",
        ],
    ),
    (
        "draw",
        &[
            "question",
            "planner",
            "checker",
            "cost",
            "trace",
            "formula",
            "collective",
            "schedule",
            "topology",
            "number",
            "diagnostic",
        ],
    ),
    ("optimal", &["document", "collective", "schedule", "topology", "number", "diagnostic"]),
    ("export", &["checker", "cost", "trace", "collective", "schedule", "topology", "number"]),
    (
        "grader",
        &[
            "checker",
            "collective",
            "compare",
            "cost",
            "diagnostic",
            "document",
            "draw",
            "formula",
            "number",
            "planner",
            "proof",
            "question",
            "schedule",
            "topology",
            "trace",
        ],
    ),
    (
        "proof",
        &[
            "question",
            "planner",
            "checker",
            "cost",
            "formula",
            "compare",
            "collective",
            "schedule",
            "topology",
            "number",
        ],
    ),
    (
        "cli",
        &[
            "checker",
            "collective",
            "compare",
            "cost",
            "diagnostic",
            "document",
            "draw",
            "export",
            "formula",
            "grader",
            "number",
            "optimal",
            "planner",
            "proof",
            "question",
            "schedule",
            "topology",
            "trace",
        ],
    ),
    ("lib", &[]),
    ("main", &[]),
];

/// Words that may stand in some files only, and where: below these paths.
const BELONGS_IN: &[(&str, &[&str])] = &[
    ("num_bigint", &["number.rs", "number/"]),
    ("num_rational", &["number.rs", "number/"]),
    ("num_integer", &["number.rs", "number/"]),
    ("num_traits", &["number.rs", "number/"]),
    ("serde_yaml", &["cli/output.rs"]),
    ("rayon", &["parallel.rs", "cli/"]),
    ("saphyr_parser", &["document/"]),
    ("annotate_snippets", &["diagnostic/"]),
    ("clap", &["cli/"]),
    ("prettytable", &["cli/"]),
    ("hashbrown", &["checker/"]),
    ("varisat", &["optimal/engine.rs"]),
    ("varisat_lrat", &["optimal/engine.rs"]),
    ("anyhow", &["optimal/engine.rs"]),
    ("hyper", &["cli/serve/"]),
    ("tokio", &["cli/serve/"]),
    ("rustix", &["cli/serve/"]),
    ("form_urlencoded", &["cli/serve/"]),
    ("TcpListener", &["cli/serve/"]),
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
        &["draw/layout/", "number/shown.rs", "number/tests.rs", "cli/", "cost/bounds/finder.rs"],
    ),
    ("f32", &["draw/layout/"]),
    ("println!", &[]),
    ("eprintln!", &[]),
    ("unsafe", &[]),
];

struct File {
    /// Below `src/`, such as `planner/mod.rs`.
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
        path.strip_suffix("/mod").unwrap_or(path).split('/').collect()
    }

    fn layer(&self) -> &str {
        self.module()[0]
    }
}

fn sources() -> Vec<File> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src"));
    let mut open: Vec<PathBuf> = vec![root.to_owned()];
    let mut files = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                let path = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
                files.push(File { path, text });
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

/// What stands first in a path: `topology` of `topology::Vertex`, both of `{a::b, c}`.
fn heads(path: &str) -> Vec<String> {
    let Some(list) = path.strip_prefix('{') else {
        return vec![path.chars().take_while(|c| is_word(*c)).collect()];
    };
    let (mut depth, mut heads, mut item) = (0, Vec::new(), String::new());
    for c in list.chars() {
        match c {
            '}' if depth == 0 => break,
            ',' if depth == 0 => heads.push(std::mem::take(&mut item)),
            _ => {
                depth += i32::from(c == '{') - i32::from(c == '}');
                item.push(c);
            }
        }
    }
    heads.push(item);
    heads.iter().flat_map(|item| self::heads(item.trim())).filter(|head| !head.is_empty()).collect()
}

/// The folders whose names a file takes into its mouth, by `crate::` or by enough of `super::`.
fn known(file: &File) -> BTreeSet<String> {
    let code = file.code();
    let mut known = BTreeSet::new();
    for (at, _) in code.match_indices("crate::") {
        if !code[..at].ends_with(is_word) {
            known.extend(heads(&code[at + "crate::".len()..]));
        }
    }
    for (at, _) in code.match_indices("super::") {
        if code[..at].ends_with("super::") || code[..at].ends_with(is_word) {
            continue;
        }
        let mut rest = &code[at..];
        let mut up = 0;
        while let Some(shorter) = rest.strip_prefix("super::") {
            rest = shorter;
            up += 1;
        }
        if up == file.module().len() {
            known.extend(heads(rest));
        }
    }
    // `*` of a test module inside a file, and the file's own folder.
    known.retain(|name| !name.is_empty() && name != file.layer());
    known
}

/// Catches an import that goes up or sideways.
#[test]
fn every_layer_knows_only_those_below() {
    let mut wrong = Vec::new();
    for file in sources() {
        let layer = file.layer().to_owned();
        let may = MAY_KNOW.iter().find(|(name, _)| *name == layer);
        let (_, may) = may.unwrap_or_else(|| panic!("{layer} has no place in the table"));
        if layer == "lib" || layer == "main" {
            continue;
        }
        for name in known(&file) {
            let is_layer = MAY_KNOW.iter().any(|(layer, _)| *layer == name);
            if is_layer && !may.contains(&&*name) {
                wrong.push(format!("{} knows {name}", file.path));
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
}

/// What accepts proofs knows numbers, and nothing of what finds them.
#[test]
fn the_kernel_of_proofs_knows_numbers_only() {
    let kernel: Vec<_> =
        sources().into_iter().filter(|file| file.path.starts_with("proof/kernel/")).collect();
    assert!(kernel.len() > 3);
    let written = |file: &File| file.code().lines().filter(|line| !line.trim().is_empty()).count();
    let own = kernel.iter().filter(|file| !file.path.ends_with("tests.rs"));
    let lines: usize = own.map(written).sum();
    assert!(lines <= 2400, "{lines} lines are not small");
    for file in kernel {
        let outside: Vec<_> = known(&file).into_iter().filter(|name| name != "number").collect();
        assert_eq!(outside, [""; 0], "{}", file.path);
        // Out of the folder there is `super` once from its `mod.rs`, twice from its files, and so on.
        let up = match file.path.matches('/').count() - 1 {
            _ if file.path.ends_with("mod.rs") => "use super::".to_owned(),
            depth => "super::".repeat(depth + 1),
        };
        assert!(!file.code().contains(&up), "{}", file.path);
        assert!(!file.code().contains("crate::proof::"), "{}", file.path);
    }
}

/// The table has no way round: nobody may be known by those that he may know.
#[test]
fn the_table_of_layers_has_no_circle() {
    let mut settled = BTreeSet::new();
    for _ in MAY_KNOW {
        for (layer, may) in MAY_KNOW {
            if may.iter().all(|name| settled.contains(name)) {
                settled.insert(layer);
            }
        }
    }
    assert_eq!(settled.len(), MAY_KNOW.len());
}

/// The reader of paths itself, for it would be easy to see nothing.
#[test]
fn imports_are_seen() {
    let known = |path: &str, text: &str| -> Vec<String> {
        let file = File { path: path.to_owned(), text: text.to_owned() };
        known(&file).into_iter().collect()
    };
    assert_eq!(known("checker/mod.rs", "use crate::planner::Request;"), ["planner"]);
    assert_eq!(known("checker/mod.rs", "use crate::{cost, number::{A, B}};"), ["cost", "number"]);
    assert_eq!(known("checker/mod.rs", "use super::planner;"), ["planner"]);
    assert_eq!(known("checker/ports.rs", "use super::planner;"), [""; 0]);
    assert_eq!(known("checker/ports.rs", "use super::super::planner::plan;"), ["planner"]);
    assert_eq!(known("checker/ports.rs", "fn f() { crate::planner::plan() }"), ["planner"]);
    assert_eq!(known("checker/ports.rs", "// crate::planner\nuse crate::checker::A;"), [""; 0]);
}

/// Catches a file of tests that no one compiles.
#[test]
fn every_file_of_tests_is_a_module() {
    let tests = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests"));
    let roots = ["library", "program"];
    let text = roots.map(|root| fs::read_to_string(tests.join(root).with_extension("rs")).unwrap());
    let modules: BTreeSet<&str> = text.iter().flat_map(|text| text.lines()).collect();
    for entry in fs::read_dir(tests).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_str().unwrap();
        if path.extension().is_some_and(|ending| ending == "rs") && !roots.contains(&stem) {
            assert!(modules.contains(&*format!("mod {stem};")), "{}", path.display());
        }
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
            let named = code.match_indices(word).any(|(at, _)| {
                let after = &code[at + word.len()..];
                !code[..at].ends_with(is_word) && !after.starts_with(is_word)
            });
            if named && !here {
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
        if lines > 400 {
            wrong.push(format!("{} has {lines} lines", file.path));
        }
    }
    assert_eq!(wrong, [""; 0]);
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

/// `src/planner/<collective>/`: one finds it without searching.
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
                // Algorithms for groups are much alike for all collectives.
                let own = [&*file_of(collective), "hierarchical"].contains(folder);
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
    ("graph", &["document/"]),
    ("direct", &["document/"]),
    // The feature of the solver.
    ("optimal", &["optimal/", "cli/optimal/"]),
    // The nodes of a topology are everywhere.
    ("nodes", &[""]),
    // The class of what is drawn as a switch.
    ("switch", &["draw/"]),
];

/// Where names are data: the textbook's figures, and which machines are drawn how.
const NAMES_AS_DATA: &[&str] = &["draw/figures.rs", "draw/layout/"];

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
        ("grader", "src/grader/words.txt", &["list(\""][..]),
        ("document", "src/document/lines/words.txt", &["words(\"", ".any(\""]),
        ("cli", "src/cli/known.txt", &["advice(\""]),
    ] {
        let table = std::fs::read_to_string(table).unwrap();
        let heads = table.lines().filter_map(|line| line.strip_prefix('[')?.split_once(']'));
        let listed: BTreeSet<&str> = heads.map(|(name, _)| name).collect();
        let code: String =
            files.iter().filter(|file| file.layer() == layer).map(File::code).collect();
        let calls = calls.iter().flat_map(|call| code.split(call).skip(1));
        let read: BTreeSet<&str> = calls.filter_map(|rest| rest.split('"').next()).collect();
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
            let help = line.trim_start().starts_with("///") && file.path.starts_with("cli/args");
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
