//! The curve of an arrow beside its route, and of a link through its bends.
#![allow(clippy::float_arithmetic, reason = "places on paper; no answer is computed from them")]

use super::{Point, at};

/// A cubic curve: where it starts, and for each part its two handles and its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bezier {
    pub(crate) start: Point,
    pub(crate) parts: Vec<[Point; 3]>,
}

/// A stop of an arrow on its way, and how far beside it the arrow passes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ArrowStop {
    pub(crate) at: Point,
    pub(crate) beside: i32,
}

#[derive(Clone, Copy, Debug)]
struct V(f64, f64);

impl V {
    fn of(point: Point) -> V {
        V(f64::from(point.x), f64::from(point.y))
    }

    fn to(self, other: V) -> V {
        V(other.0 - self.0, other.1 - self.1)
    }

    fn plus(self, other: V, times: f64) -> V {
        V(self.0 + other.0 * times, self.1 + other.1 * times)
    }

    fn length(self) -> f64 {
        self.0.hypot(self.1)
    }

    fn unit(self) -> V {
        let length = self.length();
        if length < 1e-9 { V(0.0, 0.0) } else { V(self.0 / length, self.1 / length) }
    }

    /// To the right of somebody who goes this way, on paper.
    fn right(self) -> V {
        V(-self.1, self.0)
    }

    fn point(self) -> Point {
        at(tenths(self.0), tenths(self.1))
    }
}

/// The nearest whole number of tenths.
#[allow(clippy::cast_possible_truncation, reason = "drawings are far below 2^31 tenths wide")]
pub(super) fn tenths(x: f64) -> i32 {
    x.round() as i32
}

/// An arrow from the rim of the first stop to the rim of the last, to the right of its route.
/// `beside` of the first and last stop are their radii; `bulge` is how far an arrow without stops
/// between keeps a distance. Also its head, from the tip round to the tip.
pub(crate) fn arrow(stops: &[ArrowStop], bulge: i32) -> Option<(Bezier, [Point; 4])> {
    let [first, between @ .., last] = stops else { return None };
    let (from, to) = (V::of(first.at), V::of(last.at));
    let mut through = Vec::new();
    if between.is_empty() {
        let middle = from.plus(from.to(to), 0.5);
        through.push(middle.plus(from.to(to).unit().right(), f64::from(bulge)));
    }
    for three in stops.windows(3) {
        let here = V::of(three[1].at);
        let (came, goes) = (V::of(three[0].at).to(here).unit(), here.to(V::of(three[2].at)).unit());
        let normal = came.right().plus(goes.right(), 1.0);
        // Where the way turns back on itself it goes round the stop.
        let way = if normal.length() < 0.4 { came } else { normal.unit() };
        let stretch = (normal.length() / 2.0).clamp(0.7, 1.0);
        through.push(here.plus(way, f64::from(three[1].beside) / stretch));
    }
    // Along the first and the last link as far beside them as beside all others.
    let many = between.len() > 1;
    let leaves = beside_end(*first, stops[1], stops[1].beside).filter(|_| many);
    let before = stops[stops.len() - 2];
    let comes = beside_end(*last, before, -before.beside).filter(|_| many);
    let near = leaves.or(through.first().copied())?;
    let far = comes.or(through.last().copied())?;
    let start = from.plus(from.to(near).unit(), f64::from(first.beside) + GAP);
    let end = to.plus(to.to(far).unit(), f64::from(last.beside) + GAP);
    let all = [start].into_iter().chain(leaves).chain(through).chain(comes).chain([end]);
    let all: Vec<V> = all.collect();
    let parts = if many { rounded(&all) } else { smooth(&all) };
    let handle = parts.last().map_or(start, |part| V::of(part[1]));
    let handle = if handle.to(end).length() < 1.0 { far } else { handle };
    let way = handle.to(end).unit();
    Some((Bezier { start: start.point(), parts }, head(end, way)))
}

/// A straight arrow from the rim of one stop to that of another, so far to the right of the way between their
/// middles, with its head.
pub(crate) fn straight(from: ArrowStop, to: ArrowStop, aside: i32) -> (Bezier, [Point; 4]) {
    let (a, b) = (V::of(from.at), V::of(to.at));
    let way = a.to(b).unit();
    let side = f64::from(aside);
    // The rim is nearer to the middle for one that passes beside it.
    let rim =
        |stop: ArrowStop| (f64::from(stop.beside).powi(2) - side * side).max(0.0).sqrt() + GAP;
    let start = a.plus(way.right(), side).plus(way, rim(from));
    let end = b.plus(way.right(), side).plus(way, -rim(to));
    let line = Bezier { start: start.point(), parts: vec![[start, end, end].map(V::point)] };
    (line, head(end, way))
}

/// A place to the right of the way from an end of an arrow to the stop beside it, as near to the end as the arrow is
/// beside the way.
fn beside_end(end: ArrowStop, next: ArrowStop, aside: i32) -> Option<V> {
    let way = V::of(end.at).to(V::of(next.at));
    let along = f64::from(aside.abs()).min(way.length() * 0.45);
    let place = V::of(end.at).plus(way.unit(), along).plus(way.unit().right(), f64::from(aside));
    // Too near to the end the arrow would be a hook.
    let clear = V::of(end.at).to(place).length() > f64::from(end.beside) + 50.0;
    (aside != 0 && clear).then_some(place)
}

/// How far from a corner it is rounded.
const ROUND: f64 = 130.0;

/// The lines through some points with round corners.
fn rounded(points: &[V]) -> Vec<[Point; 3]> {
    let mut parts = Vec::new();
    let mut here = points[0];
    for three in points.windows(3) {
        let [before, corner, after] = [three[0], three[1], three[2]];
        let (came, goes) = (before.to(corner), corner.to(after));
        let near = ROUND.min(came.length() / 2.0).min(goes.length() / 2.0);
        let (from, to) = (corner.plus(came.unit(), -near), corner.plus(goes.unit(), near));
        parts.push([here, from, from]);
        parts.push([from.plus(came.unit(), near * 0.6), to.plus(goes.unit(), -near * 0.6), to]);
        here = to;
    }
    let last = points[points.len() - 1];
    parts.push([here, last, last]);
    parts.into_iter().map(|part| part.map(V::point)).collect()
}

/// The gap between an arrow and a node.
const GAP: f64 = 15.0;

/// The head of an arrow that comes this way, from the tip round to the tip.
fn head(end: V, way: V) -> [Point; 4] {
    let back = end.plus(way, -72.0);
    [end, back.plus(way.right(), 30.0), back.plus(way.right(), -30.0), end].map(V::point)
}

/// A link, bent through some places.
pub(crate) fn link(from: Point, bends: &[Point], to: Point) -> Bezier {
    let points: Vec<V> =
        std::iter::once(from).chain(bends.iter().copied()).chain([to]).map(V::of).collect();
    let parts = if bends.is_empty() { vec![[from, to, to]] } else { smooth(&points) };
    Bezier { start: from, parts }
}

/// The Catmull-Rom curve through some points.
fn smooth(points: &[V]) -> Vec<[Point; 3]> {
    let mut parts = Vec::new();
    for i in 1..points.len() {
        let (a, b) = (points[i - 1], points[i]);
        let before = if i >= 2 { points[i - 2] } else { a };
        let after = points.get(i + 1).copied().unwrap_or(b);
        let reach = a.to(b).length() / 3.0;
        let leave = before.to(b).unit();
        let arrive = a.to(after).unit();
        parts.push([a.plus(leave, reach).point(), b.plus(arrive, -reach).point(), b.point()]);
    }
    parts
}

impl Bezier {
    /// The same, moved so far to the right of the way from its start to its end.
    pub(crate) fn beside(&self, aside: i32) -> Bezier {
        let end = self.parts.last().map_or(self.start, |part| part[2]);
        let by = self.start.right_of(end, aside);
        let moved = |point: Point| point.plus(by.x, by.y);
        Bezier {
            start: moved(self.start),
            parts: self.parts.iter().map(|part| part.map(moved)).collect(),
        }
    }

    /// A head at its start.
    pub(crate) fn head_back(&self) -> Option<[Point; 4]> {
        let start = V::of(self.start);
        let [first, second, end] = self.parts.first()?.map(V::of);
        let next = if start.to(first).length() < 1.0 {
            if start.to(second).length() < 1.0 { end } else { second }
        } else {
            first
        };
        Some(head(start, next.to(start).unit()))
    }

    /// By how many degrees a line from one place to another is bent to the right at its ends to be nearly
    /// this curve; 0 if it is straight. `None` for other curves.
    pub(crate) fn bend(&self, from: Point, to: Point) -> Option<i32> {
        let (from, to) = (V::of(from), V::of(to));
        match self.parts[..] {
            [[a, b, last]] => (a == self.start && b == last).then_some(0),
            [[.., middle], _] => {
                let way = from.to(to);
                let off = from.plus(way, 0.5).to(V::of(middle));
                let (right, length) = (way.unit().right(), way.length());
                let (along, beside) = (
                    off.0 * way.unit().0 + off.1 * way.unit().1,
                    off.0 * right.0 + off.1 * right.1,
                );
                // The height of a curve with handles of 0.3915 of its length.
                let sine = beside / (0.2936 * length);
                let near = along.abs() < length / 20.0 && sine.abs() < 0.8;
                near.then(|| tenths(sine.asin().to_degrees()))
            }
            _ => None,
        }
    }

    /// Places along the curve, so many on each part.
    pub(crate) fn samples(&self, each: u32) -> Vec<Point> {
        let mut samples = vec![self.start];
        let mut from = V::of(self.start);
        for part in &self.parts {
            let [a, b, to] = part.map(V::of);
            for i in 1..=each {
                let t = f64::from(i) / f64::from(each);
                let s = 1.0 - t;
                let mix = |p: f64, q: f64, r: f64, u: f64| {
                    s * s * s * p + 3.0 * s * s * t * q + 3.0 * s * t * t * r + t * t * t * u
                };
                let point = V(mix(from.0, a.0, b.0, to.0), mix(from.1, a.1, b.1, to.1));
                samples.push(point.point());
            }
            from = to;
        }
        samples
    }
}
