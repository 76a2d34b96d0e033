//! Labels are put where nothing is yet: each takes the first free of some places, or the least bad.

use std::collections::BTreeMap;

use super::{Point, at};

/// What is on the paper already.
#[derive(Clone, Debug, Default)]
pub(crate) struct Paper {
    /// Middle and half sizes of what must not be written on.
    boxes: Vec<(Point, Point)>,
    /// Points of lines, by the square of the paper in which they are, with their weights.
    points: BTreeMap<(i32, i32), Vec<(Point, u32)>>,
}

/// The side of a square.
const SQUARE: i32 = 400;

impl Paper {
    /// Something with a middle and half sizes.
    pub(crate) fn put_box(&mut self, middle: Point, half: Point) {
        self.boxes.push((middle, half));
    }

    /// A line through these points; more of it is in the way where the weight is larger.
    pub(crate) fn put_line(&mut self, points: &[Point], weight: u32) {
        for point in points {
            let square = (point.x.div_euclid(SQUARE), point.y.div_euclid(SQUARE));
            self.points.entry(square).or_default().push((*point, weight));
        }
    }

    /// How much is in the way of a label.
    fn crowd(&self, middle: Point, half: Point) -> u32 {
        let mut crowd = 0;
        for (other, size) in &self.boxes {
            let apart = (middle.x - other.x).abs() >= half.x + size.x
                || (middle.y - other.y).abs() >= half.y + size.y;
            crowd += if apart { 0 } else { 60 };
        }
        let low = middle.plus(-half.x, -half.y);
        let high = middle.plus(half.x, half.y);
        for x in low.x.div_euclid(SQUARE)..=high.x.div_euclid(SQUARE) {
            for y in low.y.div_euclid(SQUARE)..=high.y.div_euclid(SQUARE) {
                for (point, weight) in self.points.get(&(x, y)).into_iter().flatten() {
                    let inside =
                        (low.x..=high.x).contains(&point.x) && (low.y..=high.y).contains(&point.y);
                    crowd += if inside { *weight } else { 0 };
                }
            }
        }
        crowd
    }

    /// Finds a place for a label among these, the best first, and takes it.
    pub(crate) fn place(&mut self, candidates: &[Point], half: Point) -> Point {
        let mut best = (u32::MAX, at(0, 0));
        for candidate in candidates {
            let crowd = self.crowd(*candidate, half);
            if crowd < best.0 {
                best = (crowd, *candidate);
            }
            if crowd == 0 {
                break;
            }
        }
        self.put_box(best.1, half);
        best.1
    }
}

/// Places beside a vertex, those in its outward direction first.
pub(crate) fn beside(middle: Point, radius: i32, outward: Point, half: Point) -> Vec<Point> {
    let ways = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)];
    let towards = |(x, y): (i32, i32)| {
        i64::from(x) * i64::from(outward.x.signum()) + i64::from(y) * i64::from(outward.y.signum())
    };
    let mut ways: Vec<(i32, i32)> = ways.to_vec();
    // Stable: the first of those that are as good stays first.
    ways.sort_by_key(|way| -towards(*way));
    let mut places = Vec::new();
    for distance in [20, 90, 180, 280, 400] {
        for (x, y) in &ways {
            let slant = if *x != 0 && *y != 0 { radius / 3 } else { 0 };
            places.push(middle.plus(
                x * (radius + distance + half.x - slant),
                y * (radius + distance + half.y - slant),
            ));
        }
    }
    places
}
