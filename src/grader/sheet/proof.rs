//! Why a closed form holds for all sizes, in the few lines that one follows with a pencil.

use super::super::key::Key;
use super::markup::{Block, Line, Span};
use crate::proof::certificate::{CaseText, RangeText};
use crate::proof::kernel::Accepted;
use crate::proof::statement::{Statement, Steps};
use crate::proof::{Proved, Verdict, prove};

/// With more cases a proof is no longer short.
const MOST_CASES: usize = 3;
/// Up to how many nodes the step costs are compared with planned schedules.
const UP_TO: u32 = 16;

/// The proof of the question's closed form, where there is one.
pub(super) fn blocks(key: &Key<'_>) -> Vec<Block> {
    let (family, sides) = (key.request.topology.family(), key.request.topology.sizes().len());
    let Verdict::Proved(proved) = prove(key.algorithm, family, sides, None, UP_TO) else {
        return Vec::new();
    };
    let Proved { certificate, accepted, compared } = &*proved;
    let statement = &certificate.statement;
    let claim = vec![
        Span::text("Proof that the steps cost together "),
        Span::formula(&statement.total),
        Span::text(format!(" for {}.", statement.sizes())),
    ];
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
        "That the steps cost this was compared with {} planned and checked schedules: {}.",
        compared.schedules, compared.sizes
    )));
    blocks
}

fn lines(statement: &Statement, case: &CaseText, accepted: &Accepted) -> Vec<Line> {
    let mut lines = Vec::new();
    let phases = statement.phases.iter().zip(&case.sums).zip(&accepted.phases);
    for (k, ((phase, sum), computed)) in (1..).zip(phases) {
        let Steps { from, to, cost, repeat, .. } = phase;
        let label = if statement.phases.len() > 1 { format!("Phase {k}: ") } else { String::new() };
        if computed.count.is_zero() {
            lines.push(vec![Span::text(format!("{label}no steps."))]);
            continue;
        }
        let begin = if label.is_empty() { "Step " } else { "step " };
        let mut line = vec![
            Span::text(format!("{label}{begin}")),
            Span::formula("i"),
            Span::text(" costs "),
            Span::formula(cost),
            Span::text(", from "),
            Span::formula("i"),
            Span::text(" = "),
            Span::formula(from),
            Span::text(" to before "),
            Span::formula(to),
            Span::text(". The steps before step "),
            Span::formula("i"),
            Span::text(" cost "),
            Span::sign("G(i)"),
            Span::text(" = "),
            Span::formula(sum),
            Span::text(": "),
            Span::sign(&format!("G({from})")),
            Span::text(" = 0, and "),
            Span::sign("G(i + 1) - G(i)"),
            Span::text(" = "),
            Span::formula(&computed.cost.to_string()),
            Span::text(" is the cost of step "),
            Span::formula("i"),
            Span::text(". So all of them cost "),
            Span::formula(&computed.all.to_string()),
            Span::text("."),
        ];
        if repeat != "1" {
            line.extend([
                Span::text(" They are run through "),
                Span::formula(repeat),
                Span::text(" times."),
            ]);
        }
        lines.push(line);
    }
    lines.push(vec![
        Span::text("Together "),
        Span::formula(&accepted.total.to_string()),
        Span::text(", which is "),
        Span::formula(&statement.total),
        Span::text("."),
    ]);
    lines
}
