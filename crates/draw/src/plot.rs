//! Costs over m, t_s/t_w or p as curves on logarithmic axes, as SVG.
//!
//! Curves are distinguished by colour, dashes, marks and a label at their end, so that a plot is
//! readable in black and white. Labels never overlap: at the right they make room for each other,
//! above the plot they take rows.

use super::layout::{Point, at, whole};
use super::svg::{self, escaped, head, in_colours, number};
use super::{Colours, shape};
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
const COLOURS: usize = shape::COLOURS.len();
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
    fn put(&mut self, element: &str) {
        self.out.extend([element, "\n"]);
    }

    fn text(&mut self, class: &str, x: i32, y: i32, words: &str) {
        let (x, y, words) = (number(x), number(y), escaped(words));
        self.put(&format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{words}</text>"));
    }

    fn line(&mut self, class: &str, points: &[Point]) {
        self.put(&svg::stroke(class, &svg::polyline(points)));
    }

    fn place(&self, number: &(Rational, Rational)) -> Option<Point> {
        Some(at(LEFT + self.x.at(&number.0)?, self.top + HEIGHT - self.y.at(&number.1)?))
    }

    fn frame(&mut self, width: i32, height: i32) {
        let sheet = include_str!("plot.css");
        let style = in_colours(sheet, &shape::curves(0), &shape::curves(1), self.colours);
        let plot = self.plot;
        self.out +=
            &head([0, 0, width, height].map(number), &plot.title, &plot.description, &style);
        self.text("title", 100, 250, &plot.title);
        let (top, bottom, right) = (self.top, self.top + HEIGHT, LEFT + WIDTH);
        for (x, words) in self.x.ticks_across() {
            let x = LEFT + x;
            self.line("grid", &[at(x, top), at(x, bottom)]);
            self.text("m", x, bottom + 250, &words);
        }
        for (y, words) in self.y.ticks_upward() {
            let y = bottom - y;
            self.line("grid", &[at(LEFT, y), at(right, y)]);
            self.text("e", LEFT - 80, y + 45, &words);
        }
        for x in self.x.minor() {
            self.line("minor", &[at(LEFT + x, bottom), at(LEFT + x, bottom - MINOR)]);
        }
        for y in self.y.minor() {
            self.line("minor", &[at(LEFT, bottom - y), at(LEFT + MINOR, bottom - y)]);
        }
        let [x, y, down, across] = [LEFT, top, bottom, right].map(number);
        self.put(&svg::stroke("axis", &format!("M{x} {y}V{down}H{across}")));
        self.text("m", LEFT + WIDTH / 2, bottom + 500, &plot.across);
        self.band(bottom);
        self.text("", 100, top - 120, &plot.upward);
    }

    /// Below the axis the colour of what is the best.
    fn band(&mut self, bottom: i32) {
        let plot = self.plot;
        let across = |x: &Rational| self.x.at(x).map(|x| LEFT + x);
        let begins: Vec<i32> = plot.best.iter().filter_map(|(from, _)| across(from)).collect();
        let last = plot.curves.iter().filter_map(|curve| across(&curve.points.last()?.0)).max();
        let ends = begins.iter().skip(1).copied().chain(last);
        for (((_, curve), from), to) in plot.best.iter().zip(&begins).zip(ends) {
            let class = format!("s{}", curve % COLOURS);
            self.put(&svg::rectangle(&class, at(*from, bottom + 20), at(to - from, 70)));
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
            if let (Some((place, (middle, _))), Some(row)) = (places, row) {
                let y = self.top - 300 - LINE * row;
                self.line("guide", &[place, at(place.x, y + 40)]);
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
            for place in self.marked(curve, index) {
                self.mark(index, place);
            }
        }
        for place in plot.marks.iter().filter_map(|mark| self.place(&mark.at)).collect::<Vec<_>>() {
            self.put(&svg::circle("change", place, 50));
        }
    }

    /// The places of the marks of a curve: where it has a cost, as far as they do not lie on each other; on a slope
    /// some along it, not at the same places for all.
    fn marked(&self, curve: &Curve, index: usize) -> Vec<Point> {
        let places = self.places(curve);
        if curve.joined && !self.plot.stepped {
            let shift = whole(index * 211 % 1280);
            let along = (0..5).map(|k| LEFT + shift + k * 1280);
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
    fn drawn(&self, curve: &Curve) -> Vec<Point> {
        let places = self.places(curve);
        if !self.plot.stepped {
            return places;
        }
        let corner = |pair: &[Point]| [pair[0], at(pair[1].x, pair[0].y)];
        let last = places.last().copied();
        places.windows(2).flat_map(corner).chain(last).collect()
    }

    /// Circle, square, diamond, triangle, plus and cross, in turn; of plus and cross nothing can be
    /// filled.
    fn mark(&mut self, index: usize, place: Point) {
        // From the seventh on they are filled.
        let (colour, filled) = (index % COLOURS, !(index / COLOURS).is_multiple_of(2));
        let fill = if filled { format!(" s{colour}") } else { String::new() };
        let class = format!("mark c{colour}{fill}");
        let through = |points: &[[i32; 2]]| {
            svg::polyline(&points.iter().map(|[x, y]| place.plus(*x, *y)).collect::<Vec<_>>())
        };
        let path = match colour {
            0 => return self.put(&svg::circle(&class, place, 40)),
            1 => through(&[[-37, -37], [37, -37], [37, 37], [-37, 37]]) + "Z",
            2 => through(&[[0, -52], [52, 0], [0, 52], [-52, 0]]) + "Z",
            3 => through(&[[0, -50], [46, 36], [-46, 36]]) + "Z",
            4 => through(&[[-48, 0], [48, 0]]) + &through(&[[0, -48], [0, 48]]),
            _ => through(&[[-38, -38], [38, 38]]) + &through(&[[-38, 38], [38, -38]]),
        };
        self.put(&svg::stroke(&class, &path));
    }

    /// A label at the end of each curve, with a piece of the curve beside it.
    fn ends(&mut self) {
        let plot = self.plot;
        let mut ends: Vec<(i32, i32, usize)> = Vec::new();
        for (index, curve) in plot.curves.iter().chain(&plot.bound).enumerate() {
            let last = curve.points.last().and_then(|last| self.place(last));
            ends.extend(last.map(|place| (place.y, place.x, index)));
        }
        ends.sort_unstable();
        let bottom = self.top + HEIGHT;
        let heights = apart(&ends.iter().map(|end| end.0).collect::<Vec<_>>(), bottom);
        let right = LEFT + WIDTH;
        for ((y, x, index), height) in ends.into_iter().zip(heights) {
            self.line("lead", &[at(x + 30, y), at(right + 150, height)]);
            let piece = [at(right + 180, height), at(right + 520, height)];
            if let Some(curve) = plot.curves.get(index) {
                if curve.joined {
                    self.line(&format!("curve {}", style(index)), &piece);
                }
                self.mark(index, at(right + 350, height));
                self.text(&format!("s{}", index % COLOURS), right + 570, height + 45, &curve.name);
            } else if let Some(bound) = &plot.bound {
                self.line("bound", &piece);
                self.text("", right + 570, height + 45, &bound.name);
            }
        }
    }
}

/// Colour and dashes: no two of the first thirty have both in common.
fn style(index: usize) -> String {
    format!("c{} d{}", index % COLOURS, index % 5)
}

/// The height of a curve at a place.
fn between(places: &[Point], x: i32) -> Option<Point> {
    let pair = places.windows(2).find(|pair| pair[0].x <= x && x < pair[1].x)?;
    let (run, rise) = (pair[1].x - pair[0].x, pair[1].y - pair[0].y);
    let part = i64::from(rise) * i64::from(x - pair[0].x) / i64::from(run);
    Some(at(x, pair[0].y + i32::try_from(part).ok()?))
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

/// Between two lines of text, in tenths.
pub(super) const LINE: i32 = 165;
/// A letter is hardly wider.
pub(super) const LETTER: i32 = 72;
/// How many letters there are.
pub(super) fn letters(words: &str) -> i32 {
    whole(words.chars().count())
}

/// The most ticks.
const MOST_TICKS: usize = 9;

/// The least way from a tick without a number to the next.
const NEAREST: i64 = 20;

/// An axis from one logarithm to another.
pub(super) struct Axis {
    from: i64,
    to: i64,
    /// The numbers that ticks are looked for between.
    ends: (Rational, Rational),
    length: i32,
}

impl Axis {
    /// Over all of these, from end to end. Nearer to each other than this logarithms are not
    /// distinguished apart, and there is some room around.
    pub(super) fn across<'a>(
        numbers: impl Iterator<Item = &'a Rational>,
        length: i32,
    ) -> Option<Self> {
        Axis::over(numbers, length, UNIT / 128)
    }

    /// The same with some room above and below, and where all are nearly the same with much: no
    /// difference looks larger than it is.
    pub(super) fn upward<'a>(
        numbers: impl Iterator<Item = &'a Rational>,
        length: i32,
    ) -> Option<Self> {
        let axis = Axis::over(numbers, length, UNIT / 2)?;
        let room = (axis.to - axis.from) / 40;
        Some(Axis { from: axis.from - room, to: axis.to + room, ..axis })
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
            return Some(Axis { from, to, ends: ((*low).clone(), (*high).clone()), length });
        }
        let two = Rational::from(2);
        let ends = (low.checked_div(&two)?, *high * &two);
        Some(Axis { from: from - UNIT, to: to + UNIT, ends, length })
    }

    /// How far from its beginning a number is.
    pub(super) fn at(&self, x: &Rational) -> Option<i32> {
        let part = (log2(x)? - self.from) * i64::from(self.length) / (self.to - self.from);
        i32::try_from(part).ok()
    }

    /// Ticks without numbers: all digits of each power of ten, where they are not too near to each other.
    pub(super) fn minor(&self) -> Vec<i32> {
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

    /// Ticks side by side, none so near that words would touch.
    pub(super) fn ticks_across(&self) -> Vec<(i32, String)> {
        self.ticks(|words| letters(words) * LETTER / 2 + 60)
    }

    /// Ticks above each other.
    pub(super) fn ticks_upward(&self) -> Vec<(i32, String)> {
        self.ticks(|_| LINE / 2 + 1)
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
pub(super) const UNIT: i64 = 1 << 16;

/// The logarithm to base 2 in units of 2^-16, rounded down; `None` of what is not above 0.
pub(super) fn log2(x: &Rational) -> Option<i64> {
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
pub(super) fn ticks(low: &Rational, high: &Rational, most: usize) -> Vec<(Rational, String)> {
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
    let powers = !(*low >= ten(-3) && *high < ten(4));
    if found.len() >= 3 {
        return found.into_iter().map(|k| (ten(k), written(1, k, powers))).collect();
    }
    let within = |digits: &[u32]| -> Vec<(Rational, String)> {
        let all = (first..=last).flat_map(|k| digits.iter().map(move |digit| (*digit, k)));
        let number =
            |(digit, k): (u32, i64)| (&Rational::from(digit) * &ten(k), written(digit, k, powers));
        all.map(number).filter(|(x, _)| (low..=high).contains(&x)).collect()
    };
    let all = [&[1, 2, 5][..], &[1, 2, 3, 4, 5, 6, 7, 8, 9]].map(within);
    all.into_iter().find(|ticks| ticks.len() >= 3).unwrap_or_else(|| evenly(low, high, most))
}

/// Ticks of a range within which a logarithm is hardly bent: equally far from each other, by the
/// smallest of 1, 2, 5, 10, .. with which there are not too many.
fn evenly(low: &Rational, high: &Rational, most: usize) -> Vec<(Rational, String)> {
    let width = high - low;
    let Some(log) = width.floor_log2() else {
        return vec![(low.clone(), decimal(low))];
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
        let words = decimal(&value);
        found.push((value, words));
        number += &Rational::one();
    }
    found
}

/// `0.25`, `1250`, `1.25·10⁶`
fn decimal(value: &Rational) -> String {
    let text = |value: &Rational| value.decimal().unwrap_or_else(|| value.to_string());
    let mut k = value.floor_log2().unwrap_or(0).div_euclid(4);
    while ten(k + 1) <= *value {
        k += 1;
    }
    while ten(k) > *value {
        k -= 1;
    }
    if (-3..=4).contains(&k) {
        return text(value);
    }
    let mantissa = value.checked_div(&ten(k)).unwrap_or_default();
    let power = power_of_ten(k);
    if mantissa.is_one() { power } else { format!("{}·{power}", text(&mantissa)) }
}

/// 10^k
fn ten(k: i64) -> Rational {
    Rational::power(10, k)
}

/// `0.5`, `500`; as powers `5`, `50`, `5·10²`.
fn written(digit: u32, k: i64, powers: bool) -> String {
    if !powers || (0..2).contains(&k) {
        let value = &Rational::from(digit) * &ten(k);
        return value.decimal().unwrap_or_else(|| value.to_string());
    }
    let power = power_of_ten(k);
    if digit == 1 { power } else { format!("{digit}·{power}") }
}

/// `10⁴`
fn power_of_ten(k: i64) -> String {
    let raised = |c: char| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(c.to_digit(10)? as usize);
    let exponent: String = k.to_string().chars().map(|c| raised(c).unwrap_or('⁻')).collect();
    format!("10{exponent}")
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
