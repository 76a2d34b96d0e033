//! The same machine with its nodes under other numbers: an algorithm that is planned there is the same
//! algorithm here with its dimensions in another order, the other way round, or from another node on.

use hockney_core::collective::{Instance, Parameter};
use hockney_core::topology::{Feature, Topology};
use hockney_plan::planner::Request;

/// The most nodes of which all rotations are tried.
const MOST_ROTATED: u32 = 16;
/// The most dimensions that are put in every order, and that are turned round.
const MOST_DIMENSIONS: usize = 5;
/// The most numbers of nodes in all orders of a grid together. The search ends earlier, since a
/// trace of an algorithm takes more than one entry for each node.
const MOST_PLACES: usize = 1 << 22;

/// A machine whose node v is here the node `places[v]`.
pub(super) struct Order {
    pub(super) topology: Topology,
    pub(super) places: Vec<u32>,
    /// The difference in words: `with its dimensions in another order`.
    pub(super) name: &'static str,
}

impl Order {
    /// The same question with other node numbers; `None` if it depends on the order of the numbers.
    pub(super) fn request(&self, asked: &Request) -> Option<Request> {
        let of = &asked.instance;
        let instance = match of.collective.parameter() {
            None => of.clone(),
            Some(Parameter::Root) => {
                let root = self.places.iter().position(|place| *place == of.root)?;
                of.clone().with_root(root as u64).ok()?
            }
            Some(Parameter::Exclusive | Parameter::By | Parameter::Map) => return None,
        };
        let topology = self.topology.clone();
        Some(Request { topology, instance, ..asked.clone() })
    }

    /// The block with this number there, by its number here.
    pub(super) fn block(&self, of: &Instance, block: u64) -> u64 {
        let (p, n) = (u64::from(of.nodes), u64::from(of.pieces));
        let place = |node: u64| {
            let node = usize::try_from(node).ok().and_then(|node| self.places.get(node));
            node.map_or(0, |place| u64::from(*place))
        };
        let (whole, piece) = (block / n, block % n);
        match of.blocks().named_by() {
            0 => block,
            1 => place(whole) * n + piece,
            _ => (place(whole / p) * p + place(whole % p)) * n + piece,
        }
    }
}

/// All orders but the plain one that are tried for a topology.
pub(super) fn orders(topology: &Topology) -> Vec<Order> {
    let p = topology.nodes();
    let here = |name, place: &dyn Fn(u32) -> u32| Order {
        topology: topology.clone(),
        places: (0..p).map(place).collect(),
        name,
    };
    let mut found = Vec::new();
    if topology.offers(Feature::Sides) {
        found.extend(of_grid(topology));
    }
    if topology.offers(Feature::Line) {
        found.push(here("with its ends swapped", &|v| p - 1 - v));
    }
    if topology.offers(Feature::Leaves) && p.is_power_of_two() && p <= MOST_ROTATED {
        let name = "with halves of the tree swapped";
        found.extend((1..p).map(|mask| here(name, &|v| v ^ mask)));
    }
    // Wherever all can reach all at once, nodes may have any numbers.
    let pairs = topology.offers(Feature::Pairs);
    if (pairs || topology.offers(Feature::Cube)) && p.is_power_of_two() {
        let dimensions: Vec<u32> = (0..p.trailing_zeros()).collect();
        let bits =
            |order: &[u32], v: u32| (0..).zip(order).map(|(from, to)| (v >> from & 1) << to).sum();
        let name = "with its dimensions in another order";
        let others = permutations(&dimensions).into_iter().skip(1);
        found.extend(others.map(|order| here(name, &|v| bits(&order, v))));
    }
    if pairs || topology.offers(Feature::ClosedRing) {
        found.extend(round(p, &here));
    }
    found
}

/// A ring begun elsewhere, and run the other way round.
fn round(p: u32, here: &impl Fn(&'static str, &dyn Fn(u32) -> u32) -> Order) -> Vec<Order> {
    let most = if p <= MOST_ROTATED { p } else { 1 };
    let back = (0..most).map(|by| here("in the other direction", &|v| (p - v + by) % p));
    let on = (1..most).map(|by| here("starting at another node", &|v| (v + by) % p));
    back.chain(on).collect()
}

/// Every order of the sides, each with every direction turned round or not; no more than
/// [`MOST_PLACES`] allows, and of many directions only the first are turned.
fn of_grid(topology: &Topology) -> Vec<Order> {
    let sides = topology.network().sides().unwrap_or_default();
    let most = MOST_PLACES / (topology.nodes() as usize).max(1);
    // A side of 1 is the same the other way round.
    let long: Vec<usize> =
        (0..sides.len()).filter(|k| sides[*k] > 1).take(MOST_DIMENSIONS).collect();
    let dimensions: Vec<usize> = (0..sides.len()).collect();
    let mut found = Vec::new();
    for order in permutations(&dimensions) {
        // There, side k is the side `order[k]` of here.
        let turned: Vec<u64> = order.iter().map(|k| u64::from(sides[*k])).collect();
        let Ok(there) = Topology::new(topology.family(), &turned) else { continue };
        let name = match (order == dimensions, sides.len()) {
            (true, _) => "with some directions reversed",
            (false, 2) => "with rows and columns swapped",
            (false, _) => "with its dimensions in another order",
        };
        for mirrored in u32::from(order == dimensions)..1_u32 << long.len() {
            if found.len() >= most {
                return found;
            }
            let is_turned = |k| {
                let bit = long.iter().position(|side| *side == k);
                bit.is_some_and(|bit| mirrored >> bit & 1 == 1)
            };
            let turns: Vec<bool> = (0..sides.len()).map(is_turned).collect();
            let place = |v: u32| {
                let mut rest = v;
                let mut at = vec![0; sides.len()];
                for k in order.iter().rev().copied() {
                    let along = rest % sides[k];
                    at[k] = if turns[k] { sides[k] - 1 - along } else { along };
                    rest /= sides[k];
                }
                at.iter().zip(sides).fold(0, |place, (along, side)| place * side + along)
            };
            let places = (0..topology.nodes()).map(place).collect();
            found.push(Order { topology: there.clone(), places, name });
        }
    }
    found
}

/// All orders, the given one first; only that one of more than [`MOST_DIMENSIONS`].
fn permutations<T: Copy>(of: &[T]) -> Vec<Vec<T>> {
    if of.len() > MOST_DIMENSIONS || of.is_empty() {
        return vec![of.to_vec()];
    }
    let mut found = Vec::new();
    for (k, first) in of.iter().enumerate() {
        let rest = permutations(&[&of[..k], &of[k + 1..]].concat());
        found.extend(rest.into_iter().map(|end| [vec![*first], end].concat()));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links(topology: &Topology) -> Vec<(u32, u32)> {
        let (network, mut out) = (topology.network(), Vec::new());
        let mut found = Vec::new();
        for v in 0..topology.vertices() {
            out.clear();
            network.neighbours(v, &mut out);
            found.extend(out.iter().map(|to| (v, *to)));
        }
        found.sort_unstable();
        found
    }

    /// Each order is the same machine: its links, renamed, are the links here.
    #[test]
    fn orders_are_the_same_machine() {
        for (name, count) in [
            ("hypercube:8", 5),
            ("hypercube:16", 23),
            ("ring:5", 9),
            ("linear-array:6", 1),
            ("mesh:2x4", 7),
            ("torus:3x3", 7),
            ("mesh:2x3x4", 47),
            ("mesh:1x4", 3),
            ("mesh:2x2x2x2x2x2", 31),
        ] {
            let here = Topology::parse(name).unwrap();
            let orders = orders(&here);
            assert_eq!(orders.len(), count, "{name}");
            for order in orders {
                let place = |v: u32| order.places[v as usize];
                let mut renamed: Vec<_> =
                    links(&order.topology).iter().map(|(a, b)| (place(*a), place(*b))).collect();
                renamed.sort_unstable();
                assert_eq!(renamed, links(&here), "{name}: {}", order.name);
            }
        }
    }

    /// Catches shifts that overflow, and orders that are more than anybody goes through.
    #[test]
    fn many_sides_have_few_orders() {
        let of = |sides: &[&str]| Topology::parse(&format!("mesh:{}", sides.join("x"))).unwrap();
        let flat = of(&[&["1"; 40][..], &["3"]].concat());
        assert_eq!(
            orders(&flat).iter().map(|order| &order.places).collect::<Vec<_>>(),
            [&[2, 1, 0]]
        );
        assert_eq!(orders(&of(&["2"; 14])).len(), 31);
        let large = orders(&of(&["8"; 5]));
        assert_eq!(large.len(), MOST_PLACES >> 15);
    }

    #[test]
    fn orders_are_in_every_order_once() {
        let all = permutations(&[0, 1, 2]);
        assert_eq!(all.len(), 6);
        assert_eq!(all[0], [0, 1, 2]);
        assert!(all.contains(&vec![2, 1, 0]));
    }
}
