//! `hockney list`: what there is, from the registries.

use std::io::Write;

use serde::Serialize;

use super::args::{ListArgs, ListWhat, ReportFormat};
use super::failure::Failure;
use super::table::Table;
use super::{Answer, output, structured};
use crate::collective::{COLLECTIVES, Parameter};
use crate::planner::{self, Role};
use crate::topology::{FAMILIES, Sizes};

#[derive(Serialize)]
struct CollectiveRow {
    collective: &'static str,
    textbook: &'static str,
    aliases: &'static [&'static str],
    parameter: Option<&'static str>,
    planned: bool,
}

#[derive(Serialize)]
struct TopologyRow {
    topology: &'static str,
    example: String,
    about: &'static str,
}

#[derive(Serialize)]
struct AlgorithmRow {
    collective: &'static str,
    topology: &'static str,
    algorithm: &'static str,
    role: &'static str,
    constraint: &'static str,
    /// For a grid the form for two sides, k_1 by k_2.
    closed_form: Option<String>,
    source: &'static str,
    about: &'static str,
}

#[derive(Serialize)]
struct Everything {
    collectives: Vec<CollectiveRow>,
    topologies: Vec<TopologyRow>,
    algorithms: Vec<AlgorithmRow>,
}

pub(crate) fn run(args: &ListArgs) -> Result<Answer, Failure> {
    output::write_to(None, |out| {
        match (args.what, args.format) {
            (Some(ListWhat::Collectives), ReportFormat::Table) => collectives_table(out)?,
            (Some(ListWhat::Topologies), ReportFormat::Table) => topologies_table(out)?,
            (Some(ListWhat::Algorithms), ReportFormat::Table) => algorithms_table(out)?,
            (None, ReportFormat::Table) => {
                collectives_table(out)?;
                writeln!(out)?;
                topologies_table(out)?;
                writeln!(out)?;
                algorithms_table(out)?;
            }
            (Some(ListWhat::Collectives), format) => {
                structured::write(out, format, &collectives())?;
            }
            (Some(ListWhat::Topologies), format) => structured::write(out, format, &topologies())?,
            (Some(ListWhat::Algorithms), format) => structured::write(out, format, &algorithms())?,
            (None, format) => {
                let everything = Everything {
                    collectives: collectives(),
                    topologies: topologies(),
                    algorithms: algorithms(),
                };
                structured::write(out, format, &everything)?;
            }
        }
        Ok(())
    })?;
    Ok(Answer::Yes)
}

fn collectives() -> Vec<CollectiveRow> {
    let row = |c: &&'static crate::collective::Collective| CollectiveRow {
        collective: c.name(),
        textbook: c.textbook(),
        aliases: c.aliases(),
        parameter: c.parameter().map(|parameter| match parameter {
            Parameter::Root => "root",
            Parameter::Exclusive => "exclusive",
            Parameter::By => "by",
            Parameter::Map => "map",
        }),
        planned: planner::algorithms().any(|a| a.collective() == c.name()),
    };
    COLLECTIVES.iter().map(row).collect()
}

fn topologies() -> Vec<TopologyRow> {
    let row = |family: &&'static crate::topology::Family| TopologyRow {
        topology: family.name(),
        example: match family.sizes() {
            Sizes::One | Sizes::PowerOfTwo => format!("{}:8", family.name()),
            Sizes::Sides => format!("{}:4x4", family.name()),
            Sizes::Links => format!("{}:FILE", family.name()),
        },
        about: family.about,
    };
    FAMILIES.iter().map(row).collect()
}

fn algorithms() -> Vec<AlgorithmRow> {
    // By collective, then by topology: what can be chosen stands together.
    let pairs = COLLECTIVES.iter().flat_map(|collective| {
        FAMILIES.iter().flat_map(move |family| {
            let of_it = planner::algorithms().filter(|a| a.collective() == collective.name());
            of_it.map(move |a| (a, *family))
        })
    });
    let row = |(a, family): (&'static planner::Algorithm, _)| {
        let usage = a.on(family)?;
        Some(AlgorithmRow {
            collective: a.collective(),
            topology: family.name(),
            algorithm: a.name(),
            role: match usage.role {
                Role::Textbook => "textbook",
                Role::Further => "further",
                Role::Counterexample => "counterexample",
            },
            constraint: usage.constraint,
            closed_form: a.closed_form(family, 2).map(|form| form.formula),
            source: a.source(),
            about: a.about(),
        })
    };
    pairs.filter_map(row).collect()
}

fn collectives_table(out: &mut dyn Write) -> Result<(), Failure> {
    let columns = ["collective", "in the textbook", "also", "takes", "planned"];
    Table::of_words(columns, collectives(), |row| {
        [
            row.collective.to_owned(),
            row.textbook.to_owned(),
            row.aliases.join(", "),
            row.parameter.map(|p| format!("--{p}")).unwrap_or_default(),
            if row.planned { "yes" } else { "checked and priced only" }.to_owned(),
        ]
    })
    .write(out)
}

fn topologies_table(out: &mut dyn Write) -> Result<(), Failure> {
    Table::of_words(["topology", "example", "nodes and links"], topologies(), |row| {
        [row.topology.to_owned(), row.example, row.about.to_owned()]
    })
    .write(out)
}

fn algorithms_table(out: &mut dyn Write) -> Result<(), Failure> {
    let columns = ["collective", "topology", "algorithm", "constraint", "closed form", "source"];
    Table::of_words(columns, algorithms(), |row| {
        let role = if row.role == "textbook" { " (textbook)" } else { "" };
        let wrong = row.role == "counterexample";
        let (none, wrong) = if wrong { ("-", "wrong here: ") } else { ("computed", "") };
        [
            row.collective.to_owned(),
            row.topology.to_owned(),
            format!("{}{role}", row.algorithm),
            format!("{wrong}{}", row.constraint),
            row.closed_form.unwrap_or_else(|| none.to_owned()),
            row.source.to_owned(),
        ]
    })
    .write(out)
}
