//! Schedules at random: well formed, as a rule wrong, on small machines of every kind.

use std::sync::Arc;

use quickcheck::{Arbitrary, Gen};

use hockney_base::number::Rational;
use hockney_core::collective::{
    COLLECTIVES, Collective, Data, Group, Instance, Parameter, Phase, Ports, Schedule,
};
use hockney_core::schedule::{CombinedBlocks, Listed, Message, Payload, Route, Run, Runs, Step};
use hockney_core::topology::{GraphLinks, Topology, Vertex};
use hockney_files::{Header, Notation};

/// A schedule and what is said beside it.
#[derive(Clone)]
pub(crate) struct Any {
    pub(crate) header: Header,
    pub(crate) schedule: Schedule,
}

impl std::fmt::Debug for Any {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&super::written(&self.header, &self.schedule, Notation::default()))
    }
}

fn below(g: &mut Gen, end: u32) -> u32 {
    u32::arbitrary(g) % end
}

fn topology(g: &mut Gen) -> Topology {
    let names = [
        "ring:1",
        "ring:6",
        "linear-array:5",
        "mesh:2x3",
        "mesh:2x2x3",
        "torus:3x3",
        "torus:2x1x4",
        "hypercube:8",
        "tree:5",
        "node-tree:7",
        "star:4",
        "switch:6",
        "complete:12",
    ];
    if let Some(name) = names.get(below(g, 14) as usize) {
        return Topology::parse(name).unwrap();
    }
    let links = vec![[0, 4], [4, 1], [1, 2], [2, 3], [4, 1], [3, 5]];
    Topology::graph(GraphLinks { nodes: 4, switches: 2, links }).unwrap()
}

fn instance(g: &mut Gen, collective: &'static Collective, nodes: u32, seed: u32) -> Instance {
    let instance = Instance::new(collective, nodes);
    let pieces = if collective.data() == Data::Token { 1 } else { 1 + seed % 3 };
    let instance = instance.with_pieces(pieces).unwrap();
    match collective.parameter() {
        None => instance,
        Some(Parameter::Root) => {
            instance.with_root(u64::from(seed) % 2 % u64::from(nodes)).unwrap()
        }
        Some(Parameter::Exclusive) => instance.with_exclusive(seed % 2 == 1),
        Some(Parameter::By) => instance.with_by(i64::from(seed) - 50),
        Some(Parameter::Map) => {
            let mut map: Vec<u64> = (0..u64::from(nodes)).collect();
            map.rotate_left(seed as usize % nodes as usize);
            map.reverse();
            let _ = g;
            instance.with_map(&map).unwrap()
        }
    }
}

fn some_of(g: &mut Gen, end: u64) -> Runs {
    let mut runs = Runs::new();
    for _ in 0..=below(g, 3) {
        let start = u64::arbitrary(g) % end;
        let end = (start + 1 + u64::arbitrary(g) % 5).min(end);
        runs.insert(Run { start, end });
    }
    runs
}

fn payload(g: &mut Gen, of: &Instance) -> Payload {
    let end = of.all_blocks().len();
    let plain = some_of(g, end);
    if of.data() != Data::Combined || bool::arbitrary(g) {
        return Payload::Plain(plain);
    }
    let mut values: Vec<CombinedBlocks> = Vec::new();
    for _ in 0..=below(g, 3) {
        let contributors = Some(some_of(g, of.nodes.into()));
        if values.iter().all(|value| value.contributors != contributors) {
            values.push(CombinedBlocks { blocks: some_of(g, end), contributors });
        }
    }
    let mut rest = plain;
    for value in &values {
        rest = rest.minus(&value.blocks);
    }
    if !rest.is_empty() {
        let at = below(g, 4) as usize % (values.len() + 1);
        values.insert(at, CombinedBlocks { blocks: rest, contributors: None });
    }
    Payload::Values(values.into())
}

fn message(g: &mut Gen, topology: &Topology, group: &Group) -> Option<Message> {
    let nodes = group.instance.nodes;
    if nodes < 2 {
        return None;
    }
    let from = below(g, nodes);
    let to = (from + 1 + below(g, nodes - 1)) % nodes;
    let (from, to) = (group.node(from), group.node(to));
    let route = if bool::arbitrary(g) {
        Route::Default
    } else {
        // No vertex twice, so no link twice.
        let mut via: Vec<Vertex> = (0..topology.vertices()).filter(|_| below(g, 3) == 0).collect();
        via.retain(|vertex| *vertex != from && *vertex != to);
        Route::Via(via.into_iter().collect())
    };
    Some(Message { from, to, route, payload: payload(g, &group.instance) })
}

fn phase(g: &mut Gen, topology: &Topology, whole: bool) -> Phase {
    let p = topology.nodes();
    let collective = COLLECTIVES[below(g, 12) as usize];
    let seed = below(g, 100);
    let scale =
        [Rational::one(), 3.into(), Rational::ratio(1, 4).unwrap()][below(g, 3) as usize].clone();
    let none: Arc<Listed> = Arc::default();
    let mut phase = if whole {
        Phase::everyone(instance(g, collective, p, seed), Rational::one(), none)
    } else {
        let members = members(g, topology);
        let alike = members.iter().all(|group| group.len() == members[0].len());
        // Only groups of one size can agree on a map; a root must be in each.
        let collective = match collective.parameter() {
            Some(Parameter::Map | Parameter::Root) if !alike => COLLECTIVES[2],
            _ => collective,
        };
        let group = |members: Vec<Vertex>| {
            let nodes = u32::try_from(members.len()).unwrap();
            Group { instance: instance(g, collective, nodes, seed), members: Some(members) }
        };
        let groups = members.into_iter().map(group).collect();
        Phase::of_groups(p, groups, scale, none)
    };
    let mut steps = Vec::new();
    for _ in 0..below(g, 4) {
        let mut messages = Vec::new();
        for _ in 0..=below(g, 4) {
            let group =
                &phase.groups[below(g, u32::try_from(phase.groups.len()).unwrap()) as usize];
            messages.extend(message(g, topology, group));
        }
        if !messages.is_empty() {
            steps.push(Step { messages });
        }
    }
    phase.steps = Arc::new(Listed(steps));
    phase
}

fn members(g: &mut Gen, topology: &Topology) -> Vec<Vec<Vertex>> {
    let grid = topology.network().sides().filter(|sides| sides.len() > 1).map(<[u32]>::len);
    if let (Some(sides), true) = (grid, bool::arbitrary(g)) {
        let line =
            |line: hockney_core::topology::Line| (0..line.length).map(|x| line.node(x)).collect();
        return topology.lines(sides - 1 - below(g, 2) as usize).map(line).collect();
    }
    let mut nodes: Vec<Vertex> = (0..topology.nodes()).collect();
    for i in (1..nodes.len()).rev() {
        nodes.swap(i, below(g, u32::try_from(i).unwrap() + 1) as usize);
    }
    nodes.truncate(nodes.len().max(2) - 1);
    let size = 1 + below(g, 4) as usize;
    nodes.chunks(size).map(<[Vertex]>::to_vec).collect()
}

impl Arbitrary for Any {
    fn arbitrary(g: &mut Gen) -> Self {
        let topology = topology(g);
        let phases = match below(g, 3) {
            0 => vec![phase(g, &topology, true)],
            _ => (0..=below(g, 2)).map(|i| phase(g, &topology, i == 1)).collect(),
        };
        let ports = if bool::arbitrary(g) { Ports::ONE } else { Ports::All };
        let [algorithm, note, generator] = [(); 3].map(|()| Option::<String>::arbitrary(g));
        let header = Header { algorithm, note, generator };
        Any { header, schedule: Schedule { topology, ports, phases } }
    }
}
