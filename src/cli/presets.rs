//! Machines by name with published times: `-t h100-pod` sets the topology, the times of its links and t_s.
//!
//! A switch that takes time is charged half to each of the two links of a message there, so that the hops of a
//! message add up to its latency.

use std::sync::LazyLock;

use super::args::{
    AskArgs, CheckArgs, Command, CostArgs, DrawArgs, NumberArgs, OptimalArgs, PlanArgs,
};
use super::known::spelt;
use super::note;

/// A machine.
pub(crate) struct Preset {
    /// The name after `-t`.
    pub(crate) name: &'static str,
    /// The topology after `-t`; `graph:@` and the name if it has a graph of its own.
    pub(crate) topology: &'static str,
    /// The links in the format of a graph file.
    graph: Option<&'static str>,
    /// The classes of links as `--link` has them.
    links: Vec<&'static str>,
    /// What it is.
    about: &'static str,
    /// The source of the numbers.
    source: &'static str,
}

/// The hybrid cube mesh of eight GPUs: each pair of numbers and the NVLinks between them.
const DGX_1: &str = "{nodes: 8, classes: {nvlink: {}}, links: [
    [0, 1, nvlink], [0, 2, nvlink], [0, 3, nvlink, 2], [0, 4, nvlink, 2],
    [1, 2, nvlink, 2], [1, 3, nvlink], [1, 5, nvlink, 2], [2, 3, nvlink, 2],
    [2, 6, nvlink], [3, 7, nvlink], [4, 5, nvlink], [4, 6, nvlink],
    [4, 7, nvlink, 2], [5, 6, nvlink, 2], [5, 7, nvlink], [6, 7, nvlink, 2]]}";

/// All machines: the rows of `presets.txt`.
pub(crate) static PRESETS: LazyLock<Vec<Preset>> = LazyLock::new(|| {
    let rows = include_str!("presets.txt").lines().filter(|row| !row.starts_with('#'));
    rows.filter_map(preset_of).collect()
});

fn preset_of(row: &'static str) -> Option<Preset> {
    let cells: Vec<&str> = row.split(" | ").collect();
    let [name, topology, links, about, source] = cells[..] else { return None };
    let graph = topology.starts_with("graph:").then_some(DGX_1);
    Some(Preset { name, topology, graph, links: links.split(' ').collect(), about, source })
}

impl Preset {
    /// What it is, its times and their source.
    pub(crate) fn explained(&self) -> String {
        let Preset { topology, graph, links, about, source, .. } = self;
        let on = if graph.is_some() { "" } else { topology };
        let on = format!("{on} with {}, t_s = 0", links.join(" and "));
        format!("{about}: {}; {source}", on.trim_start())
    }
}

/// The machine with this name, in any spelling.
fn preset(written: &str) -> Option<&'static Preset> {
    let name = spelt(written);
    PRESETS.iter().find(|preset| preset.name == name)
}

/// The name of a machine with a graph of its own, and the graph, by what stands after `graph:`.
pub(crate) fn graph(file: &str) -> Option<(&'static str, &'static str)> {
    let name = file.strip_prefix('@')?;
    let found = PRESETS.iter().find(|preset| preset.name == name)?;
    Some((found.name, found.graph?))
}

/// Replaces the name of a machine by its topology, and where numbers matter gives its times: a plan or a drawing has
/// them if the size of the data is given.
pub(crate) fn fill(command: &mut Command) {
    let (machine, numbers) = match command {
        Command::Check(CheckArgs { machine, .. })
        | Command::Optimal(OptimalArgs { machine, .. }) => (machine, None),
        Command::Plan(PlanArgs { ask, .. }) | Command::Draw(DrawArgs { ask, .. }) => {
            (&mut ask.machine, Some(&mut ask.numbers).filter(|numbers| numbers.m.is_some()))
        }
        Command::Cost(CostArgs { ask, .. }) => (&mut ask.machine, Some(&mut ask.numbers)),
        Command::Compare(args) => (&mut args.machine, Some(&mut args.numbers)),
        Command::Export(args) => {
            let AskArgs { machine, numbers, .. } = &mut args.format.of_mut().ask;
            (machine, Some(numbers))
        }
        _ => return,
    };
    let Some(found) = machine.topology.as_deref().and_then(preset) else { return };
    machine.topology = Some(found.topology.to_owned());
    if let Some(numbers) = numbers {
        times(found, numbers);
    }
}

/// Sets its times, unless the command line gives others, and words of a byte. A note states them.
fn times(found: &Preset, numbers: &mut NumberArgs) {
    let links = found.links.iter().map(|link| (*link).to_owned());
    numbers.link = links.chain(numbers.link.drain(..)).collect();
    numbers.ts.get_or_insert_with(|| "0".to_owned());
    numbers.word.get_or_insert_with(|| "1B".to_owned());
    note(&format!("{} is {}", found.name, found.explained()));
}
