//! `hockney prove --all`: every algorithm on every family, and what is known of it for all sizes.

use std::io::Write;

use serde::Serialize;

use crate::cli::args::ProveArgs;
use crate::cli::failure::Failure;
use crate::cli::table::Table;
use crate::cli::{Answer, structured};
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

impl Row {
    fn says_the_same(&self, other: &Row) -> bool {
        *self == Row { topologies: self.topologies.clone(), ..other.clone() }
    }
}

pub(super) fn run(args: &ProveArgs) -> Result<Answer, Failure> {
    let mut rows: Vec<Row> = Vec::new();
    for collective in COLLECTIVES {
        for algorithm in planner::algorithms().filter(|a| a.collective() == collective.name()) {
            for family in FAMILIES.iter().filter(|family| algorithm.on(**family).is_some()) {
                let sides = args.dimension as usize;
                let verdict = prove(algorithm, *family, sides, None, args.up_to);
                let wrong = algorithm.on(*family).is_some_and(|u| u.role == Role::Counterexample);
                let (cost, cases) = said(&verdict, wrong);
                let schedules = match certified(algorithm, *family, sides) {
                    Some(Ok(_)) if cases.is_some() => "certified",
                    // Nothing was compared where nothing is stated.
                    _ if cases.is_some() => "checked",
                    _ => "-",
                };
                let new = Row {
                    collective: collective.name(),
                    algorithm: algorithm.name(),
                    topologies: vec![family.name()],
                    cost,
                    cases,
                    schedules,
                };
                match rows.iter_mut().find(|row| row.says_the_same(&new)) {
                    Some(row) => row.topologies.push(family.name()),
                    None => rows.push(new),
                }
            }
        }
    }
    structured::print(None, args.format, &rows, |out| table(out, &rows, args.up_to))?;
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
    let table = Table::of_words(columns, rows, |row| {
        let cost = match row.cases {
            Some(1) | None => row.cost.clone(),
            Some(cases) => format!("{} in {cases} cases", row.cost),
        };
        let topologies = row.topologies.join(" ");
        [row.collective, row.algorithm, &cost, row.schedules, &topologies].map(str::to_owned)
    });
    table.write(out)?;
    writeln!(
        out,
        "\nproved: the stated step costs add up to the closed form, for all sizes\n\
         certified: ports, links, data and words of the planned rule, for all sizes, by the kernel\n\
         checked: planned and checked for all sizes up to {up_to} nodes, and argued for the others"
    )?;
    Ok(())
}
