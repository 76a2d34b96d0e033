//! Whether a program carries out a collective at one size: what its nodes do, and what is wrong with it.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::interpret::{MADE, Setting, Yield, operations};
use crate::names::Shape;
use crate::syntax::{Action, Located};
use crate::tokens::Language;
use crate::{Program, ProgramError, Roles, every, sizes};
use hockney_base::diagnostic::{Diagnostic, Span};
use hockney_base::number::gcd;
use hockney_core::collective::{
    Blocks, Collective, Data, Instance, Pattern, Ports, Schedule, collective,
};
use hockney_core::schedule::Runs;
use hockney_foreign::Foreign;
use hockney_foreign::executor::by_contributors;
use hockney_foreign::executor::{Contents, Contribution, ProgramFault, Slot};
use hockney_foreign::executor::{Ends, OwnChunk};
use hockney_foreign::executor::{MOST_JOINED, Manner, Ran, UNUSED, run};

/// The largest size that is tried.
pub const LARGEST_TRIED: u32 = 64;
/// The most statements of a node at a size that is tried, and at the size of the question.
pub(crate) const STATEMENTS: [u64; 2] = [1 << 16, 1 << 20];
/// What a run is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aim {
    /// What is read and written.
    Probed,
    /// One of many sizes, or a guess.
    Tried,
    /// The question, whose messages are shown.
    Asked,
    /// The question, if no message waits in a buffer.
    Unbuffered,
}

/// How many words a run has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Words {
    /// Those of a block, where a program counts them.
    pub(crate) unit: u32,
    pub(crate) cut: Cut,
}

/// What n is, where all nodes have a vector of n words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// The words of a block.
    Plain,
    /// Those of p blocks.
    Parts,
    /// One more than those of p blocks.
    Uneven,
}

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

/// What a program did at a size.
pub(crate) struct Outcome {
    /// With what is wrong at the end.
    pub(crate) ran: Ran,
    of: Instance,
    pub(crate) found: Yield,
    in_order: Option<bool>,
}

/// What a run works on.
struct Layout {
    /// The collective with words as pieces.
    of: Instance,
    /// The words of a block.
    words: u32,
    /// What m or n stands for.
    n: u32,
    /// The number of blocks of an array of the textbook.
    blocks: i64,
}

impl Program {
    /// Runs the program as an answer to the question of a schedule.
    ///
    /// # Errors
    /// What is not understood, and what takes too long.
    pub fn run(&self, asked: &Schedule, roles: &Roles) -> Result<Foreign, ProgramError> {
        let (mut asked, ports) = (asked.clone(), asked.ports);
        let instance = asked.phases[0].instance().clone();
        let words = self.usual(&instance);
        let Outcome { mut ran, of, in_order, .. } =
            self.execute(&instance, roles, ports, Aim::Asked, words)?;
        let (words, pieces) = (u64::from(of.pieces), pieces(&ran, &of, instance.pieces));
        for group in asked.phases.iter_mut().flat_map(|phase| &mut phase.groups) {
            group.instance = group.instance.clone().with_pieces(pieces).unwrap_or(instance.clone());
        }
        let block = |part: Contribution| u64::from(part.chunk) * u64::from(pieces) / words;
        if ran.faults.is_empty() && instance.nodes <= sizes::OTHERS {
            ran.faults.extend(self.with_other_words(&instance, roles, ports).1);
        }
        let unused: Vec<ProgramFault> = std::mem::take(&mut ran.unused);
        let mut found = Foreign { in_order, ..Foreign::of(asked, ran, of.data(), block) };
        found.notes.extend(self.left_out());
        found.notes.extend(self.first_collective().map(|(call, line)| {
            format!("MPI_{call} in line {line} is carried out with messages from node to node, one after another")
        }));
        if found.faults.is_empty() {
            found.notes.extend(unused.first().map(|ProgramFault { message, at }| {
                let line =
                    at.map_or_else(String::new, |at| format!("line {}: ", self.line(at.start)));
                format!("{line}{message}{UNUSED}")
            }));
            found.notes.extend(self.needs_buffers(&instance, roles, ports)?);
        }
        Ok(found)
    }

    /// The note that the program needs messages that wait in buffers.
    fn needs_buffers(
        &self,
        of: &Instance,
        roles: &Roles,
        ports: Ports,
    ) -> Result<Option<String>, ProgramError> {
        let Outcome { ran, .. } =
            self.execute(of, roles, ports, Aim::Unbuffered, self.usual(of))?;
        let send = if self.dialect == Language::C { "MPI_Send" } else { "send" };
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

    /// The first call of a collective, with its line.
    fn first_collective(&self) -> Option<(&str, u64)> {
        let mut first = None;
        every(&self.statements, &mut |statement| {
            if let Action::Collective(call, _, at) = statement {
                first = first.or(Some((&**call, self.line(at.start))));
            }
        });
        first
    }

    /// Whether the program calls a collective.
    pub fn calls_collective(&self, of: &Collective) -> bool {
        let mut calls = false;
        every(&self.statements, &mut |statement| {
            if let Action::Collective(call, ..) = statement {
                calls |=
                    collective(&format!("MPI_{call}")).is_some_and(|is| is.name() == of.name());
            }
        });
        calls
    }

    /// Runs the program at a size.
    pub(crate) fn execute(
        &self,
        asked: &Instance,
        roles: &Roles,
        ports: Ports,
        aim: Aim,
        run_of: Words,
    ) -> Result<Outcome, ProgramError> {
        let Layout { of, words, n, blocks } = self.layout(asked, roles, run_of);
        let limit = |why: String| ProgramError::Limit(Diagnostic::new(why));
        let ends = Ends::of(&of, &|chunk| self.slot(&of, roles, chunk, words));
        let Ends { mut start, end } = ends.map_err(limit)?;
        let lengths = if aim == Aim::Probed { BTreeMap::new() } else { self.lengths(&start, &end) };
        let makes = self.made.contains(&*roles.input).then(|| self.buffer(&roles.input));
        let made = |(slot, held): (Slot, Contents)| {
            let buffer = if makes.is_some() { MADE } else { slot.buffer };
            (Slot { buffer, ..slot }, held)
        };
        if of.data() != Data::Token {
            start = start.into_iter().map(made).collect();
        }
        let setting = Setting {
            of: asked,
            words: n.into(),
            lengths: &lengths,
            makes,
            blocks,
            synchronous: aim == Aim::Unbuffered,
            shown: aim == Aim::Asked,
            most: STATEMENTS[usize::from(!matches!(aim, Aim::Tried | Aim::Probed))],
        };
        let mut found = operations(self, &setting)?;
        if !found.faults.is_empty() {
            let mut faults = std::mem::take(&mut found.faults);
            faults.sort_by_key(|fault| fault.at.map(|at| at.start));
            let ran = Ran { faults, ..Ran::default() };
            return Ok(Outcome { ran, of, found, in_order: None });
        }
        let slot = |slot: &Slot| self.slot_name(slot, words);
        let chunk = |chunk: u32| format!("block {}", chunk / of.pieces.max(1));
        let place = |at: Span| format!(" in line {}", self.line(at.start));
        let manner = Manner {
            one_port: ports == Ports::ONE,
            ordered: false,
            rank: "node",
            slot: &slot,
            chunk: &chunk,
            place: &place,
        };
        let mut ran = run(&found.threads, start, &manner);
        if ran.is_over {
            let help = "take a smaller network";
            let why = format!("the program adds up more than {MOST_JOINED} contributions");
            return Err(ProgramError::Limit(Diagnostic::new(why).help(help)));
        }
        if ran.faults.is_empty() {
            // One for each node is enough.
            let wanted: Vec<_> = end.iter().collect();
            let of_node = |slots: &[(&Slot, &Contents)]| {
                let missing = |(slot, wanted): &(&Slot, &Contents)| {
                    self.missing(**slot, wanted, &ran, words, &of)
                };
                slots.iter().find_map(missing)
            };
            let faults = wanted.chunk_by(|a, b| a.0.rank == b.0.rank).filter_map(of_node).collect();
            ran.faults = faults;
        }
        let in_order = ran.is_in_order(&end, of.data());
        Ok(Outcome { ran, of, found, in_order })
    }

    /// How many words input and output have, by name.
    fn lengths(
        &self,
        start: &BTreeMap<Slot, Contents>,
        end: &BTreeMap<Slot, Contents>,
    ) -> BTreeMap<Rc<str>, i64> {
        let mut lengths: BTreeMap<Rc<str>, i64> = BTreeMap::new();
        for slot in start.keys().chain(end.keys()) {
            if let Some(name) = self.data.get(slot.buffer as usize) {
                let length = lengths.entry(name.clone()).or_default();
                *length = (*length).max(i64::from(slot.at) + 1);
            }
        }
        lengths
    }

    /// The words of the run whose messages are shown.
    pub(crate) fn usual(&self, of: &Instance) -> Words {
        let cut = self.divides && of.blocks() == Blocks::Pieces;
        Words { unit: 2, cut: if cut { Cut::Parts } else { Cut::Plain } }
    }

    /// The words of all blocks if calls name them.
    pub(crate) fn literal(&self) -> Option<u32> {
        self.literal_words.and_then(|words| u32::try_from(words).ok())
    }

    /// Whether the number of words has a name.
    pub(crate) fn counts_words(&self) -> bool {
        !self.of_words.is_empty() && self.literal().is_none()
    }

    /// What a run with so many words works on.
    fn layout(&self, asked: &Instance, roles: &Roles, run_of: Words) -> Layout {
        let (p, given) = (asked.nodes, asked.pieces);
        let whole = asked.blocks() == Blocks::Pieces;
        let table =
            [&roles.input, &roles.output].iter().any(|name| self.shape(name) == Shape::Table);
        let array = self.shapes.values().any(|shape| *shape == Shape::Array);
        let unit = run_of.unit * given;
        let (words, each, n) = match self.dialect {
            _ if asked.data() == Data::Token => (1, 1, 1),
            Language::C => {
                let words = self.literal().unwrap_or(match run_of.cut {
                    Cut::Plain => unit,
                    Cut::Parts => unit * p,
                    Cut::Uneven => unit * p + 1,
                });
                let n = if self.divides && !whole { words * p } else { words };
                (words, words, n)
            }
            Language::Textbook => {
                let words = if self.of_words.is_empty() { 1 } else { run_of.unit };
                let pieces = if whole && array && given == 1 { p } else { given };
                let each = words * pieces;
                let words = if whole { words } else { words * given };
                (words, each, words)
            }
        };
        let of = asked.clone().with_pieces(each).unwrap_or_else(|_| asked.clone());
        let blocks = match asked.blocks() {
            _ if table => i64::from(p).saturating_mul(p.into()),
            Blocks::Pieces => i64::from(each / words.max(1)),
            Blocks::PerNode | Blocks::PerPair | Blocks::Token => p.into(),
        };
        Layout { of, words, n, blocks }
    }

    /// The slot of a node's word at the beginning or the end.
    fn slot(&self, of: &Instance, roles: &Roles, chunk: OwnChunk, words: u32) -> Slot {
        let OwnChunk { rank, place, number, at_end } = chunk;
        if of.data() == Data::Token {
            return Slot { rank, buffer: 0, at: 0 };
        }
        let name = if at_end { &roles.output } else { &roles.input };
        let same = roles.input == roles.output;
        let moves = matches!(of.collective.pattern(), Pattern::Pairs | Pattern::Permuted);
        let at = match self.shape(name) {
            Shape::Plain => number % words,
            Shape::Table => number,
            _ if same && !moves => number,
            Shape::Array | Shape::Words => place,
        };
        Slot { rank, buffer: self.buffer(name), at }
    }

    fn slot_name(&self, slot: &Slot, words: u32) -> String {
        let name = self.data.get(slot.buffer as usize).map_or("a sum", |name| &**name);
        match self.shape(name) {
            Shape::Plain => name.to_owned(),
            Shape::Words if slot.at == 0 => name.to_owned(),
            Shape::Words => format!("{name}[{}]", slot.at),
            Shape::Array | Shape::Table => format!("{name}[{}]", slot.at / words.max(1)),
        }
    }

    /// What is wrong with a slot at the end.
    fn missing(
        &self,
        slot: Slot,
        wanted: &[Contribution],
        ran: &Ran,
        words: u32,
        of: &Instance,
    ) -> Option<ProgramFault> {
        if let Some(spoilt) = ran.spoilt.get(&slot) {
            return Some(spoilt.clone());
        }
        let found = ran.held(&slot);
        if found == wanted {
            return None;
        }
        let each = of.pieces.max(1);
        let mut whole = of.clone();
        whole.pieces = 1;
        let block = |chunk: u32| {
            if of.blocks() == Blocks::Pieces {
                "the data".to_owned()
            } else {
                format!("block {}", whole.entries(&Runs::one((chunk / each).into())).concat())
            }
        };
        let say = |parts: &[Contribution]| match parts {
            [] => "nothing".to_owned(),
            [first, .., last] if first.chunk / each != last.chunk / each => {
                let blocks: Runs = parts.iter().map(|part| u64::from(part.chunk / each)).collect();
                format!("blocks {}", whole.entries(&blocks).join(", "))
            }
            [first, ..] if of.data() == Data::Copied => block(first.chunk),
            [first, ..] => {
                let ranks: Runs = parts.iter().map(|part| u64::from(part.rank)).collect();
                let of_all = if of.blocks() == Blocks::Pieces {
                    String::new()
                } else {
                    format!("{} of ", block(first.chunk))
                };
                let node = if parts.len() == 1 { "node" } else { "nodes" };
                format!("{of_all}{node} {ranks}")
            }
        };
        let name = self.slot_name(&slot, words);
        let has = if found.is_empty() && !ran.slots.contains_key(&slot) {
            "is empty".to_owned()
        } else {
            format!("holds {}", say(&found))
        };
        let message = format!(
            "at the end of node {}: {name} {has}, and must hold {}",
            slot.rank,
            say(wanted)
        );
        let at = ran.written.get(&slot).copied().or_else(|| self.first_write(slot.buffer));
        Some(ProgramFault { message, at })
    }

    /// Where a buffer is first received or set, in the order of the text.
    fn first_write(&self, buffer: u32) -> Option<Span> {
        let name = self.data.get(buffer as usize)?;
        let is = |node: &&Located| self.base(node) == Some(name);
        let mut all = Vec::new();
        every(&self.statements, &mut |statement| match statement {
            Action::Set { to, .. } => all.extend(Some(to).filter(is).map(|to| to.at)),
            Action::Receive(.., at) | Action::Exchange(.., at) => {
                let data = statement.received().map(|one| &one.data);
                all.extend(data.filter(is).map(|_| *at));
            }
            _ => {}
        });
        all.into_iter().min()
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
