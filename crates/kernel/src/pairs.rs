//! The effect of a step of a turn on blocks for pairs and on shifted blocks.

use super::INDEX;
use super::need::{BLOCKS, Effect, FIRST, GROUP, NEXT, THERE, Why};
use super::rule::State;
use super::rule::StateKind::{Across, Brought, Grouped, Handed, Multiplied, Pairs, Rested};
use super::turn::TurnStep;
use hockney_base::rule::{Move, Senders};
use hockney_base::term::Term;

impl TurnStep<'_> {
    /// A part of the turn in the next step.
    fn next(&self, part: &str) -> Term {
        self.meanings.term(part).with(INDEX, &Term::of("i + 1"))
    }

    /// The states before and after a turn that adds one position per step: the one so far before the receiver.
    fn brought(&self, far: &str) -> Result<[State; 2], Why> {
        let sides = match self.there.kind {
            Pairs => State::of(Brought, &["0", "0"]),
            Brought => self.there.clone(),
            _ => return Err(FIRST),
        };
        let meanings = self.meanings.define("far", far).with_terms(&sides, ["before", "after"]);
        let ends: [&[&str]; 2] = if let Move::Back(_) = self.send.to {
            [&["before", "-far - 1"], &["before", "-far"]]
        } else {
            [&["far - 1", "after"], &["far", "after"]]
        };
        Ok(meanings.states(Brought, ends))
    }

    /// The blocks sent in step i + 1 are among those received in step i, and the receiver keeps its own.
    pub(super) fn onwards(&self) -> Result<Effect, Why> {
        let states = self.brought("ahead - origin")?;
        let begin = self.meanings.term("origin").with(INDEX, self.bounds[0]);
        let meanings = self.meanings.and("begin", &begin).and("then", &self.next("origin"));
        let meanings = meanings.and("then_left", &self.next("left"));
        let step = TurnStep { meanings: meanings.and("then_right", &self.next("right")), ..*self };
        let needs = [
            (THERE, "begin = 0"),
            (BLOCKS, "right >= left; p + left >= right + 1; left whole; right whole"),
            (NEXT, "0 >= left - ahead; right - ahead >= 0"),
        ];
        let onwards = [
            (THERE, "then = origin - ahead; then_left >= left - ahead"),
            (THERE, "right - ahead >= then_right"),
        ];
        Ok(Effect { onwards: step.meanings.needs(&onwards), ..step.leads(states, &needs) })
    }

    /// Each position sends its own block for its receiver, directly.
    pub(super) fn own(&self) -> Result<Effect, Why> {
        let states = match self.send.to {
            Move::Xor(_) => self.meanings.states(Across, [&["by - 1"], &["by"]]),
            _ => self.brought("ahead")?,
        };
        Ok(self.leads(states, &[]))
    }

    /// Across the bits of a group: the blocks for the receiver's side from those that differ in lower bits only.
    pub(super) fn sides(&self) -> Effect {
        let needs = [(
            GROUP,
            "low whole; high whole; low >= 0; d >= high; by/2^low whole; 2^high >= by + 1",
        )];
        let states = [&["low", "high", "by/2^low - 1"][..], &["low", "high", "by/2^low"]];
        self.leads(self.meanings.states(Grouped, states), &needs)
    }

    /// Every position sends its own blocks for the receiver and the next ones by a multiple of the base, which is the
    /// distance between two steps.
    pub(super) fn multiplied(&self) -> Effect {
        let meanings = self.meanings.and("next", &self.next("by")).define("base", "next - by");
        let step = TurnStep { meanings, ..*self };
        let needs = [
            (THERE, "origin = 0; left = by"),
            (BLOCKS, "base whole; base >= 1; by/base whole; right whole; right >= left"),
            (BLOCKS, "next >= right + 1; p >= right + 1"),
        ];
        let states = [&["base", "by"][..], &["base", "right + 1"]];
        step.leads(step.meanings.states(Multiplied, states), &needs)
    }

    /// Every block with this rest moves by it: those of all multiples of the base before the sender.
    pub(super) fn rested(&self) -> Effect {
        let needs = [
            (THERE, "right = 0; base whole; base >= by + 1"),
            (BLOCKS, "left/base whole; 0 >= left; p >= by - left + 1"),
            (NEXT, "by - left + base >= p"),
        ];
        let states = [&["base", "by"][..], &["base", "by + 1"]];
        self.leads(self.meanings.states(Rested, states), &needs)
    }

    /// Positions send their own block by the distance of the shift, q: one after another, or all at once.
    pub(super) fn handed(&self) -> Effect {
        let states = match self.send.senders {
            Senders::Everyone => [&["0", "q"][..], &["p", "q"]],
            _ => [&["first", "q"][..], &["first + 1", "q"]],
        };
        let needs = [(THERE, "left = 0; right = 0"), (NEXT, "by = q")];
        self.leads(self.meanings.states(Handed, states), &needs)
    }
}
