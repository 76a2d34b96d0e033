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
    let (near, far) = (*through.first()?, *through.last()?);
    let gap = 15.0;
    let start = from.plus(from.to(near).unit(), f64::from(first.beside) + gap);
    let end = to.plus(to.to(far).unit(), f64::from(last.beside) + gap);
    let points: Vec<V> = std::iter::once(start).chain(through).chain([end]).collect();
    let parts = smooth(&points);
    let handle = parts.last().map_or(start, |part| V::of(part[1]));
    let way = handle.to(end).unit();
    let back = end.plus(way, -72.0);
    let head = [end, back.plus(way.right(), 30.0), back.plus(way.right(), -30.0), end];
    Some((Bezier { start: start.point(), parts }, head.map(V::point)))
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
    /// By how many degrees a line from one place to another is bent to the right at its ends to be nearly
    /// this curve; 0 if it is straight. `None` for other curves.
    pub(crate) fn bend(&self, from: Point, to: Point) -> Option<i32> {
        let (from, to) = (V::of(from), V::of(to));
        match self.parts[..] {
            [_] => Some(0),
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
