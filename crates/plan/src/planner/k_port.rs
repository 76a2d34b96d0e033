//! Schedules for nodes with several ports: Bruck's algorithms with k ports, and all messages of a rule in one step.
//!
//! k is the number of ports, or of the links of a node if these are fewer. With k + 1 for 2 they are Bruck's
//! algorithms: a step multiplies the blocks of a node by k + 1, and the last one brings what is lacking in k messages
//! of nearly equal length. So all-gather takes ceil(log_(k + 1) p) steps and ceil((p - 1)/k) m words, of both the
//! fewest that k messages a step can bring. With p - 1 ports it is one step. Source: Bruck, Ho, Kipnis, Upfal and
//! Weathersby 1997.
//!
//! No step rule: the number of ports is no name of a rule.

use super::Request;
use super::in_turn::{each_step, there_and_back};
use super::rotated::ports;
use super::rules::{self, Layout};
use hockney_base::number::saturated;
use hockney_base::rule::{Place::Pairs, Rule};
use hockney_core::collective::Instance;
use hockney_core::schedule::{Message, Steps};
use std::ops::Range;

/// The nodes of which a node gets blocks in each step of an all-gather, by their distance ahead: each message brings
/// those of a range of distances, from the node at the first of them.
fn gathered(p: u32, k: u32) -> Vec<Vec<Range<u32>>> {
    let (mut steps, mut got) = (Vec::new(), 1);
    while got < p {
        let end = p.min(got.saturating_mul(k.saturating_add(1)));
        let most = (end - got).div_ceil(k);
        let starts = (got..end).step_by(most as usize);
        steps.push(starts.map(|start| start..end.min(start + most)).collect());
        got = end;
    }
    steps
}

/// From everyone to everyone.
pub(super) fn all_gather(request: &Request) -> Box<dyn Steps> {
    let (p, layout) = (request.instance.nodes, Layout::new(Pairs, request, None));
    let steps = gathered(p, ports(request));
    let messages = steps.iter().map(Vec::len).sum::<usize>() as u128 * u128::from(p);
    each_step(steps.len(), messages, move |i, out| {
        for from in 0..p {
            out.extend(steps[i].iter().map(|blocks| {
                let to = (from + p - blocks.start) % p;
                let of = layout.blocks(from, blocks.end - blocks.start);
                Message::plain(from, to, of)
            }));
        }
    })
}

/// The all-gather backwards, then forwards.
pub(super) fn all_reduce(request: &Request) -> Box<dyn Steps> {
    there_and_back(request, all_gather)
}

/// Every block moves by the digits of its distance to base k + 1, all blocks with the same digit together.
pub(super) fn all_to_all(request: &Request) -> Box<dyn Steps> {
    let Instance { nodes: p, pieces, .. } = request.instance;
    let base = u64::from(ports(request)) + 1;
    let distances = u64::from(p);
    let units: Vec<u64> = std::iter::successors(Some(1), |unit| Some(unit * base))
        .take_while(|unit| *unit < distances)
        .collect();
    // The multiples of a unit by which blocks move in its step.
    let moves =
        move |unit: u64| (1..base).map(move |digit| digit * unit).filter(move |by| *by < distances);
    let messages = units.iter().map(|unit| moves(*unit).count()).sum::<usize>() as u128;
    each_step(units.len(), messages * u128::from(p), move |i, out| {
        for (from, by) in (0..distances).flat_map(|from| moves(units[i]).map(move |by| (from, by)))
        {
            let unit = units[i];
            let with_digit = (by..distances).filter(|far| far / unit % base == by / unit);
            // It has moved by its lower digits so far.
            let mut pairs: Vec<u64> = with_digit
                .map(|far| {
                    let origin = (from + distances - far % unit) % distances;
                    origin * distances + (origin + far) % distances
                })
                .collect();
            pairs.sort_unstable();
            let blocks = pairs.into_iter().flat_map(|pair| {
                let first = pair * u64::from(pieces);
                first..first + u64::from(pieces)
            });
            let node = |v: u64| saturated(v % distances);
            out.push(Message::plain(node(from), node(from + by), blocks.collect()));
        }
    })
}

/// All messages of a rule in one step, in the order of their senders.
pub(super) fn at_once(rule: &'static Rule, request: &Request) -> Box<dyn Steps> {
    let steps = rules::steps(rule, request);
    let (count, messages) = (steps.count(), steps.messages());
    each_step(count.min(1), messages, move |_, out| {
        out.extend((0..count).flat_map(|k| steps.step(k).messages));
        out.sort_by_key(|message| (message.from, message.to));
    })
}
