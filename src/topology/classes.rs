//! Classes of links: all links of a class take equal times.

use super::{GraphLinks, Network, Topology, TopologyError, graph};
use std::sync::Arc;

/// The maximum number of classes of a topology.
pub const MOST_CLASSES: usize = 64;

/// A class of links.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LinkClass {
    /// Its name, which starts with a letter.
    pub name: String,
    /// The time per hop, as written; 0 if missing.
    pub t_h: Option<String>,
    /// The time per word or the bandwidth, as written.
    pub t_w: Option<String>,
}

/// The class and the capacity of a link of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LinkKind {
    /// The place of its class in the list of classes; `None` for a link without a class.
    pub class: Option<usize>,
    /// The number of messages that it carries in a step in each direction.
    pub lanes: u32,
}

impl LinkKind {
    /// A link without a class that carries one message.
    pub(super) const PLAIN: LinkKind = LinkKind { class: None, lanes: 1 };
}

impl Topology {
    /// The graph with these links, each with its class and capacity.
    ///
    /// # Errors
    /// As [`Topology::graph`], and parallel links of different classes.
    pub fn graph_of_classes(
        links: GraphLinks,
        classes: Vec<LinkClass>,
        kinds: Vec<LinkKind>,
    ) -> Result<Self, TopologyError> {
        let network: Arc<dyn Network> = Arc::new(graph::Graph::new(links, kinds)?);
        let graph = Topology::of(&graph::FAMILY, Vec::new(), network);
        Ok(Topology { classes: classes.into(), ..graph })
    }

    /// The classes of its links; none if all links are alike.
    pub fn classes(&self) -> &[LinkClass] {
        &self.classes
    }
}
