//! What a network measures, whatever runs on it: degree, diameter, links, connectivity, bisection width.
//!
//! A textbook's family has a form for all sizes. Small networks are measured link by link, so that any graph has an
//! answer; of a bisection width of a large one only two bounds are known.

mod embedding;
mod joined;

pub use embedding::{Embedding, EmbeddingError, gray_code};
use joined::Joined;

use hockney_base::number::Rational;
use hockney_core::topology::{Topology, Vertex};
use hockney_cost::bindings;
use hockney_formula::parse;

/// A number that a network has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The most links of a node.
    Degree,
    /// The greatest distance of two nodes.
    Diameter,
    /// The number of links.
    Links,
    /// The fewest links whose removal separates two nodes.
    EdgeConnectivity,
    /// The fewest vertices whose removal separates two nodes or leaves one.
    NodeConnectivity,
    /// The fewest links between two halves of the nodes, of which one has a node more if their number is odd.
    BisectionWidth,
}

impl Measure {
    /// All of them, in the order of a textbook's table and of the columns of `forms.txt`.
    pub const ALL: [Measure; 6] = [
        Measure::Degree,
        Measure::Diameter,
        Measure::Links,
        Measure::EdgeConnectivity,
        Measure::NodeConnectivity,
        Measure::BisectionWidth,
    ];

    /// The textbook's term.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Degree => "degree",
            Measure::Diameter => "diameter",
            Measure::Links => "number of links",
            Measure::EdgeConnectivity => "edge connectivity",
            Measure::NodeConnectivity => "node connectivity",
            Measure::BisectionWidth => "bisection width",
        }
    }

    /// What it is, in a few words, if its name does not say it.
    pub fn definition(self) -> Option<&'static str> {
        match self {
            Measure::Degree => Some("most links of a node"),
            Measure::Diameter => Some("most links on a shortest route"),
            Measure::Links => None,
            Measure::EdgeConnectivity => Some("fewest links that separate two nodes"),
            Measure::NodeConnectivity => Some("fewest vertices that separate two nodes"),
            Measure::BisectionWidth => Some("fewest links between halves of the nodes"),
        }
    }
}

/// A measure of a network: exact where both bounds are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkMeasure {
    /// It is at least this.
    pub least: Rational,
    /// It is at most this; `None` if the network is too large for any bound.
    pub most: Option<Rational>,
    /// The form in p and the sides `k_1`, `k_2`, .. for all sizes of the family, if it has one.
    pub form: Option<String>,
}

impl NetworkMeasure {
    /// The number, if it is known.
    pub fn exact(&self) -> Option<&Rational> {
        self.most.as_ref().filter(|most| **most == self.least)
    }
}

/// Measures a network.
pub fn measured(topology: &Topology, what: Measure) -> NetworkMeasure {
    if let Some((form, value)) = form(topology, what) {
        return NetworkMeasure { least: value.clone(), most: Some(value), form: Some(form) };
    }
    counted(topology, what)
}

/// The same without forms, link by link.
pub fn counted(topology: &Topology, what: Measure) -> NetworkMeasure {
    let bounds = Joined::of(topology).and_then(|joined| {
        let exact = match what {
            Measure::Degree => Some(joined.degree()),
            Measure::Diameter => joined.diameter(),
            Measure::Links => Some(joined.links()),
            Measure::EdgeConnectivity => joined.edge_connectivity(),
            Measure::NodeConnectivity => joined.node_connectivity(),
            Measure::BisectionWidth => return joined.bisection_width(topology),
        };
        exact.map(|exact| (exact, exact))
    });
    let (least, most) = bounds.unzip();
    let least = least.map_or_else(Rational::zero, Rational::from);
    NetworkMeasure { least, most: most.map(Rational::from), form: None }
}

/// The form of a family, if its row holds at this size, and its value.
fn form(topology: &Topology, what: Measure) -> Option<(String, Rational)> {
    // Lanes are of a topology, not of its family.
    if !topology.classes().is_empty() {
        return None;
    }
    let mut rows = include_str!("forms.txt").lines().filter(|line| !line.starts_with('#'));
    let row = |line: &'static str| {
        let (head, forms) = line.split_once(": ")?;
        let (family, least) = head.split_once(' ')?;
        let sides = topology.sizes();
        let holds = sides.iter().all(|side| *side >= least.parse().unwrap_or(u32::MAX));
        (topology.is(family) && holds && !sides.is_empty()).then_some(forms)
    };
    let text = filled_in(column(rows.find_map(row)?, what)?, topology.sizes());
    let value = parse(&text).ok()?.evaluate(&bindings(topology, None)).ok()?.as_rational()?;
    Some((text, value))
}

/// The form of a measure in a row.
fn column(forms: &'static str, what: Measure) -> Option<&'static str> {
    let place = Measure::ALL.iter().position(|one| *one == what)?;
    forms.split("; ").nth(place).filter(|text| *text != "-")
}

/// The form of the textbook's table, where it is another than the exact one at some sizes.
pub fn textbook_form(topology: &Topology, what: Measure) -> Option<&'static str> {
    let equal = topology.sizes().windows(2).all(|pair| pair[0] == pair[1]);
    let row = |line: &'static str| {
        let (family, forms) = line.strip_prefix("book ")?.split_once(": ")?;
        (topology.is(family) && equal).then_some(forms)
    };
    column(include_str!("forms.txt").lines().find_map(row)?, what)
}

/// The text with the braces replaced for these sides.
fn filled_in(text: &str, sides: &[u32]) -> String {
    let sum = |part: &str| {
        let terms = (1..=sides.len()).map(|j| part.replace("k_j", &format!("k_{j}")));
        terms.collect::<Vec<_>>().join(" + ")
    };
    let parts = text.split(['{', '}']).enumerate().map(|(i, part)| match part {
        part if i % 2 == 0 => part.to_owned(),
        "sides" => sides.len().to_string(),
        "half" => across_the_middle(sides),
        part => sum(part),
    });
    parts.collect()
}

/// The links between the halves of a grid: across the middle of its longest side, and if that is odd also across the
/// middle of the layer there (Efe and Feng 2007).
fn across_the_middle(sides: &[u32]) -> String {
    let mut places: Vec<usize> = (0..sides.len()).collect();
    places.sort_by_key(|place| std::cmp::Reverse(sides[*place]));
    let even = places.iter().position(|place| sides[*place].is_multiple_of(2));
    let last = even.unwrap_or(places.len() - 1);
    let (mut cut, mut terms) = (Vec::new(), Vec::new());
    for place in &places[..=last] {
        cut.push(format!("k_{}", place + 1));
        terms.push(match &cut[..] {
            all if all.len() == sides.len() => "1".to_owned(),
            [one] => format!("p/{one}"),
            several => format!("p/({})", several.join(" ")),
        });
    }
    terms.join(" + ")
}

/// The number of shortest routes between two vertices.
pub fn shortest_routes(topology: &Topology, from: Vertex, to: Vertex) -> Option<Rational> {
    Some(Joined::of(topology)?.shortest_routes(from as usize, to as usize))
}

/// The links of a shortest route between two vertices; `None` if the network is too large, or there is no route.
pub fn distance(topology: &Topology, from: Vertex, to: Vertex) -> Option<u64> {
    let (_, distances) = Joined::of(topology)?.by_distance(from as usize);
    distances.get(to as usize).copied().filter(|links| *links < u64::MAX)
}

#[cfg(test)]
mod tests;
