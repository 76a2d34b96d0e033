//! `topology`: `name:sizes`, a graph in place, or a graph in a file.

use std::collections::BTreeMap;

use super::{edges, steps};
use crate::{
    Content, Fields, Graphs, Node, Placed, ReadError, Result, events, list, refuse, scalar,
    shortened, suggestion, unknown, wrong,
};
use hockney_base::diagnostic::{Diagnostic, Source, Span};
use hockney_base::number::{Quantity, QuantityFault, TIMES, TimePerSize};
use hockney_core::topology::{
    FAMILIES, GraphLinks, LinkClass, LinkKind, MOST_CLASSES, MOST_PLACE, Placement, PlacementError,
    Topology, TopologyError, Vertex,
};

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
    let root = events::parse(text)?;
    let inner = match &root.kind {
        Content::Mapping(pairs) if pairs.len() == 1 && pairs[0].0.text == "graph" => &pairs[0].1,
        _ => &root,
    };
    graph(inner)
}

/// The value of `topology`.
pub fn topology(node: &Node<'_>, graphs: Graphs<'_>) -> Result<Topology> {
    match &node.kind {
        Content::Mapping(_) => {
            let fields = Fields::open(node, "a topology", HELP)?.only("graph")?;
            let inner = fields.need("graph")?;
            match &inner.kind {
                Content::Scalar { .. } => from_file(inner, graphs),
                Content::Sequence(_) | Content::Mapping(_) => graph(inner),
            }
        }
        Content::Sequence(_) => Err(wrong(node, "a topology", node.span, HELP)),
        Content::Scalar { .. } => named(node),
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
    let nodes = scalar::natural(fields.need("nodes")?, "the number of nodes")?;
    let switches = |node| scalar::natural(node, "the number of switches");
    let switches = fields.read("switches", switches)?.unwrap_or(0);
    let links_node = fields.need("links")?;
    let items = list(links_node, "the list of links", example)?;
    let mut classes = fields.read("classes", classes)?.unwrap_or_default();
    fields.read("order", |node| order(node, &mut classes))?;
    let links = items.iter().map(|item| link(item, &classes)).collect::<Result<Vec<_>>>()?;
    let (links, mut kinds): (Vec<_>, Vec<_>) = links.into_iter().unzip();
    fields.read("classes", |node| all_used(node, &kinds))?;
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

const CLASS: &str = "a class is written as fast: {t_h: 100ns, t_w: 46us/MB}";

/// The classes of a graph, in the order of the file.
pub(super) fn classes(node: &Node<'_>) -> Result<Vec<LinkClass>> {
    let fields = Fields::open(node, "the classes of links", CLASS)?;
    let Content::Mapping(pairs) = &node.kind else { return Ok(Vec::new()) };
    if let Some((key, _)) = pairs.get(MOST_CLASSES) {
        let message = format!("more than {MOST_CLASSES} classes of links");
        return Err(Diagnostic::new(message).at(key.span).into());
    }
    fields
        .keys()
        .zip(pairs)
        .map(|(key, (_, value))| {
            if !is_name(&key.text) {
                let message = format!("`{}` is not the name of a class", shortened(&key.text));
                let help = "a name starts with a letter; letters, digits, - and _ follow";
                return refuse(key.span, message, help);
            }
            let times =
                Fields::open(value, "a class of links", CLASS)?.only("t_h t_w half_duplex")?;
            let read = |name, check: fn(&str) -> std::result::Result<(), QuantityFault>| {
                times.read(name, |node| time(node, check))
            };
            let t_h = read("t_h", |text| Quantity::read(text, &TIMES).map(|_| ()))?;
            let t_w = read("t_w", |text| TimePerSize::of_link(text).map(|_| ()))?;
            let half_duplex = times.read("half_duplex", scalar::boolean)?.unwrap_or(false);
            let (name, none) = (key.text.to_string(), LinkClass::default());
            Ok(LinkClass { name, t_h, t_w, half_duplex, ..none })
        })
        .collect()
}

/// Whether a text is the name of a class.
fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

/// The text of a time, which `check` has read.
fn time(
    node: &Node<'_>,
    check: fn(&str) -> std::result::Result<(), QuantityFault>,
) -> Result<String> {
    let Content::Scalar { text, .. } = &node.kind else {
        return Err(wrong(node, "a time", node.span, CLASS));
    };
    if let Err(fault) = check(text) {
        let help = "write a time such as 1/20, 100ns or 46us/MB";
        return refuse(node.span, format!("`{}` {fault}", shortened(text)), help);
    }
    Ok(text.to_string())
}

/// The declared order of times per word: `order: [inside, between]`, the shortest first.
pub(super) fn order(node: &Node<'_>, classes: &mut [LinkClass]) -> Result<()> {
    let help = "list classes from the shortest to the longest time per word";
    for (rank, node) in list(node, "the order of classes", help)?.iter().enumerate() {
        let class = &mut classes[class_at(node, classes)?];
        if class.rank.replace(rank).is_some() {
            return refuse(node.span, format!("class `{}` comes twice", class.name), help);
        }
    }
    Ok(())
}

/// The place of a class with this name.
fn class_at(node: &Node<'_>, classes: &[LinkClass]) -> Result<usize> {
    let name = scalar::text(node, "the class of a link")?;
    classes.iter().position(|class| class.name == name).ok_or_else(|| {
        let names: Vec<&str> = classes.iter().map(|class| &*class.name).collect();
        unknown("class", node.span, name, "this graph", &names)
    })
}

/// The two ends of a link, with its class and its capacity: `[0, 4]`, `[0, 4, fast]` or `[0, 4, fast, 2]`.
pub(super) fn link(node: &Node<'_>, classes: &[LinkClass]) -> Result<([u64; 2], LinkKind)> {
    let example = "a link is a list of its two ends, such as [0, 1]";
    let vertex = |node| scalar::natural(node, "a vertex");
    let items = list(node, "a link", example)?;
    let (a, b, rest) = match items {
        [a, b, rest @ ..] if rest.is_empty() || !classes.is_empty() && rest.len() < 3 => {
            (a, b, rest)
        }
        _ if classes.is_empty() => {
            return refuse(node.span, format!("a link of {} ends", items.len()), example);
        }
        _ => {
            let message = format!("a link of {} parts", items.len());
            let help = "a link is [end, end, class, lanes], such as [0, 1, fast, 2]";
            return refuse(node.span, message, help);
        }
    };
    let ends = [vertex(a)?, vertex(b)?];
    let class = rest.first().map(|node| class_at(node, classes));
    let lanes = rest.get(1).map_or(Ok(1), |node| lanes(node))?;
    Ok((ends, LinkKind { class: class.transpose()?, lanes }))
}

fn lanes(node: &Node<'_>) -> Result<u32> {
    let what = "a number of lanes";
    let lanes = scalar::natural(node, what)?;
    let message = match u32::try_from(lanes) {
        Ok(0) => format!("0 is not {what}"),
        Ok(lanes) => return Ok(lanes),
        Err(_) => format!("{lanes} is too large for {what}"),
    };
    refuse(node.span, message, "a link has 1 to 4294967295 lanes")
}

/// Refuses a class that no link has.
pub(super) fn all_used(node: &Node<'_>, kinds: &[LinkKind]) -> Result<()> {
    let fields = Fields::open(node, "the classes of links", CLASS)?;
    let unused = (0..).zip(fields.keys()).find(|(i, _)| kinds.iter().all(|k| k.class != Some(*i)));
    let Some((_, key)) = unused else { return Ok(()) };
    let help = "add it to a link, such as [0, 1, CLASS], or leave it out";
    refuse(key.span, format!("no link is of class `{}`", shortened(&key.text)), help)
}

const PLACE: &str = "list the node of each rank, rank 0 first, such as place: [0, 4, 1, 5]";

/// The value of the key `place`.
pub(super) fn place(node: &Node<'_>, topology: &Topology) -> Result<Placement> {
    let items = list(node, "the nodes of the ranks", PLACE)?;
    let number = |item: &Node<'_>| rank_node(item, topology);
    placement(items.len(), items.iter().map(number), topology, node.head())
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
        return place(&events::parse(text)?, topology);
    }
    let parts = text.split_inclusive('\n').filter_map(|line| {
        let trimmed = line.trim_start();
        let start = trimmed.as_ptr().addr() - text.as_ptr().addr();
        let length = content(line);
        (length > 0).then(|| (&trimmed[..length], Span::new(start, start + length)))
    });
    let node = |(part, span): (&str, Span)| {
        let kind = Content::Scalar { text: part.into(), quoted: false };
        let number = || rank_node(&Node { span, kind }, topology);
        topology.parse_node(part).map_or_else(number, |node| Ok((node, span)))
    };
    let whole = Span::point(text.len());
    placement(parts.clone().count(), parts.map(node), topology, whole)
}

fn rank_node(node: &Node<'_>, topology: &Topology) -> Result<Placed<Vertex>> {
    let number = scalar::natural(node, "a node")?;
    let found = Vertex::try_from(number).ok().filter(|vertex| *vertex < topology.nodes());
    let no_node = || steps::no_node(number, node.span, topology).help(PLACE);
    Ok((found.ok_or_else(no_node)?, node.span))
}

fn placement(
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
        Diagnostic::new(error.to_string()).at(at.unwrap_or(whole)).help(PLACE).into()
    })
}
