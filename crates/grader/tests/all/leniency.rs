//! No point that was not earned, and none taken: signs, remarks and other ways to write an answer, other models and
//! algorithms, and the textbook's tables.

use crate::exams::graded;

/// Answers to one ask, each with its verdict.
fn check(question: &str, ask: &str, answers: &[(&str, &str)]) {
    for (answer, verdict) in answers {
        let found = graded(question, ask, answer);
        let full = found.full;
        assert_eq!(found.verdict.name(), *verdict, "{question}, {ask}: {answer}: {full}");
    }
}

const RING: &str = "collective: all-gather, topology: 'ring:8', algorithm: ring";
const CUBE: &str = "collective: all-gather, topology: 'hypercube:8', algorithm: recursive-doubling";
const MESH: &str =
    "collective: all-gather, topology: 'mesh:4x4', algorithm: dimension-by-dimension";

/// Catches a sign that excuses a term that is lost, added or doubled, and one that takes a point away.
#[test]
fn a_sign_excuses_lower_terms_that_are_left_out_and_nothing_else() {
    for (question, right, lower, wrong) in [
        (
            RING,
            "(p-1)(ts+m tw)",
            &["p(ts+m tw)", "p ts + m tw (p-1)"][..],
            &["m tw p", "(p+1)(ts+m tw)", "(p-2)(ts+m tw)", "(p-1)(ts+m tw)+100 ts"][..],
        ),
        (
            CUBE,
            "ts log p + m tw (p-1)",
            &["ts log p + m tw p"],
            &["2 ts log p + m tw (p-1)", "ts (log p + 1) + m tw (p-1)", "m tw (p-1)"],
        ),
        (
            MESH,
            "2 ts (sqrt p - 1) + m tw (p-1)",
            &["2 ts sqrt p + m tw p"],
            &["2 ts (sqrt p + 1) + m tw (p-1)", "2 ts log p + m tw (p-1)"],
        ),
    ] {
        let of = |verdict: &str, formulas: &[&str]| {
            for formula in formulas {
                for sign in ["≈", "~"] {
                    check(question, "formula", &[(&format!("{sign} {formula}"), verdict)]);
                }
            }
        };
        of("right", &[right]);
        of("partly right", lower);
        of("wrong", wrong);
        let none = format!("{question}, partial: {{approximation: 0}}");
        check(&none, "formula", &[(&format!("≈ {}", lower[0]), "wrong")]);
    }
}

/// Catches full points for a formula of another model that has the right value at one size.
#[test]
fn another_model_is_never_right() {
    for (topology, algorithm, formula, verdict) in [
        ("torus:4x4", "dimension-by-dimension", "(ts+m tw) sqrt p", "partly right"),
        ("ring:6", "recursive-doubling", "p/2 (ts+m tw)", "partly right"),
        ("ring:5", "recursive-doubling", "p/2 (ts+m tw)", "wrong"),
        ("ring:8", "recursive-doubling", "p/2 (ts+m tw)", "partly right"),
    ] {
        let question =
            format!("collective: broadcast, topology: '{topology}', algorithm: {algorithm}");
        check(&question, "formula", &[(formula, verdict)]);
    }
}

/// Catches a number that is right for an algorithm that was found here, and one that `accept: textbook` lets pass.
#[test]
fn one_value_is_that_of_a_published_algorithm() {
    let exchange = "collective: all-to-all, topology: 'hypercube:8'";
    check(exchange, "steps", &[("3", "right"), ("5", "undecided"), ("7", "right")]);
    let textbook = format!("{exchange}, accept: textbook");
    check(&textbook, "steps", &[("5", "wrong"), ("7", "right"), ("14", "wrong")]);
    let ring = "collective: all-gather, topology: 'ring:8'";
    check(ring, "growth", &[("O(p)", "right"), ("O(p log p)", "partly right")]);
}

/// Catches a form of the textbook's table that is wrong, and another value that is right.
#[test]
fn the_forms_of_the_textbooks_table_are_right() {
    for (topology, of, answers) in [
        (
            "node-tree:15",
            "diameter",
            &[("2 log((p+1)/2)", "right"), ("2 floor(log p)", "right"), ("2 log p", "wrong")][..],
        ),
        ("star:8", "bisection-width", &[("1", "right"), ("4", "right"), ("2", "wrong")]),
        ("complete:9", "bisection-width", &[("p^2/4", "right"), ("20", "right"), ("p/2", "wrong")]),
        ("mesh:5x5", "bisection-width", &[("sqrt p", "right"), ("5", "wrong"), ("6", "right")]),
        ("torus:5x5", "bisection-width", &[("2 sqrt p", "right")]),
        ("torus:4x4", "bisection-width", &[("2 k", "right"), ("2*k", "right")]),
        ("ring:9", "diameter", &[("(p-1)/2", "right"), ("p/2", "wrong")]),
        ("torus:4x4x4", "edge-connectivity", &[("2d", "right"), ("d", "wrong")]),
        ("torus:4x4x4", "links", &[("d p", "right"), ("3 p", "right")]),
    ] {
        check(&format!("topology: '{topology}'"), &format!("network, of: {of}"), answers);
    }
    let tree = "collective: broadcast, topology: 'node-tree:15', algorithm: child-by-child";
    check(tree, "formula", &[("2 (log(p+1) - 1)(ts + m tw)", "right")]);
    let sizes = format!("{RING}, sizes: odd").replace("ring:8", "ring:9");
    check(&sizes, "formula", &[("(p-1)(ts+m tw)", "right")]);
}

/// Catches an order that is compared as a cost, and the question's own line that is another algorithm's.
#[test]
fn what_follows_a_right_formula_is_judged_by_itself() {
    let answers = [
        ("(p-1)(ts+m tw) = O(p)", "right"),
        ("(p-1)(ts+m tw) = Θ(p m)", "right"),
        ("(p-1)(ts+m tw) = O(p(ts + m tw))", "right"),
        ("(p-1)(ts+m tw) = O(log p)", "wrong"),
        ("T = (p-1)(ts+m tw)\n  = 7 ts + 7 m tw", "right"),
        ("T = (p-1)(ts+m tw)\n  = 6 ts + 7 m tw", "wrong"),
    ];
    check(RING, "formula", &answers);
    let shift =
        "collective: {kind: shift, by: 10}, topology: 'mesh:4x4', algorithm: with-compensation";
    check(shift, "formula", &[("(ts+m tw)(sqrt p+1)", "right")]);
    let chain = "collective: broadcast, topology: 'mesh:3x5', algorithm: pipelined-chain";
    check(chain, "formula", &[("min(1, p - 1) (p - 2 + n) (t_s + m t_w/n)", "right")]);
}

/// Catches an algorithm without a closed form that is not looked at, and a verdict at one size that is taken for all.
#[test]
fn formulas_without_a_closed_form_are_compared_at_further_sizes() {
    let near = "collective: broadcast, topology: 'ring:8', model: contention, algorithm: near-first-doubling";
    check(
        near,
        "formula",
        &[
            ("ts log p + m tw (p-1)", "right"),
            ("3 ts + 7 m tw", "right"),
            ("3 ts + 3 m tw", "wrong"),
            ("(ts+m tw) log p", "wrong"),
            ("3 ts + m tw (p-1)", "right"),
            ("ts (p - 5) + m tw (p-1)", "wrong"),
        ],
    );
}

/// Catches what a person reads at once and the program does not, and numbers that nothing can cost.
#[test]
fn people_write_so() {
    let cube =
        "collective: broadcast, topology: 'hypercube:8', numbers: {m: 100, t_s: 5us, t_w: 1us}";
    check(
        cube,
        "number, unit: us",
        &[
            ("3 x 105 = 315", "right"),
            ("315 micro seconds", "right"),
            ("315 microsec", "right"),
            ("315us (3 steps x 105us)", "right"),
            ("3150 us", "wrong"),
        ],
    );
    let steps = "collective: broadcast, topology: 'ring:16'";
    check(
        steps,
        "growth, of: steps",
        &[
            ("logarithmic", "right"),
            ("O(log p) steps", "right"),
            ("grows with log(p)", "right"),
            ("linear", "partly right"),
        ],
    );
    check(CUBE, "formula", &[("ts log p + m tw (P - 1)", "right")]);
    let open = "collective: all-gather, topology: 'hypercube:8'";
    check(open, "formula", &[("\\sum_{k=0}^{d} (t_s + 2^k m t_w)", "wrong")]);
    check(
        "collective: scatter, topology: 'hypercube:8'",
        "formula",
        &[("ts*log(p) + tw*(4m + 2m + m)", "right"), ("ts*log(p) + tw*(4m + 2m)", "wrong")],
    );
    let best = "collective: broadcast, topology: 'complete:8', numbers: {t_s: 100, t_w: 1}";
    check(
        best,
        "best, among: [recursive-doubling, scatter-all-gather], over: 'm=1..100000'",
        &[
            ("m < 240: recursive doubling, m > 240: scatter-allgather", "right"),
            ("m > 240: recursive doubling, m < 240: scatter-allgather", "wrong"),
        ],
    );
}

/// Ways to write a formula that change nothing.
const WAYS: [&str; 24] = [
    "({F})",
    "1*({F})",
    "T = {F}",
    "Ans. {F}",
    "The cost is {F}",
    "{F} time units",
    "∴ {F}",
    "=> {F}",
    "{F} (t_h = 0)",
    "{F}, ignoring t_h",
    "{F} (log base 2)",
    "\"{F}\"",
    "{F} // ring",
    "T\n= {F}",
    "{F}\n= {F}",
    "steps × step cost: {F}",
    "{F}  (Algorithm 4.4)",
    "by (4.1), {F}",
    "{F} =: T",
    "{F} [s]",
    "\\boxed{{F}}",
    "{F}, where p is the number of nodes",
    "{F} ✓",
    "1) {F}",
];

/// Formulas of two questions, of which the first one is right.
const FORMULAS: [(&str, [&str; 4]); 2] = [
    (RING, ["(p-1)(ts+m tw)", "p (ts+m tw)", "(p-1) ts", "ts + m tw (p-1)"]),
    (CUBE, ["ts log p + m tw (p-1)", "ts log p + m tw p", "2 ts log p + m tw (p-1)", "m tw (p-1)"]),
];

/// Catches a remark or spelling that turns a verdict.
#[test]
fn no_way_to_write_a_formula_turns_its_verdict() {
    let law = |question: usize, formula: usize, outer: usize, inner: usize| {
        let (question, formulas) = FORMULAS[question % FORMULAS.len()];
        let formula = formula % formulas.len();
        let [outer, inner] = [outer, inner].map(|way| WAYS[way % WAYS.len()]);
        let written = inner.replace("{F}", formulas[formula]);
        let twice = outer.replace("{F}", &written);
        [written, twice].iter().all(|text| {
            let found = graded(question, "formula", text);
            let turned = if formula == 0 { "wrong" } else { "right" };
            found.verdict.name() != turned && found.verdict.name() != "partly right"
        })
    };
    quickcheck::QuickCheck::new()
        .tests(40)
        .quickcheck(law as fn(usize, usize, usize, usize) -> bool);
    for way in WAYS {
        check(RING, "formula", &[(&way.replace("{F}", "(p-1)(ts+m tw)"), "right")]);
    }
}

/// Catches numbers that are put into one term alone, into another accepted algorithm's cost or into a number of words, and are
/// called too small, and a formula that is called a number.
#[test]
fn numbers_of_the_question_may_stand_in_any_term() {
    const GATHER: &str =
        "collective: all-gather, topology: 'ring:8', numbers: {m: 100, t_s: 50us, t_w: 0.2us}";
    const GATHER_CUBE: &str =
        "collective: all-gather, topology: 'hypercube:16', numbers: {m: 10, t_s: 50, t_w: 2}";
    check(
        GATHER,
        "formula",
        &[
            ("(p-1) ts + 700 tw", "right"),
            ("7 ts + 100 (p-1) tw", "right"),
            ("70(p-1)", "right"),
            ("(p-1) ts + 600 tw", "wrong"),
            ("8 ts + 100 (p-1) tw", "wrong"),
            ("60(p-1)", "wrong"),
        ],
    );
    check(
        GATHER_CUBE,
        "formula",
        &[
            ("ts log p + 150 tw", "right"),
            ("200 + m tw (p-1)", "right"),
            ("ts log p + 30 m", "right"),
            ("ts log p + 140 tw", "wrong"),
            ("200 + m tw p", "undecided"),
        ],
    );
    check(
        "collective: all-to-all, topology: 'hypercube:8', numbers: {m: 10, t_s: 50, t_w: 2}",
        "formula",
        &[("3 ts + 120 tw", "right"), ("3 ts + 110 tw", "wrong")],
    );
    let words = "formula, of: words";
    check(
        "collective: all-gather, topology: 'hypercube:16', algorithm: recursive-doubling, numbers: {m: 10}",
        words,
        &[("15*10 = 150", "right"), ("10 (p-1)", "right"), ("10 p", "wrong"), ("160", "wrong")],
    );
}

/// Catches a change that is a word off, and one that ends the part before it a word earlier.
#[test]
fn a_change_at_a_whole_number_of_words_is_that_number() {
    check(
        "collective: all-reduce, topology: 'switch:8', numbers: {t_s: 100, t_w: 1}",
        "best, among: [recursive-doubling, ring], over: 'm=1..1e6'",
        &[
            ("ring from m = 880", "right"),
            ("ring from m = 879", "wrong"),
            ("ring from m = 882", "wrong"),
            ("recursive-doubling up to m = 879, then ring from m = 880", "right"),
            ("recursive-doubling up to m = 878, then ring from m = 880", "wrong"),
        ],
    );
}
