//! Schedules, traces and verdicts in the notations of notes, homework and print-outs: each is decided as a person decides it,
//! and what may be read in two ways is left to a person.

use std::fmt::Write;

use hockney_base::diagnostic::Span;
use hockney_grader::{GivenAnswer, Key, grade, read_problems, read_submission};

/// The verdict on an answer to the only ask of a question, with the feedback.
fn said(question: &str, ask: &str, answer: &str) -> (String, String) {
    let set = format!(
        "format: hockney/problems/v1\nquestions:\n  - {{id: q, {question}, asks: [{{ask: {ask}}}]}}\n"
    );
    let set = read_problems(&set).unwrap();
    let key = Key::of(&set.questions[0]).unwrap();
    let span = Span::new(0, answer.len());
    let given = GivenAnswer { text: answer.to_owned(), span };
    let graded = grade(&key, &key.question.asks[0], Some(&given));
    (graded.verdict.name().to_owned(), graded.full)
}

fn check(question: &str, ask: &str, answers: &[(&str, &str)]) {
    let mut off = String::new();
    for (answer, verdict) in answers {
        let (found, why) = said(question, ask, answer);
        if found != *verdict {
            let _ = writeln!(off, "{answer}\n{found}, not {verdict}: {why}\n");
        }
    }
    assert!(off.is_empty(), "{question}, {ask}:\n{off}");
}

const BROADCAST: &str = "collective: broadcast, topology: 'ring:8'";

/// Catches steps that are read as lines, lines as steps, and an order that labels settle.
#[test]
fn groups_of_lines_and_labels_are_steps() {
    let right = [
        "0 -> 4\n\n0 -> 2\n4 -> 6\n\n0 -> 1\n2 -> 3\n4 -> 5\n6 -> 7",
        "---\n0 -> 4\n---\n0 -> 2\n4 -> 6\n---\n0 -> 1\n2 -> 3\n4 -> 5\n6 -> 7",
        "0 -> 4\nThen:\n0 -> 2\n4 -> 6\nThen final:\n0 -> 1\n2 -> 3\n4 -> 5\n6 -> 7",
        "First 0 -> 4. Then 0 -> 2 and 4 -> 6. Finally 0 -> 1, 2 -> 3, 4 -> 5, 6 -> 7.",
        "Step 3: 0 -> 1, 2 -> 3, 4 -> 5, 6 -> 7\nStep 2: 0 -> 2, 4 -> 6\nStep 1: 0 -> 4",
        "Step 1: 0 -> 4\nStep 2: 0 -> 2\nStep 2: 4 -> 6\nStep 3: 0 -> 1, 2 -> 3, 4 -> 5, 6 -> 7",
        "Step 1: 0 -> 4, Step 2: 0 -> 2, 4 -> 6, Step 3: 0 -> 1, 2 -> 3, 4 -> 5, 6 -> 7",
        "Iteration i=2: 0 sends X to 4\nIteration i=1: 0 sends X to 2, 4 sends X to 6\nIteration i=0: 0 -> 1, 2 -> 3, 4 -> 5, 6 -> 7",
        "0 -> 4 | 0 -> 2, 4 -> 6 | 0 -> 1, 2 -> 3, 4 -> 5, 6 -> 7",
        "0>4\n0>2, 4>6\n0>1, 2>3, 4>5, 6>7",
        "0-4\n0-2, 4-6\n0-1, 2-3, 4-5, 6-7",
        "000 → 100\n{000, 100} → {010, 110}\n000,010,100,110 → 001,011,101,111",
        "Step 1: 0 → 4 (distance 4)\nStep 2: 0, 4 → 2, 6\nStep 3: 0 → 1, 2 → 3, 4 → 5, 6 → 7",
    ];
    check(BROADCAST, "schedule", &right.map(|answer| (answer, "right")));
    let open = [
        // Groups that wait, of lines that do not.
        ("0 -> 1\n\n0 -> 2\n1 -> 3\n\n0 -> 4\n1 -> 5\n2 -> 6\n3 -> 7", "undecided"),
        ("Step 1: 0 -> 4. Then 0 -> 2, 4 -> 6", "wrong"),
        ("0,1 -> 2,3,4", "could not be read"),
        ("0 -> 1, 2, 3 -> 4", "could not be read"),
        ("Step 1: 0 -> 4 -> 2", "could not be read"),
        ("0 -> 4\nThen:\nThen:\n", "wrong"),
    ];
    check(BROADCAST, "schedule", &open);
    let reduce = "collective: reduce, topology: 'hypercube:8'";
    let notes = "000 ← 001\n010 ← 011\n100 ← 101\n110 ← 111\n\n000 ← 010\n100 ← 110\n\n000 ← 100";
    check(
        reduce,
        "schedule",
        &[(notes, "right"), ("0-1, 2-3, 4-5, 6-7\n0-2, 4-6\n0-4", "undecided")],
    );
    let tree = "collective: broadcast, topology: 'node-tree:7', ports: all";
    check(tree, "schedule", &[("Step 1: 0 → 1, 2\nStep 2: 1 → 3, 4 and 2 → 5, 6", "right")]);
    let row = "collective: broadcast, topology: 'linear-array:4', algorithm: chain";
    check(row, "schedule", &[("0 → 1 → 2 → 3", "right")]);
}

/// Catches messages without blocks that are right in one direction and one order of dimensions alone.
#[test]
fn messages_without_blocks_carry_what_is_needed() {
    for (question, answer, verdict) in [
        (
            "all-gather, topology: 'ring:8', algorithm: ring",
            "Steps 1-7: i -> (i - 1) mod 8",
            "right",
        ),
        ("all-to-all, topology: 'ring:8'", "Steps 1-7: i -> (i - 1) mod 8", "right"),
        ("reduce-scatter, topology: 'ring:8'", "Steps 1-7: i -> (i + 1) mod 8", "right"),
        ("reduce-scatter, topology: 'hypercube:4'", "i <-> i xor 1\ni <-> i xor 2", "right"),
        ("scatter, topology: 'hypercube:4'", "0 -> 1\n0 -> 2, 1 -> 3", "right"),
        ("scatter, topology: 'mesh:2x2'", "0 -> 2\n0 -> 1, 2 -> 3", "right"),
        // One step short, and a link that two messages share.
        (
            "all-gather, topology: 'ring:8', algorithm: ring",
            "Steps 1-6: i -> (i - 1) mod 8",
            "wrong",
        ),
        ("reduce-scatter, topology: 'ring:8'", "Steps 1-6: i -> (i + 1) mod 8", "wrong"),
        (
            "scatter, topology: 'ring:8'",
            "0 -> 1\n0 -> 2, 1 -> 3\n0 -> 4, 1 -> 5, 2 -> 6, 3 -> 7",
            "wrong",
        ),
    ] {
        check(&format!("collective: {question}"), "schedule", &[(answer, verdict)]);
    }
}

/// Catches print-outs that no reader knows, and those in which sender and receiver say different things.
#[test]
fn print_outs_are_read() {
    let ring = "collective: all-gather, topology: 'ring:4', algorithm: ring";
    let mut home = "Enter number of processes in the Ring:4\n".to_owned();
    for step in 1..4 {
        writeln!(home, "PHASE: {step}").unwrap();
        for v in 0..4 {
            let (sent, got) = ((v + 5 - step) % 4, (v + 4 - step) % 4);
            let [to, from] = [(v + 1) % 4, (v + 3) % 4];
            writeln!(home, "{v} is sending {sent} to {to}    {v} is receiving {got} from {from}")
                .unwrap();
        }
    }
    home += "Data Accumulated in P0 is:\n3      2      1      0\n-----\nProcess exited after 57.51 seconds\n";
    check(ring, "schedule", &[(&home, "right")]);
    let lie = home.replacen("0 is receiving 3 from 3", "0 is receiving 2 from 3", 1);
    let cut = &home[..home.len() / 2];
    check(ring, "schedule", &[(&lie, "could not be read"), (cut, "wrong")]);
    let table = "all-gather on ring:4\n\nstep  from  to  by way of  blocks\n-----\n   1  0     1              0\n   1  1     2              1";
    check(ring, "schedule", &[(table, "wrong")]);
    let states = "Data Accumulated in P0 is:\n3 2 0\nData Accumulated in P1 is:\n0 3 1\nData Accumulated in P2 is:\n1 0 2\nData Accumulated in P3 is:\n2 1 3\n";
    check(ring, "trace, after: 2", &[(states, "right")]);
}

/// Catches a verdict that a word turns, and a number that is no step's.
#[test]
fn a_verdict_may_have_a_reason() {
    let schedule =
        "verdict, schedule: \"0 -> 1\\n0 -> 2, 1 -> 3\\n0 -> 4, 1 -> 5, 2 -> 6, 3 -> 7\"";
    let answers = [
        ("Invalid - congestion in step 2 on link 1-2", "right"),
        ("No because of step 2", "right"),
        ("Step 2 has congestion", "right"),
        ("invalid, step 2 and 3", "right"),
        ("The schedule is invalid. The first wrong step is step 2.", "right"),
        ("The schedule is not congestion-free: step 2.", "right"),
        ("step 1 is fine, step 2 is congested", "right"),
        ("invalid (step 2 is congested)", "right"),
        ("invalid (step 1 is congested)", "wrong"),
        ("invalid, step 3", "wrong"),
        ("step 2 is fine, step 3 is congested", "wrong"),
        ("invalid: step 2 is fine, step 3 is congested", "wrong"),
        ("No congestion", "wrong"),
        ("contention-free", "wrong"),
        ("bananas invalid, step 2", "could not be read"),
        ("invalid in the last step", "wrong"),
        ("无效，第二步", "could not be read"),
        ("invalid, step 2.5", "could not be read"),
        ("not invalid", "could not be read"),
        ("valid until step 2", "could not be read"),
        ("no link is congested", "could not be read"),
        ("there is no link with congestion", "could not be read"),
        ("correct except for step 2", "could not be read"),
        ("invalid at time 2", "could not be read"),
    ];
    check(BROADCAST, schedule, &answers);
}

/// Catches traces in words, with ranges of nodes, and one in which a node has lost its own block.
#[test]
fn traces_are_read_as_they_are_written() {
    let cube = "collective: all-gather, topology: 'hypercube:4'";
    let table = "Node | Messages\n0 | 0 1\n1 | 0 1\n2 | 2 3\n3 | 2 3";
    check(
        cube,
        "trace, after: 1",
        &[
            ("P0-P1: 0,1\nP2-P3: 2,3", "right"),
            (table, "right"),
            ("0: 0 1\n1: 0 1\n2: 2 3\n3: 2", "wrong"),
            ("0: 0 1\n1: 0 1\nothers: 2 3", "right"),
            ("P3-P0: 0", "could not be read"),
        ],
    );
    let scatter = "collective: scatter, topology: 'hypercube:8'";
    check(scatter, "trace, after: 1", &[("0: 0-3\n4: 4-7\nall others: empty", "right")]);
    let holders = [
        ("nodes 0, 2, 4 and 6 have X", "right"),
        ("yes no yes no yes no yes no", "right"),
        ("nodes 0, 2 and 4 have X", "partly right"),
        ("nodes 0, 1, 2, 3 and 4 have X", "wrong"),
    ];
    check(BROADCAST, "trace, after: 2", &holders);
    let scan = "collective: scan, topology: 'hypercube:4'";
    let inputs = "trace, after: 2, inputs: [1, 2, 3, 4]";
    check(scan, inputs, &[("1 | 3 | 6 | 10", "right"), ("10 10 10 10", "wrong")]);
}

/// Catches long and nested texts that take long or end the program.
#[test]
fn hostile_texts_end() {
    let brackets = "{".repeat(30_000);
    let arrows = "0 -> ".repeat(12_000);
    let sets = format!("{} -> 1", "0,".repeat(20_000));
    let sending = "0 is sending 0 to 1\n".repeat(3000);
    let then = "Then ".repeat(10_000);
    for text in [&brackets, &arrows, &sets, &sending, &then] {
        let (verdict, _) = said(BROADCAST, "schedule", text);
        assert!(["could not be read", "wrong"].contains(&&*verdict), "{verdict}: {}", &text[..40]);
    }
}

/// Catches files that people lay out as they like: JSON of characters in two halves, a name, and no `answers:`.
#[test]
fn files_of_answers_are_found_in_other_layouts() {
    let json = r#"{"format": "hockney/answers/v1", "student": "s", "answers": {"q.formula": "\ud835\udc61_s \\\\ud835"}}"#;
    let found = read_submission(json).unwrap();
    assert_eq!(found.answer("q.formula").unwrap().text, "𝑡_s \\\\ud835");
    assert!(read_submission(&json.replace("\\udc61", "")).is_err());
    let plain = "Name: Ann\nq.schedule: Step 1: 0 -> 4\nStep 2: 0 -> 2, 4 -> 6\nq.steps: 3\n";
    let found = read_submission(plain).unwrap();
    assert_eq!(found.student.as_deref(), Some("Ann"));
    let text = &found.answer("q.schedule").unwrap().text;
    assert_eq!(text, "Step 1: 0 -> 4\nStep 2: 0 -> 2, 4 -> 6");
    let named = "Name: Bo\nanswers:\n  q.steps: 3\n";
    assert_eq!(read_submission(named).unwrap().student.as_deref(), Some("Bo"));
}

/// Catches prose, numbered arrows and sets of receivers that are not read, and words that turn what they say.
#[test]
fn steps_in_prose_are_read() {
    let right = [
        "In the first step node 0 sends to node 4, then 0 and 4 send to 2 and 6, finally 0, 2, 4 and 6 send to 1, 3, 5 and 7.",
        "In the first step 0 sends to node 4 (the middle). Then 0 and 4 send to 2 and 6 at the same time. Last 0,2,4,6 send to 1,3,5,7 respectively.",
        "(1) 0→4   (2) 0→2, 4→6   (3) 0→1, 2→3, 4→5, 6→7",
        "(1) 0→4\n(2) 0→2, 4→6\n(3) 0→1, 2→3, 4→5, 6→7",
        "0 -1-> 4\n0 -2-> 2\n4 -2-> 6\n0 -3-> 1\n2 -3-> 3\n4 -3-> 5\n6 -3-> 7",
        "0 -(1)-> 4, 0 -(2)-> 2, 4 -(2)-> 6, 0 -(3)-> 1, 2 -(3)-> 3, 4 -(3)-> 5, 6 -(3)-> 7",
        "0 →① 4, 0 →② 2, 4 →② 6, 0 →③ 1, 2 →③ 3, 4 →③ 5, 6 →③ 7",
        "first: 0 ⟶ 4; second: 0 ⟶ 2 & 4 ⟶ 6; third: 0 ⟶ 1 & 2 ⟶ 3 & 4 ⟶ 5 & 6 → 7",
        "Step 1: {0→4}, Step 2: {0→2, 4→6}, Step 3: {0→1, 2→3, 4→5, 6→7}",
        "Step 1: 4 receives from 0. Step 2: 2 receives from 0, 6 from 4. Step 3: 1 gets it from 0, 3 from 2, 5 from 4, 7 from 6",
        "Dimension 2: 0→4. Dimension 1: 0→2, 4→6. Dimension 0: 0→1, 2→3, 4→5, 6→7.",
        "Step 1: 0 -> 4. Then Step 2: 0 -> 2, 4 -> 6. Then Step 3: 0 -> 1, 2 -> 3, 4 -> 5, 6 -> 7",
        "Step 1: the root sends to the middle (0→4). Step 2: both send half way (0→2, 4→6). Step 3: all send to the right (0→1, 2→3, 4→5, 6→7).",
    ];
    check(BROADCAST, "schedule", &right.map(|answer| (answer, "right")));
    let others = [
        // Each is the right one with one thing changed.
        (
            "In the first step node 0 sends to node 4, then 0 and 4 send to 2 and 6, finally 0, 2, 4 and 6 send to 1, 3, 5 and 3.",
            "wrong",
        ),
        ("(1) 0→4   (2) 0→2, 4→6   (3) 0→1, 2→3, 4→5", "wrong"),
        ("(1) 0→4   (3) 0→2, 4→6   (2) 0→1, 2→3, 4→5, 6→7", "could not be read"),
        ("0 -1-> 4\n0 -2-> 2\n4 -2-> 6\n0 -3-> 1\n2 -3-> 3\n4 -3-> 5\n6 -4-> 7", "partly right"),
        (
            "0 -1-> 4\n0 -3-> 2\n4 -3-> 6\n0 -4-> 1\n2 -4-> 3\n4 -4-> 5\n6 -4-> 7",
            "could not be read",
        ),
        ("0 →① 4, 0 →① 2, 4 →② 6, 0 →③ 1, 2 →③ 3, 4 →③ 5, 6 →③ 7", "wrong"),
        (
            "Step 1: 4 sends to 0. Step 2: 2 receives from 0, 6 from 4. Step 3: 1 from 0, 3 from 2, 5 from 4, 7 from 6",
            "wrong",
        ),
        (
            "Step 1: the root does not send to the middle (0→4). Step 2: 0→2, 4→6. Step 3: 0→1, 2→3, 4→5, 6→7.",
            "could not be read",
        ),
        (
            "Step 1: 0 -> 4, then 4 -> 6. Step 2: 0 -> 2. Step 3: 0→1, 2→3, 4→5, 6→7",
            "could not be read",
        ),
        ("0->1->2->3->4->5->6->7, one hop per step", "partly right"),
        ("0->1->2->3->4->5->6->7, two hops per step", "could not be read"),
    ];
    check(BROADCAST, "schedule", &others);
    let ports = "collective: broadcast, topology: 'complete:9', ports: 2";
    let answers = [
        ("1. 0 → {3, 6}\n2. 0 → {1, 2}, 3 → {4, 5}, 6 → {7, 8}", "right"),
        (
            "0 sends to 3 and 6 (step 1); then 0 sends to 1 and 2, 3 sends to 4 and 5, 6 sends to 7 and 8 (step 2)",
            "right",
        ),
        ("1. 0 → {3, 6}\n2. 0 → {1, 2}, 3 → {4, 5}, 6 → {7, 0}", "wrong"),
        (
            "0 sends to 3 and 6; then 0 sends to 1 and 2, 3 send to 4 and 5, 6 sends to 7 and 8",
            "could not be read",
        ),
    ];
    check(ports, "schedule", &answers);
    let reduce = "collective: reduce, topology: 'tree:8'";
    let answers = [
        (
            "P1,P3,P5,P7 send to P0,P2,P4,P6. Then P2,P6 send to P0,P4. Then P4 sends to P0.",
            "right",
        ),
        (
            "Neighbours first: 1 to 0, 3 to 2, 5 to 4, 7 to 6; then 2 to 0 and 6 to 4; last 4 to 0",
            "right",
        ),
        (
            "Step 1: 0 receives from 1, 2 from 3, 4 from 5, 6 from 7\nStep 2: 0 receives from 2, 4 from 6\nStep 3: 0 receives from 4",
            "right",
        ),
        (
            "Step 1: 0 receives from 1, 2 from 3, 4 from 5, 6 from 7\nStep 2: 0 receives from 2, 4 from 6\nStep 3: 4 receives from 0",
            "wrong",
        ),
    ];
    check(reduce, "schedule", &answers);
}

/// Catches reasons that hide a clear verdict, and a verdict that a reason turns.
#[test]
fn verdicts_with_reasons_are_decided() {
    let lines = "'Step 1: 0 -> 1\n\n      Step 2: 0 -> 2, 1 -> 3\n\n      Step 3: 0 -> 4, 1 -> 5, 2 -> 6, 3 -> 7'";
    let congested = format!("verdict, schedule: {lines}");
    let answers = [
        ("valid, 3 steps, log p is optimal", "wrong"),
        ("valid (7 messages, 3 steps)", "wrong"),
        ("invalid since 0->2 and 1->3 share a link", "right"),
        ("invalid since 0->4 and 1->5 share a link", "undecided"),
        ("invalid since 0->1 and 1->3 share a link", "could not be read"),
        ("The schedule is not OK: the 2nd step congests.", "right"),
        ("The schedule is not OK: the 1st step congests.", "wrong"),
        ("✗ – Schritt 2: Link 1–2 doppelt belegt", "right"),
        ("✗ – Schritt 1: Link 0–1 doppelt belegt", "wrong"),
        ("invalid, step 1: the nodes are too far apart", "wrong"),
        ("invalid, step 2: the nodes are too far apart", "could not be read"),
        ("invalid, in the last step too many messages cross the middle", "could not be read"),
        ("invalid; in the second step 1 -> 3 collides with 0 -> 2", "could not be read"),
        ("valid, but not in step 2", "could not be read"),
        ("valid except for step 2", "could not be read"),
        ("valid if links have two directions", "could not be read"),
        ("valid? not at all", "could not be read"),
    ];
    check("collective: broadcast, topology: 'linear-array:8'", &congested, &answers);
    let fine = "verdict, schedule: 'Step 1: 1 -> 0, 3 -> 2\n\n      Step 2: 2 -> 0'";
    let answers = [
        ("valid (3 messages, 2 steps)", "right"),
        ("valid (4 messages, 2 steps)", "could not be read"),
        ("valid, 3 steps", "could not be read"),
        ("ok - no link is shared and every partial sum is counted once", "right"),
        ("No congestion, everything arrives: valid", "right"),
        ("No congestion, not everything arrives: valid?", "could not be read"),
        (
            "valid, because in step 1 the messages use different links and in step 2 there is only one message",
            "right",
        ),
        ("invalid, step 2: 2->0 is not a neighbour", "wrong"),
        ("not correct, node 3's value never reaches 0", "wrong"),
        ("no congestion, some data never arrive", "could not be read"),
        ("valid, though node 3's value never reaches 0", "could not be read"),
        ("invalid? I would say it is fine", "could not be read"),
        ("invalid: node 3 is two hops away from 0", "wrong"),
        ("valid: not at all", "could not be read"),
    ];
    check("collective: reduce, topology: 'ring:4'", fine, &answers);
    let data = "verdict, schedule: 'Step 1: 0 -> 6\n\n      Step 2: 0 -> 3, 7 -> 8\n\n      Step 3: 0 -> 1, 3 -> 4, 6 -> 7\n\n      Step 4: 1 -> 2, 4 -> 5'";
    let answers = [
        ("invalid, step 2 (node 7 sends data it does not own)", "right"),
        ("invalid, step 2 (node 3 sends data it does not own)", "undecided"),
        ("invalid in step 1: 0 and 6 are not neighbours", "wrong"),
        ("invalid in the last step: 1 does not hold the data", "wrong"),
    ];
    check("collective: broadcast, topology: 'mesh:3x3'", data, &answers);
    let ports =
        "verdict, schedule: 'Step 1: 1 -> 0, 3 -> 2, 5 -> 4\n\n      Step 2: 2 -> 0, 4 -> 0'";
    let answers = [
        ("Not valid. The root receives twice in the last step.", "right"),
        ("Not valid. The root receives twice in the first step.", "wrong"),
        ("valid, 2 steps", "wrong"),
    ];
    check("collective: gather, topology: 'complete:6'", ports, &answers);
}

/// Catches choices that are not read, and reasons with a wrong number.
#[test]
fn choices_in_sentences_are_read() {
    let over = "best, among: [recursive-doubling, ring], over: 'm=1..1e6'";
    let ar = "collective: all-reduce, topology: 'hypercube:16', numbers: {t_s: 100, t_w: 1}";
    let answers = [
        ("best: ring if m large (m ≥ 1224), else recursive doubling", "right"),
        (
            "for m ≥ 1224 ring, for smaller m recursive-doubling; 4(100+m)=30(100+m/16) => m = 1223.5",
            "right",
        ),
        (
            "for m ≥ 1224 ring, for smaller m recursive-doubling; 4(100+m)=30(100+m/16) => m = 1300",
            "could not be read",
        ),
        (
            "for m ≥ 1224 ring, for smaller m recursive-doubling; 4(100+m)=31(100+m/16) => m = 1223.5",
            "could not be read",
        ),
        ("recursive doubling always", "wrong"),
        ("RD for m ≤ 1223, ring for m ≥ 1224", "right"),
        ("RD for m ≤ 1323, ring for m ≥ 1324", "wrong"),
        ("RD for m ≥ 1224, ring for m ≤ 1223", "wrong"),
        (
            "4(100+m) < 30(100+m/16) <=> 2.125 m < 2600 <=> m < 1223.5. So recursive doubling for m <= 1223 and ring above.",
            "right",
        ),
        (
            "4(100+m) < 30(100+m/16) <=> 2.125 m < 2600 <=> m < 1223.5. So ring for m <= 1223 and recursive doubling above.",
            "wrong",
        ),
        ("recursive doubling as long as m < 1224 words; beyond that the ring wins", "right"),
        ("1 ≤ m ≤ 1223: recursive doubling; 1224 ≤ m ≤ 10^6: ring", "right"),
        ("1 ≤ m ≤ 1323: recursive doubling; 1324 ≤ m ≤ 10^6: ring", "wrong"),
        (
            "recursive-doubling is best for short messages (m <= 1223 words), ring is best for long messages (m >= 1224 words)",
            "right",
        ),
        ("crossover at m = 2600/2.125 ≈ 1223.5; below: recursive doubling, above: ring", "right"),
        ("crossover at m = 2600/2.125 ≈ 1223.5; below: ring, above: recursive doubling", "wrong"),
        (
            "crossover at m = 2600/2 = 1300; below: recursive doubling, above: ring",
            "could not be read",
        ),
        ("ring, m = 1224", "could not be read"),
        ("ring for large m, recursive doubling for small m", "could not be read"),
        ("ring is not best for m < 1224", "could not be read"),
    ];
    check(ar, over, &answers);
    let ag = "collective: all-gather, topology: 'complete:8', numbers: {m: 2, t_s: 10, t_w: 1}";
    let answers = [
        ("Recursive doubling: 3*10 + 7*2 = 44 < ring: 7*(10+2) = 84", "right"),
        ("Recursive doubling: 3*10 + 7*2 = 45 < ring: 7*(10+2) = 84", "could not be read"),
        ("Ring: 7*(10+2) = 84 < recursive doubling: 3*10 + 7*2 = 44", "wrong"),
        ("The hypercube algorithm (recursive doubling) because it has fewer startups", "right"),
        ("both are equal", "wrong"),
        ("ring: 84, recursive doubling: 44 → recursive doubling", "right"),
        ("ring: 84, recursive doubling: 40 → recursive doubling", "could not be read"),
        ("ring: 84, recursive doubling: 44 → ring", "wrong"),
        ("not the ring", "could not be read"),
    ];
    check(ag, "best, among: [ring, recursive-doubling]", &answers);
}

/// Catches derivations, definitions of letters and reasons that hide a number or formula, and those that change it.
#[test]
fn values_with_a_derivation_are_read() {
    let torus = "collective: all-gather, topology: 'torus:4x4'";
    let answers = [
        ("3 in the rows + 3 in the columns = 6", "right"),
        ("3 in the rows + 4 in the columns = 6", "wrong"),
        ("3 in the rows + 3 in the columns = 7", "wrong"),
    ];
    check(torus, "steps", &answers);
    let scatter = "collective: scatter, topology: 'hypercube:8'";
    let answers = [
        ("p-1 = 7 (every node but the root receives once)", "right"),
        ("p-1 = 8 (every node but the root receives once)", "wrong"),
        ("p-1 = 7 (but not the root)", "could not be read"),
    ];
    check(scatter, "messages", &answers);
    let answers = [
        ("Θ(p + log p) = Θ(p)", "right"),
        ("Θ(p + log p) = Θ(log p)", "could not be read"),
        ("ts log p + tw m (p-1) ∈ O(p)", "right"),
        ("ts log p + tw m (p-1) ∈ O(p^2)", "could not be read"),
        ("O(n), n = number of nodes", "right"),
        ("O(n^2), n = number of nodes", "wrong"),
        ("linear, O(p)", "right"),
        ("linear, O(log p)", "could not be read"),
    ];
    check(scatter, "growth", &answers);
    let gather = "collective: all-gather, topology: 'hypercube:8'";
    let answers = [
        ("24 (8 per step)", "right"),
        ("24 (7 per step)", "could not be read"),
        ("8 messages in each of 3 steps = 24", "right"),
        ("8 messages in each of 4 steps = 24", "wrong"),
    ];
    check(gather, "messages", &answers);
    let gather = "collective: gather, topology: 'switch:6'";
    let answers = [
        ("ceil(log 6) = 3 startups, p-1 = 5 blocks: T = 3 ts + 5 m tw", "right"),
        ("ceil(log 6) = 3 startups, p-1 = 5 blocks: T = 3 ts + 6 m tw", "wrong"),
    ];
    check(gather, "formula", &answers);
    let answers = [
        ("the root must receive 5 blocks, i.e. 5m words", "right"),
        ("the root must receive 5 blocks, i.e. 6m words", "wrong"),
    ];
    check(gather, "bound, of: words", &answers);
    let ring = "collective: all-reduce, topology: 'ring:8', algorithm: ring, numbers: {m: 8000, t_s: 10, t_w: 1}";
    let answers = [
        ("2(p−1)·α + 2·(p−1)/p·N·β with N = message size", "right"),
        ("2(p−1)·α + 2·(p−1)/p·N·β with N = number of nodes", "wrong"),
        ("2(p−1)·α + 2·(p−1)/p·N·β with N = twice the message size", "could not be read"),
        (
            "T = T_RS + T_AG = (p-1)(ts + m tw/p) + (p-1)(ts + m tw/p) = 2(p-1)(ts + m tw/p)",
            "right",
        ),
        ("T = T_RS + T_AG = (p-1)(ts + m tw/p) + (p-1)(ts + m tw/p) = (p-1)(ts + m tw/p)", "wrong"),
        ("twice (p-1)(ts + m/p tw)", "right"),
        ("twice (p-1)(ts + m tw)", "wrong"),
        ("2(p-1) ts, the rest is 2 (p-1)/p m tw", "could not be read"),
    ];
    check(ring, "formula", &answers);
    let answers = [
        ("14140 (= 140 startup + 14000 transfer)", "right"),
        ("14140 (= 140 startup + 13000 transfer)", "wrong"),
    ];
    check(ring, "number", &answers);
    let star = "collective: broadcast, topology: 'star:8'";
    let answers = [
        ("7, the hub sends to each leaf in turn", "partly right"),
        ("7, one after the other", "partly right"),
        ("7, eight with the hub itself", "could not be read"),
        ("7, the first of them twice", "could not be read"),
        ("3, the root does not send in the last", "could not be read"),
    ];
    check(star, "steps", &answers);
    check(
        "topology: 'torus:4x4'",
        "routes, from: 0, to: 10",
        &[
            ("4 choose 2 = 6 in each of the 4 quadrants, so 24", "right"),
            ("4 choose 2 = 6 in each of the 4 quadrants, so 6", "wrong"),
        ],
    );
    check(
        "topology: 'node-tree:15'",
        "network, of: edge-connectivity",
        &[("1 - every link is a bridge", "right"), ("2 - every link is a bridge", "wrong")],
    );
    check(
        "topology: 'hypercube:8'",
        "network, of: bisection-width",
        &[
            ("half of the nodes, i.e. 4 links", "right"),
            ("half of the nodes, i.e. 8 links", "wrong"),
        ],
    );
    let composed = "collective: [reduce, broadcast], topology: 'hypercube:16', algorithm: [hypercube-binomial, hypercube-binomial]";
    let answers = [
        ("T_reduce + T_bcast = (ts+tw m) log p + (ts+tw m) log p", "right"),
        ("T_reduce + T_bcast = (ts+tw m) log p", "wrong"),
    ];
    check(composed, "formula", &answers);
}

/// Catches traces in sentences, by a rule and in columns that are not read.
#[test]
fn traces_in_sentences_are_read() {
    let ring = "collective: all-gather, topology: 'ring:6'";
    let answers = [
        ("node i holds blocks i, i-1, i-2 (mod 6)", "right"),
        ("every node i has i, (i-1) mod 6 and (i-2) mod 6", "right"),
        ("node i holds blocks i, i+1, i+2 (mod 6)", "right"),
        ("node i holds blocks i, i-1, i-2, i-3 (mod 6)", "wrong"),
        ("node i holds blocks i, i-1 (mod 6)", "wrong"),
        ("node i holds blocks j, j-1 (mod 6)", "could not be read"),
        ("no node i holds blocks i, i-1, i-2 (mod 6)", "could not be read"),
    ];
    check(ring, "trace, after: 2", &answers);
    let cube = "collective: all-gather, topology: 'hypercube:8'";
    let answers = [
        ("000, 001, 010, 011 each have (0,1,2,3); 100, 101, 110, 111 each have (4,5,6,7)", "right"),
        ("000, 001, 010, 011 each have (0,1,2,3); 100, 101, 110, 111 each have (4,5,6,6)", "wrong"),
        ("all nodes hold all blocks", "wrong"),
        ("all nodes have everything", "wrong"),
        ("0-3: 0-3, 4-7: 4-7", "right"),
        ("0-3: 0-3, 4-6: 4-7, 7: 4-6", "wrong"),
    ];
    check(cube, "trace, after: 2", &answers);
    check(cube, "trace, after: 3", &[("all nodes hold all blocks", "right")]);
    let scatter = "collective: scatter, topology: 'hypercube:8'";
    let answers = [
        ("0 has blocks 0-3, 4 has blocks 4-7, all others empty", "right"),
        ("0 has blocks 0-3, 4 has blocks 4-6, all others empty", "undecided"),
    ];
    check(scatter, "trace, after: 1", &answers);
    let scan = "collective: scan, topology: 'hypercube:4'";
    let answers = [("node i has i(i+1)/2", "could not be read")];
    check(scan, "trace, after: 2, inputs: [0, 1, 2, 3]", &answers);
    let sums = "trace, after: 1, inputs: [3, 1, 4, 1, 5, 9, 2, 6]";
    let reduce = "collective: all-reduce, topology: 'hypercube:8', algorithm: recursive-doubling";
    let answers = [
        ("node:  0 1 2 3 4 5 6 7\nvalue: 4 4 5 5 14 14 8 8", "right"),
        ("node:  0 1 2 3 4 5 6 7\nvalue: 4 4 5 5 14 14 8 9", "wrong"),
        ("node:  0 2 1 3 4 5 6 7\nvalue: 4 4 5 5 14 14 8 8", "wrong"),
        (
            "| node | value |\n|------|-------|\n| 0 | 3+1=4 |\n| 1 | 4 |\n| 2 | 4+1=5 |\n| 3 | 5 |\n| 4 | 5+9=14 |\n| 5 | 14 |\n| 6 | 2+6=8 |\n| 7 | 8 |",
            "right",
        ),
        (
            "| node | value |\n|------|-------|\n| 0 | 3+2=4 |\n| 1 | 4 |\n| 2 | 4+1=5 |\n| 3 | 5 |\n| 4 | 5+9=14 |\n| 5 | 14 |\n| 6 | 2+6=8 |\n| 7 | 8 |",
            "could not be read",
        ),
    ];
    check(reduce, sums, &answers);
    let answers = [("M - M -", "right"), ("M M M -", "wrong"), ("a b c d", "could not be read")];
    let from1 = "collective: broadcast, topology: 'complete:4', numbering: from-1";
    check(from1, "trace, after: 1", &answers);
    let answers = [
        ("2 → 7 directly", "wrong"),
        ("two hops: 2, 3, 7", "right"),
        ("flip bit 0, then bit 2: 010 → 011 → 111", "right"),
        ("flip bit 0, then bit 2: 010 → 011 → 101", "wrong"),
        ("010 XOR 111 = 101, so dimensions 0 and 2: 010 -> 011 -> 111", "right"),
        ("not the way: 010 -> 011 -> 111", "could not be read"),
    ];
    check("topology: 'hypercube:8'", "route, from: 2, to: 7", &answers);
}
