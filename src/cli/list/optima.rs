//! `hockney list optima`: the shipped table of fronts.

use std::io::Write;

use serde::Serialize;

use super::super::args::ListArgs;
use super::super::failure::{Failure, Result};
use super::super::table::{Table, numbers, words};
use super::super::{Answer, facts, output, request};
use hockney_base::number::Rational;
use hockney_plan::planner::{Optimum, Point, Reason, optima};

/// A front in the order of the table.
#[derive(Serialize)]
struct Row {
    collective: &'static str,
    machine: &'static str,
    pieces: u32,
    ports: String,
    front: Vec<Has>,
    no_fewer: Vec<Lacks>,
}

#[derive(Serialize, PartialEq)]
struct Has {
    steps: u32,
    /// In m.
    words: String,
    algorithm: String,
}

/// What does not exist: at most so many steps, and so many pieces in the largest messages together.
#[derive(Serialize)]
struct Lacks {
    steps: Option<u32>,
    rounds: Option<u32>,
    by: &'static str,
    formula_sha256: Option<&'static str>,
    proof_sha256: Option<&'static str>,
}

/// Prints the fronts of a collective, or of all, on the machines that -t names, or on all.
pub(super) fn run(args: &ListArgs, collective: Option<&str>) -> Result<Answer> {
    let collective = collective.map(request::collective_named).transpose()?;
    let on = args.topology.as_deref();
    let here = |one: &&Optimum| {
        let family = one.machine.split(':').next();
        collective.is_none_or(|of| of.name() == one.collective)
            && on.is_none_or(|on| on == one.machine || Some(on) == family)
    };
    let found: Vec<&Optimum> = optima().iter().filter(here).collect();
    if found.is_empty() {
        let what = "the table of optima has no such collective and machine";
        return Err(Failure::input(what)
            .help("`hockney list optima` prints it all; `hockney optimal` searches for others"));
    }
    let rows: Vec<Row> = found.iter().map(|one| row(one)).collect();
    let one_machine = on.is_some_and(|on| found.iter().all(|one| one.machine == on));
    output::print(None, args.format, &rows, &mut |out| {
        if one_machine { points(&found, out) } else { fronts(&rows, out) }
    })?;
    Ok(Answer::Yes)
}

fn row(one: &Optimum) -> Row {
    let has = |point: &Point| Has {
        steps: point.steps,
        words: in_m(one, point).to_string(),
        algorithm: point.name(),
    };
    let lacks = |reason: &Reason| Lacks {
        steps: reason.steps,
        rounds: reason.rounds,
        by: reason.by,
        formula_sha256: reason.digests.map(|[formula, _]| formula),
        proof_sha256: reason.digests.map(|[_, proof]| proof),
    };
    let (front, no_fewer) = (one.points.iter().map(has), one.reasons.iter().map(lacks));
    let (front, no_fewer) = (front.collect(), no_fewer.collect());
    let Optimum { collective, machine, pieces, .. } = *one;
    Row { collective, machine, pieces, ports: one.ports.to_string(), front, no_fewer }
}

fn in_m(one: &Optimum, point: &Point) -> Rational {
    Rational::ratio(u64::from(point.rounds), u64::from(one.pieces)).unwrap_or_default()
}

fn m(words: &str) -> String {
    if words == "1" { "m".to_owned() } else { format!("{words} m") }
}

fn ports(of: &str) -> &str {
    if of == "all" { ", all ports" } else { "" }
}

/// A line for each front, with all machines that have it.
fn fronts(rows: &[Row], out: &mut dyn Write) -> Result<()> {
    let size = |row: &Row| {
        let point = |has: &Has| format!("{}:{}", has.steps, has.words);
        row.front.iter().map(point).collect::<Vec<_>>().join(" ")
    };
    let mut lines: Vec<[String; 4]> = Vec::new();
    for row in rows {
        let collective = format!("{}{}", row.collective, ports(&row.ports));
        let line = [collective, row.pieces.to_string(), size(row), row.machine.to_owned()];
        match lines.iter_mut().find(|other| other[..3] == line[..3]) {
            Some(same) => same[3] = format!("{}, {}", same[3], row.machine),
            None => lines.push(line),
        }
    }
    let columns =
        [words("collective"), numbers("pieces"), words("steps:words"), words("machines").wraps()];
    Table::of(columns, &lines, Clone::clone).write(out)?;
    writeln!(out)?;
    let proof = "`hockney optimal COLLECTIVE -t MACHINE --pieces K` finds and proves a line again";
    let facts = [facts::Fact::new("words", "in m"), facts::Fact::new("proof", proof)];
    facts::write(out, facts::WIDTH, facts)
}

/// A line for each point of one machine, with the reason why there are no fewer words.
fn points(found: &[&Optimum], out: &mut dyn Write) -> Result<()> {
    let points: Vec<(&Optimum, &Point)> =
        found.iter().flat_map(|one| one.points.iter().map(|point| (*one, point))).collect();
    let columns = [
        words("collective"),
        numbers("pieces"),
        numbers("steps"),
        numbers("words"),
        words("planned by"),
        words("why no fewer words").wraps(),
    ];
    Table::of(columns, &points, |(one, point)| {
        [
            format!("{}{}", one.collective, ports(&one.ports.to_string())),
            one.pieces.to_string(),
            point.steps.to_string(),
            m(&in_m(one, point).to_string()),
            point.name(),
            one.why(point).map_or_else(|| "open".to_owned(), why),
        ]
    })
    .write(out)
}

fn why(reason: &Reason) -> String {
    match reason.digests {
        None => format!("lemma {}", reason.by),
        Some([_, proof]) => {
            format!("refuted, SHA-256 of the proof {}..", &proof[..proof.len().min(12)])
        }
    }
}
