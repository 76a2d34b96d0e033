//! Every algorithm for any graph among some nodes of every small machine: valid on the whole machine,
//! and its cost its closed form.

use hockney_base::number::Rational;
use hockney_core::checker::{Limits, check};
use hockney_core::collective::{COLLECTIVES, Instance, Parameter, Ports, Schedule};
use hockney_core::topology::{GraphLinks, Subset, Topology};
use hockney_cost::{Comparison, against, bindings_of};
use hockney_cost::{Model, price};
use hockney_formula as formula;
use hockney_plan::planner::{Request, candidates, fitted, side_by_side};

use hockney_testing::sweep;

/// Every other node; all but the first; two far apart, the later first; all from the last down.
fn subsets(p: u32) -> Vec<Vec<u32>> {
    let mut subsets =
        vec![(0..p).step_by(2).collect(), (1..p).collect(), vec![p - 1, 0], (0..p).rev().collect()];
    subsets.retain(|of: &Vec<u32>| !of.is_empty());
    subsets
}

fn instance(kind: &'static hockney_core::collective::Collective, p: u32) -> Instance {
    let of = Instance::new(kind, p);
    match kind.parameter() {
        Some(Parameter::Root) => of.with_root(u64::from(p - 1)).unwrap(),
        Some(Parameter::By) => of.with_by(2),
        Some(Parameter::Map) => of.with_map(&(0..u64::from(p)).rev().collect::<Vec<_>>()).unwrap(),
        Some(Parameter::Exclusive) | None => of,
    }
}

sweep! {
    fn every_algorithm_is_valid_among_some_nodes(effort) {
        let mut checked = 0;
        for machine in effort.thin(effort.machines(), 4).into_iter().filter(|machine| machine.nodes() > 1) {
            for members in subsets(machine.nodes()) {
                let subset = Subset::of(&machine, &members).unwrap();
                for kind in COLLECTIVES {
                    let topology = subset.topology().clone();
                    let of = instance(kind, topology.nodes());
                    let request = Request { topology, instance: of, ports: Ports::ONE, order: None };
                    for (algorithm, _) in candidates(&request) {
                        let name = format!(
                            "{} of {kind} among {members:?} of {machine}",
                            algorithm.name(),
                            kind = kind.name()
                        );
                        let request = fitted(algorithm, &request).unwrap();
                        let of = request.instance.clone();
                        let planned = vec![(subset.clone(), of.clone(), algorithm.steps(&request))];
                        let phase = side_by_side(&machine, Rational::one(), planned);
                        let (topology, ports) = (machine.clone(), Ports::ONE);
                        let schedule = Schedule { topology, ports, phases: vec![phase] };
                        let report = check(&schedule, &Limits::default()).unwrap();
                        assert!(report.report().is_valid(), "{name}: {report:?}");
                        checked += 1;
                        let family = request.topology.family();
                        let Some(form) = algorithm.closed_form(family, 0) else { continue };
                        let measures = &report.report().measures;
                        let cost = price(&schedule, measures, Model::default()).cost;
                        let formula = formula::parse(&form.formula).unwrap();
                        let bindings = bindings_of(&request.topology, &of);
                        let measured = against(&formula, &bindings, &cost.without_hops()).unwrap();
                        assert_eq!(measured.comparison, Comparison::Equal, "{name}: {cost}");
                    }
                }
            }
        }
        assert!(checked > effort.of(200, 2000), "{checked} schedules");
    }
}

#[test]
fn a_subset_has_each_member_once() {
    let ring = Topology::parse("ring:4").unwrap();
    assert!(Subset::of(&ring, &[]).is_none());
    assert!(Subset::of(&ring, &[1, 1]).is_none());
    assert!(Subset::of(&ring, &[4]).is_none());
    assert_eq!(Subset::of(&ring, &[3, 1]).unwrap().members(), [3, 1]);
    let switch = Topology::parse("switch:4").unwrap();
    assert!(Subset::of(&switch, &[4]).is_none(), "a switch is no node");
}

/// Catches two subsets that are taken for the same since they have the same number of nodes.
#[test]
fn subsets_are_equal_where_machine_and_members_are() {
    let subset = |machine: &str, members: &[u32]| {
        let machine = Topology::parse(machine).unwrap();
        Subset::of(&machine, members).unwrap().topology().clone()
    };
    let one = subset("ring:6", &[0, 2, 4]);
    assert_eq!(one, subset("ring:6", &[0, 2, 4]));
    let others = [
        subset("ring:6", &[0, 2, 5]),
        subset("ring:6", &[0, 4, 2]),
        subset("ring:6", &[0, 2]),
        subset("ring:7", &[0, 2, 4]),
        subset("torus:2x3", &[0, 2, 4]),
    ];
    for other in others {
        assert_ne!(one, other);
        assert_ne!(other, one);
    }
    let graph = GraphLinks { nodes: 3, switches: 0, links: vec![[0, 1], [1, 2]] };
    assert_ne!(one, Topology::graph(graph).unwrap());
}
