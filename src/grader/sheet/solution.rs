//! A question worked out: its steps with their costs, and the answer to everything asked.

use super::super::key::Key;
use super::super::problems::Asked;
use super::markup::{Block, Span};
use super::proof;
use crate::collective::Data;
use crate::cost::{Cost, Model, PricedPhase, price};
use crate::number::Rational;
use crate::schedule::{Message, Payload, Step};

/// How many messages of a step are named.
const NAMED: usize = 16;

pub(super) fn blocks(key: &Key<'_>) -> Vec<Block> {
    let schedule = key.checked.schedule();
    let prices = price(schedule, &key.checked.report().measures, Model::default());
    // Hops are told where the question has a time for them.
    let hops = !key.question.numbers.t_h.is_zero();
    let told = |cost: &Cost| {
        if hops { cost.clone() } else { Cost { t_h: Rational::zero(), ..cost.clone() } }
    };
    let mut rows = Vec::new();
    let mut step = Step::default();
    for priced in prices.phases.iter().flat_map(PricedPhase::steps) {
        for number in priced.first..=priced.last {
            key.plan().step_into(number - 1, &mut step);
            rows.push(vec![
                vec![Span::Text(number.to_string())],
                vec![Span::Text(messages(key, &step))],
                vec![Span::formula(&told(&priced.cost).to_string())],
            ]);
        }
    }
    let head = ["step", "messages", "cost"].map(String::from).to_vec();
    let mut blocks = vec![
        Block::from(format!("Solution by {} ({}).", key.algorithm.name(), key.algorithm.source())),
        Block::Table(head, rows),
    ];
    let mut sum = vec![Span::text("Together "), Span::formula(&told(&key.cost).to_string())];
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
    let mut named: Vec<String> = named
        .map(|message| {
            format!("{} → {}{}", show(message.from), show(message.to), blocks_of(key, message))
        })
        .collect();
    if step.messages.len() > NAMED {
        named.push(format!("and {} more", step.messages.len() - NAMED));
    }
    let separator = if named.iter().any(|message| message.contains(':')) { "; " } else { ", " };
    named.join(separator)
}

/// The blocks of a message, where there are several in the question: `: 4-7`.
fn blocks_of(key: &Key<'_>, message: &Message) -> String {
    let of = &key.request.instance;
    let Payload::Plain(blocks) = &message.payload else { return String::new() };
    if of.all_blocks().len() < 2 || of.data() == Data::Token {
        return String::new();
    }
    let entries = of.blocks().entries(blocks, of.nodes, of.pieces);
    let more = if entries.len() > NAMED { " .." } else { "" };
    let named = entries.into_iter().take(NAMED).collect::<Vec<_>>();
    format!(": {}{more}", named.join(" "))
}
