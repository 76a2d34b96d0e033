//! A chart of nodes and time, for schedules whose arrows find no room on a picture of the machine: a line for each node, and
//! each message as an arrow from the line of its sender to that of its receiver, beside those of the same step.

use std::collections::BTreeMap;

use super::lanes::Labels;
use super::layout::curve::{ArrowStop, link, straight};
use super::layout::{LEAST_RADIUS, Layout, Point, SMALL_RADIUS, at, higher, links, whole};
use super::scene::{LINE, Picture, in_lines};
use super::shape::{Class, LARGE, MARGIN, SMALL, Shape, extent, path, printed, text, write_below};
use super::sheet::{self, Grid, Sheet, TextBox};
use super::story::{Story, THE_BLOCK, ToldMessage, in_a_sentence, is_count};
use super::{Drawing, Panel};
use hockney_core::topology::Vertex;

/// From an arrow to its label, and to the label of the next arrow.
const OWN: i32 = 22;
const NEXT: i32 = 30;
/// The room of an arrow without a label.
const BARE: i32 = 64;
/// From the nodes to the first lane, and from one node to the next at most.
const OFF: i32 = 14;
const FURTHEST: i32 = 600;
/// From the end of an exchange to what its node sends.
const INSIDE: i32 = 90;
/// The most rows of data below the nodes.
const MOST_ROWS: i32 = 3;
/// How often the size is changed until it fits, and by how much more than is over.
const ROUNDS: usize = 3;
const MORE: i32 = 40;

/// How a chart is drawn.
struct Chart<'a> {
    story: &'a Story,
    nodes: u32,
    /// By node, how many nodes are before it.
    places: Vec<i32>,
    how: Labels,
    /// Whether an exchange is one arrow with two heads.
    paired: bool,
    /// Whether the nodes are drawn between any two steps.
    often: bool,
    /// Whether time goes down, or to the right.
    down: bool,
    /// From one node to the next.
    pitch: i32,
}

/// What is drawn, and for some texts the arrow or node that they are about, both as indices of shapes.
#[derive(Default)]
struct Drawn {
    shapes: Vec<Shape>,
    owners: Vec<(usize, usize)>,
}

/// An arrow of a chart, with the part of the line of nodes that it takes with its labels.
struct Bar<'a> {
    sent: &'a ToldMessage,
    labels: Vec<String>,
    low: i32,
    high: i32,
}

/// All steps as a chart on a page.
pub(super) fn page(
    drawing: &Drawing<'_>,
    story: &Story,
    natural: &Layout,
    data: bool,
) -> Option<Sheet> {
    let topology = &drawing.checked.schedule().topology;
    let nodes = topology.nodes();
    let numbers: Vec<Vertex> = (0..nodes).collect();
    let tour = topology.network().tour_order().map(<[Vertex]>::to_vec);
    let hidden = links(topology).into_iter().collect();
    let bare = Layout { hidden, cut: BTreeMap::new(), ..natural.clone() };
    let panels = Panel::all(story.steps.len());
    let how = Labels { steps: false, data };
    let orders: Vec<Vec<Vertex>> = [numbers].into_iter().chain(tour).collect();
    let drawn = |order: &[Vertex], [alone, often, down]: [bool; 3]| {
        let mut places = vec![0; order.len()];
        (0..).zip(order).for_each(|(place, node)| places[*node as usize] = place);
        let mut chart =
            Chart { story, nodes, places, how, paired: !alone, often, down, pitch: FURTHEST };
        let page = drawing.width.page().plus(-2 * MARGIN, -2 * MARGIN);
        let mut room = page.plus(0, -3 * LARGE);
        for _ in 0..ROUNDS {
            let pictures = vec![chart.picture(room)?];
            let grid = Grid { pictures, columns: 1 };
            let sheet = sheet::finished(drawing, story, &bare, &panels, grid).sheet;
            let over = |low: i32, high: i32, page: i32| (high - low - page).max(-MORE) + MORE;
            let wide = over(sheet.low.x, sheet.high.x, page.x);
            let high = over(sheet.low.y, sheet.high.y, page.y);
            if wide <= MORE && high <= MORE {
                return Some(sheet);
            }
            room = room.plus(-wide, -high);
        }
        None
    };
    let ways = || (0..8).map(|way: u32| [4, 2, 1].map(|bit| way & bit == 0));
    orders.iter().find_map(|order| ways().find_map(|way| drawn(order, way)))
}

/// What is written beside the arrows of a step.
fn caption(step: usize) -> String {
    format!("step {step}")
}

impl<'a> Chart<'a> {
    /// From one node to the next, where they and the captions are in the room; `None` if their numbers are not.
    fn pitch(&self, room: Point) -> Option<i32> {
        let words = self.half(&caption(self.story.steps.len())).0;
        let room = if self.down { room.x } else { room.y } - 2 * (words + OFF);
        let pitch = (room / whole(self.nodes.max(1))).min(FURTHEST);
        (pitch >= 2 * self.half(&self.nodes.to_string()).0).then_some(pitch)
    }

    /// The place so far along the nodes, at a time.
    fn at(&self, along: i32, time: i32) -> Point {
        if self.down { at(along, time) } else { at(time, along) }
    }

    /// A text in one line where there is room for it.
    fn in_lines(&self, words: &str) -> Vec<String> {
        if self.down { vec![words.to_owned()] } else { in_lines(words, SMALL) }
    }

    /// Half the sizes of a text along the nodes, and along time.
    fn half(&self, words: &str) -> (i32, i32) {
        let lines = self.in_lines(words);
        let sizes = lines.iter().map(|line| printed(Class::Name, line, SMALL));
        let Point { x, y } = sizes.reduce(higher).unwrap_or_default();
        let y = y + (whole(lines.len()) - 1) * SMALL * LINE / 100;
        if self.down { (x + 12, y) } else { (y, x) }
    }

    /// Writes a text; what is in one line is nearest to its owner.
    fn write(
        &self,
        drawn: &mut Drawn,
        class: Class,
        place: Point,
        words: &str,
        owner: Option<usize>,
    ) {
        let lines = self.in_lines(words);
        let last = whole(lines.len()) - 1;
        drawn.owners.extend(owner.filter(|_| last == 0).map(|owner| (drawn.shapes.len(), owner)));
        for (nth, line) in (0..).zip(lines) {
            let place = place.plus(0, (2 * nth - last) * SMALL * LINE / 100);
            drawn.shapes.push(text(class, place, SMALL, line));
        }
    }

    fn along(&self, node: Vertex) -> i32 {
        self.places[node as usize] * self.pitch
    }

    /// Half a pitch before the first node, and after the last one.
    fn edges(&self) -> [i32; 2] {
        [-self.pitch / 2, whole(self.nodes) * self.pitch - self.pitch / 2]
    }

    /// Half the width of a node, where there is room for circles.
    fn radius(&self) -> Option<i32> {
        let radius = (self.pitch / 2 - 10).min(SMALL_RADIUS);
        (radius > LEAST_RADIUS).then_some(radius)
    }

    /// How far the nodes after a step reach along time, if they are drawn.
    fn reach(&self, after: usize) -> i32 {
        let ends = after == 0 || after == self.story.steps.len();
        let name = self.half(&self.nodes.to_string()).1 + OWN;
        if self.often || ends { self.radius().unwrap_or(name) } else { 0 }
    }

    /// The messages of a step in lanes, in which none is beside another.
    fn lanes(&self, messages: &'a [ToldMessage]) -> Vec<Vec<Bar<'a>>> {
        let alike = messages.iter().any(|sent| is_count(&sent.blocks));
        let mut known: BTreeMap<(Vertex, Vertex), usize> = BTreeMap::new();
        let mut bars: Vec<Bar<'_>> = Vec::new();
        for sent in messages {
            let label = if self.how.data { sent.label(alike) } else { String::new() };
            let [from, to] = [sent.from, sent.to].map(|node| self.along(node));
            let wide = if label.is_empty() { 0 } else { self.half(&label).0 };
            let fits = |bar: &&mut Bar<'_>| {
                let both = wide + self.half(&bar.labels[0]).0 + INSIDE;
                bar.labels.len() == 1 && 2 * both <= (to - from).abs()
            };
            let back = known.get(&(sent.to, sent.from)).filter(|_| self.paired);
            if let Some(bar) = back.and_then(|back| bars.get_mut(*back)).filter(fits) {
                bar.labels.push(label);
                (bar.low, bar.high) = (from.min(to), from.max(to));
                continue;
            }
            known.insert((sent.from, sent.to), bars.len());
            let middle = self.middle(from, to, wide);
            let (low, high) = (from.min(to).min(middle - wide), from.max(to).max(middle + wide));
            bars.push(Bar { sent, labels: vec![label], low, high });
        }
        bars.sort_by_key(|bar| (bar.low, bar.high));
        let mut lanes: Vec<Vec<Bar<'_>>> = Vec::new();
        for bar in bars {
            let free = |lane: &&mut Vec<Bar<'_>>| lane.last().is_none_or(|b| b.high <= bar.low);
            match lanes.iter_mut().find(free) {
                Some(lane) => lane.push(bar),
                None => lanes.push(vec![bar]),
            }
        }
        lanes
    }

    /// The middle of a label between the ends of its arrow, on the paper.
    fn middle(&self, from: i32, to: i32, wide: i32) -> i32 {
        let [first, last] = self.edges();
        i32::midpoint(from, to).min(last - wide).max(first + wide)
    }

    /// How long a lane is along time.
    fn thick(&self, lane: &[Bar<'_>]) -> i32 {
        let labels = lane.iter().flat_map(|bar| &bar.labels).filter(|label| !label.is_empty());
        let most = labels.map(|label| 2 * self.half(label).1).max();
        most.map_or(BARE, |most| most + OWN + NEXT)
    }

    /// The chart, if it fits into the room.
    fn picture(&mut self, room: Point) -> Option<Picture> {
        self.pitch = self.pitch(room)?;
        let chart = &*self;
        let steps: Vec<Vec<Vec<Bar<'_>>>> =
            chart.story.steps.iter().map(|messages| chart.lanes(messages)).collect();
        let mut times = vec![0];
        for (k, lanes) in steps.iter().enumerate() {
            let nodes = chart.reach(k) + chart.reach(k + 1) + 2 * OFF;
            let long = lanes.iter().map(|lane| chart.thick(lane)).sum::<i32>();
            times.push(times[k] + nodes + long.max(2 * chart.half(&caption(k + 1)).1));
        }
        if *times.last()? > if chart.down { room.y } else { room.x } {
            return None;
        }
        let mut drawn = Drawn::default();
        for (k, lanes) in steps.iter().enumerate() {
            let words = caption(k + 1);
            let before = chart.edges()[0] - chart.half(&words).0 - OFF;
            let place = chart.at(before, i32::midpoint(times[k], times[k + 1]));
            chart.write(&mut drawn, Class::Note, place, &words, None);
            let mut time = times[k] + chart.reach(k) + OFF;
            for lane in lanes {
                for bar in lane {
                    chart.arrow(&mut drawn, k, bar, time);
                }
                time += chart.thick(lane);
            }
        }
        for (after, time) in times.iter().enumerate().filter(|(k, _)| chart.reach(*k) > 0) {
            chart.nodes_at(&mut drawn, after, *time)?;
        }
        let Drawn { shapes: marks, mut owners } = drawn;
        let mut shapes = chart.lines(&times, &marks);
        for (text, owner) in &mut owners {
            (*text, *owner) = (*text + shapes.len(), *owner + shapes.len());
        }
        shapes.extend(marks);
        // A legend says what each of many nodes begins with.
        let is_open = |after| after > 0 || !chart.story.is_own(chart.nodes);
        let said = |(after, when)| {
            let words = chart.said(after).filter(|_| is_open(after))?;
            Some(format!("At the {when} {words}."))
        };
        let said = [(0, "start"), (steps.len(), "end")].into_iter().filter_map(said);
        let time = if chart.down { "down" } else { "to the right" };
        let lines = format!("A line is a node, and time goes {time}.");
        let said: Vec<String> = [lines].into_iter().chain(said).collect();
        write_below(&mut shapes, Class::Note, &[said.join(" ")], room.x);
        let (low, high) = extent(&shapes);
        let caption = vec![Panel::Steps { first: 1, last: steps.len() }.caption()];
        let (middle, notes) = (i32::midpoint(low.x, high.x), Vec::new());
        let picture = Picture { shapes, owners, notes, low, high, caption, middle, keyed: false };
        picture.is_clear().then_some(picture)
    }

    /// What nodes have after a step, if it can be said of all of them.
    fn said(&self, after: usize) -> Option<String> {
        let held = self.story.beside(after, self.nodes);
        let mut some = held.iter().enumerate().filter(|(_, held)| !held.is_empty());
        let (node, words) = some.next()?;
        let whole = in_a_sentence(words);
        if some.next().is_none() {
            return Some(format!("node {node} has {whole}"));
        }
        if held.iter().enumerate().all(|(node, held)| *held == format!("({node})")) {
            return Some("node i has (i)".to_owned());
        }
        held.iter().all(|other| other == words).then(|| format!("each node has {whole}"))
    }

    /// The lines of the nodes, from one drawing of them to the next but not through texts, and else a boundary between
    /// steps.
    fn lines(&self, times: &[i32], marks: &[Shape]) -> Vec<Shape> {
        let turned = |at: Point| if self.down { at } else { self.at(at.x, at.y) };
        let texts = marks.iter().filter_map(TextBox::of);
        let mut texts: Vec<[Point; 2]> =
            texts.map(|TextBox(middle, half, _)| [turned(middle), turned(half)]).collect();
        texts.sort_unstable_by_key(|[middle, half]| middle.y - half.y);
        let mut shapes = Vec::new();
        let ends: Vec<usize> = (0..times.len()).filter(|after| self.reach(*after) > 0).collect();
        for pair in ends.windows(2) {
            let [from, to] = [pair[0], pair[1]];
            let (start, end) = (times[from] + self.reach(from), times[to] - self.reach(to));
            for along in self.places.iter().map(|place| place * self.pitch) {
                let over = |[middle, half]: &&[Point; 2]| (middle.x - along).abs() < half.x;
                let gaps = texts.iter().filter(over);
                let gaps = gaps.map(|[middle, half]| [middle.y - half.y, middle.y + half.y]);
                let mut from = start;
                for [low, high] in gaps.chain([[end, end]]) {
                    let to = low.min(end);
                    if from < to {
                        let line = link(self.at(along, from), &[], self.at(along, to));
                        shapes.push(Shape::Line(Class::Link, line));
                    }
                    from = from.max(high);
                }
            }
        }
        for (_, time) in times.iter().enumerate().filter(|(after, _)| !ends.contains(after)) {
            let [first, last] = self.edges().map(|along| self.at(along, *time));
            shapes.push(Shape::Line(Class::Boundary, link(first, &[], last)));
        }
        shapes
    }

    /// An arrow with its labels: above it where time goes down, else at its right.
    fn arrow(&self, drawn: &mut Drawn, step: usize, bar: &Bar<'_>, time: i32) {
        let long = bar.labels.iter().map(|label| self.half(label).1).max().unwrap_or(0);
        let line = if bar.labels.iter().all(String::is_empty) {
            time + BARE / 2
        } else if self.down {
            time + 2 * long + OWN
        } else {
            time + NEXT
        };
        let ends = [bar.sent.from, bar.sent.to].map(|node| self.along(node));
        let [from, to] = ends.map(|along| ArrowStop { at: self.at(along, line), beside: 0 });
        let (curve, head) = straight(from, to, 0);
        let is_exchange = bar.labels.len() > 1;
        let back = curve.head_back().filter(|_| is_exchange);
        let class = if back.is_some() { Class::Exchange(step) } else { Class::Arrow(step) };
        let arrow = drawn.shapes.len();
        drawn.shapes.push(Shape::Line(class, curve));
        let heads = [head].into_iter().chain(back);
        drawn.shapes.extend(heads.map(|head| path(Class::Cell(step), head)));
        let way = (ends[1] - ends[0]).signum();
        for (nth, label) in bar.labels.iter().enumerate().filter(|(_, words)| !words.is_empty()) {
            let (wide, long) = self.half(label);
            // What a node sends is nearer to it.
            let inside = if nth == 0 { way } else { -way } * (INSIDE + wide);
            let middle = self.middle(ends[0], ends[1], wide);
            let along = if is_exchange { ends[nth] + inside } else { middle };
            let beside = if self.down { line - OWN - long } else { line + OWN + long };
            self.write(drawn, Class::Label(step), self.at(along, beside), label, Some(arrow));
        }
    }

    /// The nodes at a time, and before the first and after the last step what they have. `None` if that has no room.
    fn nodes_at(&self, drawn: &mut Drawn, after: usize, time: i32) -> Option<()> {
        let is_end = after == self.story.steps.len();
        let mut held = self.story.beside(after, self.nodes);
        let is_written = (after == 0 || is_end) && self.said(after).is_none();
        held.retain(|held| is_written && *held != THE_BLOCK);
        let sizes = held.iter().map(|words| self.half(words));
        let (wide, long) = sizes.fold((0, 0), |a, b| (a.0.max(b.0), a.1.max(b.1)));
        let rows = if self.down { (2 * wide + self.pitch - 1) / self.pitch } else { 1 };
        if rows > MOST_ROWS {
            return None;
        }
        for node in 0..self.nodes {
            let place = self.at(self.along(node), time);
            let full = self.story.holds(after, node) == THE_BLOCK;
            let class = if full { Class::Holder } else { Class::Node };
            let circle = self.radius().map(|radius| Shape::Circle(class, place, radius));
            let owner = circle.as_ref().map(|_| drawn.shapes.len());
            drawn.shapes.extend(circle);
            drawn.shapes.push(text(Class::Name, place, SMALL, node.to_string()));
            let Some(words) = held.get(node as usize).filter(|held| !held.is_empty()) else {
                continue;
            };
            let row = self.places[node as usize] % rows;
            let by = self.reach(after) + OWN + long + row * 2 * (long + OWN);
            let place = self.at(self.along(node), if is_end { time + by } else { time - by });
            self.write(drawn, Class::Holds, place, words, owner);
        }
        Some(())
    }
}
