//! Every file under `tests/formulas` is a test; the folder says what must come out.
//!
//! `equal` and `different`: a line `given: p = 8, r = 2` and two formulas, one a
//! line; `different` has the differing terms below, as `m t_w: 3 / 4`. Blocks are divided by
//! blank lines. `errors`: formulas with the whole message that they get, divided by lines `---`;
//! `given:` lines ask for evaluation, and `\xNN` stands for a byte that an editor would not show.

use std::fs;

use hockney_base::diagnostic::{Diagnostic, Source};
use hockney_base::number::Rational;
use hockney_formula::{Bindings, Comparison, Value, compare, parse};

#[test]
fn equal() {
    each_pair("equal", |block, comparison, expected| {
        assert!(expected.is_empty(), "{block}");
        assert_eq!(comparison, Comparison::Equal, "{block}");
    });
}

#[test]
fn different() {
    each_pair("different", |block, comparison, expected| {
        let Comparison::Different { terms } = comparison else { panic!("{block}\n{comparison:?}") };
        let shown =
            terms.iter().map(|term| format!("{}: {} / {}", term.term, term.left, term.right));
        assert_eq!(shown.collect::<Vec<_>>(), expected, "{block}");
    });
}

/// `FORMULAS=overwrite cargo test --test library formulas` writes down what is said; read it then.
#[test]
fn errors() {
    for (name, text) in files("errors") {
        let mut said = Vec::new();
        for block in text.split("---\n") {
            let (given, block) = match block.split_once('\n') {
                Some((given, rest)) if given.starts_with("given:") => (Some(given), rest),
                _ => (None, block),
            };
            let written = block.lines().next().unwrap_or_default();
            let bindings = given.map(|given| read_bindings(given.trim_start_matches("given:")));
            let shown = message(&unescape(written), bindings.as_ref());
            let given = given.map(|given| format!("{given}\n")).unwrap_or_default();
            said.push(format!("{given}{written}\n{}\n", shown.trim_end()));
        }
        let said = said.join("---\n");
        if std::env::var_os("FORMULAS").is_some_and(|what| what == "overwrite") {
            fs::write(&name, said).expect("writable");
        } else {
            assert!(said == text, "{name}:\n{}", first_difference(&text, &said));
        }
    }
}

fn first_difference(expected: &str, said: &str) -> String {
    let mut blocks = expected.split("---\n").zip(said.split("---\n"));
    let (expected, said) = blocks.find(|(left, right)| left != right).unwrap_or((expected, said));
    format!("expected:\n{expected}\nsaid:\n{said}")
}

fn message(formula: &str, bindings: Option<&Bindings>) -> String {
    let source = Source::new("formula", formula);
    let diagnostic = match (parse(formula), bindings) {
        (Err(error), _) => error.diagnostic(),
        (Ok(formula), None) => return format!("read as {formula}"),
        (Ok(formula), Some(bindings)) => match formula.evaluate(bindings) {
            Ok(value) => return format!("comes to {value}"),
            Err(error) => error.diagnostic(),
        },
    };
    diagnostic.render(&source)
}

fn each_pair(folder: &str, check: impl Fn(&str, Comparison, Vec<&str>)) {
    for (name, text) in files(folder) {
        for block in text.split("\n\n").filter(|block| !block.trim().is_empty()) {
            let mut lines = block.lines().filter(|line| !line.starts_with('#')).peekable();
            let given = lines.next_if(|line| line.starts_with("given:")).unwrap_or("given:");
            let bindings = read_bindings(given.trim_start_matches("given:"));
            let mut value = || evaluate(lines.next().expect("two formulas"), &bindings);
            let comparison = compare(&value(), &value());
            check(&format!("{name}:\n{block}"), comparison, lines.collect());
        }
    }
}

fn evaluate(text: &str, bindings: &Bindings) -> Value {
    let show = |diagnostic: Diagnostic| diagnostic.render(&Source::new("formula", text));
    let formula = parse(text).map_err(|error| show(error.diagnostic()));
    let value = formula
        .and_then(|formula| formula.evaluate(bindings).map_err(|error| show(error.diagnostic())));
    value.unwrap_or_else(|message| panic!("{message}"))
}

fn read_bindings(given: &str) -> Bindings {
    let mut bindings = Bindings::new();
    for pair in given.split(',').filter(|pair| !pair.trim().is_empty()) {
        let (name, value) = pair.split_once('=').expect("name = value");
        bindings.set(name.trim(), value.trim().parse::<Rational>().expect("a number"));
    }
    bindings
}

fn unescape(text: &str) -> String {
    let mut parts = text.split("\\x");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain.push(u8::from_str_radix(&part[..2], 16).expect("two digits").into());
        plain.push_str(&part[2..]);
    }
    plain
}

fn files(folder: &str) -> Vec<(String, String)> {
    let folder = hockney_testing::at("tests/formulas").join(folder);
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("readable")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    paths.sort();
    assert!(!paths.is_empty());
    paths
        .iter()
        .map(|path| (path.display().to_string(), fs::read_to_string(path).expect("readable")))
        .collect()
}

/// Catches a rounded root that is off by one at, before or behind a power: the manual's mesh costs have
/// ceil(sqrt p).
#[test]
fn roots_of_powers_are_rounded_to_themselves() {
    let value = |text: &str, p: u64| {
        let bindings = Bindings::new().with("p", p);
        parse(text).unwrap().evaluate(&bindings).unwrap().as_rational().unwrap()
    };
    for n in (2..=40_u64).chain([1000, 65_535, 65_536, 1 << 31]) {
        for (text, power) in [("sqrt(p)", n * n), ("p^(1/3)", n.min(2_000_000).pow(3))] {
            let root = if text == "sqrt(p)" { n } else { n.min(2_000_000) };
            let rounded = |p: u64| {
                [format!("floor({text})"), format!("ceil({text})")].map(|text| value(&text, p))
            };
            assert_eq!(rounded(power), [root, root].map(Rational::from), "{text} at {power}");
            assert_eq!(rounded(power - 1), [root - 1, root].map(Rational::from));
            assert_eq!(rounded(power + 1), [root, root + 1].map(Rational::from));
        }
    }
}
