//! All algorithms for the question, the best first, each a link to the page with it.

use std::fmt::Write;

use super::page::failure;
use super::price::mathml;
use super::query::Query;
use super::subject::limits;
use super::template;
use crate::cli::choice;
use crate::cli::failure::Result;
use crate::cli::report::{amount, decimal, times_m};
use crate::cli::table::Column;
use crate::compare::{Cut, How, ranking};
use crate::cost::Numbers;
use crate::draw::escaped;
use crate::number::Rational;
use crate::planner::{Algorithm, Request, algorithm, default_algorithm};

/// The most messages of an algorithm without a closed form that is planned to be priced.
const MOST_MEASURED: u128 = 50_000;

pub(super) fn section(query: &Query, request: &Request, numbers: &Numbers) -> String {
    let head = "<section aria-labelledby=\"hr\"><h2 id=\"hr\">All algorithms for this</h2>\n";
    let table = table(query, request, numbers).unwrap_or_else(|error| failure(&error));
    format!("{head}{table}</section>\n")
}

fn table(query: &Query, request: &Request, numbers: &Numbers) -> Result<String> {
    let cut = Cut { best: query.get("pieces").is_none(), whole_words: true };
    // Closed forms do not speak of hops.
    let numbers = Numbers { t_h: Rational::zero(), ..numbers.clone() };
    let limits = limits(MOST_MEASURED);
    let ranking =
        ranking(request, &numbers, &How { measure: false, cut, limits, ..How::default() });
    if ranking.rows.is_empty() && ranking.unpriced.is_empty() {
        return Err(choice::no_candidate(request));
    }
    let total = ranking.least.is_some();
    let pieces = ranking.rows.iter().any(|row| row.pieces > 1);
    let now = now(query, request);
    let text = |number: &Option<Rational>| {
        number.as_ref().map_or_else(|| "-".to_owned(), |n| format!("{n}{}", decimal(n, "")))
    };
    let mut columns = vec![Column::Words("algorithm")];
    columns.extend(pieces.then_some(Column::Numbers("pieces")));
    columns.extend(["steps", "words"].map(Column::Numbers));
    columns.extend(
        total.then_some(["total", "of the bound"].map(Column::Numbers)).into_iter().flatten(),
    );
    columns.push(Column::Words("closed form"));
    let rows = ranking.rows.iter().map(|row| {
        let name = row.algorithm.name();
        let mut cells = vec![link(query, name)];
        cells.extend(pieces.then(|| row.pieces.to_string()));
        cells.extend([row.cost.t_s.to_string(), times_m(&row.cost.t_w)]);
        cells.extend(total.then(|| [&row.total, &row.ratio].map(text)).into_iter().flatten());
        cells.push(row.closed_form.as_deref().map_or_else(|| "counted".to_owned(), mathml));
        (if now == Some(name) { " aria-current=\"true\"" } else { "" }, cells)
    });
    let mut html = template::table(&columns, rows) + "\n<dl>";
    let bounds = &ranking.bounds;
    let least = ranking.least.as_ref();
    let least = least.map_or_else(String::new, |least| format!(" = {}", amount(least, &numbers)));
    let _ = write!(
        html,
        "<dt>lower bound</dt><dd>{}{least}<br>{} t_s: {}<br>{} m t_w: {}</dd></dl>",
        mathml(&bounds.cost().to_string()),
        bounds.steps.value,
        escaped(bounds.steps.why),
        bounds.words.value,
        escaped(bounds.words.why)
    );
    for (name, why) in &ranking.unpriced {
        let _ = write!(html, "<p>{} has no price here: {}</p>", link(query, name), escaped(why));
    }
    if !total {
        html.push_str("<p>With m, t_s and t_w they are ranked by their totals.</p>");
    }
    Ok(html)
}

/// The algorithm that the page shows, if it plans one.
fn now(query: &Query, request: &Request) -> Option<&'static str> {
    if query.schedule().is_some() {
        return None;
    }
    let found = match query.get("algorithm") {
        Some(name) => algorithm(request.instance.collective.name(), name),
        None => default_algorithm(request),
    };
    found.map(Algorithm::name)
}

fn link(query: &Query, name: &str) -> String {
    let address = escaped(&query.with("algorithm", name).address());
    format!("<a href=\"/?{address}\">{name}</a>")
}
