//! One question through every door that knows it.

use serde_json::Value;

use super::doors::{Answer, Doors};
use super::lot::{Lot, Question};
use super::written::by_hand;

/// Asks `cost` first, and then all the others.
pub(super) fn everywhere(doors: &mut Doors, lot: &mut Lot, asked: &Question) {
    let cost = doors.answer(&format!("cost {}", asked.whole()));
    looks(doors, asked);
    written(doors, asked, &cost);
    expected(doors, asked, &cost);
    planned(doors, lot, asked, &cost);
    ranked(doors, asked, &cost);
    if lot.percent(30) {
        pieces(doors, asked, &cost);
    }
}

/// A look never changes an answer: by every message, by symmetry, by proof.
pub(super) fn looks(doors: &mut Doors, asked: &Question) {
    let line = format!("cost {}", asked.whole());
    let cost = doors.answer(&line);
    let every = doors.answer(&format!("{line} --every-message"));
    let agrees = every.code == cost.code && every.value["error"] == cost.value["error"];
    let agrees = agrees && (cost.code > 1 || every.equals_without_hops(&cost));
    doors.hold("every message", agrees, || {
        format!("{line}: {} and with --every-message {}", cost.short(), every.short())
    });
    // These have no meaning where messages wait, and proofs know no hops.
    let hops = asked.numbers.contains("--th");
    for (kind, none, how) in [
        ("symmetry", "no answer by symmetry", "--by-symmetry"),
        ("proof", "no answer by proof", "--by-proof"),
    ] {
        if asked.contention || (hops && kind == "proof") {
            continue;
        }
        let other = doors.answer(&format!("{line} {how}"));
        if other.code == 0 {
            let agrees = other.equals_without_hops(&every);
            doors.hold(kind, agrees, || {
                format!("{line} {how}: {}, every message: {}", other.short(), every.short())
            });
        } else {
            // No answer, or an option that this look cannot have; but no error or counterexample of its own.
            let message = other.value["error"]["message"].as_str().unwrap_or_default();
            let agrees = match other.code {
                1 | 2 if other.code == every.code => true,
                2 => message.contains(how) || message.contains("templates"),
                code => code == 3,
            };
            doors.hold(none, agrees, || {
                format!("{line} {how}: {}, every message: {}", other.short(), every.short())
            });
        }
        if every.code == 2 && kind == "proof" {
            // By proof there is the planner's error, unless no proof could be asked for.
            let message = |of: &Answer| of.value["error"]["message"].clone();
            let (said, expected) = (message(&other), message(&every));
            let unasked = said.as_str().is_some_and(|text| text.contains("--by-proof"));
            let agrees = other.code == 2 && (said == expected || unasked);
            doors.hold("refused by proof", agrees, || {
                format!("{line} {how}: {}, every message: {}", other.short(), every.short())
            });
        }
    }
}

/// `2 t_s + 3/2 m t_w`, as the text output has it; nothing on links of classes.
fn sum(cost: &Answer) -> Option<String> {
    if cost.value["cost"]["classes"].is_object() {
        return None;
    }
    let terms = [("t_s", "t_s"), ("t_w", "m t_w"), ("t_h", "t_h")];
    let terms = terms.map(|(key, symbol)| (cost.coefficient(key), symbol));
    let terms = terms.into_iter().filter_map(|(factor, symbol)| match factor {
        None | Some("0") => None,
        Some("1") => Some(symbol.to_owned()),
        Some(factor) => Some(format!("{factor} {symbol}")),
    });
    Some(terms.collect::<Vec<_>>().join(" + ")).filter(|sum| !sum.is_empty())
}

/// The text and JSON have the same exit code, cost and total.
fn written(doors: &mut Doors, asked: &Question, cost: &Answer) {
    let line = format!("cost {} --exact --width 400", asked.whole());
    let output = doors.run(&line);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let of = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    let mut agrees = output.status.code() == Some(cost.code);
    if let (Some(sum), 0) = (sum(cost), cost.code) {
        let shown = of("cost  ").map(|shown| shown.split(", with").next().unwrap_or_default());
        agrees &= shown == Some(&*sum);
    }
    if let (Some(total), Value::Null) = (cost.text("total"), &cost.value["unit"]) {
        agrees &= of("total  ").is_some_and(|shown| shown.split(' ').next() == Some(total));
    }
    if let (Some(name), 0) = (cost.text("algorithm"), cost.code) {
        let head = text.split("\nvalid").next().unwrap_or_default();
        agrees &= head.contains(&format!(" by {name}"));
    }
    doors.hold("text", agrees, || format!("{line}: {}, but in JSON {}", text.trim(), cost.short()));
}

/// The cost that was found is the expected one, and with one startup more it is not.
fn expected(doors: &mut Doors, asked: &Question, cost: &Answer) {
    if cost.code != 0 || cost.value["cost"]["classes"].is_object() {
        return;
    }
    let [t_s, t_w, t_h] = ["t_s", "t_w", "t_h"].map(|term| cost.coefficient(term).unwrap_or("0"));
    let sum = format!("({t_s}) t_s + ({t_w}) m t_w + ({t_h}) t_h");
    let line = format!("cost {} --expect", asked.whole());
    for (answer, code) in [(sum.clone(), 0), (sum + " + t_s", 1)] {
        let found = doors.run_with(&line, &[&answer]).status.code();
        doors.hold("expect", found == Some(code), || format!("{line} '{answer}': {found:?}"));
    }
}

/// The plan, its file through check and cost, its table, trace, picture and export.
fn planned(doors: &mut Doors, lot: &mut Lot, asked: &Question, cost: &Answer) {
    let planned = asked.planned();
    let line = format!("plan {planned}");
    let plan = doors.run(&format!("{line} -f json -o plan.json")).status.code().unwrap();
    let valid = doors.answer(&format!("cost {planned}")).code;
    doors.hold("plan", plan == valid, || format!("{line}: exit {plan}, cost: exit {valid}"));
    if plan > 1 {
        return;
    }
    let contention = if asked.shares() { " --contention" } else { "" };
    let check = doors.answer(&format!("check plan.json{contention}"));
    let same = ["steps", "messages"].iter().all(|key| check.value[*key] == cost.value[*key]);
    doors.hold("check", check.code == plan && (cost.code > 1 || same), || {
        format!("{line} -o plan.json; check plan.json: {}, cost: {}", check.short(), cost.short())
    });
    let again = format!("cost plan.json{}{contention}", asked.numbers);
    let file = doors.answer(&again);
    doors.hold("file", file.code == cost.code && file.costs_the_same(cost), || {
        format!("{line} -o plan.json; {again}: {}, cost: {}", file.short(), cost.short())
    });
    by_hand(doors, asked, cost);
    shown(doors, lot, asked, &check);
    if plan == 0 && !asked.shares() {
        exported(doors, asked, cost);
    }
    if asked.has_numbers() && cost.code == 0 {
        let one = format!("compare {} --schedule plan.json", asked.ranked());
        let rows = rows(doors, &one);
        let row = rows.iter().find(|row| row["role"] == "schedule");
        let total = row.map(|row| &row["total"]);
        doors.hold("compare --schedule", total == Some(&cost.value["total"]), || {
            format!("{line} -o plan.json; {one}: {total:?}, cost: {}", cost.short())
        });
    }
}

/// Tables, traces and pictures have the steps and messages that were checked.
fn shown(doors: &mut Doors, lot: &mut Lot, asked: &Question, check: &Answer) {
    let planned = asked.planned();
    let (steps, messages) = (check.number("steps"), check.number("messages"));
    let counted = |lines: &mut dyn Iterator<Item = &str>| {
        let (mut last, mut steps, mut messages) = (None, 0, 0);
        // Lines that go on have no step.
        for line in lines.filter(|line| !line.starts_with("        ")) {
            let number = line.split_whitespace().next().and_then(|word| word.parse::<u64>().ok());
            if number.is_some() {
                (steps, messages) = (steps + u64::from(number != last), messages + 1);
                last = number;
            }
        }
        (Some(steps), Some(messages))
    };
    let table = doors.text(&format!("plan {planned} -f table"));
    let found = counted(&mut table.lines().skip_while(|line| !line.starts_with("---")));
    doors.hold("table", found == (steps, messages), || {
        format!("plan {planned} -f table has {found:?}, check {steps:?} {messages:?}")
    });
    let trace = doors.run(&format!("plan {planned} -f trace"));
    if trace.status.code() == Some(0) {
        let text = String::from_utf8_lossy(&trace.stdout).into_owned();
        let found = text.lines().filter(|line| line.starts_with("Step ")).count();
        let agrees = check.code == 0 && u64::try_from(found).ok() == steps;
        doors.hold("trace", agrees, || {
            format!("plan {planned} -f trace has {found} steps, check {steps:?}")
        });
    }
    if lot.percent(50) {
        let picture = doors.text(&format!("draw {planned} -f text"));
        let rows = &mut picture.lines().filter(|line| line.contains(" -> "));
        let found = counted(rows);
        doors.hold("draw", found == (steps, messages), || {
            format!("draw {planned} -f text has {found:?}, check {steps:?} {messages:?}")
        });
    }
}

/// An export sends as many messages, and is said to take as long as the price.
fn exported(doors: &mut Doors, asked: &Question, cost: &Answer) {
    if !asked.has_numbers() || asked.numbers.contains("--th") || asked.collective == "barrier" {
        return;
    }
    let line = format!("export goal {}", asked.planned());
    let output = doors.run(&line);
    if output.status.code() != Some(0) {
        // The format has whole words and one kind of link only, and its errors say so.
        doors.hold("not exported", output.status.code() == Some(2), || line);
        return;
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let sends = text.lines().filter(|line| line.contains(": send ")).count();
    let says = text.lines().find_map(|line| line.split("finishes at ").nth(1)?.split(',').next());
    let agrees = u64::try_from(sends).ok() == cost.number("messages");
    // With units the file counts in nanoseconds.
    let same = says == cost.text("total") || !cost.value["unit"].is_null();
    doors.hold("export", agrees && same, || {
        format!("{line}: {sends} messages, {says:?}; cost: {}", cost.short())
    });
}

pub(super) fn rows(doors: &Doors, line: &str) -> Vec<Value> {
    match doors.json(&format!("{line} --all")).1 {
        Value::Array(rows) => rows,
        mut other => other["rows"].as_array_mut().map(std::mem::take).unwrap_or_default(),
    }
}

/// Whoever does not name a number of pieces gets the best one.
fn pieces(doors: &mut Doors, asked: &Question, cost: &Answer) {
    if cost.text("total").is_none() || asked.request.contains("--pieces") {
        return;
    }
    for number in [2, 8, 32] {
        let line = format!("cost {} --pieces {number}", asked.whole());
        let other = doors.answer(&line);
        // Another algorithm may be the default where one sets its own number.
        let same = other.value["algorithm"] == cost.value["algorithm"];
        if same && other.text("total").is_some() {
            doors.hold("pieces", !less(&other.value, &cost.value), || {
                format!("{line}: {}, without: {}", other.short(), cost.short())
            });
        }
    }
}

/// An algorithm that is asked for by name is ranked, with the total of its own.
fn ranked(doors: &mut Doors, asked: &Question, cost: &Answer) {
    let (Some(name), Some(total)) = (&asked.algorithm, cost.text("total")) else { return };
    let line = format!("compare {} -a {name}", asked.ranked());
    let rows = rows(doors, &line);
    let agrees = matches!(&*rows, [row] if row["total"] == total && row["algorithm"] == cost.value["algorithm"]);
    doors.hold("compare -a", agrees, || {
        let said: Vec<_> =
            rows.iter().map(|row| format!("{} {}", row["algorithm"], row["total"])).collect();
        format!("{line}: {said:?}, cost: {}", cost.short())
    });
}

/// The rows of a ranking: each asked for by name, the least one as the best, and no member of a family below it.
pub(super) fn ranking(doors: &mut Doors, lot: &mut Lot, asked: &Question) {
    let (line, compare) = (asked.unnamed(), format!("compare {}", asked.ranked()));
    let code = doors.json(&format!("{compare} --all")).0;
    let one = doors.answer(&format!("cost {line}"));
    let agrees = if code == 0 { one.code <= 1 } else { one.code != 0 };
    doors.hold("ranked", agrees, || format!("{compare}: exit {code}, cost: {}", one.short()));
    let rows = rows(doors, &compare);
    let rows: Vec<&Value> = rows.iter().filter(|row| total(row).is_some()).collect();
    let least =
        rows.iter().copied().reduce(|least, row| if less(row, least) { row } else { least });
    let Some(least) = least else {
        doors.hold("not ranked", one.text("total").is_none(), || {
            format!("{compare}: no totals, cost: {}", one.short())
        });
        return;
    };
    for _ in 0..3.min(rows.len()) {
        let row = lot.one(&rows);
        let name = row["algorithm"].as_str().unwrap_or_default();
        let named = doors.answer(&format!("cost {line} -a {name}"));
        let agrees = named.text("algorithm") == Some(name) && named.value["total"] == row["total"];
        let terms = ["t_s", "t_w"].iter().all(|term| {
            let counted =
                row["cost"][*term].is_null() || named.value["cost"]["classes"].is_object();
            counted || row["cost"][*term] == named.value["cost"][*term]
        });
        doors.hold("row", agrees && terms, || {
            format!(
                "compare {line}: {name} {} {}, cost -a {name}: {}",
                row["total"],
                row["cost"],
                named.short()
            )
        });
    }
    let best = doors.answer(&format!("cost {line} -a best"));
    doors.hold("best", best.value["total"] == least["total"], || {
        format!(
            "compare {line}: {} {}, cost -a best: {}",
            least["algorithm"],
            least["total"],
            best.short()
        )
    });
    let family = match asked.collective {
        "all-to-all" => "rotation",
        "broadcast" | "reduce" => "knomial",
        _ => return,
    };
    for number in [2, 3, 5, 8] {
        let name = format!("{family}-{number}");
        let member = doors.answer(&format!("cost {line} -a {name}"));
        if total(&member.value).is_some() {
            doors.hold("family", !less(&member.value, least), || {
                format!(
                    "compare {line}: {} {}, cost -a {name}: {}",
                    least["algorithm"],
                    least["total"],
                    member.short()
                )
            });
        }
    }
}

/// A total as an exact fraction.
fn total(of: &Value) -> Option<(i128, i128)> {
    let text = of["total"].as_str()?;
    let (over, under) = text.split_once('/').unwrap_or((text, "1"));
    Some((over.parse().ok()?, under.parse().ok()?))
}

fn less(one: &Value, other: &Value) -> bool {
    let (Some(one), Some(other)) = (total(one), total(other)) else { return false };
    one.0 * other.1 < other.0 * one.1
}
