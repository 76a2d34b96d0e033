//! Pages for people: how wide lines are, how numbers are printed, and tables and lines with a term before each.
//!
//! Numbers are rounded to six digits unless they are to be exact.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::OnceLock;

use prettytable::format::{Alignment, FormatBuilder, LinePosition, LineSeparator};
use prettytable::{Cell, Row, Table as Pretty};

use super::failure::Result;
use hockney_base::diagnostic::visible;
use hockney_base::number::{Rational, counted};
use hockney_cost::{ClassTimes, Cost, Numbers, TimesOf};

/// The layout options of the command line; the same for the whole run of the program.
struct Terminal {
    width: usize,
    /// Whether the width was given or is that of a terminal.
    known: bool,
    exact: bool,
}

static TERMINAL: OnceLock<Terminal> = OnceLock::new();

/// The width where there is no terminal and no `COLUMNS`.
const COLUMNS: usize = 100;

/// The narrowest layout.
const LEAST: usize = 40;

/// Settles the layout: `width` and `exact` are the options.
pub(crate) fn begin(width: Option<usize>, exact: bool) {
    let columns = || std::env::var("COLUMNS").ok()?.trim().parse().ok();
    let terminal = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let width = width.or_else(columns).or_else(terminal);
    let (known, width) = (width.is_some(), width.unwrap_or(COLUMNS).max(LEAST));
    // A second call changes nothing.
    let _ = TERMINAL.set(Terminal { width, known, exact });
}

/// How many columns a line of text may have.
pub(crate) fn width() -> usize {
    TERMINAL.get().map_or(COLUMNS, |terminal| terminal.width)
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
    within(text, known_width(), is_message)
}

/// The same for text without quotes, such as the violations of a schedule.
pub(crate) fn unquoted(text: &str) -> String {
    within(text, known_width(), |_| true)
}

fn known_width() -> Option<usize> {
    TERMINAL.get().filter(|terminal| terminal.known).map(|terminal| terminal.width)
}

fn is_message(line: &str) -> bool {
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
    BEGIN.iter().any(|begin| line.starts_with(begin))
}

/// Text in which those lines that may be wrapped are not wider than this, if a width is known.
fn within(text: &str, width: Option<usize>, wraps: impl Fn(&str) -> bool) -> String {
    let Some(width) = width else { return text.to_owned() };
    let line = |line: &str| if wraps(line) { hung(line, width) } else { line.to_owned() };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// Writes lines within the width of the terminal: longer lines continue below, indented.
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
        let text = hung(&String::from_utf8_lossy(&self.line), self.width);
        self.line.clear();
        write!(self.out, "{text}{}", if newline { "\n" } else { "" })
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

/// A line in lines no wider than this; those that go on begin where its text does.
fn hung(line: &str, width: usize) -> String {
    folded(line, width, hanging(line).min(width / 2))
}

/// A text in lines no wider than this; those that go on are so much further in.
pub(crate) fn folded(text: &str, width: usize, indent: usize) -> String {
    let (mut lines, mut rest, mut before) = (Vec::new(), text, 0);
    while let Some(at) = breaks(rest, width - before) {
        lines.push(rest[..at].trim_end());
        rest = rest[at..].trim_start();
        before = indent;
    }
    lines.push(rest);
    lines.join(&format!("\n{:indent$}", ""))
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
    let blanks = line.char_indices().take(width + 1).filter(|(_, c)| *c == ' ');
    let blank = blanks.map(|(at, _)| at).filter(breakable).last();
    let joint = |(at, c): &(usize, char)| ",;|-".contains(*c) && !line[at + 1..].starts_with('>');
    let joint = || line[..end].char_indices().rfind(joint).map(|(at, _)| at + 1);
    blank.or_else(joint).or(Some(end))
}

/// The number, or `-` where there is none.
pub(crate) fn or_dash(number: Option<&Rational>, print: impl Fn(&Rational) -> String) -> String {
    number.map_or_else(|| "-".to_owned(), print)
}

/// `m`, `3 m`, `0.5 m`.
pub(crate) fn times_m(words: &Rational) -> String {
    if words.is_one() {
        "m".to_owned()
    } else if words.is_zero() {
        "0".to_owned()
    } else {
        format!("{} m", shown(words))
    }
}

/// `239.545 us`
pub(crate) fn time(time: &Rational, numbers: &Numbers) -> String {
    shown(time) + &unit(numbers)
}

/// `239.545 us (exactly 2635/11)`: an amount of time.
pub(crate) fn amount(time: &Rational, numbers: &Numbers) -> String {
    let text = shown(time);
    format!("{text}{}{}", unit(numbers), exactly(time, &text))
}

/// `3 t_s + 0.333333 m t_w (exactly 3 t_s + 1/3 m t_w)`
pub(crate) fn cost(cost: &Cost) -> String {
    let text = shown(cost);
    format!("{text}{}", exactly(cost, &text))
}

/// `1.11`: how often one total goes into another; `1` only where they are equal.
pub(crate) fn ratio(ratio: &Rational) -> String {
    if ratio.is_one() || exact() {
        return ratio.to_string();
    }
    let half = Rational::ratio(1, 2).unwrap_or_default();
    let hundredths = (&(ratio * &Rational::from(100)) + &half).floor();
    let digits = format!("{:0>3}", hundredths.to_string());
    let (whole, rest) = digits.split_at(digits.len() - 2);
    format!("{whole}.{rest}")
}

/// ` us`, behind an amount of time.
fn unit(numbers: &Numbers) -> String {
    numbers.unit.map_or_else(String::new, |unit| format!(" {unit}"))
}

/// The numbers of the totals: `at m = 100, t_s = 5, t_w = 1`, with `t_h = 0` if hops count.
pub(crate) fn given(numbers: &Numbers, hops: bool) -> String {
    let unit = unit(numbers);
    let mut given = Vec::new();
    given.extend(numbers.m.as_ref().map(|m| format!("m = {}", shown(m))));
    given.extend(numbers.t_s.as_ref().map(|t| format!("t_s = {}{unit}", shown(t))));
    given.extend(numbers.t_w.as_ref().map(|t| format!("t_w = {}{unit}", shown(t))));
    let t_h = |name: &str, time: &Rational| {
        let unit = if time.is_zero() { "" } else { &unit };
        format!("t_h{name} = {}{unit}", shown(time))
    };
    given.extend(hops.then(|| t_h("", &numbers.t_h)));
    let gamma = Some(&numbers.timing.gamma).filter(|gamma| !gamma.is_zero());
    given.extend(gamma.map(|gamma| format!("γ = {}{unit}", shown(gamma))));
    let call = Some(&numbers.timing.call).filter(|call| !call.is_zero());
    given.extend(call.map(|call| format!("call = {}{unit}", shown(call))));
    for TimesOf { class, name, .. } in &numbers.tables {
        let class = class.as_ref().map_or_else(String::new, |class| format!("[{class}]"));
        given.push(format!("t{class} of {name}"));
    }
    if !numbers.tables.is_empty() {
        return format!("at {}", given.join(", "));
    }
    for ClassTimes { name, t_w, t_h: time, .. } in &numbers.classes {
        given.extend(t_w.as_ref().map(|t_w| format!("t_w[{name}] = {}{unit}", shown(t_w))));
        given.push(t_h(&format!("[{name}]"), time));
    }
    format!("at {}", given.join(", "))
}

/// `1 byte; t_w is per byte`: how large a word is, where sizes are in bytes.
pub(crate) fn word(numbers: &Numbers) -> Option<String> {
    let word = numbers.word.as_ref()?;
    let per = if word.is_one() { "byte" } else { "word" };
    let bytes = if word.is_one() { "byte" } else { "bytes" };
    Some(format!("{} {bytes}; t_w is per {per}", shown(word)))
}

/// `7 messages in 3 steps`
pub(crate) fn size(messages: impl Into<u128>, steps: impl Into<u128>) -> String {
    format!("{} in {}", count(messages, "message"), count(steps, "step"))
}

/// `3 steps`, `1 message`
pub(crate) fn count(number: impl Into<u128>, one: &str) -> String {
    counted(number.into(), one)
}

/// How wide the words before the facts of a price or a ranking are.
const WIDTH: usize = 13;

/// A part of a line.
pub(crate) enum FactPart {
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
    pub(crate) lines: Vec<Vec<FactPart>>,
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
        self.part(FactPart::Plain(text.into()))
    }

    pub(crate) fn formula(self, text: impl Into<String>) -> Self {
        self.part(FactPart::Formula(text.into()))
    }

    pub(crate) fn strong(self, text: impl Into<String>) -> Self {
        self.part(FactPart::Strong(text.into()))
    }

    /// Begins another line with a source, without the lemma that extends it to other graphs.
    pub(crate) fn source(self, source: &str) -> Self {
        self.line(without_lemma(source))
    }

    /// Begins another line.
    pub(crate) fn line(mut self, text: impl Into<String>) -> Self {
        self.lines.push(vec![FactPart::Plain(text.into())]);
        self
    }

    fn part(mut self, part: FactPart) -> Self {
        if let Some(line) = self.lines.last_mut() {
            line.push(part);
        }
        self
    }
}

/// A source without `; any graph by Lemma U`.
pub(crate) fn without_lemma(source: &str) -> &str {
    let before = |end: &str| source.find(end).unwrap_or(source.len());
    &source[..before("; any graph by").min(before("; along a tour by"))]
}

/// Writes facts for reading, each with its term before its first line.
pub(crate) fn list(out: &mut dyn Write, all: impl IntoIterator<Item = Fact>) -> Result<()> {
    list_after(out, WIDTH, all)
}

/// The same with terms of another width.
pub(crate) fn list_after(
    out: &mut dyn Write,
    width: usize,
    all: impl IntoIterator<Item = Fact>,
) -> Result<()> {
    for Fact { mut name, lines } in all {
        for line in lines {
            let mut text = format!("{name:width$}");
            for FactPart::Plain(part) | FactPart::Formula(part) | FactPart::Strong(part) in line {
                text += &part;
            }
            writeln!(out, "{}", text.trim_end())?;
            name.clear();
        }
    }
    Ok(())
}

/// A column, its cells on the left as words or on the right as numbers.
#[derive(Clone, Copy)]
pub(crate) struct Column<'a> {
    pub(crate) title: &'a str,
    pub(crate) alignment: Alignment,
    shown: bool,
    /// Whether its cells are wrapped before a column is dropped.
    wraps: bool,
}

/// A column of words.
pub(crate) fn words(title: &str) -> Column<'_> {
    Column { title, alignment: Alignment::LEFT, shown: true, wraps: false }
}

/// A column of numbers.
pub(crate) fn number(title: &str) -> Column<'_> {
    Column { title, alignment: Alignment::RIGHT, shown: true, wraps: false }
}

impl Column<'_> {
    /// The same, left out unless it is to be shown.
    pub(crate) fn only_if(self, shown: bool) -> Self {
        Column { shown, ..self }
    }

    /// The same, wrapped where the table is too wide.
    pub(crate) fn wraps(self) -> Self {
        Column { wraps: true, ..self }
    }
}

/// The columns that are shown, and their cells.
pub(crate) struct PageTable<'a> {
    pub(crate) columns: Vec<Column<'a>>,
    pub(crate) rows: Vec<Vec<String>>,
}

impl<'a> PageTable<'a> {
    /// A table with a row for each of these; cells of columns that are not shown are left out.
    pub(crate) fn of<const N: usize, T>(
        columns: [Column<'a>; N],
        rows: impl IntoIterator<Item = T>,
        cells: impl Fn(T) -> [String; N],
    ) -> Self {
        let row = |row| {
            let cells = columns.iter().zip(cells(row));
            cells.filter_map(|(column, cell)| column.shown.then_some(cell)).collect()
        };
        let rows = rows.into_iter().map(row).collect();
        PageTable { columns: columns.into_iter().filter(|column| column.shown).collect(), rows }
    }

    /// Writes it for reading: no lines but one under the head, no blanks at the ends of lines.
    /// Where it is wider than the terminal, it goes on in blocks below, each with the first column.
    /// Control characters of user text are escaped.
    pub(crate) fn write(mut self, out: &mut dyn Write) -> Result<()> {
        for (number, columns) in self.blocks(width()).into_iter().enumerate() {
            if number > 0 {
                writeln!(out)?;
            }
            self.write_block(&columns, out)?;
        }
        Ok(())
    }

    fn write_block(&self, shown: &[usize], out: &mut dyn Write) -> Result<()> {
        let mut pretty = Pretty::new();
        let line = LineSeparator::new('-', ' ', ' ', ' ');
        pretty.set_format(
            FormatBuilder::new().padding(0, GAP).separator(LinePosition::Title, line).build(),
        );
        let columns = || shown.iter().map(|at| &self.columns[*at]);
        let title = |column: &Column<'_>| Cell::new_align(column.title, column.alignment);
        pretty.set_titles(Row::new(columns().map(title).collect()));
        // Below the first block, rows without a mark say nothing.
        let marks = columns().skip(1).all(|column| column.title.is_empty());
        let says = |row: &&Vec<String>| {
            shown.iter().skip(1).any(|at| row.get(*at).is_some_and(|cell| !cell.is_empty()))
        };
        for row in self.rows.iter().filter(|row| !marks || says(row)) {
            let cells = columns().zip(shown.iter().filter_map(|at| row.get(*at)));
            let cell = |(column, text): (&Column<'_>, &String)| {
                Cell::new_align(&visible(text), column.alignment)
            };
            pretty.add_row(Row::new(cells.map(cell).collect()));
        }
        write_lines(out, &pretty, width())
    }

    /// How wide each column is.
    fn widths(&self) -> Vec<usize> {
        let length = |text: &str| text.chars().count();
        let width = |(at, column): (usize, &Column<'_>)| {
            let cells = self.rows.iter().filter_map(|row| row.get(at));
            cells.map(|cell| length(&visible(cell))).max().unwrap_or(0).max(length(column.title))
        };
        self.columns.iter().enumerate().map(width).collect()
    }

    /// Makes it fit: wraps the column that wraps, and divides the others into blocks. Each has the first column and as
    /// many of the others as fit; every column is in one.
    fn blocks(&mut self, width: usize) -> Vec<Vec<usize>> {
        let full = self.widths();
        let together = |shown: &[usize], widths: &[usize]| -> usize {
            shown.iter().map(|at| widths[*at] + GAP).sum::<usize>().saturating_sub(GAP)
        };
        let wrapping = self.columns.iter().position(|column| column.wraps);
        let mut least = full.clone();
        if let Some(at) = wrapping {
            least[at] = full[at].min(LEAST_WRAPPED);
        }
        let mut blocks: Vec<Vec<usize>> = vec![Vec::new()];
        for at in 0..full.len() {
            let block = blocks.pop().unwrap_or_default();
            let more = [&block[..], &[at]].concat();
            if block.len() < 2 || together(&more, &least) <= width {
                blocks.push(more);
            } else {
                blocks.extend([block, vec![0, at]]);
            }
        }
        for block in &blocks {
            let too_wide = together(block, &full).saturating_sub(width);
            let at = wrapping.filter(|at| block.contains(at)).or(block.last().copied());
            if let Some(at) = at.filter(|_| too_wide > 0) {
                self.wrap(at, full[at].saturating_sub(too_wide).max(LEAST_PART));
            }
        }
        blocks
    }

    /// Breaks the cells of a column after so many characters, between words.
    fn wrap(&mut self, column: usize, width: usize) {
        for cell in self.rows.iter_mut().filter_map(|row| row.get_mut(column)) {
            *cell = folded(cell, width, 0);
        }
    }
}

/// Blanks between two columns.
pub(crate) const GAP: usize = 2;

/// The least width of a column that is wrapped.
const LEAST_WRAPPED: usize = 24;

/// The least width of a column that has no room.
const LEAST_PART: usize = 8;

/// Writes rows of words alone, each column as wide as its widest.
pub(crate) fn write_plain(out: &mut dyn Write, rows: &[Vec<String>]) -> Result<()> {
    let mut plain: Pretty = rows.iter().collect();
    plain.set_format(FormatBuilder::new().padding(0, 2 * GAP).build());
    write_lines(out, &plain, usize::MAX)
}

/// Writes the lines of a table without the blanks at their ends, and none wider than this.
fn write_lines(out: &mut dyn Write, table: &Pretty, width: usize) -> Result<()> {
    let mut text = Vec::new();
    table.print(&mut text)?;
    for line in String::from_utf8_lossy(&text).lines() {
        // The line under the head may have blanks behind it.
        let line = line.trim_end();
        let end = line.char_indices().nth(width).map_or(line.len(), |(end, _)| end);
        writeln!(out, "{}", line[..end].trim_end())?;
    }
    Ok(())
}

/// Writes a line of CSV. Everything except numbers is in quotes, so that a spreadsheet does not
/// read fractions as dates.
pub(crate) fn write_csv<T: AsRef<[u8]>>(
    out: &mut dyn Write,
    cells: impl IntoIterator<Item = T>,
) -> Result<()> {
    let mut writer =
        csv::WriterBuilder::new().quote_style(csv::QuoteStyle::NonNumeric).from_writer(out);
    let written = writer.write_record(cells).map_err(|error| match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    });
    Ok(written.and_then(|()| writer.flush())?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hockney_base::number::Rational;
    use quickcheck::quickcheck;

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

    /// Letters of one to four bytes, blanks and the signs at which lines break, in any order.
    fn any_letters(picks: &[u8]) -> String {
        let letters: Vec<char> = "aé√𝛽 ,;|->:\u{a0}  ".chars().collect();
        picks.iter().map(|pick| letters[*pick as usize % letters.len()]).collect()
    }

    quickcheck! {
        fn no_text_is_cut_inside_a_letter(picks: Vec<u8>, width: u8) -> bool {
            let (text, width) = (any_letters(&picks).repeat(3), 2 + usize::from(width % 50));
            let letters = |text: &str| text.split_whitespace().collect::<String>();
            let lines = wrapped(&text, width);
            let fits = lines.lines().all(|line| line.trim_end().chars().count() <= width);
            let whole = letters(&folded(&text, width, 0)) == letters(&text);
            fits && whole && letters(&lines) == letters(&text)
        }
    }

    #[test]
    fn messages_are_wrapped_and_quotes_are_not() {
        let text = "error: one two three four\n1 | one two three four\n  = help: five six seven\n";
        let broken = "error: one two\n    three four\n1 | one two three four\n  = help: five\n      six seven\n";
        assert_eq!(within(text, Some(15), is_message), broken);
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
