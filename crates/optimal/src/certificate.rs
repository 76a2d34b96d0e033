//! Reads a certificate of optima. What it claims is not believed: `hockney check` derives all of it again.

use super::{Cell, VERSION};
use hockney_base::diagnostic::Diagnostic;
use hockney_core::collective::{Instance, Ports};
use hockney_core::topology::Topology;
pub use hockney_files::read::operation::Operation;
pub use hockney_files::read::topology::topology;
use hockney_files::{Fields, Graphs, Kind, Node, ReadError, events, list, scalar};

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
    pub by: By,
}

/// A claimed reason.
#[derive(Debug)]
pub enum By {
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
pub fn read_certificate(text: &str, graphs: Graphs<'_>) -> Result<Certificate, ReadError> {
    let start = text.len() - text.strip_prefix('\u{feff}').unwrap_or(text).len();
    let root = events::parse(text, start..text.len())?;
    let keys = "format encoding topology collective ports routes generator points no_fewer open";
    let top = Fields::open(&root, "a certificate", EXAMPLE)?.only(keys)?;
    let words: [(&str, &[&str]); 3] =
        [("format", &[FORMAT]), ("ports", &["one", "all"]), ("routes", &["any", "neighbours"])];
    let mut chosen = Vec::new();
    for (key, known) in words {
        let node = top.need(key, EXAMPLE)?;
        let found = scalar::text(node, "a word")?;
        if !known.contains(&found) {
            return Err(bad(node, format!("`{key}` is not {}", known.join(" or "))));
        }
        chosen.push(found);
    }
    let node = top.need("encoding", EXAMPLE)?;
    let encoding = scalar::natural(node, "the number of an encoding")?;
    if encoding != u64::from(VERSION) {
        return Err(bad(
            node,
            format!("encoding {encoding} is not {VERSION}, the one of this program"),
        ));
    }
    let topology = topology(top.need("topology", EXAMPLE)?, graphs)?;
    let instance = Operation::of(top)?.among(topology.nodes())?;
    let ports = if chosen[1] == "all" { Ports::All } else { Ports::ONE };
    let items = |key: &str| list(top.need(key, EXAMPLE)?, "a list", EXAMPLE);
    let points = items("points")?.iter().map(point).collect::<Result<_, _>>()?;
    let corners = items("no_fewer")?.iter().map(corner).collect::<Result<_, _>>()?;
    let open = top.get("open").map_or(Ok(&[][..]), |node| list(node, "a list", EXAMPLE))?;
    let open = open.iter().map(|node| scalar::text(node, "a text").map(str::to_owned));
    let (neighbours, open) = (chosen[2] == "neighbours", open.collect::<Result<_, _>>()?);
    Ok(Certificate { topology, instance, ports, neighbours, points, corners, open })
}

fn bad(node: &Node<'_>, what: String) -> ReadError {
    Diagnostic::new(what).at(node.head()).help(EXAMPLE).into()
}

fn number(fields: Fields<'_, '_>, key: &str) -> Result<u32, ReadError> {
    let node = fields.need(key, EXAMPLE)?;
    let found = scalar::natural(node, "a number")?;
    u32::try_from(found).map_err(|_| bad(node, format!("{found} is too large for `{key}`")))
}

/// A number, or `any`.
fn or_any(fields: Fields<'_, '_>, key: &str) -> Result<Option<u32>, ReadError> {
    match &fields.need(key, EXAMPLE)?.kind {
        Kind::Scalar { text, .. } if text == "any" => Ok(None),
        _ => number(fields, key).map(Some),
    }
}

fn text(fields: Fields<'_, '_>, key: &str) -> Result<String, ReadError> {
    scalar::text(fields.need(key, EXAMPLE)?, "a text").map(str::to_owned)
}

/// The name of a file in the folder of the certificate.
fn file(fields: Fields<'_, '_>, key: &str) -> Result<String, ReadError> {
    let name = text(fields, key)?;
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if name.is_empty() || name.starts_with('.') || !name.chars().all(plain) {
        let node = fields.need(key, EXAMPLE)?;
        return Err(bad(node, format!("`{key}` is not the plain name of a file beside this one")));
    }
    Ok(name)
}

fn point(node: &Node<'_>) -> Result<ClaimedPoint, ReadError> {
    let fields = Fields::open(node, "a point", EXAMPLE)?.only("pieces steps rounds schedule")?;
    let (pieces, steps) = (number(fields, "pieces")?, number(fields, "steps")?);
    let (rounds, schedule) = (number(fields, "rounds")?, file(fields, "schedule")?);
    Ok(ClaimedPoint { pieces, steps, rounds, schedule })
}

fn corner(node: &Node<'_>) -> Result<ClaimedCorner, ReadError> {
    let keys = "pieces steps rounds claim lemma refuted";
    let fields = Fields::open(node, "a cell", EXAMPLE)?.only(keys)?;
    let steps = or_any(fields, "steps")?.unwrap_or(u32::MAX);
    let cell = Cell { steps, rounds: or_any(fields, "rounds")? };
    let by = match (fields.get("lemma"), fields.get("refuted")) {
        (Some(lemma), None) => By::Lemma(scalar::text(lemma, "the name of a lemma")?.to_owned()),
        (None, Some(refuted)) => {
            let keys = "formula cnf cnf_sha256 proof proof_sha256";
            let of = Fields::open(refuted, "a refutation", EXAMPLE)?.only(keys)?;
            By::Refuted {
                formula: text(of, "formula")?,
                cnf: file(of, "cnf")?,
                cnf_sha256: text(of, "cnf_sha256")?,
                proof: file(of, "proof")?,
                proof_sha256: text(of, "proof_sha256")?,
            }
        }
        _ => return Err(bad(node, "a cell needs `lemma` or `refuted`, and not both".to_owned())),
    };
    Ok(ClaimedCorner { pieces: number(fields, "pieces")?, cell, claim: text(fields, "claim")?, by })
}
