//! What each node holds after some steps.

use std::collections::BTreeSet;

use super::super::key::Key;
use super::super::verdict::{Graded, Verdict};
use super::another::for_another;
use super::holdings::{Holdings, read};
use crate::collective::{Data, Parameter};
use crate::number::Rational;
use crate::planner::Request;
use crate::schedule::{Runs, Steps};
use crate::trace::{Operator, State, watch};

/// What a node holds: numbers of blocks, or values.
type Node = Vec<Rational>;

pub(super) fn grade(
    key: &Key<'_>,
    after: u32,
    values: Option<&(Vec<Rational>, Operator)>,
    text: &str,
) -> Graded {
    let given = match read(text, &key.question.topology) {
        Ok(given) => given,
        Err(why) => return Graded::nothing(Verdict::Unreadable, why),
    };
    let tracer = Tracer { key, values };
    let states = tracer.states(&key.request, key.plan());
    let after = after as usize;
    let Some(wanted) = states.get(after) else {
        let text = format!("{} has only {} steps", key.algorithm.name(), states.len() - 1);
        return Graded::nothing(Verdict::Undecided, text);
    };
    if tracer.agrees(wanted, &given) {
        return Graded::right("right");
    }
    for (algorithm, request, steps) in key.other_plans() {
        let states = tracer.states(&request, &*steps);
        let state = states.get(after).or(states.last());
        if state.is_some_and(|state| tracer.agrees(state, &given)) {
            let (name, more) = (algorithm.name(), format!(": {}", tracer.spelled(wanted, 0)));
            return for_another(key, name, &format!("right for {name}"), &more);
        }
    }
    let full = tracer.spelled(wanted, after);
    if let Some(when) = states.iter().position(|state| tracer.agrees(state, &given)) {
        let hint =
            format!("this is what the nodes hold after step {when}, and step {after} is asked for");
        return Graded::partly(&key.question.partial.one_slip, "another step", hint, full);
    }
    if tracer.is_short(&given) {
        return Graded::nothing(
            Verdict::Unreadable,
            "write what each node holds, such as `0: 0 1` in a line for each",
        );
    }
    if key.accepts("") && key.question.algorithm.is_none() && tracer.is_plausible(&given, after) {
        let text = format!(
            "this is not what {} does, and another algorithm may: it is not decided",
            key.algorithm.name()
        );
        return Graded::nothing(Verdict::Undecided, text);
    }
    match tracer.first_difference(wanted, &given) {
        Some(node) => {
            let name = key.question.topology.show(node);
            let hint = format!("node {name} holds something else after step {after}");
            Graded::wrong("trace", hint, full)
        }
        None => Graded::wrong(
            "trace",
            format!("the nodes hold something else after step {after}"),
            full,
        ),
    }
}

/// The right answer, spelled out.
pub(super) fn solution(
    key: &Key<'_>,
    after: u32,
    values: Option<&(Vec<Rational>, Operator)>,
) -> String {
    let tracer = Tracer { key, values };
    let states = tracer.states(&key.request, key.plan());
    match states.get(after as usize) {
        Some(wanted) => tracer.spelled(wanted, after as usize),
        None => format!("{} has only {} steps", key.algorithm.name(), states.len() - 1),
    }
}

struct Tracer<'a> {
    key: &'a Key<'a>,
    values: Option<&'a (Vec<Rational>, Operator)>,
}

/// What the nodes hold after a step: all that they have got, or where blocks have one destination
/// only what they have not sent on.
struct Held {
    all: Vec<Node>,
    left: Vec<Node>,
}

impl Tracer<'_> {
    /// What the nodes hold after 0, 1, .. steps.
    fn states(&self, request: &Request, steps: &dyn Steps) -> Vec<Held> {
        let of = &request.instance;
        let start: Vec<Vec<(u64, Runs)>> = (0..of.nodes)
            .map(|node| {
                let contributors = match of.data() {
                    Data::Copied => Runs::new(),
                    Data::Combined | Data::Token => Runs::one(u64::from(node)),
                };
                of.initial(node).iter().map(|block| (block, contributors.clone())).collect()
            })
            .collect();
        let mut states = vec![self.held(request, |node| start[node as usize].clone())];
        let known = |state: &State, node: u32| {
            let block = |(block, held): (u64, &[crate::trace::Held])| {
                let mut all = Runs::new();
                for held in held {
                    all.extend(&held.contributors);
                }
                (block, all)
            };
            state.of(node).map(block).collect::<Vec<_>>()
        };
        let mut left: Vec<BTreeSet<u64>> =
            (0..of.nodes).map(|node| of.initial(node).iter().collect()).collect();
        let moves = of.data() == Data::Copied
            && !matches!(of.collective.name(), "broadcast" | "all-gather");
        let _ = watch::<()>(of, steps, None, |_, transfers, state| {
            let mut held = self.held(request, |node| known(state, node));
            for transfer in transfers.iter().filter(|_| moves) {
                for (block, _) in &transfer.carried {
                    left[transfer.from as usize].remove(block);
                }
            }
            for transfer in transfers.iter().filter(|_| moves) {
                left[transfer.to as usize].extend(transfer.carried.iter().map(|(block, _)| *block));
            }
            if moves {
                let of_node = |node: u32| {
                    left[node as usize].iter().map(|block| (*block, Runs::new())).collect()
                };
                held.left = self.held(request, of_node).all;
            }
            states.push(held);
            Ok(())
        });
        states
    }

    fn held(&self, request: &Request, known: impl Fn(u32) -> Vec<(u64, Runs)>) -> Held {
        let of = &request.instance;
        // Of a scan a node has a result, and beside it what it passes on; the result is asked for.
        let scan = of.collective.parameter() == Some(Parameter::Exclusive);
        let node = |node: u32| -> Node {
            let required = of.required(node).contributors;
            let counts = |who: &u64| !scan || required.contains(*who);
            let input = |at: u64| self.values?.0.get(usize::try_from(at).ok()?).cloned();
            let known = known(node).into_iter();
            match (of.data(), self.values) {
                (Data::Copied, None) => known.map(|(block, _)| Rational::from(block)).collect(),
                (Data::Copied, Some(_)) => known.filter_map(|(block, _)| input(block)).collect(),
                // Without inputs what is combined is said by who is in it.
                (_, None) => {
                    let mut all = Runs::new();
                    for (_, contributors) in known {
                        all.extend(&contributors);
                    }
                    all.iter().filter(counts).map(Rational::from).collect()
                }
                (_, Some((_, operator))) => known
                    .filter_map(|(_, contributors)| {
                        let inputs = contributors.iter().filter(counts).filter_map(input);
                        inputs.reduce(|a, b| operator.combine(&a, &b))
                    })
                    .collect(),
            }
        };
        Held { all: (0..of.nodes).map(node).collect(), left: Vec::new() }
    }

    fn agrees(&self, state: &Held, given: &Holdings) -> bool {
        let ways = [&state.all, &state.left].into_iter().filter(|nodes| !nodes.is_empty());
        ways.into_iter().any(|nodes| match given {
            Holdings::Nodes(lists) => {
                let same = |(list, node): (&Option<Node>, &Node)| {
                    sorted(list.as_deref().unwrap_or_default()) == sorted(node)
                };
                lists.iter().zip(nodes).all(same)
            }
            Holdings::Row(row) => {
                let single: Vec<&Rational> = nodes.iter().flatten().collect();
                let one_each = nodes.iter().all(|node| node.len() == 1);
                let values = one_each && row.iter().eq(single);
                values || (self.is_one_message() && sorted(row) == holders(nodes))
            }
        })
    }

    /// Whether there is one message, so that it is enough to say who has it.
    fn is_one_message(&self) -> bool {
        let of = &self.key.question.instance;
        of.data() == Data::Copied && of.all_blocks().len() == 1 && self.values.is_none()
    }

    /// Whether a row is given where each node holds a list of its own, or the wrong number of them.
    fn is_short(&self, given: &Holdings) -> bool {
        let Holdings::Row(row) = given else { return false };
        !self.is_one_message() && row.len() != self.key.question.topology.nodes() as usize
    }

    /// Whether blocks may have spread like this: each node has its own, and what it has got at most
    /// doubled in each step; of one message, the nodes that have it did.
    fn is_plausible(&self, given: &Holdings, after: usize) -> bool {
        let of = &self.key.question.instance;
        if of.data() != Data::Copied || self.values.is_some() {
            return false;
        }
        let times = u32::try_from(after).ok().and_then(|after| 1_u64.checked_shl(after));
        let within =
            |count: u64, start: u64| times.is_none_or(|times| count <= start.saturating_mul(times));
        if self.is_one_message() {
            let holders = match given {
                Holdings::Row(row) => row.clone(),
                Holdings::Nodes(lists) => {
                    let holds = |(_, list): &(u64, &Option<Node>)| {
                        list.as_ref().is_some_and(|list| !list.is_empty())
                    };
                    (0..).zip(lists).filter(holds).map(|(node, _)| Rational::from(node)).collect()
                }
            };
            let root = Rational::from(of.root);
            return holders.contains(&root) && within(holders.len() as u64, 1);
        }
        let Holdings::Nodes(lists) = given else { return false };
        let one = |(node, list): (u32, &Option<Node>)| {
            let list = list.as_deref().unwrap_or_default();
            let own = of.initial(node);
            let known =
                |block: &Rational| block.to_u64().is_some_and(|b| of.all_blocks().contains(b));
            list.iter().all(known) && (own.len() != 1 || within(list.len() as u64, 1))
        };
        (0..).zip(lists).all(one)
    }

    fn first_difference(&self, wanted: &Held, given: &Holdings) -> Option<u32> {
        let differs = |node: &u32| {
            let node = *node as usize;
            match given {
                Holdings::Nodes(lists) => {
                    let list = lists.get(node).and_then(Option::as_deref).unwrap_or_default();
                    sorted(list) != sorted(&wanted.all[node])
                }
                Holdings::Row(row) if self.is_one_message() => {
                    let says = row.contains(&Rational::from(node as u64));
                    says == wanted.all[node].is_empty()
                }
                Holdings::Row(row) => row.get(node) != wanted.all[node].first(),
            }
        };
        (0..self.key.question.topology.nodes()).find(differs)
    }

    /// `after step 2 of recursive-doubling: 0: 0 1; 1: 0 1`
    fn spelled(&self, state: &Held, after: usize) -> String {
        let topology = &self.key.question.topology;
        let node = |(node, list): (u32, &Node)| {
            let list: Vec<String> = list.iter().map(ToString::to_string).collect();
            format!("{}: {}", topology.show(node), list.join(" "))
        };
        let nodes: Vec<String> = (0..).zip(&state.all).map(node).collect();
        let when = if after > 0 {
            format!("after step {after} of {}: ", self.key.algorithm.name())
        } else {
            String::new()
        };
        format!("{when}{}", nodes.join("; "))
    }
}

fn sorted(list: &[Rational]) -> Vec<Rational> {
    let mut list = list.to_vec();
    list.sort();
    list
}

/// The nodes that hold anything.
fn holders(nodes: &[Node]) -> Vec<Rational> {
    let holds = nodes.iter().enumerate().filter(|(_, node)| !node.is_empty());
    holds.map(|(node, _)| Rational::from(node as u64)).collect()
}
