//! Grades a student's answers with a computed key: `cargo run --example grade`.

#![allow(clippy::print_stdout, reason = "an example prints")]

use hockney::grade::{Key, grade, read_problems, read_submission};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let set = read_problems(
        "{format: hockney/problems/v1, questions: [{id: ring, collective: broadcast,
            topology: 'ring:8', numbers: {m: 100, t_s: 5, t_w: 1},
            asks: [{ask: steps}, {ask: formula}, {ask: number}]}]}",
    )?;
    let submission = read_submission(
        "{format: hockney/answers/v1, student: s1234567,
            answers: {ring.steps: 3, ring.formula: ts log p + m tw, ring.number: 315}}",
    )?;
    let keys = set.questions.iter().map(Key::of).collect::<Result<Vec<_>, _>>()?;
    let mut right = 0;
    for key in &keys {
        for ask in &key.question.asks {
            let graded = grade(key, ask, submission.answer(&ask.name));
            println!("{}: {}. {}", ask.name, graded.verdict.name(), graded.full);
            right += usize::from(graded.verdict.name() == "right");
        }
    }
    assert_eq!(right, 2);
    Ok(())
}
