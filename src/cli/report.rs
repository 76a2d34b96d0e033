//! The common part of check and cost: violations and costs as data, with one schema for all formats.

use super::prelude::*;
use hockney_ask::Found;
use hockney_core::checker::{BrokenRule, LookedAt, Report, Violation, ViolationPlace};

/// The subject of a result.
#[derive(Default, Serialize)]
pub(crate) struct AboutRow {
    pub(crate) collective: String,
    pub(crate) topology: String,
    pub(crate) p: u64,
    pub(crate) d: Option<u32>,
    /// The nodes that take part, where these are some.
    pub(crate) among: Option<Vec<u32>>,
    /// The node of each rank, where ranks are placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) place: Option<Vec<u32>>,
}

impl AboutRow {
    pub(crate) fn of(schedule: &Schedule) -> Self {
        AboutRow {
            collective: heading::collectives(schedule),
            topology: schedule.topology.to_string(),
            p: heading::participants(schedule).into(),
            d: heading::dimension(schedule),
            among: heading::among(schedule).map(<[u32]>::to_vec),
            place: schedule.topology.placement().map(|all| all.nodes().to_vec()),
        }
    }
}

/// The best placement that a search found.
#[derive(Serialize)]
pub(crate) struct FoundRow {
    /// The placements that were priced.
    evaluations: u64,
    /// The total of rank r on node r, with pieces of m/n words.
    block: Rational,
    /// The total of the placement, with pieces of m/n words.
    total: Rational,
    /// The total of the ranks in order divided by that of the placement.
    pub(crate) factor: Rational,
}

impl FoundRow {
    pub(crate) fn of(found: &Found) -> Self {
        let Found { total, block, evaluations, .. } = found.clone();
        FoundRow { evaluations, block, total, factor: found.factor() }
    }

    /// `the best of 20000 placements: 1.9 times less than block`
    pub(crate) fn text(&self) -> String {
        let than = if self.factor.is_one() {
            "as much as block".to_owned()
        } else {
            format!("{} times less than block", page::ratio(&self.factor))
        };
        format!("the best of {} placements that were priced: {than}", self.evaluations)
    }
}

/// Where rules are broken, and how often each.
pub(crate) fn faults(checked: Option<&Checked>) -> impl Serialize + use<> {
    let row = |checked: &Checked, i: usize, violation: &Violation| {
        let (report, schedule) = (checked.report(), checked.schedule());
        // The node that is at fault: of a message its sender, of a link where it starts. The directed link, for
        // congestion; for a link that is not there the hop that needs it. Sender and receiver, for a message.
        let (node, link, between) = match (violation.place, &violation.rule) {
            (ViolationPlace::Node(node), _) => (node, None, None),
            (ViolationPlace::Link(from, to), _) => (from, Some([from, to]), None),
            (ViolationPlace::Message { from, to }, BrokenRule::Link { hop: (u, v) }) => {
                (from, Some([*u, *v]), Some([from, to]))
            }
            (ViolationPlace::Message { from, to }, _) => (from, None, Some([from, to])),
        };
        // Of the message that it is about, where a large file was read while it was checked.
        let place =
            report.lines.get(&i).map(|(line, column)| row! { line: *line, column: *column });
        row! {
            rule: violation.rule.name(),
            // Counted from 1 through all phases; null for a fault at the end.
            step: violation.step,
            // Only where there are several phases.
            phase: violation.phase,
            node,
            link,
            between,
            message: violation.message(schedule),
            advice: violation.advice(schedule),
            #[serde(flatten)] place,
        }
    };
    let violations = checked.iter().flat_map(|checked| {
        let all = checked.report().violations.iter().enumerate();
        all.map(|(i, violation)| row(checked, i, violation))
    });
    row! {
        violations: violations.collect::<Vec<_>>(),
        counts: checked.map(|checked| counts(checked.report())).unwrap_or_default(),
    }
}

/// The most violations that a page lists.
pub(crate) const MOST_LISTED: usize = 8;

/// How often each broken rule is broken.
fn counts(report: &Report) -> BTreeMap<&'static str, u64> {
    let broken = report.counts.iter().filter(|(_, count)| *count > 0);
    broken.map(|(rule, count)| (rule.name(), count)).collect()
}

/// Whether a schedule is right, in a word.
pub(crate) fn verdict(report: &Report) -> &'static str {
    if report.is_valid() { "valid" } else { "invalid" }
}

/// Says whether a schedule is right, how large it is, and lists the first faults.
pub(crate) fn write_verdict(out: &mut dyn Write, checked: &Checked, most: usize) -> Result<()> {
    let (report, schedule) = (checked.report(), checked.schedule());
    // What of a schedule that is kept as templates was looked at.
    let looked_at = match TemplatesRow::of(report) {
        Some(row) => format!(", by symmetry: {} copies of {}", row.copies, row.templates),
        None if has_templates(schedule) => ", every message checked".to_owned(),
        None => String::new(),
    };
    writeln!(out, "{}{looked_at}", said(report))?;
    write_violations(out, checked, most)
}

/// Whether a schedule is kept as templates.
pub(crate) fn has_templates(schedule: &Schedule) -> bool {
    schedule.phases.iter().any(|phase| phase.steps.symmetric().is_some())
}

/// `valid: 7 messages in 3 steps`
pub(crate) fn said(report: &Report) -> String {
    let size = page::size(report.messages, report.steps as u128);
    if report.is_valid() {
        format!("valid: {size}")
    } else {
        format!("invalid: {}; {size}", summary(report))
    }
}

/// Lists the first violations, at most so many, each with a fix.
pub(crate) fn write_violations(out: &mut dyn Write, checked: &Checked, most: usize) -> Result<()> {
    let (report, schedule) = (checked.report(), checked.schedule());
    let listed = &report.violations[..report.violations.len().min(most)];
    for (i, violation) in listed.iter().enumerate() {
        // The message of a violation at the end names the end.
        if violation.step.is_some() {
            let line = report.lines.get(&i).map_or_else(String::new, |(line, column)| {
                format!(", line {line}, column {column}")
            });
            write!(out, "{}{line}: ", violation.when(schedule))?;
        }
        writeln!(out, "{}: {}", violation.rule.name(), violation.message(schedule))?;
        writeln!(out, "    fix: {}", violation.advice(schedule))?;
    }
    let more = report.counts.total() - listed.len() as u64;
    if more > 0 {
        let all = listed.len() == report.violations.len();
        let elsewhere = if all { "" } else { "; `hockney check --all` lists more" };
        writeln!(out, "and {}{elsewhere}", count(more, "more violation"))?;
    }
    Ok(())
}

/// `2 violations: congestion 1, send-port 1`
pub(crate) fn summary(report: &Report) -> String {
    let each: Vec<String> =
        counts(report).into_iter().map(|(rule, count)| format!("{rule} {count}")).collect();
    format!("{}: {}", count(report.counts.total(), "violation"), each.join(", "))
}

/// The symmetry by which a schedule was checked.
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

/// Notes about a valid schedule.
pub(crate) fn notes(report: &Report, schedule: &Schedule) -> Vec<String> {
    report.note(schedule).into_iter().collect()
}

/// The requirement of a reduction for its operator.
pub(crate) fn about_operator(report: &Report) -> Option<&'static str> {
    let needs = report.needs_commutative?;
    Some(if needs {
        "the operator must be commutative and associative"
    } else {
        "the operator must be associative, and need not be commutative"
    })
}

/// The role of an algorithm on a topology.
pub(crate) fn role(role: Role) -> &'static str {
    match role {
        Role::Textbook => "textbook",
        Role::Further => "further",
        Role::Counterexample => "counterexample",
    }
}

/// Bytes per second.
#[derive(Serialize)]
pub(crate) struct Bandwidth {
    /// The size of the operation over its time.
    pub(crate) algorithm: Rational,
    /// The same times a factor that makes it comparable with the bandwidth of a link.
    pub(crate) bus: Rational,
}

impl Bandwidth {
    /// Of a total; `None` without a size in bytes and a unit of time, and where nccl-tests define none.
    pub(crate) fn of(instance: &Instance, numbers: &Numbers, total: &Rational) -> Option<Self> {
        let p = Rational::from(instance.nodes);
        let rest = (&p - &Rational::one()).checked_div(&p)?;
        let one = Rational::one();
        // What counts as the size, in blocks of m words, and the factor.
        let (blocks, factor) = match instance.collective.pattern() {
            Pattern::OneToAll | Pattern::AllToOne | Pattern::Permuted => (one, Rational::one()),
            Pattern::AllReduced => (one, &rest * &Rational::from(2)),
            Pattern::AllToAll
            | Pattern::Reduced
            | Pattern::Scattered
            | Pattern::Gathered
            | Pattern::Pairs => (p, rest),
            Pattern::Prefixes | Pattern::Token => return None,
        };
        let bytes = &(numbers.m.as_ref()? * numbers.word.as_ref()?) * &blocks;
        let algorithm = numbers.bytes_per_second(&bytes, total)?;
        Some(Bandwidth { bus: &algorithm * &factor, algorithm })
    }

    /// `2.5 GB/s`
    pub(crate) fn shown(bytes_per_second: &Rational) -> String {
        let giga = bytes_per_second * &Rational::ratio(1, 1_000_000_000).unwrap_or_default();
        format!("{} GB/s", shown(&giga))
    }
}
