//! Optima without a rule: schedules that `hockney optimal` found on small machines, in a table that is shipped.
//!
//! `optima.txt` explains its own lines. `.ci/optima` writes it and compares it with a new search. A point that an
//! algorithm reaches has the name of the algorithm instead of a schedule. The name `optimal-4` stands for the
//! schedule with the fewest words in at most 4 steps, and `optimal` for the one with the fewest steps: a number of
//! steps in the name is in files, rankings and answers without an option, as in `knomial-3`.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::{PlanError, Request};
use crate::planner;
use hockney_core::collective::{Entry, Instance, Ports};
use hockney_core::schedule::{CombinedBlocks, Listed, Message, Payload, Route, Step, Steps};
use hockney_core::topology::{GraphLinks, Topology, Vertex};

/// The fronts of the table: for each collective on a machine the least words for each number of steps.
pub struct Optimum {
    /// The collective. The table of broadcast is also that of reduce, and that of all-gather also that of
    /// reduce-scatter, backwards in time.
    pub collective: &'static str,
    /// The machine, as after `-t`, or the name of a graph of the table.
    pub machine: &'static str,
    /// The machine as a topology.
    pub topology: Topology,
    /// The pieces of a block.
    pub pieces: u32,
    /// The ports.
    pub ports: Ports,
    /// The points, by steps; each has fewer words than those before it.
    pub points: Vec<Point>,
    /// Why there are no others.
    pub reasons: Vec<Reason>,
}

/// A schedule of a front.
pub struct Point {
    /// The steps.
    pub steps: u32,
    /// The pieces of the largest messages of the steps together: the words are this times m over the pieces.
    pub rounds: u32,
    /// The algorithm that reaches it, if there is one.
    pub algorithm: Option<&'static str>,
    /// The messages of each step otherwise.
    lines: Vec<&'static str>,
}

impl Point {
    /// The name after `-a`.
    pub fn name(&self) -> String {
        self.algorithm.map_or_else(|| format!("optimal-{}", self.steps), str::to_owned)
    }
}

/// A cell that has no schedule: at most so many steps, and at most so many rounds.
pub struct Reason {
    /// The steps; any number if `None`.
    pub steps: Option<u32>,
    /// The rounds; any number if `None`.
    pub rounds: Option<u32>,
    /// The lemma, or the refuted formula: `cell` or `gossip`.
    pub by: &'static str,
    /// The SHA-256 of the formula and of its proof, if it was refuted.
    pub digests: Option<[&'static str; 2]>,
}

/// The shipped table.
pub fn optima() -> &'static [Optimum] {
    static TABLE: OnceLock<Vec<Optimum>> = OnceLock::new();
    TABLE.get_or_init(|| read_optima(include_str!("optima.txt")).unwrap_or_default())
}

/// Reads a table.
///
/// # Errors
/// The first line that does not follow the description at the beginning of `optima.txt`.
pub fn read_optima(text: &'static str) -> Result<Vec<Optimum>, &'static str> {
    let (mut graphs, mut table) = (BTreeMap::new(), Vec::new());
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let words: Vec<&'static str> = line.split_whitespace().collect();
        read_line(line, &words, &mut graphs, &mut table).ok_or(line)?;
    }
    Ok(table)
}

fn read_line(
    line: &'static str,
    words: &[&'static str],
    graphs: &mut BTreeMap<&'static str, Topology>,
    table: &mut Vec<Optimum>,
) -> Option<()> {
    match *words {
        _ if line.starts_with(' ') => table.last_mut()?.points.last_mut()?.lines.push(line),
        ["graph", name, nodes, ref links @ ..] => {
            let link = |link: &&str| {
                let (from, to) = link.split_once('-')?;
                Some([from.parse().ok()?, to.parse().ok()?])
            };
            let (nodes, links) =
                (nodes.parse().ok()?, links.iter().map(link).collect::<Option<_>>()?);
            let graph = Topology::graph(GraphLinks { nodes, switches: 0, links }).ok()?;
            graphs.insert(name, graph);
        }
        ["open", steps, rounds] => {
            let (steps, rounds) = (steps.parse().ok(), rounds.parse().ok());
            let reason =
                Reason { steps: Some(steps?), rounds: Some(rounds?), by: "open", digests: None };
            table.last_mut()?.reasons.push(reason);
        }
        ["yes", steps, rounds, ref by @ ..] => {
            let (steps, rounds) = (steps.parse().ok()?, rounds.parse().ok()?);
            let point = Point { steps, rounds, algorithm: by.first().copied(), lines: Vec::new() };
            table.last_mut()?.points.push(point);
        }
        ["no", steps, rounds, by, ref digests @ ..] => {
            let number = |word: &str| match word {
                "any" => Some(None),
                _ => word.parse().ok().map(Some),
            };
            let (steps, rounds) = (number(steps)?, number(rounds)?);
            let digests = match *digests {
                [] => None,
                [formula, proof] => Some([formula, proof]),
                _ => return None,
            };
            table.last_mut()?.reasons.push(Reason { steps, rounds, by, digests });
        }
        [collective, machine, pieces, "pieces", ports, "ports"] => {
            let known = graphs.get(machine).cloned();
            let topology = known.or_else(|| Topology::parse(machine).ok())?;
            let (pieces, ports) = (pieces.parse().ok()?, ports.parse().ok()?);
            let (points, reasons) = (Vec::new(), Vec::new());
            table.push(Optimum { collective, machine, topology, pieces, ports, points, reasons });
        }
        _ => return None,
    }
    Some(())
}

impl Optimum {
    /// The fewest words in at most so many steps; without a number those of the fewest steps.
    pub fn within(&self, most: Option<u32>) -> Option<&Point> {
        match most {
            None => self.points.first(),
            Some(most) => self.points.iter().rfind(|point| point.steps <= most),
        }
    }

    /// Why no schedule has at most so many steps and at most so many rounds, a lemma if there is one; `None` if that is
    /// open.
    pub fn refuted(&self, steps: u32, rounds: u32) -> Option<&Reason> {
        // A step that is not empty has a round, so that at most so many rounds are at most so many steps.
        let steps = steps.min(rounds);
        let enough = |most: Option<u32>, needed: u32| most.is_none_or(|most| needed <= most);
        let covers = |reason: &&Reason| {
            reason.by != "open" && enough(reason.steps, steps) && enough(reason.rounds, rounds)
        };
        self.reasons.iter().filter(covers).min_by_key(|reason| reason.digests.is_some())
    }

    /// Why no schedule has at most as many steps as a point, and fewer words.
    pub fn why(&self, point: &Point) -> Option<&Reason> {
        self.refuted(point.steps, point.rounds.checked_sub(1)?)
    }
}

/// The collective in whose direction the table has the schedules of another.
pub(super) fn forward(collective: &str) -> &str {
    match collective {
        "reduce" => "broadcast",
        "reduce-scatter" => "all-gather",
        other => other,
    }
}

/// The front of a request, if the table has it. Its roots are 0.
pub fn optimum(request: &Request) -> Option<&'static Optimum> {
    fronts(request).find(|one| one.pieces == request.instance.pieces)
}

/// The fronts of a request in all numbers of pieces that the table has.
pub fn fronts(request: &Request) -> impl Iterator<Item = &'static Optimum> {
    let Instance { collective, root, .. } = request.instance;
    optima().iter().filter(move |one| {
        one.collective == forward(collective.name())
            && (one.ports, root) == (request.ports, 0)
            && same_links(&one.topology, &request.topology)
    })
}

/// Whether two machines have the same links. Those of a graph may have one class, which all links share.
fn same_links(one: &Topology, other: &Topology) -> bool {
    if !one.is("graph") || !other.is("graph") || other.classes().len() > 1 {
        return one == other;
    }
    let whole = other.network().base().is_none() && other.network().part_of().is_none();
    let capacity = |of: &Topology, from: Vertex, to: Vertex| {
        of.network().link(from, to).map(|link| of.capacity(link))
    };
    let full = |of: &Topology| !of.classes().iter().any(|class| class.half_duplex);
    let pair =
        |from| (0..one.nodes()).all(|to| capacity(one, from, to) == capacity(other, from, to));
    whole
        && full(other)
        && (one.nodes(), one.vertices()) == (other.nodes(), other.vertices())
        && (0..one.nodes()).all(pair)
}

/// Refuses a request that the table does not answer in at most so many steps.
pub(super) fn fits(
    name: &'static str,
    request: &Request,
    most: Option<u32>,
) -> Result<(), PlanError> {
    let missing = || {
        let Instance { collective, pieces, root, .. } = &request.instance;
        let rooted = if *root == 0 { String::new() } else { format!(", root {root}") };
        let on = format!("{} on {}{rooted}", collective.name(), request.topology);
        PlanError::NoOptimum(format!("{on}, pieces {pieces}, ports {}", request.ports))
    };
    let of = optimum(request).ok_or_else(missing)?;
    let fewest = of.points.first().map_or(0, |point| point.steps);
    of.within(most).map(|_| ()).ok_or(PlanError::TooFewSteps(name, fewest))
}

/// The steps of a fitting request, in the direction of the table.
pub(super) fn steps(request: &Request, most: Option<u32>) -> Box<dyn Steps> {
    let point = optimum(request).and_then(|one| Some((one, one.within(most)?)));
    let Some((one, point)) = point else { return Box::new(Listed::default()) };
    let by = point.algorithm.and_then(|name| planner::algorithm(one.collective, name));
    if let Some(by) = by {
        return by.steps(request);
    }
    let step = |line: &&str| {
        let messages = line.split_whitespace().filter_map(|word| message(word, &request.instance));
        Step { messages: messages.collect() }
    };
    Box::new(Listed(point.lines.iter().map(step).collect()))
}

/// `0>2:1,4-5`, `0>2/4/3:0` by way of 4 and 3, `0>2/:0` over the direct link.
fn message(word: &str, of: &Instance) -> Option<Message> {
    let (ends, blocks) = word.split_once(':')?;
    let (from, to) = ends.split_once('>')?;
    let mut way = to.split('/');
    let to = way.next()?.parse().ok()?;
    let via: Vec<&str> = way.collect();
    let route = match via[..] {
        [] => Route::Default,
        [""] => Route::Via([].into_iter().collect()),
        _ => Route::Via(via.iter().map(|vertex| vertex.parse().ok()).collect::<Option<_>>()?),
    };
    let entry = |text| Entry::parse(text).ok()?.resolve(of).ok();
    let parts: Vec<_> = blocks.split(',').map(entry).collect::<Option<_>>()?;
    let payload = if parts.iter().all(|(_, contributors)| contributors.is_none()) {
        let runs = parts.iter().flat_map(|(blocks, _)| blocks.runs().to_vec());
        Payload::Plain(runs.collect())
    } else {
        let value = |(blocks, contributors)| CombinedBlocks { blocks, contributors };
        Payload::Values(parts.into_iter().map(value).collect())
    };
    Some(Message { from: from.parse().ok()?, to, route, payload })
}
