//! The lines that people write by hand: `Step 1: 0 -> 4, 2 → 6`.
//!
//! ```text
//! line      = [bullet] [label] [message {separator message} [separator]] ["." | ";"] [line | ("#" | "//") comment]
//! bullet    = "-" | "*" | "•"                                 followed by a blank
//! label     = step number [mark] | "in" step number ["," | mark] | ordinal step [mark] | number (":" | "." | ")") | time ["="] number ":"
//!           | step number ("-" | ".." | "to") number ":" | step letter ["=" range] ":" | "for" letter "=" range ":"
//! range     = expression (".." | "to") expression
//! message   = ["send"] node arrow node [route] [blocks] [route]     one route at most
//!           | pair | "{" pair {"," pair} "}" | rule
//! pair      = "(" node "," node ")"                           brackets are ( ), { } or [ ]
//! rule      = ["every"] ["even" | "odd"] [name] letter arrow [name] expression ["for" condition {"and" condition}]
//! condition = expression relation expression | letter ("even" | "odd") | ("even" | "odd" | "all") letter
//! expression = numbers, letters and p, n, d with + - * / ^ xor mod and brackets
//! blocks    = "[" entry {("," | ";" | blank) entry} "]" | "{" entry .. "}"
//! route     = "via" vertex {blank vertex} | "by way of" vertex {(blank | "," | "and") vertex}
//!           | ["via"] ("direct" | "directly") | "by the direct link"
//! arrow     = "->" | "-->" | "=>" | "→" | "⇒" | "⟶" | "to" | "sends to" | "sends"     one message
//!           | "<->" | "<-->" | "<=>" | "↔" | "⇔" | "⟷" | "exchanges with"         two: there and back
//! separator = "," | ";" | "and" | ", and"
//! node      = [name] (number | bits | "(" row "," column ")")
//! name      = "P" | "P_" | "R" | "N" | "node" | "rank" | "gpu" | "core" | "process" ...
//! ```
//!
//! Words for steps, nodes and arrows, also in other languages, are those of `lines/words.txt`.
//!
//! Lines after a label belong to its step; steps are numbered one after the other from 0 or 1.
//! Where there are no labels, each line is a step, and a line that ends in a comma or `and` goes
//! on in the next. A label of several steps begins all of them, with the same messages in each. Its
//! letter counts them in rules. Blocks stand in brackets, since what follows a comma or stands in
//! parentheses may be a node; a message without them carries everything its sender holds or knows.

mod cursor;
mod label;
mod line;
mod node;
mod pairs;
mod rule;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::LazyLock;

pub use self::node::has_arrow;

use self::cursor::Cursor;
use self::label::{Label, label};
use self::line::{Above, WrittenLine};
use self::node::{Arrow, arrow, node};
use super::events::body;
use crate::{Budget, Context, Result, refuse, within};
use hockney_base::diagnostic::{Diagnostic, Span};
use hockney_base::table::{self, List};
use hockney_core::collective::{Pattern, Phase};
use hockney_core::schedule::{Listed, Message, Step};
use hockney_core::topology::{Topology, Vertex};

static WORDS: LazyLock<table::Table> =
    LazyLock::new(|| table::Table::of(include_str!("lines/words.txt")));

/// The list with this name.
pub fn words(name: &str) -> &'static List {
    WORDS.list(name)
}

/// The longest text that is read, in bytes: a message takes twenty times as much memory as text.
const LONGEST: u32 = 1 << 26;

/// Hand-written steps. Pairs of nodes such as `(0,1)` may be read in two ways.
#[derive(Clone, Debug)]
pub struct WrittenSteps {
    /// The steps.
    pub steps: Listed,
    /// How pairs were read, where that matters: `pairs as exchanges`.
    pub pairs: Option<&'static str>,
    /// The steps with pairs read in the other way, and the words for it.
    pub other: Option<(Listed, &'static str)>,
}

/// The patterns of collectives without a direction, in which two nodes of a pair send to each other.
const SYMMETRIC: [Pattern; 5] =
    [Pattern::AllToAll, Pattern::Reduced, Pattern::AllReduced, Pattern::Pairs, Pattern::Token];
/// The two ways to read pairs.
const EXCHANGES: &str = "pairs as exchanges";
const MESSAGES: &str = "pairs as messages from the first node to the second";

/// Reads hand-written lines for a phase, whose groups may be some of the nodes; its own steps are not looked at.
///
/// # Errors
/// Whatever the grammar above does not have, nodes and blocks that do not exist, and a text that
/// is over a limit.
pub fn read_lines_of(text: &str, topology: &Topology, phase: &Phase) -> Result<Listed> {
    Ok(read_written(text, topology, phase)?.steps)
}

/// The same with both readings of pairs. In a collective without a direction they are exchanges, unless a node is in two
/// pairs of a step.
///
/// # Errors
/// As for [`read_lines_of`].
pub fn read_written(text: &str, topology: &Topology, phase: &Phase) -> Result<WrittenSteps> {
    let (one_way, has_pairs) = read_in(text, topology, phase, false)?;
    let pattern = phase.instance().collective.pattern();
    if !has_pairs || !SYMMETRIC.contains(&pattern) {
        return Ok(WrittenSteps { steps: one_way, pairs: None, other: None });
    }
    let (both_ways, _) = read_in(text, topology, phase, true)?;
    let apart = |step: &Step| {
        let mut seen = BTreeSet::new();
        step.messages.iter().all(|message| seen.insert(message.from) && seen.insert(message.to))
    };
    let exchanges = one_way.0.iter().all(apart);
    let mut ways = [(both_ways, EXCHANGES), (one_way, MESSAGES)];
    if !exchanges {
        ways.reverse();
    }
    let [(steps, pairs), other] = ways;
    Ok(WrittenSteps { steps, pairs: Some(pairs), other: Some(other) })
}

/// A text in which blanks stand for the signs that mean nothing in steps, so that places stay: for Markdown, dollar signs,
/// and braces around messages. Rows of a table become lines.
fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains(['*', '`', '$', '{', '|']) {
        return Cow::Borrowed(text);
    }
    let mut made = text.replace(['`', '$'], " ");
    // Each begins with a backslash.
    for word in words("latex lists").into_iter().filter(|_| text.contains('\\')) {
        made = made.replace(word, &" ".repeat(word.len()));
    }
    // `2**k` is a power.
    let inside = |c: char| c.is_alphanumeric() || "()".contains(c);
    for (at, stars) in text.match_indices("**") {
        let power = text[..at].ends_with(inside) && text[at + 2..].starts_with(inside);
        if !power {
            made.replace_range(at..at + stars.len(), "  ");
        }
    }
    let mut table = MarkdownTable::default();
    let lines = made.split_inclusive('\n').map(|line| table.line(&without_braces(line)));
    Cow::Owned(lines.collect())
}

/// A table of Markdown with a column of steps, and one of messages or one each of senders and receivers.
#[derive(Default)]
struct MarkdownTable {
    /// How many columns its head names; 0 outside of a table.
    columns: usize,
    /// The step of the last row.
    step: String,
}

impl MarkdownTable {
    /// A row as a line of the same length, such as ` 1: 0 -> 4 `; any other line as it is.
    fn line(&mut self, line: &str) -> String {
        let bars: Vec<usize> = line.match_indices('|').map(|(at, _)| at).collect();
        let cells: Vec<&str> = bars.windows(2).map(|two| line[two[0] + 1..two[1]].trim()).collect();
        let Some(step) = cells.first().filter(|_| line.trim_start().starts_with('|')) else {
            self.columns = 0;
            return line.to_owned();
        };
        let is = |k: usize, list: &List| list.contains(&&*cells[k].to_lowercase());
        let sides = || cells.len() == 3 && is(1, words("from")) && is(2, words("to"));
        if self.columns == 0 && is(0, words("step")) && (cells.len() == 2 || sides()) {
            self.columns = cells.len();
        }
        let is_row = step.bytes().all(|byte| byte.is_ascii_digit());
        if self.columns != cells.len() || is_row && !line.is_ascii() && cells.len() > 2 {
            return line.to_owned();
        }
        // Blanks for whole characters, as many as they have bytes.
        let blank = |c: char| if c == '\n' { "\n".to_owned() } else { " ".repeat(c.len_utf8()) };
        if !is_row {
            return line.chars().map(blank).collect();
        }
        let repeated = *step == self.step;
        (*step).clone_into(&mut self.step);
        let mut made = line.replace('|', " ");
        let start = line.find(step).unwrap_or_default();
        let behind = start + step.len();
        if repeated {
            made.replace_range(start..behind, &" ".repeat(step.len()));
        } else if made[behind..].starts_with(' ') {
            made.replace_range(behind..=behind, ":");
        }
        if let (3, Some(between)) =
            (cells.len(), bars.get(2).filter(|at| made[..**at].ends_with(' ')))
        {
            made.replace_range(between - 1..=*between, "->");
        }
        made
    }
}

/// A line without the braces around its messages, if only one group has arrows in it.
fn without_braces(line: &str) -> String {
    let (mut open, mut groups) = (Vec::new(), Vec::new());
    for (at, c) in line.char_indices() {
        match c {
            '{' => open.push(at),
            '}' => groups.extend(open.pop().map(|start| (start, at))),
            _ => {}
        }
    }
    groups.retain(|(start, end)| has_arrow(&line[*start..*end]));
    let mut made = line.to_owned();
    if let [(start, end)] = groups[..] {
        made.replace_range(start..=start, " ");
        made.replace_range(end..=end, " ");
    }
    made
}

/// Whether a text says that there is no answer: `idk`, `?`, `n/a`.
pub fn is_no_answer(text: &str) -> bool {
    words("no answer").contains(&&*text.trim().trim_end_matches(['.', '!']).to_lowercase())
}

/// The steps, with pairs of nodes as exchanges or not, and whether there are any.
fn read_in(
    text: &str,
    topology: &Topology,
    phase: &Phase,
    both_ways: bool,
) -> Result<(Listed, bool)> {
    within("bytes of hand-written lines", text.len() as u128, LONGEST, None)?;
    if is_no_answer(text) {
        let at = text.len() - text.trim_start().len();
        let all = Span::new(at, at + text.trim().len());
        return refuse(all, "no answer is given", "write the messages of each step in a line");
    }
    let text = &*plain(text);
    let mut scope = Context { topology, phase, budget: &mut Budget::default() };
    let (label, has_pairs) = (None, false);
    let mut above = Above { scope: &mut scope, label, first: true, both_ways, has_pairs, spent: 0 };
    let mut at = body(text);
    let mut lines = Vec::new();
    for (number, raw) in (1..).zip(text[at..].split_inclusive('\n')) {
        let mut cursor = Cursor::new(raw.trim_end(), at);
        loop {
            let line = WrittenLine::read(&mut cursor, &mut above)?;
            above.first &= line.label.is_none();
            lines.push((number, line));
            if cursor.done() {
                break;
            }
        }
        at += raw.len();
    }
    Ok((Listed(steps(lines)?), above.has_pairs))
}

/// Reads the nodes on the way of one message: `0 -> 1 -> 3`.
///
/// # Errors
/// Anything but nodes with arrows of one direction between them.
pub fn read_way(text: &str, topology: &Topology) -> Result<Vec<Vertex>, Diagnostic> {
    let mut cursor = Cursor::new(text.trim(), 0);
    let mut nodes = Vec::new();
    loop {
        nodes.push(node(&mut cursor, topology)?.0);
        cursor.blanks();
        if cursor.rest.is_empty() {
            return Ok(nodes);
        }
        if arrow(&mut cursor) != Some(Arrow::To) {
            return cursor.expected("an arrow", "a route is written 0 -> 1 -> 3");
        }
        cursor.blanks();
    }
}

/// What stands behind the label of one step, if a text begins with one.
pub fn behind_label(text: &str) -> Option<&str> {
    let mut cursor = Cursor::new(text, 0);
    let label = label(&mut cursor, 1).ok()??;
    (label.letter.is_none() && label.counts().count() == 1).then(|| cursor.rest.trim_start())
}

/// Steps that have begun: those of a label.
struct Begun {
    label: Option<Span>,
    /// The number of the first.
    number: u64,
    /// The number of its first line.
    line: usize,
    steps: Vec<Vec<Message>>,
}

impl Begun {
    /// The number of the step behind the last.
    fn next(&self) -> u64 {
        self.number.saturating_add(self.steps.len() as u64)
    }
}

/// Each label begins a step. Where there is none each line with messages is a step, unless the one before
/// goes on in it.
fn steps(lines: Vec<(usize, WrittenLine)>) -> Result<Vec<Step>, Diagnostic> {
    let labelled = lines.iter().any(|(_, line)| line.label.is_some());
    let mut begun: Vec<Begun> = Vec::new();
    let mut open = None;
    for (line_number, line) in lines {
        let WrittenLine { label, steps, ends_open, place, comment_label } = line;
        if let Some(label) = label {
            refuse_open(open.take())?;
            refuse_empty(&begun)?;
            let number = numbered(&begun, &label)?;
            begun.push(Begun { label: Some(label.span), number, line: line_number, steps: vec![] });
        }
        if let (false, Some(place)) = (labelled, comment_label) {
            let message = "a step is announced in a comment, and no line has a label";
            let help = "leave out the comment sign: `Step 1:` begins a step";
            return refuse(place, message, help);
        }
        if steps.iter().all(Vec::is_empty) {
            continue;
        }
        if steps.len() > 1 && !labelled {
            refuse_open(open.take())?;
        }
        match begun.last_mut().filter(|_| labelled || open.is_some()) {
            Some(Begun { steps: begun, .. }) if begun.is_empty() => *begun = steps,
            Some(Begun { steps: begun, .. }) => {
                begun.iter_mut().zip(steps).for_each(|(step, more)| step.extend(more));
            }
            None if labelled => {
                let help = "begin with a label, such as `Step 1:`, or label no line at all";
                return refuse(place, "a message before the first step", help);
            }
            None => begun.push(Begun { label: None, number: 0, line: line_number, steps }),
        }
        open = ends_open;
    }
    refuse_open(open)?;
    refuse_empty(&begun)?;
    let steps = begun.into_iter().flat_map(|begun| begun.steps);
    Ok(steps.map(|messages| Step { messages }).collect())
}

/// The number of the first step of a label, which is the next.
fn numbered(begun: &[Begun], label: &Label) -> Result<u64, Diagnostic> {
    let next = begun.last().map(Begun::next);
    let Some(number) = label.number else { return Ok(next.unwrap_or(1)) };
    let fail = |message: String| Err(Diagnostic::new(message).at(label.span));
    let Some(next) = next else {
        let message = "steps are numbered from 1, or from 0";
        return match number {
            0 | 1 => Ok(number),
            _ => fail(format!("the first step is number {number}; {message}")),
        };
    };
    if let Some(there) = begun.iter().find(|step| (step.number..step.next()).contains(&number)) {
        let help = "write all its messages below its first label, or give this step its own number";
        let message = format!("step {number} is there already at line {}", there.line);
        return refuse(label.span, message, help);
    }
    if next == number {
        return Ok(number);
    }
    fail(format!("step {number} follows step {}; the next one is {next}", next - 1))
}

/// Refuses a label without messages.
fn refuse_empty(begun: &[Begun]) -> Result<(), Diagnostic> {
    match begun.last() {
        Some(Begun { label: Some(label), steps, number, .. }) if steps.is_empty() => {
            let help = "a step in which nothing travels is left out";
            refuse(*label, format!("step {number} has no message"), help)
        }
        _ => Ok(()),
    }
}

/// Refuses a comma after which nothing comes.
fn refuse_open(open: Option<Span>) -> Result<(), Diagnostic> {
    let help = "leave it out where the step ends: a line that ends so goes on in the next";
    open.map_or(Ok(()), |separator| refuse(separator, "a message belongs after this", help))
}
