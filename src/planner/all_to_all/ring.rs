//! Round the ring: blocks go from one to the next along a tour until they are there.
//!
//! By the rules of [`Rounds`]: in one direction, (p - 1)(t_s + m t_w p/2), textbook, Grama et al.
//! 2003, section 4.5.1, Figure 4.18; the shorter way, (p - 1) t_s + floor(p^2/4) m t_w, derived
//! here, with the words that a cut in the middle asks for on arrays and trees; and two hops at a
//! time on the closed ring, for even p >= 4 (p/2 + 1) t_s + p(p+2)/8 m t_w, derived here after
//! Hinrichs et al. 1994. The first two are free of congestion on every connected graph: each step
//! goes all one way round (theory.md, Lemma U).

use super::blocks;
use super::rounds::{Cargo, Rounds};
use crate::collective::Instance;
use crate::planner::tour::Tour;
use crate::planner::{Algorithm, ClosedForm, Request, Use};
use crate::schedule::{Runs, Step, Steps};
use crate::topology::Family;

pub(super) struct Ring {
    name: &'static str,
    about: &'static str,
    source: &'static str,
    rounds: Rounds,
}

pub(super) static ONE_DIRECTION: Ring = Ring {
    name: "ring",
    about: "everyone hands on to the next all that is not yet there, round a tour of all nodes",
    source: "Grama et al. 2003, section 4.5.1; any graph by Lemma U",
    rounds: Rounds::OneDirection,
};

pub(super) static SHORTER_WAY: Ring = Ring {
    name: "ring-shorter-way",
    about: "round a tour forwards for those up to half-way ahead, then backwards for the others",
    source: "derived here: the ring algorithm in both directions",
    rounds: Rounds::ShorterWay,
};

pub(super) static TWO_HOP: Ring = Ring {
    name: "ring-two-hop",
    about: "even nodes send two ahead while odd ones send two back, then the other way about",
    source: "derived here, after Hinrichs et al. 1994",
    rounds: Rounds::TwoHop,
};

/// For even p in pairs of hops; for odd p it is the shorter way.
const TWO_HOP_FORM: &str = "((p mod 2) (p - 1) + (1 - (p mod 2)) (p/2 + min(1, p/2 - 1))) t_s \
                            + ((p mod 2) (p^2 - 1)/4 + (1 - (p mod 2)) p (p + 2)/8) m t_w";

impl Algorithm for Ring {
    fn name(&self) -> &'static str {
        self.name
    }

    fn collective(&self) -> &'static str {
        "all-to-all"
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn source(&self) -> &'static str {
        self.source
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        match (self.rounds, family.name()) {
            (Rounds::OneDirection, "linear-array" | "ring") => Some(Use::textbook("any p")),
            (Rounds::OneDirection | Rounds::ShorterWay, _) => Some(Use::further("any p")),
            (Rounds::TwoHop, "ring") => Some(Use::further("any p; for odd p the shorter way")),
            (Rounds::TwoHop, _) => None,
        }
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = match self.rounds {
            Rounds::OneDirection => "(p - 1) (t_s + m t_w p/2)",
            Rounds::ShorterWay => "(p - 1) t_s + floor(p^2/4) m t_w",
            Rounds::TwoHop => TWO_HOP_FORM,
        };
        Some(ClosedForm { formula: formula.to_owned(), source: self.source, textbook: None })
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        let tour = Tour::new(&request.topology);
        Box::new(Plan { tour, instance: request.instance.clone(), rounds: self.rounds })
    }
}

struct Plan {
    tour: Tour,
    instance: Instance,
    rounds: Rounds,
}

impl Plan {
    fn blocks(&self, cargo: &[Cargo]) -> Runs {
        let of = |cargo: &Cargo| {
            let origin = self.tour.node(cargo.origin);
            let targets = self.tour.nodes(cargo.first, cargo.count);
            let runs = targets.runs().iter();
            runs.map(|run| blocks(&self.instance, origin, run.start, run.end)).collect::<Vec<_>>()
        };
        cargo.iter().flat_map(of).collect()
    }
}

impl Steps for Plan {
    fn count(&self) -> usize {
        self.rounds.count(self.tour.len())
    }

    fn messages(&self) -> u128 {
        self.count() as u128 * u128::from(self.tour.len())
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        step.messages.extend(self.rounds.moves(self.tour.len(), k).iter().map(|m| {
            let blocks = self.blocks(&m.cargo);
            if m.forward {
                self.tour.message(m.from, m.to, blocks)
            } else {
                self.tour.message_back(m.from, m.to, blocks)
            }
        }));
    }
}
