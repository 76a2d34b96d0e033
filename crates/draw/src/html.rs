//! A page that steps through a schedule: one file without external resources. Its cost is shown after each step, as
//! bars, and as formulas.

use std::fmt::Write;

use indexmap::IndexSet;
use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::classes::numbers;
use super::faults::{Faults, in_words};
use super::lanes::{Labels, lanes};
use super::layout::labels::Paper;
use super::layout::{Layout, Point};
use super::matrix::{bins, spans};
use super::shape::{COLOURS, LOOKS, MARGIN, Shape, extent, letters};
use super::story::{Story, THE_BLOCK, ToldMessage};
use super::svg::{self, escaped, typeset};
use super::{Drawing, Panel, classes, scene};
use hockney_base::number::Rational;
use hockney_core::checker::{Limits, Violation, ViolationPlace};
use hockney_core::topology::Vertex;
use hockney_cost::{Cost, Model, Numbers, PricedPhase, PricedStep, Prices, price_checked};
use hockney_formula::parse;

const PAGE: &str = include_str!("page.html");
const DRAWING: &str = include_str!("drawing.html");
const CSS: &str = include_str!("page.css");
/// The script of a page: `hockney()` starts with the drawing in the page.
pub const SCRIPT: &str = include_str!("page.js");

const ZOOM: &str = "<button type=\"button\" id=\"zoom\" aria-pressed=\"false\">Fit</button>";

/// The most nodes that are drawn one by one.
const MOST_NODES: u32 = 64;

/// The most messages that are drawn one by one.
const MOST_DRAWN: u128 = 20_000;

/// The most nodes beside which is written what they hold; of more it is shown on demand.
const MOST_LABELLED: u32 = 16;

/// The widest and the highest drawing of so few nodes, and the widest with what is written beside it: what a window of
/// 1280 x 800 pixels shows.
const WINDOW: Point = Point { x: 7200, y: 5400 };
const FRAME: i32 = 8600;

/// A step at a time needs no number.
const LABELS: Labels = Labels { steps: false, data: true };

/// The most bytes of a page.
const MOST_BYTES: usize = 249_999;

/// What a large page leaves out, each a bit: the first two, one or both, or the last.
const LEFT_OUT: [&str; 3] = [
    "what nodes hold, which hockney trace prints",
    "routes, which -f svg --steps 1 draws: arcs go from senders to receivers",
    "arrows, which -f svg --steps 1 draws: a matrix shows senders and receivers",
];
const HOLDINGS: u8 = 1;
const ROUTES: u8 = 2;
const ARROWS: u8 = 4;

#[derive(Default, Serialize)]
struct PageData {
    p: u32,
    names: Vec<String>,
    bins: u32,
    /// What occurs often has a number: the vertices of ways, texts about blocks, the shapes of steps, and lists of nodes and
    /// of numbers of these.
    ways: IndexSet<Vec<Vertex>>,
    texts: IndexSet<String>,
    shapes: IndexSet<String>,
    lists: IndexSet<Vec<usize>>,
    /// For each step a list of ways, and for each the text of the blocks of a message; in a matrix spans of steps.
    steps: Vec<Value>,
    /// Before the first step and after each step: a list of nodes, and for each the text of what it holds now.
    changes: Vec<Vec<usize>>,
    /// For each step and the end a list of shapes.
    drawn: Vec<usize>,
    /// How many looks and how many colours steps have.
    looks: [usize; 2],
    arcs: bool,
    cost: Vec<SoFar>,
    faults: Vec<PageFault>,
}

#[derive(Serialize)]
struct PageFault {
    at: usize,
    text: String,
    advice: String,
    nodes: Vec<Vertex>,
}

/// A drawing to be set into a page that has [`style`] and, behind it, [`SCRIPT`].
#[derive(Debug, Default)]
pub struct PageParts {
    /// The verdict about the schedule, as a paragraph.
    pub verdict: String,
    /// The picture with its controls, steps, faults and cost.
    pub body: String,
    /// What was left out so that the page stays small, and how to see it, if anything was.
    pub reduced: Option<String>,
}

/// The style of all pages.
pub fn style() -> String {
    format!("{}{CSS}", svg::style())
}

pub(super) fn made(drawing: &Drawing<'_>) -> PageParts {
    let schedule = drawing.checked.schedule();
    let few = schedule.topology.nodes() <= MOST_NODES && schedule.messages() <= MOST_DRAWN;
    let mut story = if few { Story::of(drawing.checked) } else { Story::default() };
    classes::mark_slowest(drawing, &mut story);
    let numbers = numbers(drawing);
    // None if it breaks a rule, or more is combined than is counted.
    let model = Model::default().with(&numbers);
    let prices = price_checked(drawing.checked, model, &Limits::default()).ok().flatten();
    let with = |left_out| with(drawing, &story, &numbers, prices.as_ref(), left_out);
    let mut pages = (0..ARROWS).filter(|_| few).map(with);
    let small = pages.find(|parts| page(drawing, parts).len() <= MOST_BYTES);
    small.unwrap_or_else(|| with(ARROWS))
}

/// All parts of a page that leaves out so much.
fn with(
    drawing: &Drawing<'_>,
    story: &Story,
    numbers: &Numbers,
    prices: Option<&Prices>,
    left_out: u8,
) -> PageParts {
    let schedule = drawing.checked.schedule();
    let topology = &schedule.topology;
    let mut data = PageData {
        p: topology.nodes(),
        bins: bins(topology.nodes()).0,
        looks: [LOOKS, COLOURS.len()],
        arcs: left_out & ROUTES > 0,
        ..PageData::default()
    };
    let (ends, picture): (Vec<usize>, String) = if left_out == ARROWS {
        let spans = spans(schedule);
        let ends = spans.iter().map(|span| span.last).collect();
        data.steps.extend(spans.iter().map(|span| json!(span)));
        (ends, grid(drawing))
    } else {
        data.names.extend((0..topology.vertices()).map(|v| topology.show(v)));
        data.tell(story, left_out & HOLDINGS == 0);
        ((1..=schedule.steps()).collect(), picture(drawing, story, &mut data, WINDOW.x))
    };
    let cost = prices.map_or_else(String::new, |of| section(drawing, numbers, &of.cost));
    data.cost = prices.map_or_else(Vec::new, |of| costs(drawing, numbers, of, &ends));
    data.faults = faults(drawing, &ends);
    parts(drawing, &data, left_out, &picture, &cost)
}

impl PageData {
    /// The messages of each step, and if it is wanted what nodes hold.
    fn tell(&mut self, story: &Story, holdings: bool) {
        for messages in &story.steps {
            let way = |sent: &ToldMessage| {
                let ends = vec![sent.from, sent.to];
                self.ways.insert_full(if self.arcs { ends } else { sent.way.clone() }).0
            };
            let ways = messages.iter().map(way).collect();
            let step = self.row(ways, messages.iter().map(|sent| &sent.blocks));
            self.steps.push(json!(step));
        }
        for changes in story.changes.iter().filter(|_| holdings) {
            let nodes = changes.keys().map(|node| *node as usize).collect();
            let row = self.row(nodes, changes.values());
            self.changes.push(row);
        }
    }

    /// The number of a list, and the numbers of the texts about what is in it.
    fn row<'t>(&mut self, list: Vec<usize>, texts: impl Iterator<Item = &'t String>) -> Vec<usize> {
        let texts = texts.map(|text| self.texts.insert_full(text.clone()).0);
        [self.lists.insert_full(list).0].into_iter().chain(texts).collect()
    }

    /// What is drawn of the next step. A line and its heads are one shape.
    fn draw(&mut self, shapes: &[Shape]) {
        let together = shapes.chunk_by(|_, next| matches!(next, Shape::Path(..)));
        // JSON escapes the other quotation marks.
        let element = |shape| svg::element(shape).replace('"', "'");
        let all =
            together.map(|shapes| self.shapes.insert_full(shapes.iter().map(element).collect()).0);
        let all = all.collect();
        self.drawn.push(self.lists.insert_full(all).0);
    }
}

fn faults(drawing: &Drawing<'_>, ends: &[usize]) -> Vec<PageFault> {
    let schedule = drawing.checked.schedule();
    let fault = |violation: &Violation| PageFault {
        at: match violation.step {
            Some(step) => ends.partition_point(|end| *end < step),
            None => ends.len(),
        },
        text: in_words(schedule, violation),
        advice: violation.advice(schedule),
        nodes: match violation.place {
            ViolationPlace::Node(node) => vec![node],
            ViolationPlace::Link(from, to) | ViolationPlace::Message { from, to } => vec![from, to],
        },
    };
    drawing.checked.report().violations.iter().take(200).map(fault).collect()
}

/// The topology once, and over it a place for the arrows of a step, which go into the data.
/// Of few nodes at most so wide, or less where texts would not be in the window.
fn picture(drawing: &Drawing<'_>, story: &Story, data: &mut PageData, widest: i32) -> String {
    let topology = &drawing.checked.schedule().topology;
    let mut layout = Layout::of(topology, drawing.view);
    if topology.nodes() <= MOST_LABELLED {
        let panels = Panel::all(story.steps.len());
        let longest = scene::longest(&layout, story, &panels, LABELS, topology.nodes());
        let wide = layout.wide_enough(longest);
        // As wide as the window has room.
        let (span, rigid) = (layout.span(), layout.rigid);
        let wide = wide.min(widest * 1000 / span.x.max(1));
        let wide = if rigid { wide.min(WINDOW.y * 1000 / span.y.max(1)) } else { wide };
        let high = if rigid { wide } else { 1000 };
        layout = layout.scaled(topology, wide, high).unwrap_or(layout);
    }
    let mut paper = Paper::default();
    let mut everything = scene::base(topology, &layout, &mut paper);
    let mut out: String = everything.iter().map(svg::element).collect();
    for (from, to) in layout.drawn(topology).into_iter().filter(|_| !data.arcs) {
        let d: String = scene::link_between(&layout, from, to).iter().map(svg::path).collect();
        let _ = write!(
            out,
            "<path class=\"hit\" tabindex=\"0\" role=\"img\" aria-label=\"link between {from} \
             and {to}\" data-l=\"{from}-{to}\" d=\"{d}\"/>"
        );
    }
    let mut steps = Vec::new();
    for k in 0..=story.steps.len() {
        let ended = k == story.steps.len();
        let range = k..(k + 1).min(story.steps.len());
        let faults = Faults::of(drawing.checked, &range, ended);
        let mut paper = paper.clone();
        let (mut shapes, counts) = scene::busy_links(&layout, &faults, &mut paper);
        let messages = story.steps.get(k).filter(|_| !data.arcs).map_or(&[][..], Vec::as_slice);
        // The script knows which step is drawn.
        let lanes = lanes(&[(0, messages)], &layout, LABELS, &faults);
        let arrows = scene::arrows(topology, &layout, &lanes, &faults, &mut paper);
        shapes.extend(arrows.below);
        shapes.extend(arrows.shapes);
        if topology.nodes() <= MOST_LABELLED {
            let held = story.beside(k, topology.nodes());
            let held = scene::at_nodes(&layout, &held, &faults, &mut paper);
            shapes.extend(held.shapes);
            // The sentence below the picture has what finds no place in it.
            shapes
                .extend(scene::write_labels(&arrows.waiting, letters(&layout), &mut paper).shapes);
        }
        shapes.extend(scene::write_labels(&counts, letters(&layout), &mut paper).shapes);
        everything.extend(shapes.clone());
        steps.push(shapes);
    }
    let holds = |node| story.holds(0, node) == THE_BLOCK;
    let mut vertices = String::new();
    for vertex in layout.shown(topology) {
        let what = if vertex < topology.nodes() { "node" } else { "switch" };
        let name = escaped(&topology.show(vertex));
        let _ = write!(
            vertices,
            "<g class=\"v\" tabindex=\"0\" role=\"img\" aria-label=\"{what} {name}\" \
             data-v=\"{vertex}\">"
        );
        let shapes = scene::vertex(topology, &layout, vertex, holds(vertex));
        vertices.extend(shapes.iter().map(svg::element));
        everything.extend(shapes);
        vertices.push_str("</g>");
    }
    let (low, high) = extent(&everything);
    let beyond = high.x - low.x + 2 * MARGIN - FRAME;
    if topology.nodes() <= MOST_LABELLED && beyond > 0 && widest > WINDOW.x / 2 {
        return picture(drawing, story, data, widest - beyond);
    }
    for shapes in &steps {
        data.draw(shapes);
    }
    let shown = everything.len();
    classes::legend(topology, &mut everything, high.x - low.x, 0);
    let legend: String = everything[shown..].iter().map(svg::element).collect();
    let (low, high) = extent(&everything);
    let [x, y, width, height] = svg::frame(low, high);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {width} {height}\" \
         role=\"group\" aria-label=\"the topology with the messages of the step\">{out}<g class=\"step\"></g>{vertices}{legend}</svg>"
    )
}

/// A matrix of senders and receivers.
fn grid(drawing: &Drawing<'_>) -> String {
    let nodes = drawing.checked.schedule().topology.nodes();
    let (rows, each) = bins(nodes);
    let size = if each == 1 {
        format!("{rows} nodes")
    } else {
        format!("{nodes} nodes, {each} to a square")
    };
    format!(
        "<canvas id=\"matrix\" width=\"640\" height=\"640\" role=\"img\" aria-label=\"senders \
         and receivers of the step\"></canvas><p>The messages of the step: a row for the \
         sender, a column for the \
         receiver, node 0 at the top left; {size}. The larger the mark, the more messages.</p>"
    )
}

/// A template with something at each of its places, which are written as `{{place}}`.
pub fn filled(template: &str, at: impl Fn(&str) -> String) -> String {
    let mut parts = template.split("{{");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for (place, text) in parts.filter_map(|part| part.split_once("}}")) {
        out.push_str(&at(place));
        out.push_str(text);
    }
    out
}

/// A page of nothing but the drawing.
pub(super) fn page(drawing: &Drawing<'_>, parts: &PageParts) -> String {
    filled(PAGE.trim_end(), |place| match place {
        "policy" => format!(
            "default-src 'none'; script-src '{}'; style-src '{}'; base-uri 'none'; form-action 'none'",
            digest(SCRIPT),
            digest(&style())
        ),
        "title" => escaped(drawing.title),
        "style" => style(),
        "verdict" => parts.verdict.clone(),
        "body" => parts.body.clone(),
        _ => SCRIPT.to_owned(),
    })
}

/// The parts of a page about the drawing, with its data.
fn parts(
    drawing: &Drawing<'_>,
    data: &PageData,
    left_out: u8,
    picture: &str,
    cost: &str,
) -> PageParts {
    let report = drawing.checked.report();
    let verdict = if report.is_valid() {
        format!(
            "<p class=\"good\">valid: {} messages in {} steps</p>",
            report.messages, report.steps
        )
    } else {
        let faults = report.counts.total();
        let s = if faults == 1 { "" } else { "s" };
        format!("<p class=\"bad\">invalid: {faults} violation{s}, so there is no cost</p>")
    };
    let one_by_one = !data.names.is_empty();
    let all = (0..).zip(LEFT_OUT).filter(|(bit, _)| left_out >> bit & 1 > 0);
    let all = all.map(|(_, what)| what).collect::<Vec<_>>().join("; and ");
    let reduced = (left_out > 0).then(|| format!("to stay small, the page leaves out {all}"));
    let left = reduced.as_ref().map_or_else(String::new, |words| format!("<p>note: {words}</p>"));
    let body = filled(DRAWING, |place| match place {
        "last" => data.steps.len().to_string(),
        // There is nothing to point at in a matrix.
        "zoom" if one_by_one => ZOOM.to_owned(),
        "hidden" if !one_by_one => " hidden".to_owned(),
        "picture" => picture.to_owned(),
        "left" => left.clone(),
        "cost" => cost.to_owned(),
        // What could end the element, or begin a comment, is written as an escape.
        "data" => ["</", "<!"]
            .iter()
            .fold(serde_json::to_string(data).unwrap_or_default(), |text, end| {
                text.replace(end, &end.replace('<', "\\u003c"))
            }),
        _ => String::new(),
    });
    PageParts { verdict, body, reduced }
}

/// `sha256-..`, as a content security policy writes it.
pub fn digest(text: &str) -> String {
    format!("sha256-{}", base64(&Sha256::digest(text.as_bytes())))
}

/// A file as an address that contains it.
pub fn data_address(kind: &str, bytes: &[u8]) -> String {
    format!("data:{kind};base64,{}", base64(bytes))
}

fn base64(bytes: &[u8]) -> String {
    let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for three in bytes.chunks(3) {
        let at = |i: usize| u32::from(three.get(i).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for (i, shift) in [18, 12, 6, 0].into_iter().enumerate() {
            let letter = letters[(bits >> shift & 63) as usize];
            out.push(if i <= three.len() { char::from(letter) } else { '=' });
        }
    }
    out
}

/// The cost after a step, and the parts of its bars in thousandths.
#[derive(Serialize)]
struct SoFar {
    /// Of this step alone.
    alone: String,
    text: String,
    s: u64,
    w: u64,
}

/// After each of these steps, and once more at the end.
fn costs(drawing: &Drawing<'_>, numbers: &Numbers, prices: &Prices, ends: &[usize]) -> Vec<SoFar> {
    let rows: Vec<PricedStep> = prices.phases.iter().flat_map(PricedPhase::steps).collect();
    let whole = split(drawing, numbers, &prices.cost);
    let both = whole.map_or_else(Rational::zero, |(startups, words)| &startups + &words);
    let part = |of: &Rational| {
        let thousandths = (of * &Rational::from(1000_u64)).checked_div(&both).unwrap_or_default();
        thousandths.clamped()
    };
    let in_words = |cost: &Cost| numbers.decided(cost).to_string() + &total(numbers, cost);
    let (mut sum, mut next) = (Cost::default(), 0);
    let so_far = |end: &usize| {
        let mut alone = Cost::default();
        for row in rows.iter().filter(|row| row.first <= *end && row.last >= next) {
            let steps = row.last.min(*end) + 1 - row.first.max(next);
            alone += &row.cost.times(steps as u64);
        }
        sum += &alone;
        next = end.saturating_add(1);
        let (startups, words) = split(drawing, numbers, &sum).unwrap_or_default();
        SoFar { alone: in_words(&alone), text: in_words(&sum), s: part(&startups), w: part(&words) }
    };
    ends.iter().chain([&usize::MAX]).map(so_far).collect()
}

/// What startups cost, and the rest, in the same unit: m t_w; on links of classes with all that hops cost.
/// `None` if the times of the classes are not known.
fn split(drawing: &Drawing<'_>, numbers: &Numbers, cost: &Cost) -> Option<(Rational, Rational)> {
    if !numbers.tables.is_empty() {
        return numbers.split(cost);
    }
    if drawing.checked.schedule().topology.classes().is_empty() {
        let (startup, words, _) = weights(drawing);
        // Without all numbers t_s and m t_w are drawn alike.
        let m = numbers.m.as_ref().filter(|_| numbers.total(cost).is_some());
        let combined = m.map(|m| m * &(&cost.gamma * &numbers.timing.gamma));
        return Some((&cost.t_s * &startup, &(&cost.t_w * &words) + &combined.unwrap_or_default()));
    }
    let startups = &cost.t_s * numbers.t_s.as_ref()?;
    let total = numbers.total(cost)?;
    Some((startups.clone(), &total - &startups))
}

/// The weights of t_s and m t_w in the bars, and their description.
fn weights(drawing: &Drawing<'_>) -> (Rational, Rational, String) {
    if let Some(Numbers { m: Some(m), t_s: Some(t_s), t_w: Some(t_w), unit, .. }) = drawing.numbers
    {
        let words = m * t_w;
        if t_s.is_positive() || words.is_positive() {
            let unit = unit.map_or_else(String::new, |unit| format!(" {unit}"));
            let said = format!("at m = {m}, t_s = {t_s}{unit}, t_w = {t_w}{unit}");
            return (t_s.clone(), words, said);
        }
    }
    (Rational::one(), Rational::one(), "drawn for t_s = m t_w".to_owned())
}

/// ` = 315 us`, where the numbers are given.
fn total(numbers: &Numbers, cost: &Cost) -> String {
    numbers.total(cost).map_or_else(String::new, |total| {
        format!(" = {total}{}", numbers.unit.map_or_else(String::new, |unit| format!(" {unit}")))
    })
}

/// A cost as MathML, which browsers draw and screen readers speak.
fn shown(cost: &Cost) -> String {
    let text = cost.to_string();
    parse(&text).map_or_else(|_| escaped(&text), |formula| formula.to_mathml())
}

/// Two bars with what they mean, or what they need.
fn bars(drawing: &Drawing<'_>, numbers: &Numbers, cost: &Cost) -> String {
    let Some(_) = split(drawing, numbers, cost) else {
        let missing = numbers.missing(Some(cost)).join(", ");
        return format!("<p>no bars without {}</p>", escaped(&missing));
    };
    let (_, _, mut said) = weights(drawing);
    let mut rest = if cost.gamma.is_zero() { "m t_w" } else { "m t_w + m γ" };
    if let Some(m) = numbers.m.as_ref().filter(|_| !numbers.tables.is_empty()) {
        (rest, said) = ("words", format!("at m = {m}, by the tables of times"));
    } else if let Some(m) = numbers.m.as_ref().filter(|_| !numbers.classes.is_empty()) {
        (rest, said) = ("words and hops", format!("at m = {m}, with the times of the classes"));
    }
    format!(
        "<div class=\"bar\" aria-hidden=\"true\"><div class=\"s\" id=\"bars\"></div>\
         <div class=\"w\" id=\"barw\"></div></div><p><span class=\"key s\"></span> {} \
         <span class=\"key w\"></span> {} ({})</p>",
        typeset("t_s"),
        typeset(rest),
        typeset(&said)
    )
}

/// The bars, the cost and the closed form.
fn section(drawing: &Drawing<'_>, numbers: &Numbers, cost: &Cost) -> String {
    let bars = bars(drawing, numbers, cost);
    let cost = numbers.decided(cost);
    let form = drawing.formula.map_or_else(String::new, |(formula, source)| {
        format!("<p>closed form ({})</p>{}", escaped(source), formula.to_mathml())
    });
    format!(
        "<section aria-labelledby=\"hc\"><h2 id=\"hc\">Cost</h2>{bars}<p>whole cost {}{}</p>{form}</section>\n",
        shown(&cost),
        escaped(&total(numbers, &cost))
    )
}

#[cfg(test)]
mod tests {
    use super::digest;

    /// The examples of FIPS 180-4; the third is longer than one block.
    #[test]
    fn is_what_the_standard_says() {
        assert_eq!(digest("abc"), "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
        assert_eq!(digest(""), "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
        let long = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        assert_eq!(digest(long), "sha256-JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE=");
    }
}
