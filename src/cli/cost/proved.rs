//! What is said of a price by proof, as a page or as the report of `cost`.

use std::io::Write;
use std::str::FromStr;

use super::answer::{Against, ClosedFormRow, ExpectRow, Expected, closed_form_row, hold};
use super::looked_at::{LookedAtRow, ProofRow};
use super::table::{write_closed_form, write_expect, write_total, write_whole_words};
use super::{CostReport, WholeWords};
use crate::cli::args::{CostArgs, ReportFormat};
use crate::cli::failure::Failure;
use crate::cli::report::{AboutRow, CostRow, count};
use crate::cli::{Answer, heading, machine, note, output, request, structured};
use crate::collective::Collective;
use crate::cost::{Cost, Numbers};
use crate::number::Rational;
use crate::planner::Algorithm;
use crate::proof::certified::premises;
use crate::proof::{AtSize, Size};
use crate::topology::{Family, Sizes};

/// A machine by its name and size, which may be larger than any that is made.
pub(super) struct Machine {
    pub(super) family: &'static Family,
    pub(super) sizes: Vec<u64>,
    pub(super) nodes: u64,
    /// By how much a shift goes.
    by: Option<u64>,
}

impl Machine {
    /// `None` where sizes do not fit the family, or there are none: others say so.
    pub(super) fn of(args: &CostArgs) -> Option<Self> {
        let (family, sizes) = machine::named(&args.ask.machine).ok()?;
        let fits = match family.sizes() {
            Sizes::One | Sizes::PowerOfTwo => sizes.len() == 1,
            Sizes::Sides => sizes.len() > 1,
            Sizes::Links => false,
        };
        let nodes = sizes.iter().try_fold(1_u64, |nodes, side| nodes.checked_mul(*side))?;
        let by = args.ask.operation.by.as_deref().and_then(|by| Rational::from_str(by).ok());
        let by = by.filter(Rational::is_integer).and_then(|by| by.modulo(&Rational::from(nodes)));
        let by = by.and_then(|by| by.to_string().parse().ok());
        (fits && nodes > 0).then_some(Machine { family, sizes, nodes, by })
    }

    pub(super) fn size(&self) -> Size {
        Size { sizes: self.sizes.clone(), by: self.by }
    }

    pub(super) fn name(&self) -> String {
        let sides: Vec<String> = self.sizes.iter().map(u64::to_string).collect();
        format!("{}:{}", self.family.name(), sides.join("x"))
    }

    pub(super) fn dimension(&self) -> Option<u32> {
        self.nodes.is_power_of_two().then(|| self.nodes.ilog2())
    }
}

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
    let uneven = numbers.m.as_ref().filter(|_| !args.ask.numbers.ideal);
    let uneven = uneven.map(|m| in_whole_words(found, m)).transpose()?.flatten();
    let paid = uneven.as_ref().map_or(&found.cost, |uneven| &uneven.cost);
    let total = numbers.total(paid);
    let against = Against {
        cost: Some(&found.cost),
        total: total.clone(),
        steps: found.steps,
        bindings: machine.size().bindings(),
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
            write_total(out, numbers, numbers.total(paid))
        }
        format => {
            let hops = "hops are not counted by proof: t_h is taken as 0";
            let notes = reading.into_iter().chain([hops.to_owned()]);
            let certified = &found.certified;
            let report = CostReport {
                about: AboutRow {
                    collective: collective.name().to_owned(),
                    topology: machine.name(),
                    p: machine.nodes,
                    d: machine.dimension(),
                    among: None,
                },
                algorithm: Some(algorithm.name().to_owned()),
                verdict: "valid",
                switching: "cut-through",
                steps: found.steps,
                messages: found.messages,
                looked_at: Some(LookedAtRow::Proof(ProofRow {
                    proof: certified.sizes.clone(),
                    premises: certified.premises.clone(),
                })),
                cost: Some(CostRow::from(&found.cost)),
                total: total.map(|total| total.to_string()),
                whole_words: uneven.as_ref().map(Uneven::row),
                unit: numbers.unit,
                closed_form: Some(form),
                expect,
                notes: notes.collect(),
                ..CostReport::default()
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
    (algorithm, collective): (&Algorithm, &Collective),
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
    writeln!(
        out,
        "proof        ports, links, data and words of every step, and that these cost this together"
    )?;
    writeln!(out, "             `hockney prove {of}` shows it")?;
    if !certified.premises.is_empty() {
        writeln!(out, "             premises: {}", premises(&certified.premises))?;
    }
    Ok(())
}
