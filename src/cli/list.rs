//! `hockney list`: what there is, from the registries.

use std::io::Write;

use serde::Serialize;

use super::args::{ListArgs, ListWhat};
use super::failure::Result;
use super::report::role;
use super::table::{Table, words};
use super::{Answer, output};
use crate::collective::{COLLECTIVES, Parameter};
use crate::planner;
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

pub(crate) fn run(args: &ListArgs) -> Result<Answer> {
    let format = args.format;
    let (collectives, topologies, algorithms) = (collectives(), topologies(), algorithms());
    match args.what {
        Some(ListWhat::Collectives) => output::print(None, format, &collectives, &mut |out| {
            collectives_table(&collectives, out)
        }),
        Some(ListWhat::Topologies) => {
            output::print(None, format, &topologies, &mut |out| topologies_table(&topologies, out))
        }
        Some(ListWhat::Algorithms) => {
            output::print(None, format, &algorithms, &mut |out| algorithms_table(&algorithms, out))
        }
        None => {
            let all = Everything { collectives, topologies, algorithms };
            output::print(None, format, &all, &mut |out| {
                collectives_table(&all.collectives, out)?;
                writeln!(out)?;
                topologies_table(&all.topologies, out)?;
                writeln!(out)?;
                algorithms_table(&all.algorithms, out)
            })
        }
    }?;
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
    let mut rows = Vec::new();
    for (collective, family) in
        COLLECTIVES.iter().flat_map(|c| FAMILIES.iter().map(move |f| (c, f)))
    {
        for a in planner::algorithms().filter(|a| a.collective() == collective.name()) {
            rows.extend(a.on(family).map(|usage| AlgorithmRow {
                collective: a.collective(),
                topology: family.name(),
                algorithm: a.name(),
                role: role(usage.role),
                constraint: usage.constraint,
                closed_form: a.closed_form(family, 2).map(|form| form.formula),
                source: a.source(),
                about: a.about(),
            }));
        }
    }
    rows
}

fn collectives_table(rows: &[CollectiveRow], out: &mut dyn Write) -> Result<()> {
    let columns = ["collective", "in the textbook", "also", "takes", "planned"];
    Table::of(columns.map(words), rows, |row| {
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

fn topologies_table(rows: &[TopologyRow], out: &mut dyn Write) -> Result<()> {
    Table::of(["topology", "example", "nodes and links"].map(words), rows, |row| {
        [row.topology, &row.example, row.about].map(str::to_owned)
    })
    .write(out)
}

fn algorithms_table(rows: &[AlgorithmRow], out: &mut dyn Write) -> Result<()> {
    let columns = ["collective", "topology", "algorithm", "constraint", "closed form", "source"];
    Table::of(columns.map(words), rows, |row| {
        let own = if row.role == "textbook" { " (textbook)" } else { "" };
        let wrong = row.role == "counterexample";
        let (none, wrong) = if wrong { ("-", "wrong here: ") } else { ("computed", "") };
        let (name, constraint) = (format!("{}{own}", row.algorithm), row.constraint);
        let constraint = format!("{wrong}{constraint}");
        let form = row.closed_form.as_deref().unwrap_or(none);
        [row.collective, row.topology, &name, &constraint, form, row.source].map(str::to_owned)
    })
    .write(out)
}
