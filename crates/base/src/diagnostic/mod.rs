//! Error messages with a place in a text. All errors about user input are shown in this form, and none can
//! corrupt the terminal.
//!
//! ```
//! use hockney_base::diagnostic::{Diagnostic, Source};
//!
//! let shown = Diagnostic::new("no number").at(0..3).render(&Source::new("the answer", "abc"));
//! assert!(shown.contains("the answer"));
//! ```

mod nearest;
mod source;
#[cfg(test)]
mod tests;
mod visible;

use std::fmt;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

pub use nearest::{did_you_mean, nearest};
pub use source::{Position, Source, Span};
pub use visible::visible;

use visible::Window;

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
