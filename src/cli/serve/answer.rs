//! One question and its page: the results of the other commands, side by side.

use std::fmt::Write;

use super::form::lines;
use super::page::{Page, failure};
use super::query::Query;
use super::rivals::download;
use super::subject::{About, MOST_MESSAGES, about, asked, file, limits, named};
use super::{price, rivals};
use crate::cli::failure::{Failure, Result};
use crate::cli::{GENERATOR, report, request};
use hockney_ask::answer as ask;
use hockney_core::checker::{Checked, spell_out};
use hockney_cost::Numbers;
use hockney_draw::{Drawing, escaped};
use hockney_files::{self as document, Document, Header, Notation};
use hockney_plan::planner::Algorithm;
use hockney_plan::question::Question;

/// The most messages of a schedule that is written out below its picture.
const MOST_WRITTEN: u128 = 2_000;

/// The most messages of a drawing that can be saved: its labels need places, which takes time.
const MOST_SAVED: u128 = 400;

/// The page that answers the question of an address.
pub(super) fn answer(address: &[u8]) -> Page {
    let (query, slip) = Query::read(address);
    if let Some(slip) = slip {
        return Page::of_failure(&query, &slip);
    }
    let document = match file(&query).transpose() {
        Ok(document) => document,
        Err(error) => return Page::of_failure(&query, &error),
    };
    let (query, question) = match &document {
        Some(Document { schedule, .. }) => {
            (named(&query, schedule), Question::answered_by(schedule))
        }
        None => (query.clone(), asked(&query).ok()),
    };
    let numbers = match request::numbers(&query.numbers()) {
        Ok(numbers) => numbers,
        Err(error) => return Page::of_failure(&query, &error),
    };
    let about = about(&query, document, &numbers);
    let mut body = String::new();
    let page = about.and_then(|about| shown(&mut body, &query, about, &numbers));
    let mut page = page.unwrap_or_else(|error| Page::of_failure(&query, &error));
    page.answer.push_str(&body);
    if let Some(question) = question {
        page.answer.push_str(&rivals::section(&query, question.request(), &numbers));
    }
    page
}

/// The verdict, the drawing, the price and the schedule, as far as each can be had.
fn shown(body: &mut String, query: &Query, about: About, numbers: &Numbers) -> Result<Page> {
    let About { priced, title, view, reading } = about;
    let planned = priced.subject.algorithm.map(Algorithm::name);
    let answer = ask::Answer::from(priced);
    let price = price::section(query, &answer);
    let Some(priced) = answer.priced() else {
        return Err(Failure::NoAnswer("no message was checked".to_owned()));
    };
    let checked = &priced.subject.checked;
    let numbers = Some(numbers);
    let drawing = Drawing { view, numbers, ..Drawing::of(checked, &title) };
    let parts = drawing.parts();
    let (said, verdict) = verdict(checked);
    let mut head = format!("<h2>{}</h2>\n{verdict}", escaped(&title));
    let notes = report::notes(checked.report(), checked.schedule());
    for note in reading.iter().chain(&notes) {
        let _ = writeln!(head, "<p>note: {}</p>", escaped(note));
    }
    body.push_str(&parts.body);
    body.push_str(&pictures(&drawing));
    body.push_str(&price);
    body.push_str(&written(checked, planned).unwrap_or_else(|error| failure(&error)));
    Ok(Page { query: query.clone(), title, said, answer: head })
}

/// Links that save the drawing.
fn pictures(drawing: &Drawing<'_>) -> String {
    if drawing.checked.schedule().messages() > MOST_SAVED {
        return String::new();
    }
    let Ok((svg, tikz)) = drawing.svg_and_tikz() else { return String::new() };
    let svg = download("drawing.svg", "image/svg+xml", svg.as_bytes(), "drawing as SVG");
    format!("<p>{svg}{}</p>", download("drawing.tex", "text/plain", tikz.as_bytes(), "as TikZ"))
}

/// Whether the schedule is right, and where it is not.
fn verdict(checked: &Checked) -> (String, String) {
    let report = checked.report();
    let said = report::said(report);
    // The list beside the picture names each fault and how to fix it.
    let class = if report.is_valid() { "good" } else { "bad" };
    let needs = report::about_operator(report).filter(|_| report.is_valid());
    let needs = needs.map_or_else(String::new, |needs| format!("<p>{needs}</p>"));
    let html = format!("<p class=\"{class}\">{}</p>{needs}", escaped(&said));
    (said, html)
}

/// The schedule as a file, to be kept or changed and pasted again.
fn written(checked: &Checked, algorithm: Option<&str>) -> Result<String> {
    let mut schedule = checked.schedule().clone();
    let head = "<section aria-labelledby=\"hw\"><h2 id=\"hw\">The schedule as a file</h2>";
    let messages = schedule.messages();
    if messages > MOST_WRITTEN {
        return Ok(format!(
            "{head}<p>The schedule has {messages} messages; a page writes at most {MOST_WRITTEN}. \
             <code>hockney plan</code> writes any number.</p></section>"
        ));
    }
    if let [phase] = &mut schedule.phases[..] {
        let Ok(listed) = spell_out(checked.schedule(), &limits(MOST_MESSAGES)) else {
            return Ok(String::new());
        };
        phase.steps = std::sync::Arc::new(listed);
    }
    let (algorithm, generator) = (algorithm.map(str::to_owned), Some(GENERATOR.to_owned()));
    let header = Header { algorithm, generator, note: None };
    let mut text = Vec::new();
    document::write(&mut text, &header, &schedule, Notation::Yaml)?;
    let file = download("schedule.yaml", "text/yaml", &text, "schedule as YAML");
    let text = lines(&String::from_utf8_lossy(&text));
    Ok(format!(
        "{head}<p>{file}</p><details><summary>Show it</summary><pre>{text}</pre></details></section>\n"
    ))
}
