//! Arrows side by side: messages that pass the same link the same way take different lanes.

use std::collections::{BTreeMap, BTreeSet};

use super::layout::curve::ArrowStop;
use super::layout::{Layout, Point};
use super::story::{ToldMessage, is_count};
use hockney_core::topology::Vertex;

/// An arrow of a picture: a way, what is written beside it, and whose step it is.
#[derive(Clone, Debug)]
pub(super) struct Lane {
    pub(super) way: Vec<Vertex>,
    pub(super) label: String,
    /// The step of its first message, counted from 0.
    pub(super) step: usize,
    /// Whether one of its messages is the slowest of its step.
    pub(super) slow: bool,
    /// How far out it runs, from 0.
    out: i32,
}

/// From one lane to the next.
const APART: i32 = 85;

/// The widest lane that is still kept apart; beyond it lanes close up.
const WIDEST: i32 = 480;

/// The arrows of some steps. Messages that go the same way are one arrow with both their labels.
/// Blocks are counted in all labels if they are in one, or if that is asked for.
pub(super) fn lanes(steps: &[(usize, &[ToldMessage])], counted: bool) -> Vec<Lane> {
    let mut arrows: Vec<Lane> = Vec::new();
    let mut known: BTreeMap<Vec<Vertex>, usize> = BTreeMap::new();
    // One notation for all.
    let alike = counted
        || steps.iter().flat_map(|(_, messages)| *messages).any(|sent| is_count(&sent.blocks));
    for (step, messages) in steps {
        for sent in *messages {
            let mut label = (step + 1).to_string();
            if !sent.blocks.is_empty() {
                label.extend([" ", &sent.label(alike)]);
            }
            if let Some(index) = known.get(&sent.way) {
                let lane = &mut arrows[*index];
                lane.label.push_str(", ");
                lane.label.push_str(&label);
                lane.slow |= sent.slow;
            } else {
                known.insert(sent.way.clone(), arrows.len());
                let (way, slow) = (sent.way.clone(), sent.slow);
                arrows.push(Lane { way, label, step: *step, slow, out: 0 });
            }
        }
    }
    let mut order: Vec<usize> = (0..arrows.len()).collect();
    // The short ones run inside, near their links.
    order.sort_by_key(|i| arrows[*i].way.len());
    let mut used: BTreeMap<(Vertex, Vertex), BTreeSet<i32>> = BTreeMap::new();
    for i in order {
        // An arrow over one link bends; it needs no room beside the nodes.
        if arrows[i].way.len() <= 2 {
            continue;
        }
        let hops: Vec<(Vertex, Vertex)> = arrows[i].way.windows(2).map(|w| (w[0], w[1])).collect();
        let free =
            |lane: &i32| hops.iter().all(|hop| !used.get(hop).is_some_and(|u| u.contains(lane)));
        // At most as many lanes are taken as there are arrows.
        let lane = (0..i32::MAX).find(free).unwrap_or(0);
        for hop in hops {
            used.entry(hop).or_default().insert(lane);
        }
        arrows[i].out = lane;
    }
    let most = arrows.iter().map(|arrow| arrow.out).max().unwrap_or(0);
    for arrow in &mut arrows {
        // Beyond the widest lane they close up.
        let within = most * APART <= WIDEST;
        arrow.out = if within { arrow.out * APART } else { arrow.out * WIDEST / most };
    }
    arrows
}

impl Lane {
    /// Leaves out the vertices between its ends.
    pub(super) fn direct(&mut self) {
        if self.way.len() > 2 {
            self.way.drain(1..self.way.len() - 1);
        }
    }

    /// The vertex in the middle of the way that is highest.
    fn highest(&self, layout: &Layout) -> Option<Vertex> {
        let between = self.way.get(1..self.way.len().checked_sub(1)?)?;
        between.iter().copied().min_by_key(|v| layout.places.get(*v as usize).map(|place| place.y))
    }

    /// Where the arrow goes along, and how far beside; in several parts if it passes links that are cut.
    pub(super) fn parts(&self, layout: &Layout, nodes: u32) -> Vec<Vec<ArrowStop>> {
        let (mut parts, mut stops) = (Vec::new(), Vec::new());
        let lane = self.out;
        if let [from, hub, to] = self.way[..]
            && layout.hubs.contains(&hub)
            && let (Some(a), Some(b)) =
                (layout.places.get(from as usize), layout.places.get(to as usize))
            && let Some(past) = layout.past(hub, *a, *b, nodes)
        {
            let end = |at: &Point| ArrowStop { at: *at, beside: layout.radius };
            return vec![vec![end(a), ArrowStop { at: past, beside: 0 }, end(b)]];
        }
        let over = layout.arched.then(|| self.highest(layout)).flatten();
        for (i, vertex) in self.way.iter().enumerate() {
            let ends = i == 0 || i + 1 == self.way.len();
            if !ends && over.is_some_and(|over| over != *vertex) {
                continue;
            }
            let radius = layout.radius_of(*vertex, nodes);
            let beside = if ends { radius } else { radius + 90 + lane };
            if let Some(before) = i.checked_sub(1).map(|i| self.way[i]) {
                let bends = layout.bends(before, *vertex);
                stops.extend(bends.iter().map(|at| ArrowStop { at: *at, beside: 70 + lane }));
                if let Some([leaves, comes]) = layout.cut(before, *vertex, 50 + lane / 4) {
                    stops.push(ArrowStop { at: leaves, beside: 0 });
                    parts.push(std::mem::take(&mut stops));
                    stops.push(ArrowStop { at: comes, beside: 0 });
                }
            }
            if !ends && layout.hubs.contains(vertex) {
                let (before, after) = (self.way[i - 1], self.way[i + 1]);
                let links = [(before, after), (after, before)];
                if let Some(hub) = layout.places.get(*vertex as usize)
                    && let Some(far) =
                        links.iter().find_map(|(end, to)| layout.beyond(*end, *vertex, *to))
                {
                    // Out of a box: past its switch, or at once where the way is not past it.
                    if far {
                        stops.push(ArrowStop { at: *hub, beside: 110 + lane / 2 });
                    }
                    continue;
                }
            }
            let Some(at) = layout.places.get(*vertex as usize) else { continue };
            stops.push(ArrowStop { at: *at, beside });
        }
        parts.push(stops);
        parts
    }
}
