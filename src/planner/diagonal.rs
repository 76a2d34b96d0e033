//! By way of the diagonal of a grid of two sides, whose nodes are joined like those of a crossbar.
//!
//! With r rows and c columns, r <= c: every row reduces to its node on the diagonal, those r nodes run
//! the census of `planner/census.rs`, and every row broadcasts from its node on the diagonal; with
//! r > c the columns do. A message from node (i, i) to (j, j) along its row and then a column uses
//! links of row i, which no other sender uses, and of column j, which no other receiver uses: all
//! steps of the census are free of congestion (specs/lemmas.md, Diagonal crossbar).
//!
//! For prefixes, r <= c, the census stops at the first row, which leaves each node of the diagonal the
//! sum of the rows before it; down its row goes to each interval that splits off the sum of all
//! that lie before it, which is formed of what came up and down.

use super::census::{Census, Ends};
use super::halving::step_count;
use super::{Request, grid_line};
use crate::collective::{Data, Parameter};
use crate::schedule::{Message, Payload, Run, Runs, Step, Steps, Value};
use crate::topology::{Line, Topology};

/// How many steps it takes, as a formula that is exact for all sides.
pub(super) const STEPS: &str = "2 ceil(log2 max(k_1, k_2)) + ceil(log2 min(k_1, k_2))";

/// What the nodes are to have in the end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// Word of everyone, which may come twice.
    Word,
    /// The sum of all.
    Sum,
    /// The sum of all before each.
    Prefix,
}

/// The steps.
struct Diagonal {
    topology: Topology,
    blocks: Runs,
    wanted: Wanted,
    /// The rows, or the columns where there are more rows.
    lines: Vec<Line>,
    census: Census,
    rows: bool,
}

/// The steps for what the collective leaves at the nodes.
pub(super) fn steps(request: &Request) -> Box<dyn Steps> {
    let of = &request.instance;
    let wanted = match (of.data(), of.collective.parameter()) {
        (_, Some(Parameter::Exclusive)) => Wanted::Prefix,
        (Data::Combined, _) => Wanted::Sum,
        _ => Wanted::Word,
    };
    Box::new(Diagonal::new(&request.topology, of.all_blocks(), wanted))
}

impl Diagonal {
    fn new(topology: &Topology, blocks: Runs, wanted: Wanted) -> Self {
        let sides = topology.sizes();
        let rows = sides.first() <= sides.last();
        let lines: Vec<Line> = topology.lines(usize::from(rows)).collect();
        let nodes = u32::try_from(lines.len()).unwrap_or(1);
        let ends = if wanted == Wanted::Prefix { Ends::Open } else { Ends::Joined };
        let census = Census { nodes, blocks: blocks.clone(), ends };
        Diagonal { topology: topology.clone(), blocks, wanted, lines, census, rows }
    }

    fn depth(&self) -> usize {
        step_count(self.lines[0].length)
    }

    /// The message straight along a line.
    fn straight(&self, line: &Line, from: u32, to: u32) -> Message {
        grid_line::message(line, (from, to), from < to, self.blocks.clone())
    }

    /// Whose contributions these lines' nodes on the diagonal have summed up.
    fn contributors(&self, lines: &Runs) -> Runs {
        let run = |run: &Run| {
            let of = self.lines.len() as u64;
            let length = u64::from(self.lines[0].length);
            if self.rows {
                vec![Run { start: run.start * length, end: run.end * length }]
            } else {
                let at = |row| Run { start: row * of + run.start, end: row * of + run.end };
                (0..length).map(at).collect()
            }
        };
        lines.runs().iter().flat_map(run).collect()
    }

    /// A step of the census among the nodes of the diagonal.
    fn across(&self, k: usize, step: &mut Step) {
        self.census.step_into(k, step);
        let node = |i: u32| self.lines[i as usize].node(i);
        for message in &mut step.messages {
            (message.from, message.to) = (node(message.from), node(message.to));
            match &mut message.payload {
                Payload::Values(values) if self.wanted != Wanted::Word => {
                    for value in values {
                        value.contributors =
                            value.contributors.take().map(|lines| self.contributors(&lines));
                    }
                }
                payload => *payload = Payload::Plain(self.blocks.clone()),
            }
        }
    }
}

/// Calls `split(holder, other, start)` for every interval that splits in step k of the halving of n
/// positions that begins anywhere: in the half that the holder is not in, which begins at `start`,
/// the other is next to the holder's half.
fn for_each_split_from(n: u32, root: u32, k: usize, mut split: impl FnMut(u32, u32, u32)) {
    let mut open = vec![(0, n, root, k)];
    while let Some((start, end, holder, more)) = open.pop() {
        if end - start < 2 {
            continue;
        }
        let middle = start + (end - start).div_ceil(2);
        let other = if holder < middle { middle } else { middle - 1 };
        if more == 0 {
            split(holder, other, if holder < middle { middle } else { start });
        } else {
            let (low, high) = if holder < middle { (holder, other) } else { (other, holder) };
            open.push((middle, end, high, more - 1));
            open.push((start, middle, low, more - 1));
        }
    }
}

impl Steps for Diagonal {
    fn count(&self) -> usize {
        2 * self.depth() + self.census.count()
    }

    fn messages(&self) -> u128 {
        let within = u128::from(self.topology.nodes()) - self.lines.len() as u128;
        2 * within + self.census.messages()
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let (depth, across) = (self.depth(), self.census.count());
        if (depth..depth + across).contains(&k) {
            return self.across(k - depth, step);
        }
        for (root, line) in (0..).zip(&self.lines) {
            if k < depth {
                for_each_split_from(line.length, root, depth - 1 - k, |holder, other, _| {
                    step.messages.push(self.straight(line, other, holder));
                });
            } else {
                for_each_split_from(
                    line.length,
                    root,
                    k - depth - across,
                    |holder, other, start| {
                        let mut message = self.straight(line, holder, other);
                        if self.wanted == Wanted::Prefix {
                            let before = Runs::range(0, u64::from(line.node(start)));
                            let blocks = self.blocks.clone();
                            let value = Value { blocks, contributors: Some(before) };
                            message.payload = Payload::Values(Box::new([value]));
                        }
                        step.messages.push(message);
                    },
                );
            }
        }
    }
}
