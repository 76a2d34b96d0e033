//! The lower bounds of a question, whatever m and t_s are, computed when they are asked for: on a large machine they
//! take time and memory, and a ranking without rows needs none.

use std::ops::Deref;
use std::sync::{Arc, LazyLock};

use super::how::How;
use hockney_base::number::Rational;
use hockney_core::collective::Pattern;
use hockney_core::topology::{Subset, Topology};
use hockney_cost::{ClassBounds, LowerBounds, Numbers, class_bounds, lower_bounds};
use hockney_plan::planner::Request;
use hockney_plan::question::Question;

/// A value that is computed when it is looked at for the first time.
#[derive(Clone)]
pub struct Later<T>(Arc<LazyLock<T, Box<dyn FnOnce() -> T + Send>>>);

impl<T> Later<T> {
    pub(super) fn new(compute: impl FnOnce() -> T + Send + 'static) -> Self {
        Later(Arc::new(LazyLock::new(Box::new(compute))))
    }
}

impl<T> Deref for Later<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// The lower bounds of a question, which do not depend on m and t_s.
#[derive(Clone)]
pub(super) struct Bounds {
    pub(super) alike: Later<LowerBounds>,
    pub(super) on_classes: Later<Option<ClassBounds>>,
}

impl Bounds {
    /// With ranks that may be on any nodes if their placement is searched, and messages that may share links.
    pub(super) fn of(question: &Question, numbers: &Numbers, how: &How<'_>) -> Self {
        let (searched, contention) = (how.search.is_some(), how.model.contention);
        let asked = question.clone();
        let alike = Later::new(move || {
            let Request { instance, ports, .. } = asked.request();
            let alike = lower_bounds(&bounded(&asked, searched), instance, *ports);
            if contention { alike.with_contention(instance, *ports) } else { alike }
        });
        let (asked, numbers) = (question.clone(), numbers.clone());
        let on_classes = Later::new(move || {
            let Request { instance, ports, .. } = asked.request();
            let of = class_bounds(&bounded(&asked, searched), instance, *ports, &numbers);
            if contention { of.map(|of| of.with_contention(instance, *ports)) } else { of }
        });
        Bounds { alike, on_classes }
    }

    /// The total of the lower bounds.
    pub(super) fn least(&self, question: &Question, numbers: &Numbers) -> Later<Option<Rational>> {
        let alike = question.request().topology.classes().is_empty();
        let (bounds, numbers) = (self.clone(), numbers.clone());
        Later::new(move || {
            let known = alike || bounds.on_classes.is_some();
            known.then(|| least(&bounds.alike, bounds.on_classes.as_ref(), &numbers)).flatten()
        })
    }
}

/// The total of these bounds: on links of classes of those.
pub(super) fn least(
    alike: &Later<LowerBounds>,
    on_classes: Option<&ClassBounds>,
    numbers: &Numbers,
) -> Option<Rational> {
    match on_classes {
        Some(bounds) => bounds.total(numbers),
        None => alike.cheapest(numbers).map(|(.., total)| total),
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
