//! SimGrid: a platform with the links and routes of the schedule, and time-independent traces.
//!
//! A simulated second is one t_s, because SimGrid prints six decimals. Each directed link is a link of its own.
//! The latency t_s and the rate of one message are on a private link of the sender, so that a link of larger
//! capacity makes no message faster. Where links have classes, each link of several lanes is preceded by a link of
//! one lane that every message has for itself. With contention a port that its messages share is a link, too.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::ops::Range;

use super::{Export, ExportError, Exported, all_given, block_words, each_message, read_by};
use hockney_base::number::{Rational, saturated};
use hockney_core::collective::{Ports, Schedule};
use hockney_core::schedule::{Message, Route};
use hockney_core::topology::{Network, Vertex};
use hockney_cost::Numbers;

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
    /// t_h and t_w in simulated seconds: of links without a class, then by class.
    times: Vec<[Rational; 2]>,
    /// The class of the links that share a sending or receiving port, with contention.
    ports: [BTreeMap<Vertex, usize>; 2],
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
        let schedule = of.schedule();
        let (network, alike) =
            (schedule.topology.network(), schedule.topology.classes().is_empty());
        Self::suits(schedule, of.numbers)?;
        let [m, t_s, price] = of.prices()?;
        let words = block_words(schedule, m)?;
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
        let what = "the size of a message in words";
        let most = read_by("SimGrid", what, Rational::from(most), MOST / ADDED)?;
        let (starts, one) = (!t_s.is_zero(), Rational::one());
        let t_w = of.numbers.t_w.as_ref();
        if t_w.is_some_and(Rational::is_zero) {
            return Err(ExportError::NoTime);
        }
        let second = if starts { t_s } else { t_w.filter(|_| alike).unwrap_or(&one) };
        let seconds = |time: &Rational| time.checked_div(second).unwrap_or_default();
        let times = of.numbers.classes.iter().map(|class| (&class.t_h, class.t_w.as_ref()));
        let times = std::iter::once((&of.numbers.t_h, t_w)).chain(times);
        let times = times.map(|(t_h, t_w)| [seconds(t_h), t_w.map(seconds).unwrap_or_default()]);
        let mut simulation = SimGrid {
            of,
            each_step,
            words,
            routes,
            word: MOST / most.max(1),
            times: times.collect(),
            ports: Default::default(),
            starts,
            second: second.clone(),
            price: seconds(price),
        };
        simulation.ports = simulation.ports()?;
        Ok(simulation)
    }

    /// Whether schedules on this machine, with these numbers, can be simulated at all.
    ///
    /// # Errors
    /// Numbers that are missing, and links without a bandwidth.
    pub fn suits(schedule: &Schedule, numbers: &Numbers) -> Result<(), ExportError> {
        all_given(schedule, numbers)
    }

    /// The ports that messages may share, with the class of their links.
    fn ports(&self) -> Result<[BTreeMap<Vertex, usize>; 2], ExportError> {
        let mut ports: [BTreeMap<Vertex, usize>; 2] = Default::default();
        if self.of.certified.report().is_valid() || self.of.schedule().ports == Ports::All {
            return Ok(ports);
        }
        let mut differ = None;
        let visited = self.each_route(|(from, to), hops| {
            let ends = [(from, &hops[..2]), (to, &hops[hops.len() - 2..])];
            for (ports, (node, hop)) in ports.iter_mut().zip(ends) {
                let class = self.class(hop[0], hop[1]);
                let first = *ports.entry(node).or_insert(class);
                if self.times[first][1] != self.times[class][1] {
                    differ.get_or_insert(node);
                }
            }
            Ok(())
        });
        visited?;
        differ.map_or(Ok(ports), |node| Err(ExportError::Ports(node)))
    }

    /// The class of a link, counted from 1; 0 is none.
    fn class(&self, from: Vertex, to: Vertex) -> usize {
        let topology = &self.of.schedule().topology;
        let link = topology.network().link(from, to);
        link.map_or(0, |link| topology.class_index(link))
    }

    /// The links that a hop uses, with their capacities: that of one lane, then all lanes together. Both directions
    /// of a half-duplex link have one name.
    fn links(&self, from: Vertex, to: Vertex) -> impl Iterator<Item = (String, Option<u32>)> {
        let topology = &self.of.schedule().topology;
        let both_ways = topology.is_half_duplex(from, to);
        let (u, v) = if both_ways { (from.min(to), from.max(to)) } else { (from, to) };
        let link = topology.network().link(u, v);
        let lanes = link.map_or(1, |link| topology.capacity(link));
        let one = !topology.classes().is_empty() && (lanes > 1 || both_ways);
        let one = one.then(|| (format!("lane-{from}-{to}"), None));
        one.into_iter().chain([(format!("link-{u}-{v}"), Some(lanes))])
    }

    fn platform(&self, out: &mut dyn Write) -> io::Result<()> {
        let topology = &self.of.schedule().topology;
        let rate = |capacity: u32, t_w: &Rational| {
            let bytes = &Rational::from(self.word) * &Rational::from(capacity);
            bytes.checked_div(t_w).unwrap_or_default().significant(DIGITS)
        };
        writeln!(out, "<?xml version=\"1.0\"?>")?;
        writeln!(out, "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">")?;
        writeln!(out, "<platform version=\"4.1\">\n<zone id=\"{topology}\" routing=\"Full\">")?;
        for node in 0..topology.nodes() {
            writeln!(out, "<host id=\"node-{node}\" speed=\"1Gf\"/>")?;
        }
        let senders: BTreeSet<Vertex> = self.routes.keys().map(|(from, _)| *from).collect();
        let fastest = self.times.iter().map(|[_, t_w]| t_w).filter(|t_w| !t_w.is_zero()).min();
        let (one, t_s) = (rate(1, fastest.unwrap_or(&Rational::one())), u8::from(self.starts));
        let link = |out: &mut dyn Write, name: String, rate: &str, latency: &str, policy: &str| {
            let times = format!("bandwidth=\"{rate}Bps\" latency=\"{latency}s\"");
            writeln!(out, "<link id=\"{name}\" {times}{policy}/>")
        };
        for node in senders {
            link(out, format!("start-{node}"), &one, &t_s.to_string(), FATPIPE)?;
        }
        let mut links = BTreeSet::new();
        self.each_route(|_, hops| {
            links.extend(hops.windows(2).map(|hop| (hop[0], hop[1])));
            Ok(())
        })?;
        let mut written = BTreeSet::new();
        for (from, to) in links {
            let [t_h, t_w] = &self.times[self.class(from, to)];
            let t_h = t_h.significant(DIGITS);
            for (name, lanes) in self.links(from, to) {
                if !written.insert(name.clone()) {
                    continue;
                }
                match lanes {
                    None => link(out, name, &rate(1, t_w), "0", FATPIPE)?,
                    Some(lanes) => link(out, name, &rate(lanes, t_w), &t_h, "")?,
                }
            }
        }
        for (ports, name) in self.ports.iter().zip(["out", "in"]) {
            for (node, class) in ports {
                let most = u32::try_from(self.of.schedule().ports.at_most(u64::from(u32::MAX)));
                let rate = rate(most.unwrap_or(1), &self.times[*class][1]);
                link(out, format!("{name}-{node}"), &rate, "0", "")?;
            }
        }
        self.each_route(|(from, to), hops| {
            write!(out, "<route src=\"node-{from}\" dst=\"node-{to}\" symmetrical=\"NO\">")?;
            write!(out, "<link_ctn id=\"start-{from}\"/>")?;
            let ends = self.ports.iter().zip([("out", from), ("in", to)]);
            for (_, (name, node)) in ends.filter(|(ports, (_, node))| ports.contains_key(node)) {
                write!(out, "<link_ctn id=\"{name}-{node}\"/>")?;
            }
            for (name, _) in hops.windows(2).flat_map(|hop| self.links(hop[0], hop[1])) {
                write!(out, "<link_ctn id=\"{name}\"/>")?;
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
        let ranks = schedule.topology.ranks();
        (0..ranks).try_for_each(|rank| writeln!(out, "{rank} init"))?;
        let mut requests = BTreeMap::new();
        for step in steps {
            let mut written = Ok(());
            each_message(schedule, Some(&self.words), step..step + 1, |tag, message, words| {
                let [from, to] =
                    [message.from, message.to].map(|node| schedule.topology.rank_of(node));
                // It fits, as checked.
                let bytes = saturated::<u64>(words).saturating_mul(self.word);
                let bytes = bytes.saturating_sub(ADDED);
                for rank in [from, to] {
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
        let second = match self.of.schedule().topology.classes().is_empty() {
            _ if self.starts => "t_s = ",
            true => "t_w = ",
            false => "",
        };
        let (ranks, traces) = (self.of.schedule().topology.ranks(), self.traces());
        let price = self.price.significant(DIGITS);
        writeln!(out, "#!/bin/sh\n# {}", self.of.title)?;
        writeln!(out, "# A simulated second is {second}{}.", self.of.time(&self.second))?;
        let takes = if self.starts && !self.ports.iter().all(BTreeMap::is_empty) {
            ". The replay takes less where the\n# messages of a port follow each other: they start together there."
        } else if self.each_step {
            ": the sum of all steps."
        } else {
            ". The replay takes less where a rank does\n\
             # not depend on the longest message of the step before."
        };
        writeln!(out, "# The price is {price} seconds{takes}")?;
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

/// Of a link that no message shares.
const FATPIPE: &str = " sharing_policy=\"FATPIPE\"";

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
                let topology = &self.of.schedule().topology;
                let mut nodes =
                    (0..topology.ranks()).filter_map(|rank| topology.node_of(rank.into()));
                nodes.try_for_each(|node| writeln!(out, "node-{node}"))?;
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
