//! The steps of messages, and the messages of an executed program as the steps of a schedule.
//!
//! A message takes one step at both of its ends: 1 + the greatest step of the earlier messages of the port that sends it, of
//! the earlier messages of the port that receives it, and of what the sending thread has received or waited for. A receive
//! may share the step of an earlier send of its rank. If the orders of the two ends contradict each other, the sender's
//! counts. With one port a rank is a port, else a thread, and a message that stands apart has a port of its own.

use std::collections::BTreeMap;

use super::threads::{Contents, Contribution, Event, SentMessage, ThreadOperation};
use crate::MessagePlaces;
use hockney_core::collective::Data;
use hockney_core::schedule::{CombinedBlocks, Message, Payload, Route, Runs, Step};
use hockney_core::topology::Vertex;

/// A port: of a rank, of a thread, or of one message.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Port {
    Rank(Vertex),
    Thread(usize),
    Message(usize),
}

/// The message before each message at both of its ports.
#[derive(Clone, Copy, Default)]
struct Before {
    sent: Option<usize>,
    received: Option<usize>,
}

/// Sets the step of each message, from 0; messages of a rank to itself take none.
pub(super) fn timetable(
    threads: &[Vec<ThreadOperation>],
    events: &[Vec<Event>],
    messages: &mut [SentMessage],
    one_port: bool,
) {
    let before = before(threads, events, messages, one_port);
    // From 1; nothing where it is not known.
    let mut steps: Vec<Option<usize>> = vec![None; messages.len()];
    let mut levels = vec![0; threads.len()];
    let mut next = vec![0; threads.len()];
    let mut ended: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    // A later step that may be free, for each in which a rank receives.
    let mut busy: BTreeMap<(Vertex, usize), usize> = BTreeMap::new();
    // The event whose message is placed though the order at its receiver is not kept.
    let mut forced = None;
    loop {
        let mut moved = false;
        for (thread, events) in events.iter().enumerate() {
            while let Some(event) = events.get(next[thread]) {
                let waits = &threads[thread][event.operation].waits;
                let known = waits.iter().all(|of| ended.contains_key(of))
                    && event.received.is_none_or(|message| steps[message].is_some());
                if !known {
                    break;
                }
                let waited = waits.iter().map(|of| ended[of]);
                let came = event.received.and_then(|message| steps[message]);
                let level = waited.chain(came).fold(levels[thread], usize::max);
                if let Some(message) = event.sent {
                    let open = |of: Option<usize>| of.is_some_and(|of| steps[of].is_none());
                    let Before { sent, received } = before[message];
                    if open(sent) || open(received) && forced != Some(event.order) {
                        break;
                    }
                    let step = |of: Option<usize>| of.and_then(|of| steps[of]).unwrap_or(0);
                    let (from, to) = (messages[message].channel.from, messages[message].channel.to);
                    let first = level.max(step(sent)).max(step(received)) + 1;
                    let mut at = first;
                    while one_port && let Some(later) = busy.get(&(to, at)) {
                        at = *later;
                    }
                    if from == to {
                        at = level;
                    } else {
                        busy.extend([first, at].map(|step| ((to, step), at + 1)));
                    }
                    steps[message] = Some(at);
                }
                levels[thread] = level;
                ended.insert((thread, event.operation), level);
                next[thread] += 1;
                moved = true;
            }
        }
        if !moved {
            let left = events.iter().zip(&next).filter_map(|(events, next)| events.get(*next));
            let first = left.map(|event| event.order).min();
            if first.is_none() || first == forced {
                break;
            }
            forced = first;
        }
    }
    for (message, step) in messages.iter_mut().zip(steps) {
        message.step = step.unwrap_or(1).saturating_sub(1);
    }
}

/// The messages before each, in the order in which the operations ran.
fn before(
    threads: &[Vec<ThreadOperation>],
    events: &[Vec<Event>],
    messages: &[SentMessage],
    one_port: bool,
) -> Vec<Before> {
    let mut before = vec![Before::default(); messages.len()];
    let mut last_sent: BTreeMap<Port, usize> = BTreeMap::new();
    let mut last_received: BTreeMap<Port, usize> = BTreeMap::new();
    let all = events.iter().enumerate();
    let all = all.flat_map(|(thread, events)| events.iter().map(move |event| (thread, event)));
    let mut all: Vec<(usize, &Event)> = all.collect();
    all.sort_unstable_by_key(|(_, event)| event.order);
    let crosses =
        |message: &usize| messages[*message].channel.from != messages[*message].channel.to;
    for (thread, event) in all {
        if let Some(message) = event.received.filter(crosses) {
            let rank = messages[message].channel.to;
            let port = if one_port { Port::Rank(rank) } else { Port::Thread(thread) };
            before[message].received = last_received.insert(port, message);
        }
        if let Some(message) = event.sent.filter(crosses) {
            let apart = threads[thread][event.operation].apart;
            let port = match messages[message].channel.from {
                rank if one_port => Port::Rank(rank),
                _ if apart => Port::Message(message),
                _ => Port::Thread(thread),
            };
            before[message].sent = last_sent.insert(port, message);
        }
    }
    before
}

/// The steps, and where their messages stand. Messages between the same ranks in a step are one; those of a rank to itself
/// and those without data are left out. `block` is the block of a contribution.
pub(super) fn steps(
    messages: &[SentMessage],
    data: Data,
    block: impl Fn(Contribution) -> u64,
) -> (Vec<Step>, MessagePlaces) {
    let mut steps: Vec<Step> = Vec::new();
    let (mut places, mut numbers) = (BTreeMap::new(), BTreeMap::new());
    for same in messages.chunk_by(|a, b| {
        (a.step, a.channel.from, a.channel.to) == (b.step, b.channel.from, b.channel.to)
    }) {
        let SentMessage { step, channel, place, .. } = &same[0];
        let (from, to) = (channel.from, channel.to);
        if from == to {
            continue;
        }
        let contents = same.iter().flat_map(|message| message.contents.iter().flatten());
        let values = by_contributors(contents, &block);
        if values.is_empty() && data != Data::Token {
            continue;
        }
        let step = &*numbers.entry(*step).or_insert(steps.len());
        let payload = match data {
            Data::Copied => Payload::Plain(values.into_values().flatten().collect()),
            Data::Token => Payload::Everything,
            Data::Combined => {
                let value = |(ranks, blocks): (Vec<Vertex>, Vec<u64>)| CombinedBlocks {
                    blocks: blocks.into_iter().collect(),
                    contributors: Some(ranks.into_iter().map(u64::from).collect::<Runs>()),
                };
                Payload::Values(values.into_iter().map(value).collect())
            }
        };
        if steps.len() <= *step {
            steps.resize_with(step + 1, Step::default);
        }
        places.insert((*step, from, to), place.clone());
        steps[*step].messages.push(Message { from, to, route: Route::Default, payload });
    }
    (steps, places)
}

/// For each set of contributors the blocks that it has in the contents.
pub fn by_contributors<'c>(
    contents: impl Iterator<Item = &'c Contents>,
    block: impl Fn(Contribution) -> u64,
) -> BTreeMap<Vec<Vertex>, Vec<u64>> {
    let mut blocks: BTreeMap<Vec<Vertex>, Vec<u64>> = BTreeMap::new();
    for value in contents.flat_map(|one| one.chunk_by(|a, b| a.chunk == b.chunk)) {
        let mut ranks: Vec<Vertex> = value.iter().map(|part| part.rank).collect();
        ranks.sort_unstable();
        blocks.entry(ranks).or_default().push(block(value[0]));
    }
    blocks
}
