//! Facts, line by line with a term before each: below a table, or on the server's page.

use std::io::Write;

use super::failure::Result;

/// How wide the words before the facts of a price or a ranking are.
pub(crate) const WIDTH: usize = 13;

/// A part of a line.
pub(crate) enum Part {
    /// Words as they are.
    Plain(String),
    /// The formula that the server's page typesets, if there is one.
    Formula(String),
    /// The part that the server's page emphasizes.
    Strong(String),
}

/// A term with one or more lines of text.
pub(crate) struct Fact {
    pub(crate) name: String,
    pub(crate) lines: Vec<Vec<Part>>,
}

impl Fact {
    /// A term without text.
    pub(crate) fn of(name: impl Into<String>) -> Self {
        Fact { name: name.into(), lines: vec![Vec::new()] }
    }

    /// A word and a line.
    pub(crate) fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Fact::of(name).plain(text)
    }

    pub(crate) fn plain(self, text: impl Into<String>) -> Self {
        self.part(Part::Plain(text.into()))
    }

    pub(crate) fn formula(self, text: impl Into<String>) -> Self {
        self.part(Part::Formula(text.into()))
    }

    pub(crate) fn strong(self, text: impl Into<String>) -> Self {
        self.part(Part::Strong(text.into()))
    }

    /// Begins another line with a source, without the lemma that extends it to other graphs.
    pub(crate) fn source(self, source: &str) -> Self {
        self.line(without_lemma(source))
    }

    /// Begins another line.
    pub(crate) fn line(mut self, text: impl Into<String>) -> Self {
        self.lines.push(vec![Part::Plain(text.into())]);
        self
    }

    fn part(mut self, part: Part) -> Self {
        if let Some(line) = self.lines.last_mut() {
            line.push(part);
        }
        self
    }
}

/// A source without `; any graph by Lemma U`.
pub(crate) fn without_lemma(source: &str) -> &str {
    source
        .split("; any graph by")
        .next()
        .unwrap_or(source)
        .split("; along a tour by")
        .next()
        .unwrap_or(source)
}

/// Writes facts for reading, each with its word before its first line.
pub(crate) fn write(
    out: &mut dyn Write,
    width: usize,
    facts: impl IntoIterator<Item = Fact>,
) -> Result<()> {
    for Fact { mut name, lines } in facts {
        for line in lines {
            let mut text = format!("{name:width$}");
            for Part::Plain(part) | Part::Formula(part) | Part::Strong(part) in line {
                text += &part;
            }
            writeln!(out, "{}", text.trim_end())?;
            name.clear();
        }
    }
    Ok(())
}
