//! Error messages with a place in a text. All errors about user input are shown in this form, and none can
//! corrupt the terminal.
//!
//! ```
//! use hockney_base::diagnostic::{Diagnostic, Source};
//!
//! let shown = Diagnostic::new("no number").at(0..3).render(&Source::new("the answer", "abc"));
//! assert!(shown.contains("the answer"));
//! ```

mod source;
#[cfg(test)]
mod tests;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
pub use source::{Position, Source, Span};
use std::fmt;
use std::fmt::Write;

/// An error message: what is wrong, where, and how to fix it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What is wrong, as one sentence without a full stop.
    pub message: String,
    /// Where in the text, if it has a place.
    pub span: Option<Span>,
    /// The text at the caret, usually what was expected there.
    pub label: Option<String>,
    /// The advice.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error without a place.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), span: None, label: None, help: None }
    }

    /// Adds a place.
    #[must_use]
    pub fn at(mut self, span: impl Into<Span>) -> Self {
        self.span = Some(span.into());
        self
    }

    /// Adds a text beside the caret.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Adds advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Line and column in `source`, if it has a place.
    pub fn position(&self, source: &Source<'_>) -> Option<Position> {
        self.span.map(|span| source.position(span.start))
    }

    /// The message with the line that it is about, as plain text that ends in a line feed.
    pub fn render(&self, source: &Source<'_>) -> String {
        self.show(source, &Renderer::plain())
    }

    /// The same with ANSI colours, for terminals.
    pub fn render_styled(&self, source: &Source<'_>) -> String {
        self.show(source, &Renderer::styled())
    }

    fn show(&self, source: &Source<'_>, renderer: &Renderer) -> String {
        let title = Level::ERROR.primary_title(visible(&self.message));
        let help = self.help.as_deref().map(|text| Level::HELP.message(visible(text)));
        // The line is already cut to fit around the place, so the renderer must not cut it again.
        let renderer = renderer.clone().decor_style(DecorStyle::Ascii).term_width(4096);
        let mut group = Group::with_title(title);
        let name = visible(source.name);
        let Some(span) = self.span else {
            return renderer.render(&[group.element(Origin::path(name)).elements(help)]) + "\n";
        };
        let Position { line, column } = source.position(span.start);
        let window = Window::around(source, span);
        // The renderer counts columns in the visible text; users count in the original text.
        let counted = window.text[..window.span.start].chars().count() + 1;
        let label = self.label.as_deref().map(visible);
        let place = window.span.start..window.span.end;
        let snippet = Snippet::source(window.text)
            .path(name.clone())
            .line_start(line)
            .fold(false)
            .annotation(AnnotationKind::Primary.span(place).label(label));
        group = group.element(snippet).elements(help);
        let text = renderer.render(&[group]) + "\n";
        let place = |column| format!("{name}:{line}:{column}\n");
        text.replacen(&place(counted), &place(column), 1)
    }
}

/// Message and advice without the text.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}", visible(&self.message))?;
        self.help.as_ref().map_or(Ok(()), |help| write!(f, "\nhelp: {}", visible(help)))
    }
}

/// The candidate nearest to `name`, if it is near enough: at most one letter in three is wrong, missing,
/// extra or swapped with its neighbour.
///
/// Case is ignored. Of equally near candidates the first is taken.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // The comparison takes time proportional to both lengths, and no known name is this long.
    const LONGEST: usize = 64;
    let length = name.chars().take(LONGEST + 1).count();
    if length > LONGEST {
        return None;
    }
    let name = name.to_lowercase();
    candidates
        .into_iter()
        .map(|candidate| {
            let lower = candidate.to_lowercase();
            (strsim::damerau_levenshtein(&name, &lower), candidate)
        })
        .filter(|&(distance, candidate)| {
            distance == 0 || distance * 3 <= length.max(candidate.chars().count())
        })
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// `did you mean ring? the topologies are ..`
pub fn did_you_mean(near: Option<&str>, known: &str) -> String {
    near.map_or(known.to_owned(), |near| format!("did you mean {near}? {known}"))
}

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
struct Window {
    text: String,
    span: Span,
}

/// The number of characters shown before the place, and in all, of a longer line.
const BEFORE: usize = 40;
const WIDTH: usize = 100;

impl Window {
    /// The line of `source` on which `span` begins, cut to fit and made visible.
    fn around(source: &Source<'_>, span: Span) -> Self {
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
