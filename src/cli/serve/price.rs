//! The cost of the schedule, step by step and in total, beside its formulas.

use std::fmt::Write;

use super::page::failure;
use super::query::Query;
use super::template::{fact, mathml, table};
use crate::cli::amounts::{amount, times_m};
use crate::cli::cost::answer::{self, Difference, ExpectRow};
use crate::cli::cost::table::{numbered, of_closed_form, of_cost, of_pieces, with_hops};
use crate::cli::facts::Fact;
use crate::cli::failure::Result;
use crate::cli::input::Text;
use crate::cli::table::{Table, numbers, words};
use hockney_ask::answer::{Answer, Priced};
use hockney_cost::{PricedPhase, PricedStep};
use hockney_draw::escaped;

/// The most rows of steps; equal steps in a row share one.
const MOST_ROWS: usize = 100;

/// The price, and the formula of the form beside it.
pub(super) fn section(query: &Query, answer: &Answer) -> String {
    let mut html = String::from("<section aria-labelledby=\"hp\"><h2 id=\"hp\">The cost</h2>\n");
    match answer.priced().filter(|priced| priced.prices.is_some()) {
        Some(priced) => {
            steps(&mut html, priced);
            sum(&mut html, priced, answer);
        }
        None => html.push_str("<p>An invalid schedule has no cost.</p>"),
    }
    if let Some(formula) = query.get("formula") {
        html.push_str("<h3>Your formula</h3>");
        let held = held(formula, answer);
        html.push_str(&held.unwrap_or_else(|error| failure(&error)));
    }
    html.push_str("</section>\n");
    html
}

fn steps(html: &mut String, priced: &Priced) {
    let [number, messages, most, hops] =
        ["step", "messages", "most words", "most hops"].map(numbers);
    let columns = [number, messages, most, hops, words("cost of the step")];
    let phases = || priced.prices.iter().flat_map(|prices| &prices.phases);
    let cells = |step: PricedStep| {
        let (number, each) = numbered(&step);
        let cost = format!("{}{each}", mathml(&step.cost.to_string()));
        [number, step.messages.to_string(), times_m(&step.words), step.hops.to_string(), cost]
    };
    let steps = phases().flat_map(PricedPhase::steps).take(MOST_ROWS);
    html.push_str(&table(Table::of(columns, steps, cells), |_| ""));
    let rows: usize = phases().map(PricedPhase::rows).sum();
    if let Some(more @ 1..) = rows.checked_sub(MOST_ROWS) {
        let _ = write!(html, "<p>and {more} more rows, which <code>hockney cost</code> prints</p>");
    }
}

fn sum(html: &mut String, priced: &Priced, answer: &Answer) {
    html.push_str("<dl>");
    if let Some(prices) = &priced.prices {
        html.push_str(&fact(of_cost(&prices.cost)));
    }
    match answer::closed_form(answer) {
        Ok(form) => html.extend(form.iter().flat_map(of_closed_form).map(fact)),
        Err(error) => {
            let _ = write!(html, "<dt>closed form</dt><dd>{}</dd>", failure(&error));
        }
    }
    html.extend(priced.subject.pieces.as_ref().map(of_pieces).map(fact));
    let total = priced.figures.total.as_ref().map(|total| amount(total, &priced.figures.numbers));
    let total = total.unwrap_or_else(|| "none without m, t_s and t_w".to_owned());
    html.push_str(&fact(Fact::new("total", total)));
    html.push_str("</dl>");
}

fn held(formula: &str, answer: &Answer) -> Result<String> {
    let text = Text { name: "your formula".to_owned(), text: formula.to_owned() };
    let expected = answer::read_text(text, answer.figures().numbers.unit)?;
    let ExpectRow { expected, verdict, value, hops_left_out, differences: terms, .. } =
        answer::hold(&expected, answer)?;
    let value = if value == expected { String::new() } else { format!(" = {}", mathml(&value)) };
    let class = if verdict == "equal" { "good" } else { "bad" };
    Ok(format!(
        "<p id=\"held\">{}{value}: <strong class=\"{class}\">{verdict}</strong>{}{}</p>",
        mathml(&expected),
        with_hops(hops_left_out),
        differences(&terms, "your formula")
    ))
}

fn differences(differences: &[Difference], whose: &str) -> String {
    let said = |difference: &Difference| format!("<br>{}", escaped(&difference.said(whose)));
    differences.iter().map(said).collect()
}
