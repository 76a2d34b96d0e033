//! One question and its page: a schedule that is planned, or pasted as a schedule file or as lines, and the results of the other
//! commands, side by side.

use std::fmt::Write;

use super::fields::{Query, lines};
use super::html::{AnswerPage, failure};
use super::price::{self, download};
use super::{MOST_MESSAGES, limits};
use crate::cli::args::{NUMBERINGS, ORIGINS};
use crate::cli::check::spelled;
use crate::cli::input::read_failure;
use crate::cli::prelude::*;
use hockney_draw::{Drawing, escaped};
use hockney_plan::question::recognised;

/// The most messages of a schedule that is written out below its picture.
const MOST_WRITTEN: u128 = 2_000;

/// The most messages of a drawing that can be saved: its labels need places, which takes time.
const MOST_SAVED: u128 = 400;

/// The page that answers the question of an address.
pub(super) fn answer(address: &[u8]) -> AnswerPage {
    let (query, slip) = Query::read(address);
    let read = || match slip {
        None => Ok((file(&query).transpose()?, query.numbers()?)),
        Some(slip) => Err(slip),
    };
    let (document, numbers) = match read() {
        Ok(read) => read,
        Err(error) => return AnswerPage::of_failure(&query, &error),
    };
    let (query, question) = match &document {
        Some(Document { schedule, .. }) => {
            (named(&query, schedule), Question::answered_by(schedule))
        }
        None => (query.clone(), asked(&query).ok()),
    };
    let about = about(&query, document, &numbers);
    let mut body = String::new();
    let page = about.and_then(|about| shown(&mut body, &query, about, &numbers));
    let mut page = page.unwrap_or_else(|error| AnswerPage::of_failure(&query, &error));
    page.answer.push_str(&body);
    if let Some(question) = question {
        page.answer.push_str(&price::rivals(&query, question.request(), &numbers));
    }
    page
}

/// The verdict, the drawing, the price and the schedule, as far as each can be had.
fn shown(body: &mut String, query: &Query, about: About, numbers: &Numbers) -> Result<AnswerPage> {
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
    head.push_str(&price.head);
    body.push_str(&parts.body);
    body.push_str(&pictures(&drawing));
    body.push_str(&price.body);
    body.push_str(&written(checked, planned).unwrap_or_else(|error| failure(&error)));
    Ok(AnswerPage { query: query.clone(), title, said, answer: head })
}

/// Links that save the drawing.
fn pictures(drawing: &Drawing<'_>) -> String {
    if drawing.checked.schedule().messages() > MOST_SAVED {
        return String::new();
    }
    let Ok(picture) = drawing.picture() else { return String::new() };
    let (svg, tikz) = (picture.svg(), picture.tikz());
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
    let head = "<section aria-labelledby=\"hw\"><h2 id=\"hw\">The schedule as a file</h2>";
    let messages = checked.schedule().messages();
    if messages > MOST_WRITTEN {
        return Ok(format!(
            "{head}<p>The schedule has {messages} messages; a page writes at most {MOST_WRITTEN}. \
             <code>hockney plan</code> writes any number.</p></section>"
        ));
    }
    let spelled = spelled(checked.schedule(), limits(MOST_MESSAGES));
    let Ok(schedule) = spelled else { return Ok(String::new()) };
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

/// The subject of a page.
pub(super) struct About {
    pub(super) priced: Priced,
    pub(super) title: String,
    pub(super) view: View,
    /// The note about a name that could be taken for another operation.
    pub(super) reading: Option<String>,
}

/// The question, which has algorithms even where its schedule is too large or wrong.
pub(super) fn asked(query: &Query) -> Result<Question> {
    let collective = request::collective_named(query.get("collective").unwrap_or_default())?;
    let operation = query.operation(collective)?;
    let (machine, allowed) = (query.machine()?, Allowed { looks: false, ..Allowed::default() });
    Options { machine: &machine, operation: &operation, links: &[], allowed: &allowed }
        .question(collective)
}

/// Whether a pasted text is a schedule file and not lines.
fn is_file(text: &str) -> bool {
    let file = |line: &str| line.starts_with("format:") || line.starts_with('{');
    text.lines().map(str::trim_start).any(file) || text.contains(document::FORMAT)
}

/// The pasted schedule, if it is a schedule file.
pub(super) fn file(query: &Query) -> Option<Result<Document>> {
    let text = query.schedule().filter(|text| is_file(text))?;
    let text = NamedText { name: "the schedule".to_owned(), text: text.to_owned() };
    let no_files =
        |_: &str| Err("a page reads no files: paste the graph into the field".to_owned());
    let read = document::read(&text.text, &no_files);
    Some(read.map_err(|error| read_failure(&error, &text)))
}

/// The query with the collective and the topology that a schedule file names, as far as fields can.
pub(super) fn named(query: &Query, schedule: &Schedule) -> Query {
    let [phase] = &schedule.phases[..] else { return query.clone() };
    let family = schedule.topology.family().name();
    let sizes: Vec<String> = schedule.topology.sizes().iter().map(ToString::to_string).collect();
    let named = query.with("collective", phase.instance().collective.name()).with("algorithm", "");
    let named = named.with("topology", family).with("p", &sizes.join("x"));
    if named.family().is_ok() { named } else { query.clone() }
}

/// Plans or reads, checks and prices. Every message is looked at, for a page draws them.
pub(super) fn about(query: &Query, file: Option<Document>, numbers: &Numbers) -> Result<About> {
    let mut how = How {
        algorithm: query.get("algorithm").into(),
        look: Look::EveryMessage,
        cut: query.cut(true),
        numbers: numbers.clone(),
        limits: limits(MOST_MESSAGES),
        ..How::default()
    };
    let mut reading = None;
    let source = if let Some(Document { schedule, header }) = file {
        Source::Read(schedule, header.algorithm)
    } else {
        let question = asked(query)?;
        let name = query.get("collective").unwrap_or_default();
        reading = request::reading(name, question.collective());
        if let Some(lines) = query.schedule() {
            let (name, text) = ("the schedule".to_owned(), lines.to_owned());
            let (written, pairs) =
                written::written(&NamedText { name, text }, &question, how.limits)?;
            reading = reading.or(pairs.map(str::to_owned));
            Source::Read(written.schedule, None)
        } else {
            how.columns = view(query, question.machine())?.numbering == Numbering::ColumnMajor;
            Source::Planned(question)
        }
    };
    let is_read = matches!(source, Source::Read(..));
    let mut priced = ask::priced(source, &how)?;
    let subject = &mut priced.subject;
    if is_read {
        subject.algorithm = recognised(subject.schedule(), subject.said.as_deref());
    }
    let view = view(query, &subject.schedule().topology)?;
    Ok(About { title: heading::title(subject), priced, view, reading })
}

/// The view of a grid. Other topologies have no corners, so they ignore the fields.
fn view(query: &Query, topology: &Topology) -> Result<View> {
    if topology.network().sides().is_none() {
        return Ok(View::default());
    }
    let (numbering, origin) =
        (query.word("numbering", NUMBERINGS)?, query.word("origin", ORIGINS)?);
    Ok(View { numbering, origin })
}
