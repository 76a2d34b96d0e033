//! One message on one line: `{"from": 0, "to": 4, "blocks": [0, "2-3"]}`.

use std::fmt::Write;
use std::io;

use super::invalid;
use crate::collective::{Instance, Phase};
use crate::schedule::{Message, Payload, Route, Runs};

/// Appends a message. Its blocks are named as in the group of its sender.
pub(super) fn message(text: &mut String, message: &Message, phase: &Phase) -> io::Result<()> {
    let group = phase.place(message.from).map_or(0, |(group, _)| group);
    let instance = &phase.groups[group].instance;
    let Message { from, to, .. } = message;
    // Writing to a string cannot fail.
    let _ = write!(text, "{{\"from\": {from}, \"to\": {to}, \"blocks\": [");
    match &message.payload {
        Payload::Plain(blocks) => entries(text, instance, blocks, None),
        Payload::Values(values) => {
            for (i, value) in values.iter().enumerate() {
                text.push_str(if i == 0 { "" } else { ", " });
                entries(text, instance, &value.blocks, value.contributors.as_ref());
            }
        }
        Payload::Everything => {
            return Err(invalid("a message that carries everything says no blocks yet"));
        }
    }
    text.push(']');
    if let Route::Via(via) = &message.route {
        text.push_str(", \"via\": [");
        for (i, vertex) in via.iter().enumerate() {
            let _ = write!(text, "{}{vertex}", if i == 0 { "" } else { ", " });
        }
        text.push(']');
    }
    text.push('}');
    Ok(())
}

/// Numbers are written as numbers, everything else in quotes.
fn entries(text: &mut String, of: &Instance, blocks: &Runs, contributors: Option<&Runs>) {
    for (i, entry) in of.entries(blocks).iter().enumerate() {
        text.push_str(if i == 0 { "" } else { ", " });
        let _ = match contributors {
            Some(contributors) => write!(text, "\"{entry}@{contributors}\""),
            None if entry.bytes().all(|b| b.is_ascii_digit()) => write!(text, "{entry}"),
            None => write!(text, "\"{entry}\""),
        };
    }
}
