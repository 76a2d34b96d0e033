//! The default routes, walked one link at a time, and distances by breadth-first search.

use std::collections::VecDeque;

use super::topology::{Shape, Topology, coordinates, label};

impl Topology {
    /// Every vertex on the default route, both ends included.
    pub fn default_route(&self, from: usize, to: usize) -> Vec<usize> {
        match &self.shape {
            Shape::Line => grid_route(from, to, &[self.nodes], false),
            Shape::Ring => grid_route(from, to, &[self.nodes], true),
            Shape::Mesh(sides) => grid_route(from, to, sides, false),
            Shape::Torus(sides) => grid_route(from, to, sides, true),
            Shape::Hypercube => cube_route(from, to),
            Shape::Tree(parents) => tree_route(from, to, parents),
            Shape::Complete => vec![from, to],
            Shape::Boxes(each, boxes, rails, direct) => {
                let switch = |v: usize| self.nodes + v / each;
                match (from / each == to / each, direct) {
                    (true, true) => vec![from, to],
                    (true, false) => vec![from, switch(from), to],
                    (false, _) => {
                        let rail = self.nodes + boxes + from % each % rails;
                        vec![from, switch(from), rail, switch(to), to]
                    }
                }
            }
            Shape::FatTree(half, below) => self.up_and_down(from, to, *half, *below),
            Shape::Dragonfly([hosts, routers, global, groups]) => {
                let router = |v: usize| v / hosts;
                let group = |v: usize| router(v) / routers;
                let mut route = vec![from, self.nodes + router(from)];
                if group(from) != group(to) {
                    let port = |here: usize, there: usize| (there + groups - here - 1) % groups;
                    let end =
                        |here, there| self.nodes + here * routers + port(here, there) / global;
                    route.extend([end(group(from), group(to)), end(group(to), group(from))]);
                }
                route.extend([self.nodes + router(to), to]);
                route.dedup();
                route
            }
            Shape::Switched(base, each) if from / each == to / each => {
                vec![from, base.nodes * each + from / each, to]
            }
            Shape::Switched(base, each) => {
                let route = base.default_route(from / each, to / each);
                let route = route.into_iter().map(|vertex| base.nodes * each + vertex);
                [from].into_iter().chain(route).chain([to]).collect()
            }
            Shape::Graph => self.shortest_route(from, to),
        }
    }

    /// The route of a fat tree: up by the number of the destination, then down.
    fn up_and_down(&self, from: usize, to: usize, half: usize, below: usize) -> Vec<usize> {
        let (edge, aggregation) = (self.nodes, self.nodes + 2 * half * half);
        let core = aggregation + 2 * half * half;
        let pod = |v: usize| v / below / half;
        let middle = |v: usize| aggregation + pod(v) * half + to % half;
        let mut route = vec![from, edge + from / below];
        if from / below != to / below {
            route.push(middle(from));
            if pod(from) != pod(to) {
                route.push(core + to % half * half + to / half % half);
                route.push(middle(to));
            }
            route.push(edge + to / below);
        }
        route.push(to);
        route
    }

    /// The fewest links from a vertex to each; none where there is no way.
    pub fn distances(&self, start: usize) -> Vec<Option<usize>> {
        let mut around = vec![Vec::new(); self.vertices];
        for &(a, b) in self.capacity.keys() {
            around[a].push(b);
        }
        let mut distances = vec![None; self.vertices];
        distances[start] = Some(0);
        let mut queue = VecDeque::from([(start, 0)]);
        while let Some((vertex, distance)) = queue.pop_front() {
            for &next in &around[vertex] {
                if distances[next].is_none() {
                    distances[next] = Some(distance + 1);
                    queue.push_back((next, distance + 1));
                }
            }
        }
        distances
    }

    fn shortest_route(&self, from: usize, to: usize) -> Vec<usize> {
        let left = self.distances(to);
        let mut route = vec![from];
        let mut here = from;
        while here != to {
            here = (0..self.vertices)
                .filter(|&next| self.capacity.contains_key(&(here, next)))
                .find(|&next| left[next].map(|hops| hops + 1) == left[here])
                .expect("a graph is connected");
            route.push(here);
        }
        route
    }
}

fn grid_route(from: usize, to: usize, sides: &[usize], closed: bool) -> Vec<usize> {
    let mut at = coordinates(from, sides);
    let goal = coordinates(to, sides);
    let mut route = vec![from];
    for place in (0..sides.len()).rev() {
        let side = sides[place];
        let up = if closed {
            let upward = (goal[place] + side - at[place]) % side;
            upward <= side - upward
        } else {
            goal[place] > at[place]
        };
        while at[place] != goal[place] {
            at[place] = if up { (at[place] + 1) % side } else { (at[place] + side - 1) % side };
            route.push(label(&at, sides));
        }
    }
    route
}

fn cube_route(from: usize, to: usize) -> Vec<usize> {
    let mut route = vec![from];
    let mut here = from;
    for bit in 0..usize::BITS {
        if (here ^ to) >> bit & 1 == 1 {
            here ^= 1 << bit;
            route.push(here);
        }
    }
    route
}

fn tree_route(from: usize, to: usize, parents: &[Option<usize>]) -> Vec<usize> {
    let to_root = |start: usize| {
        let mut path = vec![start];
        while let Some(parent) = parents[path[path.len() - 1]] {
            path.push(parent);
        }
        path
    };
    let (up, down) = (to_root(from), to_root(to));
    let meet = up.iter().position(|vertex| down.contains(vertex)).expect("a tree is connected");
    let turn = down.iter().position(|vertex| *vertex == up[meet]).expect("the same vertex");
    up[..=meet].iter().chain(down[..turn].iter().rev()).copied().collect()
}
