//! The first look at a step: whether its messages share ports or links, and its measures if they do not.
//!
//! It marks used ports and links and counts nothing. A step in which a mark is already set, or a message is
//! malformed or does not list its blocks, is examined again with counters. So is every step on links of classes.

use crate::checker::amounts::ranges_of;
use crate::checker::{Addressed, Orbit, Ranks};
use crate::collective::Ports;
use crate::schedule::{Message, MessageMeasure, Payload, Route, StepMeasure};
use crate::topology::{MOST_IN_ARRAY, Network, Topology, Vertex};
use hockney_base::number::index;

/// The totals of a clean step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clean {
    pub(crate) measure: StepMeasure,
    /// The hops of all messages together.
    pub(crate) hops: u64,
    /// The ranges of blocks beyond the first of each message.
    pub(crate) ranges: u64,
}

/// The ports and links used in the step.
pub(crate) struct FirstLook<'a> {
    network: &'a dyn Network,
    vertices: Vertex,
    /// Whether links have classes, by which only the exact examination measures.
    has_classes: bool,
    /// Senders and receivers, where each may send and receive one message.
    ports: Option<[Marks; 2]>,
    links: Links,
    /// Whether links need no marks: each node sends one message, and all messages so far have one hop.
    direct: bool,
    /// Whether this has just become false, so that the step must be examined again.
    again: bool,
    /// The links of one message.
    own: Vec<u64>,
    via: Vec<Vertex>,
    so_far: Clean,
}

/// The used links.
enum Links {
    Array(Marks),
    /// For more links than fit an array, those of the step, to be sorted at its end.
    List(Vec<u64>),
}

impl<'a> FirstLook<'a> {
    pub(crate) fn new(topology: &'a Topology, ports: Ports) -> Self {
        let network = topology.network();
        let nodes = u64::from(topology.nodes());
        let slots = network.link_slots();
        let in_array = slots <= MOST_IN_ARRAY;
        FirstLook {
            network,
            vertices: topology.vertices(),
            has_classes: !topology.classes().is_empty(),
            ports: (ports != Ports::All).then(|| [Marks::below(nodes), Marks::below(nodes)]),
            links: if in_array {
                Links::Array(Marks::below(slots))
            } else {
                Links::List(Vec::new())
            },
            direct: ports != Ports::All,
            again: false,
            own: Vec::new(),
            via: Vec::new(),
            so_far: Clean::default(),
        }
    }

    /// Begins a step.
    pub(crate) fn begin(&mut self) {
        if let Some(ports) = &mut self.ports {
            ports.iter_mut().for_each(Marks::forget);
        }
        match &mut self.links {
            Links::Array(marks) => marks.forget(),
            Links::List(links) => links.clear(),
        }
        self.so_far = Clean::default();
    }

    /// Whether a step that was not clean must be examined again, with marks for links.
    pub(crate) fn takes_another(&mut self) -> bool {
        std::mem::take(&mut self.again)
    }

    /// Examines some messages of the step. Returns whether they are clean, together with the earlier ones.
    pub(crate) fn add(&mut self, messages: &[Message], ranks: &Ranks<'_>) -> bool {
        if self.has_classes {
            return false;
        }
        for message in messages {
            let Some(sent) = ranks.sent(message) else { return false };
            let Some((blocks, hops)) = self.message(&sent, ranks) else { return false };
            self.so_far.hops += hops;
            self.so_far.measure.add(MessageMeasure { blocks: blocks.into(), hops });
        }
        true
    }

    /// The totals of the messages of the step, if no link is used twice.
    pub(crate) fn end(&mut self) -> Option<Clean> {
        if let Links::List(links) = &mut self.links {
            links.sort_unstable();
            if links.windows(2).any(|pair| pair[0] == pair[1]) {
                return None;
            }
        }
        let measure = &mut self.so_far.measure;
        measure.busiest = u64::from(measure.messages > 0);
        Some(std::mem::take(&mut self.so_far))
    }

    /// The size and the hops of a message, if it has no violation.
    #[inline]
    fn message(&mut self, sent: &Addressed<'_, Message>, ranks: &Ranks<'_>) -> Option<(u64, u64)> {
        let message = sent.message;
        let blocks = ranks.size_of_one_run(sent).or_else(|| {
            ranks.look_at_payload(sent).ok()?;
            let ranges = ranges_of(std::slice::from_ref(message));
            self.so_far.ranges += u64::try_from(ranges).ok()?;
            let spelled_out = !matches!(message.payload, Payload::Everything);
            spelled_out.then(|| ranks.size(message)).and_then(|blocks| blocks.try_into().ok())
        })?;
        if let Some([sent, received]) = &mut self.ports
            && (sent.mark(message.from.into()) || received.mark(message.to.into()))
        {
            return None;
        }
        if self.direct {
            let is_direct = match &message.route {
                Route::Default => true,
                Route::Via(via) => via.is_empty(),
            };
            if is_direct && self.network.link(message.from, message.to).is_some() {
                return Some((blocks, 1));
            }
            (self.direct, self.again) = (false, true);
            return None;
        }
        self.own.clear();
        match &message.route {
            Route::Default => {
                self.via.clear();
                let scratch = &mut self.via;
                self.network.route_links(message.from, message.to, scratch, &mut self.own);
            }
            Route::Via(via) => {
                let mut at = message.from;
                for next in via.iter().copied().chain([message.to]) {
                    let next = Some(next).filter(|vertex| *vertex < self.vertices)?;
                    self.own.push(self.network.link(at, next)?);
                    at = next;
                }
            }
        }
        match &mut self.links {
            // A link that one message uses twice is marked already, too.
            Links::Array(marks) => {
                if self.own.iter().any(|link| marks.mark(*link)) {
                    return None;
                }
            }
            Links::List(links) => links.extend_from_slice(&self.own),
        }
        Some((blocks, self.own.len() as u64))
    }
}

/// Marks that expire with the step, without being cleared.
struct Marks {
    /// The last step in which each number was marked.
    cells: Vec<u16>,
    step: u16,
}

impl Marks {
    fn below(bound: u64) -> Self {
        Marks { cells: vec![0; index(bound)], step: 0 }
    }

    fn forget(&mut self) {
        if self.step == u16::MAX {
            self.cells.fill(0);
            self.step = 0;
        }
        self.step += 1;
    }

    /// Marks a number. Returns whether it was marked already, or is out of range.
    #[inline]
    fn mark(&mut self, number: u64) -> bool {
        let cell = usize::try_from(number).ok().and_then(|i| self.cells.get_mut(i));
        cell.is_none_or(|cell| std::mem::replace(cell, self.step) == self.step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_gone_in_the_next_step() {
        let mut marks = Marks::below(3);
        marks.step = u16::MAX - 2;
        for _ in 0..5 {
            marks.forget();
            assert_eq!([1, 1, 2, 1].map(|n| marks.mark(n)), [false, true, false, true]);
        }
        assert!(marks.mark(3), "a number that is none is never free");
    }
}
