//! Topology files of NCCL and RCCL: the GPUs, NICs, bridges and processors of a machine, and their links.
//!
//! GPUs are the nodes, by their ranks. Processors, PCI bridges and NICs are switches. A link between GPUs has its count as
//! lanes. Links to the parent in the tree of PCI devices have a class for each speed and width; processors are joined with
//! each other.

use std::collections::{BTreeMap, BTreeSet};

use roxmltree::Node;

use crate::xml::{MOST_ELEMENTS, elements, head, parsed, root, some, text};
use hockney_base::diagnostic::Diagnostic;
use hockney_base::number::{counted, saturated};
use hockney_core::topology::{GraphLinks, LinkClass, LinkKind, Topology};

/// A machine that was read.
#[derive(Clone, Debug)]
pub struct NcclMachine {
    /// Its topology.
    pub topology: Topology,
    /// How many GPUs, NICs, bridges and processors it has, and the links of each class.
    pub about: String,
}

/// Reads a machine.
///
/// # Errors
/// XML that cannot be read or is no topology, ranks that are not 0, 1, .., and a machine whose GPUs are not connected, with
/// the place.
pub fn read_nccl(source: &str) -> Result<NcclMachine, Diagnostic> {
    let document = parsed(source)?;
    let root = root(&document, "system", "a topology of NCCL")?;
    let mut machine = Machine::default();
    for cpu in elements(root, "cpu") {
        let switch = machine.switch("processor");
        for other in machine.processors.clone() {
            machine.link(other, switch, "cpu", 1);
        }
        machine.processors.push(switch);
        machine.devices(cpu, switch)?;
    }
    machine.finished(root)
}

/// A vertex while the number of GPUs is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Device {
    Gpu(u32),
    Switch(u32),
}

#[derive(Default)]
struct Machine<'i> {
    switches: u32,
    counts: BTreeMap<&'static str, usize>,
    processors: Vec<Device>,
    /// The rank at each PCI address.
    gpus: BTreeMap<&'i str, u32>,
    /// The links between GPUs: rank, address of the other, count, class.
    between: Vec<(u32, &'i str, u32, &'static str)>,
    links: Vec<(Device, Device, String, u32)>,
}

impl<'i> Machine<'i> {
    fn switch(&mut self, what: &'static str) -> Device {
        *self.counts.entry(what).or_default() += 1;
        self.switches += 1;
        Device::Switch(self.switches - 1)
    }

    fn link(&mut self, one: Device, other: Device, class: &str, lanes: u32) {
        self.links.push((one, other, class.to_owned(), lanes));
    }

    /// The PCI devices below a processor or a bridge.
    fn devices(&mut self, top: Node<'i, 'i>, switch: Device) -> Result<(), Diagnostic> {
        let mut open: Vec<(Node<'i, 'i>, Device)> = vec![(top, switch)];
        while let Some((parent, switch)) = open.pop() {
            for pci in elements(parent, "pci") {
                let class = speed(pci);
                if let Some(gpu) = elements(pci, "gpu").next() {
                    let rank = self.gpu(pci, gpu)?;
                    self.link(Device::Gpu(rank), switch, &class, 1);
                } else {
                    let nic = elements(pci, "nic").next().is_some();
                    let device = self.switch(if nic { "NIC" } else { "bridge" });
                    self.link(device, switch, &class, 1);
                    open.push((pci, device));
                }
            }
        }
        Ok(())
    }

    fn gpu(&mut self, pci: Node<'i, 'i>, gpu: Node<'i, 'i>) -> Result<u32, Diagnostic> {
        let rank = some(gpu, "rank", MOST_ELEMENTS)?;
        if self.gpus.values().any(|other| *other == rank) {
            return Err(Diagnostic::new(format!("a second GPU with rank {rank}")).at(head(gpu)));
        }
        self.gpus.insert(text(pci, "busid")?, rank);
        for class in ["nvlink", "xgmi"] {
            for link in elements(gpu, class) {
                let count = some(link, "count", u32::from(u16::MAX))?;
                self.between.push((rank, text(link, "target")?, count, class));
            }
        }
        Ok(rank)
    }

    fn finished(mut self, root: Node<'i, 'i>) -> Result<NcclMachine, Diagnostic> {
        let gpus: u32 = saturated(self.gpus.len() as u64);
        let ranks: Vec<u32> = self.gpus.values().copied().collect();
        if gpus == 0 || !(0..gpus).all(|rank| ranks.contains(&rank)) {
            let message = format!("the ranks of {gpus} GPUs are not 0 to {}", gpus.max(1) - 1);
            return Err(Diagnostic::new(message).at(head(root)));
        }
        for (rank, target, count, class) in std::mem::take(&mut self.between) {
            // Links to NVSwitches and to what is not in the file have no other GPU; each link is listed at both ends.
            if let Some(other) = self.gpus.get(target).copied().filter(|other| *other > rank) {
                self.link(Device::Gpu(rank), Device::Gpu(other), class, count);
            }
        }
        let names: BTreeSet<String> = self.links.iter().map(|link| link.2.clone()).collect();
        let names = Vec::from_iter(names);
        let number = |device: Device| match device {
            Device::Gpu(rank) => u64::from(rank),
            Device::Switch(switch) => u64::from(gpus + switch),
        };
        let place = |name: &String| names.iter().position(|other| other == name);
        let links =
            self.links.iter().map(|(one, other, ..)| [number(*one), number(*other)]).collect();
        let kinds = self
            .links
            .iter()
            .map(|(_, _, class, lanes)| LinkKind { class: place(class), lanes: *lanes });
        let classes =
            names.iter().map(|name| LinkClass { name: name.clone(), ..LinkClass::default() });
        let links = GraphLinks { nodes: gpus.into(), switches: self.switches.into(), links };
        let topology = Topology::graph_of_classes(links, classes.collect(), kinds.collect())
            .map_err(|error| Diagnostic::new(error.to_string()).at(head(root)))?;
        Ok(NcclMachine { topology, about: self.about(&names) })
    }

    /// `8 GPUs, 4 NICs, 20 bridges, 2 processors; links: 12 cpu, 24 xgmi`
    fn about(&self, names: &[String]) -> String {
        let devices = [("GPU", self.gpus.len())]
            .into_iter()
            .chain(self.counts.iter().map(|(what, count)| (*what, *count)));
        let devices: Vec<String> =
            devices.map(|(what, count)| counted(count as u128, what)).collect();
        let links = names.iter().map(|name| {
            let lanes = self.links.iter().filter(|link| link.2 == *name).map(|link| link.3);
            format!("{} {name}", lanes.sum::<u32>())
        });
        format!("{}; lanes: {}", devices.join(", "), links.collect::<Vec<_>>().join(", "))
    }
}

/// `pci16x8`: the speed in GT/s and the width.
fn speed(pci: Node<'_, '_>) -> String {
    let speed = pci.attribute("link_speed").and_then(|speed| speed.split(['.', ' ']).next());
    let speed: String =
        speed.unwrap_or_default().chars().filter(char::is_ascii_digit).take(4).collect();
    let width = pci.attribute("link_width").and_then(|width| width.parse::<u16>().ok());
    width.map_or_else(|| format!("pci{speed}"), |width| format!("pci{speed}x{width}"))
}
