//! Plots: every algorithm and change is named in them, no label stands on another, and the bytes are the
//! same each time.
#![allow(clippy::float_arithmetic)] // places on paper

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use hockney_base::number::Rational;
use hockney_testing::sweep;
use serde_json::Value;

const LINES: [&str; 17] = [
    "all-reduce -t hypercube --over p=2..4 -m 20 --ts 5 --tw 1",
    "all-reduce -t hypercube:16 --over m=1..2 --ts 5 --tw 1",
    "all-to-all -t torus:8x8 --over m=1e6..1.01e6 --ts 50 --tw 1",
    "all-to-all -t ring:9 --over m=1000000..1000001 --ts 50 --tw 1",
    "broadcast -t ring:9 --over m=7..7 --ts 50 --tw 1",
    "barrier -t star:7 --over m=1..100 --ts 5 --tw 1",
    "broadcast -t hypercube --over p=2^4..2^14 -m 1000 --ts 5 --tw 1",
    "broadcast -t ring:64 --over m=1/1000..1e15 --ts 1us --tw 1ns",
    "all-reduce -t torus --over p=4..3000 -m 1000 --ts 50 --tw 1",
    "broadcast -t hypercube:16 --ports all --over m=1..1e6 --ts 5 --tw 1",
    "all-reduce -t hypercube:16 --over m=1..1e6 --ts 5 --tw 1",
    "broadcast -t complete:32 --over m=1/8..1e6 --ts 50us --tw 1us",
    "all-to-all -t torus:8x8 --over ts/tw=1..1e5 -m 100",
    "all-reduce -t complete --over p=2..200 -m 100 --ts 50 --tw 1",
    "all-gather -t hypercube --over p=2..1e6 -m 20 --ts 5 --tw 1",
    "scan -t ring --over p=1..600 -m 1e9 --ts 1e-6 --tw 1e-9",
    "barrier -t ring:7 --over m=1..100 --ts 5 --tw 1",
];

fn run(line: &str) -> Vec<u8> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hockney"));
    let output = command.args(line.split_whitespace()).output().unwrap();
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

fn plot(line: &str, name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    run(&format!("compare {line} --plot {}", path.display()));
    fs::read_to_string(path).unwrap()
}

/// A text: its class, the height of its letters, its place and its words.
struct Text {
    class: String,
    letters: f64,
    x: f64,
    y: f64,
    words: String,
}

fn texts(svg: &str) -> Vec<Text> {
    let attribute = |tag: &str, name: &str| {
        let at = tag.split_once(&format!("{name}=\"")).unwrap().1;
        at.split_once('"').unwrap().0.to_owned()
    };
    let text = |line: &str| {
        let (tag, words) = line.strip_prefix("<text ")?.split_once('>')?;
        let number = |name| attribute(tag, name).parse().unwrap();
        Some(Text {
            class: attribute(tag, "class"),
            letters: number("font-size"),
            x: number(" x"),
            y: number(" y"),
            words: words.strip_suffix("</text>")?.to_owned(),
        })
    };
    svg.lines().filter_map(text).collect()
}

sweep! {
    fn all_is_named_and_nothing_overlaps(effort) {
        for (number, line) in LINES.iter().enumerate().step_by(effort.of(4, 1)) {
            let svg = plot(line, &format!("plot-{number}.svg"));
            assert_eq!(svg, plot(line, &format!("again-{number}.svg")), "{line}");
            assert!(
                svg.contains("<title id=\"title\">") && svg.contains("<desc id=\"desc\">"),
                "{line}"
            );
            assert!(!svg.contains("@media") && svg.ends_with("</svg>\n"), "{line}");
            let texts = texts(&svg);
            let parts: Value =
                serde_json::from_slice(&run(&format!("compare {line} -f json"))).unwrap();
            let parts = parts["crossovers"].as_array().unwrap();
            let description =
                svg.split_once("<desc id=\"desc\">").unwrap().1.split_once('<').unwrap().0;
            for (index, part) in parts.iter().enumerate() {
                let algorithm = part["algorithm"].as_str().unwrap();
                let in_pieces = format!("{algorithm} in ");
                let named = |words: &str| {
                    words.split(", ").any(|name| name == algorithm || name.starts_with(&in_pieces))
                };
                assert!(texts.iter().any(|text| named(&text.words)), "{line}: {algorithm}");
                let from = part["from"].to_string().replace('"', "");
                let from = format!("{:.6}", from.parse::<Rational>().unwrap());
                assert!(
                    description.contains(&format!("{algorithm} from {from} to")),
                    "{line}: {description}"
                );
                if index > 0 && parts.len() < 8 {
                    let named = format!(" = {from}: {algorithm}");
                    let said = |words: &str| words == from || words.ends_with(&named);
                    assert!(texts.iter().any(|text| said(&text.words)), "{line}: {from}");
                }
            }
            assert_eq!(svg.matches("class=\"change\"").count(), parts.len() - 1, "{line}");
            assert_eq!(svg.matches("class=\"h").count(), parts.len(), "{line}");
            // What has no label is counted.
            let is_label = |text: &&Text| text.class == "note" && text.letters < 13.0;
            let labels = texts.iter().filter(is_label).count();
            let counted = format!("{labels} of {} changes have a label<", parts.len() - 1);
            assert_eq!(svg.contains(&counted), labels < parts.len() - 1, "{line}");
            for axis in ["note", "note right"] {
                let is_tick = |text: &&Text| text.class == axis && text.letters > 12.0;
                let ticks = texts.iter().filter(is_tick).count();
                assert!(ticks >= 2, "{line}: {ticks} ticks");
            }
            // A letter is hardly wider than 7.2, a line hardly higher than 14.
            let boxes: Vec<_> = texts
                .iter()
                .map(|Text { class, x, y, words, .. }| {
                    let letter = if class.starts_with("caption") { 8.0 } else { 6.5 };
                    #[allow(clippy::cast_precision_loss)] // no text is that long
                    let width = words.chars().count() as f64 * letter;
                    let left = match class.rsplit(' ').next() {
                        Some("left") => *x,
                        Some("right") => x - width,
                        _ => x - width / 2.0,
                    };
                    (left, left + width, y - 11.0, y + 3.0, words)
                })
                .collect();
            for (index, a) in boxes.iter().enumerate() {
                for b in &boxes[..index] {
                    let apart = a.1 <= b.0 || b.1 <= a.0 || a.3 <= b.2 || b.3 <= a.2;
                    assert!(apart, "{line}: `{}` and `{}`", a.4, b.4);
                }
            }
        }
    }
}

/// The marks of a plot: the middle of each, right of the axis and left of the labels.
fn marks(svg: &str) -> Vec<(f64, f64)> {
    let middle = |numbers: &[f64]| {
        let ends = |from: usize| {
            let all = || numbers.iter().skip(from).step_by(2).copied();
            f64::midpoint(all().fold(f64::MAX, f64::min), all().fold(f64::MIN, f64::max))
        };
        (ends(0), ends(1))
    };
    let mark = |line: &str| {
        let (_, rest) = line.split_once("class=\"mark ")?;
        let place = match rest.split_once("d=\"") {
            Some((_, d)) => d.split_once('"')?.0.to_owned(),
            None => rest
                .split('"')
                .filter(|word| word.parse::<f64>().is_ok())
                .collect::<Vec<_>>()
                .join(" "),
        };
        let numbers = place.split(|c: char| !(c.is_ascii_digit() || c == '.'));
        let numbers: Vec<f64> = numbers.filter_map(|number| number.parse().ok()).collect();
        Some(middle(&numbers[..numbers.len() / 2 * 2]))
    };
    svg.lines().filter_map(mark).filter(|(x, _)| *x < 726.0).collect()
}

/// Every number of a column of a table, row by row.
fn column(csv: &str, name: &str) -> Vec<f64> {
    let mut rows = csv::Reader::from_reader(csv.as_bytes());
    let place = rows.headers().unwrap().iter().position(|head| head == name).unwrap();
    rows.records().map(|row| row.unwrap()[place].parse().unwrap_or(f64::NAN)).collect()
}

/// The algorithm of each row of a table.
fn algorithms(csv: &str) -> Vec<String> {
    let mut rows = csv::Reader::from_reader(csv.as_bytes());
    let place = rows.headers().unwrap().iter().position(|head| head == "algorithm").unwrap();
    rows.records().map(|row| row.unwrap()[place].to_owned()).collect()
}

/// Catches a mark where an algorithm has no cost, a cost without a mark, and a mark between two sizes.
#[test]
fn over_p_the_marks_are_the_rows_of_the_table() {
    let kinds =
        ["all-gather", "all-reduce", "reduce-scatter", "broadcast", "scan", "all-to-all", "gather"];
    for (number, kind) in kinds.iter().enumerate() {
        for topology in ["switch", "ring", "star", "hypercube", "complete"] {
            let line = format!("{kind} -t {topology} --ts 100 --tw 1 -m 100 --over p=2..16");
            let csv = String::from_utf8(run(&format!("compare {line} -f csv"))).unwrap();
            let (sizes, totals) = (column(&csv, "p"), column(&csv, "total"));
            let svg = plot(&line, &format!("rows-{number}-{topology}.svg"));
            // Others than the best, the textbook's and those that were asked for have no curve.
            let names = algorithms(&csv);
            let labels: Vec<String> = texts(&svg).into_iter().map(|text| text.words).collect();
            let drawn: Vec<&str> = labels.iter().flat_map(|label| label.split(", ")).collect();
            let is_drawn = |at: usize| drawn.contains(&names[at].as_str());
            let rows = || {
                let rows = sizes.iter().zip(&totals).enumerate();
                rows.filter(|(at, (_, total))| total.is_finite() && is_drawn(*at))
                    .map(|(_, row)| row)
            };
            let marks = marks(&svg);
            // Both axes are logarithmic: across from 2 to 16, upward as the outermost marks say.
            let least = rows().map(|(_, total)| *total).fold(f64::MAX, f64::min);
            let most = rows().map(|(_, total)| *total).fold(f64::MIN, f64::max);
            let bottom = marks.iter().map(|mark| mark.1).fold(f64::MIN, f64::max);
            let top = marks.iter().map(|mark| mark.1).fold(f64::MAX, f64::min);
            let left = marks.iter().map(|mark| mark.0).fold(f64::MAX, f64::min);
            let place = |p: f64, total: f64| {
                let part = (total / least).ln() / (most / least).ln();
                (left + 640.0 * (p / 2.0).log(8.0), bottom - (bottom - top) * part)
            };
            let any = sizes.iter().zip(&totals).filter(|(_, total)| total.is_finite());
            let any: Vec<_> = any.map(|(p, total)| place(*p, *total)).collect();
            let rows: Vec<_> = rows().map(|(p, total)| place(*p, *total)).collect();
            let near =
                |a: &(f64, f64), b: &(f64, f64)| (a.0 - b.0).abs() < 1.5 && (a.1 - b.1).abs() < 1.5;
            for row in &rows {
                assert!(marks.iter().any(|mark| near(mark, row)), "{line}: no mark at {row:?}");
            }
            for mark in &marks {
                assert!(any.iter().any(|row| near(mark, row)), "{line}: no row at {mark:?}");
            }
        }
    }
}

/// Catches a curve too many in colour, one that is lost in grey, and a legend of others that are not there.
#[test]
fn others_are_grey_on_request() {
    let line = "all-reduce -t switch:64 --over m=1..1e8 --ts 1000 --tw 1";
    let csv = String::from_utf8(run("compare all-reduce -t switch:64 -m 1 --ts 1 --tw 1 -f csv"))
        .unwrap();
    let count = |svg: &str, class: &str| svg.matches(&format!("<path class=\"{class}")).count();
    let (few, all) = (plot(line, "few.svg"), plot(&format!("{line} --all"), "all.svg"));
    assert!(count(&few, "light") == 0 && !few.contains(" others<"), "{few}");
    // One more is the line of the legend, and algorithms with the same cost share a curve.
    let others = count(&all, "light") - 1;
    let named =
        texts(&all).into_iter().find_map(|text| text.words.strip_suffix(" others")?.parse().ok());
    assert!(named.is_some_and(|named: usize| named >= others), "{others}");
    let labels = |svg: &str| -> Vec<String> {
        let mut labels = texts(svg);
        labels.retain(|text| text.class.starts_with("label"));
        labels.into_iter().map(|text| text.words).collect()
    };
    assert_eq!(labels(&few), labels(&all));
    assert!(others > 4 && others < algorithms(&csv).len(), "{others}");
    let first = |class| all.find(&format!("<path class=\"{class}")).unwrap();
    assert!(first("light") < first("a0"), "the grey curves are behind");
    // All that are named are drawn in colour, dominated or not, up to seven.
    let asked = "ring,recursive-doubling,rabenseifner,reduce-then-broadcast";
    let named = plot(&format!("{line} -a {asked}"), "named.svg");
    assert!(labels(&named).iter().any(|label| label.starts_with("ring")), "{named}");
    let refused = Command::new(env!("CARGO_BIN_EXE_hockney"))
        .args(["compare"])
        .args(line.split_whitespace())
        .arg("--all")
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("add --plot FILE"));
}

/// Catches a file that is touched where there is nothing to draw.
#[test]
fn what_cannot_be_drawn() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("none.svg");
    for line in [
        "all-reduce -t ring:8",
        "all-reduce -t ring:8 --over m=0..9 --ts 1 --tw 1",
        "all-reduce -t ring:8 --over m=1..9 --ts 0 --tw 0",
        "all-reduce -t ring:8 --over m=1,9 --ts 1 --tw 1",
        "all-reduce -t ring --over m=1..9 --over p=1..9 --ts 1 --tw 1",
        "all-reduce -t ring:8 --over m=1..9 --ts 1 --tw 1 -f csv",
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hockney"));
        command.args(["compare"]).args(line.split_whitespace()).arg("--plot").arg(&path);
        assert_eq!(command.output().unwrap().status.code(), Some(2), "{line}");
        assert!(!path.exists(), "{line}");
    }
}

/// Catches panels on top of each other, and two titles with one name.
#[test]
fn each_number_of_rails_has_a_panel() {
    let times = "--ts 0 --link inside=350ns,46us/MB --link between=850ns,106us/MB --contention";
    let line = |rails: &str| {
        format!(
            "all-reduce -t nodes:2x4 --rails {rails} --over m=1KiB..1GiB {times} -a leaders,ring"
        )
    };
    let (one, two) = (plot(&line("1"), "rails-1.svg"), plot(&line("1,4"), "rails-2.svg"));
    let body = |svg: &str| {
        let (_, body) = svg.split_once("<rect class=\"paper\"").unwrap();
        body.split_once('\n').unwrap().1.trim_end_matches("</svg>\n").to_owned()
    };
    let (one, both) = (body(&one), body(&two));
    let other = both.strip_prefix(&one).expect("the first panel is the picture of one rail");
    let heights = |svg: &str| texts(svg).into_iter().map(|text| text.y).collect::<Vec<_>>();
    let lowest = heights(&one).into_iter().fold(f64::MIN, f64::max);
    assert!(heights(other).into_iter().all(|y| y > lowest + 10.0), "{other}");
    // Both are named, in the picture and for those who do not see it.
    let titles = |svg: &str| {
        let texts = texts(svg).into_iter();
        texts
            .filter(|text| text.class == "caption left" && text.words.starts_with("all-reduce on"))
            .map(|text| text.words)
    };
    let titles: Vec<String> = titles(&both).collect();
    assert!(titles.len() == 2 && titles[1].contains("nodes:2x4x4,"), "{titles:?}");
    for name in ["title", "desc"] {
        let (_, said) = two.split_once(&format!("<{name} id=\"{name}\">")).unwrap();
        let (said, _) = said.split_once('<').unwrap();
        assert!(titles.iter().all(|title| said.contains(title.as_str())), "{said}");
    }
    assert_eq!(two, plot(&line("1,4"), "rails-3.svg"));
}

/// Catches a plot of totals by steps where ranks do not wait: the ring of a change lies on the curve that begins there.
#[test]
fn a_change_lies_on_its_curves() {
    let line = "gather -t switch --over p=2..40 -m 1 --ts 50 --tw 1 -a sequential,binomial";
    for (number, more) in ["", " --timing asynchronous", " --call 400"].iter().enumerate() {
        let svg = plot(&format!("{line}{more}"), &format!("change-{number}.svg"));
        let rings =
            svg.lines().filter_map(|line| line.strip_prefix("<circle class=\"change\" cx=\""));
        let rings: Vec<String> = rings
            .map(|rest| {
                let (x, rest) = rest.split_once("\" cy=\"").unwrap();
                format!("{x} {}", rest.split_once('"').unwrap().0)
            })
            .collect();
        assert_eq!(rings.len(), usize::from(number == 1), "{more}");
        let curves = svg.lines().filter(|line| line.starts_with("<path class=\"a"));
        let curves: Vec<&str> = curves.collect();
        assert!(rings.iter().all(|ring| curves.iter().any(|curve| curve.contains(ring))), "{more}");
        assert_eq!(svg.contains("class=\"bound\""), number != 1, "{more}");
    }
}
