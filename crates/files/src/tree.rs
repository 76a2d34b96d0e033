//! A document as a small tree with the place of every node.

use std::borrow::Cow;

use crate::{FORMAT, ReadError, Result, refuse, scalar, shortened, unknown, wrong};
use hockney_base::diagnostic::{Diagnostic, Span};

/// A value, and where it is written.
#[derive(Clone, Debug)]
pub struct Node<'t> {
    /// Where it is written.
    pub span: Span,
    /// What it is.
    pub kind: Content<'t>,
}

/// What a value is.
#[derive(Clone, Debug)]
pub enum Content<'t> {
    /// A word or number as raw text: `2.10` is these four characters.
    Scalar {
        /// As it is written, without quotes.
        text: Cow<'t, str>,
        /// Whether it is in quotes (or in a block of text), so that it is text for certain.
        quoted: bool,
    },
    /// Values in order.
    Sequence(Vec<Node<'t>>),
    /// Values by their keys, in the order of the text.
    Mapping(Vec<(FieldKey<'t>, Node<'t>)>),
}

/// A key, and where it is written.
#[derive(Clone, Debug)]
pub struct FieldKey<'t> {
    /// As it is written, without quotes.
    pub text: Cow<'t, str>,
    /// Where it is written.
    pub span: Span,
}

impl Node<'_> {
    /// The place for an error: a whole scalar, or the first character of anything else.
    pub fn head(&self) -> Span {
        match self.kind {
            Content::Scalar { .. } => self.span,
            Content::Sequence(_) | Content::Mapping(_) => {
                Span::new(self.span.start, self.span.start + 1)
            }
        }
    }

    /// Its kind in words, for "expected a node, found a list".
    pub fn describe(&self) -> &'static str {
        match &self.kind {
            Content::Sequence(_) => "a list",
            Content::Mapping(_) => "a mapping",
            Content::Scalar { quoted: true, .. } => "quoted text",
            Content::Scalar { text, quoted: false } => match Plain::of(text) {
                Plain::Null => "nothing",
                Plain::Boolean(_) => "a boolean",
                Plain::Integer | Plain::OtherNumber => "a number",
                Plain::Text => "text",
            },
        }
    }

    /// The number of nodes, itself included, and the depth.
    pub(crate) fn size(&self) -> (usize, usize) {
        let inside = |sizes: &mut dyn Iterator<Item = (usize, usize)>| {
            sizes.fold((1, 1), |(count, depth), (c, d)| (count + c, depth.max(d + 1)))
        };
        match &self.kind {
            Content::Scalar { .. } => (1, 1),
            Content::Sequence(items) => inside(&mut items.iter().map(Node::size)),
            Content::Mapping(pairs) => inside(&mut pairs.iter().map(|(_, value)| value.size())),
        }
    }
}

/// What a scalar without quotes is in YAML 1.2 (core schema).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plain {
    /// Nothing at all, `~`, `null`.
    Null,
    /// `true`, `false`.
    Boolean(bool),
    /// `0`, `-17`, as JSON writes whole numbers.
    Integer,
    /// `2.10`, `1e3`, `007`, `0x10`, `+3`, `.inf`: numbers that are not written so here.
    OtherNumber,
    /// Everything else.
    Text,
}

impl Plain {
    pub(crate) fn of(text: &str) -> Plain {
        match text {
            "" | "~" | "null" | "Null" | "NULL" => return Plain::Null,
            "true" | "True" | "TRUE" => return Plain::Boolean(true),
            "false" | "False" | "FALSE" => return Plain::Boolean(false),
            _ => {}
        }
        let signless = text.strip_prefix(['-', '+']).unwrap_or(text);
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if digits(signless) {
            let plain = !text.starts_with('+') && (signless == "0" || !signless.starts_with('0'));
            return if plain { Plain::Integer } else { Plain::OtherNumber };
        }
        let radix = |prefix, radix| {
            text.strip_prefix(prefix)
                .is_some_and(|rest| !rest.is_empty() && rest.chars().all(|c| c.is_digit(radix)))
        };
        let lower = signless.to_ascii_lowercase();
        if radix("0x", 16) || radix("0o", 8) || lower == ".inf" || text.eq_ignore_ascii_case(".nan")
        {
            return Plain::OtherNumber;
        }
        let (mantissa, exponent) = signless.split_once(['e', 'E']).unwrap_or((signless, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let number = (digits(whole) || (whole.is_empty() && digits(fraction)))
            && (fraction.is_empty() || digits(fraction))
            && digits(exponent.strip_prefix(['-', '+']).unwrap_or(exponent));
        if number { Plain::OtherNumber } else { Plain::Text }
    }
}

/// A mapping whose keys are all known.
#[derive(Clone, Copy)]
pub struct Fields<'a, 't> {
    pairs: &'a [(FieldKey<'t>, Node<'t>)],
    /// What the mapping is, for messages: `a message`.
    what: &'static str,
    /// How it is written, where nothing better is known.
    example: &'static str,
    /// Where it begins.
    place: Span,
}

impl<'a, 't> Fields<'a, 't> {
    /// The fields of a mapping, whatever they are called.
    pub fn open(node: &'a Node<'t>, what: &'static str, example: &'static str) -> Result<Self> {
        match &node.kind {
            Content::Mapping(pairs) => Ok(Fields { pairs, what, example, place: node.head() }),
            Content::Scalar { .. } | Content::Sequence(_) => {
                Err(wrong(node, what, node.head(), example))
            }
        }
    }

    /// The fields, if only these keys occur: `from to blocks`.
    pub fn only(self, known: &str) -> Result<Self> {
        let known: Vec<&str> = known.split_whitespace().collect();
        let stranger = self.strangers(&known).next();
        stranger.map_or(Ok(self), |(_, error)| Err(error))
    }

    /// The keys that may not stand here, each with its error.
    pub fn strangers(
        &self,
        known: &[&str],
    ) -> impl Iterator<Item = (&'a (FieldKey<'t>, Node<'t>), ReadError)> {
        let what = self.what;
        let stranger = move |(key, _): &&(FieldKey<'_>, Node<'_>)| !known.contains(&&*key.text);
        self.pairs
            .iter()
            .filter(stranger)
            .map(move |pair| (pair, unknown("key", pair.0.span, &pair.0.text, what, known)))
    }

    /// The key with this name and the text there.
    pub fn entry(&self, name: &str) -> Option<&'a (FieldKey<'t>, Node<'t>)> {
        self.pairs.iter().find(|(key, _)| key.text == name)
    }

    /// The value of a key.
    pub fn get(&self, name: &str) -> Option<&'a Node<'t>> {
        self.entry(name).map(|(_, value)| value)
    }

    /// The value of a required key; where it is missing, the advice is the example.
    pub fn need(&self, name: &str) -> Result<&'a Node<'t>> {
        self.need_or(name, self.example)
    }

    /// The value of a required key; `help` is the advice where it is missing.
    pub fn need_or(&self, name: &str, help: &str) -> Result<&'a Node<'t>> {
        let lacks = || refuse(self.place, format!("{} without `{name}`", self.what), help);
        self.get(name).map_or_else(lacks, Ok)
    }

    /// What is read at a key, if it is there.
    pub fn read<T>(
        &self,
        name: &str,
        read: impl FnOnce(&'a Node<'t>) -> Result<T>,
    ) -> Result<Option<T>> {
        self.get(name).map(read).transpose()
    }

    /// The items of the list at a required key.
    pub fn list(&self, name: &str, what: &str) -> Result<&'a [Node<'t>]> {
        list(self.need(name)?, what, self.example)
    }

    /// The text at a required key.
    pub fn text(&self, name: &str, what: &str) -> Result<&'a str> {
        scalar::text(self.need(name)?, what)
    }

    /// The keys, in the order in which they are.
    pub fn keys(&self) -> impl Iterator<Item = &'a FieldKey<'t>> {
        self.pairs.iter().map(|(key, _)| key)
    }
}

/// The formats of documents, and what each is of.
const FORMATS: [(&str, &str); 4] = [
    (FORMAT, "a schedule file"),
    ("hockney/problems/v1", "a problem set"),
    ("hockney/answers/v1", "an answer file"),
    ("hockney/overrides/v1", "a file of overrides"),
];

/// Refuses a document of another format, naming it.
pub fn is_format(top: Fields<'_, '_>, format: &str) -> Result<()> {
    names_format(top.need_or("format", &format!("write format: {format}"))?, format)
}

/// Refuses the name of another format.
pub fn names_format(node: &Node<'_>, format: &str) -> Result<()> {
    let found = scalar::text(node, "the name of the format")?;
    let kind = |of: &str| FORMATS.iter().find(|(name, _)| *name == of).map(|(_, kind)| *kind);
    if found == format {
        return Ok(());
    }
    let (Some(wanted), Some(other)) = (kind(format), kind(found)) else {
        let message = format!("unknown format `{}`", shortened(found));
        let label = format!("this program reads {format}");
        return Err(Diagnostic::new(message).at(node.span).label(label).into());
    };
    let help = match (wanted, other) {
        ("a problem set", "an answer file") | (_, "a problem set") => {
            "the problem set comes first: hockney grade problems.yaml answers.yaml".to_owned()
        }
        _ => format!("the file should begin with format: {format}"),
    };
    refuse(node.span, format!("expected {wanted}, found {other}"), help)
}

/// The items of a list.
pub fn list<'a, 't>(node: &'a Node<'t>, what: &str, example: &str) -> Result<&'a [Node<'t>]> {
    match &node.kind {
        Content::Sequence(items) => Ok(items),
        Content::Scalar { .. } | Content::Mapping(_) => {
            Err(wrong(node, what, node.head(), example))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_scalars_are_told_apart_as_yaml_does() {
        let cases: &[(Plain, &[&str])] = &[
            (Plain::Null, &["", "~", "null", "Null", "NULL"]),
            (Plain::Boolean(true), &["true", "True", "TRUE"]),
            (Plain::Boolean(false), &["false", "False", "FALSE"]),
            (Plain::Integer, &["0", "7", "-7", "-0", "12345678901234567890123"]),
            (Plain::OtherNumber, &["2.10", "1.", ".5", "1e3", "-1E-3", "1.5e+3", "007", "+3"]),
            (Plain::OtherNumber, &["0x1F", "0o17", ".inf", "-.Inf", ".NaN"]),
            (Plain::Text, &["0-3", "2.0-1", "0@4", "0>1", "1/4", "e3", ".", "1e", "1.2.3", "-"]),
            (Plain::Text, &["nULL", "tRue", "yes", "0x", "1_000", "ring:8", "²", "٣", "1e3e3"]),
        ];
        for (kind, texts) in cases {
            for text in *texts {
                assert_eq!(Plain::of(text), *kind, "{text}");
            }
        }
    }
}
