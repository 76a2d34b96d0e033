//! Why a closed form holds for all sizes, in the few lines that one follows with a pencil.

use super::super::key::Key;
use super::markup::{Block, Line, line};
use hockney_kernel::Accepted;
use hockney_plan::planner::StatedPhase;
use hockney_proof::certificate::{CaseText, RangeText};
use hockney_proof::statement::Statement;
use hockney_proof::{Proved, Verdict, prove};

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
