//! Parts of machines, and ranks on the nodes of boxes.

use hockney_core::topology::{Placement, Subset, Vertex};
use hockney_testing::Dice;
use hockney_testing::build::topology;
use hockney_testing::machines::{machines, named};

/// Catches a vertex that is taken for another one where only some nodes count.
#[test]
fn a_part_has_the_links_and_ways_of_the_whole() {
    let mut dice = Dice(15);
    for machine in machines().into_iter().chain(named()).filter(|machine| machine.nodes() <= 20) {
        let order: Vec<u32> =
            dice.map(machine.nodes()).iter().map(|v| u32::try_from(*v).unwrap()).collect();
        let members = &order[..=dice.index(order.len())];
        let part = Subset::of(&machine, members).unwrap();
        let (whole, network) = (machine.network(), part.topology().network());
        let vertices = machine.vertices();
        assert_eq!((part.members(), part.machine()), (members, &machine));
        assert_eq!(
            (network.nodes() as usize, part.topology().vertices()),
            (members.len(), vertices)
        );
        let old = |number: Vertex| part.vertex(number);
        let others: Vec<Vertex> =
            (0..vertices).filter(|vertex| !members.contains(vertex)).collect();
        let named: Vec<Vertex> = (0..vertices).map(old).collect();
        assert_eq!(named, [members, &others].concat(), "{machine}");
        let renamed = |of: &[Vertex]| of.iter().map(|number| old(*number)).collect::<Vec<_>>();
        for u in 0..vertices {
            let (mut here, mut there) = (Vec::new(), Vec::new());
            network.neighbours(u, &mut here);
            whole.neighbours(old(u), &mut there);
            assert!(here.is_sorted(), "{machine}");
            let mut here = renamed(&here);
            here.sort_unstable();
            assert_eq!(here, there, "{machine}: {u}");
            assert_eq!((network.link(u, vertices), network.link(vertices, u)), (None, None));
            for v in 0..vertices {
                assert_eq!(network.link(u, v), whole.link(old(u), old(v)), "{machine}: {u} {v}");
            }
        }
        for (from, to) in
            (0..network.nodes()).flat_map(|u| (0..network.nodes()).map(move |v| (u, v)))
        {
            if from == to {
                continue;
            }
            let ends = (old(from), old(to));
            let (mut here, mut there) = (Vec::new(), Vec::new());
            network.route(from, to, &mut here);
            whole.route(ends.0, ends.1, &mut there);
            assert_eq!(renamed(&here), there, "{machine}: {from} {to}");
            assert_eq!(network.hops(from, to, &mut Vec::new()), there.len() as u64 + 1);
            let (mut here, mut there) = (Vec::new(), Vec::new());
            network.tour_route(from, to, &mut here);
            whole.tour_route(ends.0, ends.1, &mut there);
            assert_eq!(renamed(&here), there, "{machine}: {from} {to}");
            let claims = [network.back_is_default(from, to), network.tour_is_default(from, to)];
            let truths =
                [whole.back_is_default(ends.0, ends.1), whole.tour_is_default(ends.0, ends.1)];
            assert!(claims == truths || claims == [false; 2], "{machine}: {from} {to}");
        }
        let ascending: Vec<Vertex> = (0..machine.nodes()).collect();
        let tour = whole.tour_order().unwrap_or(&ascending);
        let kept: Vec<Vertex> =
            tour.iter().copied().filter(|node| members.contains(node)).collect();
        assert_eq!(renamed(network.tour_order().unwrap()), kept, "{machine}");
    }
}

#[test]
fn ranks_are_dealt_over_boxes() {
    let dealt = |on: &str, ranks| {
        let placed = Placement::round_robin(&topology(on), ranks);
        placed.map(|placed| placed.nodes().to_vec()).map_err(|error| error.to_string())
    };
    assert_eq!(dealt("nodes:2x3", 4), Ok(vec![0, 3, 1, 4]));
    assert_eq!(dealt("nodes:3x2", 6), Ok(vec![0, 2, 4, 1, 3, 5]));
    assert_eq!(dealt("ring:3/switch:2", 3), Ok(vec![0, 2, 4]));
    assert_eq!(dealt("nodes:2x3", 7), Err("7 ranks need 7 nodes, and nodes:2x3 has 6".to_owned()));
    assert_eq!(dealt("nodes:2x3", 0), Err("a placement has at least one rank".to_owned()));
    assert_eq!(dealt("ring:8", 4), Err("ring:8 has no boxes: node 0 is at no switch".to_owned()));
    let one = dealt("switch:4", 4).unwrap_err();
    assert!(one.starts_with("switch:4 has no boxes: "), "{one}");
    let block = Placement::block(&topology("nodes:2x3"), 4).unwrap();
    assert_eq!((block.nodes(), block.rank(3), block.rank(4)), (&[0, 1, 2, 3][..], Some(3), None));
}
