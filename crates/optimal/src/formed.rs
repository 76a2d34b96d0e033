//! The encoding of all-reduce: which node can form the combination of which contributions, exactly.
//!
//! A value is a non-empty set of contributors, as the bits of a number. A node can form the disjoint unions of
//! what it knows. Each value in a message is paid.

use super::cnf::{Cnf, Literal, Truth};
use super::routes::{RouteClauses, StepMessages};
use super::task::{Extent, Task};

/// The most nodes of an all-reduce: there are 3^p pairs of a value and a part of it.
pub const MOST_COMBINED: u32 = 8;

/// A received value: receiver, piece, contributors, variable.
pub(super) type ReceivedValue = (u32, u32, u32, Literal);

/// Writes the clauses for one port; `None` where the number of pieces is not limited.
pub(super) fn encode(
    task: &Task,
    extent: Extent,
    cnf: &mut Cnf,
) -> Option<(Vec<StepMessages>, Vec<Vec<ReceivedValue>>)> {
    let (p, pieces) = (task.wires.nodes, task.pieces);
    let routes = RouteClauses::of(task);
    let messages: Vec<StepMessages> = (0..extent.steps).map(|_| routes.step(cnf)).collect();
    let sizes = extent.sizes(cnf)?;
    let all = (1_u32 << p) - 1;
    let mut by_size: Vec<u32> = (1..=all).collect();
    by_size.sort_by_key(|set| set.count_ones());
    // forms[node][piece][set]; place 0 is unused.
    let own = |v: u32| {
        let known = |set: u32| if set == 1 << v { Truth::Yes } else { Truth::No };
        vec![(0..=all).map(known).collect::<Vec<_>>(); pieces as usize]
    };
    let mut forms: Vec<Vec<Vec<Truth>>> = (0..p).map(own).collect();
    let mut received = Vec::new();
    for (messages, sizes) in messages.iter().zip(&sizes) {
        let one_value = sizes.len() == 1;
        let sent = says(&forms, one_value, cnf);
        let mut of_step: Vec<ReceivedValue> = Vec::new();
        let mut after = forms.clone();
        for v in 0..p {
            let senders: Vec<(u32, Literal)> = messages.to(v).collect();
            let some: Vec<Truth> = senders.iter().map(|(_, sends)| Truth::If(*sends)).collect();
            let first = of_step.len();
            for piece in 0..pieces {
                let mut comes = vec![0; all as usize + 1];
                for set in (1..=all).filter(|set| *set != 1 << v) {
                    let said = |a: u32| sent[a as usize][piece as usize][set as usize];
                    if senders.iter().all(|(a, _)| said(*a) == Truth::No) {
                        continue;
                    }
                    let literal = cnf.variable();
                    comes[set as usize] = literal;
                    of_step.push((v, piece, set, literal));
                    cnf.imply(&[Truth::If(literal)], &some);
                    for (a, sends) in &senders {
                        cnf.imply(&[Truth::If(literal), Truth::If(*sends)], &[said(*a)]);
                    }
                }
                let before = &forms[v as usize][piece as usize];
                let then = &mut after[v as usize][piece as usize];
                for set in &by_size {
                    then[*set as usize] = formable(*set, before, then, &comes, one_value, cnf);
                }
            }
            let inputs: Vec<Literal> = of_step[first..].iter().map(|(.., r)| *r).collect();
            cnf.bounded(&inputs, sizes);
        }
        forms = after;
        received.push(of_step);
    }
    for piece in forms.iter().flatten() {
        cnf.add_known([piece[all as usize]]);
    }
    Some((messages, received))
}

/// What each node says in a step: `[node][piece][set]`, each of which it can form.
fn says(forms: &[Vec<Vec<Truth>>], one_value: bool, cnf: &mut Cnf) -> Vec<Vec<Vec<Truth>>> {
    let mut all = forms.to_vec();
    for node in &mut all {
        let mut literals = Vec::new();
        for said in node.iter_mut().flatten().filter(|formable| **formable != Truth::No) {
            let literal = cnf.variable();
            literals.push(literal);
            cnf.imply(&[Truth::If(literal)], &[*said]);
            *said = Truth::If(literal);
        }
        if one_value {
            cnf.at_most(1, &literals);
        }
    }
    all
}

/// Whether a set can be formed after a step: it could before, or a received value is a part of it and the
/// rest can be formed. If one value comes, the rest could be formed before.
fn formable(
    set: u32,
    before: &[Truth],
    after: &[Truth],
    comes: &[Literal],
    one_value: bool,
    cnf: &mut Cnf,
) -> Truth {
    if before[set as usize] == Truth::Yes {
        return Truth::Yes;
    }
    let mut ways = vec![before[set as usize]];
    let mut with_rest = Vec::new();
    let mut part = set;
    while part > 0 {
        let (literal, rest) = (comes[part as usize], (set ^ part) as usize);
        let known = if one_value { before } else { after };
        match known[rest] {
            _ if literal == 0 => {}
            _ if rest == 0 => ways.push(Truth::If(literal)),
            Truth::Yes => ways.push(Truth::If(literal)),
            Truth::No => {}
            Truth::If(rest) => with_rest.push((literal, rest)),
        }
        part = (part - 1) & set;
    }
    if with_rest.is_empty() && ways.iter().all(|way| *way == Truth::No) {
        return Truth::No;
    }
    let formed = cnf.variable();
    for (literal, rest) in with_rest {
        let both = cnf.variable();
        cnf.add(&[-both, literal]);
        cnf.add(&[-both, rest]);
        ways.push(Truth::If(both));
    }
    cnf.imply(&[Truth::If(formed)], &ways);
    Truth::If(formed)
}
