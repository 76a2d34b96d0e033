//! Graphs of any shape: at the places that their file gives, or so that the distance of two vertices on
//! paper is nearly that along the links.
#![allow(clippy::float_arithmetic, reason = "places on paper; no answer is computed from them")]

use std::collections::VecDeque;

use super::curve::tenths;
use super::{Layout, Point, RADIUS, at, links, regular, whole};
use hockney_core::topology::{Topology, Vertex};

/// The length of a link, and the least distance of two vertices.
const LINK: f64 = 1050.0;
const LEAST: f64 = 650.0;
/// How often all places are improved, and the most vertices for which they are.
const ROUNDS: usize = 150;
const MOST: usize = 200;

/// Dense graphs have no shape: they are circles.
pub(super) fn layout(topology: &Topology) -> Layout {
    let (vertices, links) = (topology.vertices() as usize, links(topology));
    let around = regular::circle(topology.nodes(), topology.network().switches());
    let mut layout = match topology.places() {
        Some(places) => placed(places),
        None if links.len() * 4 > vertices * vertices.saturating_sub(1) || vertices > MOST => {
            return around;
        }
        None => {
            let apart = distances(vertices, &links);
            let starts = [around.places.clone(), by_distance(&apart)];
            let tried = starts.map(|start| stretched(&turned(&improved(start, &apart), &links)));
            let stress = |places: &[Point]| {
                let wrong =
                    |(a, b, d): (Point, Point, f64)| (length(a, b) / (LINK * d) - 1.0).powi(2);
                pairs(places, &apart).map(wrong).sum::<f64>()
            };
            let [first, second] = tried;
            if stress(&second) < stress(&first) { with(second) } else { with(first) }
        }
    };
    bend(&mut layout, &links);
    layout.outward = outward(&layout.places, &links);
    layout.hubs = (topology.nodes()..topology.vertices()).collect();
    layout
}

fn with(places: Vec<Point>) -> Layout {
    Layout { places, rigid: true, ..Layout::default() }
}

/// The places of a file, of which the nearest two are as far from each other as a link is long.
fn placed(given: &[[u32; 2]]) -> Layout {
    let low = |k: usize| given.iter().map(|place| place[k]).min().unwrap_or(0);
    let high = given.iter().map(|place| place[1]).max().unwrap_or(0);
    let place = |[x, y]: &[u32; 2]| at(whole(x - low(0)), whole(high - y));
    with(spread(&given.iter().map(place).collect::<Vec<_>>(), LINK))
}

fn length(a: Point, b: Point) -> f64 {
    let (x, y) = (f64::from(a.x - b.x), f64::from(a.y - b.y));
    (x * x + y * y).sqrt()
}

/// Larger, so that the nearest two are so far apart.
fn spread(places: &[Point], least: f64) -> Vec<Point> {
    let pairs = (0..places.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    let nearest = pairs.map(|(i, j)| length(places[i], places[j])).fold(f64::INFINITY, f64::min);
    let scale = if nearest > 0.0 && nearest.is_finite() { least / nearest } else { 1.0 };
    let larger =
        |place: &Point| at(tenths(f64::from(place.x) * scale), tenths(f64::from(place.y) * scale));
    places.iter().map(larger).collect()
}

/// Larger, if two vertices are too near to each other.
fn stretched(places: &[Point]) -> Vec<Point> {
    let larger = spread(places, LEAST);
    let wide = |places: &[Point]| places.iter().map(|p| p.x.abs().max(p.y.abs())).max();
    if wide(&larger) > wide(places) { larger } else { places.to_vec() }
}

/// Turned so that some link is level, and the whole as low as possible.
fn turned(places: &[Point], links: &[(Vertex, Vertex)]) -> Vec<Point> {
    let turn = |place: &Point, (x, y): (f64, f64)| {
        let (px, py) = (f64::from(place.x), f64::from(place.y));
        at(tenths(px * x + py * y), tenths(py * x - px * y))
    };
    let ways = links.iter().take(MOST).map(|(a, b)| {
        let (a, b) = (places[*a as usize], places[*b as usize]);
        let far = length(a, b).max(1.0);
        (f64::from(b.x - a.x) / far, f64::from(b.y - a.y) / far)
    });
    let all = ways.map(|way| places.iter().map(|place| turn(place, way)).collect::<Vec<_>>());
    let height = |places: &Vec<Point>| {
        let ys = || places.iter().map(|place| place.y);
        // A few tenths more are no reason to turn it.
        (ys().max().unwrap_or(0) - ys().min().unwrap_or(0)) / 20
    };
    all.min_by_key(height).unwrap_or_else(|| places.to_vec())
}

/// The number of links between any two vertices.
fn distances(vertices: usize, links: &[(Vertex, Vertex)]) -> Vec<Vec<f64>> {
    let mut around = vec![Vec::new(); vertices];
    for (a, b) in links {
        around[*a as usize].push(*b as usize);
        around[*b as usize].push(*a as usize);
    }
    let from = |start: usize| {
        let mut far = vec![f64::INFINITY; vertices];
        far[start] = 0.0;
        let mut queue = VecDeque::from([start]);
        while let Some(here) = queue.pop_front() {
            for next in around[here].iter().copied() {
                if far[next].is_infinite() {
                    far[next] = far[here] + 1.0;
                    queue.push_back(next);
                }
            }
        }
        far
    };
    (0..vertices).map(from).collect()
}

/// Across, how far from one end; upwards, how much nearer to one vertex than to another.
fn by_distance(apart: &[Vec<f64>]) -> Vec<Point> {
    let vertices = || 0..apart.len();
    let furthest = |from: &dyn Fn(usize) -> f64| {
        vertices().reduce(|a, b| if from(b) > from(a) { b } else { a }).unwrap_or(0)
    };
    let a = furthest(&|v| apart[0][v]);
    let b = furthest(&|v| apart[a][v]);
    // As far from both ends, and from each other.
    let c = furthest(&|v| apart[a][v] + apart[b][v] - 2.0 * (apart[a][v] - apart[b][v]).abs());
    let d = furthest(&|v| apart[c][v] - (apart[a][v] - apart[b][v]).abs());
    let place = |v: usize| {
        // No two begin at the same place.
        let aside = whole(v * v % 97);
        at(
            tenths(LINK * apart[a][v]) + aside,
            tenths(LINK * (apart[c][v] - apart[d][v])) - 3 * aside,
        )
    };
    vertices().map(place).collect()
}

/// All pairs of places, each with its number of links.
fn pairs<'a>(
    places: &'a [Point],
    apart: &'a [Vec<f64>],
) -> impl Iterator<Item = (Point, Point, f64)> + 'a {
    let all = (0..places.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    all.map(|(i, j)| (places[i], places[j], apart[i][j]))
}

/// Moves each vertex to where it is right for all others on average (stress majorization: Gansner, Koren
/// and North 2004). Places are rounded after each round, so that every computer finds the same.
fn improved(mut places: Vec<Point>, apart: &[Vec<f64>]) -> Vec<Point> {
    for _ in 0..ROUNDS {
        for i in 0..places.len() {
            let (mut x, mut y, mut weights) = (0.0, 0.0, 0.0);
            for j in (0..places.len()).filter(|j| *j != i) {
                let (wanted, far) = (LINK * apart[i][j], length(places[i], places[j]).max(1.0));
                let (weight, part) = (1.0 / (wanted * wanted), wanted / far);
                let from = |a: i32, b: i32| f64::from(b) + f64::from(a - b) * part;
                x += weight * from(places[i].x, places[j].x);
                y += weight * from(places[i].y, places[j].y);
                weights += weight;
            }
            if weights > 0.0 {
                places[i] = at(tenths(x / weights), tenths(y / weights));
            }
        }
    }
    places
}

/// Bends links past vertices that are in their way.
fn bend(layout: &mut Layout, links: &[(Vertex, Vertex)]) {
    let clear = f64::from(RADIUS) + 60.0;
    for (from, to) in links {
        let (a, b) = (layout.places[*from as usize], layout.places[*to as usize]);
        let far = length(a, b).max(1.0);
        let (x, y) = (f64::from(b.x - a.x) / far, f64::from(b.y - a.y) / far);
        // How far along the link a vertex is, and how far beside it.
        let beside = |place: &Point| {
            let (dx, dy) = (f64::from(place.x - a.x), f64::from(place.y - a.y));
            (dx * x + dy * y, dy * x - dx * y)
        };
        let in_the_way = layout
            .places
            .iter()
            .map(beside)
            .filter(|(along, off)| *along > 1.0 && *along < far - 1.0 && off.abs() < clear);
        let Some((along, off)) =
            in_the_way.reduce(|p, q| if p.1.abs() < q.1.abs() { p } else { q })
        else {
            continue;
        };
        let by = if off > 0.0 { off - 2.0 * clear } else { off + 2.0 * clear };
        let bend = at(tenths(x * along - y * by), tenths(y * along + x * by));
        layout.bends.insert((*from, *to), vec![a.plus(bend.x, bend.y)]);
    }
}

/// Away from the middle of the neighbours.
fn outward(places: &[Point], links: &[(Vertex, Vertex)]) -> Vec<Point> {
    let mut outward = vec![at(0, 0); places.len()];
    for (a, b) in links {
        let (a, b) = (*a as usize, *b as usize);
        let (x, y) = ((places[a].x - places[b].x) / 16, (places[a].y - places[b].y) / 16);
        outward[a] = outward[a].plus(x, y);
        outward[b] = outward[b].plus(-x, -y);
    }
    outward
}
