//! Replays a document step by step, counts what is broken, and adds up the cost.

use std::collections::{BTreeMap, BTreeSet};

use super::Judged;
use super::collective::Data;
use super::cover::is_one_run;
use super::document::{Document, Phase};
use super::fraction::Fraction;
use super::json::Read;
use super::message::Message;
use super::state::State;

/// What is kept while running.
struct Run<'a> {
    document: &'a Document,
    counts: BTreeMap<&'static str, usize>,
    /// Whether combined data was moved, and whether some of it was not one run.
    combined: bool,
    scattered: bool,
}

/// A step's or a phase's largest numbers, or their sums.
#[derive(Clone, Copy)]
struct Cost {
    words: Fraction,
    hops: usize,
    words_times_hops: Fraction,
    contended: Fraction,
}

const FREE: Cost = Cost {
    words: Fraction::ZERO,
    hops: 0,
    words_times_hops: Fraction::ZERO,
    contended: Fraction::ZERO,
};

impl Cost {
    fn plus(self, other: Self) -> Read<Self> {
        Ok(Self {
            words: self.words.plus(other.words)?,
            hops: self.hops + other.hops,
            words_times_hops: self.words_times_hops.plus(other.words_times_hops)?,
            contended: self.contended.plus(other.contended)?,
        })
    }
}

/// Judges a document that could be read.
pub fn run(document: &Document) -> Read<Judged> {
    let counts = BTreeMap::new();
    let mut run = Run { document, counts, combined: false, scattered: false };
    let mut total = FREE;
    let mut phases = Vec::new();
    for phase in &document.phases {
        let cost = run.phase(phase)?;
        phases.push((phase.steps.len(), cost.words, cost.hops as u64));
        total = total.plus(cost)?;
    }
    let broken: BTreeSet<&'static str> = run.counts.keys().copied().collect();
    let only_shared =
        broken.iter().all(|rule| ["send-port", "receive-port", "congestion"].contains(rule));
    Ok(Judged {
        steps: phases.iter().map(|(steps, _, _)| steps).sum(),
        words: total.words,
        hops: total.hops as u64,
        words_times_hops: total.words_times_hops,
        contended_words: only_shared.then_some(total.contended),
        phases,
        needs_commutative: (broken.is_empty() && run.combined).then_some(run.scattered),
        counts: run.counts,
        broken,
    })
}

impl Run<'_> {
    fn broke(&mut self, rule: &'static str) {
        *self.counts.entry(rule).or_insert(0) += 1;
    }

    fn phase(&mut self, phase: &Phase) -> Read<Cost> {
        let collective = &phase.collective;
        self.combined |= collective.data() == Data::Combined;
        let start = |group: &Vec<usize>| State::start(collective, group.len(), phase.pieces);
        let mut states: Vec<State> = phase.groups.iter().map(start).collect();
        let mut cost = FREE;
        for step in &phase.steps {
            self.ports(step);
            self.links(step);
            self.data(phase, step, &mut states)?;
            cost = cost.plus(self.cost(phase, step)?)?;
        }
        for (state, group) in states.iter().zip(&phase.groups) {
            for rule in state.end(collective, group.len())? {
                self.broke(rule);
            }
        }
        Ok(cost)
    }

    fn ports(&mut self, step: &[Message]) {
        for node in 0..self.document.topology.nodes {
            let sent = step.iter().filter(|message| message.sender() == node).count();
            let received = step.iter().filter(|message| message.receiver() == node).count();
            let most = self.document.ports.unwrap_or(usize::MAX);
            if sent > most {
                self.broke("send-port");
            }
            if received > most {
                self.broke("receive-port");
            }
        }
    }

    fn links(&mut self, step: &[Message]) {
        let mut loads: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for link in step.iter().flat_map(Message::links) {
            *loads.entry(self.document.topology.wire(link)).or_insert(0) += 1;
        }
        for (link, load) in loads {
            match self.document.topology.capacity.get(&link) {
                None => (0..load).for_each(|_| self.broke("link")),
                Some(&capacity) if load > capacity => self.broke("congestion"),
                Some(_) => {}
            }
        }
    }

    /// Everything is sent from the state before the step, and only then received.
    fn data(&mut self, phase: &Phase, step: &[Message], states: &mut [State]) -> Read<()> {
        let mut arrivals = Vec::new();
        for message in step {
            let state = &states[message.group];
            let (sender, receiver) = message.positions;
            for &(block, set) in &message.claims {
                let value = state.claimed(sender, block, set);
                if let Some(rule) = state.send(sender, block, value)? {
                    self.broke(rule);
                }
                let combined = phase.collective.data() == Data::Combined;
                self.scattered |= combined && !is_one_run(value);
                arrivals.push((message.group, receiver, block, value));
            }
        }
        for (group, receiver, block, value) in arrivals {
            states[group].receive(receiver, block, value);
        }
        Ok(())
    }

    fn cost(&self, phase: &Phase, step: &[Message]) -> Read<Cost> {
        let barrier = phase.collective.data() == Data::Heard;
        let unit = if barrier { Fraction::ZERO } else { phase.scale.cut(phase.pieces)? };
        let most = |what: &dyn Fn(&Message) -> usize| step.iter().map(what).max().unwrap_or(0);
        let mut shared: BTreeMap<(&str, usize, usize), (usize, usize)> = BTreeMap::new();
        let mut add = |place, size: usize| {
            let (sum, largest) = shared.entry(place).or_insert((0, 0));
            *sum += size;
            *largest = size.max(*largest);
        };
        for message in step {
            let size = message.claims.len();
            for link in message.links() {
                let (a, b) = self.document.topology.wire(link);
                add(("link", a, b), size);
            }
            if self.document.ports.is_some() {
                add(("send", message.sender(), 0), size);
                add(("receive", message.receiver(), 0), size);
            }
        }
        let mut contended = Fraction::ZERO;
        for ((what, a, b), (sum, largest)) in shared {
            let lanes = match what {
                "link" => self.document.topology.capacity.get(&(a, b)).copied(),
                _ => self.document.ports,
            };
            let divided = unit.times(sum)?.cut(lanes.unwrap_or(1))?;
            contended = contended.max(divided).max(unit.times(largest)?);
        }
        Ok(Cost {
            words: unit.times(most(&|message| message.claims.len()))?,
            hops: most(&|message| message.links().len()),
            words_times_hops: unit
                .times(most(&|message| message.claims.len() * message.links().len()))?,
            contended,
        })
    }
}

impl Message {
    fn sender(&self) -> usize {
        self.route[0]
    }

    fn receiver(&self) -> usize {
        self.route[self.route.len() - 1]
    }

    pub(super) fn links(&self) -> Vec<(usize, usize)> {
        self.route.windows(2).map(|link| (link[0], link[1])).collect()
    }
}
