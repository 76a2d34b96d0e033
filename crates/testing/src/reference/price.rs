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

/// The time at which the last node has ended its part of all steps, if no node waits for the others: what each node waits
/// for in each step, node by node.
pub fn asynchronous(document: &Document, given: &Given, model: Model) -> Read<Fraction> {
    let mut ended = vec![Fraction::ZERO; document.topology.nodes];
    for phase in &document.phases {
        for messages in &phase.steps {
            let (step, before) = (Step { document, given, phase, messages }, ended.clone());
            let times: Read<Vec<_>> = messages.iter().map(|one| step.alone(one, model)).collect();
            let times = times?;
            for (node, end) in ended.iter_mut().enumerate() {
                for (message, [whole, gap]) in messages.iter().zip(&times) {
                    let (from, to) = (message.route[0], message.route[message.route.len() - 1]);
                    if node == from {
                        *end = (*end).max(before[node].plus(*gap)?);
                    }
                    if node == to {
                        *end = (*end).max(before[from].plus(*whole)?).max(before[node].plus(*gap)?);
                    }
                }
            }
        }
    }
    ended.into_iter().try_fold(Fraction::ZERO, |most, one| Ok(most.max(one)))
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
        let paid = if self.document.topology.times.is_empty() {
            self.on_equal_links(model)?
        } else {
            most(self.messages.iter().map(|message| self.of_message(message, model)))?
        };
        self.given.t_s.plus(paid)
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

    /// How long a message takes from its start to its arrival, and how long it keeps a port busy.
    fn alone(&self, message: &Message, model: Model) -> Read<[Fraction; 2]> {
        let contends = if model == Model::StoreAndForward { Model::CutThrough } else { model };
        let whole = self.given.t_s.plus(self.of_message(message, model)?)?;
        Ok([whole, self.of_words(message, contends)?])
    }

    fn of_message(&self, message: &Message, model: Model) -> Read<Fraction> {
        let mut hops = Fraction::ZERO;
        for link in message.links() {
            hops = hops.plus(self.times(link)?.0)?;
        }
        hops.plus(self.of_words(message, model)?)
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
            Model::Contention => {
                let on_links = links.iter().map(|link| self.busy(*link)?.by(t_w(link)?));
                let ports =
                    [true, false].map(|sends| self.at_port(message, sends, |link| t_w(&link)));
                Ok(most(on_links)?.max(most(ports.into_iter())?))
            }
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
