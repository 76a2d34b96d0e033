//! A machine whose links have classes, with its times and what is asked of it.

use crate::Numbers;
use hockney_base::number::Rational;
use hockney_core::collective::{Instance, Ports};
use hockney_core::topology::{Topology, Vertex};

/// The least time of something, in the unit of all times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeBound {
    /// The time.
    pub value: Rational,
    /// The reason, in one line.
    pub why: String,
}

/// t_h and t_w by class; the first are those of links without a class. Whole numbers are added faster.
pub(super) struct Times {
    /// The times of a hop, divided by `hop`, as whole numbers.
    pub(super) t_h: Vec<Rational>,
    pub(super) hop: Rational,
    /// `None` for links without a class if no time is given.
    pub(super) t_w: Vec<Option<Rational>>,
    /// The words that pass in the time `unit`, as whole numbers; `None` where t_w is 0 or not given.
    pub(super) speeds: Vec<Option<Rational>>,
    pub(super) unit: Rational,
}

impl Times {
    pub(super) fn of(topology: &Topology, numbers: &Numbers) -> Option<Self> {
        let (mut t_h, mut t_w) = (vec![numbers.t_h.clone()], vec![numbers.t_w.clone()]);
        for class in topology.classes() {
            let times = numbers.classes.iter().find(|times| times.name == class.name)?;
            t_h.push(times.t_h.clone());
            t_w.push(Some(times.t_w.clone()?));
        }
        let hop = common(t_h.iter().map(Rational::denominator)).recip()?;
        let t_h = t_h.iter().map(|t_h| t_h.checked_div(&hop)).collect::<Option<_>>()?;
        let given = t_w.iter().flatten().filter(|t_w| !t_w.is_zero());
        let unit = common(given.map(Rational::numerator));
        let speeds = t_w.iter().map(|t_w| unit.checked_div(t_w.as_ref()?)).collect();
        Some(Times { t_h, hop, t_w, speeds, unit })
    }
}

/// The least common multiple of whole numbers other than 0.
fn common(numbers: impl Iterator<Item = Rational>) -> Rational {
    numbers.fold(Rational::one(), |a, b| {
        let shared = a.gcd(&b).unwrap_or_else(Rational::one);
        (&a * &b).checked_div(&shared).unwrap_or(a)
    })
}

/// A machine with its times, and what is asked of it.
pub(super) struct Machine<'a> {
    pub(super) topology: &'a Topology,
    pub(super) of: &'a Instance,
    pub(super) ports: Ports,
    pub(super) times: Times,
}

/// A link from some vertex: where it leads, its class, and its lanes there and back.
pub(super) struct End {
    pub(super) to: Vertex,
    pub(super) class: usize,
    pub(super) lanes: u64,
    pub(super) back: u64,
}

impl Machine<'_> {
    /// The links of a vertex.
    pub(super) fn ends(&self, from: Vertex) -> impl Iterator<Item = End> {
        let network = self.topology.network();
        let mut beside = Vec::new();
        network.neighbours(from, &mut beside);
        let end = move |to: Vertex| {
            let (link, back) = (network.link(from, to)?, network.link(to, from)?);
            let lanes = |link| u64::from(self.topology.capacity(link));
            let class = self.topology.class_place(link).map_or(0, |class| class + 1);
            Some(End { to, class, lanes: lanes(link), back: lanes(back) })
        };
        beside.into_iter().filter_map(end)
    }
}

/// Keeps the greater of two bounds.
pub(super) fn keep(
    best: &mut Option<TimeBound>,
    value: Option<Rational>,
    why: impl Fn() -> String,
) {
    let better = |value: &Rational| best.as_ref().is_none_or(|best| *value > best.value);
    if let Some(value) = value.filter(better) {
        *best = Some(TimeBound { value, why: why() });
    }
}
