//! Labels are put where nothing is yet: each takes the first free of some places, or the least bad.

use std::collections::BTreeMap;

use super::{Point, at};

/// The occupied places.
#[derive(Clone, Debug, Default)]
pub(crate) struct Paper {
    /// Middle and half sizes of what must not be written on.
    boxes: Vec<(Point, Point)>,
    /// Points of lines, by the square of the paper in which they are.
    points: BTreeMap<(i32, i32), Vec<Ink>>,
    /// How many arrows there are.
    arrows: u32,
}

/// A point of a line.
#[derive(Clone, Copy, Debug)]
struct Ink {
    at: Point,
    /// How much it is in the way.
    weight: u32,
    /// The arrow of the label.
    arrow: Option<u32>,
}

/// The penalty for a label that is nearer to another arrow than to its own.
const ASTRAY: u32 = 8;

/// The side of a square.
const SQUARE: i32 = 400;

impl Paper {
    /// Something with a middle and half sizes.
    pub(crate) fn put_box(&mut self, middle: Point, half: Point) {
        self.boxes.push((middle, half));
    }

    /// A line through these points; more of it is in the way where the weight is larger.
    pub(crate) fn put_line(&mut self, points: &[Point], weight: u32) {
        self.put(points, weight, None);
    }

    /// The same of an arrow, with the number by which its label is placed.
    pub(crate) fn put_arrow(&mut self, points: &[Point], weight: u32) -> u32 {
        let arrow = self.arrows;
        self.arrows += 1;
        self.put(points, weight, Some(arrow));
        arrow
    }

    fn put(&mut self, points: &[Point], weight: u32, arrow: Option<u32>) {
        for at in points {
            let square = (at.x.div_euclid(SQUARE), at.y.div_euclid(SQUARE));
            self.points.entry(square).or_default().push(Ink { at: *at, weight, arrow });
        }
    }

    /// The ink in the squares of a box.
    fn within(&self, low: Point, high: Point) -> impl Iterator<Item = &Ink> {
        let rows = low.y.div_euclid(SQUARE)..=high.y.div_euclid(SQUARE);
        let columns = low.x.div_euclid(SQUARE)..=high.x.div_euclid(SQUARE);
        let squares = columns.flat_map(move |x| rows.clone().map(move |y| (x, y)));
        squares.filter_map(|square| self.points.get(&square)).flatten()
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
        for ink in self.within(low, high) {
            let inside =
                (low.x..=high.x).contains(&ink.at.x) && (low.y..=high.y).contains(&ink.at.y);
            crowd += if inside { ink.weight } else { 0 };
        }
        crowd
    }

    /// Whether another arrow is nearer to a label there than its own.
    fn astray(&self, middle: Point, half: Point, own: u32) -> bool {
        let (mut near, mut other) = (i64::MAX, i64::MAX);
        let reach = half.plus(SQUARE, SQUARE);
        let (low, high) = (middle.plus(-reach.x, -reach.y), middle.plus(reach.x, reach.y));
        for ink in self.within(low, high) {
            let Some(arrow) = ink.arrow else { continue };
            let x = i64::from(((ink.at.x - middle.x).abs() - half.x).max(0));
            let y = i64::from(((ink.at.y - middle.y).abs() - half.y).max(0));
            let least = if arrow == own { &mut near } else { &mut other };
            *least = (*least).min(x * x + y * y);
        }
        other < near
    }

    /// Finds a place for a label among these, the best first, and takes it; of an arrow's label one
    /// where it is seen whose it is.
    pub(crate) fn place(&mut self, candidates: &[Point], half: Point, of: Option<u32>) -> Point {
        let mut best = (u32::MAX, at(0, 0));
        for candidate in candidates {
            let mut crowd = self.crowd(*candidate, half);
            if crowd < best.0 && of.is_some_and(|own| self.astray(*candidate, half, own)) {
                crowd += ASTRAY;
            }
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

#[cfg(test)]
mod tests {
    use super::{Paper, Point, at};

    fn line(y: i32) -> Vec<Point> {
        (0..40).map(|i| at(i * 25, y)).collect()
    }

    /// The first place is free, but there one would take the label for the other arrow's.
    #[test]
    fn a_label_stands_nearest_to_its_own_arrow() {
        let mut paper = Paper::default();
        let own = paper.put_arrow(&line(0), 2);
        let other = paper.put_arrow(&line(100), 2);
        let (beyond, above) = (at(500, 160), at(500, -100));
        assert_eq!(paper.place(&[beyond, above], at(50, 50), Some(own)), above);
        assert_eq!(paper.place(&[beyond, above], at(50, 50), Some(other)), beyond);
        // Other labels take the free places.
        let mut paper = Paper::default();
        paper.put_arrow(&line(100), 2);
        assert_eq!(paper.place(&[beyond, above], at(50, 50), None), beyond);
    }
}
