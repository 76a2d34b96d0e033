//! A proof in words and formulas, such that one can follow it with a pencil.

use std::io::Write;

use super::titled;
use crate::cli::args::ProveArgs;
use crate::cli::failure::Failure;
use crate::diagnostic::visible;
use crate::planner::Algorithm;
use crate::proof::Proved;
use crate::proof::certificate::{CaseText, Certificate};
use crate::proof::certified::{Certified, certified, premises};
use crate::proof::kernel::{Accepted, PhaseSum};
use crate::proof::refuted::Counterexample;
use crate::proof::statement::{Statement, Steps};
use crate::topology::Family;

/// More cases than this are left to `-f json`.
const MOST_CASES: usize = 8;

pub(super) fn proved(
    out: &mut dyn Write,
    algorithm: &Algorithm,
    family: &'static Family,
    args: &ProveArgs,
    proved: &Proved,
) -> Result<(), Failure> {
    let Proved { certificate, accepted, compared } = proved;
    let statement = &certificate.statement;
    let form = algorithm.closed_form(family, args.dimension as usize);
    writeln!(out, "{}", titled(algorithm, family))?;
    writeln!(out, "claim: for {}, the steps cost together", statement.sizes())?;
    writeln!(out, "    {}", statement.total)?;
    match (&args.expect, &form) {
        (None, Some(form)) => writeln!(out, "    {}", form.source)?,
        _ => writeln!(out, "    your formula")?,
    }
    writeln!(out, "\n1. What each step costs, as the algorithm states it")?;
    for (k, phase) in statement.phases.iter().enumerate() {
        writeln!(out, "    {}{}", label(statement, k), steps(phase))?;
    }
    writeln!(
        out,
        "    compared, step by step, with {} planned and checked schedules ({} steps): equal;\n    {}",
        compared.schedules, compared.steps, compared.sizes
    )?;
    writeln!(out, "\n2. The steps before step i cost G(i), by induction on i")?;
    let shown = certificate.cases.iter().zip(accepted).take(MOST_CASES);
    for (number, (case, accepted)) in shown.enumerate() {
        if certificate.cases.len() > 1 {
            writeln!(out, "    case {}: {}", number + 1, said(case))?;
        }
        for (k, (phase, sum)) in statement.phases.iter().zip(&accepted.phases).enumerate() {
            induction(out, &label(statement, k), phase, &case.sums[k], sum)?;
        }
    }
    more(out, certificate)?;
    writeln!(out, "\n3. All steps together")?;
    for (number, (case, accepted)) in
        certificate.cases.iter().zip(accepted).take(MOST_CASES).enumerate()
    {
        if certificate.cases.len() > 1 {
            writeln!(out, "    case {}: {}", number + 1, said(case))?;
        }
        identity(out, statement, accepted)?;
    }
    more(out, certificate)?;
    writeln!(out, "\n4. What it rests on")?;
    writeln!(out, "    the step rule: {}", algorithm.about())?;
    schedules(out, algorithm, family, args.dimension as usize)?;
    for rule in rules(statement) {
        writeln!(out, "    {rule}")?;
    }
    writeln!(out, "\nproved for {}", statement.sizes())?;
    Ok(())
}

/// That schedules of all sizes have the stated step costs and break no rule: certified, or not.
fn schedules(
    out: &mut dyn Write,
    algorithm: &Algorithm,
    family: &'static Family,
    sides: usize,
) -> Result<(), Failure> {
    match certified(algorithm, family, sides) {
        Some(Ok(certified)) => {
            let Certified { sizes, premises: of, .. } = certified;
            writeln!(
                out,
                "    that its schedules have these step costs and break no rule: for {sizes}"
            )?;
            writeln!(
                out,
                "    the kernel certifies ports, links, data and words of the rule that is planned"
            )?;
            if !of.is_empty() {
                writeln!(out, "    premises: {}", premises(&of))?;
            }
        }
        not => {
            writeln!(
                out,
                "    that its schedules have these step costs and break no rule: checked for the sizes in 1;"
            )?;
            if let Some(Err(why)) = not {
                writeln!(out, "    its rule is not certified: {}", visible(&why))?;
            }
            writeln!(
                out,
                "    for all others it is argued, not proved here: {}",
                algorithm.source()
            )?;
        }
    }
    Ok(())
}

fn label(statement: &Statement, k: usize) -> String {
    if statement.phases.len() > 1 { format!("phase {}: ", k + 1) } else { String::new() }
}

fn said(case: &CaseText) -> String {
    case.ranges
        .iter()
        .map(crate::proof::certificate::RangeText::said)
        .collect::<Vec<_>>()
        .join(", ")
}

/// `step i = 0, 1, .., p - 2 costs t_s + m t_w`
fn steps(phase: &Steps) -> String {
    let Steps { from, to, cost, repeat, falling } = phase;
    let order = if *falling { ", the last i first" } else { "" };
    let times = if repeat == "1" { String::new() } else { format!(", all {repeat} times") };
    format!("step i costs {cost}, for {from} <= i < {to}{order}{times}")
}

fn induction(
    out: &mut dyn Write,
    label: &str,
    phase: &Steps,
    sum: &str,
    computed: &PhaseSum,
) -> Result<(), Failure> {
    if computed.count.is_zero() {
        writeln!(out, "    {label}no steps")?;
        return Ok(());
    }
    writeln!(out, "    {label}G(i) = {sum}")?;
    writeln!(out, "        base case  G({}) = 0: no steps cost nothing", phase.from)?;
    writeln!(out, "        step       G(i + 1) - G(i) = {}, the cost of step i", computed.cost)?;
    writeln!(out, "        so         G({}) = {}", phase.to, computed.all)?;
    Ok(())
}

fn identity(
    out: &mut dyn Write,
    statement: &Statement,
    accepted: &Accepted,
) -> Result<(), Failure> {
    let parts =
        accepted.phases.iter().zip(&statement.phases).filter(|(sum, _)| !sum.count.is_zero());
    let parts: Vec<String> = parts
        .map(|(sum, phase)| match phase.repeat.as_str() {
            "1" => format!("({})", sum.all),
            repeat => format!("{repeat} ({})", sum.all),
        })
        .collect();
    if parts.len() > 1 {
        writeln!(out, "        {}", parts.join(" + "))?;
        writeln!(out, "        = {}", accepted.total)?;
    } else {
        writeln!(out, "        {}", accepted.total)?;
    }
    writeln!(out, "        and {} is the same polynomial", statement.total)?;
    Ok(())
}

fn more(out: &mut dyn Write, certificate: &Certificate) -> Result<(), Failure> {
    if certificate.cases.len() > MOST_CASES {
        let more = certificate.cases.len() - MOST_CASES;
        writeln!(out, "    and {more} more cases, which -f json shows")?;
    }
    Ok(())
}

/// The rules about rounding that the kernel needs for these formulas.
fn rules(statement: &Statement) -> Vec<&'static str> {
    let speaks = |of: &str| statement.phases.iter().any(|phase| phase.cost.contains(of));
    let mut rules = Vec::new();
    if speaks("ceil(p/2^i)") {
        rules.push(
            "n = floor(n/2) + ceil(n/2) for whole n, and ceil(ceil(p/2^i)/2) = ceil(p/2^(i + 1)):",
        );
        rules
            .push("what interval halving hands over in step i is ceil(p/2^i) - ceil(p/2^(i + 1));");
        rules.push("ceil(p/2^L) = 1 for L = ceil(log2 p), since 2^(L - 1) < p <= 2^L for p >= 2");
    }
    rules
}

pub(super) fn refuted(
    out: &mut dyn Write,
    algorithm: &Algorithm,
    family: &Family,
    statement: &Statement,
    counterexample: &Counterexample,
) -> Result<(), Failure> {
    let at = counterexample.at.iter().map(|(name, value)| format!("{name} = {value}"));
    let at = at.collect::<Vec<_>>().join(", ");
    writeln!(out, "{}", titled(algorithm, family))?;
    writeln!(out, "claim: for {}, the steps cost together", statement.sizes())?;
    writeln!(out, "    {}", visible(&statement.total))?;
    writeln!(out, "refuted at {at}")?;
    for phase in &statement.phases {
        writeln!(out, "    {}", steps(phase))?;
    }
    writeln!(out, "    together  {}", counterexample.sum)?;
    writeln!(out, "    claimed   {}", counterexample.total)?;
    Ok(())
}

pub(super) fn checked(
    out: &mut dyn Write,
    certificate: &Certificate,
    why: Option<&str>,
) -> Result<(), Failure> {
    let Certificate { collective, topology, algorithm, statement, .. } = certificate;
    let title = format!("{collective} on {topology}, by {algorithm}");
    writeln!(out, "{}", visible(&title))?;
    writeln!(out, "claim: for {}, the steps cost together", visible(&statement.sizes()))?;
    writeln!(out, "    {}", visible(&statement.total))?;
    match why {
        None => writeln!(
            out,
            "accepted: the kernel has gone through all {} cases",
            certificate.cases.len()
        )?,
        Some(why) => writeln!(out, "refused: {}", visible(why))?,
    }
    Ok(())
}
