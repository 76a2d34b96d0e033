//! From the words of the command line to a collective, its parameters and the numbers of the model.

use std::path::Path;
use std::str::FromStr;

use super::args::{AskArgs, MachineArgs, NumberArgs, OperationArgs};
use super::failure::{Failure, Result};
use super::links::links;
use super::machine::topology;
use super::{input, known, note};
use hockney_ask::{Cut, Search};
use hockney_base::diagnostic::{Diagnostic, nearest};
use hockney_base::number::Rational;
use hockney_core::collective::{
    Blocks, COLLECTIVES, Collective, Instance, InstanceError, Parameter, Pattern, collective,
};
use hockney_core::topology::{LinkClass, Placement, PlacementError, Subset, Topology};
use hockney_cost::{Given, Numbers};
use hockney_files as document;
use hockney_plan::question::Question;

/// The collective with this name or alias.
pub(crate) fn collective_named(name: &str) -> Result<&'static Collective> {
    collective(name).ok_or_else(|| {
        let names = COLLECTIVES
            .iter()
            .flat_map(|c| std::iter::once(c.name()).chain(c.aliases().iter().copied()));
        let list: Vec<&str> = COLLECTIVES.iter().map(|c| c.name()).collect();
        let list = format!("he collectives are {}", list.join(", "));
        let help = match (known::collective(name), nearest(name, names)) {
            (Some(known), _) => known.to_owned(),
            (None, Some(near)) => format!("did you mean {near}? T{list}"),
            (None, None) => format!("t{list}"),
        };
        Failure::input(format!("there is no collective `{name}`")).help(help)
    })
}

/// The note about a name that could be taken for another operation.
pub(crate) fn reading(name: &str, collective: &Collective) -> Option<String> {
    let name = name.to_lowercase();
    let plain = !name.contains("personali") && !name.contains("total");
    (collective.pattern() == Pattern::Pairs && plain).then(|| {
        "all-to-all is all-to-all personalized communication (MPI_Alltoall), with a block for \
         each pair; the all-to-all broadcast, with a block of each node for all others, is \
         all-gather"
            .to_owned()
    })
}

/// The nodes that take part, if these are not all in the order of their numbers.
fn among(topology: &Topology, operation: &OperationArgs) -> Result<Option<Subset>> {
    let Some(text) = &operation.among else { return Ok(None) };
    let help = "name each node that takes part once, such as --among 0,2,5 or 0-15";
    let mut members = Vec::new();
    for part in text.split(',').map(str::trim) {
        // On a grid a node may be written as its coordinates, which have no hyphen.
        match part.split_once('-').filter(|(first, _)| !first.is_empty()) {
            Some((first, last)) => {
                let (first, last) = (node(topology, first.trim())?, node(topology, last.trim())?);
                if first > last {
                    return Err(
                        Failure::input(format!("--among {part} is an empty range")).help(help)
                    );
                }
                members.extend(first..=last);
            }
            None => members.push(node(topology, part)?),
        }
    }
    let mut sorted = members.clone();
    sorted.sort_unstable();
    if let Some([twice, ..]) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(Failure::input(format!("--among names node {twice} twice")).help(help));
    }
    if members.iter().copied().eq(0..topology.nodes()) {
        return Ok(None);
    }
    let subset = Subset::of(topology, &members);
    subset.map(Some).ok_or_else(|| Failure::input("--among contains no nodes").help(help))
}

/// The ranks of `--place`, and whether a better placement is to be searched.
fn placement(topology: &Topology, operation: &OperationArgs) -> Result<Option<Placement>> {
    let Some(place) = &operation.place else { return Ok(None) };
    let ranks = operation.ranks.unwrap_or(topology.nodes().into());
    let placed = match &**place {
        "block" | BEST => Placement::block(topology, ranks),
        "round-robin" => Placement::round_robin(topology, ranks),
        file => {
            let known = ["block", "round-robin", BEST];
            if let Some(near) = nearest(file, known).filter(|_| !Path::new(file).exists()) {
                return Err(Failure::input(format!("there is no file {file}"))
                    .help(format!("did you mean --place {near}?")));
            }
            let read = |text: &str| document::read_placement(text, topology);
            let (_, placement) = input::parsed(file, read)?;
            let Some(ranks) = operation.ranks else { return Ok(Some(placement)) };
            let (nodes, of) = (placement.nodes(), file);
            let first = usize::try_from(ranks).ok().and_then(|ranks| nodes.get(..ranks));
            let Some(first) = first else {
                let (count, short) = (nodes.len(), "name a node for each rank, or fewer --ranks");
                let message = format!("{ranks} ranks need {ranks} nodes, and {of} names {count}");
                return Err(Failure::input(message).help(short));
            };
            Placement::of(topology, first.to_vec())
        }
    };
    placed.map(Some).map_err(|error| {
        let help = match &error {
            PlacementError::NoBoxes { .. } => {
                "round-robin is for machines of boxes, such as nodes:4x8; use block, best or a file"
            }
            _ => "give each rank a node of its own, such as --ranks 4 on ring:8",
        };
        Failure::input(format!("--place {place}: {error}")).help(help)
    })
}

/// The value of `--place` that starts a search.
pub(crate) const BEST: &str = "best";

/// Refuses the parameters that a collective does not take.
pub(crate) fn takes(collective: &Collective, args: &OperationArgs) -> Result<()> {
    let given = [
        ("--root", args.root.is_some(), Parameter::Root),
        ("--exclusive", args.exclusive, Parameter::Exclusive),
        ("--by", args.by.is_some(), Parameter::By),
        ("--map", args.map.is_some(), Parameter::Map),
    ];
    let other =
        given.map(|(flag, given, takes)| (flag, given && collective.parameter() != Some(takes)));
    first_given(&other).map_or(Ok(()), |flag| {
        let name = collective.name();
        Err(Failure::input(format!("{name} takes no {flag}")).help(format!("leave out {flag}")))
    })
}

/// The first of some options that is given.
pub(crate) fn first_given(options: &[(&'static str, bool)]) -> Option<&'static str> {
    options.iter().find_map(|(option, given)| given.then_some(*option))
}

/// The collective with its parameters among so many nodes or ranks. `root` reads the position of a root.
fn instance(
    collective: &'static Collective,
    nodes: u32,
    root: &dyn Fn(&str) -> Result<u64>,
    args: &OperationArgs,
) -> Result<Instance> {
    takes(collective, args)?;
    let plain = |error: InstanceError| Failure::input(error.to_string());
    let mut of = Instance::new(collective, nodes)
        .with_pieces(args.pieces.unwrap_or(1))
        .map_err(plain)?
        .with_exclusive(args.exclusive);
    match collective.parameter() {
        Some(Parameter::Root) => {
            let number = root(args.root.as_deref().unwrap_or("0"))?;
            of = of.with_root(number).map_err(plain)?;
        }
        Some(Parameter::By) => {
            let by = distance(args, of.nodes.into())?;
            of = of.with_by(i64::try_from(by).unwrap_or_default());
        }
        Some(Parameter::Map) => {
            let text = args.map.as_deref().ok_or_else(|| {
                Failure::input("a permutation needs its map")
                    .help("add --map, such as --map 3,0,1,2")
            })?;
            let map: Vec<u64> = match text.strip_prefix('@') {
                None => list(text, "--map")?,
                Some(file) => map_file(file)?,
            };
            of = of.with_map(&map).map_err(plain)?;
        }
        Some(Parameter::Exclusive) | None => {}
    }
    Ok(of)
}

/// The distance of a shift among so many nodes.
pub(super) fn distance(args: &OperationArgs, nodes: u64) -> Result<u64> {
    let text = args.by.as_deref().ok_or_else(|| {
        Failure::input("a shift needs a distance").help("add --by, such as --by 3")
    })?;
    let by = Rational::from_str(text).ok().filter(Rational::is_integer);
    by.and_then(|by| by.modulo(&Rational::from(nodes))?.to_u64()).ok_or_else(|| {
        Failure::input(format!("--by {text} is not a whole number"))
            .help("write the distance of each block in nodes, such as --by 3 or --by -1")
    })
}

/// The position of a root among those who take part.
fn position(topology: &Topology, among: Option<&Subset>, root: &str) -> Result<u64> {
    let node = node(topology, root)?;
    let Some(subset) = among else { return Ok(node.into()) };
    let position = (0..).zip(subset.members()).find(|(_, member)| **member == node);
    position.map(|(position, _)| position).ok_or_else(|| {
        Failure::input(format!("the root, node {node}, is not in --among"))
            .help("add the root to --among, or name another --root")
    })
}

/// The root of placed ranks, which is a rank.
fn rank(ranks: u32, text: &str) -> Result<u64> {
    text.parse().ok().filter(|rank| *rank < u64::from(ranks)).ok_or_else(|| {
        Failure::input(format!("there is no rank `{text}`"))
            .help(format!("with --place the root is a rank: 0 to {}", ranks - 1))
    })
}

/// A node as the command line has it.
fn node(topology: &Topology, text: &str) -> Result<u32> {
    topology.parse_node(text).ok_or_else(|| {
        let last = topology.nodes() - 1;
        no_node(text, &topology.to_string(), last.into(), topology.network().label(last))
    })
}

pub(super) fn no_node(text: &str, machine: &str, last: u64, label: Option<String>) -> Failure {
    let also = label.map_or_else(String::new, |label| format!(", the last also written {label}"));
    Failure::input(format!("there is no node `{text}` on {machine}"))
        .help(format!("the nodes are 0 to {last}{also}"))
}

/// Numbers between commas.
fn list<T: FromStr>(text: &str, option: &str) -> Result<Vec<T>> {
    let number = |part: &str| {
        part.trim().parse().map_err(|_| {
            Failure::input(format!(
                "`{}` in {option} is not a whole number, or it is too large",
                part.trim()
            ))
            .help(format!("separate numbers by commas, such as {option} 2,0,1"))
        })
    };
    text.split(',').map(number).collect()
}

/// The numbers of a file, with commas, blanks or line ends between them; `#` begins a comment.
fn map_file(file: &str) -> Result<Vec<u64>> {
    let text = input::read(file)?;
    let (all, mut map) = (&text.text, Vec::new());
    for line in all.split('\n') {
        let said = line.split('#').next().unwrap_or_default();
        let parts = said.split(|c: char| c == ',' || c.is_whitespace());
        for part in parts.filter(|part| !part.is_empty()) {
            let number = part.parse().ok().filter(|_| part.bytes().all(|b| b.is_ascii_digit()));
            map.push(number.ok_or_else(|| {
                let at = part.as_ptr().addr() - all.as_ptr().addr();
                let bad = Diagnostic::new("a map is a list of nodes")
                    .at(at..at + part.len())
                    .label("this is not a whole number, or it is too large")
                    .help("write the target of each node's block, such as 3,0,1,2");
                Failure::in_text(&bad, &text.source())
            })?);
        }
    }
    Ok(map)
}

/// The question of a command line, and the note about a name that could be taken for another operation.
pub(crate) fn asked(
    name: &str,
    args: &AskArgs,
    numbers: &Numbers,
) -> Result<(Question, Option<String>)> {
    let collective = collective_named(name)?;
    let question = question(collective, &args.machine, &args.operation, &numbers.links)?;
    Ok((question.with_order(order(args)?), reading(name, collective)))
}

pub(super) fn order(args: &AskArgs) -> Result<Option<Vec<u32>>> {
    args.algorithm.order.as_deref().map(|text| list(text, "--order")).transpose()
}

/// A collective with its parameters, on a machine or among some of its nodes. Some classes of links may have
/// lanes of their own.
pub(crate) fn question(
    collective: &'static Collective,
    machine: &MachineArgs,
    operation: &OperationArgs,
    classes: &[LinkClass],
) -> Result<Question> {
    question_on(topology(machine)?.with_links(classes), collective, operation)
}

/// The same on a topology that is there.
pub(crate) fn question_on(
    machine: Topology,
    collective: &'static Collective,
    operation: &OperationArgs,
) -> Result<Question> {
    let (among, placement) = (among(&machine, operation)?, placement(&machine, operation)?);
    let instance = |nodes: u32, root: &dyn Fn(&str) -> Result<u64>| {
        instance(collective, nodes, root, operation)
    };
    let question = match (among, placement) {
        (Some(subset), _) => {
            let root = |root: &str| position(&machine, Some(&subset), root);
            let instance = instance(subset.topology().nodes(), &root)?;
            Question::among(subset, instance)
        }
        (None, None) => {
            let instance = instance(machine.nodes(), &|root| position(&machine, None, root))?;
            Question::of(machine, instance)
        }
        (None, Some(placement)) => {
            let ranks = machine.clone().with_ranks(placement.clone()).ranks();
            let instance = instance(ranks, &|root| rank(ranks, root))?;
            let placed = Question::of_ranks(&machine, placement, instance);
            placed.map_err(|error| Failure::input(error.to_string()))?
        }
    };
    Ok(question.with_ports(operation.ports))
}

/// The numbers of the model; a note says which spellings were read in the usual way.
pub(crate) fn numbers(args: &NumberArgs) -> Result<Numbers> {
    read(given(args), args)
}

/// The same for a collective, with this size of a block and of a word. A barrier, of which no data travels, needs
/// neither sizes nor t_w.
pub(crate) fn numbers_for(
    collective: &Collective,
    args: &NumberArgs,
    m: Option<&str>,
    word: Option<&str>,
) -> Result<Numbers> {
    let mut given = Given { m, word, ..given(args) };
    if collective.blocks() == Blocks::Token {
        let mut times = args.tw.iter().chain(&args.bandwidth).chain(&args.link);
        if m.is_none() && times.any(|time| time.contains('/')) {
            given.word = word.or(Some("1B"));
        }
        given.m = m.or(Some("0"));
        given.t_w = given.t_w.or(given.bandwidth.is_none().then_some("0"));
    }
    read(given, args)
}

/// The same where the collective may be named, or is in a file.
pub(crate) fn numbers_of(name: Option<&str>, args: &NumberArgs) -> Result<Numbers> {
    match name.and_then(collective) {
        Some(of) => numbers_for(of, args, args.m.as_deref(), args.word.as_deref()),
        None => numbers(args),
    }
}

fn given(args: &NumberArgs) -> Given<'_> {
    Given {
        m: args.m.as_deref(),
        t_s: args.ts.as_deref(),
        t_w: args.tw.as_deref(),
        t_h: args.th.as_deref(),
        word: args.word.as_deref(),
        bandwidth: args.bandwidth.as_deref(),
    }
}

fn read(given: Given<'_>, args: &NumberArgs) -> Result<Numbers> {
    let mut numbers = Numbers::read(given).map_err(|error| Failure::input(error.to_string()))?;
    numbers.links = links(args)?;
    numbers.notes.iter().for_each(|text| note(text));
    Ok(numbers)
}

/// The search that `--place best` asks for.
pub(crate) fn search(operation: &OperationArgs) -> Option<Search> {
    (operation.place.as_deref() == Some(BEST)).then_some(operation.search)
}

/// The numbers with the times of the classes of a topology.
pub(crate) fn with_classes(numbers: Numbers, topology: &Topology) -> Result<Numbers> {
    numbers.with_classes(topology.classes()).map_err(|error| Failure::input(error.to_string()))
}

/// The number of pieces if the command line does not set it.
pub(crate) fn cut(operation: &OperationArgs, numbers: &NumberArgs) -> Cut {
    Cut { best: operation.pieces.is_none(), whole_words: !numbers.ideal }
}
