//! All algorithms for the question, the best first, each a link to the page with it.

use std::fmt::Write;

use super::page::failure;
use super::price::mathml;
use super::query::Query;
use super::subject::limits;
use crate::cli::choice;
use crate::cli::failure::Failure;
use crate::cli::report::{decimal, times_m};
use crate::compare::{Cut, How, Ranked, ranking};
use crate::cost::Numbers;
use crate::draw::escaped;
use crate::number::Rational;
use crate::planner::{Algorithm, Request};

/// The most messages of an algorithm without a closed form that is planned to be priced.
const MOST_MEASURED: u128 = 50_000;

pub(super) fn section(query: &Query, request: &Request, numbers: &Numbers) -> String {
    let head = "<section aria-labelledby=\"hr\"><h2 id=\"hr\">All algorithms for this</h2>\n";
    let table = table(query, request, numbers).unwrap_or_else(|error| failure(&error));
    format!("{head}{table}</section>\n")
}

fn table(query: &Query, request: &Request, numbers: &Numbers) -> Result<String, Failure> {
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
    let mut html =
        String::from("<div class=\"wide\"><table><thead><tr><th class=\"text\">algorithm</th>");
    let mut heads = vec![];
    heads.extend(pieces.then_some("pieces"));
    heads.extend(["steps", "words"]);
    heads.extend(total.then_some("total"));
    heads.extend(total.then_some("of the bound"));
    html.extend(heads.iter().map(|head| format!("<th>{head}</th>")));
    html.push_str("<th class=\"text\">closed form</th></tr></thead><tbody>");
    let now = now(query, request);
    for row in &ranking.rows {
        let name = row.algorithm.name();
        let here = if now == Some(name) { " aria-current=\"true\"" } else { "" };
        let _ = write!(html, "<tr{here}><td class=\"text\">{}</td>", link(query, name));
        if pieces {
            let _ = write!(html, "<td>{}</td>", row.pieces);
        }
        let _ = write!(html, "<td>{}</td><td>{}</td>", row.cost.t_s, times_m(&row.cost.t_w));
        if total {
            let text = |number: &Option<Rational>| {
                number.as_ref().map_or_else(|| "-".to_owned(), |n| format!("{n}{}", decimal(n, "")))
            };
            let _ = write!(html, "<td>{}</td><td>{}</td>", text(&row.total), text(&row.ratio));
        }
        let _ = write!(html, "<td class=\"text\">{}</td></tr>", form(row));
    }
    html.push_str("</tbody></table></div>\n<dl>");
    let bounds = &ranking.bounds;
    let unit = numbers.unit.map_or_else(String::new, |unit| format!(" {unit}"));
    let least = ranking.least.as_ref();
    let least = least.map_or_else(String::new, |l| format!(" = {l}{unit}{}", decimal(l, &unit)));
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

fn form(row: &Ranked) -> String {
    row.closed_form.as_deref().map_or_else(|| "counted".to_owned(), mathml)
}

/// The algorithm that the page shows, if it plans one.
fn now(query: &Query, request: &Request) -> Option<&'static str> {
    if query.schedule().is_some() {
        return None;
    }
    let collective = request.instance.collective.name();
    match query.get("algorithm") {
        Some(name) => crate::planner::algorithm(collective, name).map(Algorithm::name),
        None => crate::planner::default_algorithm(request).map(Algorithm::name),
    }
}

fn link(query: &Query, name: &str) -> String {
    let address = escaped(&query.with("algorithm", name).address());
    format!("<a href=\"/?{address}\">{name}</a>")
}
