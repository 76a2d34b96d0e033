//! Hand-written lines: every spelling, and what is said about the rest.

use super::read_lines;
use hockney_base::diagnostic::Source;
use hockney_core::collective::{Instance, collective};
use hockney_core::schedule::{Listed, Payload, Route, Runs, Step};
use hockney_core::topology::Topology;
use hockney_files::ReadError;

fn lines(kind: &str, machine: &str, text: &str) -> Result<Listed, ReadError> {
    let topology = Topology::parse(machine).unwrap();
    let of = Instance::new(collective(kind).unwrap(), topology.nodes());
    let of = of.clone().with_pieces(8).unwrap_or(of);
    read_lines(text, &topology, &of)
}

/// Steps as pairs of nodes.
fn pairs(machine: &str, text: &str) -> Vec<Vec<(u32, u32)>> {
    let listed = match lines("broadcast", machine, text) {
        Ok(listed) => listed,
        Err(error) => panic!("{}", error.diagnostic().render(&Source::new("lines", text))),
    };
    let ends = |message: &hockney_core::schedule::Message| (message.from, message.to);
    listed.0.iter().map(|step| step.messages.iter().map(ends).collect()).collect()
}

fn complaint(kind: &str, machine: &str, text: &str) -> String {
    match lines(kind, machine, text) {
        Ok(_) => "it is read".to_owned(),
        Err(error) => error.diagnostic().render(&Source::new("lines", text)),
    }
}

#[test]
fn labels_separators_and_arrows_of_every_kind() {
    let expected = vec![vec![(0, 4)], vec![(0, 2), (4, 6)], vec![(0, 1), (2, 3), (4, 5), (6, 7)]];
    for text in [
        "Step 1: 0 -> 4\nStep 2: 0 -> 2, 4 → 6\nStep 3: 0->1; 2=>3, 4-->5 and 6 ⇒ 7\n",
        "step 0: 0 -> 4\nSTEP 1: 0 -> 2\n  4 -> 6\nround 2:\n0 -> 1,\n2 -> 3\n4->5,6->7",
        "0 -> 4\n0 -> 2, 4 -> 6\n0 -> 1, 2 -> 3, 4 -> 5, 6 -> 7",
        "# far first\n\n0 -> 4 # at last\r\n0 -> 2, and 4 -> 6;\r\n0 -> 1 and\r\n2 -> 3,\r\n4 -> 5, 6 -> 7",
        "1. P0 -> P4\n2. node 0 -> node 2, p4 -> p6\n3. 0 -> 1, 2 -> 3, 4 -> 5, 6 -> 7",
        "1) 0 -> 4\n2) 0 -> 2, 4 -> 6\n3) 0 -> 1, 2 -> 3, 4 -> 5, 6 -> 7",
        "Phase 1\n  - 0 -> 4\nPhase 2\n  - 0 -> 2\n  * 4 -> 6\nPhase 3\n• 0 -> 1; 2 -> 3; 4 -> 5; 6 -> 7",
        "\u{feff}- Step 1: 0 -> 4\n- Step 2: 0 -> 2\n  4 -> 6\nStep3: 0→1,2→3,4→5,6→7",
        "Step 1 - 0 to 4.\nStep 2. 0 -> 2, 4 TO 6 .\nStep 3 – 0 -> 1,\n2 -> 3, 4 -> 5, 6 -> 7. // end",
        "// far first\nStep 1: 0 -> 4 // at last\nStep 2:\n0 -> 2. # near\n- 4 -> 6\nStep 3 —\n0to1,2to3,4 to 5 and 6 to 7",
        "Step 1 0 -> 4\nStep 2. 0 -> 2, 4 -> 6\nStep 3) 0 -> 1, 2 -> 3, 4 -> 5, 6 -> 7",
    ] {
        assert_eq!(pairs("ring:8", text), expected, "{text}");
    }
}

#[test]
fn what_a_person_reads_at_once_is_read() {
    let expected = vec![vec![(0, 4)], vec![(0, 2), (4, 6)]];
    for text in [
        "R0 -> R4\nR0 -> R2, R4 -> R6",
        "GPU 0 ->> GPU 4\nN0 ---> N2, core 4 —> core 6",
        "Step 1 (distance = 4): 0 -> 4\nStep 2 (distance 2): 0 -> 2, 4 -> 6",
        "Stage 1: 0 -> 4\nStage 2: 0 -> 2, 4 -> 6",
        "**Step 1:** 0 -> 4\n**Step 2:** `0 -> 2`, `4 -> 6`",
        "Hop one: 4 <- 0\nHop two: 2 <- 0, 6 ← 4",
        "Step 1: {0->4}\nStep 2: {0->2, 4->6}",
        "Step 1: $0 \\to 4$\nStep 2: $0 \\rightarrow 2$, 4 -> 6",
        "| step | from | to |\n|---|---|---|\n| 1 | 0 | 4 |\n| 2 | 0 | 2 |\n| 2 | 4 | 6 |",
        "| Step | Messages |\n|:--|:--|\n| 1 | 0 → 4 |\n| 2 | 0 → 2, 4 → 6 |",
    ] {
        assert_eq!(pairs("ring:8", text), expected, "{text}");
    }
    assert_eq!(pairs("hypercube:8", "000 ← 001"), [[(1, 0)]]);
    assert_eq!(pairs("ring:8", "0 → 1, 2; 4 -> 5 and 6"), [[(0, 1), (0, 2), (4, 5), (4, 6)]]);
    assert_eq!(pairs("ring:8", "0 <- 1, 2"), [[(1, 0), (2, 0)]]);
    assert_eq!(pairs("ring:8", "Step 1: 0,4 -> 2,6"), [[(0, 2), (4, 6)]]);
    // Nothing else is guessed, and no table makes it stop.
    for text in [
        "0 -> 1, 2, 3 -> 4",
        "{0->4}, {0->2, 4->6}",
        "| from | to |\n| 0 | 4 |",
        "| 1 | 0 | 4 |",
        "| step | to | from |\n| 1 | 0 | 4 |",
        "| Schritt é | → |\n| 1\u{a0}| é |",
        "| step | x |\n| 1\u{a0}| 0 -> 4é |",
        "|||\n|",
    ] {
        assert!(lines("broadcast", "ring:8", text).is_err(), "{text}");
    }
}

/// In an exchange both nodes send, whatever the brackets.
#[test]
fn pairs_are_exchanges_where_no_node_is_in_two() {
    let both = vec![vec![(0, 1), (1, 0), (2, 3), (3, 2)]];
    let ends = |listed: Listed| -> Vec<Vec<(u32, u32)>> {
        let step = |step: &Step| step.messages.iter().map(|m| (m.from, m.to)).collect();
        listed.0.iter().map(step).collect()
    };
    for kind in ["all-gather", "all-reduce", "reduce-scatter", "all-to-all", "barrier"] {
        for text in ["(0,1), (2,3)", "{0,1}, {2,3}", "Step 1: [0,1]; (2, 3)"] {
            assert_eq!(ends(lines(kind, "ring:4", text).unwrap()), both, "{kind}: {text}");
        }
        let round = ends(lines(kind, "ring:4", "(0,1), (1,2), (2,3), (3,0)").unwrap());
        assert_eq!(round, [[(0, 1), (1, 2), (2, 3), (3, 0)]]);
    }
    for kind in ["broadcast", "scatter", "reduce", "scan"] {
        let one_way = ends(lines(kind, "ring:4", "(0,1), (2,3)").unwrap());
        assert_eq!(one_way, [[(0, 1), (2, 3)]], "{kind}");
    }
}

#[test]
fn one_message_in_each_step_by_its_letter() {
    let to_each = vec![vec![(0, 1)], vec![(0, 2)], vec![(0, 3)]];
    for text in [
        "for k = 1..3: 0 -> k",
        "Steps k = 1..3: P_0 -> P_k",
        "for k = 1..3: 0 sends to node 0 + k",
        "Step k: 0 -> k",
    ] {
        assert_eq!(pairs("complete:4", text), to_each, "{text}");
    }
    let along = vec![vec![(0, 1)], vec![(1, 2)], vec![(2, 3)]];
    for text in ["Step k: k -> k + 1", "for k = 0..2: k -> k+1", "for k = 1..3: k - 1 -> k"] {
        assert_eq!(pairs("complete:4", text), along, "{text}");
    }
    let two = [vec![(0, 1), (3, 2)], vec![(0, 2), (3, 1)]];
    assert_eq!(pairs("complete:4", "for k = 1..2: 0 -> k, 3 -> 3 - k"), two);
    assert_eq!(pairs("complete:4", "for k = 1..1: 0 <-> k"), [vec![(0, 1), (1, 0)]]);
}

#[test]
fn exchanges_are_two_messages() {
    let expected = vec![vec![(0, 1), (1, 0), (2, 3), (3, 2)]];
    for arrow in ["<->", "<-->", "<=>", "↔", "⇔", "⟷"] {
        assert_eq!(pairs("ring:8", &format!("0 {arrow} 1, 2{arrow}3")), expected);
    }
}

#[test]
fn nodes_by_their_second_names() {
    assert_eq!(pairs("hypercube:8", "'000' -> '100', 1 -> 011"), [[(0, 4), (1, 3)]]);
    assert_eq!(pairs("mesh:3x4", "(0,0) -> (2,1), P(1, 3) -> 11"), [[(0, 9), (7, 11)]]);
}

#[test]
fn nothing_travels_in_an_empty_text() {
    for text in ["", "\n\n", "# nothing\n", "\u{feff}"] {
        assert_eq!(lines("broadcast", "ring:8", text), Ok(Listed::default()));
    }
}

#[test]
fn blocks_stand_in_brackets_and_are_everything_where_left_out() {
    let listed = lines("reduce", "ring:8", "0 -> 4 [0-3 5, 7], 1 <-> 2[0@4-7;1], 3 -> 5").unwrap();
    let payloads: Vec<&Payload> = listed.0[0].messages.iter().map(|m| &m.payload).collect();
    let plain: Runs = [0, 1, 2, 3, 5, 7].into_iter().collect();
    assert_eq!(payloads[0], &Payload::Plain(plain));
    assert!(matches!(payloads[1], Payload::Values(values) if values.len() == 2));
    assert_eq!(payloads[1], payloads[2]);
    assert_eq!(payloads[3], &Payload::Everything);
    let listed = lines("all-gather", "mesh:2x2", "(0,0) -> (0,1) [2.0-3]").unwrap();
    let payload = Payload::Plain(Runs::range(16, 20));
    assert_eq!(listed.0[0].messages[0].payload, payload);
}

/// The notations in which students hand in steps, all for a broadcast on a ring of eight.
#[test]
fn labels_nodes_and_pairs_of_every_notation() {
    let expected = vec![vec![(0, 4)], vec![(0, 2), (4, 6)], vec![(0, 1), (2, 3), (4, 5), (6, 7)]];
    for text in [
        "step 1: P0 sends to P4\nstep 2: P0 sends to P2, P4 sends to P6\nstep 3: P0 sends P1, P2 sends P3; P4 -> P5 and P6 -> P7",
        "Schritt 1: 0 -> 4\nSchritt 2: 0 -> 2, 4 -> 6\nSchritt 3: 0 -> 1, 2 -> 3, 4 -> 5, 6 -> 7",
        "Step 1: rank 0 sends to rank 4\nStep 2: node 0 sends to processor 2, proc 4 -> PE6\nStep 3: process 0 -> P_1, rank_2 -> P_{3}, P[4] -> 5, p6 -> 7",
        "First step: 0 -> 4\nsecond step - 0 -> 2, 4 -> 6\n3rd round: 0 -> 1, 2 -> 3, 4 -> 5, 6 -> 7",
        "1. Schritt: 0 -> 4\n2. Schritt: 0 -> 2, 4 -> 6\n3. Schritt: 0 -> 1, 2 -> 3, 4 -> 5, 6 -> 7",
        "ÉTAPE 1: 0 -> 4\nétape 2: 0 -> 2, 4 -> 6\npaso 3: 0 envía a 1, 2 -> 3, 4 sendet an 5, 6 -> 7",
        "第1步：0→4\n第二步：0→2，4→6\n步骤 3: 0→1, 2→3, 4→5, 6→7",
        "t = 1: 0 -> 4\nt=2: 0 -> 2, 4 -> 6\ntime 3: 0 -> 1, 2 -> 3, 4 -> 5, 6 -> 7",
        "Step 1: (0,4)\nStep 2: (0, 2), {4,6}\nStep 3: {(0,1), (2,3)}, [[4,5],[6,7]]",
        "{{0,4}}\n{{0,2},{4,6}}\n[(0,1),(2,3),(4,5),(6,7)]",
        "{{{0,4}}, {{0,2},{4,6}}, {{0,1},{2,3},{4,5},{6,7}}}",
        "[[0,4]]\n- [(P0,P2), (4,6)]\n- [[0,1],[2,3],[4,5],[6,7]]",
        "i -> i + 4 for i < 1\ni -> i + 2 for i mod 4 = 0\neven i -> i + 1",
        "In step 1, P0 sends the message to P4.\nin step 2 P0 sends a message to P2, P4 sends the message to P6. In step 3: 0 -> 1, 2 -> 3, 4 -> 5, 6 -> 7",
        "Step 1: 0 -> 4; Step 2: 0 -> 2, 4 -> 6. Step 3: 0 -> 1, 2 -> 3, 4 -> 5, 6 -> 7.",
        "for k = 2..0: i -> i + 2^k for i mod 2^(k+1) = 0",
    ] {
        assert_eq!(pairs("ring:8", text), expected, "{text}");
    }
    let exchange = vec![vec![(0, 1), (1, 0), (2, 3), (3, 2)]];
    for text in ["0 exchanges with 1, P2 tauscht mit P3", "0 <-> 1; 2 <-> 3"] {
        assert_eq!(pairs("ring:8", text), exchange, "{text}");
    }
    let grid = vec![vec![(0, 1), (2, 3)]];
    for text in ["((0,0),(0,1)), ((1,0),(1,1))", "{((0,0),(0,1)), {2,3}}", "{0,1}, [2,3]"] {
        assert_eq!(pairs("mesh:2x2", text), grid, "{text}");
    }
    assert_eq!(pairs("hypercube:8", "(000,100), {1, 3}"), [[(0, 4), (1, 3)]]);
}

#[test]
fn rules_are_their_messages() {
    let ring = vec![vec![(0, 1), (1, 2), (2, 3), (3, 0)]];
    for text in [
        "i -> (i + 1) mod p",
        "i → i+1 mod 4",
        "i -> i+1 (mod p)",
        "P_i -> P_{(i+1) % n}",
        "every node i sends to node (i + 1) mod p",
        "send j -> j - 3 mod p for all j",
        "i -> i + 1 for i < 3, P_i -> 0 for i = p - 1 # the last",
        "x -> (x + 2d - 3) mod 2^2",
    ] {
        assert_eq!(pairs("ring:4", text), ring, "{text}");
    }
    let bits = vec![vec![(0, 1), (1, 0), (2, 3), (3, 2)], vec![(0, 2), (2, 0), (1, 3), (3, 1)]];
    for text in [
        "Step k: i <-> i xor 2^k",
        "Step k: node i exchanges with i XOR 2^(k-1)",
        "step j = 1..d: i <-> i ⊕ 2^(j-1)",
        "for k = 0..1: i <-> i ^ (2**k)",
        "for k in 0 to d-1:\n  every i <-> i xor 2^k",
        "Step 0: i <-> i^1\nStep 1: i <-> i^2",
        "Step 1: 0 <-> 1, 2 <-> 3\nfor k = 1..1: i <-> i xor 2^k",
    ] {
        assert_eq!(pairs("hypercube:4", text), bits, "{text}");
    }
    let same = vec![vec![(0, 1), (2, 3)]; 3];
    for text in [
        "Steps 1-3: 0 -> 1, 2 -> 3",
        "Steps 1 to p-1:\n0 -> 1\neven i -> i + 1 for i > 0 and i < 3",
        "Runden 0..2: i -> i + 1 for i even",
        "Step 1: (0,1), (2,3)\nSteps 2–3: {{0,1},{2,3}}",
    ] {
        assert_eq!(pairs("ring:4", text), same, "{text}");
    }
    let doubled = vec![vec![(0, 1)], vec![(0, 2), (1, 3)]];
    assert_eq!(pairs("ring:4", "Step k: i -> i + 2^k for 0 <= i < 2^k"), doubled);
    assert_eq!(
        pairs("ring:4", "odd i -> i - 1, 0 -> 2, 2 -> 3"),
        [[(1, 0), (3, 2), (0, 2), (2, 3)]]
    );
    let blocks = lines("reduce", "ring:8", "Steps 1-2: 0 -> 1 [0@0] via direct").unwrap();
    assert_eq!(blocks.0[0], blocks.0[1]);
}

/// Every complaint, whole: what, where and what to do.
const COMPLAINTS: &[(&str, &str)] = &[
        ("0 -> 8", "there is no node 8
 --> lines:1:6
  |
1 | 0 -> 8
  |      ^ nodes are 0 to 7
"),
        ("Step 1: 0 -> 1\nStep 3: 1 -> 2", "step 3 follows step 1; the next one is 2
 --> lines:2:1
  |
2 | Step 3: 1 -> 2
  | ^^^^^^
"),
        ("Step 2: 0 -> 1", "the first step is number 2; steps are numbered from 1, or from 0
 --> lines:1:1
  |
1 | Step 2: 0 -> 1
  | ^^^^^^
"),
        ("0 -> 1\nStep 1: 1 -> 2", "a message before the first step
 --> lines:1:1
  |
1 | 0 -> 1
  | ^
  |
  = help: begin with a label, such as `Step 1:`, or label no line at all
"),
        ("Step 1:\nStep 2: 1 -> 2", "step 1 has no message
 --> lines:1:1
  |
1 | Step 1:
  | ^^^^^^
  |
  = help: a step in which nothing travels is left out
"),
        ("Step many: 1 -> 2", "the number of the step belongs here
 --> lines:1:6
  |
1 | Step many: 1 -> 2
  |      ^
  |
  = help: write the number of the step in digits, such as Step 1:
"),
        ("Step 99999999999999999999: 1 -> 2", "99999999999999999999 is too large for the number of a step
 --> lines:1:1
  |
1 | Step 99999999999999999999: 1 -> 2
  | ^^^^^^^^^^^^^^^^^^^^^^^^^
"),
        ("Step 1: 0 → 1 → 2", "a chain of arrows does not say what travels when
 --> lines:1:15
  |
1 | Step 1: 0 → 1 → 2
  |               ^
  |
  = help: write each message by itself, such as 0 -> 1, 1 -> 2; what passes on what it has just received belongs to the next step
"),
        ("0 -> 1, 2, 3 -> 4", "one sender and several receivers after one arrow
 --> lines:1:9
  |
1 | 0 -> 1, 2, 3 -> 4
  |         ^
  |
  = help: write each message: 0 -> 1, 0 -> 2; one port sends one message in a step
"),
        ("0 -> 1 2 -> 3", "a second message begins here without a comma before it
 --> lines:1:8
  |
1 | 0 -> 1 2 -> 3
  |        ^
  |
  = help: put a comma between two messages: 0 -> 4, 2 -> 6
"),
        ("0 -> 1: 0-3", "a comma, a semicolon, `and` or the end of the line belongs here
 --> lines:1:7
  |
1 | 0 -> 1: 0-3
  |       ^
  |
  = help: blocks stand in brackets: 0 -> 4 [0-3 5]
"),
        ("0 -> 1,", "a message belongs after this
 --> lines:1:7
  |
1 | 0 -> 1,
  |       ^
  |
  = help: leave it out where the step ends: a line that ends so goes on in the next
"),
        ("In 1, P0 sends to P4", "a node belongs here
 --> lines:1:1
  |
1 | In 1, P0 sends to P4
  | ^ nodes are 0 to 7
  |
  = help: a message is written sender -> receiver, such as 0 -> 4
"),
        ("In step 1, P0 gives its message to P4", "an arrow belongs here
 --> lines:1:15
  |
1 | In step 1, P0 gives its message to P4
  |               ^
  |
  = help: a message is written sender -> receiver, such as 0 -> 4
"),
        ("0 -> 0", "node 0 sends to itself
 --> lines:1:6
  |
1 | 0 -> 0
  |      ^
  |
  = help: a node keeps its data: leave the message out
"),
        ("sends 0 -> 1", "a node belongs here
 --> lines:1:1
  |
1 | sends 0 -> 1
  | ^ nodes are 0 to 7
  |
  = help: a message is written sender -> receiver, such as 0 -> 4
"),
        ("0 -> 007", "there is no node 007 in ring:8
 --> lines:1:6
  |
1 | 0 -> 007
  |      ^^^ nodes are 0 to 7
"),
        ("0 -> 1 []", "a block belongs in the brackets
 --> lines:1:9
  |
1 | 0 -> 1 []
  |         ^
  |
  = help: without brackets the message carries everything that the sender has
"),
        ("0 -> 1 [0", "a closing bracket `]` belongs here
 --> lines:1:10
  |
1 | 0 -> 1 [0
  |          ^
"),
        ("0 -> 1 [0 3-1]", "the range 3-1 is descending: write 1-3
 --> lines:1:11
  |
1 | 0 -> 1 [0 3-1]
  |           ^^^
  |
  = help: blocks in brackets are such as [0], [0-3 5] or [0@4-7]
"),
        ("0 -> 1 [0 9]", "there is no piece 9: the last piece is 7
 --> lines:1:11
  |
1 | 0 -> 1 [0 9]
  |           ^
"),
        ("0 -> 1 [0-3 2]", "the message names a block twice
 --> lines:1:13
  |
1 | 0 -> 1 [0-3 2]
  |             ^ part of this is already listed before
  |
  = help: name each block once, or with different contributors
"),
        ("# Step 1\n0 -> 1\n# Step 2\n1 -> 2", "a step is announced in a comment, and no line has a label
 --> lines:1:1
  |
1 | # Step 1
  | ^
  |
  = help: leave out the comment sign: `Step 1:` begins a step
"),
];

#[test]
fn complaints() {
    for (text, expected) in COMPLAINTS {
        assert_eq!(complaint("broadcast", "ring:8", text), format!("error: {expected}"));
    }
}

#[test]
fn complaints_about_nodes_of_other_machines() {
    for (machine, text, expected) in [
        (
            "switch:4",
            "0 -> 4",
            "vertex 4 is a switch
 --> lines:1:6
  |
1 | 0 -> 4
  |      ^ nodes are 0 to 3
  |
  = help: messages go from node to node; write the switches of the route in `via`
",
        ),
        (
            "mesh:2x3",
            "0 -> (2,0)",
            "there is no node (2,0) in mesh:2x3
 --> lines:1:6
  |
1 | 0 -> (2,0)
  |      ^^^^^ nodes are 0 to 5 (1,2)
",
        ),
        (
            "hypercube:8",
            "0 -> '1000'",
            "there is no node '1000' in hypercube:8
 --> lines:1:6
  |
1 | 0 -> '1000'
  |      ^^^^^^ nodes are 0 to 7 (111)
",
        ),
        (
            "mesh:2x3",
            "(0,1), (1,2)",
            "this may be node 1 (0,1), or a message from 0 to 1
 --> lines:1:1
  |
1 | (0,1), (1,2)
  | ^^^^^
  |
  = help: write 0 -> 1 for the message; nodes of a grid are paired as ((0,0),(0,1))
",
        ),
        (
            "mesh:2x3",
            "{(0,0), (0,1)}",
            "this may be a message from node 0 (0,0) to 1 (0,1), or two messages
 --> lines:1:1
  |
1 | {(0,0), (0,1)}
  | ^^^^^^^^^^^^^^
  |
  = help: write messages with arrows, or pair nodes of a grid as ((0,0),(0,1))
",
        ),
        (
            "ring:6",
            "Step k: i -> (i + 2^k) mod p",
            "the number of steps is not given
 --> lines:1:9
  |
1 | Step k: i -> (i + 2^k) mod p
  |         ^^^^^^^^^^^^^^^^^^^^
  |
  = help: write a range, such as Steps 1-3: or Step k = 1..3:
",
        ),
        (
            "ring:6",
            "i -> d",
            "a number or a letter of the rule belongs here
 --> lines:1:6
  |
1 | i -> d
  |      ^
  |
  = help: known letters are `i` (the node), `p` = 6 (the number of nodes)
",
        ),
        (
            "ring:20001",
            "i -> (i + 1) mod p",
            "limit exceeded: 20001 messages by rules and labels of several steps are needed, 20000 are allowed
 --> lines:1:1
  |
1 | i -> (i + 1) mod p
  | ^^^^^^^^^^^^^^^^^^
",
        ),
    ] {
        assert_eq!(complaint("broadcast", machine, text), format!("error: {expected}"));
    }
}

#[test]
fn routes_in_every_spelling() {
    for (text, expected) in [
        ("0 -> 4 via 7 6 5 [0], 1 -> 2", vec![7, 6, 5]),
        ("0 -> 4 [0] VIA 7 P6 node 5; 1 -> 2", vec![7, 6, 5]),
        ("0 -> 4 by way of 7 6 5, 1 -> 2", vec![7, 6, 5]),
        ("send 0 -> 4 by way of 7, 6 and 5", vec![7, 6, 5]),
        ("0 -> 4 by way of 7, 6, and 5; 1 -> 2", vec![7, 6, 5]),
        ("0 -> 4 via 3, 1 -> 2", vec![3]),
        ("0 -> 4 by way of 3 and 1 -> 2", vec![3]),
        ("0 -> 4 via 3,\n1 -> 2", vec![3]),
        ("0 -> 4 via direct, 1 -> 2", vec![]),
        ("0 -> 4 via directly", vec![]),
        ("0 -> 4 directly # far", vec![]),
        ("send 0 -> 4 by the direct link", vec![]),
    ] {
        let listed = lines("broadcast", "ring:8", text).expect(text);
        assert_eq!(
            listed.0[0].messages[0].route,
            Route::Via(expected.into_iter().collect()),
            "{text}"
        );
    }
    let routes = |machine, text| -> Vec<Route> {
        let listed = lines("broadcast", machine, text).expect(text);
        listed.0[0].messages.iter().map(|message| message.route.clone()).collect()
    };
    let via = |vertices: &[u32]| Route::Via(vertices.iter().copied().collect());
    assert_eq!(routes("ring:8", "0 <-> 3 via 1 2"), [via(&[1, 2]), via(&[2, 1])]);
    assert_eq!(routes("switch:4", "0 -> 1 via 4"), [via(&[4])]);
    assert_eq!(routes("mesh:3x3", "0 -> 4 via (0,1)"), [via(&[1])]);
    let advice = "send 0 (000) -> 7 (111) by way of 1 (001) and 3 (011)";
    assert_eq!(routes("hypercube:8", advice), [via(&[1, 3])]);
}

/// Text, line and column, and the whole message, on a ring of eight.
#[rustfmt::skip]
const HINTS: &[(&str, (usize, usize), &str)] = &[
    ("0 -> 4 via 1, 2", (1, 13), "error: the vertices of a route are separated by blanks
help: write blanks between them: 0 -> 4 via 1 2 3"),
    ("0 -> 4 via 1-2-3", (1, 13), "error: the vertices of a route are separated by blanks
help: write blanks between them: 0 -> 4 via 1 2 3"),
    ("0 -> 4 by way of 7 6, 5", (1, 21), "error: the vertices of a route are separated by blanks
help: write blanks between them: 0 -> 4 via 1 2 3"),
    ("0 -> 4 by way of 7, 6 and 5, 1 -> 2", (1, 30), "error: it is not sure where the route ends
help: write blanks between the vertices of a route: 0 -> 4 via 1 2 3, 5 -> 6"),
    ("0 -> 4 via 1 2 -> 3", (1, 14), "error: a second message begins here without a comma before it
help: put a comma between two messages: 0 -> 4, 2 -> 6"),
    ("0->1 2->3", (1, 6), "error: a second message begins here without a comma before it
help: put a comma between two messages: 0 -> 4, 2 -> 6"),
    ("0 -> 1,2,3 [0]", (1, 8), "error: one sender and several receivers after one arrow
help: write each message: 0 -> 1, 0 -> 2; one port sends one message in a step"),
    ("Step 1: 0 -> 1,\nStep 2: 1 -> 2", (1, 15), "error: a message belongs after this
help: leave it out where the step ends: a line that ends so goes on in the next"),
    ("Far first\nStep 1: 0 -> 4", (1, 1), "error: a line without an arrow is not a message
help: begin it with # where it is a title or a remark"),
    ("# one\nPort by port to all\n0 -> 4", (2, 1), "error: a line without an arrow is not a message
help: begin it with # where it is a title or a remark"),
    ("0 -> 4 (so)", (1, 8), "error: a comma, a semicolon, `and` or the end of the line belongs here
help: blocks stand in brackets: 0 -> 4 [0-3 5]"),
    ("Step 0: 0 -> 4\n\nStep 1: 0 -> 2\nstep 0: 4 -> 6", (4, 1), "error: step 0 is there already at line 1
help: write all its messages below its first label, or give this step its own number"),
    ("Step 2: 0 -> 4\nStep 0: 0 -> 2", (1, 1), "error: the first step is number 2; steps are numbered from 1, or from 0"),
    ("// Step 1\n0 -> 1", (1, 1), "error: a step is announced in a comment, and no line has a label
help: leave out the comment sign: `Step 1:` begins a step"),
    ("0 -> 4 via", (1, 11), "error: a vertex belongs here
help: a route is written via 1 2 3, and the direct link via direct"),
    ("0 -> 4 via 1 8", (1, 14), "error: there is no vertex 8"),
    ("0 -> 4 via 1 0 1", (1, 8), "error: the route uses the link from 0 to 1 twice"),
    ("i -> i / 0", (1, 6), "error: for i = 0 this divides by zero"),
    ("i -> i / 2", (1, 6), "error: for i = 0 the node sends to itself
help: what a node has stays there: say for which nodes the rule holds"),
    ("i -> i + 1", (1, 6), "error: for i = 7 the receiver is 8
help: add `mod p` where the rule goes round, or say for which nodes it holds: for i < 7"),
    ("i -> i xor 0", (1, 6), "error: for i = 0 the node sends to itself
help: what a node has stays there: say for which nodes the rule holds"),
    ("i -> i - 1", (1, 6), "error: for i = 0 the receiver is -1
help: add `mod p` where the rule goes round, or say for which nodes it holds: for i >= 1"),
    ("i -> 2^999999999 mod p", (1, 6), "error: for i = 0 this is too large"),
    ("i -> 2^(i-1)", (1, 6), "error: for i = 0 this has a negative exponent"),
    ("i -> 99999999999999999999", (1, 6), "error: this number is too large
help: a rule is written with numbers below 2^64"),
    ("i -> j", (1, 6), "error: a number or a letter of the rule belongs here
help: known letters are `i` (the node), `p` = 8 (the number of nodes) and `d` = 3 (log2 p)"),
    ("i -> i +", (1, 9), "error: a number or a letter of the rule belongs here
help: known letters are `i` (the node), `p` = 8 (the number of nodes) and `d` = 3 (log2 p)"),
    ("i -> (i + 1 mod p", (1, 18), "error: a closing bracket `)` belongs here"),
    ("i -> i + 1 mod p except the last", (1, 18), "error: a comma, a semicolon, `and` or the end of the line belongs here
help: messages of a step are separated by commas: 0 -> 4, 2 -> 6"),
    ("i -> i + 1 mod p [0]", (1, 18), "error: a comma, a semicolon, `and` or the end of the line belongs here
help: messages of a step are separated by commas: 0 -> 4, 2 -> 6"),
    ("i -> i + 1 for i", (1, 17), "error: a comparison belongs here
help: a condition is such as i < 4, 0 <= i < 4, i mod 2 = 0 or even i"),
    ("i -> i + 1 for i > 7", (1, 1), "error: by this rule no node sends anything
help: a step in which nothing travels is left out"),
    ("i -> i + 1 for i < 4 or i > 6", (1, 22), "error: a comma, a semicolon, `and` or the end of the line belongs here
help: messages of a step are separated by commas: 0 -> 4, 2 -> 6"),
    ("every node sends its own block to its right neighbour", (1, 12), "error: a letter for the node belongs here
help: a rule names its nodes by a letter: i -> (i + 1) mod p"),
    ("Steps 1-999999999: 0 -> 1", (1, 1), "error: limit exceeded: 999999999 steps of a label are needed, 20000 are allowed"),
    ("Steps 1-10001: 0 -> 1, 1 -> 2", (1, 24), "error: limit exceeded: 20002 messages by rules and labels of several steps are needed, 20000 are allowed"),
    ("Steps 3-1: 0 -> 1", (1, 1), "error: the last step is 1, before step 3
help: labels of several steps are Steps 1-3:, Step k:, Step k = 1..3: and for k = 0..2:"),
    ("Steps 1-: 0 -> 1", (1, 8), "error: a node belongs here
help: a message is written sender -> receiver, such as 0 -> 4"),
    ("Step k: 0 -> 1", (1, 9), "error: the number of steps is not given
help: write a range, such as Steps 1-3: or Step k = 1..3:"),
    ("Step k: i -> i + 1 mod p", (1, 9), "error: the number of steps is not given
help: write a range, such as Steps 1-3: or Step k = 1..3:"),
    ("Step k: i -> (i + 2 k + 1) mod p", (1, 9), "error: the number of steps is not given
help: write a range, such as Steps 1-3: or Step k = 1..3:"),
    ("for k = 6..8: 0 -> k", (1, 20), "error: for k = 8 the receiver is 8
help: add `mod p` where the rule goes round, or say for which nodes it holds"),
    ("for k = 0..2: 0 -> 0 + k", (1, 20), "error: for k = 0 the node sends to itself
help: what a node has stays there: say for which nodes the rule holds"),
    ("for k = 7..8: k -> k - 1", (1, 15), "error: by this rule no node sends anything
help: a step in which nothing travels is left out"),
    ("for k = 0..2: k <- k + 1", (1, 15), "error: a node belongs here
help: a message is written sender -> receiver, such as 0 -> 4"),
    ("Step k 0 -> 1", (1, 8), "error: a colon belongs here
help: labels of several steps are Steps 1-3:, Step k:, Step k = 1..3: and for k = 0..2:"),
    ("for k = 0..: i -> i + 1", (1, 12), "error: a number or a letter of the rule belongs here
help: known letters are `p` = 8 (the number of nodes) and `d` = 3 (log2 p)"),
    ("for k = 1/0..2: 0 -> 1", (1, 9), "error: this divides by zero"),
    ("for 0 -> 1", (1, 5), "error: a letter with its range belongs here
help: labels of several steps are Steps 1-3:, Step k:, Step k = 1..3: and for k = 0..2:"),
    ("Step 1: 0 -> 1\nfor k = 0..1: 1 -> 2\nStep 3: 2 -> 3", (3, 1), "error: step 3 is there already at line 2
help: write all its messages below its first label, or give this step its own number"),
    ("Step ١: 0 -> 1", (1, 6), "error: the number of the step belongs here
help: write the number of the step in digits, such as Step 1:"),
    ("i -> i + ١", (1, 10), "error: a number or a letter of the rule belongs here
help: known letters are `i` (the node), `p` = 8 (the number of nodes) and `d` = 3 (log2 p)"),
    ("{{{{0,1}}}}", (1, 4), "error: these brackets are too deep
help: a message is a pair such as (0,4), and a step a list of pairs: {(0,4), (2,6)}"),
    ("{{0,1},{2,3}", (1, 13), "error: a comma or a closing bracket `}` belongs here
help: a message is a pair such as (0,4), and a step a list of pairs: {(0,4), (2,6)}"),
    ("{0,1,2}", (1, 2), "error: a sender and a receiver belong here
help: a message is a pair such as (0,4), and a step a list of pairs: {(0,4), (2,6)}"),
    ("{{0,1},2}", (1, 8), "error: a sender and a receiver belong here
help: a message is a pair such as (0,4), and a step a list of pairs: {(0,4), (2,6)}"),
    ("{}", (1, 2), "error: a node belongs here
help: a message is written sender -> receiver, such as 0 -> 4"),
    ("Step 1: {{{0,1}},{{1,2}}}", (1, 9), "error: a list of steps beside other steps
help: write it without labels and other messages, or each step in a line of its own"),
    ("0 sends a copy to 1", (1, 9), "error: a node belongs here
help: a message is written sender -> receiver, such as 0 -> 4"),
    ("0 sends 1 -> 2, 2 -> 3", (1, 11), "error: a chain of arrows does not say what travels when
help: write each message by itself, such as 0 -> 1, 1 -> 2; what passes on what it has just received belongs to the next step"),
];

#[test]
fn hints() {
    for (text, place, expected) in HINTS {
        let error = lines("broadcast", "ring:8", text).expect_err(text);
        let diagnostic = error.diagnostic();
        let position = diagnostic.position(&Source::new("lines", text)).expect(text);
        assert_eq!((position.line, position.column), *place, "{text}");
        assert_eq!(diagnostic.to_string(), *expected, "{text}");
    }
}

/// Every text of this file that is refused, cut off anywhere, is read or refused, too.
#[test]
fn what_is_cut_off_never_panics() {
    let texts = COMPLAINTS.iter().map(|row| row.0).chain(HINTS.iter().map(|row| row.0));
    let strange = [
        "for k = 0..2: every P_i <-> P_{i ⊕ 2^(k-1)} (mod p) for 0 ≤ i < 4 and even i; 第二步：0 发送给 1",
        "Step 1: {((0,0),(0,1)), [2,3]}",
    ];
    for text in texts
        .chain(strange)
        .chain(["Step 1 – send '000' ⇔ (0,1) by way of 5 (101), 6 and P7 [0@1] // é."])
    {
        for (at, _) in text.char_indices() {
            for machine in ["ring:8", "mesh:2x4", "hypercube:8"] {
                let _ = lines("reduce", machine, &text[..at]);
                let _ = lines("reduce", machine, &text[at..]);
            }
        }
    }
}
