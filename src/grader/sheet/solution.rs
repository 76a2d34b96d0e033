//! A question worked out: its steps with their costs, and the answer to everything asked.

use super::super::key::Key;
use super::super::problems::Asked;
use super::markup::Block;
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
            rows.push(vec![number.to_string(), messages(key, &step), priced.cost.to_string()]);
        }
    }
    let head = ["step", "messages", "cost"].map(String::from).to_vec();
    let mut blocks = vec![
        Block::Paragraph(format!(
            "Solution by {} ({}).",
            key.algorithm.name(),
            key.algorithm.source()
        )),
        Block::Table(head, rows),
    ];
    let form =
        key.form.as_ref().map(|form| format!("in general {} ({})", form.formula, form.source));
    let total = key.question.numbers.total(&key.cost);
    let total = total.map(|total| format!("with the numbers given {total}"));
    let sum: Vec<String> =
        [Some(format!("Together {}", key.cost)), form, total].into_iter().flatten().collect();
    blocks.push(Block::Paragraph(format!("{}.", sum.join("; "))));
    blocks.extend(key.question.asks.iter().filter_map(|ask| match &ask.asked {
        Asked::Trace { .. } | Asked::Best { .. } | Asked::Verdict { .. } => Some(Block::Paragraph(
            format!("{}: {}.", ask.name, super::super::grade::solution(key, ask)),
        )),
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
