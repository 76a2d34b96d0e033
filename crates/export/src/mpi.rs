//! A program for `replay.c`, which runs the messages of the schedule over MPI with real data.
//!
//! A rank has slots, each for one piece of a block: a slot for what it holds at the start, for each value that it
//! receives, and for each sum that it forms. Every value is in a slot of its own, so that all messages of a step
//! see the state before it. Lines of text, each for the ranks that it names:
//!
//! ```text
//! program KIND RANKS STEPS PIECES NUMERATOR DENOMINATOR     words of a block: the fraction of those of m
//! h RANK SLOT BLOCK WHO                                     at the start the slot holds what WHO has of BLOCK
//! + STEP RANK SLOT A B                                      before the step's messages SLOT = A + B
//! m STEP FROM TO N SLOT.. SLOT..                            N slots of FROM arrive in N slots of TO
//! = RANK SLOT BLOCK N FIRST LAST..                          at the end SLOT is the sum of all WHO in N ranges
//! end
//! ```

use std::collections::BTreeMap;
use std::io::Write;

use super::{Export, ExportError, Exported, each_message};
use hockney_core::collective::{Data, Group, Instance, Schedule};
use hockney_core::schedule::Runs;
use hockney_core::topology::Vertex;
use hockney_core::trace::{OfGroup, TracedValue, Transfer, disjoint, watch};

/// The program that reads it.
const REPLAY: &str = include_str!("replay.c");

/// The most blocks of all messages, which fit in memory twice.
const MOST_BLOCKS: u128 = 4_000_000;

/// A schedule as a program for `replay.c`.
pub struct Mpi<'a> {
    of: Exported<'a>,
}

impl<'a> Mpi<'a> {
    /// The schedule as a program.
    ///
    /// # Errors
    /// More blocks than a program lists.
    pub fn new(of: Exported<'a>) -> Result<Self, ExportError> {
        let schedule = of.schedule();
        Self::suits(schedule)?;
        let (steps, mut blocks) = (0..schedule.steps(), 0_u128);
        each_message(schedule, None, steps, |_, _, of_one| blocks += of_one.max(1));
        Self::few("blocks in its messages", blocks)?;
        Ok(Mpi { of })
    }

    /// Whether a program can list the messages of a schedule at all.
    ///
    /// # Errors
    /// Too many messages.
    pub fn suits(schedule: &Schedule) -> Result<(), ExportError> {
        Self::few("messages", schedule.messages())
    }

    fn few(what: &'static str, found: u128) -> Result<(), ExportError> {
        let most = MOST_BLOCKS;
        if found > most { Err(ExportError::TooManyBlocks { what, found, most }) } else { Ok(()) }
    }
}

/// The slots of a rank: for each block the values that it has, the latest first, with their slots.
#[derive(Clone, Default)]
struct Slots {
    held: BTreeMap<u64, (Vec<TracedValue>, Vec<u32>)>,
    next: u32,
}

impl Slots {
    fn find(&self, block: u64, value: &TracedValue) -> Option<u32> {
        let (known, slots) = self.held.get(&block)?;
        known.iter().position(|held| held == value).map(|at| slots[at])
    }

    fn free(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }

    fn add(&mut self, block: u64, value: TracedValue) -> u32 {
        let slot = self.free();
        let (known, slots) = self.held.entry(block).or_default();
        known.insert(0, value);
        slots.insert(0, slot);
        slot
    }
}

/// A group whose lines are written.
struct Writer<'a> {
    out: &'a mut dyn Write,
    group: &'a Group,
    /// The number of the group's first position among those of all groups.
    first: u64,
    slots: Vec<Slots>,
}

impl Writer<'_> {
    /// The slot in which a node has a value before a step, which it may have to sum up.
    fn form(
        &mut self,
        step: usize,
        at: Vertex,
        block: u64,
        value: &TracedValue,
    ) -> Result<u32, ExportError> {
        let (node, slots) = (self.group.node(at), &mut self.slots[at as usize]);
        if let Some(slot) = slots.find(block, value) {
            return Ok(slot);
        }
        let known = slots.held.get(&block);
        let parts = known.and_then(|(known, from)| {
            let chosen = disjoint(known, &value.contributors)?;
            Some(chosen.iter().map(|part| from[*part]).collect::<Vec<u32>>())
        });
        let Some([first, rest @ ..]) = parts.as_deref() else {
            return Err(ExportError::Sums(node));
        };
        let slot = slots.add(block, value.clone());
        let mut sum = *first;
        for part in rest {
            writeln!(self.out, "+ {step} {node} {slot} {sum} {part}")?;
            sum = slot;
        }
        Ok(slot)
    }

    /// What a node has at the start.
    fn start(&mut self, instance: &Instance) -> Result<(), ExportError> {
        for at in 0..instance.nodes {
            let (node, slots) = (self.group.node(at), &mut self.slots[at as usize]);
            let (own, contributors) = match instance.data() {
                Data::Copied => (0, Runs::new()),
                Data::Combined | Data::Token => (u64::from(at), Runs::one(at.into())),
            };
            for block in instance.initial(at).iter() {
                let value = TracedValue { contributors: contributors.clone(), value: None };
                let slot = slots.add(block, value);
                writeln!(self.out, "h {node} {slot} {block} {}", self.first + own)?;
            }
        }
        Ok(())
    }

    fn step(&mut self, step: usize, transfers: &[Transfer]) -> Result<(), ExportError> {
        let mut sent = Vec::with_capacity(transfers.len());
        for Transfer { from, carried, .. } in transfers {
            let slots = carried.iter().map(|(block, value)| self.form(step, *from, *block, value));
            sent.push(slots.collect::<Result<Vec<u32>, _>>()?);
        }
        for (Transfer { from, to, carried, .. }, sent) in transfers.iter().zip(sent) {
            let (group, slots) = (self.group, &mut self.slots[*to as usize]);
            let (from, to) = (group.node(*from), group.node(*to));
            write!(self.out, "m {step} {from} {to} {}", sent.len())?;
            sent.iter().try_for_each(|slot| write!(self.out, " {slot}"))?;
            for (block, value) in carried {
                // A value that arrives again goes where nothing else is.
                let slot = match slots.find(*block, value) {
                    None => slots.add(*block, value.clone()),
                    Some(_) => slots.free(),
                };
                write!(self.out, " {slot}")?;
            }
            writeln!(self.out)?;
        }
        Ok(())
    }

    /// What a node must have at the end.
    fn end(&mut self, steps: usize, instance: &Instance) -> Result<(), ExportError> {
        for at in 0..instance.nodes {
            let required = instance.required(at);
            let value = TracedValue { contributors: required.contributors, value: None };
            // The data of a copied block are those of the group's first position.
            let one = Runs::one(0);
            let copied = instance.data() == Data::Copied;
            let who = if copied { &one } else { &value.contributors };
            for block in required.blocks.iter() {
                let slot = self.form(steps, at, block, &value)?;
                let node = self.group.node(at);
                write!(self.out, "= {node} {slot} {block} {}", who.runs().len())?;
                for run in who.runs() {
                    let (first, last) = (run.start + self.first, run.end - 1 + self.first);
                    write!(self.out, " {first} {last}")?;
                }
                writeln!(self.out)?;
            }
        }
        Ok(())
    }
}

impl Export for Mpi<'_> {
    fn files(&self) -> Vec<String> {
        vec!["schedule.prog".to_owned(), "replay.c".to_owned()]
    }

    fn write(&self, file: &str, out: &mut dyn Write) -> Result<(), ExportError> {
        if file == "replay.c" {
            return Ok(out.write_all(REPLAY.as_bytes())?);
        }
        let schedule = self.of.schedule();
        let ranks = schedule.topology.ranks();
        for phase in &schedule.phases {
            let (of, scale, steps) = (phase.instance(), &phase.scale, phase.steps.count());
            let (numerator, denominator) = (scale.numerator(), scale.denominator());
            let (name, pieces) = (of.collective.name(), of.pieces);
            writeln!(out, "program {name} {ranks} {steps} {pieces} {numerator} {denominator}")?;
            let mut first = 0;
            for (number, group) in phase.groups.iter().enumerate() {
                // Placed ranks are those of MPI, which places them itself.
                let members = group.members.clone();
                let members = members.filter(|_| schedule.topology.placement().is_none());
                let group = &Group { members, ..group.clone() };
                let (of, messages) = (&group.instance, OfGroup { phase, group: number });
                let slots = vec![Slots::default(); of.nodes as usize];
                let mut writer = Writer { out: &mut *out, group, first, slots };
                if of.data() == Data::Token {
                    // No data: only the messages.
                    watch(of, &messages, None, |step, transfers, _| {
                        let bare = |t: &Transfer| Transfer { carried: Vec::new(), ..t.clone() };
                        writer.step(step, &transfers.iter().map(bare).collect::<Vec<_>>())
                    })?;
                } else {
                    writer.start(of)?;
                    watch(of, &messages, None, |step, transfers, _| writer.step(step, transfers))?;
                    writer.end(steps + 1, of)?;
                }
                first += u64::from(of.nodes);
            }
            writeln!(out, "end")?;
        }
        Ok(())
    }

    fn commands(&self, folder: &str) -> Vec<String> {
        let ranks = self.of.schedule().topology.ranks();
        vec![
            format!("mpicc -O2 -o {folder}/replay {folder}/replay.c"),
            format!("mpirun -n {ranks} {folder}/replay 1000 5 {folder}/schedule.prog"),
        ]
    }
}
