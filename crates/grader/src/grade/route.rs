//! The route of a message: its nodes, or the number of its links.

use super::super::answers::{Counted, bare, plain};
use super::number::of_sides;
use super::step::unreadable;
use crate::{Ends, Graded, Key, list};
use hockney_base::number::Rational;
use hockney_core::topology::{Topology, Vertex};
use hockney_files::read_way;

pub(super) fn grade(key: &Key<'_>, ends: Ends, text: &str) -> Graded {
    let bare = bare(text, &key.question.names());
    of_route(key, ends, &plain(&bare.text)).skipping(&bare.skipped)
}

fn of_route(key: &Key<'_>, ends: Ends, arrows: &str) -> Graded {
    let topology = &key.question.topology;
    let nodes = match read_way(arrows, topology) {
        Ok(nodes) => nodes,
        Err(error) => return unreadable(&error.into(), arrows),
    };
    let right = solution(key, ends);
    let between = |sentence, [from, to]: [Vertex; 2]| {
        let [from, to] = [from, to].map(|node| key.question.node(node));
        key.say(sentence, &[("from", &from), ("to", &to), ("right", &right)])
    };
    if (nodes.first(), nodes.last()) != (Some(&ends.from), Some(&ends.to)) {
        return between("route ends", [ends.from, ends.to]);
    }
    let link = |pair: &&[Vertex]| topology.network().link(pair[0], pair[1]).is_none();
    if let Some(pair) = nodes.windows(2).find(link) {
        return between("route link", [pair[0], pair[1]]);
    }
    let (links, shortest) = (nodes.len() - 1, shortest(topology, ends));
    if nodes == ends.route(topology) {
        return Graded::right("right");
    }
    let sentence = if links == shortest { "route shortest" } else { "route long" };
    key.say(sentence, &[("shortest", &shortest), ("links", &links), ("right", &right)])
}

pub(super) fn links(key: &Key<'_>, ends: Ends, text: &str) -> Graded {
    let right = hops(key, ends);
    of_sides(key, text, &Counted::Things(list("unit links")), |amount| {
        let is = |count: u64| amount.value == Rational::from(count);
        let sentence = match () {
            () if is(right) => return Graded::right("right"),
            () if is(right + 1) => "links nodes",
            () => "links wrong",
        };
        key.say(sentence, &[("right", &right)])
    })
}
/// The number of links of the default route.
pub(super) fn hops(key: &Key<'_>, ends: Ends) -> u64 {
    key.question.topology.network().hops(ends.from, ends.to, &mut Vec::new())
}

/// The default route, as one writes it.
pub(super) fn solution(key: &Key<'_>, ends: Ends) -> String {
    let topology = &key.question.topology;
    let name = |node: &Vertex| key.question.node(*node);
    ends.route(topology).iter().map(name).collect::<Vec<_>>().join(" -> ")
}

/// The number of links of a shortest route.
fn shortest(topology: &Topology, ends: Ends) -> usize {
    let network = topology.network();
    let mut reached = vec![false; (topology.nodes() + network.switches()) as usize];
    let (mut front, mut next, mut links) = (vec![ends.from], Vec::new(), 0);
    while !front.is_empty() && !front.contains(&ends.to) {
        for vertex in &front {
            network.neighbours(*vertex, &mut next);
        }
        next.retain(|vertex| !std::mem::replace(&mut reached[*vertex as usize], true));
        std::mem::swap(&mut front, &mut next);
        next.clear();
        links += 1;
    }
    links
}
