//! Classes of links: all links of a class take equal times.

use super::{GraphLinks, Network, Topology, TopologyError, Vertex, graph};
use std::sync::Arc;

/// The maximum number of classes of a topology.
pub const MOST_CLASSES: usize = 64;

/// A class of links.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct LinkClass {
    /// Its name, which starts with a letter.
    pub name: String,
    /// The time per hop, as written; 0 if missing.
    pub t_h: Option<String>,
    /// The time per word or the bandwidth, as written.
    pub t_w: Option<String>,
    /// Whether both directions of a link share its lanes.
    pub half_duplex: bool,
    /// Its place in the declared order of times per word, the shortest first.
    pub rank: Option<usize>,
    /// The lanes of each of its links, in place of those of the network.
    pub lanes: Option<u32>,
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
        let half_duplex = classes.iter().map(|class| class.half_duplex).collect();
        let network: Arc<dyn Network> = Arc::new(graph::Graph::new(links, kinds, half_duplex)?);
        let graph = Topology::of(&graph::FAMILY, Vec::new(), network);
        Ok(Topology { classes: classes.into(), ..graph })
    }

    /// The same topology with all classes of its family.
    pub(super) fn with_all_classes(self) -> Self {
        let class = |name| LinkClass { name, ..LinkClass::default() };
        let classes = self.network.class_names().into_iter().map(class).collect();
        Topology { classes, ..self }
    }

    /// The same topology with the classes of its family, if times of some classes are given, and with the lanes
    /// of those of these classes that state them.
    #[must_use]
    pub fn with_links(mut self, of: &[LinkClass]) -> Self {
        if self.classes.is_empty() && !of.is_empty() {
            self = self.with_all_classes();
        }
        let lanes = |name: &str| {
            let named = of.iter().rev().filter(|class| class.rank.is_none());
            named.into_iter().find(|class| class.name == name)?.lanes
        };
        if self.classes.iter().any(|class| lanes(&class.name).is_some()) {
            let class = |class: &LinkClass| LinkClass {
                lanes: lanes(&class.name).or(class.lanes),
                ..class.clone()
            };
            self.classes = self.classes.iter().map(class).collect();
        }
        self
    }

    /// The same topology, whose links carry so many words in the same time: those without a class, then those of each
    /// class; nothing if all are alike. Two topologies with other speeds are equal.
    #[must_use]
    pub fn with_speeds(self, speeds: &[u32]) -> Self {
        Topology { speeds: speeds.into(), ..self }
    }

    /// What was said of speeds.
    pub fn speeds(&self) -> &[u32] {
        &self.speeds
    }

    /// The words that a message over a directed link brings while one with the fewest brings one, or a few.
    pub fn speed(&self, link: u64) -> u32 {
        let place = self.class_index(link);
        self.speeds.get(place).copied().unwrap_or(1).max(1)
    }

    /// The classes of its links; none if all links are alike.
    pub fn classes(&self) -> &[LinkClass] {
        &self.classes
    }

    /// The class of a directed link.
    pub fn class(&self, link: u64) -> Option<&LinkClass> {
        self.classes.get(self.network.class(link)?)
    }

    /// The place of the class of a directed link in [`Topology::classes`].
    pub fn class_place(&self, link: u64) -> Option<usize> {
        self.network.class(link).filter(|place| *place < self.classes.len())
    }

    /// The index of the class of a directed link in lists by class: counted from 1; 0 is no class.
    pub fn class_index(&self, link: u64) -> usize {
        self.class_place(link).map_or(0, |place| place + 1)
    }

    /// Whether two joined vertices share the lanes of their link in both directions.
    pub fn is_half_duplex(&self, u: Vertex, v: Vertex) -> bool {
        let class = self.network.link(u, v).and_then(|link| self.class(link));
        class.is_some_and(|class| class.half_duplex)
    }

    /// The number of messages that a directed link carries in a step; of a half-duplex link, in both
    /// directions together.
    pub fn capacity(&self, link: u64) -> u32 {
        let lanes = self.class(link).and_then(|class| class.lanes);
        lanes.unwrap_or_else(|| self.network.capacity(link))
    }
}
