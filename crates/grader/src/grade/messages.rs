//! A number of messages.

use super::super::answers::Counted;
use super::super::key::Key;
use super::super::lists::list;
use super::super::verdict::Graded;
use super::another::for_another;
use super::number::of_sides;
use hockney_base::number::Rational;

pub(super) fn grade(key: &Key<'_>, step: Option<u32>, text: &str) -> Graded {
    of_sides(key, text, &Counted::Things(list("unit messages")), |amount| {
        judge(key, step, &amount.value)
    })
}

fn judge(key: &Key<'_>, step: Option<u32>, given: &Rational) -> Graded {
    let right = key.messages(step);
    let is = |count: u64| *given == Rational::from(count);
    if is(right) {
        return Graded::right("right");
    }
    // Other algorithms have other steps.
    let others = || key.others().map(|(algorithm, _)| algorithm);
    let as_many = || others().find(|other| key.messages_by(other).is_some_and(is));
    if let Some(other) = step.is_none().then(as_many).flatten() {
        return for_another(key, other.name(), &format!(", which sends {right}"));
    }
    let reason = match step {
        None if is(key.steps() as u64) => "this is the number of steps",
        Some(_) if is(key.messages(None)) => "this is the number of messages of all steps",
        Some(_) if key.is_open() => {
            let text = "another algorithm may send so many messages in this step";
            return Graded::undecided(text);
        }
        _ => "another number of messages",
    };
    Graded::wrong(reason).and(format!("; {} sends {right}", key.algorithm.name()))
}
