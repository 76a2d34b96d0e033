//! Damage to what the steps are held against: parameters, pieces, ports, the network, groups.

use serde_json::{Value, json};

use super::place::{size, work};
use crate::Dice;

/// A right schedule of something else.
pub fn change_parameter(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let (nodes, _) = size(document);
    let collective = work(document, dice)?.get_mut("collective")?.as_object_mut()?;
    let kind = collective.get("kind")?.as_str()?.to_owned();
    match kind.as_str() {
        "broadcast" | "reduce" | "scatter" | "gather" => {
            collective.insert("root".to_owned(), json!(dice.index(nodes + 1)));
        }
        "shift" => {
            let by = i64::try_from(dice.index(3 * nodes)).ok()? - i64::try_from(nodes).ok()?;
            collective.insert("by".to_owned(), json!(by));
        }
        "scan" => {
            let exclusive = collective.get("exclusive") == Some(&json!(true));
            collective.insert("exclusive".to_owned(), json!(!exclusive));
        }
        "permute" => {
            let map = collective.get_mut("map")?.as_array_mut()?;
            let (a, b) = dice.two(map.len())?;
            map.swap(a, b);
        }
        "all-gather" => {
            collective.insert("kind".to_owned(), json!("reduce-scatter"));
        }
        "reduce-scatter" => {
            collective.insert("kind".to_owned(), json!("all-gather"));
        }
        "all-reduce" | "barrier" => {
            collective.insert("kind".to_owned(), json!("scan"));
        }
        _ => return None,
    }
    Some(())
}

/// Blocks in more or fewer parts, sometimes in none.
pub fn change_pieces(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let work = work(document, dice)?;
    work.insert("pieces".to_owned(), json!(dice.index(4)));
    Some(())
}

/// With all ports the port rules fall away.
pub fn change_ports(document: &mut Value, _: &mut Dice) -> Option<()> {
    let all = document.get("ports") == Some(&json!("all"));
    let ports = json!(if all { "one" } else { "all" });
    document.as_object_mut()?.insert("ports".to_owned(), ports);
    Some(())
}

/// Another network of as many nodes.
pub fn change_topology(document: &mut Value, dice: &mut Dice) -> Option<()> {
    const FAMILIES: [&str; 8] =
        ["linear-array", "ring", "hypercube", "tree", "node-tree", "star", "switch", "complete"];
    let (nodes, _) = size(document);
    let family = FAMILIES[dice.index(FAMILIES.len())];
    let topology = json!(format!("{family}:{nodes}"));
    document.as_object_mut()?.insert("topology".to_owned(), topology);
    Some(())
}

/// Costs more or less, or is bad input where there are no phases.
pub fn change_scale(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let work = work(document, dice)?;
    work.insert("scale".to_owned(), json!(1 + dice.index(5)));
    Some(())
}

/// Positions are not nodes.
pub fn swap_members(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let groups = work(document, dice)?.get_mut("groups")?.as_array_mut()?;
    let group = dice.pick(groups.len())?;
    let group = groups[group].as_array_mut()?;
    let (a, b) = dice.two(group.len())?;
    group.swap(a, b);
    Some(())
}
