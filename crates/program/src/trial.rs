//! A program run at one size, with one number of words: what its nodes do, and what is wrong with it.

use std::collections::BTreeMap;

use crate::interpret::{Aim, MADE, Setting, Yield, operations};
use crate::names::{ByName, Shape};
use crate::syntax::{Action, Located};
use crate::tokens::Language;
use crate::{Judged, Program, ProgramError, every};
use hockney_base::diagnostic::{Diagnostic, Span};
use hockney_core::collective::{Blocks, Data, Instance, Pattern, Ports};
use hockney_core::schedule::Runs;
use hockney_foreign::executor::{
    Contents, Contribution, Ends, MOST_CONTRIBUTIONS, MOST_JOINED, Manner, OwnChunk, ProgramFault,
    Ran, Slot, run,
};

/// The largest size that is tried.
pub const LARGEST_TRIED: u32 = 64;
/// The most statements of a node at a size that is tried, and at the size of the question.
pub(crate) const STATEMENTS: [u64; 2] = [1 << 16, 1 << 20];
/// So many contributions that are joined or held are the work of a statement.
const JOINED: u64 = 8;
/// The most words of a block that the text fixes.
const MOST_FIXED: u32 = 1 << 14;

/// How many words a run has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Words {
    /// Those of a block, where a program counts them.
    pub(crate) unit: u32,
    pub(crate) cut: Extent,
}

impl Words {
    /// The words of a whole block.
    pub(crate) fn count(self, nodes: u32) -> u32 {
        match self.cut {
            Extent::Plain => self.unit,
            Extent::Parts => self.unit * nodes,
            Extent::Uneven => self.unit * nodes + 1,
        }
    }
}

/// What n is, where all nodes have a vector of n words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// The words of a block.
    Plain,
    /// Those of p blocks.
    Parts,
    /// One more than those of p blocks.
    Uneven,
}

/// Usual names of inputs, outputs and neither.
pub(crate) const INPUTS: &str = "in input x send sendbuf send_buf mine my_msg my_number data src";
pub(crate) const OUTPUTS: &str =
    "out output result results res sum total recv recvbuf recv_buf dst dest y";
pub(crate) const OTHERS: &str = "tmp temp t buf buffer work scratch msg other incoming";

/// The variables of a program that hold the data at the beginning and at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roles {
    /// Where the data are at the beginning.
    pub input: String,
    /// Where the result is at the end.
    pub output: String,
}

impl Roles {
    pub(crate) fn of(input: &str, output: &str) -> Self {
        Roles { input: input.into(), output: output.into() }
    }

    /// `input: x; output: sum`
    pub fn sentence(&self) -> String {
        let Roles { input, output } = self;
        if input.is_empty() {
            "no data travel".to_owned()
        } else if input == output {
            format!("input and output: {input}")
        } else {
            format!("input: {input}; output: {output}")
        }
    }

    /// Whether a name is one of the usual ones.
    pub(crate) fn is_usual(name: &str, usual: &str) -> bool {
        usual.split(' ').any(|one| one.eq_ignore_ascii_case(name))
    }

    /// How well the names fit.
    pub(crate) fn fits(&self) -> i32 {
        let is = |name: &str, usual: &str| i32::from(Roles::is_usual(name, usual));
        let Roles { input, output } = self;
        let own = |name, usual: &str| is(name, usual) - is(name, OTHERS);
        own(input, INPUTS) + own(output, OUTPUTS) - is(input, OUTPUTS)
    }
}

/// What a program is run for: a collective, where its data are, and how many messages a node has at a time.
#[derive(Clone, Copy)]
pub(crate) struct Trial<'a> {
    pub(crate) of: &'a Instance,
    pub(crate) roles: &'a Roles,
    pub(crate) ports: Ports,
    /// The words of a block that the text fixes.
    pub(crate) fixed: Option<u32>,
}

/// What a program did at a size.
pub(crate) struct Outcome {
    /// With what is wrong at the end.
    pub(crate) ran: Ran,
    pub(crate) of: Instance,
    pub(crate) found: Yield,
    pub(crate) in_order: Option<bool>,
}

/// What slots hold, and what one must hold at the end.
type Slots = BTreeMap<Slot, Contents>;
type End<'a> = (&'a Slot, &'a Contents);

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
    /// Runs the program at a size.
    pub(crate) fn execute(&self, trial: Trial<'_>, aim: Aim, run_of: Words) -> Judged<Outcome> {
        let Trial { of: asked, roles, ports, .. } = trial;
        let layout = self.layout(trial, run_of);
        let Layout { ref of, words, n, blocks } = layout;
        let limit = |why: String| ProgramError::Limit(Diagnostic::new(why));
        if self.literal() == Some(0) && words > MOST_FIXED {
            return Err(limit(format!("a block has {words} words, which is too many")));
        }
        let until = self.end_of_run();
        if self.works(Ends::contributions(of).min(MOST_CONTRIBUTIONS) / JOINED) > until {
            return Err(limit("this size takes too long".to_owned()));
        }
        let ends = Ends::of(of, &|chunk| self.slot(of, roles, chunk, words));
        let Ends { start, end } = ends.map_err(limit)?;
        let lengths =
            if aim == Aim::Probed { ByName::default() } else { self.lengths(&start, &end) };
        let makes = self.made.contains(&*roles.input);
        let is_made = makes && of.data() != Data::Token;
        let made = |(slot, held): (Slot, Contents)| {
            let buffer = if is_made { MADE } else { slot.buffer };
            (Slot { buffer, ..slot }, held)
        };
        let setting = Setting {
            of: asked,
            words: n.into(),
            lengths: &lengths,
            input: self.buffer(&roles.input),
            makes,
            blocks,
            aim,
            most: STATEMENTS[usize::from(!matches!(aim, Aim::Tried | Aim::Probed))],
            until,
        };
        let mut found = operations(self, &setting)?;
        if !found.faults.is_empty() {
            let mut faults = std::mem::take(&mut found.faults);
            faults.sort_by_key(|fault| fault.at.map(|at| at.start));
            let ran = Ran { faults, ..Ran::default() };
            return Ok(Outcome { ran, of: layout.of, found, in_order: None });
        }
        let slot = |slot: &Slot| self.slot_name(slot, words);
        let chunk = |chunk: u32| format!("block {}", chunk / of.pieces.max(1));
        let place = |at: Span| format!(" in line {}", self.line(at.start));
        let left = until.saturating_sub(self.work()) * JOINED;
        let manner = Manner {
            most: usize::try_from(left).map_or(MOST_JOINED, |left| left.min(MOST_JOINED)),
            timed: aim == Aim::Asked,
            one_port: ports == Ports::ONE,
            ordered: false,
            rank: "node",
            slot: &slot,
            chunk: &chunk,
            place: &place,
        };
        let mut ran = run(&found.threads, start.into_iter().map(made), &manner);
        self.works(ran.joined as u64 / JOINED);
        if ran.is_over {
            let help = "take a smaller network";
            let why = format!("the program adds up more than {} contributions", manner.most);
            return Err(ProgramError::Limit(Diagnostic::new(why).help(help)));
        }
        if ran.faults.is_empty() {
            // One for each node is enough.
            let wanted: Vec<_> = end.iter().collect();
            let of_node =
                |ends: &[End<'_>]| ends.iter().find_map(|end| self.missing(*end, &ran, &layout));
            let faults = wanted.chunk_by(|a, b| a.0.rank == b.0.rank).filter_map(of_node).collect();
            ran.faults = faults;
        }
        let in_order = ran.is_in_order(&end, of.data());
        Ok(Outcome { ran, of: layout.of, found, in_order })
    }

    /// How many words input and output have, by name.
    fn lengths(&self, start: &Slots, end: &Slots) -> ByName<i64> {
        let mut lengths: ByName<i64> = ByName::default();
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
        Words { unit: 2, cut: if cut { Extent::Parts } else { Extent::Plain } }
    }

    /// The words of all blocks if calls name them.
    fn literal(&self) -> Option<u32> {
        self.literal_words.and_then(|words| u32::try_from(words).ok())
    }

    /// The program as a collective; the text fixes the words of a block if calls name them, or the declared input has them.
    pub(crate) fn trial<'a>(&self, of: &'a Instance, roles: &'a Roles, ports: Ports) -> Trial<'a> {
        let declared = || {
            let Ends { start, end } = Ends::of(of, &|chunk| self.slot(of, roles, chunk, 1)).ok()?;
            let setting = Setting {
                of,
                words: 1,
                lengths: &ByName::default(),
                input: self.buffer(&roles.input),
                makes: false,
                blocks: 1,
                aim: Aim::Probed,
                most: STATEMENTS[0],
                until: self.end_of_run(),
            };
            let words = *operations(self, &setting).ok()?.sizes.get(&*roles.input)?;
            let blocks = *self.lengths(&start, &end).get(&*roles.input)?;
            u32::try_from(words / blocks.max(1)).ok().filter(|words| *words > 0)
        };
        let fixed = |words| if words > 0 { words } else { declared().unwrap_or(1) };
        Trial { of, roles, ports, fixed: self.literal().filter(|_| self.is_c()).map(fixed) }
    }

    /// Whether the number of words has a name.
    pub(crate) fn counts_words(&self) -> bool {
        !self.of_words.is_empty() && self.literal().is_none()
    }

    /// What a run with so many words works on.
    fn layout(&self, trial: Trial<'_>, run_of: Words) -> Layout {
        let Trial { of: asked, roles, .. } = trial;
        let (p, given) = (asked.nodes, asked.pieces);
        let whole = asked.blocks() == Blocks::Pieces;
        let table =
            [&roles.input, &roles.output].iter().any(|name| self.shape(name) == Shape::Table);
        let array = self.shapes.values().any(|(_, shape)| *shape == Shape::Array);
        let (words, each, n) = match self.dialect {
            _ if asked.data() == Data::Token => (1, 1, 1),
            Language::C => {
                let unit = run_of.unit * given;
                let words = Words { unit, ..run_of }.count(p);
                let words = trial.fixed.unwrap_or(words);
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
        let name = self.named(slot.buffer).map_or("a sum", |name| &**name);
        match self.shape(name) {
            Shape::Plain => name.to_owned(),
            Shape::Words if slot.at == 0 => name.to_owned(),
            Shape::Words => format!("{name}[{}]", slot.at),
            Shape::Array | Shape::Table => format!("{name}[{}]", slot.at / words.max(1)),
        }
    }

    /// What is wrong with a slot at the end.
    fn missing(&self, end: End<'_>, ran: &Ran, layout: &Layout) -> Option<ProgramFault> {
        let ((slot, wanted), Layout { of, words, .. }) = (end, layout);
        if let Some(spoilt) = ran.spoilt.get(slot) {
            return Some(spoilt.clone());
        }
        let found = ran.held(slot);
        if found == **wanted {
            return None;
        }
        let each = of.pieces.max(1);
        let mut whole = of.clone();
        whole.pieces = 1;
        let is_whole = of.blocks() == Blocks::Pieces;
        let block = |chunk: u32| match whole.entries(&Runs::one((chunk / each).into())).concat() {
            _ if is_whole => "the data".to_owned(),
            block => format!("block {block}"),
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
                let of = if is_whole { String::new() } else { block(first.chunk) + " of " };
                let node = if parts.len() == 1 { "node" } else { "nodes" };
                format!("{of}{node} {ranks}")
            }
        };
        let name = self.slot_name(slot, *words);
        let is_empty = found.is_empty() && !ran.slots.contains_key(slot);
        let (mut holds, mut wants) = (say(&found), say(wanted));
        if let ([one, ..], [other, ..], true) = (&found[..], &wanted[..], holds == wants) {
            // Another word of them.
            holds = format!("word {} of {holds}", one.chunk % each);
            wants = format!("word {} of {wants}", other.chunk % each);
        }
        let has = if is_empty { "is empty".to_owned() } else { format!("holds {holds}") };
        let message =
            format!("at the end of node {}: {name} {has}, and must hold {wants}", slot.rank);
        let at = ran.written.get(slot).copied().or_else(|| self.first_write(slot.buffer));
        Some(ProgramFault { message, at })
    }

    /// Where a buffer is first received or set, in the order of the text.
    fn first_write(&self, buffer: u32) -> Option<Span> {
        let name = self.data.get(buffer as usize)?;
        let is = |node: &&Located| self.base(node) == Some(name);
        let of = |one: &Action| match one {
            Action::Set { to, .. } => Some(to).filter(is).map(|to| to.at),
            Action::Receive(.., at) | Action::Exchange(.., at) => {
                one.received().map(|one| &one.data).filter(is).map(|_| *at)
            }
            _ => None,
        };
        every(&self.statements).into_iter().filter_map(of).min()
    }
}
