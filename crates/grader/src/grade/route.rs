//! The route of a message: its nodes, or the number of its links.

use super::super::answers::{Counted, bare, plain};
use super::super::key::Key;
use super::super::lists::list;
use super::super::problems::Ends;
use super::super::verdict::Graded;
use super::another::unreadable;
use super::number::of_sides;
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
    let full = format!("; the route is {}", solution(key, ends));
    if (nodes.first(), nodes.last()) != (Some(&ends.from), Some(&ends.to)) {
        let [from, to] = [ends.from, ends.to].map(|node| key.question.node(node));
        return Graded::wrong(format!("the route does not go from node {from} to node {to}"))
            .counted_as("a route between other nodes")
            .and(full);
    }
    let link = |pair: &&[Vertex]| topology.network().link(pair[0], pair[1]).is_none();
    if let Some(pair) = nodes.windows(2).find(link) {
        let [from, to] = [pair[0], pair[1]].map(|node| key.question.node(node));
        return Graded::wrong(format!("there is no link from node {from} to node {to}"))
            .counted_as("a route over a link that is not there")
            .and(full);
    }
    let (links, shortest) = (nodes.len() - 1, shortest(topology, ends));
    if nodes == ends.route(topology) {
        Graded::right("right")
    } else if links == shortest {
        Graded::right(format!("right, another shortest route{full}"))
            .counted_as("right: another shortest route")
    } else {
        Graded::wrong(format!("a shortest route has {shortest} links, and this one {links}"))
            .counted_as("a route that is not a shortest one")
            .and(full)
    }
}

pub(super) fn links(key: &Key<'_>, ends: Ends, text: &str) -> Graded {
    let right = hops(key, ends);
    of_sides(key, text, &Counted::Things(list("unit links")), |amount| {
        let is = |count: u64| amount.value == Rational::from(count);
        if is(right) {
            return Graded::right("right");
        }
        let reason =
            if is(right + 1) { "this counts the nodes" } else { "another number of links" };
        Graded::wrong(reason).and(format!("; it is {right}"))
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
