//! `place`: the node of each rank, in a schedule file or in a file of its own.

use super::steps;
use crate::{Kind, Node, Placed, Result, events, list, refuse, scalar};
use hockney_base::diagnostic::{Diagnostic, Span};
use hockney_core::topology::{Placement, PlacementError, Topology, Vertex};

const HELP: &str = "list the node of each rank, rank 0 first, such as place: [0, 4, 1, 5]";

/// The value of the key `place`.
pub(super) fn place(node: &Node<'_>, topology: &Topology) -> Result<Placement> {
    let items = list(node, "the nodes of the ranks", HELP)?;
    let number = |item: &Node<'_>| self::node(item, topology);
    checked(items.len(), items.iter().map(number), topology, node.head())
}

/// Reads a file of a placement: a YAML list, or one node per line; `#` begins a comment. On a hypercube or a grid a
/// line may also name a node by its bits or coordinates.
///
/// # Errors
/// A text that names no nodes, with its place; a node twice; and more ranks than nodes.
pub fn read_placement(text: &str, topology: &Topology) -> Result<Placement> {
    let content = |line: &str| line.split('#').next().unwrap_or_default().trim().len();
    let first = text.lines().find(|line| content(line) > 0).unwrap_or_default().trim_start();
    if first.starts_with(['[', '-']) {
        return place(&events::parse(text, 0..text.len())?, topology);
    }
    let parts = text.split_inclusive('\n').filter_map(|line| {
        let trimmed = line.trim_start();
        let start = trimmed.as_ptr().addr() - text.as_ptr().addr();
        let length = content(line);
        (length > 0).then(|| (&trimmed[..length], Span::new(start, start + length)))
    });
    let node = |(part, span): (&str, Span)| {
        let kind = Kind::Scalar { text: part.into(), quoted: false };
        let number = || self::node(&Node { span, kind }, topology);
        topology.parse_node(part).map_or_else(number, |node| Ok((node, span)))
    };
    let whole = Span::point(text.len());
    checked(parts.clone().count(), parts.map(node), topology, whole)
}

fn node(node: &Node<'_>, topology: &Topology) -> Result<Placed<Vertex>> {
    let number = scalar::natural(node, "a node")?;
    let found = Vertex::try_from(number).ok().filter(|vertex| *vertex < topology.nodes());
    let no_node = || steps::no_node(number, node.span, topology).help(HELP);
    Ok((found.ok_or_else(no_node)?, node.span))
}

fn checked(
    count: usize,
    nodes: impl Iterator<Item = Result<Placed<Vertex>>>,
    topology: &Topology,
    whole: Span,
) -> Result<Placement> {
    if count > topology.nodes() as usize {
        let (p, ranks) = (topology.nodes(), count);
        let message = format!("{ranks} ranks need {ranks} nodes, and {topology} has {p}");
        return refuse(whole, message, "each node has at most one rank: leave out some ranks");
    }
    let nodes = nodes.collect::<Result<Vec<_>>>()?;
    Placement::of(topology, nodes.iter().map(|(node, _)| *node).collect()).map_err(|error| {
        let twice = |rank: u32| nodes.get(rank as usize).map(|(_, span)| *span);
        let at = match &error {
            PlacementError::Twice { rank, .. } => twice(*rank),
            _ => None,
        };
        Diagnostic::new(error.to_string()).at(at.unwrap_or(whole)).help(HELP).into()
    })
}
