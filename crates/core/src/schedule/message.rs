//! A message: sender, receiver, route and payload.

use std::ops::Deref;

use smallvec::SmallVec;

use super::Runs;
use crate::topology::{Network, Vertex};

/// The messages of a step, which travel at the same time. All see the state before the step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The messages, in their written order.
    pub messages: Vec<Message>,
}

/// One message of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The node that sends.
    pub from: Vertex,
    /// The node that receives; never the sender.
    pub to: Vertex,
    /// The route between them.
    pub route: Route,
    /// The payload.
    pub payload: Payload,
}

/// The route of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// The topology's default route.
    Default,
    /// The vertices strictly between sender and receiver, in order; empty for the direct link.
    Via(Via),
}

/// Vertices along a route, in order. It is as wide as a pointer: nearly all messages take the default route
/// and need none, and all have space for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Via(Box<SmallVec<[Vertex; 2]>>);

impl Deref for Via {
    type Target = [Vertex];

    fn deref(&self) -> &[Vertex] {
        &self.0
    }
}

impl FromIterator<Vertex> for Via {
    fn from_iter<I: IntoIterator<Item = Vertex>>(vertices: I) -> Self {
        Via(Box::new(vertices.into_iter().collect()))
    }
}

impl Route {
    /// Appends the vertices strictly between these ends.
    pub fn via_into(
        &self,
        network: &dyn Network,
        (from, to): (Vertex, Vertex),
        out: &mut Vec<Vertex>,
    ) {
        match self {
            Route::Default => network.route(from, to, out),
            Route::Via(via) => out.extend_from_slice(via),
        }
    }

    /// The route through these vertices, as [`Route::Default`] if it is the default route.
    ///
    /// `scratch` is any buffer, so that a loop over messages allocates nothing.
    pub fn through(
        network: &dyn Network,
        from: Vertex,
        to: Vertex,
        via: &[Vertex],
        scratch: &mut Vec<Vertex>,
    ) -> Self {
        scratch.clear();
        network.route(from, to, scratch);
        // A comparison of two empty slices calls the C library, which takes longer than all the rest.
        let is_default = scratch.len() == via.len() && (via.is_empty() || scratch == via);
        if is_default { Route::Default } else { Route::Via(via.iter().copied().collect()) }
    }
}

/// The payload of a message. The collective numbers the blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Payload {
    /// Plain blocks; for combined data, the sum of all that the sender knows of each.
    Plain(Runs),
    /// All data of the sender: the meaning of a hand-written line without blocks.
    Everything,
    /// Combined data, some of it with contributors.
    Values(Box<[CombinedBlocks]>),
}

/// Blocks of combined data, and the contributors to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CombinedBlocks {
    /// The blocks.
    pub blocks: Runs,
    /// The positions that contributed; `None` for all that the sender knows.
    pub contributors: Option<Runs>,
}

impl Payload {
    /// The parts of a payload that lists its blocks: blocks and contributors.
    pub fn parts(&self) -> impl Iterator<Item = (&Runs, Option<&Runs>)> {
        let (plain, values) = match self {
            Payload::Everything => (None, &[][..]),
            Payload::Plain(blocks) => (Some((blocks, None)), &[][..]),
            Payload::Values(values) => (None, &values[..]),
        };
        plain.into_iter().chain(values.iter().map(|v| (&v.blocks, v.contributors.as_ref())))
    }

    /// The same with renumbered blocks and contributors.
    #[must_use]
    pub fn renamed(&self, blocks: impl Fn(&Runs) -> Runs, who: impl Fn(&Runs) -> Runs) -> Self {
        let value = |value: &CombinedBlocks| CombinedBlocks {
            blocks: blocks(&value.blocks),
            contributors: value.contributors.as_ref().map(&who),
        };
        match self {
            Payload::Everything => Payload::Everything,
            Payload::Plain(plain) => Payload::Plain(blocks(plain)),
            Payload::Values(values) => Payload::Values(values.iter().map(value).collect()),
        }
    }
}

impl Message {
    /// A message along the default route.
    pub fn plain(from: Vertex, to: Vertex, blocks: Runs) -> Self {
        Message { from, to, route: Route::Default, payload: Payload::Plain(blocks) }
    }

    /// Appends the vertices strictly between sender and receiver.
    pub fn via_into(&self, network: &dyn Network, out: &mut Vec<Vertex>) {
        self.route.via_into(network, (self.from, self.to), out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steps of a million messages are written to memory and read again.
    #[test]
    fn messages_are_small() {
        assert_eq!(size_of::<Message>(), 40);
    }
}
