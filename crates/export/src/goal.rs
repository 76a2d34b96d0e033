//! GOAL, the input of LogGOPSim: for each rank its messages and computations, with what each depends on.
//!
//! A message of w words is w + 1 bytes, so that LogGOPSim takes L + w G for it. All operations are on one
//! processor, because LogGOPSim forgets the end of an operation on another one. What a rank waits for beside its
//! own messages is a computation.

use std::io::{self, Write};
use std::ops::Range;

use super::{Export, ExportError, Exported, all_given, block_words, each_message, read_by};
use hockney_base::number::{Rational, saturated};
use hockney_core::collective::{Ports, Schedule};
use hockney_core::topology::Vertex;
use hockney_cost::Numbers;

/// When a rank begins a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// When the longest message of the step before has arrived, as the price assumes.
    LockStep,
    /// When its own messages of earlier steps are through.
    Dependencies,
}

/// The largest `-L`, `-G` and `-S` of LogGOPSim.
const MOST: u64 = i32::MAX as u64;
/// The most time that LogGOPSim counts, with room for one more step.
const MOST_TIME: u64 = u64::MAX / 4;

/// How many messages of a group of ranks are sorted at once (5 MiB), and the most groups.
const SORTED: u64 = 1 << 18;
const MOST_GROUPS: u64 = 16;

/// A schedule as GOAL.
pub struct Goal<'a> {
    of: Exported<'a>,
    mode: Mode,
    /// Units of time in one t_s and one t_w, and the length of such a unit.
    t_s: u64,
    t_w: u64,
    unit: Rational,
    price: Rational,
    /// The words of a block in each phase.
    words: Vec<u64>,
    /// The words of the longest message of each step.
    longest: Vec<u64>,
    /// The time at which each step begins in lock-step, and the end.
    begins: Vec<u64>,
    /// How many messages each rank sends and receives.
    turns: Vec<u32>,
}

/// A message as its sender or its receiver sees it, in the order in which they are written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Turn {
    rank: Vertex,
    step: u32,
    sends: bool,
    peer: Vertex,
    words: u32,
}

impl<'a> Goal<'a> {
    /// The schedule as GOAL.
    ///
    /// # Errors
    /// Numbers that are missing or that LogGOPSim cannot read, a time per hop, or all ports.
    pub fn new(of: Exported<'a>, mode: Mode) -> Result<Self, ExportError> {
        let schedule = of.schedule();
        Self::suits(schedule, of.numbers)?;
        let [m, t_s, price] = of.prices()?;
        let t_w = of.numbers.t_w.as_ref().ok_or(ExportError::Missing("--tw"))?;
        let fits = |what, found: Rational, most| read_by("LogGOPSim", what, found, most);
        let units = common_denominator(t_s, t_w);
        let t_s = fits("the latency -L", t_s * &units, MOST)?;
        let t_w = fits("the time per byte -G", t_w * &units, MOST)?;
        let words = block_words(schedule, m)?;
        let (mut longest, mut most) = (vec![0_u64; schedule.steps()], 0);
        let mut turns = vec![0_u32; schedule.topology.ranks() as usize];
        each_message(schedule, Some(&words), 0..schedule.steps(), |step, message, words| {
            most = most.max(words);
            let words = saturated(words);
            longest[step] = longest[step].max(words);
            for node in [message.from, message.to] {
                let turns = &mut turns[schedule.topology.rank_of(node) as usize];
                *turns = turns.saturating_add(1);
            }
        });
        // With one byte more than words.
        fits("the size of a message in words", Rational::from(most), MOST - 1)?;
        fits("the number of steps", Rational::from(longest.len() as u64), MOST)?;
        let price = price * &units;
        fits("the total time", price.clone(), MOST_TIME)?;
        let mut begins = vec![0_u64];
        for words in &longest {
            let now = begins.last().copied().unwrap_or_default();
            begins.push(now.saturating_add(t_s + words * t_w));
        }
        let unit = units.recip().unwrap_or_else(Rational::one);
        Ok(Goal { of, mode, t_s, t_w, unit, price, words, longest, begins, turns })
    }

    /// Whether schedules on this machine, with these numbers, can be GOAL at all.
    ///
    /// # Errors
    /// Numbers that are missing, a time per hop, classes of links, or several ports.
    pub fn suits(schedule: &Schedule, numbers: &Numbers) -> Result<(), ExportError> {
        if !schedule.topology.classes().is_empty() {
            return Err(ExportError::Classes);
        }
        all_given(schedule, numbers)?;
        if !numbers.t_h.is_zero() {
            return Err(ExportError::Hops);
        }
        if schedule.ports != Ports::ONE {
            return Err(ExportError::AllPorts);
        }
        Ok(())
    }

    fn head(&self, out: &mut dyn Write) -> io::Result<()> {
        let price = &self.price;
        writeln!(out, "// {}", self.of.title)?;
        match self.mode {
            Mode::LockStep => {
                writeln!(out, "// lock-step: the last rank finishes at {price}, the price")?;
            }
            Mode::Dependencies => writeln!(
                out,
                "// dependencies: a rank waits for its own messages only; the price is {price}"
            )?,
        }
        if !self.unit.is_one() || self.of.numbers.unit.is_some() {
            writeln!(out, "// a unit of time is {}", self.of.time(&self.unit))?;
        }
        for command in self.commands(".") {
            writeln!(out, "// {command}")?;
        }
        writeln!(out, "num_ranks {}", self.turns.len())
    }

    /// The messages of these ranks, by rank and step.
    fn turns_of(&self, ranks: &Range<Vertex>, turns: &mut Vec<Turn>) {
        turns.clear();
        let schedule = self.of.schedule();
        each_message(schedule, Some(&self.words), 0..schedule.steps(), |step, message, words| {
            // Both fit, as checked.
            let (step, words) = (saturated(step), saturated(words));
            let [from, to] = [message.from, message.to].map(|node| schedule.topology.rank_of(node));
            let ends = [(from, to, true), (to, from, false)];
            for (rank, peer, sends) in ends {
                if ranks.contains(&rank) {
                    turns.push(Turn { rank, step, sends, peer, words });
                }
            }
        });
        turns.sort_unstable();
    }

    /// From this rank on, ranks whose messages can be sorted at once; at least one.
    fn group(&self, first: Vertex) -> Range<Vertex> {
        let all: u64 = self.turns.iter().copied().map(u64::from).sum();
        let most = SORTED.max(all / MOST_GROUPS);
        let (mut end, mut sum) = (first, 0);
        for turns in &self.turns[first as usize..] {
            sum += u64::from(*turns);
            if sum > most && end > first {
                break;
            }
            end += 1;
        }
        first..end
    }

    fn rank(&self, out: &mut dyn Write, rank: Vertex, turns: &[Turn]) -> io::Result<()> {
        writeln!(out, "rank {rank} {{")?;
        let mut line = Line { ends: 1..1, waits: 0 };
        let lock_step = self.mode == Mode::LockStep;
        let mut next = 0;
        for now in turns.chunk_by(|a, b| a.step == b.step) {
            let step = now[0].step as usize;
            if lock_step {
                line.waits += self.begins[step] - self.begins[next];
            }
            next = step + 1;
            line.messages(out, now)?;
            let words = |sends| {
                let of = now.iter().find(|turn| turn.sends == sends);
                of.map(|turn| u64::from(turn.words))
            };
            // The sender is busy for the whole message, too.
            let until = if lock_step { self.longest[step] } else { words(true).unwrap_or(0) };
            line.waits = match words(false) {
                Some(received) => until.saturating_sub(received) * self.t_w,
                None => self.t_s + until * self.t_w,
            };
        }
        if lock_step {
            line.waits += self.begins[self.longest.len()] - self.begins[next];
        }
        if line.waits > 0 || turns.is_empty() {
            // LogGOPSim crashes where no rank has an operation.
            line.calc(out)?;
        }
        writeln!(out, "}}")
    }
}

/// The operations of a rank so far.
struct Line {
    /// The labels of the last operations, on which the next one depends.
    ends: Range<u64>,
    /// The time to wait after these.
    waits: u64,
}

impl Line {
    /// Writes the time to wait, unless there is none after one operation.
    fn join(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let waits = self.waits > 0 || self.ends.end - self.ends.start > 1;
        if waits { self.calc(out) } else { Ok(()) }
    }

    fn calc(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let label = self.ends.end;
        writeln!(out, "l{label}: calc {}", self.waits)?;
        for end in self.ends.clone() {
            writeln!(out, "l{label} requires l{end}")?;
        }
        *self = Line { ends: label..label + 1, waits: 0 };
        Ok(())
    }

    /// Writes the messages of a step.
    fn messages(&mut self, out: &mut dyn Write, now: &[Turn]) -> io::Result<()> {
        self.join(out)?;
        let first = self.ends.end;
        for (label, turn) in (first..).zip(now) {
            let Turn { step, peer, .. } = turn;
            let (what, side) = if turn.sends { ("send", "to") } else { ("recv", "from") };
            let bytes = u64::from(turn.words) + 1;
            writeln!(out, "l{label}: {what} {bytes}b {side} {peer} tag {step}")?;
            for end in self.ends.clone() {
                writeln!(out, "l{label} requires l{end}")?;
            }
        }
        self.ends = first..first + now.len() as u64;
        Ok(())
    }
}

impl Export for Goal<'_> {
    fn files(&self) -> Vec<String> {
        vec!["schedule.goal".to_owned()]
    }

    fn write(&self, _file: &str, out: &mut dyn Write) -> Result<(), ExportError> {
        self.head(out)?;
        let (mut turns, mut first, ranks) = (Vec::new(), 0, self.of.schedule().topology.ranks());
        while first < ranks {
            let group = self.group(first);
            self.turns_of(&group, &mut turns);
            first = group.end;
            let mut left = &turns[..];
            for rank in group {
                let (of_rank, rest) = left.split_at(left.partition_point(|turn| turn.rank == rank));
                self.rank(out, rank, of_rank)?;
                left = rest;
            }
        }
        Ok(())
    }

    fn commands(&self, folder: &str) -> Vec<String> {
        let Goal { t_s, t_w, .. } = self;
        vec![
            format!("txt2bin -i {folder}/schedule.goal -o {folder}/schedule.bin"),
            format!(
                "LogGOPSim -f {folder}/schedule.bin -L {t_s} -G {t_w} -o 0 -g 0 -O 0 -S {MOST}"
            ),
        ]
    }
}

/// The least number whose product with each of both is whole.
fn common_denominator(a: &Rational, b: &Rational) -> Rational {
    let (a, b) = (a.denominator(), b.denominator());
    let shared = a.gcd(&b).unwrap_or_else(Rational::one);
    (&a * &b).checked_div(&shared).unwrap_or_else(Rational::one)
}
