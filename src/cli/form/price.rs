//! The cost of the schedule, step by step and in total, beside its formulas; and all algorithms for the question, the best
//! first.

use std::fmt::Write;

use super::fields::Query;
use super::html::{fact, failure, html_table, mathml};
use super::limits;
use crate::cli::compare::plot::over_m;
use crate::cli::compare::table::of_bounds;
use crate::cli::cost::Costed;
use crate::cli::cost::answer::{self, ExpectRow};
use crate::cli::cost::table::{below, steps};
use crate::cli::page::{or_dash, ratio};
use crate::cli::prelude::*;
use hockney_ask::answer::Answer;
use hockney_ask::{How, Ranked, ranking};
use hockney_draw::{data_address, escaped};
use hockney_plan::planner::{Request, default_algorithm};

/// The most rows of steps; equal steps in a row share one.
const MOST_ROWS: usize = 100;

/// The cost, with what stands above the picture and what stands below it.
pub(super) struct Section {
    pub(super) head: String,
    pub(super) body: String,
}

/// The facts that stand above the picture: what was asked.
const ASKED: [&str; 3] = [YOUR_ANSWER, "cost", "total"];
const YOUR_ANSWER: &str = "your answer";

/// The cost as `hockney cost` has it, and the formula of the form beside it.
pub(super) fn section(query: &Query, answer: &Answer) -> Section {
    let mut html = String::from("<section aria-labelledby=\"hp\"><h2 id=\"hp\">The cost</h2>\n");
    match answer.priced().and_then(|priced| Some((priced, priced.prices.as_ref()?))) {
        Some((priced, prices)) => {
            let rows: usize = prices.phases.iter().map(PricedPhase::rows).sum();
            let left_out = rows.min(MOST_ROWS)..rows;
            let table = steps(priced, prices, &left_out, |cost| mathml(&cost.to_string()));
            html.push_str(&html_table(table, |_| ""));
            if let more @ 1.. = left_out.len() {
                let all = "which <code>hockney cost</code> prints";
                let _ = write!(html, "<p>and {more} more rows, {all}</p>");
            }
        }
        None => html.push_str("<p>An invalid schedule has no cost.</p>"),
    }
    let form = answer::closed_form(answer);
    let expect = query.get("formula").map(|formula| compared(formula, answer)).transpose();
    let failures = [form.as_ref().err(), expect.as_ref().err()].map(|why| why.map(failure));
    let (closed_form, expect) = (form.ok().flatten(), expect.ok().flatten());
    let costed = Costed { answer, closed_form, expect, bandwidth: None, cheaper: None };
    let (mut asked, mut facts) = (Vec::new(), Vec::new());
    for mut fact in below(&costed, false) {
        let Some(at) = ASKED.iter().position(|name| *name == fact.name) else {
            facts.push(fact);
            continue;
        };
        // Above the picture is the verdict on a formula, and below it are the reasons.
        if fact.name == YOUR_ANSWER && fact.lines.len() > 1 {
            facts.push(Fact { name: fact.name.clone(), lines: fact.lines.split_off(1) });
        }
        asked.push((at, fact));
    }
    asked.sort_by_key(|(at, _)| *at);
    let asked: String = asked.into_iter().map(|(_, asked)| fact(asked)).collect();
    let facts: String = facts.into_iter().map(fact).collect();
    let failures: String = failures.into_iter().flatten().collect();
    let head = format!("<dl class=\"asked\">{asked}</dl>{failures}");
    Section { head, body: html + "<dl>" + &facts + "</dl></section>\n" }
}

fn compared(formula: &str, answer: &Answer) -> Result<ExpectRow> {
    let text = NamedText { name: "your formula".to_owned(), text: formula.to_owned() };
    answer::compare(&answer::read_text(text, answer.figures().numbers.unit)?, answer)
}

/// The most messages of an algorithm without a closed form that is planned to be priced.
const MOST_MEASURED: u128 = 50_000;

pub(super) fn rivals(query: &Query, request: &Request, numbers: &Numbers) -> String {
    let head = "<section aria-labelledby=\"hr\"><h2 id=\"hr\">All algorithms for this</h2>\n";
    let table = table(query, request, numbers).unwrap_or_else(|error| failure(&error));
    let plot = plot(query, request, numbers).unwrap_or_default();
    format!("{head}<div class=\"beside\"><div>{table}</div>{plot}</div></section>\n")
}

/// Their costs over m, as far as the numbers are given.
fn plot(query: &Query, request: &Request, numbers: &Numbers) -> Option<String> {
    numbers.t_s.as_ref().and(numbers.t_w.as_ref())?;
    let cut = query.cut(false);
    let limits = limits(MOST_MEASURED);
    let how = How { measure: false, cut, limits, ..How::default() };
    let ranking = ranking(request, &Numbers::default(), &how);
    let numbers = Numbers { t_h: Rational::zero(), ..numbers.clone() };
    let collective = request.instance.collective;
    let title = format!("{} on {}, over m", collective.name(), request.topology);
    let svg = over_m(ranking, (collective, &numbers), how, title.clone())?;
    let address = data_address("image/svg+xml", svg.as_bytes());
    let alt = escaped(&format!("The costs of all algorithms for {title}"));
    Some(format!("<img class=\"plot\" src=\"{address}\" alt=\"{alt}\">"))
}

fn table(query: &Query, request: &Request, numbers: &Numbers) -> Result<String> {
    let cut = query.cut(true);
    let how = How { cut, limits: limits(MOST_MEASURED), ..How::default() };
    let ranking = ranking(request, numbers, &how);
    if ranking.rows.is_empty() && ranking.unpriced.is_empty() {
        return Err(choice::no_candidate(request).into());
    }
    let total = ranking.least.is_some();
    let pieces = ranking.rows.iter().any(|row| row.pieces > 1);
    let now = now(query, request);
    let columns = [
        words("algorithm"),
        number("pieces").only_if(pieces),
        number("steps"),
        number("words"),
        number("total").only_if(total),
        number("ratio").only_if(total),
        words("closed form"),
    ];
    let cells = |row: &Ranked| {
        [
            link(query, row.algorithm.name()),
            row.pieces.to_string(),
            shown(&row.cost.t_s),
            times_m(&row.cost.t_w),
            or_dash(row.total.as_ref(), shown),
            or_dash(row.ratio.as_ref(), ratio),
            row.closed_form.as_deref().map_or_else(|| "counted".to_owned(), mathml),
        ]
    };
    let is_now = |row: usize| now == Some(ranking.rows[row].algorithm.name());
    let current = |row| if is_now(row) { " aria-current=\"true\"" } else { "" };
    let mut html = html_table(Table::of(columns, &ranking.rows, cells), current) + "\n";
    html += &download("ranking.csv", "text/csv", csv(&ranking.rows).as_bytes(), "ranking as CSV");
    let alike = request.topology.classes().is_empty();
    if let Some(bounds) = of_bounds(&ranking, numbers, alike) {
        let _ = write!(html, "<dl>{}</dl>", fact(bounds));
    }
    for (name, why) in &ranking.unpriced {
        let _ = write!(html, "<p>{} has no cost here: {}</p>", link(query, name), escaped(why));
    }
    for alike in ranking.left_out.chunk_by(|one, next| one.why == next.why) {
        let links: Vec<String> = alike.iter().map(|one| link(query, one.algorithm)).collect();
        let _ = write!(html, "<p>left out, {}: {}</p>", alike[0].why, links.join(", "));
    }
    if !total {
        html.push_str("<p>With m, t_s and t_w they are ranked by their totals.</p>");
    }
    Ok(html)
}

/// The ranking as a table for other programs.
fn csv(rows: &[Ranked]) -> String {
    let row = |row: &Ranked| {
        let total = row.total.as_ref().map_or_else(String::new, ToString::to_string);
        let (name, cost) = (row.algorithm.name(), &row.cost);
        format!("{name},{},{},{},{total}\n", row.pieces, cost.t_s, cost.t_w)
    };
    "algorithm,pieces,steps,words_of_m,total\n".to_owned()
        + &rows.iter().map(row).collect::<String>()
}

/// A link that saves a file.
pub(super) fn download(name: &str, kind: &str, bytes: &[u8], words: &str) -> String {
    let address = data_address(kind, bytes);
    format!("<a class=\"file\" download=\"{name}\" href=\"{address}\">{words}</a> ")
}

/// The algorithm that the page shows, if it plans one.
fn now(query: &Query, request: &Request) -> Option<&'static str> {
    if query.schedule().is_some() {
        return None;
    }
    let found = match query.get("algorithm") {
        Some(name) => choice::meant(name, request).ok(),
        None => default_algorithm(request),
    };
    found.map(Algorithm::name)
}

fn link(query: &Query, name: &str) -> String {
    let address = escaped(&query.with("algorithm", name).address());
    format!("<a href=\"#{address}\">{name}</a>")
}
