//! The lower bounds of a question, whatever m and t_s are.

use hockney_core::collective::Pattern;
use hockney_core::topology::{Subset, Topology};
use hockney_cost::{ClassBounds, LowerBounds, Numbers, class_bounds, lower_bounds};
use hockney_plan::planner::Request;
use hockney_plan::question::Question;

/// The lower bounds of a question, which do not depend on m and t_s.
#[derive(Clone)]
pub(super) struct Bounds {
    pub(super) alike: LowerBounds,
    pub(super) on_classes: Option<ClassBounds>,
}

impl Bounds {
    /// With ranks that may be on any nodes if their placement is `searched`, and messages that may share links.
    pub(super) fn of(
        question: &Question,
        numbers: &Numbers,
        searched: bool,
        contention: bool,
    ) -> Self {
        let Request { instance, ports, .. } = question.request();
        let topology = &bounded(question, searched);
        let alike = lower_bounds(topology, instance, *ports);
        let on_classes = class_bounds(topology, instance, *ports, numbers);
        if contention {
            let on_classes = on_classes.map(ClassBounds::with_contention);
            return Bounds { alike: alike.with_contention(), on_classes };
        }
        Bounds { alike, on_classes }
    }
}

/// The topology of which the lower bounds are those of a question: if its ranks may be on any nodes and the nodes
/// matter, the complete network, on which no schedule costs more.
fn bounded(question: &Question, searched: bool) -> Topology {
    let (machine, ranks) = (question.machine(), question.instance().nodes);
    let alike = match question.collective().pattern() {
        Pattern::AllToAll
        | Pattern::Reduced
        | Pattern::AllReduced
        | Pattern::Pairs
        | Pattern::Token => true,
        Pattern::OneToAll
        | Pattern::AllToOne
        | Pattern::Scattered
        | Pattern::Gathered
        | Pattern::Prefixes
        | Pattern::Permuted => false,
    };
    let whole = || question.request().topology.clone();
    match question.placement() {
        _ if ranks == machine.nodes() && alike => whole(),
        _ if searched => Topology::complete(ranks),
        None => whole(),
        Some(placement) => {
            let ranks = Subset::of(machine, placement.nodes());
            ranks.map_or_else(whole, |ranks| ranks.topology().clone())
        }
    }
}
