//! Real answers, right and wrong: each file in `tests/grades/` is a problem set whose questions have
//! answers beside them, and the whole of what is said about each is compared.
//!
//! In `<name>.answers.txt` a line is `name of the ask = answer`; ` / ` in it is a new line.
#![allow(clippy::unwrap_used)] // a test may panic

use std::fmt::Write;
use std::fs;

use hockney::grader::{Given, Key, grade, read_problems};

#[test]
fn answers_are_judged_as_written() {
    insta::glob!("grades/*.answers.txt", |path| {
        let name = path.file_name().unwrap().to_str().unwrap();
        let set = path.with_file_name(name.replace(".answers.txt", ".problems.yaml"));
        let set = read_problems(&fs::read_to_string(set).unwrap()).unwrap();
        let keys: Vec<Key<'_>> = set.questions.iter().map(|of| Key::of(of).unwrap()).collect();
        let mut said = String::new();
        for line in fs::read_to_string(path).unwrap().lines() {
            let Some((name, answer)) = line.split_once(" = ") else {
                writeln!(said, "{line}").unwrap();
                continue;
            };
            let asks =
                keys.iter().flat_map(|key| key.question.asks.iter().map(move |ask| (key, ask)));
            let (key, ask) = asks.into_iter().find(|(_, ask)| ask.name == name).unwrap();
            let text = answer.replace(" / ", "\n");
            let span = hockney::diagnostic::Span::new(0, text.len());
            let graded = grade(key, ask, Some(&Given { text, span }));
            let points = &graded.share * &ask.points;
            writeln!(
                said,
                "{name} = {answer}\n    {}, {points} points: {}",
                graded.verdict.name(),
                graded.full
            )
            .unwrap();
        }
        insta::assert_snapshot!(said);
    });
}
