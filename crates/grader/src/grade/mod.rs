//! Compares one answer with its key.

pub(crate) mod ladder;
pub(crate) mod letters;
pub(crate) mod mistakes;
pub(crate) mod sizes;

use super::answers::Given;
use super::asks::Trait;
use crate::{Ask, Basis, Graded, Key, Verdict};

/// Grades an answer.
pub fn grade(key: &Key<'_>, ask: &Ask, given: Option<&Given>) -> Graded {
    let Some(given) = given.filter(|given| !given.text.trim().is_empty()) else {
        return Graded::nothing(Verdict::Missing, "there is no answer");
    };
    key.once(ask, given, || {
        let mut graded = judge(key, ask, &given.text).by(Basis::Value);
        if graded.verdict == Verdict::Wrong && may_be_unknown(key, ask, &graded) {
            let text =
                "with several ports there may be an algorithm that the program does not know";
            graded = Graded::undecided(text).full(format!("{text}: {}", graded.full));
        }
        if graded.verdict == Verdict::UnreadableSet {
            let example = ask.example(key.question);
            graded = graded.adding(&format!("; an answer that can be read: {example}"));
        }
        // The teacher's share for a reason has priority.
        let reasons = &key.question.partial.reasons;
        let share = reasons.iter().find(|(reason, _)| graded.reason.as_ref() == Some(reason));
        match share {
            Some((_, share)) => graded.earning(share),
            None => graded,
        }
    })
}

/// Whether an answer may be right for an algorithm that the planner does not know: it knows few for several
/// ports. Only the checker and lower bounds decide against it.
fn may_be_unknown(key: &Key<'_>, ask: &Ask, graded: &Graded) -> bool {
    let is_bound = graded.basis == Some(Basis::Bound);
    key.has_several_ports() && key.is_open() && ask.kind.is(Trait::ByAlgorithm) && !is_bound
}

/// The verdict on an answer that there is, if it is not too long.
fn judge(key: &Key<'_>, ask: &Ask, text: &str) -> Graded {
    let most = if ask.kind.is(Trait::Long) { 1 << 16 } else { 2_000 };
    match text.len() {
        bytes if bytes > most => {
            Graded::unreadable(format!("it has {bytes} bytes, and at most {most} are read"))
        }
        _ => ask.asked.grade(key, text),
    }
}
