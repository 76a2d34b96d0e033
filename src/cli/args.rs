//! The command line: the options that several commands have, and how words are read. `--limit` says how much may be looked
//! at: a number of messages, or amounts by their names.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::prelude::*;
use hockney_ask::{MOST_NODES, MOST_WEIGHED, Search};
use hockney_core::topology::{MOST_NUMBERED, MOST_VERTICES};
use hockney_draw::Width;
use hockney_optimal::MOST_LITERALS;

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileFormat {
    /// A schedule file, or lines.
    Hockney,
    /// MSCCL XML.
    Msccl,
    /// GOAL.
    Goal,
    /// A procedure in the textbook's notation, or loops of MPI.
    Program,
}

/// The formats by name.
pub(crate) const FORMATS: &[Word<FileFormat>] = &[
    ("hockney: a schedule file, or lines", FileFormat::Hockney),
    ("msccl: XML of MSCCL and RCCL", FileFormat::Msccl),
    ("goal: input of LogGOPSim", FileFormat::Goal),
    ("program: the textbook's notation, or MPI", FileFormat::Program),
];

/// Which topology and how large.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Machine")]
pub(crate) struct MachineArgs {
    /// The topology, such as ring:8, mesh:4x4, graph:FILE or nccl:FILE.
    #[arg(short, long)]
    pub(crate) topology: Option<String>,
    /// The number of nodes, such as 8 or 2^20; a mesh or torus gets equal sides.
    #[arg(short = 'p', visible_short_alias = 'n', long = "nodes", value_name = "N")]
    pub(crate) nodes: Option<String>,
    /// The number of dimensions of a hypercube, mesh or torus.
    #[arg(short, long, value_name = "D")]
    pub(crate) dimension: Option<u32>,
    /// The number of rails between the boxes of nodes:4x8 [default: 1]; compare takes several, such as 1,8.
    #[arg(long, value_name = "R", value_delimiter = ',', hide_short_help = true)]
    pub(crate) rails: Vec<u64>,
}

/// The parameters of the collective.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Collective")]
pub(crate) struct OperationArgs {
    /// The root: a number, bits on a hypercube, coordinates on a grid [default: 0].
    #[arg(long, alias = "source", value_name = "R", allow_hyphen_values = true)]
    pub(crate) root: Option<String>,
    /// Exclusive scan (MPI_Exscan): leave out the node's own value.
    #[arg(long)]
    pub(crate) exclusive: bool,
    /// The nodes that take part, such as 0,2,5 or 0-15. Other nodes only forward messages.
    #[arg(long, value_name = "LIST", hide_short_help = true)]
    pub(crate) among: Option<String>,
    /// The node of each rank: block, round-robin (dealt over the boxes), best (a search), or a file.
    #[arg(long, value_name = "HOW|FILE", hide_short_help = true, conflicts_with = "among")]
    pub(crate) place: Option<String>,
    /// The number of ranks, if not that of all nodes or of the lines of `--place FILE`.
    #[arg(long, value_name = "N", hide_short_help = true, requires = "place")]
    pub(crate) ranks: Option<u64>,
    /// Shift distance; any integer.
    #[arg(long, value_name = "Q", allow_hyphen_values = true)]
    pub(crate) by: Option<String>,
    /// The target of each node's block in a permutation, such as 3,0,1,2, or @FILE with such a list.
    #[arg(long, value_name = "LIST|@FILE")]
    pub(crate) map: Option<String>,
    /// Number of pieces per block, for pipelining [default: with -m, --ts and --tw the best number for
    /// an algorithm that takes any, else 1].
    #[arg(long, value_name = "N", hide_short_help = true)]
    pub(crate) pieces: Option<u32>,
    /// How many messages a node may send and receive in a step: one-port or all-port model.
    #[arg(long, value_name = "one|all|K", default_value_t, hide_short_help = true)]
    pub(crate) ports: Ports,
    /// What a file is, if its content does not show it.
    #[arg(long, value_name = "FORMAT", hide_short_help = true, value_parser = one_of(FORMATS))]
    pub(crate) from: Option<FileFormat>,
    /// For a program: its variable that has the data at the beginning.
    #[arg(long = "in", id = "in", value_name = "NAME", hide_short_help = true)]
    pub(crate) input: Option<String>,
    /// For a program: its variable that has the result at the end.
    #[arg(long = "out", id = "out", value_name = "NAME", hide_short_help = true)]
    pub(crate) output: Option<String>,
}

/// The algorithm and its order.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Algorithm")]
pub(crate) struct AlgorithmArgs {
    /// The algorithm, or `best` for the cheapest; `hockney list COLLECTIVE` prints the names.
    #[arg(short, long)]
    pub(crate) algorithm: Option<String>,
    /// The order of the dimensions on a hypercube, such as 2,0,1.
    #[arg(long, value_name = "LIST", hide_short_help = true)]
    pub(crate) order: Option<String>,
}

/// The numbers of the model.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Costs")]
pub(crate) struct NumberArgs {
    /// The size m of the data: a number of words, or a size such as 1MB. It is the whole message of a
    /// broadcast, reduce, all-reduce or scan, and one block of any other collective.
    #[arg(short, value_name = "SIZE", allow_hyphen_values = true)]
    pub(crate) m: Option<String>,
    /// Startup time t_s, the latency α: 5, 3/2, 1e-6 or 1.5us.
    #[arg(long, visible_aliases = ["alpha", "latency"], value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) ts: Option<String>,
    /// Time per word t_w, the inverse bandwidth β: 1, 2us, 1ns/B or 46us/MB.
    #[arg(long, visible_alias = "beta", value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) tw: Option<String>,
    /// The bandwidth of a link, such as 100Gbit/s or 12.5GB/s, instead of --tw.
    #[arg(long, value_name = "RATE", allow_hyphen_values = true)]
    pub(crate) bandwidth: Option<String>,
    /// Time per hop t_h [default: 0].
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) th: Option<String>,
    /// Measured times of messages instead of --ts and --tw: a table of osu_latency, IMB PingPong or nccl-tests, or columns of
    /// bytes and us; inside=FILE is for a class of links.
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    pub(crate) times: Vec<String>,
    /// The times of a class of links: NAME=T_H,T_W, such as fast=100ns,46us/MB or fast=0,100Gbit/s. T_H is paid for each link
    /// of a route; a latency from end to end belongs into --ts.
    #[arg(long, value_name = "CLASS", allow_hyphen_values = true, hide_short_help = true)]
    pub(crate) link: Vec<String>,
    /// The classes of links whose times per word ascend, such as inside,between.
    #[arg(long, value_name = "NAMES", hide_short_help = true)]
    pub(crate) link_order: Option<String>,
    /// The size of a word, such as 8B [default: 1B where -m is a size].
    #[arg(long, value_name = "SIZE")]
    pub(crate) word: Option<String>,
    /// Allow fractional words per piece.
    #[arg(long, hide_short_help = true)]
    pub(crate) ideal: bool,
}

/// What is counted beyond startups, words and hops.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Costs")]
pub(crate) struct TimingArgs {
    /// Whether all ranks wait at the end of a step (synchronous, the default), or each only for its own messages; the
    /// asynchronous total is printed beside the other one, and decides which algorithm is the cheapest.
    #[arg(long, value_name = "HOW", hide_short_help = true, value_parser = one_of(TIMINGS))]
    pub(crate) timing: Option<bool>,
    /// How long a message keeps a port busy: bytes, send gap and receive gap in us, or a table of osu_bw. Makes times
    /// asynchronous [default gap: the time of the words].
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(crate) gaps: Option<String>,
    /// Time to combine a received word with the receiver's own γ: 1, 2ns or 0.4ns/B [default: 0].
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, hide_short_help = true)]
    pub(crate) gamma: Option<String>,
    /// The time of a call of the collective, beside that of its messages [default: 0].
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, hide_short_help = true)]
    pub(crate) call: Option<String>,
}

/// The question for a planner, with the numbers of the model.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct AskArgs {
    #[command(flatten)]
    pub(crate) machine: MachineArgs,
    #[command(flatten)]
    pub(crate) numbers: NumberArgs,
    #[command(flatten)]
    pub(crate) timing: TimingArgs,
    #[command(flatten)]
    pub(crate) algorithm: AlgorithmArgs,
    #[command(flatten)]
    pub(crate) operation: OperationArgs,
}

/// The limits.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Limits and internals")]
pub(crate) struct LimitArgs {
    /// Set the message limit, such as 1e9, or other limits by name, separated by commas:
    /// messages=1e9,hops=1e11.
    #[arg(long, value_name = "LIMIT", hide_short_help = true)]
    pub(crate) limit: Vec<String>,
}

/// The formats of commands without a table.
pub(crate) const TEXT_FORMATS: &[Word<ReportFormat>] = &[
    ("text|table", ReportFormat::Table),
    ("json", ReportFormat::Json),
    ("yaml", ReportFormat::Yaml),
];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    #[default]
    #[value(alias = "text")]
    Table,
    Yaml,
    Json,
}

/// A word and its value. `text|table: For people` is `text`, also written `table`, with its help.
pub(crate) type Word<T> = (&'static str, T);

/// Reads one of these words.
pub(crate) fn one_of<T>(words: &'static [Word<T>]) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync,
{
    let parts =
        |word: &'static str| word.split_once(": ").map_or((word, None), |(a, b)| (a, Some(b)));
    let shown = words.iter().map(move |(word, _)| {
        let (names, help) = parts(word);
        let mut names = names.split('|');
        let shown = PossibleValue::new(names.next().unwrap_or_default()).aliases(names);
        match help {
            Some(help) => shown.help(help),
            None => shown,
        }
    });
    let is =
        move |(word, _): &&Word<T>, given: &str| parts(word).0.split('|').any(|name| name == given);
    PossibleValuesParser::new(shown).try_map(move |given| {
        let found = words.iter().find(|word| is(word, &given));
        found.map(|(_, meaning)| *meaning).ok_or("unknown word")
    })
}

/// The subject that positional arguments name.
pub(crate) fn named(what: &[String]) -> Named<'_> {
    let is_file = |word: &str| {
        let exists = word.contains(['.', '/']) || std::path::Path::new(word).exists();
        word == "-" || (collective(word).is_none() && exists)
    };
    match what {
        [name, file, ..] => Named::File { collective: Some(name), file },
        [word] if is_file(word) => Named::File { collective: None, file: word },
        _ => Named::Collective(what.first().map(|name| &**name).unwrap_or_default()),
    }
}

/// The subject of the cost.
#[derive(Clone, Copy)]
pub(crate) enum Named<'a> {
    /// A collective, to be planned.
    Collective(&'a str),
    /// A schedule file, or a file of lines about a collective.
    File {
        collective: Option<&'a str>,
        file: &'a str,
    },
    Composition(&'a str),
}

pub(crate) const SWITCHING: &[Word<Switching>] =
    &[("cut-through", Switching::CutThrough), ("store-and-forward", Switching::StoreAndForward)];

/// Whether times are asynchronous.
pub(crate) const TIMINGS: &[Word<bool>] = &[("synchronous", false), ("asynchronous", true)];

pub(crate) const NUMBERINGS: &[Word<GridOrder>] =
    &[("row-major", GridOrder::RowMajor), ("column-major", GridOrder::ColumnMajor)];

pub(crate) const ORIGINS: &[Word<Origin>] =
    &[("bottom-left", Origin::BottomLeft), ("top-left", Origin::TopLeft)];

/// The width of what is written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wide {
    /// Of text.
    Columns(usize),
    /// Of a picture.
    Page(Width),
}

pub(crate) fn wide(text: &str) -> Result<Wide, String> {
    let columns = text.parse().ok().map(Wide::Columns);
    columns.or_else(|| Width::parse(text).map(Wide::Page)).ok_or_else(|| {
        "expected a number of columns, or for a picture 100 to 10000 pixels in pt, mm or px, such as 345pt"
            .to_owned()
    })
}

/// The command line of this process without some options and their values, and with more words at its end, quoted for a
/// shell.
pub(crate) fn command_line(without: &[&str], more: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_@%+=:,./-^".contains(c);
    let quoted = |word: String| {
        if !word.is_empty() && word.chars().all(plain) {
            word
        } else {
            format!("'{}'", word.replace('\'', "'\\''"))
        }
    };
    let mut given = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    let mut words = vec!["hockney".to_owned()];
    while let Some(word) = given.next() {
        match without.iter().find_map(|option| word.strip_prefix(option)) {
            // Its value is the next word, unless it is in this one.
            Some("") => drop(given.next()),
            Some(_) => {}
            None => words.push(quoted(word)),
        }
    }
    words.push(more.to_owned());
    words.join(" ")
}

/// The limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Allowed {
    /// The limits of the checker.
    pub(crate) checker: Limits,
    /// Vertices of a machine.
    pub(crate) vertices: u64,
    /// Whether messages are looked at.
    pub(crate) looks: bool,
    /// Points of a sweep in one run.
    pub(crate) points: u64,
    /// Nodes of all machines together that are gone through for where the best changes.
    pub(crate) nodes: u64,
    /// Messages of a schedule whose pieces are weighed in whole words.
    pub(crate) weighed: u64,
    /// Placements that a search prices, and seconds that it takes.
    pub(crate) search: Search,
    /// Clauses that the solver derives for one formula.
    pub(crate) clauses: u64,
    /// Literals of one formula.
    pub(crate) literals: u64,
}

/// The most points of a sweep in one run: about ten minutes of closed forms.
const MOST_POINTS: u64 = 1_000_000;

/// The most clauses that the solver derives for one formula: some minutes.
const MOST_CLAUSES: u64 = 2_000_000;

/// Puts an amount in its place.
type Set = fn(&mut Allowed, u64);

/// The names, in the order of the manual, and what each sets.
const NAMES: [(&str, Set); 13] = [
    ("messages", |allowed, most| allowed.checker.messages = most.into()),
    ("values", |allowed, most| allowed.checker.combining = most.into()),
    ("hops", |allowed, most| allowed.checker.hops = most),
    ("ranges", |allowed, most| allowed.checker.ranges = most.into()),
    ("sets", |allowed, most| allowed.checker.set_work = most),
    ("vertices", |allowed, most| allowed.vertices = most),
    ("points", |allowed, most| allowed.points = most),
    ("nodes", |allowed, most| allowed.nodes = most),
    ("weighed", |allowed, most| allowed.weighed = most),
    ("evaluations", |allowed, most| allowed.search.evaluations = most),
    ("clauses", |allowed, most| allowed.clauses = most),
    ("literals", |allowed, most| allowed.literals = most),
    ("seconds", |allowed, most| allowed.search.seconds = Some(most)),
];

impl Default for Allowed {
    fn default() -> Self {
        Allowed {
            checker: Limits::default(),
            vertices: MOST_VERTICES,
            looks: true,
            points: MOST_POINTS,
            nodes: MOST_NODES,
            weighed: MOST_WEIGHED,
            search: Search::default(),
            clauses: MOST_CLAUSES,
            literals: MOST_LITERALS as u64,
        }
    }
}

/// The value of `--limit`.
pub(crate) fn allowed(args: &LimitArgs) -> Result<Allowed> {
    let mut allowed = Allowed::default();
    // An advised limit can be added to earlier ones.
    let text = &args.limit.join(",");
    if args.limit.is_empty() {
        return Ok(allowed);
    }
    for said in &args.limit {
        said_once(said)?;
    }
    for part in text.split(',') {
        let Some((name, most)) = part.split_once('=') else {
            // A number alone is the limit for messages of all kinds and their hops.
            let most = number(text, part)?;
            let Limits { messages, combining, hops, ranges, .. } = &mut allowed.checker;
            (*messages, *combining) = (most.into(), most.into());
            (*hops, *ranges) = ((*hops).max(most), (*ranges).max(most.into()));
            continue;
        };
        let most = number(text, most)?;
        let name = name.trim();
        let known = NAMES.iter().find(|(known, _)| *known == name);
        let (_, set) = known.ok_or_else(|| unknown(text, name))?;
        if name == "vertices" && most > MOST_NUMBERED {
            return Err(Failure::input(format!(
                "--limit {text}: the maximum is {MOST_NUMBERED} vertices"
            ))
            .help("`hockney cost` has no maximum for algorithms with a proof"));
        }
        set(&mut allowed, most);
    }
    Ok(allowed)
}

/// A repeated limit in one option may be a thousands separator.
fn said_once(text: &str) -> Result<()> {
    let name = |part: &'_ str| part.split_once('=').map_or(0, |(name, _)| name.len());
    let mut names: Vec<&str> = text.split(',').map(|part| part[..name(part)].trim()).collect();
    names.sort_unstable();
    let twice = names.windows(2).find(|pair| pair[0] == pair[1]);
    twice.map_or(Ok(()), |pair| {
        let what = if pair[0].is_empty() { "a number alone" } else { pair[0] };
        Err(Failure::input(format!("--limit {text}: {what} appears twice"))
            .help("commas separate limits: write 50000000 or 5e7"))
    })
}

fn number(text: &str, part: &str) -> Result<u64> {
    let whole = Rational::from_str(part.trim()).ok().filter(Rational::is_integer);
    whole.and_then(|number| number.to_u64()).ok_or_else(|| {
        Failure::input(format!("--limit {text}: `{}` is not an amount", part.trim())).help(
            "write a whole number of messages, such as 1e9, or amounts by name, such as hops=1e10",
        )
    })
}

fn unknown(text: &str, name: &str) -> Failure {
    let names = NAMES.map(|(name, _)| name);
    let list = format!("limits are {}", names.join(", "));
    Failure::unknown(format!("--limit {text}: there is no limit `{name}`"), name, names, &list)
}
