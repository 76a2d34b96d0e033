//! Through which nodes a message goes, and how many links it takes.

use super::number::of_sides;
use super::step::unreadable;
use crate::answers::{NumberOf, bare, plain};
use crate::prelude::*;
use crate::problems::keys::vertex;
use hockney_ask::network::distance;
use hockney_core::topology::Vertex;
use hockney_files::read_way;

/// The sender and the receiver of a message, which are different.
#[derive(Clone, Copy, Debug)]
pub(super) struct RouteAsk {
    pub(super) from: Vertex,
    pub(super) to: Vertex,
}

impl RouteAsk {
    pub(super) fn read(keys: &Keys<'_, '_>, context: &AskContext<'_>) -> Option<Self> {
        let errors = keys.errors;
        let help = "write from: 0 and to: 3, or two other nodes";
        let [from, to] = ["from", "to"].map(|key| keys.need(key, help));
        let topology = context.topology?;
        let end = |node: &Node<'_>| {
            let number = errors.keep(vertex(node, "a node", topology))?;
            let known = u32::try_from(number).ok().filter(|node| *node < topology.nodes());
            let none = || bad(format!("there is no node {number} on {topology}"), node.span, help);
            known.or_else(|| errors.keep(none()))
        };
        let (from, to) = (from.and_then(end), to.and_then(end));
        let (from, to) = from.zip(to)?;
        if from == to {
            return errors.keep(bad("a message from a node to itself", context.at, help));
        }
        Some(RouteAsk { from, to })
    }

    /// `a message from node 0 to node 3`
    pub(super) fn message(self, question: &Question) -> String {
        let [from, to] = [self.from, self.to].map(|end| question.node(end));
        format!("a message from node {from} to node {to}")
    }

    /// Why the machine has no such message.
    pub(super) fn beyond(self, topology: &Topology) -> Option<String> {
        let last = self.from.max(self.to);
        (last >= topology.nodes()).then(|| format!("has node {last}, which is not there"))
    }

    /// The number of links of the default route.
    pub(super) fn links(self, topology: &Topology) -> u64 {
        topology.network().hops(self.from, self.to, &mut Vec::new())
    }

    /// All vertices of the default route.
    fn vertices(self, topology: &Topology) -> Vec<Vertex> {
        topology.whole_route(self.from, self.to)
    }

    /// The default route, as one writes it.
    fn written(self, question: &Question) -> String {
        let nodes = self.vertices(&question.topology).into_iter().map(|node| question.node(node));
        nodes.collect::<Vec<_>>().join(" -> ")
    }

    fn judge(self, key: &Key<'_>, arrows: &str) -> Graded {
        let (question, topology) = (key.question, &key.question.topology);
        let nodes = match read_way(arrows, topology) {
            Ok(nodes) => nodes,
            Err(error) => return Graded::unreadable(unreadable(&error.into(), arrows)),
        };
        let right = self.written(question);
        let between = |sentence, [from, to]: [Vertex; 2]| {
            let [from, to] = [from, to].map(|node| question.node(node));
            key.say(sentence, &[("from", &from), ("to", &to), ("right", &right)])
        };
        if (nodes.first(), nodes.last()) != (Some(&self.from), Some(&self.to)) {
            return between("route ends", [self.from, self.to]);
        }
        let is_missing = |pair: &&[Vertex]| topology.network().link(pair[0], pair[1]).is_none();
        if let Some(pair) = nodes.windows(2).find(is_missing) {
            return between("route link", [pair[0], pair[1]]);
        }
        if nodes == self.vertices(topology) {
            return Graded::right("right");
        }
        let links = nodes.len() as u64 - 1;
        let shortest = distance(topology, self.from, self.to).unwrap_or(self.links(topology));
        let sentence = if links == shortest { "route shortest" } else { "route long" };
        key.say(sentence, &[("shortest", &shortest), ("links", &links), ("right", &right)])
    }
}

/// Nodes with commas, hyphens, words or blanks between them as a route with arrows.
fn with_arrows(text: &str) -> String {
    let between = |c: char| ",;-–—".contains(c) || c.is_whitespace();
    let text = text.trim().trim_matches(['[', ']', '{', '}', '<', '>']).replace(['\'', '"'], "");
    let listed = text.replace(" via ", ", ").replace(" to ", ", ");
    // `2 -> 3, 3 -> 7`
    let has_one_arrow = |part: &str| part.matches('→').count() + part.matches("->").count() == 1;
    let by_links = listed.contains(',') && listed.split(',').all(has_one_arrow);
    let listed = if by_links { listed.replace("->", " ").replace('→', " ") } else { listed };
    let listed = listed.strip_prefix("from ").unwrap_or(&listed);
    if !listed.chars().all(|c| c.is_ascii_digit() || "()PR".contains(c) || between(c)) {
        return text;
    }
    let nodes: Vec<&str> = if listed.starts_with('(') {
        listed.split_inclusive(')').map(|node| node.trim_matches(between)).collect()
    } else {
        listed.split(between).collect()
    };
    let mut nodes: Vec<&str> = nodes.into_iter().filter(|node| !node.is_empty()).collect();
    // `2-3, 3-7`: a route by its links.
    if nodes.len() > 2
        && nodes.len().is_multiple_of(2)
        && nodes[1..].chunks_exact(2).all(|ends| ends[0] == ends[1])
    {
        nodes.dedup();
    }
    nodes.join(" -> ")
}

impl Asked for RouteAsk {
    fn sentence(&self, question: &Question) -> String {
        format!("Through which nodes does {} go?", self.message(question))
    }

    fn examples(&self, question: &Question) -> Vec<String> {
        let [a, b, _, d] = question.first_nodes();
        vec![format!("{a} -> {b} -> {d}"), format!("{d} -> {b} -> {a}"), format!("{b} -> {a}")]
    }

    fn grade(&self, key: &Key<'_>, text: &str) -> Result<Graded, String> {
        let bare = bare(text, &key.question.names());
        let text = plain(&bare.text);
        // `flip bit 0, then bit 2: 010 -> 011 -> 111`
        let says = |before: &str, name| {
            let lower = before.to_lowercase();
            lower.split([' ', ',']).any(|word| list(name).contains(&word))
        };
        let fits = |before: &str| says(before, "route told") && !says(before, "turns");
        let told = text.rsplit_once(": ").filter(|(before, _)| fits(before));
        let way = told.filter(|(before, _)| !before.contains(['>', '→', '\n']));
        let way = way.map_or(&*text, |(_, way)| way).trim_end_matches(" directly");
        let graded = self.judge(key, &with_arrows(way));
        Ok(graded.skipping(&bare.skipped).by(Basis::Key))
    }

    fn solution(&self, key: &Key<'_>) -> String {
        self.written(key.question).replace("->", "→")
    }

    /// Students do not know the numbers of switches.
    fn unanswerable(&self, key: &Key<'_>) -> Option<String> {
        let topology = &key.question.topology;
        let is_switch = |vertex: &Vertex| *vertex >= topology.nodes();
        self.beyond(topology).or_else(|| {
            let passes = self.vertices(topology).iter().any(is_switch);
            passes.then(|| "passes switches; ask for its `links`".to_owned())
        })
    }
}

/// How many links the message takes.
#[derive(Debug)]
pub(super) struct LinksAsk(pub(super) RouteAsk);

impl Asked for LinksAsk {
    fn sentence(&self, question: &Question) -> String {
        format!("How many links does {} take?", self.0.message(question))
    }

    fn grade(&self, key: &Key<'_>, text: &str) -> Result<Graded, String> {
        let right = self.0.links(&key.question.topology);
        of_sides(key, text, &NumberOf::Things(list("unit links")), |amount| {
            let is = |count: u64| amount.value == Rational::from(count);
            match () {
                () if is(right) => Graded::right("right"),
                () if is(right + 1) => key.say("links nodes", &[("right", &right)]),
                () => key.say("links wrong", &[("right", &right)]),
            }
        })
    }

    fn solution(&self, key: &Key<'_>) -> String {
        self.0.links(&key.question.topology).to_string()
    }

    fn unanswerable(&self, key: &Key<'_>) -> Option<String> {
        self.0.beyond(&key.question.topology)
    }
}
