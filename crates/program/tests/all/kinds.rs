//! Programs in the kinds that people publish, each with what is said of it: they are read as they are.
//!
//! Before each program a line says the collective, p, and whether it is `right` or `wrong` at p or `refused`; behind the
//! colon stands a part of the answer.

use super::judged::judged;

/// The programs of a file: collective, p, verdict, a part of the answer, and the text.
fn programs(file: &str) -> Vec<(String, u32, String, String, String)> {
    let all = hockney_testing::text(&format!("crates/program/tests/{file}"));
    let one = |part: &str| {
        let (head, text) = part.split_once('\n').unwrap();
        let (head, said) = head.split_once(':').unwrap();
        let words: Vec<&str> = head.split_whitespace().collect();
        let [of, p, verdict] = words[..] else { panic!("{head}") };
        let said = said.strip_prefix(' ').unwrap_or(said).to_owned();
        (of.to_owned(), p.parse().unwrap(), verdict.to_owned(), said, text.to_owned())
    };
    format!("\n{all}").split("\n== ").skip(1).map(one).collect()
}

/// What is wrong with the answers on the programs of a file.
fn wrong(file: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for (of, p, verdict, said, text) in programs(file) {
        let (found, answer) = match judged(&text, &of, p) {
            Ok((answer, _)) if answer.starts_with("valid") => ("right", answer),
            Ok((answer, _)) => ("wrong", answer),
            Err(error) => ("refused", error.diagnostic().to_string()),
        };
        if found != verdict || !answer.contains(&said) {
            let head: Vec<&str> =
                text.lines().filter(|line| !line.starts_with('#')).take(2).collect();
            wrong.push(format!("{file}: {of} {p} {verdict}: {said}, {}: {answer}", head.join(" ")));
        }
    }
    wrong
}

/// Catches a construct of C or C++ that is no longer read, and a verdict that the text does not have when it runs.
#[test]
fn programs_in_public_kinds_are_read_and_judged() {
    let files = ["broadcasts", "sums", "exchanges"].map(|file| format!("kinds/{file}.txt"));

    let all: Vec<_> = files.iter().flat_map(|file| programs(file)).collect();
    assert!(all.len() >= 40 && all.iter().filter(|one| one.2 == "refused").count() <= 1);
    assert_eq!(files.iter().flat_map(|file| wrong(file)).collect::<Vec<_>>(), [""; 0]);
}

/// Catches a case that was once judged falsely, and one that must stay wrong.
#[test]
fn found_cases_keep_their_verdicts() {
    assert_eq!(wrong("kinds/found.txt"), [""; 0]);
}

/// Catches an object that keeps what an earlier one had, a pointer to one that has ended, and a statement that is dropped.
#[test]
fn objects_begin_and_end() {
    assert_eq!(wrong("kinds/objects.txt"), [""; 0]);
}

/// Catches a form of the textbook's notation that is no longer read.
#[test]
fn the_textbook_is_read_as_books_write_it() {
    assert_eq!(wrong("kinds/textbook.txt"), [""; 0]);
}
