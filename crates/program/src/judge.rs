//! Whether a program carries out a collective: at one size, and at the sizes up to 64.

use crate::interpret::{MOST_WORK, Setting, Yield, operations};
use crate::names::Shape;
use crate::syntax::{Action, Located};
use crate::tokens::Language;
use crate::{Program, ProgramError, every};
use hockney_base::diagnostic::{Diagnostic, Span, did_you_mean, nearest};
use hockney_base::number::gcd;
use hockney_core::collective::{Blocks, Data, Instance, Pattern, Ports, Schedule};
use hockney_core::schedule::Runs;
use hockney_foreign::Foreign;
use hockney_foreign::executor::by_contributors;
use hockney_foreign::executor::{Contents, Contribution, ProgramFault, Slot};
use hockney_foreign::executor::{Ends, OwnChunk};
use hockney_foreign::executor::{MOST_JOINED, Manner, Ran, run};

/// The largest size that is tried.
pub const LARGEST_TRIED: u32 = 64;
/// The size at which the input and the output are found, if nothing names them.
const TYPICAL: u32 = 8;
/// The most statements of a node at a size that is tried, and at the size of the question.
const STATEMENTS: [u64; 2] = [1 << 16, 1 << 20];
/// What a run is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// One of many sizes, or a guess.
    Tried,
    /// The question, whose messages are shown.
    Asked,
    /// The question, if no message waits in a buffer.
    Unbuffered,
}

/// The number of words of a block, where a program counts them.
const WORDS: u32 = 2;

/// The variables of a program that hold the data at the beginning and at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roles {
    /// Where the data are at the beginning.
    pub input: String,
    /// Where the result is at the end.
    pub output: String,
}

/// At which sizes a program is right.
#[derive(Clone, Debug)]
pub struct RightSizes {
    /// The sizes that were tried.
    pub tried: Vec<u32>,
    /// Those at which it is right.
    pub right: Vec<u32>,
    /// The first size at which it is wrong, and why.
    pub wrong: Option<(u32, ProgramFault)>,
}

impl RightSizes {
    /// `right for p = 2^d (of p = 1 to 64); for p = 3 node 2 sends to node 3, which does not exist (line 9)`
    pub fn sentence(&self, line: &dyn Fn(Span) -> u64) -> String {
        let (Some(first), Some(last)) = (self.tried.first(), self.tried.last()) else {
            return "no size was tried".to_owned();
        };
        let wrong = self.first_wrong(line).map_or_else(String::new, |why| format!("; {why}"));
        format!("{} (of p = {first} to {last}){wrong}", self.right_for())
    }

    /// `right for p = 2^d`
    pub fn right_for(&self) -> String {
        let same = |is: &dyn Fn(u32) -> bool| {
            self.tried.iter().copied().filter(|p| is(*p)).eq(self.right.iter().copied())
        };
        let sizes = match () {
            () if self.right.is_empty() => "no p",
            () if self.wrong.is_none() => "every p",
            () if self.right.len() == 1 => &format!("p = {}", self.right[0]),
            () if same(&u32::is_power_of_two) => "p = 2^d",
            () if same(&|p| p.isqrt().pow(2) == p) => "p = k^2",
            () if same(&|p| p % 2 == 0) => "even p",
            () if same(&|p| p % 2 == 1) => "odd p",
            () => {
                let all: Runs = self.right.iter().map(|p| u64::from(*p)).collect();
                &format!("p = {}", all.to_string().replace('+', ", "))
            }
        };
        format!("right for {sizes}")
    }

    /// `for p = 3 node 2 sends to node 3, which does not exist (line 9)`, if a size is wrong.
    pub fn first_wrong(&self, line: &dyn Fn(Span) -> u64) -> Option<String> {
        let (p, ProgramFault { message, at }) = self.wrong.as_ref()?;
        let line = at.map_or_else(String::new, |at| format!(" (line {})", line(at)));
        Some(format!("for p = {p} {message}{line}"))
    }
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
struct Outcome {
    /// With what is wrong at the end.
    ran: Ran,
    of: Instance,
    found: Yield,
}

impl Program {
    /// Where the data of a collective are: as the caller names them, as the parameters have it, or as a run at eight nodes
    /// shows. `at` is the collective among so many nodes.
    ///
    /// # Errors
    /// A name that no data has, and what is not understood when the program runs.
    pub fn roles(
        &self,
        [input, output]: [Option<&str>; 2],
        at: &dyn Fn(u32) -> Option<Instance>,
    ) -> Result<Roles, Diagnostic> {
        let names = || self.data.iter().map(|name| &**name);
        for name in [input, output].into_iter().flatten() {
            if !self.is_data(name) {
                let all: Vec<&str> = names().collect();
                let known = format!("the data of the program are {}", all.join(", "));
                return Err(Diagnostic::new(format!("no message moves `{name}`"))
                    .help(did_you_mean(nearest(name, names()), &known)));
            }
        }
        let roles =
            |input: &str, output: &str| Roles { input: input.into(), output: output.into() };
        if let Some(given) = input.zip(output) {
            return Ok(roles(given.0, given.1));
        }
        if let (Some(first), Some(last)) = (self.parameters.first(), self.parameters.last()) {
            return Ok(roles(input.unwrap_or(first), output.unwrap_or(last)));
        }
        let first = names().next().unwrap_or_default();
        let probe = roles(input.unwrap_or(first), output.unwrap_or(first));
        let Some(of) = (TYPICAL..=LARGEST_TRIED).find_map(at) else { return Ok(probe) };
        // What is not understood is said of the size that is asked about.
        let execute = |roles: &Roles| self.execute(&of, roles, Ports::ONE, Aim::Tried);
        let Ok(Outcome { found, .. }) = execute(&probe) else { return Ok(probe) };
        // Those that the program declares are its own, unless there are no others.
        let beforehand = names().any(|name| !self.declared.contains(name));
        let outside = |name: &&str| !beforehand || !self.declared.contains(*name);
        let input = input.or_else(|| {
            names().filter(outside).find(|name| found.read_first.contains(&self.buffer(name)))
        });
        let input = input.or_else(|| names().find(outside)).unwrap_or(first);
        if let Some(output) = output {
            return Ok(roles(input, output));
        }
        // Of several the one that has the result at most nodes; its own only if it writes no other.
        let writes = |name: &str| found.written.contains(&self.buffer(name));
        let only_own = !names().filter(outside).any(writes);
        let written = |name: &&str| (*name == input || writes(name)) && (only_own || outside(name));
        let mut best: Option<(usize, &str)> = None;
        let mut work = 0;
        for name in names().filter(written) {
            let Ok(Outcome { ran, found, .. }) = execute(&roles(input, name)) else { continue };
            if best.is_none_or(|(least, _)| ran.faults.len() <= least) {
                best = Some((ran.faults.len(), name));
            }
            work += found.work;
            if work > MOST_WORK {
                break;
            }
        }
        Ok(roles(input, best.map_or(input, |(_, name)| name)))
    }

    /// Runs the program as an answer to the question of a schedule.
    ///
    /// # Errors
    /// What is not understood, and what takes too long.
    pub fn run(&self, asked: &Schedule, roles: &Roles) -> Result<Foreign, ProgramError> {
        let (mut asked, ports) = (asked.clone(), asked.ports);
        let instance = asked.phases[0].instance().clone();
        let Outcome { ran, of, .. } = self.execute(&instance, roles, ports, Aim::Asked)?;
        let (words, pieces) = (u64::from(of.pieces), pieces(&ran, &of, instance.pieces));
        for group in asked.phases.iter_mut().flat_map(|phase| &mut phase.groups) {
            group.instance = group.instance.clone().with_pieces(pieces).unwrap_or(instance.clone());
        }
        let block = |part: Contribution| u64::from(part.chunk) * u64::from(pieces) / words;
        let mut found = Foreign::of(asked, ran, of.data(), block);
        if found.faults.is_empty() {
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
        let Outcome { ran, .. } = self.execute(of, roles, ports, Aim::Unbuffered)?;
        let send = if self.dialect == Language::C { "MPI_Send" } else { "send" };
        Ok(ran.faults.into_iter().next().map(|fault| {
            let line = fault.at.map_or_else(String::new, |at| format!(" (line {})", self.line(at.start)));
            format!("the program needs the buffer of {send}{line}: if each waits for its receive, there is a deadlock")
        }))
    }

    /// At which of the sizes up to 64 the program is right; links are not judged. `at` is the collective among so many
    /// nodes, if it is one. A program that takes long is tried at fewer sizes.
    pub fn sizes(
        &self,
        roles: &Roles,
        ports: Ports,
        at: &dyn Fn(u32) -> Option<Instance>,
    ) -> RightSizes {
        let mut sizes = RightSizes { tried: Vec::new(), right: Vec::new(), wrong: None };
        let mut work = 0;
        for (p, of) in (1..=LARGEST_TRIED).filter_map(|p| Some((p, at(p)?))) {
            if work > MOST_WORK / 2 {
                break;
            }
            sizes.tried.push(p);
            let fault = match self.execute(&of, roles, ports, Aim::Tried) {
                Ok(Outcome { ran, found, .. }) => {
                    work += found.work;
                    ran.faults.into_iter().next()
                }
                Err(error) => {
                    work += STATEMENTS[0];
                    let Diagnostic { message, span, .. } = error.diagnostic().clone();
                    Some(ProgramFault { message, at: span })
                }
            };
            match fault {
                None => sizes.right.push(p),
                Some(fault) => sizes.wrong = sizes.wrong.or(Some((p, fault))),
            }
        }
        sizes
    }

    fn execute(
        &self,
        asked: &Instance,
        roles: &Roles,
        ports: Ports,
        aim: Aim,
    ) -> Result<Outcome, ProgramError> {
        let (of, words, blocks) = self.layout(asked, roles);
        let setting = Setting {
            of: asked,
            words: words.into(),
            blocks,
            synchronous: aim == Aim::Unbuffered,
            shown: aim == Aim::Asked,
            most: STATEMENTS[usize::from(aim != Aim::Tried)],
        };
        let mut found = operations(self, &setting)?;
        if !found.faults.is_empty() {
            let mut faults = std::mem::take(&mut found.faults);
            faults.sort_by_key(|fault| fault.at.map(|at| at.start));
            return Ok(Outcome { ran: Ran { faults, ..Ran::default() }, of, found });
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
        let ends = Ends::of(&of, &|chunk| self.slot(&of, roles, chunk, words));
        let limit = |why: String| ProgramError::Limit(Diagnostic::new(why));
        let Ends { start, end } = ends.map_err(limit)?;
        let mut ran = run(&found.threads, start, &manner);
        if ran.is_over {
            let help = "take a smaller network";
            let why = format!("the program adds up more than {MOST_JOINED} contributions");
            return Err(ProgramError::Limit(Diagnostic::new(why).help(help)));
        }
        if ran.faults.is_empty() {
            // One for each node is enough.
            let end: Vec<_> = end.iter().collect();
            let of_node = |slots: &[(&Slot, &Contents)]| {
                let missing = |(slot, wanted): &(&Slot, &Contents)| {
                    self.missing(**slot, wanted, &ran, words, &of)
                };
                slots.iter().find_map(missing)
            };
            let faults = end.chunk_by(|a, b| a.0.rank == b.0.rank).filter_map(of_node).collect();
            ran.faults = faults;
        }
        Ok(Outcome { ran, of, found })
    }

    /// The collective with words as pieces, the words that m or n stands for, and the number of blocks of an array.
    fn layout(&self, asked: &Instance, roles: &Roles) -> (Instance, u32, i64) {
        let (p, given) = (asked.nodes, asked.pieces);
        let whole = asked.blocks() == Blocks::Pieces;
        let counts = !self.of_words.is_empty();
        let table =
            [&roles.input, &roles.output].iter().any(|name| self.shape(name) == Shape::Table);
        let array = self.shapes.values().any(|shape| *shape == Shape::Array);
        let (words, each) = match self.dialect {
            _ if asked.data() == Data::Token => (1, 1),
            Language::C => {
                let parts = if self.divides && whole { p } else { 1 };
                let literal = self.literal_words.and_then(|words| u32::try_from(words).ok());
                let words = literal.unwrap_or(WORDS * given * parts);
                (words, words)
            }
            Language::Textbook => {
                let words = if counts { WORDS } else { 1 };
                let pieces = if whole && array && given == 1 { p } else { given };
                (if whole { words } else { words * given }, words * pieces)
            }
        };
        let of = asked.clone().with_pieces(each).unwrap_or_else(|_| asked.clone());
        let blocks = match asked.blocks() {
            _ if table => i64::from(p).saturating_mul(p.into()),
            Blocks::Pieces => i64::from(each / words.max(1)),
            Blocks::PerNode | Blocks::PerPair | Blocks::Token => p.into(),
        };
        (of, words, blocks)
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
        let found = ran.slots.get(&slot).map_or(&[][..], |found| found);
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
            format!("holds {}", say(found))
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
