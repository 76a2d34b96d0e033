//! What stands in a rule for a node: `(i + 1) mod p`, `i XOR 2^(k-1)`, `i ^ 3`.

use super::tokens::Token;

/// What letters stand for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Names {
    /// The letter for the node, and the node.
    pub(super) node: (char, i128),
    /// The letter that counts steps, and the step.
    pub(super) step: Option<(char, i128)>,
    pub(super) nodes: i128,
}

/// The most brackets in each other: no rule needs more, and each takes a place on the stack.
const DEEPEST: usize = 32;

/// The value of all tokens together; `None` where they are no expression.
pub(super) fn value(tokens: &[Token], names: &Names) -> Option<i128> {
    let mut reader = Reader { tokens, at: 0, open: 0, names };
    let (value, _) = reader.level(0)?;
    (reader.at == tokens.len()).then_some(value)
}

/// The signs of each level, those that bind least first, and the level of what stands behind one.
const LEVELS: [(&[&str], usize); 4] = [
    // `i + 1 mod p`: the remainder of all that stands before.
    (&["mod", "modulo", "%"], 2),
    (&["xor", "⊕"], 2),
    (&["+", "-"], 3),
    (&["*", "/"], 4),
];

struct Reader<'t> {
    tokens: &'t [Token],
    at: usize,
    /// How many brackets are open.
    open: usize,
    names: &'t Names,
}

/// A value, and whether it is the bare letter of the node: `i^1` flips a bit of it, and `2^k` is a power.
type Found = Option<(i128, bool)>;

impl Reader<'_> {
    fn takes(&mut self, sign: &str) -> bool {
        let found = match self.tokens.get(self.at) {
            Some(Token::Sign(c)) => sign == c.to_string(),
            Some(Token::Word(word)) => sign == word,
            _ => false,
        };
        self.at += usize::from(found);
        found
    }

    /// `i + 1 mod p`: the remainder of all that stands before.
    fn level(&mut self, depth: usize) -> Found {
        let Some((signs, behind)) = LEVELS.get(depth) else { return self.power() };
        let mut found = self.level(depth + 1)?;
        loop {
            let sign = match signs.iter().find(|sign| self.takes(sign)) {
                Some(sign) => *sign,
                // 2i
                None if depth == 3 && self.letter_is_next() => "*",
                None => return Some(found),
            };
            let (value, by) = (found.0, self.level(*behind)?.0);
            let value = match sign {
                "xor" | "⊕" => value ^ by,
                "+" => value.checked_add(by)?,
                "-" => value.checked_sub(by)?,
                "*" => value.checked_mul(by)?,
                "/" if by == 0 || value.checked_rem(by)? != 0 => return None,
                "/" => value / by,
                _ => value.checked_rem_euclid(by)?,
            };
            found = (value, false);
        }
    }

    fn letter_is_next(&self) -> bool {
        matches!(self.tokens.get(self.at), Some(Token::Word(word)) if word.len() == 1)
    }

    fn power(&mut self) -> Found {
        let found = self.atom()?;
        if !self.takes("^") {
            return Some(found);
        }
        let by = self.atom()?.0;
        if found.1 {
            return Some((found.0 ^ by, false));
        }
        Some((found.0.checked_pow(u32::try_from(by).ok()?)?, false))
    }

    fn atom(&mut self) -> Found {
        if self.takes("(") {
            self.open += 1;
            if self.open > DEEPEST {
                return None;
            }
            let found = self.level(0)?;
            self.open -= 1;
            return self.takes(")").then_some((found.0, false));
        }
        let found = match self.tokens.get(self.at)? {
            Token::Number(number) => (i128::from(*number), false),
            Token::Word(word) => self.letter(word)?,
            _ => return None,
        };
        self.at += 1;
        Some(found)
    }

    fn letter(&self, word: &str) -> Found {
        let mut letters = word.chars();
        let (letter, None) = (letters.next()?, letters.next()) else { return None };
        let Names { node, step, nodes } = *self.names;
        if letter == node.0 {
            return Some((node.1, true));
        }
        match step {
            Some((name, value)) if name == letter => Some((value, false)),
            _ if letter == 'p' || letter == 'n' => Some((nodes, false)),
            _ if letter == 'd' && nodes.count_ones() == 1 => {
                Some((i128::from(nodes.trailing_zeros()), false))
            }
            _ => None,
        }
    }
}
