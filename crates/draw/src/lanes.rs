//! Arrows side by side: messages that pass the same link the same way take different lanes.

use std::collections::{BTreeMap, BTreeSet};

use super::faults::Faults;
use super::layout::curve::ArrowStop;
use super::layout::{Layout, Point, RADIUS, whole};
use super::story::{ToldMessage, is_count};
use hockney_core::topology::Vertex;

/// An arrow of a picture: a way, what is written beside it, and whose step it is.
#[derive(Clone, Debug)]
pub(super) struct Lane {
    pub(super) way: Vec<Vertex>,
    pub(super) label: String,
    /// Of an exchange over one link, what comes back.
    pub(super) back: Option<String>,
    /// The step of its first message, counted from 0.
    pub(super) step: usize,
    /// Whether one of its messages is the slowest of its step.
    pub(super) slow: bool,
    /// How far out it runs, from 0; over a single link, how far to the right of it from its lower vertex.
    out: i32,
    /// Whether it is on the left of its way.
    pub(super) left: bool,
}

/// What is written beside arrows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Labels {
    /// The number of the step.
    pub(super) steps: bool,
    /// The data.
    pub(super) data: bool,
}

/// From one lane to the next, and from one of several arrows over a link to the next.
const APART: i32 = 85;
const PARALLEL: i32 = 70;

/// The widest lane that is still kept apart; beyond it lanes close up.
const WIDEST: i32 = 480;

/// The arrows of some steps. Messages that go the same way are one arrow with both their labels, and an exchange
/// over one link is one with two heads. Blocks are counted in all labels if they are in one.
pub(super) fn lanes(
    steps: &[(usize, &[ToldMessage])],
    layout: &Layout,
    labels: Labels,
    faults: &Faults,
) -> Vec<Lane> {
    let mut arrows: Vec<Lane> = Vec::new();
    let mut known: BTreeMap<Vec<Vertex>, usize> = BTreeMap::new();
    // One notation for all.
    let alike = steps.iter().flat_map(|(_, messages)| *messages).any(|sent| is_count(&sent.blocks));
    for (step, messages) in steps {
        for sent in *messages {
            let number = labels.steps.then(|| (step + 1).to_string());
            let data = Some(sent.label(alike)).filter(|data| labels.data && !data.is_empty());
            let label = number.into_iter().chain(data).collect::<Vec<_>>().join(" ");
            let way = layout.way(sent);
            if let Some(index) = known.get(&way) {
                let lane = &mut arrows[*index];
                lane.label = format!("{}, {label}", lane.label);
                lane.slow |= sent.slow;
                continue;
            }
            let opposite: Vec<Vertex> = way.iter().rev().copied().collect();
            let other = known.get(&opposite).filter(|_| way.len() == 2);
            let whole = [(sent.from, sent.to), (sent.to, sent.from)]
                .iter()
                .all(|ends| !faults.messages.contains_key(ends));
            let other = other.copied().filter(|other| {
                let lane = &arrows[*other];
                whole && lane.step == *step && lane.back.is_none() && lane.slow == sent.slow
            });
            if let Some(other) = other {
                arrows[other].back = Some(label);
                continue;
            }
            known.insert(way.clone(), arrows.len());
            let slow = sent.slow;
            arrows.push(Lane { way, label, back: None, step: *step, slow, out: 0, left: false });
        }
    }
    side_by_side(&mut arrows, layout.rows.is_some());
    arrows
}

/// Arrows that do not pass a link go on the other side of it than those that do.
pub(super) fn split(arrows: Vec<Lane>, link: (Vertex, Vertex)) -> Vec<Lane> {
    let passes = |lane: &Lane| lane.way.windows(2).any(|hop| hop == [link.0, link.1]);
    let (mut strong, mut light): (Vec<Lane>, Vec<Lane>) = arrows.into_iter().partition(passes);
    side_by_side(&mut strong, false);
    side_by_side(&mut light, false);
    for lane in &mut light {
        lane.left = true;
    }
    light.into_iter().chain(strong).collect()
}

/// Gives each arrow a place beside the others that pass the same links the same way, or where arrows of both ways run
/// on one side, that pass them at all.
fn side_by_side(arrows: &mut [Lane], both: bool) {
    let mut order: Vec<usize> = (0..arrows.len()).collect();
    // The short ones run inside, near their links.
    order.sort_by_key(|i| arrows[*i].way.len());
    let mut used: BTreeMap<(Vertex, Vertex), BTreeSet<i32>> = BTreeMap::new();
    let mut single: BTreeMap<(Vertex, Vertex), Vec<usize>> = BTreeMap::new();
    for i in order {
        if let [a, b] = arrows[i].way[..] {
            single.entry((a.min(b), a.max(b))).or_default().push(i);
            continue;
        }
        let hop = |w: &[Vertex]| if both && w[0] > w[1] { (w[1], w[0]) } else { (w[0], w[1]) };
        let hops: Vec<(Vertex, Vertex)> = arrows[i].way.windows(2).map(hop).collect();
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
    for arrow in arrows.iter_mut() {
        // Beyond the widest lane they close up.
        let within = most * APART <= WIDEST;
        arrow.out = if within { arrow.out * APART } else { arrow.out * WIDEST / most };
    }
    for alike in single.values() {
        for (nth, i) in (0..).zip(alike) {
            arrows[*i].out = (2 * nth + 1 - whole(alike.len())) * PARALLEL / 2;
        }
    }
}

/// How far from a vertex the first arrow passes it.
const BESIDE: i32 = 60;

impl Lane {
    /// How far to its right an arrow over a single link runs beside it.
    pub(super) fn aside(&self) -> i32 {
        if self.way.first() < self.way.last() { self.out } else { -self.out }
    }

    /// Where the arrow goes along, and how far beside; in several parts if it passes links that are cut.
    pub(super) fn parts(&self, layout: &Layout, nodes: u32) -> Vec<Vec<ArrowStop>> {
        let (mut parts, mut stops) = (Vec::new(), Vec::new());
        let lane = if self.way.len() > 2 { self.out } else { 0 };
        // Where nodes are small, so is the room between arrows.
        let lane = match layout.radius {
            // Between two rows of many nodes a label has room between two arrows.
            _ if layout.spacious => lane * 2,
            radius if radius < RADIUS => lane * 3 / 5,
            _ => lane,
        };
        if let [from, hub, to] = self.way[..]
            && layout.hubs.contains(&hub)
            && let (Some(a), Some(b)) =
                (layout.places.get(from as usize), layout.places.get(to as usize))
            && let Some(past) = layout.past(hub, *a, *b, nodes)
        {
            let end = |at: &Point| ArrowStop { at: *at, beside: layout.radius };
            return vec![vec![end(a), ArrowStop { at: past, beside: 0 }, end(b)]];
        }
        // In rows arrows of both ways run below their rows.
        let place = |end: Option<&Vertex>| layout.places.get(*end? as usize).map(|at| (at.y, at.x));
        let back = layout.rows.is_some() && place(self.way.last()) < place(self.way.first());
        for (i, vertex) in self.way.iter().enumerate() {
            let ends = i == 0 || i + 1 == self.way.len();
            let radius = layout.radius_of(*vertex, nodes);
            let side = if self.left || back { -1 } else { 1 };
            let beside = if ends { radius } else { side * (radius + BESIDE + lane) };
            if let Some(before) = i.checked_sub(1).map(|i| self.way[i]) {
                let bends = layout.bends(before, *vertex);
                stops.extend(bends.iter().map(|at| ArrowStop { at: *at, beside: 70 + lane }));
                if let Some([leaves, comes]) = layout.cut(before, *vertex, 50 + lane / 4) {
                    stops.push(ArrowStop { at: leaves, beside: 0 });
                    parts.push(std::mem::take(&mut stops));
                    stops.push(ArrowStop { at: comes, beside: 0 });
                }
            }
            let Some(at) = layout.places.get(*vertex as usize) else { continue };
            stops.push(ArrowStop { at: *at, beside });
        }
        parts.push(stops);
        parts
    }
}
