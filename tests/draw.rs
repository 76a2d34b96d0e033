//! Drawings: every figure and family, the same bytes each time, faults that show, names that do no
//! harm, and pages that stay small.

use std::fs;
use std::sync::Arc;

use hockney::internal::checker::{Checked, Limits, check};
use hockney::internal::collective::{Instance, Ports, Schedule, collective};
use hockney::internal::document;
use hockney::internal::draw::{DrawError, Drawing, FIGURES, Numbering, Origin, Panel, View};
use hockney::internal::planner::{Request, algorithm, algorithms, plan};
use hockney::internal::topology::Topology;

fn planned(name: &str, topology: &str, how: &str) -> Schedule {
    let topology = Topology::parse(topology).unwrap();
    let instance = Instance::new(collective(name).unwrap(), topology.nodes());
    let ports = Ports::One;
    let request =
        Request { topology: topology.clone(), instance: instance.clone(), ports, order: None };
    let steps = plan(algorithm(name, how).unwrap(), &request).unwrap();
    Schedule::plain(topology, ports, instance, Arc::from(steps))
}

fn checked(schedule: &Schedule) -> Checked {
    check(schedule, &Limits::default()).unwrap()
}

fn drawing<'a>(checked: &'a Checked, title: &'a str, panels: &'a [Panel]) -> Drawing<'a> {
    Drawing { checked, title, view: View::default(), panels, formula: None, numbers: None }
}

/// All formats, twice.
fn all(drawing: &Drawing<'_>) -> [String; 4] {
    let draw = || {
        [
            drawing.svg().unwrap(),
            drawing.tikz().unwrap(),
            drawing.text(110).unwrap(),
            drawing.html(),
        ]
    };
    let first = draw();
    assert_eq!(first, draw());
    first
}

/// Tags closed in order, attributes quoted, no bare `&`: what a picture must be to be read at all.
fn well_formed(xml: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = xml;
    while let Some(start) = rest.find('<') {
        no_bare_ampersand(&rest[..start]);
        let end = start + rest[start..].find('>').unwrap();
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        assert!(!tag.contains('<') && tag.matches('"').count().is_multiple_of(2), "{tag}");
        no_bare_ampersand(tag);
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert_eq!(open, [""; 0]);
}

fn no_bare_ampersand(text: &str) {
    for part in text.split('&').skip(1) {
        assert!(part.split(';').next().is_some_and(|name| name.len() < 6), "&{part}");
    }
}

#[test]
fn every_figure_draws() {
    for figure in FIGURES.iter() {
        let made = figure.made().unwrap_or_else(|| panic!("{}", figure.number));
        let checked = checked(&made.schedule);
        let valid = checked.report().is_valid();
        assert_eq!(valid, figure.number != "4.12", "{}", figure.number);
        let title = figure.about;
        let drawing = Drawing {
            checked: &checked,
            title,
            view: made.view,
            panels: &made.panels,
            formula: None,
            numbers: None,
        };
        let [svg, tikz, text, html] = all(&drawing);
        well_formed(&svg);
        assert!(svg.contains("<title id=\"title\">") && svg.contains("<desc id=\"desc\">Step 1:"));
        assert_eq!(svg.contains("class=\"fault\""), !valid);
        assert_eq!(tikz.matches("\\begin{").count(), tikz.matches("\\end{").count());
        assert!(text.contains("step") && html.contains("Content-Security-Policy"));
    }
}

/// Figure 4.5: node 8 first, then 4 and 12, then up the columns.
#[test]
fn the_mesh_of_the_textbook_is_numbered_up_its_columns() {
    let figure = FIGURES.iter().find(|figure| figure.number == "4.5").unwrap();
    let made = figure.made().unwrap();
    let checked = checked(&made.schedule);
    let drawing = Drawing {
        checked: &checked,
        title: "t",
        view: made.view,
        panels: &made.panels,
        formula: None,
        numbers: None,
    };
    let svg = drawing.svg().unwrap();
    let first =
        "Step 1: 0 to 8. Step 2: 0 to 4, 8 to 12. Step 3: 0 to 2, 4 to 6, 8 to 10, 12 to 14.";
    assert!(svg.contains(first), "{svg}");
    let text = drawing.text(110).unwrap();
    let row =
        |node: &str| text.lines().position(|line| line.trim_start().starts_with(node)).unwrap();
    assert!(row("3 ") < row("2 ") && row("2 ") < row("1 ") && row("1 ") < row("0 "));
}

#[test]
fn every_family_draws() {
    for topology in
        crate::machines::machines().into_iter().filter(|topology| topology.nodes() <= 12)
    {
        let how = algorithms()
            .filter(|a| a.collective() == "broadcast")
            .find(|a| {
                let instance = Instance::new(collective("broadcast").unwrap(), topology.nodes());
                let (topology, ports) = (topology.clone(), Ports::One);
                plan(a, &Request { topology, instance, ports, order: None }).is_ok()
            })
            .unwrap();
        let instance = Instance::new(collective("broadcast").unwrap(), topology.nodes());
        let request = Request {
            topology: topology.clone(),
            instance: instance.clone(),
            ports: Ports::One,
            order: None,
        };
        let steps = plan(how, &request).unwrap();
        let schedule = Schedule::plain(topology, Ports::One, instance, Arc::from(steps));
        let checked = checked(&schedule);
        for numbering in [Numbering::RowMajor, Numbering::ColumnMajor] {
            let view = View { numbering, origin: Origin::TopLeft };
            well_formed(&all(&Drawing { view, ..drawing(&checked, "t", &[]) })[0]);
        }
    }
}

/// The whole of a small picture, to be read in a difference.
#[test]
fn a_small_picture() {
    let checked = checked(&planned("broadcast", "tree:2", "leaf-halving"));
    let svg = drawing(&checked, "broadcast on tree:2", &[]).svg().unwrap();
    let shapes: Vec<&str> = svg.lines().filter(|line| !line.starts_with("<style>")).collect();
    insta::assert_snapshot!(shapes.join("\n"));
}

/// Each kind of fault is seen in the picture and said in the page.
#[test]
fn faults_show() {
    let header = "format: hockney/schedule/v1\ntopology: ring:4\ncollective: {kind: broadcast, root: 0}\nsteps:\n";
    let cases = [
        (
            "send-port",
            "- [{from: 0, to: 1, blocks: [0]}, {from: 0, to: 3, blocks: [0]}]",
            "sends 2",
        ),
        (
            "receive-port",
            "- [{from: 1, to: 0, blocks: [0]}, {from: 3, to: 0, blocks: [0]}]",
            "receives 2",
        ),
        ("link", "- [{from: 0, to: 2, via: [], blocks: [0]}]", "no link"),
        (
            "congestion",
            "- [{from: 0, to: 2, via: [1], blocks: [0]}, {from: 3, to: 1, via: [0], blocks: [0]}]",
            "class=\"fault\"",
        ),
        ("not-held", "- [{from: 1, to: 2, blocks: [0]}]", "lacks 0"),
        ("not-delivered", "- [{from: 0, to: 1, blocks: [0]}]", "lacks 0"),
    ];
    for (rule, steps, mark) in cases {
        let document =
            document::read(&format!("{header}{steps}\n"), &|_: &str| Err(String::new())).unwrap();
        let checked = checked(&document.schedule);
        let [svg, tikz, text, html] = all(&drawing(&checked, "t", &[]));
        well_formed(&svg);
        assert!(svg.contains(mark) && svg.contains(&format!("{rule}: ")), "{rule}");
        assert!(tikz.contains("fault") && text.contains(&format!("{rule}: ")), "{rule}");
        assert!(html.contains("id=\"faults\"") && html.contains(&format!("{rule}: ")), "{rule}");
    }
}

/// Every refused schedule of the checker's fixtures is drawn, with something in red.
#[test]
fn all_that_is_refused_can_be_looked_at() {
    let mut drawn = 0;
    for folder in fs::read_dir("tests/rejects").unwrap() {
        let folder = folder.unwrap().path();
        for file in fs::read_dir(&folder).unwrap() {
            let file = file.unwrap().path();
            if file.extension().is_none_or(|ending| ending != "yaml") {
                continue;
            }
            let graph = |name: &str| {
                fs::read_to_string(folder.join(name)).map_err(|error| error.to_string())
            };
            let text = fs::read_to_string(&file).unwrap();
            let document = document::read(&text, &graph).unwrap();
            let checked = checked(&document.schedule);
            let [svg, _, text, html] = all(&drawing(&checked, "t", &[]));
            well_formed(&svg);
            assert!(svg.contains("faulttext\"") || svg.contains("faulttext left"), "{file:?}");
            assert!(text.contains("! ") && html.contains("id=\"faults\""), "{file:?}");
            drawn += 1;
        }
    }
    assert!(drawn > 50, "{drawn}");
}

#[test]
fn hostile_titles_do_no_harm() {
    let checked = checked(&planned("broadcast", "ring:4", "recursive-doubling"));
    let title = "</title><script>alert(1)</script>&\u{1b}[31m\\input{/etc/passwd}\u{0}\"'";
    let [svg, tikz, text, html] = all(&drawing(&checked, title, &[]));
    well_formed(&svg);
    assert!(!svg.contains("<script") && !svg.contains(['\u{1b}', '\0']));
    assert_eq!(html.matches("<script").count(), 2);
    assert!(!html.contains(['\u{1b}', '\0']) && !text.contains(['\u{1b}', '\0']));
    assert!(!tikz.contains("\\input") && tikz.starts_with('%'));
    assert!(tikz.lines().nth(1).unwrap().starts_with("\\definecolor"));
}

/// A page asks nobody for anything, and has no script or style beside those it names.
#[test]
fn a_page_is_self_contained() {
    let checked = checked(&planned("all-gather", "hypercube:8", "recursive-doubling"));
    let html = drawing(&checked, "t", &[]).html();
    for word in ["src=", "href=", "@import", "url(", "fetch(", " style=", "onclick"] {
        assert!(!html.contains(word), "{word}");
    }
    let elsewhere = html.matches("http").count() - html.matches("http-equiv").count();
    // The names of SVG and MathML are no addresses that anybody asks.
    let names = ["http://www.w3.org/2000/svg", "http://www.w3.org/1998/Math/MathML"];
    assert_eq!(elsewhere, names.iter().map(|name| html.matches(name).count()).sum::<usize>());
    assert!(html.contains("default-src 'none'") && html.contains("aria-live"));
    assert!(html.contains("<msub><mi>t</mi><mi>s</mi></msub>"));
}

/// A thousand nodes: a summary of bounded size, and no picture.
#[test]
fn large_schedules_are_summed_up() {
    let checked = checked(&planned("all-gather", "ring:1000", "ring"));
    let drawing = drawing(&checked, "t", &[]);
    let html = drawing.html();
    assert!(html.len() < 400_000, "{}", html.len());
    assert!(
        html.contains("1000 nodes, 16 to a square")
            && html.contains("steps 1 to 16: 16000 messages")
    );
    assert!(matches!(drawing.svg(), Err(DrawError::TooLarge { found: 1000, .. })));
}

#[test]
fn there_is_no_picture_of_a_step_that_is_not() {
    let checked = checked(&planned("broadcast", "ring:4", "recursive-doubling"));
    let panels = [Panel::step(3)];
    let error = drawing(&checked, "t", &panels).text(110).unwrap_err();
    assert_eq!(error, DrawError::NoSuchStep { step: 3, steps: 2 });
    assert_eq!(error.to_string(), "there is no step 3: the schedule has 2 steps");
}

/// Numbers along columns are other numbers for the same schedule: as valid, and as dear.
#[test]
fn numbers_along_columns_change_nothing_else() {
    let cases = [
        ("broadcast", "mesh:3x4", "dimension-by-dimension"),
        ("all-gather", "torus:3x4", "dimension-by-dimension"),
        ("all-to-all", "mesh:2x3", "dimension-by-dimension"),
        ("reduce-scatter", "mesh:3x2", "dimension-by-dimension"),
        ("all-reduce", "mesh:2x3x4", "dimension-by-dimension"),
    ];
    for (name, topology, how) in cases {
        let rows = planned(name, topology, how);
        let columns = rows.numbered_along_columns().unwrap();
        let (a, b) = (checked(&rows), checked(&columns));
        assert!(b.report().is_valid(), "{name} on {topology}: {:?}", b.report().violations.first());
        assert_eq!(a.report().measures, b.report().measures);
        let back = columns.numbered_along_columns().unwrap();
        assert_eq!(back.topology, rows.topology);
        let listed = |schedule: &Schedule| {
            hockney::internal::schedule::Listed::of(&*schedule.phases[0].steps)
        };
        assert_eq!(listed(&back), listed(&rows), "{name}");
    }
    let shift = Instance::new(collective("shift").unwrap(), 6).with_by(1);
    let none = hockney::internal::schedule::Listed::default();
    let topology = Topology::parse("mesh:2x3").unwrap();
    let shift = Schedule::plain(topology, Ports::One, shift, Arc::new(none));
    assert!(shift.numbered_along_columns().is_none());
}
