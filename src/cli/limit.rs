//! `--limit`: how much may be looked at; a number of messages, or amounts by their names.

use super::prelude::*;
use hockney_ask::{MOST_NODES, MOST_WEIGHED, Search};
use hockney_core::topology::{MOST_NUMBERED, MOST_VERTICES};
use hockney_optimal::MOST_LITERALS;

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
