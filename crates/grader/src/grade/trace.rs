//! The blocks of each node after some steps of the planned schedule or of any other right one. An
//! answer is wrong if no schedule, or not the schedule that the question fixes, leads to it.

use super::super::answers::{Bare, bare};
use super::super::key::Key;
use super::super::lists::list;
use super::super::verdict::{Graded, Verdict};
use super::super::ways::{State, Way};
use super::another::for_way;
use super::held::{Held, Tracer};
use super::holdings::{Holdings, read};
use super::possible::impossible;
use hockney_base::number::Rational;
use hockney_core::trace::Operator;
use hockney_files as document;

pub(super) fn grade(
    key: &Key<'_>,
    after: u32,
    values: Option<&(Vec<Rational>, Operator)>,
    text: &str,
) -> Graded {
    let tracer = Tracer { key, values };
    let bare = bare_trace(text, after, &key.question.names());
    let readings = read(key, values.is_some(), &bare.text);
    let readings = match readings.and_then(|found| tracer.sensible(found)) {
        Ok(readings) => readings,
        Err(why) => return Graded::unreadable(why),
    };
    of_readings(&tracer, &readings, after as usize).skipping(&bare.skipped)
}

/// A trace without a lead-in, such as `After Step 2:` where step 2 is asked for.
fn bare_trace(text: &str, after: u32, own: &[&str]) -> Bare {
    let (first, rest) = text.trim().split_once([':', '\n']).unwrap_or(("", text));
    let words: Vec<&str> = first.split_whitespace().collect();
    let after = after.to_string();
    let step = |word: &str| document::words("step").contains(&&*word.to_lowercase());
    let titled = match &words[..] {
        [word, number] => step(word) && *number == after,
        [behind, word, number] => {
            list("after").contains(&&*behind.to_lowercase()) && step(word) && *number == after
        }
        _ => false,
    };
    if !titled {
        return bare(text, own);
    }
    let mut bare = bare(rest, own);
    bare.skipped.insert(0, format!("{first}:"));
    bare
}

/// The grade of what nodes hold, in the first reading in which it is right.
fn of_readings(tracer: &Tracer<'_>, readings: &[Holdings], after: usize) -> Graded {
    let key = tracer.key;
    let Some(wanted) = key.own().states.get(after) else {
        return Graded::undecided(no_such_step(key));
    };
    let mut found: Option<Graded> = None;
    for given in readings {
        match right(tracer, wanted, given, after) {
            Some(graded) if graded.verdict == Verdict::Right => return graded,
            graded => found = found.or(graded),
        }
    }
    found.unwrap_or_else(|| not_right(tracer, wanted, readings, after))
}

/// The right part of an answer, by the planned way or another.
fn right(tracer: &Tracer<'_>, wanted: &State, given: &Holdings, after: usize) -> Option<Graded> {
    let key = tracer.key;
    let last = after + 1 == key.own().states.len();
    if tracer.agrees(wanted, given, last, Held::Result) {
        return Some(Graded::right("right"));
    }
    let agrees = |way: &&Way| {
        let last = after + 1 >= way.states.len();
        let state = way.after(after).filter(|_| tracer.fits(way));
        state.is_some_and(|state| tracer.agrees(state, given, last, Held::Result))
    };
    let ways: Vec<&Way> = key.ways().found.iter().filter(agrees).collect();
    let way = ways.iter().find(|way| key.accepts(way.algorithm)).or(ways.first()).copied()?;
    let (said, more) = (format!("right for {}", way.name()), tracer.spelled(wanted, 0));
    let start = key.own().states.first()?;
    if after > 0 && tracer.agrees(start, given, false, Held::Result) {
        let text = format!("this is the start; {said}, too, whose results come later");
        return Some(Graded::undecided(text).and(format!(": {more}")));
    }
    Some(for_way(key, way, &said, &format!(": {more}")))
}

/// The grade of an answer that no known way leads to.
fn not_right(tracer: &Tracer<'_>, wanted: &State, readings: &[Holdings], after: usize) -> Graded {
    let key = tracer.key;
    let answer = format!(". {}", tracer.spelled(wanted, after));
    // Of none as well.
    if readings.iter().all(|reading| tracer.is_short(reading)) {
        let text = "write the blocks of each node, one line for each node, such as `0: 0 1`";
        return Graded::unreadable(text);
    }
    if let Some(said) = readings.iter().find_map(|of| tracer.incomplete(wanted, of)) {
        return Graded::undecided(said).and(answer);
    }
    let passed_on = |of: &Holdings| tracer.agrees(wanted, of, false, Held::PassedOn);
    if readings.iter().any(passed_on) {
        let said = "these are the values that the nodes pass on, but the question asks for \
                    their results: the teacher decides";
        return Graded::undecided(said).and(answer);
    }
    // Where one reading is possible, so is the answer; of the others the plainest is reported.
    let why = |of: &Holdings| impossible(key, tracer.values, of, after);
    let impossible: Option<Vec<String>> = readings.iter().map(why).collect();
    let impossible = impossible.and_then(|all| all.into_iter().next());
    // Whoever may take any algorithm may take one that is not known here.
    let certain = impossible.is_some() || (!key.is_open() && !key.ways().cut);
    // A mistake that leads to exactly this value is the explanation: all known ways were tried before.
    if let Some((reason, hint)) = slip(tracer, readings, after) {
        return key.one_slip(hint).counted_as(reason).and(answer);
    }
    if !certain {
        let name = key.algorithm.name();
        let said = if key.is_open() {
            format!("{name} does not do this, but another algorithm may: the teacher decides")
        } else {
            format!(
                "{name} does not do this in its own order, and there are too many other orders \
                 to try: the teacher decides"
            )
        };
        return Graded::undecided(said).and(answer);
    }
    let differs = readings.first().and_then(|of| tracer.first_difference(wanted, of));
    let node = differs.map(|node| format!("node {} holds", key.question.topology.show(node)));
    let nodes = node.unwrap_or_else(|| "the nodes hold".to_owned());
    let hint = impossible.unwrap_or_else(|| format!("{nodes} something else after step {after}"));
    let counted = "after that step the nodes hold something else";
    Graded::wrong(hint).counted_as(counted).and(answer)
}

/// The mistake that leads to it: its name, and a sentence.
fn slip(
    tracer: &Tracer<'_>,
    readings: &[Holdings],
    after: usize,
) -> Option<(&'static str, String)> {
    let states = &tracer.key.own().states;
    let any =
        |state: &State, held: Held| readings.iter().any(|of| tracer.agrees(state, of, false, held));
    if let Some(when) = states.iter().position(|state| any(state, Held::Result)) {
        let hint =
            format!("this is the state after step {when}, but the question asks for step {after}");
        return Some(("the state after another step", hint));
    }
    let state = states.get(after)?;
    let mut with_own = readings.iter().filter_map(|of| tracer.with_own_blocks(of));
    let (reason, hint) = if with_own.any(|given| tracer.agrees(state, &given, false, Held::Result))
    {
        let hint = "the nodes' own blocks are missing: every node keeps its own block";
        ("without the nodes' own blocks", hint)
    } else if any(state, Held::OtherScan) {
        let hint = if tracer.key.question.instance.exclusive {
            "each result contains the node's own value, but an exclusive scan leaves it out"
        } else {
            "each result lacks the node's own value: this is the exclusive scan"
        };
        ("the other kind of scan, with or without a node's own value", hint)
    } else {
        return None;
    };
    Some((reason, hint.to_owned()))
}

fn no_such_step(key: &Key<'_>) -> String {
    let (name, steps) = (key.algorithm.name(), key.steps());
    if key.own().states.is_empty() {
        return format!("{name} is too large here to be simulated");
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
