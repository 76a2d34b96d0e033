//! A number of messages or of links.

use super::super::key::Key;
use super::super::verdict::Graded;
use super::another::for_another;

pub(super) fn grade(key: &Key<'_>, step: Option<u32>, text: &str) -> Graded {
    let Some(given) = whole(text, "messages") else {
        return Graded::unreadable("write only the number of messages, such as 7");
    };
    let right = key.messages(step);
    if given == right {
        return Graded::right("right");
    }
    // Other algorithms have other steps.
    let others = || key.others().map(|(algorithm, _)| algorithm);
    let as_many = || others().find(|other| key.messages_by(other) == Some(given));
    if let Some(other) = step.is_none().then(as_many).flatten() {
        return for_another(key, other.name(), &format!(", which sends {right}"));
    }
    let reason = match step {
        None if given == key.steps() as u64 => "this is the number of steps",
        Some(_) if given == key.messages(None) => "this is the number of messages of all steps",
        _ => "another number of messages",
    };
    Graded::wrong(reason).and(format!("; {} sends {right}", key.algorithm.name()))
}

/// A whole number, with the word for what it counts or without.
pub(super) fn whole(text: &str, what: &str) -> Option<u64> {
    let text = text.trim();
    let number = text.strip_suffix(what).or_else(|| text.strip_suffix(what.strip_suffix('s')?));
    number.unwrap_or(text).trim().parse().ok()
}
