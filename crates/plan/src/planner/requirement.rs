//! The requirements of an algorithm on sizes, roots and other parameters of a request.

use super::{PlanError, Request, levels, multi_ring, optima};
use hockney_core::collective::Ports;
use hockney_core::topology::{Family, Feature};

/// One requirement. An algorithm without [`Requirement::Order`] takes no order of dimensions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Requirement {
    /// An order, if given, names each dimension of the hypercube once.
    Order,
    PowerOfTwo,
    Even,
    RootZero,
    TwoSides,
    /// A grid with no more rows than columns.
    NoMoreRows,
    Inclusive,
    Exclusive,
    /// Nodes are numbered in the order of the topology's tour. On a graph it depends on the numbering; on a
    /// node tree it holds for up to three nodes.
    AlongATour,
    AllPorts,
    /// So few nodes that a step can be sought for each pair of them.
    Few,
    /// One node of each group can send to other groups at once. Messages that wait for each other do not need it.
    WaysForOne,
    /// All nodes of a group can. Messages that wait for each other do not need it.
    WaysForAll,
    /// One ring only, on rails. Messages that wait for each other do not need it.
    OneRing,
    /// The table of optima has a schedule with at most so many steps, or one at all.
    Tabled(Option<u32>),
}

/// The most nodes for [`Requirement::Few`].
const FEW: u32 = 512;

impl Requirement {
    /// Whether only steps without shared links and ports need it.
    pub(super) fn is_about_sharing(self) -> bool {
        matches!(self, Self::WaysForOne | Self::WaysForAll | Self::OneRing)
    }

    /// What it asks for beside the sizes of a proof, in the words after "where"; nothing where the family offers it.
    pub(super) fn condition(self, family: &Family) -> Option<&'static str> {
        Some(match self {
            Self::Even => "p is even",
            Self::RootZero => "the root is 0",
            Self::NoMoreRows => "k_1 <= k_2",
            Self::Inclusive => "the scan is inclusive",
            Self::Exclusive => "the scan is exclusive",
            Self::AlongATour if family.offers().contains(&Feature::Numbered) => return None,
            Self::AlongATour => "nodes are numbered along a tour",
            _ => return None,
        })
    }

    /// Checks the request of the algorithm with this name.
    pub(super) fn holds(self, name: &'static str, request: &Request) -> Result<(), PlanError> {
        let (p, sizes) = (request.topology.nodes(), request.topology.sizes());
        let (root, exclusive) = (request.instance.root, request.instance.exclusive);
        let (holds, error) = match self {
            Self::Order => return in_order(request),
            Self::Tabled(most) => return optima::fits(name, request, most),
            Self::PowerOfTwo => (p.is_power_of_two(), PlanError::NeedsPowerOfTwo(name, p)),
            Self::Even => (p.is_multiple_of(2), PlanError::NeedsEven(name, p)),
            Self::RootZero => (root == 0, PlanError::NeedsRootZero(name, root)),
            Self::TwoSides => (sizes.len() == 2, PlanError::NeedsTwoSides(name, sizes.len())),
            Self::NoMoreRows => (sizes.first() <= sizes.last(), PlanError::TooManyRows(name)),
            Self::Inclusive => (!exclusive, PlanError::Inclusive(name)),
            Self::Exclusive => (exclusive, PlanError::Exclusive(name)),
            Self::AlongATour => (along_a_tour(request), PlanError::NotAlongATour(name)),
            Self::Few => (p <= FEW, PlanError::TooManyNodes(name, FEW, p)),
            Self::WaysForOne | Self::WaysForAll => {
                let few = levels::too_few_ways(&request.topology, self == Self::WaysForAll);
                let (ways, senders) = few.unwrap_or_default();
                (few.is_none(), PlanError::NeedsWays(name, senders, ways))
            }
            Self::OneRing => {
                let rings = multi_ring::rings(&request.topology);
                let free = rings == 1 && request.topology.offers(Feature::Rails);
                (free || p == 1, PlanError::NeedsOneRing(name, rings))
            }
            Self::AllPorts => (request.ports == Ports::All, PlanError::NeedsAllPorts(name)),
        };
        if holds { Ok(()) } else { Err(error) }
    }
}

fn in_order(request: &Request) -> Result<(), PlanError> {
    let dimension = request.topology.nodes().trailing_zeros();
    let Some(order) = &request.order else { return Ok(()) };
    let mut sorted = order.clone();
    sorted.sort_unstable();
    if sorted.into_iter().eq(0..dimension) { Ok(()) } else { Err(PlanError::NotAnOrder(dimension)) }
}

fn along_a_tour(request: &Request) -> bool {
    let order = request.topology.network().tour_order();
    order.is_none_or(|order| (0..).zip(order).all(|(place, node)| place == *node))
}
