//! First fit: each block goes directly by its default route, in the first step that has it free.
//!
//! As for a permutation, the longest routes first. t_s + m t_w for each step; how many there are is
//! computed. On every connected graph. Source: derived here, greedy colouring of the graph of
//! routes that collide.

use crate::planner::Algorithm;
use crate::planner::algorithm::{Need, Plan};
use crate::planner::permute::first_fit;
use crate::topology::Feature;

pub(in crate::planner) static FIRST_FIT: Algorithm = Algorithm {
    name: "first-fit",
    collective: "shift",
    about: "each block goes by its default route in the first step where that is free, longest first",
    source: "derived here",
    // One step is enough with a way for every pair.
    needs: &[Need::without(Feature::Pairs, "any p, any q")],
    at_least: first_fit::at_least,
    plan: Plan::Made(first_fit::steps),
    ..Algorithm::COMMON
};
