//! From text to tree: reads one event of the YAML parser after the other, and refuses unneeded
//! features of YAML before they use memory.
//!
//! JSON is YAML, so there is one reader. Refused are: more than `DEEPEST` levels, more than
//! `MOST_MARKS` marks of structure, lines and texts longer than `LONGEST`, aliases that would
//! blow the tree up, tags, merge keys, keys that are not words, repeated keys, and a second
//! document.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write;
use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span as Marks, StrInput};

use crate::{Content, FieldKey, Node, Result, refuse, shortened, within};
use hockney_base::diagnostic::{Diagnostic, Source, Span};

/// The most levels of lists and mappings. A schedule has seven.
const DEEPEST: usize = 32;

/// The most commas, colons, dashes and opening brackets: every node of the tree has one of its
/// own, and the parser keeps about a third of a kilobyte for each while a bracket is open.
pub(crate) const MOST_MARKS: usize = 2_000_000;
const MARKS: &[u8] = b",:-?[{";

/// The longest line, and the longest stretch without one of these marks, in bytes.
const LONGEST: usize = 1 << 24;

/// The most nodes of all aliases together.
const MOST_COPIED: usize = 100_000;

/// Reads a text, whose byte order mark is skipped.
pub fn parse(text: &str) -> Result<Node<'_>> {
    parse_part(Source::new("", text), body(text)..text.len())
}

/// Where a text begins behind its byte order mark, if it has one.
pub(crate) fn body(text: &str) -> usize {
    text.len() - text.strip_prefix('\u{feff}').unwrap_or(text).len()
}

/// Reads a part of a text, which may have lines before it.
pub(crate) fn parse_part(whole: Source<'_>, part: Range<usize>) -> Result<Node<'_>> {
    let text = &whole.text[..part.end];
    let read = &text[part.start..];
    let what =
        "commas, colons, dashes and brackets in a document that is not written one message a line";
    let needed = marks(read.as_bytes());
    if needed > MOST_MARKS {
        let mut places = read.bytes().enumerate().filter(|(_, b)| MARKS.contains(b));
        let at = places.nth(MOST_MARKS).map(|(at, _)| Span::point(part.start + at));
        within(what, needed as u128, MOST_MARKS as u128, at)?;
    }
    if read.len() > LONGEST {
        refuse_long(read.as_bytes())?;
    }
    let places = CharacterPlaces::new(read, part.start);
    if let Some(at) = read.bytes().position(|b| b < b' ' && !b"\t\n\r".contains(&b)) {
        let at = part.start + at;
        let help = "a document is text; escape the character in quotes: \"\\x07\"";
        return refuse(Span::new(at, at + 1), "this is a control character", help);
    }
    let parser = Parser::new_from_str(read);
    Ok(Builder { whole, text, places, parser, anchors: HashMap::new(), copied: 0 }.document()?)
}

/// A text in which each pair of escapes that JSON has for one character, `\ud835\udc61`, is the one that YAML has for it.
pub fn with_whole_characters(text: &str) -> Cow<'_, str> {
    // Programs that write such escapes write nothing but ASCII.
    if !text.is_ascii() || !text.contains("\\u") {
        return Cow::Borrowed(text);
    }
    let unit = |at: usize| {
        let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
        u16::from_str_radix(digits, 16).ok()
    };
    let (mut made, mut done) = (String::new(), 0);
    for (at, _) in text.match_indices("\\u") {
        let escaped = text[..at].bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1;
        let units = unit(at).zip(unit(at + 6)).filter(|_| !escaped && at >= done);
        let pair = units.map(|(high, low)| char::decode_utf16([high, low]).next());
        if let Some(Some(Ok(c))) = pair.filter(|_| units.is_some_and(|(high, _)| high >= 0xd800)) {
            made.push_str(&text[done..at]);
            let _ = write!(made, "\\U{:08X}", u32::from(c)); // a text takes what is written
            done = at + 12;
        }
    }
    if done == 0 { Cow::Borrowed(text) } else { Cow::Owned(made + &text[done..]) }
}

/// How many marks of structure a text has, wherever they are.
pub fn marks(text: &[u8]) -> usize {
    text.iter().filter(|b| MARKS.contains(b)).count()
}

/// Refuses what the parser could only gather as one long text.
fn refuse_long(text: &[u8]) -> Result<()> {
    let without = "bytes without a comma, colon, dash or bracket between them";
    [("bytes in one line", b"\n".as_slice()), (without, MARKS)].into_iter().try_for_each(
        |(what, ends)| {
            let lengths = text.split(|b| ends.contains(b)).map(<[u8]>::len);
            within(what, lengths.max().unwrap_or(0) as u128, LONGEST as u128, None)
        },
    )
}

struct Builder<'t> {
    whole: Source<'t>,
    /// It up to where the part ends.
    text: &'t str,
    places: CharacterPlaces<'t>,
    parser: Parser<'t, StrInput<'t>>,
    /// The values of aliases, by the parser's number.
    anchors: HashMap<usize, Node<'t>>,
    copied: usize,
}

impl<'t> Builder<'t> {
    fn document(mut self) -> Result<Node<'t>, Diagnostic> {
        let start = self.places.byte(0);
        if self.next_document()?.is_none() {
            let help = "a document begins with `format: hockney/schedule/v1`";
            return refuse(Span::point(start), "the document is empty", help);
        }
        let (event, marks) = self.next()?;
        let root = self.node(event, marks, 1)?;
        let Some(marks) = self.next_document()? else { return Ok(root) };
        let help = "a file holds one document: put each in a file of its own";
        refuse(self.start(marks, 3), "a second document begins here", help)
    }

    /// Goes on to where a document begins, if one does.
    fn next_document(&mut self) -> Result<Option<Marks>, Diagnostic> {
        loop {
            match self.next()? {
                (Event::StreamEnd, _) => return Ok(None),
                (Event::DocumentStart(_), marks) => return Ok(Some(marks)),
                _ => {}
            }
        }
    }

    fn next(&mut self) -> Result<(Event<'t>, Marks), Diagnostic> {
        match self.parser.next_event() {
            Some(Ok(event)) => Ok(event),
            Some(Err(error)) => Err(self.syntax(&error)),
            None => Ok((Event::StreamEnd, Marks::default())),
        }
    }

    /// The node that begins with this event; `depth` is how many levels there are with it.
    fn node(
        &mut self,
        event: Event<'t>,
        marks: Marks,
        depth: usize,
    ) -> Result<Node<'t>, Diagnostic> {
        let (span, kind, anchor) = match event {
            Event::Scalar(text, style, anchor, tag) => {
                let span = self.scalar_span(marks, style);
                refuse_tag(tag.is_some(), span)?;
                let text = self.shared(text, span);
                let quoted = style != ScalarStyle::Plain;
                (span, Content::Scalar { text, quoted }, anchor)
            }
            Event::SequenceStart(anchor, tag) => {
                let span = self.open(marks, tag.is_some(), depth)?;
                let mut items = Vec::new();
                let end = loop {
                    match self.next()? {
                        (Event::SequenceEnd, marks) => break marks,
                        (event, marks) => items.push(self.node(event, marks, depth + 1)?),
                    }
                };
                items.shrink_to_fit();
                (self.close(span, end), Content::Sequence(items), anchor)
            }
            Event::MappingStart(anchor, tag) => {
                let span = self.open(marks, tag.is_some(), depth)?;
                let mut pairs = Vec::new();
                let end = loop {
                    match self.next()? {
                        (Event::MappingEnd, marks) => break marks,
                        (event, marks) => pairs.push(self.pair(event, marks, depth)?),
                    }
                };
                pairs.shrink_to_fit();
                self.refuse_repeated(&pairs)?;
                (self.close(span, end), Content::Mapping(pairs), anchor)
            }
            Event::Alias(anchor) => return self.alias(anchor, marks, depth),
            // The parser closes only what it opened.
            _ => return Err(Diagnostic::new("expected a value").at(self.start(marks, 0))),
        };
        let node = Node { span, kind };
        if anchor > 0 {
            self.count(node.size().0, node.span)?;
            self.anchors.insert(anchor, node.clone());
        }
        Ok(node)
    }

    fn pair(
        &mut self,
        event: Event<'t>,
        marks: Marks,
        depth: usize,
    ) -> Result<(FieldKey<'t>, Node<'t>), Diagnostic> {
        let key = self.node(event, marks, depth + 1)?;
        let (span, head) = (key.span, key.head());
        let Content::Scalar { text, .. } = key.kind else {
            let message = format!("expected a key, found {}", key.describe());
            return refuse(head, message, "a key is one word, such as `from`");
        };
        if text == "<<" {
            let help = "write out the keys that `<<` inserts";
            return refuse(span, "merge keys are not supported", help);
        }
        let (event, marks) = self.next()?;
        let mut value = self.node(event, marks, depth + 1)?;
        if matches!(&value.kind, Content::Scalar { text, quoted: false } if text.is_empty()) {
            // The parser puts a value that is missing before the colon; it belongs behind.
            let behind = self.text[span.end..].trim_start_matches(' ');
            if behind.starts_with(':') {
                value.span = Span::point(self.text.len() - behind.len() + 1);
            }
        }
        Ok((FieldKey { text, span }, value))
    }

    /// Inserts the value of an alias, within the limit.
    fn alias(&mut self, anchor: usize, marks: Marks, depth: usize) -> Result<Node<'t>, Diagnostic> {
        let span = self.start(marks, 1);
        let Some(node) = self.anchors.get(&anchor) else {
            return Err(Diagnostic::new("an alias refers to a value that contains it").at(span));
        };
        let (count, levels) = node.size();
        let node = node.clone();
        if depth + levels > DEEPEST + 1 {
            return Err(too_deep(span));
        }
        self.count(count, span)?;
        Ok(node)
    }

    fn count(&mut self, nodes: usize, span: Span) -> Result<(), Diagnostic> {
        self.copied += nodes;
        if self.copied > MOST_COPIED {
            let message = format!("aliases expand to more than {MOST_COPIED} values");
            return refuse(span, message, "write out the value of `*`");
        }
        Ok(())
    }

    fn open(&self, marks: Marks, tag: bool, depth: usize) -> Result<Span, Diagnostic> {
        let span = self.start(marks, 1);
        refuse_tag(tag, span)?;
        if depth > DEEPEST { Err(too_deep(span)) } else { Ok(span) }
    }

    fn close(&self, start: Span, end: Marks) -> Span {
        let end = self.places.byte(end.start.index());
        // A closing bracket belongs to what it closes; a block ends where its last word ends.
        let bracket = self.text[end..].starts_with([']', '}']);
        let inside = &self.text[start.start..end.max(start.start)];
        let end = if bracket { end + 1 } else { start.start + inside.trim_end().len() };
        Span::new(start.start, end)
    }

    /// The first `length` bytes from where something begins.
    fn start(&self, marks: Marks, length: usize) -> Span {
        let start = self.places.byte(marks.start.index());
        Span::new(start, self.text.floor_char_boundary(start.saturating_add(length)))
    }

    fn scalar_span(&self, marks: Marks, style: ScalarStyle) -> Span {
        let [start, end] = [marks.start, marks.end].map(|mark| self.places.byte(mark.index()));
        let raw = &self.text[start..end.max(start)];
        // The parser counts blanks and a comment behind a closing quote as part of the text.
        let length = match style {
            ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => quoted_length(raw),
            ScalarStyle::Plain | ScalarStyle::Literal | ScalarStyle::Folded => raw.trim_end().len(),
        };
        Span::new(start, start + length)
    }

    /// A text, borrowed if the document contains it unchanged.
    fn shared(&self, text: Cow<'t, str>, span: Span) -> Cow<'t, str> {
        match self.text.get(span.start..span.end) {
            Some(raw) if raw == text => Cow::Borrowed(raw),
            _ => text,
        }
    }

    /// Refuses a repeated key in a mapping, with both places.
    fn refuse_repeated(&self, pairs: &[(FieldKey<'_>, Node<'_>)]) -> Result<(), Diagnostic> {
        let mut keys: Vec<&FieldKey<'_>> = pairs.iter().map(|(key, _)| key).collect();
        keys.sort_by(|a, b| (&a.text, a.span).cmp(&(&b.text, b.span)));
        let twice = keys.windows(2).filter(|pair| pair[0].text == pair[1].text);
        let Some(pair) = twice.min_by_key(|pair| pair[1].span) else { return Ok(()) };
        let first = self.whole.position(pair[0].span.start);
        Err(Diagnostic::new(format!("the key `{}` is repeated", shortened(&pair[1].text)))
            .at(pair[1].span)
            .label(format!("it is already in line {}, column {}", first.line, first.column)))
    }

    /// The first tab among the blanks before this byte.
    fn tab_before(&self, at: usize) -> Option<usize> {
        let line = self.text[..at].rfind('\n').map_or(0, |line| line + 1);
        self.text[line..]
            .find(|c| c != ' ')
            .map(|tab| line + tab)
            .filter(|tab| self.text.as_bytes().get(*tab) == Some(&b'\t'))
    }

    fn syntax(&self, error: &ScanError) -> Diagnostic {
        let at = self.places.byte(error.marker().index());
        let info = error.info();
        if info == "recursion limit exceeded" {
            return too_deep(Span::point(at));
        }
        let ended = self.text[at..].trim().is_empty();
        let cut_off = ended || info.contains("end of stream");
        let tab = info.contains("tab").then(|| self.tab_before(at)).flatten();
        let span = match tab {
            Some(tab) => Span::new(tab, tab + 1),
            None if ended => Span::point(self.text.len()),
            None => self.start(Marks::empty(*error.marker()), 1),
        };
        let wrong = if cut_off { "unexpected end of the document" } else { "this is not YAML" };
        let diagnostic = Diagnostic::new(format!("{wrong}: {info}")).at(span);
        let help = if cut_off {
            "check whether the file is cut off, or a bracket or a quote is not closed"
        } else if tab.is_some() {
            "indent with blanks, not with tabs"
        } else if info.contains("mapping values are not allowed") {
            "text that contains a colon and a blank needs quotes; all keys of a mapping have \
             the same indentation"
        } else if info.contains("unknown anchor") {
            "`*` repeats a value that is marked with `&`; text that begins with `*` needs quotes"
        } else if info.contains("unexpected character") {
            "text that begins with this character needs quotes"
        } else {
            return diagnostic;
        };
        diagnostic.help(help)
    }
}

/// The length of a text in quotes that this begins with, the quotes included.
fn quoted_length(raw: &str) -> usize {
    let bytes = raw.as_bytes();
    let double = bytes.first() == Some(&b'"');
    let mut at = 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' if double => at += 1,
            b'"' if double => return at + 1,
            b'\'' if !double && bytes.get(at + 1) == Some(&b'\'') => at += 1,
            b'\'' if !double => return at + 1,
            _ => {}
        }
        at += 1;
    }
    raw.len()
}

fn refuse_tag(tag: bool, span: Span) -> Result<(), Diagnostic> {
    if tag { refuse(span, "tags are not supported", "leave out the `!`") } else { Ok(()) }
}

fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::new(format!("lists and mappings are nested more than {DEEPEST} deep")).at(span)
}

/// How many characters lie between two that are remembered.
const STRIDE: usize = 64;

/// Turns numbers of characters into numbers of bytes, in constant time.
pub(crate) struct CharacterPlaces<'t> {
    text: &'t str,
    /// How many bytes lie before the text in the whole of which it is a part.
    base: usize,
    /// The byte of every [`STRIDE`]th character; nothing where characters are bytes.
    every: Vec<usize>,
}

impl<'t> CharacterPlaces<'t> {
    /// For a text that begins at byte `base` of the whole.
    pub(crate) fn new(text: &'t str, base: usize) -> Self {
        let every = if text.is_ascii() {
            Vec::new()
        } else {
            text.char_indices().step_by(STRIDE).map(|(at, _)| at).collect()
        };
        CharacterPlaces { text, base, every }
    }

    /// The byte of the whole at which the character of the text with this number begins.
    pub(crate) fn byte(&self, character: usize) -> usize {
        let in_text = if self.every.is_empty() {
            character.min(self.text.len())
        } else {
            self.every.get(character / STRIDE).map_or(self.text.len(), |near| {
                let mut rest = self.text[*near..].char_indices();
                rest.nth(character % STRIDE).map_or(self.text.len(), |(at, _)| near + at)
            })
        };
        self.base + in_text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_found_whatever_their_length() {
        for text in ["", "plain", "−x→y", &"é→a".repeat(100), &"a".repeat(200)] {
            let places = CharacterPlaces::new(text, 7);
            let starts = text.char_indices().map(|(at, _)| at).chain([text.len(), text.len()]);
            for (character, byte) in starts.enumerate() {
                assert_eq!(places.byte(character), 7 + byte);
            }
        }
    }
}
