//! Writing a schedule, step by step: one message a line, each line JSON, so that a document of
//! millions of messages is written and read back in the memory of its largest step.

use std::io::{self, Write};

use super::FORMAT;
use super::read::{NAMES, sections};
use crate::collective::{Group, Instance, Parameter, Phase, Ports, Schedule};
use crate::number::Rational;
use crate::schedule::{Message, Payload, Route, Runs, Step};
use crate::topology::Topology;

/// The notation of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// YAML, its messages in flow style.
    Yaml,
    /// JSON.
    Json,
}

/// What a document says about its schedule that nobody has to believe.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The algorithm.
    pub algorithm: Option<String>,
    /// Free text.
    pub note: Option<String>,
    /// The program that wrote it.
    pub generator: Option<String>,
}

/// Writes a document. The same schedule gives the same bytes.
///
/// # Errors
/// What the writer returns; and a message that says no more than "everything", which
/// [`crate::checker::spell_out`] has to spell out first.
pub fn write(
    out: &mut dyn Write,
    header: &Header,
    schedule: &Schedule,
    notation: Notation,
) -> io::Result<()> {
    let mut writer = Writer { out, notation, indent: String::new(), first: true };
    writer.open()?;
    writer.key("format", &quoted_in_json(notation, FORMAT))?;
    writer.text("generator", header.generator.as_deref())?;
    writer.text("algorithm", header.algorithm.as_deref())?;
    writer.text("note", header.note.as_deref())?;
    writer.key("topology", &topology(&schedule.topology, notation))?;
    if schedule.ports == Ports::All {
        writer.key("ports", &quoted_in_json(notation, "all"))?;
    }
    match &schedule.phases[..] {
        [phase] if phase.is_everyone() && phase.scale == Rational::one() => {
            writer.phase(phase)?;
        }
        phases => writer.phases(phases, schedule)?,
    }
    writer.close()
}

struct Writer<'a> {
    out: &'a mut dyn Write,
    notation: Notation,
    /// What a line of YAML begins with inside a phase.
    indent: String,
    first: bool,
}

impl Writer<'_> {
    fn open(&mut self) -> io::Result<()> {
        self.first = true;
        if self.notation == Notation::Json { write!(self.out, "{{") } else { Ok(()) }
    }

    fn close(&mut self) -> io::Result<()> {
        if self.notation == Notation::Json { writeln!(self.out, "\n}}") } else { Ok(()) }
    }

    /// Begins the line of a key.
    fn begin(&mut self, key: &str) -> io::Result<()> {
        let comma = if self.first { "" } else { "," };
        self.first = false;
        match self.notation {
            Notation::Yaml => write!(self.out, "{}{key}:", self.indent),
            Notation::Json => write!(self.out, "{comma}\n{}\"{key}\":", self.indent),
        }
    }

    fn key(&mut self, key: &str, value: &str) -> io::Result<()> {
        self.begin(key)?;
        write!(self.out, " {value}")?;
        if self.notation == Notation::Yaml { writeln!(self.out) } else { Ok(()) }
    }

    fn text(&mut self, key: &str, value: Option<&str>) -> io::Result<()> {
        value.map_or(Ok(()), |text| self.key(key, &quoted(text)))
    }

    fn phases(&mut self, phases: &[Phase], schedule: &Schedule) -> io::Result<()> {
        self.begin("phases")?;
        let json = self.notation == Notation::Json;
        write!(self.out, "{}", if json { " [" } else { "\n" })?;
        for (i, phase) in phases.iter().enumerate() {
            self.first = true;
            let groups = groups(phase, &schedule.topology, self.notation);
            let scale = if phase.scale.is_integer() {
                phase.scale.to_string()
            } else {
                quoted(&phase.scale.to_string())
            };
            if json {
                write!(self.out, "{}\n{{", if i == 0 { "" } else { "," })?;
            } else {
                // The first key stands behind the dash.
                self.indent = "  - ".to_owned();
            }
            self.key("groups", &groups)?;
            if !json {
                self.indent = "    ".to_owned();
            }
            if phase.scale != Rational::one() {
                self.key("scale", &scale)?;
            }
            self.phase(phase)?;
            if json {
                write!(self.out, "\n}}")?;
            }
        }
        self.indent.clear();
        self.first = false;
        if json { write!(self.out, "\n]") } else { Ok(()) }
    }

    /// The keys `collective`, `pieces` and `steps`.
    fn phase(&mut self, phase: &Phase) -> io::Result<()> {
        self.key("collective", &collective(phase.instance(), self.notation))?;
        if phase.instance().pieces > 1 {
            self.key("pieces", &phase.instance().pieces.to_string())?;
        }
        self.begin("steps")?;
        let count = phase.steps.count();
        if count == 0 {
            let end = if self.notation == Notation::Yaml { "\n" } else { "" };
            return write!(self.out, " []{end}");
        }
        let json = self.notation == Notation::Json;
        write!(self.out, "{}", if json { " [" } else { "\n" })?;
        let mut step = Step::default();
        for k in 0..count {
            phase.steps.step_into(k, &mut step);
            let last = step.messages.len();
            for (i, message) in step.messages.iter().enumerate() {
                let line = message_line(message, phase)?;
                let (before, after) = match (self.notation, i) {
                    (Notation::Yaml, 0) => (format!("{}  - - ", self.indent), "\n"),
                    (Notation::Yaml, _) => (format!("{}    - ", self.indent), "\n"),
                    (Notation::Json, 0) if k == 0 => ("\n[".to_owned(), ""),
                    (Notation::Json, 0) => (",\n[".to_owned(), ""),
                    (Notation::Json, _) => (",\n ".to_owned(), ""),
                };
                write!(self.out, "{before}{line}{after}")?;
                if json && i + 1 == last {
                    write!(self.out, "]")?;
                }
            }
        }
        if json { write!(self.out, "\n]") } else { Ok(()) }
    }
}

/// `{"from": 0, "to": 4, "blocks": [0]}`
fn message_line(message: &Message, phase: &Phase) -> io::Result<String> {
    let instance = phase
        .place(message.from)
        .and_then(|(group, _)| phase.groups.get(group))
        .map_or(phase.instance(), |group| &group.instance);
    let blocks = entries(&message.payload, instance)?;
    let via = match &message.route {
        Route::Default => String::new(),
        Route::Via(via) => {
            let via: Vec<String> = via.iter().map(u32::to_string).collect();
            format!(", \"via\": [{}]", via.join(", "))
        }
    };
    let Message { from, to, .. } = message;
    Ok(format!("{{\"from\": {from}, \"to\": {to}, \"blocks\": [{}]{via}}}", blocks.join(", ")))
}

fn entries(payload: &Payload, instance: &Instance) -> io::Result<Vec<String>> {
    let write = |blocks: &Runs, of: &str| -> Vec<String> {
        let entry = |entry: String| {
            let number = of.is_empty() && entry.bytes().all(|b| b.is_ascii_digit());
            if number { entry } else { quoted(&(entry + of)) }
        };
        instance.entries(blocks).into_iter().map(entry).collect()
    };
    match payload {
        Payload::Plain(blocks) => Ok(write(blocks, "")),
        Payload::Values(values) => Ok(values
            .iter()
            .flat_map(|value| {
                let of = value.contributors.as_ref().map_or_else(String::new, |c| format!("@{c}"));
                write(&value.blocks, &of)
            })
            .collect()),
        Payload::Everything => Err(io::Error::other("a message does not say what it carries")),
    }
}

fn collective(of: &Instance, notation: Notation) -> String {
    let key = |key: &str| match notation {
        Notation::Yaml => format!("{key}: "),
        Notation::Json => format!("\"{key}\": "),
    };
    let kind = format!("{}{}", key("kind"), quoted_in_json(notation, of.collective.name()));
    let parameter = match of.collective.parameter() {
        Some(Parameter::Root) => Some(("root", of.root.to_string())),
        Some(Parameter::Exclusive) => of.exclusive.then(|| ("exclusive", "true".to_owned())),
        Some(Parameter::By) => Some(("by", of.by.to_string())),
        Some(Parameter::Map) => {
            let map: Vec<String> =
                of.map().unwrap_or_default().iter().map(u32::to_string).collect();
            Some(("map", format!("[{}]", map.join(", "))))
        }
        None => None,
    };
    match parameter {
        Some((name, value)) => format!("{{{kind}, {}{value}}}", key(name)),
        None => format!("{{{kind}}}"),
    }
}

fn topology(topology: &Topology, notation: Notation) -> String {
    let Some(graph) = topology.network().graph_links() else {
        return quoted_in_json(notation, &topology.to_string());
    };
    let links: Vec<String> = graph.links.iter().map(|[a, b]| format!("[{a}, {b}]")).collect();
    format!(
        "{{\"graph\": {{\"nodes\": {}, \"switches\": {}, \"links\": [{}]}}}}",
        graph.nodes,
        graph.switches,
        links.join(", ")
    )
}

/// The word for the groups where there is one, else the lists of their nodes.
fn groups(phase: &Phase, topology: &Topology, notation: Notation) -> String {
    if phase.is_everyone() {
        return quoted_in_json(notation, "all");
    }
    let members =
        |group: &Group| (0..group.instance.nodes).map(|at| group.node(at)).collect::<Vec<_>>();
    let lists: Vec<Vec<u32>> = phase.groups.iter().map(members).collect();
    let word = NAMES.into_iter().find(|name| sections(name, topology).as_ref() == Some(&lists));
    if let Some(word) = word {
        return quoted_in_json(notation, word);
    }
    let list = |nodes: &Vec<u32>| {
        let nodes: Vec<String> = nodes.iter().map(u32::to_string).collect();
        format!("[{}]", nodes.join(", "))
    };
    format!("[{}]", lists.iter().map(list).collect::<Vec<_>>().join(", "))
}

/// A JSON string, which YAML reads as the same text whatever is in it.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A word that YAML takes without quotes and JSON does not.
fn quoted_in_json(notation: Notation, word: &str) -> String {
    match notation {
        Notation::Yaml => word.to_owned(),
        Notation::Json => quoted(word),
    }
}
