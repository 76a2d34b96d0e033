//! Finds good prices of links: a linear program in floats, of which nothing has to be trusted.
//!
//! The unknowns are the price y of each class of links and the sum d of prices that the blocks of each node
//! pay. Greatest is the sum of all d, with the sum of lanes times y at most 1, and each d at most what the
//! routes of a cut cost. Cuts are added until the cheapest routes are no cheaper than d. The answers are whole
//! numbers, from which `prices.rs` computes the bound again, exactly. Floats are used because each change of
//! the tableau would double the digits of exact numbers; the result is the same on every computer, since only
//! `+ - * /` are used.
#![allow(clippy::float_arithmetic, reason = "whole numbers judge the prices that are found")]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "a price that is off makes a bound worse, never wrong"
)]

/// The routes of all blocks of a node: how often they pass each class of links.
pub(super) struct Cut {
    pub(super) source: usize,
    pub(super) loads: Vec<u64>,
}

/// What counts as 0.
const EPSILON: f64 = 1e-9;
/// The greatest denominator of a price over the greatest price.
const MOST_DENOMINATOR: u64 = 720;

/// The maximum of `value` under rows of `entries . x + slack = right`, with x and slacks at least 0. At any time
/// as many unknowns are 0 as there are columns; each row has one that is not.
struct Tableau {
    rows: Vec<Vec<f64>>,
    right: Vec<f64>,
    /// What each unknown of a column adds to the value.
    gain: Vec<f64>,
    /// The unknowns of columns and rows; those above the first `columns` are slacks.
    columns: Vec<usize>,
    basis: Vec<usize>,
    /// The entries that may still be changed.
    left: u64,
}

impl Tableau {
    fn new(gain: Vec<f64>, left: u64) -> Self {
        let columns = (0..gain.len()).collect();
        let (rows, right, basis) = (Vec::new(), Vec::new(), Vec::new());
        Tableau { rows, right, gain, columns, basis, left }
    }

    /// Adds `entries . x <= right` in the first unknowns.
    fn add(&mut self, entries: &[f64], mut right: f64) {
        let mut row = vec![0.0; self.columns.len()];
        for (column, unknown) in self.columns.iter().enumerate() {
            row[column] = entries.get(*unknown).copied().unwrap_or(0.0);
        }
        for (i, unknown) in self.basis.iter().enumerate() {
            let factor = entries.get(*unknown).copied().unwrap_or(0.0);
            if factor != 0.0 {
                right -= factor * self.right[i];
                for (entry, other) in row.iter_mut().zip(&self.rows[i]) {
                    *entry -= factor * other;
                }
            }
        }
        self.basis.push(self.columns.len() + self.rows.len());
        self.rows.push(row);
        self.right.push(right);
    }

    /// Exchanges the unknowns of a row and a column. `false` if the work is spent.
    fn exchange(&mut self, r: usize, c: usize) -> bool {
        let work = (self.rows.len() * self.columns.len()) as u64;
        let Some(left) = self.left.checked_sub(work) else { return false };
        self.left = left;
        let pivot = self.rows[r][c];
        let mut row = std::mem::take(&mut self.rows[r]);
        row[c] = 1.0;
        for entry in &mut row {
            *entry /= pivot;
        }
        self.right[r] /= pivot;
        let (value, here) = (self.right[r], &row);
        let subtract = |other: &mut Vec<f64>| {
            let factor = std::mem::replace(&mut other[c], 0.0);
            if factor != 0.0 {
                other.iter_mut().zip(here).for_each(|(entry, by)| *entry -= factor * by);
            }
            factor
        };
        for (i, other) in self.rows.iter_mut().enumerate().filter(|(i, _)| *i != r) {
            let factor = subtract(other);
            self.right[i] -= factor * value;
        }
        subtract(&mut self.gain);
        self.rows[r] = row;
        std::mem::swap(&mut self.basis[r], &mut self.columns[c]);
        true
    }

    /// From a right side without negative numbers to the greatest value.
    fn grow(&mut self) -> bool {
        while let Some(c) = greatest(&self.gain, EPSILON) {
            let ratio = |r: &usize| self.right[*r] / self.rows[*r][c];
            let rows = (0..self.rows.len()).filter(|r| self.rows[*r][c] > EPSILON);
            let Some(r) = rows.min_by(|a, b| ratio(a).total_cmp(&ratio(b))) else { return false };
            if !self.exchange(r, c) {
                return false;
            }
        }
        true
    }

    /// From gains that are not positive to a right side without negative numbers.
    fn repair(&mut self) -> bool {
        loop {
            let below: Vec<f64> = self.right.iter().map(|right| -right).collect();
            let Some(r) = greatest(&below, EPSILON) else { return true };
            let ratio = |c: &usize| self.gain[*c] / self.rows[r][*c];
            let columns = (0..self.columns.len()).filter(|c| self.rows[r][*c] < -EPSILON);
            let Some(c) = columns.min_by(|a, b| ratio(a).total_cmp(&ratio(b))) else {
                return false;
            };
            if !self.exchange(r, c) {
                return false;
            }
        }
    }

    /// The value of each of the first unknowns.
    fn unknowns(&self) -> Vec<f64> {
        let mut values = vec![0.0; self.columns.len()];
        for (unknown, right) in self.basis.iter().zip(&self.right) {
            if let Some(value) = values.get_mut(*unknown) {
                *value = right.max(0.0);
            }
        }
        values
    }
}

/// The place of the greatest number above this one.
fn greatest(numbers: &[f64], above: f64) -> Option<usize> {
    let places = (0..numbers.len()).filter(|at| numbers[*at] > above);
    places.max_by(|a, b| numbers[*a].total_cmp(&numbers[*b]).then(b.cmp(a)))
}

/// Whole prices of classes of links with so many lanes: several candidates, with at most this much work.
///
/// `cuts` gives the cheapest routes of the blocks of each source at given prices.
pub(super) fn prices(
    lanes: &[u64],
    sources: usize,
    cuts: impl Fn(&[u64]) -> Vec<Cut>,
    work: u64,
) -> Vec<Vec<u64>> {
    let classes = lanes.len();
    let gain = (0..classes + sources).map(|unknown| f64::from(unknown >= classes)).collect();
    let mut tableau = Tableau::new(gain, work);
    let float = |number: u64| number as f64;
    let mut all: Vec<f64> = lanes.iter().copied().map(float).collect();
    all.resize(classes + sources, 0.0);
    tableau.add(&all, 1.0);
    let mut prices = vec![1; classes];
    let mut first = true;
    loop {
        // The routes are work, too.
        let routes = (classes + sources) * sources;
        tableau.left = tableau.left.saturating_sub(routes as u64);
        let values = tableau.unknowns();
        let mut found = false;
        for Cut { source, loads } in cuts(&prices) {
            let cost: f64 = loads.iter().zip(&values).map(|(load, y)| float(*load) * y).sum();
            if first || values[classes + source] > cost + EPSILON {
                let mut row: Vec<f64> = loads.iter().map(|load| -float(*load)).collect();
                row.resize(classes + sources, 0.0);
                row[classes + source] = 1.0;
                tableau.add(&row, 0.0);
                found = true;
            }
        }
        let solved = found && if first { tableau.grow() } else { tableau.repair() };
        first = false;
        let values = tableau.unknowns();
        let dear = values[..classes].iter().copied().fold(0.0, f64::max);
        if dear <= 0.0 {
            return Vec::new();
        }
        let shares: Vec<f64> = values[..classes].iter().map(|y| y / dear).collect();
        prices = shares.iter().map(|y| (y * float(1 << 30)) as u64).collect();
        if !solved {
            return [over_one_denominator(&shares), Some(prices)].into_iter().flatten().collect();
        }
    }
}

/// The same shares as whole numbers, if a small denominator suffices.
fn over_one_denominator(shares: &[f64]) -> Option<Vec<u64>> {
    let whole = |denominator: u64| {
        let all = shares.iter().map(|share| {
            let number = share * denominator as f64;
            let whole = number.round();
            ((number - whole).abs() < 1e-5).then_some(whole as u64)
        });
        all.collect::<Option<Vec<u64>>>()
    };
    (1..=MOST_DENOMINATOR).find_map(whole)
}
