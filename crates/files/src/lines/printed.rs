//! What programs print of a schedule, as lines that people write: the tables, traces and drawings of this program, and the
//! traces of textbooks' programs, `0 is sending 3 to 1    0 is receiving 2 from 3`.

use std::collections::BTreeMap;

use super::words;
use hockney_base::diagnostic::Span;
use hockney_core::collective::{Data, Instance};
use hockney_core::schedule::{Run, Runs};

/// A line, and where it stands in the text, perhaps in several lines.
pub(super) type PrintedLine = (String, Span);

/// The lines of a text that was printed; `None` if none of its lines was.
pub(super) fn lines(text: &str, of: &Instance) -> Option<Vec<PrintedLine>> {
    let mut at = 0;
    let mut all = Vec::new();
    for line in text.split_inclusive('\n') {
        all.push((line.trim_end(), at));
        at += line.len();
    }
    if let Some(steps) = by_number(&all) {
        return Some(steps);
    }
    if all.iter().any(|(line, _)| told(line)) {
        return Some(trace(&all));
    }
    if let Some(at) = all.iter().position(|(line, _)| columns(line).is_some()) {
        return Some(table(&all[at..]));
    }
    all.iter().any(|(line, _)| drawn(line).is_some()).then(|| drawing(&all, of))
}

/// A line for each step of messages whose arrows have its number: `0 -1-> 4`, `0 →② 2`.
fn by_number(all: &[(&str, usize)]) -> Option<Vec<PrintedLine>> {
    let mut steps: BTreeMap<usize, PrintedLine> = BTreeMap::new();
    for (line, at) in all {
        let span = Span::new(*at, at + line.len());
        for part in line.split([',', ';']).filter(|part| !part.trim().is_empty()) {
            let [from, arrow, to] = part.split_whitespace().collect::<Vec<_>>()[..] else {
                return None;
            };
            let number = arrow.trim_matches(|c: char| "-–—→>()[]".contains(c));
            let circled = "①②③④⑤⑥⑦⑧⑨".chars().position(|c| c.to_string() == number);
            let number = circled.map(|place| place + 1).or_else(|| number.parse().ok())?;
            let new = || (format!("Step {number}: {from} -> {to}"), span);
            let known = steps.entry(number).and_modify(|(line, of)| {
                line.extend([", ", from, " -> ", to]);
                of.end = span.end;
            });
            known.or_insert_with(new);
        }
    }
    let has_arrows = steps.keys().copied().eq(1..=steps.len()) && !steps.is_empty();
    has_arrows.then(|| steps.into_values().collect())
}

/// How many pieces the title of a print-out names: `all-reduce on ring:4, p = 4 (d = 2), 4 pieces, by ring`.
pub fn printed_pieces(text: &str) -> Option<u64> {
    let title: Vec<&str> = text.lines().take_while(|line| !line.trim().is_empty()).collect();
    let title = title.join(" ");
    let mut parts = title.split(',').filter(|_| title.contains(" on ") && !title.contains("->"));
    parts.find_map(|part| part.trim().strip_suffix("pieces")?.trim().parse().ok())
}

/// Whether a line says who sends or receives what.
fn told(line: &str) -> bool {
    line.contains(" is sending") || line.contains(" is receiving")
}

/// Puts a part of a line behind what it goes on from.
fn go_on(lines: &mut [PrintedLine], part: &str, end: usize) {
    if let Some((line, span)) = lines.last_mut() {
        line.push(' ');
        line.push_str(part.trim());
        span.end = end;
    }
}

/// Steps and messages; what is said of the data of nodes is left out, and so is what a console says before and after.
fn trace(all: &[(&str, usize)]) -> Vec<PrintedLine> {
    let mut made: Vec<PrintedLine> = Vec::new();
    let (mut steps, mut open) = (false, false);
    for (line, at) in all {
        let (start, end) = (*at, at + line.len());
        let lower = line.trim().to_lowercase();
        let begins = |list| words(list).into_iter().any(|word| lower.starts_with(word));
        let goes_on = open && line.starts_with(' ');
        open = true;
        if told(line) {
            // Of the two columns the second begins behind blanks.
            let second = line.find(" is receiving").and_then(|end| line[..end].rfind("  "));
            let second = second.filter(|gap| !line[..*gap].trim().is_empty());
            let parts = second.map_or((*line, ""), |gap| line.split_at(gap));
            let comma = if second.is_some() { ", " } else { "" };
            let line = [parts.0.trim_end(), comma, parts.1.trim_start()].concat();
            made.push((line, Span::new(start, end)));
        } else if goes_on {
            go_on(&mut made, line, end);
        } else if begins("step") {
            steps = true;
            made.push((line.replacen(": ", " ", 1), Span::new(start, end)));
        } else {
            open = false;
            let data = |c: char| c.is_ascii_digit() || c.is_whitespace() || ",->{}+".contains(c);
            let held = [" holds ", " has "].iter().any(|verb| line.contains(verb));
            if steps && !held && !begins("printed around") && !line.chars().all(data) {
                made.push(((*line).to_owned(), Span::new(start, end)));
            }
        }
    }
    made
}

/// Where the columns of a table of messages begin, if a line is its head.
fn columns(line: &str) -> Option<Vec<usize>> {
    let names = ["step", "from", "to", "by way of", "blocks"];
    let mut words: Vec<&str> = line.split("  ").map(str::trim).collect();
    words.retain(|word| !word.is_empty());
    (words == names).then(|| {
        let begin = |name: &&str| line.find(&format!(" {name}")).map_or(0, |at| at + 1);
        let mut found: Vec<usize> = names.iter().map(begin).collect();
        found[0] = 0;
        found
    })
}

fn table(all: &[(&str, usize)]) -> Vec<PrintedLine> {
    let mut made: Vec<PrintedLine> = Vec::new();
    let mut head = Vec::new();
    let mut last = "";
    for (line, at) in all {
        if let Some(found) = columns(line) {
            head = found;
            continue;
        }
        let end = at + line.len();
        let cell = |k: usize| {
            let begin = head[k].min(line.len());
            let end = head.get(k + 1).map_or(line.len(), |end| (*end).min(line.len()));
            line.get(begin..end).unwrap_or(line).trim()
        };
        let [step, from, to, via, blocks] = [0, 1, 2, 3, 4].map(cell);
        if step.is_empty()
            && from.is_empty()
            && !blocks.is_empty()
            && let Some((row, span)) = made.last_mut().filter(|(row, _)| row.ends_with(']'))
        {
            row.insert_str(row.len() - 1, &format!(" {blocks}"));
            span.end = end;
            continue;
        }
        if step.is_empty() || step.starts_with('-') {
            continue;
        }
        let label = if step == last { String::new() } else { format!("Step {step}: ") };
        last = step;
        let via = if via.is_empty() { String::new() } else { format!(" via {via}") };
        let blocks = if blocks.is_empty() { String::new() } else { format!(" [{blocks}]") };
        made.push((format!("{label}{from} -> {to}{via}{blocks}"), Span::new(*at, end)));
    }
    made
}

/// The number of the step and the message of a row such as `   2    o------->  1 -> 3 (0,1) by way of 2`.
fn drawn(line: &str) -> Option<(&str, &str)> {
    let row = line.strip_prefix(' ')?.trim_start();
    let (step, row) = row.split_once("  ")?;
    let row = row.trim_start();
    let arrow = row.trim_start_matches(['o', '-', '<', '>']);
    // Without room for columns there is no arrow.
    let fits = arrow.starts_with("  ") || arrow.len() == row.len();
    let message = arrow.trim_start();
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let begins = message.starts_with(|c: char| c.is_ascii_digit()) && message.contains(" -> ");
    (fits && begins && digits(step)).then_some((step, message))
}

fn drawing(all: &[(&str, usize)], of: &Instance) -> Vec<PrintedLine> {
    let mut made: Vec<PrintedLine> = Vec::new();
    let (mut last, mut rows) = ("", 0);
    for (line, at) in all {
        let span = Span::new(*at, at + line.len());
        let Some((step, message)) = drawn(line) else {
            // What does not fit goes on below the message.
            let deep = line.len() - line.trim_start().len() > 5;
            if rows == made.len() && deep && made.last().is_some_and(|(row, _)| row.contains("->"))
            {
                go_on(&mut made, line, span.end);
            } else {
                rows = usize::MAX;
            }
            continue;
        };
        let label = if step == last { String::new() } else { format!("Step {step}: ") };
        last = step;
        made.push((label + message, span));
        rows = made.len();
    }
    for (line, _) in &mut made {
        let message = line.split("  ! ").next().unwrap_or_default();
        let (ends, via) = message.split_once(" by way of ").unwrap_or((message, ""));
        let via = if via.is_empty() { String::new() } else { format!(" via {via}") };
        let (ends, label) = cut_label(ends);
        *line = format!("{ends}{via}{}", in_brackets(label, of));
    }
    made
}

/// A message, and behind its second node the label of what it carries.
fn cut_label(message: &str) -> (&str, &str) {
    let Some((_, behind)) = message.split_once(" -> ") else { return (message, "") };
    let name = behind.find(' ').unwrap_or(behind.len());
    let label = behind[name..].trim();
    (message[..message.len() - label.len()].trim_end(), label)
}

/// The label of a drawing as blocks in brackets: `(0,1>2; 4>5)`, `Σ(0-3)`, `2:Σ(0,1) 3:(4)`.
fn in_brackets(label: &str, of: &Instance) -> String {
    if label.is_empty() || of.data() == Data::Token {
        return String::new();
    }
    let mut entries = Vec::new();
    if of.data() == Data::Copied {
        let inside = label.trim_matches(['(', ')']);
        for part in inside.split(';').map(str::trim) {
            match part.split_once('>') {
                Some((from, to)) => {
                    for from in from.split(',') {
                        entries.extend(to.split(',').map(|to| format!("{from}>{to}")));
                    }
                }
                None => entries.push(part.to_owned()),
            }
        }
    } else {
        for part in label.split(' ') {
            let (blocks, whose) = part.split_once(':').unwrap_or(("0", part));
            let whose = whose.replace(['Σ', '(', ')'], "");
            let run = |run: &str| {
                let (first, last) = run.split_once('-').unwrap_or((run, run));
                Some((first.parse::<u64>().ok()?, last.parse::<u64>().ok()?.checked_add(1)?))
            };
            let runs = whose.split(',').filter_map(run).filter(|(first, end)| first < end);
            let whose: Runs = runs.map(|(start, end)| Run { start, end }).collect();
            entries.extend(blocks.split(',').map(|block| format!("{block}@{whose}")));
        }
    }
    format!(" [{}]", entries.join(" "))
}

/// What a person or a program says that a message carries, as entries: `the message`, `M4,M5`, `2{0-1}, 3{0}`. Nothing is
/// all that the sender has; `None` if it is something else.
pub(super) fn entries(payload: &str, of: &Instance) -> Option<Vec<String>> {
    let payload = payload.trim();
    if words("all of it").contains(&&*payload.to_lowercase()) {
        return Some(Vec::new());
    }
    let mut found = Vec::new();
    let parts = payload.split([',', ';', ' ']).filter(|part| !part.is_empty());
    let mut skips = false;
    for part in parts {
        // ` = 4`, the value of a sum.
        if skips || part == "=" || words("block").contains(&&*part.to_lowercase()) {
            skips = part == "=";
            continue;
        }
        let (block, whose) = part.split_once('{').unwrap_or((part, ""));
        let number = block.trim_start_matches(|c: char| c.is_alphabetic() || c == '_');
        if block.len() - number.len() > 2 || number.is_empty() && !part.starts_with('{') {
            return None;
        }
        let block = if number.is_empty() { "0" } else { number };
        let whose = whose.trim_end_matches('}');
        let whose = if whose.is_empty() { String::new() } else { format!("@{whose}") };
        found.push(format!("{block}{whose}"));
    }
    if of.data() == Data::Token {
        found.clear();
    }
    Some(found)
}
