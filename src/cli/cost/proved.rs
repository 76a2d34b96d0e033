//! What is said of a price by proof, as a page or as the report of `cost`.

use std::collections::BTreeMap;
use std::io::Write;

use super::answer::{Against, ClosedFormRow, ExpectRow, Expected, closed_form_row, hold};
use super::by_proof::Machine;
use super::looked_at::{LookedAtRow, ProofRow};
use super::table::{given, missing, write_closed_form, write_expect, write_whole_words};
use super::{CostReport, WholeWords};
use crate::cli::args::{CostArgs, ReportFormat};
use crate::cli::failure::Failure;
use crate::cli::report::{CostRow, count, decimal};
use crate::cli::{Answer, heading, note, output, request, structured};
use crate::collective::Collective;
use crate::cost::{Cost, Numbers};
use crate::number::Rational;
use crate::planner::Algorithm;
use crate::proof::{self, AtSize};

/// Writes it; no where the expected answer differs.
pub(super) fn write(
    args: &CostArgs,
    machine: &Machine,
    algorithm: &Algorithm,
    numbers: &Numbers,
    expected: Option<&Expected>,
    found: &AtSize,
) -> Result<Answer, Failure> {
    let collective = request::collective_named(args.collective.as_deref().unwrap_or_default())?;
    let reading = request::reading(args.collective.as_deref().unwrap_or_default(), collective);
    let uneven = numbers.m.as_ref().filter(|_| !args.numbers.ideal);
    let uneven = uneven.map(|m| in_whole_words(found, m)).transpose()?.flatten();
    let paid = uneven.as_ref().map_or(&found.cost, |uneven| &uneven.cost);
    let total = numbers.total(paid);
    let against = Against {
        cost: Some(&found.cost),
        total: total.clone(),
        steps: found.steps,
        bindings: proof::bindings(machine.nodes),
    };
    let mut form = closed_form_row(&found.form, &against.bindings, &found.cost)?;
    // That it is the cost was not compared here, it is what is proved.
    form.verdict = "proved";
    form.hops_left_out = true;
    let mut expect = expected.map(|expected| hold(expected, &against)).transpose()?;
    if let Some(expect) =
        expect.as_mut().filter(|_| matches!(expected, Some(Expected::Formula { .. })))
    {
        expect.hops_left_out = true;
    }
    let differs = expect.as_ref().is_some_and(ExpectRow::differs);
    if let Some(reading) = &reading {
        note(reading);
    }
    output::write_to(None, |out| match args.format {
        ReportFormat::Table => {
            let row = (algorithm, collective);
            page(out, machine, row, found, &form, expect.as_ref())?;
            if let Some(uneven) = &uneven {
                write_whole_words(out, &uneven.more, &format!("m/{}", machine.nodes))?;
            }
            write_total(out, numbers, paid)
        }
        format => {
            let hops = "hops are not counted by proof: t_h is taken as 0";
            let notes = reading.into_iter().chain([hops.to_owned()]);
            let certified = &found.certified;
            let report = CostReport {
                collective: collective.name().to_owned(),
                topology: machine.name(),
                p: machine.nodes,
                d: machine.dimension(),
                among: None,
                root: None,
                algorithm: Some(algorithm.name().to_owned()),
                verdict: "valid",
                switching: "cut-through",
                contention: false,
                steps: found.steps,
                messages: found.messages,
                looked_at: Some(LookedAtRow::Proof(ProofRow {
                    proof: certified.sizes.clone(),
                    compared_messages: certified.messages,
                    compared: certified.compared.clone(),
                })),
                cost: Some(CostRow::from(&found.cost)),
                total: total.map(|total| total.to_string()),
                whole_words: uneven.as_ref().map(Uneven::row),
                best_pieces: None,
                unit: numbers.unit,
                closed_form: Some(form),
                expect,
                per_step: Vec::new(),
                phases: Vec::new(),
                violations: Vec::new(),
                counts: BTreeMap::new(),
                notes: notes.collect(),
            };
            structured::write(out, format, &report)
        }
    })?;
    Ok(if differs { Answer::No } else { Answer::Yes })
}

/// What pieces of whole words cost at some m.
struct Uneven {
    cost: Cost,
    words: Rational,
    more: Rational,
}

impl Uneven {
    fn row(&self) -> WholeWords {
        WholeWords { words: self.words.to_string(), more: self.more.to_string() }
    }
}

/// `None` where pieces are equal.
fn in_whole_words(found: &AtSize, m: &Rational) -> Result<Option<Uneven>, Failure> {
    let words = found.in_whole_words(m).map_err(|why| {
        Failure::NoAnswer(format!("{why}; --ideal prices pieces of m/p words exactly"))
    })?;
    let uneven = words.and_then(|words| {
        let more = &words - &(&found.cost.t_w * m);
        let cost = Cost { t_w: words.checked_div(m)?, ..found.cost.clone() };
        Some(Uneven { cost, words, more })
    });
    Ok(uneven)
}

fn page(
    out: &mut dyn Write,
    machine: &Machine,
    (algorithm, collective): (&Algorithm, &dyn Collective),
    found: &AtSize,
    form: &ClosedFormRow,
    expect: Option<&ExpectRow>,
) -> Result<(), Failure> {
    let (p, name) = (machine.nodes, heading::names(collective));
    let d = machine.dimension().map_or_else(String::new, |d| format!(" (d = {d})"));
    writeln!(out, "{name} on {}, p = {p}{d}, by {}", machine.name(), algorithm.name())?;
    let (messages, steps) = (count(found.messages, "message"), count(found.steps, "step"));
    let certified = &found.certified;
    let sizes = &certified.sizes;
    writeln!(
        out,
        "valid: {messages} in {steps}, by proof for all {sizes}: none of them was looked at"
    )?;
    writeln!(out)?;
    writeln!(out, "cost         {}, with t_h = 0", found.cost)?;
    write_closed_form(out, form)?;
    if let Some(expect) = expect {
        write_expect(out, expect)?;
    }
    let of = format!("{} -t {} -a {}", collective.name(), machine.family.name(), algorithm.name());
    let (messages, compared) = (certified.messages, &certified.compared);
    writeln!(
        out,
        "proof        ports, links, data and words of every step, and that these cost this together"
    )?;
    writeln!(out, "             `hockney prove {of}` shows it")?;
    writeln!(
        out,
        "             the {messages} messages of planned schedules for {compared} are those it is about"
    )?;
    Ok(())
}

fn write_total(out: &mut dyn Write, numbers: &Numbers, cost: &Cost) -> Result<(), Failure> {
    if let Some(total) = numbers.total(cost) {
        let unit = numbers.unit.map_or_else(String::new, |unit| format!(" {unit}"));
        let also = decimal(&total, &unit);
        writeln!(out, "total        {total}{unit}{also}{}", given(numbers))?;
    }
    if let Some(missing) = missing(numbers) {
        writeln!(out, "no total     give {missing} as well")?;
    }
    Ok(())
}
