//! The blocks of each node after some steps of the planned schedule or of any other right one. An
//! answer is wrong if no schedule, or not the schedule that the question fixes, leads to it.

mod lists;
mod reachable;
mod written;

use std::fmt::Display;

use self::lists::{Lists, read};
use self::written::{ScanValue, Tracer};
use super::super::answers::{Bare, bare};
use super::ladder::{self, Explanation, Gradable, for_named};
use crate::{Graded, Key, Sizes, Snapshot, Standing, list};
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
    let after = after as usize;
    let graded = match key.own().states.get(after) {
        Some(wanted) => ladder::grade(key, &Trace { tracer, wanted, readings, after }),
        None => Graded::undecided(no_such_step(key)),
    };
    graded.skipping(&bare.skipped)
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

/// What nodes hold after a step, in all readings.
struct Trace<'a> {
    tracer: Tracer<'a>,
    /// The right state.
    wanted: &'a Snapshot,
    readings: Vec<Lists>,
    after: usize,
}

impl Trace<'_> {
    /// Whether a reading is this of a state; `last` is the state after all steps.
    fn any(&self, state: &Snapshot, last: bool, what: ScanValue) -> bool {
        self.readings.iter().any(|of| self.tracer.agrees(state, of, last, what))
    }

    fn say(&self, sentence: &str, word: &dyn Display) -> Graded {
        let right = self.tracer.spelled(self.wanted, self.after);
        self.tracer.key.say(sentence, &[("it", word), ("after", &self.after), ("right", &right)])
    }
}

impl Gradable for Trace<'_> {
    const IS_STEPS: bool = true;

    fn agrees(&self, with: &Explanation<'_>) -> Option<Sizes> {
        let traced = match with {
            Explanation::Key => self.tracer.key.own(),
            Explanation::Steps(traced) if self.tracer.fits(traced) => traced,
            Explanation::Steps(_) | Explanation::Algorithm(_) | Explanation::Literature(_) => {
                return None;
            }
        };
        // What is there in the end stays.
        let last = self.after + 1 >= traced.states.len();
        let state = traced.states.get(self.after).or(traced.states.last())?;
        self.any(state, last, ScanValue::Result).then_some(Sizes::This)
    }

    fn right(&self) -> [String; 2] {
        let right = self.tracer.spelled(self.wanted, 0);
        let more = format!(": {right}");
        [right, more]
    }

    fn by_another(&self, key: &Key<'_>, standing: Standing, name: &str) -> Graded {
        let (said, [right, more]) = (format!("right for {name}"), self.right());
        let start = key.own().states.first().filter(|_| self.after > 0);
        if start.is_some_and(|start| self.any(start, false, ScanValue::Result)) {
            return key.say("trace start", &[("said", &said), ("right", &right)]);
        }
        for_named(key, standing, name, &said, &more)
    }

    fn roughly(&self) -> Option<Graded> {
        // Of none as well.
        if self.readings.iter().all(|reading| self.tracer.is_short(reading)) {
            let text = "write the blocks of each node, one line for each node, such as `0: 0 1`";
            return Some(Graded::unreadable(text));
        }
        let mut silent = self.readings.iter().map(|of| self.tracer.incomplete(self.wanted, of));
        if let Some(node) = silent.find_map(|node| node) {
            let node = self.tracer.key.question.topology.show(node);
            return Some(self.say("trace incomplete", &node));
        }
        let passed_on = self.any(self.wanted, false, ScanValue::PassedOn);
        passed_on.then(|| self.say("trace passed on", &""))
    }

    fn mistake(&self) -> Option<Graded> {
        let key = self.tracer.key;
        let is = |state: &Snapshot| self.any(state, false, ScanValue::Result);
        if let Some(when) = key.own().states.iter().position(is) {
            return Some(self.say("trace step", &when));
        }
        let mut with_own = self.readings.iter().filter_map(|of| self.tracer.with_own_blocks(of));
        if with_own.any(|given| self.tracer.agrees(self.wanted, &given, false, ScanValue::Result)) {
            return Some(self.say("trace own", &""));
        }
        let exclusive = key.question.instance.exclusive;
        let sentence = if exclusive { "trace inclusive" } else { "trace exclusive" };
        self.any(self.wanted, false, ScanValue::OtherScan).then(|| self.say(sentence, &""))
    }

    fn unexplained(&self) -> Graded {
        let key = self.tracer.key;
        // Where one reading is possible, so is the answer; of the others the plainest is reported.
        let why = |of: &Lists| self.tracer.impossible(of, self.after);
        let impossible: Option<Vec<String>> = self.readings.iter().map(why).collect();
        if let Some(why) = impossible.and_then(|all| all.into_iter().next()) {
            return self.say("trace impossible", &why);
        }
        // Whoever may take any algorithm may take one that is not known here.
        if key.is_open() {
            return self.say("trace open", &"");
        }
        if key.all_traced().cut {
            return self.say("trace orders", &"");
        }
        let first = self.readings.first();
        let differs = first.and_then(|of| self.tracer.first_difference(self.wanted, of));
        let node = differs.map(|node| format!("node {} holds", key.question.topology.show(node)));
        self.say("trace wrong", &node.unwrap_or_else(|| "the nodes hold".to_owned()))
    }
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
    match key.own().states.get(after as usize) {
        Some(wanted) => {
            let tracer = Tracer { key, values };
            tracer.spelled(wanted, after as usize).replacen("After", "after", 1)
        }
        None => no_such_step(key),
    }
}
