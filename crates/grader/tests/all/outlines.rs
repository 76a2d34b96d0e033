//! Submissions that are taken apart by headings and names, and those that are not.

use hockney_grader::{ProblemSet, read_outline, read_problems, student_of};

fn set() -> ProblemSet {
    let set = "format: hockney/problems/v1\nquestions:\n\
               - {id: ring, collective: broadcast, topology: 'ring:8', asks: [{ask: schedule}, {ask: steps}]}\n\
               - {id: cube, collective: all-gather, topology: 'hypercube:8', asks: [{ask: formula}]}\n";
    read_problems(set).unwrap()
}

/// The answers of a text, in the order of the set; `None` where a person must read it.
fn answers(text: &str) -> Option<Vec<(String, String)>> {
    let read = read_outline(text, &set())?;
    let mut answers: Vec<(String, String)> =
        read.answers.into_iter().map(|(name, given)| (name, given.text)).collect();
    answers.sort_by_key(|(name, _)| set().asks().position(|(_, ask)| ask.name == *name));
    Some(answers)
}

/// Catches a layout that is lost or read as another.
#[test]
fn headings_and_names_say_whose_answer_a_line_is() {
    const STEPS: &str = "Step 1: 0 -> 4\nStep 2: 0 -> 2, 4 -> 6";
    let wanted = [("ring.schedule", STEPS), ("ring.steps", "3"), ("cube.formula", "2 (ts + m tw)")];
    let wanted = wanted.map(|(name, text)| (name.to_owned(), text.to_owned())).to_vec();
    for text in [
        "Name: Ada\nQuestion 1 (ring)\na)\n@\nb) 3\n\nQuestion 2\na) 2 (ts + m tw)\n",
        "# Q1\n(a) @\n(b) 3\n# Q2\n(a) 2 (ts + m tw)",
        "**Problem 1:**\na. @\nb. 3\n**Problem 2**\na. 2 (ts + m tw)",
        "Question 2\na) 2 (ts + m tw)\nQuestion 1\na) @\nb) 3",
        "1.\na) @\nb) 3\n2.\na) 2 (ts + m tw)",
        "1. @\n2. 3\n3. 2 (ts + m tw)",
        "q1) @\nq2) 3\nq3) 2 (ts + m tw)",
        "1.1 @\n1.2 3\n2.1 2 (ts + m tw)",
        "Q1a) @\nQ1b) 3\nQ2a) 2 (ts + m tw)",
        "ring schedule = @\nring-steps = 3\ncube formula = 2 (ts + m tw)",
        "Question 1\nschedule: @\nsteps: 3\nQuestion 2\nformula: 2 (ts + m tw)",
        "ring.schedule @; ring.steps 3; cube.formula 2 (ts + m tw).",
        "- ring.schedule: @\n- ring.steps: 3\n- cube.formula: 2 (ts + m tw)",
    ] {
        let mut found = answers(&text.replace('@', STEPS)).unwrap_or_default();
        for (_, answer) in &mut found {
            *answer = answer.trim_end_matches('.').to_owned();
        }
        assert_eq!(found, wanted, "{text}");
    }
    let ada = read_outline("Quiz 2\nName: Ada\nQ1a) 0 -> 1", &set()).unwrap();
    assert_eq!((ada.student.as_deref(), ada.stray.is_some()), (Some("Ada"), true));
}

/// Catches an answer that is given to an ask by a guess.
#[test]
fn what_headings_do_not_say_is_left_to_a_person() {
    for text in [
        "",
        "It takes 3 steps.",
        "1. 0 -> 4\n2. 0 -> 2, 4 -> 6",
        "1. 0 -> 4\n2. 3\n2. 4\n3. 5",
        "a) 0 -> 1\nb) 3",
        "Question 1\n0 -> 4\nQuestion 2\n3",
        "Question 1\na) 3\na) 4",
        "Question 1\na) 3\nQuestion 1\nb) 4",
        "Question 7\na) 3",
        "Question 99999999999999999999999\na) 3",
        "steps: 3\nsteps: 4",
        "ring.steps 3; ring.steps 4; cube.formula 5",
        "e.g. 3\ni.e. 4\nm: the words",
        "0: 0 1\n1: 0 1\n2: 2 3",
    ] {
        assert_eq!(answers(text), None, "{text}");
    }
    // A number that counts nothing, and a letter without an ask, are parts of answers.
    let found = answers("Question 1\na) 1. 0 -> 4\n2. 0 -> 2\nm: 4\nb) 2").unwrap();
    assert_eq!(found[0].1, "1. 0 -> 4\n2. 0 -> 2\nm: 4");
    assert_eq!(student_of("I am Bob.\nName: Bob").as_deref(), Some("Bob"));
}

/// Catches a panic, and a heading that takes long.
#[test]
fn any_text_has_an_outline_or_none() {
    let long = format!("{}\n", "1.1 ".repeat(2000));
    for text in [
        "(",
        "1",
        "q",
        "é) 3",
        "Q１) 3",
        "1.é",
        "a",
        "(a",
        "ring.steps",
        "1.1",
        "\u{feff}a)",
        &long,
    ] {
        let _ = answers(text);
        let _ = answers(&format!("{text}\n").repeat(3000));
    }
}
