//! Reads tables of times: osu_latency, osu_bw, IMB PingPong, nccl-tests by the words of their heads, and columns of sizes and
//! times, also out of mails and pages.
//!
//! Lines that begin with a number are rows. Other lines are heads, or text that says nothing. A table that can mean two things is
//! refused.

use hockney_base::diagnostic::{Diagnostic, Span};
use hockney_base::number::{Quantity, Rational, SECOND, SIZES, TIMES, Unit, counted};

use super::head::{
    Counted, Layout, TableFormat, joined, known, names_columns, other_benchmark, stated,
};
use super::{MessageTime, TimePoint};

/// The most rows of a table.
pub const MOST_ROWS: usize = 10_000;

/// The most bits of a number: of a size of 10^18 bytes, or a time with 15 digits.
const MOST_BITS: u64 = 128;

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeRow {
    /// Its line, counted from 1.
    pub line: usize,
    /// The size of the message, in bytes or words.
    pub size: Rational,
    /// Its time as measured, in picoseconds.
    pub time: Rational,
}

/// A table of times of messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeTable {
    /// The software whose table it is.
    pub format: TableFormat,
    /// What its sizes count.
    pub counted: Counted,
    /// At least two rows, by ascending size.
    pub rows: Vec<TimeRow>,
}

impl TimeTable {
    /// Reads a table.
    ///
    /// # Errors
    /// A table that is broken or can mean two things, with the line and the reason.
    pub fn read(text: &str) -> Result<Self, Diagnostic> {
        let mut reading = Reading::default();
        for (number, (span, line)) in lines(text).enumerate() {
            reading.line(number + 1, span, &line)?;
        }
        reading.close()
    }

    /// The sizes whose time is less than that of a smaller size.
    pub fn falls_at(&self) -> Vec<Rational> {
        let risen = self.risen();
        let falls = self.rows.iter().zip(&risen).filter(|(row, risen)| row.time < **risen);
        falls.map(|(row, _)| row.size.clone()).collect()
    }

    /// The greatest time of each size and all smaller ones.
    fn risen(&self) -> Vec<Rational> {
        let mut most = Rational::zero();
        let greatest = |row: &TimeRow| {
            most = row.time.clone().max(most.clone());
            most.clone()
        };
        self.rows.iter().map(greatest).collect()
    }

    /// The time of a message for words of so many bytes, in units of so many picoseconds. A time that falls is that of the
    /// greatest smaller size. `None` if sizes are bytes and the size of a word is unknown.
    pub fn message_time(&self, word: Option<&Rational>, unit: u64) -> Option<MessageTime> {
        let one = Rational::one();
        let word = if self.counted == Counted::Words { &one } else { word? };
        let point = |(row, time): (&TimeRow, Rational)| {
            let time = time.checked_div(&Rational::from(unit))?;
            Some(TimePoint { words: row.size.checked_div(word)?, time })
        };
        let points: Option<Vec<TimePoint>> =
            self.rows.iter().zip(self.risen()).map(point).collect();
        Some(MessageTime::through(&points?))
    }
}

/// The lines of a text with their places, without what mails and pages add.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (Span, String)> {
    let mut at = 0;
    text.split_inclusive('\n').map(move |line| {
        let start = at + (line.len() - line.trim_start().len()).min(line.trim_end().len());
        let span = Span::new(start, at + line.trim_end().len());
        at += line.len();
        (span, cleaned(line))
    })
}

/// A line without tags, entities and marks of quotation.
fn cleaned(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, tag)) = rest.split_once('<') {
        text += before;
        let is_tag = tag.starts_with(|c: char| c.is_ascii_alphabetic() || "/!".contains(c));
        if let Some((_, after)) = tag.split_once('>').filter(|_| is_tag) {
            text.push(' ');
            rest = after;
        } else {
            text.push('<');
            rest = tag;
        }
    }
    text += rest;
    for entity in ["&nbsp;", "&#160;", "&#xA0;", "&#xa0;", "\u{a0}", "\u{feff}"] {
        text = text.replace(entity, " ");
    }
    let text = text.replace("&gt;", ">").replace("&lt;", "<").replace("&amp;", "&");
    text.trim_start_matches(|c: char| c == '>' || c.is_whitespace()).trim_end().to_owned()
}

/// The cells of a row or head: between semicolons, commas or tabs if it has any, else between blanks.
pub(crate) fn cells(line: &str) -> Vec<String> {
    let cell = |text: &str| text.trim().trim_matches('"').to_owned();
    match [';', ',', '\t'].into_iter().find(|c| line.contains(*c)) {
        Some('\t') => line.split('\t').map(cell).filter(|cell| !cell.is_empty()).collect(),
        Some(mark) => line.split(mark).map(cell).collect(),
        None => line.split_whitespace().map(cell).collect(),
    }
}

/// Whether a line begins with a number.
pub(crate) fn is_row(line: &str) -> bool {
    let number = line.trim_start_matches(['"', '-', '+', '.']);
    number.starts_with(|c: char| c.is_ascii_digit())
}

/// The table up to some line.
#[derive(Default)]
struct Reading {
    layout: Option<Layout>,
    /// The last line of cells between commas before the rows.
    before: Option<(Span, Vec<String>)>,
    rows: Vec<(Span, TimeRow)>,
    /// The cells of the first row.
    columns: usize,
}

impl Reading {
    fn line(&mut self, number: usize, span: Span, line: &str) -> Result<(), Diagnostic> {
        if is_row(line) {
            // Text above rows between blanks may have commas.
            self.before = self.before.take().filter(|_| line.contains([',', ';']));
            return self.row(number, span, &cells(line)).map_err(|error| match error.span {
                Some(_) => error,
                None => error.at(span),
            });
        }
        if let Some(name) = other_benchmark(line) {
            return Err(not_of_messages(&format!("`{name}`")).at(span));
        }
        let found = known(line);
        let plain = line.trim_start_matches(['#', ' ']);
        let cells = joined(&cells(plain));
        let is_head = found.is_some() || names_columns(&cells);
        if is_head && !self.rows.is_empty() {
            let message = "a second table begins here";
            return Err(Diagnostic::new(message).help("leave one table in the file").at(span));
        }
        if !self.rows.is_empty() {
            let is_number = |cell: &String| cell.parse::<Rational>().is_ok();
            if cells.len() == self.columns && cells.len() > 1 && cells.iter().skip(1).any(is_number)
            {
                let message = format!("the size `{}` is not a number", cells[0]);
                return Err(Diagnostic::new(message).at(span));
            }
        } else if is_head {
            let head = found.map_or_else(|| stated(&cells), Ok);
            self.layout = Some(head.map_err(|why| unclear(&why).at(span))?);
        } else if plain.contains([',', ';']) && !line.starts_with('#') {
            self.before = Some((span, cells));
        }
        Ok(())
    }

    /// The layout for the first row.
    fn layout(&mut self, columns: usize) -> Result<&Layout, Diagnostic> {
        if self.layout.is_none() {
            let head = self.before.take().filter(|(_, cells)| cells.len() == columns);
            self.layout = Some(match head {
                Some((span, cells)) => stated(&cells).map_err(|why| unclear(&why).at(span))?,
                None if columns == 2 => Layout::of(TableFormat::Bare, 0, 1, 2),
                None => {
                    let columns = counted(columns as u128, "column");
                    let why =
                        format!("a row has {columns} and no head says which are size and time");
                    return Err(unclear(&why));
                }
            });
        }
        self.layout.as_ref().ok_or_else(|| unclear("no head"))
    }

    fn row(&mut self, line: usize, span: Span, cells: &[String]) -> Result<(), Diagnostic> {
        if self.rows.is_empty() {
            self.columns = cells.len();
        }
        let layout = self.layout(cells.len())?.clone();
        let missing = layout.columns.saturating_sub(cells.len());
        let exact = matches!(layout.format, TableFormat::Columns | TableFormat::Bare);
        if missing > layout.empty || (exact && cells.len() > layout.columns) {
            let columns = counted(cells.len() as u128, "column");
            let message = format!("the row has {columns}, not {}", layout.columns);
            return Err(Diagnostic::new(message).help("is the row cut off, or a text?"));
        }
        let cell = |at: usize| cells.get(at).map_or("", |cell| cell);
        let size = amount("size", cell(layout.size), &SIZES, layout.size_unit)?;
        if !size.is_integer() {
            return Err(Diagnostic::new(format!("the size `{}` is not whole", cell(layout.size))));
        }
        // Empty columns stand before the time.
        let at = layout.time - missing;
        let time = if layout.format == TableFormat::OsuBandwidth {
            let rate = amount("bandwidth", cell(at), &[], 1_000_000)?;
            (&size * &Rational::from(SECOND)).checked_div(&rate).unwrap_or_default()
        } else {
            amount("time", cell(at), &TIMES, layout.time_unit)?
        };
        if layout.format == TableFormat::Nccl {
            is_sendrecv(cells, at)?;
        }
        if !time.is_positive() {
            let help = "measure with more digits, or leave the row out";
            return Err(Diagnostic::new("the time is 0").help(help));
        }
        if self.rows.len() >= MOST_ROWS {
            return Err(Diagnostic::new(format!("the table has more than {MOST_ROWS} rows")));
        }
        self.rows.push((span, TimeRow { line, size, time }));
        Ok(())
    }

    fn close(mut self) -> Result<TimeTable, Diagnostic> {
        self.rows.sort_by(|(_, a), (_, b)| (&a.size, a.line).cmp(&(&b.size, b.line)));
        let twice = self.rows.windows(2).find(|pair| pair[0].1.size == pair[1].1.size);
        if let Some([(_, first), (span, again)]) = twice {
            let message = format!("the size {} has a time in line {}, too", again.size, first.line);
            let help = "leave one of the times, such as the median of the runs";
            return Err(Diagnostic::new(message).help(help).at(*span));
        }
        let Some(layout) = self.layout.filter(|_| !self.rows.is_empty()) else {
            let help = "expected rows of a size and a time, as osu_latency prints them";
            return Err(Diagnostic::new("the file has no table of times").help(help));
        };
        if let [(span, _)] = &self.rows[..] {
            let message = "the table has one size, and a line needs two";
            return Err(Diagnostic::new(message).at(*span));
        }
        let rows = self.rows.into_iter().map(|(_, row)| row).collect();
        Ok(TimeTable { format: layout.format, counted: layout.counted, rows })
    }
}

/// A number with one of these units, or a bare one in units of the head.
fn amount(
    what: &str,
    text: &str,
    units: &'static [Unit],
    bare: u64,
) -> Result<Rational, Diagnostic> {
    let read = Quantity::read(text, units);
    let fault = |why| Diagnostic::new(format!("the {what} `{}` {why}", short(text)));
    let Quantity { value, unit } = read.map_err(|why| fault(why.to_string()))?;
    let value = if unit.is_some() { value } else { &value * &Rational::from(bare) };
    if value.bits() > MOST_BITS {
        return Err(fault("has too many digits".to_owned()));
    }
    Ok(value)
}

fn short(text: &str) -> String {
    text.chars().take(20).collect()
}

fn unclear(why: &str) -> Diagnostic {
    let help = "write a head with units, such as `bytes,us`, and one column of times";
    Diagnostic::new(format!("the table is not clear: {why}")).help(help)
}

fn not_of_messages(name: &str) -> Diagnostic {
    let help = "use osu_latency, IMB PingPong or sendrecv_perf";
    Diagnostic::new(format!("{name} does not time single messages")).help(help)
}

/// Whether a row of nccl-tests is one of sendrecv_perf: without a root, and with equal bandwidths of algorithm and bus.
fn is_sendrecv(cells: &[String], time: usize) -> Result<(), Diagnostic> {
    let rooted = cells.get(time.wrapping_sub(1)).is_some_and(|root| is_row(root) && root != "-1");
    // Without a column for the root, a number before the time is the count.
    let rooted = rooted && time >= 5;
    if rooted || cells.get(time + 1) != cells.get(time + 2) {
        return Err(not_of_messages("a collective of nccl-tests"));
    }
    Ok(())
}
