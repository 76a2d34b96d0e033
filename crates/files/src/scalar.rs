//! Words, numbers and booleans from the raw text of scalars, never through a float.

use crate::{Content, Node, Plain, Result, refuse, shortened, wrong};
use hockney_base::diagnostic::Diagnostic;
use hockney_base::number::Rational;
use hockney_core::collective::Entry;
use hockney_core::topology::Vertex;

/// A text: a word, or anything in quotes.
pub fn text<'a>(node: &'a Node<'_>, what: &str) -> Result<&'a str> {
    match &node.kind {
        Content::Scalar { text, quoted } if *quoted || Plain::of(text) == Plain::Text => Ok(text),
        Content::Scalar { text, .. } if Plain::of(text) != Plain::Null => {
            Err(wrong(node, what, node.span, &format!("to write it as text, quote it: \"{text}\"")))
        }
        _ => Err(wrong(node, what, node.span, "write a text in quotes")),
    }
}

/// `true` or `false`.
pub fn boolean(node: &Node<'_>) -> Result<bool> {
    if let Content::Scalar { text, quoted: false } = &node.kind
        && let Plain::Boolean(value) = Plain::of(text)
    {
        return Ok(value);
    }
    Err(wrong(node, "true or false", node.span, "write true or false, without quotes"))
}

/// The raw text of a whole number, sign included, as JSON writes it.
pub(crate) fn integer<'a>(node: &'a Node<'_>, what: &str) -> Result<&'a str> {
    let Content::Scalar { text, quoted } = &node.kind else {
        return Err(wrong(node, what, node.span, "write a whole number, such as 4"));
    };
    let shown = shortened(text);
    let found = format!("expected {what}, found `{shown}`");
    match (Plain::of(text), quoted) {
        (Plain::Integer, false) => Ok(text),
        (Plain::Integer, true) => {
            Err(wrong(node, what, node.span, &format!("leave out the quotes: {shown}")))
        }
        (Plain::OtherNumber, _) => {
            let help =
                "write a whole number in decimal digits, without a point, a plus or leading zeros";
            refuse(node.span, found, help)
        }
        (Plain::Text, _) => refuse(node.span, found, "write a whole number, such as 4"),
        (Plain::Null | Plain::Boolean(_), _) => {
            Err(wrong(node, what, node.span, "write a whole number, such as 4"))
        }
    }
}

/// A whole number that is not negative, with what it is in words: `a node`.
pub fn natural(node: &Node<'_>, what: &str) -> Result<u64> {
    let digits = integer(node, what)?;
    let fail = |why: String| Err(Diagnostic::new(why).at(node.span).into());
    if digits.starts_with('-') {
        return fail(format!("{} is negative, so it is not {what}", shortened(digits)));
    }
    digits.parse().or_else(|_| fail(format!("{} is too large for {what}", shortened(digits))))
}

/// Any integer, however long, modulo `p`.
pub(crate) fn modulo(node: &Node<'_>, what: &str, p: u32) -> Result<u32> {
    let text = integer(node, what)?;
    let digits = text.trim_start_matches('-');
    let (negative, p) = (text != digits, u64::from(p));
    let rest = digits.bytes().fold(0, |rest, b| (rest * 10 + u64::from(b - b'0')) % p);
    let rest = if negative && rest > 0 { p - rest } else { rest };
    Vertex::try_from(rest).map_err(|_| {
        Diagnostic::new(format!("{} is too large for {what}", shortened(text))).at(node.span).into()
    })
}

/// A rational above zero, exactly as written: `2`, `0.25`, `1/4`.
pub fn positive(node: &Node<'_>, what: &str) -> Result<Rational> {
    let help = "write a number above 0, such as 2, 0.25 or 1/4";
    let Content::Scalar { text, .. } = &node.kind else {
        return Err(wrong(node, what, node.span, help));
    };
    let message = match text.parse::<Rational>() {
        Ok(value) if value.is_positive() => return Ok(value),
        Ok(_) => format!("{} is not above 0, so it is not a {what}", shortened(text)),
        Err(error) => error.to_string(),
    };
    refuse(node.span, message, help)
}

/// An entry of `blocks`: a whole number, or a text.
pub(crate) fn entry(node: &Node<'_>) -> Result<Entry> {
    let help = "an entry is a block, such as 0, or a text such as \"0-3\", \"2.0-1\", \"0>3\" or \
                \"0@4-7\"";
    let Content::Scalar { text, quoted } = &node.kind else {
        return Err(wrong(node, "an entry of `blocks`", node.span, help));
    };
    match (Plain::of(text), quoted) {
        (Plain::OtherNumber, false) => {
            let message = format!("`{}` would be read as a number, not as blocks", shortened(text));
            refuse(node.span, message, format!("quote it: \"{}\"", shortened(text)))
        }
        (Plain::Integer, _) if text.starts_with('-') => {
            let message = format!("{} is negative, so it is not a block", shortened(text));
            Err(Diagnostic::new(message).at(node.span).label("blocks are numbered from 0").into())
        }
        (Plain::Null | Plain::Boolean(_), false) => {
            Err(wrong(node, "an entry of `blocks`", node.span, help))
        }
        _ => Entry::parse(text).or_else(|error| refuse(node.span, error.to_string(), help)),
    }
}
