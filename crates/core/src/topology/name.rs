//! Reading and writing the names of topologies and nodes: `mesh:3x4`, `(1,2)`, `0110`; the numbers that people give to
//! nodes, from 0 or 1, along rows or columns.

use std::fmt::{self, Display};

use super::{Family, MOST_VERTICES, MachineSizes, Sizes, Topology, TopologyError, Vertex};

/// How people number the nodes, where they read and write them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Numbering {
    /// From 1, and not from 0; coordinates, too.
    pub from_one: bool,
    /// On a grid: along the columns, or along the rows; either where it is left open.
    pub columns: Option<bool>,
}

/// Splits `name:sizes/switch:nodes`; `None` without the second part.
pub(super) fn switched(text: &str) -> Result<Option<(&str, u64)>, TopologyError> {
    let parts = text.rsplit_once("/switch:");
    parts.map(|(base, each)| Ok((base, parse_size(each)?))).transpose()
}

/// Splits `name:sizes`.
pub(super) fn parse(text: &str) -> Result<(&'static Family, Vec<u64>), TopologyError> {
    let (name, sizes) = text.split_once(':').map_or((text, None), |(name, s)| (name, Some(s)));
    // `nodes:4x8:direct` is `nodes-direct:4x8`.
    let direct = sizes.filter(|_| name == "nodes").and_then(|sizes| sizes.strip_suffix(":direct"));
    let (name, sizes) = direct.map_or((name, sizes), |sizes| ("nodes-direct", Some(sizes)));
    let family =
        super::family(name).ok_or_else(|| TopologyError::UnknownFamily(name.to_owned()))?;
    if family.sizes() == Sizes::Links {
        return Err(TopologyError::LinksNeeded);
    }
    let sizes = sizes.ok_or(TopologyError::NoSize(family.name()))?;
    let separator = family.parts().map_or('x', |parts| parts.separator);
    let sizes = sizes.split(separator).map(parse_size).collect::<Result<_, _>>()?;
    Ok((family, sizes))
}

fn parse_size(text: &str) -> Result<u64, TopologyError> {
    if !is_number(text) {
        return Err(TopologyError::NotASize(text.chars().take(40).collect()));
    }
    let size: u128 = text.parse().map_err(|_| TopologyError::HugeSize(text.len()))?;
    u64::try_from(size)
        .map_err(|_| TopologyError::TooLarge { needed: size, allowed: MOST_VERTICES })
}

/// Sizes that fit the family and are within the limit.
pub(super) fn checked_sizes(
    family: &Family,
    sizes: &[u64],
    most: u64,
) -> Result<Vec<u32>, TopologyError> {
    if sizes.contains(&0) {
        return Err(TopologyError::ZeroSize);
    }
    match (family.sizes(), sizes) {
        (Sizes::Links, _) => return Err(TopologyError::LinksNeeded),
        (_, []) => return Err(TopologyError::NoSize(family.name())),
        (Sizes::One | Sizes::PowerOfTwo, [_, _, ..]) => {
            return Err(TopologyError::OneSizeOnly(family.name()));
        }
        (Sizes::PowerOfTwo, [p]) if !p.is_power_of_two() => {
            return Err(TopologyError::NotAPowerOfTwo(*p));
        }
        (Sizes::Sides, [p]) => {
            return Err(TopologyError::SidesNeeded { family: family.name(), p: *p });
        }
        (Sizes::One | Sizes::PowerOfTwo | Sizes::Sides | Sizes::Machine(_), _) => {}
    }
    let (sizes, needed) =
        if let Some(MachineSizes { takes, example, sizes: of, .. }) = family.parts() {
            of(sizes).ok_or(TopologyError::PartsNeeded(family.name(), takes, example))?
        } else {
            let times = |p: u128, side: &u64| p.saturating_mul(u128::from(*side));
            (sizes.to_vec(), sizes.iter().fold(1, times))
        };
    let too_large = TopologyError::TooLarge { needed, allowed: most };
    if needed > u128::from(most) {
        return Err(too_large);
    }
    sizes.iter().map(|side| u32::try_from(*side)).collect::<Result<_, _>>().map_err(|_| too_large)
}

/// Reads a node's number, bits or coordinates.
pub(super) fn parse_node(topology: &Topology, text: &str) -> Option<Vertex> {
    let (text, p, sizes) = (unquoted(text), topology.nodes(), wide(topology));
    let (bits, sides) = labels_of(topology.family(), &sizes);
    let number = || topology.vertex(parse_number(text)?).filter(|node| *node < p).map(u64::from);
    let node = parse_label(bits, sides, topology.first().into(), text, number);
    node.and_then(|node| node.try_into().ok())
}

/// The same on a machine that may be larger than any that is made: one number, a power of two, or the sides of a grid.
pub fn parse_node_of(family: &Family, sizes: &[u64], text: &str) -> Option<u64> {
    let text = unquoted(text);
    let p = sizes.iter().try_fold(1_u64, |p, side| p.checked_mul(*side))?;
    let number = || parse_number(text).filter(|node| *node < p);
    let (bits, sides) = labels_of(family, sizes);
    parse_label(bits, sides, 0, text, number)
}

/// A number with its second notation, if it has one: `6 (110)`, `5 (1,1)`.
pub fn labelled(number: impl Display, label: Option<String>) -> String {
    match label {
        Some(label) if label.starts_with('(') => format!("{number} {label}"),
        Some(label) => format!("{number} ({label})"),
        None => number.to_string(),
    }
}

/// The bits or the coordinates of a node of such a machine, if its nodes have some.
pub fn label_of(family: &Family, sizes: &[u64], node: u64) -> Option<String> {
    match labels_of(family, sizes) {
        (Some(0), _) | (None, None) => None,
        (Some(bits), _) => Some(format!("{node:0width$b}", width = bits as usize)),
        (None, Some(sides)) => {
            let mut rest = node;
            let mut coordinates: Vec<String> = Vec::new();
            for side in sides.iter().rev() {
                coordinates.push((rest % side).to_string());
                rest /= side;
            }
            coordinates.reverse();
            Some(format!("({})", coordinates.join(",")))
        }
    }
}

/// The number of bits, or the sides, that label the nodes.
fn labels_of<'a>(family: &Family, sizes: &'a [u64]) -> (Option<u32>, Option<&'a [u64]>) {
    let bits = (family.sizes() == Sizes::PowerOfTwo).then(|| sizes[0].trailing_zeros());
    (bits, Some(sizes).filter(|_| family.sizes() == Sizes::Sides))
}

fn wide(topology: &Topology) -> Vec<u64> {
    topology.sizes().iter().copied().map(u64::from).collect()
}

impl Topology {
    /// The same topology, whose nodes people number so.
    #[must_use]
    pub fn numbered(self, numbering: Numbering) -> Self {
        Topology { numbering, ..self }
    }

    /// How people number its nodes.
    pub fn numbering(&self) -> Numbering {
        self.numbering
    }

    /// Whether people number its vertices as the program does.
    pub fn is_plain(&self) -> bool {
        !self.numbering.from_one && self.numbering.columns != Some(true)
    }

    /// The number that people give to the first node.
    pub fn first(&self) -> u32 {
        u32::from(self.numbering.from_one)
    }

    /// The sides of a grid that people number along its columns.
    fn columns(&self) -> Option<[u32; 2]> {
        let sides = self.network.sides().filter(|_| self.numbering.columns == Some(true))?;
        sides.try_into().ok()
    }

    /// The number that people give to a vertex.
    pub fn number(&self, vertex: Vertex) -> u32 {
        let number = match self.columns().filter(|_| vertex < self.nodes()) {
            Some([rows, columns]) => vertex % columns * rows + vertex / columns,
            None => vertex,
        };
        number + self.first()
    }

    /// The vertex to which people give a number.
    pub fn vertex(&self, number: u64) -> Option<Vertex> {
        let number = Vertex::try_from(number).ok()?.checked_sub(self.first())?;
        let vertex = match self.columns().filter(|_| number < self.nodes()) {
            Some([rows, columns]) => number % rows * columns + number / rows,
            None => number,
        };
        (vertex < self.vertices()).then_some(vertex)
    }

    /// The second notation of a node, if it has one: its rank where ranks are placed, else bits or coordinates.
    pub fn label(&self, node: Vertex) -> Option<String> {
        if let Some(placement) = self.placement() {
            return placement.rank(node).map(|rank| format!("rank {rank}"));
        }
        let label = self.bits_or_coordinates(node)?;
        let Some(inside) = label.strip_prefix('(').filter(|_| self.numbering.from_one) else {
            return Some(label);
        };
        let parts = inside.trim_end_matches(')').split(',').map(str::parse::<u32>);
        let parts: Vec<String> = parts.flatten().map(|part| (part + 1).to_string()).collect();
        Some(format!("({})", parts.join(",")))
    }

    /// The bits or the coordinates of a node, if its nodes have some, as the program numbers them.
    pub fn bits_or_coordinates(&self, node: Vertex) -> Option<String> {
        label_of(self.family, &wide(self), node.into())
    }
}

fn unquoted(text: &str) -> &str {
    let text = text.trim();
    text.strip_prefix('\'').and_then(|t| t.strip_suffix('\'')).unwrap_or(text)
}

/// The node with these bits or coordinates, or, where the text is neither, with this number.
fn parse_label(
    bits: Option<u32>,
    sides: Option<&[u64]>,
    first: u64,
    text: &str,
    number: impl FnOnce() -> Option<u64>,
) -> Option<u64> {
    let inner = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')).unwrap_or(text);
    // With two nodes that are counted from 1, `1` is a number.
    if let Some(d) = bits.filter(|d| u64::from(*d) > first)
        && inner.len() == d as usize
        && inner.bytes().all(|b| b == b'0' || b == b'1')
    {
        return u64::from_str_radix(inner, 2).ok();
    }
    let Some(sides) = sides.filter(|_| text.contains(',')) else { return number() };
    let parts: Vec<&str> = inner.split(',').collect();
    let along = |node: u64, (part, side): (&&str, &u64)| {
        let coordinate = parse_number(part.trim())?.checked_sub(first)?;
        let coordinate = Some(coordinate).filter(|coordinate| coordinate < side)?;
        Some(node * side + coordinate)
    };
    let fits = parts.len() == sides.len();
    parts.iter().zip(sides).try_fold(0, along).filter(|_| fits)
}

fn parse_number(text: &str) -> Option<u64> {
    text.parse().ok().filter(|_| is_number(text))
}

/// Whether a text is digits without leading zeros.
fn is_number(text: &str) -> bool {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    digits && (text == "0" || !text.starts_with('0'))
}

impl fmt::Display for Topology {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(base) = self.network.base() {
            return write!(f, "{base}/switch:{}", self.family.joined(&self.sizes));
        }
        f.write_str(self.family.name())?;
        match &self.sizes[..] {
            [] => Ok(()),
            sizes => write!(f, ":{}", self.family.joined(sizes)),
        }
    }
}

impl fmt::Debug for Topology {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
