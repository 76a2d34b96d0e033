//! The candidates of a ranking: each is planned and priced, or left out with the option that brings it in.

use super::how::How;
use super::left_out::{MOST_LOOKED_AT, NoRow, Why};
use super::pieces::pieces_of;
use super::placement::{Search, best_placement};
use super::priced::{Price, Priced, by_closed_form, by_counting, by_looking, by_measuring};
use super::row::{NumberedAlgorithms, Ranked};
use hockney_cost::{MessageTime, Numbers};
use hockney_plan::planner::{
    self, Algorithm, NameMeaning, Numbered, PlanError, Role, algorithms, families, meaning,
};
use hockney_plan::question::{Plan, Question};

/// What may get a row: an algorithm, or the best of those that are named after a number.
#[derive(Clone, Copy)]
pub(super) enum Candidate {
    One(&'static Algorithm),
    Family(&'static Numbered, &'static Algorithm),
}

/// How many of the algorithms named after a number are planned where their closed form does not hold.
const PLANNED: usize = 4;

/// The same if m is not given, and messages have the times of tables; and of how many that no lemma is about the checker
/// sees which are right.
const PLANNED_OVER_M: usize = 64;

/// The most nodes of all their plans, if these are measured by steps and words.
const MOST_NODES_OVER_M: usize = 1 << 12;

/// The candidates for a question, in the order of the registry.
pub(super) fn candidates(question: &Question, how: &How<'_>) -> Vec<Candidate> {
    let request = question.request();
    let of = question.collective().name();
    if how.only.is_empty() {
        let listed = algorithms().filter(|one| one.collective() == of && !one.is_tabled());
        let candidate = |one| {
            let family = families().find(|family| family.lists(one));
            family.map_or(Candidate::One(one), |family| Candidate::Family(family, one))
        };
        let tabled = planner::not_listed(request, how.cut.best);
        return listed.map(candidate).chain(tabled.into_iter().map(Candidate::One)).collect();
    }
    let mut named: Vec<&'static Algorithm> = Vec::new();
    for name in &how.only {
        let NameMeaning::Algorithm(name) = meaning(name, request) else { continue };
        let found = planner::algorithm(of, name);
        named.extend(found.filter(|one| !named.iter().any(|other| std::ptr::eq(*one, *other))));
    }
    // Of equal rows the first in the registry is first.
    let place = |one: &&Algorithm| algorithms().position(|other| std::ptr::eq(*one, other));
    named.sort_by_key(|one| place(one).unwrap_or(usize::MAX));
    named.into_iter().map(Candidate::One).collect()
}

/// The rows of algorithms named after a number: that of the best one, or without numbers those of all that can be the
/// best.
pub(super) fn of_family(
    (family, listed): (&Numbered, &'static Algorithm),
    question: &Question,
    numbers: &Numbers,
    how: &How<'_>,
) -> Result<Vec<(Plan<'static>, Ranked)>, NoRow> {
    let (of, nodes) = (question.collective().name(), question.instance().nodes);
    let has_form = listed.closed_form_on(&question.request().topology).is_some();
    let by_form = has_form && how.has_forms(question);
    let t_w = numbers.classes.iter().filter_map(|class| class.t_w.as_ref());
    let t_w = numbers.t_w.as_ref().or(t_w.max());
    let table = numbers.table_of(None).or(numbers.tables.first().map(|of| &of.time));
    let linear = || Some(MessageTime::linear(numbers.t_s.clone()?, t_w?.clone()));
    let given = numbers.m.as_ref().zip(table.cloned().or_else(linear));
    // A search for the best placement of each would take long.
    let rows_at_most = if how.search.is_some() { 1 } else { PLANNED };
    let proved = question.is_proved(listed) || how.model.contention;
    let most = if proved { rows_at_most } else { PLANNED_OVER_M };
    let these = match &given {
        // As if all messages were of one size.
        Some((m, time)) if !by_form => family.least(of, nodes, most, |[steps, words]| {
            let each = (words * *m).checked_div(steps).unwrap_or_default();
            steps * &time.of(&each)
        }),
        // Costs that are measured are not those of steps and words alone, and any of them may be the best somewhere.
        None if how.model.by_size => family.least(of, nodes, PLANNED_OVER_M, Clone::clone),
        None if !by_form => {
            let most = (MOST_NODES_OVER_M / nodes as usize).clamp(PLANNED, PLANNED_OVER_M);
            family.least(of, nodes, most, Clone::clone)
        }
        _ => family.front(of, nodes),
    };
    let (mut rows, mut none) = (Vec::new(), planned(listed, question).err());
    for algorithm in these {
        if !proved && rows.len() == rows_at_most && given.is_some() {
            break;
        }
        match priced(algorithm, question, numbers, how) {
            Ok(row) => rows.push(row),
            Err(why) => none = none.or(Some(why)),
        }
    }
    if let Some(why) = none.filter(|_| rows.is_empty()) {
        return Err(why);
    }
    let planned = if by_form { 0 } else { rows.len() };
    for (_, row) in &mut rows {
        row.family = Some(NumberedAlgorithms { name: family.name(), planned });
    }
    if given.is_some() {
        let least =
            |(_, row): &(Plan<'_>, Ranked)| (numbers.total(&row.cost), row.cost.t_s.clone());
        rows = rows.into_iter().min_by_key(least).into_iter().collect();
    }
    Ok(rows)
}

/// The plan of an algorithm, as `cost -a NAME` makes it.
fn planned(algorithm: &'static Algorithm, question: &Question) -> Result<Plan<'static>, NoRow> {
    question.plan_congested_by(algorithm).map_err(|error| match error {
        PlanError::SetsItsPieces(..) => NoRow::LeftOut(Why::SetsItsPieces),
        PlanError::TooManyNodes(..) | PlanError::TooManyVertices(..) => {
            NoRow::LeftOut(Why::Limit(error.to_string()))
        }
        _ => NoRow::IsNoAnswer,
    })
}

/// The plan and the row of an algorithm, without a total.
pub(super) fn priced(
    algorithm: &'static Algorithm,
    question: &Question,
    numbers: &Numbers,
    how: &How<'_>,
) -> Result<(Plan<'static>, Ranked), NoRow> {
    let request = question.request();
    if algorithm.collective() != question.collective().name() {
        return Err(NoRow::IsNoAnswer);
    }
    let role = algorithm.on(request.topology.family()).map(|usage| usage.role);
    let mut plan = planned(algorithm, question)?;
    let proved = question.is_proved(algorithm);
    let nodes = u64::from(request.topology.nodes());
    // Every other node needs a message, and to count them may take long.
    let large =
        nodes > MOST_LOOKED_AT / how.sharing_sizes || how.beyond.contains(&algorithm.name());
    if !proved && how.only.is_empty() && large {
        return Err(NoRow::LeftOut(Why::Large(u128::from(nodes) - 1)));
    }
    // Where nothing is chosen before, it is looked at when it is measured.
    let chooses = how.cut.best && algorithm.takes_any_pieces() && how.search.is_none();
    if chooses && !proved && !how.model.contention {
        by_looking(&plan, how, false)?;
    }
    let (in_pieces, best) = pieces_of(&plan, numbers, how);
    if let Some(best) = &best {
        plan = plan.in_pieces(best.pieces);
    }
    let mut found = None;
    if let Some(search) = &how.search {
        let search = Search { whole_words: how.cut.whole_words, ..*search };
        let best = best_placement(&plan, numbers, &how.limits, &search);
        let best = best.map_err(|error| NoRow::NoCost(error.to_string()))?;
        plan = plan.placed_on(best.placement.clone());
        found = Some(best);
    }
    let form = || Some((by_closed_form(algorithm, plan.request())?, Price::ClosedForm));
    let counted = || Some((by_counting(&plan)?, Price::Counted));
    let known = (proved && how.has_forms(question)).then(|| form().or_else(counted)).flatten();
    let Priced { cost, price, shares_links } = match known {
        Some((cost, price)) => Priced { cost, price, shares_links: false },
        None => by_measuring(&plan, how, true)?,
    };
    let hops = how.measure || !request.topology.classes().is_empty();
    let row = Ranked {
        algorithm,
        role: role.unwrap_or(Role::Further),
        pieces: plan.question().instance().pieces,
        closed_form: plan.closed_form().map(|form| form.formula),
        cost: if hops { cost } else { cost.without_hops() },
        price,
        total: None,
        asynchronous: None,
        uneven: None,
        not_weighed: None,
        best_pieces: best,
        in_pieces,
        family: None,
        ratio: None,
        shares_links,
        found,
        dominated_by: None,
    };
    Ok((plan, row))
}
