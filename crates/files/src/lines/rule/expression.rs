//! The arithmetic of rules: `(i + 1) mod p`, `i xor 2^(k-1)`, `i ^ 3`.

use super::super::super::error::refuse;
use super::super::cursor::Cursor;
use hockney_base::diagnostic::{Diagnostic, Span};

/// The most brackets in each other: no rule needs more, and each takes a place on the stack.
const DEEPEST: usize = 32;
/// The most numbers, letters and signs: no rule needs more, and each is looked at for every node.
const LONGEST: usize = 64;

/// The letters that may stand for a node or count steps.
const LETTERS: &str = "ijklqrstuvxy";

/// Takes a letter, if one stands here by itself.
pub(in super::super) fn letter(cursor: &mut Cursor<'_>) -> Option<char> {
    let mut after = *cursor;
    let letter = after.rest.chars().next().filter(|c| LETTERS.contains(*c))?;
    after.skip(1);
    let alone = !after.rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    alone.then(|| {
        *cursor = after;
        letter
    })
}

/// What letters stand for.
#[derive(Clone, Copy)]
pub(in super::super) struct Names {
    /// The letter for the node.
    pub(in super::super) node: Option<char>,
    /// The letter that counts steps.
    pub(in super::super) step: Option<char>,
    pub(in super::super) nodes: u32,
}

/// A number, a letter or a sign; signs stand behind both of their sides.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Number(i128),
    Node,
    Step,
    Xor,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
}

/// An expression that was understood, and where it stands.
pub(in super::super) struct Expression {
    parts: Vec<Part>,
    pub(in super::super) span: Span,
}

impl Expression {
    pub(in super::super) fn read(
        cursor: &mut Cursor<'_>,
        names: Names,
    ) -> Result<Self, Diagnostic> {
        cursor.blanks();
        let start = cursor.at;
        let mut reader = Reader { cursor: *cursor, names, parts: Vec::new(), open: 0, end: start };
        reader.level(0)?;
        let span = Span::new(start, reader.end);
        cursor.skip(reader.end - start);
        Ok(Expression { parts: reader.parts, span })
    }

    /// Whether it depends on the step.
    pub(super) fn counts(&self) -> bool {
        self.parts.contains(&Part::Step)
    }

    /// Its value for a node and a step, or why it has none.
    pub(in super::super) fn value(&self, node: i128, step: i128) -> Result<i128, &'static str> {
        const LARGE: &str = "is too large";
        let mut stack: Vec<i128> = Vec::new();
        for part in &self.parts {
            let value = match part {
                Part::Number(number) => *number,
                Part::Node => node,
                Part::Step => step,
                sign => {
                    let (Some(by), Some(value)) = (stack.pop(), stack.pop()) else {
                        return Err(LARGE);
                    };
                    match sign {
                        Part::Divide | Part::Remainder if by == 0 => {
                            return Err("divides by zero");
                        }
                        Part::Divide if value.checked_rem(by).is_some_and(|rest| rest != 0) => {
                            return Err("is not a whole number");
                        }
                        Part::Power if by < 0 => return Err("has a negative exponent"),
                        Part::Xor => Some(value ^ by),
                        Part::Add => value.checked_add(by),
                        Part::Subtract => value.checked_sub(by),
                        Part::Multiply => value.checked_mul(by),
                        Part::Divide => value.checked_div(by),
                        Part::Remainder => value.checked_rem_euclid(by),
                        _ => u32::try_from(by).ok().and_then(|by| value.checked_pow(by)),
                    }
                    .ok_or(LARGE)?
                }
            };
            stack.push(value);
        }
        stack.pop().ok_or(LARGE)
    }
}

struct Reader<'t> {
    cursor: Cursor<'t>,
    names: Names,
    parts: Vec<Part>,
    /// How many brackets are open.
    open: usize,
    /// Where the last part ends.
    end: usize,
}

impl Reader<'_> {
    fn push(&mut self, part: Part, end: usize) -> Result<(), Diagnostic> {
        if self.parts.len() == LONGEST {
            let help = format!("a rule has up to {LONGEST} numbers, letters and signs");
            return refuse(self.cursor.here(), "this is too long", help);
        }
        self.parts.push(part);
        self.end = end;
        Ok(())
    }

    /// Signs that bind least are those of level 0: `i + 1 mod p` is the remainder of all that stands before.
    fn level(&mut self, level: usize) -> Result<(), Diagnostic> {
        if level > 3 {
            return self.power();
        }
        self.level(level + 1)?;
        loop {
            self.cursor.blanks();
            let before = self.cursor;
            let sign = match level {
                0 if self.cursor.take("(") && self.cursor.phrase("mod") => {
                    self.level(2)?;
                    self.close(')')?;
                    self.push(Part::Remainder, self.end)?;
                    continue;
                }
                _ => {
                    self.cursor = before;
                    self.sign(level)
                }
            };
            let Some(sign) = sign else { return Ok(()) };
            self.level(if level < 2 { 2 } else { level + 1 })?;
            self.push(sign, self.end)?;
        }
    }

    /// Takes a sign of this level, if one stands here.
    fn sign(&mut self, level: usize) -> Option<Part> {
        let mut cursor = self.cursor;
        let is = |sign: &str| cursor.rest.starts_with(sign);
        let (arrow, comment, power) = (is("->") || is("-->"), is("//"), is("**"));
        let part = match level {
            0 if cursor.take("%") || cursor.word("mod") || cursor.word("modulo") => Part::Remainder,
            1 if cursor.take("⊕") || cursor.word("xor") => Part::Xor,
            2 if cursor.take("+") => Part::Add,
            2 if !arrow && ["-", "−", "–"].iter().any(|sign| cursor.take(sign)) => {
                Part::Subtract
            }
            3 if !power && (cursor.take("*") || cursor.take("·")) => Part::Multiply,
            3 if !comment && cursor.take("/") => Part::Divide,
            // 2i
            3 if self.known(&mut { cursor }).is_some() => Part::Multiply,
            _ => return None,
        };
        self.cursor = cursor;
        Some(part)
    }

    /// `2^k` is a power, and `i^1` turns a bit of the node round.
    fn power(&mut self) -> Result<(), Diagnostic> {
        let first = self.parts.len();
        self.atom()?;
        let is_node = self.parts[first..] == [Part::Node];
        self.cursor.blanks();
        if self.cursor.take("^") || self.cursor.take("**") {
            self.cursor.blanks();
            self.atom()?;
            self.push(if is_node { Part::Xor } else { Part::Power }, self.end)?;
        }
        Ok(())
    }

    fn atom(&mut self) -> Result<(), Diagnostic> {
        self.cursor.blanks();
        let start = self.cursor.at;
        if let Some((_, close)) =
            [("(", ')'), ("{", '}'), ("[", ']')].iter().find(|(open, _)| self.cursor.take(open))
        {
            self.open += 1;
            if self.open > DEEPEST {
                let help = format!("a rule has up to {DEEPEST} brackets in each other");
                return refuse(self.cursor.since(start), "these brackets are too deep", help);
            }
            self.level(0)?;
            self.open -= 1;
            return self.close(*close);
        }
        let digits = self.cursor.while_(|c| c.is_ascii_digit());
        if !digits.is_empty() {
            let Ok(number) = digits.parse::<u64>() else {
                let help = "a rule is written with numbers below 2^64";
                return refuse(self.cursor.since(start), "this number is too large", help);
            };
            return self.push(Part::Number(number.into()), self.cursor.at);
        }
        let mut cursor = self.cursor;
        if let Some(part) = self.known(&mut cursor) {
            self.cursor = cursor;
            return self.push(part, cursor.at);
        }
        let Names { node, step, nodes } = self.names;
        let own = [(node, "the node"), (step, "the step")].into_iter();
        let own: Vec<String> = own
            .filter_map(|(letter, is)| letter.map(|letter| format!("`{letter}` ({is}), ")))
            .collect();
        let log = nodes.is_power_of_two().then(|| nodes.trailing_zeros());
        let log = log.map_or(String::new(), |log| format!(" and `d` = {log} (log2 p)"));
        let own = own.concat();
        let help = format!("known letters are {own}`p` = {nodes} (the number of nodes){log}");
        self.cursor.expected("a number or a letter of the rule", &help)
    }

    fn close(&mut self, close: char) -> Result<(), Diagnostic> {
        self.cursor.blanks();
        if !self.cursor.take(close.encode_utf8(&mut [0; 4])) {
            let message = format!("a closing bracket `{close}` belongs here");
            return Err(Diagnostic::new(message).at(self.cursor.here()));
        }
        self.end = self.cursor.at;
        Ok(())
    }

    /// Takes a letter that stands for something.
    fn known(&self, cursor: &mut Cursor<'_>) -> Option<Part> {
        let word = cursor.while_(|c| c.is_alphanumeric() || c == '_');
        let mut letters = word.chars();
        let (letter, None) = (letters.next()?, letters.next()) else { return None };
        let Names { node, step, nodes } = self.names;
        match letter {
            letter if Some(letter) == node => Some(Part::Node),
            letter if Some(letter) == step => Some(Part::Step),
            'p' | 'n' => Some(Part::Number(nodes.into())),
            'd' if nodes.is_power_of_two() => Some(Part::Number(nodes.trailing_zeros().into())),
            _ => None,
        }
    }
}
