//! Problem sets as teachers write them: the new one, short forms, and all errors at once.

use hockney::internal::diagnostic::Source;
use hockney::internal::grader::{
    Accept, Key, Marked, Markup, NEW_PROBLEMS, Numbering, Partial, Sheet, read_problems,
    read_submission, write_blank, write_sheet,
};
use hockney::internal::number::Rational;

/// The new problem set is printed, its blank answer file is filled with the answers of the worked
/// solution, and earns all points.
#[test]
fn the_new_problem_set_grades_itself() {
    let set = read_problems(NEW_PROBLEMS).unwrap();
    let keys: Vec<Key<'_>> = set.questions.iter().map(|of| Key::of(of).unwrap()).collect();
    let mut solution = Vec::new();
    write_sheet(&mut solution, &set, &keys, Sheet::Solution, Markup::Markdown).unwrap();
    let solution = String::from_utf8(solution).unwrap();
    let mut blank = Vec::new();
    write_blank(&mut blank, &set, Some("s1")).unwrap();
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
            format!("    Step {}: {}\n", cells[0], cells[1])
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
    let error = |error: &hockney::internal::document::ReadError| {
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
        ["1:9 the format `hockney/answers/v1` stands where hockney/problems/v1 belongs; write \
          format: hockney/problems/v1"]
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
        assert_eq!(set.questions[0].numbering, Numbering { from_one, columns });
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
    assert_eq!(Partial::default().dearer, Rational::ratio(1, 2).unwrap());
}
