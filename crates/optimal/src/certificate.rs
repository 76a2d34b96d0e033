//! Reads a certificate of optima. What it claims is not believed: `hockney check` derives all of it again.

use super::{Cell, VERSION};
use hockney_base::diagnostic::Diagnostic;
use hockney_core::collective::{Instance, Ports};
use hockney_core::topology::Topology;
pub use hockney_files::read::operation::Operation;
pub use hockney_files::read::topology::topology;
use hockney_files::{Content, Fields, Graphs, Node, ReadError, Result, events, list, scalar};

/// The format of a certificate.
pub const FORMAT: &str = "hockney/optimum/v1";

/// The formula of a refutation of the cell itself.
pub const OF_THE_CELL: &str = "cell";

/// The formula of the all-gather with messages of any size that is a part of an all-reduce.
pub const OF_GOSSIP: &str = "gossip";

/// What a certificate claims.
#[derive(Debug)]
pub struct Certificate {
    /// The machine.
    pub topology: Topology,
    /// The collective, in whole blocks.
    pub instance: Instance,
    /// The ports.
    pub ports: Ports,
    /// Whether messages are between neighbours.
    pub neighbours: bool,
    /// The schedules.
    pub points: Vec<ClaimedPoint>,
    /// The cells without a schedule.
    pub corners: Vec<ClaimedCorner>,
    /// What it says is open.
    pub open: Vec<String>,
}

/// A schedule in a file beside the certificate.
#[derive(Debug)]
pub struct ClaimedPoint {
    /// The pieces of each block.
    pub pieces: u32,
    /// The steps.
    pub steps: u32,
    /// The pieces of the largest messages of the steps.
    pub rounds: u32,
    /// The file.
    pub schedule: String,
}

/// A cell without a schedule.
#[derive(Debug)]
pub struct ClaimedCorner {
    /// The pieces of each block.
    pub pieces: u32,
    /// The cell.
    pub cell: Cell,
    /// The sentence.
    pub claim: String,
    /// The reason.
    pub by: ClaimedReason,
}

/// A claimed reason.
#[derive(Debug)]
pub enum ClaimedReason {
    /// The lemma with this name.
    Lemma(String),
    /// A refutation, in files beside the certificate.
    Refuted {
        /// Which formula.
        formula: String,
        /// The file of the formula.
        cnf: String,
        /// Its SHA-256.
        cnf_sha256: String,
        /// The file of the proof.
        proof: String,
        /// Its SHA-256.
        proof_sha256: String,
    },
}

const EXAMPLE: &str = "write one with `hockney optimal .. -o DIR`";

/// Reads a certificate, YAML or JSON.
///
/// # Errors
/// What does not follow `specs/optimal.md`, with its place.
pub fn read_certificate(text: &str, graphs: Graphs<'_>) -> Result<Certificate> {
    let root = events::parse(text)?;
    let keys = "format encoding topology collective ports routes generator points no_fewer open";
    let top = Fields::open(&root, "a certificate", EXAMPLE)?.only(keys)?;
    let word = |key: &str, known: &[&str]| {
        let found = top.text(key, "a word")?;
        let at = known.iter().position(|word| *word == found);
        at.ok_or_else(|| bad(top, key, format!("`{key}` is not {}", known.join(" or "))))
    };
    word("format", &[FORMAT])?;
    let ports = [Ports::ONE, Ports::All][word("ports", &["one", "all"])?];
    let neighbours = word("routes", &["any", "neighbours"])? == 1;
    let encoding = scalar::natural(top.need("encoding")?, "the number of an encoding")?;
    if encoding != u64::from(VERSION) {
        let message = format!("encoding {encoding} is not {VERSION}, the one of this program");
        return Err(bad(top, "encoding", message));
    }
    let topology = topology(top.need("topology")?, graphs)?;
    let instance = Operation::of(top)?.among(topology.nodes())?;
    let points = top.list("points", "a list")?.iter().map(point).collect::<Result<_, _>>()?;
    let corners = top.list("no_fewer", "a list")?.iter().map(corner).collect::<Result<_, _>>()?;
    let open = top.read("open", |node| list(node, "a list", EXAMPLE))?.unwrap_or_default();
    let open = open.iter().map(|node| scalar::text(node, "a text").map(str::to_owned));
    let open = open.collect::<Result<_, _>>()?;
    Ok(Certificate { topology, instance, ports, neighbours, points, corners, open })
}

/// The error of a value, whose key is there.
fn bad(fields: Fields<'_, '_>, key: &str, what: String) -> ReadError {
    let at = fields.get(key).map(Node::head).unwrap_or_default();
    Diagnostic::new(what).at(at).help(EXAMPLE).into()
}

fn number(fields: Fields<'_, '_>, key: &str) -> Result<u32> {
    let found = scalar::natural(fields.need(key)?, "a number")?;
    let large = |_| bad(fields, key, format!("{found} is too large for `{key}`"));
    u32::try_from(found).map_err(large)
}

/// A number, or `any`.
fn or_any(fields: Fields<'_, '_>, key: &str) -> Result<Option<u32>> {
    match &fields.need(key)?.kind {
        Content::Scalar { text, .. } if text == "any" => Ok(None),
        _ => number(fields, key).map(Some),
    }
}

/// The name of a file in the folder of the certificate.
fn file(fields: Fields<'_, '_>, key: &str) -> Result<String> {
    let name = fields.text(key, "a text")?;
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if name.is_empty() || name.starts_with('.') || !name.chars().all(plain) {
        let message = format!("`{key}` is not the plain name of a file beside this one");
        return Err(bad(fields, key, message));
    }
    Ok(name.to_owned())
}

fn point(node: &Node<'_>) -> Result<ClaimedPoint> {
    let fields = Fields::open(node, "a point", EXAMPLE)?.only("pieces steps rounds schedule")?;
    Ok(ClaimedPoint {
        pieces: number(fields, "pieces")?,
        steps: number(fields, "steps")?,
        rounds: number(fields, "rounds")?,
        schedule: file(fields, "schedule")?,
    })
}

fn corner(node: &Node<'_>) -> Result<ClaimedCorner> {
    let keys = "pieces steps rounds claim lemma refuted";
    let fields = Fields::open(node, "a cell", EXAMPLE)?.only(keys)?;
    let steps = or_any(fields, "steps")?.unwrap_or(u32::MAX);
    let cell = Cell { steps, rounds: or_any(fields, "rounds")? };
    let by = match (fields.get("lemma"), fields.get("refuted")) {
        (Some(lemma), None) => {
            ClaimedReason::Lemma(scalar::text(lemma, "the name of a lemma")?.to_owned())
        }
        (None, Some(refuted)) => {
            let keys = "formula cnf cnf_sha256 proof proof_sha256";
            let of = Fields::open(refuted, "a refutation", EXAMPLE)?.only(keys)?;
            let text = |key| of.text(key, "a text").map(str::to_owned);
            ClaimedReason::Refuted {
                formula: text("formula")?,
                cnf: file(of, "cnf")?,
                cnf_sha256: text("cnf_sha256")?,
                proof: file(of, "proof")?,
                proof_sha256: text("proof_sha256")?,
            }
        }
        _ => {
            let message = "a cell needs `lemma` or `refuted`, and not both";
            return Err(Diagnostic::new(message).at(node.head()).help(EXAMPLE).into());
        }
    };
    let (pieces, claim) = (number(fields, "pieces")?, fields.text("claim", "a text")?.to_owned());
    Ok(ClaimedCorner { pieces, cell, claim, by })
}
