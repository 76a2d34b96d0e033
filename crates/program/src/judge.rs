//! Whether a program carries out the collective of a question: its schedule and what is said of it, or its faults.

use crate::interpret::Aim;
use crate::sizes::{MOST_OTHERS, OTHERS};
use crate::syntax::Action;
use crate::trial::{Extent, Outcome, Trial, Words};
use crate::{Judged, Program, ProgramError, Roles, every};
use hockney_base::number::gcd;
use hockney_core::collective::{Collective, Data, Instance, Schedule, collective};
use hockney_core::schedule::Runs;
use hockney_foreign::Foreign;
use hockney_foreign::executor::{
    Contribution, ProgramFault, Ran, SentMessage, UNUSED, by_contributors,
};

/// A program that was run as an answer to a question.
pub struct RanProgram {
    /// The program.
    pub program: Program,
    /// Where its data are.
    pub roles: Roles,
    /// The collective that it was asked for.
    pub of: Instance,
}

/// Reads a program, and runs it as an answer to the question of a schedule: its schedule, or its faults. `given` names the
/// input and the output, and `at` is the collective among so many nodes, if it is one.
///
/// # Errors
/// What is not understood, and what takes too long.
pub fn run_program(
    text: &str,
    asked: &Schedule,
    given: [Option<&str>; 2],
    at: &dyn Fn(u32) -> Option<Instance>,
) -> Result<(RanProgram, Foreign), ProgramError> {
    let program = Program::read(text)?;
    let roles = program.roles(given, at)?;
    let found = program.run(asked, &roles)?;
    Ok((RanProgram { program, roles, of: asked.phases[0].instance().clone() }, found))
}

impl Program {
    /// Runs the program as an answer to the question of a schedule.
    ///
    /// # Errors
    /// What is not understood, and what takes too long.
    pub fn run(&self, asked: &Schedule, roles: &Roles) -> Result<Foreign, ProgramError> {
        let mut asked = asked.clone();
        let instance = asked.phases[0].instance().clone();
        let trial = self.trial(&instance, roles, asked.ports);
        let mut words = self.usual(&instance);
        let mut outcome = self.execute(trial, Aim::Asked, words)?;
        // Perhaps it is right if p divides n.
        if !outcome.ran.faults.is_empty() && self.cuts(&instance) {
            let parts = Words { cut: Extent::Parts, ..words };
            let other = self.execute(trial, Aim::Asked, parts)?;
            if other.ran.faults.is_empty() {
                (outcome, words) = (other, parts);
            }
        }
        let Outcome { mut ran, of, in_order, .. } = outcome;
        let (each, pieces) = (u64::from(of.pieces), pieces(&ran, &of, instance.pieces));
        for group in asked.phases.iter_mut().flat_map(|phase| &mut phase.groups) {
            group.instance = group.instance.clone().with_pieces(pieces).unwrap_or(instance.clone());
        }
        let block = |part: Contribution| u64::from(part.chunk) * u64::from(pieces) / each;
        if ran.faults.is_empty() && instance.nodes <= OTHERS {
            let others = self.within(MOST_OTHERS, || self.others(trial, None).1);
            ran.faults.extend(others.flatten());
        }
        let unused: Vec<ProgramFault> = std::mem::take(&mut ran.unused);
        let is_empty = |one: &SentMessage| one.contents.iter().flatten().all(|of| of.is_empty());
        let idle = ran.messages.iter().find(|one| of.data() != Data::Token && is_empty(one));
        let idle = idle.map(|one| self.line(one.place.at.start));
        let mut found = Foreign { in_order, ..Foreign::of(asked, ran, of.data(), block) };
        found.notes.extend(self.left_out());
        found.notes.extend(self.collectives().first().map(|(call, line)| {
            format!("MPI_{call} in line {line} is carried out with messages from node to node, one after another")
        }));
        if found.faults.is_empty() {
            found.notes.extend(idle.map(|line| {
                format!("line {line}: messages without data are left out of the steps and the cost")
            }));
            found.notes.extend(unused.first().map(|ProgramFault { message, at }| {
                let line =
                    at.map_or_else(String::new, |at| format!("line {}: ", self.line(at.start)));
                format!("{line}{message}{UNUSED}")
            }));
            found.notes.extend(self.needs_buffers(trial, words)?);
        }
        Ok(found)
    }

    /// The note that the program needs messages that wait in buffers.
    fn needs_buffers(&self, trial: Trial<'_>, words: Words) -> Judged<Option<String>> {
        let Outcome { ran, .. } = self.execute(trial, Aim::Unbuffered, words)?;
        let send = if self.is_c() { "MPI_Send" } else { "send" };
        Ok(ran.faults.into_iter().next().map(|fault| {
            let line = fault.at.map_or_else(String::new, |at| format!(" (line {})", self.line(at.start)));
            format!("the program needs the buffer of {send}{line}: if each waits for its receive, there is a deadlock")
        }))
    }

    /// The note on what is left out.
    fn left_out(&self) -> Option<String> {
        let mut all: Vec<(&str, u64)> =
            self.left_out.iter().map(|(name, at)| (&**name, self.line(at.start))).collect();
        all.dedup();
        let say = |(name, line): (&str, u64)| format!("{name} in line {line}");
        let said: Vec<String> = all.into_iter().map(say).collect();
        (!said.is_empty()).then(|| format!("left out: {}", said.join(", ")))
    }

    /// The collectives that the program calls, with the lines.
    fn collectives(&self) -> Vec<(&str, u64)> {
        let of = |one| match one {
            &Action::Collective(ref call, _, at) => Some((&**call, self.line(at.start))),
            _ => None,
        };
        every(&self.statements).into_iter().filter_map(of).collect()
    }

    /// Whether the program calls a collective.
    pub fn calls_collective(&self, of: &Collective) -> bool {
        let is = |call: &str| {
            collective(&format!("MPI_{call}")).is_some_and(|is| is.name() == of.name())
        };
        self.collectives().into_iter().any(|(call, _)| is(call))
    }
}

/// The fewest pieces of a block that travel whole, a multiple of those that are given.
fn pieces(ran: &Ran, of: &Instance, given: u32) -> u32 {
    let words = of.pieces;
    // The words of each set of contributors in a message begin and end at multiples of this.
    let mut whole = 0;
    for message in &ran.messages {
        let contents = message.contents.iter().flatten();
        for words in by_contributors(contents, |part| part.chunk.into()).into_values() {
            let words: Runs = words.into_iter().collect();
            whole = words.runs().iter().fold(whole, |all, run| gcd(all, gcd(run.start, run.end)));
        }
    }
    let fits = |pieces: &u32| whole.is_multiple_of((words / pieces).into());
    let fitting = (1..=words).filter(|n| words.is_multiple_of(*n) && n.is_multiple_of(given));
    fitting.into_iter().find(fits).unwrap_or(words)
}
