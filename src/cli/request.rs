//! From the words of the command line to a topology, a collective and an algorithm.

use std::path::Path;
use std::str::FromStr;

use super::args::{AlgorithmArgs, LimitArgs, MachineArgs, NumberArgs, OperationArgs, PortsArg};
use super::failure::{Failure, Input};
use super::input;
use crate::collective::{COLLECTIVES, Collective, Instance, Parameter, Ports, collective};
use crate::cost::{Given, Numbers};
use crate::diagnostic::nearest;
use crate::document;
use crate::number::Rational;
use crate::planner::{self, Algorithm, Request, Role};
use crate::topology::{self, FAMILIES, Family, Sizes, Topology};

/// The collective with this name or alias.
pub(crate) fn collective_named(name: &str) -> Result<&'static dyn Collective, Failure> {
    collective(name).ok_or_else(|| {
        let names = COLLECTIVES
            .iter()
            .flat_map(|c| std::iter::once(c.name()).chain(c.aliases().iter().copied()));
        let lower = name.to_lowercase();
        let list: Vec<&str> = COLLECTIVES.iter().map(|c| c.name()).collect();
        let help = match nearest(&lower, names) {
            Some(near) => format!("did you mean {near}? The collectives are {}", list.join(", ")),
            None => format!("the collectives are {}", list.join(", ")),
        };
        Failure::input(format!("there is no collective `{name}`")).help(help)
    })
}

/// What to say where a name could be taken for another operation.
pub(crate) fn reading(name: &str, collective: &dyn Collective) -> Option<String> {
    let all_to_all = collective.name() == "all-to-all"
        && !name.to_lowercase().contains("personali")
        && !name.to_lowercase().contains("total");
    all_to_all.then(|| {
        "all-to-all is read as all-to-all personalized communication (MPI_Alltoall), a block for \
         each pair; the all-to-all broadcast, a block of each node for everyone, is all-gather"
            .to_owned()
    })
}

/// The topology that `-t`, `-p` and `-d` name together.
pub(crate) fn topology(args: &MachineArgs) -> Result<Topology, Failure> {
    let Some(text) = &args.topology else {
        return Err(Failure::input("no topology is given")
            .help("add one with -t, such as -t ring:8 or -t hypercube -p 8"));
    };
    let nodes = args.nodes.as_deref().map(whole_number).transpose()?;
    let topology = if let Some(file) = text.strip_prefix("graph:") {
        graph(file)?
    } else if text.contains(':') || (nodes.is_none() && args.dimension.is_none()) {
        Topology::parse(text).map_err(|error| topology_failure(text, &error))?
    } else {
        let family = topology::family(text).ok_or_else(|| {
            topology_failure(text, &topology::TopologyError::UnknownFamily(text.clone()))
        })?;
        let sizes = sizes(family, nodes, args.dimension)?;
        Topology::new(family, &sizes).map_err(|error| topology_failure(text, &error))?
    };
    agree(&topology, nodes, args.dimension)?;
    Ok(topology)
}

fn topology_failure(text: &str, error: &topology::TopologyError) -> Failure {
    if error.is_limit() {
        return Failure::NoAnswer(error.to_string());
    }
    let failure = Failure::input(error.to_string());
    match error {
        topology::TopologyError::UnknownFamily(name) => {
            let names: Vec<&str> = FAMILIES.iter().map(|f| f.name()).collect();
            let near = nearest(&name.to_lowercase(), names.iter().copied());
            let known = format!("the topologies are {}", names.join(", "));
            failure.help(near.map_or(known.clone(), |n| format!("did you mean {n}? {known}")))
        }
        topology::TopologyError::NoSize(_) => {
            failure.help(format!("or give the number of nodes as -p, such as -t {text} -p 16"))
        }
        _ => failure,
    }
}

/// A graph from a file: the schedule format's `{nodes: .., switches: .., links: ..}`.
fn graph(file: &str) -> Result<Topology, Failure> {
    let text = input::read(file)?;
    document::read_graph(&text.text).map_err(|error| read_failure(&error, &text))
}

/// What a document's reader says, as the command line says it.
pub(crate) fn read_failure(error: &document::ReadError, text: &input::Text) -> Failure {
    match error {
        document::ReadError::Bad(diagnostic) => Failure::in_text(diagnostic, &text.source()),
        limit @ document::ReadError::Limit { .. } => {
            Failure::TooLarge(Input::in_text(&limit.diagnostic(), &text.source()))
        }
    }
}

/// The loader of graph files that a document names: beside the document.
pub(crate) fn graphs_beside(document: &str) -> impl Fn(&str) -> Result<String, String> {
    let folder = Path::new(document).parent().map(Path::to_owned).unwrap_or_default();
    move |name| {
        let path = folder.join(name);
        input::read(&path.to_string_lossy()).map(|text| text.text).map_err(
            |failure| match failure {
                Failure::Input(input) | Failure::TooLarge(input) => input.message,
                Failure::NoAnswer(why) => why,
                Failure::BrokenPipe => "the file cannot be read".to_owned(),
            },
        )
    }
}

/// The sizes that `-p` and `-d` mean for a family.
fn sizes(
    family: &dyn Family,
    nodes: Option<u64>,
    dimension: Option<u32>,
) -> Result<Vec<u64>, Failure> {
    let two_to_the = |d: u32| {
        1_u64.checked_shl(d).ok_or_else(|| {
            Failure::NoAnswer(format!(
                "2^{d} nodes are over the limit of {} vertices",
                topology::MOST_VERTICES
            ))
        })
    };
    match (family.sizes(), nodes, dimension) {
        (Sizes::Links, ..) => {
            Err(Failure::input("a graph is given by its links").help("write -t graph:FILE"))
        }
        (Sizes::One | Sizes::PowerOfTwo, Some(p), _) => Ok(vec![p]),
        (Sizes::One | Sizes::PowerOfTwo, None, Some(d)) => Ok(vec![two_to_the(d)?]),
        (Sizes::Sides, Some(p), d) => equal_sides(family.name(), p, d.unwrap_or(2)),
        (Sizes::Sides, None, Some(_)) => Err(Failure::input(format!(
            "-d {family} says how many sides it has, not how long they are",
            family = family.name()
        ))
        .help(format!("add -p, or write the sides, such as -t {}:4x4", family.name()))),
        (_, None, None) => Ok(Vec::new()),
    }
}

fn equal_sides(family: &str, p: u64, dimensions: u32) -> Result<Vec<u64>, Failure> {
    if !(2..=32).contains(&dimensions) {
        return Err(Failure::input(format!("a {family} has 2 to 32 sides, not {dimensions}")));
    }
    let power = |side: u64| side.checked_pow(dimensions);
    // The largest side whose power is at most p, bit by bit.
    let mut side = 0_u64;
    for bit in (0..32).rev() {
        let longer = side | 1 << bit;
        if power(longer).is_some_and(|nodes| nodes <= p) {
            side = longer;
        }
    }
    if p > 0 && power(side) == Some(p) {
        return Ok(vec![side; dimensions as usize]);
    }
    let near: Vec<String> = [side, side + 1]
        .into_iter()
        .filter(|s| *s > 0)
        .filter_map(power)
        .map(|n| n.to_string())
        .collect();
    // Two sides as equal as can be, if there are some; only small numbers are tried.
    let shorter = (2..=1 << 16).take_while(|s| s * s <= p).filter(|s| p.is_multiple_of(*s)).last();
    let sides = shorter.map_or(String::new(), |shorter| {
        format!("; or write the sides, such as -t {family}:{shorter}x{}", p / shorter)
    });
    Err(Failure::input(format!("a {family} of {p} nodes has no {dimensions} equal sides"))
        .help(format!("the nearest that have are {}{sides}", near.join(" and "))))
}

/// What is said twice must be the same.
fn agree(topology: &Topology, nodes: Option<u64>, dimension: Option<u32>) -> Result<(), Failure> {
    let p = topology.nodes();
    if let Some(nodes) = nodes.filter(|n| *n != u64::from(p)) {
        return Err(Failure::input(format!("{topology} has {p} nodes, but -p says {nodes}"))
            .help("leave out one of the two"));
    }
    let Some(d) = dimension else { return Ok(()) };
    let (found, what) = match topology.network().sides() {
        Some(sides) => (u32::try_from(sides.len()).ok(), "sides"),
        None => (topology.dimension(), "dimensions"),
    };
    match found {
        Some(found) if found == d => Ok(()),
        Some(found) => {
            Err(Failure::input(format!("{topology} has {found} {what}, but -d says {d}"))
                .help("leave out one of the two"))
        }
        None => Err(Failure::input(format!("{topology} has {p} nodes, which is no power of two"))
            .help("leave out -d")),
    }
}

/// The collective with its parameters, among all nodes of a topology.
pub(crate) fn instance(
    collective: &'static dyn Collective,
    topology: &Topology,
    args: &OperationArgs,
) -> Result<Instance, Failure> {
    let name = collective.name();
    let takes = |parameter, flag: &str, given: bool| {
        if given && collective.parameter() != Some(parameter) {
            Err(Failure::input(format!("{name} takes no {flag}")).help(format!("leave out {flag}")))
        } else {
            Ok(())
        }
    };
    takes(Parameter::Root, "--root", args.root.is_some())?;
    takes(Parameter::Exclusive, "--exclusive", args.exclusive)?;
    takes(Parameter::By, "--by", args.by.is_some())?;
    takes(Parameter::Map, "--map", args.map.is_some())?;
    let plain = |error: crate::collective::InstanceError| Failure::input(error.to_string());
    let mut of = Instance::new(collective, topology.nodes())
        .with_pieces(args.pieces.unwrap_or(1))
        .map_err(plain)?
        .with_exclusive(args.exclusive);
    if let Some(root) = &args.root {
        of = of.with_root(u64::from(node(topology, root)?)).map_err(plain)?;
    }
    if collective.parameter() == Some(Parameter::By) {
        let text = args.by.as_deref().ok_or_else(|| {
            Failure::input("a shift needs to know by how much").help("add --by, such as --by 3")
        })?;
        let by = i64::from_str(text)
            .map_err(|_| Failure::input(format!("--by {text} is no whole number")))?;
        of = of.with_by(by);
    }
    if collective.parameter() == Some(Parameter::Map) {
        let text = args.map.as_deref().ok_or_else(|| {
            Failure::input("a permutation needs its map").help("add --map, such as --map 3,0,1,2")
        })?;
        let map: Vec<u64> = list(text, "--map")?;
        of = of.with_map(&map).map_err(plain)?;
    }
    Ok(of)
}

/// A node as the command line has it.
fn node(topology: &Topology, text: &str) -> Result<u32, Failure> {
    topology.parse_node(text).ok_or_else(|| {
        let last = topology.nodes() - 1;
        let also = match topology.network().label(last) {
            Some(label) => format!(", the last also written {label}"),
            None => String::new(),
        };
        Failure::input(format!("there is no node `{text}` on {topology}"))
            .help(format!("the nodes are 0 to {last}{also}"))
    })
}

/// Numbers between commas.
fn list<T: FromStr>(text: &str, option: &str) -> Result<Vec<T>, Failure> {
    let number = |part: &str| {
        part.trim().parse().map_err(|_| {
            Failure::input(format!("`{}` in {option} is no whole number of this size", part.trim()))
                .help(format!("write numbers between commas, such as {option} 2,0,1"))
        })
    };
    text.split(',').map(number).collect()
}

/// A whole number such as `8` or `2^20`.
pub(crate) fn whole_number(text: &str) -> Result<u64, Failure> {
    let number = Rational::from_str(text.trim())
        .map_err(|error| Failure::input(format!("-p {text}: {error}")))?;
    if !number.is_integer() || number.is_negative() {
        return Err(Failure::input(format!("-p {text} is no number of nodes"))
            .help("write a whole number, such as 8 or 2^20"));
    }
    number.to_u64().ok_or_else(|| {
        let most = topology::MOST_VERTICES;
        Failure::NoAnswer(format!("{text} nodes are over the limit of {most} vertices"))
    })
}

/// What is asked for, without the algorithm.
pub(crate) fn request(
    collective: &'static dyn Collective,
    machine: &MachineArgs,
    operation: &OperationArgs,
    how: &AlgorithmArgs,
) -> Result<Request, Failure> {
    let topology = topology(machine)?;
    let instance = instance(collective, &topology, operation)?;
    let order = how.order.as_deref().map(|text| list(text, "--order")).transpose()?;
    Ok(Request { topology, instance, ports: ports(operation), order })
}

/// How many messages a node may send and receive.
pub(crate) fn ports(operation: &OperationArgs) -> Ports {
    match operation.ports {
        PortsArg::One => Ports::One,
        PortsArg::All => Ports::All,
    }
}

/// The algorithm that is named, or the default one.
pub(crate) fn algorithm(
    name: Option<&str>,
    request: &Request,
    numbers: &Numbers,
) -> Result<&'static dyn Algorithm, Failure> {
    let collective = request.instance.collective.name();
    let known = || planner::algorithms().filter(|a| a.collective() == collective);
    if known().next().is_none() {
        let planned: Vec<&str> = COLLECTIVES
            .iter()
            .map(|c| c.name())
            .filter(|c| planner::algorithms().any(|a| a.collective() == *c))
            .collect();
        return Err(Failure::NoAnswer(format!(
            "no algorithm is planned for {collective} yet, only for {}; a schedule that you write \
             is checked and priced",
            planned.join(", ")
        )));
    }
    match name {
        Some("best") => best(request, numbers),
        Some(name) => planner::algorithm(collective, name).ok_or_else(|| {
            let begins = |known: &&str| name.len() > 2 && known.starts_with(name);
            let near = known()
                .map(Algorithm::name)
                .find(begins)
                .or_else(|| nearest(name, known().map(Algorithm::name)));
            let list = algorithms_here(request);
            Failure::input(format!("there is no algorithm `{name}` for {collective}"))
                .help(near.map_or(list.clone(), |near| format!("did you mean {near}? {list}")))
        }),
        None => match planner::default_algorithm(request) {
            Some(algorithm) => Ok(algorithm),
            None => Err(no_candidate(request)),
        },
    }
}

/// `those for ring are recursive-doubling, chain, sequential; wrong there: near-first-doubling`
pub(crate) fn algorithms_here(request: &Request) -> String {
    let family = request.topology.family();
    let collective = request.instance.collective.name();
    let named = |wrong: bool| -> Vec<&str> {
        planner::algorithms()
            .filter(|a| a.collective() == collective)
            .filter(|a| {
                a.on(family).is_some_and(|usage| (usage.role == Role::Counterexample) == wrong)
            })
            .map(Algorithm::name)
            .collect()
    };
    let right = format!("those for {} are {}", family.name(), named(false).join(", "));
    match named(true)[..] {
        [] => right,
        ref wrong => format!("{right}; wrong there: {}", wrong.join(", ")),
    }
}

/// Every algorithm turned the request down; the order of dimensions is what can do that.
fn no_candidate(request: &Request) -> Failure {
    let collective = request.instance.collective.name();
    // Why an order is wrong says more than that most algorithms take none.
    let why = planner::algorithms()
        .filter(|a| a.collective() == collective && a.on(request.topology.family()).is_some())
        .filter_map(|a| a.fits(request).err())
        .min_by_key(|error| matches!(error, planner::PlanError::TakesNoOrder(_)))
        .map_or_else(String::new, |error| format!(": {error}"));
    Failure::input(format!("no algorithm of {collective} fits {}{why}", request.topology))
        .help("leave out --order, or see `hockney list algorithms`")
}

fn best(request: &Request, numbers: &Numbers) -> Result<&'static dyn Algorithm, Failure> {
    if numbers.m.is_none() || numbers.t_s.is_none() || numbers.t_w.is_none() {
        return Err(Failure::input("which algorithm is best depends on m, t_s and t_w")
            .help("add them, such as -m 100 --ts 5 --tw 1"));
    }
    crate::compare::best(request, numbers)
        .map_err(|error| Failure::NoAnswer(error.to_string()))?
        .ok_or_else(|| no_candidate(request))
}

/// The numbers of the model.
pub(crate) fn numbers(args: &NumberArgs) -> Result<Numbers, Failure> {
    let given = Given {
        m: args.m.as_deref(),
        t_s: args.ts.as_deref(),
        t_w: args.tw.as_deref(),
        t_h: args.th.as_deref(),
        word: args.word.as_deref(),
    };
    Numbers::read(given).map_err(|error| Failure::input(error.to_string()))
}

/// The most messages to look at.
pub(crate) fn limit(args: &LimitArgs, default: u128) -> Result<u128, Failure> {
    let Some(text) = &args.limit else { return Ok(default) };
    let number = Rational::from_str(text)
        .ok()
        .filter(Rational::is_integer)
        .and_then(|number| number.to_u64())
        .ok_or_else(|| {
            Failure::input(format!("--limit {text} is no number of messages"))
                .help("write a whole number, such as 1e9")
        })?;
    Ok(u128::from(number))
}
