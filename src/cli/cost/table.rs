//! The price as a page to read: what each step costs, the sum, and how it stands to the formulas.

use std::io::Write;

use super::answer::{ClosedFormRow, Difference, ExpectRow};
use super::{CostReport, LookedAtRow, Priced, WholeWords};
use crate::cli::amounts::{amount, given, times_m};
use crate::cli::facts::{self, Fact, WIDTH};
use crate::cli::failure::Result;
use crate::cli::report;
use crate::cli::subject::Subject;
use crate::cli::table::{Table, numbers as number, words};
use crate::compare::BestPieces;
use crate::cost::{Cost, Numbers, PricedPhase, PricedStep, Prices, Switching};
use crate::planner::Role;
use crate::proof::certified;

/// The most rows of steps that are printed; equal steps in a row share one.
const MOST_ROWS: usize = 200;

/// The most places of broken rules that stand above a price.
const MOST_PLACES: usize = 8;

pub(super) fn write(out: &mut dyn Write, priced: &Priced, report: &CostReport) -> Result<()> {
    let subject = &priced.subject;
    writeln!(out, "{}", subject.title())?;
    report::write_verdict(out, (subject.report(), subject.schedule()), MOST_PLACES)?;
    let Some(prices) = &priced.prices else {
        writeln!(out, "no price: {}", why_no_price(priced))?;
        let said = |expect: &ExpectRow| {
            Fact::new("your answer", format!("{}: {}", expect.expected, expect.value))
        };
        return facts::write(out, WIDTH, report.expect.as_ref().map(said));
    };
    writeln!(out)?;
    write_steps(out, prices, priced)?;
    writeln!(out)?;
    write_model(out, priced)?;
    facts::write(out, WIDTH, below(report, &priced.numbers, is_computed(subject)))
}

/// What is said below the steps, of a price that was counted or follows from a proof.
pub(super) fn below(report: &CostReport, numbers: &Numbers, computed: bool) -> Vec<Fact> {
    let mut said = Vec::new();
    if report.phases.len() > 1 {
        said.extend((1..).zip(&report.phases).map(|(number, phase)| {
            let total =
                phase.total.as_ref().map_or_else(String::new, |total| format!(" = {total}"));
            Fact::new(format!("phase {number}      "), format!("{}{total}", phase.cost))
        }));
    }
    let proof = match &report.looked_at {
        Some(LookedAtRow::Proof { premises, .. }) => Some(premises),
        _ => None,
    };
    said.extend(report.cost.as_ref().map(|cost| of_cost(cost).plain(with_hops(proof.is_some()))));
    match &report.closed_form {
        Some(form) => said.extend(of_closed_form(form)),
        None if computed => {
            let none = "none: what this algorithm costs is computed for each case";
            said.push(Fact::new("closed form", none));
        }
        None => {}
    }
    said.extend(report.expect.as_ref().map(of_expect));
    said.extend(proof.map(|premises| of_proof(report, premises)));
    said.extend(report.best_pieces.as_ref().map(of_pieces));
    said.extend(report.whole_words.as_ref().map(of_whole_words));
    said.extend(report.total.as_ref().map(|total| {
        Fact::new("total", format!("{} {}", amount(total, numbers), given(numbers, true)))
    }));
    let missing = missing(numbers);
    said.extend(missing.map(|it| Fact::new("no total", format!("give {it} as well"))));
    said
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
    let schedule = priced.subject.schedule();
    let columns = [
        number("step"),
        words("phase").only_if(prices.phases.len() > 1),
        number("messages"),
        number("most words"),
        number("most hops"),
        number("on one link or port").only_if(priced.model.contention),
        words("cost of the step"),
    ];
    let steps = prices.phases.iter().zip(&schedule.phases).flat_map(|(phase, of)| {
        let name = of.instance().collective.name();
        phase.steps().map(move |step| (name, step))
    });
    let cells = |(name, step): (&str, PricedStep)| {
        let (number, each) = numbered(&step);
        [
            number,
            name.to_owned(),
            step.messages.to_string(),
            times_m(&step.words),
            step.hops.to_string(),
            // What waits in line there is what t_w is paid for.
            times_m(&step.cost.t_w),
            format!("{}{each}", step.cost),
        ]
    };
    Table::of(columns, steps.take(MOST_ROWS), cells).write(out)?;
    let total: usize = prices.phases.iter().map(PricedPhase::rows).sum();
    if total > MOST_ROWS {
        writeln!(out, ".. and {} more rows, which -f json has", total - MOST_ROWS)?;
    }
    Ok(())
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

pub(crate) fn of_cost(cost: &Cost) -> Fact {
    Fact::of("cost").formula(cost)
}

/// How many pieces were chosen and why.
pub(crate) fn of_pieces(best: &BestPieces) -> Fact {
    Fact::new("pieces", format!("n = {}: {}", best.pieces, best.why))
}

/// What comes of pieces being whole words.
fn of_whole_words(WholeWords { more, piece, .. }: &WholeWords) -> Fact {
    let (sign, more) = (if more.is_negative() { "-" } else { "+" }, more.abs());
    let against = format!("{sign} {more} t_w against {piece}: pieces are whole words");
    Fact::new("whole words", format!("{against}; --ideal prices {piece}"))
}

fn of_proof(CostReport { about, algorithm, .. }: &CostReport, premises: &[&str]) -> Fact {
    let family = about.topology.split(':').next().unwrap_or_default();
    let (name, by) = (&about.collective, algorithm.as_deref().unwrap_or_default());
    let what = "ports, links, data and words of every step, and that these cost this together";
    let fact = Fact::new("proof", what)
        .line(format!("`hockney prove {name} -t {family} -a {by}` shows it"));
    if premises.is_empty() {
        return fact;
    }
    fact.line(format!("premises: {}", certified::premises(premises)))
}

/// What is missing for a total, where some of it is there.
fn missing(numbers: &Numbers) -> Option<String> {
    let given = [("-m", &numbers.m), ("--ts", &numbers.t_s), ("--tw", &numbers.t_w)];
    let missing: Vec<&str> =
        given.iter().filter(|(_, number)| number.is_none()).map(|(option, _)| *option).collect();
    let some = missing.len() < given.len() || !numbers.t_h.is_zero();
    (some && !missing.is_empty()).then(|| missing.join(" and "))
}

/// The closed form, and the textbook's where that is another.
pub(crate) fn of_closed_form(form: &ClosedFormRow) -> impl Iterator<Item = Fact> {
    let verdict = form.verdict.to_owned() + with_hops(form.hops_left_out);
    let fact = Fact::of("closed form").formula(&form.formula).plain(" = ").formula(&form.value);
    let fact = fact.plain(": ").strong(verdict);
    let fact = differing(fact, &form.differences, "the closed form").line(&form.source);
    let textbook = form.textbook.as_ref().map(|book| {
        let fact = Fact::of("textbook").formula(book.formula);
        let fact = match book.verdict {
            "equal" => fact.plain(": equal"),
            _ => fact.plain(": an approximation, ").formula(&book.value).plain(" at this size"),
        };
        fact.line(book.source)
    });
    [fact].into_iter().chain(textbook)
}

fn of_expect(expect: &ExpectRow) -> Fact {
    let fact = Fact::of("your answer").formula(&expect.expected);
    let value = (expect.value != expect.expected).then(|| format!(" = {}", expect.value));
    let with = with_hops(expect.hops_left_out);
    let fact = fact.plain(value.unwrap_or_default()).plain(format!(": {}{with}", expect.verdict));
    differing(fact, &expect.differences, "your answer")
}

/// A formula that does not speak of t_h takes it as 0.
pub(crate) fn with_hops(left_out: bool) -> &'static str {
    if left_out { ", with t_h = 0" } else { "" }
}

fn differing(fact: Fact, differences: &[Difference], whose: &str) -> Fact {
    differences.iter().fold(fact, |fact, difference| fact.line(difference.said(whose)))
}
