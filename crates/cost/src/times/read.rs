//! Reads tables of times: osu_latency, osu_bw, IMB PingPong, nccl-tests by the words of their heads, and columns of sizes and
//! times, also out of mails and pages.
//!
//! Lines that begin with a number are rows. Other lines are heads, or text that says nothing. A table that can mean two things is
//! refused.

use std::borrow::Cow;

use hockney_base::diagnostic::{Diagnostic, Span};
use hockney_base::number::{Quantity, Rational, SECOND, SIZES, TIMES, Unit, counted};

use super::head::{
    Counted, Layout, TableFormat, Title, joined, known, names_columns, stated, title,
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
    pub(super) line: usize,
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
        let mut most = Rational::zero();
        let falls = |row: &&TimeRow| {
            most = row.time.clone().max(most.clone());
            row.time < most
        };
        self.rows.iter().filter(falls).map(|row| row.size.clone()).collect()
    }

    /// The time of a message for words of so many bytes, in units of so many picoseconds. `None` if sizes are bytes and the
    /// size of a word is unknown.
    pub fn message_time(&self, word: Option<&Rational>, unit: u64) -> Option<MessageTime> {
        let one = Rational::one();
        let word = if self.counted == Counted::Words { &one } else { word? };
        let point = |row: &TimeRow| {
            let time = row.time.checked_div(&Rational::from(unit))?;
            Some(TimePoint { words: row.size.checked_div(word)?, time })
        };
        let points: Option<Vec<TimePoint>> = self.rows.iter().map(point).collect();
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

/// A line without the rank that a launcher puts before it: `[1,0]<name>:`, `[0]` or `0:`.
fn without_rank(line: &str) -> &str {
    let is_rank =
        |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == ',');
    let bare = line.trim_start_matches('\u{feff}').trim_start();
    let tagged = bare.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    if let Some((_, rest)) = tagged.filter(|(rank, _)| is_rank(rank)) {
        let named = rest.strip_prefix('<').and_then(|rest| rest.split_once('>'));
        return named.map_or(rest, |(_, rest)| rest).trim_start_matches(':');
    }
    let numbered = bare.split_once(": ").filter(|(rank, _)| is_rank(rank));
    numbered.map_or(line, |(_, rest)| rest)
}

/// A line without tags, entities, marks of quotation, and the bars of a table.
fn cleaned(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut rest = without_rank(line);
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
    let text = text.trim_start_matches(|c: char| c == '>' || c.is_whitespace()).trim_end();
    if !text.starts_with('|') {
        return text.to_owned();
    }
    text.trim_matches('|').trim().replace('|', "\t")
}

/// The cells of a row or head: between blanks if all are numbers, or else between semicolons, commas or tabs if it has any.
pub(crate) fn cells(line: &str) -> Vec<String> {
    let numbers: Vec<&str> = line.split_whitespace().collect();
    let is_number = |text: &&str| ungrouped(text).parse::<Rational>().is_ok();
    let mark = [';', ',', '\t'].into_iter().find(|c| line.contains(*c));
    let Some(mark) = mark.filter(|_| numbers.len() < 2 || !numbers.iter().all(is_number)) else {
        return numbers.into_iter().map(unquoted).collect();
    };
    let mut quoted = false;
    let cells = line.split(|c| {
        quoted ^= c == '"';
        c == mark && !quoted
    });
    cells.map(unquoted).filter(|cell| mark != '\t' || !cell.is_empty()).collect()
}

fn unquoted(cell: &str) -> String {
    cell.trim().trim_matches('"').to_owned()
}

/// A number without the commas between thousands; as it is if a comma may be another mark.
fn ungrouped(text: &str) -> Cow<'_, str> {
    let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
    let mut groups = whole.split(',');
    let is_group = |group: &str| group.bytes().all(|c| c.is_ascii_digit());
    let leads =
        groups.next().is_some_and(|first| (1..=3).contains(&first.len()) && is_group(first));
    let grouped = leads && groups.all(|group| group.len() == 3 && is_group(group));
    if grouped && !rest.contains(',') { text.replace(',', "").into() } else { text.into() }
}

/// Whether a line begins with a number, and is no sentence, date, time of day or address.
pub(crate) fn is_row(line: &str) -> bool {
    let begins = |word: &str| {
        let number = word.trim_start_matches(['"', '-', '+', '.']);
        number.starts_with(|c: char| c.is_ascii_digit())
    };
    let first = line.split([' ', '\t', ',', ';']).next().unwrap_or_default();
    let is_date =
        first.match_indices('-').any(|(at, _)| at > 0 && !first[..at].ends_with(['e', 'E']));
    let count = |c: char| first.matches(c).count();
    let is_stamp = is_date || first.contains(':') || count('.') > 1 || count('/') > 1;
    let words: Vec<&str> = line.split_whitespace().skip(1).collect();
    let is_text = words.len() > 2
        && !words.iter().any(|word| begins(word))
        && words[0].chars().all(char::is_alphabetic)
        && !["nan", "inf"].contains(&&*words[0].to_lowercase());
    begins(line) && !is_stamp && !is_text && !line.contains("out-of-mem")
}

/// The table up to some line.
#[derive(Default)]
struct Reading {
    layout: Option<Layout>,
    /// The last head of another software.
    head: Option<Head>,
    rows: Vec<(Span, TimeRow)>,
    /// The cells of the first row.
    columns: usize,
    /// The place of the last benchmark of messages among those of its software.
    place: usize,
    /// A benchmark whose rows are not read, with its name.
    other: Option<(Span, String)>,
}

/// A line above the rows that may name columns.
struct Head {
    span: Span,
    /// Its cells: between marks or blanks, and between at least two blanks.
    cells: [Vec<String>; 2],
    /// Whether it names a size and a time.
    named: bool,
}

impl Reading {
    fn line(&mut self, number: usize, span: Span, line: &str) -> Result<(), Diagnostic> {
        match title(line) {
            Some(Title::Messages(place)) => {
                // Of several benchmarks of one run, PingPong is read.
                let skips = !self.rows.is_empty() && place > self.place;
                if place < self.place {
                    *self = Reading::default();
                }
                self.other = skips.then(|| (span, String::new()));
                self.place = if skips { self.place } else { place };
            }
            Some(Title::Other(name)) => self.other = Some((span, name)),
            None => {}
        }
        if self.other.is_some() {
            return Ok(());
        }
        if is_row(line) {
            // Text above rows between blanks may have commas.
            let head = self.head.take();
            self.head = head.filter(|head| head.named || line.contains([',', ';']));
            return self.row(number, span, &cells(line)).map_err(|error| match error.span {
                Some(_) => error,
                None => error.at(span),
            });
        }
        let found = known(line);
        let plain = line.trim_start_matches(['#', ' ']);
        let wide = plain.split("  ").map(str::trim).filter(|cell| !cell.is_empty());
        let wide: Vec<String> = wide.map(str::to_owned).collect();
        let all = [joined(&cells(plain)), joined(&wide)];
        let named = all.iter().any(|cells| names_columns(cells));
        if (found.is_some() || named) && !self.rows.is_empty() {
            let message = "a second table begins here";
            return Err(Diagnostic::new(message).help("leave one table in the file").at(span));
        }
        let [cells, _] = &all;
        if !self.rows.is_empty() {
            let is_number = |cell: &String| cell.parse::<Rational>().is_ok();
            if cells.len() == self.columns && cells.len() > 1 && cells.iter().skip(1).any(is_number)
            {
                let message = format!("the size `{}` is not a number", cells[0]);
                return Err(Diagnostic::new(message).at(span));
            }
        } else if found.is_some() {
            self.layout = found;
        } else if named {
            (self.layout, self.head) = (None, Some(Head { span, cells: all, named }));
        } else if plain.contains([',', ';'])
            && !line.starts_with('#')
            && self.head.as_ref().is_none_or(|head| !head.named)
        {
            self.head = Some(Head { span, cells: all, named });
        }
        Ok(())
    }

    /// The layout for the first row.
    fn layout(&mut self, columns: usize) -> Result<Layout, Diagnostic> {
        if let Some(layout) = &self.layout {
            return Ok(layout.clone());
        }
        let named = |Head { span, cells: [cells, wide], named }: Head| {
            let fits = if wide.len() == columns { wide } else { cells };
            (named || fits.len() == columns).then_some((span, fits))
        };
        match self.head.take().and_then(named) {
            Some((span, cells)) => stated(&cells).map_err(|why| unclear(&why).at(span)),
            None if columns == 2 => Ok(Layout::of(TableFormat::Bare, 0, 1, 2)),
            None => {
                let columns = counted(columns as u128, "column");
                let why = format!("a row has {columns} and no head says which are size and time");
                Err(unclear(&why))
            }
        }
    }

    fn row(&mut self, line: usize, span: Span, cells: &[String]) -> Result<(), Diagnostic> {
        if self.rows.is_empty() {
            self.columns = cells.len();
        }
        let layout = self.layout(cells.len())?;
        self.layout = Some(layout.clone());
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
            if let Some((span, name)) = self.other {
                return Err(not_of_messages(&format!("`{name}`")).at(span));
            }
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
    let fault = |why| Diagnostic::new(format!("the {what} `{}` {why}", short(text)));
    let plain = ungrouped(text);
    // Sizes are whole, and so a comma in them stands between thousands; in `1,250` it may be a decimal mark.
    if text.matches(',').count() == 1 && plain != text && what != "size" && !text.contains('.') {
        return Err(fault("may mean two numbers: write it without a comma".to_owned()));
    }
    let read = Quantity::read(&plain, units);
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
