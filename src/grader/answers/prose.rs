//! A formula as students state it: alone, in a sentence, with what its letters stand for behind it.

use super::super::lists::list;
use super::vocabulary::{denied_before, explained_at, reason_at};
use super::words::{in_small_letters, plain};
use crate::formula::{Formula, ParseError, ParseErrorKind, Reading, parse};

/// How many ambiguities of a text are resolved both ways.
const AMBIGUITIES: u32 = 3;

/// The readings of the formula that an answer states; more than one where it can be read in two
/// ways.
///
/// # Errors
/// Why the whole cannot be read, where no part of it can.
pub(in super::super) fn formulas(text: &str) -> Result<Vec<Formula>, ParseError> {
    let led = without_lead_in(text);
    if led.len() < text.len()
        && let Ok(found) = readings(led, AMBIGUITIES)
    {
        return Ok(found);
    }
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
    list("formula letters")
        .into_iter()
        .find(|letter| answer.mentions(letter))
        .filter(|_| !answer.mentions("m"))
}

/// A text, and the parts of it that may be the formula that it states, the whole first.
pub(in super::super) fn parts(text: &str) -> Vec<String> {
    let text = text.trim();
    let mut found = vec![text.to_owned()];
    // Places are the same in both, or nothing is cut.
    let Some(lower) = in_small_letters(text) else { return found };
    let end = explained_at(text).unwrap_or(text.len());
    let start = list("formula announced")
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
        let body = without_lead_in(&body);
        add(body);
        add(&defined(body).unwrap_or_default());
        let spelled = list("formula words")
            .pairs()
            .fold(format!("{body} "), |text, (word, sign)| text.replace(word, sign));
        add(&spelled);
        add(&plain(&spelled).replace("**", ""));
    }
    // `(ts + tw m) d, where d = log p`
    let letters = text[end..].trim_start_matches(|c: char| !c.is_whitespace()).trim_start();
    let letters =
        ["where ", "with "].iter().find_map(|word| letters.strip_prefix(word)).unwrap_or(letters);
    let stated = text[..end].trim_end_matches([' ', ',', ';', '(']);
    add(&defined(&format!("{stated}, {letters}")).unwrap_or_default());
    found
}

/// Without words that only lead to the formula, and Chinese ones, which are in none: `Ich denke ..`, `代价为 ..`.
fn without_lead_in(text: &str) -> &str {
    let mut rest = text.trim_start();
    loop {
        let end = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        let word = &rest[..end];
        let chinese =
            !word.is_empty() && word.chars().all(|c| c > '\u{2e80}') && !denied_before(word);
        if !(chinese || list("formula lead-in").contains(&&*word.to_lowercase())) {
            return rest;
        }
        rest = rest[end..].trim_start_matches([' ', ':', ',', '=']);
    }
}

/// Whether all that is said is that logarithms are those that the model has anyhow.
fn log_of_two(tail: &str) -> bool {
    !tail.contains("natural")
        && ["base 2", "base two", "basis 2"].iter().any(|base| tail.contains(base))
        && !tail.contains('=')
}

/// Whether what is explained is more than what the symbols of the model mean anyhow: `where d = log p`,
/// `with ts + m tw each`, `where log is the natural logarithm`.
fn says_more(tail: &str) -> bool {
    let lower = tail.to_lowercase();
    if lower.contains("natural") || lower.contains("base") {
        return !log_of_two(&lower);
    }
    // A reason explains no letters.
    if reason_at(&format!("x {lower}")) == Some(2) {
        return false;
    }
    let sign = lower.contains(['=', '+', '*']);
    let of_nodes = ["number of", "nodes", "processors", "size"];
    // Of which sizes it speaks.
    if ["p = 2^", "n = 2^", "p=2^", "n=2^"].iter().any(|power| lower.contains(power))
        && lower.starts_with("for")
    {
        return false;
    }
    lower.contains("each") || (sign && !of_nodes.iter().any(|word| lower.contains(word)))
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
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    let word = |part: &str| match part.strip_prefix(name) {
        Some(sign) if !sign.starts_with(in_word) => format!("({value}){sign}"),
        _ => part.to_owned(),
    };
    let made: String = formula.split_inclusive(|c| !in_word(c)).map(word).collect();
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
            "(ts + tw m) log p, log base 2",
            "(ts + tw m) log p for p = 2^d",
            "Ich denke (ts + tw m) log p",
            "Die Kosten sind (ts + tw m) log p",
            "代价为 (ts + tw m) log p",
            "(ts + tw m) log p because the message doubles each step",
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
