//! Every closed form is proved for all sizes, from step costs that real schedules have; and nothing
//! that was tampered with is accepted.

use hockney_core::topology::{FAMILIES, Family, family};
use hockney_formula::{self as formula, Bindings, Given, Value};
use hockney_kernel::{self, Case, Claim, Phase, Range, Term, Whole};
use hockney_plan::planner::{self, Algorithm};
use hockney_proof::certificate::{Certificate, RangeText};
use hockney_proof::certified::certified;
use hockney_proof::statement::{read, stated_where};
use hockney_proof::{Proved, Verdict, Written, prove, prove_where};
use hockney_testing::sweep;

/// Compared with schedules of up to so many nodes; the proof is for all.
const UP_TO: u32 = 9;

fn named(collective: &str, on: &str, algorithm: &str) -> Proved {
    let of = planner::algorithm(collective, algorithm).unwrap();
    proved(of, family(on).unwrap(), 2)
}

fn proved(of: &Algorithm, family: &'static Family, sides: usize) -> Proved {
    match prove(of, family, sides, None, UP_TO) {
        Verdict::Proved(proved) => *proved,
        other => panic!("{} on {}: {other:?}", of.name(), family.name()),
    }
}

/// All that have a closed form and state step costs.
fn stated() -> Vec<(&'static Algorithm, &'static Family)> {
    let pairs = planner::algorithms().flat_map(|a| FAMILIES.iter().map(move |f| (a, *f)));
    pairs
        .filter(|(a, family)| a.on(family).is_some() && a.stated_form(family, 2).is_some())
        .filter(|(a, family)| a.stated_costs(family, 2).is_some())
        // The kernel takes no sum over the digits of p.
        .filter(|(a, family)| !a.stated_form(family, 2).unwrap().formula.contains("sum("))
        .collect()
}

sweep! {
    /// Catches stated costs that schedules do not have, a sum that nobody finds, and a closed form that is
    /// wrong at any size at all.
    fn every_closed_form_with_stated_step_costs_is_proved(effort) {
        let all = stated();
        assert!(all.len() >= 435, "{} are stated", all.len());
        for (of, family) in effort.thin(all, 4) {
            let proved = proved(of, family, 2);
            assert!(proved.compared.schedules > 0, "{} on {}", of.name(), family.name());
        }
    }
}

#[test]
fn grids_of_three_sides_are_proved_too() {
    for (collective, name) in [
        ("broadcast", "dimension-by-dimension"),
        ("all-gather", "dimension-by-dimension"),
        ("reduce", "ring-by-dimension-gather"),
        ("all-to-all", "dimension-by-dimension"),
        ("shift", "dimension-by-dimension"),
        ("barrier", "dimension-by-dimension"),
    ] {
        for on in ["mesh", "torus"] {
            proved(planner::algorithm(collective, name).unwrap(), family(on).unwrap(), 3);
        }
    }
}

sweep! {
    /// What the step costs of a phase come to before each step, added one by one, is what the sum of the
    /// proof says there: the kernel's algebra against the evaluation of formulas at numbers.
    fn sums_are_those_of_the_steps_at_every_small_size(effort) {
        let mut looked_at = 0;
        for (of, family) in effort.thin(stated(), 17) {
            let Proved { certificate, .. } = proved(of, family, 2);
            for values in sizes(certificate.statement.domain.len()) {
                let domain = certificate.statement.domain.iter();
                let values: Vec<i64> = domain.zip(values).map(|(w, extra)| w.least + extra).collect();
                let Some(case) = certificate.cases.iter().find(|case| within(&case.ranges, &values))
                else {
                    panic!("{} on {}: {values:?} is in no case", of.name(), family.name())
                };
                let bindings = bindings(&certificate, &values);
                for (phase, sum) in certificate.statement.phases.iter().zip(&case.sums) {
                    let whole = |text: &str| {
                        value(text, &bindings).as_rational().and_then(|n| n.to_i64()).unwrap()
                    };
                    let mut so_far = Value::zero();
                    for i in whole(&phase.from)..whole(&phase.to) {
                        let at = bindings.clone().with("i", i);
                        assert_eq!(value(sum, &at), so_far, "{} on {}", of.name(), family.name());
                        so_far += &value(&phase.cost, &at);
                        looked_at += 1;
                    }
                }
            }
        }
        assert!(looked_at > effort.of(500, 10_000), "{looked_at}");
    }
}

fn sizes(names: usize) -> Vec<Vec<i64>> {
    let mut sizes = vec![vec![]];
    for _ in 0..names {
        let longer = |size: &Vec<i64>| {
            let size = size.clone();
            (0..6).map(move |x| [size.as_slice(), &[x]].concat())
        };
        sizes = sizes.iter().flat_map(longer).collect();
    }
    sizes
}

fn within(ranges: &[RangeText], values: &[i64]) -> bool {
    ranges.iter().zip(values).all(|(range, x)| {
        if let Some(is) = range.is {
            is == *x
        } else {
            let modulus = range.modulus.unwrap_or(1);
            *x >= range.least.unwrap() && (x - range.residue.unwrap_or(0)).rem_euclid(modulus) == 0
        }
    })
}

fn bindings(certificate: &Certificate, values: &[i64]) -> Bindings {
    let mut bindings = Bindings::new();
    for (whole, value) in certificate.statement.domain.iter().zip(values) {
        bindings.set(&whole.name, *value);
    }
    for meaning in &certificate.statement.means {
        let value = value(&meaning.is, &bindings).as_rational().unwrap();
        bindings.set(&meaning.name, value);
    }
    bindings
}

fn value(text: &str, bindings: &Bindings) -> Value {
    // Where no p stands people mean log p by d, and p by N; a proof means its own letters.
    let own = [("d", "dimension"), ("N", "boxes"), ("G", "inbox"), ("R", "rails")];
    let (mut letters, mut bindings) = (formula::Reading::new(), bindings.clone());
    for (name, meant) in own {
        letters = letters.with(name, meant).unwrap();
        if let Some(value) = bindings.get(name).cloned() {
            bindings.set(meant, value);
        }
    }
    // Sums are linear in the times of classes: unlike multiples of one time tell them apart.
    let times = [("[inside]", ""), ("t_w[between]", "(1009 t_w)"), ("t_h[between]", "(10007 t_h)")];
    let text = times.iter().fold(text.to_owned(), |text, (name, is)| text.replace(name, is));
    letters.read(&text).unwrap().evaluate(&bindings).unwrap()
}

fn refused(certificate: &Certificate) -> String {
    certificate.check().unwrap_err().to_string()
}

/// A proof as it was found, which each of the following damages in one place.
fn doubling() -> Certificate {
    let certificate = named("all-gather", "hypercube", "recursive-doubling").certificate;
    assert!(certificate.check().is_ok());
    certificate
}

#[test]
fn a_changed_coefficient_is_refused() {
    let mut of = doubling();
    of.cases[0].sums[0] = "i t_s + 2 * 2^i m t_w - 2 m t_w".to_owned();
    assert_eq!(
        refused(&of),
        "case 1, phase 1: the sum rises by t_s + 2 * 2^i m t_w in step i, which costs \
         t_s + 2^i m t_w"
    );
}

#[test]
fn a_sum_that_does_not_begin_with_nothing_is_refused() {
    let mut of = doubling();
    of.cases[0].sums[0] = "i t_s + 2^i m t_w".to_owned();
    assert_eq!(refused(&of), "case 1, phase 1: the sum of no steps is m t_w, not 0");
}

#[test]
fn a_shifted_bound_is_refused() {
    let mut of = doubling();
    of.statement.phases[0].to = "log p + 1".to_owned();
    assert_eq!(
        refused(&of),
        "case 1: the steps sum to d t_s + t_s + 2 * 2^d m t_w - m t_w, but the closed form is \
         d t_s + 2^d m t_w - m t_w"
    );
    let mut of = doubling();
    of.statement.phases[0].from = "1".to_owned();
    assert_eq!(
        refused(&of),
        "case 1, phase 1: 1 and d are not provably integers with the first at most the second"
    );
}

#[test]
fn a_wrong_closed_form_is_refused() {
    let mut of = doubling();
    of.statement.total = "t_s log p + m t_w p".to_owned();
    assert_eq!(
        refused(&of),
        "case 1: the steps sum to d t_s + 2^d m t_w - m t_w, but the closed form is d t_s + 2^d m t_w"
    );
}

#[test]
fn a_case_that_was_dropped_is_missed() {
    let whole = named("all-gather", "switch", "bruck").certificate;
    let said: Vec<String> = whole.cases.iter().map(|case| case.ranges[0].said()).collect();
    assert_eq!(said, ["p = 1", "p >= 2"]);
    let mut of = whole.clone();
    of.cases.remove(0);
    assert_eq!(refused(&of), "no case covers p = 1");
    let mut of = whole.clone();
    of.cases.remove(1);
    assert_eq!(refused(&of), "no case covers p = 2");
    let mut of = whole;
    of.cases[1].ranges[0].least = Some(3);
    assert_eq!(refused(&of), "no case covers p = 2");
}

#[test]
fn half_of_the_sizes_are_not_all() {
    let mut of = named("all-to-all", "ring", "ring-shorter-way").certificate;
    let said: Vec<String> = of.cases.iter().map(|case| case.ranges[0].said()).collect();
    assert_eq!(said, ["even p >= 2", "odd p >= 1"]);
    of.cases.swap(0, 1);
    assert!(of.check().is_ok());
    of.cases.pop();
    assert_eq!(refused(&of), "no case covers p = 2");
}

#[test]
fn sums_and_ranges_that_do_not_fit_are_refused() {
    let mut of = doubling();
    of.cases[0].sums.clear();
    assert_eq!(refused(&of), "case 1: found 0 sums for 1 phases");
    let mut of = doubling();
    of.cases[0].ranges[0].name = "p".to_owned();
    assert_eq!(refused(&of), "case 1: its ranges do not follow the order of the domain");
    let mut of = doubling();
    of.cases[0].ranges[0] = RangeText { modulus: Some(0), ..of.cases[0].ranges[0].clone() };
    assert_eq!(
        refused(&of),
        "case 1: it needs one range for each name, with a modulus from 1 to 64 and values up \
         to 1000"
    );
    let mut of = doubling();
    of.cases[0].sums[0] = "x".to_owned();
    assert_eq!(refused(&of), "`x` is not defined");
    let mut of = doubling();
    of.statement.means[0].name = "m".to_owned();
    assert_eq!(refused(&of), "`m` has two meanings");
}

sweep! {
    /// Every number in every sum of every proof, one at a time, made one more: none is accepted.
    fn no_proof_survives_another_number(effort) {
        let mut damaged = 0;
        for (of, family) in effort.thin(stated(), 9) {
            let whole = proved(of, family, 2).certificate;
            if whole.cases.len() > 8 {
                continue;
            }
            for case in 0..whole.cases.len() {
                for sum in 0..whole.cases[case].sums.len() {
                    let text = &whole.cases[case].sums[sum];
                    let empty = text == "0";
                    for (at, _) in text.match_indices(|c: char| c.is_ascii_digit()) {
                        let digit = text.as_bytes()[at] - b'0';
                        let before = text[..at].ends_with("log") || text[..at].ends_with('_');
                        if empty || before || digit == 9 {
                            continue;
                        }
                        let mut of = whole.clone();
                        let more = format!("{}{}{}", &text[..at], digit + 1, &text[at + 1..]);
                        of.cases[case].sums[sum] = more;
                        assert!(of.check().is_err(), "{of:?}");
                        damaged += 1;
                    }
                }
            }
        }
        assert!(damaged > effort.of(30, 300), "{damaged}");
    }
}

fn claim(from: &str, to: &str, cost: &str, total: &str) -> Claim {
    let [from, to, cost, total, repeat] = [from, to, cost, total, "1"].map(|t| read(t).unwrap());
    let domain = vec![("p".to_owned(), 1)];
    Claim { domain, means: vec![], phases: vec![Phase { from, to, cost, repeat }], total }
}

fn accepts(claim: &Claim, sum: &str) -> Result<(), String> {
    let ranges = vec![Range::Of(Whole::from(1))];
    let case = Case { ranges, sums: vec![read(sum).unwrap()] };
    hockney_kernel::accept(claim, &[case]).map_err(|why| Written(&why).to_string())
}

/// A sum over fewer than no steps would be a negative one.
#[test]
fn bounds_must_be_in_order_and_whole() {
    assert_eq!(accepts(&claim("0", "p - 1", "t_s", "(p - 1) t_s"), "i t_s"), Ok(()));
    let wrong = |to: &str| {
        format!(
            "case 1, phase 1: 0 and {to} are not provably integers with the first at most the second"
        )
    };
    assert_eq!(accepts(&claim("0", "p - 2", "t_s", "(p - 2) t_s"), "i t_s"), Err(wrong("p - 2")));
    assert_eq!(accepts(&claim("0", "p/2", "t_s", "p t_s/2"), "i t_s"), Err(wrong("p/2")));
}

/// 1/(p - 1) is nothing at p = 1, and a proof must not pass through it.
#[test]
fn nothing_is_divided_by_what_may_be_nothing() {
    let of = claim("0", "p", "t_s * 0/(p - 1)", "0");
    assert_eq!(accepts(&of, "0"), Err("no rule divides by `p - 1`".to_owned()));
    let of = claim("0", "p", "t_s log(p - 1)", "0");
    let why = "the logarithm of `p - 1`, which is not provably above 0";
    assert_eq!(accepts(&of, "0"), Err(why.to_owned()));
}

/// The index is no name of the domain, and the total does not know it.
#[test]
fn the_index_is_known_to_steps_only() {
    assert_eq!(
        accepts(&claim("0", "p", "t_s", "i t_s"), "i t_s"),
        Err("`i` is not defined".to_owned())
    );
    let mut of = claim("0", "p", "t_s", "p t_s");
    of.domain[0].0 = "i".to_owned();
    assert_eq!(accepts(&of, "i t_s"), Err("`i` has two meanings".to_owned()));
    of.domain[0].0 = "p".to_owned();
    of.means.push(("p".to_owned(), Term::whole(3)));
    assert_eq!(accepts(&of, "i t_s"), Err("`p` has two meanings".to_owned()));
}

/// A formula of one's own is proved, or refuted at an instructive size.
#[test]
fn own_formulas_are_proved_or_refuted() {
    let of = planner::algorithm("all-to-all", "ring").unwrap();
    let on = family("ring").unwrap();
    let right = "(p - 1) t_s + (p^2 - p) m t_w/2";
    assert!(matches!(prove(of, on, 2, Some(right), 5), Verdict::Proved(_)));
    match prove(of, on, 2, Some("(p - 1) (t_s + p^2 m t_w/4)"), 5) {
        Verdict::Refuted(_, at) => {
            assert_eq!(at.at, [("p".to_owned(), 8)]);
            assert_eq!(at.sum, "7 t_s + 28 m t_w");
            assert_eq!(at.total, "7 t_s + 112 m t_w");
        }
        other => panic!("{other:?}"),
    }
}

/// What is said of a formula for the cost of an algorithm, under facts.
fn judged(of: &str, algorithm: &str, on: &str, total: &str, facts: &[&str]) -> String {
    let mut given = Given::default();
    for fact in facts {
        given.add(fact).unwrap();
    }
    let of = planner::algorithm(of, algorithm).unwrap();
    match prove_where(of, family(on).unwrap(), 2, Some(total), &given, 5) {
        Verdict::Proved(proved) => {
            assert!(proved.certificate.check().is_ok());
            format!("proved for {}", proved.certificate.statement.sizes())
        }
        Verdict::Refuted(_, at) => {
            let at = at.at.iter().map(|(name, value)| format!("{name} = {value}"));
            format!("refuted at {}", at.collect::<Vec<_>>().join(", "))
        }
        Verdict::Hops(_) => "hops".to_owned(),
        Verdict::NotProved(_, why) => format!("not proved: {why}"),
        Verdict::Unreadable(why) => why.to_string(),
        other => format!("{other:?}"),
    }
}

/// With as many routes as pairs of nodes the closed form of Bruck's all-to-all is a sum over the digits of p, and for
/// powers of two a formula that the kernel takes. Catches a base that states the other one.
#[test]
fn sums_over_digits_are_proved_for_powers_of_two() {
    for (on, by) in ["star", "switch", "complete"]
        .into_iter()
        .flat_map(|on| ["bruck", "bruck-4", "bruck-8", "bruck-16"].map(|by| (on, by)))
    {
        let of = planner::algorithm("all-to-all", by).unwrap();
        let family = family(on).unwrap();
        assert!(matches!(prove(of, family, 2, None, UP_TO), Verdict::Unreadable(_)), "{by}");
        for (fact, sizes) in [
            ("p = 2^d", "every d = 0, 1, .., with p = 2^d"),
            ("p = 4^k", "every k = 0, 1, .., with p = 4^k"),
        ] {
            let mut given = Given::default();
            given.add(fact).unwrap();
            let of = stated_where(of, &given);
            let verdict = prove_where(of, family, 2, None, &given, UP_TO);
            let Verdict::Proved(proved) = verdict else { panic!("{by} on {on}: {verdict:?}") };
            assert_eq!(proved.certificate.statement.sizes(), sizes);
            let certified = certified(of, family, 2).unwrap().unwrap();
            assert_eq!(certified.sizes, "d = 0, 1, ..", "{by} on {on}");
        }
    }
    // Not of a base that is none, whose steps cost something else.
    for by in ["bruck-3", "bruck-6"] {
        let of = planner::algorithm("all-to-all", by).unwrap();
        let verdict = prove(of, family("hypercube").unwrap(), 2, None, UP_TO);
        assert!(matches!(verdict, Verdict::Unreadable(_)), "{by}: {verdict:?}");
    }
    let none = |by: &str, fact: &str| {
        let mut given = Given::default();
        given.add(fact).unwrap();
        let of = planner::algorithm("all-to-all", by).unwrap();
        std::ptr::eq(stated_where(of, &given), of)
    };
    assert!(none("bruck-3", "p = 2^d") && none("bruck-4", "p = 3^k") && none("bruck-4", "p >= 4"));
    assert!(none("rotation", "p = 2^d"));
}

/// Catches a size that nobody tries, a logarithm or a root that has no value there, and a fact that is not used.
#[test]
fn one_size_refutes_and_facts_leave_sizes_out() {
    let ring = |total: &str, facts: &[&str]| {
        judged("broadcast", "recursive-doubling", "ring", total, facts)
    };
    let log = "(t_s + m t_w) log p";
    assert_eq!(ring(log, &[]), "refuted at p = 3");
    assert_eq!(ring(log, &["p = 2^d"]), "proved for every d = 0, 1, .., with p = 2^d");
    assert_eq!(ring(log, &["p = 2^k", "k >= 3"]), "proved for every k = 3, 4, .., with p = 2^k");
    assert_eq!(ring(log, &["p = 4^k"]), "proved for every k = 0, 1, .., with p = 4^k");
    assert_eq!(ring(log, &["p >= 5"]), "refuted at p = 5");
    assert_eq!(ring("(t_s + m t_w) floor(log2 p)", &[]), "refuted at p = 3");
    assert_eq!(ring(log, &["p = q^2"]), "refuted at q = 3");
    let mesh = |total: &str, facts: &[&str]| {
        judged("all-gather", "dimension-by-dimension", "mesh", total, facts)
    };
    let square = "2 t_s (sqrt p - 1) + m t_w (p - 1)";
    assert_eq!(mesh(square, &[]), "refuted at k_1 = 2, k_2 = 3");
    let proved = "proved for every k_2 = 1, 2, .., with p = k_2 * k_2, k_1 = k_2";
    assert_eq!(mesh(square, &["k_1 = k_2"]), proved);
    assert_eq!(mesh(&square.replace("sqrt p", "p^(1/2)"), &["k_1 = k_2"]), proved);
    let wide = "proved for every k_1 = 1, 2, .., with p = k_1 * (2 * k_1), k_2 = 2 * k_1";
    assert_eq!(mesh("(3 k_1 - 2) t_s + m t_w (p - 1)", &["k_2 = 2 k_1"]), wide);
    assert_eq!(mesh("(3 k_1 - 1) t_s + m t_w (p - 1)", &["k_2 = 2 k_1"]), "refuted at k_1 = 3");
    // A fact that is about no size is said to be.
    for fact in ["m = 2", "p = m", "x = 3", "p = k - 5", "p = k/2", "p = 1/2"] {
        assert!(ring(log, &[fact]).starts_with('`'), "{fact}: {}", ring(log, &[fact]));
    }
    let cube = |total: &str, facts: &[&str]| {
        judged("all-gather", "recursive-doubling", "hypercube", total, facts)
    };
    let twos = "t_s log p + m t_w (p - 1)";
    assert_eq!(cube(twos, &["p = 2^d"]), "proved for every d = 0, 1, .., with p = 2^d");
    assert_eq!(cube(twos, &["p = 4^k"]), "proved for every k = 0, 1, .., with p = 4^k");
    assert_eq!(cube(twos, &["p >= 5"]), "proved for every d = 3, 4, .., with p = 2^d");
}

/// Catches a right formula with hops that is refuted because a proof has none, and a wrong one that is not.
#[test]
fn hops_are_carried_or_said_to_be_missing() {
    let tree = |total: &str| judged("broadcast", "leaf-halving", "tree", total, &["p = 2^d"]);
    assert_eq!(tree("(t_s + t_w m + t_h (log p + 1)) log p"), "hops");
    assert_eq!(tree("(t_s + t_w m) log p + 7 t_h"), "hops");
    assert_eq!(tree("(t_s + t_w m + t_h (log p + 1)) p"), "refuted at d = 3, t_h = 0");
    let boxes = |total: &str| judged("all-gather", "two-level-ring", "nodes", total, &[]);
    let of = planner::algorithm("all-gather", "two-level-ring").unwrap();
    let form = of.stated_form(family("nodes").unwrap(), 2).unwrap().formula;
    let all = "proved for every N = 1, 2, ..; G = 1, 2, ..; R = 1, 2, .., with p = N * G";
    assert_eq!(boxes(&form), all);
    // Without hops in the formula there are none in the steps, as elsewhere.
    let none = form.replace("t_h[inside]", "(0)").replace("t_h[between]", "(0)");
    assert_eq!(boxes(&none), all);
    assert!(boxes(&form.replace("t_h[inside]", "(0)")).starts_with("refuted"), "{form}");
}

/// Catches a size that the planner refuses as a counterexample, and a claim that is made for it.
#[test]
fn claims_are_about_what_is_planned() {
    let even = |total: &str| judged("all-gather", "neighbour-exchange", "ring", total, &[]);
    let form = "p/2 t_s + (p - 1) m t_w";
    assert!(!even(form).contains("p = 1") && !even(form).contains("p = 3"), "{}", even(form));
    let of = planner::algorithm("barrier", "diagonal-crossbar").unwrap();
    let three = prove(of, family("mesh").unwrap(), 3, None, 9);
    assert!(matches!(three, Verdict::NotPlanned(_)), "{three:?}");
    let scan = planner::algorithm("scan", "brent-kung").unwrap();
    let proved = proved(scan, family("node-tree").unwrap(), 2).certificate;
    assert_eq!(proved.conditions, ["the scan is inclusive", "nodes are numbered along a tour"]);
}
