//! Where a mark of the parser lies in the text: it counts characters, everyone else bytes.

use crate::diagnostic::Span;

/// How many characters lie between two that are remembered.
const STRIDE: usize = 64;

/// Turns numbers of characters into numbers of bytes, in constant time.
pub(crate) struct Places<'t> {
    text: &'t str,
    /// What lies before the text in the whole of which it is a part.
    base: usize,
    /// The byte of every [`STRIDE`]th character; nothing where characters are bytes.
    every: Vec<usize>,
}

impl<'t> Places<'t> {
    /// For a text that begins at byte `base` of what spans shall refer to.
    pub(crate) fn new(text: &'t str, base: usize) -> Self {
        let every = if text.is_ascii() {
            Vec::new()
        } else {
            text.char_indices().step_by(STRIDE).map(|(at, _)| at).collect()
        };
        Places { text, base, every }
    }

    /// The byte in the text at which the character with this number begins.
    pub(crate) fn byte(&self, character: usize) -> usize {
        if self.every.is_empty() {
            return character.min(self.text.len());
        }
        let Some(near) = self.every.get(character / STRIDE) else { return self.text.len() };
        let mut rest = self.text[*near..].char_indices();
        rest.nth(character % STRIDE).map_or(self.text.len(), |(at, _)| near + at)
    }

    /// The place of these bytes of the text in the whole.
    pub(crate) fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.base + start, self.base + end)
    }

    /// The place behind the text.
    pub(crate) fn end(&self) -> Span {
        Span::point(self.base + self.text.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_found_whatever_their_length() {
        for text in ["", "plain", "−x→y", &"é→a".repeat(100), &"a".repeat(200)] {
            let places = Places::new(text, 7);
            let starts = text.char_indices().map(|(at, _)| at).chain([text.len(), text.len()]);
            for (character, byte) in starts.enumerate() {
                assert_eq!(places.byte(character), byte);
            }
            assert_eq!(places.span(0, text.len()), Span::new(7, 7 + text.len()));
        }
    }
}
