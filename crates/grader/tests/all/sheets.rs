//! Worked solutions: a proof wherever there is one, and LaTeX that is LaTeX.

use hockney_grader::{
    GivenAnswer, Key, Markup, ProblemSet, SheetKind, grade, read_problems, read_submission,
    write_blank, write_sheet,
};
use hockney_proof::{Verdict, prove};

const COLLECTIVES: [&str; 9] = [
    "broadcast, root: 0",
    "reduce, root: 0",
    "all-gather",
    "reduce-scatter",
    "all-reduce",
    "scan",
    "scatter, root: 0",
    "gather, root: 0",
    "all-to-all",
];
const MACHINES: [&str; 9] = [
    "ring:8",
    "linear-array:7",
    "mesh:4x4",
    "mesh:2x3x4",
    "torus:4x4",
    "hypercube:8",
    "tree:8",
    "star:8",
    "switch:8",
];

fn printed(set: &ProblemSet, markup: Markup) -> String {
    let keys: Vec<Key<'_>> = set.questions.iter().map(|of| Key::of(of).unwrap()).collect();
    let mut out = Vec::new();
    write_sheet(&mut out, set, &keys, SheetKind::Solution, markup).unwrap();
    String::from_utf8(out).unwrap()
}

fn set(collective: &str, machine: &str) -> ProblemSet {
    let text = r"Is it _right_ that a ~ b^2 & 5 % of {#} cost $1 ≤ p < \q?";
    let set = format!(
        "format: hockney/problems/v1\ntitle: A & B_1\nquestions:\n  - {{id: q_1, text: '{text}', \
         collective: {{kind: {collective}}}, topology: '{machine}', asks: [{{ask: formula, points: 1/2}}, \
         {{ask: trace, after: 1, points: 1}}]}}\n"
    );
    read_problems(&set).unwrap()
}

#[test]
fn a_closed_form_that_is_proved_has_its_proof_in_the_solution() {
    let mut proofs = 0;
    for collective in COLLECTIVES {
        for machine in MACHINES {
            let set = set(collective, machine);
            let key = Key::of(&set.questions[0]).unwrap();
            let topology = &key.request.topology;
            let verdict = prove(key.algorithm, topology.family(), topology.sizes().len(), None, 16);
            let is_proved = matches!(verdict, Verdict::Proved(_));
            proofs += usize::from(is_proved);
            for markup in [Markup::Markdown, Markup::Latex] {
                let sheet = printed(&set, markup);
                assert_eq!(sheet.contains("Proof that all steps together cost"), is_proved);
                assert_eq!(
                    sheet.contains("planned and checked schedules")
                        || sheet.contains("cases, which"),
                    is_proved
                );
            }
        }
    }
    assert!(proofs > 70, "{proofs}");
}

/// Every sign that means something to LaTeX stands in mathematics or is escaped.
#[test]
fn solutions_are_latex() {
    for collective in COLLECTIVES {
        for machine in MACHINES {
            let sheet = printed(&set(collective, machine), Markup::Latex);
            let (mut depth, mut math, mut before) = (0, false, ' ');
            for line in sheet.lines() {
                let row = line.ends_with("\\\\") || line.ends_with("\\endhead");
                for c in line.chars() {
                    let escaped = before == '\\';
                    // A pair of backslashes is the end of a line.
                    before = if escaped && c == '\\' { ' ' } else { c };
                    match c {
                        _ if escaped => {}
                        '{' => depth += 1,
                        '}' => depth -= 1,
                        '$' => math = !math,
                        '_' | '^' => assert!(math, "{line}"),
                        '&' => assert!(row, "{line}"),
                        // What a column of a table begins with.
                        '>' if line.starts_with("\\begin{longtable}") => {}
                        '#' | '%' | '~' | '<' | '>' => panic!("{line}"),
                        c => assert!(c.is_ascii() || c.is_alphabetic(), "{line}"),
                    }
                    assert!(depth >= 0, "{line}");
                }
                assert!(!math && depth == 0, "{line}");
            }
        }
    }
}

#[test]
fn a_solution_is_short() {
    let set = set("all-gather", "hypercube:4");
    insta::assert_snapshot!("solution_in_markdown", printed(&set, Markup::Markdown));
    insta::assert_snapshot!("solution_in_latex", printed(&set, Markup::Latex));
}

/// Below a teacher's text stands what the question is about, so that variants are told apart.
#[test]
fn a_question_says_what_it_gives() {
    let one = |fields: &str| {
        let set = format!(
            "format: hockney/problems/v1\nquestions:\n  - {{id: q, {fields}, \
             asks: [{{ask: steps, points: 1}}]}}\n"
        );
        let set = read_problems(&set).unwrap();
        let keys = [Key::of(&set.questions[0]).unwrap()];
        let mut out = Vec::new();
        write_sheet(&mut out, &set, &keys, SheetKind::Questions, Markup::Markdown).unwrap();
        write_sheet(&mut out, &set, &keys, SheetKind::Questions, Markup::Latex).unwrap();
        String::from_utf8(out)
            .unwrap()
            .lines()
            .filter(|line| {
                ["How", "GivenAnswer", "Consider"].iter().any(|word| line.starts_with(word))
            })
            .fold(String::new(), |all, line| all + line + "\n")
    };
    let said = [
        "text: How long does it take?, collective: {kind: broadcast, root: 3}, topology: 'ring:8', \
         numbers: {m: 100, t_s: 2.5us, t_w: 1us}",
        "text: How long does it take?, collective: {kind: broadcast, root: 5}, topology: 'ring:16', \
         accept: this, numbers: {m: 100, t_s: 1/3, t_w: 1, t_h: 2}",
        "collective: {kind: broadcast, root: 1}, \
         topology: {graph: {nodes: 3, switches: 1, links: [[0, 3], [1, 3], [2, 3]]}}",
        "collective: {kind: all-gather}, topology: 'mesh:2x4', numbering: column-major, \
         accept: [recursive-doubling, ring]",
    ];
    insta::assert_snapshot!(said.map(one).join("\n"));
}

/// The last part of a solution: a line for each ask.
#[test]
fn every_ask_is_answered() {
    let one = |fields: &str| {
        let set = format!(
            "format: hockney/problems/v1\nquestions:\n  - {{id: q, {fields}, asks: [{{ask: schedule, \
             points: 1}}, {{ask: steps, points: 1}}, {{ask: number, points: 1}}, {{ask: step, step: 2, \
             points: 1}}, {{ask: formula, points: 1}}, {{ask: formula, of: steps, points: 1}}, \
             {{ask: formula, of: words, points: 1}}, {{ask: growth, in: p, points: 1}}, \
             {{ask: growth, in: m, of: words, points: 1}}]}}\n"
        );
        let set = read_problems(&set).unwrap();
        let sheet = printed(&set, Markup::Markdown);
        let lines =
            sheet.lines().filter(|line| line.starts_with("q.") || line.starts_with("Total"));
        lines.fold(String::new(), |all, line| all + line + "\n")
    };
    let said = [
        "collective: {kind: broadcast, root: 0}, topology: 'ring:8', numbers: {m: 100, t_s: 6.1us, t_w: 1us}",
        "collective: {kind: all-gather}, topology: 'hypercube:8', numbers: {m: 100, t_s: 1/3, t_w: 1}",
        "collective: {kind: all-gather}, topology: 'mesh:4x4', numbers: {m: 1, t_s: 1/2, t_w: 1}",
        "collective: {kind: all-to-all}, topology: 'ring:5', numbers: {m: 1, t_s: 1, t_w: 1}",
    ];
    insta::assert_snapshot!(said.map(one).join("\n"));
}

/// The name in a blank answer file is read back as it is, whatever is in it.
#[test]
fn a_blank_answer_file_has_the_student_in_it() {
    let set = set("all-gather", "ring:4");
    let keys: Vec<Key<'_>> = set.questions.iter().map(|of| Key::of(of).unwrap()).collect();
    for name in ["s1", "Zoë \"Z\" O'Neil: #1", "0123", "a\nb\\c"] {
        let mut blank = Vec::new();
        write_blank(&mut blank, &keys, Some(name)).unwrap();
        let submission = read_submission(&String::from_utf8(blank).unwrap()).unwrap();
        assert_eq!(submission.student.as_deref(), Some(name));
        assert!(submission.no_yaml.is_none());
    }
    let mut blank = Vec::new();
    write_blank(&mut blank, &keys, None).unwrap();
    assert!(String::from_utf8(blank).unwrap().contains("\nstudent: \"\"\n"));
}

/// What a sheet says of a question: its line and its asks.
#[test]
fn a_sheet_has_sentences() {
    let lines = |collective: &str, machine: &str, asks: &str| {
        let set = format!(
            "format: hockney/problems/v1\nquestions:\n  - {{id: q, collective: {{kind: {collective}}}, \
             topology: '{machine}', numbers: {{t_s: 5, t_w: 1, m: 1}}, asks: [{asks}]}}\n"
        );
        let set = read_problems(&set).unwrap();
        let keys = [Key::of(&set.questions[0]).unwrap()];
        let mut out = Vec::new();
        write_sheet(&mut out, &set, &keys, SheetKind::Questions, Markup::Markdown).unwrap();
        let said = String::from_utf8(out).unwrap();
        let said = said.lines().skip(2).filter(|line| !line.is_empty());
        let lines = said.filter(|line| !line.starts_with("Unless")).map(str::to_owned);
        lines.collect::<Vec<_>>()
    };
    let steps = "{ask: steps, points: 1}";
    for (collective, machine, about) in [
        (
            "broadcast",
            "linear-array:4",
            "broadcast on a linear array of 4 nodes (linear-array:4), root 0",
        ),
        ("shift, by: 1", "ring:5", "shift on a ring of 5 nodes (ring:5), by 1 node"),
        ("shift, by: -2", "ring:5", "shift on a ring of 5 nodes (ring:5), by 3 nodes"),
        (
            "permute, map: [1, 2, 0]",
            "switch:3",
            "permute on a switched network of 3 nodes (switch:3), where the blocks of nodes 0, 1, .. go to \
             nodes 1, 2, 0",
        ),
        ("all-gather", "complete:4", "all-gather on a complete network of 4 nodes (complete:4)"),
        (
            "scan, exclusive: true",
            "tree:4",
            "scan on a tree of 4 nodes (tree:4), each node without its own value",
        ),
    ] {
        let said = lines(collective, machine, steps);
        let numbers = "; `m = 1`, `t_s = 5`, `t_w = 1`.";
        assert_eq!(said[..2], ["1 point.", "## 1. q (1 point)"]);
        let line = format!("Consider {about}{numbers} m is the number of words of ");
        assert!(said[2].starts_with(&line), "{}", said[2]);
        assert_eq!(said[3], "- How many steps does it take? (q.steps, 1 point)");
    }
    for (ask, sentence) in [
        ("{ask: formula, points: 2}", "Give a formula for the cost. (q.formula, 2 points)"),
        ("{ask: steps, points: 1/2}", "How many steps does it take? (q.steps, 0.5 points)"),
        (
            "{ask: trace, after: 0, inputs: [3, 1, 2, 0], operator: max, points: 1}",
            "The nodes start with 3, 1, 2, 0; of two values the larger is kept. What does each node hold \
             before step 1? (q.trace, 1 point)",
        ),
        (
            "{ask: best, among: [ring, recursive-doubling], points: 1}",
            "Which of ring and recursive-doubling costs less? (q.best, 1 point)",
        ),
        (
            "{ask: best, among: [ring, recursive-doubling, halving-doubling], over: 'm = 1 .. 1e6', points: 1}",
            "Which of ring, recursive-doubling and halving-doubling costs least for m from 1 to 1e6? If the \
             answer changes in this range, from which m on? (q.best, 1 point)",
        ),
    ] {
        assert_eq!(lines("all-reduce", "hypercube:4", ask)[3], format!("- {sentence}"));
    }
}

fn sheet(set: &ProblemSet) -> String {
    let keys: Vec<Key<'_>> = set.questions.iter().map(|of| Key::of(of).unwrap()).collect();
    let mut out = Vec::new();
    write_sheet(&mut out, set, &keys, SheetKind::Questions, Markup::Markdown).unwrap();
    String::from_utf8(out).unwrap()
}

/// A sheet alone is enough to answer it: the model, the letters and the notation of steps.
#[test]
fn a_sheet_states_its_model() {
    let set = read_problems(
        "format: hockney/problems/v1\nquestions:\n\
         - {id: q, collective: [reduce, broadcast], topology: 'hypercube:8', letters: {n: m p}, \
         numbering: from-1, asks: [{ask: messages, points: 1}]}\n\
         - {id: r, collective: all-gather, topology: 'ring:8', model: contention, ports: all, \
         asks: [{ask: route, from: 0, to: 3, points: 2}]}\n",
    )
    .unwrap();
    insta::assert_snapshot!(sheet(&set));
}

/// Each ask of a blank answer file has an example, and every example can be read.
#[test]
fn a_blank_answer_file_shows_how_to_answer() {
    for numbering in ["from-0", "from-1"] {
        examples_can_be_read(numbering);
    }
}

fn examples_can_be_read(numbering: &str) {
    let set = read_problems(&format!(
        "format: hockney/problems/v1\nquestions:\n  - id: q\n    collective: broadcast\n    \
         topology: 'hypercube:8'\n    numbering: {numbering}\n    numbers: {{m: 100, t_s: 5, t_w: 1}}\n    asks:\n      \
         - {{ask: formula, points: 1}}\n      - {{ask: growth, points: 1}}\n      \
         - {{ask: number, unit: us, points: 1}}\n      - {{ask: number, points: 1}}\n      \
         - {{ask: steps, points: 1}}\n      - {{ask: schedule, points: 1}}\n      \
         - {{ask: step, step: 2, points: 1}}\n      - {{ask: messages, points: 1}}\n      \
         - {{ask: route, from: 0, to: 3, points: 1}}\n      \
         - {{ask: links, from: 0, to: 3, points: 1}}\n      \
         - {{ask: trace, after: 1, points: 1}}\n      \
         - {{ask: best, among: [binomial, scatter-all-gather], points: 1}}\n      \
         - {{ask: best, among: [binomial, scatter-all-gather], over: 'm=1..1e6', points: 1}}\n"
    ))
    .unwrap();
    let keys: Vec<Key<'_>> = set.questions.iter().map(|of| Key::of(of).unwrap()).collect();
    let mut blank = Vec::new();
    write_blank(&mut blank, &keys, None).unwrap();
    let blank = String::from_utf8(blank).unwrap();
    let key = Key::of(&set.questions[0]).unwrap();
    for ask in &key.question.asks {
        let example = ask.example(&key);
        assert!(
            blank.contains(&format!("  # for example: {example}\n  {}: ", ask.name)),
            "{blank}"
        );
        let span = hockney_base::diagnostic::Span::new(0, example.len());
        let graded = grade(&key, ask, Some(&GivenAnswer { text: example.clone(), span }));
        assert_ne!(graded.verdict.name(), "could not be read", "{example}: {}", graded.full);
    }
}
