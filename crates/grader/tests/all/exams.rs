//! Verdicts on what exams ask and students write: for all sizes, in any number of pieces, rounded, with hops, and in the
//! spellings of quantities.

use hockney_base::diagnostic::Span;
use hockney_grader::{GivenAnswer, Graded, Key, grade, read_problems};

/// The verdict on the answer to one ask of one question.
pub(crate) fn graded(question: &str, ask: &str, answer: &str) -> Graded {
    let set = format!(
        "format: hockney/problems/v1\nquestions:\n  - {{id: q, {question}, asks: [{{ask: {ask}}}]}}\n"
    );
    let set = read_problems(&set).unwrap();
    let key = Key::of(&set.questions[0]).unwrap();
    let span = Span::new(0, answer.len());
    grade(&key, &key.question.asks[0], Some(&GivenAnswer { text: answer.to_owned(), span }))
}

/// Answers to one ask, each with its verdict and what its feedback contains.
fn check(question: &str, ask: &str, answers: &[(&str, &str, &str)]) {
    for (answer, verdict, said) in answers {
        let found = graded(question, ask, answer);
        assert_eq!(found.verdict.name(), *verdict, "{question}, {ask}: {answer}: {}", found.full);
        assert!(found.full.contains(said), "{question}, {ask}: {answer}: {}", found.full);
    }
}

/// Catches a formula that is right for one piece alone, and n read as m or p beside a number of pieces.
#[test]
fn n_is_any_number_of_pieces() {
    let chain = "collective: broadcast, topology: 'linear-array:10', algorithm: pipelined-chain";
    check(
        chain,
        "formula",
        &[
            ("(p+n-2)(ts + m tw/n)", "right", ""),
            ("(p+n-2)(ts + m tw)", "wrong", "(p - 2 + n) (t_s + m t_w/n)"),
            ("n(p-1)(ts + m tw)", "wrong", ""),
            ("(n+8)(ts + m tw/n^2)", "wrong", ""),
            ("(p+n)(ts + m tw/n)", "wrong", ""),
            ("(p-1)(ts + m tw)", "undecided", "one piece"),
            ("(p-2) ts + m tw + 2 sqrt((p-2) ts m tw)", "right", "best number"),
            ("(p-2) ts + m tw - 2 sqrt((p-2) ts m tw)", "wrong", ""),
        ],
    );
    check(
        chain,
        "pieces",
        &[
            ("n_opt = sqrt(8 m tw/ts)", "right", ""),
            ("n* = sqrt((p-2) m tw/ts)", "right", ""),
            ("2.8284271 sqrt(m tw/ts)", "right", "rounded"),
            ("2.9 sqrt(m tw/ts)", "wrong", ""),
        ],
    );
}

/// Catches sides of one node, an order of the sides that is not the question's, and words that are false.
#[test]
fn what_a_network_measures_holds_for_its_sides() {
    let of = |topology: &str, what: &str, answers: &[(&str, &str, &str)]| {
        check(&format!("topology: '{topology}'"), &format!("network, of: {what}"), answers);
    };
    of("torus:4x4", "diameter", &[("sqrt p", "right", ""), ("k_1/2 + k_2/2", "right", "")]);
    of(
        "torus:4x6",
        "diameter",
        &[("k_1/2 + k_2/2", "right", "even sides"), ("D = 5", "right", "")],
    );
    of(
        "torus:3x5",
        "diameter",
        &[("k_1/2 + k_2/2", "wrong", ""), ("(k_1+k_2)/2 - 1", "right", "odd sides")],
    );
    of(
        "ring:6",
        "diameter",
        &[("p/2", "right", "for even p"), ("p - 3", "wrong", "not in general")],
    );
    of("ring:7", "diameter", &[("p/2", "wrong", ""), ("(p-1)/2", "right", "odd p")]);
    let halves = [
        ("2 min(k_1,k_2)", "right", ""),
        ("2 p/max(k_1,k_2)", "right", ""),
        ("B = 8", "right", ""),
    ];
    of("torus:4x8", "bisection-width", &halves);
    of(
        "mesh:4x8",
        "bisection-width",
        &[("min(k_1,k_2)", "right", ""), ("max(k_1,k_2)", "wrong", "")],
    );
    of("hypercube:64", "diameter", &[("d = 6", "right", ""), ("3 = 6", "wrong", "does not hold")]);
    check(
        "topology: 'torus:4x8'",
        "routes, from: 0, to: 13",
        &[("C(4,1) = 4", "right", ""), ("4!/3! = 4", "right", ""), ("\\binom{4}{2}", "wrong", "")],
    );
    check(
        "topology: 'torus:4x8'",
        "route, from: 0, to: 13",
        &[
            ("0-7-6-5-13", "right", ""),
            ("0, 7, 6, 5, 13", "right", ""),
            ("(0,0) (0,7) (0,6) (0,5) (1,5)", "right", ""),
            ("0 1 2", "wrong", ""),
        ],
    );
}

/// Catches hops that are true, the cost of a schedule between neighbours, and a growth that is right at one size.
#[test]
fn costs_in_other_words_are_right() {
    check(
        "collective: {kind: shift, by: 5}, topology: 'ring:16'",
        "formula",
        &[
            ("4 (ts + m tw)", "wrong", ""),
            ("5 (ts + m tw) + 5 th", "right", ""),
            ("5 (ts + m tw)", "right", ""),
        ],
    );
    check(
        "collective: gather, topology: 'mesh:3x3'",
        "formula",
        &[("2 (sqrt p - 1) ts + (p-1) m tw", "right", ""), ("4 ts + 8 m tw", "right", "")],
    );
    let exchange = "collective: all-to-all, topology: 'hypercube:8'";
    check(exchange, "formula", &[("(ts + m tw)(p-1) + th (p/2) log p", "right", "per hop")]);
    check(
        exchange,
        "growth",
        &[
            ("O(p)", "right", ""),
            ("O(p log p)", "right", ""),
            ("theta(p)", "right", ""),
            ("O(p^2)", "partly right", "costs more"),
        ],
    );
}

/// Catches values that are rounded or read wrongly, and reasons that name formulas for numbers.
#[test]
fn numbers_and_rounded_factors_are_read_as_people_read_them() {
    let bound = "collective: all-reduce, topology: 'switch:12'";
    check(
        bound,
        "bound, of: words",
        &[
            ("1.83 m", "right", "rounded"),
            ("≈ 11/6 m", "right", ""),
            ("1.9 m", "wrong", ""),
            ("11/12 m", "wrong", ""),
        ],
    );
    check(
        bound,
        "bound, of: steps",
        &[("log_2(12) ≈ 4", "right", ""), ("log_2(12) = 4", "wrong", "")],
    );
    let ring =
        "collective: all-gather, topology: 'ring:6', numbers: {m: 200, t_s: 3us, t_w: 0.1us}";
    check(
        ring,
        "number, unit: us",
        &[
            ("5·(3 + 0,1·200) = 115", "right", ""),
            ("5*3+5*200*.1=115", "right", ""),
            ("=115", "right", ""),
            ("“115”", "right", ""),
            ("0.115 m s", "could not be read", "write ms"),
            ("1,000*2", "could not be read", ""),
        ],
    );
    check(
        ring,
        "formula",
        &[("5*(3+0.1*200)", "wrong", "this is a number"), ("(r+c-2) ts", "could not be read", "")],
    );
    check(
        "collective: all-gather, topology: 'mesh:4x4'",
        "formula",
        &[("(r+c-2) ts + (p-1) m tw", "right", "")],
    );
}

/// Catches numbers that are not drawn, that change the machine which a student had, or that no answer is graded by.
#[test]
fn each_student_has_numbers() {
    let set = |numbers: &str| {
        read_problems(&format!(
            "format: hockney/problems/v1\nquestions:\n  - {{id: q, collective: broadcast, topology: 'ring:8', algorithm: \
             recursive-doubling, numbers: {{m: 100, t_s: 5, t_w: 1}}, asks: [{{ask: number}}]}}\n\
             variants: {{q: {{topology: ['ring:8', 'ring:16', 'hypercube:8']{numbers}}}}}\n"
        ))
    };
    let (plain, own) = (
        set("").unwrap(),
        set(", numbers: [{m: 10, t_s: 5, t_w: 1}, {m: 100, t_s: 3, t_w: 2}]").unwrap(),
    );
    let mut seen = std::collections::BTreeSet::new();
    for student in 0..40 {
        let student = format!("s{student}");
        let (plain, own) = (plain.variant("secret", &student), own.variant("secret", &student));
        assert_eq!(plain.questions[0].topology.to_string(), own.questions[0].topology.to_string());
        let drawn = own.drawn().unwrap();
        assert_eq!(drawn.split(", m").next(), plain.drawn().as_deref());
        let key = Key::of(&own.questions[0]).unwrap();
        let steps = if drawn.contains("ring:16") { 4 } else { 3 };
        let (each, other) = if drawn.contains("m = 10,") { (15, 203) } else { (203, 15) };
        for (total, verdict) in [(steps * each, "right"), (steps * other, "wrong")] {
            let text = total.to_string();
            let answer = GivenAnswer { span: Span::new(0, text.len()), text };
            let graded = grade(&key, &key.question.asks[0], Some(&answer));
            assert_eq!(graded.verdict.name(), verdict, "{drawn}: {total}");
        }
        seen.insert(drawn);
    }
    assert!(seen.len() > 4, "{seen:?}");
    let refused = set(", numbers: [{m: 10}]").unwrap_err().to_string();
    assert!(refused.contains("do not have the keys or the unit"), "{refused}");
}

const SUMS: &str = "collective: all-reduce, topology: 'hypercube:4', algorithm: recursive-doubling";
const GATHER: &str = "collective: all-gather, topology: 'ring:4'";
const SCATTER: &str = "collective: scatter, topology: 'hypercube:4'";

/// Catches several names of one value, names of all nodes and a computed value that are read as another state.
#[test]
fn names_of_several_nodes_have_one_list() {
    check(
        SUMS,
        "trace, after: 1, inputs: [1, 2, 3, 4]",
        &[
            ("P0=P1=3, P2=P3=7", "right", ""),
            ("P0 = P1 = 3; P2 = P3 = 7", "right", ""),
            ("s0 = s1 = 3, s2 = s3 = 7", "right", ""),
            ("P0=P1=3\nP2=P3=7", "right", ""),
            ("P0=P1=4, P2=P3=7", "wrong", ""),
            ("P0=P2=3, P1=P3=7", "wrong", ""),
            ("P0=1+2=3, P1=3, P2=3+4=7, P3=7", "right", ""),
            ("nodes 0 and 1: 3, nodes 2 and 3: 7", "right", ""),
            ("0 and 1 have 3; 2 and 3 have 7", "right", ""),
            ("0 and 1 have 3, 2 and 3 have 7", "right", ""),
            ("0-1: 3; 2-3: 7", "right", ""),
            ("everyone has 10", "wrong", ""),
            ("everyone has 10, node 2: 3", "could not be read", "beside other nodes"),
        ],
    );
    check(
        SUMS,
        "trace, after: 2, inputs: [1, 2, 3, 4]",
        &[
            ("P0=P1=P2=P3=10", "right", ""),
            ("10 everywhere", "right", ""),
            ("all nodes have 10", "right", ""),
            ("everyone holds the sum 10", "right", ""),
            ("each: 11", "wrong", ""),
        ],
    );
    check(
        GATHER,
        "trace, after: 3",
        &[
            ("all: {0,1,2,3}", "right", ""),
            ("all: 0 1 2 3", "right", ""),
            ("every node: {0,1,2,3}", "right", ""),
            ("{0,1,2,3} on each node", "right", ""),
            ("0,1,2,3: 0,1,2,3", "right", ""),
            ("all: {0,1,2}", "wrong", ""),
            ("{0,1,2,3}", "could not be read", "one set for all nodes"),
        ],
    );
    check(
        GATHER,
        "trace, after: 1",
        &[
            ("P0 = P1 = {0,1}; P2 = P3 = {2,3}", "right", ""),
            ("0,1: {0,1}; 2,3: {2,3}", "right", ""),
            ("0,1: 0, 1, 2,3: 2, 3", "could not be read", "semicolons between lists"),
            ("Nodes 0,1 hold blocks 0..1, nodes 2,3 hold blocks 2..3", "right", ""),
        ],
    );
    check(SCATTER, "trace, after: 2", &[("all: M0 M1 M2 M3", "undecided", "")]);
    let message = "collective: broadcast, topology: 'ring:4'";
    check(
        message,
        "trace, after: 2",
        &[
            ("all nodes have M", "right", ""),
            ("P0=P1=P2=P3=M", "right", ""),
            ("everyone", "right", ""),
            ("P0=P2=M", "wrong", ""),
        ],
    );
    check(message, "trace, after: 1", &[("P0=P2=M", "right", ""), ("all: M", "wrong", "")]);
}

/// Catches a reason that is accepted without a look at what the checker found, and one that is not read.
#[test]
fn the_reason_of_a_verdict_is_looked_at() {
    let verdict = "verdict, schedule: \"0->4\\n0->2, 1->3, 4->6\\n0->1, 2->3, 4->5, 6->7\"";
    let line = "collective: broadcast, topology: 'linear-array:8'";
    check(
        line,
        verdict,
        &[
            ("invalid, step 2", "right", ""),
            ("invalid, congestion in step 2 on link 1-2", "right", ""),
            ("No. In step 2 both messages go over link (1,2).", "right", ""),
            ("It does not work, steps 2 and 3 are congested.", "right", ""),
            ("illegal at step 2", "right", ""),
            ("Step 1 OK, step 2: conflict on 1→2 ⇒ invalid", "right", ""),
            ("Step 1 OK, step 2: conflict on 3→4 ⇒ invalid", "undecided", "not this"),
            ("valid because no link is shared", "wrong", ""),
            ("valid because each node sends at most one message per step", "wrong", ""),
            ("valid? no, step 2", "right", ""),
            ("the schedule isn't valid: step 2", "right", ""),
            ("Fails in step 2.", "right", ""),
            ("invalid, congestion in step 2 on link 6-7", "undecided", "not this"),
            ("not valid because the link 5->6 is used twice in step 2", "undecided", "not this"),
            ("invalid (step 2): node 0 sends two messages", "undecided", "not this"),
            ("invalid, node 3 receives twice in step 2", "undecided", "not this"),
            ("invalid, step 2, 1 doesn't have the message yet", "right", ""),
            ("step 2 isn't congested, invalid step 3", "could not be read", ""),
        ],
    );
    check(
        "collective: reduce, topology: 'hypercube:8'",
        "verdict, schedule: \"1->0, 3->2, 5->4, 7->6\\n2->0, 4->0, 6->4\"",
        &[
            ("not valid because node 0 gets two messages in step 2", "right", ""),
            ("Step 2 is illegal (two receives at root)", "right", ""),
            (
                "in step 2, P0 would have to receive from P2 and P4 simultaneously: invalid",
                "right",
                "",
            ),
            ("No, port conflict at node 0 in round 2", "right", ""),
            ("invalid, congestion in step 2", "undecided", "not this"),
        ],
    );
}

/// Catches a change that is neither exact nor rounded, a route by its links, and marks around a whole formula.
#[test]
fn changes_are_rounded_to_words_and_routes_may_name_links() {
    check(
        "collective: all-reduce, topology: 'hypercube:16', numbers: {t_s: 100, t_w: 1}",
        "best, among: [recursive-doubling, ring], over: \"m=1..1e6\"",
        &[
            ("ring from m = 1224", "right", ""),
            ("ring from m = 1223", "right", ""),
            ("ring from m = 1223.53", "right", ""),
            ("ring from m = 1224.5", "wrong", ""),
            ("ring from m = 1222", "wrong", ""),
            ("recursive doubling (m ≤ 1223), ring (m ≥ 1224)", "right", ""),
            ("ring from m = 1224 words on", "right", ""),
        ],
    );
    check(
        "collective: all-gather, topology: 'hypercube:8', numbers: {m: 2, t_s: 10, t_w: 1}",
        "best, among: [recursive-doubling, ring]",
        &[
            ("recursive doubling, since 3 ts < 7 ts", "right", ""),
            ("ring because it is simple", "wrong", ""),
            ("recursive doubling (44) is better than ring (84)", "right", ""),
            ("ring beats recursive doubling", "wrong", ""),
            ("ring is not better than recursive doubling", "could not be read", ""),
            ("ring, because recursive doubling is not better", "could not be read", ""),
        ],
    );
    check(
        "collective: broadcast, topology: 'hypercube:8'",
        "route, from: 2, to: 7",
        &[
            ("2-3, 3-7", "right", ""),
            ("2→3, 3→7", "right", ""),
            ("['010', '011', '111']", "right", ""),
            ("2;3;7", "right", ""),
            ("", "missing", ""),
            ("2-3, 6-7", "wrong", ""),
        ],
    );
    let formula = "collective: broadcast, topology: 'hypercube:8'";
    check(
        formula,
        "formula",
        &[
            ("\\[ T = (t_s + m t_w) \\log p \\]", "right", ""),
            ("\\( T = t_s \\log p \\)", "wrong", ""),
            ("T = ts log p\n + m tw log p", "right", ""),
            ("(t_s + m t_w) log(p,2)", "right", ""),
            ("(t_s + m t_w) log(p,10)", "wrong", ""),
            ("log p startups, m log p words, so T = (t_s + m t_w) log p", "right", ""),
            ("one step: ts + m tw, total: (ts + m tw) p", "wrong", ""),
        ],
    );
}

/// Catches signs between the messages of a step that people write, and an order that stands behind its reason.
#[test]
fn signs_between_messages_and_conclusions_are_read() {
    let broadcast = "collective: broadcast, topology: 'hypercube:8'";
    check(
        broadcast,
        "schedule",
        &[
            ("0→4; 0→2 ‖ 4→6; 0→1 ‖ 2→3 ‖ 4→5 ‖ 6→7", "right", ""),
            ("Step 1: 0->4\nStep 2: 0->2 & 4->6\nStep 3: 0->1 & 2->3 & 4->5 & 6->7", "right", ""),
        ],
    );
    let gather = "collective: all-gather, topology: 'ring:8'";
    check(
        gather,
        "growth",
        &[
            ("p-1 steps, so O(p)", "right", ""),
            ("p dominates log p, so it is linear", "right", ""),
            ("p - 1 steps, so O(log p)", "wrong", ""),
        ],
    );
}
