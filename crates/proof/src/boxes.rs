//! Compares the stated step costs of hierarchical algorithms with schedules on boxes, step by step.

use std::collections::BTreeSet;

use super::compared::{Compared, Differs, requests};
use super::statement::read;
use super::written::Written;
use hockney_base::number::Rational;
use hockney_core::checker::Limits;
use hockney_core::topology::{Family, LinkClass, Topology};
use hockney_cost::{GivenNumbers, Model, Numbers, PricedPhase, price_checked};
use hockney_kernel::{Scope, Term};
use hockney_plan::planner::{Algorithm, StatedPhase, StepCosts};
use hockney_plan::question::{Plan, Question};

/// Times in the order [inside, between], so unlike that no step has the cost of another by chance.
const T_S: &str = "1000000000000000";
const TIMES: [(&str, &str, &str); 2] =
    [("inside", "100000007", "1009"), ("between", "10000000000037", "10007")];

/// Compares with all boxes of up to `most` nodes, and 1, 2 and G rails.
///
/// # Errors
/// The first schedule that differs.
pub(super) fn compare(
    algorithm: &Algorithm,
    family: &'static Family,
    costs: &StepCosts,
    most: u32,
) -> Result<Compared, Differs> {
    let sizes = format!("all N and G with at most {most} nodes, R = 1, 2, G");
    let mut compared = Compared { sizes, ..Compared::default() };
    let most = u64::from(most);
    let boxes = (1..=most).flat_map(|n| (1..=most / n).map(move |g| (n, g)));
    let railed = |(n, g)| BTreeSet::from([1, 2, g]).into_iter().map(move |rails| (n, g, rails));
    for (n, g, rails) in boxes.flat_map(railed) {
        let Ok(topology) = Topology::new(family, &[n, g, rails]) else { continue };
        // Pieces travel together, or their number is set.
        for request in
            requests(algorithm, &topology).into_iter().filter(|of| of.instance.pieces == 1)
        {
            let at = format!("{topology}, root {}", request.instance.root);
            let Ok(plan) = Question::from(request).plan_congested_by(algorithm) else { continue };
            let steps = one(&plan, costs, [n, g, rails]).map_err(|what| Differs { at, what })?;
            compared.schedules += 1;
            compared.steps += steps;
        }
    }
    Ok(compared)
}

/// Compares one schedule. Returns its number of steps.
fn one(plan: &Plan<'_>, costs: &StepCosts, sizes: [u64; 3]) -> Result<usize, String> {
    let class = |(name, t_h, t_w): (&str, &str, &str)| LinkClass {
        name: name.into(),
        t_h: Some(t_h.into()),
        t_w: Some(t_w.into()),
        ..LinkClass::default()
    };
    let given = GivenNumbers { m: Some("1"), t_s: Some(T_S), ..GivenNumbers::default() };
    let numbers = Numbers::read(given).map_err(|why| why.to_string())?;
    let numbers = Numbers { links: TIMES.map(class).into(), ..numbers };
    let numbers = numbers.with_classes(plan.request().topology.classes());
    let numbers = numbers.map_err(|why| why.to_string())?;
    let stated = stated(costs, sizes)?;
    let (limits, model) = (Limits::default(), Model { contention: true, ..Model::default() });
    let checked = plan.check(&limits).map_err(|why| why.to_string())?;
    let prices = price_checked(&checked, model, &limits).map_err(|why| why.to_string())?;
    let prices = prices.ok_or("its schedule is invalid")?;
    let rows = prices.phases.iter().flat_map(PricedPhase::steps);
    let measured: Vec<Option<Rational>> = rows
        .flat_map(|row| std::iter::repeat_n(numbers.total(&row.cost), row.last + 1 - row.first))
        .collect();
    if stated.len() != measured.len() {
        let (stated, measured) = (stated.len(), measured.len());
        return Err(format!("{stated} steps are stated, but its schedule has {measured}"));
    }
    match stated
        .iter()
        .zip(&measured)
        .position(|(stated, measured)| measured.as_ref() != Some(stated))
    {
        Some(k) => Err(format!("step {} costs another amount than is stated", k + 1)),
        None => Ok(measured.len()),
    }
}

/// The stated cost of each step for N, G and R.
fn stated(costs: &StepCosts, [n, g, rails]: [u64; 3]) -> Result<Vec<Rational>, String> {
    let number = |number: u64| read(&number.to_string()).map_err(|why| why.to_string());
    let text = |text: &str| read(text).map_err(|why| why.to_string());
    let mut means = vec![("N".to_owned(), number(n)?), ("G".to_owned(), number(g)?)];
    means.extend([("R".to_owned(), number(rails)?), ("m".to_owned(), number(1)?)]);
    means.push(("t_s".to_owned(), text(T_S)?));
    for (name, t_h, t_w) in TIMES {
        means.extend([(format!("t_h[{name}]"), text(t_h)?), (format!("t_w[{name}]"), text(t_w)?)]);
    }
    let scope = Scope { means: means.into_iter().collect(), ..Scope::default() };
    let value = |term: &Term| {
        let value = scope.polynomial(term).map_err(|why| Written(&why).to_string())?;
        value.as_number().ok_or_else(|| format!("{} is not a number", Written(&value)))
    };
    let mut listed = Vec::new();
    for StatedPhase { from, to, cost, falling, .. } in &costs.phases {
        let whole = |of: &str| {
            let value = value(&text(of)?)?.to_i64();
            value.ok_or_else(|| format!("`{of}` is not a whole number"))
        };
        let (first, end, cost) = (whole(from)?, whole(to)?, text(cost)?);
        let step = |i| value(&cost.with("i", &Term::whole(i)));
        let mut steps = (first..end).map(step).collect::<Result<Vec<_>, _>>()?;
        if *falling {
            steps.reverse();
        }
        listed.extend(steps);
    }
    Ok(listed)
}
