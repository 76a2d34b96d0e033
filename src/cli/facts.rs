//! What is said line by line with a word before it: below a table, or on the server's page.

use std::io::Write;

use super::failure::Result;

/// How wide the words before the facts of a price or a ranking are.
pub(crate) const WIDTH: usize = 13;

/// A part of a line.
pub(crate) enum Part {
    /// Words as they are.
    Plain(String),
    /// What the server's page typesets, where it is a formula.
    Formula(String),
    /// What the server's page makes stand out.
    Strong(String),
}

/// A word, and what is said of it in a line or more.
pub(crate) struct Fact {
    pub(crate) name: String,
    pub(crate) lines: Vec<Vec<Part>>,
}

impl Fact {
    /// A word of which nothing is said yet.
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

    pub(crate) fn formula(self, text: impl ToString) -> Self {
        self.part(Part::Formula(text.to_string()))
    }

    pub(crate) fn strong(self, text: impl Into<String>) -> Self {
        self.part(Part::Strong(text.into()))
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
