//! The blocks of each node after some steps of the planned schedule or of any other right one. An
//! answer is wrong if no schedule, or not the schedule that the question fixes, leads to it.

mod lists;
mod written;

use crate::Snapshot;
use crate::answers::{Bare, bare};
use crate::grade::ladder::for_named;
use crate::prelude::*;
use crate::problems::keys::{whole, written};
use hockney_core::trace::Operator;
use hockney_files as document;
use lists::{Lists, read};
use written::{ScanValue, Tracer};

/// What each node holds after some steps: blocks, or values where inputs are given.
#[derive(Debug)]
pub(super) struct TraceAsk {
    after: u32,
    inputs: Option<Inputs>,
}

/// A value for each node, and how they combine.
#[derive(Debug)]
struct Inputs {
    values: Vec<Rational>,
    operator: Operator,
}

impl Inputs {
    fn read(keys: &Keys<'_, '_>, context: &AskContext<'_>) -> Option<Self> {
        let errors = keys.errors;
        let named = |node: &Node<'_>| one_of(node, "operator", "an ask", &Operator::NAMES);
        let operator = keys.read("operator", named).unwrap_or(Operator::Sum);
        let help = "write a number for each node: inputs: [1, 2, 3, 4]";
        let items = |node| Ok((node, document::list(node, "the inputs", help)?));
        let (node, items) = keys.read("inputs", items)?;
        let nodes = context.topology.map(|topology| topology.nodes() as usize);
        if let Some(nodes) = nodes.filter(|nodes| items.len() != *nodes) {
            let message = format!("{} inputs for {nodes} nodes", items.len());
            errors.add(message, node.span, help);
        }
        let value = |item: &Node<'_>| {
            let text = written(item, "an input", help)?;
            let value = text.parse().ok().filter(|value| operator.takes(value));
            let message = || format!("`{}` is not an input of this operator", shortened(text));
            value.map_or_else(|| bad(message(), item.span, help), Ok)
        };
        let values = items.iter().filter_map(|item| errors.keep(value(item))).collect();
        Some(Inputs { values, operator })
    }

    /// `The nodes start with 1, 2. `, with how values are combined, where they are not added.
    fn sentence(&self, question: &Question) -> String {
        let values = question.by_number(&self.values);
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        let combined = match self.operator {
            Operator::Sum => "",
            Operator::Product => "; values are multiplied",
            Operator::Max => "; of two values the larger is kept",
            Operator::Min => "; of two values the smaller is kept",
            Operator::And => "; values are combined with a bitwise AND",
            Operator::Or => "; values are combined with a bitwise OR",
        };
        format!("The nodes start with {}{combined}. ", values.join(", "))
    }
}

impl TraceAsk {
    pub(super) fn read(keys: &Keys<'_, '_>, context: &AskContext<'_>) -> Option<Self> {
        let help = "write after: 2, or 0 for the start";
        let after = keys.must("after", help, |node| whole(node, "a number of steps"));
        let inputs = Inputs::read(keys, context);
        Some(TraceAsk { after: after?, inputs })
    }

    fn tracer<'a>(&'a self, key: &'a Key<'_>) -> Tracer<'a> {
        Tracer { key, inputs: self.inputs.as_ref() }
    }
}

impl Asked for TraceAsk {
    fn sentence(&self, question: &Question) -> String {
        let inputs = self.inputs.as_ref().map(|inputs| inputs.sentence(question));
        let when = match self.after {
            0 => "before step 1".to_owned(),
            after => format!("after step {after}"),
        };
        format!("{}What does each node hold {when}?", inputs.unwrap_or_default())
    }

    fn examples(&self, question: &Question) -> Vec<String> {
        let [a, b, ..] = question.first_nodes();
        if self.inputs.is_some() {
            return ["1 3 3 7", "2 2 2 9"].map(String::from).into();
        }
        vec![format!("{a}: {a} {b}"), format!("{a}: {b}")]
    }

    fn grade(&self, key: &Key<'_>, text: &str) -> Result<Graded, String> {
        let tracer = self.tracer(key);
        let bare = bare_trace(text, self.after, &key.question.names());
        let readings = read(key, self.inputs.is_some(), &bare.text);
        let readings = tracer.sensible(readings?)?;
        let after = self.after as usize;
        let graded = match key.own().states.get(after) {
            Some(wanted) => graded(&Trace { tracer, wanted, readings, after }),
            None => Graded::undecided(no_such_step(key)),
        };
        Ok(graded.skipping(&bare.skipped).by(Basis::Key))
    }

    fn solution(&self, key: &Key<'_>) -> String {
        let after = self.after as usize;
        let wanted = key.own().states.get(after);
        wanted.map_or_else(|| no_such_step(key), |wanted| self.tracer(key).listed(wanted))
    }

    fn unanswerable(&self, key: &Key<'_>) -> Option<String> {
        key.lacks_step(self.after)
    }

    fn inputs(&self) -> Option<usize> {
        self.inputs.as_ref().map(|inputs| inputs.values.len())
    }
}

/// A trace without a lead-in, such as `After Step 2:` where step 2 is asked for.
fn bare_trace(text: &str, after: u32, own: &[&str]) -> Bare {
    let title = format!("after step {after}");
    let mut lines = text.lines();
    // Of what this program prints of all steps the part that is asked for.
    if text.contains(" is sending ") && lines.any(|line| line.trim().to_lowercase() == title) {
        let part: Vec<&str> = lines.take_while(|line| !line.trim().is_empty()).collect();
        return bare(&part.join("\n"), own);
    }
    let (first, rest) = text.trim().split_once([':', '\n']).unwrap_or(("", text));
    let words: Vec<&str> = first.split_whitespace().collect();
    let after = after.to_string();
    let step = |word: &str| document::words("step").contains(&&*word.to_lowercase());
    let titled = match &words[..] {
        [before @ .., word, number] if before.len() < 2 && step(word) && *number == after => {
            before.iter().all(|word| list("after").contains(&&*word.to_lowercase()))
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

    /// Whether the steps lead to one of the readings.
    fn leads_here(&self, traced: &Traced) -> bool {
        // What is there in the end stays.
        let last = self.after + 1 >= traced.states.len();
        let state = traced.states.get(self.after).or(traced.states.last());
        state.is_some_and(|state| self.any(state, last, ScanValue::Result))
    }
}

impl Gradable for Trace<'_> {
    const IS_STEPS: bool = true;

    fn key(&self) -> &Key<'_> {
        self.tracer.key
    }

    fn is_right(&self) -> bool {
        self.leads_here(self.tracer.key.own())
    }

    fn is_in(&self, traced: &Traced) -> bool {
        self.tracer.fits(traced) && self.leads_here(traced)
    }

    fn right(&self) -> [String; 2] {
        let right = self.tracer.spelled(self.wanted, 0);
        [right.clone(), format!(": {right}")]
    }

    fn say(&self, sentence: &str, word: &dyn Display) -> Graded {
        let right = self.tracer.spelled(self.wanted, self.after);
        self.tracer.key.say(sentence, &[("it", word), ("after", &self.after), ("right", &right)])
    }

    fn by_another(&self, standing: Standing, name: &str) -> Graded {
        let key = self.tracer.key;
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
        // In the end nothing is passed on.
        let last = self.after + 1 >= self.tracer.key.own().states.len();
        (passed_on && !last).then(|| self.say("trace passed on", &""))
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
