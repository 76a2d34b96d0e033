//! Plans that have templates.

use hockney_core::collective::{COLLECTIVES, Instance, Ports};
use hockney_core::schedule::{Steps, Symmetric};
use hockney_plan::planner::{self, Request, Role};

use hockney_testing::machines::{machines, named};

/// Every plan that has templates, on machines of up to so many nodes, with its request.
pub(crate) fn planned(most: u32) -> Vec<(String, Request, Symmetric, Box<dyn Steps>)> {
    let mut all = Vec::new();
    let named = named().into_iter().filter(|t| (2..=most).contains(&t.nodes()));
    for topology in machines().into_iter().filter(|t| t.nodes() <= most).chain(named) {
        for algorithm in planner::algorithms() {
            let role = algorithm.on(topology.family()).map(|on| on.role);
            if role == Some(Role::Counterexample) && topology.family().parts().is_some() {
                continue;
            }
            let collective =
                COLLECTIVES.iter().find(|c| c.name() == algorithm.collective()).unwrap();
            for (by, pieces) in [(0, 1), (3, 1), (-1, 2)] {
                let instance = Instance::new(collective, topology.nodes()).with_by(by);
                let Ok(instance) = instance.with_pieces(pieces) else { continue };
                let request = Request {
                    topology: topology.clone(),
                    instance,
                    ports: Ports::ONE,
                    order: None,
                };
                let Ok(request) = planner::fitted(algorithm, &request) else { continue };
                let Some(symmetric) = planner::symmetric(algorithm, &request) else { continue };
                let name = format!("{} {} on {topology}", algorithm.collective(), algorithm.name());
                all.push((name, request.clone(), symmetric, algorithm.steps(&request)));
            }
        }
    }
    all
}

/// The same on machines by name, where messages share links.
#[allow(dead_code)] // of its two users one needs it
pub(crate) fn congested(most: u32) -> Vec<(String, Request, Symmetric)> {
    let mut all = Vec::new();
    for topology in named().into_iter().filter(|t| (2..=most).contains(&t.nodes())) {
        for algorithm in planner::algorithms() {
            let of = COLLECTIVES.iter().find(|c| c.name() == algorithm.collective()).unwrap();
            let instance = Instance::new(of, topology.nodes()).with_by(3);
            let topology = topology.clone();
            let request = Request { topology, instance, ports: Ports::ONE, order: None };
            let Ok(request) = planner::congested(algorithm, &request) else { continue };
            let Some(symmetric) = planner::symmetric(algorithm, &request) else { continue };
            let (of, on) = (algorithm.collective(), &request.topology);
            all.push((format!("{of} {} on {on}", algorithm.name()), request, symmetric));
        }
    }
    all
}
