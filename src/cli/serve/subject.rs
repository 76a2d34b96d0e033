//! From a query to a checked schedule: planned, or pasted as a schedule file or as lines.

use super::query::Query;
use crate::cli::failure::Result;
use crate::cli::input::{Text, read_failure};
use crate::cli::{heading, request, written};
use hockney_ask::answer::{self as ask, How, Look, Priced, Source};
use hockney_core::checker::Limits;
use hockney_core::collective::Schedule;
use hockney_cost::Numbers;
use hockney_draw::{Numbering, Origin, View};
use hockney_files::{self as document, Document};
use hockney_plan::question::{Question, recognised};

/// The most messages, and nodes, of what a page is about. A question has a few seconds, and the
/// command line has no such limit.
pub(super) const MOST_MESSAGES: u128 = 1 << 21;

/// So many messages, of combined data as well.
pub(super) fn limits(messages: u128) -> Limits {
    Limits { messages, combining: messages, ..Limits::default() }
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
    request::question(collective, &query.machine()?, &operation, &[])
}

/// Whether a pasted text is a schedule file and not lines.
fn is_file(text: &str) -> bool {
    let file = |line: &str| line.starts_with("format:") || line.starts_with('{');
    text.lines().map(str::trim_start).any(file) || text.contains(document::FORMAT)
}

/// The pasted schedule, if it is a schedule file.
pub(super) fn file(query: &Query) -> Option<Result<Document>> {
    let text = query.schedule().filter(|text| is_file(text))?;
    let text = Text { name: "the schedule".to_owned(), text: text.to_owned() };
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
    let how = How {
        look: Look::EveryMessage,
        numbers: numbers.clone(),
        limits: limits(MOST_MESSAGES),
        ..How::default()
    };
    match (file, query.schedule()) {
        (Some(document), _) => pasted(query, document, None, &how),
        (None, Some(lines)) => {
            let question = asked(query)?;
            let text = Text { name: "the schedule".to_owned(), text: lines.to_owned() };
            let document = written::written(&text, &question)?;
            let name = query.get("collective").unwrap_or_default();
            pasted(query, document, request::reading(name, question.collective()), &how)
        }
        (None, None) => planned(query, &how),
    }
}

fn pasted(
    query: &Query,
    Document { schedule, header }: Document,
    reading: Option<String>,
    how: &How<'_>,
) -> Result<About> {
    let algorithm = recognised(&schedule, header.algorithm.as_deref());
    let view = view(query, &schedule)?;
    let mut priced = ask::priced(Source::Read(schedule, header.algorithm), how)?;
    priced.subject.algorithm = algorithm;
    Ok(About { title: heading::title(&priced.subject), priced, view, reading })
}

fn planned(query: &Query, how: &How<'_>) -> Result<About> {
    let name = query.get("collective").unwrap_or_default();
    let ask = query.ask(request::collective_named(name)?)?;
    let (question, reading) = request::asked(name, &ask, &how.numbers)?;
    let grid = question.machine().network().sides().is_some();
    let numbering = if grid { numbering(query)? } else { Numbering::RowMajor };
    let how = How {
        algorithm: ask.algorithm.algorithm.as_deref().into(),
        cut: request::cut(&ask.operation, &ask.numbers),
        columns: numbering == Numbering::ColumnMajor,
        ..how.clone()
    };
    let priced = ask::priced(Source::Planned(question), &how)?;
    let view = view(query, priced.subject.schedule())?;
    Ok(About { title: heading::title(&priced.subject), view, priced, reading })
}

fn numbering(query: &Query) -> Result<Numbering> {
    let words = [("row-major", Numbering::RowMajor), ("column-major", Numbering::ColumnMajor)];
    query.one_of("numbering", "numbering is", words)
}

/// The view of a grid. Other topologies have no corners, so they ignore the fields.
fn view(query: &Query, schedule: &Schedule) -> Result<View> {
    if schedule.topology.network().sides().is_none() {
        return Ok(View::default());
    }
    let words = [("bottom-left", Origin::BottomLeft), ("top-left", Origin::TopLeft)];
    let origin = query.one_of("origin", "node 0 stands", words)?;
    Ok(View { numbering: numbering(query)?, origin })
}
