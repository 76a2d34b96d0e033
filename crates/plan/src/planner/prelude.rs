//! The common imports of the files of algorithms.

pub(super) use super::algorithm::{Algorithm, Need, Pieces, Requirement, Taught};
pub(super) use super::in_turn::{InTurn, each_step};
pub(super) use super::{Request, StepCosts, Textbook};
pub(super) use hockney_base::rule::Load::{
    Apart, Before, Clipped, Digit, Everything, Interval, Onwards, Own, Sides, Subcube, TheirHalf,
};
pub(super) use hockney_base::rule::Move::{Ahead, Back, Xor};
pub(super) use hockney_base::rule::Place::{Cube, CubeInOrder, Pairs, RootFirst, Tour};
pub(super) use hockney_base::rule::Rule::{
    Backwards, ByDimension, Folded, FromEach, Halving, Parts, Pipeline, Rotated, Straight,
    Subtrees, Then, Turns,
};
pub(super) use hockney_base::rule::{Fold, Load, Pace, Place, Rule, Send, Turn};
pub(super) use hockney_core::collective::Instance;
pub(super) use hockney_core::schedule::{Listed, Message, Payload, Runs, Step, Steps};
pub(super) use hockney_core::topology::Feature;

/// In step i the partners across dimension i exchange all that they know. After it every node has the sums of
/// the subcube of its lowest i + 1 dimensions, in two disjoint halves: a plain block represents the subcube's
/// sum.
pub(super) const EXCHANGE_RULE: Rule =
    Turns(Pairs, &[Turn::times("log p", &[Send::all(Xor("2^i"), Everything)])]);
