//! `hockney list`: what there is, from the registries.

mod optima;

use std::collections::BTreeSet;
use std::io::Write;

use serde::Serialize;

use super::args::{ListArgs, MachineArgs};
use super::facts::{self, Fact};
use super::failure::Result;
use super::presets::{PRESETS, Preset};
use super::report::role;
use super::table::{GAP, Table, words};
use super::{Answer, known, machine, output, request, terminal};
use hockney_ask::answer::choice;
use hockney_core::collective::{COLLECTIVES, Parameter};
use hockney_core::topology::{self, FAMILIES, Family, Feature, Sizes};
use hockney_plan::planner::{self, Algorithm};
use hockney_proof::certified::certified;

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
    about: String,
}

#[derive(Serialize)]
struct AlgorithmRow {
    #[serde(skip)]
    of: &'static Algorithm,
    #[serde(skip)]
    family: &'static Family,
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

impl AlgorithmRow {
    /// The collective and the algorithm.
    fn name(&self) -> (&'static str, &'static str) {
        (self.collective, self.algorithm)
    }
}

#[derive(Serialize)]
struct Everything {
    collectives: Vec<CollectiveRow>,
    topologies: Vec<TopologyRow>,
    algorithms: Vec<AlgorithmRow>,
}

pub(crate) fn run(args: &ListArgs) -> Result<Answer> {
    let what: Vec<&str> = args.what.iter().map(String::as_str).collect();
    let format = args.format;
    if let ["optima", ref of @ ..] = what[..] {
        return optima::run(args, of.first().copied());
    }
    // `list ring` is `list -t ring`.
    let (topology, what) = match what[..] {
        [name] if topology::family(name).is_some() => (Some(name), &what[1..]),
        _ => (args.topology.as_deref(), &what[..]),
    };
    let family = topology.map(family).transpose()?;
    let here = |row: &AlgorithmRow| family.is_none_or(|family| family.name() == row.topology);
    let rows = |is: &dyn Fn(&AlgorithmRow) -> bool| -> Vec<AlgorithmRow> {
        algorithms().into_iter().filter(|row| here(row) && is(row)).collect()
    };
    match *what {
        [] => {
            let algorithms = rows(&|_| true);
            let (collectives, topologies) = (collectives(), topologies());
            let all = Everything { collectives, topologies, algorithms };
            output::print(None, format, &all, &mut |out| {
                write_algorithms(out, &all.algorithms, args.all, family.is_none())
            })
        }
        ["collectives"] => {
            let rows = collectives();
            output::print(None, format, &rows, &mut |out| collectives_table(&rows, out))
        }
        ["topologies"] => {
            let rows = topologies();
            output::print(None, format, &rows, &mut |out| topologies_table(&rows, out))
        }
        [what] => {
            let collective = (what != "algorithms").then(|| request::collective_named(what));
            let collective = collective.transpose()?;
            let rows = rows(&|row| collective.is_none_or(|of| of.name() == row.collective));
            output::print(None, format, &rows, &mut |out| {
                write_algorithms(out, &rows, args.all, false)
            })
        }
        [collective, name, ..] => {
            let collective = request::collective_named(collective)?;
            let algorithm = choice::named(name, collective, family)?;
            let rows = FAMILIES.iter().filter_map(|on| row(algorithm, on));
            let rows: Vec<_> = rows.filter(here).collect();
            output::print(None, format, &rows, &mut |out| write_algorithm(out, algorithm, &rows))
        }
    }?;
    Ok(Answer::Yes)
}

/// The family with this name; a size is left out.
fn family(name: &str) -> Result<&'static Family> {
    let machine = MachineArgs { topology: Some(name.to_owned()), ..MachineArgs::default() };
    let name = known::spelt(name);
    if name.contains("/switch:") {
        return machine::topology(&machine).map(|topology| topology.family());
    }
    let name = name.split(':').next().unwrap_or_default();
    match topology::family(name) {
        Some(family) => Ok(family),
        None => machine::named(&machine).map(|(family, _)| family),
    }
}

fn collectives() -> Vec<CollectiveRow> {
    let row = |c: &&'static hockney_core::collective::Collective| CollectiveRow {
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
    let row = |family: &&'static hockney_core::topology::Family| TopologyRow {
        topology: family.name(),
        example: match family.sizes() {
            Sizes::One | Sizes::PowerOfTwo => format!("{}:8", family.name()),
            Sizes::Sides => format!("{}:4x4", family.name()),
            Sizes::Machine(parts) => parts.example.to_owned(),
            Sizes::Links => format!("{}:FILE", family.name()),
        },
        about: family.about.to_owned(),
    };
    let machine = |preset: &Preset| TopologyRow {
        topology: preset.name,
        example: preset.name.to_owned(),
        about: preset.explained(),
    };
    FAMILIES.iter().map(row).chain(PRESETS.iter().map(machine)).collect()
}

fn algorithms() -> Vec<AlgorithmRow> {
    // By collective, then by topology: what can be chosen is together.
    let mut rows = Vec::new();
    for (collective, family) in
        COLLECTIVES.iter().flat_map(|c| FAMILIES.iter().map(move |f| (c, *f)))
    {
        for a in planner::algorithms().filter(|a| a.collective() == collective.name()) {
            rows.extend(row(a, family));
        }
    }
    rows
}

/// What is known of an algorithm on a topology, if it runs there.
fn row(of: &'static Algorithm, family: &'static Family) -> Option<AlgorithmRow> {
    of.on(family).map(|usage| AlgorithmRow {
        of,
        family,
        collective: of.collective(),
        topology: family.name(),
        algorithm: of.name(),
        role: role(usage.role),
        constraint: usage.constraint,
        closed_form: of.stated_form(family, 2).map(|form| form.formula),
        source: of.source(),
        about: of.about(),
    })
}

fn collectives_table(rows: &[CollectiveRow], out: &mut dyn Write) -> Result<()> {
    let columns = [words("collective"), words("takes"), words("in the textbook")];
    Table::of(columns, rows, |row| {
        [
            row.collective.to_owned(),
            row.parameter.map(|p| format!("--{p}")).unwrap_or_default(),
            row.textbook.to_owned(),
        ]
    })
    .write(out)?;
    writeln!(out, "\nother names")?;
    let others = rows.iter().map(|row| Fact::new(row.collective, row.aliases.join(", ")));
    facts::write(out, OTHER_NAMES, others)
}

/// How wide the names before other names are.
const OTHER_NAMES: usize = 16;

fn topologies_table(rows: &[TopologyRow], out: &mut dyn Write) -> Result<()> {
    let columns = [words("topology"), words("example"), words("nodes and links").wraps()];
    Table::of(columns, rows, |row| [row.topology, &row.example, &row.about].map(str::to_owned))
        .write(out)
}

/// A row for each algorithm, whatever its topologies; counterexamples on request. In brief, an algorithm has one
/// line: its sentence is cut to the terminal, and a star marks what is derived here.
fn write_algorithms(
    out: &mut dyn Write,
    rows: &[AlgorithmRow],
    all: bool,
    brief: bool,
) -> Result<()> {
    let shown = rows.iter().filter(|row| all || row.role != "counterexample");
    let mut algorithms: Vec<&AlgorithmRow> = Vec::new();
    for row in shown.clone() {
        if !algorithms.iter().any(|other| other.name() == row.name()) {
            algorithms.push(row);
        }
    }
    if brief && !all {
        // `list optima` has them, with their machines.
        algorithms.retain(|row| !row.of.is_tabled());
    }
    let before = algorithms.len();
    if brief && !all {
        // Most networks have fewer routes than pairs, and are not machines of several levels. What is derived
        // here for those with all routes is listed with them, though it runs on the hypercube, too.
        let is_machine = |row: &&AlgorithmRow| matches!(row.family.sizes(), Sizes::Machine(_));
        let has_all = |row: &&AlgorithmRow| row.family.has_all_pairs();
        let with_all: BTreeSet<_> = shown.clone().filter(has_all).map(AlgorithmRow::name).collect();
        let elsewhere: BTreeSet<_> = shown
            .filter(|row| !has_all(row) && !is_machine(row))
            .filter(|row| {
                let is_cube = row.family.offers().contains(&Feature::Cube);
                !(row.of.is_derived() && is_cube && with_all.contains(&row.name()))
            })
            .map(AlgorithmRow::name)
            .collect();
        algorithms.retain(|row| {
            let in_groups = row.family.offers().contains(&Feature::Groups);
            elsewhere.contains(&row.name()) || row.of.is_common() && !in_groups
        });
    }
    let more = before - algorithms.len();
    let collectives = algorithms.iter().map(|row| row.collective).collect::<Vec<_>>();
    let mixed = collectives.windows(2).any(|pair| pair[0] != pair[1]);
    if !brief {
        let columns = [
            words("collective").only_if(mixed),
            words("algorithm"),
            words("what it does").wraps(),
            words("origin"),
        ];
        let rows = (0..).zip(&algorithms);
        return Table::of(columns, rows, |(at, row): (usize, &&AlgorithmRow)| {
            let begins = at == 0 || collectives[at - 1] != row.collective;
            [
                if begins { row.collective.to_owned() } else { String::new() },
                row.algorithm.to_owned(),
                row.about.to_owned(),
                if row.of.is_derived() { "derived here" } else { "published" }.to_owned(),
            ]
        })
        .write(out);
    }
    let begins = algorithms.iter().map(|row| row.collective.len()).max().unwrap_or(0) + GAP;
    let column = terminal::width().saturating_sub(begins);
    writeln!(out, "{:begins$}algorithm, with * if it is derived here", "collective")?;
    for (at, row) in algorithms.iter().enumerate() {
        let is_next = at == 0 || collectives[at - 1] != row.collective;
        let collective = if is_next { row.collective } else { "" };
        let star = if row.of.is_derived() { "*" } else { "" };
        let name = format!("{:NAME$}  ", format!("{}{star}", row.algorithm));
        let about = cut(row.about, column.saturating_sub(name.chars().count()));
        writeln!(out, "{}", format!("{collective:begins$}{name}{about}").trim_end())?;
    }
    and_more(out, more)
}

/// The number of algorithms that a brief list leaves out, and how to see more.
fn and_more(out: &mut dyn Write, more: usize) -> Result<()> {
    if more > 0 {
        write!(out, "{more} more on `-t switch` and `-t nodes`; ")?;
    }
    Ok(writeln!(out, "details: `hockney list all-reduce ring`")?)
}

/// The width of most names of algorithms, with a star.
const NAME: usize = 25;

/// The beginning of a sentence, at a word's end.
fn cut(sentence: &str, room: usize) -> String {
    let kept = room.saturating_sub(3);
    match sentence.char_indices().nth(kept).filter(|_| sentence.chars().count() > room) {
        Some((end, _)) => {
            format!("{} ..", &sentence[..sentence[..end].rfind(' ').unwrap_or(end)])
        }
        None => sentence.to_owned(),
    }
}

/// All that is known of one algorithm.
fn write_algorithm(
    out: &mut dyn Write,
    algorithm: &Algorithm,
    rows: &[AlgorithmRow],
) -> Result<()> {
    let collective = algorithm.collective();
    writeln!(out, "{}, an algorithm for {collective}", algorithm.name())?;
    writeln!(out, "{}", algorithm.about())?;
    writeln!(out)?;
    let also: Vec<&str> = planner::aliases(collective)
        .filter(|(_, means)| means.contains(&algorithm.name()))
        .map(|(name, _)| name)
        .collect();
    let mut facts = vec![Fact::new("source", facts::without_lemma(algorithm.source()))];
    facts.extend((!also.is_empty()).then(|| Fact::new("also called", also.join(", "))));
    // Topologies of which the same is known share a line.
    let mut needs: Vec<(String, Vec<&str>)> = Vec::new();
    let mut costs: Vec<(String, Vec<&str>)> = Vec::new();
    let mut certified_on: Vec<&str> = Vec::new();
    for row in rows {
        let role = match row.role {
            "textbook" => ", the default",
            "counterexample" => ", a counterexample there",
            _ => "",
        };
        add(&mut needs, format!("{}{role}", row.constraint), row.topology);
        if let Some(form) = &row.closed_form {
            add(&mut costs, form.clone(), row.topology);
        }
        let certificate = certified(algorithm, row.family, 2);
        certified_on.extend(matches!(certificate, Some(Ok(_))).then_some(row.topology));
    }
    facts.extend(
        needs.iter().map(|(need, on)| Fact::new("runs on", format!("{}: {need}", on.join(", ")))),
    );
    facts.extend(
        costs
            .iter()
            .map(|(form, on)| Fact::new("costs", form).line(format!("on {}", on.join(", ")))),
    );
    if costs.is_empty() {
        facts.push(Fact::new("costs", "computed for each size: there is no closed form"));
    }
    let none = "on no topology; each schedule is checked at its size".to_owned();
    let on = if certified_on.is_empty() {
        none
    } else {
        format!("for all sizes on {}", certified_on.join(", "))
    };
    facts.push(Fact::new("certified", on));
    facts::write(out, facts::WIDTH, facts)
}

/// Adds a topology to those of which the same is known.
fn add(known: &mut Vec<(String, Vec<&'static str>)>, what: String, topology: &'static str) {
    match known.iter_mut().find(|(other, _)| *other == what) {
        Some((_, on)) => on.push(topology),
        None => known.push((what, vec![topology])),
    }
}
