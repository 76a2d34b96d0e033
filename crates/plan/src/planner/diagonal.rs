//! Schedules through the diagonal of a grid of two sides, whose nodes are connected like those of a crossbar.
//!
//! With r rows and c columns, r <= c: every row reduces to its node on the diagonal, those r nodes run the
//! census (below), and every row broadcasts from its node on the diagonal; with r > c the
//! columns do. A message from node (i, i) to (j, j) along its row and then a column uses links of row i,
//! which no other sender uses, and of column j, which no other receiver uses: all steps of the census cause
//! no congestion (specs/lemmas.md, Diagonal crossbar).
//!
//! For prefixes, r <= c, the census stops at the first row, which leaves each node of the diagonal the
//! sum of the rows before it; down its row goes to each interval that splits off the sum of all
//! that lie before it, which is formed of what came up and down.

use super::halving::{Split, for_each_split_from, step_count};
use super::prelude::*;
use super::rules;
use super::tour::grid_message;
use hockney_base::number::saturated;
use hockney_core::collective::{Data, Parameter};
use hockney_core::schedule::{CombinedBlocks, Run};
use hockney_core::topology::Line;

/// The number of steps, as a formula that is exact for all sides.
pub(super) const STEPS: &str = "2 ceil(log2 max(k_1, k_2)) + ceil(log2 min(k_1, k_2))";

/// The steps for the data that the collective leaves at the nodes.
pub(super) fn steps(request: &Request) -> Box<dyn Steps> {
    let (of, sides) = (&request.instance, request.topology.sizes());
    let rows = sides.first() <= sides.last();
    let lines: Vec<Line> = request.topology.lines(usize::from(rows)).collect();
    let nodes = saturated(lines.len());
    // Prefixes occur in a scan, which has nothing before the first row.
    let prefixes = of.collective.parameter() == Some(Parameter::Exclusive);
    let rule = if prefixes { CLIPPED_CENSUS_RULE } else { CENSUS_RULE };
    let census = rules::numbered(&rule, nodes, request);
    let diagonal = Diagonal { blocks: of.all_blocks(), data: of.data(), lines, rows };
    let (depth, across) = (step_count(diagonal.lines[0].length), census.count());
    let within = u128::from(of.nodes) - u128::from(nodes);
    each_step(2 * depth + across, 2 * within + census.messages(), move |k, out| {
        if (depth..depth + across).contains(&k) {
            let messages = census.step(k - depth).messages;
            return out.extend(messages.into_iter().map(|message| diagonal.across(message)));
        }
        let to_split = if k < depth { depth - 1 - k } else { k - depth - across };
        for (root, line) in (0..).zip(&diagonal.lines) {
            for_each_split_from(line.length, root, to_split, next_to_half, |split| {
                if k < depth {
                    return out.push(diagonal.straight(line, split.other, split.holder));
                }
                let mut message = diagonal.straight(line, split.holder, split.other);
                if prefixes {
                    let start =
                        split.start.max(if split.holder < split.middle { split.middle } else { 0 });
                    let before = Runs::range(0, u64::from(line.node(start)));
                    message.payload = diagonal.sum(before);
                }
                out.push(message);
            });
        }
    })
}

/// In the half without the holder, the position next to the holder's half.
fn next_to_half(split: &Split) -> u32 {
    if split.holder < split.middle { split.middle } else { split.middle - 1 }
}

struct Diagonal {
    blocks: Runs,
    data: Data,
    /// The rows, or the columns if there are more rows.
    lines: Vec<Line>,
    rows: bool,
}

impl Diagonal {
    /// The message straight along a line.
    fn straight(&self, line: &Line, from: u32, to: u32) -> Message {
        grid_message(line, [from, to], from < to, self.blocks.clone())
    }

    fn sum(&self, contributors: Runs) -> Payload {
        let contributors = Some(contributors);
        Payload::Values(Box::new([CombinedBlocks { blocks: self.blocks.clone(), contributors }]))
    }

    /// The contributors to the sums on the diagonal of these lines.
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

    /// A message of the census, between the nodes of the diagonal.
    fn across(&self, message: Message) -> Message {
        let node = |i: u32| self.lines[i as usize].node(i);
        let payload = match &message.payload {
            // Signals may arrive twice, sums must not.
            Payload::Values(values) if self.data == Data::Combined => {
                let lines = values.first().and_then(|value| value.contributors.as_ref());
                self.sum(lines.map_or_else(Runs::new, |lines| self.contributors(lines)))
            }
            _ => Payload::Plain(self.blocks.clone()),
        };
        Message { from: node(message.from), to: node(message.to), payload, ..message }
    }
}

/// Sums of the preceding nodes, doubled along the bits of p - 1.
///
/// Node v has S_k, the sum of the k nodes before it. For a bit 0 it sends S_k to v + k, which then
/// has S_2k; for a bit 1 it sends S_k and its own to v + k + 1, which then has S_(2k+1). After all
/// bits k is p - 1. The own contribution is kept apart from S_k, and S_k is formed from values
/// received, of which no two share a contributor.
///
/// With c = ceil(p/2^(ceil(log2 p) - 1 - i)), the number k + 1 after step i + 1, k before it is ceil(c/2) - 1, and the
/// bit is c - 2 ceil(c/2) + 1. Cyclic: the nodes before node 0 are p - 1, p - 2, ..
pub(super) const CENSUS_RULE: Rule =
    Turns(Pairs, &[Turn::times("ceil(log2 p)", &[Send::all(Ahead(FARTHER), BEFORE)])]);

/// Node 0 has no predecessor. With their own contribution, nodes do not send past the end; without it, node 0
/// has nothing to send either.
pub(super) const CLIPPED_CENSUS_RULE: Rule = Turns(
    Pairs,
    &[Turn::times(
        "ceil(log2 p)",
        &[Send::each(
            "2 ceil(p/2^(ceil(log2 p) - i)) - ceil(p/2^(ceil(log2 p) - 1 - i))",
            "1",
            "p - 1 - floor(ceil(p/2^(ceil(log2 p) - 1 - i))/2)",
            Ahead(FARTHER),
            BEFORE,
        )],
    )],
);

const FARTHER: &str = "floor(ceil(p/2^(ceil(log2 p) - 1 - i))/2)";

const BEFORE: Load = Before(
    "ceil(p/2^(ceil(log2 p) - i)) - 1",
    "ceil(p/2^(ceil(log2 p) - 1 - i)) - 2 ceil(p/2^(ceil(log2 p) - i)) + 1",
);
