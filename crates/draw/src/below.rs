//! Lines of text below a picture.

use super::layout::at;
use super::shape::{Class, Shape, bold, extent, half};

/// The paper around the pictures.
pub(super) const MARGIN: i32 = 60;

/// Writes lines below everything, none wider than this.
pub(super) fn write_below(shapes: &mut Vec<Shape>, class: Class, texts: &[String], width: i32) {
    let (low, high) = extent(shapes);
    for (i, words) in (0..).zip(texts.iter().flat_map(|text| wrapped(text, class, width))) {
        let place = at(low.x, high.y + 150 + i * 150);
        shapes.push(Shape::Line2(class, place, BELOW, words));
    }
}

/// The height of letters below a picture.
const BELOW: i32 = 100;

/// A text in lines of this width.
pub(super) fn wrapped(text: &str, class: Class, width: i32) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if line.is_empty() || 2 * half(&longer, bold(class, BELOW)).x <= width {
            line = longer;
        } else {
            lines.push(line);
            line = format!("\u{a0}\u{a0}{word}");
        }
    }
    lines.push(line);
    lines
}
