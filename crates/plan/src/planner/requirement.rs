//! The requirements of an algorithm on sizes, roots and other parameters of a request.

use super::{Algorithm, PlanError, Request, levels, optima, rotated};
use hockney_core::collective::Ports;
use hockney_core::topology::{Family, Feature};

/// One requirement. An algorithm without [`Requirement::Order`] takes no order of dimensions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Requirement {
    /// An order, if given, names each dimension of the hypercube once.
    Order,
    PowerOfTwo,
    Even,
    /// The number of nodes is a multiple of this.
    Multiple(u32),
    RootZero,
    TwoSides,
    /// A grid with no more rows than columns.
    NoMoreRows,
    Inclusive,
    Exclusive,
    /// Nodes are numbered in the order of the topology's tour. On a graph it depends on the numbering; on a
    /// node tree it holds for up to three nodes.
    AlongATour,
    /// As many ports as a node has links.
    AllPorts,
    /// Sides of one length, from 3 on.
    EqualSides,
    /// Every node can send several messages in a step, each over a link of its own.
    SeveralPorts,
    /// Every node can send to all others in one step.
    PortForEach,
    /// So few nodes that a step can be sought for each pair of them.
    Few,
    /// So few vertices that trees can be packed.
    Packable,
    /// One node of each group can send to other groups at once. Messages that wait for each other do not need it.
    WaysForOne,
    /// All nodes of a group can. Messages that wait for each other do not need it.
    WaysForAll,
    /// One ring only, on rails. Messages that wait for each other do not need it.
    OneRing,
    /// The table of optima has a schedule with at most so many steps, or one at all.
    Tabled(Option<u32>),
}

/// The most nodes for [`Requirement::Few`], and the most vertices for [`Requirement::Packable`]: fewer with switches, of which
/// it takes long to find the paths past them, and with more than so many links.
const FEW: u64 = 512;
const PACKABLE: u64 = 256;
const PACKABLE_OF_MANY: u64 = 128;
const MANY_LINKS: usize = 1 << 14;

fn has_many_links(Request { topology, .. }: &Request) -> bool {
    let mut all = Vec::new();
    (0..topology.vertices()).for_each(|of| topology.network().neighbours(of, &mut all));
    all.len() > MANY_LINKS
}

impl Requirement {
    /// Whether only steps without shared links and ports need it.
    pub(super) fn is_about_sharing(self) -> bool {
        matches!(self, Self::WaysForOne | Self::WaysForAll | Self::OneRing)
    }

    /// Whether it asks for more than one port.
    pub(super) fn is_about_ports(self) -> bool {
        matches!(self, Self::AllPorts | Self::SeveralPorts | Self::PortForEach)
    }

    /// What it asks for beside the sizes of a proof, in the words after "where"; nothing where the family offers it.
    pub(super) fn condition(self, family: &Family) -> Option<&'static str> {
        Some(match self {
            Self::Even => "p is even",
            Self::RootZero => "the root is 0",
            Self::NoMoreRows => "k_1 <= k_2",
            Self::AllPorts | Self::PortForEach => "nodes use all their ports",
            Self::EqualSides => "all sides are equal, and at least 3",
            Self::Inclusive => "the scan is inclusive",
            Self::Exclusive => "the scan is exclusive",
            Self::AlongATour if family.offers().contains(&Feature::Numbered) => return None,
            Self::AlongATour => "nodes are numbered along a tour",
            _ => return None,
        })
    }

    /// Checks the request of the algorithm with this name; without a request, on a machine that is larger than any
    /// that is made, what its numbers decide.
    pub(super) fn holds(
        self,
        name: &'static str,
        outline: &Outline<'_>,
        request: Option<&Request>,
    ) -> Result<(), PlanError> {
        let Outline { nodes: p, sides, most_rows, root, exclusive, ports, .. } = *outline;
        let (holds, error) = match (self, request) {
            (Self::Order, _) => return outline.in_order(),
            (Self::Tabled(most), Some(request)) => return optima::fits(name, request, most),
            (Self::Tabled(_), None) => {
                (false, PlanError::NoOptimum("schedule for so many nodes".to_owned()))
            }
            (Self::PowerOfTwo, _) => (p.is_power_of_two(), PlanError::NeedsPowerOfTwo(name, p)),
            (Self::Even, _) => (p.is_multiple_of(2), PlanError::NeedsEven(name, p)),
            (Self::Multiple(of), _) => {
                (p.is_multiple_of(of.into()), PlanError::NeedsMultiple(name, of.into(), p))
            }
            (Self::RootZero, _) => (root == 0, PlanError::NeedsRootZero(name, root)),
            (Self::TwoSides, _) => (sides == 2, PlanError::NeedsTwoSides(name, sides)),
            (Self::NoMoreRows, _) => (most_rows, PlanError::TooManyRows(name)),
            (Self::Inclusive, _) => (!exclusive, PlanError::Inclusive(name)),
            (Self::Exclusive, _) => (exclusive, PlanError::Exclusive(name)),
            (Self::Few, _) => (p <= FEW, PlanError::TooManyNodes(name, FEW, p)),
            (Self::Packable, Some(Request { topology, .. }))
                if topology.classes().iter().any(|class| class.half_duplex) =>
            {
                (false, PlanError::HalfDuplex(name))
            }
            (Self::Packable, _) => {
                let vertices = request.map_or(p, |request| request.topology.vertices().into());
                let many = |request: &Request| vertices <= PACKABLE && has_many_links(request);
                let fewer = vertices > p || request.is_some_and(many);
                let most = if fewer { PACKABLE_OF_MANY } else { PACKABLE };
                (vertices <= most, PlanError::TooManyVertices(name, most, vertices))
            }
            (Self::AllPorts, request) => {
                let all = request.map_or(ports == Ports::All, rotated::has_all_ports);
                (all, PlanError::NeedsAllPorts(name))
            }
            (Self::EqualSides, Some(request)) => {
                let sides = request.topology.sizes();
                let equal = sides.iter().all(|side| *side >= 3 && *side == sides[0]);
                (equal, PlanError::NeedsEqualSides(name))
            }
            (Self::SeveralPorts | Self::PortForEach, Some(request)) => {
                let few = if self == Self::SeveralPorts { p.min(3) } else { p } - 1;
                let enough = u64::from(rotated::ports(request)) >= few;
                (ports != Ports::ONE && enough, PlanError::NeedsLinks(name, few.max(2)))
            }
            // No proof is about several ports.
            (Self::EqualSides | Self::SeveralPorts | Self::PortForEach, None) => return Ok(()),
            (Self::AlongATour, Some(request)) => {
                (along_a_tour(request), PlanError::NotAlongATour(name))
            }
            (Self::WaysForOne | Self::WaysForAll, Some(request)) => {
                let few = levels::too_few_exits(&request.topology, self == Self::WaysForAll);
                let (ways, senders) = few.unwrap_or_default();
                (few.is_none(), PlanError::NeedsWays(name, senders, ways))
            }
            (Self::OneRing, Some(request)) => {
                let rings = levels::rings(&request.topology);
                let free = rings == 1 && request.topology.offers(Feature::Rails);
                (free || p == 1, PlanError::NeedsOneRing(name, rings))
            }
            // The proof says for which numberings it is. Boxes are never so large.
            (Self::AlongATour | Self::WaysForOne | Self::WaysForAll | Self::OneRing, None) => {
                return Ok(());
            }
        };
        if holds { Ok(()) } else { Err(error) }
    }
}

/// The numbers that requirements are about.
#[derive(Clone, Copy, Debug)]
pub struct Outline<'a> {
    /// The number of nodes.
    pub nodes: u64,
    /// The number of sizes of the topology.
    pub sides: usize,
    /// Whether the first size is at most the last.
    pub most_rows: bool,
    /// The root.
    pub root: u64,
    /// Whether a scan is exclusive.
    pub exclusive: bool,
    /// The port model.
    pub ports: Ports,
    /// The order of dimensions, if one is given.
    pub order: Option<&'a [u32]>,
}

impl<'a> Outline<'a> {
    /// Those of a request.
    pub fn of(request: &'a Request) -> Self {
        let (topology, instance) = (&request.topology, &request.instance);
        let sizes = topology.sizes();
        Outline {
            nodes: topology.nodes().into(),
            sides: sizes.len(),
            most_rows: sizes.first() <= sizes.last(),
            root: instance.root.into(),
            exclusive: instance.exclusive,
            ports: request.ports,
            order: request.order.as_deref(),
        }
    }

    fn in_order(&self) -> Result<(), PlanError> {
        let dimension = self.nodes.trailing_zeros();
        let Some(order) = self.order else { return Ok(()) };
        let mut sorted = order.to_vec();
        sorted.sort_unstable();
        let in_order = sorted.into_iter().eq(0..dimension);
        if in_order { Ok(()) } else { Err(PlanError::NotAnOrder(dimension)) }
    }
}

fn along_a_tour(request: &Request) -> bool {
    let order = request.topology.network().tour_order();
    order.is_none_or(|order| (0..).zip(order).all(|(place, node)| place == *node))
}

impl Algorithm {
    /// Why it does not support this size, root or order on a family that it applies to.
    ///
    /// # Errors
    /// The requirements of the algorithm.
    pub fn fits(&self, request: &Request) -> Result<(), PlanError> {
        self.holds(&Outline::of(request), Some(request), |_| true)
    }

    /// The same on a machine that is larger than any that is made, as far as its numbers decide it.
    ///
    /// # Errors
    /// The requirements of the algorithm.
    pub fn fits_at(&self, outline: &Outline<'_>) -> Result<(), PlanError> {
        self.holds(outline, None, |_| true)
    }

    /// The same where messages may share links and ports.
    ///
    /// # Errors
    /// The other requirements.
    pub(super) fn fits_sharing(&self, request: &Request) -> Result<(), PlanError> {
        self.holds(&Outline::of(request), Some(request), |one| !one.is_about_sharing())
    }

    fn holds(
        &self,
        outline: &Outline<'_>,
        request: Option<&Request>,
        which: fn(&Requirement) -> bool,
    ) -> Result<(), PlanError> {
        if outline.order.is_some() && !self.requires.contains(&Requirement::Order) {
            return Err(PlanError::TakesNoOrder(self.name));
        }
        let mut those = self.requires.iter().filter(|one| which(one));
        those.try_for_each(|requirement| requirement.holds(self.name, outline, request))
    }
}
