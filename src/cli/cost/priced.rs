//! A checked schedule with its price: what `cost` says, whatever the format.

use super::WholeWords;
use crate::checker::{Limits, Report, Rule, weigh};
use crate::cli::failure::Failure;
use crate::cli::subject::Subject;
use crate::collective::Schedule;
use crate::cost::{Cost, Model, Numbers, Prices, price, price_in_words};
use crate::number::Rational;

/// A checked schedule with its price.
pub(crate) struct Priced {
    pub(crate) subject: Subject,
    pub(super) model: Model,
    pub(crate) numbers: Numbers,
    /// `None` for a schedule that is refused and cannot be priced.
    pub(crate) prices: Option<Prices>,
    /// The prices at this m, where pieces are whole words and cannot be equal.
    whole: Option<Prices>,
}

impl Priced {
    /// Prices what can be priced. Pieces are whole words unless that is to be left aside.
    pub(crate) fn of(
        subject: Subject,
        model: Model,
        numbers: Numbers,
        ideal: bool,
        limit: Limits,
    ) -> Result<Self, Failure> {
        let (report, schedule) = (subject.report(), subject.schedule());
        let priceable = report.is_valid() || (model.contention && only_waiting(report));
        let prices = priceable.then(|| price(schedule, &report.measures, model));
        let m = numbers.m.as_ref().filter(|_| priceable && !ideal);
        let whole = m.map(|m| whole(schedule, model, m, limit)).transpose()?.flatten();
        Ok(Priced { subject, model, numbers, prices, whole })
    }

    pub(super) fn cost(&self) -> Option<&Cost> {
        self.prices.as_ref().map(|prices| &prices.cost)
    }

    pub(crate) fn total(&self) -> Option<Rational> {
        let prices = self.whole.as_ref().or(self.prices.as_ref())?;
        self.numbers.total(&prices.cost)
    }

    pub(super) fn in_whole_words(&self) -> Option<WholeWords> {
        let (whole, m) = (self.whole.as_ref()?, self.numbers.m.as_ref()?);
        let words = &whole.cost.t_w * m;
        let more = &words - &(&self.cost()?.t_w * m);
        Some(WholeWords { words, more })
    }

    /// What a phase comes to.
    pub(super) fn phase_total(&self, phase: usize) -> Option<Rational> {
        let prices = self.whole.as_ref().or(self.prices.as_ref())?;
        self.numbers.total(&prices.phases.get(phase)?.cost)
    }
}

/// The prices at m words, of which pieces are whole ones; `None` where all pieces are equal.
fn whole(
    schedule: &Schedule,
    model: Model,
    m: &Rational,
    limit: Limits,
) -> Result<Option<Prices>, Failure> {
    if schedule.phases.iter().all(|phase| phase.uneven_words(m).is_none()) {
        return Ok(None);
    }
    let measures = weigh(schedule, &limit, m).map_err(|why| {
        Failure::NoAnswer(format!("{why}; --ideal prices pieces of m/n words exactly"))
    })?;
    Ok(price_in_words(schedule, &measures, model, m))
}

/// Whether all that is wrong is that messages have to wait for each other.
fn only_waiting(report: &Report) -> bool {
    report.counts.iter().filter(|(_, count)| *count > 0).all(|(rule, _)| match rule {
        Rule::SendPort | Rule::ReceivePort | Rule::Congestion => true,
        Rule::Link | Rule::NotHeld | Rule::CannotForm | Rule::NotDelivered => false,
    })
}
