//! `steps`: a list of steps, a step a list of messages, and the rules for every message.

use std::collections::HashMap;

use serde::{Deserialize, Deserializer};
use smallvec::SmallVec;

use super::Budget;
use crate::{
    Content, Fields, Node, Placed, ReadError, Result, list, refuse, scalar, shortened, unknown,
};
use hockney_base::diagnostic::{Diagnostic, Span};
use hockney_core::collective::{Entry, EntryError, Instance, Phase};
use hockney_core::schedule::{CombinedBlocks, Listed, Message, Payload, Route, Run, Runs, Step};
use hockney_core::topology::{Topology, Vertex};

/// What a message is read against.
pub(crate) struct Context<'a> {
    pub(crate) topology: &'a Topology,
    pub(crate) phase: &'a Phase,
    pub(crate) budget: &'a mut Budget,
}

/// The parts of a message, before it is known whether they fit.
#[derive(Clone)]
pub(crate) struct Draft {
    pub(crate) from: Placed<Vertex>,
    pub(crate) to: Placed<Vertex>,
    /// Left out where everything travels.
    pub(crate) blocks: Option<SmallVec<[Placed<Entry>; 1]>>,
    pub(crate) via: Option<PlacedRoute>,
}

/// The vertices between sender and receiver.
pub(crate) type PlacedRoute = Placed<SmallVec<[Vertex; 2]>>;

/// What a receiver does with a message: the file may state it, and the reader ignores it.
pub(crate) const KINDS: [&str; 2] = ["copy", "combine"];

/// What to write at `steps`.
pub(super) const STEPS_HELP: &str =
    "write a list of messages for each step, or steps: [] for a schedule without messages";

/// What is wrong with `repeat` where all messages are listed, and what to do.
pub(crate) const REPEATED: &str = "repeated steps in a document that lists every message";
pub(crate) const REPEATED_HELP: &str =
    "they need a document with `translate`; write each step separately";

/// All steps of a phase.
pub(crate) fn steps(node: &Node<'_>, scope: &mut Context<'_>) -> Result<Listed> {
    let items = list(node, "the list of steps", STEPS_HELP)?;
    items.iter().map(|item| step(item, scope)).collect::<Result<_, _>>().map(Listed)
}

fn step(node: &Node<'_>, scope: &mut Context<'_>) -> Result<Step> {
    if let Content::Mapping(pairs) = &node.kind
        && let Some((key, _)) = pairs.iter().find(|(key, _)| key.text == "repeat")
    {
        return refuse(key.span, REPEATED, REPEATED_HELP);
    }
    let messages = messages(node)?.iter().map(|item| checked(parts(item, scope.topology)?, scope));
    Ok(Step { messages: messages.collect::<Result<_, _>>()? })
}

/// The messages of a step, which are some.
pub(super) fn messages<'a, 't>(node: &'a Node<'t>) -> Result<&'a [Node<'t>]> {
    let help = "a step is a list of messages: `- - {from: 0, to: 1, blocks: [0]}`, each further \
                one with a single dash below";
    let items = list(node, "a step", help)?;
    if items.is_empty() {
        let help = "leave the step out; a schedule without messages is `steps: []`";
        return refuse(node.span, "a step without a message", help);
    }
    Ok(items)
}

/// A message on a line of its own, as JSON writes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MessageLine<'t> {
    from: u64,
    to: u64,
    #[serde(borrow)]
    blocks: Vec<LineBlock<'t>>,
    #[serde(default, deserialize_with = "given")]
    via: Option<Vec<u64>>,
    #[serde(borrow, default, deserialize_with = "given")]
    kind: Option<&'t str>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum LineBlock<'t> {
    Number(u64),
    Text(&'t str),
}

/// A value that is there, and not `null`.
fn given<'t, D: Deserializer<'t>, T: Deserialize<'t>>(value: D) -> Result<Option<T>, D::Error> {
    T::deserialize(value).map(Some)
}

/// The parts of a message on a line, all at the same place; `None` where [`parts`] must be asked, since the line is
/// of another form or wrong.
pub(crate) fn of_line(text: &str, topology: &Topology) -> Option<Draft> {
    // YAML has keys without quotes.
    let quoted = (!text.starts_with("{\"")).then(|| {
        let quote = |text: String, key| text.replace(&format!("{key}: "), &format!("\"{key}\": "));
        ["from", "to", "blocks", "via", "kind"].into_iter().fold(text.to_owned(), quote)
    });
    let line: MessageLine<'_> = serde_json::from_str(quoted.as_deref().unwrap_or(text)).ok()?;
    let here = Span::point(0);
    let end = |rank| Some((topology.node_of(rank)?, here));
    let entry = |block: &LineBlock<'_>| match block {
        LineBlock::Number(number) => Some((Entry::number(*number).ok()?, here)),
        LineBlock::Text(text) => Some((Entry::parse(text).ok()?, here)),
    };
    let vertex =
        |number: u64| Vertex::try_from(number).ok().filter(|vertex| *vertex < topology.vertices());
    let via = match line.via {
        Some(via) => Some((via.into_iter().map(vertex).collect::<Option<_>>()?, here)),
        None => None,
    };
    let blocks: SmallVec<_> = line.blocks.iter().map(entry).collect::<Option<_>>()?;
    let fits = !blocks.is_empty() && line.kind.is_none_or(|kind| KINDS.contains(&kind));
    fits.then_some(Draft { from: end(line.from)?, to: end(line.to)?, blocks: Some(blocks), via })
}

/// A message as a mapping.
pub(crate) fn parts(node: &Node<'_>, topology: &Topology) -> Result<Draft> {
    let example = "a message is {from: 0, to: 1, blocks: [0]}";
    let fields = Fields::open(node, "a message", example)?;
    let fields = fields.only("from to blocks via kind")?;
    let end = |key, role| {
        let node = fields.need(key)?;
        Ok::<_, ReadError>((rank(node, role, topology)?, node.span))
    };
    let (from, to) = (end("from", "a sender")?, end("to", "a receiver")?);
    let help = "write the blocks, such as blocks: [0] or blocks: [\"0-3\"]; only lines that are \
                written by hand may omit them";
    let blocks_node = fields.need_or("blocks", help)?;
    let blocks_help = "write a list, such as blocks: [0]";
    let items = list(blocks_node, "the list of blocks", blocks_help)?;
    if items.is_empty() {
        let help = "list the blocks, or leave the message out";
        return refuse(blocks_node.span, "a message without blocks", help);
    }
    let entry = |item: &Node<'_>| Ok::<_, ReadError>((scalar::entry(item)?, item.span));
    let blocks = items.iter().map(entry).collect::<Result<_, _>>()?;
    let via = fields.read("via", |node| via(node, topology))?;
    if let Some(node) = fields.get("kind") {
        let kind = scalar::text(node, "a kind of message")?;
        if !KINDS.contains(&kind) {
            return Err(unknown("kind", node.span, kind, "a message", &KINDS));
        }
    }
    Ok(Draft { from, to, blocks: Some(blocks), via })
}

fn via(node: &Node<'_>, topology: &Topology) -> Result<PlacedRoute> {
    let help = "write the vertices between sender and receiver: via: [8], or via: [] for the \
                direct link; without `via` the message takes the default route";
    let items = list(node, "a route", help)?;
    let vertices = items.iter().map(|item| vertex(item, "a vertex of a route", topology));
    Ok((vertices.collect::<Result<_, _>>()?, node.span))
}

/// A vertex, node or switch.
fn vertex(node: &Node<'_>, role: &str, topology: &Topology) -> Result<Vertex> {
    let number = scalar::natural(node, role)?;
    let vertex = Vertex::try_from(number).ok().filter(|vertex| *vertex < topology.vertices());
    vertex.ok_or_else(|| no_vertex(&number.to_string(), node.span, topology).into())
}

/// The message for a text that is not a vertex.
pub(crate) fn no_vertex(text: &str, span: Span, topology: &Topology) -> Diagnostic {
    let error = Diagnostic::new(format!("there is no vertex {}", shortened(text))).at(span);
    error.label(format!("the last is {}", topology.vertices() - 1 + topology.first()))
}

/// A vertex that sends and receives.
pub(crate) fn node(node: &Node<'_>, role: &str, topology: &Topology) -> Result<Vertex> {
    let number = scalar::natural(node, role)?;
    let vertex = Vertex::try_from(number).ok().filter(|vertex| *vertex < topology.nodes());
    vertex.ok_or_else(|| no_node(number, node.span, topology).into())
}

/// The node of a rank; without a placement ranks are nodes.
fn rank(node: &Node<'_>, role: &str, topology: &Topology) -> Result<Vertex> {
    if topology.placement().is_none() {
        return self::node(node, role, topology);
    }
    let rank = scalar::natural(node, role)?;
    topology.node_of(rank).ok_or_else(|| {
        let label = format!("`place` has nodes for ranks 0 to {}", topology.ranks() - 1);
        let error = Diagnostic::new(format!("there is no rank {rank}")).at(node.span);
        error.label(label).help("add its node to `place`, or name another rank").into()
    })
}

/// The message for a number that is not a node.
pub(crate) fn no_node(number: u64, span: Span, topology: &Topology) -> Diagnostic {
    let (nodes, first) = (topology.nodes(), topology.first());
    let label = if nodes == 1 {
        format!("the only node is {first}")
    } else {
        format!("nodes are {first} to {}", nodes - 1 + first)
    };
    if topology.vertex(number).is_some() {
        return Diagnostic::new(format!("vertex {number} is a switch"))
            .at(span)
            .label(label)
            .help("messages go from node to node; write the switches of the route in `via`");
    }
    Diagnostic::new(format!("there is no node {number}")).at(span).label(label)
}

/// The message with these parts, if they fit together.
pub(crate) fn checked(parts: Draft, scope: &mut Context<'_>) -> Result<Message> {
    let instance = same_group(&parts, scope)?;
    let payload = match &parts.blocks {
        Some(entries) => payload(entries, instance, scope.budget)?,
        None => Payload::Everything,
    };
    let (from, to) = (parts.from.0, parts.to.0);
    let route = match parts.via {
        Some(via) => route(from, to, via, scope.topology)?,
        None => Route::Default,
    };
    Ok(Message { from, to, route, payload })
}

/// The collective of the group in which both ends are.
fn same_group<'a>(parts: &Draft, scope: &Context<'a>) -> Result<&'a Instance, Diagnostic> {
    let ((from, from_span), (to, to_span)) = (parts.from, parts.to);
    let (phase, number) = (scope.phase, |node| scope.topology.number(node));
    if from == to {
        let help = "a node keeps its data: leave the message out";
        let node = scope.topology.placed(from);
        return refuse(to_span, format!("{node} sends to itself"), help);
    }
    let outside = |node: Vertex, span| {
        Diagnostic::new(format!("node {} is in no group of this phase", number(node))).at(span)
    };
    let (group, _) = phase.place(from).ok_or_else(|| outside(from, from_span))?;
    let (other, _) = phase.place(to).ok_or_else(|| outside(to, to_span))?;
    if group != other {
        let [from, to] = [from, to].map(number);
        let message = format!("nodes {from} and {to} are in different groups");
        return refuse(to_span, message, "in a phase, messages stay inside a group");
    }
    Ok(&phase.groups[group].instance)
}

/// A route that uses no directed link twice.
fn route(
    from: Vertex,
    to: Vertex,
    (via, span): PlacedRoute,
    topology: &Topology,
) -> Result<Route, Diagnostic> {
    let starts = std::iter::once(from).chain(via.iter().copied());
    let ends = via.iter().copied().chain([to]);
    let mut links: SmallVec<[(Vertex, Vertex); 4]> = starts.zip(ends).collect();
    links.sort_unstable();
    match links.windows(2).find(|pair| pair[0] == pair[1]) {
        None => Ok(Route::Via(via.into_iter().collect())),
        Some(pair) => {
            let [a, b] = [pair[0].0, pair[0].1].map(|vertex| topology.number(vertex));
            Err(Diagnostic::new(format!("the route uses the link from {a} to {b} twice")).at(span))
        }
    }
}

/// What entries stand for.
pub(super) fn payload(
    entries: &[Placed<Entry>],
    of: &Instance,
    budget: &mut Budget,
) -> Result<Payload> {
    let at = |span: Span| move |error: EntryError| Diagnostic::new(error.to_string()).at(span);
    for (i, (entry, span)) in entries.iter().enumerate() {
        let runs = entry.runs(of).map_err(at(*span))?;
        // The first run of a message is kept in the message.
        budget.take_runs(if i == 0 { runs - 1 } else { runs }, *span)?;
    }
    if let [(entry, span)] = entries {
        return Ok(match entry.resolve(of).map_err(at(*span))? {
            (blocks, None) => Payload::Plain(blocks),
            (blocks, contributors) => {
                Payload::Values(Box::new([CombinedBlocks { blocks, contributors }]))
            }
        });
    }
    let mut sets = EntrySets::default();
    for (i, (entry, span)) in entries.iter().enumerate() {
        let (blocks, contributors) = entry.resolve(of).map_err(at(*span))?;
        let set = sets.of(contributors);
        sets.pieces.extend(blocks.runs().iter().map(|run| EntryRun { set, run: *run, entry: i }));
    }
    Ok(sets.put_together(entries)?)
}

/// Runs of blocks by whose contributions they are, in the order in which these are named first.
#[derive(Default)]
struct EntrySets {
    numbers: HashMap<Option<Runs>, usize>,
    contributors: Vec<Option<Runs>>,
    pieces: Vec<EntryRun>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct EntryRun {
    set: usize,
    run: Run,
    /// The entry that names it.
    entry: usize,
}

impl EntrySets {
    fn of(&mut self, contributors: Option<Runs>) -> usize {
        *self.numbers.entry(contributors.clone()).or_insert_with(|| {
            self.contributors.push(contributors);
            self.contributors.len() - 1
        })
    }

    /// Sorted once, so that a message of many entries takes no quadratic time.
    fn put_together(mut self, entries: &[Placed<Entry>]) -> Result<Payload, Diagnostic> {
        self.pieces.sort_unstable();
        let mut twice: Option<(usize, u64)> = None;
        let mut reached: Option<EntryRun> = None;
        for piece in &self.pieces {
            match reached {
                Some(before) if before.set == piece.set && piece.run.start < before.run.end => {
                    let found = (piece.entry.max(before.entry), piece.run.start);
                    twice = Some(twice.map_or(found, |earlier| earlier.min(found)));
                    if piece.run.end > before.run.end {
                        reached = Some(*piece);
                    }
                }
                _ => reached = Some(*piece),
            }
        }
        if let Some((entry, _)) = twice {
            let error = Diagnostic::new("the message names a block twice").at(entries[entry].1);
            let error = error.label("part of this is already listed before");
            return Err(error.help("name each block once, or with different contributors"));
        }
        let sets = self.contributors.iter().enumerate().map(|(set, contributors)| {
            let low = self.pieces.partition_point(|piece| piece.set < set);
            let high = self.pieces.partition_point(|piece| piece.set <= set);
            let blocks = self.pieces[low..high].iter().map(|piece| piece.run).collect();
            CombinedBlocks { blocks, contributors: contributors.clone() }
        });
        let mut values: Vec<CombinedBlocks> = sets.collect();
        if let [CombinedBlocks { contributors: None, blocks }] = &mut *values {
            return Ok(Payload::Plain(std::mem::take(blocks)));
        }
        self.refuse_mixed(&values, entries)?;
        Ok(Payload::Values(values.into()))
    }

    /// Refuses a block that travels both as all that is known of it and as a certain value.
    fn refuse_mixed(
        &self,
        values: &[CombinedBlocks],
        entries: &[Placed<Entry>],
    ) -> Result<(), Diagnostic> {
        let Some(plain) = values.iter().position(|value| value.contributors.is_none()) else {
            return Ok(());
        };
        let (plain, certain): (Vec<EntryRun>, Vec<EntryRun>) =
            self.pieces.iter().partition(|piece| piece.set == plain);
        let clash = |piece: &EntryRun| {
            // Plain pieces rise and are disjoint: the first that ends behind the start decides.
            let after = plain.partition_point(|other| other.run.end <= piece.run.start);
            let other = plain.get(after).filter(|other| other.run.start < piece.run.end)?;
            Some(piece.entry.max(other.entry))
        };
        let Some(at) = certain.iter().filter_map(clash).min() else { return Ok(()) };
        let message = "the message carries a block both plainly and with contributors";
        let help = "a plain block is everything that the sender has of it; name the \
                    contributors, or leave out one of the two";
        refuse(entries[at].1, message, help)
    }
}
