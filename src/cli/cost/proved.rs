//! What is said of a price by proof, as a page or as the report of `cost`.

use std::io::Write;

use super::answer::{Against, ExpectRow, Expected, closed_form_row, hold};
use super::by_proof::{ByProof, Machine};
use super::table::{write_closed_form, write_expect, write_total, write_whole_words};
use super::{CostReport, LookedAtRow, WholeWords};
use crate::cli::failure::Failure;
use crate::cli::report::{AboutRow, count};
use crate::cli::{Answer, heading, note_reading, request, structured};
use crate::collective::Collective;
use crate::cost::{Cost, Numbers};
use crate::number::Rational;
use crate::planner::Algorithm;
use crate::proof::AtSize;
use crate::proof::certified::premises;

impl ByProof<'_> {
    /// Writes it; no where the expected answer differs.
    pub(super) fn write(
        &self,
        collective: &dyn Collective,
        machine: &Machine,
        algorithm: &Algorithm,
        found: &AtSize,
    ) -> Result<Answer, Failure> {
        let ByProof { args, numbers, expected } = self;
        let reading = args.collective.as_deref();
        let reading = reading.and_then(|name| request::reading(name, collective));
        let m = numbers.m.as_ref().filter(|_| !args.ask.numbers.ideal);
        let uneven = m.map(|m| in_whole_words(found, m)).transpose()?.flatten();
        let (paid, whole_words) = uneven.unzip();
        let total = numbers.total(paid.as_ref().unwrap_or(&found.cost));
        let against = Against {
            cost: Some(&found.cost),
            total: total.clone(),
            steps: found.steps,
            bindings: machine.size.bindings(),
        };
        let mut form = closed_form_row(&found.form, &against.bindings, &found.cost)?;
        // That it is the cost was not compared here, it is what is proved.
        form.verdict = "proved";
        form.hops_left_out = true;
        let mut expect = expected.map(|expected| hold(expected, &against)).transpose()?;
        if let Some(expect) = &mut expect {
            expect.hops_left_out = expected.and_then(Expected::formula).is_some();
        }
        note_reading(reading.as_ref());
        let hops = "hops are not counted by proof: t_h is taken as 0";
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
            looked_at: Some(LookedAtRow::Proof {
                proof: certified.sizes.clone(),
                premises: certified.premises.clone(),
            }),
            cost: Some(found.cost.clone()),
            total,
            whole_words,
            unit: numbers.unit,
            closed_form: Some(form),
            expect,
            notes: reading.into_iter().chain([hops.to_owned()]).collect(),
            ..CostReport::default()
        };
        structured::print(None, args.format, &report, |out| {
            page(out, &report, (algorithm, collective), found, numbers)
        })?;
        Ok(Answer::from(!report.expect.as_ref().is_some_and(ExpectRow::differs)))
    }
}

/// What pieces of whole words cost at some m; `None` where pieces are equal.
fn in_whole_words(found: &AtSize, m: &Rational) -> Result<Option<(Cost, WholeWords)>, Failure> {
    let words = found.in_whole_words(m).map_err(|why| {
        Failure::NoAnswer(format!("{why}; --ideal prices pieces of m/p words exactly"))
    })?;
    Ok(words.and_then(|words| {
        let more = &words - &(&found.cost.t_w * m);
        let cost = Cost { t_w: words.checked_div(m)?, ..found.cost.clone() };
        Some((cost, WholeWords { words, more }))
    }))
}

fn page(
    out: &mut dyn Write,
    CostReport { about, closed_form, expect, whole_words, total, .. }: &CostReport,
    (algorithm, collective): (&Algorithm, &dyn Collective),
    found: &AtSize,
    numbers: &Numbers,
) -> Result<(), Failure> {
    let (p, machine, by) = (about.p, &about.topology, algorithm.name());
    let d = about.d.map_or_else(String::new, |d| format!(" (d = {d})"));
    writeln!(out, "{} on {machine}, p = {p}{d}, by {by}", heading::names(collective))?;
    let (messages, steps) = (count(found.messages, "message"), count(found.steps, "step"));
    let certified = &found.certified;
    let sizes = &certified.sizes;
    writeln!(
        out,
        "valid: {messages} in {steps}, by proof for all {sizes}: none of them was looked at\n"
    )?;
    writeln!(out, "cost         {}, with t_h = 0", found.cost)?;
    if let Some(form) = closed_form {
        write_closed_form(out, form)?;
    }
    if let Some(expect) = expect {
        write_expect(out, expect)?;
    }
    let (name, family) = (collective.name(), machine.split(':').next().unwrap_or_default());
    writeln!(
        out,
        "proof        ports, links, data and words of every step, and that these cost this together\n             \
         `hockney prove {name} -t {family} -a {by}` shows it"
    )?;
    if !certified.premises.is_empty() {
        writeln!(out, "             premises: {}", premises(&certified.premises))?;
    }
    if let Some(uneven) = whole_words {
        write_whole_words(out, &uneven.more, &format!("m/{p}"))?;
    }
    write_total(out, numbers, total.as_ref())
}
