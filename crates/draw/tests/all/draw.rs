//! Drawings: every figure and family, the same bytes each time, faults that show, names that do no
//! harm, and pages that stay small.

use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;

use hockney_core::checker::{Checked, Limits, check};
use hockney_core::collective::{COLLECTIVES, Instance, Ports, Schedule, collective};
use hockney_core::schedule::Listed;
use hockney_core::topology::{LinkClass, Placement, Topology};
use hockney_cost::{GivenNumbers, Numbers};
use hockney_draw::{
    COLOURS, Colours, DrawError, Drawing, FIGURES, GridOrder, Origin, PAPERS, Panel, View, Width,
};
use hockney_files as document;
use hockney_plan::planner::{Request, algorithm, algorithms, plan};
use hockney_plan::question::{Choice, Question};
use hockney_testing::sweep;
use serde_json::Value;

fn planned(name: &str, topology: &str, how: &str) -> Schedule {
    let topology = Topology::parse(topology).unwrap();
    let instance = Instance::new(collective(name).unwrap(), topology.nodes());
    let ports = Ports::ONE;
    let request =
        Request { topology: topology.clone(), instance: instance.clone(), ports, order: None };
    let steps = plan(algorithm(name, how).unwrap(), &request).unwrap();
    Schedule::plain(topology, ports, instance, Arc::from(steps))
}

fn checked(schedule: &Schedule) -> Checked {
    check(schedule, &Limits::default()).unwrap()
}

fn drawing<'a>(checked: &'a Checked, title: &'a str, panels: &'a [Panel]) -> Drawing<'a> {
    Drawing { panels, ..Drawing::of(checked, title) }
}

/// All formats, twice.
fn all(drawing: &Drawing<'_>) -> [String; 4] {
    let draw = || {
        [
            drawing.svg().unwrap(),
            drawing.tikz().unwrap(),
            drawing.text(110).unwrap(),
            drawing.html(&drawing.parts()),
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
        let drawing = Drawing { view: made.view, ..drawing(&checked, figure.about, &made.panels) };
        let [svg, tikz, text, html] = all(&drawing);
        well_formed(&svg);
        let first = if figure.number == "4.12" { "Step 3:" } else { "Step 1:" };
        assert!(svg.contains("<title id=\"title\">"));
        assert!(svg.contains(&format!("<desc id=\"desc\">{first}")), "{}", figure.number);
        assert_eq!(svg.contains("class=\"fault\""), !valid);
        assert_eq!(tikz.matches("\\begin{").count(), tikz.matches("\\end{").count());
        assert!(text.contains("step") && html.contains("Content-Security-Policy"));
    }
}

/// What the textbook draws besides arrows: boundaries of rows and columns, blocks of a product, arcs.
#[test]
fn figures_have_their_extras() {
    let svg = |number: &str| {
        let made = FIGURES.iter().find(|figure| figure.number == number).unwrap().made().unwrap();
        let checked = checked(&made.schedule);
        let (view, extra, captions) = (made.view, made.extra, &made.captions[..]);
        let drawing = drawing(&checked, "t", &made.panels);
        Drawing { view, extra, captions, ..drawing }.svg().unwrap()
    };
    // Three rows and three columns, of four sides each.
    let groups = svg("4.10");
    assert_eq!(groups.matches("class=\"boundary\"").count(), 2 * 3 * 4);
    assert!(groups.contains(">steps 1 to 2: among the nodes of a row<"));
    assert!(groups.contains("Above steps 1 to 2: among the nodes of a row. Above steps 3 to 4:"));
    assert!(groups.contains("Step 3: 0 to 3"));
    let blocks = svg("4.4");
    for words in ["x0", "x3", "y0", "y3", "A00", "A33"] {
        assert!(blocks.contains(&format!(">{words}</text>")), "{words}");
    }
    assert_eq!(blocks.matches("\"holder block\"").count(), 4 + 4);
    // The four routes over one link are strong, the four others light.
    let routes = svg("4.12");
    let lines = |class: &str| {
        let class = format!("class=\"{class}\"");
        routes.lines().filter(|line| line.contains(&class)).count()
    };
    assert_eq!([lines("a2"), lines("light"), lines("fault")], [4, 4, 8]);
}

/// Figure 4.5: node 8 first, then 4 and 12, then up the columns.
#[test]
fn the_mesh_of_the_textbook_is_numbered_up_its_columns() {
    let figure = FIGURES.iter().find(|figure| figure.number == "4.5").unwrap();
    let made = figure.made().unwrap();
    let checked = checked(&made.schedule);
    let drawing = Drawing { view: made.view, ..drawing(&checked, "t", &made.panels) };
    let svg = drawing.svg().unwrap();
    let first =
        "Step 1: 0 to 8. Step 2: 0 to 4, 8 to 12. Step 3: 0 to 2, 4 to 6, 8 to 10, 12 to 14.";
    assert!(svg.contains(first), "{svg}");
    let text = drawing.text(110).unwrap();
    let row =
        |node: &str| text.lines().position(|line| line.trim_start().starts_with(node)).unwrap();
    assert!(row("3 ") < row("2 ") && row("2 ") < row("1 ") && row("1 ") < row("0 "));
}

sweep! {
    fn every_family_draws(effort) {
        for topology in
            effort.thin(effort.machines(), 3)
        {
            let how = algorithms()
                .filter(|a| a.collective() == "broadcast")
                .find(|a| {
                    let instance = Instance::new(collective("broadcast").unwrap(), topology.nodes());
                    let (topology, ports) = (topology.clone(), Ports::ONE);
                    plan(a, &Request { topology, instance, ports, order: None }).is_ok()
                })
                .unwrap();
            let instance = Instance::new(collective("broadcast").unwrap(), topology.nodes());
            let request = Request {
                topology: topology.clone(),
                instance: instance.clone(),
                ports: Ports::ONE,
                order: None,
            };
            let steps = plan(how, &request).unwrap();
            let schedule = Schedule::plain(topology, Ports::ONE, instance, Arc::from(steps));
            let checked = checked(&schedule);
            for numbering in [GridOrder::RowMajor, GridOrder::ColumnMajor] {
                let view = View { numbering, origin: Origin::TopLeft };
                well_formed(&all(&Drawing { view, ..drawing(&checked, "t", &[]) })[0]);
            }
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

sweep! {
    /// Every refused schedule of the checker's fixtures is drawn, with something in red.
    fn all_that_is_refused_can_be_looked_at(effort) {
        let mut drawn = 0;
        for folder in fs::read_dir(hockney_testing::at("tests/rejects")).unwrap() {
            let folder = folder.unwrap().path();
            let files = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path());
            let files: BTreeSet<_> = files.collect();
            for file in effort.thin(files.into_iter().collect(), 12) {
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
                assert!(svg.contains("faulttext\"") || svg.contains("faulttext left"), "{}", file.display());
                assert!(text.contains("! ") && html.contains("id=\"faults\""), "{}", file.display());
                drawn += 1;
            }
        }
        assert!(drawn > effort.of(5, 50), "{drawn}");
    }
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
    let drawing = drawing(&checked, "t", &[]);
    let html = drawing.html(&drawing.parts());
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

/// Catches a page that grows with the messages, and one that leaves something out without a word, or too early.
#[test]
fn pages_stay_small() {
    for (name, topology, how, left_out) in [
        ("all-gather", "ring:64", "ring", ""),
        ("reduce-scatter", "ring:64", "ring", ""),
        ("all-to-all", "mesh:8x8", "dimension-by-dimension", ""),
        ("all-to-all", "ring:64", "ring", "what nodes hold, "),
        ("all-to-all", "hypercube:64", "pairwise-exchange", "routes, "),
        ("all-gather", "ring:65", "ring", "arrows, "),
    ] {
        let checked = checked(&planned(name, topology, how));
        let drawing = drawing(&checked, "t", &[]);
        let parts = drawing.parts();
        let html = drawing.html(&parts);
        assert!(html.len() < 250_000, "{name} on {topology}: {}", html.len());
        let reduced = parts.reduced.unwrap_or_default();
        assert_eq!(reduced.is_empty(), left_out.is_empty(), "{name} on {topology}: {reduced}");
        assert!(reduced.is_empty() || html.contains(&format!("<p>note: {reduced}</p>")));
        let words = format!("to stay small, the page leaves out {left_out}");
        assert!(reduced.is_empty() || reduced.starts_with(&words), "{reduced}");
    }
}

/// Catches a message with the way or the blocks of another one: the numbers of a page stand for the schedule.
#[test]
fn the_numbers_of_a_page_stand_for_the_schedule() {
    let schedule = planned("all-to-all", "hypercube:8", "pairwise-exchange");
    let checked = checked(&schedule);
    let body = drawing(&checked, "t", &[]).parts().body;
    let (_, data) = body.split_once("id=\"data\">").unwrap();
    let data: Value = serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap();
    let number = |of: &Value| usize::try_from(of.as_u64().unwrap()).unwrap();
    let at = |table: &str, of: &Value| &data[table][number(of)];
    let steps = Listed::of(&*schedule.phases[0].steps).0;
    assert_eq!(data["steps"].as_array().unwrap().len(), steps.len());
    for (step, row) in steps.iter().zip(data["steps"].as_array().unwrap()) {
        let (first, texts) = row.as_array().unwrap().split_first().unwrap();
        let ways = at("lists", first).as_array().unwrap();
        assert_eq!((ways.len(), texts.len()), (step.messages.len(), step.messages.len()));
        for ((sent, way), text) in step.messages.iter().zip(ways).zip(texts) {
            let way = at("ways", way).as_array().unwrap();
            let ends = [way.first(), way.last()].map(|end| end.unwrap().as_u64().unwrap());
            assert_eq!(ends, [sent.from, sent.to].map(u64::from));
            let hops = (sent.from ^ sent.to).count_ones() as usize;
            assert_eq!(way.len(), hops + 1);
            assert_eq!(at("texts", text), &format!("({}>{})", sent.from, sent.to));
        }
    }
    // An arrow for each message, or for two of an exchange over one link, and what is written beside it.
    let drawn: Vec<&Value> = data["drawn"].as_array().unwrap().iter().collect();
    assert_eq!(drawn.len(), steps.len() + 1);
    for (k, number) in drawn.iter().enumerate() {
        let shapes =
            at("lists", number).as_array().unwrap().iter().map(|shape| at("shapes", shape));
        let arrows = shapes.filter(|shape| shape.as_str().unwrap().starts_with("<path class='a0'"));
        let expected = match k {
            0 | 1 | 3 => 4,
            7 => 0,
            _ => 8,
        };
        assert_eq!(arrows.count(), expected, "step {}", k + 1);
    }
}

/// A thousand nodes: a summary of bounded size, and no picture.
#[test]
fn large_schedules_are_summed_up() {
    let checked = checked(&planned("all-gather", "ring:1000", "ring"));
    let drawing = drawing(&checked, "t", &[]);
    let html = drawing.html(&drawing.parts());
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
        let listed =
            |schedule: &Schedule| hockney_core::schedule::Listed::of(&*schedule.phases[0].steps);
        assert_eq!(listed(&back), listed(&rows), "{name}");
    }
    let shift = Instance::new(collective("shift").unwrap(), 6).with_by(1);
    let none = hockney_core::schedule::Listed::default();
    let topology = Topology::parse("mesh:2x3").unwrap();
    let shift = Schedule::plain(topology, Ports::ONE, shift, Arc::new(none));
    assert!(shift.numbered_along_columns().is_none());
}

/// The default pictures of one topology.
#[derive(Clone, Default)]
struct Legibility {
    /// Texts that could be misread.
    misread: Vec<String>,
    /// How many texts have no place in their picture, how many there are, and how many drawings.
    counts: [usize; 3],
}

fn legibility(topology: &Topology) -> Legibility {
    let dense = topology.nodes() > 8;
    let mut all = Legibility::default();
    for collective in COLLECTIVES {
        let name = collective.name();
        if dense && name == "all-to-all" {
            continue;
        }
        let Ok(question) = Question::new(name, topology.clone()) else { continue };
        let Ok(plan) = question.plan(Choice::Default) else { continue };
        let checked = plan.check_every_message(&Limits::default()).unwrap();
        let (collisions, listed, texts) = drawing(&checked, "t", &[]).collisions().unwrap();
        all.misread.extend(collisions.iter().map(|words| format!("{name} on {topology}: {words}")));
        for (sum, more) in all.counts.iter_mut().zip([listed, texts + listed, 1]) {
            *sum += more;
        }
    }
    all
}

sweep! {
    /// In no picture of a small schedule is a text on another, on a node, beyond the paper, or nearer to
    /// something else than to what it is about.
    fn every_text_of_a_small_picture_can_be_read(effort) {
        let small = |topology: &Topology| {
            let mut around = Vec::new();
            topology.network().neighbours(0, &mut around);
            topology.nodes() <= if around.len() > 4 { 8 } else { 16 }
        };
        let topologies: Vec<Topology> =
            effort.thin(hockney_testing::machines::machines(), 90).into_iter().filter(small).collect();
        let (a, b) = topologies.split_at(topologies.len() / 2);
        let each = |some: &[Topology]| some.iter().map(legibility).collect::<Vec<_>>();
        let results = std::thread::scope(|scope| {
            let other = scope.spawn(|| each(b));
            [each(a), other.join().unwrap()].concat()
        });
        let found: Vec<&String> = results.iter().flat_map(|result| &result.misread).collect();
        assert_eq!(found, [""; 0]);
        let total = |k: usize| results.iter().map(|result| result.counts[k]).sum::<usize>();
        let (listed, texts, drawn) = (total(0), total(1), total(2));
        assert!(drawn > effort.of(5, 1000), "{drawn}");
        assert!(listed * 10 < texts, "{listed} of {texts}");
    }
}

/// At most a tenth of the labels of the textbook's figures have no place in their picture.
#[test]
fn the_figures_of_the_textbook_can_be_read() {
    for figure in FIGURES.iter() {
        let made = figure.made().unwrap();
        let checked = checked(&made.schedule);
        let (view, extra, captions) = (made.view, made.extra, &made.captions[..]);
        let drawing = drawing(&checked, "t", &made.panels);
        let drawing = Drawing { view, extra, captions, ..drawing };
        let (found, listed, texts) = drawing.collisions().unwrap();
        assert_eq!(found, [""; 0], "{}", figure.number);
        assert!(listed * 10 <= texts, "{}: {listed} of {texts}", figure.number);
    }
}

/// The height of the letters of all texts of a picture, in tenths, and how wide the picture is.
fn sizes(svg: &str) -> (Vec<u32>, u32) {
    let tenths = |text: &str| {
        let number = text.split('"').next().unwrap();
        let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
        whole.parse::<u32>().unwrap() * 10 + part.parse::<u32>().unwrap()
    };
    let letters = svg.split("font-size=\"").skip(1).map(tenths).collect();
    (letters, tenths(svg.split(" width=\"").nth(1).unwrap()))
}

/// Pictures are as wide as the page, and then no letter is smaller than 7 pt. What is left out is said.
#[test]
fn pictures_fit_the_page() {
    let cases = [
        ("all-gather", "ring:8", "ring", "345pt", true),
        ("all-gather", "ring:8", "ring", "200mm", true),
        ("broadcast", "hypercube:16", "hypercube-binomial", "345pt", true),
        ("broadcast", "ring:16", "recursive-doubling", "345pt", true),
        ("broadcast", "ring:32", "recursive-doubling", "345pt", true),
        ("broadcast", "hypercube:32", "hypercube-binomial", "345pt", true),
        ("broadcast", "tree:16", "leaf-halving", "345pt", true),
        ("all-gather", "hypercube:32", "recursive-doubling", "345pt", false),
        ("all-to-all", "ring:16", "ring", "345pt", false),
    ];
    for (name, topology, how, page, whole) in cases {
        let checked = checked(&planned(name, topology, how));
        let width = Width::parse(page).unwrap();
        let picture = Drawing { width, ..drawing(&checked, "t", &[]) }.picture().unwrap();
        let (letters, wide) = sizes(&picture.svg());
        // 7 pt are 9.3 px.
        assert!(letters.iter().all(|size| *size >= 94), "{letters:?}");
        let most = if page == "345pt" { 4582 } else { 7559 };
        assert!(wide <= most, "{name} on {topology}: {wide}");
        assert_eq!(picture.reduced().is_none(), whole, "{name} on {topology}");
    }
    // Panels side by side.
    let checked = checked(&planned("all-gather", "ring:4", "ring"));
    let svg = drawing(&checked, "t", &[]).svg().unwrap();
    let rows: std::collections::BTreeSet<&str> = svg
        .lines()
        .filter(|line| line.contains("class=\"caption\""))
        .map(|line| line.split(" y=\"").nth(1).unwrap().split('"').next().unwrap())
        .collect();
    assert_eq!(rows.len(), 2, "{rows:?}");
}

/// The matrix has axes, a mark for each pair, a legend, and room for any number of nodes.
#[test]
fn a_matrix_shows_who_sends_to_whom() {
    let checked_ring = checked(&planned("all-gather", "ring:4", "ring"));
    let matrix = |checked: &Checked, panels: &[Panel]| {
        let svg = Drawing { matrix: true, ..drawing(checked, "t", panels) }.svg().unwrap();
        well_formed(&svg);
        svg
    };
    let svg = matrix(&checked_ring, &[]);
    for words in [">sender<", ">receiver<", ">steps 1 to 3<", ">3 messages<", ">first in step 1<"] {
        assert!(svg.contains(words), "{words}");
    }
    // Four pairs, and four lines of the legend.
    assert_eq!(svg.matches("<rect class=\"h").count(), 4 + 4);
    let large = checked(&planned("all-gather", "ring:1000", "ring"));
    let svg = matrix(&large, &[Panel::step(1), Panel::Steps { first: 2, last: 9 }]);
    assert!(svg.contains("Each square stands for 16 x 16 nodes.") && svg.contains(">step 1<"));
    assert!(svg.contains(">steps 2 to 9<") && svg.len() < 60_000, "{}", svg.len());
    // The second matrix is below the legend of the first.
    let height = |words: &str| -> f64 {
        let line = svg.lines().find(|line| line.contains(words)).unwrap();
        line.split_once(" y=\"").unwrap().1.split('"').next().unwrap().parse().unwrap()
    };
    assert!(height(">steps 2 to 9<") > height("Each square stands for") + 20.0);
    assert!(sizes(&svg).1 <= 4582 && sizes(&svg).0.iter().all(|size| *size >= 94));
}

/// All texts of a picture with this class.
fn texts<'a>(svg: &'a str, class: &str) -> Vec<&'a str> {
    let start = format!("<text class=\"{class}");
    let lines = svg.lines().filter(|line| line.starts_with(&start));
    lines.map(|line| line.split_once('>').unwrap().1.strip_suffix("</text>").unwrap()).collect()
}

/// The end shows what the collective asks for, and nothing that is not needed any more.
#[test]
fn the_last_picture_shows_the_result() {
    let cases = [
        ("all-reduce", "hypercube:4", "recursive-doubling", ["Σ(0-3)"; 4], "Σ(i-j): the sum"),
        (
            "reduce-scatter",
            "hypercube:4",
            "recursive-halving",
            ["0:Σ(0-3)", "1:Σ(0-3)", "2:Σ(0-3)", "3:Σ(0-3)"],
            "b:Σ(i-j): block b,",
        ),
        (
            "all-to-all",
            "ring:4",
            "ring",
            ["(0-3&gt;0)", "(0-3&gt;1)", "(0-3&gt;2)", "(0-3&gt;3)"],
            "(i&gt;j): the block",
        ),
        ("all-gather", "ring:4", "ring", ["(0,1,2,3)"; 4], "(i-j): the blocks"),
        ("scan", "ring:4", "ring-sums", ["[0,1]", "[0-2]", "[0-3]", "[0]"], "[i-j]: the sum"),
    ];
    for (name, topology, how, result, legend) in cases {
        let checked = checked(&planned(name, topology, how));
        let end = [Panel::After(checked.schedule().steps())];
        let svg = drawing(&checked, "t", &end).svg().unwrap();
        let mut found = texts(&svg, "holds");
        found.sort_unstable();
        assert_eq!(found, result, "{name}");
        assert!(texts(&svg, "note").iter().any(|note| note.starts_with(legend)), "{name}: {svg}");
    }
    // A node without its result shows what it has.
    let file = "format: hockney/schedule/v1\ntopology: ring:3\ncollective: {kind: all-gather}\nsteps:\n\
                - [{from: 0, to: 1, blocks: [0]}]\n";
    let document = document::read(file, &|_: &str| Err(String::new())).unwrap();
    let checked = checked(&document.schedule);
    let svg = drawing(&checked, "t", &[Panel::After(1)]).svg().unwrap();
    assert_eq!(texts(&svg, "holds"), ["(0)", "(0,1)", "(2)"]);
}

/// Catches partial results that were sent on, of any collective: where nothing is required, nothing is shown.
#[test]
fn the_end_has_no_data_that_nobody_asked_for() {
    for algorithm in algorithms() {
        let topology = Topology::parse("hypercube:8").unwrap();
        // A permutation has a map, and every node a result.
        let Ok(question) = Question::new(algorithm.collective(), topology) else { continue };
        let Ok(plan) = question.plan(Choice::Named(algorithm.name())) else { continue };
        let checked = checked(&plan.schedule());
        let instance = checked.schedule().phases[0].instance();
        // Of one block a circle is filled.
        if !checked.report().is_valid() || algorithm.collective() == "broadcast" {
            continue;
        }
        let end = [Panel::After(checked.schedule().steps())];
        let shown = texts(&drawing(&checked, "t", &end).svg().unwrap(), "holds").len();
        let needs = (0..8).filter(|node| !instance.required(*node).blocks.is_empty()).count();
        assert_eq!(shown, needs, "{} by {}", algorithm.collective(), algorithm.name());
    }
}

/// Catches a picture that does not believe a false message which the checker has arrive: the nodes without the block
/// of a broadcast at the end are those of the report.
#[test]
fn the_nodes_without_the_block_are_those_of_the_report() {
    for topology in ["mesh:2x3", "ring:6", "star:5", "hypercube:8"] {
        let nodes = Topology::parse(topology).unwrap().nodes();
        for (lost, liar) in (1..nodes).flat_map(|lost| (1..nodes).map(move |liar| (lost, liar))) {
            let mut lines: Vec<String> = (1..nodes)
                .filter(|to| *to != lost)
                .map(|to| format!("- [{{from: 0, to: {to}, blocks: [0]}}]\n"))
                .collect();
            // The sender of the first message may not have the block yet.
            let to = (liar + 1) % nodes;
            lines.insert(0, format!("- [{{from: {liar}, to: {to}, blocks: [0]}}]\n"));
            let file = format!(
                "format: hockney/schedule/v1\ntopology: {topology}\ncollective: {{kind: broadcast, root: 0}}\nsteps:\n{}",
                lines.concat()
            );
            let document = document::read(&file, &|_: &str| Err(String::new())).unwrap();
            let checked = checked(&document.schedule);
            let violations = &checked.report().violations;
            let lacking =
                violations.iter().filter(|one| one.rule.name() == "not-delivered").count();
            let end = [Panel::After(checked.schedule().steps())];
            let svg = drawing(&checked, "t", &end).svg().unwrap();
            let filled = svg.matches("<circle class=\"holder\"").count();
            assert_eq!(filled + lacking, nodes as usize, "{file}: {svg}");
        }
    }
}

/// In the second phase of the product of a matrix and a vector, each row has its own nodes.
#[test]
fn groups_go_by_the_numbers_of_their_nodes() {
    let made = FIGURES.iter().find(|figure| figure.number == "4.4").unwrap().made().unwrap();
    let checked = checked(&made.schedule);
    let svg = drawing(&checked, "t", &made.panels).svg().unwrap();
    let held = (0..16).map(|node| format!("({node})")).collect::<Vec<_>>();
    assert_eq!(texts(&svg, "holds"), held);
}

/// Nodes have the names of their ranks, and data those of the ranks that contributed; other nodes keep their number.
#[test]
fn placed_ranks_are_named() {
    let drawn = |machine: &str, nodes: &[u32]| {
        let topology = Topology::parse(machine).unwrap();
        let instance = Instance::new(collective("reduce").unwrap(), 2);
        let placement = Placement::of(&topology, nodes.to_vec()).unwrap();
        let question = Question::of_ranks(&topology, placement, instance).unwrap();
        let checked = checked(&question.plan(Choice::Default).unwrap().schedule());
        let drawing = drawing(&checked, "t", &[]);
        let [svg, _, text, page] = all(&drawing);
        let names = [texts(&svg, "name"), texts(&svg, "bits")].concat();
        (names.join(" "), texts(&svg, "holds").join(" "), text, page)
    };
    let (names, holds, text, page) = drawn("ring:4", &[2, 0]);
    assert!(names.starts_with("r1 1 r0 3"), "{names}");
    assert!(holds.contains("(0)") && holds.contains("(1)") && !holds.contains('2'), "{holds}");
    assert!(text.contains("0 (rank 1) -> 2 (rank 0)"), "{text}");
    assert!(page.contains("2 (rank 0)"), "{page}");
    let (names, ..) = drawn("hypercube:4", &[3, 1]);
    assert!(names.contains("r0") && names.contains("r1") && names.contains('3'), "{names}");
}

/// The places of the nodes of an SVG picture, with its columns and rows numbered from 0.
fn grid_of(svg: &str) -> Vec<(usize, usize)> {
    let part = |line: &str, name: &str| {
        let text = line.split_once(&format!(" {name}=\"")).unwrap().1;
        text.split_once('"').unwrap().0.parse::<f64>().unwrap().to_string()
    };
    let lines = svg.lines().filter(|line| {
        line.starts_with("<circle class=\"node\"") || line.starts_with("<circle class=\"holder\"")
    });
    let places: Vec<(String, String)> =
        lines.map(|line| (part(line, "cx"), part(line, "cy"))).collect();
    let order = |all: Vec<&String>| {
        let mut numbers: Vec<f64> = all.iter().map(|text| text.parse().unwrap()).collect();
        numbers.sort_by(f64::total_cmp);
        numbers.dedup();
        numbers.into_iter().map(|number| number.to_string()).collect::<Vec<_>>()
    };
    let (xs, ys) = (
        order(places.iter().map(|p| &p.0).collect()),
        order(places.iter().map(|p| &p.1).collect()),
    );
    let at = |all: &[String], text: &String| all.iter().position(|other| other == text).unwrap();
    places.iter().map(|(x, y)| (at(&xs, x), at(&ys, y))).collect()
}

/// A graph is where its file says, or else the way that its links suggest: a grid looks like one.
#[test]
fn graphs_have_a_shape() {
    let graph = |text: &str| hockney_files::read_graph(text).unwrap();
    let draw = |topology: Topology| {
        let plan = Question::new("broadcast", topology).unwrap().plan(Choice::Default).unwrap();
        let checked = plan.check_every_message(&Limits::default()).unwrap();
        drawing(&checked, "t", &[Panel::After(0)]).svg().unwrap()
    };
    let links = "links: [[0, 1], [1, 2], [2, 3], [3, 0]]";
    let placed = graph(&format!("nodes: 4\n{links}\nplaces: [[0, 2], [5, 2], [5, 0], [0, 0]]\n"));
    assert_eq!(grid_of(&draw(placed.clone())), [(0, 0), (1, 0), (1, 1), (0, 1)]);
    // The places stay in a schedule file.
    let mut text = Vec::new();
    let plan = Question::new("broadcast", placed).unwrap().plan(Choice::Default).unwrap();
    let header = document::Header::default();
    document::write(&mut text, &header, &plan.schedule(), document::Notation::Yaml).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains(", places: [[0, 2], [5, 2], [5, 0], [0, 0]]}}"), "{text}");
    let again = document::read(&text, &|_: &str| Err(String::new())).unwrap();
    assert_eq!(again.schedule.topology.places().map(<[_]>::len), Some(4));
    // No link of a star of six is bent, and the leaves are around its middle.
    let svg = draw(graph("0 1\n0 2\n0 3\n0 4\n0 5\n"));
    assert_eq!(svg.matches("class=\"link\"").count(), 5);
    assert!(
        svg.lines()
            .filter(|line| line.contains("class=\"link\""))
            .all(|line| line.matches('C').count() == 1)
    );
}

/// TikZ that a lecturer can edit: nodes with names, and lines between them.
#[test]
fn tikz_has_named_nodes() {
    let checked_ring = checked(&planned("broadcast", "ring:8", "recursive-doubling"));
    let tikz = drawing(&checked_ring, "t", &[]).tikz().unwrap();
    let has = |line: &str| assert!(tikz.lines().any(|other| other == line), "{line}: {tikz}");
    has("\\draw[link] (n0) -- (n1);");
    has("\\draw[a1] (n0) to[bend right=22] (n2);");
    assert!(tikz.contains("\\node[holder,words=8.2,minimum size=18.7bp] (n0) at ("), "{tikz}");
    assert_eq!(tikz.matches("\\draw[a2] (n").count(), 4);
    assert!(tikz.contains("a0/.style={arrow,hockney0,solid}"));
}

/// If the blocks of one label are counted, those of all are.
#[test]
fn a_picture_has_one_notation() {
    let checked = checked(&planned("all-to-all", "ring:9", "ring"));
    for step in 1..=checked.schedule().steps() {
        let svg = drawing(&checked, "t", &[Panel::step(step)]).svg().unwrap();
        for class in ["label", "holds"] {
            // A number such as `[1]` stands for a label that is listed below.
            let texts: Vec<&str> =
                texts(&svg, class).into_iter().filter(|text| !text.starts_with('[')).collect();
            let counted = texts.iter().filter(|text| text.ends_with(" blocks)")).count();
            assert!(counted == 0 || counted == texts.len(), "step {step}: {texts:?}");
        }
    }
}

/// A contended link has the number of its messages.
#[test]
fn contended_links_show_their_count() {
    let made = FIGURES.iter().find(|figure| figure.number == "4.12").unwrap().made().unwrap();
    let checked = checked(&made.schedule);
    let svg = drawing(&checked, "t", &made.panels).svg().unwrap();
    let counts = texts(&svg, "faulttext").into_iter().filter(|text| text.starts_with('x'));
    assert_eq!(counts.collect::<Vec<_>>(), ["x4"; 8]);
}

/// A picture on white paper stays white where the page around it is dark.
#[test]
fn colours_are_those_that_were_asked_for() {
    let checked = checked(&planned("broadcast", "ring:4", "recursive-doubling"));
    let style = |colours| {
        let svg = Drawing { colours, ..drawing(&checked, "t", &[]) }.svg().unwrap();
        svg.lines().find(|line| line.starts_with("<style>")).unwrap().to_owned()
    };
    let (light, dark, auto) = (style(Colours::Light), style(Colours::Dark), style(Colours::Auto));
    assert!(!light.contains("@media") && !light.contains("#15181c"));
    assert!(!dark.contains("@media") && dark.contains(".paper{fill:#15181c}"));
    assert!(auto.contains("@media (prefers-color-scheme:dark){.paper{fill:#15181c}"));
    for style in [light, dark, auto] {
        assert_eq!(style.matches('{').count(), style.matches('}').count());
    }
}

/// Arrows through the hub of a star pass beside it, and never go round it.
#[test]
fn arrows_of_a_star_are_short() {
    for topology in ["star:8", "switch:8"] {
        let checked = checked(&planned("all-gather", topology, "recursive-doubling"));
        for step in 1..=checked.schedule().steps() {
            let svg = drawing(&checked, "t", &[Panel::step(step)]).svg().unwrap();
            for path in svg.lines().filter(|line| line.starts_with("<path class=\"a")) {
                // A start and two parts: past one place beside the hub.
                assert!(path.matches('C').count() <= 2, "{topology}: {path}");
            }
        }
    }
}

mod colours {
    #![allow(clippy::float_arithmetic, reason = "colours are measured in floats")]

    use super::{COLOURS, PAPERS};

    /// Red, green and blue in linear light.
    fn light(hex: &str) -> [f64; 3] {
        [0, 2, 4].map(|at| {
            let part = f64::from(u8::from_str_radix(&hex[at..at + 2], 16).unwrap()) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        })
    }

    fn times(rows: [[f64; 3]; 3], [r, g, b]: [f64; 3]) -> [f64; 3] {
        rows.map(|row| row[0] * r + row[1] * g + row[2] * b)
    }

    /// CIE 1976, white D65.
    fn lab(rgb: [f64; 3]) -> [f64; 3] {
        let [x, y, z] = times(
            [
                [0.412_456_4, 0.357_576_1, 0.180_437_5],
                [0.212_672_9, 0.715_152_2, 0.072_175_0],
                [0.019_333_9, 0.119_192_0, 0.950_304_1],
            ],
            rgb,
        );
        let root = |t: f64| {
            if t > 216.0 / 24389.0 { t.cbrt() } else { (24389.0 / 27.0 * t + 16.0) / 116.0 }
        };
        let (x, y, z) = (root(x / 0.950_47), root(y), root(z / 1.088_83));
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    /// All cones, and without one kind of them (Machado, Oliveira and Fernandes 2009, severity 1).
    const EYES: [[[f64; 3]; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ];

    fn luminance(hex: &str) -> f64 {
        times([[0.2126, 0.7152, 0.0722]; 3], light(hex))[0]
    }

    /// On white and on dark paper, for every kind of eyes, and printed in grey.
    #[test]
    fn steps_are_told_apart() {
        for (paper, background) in PAPERS.iter().enumerate() {
            for (i, colours) in COLOURS.iter().enumerate() {
                let one = colours[paper];
                let (a, b) = (luminance(one) + 0.05, luminance(background) + 0.05);
                assert!(a.max(b) / a.min(b) >= 4.0, "{one} on {background}");
                for other in COLOURS[..i].iter().map(|colours| colours[paper]) {
                    let grey = (lab(light(one))[0] - lab(light(other))[0]).abs();
                    assert!(grey >= 8.0, "{one} and {other} in grey: {grey}");
                    for eyes in EYES {
                        let seen =
                            |hex| lab(times(eyes, light(hex)).map(|part| part.clamp(0.0, 1.0)));
                        let (a, b) = (seen(one), seen(other));
                        let apart = (0..3).map(|k| (a[k] - b[k]).powi(2)).sum::<f64>().sqrt();
                        assert!(apart >= 11.0, "{one} and {other}: {apart}");
                    }
                }
            }
        }
    }
}

/// The graph of four nodes: two at a switch with links of one class, two at another with links of another.
fn of_classes(order: &str) -> Checked {
    let file = format!(
        "format: hockney/schedule/v1\ntopology:\n  graph:\n    nodes: 4\n    switches: 2\n    classes:\n      \
         near: {{}}\n      far: {{}}\n{order}    links: [[0, 4, near], [1, 4, near], [2, 5, far], [3, 5, far], [4, 5]]\n\
         collective: {{kind: all-gather}}\nsteps:\n\
         - [{{from: 0, to: 1, blocks: [0]}}, {{from: 2, to: 3, blocks: [2]}}]\n"
    );
    checked(&document::read(&file, &|_: &str| Err(String::new())).unwrap().schedule)
}

/// The paths of all shapes of a class.
fn paths<'a>(svg: &'a str, class: &str) -> Vec<&'a str> {
    let start = format!("<path class=\"{class}\" d=\"");
    svg.lines().filter_map(|line| line.strip_prefix(&start)).collect()
}

/// Links of a class look alike, and the legend names the classes. Only the slowest message is marked, which
/// the times or the order decide.
#[test]
fn links_look_like_their_class() {
    let link = |name: &str, t_w: &str| LinkClass {
        name: name.to_owned(),
        t_w: Some(t_w.to_owned()),
        ..LinkClass::default()
    };
    let slowest = |order: &str, times: Option<[&str; 2]>| {
        let checked = of_classes(order);
        let given = GivenNumbers { m: Some("100"), ..GivenNumbers::default() };
        let links =
            times.map_or_else(Vec::new, |[near, far]| vec![link("near", near), link("far", far)]);
        let numbers = Numbers { links, ..Numbers::read(given).unwrap() };
        let numbers = numbers.with_classes(checked.schedule().topology.classes()).unwrap();
        let first = [Panel::step(1)];
        let drawing = Drawing { numbers: Some(&numbers), ..drawing(&checked, "t", &first) };
        let (svg, tikz) = (drawing.svg().unwrap(), drawing.tikz().unwrap());
        well_formed(&svg);
        // Two links of each class, and one in the legend; one link has no class.
        assert_eq!(["link k0", "link k1", "link"].map(|class| paths(&svg, class).len()), [3, 3, 1]);
        let notes = texts(&svg, "note");
        assert!(
            ["near", "far"].iter().all(|name| notes.contains(&&*format!("link of class {name}")))
        );
        assert!(
            tikz.contains("\\draw[k0] (n0) -- (n4);") && tikz.contains("k1/.style={link,"),
            "{tikz}"
        );
        let arrows = paths(&svg, "a0");
        let slow = paths(&svg, "slow");
        assert_eq!(svg.contains("slowest message of a step"), !slow.is_empty());
        arrows.iter().map(|arrow| slow.contains(arrow)).collect::<Vec<_>>()
    };
    assert_eq!(slowest("", Some(["3", "1"])), [true, false]);
    assert_eq!(slowest("", Some(["1", "3"])), [false, true]);
    // Nobody is slower than others.
    assert_eq!(slowest("", Some(["2", "2"])), [false, false]);
    assert_eq!(slowest("", None), [false, false]);
    // The order says nothing about times per hop.
    assert_eq!(slowest("    order: [near, far]\n", None), [false, false]);
    // Whatever the times are, a message between boxes takes longer than one of equal size inside.
    let boxes = checked(&planned("all-gather", "nodes:2x2", "ring"));
    let svg = drawing(&boxes, "t", &[Panel::step(1)]).svg().unwrap();
    assert_eq!(paths(&svg, "slow").len(), 2 + 1);
}

/// The bars of a page are parts of the exact total on links of classes.
#[test]
fn bars_know_classes() {
    let boxes = checked(&planned("all-gather", "nodes:2x2", "ring"));
    let link = |name: &str, t_h: &str, t_w: &str| LinkClass {
        name: name.to_owned(),
        t_h: Some(t_h.to_owned()),
        t_w: Some(t_w.to_owned()),
        ..LinkClass::default()
    };
    let links = vec![link("inside", "1", "1/10"), link("between", "4", "1/2")];
    let given = GivenNumbers { m: Some("100"), t_s: Some("40"), ..GivenNumbers::default() };
    let numbers = Numbers { links, ..Numbers::read(given).unwrap() };
    let priced = Drawing { numbers: Some(&numbers), ..drawing(&boxes, "t", &[]) };
    let html = priced.html(&priced.parts());
    // Each of three steps takes 40, two hops inside, two between, and 100 words between: 40 + 2 + 8 + 50.
    assert!(html.contains("in all") && html.contains("with the times of the classes"), "{html}");
    assert!(html.contains(" = 300\",\"s\":400,\"w\":600}]"), "{html}");
    let plain = drawing(&boxes, "t", &[]);
    let html = plain.html(&plain.parts());
    assert!(
        html.contains(
            "<p>no bars without -m, --ts, --link between=T_H,T_W, --link inside=T_H,T_W</p>"
        ),
        "{html}"
    );
    assert!(!html.contains("id=\"bars\""));
}

/// The links that close the lines of a torus are two ends outside, not lines across the picture.
#[test]
fn no_line_crosses_a_torus() {
    let torus = checked(&planned("all-gather", "torus:4x4", "dimension-by-dimension"));
    let svg = drawing(&torus, "t", &[Panel::step(1)]).svg().unwrap();
    // 24 links of a mesh, and 8 that are cut.
    let links = paths(&svg, "link");
    assert_eq!(
        (links.len(), links.iter().all(|path| path.matches('C').count() == 1)),
        (24 + 2 * 8, true)
    );
    // A message over such a link has two parts: along each of four rows one of four messages.
    assert_eq!((paths(&svg, "a0").len(), paths(&svg, "h0").len()), (16 + 4, 16 + 4));
    let notes = texts(&svg, "note").join(" ").replace('\u{a0}', "");
    assert!(notes.contains("A line that ends at a side goes on at the opposite side."), "{notes}");
    let mesh = checked(&planned("all-gather", "mesh:4x4", "dimension-by-dimension"));
    assert!(!drawing(&mesh, "t", &[Panel::step(1)]).svg().unwrap().contains("opposite side"));
}

/// Eight links that are congested alike are one line of prose.
#[test]
fn equal_congestion_is_said_once() {
    let made = FIGURES.iter().find(|figure| figure.number == "4.12").unwrap().made().unwrap();
    let checked = checked(&made.schedule);
    let (extra, captions) = (made.extra, &made.captions[..]);
    let svg = Drawing { extra, captions, ..drawing(&checked, "t", &made.panels) }.svg().unwrap();
    let said =
        "step 3: congestion: 8 directed links carry 4 messages each, but their capacity is 1";
    let lines = texts(&svg, "faulttext left").join(" ").replace('\u{a0}', "");
    assert_eq!(lines, format!("! {said}"));
    assert!(svg.contains(&format!("Fault: {said}.</desc>")), "{svg}");
    assert!(svg.contains(">step 3: four messages on each link<"));
}
