//! Rules with an index, as the messages that they mean: `i -> (i + 1) mod p`, `Step k: every node i
//! exchanges with i XOR 2^(k-1)`, `Steps 1-3: ..`. Whatever is not understood to the last word is left as
//! it is.

mod expression;
mod range;
mod tokens;

use super::super::lists::list;
use std::collections::BTreeSet;

use self::expression::{Names, value};

use self::range::{Labelled, labelled};
use self::tokens::{Token, Way, tokens};
use super::words::{is_node, plain};
use crate::topology::Topology;

/// The most messages that a rule is written out to.
const MOST: usize = 20_000;
/// Stands for a node that has no letter.
const UNNAMED: char = '#';

/// A text with its rules written out, a line for each step; `None` where there is none in it.
pub(super) fn expanded(text: &str, topology: &Topology) -> Option<String> {
    let text = plain(text);
    let nodes = topology.nodes();
    let ring = topology.family().name() == "ring";
    let mut lines: Vec<String> = Vec::new();
    let mut any = false;
    for line in text.split(['\n', ';']).map(str::trim).filter(|line| !line.is_empty()) {
        let said = labelled(line, nodes);
        match steps(&said, nodes, ring) {
            Some(steps) => {
                any = true;
                lines.extend(steps);
            }
            None if said.from.is_none() || said.steps.is_empty() => lines.push(line.to_owned()),
            // `Steps 1-2: 0 -> 1, 1 -> 2`
            None => {
                any |= said.steps.len() > 1;
                lines.extend(said.steps.iter().map(|step| format!("Step {step}: {}", said.body)));
            }
        }
    }
    any.then(|| lines.join("\n"))
}

/// The messages that a line means, for each of its steps; `None` where it is no rule.
fn steps(said: &Labelled<'_>, nodes: u32, ring: bool) -> Option<Vec<String>> {
    let rule = Rule::read(said.body, said.letter, nodes, ring)?;
    let line = |step: i128, messages: &str| match said.from {
        Some(_) => format!("Step {step}: {messages}"),
        None => messages.to_owned(),
    };
    let many = if said.letter.is_some() { nodes as usize } else { said.steps.len().max(1) };
    if many.checked_mul(nodes as usize).is_none_or(|all| all > MOST) {
        return None;
    }
    match (said.letter, &said.steps[..]) {
        // The rule says itself for which steps it makes sense: `2^k` from 0, `2^(k-1)` from 1.
        (Some(_), []) => {
            let first = (0..=1).find(|step| rule.messages(*step).is_some())?;
            let found: Vec<String> =
                (first..=i128::from(nodes)).map_while(|step| rule.messages(step)).collect();
            (found.len() > 1).then(|| {
                (1..)
                    .zip(&found)
                    .map(|(step, messages)| format!("Step {step}: {messages}"))
                    .collect()
            })
        }
        (None, []) => Some(vec![rule.messages(0)?]),
        (_, steps) => steps.iter().map(|step| Some(line(*step, &rule.messages(*step)?))).collect(),
    }
}

/// From which nodes to which.
struct Rule {
    letter: char,
    step: Option<char>,
    way: Way,
    target: Vec<Token>,
    /// Sides of which each is less than or equal to the next, and so on.
    conditions: Vec<Vec<Token>>,
    /// Whether only even nodes, or only odd ones, are meant.
    parity: Option<i128>,
    nodes: u32,
}

impl Rule {
    fn read(body: &str, step: Option<char>, nodes: u32, ring: bool) -> Option<Self> {
        let mut tokens = tokens(body)?;
        while tokens.last() == Some(&Token::Sign('.')) {
            tokens.pop();
        }
        // The subject, up to the verb or arrow.
        let at = tokens.iter().position(|token| {
            matches!(token, Token::Arrow(_))
                || token.is(list("rule sends"))
                || token.is(list("rule exchanges"))
        })?;
        let (subject, rest) = (&tokens[..at], &tokens[at + 1..]);
        let mut parity = None;
        let mut letter = None;
        for token in subject {
            let word = token.word()?;
            if token.is(list("rule even")) {
                parity = Some(0);
            } else if token.is(list("rule odd")) {
                parity = Some(1);
            } else if token.is(list("rule letters")) && letter.is_none() {
                letter = word.chars().next();
            } else if !(token.is(list("rule fillers")) || is_node(word)) {
                return None;
            }
        }
        if letter.is_some() && letter == step {
            return None;
        }
        // What is sent, up to where it goes.
        let (way, goes): (Way, &[&str]) = match &tokens[at] {
            Token::Arrow(way) => (*way, &[]),
            token if token.is(list("rule sends")) => (Way::There, list("rule to")),
            _ => (Way::Both, list("rule with")),
        };
        let begin =
            if goes.is_empty() { 0 } else { rest.iter().position(|token| token.is(goes))? + 1 };
        let fills = |token: &Token| token.is(list("rule fillers"));
        if !rest[..begin.saturating_sub(1)].iter().all(fills) {
            return None;
        }
        let mut parts = rest[begin..]
            .splitn(2, |token| token.is(list("rule for")) || *token == Token::Sign(','));
        let unnamed = letter.is_none();
        let letter = letter.unwrap_or(UNNAMED);
        let target = target(parts.next()?, letter, ring)?;
        let mut conditions = Vec::new();
        if let Some(tail) = parts.next().filter(|tail| !tail.is_empty()) {
            condition(tail, &mut parity, &mut conditions)?;
        }
        let named = || target.contains(&Token::Word(UNNAMED.to_string()));
        (!unnamed || named()).then_some(())?;
        Some(Rule { letter, step, way, target, conditions, parity, nodes })
    }

    /// The messages of a step, in one line.
    fn messages(&self, step: i128) -> Option<String> {
        // An exchange is named from both sides.
        let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
        let nodes = i128::from(self.nodes);
        for node in 0..nodes {
            let step = self.step.map(|letter| (letter, step));
            let names = Names { node: (self.letter, node), step, nodes };
            if self.parity.is_some_and(|parity| node % 2 != parity) || !self.holds(&names)? {
                continue;
            }
            let to =
                value(&self.target, &names).filter(|to| (0..nodes).contains(to) && *to != node)?;
            let back = (self.way == Way::Both).then_some((to, node));
            for message in [(node, to)].into_iter().chain(back) {
                if seen.insert(message) {
                    found.push(message);
                }
            }
        }
        let line: Vec<String> = found.iter().map(|(from, to)| format!("{from} -> {to}")).collect();
        (!line.is_empty()).then(|| line.join(", "))
    }

    /// Whether the conditions hold; `None` where one is not understood.
    fn holds(&self, names: &Names) -> Option<bool> {
        for condition in &self.conditions {
            let signs: Vec<char> = condition.iter().filter_map(relation).collect();
            let sides: Vec<i128> = condition
                .split(|token| relation(token).is_some())
                .map(|side| value(side, names))
                .collect::<Option<_>>()?;
            let fits = sides.windows(2).zip(&signs).all(|(sides, sign)| match sign {
                '<' => sides[0] < sides[1],
                '>' => sides[0] > sides[1],
                '≤' => sides[0] <= sides[1],
                '≥' => sides[0] >= sides[1],
                _ => sides[0] == sides[1],
            });
            if signs.is_empty() {
                return None;
            }
            if !fits {
                return Some(false);
            }
        }
        Some(true)
    }
}

fn relation(token: &Token) -> Option<char> {
    match token {
        Token::Sign(c) if "<>=≤≥".contains(*c) => Some(*c),
        _ => None,
    }
}

/// Where the message goes: an expression, or a neighbour on a ring.
fn target(tokens: &[Token], letter: char, ring: bool) -> Option<Vec<Token>> {
    let mut found: Vec<Token> = Vec::new();
    let named = |word: &str| Token::Word(word.to_owned());
    let here = named(&letter.to_string());
    let mut words = tokens.iter().peekable();
    let mut neighbour = false;
    while let Some(token) = words.next() {
        let Some(word) = token.word() else {
            found.push(token.clone());
            continue;
        };
        let operator = words
            .peek()
            .is_some_and(|next| next.is(&["xor"]) || matches!(next, Token::Sign('⊕' | '+')));
        let next = token.is(list("rule next"));
        if is_node(word) && operator {
            found.push(here.clone());
        } else if ring && (next || token.is(list("rule previous"))) {
            let sign = Token::Sign(if next { '+' } else { '-' });
            found.extend([here.clone(), sign, Token::Number(1), named("mod"), named("p")]);
            neighbour = true;
        } else if !(neighbour && token.is(list("rule neighbour"))
            || is_node(word)
            || word.len() > 1 && token.is(list("rule fillers")))
        {
            found.push(token.clone());
        }
    }
    (!found.is_empty()).then_some(found)
}

/// `all i`, `even i`, `i < 4`, `0 ≤ i < 4 and i even`.
fn condition(
    tokens: &[Token],
    parity: &mut Option<i128>,
    conditions: &mut Vec<Vec<Token>>,
) -> Option<()> {
    let says_nothing = |token: &Token| {
        token.word().is_some_and(|word| {
            let fills = || token.is(list("rule fillers")) || token.is(list("rule for"));
            word.len() > 1 && (is_node(word) || fills())
        })
    };
    for part in tokens.split(|token| token.is(&["and", "und", "y"]) || *token == Token::Sign(',')) {
        let mut kept: Vec<Token> = Vec::new();
        for token in part {
            if token.is(list("rule even")) {
                *parity = Some(0);
            } else if token.is(list("rule odd")) {
                *parity = Some(1);
            } else if !says_nothing(token) {
                kept.push(token.clone());
            }
        }
        let bare = matches!(&kept[..], [] | [Token::Word(_)]);
        if !bare {
            kept.iter().any(|token| relation(token).is_some()).then_some(())?;
            conditions.push(kept);
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written_out(text: &str, topology: &str) -> String {
        let topology = Topology::parse(topology).ok();
        topology.and_then(|topology| expanded(text, &topology)).unwrap_or_default()
    }

    #[test]
    fn rules_are_written_out() {
        let ring = "0 -> 1, 1 -> 2, 2 -> 3, 3 -> 0";
        for text in [
            "i -> (i+1) mod p",
            "i → i+1 mod 4",
            "each node i sends its message to node i+1 mod 4",
            "Node i sends to (i+1) mod p",
            "$P_i \\to P_{i+1 \\bmod p}$",
            "Every node sends its own block to its right neighbour.",
            "Jeder Knoten i sendet an (i + 1) mod p",
            "i -> (i+1) % n for all i",
        ] {
            assert_eq!(written_out(text, "ring:4"), ring, "{text}");
        }
        let pairs = "0 -> 1, 1 -> 0, 2 -> 3, 3 -> 2";
        for text in [
            "i <-> i XOR 1",
            "each node i exchanges its block with i xor 1",
            "PE_i <-> PE_{i ⊕ 1}",
            "i <-> i^1",
        ] {
            assert_eq!(written_out(text, "hypercube:4"), pairs, "{text}");
        }
        let both = "Step 1: 0 -> 1, 1 -> 0, 2 -> 3, 3 -> 2\nStep 2: 0 -> 2, 2 -> 0, 1 -> 3, 3 -> 1";
        for text in [
            "step i: every node exchanges everything with node XOR 2^(i-1)",
            "Step k: node i exchanges with i XOR 2^(k-1)",
            "In step k node i exchanges with i XOR 2^k",
            "Step 1: i <-> i xor 1; Step 2: i <-> i xor 2",
        ] {
            assert_eq!(written_out(text, "hypercube:4"), both, "{text}");
        }
        assert_eq!(
            written_out("for k = 0..1: i <-> i xor 2^k", "hypercube:4"),
            both.replace("Step 1", "Step 0").replace("Step 2", "Step 1")
        );
        assert_eq!(written_out("i -> i + 2 for i < 2", "ring:4"), "0 -> 2, 1 -> 3");
        assert_eq!(written_out("even nodes i -> i + 1", "ring:4"), "0 -> 1, 2 -> 3");
        assert_eq!(
            written_out("Steps 1-2: i -> i+1 mod p", "ring:3"),
            "Step 1: 0 -> 1, 1 -> 2, 2 -> 0\nStep 2: 0 -> 1, 1 -> 2, 2 -> 0"
        );
        assert_eq!(
            written_out("Steps 1 to 2: 0 -> 1, 1 -> 2", "ring:3"),
            "Step 1: 0 -> 1, 1 -> 2\nStep 2: 0 -> 1, 1 -> 2"
        );
        assert_eq!(
            written_out("in each of 2 steps every node i sends to i+1 mod 3", "ring:3"),
            "Step 1: 0 -> 1, 1 -> 2, 2 -> 0\nStep 2: 0 -> 1, 1 -> 2, 2 -> 0"
        );
        for text in [
            "i -> i+1",
            "i sends to its friends",
            "node 0 sends to node 1",
            "0 -> 1",
            "i -> j",
            "not i -> i+1 mod p",
            "i -> i + 1 mod p except the last",
            "i sends block i - k to i + 1 mod p",
            "i -> 2^999999999 mod p",
            "i -> i / 0",
            "steps 2^126-1+2^126, 3: i -> i+1 mod p",
        ] {
            assert_eq!(written_out(text, "ring:4"), "", "{text}");
        }
        let deep = |brackets: usize| {
            format!("i -> {}i+1{} mod p", "(".repeat(brackets), ")".repeat(brackets))
        };
        assert_eq!(written_out(&deep(9), "ring:4"), ring);
        assert_eq!(written_out(&deep(30_000), "ring:4"), "");
    }
}
