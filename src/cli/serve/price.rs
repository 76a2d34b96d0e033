//! What the schedule costs, step by step and in all, beside the formulas that say so.

use std::fmt::Write;

use super::page::failure;
use super::query::Query;
use super::subject::{MOST_MESSAGES, limits};
use super::template::table;
use crate::checker::Checked;
use crate::cli::cost::Priced;
use crate::cli::cost::answer::{self, ClosedFormRow, Difference, ExpectRow};
use crate::cli::cost::table::{approximates, numbered, with_hops};
use crate::cli::failure::Result;
use crate::cli::input::Text;
use crate::cli::report::{amount, times_m};
use crate::cli::subject::Subject;
use crate::cli::table::Column;
use crate::cost::{Model, Numbers, PricedPhase, PricedStep};
use crate::draw::escaped;
use crate::formula::parse;

/// The most rows of steps; equal steps in a row share one.
const MOST_ROWS: usize = 100;

/// A section of the page, and what it is about.
pub(super) struct Section {
    pub(super) checked: Checked,
    pub(super) html: String,
}

/// Prices, and holds the formula of the form against the price.
pub(super) fn section(query: &Query, subject: Subject, numbers: Numbers) -> Result<Section> {
    let priced = Priced::of(subject, Model::default(), numbers, false, limits(MOST_MESSAGES))?;
    let mut html = String::from("<section aria-labelledby=\"hp\"><h2 id=\"hp\">The price</h2>\n");
    if priced.prices.is_some() {
        steps(&mut html, &priced);
        sum(&mut html, &priced);
    } else {
        html.push_str("<p>A refused schedule has none.</p>");
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
    let columns = ["step", "messages", "most words", "most hops"].map(Column::Numbers);
    let columns = [&columns[..], &[Column::Words("cost of the step")]].concat();
    let phases = || priced.prices.iter().flat_map(|prices| &prices.phases);
    let row = |step: PricedStep| {
        let (number, each) = numbered(&step);
        let cost = format!("{}{each}", mathml(&step.cost.to_string()));
        let (messages, words) = (step.messages.to_string(), times_m(&step.words));
        ("", vec![number, messages, words, step.hops.to_string(), cost])
    };
    let steps = phases().flat_map(PricedPhase::steps).take(MOST_ROWS);
    html.push_str(&table(&columns, steps.map(row)));
    let rows: usize = phases().map(PricedPhase::rows).sum();
    if let Some(more @ 1..) = rows.checked_sub(MOST_ROWS) {
        let _ = write!(html, "<p>and {more} more rows, which <code>hockney cost</code> prints</p>");
    }
}

fn sum(html: &mut String, priced: &Priced) {
    html.push_str("<dl>");
    if let Some(prices) = &priced.prices {
        let _ = write!(html, "<dt>cost</dt><dd>{}</dd>", mathml(&prices.cost.to_string()));
    }
    match answer::closed_form(priced) {
        Ok(Some(form)) => closed_form(html, &form),
        Ok(None) => {}
        Err(error) => {
            let _ = write!(html, "<dt>closed form</dt><dd>{}</dd>", failure(&error));
        }
    }
    if let Some(best) = &priced.subject.pieces {
        let why = escaped(&best.why);
        let _ = write!(html, "<dt>pieces</dt><dd>n = {}: {why}</dd>", best.pieces);
    }
    let total = priced.total().map(|total| amount(&total, &priced.numbers));
    let total = total.as_deref().unwrap_or("none without m, t_s and t_w");
    let _ = write!(html, "<dt>total</dt><dd>{total}</dd></dl>");
}

fn closed_form(html: &mut String, form: &ClosedFormRow) {
    let verdict = form.verdict.to_owned() + with_hops(form.hops_left_out);
    let _ = write!(
        html,
        "<dt>closed form</dt><dd>{} = {}: <strong>{verdict}</strong>{}<br>{}</dd>",
        mathml(&form.formula),
        mathml(&form.value),
        differences(&form.differences, "the closed form"),
        escaped(&form.source)
    );
    if let Some(book) = &form.textbook {
        let (formula, source) = (mathml(book.formula), escaped(book.source));
        let verdict = approximates(book, &mathml(&book.value));
        let _ = write!(html, "<dt>textbook</dt><dd>{formula}: {verdict}<br>{source}</dd>");
    }
}

fn held(formula: &str, priced: &Priced) -> Result<String> {
    let text = Text { name: "your formula".to_owned(), text: formula.to_owned() };
    let expected = answer::read_text(text, priced.numbers.unit)?;
    let ExpectRow { expected, verdict, value, hops_left_out, differences: terms } =
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

/// Typeset where it is a formula; sentences stay as they are.
pub(super) fn mathml(text: &str) -> String {
    parse(text).map_or_else(|_| escaped(text), |formula| formula.to_mathml())
}
