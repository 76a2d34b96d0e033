//! A sheet of pictures with one title: in rows that are as wide as the page, with remarks below.

use super::faults::Faults;
use super::layout::labels::apart;
use super::layout::{Layout, Point, at, whole};
use super::scene::{Picture, longest, picture};
use super::shape::{Class, LARGE, MARGIN, Shape, extent, printed, text, write_below};
use super::story::{Story, in_a_sentence, legend};
use super::{Drawing, Extra, Panel, Width, classes};

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
}

/// Between two pictures in a row, and between two rows.
const BETWEEN: i32 = 280;

/// From a caption to its picture.
const CAPTION: i32 = 190;

/// All pictures.
pub(super) fn sheet(drawing: &Drawing<'_>, story: &Story, panels: &[Panel]) -> Sheet {
    let (mut pictures, mut columns) = fitted(drawing, story, panels, false);
    let page = drawing.width.tenths() - 2 * MARGIN;
    if across(&pictures).1 > page && panels.len() <= MOST_FITTED {
        // Names of blocks are what is too wide.
        let (counted, of) = fitted(drawing, story, panels, true);
        if across(&counted).1 <= page {
            (pictures, columns) = (counted, of);
        }
    }
    let listed = pictures.iter().map(|picture| picture.listed).sum();
    let cut = pictures.iter().any(|picture| picture.cut);
    let (left, width) = across(&pictures);
    let (mut shapes, mut owners, mut down) = (Vec::new(), Vec::new(), 0);
    for row in rows(pictures, columns) {
        // Captions are in a line, above the highest of the pictures.
        let top = row.iter().map(|p| p.low.y).min().unwrap_or(0) - CAPTION;
        let bottom = row.iter().map(|p| p.high.y).max().unwrap_or(0);
        for (i, picture) in (0..).zip(row) {
            let by = at(i * (width + BETWEEN) - left, down - top);
            let caption = at(picture.middle, top);
            let first = shapes.len();
            owners.extend(picture.owners.iter().map(|(a, b)| (a + first, b + first)));
            shapes.extend(picture.shapes.into_iter().map(|shape| shape.moved(by)));
            shapes.push(text(Class::Caption, caption, LARGE, picture.caption).moved(by));
        }
        down += bottom - top + BETWEEN;
    }
    let (low, high) = extent(&shapes);
    let (width, height) = (high.x - low.x, high.y - low.y);
    let mut notes = legends(drawing, &shapes);
    if cut {
        notes.push("A line that ends at a side goes on at the opposite side.".to_owned());
    }
    let remarks = remarks(drawing.width, width + 2 * MARGIN, height + 2 * MARGIN, panels.len());
    let room = drawing.width.tenths() - 2 * MARGIN;
    notes.extend(remarks);
    write_below(&mut shapes, Class::Note, &notes, width.max(room));
    classes::legend(&drawing.checked.schedule().topology, &mut shapes, width.max(room));
    let description = description(drawing, story, panels);
    Sheet { owners, listed, ..Sheet::of(drawing.title.to_owned(), description, shapes) }
}

impl Sheet {
    /// Shapes of which no text belongs to another.
    pub(super) fn of(title: String, description: String, shapes: Vec<Shape>) -> Sheet {
        let (low, high) = extent(&shapes);
        Sheet { title, description, shapes, owners: Vec::new(), listed: 0, low, high }
    }
}

/// What the notation of the texts means, as far as it is used.
fn legends(drawing: &Drawing<'_>, shapes: &[Shape]) -> Vec<String> {
    let used = |bracket: char| {
        shapes.iter().any(|shape| match shape {
            Shape::Text(Class::Label(_) | Class::Holds | Class::Note, .., words) => {
                words.contains(bracket)
            }
            _ => false,
        })
    };
    let mut legends: Vec<String> = Vec::new();
    for phase in &drawing.checked.schedule().phases {
        let Some(words) = legend(phase.instance()) else { continue };
        let bracket = if words.starts_with('(') { '(' } else { '{' };
        if used(bracket) && !legends.iter().any(|other| other == words) {
            legends.push(words.to_owned());
        }
    }
    legends
}

/// Where the pictures begin, one above the other, and how wide they are together.
fn across(pictures: &[Picture]) -> (i32, i32) {
    let left = pictures.iter().map(|p| p.low.x).min().unwrap_or(0);
    (left, pictures.iter().map(|p| p.high.x).max().unwrap_or(0) - left)
}

/// The most pictures for which several numbers of columns are tried.
const MOST_FITTED: usize = 24;

/// The least percentage of its width to which a picture is compressed only to have another beside it;
/// and of one that keeps its proportions.
const BESIDE: [i32; 2] = [60, 45];

/// The room on both sides of the nodes for boundaries of groups.
const BESIDE_GROUPS: i32 = 700;

/// The pictures in as many columns as leave each text its place, or else in one, as narrow as the
/// page if that is possible.
fn fitted(
    drawing: &Drawing<'_>,
    story: &Story,
    panels: &[Panel],
    counted: bool,
) -> (Vec<Picture>, usize) {
    let topology = &drawing.checked.schedule().topology;
    let natural = if drawing.extra == Extra::Arcs {
        Layout::circle(topology)
    } else {
        Layout::of(topology, drawing.view)
    };
    let page = drawing.width.tenths() - 2 * MARGIN;
    let mut wanted = natural.wide_enough(longest(&natural, story, panels, topology.nodes()));
    if drawing.extra == Extra::Groups {
        // Labels have to be within their boundaries.
        wanted = wanted.max(natural.narrower(100, natural.narrowest(100) + BESIDE_GROUPS - page));
    }
    let draw = |percent: i32| -> Vec<Picture> {
        let layout = natural.stretched(percent);
        panels.iter().map(|panel| picture(drawing, story, &layout, panel, counted)).collect()
    };
    let most = if panels.len() > MOST_FITTED { 1 } else { panels.len().min(4) };
    let mut percent = wanted;
    let mut pictures = draw(percent);
    for columns in (1..=most).rev() {
        let count = whole(columns);
        let room = (page + BETWEEN) / count - BETWEEN;
        let least = if columns > 1 {
            natural.least().max(BESIDE[usize::from(natural.rigid)])
        } else {
            natural.least()
        };
        if columns > 1 && natural.narrowest(least) > room {
            continue;
        }
        while across(&pictures).1 > room && percent > least {
            percent = natural.narrower(percent, across(&pictures).1 - room).max(least);
            pictures = draw(percent);
        }
        let fits = across(&pictures).1 <= room && pictures.iter().all(|p| p.listed == 0);
        if columns > 1 && fits {
            return (pictures, columns);
        }
        if columns > 1 && percent != wanted {
            percent = wanted;
            pictures = draw(percent);
        }
    }
    let listed = |pictures: &[Picture]| pictures.iter().map(|p| p.listed).sum::<usize>();
    let room = page - across(&pictures).1;
    if listed(&pictures) > 0 && room > 0 && panels.len() <= MOST_FITTED {
        // Where the page is wider there may be more places.
        let wider = draw(natural.narrower(percent, -room).min(WIDEST));
        if across(&wider).1 <= page && listed(&wider) < listed(&pictures) {
            pictures = wider;
        }
    }
    (pictures, 1)
}

/// The greatest percentage of its width to which a picture is stretched.
const WIDEST: i32 = 250;

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

/// What a reader can do if a picture does not fit on the page; a page is this much higher than wide.
fn remarks(page: Width, width: i32, height: i32, panels: usize) -> Vec<String> {
    let mut remarks = Vec::new();
    if width > page.tenths() {
        let wide = Width::of_tenths(width);
        remarks.push(format!(
            "This picture is {wide} wide, more than the {page} of --width. The matrix (--matrix) fits."
        ));
    }
    if height > page.tenths() * 7 / 4 && panels > 1 {
        let high = Width::of_tenths(height);
        remarks.push(format!(
            "These pictures are {high} high. --steps 1 draws one step, --matrix all steps as a matrix."
        ));
    }
    remarks
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
        let held = story
            .beside(after, nodes, false)
            .into_iter()
            .enumerate()
            .filter(|(_, held)| !held.is_empty());
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
struct TextBox<'a>(Point, Point, &'a str);

impl TextBox<'_> {
    fn of(shape: &Shape) -> Option<TextBox<'_>> {
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

/// What texts belong to.
enum Thing {
    /// The points of an arrow.
    Arrow(Vec<Point>),
    /// The middle of a node or a switch, and how wide it is.
    Vertex(Point, i32),
}

impl Thing {
    fn of(shape: &Shape) -> Option<Thing> {
        match shape {
            Shape::Line(Class::Arrow(_) | Class::Fault, curve) => {
                Some(Thing::Arrow(curve.samples(60)))
            }
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

/// Texts on texts, on vertices and beyond the paper, and texts that are nearer to another arrow or
/// vertex than to their own.
pub(super) fn collisions(sheet: &Sheet) -> Vec<String> {
    let mut found = Vec::new();
    let texts: Vec<TextBox<'_>> = sheet.shapes.iter().filter_map(TextBox::of).collect();
    for (i, text) in texts.iter().enumerate() {
        let TextBox(middle, half, words) = text;
        let others = texts[..i].iter().filter(|other| text.on(other));
        found.extend(others.map(|other| format!("`{words}` is on `{}`", other.2)));
        let (low, high) = (middle.plus(-half.x, -half.y), middle.plus(half.x, half.y));
        let inside = |a: Point, b: Point| a.x <= b.x && a.y <= b.y;
        if !inside(sheet.low, low) || !inside(high, sheet.high) {
            found.push(format!("`{words}` is beyond the paper"));
        }
    }
    let things: Vec<Option<Thing>> = sheet.shapes.iter().map(Thing::of).collect();
    let vertices = || things.iter().flatten().filter(|thing| thing.is_vertex());
    for shape in &sheet.shapes {
        // The name of a node is in it.
        let inside = matches!(shape, Shape::Text(Class::Name | Class::Bits, ..));
        let Some(text) = TextBox::of(shape).filter(|_| !inside) else { continue };
        let on = vertices().filter(|vertex| vertex.from(&text) == 0);
        found.extend(on.map(|_| format!("`{}` is on a node", text.2)));
    }
    for (text, owner) in &sheet.owners {
        let (text, owner) = (sheet.shapes.get(*text), things.get(*owner));
        let Some((text, owner)) = text.and_then(TextBox::of).zip(owner.and_then(Option::as_ref))
        else {
            continue;
        };
        let own = owner.from(&text);
        let alike = things.iter().flatten().filter(|thing| thing.is_vertex() == owner.is_vertex());
        if alike.map(|thing| thing.from(&text)).any(|other| other < own) {
            found.push(format!("`{}` is nearer to another than to its own", text.2));
        }
    }
    found
}

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
        collisions(&Sheet { title, description, shapes, owners, listed: 0, low, high })
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
