//! How large a schedule is, phase by phase, and whether that is within the limits.

use super::no_answer::{Limits, NoAnswer};
use crate::collective::{Blocks, Data, Phase, Schedule};
use crate::topology::Topology;

/// What the phases of a schedule so far come to. They are added one by one, so that a schedule whose
/// phases come one by one need not be summed from its start for each.
#[derive(Clone, Copy)]
pub(super) struct Amounts {
    /// Those of the machine.
    nodes_there: u128,
    pub(super) messages: u128,
    pub(super) steps: u128,
    combining: u128,
    nodes: u128,
    pairs: u128,
}

impl Amounts {
    /// Of no phases.
    pub(super) fn none(topology: &Topology) -> Self {
        let nodes_there = u128::from(topology.nodes());
        Amounts { nodes_there, messages: 0, steps: 0, combining: 0, nodes: 0, pairs: 0 }
    }

    /// Of all phases.
    pub(super) fn of(schedule: &Schedule) -> Self {
        schedule.phases.iter().fold(Self::none(&schedule.topology), Self::and)
    }

    /// With one phase more.
    pub(super) fn and(mut self, phase: &Phase) -> Self {
        let messages = phase.steps.messages();
        self.messages += messages;
        self.steps += phase.steps.count() as u128;
        let of = phase.groups.first().map(|group| group.instance.data());
        if of == Some(Data::Combined) {
            self.combining += messages;
        }
        for group in &phase.groups {
            let nodes = u128::from(group.instance.nodes);
            self.nodes += nodes;
            if group.instance.blocks() == Blocks::PerPair {
                self.pairs += nodes.pow(2);
            }
        }
        self
    }

    /// Refuses what exceeds a limit.
    pub(super) fn within(self, limits: &Limits) -> Result<(), NoAnswer> {
        let amounts = [
            ("messages", self.messages, limits.messages),
            ("messages of combined data", self.combining, limits.combining),
            ("steps", self.steps, limits.messages),
            ("nodes", self.nodes.max(self.nodes_there), limits.messages),
            ("pairs of nodes", self.pairs, limits.messages),
        ];
        let over = amounts.into_iter().find(|(_, needed, allowed)| needed > allowed);
        if let Some((what, needed, allowed)) = over {
            return Err(NoAnswer::TooMany { what, needed, allowed });
        }
        Ok(())
    }
}
