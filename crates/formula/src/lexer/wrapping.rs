//! The text around a formula that is not a part of it: dollar signs, backticks, bold type.

use hockney_base::diagnostic::Span;

/// The part of `text` that is the formula.
pub(crate) fn unwrapped(text: &str) -> Span {
    const PAIRS: [(&str, &str); 7] = [
        ("$$", "$$"),
        ("$", "$"),
        ("\\(", "\\)"),
        ("\\[", "\\]"),
        ("```", "```"),
        ("`", "`"),
        ("**", "**"),
    ];
    let mut span = trimmed(text, Span::new(0, text.len()));
    loop {
        let inside = &text[span.start..span.end];
        // A full stop behind the closing sign belongs to the sentence around.
        let bare = inside.trim_end_matches(['.', ',', ';', '。', '，']).trim_end();
        let wrapping = PAIRS.iter().find(|(open, close)| {
            bare.len() >= open.len() + close.len()
                && bare.starts_with(open)
                && bare.ends_with(close)
                && !bare[open.len()..bare.len() - close.len()].contains(close)
        });
        let Some((open, close)) = wrapping else { return span };
        let end = span.start + bare.len() - close.len();
        span = trimmed(text, Span::new(span.start + open.len(), end));
    }
}

fn trimmed(text: &str, span: Span) -> Span {
    let inside = &text[span.start..span.end];
    let start = span.start + inside.len() - inside.trim_start().len();
    Span::new(start, start + inside.trim().len())
}
