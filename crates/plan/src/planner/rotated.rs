//! Rotated copies: as many copies of a schedule at the same time as a node has links, each on its own piece.
//!
//! A schedule that uses one dimension a step leaves the ports of all others idle. On a torus of equal sides there are
//! two copies for each dimension, one for each direction; on a hypercube, whose sides are 2, there is one. A copy
//! renumbers the nodes: its coordinates are rotated by some places and, in the other direction, mirrored. In each step
//! the copies use different directions of different dimensions, so they share no link and, with all ports, no port
//! (specs/lemmas.md, Rotated copies). They need as many steps, and a share of the words. Sources: Johnsson and Ho 1989
//! on hypercubes, Jain and Sabharwal 2010 on tori.

use super::Request;
use super::in_turn::each_step;
use hockney_base::number::{remainder, saturated};
use hockney_core::collective::{Instance, Ports};
use hockney_core::schedule::{Message, Route, Runs, Steps};
use hockney_core::topology::{Feature, Topology, Vertex};
use std::sync::Arc;

/// The number of links of a node; of a machine whose nodes have different numbers, that of the last node.
pub(super) fn links(topology: &Topology) -> u32 {
    let mut neighbours = Vec::new();
    topology.network().neighbours(topology.nodes() - 1, &mut neighbours);
    saturated(neighbours.len())
}

/// The number of messages that every node can send in a step.
pub(super) fn ports(request: &Request) -> u32 {
    saturated(request.ports.at_most(links(&request.topology).into()))
}

/// Whether every node can use all its links at once: with all ports, or as many as all nodes have links.
pub(super) fn has_all_ports(Request { topology, ports, .. }: &Request) -> bool {
    let alike = [Feature::Cube, Feature::ClosedRing, Feature::ClosedSides];
    let alike = topology.classes().is_empty() && alike.iter().any(|one| topology.offers(*one));
    let enough = |ports: u32| alike && ports > 1 && ports >= links(topology);
    if let Ports::Limited(ports) = ports { enough(*ports) } else { true }
}

/// The steps of rotated copies of a schedule with messages between neighbours. Each copy has its share of the pieces.
pub(super) fn steps(request: &Request, one: impl Fn(&Request) -> Box<dyn Steps>) -> Box<dyn Steps> {
    let (topology, cube) = (&request.topology, request.topology.offers(Feature::Cube));
    let bits = vec![2; topology.nodes().ilog2() as usize];
    let sides = if cube { bits } else { topology.sizes().to_vec() };
    let directions: &[bool] = if cube { &[false] } else { &[false, true] };
    let ways: Vec<(usize, bool)> = (0..sides.len().max(1))
        .flat_map(|by| directions.iter().map(move |back| (by, *back)))
        .collect();
    let count = ways.len() as u64;
    let mut plain = request.clone();
    plain.instance.pieces = (request.instance.pieces / saturated::<u32>(ways.len())).max(1);
    let copy = |(number, way): (usize, &(usize, bool))| {
        let image = |node| rotated(node, way.0, way.1, &sides);
        let nodes: Vec<Vertex> = (0..request.instance.nodes).map(image).collect();
        let mut own = plain.clone();
        let root = nodes.iter().position(|node| *node == request.instance.root);
        own.instance.root = saturated(root.unwrap_or(0));
        let (whole, steps) = (plain.instance.clone(), Arc::from(one(&own)));
        Copy { whole, count, number: number as u64, nodes, steps }
    };
    let copies: Vec<Copy> = ways.iter().enumerate().map(copy).collect();
    let count = copies.first().map_or(0, |copy| copy.steps.count());
    let messages = copies.iter().map(|copy| copy.steps.messages()).sum();
    each_step(count, messages, move |k, out| {
        for copy in &copies {
            let start = out.len();
            out.extend(copy.steps.step(k).messages.iter().map(|message| copy.renamed(message)));
            // The senders are not in the order of their numbers.
            out[start..].sort_by_key(|message| message.from);
        }
    })
}

/// The image of a node: each coordinate moves up by so many places, cyclically, and is mirrored if the copy goes back.
fn rotated(node: Vertex, by: usize, back: bool, sides: &[u32]) -> Vertex {
    let (mut rest, mut image) = (node, 0);
    for (place, side) in sides.iter().enumerate() {
        let digit = rest % side;
        let mirrored = if back { (side - digit) % side } else { digit };
        let places = saturated((place + by) % sides.len());
        image += mirrored * side.pow(places);
        rest /= side;
    }
    image
}

/// A copy of a schedule.
struct Copy {
    /// The collective of the copy.
    whole: Instance,
    /// The number of copies.
    count: u64,
    /// Its number among them.
    number: u64,
    /// The node of each of its own numbers.
    nodes: Vec<Vertex>,
    /// Its steps, in its own numbers.
    steps: Arc<dyn Steps>,
}

impl Copy {
    /// A message in the numbers of the topology, with this copy's piece of each block.
    fn renamed(&self, message: &Message) -> Message {
        let to = |node: Vertex| self.nodes[node as usize];
        let number = |node: u64| u64::from(to(remainder(node, self.whole.nodes)));
        let piece = |block| self.whole.renamed_block(block, number) * self.count + self.number;
        let blocks = |blocks: &Runs| {
            let mut pieces: Vec<u64> = blocks.iter().map(piece).collect();
            // Ascending numbers extend a set at its end.
            pieces.sort_unstable();
            pieces.into_iter().collect()
        };
        let below = |node: &u64| *node < u64::from(self.whole.nodes);
        let nodes = |nodes: &Runs| nodes.iter().filter(below).map(number).collect();
        let payload = message.payload.renamed(blocks, nodes);
        Message { from: to(message.from), to: to(message.to), route: Route::Default, payload }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_go_round() {
        let bits = [2; 3];
        assert_eq!(rotated(0b001, 1, false, &bits), 0b010);
        assert_eq!(rotated(0b110, 1, false, &bits), 0b101);
        assert_eq!(rotated(0, 0, false, &[]), 0);
        // Rows and columns change places; mirrored, 1 is 4.
        assert_eq!(rotated(1, 1, false, &[5, 5]), 5);
        assert_eq!(rotated(1, 0, true, &[5, 5]), 4);
        for sides in [vec![2; 4], vec![5; 3], vec![7]] {
            let nodes: u32 = sides.iter().product();
            for (node, by, back) in (0..nodes)
                .flat_map(|v| (0..sides.len()).flat_map(move |by| [(v, by, false), (v, by, true)]))
            {
                let there = rotated(node, by, back, &sides);
                assert_eq!(rotated(there, (sides.len() - by) % sides.len(), back, &sides), node);
            }
        }
    }
}
