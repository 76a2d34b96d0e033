//! Algorithms: the messages of each step. The checker decides whether they are valid.
//!
//! Each collective has a file with its algorithms as values, most of them with a step rule that `rules/`
//! expands. A new one is an [`Algorithm`] in the list `ALGORITHMS` there. Help, `list`, the default choice,
//! `-a best` and the tests follow from the registry.
//!
//! ```
//! use hockney_plan::planner::algorithm;
//! use hockney_core::topology::family;
//!
//! let ring = algorithm("all-gather", "ring").unwrap();
//! assert!(ring.on(family("torus").unwrap()).is_some());
//! ```

mod algorithm;
mod all_gather;
mod all_reduce;
mod all_to_all;
mod barrier;
mod broadcast;
mod circulant;
mod constructors;
mod diagonal;
mod gather;
mod greedy_shifts;
mod halving;
mod hierarchical;
mod hybrid;
mod in_turn;
mod knomial;
mod levels;
mod names;
mod numbered;
mod on_boxes;
mod optima;
mod packed;
mod permute;
mod reduce;
mod reduce_scatter;
mod requirement;
mod rotated;
mod rules;
mod scan;
mod scatter;
mod shift;
mod step_costs;
mod swing;
mod tour;
mod trees;
mod two_tree;

pub use algorithm::{Algorithm, Outline};
use hockney_core::collective::{Instance, Ports};
use hockney_core::schedule::{Frame, Steps, Symmetric};
use hockney_core::topology::Topology;
pub use in_turn::{on_nodes, side_by_side};
pub use levels::Lines;
pub use names::{NameMeaning, aliases, meaning, meaning_on, named_algorithm, spelt};
pub use numbered::Numbered;
pub use numbered::not_listed;
pub use on_boxes::Boxed;
pub use optima::{Optimum, Point, Reason, fronts, optima, optimum, read_optima};
pub use step_costs::{StatedPhase, StepCosts};
use thiserror::Error;
pub use trees::Periods;

/// The common imports of the files of algorithms.
mod prelude {
    pub(super) use super::algorithm::{Algorithm, Need, Pieces, Requirement, Taught};
    pub(super) use super::in_turn::{InTurn, each_step, there_and_back};
    pub(super) use super::{Request, StepCosts, Textbook};
    pub(super) use hockney_base::rule::Load::{
        Apart, Before, Clipped, Digit, Everything, Interval, Onwards, Own, Sides, Subcube,
        TheirHalf,
    };
    pub(super) use hockney_base::rule::Move::{Ahead, Back, Xor};
    pub(super) use hockney_base::rule::Place::{Cube, CubeInOrder, Pairs, RootFirst, Tour};
    pub(super) use hockney_base::rule::Rule::{
        Backwards, ByDimension, Folded, FromEach, Halving, Parts, Pipeline, Rotated, Straight,
        Subtrees, Then, Turns,
    };
    pub(super) use hockney_base::rule::{Fold, Load, Pace, Place, Rule, Send, Turn};
    pub(super) use hockney_core::collective::Instance;
    pub(super) use hockney_core::schedule::{Listed, Message, Payload, Runs, Step, Steps};
    pub(super) use hockney_core::topology::Feature;

    /// In step i the partners across dimension i exchange all that they know. After it every node has the sums of
    /// the subcube of its lowest i + 1 dimensions, in two disjoint halves: a plain block represents the subcube's
    /// sum.
    pub(super) const EXCHANGE_RULE: Rule =
        Turns(Pairs, &[Turn::times("log p", &[Send::all(Xor("2^i"), Everything)])]);
}

/// Every algorithm of every collective, in the order in which `list` shows them.
pub fn algorithms() -> impl Iterator<Item = &'static Algorithm> {
    let folders: [&'static [Algorithm]; 12] = [
        broadcast::ALGORITHMS,
        reduce::ALGORITHMS,
        all_gather::ALGORITHMS,
        reduce_scatter::ALGORITHMS,
        all_reduce::ALGORITHMS,
        scan::ALGORITHMS,
        scatter::ALGORITHMS,
        gather::ALGORITHMS,
        all_to_all::ALGORITHMS,
        shift::ALGORITHMS,
        permute::ALGORITHMS,
        barrier::ALGORITHMS,
    ];
    folders.into_iter().flat_map(|folder| {
        let of = folder.first().map_or("", |algorithm| algorithm.collective);
        let others = hierarchical::ALGORITHMS.iter().chain(packed::ALGORITHMS);
        let others = others.filter(move |a| a.collective == of);
        folder
            .iter()
            .chain(BY_RULE[..3].iter().flat_map(move |one| one.listed(of)))
            .chain(others)
            // A topology with groups has its own ones first.
            .chain(BY_RULE[3..].iter().flat_map(move |one| one.listed(of)))
            .chain(hybrid::BY_DIMENSION.iter().filter(move |a| a.collective == of))
            .chain(numbered::TABLED.listed(of))
    })
}

/// The algorithms named after a number that have a rule for all sizes.
static BY_RULE: [&Numbered; 4] =
    [&knomial::TREES, &all_to_all::ROTATIONS, &all_to_all::DIGITS, &hybrid::GROUPED];

/// The algorithms named after a number with a rule for all sizes.
pub fn families() -> impl Iterator<Item = &'static Numbered> {
    BY_RULE.into_iter()
}

/// All algorithms named after a number.
fn numbered() -> impl Iterator<Item = &'static Numbered> {
    BY_RULE.into_iter().chain([&numbered::TABLED])
}

/// The algorithm of a collective with this name; `algorithms` shows only one of those named after a number.
pub fn algorithm(collective: &str, name: &str) -> Option<&'static Algorithm> {
    let listed = algorithms().find(|a| a.collective() == collective && a.name() == name);
    listed.or_else(|| numbered().find_map(|of| of.named(collective, name)))
}

/// Which numbers there are, if a name begins like those of algorithms named after a number.
pub fn numbers_of(collective: &str, name: &str) -> Option<String> {
    numbered().find_map(|of| of.numbers_of(collective, name))
}

/// All algorithms of a collective with a rule for all sizes, for so many nodes: those named after a number with all
/// numbers up to it.
pub fn algorithms_for(collective: &str, nodes: u32) -> impl Iterator<Item = &'static Algorithm> {
    let listed = algorithms().filter(move |one| one.collective() == collective && !one.is_tabled());
    listed.chain(BY_RULE.iter().flat_map(move |of| of.up_to(collective, nodes)))
}

/// The request to the planner.
#[derive(Clone, Debug)]
pub struct Request {
    /// The topology.
    pub topology: Topology,
    /// The collective with its parameters.
    pub instance: Instance,
    /// The port model.
    pub ports: Ports,
    /// The requested order of dimensions, if the algorithm has a choice.
    pub order: Option<Vec<u32>>,
}

/// The role of an algorithm on the family of a topology.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The textbook algorithm of the collective on this family.
    Textbook,
    /// Another correct algorithm.
    Further,
    /// One that the sources show to be wrong here. It can be planned by name, as a counterexample.
    Counterexample,
}

/// An algorithm on a family of topologies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// Its role there.
    pub role: Role,
    /// The sizes and roots, in a few words.
    pub constraint: &'static str,
}

/// The cost of an algorithm, as a formula in the syntax of the `formula` folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedForm {
    /// Exact for every size that the algorithm supports, in p, m, t_s, t_w, the number n of pieces and the
    /// sides k_1, k_2, ..
    pub formula: String,
    /// The source of the formula.
    pub source: &'static str,
    /// The textbook form, if it is shorter and exact for some sizes only.
    pub textbook: Option<Textbook<String>>,
}

impl ClosedForm {
    /// The exact form, and the textbook form if there is one.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&*self.formula).chain(self.textbook.as_ref().map(|book| &*book.formula))
    }

    /// This cost and then another.
    #[must_use]
    pub fn then(&self, next: &ClosedForm) -> ClosedForm {
        let both = |a: &str, b: &str| format!("{a} + {b}");
        let books = [self, next].into_iter().find_map(|form| form.textbook.as_ref());
        ClosedForm {
            formula: both(&self.formula, &next.formula),
            source: self.source,
            textbook: books.map(|book| Textbook {
                formula: both(self.as_taught(), next.as_taught()),
                source: book.source,
            }),
        }
    }

    /// The form for teaching: the textbook form if there is one, otherwise the exact one.
    pub fn as_taught(&self) -> &str {
        self.textbook.as_ref().map_or(&self.formula, |book| &book.formula)
    }
}

/// The textbook form of a cost: exact for the sizes that the textbook assumes, an approximation elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Textbook<T = &'static str> {
    /// The formula.
    pub formula: T,
    /// The source.
    pub source: &'static str,
}

/// The textbook cost of broadcast and reduction on any of its topologies.
const EQUATION_4_1: Textbook =
    Textbook { formula: "(t_s + m t_w) log p", source: "Grama et al. 2003, eq. 4.1" };

/// The steps of an algorithm for the [`fitted`] request as translations of templates, if it has
/// any.
pub fn symmetric(algorithm: &Algorithm, request: &Request) -> Option<Symmetric> {
    let (by, templates) = algorithm.templates(request)?;
    let frame = Frame::new(by, request.instance.moving_shape()).on(&request.topology);
    Some(Symmetric::new(frame, templates))
}

/// The request with the number of pieces that the algorithm sets.
///
/// # Errors
/// The algorithm does not apply to the family, or does not support the size, root, order or pieces.
pub fn fitted(algorithm: &Algorithm, request: &Request) -> Result<Request, PlanError> {
    is_on(algorithm, request)?;
    algorithm.fits(request)?;
    in_pieces(algorithm, request)
}

fn is_on(algorithm: &Algorithm, request: &Request) -> Result<(), PlanError> {
    let family = request.topology.family();
    let not = || PlanError::NotOnFamily { algorithm: algorithm.name(), family: family.name() };
    algorithm.on(family).map(|_| ()).ok_or_else(not)
}

/// Whether a lemma says that the algorithm is right for this request; of any other plan only the checker knows.
pub fn is_proved(algorithm: &Algorithm, request: &Request) -> bool {
    let usage = algorithm.on(request.topology.family());
    usage.is_some_and(|usage| usage.role != Role::Counterexample) && algorithm.fits(request).is_ok()
}

/// The same as [`fitted`] wherever the steps can be written down, whatever the checker says of them.
///
/// # Errors
/// As for [`fitted`], but for needs of disjoint routes.
pub fn congested(algorithm: &Algorithm, request: &Request) -> Result<Request, PlanError> {
    if !algorithm.can_be_written_on(&request.topology) {
        is_on(algorithm, request)?;
    }
    algorithm.fits_sharing(request)?;
    in_pieces(algorithm, request)
}

fn in_pieces(algorithm: &Algorithm, request: &Request) -> Result<Request, PlanError> {
    let (asked, sets) = (request.instance.pieces, algorithm.pieces(request));
    if asked != 1 && asked != sets {
        return Err(PlanError::SetsItsPieces(algorithm.name(), sets));
    }
    let mut fitted = request.clone();
    fitted.instance.pieces = sets;
    Ok(fitted)
}

/// The steps of an algorithm for the [`fitted`] request.
///
/// # Errors
/// As for [`fitted`].
pub fn plan(algorithm: &Algorithm, request: &Request) -> Result<Box<dyn Steps>, PlanError> {
    fitted(algorithm, request).map(|request| algorithm.steps(&request))
}

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlanError {
    /// `plan broadcast -t ring:8 -a hypercube-binomial`
    #[error("{algorithm} is not an algorithm for {family}")]
    NotOnFamily {
        /// The algorithm.
        algorithm: &'static str,
        /// The family to which it does not apply.
        family: &'static str,
    },
    /// `plan all-gather -t complete:6 -a recursive-doubling`
    #[error(
        "{} needs a power-of-two number of nodes, not {}; the nearest are {} and {}",
        .0, .1,
        1_u64 << .1.ilog2(), 2_u64 << .1.ilog2()
    )]
    NeedsPowerOfTwo(&'static str, u64),
    /// `plan broadcast -t node-tree:7 --root 3 -a both-children`
    #[error("{0} needs root 0, the root of the tree, not {1}")]
    NeedsRootZero(&'static str, u64),
    /// `plan all-gather -t ring:7 -a pair-flow`
    #[error("{} needs an even number of nodes{}; ring takes any number", .0, no_pairs(*.1))]
    NeedsEven(&'static str, u64),
    /// `plan all-reduce -t switch:10 -a hybrid-4`, with the size of a group.
    #[error(
        "{} needs a multiple of {} nodes, not {}; the nearest {}",
        .0, .1, .2, multiples(*.1, *.2)
    )]
    NeedsMultiple(&'static str, u64, u64),
    /// `plan broadcast -t ring:8 --order 2,0,1`
    #[error("{0} does not take --order")]
    TakesNoOrder(&'static str),
    /// `plan broadcast -t hypercube:8 --order 2,2,1`, with the number of dimensions.
    #[error("{}", no_order(*.0))]
    NotAnOrder(u32),
    /// `plan all-reduce -t ring:8 -a ring --pieces 3`, with the number that it sets.
    #[error("{0} needs {1} pieces here and takes no other number")]
    SetsItsPieces(&'static str, u32),
    /// `plan barrier -t mesh:2x2x2 -a diagonal-crossbar`, with the number of sides.
    #[error("{0} needs a grid with two sides, not {1}")]
    NeedsTwoSides(&'static str, usize),
    /// `plan scan -t mesh:4x2 -a diagonal-crossbar`
    #[error("{0} needs a grid with no more rows than columns")]
    TooManyRows(&'static str),
    /// `plan scan -t ring:8 -a brent-kung --exclusive`
    #[error("{0} is an inclusive scan only: every node is in its own sum")]
    Inclusive(&'static str),
    /// `plan scan -t ring:8 -a shifted-brent-kung`
    #[error("{0} is an exclusive scan only: use --exclusive")]
    Exclusive(&'static str),
    /// `plan scan -t node-tree:7 -a brent-kung`
    #[error(
        "{0} needs nodes numbered along a tour, which the nodes of this topology are not; \
         gather-scan-scatter and slice-transpose take any numbering"
    )]
    NotAlongATour(&'static str),
    /// `plan all-to-all -t nodes:128x8 -a first-fit`, with the maximum and the number of nodes.
    #[error("{0} seeks a step for each pair of nodes, and takes at most {1} nodes, not {2}")]
    TooManyNodes(&'static str, u64, u64),
    /// `plan broadcast -t mesh:16x16 --ports all -a trees`, with the maximum and the number of vertices.
    #[error("{0} packs trees by maximum flows, and takes at most {1} nodes and switches, not {2}")]
    TooManyVertices(&'static str, u64, u64),
    /// `plan broadcast -t graph:FILE --ports all -a trees`, where FILE has half-duplex links.
    #[error("{0} uses links in both directions at once, and some links here are half-duplex")]
    HalfDuplex(&'static str),
    /// `plan broadcast -t hypercube:8 -a rotated-binomial`
    #[error("{0} uses all ports of a node at once: it needs --ports all")]
    NeedsAllPorts(&'static str),
    /// `plan all-gather -t torus:3x5 --ports all -a rotated-buckets`
    #[error("{0} needs sides of one length, from 3 on; greedy-shifts takes any torus")]
    NeedsEqualSides(&'static str),
    /// `plan all-gather -t switch:8 --ports all -a k-port-bruck`, with the number of messages.
    #[error(
        "{0} sends {1} or more messages of each node at once: it needs as many ports (--ports) and links"
    )]
    NeedsLinks(&'static str, u64),
    /// `plan all-reduce -t nodes:4x8 -a two-level-ring-doubling`, with the number of nodes and of ways out.
    #[error(
        "{} sends from {} at once, which share {}",
        .0, senders(*.1), exits_of_group(*.1, *.2)
    )]
    NeedsWays(&'static str, u32, u32),
    /// `plan all-reduce -t nodes:4x8 --rails 8 -a multi-ring`, with the number of rings.
    #[error("{} runs {} at once, which share links: add --contention", .0, rings(*.1))]
    NeedsOneRing(&'static str, u32),
    /// `plan all-gather -t ring:31 -a optimal`, with the question.
    #[error("the table of optima has no {0}")]
    NoOptimum(String),
    /// `plan all-gather -t ring:5 -a optimal-2`, with the fewest steps.
    #[error("{0} does not exist here: no schedule has fewer than {1} steps")]
    TooFewSteps(&'static str, u32),
}

/// The rest of the message about an odd number of nodes.
fn no_pairs(p: u64) -> String {
    if p == 1 {
        return ", not 1".to_owned();
    }
    let (below, above) = (p - 1, p.saturating_add(1));
    format!(", not {p}; the nearest are {below} and {above}")
}

/// The multiples of a number next to another one.
fn multiples(of: u64, p: u64) -> String {
    match p / of * of {
        0 => format!("is {of}"),
        below => format!("are {below} and {}", below.saturating_add(of)),
    }
}

/// Those that send from a group.
fn senders(senders: u32) -> String {
    let nodes = format!("all {senders} nodes of a group");
    if senders == 1 { "each group".to_owned() } else { nodes }
}

/// How many messages of so many senders can leave a group at once, and what to do.
fn exits_of_group(senders: u32, ways: u32) -> String {
    let rails = |ways: &str| format!("{ways}: add --contention, or on boxes --rails {senders}");
    match ways {
        0 => "links between the groups: add --contention".to_owned(),
        1 => rails("one way out"),
        ways => rails(&format!("{ways} ways out")),
    }
}

/// The rings of a multi-ring; even one shares links where groups share them.
fn rings(rings: u32) -> String {
    if rings == 1 { "a ring through all groups".to_owned() } else { format!("{rings} rings") }
}

/// The message about a wrong order of this many dimensions.
fn no_order(dimensions: u32) -> String {
    let Some(last) = dimensions.checked_sub(1) else {
        return "a network with one node has no dimensions, so --order is not possible".to_owned();
    };
    let falling: Vec<String> = (0..dimensions).rev().map(|k| k.to_string()).collect();
    let example = falling.join(",");
    format!("--order lists each of the dimensions 0 to {last} once, such as {example}")
}

/// The least d with 2^d >= n, for n >= 1.
fn ceil_log2(n: u32) -> u32 {
    n.next_power_of_two().trailing_zeros()
}

/// `ceil(log2 k_1) + ceil(log2 k_2)`: a term for each side of a grid.
fn over_sides(sides: usize, term: impl Fn(usize) -> String) -> String {
    (1..=sides).map(term).collect::<Vec<_>>().join(" + ")
}

/// The correct algorithms of the family that fit this request, in the order of the registry, with their roles
/// on the family. A counterexample is never a candidate; it must be named.
pub fn candidates(request: &Request) -> impl Iterator<Item = (&'static Algorithm, Role)> {
    algorithms()
        .filter(|a| a.collective() == request.instance.collective.name())
        .filter_map(|a| a.on(request.topology.family()).map(|usage| (a, usage.role)))
        .filter(|(_, role)| *role != Role::Counterexample)
        .filter(|(a, _)| fitted(a, request).is_ok())
}

/// Never a schedule of the table of optima, so that a larger table changes no default, and never packed trees, which are
/// for many pieces.
///
/// The textbook algorithm if it is valid at this size, or the usual one; otherwise the published one with the
/// fewest steps, of several the first in the registry; otherwise the same among those derived here.
pub fn default_algorithm(request: &Request) -> Option<&'static Algorithm> {
    let textbook = candidates(request).find(|(_, role)| *role == Role::Textbook);
    let usual = || candidates(request).find(|(a, _)| a.is_usual(request.topology.family()));
    textbook
        .or_else(usual)
        .map(|(algorithm, _)| algorithm)
        .or_else(|| fewest_steps(request, |algorithm| !algorithm.is_derived()))
        .or_else(|| fewest_steps(request, Algorithm::is_derived))
}

/// The candidate of a role with the fewest steps, of several the first. Planning an algorithm that colours
/// its messages takes long, so it is planned only if it can be better than the best so far.
fn fewest_steps(request: &Request, of_kind: fn(&Algorithm) -> bool) -> Option<&'static Algorithm> {
    let mut best: Option<(usize, &'static Algorithm)> = None;
    let of_kind = |algorithm: &Algorithm| {
        of_kind(algorithm) && !algorithm.is_tabled() && !algorithm.is_packed()
    };
    for (algorithm, _) in candidates(request).filter(|(algorithm, _)| of_kind(algorithm)) {
        let loses = |(steps, _): &(usize, _)| *steps <= algorithm.at_least(request);
        if best.as_ref().is_some_and(loses) {
            continue;
        }
        let steps = plan(algorithm, request).map_or(usize::MAX, |steps| steps.count());
        if best.as_ref().is_none_or(|(fewest, _)| steps < *fewest) {
            best = Some((steps, algorithm));
        }
    }
    best.map(|(_, algorithm)| algorithm)
}
