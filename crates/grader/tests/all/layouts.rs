//! Answer files as people lay them out: whatever is not understood is for a person, and never missing.

use std::fmt::Write;

use hockney_grader::{Key, Marked, read_problems, read_submission};

struct Class<'k> {
    keys: &'k [Key<'k>],
    files: usize,
    said: String,
}

impl Class<'_> {
    /// The file holds the right answers, so each is right or left to a person; and so is a file that is no submission.
    fn grade(&mut self, how: &str, text: &str) {
        self.files += 1;
        let Ok(submission) = read_submission(text) else { return };
        let marked = Marked::new(self.keys, "a.yaml", &submission);
        for mark in marked.marks.iter().filter(|mark| !mark.is_open()) {
            if mark.verdict().name() != "right" {
                let (verdict, said) = (mark.verdict().name(), &mark.graded.full);
                writeln!(self.said, "{how}: {}: {verdict}: {said}\n{text}", mark.ask).unwrap();
            }
        }
    }
}

fn joined(lines: &[String]) -> String {
    lines.join("\n") + "\n"
}

/// A line with another indentation, less than nothing being nothing.
fn moved(line: &str, by: isize) -> String {
    let bare = line.trim_start_matches(' ');
    " ".repeat((line.len() - bare.len()).saturating_add_signed(by)) + bare
}

#[test]
fn no_answer_is_lost_in_a_layout() {
    let set = hockney_testing::text("specs/examples/sheet.problems.yaml");
    let set = read_problems(&set).unwrap();
    let keys: Vec<Key<'_>> = set.questions.iter().map(|of| Key::of(of).unwrap()).collect();
    let mut class = Class { keys: &keys, files: 0, said: String::new() };
    let good = hockney_testing::text("specs/examples/student.answers.yaml");
    let lines: Vec<String> = good.lines().map(str::to_owned).collect();
    let blank = lines.len() + 1;
    // One line, and a block of lines, is moved; a line is put before it or changed.
    for at in 0..lines.len() {
        for by in [-4, -3, -2, -1, 1, 2, 3, 4, 8] {
            for end in [at + 1, at + 2, at + 3, lines.len()] {
                let line = |(k, line): (usize, &String)| {
                    if (at..end).contains(&k) { moved(line, by) } else { line.clone() }
                };
                let moved: Vec<String> = lines.iter().enumerate().map(line).collect();
                class.grade(&format!("lines {at}-{end} moved by {by}"), &joined(&moved));
            }
        }
        for before in [
            "",
            "   ",
            "answers:",
            "  # a comment",
            "\t",
            "---",
            "...",
            "see above",
            "  see above: yes",
            " x",
        ] {
            let mut more = lines.clone();
            more.insert(at, before.to_owned());
            class.grade(&format!("`{before}` before line {at}"), &joined(&more));
        }
        let changes: [fn(&str) -> String; 12] = [
            |line| line.replacen("  ", "\t", 1),
            |line| line.replacen("    ", "\t", 1),
            |line| line.replacen(": ", ":", 1),
            |line| line.replacen(": ", " : ", 1),
            |line| line.replacen(": ", "： ", 1),
            |line| line.replacen(": |", ":", 1),
            |line| line.replacen(": |", ": >", 1),
            |line| line.replacen(": ", ":\n      ", 1),
            |line| format!("  - {}", line.trim_start()),
            |line| format!("{line} \t "),
            |line| line.replace('.', "_"),
            |line| line.replacen(": ", " = ", 1),
        ];
        for (which, change) in changes.iter().enumerate() {
            let mut changed = lines.clone();
            changed[at] = change(&changed[at]);
            class.grade(&format!("change {which} of line {at}"), &joined(&changed));
            let all = lines.iter().enumerate();
            let all = all.map(|(k, line)| if k < at { line.clone() } else { change(line) });
            class.grade(
                &format!("change {which} from line {at}"),
                &joined(&all.collect::<Vec<_>>()),
            );
        }
        // In another order: the answers from here on first.
        if at > 2 && lines[at].starts_with("  r") {
            let order = [&lines[..3], &lines[at..], &lines[3..at]].concat();
            class.grade(&format!("line {at} first"), &joined(&order));
        }
    }
    for (how, text) in [
        ("Windows", good.replace('\n', "\r\n")),
        ("old Macs", good.replace('\n', "\r")),
        ("a mark", format!("\u{feff}{good}")),
        ("blank lines", good.replace('\n', "\n\n")),
        ("tabs", good.replace("  ", "\t")),
        ("the head last", joined(&[&lines[2..], &lines[..2]].concat())),
        ("twice", format!("{good}{good}")),
        ("no head", joined(&lines[2..])),
        ("no answers", joined(&[&lines[..2], &lines[3..]].concat())),
        ("all at the left", good.replace("\n    ", "\n").replace("\n  ", "\n")),
        ("quoted names", good.replace("  ring", "  \"ring").replace("cast.", "cast\".")),
    ] {
        class.grade(how, &text);
    }
    // Two lines are moved.
    let mut random = 1_u64;
    for _ in 0..1500 {
        let mut next = |most: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (random >> 33) as usize % most
        };
        let mut some = lines.clone();
        for _ in 0..2 {
            let at = 3 + next(some.len() - 3);
            some[at] = moved(&some[at], next(9).cast_signed() - 4);
        }
        class.grade("two lines moved", &joined(&some));
    }
    assert!(class.said.is_empty(), "{}", class.said);
    assert!(class.files > 100 * blank);
}

/// Several things are wrong with a file at once, as mail programs, word processors and tired people leave it.
#[test]
fn no_answer_is_lost_in_two_hundred_messy_files() {
    let set = hockney_testing::text("specs/examples/sheet.problems.yaml");
    let set = read_problems(&set).unwrap();
    let keys: Vec<Key<'_>> = set.questions.iter().map(|of| Key::of(of).unwrap()).collect();
    let mut class = Class { keys: &keys, files: 0, said: String::new() };
    let good = hockney_testing::text("specs/examples/student.answers.yaml");
    let mut random = 33_u64;
    for _ in 0..200 {
        let mut next = |most: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (random >> 33) as usize % most
        };
        let (mut text, mut how) = (good.clone(), String::new());
        for _ in 0..3 {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            let at = next(lines.len());
            let change = next(12);
            write!(how, "{change} at {at}, ").unwrap();
            match change {
                0 => lines[at] = moved(&lines[at], next(9).cast_signed() - 4),
                1 => lines[at] = lines[at].replace("  ", "\t"),
                2 => lines.iter_mut().for_each(|line| *line = line.replace("  ", "\t")),
                3 => lines.insert(at, String::new()),
                4 => lines.iter_mut().for_each(|line| line.push('\r')),
                5 => lines[at] = lines[at].replace(": ", ": “") + "”",
                6 => lines[at] = format!("‘{}’", lines[at]),
                7 => lines.insert(at, "answers:".to_owned()),
                8 => lines.insert(at, "student: s7654321".to_owned()),
                9 => lines.insert(at, lines[next(lines.len())].clone()),
                10 if at > 2 && lines[at].starts_with("  ") && !lines[at].starts_with("   ") => {
                    lines = [&lines[..3], &lines[at..], &lines[3..at]].concat();
                }
                _ => lines[at] = lines[at].replace("->", "—>").replace('-', "–"),
            }
            text = joined(&lines);
        }
        class.grade(&how, &text);
    }
    assert!(class.said.is_empty(), "{}", class.said);
    assert_eq!(class.files, 200);
}

/// What was written below a name is for a person at its line, also where it looks like another answer.
#[test]
fn the_place_of_what_is_not_understood_is_named() {
    let set = hockney_testing::text("specs/examples/sheet.problems.yaml");
    let set = read_problems(&set).unwrap();
    let keys: Vec<Key<'_>> = set.questions.iter().map(|of| Key::of(of).unwrap()).collect();
    let head = "format: hockney/answers/v1\nstudent: s\nanswers:\n";
    for (body, ask, verdict, said) in [
        (
            "  ring-broadcast.schedule: |\n  Step 1: 0 -> 4\n  Step 2: 0 -> 2, 4 -> 6\n",
            "ring-broadcast.schedule",
            "could not be read",
            "line 5: the set has no question `Step 1`, and it may belong to this answer: indent it more",
        ),
        (
            "  ring-broadcast.schedule: |\n Step 1: 0 -> 4\n Step 2: 0 -> 2, 4 -> 6\n Step 3: 0 -> 1, 2 -> 3, 4 -> 5, 6 -> 7\n  ring-broadcast.steps: 3\n",
            "ring-broadcast.schedule",
            "right",
            "right",
        ),
        (
            "  ring-broadcast.schedule: |\n    Step 1: 0 -> 4\n    ring-broadcast.steps: 3\n",
            "ring-broadcast.steps",
            "could not be read",
            "line 5: `ring-broadcast.steps` stands inside the answer to `ring-broadcast.schedule`",
        ),
        (
            "  ring-broadcast:\n    steps: 3\n    formula: x\n",
            "ring-broadcast.formula",
            "could not be read",
            "line 5: the set has no question `ring-broadcast`; did you mean `ring-broadcast.steps`?",
        ),
        (
            "  ring-broadcast.step: 3\n",
            "ring-broadcast.steps",
            "could not be read",
            "line 4: the set has no question `ring-broadcast.step`; did you mean `ring-broadcast.steps`?",
        ),
        ("  ring-broadcast.number: 315\n", "ring-broadcast.steps", "missing", "there is no answer"),
    ] {
        let submission = read_submission(&format!("{head}{body}")).unwrap();
        let marked = Marked::new(&keys, "a.yaml", &submission);
        let mark = marked.marks.iter().find(|mark| mark.ask == ask).unwrap();
        assert_eq!((mark.verdict().name(), &*mark.graded.full), (verdict, said), "{body}");
    }
}
