//! One step of a schedule, and the readings of hand-written steps as the question numbers its nodes: from 0 or 1, along rows
//! or columns.

use std::collections::BTreeSet;

use super::carried::NEEDED;
use crate::Snapshot;
use crate::answers::{bare, placed, plain};
use crate::grade::ladder::for_named;
use crate::prelude::*;
use crate::problems::keys::step;
use crate::sheet::messages;
use crate::traced::pairs;
use hockney_core::checker::CheckerRule;
use hockney_core::collective::{Blocks, Phase};
use hockney_core::schedule::{CombinedBlocks, Route};
use hockney_files::{WrittenSteps, behind_label, read_written};

/// The messages of the step with this number, from 1.
#[derive(Debug)]
pub(super) struct StepAsk(u32);

impl StepAsk {
    pub(super) fn read(keys: &Keys<'_, '_>) -> Option<Self> {
        keys.must("step", "write step: 1, or a later one", step).map(StepAsk)
    }
}

impl Asked for StepAsk {
    fn sentence(&self, _: &Question) -> String {
        format!("Write down the messages of step {}.", self.0)
    }

    fn examples(&self, question: &Question) -> Vec<String> {
        let [a, b, c, d] = question.first_nodes();
        vec![format!("{a} -> {b}, {c} -> {d}"), format!("{d} -> {a}"), format!("{b} -> {a}")]
    }

    fn grade(&self, key: &Key<'_>, text: &str) -> Result<Graded, String> {
        let (bare, number) = (bare(text, &key.question.names()), self.0);
        // The only step of an answer may be called its first.
        let other = label_number(&bare.text);
        if let Some(other) = other.filter(|label| *label != "1" && *label != number.to_string()) {
            return Err(format!(
                "the label names step {other}, but the question asks for step {number}"
            ));
        }
        let graded = however_read(key, &one_step(&bare.text), |of, steps| match &steps.0[..] {
            [step] => {
                let open =
                    step.messages.iter().any(|message| message.payload == Payload::Everything);
                let graded = judge(key, number, step);
                let several = of.data() != Data::Token && of.all_blocks().len() > 1;
                let right = matches!(graded.verdict, Verdict::Right | Verdict::Partly);
                if several && open && right { graded.reading(NEEDED) } else { graded }
            }
            steps => Graded::unreadable(format!(
                "the question asks for one step, but the answer has {}: write its messages in one line",
                steps.len()
            )),
        });
        Ok(graded.skipping(&bare.skipped).by(Basis::Key))
    }

    fn solution(&self, key: &Key<'_>) -> String {
        let mut step = Step::default();
        // The key is refused where it has no such step.
        key.plan().step_into(self.0 as usize - 1, &mut step);
        messages(key, &key.request.instance, &step, usize::MAX)
    }

    fn unanswerable(&self, key: &Key<'_>) -> Option<String> {
        key.lacks_step(self.0)
    }
}

/// The number in the label of a step, if there is one.
fn label_number(text: &str) -> Option<String> {
    let behind = behind_label(text)?;
    let label = &text[..text.len() - behind.len()];
    let digits: String = label.chars().filter(char::is_ascii_digit).collect();
    (!digits.is_empty()).then_some(digits)
}

fn judge(key: &Key<'_>, number: u32, step: &Step) -> Graded {
    let given = Listed(vec![step.clone()]);
    let Some(pairs) = pairs(&given).pop() else {
        return Graded::unreadable("the answer has no message");
    };
    let answer = OneStep { key, number, index: number as usize - 1, step, given, pairs };
    // Whoever sends to whom, a route of its own needs its links.
    if step.messages.iter().any(|message| message.route != Route::Default)
        && let Some((rule @ (CheckerRule::Link | CheckerRule::Congestion), fault)) = answer.fault()
    {
        return answer.faulty(rule, &fault);
    }
    graded(&answer)
}

/// The messages of a step.
struct OneStep<'a> {
    key: &'a Key<'a>,
    number: u32,
    index: usize,
    step: &'a Step,
    given: Listed,
    pairs: Vec<(u32, u32)>,
}

impl Gradable for OneStep<'_> {
    const IS_STEPS: bool = true;

    fn key(&self) -> &Key<'_> {
        self.key
    }

    fn is_in(&self, traced: &Traced) -> bool {
        self.sends_as(traced) && self.carries(traced).is_ok()
    }

    fn right(&self) -> [String; 2] {
        let name = self.key.algorithm.name();
        let show = |node: u32| self.key.question.topology.show(node);
        let message = |(from, to): &(u32, u32)| format!("{} -> {}", show(*from), show(*to));
        let own = self.key.own().pairs.get(self.index);
        let own = own.map(|pairs| pairs.iter().map(message).collect::<Vec<_>>().join(", "));
        let right = match own {
            None => format!("{name} has no step {}", self.number),
            Some(messages) => format!("step {} of {name} is {messages}", self.number),
        };
        [right.clone(), format!(": {right}")]
    }

    fn say(&self, sentence: &str, word: &dyn Display) -> Graded {
        let [right, _] = self.right();
        self.key.say(sentence, &[("it", word), ("number", &self.number), ("right", &right)])
    }

    fn by_another(&self, standing: Standing, name: &str) -> Graded {
        match standing {
            Standing::Accepted => for_named(self.key, standing, name, "", ""),
            Standing::Dearer | Standing::Other | Standing::Found => self.say("step other", &name),
        }
    }

    /// Right senders and receivers with wrong blocks.
    fn nearly(&self) -> Option<Graded> {
        let own = self.key.own();
        let why = self.carries(own).err().filter(|_| self.sends_as(own))?;
        Some(self.say("step blocks", &why))
    }

    fn mistake(&self) -> Option<Graded> {
        let own = &self.key.own().pairs;
        let mut turned: Vec<_> = self.pairs.iter().map(|(from, to)| (*to, *from)).collect();
        turned.sort_unstable();
        if own.get(self.index) == Some(&turned) {
            return Some(self.say("step reversed", &""));
        }
        // The steps of an all-to-all may have any order.
        let in_order = self.key.question.instance.blocks() != Blocks::PerPair;
        let other = own.iter().position(|step| *step == self.pairs).filter(|_| in_order)?;
        Some(self.say("step number", &(other + 1)))
    }

    fn unexplained(&self) -> Graded {
        let open = self.key.is_open();
        match self.fault() {
            Some((CheckerRule::NotHeld | CheckerRule::CannotForm, fault)) if open => {
                self.say("step before", &fault)
            }
            Some((rule, fault)) => self.faulty(rule, &fault),
            None if open => self.say("step open", &""),
            None if self.key.all_traced().cut => self.say("step orders", &""),
            None => self.say("step wrong", &""),
        }
    }
}

impl OneStep<'_> {
    /// The grade of a step that breaks a rule.
    fn faulty(&self, rule: CheckerRule, fault: &str) -> Graded {
        self.say("step fault", &fault).counted_as(of_rule(rule))
    }

    /// Whether the senders and receivers are those of this step of an algorithm.
    fn sends_as(&self, traced: &Traced) -> bool {
        traced.pairs.get(self.index) == Some(&self.pairs)
    }

    /// Checks that the blocks of messages are those that the receivers get; a message without blocks
    /// carries the required ones.
    fn carries(&self, traced: &Traced) -> Result<(), String> {
        let (of, states) = (&self.key.question.instance, &traced.states);
        // For combined data the contributors of a block matter.
        let known = of.data() == Data::Copied && traced.pieces == of.pieces;
        let states = states.get(self.index).zip(states.get(self.index + 1)).filter(|_| known);
        let Some((before, after)) = states else { return Ok(()) };
        let topology = &self.key.question.topology;
        for message in &self.step.messages {
            let Payload::Plain(blocks) = &message.payload else { continue };
            let [one, other] = [message.from, message.to].map(|node| topology.show(node));
            let held = |state: &Snapshot, node: u32| -> BTreeSet<u64> {
                let held = state.all.get(node as usize);
                held.into_iter().flat_map(|held| held.keys().copied()).collect()
            };
            let [sender, receiver] = [message.from, message.to].map(|node| held(before, node));
            let gained = &held(after, message.to) - &receiver;
            let first = |fails: &dyn Fn(u64) -> bool| blocks.iter().find(|block| fails(*block));
            let named = |block| of.entries_on(&Runs::one(block), topology).join(" ");
            let wrong = if let Some(block) = first(&|block| !sender.contains(&block)) {
                format!("carries block {}, which {one} does not hold", named(block))
            } else if let Some(block) = first(&|block| receiver.contains(&block)) {
                format!("carries block {}, which {other} holds already", named(block))
            } else if let Some(block) = gained.iter().find(|block| !blocks.contains(**block)) {
                format!("does not carry block {}", named(*block))
            } else if let Some(block) = first(&|block| !gained.contains(&block)) {
                format!("carries block {}, which need not be sent", named(block))
            } else {
                continue;
            };
            return Err(format!("{one} -> {other} {wrong}"));
        }
        Ok(())
    }

    /// The first rule that the step breaks after the planned steps before it.
    fn fault(&self) -> Option<(CheckerRule, String)> {
        let mut steps = Listed::of(self.key.plan()).0;
        steps.truncate(self.index);
        steps.extend(self.given.0.iter().cloned());
        let judged = self.key.judged(&self.key.request.instance, Listed(steps)).ok()?;
        let mut violations = judged.subject.report().violations.iter();
        let found = violations.find(|violation| violation.step == Some(self.index + 1))?;
        Some((found.rule.rule(), found.message(judged.subject.schedule())))
    }
}

/// Grades steps in each way that they may be read in: the first that is right, or else the plainest.
pub(super) fn however_read(
    key: &Key<'_>,
    written: &str,
    judge: impl Fn(&Instance, Listed) -> Graded,
) -> Graded {
    let comment = |line: &str| {
        let behind = line.split_once('#').map(|(_, behind)| behind);
        behind.is_some_and(|behind| !behind.starts_with(|c: char| c.is_ascii_digit()))
    };
    if written.lines().any(comment) {
        return Graded::unreadable("a comment cannot be part of an answer: leave out `#`");
    }
    let (text, headings) = without_headings(written);
    // Blocks that are not there may be pieces of them, as the question's algorithm cuts them.
    let read = |of| readings(&text, &key.question.topology, of).map(|readings| (of, readings));
    let found = read(&key.question.instance);
    let found = found.or_else(|error| read(&key.request.instance).map_err(|_| error));
    let (of, readings) = match found {
        Ok(read) => read,
        Err(error) => return Graded::unreadable(unreadable(&error, written)),
    };
    if readings.iter().all(|written| written.steps.0.is_empty()) {
        return Graded::unreadable("the answer has no message");
    }
    let judge = |steps: Listed| judge(of, steps);
    let graded = readings.into_iter().map(|written| {
        let mut first = judge(written.steps);
        let said = written.said.join(" and ");
        first = first.skipping(&written.skipped);
        if !said.is_empty() {
            first = first.reading(&said);
        }
        let others =
            written.others.into_iter().map(|other| (judge(other.steps), other.said, other.help));
        let Some((other, other_said, help)) = others
            .max_by(|a, b| a.0.share.cmp(&b.0.share))
            .filter(|(other, ..)| other.share > first.share)
        else {
            return first;
        };
        let both = [(&first, &*said), (&other, other_said)];
        let [one, two] = both.map(|(graded, said)| format!("with {said}: {}", graded.full));
        Graded::undecided(format!("this can be read in two ways: {help}"))
            .and(format_args!("; {one}; {two}"))
    });
    let best = graded.reduce(|best, next| {
        let is_better = next.verdict == Verdict::Right && best.verdict != Verdict::Right;
        if is_better { next.reading("a semicolon between steps") } else { best }
    });
    best.unwrap_or_else(|| Graded::unreadable("the answer has no steps")).skipping(&headings)
}

/// Why an answer cannot be read, with the place.
pub(super) fn unreadable(error: &ReadError, text: &str) -> String {
    let help = error.diagnostic().help.map_or(String::new(), |help| format!("; {help}"));
    placed(error, &Source::new("the answer", text)) + &help
}

/// The description of a violation of this rule.
pub(super) fn of_rule(rule: CheckerRule) -> &'static str {
    let mut rules = list("rules").pairs();
    rules.find(|(name, _)| *name == rule.name()).map_or("", |(_, said)| said)
}

/// The ways to read steps without headings: a line each, and for a single line a part between semicolons each.
///
/// # Errors
/// Why the lines cannot be read.
fn readings(
    text: &str,
    topology: &Topology,
    instance: &Instance,
) -> Result<Vec<WrittenSteps>, ReadError> {
    let read = |text: &str| read_numbered(text, topology, instance);
    let plain = read(text);
    let one_line = !text.trim().contains('\n') && text.contains(';');
    let parts = one_line.then(|| text.replace(';', "\n"));
    // A semicolon before a label only ends the step.
    let parts = parts.filter(|parts| plain.is_err() || behind_label(parts).is_none());
    match (plain, parts.map(|parts| read(&parts))) {
        (Ok(steps), Some(Ok(parts))) => Ok(vec![steps, parts]),
        (Ok(steps), _) | (Err(_), Some(Ok(steps))) => Ok(vec![steps]),
        (Err(error), _) => Err(error),
    }
}

/// The messages of one step in one line: without its label, and a message a line side by side.
fn one_step(text: &str) -> String {
    let text = plain(text);
    let text = behind_label(text.trim()).unwrap_or(text.trim());
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if lines.iter().any(|line| behind_label(line).is_some() || line.starts_with('{')) {
        return text.to_owned();
    }
    let bare = |line: &&str| line.trim_end_matches([',', ';', '.']).to_owned();
    lines.iter().map(bare).collect::<Vec<_>>().join(", ")
}

/// Steps in plain signs, without headings such as `Row:`, and the headings.
fn without_headings(text: &str) -> (String, Vec<String>) {
    let mut headings = Vec::new();
    let mut lines = Vec::new();
    for line in plain(text).replace("**", "").replace('`', "").lines() {
        let (before, behind) = line.split_once(':').unwrap_or(("", line));
        let mut words = before.split_whitespace().peekable();
        let known = |word: &str| list("headings").contains(&&*word.to_lowercase());
        // `PHASE: 1` is a label.
        let numbered = behind.trim().parse::<u64>().is_ok();
        if words.peek().is_some() && words.all(known) && !numbered {
            headings.push(format!("{}:", before.trim()));
            lines.push(behind.to_owned());
        } else {
            lines.push(line.to_owned());
        }
    }
    (lines.join("\n"), headings)
}

/// The most blocks that a message names, where nodes have other numbers than those of the program.
const MOST_BLOCKS: u64 = 1 << 16;

/// Hand-written lines, whose nodes and blocks are called as the topology has it.
///
/// # Errors
/// Why the lines cannot be read.
pub(super) fn read_numbered(
    text: &str,
    topology: &Topology,
    of: &Instance,
) -> Result<WrittenSteps, ReadError> {
    let read = |of: &Instance| {
        let empty = Arc::new(Listed::default());
        read_written(text, topology, &Phase::everyone(of.clone(), Rational::one(), empty))
    };
    let called = Instance::new(of.collective, of.nodes + topology.first()).with_pieces(of.pieces);
    let Some(called) = called.ok().filter(|_| !topology.is_plain()) else { return read(of) };
    let node = |number: u64| topology.vertex(number).filter(|node| *node < of.nodes);
    let block = |block| called.recoded(block, of.nodes, |number| node(number).map(u64::from));
    let blocks = |blocks: &Runs| -> Option<Runs> {
        (blocks.len() <= MOST_BLOCKS).then(|| blocks.iter().map(block).collect())?
    };
    let whose = |whose: &Runs| -> Option<Runs> {
        whose.iter().map(|number| node(number).map(u64::from)).collect()
    };
    let mut written = read(&called)?;
    let others = written.others.iter_mut().map(|other| &mut other.steps);
    let steps = others.chain([&mut written.steps]).flat_map(|steps| &mut steps.0);
    for message in steps.flat_map(|step| &mut step.messages) {
        let payload = match &message.payload {
            Payload::Everything => Some(Payload::Everything),
            Payload::Plain(plain) => blocks(plain).map(Payload::Plain),
            Payload::Values(values) => {
                let value = |value: &CombinedBlocks| {
                    let contributors = value.contributors.as_ref().map(whose);
                    let contributors = contributors.map_or(Some(None), |whose| whose.map(Some))?;
                    Some(CombinedBlocks { blocks: blocks(&value.blocks)?, contributors })
                };
                values.iter().map(value).collect::<Option<_>>().map(Payload::Values)
            }
        };
        message.payload = payload.ok_or_else(|| {
            let help = format!("blocks are counted from {}, like nodes", topology.first());
            Diagnostic::new("a message names a block that is not there").help(help)
        })?;
    }
    Ok(written)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hockney_core::schedule::Step;
    use hockney_core::topology::Numbering;

    fn pairs(text: &str, topology: &str, numbering: Numbering) -> Vec<Vec<Vec<(u32, u32)>>> {
        let Ok(topology) = Topology::parse(topology) else { return vec![] };
        let Some(of) = hockney_core::collective::collective("broadcast") else { return vec![] };
        let instance = Instance::new(of, topology.nodes());
        let (text, _) = without_headings(text);
        let topology = topology.numbered(numbering);
        let found = readings(&text, &topology, &instance).unwrap_or_default();
        let step = |step: &Step| step.messages.iter().map(|m| (m.from, m.to)).collect();
        found.iter().map(|written| written.steps.0.iter().map(step).collect()).collect()
    }

    #[test]
    fn steps_are_numbered_as_the_question_says() {
        let plain = Numbering::default();
        let wanted = vec![vec![vec![(0, 2)], vec![(0, 1), (2, 3)]]];
        for text in [
            "Step 1: $0 \\to 2$\nStep 2: 0 → 1, 2 → 3",
            "**Step 1:** 0 -> 2\n**Step 2:** 0 -> 1, 2 -> 3",
            "Row: 0 -> 2\nColumns: 0 -> 1, 2 -> 3",
        ] {
            assert_eq!(pairs(text, "ring:4", plain), wanted, "{text}");
        }
        let both = vec![vec![vec![(0, 2), (0, 1), (2, 3)]], wanted[0].clone()];
        assert_eq!(pairs("0->2; 0->1, 2->3", "ring:4", plain), both);
        assert_eq!(pairs("1 -> 4", "ring:4", plain), Vec::<Vec<Vec<(u32, u32)>>>::new());
        let one = Numbering { from_one: true, ..plain };
        assert_eq!(pairs("1 -> 4", "ring:4", one), vec![vec![vec![(0, 3)]]]);
        assert_eq!(pairs("(1,1) -> (2,3)", "mesh:2x3", one), vec![vec![vec![(0, 5)]]]);
        assert!(pairs("0 -> 3", "ring:4", one).is_empty());
        let columns = Numbering { columns: Some(true), ..plain };
        assert_eq!(pairs("0 -> 2", "mesh:2x3", columns), vec![vec![vec![(0, 1)]]]);
        assert_eq!(pairs("(0,0) -> (1,2)", "mesh:2x3", columns), vec![vec![vec![(0, 5)]]]);
        assert_eq!(
            pairs("i -> (i mod p) + 1", "ring:3", one),
            vec![vec![vec![(0, 1), (1, 2), (2, 0)]]]
        );
        assert_eq!(
            pairs("000 -> 100, 2 -> 6", "hypercube:8", one),
            vec![vec![vec![(0, 4), (1, 5)]]]
        );
        assert_eq!(pairs("((1,1),(2,3))", "mesh:2x3", one), vec![vec![vec![(0, 5)]]]);
        let both = Numbering { from_one: true, columns: Some(true) };
        assert_eq!(pairs("1 -> 3 via 5", "mesh:2x3", both), vec![vec![vec![(0, 1)]]]);
        assert_eq!(one_step("Schritt 2: 0 -> 1\n2 -> 3."), "0 -> 1, 2 -> 3");
    }
}
