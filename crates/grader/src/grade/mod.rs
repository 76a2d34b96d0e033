//! Compares one answer with its key.

pub(crate) mod ladder;
pub(crate) mod letters;
pub(crate) mod mistakes;
pub(crate) mod sizes;

use super::answers::GivenAnswer;
use super::asks::Trait;
use crate::{Ask, Basis, Graded, Key, Question, SizeSet, Verdict, read_problems};
use hockney_base::number::work;
use hockney_formula::{Given, Link, Verdict as Equality, equivalence};
use hockney_plan::planner::{Algorithm, Request};
use mistakes::Slip;

/// Why a formula is not the cost of an algorithm, in the words of a grade: `the t_w term is missing`; with `sizes` all, also
/// for which of them it is: `right for p = 2^d only`.
pub fn reason(
    asked: &Request,
    algorithm: &'static Algorithm,
    formula: &str,
    sizes: SizeSet,
) -> Option<String> {
    let (on, of) = (&asked.topology, asked.instance.collective.name());
    let set = format!(
        "{{format: hockney/problems/v1, questions: [{{id: q, topology: '{on}', collective: {of}, \
         algorithm: {}, asks: [{{ask: formula}}]}}]}}",
        algorithm.name()
    );
    let question = read_problems(&set).ok()?.questions.pop()?;
    let (instance, ports) = (asked.instance.clone(), asked.ports);
    let question = Question { instance, ports, sizes, ..question };
    let key = Key::of(&question).ok()?;
    let graded = question.asks.first()?.asked.grade(&key, formula);
    // Of another algorithm the hint has the name.
    let named = graded.verdict != Verdict::Wrong && graded.reason.is_some();
    if named { Some(graded.hint) } else { graded.reason }
}

/// The common mistake that leads from one cost to another, if one does.
pub fn slip(formula: &Link, right: &Link, given: &Given) -> Option<String> {
    let is = |slip: &Slip| {
        let of = sizes::link(&slip.formula);
        of.is_some_and(|of| equivalence(formula, &of, given).verdict == Equality::Equal)
    };
    let is_cost = ["t_s", "t_w"].iter().all(|time| right.mentions(time));
    let find = || mistakes::slips_of(&right.to_string())?.into_iter().find(is);
    let found = is_cost.then(|| work::within(MOST_WORK, find)).flatten();
    found.map(|slip| slip.reason)
}

/// How much work the search for a mistake may be.
const MOST_WORK: u64 = 8_000_000;

/// Grades an answer.
pub fn grade(key: &Key<'_>, ask: &Ask, given: Option<&GivenAnswer>) -> Graded {
    let Some(given) = given.filter(|given| !given.is_none()) else {
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
            let example = ask.example(key);
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
