//! The price of a document in numbers, message by message, as the specification of costs states it.

use super::collective::Data;
use super::document::{Document, Phase};
use super::fraction::Fraction;
use super::json::{Read, bad};
use super::message::Message;

/// The numbers of the model, for links without a class.
pub struct Given {
    pub m: Fraction,
    pub t_s: Fraction,
    pub t_w: Fraction,
    pub t_h: Fraction,
}

/// What messages pay for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    CutThrough,
    StoreAndForward,
    Contention,
}

/// The sum over all steps.
pub fn price(document: &Document, given: &Given, model: Model) -> Read<Fraction> {
    let mut sum = Fraction::ZERO;
    for phase in &document.phases {
        for step in &phase.steps {
            sum = sum.plus(Step { document, given, phase, messages: step }.price(model)?)?;
        }
    }
    Ok(sum)
}

/// How long a message of so many words keeps the port of its sender and of its receiver busy, if that was measured.
pub type Gaps<'a> = &'a dyn Fn(Fraction) -> [Fraction; 2];

/// What an asynchronous time depends on beside the numbers: gaps, and the time to combine what the message with this number
/// in a step of a phase brings.
#[derive(Default)]
pub struct More<'a> {
    pub gaps: Option<Gaps<'a>>,
    pub combining: Option<&'a dyn Fn(usize, usize, usize) -> Fraction>,
}

/// The time at which the last node has ended its part of all steps, if no node waits for the others. The ports of each node
/// are a list of the times at which each is free.
pub fn asynchronous(
    document: &Document,
    given: &Given,
    model: Model,
    more: &More<'_>,
) -> Read<Fraction> {
    let mut ended = vec![Fraction::ZERO; document.topology.nodes];
    for (nth, phase) in document.phases.iter().enumerate() {
        for (k, messages) in phase.steps.iter().enumerate() {
            let waits = document.ports.filter(|_| model == Model::Contention);
            let ports = waits.unwrap_or(messages.len());
            let mut free: Vec<[Vec<Fraction>; 2]> =
                ended.iter().map(|at| [vec![*at; ports], vec![*at; ports]]).collect();
            let turns = turns(messages, ports);
            let mut ends = Vec::new();
            for (i, message) in messages.iter().enumerate() {
                let beside: Vec<Message> = match model {
                    Model::CutThrough | Model::StoreAndForward => messages.clone(),
                    Model::Contention => (0..messages.len())
                        .filter(|j| turns[*j] == turns[i])
                        .map(|j| messages[j].clone())
                        .collect(),
                };
                let step = Step { document, given, phase, messages: &beside };
                let [whole, send_gap, receive_gap] = step.alone(message, model, more.gaps)?;
                let (from, to) = (message.route[0], message.route[message.route.len() - 1]);
                let sending = free[from][0].iter_mut().min().expect("a port");
                let start = *sending;
                *sending = start.plus(send_gap)?;
                ended[from] = ended[from].max(*sending);
                let receiving = free[to][1].iter_mut().min().expect("a port");
                *receiving = start.plus(whole)?.max(receiving.plus(receive_gap)?);
                let time = more.combining.map_or(Fraction::ZERO, |of| of(nth, k, i));
                ends.push((*receiving, to, time));
            }
            ends.sort_by_key(|(end, ..)| *end);
            let mut combined = vec![Fraction::ZERO; document.topology.nodes];
            for (end, to, time) in ends {
                if time != Fraction::ZERO {
                    combined[to] = combined[to].max(end).plus(time)?;
                }
                ended[to] = ended[to].max(end).max(combined[to]);
            }
        }
    }
    ended.into_iter().try_fold(Fraction::ZERO, |most, one| Ok(most.max(one)))
}

/// The turn of each message of a step: with contention it shares links with the messages of its turn.
fn turns(messages: &[Message], ports: usize) -> Vec<usize> {
    let ends = |i: usize| (messages[i].route[0], messages[i].route[messages[i].route.len() - 1]);
    let mut turns: Vec<usize> = Vec::new();
    for i in 0..messages.len() {
        let next = |earlier: Vec<usize>| {
            let last = earlier.iter().max().copied().unwrap_or(0);
            let full = earlier.iter().filter(|turn| **turn == last).count() >= ports;
            last + usize::from(full)
        };
        let sent = (0..i).filter(|j| ends(*j).0 == ends(i).0).map(|j| turns[j]).collect();
        let received = (0..i).filter(|j| ends(*j).1 == ends(i).1).map(|j| turns[j]).collect();
        turns.push(next(sent).max(next(received)));
    }
    turns
}

struct Step<'a> {
    document: &'a Document,
    given: &'a Given,
    phase: &'a Phase,
    messages: &'a [Message],
}

fn most(mut all: impl Iterator<Item = Read<Fraction>>) -> Read<Fraction> {
    all.try_fold(Fraction::ZERO, |most, one| Ok(most.max(one?)))
}

impl Step<'_> {
    fn price(&self, model: Model) -> Read<Fraction> {
        let t_s = self.given.t_s;
        if self.document.topology.times.is_empty() {
            let ports =
                self.messages.iter().flat_map(|m| [self.in_turn(m, true), self.in_turn(m, false)]);
            let starts = if model == Model::Contention { ports.max().unwrap_or(1) } else { 1 };
            return t_s.times(starts)?.plus(self.on_equal_links(model)?);
        }
        most(self.messages.iter().map(|message| {
            let links = t_s.plus(self.of_words(message, model)?)?;
            let port = |sends| {
                let busy = self.at_port(message, sends, |link| Ok(self.times(link)?.1))?;
                t_s.times(self.in_turn(message, sends))?.plus(busy)
            };
            let ports =
                if model == Model::Contention { port(true)?.max(port(false)?) } else { links };
            self.hops(message)?.plus(links.max(ports))
        }))
    }

    /// How many messages of its sending or receiving port follow each other.
    fn in_turn(&self, of: &Message, sends: bool) -> usize {
        let end = |message: &Message| {
            *if sends { &message.route[0] } else { &message.route[message.route.len() - 1] }
        };
        let all = self.messages.iter().filter(|message| end(message) == end(of)).count();
        self.document.ports.map_or(1, |ports| all.div_ceil(ports))
    }

    /// The most words and the most hops, each by itself.
    fn on_equal_links(&self, model: Model) -> Read<Fraction> {
        let hops = self.messages.iter().map(|message| message.links().len()).max().unwrap_or(0);
        let words = match model {
            Model::CutThrough => most(self.messages.iter().map(|message| self.words(message)))?,
            Model::StoreAndForward => {
                most(self.messages.iter().map(|m| self.words(m)?.times(m.links().len())))?
            }
            Model::Contention => {
                let on_links =
                    most(self.messages.iter().flat_map(Message::links).map(|l| self.busy(l)))?;
                let ports = self.messages.iter().flat_map(|message| {
                    [true, false].map(|sends| self.at_port(message, sends, |_| Ok(ONE)))
                });
                on_links.max(most(ports)?)
            }
        };
        words.by(self.given.t_w)?.plus(self.given.t_h.times(hops)?)
    }

    /// How long a message takes from its start to its arrival, and how long it keeps the port of its sender and that of its
    /// receiver busy.
    fn alone(
        &self,
        message: &Message,
        model: Model,
        gaps: Option<Gaps<'_>>,
    ) -> Read<[Fraction; 3]> {
        let contends = if model == Model::StoreAndForward { Model::CutThrough } else { model };
        let whole =
            self.given.t_s.plus(self.hops(message)?.plus(self.of_words(message, model)?)?)?;
        let gap = self.of_words(message, contends)?;
        let mut busy = self.words(message)?;
        if model == Model::Contention {
            busy = most(message.links().into_iter().map(|link| self.busy(link)))?;
        }
        let [send, receive] = gaps.map_or([gap; 2], |gaps| gaps(busy));
        Ok([whole, send.min(whole), receive.min(whole)])
    }

    fn hops(&self, message: &Message) -> Read<Fraction> {
        message
            .links()
            .into_iter()
            .try_fold(Fraction::ZERO, |sum, link| sum.plus(self.times(link)?.0))
    }

    fn of_words(&self, message: &Message, model: Model) -> Read<Fraction> {
        let (links, words) = (message.links(), self.words(message)?);
        let t_w = |link: &(usize, usize)| Ok(self.times(*link)?.1);
        match model {
            Model::CutThrough => most(links.iter().map(t_w))?.by(words),
            Model::StoreAndForward => {
                let all = links.iter().map(t_w).try_fold(Fraction::ZERO, |sum, t_w| sum.plus(t_w?));
                all?.by(words)
            }
            Model::Contention => most(links.iter().map(|link| self.busy(*link)?.by(t_w(link)?))),
        }
    }

    fn words(&self, message: &Message) -> Read<Fraction> {
        if self.phase.collective.data() == Data::Heard {
            return Ok(Fraction::ZERO);
        }
        let piece = self.phase.scale.cut(self.phase.pieces)?.by(self.given.m)?;
        piece.times(message.claims.len())
    }

    /// t_h and t_w of a link.
    fn times(&self, link: (usize, usize)) -> Read<(Fraction, Fraction)> {
        match self.document.topology.class.get(&link) {
            None => Ok((self.given.t_h, self.given.t_w)),
            Some(class) => match self.document.topology.times[*class] {
                (t_h, Some(t_w)) => Ok((t_h, t_w)),
                (_, None) => bad("a class without a time per word"),
            },
        }
    }

    /// The words on a link, divided among its lanes; a message uses one lane at a time.
    fn busy(&self, link: (usize, usize)) -> Read<Fraction> {
        let (mut all, mut largest) = (Fraction::ZERO, Fraction::ZERO);
        let topology = &self.document.topology;
        for message in self.messages {
            let (links, words) = (message.links(), self.words(message)?);
            for _ in links.iter().filter(|other| topology.wire(**other) == topology.wire(link)) {
                all = all.plus(words)?;
                largest = largest.max(words);
            }
        }
        let lanes = topology.capacity.get(&link).copied().unwrap_or(1);
        Ok(all.cut(lanes)?.max(largest))
    }

    /// How long the port of a message is busy: the sum of words times t_w over its messages, divided among the
    /// ports of the node, but not less than the greatest message.
    fn at_port(
        &self,
        of: &Message,
        sends: bool,
        t_w: impl Fn((usize, usize)) -> Read<Fraction>,
    ) -> Read<Fraction> {
        let end = |message: &Message| {
            *if sends { message.route.first() } else { message.route.last() }.expect("two ends")
        };
        let Some(ports) = self.document.ports else { return Ok(Fraction::ZERO) };
        let (mut sum, mut largest) = (Fraction::ZERO, Fraction::ZERO);
        for message in self.messages.iter().filter(|message| end(message) == end(of)) {
            let links = message.links();
            let link = if sends { links[0] } else { links[links.len() - 1] };
            let busy = self.words(message)?.by(t_w(link)?)?;
            sum = sum.plus(busy)?;
            largest = largest.max(busy);
        }
        Ok(sum.cut(ports)?.max(largest))
    }
}

const ONE: Fraction = Fraction { numerator: 1, denominator: 1 };
