//! Lines fitted to a table of times: one line, and several for ranges of sizes, with what each is off by.
//!
//! A fit has the least sum of squares of relative errors, and six digits; neither t_s nor t_w is below 0. What it is off by is
//! exact.

use super::{TimeLine, TimeTable};
use hockney_base::number::Rational;

/// How many sizes may begin a line; of more rows every so manieth.
const MOST_BEGINNINGS: usize = 32;

/// The most lines.
const MOST_LINES: usize = 3;

/// The least sizes of a line of several.
const LEAST_SIZES: usize = 2;

/// A line fitted to consecutive sizes of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fit {
    /// The first row, counted from 0.
    pub first: usize,
    /// The row after the last one.
    pub end: usize,
    /// The line, in picoseconds, by the sizes of the table.
    pub line: TimeLine,
    /// For each row how much the line is off, in units of the measured time: below 0 where it is less.
    pub errors: Vec<Rational>,
}

impl Fit {
    /// The line of consecutive rows.
    fn of(table: &TimeTable, first: usize, end: usize) -> Self {
        let rows = &table.rows[first..end];
        let mut sums = Sums::default();
        for row in rows {
            sums.add(&row.size, &row.time);
        }
        let line = sums.line();
        let error = |row: &super::TimeRow| {
            let ratio = line.at(&row.size).checked_div(&row.time).unwrap_or_default();
            ratio - Rational::one()
        };
        Fit { first, end, errors: rows.iter().map(error).collect(), line: line.clone() }
    }
}

/// The digits of a fitted line.
const DIGITS: u32 = 6;

/// The bits behind the point of 1/t in a sum: exact sums of many rows would have as many digits as all of them together.
const FINE: u32 = 96;

/// What the line of least squares of relative errors depends on: the rows, and sums of 1/t, n/t, 1/t^2, n/t^2 and n^2/t^2.
#[derive(Clone, Default)]
struct Sums {
    rows: Rational,
    fixed: Rational,
    each: Rational,
    fixed_fixed: Rational,
    fixed_each: Rational,
    each_each: Rational,
}

impl Sums {
    fn add(&mut self, size: &Rational, time: &Rational) {
        let fine = Rational::power_of_two(FINE);
        let one = fine.checked_div(time).unwrap_or_default().floor();
        let one = one.checked_div(&fine).unwrap_or_default();
        let n = size * &one;
        self.rows += &Rational::one();
        self.fixed += &one;
        self.each += &n;
        self.fixed_fixed += &(&one * &one);
        self.fixed_each += &(&one * &n);
        self.each_each += &(&n * &n);
    }

    /// These sums without those of the rows before.
    fn since(&self, before: &Sums) -> Sums {
        Sums {
            rows: &self.rows - &before.rows,
            fixed: &self.fixed - &before.fixed,
            each: &self.each - &before.each,
            fixed_fixed: &self.fixed_fixed - &before.fixed_fixed,
            fixed_each: &self.fixed_each - &before.fixed_each,
            each_each: &self.each_each - &before.each_each,
        }
    }

    /// The sum of the squares of the errors of a line.
    fn squares(&self, TimeLine { fixed, each }: &TimeLine) -> Rational {
        let two = Rational::from(2_u32);
        let both = &two * &(&(fixed * each) * &self.fixed_each);
        let alone = &(&(fixed * fixed) * &self.fixed_fixed) + &(&(each * each) * &self.each_each);
        let once = &two * &(&(fixed * &self.fixed) + &(each * &self.each));
        &(&alone + &both) + &(&self.rows - &once)
    }

    fn line(&self) -> TimeLine {
        let determinant =
            &(&self.fixed_fixed * &self.each_each) - &(&self.fixed_each * &self.fixed_each);
        let solve = |a: &Rational, b: &Rational, c: &Rational, d: &Rational| {
            (&(a * b) - &(c * d)).checked_div(&determinant)
        };
        let fixed = solve(&self.fixed, &self.each_each, &self.each, &self.fixed_each);
        let each = solve(&self.each, &self.fixed_fixed, &self.fixed, &self.fixed_each);
        let alone =
            |sum: &Rational, squares: &Rational| sum.checked_div(squares).unwrap_or_default();
        let line = match (fixed, each) {
            (Some(fixed), Some(each)) if !fixed.is_negative() && !each.is_negative() => {
                TimeLine { fixed, each }
            }
            (Some(fixed), _) if fixed.is_negative() => {
                TimeLine { fixed: Rational::zero(), each: alone(&self.each, &self.each_each) }
            }
            _ => TimeLine { fixed: alone(&self.fixed, &self.fixed_fixed), each: Rational::zero() },
        };
        let short = |number: &Rational| number.significant(DIGITS).parse().unwrap_or_default();
        TimeLine { fixed: short(&line.fixed), each: short(&line.each) }
    }
}

/// The lines of a table, and what it says of t_s and t_w.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fits {
    /// One line through all sizes.
    pub one: Fit,
    /// Up to three lines, each for a range of sizes, of those with the least sum of squares.
    pub several: Vec<Fit>,
    /// The share of the words in the time of the smallest size, by the first of several lines: above a tenth the table states
    /// no t_s.
    pub words_of_smallest: Rational,
    /// The share of t_s in the time of the largest size, by the one line: above a half the table states no t_w.
    pub startup_of_largest: Rational,
}

impl Fits {
    /// The lines of a table.
    pub fn of(table: &TimeTable) -> Self {
        let rows = &table.rows;
        let one = Fit::of(table, 0, rows.len());
        let share = |part: &Rational, row: Option<&super::TimeRow>| {
            row.and_then(|row| part.checked_div(&row.time)).unwrap_or_default()
        };
        let last = rows.len() - 1;
        let ends = |at: [usize; 2]| {
            let [a, b] = at.map(|at| &rows[at]);
            (&b.time - &a.time).checked_div(&(&b.size - &a.size)).unwrap_or_default()
        };
        // The slope at the end of the table, where words take their time.
        let each = ends([last.saturating_sub(2), last]).max(Rational::zero());
        let words = &each * &rows[0].size;
        Fits {
            several: several(table),
            words_of_smallest: share(&words, rows.first()),
            startup_of_largest: share(&one.line.fixed, rows.last()),
            one,
        }
    }

    /// Whether there are sizes so small that t_s can be seen.
    pub fn has_small(&self) -> bool {
        &self.words_of_smallest * &Rational::from(10) <= Rational::one()
    }

    /// Whether there are sizes so large that t_w can be seen.
    pub fn has_large(&self) -> bool {
        &self.startup_of_largest * &Rational::from(2) <= Rational::one()
    }
}

/// The best three lines, or as many as there are sizes for.
fn several(table: &TimeTable) -> Vec<Fit> {
    let rows = table.rows.len();
    let every = rows.div_ceil(MOST_BEGINNINGS);
    let ends: Vec<usize> = (0..rows).step_by(every).chain([rows]).collect();
    let mut sums = vec![Sums::default()];
    for pair in ends.windows(2) {
        let mut sum = sums[sums.len() - 1].clone();
        table.rows[pair[0]..pair[1]].iter().for_each(|row| sum.add(&row.size, &row.time));
        sums.push(sum);
    }
    let best = |before: &[Option<Cut>], j: usize| {
        let from = |i: usize| {
            let cut = before[i].as_ref().filter(|_| ends[j] >= ends[i] + LEAST_SIZES)?;
            let sum = sums[j].since(&sums[i]);
            let squares = &cut.squares + &sum.squares(&sum.line());
            Some(Cut { squares, ends: [&cut.ends[..], &[ends[j]]].concat() })
        };
        (0..j).filter_map(from).min()
    };
    let mut lines: Vec<Option<Cut>> = vec![None; ends.len()];
    lines[0] = Some(Cut { squares: Rational::zero(), ends: vec![0] });
    let mut found = Vec::new();
    for _ in 0..MOST_LINES {
        lines = (0..ends.len()).map(|j| best(&lines, j)).collect();
        found.extend(lines[ends.len() - 1].clone());
    }
    let cut = found.pop().map_or_else(Vec::new, |cut| cut.ends);
    cut.windows(2).map(|pair| Fit::of(table, pair[0], pair[1])).collect()
}

/// Where lines end, and the sum of the squares of their errors.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Cut {
    squares: Rational,
    ends: Vec<usize>,
}
