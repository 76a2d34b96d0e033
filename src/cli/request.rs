//! From the words of the command line to a question, the numbers of the model, and how it is answered.

use std::num::NonZeroU32;

use super::machine::{self, advice, preset};
use super::prelude::*;
use hockney_ask::{Cut, Search};
use hockney_core::checker::{check, check_every_message};
use hockney_core::collective::Blocks;
use hockney_core::topology::{LinkClass, PlacementError, label_of, parse_node_of};
use hockney_cost::{GapTable, GivenNumbers, NamedTable};
use hockney_proof::Size;

/// The options that make a question: a machine, and the parameters of a collective on it.
#[derive(Clone, Copy)]
pub(crate) struct Options<'a> {
    pub(crate) machine: &'a MachineArgs,
    pub(crate) operation: &'a OperationArgs,
    /// The classes of links on the command line, which may have lanes of their own.
    pub(crate) links: &'a [LinkClass],
    pub(crate) allowed: &'a Allowed,
}

impl Options<'_> {
    /// The collective with its parameters, on the machine or among some of its nodes.
    pub(crate) fn question(self, collective: &'static Collective) -> Result<Question> {
        let machine = machine::topology(self.machine, self.allowed)?;
        self.question_on(machine.with_links(self.links), collective)
    }

    /// The same on a machine that is there.
    pub(crate) fn question_on(
        self,
        machine: Topology,
        collective: &'static Collective,
    ) -> Result<Question> {
        let operation = self.operation;
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
}

/// A command line about one question, as values.
pub(crate) struct CommandLine<'a> {
    pub(crate) ask: &'a AskArgs,
    pub(crate) allowed: Allowed,
    /// How it is answered, with the numbers of the model.
    pub(crate) how: How<'a>,
}

impl<'a> CommandLine<'a> {
    /// About a collective or a file. A plan or a drawing has the times of a machine with
    /// published times if the size of the data is given, whatever is `priced` has them in any case.
    pub(crate) fn of(
        ask: &'a AskArgs,
        limit: &LimitArgs,
        named: Named<'_>,
        priced: bool,
    ) -> Result<Self> {
        let allowed = allowed(limit)?;
        let published = priced || ask.numbers.m.is_some();
        let times = NumberTexts::of(&ask.machine, &ask.numbers, published)?;
        let times = times.with_timing(&ask.timing)?;
        let known = match named {
            Named::Collective(name) | Named::File { collective: Some(name), .. } => {
                collective(name)
            }
            // Only a schedule of which no data travels does without what is missing.
            Named::File { file, .. } if times.lacks_size() => written::token_of(file),
            Named::File { .. } | Named::Composition(_) => None,
        };
        let how = How {
            algorithm: ask.algorithm.algorithm.as_deref().into(),
            cut: cut(&ask.operation, &ask.numbers),
            search: search(&ask.operation, &allowed),
            numbers: times.numbers(known)?,
            ..of_files(&allowed)
        };
        Ok(CommandLine { ask, allowed, how })
    }

    /// The options that make the question.
    pub(crate) fn asked(&self) -> Options<'_> {
        let (machine, operation) = (&self.ask.machine, &self.ask.operation);
        Options { machine, operation, links: &self.how.numbers.links, allowed: &self.allowed }
    }

    /// The question about a collective, and the note about a name that could be taken for another operation.
    pub(crate) fn question(&self, name: &str) -> Result<(Question, Option<String>)> {
        let collective = collective_named(name)?;
        let question = self.asked().question(collective)?.with_order(self.order()?);
        Ok((question, reading(name, collective)))
    }

    fn order(&self) -> Result<Option<Vec<u32>>> {
        self.ask.algorithm.order.as_deref().map(|text| list(text, "--order")).transpose()
    }

    /// The question about a machine that is too large to be made; `None` where it is not, or where no proof could be about
    /// it.
    pub(crate) fn large(&self, name: &str) -> Result<Option<Large>> {
        let Options { machine, operation, allowed, .. } = self.asked();
        let collective = collective_named(name)?;
        let Ok((family, sizes)) = machine::named(machine, allowed) else { return Ok(None) };
        let p = sizes.iter().try_fold(1_u64, |p, side| p.checked_mul(*side));
        let Some(p) = p.filter(|p| *p > allowed.vertices) else { return Ok(None) };
        let odd = family.sizes() == Sizes::PowerOfTwo && !p.is_power_of_two();
        let mapped = collective.parameter() == Some(Parameter::Map);
        if !Large::is_sized(family, &sizes) || odd || mapped {
            return Ok(None);
        }
        let name = machine::name_of(family, &sizes);
        let sides = (family.sizes() == Sizes::Sides).then_some(sizes.len());
        machine::agree(machine, &name, p, sides)?;
        takes(collective, operation)?;
        let pieces = operation.pieces.unwrap_or(1);
        Instance::new(collective, 1).with_pieces(pieces)?;
        let shifts = collective.parameter() == Some(Parameter::By);
        let by = shifts.then(|| distance(operation, p)).transpose()?;
        let root = operation.root.as_deref().unwrap_or("0");
        let root = parse_node_of(family, &sizes, root)
            .ok_or_else(|| no_node(root, &name, p - 1, label_of(family, &sizes, p - 1)))?;
        let other =
            [("--among", operation.among.is_some()), ("--place", operation.place.is_some())];
        Ok(Some(Large {
            collective,
            family,
            size: Size { sizes, by },
            root,
            exclusive: operation.exclusive,
            pieces,
            ports: operation.ports,
            order: self.order()?,
            other: first_given(&other),
            vertices: allowed.vertices,
            request: None,
        }))
    }
}

/// How a schedule file is looked at, within the limits.
pub(crate) fn of_files(allowed: &Allowed) -> How<'static> {
    How {
        limits: allowed.checker,
        weighed: allowed.weighed,
        check: |schedule, limits, every| {
            let check = if every { check_every_message } else { check };
            output::watched(schedule, |schedule| check(schedule, limits))
        },
        ..How::default()
    }
}

/// The numbers of the model as they are written, with those of a machine with published times.
#[derive(Clone)]
pub(crate) struct NumberTexts<'a> {
    pub(crate) given: GivenNumbers<'a>,
    order: Option<&'a str>,
    links: Vec<&'a str>,
    asynchronous: bool,
    gaps: Option<GapTable>,
    pub(crate) tables: Vec<NamedTable>,
}

impl<'a> NumberTexts<'a> {
    /// The numbers of the command line. Those of the machine come before them if they are wanted, in words of a byte; a note
    /// states them.
    pub(crate) fn of(machine: &MachineArgs, args: &'a NumberArgs, published: bool) -> Result<Self> {
        let mut given = GivenNumbers {
            m: args.m.as_deref(),
            t_s: args.ts.as_deref(),
            t_w: args.tw.as_deref(),
            t_h: args.th.as_deref(),
            word: args.word.as_deref(),
            bandwidth: args.bandwidth.as_deref(),
            ..GivenNumbers::default()
        };
        let mut links: Vec<&str> = args.link.iter().map(String::as_str).collect();
        let found = machine.topology.as_deref().and_then(preset);
        if let Some(found) = found.filter(|_| published && args.times.is_empty()) {
            links.splice(0..0, found.links.iter().copied());
            (given.t_s, given.word) = (given.t_s.or(Some("0")), given.word.or(Some("1B")));
            note(&format!("{} is {}", found.name, found.explained()));
        }
        let tables = args.times.iter().map(|text| times::named(text)).collect::<Result<_>>()?;
        let order = args.link_order.as_deref();
        Ok(NumberTexts { given, order, links, asynchronous: false, gaps: None, tables })
    }

    /// The same with what is counted beyond startups, words and hops.
    pub(crate) fn with_timing(mut self, args: &'a TimingArgs) -> Result<Self> {
        self.given.call = args.call.as_deref();
        self.given.gamma = args.gamma.as_deref();
        self.asynchronous = args.timing == Some(true);
        let Some(file) = &args.gaps else { return Ok(self) };
        if args.timing == Some(false) {
            return Err(Failure::input("--gaps are for asynchronous times")
                .help("leave out --timing synchronous or --gaps"));
        }
        self.gaps = Some(input::parsed(file, GapTable::read)?.1);
        Ok(self)
    }

    /// Whether the size of the data or the time per word is missing.
    fn lacks_size(&self) -> bool {
        self.given.m.is_none() || self.given.t_w.is_none() && self.given.bandwidth.is_none()
    }

    /// The numbers; a note says which spellings were read in the usual way. A barrier, of which no data travels, needs
    /// neither sizes nor t_w.
    pub(crate) fn numbers(&self, collective: Option<&Collective>) -> Result<Numbers> {
        let mut given = self.given;
        if collective.is_some_and(|of| of.blocks() == Blocks::Token) {
            let mut times = given.t_w.iter().chain(&given.bandwidth).chain(&self.links);
            if given.m.is_none() && times.any(|time| time.contains('/')) {
                given.word = given.word.or(Some("1B"));
            }
            given.m = given.m.or(Some("0"));
            let timed = given.bandwidth.is_some() || !self.tables.is_empty();
            given.t_w = given.t_w.or((!timed).then_some("0"));
        }
        let numbers = Numbers::read(given)?;
        let links = self.classes()?;
        note_reading(&numbers.notes);
        let mut numbers = Numbers { links, ..numbers }.with_tables(&self.tables)?;
        numbers.timing.asynchronous = self.asynchronous;
        match &self.gaps {
            Some(table) => Ok(numbers.with_gaps(table)?),
            None => Ok(numbers),
        }
    }

    /// The classes of links.
    pub(crate) fn classes(&self) -> Result<Vec<LinkClass>> {
        let order = self.order.map_or(Ok(Vec::new()), in_order)?;
        let named = self.tables.iter().filter_map(|of| of.class.clone());
        let tabled = named.map(|name| Ok(LinkClass { name, ..LinkClass::default() }));
        let links = self.links.iter().map(|text| link(text));
        order.into_iter().map(Ok).chain(tabled).chain(links).collect()
    }
}

/// The search that `--place best` asks for.
pub(crate) fn search(operation: &OperationArgs, allowed: &Allowed) -> Option<Search> {
    (operation.place.as_deref() == Some(BEST)).then_some(allowed.search)
}

/// The collective with this name or alias.
pub(crate) fn collective_named(name: &str) -> Result<&'static Collective> {
    collective(name).ok_or_else(|| {
        let names = COLLECTIVES
            .iter()
            .flat_map(|c| std::iter::once(c.name()).chain(c.aliases().iter().copied()));
        let list: Vec<&str> = COLLECTIVES.iter().map(|c| c.name()).collect();
        let list = format!("he collectives are {}", list.join(", "));
        let plain = name.trim_start_matches("MPI_").trim_start_matches("mpi_");
        let help = match (advice("collectives", plain), nearest(name, names)) {
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
const BEST: &str = "best";

/// Refuses the parameters that a collective does not take.
fn takes(collective: &Collective, args: &OperationArgs) -> Result<()> {
    let given = [
        (Parameter::Root, args.root.is_some()),
        (Parameter::Exclusive, args.exclusive),
        (Parameter::By, args.by.is_some()),
        (Parameter::Map, args.map.is_some()),
    ];
    let other =
        |(takes, given): &&(Parameter, bool)| *given && collective.parameter() != Some(*takes);
    given.iter().find(other).map_or(Ok(()), |(takes, _)| {
        let (name, flag) = (collective.name(), takes.name());
        Err(Failure::input(format!("{name} takes no --{flag}")).help(format!("leave out --{flag}")))
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
    let mut of = Instance::new(collective, nodes)
        .with_pieces(args.pieces.unwrap_or(1))?
        .with_exclusive(args.exclusive);
    match collective.parameter() {
        Some(Parameter::Root) => {
            let number = root(args.root.as_deref().unwrap_or("0"))?;
            of = of.with_root(number)?;
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
            of = of.with_map(&nodes_of(text, "--map")?)?;
        }
        Some(Parameter::Exclusive) | None => {}
    }
    Ok(of)
}

/// The same collective among another number of nodes, if it is one there.
pub(crate) fn instance_among(of: &Instance, nodes: u32, args: &OperationArgs) -> Option<Instance> {
    let other = of.among(nodes)?;
    let by = args.by.is_some().then(|| distance(args, nodes.into()));
    Some(match by.transpose().ok()? {
        Some(by) => other.with_by(i64::try_from(by).ok()?),
        None => other,
    })
}

/// The distance of a shift among so many nodes.
fn distance(args: &OperationArgs, nodes: u64) -> Result<u64> {
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
pub(crate) fn node(topology: &Topology, text: &str) -> Result<u32> {
    topology.parse_node(text).ok_or_else(|| {
        let last = topology.nodes() - 1;
        no_node(text, &topology.to_string(), last.into(), topology.bits_or_coordinates(last))
    })
}

fn no_node(text: &str, machine: &str, last: u64, label: Option<String>) -> Failure {
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

/// The numbers of a list, or of the file that it names.
pub(crate) fn nodes_of(text: &str, option: &str) -> Result<Vec<u64>> {
    match text.strip_prefix('@') {
        None => list(text, option),
        Some(file) => map_file(file),
    }
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

/// The number of pieces if the command line does not set it.
pub(crate) fn cut(operation: &OperationArgs, numbers: &NumberArgs) -> Cut {
    Cut { best: operation.pieces.is_none(), whole_words: !numbers.ideal }
}

/// `inside,between`: the classes in the order of their times per word, without times.
fn in_order(text: &str) -> Result<Vec<LinkClass>> {
    let names: Vec<&str> = text.split(',').map(str::trim).collect();
    let again = |(i, name): (usize, &&str)| name.is_empty() || names[..i].contains(name);
    if names.iter().enumerate().any(again) {
        return Err(Failure::input(format!("--link-order {text} does not list classes once each"))
            .help(
                "write the class with the shortest time per word first, such as inside,between",
            ));
    }
    let class = |(rank, name): (usize, &&str)| LinkClass {
        name: (*name).to_owned(),
        rank: Some(rank),
        ..LinkClass::default()
    };
    Ok(names.iter().enumerate().map(class).collect())
}

/// `fast=100ns,46us/MB`, or with lanes `fast=100ns,46us/MB,4`.
fn link(text: &str) -> Result<LinkClass> {
    let refused = |what: &str| {
        Failure::input(format!("--link {text} {what}")).help(
            "write --link NAME=T_H,T_W or NAME=T_H,T_W,LANES, such as --link fast=100ns,46us/MB",
        )
    };
    let no_times = || refused("is not the times of a class");
    let (name, times) = text.split_once('=').ok_or_else(no_times)?;
    let (times, lanes) = match *times.split(',').collect::<Vec<_>>() {
        [t_h, t_w] => ([t_h, t_w], None),
        [t_h, t_w, lanes] => ([t_h, t_w], Some(lanes)),
        _ => return Err(no_times()),
    };
    let lanes = lanes.map(|lanes| match lanes.trim().parse::<NonZeroU32>() {
        Ok(lanes) => Ok(lanes.get()),
        Err(_) => Err(refused(&format!("has {lanes} lanes: a link has 1 to {} lanes", u32::MAX))),
    });
    let [t_h, t_w] = times.map(|time| Some(time.trim().to_owned()));
    let name = name.trim().to_owned();
    Ok(LinkClass { name, t_h, t_w, lanes: lanes.transpose()?, ..LinkClass::default() })
}
