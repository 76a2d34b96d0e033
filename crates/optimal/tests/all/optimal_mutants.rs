//! Damaged schedules that are still valid have a place in the formulas of their cells.

use std::collections::BTreeMap;

use hockney_core::checker::{Limits, check};
use hockney_core::collective::Ports;
use hockney_core::topology::Topology;
use hockney_files::{self as document, Header, Notation};
use hockney_optimal::{Searched, size};
use hockney_plan::question::Question;

use super::optimal::{NAMES, asked, is_found};
use hockney_testing::mutants::{Mutant, chained, mutants};
use hockney_testing::sweep;

sweep! {
    /// Catches a condition too many that only less regular schedules break.
    fn valid_mutants_satisfy_the_formulas_of_their_cells(effort) {
        let mut seen = BTreeMap::new();
        let machines = ["ring:4", "linear-array:4", "star:4", "mesh:2x3", "tree:4"];
        for machine in effort.thin(machines.to_vec(), 4) {
            let machine = Topology::parse(machine).unwrap();
            for name in NAMES {
                for pieces in [1, 2] {
                    let instance = asked(name, &machine, pieces).instance;
                    let question = Question::of(machine.clone(), instance);
                    let Ok(plan) = question.plan(hockney_plan::question::Choice::Default) else {
                        continue;
                    };
                    let mut text = Vec::new();
                    let header = Header::default();
                    document::write(&mut text, &header, &plan.schedule(), Notation::Json).unwrap();
                    let value = serde_json::from_slice(&text).unwrap();
                    let mutants = [mutants(&value, 19, 1), chained(&value, 19, effort.of(2, 8))].concat();
                    for Mutant { damage, document } in mutants {
                        let text = document.to_string();
                        let Ok(read) = document::read(&text, &|_| Err(String::new())) else { continue };
                        let schedule = read.schedule;
                        let Ok(checked) = check(&schedule, &Limits::default()) else { continue };
                        let report = checked.report();
                        let [phase] = &schedule.phases[..] else { continue };
                        if !report.is_valid() || !phase.is_everyone() || schedule.ports != Ports::ONE {
                            continue;
                        }
                        let (topology, instance) = (&schedule.topology, phase.instance());
                        let Ok(asked) = Searched::of(topology, instance, Ports::ONE, false) else {
                            continue;
                        };
                        let (steps, rounds) = size(&report.measures[0]);
                        if steps > 8 || (instance.collective.name() == "all-reduce" && rounds > 8) {
                            continue;
                        }
                        assert!(is_found(&asked, &schedule), "{damage}: {text}");
                        *seen.entry(damage).or_insert(0) += 1;
                    }
                }
            }
        }
        let all: usize = seen.values().sum();
        assert!(all > effort.of(30, 300) && seen.len() > effort.of(5, 15), "{all} schedules, {seen:?}");
    }
}
