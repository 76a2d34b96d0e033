//! `hockney prove --all`: every algorithm on every family, and what is known of it for all sizes.

use std::io::Write;

use serde::Serialize;

use crate::cli::args::{ProveArgs, ReportFormat};
use crate::cli::failure::Failure;
use crate::cli::table::{Column, Table};
use crate::cli::{Answer, output, structured};
use crate::collective::COLLECTIVES;
use crate::planner;
use crate::proof::{Verdict, prove};
use crate::topology::FAMILIES;

/// Sizes up to this are planned and checked for each row, unless more are asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Row {
    collective: &'static str,
    algorithm: &'static str,
    topologies: Vec<&'static str>,
    cost: String,
    cases: Option<usize>,
}

pub(super) fn run(args: &ProveArgs) -> Result<Answer, Failure> {
    let mut rows: Vec<Row> = Vec::new();
    for collective in COLLECTIVES {
        for algorithm in planner::algorithms().filter(|a| a.collective() == collective.name()) {
            for family in FAMILIES.iter().filter(|family| algorithm.on(**family).is_some()) {
                let sides = args.dimension as usize;
                let verdict = prove(algorithm, *family, sides, None, args.up_to);
                let (cost, cases) = said(&verdict);
                let row = rows.iter_mut().find(|row| {
                    row.collective == collective.name()
                        && row.algorithm == algorithm.name()
                        && row.cost == cost
                        && row.cases == cases
                });
                match row {
                    Some(row) => row.topologies.push(family.name()),
                    None => rows.push(Row {
                        collective: collective.name(),
                        algorithm: algorithm.name(),
                        topologies: vec![family.name()],
                        cost,
                        cases,
                    }),
                }
            }
        }
    }
    output::write_to(None, |out| match args.format {
        ReportFormat::Table => table(out, &rows),
        format => structured::write(out, format, &rows),
    })?;
    Ok(Answer::Yes)
}

fn said(verdict: &Verdict) -> (String, Option<usize>) {
    match verdict {
        Verdict::Proved(proved) => ("proved".to_owned(), Some(proved.accepted.len())),
        Verdict::Refuted(..) => ("refuted".to_owned(), None),
        Verdict::Misstated(differs) => (format!("misstated: {differs}"), None),
        Verdict::NoStepCosts => ("checked on ranges: no step costs stated".to_owned(), None),
        Verdict::NoClosedForm => ("no closed form".to_owned(), None),
        Verdict::Unreadable(unreadable) => (format!("not proved: {unreadable}"), None),
        Verdict::NotProved(_, why) => (format!("not proved: {why}"), None),
    }
}

fn table(out: &mut dyn Write, rows: &[Row]) -> Result<(), Failure> {
    let words = [
        Column::Words("collective"),
        Column::Words("algorithm"),
        Column::Words("cost"),
        Column::Words("topologies"),
    ];
    let mut table = Table::new(&words);
    for row in rows {
        let cost = match row.cases {
            Some(1) | None => row.cost.clone(),
            Some(cases) => format!("{} in {cases} cases", row.cost),
        };
        table.row(&[
            row.collective.to_owned(),
            row.algorithm.to_owned(),
            cost,
            row.topologies.join(" "),
        ]);
    }
    table.write(out)
}
