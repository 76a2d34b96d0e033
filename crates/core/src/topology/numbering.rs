//! The numbers that people give to nodes: from 0 or 1, along rows or columns.

use super::{Topology, Vertex};

/// How people number the nodes, where they read and write them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Numbering {
    /// From 1, and not from 0; coordinates, too.
    pub from_one: bool,
    /// On a grid: along the columns, or along the rows; either where it is left open.
    pub columns: Option<bool>,
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
}
