//! How text is laid out for people: how wide lines are, and how many digits numbers have.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::OnceLock;

/// The layout options of the command line; the same for the whole run of the program.
struct Terminal {
    width: usize,
    /// Whether the width was given or is that of a terminal.
    known: bool,
    exact: bool,
}

static TERMINAL: OnceLock<Terminal> = OnceLock::new();

/// The width where there is no terminal and no `COLUMNS`.
const WIDTH: usize = 100;

/// The narrowest layout.
const LEAST: usize = 40;

/// Settles the layout: `width` and `exact` are the options.
pub(crate) fn begin(width: Option<usize>, exact: bool) {
    let columns = || std::env::var("COLUMNS").ok()?.trim().parse().ok();
    let terminal = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let width = width.or_else(columns).or_else(terminal);
    let (known, width) = (width.is_some(), width.unwrap_or(WIDTH).max(LEAST));
    // A second call changes nothing.
    let _ = TERMINAL.set(Terminal { width, known, exact });
}

/// How many columns a line of text may have.
pub(crate) fn width() -> usize {
    TERMINAL.get().map_or(WIDTH, |terminal| terminal.width)
}

/// Whether numbers are shown as exact fractions.
pub(crate) fn exact() -> bool {
    TERMINAL.get().is_some_and(|terminal| terminal.exact)
}

/// A number, or a sum of terms with numbers, with six significant digits; exactly with `--exact`.
pub(crate) fn shown(value: &impl Display) -> String {
    if exact() { value.to_string() } else { format!("{value:.6}") }
}

/// ` (exactly 2635/11)` where what is shown is not the exact value.
pub(crate) fn exactly(value: &impl Display, shown: &str) -> String {
    // A fraction that ends has the same value as its decimal, where all digits are shown.
    let full = format!("{value:.40}");
    if exact() || full == shown { String::new() } else { format!(" (exactly {value})") }
}

/// Errors and notes without lines that are wider than the terminal. What they quote stays as it is, and
/// so does all where no width is known: programs read whole lines.
pub(crate) fn messages(text: &str) -> String {
    match TERMINAL.get().filter(|terminal| terminal.known) {
        Some(Terminal { width, .. }) => messages_within(text, *width),
        None => text.to_owned(),
    }
}

fn messages_within(text: &str, width: usize) -> String {
    const BEGIN: [&str; 9] = [
        "error: ",
        "help: ",
        "hint: ",
        "note: ",
        "no answer: ",
        "  = help: ",
        "  tip: ",
        "  [possible values: ",
        "Usage: ",
    ];
    let mut out = Vec::new();
    for line in text.split_inclusive('\n') {
        if BEGIN.iter().any(|begin| line.starts_with(begin)) {
            let mut lines = Wrapped { width, ..Wrapped::new(&mut out) };
            // Writing to memory does not fail.
            let _ = lines.write_all(line.as_bytes());
            let _ = lines.finish();
        } else {
            out.extend_from_slice(line.as_bytes());
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// Writes lines that are no wider than the terminal: longer lines continue below, indented.
pub(crate) struct Wrapped<'a> {
    out: &'a mut dyn Write,
    line: Vec<u8>,
    width: usize,
}

impl<'a> Wrapped<'a> {
    pub(crate) fn new(out: &'a mut dyn Write) -> Self {
        Wrapped { out, line: Vec::new(), width: width() }
    }

    /// Writes the content in the last line, which may have no end.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        if self.line.is_empty() { Ok(()) } else { self.end(false) }
    }

    fn end(&mut self, newline: bool) -> io::Result<()> {
        let text = String::from_utf8_lossy(&self.line).into_owned();
        self.line.clear();
        let mut rest = text.as_str();
        let indent = hanging(rest).min(self.width / 2);
        let mut before = 0;
        while let Some(at) = breaks(rest, self.width - before) {
            writeln!(self.out, "{:before$}{}", "", rest[..at].trim_end())?;
            rest = rest[at..].trim_start();
            before = indent;
        }
        write!(self.out, "{:before$}{rest}{}", "", if newline { "\n" } else { "" })
    }
}

impl Write for Wrapped<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            match part.strip_suffix(b"\n") {
                Some(line) => {
                    self.line.extend_from_slice(line);
                    self.end(true)?;
                }
                None => self.line.extend_from_slice(part),
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Where the lines that go on begin: below the text behind a label, else four columns further in.
fn hanging(line: &str) -> usize {
    let content = line.trim_start();
    let start = line.chars().count() - content.chars().count();
    let label = content.find("  ").filter(|_| start == 0);
    label.map_or(start + 4, |at| {
        let gap = content[at..].chars().take_while(|c| *c == ' ').count();
        content[..at].chars().count() + gap
    })
}

/// The byte before which a line is broken that is wider than this; a blank where there is one.
fn breaks(line: &str, width: usize) -> Option<usize> {
    let (end, _) = line.char_indices().nth(width)?;
    // An arrow stays with both its ends.
    let arrow = |at: usize| line[..at].ends_with("->") || line[at + 1..].starts_with("->");
    let breakable = |at: &usize| !line[..*at].trim().is_empty() && !arrow(*at);
    let blank = line[..=end].rmatch_indices(' ').map(|(at, _)| at).find(breakable);
    let comma = || line[..end].rfind([',', ';', '|']).map(|at| at + 1);
    blank.or_else(comma).or(Some(end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hockney_base::number::Rational;

    fn wrapped(text: &str, width: usize) -> String {
        let mut out = Vec::new();
        let mut lines = Wrapped { width, ..Wrapped::new(&mut out) };
        lines.write_all(text.as_bytes()).unwrap();
        lines.finish().unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn long_lines_go_on_below_their_text() {
        let text = "closed form  min(p - 1, 2 ceil(log2 p)) (t_s + m t_w)\nshort\n";
        let broken = "closed form  min(p - 1, 2\n             ceil(log2 p)) (t_s\n             + m t_w)\nshort\n";
        assert_eq!(wrapped(text, 31), broken);
        assert_eq!(wrapped("one two three four", 10), "one two\n    three\n    four");
        assert_eq!(wrapped("one 2 -> 3 and 4\n", 10), "one 2 -> 3\n    and 4\n");
        assert_eq!(wrapped("1,2,3,4,5,6,7\n", 10), "1,2,3,4,5,\n    6,7\n");
        assert_eq!(wrapped("abcdefghijkl\n", 10), "abcdefghij\n    kl\n");
        assert_eq!(wrapped("größer größer\n", 8), "größer\n    größ\n    er\n");
    }

    #[test]
    fn messages_are_wrapped_and_quotes_are_not() {
        let text = "error: one two three four\n1 | one two three four\n  = help: five six seven\n";
        let broken = "error: one two\n    three four\n1 | one two three four\n  = help: five\n      six seven\n";
        assert_eq!(messages_within(text, 15), broken);
    }

    #[test]
    fn what_is_not_shown_exactly_is_said_once() {
        let number = Rational::ratio(2635_i64, 11_i64).unwrap();
        assert_eq!(
            shown(&number) + &exactly(&number, &shown(&number)),
            "239.545 (exactly 2635/11)"
        );
        let number = Rational::ratio(4996_i64, 25_i64).unwrap();
        assert_eq!(shown(&number) + &exactly(&number, &shown(&number)), "199.84");
    }
}
