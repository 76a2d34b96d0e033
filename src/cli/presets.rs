//! Machines by name with published times: `-t h100-pod` sets the topology, the times of its links and t_s.
//!
//! A switch that takes time is charged half to each of the two links of a message there, so that the hops of a
//! message add up to its latency.

use super::args::{MachineArgs, NumberArgs};
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
    pub(crate) links: &'static [&'static str],
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

/// All machines.
pub(crate) static PRESETS: &[Preset] = &[
    Preset {
        name: "dgx-1",
        topology: "graph:@dgx-1",
        graph: Some(DGX_1),
        links: &["nvlink=700ns,46us/MB"],
        about: "8 GPUs V100 with 6 NVLinks each, in a hybrid cube mesh",
        source: "links: nvidia-smi topo -m; times: Shah et al., TACCL, 2023, arXiv:2111.04867, for NDv2",
    },
    Preset {
        name: "dgx-a100",
        topology: "nodes:1x8",
        graph: None,
        links: &["inside=350ns,300GB/s", "between=500ns,25GB/s"],
        about: "one box of 8 GPUs A100 behind NVSwitch",
        source: "bandwidth: NVIDIA DGX A100 data sheet, 2020; latency: 0.7 us by NVLink as in TACCL, 2023",
    },
    Preset {
        name: "a100-pod",
        topology: "nodes:20x8x8",
        graph: None,
        links: &["inside=350ns,300GB/s", "between=500ns,25GB/s"],
        about: "20 boxes of 8 GPUs A100 with 8 rails of HDR InfiniBand",
        source: "NVIDIA DGX SuperPOD with DGX A100, reference architecture, 2020; latency: 0.7 us by NVLink and \
                 1.7 us by InfiniBand as in TACCL, 2023",
    },
    Preset {
        name: "h100-pod",
        topology: "nodes:32x8x8",
        graph: None,
        links: &["inside=350ns,450GB/s", "between=500ns,50GB/s"],
        about: "32 boxes of 8 GPUs H100 with 8 rails of NDR InfiniBand",
        source: "NVIDIA DGX SuperPOD with DGX H100, reference architecture RA-11333-001, 2023; latency: 0.7 us by \
                 NVLink and 1.7 us by InfiniBand as in TACCL, 2023",
    },
    Preset {
        name: "tpu-v4",
        topology: "torus:4x4x4",
        graph: None,
        links: &["x=1us,50GB/s", "y=1us,50GB/s", "z=1us,50GB/s"],
        about: "a cube of 64 chips TPU v4",
        source: "bandwidth: Jouppi et al., TPU v4, 2023, arXiv:2304.01433; latency: about 1 us a hop in Austin et \
                 al., How to Scale Your Model, 2025",
    },
    Preset {
        name: "slingshot",
        topology: "dragonfly:16x32x17x8",
        graph: None,
        links: &["host=175ns,200Gbit/s", "local=350ns,200Gbit/s", "global=350ns,200Gbit/s"],
        about: "8 groups of 32 Slingshot switches, each with 16 hosts, 31 local and 17 global links",
        source: "De Sensi et al., An In-Depth Analysis of the Slingshot Interconnect, 2020, arXiv:2008.08886: 350 \
                 ns a switch, without cables",
    },
    Preset {
        name: "infiniband",
        topology: "fat-tree:16",
        graph: None,
        links: &["host=65ns,200Gbit/s", "edge=130ns,200Gbit/s", "core=130ns,200Gbit/s"],
        about: "a fat tree of HDR InfiniBand switches with 16 of their ports, 1024 hosts",
        source: "NVIDIA QM8700 data sheet: 200 Gbit/s a port and 130 ns a switch, without cables",
    },
];

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

/// Replaces the name of a machine by its topology.
pub(crate) fn topology(machine: &mut MachineArgs) -> Option<&'static Preset> {
    let found = preset(machine.topology.as_deref()?)?;
    machine.topology = Some(found.topology.to_owned());
    Some(found)
}

/// The same with its times where numbers matter: if the size of the data is given.
pub(crate) fn fill_if_sized(machine: &mut MachineArgs, numbers: &mut NumberArgs) {
    match numbers.m {
        Some(_) => fill(machine, numbers),
        None => _ = topology(machine),
    }
}

/// The same with its times, unless the command line gives others, and words of a byte. A note states them.
pub(crate) fn fill(machine: &mut MachineArgs, numbers: &mut NumberArgs) {
    let Some(found) = topology(machine) else { return };
    let links = found.links.iter().map(|link| (*link).to_owned());
    numbers.link = links.chain(numbers.link.drain(..)).collect();
    numbers.ts.get_or_insert_with(|| "0".to_owned());
    numbers.word.get_or_insert_with(|| "1B".to_owned());
    note(&format!("{} is {}", found.name, found.explained()));
}
