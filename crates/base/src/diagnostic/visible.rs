//! Makes text from outside safe and short enough to print.

use std::fmt::Write;

use super::{Source, Span};

/// The text with invisible characters and control characters made visible.
///
/// Control characters become their pictures (`␛`), other invisible ones their number (`\u{202e}`), a tab four
/// blanks. Line feeds stay.
pub fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if c == '\n' { shown.push(c) } else { push_visible(&mut shown, c) }
    }
    shown
}

fn push_visible(shown: &mut String, c: char) {
    match c {
        '\t' => shown.push_str("    "),
        '\0'..='\x1f' => shown.extend(char::from_u32(0x2400 + u32::from(c))),
        '\x7f' => shown.push('␡'),
        // The standard library knows the invisible characters. `escape_debug` would also escape quotes and
        // backslashes.
        _ if c.escape_debug().to_string().starts_with("\\u") => {
            // Writing to a string cannot fail.
            let _ = write!(shown, "{}", c.escape_unicode());
        }
        _ => shown.push(c),
    }
}

/// The visible part of a line, and the place in it.
pub(super) struct Window {
    pub(super) text: String,
    pub(super) span: Span,
}

/// The number of characters shown before the place, and in all, of a longer line.
const BEFORE: usize = 40;
const WIDTH: usize = 100;

impl Window {
    /// The line of `source` on which `span` begins, cut to fit and made visible.
    pub(super) fn around(source: &Source<'_>, span: Span) -> Self {
        let line = source.line(span.start);
        let start = source.clamp(span.start).clamp(line.start, line.end);
        // A place of several lines is shown by its first line.
        let end = source.clamp(span.end).clamp(start, line.end);

        let before = &source.text[line.start..start];
        let cut = before.char_indices().rev().nth(BEFORE - 1).map_or(0, |(at, _)| at);
        // A few more characters, if that shows the whole beginning.
        let cut = if before[..cut].chars().count() <= 3 { 0 } else { cut };
        let from = line.start + cut;
        let rest = &source.text[from..line.end];
        let to = from + rest.char_indices().nth(WIDTH).map_or(rest.len(), |(at, _)| at);
        let end = end.min(to);

        let mut text = String::new();
        if cut > 0 {
            text.push('…');
        }
        let push = |text: &mut String, part: &str| {
            part.chars().for_each(|c| push_visible(text, c));
            text.len()
        };
        push(&mut text, &source.text[from..start]);
        let shown_start = text.len();
        let shown_end = push(&mut text, &source.text[start..end]);
        push(&mut text, &source.text[end..to]);
        if to < line.end {
            text.push('…');
        }
        // The renderer also draws a caret for an empty place behind the end of a line.
        Self { text, span: Span::new(shown_start, shown_end) }
    }
}
