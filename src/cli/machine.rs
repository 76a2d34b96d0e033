//! From `-t`, `-p` and `-d` to a topology.

use std::str::FromStr;

use super::args::MachineArgs;
use super::failure::{Failure, Result, did_you_mean};
use super::known::spelt;
use super::{command_with, command_without, input, known, limit, presets};
use hockney_base::diagnostic::nearest;
use hockney_base::number::Rational;
use hockney_core::topology::{self, FAMILIES, Family, Parts, Sizes, Topology};
use hockney_files as document;

/// The topology that `-t`, `-p` and `-d` name together.
pub(crate) fn topology(args: &MachineArgs) -> Result<Topology> {
    let written = args.topology.as_deref().ok_or_else(|| no_topology(args))?;
    let text = &spelt(written);
    let topology = if let Some(file) = text.strip_prefix("graph:") {
        args.rails.first().map_or(Ok(()), |_| Err(no_rails(written)))?;
        graph(file)?
    } else if text.contains("/switch:") {
        args.rails.first().map_or(Ok(()), |_| Err(no_rails(written)))?;
        Topology::parse_within(text, args.vertices.unwrap_or(topology::MOST_VERTICES))
            .map_err(|error| topology_failure(written, &error, args.messages))?
    } else {
        let (family, sizes) = named(args)?;
        sized(family, &sizes, args)?
    };
    let nodes = args.nodes.as_deref().map(whole_number).transpose()?;
    agree(&topology, nodes, args.dimension)?;
    Ok(topology)
}

/// A topology of a family.
pub(crate) fn sized(
    family: &'static Family,
    sizes: &[u64],
    args: &MachineArgs,
) -> Result<Topology> {
    let most = args.vertices.unwrap_or(topology::MOST_VERTICES);
    let written = || args.topology.as_deref().unwrap_or_default();
    Topology::within(family, sizes, most)
        .map_err(|error| topology_failure(written(), &error, args.messages))
}

/// The family and the sizes that `-t`, `-p` and `-d` name together, however large; of a graph none.
pub(crate) fn named(args: &MachineArgs) -> Result<(&'static Family, Vec<u64>)> {
    let written = args.topology.as_deref().ok_or_else(|| no_topology(args))?;
    let text = &spelt(written);
    let failure = |error| topology_failure(written, &error, args.messages);
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
        .ok_or_else(|| failure(topology::TopologyError::UnknownFamily(text.clone())))?;
    Ok((family, sizes(family, nodes, args.dimension)?))
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
    let command = match (&args.nodes, args.dimension) {
        (Some(nodes), None) => match whole_number(nodes) {
            Ok(p) => command_without(&["-p", "-n", "--nodes"], &format!("-t switch:{p}")),
            Err(failure) => return failure,
        },
        (_, Some(_)) => command_with("-t hypercube"),
        (None, None) => {
            return Failure::input("no topology is given")
                .help("add one with -t, such as -t ring:8 or -t hypercube -p 8");
        }
    };
    Failure::input("no topology is given").help(format!("add one with -t, such as: {command}"))
}

/// The error for a topology as it was written.
fn topology_failure(
    written: &str,
    error: &topology::TopologyError,
    messages: Option<u128>,
) -> Failure {
    let failure = Failure::input(error.to_string());
    match error {
        topology::TopologyError::TooLarge { needed, .. } => {
            limit::too_large(&error.to_string(), *needed, messages)
        }
        topology::TopologyError::NotAPowerOfTwo(d) if *d < 24 => {
            failure.help(format!("a hypercube of {d} dimensions is -t hypercube -d {d}"))
        }
        _ if error.is_limit() => limit::too_large(&error.to_string(), 0, messages),
        topology::TopologyError::UnknownFamily(_) if is_file(written) => {
            failure.help(format!("a graph file is -t graph:{written}"))
        }
        topology::TopologyError::UnknownFamily(name) => {
            let machines = presets::PRESETS.iter().map(|preset| preset.name);
            let names: Vec<&str> = FAMILIES.iter().map(|f| f.name()).chain(machines).collect();
            let part = |known: &&str| name.len() > 2 && known.contains(name.as_str());
            let near = names.iter().copied().find(part);
            let near = near.or_else(|| nearest(name, names.iter().copied()));
            let known = format!("the topologies are {}", names.join(", "));
            match known::topology(name) {
                Some(known) => failure.help(known),
                None => failure.help(did_you_mean(near, &known)),
            }
        }
        topology::TopologyError::NoSize(_) => failure.help(format!(
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
    if let Some((name, text)) = presets::graph(file) {
        let graph = document::read_graph(text).map(|graph| graph.from_file(name));
        return graph.map_err(|_| Failure::input(format!("{name} has no graph")));
    }
    input::parsed(file, document::read_graph).map(|(_, graph)| graph.from_file(file))
}

/// The sizes that `-p` and `-d` mean for a family.
pub(crate) fn sizes(
    family: &Family,
    nodes: Option<u64>,
    dimension: Option<u32>,
) -> Result<Vec<u64>> {
    let two_to_the = |d: u32| {
        let most = topology::MOST_VERTICES;
        let why = || format!("limit exceeded: 2^{d} nodes, {most} vertices are allowed");
        1_u64.checked_shl(d).ok_or_else(|| limit::too_large(&why(), u128::MAX, None))
    };
    match (family.sizes(), nodes, dimension) {
        (Sizes::Links, ..) => {
            Err(Failure::input("a graph is given by its links").help("write -t graph:FILE"))
        }
        (Sizes::Machine(parts), ..) => {
            let (name, Parts { takes, example, .. }) = (family.name(), parts);
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

/// The same of a machine that is too large to be made.
pub(crate) fn agrees(args: &MachineArgs, family: &Family, sizes: &[u64], p: u64) -> Result<()> {
    let nodes = args.nodes.as_deref().map(whole_number).transpose()?;
    let dimension = p.is_power_of_two().then(|| p.ilog2());
    let same = args.dimension.is_none() || sizes.len() > 1 || args.dimension == dimension;
    if same && nodes.is_none_or(|nodes| nodes == p) {
        return Ok(());
    }
    let name = name_of(family, sizes);
    Err(Failure::input(format!("{name} has {p} nodes, but -p or -d gives another number"))
        .help("leave out -p and -d"))
}

/// Refuses two different values for the same quantity.
fn agree(topology: &Topology, nodes: Option<u64>, dimension: Option<u32>) -> Result<()> {
    let p = topology.nodes();
    if let Some(nodes) = nodes.filter(|n| *n != u64::from(p)) {
        return Err(Failure::input(format!("{topology} has {p} nodes, but -p is {nodes}"))
            .help("leave out one of the two"));
    }
    let Some(d) = dimension else { return Ok(()) };
    let (found, what) = match topology.network().sides() {
        Some(sides) => (u32::try_from(sides.len()).ok(), "sides"),
        None => (topology.dimension(), "dimensions"),
    };
    match found {
        Some(found) if found == d => Ok(()),
        Some(found) => Err(Failure::input(format!("{topology} has {found} {what}, but -d is {d}"))
            .help("leave out one of the two")),
        None => {
            Err(Failure::input(format!("{topology} has {p} nodes, which is not a power of two"))
                .help("leave out -d"))
        }
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
    number.to_u64().ok_or_else(|| {
        let most = topology::MOST_VERTICES;
        let why = format!("limit exceeded: {text} nodes, {most} vertices are allowed");
        limit::too_large(&why, u128::MAX, None)
    })
}
