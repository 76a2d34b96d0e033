//! How a cost grows with p or m, as an order to compare others with.

use super::super::problems::{Quantity, Symbol};
use super::slips::{self, unknown_name};
use hockney_core::topology::Topology;
use hockney_formula::{Formula, Given, Growth, Link, Verdict as Equality, equivalence, parse};

/// The order of a cost, and what is known of the sizes: as little as makes it one.
pub(in super::super) fn order_of_cost(
    topology: &Topology,
    of: Quantity,
    symbol: Symbol,
    exact: &str,
) -> Option<(Link, Given)> {
    let (steps, words) = slips::parts(exact)?;
    let right = order_of(&match of {
        Quantity::Cost => format!("Theta({exact})"),
        Quantity::Steps => format!("Theta({steps})"),
        Quantity::Words => format!("Theta({words} m)"),
    })?;
    let sides = topology.network().sides().unwrap_or_default();
    let square = ["k_1 = sqrt p", "k_2 = sqrt p"].map(String::from).to_vec();
    let ways: Vec<Vec<String>> = match symbol {
        // How a cost grows with m is asked at one size.
        Symbol::M => {
            let mut here = vec![format!("p = {}", topology.nodes())];
            here.extend((1..).zip(sides).map(|(k, side)| format!("k_{k} = {side}")));
            vec![here]
        }
        Symbol::P if sides.len() == 2 => {
            let powers = ["p = 4^e", "k_1 = 2^e", "k_2 = 2^e"].map(String::from).to_vec();
            vec![square, powers]
        }
        Symbol::P => vec![Vec::new(), vec!["p = 2^d".to_owned()]],
    };
    ways.into_iter().find_map(|facts| {
        let mut given = Given::default();
        given.grow(symbol.name());
        for fact in &facts {
            // Facts that do not fit are left out.
            let _ = given.add(fact);
        }
        let known = equivalence(&right, &right, &given).verdict == Equality::Equal;
        known.then(|| (right.clone(), given))
    })
}

/// An order; what is written without a sign is taken as one. A word that is not a symbol of the model is
/// not read as a letter.
pub(super) fn order_of(text: &str) -> Option<Link> {
    order(&parse(text).ok()?)
}

pub(super) fn order(formula: &Formula) -> Option<Link> {
    let [link] = formula.links() else { return None };
    let mut link = link.clone();
    link.growth = Some(Growth::Theta);
    unknown_name(&link.expr).is_none().then_some(link)
}
