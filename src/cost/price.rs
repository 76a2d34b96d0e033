//! The price of each step of a schedule, from what was measured on its messages.

use super::Cost;
use crate::collective::Schedule;
use crate::number::Rational;
use crate::schedule::StepMeasure;

/// What a message pays at the vertices on its way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Switching {
    /// Words pass through without being stored: a step pays t_w for its most words once.
    #[default]
    CutThrough,
    /// Words are stored at each vertex: a step pays t_w for its largest words times hops.
    StoreAndForward,
}

/// How steps are priced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// What a message pays on its way.
    pub switching: Switching,
    /// Whether messages that share a directed link or a port wait for each other in t_w, instead
    /// of being refused. For cut-through.
    pub contention: bool,
}

/// Consecutive steps of a phase with equal measures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PricedStep {
    /// The first of them, counted from 1 within the whole schedule.
    pub first: usize,
    /// The last of them.
    pub last: usize,
    /// How many messages each has.
    pub messages: u64,
    /// The most words of a message, in units of m.
    pub words: Rational,
    /// The most hops of a message.
    pub hops: u64,
    /// What each costs.
    pub cost: Cost,
}

/// A phase with its steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PricedPhase {
    /// The steps, equal ones that follow each other as one.
    pub steps: Vec<PricedStep>,
    /// What the phase costs.
    pub cost: Cost,
}

/// A whole schedule with its phases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prices {
    /// The phases.
    pub phases: Vec<PricedPhase>,
    /// What the schedule costs.
    pub cost: Cost,
}

/// Prices a schedule of which each step of each phase has been measured.
///
/// `measures` is indexed by phase, then by step.
pub fn price(schedule: &Schedule, measures: &[Vec<StepMeasure>], model: Model) -> Prices {
    priced(schedule, measures, model, None)
}

/// Prices a schedule at a number of words of which its pieces are whole ones. Where they cannot be
/// equal, `measures` counts words instead of pieces. `None` where all pieces are equal, so that
/// [`price`] has it.
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
        let block = if let Some(m) = m.filter(|m| phase.uneven_words(m).is_some()) {
            // A word is 1/m of m words. No piece of a block of no words is uneven.
            m.recip().unwrap_or_default()
        } else {
            // A block has scale m / pieces words.
            let pieces = Rational::from(phase.instance().pieces);
            phase.scale.checked_div(&pieces).unwrap_or_default()
        };
        let mut rows: Vec<PricedStep> = Vec::new();
        let mut number = before;
        for same in steps.chunk_by(|a, b| a == b) {
            rows.push(step(&same[0], &block, model, number + 1, number + same.len()));
            number += same.len();
        }
        before = number;
        let cost = total(rows.iter().map(|row| row.cost.times((row.last + 1 - row.first) as u64)));
        phases.push(PricedPhase { steps: rows, cost });
    }
    let cost = phases.iter().map(|phase| &phase.cost).sum();
    Prices { phases, cost }
}

fn total(costs: impl Iterator<Item = Cost>) -> Cost {
    costs.fold(Cost::default(), |sum, cost| sum + &cost)
}

fn step(
    measure: &StepMeasure,
    block: &Rational,
    model: Model,
    first: usize,
    last: usize,
) -> PricedStep {
    let charged = match (model.contention, model.switching) {
        (true, _) => measure.contended,
        (false, Switching::CutThrough) => measure.blocks,
        (false, Switching::StoreAndForward) => measure.blocks_hops,
    };
    let words = |blocks: u128| block * &Rational::from(blocks);
    PricedStep {
        first,
        last,
        messages: measure.messages,
        words: words(measure.blocks),
        hops: measure.hops,
        cost: Cost { t_s: Rational::one(), t_w: words(charged), t_h: Rational::from(measure.hops) },
    }
}
