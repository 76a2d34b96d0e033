//! The cost of each step of a schedule, from the measures of its messages.

use std::sync::Arc;

use super::{Cost, Numbers, OnClass, SizedMessage};
use hockney_base::number::Rational;
use hockney_core::checker::{Checked, Limits, NoAnswer, combining, weigh_listed};
use hockney_core::collective::{Phase, Schedule};
use hockney_core::schedule::{Charge, Shared, StepMeasure};

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
#[allow(clippy::struct_excessive_bools)] // each is a fact of its own
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// The switching model.
    pub switching: Switching,
    /// Whether messages that share a directed link or port are charged one after another instead of being violations.
    /// Only for cut-through.
    pub contention: bool,
    /// Whether the time of a message is that of a table, so that the size of each step's messages is kept. Only for
    /// cut-through.
    pub by_size: bool,
    /// Whether a greater message may take less time by a table, so that all sizes of a step are kept.
    pub falling: bool,
    /// Whether combining takes time, so that it is counted.
    pub combining: bool,
}

impl Model {
    /// The same for these numbers: with a table of times, messages are paid for by size, and with γ what is combined is counted.
    #[must_use]
    pub fn with(self, numbers: &Numbers) -> Self {
        let combining = !numbers.timing.gamma.is_zero();
        let falling = numbers.tables.iter().any(|of| of.time.falls());
        Model { by_size: !numbers.tables.is_empty(), falling, combining, ..self }
    }
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
    charging: Charging,
    /// The cost of the phase.
    pub cost: Cost,
}

/// What pieces of a phase cost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Charging {
    /// The words of a piece, in units of m.
    pub(crate) piece: Rational,
    /// The names of the classes of links.
    classes: Arc<[String]>,
    /// Whether messages are paid for by size.
    by_size: bool,
}

/// Equal steps, in pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    /// The last step, counted from 1 within the whole schedule.
    last: usize,
    messages: u64,
    hops: u64,
    /// How often t_s is paid, without classes.
    startups: u64,
    most: u128,
    /// What is paid for, if it is not the largest message.
    other: Option<Box<Shared>>,
    /// What is paid by classes, if links have classes: the greatest of these.
    charges: Box<[Charge]>,
    /// The smaller messages, where they count.
    smaller: Vec<u128>,
    /// The most that a node combines.
    combined: u128,
}

impl Row {
    /// What is paid for, without classes.
    fn charged(&self) -> Shared {
        self.other.as_deref().map_or(Shared::from(self.most), |other| *other)
    }
}

impl PricedPhase {
    /// The steps, with consecutive equal steps joined.
    pub fn steps(&self) -> impl Iterator<Item = PricedStep> {
        (0..self.rows.len()).map(|at| self.step(at))
    }

    /// The steps of this row, counted from 0 and below [`PricedPhase::rows`].
    pub fn step(&self, at: usize) -> PricedStep {
        let Row { last, messages, hops, most, .. } = self.rows[at];
        let first = at.checked_sub(1).map_or(self.first, |before| self.rows[before].last + 1);
        let words = &self.charging.piece * &Rational::from(most);
        let cost = self.charging.cost_of(&self.rows[at]);
        PricedStep { first, last, messages, words, hops, cost }
    }

    /// The steps of which these are a part, if all of them are of one row.
    pub fn covering(&self, steps: &PricedStep) -> Option<PricedStep> {
        let at = self.rows.partition_point(|row| row.last < steps.first);
        (at < self.rows.len()).then(|| self.step(at)).filter(|row| row.last >= steps.last)
    }

    /// The number of [`PricedPhase::steps`].
    pub fn rows(&self) -> usize {
        self.rows.len()
    }
}

impl Charging {
    /// Of a phase; of whole words if it has m words, of which its pieces cannot have equally many.
    pub(crate) fn of(
        phase: &Phase,
        classes: &Arc<[String]>,
        by_size: bool,
        m: Option<&Rational>,
    ) -> Self {
        let piece = if let Some(m) = m.filter(|m| phase.uneven_words(m).is_some()) {
            // A word is 1/m of m words. The pieces of a block without words are equal.
            m.recip().unwrap_or_default()
        } else {
            // A block has scale m / pieces words.
            let pieces = Rational::from(phase.instance().pieces);
            phase.scale.checked_div(&pieces).unwrap_or_default()
        };
        Charging { piece, classes: Arc::clone(classes), by_size }
    }

    /// The cost of each step of a row.
    fn cost_of(&self, row: &Row) -> Cost {
        let gamma = &self.piece * &Rational::from(row.combined);
        if row.charges.is_empty() {
            let cost = |of: Shared| {
                let t_w = &self.piece * &divided(of);
                let sent = self.by_size.then(|| SizedMessage { class: None, words: t_w.clone() });
                let cost = Cost::plain(row.startups.into(), t_w, row.hops.into());
                cost.with_messages(sent).after_others(row.startups)
            };
            let smaller = row.smaller.iter().map(|size| cost(Shared::from(*size)));
            let of: Vec<Cost> = smaller.chain([cost(row.charged())]).collect();
            return Cost { gamma, ..Cost::greatest_of(&of) };
        }
        let charges: Vec<Cost> = row.charges.iter().map(|charge| self.charged(charge)).collect();
        Cost { gamma, ..Cost::greatest_of(&charges) }
    }

    /// The cost of a charge.
    pub(crate) fn charged(&self, charge: &Charge) -> Cost {
        let startups = Rational::from(charge.startups);
        let (mut cost, lanes) = (Cost { t_s: startups, ..Cost::default() }, charge.lanes);
        let words = |blocks| &self.piece * &divided(Shared { blocks, lanes });
        if self.by_size {
            // A signal has no words, and passes all classes on its route.
            let nothing = charge.blocks.iter().all(|blocks| *blocks == 0);
            let pays = |i: &usize| charge.blocks[*i] > 0 || nothing && charge.hops[*i] > 0;
            let class = |i: usize| i.checked_sub(1).map(|i| self.classes[i].clone());
            let sent = |i| SizedMessage { class: class(i), words: words(charge.blocks[i]) };
            cost.t_h = Rational::from(charge.hops[0]);
            let all = (0..charge.blocks.len()).filter(pays);
            let of = |i| cost.clone().with_messages([sent(i)]).after_others(charge.startups);
            return Cost::greatest_of(&all.map(of).collect::<Vec<_>>());
        }
        for (i, (blocks, hops)) in charge.blocks.iter().zip(&charge.hops).enumerate() {
            let (t_w, t_h) = (words(*blocks), Rational::from(*hops));
            if i == 0 {
                (cost.t_w, cost.t_h) = (t_w, t_h);
            } else if *blocks > 0 || *hops > 0 {
                cost.classes.insert(self.classes[i - 1].clone(), OnClass { t_w, t_h });
            }
        }
        cost
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

/// The prices of a checked schedule; `None` if it breaks a rule, or under contention another rule than those of ports and
/// links.
///
/// # Errors
/// A limit that was reached when what is combined was counted.
pub fn price_checked(
    checked: &Checked,
    model: Model,
    limits: &Limits,
) -> Result<Option<Prices>, NoAnswer> {
    let (report, schedule) = (checked.report(), checked.schedule());
    let priceable = if model.contention { report.only_waits() } else { report.is_valid() };
    if !priceable {
        return Ok(None);
    }
    if let Some(paid) = schedule.paid() {
        // For the m of which each of its blocks is a word.
        let word = |of: &Phase| Rational::from(of.instance().pieces).checked_div(&of.scale);
        let m = paid.phases.first().and_then(word).unwrap_or_else(Rational::one);
        let measures = weigh_listed(&paid, limits, &m)?;
        return Ok(Some(price(&paid, &measures, model)));
    }
    let combined = model.combining.then(|| combining(schedule, limits, None)).transpose()?;
    let measures = combined.as_ref().map_or(&report.measures, |found| &found.measures);
    Ok(Some(price(schedule, measures, model)))
}

/// Measures the steps of a schedule in words, such as [`weigh`](hockney_core::checker::weigh).
pub type Weigh = fn(&Schedule, &Limits, &Rational) -> Result<Vec<Vec<StepMeasure>>, NoAnswer>;

/// The prices of a valid schedule for a given number of words, with pieces of whole words. `None` if all pieces are equal.
///
/// # Errors
/// A limit that was reached.
pub fn price_weighed(
    schedule: &Schedule,
    model: Model,
    m: &Rational,
    limits: &Limits,
    weigh: Weigh,
) -> Result<Option<Prices>, NoAnswer> {
    let uneven = |phase: &Phase| phase.paid.is_none() && phase.uneven_words(m).is_some();
    if !schedule.phases.iter().any(uneven) {
        return Ok(None);
    }
    let measures = if model.combining {
        combining(schedule, limits, Some(m))?.measures
    } else {
        weigh(schedule, limits, m)?
    };
    Ok(Some(priced(schedule, &measures, model, Some(m))))
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
    let classes = class_names(schedule);
    let mut before = 0;
    for (phase, steps) in schedule.phases.iter().zip(measures) {
        let (first, by_size) = (before + 1, model.by_size);
        let charging = Charging::of(phase, &classes, by_size, m);
        let mut phase = PricedPhase { rows: Vec::new(), first, charging, cost: Cost::default() };
        let (mut pieces, mut hops, mut plain) = (Sum::default(), Sum::default(), 0);
        let mut combined = Sum::default();
        let alike = |a: &StepMeasure, b: &StepMeasure| {
            if model.falling { a == b } else { a.costs_as_much_as(b) }
        };
        for same in steps.chunk_by(alike) {
            before += same.len();
            let row = row(&same[0], model, before);
            if row.charges.is_empty() && !by_size {
                pieces.add(row.charged(), same.len());
                hops.add(Shared::from(u128::from(row.hops)), same.len());
                combined.add(Shared::from(row.combined), same.len());
                plain += same.len() as u64 * row.startups;
            } else {
                phase.cost += &phase.charging.cost_of(&row).times(same.len() as u64);
            }
            phase.rows.push(row);
        }
        let t_w = &pieces.total() * &phase.charging.piece;
        phase.cost += &Cost::plain(Rational::from(plain), t_w, hops.total());
        phase.cost.gamma += &(&combined.total() * &phase.charging.piece);
        phases.push(phase);
    }
    let cost = phases.iter().map(|phase| &phase.cost).sum();
    Prices { phases, cost }
}

/// The names of the classes of links.
pub(crate) fn class_names(schedule: &Schedule) -> Arc<[String]> {
    schedule.topology.classes().iter().map(|class| class.name.clone()).collect()
}

/// Sums whole numbers in one, as long as they fit.
#[derive(Default)]
struct Sum {
    more: u128,
    whole: Rational,
}

impl Sum {
    fn add(&mut self, number: Shared, times: usize) {
        let more = number.blocks.checked_mul(times as u128).filter(|_| number.lanes == 1);
        if let Some(more) = more.and_then(|more| self.more.checked_add(more)) {
            self.more = more;
        } else {
            let product = &divided(number) * &Rational::from(times as u64);
            self.whole += &(&product + &Rational::from(std::mem::take(&mut self.more)));
        }
    }

    fn total(self) -> Rational {
        &self.whole + &Rational::from(self.more)
    }
}

/// The pieces on each of some lanes.
fn divided(Shared { blocks, lanes }: Shared) -> Rational {
    let blocks = Rational::from(blocks);
    if lanes == 1 { blocks } else { blocks.checked_div(&Rational::from(lanes)).unwrap_or_default() }
}

fn row(measure: &StepMeasure, model: Model, last: usize) -> Row {
    let store_and_forward = model.switching == Switching::StoreAndForward;
    let charged = match (model.contention, store_and_forward) {
        (true, _) => measure.contended(),
        (false, false) => Shared::from(measure.blocks()),
        (false, true) => Shared::from(measure.blocks_hops()),
    };
    let charges = measure.classed.as_ref().map_or(Vec::new(), |classed| {
        if model.falling {
            classed.all_charges(model.contention)
        } else if model.contention && !classed.shared.is_empty() {
            classed.shared.clone()
        } else if store_and_forward {
            classed.store_and_forward()
        } else {
            classed.cut_through()
        }
    });
    let StepMeasure { messages, .. } = *measure;
    let most = measure.blocks();
    let other = (charged != Shared::from(most)).then(|| Box::new(charged));
    let combined = measure.combined;
    let startups = if model.contention { measure.startups() } else { 1 };
    let (hops, charges) = (measure.hops(), charges.into());
    let smaller = if model.falling { measure.sizes.clone() } else { Vec::new() };
    Row { last, messages, hops, startups, most, other, charges, smaller, combined }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_may_be_larger_than_128_bits() {
        let mut sum = Sum::default();
        let numbers = [(u128::MAX, 3), (5, 2), (u128::MAX, 1), (1, 1)];
        for (number, times) in numbers {
            sum.add(Shared::from(number), times);
        }
        let most = Rational::from(u128::MAX);
        let expected = &(&most * &Rational::from(4_u64)) + &Rational::from(11_u64);
        assert_eq!(sum.total(), expected);
    }
}
