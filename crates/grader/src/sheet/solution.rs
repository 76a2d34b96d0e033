//! A question worked out: its steps with their costs, and the answer to everything asked.

use super::super::grade::solution;
use super::super::key::Key;
use super::super::problems::{Ask, Asked};
use super::data::shown;
use super::markup::{self, Block, Span};
use super::{part, proof};
use hockney_base::number::Rational;
use hockney_core::collective::{Data, Instance};
use hockney_core::schedule::{Message, Payload, Step};

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
    let mut sum = markup::line(&format!("Total ${}$", key.in_model(&key.cost)));
    if let Some(form) = &key.form {
        sum.extend(markup::line(&format!("; in general ${}$", form.formula)));
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
        blocks.extend(proof::blocks(key));
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
            let form = key.form.as_ref().and_then(|form| part::of(&form.formula, *of));
            form.map_or_else(no_form, |form| vec![Span::formula(&form), Span::text(".")])
        }
        Asked::Growth { of, symbol } => {
            let form = key.form.as_ref().and_then(|form| part::of(form.as_taught(), *of));
            let symbol = symbol.name();
            let grows =
                |form: String| markup::line(&format!("it grows with ${symbol}$ as ${form}$ does."));
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
