//! Messages that are sent at once, without a collective: what they share, and how long they take.

use super::{How, Unanswered};
use hockney_base::number::Rational;
use hockney_core::checker::{Checked, CheckerRule, Listing, ViolationPlace, check_every_message};
use hockney_core::collective::{Blocks, COLLECTIVES, Instance, Ports, Schedule};
use hockney_core::schedule::{Listed, Message, Step};
use hockney_core::topology::{Topology, Vertex};
use hockney_cost::{Cost, Model, Switching, price};
use hockney_plan::question::Question;
use std::sync::Arc;

/// Messages that were sent at once.
pub struct AtOnce {
    /// The step of all messages, of which the data at the end were not judged.
    checked: Checked,
    /// What the step costs; messages that share a link or a port wait for each other.
    pub cost: Cost,
    /// The same with numbers.
    pub total: Option<Rational>,
}

/// What several messages share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door {
    /// The port through which a node sends.
    SendPort(Vertex),
    /// The port through which a node receives.
    ReceivePort(Vertex),
    /// A link, in this direction.
    Link(Vertex, Vertex),
}

impl AtOnce {
    /// Sends a message of m words from the first to the second of each of these nodes, all in one step.
    ///
    /// # Errors
    /// Numbers without a time for each class of links, a limit, and messages that wait for each other in
    /// store-and-forward, for which there is no price.
    pub fn send(
        machine: &Topology,
        ports: Ports,
        messages: &[[Vertex; 2]],
        how: &How<'_>,
    ) -> Result<Self, Unanswered> {
        let checked = check_every_message(&schedule(machine, ports, messages)?, &how.limits)?;
        let mut sent = AtOnce { checked, cost: Cost::default(), total: None };
        let waits = !sent.shared().is_empty();
        if waits && how.model.switching == Switching::StoreAndForward {
            let message = "messages that share a link or a port wait for each other, and how long \
                           they wait in store-and-forward is not defined";
            return Err(
                Unanswered::undecided(message).help("leave out --switching store-and-forward")
            );
        }
        let model = Model { contention: waits, ..how.model }.with(&how.numbers);
        let measures = &sent.checked.report().measures;
        sent.cost = price(sent.checked.schedule(), measures, model).cost;
        sent.total = how.numbers.clone().with_classes(machine.classes())?.total(&sent.cost);
        Ok(sent)
    }

    /// What messages share beyond its capacity.
    pub fn shared(&self) -> Vec<SharedDoor> {
        let found = self.checked.report().violations.iter().filter_map(|violation| {
            let door = match (violation.rule.rule(), violation.place) {
                (CheckerRule::SendPort, ViolationPlace::Node(node)) => Door::SendPort(node),
                (CheckerRule::ReceivePort, ViolationPlace::Node(node)) => Door::ReceivePort(node),
                (CheckerRule::Congestion, ViolationPlace::Link(from, to)) => Door::Link(from, to),
                _ => return None,
            };
            Some(SharedDoor { door, messages: violation.messages()? })
        });
        found.collect()
    }
}

/// A port or a link with more messages than it takes in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedDoor {
    /// Which one.
    pub door: Door,
    /// The ends of its messages.
    pub messages: Listing<[Vertex; 2]>,
}

/// One step with these messages: of the blocks of an all-to-all, those of their ends.
fn schedule(
    machine: &Topology,
    ports: Ports,
    messages: &[[Vertex; 2]],
) -> Result<Schedule, Unanswered> {
    let pairs = COLLECTIVES.iter().find(|one| one.blocks() == Blocks::PerPair);
    let pairs =
        pairs.ok_or_else(|| Unanswered::unusable("no collective has a block for each pair"))?;
    let instance = Instance::new(pairs, machine.nodes());
    let question = Question::of(machine.clone(), instance).with_ports(ports);
    let p = u64::from(machine.nodes());
    let pair = |from: Vertex, to: Vertex| u64::from(from) * p + u64::from(to);
    let message = |[from, to]: &[Vertex; 2]| {
        Message::plain(*from, *to, question.instance().blocks_of_number(pair(*from, *to)))
    };
    let step = Step { messages: messages.iter().map(message).collect() };
    Ok(question.with_steps(Arc::new(Listed(vec![step]))))
}
