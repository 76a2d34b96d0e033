//! `plan -f trace`: the phase listing of the lecture, for any schedule.

use std::io::Write;
use std::str::FromStr;

use super::args::OperatorArg;
use super::failure::Failure;
use crate::collective::{Blocks, Data, Instance};
use crate::number::Rational;
use crate::schedule::{Runs, Steps};
use crate::topology::Topology;
use crate::trace::{Held, Operator, Transfer, starting_values, watch};

/// Reads `3,1,4,1` as what the trace starts from.
pub(crate) fn values(
    text: &str,
    operator: Operator,
    instance: &Instance,
) -> Result<Vec<Rational>, Failure> {
    let number = |part: &str| {
        Rational::from_str(part.trim())
            .map_err(|error| Failure::input(format!("--values: `{}`: {error}", part.trim())))
    };
    let given: Vec<Rational> = text.split(',').map(number).collect::<Result<_, _>>()?;
    starting_values(instance, &given, operator).map_err(|error| {
        Failure::input(format!("--values: {error}"))
            .help("write a number for each between commas, such as --values 3,1,4,1")
    })
}

/// The operator of that name.
pub(crate) fn operator(arg: OperatorArg) -> Operator {
    match arg {
        OperatorArg::Sum => Operator::Sum,
        OperatorArg::Product => Operator::Product,
        OperatorArg::Max => Operator::Max,
        OperatorArg::Min => Operator::Min,
        OperatorArg::And => Operator::And,
        OperatorArg::Or => Operator::Or,
    }
}

/// Writes the listing.
pub(crate) fn write(
    out: &mut dyn Write,
    topology: &Topology,
    instance: &Instance,
    steps: &dyn Steps,
    values: Option<(&[Rational], Operator)>,
) -> Result<(), Failure> {
    let writer = Writer { topology, instance };
    watch(instance, steps, values, |number, transfers, state| {
        writeln!(out, "\nStep {number}")?;
        let lines = writer.lines(transfers);
        let width = lines.iter().map(|(left, _)| left.chars().count()).max().unwrap_or(0);
        for (left, right) in &lines {
            match (left.is_empty(), right.is_empty()) {
                (false, false) => writeln!(out, "{left:width$}    {right}")?,
                _ => writeln!(out, "{left}{right}")?,
            }
        }
        writeln!(out, "After step {number}")?;
        for node in 0..topology.nodes() {
            let apart = |(block, known): (u64, &[Held])| {
                known.iter().map(|held| (block, held.clone())).collect::<Vec<_>>()
            };
            let held: Vec<(u64, Held)> = state.of(node).flat_map(apart).collect();
            writeln!(out, "{} holds {}", topology.show(node), writer.blocks(&held))?;
        }
        if state.keeps_apart() && number == steps.count() {
            writeln!(out, "\nResult")?;
            for node in 0..topology.nodes() {
                let result = state.results(instance, node);
                writeln!(out, "{} has {}", topology.show(node), writer.blocks(&result))?;
            }
        }
        Ok(())
    })
}

struct Writer<'a> {
    topology: &'a Topology,
    instance: &'a Instance,
}

impl Writer<'_> {
    /// For each node that takes part: what it sends, and what it receives.
    fn lines(&self, transfers: &[Transfer]) -> Vec<(String, String)> {
        let mut lines = Vec::new();
        let mut nodes: Vec<u32> = transfers.iter().flat_map(|t| [t.from, t.to]).collect();
        nodes.sort_unstable();
        nodes.dedup();
        for node in nodes {
            let name = self.topology.show(node);
            let sends = transfers.iter().filter(|t| t.from == node).map(|t| {
                format!(
                    "{name} is sending {} to {}",
                    self.blocks(&t.carried),
                    self.topology.show(t.to)
                )
            });
            let receives = transfers.iter().filter(|t| t.to == node).map(|t| {
                let from = self.topology.show(t.from);
                format!("{name} is receiving {} from {from}", self.blocks(&t.carried))
            });
            // One port means one of each; a schedule that breaks the rule has more lines.
            let (sends, receives): (Vec<_>, Vec<_>) = (sends.collect(), receives.collect());
            for i in 0..sends.len().max(receives.len()) {
                let cell = |list: &[String]| list.get(i).cloned().unwrap_or_default();
                lines.push((cell(&sends), cell(&receives)));
            }
        }
        lines
    }

    /// `the message`, `0 3`, `{0-3}`, `2{0-3}`, with values `3`, `{0-1} = 4`, `2{0-1} = 4`.
    fn blocks(&self, held: &[(u64, Held)]) -> String {
        if held.is_empty() {
            return "nothing".to_owned();
        }
        let valued = held.iter().any(|(_, h)| h.value.is_some());
        if self.instance.data() == Data::Copied && !valued {
            if self.instance.blocks() == Blocks::Pieces && self.instance.pieces == 1 {
                return "the message".to_owned();
            }
            let all: Runs = held.iter().map(|(block, _)| *block).collect();
            return self.instance.entries(&all).join(" ");
        }
        let single = self.instance.all_blocks().len() == 1;
        let one = |(block, held): &(u64, Held)| {
            let name = if single {
                String::new()
            } else {
                self.instance.entries(&Runs::one(*block)).join(" ")
            };
            let whose = match self.instance.data() {
                Data::Copied => String::new(),
                Data::Combined | Data::Token => format!("{{{}}}", held.contributors),
            };
            match &held.value {
                Some(value) if name.is_empty() && whose.is_empty() => value.to_string(),
                Some(value) => format!("{name}{whose} = {value}"),
                None => format!("{name}{whose}"),
            }
        };
        held.iter().map(one).collect::<Vec<_>>().join(", ")
    }
}
