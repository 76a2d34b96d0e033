//! Packs trees: all grow at the same time, each from its root to all nodes, over paths of limited use.
//!
//! Unfinished trees can all be finished if and only if for each node the trees without it can each send it a unit from
//! one of their vertices, all at once over what is left of the paths (Edmonds 1973; Frank 1978). So a path is added to a
//! tree only if this still holds for the node at its end; it then holds for all others. The flow to each node is kept,
//! and repaired when it is looked at again: a path has lost units, or a tree has come to the node.

use std::collections::VecDeque;

/// A way from one vertex to another that takes no part of a tree in between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Path {
    /// Where it begins.
    pub(super) from: usize,
    /// Where it ends.
    pub(super) to: usize,
    /// The units that it carries in a period.
    pub(super) units: usize,
    /// The units of a message.
    pub(super) speed: usize,
    /// The switches in between.
    pub(super) via: Vec<usize>,
}

/// A set of trees.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Set(Vec<u64>);

impl Set {
    fn none_of(trees: usize) -> Self {
        Set(vec![0; trees.div_ceil(64)])
    }

    fn has(&self, tree: usize) -> bool {
        self.0[tree / 64] >> (tree % 64) & 1 == 1
    }

    fn put(&mut self, tree: usize) {
        self.0[tree / 64] |= 1 << (tree % 64);
    }

    fn take(&mut self, tree: usize) {
        self.0[tree / 64] &= !(1 << (tree % 64));
    }

    fn add(&mut self, other: &Set) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, more)| *word |= more);
    }

    /// Takes out those that are in another set, too.
    fn taken(&mut self, other: &Set) -> Vec<usize> {
        let both = std::iter::from_fn(|| {
            let tree = self.common(other)?;
            self.take(tree);
            Some(tree)
        });
        both.collect()
    }

    /// The first tree in both.
    fn common(&self, other: &Set) -> Option<usize> {
        let words = self.0.iter().zip(&other.0).map(|(a, b)| a & b);
        let (place, word) = words.enumerate().find(|(_, word)| *word != 0)?;
        Some(place * 64 + word.trailing_zeros() as usize)
    }
}

/// How a unit comes nearer to the node.
#[derive(Clone, Copy)]
enum By {
    /// Over one more unit of a path.
    Path(usize),
    /// In place of a unit that leaves over this path.
    Back(usize),
    /// In place of the unit of a tree, which begins elsewhere.
    Tree(usize),
}

/// The units on their way to a node.
#[derive(Clone, Default)]
struct Flow {
    /// The units on each path.
    used: Vec<usize>,
    /// The trees whose units begin at each vertex.
    begun: Vec<Set>,
    /// Where the unit of each tree begins that is under way.
    begins: Vec<usize>,
    /// The trees whose unit is under way.
    under_way: Set,
    /// The trees without the node whose unit is not.
    idle: Set,
}

/// Unfinished trees, and what is left of the paths.
pub(super) struct Packing {
    nodes: usize,
    paths: Vec<Path>,
    out: Vec<Vec<usize>>,
    into: Vec<Vec<usize>>,
    left: Vec<usize>,
    /// The trees of each vertex.
    trees: Vec<Set>,
    flows: Vec<Flow>,
    /// The node that was last cut off by joined paths.
    cut_off: usize,
}

impl Packing {
    /// Trees of their roots alone, on vertices of which the first are the nodes.
    pub(super) fn new([nodes, vertices]: [usize; 2], paths: &[Path], roots: &[usize]) -> Packing {
        let none = Set::none_of(roots.len());
        let mut trees = vec![none.clone(); vertices];
        let mut idle = none.clone();
        for (tree, root) in roots.iter().enumerate() {
            trees[*root].put(tree);
            idle.put(tree);
        }
        let flow = Flow {
            used: vec![0; paths.len()],
            begun: vec![none.clone(); vertices],
            begins: vec![0; roots.len()],
            under_way: none,
            idle,
        };
        let (mut out, mut into) = (vec![Vec::new(); vertices], vec![Vec::new(); vertices]);
        for (number, path) in paths.iter().enumerate() {
            out[path.from].push(number);
            into[path.to].push(number);
        }
        let left = paths.iter().map(|path| path.units).collect();
        let paths = paths.to_vec();
        Packing { nodes, paths, out, into, left, trees, flows: vec![flow; nodes], cut_off: 0 }
    }

    /// Whether all trees can be finished; otherwise vertices that too few units can enter.
    pub(super) fn is_possible(&mut self) -> Result<(), Vec<bool>> {
        let all: Vec<usize> = (0..self.paths.len()).collect();
        (0..self.nodes).try_for_each(|node| self.reach(node, &all))
    }

    /// Repairs the flow to a node, where these paths may have lost units since it was repaired last.
    fn reach(&mut self, node: usize, lost: &[usize]) -> Result<(), Vec<bool>> {
        let mut flow = std::mem::take(&mut self.flows[node]);
        for path in lost.iter().copied() {
            while flow.used[path] > self.left[path] {
                flow.used[path] -= 1;
                self.cancel_before(self.paths[path].from, &mut flow);
                self.cancel_after(self.paths[path].to, node, &mut flow);
            }
        }
        flow.idle.taken(&self.trees[node]);
        for tree in flow.under_way.taken(&self.trees[node]) {
            let begin = flow.begins[tree];
            flow.begun[begin].take(tree);
            self.cancel_after(begin, node, &mut flow);
        }
        let mut all = Ok(());
        while all.is_ok() && flow.idle.0.iter().any(|word| *word != 0) {
            all = self.send(node, &mut flow);
        }
        self.flows[node] = flow;
        all
    }

    /// Takes back a unit up to where it begins.
    fn cancel_before(&self, mut at: usize, flow: &mut Flow) {
        loop {
            if let Some(tree) = flow.begun[at].common(&flow.begun[at]) {
                flow.begun[at].take(tree);
                flow.under_way.take(tree);
                return flow.idle.put(tree);
            }
            let Some(path) = self.into[at].iter().find(|path| flow.used[**path] > 0) else {
                return;
            };
            flow.used[*path] -= 1;
            at = self.paths[*path].from;
        }
    }

    /// Takes back a unit down to the node.
    fn cancel_after(&self, mut at: usize, node: usize, flow: &mut Flow) {
        while at != node {
            let Some(path) = self.out[at].iter().find(|path| flow.used[**path] > 0) else { return };
            flow.used[*path] -= 1;
            at = self.paths[*path].to;
        }
    }

    /// Sends the unit of one more tree to a node; otherwise the vertices from which more could come.
    fn send(&self, node: usize, flow: &mut Flow) -> Result<(), Vec<bool>> {
        let mut next: Vec<Option<(usize, By)>> = vec![None; self.out.len()];
        let mut seen = vec![false; self.out.len()];
        let mut open = VecDeque::from([node]);
        // The trees of which no vertex is seen.
        let mut begun = flow.under_way.clone();
        seen[node] = true;
        while let Some(at) = open.pop_front() {
            if let Some(tree) = self.trees[at].common(&flow.idle) {
                flow.idle.take(tree);
                flow.begin(tree, at);
                flow.follow(at, &next);
                return Ok(());
            }
            let mut see = |from: usize, by: By| {
                if !std::mem::replace(&mut seen[from], true) {
                    next[from] = Some((at, by));
                    open.push_back(from);
                }
            };
            for path in self.into[at].iter().filter(|path| flow.used[**path] < self.left[**path]) {
                see(self.paths[*path].from, By::Path(*path));
            }
            for path in self.out[at].iter().filter(|path| flow.used[**path] > 0) {
                see(self.paths[*path].to, By::Back(*path));
            }
            for tree in begun.taken(&self.trees[at]) {
                see(flow.begins[tree], By::Tree(tree));
            }
        }
        Err(seen)
    }

    /// A path.
    pub(super) fn path(&self, path: usize) -> &Path {
        &self.paths[path]
    }

    /// The units that are left of a path.
    pub(super) fn left(&self, path: usize) -> usize {
        self.left[path]
    }

    /// The paths into a vertex, and those out of it.
    pub(super) fn at(&self, vertex: usize) -> [Vec<usize>; 2] {
        [&self.into, &self.out].map(|of| of[vertex].clone())
    }

    /// The number of the path that goes over two others past a switch.
    pub(super) fn past(&mut self, switch: usize, [into, out]: [usize; 2]) -> usize {
        let [into, out] = [into, out].map(|path| self.paths[path].clone());
        let mut via: Vec<usize> = into.via.into_iter().chain([switch]).chain(out.via).collect();
        // Not in a circle.
        let mut at = 0;
        while let Some(switch) = via.get(at) {
            let last = via.iter().rposition(|other| other == switch).unwrap_or(at);
            via.drain(at..last);
            at += 1;
        }
        let number = self.paths.len();
        let (from, to, speed) = (into.from, out.to, into.speed.min(out.speed));
        self.paths.push(Path { from, to, units: 0, speed, via });
        // What comes back to where it was is lost.
        if from != to {
            self.out[from].push(number);
            self.into[to].push(number);
        }
        self.left.push(0);
        self.flows.iter_mut().for_each(|flow| flow.used.push(0));
        number
    }

    /// Moves so many units of two paths to a third if all trees can still be finished; whether they can.
    pub(super) fn join(&mut self, [into, out, past]: [usize; 3], units: usize) -> bool {
        self.left[into] -= units;
        self.left[out] -= units;
        self.left[past] += units;
        // The node that was cut off last is likely to be cut off again.
        let (first, nodes) = (self.cut_off, self.nodes);
        let mut all = (0..nodes).map(|node| (node + first) % nodes);
        let Some(node) = all.find(|node| self.reach(*node, &[into, out]).is_err()) else {
            return true;
        };
        self.cut_off = node;
        self.left[into] += units;
        self.left[out] += units;
        self.left[past] -= units;
        // Those that were repaired may use the path past the switch.
        for node in 0..self.nodes {
            self.reach(node, &[past]).unwrap_or_default();
        }
        false
    }

    /// What is left of the paths between nodes.
    pub(super) fn rest(&self) -> Vec<Path> {
        let between = |path: &Path| path.from < self.nodes && path.to < self.nodes;
        let left = self.paths.iter().zip(&self.left);
        let left = left.filter(|(path, left)| **left > 0 && path.from != path.to && between(path));
        left.map(|(path, left)| Path { units: *left, ..path.clone() }).collect()
    }

    /// Adds a path to a tree if all trees can still be finished; otherwise vertices that it must not enter.
    fn add(&mut self, path: usize, tree: usize) -> Result<(), Vec<bool>> {
        let to = self.paths[path].to;
        let before = self.flows[to].clone();
        self.left[path] -= 1;
        self.trees[to].put(tree);
        let all: Vec<usize> = (0..self.paths.len()).collect();
        self.reach(to, &all).inspect_err(|_| {
            self.left[path] += 1;
            self.trees[to].take(tree);
            self.flows[to] = before;
        })
    }

    /// Grows all trees to the end, in rounds in which each path adds at most so many vertices: the paths of each tree,
    /// every one after the path to its beginning. `None` if they cannot be finished.
    pub(super) fn grown(mut self, each: &[usize]) -> Option<Vec<Vec<usize>>> {
        self.is_possible().ok()?;
        let count = self.flows.first().map_or(0, |flow| flow.begins.len());
        let mut grown = vec![Vec::new(); count];
        let mut refused = vec![Set::none_of(count); self.paths.len()];
        let mut missing = count * (self.nodes - 1);
        while missing > 0 {
            let (before, at_first) = (self.trees.clone(), missing);
            for (path, each) in each.iter().enumerate() {
                let [from, to] = [self.paths[path].from, self.paths[path].to];
                let mut added = 0;
                while added < *each && self.left[path] > 0 {
                    let fits = |tree: &usize| {
                        before[from].has(*tree)
                            && !self.trees[to].has(*tree)
                            && !refused[path].has(*tree)
                    };
                    // The smallest tree, so that all grow alike.
                    let least = (0..count).filter(fits).min_by_key(|tree| grown[*tree].len());
                    let Some(tree) = least else { break };
                    if let Err(inside) = self.add(path, tree) {
                        self.refuse(&inside, &mut refused);
                        refused[path].put(tree);
                        continue;
                    }
                    grown[tree].push(path);
                    (added, missing) = (added + 1, missing - 1);
                }
            }
            if missing == at_first {
                return None;
            }
        }
        Some(grown)
    }

    /// All units that enter these vertices are for trees without any of them.
    fn refuse(&self, inside: &[bool], refused: &mut [Set]) {
        let mut within = Set::none_of(refused.first().map_or(0, |set| set.0.len() * 64));
        let those = self.trees.iter().zip(inside).filter(|(_, inside)| **inside);
        those.for_each(|(trees, _)| within.add(trees));
        for (path, refused) in self.paths.iter().zip(refused) {
            if inside[path.to] && !inside[path.from] {
                refused.add(&within);
            }
        }
    }
}

impl Flow {
    /// The unit of a tree begins at a vertex.
    fn begin(&mut self, tree: usize, at: usize) {
        if self.under_way.has(tree) {
            self.begun[self.begins[tree]].take(tree);
        }
        self.begins[tree] = at;
        self.under_way.put(tree);
        self.begun[at].put(tree);
    }

    /// Sends a unit from a vertex to the node.
    fn follow(&mut self, mut at: usize, next: &[Option<(usize, By)>]) {
        while let Some((to, by)) = next[at] {
            match by {
                By::Path(path) => self.used[path] += 1,
                By::Back(path) => self.used[path] -= 1,
                By::Tree(tree) => self.begin(tree, to),
            }
            at = to;
        }
    }
}
