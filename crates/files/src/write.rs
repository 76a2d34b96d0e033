//! From schedule to text: one step at a time, one message a line, the same bytes every time.
//!
//! Every message is written as JSON writes it, in YAML, too, so that a line can be read without
//! the rest. Words have no quotes in YAML; free text always has quotes, since other readers take
//! `on`, `1:30` and `2026-01-01` for a truth, a number and a date.

mod compact;

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write};

pub use compact::fits_compact;

use crate::read::compact::in_brackets as list;
use crate::read::phase;
use crate::read::steps::KINDS;
use crate::{FORMAT, Header, Notation};
use hockney_base::number::Rational;
use hockney_core::collective::{Blocks, Data, Group, Instance, Parameter, Phase, Ports, Schedule};
use hockney_core::schedule::{Message, Payload, Route, Runs, Step, Symmetric};
use hockney_core::topology::{LinkClass, Topology};

/// Writes a document. What is written is read back as the same schedule.
///
/// # Errors
/// Those of `out`; and `InvalidInput` for a schedule that has no document: a message that carries
/// everything its sender holds, a step without messages, groups that run different collectives.
pub fn write(
    out: &mut dyn Write,
    header: &Header,
    schedule: &Schedule,
    notation: Notation,
) -> io::Result<()> {
    DocumentWriter { out, text: String::new(), notation, combines: None }
        .document(header, schedule, None)
}

/// Writes a JSON document that states of each message whether it copies or combines. `combines` has the
/// messages in the order of the schedule.
///
/// # Errors
/// As for [`write()`].
pub fn write_with_kinds(
    out: &mut dyn Write,
    header: &Header,
    schedule: &Schedule,
    combines: &mut dyn Iterator<Item = bool>,
) -> io::Result<()> {
    let (text, notation) = (String::new(), Notation::Json);
    DocumentWriter { out, text, notation, combines: Some(combines) }
        .document(header, schedule, None)
}

/// Writes a document that lists templates only. What is written is read back as the same schedule.
///
/// # Errors
/// Those of `out`; and `InvalidInput` for a schedule that is not kept as templates, or whose
/// translations are not those of its machine.
pub fn write_compact(
    out: &mut dyn Write,
    header: &Header,
    schedule: &Schedule,
    notation: Notation,
) -> io::Result<()> {
    let symmetric = alone(schedule).and_then(|phase| {
        // Translations in a file do not move pieces.
        let in_a_file = |of: &&Symmetric| *of.space() == phase.instance().space(of.by());
        phase.steps.symmetric().filter(in_a_file)
    });
    let symmetric = symmetric.ok_or_else(|| invalid("the schedule is not stored as templates"))?;
    let writer = DocumentWriter { out, text: String::new(), notation, combines: None };
    writer.document(header, schedule, Some(symmetric))
}

/// How many bytes are gathered before they are handed on.
const CHUNK: usize = 1 << 16;

struct DocumentWriter<'a> {
    out: &'a mut dyn Write,
    text: String,
    notation: Notation,
    /// Of each message that is still to be written, whether it combines.
    combines: Option<&'a mut dyn Iterator<Item = bool>>,
}

impl DocumentWriter<'_> {
    fn document(
        mut self,
        header: &Header,
        schedule: &Schedule,
        compact: Option<&Symmetric>,
    ) -> io::Result<()> {
        let indent = if self.notation == Notation::Json { "  " } else { "" };
        self.in_json(&["{\n"]);
        let plain = alone(schedule);
        self.field(indent, "format", &self.word(FORMAT));
        self.field(indent, "topology", &self.topology(&schedule.topology));
        if let Some(phase) = plain {
            self.field(indent, "collective", &self.operation(phase)?);
        }
        if let Some(placement) = schedule.topology.placement() {
            self.field(indent, "place", &list(placement.nodes()));
        }
        let Header { algorithm, note, generator } = header;
        for (name, text) in [("algorithm", algorithm), ("note", note), ("generator", generator)] {
            if let Some(text) = text {
                self.field(indent, name, &quoted(text));
            }
        }
        match schedule.ports {
            Ports::ONE => {}
            Ports::All => self.field(indent, "ports", &self.word("all")),
            Ports::Limited(ports) => self.field(indent, "ports", &ports.to_string()),
        }
        if let Some(phase) = plain {
            self.pieces(indent, phase);
        }
        match (plain, compact) {
            (Some(phase), Some(symmetric)) => {
                self.templates(indent, phase, symmetric, &schedule.topology)?;
            }
            (Some(phase), None) => self.steps(indent, phase, &schedule.topology)?,
            (None, _) => self.phases(indent, schedule)?,
        }
        self.in_json(&["}\n"]);
        self.out.write_all(self.text.as_bytes())
    }

    fn phases(&mut self, indent: &str, schedule: &Schedule) -> io::Result<()> {
        self.open(indent, "phases");
        let inner = format!("{indent}    ");
        for (i, phase) in schedule.phases.iter().enumerate() {
            match self.notation {
                Notation::Yaml => self.text.extend([indent, "  - "]),
                Notation::Json => {
                    let between = if i == 0 { "" } else { ",\n" };
                    self.text.extend([between, indent, "  {\n", &inner]);
                }
            }
            // The place of the first key is made already.
            self.field("", "groups", &self.groups(phase, &schedule.topology));
            self.field(&inner, "collective", &self.operation(phase)?);
            self.field(&inner, "scale", &scale(&phase.scale));
            if let Some(name) = &phase.algorithm {
                self.field(&inner, "algorithm", &quoted(name));
            }
            self.pieces(&inner, phase);
            self.steps(&inner, phase, &schedule.topology)?;
            self.in_json(&[indent, "  }"]);
        }
        self.in_json(&["\n", indent, "]\n"]);
        Ok(())
    }

    fn steps(&mut self, indent: &str, phase: &Phase, topology: &Topology) -> io::Result<()> {
        let count = phase.steps.count();
        let mut step = Step::default();
        self.listed(indent, count, |writer, k| {
            phase.steps.step_into(k, &mut step);
            some(&step.messages, k)?;
            // A document names ranks.
            for Message { from, to, .. } in &mut step.messages {
                (*from, *to) = (topology.rank_of(*from), topology.rank_of(*to));
            }
            writer.step(indent, phase, &step.messages, k + 1 == count)
        })
    }

    /// `steps` as a list of so many, each written on its own.
    fn listed(
        &mut self,
        indent: &str,
        count: usize,
        mut each: impl FnMut(&mut Self, usize) -> io::Result<()>,
    ) -> io::Result<()> {
        if count == 0 {
            let name = self.word("steps");
            self.text.extend([indent, &name, ": []\n"]);
            return Ok(());
        }
        self.open(indent, "steps");
        (0..count).try_for_each(|k| each(self, k))?;
        self.in_json(&[indent, "]\n"]);
        Ok(())
    }

    /// A step, a message a line.
    fn step(
        &mut self,
        indent: &str,
        phase: &Phase,
        messages: &[Message],
        last: bool,
    ) -> io::Result<()> {
        let (first, other) = match self.notation {
            Notation::Yaml => (["", indent, "  - - "], ["", indent, "    - "]),
            Notation::Json => (["", indent, "  ["], [",\n", indent, "   "]),
        };
        for (i, message) in messages.iter().enumerate() {
            self.text.extend(if i == 0 { first } else { other });
            let combines = self.combines.as_mut().and_then(Iterator::next);
            append_message(&mut self.text, message, phase, combines)?;
            if self.notation == Notation::Yaml {
                self.text.push('\n');
            }
            self.hand_on()?;
        }
        self.in_json(&[if last { "]\n" } else { "],\n" }]);
        Ok(())
    }

    /// Hands on what has been gathered, if that is much.
    fn hand_on(&mut self) -> io::Result<()> {
        if self.text.len() >= CHUNK {
            self.out.write_all(self.text.as_bytes())?;
            self.text.clear();
        }
        Ok(())
    }

    /// What YAML goes without.
    fn in_json(&mut self, parts: &[&str]) {
        if self.notation == Notation::Json {
            self.text.extend(parts.iter().copied());
        }
    }

    /// A key that more keys follow.
    fn field(&mut self, indent: &str, name: &str, value: &str) {
        let (name, end) = match self.notation {
            Notation::Yaml => (Cow::Borrowed(name), "\n"),
            Notation::Json => (self.word(name), ",\n"),
        };
        self.text.extend([indent, &name, ": ", value, end]);
    }

    /// The last key, with a list that follows.
    fn open(&mut self, indent: &str, name: &str) {
        let end = if self.notation == Notation::Yaml { ":\n" } else { ": [\n" };
        let name = self.word(name);
        self.text.extend([indent, &name, end]);
    }

    /// A word that needs no quotes in YAML.
    fn word<'w>(&self, word: &'w str) -> Cow<'w, str> {
        match self.notation {
            Notation::Yaml => Cow::Borrowed(word),
            Notation::Json => Cow::Owned(format!("\"{word}\"")),
        }
    }

    fn pieces(&mut self, indent: &str, phase: &Phase) {
        // A barrier moves no words, so there is nothing to cut.
        if phase.instance().data() != Data::Token {
            self.field(indent, "pieces", &phase.instance().pieces.to_string());
        }
    }

    /// `{nodes: 4, switches: 1}`, of the keys that have a value.
    fn mapping<'k>(&self, keys: impl IntoIterator<Item = (&'k str, Option<String>)>) -> String {
        let written = |(key, value): (&str, Option<String>)| {
            value.map(|value| format!("{}: {value}", self.word(key)))
        };
        let keys: Vec<String> = keys.into_iter().filter_map(written).collect();
        format!("{{{}}}", keys.join(", "))
    }

    fn topology(&self, topology: &Topology) -> String {
        let Some(graph) = topology.network().graph_links() else {
            return self.word(&topology.to_string()).into_owned();
        };
        let classes = topology.classes();
        let mut kinds = topology.network().link_kinds().iter();
        let link = |ends: &[u64; 2]| {
            let kind = kinds.next().and_then(|kind| Some((classes.get(kind.class?)?, kind.lanes)));
            let class = kind.map(|(class, _)| quoted(&class.name));
            let lanes = kind.filter(|(_, lanes)| *lanes != 1).map(|(_, lanes)| lanes.to_string());
            list(ends.iter().map(u64::to_string).chain(class).chain(lanes))
        };
        let mut order: Vec<&LinkClass> = classes.iter().filter(|c| c.rank.is_some()).collect();
        order.sort_by_key(|class| class.rank);
        let order = (!order.is_empty()).then(|| list(order.iter().map(|c| quoted(&c.name))));
        let graph = self.mapping([
            ("nodes", Some(graph.nodes.to_string())),
            ("switches", Some(graph.switches.to_string())),
            ("classes", (!classes.is_empty()).then(|| self.classes(classes))),
            ("order", order),
            ("links", Some(list(graph.links.iter().map(link)))),
            ("places", topology.places().map(|places| list(places.iter().map(list)))),
        ]);
        self.mapping([("graph", Some(graph))])
    }

    /// `{"fast": {t_h: "1/10", t_w: "1/20"}}`.
    fn classes(&self, classes: &[LinkClass]) -> String {
        let class = |class: &LinkClass| {
            let times = self.mapping([
                ("t_h", class.t_h.as_deref().map(quoted)),
                ("t_w", class.t_w.as_deref().map(quoted)),
                ("half_duplex", class.half_duplex.then(|| "true".to_owned())),
            ]);
            format!("{}: {times}", quoted(&class.name))
        };
        let all: Vec<String> = classes.iter().map(class).collect();
        format!("{{{}}}", all.join(", "))
    }

    fn groups(&self, phase: &Phase, topology: &Topology) -> String {
        if is_everyone(phase, topology) {
            return self.word("all").into_owned();
        }
        let nodes = |of: &Group| (0..of.instance.nodes).map(|at| of.node(at)).collect();
        let members: Vec<Vec<u32>> = phase.groups.iter().map(nodes).collect();
        let named = |name: &&&str| phase::sections(name, topology).as_ref() == Some(&members);
        if let Some(name) = phase::NAMES.iter().find(named) {
            return self.word(name).into_owned();
        }
        list(members.iter().map(list))
    }
}

/// The phase of a schedule that has but one, of all ranks.
fn alone(schedule: &Schedule) -> Option<&Phase> {
    let [one] = &*schedule.phases else { return None };
    let all = schedule.topology.placement().is_some() || is_everyone(one, &schedule.topology);
    (all && one.scale.is_one()).then_some(one)
}

/// Refuses a step without messages.
fn some(messages: &[Message], k: usize) -> io::Result<()> {
    let none = || invalid(&format!("step {} has no message", k + 1));
    messages.first().map(|_| ()).ok_or_else(none)
}

/// Whether the one group is all nodes in the order of their numbers, however it is kept.
fn is_everyone(phase: &Phase, topology: &Topology) -> bool {
    phase.is_everyone()
        || matches!(&*phase.groups, [one] if one.instance.nodes == topology.nodes()
            && (0..topology.nodes()).all(|at| one.node(at) == at))
}

/// Small whole numbers as numbers, what other readers would round as text.
fn scale(scale: &Rational) -> String {
    match scale.to_u64() {
        Some(whole) if whole < 1 << 53 => whole.to_string(),
        _ => format!("\"{scale}\""),
    }
}

/// A text in quotes, as JSON and YAML both read it; what does not show is spelled out.
fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        let unseen = matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}');
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            _ if unseen || c.is_control() => {
                // Writing to a string cannot fail.
                let _ = write!(quoted, "\\u{:04x}", u32::from(c));
            }
            _ => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

fn invalid(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, why)
}

impl DocumentWriter<'_> {
    /// The collective of a phase.
    pub(super) fn operation(&self, phase: &Phase) -> io::Result<String> {
        let first = phase.instance();
        if !phase.groups.iter().all(|group| agree(first, &group.instance)) {
            return Err(invalid("the groups of a phase run different collectives"));
        }
        let parameter = first.collective.parameter();
        let value = match parameter {
            None => None,
            Some(Parameter::Root) => Some(first.root.to_string()),
            Some(Parameter::Exclusive) => first.exclusive.then(|| "true".to_owned()),
            Some(Parameter::By) => Some(common_shift(phase)?.to_string()),
            Some(Parameter::Map) => Some(map(first)),
        };
        let name = self.word(first.collective.name()).into_owned();
        let parameter = parameter.map(|parameter| (parameter.name(), value));
        Ok(self.mapping([("kind", Some(name))].into_iter().chain(parameter)))
    }
}

/// Whether two groups run the same operation; shifts are compared separately.
fn agree(a: &Instance, b: &Instance) -> bool {
    a.collective.name() == b.collective.name()
        && (a.pieces, a.root, a.exclusive) == (b.pieces, b.root, b.exclusive)
        && a.map() == b.map()
}

/// The target of each position's block; by default the position itself.
fn map(instance: &Instance) -> String {
    instance.map().map_or_else(|| list(0..instance.nodes), list)
}

/// The least number that gives the shift of every group, each modulo its own size: by the Chinese
/// remainder theorem, one size after the other.
fn common_shift(phase: &Phase) -> io::Result<u128> {
    let none = || invalid("the groups of a phase have different shifts");
    let mut sizes: Vec<(u32, u32)> =
        phase.groups.iter().map(|group| (group.instance.nodes, group.instance.by)).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let (mut by, mut modulus) = (0_u128, 1_u128);
    for (size, rest) in sizes {
        let (size, rest) = (u128::from(size), u128::from(rest));
        let mut tries = (0..size).map(|k| by.checked_add(modulus.checked_mul(k)?));
        by = tries.find_map(|b| b.filter(|b| b % size == rest)).ok_or_else(none)?;
        let mut multiples = (1..=size).map(|k| modulus.checked_mul(k));
        modulus = multiples.find_map(|m| m.filter(|m| m % size == 0)).ok_or_else(none)?;
    }
    Ok(by)
}

/// Appends a message on one line: `{"from": 0, "to": 4, "blocks": [0, "2-3"]}`. Its blocks are named as in the group of its
/// sender.
fn append_message(
    text: &mut String,
    message: &Message,
    phase: &Phase,
    combines: Option<bool>,
) -> io::Result<()> {
    let group = phase.place(message.from).map_or(0, |(group, _)| group);
    let instance = &phase.groups[group].instance;
    let Message { from, to, .. } = message;
    text.push_str("{\"from\": ");
    number(text, *from);
    text.push_str(", \"to\": ");
    number(text, *to);
    text.push_str(", \"blocks\": [");
    if message.payload == Payload::Everything {
        return Err(invalid("the blocks of a message that carries everything are not known yet"));
    }
    for (i, (blocks, contributors)) in message.payload.parts().enumerate() {
        text.push_str(if i == 0 { "" } else { ", " });
        entries(text, instance, blocks, contributors);
    }
    text.push(']');
    if let Route::Via(via) = &message.route {
        text.push_str(", \"via\": [");
        for (i, vertex) in via.iter().enumerate() {
            text.push_str(if i == 0 { "" } else { ", " });
            number(text, *vertex);
        }
        text.push(']');
    }
    if let Some(combines) = combines {
        let [copy, combine] = KINDS;
        text.extend([", \"kind\": \"", if combines { combine } else { copy }, "\""]);
    }
    text.push('}');
    Ok(())
}

/// Numbers are written as numbers, everything else in quotes.
fn entries(text: &mut String, of: &Instance, blocks: &Runs, contributors: Option<&Runs>) {
    if contributors.is_none() && whole_blocks(text, of, blocks) {
        return;
    }
    for (i, entry) in of.entries(blocks).iter().enumerate() {
        text.push_str(if i == 0 { "" } else { ", " });
        // Writing to a string cannot fail.
        let _ = match contributors {
            Some(contributors) => write!(text, "\"{entry}@{contributors}\""),
            None if entry.bytes().all(|b| b.is_ascii_digit()) => write!(text, "{entry}"),
            None => write!(text, "\"{entry}\""),
        };
    }
}

/// Writes what nearly all messages carry, the same without a text for each entry: ranges of whole
/// blocks, or one block of a pair; false for anything else.
fn whole_blocks(text: &mut String, of: &Instance, blocks: &Runs) -> bool {
    match (of.blocks(), blocks.runs()) {
        (Blocks::PerPair, [run]) if of.pieces == 1 && run.len() == 1 => {
            let p = u64::from(of.nodes);
            text.push('"');
            number(text, run.start / p);
            text.push('>');
            number(text, run.start % p);
            text.push('"');
        }
        (Blocks::PerPair, _) => return false,
        (Blocks::PerNode, _) if of.pieces != 1 => return false,
        (Blocks::PerNode | Blocks::Pieces | Blocks::Token, runs) => {
            for (i, run) in runs.iter().enumerate() {
                text.push_str(if i == 0 { "" } else { ", " });
                if run.len() == 1 {
                    number(text, run.start);
                } else {
                    text.push('"');
                    number(text, run.start);
                    text.push('-');
                    number(text, run.end - 1);
                    text.push('"');
                }
            }
        }
    }
    true
}

/// Appends a number: the formatter of the standard library takes as long as all else.
fn number(text: &mut String, number: impl itoa::Integer) {
    text.push_str(itoa::Buffer::new().format(number));
}
