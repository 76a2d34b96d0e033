//! The messages that a template has at a size, held against those of a planned schedule.

use super::Part;
use crate::collective::{Instance, Ports, collective};
use crate::planner::{Algorithm, Request, fitted, plan};
use crate::proof::kernel::{Blocks, Moves, Orbit, Scope, Term, Turn};
use crate::schedule::{Listed, Message, Payload, Runs};
use crate::topology::{Family, Topology};

/// A message as a template has it; blocks where it says which.
struct Expected {
    from: u32,
    to: u32,
    /// The nodes between them; `None` for the default route.
    via: Option<Vec<u32>>,
    blocks: Option<Runs>,
}

/// Compares all messages of all sizes up to so many nodes; how many, and over which sizes.
///
/// # Errors
/// The first schedule that differs, and where.
pub fn agree(
    algorithm: &Algorithm,
    family: &'static dyn Family,
    parts: &[Part],
    most: u32,
) -> Result<(usize, String), String> {
    let collective = collective(algorithm.collective()).ok_or("there is no such collective")?;
    let Some(first) = parts.first() else { return Err("the template is empty".to_owned()) };
    let (name, whole) = &first.orbit.size;
    let (mut compared, mut sizes) = (0, Vec::new());
    let mut size = whole.smallest();
    loop {
        let p = if name == "d" { 1_i64 << size } else { size };
        if p > i64::from(most) {
            break;
        }
        let nodes = u64::try_from(p).map_err(|why| why.to_string())?;
        let topology = Topology::new(family, &[nodes]).map_err(|why| why.to_string())?;
        let instance = Instance::new(collective, topology.nodes());
        let request =
            Request { topology: topology.clone(), instance, ports: Ports::One, order: None };
        let at = |why: String| format!("{topology}: {why}");
        // With the pieces that the algorithm cuts.
        let request = fitted(algorithm, &request).map_err(|why| at(why.to_string()))?;
        let steps = plan(algorithm, &request).map_err(|why| at(why.to_string()))?;
        compared += one(&topology, parts, &Listed::of(&*steps), size).map_err(at)?;
        sizes.push(size);
        size += whole.modulus;
    }
    let last = sizes.last().copied().unwrap_or(0);
    Ok((compared, format!("{name} = {}, .., {last}", whole.smallest())))
}

fn one(topology: &Topology, parts: &[Part], listed: &Listed, size: i64) -> Result<usize, String> {
    let mut steps = listed.0.iter();
    let (mut compared, mut number) = (0, 0);
    for part in parts {
        let mut expected = all(&part.orbit, topology.nodes(), size)?;
        if part.backwards {
            expected.reverse();
        }
        for mut expected in expected {
            number += 1;
            let step = steps.next().ok_or("the schedule has fewer steps than the template")?;
            if part.backwards {
                expected.iter_mut().for_each(turn_round);
            }
            expected.sort_by_key(|message| message.from);
            let mut planned: Vec<&Message> = step.messages.iter().collect();
            planned.sort_by_key(|message| message.from);
            let same = planned.len() == expected.len()
                && planned.iter().zip(&expected).all(|(m, e)| equal(topology, m, e));
            if !same {
                return Err(format!("step {number} has other messages than the template"));
            }
            compared += planned.len();
        }
    }
    if steps.next().is_some() {
        return Err("the schedule has more steps than the template".to_owned());
    }
    Ok(compared)
}

fn turn_round(message: &mut Expected) {
    std::mem::swap(&mut message.from, &mut message.to);
    if let Some(via) = &mut message.via {
        via.reverse();
    }
}

fn equal(topology: &Topology, message: &Message, expected: &Expected) -> bool {
    let mut via = Vec::new();
    message.via_into(topology.network(), &mut via);
    let mut way = Vec::new();
    match &expected.via {
        Some(nodes) => way.clone_from(nodes),
        None => topology.network().route(expected.from, expected.to, &mut way),
    }
    let blocks = match (&expected.blocks, &message.payload) {
        (Some(blocks), Payload::Plain(runs)) => blocks == runs,
        (Some(_), Payload::Everything | Payload::Values(_)) => false,
        (None, _) => true,
    };
    (message.from, message.to) == (expected.from, expected.to) && via == way && blocks
}

/// The messages of each step of a template.
fn all(orbit: &Orbit, p: u32, size: i64) -> Result<Vec<Vec<Expected>>, String> {
    let mut scope = Scope::default();
    scope.means.extend(orbit.means.iter().cloned());
    scope.means.insert(orbit.size.0.clone(), Term::whole(size));
    let number = |term: &Term, i: i64| -> Result<i64, String> {
        let value =
            scope.polynomial(&term.with("i", &Term::whole(i))).map_err(|why| why.to_string())?;
        let number = value.as_number().and_then(|number| number.to_i64());
        number.ok_or_else(|| format!("{value} is not a whole number"))
    };
    let mut steps = Vec::new();
    for turn in &orbit.turns {
        for i in number(&turn.from, 0)?..number(&turn.to, 0)? {
            let of = |v| message(turn, p, v, i, &|term| number(term, i));
            steps.push((0..p).map(of).collect::<Result<_, _>>()?);
        }
    }
    Ok(steps)
}

fn message(
    turn: &Turn,
    p: u32,
    node: u32,
    step: i64,
    number: &dyn Fn(&Term) -> Result<i64, String>,
) -> Result<Expected, String> {
    let round = |x: i64| u32::try_from(x.rem_euclid(i64::from(p))).unwrap_or(0);
    let (from, mut via) = (i64::from(node), None);
    let to = match &turn.moves {
        Moves::Ring { hops, turning } => {
            let class = from + if *turning { step % 2 } else { 0 };
            let classes = i64::try_from(hops.len()).unwrap_or(1);
            let entry = usize::try_from(class.rem_euclid(classes)).unwrap_or(0);
            let by = hops[entry];
            via = Some((1..by.abs()).map(|j| round(from + j * by.signum())).collect());
            round(from + by)
        }
        Moves::Direct(by) => round(from + number(by)?),
        Moves::Dimension(dimension) => node ^ (1 << number(dimension)?),
        Moves::Xor(by) => node ^ round(number(by)?),
    };
    let pair = |pair: &[Term; 2]| Ok::<_, String>((number(&pair[0])?, number(&pair[1])?));
    let square = |origin: u32, target: u32| u64::from(origin) * u64::from(p) + u64::from(target);
    let blocks: Option<Runs> = match &turn.blocks {
        Blocks::Interval { sent, .. } => {
            let (a, b) = pair(sent)?;
            Some((a..=b).map(|x| u64::from(round(from + x))).collect())
        }
        Blocks::Subcube { summed: true, .. } | Blocks::Unsaid => None,
        Blocks::Subcube { known, .. } => {
            let (low, high) = pair(known)?;
            let same = |u: &u32| (u ^ node) >> high == 0 && (u ^ node) & ((1 << low) - 1) == 0;
            Some((0..p).filter(same).map(u64::from).collect())
        }
        Blocks::Onwards { origin, targets } => {
            let (origin, (a, b)) = (round(from + number(origin)?), pair(targets)?);
            Some((a..=b).map(|x| square(origin, round(from + x))).collect())
        }
        Blocks::Own => Some(std::iter::once(square(node, to)).collect()),
    };
    Ok(Expected { from: node, to, via, blocks })
}
