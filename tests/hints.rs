//! The cheaper algorithm that `cost` names costs what the command says that it names, over the catalogue.

use hockney::ask::{self, Choice, How};
use hockney::collective::COLLECTIVES;
use hockney::{Numbers, Question, Topology};
use hockney_testing::sweep;

const TOPOLOGIES: [&str; 16] = [
    "linear-array:8",
    "ring:7",
    "ring:8",
    "mesh:3x4",
    "mesh:4x4",
    "torus:3x4",
    "torus:2x2x2",
    "hypercube:8",
    "hypercube:16",
    "tree:8",
    "node-tree:7",
    "star:6",
    "switch:7",
    "switch:16",
    "complete:9",
    "fat-tree:4",
];

sweep! {
    /// Catches a figure that is not what the named command answers, and an algorithm that it does not know.
    fn the_figure_of_a_hint_is_the_answer_of_its_command(effort) {
        let mut hints = 0;
        for topology in effort.thin(TOPOLOGIES.to_vec(), 4) {
            for collective in COLLECTIVES.iter().map(|one| one.name()) {
                let topology = Topology::parse(topology).unwrap();
                let Ok(question) = Question::new(collective, topology.clone()) else { continue };
                for (m, t_s, t_w) in [(100, 5, 1), (1001, 3, 2), (7, 300, 20)] {
                    let how = How::at(Numbers::of(m, t_s, t_w));
                    let Some(best) = ask::cheapest(&question, &how) else { continue };
                    let algorithm = Choice::Named(best.algorithm.name());
                    let total = ask::total(question.clone(), &How { algorithm, ..how });
                    let name = format!("{collective} on {topology} by {}", best.algorithm.name());
                    assert_eq!(total.ok(), best.total, "{name}, m = {m}");
                    hints += 1;
                }
            }
        }
        assert!(hints > effort.of(60, 300), "{hints}");
    }
}
