//! A sheet of pictures with one title: in rows that are as wide as the page, with remarks below.

use super::faults::Faults;
use super::layout::labels::apart;
use super::layout::{Layout, Point, SMALL_RADIUS, at, higher, lower, whole};
use super::scene::{CAPTION_LINE, Picture, longest, picture};
use super::shape::{Class, LARGE, MARGIN, Shape, extent, printed, text, write_below};
use super::story::{Story, in_a_sentence, legend};
use super::{Drawing, Extra, Panel, classes};
use hockney_core::topology::Topology;

/// Several pictures with one title, in rows that are as wide as the page.
#[derive(Clone, Debug)]
pub(super) struct Sheet {
    pub(super) title: String,
    /// A description in words, for screen readers.
    pub(super) description: String,
    pub(super) shapes: Vec<Shape>,
    /// For some texts the arrow or vertex that they are about, both as indices of shapes.
    pub(super) owners: Vec<(usize, usize)>,
    /// How many texts have no place in their picture, and are listed below it.
    pub(super) listed: usize,
    pub(super) low: Point,
    pub(super) high: Point,
    /// What was left out so that the sheet is a page.
    pub(super) reduced: Option<String>,
}

/// Between two pictures in a row, and between two rows.
const BETWEEN: i32 = 260;

/// From a caption to its picture.
const CAPTION: i32 = 170;

/// The most columns of pictures.
const MOST_COLUMNS: usize = 6;

/// The most numbers of columns that are tried.
const MOST_TRIED: usize = 3;

/// The pictures of a sheet, in rows of so many.
pub(super) struct Grid {
    pub(super) pictures: Vec<Picture>,
    pub(super) columns: usize,
}

/// All pictures on one page, as large as they fit with every text at its place; `None` if they do not fit.
pub(super) fn page(
    drawing: &Drawing<'_>,
    story: &Story,
    natural: &Layout,
    panels: &[Panel],
    data: bool,
) -> Option<Sheet> {
    let page = drawing.width.page();
    let (wide, mut high) = (page.x - 2 * MARGIN, page.y - 2 * MARGIN - NOTES);
    let span = natural.span();
    for _ in 0..3 {
        let mut ways: Vec<Ways> = (1..=panels.len().min(MOST_COLUMNS))
            .map(|columns| Ways::of(columns, panels.len(), at(wide, high)))
            .collect();
        // Where the pictures are largest; of equal ones in more columns.
        ways.sort_by_key(|way| {
            let part = |room: i32, span: i32| room.min(span) * 100 / span.max(1);
            (
                -part(way.cell.x, span.x).min(part(way.cell.y, span.y)),
                whole(MOST_COLUMNS - way.columns),
            )
        });
        let fitted = |way: &Ways| {
            let pictures = fitted(drawing, story, natural, panels, data, way.cell)?;
            Some(Grid { pictures, columns: way.columns })
        };
        let Finished { sheet, pictures } = finished(
            drawing,
            story,
            natural,
            panels,
            ways.iter().take(MOST_TRIED).find_map(fitted)?,
        );
        let whole = sheet.high.y - sheet.low.y + 2 * MARGIN;
        if whole <= page.y {
            return Some(sheet);
        }
        // There is more below the pictures than was expected.
        high = page.y - (whole - pictures) - 10;
    }
    None
}

/// The height of what is expected below the pictures.
const NOTES: i32 = 160;

/// A number of columns and the room for each picture.
struct Ways {
    columns: usize,
    cell: Point,
}

impl Ways {
    fn of(columns: usize, count: usize, page: Point) -> Ways {
        let part = |room: i32, parts: usize| (room + BETWEEN) / whole(parts) - BETWEEN;
        let rows = count.div_ceil(columns);
        Ways { columns, cell: at(part(page.x, columns), part(page.y, rows) - CAPTION - LARGE) }
    }
}

/// How often the size of pictures is changed until they fit.
const ROUNDS: usize = 5;

/// The most nodes of a picture that keeps its proportions.
const MOST_RIGID: u32 = 16;

/// The greatest height of a picture, in thousandths of the natural one.
const HIGHEST: i32 = 1500;

/// The pictures in the room for each, if they can be read there.
fn fitted(
    drawing: &Drawing<'_>,
    story: &Story,
    natural: &Layout,
    panels: &[Panel],
    data: bool,
    cell: Point,
) -> Option<Vec<Picture>> {
    let topology = &drawing.checked.schedule().topology;
    let how = drawing.labels(panels.first()?, data);
    let widest = natural.wide_enough(longest(natural, story, panels, how, topology.nodes()));
    let caps = [natural.radius, SMALL_RADIUS, MINIMAL_RADIUS];
    let mut caps: Vec<i32> = caps.into_iter().filter(|cap| *cap <= natural.radius).collect();
    caps.dedup();
    caps.into_iter().find_map(|cap| {
        let capped = Layout { radius: cap, ..natural.clone() };
        let draw = |layout: &Layout| {
            panels.iter().map(|panel| picture(drawing, story, layout, panel, data)).collect()
        };
        into(&capped, topology, widest, cell, draw)
    })
}

/// The percentages of its width and height to which a picture is changed to be clear.
const CHANGED: [[i32; 2]; 4] = [[95, 98], [99, 92], [130, 100], [160, 100]];

/// Half the width of the nodes of crowded pictures.
const MINIMAL_RADIUS: i32 = 80;

/// The pictures at the greatest size at which they fit into a cell, if they can be read there.
fn into(
    natural: &Layout,
    topology: &Topology,
    widest: i32,
    cell: Point,
    draw: impl Fn(&Layout) -> Vec<Picture>,
) -> Option<Vec<Picture>> {
    let span = natural.span();
    let mut over = at(200, 200);
    for _ in 0..ROUNDS {
        let part = |room: i32, span: i32| room.max(0) * 1000 / span.max(1);
        let (mut wide, mut high) = (part(cell.x - over.x, span.x), part(cell.y - over.y, span.y));
        (wide, high) = (wide.min(widest), high.min(HIGHEST));
        if natural.rigid && topology.nodes() <= MOST_RIGID {
            (wide, high) = (wide.min(high).min(1000), wide.min(high).min(1000));
        } else if span.y > 0 {
            high = high.min(wide.max(1000));
        }
        let layout = natural.scaled(topology, wide, high)?;
        let pictures = draw(&layout);
        let Point { x, y } = size(&pictures);
        if x <= cell.x && y <= cell.y {
            if pictures.iter().all(Picture::is_clear) {
                return Some(pictures);
            }
            // Higher if there is room, a little smaller, or wider, texts may find their places.
            let beyond = y - whole(i64::from(span.y) * i64::from(high) / 1000);
            let tall = part(cell.y - beyond - 10, span.y).min(wide * 3 / 2).min(HIGHEST);
            let others = CHANGED.map(|[x, y]| [wide * x / 100, high * y / 100]);
            return [[wide, tall]].into_iter().chain(others).find_map(|[wide, high]| {
                let pictures = draw(&natural.scaled(topology, wide, high)?);
                let fits = size(&pictures).x <= cell.x && size(&pictures).y <= cell.y;
                Some(pictures).filter(|pictures| fits && pictures.iter().all(Picture::is_clear))
            });
        }
        let beyond =
            |all: i32, span: i32, by: i32| all - whole(i64::from(span) * i64::from(by) / 1000);
        over = at(beyond(x, span.x, wide) + 10, beyond(y, span.y, high) + 10);
    }
    None
}

impl Picture {
    /// Whether all texts have a place, where they can be read.
    pub(super) fn is_clear(&self) -> bool {
        self.notes.is_empty() && unclear(&self.shapes, &self.owners).is_empty()
    }
}

/// The room that each of some pictures needs.
fn size(pictures: &[Picture]) -> Point {
    let most = |side: &dyn Fn(&Picture) -> i32| pictures.iter().map(side).max().unwrap_or(0);
    at(most(&|p| p.high.x) + most(&|p| -p.low.x), most(&|p| p.high.y - p.low.y))
}

/// All pictures one below the other, at a size at which every text has its place, or at the largest.
pub(super) fn long(
    drawing: &Drawing<'_>,
    story: &Story,
    natural: &Layout,
    panels: &[Panel],
) -> Sheet {
    let topology = &drawing.checked.schedule().topology;
    let room = drawing.width.page().x - 2 * MARGIN;
    let least = (room - 600) * 1000 / natural.span().x.max(1);
    let draw = |wide: i32| {
        let layout = natural.scaled(topology, wide, wide.max(1000))?;
        Some(panels.iter().map(|p| picture(drawing, story, &layout, p, true)).collect::<Vec<_>>())
    };
    let mut best = Vec::new();
    for wide in [least.min(1000), 1000, 1400, 2000, 3000] {
        let Some(pictures) = draw(wide) else { continue };
        let listed = |all: &[Picture]| all.iter().map(|p| p.notes.len()).sum::<usize>();
        if best.is_empty() || listed(&pictures) < listed(&best) {
            best = pictures;
        }
        if listed(&best) == 0 {
            break;
        }
    }
    for picture in best.iter_mut().filter(|picture| !picture.notes.is_empty()) {
        let width = (picture.high.x - picture.low.x).max(room);
        write_below(&mut picture.shapes, Class::Note, &[picture.notes.join("; ")], width);
        picture.high = extent(&picture.shapes).1;
    }
    finished(drawing, story, natural, panels, Grid { pictures: best, columns: 1 }).sheet
}

/// A sheet, and how high its pictures are.
pub(super) struct Finished {
    pub(super) sheet: Sheet,
    pictures: i32,
}

/// The pictures in rows, with captions, and remarks below.
pub(super) fn finished(
    drawing: &Drawing<'_>,
    story: &Story,
    natural: &Layout,
    panels: &[Panel],
    grid: Grid,
) -> Finished {
    let listed = grid.pictures.iter().map(|picture| picture.notes.len()).sum();
    let keyed = grid.pictures.iter().any(|picture| picture.keyed);
    let left = grid.pictures.iter().map(|p| p.low.x).min().unwrap_or(0);
    let width = grid.pictures.iter().map(|p| p.high.x).max().unwrap_or(0) - left;
    let (mut shapes, mut owners, mut down) = (Vec::new(), Vec::new(), 0);
    for row in rows(grid.pictures, grid.columns) {
        // Captions are in a line, above the highest of the pictures.
        let top = row.iter().map(|p| p.low.y).min().unwrap_or(0) - CAPTION;
        let bottom = row.iter().map(|p| p.high.y).max().unwrap_or(0);
        for (i, picture) in (0..).zip(row) {
            let by = at(i * (width + BETWEEN) - left, down - top);
            let first = shapes.len();
            owners.extend(picture.owners.iter().map(|(a, b)| (a + first, b + first)));
            shapes.extend(picture.shapes.into_iter().map(|shape| shape.moved(by)));
            for (nth, line) in (0..).zip(picture.caption) {
                let place = at(picture.middle, top + nth * CAPTION_LINE);
                shapes.push(text(Class::Caption, place, LARGE, line).moved(by));
            }
        }
        down += bottom - top + BETWEEN;
    }
    let (low, high) = extent(&shapes);
    let room = (high.x - low.x).max(drawing.width.page().x - 2 * MARGIN);
    let notes = legends(drawing, story, natural, &shapes, panels);
    write_below(&mut shapes, Class::Note, &notes, room);
    let looks = if keyed { story.steps.len() } else { 0 };
    classes::legend(&drawing.checked.schedule().topology, &mut shapes, room, looks);
    let description = description(drawing, story, panels);
    let sheet =
        Sheet { owners, listed, ..Sheet::of(drawing.title.to_owned(), description, shapes) };
    Finished { sheet, pictures: high.y - low.y }
}

impl Sheet {
    /// Shapes of which no text belongs to another.
    pub(super) fn of(title: String, description: String, shapes: Vec<Shape>) -> Sheet {
        let (low, high) = extent(&shapes);
        let (owners, reduced) = (Vec::new(), None);
        Sheet { title, description, shapes, owners, listed: 0, low, high, reduced }
    }
}

/// What each kind of mark means, as far as it occurs.
fn legends(
    drawing: &Drawing<'_>,
    story: &Story,
    natural: &Layout,
    shapes: &[Shape],
    panels: &[Panel],
) -> Vec<String> {
    let texts = |of: fn(Class) -> bool| {
        shapes.iter().filter_map(move |shape| match shape {
            Shape::Text(class, .., words) if of(*class) => Some(words.as_str()),
            _ => None,
        })
    };
    let about_data = |class| matches!(class, Class::Label(_) | Class::Holds | Class::Note);
    let used = |sign: &str| texts(about_data).any(|words| words.contains(sign));
    let busy;
    let topology = &drawing.checked.schedule().topology;
    let mut notes: Vec<&str> = Vec::new();
    for phase in &drawing.checked.schedule().phases {
        let meant = legend(phase.instance()).into_iter().filter(|[sign, _]| used(sign));
        for [_, words] in meant {
            if !notes.contains(&words) {
                notes.push(words);
            }
        }
    }
    let has = |class: &dyn Fn(Class) -> bool| {
        shapes.iter().any(|shape| match shape {
            Shape::Line(of, _) | Shape::Circle(of, ..) => class(*of),
            _ => false,
        })
    };
    let several = panels.iter().any(|panel| drawing.labels(panel, true).steps);
    let arrows = has(&|class| matches!(class, Class::Arrow(_) | Class::Exchange(_)));
    if several && arrows {
        notes.push("The number at an arrow is its step.");
    }
    if has(&|class| matches!(class, Class::Exchange(_)))
        && texts(|class| matches!(class, Class::Label(_))).any(|words| words.contains('('))
    {
        notes.push("At an arrow with two heads, data are beside the node that sends them.");
    }
    if panels.iter().any(|panel| panel.steps().start == 0) && story.is_own(topology.nodes()) {
        notes.push("Node i begins with (i).");
    }
    if has(&|class| class == Class::Holder) {
        notes.push("A filled node has the message.");
    }
    if has(&|class| class == Class::Busy) {
        // Such as `x4 each way`.
        let load =
            |words: &str| Some(words.strip_prefix('x')?.split([' ', ',']).next()?.to_owned());
        let load = texts(|class| class == Class::FaultText).find_map(load);
        let load = load.unwrap_or_else(|| "2".to_owned());
        busy = format!("A red link carries more messages than it can; x{load}: {load} of them.");
        notes.push(&busy);
    }
    if drawing.extra == Extra::Routes && has(&|class| class == Class::Light) {
        notes.push("The strong arrows share one link.");
    }
    if !natural.cut.is_empty() {
        notes.push("A line that ends at a side goes on at the opposite side.");
    }
    let drawn = natural.drawn(topology).len();
    if drawn == 0 && topology.nodes() > 1 {
        notes.push("Links are not drawn.");
    } else if !natural.hidden.is_empty() {
        notes.push("Links that would pass over nodes are not drawn.");
    }
    vec![notes.join(" ")].into_iter().filter(|note| !note.is_empty()).collect()
}

/// The pictures in rows of so many.
fn rows<T>(pictures: Vec<T>, columns: usize) -> Vec<Vec<T>> {
    let mut rows: Vec<Vec<T>> = Vec::new();
    for picture in pictures {
        match rows.last_mut().filter(|row| row.len() < columns) {
            Some(row) => row.push(picture),
            None => rows.push(vec![picture]),
        }
    }
    rows
}

/// The first messages of each step that is drawn, and the faults in words.
pub(super) fn description(drawing: &Drawing<'_>, story: &Story, panels: &[Panel]) -> String {
    let mut lines = Vec::new();
    let drawn = |k: usize| panels.iter().any(|panel| panel.steps().contains(&k));
    let steps = story.steps.iter().enumerate().filter(|(k, _)| drawn(*k));
    for (k, messages) in steps.take(32) {
        let arrows: Vec<String> =
            messages.iter().take(16).map(|sent| format!("{} to {}", sent.from, sent.to)).collect();
        let more = messages.len().saturating_sub(16);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        lines.push(format!("Step {}: {}{more}.", k + 1, arrows.join(", ")));
    }
    for (panel, words) in panels.iter().zip(drawing.captions) {
        lines.extend(words.map(|words| format!("Above {}: {words}.", panel.caption())));
    }
    for after in panels.iter().filter_map(|panel| panel.after(story.steps.len())) {
        let nodes = drawing.checked.schedule().topology.nodes();
        let held =
            story.beside(after, nodes).into_iter().enumerate().filter(|(_, held)| !held.is_empty());
        let held: Vec<String> = held
            .take(16)
            .map(|(node, held)| format!("{node} holds {}", in_a_sentence(&held)))
            .collect();
        let more = if nodes > 16 { ", and others" } else { "" };
        lines.push(format!("After step {after}: {}{more}.", held.join(", ")));
    }
    let alone = drawing.panels.len() == 1;
    let faults = panels.iter().map(|panel| {
        Faults::of(drawing.checked, &panel.steps(), panel.ends(story.steps.len(), alone)).words
    });
    lines.extend(faults.flatten().take(16).map(|fault| format!("Fault: {fault}.")));
    lines.join(" ")
}

/// A text: its middle, half its sizes, and its words.
pub(super) struct TextBox<'a>(pub(super) Point, pub(super) Point, pub(super) &'a str);

impl TextBox<'_> {
    pub(super) fn of(shape: &Shape) -> Option<TextBox<'_>> {
        match shape {
            Shape::Text(class, anchor, place, letters, words) => {
                let size = printed(*class, words, *letters);
                Some(TextBox(anchor.middle(*place, size.x), size, words))
            }
            _ => None,
        }
    }

    fn on(&self, other: &TextBox<'_>) -> bool {
        (self.0.x - other.0.x).abs() < self.1.x + other.1.x
            && (self.0.y - other.0.y).abs() < self.1.y + other.1.y
    }
}

/// What texts belong to, and what they must not lie on.
enum Thing {
    /// The points of an arrow or a boundary.
    Arrow(Vec<Point>),
    /// The middle of a node or a switch, and how wide it is.
    Vertex(Point, i32),
}

impl Thing {
    fn of(shape: &Shape) -> Option<Thing> {
        match shape {
            Shape::Line(
                Class::Arrow(_) | Class::Exchange(_) | Class::Light | Class::Fault,
                curve,
            ) => Some(Thing::Arrow(curve.samples(if curve.parts.len() > 1 { 50 } else { 100 }))),
            Shape::Circle(Class::Node | Class::Holder, place, r)
            | Shape::Square(Class::Switch | Class::Cell(_), place, r) => {
                Some(Thing::Vertex(*place, *r))
            }
            _ => None,
        }
    }

    /// How far it is from a text, in tenths.
    fn from(&self, text: &TextBox<'_>) -> i64 {
        let far = |at: &Point| apart(*at, text.0, text.1).isqrt();
        match self {
            Thing::Arrow(points) => points.iter().map(far).min().unwrap_or(i64::MAX),
            Thing::Vertex(place, r) => (far(place) - i64::from(*r)).max(0),
        }
    }

    fn is_vertex(&self) -> bool {
        matches!(self, Thing::Vertex(..))
    }
}

/// Texts on texts, on vertices, on arrows and beyond the paper, and texts that are nearer to another arrow or
/// vertex than to their own; arrows through nodes, and along other arrows.
pub(super) fn collisions(sheet: &Sheet) -> Vec<String> {
    let mut found = unclear(&sheet.shapes, &sheet.owners);
    for TextBox(middle, half, words) in sheet.shapes.iter().filter_map(TextBox::of) {
        let (low, high) = (middle.plus(-half.x, -half.y), middle.plus(half.x, half.y));
        let inside = |a: Point, b: Point| a.x <= b.x && a.y <= b.y;
        if !inside(sheet.low, low) || !inside(high, sheet.high) {
            found.push(format!("`{words}` is beyond the paper"));
        }
    }
    found
}

/// What of this could be misread.
fn unclear(shapes: &[Shape], owners: &[(usize, usize)]) -> Vec<String> {
    let mut found = Vec::new();
    let texts: Vec<TextBox<'_>> = shapes.iter().filter_map(TextBox::of).collect();
    for (i, text) in texts.iter().enumerate() {
        let others = texts[..i].iter().filter(|other| text.on(other));
        found.extend(others.map(|other| format!("`{}` is on `{}`", text.2, other.2)));
    }
    let things: Vec<Option<Thing>> = shapes.iter().map(Thing::of).collect();
    let all = || things.iter().flatten();
    for shape in shapes {
        // The name of a node is in it.
        let inside = matches!(shape, Shape::Text(Class::Name | Class::Bits, ..));
        let Some(text) = TextBox::of(shape).filter(|_| !inside) else { continue };
        for thing in all().filter(|thing| thing.from(&text) == 0) {
            let what = if thing.is_vertex() { "a node" } else { "an arrow" };
            found.push(format!("`{}` is on {what}", text.2));
        }
    }
    for (text, owner) in owners {
        let (text, owner) = (shapes.get(*text), things.get(*owner));
        let Some((text, owner)) = text.and_then(TextBox::of).zip(owner.and_then(Option::as_ref))
        else {
            continue;
        };
        let own = owner.from(&text);
        let alike = all().filter(|thing| thing.is_vertex() == owner.is_vertex());
        if alike.map(|thing| thing.from(&text)).any(|other| other < own) {
            found.push(format!("`{}` is nearer to another than to its own", text.2));
        }
    }
    let arrows: Vec<&Vec<Point>> = all()
        .filter_map(|thing| if let Thing::Arrow(points) = thing { Some(points) } else { None })
        .collect();
    let vertices: Vec<(Point, i32)> = all()
        .filter_map(
            |thing| if let Thing::Vertex(place, r) = thing { Some((*place, *r)) } else { None },
        )
        .collect();
    let near = |a: &Point, b: &Point, r: i32| {
        (a.x - b.x).abs() < r
            && (a.y - b.y).abs() < r
            && (a.x - b.x).pow(2) + (a.y - b.y).pow(2) < r.pow(2)
    };
    for (i, arrow) in arrows.iter().enumerate() {
        let through = |(place, r): &&(Point, i32)| arrow.iter().any(|at| near(at, place, *r));
        found.extend(
            vertices.iter().filter(through).map(|_| "an arrow passes through a node".to_owned()),
        );
        let along = |other: &&&Vec<Point>| {
            if !meet(arrow, other) {
                return false;
            }
            let hidden = |at: &&Point| other.iter().any(|point| near(at, point, HIDDEN));
            arrow.iter().filter(hidden).count() * 4 > arrow.len()
        };
        found.extend(
            arrows[..i].iter().filter(along).map(|_| "an arrow lies on another".to_owned()),
        );
    }
    found
}

/// Whether two arrows are in the same part of the paper.
fn meet(a: &[Point], b: &[Point]) -> bool {
    let corners = |points: &[Point]| {
        let low = points.iter().copied().reduce(lower).unwrap_or_default();
        (low, points.iter().copied().reduce(higher).unwrap_or_default())
    };
    let ((low, high), (other_low, other_high)) = (corners(a), corners(b));
    let apart = |a: i32, b: i32| a > b + HIDDEN;
    !(apart(low.x, other_high.x)
        || apart(other_low.x, high.x)
        || apart(low.y, other_high.y)
        || apart(other_low.y, high.y))
}

/// The distance at which an arrow hides another.
const HIDDEN: i32 = 22;

#[cfg(test)]
mod tests {
    use super::super::layout::at;
    use super::super::layout::curve::link;
    use super::*;

    /// A node, an arrow below it and another one, and texts.
    fn found(texts: &[(Point, &str)], owners: &[(usize, usize)]) -> Vec<String> {
        let arrow = |y| Shape::Line(Class::Arrow(0), link(at(-500, y), &[], at(500, y)));
        let mut shapes = vec![Shape::Circle(Class::Node, at(0, 0), 125), arrow(300), arrow(700)];
        let label = |(place, words): &(Point, &str)| {
            text(Class::Label(0), *place, 110, (*words).to_owned())
        };
        shapes.extend(texts.iter().map(label));
        let owners = owners.to_vec();
        let (low, high) = (at(-600, -200), at(600, 900));
        let (title, description) = (String::new(), String::new());
        let reduced = None;
        collisions(&Sheet { title, description, shapes, owners, listed: 0, low, high, reduced })
    }

    #[test]
    fn each_kind_of_collision_is_found() {
        let apart = [(at(0, 400), "(0-3)"), (at(0, 600), "(4-7)")];
        assert_eq!(found(&apart, &[(3, 1), (4, 2)]), [""; 0]);
        assert_eq!(
            found(&apart, &[(3, 2), (4, 1)]),
            [
                "`(0-3)` is nearer to another than to its own",
                "`(4-7)` is nearer to another than to its own"
            ]
        );
        let over = [(at(0, 400), "(0-3)"), (at(150, 450), "(4-7)")];
        assert_eq!(found(&over, &[]), ["`(4-7)` is on `(0-3)`"]);
        assert_eq!(found(&[(at(100, 100), "1")], &[]), ["`1` is on a node"]);
        assert_eq!(found(&[(at(150, 150), "1")], &[]), [""; 0]);
        assert_eq!(found(&[(at(500, 400), "(0-3)")], &[]), ["`(0-3)` is beyond the paper"]);
    }
}
