//! What a document says before its steps, where these can be read one at a time.

use super::Layout;
use crate::collective::{Ports, Schedule};
use crate::document::head::{Head, Opening, without_end};
use crate::document::read::document::Header;
use crate::document::shorthand::{End, ignored, shape};
use crate::document::{Document, Notation};
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
    let head = Head::find(text, 0).filter(|head| head.too_long().is_none())?;
    let (header, notation) = (text[..head.next].matches('\n').count(), head.notation);
    let Document { schedule, algorithm, .. } = match head.read(text, 0, graphs).ok()? {
        Opening::One(document) => *document,
        Opening::Listed(Header { topology, ports, texts: [algorithm, ..] }) => {
            let layout = Layout::Listed;
            return Some(Opened { topology, ports, algorithm, notation, layout, header });
        }
    };
    let Schedule { topology, ports, phases } = schedule;
    let phase = phases.into_iter().next()?;
    let rest = text[head.next..].split_inclusive('\n');
    let first = rest.map(without_end).find(|line| !ignored(line))?;
    shape(first, notation, End::Step)?;
    if phase.steps.symmetric().is_some() {
        return None;
    }
    let layout = Layout::One(Some(Box::new(phase)));
    Some(Opened { topology, ports, algorithm, notation, layout, header })
}
