//! Texts are put where nothing is yet, and where a reader sees whose they are; or nowhere.

use std::collections::BTreeMap;

use super::{Point, whole};
use hockney_base::number::saturated;

/// The owner of a text: it must not be nearer to another arrow, or to another vertex.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Owner {
    /// By the number that [`Paper::put_arrow`] returned.
    Arrow(usize),
    /// By the number that [`Paper::put_vertex`] returned.
    Vertex(usize),
    /// A link, which may be anywhere near.
    Any,
}

/// The occupied places.
#[derive(Clone, Debug, Default)]
pub(crate) struct Paper {
    /// What is in each square of the paper.
    squares: BTreeMap<(i32, i32), PaperSquare>,
    /// The points of each arrow.
    arrows: Vec<Vec<Point>>,
    /// Middles and radii.
    vertices: Vec<(Point, i32)>,
}

#[derive(Clone, Debug, Default)]
struct PaperSquare {
    /// Middle and half sizes of texts.
    texts: Vec<(Point, Point)>,
    vertices: Vec<usize>,
    ink: Vec<Ink>,
}

/// A point of a line.
#[derive(Clone, Copy, Debug)]
struct Ink {
    at: Point,
    /// How much it is in the way.
    weight: u32,
    arrow: Option<usize>,
}

/// How much a line is in the way that no text lies on, and one that is as thick as a congested link.
pub(crate) const HARD: u32 = 100;
pub(crate) const BUSY: u32 = 101;

/// The room between a text and such lines.
const OFF: [i32; 2] = [10, 28];

/// The side of a square.
const SQUARE: i32 = 400;

/// How much nearer its own arrow is to a text than any other.
const NEARER: i32 = 18;

/// The greatest distance of a label from its arrow.
const FURTHEST: i32 = 220;

/// The room that is kept round a vertex.
const CLEAR: i32 = 8;

/// The square of the distance from a point to a box.
pub(crate) fn apart(point: Point, middle: Point, half: Point) -> i64 {
    let x = i64::from(((point.x - middle.x).abs() - half.x).max(0));
    let y = i64::from(((point.y - middle.y).abs() - half.y).max(0));
    x * x + y * y
}

fn square(length: i32) -> i64 {
    i64::from(length) * i64::from(length)
}

/// The whole root, rounded down.
fn root(square: i64) -> i32 {
    saturated(square.max(0).isqrt().unsigned_abs())
}

impl Paper {
    fn squares(low: Point, high: Point) -> impl Iterator<Item = (i32, i32)> {
        let rows = low.y.div_euclid(SQUARE)..=high.y.div_euclid(SQUARE);
        let columns = low.x.div_euclid(SQUARE)..=high.x.div_euclid(SQUARE);
        columns.flat_map(move |x| rows.clone().map(move |y| (x, y)))
    }

    /// What may be within this distance of a box.
    fn near(&self, middle: Point, half: Point, reach: i32) -> impl Iterator<Item = &PaperSquare> {
        let (x, y) = (half.x + reach, half.y + reach);
        Paper::squares(middle.plus(-x, -y), middle.plus(x, y))
            .filter_map(|square| self.squares.get(&square))
    }

    /// A text with its half sizes.
    pub(crate) fn put_text(&mut self, middle: Point, half: Point) {
        for square in Paper::squares(middle.plus(-half.x, -half.y), middle.plus(half.x, half.y)) {
            self.squares.entry(square).or_default().texts.push((middle, half));
        }
    }

    /// A node or a switch; vertices are numbered in the order in which they are put.
    pub(crate) fn put_vertex(&mut self, middle: Point, radius: i32) {
        let r = radius + CLEAR;
        for square in Paper::squares(middle.plus(-r, -r), middle.plus(r, r)) {
            self.squares.entry(square).or_default().vertices.push(self.vertices.len());
        }
        self.vertices.push((middle, radius));
    }

    /// A line through these points; more of it is in the way where the weight is larger.
    pub(crate) fn put_line(&mut self, points: &[Point], weight: u32) {
        self.put(points, weight, None);
    }

    /// The line of an arrow; arrows are numbered in the order in which they are put.
    pub(crate) fn put_arrow(&mut self, points: Vec<Point>, weight: u32) {
        self.put(&points, weight, Some(self.arrows.len()));
        self.arrows.push(points);
    }

    fn put(&mut self, points: &[Point], weight: u32, arrow: Option<usize>) {
        for at in points {
            let square = (at.x.div_euclid(SQUARE), at.y.div_euclid(SQUARE));
            self.squares.entry(square).or_default().ink.push(Ink { at: *at, weight, arrow });
        }
    }

    /// How much is in the way of a text; `None` if it would lie on a text or a vertex, or be nearer
    /// to something else than to its owner.
    fn crowd(&self, middle: Point, half: Point, owner: Owner) -> Option<u32> {
        let mut crowd = 0;
        for square in self.near(middle, half, OFF[1]) {
            if over(&square.texts, middle, half) || self.nearer(square, middle, half, CLEAR, None) {
                return None;
            }
            for ink in &square.ink {
                let off = if ink.weight == BUSY { OFF[1] } else { OFF[0] };
                let near = apart(ink.at, middle, half);
                if ink.weight >= HARD && near < self::square(off) {
                    return None;
                }
                if near == 0 {
                    crowd += ink.weight;
                }
            }
        }
        (!self.astray(middle, half, owner)).then_some(crowd)
    }

    /// Whether a vertex of a square, except one, is within this distance of a box.
    fn nearer(
        &self,
        square: &PaperSquare,
        middle: Point,
        half: Point,
        within: i32,
        but: Option<usize>,
    ) -> bool {
        square.vertices.iter().filter(|vertex| Some(**vertex) != but).any(|vertex| {
            let (place, radius) = self.vertices[*vertex];
            apart(place, middle, half) < self::square(radius + within)
        })
    }

    /// Whether something else is nearer than the owner, or an arrow is too far away.
    fn astray(&self, middle: Point, half: Point, owner: Owner) -> bool {
        match owner {
            Owner::Any => false,
            Owner::Vertex(vertex) => {
                let Some((place, radius)) = self.vertices.get(vertex) else { return false };
                let own = (root(apart(*place, middle, half)) - radius).max(0) + NEARER;
                let mut near = self.near(middle, half, own + CLEAR);
                near.any(|square| self.nearer(square, middle, half, own, Some(vertex)))
            }
            Owner::Arrow(arrow) => {
                let points = self.arrows.get(arrow).map_or(&[][..], Vec::as_slice);
                let own = points.iter().map(|at| apart(*at, middle, half)).min().unwrap_or(0);
                if own > square(FURTHEST) {
                    return true;
                }
                let within = root(own) + NEARER;
                let other = |ink: &Ink| {
                    ink.arrow.is_some_and(|other| other != arrow)
                        && apart(ink.at, middle, half) < square(within)
                };
                self.near(middle, half, within).any(|square| square.ink.iter().any(other))
            }
        }
    }

    /// Those of these places for a text that are free, the best first.
    pub(crate) fn options(&self, candidates: &[Point], half: Point, owner: Owner) -> Vec<Point> {
        let free = |at: &Point| Some((self.crowd(*at, half, owner)?, *at));
        let mut options: Vec<(u32, Point)> = candidates.iter().filter_map(free).collect();
        // Stable: the first of those that are as good stays first.
        options.sort_by_key(|(crowd, _)| *crowd);
        options.into_iter().map(|(_, at)| at).collect()
    }

    /// Takes the first of some places that no other text has taken since they were found free.
    pub(crate) fn take(&mut self, options: &[Point], half: Point) -> Option<Point> {
        let place = options
            .iter()
            .copied()
            .find(|at| !self.near(*at, half, 0).any(|square| over(&square.texts, *at, half)))?;
        self.put_text(place, half);
        Some(place)
    }

    /// Finds a place for a text among these, the best first, and takes it.
    pub(crate) fn place(
        &mut self,
        candidates: &[Point],
        half: Point,
        owner: Owner,
    ) -> Option<Point> {
        let options = self.options(candidates, half, owner);
        self.take(&options, half)
    }
}

/// Whether a box is over one of these texts.
fn over(texts: &[(Point, Point)], middle: Point, half: Point) -> bool {
    texts.iter().any(|(other, size)| {
        (middle.x - other.x).abs() < half.x + size.x && (middle.y - other.y).abs() < half.y + size.y
    })
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
    for distance in [20, 60, 120, 200, 300] {
        for (x, y) in &ways {
            let slant = if *x != 0 && *y != 0 { radius / 3 } else { 0 };
            let (by, down) =
                (radius + distance + half.x - slant, radius + distance + half.y - slant);
            places.push(middle.plus(x * by, y * down));
            if *x == 0 {
                // Above and below, a text may also be to one side.
                places.extend([half.x / 2, -half.x / 2].map(|side| middle.plus(side, y * down)));
            }
        }
    }
    places
}

/// Places beside a curve: near its middle first, on its right and on its left.
pub(crate) fn along(samples: &[Point], half: Point) -> Vec<Point> {
    let last = samples.len().saturating_sub(1);
    let parts = [50, 44, 56, 38, 62, 32, 68, 26, 74, 20, 80, 14, 86];
    let mut places = Vec::new();
    for distance in [20, 60, 110, 170] {
        for part in parts {
            let here = last * part / 100;
            let Some(place) = samples.get(here) else { continue };
            let (before, after) = (samples[here.saturating_sub(1)], samples[(here + 1).min(last)]);
            let (x, y) = (i64::from(before.y - after.y), i64::from(after.x - before.x));
            let length = (x * x + y * y).isqrt().max(1);
            // As far as the box reaches towards the curve.
            let reach = (i64::from(half.x) * x.abs() + i64::from(half.y) * y.abs()) / length;
            let [x, y] = [x, y].map(|part| whole(part * (reach + distance) / length));
            places.extend([place.plus(x, y), place.plus(-x, -y)]);
        }
    }
    // A wide text may fit level with a slanting arrow, or above or below.
    for distance in [20, 60] {
        for place in parts.iter().filter_map(|part| samples.get(last * part / 100)) {
            let (x, y) = (half.x + distance, half.y + distance);
            places.extend([(x, 0), (-x, 0), (0, y), (0, -y)].map(|(x, y)| place.plus(x, y)));
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::super::at;
    use super::{Owner, Paper, Point};

    fn line(y: i32) -> Vec<Point> {
        (0..40).map(|i| at(i * 25, y)).collect()
    }

    /// The first place is free, but there one would take the label for the other arrow's.
    #[test]
    fn a_label_stands_nearest_to_its_own_arrow() {
        let mut paper = Paper::default();
        paper.put_arrow(line(0), 2);
        paper.put_arrow(line(100), 2);
        let (beyond, above) = (at(500, 160), at(500, -100));
        let (own, other) = (Owner::Arrow(0), Owner::Arrow(1));
        assert_eq!(paper.place(&[beyond, above], at(50, 50), own), Some(above));
        assert_eq!(paper.place(&[beyond, above], at(50, 50), other), Some(beyond));
        // Other texts take the free places.
        let mut paper = Paper::default();
        paper.put_arrow(line(100), 2);
        assert_eq!(paper.place(&[beyond, above], at(50, 50), Owner::Any), Some(beyond));
    }

    /// What is on a text or a vertex, or beside another vertex, has no place at all.
    #[test]
    fn a_text_without_a_free_place_has_none() {
        let mut paper = Paper::default();
        paper.put_vertex(at(0, 0), 100);
        paper.put_vertex(at(500, 0), 100);
        paper.put_text(at(250, 400), at(80, 50));
        let half = at(60, 50);
        assert_eq!(paper.place(&[at(100, 0)], half, Owner::Any), None);
        assert_eq!(paper.place(&[at(330, 450)], half, Owner::Any), None);
        assert_eq!(paper.place(&[at(300, 160)], half, Owner::Vertex(0)), None);
        assert_eq!(paper.place(&[at(200, 160)], half, Owner::Vertex(0)), Some(at(200, 160)));
        // The place is taken now.
        let options = paper.options(&[at(200, 160), at(-200, 160)], half, Owner::Vertex(0));
        assert_eq!(options, [at(-200, 160)]);
        assert_eq!(paper.take(&options, half), Some(at(-200, 160)));
        assert_eq!(paper.take(&options, half), None);
    }
}
