//! What an answer rests on, where that is not every message.

use serde::Serialize;

use crate::checker::{LookedAt, Report};

/// What was looked at where that was not every message.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum LookedAtRow {
    Templates(TemplatesRow),
    Proof(ProofRow),
}

/// What a schedule was checked by that looks the same from every node of a class.
#[derive(Serialize)]
pub(super) struct TemplatesRow {
    /// The messages of all templates.
    pub(super) templates: u64,
    /// How many messages each of them stands for.
    pub(super) copies: u32,
}

impl TemplatesRow {
    pub(super) fn of(report: &Report) -> Option<Self> {
        match report.looked_at {
            LookedAt::EveryMessage => None,
            LookedAt::Templates { copies, .. } => {
                let templates = report.messages.checked_div(u64::from(copies))?;
                Some(TemplatesRow { templates, copies })
            }
        }
    }
}

/// A proof for all sizes, and nothing of this one.
#[derive(Serialize)]
pub(super) struct ProofRow {
    /// The sizes that it is for: `d = 0, 1, ..`.
    pub(super) proof: String,
    /// How many messages of planned schedules are those of the template, and over which sizes.
    pub(super) compared_messages: usize,
    pub(super) compared: String,
}
