//! The same schedule as lines, and compositions beside their files.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::Value;

use hockney_testing::Effort;

use super::doors::{Answer, Doors};
use super::lot::{Lot, Question};

/// The messages of a planned file as lines that a person writes; nothing where messages carry some of the blocks
/// or go another way than the default.
fn lines(plan: &Value) -> Option<String> {
    let mut text = String::new();
    for (number, step) in (1..).zip(plan["steps"].as_array()?) {
        let messages = step.as_array()?.iter();
        if messages.clone().any(|message| !message["via"].is_null()) {
            return None;
        }
        let messages = messages.map(|message| format!("{} -> {}", message["from"], message["to"]));
        let _ = writeln!(text, "Step {number}: {}", messages.collect::<Vec<_>>().join(", "));
    }
    Some(text)
}

/// Hand-written lines cost what the planned schedule costs, with all options that have a meaning for them.
pub(super) fn by_hand(doors: &mut Doors, asked: &Question, cost: &Answer) {
    // Lines name nodes, so that there are no ranks to be placed.
    let whole = ["broadcast", "reduce"].contains(&asked.collective);
    let whole = whole && !asked.request.contains("--place");
    let path = doors.path().join("plan.json");
    let plan: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    if !whole || plan["pieces"] != 1 {
        return;
    }
    let Some(lines) = lines(&plan) else { return };
    fs::write(doors.path().join("lines.txt"), &lines).unwrap();
    let contention = if asked.contention { " --contention" } else { "" };
    let line = format!("cost {} lines.txt{}{contention}", asked.plain(), asked.numbers);
    let by_hand = doors.answer(&line);
    doors.hold("lines", by_hand.code == cost.code && by_hand.costs_the_same(cost), || {
        format!("{line}: {}, cost: {}, lines: {lines:?}", by_hand.short(), cost.short())
    });
}

/// Two phases on a grid, and the options that have a meaning there.
fn composition(lot: &mut Lot) -> (String, &'static str) {
    let topology = lot.one(&["mesh:3x3", "mesh:2x4", "torus:2x4", "torus:3x3"]);
    let kinds = [
        "{kind: broadcast, root: 0}",
        "{kind: reduce, root: 1}",
        "{kind: all-gather}",
        "{kind: all-reduce}",
        "{kind: scan}",
    ];
    let phases = ["columns", "rows"]
        .map(|groups| format!("  - groups: {groups}\n    collective: {}\n", lot.one(&kinds)));
    let options = lot.one(&[
        "",
        " --contention",
        " -m 100 --ts 5 --tw 1",
        " -m 100 --ts 5 --tw 1 --th 1",
        " -m 100 --ts 5 --tw 1 --contention",
        " -m 80 --ts 5 --link x=1,1 --link y=1,3",
    ]);
    let head = format!("format: hockney/schedule/v1\ntopology: {topology}\nphases:\n");
    (head + &phases.concat(), options)
}

/// A composition costs what its file costs, and has a table and a trace as a plan has.
pub(super) fn compositions(effort: Effort, doors: &mut Doors, lot: &mut Lot) {
    for _ in 0..effort.of(1, 12) {
        let (text, options) = composition(lot);
        fs::write(doors.path().join("composition.yaml"), &text).unwrap();
        let text = text.replace('\n', "; ");
        let line = format!("cost --composition composition.yaml{options}");
        let cost = doors.answer(&line);
        let plan = "plan --composition composition.yaml";
        doors.run(&format!("{plan} -f json -o composed.json"));
        let written = Path::exists(&doors.path().join("composed.json"));
        let again = format!("cost composed.json{options}");
        let file = doors.answer(&again);
        let agrees = written && file.code == cost.code && file.costs_the_same(&cost);
        doors.hold("composition", agrees && cost.code != 2, || {
            format!("{line}: {}, {again}: {}; {text}", cost.short(), file.short())
        });
        for format in ["table", "trace"] {
            let shown = doors.run(&format!("{plan} -f {format}"));
            doors.hold("composition shown", shown.status.code() == Some(0), || {
                format!("{plan} -f {format}: {:?}; {text}", shown.status.code())
            });
        }
    }
}
