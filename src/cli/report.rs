//! The common part of check and cost: the heading of a result, and violations and costs as data, with one schema for all
//! formats.

use super::prelude::*;
use hockney_ask::Found;
use hockney_ask::answer::Proved;
use hockney_core::checker::{BrokenRule, LookedAt, Report, Violation, ViolationPlace};
use hockney_core::topology::{Vertex, label_of, labelled};
use hockney_plan::planner::{named_algorithm, spelt};

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
            collective: collectives(schedule),
            topology: schedule.topology.to_string(),
            p: participants(schedule).into(),
            d: dimension(schedule),
            among: among(schedule).map(<[u32]>::to_vec),
            place: schedule.topology.placement().map(|all| all.nodes().to_vec()),
        }
    }
}

/// The best placement that a search found, with the number of placements that were priced.
pub(crate) fn found_row(found: &Found) -> impl Serialize + use<> {
    let Found { total, block, evaluations, .. } = found.clone();
    // The totals of rank r on node r, and of the placement, are those with pieces of m/n words.
    row! { evaluations, block, total, factor: found.factor() }
}

/// `the best of 20000 placements: 1.9 times less than block`
pub(crate) fn found_text(found: &Found) -> String {
    let factor = found.factor();
    let than = if factor.is_one() {
        "as much as block".to_owned()
    } else {
        format!("{} times less than block", page::ratio(&factor))
    };
    format!("the best of {} placements that were priced: {than}", found.evaluations)
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

/// Says whether a schedule is right, how large it is, and lists the first faults: not those of ports and links, if messages
/// may share these.
pub(crate) fn write_verdict(
    out: &mut dyn Write,
    checked: &Checked,
    most: usize,
    contention: bool,
) -> Result<()> {
    let (report, schedule) = (checked.report(), checked.schedule());
    // What of a schedule that is kept as templates was looked at.
    let looked_at = match TemplatesRow::of(report) {
        Some(row) => format!(", by symmetry: {} copies of {}", row.copies, row.templates),
        None if has_templates(schedule) => ", every message checked".to_owned(),
        None => String::new(),
    };
    writeln!(out, "{}{looked_at}", said(report, contention))?;
    if report.is_valid_if(contention) { Ok(()) } else { write_violations(out, checked, most) }
}

/// Whether a schedule is kept as templates.
pub(crate) fn has_templates(schedule: &Schedule) -> bool {
    schedule.phases.iter().any(|phase| phase.steps.symmetric().is_some())
}

/// `valid: 7 messages in 3 steps`, or where messages may share links and ports `shares links: ..`.
pub(crate) fn said(report: &Report, contention: bool) -> String {
    let size = page::size(report.messages, report.steps as u128);
    if report.is_valid() {
        format!("valid: {size}")
    } else if report.is_valid_if(contention) {
        let each = counts(report).into_iter().map(|(rule, count)| format!("{rule} {count}"));
        let each = each.collect::<Vec<_>>().join(", ");
        format!("shares links: {size}; messages that share a link or port wait: {each}")
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
pub(crate) fn about_operator(report: &Report, in_order: Option<bool>) -> Option<&'static str> {
    let needs = report.needs_commutative?;
    Some(match in_order {
        Some(true) => "the operator must be associative, and need not be commutative",
        None if !needs => {
            "the operator must be associative; there is an order of adding that needs no commutativity"
        }
        _ => "the operator must be commutative and associative",
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

/// `broadcast (one-to-all broadcast) on ring:8, p = 8 (d = 3), root 0`; of some nodes `.. among 0, 2, 5 of ring:8, p = 3,
/// root 0`, and of placed ranks `.. on ring:8, p = 3, ranks on nodes 0 2 5, root 2 (rank 1)`.
pub(crate) fn heading(
    machine: &Topology,
    instance: &Instance,
    members: Option<&[Vertex]>,
) -> String {
    let Instance { collective, nodes: p, root, exclusive, by, pieces, .. } = instance;
    let on = match members {
        None => format!("on {}", named(machine)),
        Some(nodes) if machine.placement().is_some() => {
            format!("on {machine}, p = {p}, ranks on nodes {}", first_of(nodes, " "))
        }
        Some(nodes) => format!("among {} of {machine}, p = {p}", first_of(nodes, ", ")),
    };
    let root = members.map_or(*root, |nodes| nodes.get(*root as usize).copied().unwrap_or(0));
    let root = machine.show(root);
    let (by, pieces) = (u64::from(*by), u64::from(*pieces));
    let parameters = parameters(collective, &root, *exclusive, by, pieces);
    format!("{} {on}{parameters}", names(collective))
}

/// `broadcast .. on ring:8, p = 8 (d = 3), root 0, by recursive-doubling`
pub(crate) fn title(subject: &Subject) -> String {
    let heading = of_schedule(subject.schedule());
    match (subject.algorithm, &subject.said) {
        (Some(algorithm), _) => {
            format!("{heading}, by {}", named_as(algorithm, subject.asked_as.as_deref()))
        }
        (None, Some(said)) => format!("{heading}, stated algorithm {said}"),
        (None, None) => heading,
    }
}

/// The heading of an answer by proof, on a machine that may be larger than any that is made.
pub(crate) fn of_proved(Proved { question, figures, asked_as, pieces, .. }: &Proved) -> String {
    let Large { collective, family, size, root, exclusive, .. } = question;
    let (names, on, p) = (names(collective), question.machine(), question.nodes());
    let d = question.dimension().map_or_else(String::new, |d| format!(" (d = {d})"));
    let root = labelled(root, label_of(family, &size.sizes, *root));
    let by = size.by.unwrap_or_default();
    let parameters = parameters(collective, &root, *exclusive, by, *pieces);
    let by = figures.algorithm.map(|algorithm| named_as(algorithm, asked_as.as_deref()));
    format!("{names} on {on}, p = {p}{d}{parameters}, by {}", by.unwrap_or_default())
}

/// `ring:8, p = 8 (d = 3)`
pub(crate) fn named(topology: &Topology) -> String {
    let p = topology.nodes();
    let dimension = topology.dimension().map_or_else(String::new, |d| format!(" (d = {d})"));
    let file = topology.file().map_or_else(String::new, |file| format!(":{file}"));
    format!("{topology}{file}, p = {p}{dimension}")
}

/// `broadcast (one-to-all broadcast)`, or one name where both are the same.
pub(crate) fn names(collective: &Collective) -> String {
    if collective.name() == collective.textbook() {
        collective.name().to_owned()
    } else {
        format!("{} ({})", collective.name(), collective.textbook())
    }
}

fn parameters(of: &Collective, root: &str, exclusive: bool, by: u64, pieces: u64) -> String {
    let pieces = if pieces > 1 { format!(", {pieces} pieces") } else { String::new() };
    match of.parameter() {
        Some(Parameter::Root) => format!(", root {root}{pieces}"),
        Some(Parameter::Exclusive) if exclusive => format!(", exclusive{pieces}"),
        Some(Parameter::By) => format!(", by {by}{pieces}"),
        Some(Parameter::Exclusive | Parameter::Map) | None => pieces,
    }
}

/// The heading of a whole schedule: its one collective, or how many phases it has.
pub(crate) fn of_schedule(schedule: &Schedule) -> String {
    match &schedule.phases[..] {
        [Phase { groups, .. }] if groups.len() == 1 => {
            heading(&schedule.topology, &groups[0].instance, groups[0].members.as_deref())
        }
        phases => {
            let names = phases.iter().map(|phase| names(phase.instance().collective));
            let names: Vec<String> = names.collect();
            format!("{} on {}", names.join(", then "), named(&schedule.topology))
        }
    }
}

/// `hypercube-binomial (asked as binomial)`, or the name alone where that was asked for.
pub(crate) fn named_as(algorithm: &Algorithm, asked: Option<&str>) -> String {
    let name = algorithm.name();
    match asked.map(spelt).filter(|asked| asked != "best" && asked != name) {
        Some(asked) => format!("{name} (asked as {asked})"),
        None => name.to_owned(),
    }
}

/// The heading of a ranking, with the algorithms that were asked for by other names.
pub(crate) fn of_ranking(asked: &Question, only: &[String]) -> String {
    let others = only.iter().filter_map(|name| {
        let algorithm = named_algorithm(name, asked.request())?;
        (algorithm.name() != spelt(name)).then(|| named_as(algorithm, Some(name)))
    });
    let others: Vec<String> = others.collect();
    let with = if others.is_empty() { "" } else { ", with " };
    let members = asked.members().map(Subset::members);
    let members = members.or(asked.placement().map(Placement::nodes));
    let heading = heading(asked.machine(), asked.instance(), members);
    format!("{heading}{with}{}", others.join(" and "))
}

/// The most members that a heading names.
const MOST_NAMED: usize = 16;

/// `0, 2, 5`, and `..` after the first of many.
fn first_of(nodes: &[Vertex], separator: &str) -> String {
    let named = nodes.iter().take(MOST_NAMED).map(u32::to_string);
    let more = (nodes.len() > MOST_NAMED).then(|| "..".to_owned());
    named.chain(more).collect::<Vec<_>>().join(separator)
}

/// The nodes that take part, where one group of some does.
pub(crate) fn among(schedule: &Schedule) -> Option<&[Vertex]> {
    match &schedule.phases[..] {
        [phase] if phase.groups.len() == 1 && schedule.topology.placement().is_none() => {
            phase.groups[0].members.as_deref()
        }
        _ => None,
    }
}

/// How many ranks or nodes take part: all, or where one group of some does as many as it has.
pub(crate) fn participants(schedule: &Schedule) -> u32 {
    among(schedule).map_or(schedule.topology.ranks(), |_| schedule.phases[0].instance().nodes)
}

/// log p, where all take part and p is a power of two.
pub(crate) fn dimension(schedule: &Schedule) -> Option<u32> {
    let p = participants(schedule);
    p.is_power_of_two().then(|| p.trailing_zeros())
}

/// The root, a node of the machine, of the one collective that has one.
pub(crate) fn root(schedule: &Schedule) -> Option<Vertex> {
    let [Phase { groups, .. }] = &schedule.phases[..] else { return None };
    let [group] = &groups[..] else { return None };
    let rooted = group.instance.collective.parameter() == Some(Parameter::Root);
    rooted.then(|| group.node(group.instance.root))
}

/// `broadcast`, and `broadcast, then reduce` of several phases.
pub(crate) fn collectives(schedule: &Schedule) -> String {
    let names: Vec<&str> =
        schedule.phases.iter().map(|phase| phase.instance().collective.name()).collect();
    names.join(", then ")
}
