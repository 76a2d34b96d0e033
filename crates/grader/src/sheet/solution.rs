//! A question worked out: its steps with their costs, why its closed form holds, and the answer to everything asked.

use std::convert::Infallible;

use super::super::grade::solution;
use super::data::shown;
use super::markup::{Block, Line, Span, line};
use crate::{Ask, Asked, Key, Quantity};
use hockney_base::number::Rational;
use hockney_core::collective::{Data, Instance};
use hockney_core::schedule::{Message, Payload, Step};
use hockney_formula::{Expr, Node, Operation, Reading, Sign};
use hockney_kernel::Accepted;
use hockney_plan::planner::StatedPhase;
use hockney_proof::certificate::{CaseText, RangeText};
use hockney_proof::statement::Statement;
use hockney_proof::{Proved, Verdict, prove};

/// How many messages of a step are named.
const NAMED: usize = 16;

pub(super) fn blocks(key: &Key<'_>) -> Vec<Block> {
    let schedule = key.checked.schedule();
    let mut rows = Vec::new();
    let mut step = Step::default();
    for (phase, prices) in schedule.phases.iter().zip(&key.prices.phases) {
        let before = rows.len();
        for priced in prices.steps() {
            for number in priced.first..=priced.last {
                phase.steps.step_into(number - 1 - before, &mut step);
                rows.push(vec![
                    vec![Span::Text(number.to_string())],
                    vec![Span::Text(messages(key, phase.instance(), &step, NAMED))],
                    vec![Span::formula(&key.in_model(&priced.cost).to_string())],
                ]);
            }
        }
    }
    let head = ["step", "messages", "cost"].map(String::from).to_vec();
    let algorithms = std::iter::once(key.algorithm).chain(key.then.iter().copied());
    let with: Vec<_> = algorithms.map(|of| format!("{} ({})", of.name(), of.source())).collect();
    let mut blocks = vec![
        Block::from(format!("Solution with {}.", with.join(", then "))),
        Block::Table(head, rows),
    ];
    let mut sum = line(&format!("Total ${}$", key.in_model(&key.cost)));
    if let Some(form) = &key.form {
        sum.extend(line(&format!("; in general ${}$", form.formula)));
        sum.push(Span::text(format!(" ({})", form.source)));
    }
    if let Some(total) = key.question.numbers.total(&key.cost) {
        sum.push(Span::text(format!(
            "; with the given numbers {}",
            measured(&total, key.question.numbers.unit)
        )));
    }
    sum.push(Span::text("."));
    blocks.push(Block::Paragraph(sum));
    if key.then.is_empty() {
        blocks.extend(proof(key));
    }
    blocks.extend(key.question.asks.iter().flat_map(|ask| answer(key, ask)));
    blocks
}

/// The answer to an ask.
fn answer(key: &Key<'_>, ask: &Ask) -> Vec<Block> {
    let text = |text: String| vec![Span::Text(text)];
    let no_form = || text(format!("{} has no closed form.", key.algorithm.name()));
    let said = match &ask.asked {
        Asked::Formula(of) => {
            let form = key.form.as_ref().and_then(|form| part(&form.formula, *of));
            form.map_or_else(no_form, |form| vec![Span::formula(&form), Span::text(".")])
        }
        Asked::Growth { of, symbol } => {
            let form = key.form.as_ref().and_then(|form| part(form.as_taught(), *of));
            let symbol = symbol.name();
            let grows = |form: String| line(&format!("it grows with ${symbol}$ as ${form}$ does."));
            form.map_or_else(no_form, grows)
        }
        Asked::Number { unit, .. } => {
            let unit = unit.as_deref().or(key.question.numbers.unit);
            let total = key.question.numbers.total(&key.cost);
            text(total.map_or_else(
                || "the question does not give all numbers.".to_owned(),
                |total| format!("{}.", measured(&total, unit)),
            ))
        }
        Asked::Steps => text(format!("{}.", key.steps())),
        Asked::Schedule => text("the messages of the table.".to_owned()),
        Asked::Step(number) => {
            let mut step = Step::default();
            // The key is refused where it has no such step.
            key.plan().step_into(*number as usize - 1, &mut step);
            text(format!("{}.", messages(key, &key.request.instance, &step, usize::MAX)))
        }
        Asked::Trace { .. }
        | Asked::Best { .. }
        | Asked::Messages(_)
        | Asked::Route(_)
        | Asked::Links(_) => text(format!("{}.", solution(key, ask).replace("->", "→"))),
        // It names messages, with arrows.
        Asked::Verdict { .. } => {
            return vec![Block::from(format!("{}:", ask.name)), Block::Code(solution(key, ask))];
        }
    };
    let label = Span::Text(format!("{}: ", ask.name));
    vec![Block::Paragraph([label].into_iter().chain(said).collect())]
}

/// A number with its unit.
fn measured(value: &Rational, unit: Option<&str>) -> String {
    unit.map_or_else(|| shown(value), |unit| format!("{} {unit}", shown(value)))
}

/// The messages of a step, the first ones of many.
fn messages(key: &Key<'_>, of: &Instance, step: &Step, most: usize) -> String {
    let show = |node: u32| key.question.topology.show(node);
    let named = step.messages.iter().take(most);
    let mut named: Vec<String> = named
        .map(|message| {
            format!("{} → {}{}", show(message.from), show(message.to), blocks_of(key, of, message))
        })
        .collect();
    if step.messages.len() > most {
        named.push(format!("and {} more", step.messages.len() - most));
    }
    named.join(", ")
}

/// The blocks of a message, where there are several in the question: ` [4-7]`.
fn blocks_of(key: &Key<'_>, of: &Instance, message: &Message) -> String {
    let Payload::Plain(blocks) = &message.payload else { return String::new() };
    if of.all_blocks().len() < 2 || of.data() == Data::Token {
        return String::new();
    }
    let entries = of.entries_on(blocks, &key.question.topology);
    let more = if entries.len() > NAMED { " .." } else { "" };
    let named = entries.into_iter().take(NAMED).collect::<Vec<_>>();
    format!(" [{}{more}]", named.join(" "))
}

/// With more cases a proof is no longer short.
const MOST_CASES: usize = 3;
/// Up to how many nodes the step costs are compared with planned schedules.
const UP_TO: u32 = 16;

/// Why the question's closed form holds for all sizes, in the few lines that one follows with a pencil.
fn proof(key: &Key<'_>) -> Vec<Block> {
    let (family, sides) = (key.request.topology.family(), key.request.topology.sizes().len());
    let Verdict::Proved(proved) = prove(key.algorithm, family, sides, None, UP_TO) else {
        return Vec::new();
    };
    let Proved { certificate, accepted, compared } = &*proved;
    let statement = &certificate.statement;
    let (total, sizes) = (&statement.total, statement.sizes());
    let claim = line(&format!("Proof that all steps together cost ${total}$ for {sizes}."));
    let mut blocks = vec![Block::Paragraph(claim)];
    if certificate.cases.len() > MOST_CASES {
        blocks.push(Block::from(format!(
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
            blocks.push(Block::from(format!("For {}:", ranges.join(", "))));
        }
        blocks.push(Block::List(lines(statement, case, accepted)));
    }
    blocks.push(Block::from(format!(
        "The costs of the steps agree with those of {} planned and checked schedules: {}.",
        compared.schedules, compared.sizes
    )));
    blocks
}

fn lines(statement: &Statement, case: &CaseText, accepted: &Accepted) -> Vec<Line> {
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

/// The part of a closed form that is steps or words, as one would write it down: without factors of 1 and terms that
/// are 0.
fn part(form: &str, quantity: Quantity) -> Option<String> {
    let (t_s, t_w) = match quantity {
        Quantity::Cost => return Some(form.to_owned()),
        Quantity::Steps => ("1", "0"),
        Quantity::Words => ("0", "1"),
    };
    let reading = Reading::new().with("t_s", t_s).ok()?.with("t_w", t_w).ok()?;
    let part = reading.with("t_h", "0").ok()?.read(form).ok()?;
    Some(simple(part.expr()?).to_string())
}

fn simple(expr: &Expr) -> Expr {
    let Ok::<_, Infallible>(expr) = expr.with_parts(|part| Ok(simple(part)));
    let node = match expr.node {
        Node::Sum(terms) => sum(terms),
        Node::Product(factors) => product(factors),
        node => node,
    };
    Expr { node, span: expr.span }
}

fn is(expr: &Expr, number: &Rational) -> bool {
    matches!(&expr.node, Node::Number(found) if found == number)
}

fn sum(mut terms: Vec<(Sign, Expr)>) -> Node {
    terms.retain(|(_, term)| !is(term, &Rational::zero()));
    match &mut terms[..] {
        [] => Node::Number(Rational::zero()),
        [(Sign::Plus, _)] => terms.swap_remove(0).1.node,
        _ => Node::Sum(terms),
    }
}

fn product(mut factors: Vec<(Operation, Expr)>) -> Node {
    let times = |operation: Operation| operation == Operation::Times;
    if factors.iter().any(|(operation, factor)| times(*operation) && is(factor, &Rational::zero()))
    {
        return Node::Number(Rational::zero());
    }
    // From left to right a 1 changes nothing, except as what is divided.
    let one = |factor: &(Operation, Expr)| times(factor.0) && is(&factor.1, &Rational::one());
    let first = factors.first().is_some_and(one);
    let mut place = 0;
    factors.retain(|factor| {
        place += 1;
        place == 1 || !one(factor)
    });
    if first && factors.get(1).is_none_or(|(operation, _)| times(*operation)) {
        factors.remove(0);
    }
    match &mut factors[..] {
        [] => Node::Number(Rational::one()),
        [_] => factors.swap_remove(0).1.node,
        _ => Node::Product(factors),
    }
}
