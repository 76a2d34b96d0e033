//! One message on one line: `{"from": 0, "to": 4, "blocks": [0, "2-3"]}`.

use std::fmt::Write;
use std::io;

use super::super::read::steps::KINDS;
use super::invalid;
use hockney_core::collective::{Blocks, Instance, Phase};
use hockney_core::schedule::{Message, Payload, Route, Runs};

/// Appends a message. Its blocks are named as in the group of its sender.
pub(super) fn message(
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
