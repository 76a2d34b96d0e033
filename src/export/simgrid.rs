//! SimGrid: a platform with the links and routes of the schedule, and time-independent traces.
//!
//! A simulated second is one t_s, because SimGrid prints six decimals. Each directed link is a link of its own.
//! The latency t_s and the rate of one message are on a private link of the sender, so that a link of larger
//! capacity makes no message faster.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::ops::Range;

use super::{Export, ExportError, Exported, block_words, each_message};
use crate::number::Rational;
use crate::schedule::{Message, Route};
use crate::topology::{Network, Vertex};

/// The bytes that SMPI adds to a message, and a trace leaves out.
const ADDED: u64 = 16;

/// The most bytes of a message that SMPI counts.
const MOST: u64 = i32::MAX as u64;

/// The settings under which SMPI adds no costs of its own.
const SETTINGS: &[&str] = &[
    "network/model:CM02",
    "network/crosstraffic:0",
    "network/TCP-gamma:0",
    "smpi/os:0:0:0:0:0",
    "smpi/or:0:0:0:0:0",
    "smpi/ois:0:0:0:0:0",
    "smpi/init:0",
    "smpi/test:0",
    "smpi/iprobe:0",
    "smpi/send-is-detached-thresh:0",
    "smpi/async-small-thresh:0",
    "smpi/simulate-computation:0",
];

/// A schedule as a platform and traces of SimGrid.
pub struct SimGrid<'a> {
    of: Exported<'a>,
    each_step: bool,
    /// The words of a block in each phase.
    words: Vec<u64>,
    /// The route of each pair of nodes that communicates, and the first step that uses it.
    routes: BTreeMap<(Vertex, Vertex), (Route, usize)>,
    /// The bytes of a word: many, so that those added to a message without words are few.
    word: u64,
    /// t_h and t_w in simulated seconds.
    t_h: Rational,
    t_w: Rational,
    /// Whether there is a t_s; it is a simulated second.
    starts: bool,
    /// The time of a simulated second.
    second: Rational,
    price: Rational,
}

impl<'a> SimGrid<'a> {
    /// The schedule as a platform and traces: one trace, or one for each step.
    ///
    /// # Errors
    /// Numbers that are missing or without a simulation, or a pair of nodes with two routes.
    pub fn new(of: Exported<'a>, each_step: bool) -> Result<Self, ExportError> {
        let (schedule, amounts) = (of.schedule(), of.amounts()?);
        let words = block_words(schedule, amounts.m)?;
        let network = schedule.topology.network();
        let mut routes: BTreeMap<(Vertex, Vertex), (Route, usize)> = BTreeMap::new();
        let (mut two, mut most) = (None, 0);
        each_message(schedule, Some(&words), 0..schedule.steps(), |step, message, words| {
            most = most.max(words);
            match routes.entry((message.from, message.to)) {
                Entry::Vacant(free) => _ = free.insert((message.route.clone(), step)),
                Entry::Occupied(taken) if two.is_none() => {
                    two = second_route(network, taken.get(), message, step);
                }
                Entry::Occupied(_) => {}
            }
        });
        if let Some(two) = two {
            return Err(two);
        }
        let most_words = MOST / ADDED;
        let fit = u64::try_from(most).ok().filter(|most| *most <= most_words);
        let most = fit.ok_or_else(|| ExportError::TooLarge {
            what: "the size of a message in words",
            found: Rational::from(most),
            most: most_words,
            reader: "SimGrid",
        })?;
        let starts = !amounts.t_s.is_zero();
        let second = if starts { amounts.t_s } else { amounts.t_w };
        let seconds = |time: &Rational| time.checked_div(second).unwrap_or_default();
        if amounts.t_w.is_zero() {
            return Err(ExportError::NoTime);
        }
        Ok(SimGrid {
            of,
            each_step,
            words,
            routes,
            word: MOST / most.max(1),
            t_h: seconds(&of.numbers.t_h),
            t_w: seconds(amounts.t_w),
            starts,
            second: second.clone(),
            price: seconds(amounts.price),
        })
    }

    fn platform(&self, out: &mut dyn Write) -> io::Result<()> {
        let topology = &self.of.schedule().topology;
        let network = topology.network();
        let rate = |capacity: u32| {
            let bytes = &Rational::from(self.word) * &Rational::from(capacity);
            bytes.checked_div(&self.t_w).unwrap_or_default().significant(DIGITS)
        };
        writeln!(out, "<?xml version=\"1.0\"?>")?;
        writeln!(out, "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">")?;
        writeln!(out, "<platform version=\"4.1\">\n<zone id=\"{topology}\" routing=\"Full\">")?;
        for node in 0..topology.nodes() {
            writeln!(out, "<host id=\"node-{node}\" speed=\"1Gf\"/>")?;
        }
        let senders: BTreeSet<Vertex> = self.routes.keys().map(|(from, _)| *from).collect();
        let (one, t_s) = (rate(1), u8::from(self.starts));
        for node in senders {
            writeln!(
                out,
                "<link id=\"start-{node}\" bandwidth=\"{one}Bps\" latency=\"{t_s}s\" \
                 sharing_policy=\"FATPIPE\"/>"
            )?;
        }
        let mut links = BTreeSet::new();
        self.each_route(|_, hops| {
            links.extend(hops.windows(2).map(|hop| (hop[0], hop[1])));
            Ok(())
        })?;
        let t_h = self.t_h.significant(DIGITS);
        for (from, to) in links {
            let capacity = network.link(from, to).map_or(1, |link| network.capacity(link));
            let rate = rate(capacity);
            writeln!(
                out,
                "<link id=\"link-{from}-{to}\" bandwidth=\"{rate}Bps\" latency=\"{t_h}s\"/>"
            )?;
        }
        self.each_route(|(from, to), hops| {
            write!(out, "<route src=\"node-{from}\" dst=\"node-{to}\" symmetrical=\"NO\">")?;
            write!(out, "<link_ctn id=\"start-{from}\"/>")?;
            for hop in hops.windows(2) {
                write!(out, "<link_ctn id=\"link-{}-{}\"/>", hop[0], hop[1])?;
            }
            writeln!(out, "</route>")
        })?;
        writeln!(out, "</zone>\n</platform>")
    }

    /// The pairs with all vertices on their routes.
    fn each_route(
        &self,
        mut visit: impl FnMut((Vertex, Vertex), &[Vertex]) -> io::Result<()>,
    ) -> io::Result<()> {
        let (network, mut hops) = (self.of.schedule().topology.network(), Vec::new());
        for ((from, to), (route, _)) in &self.routes {
            hops.clear();
            hops.push(*from);
            route.via_into(network, (*from, *to), &mut hops);
            hops.push(*to);
            visit((*from, *to), &hops)?;
        }
        Ok(())
    }

    /// The trace of these steps.
    fn trace(&self, out: &mut dyn Write, steps: Range<usize>) -> io::Result<()> {
        let schedule = self.of.schedule();
        let ranks = schedule.topology.nodes();
        (0..ranks).try_for_each(|rank| writeln!(out, "{rank} init"))?;
        let mut requests = BTreeMap::new();
        for step in steps {
            let mut written = Ok(());
            each_message(schedule, Some(&self.words), step..step + 1, |tag, message, words| {
                let Message { from, to, .. } = message;
                // It fits, as checked.
                let bytes = u64::try_from(words).unwrap_or(0).saturating_mul(self.word);
                let bytes = bytes.saturating_sub(ADDED);
                for rank in [*from, *to] {
                    *requests.entry(rank).or_insert(0_u32) += 1;
                }
                if written.is_ok() {
                    written = writeln!(
                        out,
                        "{to} irecv {from} {tag} {bytes}\n{from} isend {to} {tag} {bytes}"
                    );
                }
            });
            written?;
            while let Some((rank, count)) = requests.pop_first() {
                writeln!(out, "{rank} waitall {count}")?;
            }
        }
        (0..ranks).try_for_each(|rank| writeln!(out, "{rank} finalize"))
    }

    fn traces(&self) -> Vec<String> {
        if self.each_step {
            return (1..=self.of.schedule().steps()).map(|step| format!("step-{step}")).collect();
        }
        vec!["trace".to_owned()]
    }

    fn script(&self, out: &mut dyn Write) -> io::Result<()> {
        let second = if self.starts { "t_s" } else { "t_w" };
        let (ranks, traces) = (self.of.schedule().topology.nodes(), self.traces());
        let price = self.price.significant(DIGITS);
        writeln!(out, "#!/bin/sh\n# {}", self.of.title)?;
        writeln!(out, "# A simulated second is {second} = {}.", self.of.time(&self.second))?;
        if self.each_step {
            writeln!(out, "# The price is {price} seconds: the sum of all steps.")?;
        } else {
            writeln!(
                out,
                "# The price is {price} seconds. The replay takes less where a rank does"
            )?;
            writeln!(out, "# not depend on the longest message of the step before.")?;
        }
        writeln!(out, "cd \"$(dirname \"$0\")\" || exit")?;
        writeln!(out, "for trace in {}; do", traces.join(" "))?;
        writeln!(out, "  smpirun -np {ranks} -platform platform.xml -hostfile hosts \\")?;
        for setting in SETTINGS {
            writeln!(out, "    --cfg={setting} \\")?;
        }
        writeln!(out, "    --log=root.thresh:warning --log=smpi_replay.thresh:info \\")?;
        writeln!(out, "    -replay $trace.index < /dev/null || exit\ndone")
    }
}

/// The digits of a number in a platform: those of a double.
const DIGITS: u32 = 17;

/// The error for a message that takes another route than an earlier one of its pair.
fn second_route(
    network: &dyn Network,
    (route, before): &(Route, usize),
    message: &Message,
    step: usize,
) -> Option<ExportError> {
    let Message { from, to, .. } = *message;
    if *route == message.route {
        return None;
    }
    let (mut first, mut second) = (Vec::new(), Vec::new());
    route.via_into(network, (from, to), &mut first);
    message.via_into(network, &mut second);
    let steps = (before + 1, step + 1);
    (first != second).then_some(ExportError::TwoRoutes { from, to, first, second, steps })
}

impl Export for SimGrid<'_> {
    fn files(&self) -> Vec<String> {
        let mut files = ["platform.xml", "hosts", "replay.sh"].map(str::to_owned).to_vec();
        for trace in self.traces() {
            files.extend([format!("{trace}.index"), format!("{trace}.txt")]);
        }
        files
    }

    fn write(&self, file: &str, out: &mut dyn Write) -> Result<(), ExportError> {
        let (stem, index) = match file.strip_suffix(".index") {
            Some(stem) => (stem, true),
            None => (file.trim_end_matches(".txt"), false),
        };
        let steps = self.of.schedule().steps();
        let step = stem.strip_prefix("step-").and_then(|step| step.parse::<usize>().ok());
        match file {
            "platform.xml" => self.platform(out)?,
            "hosts" => {
                let nodes = self.of.schedule().topology.nodes();
                (0..nodes).try_for_each(|node| writeln!(out, "node-{node}"))?;
            }
            "replay.sh" => self.script(out)?,
            _ if index => writeln!(out, "{stem}.txt")?,
            _ => self.trace(out, step.map_or(0..steps, |step| step.saturating_sub(1)..step))?,
        }
        Ok(())
    }

    fn commands(&self, folder: &str) -> Vec<String> {
        vec![format!("sh {folder}/replay.sh")]
    }
}
