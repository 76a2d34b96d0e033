//! GOAL, the schedules of `LogGOPSim` (Hoefler, Siebert, Lumsdaine 2009).
//!
//! The operations of a rank have no order but what `requires` states. A file names no data, so a message carries all that
//! its sender has: a sum, or where sums do not end right the contributions one by one. What is paid for is its bytes:
//! LogGOPSim charges a message of s bytes for t_s and s - 1 times t_w.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::executor::{Channel, Manner, PLAIN, ThreadOperation, run};
use crate::{Foreign, MessagePlaces};
use hockney_base::diagnostic::{Diagnostic, Span, did_you_mean, nearest};
use hockney_base::number::{Rational, saturated};
use hockney_core::checker::{CheckerRule, Limits, check};
use hockney_core::collective::{Blocks, COLLECTIVES, Data, Instance, Phase, Schedule};
use hockney_core::schedule::{CombinedBlocks, Listed, Payload, Runs, Step};
use hockney_core::topology::Vertex;

/// What is not judged.
const NO_DATA: &str = "GOAL names no data: each message carries all that its sender has, and what stands in buffers is \
                       not judged; a message of s bytes costs t_s + (s - 1) t_w";

/// What is said where sums of all that senders have do not end right.
const ONE_BY_ONE: &str = "a sum of all that its sender has would not do in each message: it carries the contributions \
                          that its receiver lacks, one by one";

/// The most operations of a file.
const MOST_OPERATIONS: usize = 1 << 17;

/// Whether a text is GOAL.
pub fn is_goal(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut lines =
        lines.by_ref().skip_while(|line| line.starts_with("//") || line.starts_with('#'));
    lines.next().is_some_and(|line| line.starts_with("num_ranks"))
}

/// An operation with the labels that it waits for.
struct Labelled<'a> {
    rank: Vertex,
    operation: ThreadOperation,
    waits: Vec<(&'a str, Span)>,
}

/// All operations, with the places of their labels among them.
type Read<T> = Result<T, Diagnostic>;
type Operations<'a> = (Vec<Labelled<'a>>, BTreeMap<(Vertex, &'a str), usize>);

/// Reads and executes a file, as an answer to the question of a schedule.
///
/// # Errors
/// A line that cannot be read, or another number of ranks than the schedule has, with the place.
pub fn read_goal(text: &str, asked: &Schedule) -> Read<Foreign> {
    let (mut all, places) = lines(text, asked.topology.nodes())?;
    for one in &mut all {
        for (label, at) in &one.waits {
            let found = places.get(&(one.rank, *label));
            let thread = found.ok_or_else(|| {
                Diagnostic::new(format!("rank {} has no operation `{label}`", one.rank)).at(*at)
            })?;
            one.operation.waits.push((*thread, 0));
        }
    }
    let threads: Vec<_> = all.into_iter().map(|one| vec![one.operation]).collect();
    let manner = Manner { one_port: true, ordered: false, ..PLAIN };
    let ran = run(&threads, BTreeMap::new(), &manner);
    // Nothing is known of the data, so each message is a signal.
    let mut found = Foreign::of(asked.clone(), ran, Data::Token, |_| 0);
    let mut notes = vec![NO_DATA.to_owned()];
    let is_sum = |phase: &Phase| phase.is_everyone() && phase.instance().data() == Data::Combined;
    let fails = found.schedule.phases.iter().all(is_sum)
        && check(&found.schedule, &Limits::default())
            .is_ok_and(|of| of.report().counts.of(CheckerRule::CannotForm) > 0);
    if let [phase] = &mut found.schedule.phases[..] {
        if fails {
            notes.push(ONE_BY_ONE.to_owned());
            phase.steps = Arc::new(one_by_one(phase));
        }
        phase.paid = Some(Arc::new(paid(text, phase, &found.places)?));
    }
    Ok(Foreign { notes, ..found })
}

/// The messages of sums, each with the contributions that its receiver lacks. If any data end right, these do.
fn one_by_one(phase: &Phase) -> Listed {
    let (of, mut steps) = (phase.instance(), Listed::default());
    let mut known: Vec<Runs> = (0..of.nodes).map(|node| Runs::one(node.into())).collect();
    for k in 0..phase.steps.count() {
        let (mut step, before) = (Step::default(), known.clone());
        phase.steps.step_into(k, &mut step);
        for message in &mut step.messages {
            let [from, to] = [message.from, message.to].map(|node| node as usize);
            let mut new = before[from].minus(&before[to]);
            if new.is_empty() {
                new = Runs::one(message.from.into());
            }
            known[to].extend(&new);
            let value = |node: u64| CombinedBlocks {
                blocks: of.initial(saturated(node)),
                contributors: Some(Runs::one(node)),
            };
            message.payload = Payload::Values(new.iter().map(value).collect());
        }
        steps.0.push(step);
    }
    steps
}

/// The same messages with a block for each word that is paid for, where m is a word.
fn paid(text: &str, phase: &Phase, places: &MessagePlaces) -> Read<Phase> {
    let (mut steps, mut most) = (Listed::default(), 1);
    for k in 0..phase.steps.count() {
        let mut step = Step::default();
        phase.steps.step_into(k, &mut step);
        for message in &mut step.messages {
            let at = places.get(&(k, message.from, message.to)).map(|place| place.at);
            let words = at.map_or(Ok(0), |at| words(text, at))?;
            most = most.max(words);
            message.payload = Payload::Plain(Runs::range(0, words));
        }
        steps.0.push(step);
    }
    let pieces = u32::try_from(most).unwrap_or(u32::MAX);
    let scale = Rational::from(pieces);
    let mut paid = phase.clone();
    (paid.steps, paid.scale) = (Arc::new(steps), scale);
    for group in &mut paid.groups {
        let of = COLLECTIVES.iter().find(|of| of.blocks() == Blocks::Pieces);
        let of = of.map(|of| Instance::new(of, group.instance.nodes).with_pieces(pieces));
        group.instance = of.and_then(Result::ok).unwrap_or_else(|| group.instance.clone());
    }
    Ok(paid)
}

/// One word less than the bytes of the message that is sent here.
fn words(text: &str, at: Span) -> Read<u64> {
    let sent = text.get(at.start..at.end).unwrap_or_default();
    let mut parts = sent.split_whitespace().skip_while(|part| *part != "send");
    let bytes = parts.nth(1).map(|size| size.trim_end_matches('b').parse::<u64>());
    let bytes = bytes.and_then(Result::ok).ok_or_else(|| unreadable(at))?;
    if bytes > u64::from(u32::MAX) {
        let message = format!("a message of {bytes} bytes; at most {} are priced", u32::MAX);
        return Err(Diagnostic::new(message).at(at));
    }
    Ok(bytes.saturating_sub(1))
}

/// All operations, in the order of the text.
fn lines(text: &str, nodes: u32) -> Read<Operations<'_>> {
    let (mut all, mut places): Operations<'_> = Default::default();
    let mut rank = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let begin = start + line.len() - line.trim_start().len();
        start += line.len();
        let code = line.split("//").next().unwrap_or_default();
        let code = code.trim().trim_end_matches([';', '{']).trim_end();
        let at = Span::new(begin, begin + code.len());
        let words: Vec<&str> = code.split_whitespace().collect();
        match words[..] {
            [] | ["}"] => {}
            ["num_ranks", number] if number.parse() == Ok(nodes) => {}
            ["num_ranks", number] => {
                let message = format!("the file has {number} ranks, and the machine {nodes} nodes");
                return Err(Diagnostic::new(message).at(at));
            }
            ["rank", number] => rank = Some(node(number, nodes, at)?),
            [label, requires @ ("requires" | "irequires"), other] => {
                let found = rank.and_then(|rank| places.get(&(rank, label)));
                let found = found.ok_or_else(|| {
                    Diagnostic::new(format!(
                        "there is no operation `{label}` before this `{requires}`"
                    ))
                    .at(at)
                })?;
                all[*found].waits.push((other, at));
            }
            [label, ref what @ ..] if label.ends_with(':') => {
                let rank =
                    rank.ok_or_else(|| Diagnostic::new("this operation is in no rank").at(at))?;
                let operation = operation(rank, what, nodes, at)?;
                if all.len() == MOST_OPERATIONS {
                    let message =
                        format!("a GOAL file has at most {MOST_OPERATIONS} operations here");
                    return Err(Diagnostic::new(message).at(at));
                }
                let label = label.trim_end_matches(':');
                places.insert((rank, label), all.len());
                all.push(Labelled { rank, operation, waits: Vec::new() });
            }
            _ => return Err(unreadable(at)),
        }
    }
    Ok((all, places))
}

fn unreadable(at: Span) -> Diagnostic {
    Diagnostic::new("this line of GOAL cannot be read")
        .at(at)
        .help("lines are such as `l1: send 8b to 1 tag 0`, `l2: recv 8b from 0 tag 0`, `l3: calc 5` and `l2 requires l1`")
}

fn node(text: &str, nodes: u32, at: Span) -> Read<Vertex> {
    let found = text.parse().ok().filter(|node| *node < nodes);
    found.ok_or_else(|| {
        Diagnostic::new(format!("there is no rank `{text}`"))
            .at(at)
            .help(format!("ranks are 0 to {}", nodes - 1))
    })
}

/// `send 8b to 1 tag 0`, `recv 8b from 1 tag 0`, `calc 5`.
fn operation(rank: Vertex, words: &[&str], nodes: u32, at: Span) -> Read<ThreadOperation> {
    let (mut receive, mut send) = (None, None);
    let tag = |rest: &[&str]| match rest {
        ["tag", tag, ..] => tag.parse().map_err(|_| unreadable(at)),
        [] => Ok(0),
        _ => Err(unreadable(at)),
    };
    match words {
        ["send", _, "to", to, rest @ ..] => {
            send = Some(Channel { from: rank, to: node(to, nodes, at)?, number: tag(rest)? });
        }
        ["recv", _, "from", from, rest @ ..] => {
            receive = Some(Channel { from: node(from, nodes, at)?, to: rank, number: tag(rest)? });
        }
        ["calc", ..] => {}
        [word, ..] => {
            let near = nearest(word, ["send", "recv", "calc"]);
            let help = did_you_mean(near, "operations are send, recv and calc");
            return Err(Diagnostic::new(format!("`{word}` is not an operation")).at(at).help(help));
        }
        [] => return Err(unreadable(at)),
    }
    if [receive, send].iter().flatten().any(|channel| channel.from == channel.to) {
        return Err(Diagnostic::new("a message from a rank to itself").at(at));
    }
    let name = format!("rank {rank}, {}", words.join(" ")).into();
    Ok(ThreadOperation { receive, send, at, name, ..ThreadOperation::default() })
}
