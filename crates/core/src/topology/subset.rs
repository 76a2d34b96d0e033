//! Some nodes of a topology as a topology of their own, in which all other vertices only forward messages.

use std::sync::{Arc, OnceLock};

use hockney_base::number::saturated;

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
    vertices: Vec<Vertex>,
    /// Made for the first route: a question that is refused needs none.
    tables: OnceLock<Tables>,
}

#[derive(Debug)]
struct Tables {
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
        let mut sorted = members.to_vec();
        sorted.sort_unstable();
        let twice = sorted.windows(2).any(|pair| pair[0] == pair[1]);
        if twice || *sorted.last()? >= machine.nodes() {
            return None;
        }
        let (machine, classes) = (machine.clone(), Arc::clone(&machine.classes));
        let members = members.to_vec();
        let network = Arc::new(Members { machine, vertices: members, tables: OnceLock::new() });
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
        &self.network.vertices
    }

    /// The name of a vertex in the whole topology.
    pub fn vertex(&self, number: Vertex) -> Vertex {
        self.network.old(number)
    }
}

impl Tables {
    fn of(machine: &Topology, members: &[Vertex]) -> Self {
        let unnumbered = Vertex::MAX;
        let mut numbers = vec![unnumbered; machine.vertices() as usize];
        for (number, member) in (0..).zip(members) {
            numbers[*member as usize] = number;
        }
        let mut vertices = members.to_vec();
        let others = (0..).zip(&mut numbers).filter(|(_, number)| **number == unnumbered);
        for ((vertex, number), next) in others.zip(saturated(members.len())..) {
            *number = next;
            vertices.push(vertex);
        }
        let member = |node: &Vertex| (numbers[*node as usize] as usize) < members.len();
        let new = |node: Vertex| numbers[node as usize];
        let order = match machine.network().tour_order() {
            Some(order) => order.iter().copied().filter(member).map(new).collect(),
            None => (0..machine.nodes()).filter(member).map(new).collect(),
        };
        Tables { vertices, numbers, order }
    }
}

impl Members {
    fn tables(&self) -> &Tables {
        self.tables.get_or_init(|| Tables::of(&self.machine, &self.vertices))
    }

    /// The vertex of the whole topology.
    fn old(&self, number: Vertex) -> Vertex {
        let member = self.vertices.get(number as usize).copied();
        member.unwrap_or_else(|| self.tables().vertices[number as usize])
    }

    /// Converts the appended vertices to new numbers.
    fn renumber(&self, out: &mut [Vertex]) {
        let numbers = &self.tables().numbers;
        for vertex in out {
            *vertex = numbers[*vertex as usize];
        }
    }
}

impl Network for Members {
    fn part_of(&self) -> Option<(&Topology, &[Vertex])> {
        Some((&self.machine, &self.vertices))
    }

    fn nodes(&self) -> u32 {
        saturated(self.vertices.len())
    }

    fn switches(&self) -> u32 {
        self.machine.vertices() - self.nodes()
    }

    fn link(&self, from: Vertex, to: Vertex) -> Option<u64> {
        let vertices = self.machine.vertices();
        let old = |number| (number < vertices).then(|| self.old(number));
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

    fn tour_ascends(&self) -> bool {
        false
    }

    fn tour_order(&self) -> Option<&[Vertex]> {
        Some(&self.tables().order)
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
