//! Costs over m, t_s/t_w or p as curves on logarithmic axes, as SVG.
//!
//! Curves are distinguished by colour, dashes, marks and a label at their end, so that a plot is
//! readable in black and white. Labels never overlap: at the right they make room for each other,
//! above the plot they take rows.

use std::fmt::Write;

use super::axis::{Axis, LETTER, LINE, letters};
use super::layout::whole;
use super::svg::{escaped, head, in_colours, number};
use super::{Colours, palette};
use hockney_base::number::Rational;

/// A cost at each of some places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Curve {
    /// The label at its end.
    pub name: String,
    /// Places that rise, and the cost there.
    pub points: Vec<(Rational, Rational)>,
    /// Whether there is a cost between these places too; else each is alone.
    pub joined: bool,
}

/// A change of the best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The place, and the cost there.
    pub at: (Rational, Rational),
    /// The place as a number.
    pub label: String,
    /// The best from there on.
    pub best: String,
}

/// A plot; numbers that are not above 0 are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plot {
    /// The title.
    pub title: String,
    /// The description, in sentences.
    pub description: String,
    /// What runs along the horizontal axis: `m`.
    pub runner: String,
    /// The label of the horizontal axis: `m, words in a block`.
    pub across: String,
    /// The label of the vertical axis: `total in us`.
    pub upward: String,
    /// Whether there is nothing between two places of a curve: it has steps and no slopes.
    pub stepped: bool,
    /// The curves.
    pub curves: Vec<Curve>,
    /// The lower bound of all curves.
    pub bound: Option<Curve>,
    /// The changes of the best, by their place.
    pub marks: Vec<Mark>,
    /// From each of these places on the curve with this number is the best.
    pub best: Vec<(Rational, usize)>,
}

/// All in tenths: the plot's own corners, and the part around it.
const LEFT: i32 = 850;
const WIDTH: i32 = 6400;
const HEIGHT: i32 = 4200;
/// The length of a tick without a number.
const MINOR: i32 = 45;
/// The width of a mark.
const MARK: i32 = 80;
/// How many colours there are, and as many marks.
const COLOURS: usize = palette::COLOURS.len();
/// The most rows of labels above the plot.
const MOST_ROWS: usize = 4;

struct Page<'a> {
    plot: &'a Plot,
    x: Axis,
    y: Axis,
    top: i32,
    /// Whether marks name the best from there on.
    named: bool,
    colours: Colours,
    out: String,
}

/// The plot as SVG; `None` where no number is above 0.
pub fn write(plot: &Plot, colours: Colours) -> Option<String> {
    let drawn = || plot.curves.iter().chain(&plot.bound);
    let all = || drawn().flat_map(|curve| &curve.points);
    let x = Axis::across(all().map(|(x, _)| x), WIDTH)?;
    let y = Axis::upward(all().map(|(_, y)| y), HEIGHT)?;
    let mut page = Page { plot, x, y, top: 0, named: true, colours, out: String::new() };
    let mut rows = page.rows();
    if rows.contains(&None) {
        // Without names there is room for more.
        page.named = false;
        rows = page.rows();
    }
    let used = rows.iter().flatten().max().map_or(0, |row| row + 1);
    page.top = 600 + LINE * used;
    let longest = drawn().map(|curve| letters(&curve.name)).max().unwrap_or(0);
    let title = letters(&plot.title) * 90 + 200;
    let width = (LEFT + WIDTH + 750 + longest * LETTER).max(title);
    let height = page.top + HEIGHT + 650;
    page.frame(width, height);
    page.changes(&rows);
    page.curves();
    page.ends();
    page.out.push_str("</svg>\n");
    Some(page.out)
}

impl Page<'_> {
    // Writing to a String cannot fail.
    fn put(&mut self, element: std::fmt::Arguments<'_>) {
        let _ = self.out.write_fmt(element);
        self.out.push('\n');
    }

    fn text(&mut self, class: &str, x: i32, y: i32, words: &str) {
        let (x, y, words) = (number(x), number(y), escaped(words));
        self.put(format_args!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{words}</text>"));
    }

    fn line(&mut self, class: &str, points: &[(i32, i32)]) {
        let d = polyline(points);
        self.put(format_args!("<path class=\"{class}\" d=\"{d}\"/>"));
    }

    fn circle(&mut self, class: &str, (x, y): (i32, i32), radius: u32) {
        let [x, y] = [x, y].map(number);
        self.put(format_args!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"));
    }

    fn place(&self, (x, y): &(Rational, Rational)) -> Option<(i32, i32)> {
        Some((LEFT + self.x.at(x)?, self.top + HEIGHT - self.y.at(y)?))
    }

    fn frame(&mut self, width: i32, height: i32) {
        let sheet = include_str!("plot.css");
        let style = in_colours(sheet, &palette::curves(0), &palette::curves(1), self.colours);
        let plot = self.plot;
        self.out +=
            &head([0, 0, width, height].map(number), &plot.title, &plot.description, &style);
        self.text("title", 100, 250, &plot.title);
        let (top, bottom, right) = (self.top, self.top + HEIGHT, LEFT + WIDTH);
        for (x, words) in self.x.ticks_across() {
            let x = LEFT + x;
            self.line("grid", &[(x, top), (x, bottom)]);
            self.text("m", x, bottom + 250, &words);
        }
        for (y, words) in self.y.ticks_upward() {
            let y = bottom - y;
            self.line("grid", &[(LEFT, y), (right, y)]);
            self.text("e", LEFT - 80, y + 45, &words);
        }
        for x in self.x.minor() {
            self.line("minor", &[(LEFT + x, bottom), (LEFT + x, bottom - MINOR)]);
        }
        for y in self.y.minor() {
            self.line("minor", &[(LEFT, bottom - y), (LEFT + MINOR, bottom - y)]);
        }
        let [x, y, down, across] = [LEFT, top, bottom, right].map(number);
        self.put(format_args!("<path class=\"axis\" d=\"M{x} {y}V{down}H{across}\"/>"));
        self.text("m", LEFT + WIDTH / 2, bottom + 500, &plot.across);
        self.band(bottom);
        self.text("", 100, top - 120, &plot.upward);
    }

    /// Below the axis the colour of what is the best.
    fn band(&mut self, bottom: i32) {
        let plot = self.plot;
        let at = |x: &Rational| self.x.at(x).map(|x| LEFT + x);
        let begins: Vec<i32> = plot.best.iter().filter_map(|(from, _)| at(from)).collect();
        let last = plot.curves.iter().filter_map(|curve| at(&curve.points.last()?.0)).max();
        let ends = begins.iter().skip(1).copied().chain(last);
        for (((_, curve), from), to) in plot.best.iter().zip(&begins).zip(ends) {
            let [x, y, w, h] = [*from, bottom + 20, to - from, 70].map(number);
            let colour = curve % COLOURS;
            self.put(format_args!(
                "<rect class=\"s{colour}\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"/>"
            ));
        }
    }

    /// The label of a mark: with the best from there on, or only the number.
    fn label(&self, mark: &Mark) -> String {
        if self.named {
            return format!("{} = {}: {}", self.plot.runner, mark.label, mark.best);
        }
        mark.label.clone()
    }

    /// What is written before labels without names.
    fn before(&self) -> String {
        format!("changes at {} =", self.plot.runner)
    }

    /// Where the label of a mark is, and half its width; none is beyond the left edge.
    fn room(&self, mark: &Mark) -> Option<(i32, i32)> {
        let half = letters(&self.label(mark)) * LETTER / 2 + 60;
        Some(((LEFT + self.x.at(&mark.at.0)?).max(half), half))
    }

    /// The row of the label of each mark above the plot; `None` if there is no room.
    fn rows(&self) -> Vec<Option<i32>> {
        let mut ends = [i32::MIN; MOST_ROWS];
        if !self.named {
            ends[0] = 100 + letters(&self.before()) * LETTER;
        }
        let row = |mark: &Mark| {
            let (middle, half) = self.room(mark)?;
            let (row, end) = (0..).zip(&mut ends).find(|(_, end)| **end <= middle - half)?;
            *end = middle + half;
            Some(row)
        };
        self.plot.marks.iter().map(row).collect()
    }

    /// Guides from each change up to its label.
    fn changes(&mut self, rows: &[Option<i32>]) {
        let plot = self.plot;
        let mut labels = Vec::new();
        for (mark, row) in plot.marks.iter().zip(rows) {
            let places = self.place(&mark.at).zip(self.room(mark));
            if let (Some((at, (middle, _))), Some(row)) = (places, row) {
                let y = self.top - 300 - LINE * row;
                self.line("guide", &[at, (at.0, y + 40)]);
                labels.push((middle, y, self.label(mark)));
            }
        }
        // After all guides, so that one that passes behind a label is hidden there.
        for (x, y, label) in labels {
            self.text("m small", x, y, &label);
        }
        if !self.named {
            self.text("small", 100, self.top - 300, &self.before());
        }
        let labelled = rows.iter().flatten().count();
        if labelled < rows.len() {
            let words = format!(
                "{labelled} of {} changes have a label; --over without --plot lists all",
                rows.len()
            );
            self.text("e small", LEFT + WIDTH, self.top - 120, &words);
        }
    }

    fn curves(&mut self) {
        let plot = self.plot;
        if let Some(curve) = &plot.bound {
            self.line("bound", &self.drawn(curve));
        }
        for (index, curve) in plot.curves.iter().enumerate().filter(|(_, curve)| curve.joined) {
            self.line(&format!("curve {}", style(index)), &self.drawn(curve));
        }
        for (index, curve) in plot.curves.iter().enumerate() {
            for at in self.marked(curve, index) {
                self.mark(index, at);
            }
        }
        for at in plot.marks.iter().filter_map(|mark| self.place(&mark.at)).collect::<Vec<_>>() {
            self.circle("change", at, 5);
        }
    }

    /// The places of the marks of a curve: where it has a cost, as far as they do not lie on each other; on a slope
    /// some along it, not at the same places for all.
    fn marked(&self, curve: &Curve, index: usize) -> Vec<(i32, i32)> {
        let places = self.places(curve);
        if curve.joined && !self.plot.stepped {
            let shift = whole(index * 211 % 1280);
            let along = (0..5).map(|k| LEFT + shift + k * 1280);
            return along.filter_map(|x| between(&places, x)).collect();
        }
        let mut marked: Vec<(i32, i32)> = Vec::new();
        for (x, y) in places {
            if marked.last().is_none_or(|(before, _)| x - before >= MARK) {
                marked.push((x, y));
            }
        }
        marked
    }

    fn places(&self, curve: &Curve) -> Vec<(i32, i32)> {
        curve.points.iter().filter_map(|at| self.place(at)).collect()
    }

    /// The places that a curve is drawn through.
    fn drawn(&self, curve: &Curve) -> Vec<(i32, i32)> {
        let places = self.places(curve);
        if !self.plot.stepped {
            return places;
        }
        let corner = |pair: &[(i32, i32)]| [pair[0], (pair[1].0, pair[0].1)];
        let last = places.last().copied();
        places.windows(2).flat_map(corner).chain(last).collect()
    }

    /// Circle, square, diamond, triangle, plus and cross, in turn; of plus and cross nothing can be
    /// filled.
    fn mark(&mut self, index: usize, (x, y): (i32, i32)) {
        // From the seventh on they are filled.
        let (colour, filled) = (index % COLOURS, !(index / COLOURS).is_multiple_of(2));
        let fill = if filled { format!(" s{colour}") } else { String::new() };
        let class = format!("mark c{colour}{fill}");
        let through = |points: &[(i32, i32)]| {
            polyline(&points.iter().map(|(dx, dy)| (x + dx, y + dy)).collect::<Vec<_>>())
        };
        let d = match colour {
            0 => return self.circle(&class, (x, y), 4),
            1 => through(&[(-37, -37), (37, -37), (37, 37), (-37, 37)]) + "Z",
            2 => through(&[(0, -52), (52, 0), (0, 52), (-52, 0)]) + "Z",
            3 => through(&[(0, -50), (46, 36), (-46, 36)]) + "Z",
            4 => through(&[(-48, 0), (48, 0)]) + &through(&[(0, -48), (0, 48)]),
            _ => through(&[(-38, -38), (38, 38)]) + &through(&[(-38, 38), (38, -38)]),
        };
        self.put(format_args!("<path class=\"{class}\" d=\"{d}\"/>"));
    }

    /// A label at the end of each curve, with a piece of the curve beside it.
    fn ends(&mut self) {
        let plot = self.plot;
        let curves = plot.curves.iter().map(Some).chain([None]);
        let mut ends: Vec<(i32, i32, usize)> = Vec::new();
        for (index, curve) in curves.enumerate() {
            let curve = curve.or(plot.bound.as_ref());
            let last = curve.and_then(|curve| self.place(curve.points.last()?));
            ends.extend(last.map(|(x, y)| (y, x, index)));
        }
        ends.sort_unstable();
        let bottom = self.top + HEIGHT;
        let heights = apart(&ends.iter().map(|end| end.0).collect::<Vec<_>>(), bottom);
        let right = LEFT + WIDTH;
        for ((y, x, index), at) in ends.into_iter().zip(heights) {
            self.line("lead", &[(x + 30, y), (right + 150, at)]);
            let piece = [(right + 180, at), (right + 520, at)];
            if let Some(curve) = plot.curves.get(index) {
                if curve.joined {
                    self.line(&format!("curve {}", style(index)), &piece);
                }
                self.mark(index, (right + 350, at));
                self.text(&format!("s{}", index % COLOURS), right + 570, at + 45, &curve.name);
            } else if let Some(bound) = &plot.bound {
                self.line("bound", &piece);
                self.text("", right + 570, at + 45, &bound.name);
            }
        }
    }
}

/// Colour and dashes: no two of the first thirty have both in common.
fn style(index: usize) -> String {
    format!("c{} d{}", index % COLOURS, index % 5)
}

/// The path through some places.
fn polyline(points: &[(i32, i32)]) -> String {
    let place = |(x, y): &(i32, i32)| format!("{} {}", number(*x), number(*y));
    let places: Vec<String> = points.iter().map(place).collect();
    if places.is_empty() { String::new() } else { format!("M{}", places.join("L")) }
}

/// The height of a curve at a place.
fn between(places: &[(i32, i32)], x: i32) -> Option<(i32, i32)> {
    let pair = places.windows(2).find(|pair| pair[0].0 <= x && x < pair[1].0)?;
    let (run, rise) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
    let part = i64::from(rise) * i64::from(x - pair[0].0) / i64::from(run);
    Some((x, pair[0].1 + i32::try_from(part).ok()?))
}

/// Heights that rise with those wanted, a line apart at least, the last not below the bottom.
fn apart(wanted: &[i32], bottom: i32) -> Vec<i32> {
    let mut heights: Vec<i32> = Vec::new();
    for y in wanted {
        heights.push(heights.last().map_or(*y, |above| (*y).max(above + LINE)));
    }
    let mut below = bottom;
    for height in heights.iter_mut().rev() {
        *height = (*height).min(below);
        below = *height - LINE;
    }
    heights
}
