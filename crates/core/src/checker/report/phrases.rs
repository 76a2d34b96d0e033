//! The text of nodes, blocks, values and lists of them in messages.

use crate::checker::{Lack, Listing, Violation, ViolationPlace};
use crate::collective::{Blocks, Data, Group, Instance, Schedule};
use crate::schedule::Runs;
use crate::topology::Vertex;

/// The maximum number of entries of a set that are printed.
const MOST_ENTRIES: usize = 6;

/// The maximum number of runs of a set that are examined for that.
const MOST_RUNS: usize = 512;

/// The context for the texts of one violation.
pub(crate) struct Phrases<'a> {
    pub(crate) schedule: &'a Schedule,
    /// The group of the violation; none for a link.
    group: Option<&'a Group>,
    everyone: bool,
}

impl<'a> Phrases<'a> {
    pub(crate) fn of(violation: &Violation, schedule: &'a Schedule) -> Self {
        let node = match violation.place {
            ViolationPlace::Node(node) | ViolationPlace::Message { from: node, .. } => Some(node),
            ViolationPlace::Link(..) => None,
        };
        Phrases::at(schedule, violation.phase, node)
    }

    /// For texts about a node in a phase.
    pub(crate) fn at(schedule: &'a Schedule, phase: Option<usize>, node: Option<Vertex>) -> Self {
        let number = phase.unwrap_or(1);
        let phase = number.checked_sub(1).and_then(|k| schedule.phases.get(k));
        let node = node.filter(|node| *node < schedule.topology.nodes());
        let group = phase.zip(node).and_then(|(phase, node)| {
            let (group, _) = phase.place(node)?;
            phase.groups.get(group)
        });
        let everyone = group.is_some_and(|group| group.members.is_none());
        Phrases { schedule, group, everyone }
    }

    /// `step 3`, `step 1 of phase 2`; the step is counted through all phases.
    pub(crate) fn step(&self, phase: Option<usize>, step: usize) -> String {
        let Some(number) = phase else { return format!("step {step}") };
        let earlier = self.schedule.phases.iter().take(number.saturating_sub(1));
        let before: usize = earlier.map(|phase| phase.steps.count()).sum();
        format!("step {} of phase {number}", step.saturating_sub(before))
    }

    pub(crate) fn instance(&self) -> Option<&'a Instance> {
        self.group.map(|group| &group.instance)
    }

    /// `6 (110)`, `switch 9`
    pub(crate) fn vertex(&self, vertex: Vertex) -> String {
        let topology = &self.schedule.topology;
        if vertex < topology.nodes() {
            topology.show(vertex)
        } else {
            format!("switch {}", topology.number(vertex))
        }
    }

    /// `node 6 (110)`
    pub(crate) fn node(&self, node: Vertex) -> String {
        format!("node {}", self.vertex(node))
    }

    /// `1, 2 and 3`
    pub(crate) fn vertices(&self, vertices: &[Vertex]) -> String {
        let listing = vertices.iter().copied().collect();
        list(&listing, |vertex: &Vertex| self.vertex(*vertex))
    }

    /// `block 0`, `blocks 0-3, 7`
    pub(crate) fn blocks(&self, blocks: &Runs) -> String {
        let word = if blocks.len() == 1 { "block" } else { "blocks" };
        format!("{word} {}", self.entries(blocks, ""))
    }

    /// `0@0-3`, `0-1@0+2`
    pub(crate) fn value(&self, blocks: &Runs, contributors: &Runs) -> String {
        self.entries(blocks, &format!("@{}", self.numbers(contributors)))
    }

    /// Positions as people number the nodes, if they are nodes.
    fn numbers(&self, positions: &Runs) -> Runs {
        let topology = &self.schedule.topology;
        let number = |position: u64| u32::try_from(position).map(|node| topology.number(node));
        if !self.everyone || topology.is_plain() {
            return positions.clone();
        }
        positions.iter().flat_map(number).map(u64::from).collect()
    }

    fn entries(&self, blocks: &Runs, contributors: &str) -> String {
        // Writing as many runs as there are nodes, for each node, would take long.
        let first: Runs = blocks.runs().iter().take(MOST_RUNS).copied().collect();
        let entries = match self.instance() {
            Some(instance) => instance.entries_on(&first, &self.schedule.topology),
            None => vec![first.to_string()],
        };
        let shown: Vec<String> = entries
            .iter()
            .take(MOST_ENTRIES)
            .map(|entry| format!("{entry}{contributors}"))
            .collect();
        if shown.len() < entries.len() || first.runs().len() < blocks.runs().len() {
            format!("{} and others, {} blocks in all", shown.join(", "), blocks.len())
        } else {
            shown.join(", ")
        }
    }

    /// The nodes at these positions: `node 5 (101)`, `nodes 0-3, 7`
    pub(crate) fn contributors(&self, positions: &Runs) -> String {
        let node = |position: u64| u32::try_from(position).ok().zip(self.group);
        let node = |position| node(position).map(|(position, group)| group.node(position));
        if let (1, Some(node)) = (positions.len(), positions.first().and_then(node)) {
            return self.node(node);
        }
        let runs = |set: &Runs| self.numbers(set).to_string().replace('+', ", ");
        if self.everyone {
            return format!("nodes {}", runs(positions));
        }
        if self.schedule.topology.placement().is_some() {
            return format!("ranks {}", runs(positions));
        }
        if positions.len() > MOST_ENTRIES as u64 {
            return format!("the nodes at positions {}", runs(positions));
        }
        let nodes: Vec<Vertex> = positions.iter().filter_map(node).collect();
        format!("nodes {}", self.vertices(&nodes))
    }

    /// `the contribution of node 5`, `the contributions of nodes 0-3`
    pub(crate) fn contributions(&self, positions: &Runs) -> String {
        let plural = if positions.len() == 1 { "" } else { "s" };
        format!("the contribution{plural} of {}", self.contributors(positions))
    }

    /// A node that has the first of these blocks at the start, if one is easily found.
    pub(crate) fn origin(&self, blocks: &Runs) -> Option<Vertex> {
        let (group, first) = (self.group?, blocks.first()?);
        let instance = &group.instance;
        let (nodes, pieces) = (u64::from(instance.nodes), u64::from(instance.pieces));
        let owner = match instance.blocks() {
            Blocks::Pieces | Blocks::Token => None,
            Blocks::PerNode => first.checked_div(pieces),
            Blocks::PerPair => first.checked_div(nodes.checked_mul(pieces)?),
        };
        let owner = owner.and_then(|owner| u32::try_from(owner).ok());
        let starts_with = |position: &u32| instance.initial(*position).contains(first);
        let position = owner.into_iter().chain([instance.root]).find(starts_with)?;
        Some(group.node(position))
    }

    /// The data that a node lacks, without a verb.
    pub(crate) fn lacks(&self, lacks: &[Lack]) -> String {
        let mut listing: Listing<&Lack> = lacks.iter().collect();
        listing.first.truncate(MOST_ENTRIES);
        list(&listing, |lack| {
            if lack.contributors.is_empty() {
                return self.blocks(&lack.blocks);
            }
            if self.instance().is_some_and(|instance| instance.data() == Data::Token) {
                return self.contributors(&lack.contributors);
            }
            let who = self.contributions(&lack.contributors);
            format!("{who} to {}", self.blocks(&lack.blocks))
        })
    }
}

/// The first few items of a list, separated by semicolons.
pub(crate) fn listed<T>(items: &[T], show: impl Fn(&T) -> String) -> String {
    let mut shown: Vec<String> = items.iter().take(MOST_ENTRIES).map(show).collect();
    if items.len() > shown.len() {
        shown.push(format!("and {} more", items.len() - shown.len()));
    }
    shown.join("; ")
}

/// `a`, `a and b`, `a, b and c`, `a, b and 7 more`
pub(crate) fn list<T>(listing: &Listing<T>, show: impl Fn(&T) -> String) -> String {
    let mut words: Vec<String> = listing.first.iter().map(show).collect();
    let more = listing.count.saturating_sub(words.len() as u64);
    if more > 0 {
        words.push(format!("{more} more"));
    }
    match words.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}
