//! `hockney compare`: every algorithm for a request, the best first, and where the best changes.

mod over;
mod table;

use serde::Serialize;

use super::args::{AlgorithmArgs, CompareArgs, ReportFormat};
use super::failure::Failure;
use super::request::Asked;
use super::{Answer, choice, machine, note, output, plan, request, structured};
use crate::checker::Limits;
use crate::compare::{How, Price, Ranked, Ranking, ranking};
use crate::cost::Numbers;
use crate::number::Rational;
use crate::planner::{Request, Role};

/// An algorithm and its price, in exact text.
#[derive(Serialize)]
struct Row<'a> {
    algorithm: &'static str,
    role: &'static str,
    pieces: u32,
    cost: RowCost,
    total: Option<String>,
    /// For how many more words than in `cost` the total pays t_w, since pieces are whole words.
    whole_words_more: Option<String>,
    /// The unit of the totals, where times were given with one.
    unit: Option<&'static str>,
    lower_bound: LowerBound,
    /// The total in units of that of the lower bound.
    ratio: Option<String>,
    price: &'static str,
    closed_form: Option<&'a str>,
    /// Null unless measured, and where data is combined.
    most_held: Option<String>,
    busiest_link: Option<String>,
    dominated_by: Option<&'static str>,
}

#[derive(Serialize)]
#[allow(clippy::struct_field_names)] // they are the names of the model
struct RowCost {
    t_s: String,
    t_w: String,
    /// Null where hops are not counted.
    t_h: Option<String>,
}

#[derive(Serialize)]
struct LowerBound {
    steps: String,
    steps_why: &'static str,
    words: String,
    words_why: &'static str,
    total: Option<String>,
}

pub(crate) fn run(args: &CompareArgs) -> Result<Answer, Failure> {
    let collective = request::collective_named(&args.collective)?;
    if let Some(over) = &args.over {
        return over::run(args, over, collective);
    }
    let asked = asked(args)?;
    let request = &asked.request;
    let numbers = numbers(args)?;
    if let Some(reading) = request::reading(&args.collective, collective) {
        note(&reading);
    }
    let ranking = ranking(request, &numbers, &how(args)?);
    unpriced(&ranking.unpriced);
    if ranking.rows.is_empty() {
        return Err(none(request, &ranking.unpriced));
    }
    output::write_to(None, |out| match args.format {
        ReportFormat::Table => table::write(out, args, &asked, &numbers, &ranking),
        format => structured::write(out, format, &rows(args, &numbers, &ranking)),
    })?;
    Ok(Answer::Yes)
}

/// What is asked for.
fn asked(args: &CompareArgs) -> Result<Asked, Failure> {
    let collective = request::collective_named(&args.collective)?;
    request::request(collective, &args.machine, &args.operation, &AlgorithmArgs::default())
}

/// The numbers of the model. Closed forms do not speak of hops, so t_h needs measuring.
fn numbers(args: &CompareArgs) -> Result<Numbers, Failure> {
    let numbers = request::numbers(&args.numbers)?;
    if !numbers.t_h.is_zero() && !args.measure {
        return Err(Failure::input("closed forms do not count hops, so --th has nothing to price")
            .help("add --measure, which plans and checks every algorithm, or leave out --th"));
    }
    Ok(numbers)
}

fn how(args: &CompareArgs) -> Result<How, Failure> {
    let limit = request::limit(&args.limit, Limits::default().messages)?;
    let cut = request::cut(&args.operation, &args.numbers);
    Ok(How { measure: args.measure, cut, limits: plan::limits(limit) })
}

fn unpriced(unpriced: &[(&'static str, String)]) {
    for (algorithm, why) in unpriced {
        note(&format!("{algorithm} has no price here: {why}"));
    }
}

fn none(request: &Request, unpriced: &[(&'static str, String)]) -> Failure {
    if unpriced.is_empty() {
        return choice::no_candidate(request);
    }
    Failure::NoAnswer(
        "no algorithm that fits has a price; --limit may raise what is allowed".into(),
    )
}

/// What is shown: all, or those that nothing dominates.
fn shown<'a>(args: &CompareArgs, ranking: &'a Ranking) -> impl Iterator<Item = &'a Ranked> {
    let all = args.all;
    ranking.rows.iter().filter(move |row| all || row.dominated_by.is_none())
}

fn rows<'a>(args: &CompareArgs, numbers: &Numbers, ranking: &'a Ranking) -> Vec<Row<'a>> {
    let text = |number: &Option<Rational>| number.as_ref().map(ToString::to_string);
    let row = |row: &'a Ranked| {
        let (most_held, busiest_link) = match &row.price {
            Price::ClosedForm => (None, None),
            Price::Measured(loads) => {
                (text(&loads.most_held), Some(loads.busiest_link.to_string()))
            }
        };
        let bounds = &ranking.bounds;
        Row {
            algorithm: row.algorithm.name(),
            role: match row.role {
                Role::Textbook => "textbook",
                Role::Further => "further",
                Role::Counterexample => "counterexample",
            },
            pieces: row.pieces,
            cost: RowCost {
                t_s: row.cost.t_s.to_string(),
                t_w: row.cost.t_w.to_string(),
                t_h: args.measure.then(|| row.cost.t_h.to_string()),
            },
            total: text(&row.total),
            whole_words_more: text(&row.uneven),
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
    };
    shown(args, ranking).map(row).collect()
}
