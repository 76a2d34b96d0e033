//! Compares the stated step costs with real schedules: planned, checked and priced, step by step.
//!
//! A proof is about the formulas that an algorithm states. The comparison shows that its schedules have these
//! costs, over a range of sizes that is part of the result.

use thiserror::Error;

use super::longer;
use hockney_core::checker::Limits;
use hockney_core::collective::{Instance, Parameter, collective};
use hockney_core::topology::{Family, GraphLinks, Sizes, Topology};
use hockney_cost::{Model, PricedPhase, bindings_of, price_checked};
use hockney_formula::{self as formula, Bindings, Formula, Value};
use hockney_plan::planner::{Algorithm, PlanError, Request, StatedPhase, StepCosts};
use hockney_plan::question::{Plan, Question};

/// The schedules that were compared and found equal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// The number of schedules.
    pub schedules: usize,
    /// The number of their steps.
    pub steps: usize,
    /// The sizes.
    pub sizes: String,
    /// Why the planner refused a size, if it did.
    pub refused: Option<PlanError>,
}

/// A schedule whose steps differ from the stated costs.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{at}: {what}")]
pub struct Differs {
    /// The topology and the other parameters.
    pub at: String,
    /// The difference.
    pub what: String,
}

/// Compares the stated step costs with the schedules of all sizes up to `most` nodes.
///
/// # Errors
/// The first schedule that differs.
pub fn compare(
    algorithm: &Algorithm,
    family: &'static Family,
    sides: usize,
    costs: &StepCosts,
    most: u32,
) -> Result<Compared, Differs> {
    let (topologies, sizes) = topologies(family, sides, most);
    let read = Read::of(costs);
    let mut compared = Compared { sizes, ..Compared::default() };
    for topology in &topologies {
        for request in requests(algorithm, topology) {
            let plan = match Question::from(request).plan_by(algorithm) {
                Ok(plan) => plan,
                Err(PlanError::NeedsPowerOfTwo(..)) if !costs.powers_of_two => {
                    let what =
                        "its step costs are stated for more sizes than it supports".to_owned();
                    return Err(Differs { at: topology.to_string(), what });
                }
                Err(why) => {
                    compared.refused = Some(why);
                    continue;
                }
            };
            let of = plan.question().instance();
            let at = format!("{topology}, root {}, q = {}, n = {}", of.root, of.by, of.pieces);
            let steps = read.as_ref().map_err(Clone::clone).and_then(|read| one(&plan, read));
            let steps = steps.map_err(|what| Differs { at, what })?;
            compared.schedules += 1;
            compared.steps += steps;
        }
    }
    Ok(compared)
}

/// Compares one schedule. Returns its number of steps.
fn one(plan: &Plan<'_>, costs: &Read<'_>) -> Result<usize, String> {
    let bindings = bindings_of(&plan.request().topology, plan.question().instance());
    let stated = costs.at(&bindings)?;
    let limits = &Limits::default();
    let checked = plan.check(limits).map_err(|why| why.to_string())?;
    let prices =
        price_checked(&checked, Model::default(), limits).map_err(|why| why.to_string())?;
    let prices = prices.ok_or("its schedule is invalid")?;
    let rows = prices.phases.iter().flat_map(PricedPhase::steps).flat_map(|row| {
        let cost = row.cost.without_hops();
        std::iter::repeat_n(Value::cost(cost.t_s, cost.t_w, 0), row.last + 1 - row.first)
    });
    let measured: Vec<Value> = rows.collect();
    if stated.len() != measured.len() {
        let (stated, measured) = (stated.len(), measured.len());
        return Err(format!("{stated} steps are stated, but its schedule has {measured}"));
    }
    for (k, (stated, measured)) in stated.iter().zip(&measured).enumerate() {
        if stated != measured {
            return Err(format!("step {} is stated to cost {stated}, but costs {measured}", k + 1));
        }
    }
    Ok(measured.len())
}

/// Stated costs as formulas, which are read once for all sizes.
struct Read<'a> {
    costs: &'a StepCosts,
    /// For each phase the first and the last value of the index, the repetitions, and the cost of a step.
    phases: Vec<[Formula; 4]>,
}

impl<'a> Read<'a> {
    fn of(costs: &'a StepCosts) -> Result<Self, String> {
        let parsed = |text: &str| formula::parse(text).map_err(|why| why.to_string());
        let phase = |of: &StatedPhase| {
            Ok([parsed(&of.from)?, parsed(&of.to)?, parsed(&of.repeat)?, parsed(&of.cost)?])
        };
        let phases = costs.phases.iter().map(phase).collect::<Result<_, String>>()?;
        Ok(Read { costs, phases })
    }

    /// The cost of each step at a size, from the first to the last.
    fn at(&self, bindings: &Bindings) -> Result<Vec<Value>, String> {
        let value = |text: &str, formula: &Formula, bindings: &Bindings| {
            formula.evaluate(bindings).map_err(|why| format!("`{text}`: {why}"))
        };
        let whole = |text: &str, formula: &Formula| {
            let number = value(text, formula, bindings)?.as_rational();
            let number = number.and_then(|number| number.to_i64());
            number.ok_or_else(|| format!("`{text}` is not a whole number"))
        };
        let mut listed = Vec::new();
        for (phase, [from, to, repeat, cost]) in self.costs.phases.iter().zip(&self.phases) {
            let (from, to) = (whole(&phase.from, from)?, whole(&phase.to, to)?);
            let repeat = whole(&phase.repeat, repeat)?;
            let cost = |i| value(&phase.cost, cost, &bindings.clone().with("i", i));
            let mut once = (from..to).map(cost).collect::<Result<Vec<_>, _>>()?;
            if phase.falling {
                once.reverse();
            }
            for _ in 0..repeat {
                listed.extend(once.iter().cloned());
            }
        }
        Ok(listed)
    }
}

/// The topologies of a family with up to this many nodes, and their sizes as text.
fn topologies(family: &'static Family, sides: usize, most: u32) -> (Vec<Topology>, String) {
    let most = u64::from(most);
    let of = |sizes: &[u64]| Topology::new(family, sizes).ok();
    match family.sizes() {
        Sizes::One => {
            ((1..=most).filter_map(|p| of(&[p])).collect(), format!("p = 1, 2, .., {most}"))
        }
        Sizes::PowerOfTwo => {
            let d = most.ilog2();
            let all = (0..=d).filter_map(|d| of(&[1 << d])).collect();
            (all, format!("d = 0, 1, .., {d}"))
        }
        Sizes::Sides => {
            let mut lists: Vec<Vec<u64>> = vec![Vec::new()];
            for _ in 0..sides {
                lists = longer(&lists, |list| (1..=most / list.iter().product::<u64>()).collect());
            }
            let all = lists.iter().filter_map(|sizes| of(sizes)).collect();
            (all, format!("all sides with at most {most} nodes"))
        }
        Sizes::Machine(_) => (Vec::new(), "no size".to_owned()),
        Sizes::Links => {
            let graphs = (1..=most.min(12)).map(graph).filter_map(|g| Topology::graph(g).ok());
            (graphs.collect(), format!("one graph of each size up to {} nodes", most.min(12)))
        }
    }
}

/// A tree that is neither a path nor a star, with a switch in its middle and one additional link.
fn graph(nodes: u64) -> GraphLinks {
    let mut links: Vec<[u64; 2]> = (0..nodes.min(3)).map(|node| [node, nodes]).collect();
    links.extend((3..nodes).map(|node| [node, node / 2]));
    if nodes > 4 {
        links.push([0, nodes - 1]);
    }
    GraphLinks { nodes, switches: 1, links }
}

/// The parameters: the first and the last root, both kinds of scan, all distances of a shift, one piece and
/// three.
pub(super) fn requests(algorithm: &Algorithm, topology: &Topology) -> Vec<Request> {
    let Some(collective) = collective(algorithm.collective()) else { return Vec::new() };
    let p = topology.nodes();
    let instance = Instance::new(collective, p);
    let variants: Vec<Instance> = match collective.parameter() {
        Some(Parameter::Root) => {
            let roots = [0, u64::from(p) - 1];
            roots.iter().filter_map(|root| instance.clone().with_root(*root).ok()).collect()
        }
        Some(Parameter::Exclusive) => {
            [false, true].map(|exclusive| instance.clone().with_exclusive(exclusive)).to_vec()
        }
        Some(Parameter::By) => (0..i64::from(p)).map(|q| instance.clone().with_by(q)).collect(),
        Some(Parameter::Map) | None => vec![instance],
    };
    let pieces = variants.into_iter().flat_map(|instance| {
        [1, 3].into_iter().filter_map(move |pieces| instance.clone().with_pieces(pieces).ok())
    });
    let topology = || topology.clone();
    let ports = algorithm.least_ports();
    pieces.map(|instance| Request { topology: topology(), instance, ports, order: None }).collect()
}
