//! One question and its page: a schedule that is planned, or pasted as a schedule file or as lines, and the results of the other
//! commands, side by side: the cost step by step and in total, beside its formulas, and all algorithms, the best first.

use std::fmt::Write;

use super::{AnswerPage, MOST_MESSAGES, Query, fact, failure, html_table, limits, lines, mathml};
use crate::cli::args::{NUMBERINGS, ORIGINS};
use crate::cli::check::spelled;
use crate::cli::compare::range::over_m;
use crate::cli::compare::rows::of_bounds;
use crate::cli::cost::{Costed, below, not_compared, steps};
use crate::cli::input::read_failure;
use crate::cli::page::{or_dash, ratio};
use crate::cli::prelude::*;
use hockney_ask::answer::Answer;
use hockney_ask::{Ranked, ranking};
use hockney_draw::{Drawing, data_address, escaped};
use hockney_grader::expect::{ExpectRow, Expected, closed_form};
use hockney_plan::planner::{Request, default_algorithm};
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
    let is_free = document.is_none() && query.schedule().is_none();
    let about = about(&query, document, &numbers).and_then(|found| {
        match fitting(&query, &found.priced).filter(|_| is_free) {
            Some(name) => about(&query.with("algorithm", name), None, &numbers),
            None => Ok(found),
        }
    });
    let mut body = String::new();
    let page = about.and_then(|about| page_of(&mut body, &query, about, &numbers));
    let mut page = page.unwrap_or_else(|error| AnswerPage::of_failure(&query, &error));
    page.answer.push_str(&body);
    if let Some(question) = question {
        page.answer.push_str(&rivals(&query, question.request(), &numbers));
    }
    page
}

/// The verdict, the drawing, the price and the schedule, as far as each can be had.
fn page_of(
    body: &mut String,
    query: &Query,
    about: About,
    numbers: &Numbers,
) -> Result<AnswerPage> {
    let About { priced, title, view, reading } = about;
    let planned = priced.subject.algorithm.map(Algorithm::name);
    let answer = ask::Answer::from(priced);
    let price = section(query, &answer);
    let Some(priced) = answer.priced() else {
        return Err(Failure::no_answer("no message was checked"));
    };
    let checked = &priced.subject.checked;
    let numbers = Some(numbers);
    let drawing = Drawing { view, numbers, ..Drawing::of(checked, &title) };
    let parts = drawing.parts();
    let (said, verdict) = verdict(checked, priced.model.contention);
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
fn verdict(checked: &Checked, contention: bool) -> (String, String) {
    let report = checked.report();
    let said = report::said(report, contention);
    // The list beside the picture names each fault and how to fix it.
    let class = if report.is_valid_if(contention) { "good" } else { "bad" };
    let needs = report::about_operator(report, None).filter(|_| report.is_valid());
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
    Some(read.map_err(|error| read_failure(&error, &text.source())))
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
        ScheduleSource::Read(schedule, header.algorithm)
    } else {
        let question = asked(query)?;
        let name = query.get("collective").unwrap_or_default();
        reading = request::reading(name, question.collective());
        if let Some(lines) = query.schedule() {
            let (name, text) = ("the schedule".to_owned(), lines.to_owned());
            let (written, notes) =
                written::written(&NamedText { name, text }, &question, how.limits)?;
            reading = reading.or((!notes.is_empty()).then(|| notes.join("; ")));
            ScheduleSource::Read(written.schedule, None)
        } else {
            how.columns = view(query, question.machine())?.numbering == GridOrder::ColumnMajor;
            ScheduleSource::Planned(question)
        }
    };
    let is_read = matches!(source, ScheduleSource::Read(..));
    let mut priced = ask::priced(source, &how)?;
    let subject = &mut priced.subject;
    if is_read {
        subject.algorithm = recognised(subject.schedule(), subject.said.as_deref());
    }
    let view = view(query, &subject.schedule().topology)?;
    Ok(About { title: report::title(subject), priced, view, reading })
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
    let form = closed_form(answer).map_err(Failure::from);
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
    let expected = Expected::read(formula, answer.figures().numbers.unit);
    expected.and_then(|expected| expected.compare(answer)).map_err(|why| not_compared(why, &text))
}

/// The algorithm that a formula is about where the query names none, as in `hockney cost`.
fn fitting(query: &Query, priced: &Priced) -> Option<&'static str> {
    let expected = Expected::read(query.get("formula")?, priced.figures.numbers.unit).ok()?;
    expected.fitting(priced).filter(|_| query.get("algorithm").is_none())
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
    let how = How { cut, limits, ..How::default() };
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
        words("").only_if(ranking.rows.iter().any(|row| row.shares_links)),
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
            if row.shares_links { "shares links" } else { "" }.to_owned(),
            row.closed_form.as_deref().map_or_else(|| "counted".to_owned(), mathml),
        ]
    };
    let is_now = |row: usize| now == Some(ranking.rows[row].algorithm.name());
    let current = |row| if is_now(row) { " aria-current=\"true\"" } else { "" };
    let mut html = html_table(PageTable::of(columns, &ranking.rows, cells), current) + "\n";
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
        let _ = write!(html, "<p>left out {}: {}</p>", alike[0].why, links.join(", "));
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
