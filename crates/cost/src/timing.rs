//! What the model counts beyond startups, words and hops: whether ranks wait for each other, gaps between messages, the
//! time of a call, and the time to combine words.

use hockney_base::diagnostic::Diagnostic;
use hockney_base::number::{Rational, SECOND};

use super::numbers::unit_named;
use super::times::{cells, is_row, lines};
use super::{
    Cost, Counted, MOST_ROWS, MessageTime, Numbers, QuantityError, TableFormat, TimePoint,
    TimeTable,
};

/// What is counted beyond startups, words and hops; nothing by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// Whether the asynchronous time is the total that decides.
    pub asynchronous: bool,
    /// How long a message keeps a port busy; by default for the time of its words.
    pub gaps: Option<Gaps>,
    /// The time of a call whatever it does, in the unit of all times.
    pub call: Rational,
    /// The time per combined word γ, in the unit of all times.
    pub gamma: Rational,
}

/// How long a message of so many words keeps a port busy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gaps {
    /// The port of its sender.
    pub send: MessageTime,
    /// The port of its receiver.
    pub receive: MessageTime,
}

/// A table of gaps as measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GapTable {
    /// Whether sizes are bytes or words.
    counted: Counted,
    rows: Vec<GapRow>,
}

/// A row of a table of gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
struct GapRow {
    size: Rational,
    /// In picoseconds.
    gaps: [Rational; 2],
}

const MICROSECOND: u64 = SECOND / 1_000_000;

impl GapTable {
    /// Reads bytes, send gap and receive gap in microseconds, or a table of osu_bw, in which both gaps are the time of a
    /// message in the stream.
    ///
    /// # Errors
    /// Another table, or a broken one, with its line and the reason.
    pub fn read(text: &str) -> Result<Self, Diagnostic> {
        let first = lines(text).find(|(_, line)| is_row(line));
        if first.is_none_or(|(_, line)| cells(&line).len() != 3) {
            let TimeTable { format, counted, rows } = TimeTable::read(text)?;
            if format != TableFormat::OsuBandwidth {
                let help =
                    "write bytes, send gap and receive gap in us, or use the table of osu_bw";
                return Err(Diagnostic::new("the table is not one of gaps").help(help));
            }
            let rows = rows.into_iter();
            let row = rows.map(|row| GapRow { size: row.size, gaps: [row.time.clone(), row.time] });
            return Ok(GapTable { counted, rows: row.collect() });
        }
        let mut rows: Vec<GapRow> = Vec::new();
        for (span, line) in lines(text).filter(|(_, line)| is_row(line)) {
            let fault = |why: String| Diagnostic::new(why).at(span);
            let numbers: Result<Vec<Rational>, _> =
                cells(&line).iter().map(|cell| cell.parse::<Rational>()).collect();
            let Ok([size, send, receive]) =
                numbers.map_or(Err(Vec::new()), <[Rational; 3]>::try_from)
            else {
                return Err(fault("a row of gaps has three numbers".to_owned())
                    .help("write bytes, send gap and receive gap in us"));
            };
            if [&size, &send, &receive].iter().any(|number| number.is_negative()) {
                return Err(fault("a size or a gap is below 0".to_owned()));
            }
            if rows.last().is_some_and(|last| last.size >= size) {
                return Err(fault(format!("the size {size} is not greater than the one before")));
            }
            if rows.len() == MOST_ROWS {
                return Err(fault(format!("the table has more than {MOST_ROWS} rows")));
            }
            let us = Rational::from(MICROSECOND);
            rows.push(GapRow { size, gaps: [&send * &us, &receive * &us] });
        }
        Ok(GapTable { counted: Counted::Bytes, rows })
    }
}

impl Numbers {
    /// The same numbers with measured gaps, which make times asynchronous. Where gaps fall, that of fewer words holds.
    ///
    /// # Errors
    /// Sizes of words or units of times that are not given, and a gap that is greater than the time of its message.
    pub fn with_gaps(mut self, table: &GapTable) -> Result<Self, QuantityError> {
        let error = |why: String| QuantityError::new("--gaps", why);
        let (_, picoseconds) = unit_named(self.unit).ok_or_else(|| {
            error("needs times with units, such as --ts 2us, because gaps are in us".to_owned())
        })?;
        let one = Rational::one();
        let word = if table.counted == Counted::Words { Some(&one) } else { self.word.as_ref() };
        let word = word.ok_or_else(|| error(super::numbers::NEEDS_BYTES.to_owned()))?;
        let mut times = [Vec::new(), Vec::new()];
        for GapRow { size, gaps } in &table.rows {
            let words = size.checked_div(word).unwrap_or_default();
            let whole = self.time_of(None, &words);
            for (times, gap) in times.iter_mut().zip(gaps) {
                let gap = gap.checked_div(&Rational::from(picoseconds)).unwrap_or_default();
                if let Some(whole) = whole.as_ref().filter(|whole| gap > **whole) {
                    let (gap, whole) = (gap.significant(4), whole.significant(4));
                    return Err(error(format!(
                        "has a gap of {gap} at size {size}, where a message takes {whole}: no port is busy for longer"
                    )));
                }
                let before =
                    times.last().map_or_else(Rational::zero, |last: &TimePoint| last.time.clone());
                times.push(TimePoint { words: words.clone(), time: gap.max(before) });
            }
        }
        let [send, receive] = times.map(|points| MessageTime::through(&points));
        self.timing =
            Timing { asynchronous: true, gaps: Some(Gaps { send, receive }), ..self.timing };
        Ok(self)
    }

    /// How long a message of this cost keeps a port busy where no gaps were measured: for its words, or with a table for what
    /// it takes beyond the smallest size.
    pub(crate) fn gap(&self, cost: &Cost) -> Option<Rational> {
        if self.tables.is_empty() {
            let mut words = Cost { t_s: Rational::zero(), ..cost.without_hops() };
            words.classes.values_mut().for_each(|on| on.t_h = Rational::zero());
            return self.value(&words);
        }
        let mut gap = Rational::zero();
        for sent in cost.with_greatest().flat_map(|cost| cost.messages.keys()) {
            let (table, words) = (self.table_of(sent.class.as_deref())?, self.of_m(&sent.words)?);
            let least = table.measured().map(|[least, _]| least.clone()).unwrap_or_default();
            gap = gap.max(&table.of(&words) - &table.of(&least));
        }
        Some(gap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        GapTable::read(text).unwrap_err().message
    }

    #[test]
    fn gaps_are_three_columns_or_a_stream() {
        let three = GapTable::read("# bytes, send, receive\n8 1 2\n16 1.5 3\n").unwrap();
        let osu =
            GapTable::read("# OSU MPI Bandwidth Test\n# Size      Bandwidth (MB/s)\n8  8\n16 16\n")
                .unwrap();
        assert_eq!(three.rows[1].gaps[0], Rational::from(1_500_000_u64));
        assert_eq!(osu.rows[0].gaps[1], Rational::from(MICROSECOND));
        assert_eq!(error("8 1 2\n8 1 2\n"), "the size 8 is not greater than the one before");
        assert_eq!(error("8 1 2\n16 1\n"), "a row of gaps has three numbers");
        assert_eq!(error("8 1 -2\n"), "a size or a gap is below 0");
        assert_eq!(error("8 1\n16 2\n"), "the table is not one of gaps");
    }

    #[test]
    fn no_gap_is_longer_than_its_message() {
        let given = super::super::GivenNumbers {
            m: Some("8B"),
            t_s: Some("2us"),
            t_w: Some("1us"),
            ..super::super::GivenNumbers::default()
        };
        let numbers = Numbers::read(given).unwrap();
        let with = |text: &str| numbers.clone().with_gaps(&GapTable::read(text).unwrap());
        let gaps = with("8 1 10\n16 0.5 10\n").unwrap().timing.gaps.unwrap();
        assert_eq!(gaps.send.of(&Rational::from(16_u64)), Rational::one());
        let why = with("8 1 11\n").unwrap_err().to_string();
        assert_eq!(
            why,
            "--gaps has a gap of 11 at size 8, where a message takes 10: no port is busy for longer"
        );
    }
}
