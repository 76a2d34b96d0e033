//! Real answers, right and wrong: each file in `tests/grades/` is a problem set whose questions have
//! answers beside them, and the whole of what is said about each is compared.
//!
//! In `<name>.answers.txt` a line is `name of the ask = answer`; ` / ` in it is a new line.

use std::fmt::Write;
use std::fs;

use hockney_grader::{GivenAnswer, Key, Marked, grade, read_problems, read_submission};
use hockney_testing::sweep;

#[test]
fn answers_are_judged_as_written() {
    let mut paths: Vec<_> = fs::read_dir(hockney_testing::at("tests/grades")).unwrap().collect();
    paths.sort_by_key(|path| path.as_ref().unwrap().file_name());
    for path in paths {
        let path = path.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if !name.ends_with(".answers.txt") {
            continue;
        }
        let set = path.with_file_name(name.replace(".answers.txt", ".problems.yaml"));
        let set = read_problems(&fs::read_to_string(set).unwrap()).unwrap();
        let keys: Vec<Key<'_>> = set.questions.iter().map(|of| Key::of(of).unwrap()).collect();
        let mut said = String::new();
        for line in fs::read_to_string(&path).unwrap().lines() {
            let Some((name, answer)) = line.split_once(" = ") else {
                writeln!(said, "{line}").unwrap();
                continue;
            };
            let asks =
                keys.iter().flat_map(|key| key.question.asks.iter().map(move |ask| (key, ask)));
            let (key, ask) = asks.into_iter().find(|(_, ask)| ask.name == name).unwrap();
            let text = answer.replace(" / ", "\n");
            let span = hockney_base::diagnostic::Span::new(0, text.len());
            let graded = grade(key, ask, Some(&GivenAnswer { text, span }));
            let points = &graded.share * &ask.points;
            writeln!(
                said,
                "{name} = {answer}\n    {}, {points} points: {}",
                graded.verdict.name(),
                graded.full
            )
            .unwrap();
        }
        insta::with_settings!({ snapshot_suffix => name }, {
            insta::assert_snapshot!(said);
        });
    }
}

/// No answer gets a verdict other than its label, and nine of ten get one.
#[test]
fn labelled_answers_get_no_wrong_verdict() {
    let read = |name: &str| hockney_testing::text(&format!("tests/grades/{name}"));
    let set = read_problems(&read("labelled.problems.yaml")).unwrap();
    let keys: Vec<Key<'_>> = set.questions.iter().map(|of| Key::of(of).unwrap()).collect();
    let (mut all, mut decided, mut false_ones) = (0, 0, String::new());
    for line in read("labelled.txt").lines() {
        let Some((line, label)) = line.rsplit_once("  ## ").filter(|_| !line.starts_with('#'))
        else {
            continue;
        };
        let (name, answer) = line.split_once(" = ").unwrap();
        let asks = keys.iter().flat_map(|key| key.question.asks.iter().map(move |ask| (key, ask)));
        let (key, ask) = asks.into_iter().find(|(_, ask)| ask.name == name).unwrap();
        let text = answer.replace(" / ", "\n");
        let span = hockney_base::diagnostic::Span::new(0, text.len());
        let graded = grade(key, ask, Some(&GivenAnswer { text, span }));
        let said = match graded.verdict.name() {
            "partly right" => "partly",
            "could not be read" | "undecided" => "unreadable",
            other => other,
        };
        let label = label.trim();
        if label == "unreadable" && graded.verdict.name() == "undecided" {
            writeln!(false_ones, "{line}\n    not outside the grammar: {}", graded.full).unwrap();
        }
        if label == "person" {
            if graded.verdict.name() != "undecided" {
                writeln!(false_ones, "{line}\n    not left to a person: {}", graded.full).unwrap();
            }
            continue;
        }
        all += u32::from(label != "unreadable");
        decided += u32::from(label != "unreadable" && said != "unreadable");
        if said != label && said != "unreadable" {
            writeln!(false_ones, "{line}\n    {label}, and not {said}: {}", graded.full).unwrap();
        }
    }
    assert!(false_ones.is_empty(), "{false_ones}");
    assert!(decided * 10 >= all * 9, "only {decided} of {all} were decided");
}

/// No right formula of the collected homework is refused, and no wrong one is right.
#[test]
fn collected_homework_gets_the_verdict_that_its_meaning_has() {
    let read = |name: &str| hockney_testing::text(&format!("tests/grades/{name}"));
    let set = read_problems(&read("homework.problems.yaml")).unwrap();
    let homework: serde_json::Value = serde_json::from_str(&read("homework.json")).unwrap();
    let mut said = String::new();
    for row in homework.as_array().unwrap() {
        let (text, label) = (row["text"].as_str().unwrap(), row["label"].as_str().unwrap());
        for id in row["questions"].as_array().unwrap() {
            let question = set.questions.iter().find(|question| *id == *question.id).unwrap();
            let key = Key::of(question).unwrap();
            let span = hockney_base::diagnostic::Span::new(0, text.len());
            let graded =
                grade(&key, &question.asks[0], Some(&GivenAnswer { text: text.to_owned(), span }));
            let verdict = graded.verdict.name();
            // What is wrong and can be read in two ways may be left to a person.
            if verdict != label && (label, verdict) != ("wrong", "could not be read") {
                writeln!(said, "{id}: {text}\n    {label}, and not {verdict}: {}", graded.full)
                    .unwrap();
            }
        }
    }
    assert!(said.is_empty(), "{said}");
}

/// A reason is given only if it is the reason.
#[test]
#[allow(clippy::too_many_lines)] // a list of answers
fn explanations_are_true() {
    let set = "tests/grades/labelled.problems.yaml";
    let set = read_problems(&hockney_testing::text(set)).unwrap();
    for (name, answer, verdict, full) in [
        (
            "ring.number",
            "720",
            "wrong",
            "more than recursive-doubling costs, and not the cost of any known algorithm; it is 315",
        ),
        (
            "gather-ring.number",
            "720",
            "wrong",
            "right for neighbour-exchange, but the question asks for ring, which costs 735",
        ),
        ("hops.number", "120", "wrong", "the time per hop is left out; it is 134"),
        (
            "both.number",
            "315",
            "undecided",
            "315 is not the cost of any known algorithm; that of hypercube-binomial is 630",
        ),
        (
            "gather-ring.trace",
            "every node holds 0-7",
            "wrong",
            "this is the state after step 7, but the question asks for step 2. After step 2 of ring: 0: 0 6-7; 1: 0-1 7; 2: 0-2; 3: 1-3; 4: 2-4; 5: 3-5; 6: 4-6; 7: 5-7",
        ),
        (
            "ring.trace",
            "every node holds 0-7",
            "wrong",
            "this is the state after step 3, but the question asks for step 2. After step 2 of recursive-doubling: nodes 0, 2, 4 and 6 have it",
        ),
        (
            "ring.trace",
            "0 1 2 3 4 5 6 7",
            "wrong",
            "this is the state after step 3, but the question asks for step 2. After step 2 of recursive-doubling: nodes 0, 2, 4 and 6 have it",
        ),
        (
            "gather-ring.trace",
            "0: 0-7\n1: 0-7\n2: 0-7\n3: 0-7\n4: 0-7\n5: 0-7\n6: 0-7\n7: 0-7",
            "wrong",
            "this is the state after step 7, but the question asks for step 2. After step 2 of ring: 0: 0 6-7; 1: 0-1 7; 2: 0-2; 3: 1-3; 4: 2-4; 5: 3-5; 6: 4-6; 7: 5-7",
        ),
        (
            "ring.trace",
            "Before step 2: 0 2 4 6",
            "could not be read",
            "there is no node `Before step 2` in ring:8; an answer that can be read: 0: 0 1",
        ),
        (
            "ring.trace",
            "1: no\n3: no",
            "could not be read",
            "`no` is not a number; an answer that can be read: 0: 0 1",
        ),
        (
            "ring.formula",
            "n N L t_s",
            "could not be read",
            "each of n, N, L may mean m or p: write p, m, t_s and t_w; an answer that can be read: p t_s + 2 m t_w",
        ),
        (
            "one.schedule",
            "Step 1: 1 -> 2\nStep 2: 1 -> 3, 2 -> 4",
            "wrong",
            "step 2: the link from 2 to 3 carries 2 messages, but its capacity is 1: 1 -> 3 and 2 -> 4; node 5 does not hold block 0 at the end; node 6 does not hold block 0 at the end; and 2 more. Fix for the first: move one of them to another step",
        ),
        (
            "one.schedule",
            "Step 1: 1 -> 1",
            "could not be read",
            "line 1, column 14: node 1 sends to itself; a node keeps its data: leave the message out; an answer that can be read: Step 1: 1 -> 2",
        ),
        (
            "one.trace",
            "0 9",
            "could not be read",
            "there is no node or block `0`; an answer that can be read: 1: 1 2",
        ),
        (
            "one.route",
            "2 -> 3",
            "wrong",
            "the route does not go from node 1 to node 4; the route is 1 -> 2 -> 3 -> 4",
        ),
        (
            "one-gather.step",
            "1 -> 2 [7], 2 -> 3 [8], 3 -> 4 [1], 4 -> 5 [2], 5 -> 6 [3], 6 -> 7 [4], 7 -> 8 [5], 8 -> 1 [6]",
            "wrong",
            "senders and receivers are right, but 1 -> 2 carries block 7, which 1 does not hold in step 2 of ring",
        ),
        (
            "both-scatter.schedule",
            "Step 1: 2 -> 1 [1-2]\nStep 2: 2 -> 4 [4], 1 -> 3 [3]",
            "wrong",
            "step 2: node 1 (1,1) sends to 3 (1,2) block 3, which it does not hold. Fix for the first: send it to node 1 (1,1) in an earlier step, for example from node 2 (2,1), where it starts",
        ),
        (
            "by-column.step",
            "0 -> 2",
            "wrong",
            "this is step 1 of chain, which is not accepted here: step 1 of dimension-by-dimension is 0 (0,0) -> 4 (0,2)",
        ),
        (
            "both-gather.schedule",
            "Step 1: 1 -> 3 [1], 3 -> 1 [3], 2 -> 4 [2], 4 -> 2 [4]\nStep 2: 1 -> 2 [1-2], 2 -> 1 [2 4], 3 -> 4 [1 3], 4 -> 3 [2 4]",
            "wrong",
            "step 2: node 1 (1,1) sends to 2 (2,1) block 2, which it does not hold; node 2 (2,1) does not hold block 3 at the end. Fix for the first: node 1 (1,1) first holds it after step 2: move this message to step 3 or later",
        ),
        (
            "gather-ring.schedule",
            "Steps 1-7: i -> (i+1) mod 8",
            "right",
            "right (with each message without blocks carrying what its receivers still need)",
        ),
        (
            "scatter-ring.number",
            "229",
            "undecided",
            "the cost of scatter-ring with pieces of whole words; in the model of the question pieces may be parts of words, and it is 225",
        ),
        (
            "ring-reduce.formula",
            "2 (p - 1) t_s + 2 m t_w",
            "right",
            "the textbook's approximation, without the factor (p - 1)/p; the exact cost is 2 (p - 1) (t_s + m t_w/p)",
        ),
        (
            "waits.number",
            "1215",
            "undecided",
            "this is the cost of doubling whose messages wait for each other, in some order; in the planned order it is 2115",
        ),
        (
            "waits.trace",
            "0: 0 4\n1: 1 5\n2: 2 6\n3: 3 7\n4: 0 4\n5: 1 5\n6: 2 6\n7: 3 7",
            "undecided",
            "recursive-doubling does not do this, but another algorithm may: the teacher decides. After step 1 of recursive-doubling: 0: 0-1; 1: 0-1; 2: 2-3; 3: 2-3; 4: 4-5; 5: 4-5; 6: 6-7; 7: 6-7",
        ),
        (
            "third.number",
            "213",
            "undecided",
            "this is rounded, but the question asks for the exact value; the exact value is 640/3",
        ),
        (
            "third.number",
            "≈ 210",
            "undecided",
            "this is rounded to fewer digits than are written; the exact value is 640/3",
        ),
        (
            "scan-open.trace",
            "1 2 3 4",
            "undecided",
            "this is the start; right for gather-scan-scatter, too, whose results come later: 0: 1; 1: 3; 2: 3; 3: 7",
        ),
        (
            "ring.growth",
            "-log p",
            "could not be read",
            "an order of growth is not negative; an answer that can be read: O(p^3)",
        ),
        (
            "ring.formula",
            "(p+m+t_s+t_w+1)^200",
            "could not be read",
            "a power above 64 is not read; an answer that can be read: p t_s + 2 m t_w",
        ),
        (
            "ring.formula",
            "(t_s + m t_w) log p ≈ 412",
            "wrong",
            "an equation does not hold: `412` is not the rounded value of `(t_s + m t_w) log2(p)`",
        ),
        ("ring.formula", "T_mesh = (t_s + m t_w) log p", "right", "right; skipped: `T_mesh =`"),
        (
            "cube.step",
            "0 -> 1, 2 -> 3, 4 -> 5, 6 -> 7 via 5",
            "wrong",
            "step 3: the message from 6 (110) to 7 (111) goes from 6 (110) to 5 (101), where there is no link. step 3 of recursive-doubling is 0 (000) -> 1 (001), 2 (010) -> 3 (011), 4 (100) -> 5 (101), 6 (110) -> 7 (111)",
        ),
        ("ring.steps", "10/3", "wrong", "not a whole number; it is 3"),
        (
            "cube.number",
            "315 = 320 bananas",
            "could not be read",
            "`320 bananas` is not a number; an answer that can be read: 720 us",
        ),
    ] {
        let (question, ask) = set.asks().find(|(_, ask)| ask.name == name).unwrap();
        let key = Key::of(question).unwrap();
        let span = hockney_base::diagnostic::Span::new(0, answer.len());
        let graded = grade(&key, ask, Some(&GivenAnswer { text: answer.to_owned(), span }));
        assert_eq!((graded.verdict.name(), &*graded.full), (verdict, full), "{name} = {answer}");
    }
}

sweep! {
    /// Long, deep and large answers of every kind get a verdict.
    fn hostile_answers_get_a_verdict(effort) {
        let set = "tests/grades/labelled.problems.yaml";
        let set = read_problems(&hockney_testing::text(set)).unwrap();
        let long = |part: &str, bytes: usize| part.repeat(bytes / part.len());
        let nested = |open: &str, inside: &str, close: &str, times: usize| {
            format!("{}{inside}{}", open.repeat(times), close.repeat(times))
        };
        let mut answers: Vec<String> =
            ["a", "1", "(", "{", "=", "α", ".", "$"].map(|part| long(part, 300_000)).to_vec();
        for part in [
            "1=",
            "p=",
            "1≈",
            "0,",
            "0 1 ",
            "0-99999 ",
            "0-4000000000 ",
            "- ",
            "* ",
            "B. ",
            "(b) ",
            "T = ",
            "T: ",
            "\\text{",
            "\\text{a}",
            "\\left(",
            "x_{",
            "x_{1}",
            "| 0 | 0 1 |\n",
            "0: 0 1\n",
            "0: 0 ",
            "us ",
            "0->1;",
            "0 -> 1 -> ",
            "(0,4),",
            "{{{0,4}},",
            "Step 1: 0 -> 1\n",
            "valid ",
            "invalid, ",
            "from m = 1,",
            ",000",
            "recursive-doubling, ",
            "+1",
            "-",
            "1/2p ",
            "log ",
            "2^",
            "n N L M B ",
            "format: ",
            "**",
            "# ",
        ] {
            answers.push(long(part, 100_000));
            answers.push(format!("3{}", long(part, 1_900)));
            answers.push(format!("{}3", long(part, 1_900)));
        }
        for (open, inside, close) in [
            ("(", "1", ")"),
            ("[", "0", "]"),
            ("{", "0", "}"),
            ("min(", "p", ")"),
            ("min(p, ", "m", ")"),
            ("sqrt(", "p", ")"),
            ("log(", "p", ")"),
            ("floor(p/", "7", ")"),
            ("2^(", "p", ")"),
            ("(p+1)^(", "2", ")"),
            ("\\frac{1}{", "p", "}"),
            ("sum(i=1..100, ", "i", ")"),
            ("sum(i=1..p, ", "i^7", ")"),
            ("O(", "p", ")"),
        ] {
            answers.extend([3, 20, 100, 10_000].map(|times| nested(open, inside, close, times)));
        }
        let texts = [
            "1e999999999",
            "1e-999999999",
            "9^9^9^9^9",
            "10^100000000",
            "(p+m+t_s+t_w+1)^200",
            "2^p^p^p",
            "sum(i=1..1000000000, i^i)",
            "1+2+4+...+2^1000000",
            "1 + 2 + ... + 1000000000",
            "Steps 1-1000000000: 0 -> 1",
            "for k = 0..1000000000: i -> i xor 2^k",
            "for k = 0..20000: i -> i xor 1",
            "i -> i + 2^2^2^2^2^2",
            "i -> i + 99999999999999999999999999999999999999999",
            "invalid, step 99999999999999999999999",
            "recursive-doubling from m = 1e999999999",
            "{\"format\": \"hockney/schedule/v1\", \"topology\": \"ring:4000000000\"}",
            "4294967296 -> 4294967295",
            "0 -> 99999999999999999999",
            "[[[[[[",
            "\u{0}",
            "\u{202e}3",
        ];
        answers.extend(texts.map(str::to_owned));
        // Every kind of answer is beside its neighbours, so that every ninth has most kinds.
        let answers = effort.thin(answers, 19);
        let mut kinds: Vec<String> = Vec::new();
        for (question, ask) in set.asks() {
            // One of each kind.
            let kind = ask.kind().to_owned();
            if kinds.contains(&kind) {
                continue;
            }
            kinds.push(kind);
            let key = Key::of(question).unwrap();
            for text in &answers {
                let span = hockney_base::diagnostic::Span::new(0, text.len());
                let graded = grade(&key, ask, Some(&GivenAnswer { text: text.clone(), span }));
                let shown: String = text.chars().take(30).collect();
                assert!(!graded.full.is_empty(), "{}: {shown}", ask.name);
                assert!(graded.full.len() < 2000, "{}: {shown}: {} bytes", ask.name, graded.full.len());
            }
        }
    }
}

#[test]
fn sets_that_nobody_could_answer_are_refused() {
    let refused = |numbers: &str, asks: &str| {
        let set = format!(
            "format: hockney/problems/v1\nquestions:\n  - id: a\n    collective: {{kind: broadcast, root: 0}}\n    topology: ring:8\n    numbers: {numbers}\n    asks: [{asks}]\n"
        );
        match read_problems(&set) {
            Err(unreadable) => {
                let said = unreadable.errors[0].diagnostic();
                let place = said.span.map(|span| set[span.start..span.end].to_owned());
                (said.message, place.unwrap_or_default(), said.help.unwrap_or_default())
            }
            Ok(set) => {
                let why = Key::of(&set.questions[0]).err().unwrap();
                (why.to_string(), String::new(), String::new())
            }
        }
    };
    let plain = "{m: 64, t_s: 5, t_w: 1}";
    for (numbers, asks, message, place, help) in [
        (
            plain,
            "{ask: best, among: [chain, recursive-doubling], over: \"m=9..1\", points: 1}",
            "`m=9..1` is not a range of m",
            "\"m=9..1\"",
            "write a rising range of m: over: \"m=1..1e6\"",
        ),
        (
            plain,
            "{ask: best, among: [chain, recursive-doubling], over: \"p=2..64\", points: 1}",
            "`p=2..64` is not a range of m",
            "\"p=2..64\"",
            "write a rising range of m: over: \"m=1..1e6\"",
        ),
        (
            plain,
            "{ask: verdict, schedule: \"0 -> 1 x\", points: 1}",
            "the schedule cannot be read at its line 1, column 8: a comma, a semicolon, `and` or the end of the line belongs here",
            "\"0 -> 1 x\"",
            "messages of a step are separated by commas: 0 -> 4, 2 -> 6",
        ),
        (
            "{m: 64, t_s: 5us, t_w: 1}",
            "{ask: steps, points: 1}",
            "`t_w` needs a unit, such as 1.5us, because another time has one",
            "1",
            "numbers are {m: 100, t_s: 5, t_w: 1}",
        ),
        (
            plain,
            "{ask: number, tolerance: 101%, points: 1}",
            "`101%` is not a share",
            "101%",
            "a share is a number from 0 to 1, such as 0.5, 1/2 or 50%",
        ),
        (
            plain,
            "{ask: number, unit: parsecs, points: 1}",
            "`parsecs` is not a unit",
            "parsecs",
            "write ns, us, ms, s or cycles",
        ),
        (
            plain,
            "{ask: trace, after: 9, points: 1}",
            "no key: a.trace asks for step 9, but recursive-doubling has 3",
            "",
            "",
        ),
        (
            plain,
            "{ask: step, step: 4, points: 1}",
            "no key: a.step asks for step 4, but recursive-doubling has 3",
            "",
            "",
        ),
    ] {
        let wanted = (message.to_owned(), place.to_owned(), help.to_owned());
        assert_eq!(refused(numbers, asks), wanted);
    }
}

/// Catches a limit that refuses the whole file.
#[test]
fn a_long_answer_does_not_touch_the_others() {
    let set = "specs/examples/short.problems.yaml";
    let set = read_problems(&hockney_testing::text(set)).unwrap();
    let keys: Vec<Key<'_>> = set.questions.iter().map(|of| Key::of(of).unwrap()).collect();
    for messages in [20_000, 60_000] {
        let long = "    0 -> 1, 2 -> 3,\n".repeat(messages);
        let text = format!(
            "format: hockney/answers/v1\nstudent: ann\nanswers:\n  ring.formula: |\n{long}  \
             ring.steps: 3\n"
        );
        let submission = read_submission(&text).unwrap();
        let marked = Marked::new(&keys, "ann.yaml", &submission);
        let said = marked.marks.iter().map(|mark| (&*mark.ask, mark.graded.verdict.name()));
        let wanted = [
            ("ring.steps", "right"),
            ("ring.formula", "could not be read"),
            // Each line of the file belongs to an answer.
            ("ring.number", "missing"),
        ];
        assert_eq!(said.collect::<Vec<_>>(), wanted);
        let formula = &marked.marks[1].graded.full;
        assert!(formula.contains(" bytes, and at most 2000 are read;"), "{formula}");
    }
}
