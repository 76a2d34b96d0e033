//! From `-t`, `-p` and `-d` to a topology, however it is spelt, and machines by name with published times.
//!
//! `-t h100-pod` sets the topology, the times of its links and t_s. A switch that takes time is charged half to each of the
//! two links of a message there, so that the hops of a message add up to its latency.

use std::sync::LazyLock;

use super::args::command_line;
use super::prelude::*;
use hockney_ask::answer::raised;
use hockney_base::table::Table;
use hockney_core::topology::{self, MOST_VERTICES, MachineSizes, TopologyError};
use hockney_foreign::{NcclMachine, read_nccl};

impl MachineArgs {
    /// What `-t` names; of a machine with published times its topology.
    pub(crate) fn written(&self) -> Option<&str> {
        let written = self.topology.as_deref()?;
        Some(preset(written).map_or(written, |found| found.topology))
    }
}

/// The topology that `-t`, `-p` and `-d` name together.
pub(crate) fn topology(args: &MachineArgs, allowed: &Allowed) -> Result<Topology> {
    let written = args.written().ok_or_else(|| no_topology(args))?;
    let text = &spelt(written);
    let [nccl_file, graph_file] = ["nccl:", "graph:"].map(|kind| text.strip_prefix(kind));
    let is_whole = nccl_file.or(graph_file).is_some() || text.contains("/switch:");
    if is_whole && !args.rails.is_empty() {
        return Err(no_rails(written));
    }
    let topology = match (nccl_file, graph_file) {
        (Some(file), _) => nccl(file)?.topology,
        (None, Some(file)) => graph(file)?,
        (None, None) if is_whole => Topology::parse_within(text, allowed.vertices)
            .map_err(|error| no_machine(written, &error, allowed))?,
        (None, None) => {
            let (family, sizes) = named(args, allowed)?;
            sized(family, &sizes, args, allowed)?
        }
    };
    let sides = topology.network().sides().map(<[u32]>::len);
    agree(args, &topology.to_string(), topology.nodes().into(), sides)?;
    Ok(topology)
}

/// A topology of a family.
pub(crate) fn sized(
    family: &'static Family,
    sizes: &[u64],
    args: &MachineArgs,
    allowed: &Allowed,
) -> Result<Topology> {
    Topology::within(family, sizes, allowed.vertices)
        .map_err(|error| no_machine(args.written().unwrap_or_default(), &error, allowed))
}

/// The family and the sizes that `-t`, `-p` and `-d` name together, however large; of a graph none.
pub(crate) fn named(args: &MachineArgs, allowed: &Allowed) -> Result<(&'static Family, Vec<u64>)> {
    let written = args.written().ok_or_else(|| no_topology(args))?;
    let text = &spelt(written);
    let failure = |error| no_machine(written, &error, allowed);
    let nodes = args.nodes.as_deref().map(whole_number).transpose()?;
    if text.contains(':') || (nodes.is_none() && args.dimension.is_none()) {
        let (family, mut sizes) = Topology::parse_name(text).map_err(failure)?;
        if args.rails.len() > 1 {
            return Err(Failure::input("--rails takes one number here")
                .help("name one; only `hockney compare` takes several"));
        }
        if let Some(rails) = args.rails.first().copied() {
            if !family.name().starts_with("nodes") || sizes.len() != 2 {
                return Err(no_rails(written));
            }
            sizes.push(rails);
        }
        return Ok((family, sizes));
    }
    let family = topology::family(text)
        .ok_or_else(|| failure(TopologyError::UnknownFamily(text.clone())))?;
    Ok((family, sizes(family, nodes, args.dimension)?))
}

/// The family with this name; a size is left out.
pub(crate) fn family(name: &str) -> Result<&'static Family> {
    let machine = MachineArgs { topology: Some(name.to_owned()), ..MachineArgs::default() };
    let allowed = Allowed { looks: false, ..Allowed::default() };
    let name = spelt(name);
    if name.contains("/switch:") || name.starts_with("nccl:") {
        return self::topology(&machine, &allowed).map(|topology| topology.family());
    }
    let (name, sizes) = name.split_once(':').unwrap_or((&*name, ""));
    match topology::family(name) {
        // A machine that is too large has a family, and one that does not exist has none.
        Some(family) => match self::topology(&machine, &allowed) {
            Err(failure) if !sizes.is_empty() && failure.kind == FailureKind::Input => Err(failure),
            _ => Ok(family),
        },
        None => named(&machine, &allowed).map(|(family, _)| family),
    }
}

fn no_rails(written: &str) -> Failure {
    Failure::input(format!("{written} takes no --rails"))
        .help("--rails is for boxes, such as -t nodes:4x8 --rails 8")
}

/// `mesh:4x4`
pub(crate) fn name_of(family: &Family, sizes: &[u64]) -> String {
    format!("{}:{}", family.name(), family.joined(sizes))
}

fn no_topology(args: &MachineArgs) -> Failure {
    let such_as = match (&args.nodes, args.dimension) {
        (Some(nodes), None) => match whole_number(nodes) {
            Ok(p) => command_line(&["-p", "-n", "--nodes"], &format!("-t switch:{p}")),
            Err(failure) => return failure,
        },
        (_, Some(_)) => command_line(&[], "-t hypercube"),
        (None, None) => {
            return Failure::input("no topology is given")
                .help("add one with -t, such as -t ring:8 or -t hypercube -p 8");
        }
    };
    Failure::input("no topology is given").help(format!("add one with -t, such as: {such_as}"))
}

/// Why there is no machine of a topology as it was written. A limit says what raises it: that of vertices, and where
/// messages are looked at that of nodes, which is one with theirs.
fn no_machine(written: &str, error: &TopologyError, allowed: &Allowed) -> Failure {
    let failure = Failure::input(error.to_string());
    let too_large = |needed| {
        let messages = allowed.looks.then_some(allowed.checker.messages);
        Failure::no_answer(format!("{error}; {}", raised(needed, messages)))
    };
    match error {
        TopologyError::TooLarge { needed, .. } => too_large(*needed),
        TopologyError::NotAPowerOfTwo(d) if *d < 24 => {
            failure.help(format!("a hypercube of {d} dimensions is -t hypercube -d {d}"))
        }
        _ if error.is_limit() => too_large(0),
        TopologyError::UnknownFamily(_) if is_file(written) => {
            failure.help(format!("a graph file is -t graph:{written}"))
        }
        TopologyError::UnknownFamily(name) => {
            let machines = PRESETS.iter().map(|preset| preset.name);
            let names: Vec<&str> = FAMILIES.iter().map(|f| f.name()).chain(machines).collect();
            let part = |known: &&str| name.len() > 2 && known.contains(name.as_str());
            let near = names.iter().copied().find(part);
            let near = near.or_else(|| nearest(name, names.iter().copied()));
            let known = format!("the topologies are {}", names.join(", "));
            match advice("topologies", name) {
                Some(known) => failure.help(known),
                None => failure.help(did_you_mean(near, &known)),
            }
        }
        TopologyError::NoSize(_) => failure.help(format!(
            "or give the number of nodes as -p, such as -t {} -p 16",
            spelt(written)
        )),
        _ => failure,
    }
}

/// Whether this is the name of a file rather than of a topology. The file system is not asked, because the name
/// may be a stranger's.
fn is_file(written: &str) -> bool {
    let ending = written.rsplit_once('.').map_or("", |(_, ending)| ending);
    written.contains('/') || ending.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// A graph from a file: the schedule format's `{nodes: .., switches: .., links: ..}`.
fn graph(file: &str) -> Result<Topology> {
    if file == "@dgx-1" {
        let graph = document::read_graph(DGX_1).map(|graph| graph.from_file("dgx-1"));
        return graph.map_err(|_| Failure::input("dgx-1 has no graph"));
    }
    input::parsed(file, document::read_graph).map(|(_, graph)| graph.from_file(file))
}

/// The machine in a topology file of NCCL.
pub(crate) fn nccl(file: &str) -> Result<NcclMachine> {
    let (_, NcclMachine { topology, about }) = input::parsed(file, read_nccl)?;
    Ok(NcclMachine { topology: topology.from_file(file), about })
}

/// The sizes that `-p` and `-d` mean for a family.
pub(crate) fn sizes(
    family: &Family,
    nodes: Option<u64>,
    dimension: Option<u32>,
) -> Result<Vec<u64>> {
    let two_to_the = |d: u32| 1_u64.checked_shl(d).ok_or_else(|| beyond(&format!("2^{d}")));
    match (family.sizes(), nodes, dimension) {
        (Sizes::Links, ..) => {
            Err(Failure::input("a graph is given by its links").help("write -t graph:FILE"))
        }
        (Sizes::Machine(parts), ..) => {
            let (name, MachineSizes { takes, example, .. }) = (family.name(), parts);
            Err(Failure::input(format!("-p and -d do not set the sizes of {name}"))
                .help(format!("write {takes}, such as -t {example}")))
        }
        (Sizes::One | Sizes::PowerOfTwo, Some(p), _) => Ok(vec![p]),
        (Sizes::One | Sizes::PowerOfTwo, None, Some(d)) => Ok(vec![two_to_the(d)?]),
        (Sizes::Sides, Some(p), d) => equal_sides(family.name(), p, d.unwrap_or(2)),
        (Sizes::Sides, None, Some(_)) => {
            let family = family.name();
            let message = format!("-d {family} gives the number of sides, not their lengths");
            let help = format!("add -p, or write the sides, such as -t {family}:4x4");
            Err(Failure::input(message).help(help))
        }
        (_, None, None) => Ok(Vec::new()),
    }
}

fn equal_sides(family: &str, p: u64, dimensions: u32) -> Result<Vec<u64>> {
    if !(2..=32).contains(&dimensions) {
        return Err(Failure::input(format!("a {family} has 2 to 32 sides, not {dimensions}")));
    }
    let power = |side: u64| side.checked_pow(dimensions);
    let side = Rational::from(p).floor_root(dimensions).map_or(0, |side| side.clamped());
    if p > 0 && power(side) == Some(p) {
        return Ok(vec![side; dimensions as usize]);
    }
    let near = [side, side + 1].into_iter().filter(|side| *side > 0).filter_map(power);
    let near: Vec<String> = near.map(|nodes| nodes.to_string()).collect();
    // Two sides as equal as can be, if there are some; only small numbers are tried.
    let shorter = (2..=1 << 16).take_while(|s| s * s <= p).filter(|s| p.is_multiple_of(*s)).last();
    let sides = shorter.map_or(String::new(), |shorter| {
        format!("; or write the sides, such as -t {family}:{shorter}x{}", p / shorter)
    });
    Err(Failure::input(format!("a {family} of {p} nodes has no {dimensions} equal sides"))
        .help(format!("the nearest sizes are {}{sides}", near.join(" and "))))
}

/// Refuses two different values for the same quantity of a machine with so many nodes, and sides if it is a grid.
pub(crate) fn agree(args: &MachineArgs, machine: &str, p: u64, sides: Option<usize>) -> Result<()> {
    let refused =
        |what: String, help: &str| Err(Failure::input(format!("{machine} has {what}")).help(help));
    let nodes = args.nodes.as_deref().map(whole_number).transpose()?;
    if let Some(nodes) = nodes.filter(|nodes| *nodes != p) {
        return refused(format!("{p} nodes, but -p is {nodes}"), "leave out one of the two");
    }
    let Some(d) = args.dimension else { return Ok(()) };
    let (found, what) = match sides {
        Some(sides) => (u32::try_from(sides).ok(), "sides"),
        None => (p.is_power_of_two().then(|| p.ilog2()), "dimensions"),
    };
    match found {
        Some(found) if found == d => Ok(()),
        Some(found) => {
            refused(format!("{found} {what}, but -d is {d}"), "leave out one of the two")
        }
        None => refused(format!("{p} nodes, which is not a power of two"), "leave out -d"),
    }
}

/// A whole number such as `8` or `2^20`.
pub(crate) fn whole_number(text: &str) -> Result<u64> {
    let number = Rational::from_str(text.trim())
        .map_err(|error| Failure::input(format!("-p {text}: {error}")))?;
    if !number.is_integer() || number.is_negative() {
        return Err(Failure::input(format!("-p {text} is not a number of nodes"))
            .help("write a whole number, such as 8 or 2^20"));
    }
    number.to_u64().ok_or_else(|| beyond(text))
}

/// More nodes than can be numbered.
fn beyond(nodes: &str) -> Failure {
    let why = format!("limit exceeded: {nodes} nodes, {MOST_VERTICES} vertices are allowed");
    Failure::no_answer(format!("{why}; {}", raised(u128::MAX, None)))
}

/// The names and the advice for each.
static KNOWN: LazyLock<Table> = LazyLock::new(|| Table::of(include_str!("known.txt")));

/// The advice for the name of a collective or topology that is not one here.
pub(crate) fn advice(list: &str, name: &str) -> Option<&'static str> {
    let name = name.split(':').next()?.trim().to_lowercase().replace(['-', '_', ' '], "");
    let is_meant = |names: &str| names.split(' ').any(|known| known.replace('-', "") == name);
    KNOWN.list(list).pairs().find(|(names, _)| is_meant(names)).map(|(_, advice)| advice)
}

/// A name however it is spelt: `RING:8`, `linear_array:3`, `mesh:4×4`, `hypercube:2^20`. The name of a
/// file stays.
pub(crate) fn spelt(written: &str) -> String {
    if written.starts_with("graph:") || written.starts_with("nccl:") {
        return written.to_owned();
    }
    let plain = |c: char| match c {
        '_' | ' ' => '-',
        '×' => 'x',
        other => other,
    };
    let text: String = written.trim().to_lowercase().chars().map(plain).collect();
    let Some((name, sizes)) = text.split_once(':').filter(|(_, sizes)| sizes.contains('^')) else {
        return text;
    };
    let digits = |size: &str| match Rational::from_str(size) {
        Ok(number) if size.contains('^') => number.to_string(),
        _ => size.to_owned(),
    };
    let sizes: Vec<String> = sizes.split('x').map(digits).collect();
    format!("{name}:{}", sizes.join("x"))
}

/// A machine.
pub(crate) struct Preset {
    /// The name after `-t`.
    pub(crate) name: &'static str,
    /// The topology after `-t`; `graph:@` and the name if it has a graph of its own.
    pub(crate) topology: &'static str,
    /// The classes of links as `--link` has them.
    pub(crate) links: Vec<&'static str>,
    /// What it is.
    about: &'static str,
    /// The source of the numbers.
    source: &'static str,
}

/// The hybrid cube mesh of eight GPUs: each pair of numbers and the NVLinks between them.
const DGX_1: &str = include_str!("dgx-1.yaml");

/// All machines: the rows of `presets.txt`.
pub(crate) static PRESETS: LazyLock<Vec<Preset>> = LazyLock::new(|| {
    let preset = |[name, topology, links, about, source]: [&'static str; 5]| Preset {
        name,
        topology,
        links: links.split(' ').collect(),
        about,
        source,
    };
    table_rows(include_str!("presets.txt")).map(preset).collect()
});

/// The rows of a table, their cells with bars between them; `#` begins a comment.
pub(crate) fn table_rows<const N: usize>(
    text: &'static str,
) -> impl Iterator<Item = [&'static str; N]> {
    let rows = text.lines().filter(|row| !row.starts_with('#'));
    rows.filter_map(|row| row.split(" | ").collect::<Vec<_>>().try_into().ok())
}

impl Preset {
    /// What it is, its times and their source.
    pub(crate) fn explained(&self) -> String {
        let Preset { topology, links, about, source, .. } = self;
        let on = if topology.starts_with("graph:") { "" } else { topology };
        let on = format!("{on} with {}, t_s = 0", links.join(" and "));
        format!("{about}: {}; {source}", on.trim_start())
    }
}

/// The machine with this name, in any spelling.
pub(crate) fn preset(written: &str) -> Option<&'static Preset> {
    let name = spelt(written);
    PRESETS.iter().find(|preset| preset.name == name)
}
