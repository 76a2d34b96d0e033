//! Rules with an index: `i -> (i + 1) mod p`, `i <-> i xor 2^k`, `even i -> i + 1`, `i -> i + 4 for i < 4`, and for steps that
//! are counted by a letter `0 -> k`.

pub(super) mod expression;

use std::collections::BTreeSet;

use self::expression::{Expression, Names, letter};
use super::super::error::refuse;
use super::cursor::Cursor;
use super::node::{Arrow, arrow, prefix};
use hockney_base::diagnostic::{Diagnostic, Span};
use hockney_core::topology::{Topology, Vertex};

/// From which nodes to which.
pub(super) struct IndexRule {
    names: Names,
    both_ways: bool,
    target: Expression,
    conditions: Vec<Condition>,
    /// Where it begins and ends.
    pub(super) span: Span,
}

/// Which nodes a rule is about.
enum Condition {
    /// The remainder by 2.
    Parity(i128),
    /// `0 <= i < 4`
    Sides(Vec<Expression>, Vec<Comparison>),
}

/// What stands between two sides: longer signs first, where one begins with another.
type Comparison = fn(&i128, &i128) -> bool;
const RELATIONS: [(&str, Comparison); 8] = [
    ("<=", i128::le),
    ("≤", i128::le),
    ("<", i128::lt),
    (">=", i128::ge),
    ("≥", i128::ge),
    (">", i128::gt),
    ("==", i128::eq),
    ("=", i128::eq),
];

impl IndexRule {
    /// Reads a rule, if one begins here; `step` is the letter that counts the steps.
    pub(super) fn read(
        cursor: &mut Cursor<'_>,
        step: Option<char>,
        topology: &Topology,
    ) -> Result<Option<Self>, Diagnostic> {
        if let Some(rule) = step.and_then(|_| Self::of_one(cursor, step, topology)) {
            return Ok(Some(rule));
        }
        let start = cursor.at;
        let mut after = *cursor;
        let every = after.any("every");
        let parity = parity(&mut after);
        after.blanks();
        let Some(node) = subject(&mut after) else {
            if !every && parity.is_none() {
                return Ok(None);
            }
            prefix(&mut after);
            let help = "a rule names its nodes by a letter: i -> (i + 1) mod p";
            return after.expected("a letter for the node", help);
        };
        after.blanks();
        let Some(both_ways) = both_ways(&mut after) else { return Ok(None) };
        let names = Names { node: Some(node), step, nodes: topology.nodes() };
        after.blanks();
        prefix(&mut after);
        let target = Expression::read(&mut after, names)?;
        let mut conditions: Vec<Condition> = parity.map(Condition::Parity).into_iter().collect();
        if after.any("for") || after.any("if") {
            loop {
                conditions.extend(condition(&mut after, names)?);
                if !after.phrase("and") {
                    break;
                }
            }
        }
        *cursor = after;
        let span = after.since(start);
        Ok(Some(IndexRule { names, both_ways, target, conditions, span }))
    }

    /// A message of one node in each step, whose sender or receiver depends on the step: `0 -> k`, `k -> k + 1`.
    fn of_one(cursor: &mut Cursor<'_>, step: Option<char>, topology: &Topology) -> Option<Self> {
        let names = Names { node: None, step, nodes: topology.nodes() };
        let mut after = *cursor;
        prefix(&mut after);
        let from = Expression::read(&mut after, names).ok()?;
        after.blanks();
        let both_ways = both_ways(&mut after)?;
        after.blanks();
        prefix(&mut after);
        let target = Expression::read(&mut after, names).ok()?;
        let counts = from.counts() || target.counts();
        let span = after.since(cursor.at);
        let conditions =
            vec![Condition::Sides(vec![Expression::node(from.span), from], vec![i128::eq])];
        counts.then(|| *cursor = after)?;
        Some(IndexRule { names, both_ways, target, conditions, span })
    }

    /// Whether it depends on the step.
    pub(super) fn counts(&self) -> bool {
        let sides = self.conditions.iter().flat_map(|condition| match condition {
            Condition::Sides(sides, _) => &sides[..],
            Condition::Parity(_) => &[],
        });
        self.target.counts() || sides.into_iter().any(Expression::counts)
    }

    /// The senders and receivers of a step.
    pub(super) fn ends(
        &self,
        step: i128,
        topology: &Topology,
    ) -> Result<Vec<(Vertex, Vertex)>, Diagnostic> {
        // An exchange is named from both sides.
        let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
        let (first, last) = (topology.first(), topology.nodes() - 1 + topology.first());
        for node in first..=last {
            if !self.is_about(node, step)? {
                continue;
            }
            let value = self.value(&self.target, node, step)?;
            let within = (first.into()..=last.into()).contains(&value);
            let vertex = |number: i128| topology.vertex(u64::try_from(number).ok()?);
            let wrong = |what: &str, help: &str| {
                let help = format!("{help}{}", self.where_right(step, [first, last]));
                let message = format!("{} the {what}", self.at(node, step));
                Diagnostic::new(message).at(self.target.span).help(help)
            };
            let ends = vertex(node.into()).zip(vertex(value)).filter(|_| within);
            let Some((from, to)) = ends else {
                let help = "add `mod p` where the rule goes round, or say for which nodes it holds";
                let label = format!("nodes are {first} to {last}");
                return Err(wrong(&format!("receiver is {value}"), help).label(label));
            };
            if to == from {
                let help = "what a node has stays there: say for which nodes the rule holds";
                return Err(wrong("node sends to itself", help));
            }
            let back = self.both_ways.then_some((to, from));
            found.extend([(from, to)].into_iter().chain(back).filter(|ends| seen.insert(*ends)));
        }
        if found.is_empty() {
            let help = "a step in which nothing travels is left out";
            return refuse(self.span, "by this rule no node sends anything", help);
        }
        Ok(found)
    }

    /// The condition under which the rule is right, if nodes from the first or to the last one fulfil it: `: for i < 4`.
    fn where_right(&self, step: i128, [first, last]: [u32; 2]) -> String {
        let is_about = |node| self.is_about(node, step).unwrap_or(false);
        let fits = |to, node| to != i128::from(node) && (first.into()..=last.into()).contains(&to);
        let right = |node: &u32| {
            let value = self.value(&self.target, *node, step);
            !is_about(*node) || value.is_ok_and(|to| fits(to, *node))
        };
        let begin = (first..=last).find(right).unwrap_or(last);
        let end = (begin..=last).find(|node| !right(node)).unwrap_or(last + 1);
        if !(begin..end).any(is_about) || (end..=last).any(|node| right(&node)) {
            return String::new();
        }
        let letter = self.names.node.unwrap_or('i');
        let sides = |of: &Condition| matches!(of, Condition::Sides(..));
        let word = if self.conditions.iter().any(sides) { "and" } else { "for" };
        let low = (begin > first).then(|| format!("{letter} >= {begin}"));
        let high = (end <= last).then(|| format!("{letter} < {end}"));
        let both: Vec<String> = low.into_iter().chain(high).collect();
        format!(": {word} {}", both.join(" and "))
    }

    fn is_about(&self, node: Vertex, step: i128) -> Result<bool, Diagnostic> {
        for condition in &self.conditions {
            let fits = match condition {
                Condition::Parity(rest) => i128::from(node % 2) == *rest,
                Condition::Sides(sides, relations) => {
                    let values = sides.iter().map(|side| self.value(side, node, step));
                    let values = values.collect::<Result<Vec<i128>, _>>()?;
                    values.windows(2).zip(relations).all(|(two, is)| is(&two[0], &two[1]))
                }
            };
            if !fits {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn value(&self, of: &Expression, node: Vertex, step: i128) -> Result<i128, Diagnostic> {
        of.value(node.into(), step).map_err(|why| {
            Diagnostic::new(format!("{} this {why}", self.at(node, step))).at(of.span)
        })
    }

    /// "for i = 3, k = 2"
    fn at(&self, node: Vertex, step: i128) -> String {
        let named = [(self.names.node, i128::from(node)), (self.names.step, step)].into_iter();
        let values = named.filter_map(|(letter, is)| Some(format!("{} = {is}", letter?)));
        format!("for {}", values.collect::<Vec<_>>().join(", "))
    }
}

/// `i`, `node i`, `P_i`, `P_{i}`.
fn subject(cursor: &mut Cursor<'_>) -> Option<char> {
    prefix(cursor);
    let close = [("{", "}"), ("[", "]")].iter().find(|(open, _)| cursor.take(open));
    let found = letter(cursor)?;
    close.is_none_or(|(_, close)| cursor.take(close)).then_some(found)
}

/// Whether the arrow of a rule, which begins at its sender, has two heads.
fn both_ways(cursor: &mut Cursor<'_>) -> Option<bool> {
    match arrow(cursor)? {
        Arrow::Both => Some(true),
        Arrow::To => Some(false),
        Arrow::Back => None,
    }
}

/// `even`, `odd`: the remainder by 2.
fn parity(cursor: &mut Cursor<'_>) -> Option<i128> {
    if cursor.any("even") {
        return Some(0);
    }
    cursor.any("odd").then_some(1)
}

/// `all i`, `even i`, `i even`, `i < 4`, `0 <= i < 4`; nothing where it is about all nodes.
fn condition(cursor: &mut Cursor<'_>, names: Names) -> Result<Option<Condition>, Diagnostic> {
    cursor.blanks();
    let mut after = *cursor;
    let every = after.any("every");
    let before = parity(&mut after);
    after.blanks();
    let named = subject(&mut after).is_some_and(|letter| Some(letter) == names.node);
    let found = before.or_else(|| parity(&mut after));
    if found.is_some() || every && named {
        *cursor = after;
        return Ok(found.map(Condition::Parity));
    }
    let mut sides = vec![Expression::read(cursor, names)?];
    let mut relations = Vec::new();
    loop {
        cursor.blanks();
        let Some((_, relation)) = RELATIONS.iter().find(|(sign, _)| cursor.take(sign)) else {
            break;
        };
        relations.push(*relation);
        sides.push(Expression::read(cursor, names)?);
    }
    if relations.is_empty() {
        let help = "a condition is such as i < 4, 0 <= i < 4, i mod 2 = 0 or even i";
        return cursor.expected("a comparison", help);
    }
    Ok(Some(Condition::Sides(sides, relations)))
}
