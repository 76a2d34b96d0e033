//! Compares one answer with its key; a file for each kind of question.

mod best;
mod formula;
mod growth;
mod ladder;
mod letters;
mod mistakes;
mod number;
mod route;
mod schedule;
mod sizes;
mod step;
mod trace;

use super::answers::Given;
use crate::{Ask, Asked, Basis, Graded, Key, Verdict};

pub(super) use growth::order_of_cost;

/// Grades an answer.
pub fn grade(key: &Key<'_>, ask: &Ask, given: Option<&Given>) -> Graded {
    let Some(given) = given.filter(|given| !given.text.trim().is_empty()) else {
        return Graded::nothing(Verdict::Missing, "there is no answer");
    };
    key.once(ask, given, || {
        let mut graded = judge(key, ask, given).by(basis(ask));
        if graded.verdict == Verdict::Wrong && may_be_unknown(key, ask, &graded) {
            let text =
                "with several ports there may be an algorithm that the program does not know";
            graded = Graded::undecided(text).full(format!("{text}: {}", graded.full));
        }
        if graded.verdict == Verdict::Unreadable {
            let example = format!(
                "; an answer that can be read: {}",
                ask.asked.example(&key.question.topology)
            );
            graded.hint += &example;
            graded.full += &example;
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
    let judged = matches!(ask.asked, Asked::Route(_) | Asked::Links(_) | Asked::Best { .. });
    let decided = judged || basis(ask) == Basis::Checker || graded.basis == Some(Basis::Bound);
    key.has_several_ports() && key.is_open() && !decided
}

/// By what answers to an ask are decided, unless the verdict says otherwise.
fn basis(ask: &Ask) -> Basis {
    match &ask.asked {
        Asked::Schedule | Asked::Verdict { .. } => Basis::Checker,
        Asked::Steps
        | Asked::Number { .. }
        | Asked::Best { .. }
        | Asked::Messages(_)
        | Asked::Links(_) => Basis::Value,
        Asked::Formula(_) | Asked::Growth { .. } => Basis::Identity,
        Asked::Step(_) | Asked::Trace { .. } | Asked::Route(_) => Basis::Key,
    }
}

/// The most bytes of an answer that is no list of messages or blocks, and of one that is.
const LONGEST: [usize; 2] = [2_000, 1 << 16];

/// The verdict on an answer that there is.
fn judge(key: &Key<'_>, ask: &Ask, given: &Given) -> Graded {
    let is_list = matches!(ask.asked, Asked::Schedule | Asked::Step(_) | Asked::Trace { .. });
    let (bytes, most) = (given.text.len(), LONGEST[usize::from(is_list)]);
    if bytes > most {
        return Graded::unreadable(format!("it has {bytes} bytes, and at most {most} are read"));
    }
    match &ask.asked {
        Asked::Schedule => schedule::grade(key, &given.text),
        Asked::Steps => number::steps(key, &given.text),
        Asked::Number { tolerance, unit } => {
            number::grade(key, &given.text, tolerance, unit.as_deref())
        }
        Asked::Step(step) => step::grade(key, *step, &given.text),
        Asked::Messages(step) => number::messages(key, *step, &given.text),
        Asked::Route(ends) => route::grade(key, *ends, &given.text),
        Asked::Links(ends) => route::links(key, *ends, &given.text),
        Asked::Verdict { lines } => schedule::verdict(key, lines, &given.text),
        Asked::Trace { after, values } => trace::grade(key, *after, values.as_ref(), &given.text),
        Asked::Best { among, over } => best::grade(key, among, over.as_deref(), &given.text),
        Asked::Formula(of) => formula::grade(key, *of, &given.text),
        Asked::Growth { of, symbol } => growth::grade(key, *of, *symbol, &given.text),
    }
}

/// The right answer to an ask about traces, choices and verdicts, spelled out.
pub(super) fn solution(key: &Key<'_>, ask: &Ask) -> String {
    match &ask.asked {
        Asked::Trace { after, values } => trace::solution(key, *after, values.as_ref()),
        Asked::Best { among, over } => best::solution(key, among, over.as_deref()),
        Asked::Verdict { lines } => schedule::solution(key, lines),
        Asked::Route(ends) => route::solution(key, *ends),
        Asked::Links(ends) => route::hops(key, *ends).to_string(),
        Asked::Messages(step) => key.messages(*step).to_string(),
        Asked::Formula(_)
        | Asked::Growth { .. }
        | Asked::Number { .. }
        | Asked::Steps
        | Asked::Schedule
        | Asked::Step(_) => String::new(),
    }
}
