//! A formula as students state it: alone, in a sentence, with what its letters stand for behind it.

use super::words::plain;
use crate::formula::{Formula, ParseError, ParseErrorKind, Reading, parse};

/// What ends a formula that is explained.
const EXPLAINED: [&str; 14] = [
    ", where", " where ", " with ", ", with ", " because", " since ", ", as ", " weil ", ", wobei",
    ", donde", ", da ", "(since", "(because", "(where",
];
/// What stands before a formula that is announced.
const ANNOUNCED: [&str; 10] =
    [" is ", " ist ", " equals ", " takes ", " costs ", ": ", " es ", ", so ", " so ", " to "];
/// Words in a formula that stand for a sign, or for nothing.
const WORDS: [(&str, &str); 9] = [
    (" times ", " * "),
    (" mal ", " * "),
    (" plus ", " + "),
    (" minus ", " - "),
    (" steps", " "),
    (" step", " "),
    (" squared", "^2"),
    (" in total", ""),
    (" time units", ""),
];
/// How many ambiguities of a text are resolved both ways.
const AMBIGUITIES: u32 = 3;

/// The readings of the formula that an answer states; more than one where it can be read in two
/// ways.
///
/// # Errors
/// Why the whole cannot be read, where no part of it can.
pub(in super::super) fn formulas(text: &str) -> Result<Vec<Formula>, ParseError> {
    let whole = readings(text, AMBIGUITIES);
    if whole.is_ok() {
        return whole;
    }
    let found = parts(text).iter().skip(1).find_map(|part| readings(part, AMBIGUITIES).ok());
    found.map_or(whole, Ok)
}

/// Reads a text, and where it can be read in two ways, both.
fn readings(text: &str, depth: u32) -> Result<Vec<Formula>, ParseError> {
    let error = match renamed(text) {
        Ok(formula) => return Ok(vec![formula]),
        Err(error) => error,
    };
    let ParseErrorKind::Ambiguous { readings: both } = &error.kind else { return Err(error) };
    let span = error.span;
    let (Some(before), Some(behind)) = (text.get(..span.start), text.get(span.end..)) else {
        return Err(error);
    };
    if depth == 0 {
        return Err(error);
    }
    let mut found = Vec::new();
    for reading in both {
        found.extend(readings(&format!("{before}{reading}{behind}"), depth - 1)?);
    }
    Ok(found)
}

/// Reads a formula, with another letter for the words of a message where there is no m.
fn renamed(text: &str) -> Result<Formula, ParseError> {
    let plain = parse(text)?;
    let renamed = if plain.mentions("n") && !plain.mentions("p") && plain.mentions("m") {
        // n beside m and without p is the number of nodes.
        Reading::new().with("n", "p")
    } else if let Some(letter) = names_m(&plain) {
        Reading::new().with(letter, "m")
    } else {
        return Ok(plain);
    };
    Ok(renamed.ok().and_then(|reading| reading.read(text).ok()).unwrap_or(plain))
}

/// Another letter for the words of a message.
fn names_m(answer: &Formula) -> Option<&'static str> {
    const LETTERS: [&str; 8] = ["n", "L", "M", "l", "k", "w", "size", "message_size"];
    LETTERS.into_iter().find(|letter| answer.mentions(letter)).filter(|_| !answer.mentions("m"))
}

/// A text, and the parts of it that may be the formula that it states, the whole first.
pub(in super::super) fn parts(text: &str) -> Vec<String> {
    let text = text.trim();
    let mut found = vec![text.to_owned()];
    let lower = text.to_lowercase();
    // Places are the same in both, or nothing is cut.
    if lower.len() != text.len() {
        return found;
    }
    let end = EXPLAINED.iter().filter_map(|word| lower.find(word)).min().unwrap_or(text.len());
    let start = ANNOUNCED
        .iter()
        .filter_map(|word| Some(lower[..end].rfind(word)? + word.len()))
        .max()
        .unwrap_or(0);
    let in_words = lower[..start].split(|c: char| !c.is_alphabetic()).any(|word| word.len() > 1);
    let mut add = |part: &str| {
        let part = part.trim().trim_end_matches(['.', ',', ';']).to_owned();
        if !part.is_empty() && !found.contains(&part) {
            found.push(part);
        }
    };
    let mut bodies = vec![&text[..end]];
    if in_words {
        bodies.push(&text[start..end]);
    }
    // What letters stand for behind it belongs to the formula: it is put in, or nothing is read.
    if says_more(&text[end..]) {
        bodies.clear();
    }
    for body in bodies {
        let body = without_remark(body);
        add(&body);
        add(&defined(&body).unwrap_or_default());
        let spelled =
            WORDS.iter().fold(format!("{body} "), |text, (word, sign)| text.replace(word, sign));
        add(&spelled);
        add(&plain(&spelled).replace("**", ""));
    }
    // `(ts + tw m) d, where d = log p`
    let letters = text[end..].trim_start_matches(|c: char| !c.is_whitespace()).trim_start();
    let letters =
        ["where ", "with "].iter().find_map(|word| letters.strip_prefix(word)).unwrap_or(letters);
    add(&defined(&format!("{}, {letters}", &text[..end])).unwrap_or_default());
    found
}

/// Whether what is explained is more than what the symbols of the model mean anyhow: `where d = log p`,
/// `with ts + m tw each`, `where log is the natural logarithm`.
fn says_more(tail: &str) -> bool {
    let lower = tail.to_lowercase();
    let words = lower.contains("natural") || lower.contains("base") || lower.contains("each");
    let sign = lower.contains(['=', '+', '*']);
    let of_nodes = ["number of", "nodes", "processors", "size", "because", "since"];
    words || (sign && !of_nodes.iter().any(|word| lower.contains(word)))
}

/// Without a remark in brackets at the end: `(recursive doubling)`, `[eq. 4.2]`.
fn without_remark(text: &str) -> String {
    let text = text.trim().trim_end_matches('.');
    for (open, close) in [('(', ')'), ('[', ']')] {
        let remark = text.strip_suffix(close).and_then(|inside| inside.rsplit_once(open));
        let words = |remark: &str| {
            remark.split(|c: char| !c.is_alphabetic()).any(|word| word.len() > 3 || word == "eq")
        };
        if let Some((before, remark)) = remark
            && words(remark)
            && !remark.contains(['+', '*', '^', '\\'])
        {
            return before.trim_end().to_owned();
        }
    }
    text.to_owned()
}

/// `(ts + tw m) d, d = log p` with the letter replaced; without what only says what a letter means:
/// `n = number of nodes`.
fn defined(text: &str) -> Option<String> {
    let (formula, definition) = text.split_once(", ")?;
    let (name, value) = definition.split_once('=')?;
    let (name, value) = (name.trim(), value.trim());
    let is_name = !name.is_empty() && name.len() <= 3 && name.chars().all(char::is_alphanumeric);
    if !is_name || formula.contains('=') && !formula.contains('T') {
        return None;
    }
    if parse(value).is_err() {
        return Some(formula.to_owned());
    }
    let replaced = |c: &str| if c == name { format!("({value})") } else { c.to_owned() };
    let mut made = String::new();
    let mut word = String::new();
    for c in formula.chars().chain([' ']) {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
        } else {
            made.push_str(&replaced(&word));
            made.push(c);
            word.clear();
        }
    }
    Some(made.trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_found_in_sentences() {
        let all = |text: &str| {
            let found = formulas(text).map(|found| found.iter().map(ToString::to_string).collect());
            found.unwrap_or_else(|error| vec![error.diagnostic().message])
        };
        let one = |text: &str| all(text).join(" | ");
        let wanted = one("(ts + tw m) log p");
        for text in [
            "(ts + tw m) log p, where p is the number of nodes",
            "The cost is (ts + tw m) log p since there are log p steps.",
            "Each of the log p steps costs ts + m tw, so it is (ts + tw m) log p",
            "(ts + tw m) log p (recursive doubling)",
            "(ts + tw m) log p [eq. 4.2]",
            "(ts + tw m) log p, n = number of nodes",
        ] {
            assert_eq!(one(text), wanted, "{text}");
        }
        assert_eq!(one("log p times (ts + tw m)"), one("log p * (ts + tw m)"));
        assert_eq!(one("(ts + tw m) d, d = log p"), one("(ts + tw m) (log p)"));
        assert_eq!(one("(ts + tw m) d, where d = log p"), one("(ts + tw m) (log p)"));
        for text in [
            "p-1 steps with ts + m tw each",
            "(ts + m tw) log p where log is the natural logarithm",
            "(ts + m tw) log p with p = 7",
        ] {
            assert_ne!(one(text), wanted, "{text}");
        }
        assert_eq!(one("(ts + m tw) d with d = p"), one("(ts + m tw) (p)"));
        assert_eq!(all("6 ts + 3/2 m tw").len(), 2);
        assert_eq!(parts("ts log p"), ["ts log p"]);
        assert_eq!(parts(""), [""]);
    }
}
