//! Pictures that a book would print: every figure, and 40 further pictures, are at most a page, and nothing in them
//! lies on anything else. What is where is read back from the SVG, and measured with letters of its own.

#![allow(clippy::float_arithmetic, reason = "places on paper")]

use std::fs;

use hockney_core::checker::{Checked, Limits, check};
use hockney_core::collective::COLLECTIVES;
use hockney_core::topology::Topology;
use hockney_draw::{Drawing, FIGURES};
use hockney_files as document;
use hockney_plan::question::{Choice, Question};
use hockney_testing::Dice;
use hockney_testing::sweep;

/// Topologies of each family: up to 8 nodes, up to 32, and up to 64.
const TOPOLOGIES: [[&str; 3]; 18] = [
    ["linear-array:8", "linear-array:16", "linear-array:64"],
    ["ring:8", "ring:16", "ring:64"],
    ["mesh:2x4", "mesh:4x4", "mesh:8x8"],
    ["mesh:2x2x2", "mesh:3x3x3", "mesh:4x4x4"],
    ["torus:2x3", "torus:4x4", "torus:8x8"],
    ["torus:2x2x2", "torus:3x3x3", "torus:4x4x4"],
    ["hypercube:8", "hypercube:32", "hypercube:64"],
    ["tree:8", "tree:16", "tree:64"],
    ["node-tree:7", "node-tree:31", "node-tree:63"],
    ["star:8", "star:16", "star:64"],
    ["switch:8", "switch:16", "switch:64"],
    ["complete:8", "complete:16", "complete:64"],
    ["nodes:2x4", "nodes:4x4", "nodes:8x8"],
    ["nodes-direct:2x4", "nodes-direct:2x8", "nodes-direct:8x8"],
    ["fat-tree:2", "fat-tree:4", "fat-tree:6"],
    ["dragonfly:1x2x1x3", "dragonfly:2x2x1x3", "dragonfly:2x4x2x8"],
    ["torus:2x2/switch:2", "torus:3x3/switch:2", "torus:4x4/switch:4"],
    ["torus:3x3", "mesh:5x5", "mesh:4x16"],
];

/// The collectives that a picture of 64 nodes shows whole.
const ROOTED: [&str; 4] = ["broadcast", "reduce", "scatter", "gather"];

/// The number that the forty pictures are drawn by.
const SEED: u64 = 36;

/// A text with its box.
struct Text {
    words: String,
    class: String,
    low: [f64; 2],
    high: [f64; 2],
}

/// A line with its points, and half its width.
struct Stroke {
    class: String,
    points: Vec<[f64; 2]>,
    half: f64,
}

/// A node or switch.
struct Vertex {
    place: [f64; 2],
    radius: f64,
}

#[derive(Default)]
struct Seen {
    size: [f64; 2],
    texts: Vec<Text>,
    strokes: Vec<Stroke>,
    vertices: Vec<Vertex>,
}

/// The width of a letter of DejaVu Sans in its height.
fn advance(letter: char) -> f64 {
    match letter {
        ' ' | '\u{a0}' | ',' | '.' => 0.32,
        '(' | ')' | '[' | ']' => 0.39,
        '-' => 0.361,
        '>' | '<' | '+' => 0.838,
        'i' | 'j' | 'l' => 0.278,
        'f' | 't' | 'r' => 0.4,
        'm' | 'w' => 0.95,
        c if c.is_ascii_digit() => 0.636,
        c if c.is_uppercase() => 0.7,
        _ => 0.6,
    }
}

fn attribute<'a>(tag: &'a str, name: &str) -> &'a str {
    let after = tag.split_once(&format!(" {name}=\"")).map_or("", |parts| parts.1);
    after.split_once('"').map_or("", |parts| parts.0)
}

fn number(tag: &str, name: &str) -> f64 {
    attribute(tag, name).parse().unwrap_or(0.0)
}

/// The points of a path of moves, lines and cubic curves.
fn points(path: &str) -> Vec<[f64; 2]> {
    let mut points: Vec<[f64; 2]> = Vec::new();
    let mut parts: Vec<(char, String)> = Vec::new();
    for letter in path.chars() {
        match letter {
            'M' | 'L' | 'C' | 'Z' => parts.push((letter, String::new())),
            other => parts.last_mut().unwrap().1.push(other),
        }
    }
    for (kind, numbers) in parts {
        let numbers: Vec<f64> = numbers.split_whitespace().map(|n| n.parse().unwrap()).collect();
        let pairs: Vec<[f64; 2]> = numbers.chunks(2).map(|pair| [pair[0], pair[1]]).collect();
        match kind {
            'C' => {
                let [first, second, end] = pairs[..] else { panic!("{path}") };
                let from = *points.last().unwrap();
                points.extend((1..=40).map(|i| {
                    let t = f64::from(i) / 40.0;
                    let s = 1.0 - t;
                    [0, 1].map(|k| {
                        s * s * s * from[k]
                            + 3.0 * s * s * t * first[k]
                            + 3.0 * s * t * t * second[k]
                            + t * t * t * end[k]
                    })
                }));
            }
            _ => points.extend(pairs),
        }
    }
    points
}

/// Reads a picture back.
fn seen(svg: &str) -> Seen {
    let mut seen =
        Seen { size: ["width", "height"].map(|name| number(svg, name)), ..Seen::default() };
    for line in svg.lines().filter(|line| line.starts_with('<')) {
        let class = attribute(line, "class").to_owned();
        if line.starts_with("<text") {
            let (_, words) = line.split_once('>').unwrap();
            let words = words.trim_end_matches("</text>").replace("&gt;", ">").replace("&lt;", "<");
            let size = number(line, "font-size");
            let wide = words.chars().map(advance).sum::<f64>() * size;
            let (x, y) = (number(line, " x").max(number(line, "x")), number(line, "y"));
            let left = if class.ends_with("left") { x } else { x - wide / 2.0 };
            // Capitals are 0.73 high.
            let (low, high) = ([left, y - 0.73 * size], [left + wide, y]);
            seen.texts.push(Text { words, class, low, high });
        } else if line.starts_with("<circle") {
            if class == "fault" {
                continue;
            }
            let place = ["cx", "cy"].map(|name| number(line, name));
            seen.vertices.push(Vertex { place, radius: number(line, "r") });
        } else if line.starts_with("<rect class=\"switch") {
            let half = number(line, "width") / 2.0;
            let place = [number(line, "x") + half, number(line, "y") + half];
            seen.vertices.push(Vertex { place, radius: half });
        } else if line.starts_with("<path") {
            let arrow = class.strip_prefix('a').is_some_and(|step| step.parse::<u32>().is_ok());
            let half = match class.as_str() {
                "fault" => 2.2,
                "boundary" => 0.7,
                "light" => 0.6,
                _ if arrow => 0.9,
                _ => continue,
            };
            seen.strokes.push(Stroke { class, points: points(attribute(line, "d")), half });
        }
    }
    seen
}

/// How far a point is from a box.
fn apart(point: [f64; 2], low: [f64; 2], high: [f64; 2]) -> f64 {
    let side = |k: usize| (low[k] - point[k]).max(point[k] - high[k]).max(0.0);
    side(0).hypot(side(1))
}

/// The points of a line with others between them.
fn fine(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let between = |pair: &[[f64; 2]]| {
        let [a, b] = [pair[0], pair[1]];
        (0..8).map(move |i| [0, 1].map(|k| a[k] + (b[k] - a[k]) * f64::from(i) / 8.0))
    };
    points.windows(2).flat_map(between).chain(points.last().copied()).collect()
}

/// What lies on what.
fn overlaps(seen: &Seen) -> Vec<String> {
    let mut found = Vec::new();
    for (i, a) in seen.texts.iter().enumerate() {
        for b in &seen.texts[..i] {
            if (0..2).all(|k| a.low[k] < b.high[k] && b.low[k] < a.high[k]) {
                found.push(format!("`{}` on `{}`", a.words, b.words));
            }
        }
        if matches!(a.class.as_str(), "name" | "bits") {
            continue;
        }
        let on = |vertex: &&Vertex| apart(vertex.place, a.low, a.high) < vertex.radius;
        found.extend(seen.vertices.iter().filter(on).map(|_| format!("`{}` on a node", a.words)));
        for stroke in &seen.strokes {
            if fine(&stroke.points).iter().any(|at| apart(*at, a.low, a.high) < stroke.half) {
                found.push(format!("`{}` on a line of class {}", a.words, stroke.class));
            }
        }
    }
    for (i, a) in seen.vertices.iter().enumerate() {
        let touches = |b: &&Vertex| {
            (a.place[0] - b.place[0]).hypot(a.place[1] - b.place[1]) < a.radius + b.radius
        };
        found.extend(seen.vertices[..i].iter().filter(touches).map(|_| "nodes touch".to_owned()));
    }
    for stroke in seen.strokes.iter().filter(|stroke| stroke.class.starts_with('a')) {
        let passed = |vertex: &&Vertex| {
            let inside = |at: &[f64; 2]| {
                (at[0] - vertex.place[0]).hypot(at[1] - vertex.place[1]) < vertex.radius - 0.5
            };
            stroke.points.iter().any(inside)
        };
        found
            .extend(seen.vertices.iter().filter(passed).map(|_| "an arrow over a node".to_owned()));
    }
    found
}

/// 345 by 510 pt of LaTeX, in pixels.
const PAGE: [f64; 2] = [345.0 * 96.0 / 72.27, 510.0 * 96.0 / 72.27];

/// What is wrong with a picture.
fn defects(drawing: &Drawing<'_>) -> Vec<String> {
    let svg = drawing.picture().unwrap().svg();
    assert_eq!(svg, drawing.picture().unwrap().svg());
    let seen = seen(&svg);
    let mut found = overlaps(&seen);
    if seen.size[0] > PAGE[0] + 0.1 || seen.size[1] > PAGE[1] + 0.1 {
        found.push(format!("{:?} is more than a page", seen.size));
    }
    // 7 pt of LaTeX are 9.3 pixels.
    let small = |line: &&str| line.starts_with("<text") && number(line, "font-size") < 9.3;
    found.extend(svg.lines().filter(small).map(|line| format!("small letters: {line}")));
    found.extend(svg.contains("--").then(|| "advice of the tool".to_owned()));
    found
}

/// `None` if the collective needs more than a topology.
fn planned(name: &str, topology: &str) -> Option<Checked> {
    let question = Question::new(name, Topology::parse(topology).unwrap()).ok()?;
    let plan = question.plan(Choice::Default).ok()?;
    Some(plan.check_every_message(&Limits::default()).unwrap())
}

#[test]
fn every_figure_is_a_page_without_overlaps() {
    for figure in FIGURES.iter() {
        let made = figure.made().unwrap();
        let checked = check(&made.schedule, &Limits::default()).unwrap();
        let (view, extra, captions) = (made.view, made.extra, &made.captions[..]);
        let title = figure.title();
        let drawing = Drawing {
            view,
            extra,
            captions,
            panels: &made.panels,
            ..Drawing::of(&checked, &title)
        };
        assert_eq!(defects(&drawing), [""; 0], "{}", figure.number);
    }
}

sweep! {
    /// Collectives and topologies by lot: of the rooted ones of any size, of the others mostly small ones; and five schedules
    /// with faults.
    fn forty_pictures_are_pages_without_overlaps(effort) {
        let (mut lots, mut reduced, mut drawn) = (Dice(SEED), Vec::new(), 0);
        let mut look = |name: &str, checked: &Checked| {
            let drawing = Drawing::of(checked, name);
            assert_eq!(defects(&drawing), [""; 0], "{name}");
            if let Some(words) = drawing.picture().unwrap().reduced() {
                reduced.push(format!("{name}: {words}"));
            }
        };
        while drawn < effort.of(5, 35) {
            let name = COLLECTIVES[lots.index(COLLECTIVES.len())].name();
            let size =
                if ROOTED.contains(&name) { lots.index(3) } else { lots.index(6).saturating_sub(3) };
            let topology = TOPOLOGIES[lots.index(TOPOLOGIES.len())][size];
            if let Some(checked) = planned(name, topology) {
                look(&format!("{name} on {topology}"), &checked);
                drawn += 1;
            }
        }
        let mut files: Vec<_> = fs::read_dir(hockney_testing::at("tests/rejects"))
            .unwrap()
            .flat_map(|folder| fs::read_dir(folder.unwrap().path()).unwrap())
            .map(|file| file.unwrap().path())
            .filter(|file| file.extension().is_some_and(|ending| ending == "yaml"))
            .collect();
        files.sort();
        for _ in 0..effort.of(1, 5) {
            let file = &files[lots.index(files.len())];
            let graph =
                |name: &str| fs::read_to_string(file.with_file_name(name)).map_err(|e| e.to_string());
            let document = document::read(&fs::read_to_string(file).unwrap(), &graph).unwrap();
            look(&file.display().to_string(), &check(&document.schedule, &Limits::default()).unwrap());
        }
        assert!(reduced.len() <= 7, "of seed {SEED}, {} are reduced: {reduced:#?}", reduced.len());
    }
}

/// Pictures of which no message lacks its step or its data.
fn are_whole(topologies: &[&str], names: impl Fn(usize) -> Vec<&'static str> + Sync) {
    let whole = |from: usize| {
        for (place, topology) in topologies.iter().enumerate().skip(from).step_by(2) {
            for name in names(place) {
                let Some(checked) = planned(name, topology) else { continue };
                let drawing = Drawing::of(&checked, name);
                assert_eq!(defects(&drawing), [""; 0], "{name} on {topology}");
                let picture = drawing.picture().unwrap();
                assert_eq!(picture.reduced(), None, "{name} on {topology}");
            }
        }
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(|| whole(1));
        whole(0);
        other.join().unwrap();
    });
}

sweep! {
    /// Of up to 64 nodes, of a rooted collective.
    fn pictures_of_rooted_collectives_are_whole(effort) {
        let largest = effort.thin(TOPOLOGIES.map(|sizes| sizes[2]).to_vec(), 9);
        are_whole(&largest, |place| vec![ROOTED[place % ROOTED.len()]]);
        // Trees and machines have the longest ways.
        let others = ["tree:64", "node-tree:63", "fat-tree:6", "dragonfly:2x4x2x8"];
        are_whole(&others, |place| effort.of(ROOTED[place..=place].to_vec(), ROOTED.to_vec()));
    }
}

sweep! {
    /// Of up to 8 nodes, and of 16 in at most 4 steps, of every collective.
    fn pictures_of_few_nodes_are_whole(effort) {
        let few = effort.thin(TOPOLOGIES.map(|sizes| sizes[0]).to_vec(), 6);
        are_whole(&few, |_| COLLECTIVES.iter().map(|collective| collective.name()).collect());
        let names = ["all-reduce", "reduce-scatter", "scan"];
        let sixteen = effort.thin(vec!["switch:16", "hypercube:16", "star:16"], 3);
        are_whole(&sixteen, |_| names.to_vec());
    }
}

/// The checker of overlaps finds each kind.
#[test]
fn overlaps_are_found() {
    let found = |shapes: &str| {
        let svg = format!("<svg width=\"100\" height=\"100\">\n{shapes}\n</svg>");
        overlaps(&seen(&svg))
    };
    let text = |x: u32, y: u32| {
        format!("<text class=\"holds\" x=\"{x}\" y=\"{y}\" font-size=\"10\">(0)</text>")
    };
    let node = |x: u32| format!("<circle class=\"node\" cx=\"{x}\" cy=\"50\" r=\"10\"/>");
    assert_eq!(found(&[text(50, 20), text(80, 20)].join("\n")), [""; 0]);
    assert_eq!(found(&[text(50, 20), text(60, 25)].join("\n")), ["`(0)` on `(0)`"]);
    assert_eq!(found(&[node(50), text(55, 50)].join("\n")), ["`(0)` on a node"]);
    assert_eq!(found(&[node(50), node(65)].join("\n")), ["nodes touch"]);
    let arrow = "<path class=\"a0\" d=\"M0 50L100 50\"/>";
    assert_eq!(found(&[arrow, &text(50, 53)].join("\n")), ["`(0)` on a line of class a0"]);
    assert_eq!(
        found(&[&node(50), "<path class=\"a1\" d=\"M0 50C30 50 70 50 100 50\"/>"].join("\n")),
        ["an arrow over a node"]
    );
    let border = "<path class=\"boundary\" d=\"M50 0L50 100\"/>";
    assert_eq!(found(&[border, &text(50, 53)].join("\n")), ["`(0)` on a line of class boundary"]);
}
