//! Templates instead of steps: the messages of the representatives of all nodes, with repeated
//! steps written once.

use std::io;

use super::super::read::compact::notation;
use super::{DocumentWriter, append_message, invalid, list, some};
use crate::{Budget, Notation};
use hockney_core::collective::{Blocks, Phase, Schedule};
use hockney_core::schedule::{Message, Run, Steps, Symmetric};
use hockney_core::topology::{Topology, Translations, Vertex};

/// Steps one after another of which each is the one before, moved on.
struct RepeatedSteps<'a> {
    symmetric: &'a Symmetric,
    first: Vec<Message>,
    last: Vec<Message>,
    count: usize,
    /// By how much; known from the second step on.
    advance: Option<Vertex>,
}

/// Whether the templates of a schedule name no more ranges of blocks than a document may; true where
/// there are no templates.
pub fn fits_compact(schedule: &Schedule) -> bool {
    let mut runs = 0_u64;
    let mut messages = Vec::new();
    schedule.phases.iter().all(|phase| {
        let Some(symmetric) = phase.steps.symmetric() else { return true };
        let of = phase.instance();
        // As entries are counted when they are read: each origin has ranges of its own.
        let row = match of.blocks() {
            Blocks::PerPair => u64::from(of.nodes) * u64::from(of.pieces),
            Blocks::Pieces | Blocks::Token | Blocks::PerNode => u64::MAX,
        };
        (0..symmetric.count()).all(|k| {
            symmetric.at_home(k, &mut messages);
            let parts = messages.iter().flat_map(|message| message.payload.parts());
            let rows = |run: &Run| (run.end - 1) / row - run.start / row + 1;
            let more: u64 = parts.flat_map(|(blocks, _)| blocks.runs().iter().map(rows)).sum();
            runs = runs.saturating_add(more.saturating_sub(messages.len() as u64));
            runs <= Budget::MOST_RUNS
        })
    })
}

impl DocumentWriter<'_> {
    /// `translate` and `steps` of a schedule that is its templates.
    pub(super) fn templates(
        &mut self,
        indent: &str,
        phase: &Phase,
        symmetric: &Symmetric,
        topology: &Topology,
    ) -> io::Result<()> {
        let by = notation(symmetric.by(), topology)
            .ok_or_else(|| invalid("the translations do not fit the topology"))?;
        let by = if symmetric.by().is_xor() { self.word(&by).into_owned() } else { by };
        self.field(indent, "translate", &by);
        let count = symmetric.count();
        let mut run: Option<RepeatedSteps<'_>> = None;
        let mut messages = Vec::new();
        self.listed(indent, count, |writer, k| {
            symmetric.at_home(k, &mut messages);
            some(&messages, k)?;
            if !run.as_mut().is_some_and(|run| run.takes(&messages)) {
                if let Some(run) = &run {
                    writer.repeated(indent, phase, run, false)?;
                }
                let (first, last) = (messages.clone(), messages.clone());
                run = Some(RepeatedSteps { symmetric, first, last, count: 1, advance: None });
            }
            match &run {
                Some(run) if k + 1 == count => writer.repeated(indent, phase, run, true),
                _ => Ok(()),
            }
        })
    }

    fn repeated(
        &mut self,
        indent: &str,
        phase: &Phase,
        run: &RepeatedSteps<'_>,
        last: bool,
    ) -> io::Result<()> {
        let Some(advance) = run.advance else {
            return self.step(indent, phase, &run.first, last);
        };
        let before = if self.notation == Notation::Yaml { "  - " } else { "  " };
        let count = run.count.to_string();
        self.text.extend([indent, before, "{\"repeat\": ", &count]);
        if advance != 0 {
            self.text.extend([", \"advance\": ", &shown(advance, run.symmetric.by())]);
        }
        self.text.push_str(", \"messages\": [");
        for (i, one) in run.first.iter().enumerate() {
            self.text.push_str(if i == 0 { "" } else { ", " });
            append_message(&mut self.text, one, phase, None)?;
        }
        let comma = self.notation == Notation::Json && !last;
        self.text.push_str(if comma { "]},\n" } else { "]}\n" });
        self.hand_on()
    }
}

impl RepeatedSteps<'_> {
    /// Takes the next step, if it is the last one moved on as all before.
    fn takes(&mut self, next: &[Message]) -> bool {
        let advance = match self.advance {
            Some(g) => self.symmetric.advances(&self.last, next, g).then_some(g),
            None => self.symmetric.advance_between(&self.last, next),
        };
        if advance.is_some() {
            self.advance = advance;
            self.count += 1;
            self.last.clear();
            self.last.extend_from_slice(next);
        }
        advance.is_some()
    }
}

/// An advance along each side, the shorter way round.
fn shown(advance: Vertex, by: &Translations) -> String {
    let along = |(i, side): (usize, &u32)| {
        let at = by.coordinate(advance, i);
        if at > side / 2 { format!("-{}", side - at) } else { at.to_string() }
    };
    let each: Vec<String> = by.sides().iter().enumerate().map(along).collect();
    match &each[..] {
        [one] => one.clone(),
        several => list(several),
    }
}
