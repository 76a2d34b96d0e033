//! Arrows side by side: messages that pass the same link the same way take different lanes.

use std::collections::{BTreeMap, BTreeSet};

use super::faults::Faults;
use super::layout::curve::{self, ArrowStop, Bezier};
use super::layout::{Layout, Point, RADIUS, at, whole};
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
            if let Some(index) = known.get(&sent.way) {
                let lane = &mut arrows[*index];
                lane.label = format!("{}, {label}", lane.label);
                lane.slow |= sent.slow;
                continue;
            }
            let opposite: Vec<Vertex> = sent.way.iter().rev().copied().collect();
            let other = known.get(&opposite).filter(|_| sent.way.len() == 2);
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
            known.insert(sent.way.clone(), arrows.len());
            let (way, slow) = (sent.way.clone(), sent.slow);
            arrows.push(Lane { way, label, back: None, step: *step, slow, out: 0, left: false });
        }
    }
    side_by_side(&mut arrows);
    arrows
}

/// Arrows that do not pass a link go on the other side of it than those that do.
pub(super) fn split(arrows: Vec<Lane>, link: (Vertex, Vertex)) -> Vec<Lane> {
    let passes = |lane: &Lane| lane.way.windows(2).any(|hop| hop == [link.0, link.1]);
    let (mut strong, mut light): (Vec<Lane>, Vec<Lane>) = arrows.into_iter().partition(passes);
    side_by_side(&mut strong);
    side_by_side(&mut light);
    for lane in &mut light {
        lane.left = true;
    }
    light.into_iter().chain(strong).collect()
}

/// Gives each arrow a place beside the others that pass the same links.
fn side_by_side(arrows: &mut [Lane]) {
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
    /// An arc from end to end on the side where nothing else is, the further out the longer it is.
    pub(super) fn arc(&self, layout: &Layout, free: Point) -> Option<(Bezier, [Point; 4])> {
        let place = |vertex: Option<&Vertex>| layout.places.get(*vertex? as usize).copied();
        let (a, b) = (place(self.way.first())?, place(self.way.last())?);
        let far = |place: Point| place.x * free.x + place.y * free.y;
        let most = layout.places.iter().map(|place| far(*place)).max()?;
        let apart = (a.x - b.x).abs() * free.y + (a.y - b.y).abs() * free.x;
        if far(a) == far(b) {
            let out = most + layout.radius + 60 + apart / 3;
            let middle = at(
                if free.x == 0 { i32::midpoint(a.x, b.x) } else { out },
                if free.y == 0 { i32::midpoint(a.y, b.y) } else { out },
            );
            let end = |at: Point| ArrowStop { at, beside: layout.radius };
            return curve::arrow(&[end(a), ArrowStop { at: middle, beside: 0 }, end(b)], 0);
        }
        let out = most + layout.radius + 130 + apart * 2 / 5;
        Some(curve::arc(a, b, free, layout.radius, [out - far(a), out - far(b)]))
    }

    /// How far to its right an arrow over a single link runs beside it.
    pub(super) fn aside(&self) -> i32 {
        if self.way.first() < self.way.last() { self.out } else { -self.out }
    }

    /// Where the arrow goes along, and how far beside; in several parts if it passes links that are cut.
    pub(super) fn parts(&self, layout: &Layout, nodes: u32) -> Vec<Vec<ArrowStop>> {
        let (mut parts, mut stops) = (Vec::new(), Vec::new());
        let lane = if self.way.len() > 2 { self.out } else { 0 };
        // Where nodes are small, so is the room between arrows.
        let lane = if layout.radius < RADIUS { lane * 3 / 5 } else { lane };
        if let [from, hub, to] = self.way[..]
            && layout.hubs.contains(&hub)
            && let (Some(a), Some(b)) =
                (layout.places.get(from as usize), layout.places.get(to as usize))
            && let Some(past) = layout.past(hub, *a, *b, nodes)
        {
            let end = |at: &Point| ArrowStop { at: *at, beside: layout.radius };
            return vec![vec![end(a), ArrowStop { at: past, beside: 0 }, end(b)]];
        }
        for (i, vertex) in self.way.iter().enumerate() {
            let ends = i == 0 || i + 1 == self.way.len();
            let radius = layout.radius_of(*vertex, nodes);
            let side = if self.left { -1 } else { 1 };
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
