//! `hockney list`: what there is, from the registries and the shipped table of fronts.

use std::ptr;

use super::machine::{self, PRESETS, Preset};
use super::prelude::*;
use hockney_core::topology::{self, Feature};
use hockney_plan::planner::{Optimum, Point, Reason, Use, optima};
use hockney_proof::certified::certified;

#[derive(Args, Debug)]
pub(crate) struct ListArgs {
    /// `collectives`, `topologies`, `optima`, a collective, or a collective and an algorithm.
    #[arg(value_name = "COLLECTIVE | COLLECTIVE ALGORITHM", num_args = 0..=2)]
    pub(crate) what: Vec<String>,
    /// Only algorithms for this topology.
    #[arg(short, long, value_name = "TOPOLOGY")]
    pub(crate) topology: Option<String>,
    /// Also counterexamples: algorithms that the literature shows to be wrong on a topology.
    #[arg(long)]
    pub(crate) all: bool,
    /// The output format.
    #[arg(short, long, help_heading = "Output", value_enum, default_value_t)]
    pub(crate) format: ReportFormat,
}

/// The format of all documents of this command; each has some of the lists.
const FORMAT: &str = "hockney/list/v1";

/// An algorithm on a family of topologies.
struct OnFamily {
    of: &'static Algorithm,
    family: &'static Family,
    usage: Use,
}

impl OnFamily {
    fn of(of: &'static Algorithm, family: &'static Family) -> Option<Self> {
        Some(OnFamily { of, family, usage: of.on(family)? })
    }

    fn row(&self) -> impl Serialize + use<> {
        let OnFamily { of, family, usage: Use { role, constraint } } = *self;
        let (collective, topology, algorithm) = (of.collective(), family.name(), of.name());
        // For a grid the form for two sides, k_1 by k_2.
        let closed_form = of.stated_form(family, 2).map(|form| form.formula);
        let (role, source, about) = (report::role(role), of.source(), of.about());
        row! { collective, topology, algorithm, role, constraint, closed_form, source, about }
    }
}

/// A topology or a machine with published times.
#[derive(Serialize)]
struct TopologyRow {
    topology: &'static str,
    example: String,
    about: String,
}

pub(crate) fn run(args: &ListArgs) -> Result<()> {
    let what: Vec<&str> = args.what.iter().map(String::as_str).collect();
    let print = |rows: &[OnFamily], page: &mut dyn FnMut(&mut dyn Write) -> Result<()>| {
        let algorithms: Vec<_> = rows.iter().map(OnFamily::row).collect();
        output::print(None, args.format, &row! { format: FORMAT, algorithms }, page)
    };
    if let ["optima", ref of @ ..] = what[..] {
        return list_optima(args, of.first().copied());
    }
    // `list ring` is `list -t ring`.
    let (topology, what) = match what[..] {
        [name] if topology::family(name).is_some() => (Some(name), &what[1..]),
        _ => (args.topology.as_deref(), &what[..]),
    };
    let family = topology.map(machine::family).transpose()?;
    if let Some(file) = topology.and_then(|topology| topology.strip_prefix("nccl:")) {
        note(&format!("{file}: {}", machine::nccl(file)?.about));
    }
    let entries = |algorithms: Vec<&'static Algorithm>| -> Vec<OnFamily> {
        let here = FAMILIES.iter().filter(|on| family.is_none_or(|of| of.name() == on.name()));
        // By topology: what can be chosen is together.
        here.flat_map(|on| algorithms.iter().filter_map(|of| OnFamily::of(of, on))).collect()
    };
    let of = |collective: &Collective| {
        let of = planner::algorithms().filter(|a| a.collective() == collective.name());
        entries(of.collect())
    };
    let all = || COLLECTIVES.iter().flat_map(|one| of(one)).collect::<Vec<OnFamily>>();
    match *what {
        [] => {
            let all = all();
            let algorithms: Vec<_> = all.iter().map(OnFamily::row).collect();
            let document = row! { format: FORMAT, collectives: collectives(), topologies: topologies(), algorithms };
            output::print(None, args.format, &document, &mut |out| {
                write_algorithms(out, &all, args.all, family.is_none())
            })
        }
        ["collectives"] => {
            let document = row! { format: FORMAT, collectives: collectives() };
            output::print(None, args.format, &document, &mut collectives_table)
        }
        ["topologies"] => {
            let document = row! { format: FORMAT, topologies: topologies() };
            output::print(None, args.format, &document, &mut |out| {
                let columns =
                    [words("topology"), words("example"), words("nodes and links").wraps()];
                let cells = |row: TopologyRow| [row.topology.to_owned(), row.example, row.about];
                PageTable::of(columns, topologies(), cells).write(out)
            })
        }
        [what] => {
            let listed = if what == "algorithms" { all() } else { of(collective_named(what)?) };
            print(&listed, &mut |out| write_algorithms(out, &listed, args.all, false))
        }
        [collective, name, ..] => {
            let algorithm = choice::named(name, collective_named(collective)?, family)?;
            let on = entries(vec![algorithm]);
            print(&on, &mut |out| write_algorithm(out, algorithm, &on))
        }
    }
}

fn collectives() -> Vec<impl Serialize> {
    let row = |of: &&'static Collective| {
        let (collective, parameter) = (of.name(), of.parameter().map(Parameter::name));
        let planned = planner::algorithms().any(|a| a.collective() == collective);
        row! { collective, textbook: of.textbook(), aliases: of.aliases(), parameter, planned }
    };
    COLLECTIVES.iter().map(row).collect()
}

fn topologies() -> Vec<TopologyRow> {
    let row = |family: &&'static Family| TopologyRow {
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

fn collectives_table(out: &mut dyn Write) -> Result<()> {
    let columns = [words("collective"), words("takes"), words("in the textbook")];
    PageTable::of(columns, COLLECTIVES, |of| {
        let takes = of.parameter().map(|takes| format!("--{}", takes.name())).unwrap_or_default();
        [of.name().to_owned(), takes, of.textbook().to_owned()]
    })
    .write(out)?;
    writeln!(out, "\nother names")?;
    let others = COLLECTIVES.iter().map(|of| Fact::new(of.name(), of.aliases().join(", ")));
    page::list_after(out, OTHER_NAMES, others)
}

/// How wide the names before other names are.
const OTHER_NAMES: usize = 16;

/// A row for each algorithm, whatever its topologies; counterexamples on request. In brief, a collective has a line
/// of its own, and a star marks what is derived here.
fn write_algorithms(out: &mut dyn Write, all: &[OnFamily], wrong: bool, brief: bool) -> Result<()> {
    let shown = || all.iter().filter(|one| wrong || one.usage.role != Role::Counterexample);
    let mut algorithms: Vec<&OnFamily> = Vec::new();
    for one in shown() {
        if !algorithms.iter().any(|other| ptr::eq(other.of, one.of)) {
            algorithms.push(one);
        }
    }
    let mut more = 0;
    if brief && !wrong {
        // `list optima` has them, with their machines.
        algorithms.retain(|one| !one.of.is_tabled());
        let before = algorithms.len();
        // Most networks have fewer routes than pairs, and are not machines of several levels. What is derived
        // here for those with all routes is listed with them, though it runs on the hypercube, too.
        let offers = |one: &OnFamily, feature| one.family.offers().contains(&feature);
        let is_machine = |one: &OnFamily| matches!(one.family.sizes(), Sizes::Machine(_));
        algorithms.retain(|kept| {
            let same = || shown().filter(|one| ptr::eq(one.of, kept.of));
            let with_all = same().any(|one| one.family.has_all_pairs());
            let also =
                |one: &OnFamily| with_all && one.of.is_derived() && offers(one, Feature::Cube);
            let mut others = same().filter(|one| !one.family.has_all_pairs() && !is_machine(one));
            others.any(|one| !also(one)) || kept.of.is_common() && !offers(kept, Feature::Groups)
        });
        more = before - algorithms.len();
    }
    let collective = |at: usize| algorithms[at].of.collective();
    let begins = |at: usize| at == 0 || collective(at - 1) != collective(at);
    let name = |at: usize| if begins(at) { collective(at) } else { "" };
    if !brief {
        let columns = [
            words("collective").only_if((1..algorithms.len()).any(begins)),
            words("algorithm"),
            words("what it does").wraps(),
            words("origin"),
        ];
        return PageTable::of(columns, (0..).zip(&algorithms), |(at, OnFamily { of, .. })| {
            let origin = if of.is_derived() { "derived here" } else { "published" };
            [name(at), of.name(), of.about(), origin].map(str::to_owned)
        })
        .write(out);
    }
    writeln!(out, "* is an algorithm that is derived here")?;
    for (at, OnFamily { of, .. }) in algorithms.iter().enumerate() {
        if begins(at) {
            writeln!(out, "\n{}:", name(at))?;
        }
        let star = if of.is_derived() { "*" } else { "" };
        page::list_after(out, NAME, [Fact::new(format!("{}{star}", of.name()), of.about())])?;
    }
    // How many a brief list leaves out, and how to see more.
    writeln!(out)?;
    if more > 0 {
        write!(out, "{more} more on `-t switch` and `-t nodes`; ")?;
    }
    Ok(writeln!(out, "details: `hockney list all-reduce ring`")?)
}

/// The width of most names of algorithms, with a star and a gap.
const NAME: usize = 27;

/// All that is known of one algorithm.
fn write_algorithm(out: &mut dyn Write, algorithm: &Algorithm, rows: &[OnFamily]) -> Result<()> {
    let collective = algorithm.collective();
    writeln!(out, "{}, an algorithm for {collective}", algorithm.name())?;
    writeln!(out, "{}", algorithm.about())?;
    writeln!(out)?;
    let also: Vec<&str> = planner::aliases(collective)
        .filter(|(_, means)| means.contains(&algorithm.name()))
        .map(|(name, _)| name)
        .collect();
    let mut facts = vec![Fact::new("source", page::without_lemma(algorithm.source()))];
    facts.extend((!also.is_empty()).then(|| Fact::new("also called", also.join(", "))));
    // Topologies of which the same is known share a line.
    let mut needs: Vec<(String, Vec<&str>)> = Vec::new();
    let mut costs: Vec<(String, Vec<&str>)> = Vec::new();
    let mut certified_on: Vec<&str> = Vec::new();
    for row in rows {
        let role = match row.usage.role {
            Role::Textbook => ", the default",
            Role::Counterexample => ", a counterexample there",
            Role::Further => "",
        };
        let topology = row.family.name();
        add(&mut needs, format!("{}{role}", row.usage.constraint), topology);
        if let Some(form) = algorithm.stated_form(row.family, 2) {
            add(&mut costs, form.formula, topology);
        }
        let certificate = certified(algorithm, row.family, 2);
        certified_on.extend(matches!(certificate, Some(Ok(_))).then_some(topology));
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
    page::list(out, facts)
}

/// Adds a topology to those of which the same is known.
fn add(known: &mut Vec<(String, Vec<&'static str>)>, what: String, topology: &'static str) {
    match known.iter_mut().find(|(other, _)| *other == what) {
        Some((_, on)) => on.push(topology),
        None => known.push((what, vec![topology])),
    }
}

/// Prints the fronts of a collective, or of all, on the machines that -t names, or on all.
fn list_optima(args: &ListArgs, collective: Option<&str>) -> Result<()> {
    let collective = collective.map(collective_named).transpose()?;
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
    let optima: Vec<_> = found.iter().map(|one| optimum_row(one)).collect();
    let one_machine = on.is_some_and(|on| found.iter().all(|one| one.machine == on));
    output::print(None, args.format, &row! { format: FORMAT, optima }, &mut |out| {
        if one_machine { points(&found, out) } else { fronts(&found, out) }
    })
}

/// A front, and what does not exist: at most so many steps, and so many pieces in the largest messages together.
fn optimum_row(one: &Optimum) -> impl Serialize {
    let has = |point: &Point| {
        row! { steps: point.steps, words: in_m(one, point).to_string(), algorithm: point.name() }
    };
    let lacks = |reason: &Reason| {
        let Reason { steps, rounds, by, digests } = *reason;
        let [formula_sha256, proof_sha256] = digests.map_or([None; 2], |digests| digests.map(Some));
        row! { steps, rounds, by, formula_sha256, proof_sha256 }
    };
    let Optimum { collective, machine, pieces, ports, points, reasons, .. } = one;
    let front: Vec<_> = points.iter().map(has).collect();
    let no_fewer: Vec<_> = reasons.iter().map(lacks).collect();
    row! { collective, machine, pieces, ports: ports.to_string(), front, no_fewer }
}

fn in_m(one: &Optimum, point: &Point) -> Rational {
    Rational::ratio(u64::from(point.rounds), u64::from(one.pieces)).unwrap_or_default()
}

/// The collective of a front, with its ports.
fn of(one: &Optimum) -> String {
    let ports = if one.ports == Ports::All { ", all ports" } else { "" };
    format!("{}{ports}", one.collective)
}

/// A line for each front, with all machines that have it.
fn fronts(found: &[&Optimum], out: &mut dyn Write) -> Result<()> {
    let mut lines: Vec<[String; 4]> = Vec::new();
    for one in found {
        let point = |point: &Point| format!("{}:{}", point.steps, in_m(one, point));
        let front = one.points.iter().map(point).collect::<Vec<_>>().join(" ");
        let line = [of(one), one.pieces.to_string(), front, one.machine.to_owned()];
        match lines.iter_mut().find(|other| other[..3] == line[..3]) {
            Some(same) => same[3] = format!("{}, {}", same[3], one.machine),
            None => lines.push(line),
        }
    }
    let columns =
        [words("collective"), number("pieces"), words("steps:words"), words("machines").wraps()];
    PageTable::of(columns, &lines, Clone::clone).write(out)?;
    writeln!(out)?;
    let proof = "`hockney optimal COLLECTIVE -t MACHINE --pieces K` finds and proves a line again";
    page::list(out, [Fact::new("words", "in m"), Fact::new("proof", proof)])
}

/// A line for each point of one machine, with the reason why there are no fewer words.
fn points(found: &[&Optimum], out: &mut dyn Write) -> Result<()> {
    let points: Vec<(&Optimum, &Point)> =
        found.iter().flat_map(|one| one.points.iter().map(|point| (*one, point))).collect();
    let columns = [
        words("collective"),
        number("pieces"),
        number("steps"),
        number("words"),
        words("planned by"),
        words("why no fewer words").wraps(),
    ];
    PageTable::of(columns, &points, |(one, point)| {
        let words = in_m(one, point);
        [
            of(one),
            one.pieces.to_string(),
            point.steps.to_string(),
            if words.is_one() { "m".to_owned() } else { format!("{words} m") },
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
