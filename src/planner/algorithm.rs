//! An algorithm as a value: what it needs of a machine, what it costs, and how it is planned.

use super::in_turn::InTurn;
use super::rules::{self, Words};
use super::template::Planned;
use super::{ClosedForm, PlanError, Request, Role, StepCosts, Textbook, Use, requirement, rotated};
use crate::collective::{Blocks, collective};
use crate::schedule::rule::Rule;
use crate::schedule::{Reversed, Steps};
use crate::topology::{Family, Feature};

pub(super) use super::requirement::Requirement;

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
    pub(super) step_costs: fn(&'static Family, usize) -> Option<StepCosts>,
    /// A number of steps that a plan does not go below, found without planning.
    pub(super) at_least: fn(&Request) -> usize,
    pub(super) plan: Plan,
    /// The same steps as translations of templates, where they have been said so.
    pub(super) templates: fn(&Request) -> Option<Planned>,
}

/// What a machine must offer, and for which sizes and roots an algorithm is right there.
#[derive(Clone, Copy)]
pub(super) struct Need {
    of: What,
    constraint: &'static str,
}

#[derive(Clone, Copy)]
enum What {
    /// A tour, which every connected machine has.
    Tour,
    This(Feature),
    /// The algorithm is for machines without it.
    Without(Feature),
}

impl Need {
    /// No more than the tour that every connected machine has.
    pub(super) const fn tour(constraint: &'static str) -> Self {
        Need { of: What::Tour, constraint }
    }

    /// This feature.
    pub(super) const fn of(feature: Feature, constraint: &'static str) -> Self {
        Need { of: What::This(feature), constraint }
    }

    /// That the machine lacks this feature, with which there is something better.
    pub(super) const fn without(feature: Feature, constraint: &'static str) -> Self {
        Need { of: What::Without(feature), constraint }
    }

    fn is_met(&self, family: &Family) -> bool {
        match self.of {
            What::Tour => true,
            What::This(feature) => family.offers().contains(&feature),
            What::Without(feature) => !family.offers().contains(&feature),
        }
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
    /// Braces stand for the sum over all sides `k_j`, `{sides}` for their number.
    Text(&'static str),
    /// Made for a family, and a grid of so many sides.
    Made(fn(&'static Family, usize) -> String),
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
    /// What most algorithms have in common.
    pub(super) const COMMON: Algorithm = Algorithm {
        name: "",
        collective: "",
        about: "",
        source: "",
        needs: &[],
        textbook: &[],
        fails: Fails { on: &[], why: "" },
        requires: &[],
        pieces: Pieces::AsAsked,
        cost: Formula::None,
        taught: Taught::Nothing,
        step_costs: |_, _| None,
        at_least: |_| 0,
        plan: Plan::Made(|_| Box::new(InTurn(Vec::new()))),
        templates: |_| None,
    };

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
        let need = self.needs.iter().find(|need| need.is_met(family))?;
        let textbook = self.textbook.contains(&family.name());
        let role = if textbook { Role::Textbook } else { Role::Further };
        Some(Use { role, constraint: need.constraint })
    }

    /// Why it does not fit this size, root or order on a family that it applies to.
    ///
    /// # Errors
    /// What the algorithm needs.
    pub fn fits(&self, request: &Request) -> Result<(), PlanError> {
        requirement::all_hold(self, request)
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
            Formula::Text(text) => summed(text, sides),
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
        match self.plan {
            Plan::Backwards(of) => Some(of.step_costs(family, sides)?.backwards()),
            Plan::Rule(rule) => (self.step_costs)(family, sides)
                .or_else(|| rules::step_costs(rule, &self.words()?, family, sides)),
            Plan::Made(_) | Plan::Rotated(_) => (self.step_costs)(family, sides),
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
        Some(Words { block: block.to_owned(), everything: everything.to_owned(), pairs })
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
    /// class; `None` where they do not, or nobody has said them so.
    pub fn templates(&self, request: &Request) -> Option<Planned> {
        let of = match self.plan {
            Plan::Rule(rule) => return rules::templates(rule, request),
            Plan::Made(_) | Plan::Rotated(_) => return (self.templates)(request),
            Plan::Backwards(of) => of,
        };
        let (by, forward) = of.templates(&of.forward(request))?;
        let reversed = Reversed::new(forward, request.topology.clone());
        Some((by, Box::new(reversed)))
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
fn summed(text: &str, sides: usize) -> String {
    let mut formula = String::new();
    for (i, part) in text.split(['{', '}']).enumerate() {
        if i % 2 == 0 {
            formula.push_str(part);
        } else if part == "sides" {
            formula.push_str(&sides.to_string());
        } else {
            formula.push_str(&super::over_sides(sides, |j| part.replace("k_j", &format!("k_{j}"))));
        }
    }
    formula
}
