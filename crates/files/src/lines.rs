//! The lines that people write by hand: `Step 1: 0 -> 4, 2 → 6`.
//!
//! ```text
//! line      = [bullet] [label] [message {separator message} [separator]] ["." | ";"] [line | ("#" | "//") comment]
//! bullet    = "-" | "*" | "•"                                 followed by a blank
//! label     = step number [mark] | "in" step number ["," | mark] | ordinal step [mark] | number (":" | "." | ")") | time ["="] number ":"
//!           | "(" number ")" | ordinal ":" | axis number ":" | "in the" ordinal step
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
//! A message may also have several senders, `{0,4} -> {2,6}`, or be told, `0 sends M4 to 4`, `4 receives M4 from 0`. Print-outs
//! of programs are read by `printed.rs`.
//!
//! Lines after a label belong to its step; steps are numbered one after the other from 0 or 1.
//! Where there are no labels, each line is a step, or each group of lines between blank lines, `---` or `Then:`, and a line
//! that ends in a comma or `and` goes on in the next. A label of several steps begins all of them, with the same messages in each. Its
//! letter counts them in rules. Blocks stand in brackets, since what follows a comma or stands in
//! parentheses may be a node; a message without them carries everything its sender holds or knows.

mod cursor;
mod label;
mod line;
mod node;
mod pairs;
mod printed;
mod rule;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::LazyLock;

pub use self::node::has_arrow;
pub use self::printed::printed_pieces;

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

/// Hand-written steps. Pairs of nodes such as `(0,1)`, and lines without labels, may be read in two ways.
#[derive(Clone, Debug)]
pub struct WrittenSteps {
    /// The steps.
    pub steps: Listed,
    /// How they were read, where that matters: `pairs as exchanges`.
    pub said: Vec<&'static str>,
    /// The steps read in other ways.
    pub others: Vec<OtherWay>,
    /// The remarks that were skipped.
    pub skipped: Vec<String>,
}

/// Another way to read steps.
#[derive(Clone, Debug)]
pub struct OtherWay {
    /// The steps.
    pub steps: Listed,
    /// The words for it: `each line as a step`.
    pub said: &'static str,
    /// How to write what is meant.
    pub help: &'static str,
    /// Whether it is as usual as the way in which the steps were read.
    pub is_usual: bool,
}

/// The patterns of collectives without a direction, in which two nodes of a pair send to each other.
const SYMMETRIC: [Pattern; 5] =
    [Pattern::AllToAll, Pattern::Reduced, Pattern::AllReduced, Pattern::Pairs, Pattern::Token];
/// The two ways to read pairs.
const EXCHANGES: &str = "pairs as exchanges";
const MESSAGES: &str = "pairs as messages from the first node to the second";
const BACKWARDS: &str = "pairs as messages from the second node to the first";
const PAIRS_HELP: &str = "write 0 <-> 1 for an exchange, or 0 -> 1 for a message";
/// The two ways to read lines in groups, and labels that are repeated.
const GROUPS: &str = "each group of lines as a step";
const APART: &str = "each line as a step";
const REPEATED: &str = "lines with one label as one step";
const LABELS_HELP: &str = "write `Step 1:`, `Step 2:` and so on before the steps";

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
    let read = |pairs| read_in(text, topology, phase, pairs);
    let one_way = read(PairsAs::Messages)?;
    let pattern = phase.instance().collective.pattern();
    let other = |steps, said| OtherWay { steps, said, help: PAIRS_HELP, is_usual: true };
    if one_way.has_hyphens && !SYMMETRIC.contains(&pattern) {
        let backwards = other(read(PairsAs::Backwards)?.steps, BACKWARDS);
        return Ok(one_way.written(Some((MESSAGES, backwards))));
    }
    if !one_way.has_pairs || !SYMMETRIC.contains(&pattern) {
        return Ok(one_way.written(None));
    }
    let both_ways = read(PairsAs::Exchanges)?;
    let apart = |step: &Step| {
        let mut seen = BTreeSet::new();
        step.messages.iter().all(|message| seen.insert(message.from) && seen.insert(message.to))
    };
    let exchanges = one_way.steps.0.iter().all(apart);
    let mut ways = [(both_ways, EXCHANGES), (one_way, MESSAGES)];
    if !exchanges {
        ways.reverse();
    }
    let [(read, pairs), (second, said)] = ways;
    Ok(read.written(Some((pairs, other(second.steps, said)))))
}

/// How a pair of nodes is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PairsAs {
    Messages,
    Exchanges,
    /// From the second node to the first, where a hyphen stands between them.
    Backwards,
}

/// Steps with pairs read in one way.
struct ReadSteps {
    steps: Listed,
    has_pairs: bool,
    has_hyphens: bool,
    skipped: Vec<String>,
    /// How lines were put together, and the steps with each line by itself.
    apart: Option<(&'static str, Listed)>,
}

impl ReadSteps {
    fn written(self, pairs: Option<(&'static str, OtherWay)>) -> WrittenSteps {
        let (mut said, mut others) = pairs.into_iter().collect::<(Vec<_>, Vec<_>)>();
        if let Some((together, steps)) = self.apart {
            said.push(together);
            others.push(OtherWay { steps, said: APART, help: LABELS_HELP, is_usual: false });
        }
        WrittenSteps { steps: self.steps, said, others, skipped: self.skipped }
    }
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

/// The most groups in braces in a line of which one may be around its messages.
const MOST_GROUPS: usize = 64;

/// A line without the braces around its messages, if one group has arrows in it, or each such group has a label.
fn without_braces(line: &str) -> String {
    let (mut open, mut groups) = (Vec::new(), Vec::new());
    for (at, c) in line.char_indices() {
        match c {
            '{' => open.push(at),
            '}' => groups.extend(open.pop().map(|start| (start, at))),
            _ => {}
        }
    }
    let mut made = line.to_owned();
    // Messages stand in few braces.
    if groups.len() > MOST_GROUPS {
        return made;
    }
    groups.retain(|(start, end)| has_arrow(&line[*start..*end]));
    let labelled = |(start, _): &(usize, usize)| line[..*start].trim_end().ends_with(':');
    if groups.len() != 1 && !groups.iter().all(labelled) {
        return made;
    }
    for (start, end) in groups {
        made.replace_range(start..=start, " ");
        made.replace_range(end..=end, " ");
    }
    made
}

/// Whether a text says that there is no answer: `idk`, `?`, `n/a`.
pub fn is_no_answer(text: &str) -> bool {
    words("no answer").contains(&&*text.trim().trim_end_matches(['.', '!']).to_lowercase())
}

/// The steps, with pairs of nodes read in one way.
fn read_in(text: &str, topology: &Topology, phase: &Phase, pairs: PairsAs) -> Result<ReadSteps> {
    within("bytes of hand-written lines", text.len() as u128, LONGEST, None)?;
    if is_no_answer(text) {
        let at = text.len() - text.trim_start().len();
        let all = Span::new(at, at + text.trim().len());
        return refuse(all, "no answer is given", "write the messages of each step in a line");
    }
    let Some(printed) = printed::lines(text, phase.instance()) else {
        return read_plain(&plain(text), topology, phase, pairs);
    };
    let made = printed.iter().map(|(line, _)| &**line).collect::<Vec<_>>().join("\n");
    read_plain(&made, topology, phase, pairs).map_err(|error| {
        // What is wrong stands in the line that was printed.
        let number = |span: Span| Some(made.get(..span.start)?.matches('\n').count());
        error.placed(|span| printed.get(number(span)?).map(|(_, place)| *place))
    })
}

/// The steps of lines as people write them.
fn read_plain(text: &str, topology: &Topology, phase: &Phase, pairs: PairsAs) -> Result<ReadSteps> {
    let mut scope = Context { topology, phase, budget: &mut Budget::default() };
    let mut at = body(text);
    let mut above = Above {
        scope: &mut scope,
        label: None,
        first: true,
        pairs,
        has_pairs: false,
        has_hyphens: false,
        spent: 0,
        sets: true,
        one_line: !text[at..].trim().contains('\n'),
        received: Vec::new(),
        skipped: Vec::new(),
    };
    let (mut lines, mut parted) = (Vec::new(), false);
    for (number, raw) in (1..).zip(text[at..].split_inclusive('\n')) {
        let mut cursor = Cursor::new(raw.trim_end(), at);
        at += raw.len();
        if is_rule(raw.trim()) {
            parted = true;
            continue;
        }
        loop {
            let mut line = WrittenLine::read(&mut cursor, &mut above)?;
            above.first &= line.label.is_none();
            line.parted |= std::mem::take(&mut parted);
            // Without messages it parts those around it.
            parted = line.parted && line.steps.iter().all(Vec::is_empty);
            lines.push((number, line));
            if cursor.done() {
                break;
            }
        }
    }
    let Above { has_pairs, has_hyphens, skipped, .. } = above;
    let lines = from_the_first(lines);
    let apart = match together(&lines) {
        Some(said) => Some((said, Listed(steps(lines.clone(), true)?))),
        None => None,
    };
    let steps = Listed(steps(lines, false)?);
    Ok(ReadSteps { steps, has_pairs, has_hyphens, skipped, apart })
}

/// Whether a line only parts those around it: it is empty, or `---`.
fn is_rule(line: &str) -> bool {
    let all = |mark: char| line.len() > 2 && line.chars().all(|c| c == mark);
    line.is_empty() || ['-', '=', '_', '*'].into_iter().any(all)
}

/// How lines are put together that could each be a step, if any are: lines without labels in groups, or several
/// with one label.
fn together(lines: &[(usize, WrittenLine)]) -> Option<&'static str> {
    let mut labels = lines.iter().filter_map(|(_, line)| line.label?.number).peekable();
    if labels.peek().is_some() {
        let labels: Vec<u64> = labels.collect();
        return labels.windows(2).any(|two| two[0] == two[1]).then_some(REPEATED);
    }
    let mut rows = lines.iter().filter(|(_, line)| !line.steps.iter().all(Vec::is_empty));
    let unlabelled = rows.clone().all(|(_, line)| line.label.is_none() && line.steps.len() == 1);
    rows.next();
    let parted = rows.clone().any(|(_, line)| line.parted);
    (unlabelled && parted && rows.any(|(_, line)| !line.parted)).then_some(GROUPS)
}

/// Steps that are listed from the last, `Step 3:`, `Step 2:`, `Step 1:`, from the first.
fn from_the_first(lines: Vec<(usize, WrittenLine)>) -> Vec<(usize, WrittenLine)> {
    let number = |line: &WrittenLine| {
        line.label?.number.filter(|_| line.label.is_some_and(|label| label.counts().count() == 1))
    };
    let begins: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].1.label.is_some()).collect();
    let numbers: Vec<Option<u64>> = begins.iter().map(|at| number(&lines[*at].1)).collect();
    let fall = |two: &[Option<u64>]| two[0].zip(two[1]).is_some_and(|(one, next)| one == next + 1);
    let whole = numbers.len() > 1 && begins[0] == 0 && matches!(numbers.last(), Some(Some(0 | 1)));
    if !whole || !numbers.windows(2).all(fall) {
        return lines;
    }
    let mut lines = lines;
    begins.into_iter().rev().flat_map(|begin| lines.split_off(begin)).collect()
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
    /// The messages of which a line says that they are received.
    received: Vec<(Span, Message)>,
}

impl Begun {
    /// Takes over what is received; it may be told from both sides.
    fn receive(mut self) -> Result<Vec<Vec<Message>>, Diagnostic> {
        for (place, message) in self.received {
            let Some(step) = self.steps.first_mut() else { continue };
            let ends = |sent: &&Message| (sent.from, sent.to) == (message.from, message.to);
            match step.iter().find(ends) {
                None => step.push(message),
                Some(sent) if *sent == message => {}
                Some(_) => {
                    let help = "write the same blocks in both lines, or one line for each message";
                    return refuse(place, "sender and receiver say that other blocks travel", help);
                }
            }
        }
        Ok(self.steps)
    }

    /// The number of the step behind the last.
    fn next(&self) -> u64 {
        self.number.saturating_add(self.steps.len() as u64)
    }
}

/// Each label begins a step that is not that of the line before, and where there is none each group of lines does. Read
/// `apart` each line with messages is a step, unless the one before goes on in it.
fn steps(lines: Vec<(usize, WrittenLine)>, apart: bool) -> Result<Vec<Step>, Diagnostic> {
    let labels = lines.iter().filter(|(_, line)| line.label.is_some()).count();
    let labelled = labels > 0;
    let grouped = !apart && together(&lines) == Some(GROUPS);
    let mut begun: Vec<Begun> = Vec::new();
    let mut open = None;
    for (line_number, line) in lines {
        let WrittenLine { label, steps, ends_open, place, comment_label, parted, then, received } =
            line;
        // "In step 1, 0 -> 4, then 0 -> 2"
        let label = label.or(then.filter(|_| labels == 1).map(Label::next));
        let last = begun.last().filter(|last| last.steps.len() == 1).map(|last| last.number);
        let repeated = last.is_some() && label.is_some_and(|label| label.number == last);
        if let Some(label) = label.filter(|label| !repeated || label.counts().count() != 1) {
            refuse_open(open.take())?;
            refuse_empty(&begun)?;
            let number = numbered(&begun, &label)?;
            let (label, line) = (Some(label.span), line_number);
            begun.push(Begun { label, number, line, steps: vec![], received: vec![] });
        }
        if let (false, Some(place)) = (labelled, comment_label) {
            let message = "a step is announced in a comment, and no line has a label";
            let help = "leave out the comment sign: `Step 1:` begins a step";
            return refuse(place, message, help);
        }
        if steps.iter().all(Vec::is_empty) && received.is_empty() {
            continue;
        }
        if let Some(then) = then.filter(|_| labels > 1) {
            let help = "give this step a label, such as `Step 2:`, or label no step at all";
            return refuse(then, "a step without a label among steps with labels", help);
        }
        if steps.len() > 1 && !labelled {
            refuse_open(open.take())?;
        }
        let goes_on = labelled && !(apart && repeated) || open.is_some() || grouped && !parted;
        let is_first = begun.is_empty();
        match begun.last_mut().filter(|_| goes_on) {
            Some(Begun { steps: begun, .. }) if begun.is_empty() => *begun = steps,
            Some(Begun { steps: begun, .. }) => {
                begun.iter_mut().zip(steps).for_each(|(step, more)| step.extend(more));
            }
            None if labelled && is_first => {
                let help = "begin with a label, such as `Step 1:`, or label no line at all";
                return refuse(place, "a message before the first step", help);
            }
            None => {
                let number = begun.last().map_or(0, |last| last.number);
                let line = line_number;
                begun.push(Begun { label: None, number, line, steps, received: vec![] });
            }
        }
        if let Some(begun) = begun.last_mut() {
            begun.received.extend(received.into_iter().map(|message| (place, message)));
        }
        open = ends_open;
    }
    refuse_open(open)?;
    refuse_empty(&begun)?;
    let steps = begun.into_iter().map(Begun::receive).collect::<Result<Vec<_>, _>>()?;
    Ok(steps.into_iter().flatten().map(|messages| Step { messages }).collect())
}

/// The number of the first step of a label, which is the next.
fn numbered(begun: &[Begun], label: &Label) -> Result<u64, Diagnostic> {
    let next = begun.last().map(Begun::next);
    let Some(number) = label.number else { return Ok(next.unwrap_or(1)) };
    let fail = |message: String| Err(Diagnostic::new(message).at(label.span));
    let Some(next) = next else {
        let from = "steps are numbered from 1, or from 0";
        let message = format!("the first step is number {number}; {from}");
        return if number < 2 { Ok(number) } else { fail(message) };
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
    let last = begun.last().filter(|last| last.steps.is_empty());
    let Some(Begun { label: Some(label), number, .. }) = last else { return Ok(()) };
    let help = "a step in which nothing travels is left out";
    refuse(*label, format!("step {number} has no message"), help)
}

/// Refuses a comma after which nothing comes.
fn refuse_open(open: Option<Span>) -> Result<(), Diagnostic> {
    let help = "leave it out where the step ends: a line that ends so goes on in the next";
    open.map_or(Ok(()), |separator| refuse(separator, "a message belongs after this", help))
}
