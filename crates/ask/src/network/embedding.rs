//! A network embedded in another: each node of the guest on a node of its own of the host, each link on a route.

use super::joined::Joined;
use hockney_base::number::Rational;
use hockney_core::topology::{Feature, LinkCounts, Topology, Vertex};
use serde::Serialize;
use thiserror::Error;

/// Why there is no embedding.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EmbeddingError {
    /// A network whose links do not join nodes.
    #[error("{0} has switches, and only nodes are embedded")]
    Switches(String),
    /// More nodes than the host has.
    #[error("{0} nodes do not fit on the {1} of {2}")]
    TooMany(u32, u32, String),
    /// A list of another length.
    #[error("the list has {0} nodes, and {2} has {1}")]
    NotAll(usize, u32, String),
    /// A node of the host that two nodes of the guest are on.
    #[error("node {0} is in the list twice")]
    Twice(Vertex),
    /// A network beyond the limits.
    #[error("the network is too large to look at each link")]
    TooLarge,
}

/// How far an embedding stretches the links of the guest, and how many of them share one of the host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Embedding {
    /// The most hops of the route of a link of the guest, with its ends in the guest.
    pub dilation: u64,
    /// The ends of a link of the guest that is stretched most; `None` if it has no links.
    pub stretched: Option<[Vertex; 2]>,
    /// The most links of the guest whose routes pass a link of the host in the same direction.
    pub congestion: u32,
    /// The ends of such a link of the host.
    pub shared: Option<[Vertex; 2]>,
    /// The nodes of the host for each node of the guest.
    pub expansion: Rational,
}

impl Embedding {
    /// Follows the default routes of all links of the guest in both directions. `places` is indexed by nodes of the guest.
    ///
    /// # Errors
    /// A guest with switches, or a list that does not place each of its nodes on a node of its own.
    pub fn of(
        guest: &Topology,
        host: &Topology,
        places: &[Vertex],
    ) -> Result<Self, EmbeddingError> {
        let (p, name) = (guest.nodes(), guest.to_string());
        if guest.vertices() > p {
            return Err(EmbeddingError::Switches(name));
        }
        if places.len() != p as usize {
            return Err(EmbeddingError::NotAll(places.len(), p, name));
        }
        if p > host.nodes() {
            return Err(EmbeddingError::TooMany(p, host.nodes(), host.to_string()));
        }
        let mut taken = vec![false; host.nodes() as usize];
        let again = |place: &&Vertex| std::mem::replace(&mut taken[**place as usize], true);
        if let Some(place) = places.iter().find(again) {
            return Err(EmbeddingError::Twice(*place));
        }
        let joined = Joined::of(guest).ok_or(EmbeddingError::TooLarge)?;
        let expansion = Rational::from(host.nodes()).checked_div(&Rational::from(p));
        let expansion = expansion.unwrap_or_default();
        let (stretched, shared) = (None, None);
        let mut found = Embedding { dilation: 0, stretched, congestion: 0, shared, expansion };
        let mut counts = LinkCounts::below(host.network().link_slots());
        for (from, to) in joined.links_of() {
            let ends = [from, to].map(|node| places[node as usize]);
            let route = host.whole_route(ends[0], ends[1]);
            let hops = route.len() as u64 - 1;
            if hops > found.dilation {
                (found.dilation, found.stretched) = (hops, Some([from, to]));
            }
            for pair in route.windows(2) {
                let link = host.network().link(pair[0], pair[1]).unwrap_or_default();
                let load = counts.add(link, 1);
                if load > found.congestion {
                    (found.congestion, found.shared) = (load, Some([pair[0], pair[1]]));
                }
            }
        }
        Ok(found)
    }
}

/// The nodes of a hypercube for the nodes of an array, ring, mesh or torus whose sides are powers of two: the Gray code
/// of each coordinate, one after another (Grama et al. 2003, 2.7.1). For other networks node i is on node i.
pub fn gray_code(guest: &Topology, host: &Topology) -> Vec<Vertex> {
    let sides = guest.network().sides().map_or_else(|| vec![guest.nodes()], <[u32]>::to_vec);
    let lines = [Feature::Line, Feature::ClosedRing, Feature::Sides];
    let lines = lines.into_iter().any(|feature| guest.offers(feature));
    if !host.offers(Feature::Cube) || !lines || !sides.iter().all(|side| side.is_power_of_two()) {
        return (0..guest.nodes()).collect();
    }
    let place = |node: u32| {
        let (mut rest, mut place, mut bit) = (node, 0, 0);
        for side in sides.iter().rev() {
            let at = rest % side;
            place |= (at ^ at >> 1) << bit;
            (rest, bit) = (rest / side, bit + side.trailing_zeros());
        }
        place
    };
    (0..guest.nodes()).map(place).collect()
}
