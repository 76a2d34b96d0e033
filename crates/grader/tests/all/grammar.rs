//! The grammar of `specs/answers.md` is read and made into random answers: each of them is read by the
//! grader, and none with a foreign word in it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use hockney_base::diagnostic::Span;
use hockney_grader::{GivenAnswer, Key, grade, read_problems};

/// One side of a rule of the grammar.
#[derive(Clone, Debug)]
enum Part {
    Text(String),
    Rule(String),
    Sequence(Vec<Part>),
    OneOf(Vec<Part>),
    Option(Box<Part>),
    Repeated(Box<Part>),
}

type Rules = BTreeMap<String, Part>;

/// The rules of all blocks marked as `ebnf`: `name = part`, over several lines; two blanks and a remark may
/// stand behind a part.
fn rules_of(page: &str) -> Rules {
    let mut rules = Rules::new();
    for block in page.split("```ebnf\n").skip(1) {
        let block = block.split("```").next().unwrap();
        let mut whole: Vec<String> = Vec::new();
        for line in block.lines() {
            let line = line.split("   (*").next().unwrap().trim_end();
            if line.starts_with(' ') {
                whole.last_mut().unwrap().push_str(line);
            } else {
                whole.push(line.to_owned());
            }
        }
        for line in whole {
            let (name, body) = line.split_once('=').unwrap();
            let tokens = tokens(body);
            let mut at = 0;
            let part = choices(&tokens, &mut at);
            assert_eq!(at, tokens.len(), "{line}");
            let twice = rules.insert(name.trim().to_owned(), part);
            assert!(twice.is_none(), "two rules for {name}");
        }
    }
    rules
}

/// Texts in quotes with their first quote, names and signs.
fn tokens(body: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = body.trim_start();
    while let Some(c) = rest.chars().next() {
        let length = match c {
            '"' => 2 + rest[1..].find('"').unwrap(),
            c if c.is_alphabetic() => {
                rest.find(|c: char| !c.is_alphabetic() && c != '-').unwrap_or(rest.len())
            }
            c => {
                assert!("[]{}()|".contains(c), "`{c}` in {body}");
                1
            }
        };
        tokens.push(rest[..length].trim_end_matches('"').to_owned());
        rest = rest[length..].trim_start();
    }
    tokens
}

fn choices(tokens: &[String], at: &mut usize) -> Part {
    let mut all = Vec::new();
    loop {
        let mut parts = Vec::new();
        while let Some(token) = tokens.get(*at).filter(|token| !"]})|".contains(token.as_str())) {
            *at += 1;
            parts.push(match token.as_str() {
                "[" => Part::Option(Box::new(choices(tokens, at))),
                "{" => Part::Repeated(Box::new(choices(tokens, at))),
                "(" => choices(tokens, at),
                token => match token.strip_prefix('"') {
                    Some(text) => Part::Text(text.to_owned()),
                    None => Part::Rule(token.to_owned()),
                },
            });
            // The closing bracket.
            if "[{(".contains(token.as_str()) {
                *at += 1;
            }
        }
        all.push(Part::Sequence(parts));
        if tokens.get(*at).is_none_or(|token| token != "|") {
            return if all.len() == 1 { all.remove(0) } else { Part::OneOf(all) };
        }
        *at += 1;
    }
}

/// The names of the rules that a part uses.
fn uses(part: &Part, into: &mut BTreeSet<String>) {
    match part {
        Part::Text(_) => {}
        Part::Rule(name) => {
            into.insert(name.clone());
        }
        Part::Sequence(parts) | Part::OneOf(parts) => {
            for part in parts {
                uses(part, into);
            }
        }
        Part::Option(part) | Part::Repeated(part) => uses(part, into),
    }
}

/// Makes texts of a grammar.
struct Maker<'g> {
    rules: &'g Rules,
    /// For an ask: what stands for the names without a rule, and instead of some rules. They are taken in turn,
    /// so that a node is not listed twice.
    samples: BTreeMap<&'static str, Vec<&'g str>>,
    /// How often the repetition in a rule is made, if its number is fixed.
    times: BTreeMap<&'static str, usize>,
    taken: BTreeMap<String, usize>,
    state: u64,
    reached: BTreeSet<String>,
    /// Where the body begins and ends in the last answer.
    body: (usize, usize),
}

impl Maker<'_> {
    /// Numbers below a limit, the same in every run.
    fn below(&mut self, limit: usize) -> usize {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        usize::try_from((self.state >> 33) % limit as u64).unwrap()
    }

    /// The signs of a text, one after the other.
    fn make(&mut self, part: &Part, rule: &str, into: &mut Vec<String>) {
        match part {
            Part::Text(text) if text == "\\n" => into.push("\n".to_owned()),
            Part::Text(text) => into.push(text.clone()),
            Part::Rule(name) => self.rule(name, into),
            Part::Sequence(parts) => parts.iter().for_each(|part| self.make(part, rule, into)),
            Part::OneOf(parts) => {
                let one = self.below(parts.len());
                self.make(&parts[one], rule, into);
            }
            Part::Option(part) => {
                if self.below(3) == 0 {
                    self.make(part, rule, into);
                }
            }
            Part::Repeated(part) => {
                let times = self.times.get(rule).copied().unwrap_or_else(|| self.below(3));
                (0..times).for_each(|_| self.make(part, rule, into));
            }
        }
    }

    fn rule(&mut self, name: &str, into: &mut Vec<String>) {
        self.reached.insert(name.to_owned());
        if let Some(samples) = self.samples.get(name) {
            // The first one is any of them, unless their order matters.
            let start = if samples[0].contains('1') {
                0
            } else {
                usize::try_from(self.state >> 40).unwrap()
            };
            let taken = self.taken.entry(name.to_owned()).or_insert(start);
            let sample = samples[*taken % samples.len()];
            *taken += 1;
            into.push(sample.to_owned());
            return;
        }
        let part = self.rules.get(name).unwrap_or_else(|| panic!("no rule and no sample: {name}"));
        let start = into.len();
        self.make(part, name, into);
        if name == "body" {
            self.body = (start, into.len());
        }
    }

    fn texts(&mut self, rule: &str) -> Vec<String> {
        self.taken.clear();
        let mut made = Vec::new();
        self.rule(rule, &mut made);
        made
    }
}

const SET: &str = r#"
format: hockney/problems/v1
questions:
  - id: cube
    collective: {kind: broadcast, root: 0}
    topology: hypercube:8
    numbers: {m: 100, t_s: 5us, t_w: 1us}
    asks:
      - {ask: number, unit: us, points: 1}
      - {ask: steps, points: 1}
      - {ask: formula, points: 1}
      - {ask: growth, points: 1}
      - {ask: schedule, points: 1}
      - {ask: step, step: 2, points: 1}
      - {ask: trace, after: 2, points: 1}
      - {ask: route, from: 0, to: 5, points: 1}
      - {ask: links, from: 0, to: 5, points: 1}
      - {ask: messages, points: 1}
      - {ask: verdict, schedule: "0 -> 1", points: 1}
      - {ask: best, among: [binomial, chain, sequential, scatter-all-gather], over: "m=1..1e6", points: 1}
  - id: ring
    collective: {kind: all-gather}
    topology: ring:4
    numbers: {m: 100, t_s: 5, t_w: 1}
    asks:
      - {ask: number, points: 1}
      - {ask: trace, after: 1, points: 1}
  - id: sum
    collective: {kind: all-reduce}
    topology: hypercube:4
    asks:
      - {ask: trace, after: 1, inputs: [3, 1, 4, 1], points: 1}
"#;

/// The words of a list of `words.txt`.
fn words_of<'t>(table: &'t str, name: &str) -> Vec<&'t str> {
    let (_, list) = table.split_once(&format!("\n[{name}]")).unwrap();
    let rows = list.split("\n[").next().unwrap().lines().skip(1);
    let rows = rows.filter(|row| !row.starts_with('#') && !row.is_empty());
    rows.flat_map(|row| row.split('|')).map(str::trim).collect()
}

/// What an ask is answered with: the rule, the rule for units, and samples.
struct Answers {
    ask: &'static str,
    rule: &'static str,
    unit: &'static str,
    samples: &'static [(&'static str, &'static [&'static str])],
    times: &'static [(&'static str, usize)],
}

const LETTERS: (&str, &[&str]) = ("letter", &["G", "F", "X"]);
const SYMBOLS: (&str, &[&str]) = ("symbol", &["p", "m", "t_s"]);
const PLAIN: (&str, &[&str]) = (
    "arithmetic",
    &["315", "1,515", "1.5e3", "3 (5 + 99)", "(2^3 - 1) * 3", "log(8)", "45/7", "(p - 1)^2"],
);
const NODES: (&str, &[&str]) = ("node", &["0", "P1", "node 2", "011", "4", "rank 5", "6", "7"]);
const MESSAGES: (&str, &[&str]) = (
    "messages",
    &["0 -> 4", "0 → 4, 2 → 6", "(0,4), (2,6)", "0 <-> 1", "i -> i xor 1", "000 -> 001 and 4 -> 5"],
);
const LABELS: (&str, &[&str]) = ("label", &["Step 1: ", "Step 2: ", "Step 3: "]);
const COSTS: (&str, &[&str]) = (
    "cost",
    &["(ts + tw m) log p", "t_s log p + m t_w (p - 1)", "2 t_s", "\\frac{p}{2} (t_s + t_w\\,m)"],
);

const ASKS: [Answers; 15] = [
    Answers {
        ask: "cube.number",
        rule: "number",
        unit: "time",
        samples: &[PLAIN, ("timed", &["3 (5 us + 0.1 ms)", "(p - 1)(t_s + m t_w)"])],
        times: &[],
    },
    Answers {
        ask: "ring.number",
        rule: "number",
        unit: "pure",
        samples: &[PLAIN, ("timed", &["7 t_s", "(p - 1)(t_s + m t_w)"])],
        times: &[],
    },
    Answers {
        ask: "cube.steps",
        rule: "number",
        unit: "of-steps",
        samples: &[PLAIN, ("timed", &["p - 1", "log p"])],
        times: &[],
    },
    Answers {
        ask: "cube.links",
        rule: "number",
        unit: "of-links",
        samples: &[PLAIN, ("timed", &["d - 1"])],
        times: &[],
    },
    Answers {
        ask: "cube.messages",
        rule: "number",
        unit: "of-messages",
        samples: &[PLAIN, ("timed", &["p (p - 1)"])],
        times: &[],
    },
    Answers { ask: "cube.formula", rule: "formula", unit: "", samples: &[COSTS], times: &[] },
    Answers { ask: "cube.growth", rule: "growth", unit: "", samples: &[COSTS], times: &[] },
    Answers {
        ask: "cube.verdict",
        rule: "verdict",
        unit: "",
        samples: &[("digits", &["1", "2", "31"])],
        times: &[],
    },
    Answers {
        ask: "cube.best",
        rule: "best",
        unit: "",
        samples: &[
            ("name", &["binomial", "scatter all-gather", "Chain", "sequential"]),
            ("value", &["1", "120", "1.2e2", "1/2"]),
        ],
        times: &[],
    },
    Answers {
        ask: "cube.route",
        rule: "route",
        unit: "",
        samples: &[
            ("node", &["0", "P4", "101", "node 1", "5 (101)", "7"]),
            ("arrow", &["->", "→", " => ", " to "]),
        ],
        times: &[],
    },
    Answers { ask: "cube.step", rule: "step", unit: "", samples: &[LABELS, MESSAGES], times: &[] },
    Answers {
        ask: "cube.schedule",
        rule: "schedule",
        unit: "",
        samples: &[LABELS, MESSAGES],
        times: &[("schedule", 3)],
    },
    Answers {
        ask: "cube.trace",
        rule: "trace",
        unit: "",
        samples: &[NODES, ("item", &["0", "2", "4", "6"]), ("range", &["0-3"])],
        times: &[("named", 8), ("table", 8), ("lists", 7)],
    },
    Answers {
        ask: "ring.trace",
        rule: "trace",
        unit: "",
        samples: &[
            ("node", &["0", "P1", "node 2", "3"]),
            ("item", &["0", "x_2", "2", "a", "x3", "x_{0}"]),
            ("range", &["0-1", "1..3", "x0-x2"]),
        ],
        times: &[("named", 4), ("table", 4), ("lists", 3), ("row", 3)],
    },
    Answers {
        ask: "sum.trace",
        rule: "trace",
        unit: "",
        samples: &[
            ("node", &["00", "01", "10", "11"]),
            ("item", &["3", "1+4", "4.5", "-1"]),
            ("range", &["7"]),
        ],
        times: &[("named", 4), ("table", 4), ("lists", 3), ("row", 3)],
    },
];

#[test]
fn what_the_grammar_makes_is_read_and_nothing_else_beside_it() {
    let page = hockney_testing::text("specs/answers.md");
    let rules = rules_of(&page);
    let words = hockney_testing::text("crates/grader/src/words.txt");
    let known = words_of(&words, "lead-in");
    let set = read_problems(SET).unwrap();
    let keys: Vec<Key<'_>> = set.questions.iter().map(|of| Key::of(of).unwrap()).collect();
    let mut reached = BTreeSet::from(["body".to_owned(), "unit".to_owned()]);
    let mut wrong = String::new();
    for Answers { ask: name, rule, unit, samples, times } in ASKS {
        let asks = keys.iter().flat_map(|key| key.question.asks.iter().map(move |ask| (key, ask)));
        let (key, ask) = asks.into_iter().find(|(_, ask)| ask.name == name).unwrap();
        let said = |text: String| {
            let span = Span::new(0, text.len());
            grade(key, ask, Some(&GivenAnswer { text, span }))
        };
        let mut rules = rules.clone();
        for (of, is) in [("body", rule), ("unit", unit)] {
            let mut known = BTreeSet::new();
            uses(&rules[of], &mut known);
            assert!(is.is_empty() || rule == "schedule" || known.contains(is), "{of} is not {is}");
            rules.insert(of.to_owned(), Part::Rule(is.to_owned()));
        }
        let mut maker = Maker {
            rules: &rules,
            samples: samples
                .iter()
                .chain([&LETTERS, &SYMBOLS, &("blank", &[" "]), &("known", &known[..])])
                .map(|(of, are)| (*of, are.to_vec()))
                .collect(),
            times: times.iter().copied().collect(),
            taken: BTreeMap::new(),
            state: 15,
            reached: BTreeSet::new(),
            body: (0, 0),
        };
        for _ in 0..100 {
            let whole = if rule == "schedule" { "schedule" } else { "answer" };
            let mut signs = maker.texts(whole);
            let text = signs.concat();
            let graded = said(text.clone());
            if graded.verdict.name() == "could not be read" {
                writeln!(wrong, "{name}: {text:?} is in the grammar: {}", graded.full).unwrap();
            }
            let (start, end) = if rule == "schedule" { (0, signs.len()) } else { maker.body };
            // `T ≈ 3` begins with a lead-in.
            let start = start + usize::from(signs[start] == "≈");
            let place = start + maker.below(end - start + 1);
            let word = [" bananas ", " kg ", " its own ", " never "][maker.below(4)];
            // Before an answer, too.
            let led = format!("{} {}: {}", word.trim(), known[0], signs.concat());
            let graded = said(led.clone());
            if graded.verdict.name() != "could not be read" && rule != "schedule" {
                writeln!(wrong, "{name}: {led:?} is not in the grammar: {}", graded.full).unwrap();
            }
            signs.insert(place, word.to_owned());
            let text = signs.concat();
            let graded = said(text.clone());
            if graded.verdict.name() != "could not be read" {
                let verdict = graded.verdict.name();
                writeln!(
                    wrong,
                    "{name}: {text:?} is not in the grammar, but {verdict}: {}",
                    graded.full
                )
                .unwrap();
            }
        }
        reached.extend(maker.reached);
    }
    let missed: Vec<&String> = rules.keys().filter(|name| !reached.contains(*name)).collect();
    assert!(missed.is_empty(), "no answer uses {missed:?}");
    assert!(wrong.is_empty(), "{wrong}");
}
