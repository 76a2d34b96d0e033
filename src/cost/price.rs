//! The cost of each step of a schedule, from the measures of its messages.

use super::Cost;
use crate::collective::Schedule;
use crate::number::Rational;
use crate::schedule::StepMeasure;

/// The switching model: the cost of a message at the vertices on its route.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Switching {
    /// Cut-through: words are not stored on the way. A step pays t_w once for the most words of a message.
    #[default]
    CutThrough,
    /// Store-and-forward: words are stored at each vertex. A step pays t_w for the maximum of words times
    /// hops.
    StoreAndForward,
}

/// The cost model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// The switching model.
    pub switching: Switching,
    /// Whether messages that share a directed link or port are serialized in t_w instead of being violations.
    /// Only for cut-through.
    pub contention: bool,
}

/// Consecutive steps of a phase with equal measures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PricedStep {
    /// The first step, counted from 1 within the whole schedule.
    pub first: usize,
    /// The last step.
    pub last: usize,
    /// The number of messages of each step.
    pub messages: u64,
    /// The most words of a message, in units of m.
    pub words: Rational,
    /// The most hops of a message.
    pub hops: u64,
    /// The cost of each step.
    pub cost: Cost,
}

/// A phase with its steps. There can be millions, so they are kept as whole numbers, and their costs are
/// computed on demand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PricedPhase {
    rows: Vec<Row>,
    /// The first step, counted from 1 within the whole schedule.
    first: usize,
    /// The words of a piece, in units of m.
    piece: Rational,
    /// The cost of the phase.
    pub cost: Cost,
}

/// Equal steps, in pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Row {
    /// The last step, counted from 1 within the whole schedule.
    last: usize,
    messages: u64,
    hops: u64,
    most: u128,
    charged: u128,
}

impl PricedPhase {
    /// The steps, with consecutive equal steps joined.
    pub fn steps(&self) -> impl Iterator<Item = PricedStep> {
        let mut first = self.first;
        self.rows.iter().map(move |row| {
            let words = |pieces: u128| &self.piece * &Rational::from(pieces);
            let cost = Cost {
                t_s: Rational::one(),
                t_w: words(row.charged),
                t_h: Rational::from(row.hops),
            };
            let Row { last, messages, hops, most, .. } = *row;
            let step = PricedStep { first, last, messages, words: words(most), hops, cost };
            first = last + 1;
            step
        })
    }

    /// The number of [`PricedPhase::steps`].
    pub fn rows(&self) -> usize {
        self.rows.len()
    }
}

/// A whole schedule with its phases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prices {
    /// The phases.
    pub phases: Vec<PricedPhase>,
    /// The cost of the schedule.
    pub cost: Cost,
}

/// Computes the cost of a schedule from the measures of all its steps.
///
/// `measures` is indexed by phase, then by step.
pub fn price(schedule: &Schedule, measures: &[Vec<StepMeasure>], model: Model) -> Prices {
    priced(schedule, measures, model, None)
}

/// Computes the cost of a schedule for a given number of words, with pieces of whole words. For unequal
/// pieces, `measures` counts words instead of pieces. `None` if all pieces are equal: use [`price`].
pub fn price_in_words(
    schedule: &Schedule,
    measures: &[Vec<StepMeasure>],
    model: Model,
    m: &Rational,
) -> Option<Prices> {
    let uneven = schedule.phases.iter().any(|phase| phase.uneven_words(m).is_some());
    uneven.then(|| priced(schedule, measures, model, Some(m)))
}

fn priced(
    schedule: &Schedule,
    measures: &[Vec<StepMeasure>],
    model: Model,
    m: Option<&Rational>,
) -> Prices {
    let mut phases = Vec::with_capacity(measures.len());
    let mut before = 0;
    for (phase, steps) in schedule.phases.iter().zip(measures) {
        let piece = if let Some(m) = m.filter(|m| phase.uneven_words(m).is_some()) {
            // A word is 1/m of m words. The pieces of a block without words are equal.
            m.recip().unwrap_or_default()
        } else {
            // A block has scale m / pieces words.
            let pieces = Rational::from(phase.instance().pieces);
            phase.scale.checked_div(&pieces).unwrap_or_default()
        };
        let first = before + 1;
        let mut rows: Vec<Row> = Vec::new();
        let (mut pieces, mut hops) = (Sum::default(), Sum::default());
        for same in steps.chunk_by(|a, b| a == b) {
            before += same.len();
            let row = row(&same[0], model, before);
            pieces.add(row.charged, same.len());
            hops.add(row.hops.into(), same.len());
            rows.push(row);
        }
        let t_s = Rational::from(steps.len() as u64);
        let cost = Cost { t_s, t_w: &pieces.total() * &piece, t_h: hops.total() };
        phases.push(PricedPhase { rows, first, piece, cost });
    }
    let cost = phases.iter().map(|phase| &phase.cost).sum();
    Prices { phases, cost }
}

/// Sums whole numbers in one, as long as they fit.
#[derive(Default)]
struct Sum {
    more: u128,
    whole: Rational,
}

impl Sum {
    fn add(&mut self, number: u128, times: usize) {
        let more = number.checked_mul(times as u128);
        if let Some(more) = more.and_then(|more| self.more.checked_add(more)) {
            self.more = more;
        } else {
            let product = &Rational::from(number) * &Rational::from(times as u64);
            self.whole += &(&product + &Rational::from(std::mem::take(&mut self.more)));
        }
    }

    fn total(self) -> Rational {
        &self.whole + &Rational::from(self.more)
    }
}

fn row(measure: &StepMeasure, model: Model, last: usize) -> Row {
    let charged = match (model.contention, model.switching) {
        (true, _) => measure.contended,
        (false, Switching::CutThrough) => measure.blocks(),
        (false, Switching::StoreAndForward) => measure.blocks_hops(),
    };
    let StepMeasure { messages, .. } = *measure;
    Row { last, messages, hops: measure.hops(), most: measure.blocks(), charged }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_may_be_larger_than_128_bits() {
        let mut sum = Sum::default();
        let numbers = [(u128::MAX, 3), (5, 2), (u128::MAX, 1), (1, 1)];
        for (number, times) in numbers {
            sum.add(number, times);
        }
        let most = Rational::from(u128::MAX);
        let expected = &(&most * &Rational::from(4_u64)) + &Rational::from(11_u64);
        assert_eq!(sum.total(), expected);
    }
}
