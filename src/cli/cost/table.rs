//! The price as a page to read: what each step costs, the sum, and how it stands to the formulas.

use std::io::Write;

use super::answer::{ClosedFormRow, Difference, ExpectRow, TextbookRow};
use super::{CostReport, Priced, WholeWords};
use crate::cli::failure::Result;
use crate::cli::report::{self, amount, times_m, unit};
use crate::cli::subject::Subject;
use crate::cli::table::{Column, Table};
use crate::cost::{Numbers, PricedPhase, PricedStep, Prices, Switching};
use crate::number::Rational;
use crate::planner::Role;

/// The most rows of steps that are printed; equal steps in a row share one.
const MOST_ROWS: usize = 200;

/// The most places of broken rules that stand above a price.
const MOST_PLACES: usize = 8;

pub(super) fn write(
    out: &mut dyn Write,
    priced: &Priced,
    CostReport { closed_form, expect, .. }: &CostReport,
) -> Result<()> {
    let subject = &priced.subject;
    writeln!(out, "{}", subject.title())?;
    report::write_verdict(out, (subject.report(), subject.schedule()), MOST_PLACES)?;
    let Some(prices) = &priced.prices else {
        writeln!(out, "no price: {}", why_no_price(priced))?;
        if let Some(expect) = expect {
            writeln!(out, "your answer  {}: {}", expect.expected, expect.value)?;
        }
        return Ok(());
    };
    writeln!(out)?;
    write_steps(out, prices, priced)?;
    writeln!(out)?;
    write_model(out, priced)?;
    if prices.phases.len() > 1 {
        for (number, phase) in (1..).zip(&prices.phases) {
            let total = priced.phase_total(number - 1);
            let total = total.map_or_else(String::new, |total| format!(" = {total}"));
            writeln!(out, "phase {number}      {}{total}", phase.cost)?;
        }
    }
    writeln!(out, "cost         {}", prices.cost)?;
    if let Some(form) = closed_form {
        write_closed_form(out, form)?;
    } else if is_computed(subject) {
        writeln!(out, "closed form  none: what this algorithm costs is computed for each case")?;
    }
    if let Some(expect) = expect {
        write_expect(out, expect)?;
    }
    write_pieces(out, priced)?;
    write_total(out, &priced.numbers, priced.total().as_ref())
}

/// The total, or what is missing for one.
pub(super) fn write_total(
    out: &mut dyn Write,
    numbers: &Numbers,
    total: Option<&Rational>,
) -> Result<()> {
    if let Some(total) = total {
        writeln!(out, "total        {}{}", amount(total, numbers), given(numbers))?;
    }
    if let Some(missing) = missing(numbers) {
        writeln!(out, "no total     give {missing} as well")?;
    }
    Ok(())
}

/// Whether the planned algorithm is right here and has no closed form.
fn is_computed(subject: &Subject) -> bool {
    let family = subject.planned_on().family();
    let usage = subject.algorithm.and_then(|algorithm| algorithm.on(family));
    usage.is_some_and(|usage| usage.role != Role::Counterexample) && subject.closed_form().is_none()
}

fn why_no_price(priced: &Priced) -> &'static str {
    if priced.model.contention {
        "a schedule that breaks more than ports and congestion has none"
    } else {
        "a refused schedule has none; --contention lets messages wait for each other, where that is \
         all that is wrong"
    }
}

fn write_steps(out: &mut dyn Write, prices: &Prices, priced: &Priced) -> Result<()> {
    let (schedule, several) = (priced.subject.schedule(), prices.phases.len() > 1);
    let shown = [true, several, true, true, true, priced.model.contention, true];
    let columns = [
        Column::Numbers("step"),
        Column::Words("phase"),
        Column::Numbers("messages"),
        Column::Numbers("most words"),
        Column::Numbers("most hops"),
        Column::Numbers("on one link or port"),
        Column::Words("cost of the step"),
    ];
    let mut table = Table::new(&chosen(columns, shown));
    let steps = prices.phases.iter().zip(&schedule.phases).flat_map(|(phase, of)| {
        let name = of.instance().collective.name();
        phase.steps().map(move |step| (name, step))
    });
    for (name, step) in steps.take(MOST_ROWS) {
        let (number, each) = numbered(&step);
        let cells = [
            number,
            name.to_owned(),
            step.messages.to_string(),
            times_m(&step.words),
            step.hops.to_string(),
            // What waits in line there is what t_w is paid for.
            times_m(&step.cost.t_w),
            format!("{}{each}", step.cost),
        ];
        table.row(&chosen(cells, shown));
    }
    table.write(out)?;
    let total: usize = prices.phases.iter().map(PricedPhase::rows).sum();
    if total > MOST_ROWS {
        writeln!(out, ".. and {} more rows, which -f json has", total - MOST_ROWS)?;
    }
    Ok(())
}

/// Those that are shown.
fn chosen<T, const N: usize>(all: [T; N], shown: [bool; N]) -> Vec<T> {
    all.into_iter().zip(shown).filter_map(|(one, shown)| shown.then_some(one)).collect()
}

/// `3`, or of equal steps in a row `3-5`, and ` each` behind what they cost.
pub(crate) fn numbered(step: &PricedStep) -> (String, &'static str) {
    if step.first == step.last {
        return (step.first.to_string(), "");
    }
    (format!("{}-{}", step.first, step.last), " each")
}

fn write_model(out: &mut dyn Write, priced: &Priced) -> Result<()> {
    if priced.model.switching == Switching::StoreAndForward {
        writeln!(out, "store-and-forward: a step pays t_w for its largest words times hops")?;
    }
    if priced.model.contention {
        writeln!(
            out,
            "contention: messages that share a link or a port wait for each other in t_w"
        )?;
    }
    Ok(())
}

/// How many pieces were chosen and why, and what comes of their being whole words.
fn write_pieces(out: &mut dyn Write, priced: &Priced) -> Result<()> {
    if let Some(best) = &priced.subject.pieces {
        writeln!(out, "pieces       n = {}: {}", best.pieces, best.why)?;
    }
    if let Some(WholeWords { more, .. }) = priced.in_whole_words() {
        let piece = match &priced.subject.schedule().phases[..] {
            [phase] => format!("m/{}", phase.instance().pieces),
            _ => "m/n".to_owned(),
        };
        write_whole_words(out, &more, &piece)?;
    }
    Ok(())
}

pub(super) fn write_whole_words(out: &mut dyn Write, more: &Rational, piece: &str) -> Result<()> {
    let sign = if more.is_negative() { "-" } else { "+" };
    let more = more.abs();
    writeln!(
        out,
        "whole words  {sign} {more} t_w against {piece}: pieces are whole words; --ideal prices \
         {piece}"
    )?;
    Ok(())
}

/// What is missing for a total, where some of it is there.
fn missing(numbers: &Numbers) -> Option<String> {
    let given = [("-m", &numbers.m), ("--ts", &numbers.t_s), ("--tw", &numbers.t_w)];
    let missing: Vec<&str> =
        given.iter().filter(|(_, number)| number.is_none()).map(|(option, _)| *option).collect();
    let some = missing.len() < given.len() || !numbers.t_h.is_zero();
    (some && !missing.is_empty()).then(|| missing.join(" and "))
}

/// What the total is for: ` at m = 100, t_s = 5, t_w = 1, t_h = 0`
fn given(numbers: &Numbers) -> String {
    let unit = unit(numbers);
    let exact = |number: &Rational| number.decimal().unwrap_or_else(|| number.to_string());
    let show = |number: &Option<Rational>| exact(&number.clone().unwrap_or_default());
    let (m, t_s, t_w) = (show(&numbers.m), show(&numbers.t_s), show(&numbers.t_w));
    let t_h = exact(&numbers.t_h);
    let hops = if numbers.t_h.is_zero() { t_h } else { t_h + &unit };
    format!(" at m = {m}, t_s = {t_s}{unit}, t_w = {t_w}{unit}, t_h = {hops}")
}

pub(super) fn write_closed_form(out: &mut dyn Write, form: &ClosedFormRow) -> Result<()> {
    let with = with_hops(form.hops_left_out);
    writeln!(out, "closed form  {} = {}: {}{with}", form.formula, form.value, form.verdict)?;
    write_differences(out, &form.differences, "the closed form")?;
    writeln!(out, "             {}", form.source)?;
    if let Some(book) = &form.textbook {
        writeln!(out, "textbook     {}: {}", book.formula, approximates(book, &book.value))?;
        writeln!(out, "             {}", book.source)?;
    }
    Ok(())
}

/// How a textbook's formula stands to the price, with its value as it is shown.
pub(crate) fn approximates(book: &TextbookRow, value: &str) -> String {
    match book.verdict {
        "equal" => "equal".to_owned(),
        _ => format!("an approximation, {value} at this size"),
    }
}

pub(super) fn write_expect(out: &mut dyn Write, expect: &ExpectRow) -> Result<()> {
    let value = if expect.value == expect.expected {
        String::new()
    } else {
        format!(" = {}", expect.value)
    };
    let with = with_hops(expect.hops_left_out);
    writeln!(out, "your answer  {}{value}: {}{with}", expect.expected, expect.verdict)?;
    write_differences(out, &expect.differences, "your answer")
}

/// A formula that does not speak of t_h takes it as 0.
pub(crate) fn with_hops(left_out: bool) -> &'static str {
    if left_out { ", with t_h = 0" } else { "" }
}

fn write_differences(out: &mut dyn Write, differences: &[Difference], whose: &str) -> Result<()> {
    for difference in differences {
        writeln!(out, "             {}", difference.said(whose))?;
    }
    Ok(())
}
