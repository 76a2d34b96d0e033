//! Symmetric algorithms as templates, one for each step.

use smallvec::SmallVec;

use super::Request;
use hockney_core::schedule::{Pattern, Run, Space, Template, Templates};
use hockney_core::topology::{Topology, Translations};

/// Translations, and the objects that they move.
pub(super) type Planned = (Translations, Box<dyn Templates>);

/// Templates by a function that returns the messages of step k.
struct Rule<F> {
    count: usize,
    width: usize,
    space: Space,
    patterns: F,
}

impl<F: Fn(&Space, usize, &mut Vec<Pattern>) + Send + Sync> Templates for Rule<F> {
    fn count(&self) -> usize {
        self.count
    }

    fn patterns(&self) -> u128 {
        self.count as u128 * self.width as u128
    }

    fn template_into(&self, k: usize, template: &mut Template) {
        template.messages.clear();
        (self.patterns)(&self.space, k, &mut template.messages);
    }
}

/// This many steps with this many messages each by a function, if the topology is symmetric under these
/// translations.
pub(super) fn steps(
    request: &Request,
    by: Option<Translations>,
    (count, width): (usize, usize),
    patterns: impl Fn(&Space, usize, &mut Vec<Pattern>) + Send + Sync + 'static,
) -> Option<Planned> {
    let by = by.filter(|by| request.topology.network().looks_the_same_under(by))?;
    let (named_by, pieces) = request.instance.moving_shape();
    let space = Space::of(&by, named_by, pieces);
    Some((by, Box::new(Rule { count, width, space, patterns })))
}

/// Cyclic shifts of all nodes by multiples of a number, under which these classes of nodes do the same, too.
pub(super) fn round(topology: &Topology, classes: u32) -> Option<Translations> {
    // If nodes are not numbered along the tour, these are not translations of the tour.
    let along = topology.network().tour_ascends();
    let turn = topology.network().turn();
    let step = (1..=classes).map(|i| i * turn).find(|step| step.is_multiple_of(classes))?;
    Translations::cyclic(&[topology.nodes()], &[step]).filter(|_| along)
}

/// Templates one after another.
pub(super) struct Then(pub(super) Vec<Box<dyn Templates>>);

impl Templates for Then {
    fn count(&self) -> usize {
        self.0.iter().map(|part| part.count()).sum()
    }

    fn patterns(&self) -> u128 {
        self.0.iter().map(|part| part.patterns()).sum()
    }

    fn template_into(&self, mut k: usize, template: &mut Template) {
        for part in &self.0 {
            match k.checked_sub(part.count()) {
                Some(later) => k = later,
                None => return part.template_into(k, template),
            }
        }
        template.messages.clear();
    }
}

/// A range of one.
pub(super) fn at(x: u32) -> Run {
    span(x, 1)
}

/// This many from this one on.
pub(super) fn span(first: u32, count: u32) -> Run {
    Run { start: u64::from(first), end: u64::from(first) + u64::from(count) }
}

/// This many from this one on, round a side: one range or two.
pub(super) fn wrapped(first: u32, count: u32, side: u32) -> SmallVec<[Run; 2]> {
    let first = first % side;
    let before = count.min(side - first);
    let parts = [span(first, before), span(0, count - before)];
    parts.into_iter().filter(|range| !range.is_empty()).collect()
}
