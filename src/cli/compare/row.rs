//! A row of a comparison for machines: an algorithm and its price, in exact text.

use serde::Serialize;

use crate::cli::args::CompareArgs;
use crate::cli::report::role;
use crate::compare::{Price, Ranked, Ranking};
use crate::cost::Numbers;
use crate::number::Rational;

/// An algorithm and its price, in exact text.
#[derive(Serialize)]
pub(super) struct Row<'a> {
    pub(super) algorithm: &'static str,
    pub(super) role: &'static str,
    pub(super) pieces: u32,
    pub(super) cost: RowCost,
    pub(super) total: Option<String>,
    /// For how many more words than in `cost` the total pays t_w, since pieces are whole words.
    pub(super) whole_words_more: Option<String>,
    /// How many messages were too many to look at, so that the total is that of m/n words.
    pub(super) not_weighed: Option<String>,
    /// The unit of the totals, where times were given with one.
    pub(super) unit: Option<&'static str>,
    pub(super) lower_bound: LowerBound,
    /// The total in units of that of the lower bound.
    pub(super) ratio: Option<String>,
    pub(super) price: &'static str,
    pub(super) closed_form: Option<&'a str>,
    /// Null unless measured, and where data is combined.
    pub(super) most_held: Option<String>,
    pub(super) busiest_link: Option<String>,
    pub(super) dominated_by: Option<&'static str>,
}

#[derive(Serialize)]
#[allow(clippy::struct_field_names)] // they are the names of the model
pub(super) struct RowCost {
    pub(super) t_s: String,
    pub(super) t_w: String,
    /// Null where hops are not counted.
    pub(super) t_h: Option<String>,
}

#[derive(Serialize)]
pub(super) struct LowerBound {
    pub(super) steps: String,
    pub(super) steps_why: &'static str,
    pub(super) words: String,
    pub(super) words_why: &'static str,
    pub(super) total: Option<String>,
}

/// The row of an algorithm.
pub(super) fn of<'a>(
    args: &CompareArgs,
    numbers: &Numbers,
    ranking: &'a Ranking,
    row: &'a Ranked,
) -> Row<'a> {
    let text = |number: &Option<Rational>| number.as_ref().map(ToString::to_string);
    let (most_held, busiest_link) = match &row.price {
        Price::ClosedForm => (None, None),
        Price::Measured(loads) => (text(&loads.most_held), Some(loads.busiest_link.to_string())),
    };
    let bounds = &ranking.bounds;
    Row {
        algorithm: row.algorithm.name(),
        role: role(row.role),
        pieces: row.pieces,
        cost: RowCost {
            t_s: row.cost.t_s.to_string(),
            t_w: row.cost.t_w.to_string(),
            t_h: args.measure.then(|| row.cost.t_h.to_string()),
        },
        total: text(&row.total),
        whole_words_more: text(&row.uneven),
        not_weighed: row.not_weighed.map(|messages| messages.to_string()),
        unit: numbers.unit.filter(|_| row.total.is_some()),
        lower_bound: LowerBound {
            steps: bounds.steps.value.to_string(),
            steps_why: bounds.steps.why,
            words: bounds.words.value.to_string(),
            words_why: bounds.words.why,
            total: text(&ranking.least),
        },
        ratio: text(&row.ratio),
        price: row.price.name(),
        closed_form: row.closed_form.as_deref(),
        most_held,
        busiest_link,
        dominated_by: row.dominated_by,
    }
}
