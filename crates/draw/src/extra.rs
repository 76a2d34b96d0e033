//! What a figure of the textbook has besides a schedule: boundaries of groups, and the blocks of a matrix
//! and its vectors.

use super::layout::curve::link;
use super::layout::labels::Paper;
use super::layout::{Layout, Point, at};
use super::shape::{Class, LETTERS, Shape, half, higher, lower, text};
use super::story::Story;
use super::{Drawing, Extra, Panel};

/// From a node to the block beside it, and half the side of a block.
const AWAY: i32 = 620;
const BLOCK: i32 = 150;

/// All of it for one picture; texts and lines are put on the paper.
pub(super) fn shapes(
    drawing: &Drawing<'_>,
    story: &Story,
    layout: &Layout,
    panel: &Panel,
    paper: &mut Paper,
) -> Vec<Shape> {
    match drawing.extra {
        Extra::None | Extra::Arcs => Vec::new(),
        Extra::Groups => groups(story, layout, panel, paper),
        Extra::Blocks => blocks(layout, panel, paper),
    }
}

/// A dotted boundary around the nodes of each group that exchanges messages in this picture.
fn groups(story: &Story, layout: &Layout, panel: &Panel, paper: &mut Paper) -> Vec<Shape> {
    let mut group: Vec<usize> = (0..layout.places.len()).collect();
    for sent in story.during(panel).iter().flat_map(|(_, messages)| *messages) {
        let (a, b) = (group[sent.from as usize], group[sent.to as usize]);
        group.iter_mut().filter(|of| **of == b).for_each(|of| *of = a);
    }
    let room = |part: &dyn Fn(&Point) -> i32| {
        let mut parts: Vec<i32> = layout.places.iter().map(part).collect();
        parts.sort_unstable();
        parts.dedup();
        parts.windows(2).map(|pair| pair[1] - pair[0]).min().unwrap_or(0) * 46 / 100
    };
    let (x, y) = (room(&|place| place.x), room(&|place| place.y));
    let mut shapes = Vec::new();
    for one in 0..group.len() {
        let places = || layout.places.iter().zip(&group).filter(|(_, of)| **of == one);
        let ends = places().map(|(place, _)| *place).reduce(lower);
        let ends = ends.zip(places().map(|(place, _)| *place).reduce(higher));
        let Some((low, high)) = ends.filter(|_| places().count() > 1) else { continue };
        let (low, high) = (low.plus(-x, -y), high.plus(x, y));
        let corners = [low, at(high.x, low.y), high, at(low.x, high.y), low];
        for side in corners.windows(2) {
            let line = link(side[0], &[], side[1]);
            // A text on a boundary is the last choice.
            paper.put_line(&line.samples(80), 40);
            shapes.push(Shape::Line(Class::Boundary, line));
        }
    }
    shapes
}

/// The blocks of x above the columns, those of y left of the rows, and at each node one of A. In the first
/// picture x is sent, in the last one y comes.
fn blocks(layout: &Layout, panel: &Panel, paper: &mut Paper) -> Vec<Shape> {
    let side = layout.places.len().isqrt();
    let mut shapes = Vec::new();
    let mut block = |node: usize, way: Point, words: String, full: bool| {
        let Some(from) = layout.places.get(node) else { return };
        let place = from.plus(way.x * AWAY, way.y * AWAY);
        let line = link(*from, &[], place);
        paper.put_line(&line.samples(24), 2);
        paper.put_text(place, at(BLOCK + 20, BLOCK + 20));
        let class = if full { Class::Full } else { Class::Block };
        shapes.push(Shape::Line(Class::Link, line));
        shapes.push(Shape::Square(class, place, BLOCK));
        shapes.push(text(Class::Name, place, LETTERS, words));
    };
    let first = panel.steps().start == 0;
    for k in 0..side {
        block(k, at(0, -1), format!("x{k}"), first);
        block(k * side, at(-1, 0), format!("y{k}"), !first);
    }
    for (node, place) in layout.places.iter().enumerate().filter(|_| first) {
        let words = format!("A{}{}", node / side, node % side);
        let size = half(&words, LETTERS);
        let place = place.plus(layout.radius + size.x - 25, layout.radius + 20);
        paper.put_text(place, size);
        shapes.push(text(Class::Holds, place, LETTERS, words));
    }
    shapes
}
