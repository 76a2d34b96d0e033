//! One line: its label and its messages.

use smallvec::SmallVec;

use super::PairsAs;
use super::cursor::Cursor;
use super::label::{Label, MOST, begins_label, bullet, comment_label, is_title, label, then};
use super::node::{
    Arrow, MESSAGE, arrow, begins_message, has_sign, no_comma, node, route, separate,
};
use super::rule::IndexRule;
use super::{pairs, printed, words};
use crate::{Context, Draft, Placed, Result, checked, refuse, within};
use hockney_base::diagnostic::{Diagnostic, Span};
use hockney_core::collective::{Entry, EntryError, Instance};
use hockney_core::schedule::Message;
use hockney_core::topology::{Topology, Vertex};

/// What is wrong where `Step k:` does not end.
const UNKNOWN: &str = "the number of steps is not given";
const UNKNOWN_HELP: &str = "write a range, such as Steps 1-3: or Step k = 1..3:";

/// What a line says.
#[derive(Clone, Default)]
pub(super) struct WrittenLine {
    pub(super) label: Option<Label>,
    /// Its messages, for each step of its label or of that above it.
    pub(super) steps: Vec<Vec<Message>>,
    /// The comma or `and` at its end.
    pub(super) ends_open: Option<Span>,
    /// Where its first message begins.
    pub(super) place: Span,
    /// Where a comment begins that is a label but for its `#`.
    pub(super) comment_label: Option<Span>,
    /// Whether a blank line, `---` or `Then:` parts it from the line before.
    pub(super) parted: bool,
    /// Where `Then:` stands before it.
    pub(super) then: Option<Span>,
    /// The messages of which it says that they are received.
    pub(super) received: Vec<Message>,
}

/// What a line is read against, and what is known of the lines above it.
#[allow(clippy::struct_excessive_bools)] // each is a fact of its own
pub(super) struct Above<'a, 's> {
    pub(super) scope: &'a mut Context<'s>,
    pub(super) label: Option<Label>,
    /// Whether there was no label and no message yet.
    pub(super) first: bool,
    /// How pairs of nodes are read, and whether there was one; also one with a hyphen.
    pub(super) pairs: PairsAs,
    pub(super) has_pairs: bool,
    pub(super) has_hyphens: bool,
    /// How many messages rules and labels of several steps stand for so far.
    pub(super) spent: u128,
    /// Whether several senders may come next: none of them can be a receiver of the message before.
    pub(super) sets: bool,
    /// Whether there is one line, in which a chain of arrows has a step for each.
    pub(super) one_line: bool,
    /// The messages of which a line says that they are received.
    pub(super) received: Vec<Message>,
    /// The remarks in brackets.
    pub(super) skipped: Vec<String>,
}

impl Above<'_, '_> {
    fn spend(&mut self, messages: usize, times: usize, at: Span) -> Result<()> {
        self.spent += messages as u128 * times as u128;
        within("messages by rules and labels of several steps", self.spent, MOST, Some(at))
    }
}

impl WrittenLine {
    /// Reads a line, or its part up to the next label.
    ///
    /// Before the first step, words are a title that lacks its `#`.
    pub(super) fn read(cursor: &mut Cursor<'_>, above: &mut Above<'_, '_>) -> Result<Self> {
        bullet(cursor);
        let nodes = above.scope.topology.nodes();
        let label = label(cursor, nodes)?;
        above.label = label.or(above.label);
        let mut line = WrittenLine { label, place: cursor.here(), ..WrittenLine::default() };
        line.parted = label.is_none() && then(cursor);
        if line.parted && begins_label(*cursor, nodes) {
            return Self::read(cursor, above);
        }
        line.then = line.parted.then(|| cursor.since(line.place.start));
        if cursor.done() {
            line.comment_label = comment_label(*cursor);
            return Ok(line);
        }
        line.place = cursor.here();
        if above.first && label.is_none() && is_title(*cursor) {
            let help = "begin it with # where it is a title or a remark";
            return refuse(line.place, "a line without an arrow is not a message", help);
        }
        above.first = false;
        above.sets = true;
        line.steps = vec![Vec::new(); above.label.map_or(1, |label| label.counts().count())];
        loop {
            let pair = pairs::begins(*cursor, above.scope.topology);
            message(cursor, above, &mut line.steps)?;
            line.received.append(&mut above.received);
            last_words(cursor, above);
            // Between pairs no comma is needed.
            if pair && cursor.rest.starts_with('(') {
                continue;
            }
            let mut after = *cursor;
            let end = after.take(".") || after.take(";");
            let begins = |after| begins_label(after, nodes) || then(&mut { after });
            if end && (begins(after) || after.done()) {
                *cursor = after;
            }
            // "0 -> 4 (2) 0 -> 2"
            let numbered = cursor.rest.starts_with('(');
            if cursor.done() || (end || numbered) && begins(*cursor) {
                return Ok(line);
            }
            let mut next = *cursor;
            let comma = next.take(",");
            next.blanks();
            // "0 -> 4, Step 2: 0 -> 2", "0 -> 4, then 0 -> 2", "0 -> 4 | 0 -> 2"
            if above.one_line && cursor.take("|") {
                return Ok(line);
            }
            if then(&mut { next }) || comma && { next }.any("step") && begins_label(next, nodes) {
                *cursor = next;
                return Ok(line);
            }
            let start = cursor.at;
            let goes_on = SEPARATORS.iter().any(|sign| cursor.take(sign)) || cursor.word("and");
            if !goes_on && !cursor.take(";") {
                return after_a_message(cursor);
            }
            let separator = cursor.since(start);
            above.sets |= !goes_on;
            // "0 -> 1, and 2 -> 3"
            cursor.blanks();
            let _ = goes_on && cursor.word("and");
            if cursor.done() {
                line.ends_open = goes_on.then_some(separator);
                return Ok(line);
            }
        }
    }
}

/// One message, the two of an exchange, those of a rule or of a list, for each step.
fn message(
    cursor: &mut Cursor<'_>,
    above: &mut Above<'_, '_>,
    steps: &mut Vec<Vec<Message>>,
) -> Result<()> {
    let topology = above.scope.topology;
    if cursor.word("send") || cursor.word("from") {
        cursor.blanks();
    }
    if let Some((inside, behind)) = in_words(*cursor, above) {
        *cursor = behind;
        return of_brackets(inside, above, steps);
    }
    if pairs::begins(*cursor, topology) && senders(&mut { *cursor }, topology).is_none() {
        return of_pairs(cursor, above, steps);
    }
    let letter = above.label.and_then(|label| label.letter);
    if (letter.is_some() || cursor.rest.starts_with(char::is_alphabetic))
        && let Some(rule) = IndexRule::read(cursor, letter, topology)?
    {
        return of_rule(&rule, above, steps);
    }
    let start = *cursor;
    let round = topology.network().sides().is_none() && cursor.rest.starts_with('(');
    let in_brackets = round || cursor.rest.starts_with(['{', '[']);
    let sets = std::mem::take(&mut above.sets) || in_brackets;
    let mut after = start;
    if let Some((senders, way)) = senders(&mut after, topology).filter(|_| sets) {
        *cursor = after;
        above.sets = true;
        return of_sets(&senders, way, cursor, above, steps);
    }
    let from = node(cursor, topology)?;
    cursor.blanks();
    if let Some((way, blocks)) = told(cursor, above.scope.phase.instance()) {
        cursor.blanks();
        let other = node(cursor, topology)?;
        if way == Arrow::Back {
            let parts = Draft { from: other, to: from, blocks, via: None };
            above.received.push(checked(parts, above.scope)?);
            return Ok(());
        }
        return add(&Draft { from, to: other, blocks, via: None }, above, steps);
    }
    let in_words = !cursor.clone().while_(char::is_alphabetic).is_empty();
    let Some(way) = arrow(cursor).or_else(|| bare(cursor, above)) else {
        let last = steps.first().and_then(|step| step.last());
        return no_arrow(start, cursor, last, from, topology);
    };
    cursor.blanks();
    if way != Arrow::Both && cursor.rest.starts_with('{') {
        let others = set(cursor, topology, usize::MAX)?;
        return between(&[from], way, &others, above, steps);
    }
    let mut to = node(cursor, topology)?;
    let mut ends = from;
    let mut place = 0;
    while way == Arrow::To && !in_words && above.one_line && above.label.is_none() {
        let mut after = *cursor;
        after.blanks();
        if arrow(&mut after) != Some(Arrow::To) {
            break;
        }
        // A chain in a line by itself: what has arrived goes on in the next step.
        after.blanks();
        *cursor = after;
        let next = node(cursor, topology)?;
        steps.resize_with(steps.len().max(place + 2), Vec::new);
        between(&[ends], way, &[to], above, &mut steps[place..=place])?;
        (ends, to, place) = (to, next, place + 1);
    }
    if place > 0 {
        return between(&[ends], way, &[to], above, &mut steps[place..=place]);
    }
    let others = (way != Arrow::Both).then(|| receivers(cursor, topology, topology.nodes()));
    if let Some(others) = others.transpose()?.filter(|others| !others.is_empty()) {
        return between(&[from], way, &[vec![to], others].concat(), above, steps);
    }
    let (from, to) = if way == Arrow::Back { (to, from) } else { (from, to) };
    let before = route(cursor, topology)?;
    cursor.blanks();
    let open = [("[", "]"), ("{", "}")].into_iter().find(|(open, _)| cursor.take(open));
    let mut blocks = open.map(|(_, close)| blocks(cursor, close)).transpose()?;
    if blocks.is_none() {
        blocks = in_round_brackets(cursor, above);
    }
    let via = if before.is_none() { route(cursor, topology)? } else { before };
    let back = (way == Arrow::Both).then(|| {
        let via = via.clone().map(|(vertices, span)| (vertices.into_iter().rev().collect(), span));
        Draft { from: to, to: from, blocks: blocks.clone(), via }
    });
    add(&Draft { from, to, blocks, via }, above, steps)?;
    back.map_or(Ok(()), |back| add(&back, above, steps))
}

/// Messages between nodes in their order, or between one and each of several.
fn between(
    senders: &[Placed<Vertex>],
    way: Arrow,
    receivers: &[Placed<Vertex>],
    above: &mut Above<'_, '_>,
    steps: &mut [Vec<Message>],
) -> Result<()> {
    let ends = senders.iter().cycle().zip(receivers.iter().cycle());
    for (from, to) in ends.take(senders.len().max(receivers.len())) {
        let there = (way != Arrow::Back).then_some((*from, *to));
        let back = (way != Arrow::To).then_some((*to, *from));
        for (from, to) in there.into_iter().chain(back) {
            add(&Draft { from, to, blocks: None, via: None }, above, steps)?;
        }
    }
    Ok(())
}

/// The entries of a message.
type Entries = SmallVec<[Placed<Entry>; 1]>;

/// Reads entries that are written in another way than in brackets; all stand at one place.
fn placed(entries: &[String], span: Span) -> Option<Entries> {
    entries.iter().map(|entry| Some((Entry::parse(entry).ok()?, span))).collect()
}

/// `sends M4 to`, `is receiving 3 from`: which way it goes, and what.
fn told(cursor: &mut Cursor<'_>, of: &Instance) -> Option<(Arrow, Option<Entries>)> {
    let mut after = *cursor;
    let (way, word) = if after.any("sends what") {
        (Arrow::To, " to ")
    } else if after.any("receives what") {
        (Arrow::Back, " from ")
    } else {
        return None;
    };
    let start = after.at;
    let end = after.rest.find(word)?;
    let payload = after.skip(end);
    let span = after.since(start);
    after.skip(word.len());
    let entries = printed::entries(payload, of).filter(|_| !payload.trim().is_empty())?;
    let blocks = placed(&entries, span)?;
    *cursor = after;
    Some((way, (!blocks.is_empty()).then_some(blocks)))
}

/// `0>4`, and `0-4`, which as in a pair may also be an exchange.
fn bare(cursor: &mut Cursor<'_>, above: &mut Above<'_, '_>) -> Option<Arrow> {
    let mut after = *cursor;
    let hyphen = ["-", "–"].iter().any(|hyphen| after.take(hyphen));
    if !hyphen && !after.take(">") {
        return None;
    }
    let mut to = after;
    to.blanks();
    to.rest.starts_with(|c: char| c.is_ascii_digit() || c == '(').then(|| *cursor = after)?;
    above.has_pairs |= hyphen;
    above.has_hyphens |= hyphen;
    Some(match above.pairs {
        PairsAs::Exchanges if hyphen => Arrow::Both,
        PairsAs::Backwards if hyphen => Arrow::Back,
        PairsAs::Messages | PairsAs::Exchanges | PairsAs::Backwards => Arrow::To,
    })
}

/// Takes a remark in round brackets, `(distance 4)`.
fn remark(cursor: &mut Cursor<'_>, above: &mut Above<'_, '_>) -> Option<()> {
    let mut after = *cursor;
    let inside = after.bracket()?;
    let is_word = |word: &str| {
        word.parse::<u64>().is_ok() || words("remarks").contains(&&*word.to_lowercase())
    };
    let mut parts = inside.split_whitespace();
    let says = parts.clone().any(|part| part.parse::<u64>().is_err()) && parts.all(is_word);
    says.then_some(())?;
    above.skipped.push(format!("({inside})"));
    *cursor = after;
    Some(())
}

/// Blocks in round brackets, `(4-7)`.
fn in_round_brackets(cursor: &mut Cursor<'_>, above: &mut Above<'_, '_>) -> Option<Entries> {
    let mut after = *cursor;
    let start = after.at;
    // "0 -> 4 (2) 0 -> 2"
    let begins = label(&mut after, 1).ok()?.is_some();
    after.blanks();
    if begins && begins_message(after) {
        return None;
    }
    after = *cursor;
    let found = printed::entries(after.bracket()?, above.scope.phase.instance());
    let found = placed(&found?, after.since(start)).filter(|found| !found.is_empty())?;
    *cursor = after;
    Some(found)
}

/// The messages in brackets behind words about them, and what follows: `odd nodes send to the left (1 -> 0, 3 -> 2)`.
fn in_words<'t>(cursor: Cursor<'t>, above: &mut Above<'_, '_>) -> Option<(Cursor<'t>, Cursor<'t>)> {
    let (said, rest) = cursor.rest.split_once('(')?;
    let (inside, _) = rest.split_once(')')?;
    let lower = said.to_lowercase();
    let mut words_of = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let plain = |c: char| c.is_alphanumeric() || " ,'".contains(c);
    let fits = said.chars().all(plain)
        && has_sign(inside)
        && words_of.clone().count() > 2
        && words_of.all(|word| !words("turns").contains(&word));
    let mut behind = cursor;
    behind.skip(said.len() + inside.len() + 2);
    fits.then(|| above.skipped.push(said.trim().to_owned()))?;
    Some((Cursor::new(inside, cursor.at + said.len() + 1), behind))
}

/// The messages of a bracket.
fn of_brackets(
    mut inside: Cursor<'_>,
    above: &mut Above<'_, '_>,
    steps: &mut Vec<Vec<Message>>,
) -> Result<()> {
    loop {
        message(&mut inside, above, steps)?;
        if inside.done() {
            return Ok(());
        }
        if separate(&mut inside).is_none() {
            return after_a_message(&inside);
        }
    }
}

/// Goes on behind words that say nothing of the messages before them: `, at the same time`, `(step 2)`.
fn last_words(cursor: &mut Cursor<'_>, above: &mut Above<'_, '_>) {
    let mut after = *cursor;
    after.take(",");
    if after.any("message last") {
        *cursor = after;
    }
    cursor.blanks();
    let _ = remark(cursor, above);
    cursor.blanks();
}

/// Several senders and the arrow behind them: `0,1 ->`, `{0,4} →`.
fn senders(cursor: &mut Cursor<'_>, topology: &Topology) -> Option<(Vec<Placed<Vertex>>, Arrow)> {
    let mut after = *cursor;
    let senders = set(&mut after, topology, usize::MAX).ok()?;
    after.blanks();
    let way = arrow(&mut after).filter(|_| senders.len() > 1)?;
    *cursor = after;
    Some((senders, way))
}

/// At most so many nodes with commas between, perhaps in brackets.
fn set(
    cursor: &mut Cursor<'_>,
    topology: &Topology,
    most: usize,
) -> Result<Vec<Placed<Vertex>>, Diagnostic> {
    let round = topology.network().sides().is_none();
    let brackets = [("{", "}"), ("[", "]"), ("(", ")")];
    let open = brackets
        .into_iter()
        .find(|(open, _)| (round || *open != "(") && cursor.rest.starts_with(open));
    cursor.skip(usize::from(open.is_some()));
    cursor.blanks();
    let mut nodes = vec![node(cursor, topology)?];
    loop {
        let mut after = *cursor;
        if nodes.len() >= most || separate(&mut after).is_none() {
            break;
        }
        let Ok(next) = node(&mut after, topology) else { break };
        nodes.push(next);
        *cursor = after;
    }
    cursor.blanks();
    match open {
        Some((_, close)) if !cursor.take(close) => cursor.expected("a closing bracket", MESSAGE),
        _ => Ok(nodes),
    }
}

/// The messages from several senders, in their order, or to one receiver.
fn of_sets(
    senders: &[Placed<Vertex>],
    way: Arrow,
    cursor: &mut Cursor<'_>,
    above: &mut Above<'_, '_>,
    steps: &mut [Vec<Message>],
) -> Result<()> {
    cursor.blanks();
    let start = cursor.at;
    let receivers = set(cursor, above.scope.topology, senders.len())?;
    let _ = cursor.any("are receivers");
    if ![1, senders.len()].contains(&receivers.len()) {
        let message = format!("{} senders have {} receivers", senders.len(), receivers.len());
        let help = "write as many receivers as senders, or each message: 0 -> 2, 1 -> 3";
        return refuse(cursor.since(start), message, help);
    }
    between(senders, way, &receivers, above, steps)
}

/// Adds a message to each step.
fn add(parts: &Draft, above: &mut Above<'_, '_>, steps: &mut [Vec<Message>]) -> Result<()> {
    match steps {
        [] => refuse(parts.from.1, UNKNOWN, UNKNOWN_HELP),
        steps => {
            let blocks = parts.blocks.as_ref().map_or(0, SmallVec::len);
            let via = parts.via.as_ref().map_or(0, |(via, _)| via.len());
            if steps.len() > 1 {
                above.spend(1 + blocks + via, steps.len(), parts.from.1)?;
            }
            steps.iter_mut().try_for_each(|step| {
                step.push(checked(parts.clone(), above.scope)?);
                Ok(())
            })
        }
    }
}

/// The messages of a pair or of a list of them; a list of steps stands alone.
fn of_pairs(
    cursor: &mut Cursor<'_>,
    above: &mut Above<'_, '_>,
    steps: &mut Vec<Vec<Message>>,
) -> Result<()> {
    let mut found = pairs::read(cursor, above.scope.topology)?;
    above.has_pairs = true;
    if above.pairs == PairsAs::Exchanges {
        let both = |(from, to): pairs::Pair| [(from, to), (to, from)];
        found.steps.iter_mut().for_each(|step| *step = step.drain(..).flat_map(both).collect());
    }
    let parts = |(from, to): pairs::Pair| Draft { from, to, blocks: None, via: None };
    if !found.listed {
        let mut pairs = found.steps.into_iter().flatten();
        return pairs.try_for_each(|pair| add(&parts(pair), above, steps));
    }
    if above.label.is_some() || steps.iter().any(|step| !step.is_empty()) || !cursor.done() {
        let help = "write it without labels and other messages, or each step in a line of its own";
        return refuse(found.span, "a list of steps beside other steps", help);
    }
    steps.clear();
    for pairs in found.steps {
        let step = pairs.into_iter().map(|pair| checked(parts(pair), above.scope));
        steps.push(step.collect::<Result<_, _>>()?);
    }
    Ok(())
}

/// The messages of a rule, for each value of the letter that counts the steps.
fn of_rule(
    rule: &IndexRule,
    above: &mut Above<'_, '_>,
    steps: &mut Vec<Vec<Message>>,
) -> Result<()> {
    let topology = above.scope.topology;
    let nodes = topology.nodes() as usize;
    let found = match above.label {
        Some(label) if label.range.is_none() => {
            let found = unending(rule, above)?;
            steps.resize_with(found.len(), Vec::new);
            found
        }
        label => {
            above.spend(nodes, steps.len(), rule.span)?;
            let ends = |step| rule.ends(step, topology);
            match label {
                Some(label) => label.counts().map(ends).collect::<Result<_, _>>()?,
                None => vec![ends(0)?],
            }
        }
    };
    for (step, ends) in steps.iter_mut().zip(found) {
        for (from, to) in ends {
            let [from, to] = [from, to].map(|node| (node, rule.span));
            step.push(checked(Draft { from, to, blocks: None, via: None }, above.scope)?);
        }
    }
    Ok(())
}

/// The steps of `Step k:`, from 0 or else from 1, as long as the rule makes sense.
fn unending(rule: &IndexRule, above: &mut Above<'_, '_>) -> Result<Vec<Vec<(Vertex, Vertex)>>> {
    let topology = above.scope.topology;
    let nodes = topology.nodes() as usize;
    let unknown = || refuse(rule.span, UNKNOWN, UNKNOWN_HELP);
    if !rule.counts() {
        return unknown();
    }
    above.spend(2 * nodes, 1, rule.span)?;
    let first = i128::from(rule.ends(0, topology).is_err());
    let mut found = vec![rule.ends(first, topology)?];
    loop {
        let last = first + found.len() as i128;
        above.spend(nodes, 1, rule.span)?;
        let Ok(ends) = rule.ends(last, topology) else {
            if let Some(label) = &mut above.label {
                label.range = Some((first, last - 1));
            }
            return Ok(found);
        };
        if found.len() > nodes {
            return unknown();
        }
        found.push(ends);
    }
}

/// What to say about a node without an arrow behind it.
fn no_arrow(
    start: Cursor<'_>,
    cursor: &Cursor<'_>,
    last: Option<&Message>,
    node: Placed<Vertex>,
    topology: &Topology,
) -> Result<()> {
    if let (Some(last), true) = (last, ends_message(*cursor)) {
        let [sender, one, two] = [last.from, last.to, node.0].map(|node| topology.number(node));
        let help = format!(
            "write each message: {sender} -> {one}, {sender} -> {two}; one port sends one \
             message in a step"
        );
        return refuse(node.1, "one sender and several receivers after one arrow", help);
    }
    let pair = start.rest.split_once(')').and_then(|(pair, _)| pair.strip_prefix('('));
    if let Some((from, to)) = pair.and_then(|pair| pair.split_once(',')) {
        let (from, to, shown) = (from.trim(), to.trim(), topology.show(node.0));
        let message = format!("this may be node {shown}, or a message from {from} to {to}");
        let help = format!(
            "write {from} -> {to} for the message; nodes of a grid are paired as ((0,0),(0,1))"
        );
        return refuse(node.1, message, help);
    }
    cursor.expected("an arrow", MESSAGE)
}

/// What stands between two messages, beside `and` and a semicolon.
const SEPARATORS: [&str; 5] = [",", "，", "‖", "∥", "&"];

/// Whether a message could end here.
fn ends_message(mut cursor: Cursor<'_>) -> bool {
    let mut after = cursor;
    after.blanks();
    let full_stop = after.take(".") && after.done();
    let separated = SEPARATORS.iter().any(|sign| cursor.rest.starts_with(sign));
    separated
        || full_stop
        || cursor.done()
        || cursor.rest.starts_with([';', '['])
        || cursor.word("and")
}

/// Entries up to the closing bracket.
fn blocks(cursor: &mut Cursor<'_>, close: &str) -> Result<Entries> {
    let mut entries = Entries::new();
    loop {
        cursor.while_(|c| c.is_whitespace() || c == ',' || c == ';');
        let start = cursor.at;
        if cursor.take(close) {
            if entries.is_empty() {
                let help = "without brackets the message carries everything that the sender has";
                let bracket = Span::new(start, start + 1);
                return refuse(bracket, "a block belongs in the brackets", help);
            }
            return Ok(entries);
        }
        let word = cursor.while_(|c| !c.is_whitespace() && !",;]}#".contains(c));
        if word.is_empty() {
            let message = format!("a closing bracket `{close}` belongs here");
            return Err(Diagnostic::new(message).at(cursor.here()).into());
        }
        let span = cursor.since(start);
        let help = "blocks in brackets are such as [0], [0-3 5] or [0@4-7]";
        let wrong = |error: EntryError| Diagnostic::new(error.to_string()).at(span).help(help);
        let entry = Entry::parse(word).map_err(wrong)?;
        entries.push((entry, span));
    }
}

/// What to say about something behind a message that is no separator.
fn after_a_message<T>(cursor: &Cursor<'_>) -> Result<T> {
    if arrow(&mut cursor.clone()).is_some() {
        let help = "write each message by itself, such as 0 -> 1, 1 -> 2; what passes on what it \
                    has just received belongs to the next step";
        return refuse(cursor.here(), "a chain of arrows does not say what travels when", help);
    }
    if begins_message(*cursor) {
        return no_comma(cursor.here());
    }
    let help = if cursor.rest.starts_with([':', '(', '{']) {
        "blocks stand in brackets: 0 -> 4 [0-3 5]"
    } else {
        "messages of a step are separated by commas: 0 -> 4, 2 -> 6"
    };
    cursor.expected("a comma, a semicolon, `and` or the end of the line", help)
}

/// The further receivers of a message, up to the end of its line, a semicolon or, if commas part them, an `and` before the
/// next message: `, 2 and 3`, `, 4 and 2 -> 5`. None if anything else stands among them.
fn receivers(
    cursor: &mut Cursor<'_>,
    topology: &Topology,
    nodes: u32,
) -> Result<Vec<Placed<Vertex>>, Diagnostic> {
    let (mut after, mut found) = (*cursor, Vec::new());
    // Of each where its separator begins, and whether that is `and`.
    let mut places: Vec<(Cursor<'_>, bool)> = Vec::new();
    loop {
        let mut ahead = after;
        let _ = ahead.any("are receivers");
        ahead.blanks();
        let last = { ahead }.any("message last") || ahead.rest.starts_with("(step ");
        let stop = last || { ahead }.take(";") || ahead.take(".") || then(&mut { ahead });
        if ahead.done() || stop || begins_label(ahead, nodes) {
            *cursor = after;
            let _ = cursor.any("are receivers");
            return Ok(found);
        }
        if let ([first, .., _], [before @ .., (last, and)]) = (&found[..], &places[..])
            && arrow(&mut { ahead }).is_some()
        {
            // "0 sends to 1 and 2, 3 sends to 4"
            let one = !and && before.iter().all(|(_, and)| *and) && { ahead }.word("sends");
            if !one && (!and || before.iter().any(|(_, and)| *and)) {
                let help =
                    "write each message: 0 -> 1, 0 -> 2; one port sends one message in a step";
                let message = "one sender and several receivers after one arrow";
                return refuse(first.1, message, help);
            }
            *cursor = *last;
            found.pop();
            return Ok(found);
        }
        let before = after;
        if separate(&mut after).is_none() {
            return Ok(Vec::new());
        }
        let sign = &before.rest[..after.at - before.at];
        places.push((before, sign.contains(char::is_alphabetic)));
        match node(&mut after, topology) {
            Ok(node) => found.push(node),
            Err(_) => return Ok(Vec::new()),
        }
    }
}
