//! Constructors of algorithms: one for each origin of the steps, and one method for each property.

use super::algorithm::{
    Algorithm, Fails, Formula, Need, OfFamily, Pieces, Plan, Requirement, Str, Taught,
};
use super::levels::{Nesting, Stage};
use super::trees::Forest;
use super::{Request, StepCosts};
use hockney_base::rule::Rule;
use hockney_core::schedule::Steps;
use hockney_core::topology::Feature;

impl Algorithm {
    /// An algorithm with this name and default properties.
    const fn planned(collective: Str, name: Str, plan: Plan) -> Self {
        Algorithm {
            name,
            collective,
            about: "",
            source: "",
            needs: &[],
            textbook: &[],
            usual: &[],
            fails: Fails { on: &[], why: "" },
            requires: &[],
            pieces: Pieces::AsAsked,
            cost: Formula::None,
            taught: Taught::Nothing,
            step_costs: |_, _| None,
            at_least: |_| 0,
            plan,
        }
    }

    /// With a step rule.
    pub(super) const fn by_rule(collective: Str, name: Str, rule: &'static Rule) -> Self {
        Self::planned(collective, name, Plan::Rule(rule))
    }

    /// With stages in nested groups; `shared` if each place of a part has a share of a vector.
    pub(super) const fn in_groups(
        collective: Str,
        name: Str,
        shared: bool,
        stages: &'static [Stage],
    ) -> Self {
        Self::planned(collective, name, Plan::Groups(Nesting::Groups, shared, stages))
    }

    /// An all-reduce on other levels, where each place of a part has a share of the vector.
    pub(super) const fn nested(nesting: Nesting, name: Str, stages: &'static [Stage]) -> Self {
        Self::planned("all-reduce", name, Plan::Groups(nesting, true, stages))
    }

    /// With steps that are made for each request.
    pub(super) const fn made(
        collective: Str,
        name: Str,
        steps: fn(&Request) -> Box<dyn Steps>,
    ) -> Self {
        Self::planned(collective, name, Plan::Made(steps))
    }

    /// The schedule of the table of optima with at most so many steps, or the one with the fewest.
    pub(super) fn tabled(collective: Str, name: Str, most: Option<u32>) -> Self {
        let requires = Box::leak(Box::new([Requirement::Tabled(most)]));
        Self::planned(collective, name, Plan::Tabled(most)).with_requires(requires)
    }

    /// Packed trees, with all ports.
    pub(super) const fn by_trees(collective: Str, forest: Forest) -> Self {
        Self::planned(collective, "trees", Plan::Trees(forest))
            .with_requires(&[Requirement::AllPorts, Requirement::Packable])
    }

    /// Rotated copies of a rule with one dimension per step: as many pieces as a node has links, with all ports.
    pub(super) const fn rotated(collective: Str, name: Str, rule: &'static Rule) -> Self {
        Self::by_rule(collective, name, rule)
            .with_source("Johnsson and Ho 1989")
            .with_requires(&[Requirement::AllPorts])
            .with_pieces(Pieces::Links { per_node: false })
    }

    /// All messages of a rule in one step, on a network with a link for each pair of nodes.
    pub(super) const fn at_once(collective: Str, rule: &'static Rule) -> Self {
        Self::planned(collective, "direct", Plan::AtOnce(rule))
            .with_source("folklore")
            .with_needs(&[Need::Of(Feature::Pairs, "any p; --ports all and a link for each pair")])
            .with_requires(&[Requirement::PortForEach])
            .with_steps("min(1, p - 1)", "t_s + m t_w")
    }

    /// A reversed algorithm: a collective that spreads data becomes one that combines them, with the same
    /// needs and the same cost.
    pub(super) const fn reversed(collective: Str, name: Str, of: &'static Algorithm) -> Self {
        Algorithm { name, collective, plan: Plan::Backwards(of), ..*of }
    }

    pub(super) const fn with_fails(self, on: &'static [Str], why: Str) -> Self {
        Algorithm { fails: Fails { on, why }, ..self }
    }

    pub(super) const fn with_cost(self, formula: Str) -> Self {
        Algorithm { cost: Formula::Text(formula), ..self }
    }

    /// The first on a hypercube, and the second on other families.
    pub(super) const fn with_cost_on_cube(self, cube: Str, others: Str) -> Self {
        Algorithm { cost: Formula::OnCube(cube, others), ..self }
    }

    /// This many steps of this cost each.
    pub(super) const fn with_steps(self, count: Str, each: Str) -> Self {
        Algorithm { cost: Formula::Steps { count, each }, ..self }
    }

    /// A formula for a family, and a grid with this many sides.
    pub(super) const fn with_formula(self, made: OfFamily<String>) -> Self {
        Algorithm { cost: Formula::Made(made), ..self }
    }
}

/// Methods that set one property.
macro_rules! properties {
    ($($(#[$about:meta])* $method:ident sets $field:ident: $kind:ty;)*) => {
        impl Algorithm {
            $($(#[$about])* pub(super) const fn $method(self, $field: $kind) -> Self {
                Algorithm { $field, ..self }
            })*
        }
    };
}

properties! {
    /// The same algorithm for another collective.
    of sets collective: Str;
    /// Its step rule in one sentence.
    does sets about: Str;
    with_source sets source: Str;
    with_needs sets needs: &'static [Need];
    with_textbook sets textbook: &'static [Str];
    with_usual sets usual: &'static [Str];
    with_requires sets requires: &'static [Requirement];
    with_pieces sets pieces: Pieces;
    with_step_costs sets step_costs: OfFamily<Option<StepCosts>>;
    with_taught sets taught: Taught;
    with_at_least sets at_least: fn(&Request) -> usize;
}
