//! What check and cost have in common: violations and costs as data, one schema for all formats.

use std::collections::BTreeMap;
use std::io::Write;

use serde::Serialize;

use super::failure::Failure;
use super::heading;
use crate::checker::{BrokenRule, LookedAt, Place, Report, Violation};
use crate::collective::Schedule;
use crate::cost::Cost;
use crate::number::Rational;

/// One place where a rule is broken.
#[derive(Serialize)]
struct ViolationRow {
    rule: &'static str,
    /// Counted from 1 through all phases; null for a fault at the end.
    step: Option<usize>,
    /// Only where there are several phases.
    phase: Option<usize>,
    /// The node that is at fault: of a message its sender, of a link where it starts.
    node: u32,
    /// The directed link, for congestion; for a link that is not there the hop that needs it.
    link: Option<[u32; 2]>,
    /// Sender and receiver, for a message.
    between: Option<[u32; 2]>,
    message: String,
    advice: String,
    /// Of the message that it is about, where a large file was read while it was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
}

/// What a result is about.
#[derive(Default, Serialize)]
pub(crate) struct AboutRow {
    pub(crate) collective: String,
    pub(crate) topology: String,
    pub(crate) p: u64,
    pub(crate) d: Option<u32>,
    /// The nodes that take part, where these are some.
    pub(crate) among: Option<Vec<u32>>,
}

impl AboutRow {
    pub(crate) fn of(schedule: &Schedule) -> Self {
        AboutRow {
            collective: heading::collectives(schedule),
            topology: schedule.topology.to_string(),
            p: heading::participants(schedule).into(),
            d: heading::dimension(schedule),
            among: heading::among(schedule).map(<[u32]>::to_vec),
        }
    }
}

/// Where rules are broken, and how often each.
#[derive(Default, Serialize)]
pub(crate) struct FaultRows {
    violations: Vec<ViolationRow>,
    counts: BTreeMap<&'static str, u64>,
}

impl FaultRows {
    pub(crate) fn of(report: &Report, schedule: &Schedule) -> Self {
        FaultRows { violations: violation_rows(report, schedule), counts: counts(report) }
    }
}

fn violation_rows(report: &Report, schedule: &Schedule) -> Vec<ViolationRow> {
    let rows = report.violations.iter().map(|violation| row(violation, schedule)).enumerate();
    rows.map(|(i, row)| {
        let (line, column) = report.lines.get(&i).copied().unzip();
        ViolationRow { line, column, ..row }
    })
    .collect()
}

fn row(violation: &Violation, schedule: &Schedule) -> ViolationRow {
    let (node, link, between) = match violation.place {
        Place::Node(node) => (node, None, None),
        Place::Link(from, to) => (from, Some([from, to]), None),
        Place::Message { from, to } => {
            let hop = match violation.rule {
                BrokenRule::Link { hop: (u, v) } => Some([u, v]),
                _ => None,
            };
            (from, hop, Some([from, to]))
        }
    };
    ViolationRow {
        rule: violation.rule.name(),
        step: violation.step,
        phase: violation.phase,
        node,
        link,
        between,
        message: violation.message(schedule),
        advice: violation.advice(schedule),
        line: None,
        column: None,
    }
}

/// How often each broken rule is broken.
fn counts(report: &Report) -> BTreeMap<&'static str, u64> {
    let broken = report.counts.iter().filter(|(_, count)| *count > 0);
    broken.map(|(rule, count)| (rule.name(), count)).collect()
}

/// Says whether a schedule is right, how large it is, and lists the first faults.
pub(crate) fn write_verdict(
    out: &mut dyn Write,
    (report, schedule): (&Report, &Schedule),
    most: usize,
) -> Result<(), Failure> {
    let messages = count(report.messages, "message");
    let steps = count(report.steps as u128, "step");
    let size = format!("{messages} in {steps}{}", looked_at(report, schedule));
    if report.is_valid() {
        return Ok(writeln!(out, "valid: {size}")?);
    }
    writeln!(out, "invalid: {}; {size}", summary(report))?;
    write_violations(out, report, schedule, most)
}

/// Lists the first violations, at most so many, with what would mend them.
pub(crate) fn write_violations(
    out: &mut dyn Write,
    report: &Report,
    schedule: &Schedule,
    most: usize,
) -> Result<(), Failure> {
    for (i, violation) in report.violations.iter().enumerate().take(most) {
        let (rule, message) = (violation.rule.name(), violation.message(schedule));
        match violation.step {
            Some(_) => {
                let line = report.lines.get(&i).map_or_else(String::new, |(line, column)| {
                    format!(", line {line}, column {column}")
                });
                writeln!(out, "{}{line}: {rule}: {message}", violation.when(schedule))?;
            }
            // A fault at the end says so itself.
            None => writeln!(out, "{rule}: {message}")?,
        }
        writeln!(out, "    mend: {}", violation.advice(schedule))?;
    }
    let listed = report.violations.len().min(most) as u64;
    let more = report.counts.total() - listed;
    if more > 0 {
        let places = count(more, "more place");
        let where_ =
            if most < report.violations.len() { ", which check and plan list" } else { "" };
        writeln!(out, "and {places}{where_}")?;
    }
    Ok(())
}

/// `2 faults: congestion 1, send-port 1`
pub(crate) fn summary(report: &Report) -> String {
    let total = report.counts.total();
    let each: Vec<String> =
        counts(report).into_iter().map(|(rule, count)| format!("{rule} {count}")).collect();
    let word = if total == 1 { "fault" } else { "faults" };
    format!("{total} {word}: {}", each.join(", "))
}

/// What a schedule was checked by that looks the same from every node of a class.
#[derive(Serialize)]
pub(crate) struct TemplatesRow {
    /// The messages of all templates.
    pub(crate) templates: u64,
    /// How many messages each of them stands for.
    pub(crate) copies: u32,
}

impl TemplatesRow {
    pub(crate) fn of(report: &Report) -> Option<Self> {
        match report.looked_at {
            LookedAt::EveryMessage => None,
            LookedAt::Templates { copies, .. } => {
                let templates = report.messages.checked_div(u64::from(copies))?;
                Some(TemplatesRow { templates, copies })
            }
        }
    }
}

/// `, by symmetry: 8 copies of 7`: what of a schedule that is kept as templates was looked at.
fn looked_at(report: &Report, schedule: &Schedule) -> String {
    let templates = schedule.phases.iter().any(|phase| phase.steps.symmetric().is_some());
    match TemplatesRow::of(report) {
        Some(row) => format!(", by symmetry: {} copies of {}", row.copies, row.templates),
        None if templates => ", every message looked at".to_owned(),
        None => String::new(),
    }
}

/// What is legal and still worth knowing, in words.
pub(crate) fn notes(report: &Report, schedule: &Schedule) -> Vec<String> {
    report.notes.iter().map(|note| note.message(schedule)).collect()
}

/// `3 steps`, `1 message`
pub(crate) fn count(number: impl Into<u128>, one: &str) -> String {
    let number = number.into();
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
}

/// The coefficients of a cost as exact text; that of t_w in units of m.
#[derive(Serialize)]
#[allow(clippy::struct_field_names)] // they are the names of the model
pub(crate) struct CostRow {
    t_s: String,
    t_w: String,
    t_h: String,
}

impl From<&Cost> for CostRow {
    fn from(cost: &Cost) -> Self {
        CostRow { t_s: cost.t_s.to_string(), t_w: cost.t_w.to_string(), t_h: cost.t_h.to_string() }
    }
}

/// `m`, `3 m`, `1/2 m`.
pub(crate) fn times_m(words: &Rational) -> String {
    if words.is_one() {
        "m".to_owned()
    } else if words.is_zero() {
        "0".to_owned()
    } else {
        format!("{words} m")
    }
}

/// The decimal where it is exact and short; nothing is ever rounded.
pub(crate) fn decimal(number: &Rational, unit: &str) -> String {
    if number.is_integer() {
        return String::new();
    }
    number.decimal().map_or_else(String::new, |decimal| format!(" = {decimal}{unit}"))
}
