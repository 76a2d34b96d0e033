//! Both ways round the ring at once, if that needs fewer steps than unit shifts.
//!
//! For even p and q, even origins go q forwards and odd ones p - q backwards, two hops a step: max(q, p -
//! q)/2 steps. For q = p/2, each step two pairs of opposite nodes exchange, one pair forwards and one
//! backwards: ceil(p/4) steps. Else unit shifts, min(q, p - q) steps. Each step costs t_s + m t_w. Source:
//! derived here.
//!
//! No step rule: the choice between three methods depends on p and q, and pairs that exchange are not a
//! progression.

use crate::planner::prelude::*;
use crate::planner::rules::{self, Layout};

/// Terms that do not apply are made too large to be the minimum.
const STEPS: &str = "min(q, p - q, max(q, p - q)/2 + p (p mod 2) + p (q mod 2), \
                     ceil(p/4) + p min(1, max(2 q - p, p - 2 q)))";

pub(in crate::planner) const BOTH_WAYS: Algorithm =
    Algorithm::made("shift", "both-ways", |request| {
        let of = &request.instance;
        let (p, q) = (of.nodes, of.by);
        let even = p.is_multiple_of(2) && q.is_multiple_of(2);
        let unit = q.min(p - q);
        let pairs = if even { q.max(p - q) / 2 } else { u32::MAX };
        let opposite = if 2 * q == p { p.div_ceil(4) } else { u32::MAX };
        let tour = Layout::tour(request);
        if opposite < unit.min(pairs) {
            Box::new(swaps(&tour, of))
        } else if pairs < unit {
            Box::new(two_hops(&tour, of))
        } else {
            rules::steps(&super::UNIT_SHIFTS_RULE, request)
        }
    })
    .does("even nodes send ahead, odd ones back, two hops a step; opposite nodes directly")
    .with_source("derived here")
    .with_needs(&[Need::Of(
        Feature::ClosedRing,
        "any p, any q; unit shifts where they cost the same",
    )])
    .with_steps(STEPS, "t_s + m t_w");

fn send(tour: &Layout, of: &Instance, origin: u32, (from, to): (u32, u32), ahead: bool) -> Message {
    tour.message(from, to, ahead, Payload::Plain(of.blocks_of(origin)))
}

/// Two pairs of opposite nodes per step; a pair uses each link of its direction once.
fn swaps(tour: &Layout, of: &Instance) -> Listed {
    let half = of.nodes / 2;
    let step = |first: u32| {
        let pair = |x: u32| {
            let both = [(x, x + half), (x + half, x)];
            both.map(|ends| send(tour, of, ends.0, ends, x == first))
        };
        Step { messages: (first..half.min(first + 2)).flat_map(pair).collect() }
    };
    Listed((0..half).step_by(2).map(step).collect())
}

/// Even positions two ahead, odd ones two back; each stops at its target.
fn two_hops(tour: &Layout, of: &Instance) -> Listed {
    let (p, q) = (of.nodes, of.by);
    let step = |k: u32| {
        let message = |origin: u32| {
            let ahead = origin.is_multiple_of(2);
            let steps = if ahead { q / 2 } else { (p - q) / 2 };
            let (from, to) = if ahead {
                (origin + 2 * k, origin + 2 * k + 2)
            } else {
                (origin + 2 * p - 2 * k, origin + 2 * p - 2 * k - 2)
            };
            (k < steps).then(|| send(tour, of, origin, (from % p, to % p), ahead))
        };
        Step { messages: (0..p).filter_map(message).collect() }
    };
    Listed((0..q.max(p - q) / 2).map(step).collect())
}
