//! An algorithm as a value: what it needs of a machine, what it costs, and how it is planned.

use super::rules::{self, Words, parts};
use super::template::Planned;
use super::{ClosedForm, PlanError, Request, Role, StepCosts, Textbook, Use, over_sides, rotated};
use crate::collective::{Blocks, collective};
use crate::schedule::rule::Rule;
use crate::schedule::{Reversed, Steps};
use crate::topology::{Family, Feature};

pub(super) use super::requirement::Requirement;

pub(super) type Str = &'static str;

/// What is made for a family, and a grid of so many sides.
pub(super) type OfFamily<T> = fn(&'static Family, usize) -> T;

/// A way to carry out a collective.
#[derive(Clone, Copy)]
pub struct Algorithm {
    /// What the literature calls it.
    pub(super) name: &'static str,
    /// The collective that it carries out.
    pub(super) collective: &'static str,
    /// Its step rule in one line.
    pub(super) about: &'static str,
    /// Where it is described.
    pub(super) source: &'static str,
    /// The machines on which it is right; the first need that is met says for which sizes and roots.
    pub(super) needs: &'static [Need],
    /// The families whose textbook algorithm it is.
    pub(super) textbook: &'static [&'static str],
    /// Where the sources show it to be wrong.
    pub(super) fails: Fails,
    /// What it needs of sizes, roots and so on.
    pub(super) requires: &'static [Requirement],
    pub(super) pieces: Pieces,
    pub(super) cost: Formula,
    /// How the textbook states the cost.
    pub(super) taught: Taught,
    /// What each step costs on a family, for a grid with so many sides, where that is stated; else it
    /// follows from the rule.
    pub(super) step_costs: OfFamily<Option<StepCosts>>,
    /// A number of steps that a plan does not go below, found without planning.
    pub(super) at_least: fn(&Request) -> usize,
    pub(super) plan: Plan,
}

/// What a machine must offer, and for which sizes and roots an algorithm is right there.
#[derive(Clone, Copy)]
pub(super) enum Need {
    /// No more than the tour that every connected machine has.
    Tour(Str),
    /// This feature.
    Of(Feature, Str),
    /// That the machine lacks this feature, with which there is something better.
    Without(Feature, Str),
}

impl Need {
    /// For which sizes and roots, if the family has what is needed.
    fn met_for(self, family: &Family) -> Option<Str> {
        let (met, constraint) = match self {
            Need::Tour(constraint) => (true, constraint),
            Need::Of(feature, constraint) => (family.offers().contains(&feature), constraint),
            Need::Without(feature, constraint) => (!family.offers().contains(&feature), constraint),
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

/// Into how many pieces every block is cut.
#[derive(Clone, Copy)]
pub(super) enum Pieces {
    /// As many as the request says.
    AsAsked,
    /// One for each node.
    Nodes,
    /// One for each dimension of a hypercube.
    Dimensions,
}

/// What all steps together cost.
#[derive(Clone, Copy)]
pub(super) enum Formula {
    /// No closed form: it is computed for each case.
    None,
    /// Braces stand for the sum over all sides `k_j`, `{sides}` for their number; `{parts}` for the steps
    /// of `rules/parts.rs` along the tour, `{parts_j}` for those along all dimensions.
    Text(&'static str),
    /// So many steps of this cost each.
    Steps { count: &'static str, each: &'static str },
    /// Made for a family, and a grid of so many sides.
    Made(OfFamily<String>),
}

/// The textbook's form of the cost.
#[derive(Clone, Copy)]
pub(super) enum Taught {
    Nothing,
    Everywhere(Textbook),
    /// For grids of two sides.
    TwoSides(Textbook),
}

/// Where the steps come from.
#[derive(Clone, Copy)]
pub(super) enum Plan {
    /// From a rule, of which all else follows.
    Rule(&'static Rule),
    /// Made for each request.
    Made(fn(&Request) -> Box<dyn Steps>),
    /// Those of another algorithm, from the last to the first.
    Backwards(&'static Algorithm),
    /// Those of an algorithm of one dimension a step, in rotated copies.
    Rotated(&'static Algorithm),
}

impl Algorithm {
    /// What the literature calls it.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The collective that it carries out.
    pub fn collective(&self) -> &'static str {
        self.collective
    }

    /// Its step rule in one line.
    pub fn about(&self) -> &'static str {
        self.about
    }

    /// Where it is described.
    pub fn source(&self) -> &'static str {
        self.source
    }

    /// What it is on this family; `None` where it does not apply.
    pub fn on(&self, family: &'static Family) -> Option<Use> {
        if self.fails.on.contains(&family.name()) {
            return Some(Use { role: Role::Counterexample, constraint: self.fails.why });
        }
        let constraint = self.needs.iter().find_map(|need| need.met_for(family))?;
        let textbook = self.textbook.contains(&family.name());
        let role = if textbook { Role::Textbook } else { Role::Further };
        Some(Use { role, constraint })
    }

    /// Why it does not fit this size, root or order on a family that it applies to.
    ///
    /// # Errors
    /// What the algorithm needs.
    pub fn fits(&self, request: &Request) -> Result<(), PlanError> {
        if request.order.is_some() && !self.requires.contains(&Requirement::Order) {
            return Err(PlanError::TakesNoOrder(self.name));
        }
        self.requires.iter().try_for_each(|requirement| requirement.holds(self.name, request))
    }

    /// Into how many pieces it cuts every block. As many as the request says, unless it sets the
    /// number itself; then its `about` says so.
    pub fn pieces(&self, request: &Request) -> u32 {
        match self.pieces {
            Pieces::AsAsked => request.instance.pieces,
            Pieces::Nodes => request.instance.nodes,
            // One node has nothing to cut.
            Pieces::Dimensions => request.instance.nodes.trailing_zeros().max(1),
        }
    }

    /// Its cost on a family, for a grid with so many sides; `None` where it is a counterexample or
    /// has no closed form and is computed for each case.
    pub fn closed_form(&self, family: &'static Family, sides: usize) -> Option<ClosedForm> {
        if self.on(family)?.role == Role::Counterexample {
            return None;
        }
        let formula = match self.cost {
            Formula::None => return None,
            Formula::Text(text) => filled_in(text, family, sides),
            Formula::Steps { count, each } => format!("{} {}", factor(count), factor(each)),
            Formula::Made(made) => made(family, sides),
        };
        let textbook = match self.taught {
            Taught::Everywhere(textbook) => Some(textbook),
            Taught::TwoSides(textbook) if sides == 2 => Some(textbook),
            Taught::Nothing | Taught::TwoSides(_) => None,
        };
        Some(ClosedForm { formula, source: self.source, textbook })
    }

    /// A number of steps that its plan for a request that it fits does not go below, found without
    /// planning; 0 where nothing is known.
    pub fn at_least(&self, request: &Request) -> usize {
        (self.at_least)(request)
    }

    /// What each of its steps costs on a family, for a grid with so many sides; `None` where that is
    /// not stated, so that nothing is proved of their sum.
    pub fn step_costs(&self, family: &'static Family, sides: usize) -> Option<StepCosts> {
        self.closed_form(family, sides)?;
        let powers_of_two = self.requires.contains(&Requirement::PowerOfTwo);
        let stated = || match self.cost {
            Formula::Steps { count, each } => {
                Some(StepCosts { powers_of_two, ..StepCosts::steps(count, each) })
            }
            _ => (self.step_costs)(family, sides),
        };
        match self.plan {
            Plan::Backwards(of) => Some(of.step_costs(family, sides)?.backwards()),
            Plan::Rule(rule) => {
                stated().or_else(|| rules::step_costs(rule, &self.words()?, family, sides))
            }
            Plan::Made(_) | Plan::Rotated(_) => stated(),
        }
    }

    /// The rule that its steps follow, where they follow one.
    pub fn rule(&self) -> Option<Rule> {
        match self.plan {
            Plan::Rule(rule) => Some(*rule),
            Plan::Backwards(of) => match of.plan {
                Plan::Rule(rule) => Some(Rule::Backwards(rule)),
                _ => None,
            },
            Plan::Made(_) | Plan::Rotated(_) => None,
        }
    }

    /// What its blocks cost.
    fn words(&self) -> Option<Words> {
        let blocks = collective(self.collective)?.blocks();
        let pairs = blocks == Blocks::PerPair;
        let (block, everything) = match (blocks, self.pieces) {
            (Blocks::Token, _) => ("", ""),
            (Blocks::Pieces, Pieces::Nodes) => ("m t_w/p", "m t_w"),
            (Blocks::Pieces, _) => ("m t_w", "m t_w"),
            (Blocks::PerNode | Blocks::PerPair, _) => ("m t_w", "p m t_w"),
        };
        Some(Words { block, everything, pairs })
    }

    /// Its steps for a request that it fits.
    pub fn steps(&self, request: &Request) -> Box<dyn Steps> {
        match self.plan {
            Plan::Rule(rule) => rules::steps(rule, request),
            Plan::Made(made) => made(request),
            Plan::Backwards(of) => {
                let forward = of.steps(&of.forward(request));
                Box::new(Reversed::new(forward, request.topology.clone()))
            }
            Plan::Rotated(of) => rotated::steps(of, request),
        }
    }

    /// The same steps as translations of templates, where they look the same from every node of a
    /// class; `None` where they do not, or follow no rule.
    pub fn templates(&self, request: &Request) -> Option<Planned> {
        rules::templates(&self.rule()?, request)
    }

    /// What has to be planned by this algorithm so that it can be run backwards: its own collective,
    /// the dimensions in the opposite order.
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

/// The text with a sum over all sides `k_1`, `k_2`, .. for each term in braces.
fn filled_in(text: &str, family: &'static Family, sides: usize) -> String {
    let in_braces = |(i, part): (usize, &str)| match part {
        part if i % 2 == 0 => part.to_owned(),
        "sides" => sides.to_string(),
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
