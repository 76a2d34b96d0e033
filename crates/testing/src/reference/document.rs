//! The whole document: what is at its top, and its phases.

use serde_json::{Map, Value};

use super::collective::{self, Collective};
use super::fraction::Fraction;
use super::groups;
use super::json::{Read, bad, list, object, required, text, whole};
use super::message::{Message, Place};
use super::topology::{self, Topology};

/// A document that can be judged.
#[derive(Debug, Clone)]
pub struct Document {
    /// The network.
    pub topology: Topology,
    /// The most messages that a node sends, and receives, in a step; `None` for any number.
    pub ports: Option<usize>,
    /// One after another; a document without phases is one phase of everybody.
    pub phases: Vec<Phase>,
}

/// A collective in groups side by side.
#[derive(Debug, Clone)]
pub struct Phase {
    /// What is done in each group.
    pub collective: Collective,
    /// Nodes by position.
    pub groups: Vec<Vec<usize>>,
    /// Parts of a block.
    pub pieces: usize,
    /// A block has so many times m words.
    pub scale: Fraction,
    /// The steps.
    pub steps: Vec<Vec<Message>>,
}

/// Reads a document.
pub fn read(value: &Value) -> Read<Document> {
    const TOP: [&str; 6] = ["format", "topology", "algorithm", "note", "generator", "ports"];
    let in_phases = value.get("phases").is_some();
    let work: &[&str] = &["collective", "pieces", "steps", "place"];
    let rest: &[&str] = if in_phases { &["phases"] } else { work };
    let map = object(value, "the document", &[&TOP, rest].concat())?;
    if text(required(map, "format")?, "format")? != "hockney/schedule/v1" {
        return bad("another format");
    }
    free_text(map)?;
    let topology = topology::read(required(map, "topology")?)?;
    let ports = match map.get("ports") {
        None => Some(1),
        Some(Value::String(word)) if word == "one" => Some(1),
        Some(Value::String(word)) if word == "all" => None,
        Some(number) => match whole(number, "ports")? {
            0 => return bad("no ports"),
            number if number > u32::MAX as usize => return bad("too many ports"),
            number => Some(number),
        },
    };
    let phases = if in_phases {
        let list = list(required(map, "phases")?, "phases")?;
        list.iter().map(|phase| read_phase(phase, &topology)).collect::<Read<Vec<_>>>()?
    } else {
        let nodes = map.get("place").map(|place| read_place(place, &topology)).transpose()?;
        vec![read_ranks(map, &topology, nodes)?]
    };
    if phases.is_empty() {
        return bad("no phases");
    }
    Ok(Document { topology, ports, phases })
}

/// Only texts are free text, never believed; `generator` may be anything.
fn free_text(map: &Map<String, Value>) -> Read<()> {
    for key in ["algorithm", "note"] {
        map.get(key).map_or(Ok(""), |value| text(value, key))?;
    }
    Ok(())
}

/// The node of each rank.
fn read_place(value: &Value, topology: &Topology) -> Read<Vec<usize>> {
    let mut nodes = Vec::new();
    for node in list(value, "place")? {
        let node = whole(node, "a node")?;
        if node >= topology.nodes || nodes.contains(&node) {
            return bad(format!("{node} is no node, or has a rank already"));
        }
        nodes.push(node);
    }
    if nodes.is_empty() { bad("no rank") } else { Ok(nodes) }
}

/// One phase of everybody, or of ranks on some nodes: then the ends of messages are ranks.
fn read_ranks(
    map: &Map<String, Value>,
    topology: &Topology,
    nodes: Option<Vec<usize>>,
) -> Read<Phase> {
    let Some(nodes) = nodes else {
        return read_work(map, topology, vec![(0..topology.nodes).collect()]);
    };
    let mut map = map.clone();
    for message in map.get_mut("steps").and_then(Value::as_array_mut).into_iter().flatten() {
        for message in message.as_array_mut().into_iter().flatten() {
            for end in ["from", "to"] {
                let Some(rank) = message.get_mut(end) else { continue };
                match nodes.get(whole(rank, end)?) {
                    Some(node) => *rank = Value::from(*node),
                    None => return bad(format!("there is no rank {rank}")),
                }
            }
        }
    }
    read_work(&map, topology, vec![nodes])
}

fn read_phase(value: &Value, topology: &Topology) -> Read<Phase> {
    const KEYS: [&str; 7] =
        ["groups", "collective", "scale", "pieces", "steps", "algorithm", "note"];
    let map = object(value, "a phase", &KEYS)?;
    free_text(map)?;
    let groups = groups::read(required(map, "groups")?, topology)?;
    let phase = read_work(map, topology, groups)?;
    let scale = match map.get("scale") {
        None => phase.scale,
        Some(Value::Number(number)) => Fraction::read(&number.to_string())?,
        Some(Value::String(text)) => Fraction::read(text)?,
        Some(_) => return bad("scale is a number"),
    };
    Ok(Phase { scale, ..phase })
}

/// What a document without phases and a phase have in common.
fn read_work(
    map: &Map<String, Value>,
    topology: &Topology,
    groups: Vec<Vec<usize>>,
) -> Read<Phase> {
    let collective = collective::read(required(map, "collective")?)?;
    let pieces = map.get("pieces").map_or(Ok(1), |pieces| whole(pieces, "pieces"))?;
    if pieces == 0 {
        return bad("a block in 0 pieces");
    }
    for group in &groups {
        collective.fit(group.len(), pieces)?;
    }
    let place = Place { topology, collective: &collective, pieces, groups: &groups };
    let mut steps = Vec::new();
    for step in list(required(map, "steps")?, "steps")? {
        let step = list(step, "a step")?;
        if step.is_empty() {
            return bad("an empty step");
        }
        steps.push(step.iter().map(|message| place.read(message)).collect::<Read<Vec<_>>>()?);
    }
    Ok(Phase { collective, groups, pieces, scale: Fraction::new(1, 1), steps })
}
