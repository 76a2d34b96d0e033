//! Runs the console blocks of a page, and keeps what the program printed: a block has lines `$ hockney ..`, each followed by
//! `? 1` if it exits with another code than 0, and by stdout and stderr as a screen shows them.

use std::fs;
use std::io::{Read as _, pipe};
use std::path::Path;
use std::process::Command;

/// Whether a run writes what the program prints now, in place of a comparison.
pub(crate) fn overwrites() -> bool {
    std::env::var_os("OVERWRITE").is_some_and(|value| value == "1")
}

/// The words of a line as a shell reads them: quotation marks of both kinds keep a word together, and a word that begins with
/// `#` begins a remark.
pub(crate) fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in line.chars() {
        match (quote, c) {
            (Some(open), _) if open == c => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, ' ') => words.extend(word.take()),
            (None, '#') if word.is_none() => break,
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// What a command line prints, with `? code` before it if it fails.
fn printed(line: &str, columns: Option<&str>) -> String {
    let words = words(line);
    assert_eq!(words[0], "hockney", "{line}: a console block runs the program only");
    let (mut reader, writer) = pipe().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_hockney"));
    command.args(&words[1..]).env_remove("COLUMNS").envs(columns.map(|of| ("COLUMNS", of)));
    let mut child = command.stdout(writer.try_clone().unwrap()).stderr(writer).spawn().unwrap();
    drop(command);
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    match child.wait().unwrap().code() {
        Some(0) => text,
        code => format!("? {}\n{text}", code.unwrap_or(-1)),
    }
}

/// A page with what its console blocks print now. In a page for readers an exit code stands before the block, as
/// `<!-- exit 1 -->`, and is compared there.
fn replayed(page: &str, columns: Option<&str>) -> String {
    let (mut text, mut mark) = (String::new(), None);
    let mut lines = page.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        text.push_str(line);
        if let Some(code) = line.trim_end().strip_prefix("<!-- exit ") {
            mark = code.strip_suffix(" -->");
        }
        if line != "```console\n" {
            continue;
        }
        let (mut command, mut kept) = (None, String::new());
        while let Some(line) = lines.next_if(|line| !line.starts_with("```")) {
            if let Some(next) = line.strip_prefix("$ ") {
                text.push_str(&compared(command.replace(next.trim_end()), &kept, mark, columns));
                kept.clear();
                text.push_str(line);
            } else {
                kept.push_str(line);
            }
        }
        text.push_str(&compared(command, &kept, mark.take(), columns));
    }
    text
}

/// What is kept below a command: the text that stands there, or what is printed now if it differs.
fn compared(
    command: Option<&str>,
    kept: &str,
    mark: Option<&str>,
    columns: Option<&str>,
) -> String {
    let Some(command) = command else { return kept.to_owned() };
    let mut now = printed(command, columns);
    if let Some(code) = mark {
        let rest = now.strip_prefix(&format!("? {code}\n")).map(str::to_owned);
        now = rest.unwrap_or(now);
    }
    if matches(kept, &now) { kept.to_owned() } else { now }
}

/// Whether a text is what is kept, in which a line `...` stands for any lines.
fn matches(kept: &str, now: &str) -> bool {
    let lines = |text| str::lines(text).collect::<Vec<&str>>();
    let (kept, now) = (lines(kept.trim_end_matches('\n')), lines(now.trim_end_matches('\n')));
    let parts: Vec<&[&str]> = kept.split(|line| *line == "...").collect();
    let [first, between @ .., last] = &parts[..] else { return kept == now };
    let ends = now.starts_with(first) && now.ends_with(last);
    if !ends || now.len() < first.len() + last.len() {
        return false;
    }
    let mut rest = &now[first.len()..now.len() - last.len()];
    between.iter().all(|part| {
        let found = (0..=rest.len()).find(|at| rest[*at..].starts_with(part));
        found.inspect(|at| rest = &rest[at + part.len()..]).is_some()
    })
}

/// Compares the console blocks of a page with what the program prints on a screen of so many columns or in a file, or
/// writes them.
pub(crate) fn run_page(path: &Path, columns: Option<&str>) {
    let page = fs::read_to_string(path).unwrap();
    let now = replayed(&page, columns);
    if overwrites() {
        fs::write(path, now).unwrap();
        return;
    }
    let same = page.lines().zip(now.lines()).take_while(|(was, is)| was == is).count();
    let shown = |text: &str| text.lines().skip(same).take(5).collect::<Vec<_>>().join("\n  ");
    assert!(
        page == now,
        "{}:{}: the page has\n  {}\nand the program prints\n  {}\nOVERWRITE=1 writes what is printed now",
        path.display(),
        same + 1,
        shown(&page),
        shown(&now)
    );
}
