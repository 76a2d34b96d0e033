//! `hockney fit`: t_s and t_w of a table of times, and what they are off by at each size.

use super::prelude::*;
use hockney_cost::{Fit, Fits, TableFormat, TimeLine, TimeTable};

/// The table.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hockney fit osu_latency.txt
  hockney cost all-reduce -t switch:8 --times osu_latency.txt -m 1MB")]
pub(crate) struct FitArgs {
    /// A table of osu_latency, IMB PingPong or nccl-tests, or columns of bytes and us; - is standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// The output format.
    #[arg(short, long, default_value = "text", value_parser = one_of(TEXT_FORMATS))]
    pub(crate) format: ReportFormat,
}

/// The most rows of a screen.
const MOST_ROWS: usize = 28;

/// The columns between the ends of the text plot, and the marks in them for twice the time.
const PLOT: i64 = 40;
const OCTAVE: u32 = 8;

/// A microsecond in picoseconds.
const MICROSECOND: u64 = 1_000_000;

/// The lines of a table, in microseconds.
#[derive(Serialize)]
struct FitReport {
    format: &'static str,
    file: String,
    software: &'static str,
    /// `bytes` or `words`
    sizes: &'static str,
    /// `None` where the table does not state it.
    t_s: Option<Rational>,
    t_w: Option<Rational>,
    median_error: Rational,
    rows: Vec<FitRow>,
    lines: Vec<LineRow>,
    median_error_of_lines: Rational,
    warnings: Vec<String>,
}

#[derive(Serialize)]
struct FitRow {
    size: Rational,
    time: Rational,
    line: Rational,
    /// In units of the time; below 0 where the line is less.
    error: Rational,
    #[serde(skip)]
    plot: String,
}

#[derive(Serialize)]
struct LineRow {
    from: Rational,
    to: Rational,
    fixed: Rational,
    each: Rational,
}

pub(crate) fn run(args: &FitArgs) -> Result<()> {
    let table = times::table(&args.file)?;
    times::notes(&args.file, &table);
    let report = FitReport::of(&args.file, &table, &Fits::of(&table));
    output::print(None, args.format, &report, &mut |out| report.write(out))
}

fn in_us(time: &Rational) -> Rational {
    time.checked_div(&Rational::from(MICROSECOND)).unwrap_or_default()
}

/// The software of a table.
fn software(format: TableFormat) -> &'static str {
    match format {
        TableFormat::Osu => "osu_latency",
        TableFormat::OsuBandwidth => "osu_bw",
        TableFormat::Imb => "IMB",
        TableFormat::Nccl => "nccl-tests",
        TableFormat::Columns | TableFormat::Bare => "columns",
    }
}

/// The middle one of the errors; of two the greater.
fn median(fits: &[Fit]) -> Rational {
    let mut errors: Vec<Rational> =
        fits.iter().flat_map(|fit| &fit.errors).map(Rational::abs).collect();
    errors.sort_unstable();
    let middle = errors.len() / 2;
    errors.get(middle).cloned().unwrap_or_default()
}

/// `12 %`
fn percent(share: &Rational) -> String {
    let tenths = (share * &Rational::from(1000)).abs() + Rational::ratio(1, 2).unwrap_or_default();
    let percent = tenths.floor().checked_div(&Rational::from(10)).unwrap_or_default();
    format!("{} %", percent.decimal().unwrap_or_default())
}

fn short(number: &Rational) -> String {
    number.significant(4)
}

impl FitReport {
    fn of(file: &str, table: &TimeTable, fits: &Fits) -> Self {
        let unit = times::unit(table.counted);
        let stream = table.format == TableFormat::OsuBandwidth;
        let (small, large) = (fits.has_small() && !stream, fits.has_large());
        let mut warnings = Vec::new();
        let ends = [&table.rows[0].size, &table.rows[table.rows.len() - 1].size];
        if stream {
            warnings
                .push("no t_s: messages of a stream overlap; osu_latency measures startups".into());
        } else if !small {
            warnings.push(format!(
                "no t_s: at the smallest size, {} {unit}, words take {} of the time; measure smaller sizes",
                ends[0],
                percent(&fits.words_of_smallest)
            ));
        }
        if !large {
            warnings.push(format!(
                "no t_w: at the largest size, {} {unit}, the startup takes {} of the time; measure larger sizes",
                ends[1],
                percent(&fits.startup_of_largest)
            ));
        }
        let TimeLine { fixed, each } = &fits.one.line;
        let lines = fits.several.iter().map(|fit| LineRow {
            from: table.rows[fit.first].size.clone(),
            to: table.rows[fit.end - 1].size.clone(),
            fixed: in_us(&fit.line.fixed),
            each: in_us(&fit.line.each),
        });
        FitReport {
            format: "hockney/fit/v1",
            file: file.to_owned(),
            software: software(table.format),
            sizes: unit,
            t_s: small.then(|| in_us(fixed)),
            t_w: large.then(|| in_us(each)),
            median_error: median(std::slice::from_ref(&fits.one)),
            rows: rows(table, &fits.one),
            lines: lines.collect(),
            median_error_of_lines: median(&fits.several),
            warnings,
        }
    }

    fn write(&self, out: &mut dyn Write) -> Result<()> {
        let FitReport { rows, sizes, .. } = self;
        let (first, last) = (&rows[0].size, &rows[rows.len() - 1].size);
        let many = count(rows.len() as u64, "size");
        writeln!(out, "{}: {}, {many} from {first} to {last} {sizes}\n", self.file, self.software)?;
        let every = rows.len().div_ceil(MOST_ROWS);
        let columns = [
            number(sizes),
            number("us"),
            number("line"),
            number("off by"),
            words("* measured, | line"),
        ];
        let shown = rows.iter().step_by(every);
        let cells = |row: &FitRow| {
            let sign = if row.error.is_negative() { "-" } else { "+" };
            let off = format!("{sign}{}", percent(&row.error));
            [row.size.to_string(), short(&row.time), short(&row.line), off, row.plot.clone()]
        };
        PageTable::of(columns, shown, cells).write(out)?;
        if every > 1 {
            writeln!(out, "every {every}th size is shown; -f json has all")?;
        }
        writeln!(out)?;
        page::list(out, self.facts())
    }

    fn facts(&self) -> Vec<Fact> {
        let one = if self.sizes == "bytes" { "byte" } else { "word" };
        let none = || "not stated".to_owned();
        let t_s = self.t_s.as_ref().map_or_else(none, |t_s| format!("{} us", short(t_s)));
        let rate = |t_w: &Rational| {
            t_w.recip().map(|rate| short(&(rate * Rational::ratio(1, 1000).unwrap_or_default())))
        };
        let t_w = self.t_w.as_ref().map_or_else(none, |t_w| {
            let rate = rate(t_w).filter(|_| one == "byte");
            let rate = rate.map_or_else(String::new, |rate| format!(" ({rate} GB/s)"));
            format!("{} ns per {one}{rate}", short(&(t_w * &Rational::from(1000))))
        });
        let off = |error: &Rational| format!("off by {} in the median", percent(error));
        let worst = self.rows.iter().max_by(|a, b| a.error.abs().cmp(&b.error.abs()));
        let worst = worst.map_or_else(String::new, |row| {
            format!(", at worst by {} at {} {}", percent(&row.error), row.size, self.sizes)
        });
        let mut facts = vec![
            Fact::new("t_s", t_s),
            Fact::new("t_w", t_w),
            Fact::new("one line", off(&self.median_error) + &worst),
        ];
        let line = |of: &LineRow| {
            let each = short(&(&of.each * &Rational::from(1000)));
            let (fixed, sizes) = (short(&of.fixed), self.sizes);
            format!("{} to {} {sizes}: {fixed} us + {each} ns per {one}", of.from, of.to)
        };
        let name = count(self.lines.len() as u64, "line");
        let lines = Fact::new(name, off(&self.median_error_of_lines));
        facts.push(self.lines.iter().map(line).fold(lines, Fact::line));
        facts.extend(self.warnings.iter().map(|why| Fact::new("warning", why)));
        let exact = format!("--times {} prices with the table itself, without a fit", self.file);
        facts.push(Fact::new("exact", exact));
        facts
    }
}

/// The sizes with the time, the line, and a plot of both on a logarithmic axis.
fn rows(table: &TimeTable, one: &Fit) -> Vec<FitRow> {
    let place = |time: &Rational| time.pow(OCTAVE).floor_log2().unwrap_or_default();
    let pairs = table.rows.iter().map(|row| [row.time.clone(), one.line.at(&row.size)]);
    let pairs: Vec<[Rational; 2]> = pairs.collect();
    let all = || pairs.iter().flatten().filter(|time| time.is_positive()).map(place);
    let (low, high) = (all().min().unwrap_or_default(), all().max().unwrap_or_default());
    let column = |time: &Rational| {
        let at = if time.is_positive() { place(time) } else { low };
        (at - low) * PLOT / (high - low).max(1)
    };
    let plot = |[time, line]: &[Rational; 2]| {
        let [time, line] = [column(time), column(line)];
        let mark = |at: i64| match at {
            at if at == time => '*',
            at if at == line => '|',
            _ => ' ',
        };
        (0..=time.max(line)).map(mark).collect::<String>()
    };
    let row =
        |((row, pair), error): ((&hockney_cost::TimeRow, &[Rational; 2]), &Rational)| FitRow {
            size: row.size.clone(),
            time: in_us(&row.time),
            line: in_us(&pair[1]),
            error: error.clone(),
            plot: plot(pair),
        };
    table.rows.iter().zip(&pairs).zip(&one.errors).map(row).collect()
}
