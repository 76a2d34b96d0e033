//! `topology`: `name:sizes`, a graph in place, or a graph in a file.

use std::collections::BTreeMap;

use super::{classes, edges};
use crate::{
    Fields, Graphs, Kind, Node, ReadError, Result, events, list, refuse, scalar, suggestion, wrong,
};
use hockney_base::diagnostic::{Diagnostic, Source, Span};
use hockney_core::topology::{FAMILIES, GraphLinks, MOST_PLACE, Topology, TopologyError};

const HELP: &str = "write topology: name:sizes, such as ring:8, or {graph: {nodes: 3, links: \
                    [[0, 1], [1, 2]]}}";

/// Reads a graph file: `{nodes: 4, switches: 1, links: [[0, 4], ..]}`, on its own or under `graph`;
/// a list of edges, `0 1` in each line; or undirected DOT.
///
/// # Errors
/// A text that is not a graph, with its place, and graphs that are too large.
pub fn read_graph(text: &str) -> Result<Topology> {
    if let Some(graph) = edges::read(text) {
        return graph;
    }
    let root = events::parse(text, super::body(text)..text.len())?;
    let inner = match &root.kind {
        Kind::Mapping(pairs) if pairs.len() == 1 && pairs[0].0.text == "graph" => &pairs[0].1,
        _ => &root,
    };
    graph(inner)
}

/// The value of `topology`.
pub fn topology(node: &Node<'_>, graphs: Graphs<'_>) -> Result<Topology> {
    match &node.kind {
        Kind::Mapping(_) => {
            let fields = Fields::open(node, "a topology", HELP)?.only("graph")?;
            let inner = fields.need("graph", HELP)?;
            match &inner.kind {
                Kind::Scalar { .. } => from_file(inner, graphs),
                Kind::Sequence(_) | Kind::Mapping(_) => graph(inner),
            }
        }
        Kind::Sequence(_) => Err(wrong(node, "a topology", node.span, HELP)),
        Kind::Scalar { .. } => named(node),
    }
}

fn named(node: &Node<'_>) -> Result<Topology> {
    let name = scalar::text(node, "a topology")?;
    Topology::parse(name).map_err(|error| {
        let diagnostic = Diagnostic::new(error.to_string()).at(node.span);
        match &error {
            TopologyError::TooLarge { needed, allowed } => too_large(*needed, *allowed, node.span),
            TopologyError::UnknownFamily(found) => {
                let families: Vec<&str> = FAMILIES.iter().map(|family| family.name()).collect();
                diagnostic.label(suggestion(found, &families)).into()
            }
            _ => diagnostic.into(),
        }
    })
}

fn too_large(needed: u128, allowed: u64, at: Span) -> ReadError {
    ReadError::Limit { what: "vertices", needed, allowed: allowed.into(), at: Some(at) }
}

/// A complaint about a graph file has its place in the document: where the file is named.
fn from_file(node: &Node<'_>, graphs: Graphs<'_>) -> Result<Topology> {
    let name = scalar::text(node, "a graph or the name of a graph file")?;
    let text = graphs(name).map_err(|why| Diagnostic::new(why).at(node.span))?;
    read_graph(&text).map_err(|error| match error {
        ReadError::Limit { what, needed, allowed, .. } => {
            ReadError::Limit { what, needed, allowed, at: Some(node.span) }
        }
        ReadError::Bad(inner) => {
            let position = inner.position(&Source::new(name, &text));
            let place = position.map_or(String::new(), |at| {
                format!(" in line {}, column {} of the file", at.line, at.column)
            });
            let message = format!("{}{place}", inner.message);
            Diagnostic { message, span: Some(node.span), ..inner }.into()
        }
    })
}

fn graph(node: &Node<'_>) -> Result<Topology> {
    let example = "a graph is {nodes: 3, links: [[0, 1], [1, 2]]}, and `switches` where it has any";
    let known = "nodes switches classes order links places";
    let fields = Fields::open(node, "a graph", example)?.only(known)?;
    let nodes = scalar::natural(fields.need("nodes", example)?, "the number of nodes")?;
    let switches = fields.get("switches");
    let switches =
        switches.map_or(Ok(0), |node| scalar::natural(node, "the number of switches"))?;
    let links_node = fields.need("links", example)?;
    let items = list(links_node, "the list of links", example)?;
    let mut classes = fields.get("classes").map_or(Ok(Vec::new()), classes::classes)?;
    fields.get("order").map_or(Ok(()), |node| classes::order(node, &mut classes))?;
    let (links, mut kinds): (Vec<_>, Vec<_>) = items
        .iter()
        .map(|item| classes::link(item, &classes))
        .collect::<Result<Vec<_>>>()?
        .into_iter()
        .unzip();
    fields.get("classes").map_or(Ok(()), |node| classes::all_used(node, &kinds))?;
    if classes.is_empty() {
        kinds.clear();
    }
    let links = GraphLinks { nodes, switches, links };
    let found = Topology::graph_of_classes(links, classes, kinds).or_else(|error| {
        let span = match &error {
            TopologyError::NoSuchVertex(link, vertex) => {
                let ends = list(&items[*link], "a link", example)?;
                let is_it = |end: &&Node<'_>| scalar::natural(end, "a vertex") == Ok(*vertex);
                ends.iter().find(is_it).map_or(items[*link].span, |end| end.span)
            }
            TopologyError::Loop(link) | TopologyError::TwoClasses(link, ..) => items[*link].span,
            TopologyError::NoNodes => fields.get("nodes").map_or(node.span, |node| node.span),
            _ => links_node.span,
        };
        Err(match error {
            TopologyError::TooLarge { needed, allowed } => too_large(needed, allowed, span),
            _ => Diagnostic::new(error.to_string()).at(span).into(),
        })
    });
    match fields.get("places") {
        None => found,
        Some(node) => found.and_then(|graph| Ok(graph.clone().at_places(&places(node, &graph)?))),
    }
}

/// `places: [[0, 0], [1, 0], ..]`: where a drawing has each vertex.
fn places(node: &Node<'_>, graph: &Topology) -> Result<Vec<[u32; 2]>> {
    let example = "write the x and the y of each vertex, such as [0, 1]: whole numbers up to 1000";
    let items = list(node, "the list of places", example)?;
    if items.len() != graph.vertices() as usize {
        let (found, wanted) = (items.len(), graph.vertices());
        return refuse(node.span, format!("{found} places for {wanted} vertices"), example);
    }
    let (mut places, mut taken) = (Vec::new(), BTreeMap::new());
    for item in items {
        let [x, y] = list(item, "a place", example)? else {
            return refuse(item.span, "a place is two numbers".to_owned(), example);
        };
        let place = [scalar::natural(x, "a place")?, scalar::natural(y, "a place")?];
        let [x, y] = place.map(|part| u32::try_from(part).ok().filter(|part| *part <= MOST_PLACE));
        let Some(place) = x.zip(y).map(|(x, y)| [x, y]) else {
            return refuse(item.span, format!("a place beyond {MOST_PLACE}"), example);
        };
        if let Some(other) = taken.insert(place, places.len()) {
            let what = format!("vertices {other} and {} are at the same place", places.len());
            return refuse(item.span, what, example);
        }
        places.push(place);
    }
    Ok(places)
}
