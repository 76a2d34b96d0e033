//! Costs over m, t_s/t_w or p as curves on logarithmic axes: shapes as those of drawings, written as SVG.
//!
//! Curves are distinguished by colour, dashes, marks and a label at their end, so that a plot is
//! readable in black and white. Labels never overlap: at the right they make room for each other,
//! above the plot they take rows.

use std::ops::RangeInclusive;

use super::layout::{Point, at, whole};
use super::shape::{
    Anchor, COLOURS, Class, MARGIN, Shape, extent, half, path, put_below, text, wrapped,
};
use super::sheet::Sheet;
use super::{Colours, svg};
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
    /// Whether it is thin and grey, behind the others and without its name.
    pub grey: bool,
}

/// A change of the best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlotMark {
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
    pub marks: Vec<PlotMark>,
    /// From each of these places on the curve with this number is the best.
    pub best: Vec<(Rational, usize)>,
}

/// The sizes of the part between the axes, in tenths; they meet at the origin.
const WIDTH: i32 = 6400;
const HEIGHT: i32 = 4200;
/// The left end of what is written above it.
const LEFT: i32 = -790;
/// The length of a tick without a number.
const MINOR: i32 = 45;
/// The width of a mark.
const MARK: i32 = 80;
/// The most rows of labels above the plot.
const MOST_ROWS: usize = 4;
/// The height of the letters of the title, of those beside the plot, and of those of changes.
const TITLE: i32 = 150;
const LETTERS: i32 = 130;
const SMALL: i32 = 120;
/// Between two lines of text, and between two plots.
const LINE: i32 = 165;
const APART: i32 = 300;

struct Page<'a> {
    plot: &'a Plot,
    x: LogAxis,
    y: LogAxis,
    /// Whether marks name the best from there on.
    named: bool,
    shapes: Vec<Shape>,
}

/// Plots as SVG, one below the other; `None` where one has no number above 0.
pub fn write(plots: &[Plot], colours: Colours) -> Option<String> {
    let mut shapes = Vec::new();
    for plot in plots {
        put_below(&mut shapes, drawn(plot)?, APART);
    }
    // From the upper left corner on.
    let (low, _) = extent(&shapes);
    let by = at(MARGIN - low.x, MARGIN - low.y);
    let shapes = shapes.into_iter().map(|shape| shape.moved(by)).collect();
    let title = plots.iter().map(|plot| &*plot.title).collect::<Vec<_>>().join("; ");
    let said = |plot: &Plot| match plots {
        [_] => plot.description.clone(),
        _ => format!("{}: {}", plot.title, plot.description),
    };
    let description = plots.iter().map(said).collect::<Vec<_>>().join(" ");
    let sheet = Sheet::of(title, description, shapes);
    Some(svg::write(&sheet, include_str!("plot.css"), colours))
}

/// The shapes of one plot.
fn drawn(plot: &Plot) -> Option<Vec<Shape>> {
    let all = || plot.curves.iter().chain(&plot.bound).flat_map(|curve| &curve.points);
    let x = LogAxis::across(all().map(|(x, _)| x), WIDTH)?;
    let y = LogAxis::upward(all().map(|(_, y)| y), HEIGHT)?;
    let mut page = Page { plot, x, y, named: true, shapes: Vec::new() };
    let mut rows = page.rows();
    if rows.contains(&None) {
        // Without names there is room for more.
        page.named = false;
        rows = page.rows();
    }
    let used = rows.iter().flatten().max().map_or(0, |row| row + 1);
    let lines = wrapped(&plot.title, Class::Caption, TITLE, WIDTH - LEFT);
    for (nth, line) in (0..).zip(lines.iter().rev()) {
        let place = at(LEFT, -HEIGHT - 395 - LINE * used - TITLE * 5 / 4 * nth);
        page.put(Class::Caption, Anchor::Start, place, TITLE, line);
    }
    page.axes();
    page.changes(&rows);
    page.curves();
    page.ends();
    Some(page.shapes)
}

impl Page<'_> {
    fn put(&mut self, class: Class, anchor: Anchor, place: Point, letters: i32, words: &str) {
        self.shapes.push(Shape::Text(class, anchor, place, letters, words.to_owned()));
    }

    fn place(&self, number: &(Rational, Rational)) -> Option<Point> {
        Some(at(self.x.at(&number.0)?, -self.y.at(&number.1)?))
    }

    /// The axes with their ticks and labels, and below them the colour of what is the best.
    fn axes(&mut self) {
        let plot = self.plot;
        for (x, words) in self.x.ticks(|words| half(words, LETTERS).x + 40) {
            self.shapes.push(path(Class::Grid, [at(x, 0), at(x, -HEIGHT)]));
            self.shapes.push(text(Class::Note, at(x, 205), LETTERS, words));
        }
        for (y, words) in self.y.ticks(|_| LINE / 2 + 1) {
            self.shapes.push(path(Class::Grid, [at(0, -y), at(WIDTH, -y)]));
            self.put(Class::Note, Anchor::End, at(-65, -y), LETTERS, &words);
        }
        let across = self.x.minor().into_iter().map(|x| [at(x, 0), at(x, -MINOR)]);
        let upward = self.y.minor().into_iter().map(|y| [at(0, -y), at(MINOR, -y)]);
        self.shapes.extend(across.chain(upward).map(|tick| path(Class::Axis, tick)));
        self.shapes.push(path(Class::Axis, [at(0, -HEIGHT), at(0, 0), at(WIDTH, 0)]));
        self.shapes.push(text(Class::Note, at(WIDTH / 2, 455), LETTERS, plot.across.clone()));
        let above = at(LEFT, -HEIGHT - 165);
        self.put(Class::Note, Anchor::Start, above, LETTERS, &plot.upward);
        let begins = plot.best.iter().filter_map(|(from, _)| self.x.at(from));
        let begins: Vec<i32> = begins.collect();
        let ends = plot.curves.iter().filter_map(|curve| self.x.at(&curve.points.last()?.0));
        let ends = begins.iter().skip(1).copied().chain(ends.max());
        for (((_, curve), from), to) in plot.best.iter().zip(&begins).zip(ends) {
            let corners = [(*from, 20), (to, 20), (to, 90), (*from, 90), (*from, 20)];
            self.shapes.push(path(Class::Cell(*curve), corners.map(|(x, y)| at(x, y))));
        }
    }

    /// The label of a mark: with the best from there on, or only the number.
    fn label(&self, mark: &PlotMark) -> String {
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
    fn room(&self, mark: &PlotMark) -> Option<(i32, i32)> {
        let half = half(&self.label(mark), SMALL).x + 20;
        Some((self.x.at(&mark.at.0)?.max(LEFT + half), half))
    }

    /// The row of the label of each mark above the plot; `None` if there is no room.
    fn rows(&self) -> Vec<Option<i32>> {
        let mut ends = [i32::MIN; MOST_ROWS];
        if !self.named {
            ends[0] = LEFT + 2 * half(&self.before(), SMALL).x;
        }
        let row = |mark: &PlotMark| {
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
            if let (Some((place, (middle, _))), Some(row)) = (places, row) {
                let y = -HEIGHT - 340 - LINE * row;
                self.shapes.push(path(Class::Boundary, [place, at(place.x, y + 80)]));
                labels.push(text(Class::Note, at(middle, y), SMALL, self.label(mark)));
            }
        }
        let labelled = labels.len();
        // After all guides, so that one that passes behind a label is hidden there.
        self.shapes.extend(labels);
        if !self.named {
            let words = self.before();
            self.put(Class::Note, Anchor::Start, at(LEFT, -HEIGHT - 340), SMALL, &words);
        }
        if labelled < rows.len() {
            let words = format!("{labelled} of {} changes have a label", rows.len());
            self.put(Class::Note, Anchor::End, at(WIDTH, -HEIGHT - 165), SMALL, &words);
        }
    }

    fn curves(&mut self) {
        let plot = self.plot;
        let bound = plot.bound.iter().map(|curve| path(Class::Bound, self.line(curve)));
        // Those in grey are the last ones, and behind.
        let curves = || plot.curves.iter().enumerate().rev();
        let lines = curves().filter(|(_, curve)| curve.joined);
        let class = |curve: &Curve, i| if curve.grey { Class::Light } else { Class::Arrow(i) };
        let lines = lines.map(|(index, curve)| path(class(curve, index), self.line(curve)));
        let mut shapes: Vec<Shape> = bound.chain(lines).collect();
        for (index, curve) in curves().filter(|(_, curve)| !(curve.grey && curve.joined)) {
            let dot = |place| vec![Shape::Circle(Class::Light, place, 25)];
            let mark = |place| if curve.grey { dot(place) } else { mark(index, place) };
            shapes.extend(self.marked(curve, index).into_iter().flat_map(mark));
        }
        let changes = plot.marks.iter().filter_map(|mark| self.place(&mark.at));
        shapes.extend(changes.map(|place| Shape::Circle(Class::Change, place, 50)));
        self.shapes.extend(shapes);
    }

    /// The places of the marks of a curve: where it has a cost, as far as they do not lie on each other; on a slope
    /// some along it, not at the same places for all.
    fn marked(&self, curve: &Curve, index: usize) -> Vec<Point> {
        let places = self.places(curve);
        if curve.joined && !self.plot.stepped {
            let shift = whole(index * 211 % 1280);
            let along = (0..5).map(|k| shift + k * 1280);
            return along.filter_map(|x| between(&places, x)).collect();
        }
        let mut marked: Vec<Point> = Vec::new();
        for place in places {
            if marked.last().is_none_or(|before| place.x - before.x >= MARK) {
                marked.push(place);
            }
        }
        marked
    }

    fn places(&self, curve: &Curve) -> Vec<Point> {
        curve.points.iter().filter_map(|at| self.place(at)).collect()
    }

    /// The places that a curve is drawn through.
    fn line(&self, curve: &Curve) -> Vec<Point> {
        let places = self.places(curve);
        if !self.plot.stepped {
            return places;
        }
        let corner = |pair: &[Point]| [pair[0], at(pair[1].x, pair[0].y)];
        let last = places.last().copied();
        places.windows(2).flat_map(corner).chain(last).collect()
    }

    /// A label at the end of each curve; where it has no place there, below it with a piece of the curve beside it. One
    /// for all curves in grey.
    fn ends(&mut self) {
        let plot = self.plot;
        let mut ends: Vec<(Point, usize, &Curve)> = Vec::new();
        let all = plot.curves.iter().chain(&plot.bound).enumerate();
        for (index, curve) in all.filter(|(_, curve)| !curve.grey) {
            let last = curve.points.last().and_then(|last| self.place(last));
            ends.extend(last.map(|place| (place, index, curve)));
        }
        ends.sort_by_key(|(place, index, _)| (place.y, place.x, *index));
        let heights = apart(&ends.iter().map(|(place, ..)| place.y).collect::<Vec<_>>());
        for ((place, index, curve), height) in ends.into_iter().zip(heights) {
            let beside = |x: i32| at(WIDTH + x, height);
            let is_bound = index == plot.curves.len();
            let (line, label) = if is_bound {
                (Class::Bound, Class::Note)
            } else {
                (Class::Arrow(index), Class::Label(index))
            };
            if place == at(WIDTH, height) {
                self.put(label, Anchor::Start, beside(70), LETTERS, &curve.name);
                continue;
            }
            self.shapes.push(path(Class::Link, [place.plus(30, 0), beside(150)]));
            if curve.joined {
                self.shapes.push(path(line, [beside(180), beside(520)]));
            }
            if !is_bound {
                self.shapes.extend(mark(index, beside(350)));
            }
            self.put(label, Anchor::Start, beside(555), LETTERS, &curve.name);
        }
        let grey = plot.curves.iter().filter(|curve| curve.grey);
        let others: usize = grey.map(|curve| curve.name.split(", ").count()).sum();
        if others > 0 {
            let s = if others == 1 { "" } else { "s" };
            self.shapes.push(path(Class::Light, [180, 520].map(|x| at(WIDTH + x, 455))));
            let place = at(WIDTH + 555, 455);
            self.put(Class::Note, Anchor::Start, place, LETTERS, &format!("{others} other{s}"));
        }
    }
}

/// Circle, square, diamond, triangle, plus and cross, in turn; of plus and cross nothing can be filled.
fn mark(index: usize, place: Point) -> Vec<Shape> {
    let lines: &[&[[i32; 2]]] = match index % COLOURS.len() {
        0 => return vec![Shape::Circle(Class::Mark(index), place, 40)],
        1 => &[&[[-37, -37], [37, -37], [37, 37], [-37, 37], [-37, -37]]],
        2 => &[&[[0, -52], [52, 0], [0, 52], [-52, 0], [0, -52]]],
        3 => &[&[[0, -50], [46, 36], [-46, 36], [0, -50]]],
        4 => &[&[[-48, 0], [48, 0]], &[[0, -48], [0, 48]]],
        _ => &[&[[-38, -38], [38, 38]], &[[-38, 38], [38, -38]]],
    };
    let through = |line: &&[[i32; 2]]| {
        let points: Vec<Point> = line.iter().map(|[x, y]| place.plus(*x, *y)).collect();
        path(Class::Mark(index), points)
    };
    lines.iter().map(through).collect()
}

/// The height of a curve at a place.
fn between(places: &[Point], x: i32) -> Option<Point> {
    let pair = places.windows(2).find(|pair| pair[0].x <= x && x < pair[1].x)?;
    let (run, rise) = (pair[1].x - pair[0].x, pair[1].y - pair[0].y);
    let part = i64::from(rise) * i64::from(x - pair[0].x) / i64::from(run);
    Some(at(x, pair[0].y + i32::try_from(part).ok()?))
}

/// Heights that rise with those wanted, a line apart at least, the last not below the axis.
fn apart(wanted: &[i32]) -> Vec<i32> {
    let mut heights: Vec<i32> = Vec::new();
    for y in wanted {
        heights.push(heights.last().map_or(*y, |above| (*y).max(above + LINE)));
    }
    let mut below = 0;
    for height in heights.iter_mut().rev() {
        *height = (*height).min(below);
        below = *height - LINE;
    }
    heights
}

/// The most ticks.
const MOST_TICKS: usize = 13;

/// The least way from a tick without a number to the next.
const NEAREST: i64 = 20;

/// An axis from one logarithm to another.
struct LogAxis {
    from: i64,
    to: i64,
    /// The numbers that ticks are looked for between.
    ends: (Rational, Rational),
    length: i32,
}

impl LogAxis {
    /// Over all of these, from end to end. Nearer to each other than this logarithms are not
    /// distinguished apart, and there is some room around.
    fn across<'a>(numbers: impl Iterator<Item = &'a Rational>, length: i32) -> Option<Self> {
        LogAxis::over(numbers, length, UNIT / 128)
    }

    /// From end to end with some room above and below, and where all are nearly the same with much: no
    /// difference looks larger than it is.
    fn upward<'a>(numbers: impl Iterator<Item = &'a Rational>, length: i32) -> Option<Self> {
        let axis = LogAxis::over(numbers, length, UNIT / 2)?;
        let room = (axis.to - axis.from) / 40;
        Some(LogAxis { from: axis.from - room, to: axis.to + room, ..axis })
    }

    fn over<'a>(
        numbers: impl Iterator<Item = &'a Rational>,
        length: i32,
        least: i64,
    ) -> Option<Self> {
        // What has no logarithm has no place.
        let numbers: Vec<&Rational> = numbers.filter(|x| x.is_positive()).collect();
        let (low, high) = (numbers.iter().min()?, numbers.iter().max()?);
        let (from, to) = (log2(low)?, log2(high)?);
        if to - from >= least {
            return Some(LogAxis { from, to, ends: ((*low).clone(), (*high).clone()), length });
        }
        let two = Rational::from(2);
        let ends = (low.checked_div(&two)?, *high * &two);
        Some(LogAxis { from: from - UNIT, to: to + UNIT, ends, length })
    }

    /// How far from its beginning a number is.
    fn at(&self, x: &Rational) -> Option<i32> {
        let part = (log2(x)? - self.from) * i64::from(self.length) / (self.to - self.from);
        i32::try_from(part).ok()
    }

    /// Ticks without numbers: all digits of each power of ten, where they are not too near to each other.
    fn minor(&self) -> Vec<i32> {
        let (low, high) = &self.ends;
        let (Some(first), Some(last)) = (low.floor_log2(), high.ceil_log2()) else {
            return Vec::new();
        };
        // From 9 to 10 times a power of ten is the nearest of all ways.
        let nearest = i64::from(self.length) * (UNIT * 152 / 1000) / (self.to - self.from);
        if nearest < NEAREST {
            return Vec::new();
        }
        let powers = first.div_euclid(3) - 1..=last.div_euclid(3) + 1;
        let numbers = powers.flat_map(|k| (1_u32..10).map(move |n| &Rational::from(n) * &ten(k)));
        numbers.filter(|x| (low..=high).contains(&x)).filter_map(|x| self.at(&x)).collect()
    }

    /// Ticks that need some room to either side; where not all have it, fewer are asked for.
    fn ticks(&self, room: impl Fn(&str) -> i32) -> Vec<(i32, String)> {
        let placed = |most: usize| -> Vec<(i32, String)> {
            let ticks = ticks(&self.ends.0, &self.ends.1, most);
            ticks.into_iter().filter_map(|(x, words)| Some((self.at(&x)?, words))).collect()
        };
        let apart =
            |pair: &[(i32, String)]| pair[1].0 - pair[0].0 >= room(&pair[0].1) + room(&pair[1].1);
        let fit = |found: &Vec<(i32, String)>| found.windows(2).all(apart);
        if let Some(found) = (3..=MOST_TICKS).rev().map(placed).find(|found| fit(found)) {
            return found;
        }
        let mut found: Vec<(i32, String)> = Vec::new();
        for (at, words) in placed(MOST_TICKS) {
            let free = |(last, before): &(i32, String)| at - last >= room(before) + room(&words);
            if found.last().is_none_or(free) {
                found.push((at, words));
            }
        }
        found
    }
}

/// How finely logarithms are counted: in 2^-16.
const UNIT: i64 = 1 << 16;

/// The logarithm to base 2 in units of 2^-16, rounded down; `None` of what is not above 0.
fn log2(x: &Rational) -> Option<i64> {
    let whole = x.floor_log2()?;
    let scale = Rational::power_of_two(u32::try_from(whole.unsigned_abs()).ok()?);
    let mantissa = if whole < 0 { x * &scale } else { x.checked_div(&scale)? };
    // From 1 up to below 2, in 2^-32; squared again and again it shows a binary digit each time.
    let mut mantissa = u128::from((&mantissa * &Rational::power_of_two(32)).floor().to_u64()?);
    let mut log = whole;
    for _ in 0..16 {
        mantissa = (mantissa * mantissa) >> 32;
        log *= 2;
        if mantissa >= 2 << 32 {
            mantissa >>= 1;
            log += 1;
        }
    }
    Some(log)
}

/// Places from one number to another at which a curve is drawn, both ends among them: 2^k and the
/// quarters between, or of very long ranges fewer.
pub fn samples(low: &Rational, high: &Rational) -> Vec<Rational> {
    let (Some(first), Some(last)) = (low.floor_log2(), high.ceil_log2()) else {
        return Vec::new();
    };
    let every = (last - first) / 200 + 1;
    // 2^(k-2) times 4 to 7.
    let powers =
        (first..=last).filter(|k| (k - first) % every == 0).map(|k| Rational::power(2, k - 2));
    let quarters = powers.flat_map(|power| (4..8).map(move |n| &Rational::from(n) * &power));
    let between = quarters.filter(|x| x > low && x < high);
    [low.clone()].into_iter().chain(between).chain([high.clone()]).collect()
}

/// Numbers for the ticks of an axis, from few to many, with how they are written.
fn ticks(low: &Rational, high: &Rational, most: usize) -> Vec<(Rational, String)> {
    let (Some(first), Some(last)) = (low.floor_log2(), high.ceil_log2()) else {
        return Vec::new();
    };
    // 10^3 < 2^10: these decades reach beyond both ends.
    let (first, last) = (first.div_euclid(3) - 1, last.div_euclid(3) + 1);
    let decades = |every: i64| -> Vec<i64> {
        let within = |k: &i64| (low..=high).contains(&&ten(*k)) && k.rem_euclid(every) == 0;
        (first..=last).filter(within).collect()
    };
    let mut every = 1;
    while decades(every).len() > most {
        every += 1;
    }
    let found = decades(every);
    // All numbers of an axis are written alike.
    let plain = if *low >= ten(-3) && *high < ten(4) { PLAIN } else { 0..=1 };
    let tick = |x: Rational| {
        let words = written(&x, &plain);
        (x, words)
    };
    let within = |digits: &[u32]| -> Vec<(Rational, String)> {
        let times = |k| digits.iter().map(move |digit| &Rational::from(*digit) * &ten(k));
        let all = (first..=last).flat_map(times);
        all.filter(|x| (low..=high).contains(&x)).map(tick).collect()
    };
    let some = within(&[1, 2, 5]);
    if (3..=most).contains(&some.len()) {
        return some;
    }
    if found.len() >= 3 {
        return found.into_iter().map(ten).map(tick).collect();
    }
    let all = [some, within(&[1, 2, 3, 4, 5, 6, 7, 8, 9])];
    all.into_iter().find(|ticks| ticks.len() >= 3).unwrap_or_else(|| evenly(low, high, most))
}

/// Ticks of a range within which a logarithm is hardly bent: equally far from each other, by the
/// smallest of 1, 2, 5, 10, .. with which there are not too many.
fn evenly(low: &Rational, high: &Rational, most: usize) -> Vec<(Rational, String)> {
    let width = high - low;
    let Some(log) = width.floor_log2() else {
        return vec![(low.clone(), written(low, &PLAIN))];
    };
    let most = Rational::from(most as u64);
    let steps = (log.div_euclid(3) - 2..)
        .flat_map(|k| [1_u32, 2, 5].map(|digit| &Rational::from(digit) * &ten(k)));
    // Some power of ten is wider than the range.
    let first = |step: &Rational| low.checked_div(step).unwrap_or_default().ceil();
    let last = |step: &Rational| high.checked_div(step).unwrap_or_default().floor();
    let few = |step: &Rational| &last(step) - &first(step) < most;
    let Some(step) = steps.take(64).find(few) else { return Vec::new() };
    let (mut number, end) = (first(&step), last(&step));
    let mut found = Vec::new();
    while number <= end {
        let value = &number * &step;
        let words = written(&value, &PLAIN);
        found.push((value, words));
        number += &Rational::one();
    }
    found
}

/// The powers of ten whose numbers are written without them, where nothing else is said.
const PLAIN: RangeInclusive<i64> = -3..=4;

/// `0.25`, `1250`, `1.25·10⁶`, `10⁴`: with a power of ten, if it is not one of the `plain` ones.
fn written(value: &Rational, plain: &RangeInclusive<i64>) -> String {
    let text = |value: &Rational| value.decimal().unwrap_or_else(|| value.to_string());
    let mut k = value.floor_log2().unwrap_or(0).div_euclid(4);
    while ten(k + 1) <= *value {
        k += 1;
    }
    while ten(k) > *value {
        k -= 1;
    }
    if plain.contains(&k) {
        return text(value);
    }
    let mantissa = value.checked_div(&ten(k)).unwrap_or_default();
    let raised = |c: char| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(c.to_digit(10)? as usize);
    let exponent: String = k.to_string().chars().map(|c| raised(c).unwrap_or('⁻')).collect();
    let times = if mantissa.is_one() { String::new() } else { text(&mantissa) + "·" };
    format!("{times}10{exponent}")
}

/// 10^k
fn ten(k: i64) -> Rational {
    Rational::power(10, k)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a digit that is lost: 2^log is x, to 2^-15.
    #[test]
    fn logarithms() {
        let log = |text: &str| log2(&text.parse().unwrap()).unwrap();
        assert_eq!(log("8"), 3 * UNIT);
        assert_eq!(log("1/8"), -3 * UNIT);
        assert_eq!(log("1e6"), 1_306_235); // 19.931568.. in 2^-16
        assert_eq!(log("1/1000"), -653_118); // -9.965784..
        assert_eq!(log2(&Rational::zero()), None);
    }

    #[test]
    fn ticks_are_few_and_written_short() {
        let of = |low: &str, high: &str| -> Vec<String> {
            ticks(&low.parse().unwrap(), &high.parse().unwrap(), 8)
                .into_iter()
                .map(|t| t.1)
                .collect()
        };
        assert_eq!(of("1", "1e6"), ["1", "10", "10²", "10³", "10⁴", "10⁵", "10⁶"]);
        assert_eq!(of("3", "60"), ["5", "10", "20", "50"]);
        assert_eq!(of("15", "45"), ["20", "30", "40"]);
        assert_eq!(of("15e5", "17e5"), ["1.5·10⁶", "1.55·10⁶", "1.6·10⁶", "1.65·10⁶", "1.7·10⁶"]);
        assert_eq!(of("1", "2"), ["1", "1.2", "1.4", "1.6", "1.8", "2"]);
        assert_eq!(
            of("0.991", "1.004"),
            ["0.992", "0.994", "0.996", "0.998", "1", "1.002", "1.004"]
        );
        assert_eq!(of("7", "7"), ["7"]);
        assert_eq!(of("1e-5", "1e12"), ["10⁻³", "1", "10³", "10⁶", "10⁹", "10¹²"]);
    }
}
