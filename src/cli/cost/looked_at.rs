//! What an answer rests on, where that is not every message.

use serde::Serialize;

use crate::cli::report::TemplatesRow;

/// What was looked at where that was not every message.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum LookedAtRow {
    Templates(TemplatesRow),
    Proof(ProofRow),
}

/// A proof for all sizes, and nothing of this one.
#[derive(Serialize)]
pub(super) struct ProofRow {
    /// The sizes that it is for: `d = 0, 1, ..`.
    pub(super) proof: String,
    /// The lemmas that it rests on.
    pub(super) premises: Vec<&'static str>,
}
