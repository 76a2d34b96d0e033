//! A proof in words and formulas, such that one can follow it with a pencil.

use super::Claimed;
use crate::cli::page::without_lemma;
use crate::cli::prelude::*;
use hockney_kernel::{Accepted, Domain, PhaseSum};
use hockney_plan::planner::StatedPhase;
use hockney_proof::Proved;
use hockney_proof::certificate::{CaseText, Certificate, RangeText};
use hockney_proof::certified::{Certified, certified, premises};
use hockney_proof::refuted::Counterexample;
use hockney_proof::statement::Statement;

/// More cases than this are left to `-f json`.
const MOST_CASES: usize = 8;

pub(super) fn proved(out: &mut dyn Write, asked: &Claimed<'_>, proved: &Proved) -> Result<()> {
    let Claimed { algorithm, family, args } = asked;
    let Proved { certificate, compared, .. } = proved;
    let statement = &certificate.statement;
    let form = algorithm.stated_form(family, asked.sides());
    let place = place(&certificate.conditions, statement);
    claim(out, &asked.title(), &place, statement)?;
    match (&args.expect, &form) {
        (None, Some(form)) => writeln!(out, "    {}", without_lemma(form.source))?,
        _ => writeln!(out, "    your formula")?,
    }
    writeln!(out, "\n1. What each step costs, as the algorithm states it")?;
    for (k, phase) in statement.phases.iter().enumerate() {
        writeln!(out, "    {}{}", label(statement, k), steps(phase))?;
    }
    writeln!(
        out,
        "    compared step by step with {} planned and checked schedules ({} steps): equal; {}",
        compared.schedules, compared.steps, compared.sizes
    )?;
    writeln!(out, "\n2. The steps before step i cost G(i), by induction on i")?;
    each_case(out, proved, |out, case, accepted| {
        for (k, (phase, sum)) in statement.phases.iter().zip(&accepted.phases).enumerate() {
            induction(out, &label(statement, k), phase, &case.sums[k], sum)?;
        }
        Ok(())
    })?;
    writeln!(out, "\n3. All steps together")?;
    each_case(out, proved, |out, _, accepted| identity(out, statement, accepted))?;
    writeln!(out, "\n4. Assumptions")?;
    writeln!(out, "    the step rule: {}", algorithm.about())?;
    schedules(out, asked)?;
    // The rules about rounding that the kernel needs for these formulas.
    if statement.phases.iter().any(|phase| phase.cost.contains("ceil(p/2^i)")) {
        writeln!(
            out,
            "    n = floor(n/2) + ceil(n/2) for whole n, and ceil(ceil(p/2^i)/2) = ceil(p/2^(i + 1)):\n    \
             what interval halving hands over in step i is ceil(p/2^i) - ceil(p/2^(i + 1));\n    \
             ceil(p/2^L) = 1 for L = ceil(log2 p), since 2^(L - 1) < p <= 2^L for p >= 2"
        )?;
    }
    writeln!(out, "\nproved {}", visible(&place))?;
    Ok(())
}

/// `where p is even, for every p = 1, 2, ..`
fn place(conditions: &[String], statement: &Statement) -> String {
    let sizes = statement.sizes();
    match conditions {
        [] => format!("for {sizes}"),
        _ => format!("where {}, for {sizes}", conditions.join(" and ")),
    }
}

/// The claim, its subject, and where it is made.
fn claim(out: &mut dyn Write, title: &str, place: &str, statement: &Statement) -> Result<()> {
    let total = &statement.total;
    let hops = if statement.without_hops() { ", with t_h = 0" } else { "" };
    let text = format!("{title}\nclaim: {place}, the steps cost together{hops}\n    {total}");
    Ok(writeln!(out, "{}", visible(&text))?)
}

/// Says something of the first cases, each with its number where there are several.
fn each_case(
    out: &mut dyn Write,
    Proved { certificate, accepted, .. }: &Proved,
    mut say: impl FnMut(&mut dyn Write, &CaseText, &Accepted) -> Result<()>,
) -> Result<()> {
    let cases = &certificate.cases;
    for (number, (case, accepted)) in (1..).zip(cases.iter().zip(accepted)).take(MOST_CASES) {
        if cases.len() > 1 {
            let ranges: Vec<String> = case.ranges.iter().map(RangeText::said).collect();
            writeln!(out, "    case {number}: {}", ranges.join(", "))?;
        }
        say(out, case, accepted)?;
    }
    if let Some(more @ 1..) = cases.len().checked_sub(MOST_CASES) {
        writeln!(out, "    and {more} more cases, which -f json shows")?;
    }
    Ok(())
}

/// That schedules of all sizes have the stated step costs and break no rule: certified, or not.
fn schedules(out: &mut dyn Write, asked: &Claimed<'_>) -> Result<()> {
    match certified(asked.algorithm, asked.family, asked.sides()) {
        Some(Ok(Certified { sizes, premises: of, claim, .. })) => {
            writeln!(
                out,
                "    its schedules have these step costs and break no rule: for {sizes}\n    \
                 the kernel certifies ports, links, data and words of the rule that is planned"
            )?;
            if !of.is_empty() {
                writeln!(out, "    premises: {}", premises(&of))?;
            }
            if claim.domain == Domain::Groups {
                writeln!(
                    out,
                    "    order: [inside, between], so that t_w[inside] <= t_w[between]\n    \
                     N boxes of G nodes with R rails: of all places of a box ceil(G/R) share a rail, whose words\n    \
                     add up (--contention); with R >= G or one sender in each box no link is shared"
                )?;
            }
        }
        not => {
            writeln!(
                out,
                "    its schedules have these step costs and break no rule: checked for the sizes in 1;"
            )?;
            if let Some(Err(why)) = not {
                writeln!(out, "    its rule is not certified: {}", visible(&why))?;
            }
            let source = asked.algorithm.source();
            writeln!(out, "    for all others it is argued, not proved here: {source}")?;
        }
    }
    Ok(())
}

fn label(statement: &Statement, k: usize) -> String {
    if statement.phases.len() > 1 { format!("phase {}: ", k + 1) } else { String::new() }
}

/// `step i = 0, 1, .., p - 2 costs t_s + m t_w`
fn steps(phase: &StatedPhase) -> String {
    let StatedPhase { from, to, cost, repeat, falling } = phase;
    let order = if *falling { ", the last i first" } else { "" };
    let times = if repeat == "1" { String::new() } else { format!(", all {repeat} times") };
    format!("step i costs {cost}, for {from} <= i < {to}{order}{times}")
}

fn induction(
    out: &mut dyn Write,
    label: &str,
    phase: &StatedPhase,
    sum: &str,
    computed: &PhaseSum,
) -> Result<()> {
    if computed.count.is_zero() {
        writeln!(out, "    {label}no steps")?;
        return Ok(());
    }
    let PhaseSum { cost, all, .. } = computed;
    writeln!(
        out,
        "    {label}G(i) = {sum}\n        \
         base case  G({}) = 0: no steps cost nothing\n        \
         step       G(i + 1) - G(i) = {cost}, the cost of step i\n        \
         so         G({}) = {all}",
        phase.from, phase.to
    )?;
    Ok(())
}

fn identity(out: &mut dyn Write, statement: &Statement, accepted: &Accepted) -> Result<()> {
    let parts =
        accepted.phases.iter().zip(&statement.phases).filter(|(sum, _)| !sum.count.is_zero());
    let parts: Vec<String> = parts
        .map(|(sum, phase)| match phase.repeat.as_str() {
            "1" => format!("({})", sum.all),
            repeat => format!("{repeat} ({})", sum.all),
        })
        .collect();
    if parts.len() > 1 {
        write!(out, "        {}\n        = ", parts.join(" + "))?;
    } else {
        write!(out, "        ")?;
    }
    let (sum, total) = (&accepted.total, &statement.total);
    Ok(writeln!(out, "{sum}\n        and {total} is the same polynomial")?)
}

pub(super) fn refuted(
    out: &mut dyn Write,
    title: &str,
    statement: &Statement,
    counterexample: &Counterexample,
) -> Result<()> {
    let at = counterexample.at.iter().map(|(name, value)| format!("{name} = {value}"));
    let at = at.collect::<Vec<_>>().join(", ");
    claim(out, title, &place(&[], statement), statement)?;
    writeln!(out, "refuted at {at}")?;
    for phase in &statement.phases {
        writeln!(out, "    {}", steps(phase))?;
    }
    let Counterexample { sum, total, .. } = counterexample;
    Ok(writeln!(out, "    together  {sum}\n    claimed   {total}")?)
}

pub(super) fn checked(
    out: &mut dyn Write,
    certificate: &Certificate,
    why: Option<&str>,
) -> Result<()> {
    let Certificate { collective, topology, algorithm, conditions, statement, .. } = certificate;
    let title = format!("{collective} on {topology}, by {algorithm}");
    claim(out, &title, &place(conditions, statement), statement)?;
    match why {
        None => {
            writeln!(
                out,
                "accepted: the kernel has checked all {} cases",
                certificate.cases.len()
            )?;
        }
        Some(why) => writeln!(out, "refused: {}", visible(why))?,
    }
    Ok(())
}
