//! Some nodes of a topology as a topology of their own, in which all other vertices only forward messages.

use std::sync::Arc;

use super::{Network, Topology, Vertex, graph};

/// Some nodes of a topology. The members are the nodes 0, 1, .. in their order, and all other vertices are
/// switches. Links and routes are those of the whole topology.
#[derive(Clone, Debug)]
pub struct Subset {
    topology: Topology,
    network: Arc<Members>,
}

#[derive(Debug)]
struct Members {
    machine: Topology,
    count: u32,
    /// The vertex of the whole topology for each vertex of the subset.
    vertices: Vec<Vertex>,
    /// The new number of each vertex of the whole topology.
    numbers: Vec<Vertex>,
    /// The members in the order of the tour of the whole topology.
    order: Vec<Vertex>,
}

impl Subset {
    /// The subset with these members, or `None` if one is not a node or occurs twice.
    pub fn of(machine: &Topology, members: &[Vertex]) -> Option<Self> {
        let unnumbered = Vertex::MAX;
        let mut numbers = vec![unnumbered; machine.vertices() as usize];
        for (number, member) in (0..).zip(members) {
            let slot = numbers.get_mut(*member as usize).filter(|_| *member < machine.nodes())?;
            if std::mem::replace(slot, number) != unnumbered {
                return None;
            }
        }
        let mut vertices = members.to_vec();
        for (vertex, number) in (0..).zip(&mut numbers) {
            if *number == unnumbered {
                *number = Vertex::try_from(vertices.len()).ok()?;
                vertices.push(vertex);
            }
        }
        let count = u32::try_from(members.len()).ok().filter(|count| *count > 0)?;
        let new = |node: Vertex| Some(numbers[node as usize]).filter(|number| *number < count);
        let order = match machine.network().tour_order() {
            Some(order) => order.iter().filter_map(|node| new(*node)).collect(),
            None => (0..machine.nodes()).filter_map(new).collect(),
        };
        let (machine, classes) = (machine.clone(), Arc::clone(&machine.classes));
        let network = Arc::new(Members { machine, count, vertices, numbers, order });
        let members = Arc::<Members>::clone(&network);
        let topology = Topology::of(&graph::FAMILY, Vec::new(), members);
        let topology = Topology { classes, ..topology };
        Some(Subset { topology, network })
    }

    /// The topology of the members alone. Its family is `graph`, since nothing is known of its shape except
    /// the tour.
    pub fn topology(&self) -> &Topology {
        &self.topology
    }

    /// The whole topology.
    pub fn machine(&self) -> &Topology {
        &self.network.machine
    }

    /// The members, in the order of their new numbers.
    pub fn members(&self) -> &[Vertex] {
        &self.network.vertices[..self.network.count as usize]
    }

    /// The name of a vertex in the whole topology.
    pub fn vertex(&self, number: Vertex) -> Vertex {
        self.network.vertices[number as usize]
    }
}

impl Members {
    /// The vertex of the whole topology.
    fn old(&self, number: Vertex) -> Vertex {
        self.vertices[number as usize]
    }

    /// Converts the appended vertices to new numbers.
    fn renumber(&self, out: &mut [Vertex]) {
        for vertex in out {
            *vertex = self.numbers[*vertex as usize];
        }
    }
}

impl Network for Members {
    fn part_of(&self) -> Option<(&Topology, &[Vertex])> {
        Some((&self.machine, &self.vertices[..self.count as usize]))
    }

    fn nodes(&self) -> u32 {
        self.count
    }

    fn switches(&self) -> u32 {
        self.machine.vertices() - self.count
    }

    fn link(&self, from: Vertex, to: Vertex) -> Option<u64> {
        let old = |number: Vertex| self.vertices.get(number as usize).copied();
        self.machine.network().link(old(from)?, old(to)?)
    }

    fn link_slots(&self) -> u64 {
        self.machine.network().link_slots()
    }

    fn capacity(&self, link: u64) -> u32 {
        self.machine.capacity(link)
    }

    fn class(&self, link: u64) -> Option<usize> {
        self.machine.network().class(link)
    }

    fn neighbours(&self, vertex: Vertex, out: &mut Vec<Vertex>) {
        let start = out.len();
        self.machine.network().neighbours(self.old(vertex), out);
        self.renumber(&mut out[start..]);
        out[start..].sort_unstable();
    }

    fn route(&self, from: Vertex, to: Vertex, out: &mut Vec<Vertex>) {
        let start = out.len();
        self.machine.network().route(self.old(from), self.old(to), out);
        self.renumber(&mut out[start..]);
    }

    fn back_is_default(&self, from: Vertex, to: Vertex) -> bool {
        self.machine.network().back_is_default(self.old(from), self.old(to))
    }

    fn tour_order(&self) -> Option<&[Vertex]> {
        Some(&self.order)
    }

    fn tour_route(&self, from: Vertex, to: Vertex, out: &mut Vec<Vertex>) {
        let start = out.len();
        self.machine.network().tour_route(self.old(from), self.old(to), out);
        self.renumber(&mut out[start..]);
    }

    fn tour_is_default(&self, from: Vertex, to: Vertex) -> bool {
        self.machine.network().tour_is_default(self.old(from), self.old(to))
    }
}
