//! The cost of the schedule, step by step and in total, beside its formulas.

use std::fmt::Write;

use super::page::failure;
use super::query::Query;
use super::subject::{MOST_MESSAGES, limits};
use super::template::{fact, mathml, table};
use crate::cli::amounts::{amount, times_m};
use crate::cli::cost::Priced;
use crate::cli::cost::answer::{self, Difference, ExpectRow};
use crate::cli::cost::table::{numbered, of_closed_form, of_cost, of_pieces, with_hops};
use crate::cli::facts::Fact;
use crate::cli::failure::Result;
use crate::cli::input::Text;
use crate::cli::subject::Subject;
use crate::cli::table::{Table, numbers, words};
use hockney_core::checker::Checked;
use hockney_cost::{Model, Numbers, PricedPhase, PricedStep};
use hockney_draw::escaped;

/// The most rows of steps; equal steps in a row share one.
const MOST_ROWS: usize = 100;

/// A section of the page, and what it is about.
pub(super) struct Section {
    pub(super) checked: Checked,
    pub(super) html: String,
}

/// Prices, and compares the formula of the form with the price.
pub(super) fn section(query: &Query, subject: Subject, numbers: Numbers) -> Result<Section> {
    let priced = Priced::of(subject, Model::default(), numbers, false, limits(MOST_MESSAGES))?;
    let mut html = String::from("<section aria-labelledby=\"hp\"><h2 id=\"hp\">The cost</h2>\n");
    if priced.prices.is_some() {
        steps(&mut html, &priced);
        sum(&mut html, &priced);
    } else {
        html.push_str("<p>An invalid schedule has no cost.</p>");
    }
    if let Some(formula) = query.get("formula") {
        html.push_str("<h3>Your formula</h3>");
        let held = held(formula, &priced);
        html.push_str(&held.unwrap_or_else(|error| failure(&error)));
    }
    html.push_str("</section>\n");
    Ok(Section { checked: priced.subject.checked, html })
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

fn sum(html: &mut String, priced: &Priced) {
    html.push_str("<dl>");
    if let Some(prices) = &priced.prices {
        html.push_str(&fact(of_cost(&prices.cost)));
    }
    match answer::closed_form(priced) {
        Ok(form) => html.extend(form.iter().flat_map(of_closed_form).map(fact)),
        Err(error) => {
            let _ = write!(html, "<dt>closed form</dt><dd>{}</dd>", failure(&error));
        }
    }
    html.extend(priced.subject.pieces.as_ref().map(of_pieces).map(fact));
    let total = priced.total().map(|total| amount(&total, &priced.numbers));
    let total = total.unwrap_or_else(|| "none without m, t_s and t_w".to_owned());
    html.push_str(&fact(Fact::new("total", total)));
    html.push_str("</dl>");
}

fn held(formula: &str, priced: &Priced) -> Result<String> {
    let text = Text { name: "your formula".to_owned(), text: formula.to_owned() };
    let expected = answer::read_text(text, priced.numbers.unit)?;
    let ExpectRow { expected, verdict, value, hops_left_out, differences: terms, .. } =
        answer::hold(&expected, &answer::Against::of(priced))?;
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
