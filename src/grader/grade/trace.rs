//! What each node holds after some steps: after those of the planned schedule, or of any other right
//! one. Wrong is what no schedule leads to, or not the one that the question fixes.

use super::super::key::Key;
use super::super::verdict::{Graded, Verdict};
use super::super::ways::State;
use super::another::for_way;
use super::held::{Held, Tracer};
use super::holdings::{Holdings, Reading, read};
use super::possible::impossible;
use crate::number::Rational;
use crate::trace::Operator;

pub(super) fn grade(
    key: &Key<'_>,
    after: u32,
    values: Option<&(Vec<Rational>, Operator)>,
    text: &str,
) -> Graded {
    let tracer = Tracer { key, values };
    let readings = match read(key, values.is_some(), text) {
        Ok(readings) => readings,
        Err(why) => return Graded::unreadable(why),
    };
    let readings = match tracer.sensible(readings) {
        Ok(readings) => readings,
        Err(why) => return Graded::unreadable(why),
    };
    let after = after as usize;
    let Some(wanted) = key.own().states.get(after) else {
        return Graded::undecided(no_such_step(key));
    };
    // In the plainest reading in which it is right.
    let mut found = None;
    for reading in &readings {
        let said = |graded: Graded| graded.supposing(reading.supposing.as_deref());
        let graded = right(&tracer, wanted, &reading.given, after).map(said);
        if graded.as_ref().is_some_and(|graded| graded.verdict == Verdict::Right) {
            return graded.unwrap_or_else(|| Graded::right("right"));
        }
        found = found.or(graded);
    }
    let written: Vec<Reading> = readings.into_iter().filter(|of| !of.reworded).collect();
    found.unwrap_or_else(|| not_right(&tracer, wanted, &written, after))
}

/// What is right of it, by the planned way or another.
fn right(tracer: &Tracer<'_>, wanted: &State, given: &Holdings, after: usize) -> Option<Graded> {
    let key = tracer.key;
    let last = after + 1 == key.own().states.len();
    if tracer.agrees(wanted, given, last, Held::Result) {
        return Some(Graded::right("right"));
    }
    let agrees = |way: &&super::super::ways::Way| {
        let last = after + 1 >= way.states.len();
        let state = way.after(after).filter(|_| tracer.fits(way));
        state.is_some_and(|state| tracer.agrees(state, given, last, Held::Result))
    };
    let way = key.ways().found.iter().find(agrees)?;
    let (said, more) = (format!("right for {}", way.name()), tracer.spelled(wanted, 0));
    Some(for_way(key, way, &said, &format!(": {more}")))
}

/// What is said of an answer that no known way leads to.
fn not_right(tracer: &Tracer<'_>, wanted: &State, readings: &[Reading], after: usize) -> Graded {
    let key = tracer.key;
    let Some(first) = readings.first() else {
        let text = "write what each node holds, such as `0: 0 1` in a line for each";
        return Graded::unreadable(text);
    };
    let answer = tracer.spelled(wanted, after);
    if readings.iter().all(|reading| tracer.is_short(&reading.given)) {
        let text = "write what each node holds, such as `0: 0 1` in a line for each";
        return Graded::unreadable(text);
    }
    if let Some(said) = readings.iter().find_map(|of| tracer.incomplete(wanted, &of.given)) {
        return Graded::undecided(said.clone()).full(format!("{said}. {answer}"));
    }
    let passed_on = |of: &Reading| tracer.agrees(wanted, &of.given, false, Held::PassedOn);
    if readings.iter().any(passed_on) {
        let said = "these are the values that the nodes pass on, and their results are asked for: it is left to the teacher";
        return Graded::undecided(said).full(format!("{said}. {answer}"));
    }
    let impossible = {
        let why = |of: &Reading| impossible(key, tracer.values, &of.given, after);
        // Where one reading is possible, so is the answer; of the others the plainest is told.
        let all: Option<Vec<String>> = readings.iter().map(why).collect();
        all.and_then(|all| all.into_iter().next())
    };
    // Whoever may take any algorithm may take one that is not known here.
    let certain = impossible.is_some() || (!key.accepts("") && !key.ways().cut);
    // A slip that leads just to this is what it is: all ways that are known were tried before.
    if let Some((reason, hint)) = slip(tracer, readings, after) {
        let full = format!("{hint}. {answer}");
        return Graded::partly(&key.question.partial.one_slip, hint).counted_as(reason).full(full);
    }
    if !certain {
        let name = key.algorithm.name();
        let said = if key.accepts("") {
            format!("{name} does not do this; another algorithm may, so it is left to the teacher")
        } else {
            format!(
                "{name} does not do this in its own order, and there are too many others to try, so it is left to the teacher"
            )
        };
        return Graded::undecided(said.clone()).full(format!("{said}. {answer}"));
    }
    let hint = impossible.unwrap_or_else(|| match tracer.first_difference(wanted, &first.given) {
        Some(node) => {
            let name = key.question.topology.show(node);
            format!("node {name} holds something else after step {after}")
        }
        None => format!("the nodes hold something else after step {after}"),
    });
    Graded::wrong(&hint)
        .counted_as("after that step the nodes hold something else")
        .full(format!("{hint}. {answer}"))
}

/// The slip that leads to it: its name, and a sentence.
fn slip(tracer: &Tracer<'_>, readings: &[Reading], after: usize) -> Option<(&'static str, String)> {
    let states = &tracer.key.own().states;
    let any = |state: &State, held: Held| {
        readings.iter().any(|of| tracer.agrees(state, &of.given, false, held))
    };
    if let Some(when) = states.iter().position(|state| any(state, Held::Result)) {
        let hint =
            format!("this is what the nodes hold after step {when}, and step {after} is asked for");
        return Some(("what the nodes hold after another step", hint));
    }
    let state = states.get(after)?;
    let with_own = readings.iter().filter_map(|of| tracer.with_own_blocks(&of.given));
    if with_own.into_iter().any(|given| tracer.agrees(state, &given, false, Held::Result)) {
        let hint = "the nodes' own blocks are missing, and every node keeps its own".to_owned();
        return Some(("without the nodes' own blocks", hint));
    }
    if any(state, Held::OtherScan) {
        let exclusive = tracer.key.question.instance.exclusive;
        let hint = if exclusive {
            "each node's own value is in its result, and an exclusive scan leaves it out"
        } else {
            "each node's own value is missing in its result: this is the exclusive scan"
        };
        let hint = hint.to_owned();
        return Some(("the other kind of scan, with or without a node's own value", hint));
    }
    None
}

fn no_such_step(key: &Key<'_>) -> String {
    let (name, steps) = (key.algorithm.name(), key.steps());
    if key.own().states.is_empty() {
        return format!("{name} is too large here to be followed");
    }
    format!("{name} has only {steps} steps")
}

/// The right answer, spelled out.
pub(super) fn solution(
    key: &Key<'_>,
    after: u32,
    values: Option<&(Vec<Rational>, Operator)>,
) -> String {
    let tracer = Tracer { key, values };
    match key.own().states.get(after as usize) {
        Some(wanted) => tracer.spelled(wanted, after as usize).replacen("After", "after", 1),
        None => no_such_step(key),
    }
}
