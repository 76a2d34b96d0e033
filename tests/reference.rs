//! The naive second checker, tested by itself: what it calls right and wrong, from hand-written documents.

#[path = "reference_tests/collectives.rs"]
mod collectives;
#[path = "reference_tests/costs.rs"]
mod costs;
#[path = "reference_tests/damage.rs"]
mod damage;
#[path = "reference_tests/forming.rs"]
mod forming;
#[path = "reference_tests/input.rs"]
mod input;
mod mutants;
#[path = "reference_tests/phases.rs"]
mod phases;
#[path = "reference/mod.rs"]
mod reference;
#[path = "reference_tests/routes.rs"]
mod routes;
#[path = "reference_tests/rules.rs"]
mod rules;
#[path = "reference_tests/samples.rs"]
mod samples;
#[path = "reference_tests/topologies.rs"]
mod topologies;
