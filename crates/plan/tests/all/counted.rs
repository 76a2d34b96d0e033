//! What is known of a schedule without making it, against what making it comes to: the ranges of blocks
//! that its messages carry, and the hops of default routes.

use hockney_core::collective::{Instance, Ports, collective};
use hockney_core::schedule::{Payload, Step};
use hockney_core::topology::Topology;
use hockney_plan::planner::{self, Request};

use hockney_testing::machines::machines;

/// Every algorithm that says how many ranges its messages carry; and that some do. Swing counts those that go round once.
#[test]
fn ranges_are_those_of_the_messages() {
    let larger =
        ["mesh:7x9", "torus:8x6", "mesh:3x4x5", "torus:4x2x6", "mesh:1x12", "hypercube:64"];
    let larger = larger.map(|name| Topology::parse(name).unwrap());
    let mut said = 0;
    for topology in machines().into_iter().chain(larger) {
        let rotations = ["rotation-3", "rotation-8"].into_iter();
        let rotations = rotations.filter_map(|name| planner::algorithm("all-to-all", name));
        for algorithm in planner::algorithms().chain(rotations) {
            for pieces in [1, 3] {
                let instance =
                    Instance::new(collective(algorithm.collective()).unwrap(), topology.nodes());
                let Ok(instance) = instance.with_pieces(pieces) else { continue };
                let ports = Ports::ONE;
                let request = Request { topology: topology.clone(), instance, ports, order: None };
                let Ok(request) = planner::fitted(algorithm, &request) else { continue };
                let steps = algorithm.steps(&request);
                let Some(ranges) = steps.ranges() else { continue };
                let (mut made, mut step) = (0, Step::default());
                for k in 0..steps.count() {
                    steps.step_into(k, &mut step);
                    for message in &step.messages {
                        let Payload::Plain(blocks) = &message.payload else {
                            panic!("copied data")
                        };
                        made += blocks.runs().len() as u128;
                    }
                }
                let fewest = if algorithm.name() == "swing" { made.div_ceil(3) } else { made };
                let said_right = (fewest..=made).contains(&ranges);
                let name = algorithm.name();
                assert!(said_right, "{name} on {topology}, {pieces} pieces: {ranges}, not {made}");
                said += 1;
            }
        }
    }
    assert!(said > 200, "{said}");
}

#[test]
fn hops_are_those_of_the_routes() {
    let larger = ["mesh:1x5", "torus:1x5", "torus:2x3", "torus:2x2x5", "ring:1", "ring:2"];
    let larger = larger.map(|name| Topology::parse(name).unwrap());
    for topology in machines().into_iter().chain(larger) {
        let (network, mut route) = (topology.network(), Vec::new());
        let nodes = topology.nodes();
        for (from, to) in (0..nodes).flat_map(|from| (0..nodes).map(move |to| (from, to))) {
            if from == to {
                continue;
            }
            route.clear();
            network.route(from, to, &mut route);
            let hops = network.hops(from, to, &mut Vec::new());
            assert_eq!(hops, route.len() as u64 + 1, "{topology}: {from} to {to}");
        }
    }
}
