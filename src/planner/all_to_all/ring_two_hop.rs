//! Two hops at a time round the closed ring, both ways at once.
//!
//! Even nodes send two ahead while odd ones send two back, so that all links are busy; then the
//! other way about; single hops at last. Cost for even p >= 4: (p/2 + 1) t_s + p(p+2)/8 m t_w; for
//! odd p it is the shorter way round. Source: derived here, after Hinrichs et al. 1994.

use super::round_the_tour;
use super::rounds::Rounds;
use crate::planner::Algorithm;
use crate::planner::algorithm::{Formula, Need, Plan};
use crate::topology::Feature;

/// For even p in pairs of hops; for odd p it is the shorter way.
const TWO_HOP_FORM: &str = "((p mod 2) (p - 1) + (1 - (p mod 2)) (p/2 + min(1, p/2 - 1))) t_s \
                            + ((p mod 2) (p^2 - 1)/4 + (1 - (p mod 2)) p (p + 2)/8) m t_w";

pub(in crate::planner) static RING_TWO_HOP: Algorithm = Algorithm {
    name: "ring-two-hop",
    collective: "all-to-all",
    about: "even nodes send two ahead while odd ones send two back, then the other way about",
    source: "derived here, after Hinrichs et al. 1994",
    needs: &[Need::of(Feature::ClosedRing, "any p; for odd p the shorter way")],
    cost: Formula::Text(TWO_HOP_FORM),
    step_costs: |_, _| Some(round_the_tour::two_hop_costs("p", "m t_w")),
    plan: Plan::Made(|request| round_the_tour::steps(request, Rounds::TwoHop)),
    templates: |request| round_the_tour::templates(request, Rounds::TwoHop),
    ..Algorithm::COMMON
};
