//! Where a mark of the parser lies in the text: it counts characters, everyone else bytes.

/// How many characters lie between two that are remembered.
const STRIDE: usize = 64;

/// Turns numbers of characters into numbers of bytes, in constant time.
pub(crate) struct Places<'t> {
    text: &'t str,
    /// How many bytes lie before the text in the whole of which it is a part.
    base: usize,
    /// The byte of every [`STRIDE`]th character; nothing where characters are bytes.
    every: Vec<usize>,
}

impl<'t> Places<'t> {
    /// For a text that begins at byte `base` of the whole.
    pub(crate) fn new(text: &'t str, base: usize) -> Self {
        let every = if text.is_ascii() {
            Vec::new()
        } else {
            text.char_indices().step_by(STRIDE).map(|(at, _)| at).collect()
        };
        Places { text, base, every }
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
            let places = Places::new(text, 7);
            let starts = text.char_indices().map(|(at, _)| at).chain([text.len(), text.len()]);
            for (character, byte) in starts.enumerate() {
                assert_eq!(places.byte(character), 7 + byte);
            }
        }
    }
}
