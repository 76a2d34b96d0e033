//! A message on its line, `{"from": 0, "to": 4, "blocks": [0, "2-3"], "via": [8], "kind": "copy"}`, keys in this
//! order and with or without quotes.

use smallvec::SmallVec;

use crate::read::steps::KINDS;
use crate::{Parts, Placed};
use hockney_base::diagnostic::Span;
use hockney_core::collective::Entry;
use hockney_core::topology::{Topology, Vertex};

/// The parts of a message that begins at byte `at`; `None` where a line is anything else, or
/// names a vertex that there is not.
pub(super) fn parts(line: &str, at: usize, topology: &Topology) -> Option<Parts> {
    let mut reader = Reader { line: line.as_bytes(), text: line, at, next: 0 };
    let (ranks, vertices) = (topology.ranks(), topology.vertices());
    let node = |(rank, span): Placed<Vertex>| Some((topology.node_of(rank.into())?, span));
    reader.token(b'{')?;
    reader.key(b"from")?;
    let from = node(reader.vertex(ranks)?)?;
    reader.token(b',')?;
    reader.key(b"to")?;
    let to = node(reader.vertex(ranks)?)?;
    reader.token(b',')?;
    reader.key(b"blocks")?;
    let blocks = reader.list(Reader::entry)?;
    let mut more = reader.token(b',').is_some();
    let before = reader.next;
    let via = if more && reader.key(b"via").is_some() {
        reader.blanks();
        let start = reader.next;
        let list = reader.list(|reader| Some(reader.vertex(vertices)?.0))?;
        more = reader.token(b',').is_some();
        Some((list, reader.span(start)))
    } else {
        reader.next = before;
        None
    };
    if more {
        reader.kind()?;
    }
    reader.token(b'}')?;
    let whole = reader.next == line.len() && !blocks.is_empty();
    whole.then_some(Parts { from, to, blocks: Some(blocks), via })
}

struct Reader<'t> {
    line: &'t [u8],
    text: &'t str,
    at: usize,
    next: usize,
}

impl Reader<'_> {
    fn blanks(&mut self) {
        while self.line.get(self.next) == Some(&b' ') {
            self.next += 1;
        }
    }

    fn span(&self, start: usize) -> Span {
        Span::new(self.at + start, self.at + self.next)
    }

    /// Takes this character, and the blanks before it.
    fn token(&mut self, token: u8) -> Option<()> {
        self.blanks();
        if self.line.get(self.next) != Some(&token) {
            return None;
        }
        self.next += 1;
        Some(())
    }

    /// `"from":` or `from: `.
    #[inline]
    fn key<const N: usize>(&mut self, key: &[u8; N]) -> Option<()> {
        self.blanks();
        let quoted = self.token(b'"').is_some();
        // Of a length that is known, the comparison is not a call.
        if self.line[self.next..].first_chunk::<N>() != Some(key) {
            return None;
        }
        self.next += N;
        if quoted {
            (self.line.get(self.next) == Some(&b'"')).then(|| self.next += 1)?;
        }
        (self.line.get(self.next) == Some(&b':')).then(|| self.next += 1)?;
        // Without quotes, a colon and no blank would continue with the word.
        (quoted || self.line.get(self.next) == Some(&b' ')).then_some(())
    }

    /// A whole number of at most 18 digits, without leading zeros, and with nothing behind it
    /// that would make it another word.
    fn number(&mut self) -> Option<Placed<u64>> {
        self.blanks();
        let start = self.next;
        let mut value = 0;
        while let Some(digit @ b'0'..=b'9') = self.line.get(self.next) {
            value = value * 10 + u64::from(digit - b'0');
            self.next += 1;
            if self.next - start > 18 {
                return None;
            }
        }
        let leading = self.line.get(start) == Some(&b'0') && self.next > start + 1;
        let ends = matches!(self.line.get(self.next), Some(b',' | b']' | b'}' | b' '));
        (self.next > start && !leading && ends).then(|| (value, self.span(start)))
    }

    fn vertex(&mut self, end: u32) -> Option<Placed<Vertex>> {
        let (number, span) = self.number()?;
        let vertex = Vertex::try_from(number).ok()?;
        (vertex < end).then_some((vertex, span))
    }

    /// A number, or a text in quotes in which nothing is escaped.
    fn entry(&mut self) -> Option<Placed<Entry>> {
        self.blanks();
        if self.line.get(self.next) != Some(&b'"') {
            let (number, span) = self.number()?;
            return Some((Entry::number(number).ok()?, span));
        }
        let start = self.next;
        let length = self.text[start + 1..].find('"')?;
        let text = &self.text[start + 1..start + 1 + length];
        self.next = start + length + 2;
        Some((Entry::parse(text).ok()?, self.span(start)))
    }

    /// `"kind": "copy"`, which changes nothing.
    fn kind(&mut self) -> Option<()> {
        self.key(b"kind")?;
        self.blanks();
        let is_next = |kind: &&str| {
            let quoted = self.text[self.next..].strip_prefix('"')?.strip_prefix(kind)?;
            quoted.starts_with('"').then_some(kind.len() + 2)
        };
        self.next += KINDS.iter().find_map(is_next)?;
        Some(())
    }

    /// `[..]`, items separated by commas.
    fn list<T, A>(&mut self, item: impl Fn(&mut Self) -> Option<T>) -> Option<SmallVec<A>>
    where
        A: smallvec::Array<Item = T>,
    {
        self.token(b'[')?;
        let mut items = SmallVec::new();
        if self.token(b']').is_some() {
            return Some(items);
        }
        loop {
            items.push(item(self)?);
            if self.token(b']').is_some() {
                return Some(items);
            }
            self.token(b',')?;
        }
    }
}
