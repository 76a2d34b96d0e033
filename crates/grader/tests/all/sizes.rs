//! For which sizes a graded formula is right: at the question's size as a price finds, and in general or in words.

use std::fmt::Write;

use hockney_base::diagnostic::Span;
use hockney_core::checker::Limits;
use hockney_core::collective::Ports;
use hockney_core::topology::Topology;
use hockney_cost::{Comparison, Cost, Model, against, bindings_of, price_checked};
use hockney_grader::{GivenAnswer, Graded, Key, grade, read_problems};
use hockney_plan::question::{Choice, Question};
use hockney_testing::sweep;

/// Answers that people give, right at some sizes, and traps that are right at few.
const FORMULAS: [&str; 16] = [
    "(ts + m tw) log p",
    "(ts + m tw) ceil(log2 p)",
    "(ts + m tw) floor(log2 p)",
    "(ts + m tw)(1 + floor(log2 p))",
    "(ts + m tw)(p - 1)",
    "ts log p + m tw (p - 1)",
    "ts floor(log2 p) + m tw (p - 1)",
    "2 ts (sqrt p - 1) + m tw (p - 1)",
    "(ts + tw m p/2)(p - 1)",
    "2 (p - 1)(ts + m tw/p)",
    "2 ts log p + 2 m tw (p - 1)/p",
    "(p - 1)(ts + m tw) + ts (p mod 2)",
    "ts (p - 1) + m tw floor(p^2/4)",
    "(ts + m tw)(ceil(log2 p) + 99 (ceil(log2 p) - floor(log2 p)))",
    "(ts + m tw)(log p + 5 (p mod 2))",
    "3 (ts + m tw)",
];

fn graded(
    collective: &str,
    topology: &str,
    keys: &str,
    ask: &str,
    answers: &[&str],
) -> Vec<Graded> {
    let set = format!(
        "format: hockney/problems/v1\nquestions:\n  - id: q\n    collective: {collective}\n    \
         topology: \"{topology}\"\n    asks: [{{ask: {ask}, points: 1}}]\n    {keys}\n"
    );
    let set = read_problems(&set).unwrap();
    let key = Key::of(&set.questions[0]).unwrap();
    let given =
        |text: &&str| GivenAnswer { text: (*text).to_owned(), span: Span::new(0, text.len()) };
    let answers = answers.iter().map(given);
    answers.map(|given| grade(&key, &key.question.asks[0], Some(&given))).collect()
}

/// The cost of the default algorithm, and the letters of a formula there.
fn priced(collective: &str, topology: &str, ports: Ports) -> (Question, Cost) {
    let topology = Topology::parse(topology).unwrap();
    let question = Question::new(collective, topology).unwrap().with_ports(ports);
    let plan = question.plan(Choice::Default).unwrap();
    let checked = plan.check_every_message(&Limits::default()).unwrap();
    let cost = price_checked(&checked, Model::default(), &Limits::default()).unwrap().unwrap().cost;
    (question, cost)
}

sweep! {
    /// Nothing is graded right that is not the cost at the question's size, unless the feedback names the sizes or the
    /// algorithm for which it is right.
    fn what_is_graded_right_is_the_cost_at_its_size_or_says_where(effort) {
        let (mut compared, mut said) = (0, String::new());
        for collective in
            ["broadcast", "reduce", "all-gather", "all-reduce", "scan", "gather", "all-to-all"]
        {
            for topology in effort.thin(vec![
                "ring:6",
                "ring:7",
                "complete:5",
                "complete:6",
                "mesh:2x3",
                "mesh:2x8",
                "mesh:3x3",
                "tree:6",
                "hypercube:8",
            ], 4) {
                for (keys, ports) in [("ports: one", Ports::ONE), ("ports: all", Ports::All)] {
                    let (question, cost) = priced(collective, topology, ports);
                    let sizes = bindings_of(question.machine(), question.instance());
                    let all = graded(collective, topology, keys, "formula", &FORMULAS);
                    for (text, graded) in FORMULAS.iter().zip(all) {
                        let formula = hockney_formula::parse(text).unwrap();
                        let found = against(&formula, &sizes, &cost).unwrap().comparison;
                        let words = [" for p = 2^d", " for squares", "right for every p"];
                        let words = words.iter().any(|words| graded.full.contains(words));
                        // Without p the size is the question's.
                        let named = !text.contains('p') && graded.full.starts_with("right for ");
                        let right = graded.verdict.name() == "right";
                        compared += u32::from(right);
                        if right && found != Comparison::Equal && !words && !named {
                            writeln!(said, "{collective} {topology} {keys}: {text}: {}", graded.full)
                                .unwrap();
                        }
                        if found == Comparison::Equal && text.starts_with("3 ") && !right {
                            writeln!(said, "{collective} {topology} {keys}: {text}: {}", graded.full)
                                .unwrap();
                        }
                    }
                }
            }
        }
        assert!(said.is_empty(), "{said}");
        assert!(compared > effort.of(20, 150), "only {compared} were right");
    }
}

#[test]
fn a_formula_is_right_for_the_sizes_that_are_asked_for() {
    let floor = "(ts + m tw) floor(log2 p)";
    let log = "(ts + m tw) log p";
    let five = "(p - 5)(ts + m tw)";
    let square = "2 ts (sqrt p - 1) + tw m (p - 1)";
    for (collective, topology, keys, answer, verdict, begins) in [
        ("broadcast", "ring:8", "", log, "right", "right"),
        ("broadcast", "ring:8", "", "3 (ts + m tw)", "right", "right"),
        ("broadcast", "mesh:2x8", "", log, "right", "right"),
        ("broadcast", "mesh:2x2x2", "", log, "right", "right"),
        ("all-gather", "mesh:3x3", "", square, "right", "right"),
        ("broadcast", "hypercube:8", "sizes: all", log, "right", "right"),
        // The textbook's formula at another size.
        ("broadcast", "ring:6", "", log, "right", "right for p = 2^d; "),
        (
            "broadcast",
            "ring:6",
            "partial: {other_sizes: 1/2}",
            log,
            "partly right",
            "right for p = 2^d; ",
        ),
        ("all-gather", "mesh:3x5", "", square, "right", "right for squares; "),
        // A definite cost that is not the one of this size.
        (
            "broadcast",
            "complete:6",
            "",
            floor,
            "wrong",
            "right for p = 2^d only; it is ceil(log2 p) (t_s + m t_w); at p = 6 it is 2 t_s + 2 m t_w and should be 3 t_s + 3 m t_w",
        ),
        ("all-gather", "mesh:2x8", "", square, "wrong", "right for squares only; "),
        (
            "all-gather",
            "ring:7",
            "",
            "(p - 1)(ts + m tw) + ts (p mod 2)",
            "wrong",
            "right for p = 2^d only; ",
        ),
        ("broadcast", "complete:6", "", FORMULAS[13], "wrong", "right for p = 2^d only; "),
        ("broadcast", "complete:5", "", FORMULAS[14], "wrong", "right for p = 2^d only; "),
        // Equal at this size.
        ("broadcast", "ring:8", "", five, "wrong", "right at p = 8 only; "),
        (
            "broadcast",
            "ring:8",
            "partial: {this_size: 1/3}",
            five,
            "partly right",
            "right at p = 8 only; ",
        ),
        ("broadcast", "ring:8", "sizes: this", five, "right", "right"),
        ("broadcast", "ring:8", "general: false", five, "right", "right"),
        (
            "broadcast",
            "ring:8",
            "sizes: this",
            "(p - 3)(ts + m tw)",
            "wrong",
            "it costs more than ",
        ),
        // The set asks for more, or for less.
        ("broadcast", "ring:8", "sizes: all", log, "wrong", "right for p = 2^d only; "),
        ("broadcast", "ring:8", "sizes: all", "(ts + m tw) ceil(log2 p)", "right", "right"),
        ("broadcast", "complete:6", "sizes: powers-of-2", floor, "right", "right for p = 2^d; "),
        ("all-gather", "mesh:2x8", "sizes: squares", square, "right", "right for squares; "),
        (
            "{kind: shift, by: 3}",
            "ring:8",
            "",
            "(p - 5)(ts + m tw)",
            "wrong",
            "right at p = 8 only; ",
        ),
        // Another algorithm, at which sizes.
        ("all-reduce", "ring:7", "accept: any", "(p - 1)(ts + m tw)", "undecided", "right for "),
        (
            "broadcast",
            "complete:5",
            "",
            "2 ts log p + 2 m tw (p - 1)/p",
            "right",
            "right for scatter-bruck, for p = 2^d",
        ),
    ] {
        let found = &graded(collective, topology, keys, "formula", &[answer])[0];
        let said = format!(
            "{collective} {topology} {keys} {answer}: {}: {}",
            found.verdict.name(),
            found.full
        );
        assert!(found.verdict.name() == verdict && found.full.starts_with(begins), "{said}");
        assert!(begins != "right" || found.full == "right", "{said}");
    }
}

/// For several ports the program knows few algorithms: an answer that is that of none of them may be right.
#[test]
fn with_several_ports_only_bounds_and_the_checker_decide_against_an_answer() {
    let numbers = "numbers: {m: 100, t_s: 5, t_w: 1}";
    let one_step = "0 -> 1, 0 -> 2, 0 -> 3, 0 -> 4, 0 -> 5, 0 -> 6, 0 -> 7";
    for (collective, topology, ports, ask, answer, verdict) in [
        ("broadcast", "complete:8", "all", "formula", "ts + m tw", "right"),
        ("broadcast", "complete:8", "2", "formula", "2 (ts + m tw)", "undecided"),
        ("all-gather", "complete:8", "all", "formula", "ts + m tw", "right"),
        ("all-to-all", "complete:8", "all", "formula", "ts + m tw", "right"),
        ("scatter", "complete:8", "all", "formula", "ts + m tw", "right"),
        ("broadcast", "torus:5x5", "all", "steps", "3", "undecided"),
        ("broadcast", "complete:8", "all", "steps", "1", "right"),
        ("broadcast", "complete:8", "all", "growth", "O(1)", "right"),
        ("broadcast", "complete:8", "all", "number", "105", "right"),
        ("broadcast", "complete:8", "all", "messages", "8", "undecided"),
        ("broadcast", "complete:8", "all", "trace, after: 1", "0 1 2 3 4 5 6 7", "right"),
        ("broadcast", "complete:8", "all", "step, step: 1", one_step, "right"),
        // Below a bound.
        ("broadcast", "complete:8", "all", "formula", "0", "wrong"),
        ("broadcast", "complete:8", "all", "formula", "(ts + m tw)/2", "wrong"),
        ("broadcast", "complete:8", "2", "formula", "ts + m tw", "wrong"),
        ("broadcast", "torus:5x5", "all", "steps", "1", "wrong"),
        ("broadcast", "complete:8", "all", "number", "4", "wrong"),
        // The checker.
        ("broadcast", "complete:8", "all", "schedule", one_step, "right"),
        ("broadcast", "complete:8", "2", "schedule", one_step, "wrong"),
        ("broadcast", "complete:8", "all", "schedule", "0 -> 1, 0 -> 2", "wrong"),
        ("broadcast", "complete:8", "one", "formula", "ts + m tw", "wrong"),
    ] {
        let keys = format!("ports: {ports}\n    {numbers}");
        let found = &graded(collective, topology, &keys, ask, &[answer])[0];
        let said = format!("{collective} {topology} {ports} {ask} {answer}: {}", found.full);
        assert_eq!(found.verdict.name(), verdict, "{said}");
    }
    // What the question names is known.
    let found = &graded(
        "broadcast",
        "complete:8",
        "{algorithm: recursive-doubling, ports: all}"
            .trim_matches(['{', '}'])
            .replace(", ", "\n    ")
            .as_str(),
        "formula",
        &["ts + m tw"],
    )[0];
    assert_eq!(found.verdict.name(), "wrong", "{}", found.full);
}
