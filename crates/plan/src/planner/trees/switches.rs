//! Takes switches out of a network: two paths that meet at a switch become one that goes past it.
//!
//! A switch has as many units in as out. For each path into it there is one out of it so that some units of both can be
//! joined and all trees can still be grown (Bang-Jensen, Frank and Jackson 1995; Zhao et al. 2024). As many units as
//! possible are joined at once, so that few paths share links.

use super::net::{Net, Rate, repeated};
use super::packing::{Packing, Path};

/// The paths between nodes in a period of trees from each of the roots, with as many units as the links of the network allow.
pub(super) fn paths(net: &Net, roots: &[usize], rate: Rate) -> Vec<Path> {
    let links = net.in_period(rate.period);
    if net.nodes == net.vertices {
        return links;
    }
    let all = repeated(roots, rate.trees);
    let mut packing = Packing::new([net.nodes, net.vertices], &links, &all);
    for switch in net.nodes..net.vertices {
        let [entering, mut leaving] = packing.at(switch);
        leaving.sort_by_key(|out| packing.path(*out).to);
        for into in entering {
            // To the next vertex around, and in the end back, which is of no use but may be all that is left.
            let from = packing.path(into).from;
            let next = leaving.partition_point(|out| packing.path(*out).to <= from);
            for out in leaving[next..].iter().chain(&leaving[..next]) {
                join(&mut packing, [into, *out], switch);
            }
        }
    }
    packing.rest()
}

/// Joins as many units of two paths as there can be.
fn join(packing: &mut Packing, [into, out]: [usize; 2], switch: usize) {
    let left = |packing: &Packing| packing.left(into).min(packing.left(out));
    let mut units = left(packing);
    let past = (units > 0).then(|| packing.past(switch, [into, out]));
    while let Some(past) = past.filter(|_| units > 0) {
        if !packing.join([into, out, past], units) {
            units /= 2;
        }
        units = units.min(left(packing));
    }
}
