//! Graphs as other tools write them: a list of edges, `0 1` in each line, and undirected DOT.

use std::collections::{BTreeMap, HashMap};

use crate::{ReadError, Result, refuse};
use hockney_base::diagnostic::{Diagnostic, Span};
use hockney_base::number::{Rational, saturated};
use hockney_core::topology::{GraphLinks, MOST_PLACE, Topology, TopologyError};

/// The links of a graph, and where each of them is in the text.
#[derive(Default)]
struct Edges {
    links: Vec<[u64; 2]>,
    spans: Vec<Span>,
    /// Where DOT has the vertices.
    positions: Positions,
}

/// Reads a graph that is not YAML; `None` for YAML.
pub(super) fn read(text: &str) -> Option<Result<Topology>> {
    let (at, first) = lines(text).next()?;
    let word = first.split(|c: char| c.is_whitespace() || c == '{').next().unwrap_or_default();
    match word {
        "graph" | "strict" | "digraph" => Some(dot(text, at).and_then(|edges| graph(&edges))),
        _ if first.starts_with(|c: char| c.is_ascii_digit()) || is_named(first) => {
            Some(edge_list(text).and_then(|edges| graph(&edges)))
        }
        _ => None,
    }
}

/// Whether a line is a link between names, such as `a b` or `a -- b`, and not YAML.
fn is_named(line: &str) -> bool {
    !line.contains([':', '{', '[', '"'])
        && line.split_whitespace().filter(|word| *word != "--").count() == 2
}

/// The lines that are neither empty nor comments, without blanks around them, with their places.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    let placed = text.split_inclusive('\n').map(move |line| {
        let start = at + line.len() - line.trim_start().len();
        at += line.len();
        (start, line.trim())
    });
    placed.filter(|(_, line)| {
        !line.is_empty() && !line.starts_with(['#', '%']) && !line.starts_with("//")
    })
}

const EDGE: &str = "write the two ends of a link in each line, such as 0 1";

const NAMED: &str = "number the vertices from 0, such as 0 1; or write DOT, which numbers names as they \
                     come: graph { a -- b; b -- c }";

fn edge_list(text: &str) -> Result<Edges> {
    let mut edges = Edges::default();
    for (at, line) in lines(text) {
        let span = Span::new(at, at + line.len());
        // networkx writes the data of an edge behind it.
        let plain = line.strip_suffix("{}").unwrap_or(line);
        if plain.contains("->") {
            let help = "a link goes both ways; write 0 1 or 0 -- 1";
            return refuse(span, "unexpected `->` in a list of links", help);
        }
        // `0 -- 1 -- 2` is a path, as in DOT.
        let joined = plain.replace("--", " -- ");
        let words = joined.split([' ', '\t', ',', ';']).filter(|word| !word.is_empty());
        let words: Vec<&str> = words.collect();
        let ends: Vec<&str> = match words[..] {
            [_, "--", _, ..] if words.len() % 2 == 1 => {
                if words.iter().skip(1).step_by(2).any(|word| *word != "--") {
                    return refuse(span, "a link has two ends", EDGE);
                }
                words.iter().step_by(2).copied().collect()
            }
            [from, to, _, ..] if !words.contains(&"--") => {
                let help = format!("all links are alike, so leave out weights: {from} {to}");
                return refuse(span, "a link has two ends, and this line has more", help);
            }
            [from, to] if to != "--" => vec![from, to],
            _ => return refuse(span, "a link has two ends", EDGE),
        };
        for pair in ends.windows(2) {
            match (pair[0].parse(), pair[1].parse()) {
                (Ok(from), Ok(to)) => edges.links.push([from, to]),
                _ => return refuse(span, "a vertex is a whole number", NAMED),
            }
            edges.spans.push(span);
        }
    }
    from_zero(&edges)?;
    Ok(edges)
}

/// Refuses vertices that are numbered from another number than 0.
fn from_zero(edges: &Edges) -> Result<(), Diagnostic> {
    let least = edges.links.iter().flatten().min().copied().unwrap_or_default();
    let first = edges.links.iter().zip(&edges.spans).next();
    let Some(([from, to], span)) = first.filter(|_| least > 0) else { return Ok(()) };
    let (from, to) = (from - least, to - least);
    let help = format!("subtract {least} from each number; this line is then {from} {to}");
    refuse(*span, format!("the vertices are numbered from {least} instead of 0"), help)
}

const DOT: &str = "write undirected DOT, such as graph { 0 -- 1; 1 -- 2 }";

fn dot(text: &str, start: usize) -> Result<Edges> {
    let all = Span::new(start, start + text[start..].lines().next().unwrap_or_default().len());
    let Some(open) = text[start..].find('{').map(|open| start + open) else {
        return refuse(all, "the graph has no `{`", DOT);
    };
    if text[start..open].split_whitespace().any(|word| word == "digraph") {
        return refuse(all, "a digraph has links in one direction only", DOT);
    }
    let mut names = VertexNames::default();
    let mut edges = Edges::default();
    let mut tokens = Tokens { text, at: open + 1 };
    // The vertex that a following `--` starts from, and whether one is expected.
    let (mut from, mut joins) = (None, false);
    // Whether attributes are those of a link.
    let mut linked = false;
    loop {
        let Some((span, token)) = tokens.next()? else {
            return refuse(Span::point(text.len()), "the graph has no `}` at its end", DOT);
        };
        match token {
            "}" => break,
            ";" | "," => (from, joins) = (None, false),
            "--" if from.is_some() => joins = true,
            "[" => {
                let position = tokens.position(span)?;
                if let (Some((at, text)), Some((vertex, _)), false) = (position, from, linked) {
                    edges.positions.add(vertex, at, text)?;
                }
            }
            "=" => {
                // `rankdir=LR` sets an attribute of the whole graph.
                names.forget_last();
                tokens.next()?;
                from = None;
            }
            "->" | "--" | "{" | "subgraph" | "]" => {
                return refuse(span, format!("unexpected `{token}`"), DOT);
            }
            "node" | "edge" | "graph" => from = None,
            name => {
                let vertex = names.number(name);
                linked = joins;
                if let (Some((before, at)), true) = (from, joins) {
                    edges.links.push([before, vertex]);
                    edges.spans.push(Span::new(at, span.end));
                }
                (from, joins) = (Some((vertex, span.start)), false);
            }
        }
    }
    names.renumber(&mut edges);
    Ok(edges)
}

/// The names of vertices, numbered as they come.
#[derive(Default)]
struct VertexNames<'a> {
    numbers: HashMap<&'a str, u64>,
    order: Vec<&'a str>,
}

impl<'a> VertexNames<'a> {
    fn number(&mut self, name: &'a str) -> u64 {
        let order = &mut self.order;
        *self.numbers.entry(name).or_insert_with(|| {
            order.push(name);
            order.len() as u64 - 1
        })
    }

    fn forget_last(&mut self) {
        if let Some(name) = self.order.pop() {
            self.numbers.remove(name);
        }
    }

    /// Names that are the numbers 0, 1, .. keep them.
    fn renumber(&self, edges: &mut Edges) {
        let numbers: Option<Vec<u64>> = self.order.iter().map(|name| name.parse().ok()).collect();
        let Some(numbers) = numbers.filter(|all| all.iter().all(|n| *n < all.len() as u64)) else {
            return;
        };
        let number = |name: u64| {
            let number = usize::try_from(name).ok().and_then(|name| numbers.get(name));
            number.copied().unwrap_or(name)
        };
        edges.links.iter_mut().flatten().for_each(|end| *end = number(*end));
        edges.positions.renumber(number);
    }
}

struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Tokens<'a> {
    /// The next token, without quotation marks, and its place.
    fn next(&mut self) -> Result<Option<(Span, &'a str)>> {
        self.skip_blanks();
        let rest = &self.text[self.at..];
        let Some(first) = rest.chars().next() else { return Ok(None) };
        let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let length = match first {
            '"' => match rest[1..].find('"') {
                Some(end) => end + 2,
                None => {
                    return refuse(Span::new(self.at, self.at + 1), "the quote has no end", DOT);
                }
            },
            _ if rest.starts_with("--") || rest.starts_with("->") => 2,
            c if is_name(c) => rest.find(|c| !is_name(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let span = Span::new(self.at, self.at + length);
        self.at = span.end;
        Ok(Some((span, rest[..length].trim_matches('"'))))
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let trimmed = rest.trim_start();
            let comment = if trimmed.starts_with("//") || trimmed.starts_with('#') {
                trimmed.find('\n').unwrap_or(trimmed.len())
            } else if trimmed.starts_with("/*") {
                trimmed.find("*/").map_or(trimmed.len(), |end| end + 2)
            } else {
                0
            };
            self.at += rest.len() - trimmed.len() + comment;
            if comment == 0 {
                return;
            }
        }
    }

    /// The value of `pos` among attributes, and its place; the others are skipped.
    fn position(&mut self, open: Span) -> Result<Option<(Span, &'a str)>> {
        let (mut before, mut position) = (["", ""], None);
        while let Some((span, token)) = self.next()? {
            if token == "]" {
                return Ok(position);
            }
            if before == ["pos", "="] {
                position = Some((span, token));
            }
            before = [before[1], token];
        }
        refuse(open, "the attributes have no `]`", DOT)
    }
}

fn graph(edges: &Edges) -> Result<Topology> {
    let nodes = edges.links.iter().flatten().max().map_or(0, |last| last.saturating_add(1));
    let links = GraphLinks { nodes, switches: 0, links: edges.links.clone() };
    let graph = Topology::graph(links).map_err(|error| {
        let span = match &error {
            TopologyError::NoSuchVertex(link, _) | TopologyError::Loop(link) => {
                edges.spans.get(*link).copied()
            }
            _ => edges.spans.first().copied(),
        };
        ReadError::from(Diagnostic::new(error.to_string()).at(span.unwrap_or(Span::point(0))))
    })?;
    let places = edges.positions.places(nodes)?;
    Ok(match places {
        Some(places) => graph.at_places(&places),
        None => graph,
    })
}

/// Positions by vertex, each with where it is written.
#[derive(Default)]
pub(super) struct Positions(BTreeMap<u64, ([Rational; 2], Span)>);

const POSITION: &str = "write the x and the y of a vertex, such as pos=\"27,90.5\"";

impl Positions {
    /// The value of `pos` of a vertex: x, y, perhaps z, and perhaps `!`, which fixes it for other programs.
    pub(super) fn add(&mut self, vertex: u64, span: Span, text: &str) -> Result<()> {
        let plain = text.strip_suffix('!').unwrap_or(text);
        let parts = plain.split([',', ' ']).filter(|part| !part.is_empty());
        let parts: Option<Vec<Rational>> = parts.map(|part| part.parse().ok()).collect();
        let Some([x, y]) = parts.as_deref().and_then(|parts| parts.first_chunk()) else {
            return refuse(span, format!("`{text}` is not a position"), POSITION);
        };
        self.0.insert(vertex, ([x.clone(), y.clone()], span));
        Ok(())
    }

    /// Gives the vertices other numbers.
    pub(super) fn renumber(&mut self, number: impl Fn(u64) -> u64) {
        let all = std::mem::take(&mut self.0);
        self.0 = all.into_iter().map(|(vertex, place)| (number(vertex), place)).collect();
    }

    /// The place of each of these vertices, x to the right and y up, if every one has a position. The larger
    /// side of the whole becomes [`MOST_PLACE`].
    pub(super) fn places(&self, vertices: u64) -> Result<Option<Vec<[u32; 2]>>> {
        if vertices == 0 || !(0..vertices).all(|vertex| self.0.contains_key(&vertex)) {
            return Ok(None);
        }
        let all = || self.0.range(..vertices).map(|(_, place)| place);
        let least = |k: usize| all().map(|([x, y], _)| [x, y][k]).min().cloned();
        let most = |k: usize| all().map(|([x, y], _)| [x, y][k]).max().cloned();
        let low = [0, 1].map(|k| least(k).unwrap_or_default());
        let side = [0, 1].map(|k| &most(k).unwrap_or_default() - &low[k]);
        let whole = side.into_iter().max().unwrap_or_default();
        let half = Rational::from(2_u64).recip().unwrap_or_default();
        let scaled = |part: &Rational, low: &Rational| {
            let part = &(part - low) * &Rational::from(u64::from(MOST_PLACE));
            let nearest = &part.checked_div(&whole).unwrap_or_default() + &half;
            saturated::<u32>(nearest.clamped())
        };
        let (mut places, mut taken) = (Vec::new(), BTreeMap::new());
        for ([x, y], span) in all() {
            let place = [scaled(x, &low[0]), scaled(y, &low[1])];
            if let Some(other) = taken.insert(place, places.len()) {
                let both = format!("vertices {other} and {}", places.len());
                let what = format!("{both} are at the same place, or nearly so");
                return refuse(*span, what, "move one of them, or leave out pos at all vertices");
            }
            places.push(place);
        }
        Ok(Some(places))
    }
}

#[cfg(test)]
mod tests {
    use super::super::read_graph;
    use super::NAMED;

    fn shape(text: &str) -> String {
        match read_graph(text) {
            Ok(graph) => {
                let p = graph.nodes();
                let pairs = (0..p).flat_map(|a| (0..a).map(move |b| (a, b)));
                let links = pairs.filter(|(a, b)| graph.network().link(*a, *b).is_some()).count();
                format!("{p} nodes, {links} links")
            }
            Err(error) => error.diagnostic().message,
        }
    }

    #[test]
    fn lists_of_edges_are_graphs() {
        assert_eq!(shape("# a ring\n0 1\n1 2\n\n2,0\n"), "3 nodes, 3 links");
        assert_eq!(shape("0\t1 {}\r\n1\t2 {}\r\n"), "3 nodes, 2 links");
        assert_eq!(shape("0 1\n1\n"), "a link has two ends");
        assert_eq!(shape("0 -- 1\n1--2;\n2 -- 3 -- 0\n"), "4 nodes, 4 links");
        assert_eq!(shape("0 -- 1 2\n"), "a link has two ends");
        assert_eq!(shape("0 -- 1 2 3\n"), "a link has two ends");
        assert_eq!(shape("0 --\n"), "a link has two ends");
        assert_eq!(shape("0 x\n"), "a vertex is a whole number");
        assert_eq!(shape("0 99999999999999999999\n"), "a vertex is a whole number");
    }

    /// The help is the line to write.
    #[test]
    fn other_lists_of_edges_are_refused_with_the_line_to_write() {
        let error = |text: &str| read_graph(text).unwrap_err().diagnostic();
        let said = |text: &str| (error(text).message, error(text).help.unwrap_or_default());
        let weighted = "a link has two ends, and this line has more".to_owned();
        for line in ["0 1 2.5\n", "0,1,7", "0 1 {'weight': 3}"] {
            let help = "all links are alike, so leave out weights: 0 1".to_owned();
            assert_eq!(said(line), (weighted.clone(), help), "{line}");
        }
        for line in ["a b\nb c\n", "a -- b\n", "0 b\n"] {
            let (message, help) = said(line);
            assert_eq!(message, "a vertex is a whole number", "{line}");
            assert_eq!(help, NAMED, "{line}");
        }
        let (message, help) = said("0 -> 1\n");
        assert_eq!(message, "unexpected `->` in a list of links");
        assert_eq!(help, "a link goes both ways; write 0 1 or 0 -- 1");
        let (message, help) = said("2 3\n1 2\n3 1\n");
        assert_eq!(message, "the vertices are numbered from 1 instead of 0");
        assert_eq!(help, "subtract 1 from each number; this line is then 1 2");
    }

    #[test]
    fn dot_may_have_positions() {
        let places = |text: &str| match read_graph(text) {
            Ok(graph) => format!("{:?}", graph.places()),
            Err(error) => error.diagnostic().message,
        };
        // Names that are numbers keep them; a link's pos is its path.
        let text = "graph { 1 [pos=\"30.5,-10\"]; 0 [label=x, pos=\"10.5,0!\"]\n2 [pos=\"20.5,30,7\"]\n\
                    0 -- 1 [pos=\"e,1,2 3,4\"]; 1 -- 2 }";
        assert_eq!(places(text), "Some([[0, 250], [500, 0], [250, 1000]])");
        assert_eq!(places("graph { a [pos=\"0,0\"]; a -- b }"), "None");
        assert_eq!(places("graph { node [pos=\"0,0\"]; a -- b }"), "None");
        assert_eq!(places("graph { a [pos=\"0\"]; a -- b }"), "`0` is not a position");
        assert_eq!(
            places("graph { a [pos=\"0,1e99999999\"]; a -- b }"),
            "`0,1e99999999` is not a position"
        );
        let same = "graph { a [pos=\"1,1\"]; b [pos=\"1,1\"]; a -- b }";
        assert_eq!(places(same), "vertices 0 and 1 are at the same place, or nearly so");
    }

    #[test]
    fn undirected_dot_is_a_graph() {
        let text = "graph G {\n  rankdir=LR; node [shape=box]\n  a -- b -- c [label=\"a -- b\"];\n  c--a // closed\n}";
        assert_eq!(shape(text), "3 nodes, 3 links");
        assert_eq!(shape("strict graph { 1 -- 0; 2 -- 0 }"), "3 nodes, 2 links");
        assert_eq!(shape("graph { \"x y\" -- z /* both */ }"), "2 nodes, 1 links");
        assert_eq!(shape("digraph { a -> b }"), "a digraph has links in one direction only");
        assert_eq!(shape("graph { a -> b }"), "unexpected `->`");
        assert_eq!(shape("graph { a -- b"), "the graph has no `}` at its end");
        assert_eq!(shape("graph { a -- \"b }"), "the quote has no end");
        assert_eq!(shape("graph { a -- b [x=1 }"), "the attributes have no `]`");
        assert_eq!(shape("graph a"), "the graph has no `{`");
        assert_eq!(shape("graph { subgraph x { a -- b } }"), "unexpected `subgraph`");
    }
}
