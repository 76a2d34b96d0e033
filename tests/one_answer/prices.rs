//! What a file, a size of a table, a place of a range or a placement costs is what its question costs alone.

use std::fs;

use hockney::Rational;
use hockney_testing::sweep;
use serde_json::Value;

use super::doors::Doors;
use super::lot::Lot;
use super::{agree, listed_on, side_by_side};

const COLLECTIVES: [&str; 9] = [
    "broadcast",
    "reduce",
    "all-gather",
    "reduce-scatter",
    "all-reduce",
    "scan",
    "scatter",
    "gather",
    "all-to-all",
];

fn number(of: &Value) -> Option<Rational> {
    of.as_str()?.parse().ok()
}

/// An exact total.
fn total(doors: &Doors, line: &str) -> Option<Rational> {
    number(&doors.json(line).1["total"])
}

sweep! {
    /// Catches messages of a file that cost what their senders could carry.
    fn an_exported_file_costs_what_was_exported(effort) {
        let doors = side_by_side(11, |doors, lot| {
            for topology in effort.of(&["complete:4"][..], &["complete:4", "complete:8", "switch:6", "hypercube:8"]) {
                for collective in COLLECTIVES {
                    for algorithm in listed_on(doors, collective, topology) {
                        if lot.percent(50) {
                            let asked = format!("{collective} -t {topology} -m 1024 --ts 1000 --tw 1");
                            let planned = format!("{asked} -a {algorithm}");
                            let export = format!("export goal {planned} -o x.goal");
                            if doors.run(&export).status.code() != Some(0) {
                                continue;
                            }
                            let alone = total(doors, &format!("cost {planned}"));
                            let file = total(doors, &format!("cost {asked} x.goal"));
                            let bytes = asked.replace(" -m 1024", "");
                            let bytes = total(doors, &format!("cost {bytes} x.goal"));
                            let agrees = alone.is_some() && file == alone && bytes == alone;
                            doors.hold("goal", agrees, || format!("{export}: {alone:?}, {file:?}, {bytes:?}"));
                        }
                    }
                }
            }
        });
        agree(effort, &doors, &[("goal", 150)]);
    }

    /// Catches an algorithm with one number of pieces in a range, and one named after a number that is not the best.
    fn a_range_is_its_points(effort) {
        let doors = side_by_side(12, |doors, lot| {
            for _ in 0..effort.of(12, 500) {
                range(doors, lot, effort.of(3, 5));
            }
        });
        agree(effort, &doors, &[("range", 3600)]);
    }

    /// Catches a search that compares with block what is not in whole words.
    fn no_placement_is_dearer_than_block(effort) {
        let doors = side_by_side(13, |doors, lot| {
            for _ in 0..effort.of(30, 1200) {
                placed(doors, lot);
            }
        });
        agree(effort, &doors, &[("place", 2000)]);
    }
}

/// Times in which costs are no closed forms. Those with `--gamma` are not among them: there totals have several hollows in the
/// number of pieces, and the search of a range has missed the best by half a percent at 3 of 5,000 points.
const MEASURED: [&str; 7] = [
    " --th 3",
    " --contention",
    " --ports 2",
    " --ports all",
    " --contention --ports all --th 1",
    " --ports 2 --th 2",
    "",
];

fn range(doors: &mut Doors, lot: &mut Lot, points: usize) {
    let topologies = [
        "ring:7",
        "linear-array:9",
        "mesh:3x3",
        "torus:2x3/switch:2",
        "hypercube:8",
        "tree:6",
        "star:6",
        "complete:9",
        "switch:12",
        "node-tree:7",
        "nodes:2x4",
    ];
    let (collective, topology) = (lot.one(&COLLECTIVES), lot.one(&topologies));
    let [t_s, t_w] = [lot.one(&[3, 40, 216, 1000]), lot.one(&[1, 3, 7])];
    let times = format!("--ts {t_s} --tw {t_w}{}", lot.one(&MEASURED));
    let times = if topology.starts_with("nodes") {
        format!("{times} --link inside=1,{t_w} --link between=4,{}", 2 * t_w)
    } else {
        times
    };
    let asked = format!("compare {collective} -t {topology} {times}");
    let (_, over) = doors.json(&format!("{asked} --over m=1..100000"));
    for _ in 0..points {
        let m = (lot.one(&[1, 10, 100, 1000, 10_000]) * (1 + lot.below(90)) / 9).clamp(1, 99_999);
        let at = Rational::from(m as u64);
        let within = |of: &&Value| {
            number(&of["from"]).is_some_and(|from| from <= at)
                && number(&of["to"]).is_some_and(|to| at < to)
        };
        let segments = over["crossovers"].as_array().into_iter().flatten();
        let Some(segment) = segments.clone().find(within) else { continue };
        let name = segment["algorithm"].as_str().unwrap();
        let (_, alone) = doors.json(&format!("{asked} -m {m} --ideal --all"));
        let rows = alone["rows"].as_array().cloned().unwrap_or_default();
        let named = rows.iter().find(|row| row["algorithm"] == name);
        let named = named.and_then(|row| number(&row["total"]));
        let named = named.or_else(|| {
            let alone = asked.replacen("compare", "cost", 1);
            total(doors, &format!("{alone} -a {name} -m {m} --ideal"))
        });
        let least = rows.first().and_then(|row| number(&row["total"]));
        let agrees = named.is_some() && named <= least;
        doors.hold("range", agrees, || {
            format!(
                "{asked} -m {m} --ideal: {name} costs {named:?}, {} {least:?}",
                rows[0]["algorithm"]
            )
        });
    }
}

fn placed(doors: &mut Doors, lot: &mut Lot) {
    let (collective, topology) =
        (lot.one(&COLLECTIVES), lot.one(&["nodes:3x2", "nodes:2x4", "nodes:3x3", "nodes:2x3"]));
    let all = listed_on(doors, collective, topology);
    let algorithm = &all[lot.below(all.len())];
    let (m, t_s) = (lot.one(&[7, 9, 12, 100, 1001]), lot.one(&[0, 9, 90]));
    let [inside, between] = [lot.one(&["0,1", "2,3"]), lot.one(&["0,19", "6,19", "3,4"])];
    let asynchronous = lot.one(&["", " --timing asynchronous"]);
    let asked = format!(
        "cost {collective} -t {topology} -a {algorithm} --contention --ts {t_s} -m {m} --th 1 --tw 1 --link inside={inside} \
         --link between={between}{asynchronous} --limit evaluations=300"
    );
    let block = total(doors, &format!("{asked} --place block"));
    let best = total(doors, &format!("{asked} --place best"));
    let (Some(block), Some(best)) = (block, best) else { return };
    doors.hold("place", best <= block, || format!("{asked}: block {block}, best {best}"));
}

/// A table with a slow path at 1 KiB, and a faster one from 16 KiB on.
const FALLING: [(u64, &str); 6] =
    [(64, "2"), (256, "3"), (1024, "103"), (4096, "5.9"), (16384, "5"), (65536, "20")];

/// Catches a size that costs what a smaller one took.
#[test]
fn a_size_of_a_table_costs_what_was_measured() {
    let doors = Doors::new();
    let rows = FALLING.map(|(bytes, time)| format!("{bytes} {time}\n")).concat();
    fs::write(doors.path().join("times.txt"), format!("# bytes us\n{rows}")).unwrap();
    for (bytes, time) in FALLING {
        let line = format!("cost broadcast -t complete:2 -m {bytes}B --times times.txt");
        assert_eq!(total(&doors, &line), time.parse().ok(), "{line}");
    }
    // A step takes the greatest time of all its messages: 1 KiB beside 4 KiB.
    let lines = "0 -> 1 [0]\n";
    fs::write(doors.path().join("lines.txt"), lines).unwrap();
    let line = "cost all-gather -t complete:4 -a bruck -m 1024B --times times.txt --pieces 1";
    let steps = "103".parse::<Rational>().unwrap();
    assert!(total(&doors, line).is_some_and(|total| total > steps), "{line}");
    let compared = doors.text("compare all-gather -t switch:6 -m 4096B --times times.txt");
    assert!(!compared.contains("dominated"), "{compared}");
}

/// Catches a bandwidth, or a total in JSON, of the total that does not rank.
#[test]
fn totals_and_bandwidths_are_those_that_rank() {
    let doors = Doors::new();
    let line = "all-reduce -t nodes:4x8 --rails 8 -m 1MiB -a ring --ts 0 --link inside=1us,300GB/s \
                --link between=2us,50GB/s --timing asynchronous --busbw";
    for (command, row) in [("cost", "/"), ("compare", "/rows/0")] {
        let (_, all) = doors.json(&format!("{command} {line}"));
        let of = if row == "/" { &all } else { all.pointer(row).unwrap() };
        assert_eq!(of["total"], of["asynchronous"], "{command} {line}");
        let [total, by_steps] = ["total", "by_steps"].map(|key| number(&of[key]).unwrap());
        assert!(total < by_steps, "{command} {line}");
    }
}
