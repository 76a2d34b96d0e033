//! A second checker for schedule documents, written only from the format's description: slow, dense, naive,
//! and sharing nothing with the library, so that a mistake in one is seen by the other.
//!
//! ```text
//! judge(text: &str)           -> Outcome     a JSON document
//! judge_value(doc: &Value)    -> Outcome     the same, already parsed
//! Outcome::{BadInput(why), TooLarge(why), Judged(Judged)}
//! ```
//!
//! Where the format is silent it decides as the comments of the files beside this one say. Keys that occur twice
//! are not seen (`serde_json` keeps the last), and a graph in another file is refused: there are no files here.

pub mod blocks;
pub mod collective;
pub mod cover;
pub mod document;
pub mod fraction;
pub mod groups;
pub mod json;
pub mod message;
pub mod price;
pub mod routes;
mod run;
mod state;
pub mod topology;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use document::Document;
use fraction::Fraction;
use json::{Read, Trouble};

/// The seven rules, as the format spells them.
pub const RULES: [&str; 7] =
    ["send-port", "receive-port", "link", "congestion", "not-held", "cannot-form", "not-delivered"];

/// What became of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It is not a schedule; the text says why, for a human.
    BadInput(String),
    /// It may well be one, but this checker is not made for its size and gives no answer.
    TooLarge(String),
    /// It is a schedule, and this is the verdict.
    Judged(Judged),
}

/// The verdict on a schedule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// The rules that are broken; empty is valid.
    pub broken: BTreeSet<&'static str>,
    /// How often each broken rule is broken. Places are counted so:
    /// `send-port`, `receive-port`: once for each step and node with more than one message, however many;
    /// `link`: once for each use of a missing link by a message (twice if two messages use it);
    /// `congestion`: once for each step and directed link that carries too many, however many;
    /// `not-held`, `cannot-form`: once for each message and each value in it (a block of one piece with one set),
    /// and `cannot-form`, `not-delivered` at the end once for each node and block of one piece.
    pub counts: BTreeMap<&'static str, usize>,
    /// Over all phases.
    pub steps: usize,
    /// The sum over the steps of the most words of a message, in units of m.
    pub words: Fraction,
    /// The sum over the steps of the most hops of a message.
    pub hops: u64,
    /// Store-and-forward: the sum over the steps of the largest words times hops of a message.
    pub words_times_hops: Fraction,
    /// Contention priced: the sum over the steps of the largest sum of words on a directed link or port (ports
    /// only where a node has one). On a link of c lanes the sum is divided by c, but it is not less than the words
    /// of the largest message. None where another rule is broken.
    pub contended_words: Option<Fraction>,
    /// Steps, words and hops of each phase; one entry where the document has no phases.
    pub phases: Vec<(usize, Fraction, u64)>,
    /// None for copied data, a barrier, and an invalid schedule. Over several phases: true if it is in any.
    pub needs_commutative: Option<bool>,
}

impl Judged {
    /// No rule is broken.
    pub fn is_valid(&self) -> bool {
        self.broken.is_empty()
    }
}

impl Outcome {
    /// The verdict, if there is one.
    pub fn judged(&self) -> Option<&Judged> {
        match self {
            Self::Judged(judged) => Some(judged),
            Self::BadInput(_) | Self::TooLarge(_) => None,
        }
    }

    /// One line to compare by: `bad input`, `too large`, `valid`, or the broken rules joined by commas.
    pub fn summary(&self) -> String {
        match self {
            Self::BadInput(_) => "bad input".to_owned(),
            Self::TooLarge(_) => "too large".to_owned(),
            Self::Judged(judged) if judged.is_valid() => "valid".to_owned(),
            Self::Judged(judged) => judged.broken.iter().copied().collect::<Vec<_>>().join(","),
        }
    }
}

/// Reads a JSON text.
pub fn read(text: &str) -> Read<Document> {
    let Ok(value) = serde_json::from_str(text) else { return json::bad("not JSON") };
    document::read(&value)
}

/// Judges a JSON text.
pub fn judge(text: &str) -> Outcome {
    match serde_json::from_str(text) {
        Ok(value) => judge_value(&value),
        Err(error) => Outcome::BadInput(error.to_string()),
    }
}

/// Judges a parsed document.
pub fn judge_value(value: &Value) -> Outcome {
    match document::read(value).and_then(|document| run::run(&document)) {
        Ok(judged) => Outcome::Judged(judged),
        Err(Trouble::Bad(why)) => Outcome::BadInput(why),
        Err(Trouble::TooLarge(why)) => Outcome::TooLarge(why),
    }
}
