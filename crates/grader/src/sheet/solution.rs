//! A question worked out: its steps with their costs, why its closed form holds, and the answer to everything asked.

use super::markup::{LinePart, PagePart, TextLine, line};
use crate::asks::measured;
use crate::{Ask, Key};
use hockney_core::collective::{Data, Instance};
use hockney_core::schedule::{Message, Payload, Route, Step, Value};
use hockney_kernel::Accepted;
use hockney_plan::planner::StatedPhase;
use hockney_proof::certificate::{CaseText, RangeText};
use hockney_proof::statement::Statement;
use hockney_proof::{Proved, Verdict, prove};

/// How many messages of a step are named.
const NAMED: usize = 16;

pub(super) fn blocks(key: &Key<'_>) -> Vec<PagePart> {
    // What is asked about other lines than the planned ones has nothing to do with these.
    let shown = key.question.asks.iter().all(|ask| ask.asked.shown().is_some());
    let is_planned = !shown && !key.question.is_of_network;
    let mut blocks = if is_planned { plan(key) } else { Vec::new() };
    blocks.extend(key.question.asks.iter().flat_map(|ask| answer(key, ask)));
    blocks
}

/// The steps, what they cost together, and why.
fn plan(key: &Key<'_>) -> Vec<PagePart> {
    let schedule = key.checked.schedule();
    let mut rows = Vec::new();
    let mut step = Step::default();
    for (phase, prices) in schedule.phases.iter().zip(&key.prices.phases) {
        let before = rows.len();
        for priced in prices.steps() {
            for number in priced.first..=priced.last {
                phase.steps.step_into(number - 1 - before, &mut step);
                rows.push(vec![
                    vec![LinePart::Text(number.to_string())],
                    vec![LinePart::Text(messages(key, phase.instance(), &step, NAMED))],
                    vec![LinePart::formula(&key.in_model(&priced.cost).to_string())],
                ]);
            }
        }
    }
    let head = ["step", "messages", "cost"].map(String::from).to_vec();
    let algorithms = std::iter::once(key.algorithm).chain(key.then.iter().copied());
    let with: Vec<_> =
        algorithms.map(|of| format!("{} ({})", of.name(), without_lemma(of.source()))).collect();
    let mut blocks = vec![
        PagePart::from(format!("Solution with {}.", with.join(", then "))),
        PagePart::Table(head, rows),
    ];
    let mut sum = line(&format!("Total ${}$", key.in_model(&key.cost)));
    if let Some(form) = &key.form {
        sum.extend(line(&format!("; in general ${}$", form.formula)));
        sum.push(LinePart::text(format!(" ({})", without_lemma(form.source))));
    }
    if let Some(total) = key.question.numbers.total(&key.cost) {
        sum.push(LinePart::text(format!(
            "; with the given numbers {}",
            measured(&total, key.question.numbers.unit)
        )));
    }
    sum.push(LinePart::text("."));
    blocks.push(PagePart::Paragraph(sum));
    if key.then.is_empty() {
        blocks.extend(proof(key));
    }
    blocks
}

/// A source without the name of a lemma, which a handout does not explain.
fn without_lemma(source: &str) -> String {
    source.replace(" by Lemma U", "")
}

/// The answer to an ask, and why it is right.
fn answer(key: &Key<'_>, ask: &Ask) -> Vec<PagePart> {
    let (name, solution) = (&ask.name, ask.asked.solution(key));
    let reason = ask.asked.reason(key).map_or(String::new(), |reason| format!("{reason}."));
    if ask.asked.shown().is_some() {
        // It names messages of the lines that are shown.
        return vec![PagePart::from(format!("{name}: {solution}")), PagePart::Code(reason)];
    }
    if solution.contains('\n') {
        return vec![PagePart::from(format!("{name}:")), PagePart::Code(solution)];
    }
    vec![PagePart::Paragraph(line(format!("{name}: {solution}. {reason}").trim_end()))]
}

/// The messages of a step, the first ones of many.
pub(crate) fn messages(key: &Key<'_>, of: &Instance, step: &Step, most: usize) -> String {
    let show = |node: u32| key.question.topology.show(node);
    let named = step.messages.iter().take(most);
    let mut named: Vec<String> = named
        .map(|message| {
            let blocks = blocks_of(key, of, message, most);
            let via = match &message.route {
                Route::Default => String::new(),
                Route::Via(via) if via.is_empty() => " directly".to_owned(),
                Route::Via(via) => via.iter().fold(" via".to_owned(), |all, vertex| {
                    format!("{all} {}", key.question.topology.number(*vertex))
                }),
            };
            format!("{} → {}{blocks}{via}", show(message.from), show(message.to))
        })
        .collect();
    if step.messages.len() > most {
        named.push(format!("and {} more", step.messages.len() - most));
    }
    named.join(", ")
}

/// The blocks of a message, where there are several in the question: ` [4-7]`, ` [0@4-7]`; the first ones of many.
fn blocks_of(key: &Key<'_>, of: &Instance, message: &Message, most: usize) -> String {
    let partial = |value: &Value| value.contributors.is_some();
    let partial = matches!(&message.payload, Payload::Values(values) if values.iter().any(partial));
    if of.all_blocks().len() < 2 && !partial || of.data() == Data::Token {
        return String::new();
    }
    let topology = &key.question.topology;
    let entries = match &message.payload {
        Payload::Everything => return String::new(),
        Payload::Plain(blocks) => of.entries_on(blocks, topology),
        Payload::Values(values) => {
            let entries = |value: &Value| {
                let whose = value.contributors.as_ref().map(|whose| format!("@{whose}"));
                let whose = whose.unwrap_or_default();
                let entries = of.entries_on(&value.blocks, topology).into_iter();
                entries.map(move |entry| entry + &whose).collect::<Vec<_>>()
            };
            values.iter().flat_map(entries).collect()
        }
    };
    let more = if entries.len() > most { " .." } else { "" };
    let named = entries.into_iter().take(most).collect::<Vec<_>>();
    format!(" [{}{more}]", named.join(" "))
}

/// With more cases a proof is no longer short.
const MOST_CASES: usize = 3;
/// Up to how many nodes the step costs are compared with planned schedules.
const UP_TO: u32 = 16;

/// Why the question's closed form holds for all sizes, in the few lines that one follows with a pencil.
fn proof(key: &Key<'_>) -> Vec<PagePart> {
    let (family, sides) = (key.request.topology.family(), key.request.topology.sizes().len());
    let Verdict::Proved(proved) = prove(key.algorithm, family, sides, None, UP_TO) else {
        return Vec::new();
    };
    let Proved { certificate, accepted, compared } = &*proved;
    let statement = &certificate.statement;
    let (total, sizes) = (&statement.total, statement.sizes());
    let claim = line(&format!("Proof that all steps together cost ${total}$ for {sizes}."));
    let mut blocks = vec![PagePart::Paragraph(claim)];
    if certificate.cases.len() > MOST_CASES {
        blocks.push(PagePart::from(format!(
            "It has {} cases, which `hockney prove {} -t {} -a {}` shows.",
            certificate.cases.len(),
            certificate.collective,
            certificate.topology,
            certificate.algorithm
        )));
        return blocks;
    }
    for (case, accepted) in certificate.cases.iter().zip(accepted) {
        if certificate.cases.len() > 1 {
            let ranges: Vec<String> = case.ranges.iter().map(RangeText::said).collect();
            blocks.push(PagePart::from(format!("For {}:", ranges.join(", "))));
        }
        blocks.push(PagePart::List(lines(statement, case, accepted)));
    }
    blocks.push(PagePart::from(format!(
        "The costs of the steps agree with those of {} planned and checked schedules: {}.",
        compared.schedules, compared.sizes
    )));
    blocks
}

fn lines(statement: &Statement, case: &CaseText, accepted: &Accepted) -> Vec<TextLine> {
    let mut lines = Vec::new();
    let phases = statement.phases.iter().zip(&case.sums).zip(&accepted.phases);
    for (k, ((phase, sum), computed)) in (1..).zip(phases) {
        let StatedPhase { from, to, cost, repeat, .. } = phase;
        let label = if statement.phases.len() > 1 { format!("Phase {k}: ") } else { String::new() };
        if computed.count.is_zero() {
            lines.push(line(&format!("{label}no steps.")));
            continue;
        }
        let begin = if label.is_empty() { "Step " } else { "step " };
        let (cost_of_i, all) = (&computed.cost, &computed.all);
        let mut said = format!(
            "{label}{begin}$i$ costs ${cost}$, from $i$ = ${from}$ to before ${to}$. The steps before \
             step $i$ cost $!G(i)$ = ${sum}$: $!G({from})$ = 0, and $!G(i + 1) - G(i)$ = \
             ${cost_of_i}$ is the cost of step $i$. So all of them cost ${all}$."
        );
        if repeat != "1" {
            said.extend([" They are repeated $", repeat.as_str(), "$ times."]);
        }
        lines.push(line(&said));
    }
    let total = &accepted.total;
    lines.push(line(&format!("Together ${total}$, which is ${}$.", statement.total)));
    lines
}
