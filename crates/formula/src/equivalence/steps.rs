//! The steps of an identity, for readers who follow it by hand.

use crate::Link;
use crate::equivalence::{Given, MOST_WORK, Setting};
use crate::normal_form::{Atoms, Form, Normalizer, World};
use hockney_base::number::work;

/// The most cases that are shown.
const MOST_CASES: usize = 12;

/// How the two come to their normal forms, line by line; empty for orders of growth.
pub fn steps(left: &Link, right: &Link, given: &Given) -> Vec<String> {
    if left.growth.is_some() || right.growth.is_some() {
        return Vec::new();
    }
    work::within(MOST_WORK, || lines(left, right, given))
}

fn lines(left: &Link, right: &Link, given: &Given) -> Vec<String> {
    let setting = Setting::new(&[&left.expr, &right.expr], given);
    let mut lines: Vec<String> = setting
        .names
        .given
        .iter()
        .map(|(name, meaning)| format!("put {name} = {meaning}"))
        .collect();
    let mut atoms = Atoms::default();
    let mut open = vec![World::default()];
    let mut shown = 0;
    while let Some(world) = open.pop() {
        let mut normalizer = Normalizer::new(&mut atoms, &world, &setting.names);
        normalizer.proving = true;
        let forms =
            normalizer.form(&left.expr).and_then(|one| Ok((one, normalizer.form(&right.expr)?)));
        let sums = std::mem::take(&mut normalizer.sums);
        match forms {
            Ok((one, other)) => {
                if shown == MOST_CASES {
                    lines.push("and so on in the other cases".to_owned());
                    break;
                }
                shown += 1;
                let case = world.show(&atoms);
                if !case.is_empty() {
                    lines.push(format!("case {case}:"));
                }
                for sum in sums {
                    lines.push(format!("{} = {}", sum.text, sum.sum.show(&atoms)));
                    if let Some((body, antidifference, after)) = &sum.why {
                        lines.push(format!(
                            "  since G = {} grows by {} when the index grows by one,",
                            antidifference.show(&atoms),
                            body.show(&atoms)
                        ));
                        lines.push(format!(
                            "  and the sum is G at {} minus G at the first index",
                            after.show(&atoms)
                        ));
                    }
                }
                lines.extend(ends(&one, &other, &atoms));
            }
            Err(stop) => {
                let stopped = world.divide(stop, &atoms, &mut open).err();
                lines.extend(stopped.map(|why| format!("stopped: {why}")));
            }
        }
    }
    lines
}

fn ends(one: &Form, other: &Form, atoms: &Atoms) -> Vec<String> {
    let mut lines = vec![
        format!("left, multiplied out: {}", one.show(atoms)),
        format!("right, multiplied out: {}", other.show(atoms)),
    ];
    match one.same(other) {
        Ok(true) if one == other => lines.push("equal term by term".to_owned()),
        Ok(true) => lines.push("equal after cross-multiplication".to_owned()),
        Ok(false) => {
            if let Ok(difference) = one.minus(other) {
                lines.push(format!("left - right = {}", difference.show(atoms)));
            }
        }
        Err(_) => {}
    }
    lines
}
