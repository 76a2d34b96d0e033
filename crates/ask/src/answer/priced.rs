//! A checked schedule with its price.

use serde::Serialize;

use super::{Figures, How, Subject, Unanswered};
use hockney_base::number::Rational;
use hockney_core::checker::{Limits, weigh};
use hockney_cost::{
    Asynchronous, Model, PricedStep, Prices, asynchronous, bindings, price_checked, price_weighed,
};

/// A checked schedule with its price.
pub struct Priced {
    /// The numbers of the answer.
    pub figures: Figures,
    /// The schedule.
    pub subject: Subject,
    /// What is charged for.
    pub model: Model,
    /// `None` for a schedule that is refused and cannot be priced.
    pub prices: Option<Prices>,
    /// The prices at this m, where pieces are whole words and cannot be equal.
    whole: Option<Prices>,
    limits: Limits,
}

/// For how many words the total pays t_w, since pieces are whole words.
#[derive(Clone, Debug, Serialize)]
pub struct WholeWords {
    /// The words.
    pub words: Rational,
    /// How many more these are than m/n would have; less than 0 where a small piece comes alone.
    pub more: Rational,
    /// The words of each piece: `m/8`.
    #[serde(skip)]
    pub piece: String,
}

impl Priced {
    /// Prices what can be priced. Pieces are whole words unless that is to be left aside.
    pub(super) fn of(subject: Subject, how: &How<'_>) -> Result<Self, Unanswered> {
        let (report, schedule) = (subject.report(), subject.schedule());
        let mut numbers = how.numbers.clone().with_classes(schedule.topology.classes())?;
        // Where the sizes of messages stand in a file, m is a word unless it is given.
        if numbers.m.is_none() && schedule.paid().is_some() {
            numbers.m = Some(Rational::one());
        }
        let model = how.on(&schedule.topology).model.with(&numbers);
        let limits = &how.limits;
        let prices = price_checked(&subject.checked, model, limits)?;
        let m = numbers.m.as_ref().filter(|_| prices.is_some() && how.cut.whole_words);
        let whole = m.map(|m| price_weighed(schedule, model, m, limits, weigh)).transpose();
        let whole = whole.map_err(|why| {
            Unanswered::undecided(format!(
                "{why}; --ideal computes the exact cost of pieces of m/n words"
            ))
        })?;
        let whole = whole.flatten();
        let cost = prices.as_ref().map(|prices| prices.cost.clone());
        let paid = whole.as_ref().map(|whole| &whole.cost);
        // On links of classes and with tables, words have no one time that could be paid more often.
        let whole_words = paid.filter(|paid| paid.is_linear()).zip(m).zip(cost.as_ref());
        let whole_words = whole_words.map(|((paid, m), cost)| {
            let words = &paid.t_w * m;
            let more = &words - &(&cost.t_w * m);
            let piece = match &schedule.phases[..] {
                [phase] => format!("m/{}", phase.instance().pieces),
                _ => "m/n".to_owned(),
            };
            WholeWords { words, more, piece }
        });
        // In a user's formula are the symbols of a collective only if there is one collective.
        let instance = match &schedule.phases[..] {
            [phase] if phase.groups.len() == 1 => Some(phase.instance()),
            _ => None,
        };
        let in_words = how.cut.whole_words;
        let times = Asynchronous { model, numbers: &numbers, whole_words: in_words, limits };
        let time = (numbers.timing.asynchronous && prices.is_some())
            .then(|| asynchronous(schedule, &times));
        let time = time.transpose()?.flatten();
        let figures = Figures {
            algorithm: subject.algorithm,
            steps: report.steps as u128,
            messages: report.messages.into(),
            total: paid.or(cost.as_ref()).and_then(|cost| numbers.total(cost)),
            asynchronous: time,
            cost,
            whole_words,
            bindings: bindings(&schedule.topology, instance),
            best_pieces: subject.pieces.clone(),
            numbers,
        };
        Ok(Priced { figures, subject, model, prices, whole, limits: how.limits })
    }

    /// Whether messages share links and ports, which is allowed here, so that they wait for each other.
    pub fn shares_links(&self) -> bool {
        let report = self.subject.report();
        report.is_valid_if(self.model.contention) && !report.is_valid()
    }

    /// The prices if messages that share links and ports wait for each other.
    pub fn with_contention(&self) -> Option<Prices> {
        let model = Model { contention: true, ..self.model };
        price_checked(&self.subject.checked, model, &self.limits).ok()?
    }

    /// The time of each of some equal steps of a phase; `None` if a number is missing, or they are unequal in whole words.
    pub fn step_time(&self, phase: usize, step: &PricedStep) -> Option<Rational> {
        let Some(whole) = &self.whole else { return self.figures.numbers.value(&step.cost) };
        let in_words = whole.phases.get(phase)?.covering(step)?;
        self.figures.numbers.value(&in_words.cost)
    }

    /// The cost of a phase with numbers.
    pub fn phase_total(&self, phase: usize) -> Option<Rational> {
        let prices = self.whole.as_ref().or(self.prices.as_ref())?;
        self.figures.numbers.value(&prices.phases.get(phase)?.cost)
    }
}
