//! What a document says before its steps, where these can be read one at a time.

use super::Layout;
use crate::collective::{Ports, Schedule};
use crate::document::head::Head;
use crate::document::read::{Header, document};
use crate::document::shorthand::{End, ignored, json, without_end, yaml};
use crate::document::{Document, Notation, events};
use crate::topology::Topology;

/// What a document with this layout says before its steps.
pub(super) struct Opened {
    pub(super) topology: Topology,
    pub(super) ports: Ports,
    pub(super) algorithm: Option<String>,
    pub(super) notation: Notation,
    pub(super) layout: Layout,
    /// How many lines that takes.
    pub(super) header: usize,
}

pub(super) fn opened(
    read: &[u8],
    graphs: &dyn Fn(&str) -> Result<String, String>,
) -> Option<Opened> {
    let valid = match std::str::from_utf8(read) {
        Ok(text) => text,
        // The last character may be cut.
        Err(error) => std::str::from_utf8(&read[..error.valid_up_to()]).ok()?,
    };
    let text = valid.strip_prefix('\u{feff}').unwrap_or(valid);
    let head = Head::short(text, 0)?;
    let (header, notation) = (text[..head.next].matches('\n').count(), head.notation);
    let alone = head.alone(text);
    let root = events::parse(&alone, 0..alone.len()).ok()?;
    if head.listed {
        let Header { topology, ports, texts: [algorithm, ..] } =
            Header::of_root(&root, graphs).ok()?;
        let layout = Layout::Listed;
        return Some(Opened { topology, ports, algorithm, notation, layout, header });
    }
    let Document { schedule, algorithm, .. } = document(&root, graphs).ok()?;
    let Schedule { topology, ports, phases } = schedule;
    let phase = phases.into_iter().next()?;
    let rest = text[head.next..].split_inclusive('\n');
    let first = rest.map(without_end).find(|line| !ignored(line))?;
    let shape = match notation {
        Notation::Yaml => yaml(first),
        Notation::Json => json(first, End::Step),
    };
    if phase.steps.symmetric().is_some() || shape.is_none() {
        return None;
    }
    let layout = Layout::One(Some(Box::new(phase)));
    Some(Opened { topology, ports, algorithm, notation, layout, header })
}
