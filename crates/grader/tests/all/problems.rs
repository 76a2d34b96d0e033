//! Problem sets as teachers write them: the new one, short forms, and all errors at once.

use hockney_base::diagnostic::Source;
use hockney_base::number::Rational;
use hockney_core::topology::Numbering;
use hockney_grader::{
    Accept, GivenAnswer, Key, Marked, Markup, NEW_PROBLEMS, Partial, SheetKind, grade,
    read_problems, read_submission, write_blank, write_sheet,
};

/// The new problem set is printed, its blank answer file is filled with the answers of the worked
/// solution, and earns all points.
#[test]
fn the_new_problem_set_grades_itself() {
    let set = read_problems(NEW_PROBLEMS).unwrap();
    let keys: Vec<Key<'_>> = set.questions.iter().map(|of| Key::of(of).unwrap()).collect();
    let mut solution = Vec::new();
    write_sheet(&mut solution, &set, &keys, SheetKind::Solution, Markup::Markdown).unwrap();
    let solution = String::from_utf8(solution).unwrap();
    let mut blank = Vec::new();
    write_blank(&mut blank, &keys, Some("s1")).unwrap();
    let blank = String::from_utf8(blank).unwrap();
    let graded = |text: &str| Marked::new(&keys, "answers", &read_submission(text).unwrap());
    let empty = graded(&blank);
    assert_eq!((empty.points().to_string(), empty.of().to_string()), ("0".into(), "11".into()));
    let filled: String = blank.split_inclusive('\n').map(|line| filled(line, &solution)).collect();
    let marked = graded(&filled);
    for mark in &marked.marks {
        assert_eq!(mark.points, mark.of, "{}: {}\n{filled}", mark.ask, mark.graded.full);
    }
    assert_eq!((marked.notes.len(), marked.warnings.len()), (0, 0));
}

/// A line of a blank answer file, with the answer of the worked solution.
fn filled(line: &str, solution: &str) -> String {
    let Some((name, space)) = line.trim().split_once(':') else { return line.to_owned() };
    if space.trim() == "|" {
        // The schedule is the table of its question.
        let question = name.split('.').next().unwrap();
        let part = solution.split("\n## ").find(|part| part.contains(&format!(". {question} (")));
        let rows = part.unwrap().lines().filter_map(|row| row.strip_prefix("| "));
        let rows = rows.filter(|row| row.starts_with(|c: char| c.is_ascii_digit()));
        let step = |row: &str| {
            let cells: Vec<&str> = row.split(" | ").collect();
            // Brackets have a backslash in Markdown.
            format!("    Step {}: {}\n", cells[0], cells[1].replace('\\', ""))
        };
        return rows.fold(line.to_owned(), |all, row| all + &step(row));
    }
    let answer = solution.lines().find_map(|said| said.strip_prefix(&format!("{name}: ")));
    match answer {
        Some(answer) => {
            format!("  {name}: \"{}\"\n", answer.trim_end_matches('.').replace('`', ""))
        }
        None => line.to_owned(),
    }
}

/// Every key of the new set has a comment, and the comments fit an editor.
#[test]
fn the_new_problem_set_explains_its_keys() {
    let mut explained = Vec::new();
    let mut before = "";
    for line in NEW_PROBLEMS.lines() {
        assert!(line.chars().count() <= 100, "{line}");
        let key = line.trim_start_matches([' ', '-']).split(':').next().unwrap();
        if !key.is_empty() && !key.starts_with(['#', '{']) {
            let commented = before.trim_start().starts_with('#');
            assert!(commented || explained.contains(&key), "{line}");
            explained.push(key);
        }
        before = line;
    }
    for key in ["format", "title", "id", "topology", "asks", "text", "numbers", "accept", "partial"]
    {
        assert!(explained.contains(&key), "{key}");
    }
}

fn with_collective(written: &str) -> String {
    format!(
        "format: hockney/problems/v1\nquestions:\n  - {{id: q, collective: {written}, topology: \
         'ring:4', asks: [{{ask: steps, points: 1}}]}}\n"
    )
}

#[test]
fn a_collective_may_be_a_word() {
    for (written, name, root) in [
        ("broadcast", "broadcast", 0),
        ("{kind: broadcast}", "broadcast", 0),
        ("{kind: broadcast, root: 3}", "broadcast", 3),
        ("all-gather", "all-gather", 0),
        ("scan", "scan", 0),
        ("'scatter'", "scatter", 0),
        ("allreduce", "all-reduce", 0),
        ("{kind: MPI_Allgather}", "all-gather", 0),
        ("alltoall", "all-to-all", 0),
    ] {
        let set = read_problems(&with_collective(written)).unwrap();
        let instance = &set.questions[0].instance;
        assert_eq!(instance.collective.name(), name);
        assert_eq!(instance.root, root);
        assert!(!instance.exclusive);
    }
    for (written, message, help) in [
        ("shift", "shift needs `by`", "write collective: {kind: shift, by: 1}"),
        ("permute", "permute needs `map`", "write collective: {kind: permute, map: [1, 0]}"),
        (
            "{kind: shift}",
            "a collective without `by`",
            "shift needs `by`: write by: 1, or another whole number",
        ),
    ] {
        let error = &read_problems(&with_collective(written)).err().unwrap().errors[0];
        let said = error.diagnostic();
        assert_eq!((&*said.message, said.help.as_deref()), (message, Some(help)));
    }
    let error = &read_problems(&with_collective("brodcast")).err().unwrap().errors[0];
    assert_eq!(error.diagnostic().label.as_deref(), Some("did you mean `broadcast`?"));
}

#[test]
fn numbers_and_asks_have_the_names_of_the_command_line() {
    let set = |numbers: &str, ask: &str| {
        format!(
            "questions: [{{id: q, collective: broadcast, topology: 'ring:4', numbers: {numbers}, \
             asks: [{{ask: {ask}, points: 1}}]}}]\nformat: hockney/problems/v1\n"
        )
    };
    let long = read_problems(&set("{m: 3, t_s: 5us, t_w: 1us, t_h: 2us}", "number")).unwrap();
    let short = read_problems(&set("{m: 3, ts: 5us, tw: 1us, th: 2us}", "cost")).unwrap();
    let [long, short] = [&long, &short].map(|set| &set.questions[0]);
    assert_eq!((&short.numbers, &short.asks[0].name), (&long.numbers, &long.asks[0].name));
    assert_eq!(
        errors(&set("{m: 3, t_s: 5, ts: 5, tw: -1}", "cost")),
        [
            "1:92 `t_s` and `ts` are the same number; leave out one of them",
            "1:99 `t_w` must not be negative; numbers are {m: 100, t_s: 5, t_w: 1}"
        ]
    );
}

/// Every error with its place, what is said at the place, and the help.
fn errors(text: &str) -> Vec<String> {
    let error = |error: &hockney_files::ReadError| {
        let said = error.diagnostic();
        let at = said.position(&Source::new("set", text)).unwrap();
        let more = [said.label, said.help].into_iter().flatten();
        more.fold(format!("{}:{} {}", at.line, at.column, said.message), |all, more| {
            all + "; " + &more
        })
    };
    read_problems(text).err().unwrap().errors.iter().map(error).collect()
}

#[test]
fn all_errors_are_found_in_one_run() {
    let text = "format: hockney/problems/v1
titel: Sheet 3
questions:
  - id: ring broadcast
    collective: {kind: broadcast, root: 9}
    topology: ring:8
    numbers: {m: many, t_s: [5], t_w: -1}
    ask:
      - {ask: step, points: 0}
      - {ask: shedule, points: 2}
      - {ask: best, among: [recursive-dubling, chain], points: 1}
  - id: second
    colective: scatter
    topology: rng:8
    asks:
      - {ask: steps, point: 1}
      - {ask: trace, after: 1, inputs: [1, x], operator: summe, points: 1}
      - steps
  - id: second
    collective: all-gather
    topology: hypercube:8
    accept: everything
    partial: {one_slip: 2, congested: half}
    asks: []
variants: {first: {root: any}}
";
    let found = errors(text);
    insta::assert_snapshot!(found.join("\n"));
    let places: Vec<usize> =
        found.iter().map(|error| error.split(':').next().unwrap().parse().unwrap()).collect();
    assert!(places.is_sorted());
    assert!(found.len() > 20, "{}", found.len());
}

/// A misspelled key is one error: its value is read, and it is not missing.
#[test]
fn a_misspelled_key_is_one_error() {
    for (key, wrong) in [
        ("format", "fromat"),
        ("questions", "question"),
        ("id", "idd"),
        ("collective", "colective"),
        ("topology", "topologie"),
        ("asks", "ask"),
        ("ask", "aks"),
        ("points", "point"),
    ] {
        let text = "{\"format\": \"hockney/problems/v1\", \"questions\": [{\"id\": \"q\", \
                    \"collective\": \"broadcast\", \"topology\": \"ring:8\", \"asks\": [{\"ask\": \
                    \"steps\", \"points\": 1}]}]}";
        assert!(read_problems(text).is_ok());
        let text = text.replacen(&format!("\"{key}\""), &format!("\"{wrong}\""), 1);
        let found = errors(&text);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains(&format!("there is no key `{wrong}` in ")), "{found:?}");
        assert!(found[0].ends_with(&format!("; did you mean `{key}`?")), "{found:?}");
    }
}

/// A document of another kind is refused as such, and not key by key.
#[test]
fn another_document_is_one_error() {
    let answers = "format: hockney/answers/v1\nstudent: s1\nanswers: {a: 1}\n";
    assert_eq!(
        errors(answers),
        [
            "1:9 expected a problem set, found an answer file; the problem set comes first: hockney grade \
          problems.yaml answers.yaml"
        ]
    );
    assert_eq!(
        errors("- a\n"),
        ["1:1 expected a problem set, found a list; a problem set begins with `format: \
          hockney/problems/v1`"]
    );
    // A misspelled format does not hide other errors.
    let set = with_collective("nothing").replace("problems/v1", "problem/v1");
    assert_eq!(errors(&set).len(), 2);
}

/// What of a question can be read is kept, so that its key can be computed beside the errors.
#[test]
fn questions_without_errors_are_kept() {
    let set = with_collective("broadcast") + "  - {id: r, asks: []}\n";
    let unreadable = read_problems(&set).err().unwrap();
    let kept: Vec<&str> = unreadable.questions.iter().map(|question| &*question.id).collect();
    assert_eq!(kept, ["q"]);
    assert_eq!(&set[unreadable.questions[0].place.start..][..1], "q");
    assert_eq!(unreadable.errors.len(), 3);
}

/// One question with these keys.
fn with_keys(topology: &str, keys: &str) -> String {
    format!(
        "format: hockney/problems/v1\nquestions:\n  - id: q\n    collective: broadcast\n    topology: \
         '{topology}'\n    asks: [{{ask: steps, points: 1}}]\n    {keys}\n"
    )
}

#[test]
fn a_numbering_counts_from_one_and_along_columns() {
    for (topology, written, from_one, columns) in [
        ("ring:8", "from-0", false, None),
        ("ring:8", "from-1", true, None),
        ("mesh:4x4", "column-major", false, Some(true)),
        ("torus:4x4", "[row-major, from-1]", true, Some(false)),
        ("mesh:4x4", "[from-1, column-major]", true, Some(true)),
    ] {
        let set = read_problems(&with_keys(topology, &format!("numbering: {written}"))).unwrap();
        assert_eq!(set.questions[0].topology.numbering(), Numbering { from_one, columns });
    }
    for (topology, written, error) in [
        (
            "ring:8",
            "row-major",
            "7:16 ring:8 has no rows and columns; row-major and column-major are for meshes and \
             tori; others have from-0 or from-1",
        ),
        (
            "mesh:4x4",
            "[row-major, column-major]",
            "7:28 a second numbering of the same kind; write row-major or column-major",
        ),
        (
            "ring:8",
            "[from-1, from-1]",
            "7:25 a second numbering of the same kind; write from-0 or from-1",
        ),
        (
            "ring:8",
            "from-2",
            "7:16 there is no numbering `from-2` in a question; did you mean `from-0`?",
        ),
    ] {
        assert_eq!(errors(&with_keys(topology, &format!("numbering: {written}"))), [error]);
    }
}

#[test]
fn letters_stand_for_formulas() {
    let set = read_problems(&with_keys("ring:8", "letters: {n: m p, L: 2 t_s}")).unwrap();
    let letters = [("n".to_owned(), "m p".to_owned()), ("L".to_owned(), "2 t_s".to_owned())];
    assert_eq!(set.questions[0].letters, letters);
    let help = "write letters: {n: m p}, each letter with the formula that it stands for";
    for (written, error) in [
        ("{p: 8}", "7:15 p is a letter of the model"),
        ("{ts: 8}", "7:15 t_s is a letter of the model"),
        ("{2 n: 8}", "7:15 `2 n` is not a name"),
        ("{n: m +}", "7:18 the formula of n: "),
        (
            "{n: T = m p = 8 p}",
            "7:18 the formula of n: `T = m p = 8 p` is an equation or an order of growth",
        ),
        ("{n: [m]}", "7:18 expected a formula, found a list"),
        ("n", "7:14 expected a mapping of letters to formulas, found text"),
    ] {
        let found = errors(&with_keys("ring:8", &format!("letters: {written}")));
        let [said] = &found[..] else { panic!("{found:?}") };
        assert!(said.starts_with(error) && said.ends_with(help), "{said}");
    }
}

/// Without `accept`, an algorithm that the question names is the only right one.
#[test]
fn what_is_accepted_by_default() {
    for (keys, accept) in [
        ("general: true", Accept::AsCheap),
        ("accept: as-cheap", Accept::AsCheap),
        ("accept: any", Accept::Any),
        ("algorithm: recursive-doubling", Accept::This),
        ("{algorithm: recursive-doubling, accept: any}", Accept::Any),
    ] {
        let keys = keys.trim_matches(['{', '}']).replace(", ", "\n    ");
        assert_eq!(read_problems(&with_keys("ring:8", &keys)).unwrap().questions[0].accept, accept);
    }
    assert_eq!(Partial::default().of("dearer"), Rational::ratio(1, 2).unwrap());
}

/// What is said about an answer to the only ask of a question.
fn said(topology: &str, keys: &str, ask: &str, answer: &str) -> String {
    let set = with_keys(topology, keys).replace("ask: steps", ask);
    let set = read_problems(&set).unwrap();
    let key = Key::of(&set.questions[0]).unwrap();
    let ask = &key.question.asks[0];
    let span = hockney_base::diagnostic::Span::new(0, answer.len());
    let graded = grade(&key, ask, Some(&GivenAnswer { text: answer.to_owned(), span }));
    format!("{}: {}", graded.verdict.name(), graded.full)
}

#[test]
fn routes_are_followed() {
    let none = "general: true";
    let cube = |answer| said("hypercube:8", none, "ask: route, from: 000, to: 3", answer);
    assert_eq!(cube("000 -> 001 -> 011"), "right: right");
    assert_eq!(cube("0 \u{2192} 1 \u{2192} 3"), "right: right");
    let default = "; the route is 000 -> 001 -> 011";
    assert_eq!(cube("0 -> 2 -> 3"), format!("right: right, another shortest route{default}"));
    for (answer, why) in [
        ("0 -> 1 -> 5 -> 7 -> 3", "wrong: a shortest route has 2 links, and this one 4"),
        ("0 -> 3", "wrong: there is no link from node 000 to node 011"),
        ("0 -> 0 -> 1 -> 3", "wrong: there is no link from node 000 to node 000"),
        ("3 -> 1 -> 0", "wrong: the route does not go from node 000 to node 011"),
        ("0 -> 1", "wrong: the route does not go from node 000 to node 011"),
    ] {
        assert_eq!(cube(answer), format!("{why}{default}"));
    }
    for answer in ["P0 -> P1 -> P3", "0 to node 1 to 3 (011)", "000 → 1 ⇒ rank 3", "0 1 3"] {
        assert_eq!(cube(answer), "right: right", "{answer}");
    }
    let node = "a node belongs here; a message is written sender -> receiver, such as 0 -> 4";
    let arrow = "an arrow belongs here; a route is written 0 -> 1 -> 3";
    for (answer, column, what) in [
        ("0 <-> 1 -> 3", 6, arrow),
        ("0 -> 1 -> 3 # or not", 13, arrow),
        ("0 -> 8 -> 3", 6, "there is no node 8"),
        ("0 -> -> 3", 6, node),
        ("x", 1, node),
    ] {
        let why = format!(
            "could not be read: line 1, column {column}: {what}; an answer that can be read: \
             3 -> 1 -> 0"
        );
        assert_eq!(cube(answer), why);
    }
    // Counted from 1, and down the columns of a grid of two rows.
    let ring = |answer| said("ring:5", "numbering: from-1", "ask: route, from: 0, to: 3", answer);
    assert_eq!(ring("1 -> 5 -> 4"), "right: right");
    assert_eq!(
        ring("0 -> 4 -> 3").split(';').next(),
        Some("could not be read: line 1, column 1: there is no node 0")
    );
    let grid = |answer| {
        let keys = "numbering: [column-major, from-1]";
        said("mesh:2x3", keys, "ask: route, from: 0, to: 5", answer)
    };
    assert_eq!(grid("1 -> 3 -> 5 -> 6"), "right: right");
    assert_eq!(grid("(1,1) -> (1,2) -> (1,3) -> (2,3)"), "right: right");
    assert!(
        grid("1 -> 2 -> 3 -> 6")
            .starts_with("wrong: there is no link from node (2,1) to node (1,2)")
    );
    let tree = with_keys("tree:4", none).replace("ask: steps", "ask: route, from: 0, to: 3");
    let tree = read_problems(&tree).unwrap();
    let why = Key::of(&tree.questions[0]).err().unwrap().to_string();
    assert_eq!(why, "no key: q.route passes switches; ask for its `links`");
}

#[test]
fn links_and_messages_are_counted() {
    let none = "general: true";
    let links = |answer| said("torus:4x4", none, "ask: links, from: 0, to: '(2,3)'", answer);
    assert_eq!(links("3"), "right: right");
    assert_eq!(links(" 3 links "), "right: right");
    assert_eq!(links("4"), "wrong: this counts the nodes; it is 3");
    assert_eq!(links("5"), "wrong: another number of links; it is 3");
    for answer in ["3 or 4", "-3", "3 messages", "about 3", ""] {
        assert!(!links(answer).starts_with("right"), "{answer}");
    }
    let all = |answer| said("ring:8", none, "ask: messages", answer);
    assert_eq!(all("7"), "right: right");
    assert_eq!(all("7 messages"), "right: right");
    assert_eq!(all("3"), "wrong: this is the number of steps; recursive-doubling sends 7");
    assert_eq!(all("8"), "wrong: another number of messages; recursive-doubling sends 7");
    let step = |answer| said("ring:8", none, "ask: messages, step: 2", answer);
    assert_eq!(step("2"), "right: right");
    assert_eq!(
        step("7"),
        "wrong: this is the number of messages of all steps; recursive-doubling sends 2"
    );
}

/// Routes and steps that are not there.
#[test]
fn asks_about_what_is_not_there_are_refused() {
    let set = |ask| with_keys("ring:8", "general: true").replace("ask: steps", ask);
    let help = "write from: 0 and to: 3, or two other nodes";
    for (ask, error) in [
        ("ask: route, from: 0, to: 8", format!("6:38 there is no node 8 on ring:8; {help}")),
        ("ask: links, from: 2, to: 2", format!("6:18 a message from a node to itself; {help}")),
        ("ask: links, from: 2", format!("6:12 an ask without `to`; {help}")),
        ("ask: messages, step: 0", "6:34 steps are counted from 1; write step: 1".to_owned()),
    ] {
        assert_eq!(errors(&set(ask)), [error]);
    }
    let late = read_problems(&set("ask: messages, step: 4")).unwrap();
    let why = Key::of(&late.questions[0]).err().unwrap().to_string();
    assert_eq!(why, "no key: q.messages asks for step 4, but recursive-doubling has 3");
}

/// A root may be bits or coordinates, as on the command line.
#[test]
fn a_root_is_a_node_in_any_notation() {
    for (topology, root, node) in
        [("hypercube:8", "001", 1), ("mesh:4x4", "'(1,2)'", 6), ("ring:8", "5", 5)]
    {
        let set = with_keys(topology, "general: true").replace(
            "collective: broadcast",
            &format!("collective: {{kind: broadcast, root: {root}}}"),
        );
        assert_eq!(read_problems(&set).unwrap().questions[0].instance.root, node);
        let set = set + &format!("variants: {{q: {{root: [0, {root}]}}}}\n");
        assert_eq!(read_problems(&set).unwrap().questions[0].variants[1].1.root, node);
    }
    let set = with_keys("mesh:4x4", "general: true")
        .replace("collective: broadcast", "collective: {kind: broadcast, root: '(4,0)'}");
    assert_eq!(errors(&set).len(), 1);
}

/// With contention an algorithm has a cost whose messages wait for each other.
#[test]
fn a_congested_algorithm_is_priced_with_contention() {
    let keys = "algorithm: recursive-doubling\n    numbers: {m: 100, t_s: 5, t_w: 1}";
    let set = |keys: &str| {
        with_keys("ring:8", keys)
            .replace("collective: broadcast", "collective: all-gather")
            .replace("ask: steps", "ask: number")
    };
    let read = read_problems(&set(keys)).unwrap();
    assert_eq!(
        Key::of(&read.questions[0]).err().unwrap().to_string(),
        "no key: the schedule of recursive-doubling is invalid here; with `model: contention` its \
         messages wait for each other"
    );
    let read = read_problems(&set(&format!("{keys}\n    model: contention"))).unwrap();
    // Steps of 1, 4 and 16 words on the busiest link.
    assert_eq!(Key::of(&read.questions[0]).unwrap().cost.to_string(), "3 t_s + 21 m t_w + 7 t_h");
}

#[test]
fn a_node_may_use_all_ports() {
    let keys = "algorithm: rotated-binomial\n    ports: all";
    let read = read_problems(&with_keys("hypercube:8", keys)).unwrap();
    assert_eq!(Key::of(&read.questions[0]).unwrap().cost.to_string(), "3 t_s + m t_w + 3 t_h");
    let steps = r"0 -> 1, 0 -> 2, 0 -> 4\n1 -> 3, 2 -> 6, 4 -> 5\n3 -> 7";
    let verdict = &format!("ask: verdict, schedule: \"{steps}\"");
    for (ports, expected) in [("all", "right"), ("one", "wrong")] {
        let keys = format!("ports: {ports}");
        assert!(said("hypercube:8", &keys, verdict, "valid").starts_with(expected), "{ports}");
    }
    for ask in ["schedule", "step", "best", "verdict"] {
        let keys = "algorithm: recursive-doubling\n    model: contention";
        let set = with_keys("hypercube:8", keys).replace("ask: steps", &format!("ask: {ask}"));
        let why = format!(
            "6:18 with `model: contention` there is no `{ask}`; ask for the number of steps, the \
             cost or a trace"
        );
        assert_eq!(errors(&set), [why]);
    }
}

/// Collectives that follow each other: steps, messages and costs are added.
#[test]
fn a_composition_adds_up() {
    let set = |algorithm: &str, asks: &str| {
        with_keys("ring:8", algorithm)
            .replace("collective: broadcast", "collective: [reduce, {kind: broadcast, root: 0}]")
            .replace("ask: steps", asks)
    };
    let said = |ask: &str, answer: &str| {
        let text = set("numbers: {m: 100, t_s: 5, t_w: 1}", ask);
        let set = read_problems(&text).unwrap();
        let key = Key::of(&set.questions[0]).unwrap();
        let span = hockney_base::diagnostic::Span::new(0, answer.len());
        let given = GivenAnswer { text: answer.to_owned(), span };
        let graded = grade(&key, &key.question.asks[0], Some(&given));
        format!("{}: {}", graded.verdict.name(), graded.full)
    };
    for (ask, answer) in [
        ("ask: steps", "6"),
        ("ask: messages", "14"),
        ("ask: number", "630"),
        ("ask: formula", "2 (t_s + m t_w) log p"),
        ("ask: formula", "2 ceil(log2 p) (t_s + m t_w)"),
        ("ask: growth", "O(log p)"),
    ] {
        let said = said(ask, answer);
        assert!(said.starts_with("right"), "{ask} {answer}: {said}");
    }
    for (ask, answer) in [
        ("ask: steps", "3"),
        ("ask: messages", "7"),
        ("ask: number", "315"),
        ("ask: formula", "(t_s + m t_w) log p"),
    ] {
        let said = said(ask, answer);
        assert!(!said.starts_with("right"), "{ask} {answer}: {said}");
    }
    assert_eq!(
        errors(&set("general: true", "ask: schedule")),
        ["6:18 several collectives have no `schedule`; it can ask for formula, growth, number, \
          steps, messages, explain"]
    );
    assert_eq!(
        errors(&set("algorithm: [chain]", "ask: steps")),
        ["7:17 1 algorithms for 2 collectives; name an algorithm for each collective"]
    );
    let varied = set("general: true", "ask: steps") + "variants: {q: {root: any}}\n";
    assert_eq!(
        errors(&varied),
        ["8:15 several collectives have no variants; ask about one collective"]
    );
    // All errors are found beside a wrong root.
    let wrong = set("partial: {one_slip: 2}", "ask: steps").replace("root: 0", "root: 9");
    assert_eq!(errors(&wrong).len(), 2);
    let read = read_problems(&set("algorithm: [chain, recursive-doubling]", "ask: steps")).unwrap();
    assert_eq!(Key::of(&read.questions[0]).unwrap().steps(), 10);
}
