//! From tree to document: the header, and one phase or several.

pub(super) mod compact;
mod edges;
pub mod operation;
pub(super) mod phase;
pub(super) mod steps;
pub mod topology;

pub use topology::{read_graph, read_placement};

use crate::{
    Content, Document, FORMAT, FieldKey, Fields, Graphs, Header, Node, Plain, ReadError, Result,
    events, incoming, is_format, list, refuse, scalar, unknown, within,
};
use hockney_base::diagnostic::Span;
use hockney_core::collective::{Phase, Ports, Schedule};

/// Something that was read, and where.
pub(super) type Placed<T> = (T, Span);

/// Reads a document, YAML or JSON. `graphs` returns the text of a graph file that the document
/// names, or an error for documents from untrusted sources.
///
/// # Errors
/// A text that is not a document by `specs/schedule.md`, with its place; and a document over a limit.
pub fn read(text: &str, graphs: Graphs<'_>) -> Result<Document> {
    let wrong = match incoming::read_lined(text, graphs) {
        Ok(document) => return Ok(document),
        Err(wrong) => wrong,
    };
    let root = events::parse(text).map_err(|error| match (error, wrong) {
        // That it is not written one message a line is the least that is wrong with it.
        (ReadError::Limit { .. }, Some(wrong)) => wrong,
        (error, _) => error,
    })?;
    document(&root, graphs)
}

/// Reads a composition: a document whose phases may leave out their steps.
///
/// # Errors
/// As for [`read`], and a document without a list of phases.
pub fn read_composition(text: &str, graphs: Graphs<'_>) -> Result<Document> {
    let root = events::parse(text)?;
    open(&root)?.need_or(
        "phases",
        "a composition is a list of phases: write phases: and one `- groups: ..` each",
    )?;
    with_budget(&root, graphs, Budget { steps_may_lack: true, ..Budget::default() })
}

/// A whole document, for messages.
pub(super) const DOCUMENT: &str = "a schedule document";

/// Keys that are in the document where there is one phase, and in each phase where they are
/// listed.
const OF_A_PHASE: [&str; 3] = ["collective", "pieces", "steps"];

/// Keys of documents that have one phase, and why a list of phases has none.
const OF_ONE_PHASE: [(&str, &str); 2] = [
    ("translate", "phases list every message: leave it out"),
    ("place", "the groups and messages of phases name nodes: leave it out"),
];

/// What a tree means.
pub(crate) fn document(root: &Node<'_>, graphs: Graphs<'_>) -> Result<Document> {
    with_budget(root, graphs, Budget::default())
}

pub(super) fn with_budget(
    root: &Node<'_>,
    graphs: Graphs<'_>,
    mut budget: Budget,
) -> Result<Document> {
    let mut document = header(root, graphs)?;
    let topology = &document.schedule.topology;
    let top = open(root)?;
    document.schedule.phases = match top.get("phases") {
        Some(phases) => {
            let items = list(phases, "the list of phases", "write one `- groups: ..` for each")?;
            if items.is_empty() {
                let help = "write at least one phase, or `collective` and `steps` instead";
                return refuse(phases.span, "a document without a phase", help);
            }
            let phase = |node| phase::listed(node, topology, &mut budget);
            items.iter().map(phase).collect::<Result<Vec<Phase>, _>>()?
        }
        None => vec![phase::plain(top, topology, &mut budget)?],
    };
    Ok(document)
}

/// The keys of a document.
pub(super) fn open<'a, 't>(root: &'a Node<'t>) -> Result<Fields<'a, 't>> {
    Fields::open(root, DOCUMENT, "a document begins with `format: hockney/schedule/v1`")
}

/// The part of a document before its phases.
pub(crate) fn header(root: &Node<'_>, graphs: Graphs<'_>) -> Result<Document> {
    let top = open(root)?;
    // Nothing else is looked at in a document of another format.
    is_format(top, FORMAT)?;
    check_keys(top)?;
    let help = "write topology: name:sizes, such as topology: ring:8";
    let topology = topology::topology(top.need_or("topology", help)?, graphs)?;
    let topology = match top.read("place", |node| topology::place(node, &topology))? {
        Some(placement) => topology.with_ranks(placement),
        None => topology,
    };
    let text = |key| top.read(key, |node| scalar::text(node, "a text").map(str::to_owned));
    let header = Header {
        algorithm: text("algorithm")?,
        note: text("note")?,
        generator: text("generator")?,
    };
    let ports = top.read("ports", ports)?.unwrap_or(Ports::ONE);
    let schedule = Schedule { topology, ports, phases: Vec::new() };
    Ok(Document { schedule, header })
}

fn check_keys(top: Fields<'_, '_>) -> Result<()> {
    top.only(
        "format topology algorithm note generator ports collective pieces place steps translate phases",
    )?;
    if let Some(((key, _), (other, _))) = top.entry("translate").zip(top.entry("place")) {
        let help = "templates are for rank r on node r: list every message, or leave out `place`";
        let message = "`translate` beside `place`".to_owned();
        return refuse(key.span.max(other.span), message, help);
    }
    let Some((phases, _)) = top.entry("phases") else { return Ok(()) };
    for (name, help) in OF_ONE_PHASE {
        if let Some((key, _)) = top.entry(name) {
            let message = format!("`{name}` beside `phases`");
            return refuse(key.span.max(phases.span), message, help);
        }
    }
    match top.keys().find(|key| OF_A_PHASE.contains(&&*key.text)) {
        None => Ok(()),
        Some(FieldKey { text, span }) => {
            let help = format!("write `{text}` inside each phase, or leave out `phases`");
            refuse((*span).max(phases.span), format!("`{text}` beside `phases`"), help)
        }
    }
}

/// `one`, `all`, or a number of ports.
fn ports(node: &Node<'_>) -> Result<Ports> {
    if let Content::Scalar { text, quoted: false } = &node.kind
        && matches!(Plain::of(text), Plain::Integer | Plain::OtherNumber)
    {
        let number = scalar::natural(node, "a number of ports")?;
        return number.to_string().parse().or_else(|why: String| {
            refuse(node.span, format!("{number} is not a number of ports"), why)
        });
    }
    match scalar::text(node, "the kind of ports")? {
        "one" => Ok(Ports::ONE),
        "all" => Ok(Ports::All),
        found => Err(unknown("kind of ports", node.span, found, DOCUMENT, &["one", "all"])),
    }
}

/// The remaining limits of reading, so that a short text cannot use all memory.
#[derive(Default)]
pub(crate) struct Budget {
    pub(super) runs: u64,
    pub(super) places: u64,
    /// Whether a phase may leave out its steps, for somebody to fill in.
    pub(super) steps_may_lack: bool,
}

impl Budget {
    /// The most runs of blocks in all messages together: a quarter of a gigabyte.
    pub(crate) const MOST_RUNS: u64 = 1 << 24;
    /// The most places of nodes in groups in all phases together.
    const MOST_PLACES: u64 = 1 << 23;

    pub(super) fn take_runs(&mut self, runs: u64, at: Span) -> Result<()> {
        self.runs = self.runs.saturating_add(runs);
        within("ranges of blocks", self.runs, Self::MOST_RUNS, Some(at))
    }

    pub(super) fn take_places(&mut self, nodes: u32, at: Span) -> Result<()> {
        self.places = self.places.saturating_add(u64::from(nodes));
        within("places of nodes in groups", self.places, Self::MOST_PLACES, Some(at))
    }
}
