//! An algorithm as a value: its needs, its cost, and its plan.

use super::in_turn::together;
use super::levels::{self, Cut, Nesting, Stage};
use super::rules::{self, Planned, Words, parts};
use super::step_costs;
use super::{
    ClosedForm, Request, Role, StepCosts, Textbook, Use, ceil_log2, optima, over_sides, rotated,
    trees::{self, Forest, Periods},
};
use hockney_base::rule::{Place, Rule};
use hockney_core::collective::{Blocks, Parameter, Ports, collective};
use hockney_core::schedule::{Reversed, Steps};
use hockney_core::topology::{FAMILIES, Family, Feature, Topology};

pub use super::requirement::Outline;
pub(super) use super::requirement::Requirement;

pub(super) type Str = &'static str;

/// A value for a family, and a grid with this many sides.
pub(super) type OfFamily<T> = fn(&'static Family, usize) -> T;

/// An algorithm for a collective.
#[derive(Clone, Copy)]
pub struct Algorithm {
    /// The name in the literature.
    pub(super) name: &'static str,
    /// The collective.
    pub(super) collective: &'static str,
    /// Its step rule in one sentence.
    pub(super) about: &'static str,
    /// Its source.
    pub(super) source: &'static str,
    /// The topologies on which it is correct. The first satisfied need gives its sizes and roots.
    pub(super) needs: &'static [Need],
    /// The families whose textbook algorithm it is.
    pub(super) textbook: &'static [&'static str],
    /// The families without a textbook algorithm of which it is the default, because all libraries run it.
    pub(super) usual: &'static [&'static str],
    /// The topologies on which the sources show it to be wrong.
    pub(super) fails: Fails,
    /// Its requirements on sizes, roots and so on.
    pub(super) requires: &'static [Requirement],
    pub(super) pieces: Pieces,
    pub(super) cost: Formula,
    /// The textbook form of its cost.
    pub(super) taught: Taught,
    /// The cost of each step on a family, for a grid with this many sides, if it is stated; otherwise it
    /// follows from the rule.
    pub(super) step_costs: OfFamily<Option<StepCosts>>,
    /// A lower bound of the number of steps of a plan, found without planning.
    pub(super) at_least: fn(&Request) -> usize,
    pub(super) plan: Plan,
}

/// The features that a topology must offer, and the sizes and roots for which an algorithm is then correct.
#[derive(Clone, Copy)]
pub(super) enum Need {
    /// Only the tour that every connected topology has.
    Tour(Str),
    /// This feature.
    Of(Feature, Str),
    /// The absence of this feature, with which there is a better algorithm.
    Without(Feature, Str),
    /// A machine by name.
    Machine(Str),
}

impl Need {
    /// The sizes and roots, if the family has the feature.
    fn met_for(self, family: &Family) -> Option<Str> {
        let (met, constraint) = match self {
            Need::Tour(constraint) => (true, constraint),
            Need::Of(feature, constraint) => (family.offers().contains(&feature), constraint),
            Need::Without(feature, constraint) => (!family.offers().contains(&feature), constraint),
            Need::Machine(constraint) => (family.parts().is_some(), constraint),
        };
        met.then_some(constraint)
    }
}

/// The families on which the sources show an algorithm to be wrong, and why.
#[derive(Clone, Copy)]
pub(super) struct Fails {
    pub(super) on: &'static [&'static str],
    pub(super) why: &'static str,
}

/// The number of pieces per block.
#[derive(Clone, Copy)]
pub(super) enum Pieces {
    /// As requested.
    AsAsked,
    /// One per node.
    Nodes,
    /// One for each node that is left after a fold.
    Folded,
    /// So many.
    Of(u32),
    /// One per link of a node, in each of this many parts: one per node, or one.
    Links { per_node: bool },
    /// Those of an algorithm among the outermost groups, for each place in a group.
    Shared(Cut),
    /// One per ring of a multi-ring, in each of this many parts: one per node, or one.
    Rings { per_node: bool },
}

/// The cost of all steps together.
#[derive(Clone, Copy)]
pub(super) enum Formula {
    /// No closed form: the cost is computed for each case.
    None,
    /// Braces mean the sum over all sides `k_j`; `{sides}` is their number; `{parts}` are the steps of
    /// `rules/parts.rs` along the tour, `{parts_j}` those along all dimensions; `{tree}` and `{trees}` are those
    /// of one piece down a binary tree and of n pieces down two.
    Text(&'static str),
    /// The first on a hypercube, and the second on other families.
    OnCube(&'static str, &'static str),
    /// This many steps, with the same braces, of this cost each.
    Steps { count: &'static str, each: &'static str },
    /// A formula for a family, and a grid with this many sides.
    Made(OfFamily<String>),
}

/// The textbook form of the cost.
#[derive(Clone, Copy)]
pub(super) enum Taught {
    Nothing,
    Everywhere(Textbook),
    /// For grids with two sides.
    TwoSides(Textbook),
}

/// The origin of the steps.
#[derive(Clone, Copy)]
pub(super) enum Plan {
    /// A step rule, from which the rest follows.
    Rule(&'static Rule),
    /// Stages on the lines of levels; whether each place of a part has a share of a vector.
    Groups(Nesting, bool, &'static [Stage]),
    /// Steps made for each request.
    Made(fn(&Request) -> Box<dyn Steps>),
    /// The reversed steps of another algorithm.
    Backwards(&'static Algorithm),
    /// All messages of a step rule in one step.
    AtOnce(&'static Rule),
    /// The schedule of the table of optima with at most so many steps, or the one with the fewest.
    Tabled(Option<u32>),
    /// Packed trees.
    Trees(Forest),
}

impl Algorithm {
    /// The name in the literature.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The collective.
    pub fn collective(&self) -> &'static str {
        self.collective
    }

    /// Its step rule in one sentence.
    pub fn about(&self) -> &'static str {
        self.about
    }

    /// Its source.
    pub fn source(&self) -> &'static str {
        self.source
    }

    /// Whether it has no publication of its own.
    pub fn is_derived(&self) -> bool {
        self.source.starts_with("derived here")
    }

    /// Whether no publication has it: it is derived, has a number in its name, or is in the table of optima.
    pub fn is_unpublished(&self) -> bool {
        self.is_derived()
            || self.is_tabled()
            || super::numbers_of(self.collective, self.name).is_some()
    }

    /// Whether its schedules are in the table of optima.
    pub fn is_tabled(&self) -> bool {
        self.requires.iter().any(|one| matches!(one, Requirement::Tabled(_)))
    }

    /// Whether it packs trees for any number of pieces.
    pub fn is_packed(&self) -> bool {
        match self.plan {
            Plan::Trees(_) => true,
            Plan::Backwards(of) => of.is_packed(),
            _ => false,
        }
    }

    /// How many steps pieces take in each of its plans, if they go down trees: every message has one piece.
    pub fn periods(&self, request: &Request) -> Vec<Periods> {
        match self.plan {
            Plan::Trees(forest) => trees::periods(forest, request),
            Plan::Rule(Rule::Pipeline(Place::Cube)) if request.instance.nodes > 2 => {
                let d = request.instance.nodes.ilog2() as usize;
                let messages = d * (request.instance.nodes as usize - 1);
                vec![Periods { steps: d + 1, period: 1, pieces: d, messages }]
            }
            Plan::Backwards(of) => of.periods(&of.forward(request)),
            _ => Vec::new(),
        }
    }

    /// Its role on this family; `None` if it does not apply.
    pub fn on(&self, family: &'static Family) -> Option<Use> {
        if self.fails.on.contains(&family.name()) {
            return Some(Use { role: Role::Counterexample, constraint: self.fails.why });
        }
        let constraint = self.needs.iter().find_map(|need| need.met_for(family))?;
        let textbook = self.textbook.contains(&family.name());
        let role = if textbook { Role::Textbook } else { Role::Further };
        Some(Use { role, constraint })
    }

    /// The fewest ports with which it is planned at small sizes: one, or all.
    pub fn least_ports(&self) -> Ports {
        let several = self.requires.iter().any(|one| one.is_about_ports());
        if several { Ports::All } else { Ports::ONE }
    }

    /// What it asks for on a family beside the sizes of a proof, in the words after "where".
    pub fn conditions(&self, family: &Family) -> Vec<&'static str> {
        self.requires.iter().filter_map(|requirement| requirement.condition(family)).collect()
    }

    /// Whether its steps can be written down on a topology: they name nodes by number or along a tour, and a family only
    /// says that they are right there. Otherwise they follow sides, groups, a tree or all links of a node, which the family
    /// must have.
    pub(super) fn can_be_written_on(&self, topology: &Topology) -> bool {
        let by_links = matches!(self.pieces, Pieces::Links { .. });
        !by_links
            && self.needs.iter().any(|need| match need {
                Need::Tour(_) | Need::Without(..) | Need::Machine(_) => true,
                Need::Of(feature, _) => match feature {
                    Feature::Numbered
                    | Feature::Line
                    | Feature::ClosedRing
                    | Feature::Pairs
                    | Feature::Shifts => true,
                    Feature::Cube => topology.nodes().is_power_of_two(),
                    Feature::ClosedSides => topology.offers(Feature::Sides),
                    Feature::Sides
                    | Feature::Leaves
                    | Feature::HeapOrder
                    | Feature::Groups
                    | Feature::Rails => topology.offers(*feature),
                },
            })
    }

    /// Whether it is the default on a family without a textbook algorithm.
    pub(super) fn is_usual(&self, family: &Family) -> bool {
        self.usual.contains(&family.name())
    }

    /// Whether it is for so many nodes, on a family whose sizes are numbers of nodes.
    pub(super) fn takes(&self, nodes: u64) -> bool {
        nodes.is_power_of_two() || !self.requires.contains(&Requirement::PowerOfTwo)
    }

    /// The number of nodes of its groups, if it makes groups on a topology without them.
    pub(super) fn group_size(&self) -> Option<u32> {
        if let Nesting::Consecutive(size) = self.nesting() { Some(size) } else { None }
    }

    /// The levels of its stages.
    fn nesting(&self) -> Nesting {
        match self.plan {
            Plan::Groups(nesting, ..) => nesting,
            Plan::Backwards(of) => of.nesting(),
            _ => Nesting::Groups,
        }
    }

    /// The number of pieces per block: as requested, unless the algorithm sets the number, which its `about`
    /// then states.
    pub fn pieces(&self, request: &Request) -> u32 {
        match self.pieces {
            Pieces::Shared(cut) => levels::pieces(cut, self.nesting(), request),
            Pieces::Rings { per_node } => {
                let parts = if per_node { request.instance.nodes } else { 1 };
                parts.saturating_mul(levels::rings(&request.topology))
            }
            Pieces::Links { per_node } => {
                let parts = if per_node { request.instance.nodes } else { 1 };
                // One node has nothing to cut.
                parts.saturating_mul(rotated::links(&request.topology).max(1))
            }
            _ => {
                let pieces = self.pieces_at(request.instance.nodes.into(), request.instance.pieces);
                u32::try_from(pieces).unwrap_or(u32::MAX)
            }
        }
    }

    /// The same among so many nodes, as requested where more than their number sets it.
    pub fn pieces_at(&self, nodes: u64, requested: u32) -> u64 {
        match self.pieces {
            Pieces::Nodes => nodes,
            Pieces::Folded => 1 << nodes.ilog2(),
            Pieces::Of(count) => count.into(),
            Pieces::AsAsked | Pieces::Shared(_) | Pieces::Rings { .. } | Pieces::Links { .. } => {
                requested.into()
            }
        }
    }

    /// Whether it takes any number of pieces per block.
    pub fn takes_any_pieces(&self) -> bool {
        matches!(self.pieces, Pieces::AsAsked)
    }

    /// Its cost on a family, for a grid with this many sides; `None` if it is a counterexample or has no
    /// closed form. There is none on machines by name, whose links may differ.
    pub fn closed_form(&self, family: &'static Family, sides: usize) -> Option<ClosedForm> {
        if self.on(family)?.role == Role::Counterexample || family.parts().is_some() {
            return None;
        }
        let formula = match self.cost {
            Formula::None => return None,
            Formula::Text(text) => filled_in(text, family, sides),
            Formula::OnCube(cube, _) if family.offers().contains(&Feature::Cube) => cube.to_owned(),
            Formula::OnCube(_, others) => others.to_owned(),
            Formula::Steps { count, each } => {
                format!("{} {}", factor(&filled_in(count, family, sides)), factor(each))
            }
            Formula::Made(made) => made(family, sides),
        };
        let grid = family.offers().contains(&Feature::Sides);
        let textbook = match self.taught {
            Taught::Everywhere(textbook) => Some(textbook),
            Taught::TwoSides(textbook) if sides == 2 && grid => Some(textbook),
            Taught::Nothing | Taught::TwoSides(_) => None,
        };
        let owned =
            |book: Textbook| Textbook { formula: book.formula.to_owned(), source: book.source };
        Some(ClosedForm { formula, source: self.source, textbook: textbook.map(owned) })
    }

    /// The same on a topology; `None` where links have classes.
    pub fn closed_form_on(&self, topology: &Topology) -> Option<ClosedForm> {
        let alike = topology.classes().is_empty();
        alike.then(|| self.closed_form(topology.family(), topology.sizes().len())).flatten()
    }

    /// A lower bound of the number of steps of its plan for a fitting request, if that is valid; found without
    /// planning.
    pub fn at_least(&self, request: &Request) -> usize {
        let of = &request.instance;
        // Blocks of a shift or a permutation are for one node each. Otherwise one node has something for all
        // others, or needs something of all; a step at most doubles what it reaches.
        let few = matches!(of.collective.parameter(), Some(Parameter::By | Parameter::Map));
        let all = if few || request.ports != Ports::ONE { 1 } else { of.nodes };
        (self.at_least)(request).max(ceil_log2(all) as usize)
    }

    /// The cost of each of its steps on a family, for a grid with this many sides; `None` if it is not
    /// stated, so that nothing is proved of their sum.
    pub fn step_costs(&self, family: &'static Family, sides: usize) -> Option<StepCosts> {
        self.closed_form(family, sides)?;
        let powers_of_two = self.requires.contains(&Requirement::PowerOfTwo);
        // Among 2^d nodes with disjoint routes, steps cost what they cost on a hypercube.
        let cube = FAMILIES.iter().find(|family| family.offers().contains(&Feature::Cube));
        let alike = if powers_of_two && family.has_all_pairs() { cube.copied()? } else { family };
        let stated = || match self.cost {
            Formula::Steps { count, each } => {
                let count = filled_in(count, alike, sides);
                Some(StepCosts { powers_of_two, ..StepCosts::steps(&count, each) })
            }
            _ => (self.step_costs)(alike, sides),
        };
        match self.plan {
            Plan::Backwards(of) => Some(of.step_costs(family, sides)?.backwards()),
            Plan::Rule(rule) => {
                stated().or_else(|| rules::step_costs(rule, &self.words()?, alike, sides))
            }
            Plan::Groups(..)
            | Plan::Made(_)
            | Plan::AtOnce(_)
            | Plan::Tabled(_)
            | Plan::Trees(_) => stated(),
        }
    }

    /// The same for powers of two only, if it then has the closed form that it has on hypercubes, and another elsewhere.
    pub fn at_powers_of_two(&self) -> Option<Self> {
        let Formula::OnCube(cube, others) = self.cost else { return None };
        let requires = &[Requirement::PowerOfTwo];
        (cube != others).then_some(Algorithm { cost: Formula::Text(cube), requires, ..*self })
    }

    /// Its step rule, if it has one.
    pub fn rule(&self) -> Option<Rule> {
        match self.plan {
            Plan::Rule(rule) => Some(*rule),
            Plan::Backwards(of) => match of.plan {
                Plan::Rule(rule) => Some(Rule::Backwards(rule)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The cost of its blocks.
    fn words(&self) -> Option<Words<'static>> {
        let blocks = collective(self.collective)?.blocks();
        let pairs = blocks == Blocks::PerPair;
        let (block, everything) = match (blocks, self.pieces) {
            (Blocks::Token, _) => ("", ""),
            (Blocks::Pieces, Pieces::Nodes | Pieces::Folded | Pieces::Links { per_node: true }) => {
                ("m t_w/p", "m t_w")
            }
            (Blocks::Pieces, _) => ("m t_w", "m t_w"),
            (Blocks::PerNode | Blocks::PerPair, _) => ("m t_w", "p m t_w"),
        };
        Some(Words { block, everything, pairs })
    }

    /// Its steps for a fitting request.
    pub fn steps(&self, request: &Request) -> Box<dyn Steps> {
        match self.plan {
            Plan::Rule(rule) => rules::steps(rule, request),
            Plan::Groups(nesting, shared, stages) => {
                levels::in_turn(stages, nesting, shared, request)
            }
            Plan::Made(made) => made(request),
            Plan::Backwards(of) => {
                let forward = of.steps(&of.forward(request));
                Box::new(Reversed::new(forward, request.topology.clone()))
            }
            Plan::AtOnce(rule) => together(rules::steps(rule, request), usize::MAX),
            Plan::Tabled(most) => optima::steps(request, most),
            Plan::Trees(forest) => trees::steps(forest, request),
        }
    }

    /// The same steps as translations of templates, if they are symmetric; `None` if they are not, or have no
    /// rule.
    pub fn templates(&self, request: &Request) -> Option<Planned> {
        rules::templates(&self.rule()?, request)
    }

    /// The plan that is reversed for this algorithm: its own collective, with the dimensions in the opposite
    /// order.
    fn forward(&self, request: &Request) -> Request {
        let mut forward = request.clone();
        if let Some(spreading) = collective(self.collective) {
            forward.instance.collective = spreading;
        }
        if let Some(order) = &mut forward.order {
            order.reverse();
        }
        forward
    }
}

/// The text with each term in braces replaced by a sum over all sides `k_1`, `k_2`, ..
fn filled_in(text: &str, family: &'static Family, sides: usize) -> String {
    let in_braces = |(i, part): (usize, &str)| match part {
        part if i % 2 == 0 => part.to_owned(),
        "sides" => sides.to_string(),
        "tree" => step_costs::TREE.to_owned(),
        "trees" => step_costs::TWO_TREES.to_owned(),
        "parts" => parts::steps_of(family),
        "parts_j" => over_sides(sides, |j| parts::steps_along(family, j)),
        part => over_sides(sides, |j| part.replace("k_j", &format!("k_{j}"))),
    };
    text.split(['{', '}']).enumerate().map(in_braces).collect()
}

/// The text as a factor: in parentheses if it is a sum.
fn factor(text: &str) -> String {
    let mut depth = 0_usize;
    let is_sum = text.split(' ').any(|word| {
        let outside = depth == 0;
        depth += word.matches('(').count();
        depth = depth.saturating_sub(word.matches(')').count());
        outside && matches!(word, "+" | "-")
    });
    if is_sum { format!("({text})") } else { text.to_owned() }
}
