//! `hockney prove --all`: every algorithm on every family, and what is known of it for all sizes.

use std::io::Write;

use serde::Serialize;

use crate::cli::args::{ProveArgs, ReportFormat};
use crate::cli::failure::Failure;
use crate::cli::table::{Column, Table};
use crate::cli::{Answer, output, structured};
use crate::collective::COLLECTIVES;
use crate::planner::{self, Role};
use crate::proof::certified::certified;
use crate::proof::{Verdict, prove};
use crate::topology::FAMILIES;

/// An algorithm on families of which the same is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Row {
    collective: &'static str,
    algorithm: &'static str,
    topologies: Vec<&'static str>,
    cost: String,
    cases: Option<usize>,
    schedules: &'static str,
}

pub(super) fn run(args: &ProveArgs) -> Result<Answer, Failure> {
    let mut rows: Vec<Row> = Vec::new();
    for collective in COLLECTIVES {
        for algorithm in planner::algorithms().filter(|a| a.collective() == collective.name()) {
            for family in FAMILIES.iter().filter(|family| algorithm.on(family).is_some()) {
                let sides = args.dimension as usize;
                let verdict = prove(algorithm, family, sides, None, args.up_to);
                let wrong = algorithm.on(family).is_some_and(|u| u.role == Role::Counterexample);
                let (cost, cases) = said(&verdict, wrong);
                let schedules = match certified(algorithm, family, sides) {
                    Some(Ok(_)) if cases.is_some() => "certified",
                    // Nothing was compared where nothing is stated.
                    _ if cases.is_some() => "checked",
                    _ => "-",
                };
                let row = rows.iter_mut().find(|row| {
                    row.collective == collective.name()
                        && row.algorithm == algorithm.name()
                        && row.cost == cost
                        && row.cases == cases
                        && row.schedules == schedules
                });
                match row {
                    Some(row) => row.topologies.push(family.name()),
                    None => rows.push(Row {
                        collective: collective.name(),
                        algorithm: algorithm.name(),
                        topologies: vec![family.name()],
                        cost,
                        cases,
                        schedules,
                    }),
                }
            }
        }
    }
    output::write_to(None, |out| match args.format {
        ReportFormat::Table => table(out, &rows, args.up_to),
        format => structured::write(out, format, &rows),
    })?;
    Ok(Answer::Yes)
}

fn said(verdict: &Verdict, wrong: bool) -> (String, Option<usize>) {
    match verdict {
        Verdict::Proved(proved) => ("proved".to_owned(), Some(proved.accepted.len())),
        Verdict::Refuted(..) => ("refuted".to_owned(), None),
        Verdict::Misstated(differs) => (format!("misstated: {differs}"), None),
        Verdict::NoStepCosts => ("checked on ranges: no step costs stated".to_owned(), None),
        Verdict::NoClosedForm if wrong => ("wrong there, as the sources show".to_owned(), None),
        Verdict::NoClosedForm => ("no closed form: computed for each case".to_owned(), None),
        Verdict::Unreadable(unreadable) => (format!("not proved: {unreadable}"), None),
        Verdict::NotProved(_, why) => (format!("not proved: {why}"), None),
    }
}

fn table(out: &mut dyn Write, rows: &[Row], up_to: u32) -> Result<(), Failure> {
    let columns = ["collective", "algorithm", "sum of step costs", "schedules", "topologies"];
    let mut table = Table::new(&columns.map(Column::Words));
    for row in rows {
        let cost = match row.cases {
            Some(1) | None => row.cost.clone(),
            Some(cases) => format!("{} in {cases} cases", row.cost),
        };
        let names = [row.collective, row.algorithm].map(str::to_owned);
        let [collective, algorithm] = names;
        let topologies = row.topologies.join(" ");
        table.row(&[collective, algorithm, cost, row.schedules.to_owned(), topologies]);
    }
    table.write(out)?;
    writeln!(out)?;
    writeln!(out, "proved: the stated step costs add up to the closed form, for all sizes")?;
    writeln!(
        out,
        "certified: ports, links, data and words of the planned rule, for all sizes, by the kernel"
    )?;
    writeln!(
        out,
        "checked: planned and checked for all sizes up to {up_to} nodes, and argued for the others"
    )?;
    Ok(())
}
