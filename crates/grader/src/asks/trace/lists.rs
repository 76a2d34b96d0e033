//! The blocks of nodes as students write them: a number for each node, or a list for each.
//!
//! ```text
//! 1 3 3 7 5 11 7 15            a number for each node, in their order
//! 0: 0 1                       a line for each node
//! P1: {0, 1}, P2: {2}          or several in a line
//! [[0, 1], [0, 1], [2-3], []]  a list for each node, in their order
//! ```
//!
//! Nodes and blocks are numbered as the question says.

use crate::answers::behind;
use crate::grade::value_at;
use crate::prelude::*;

/// The original text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Lists {
    /// Numbers in a row.
    Row(Vec<Rational>),
    /// The blocks of each node, indexed by node; `None` if the answer leaves the node out.
    Nodes(Vec<Option<Vec<Rational>>>),
}

impl Lists {
    /// All that is written in it.
    pub(super) fn numbers(&self) -> Vec<&Rational> {
        match self {
            Lists::Row(row) => row.iter().collect(),
            Lists::Nodes(lists) => lists.iter().flatten().flatten().collect(),
        }
    }
}

/// The readings of what nodes hold, the plain one first: a pair in brackets may be a node of a
/// grid or a block, and a row of 1 and 0 may be flags.
///
/// # Errors
/// What was expected.
pub(super) fn read(key: &Key<'_>, values: bool, text: &str) -> Result<Vec<Lists>, String> {
    let of = &key.question.instance;
    let pairs = of.blocks().named_by() == 2;
    let one_message = is_one_message(of) && !values;
    let [first, p] = [key.question.topology.first(), of.nodes];
    let text = on_all(text).unwrap_or_else(|| text.to_owned());
    let all = format!("{first}-{}", p - 1 + first);
    let text = list("held all blocks").replaced(&text, &all);
    // Of values, i may count from 1.
    let text = by_rule(&text, p).filter(|_| first == 0 && !values).unwrap_or(text);
    let text = &*if one_message { holders(&text) } else { in_cells(&text, of.nodes as usize) };
    let entries = entries(text, values, pairs)?;
    let mut found: Vec<Lists> = Vec::new();
    let mut first_error = None;
    let topology = &key.question.topology;
    let labels = |places| Labels { topology, pairs, plain_numbers: values, places };
    for places in [false, true] {
        match given(&entries, &labels(places), one_message) {
            Ok(given) if !found.contains(&given) => found.push(given),
            Ok(_) => {}
            Err(why) => _ = first_error.get_or_insert(why),
        }
    }
    if let Some(flags) = flags_of(&entries, &labels(false)).filter(|_| one_message) {
        found = vec![flags];
    }
    match first_error.filter(|_| found.is_empty()) {
        Some(why) => Err(why),
        None => Ok(found),
    }
}

/// `10 everywhere` as `all: 10`.
fn on_all(text: &str) -> Option<String> {
    let text = text.trim();
    let place = list("held everywhere").into_iter().find(|place| text.ends_with(place))?;
    let held = text[..text.len() - place.len()].trim_end();
    (!held.is_empty() && !held.contains([':', '\n'])).then(|| format!("all: {held}"))
}

/// `nodes 0, 2 and 4 have X` as the nodes alone.
fn holders(text: &str) -> String {
    let lower = text.trim().to_lowercase();
    let before = list("held by").into_iter().find_map(|words| lower.strip_suffix(words));
    let before = before.filter(|before| before.ends_with(' ') && !before.contains([':', '\n']));
    let all = list("held all").contains(&&*lower).then_some(&*lower);
    let Some(nodes) = before.or(all).map(|held| held.strip_prefix("only ").unwrap_or(held)) else {
        return text.to_owned();
    };
    if list("held all").contains(&nodes.trim()) {
        return "all: x".to_owned();
    }
    without_node(nodes).replace(" and ", " ")
}

/// A rule for every node, `node i holds i, i-1 (mod 6)`, as a line for each.
fn by_rule(text: &str, p: u32) -> Option<String> {
    let mut verbs = list("held verbs").into_iter();
    let (name, held) = verbs.find_map(|verb| text.trim().split_once(verb))?;
    let mut name = name.split(' ').rev();
    let letter = name.next().filter(|name| name.len() == 1 && *name >= "a")?;
    let every = |word: &str| words("every").contains(&word) || words("node").contains(&word);
    if !name.all(|word| every(&word.to_lowercase())) {
        return None;
    }
    let held =
        held.replace(&format!("(mod {p})"), "").replace("(mod p)", "").replace(" and ", ", ");
    let line = |node: u32| {
        let at = Bindings::new().with("p", p).with(letter, node);
        let item = |item: &str| {
            let block = value_at(item, &at)?.as_rational().filter(Rational::is_integer)?;
            let block = (&block + &Rational::from(p)).to_u64()?;
            Some((block % u64::from(p)).to_string())
        };
        let items: Option<Vec<String>> = held.split(',').map(item).collect();
        Some(format!("{node}: {}", items?.join(" ")))
    };
    Some((0..p).map(line).collect::<Option<Vec<_>>>()?.join("\n"))
}

/// A row of nodes and below it one of values as a line for each node.
fn by_columns(text: &str, nodes: usize) -> Option<String> {
    let (names, values) = text.split_once('\n')?;
    let ((head, names), (of, values)) = names.split_once(':').zip(values.split_once(':'))?;
    let [names, values] = [names, values].map(|row| row.split_whitespace().collect::<Vec<_>>());
    let is_table = is_head(head, of) && names.len() == nodes && values.len() == nodes;
    let lines = names.iter().zip(&values).map(|(name, value)| format!("{name}: {value}"));
    is_table.then(|| lines.collect::<Vec<_>>().join("\n"))
}

/// What a program prints before the name of a node.
const ABOVE: &str = "data accumulated in ";

/// One line with a cell for each node, `1 | 3 | 6` or `3, -, 7`, as a list for each; and the lists that a program prints below
/// `Data Accumulated in P0 is:`, behind the names.
fn in_cells(text: &str, nodes: usize) -> String {
    let mut made = by_columns(text.trim(), nodes).unwrap_or_else(|| text.trim().to_owned());
    let cells = |mark: char| {
        let cells = made.trim_matches('|').split(mark).map(str::trim);
        let lists: Vec<String> = cells.map(|cell| format!("[{cell}]")).collect();
        let plain = !made.contains(['\n', ':', '[', '{', '(', '=']);
        (plain && lists.len() == nodes && (mark == '|' || made.contains('-')))
            .then(|| format!("[{}]", lists.join(" ")))
    };
    if let Some(lists) = cells('|').or_else(|| cells(',')) {
        return lists;
    }
    while let Some(at) = made.to_lowercase().find(ABOVE).filter(|_| made.is_ascii()) {
        let end = made[at..].find('\n').map_or(made.len(), |end| at + end);
        let name = made[at + ABOVE.len()..end].trim_end_matches([':', ' ']);
        let name = format!("{}: ", name.strip_suffix(" is").unwrap_or(name));
        made.replace_range(at..(end + 1).min(made.len()), &name);
    }
    made
}

fn given(entries: &Entries, labels: &Labels<'_>, one_message: bool) -> Result<Lists, String> {
    let p = labels.topology.nodes() as usize;
    match entries {
        Entries::Named(lines) => {
            let mut nodes = vec![None; p];
            let mut others = None;
            for (name, groups) in lines {
                let blocks = items(groups, labels, one_message)?;
                let plain = name.trim().to_lowercase();
                let is_all = list("held all").contains(&&*plain);
                if is_all && lines.len() > 1 {
                    return Err(format!("`{name}` stands beside other nodes"));
                }
                if is_all || list("held others").contains(&&*plain) {
                    others = Some(blocks);
                    continue;
                }
                for node in labels.nodes(name) {
                    let Some(slot) = node.and_then(|node| nodes.get_mut(node as usize)) else {
                        return Err(format!("there is no node `{name}` in {}", labels.topology));
                    };
                    if slot.replace(blocks.clone()).is_some() {
                        return Err(format!("node {name} is listed twice"));
                    }
                }
            }
            let rest = nodes.iter_mut().filter(|node| node.is_none() && others.is_some());
            rest.for_each(|node| node.clone_from(&others));
            Ok(Lists::Nodes(nodes))
        }
        Entries::Row(groups) => {
            let single = match &groups[..] {
                [] => return Err("the answer is empty".to_owned()),
                [WordGroup { bracket: Some('{'), .. }] if !one_message && p > 1 => {
                    return Err("one set for all nodes: write `all: {0, 1}`".to_owned());
                }
                [group] => group.bracket.is_none() || p > 1,
                // Holders by their coordinates.
                groups => one_message && labels.places && groups.len() != p,
            };
            if single {
                // For one message the row lists the nodes that have it.
                let mut words = groups.iter().flat_map(|group| &group.words);
                if words.clone().any(|word| is_nothing(word)) {
                    return Err("a row has a number for each node".to_owned());
                }
                if one_message && words.any(|word| letter(word).is_some()) {
                    return Err("write the numbers of the nodes that have it".to_owned());
                }
                let row = numbers(groups, labels)?;
                let one_each = !one_message && row.len() == p;
                return Ok(Lists::Row(if one_each { labels.in_order(&row) } else { row }));
            }
            // Names without a colon, and lists.
            let listed = groups.iter().filter(|group| group.bracket.is_some()).count();
            if listed > 0 && listed < groups.len() {
                let text = "the answer mixes lists and numbers: write `0: {0, 1}` for each node";
                return Err(text.to_owned());
            }
            if groups.len() != p {
                let count = groups.len();
                return Err(format!("found {count} lists for {p} nodes: write one for each node"));
            }
            let lists = groups
                .iter()
                .map(|group| items(std::slice::from_ref(group), labels, one_message).map(Some));
            Ok(Lists::Nodes(labels.in_order(&lists.collect::<Result<Vec<_>, _>>()?)))
        }
    }
}

/// The blocks of one node. The name of a single message does not matter.
fn items(
    groups: &[WordGroup],
    labels: &Labels<'_>,
    one_message: bool,
) -> Result<Vec<Rational>, String> {
    let mut words = groups.iter().flat_map(|group| &group.words);
    let is_name = |word: &String| {
        let is_number = word.parse::<Rational>().is_ok();
        is_nothing(word) || !is_number && (letter(word).is_some() || numbered(word).is_some())
    };
    if one_message && words.clone().all(is_name) {
        let any = words.any(|word| !is_nothing(word));
        return Ok(if any { vec![Rational::default()] } else { Vec::new() });
    }
    numbers(groups, labels)
}

/// The meanings of all words.
fn numbers(groups: &[WordGroup], labels: &Labels<'_>) -> Result<Vec<Rational>, String> {
    let mut numbers = Vec::new();
    for group in groups {
        if labels.places && group.bracket == Some('(') && !labels.plain_numbers {
            numbers.push(labels.in_a_bracket(&group.words)?);
            continue;
        }
        for word in &group.words {
            numbers.extend(labels.numbers(word)?);
            if numbers.len() > MOST {
                return Err("too many numbers".to_owned());
            }
        }
    }
    Ok(numbers)
}

/// `1 0 1 0`: for each node whether it has the message; `None` for anything else.
fn flags_of(entries: &Entries, labels: &Labels<'_>) -> Option<Lists> {
    let Entries::Row(groups) = entries else { return None };
    let [group] = &groups[..] else { return None };
    let is = |word: &String, name| list(name).contains(&&*word.to_lowercase());
    // `M - M -`
    let has_gaps = group.words.iter().any(|word| is_nothing(word));
    let flag = |word: &String| match word.parse::<Rational>() {
        Ok(number) if number.is_one() => Some(true),
        Ok(number) if number.is_zero() => Some(false),
        Err(_) if is(word, "held yes") => Some(true),
        Err(_) if is(word, "held no") || is_nothing(word) => Some(false),
        Err(_) if has_gaps && letter(word).is_some() => Some(true),
        _ => None,
    };
    let flags: Vec<bool> = group.words.iter().map(flag).collect::<Option<_>>()?;
    let list = |has: &bool| Some(if *has { vec![Rational::default()] } else { Vec::new() });
    (flags.len() == labels.topology.nodes() as usize && flags.contains(&true))
        .then(|| Lists::Nodes(labels.in_order(&flags.iter().map(list).collect::<Vec<_>>())))
}

/// Whether there is one block of copied data.
pub(super) fn is_one_message(of: &Instance) -> bool {
    of.data() == Data::Copied && of.all_blocks().len() == 1
}

/// The longest list that is read.
const MOST: usize = 100_000;

/// Which numbers the words of an answer stand for, as one numbering of nodes and blocks has it.
#[derive(Clone, Copy)]
struct Labels<'t> {
    topology: &'t Topology,
    /// Whether a block is named by two nodes.
    pairs: bool,
    /// Whether numbers are values, not names of blocks.
    plain_numbers: bool,
    /// Whether numbers in a bracket are coordinates, or the two nodes of a block.
    places: bool,
}

impl Labels<'_> {
    /// The node of this name: a number, bits or coordinates.
    fn node(&self, name: &str) -> Option<u32> {
        self.topology.parse_node(without_kind(name.trim())?.trim())
    }

    /// The nodes of `P0-P3`, of `0, 1 and 2`, or the one of this name.
    fn nodes(&self, name: &str) -> Vec<Option<u32>> {
        let name = without_node(name);
        if !name.contains('(') && name.contains([',', ' ', '=']) {
            let names = name.split([',', ' ', '=']).filter(|name| !["", "and"].contains(name));
            return names.flat_map(|name| self.nodes(name)).collect();
        }
        let number = |name: &str| Some(self.topology.number(self.node(name)?));
        let ends = name.split_once(['-', '–', '—']);
        let ends = ends.and_then(|(first, last)| number(first).zip(number(last)));
        match ends.filter(|(first, last)| first < last) {
            Some((first, last)) => {
                (first..=last).map(|number| self.topology.vertex(number.into())).collect()
            }
            None => vec![self.node(name)],
        }
    }

    /// A list in the order of the numbers, reordered to that of the nodes.
    fn in_order<T: Clone>(&self, list: &[T]) -> Vec<T> {
        let first = self.topology.first();
        let item = |node| list.get((self.topology.number(node) - first) as usize).cloned();
        (0..self.topology.nodes()).map_while(item).collect()
    }

    /// The meanings of a word.
    fn numbers(&self, word: &str) -> Result<Vec<Rational>, String> {
        let not_one = || format!("`{}` is not a number", shortened(word));
        if is_nothing(word) {
            return Ok(Vec::new());
        }
        if self.plain_numbers {
            return Ok(vec![sum(word).ok_or_else(not_one)?]);
        }
        if word.parse::<Rational>().is_ok() {
            return Ok(vec![self.block(word)?]);
        }
        if let Some((from, to)) = word.split_once('>').filter(|_| self.pairs) {
            return Ok(vec![self.pair(from, to)?]);
        }
        let ends = word.split_once(['-', '–', '—']);
        let ends = ends.and_then(|(first, last)| numbered(first).zip(numbered(last)));
        let letter = || Some(u64::from(letter(word)?) + u64::from(self.topology.first()));
        let (first, last) = match (ends, numbered(word).or_else(letter)) {
            (Some((first, last)), _) if first <= last && last - first <= LONGEST => (first, last),
            (_, Some(number)) => (number, number),
            _ => return Err(not_one()),
        };
        (first..=last).map(|number| self.block(&number.to_string())).collect()
    }

    /// `(1, 2)`: a node of a grid, or what goes from 1 to 2.
    fn in_a_bracket(&self, words: &[String]) -> Result<Rational, String> {
        if let ([from, to], true) = (words, self.pairs) {
            return self.pair(from, to);
        }
        let part = |word: &String| numbered(word).map_or_else(|| word.clone(), |n| n.to_string());
        let label = format!("({})", words.iter().map(part).collect::<Vec<_>>().join(","));
        let place = self.topology.parse_node(&label).map(Rational::from);
        place.ok_or_else(|| format!("there is no node {label}"))
    }

    fn pair(&self, from: &str, to: &str) -> Result<Rational, String> {
        let end = |name: &str| {
            without_kind(name)
                .and_then(|label| self.topology.parse_node(label).map(u64::from))
                .ok_or_else(|| format!("there is no node `{name}` in {}", self.topology))
        };
        Ok(Rational::from(end(from)? * u64::from(self.topology.nodes()) + end(to)?))
    }

    /// A block that is called like a node, or has the only number that there is.
    fn block(&self, written: &str) -> Result<Rational, String> {
        let number = || written.parse::<u64>().ok()?.checked_sub(self.topology.first().into());
        let place = self.topology.parse_node(written).filter(|_| !self.pairs).map(u64::from);
        place
            .or_else(number)
            .map(Rational::from)
            .ok_or_else(|| format!("there is no node or block `{}`", shortened(written)))
    }
}

/// Names without the word for nodes before them: `nodes 0, 1`.
fn without_node(names: &str) -> &str {
    let mut rests = words("node").into_iter().filter_map(|word| behind(names, word));
    rests.find(|rest| rest.starts_with(' ')).unwrap_or(names).trim()
}

/// The parsed text, independent of the topology.
#[derive(Clone, Debug)]
enum Entries {
    /// Nodes by their names, each with what it holds.
    Named(Vec<(String, Vec<WordGroup>)>),
    /// Words and lists in their order.
    Row(Vec<WordGroup>),
}

/// Words in a bracket, or outside all brackets.
#[derive(Clone, Debug)]
struct WordGroup {
    bracket: Option<char>,
    words: Vec<String>,
}

/// The value of `1 + 2`.
fn sum(text: &str) -> Option<Rational> {
    text.split('+').map(|part| part.trim().parse::<Rational>().ok()).sum()
}

/// The longest range.
const LONGEST: u64 = 100_000;

/// Cuts a text into entries. Of values, `1+2` is their sum. Where no block is named by two nodes, an arrow stands behind
/// the name of a node.
///
/// # Errors
/// Unmatched brackets, and signs that cannot be part of a list.
fn entries(text: &str, values: bool, pairs: bool) -> Result<Entries, String> {
    let mut text = plain(text);
    if !text.contains('|') {
        text = list("held verbs").replaced(&text, ": ");
    }
    if !pairs && !text.contains(':') {
        text = text.replace('>', ":");
    }
    let text = text.trim();
    if text.contains('|') && !text.contains('\n') {
        return Err("a table has a line for each node: | 0 | 0 1 |".to_owned());
    }
    // A mapping as a whole: `{0: [0, 1], 1: []}`
    let text = match text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        Some(inner) if inner.contains(':') => inner,
        _ => text,
    };
    if let Some(named) = named(text, values)? {
        let entry = |(name, list): (String, String)| Ok((name, groups(&list, values)?));
        return Ok(Entries::Named(named.into_iter().map(entry).collect::<Result<_, String>>()?));
    }
    groups(text, values).map(Entries::Row)
}

/// Without LaTeX's and Unicode's ways to write the same.
fn plain(text: &str) -> String {
    let subscript = |c: char| match c {
        '₀'..='₉' => char::from_digit(u32::from(c) - u32::from('₀'), 10).unwrap_or(c),
        '$' | '∪' | 'Σ' | '∑' => ' ',
        c => c,
    };
    let text: String = text.chars().map(subscript).collect();
    let mut text = list("held signs").rewritten(&text);
    // x_{12}
    while let Some(at) = text.find("_{") {
        let Some(end) = text[at..].find('}') else { break };
        let inner = text[at + 2..at + end].to_owned();
        text.replace_range(at..=at + end, &inner);
    }
    if text.contains(':') { text } else { text.replace('=', ":") }
}

/// `P0: 0 1` in lines or behind one another; a table with bars. `None` where nothing has a name.
///
/// # Errors
/// Several nodes, of which it is not clear where their list ends.
fn named(text: &str, values: bool) -> Result<Option<Vec<(String, String)>>, String> {
    let mut found: Vec<(String, String)> = Vec::new();
    let rule = |line: &str| line.chars().all(|c| "|-: +".contains(c));
    let skipped = |line: &str| line.is_empty() || line.contains('|') && rule(line);
    for line in text.lines().map(str::trim).filter(|line| !skipped(line)) {
        if let Some((name, list)) = line.trim_matches('|').split_once('|') {
            if found.is_empty() && is_head(name, list) {
                continue;
            }
            // `3+1=4`
            let sides: Vec<&str> = list.trim_matches([' ', '|']).split([':', '=']).collect();
            let equal = sides.windows(2).all(|two| sum(two[0]) == sum(two[1]));
            let list = sides.last().filter(|_| values && equal).copied().unwrap_or(list);
            found.push((name.trim().to_owned(), list.replace('|', " ")));
            continue;
        }
        let mut parts = line.split(':');
        // `P0 = P1 = 4`: several names of one list.
        let mut names = vec![parts.next().unwrap_or_default().trim().to_owned()];
        let mut rest: Vec<&str> = parts.collect();
        let Some(last) = rest.pop() else { return Ok(None) };
        for part in rest {
            let lists =
                |name: &String| !name.contains('(') && without_node(name).contains([',', ' ']);
            let several = names.iter().any(lists);
            let first = || part.split_once([',', ';']).filter(|_| several && values);
            let Some((list, next)) =
                clear_cut(part).or_else(first).or_else(|| (!several).then(|| cut_name(part)))
            else {
                return Err("write a line for each node, or semicolons between lists".to_owned());
            };
            // `P0 = 1 + 2 = 3`: how a value was computed.
            if list.trim_end().ends_with('+') {
                continue;
            }
            if !list.trim().is_empty() {
                found.extend(names.drain(..).map(|name| (name, list.to_owned())));
            }
            names.push(next.trim().to_owned());
        }
        found.extend(names.into_iter().map(|name| (name, last.to_owned())));
    }
    Ok((!found.is_empty()).then_some(found))
}

/// Whether a line of a table is its head, which says nothing about nodes: `| node | blocks |`.
fn is_head(name: &str, list: &str) -> bool {
    let all = |cell: &str, known: &dyn Fn(&str) -> bool| {
        let cell = cell.replace('|', " ").to_lowercase();
        !cell.trim().is_empty() && cell.split_whitespace().all(known)
    };
    all(name, &|word| word == "p" || words("node").contains(&word))
        && all(list, &|word| crate::list("table head").contains(&word))
}

/// A list whose end is marked, and behind it the names of nodes whose list is next: `{0, 1}; 2, 3`, `{0, 1} 2`,
/// `0-1, nodes 2-3`, but not `[1] (3), 2`.
fn clear_cut(part: &str) -> Option<(&str, &str)> {
    let part = part.trim_end();
    let word = words("node").into_iter().filter_map(|word| part.rfind(&format!(", {word} ")));
    let is_name = |at: &usize| {
        let behind = &part[at + 1..];
        !behind.is_empty() && !behind.trim_end_matches(')').contains(')')
    };
    let at = part.rfind([';', '}', ']']).or(word.max()).filter(is_name)?;
    let (list, next) = part.split_at(at + 1);
    Some((list.trim_end_matches([';', ',']), next.trim_start_matches([';', ',', ' '])))
}

/// A list, and behind it the name of the node whose list is next.
fn cut_name(part: &str) -> (&str, &str) {
    let part = part.trim_end();
    let others = list("held others").into_iter().filter_map(|of| part.strip_suffix(of));
    if let Some(before) = others.min_by_key(|before| before.len()) {
        return part.split_at(before.len());
    }
    let word = |before: &str| {
        before.trim_end_matches(|c: char| c.is_alphanumeric() || "_-".contains(c)).len()
    };
    let open = part.strip_suffix(')').and_then(|inner| inner.rfind('('));
    let at = word(&part[..open.unwrap_or(part.len())]);
    let before = part[..at].trim_end();
    let start = word(before);
    let named = ["node", "processor", "process", "proc", "rank"];
    let named = named.contains(&&*before[start..].to_lowercase());
    part.split_at(if named { start } else { at })
}

/// Words, and lists of words in brackets; a bracket around everything does not count.
fn groups(text: &str, values: bool) -> Result<Vec<WordGroup>, String> {
    let text = text.trim();
    let inner = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let text = match inner {
        Some(inner) if inner.contains(['[', '{', '(']) || !inner.contains(']') => inner,
        _ => text,
    };
    let mut groups: Vec<WordGroup> = Vec::new();
    let (mut open, mut adds) = (false, false);
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_alphanumeric() || "-–—_/.>∅".contains(c) {
            word.push(c);
            continue;
        }
        if !word.is_empty() {
            let read = std::mem::take(&mut word).replace('_', "");
            match groups.last_mut() {
                Some(group) if open || group.bracket.is_none() => match group.words.last_mut() {
                    Some(sum) if adds => *sum = format!("{sum}+{read}"),
                    _ => group.words.push(read),
                },
                _ => groups.push(WordGroup { bracket: None, words: vec![read] }),
            }
            adds = false;
        }
        match c {
            '[' | '{' | '(' if open => return Err("nested brackets".to_owned()),
            '[' | '{' | '(' => {
                open = true;
                groups.push(WordGroup { bracket: Some(c), words: Vec::new() });
            }
            ']' | '}' | ')' if open => open = false,
            ']' | '}' | ')' => return Err("unmatched closing bracket".to_owned()),
            '+' => adds = values,
            ',' | ';' => {}
            c if c.is_whitespace() => {}
            c => return Err(format!("`{c}` cannot be part of a list of numbers")),
        }
    }
    if open { Err("unclosed bracket".to_owned()) } else { Ok(groups) }
}

/// Whether a word stands for no blocks: `-`, `none`.
fn is_nothing(word: &str) -> bool {
    list("held nothing").contains(&&*word.to_lowercase())
}

/// The place in the alphabet of a letter that stands alone.
fn letter(word: &str) -> Option<u32> {
    let letter = word.parse::<char>().ok().filter(char::is_ascii_alphabetic)?;
    Some(u32::from(letter.to_ascii_lowercase()) - u32::from('a'))
}

/// The number of `3`, `x3`, `P3` and `M_3`.
fn numbered(word: &str) -> Option<u64> {
    let digits = without_kind(word)?;
    digits.parse::<u64>().ok().filter(|_| digits.bytes().all(|b| b.is_ascii_digit()))
}

/// A name without the letter or the word for what it names: `P3`, `x_0`, `node 2`; `None` behind any other
/// word.
fn without_kind(name: &str) -> Option<&str> {
    let label = name.trim_start_matches(|c: char| c.is_alphabetic() || c == '_' || c == '#');
    let kind = name[..name.len() - label.len()].trim_end_matches(['_', '#']).to_lowercase();
    let known = kind.chars().count() <= 1 || kind == "block" || words("node").contains(&&*kind);
    known.then_some(label)
}
