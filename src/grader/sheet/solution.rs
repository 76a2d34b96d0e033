//! A question worked out: its steps with their costs, and the answer to everything asked.

use super::super::key::Key;
use super::super::problems::Asked;
use super::markup::{Block, Span};
use super::proof;
use crate::cost::{Model, PricedPhase, price};
use crate::schedule::Step;

/// How many messages of a step are named.
const NAMED: usize = 16;

pub(super) fn blocks(key: &Key<'_>) -> Vec<Block> {
    let schedule = key.checked.schedule();
    let prices = price(schedule, &key.checked.report().measures, Model::default());
    let mut rows = Vec::new();
    let mut step = Step::default();
    for priced in prices.phases.iter().flat_map(PricedPhase::steps) {
        for number in priced.first..=priced.last {
            key.plan().step_into(number - 1, &mut step);
            rows.push(vec![
                vec![Span::Text(number.to_string())],
                vec![Span::Text(messages(key, &step))],
                vec![Span::formula(&priced.cost.to_string())],
            ]);
        }
    }
    let head = ["step", "messages", "cost"].map(String::from).to_vec();
    let mut blocks = vec![
        Block::from(format!("Solution by {} ({}).", key.algorithm.name(), key.algorithm.source())),
        Block::Table(head, rows),
    ];
    let mut sum = vec![Span::text("Together "), Span::formula(&key.cost.to_string())];
    if let Some(form) = &key.form {
        sum.extend([
            Span::text("; in general "),
            Span::formula(&form.formula),
            Span::text(format!(" ({})", form.source)),
        ]);
    }
    if let Some(total) = key.question.numbers.total(&key.cost) {
        sum.push(Span::text(format!("; with the numbers given {total}")));
    }
    sum.push(Span::text("."));
    blocks.push(Block::Paragraph(sum));
    blocks.extend(proof::blocks(key));
    blocks.extend(key.question.asks.iter().filter_map(|ask| match &ask.asked {
        Asked::Trace { .. } | Asked::Best { .. } | Asked::Verdict { .. } => {
            Some(Block::from(format!("{}: {}.", ask.name, super::super::grade::solution(key, ask))))
        }
        Asked::Formula(_)
        | Asked::Growth { .. }
        | Asked::Number { .. }
        | Asked::Steps
        | Asked::Schedule
        | Asked::Step(_) => None,
    }));
    blocks
}

fn messages(key: &Key<'_>, step: &Step) -> String {
    let show = |node: u32| key.question.topology.show(node);
    let named = step.messages.iter().take(NAMED);
    let mut named: Vec<String> =
        named.map(|message| format!("{} → {}", show(message.from), show(message.to))).collect();
    if step.messages.len() > NAMED {
        named.push(format!("and {} more", step.messages.len() - NAMED));
    }
    named.join(", ")
}
