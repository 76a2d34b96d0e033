//! The texts of step rules, compiled to small stack programs that run once per step.

use std::str::FromStr;

use smallvec::SmallVec;

/// The values of the names in a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// The number of positions; `d` is its logarithm.
    pub p: u32,
    /// The number of the step within its turn.
    pub i: i64,
    /// The number of pieces per block.
    pub n: u32,
    /// The distance of a shift.
    pub q: u32,
}

/// A text as a program in postfix order. It returns its exact value or none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expression {
    ops: SmallVec<[Op; 8]>,
    /// `[a, b]` if it is a + b i, as most texts are.
    linear: Option<[i64; 2]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Op {
    Number(i64),
    Name(char),
    Add,
    Subtract,
    Multiply,
    Divide(Rounding),
    Power,
    Modulo,
    /// To this base.
    Log(u32, Rounding),
    Least,
    Most,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rounding {
    /// Without a remainder.
    Exact,
    Down,
    Up,
}

impl Expression {
    /// Reads a text; `None` if it is not an expression.
    pub fn read(text: &str) -> Option<Self> {
        let mut reader = Reader { rest: text, ops: SmallVec::new() };
        reader.sum()?;
        reader.rest.trim_start().is_empty().then(|| Expression::of(reader.ops))
    }

    fn of(ops: SmallVec<[Op; 8]>) -> Self {
        let linear = linear(&ops);
        Expression { ops, linear }
    }

    /// The same with everything evaluated that is constant in all steps of a turn.
    #[must_use]
    pub fn steady(&self, names: &Names) -> Self {
        Expression::of(self.worked_out(names, |name| name != 'i'))
    }

    /// Its value; `None` if it is not a whole number or does not fit.
    pub fn value(&self, names: &Names) -> Option<i64> {
        if let Some([a, b]) = self.linear {
            return a.checked_add(b.checked_mul(names.i)?);
        }
        // A part without a value stays, and so does every part that needs it.
        match self.worked_out(names, |_| true)[..] {
            [Op::Number(number)] => Some(number),
            _ => None,
        }
    }

    /// The program with everything evaluated that follows from the known names.
    fn worked_out(&self, names: &Names, is_known: impl Fn(char) -> bool) -> SmallVec<[Op; 8]> {
        let mut ops: SmallVec<[Op; 8]> = SmallVec::new();
        for op in &self.ops {
            let (taken, value) = match (op, &ops[..]) {
                (Op::Name(name), _) if is_known(*name) => (0, names.get(*name)),
                (Op::Log(base, rounding), [.., Op::Number(a)]) => (1, log(*base, *a, *rounding)),
                (op, [.., Op::Number(a), Op::Number(b)]) => (2, op.of_two(*a, *b)),
                _ => (0, None),
            };
            if value.is_some() {
                ops.truncate(ops.len() - taken);
            }
            ops.push(value.map_or(*op, Op::Number));
        }
        ops
    }

    /// Whether it is constant in all steps of a turn.
    pub fn is_steady(&self) -> bool {
        !self.ops.contains(&Op::Name('i'))
    }
}

/// `[a, b]` if a program is a + b i.
fn linear(ops: &[Op]) -> Option<[i64; 2]> {
    let mut values: SmallVec<[[i64; 2]; 8]> = SmallVec::new();
    for op in ops {
        let value = match op {
            Op::Number(number) => [*number, 0],
            Op::Name('i') => [0, 1],
            Op::Add | Op::Subtract | Op::Multiply => {
                let ([c, d], [a, b]) = (values.pop()?, values.pop()?);
                match op {
                    Op::Multiply if b == 0 => [a.checked_mul(c)?, a.checked_mul(d)?],
                    Op::Multiply if d == 0 => [a.checked_mul(c)?, b.checked_mul(c)?],
                    Op::Multiply => return None,
                    op => [op.of_two(a, c)?, op.of_two(b, d)?],
                }
            }
            _ => return None,
        };
        values.push(value);
    }
    values.pop()
}

impl Names {
    fn get(&self, name: char) -> Option<i64> {
        Some(match name {
            'p' => self.p.into(),
            'd' => log(2, self.p.into(), Rounding::Exact)?,
            'i' => self.i,
            'n' => self.n.into(),
            _ => self.q.into(),
        })
    }
}

impl Op {
    fn of_two(self, a: i64, b: i64) -> Option<i64> {
        match self {
            Op::Add => a.checked_add(b),
            Op::Subtract => a.checked_sub(b),
            Op::Multiply => a.checked_mul(b),
            Op::Divide(rounding) => divided(a, b, rounding),
            Op::Power => a.checked_pow(u32::try_from(b).ok()?),
            Op::Modulo => a.checked_rem_euclid(b),
            Op::Least => Some(a.min(b)),
            Op::Most => Some(a.max(b)),
            Op::Number(_) | Op::Name(_) | Op::Log(..) => None,
        }
    }
}

/// For b above 0.
fn divided(a: i64, b: i64, rounding: Rounding) -> Option<i64> {
    let (down, rest) = (a.checked_div_euclid(b)?, a.checked_rem_euclid(b)?);
    match rounding {
        _ if b < 0 => None,
        Rounding::Exact => (rest == 0).then_some(down),
        Rounding::Down => Some(down),
        Rounding::Up => down.checked_add(i64::from(rest > 0)),
    }
}

fn log(base: u32, a: i64, rounding: Rounding) -> Option<i64> {
    let down = a.checked_ilog(base.into())?;
    let whole = a == i64::from(base).checked_pow(down)?;
    match rounding {
        Rounding::Exact => whole.then_some(down.into()),
        Rounding::Down => Some(down.into()),
        Rounding::Up => Some(i64::from(down) + i64::from(!whole)),
    }
}

struct Reader<'a> {
    rest: &'a str,
    ops: SmallVec<[Op; 8]>,
}

impl Reader<'_> {
    /// Reads the next token, if it is this one.
    fn takes(&mut self, token: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Reads the next token, if it is one of these, and returns its action.
    fn one_of(&mut self, tokens: &[(&str, Op)]) -> Option<Op> {
        tokens.iter().find(|(token, _)| self.takes(token)).map(|(_, op)| *op)
    }

    fn sum(&mut self) -> Option<()> {
        if self.takes("-") {
            self.ops.push(Op::Number(0));
            self.product()?;
            self.ops.push(Op::Subtract);
        } else {
            self.product()?;
        }
        loop {
            let Some(op) = self.one_of(&[("+", Op::Add), ("-", Op::Subtract)]) else {
                return Some(());
            };
            self.product()?;
            self.ops.push(op);
        }
    }

    fn product(&mut self) -> Option<()> {
        self.power()?;
        loop {
            let division = Op::Divide(Rounding::Exact);
            let written = [("*", Op::Multiply), ("/", division), ("mod", Op::Modulo)];
            let goes_on = |c: char| c.is_alphanumeric() || c == '(';
            let op = match self.one_of(&written) {
                Some(op) => op,
                // Two adjacent factors.
                None if self.rest.trim_start().starts_with(goes_on) => Op::Multiply,
                None => return Some(()),
            };
            self.power()?;
            self.ops.push(op);
        }
    }

    fn power(&mut self) -> Option<()> {
        self.factor()?;
        if self.takes("^") {
            self.power()?;
            self.ops.push(Op::Power);
        }
        Some(())
    }

    fn factor(&mut self) -> Option<()> {
        for (name, rounding) in [("floor", Rounding::Down), ("ceil", Rounding::Up)] {
            if self.takes(name) {
                self.bracket()?;
                self.round(rounding);
                return Some(());
            }
        }
        if let Some(op) = self.one_of(&[("min", Op::Least), ("max", Op::Most)]) {
            return self.pair(op);
        }
        let to_base = self.takes("log_");
        if to_base || self.takes("log2") || self.takes("log") {
            let base = if to_base { self.digits()? } else { 2 };
            self.factor()?;
            self.ops.push(Op::Log(base, Rounding::Exact));
            return Some(());
        }
        for name in ['p', 'd', 'i', 'n', 'q'] {
            if self.takes(name.encode_utf8(&mut [0; 4])) {
                self.ops.push(Op::Name(name));
                return Some(());
            }
        }
        if self.rest.trim_start().starts_with('(') { self.bracket() } else { self.number() }
    }

    fn number(&mut self) -> Option<()> {
        let number = Op::Number(self.digits()?);
        self.ops.push(number);
        Some(())
    }

    fn digits<T: FromStr>(&mut self) -> Option<T> {
        let text = self.rest.trim_start();
        let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        self.rest = &text[end..];
        text[..end].parse().ok()
    }

    fn bracket(&mut self) -> Option<()> {
        let opens = self.takes("(");
        self.sum()?;
        (opens && self.takes(")")).then_some(())
    }

    fn pair(&mut self, op: Op) -> Option<()> {
        let opens = self.takes("(");
        self.sum()?;
        let goes_on = self.takes(",");
        self.sum()?;
        self.ops.push(op);
        (opens && goes_on && self.takes(")")).then_some(())
    }

    /// Rounds the expression just read: a quotient, or the logarithm of one, whose rounding equals the
    /// logarithm of the rounded quotient. Other expressions are whole.
    fn round(&mut self, to: Rounding) {
        for op in self.ops.iter_mut().rev() {
            match op {
                Op::Log(_, rounding @ Rounding::Exact) => *rounding = to,
                Op::Divide(rounding @ Rounding::Exact) => {
                    *rounding = to;
                    return;
                }
                _ => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str, p: u32, i: i64) -> Option<i64> {
        let (read, names) = (Expression::read(text)?, Names { p, i, n: 3, q: 5 });
        let value = read.value(&names);
        assert_eq!(read.steady(&names).value(&names), value, "{text}");
        value
    }

    #[test]
    fn texts_have_their_values() {
        for (text, p, i, expected) in [
            ("p - 1", 8, 0, 7),
            ("-i", 8, 3, -3),
            ("2 p - 2^(i + 1)", 8, 1, 12),
            ("ceil(log2 p)", 9, 0, 4),
            ("floor(log2 p)", 9, 0, 3),
            ("floor(log2(p/3))", 13, 0, 2),
            ("ceil(log2(p/3))", 13, 0, 3),
            ("floor(ceil(p/2^i)/2)", 13, 1, 3),
            ("floor(log2(ceil(p/2)))", 7, 0, 2),
            ("floor(ceil(log2 p))", 9, 0, 4),
            ("ceil(log_3 p)", 27, 0, 3),
            ("ceil(log_3 p)", 28, 0, 4),
            ("floor(log_10(p)) + log 2", 99, 0, 2),
            ("p - 1 - floor(p/2)", 7, 0, 3),
            ("min(p, 2^i) - max(0, i - 9)", 7, 2, 4),
            ("p/2^(d - i)", 8, 1, 2),
            ("(p mod 2) (n + q)", 7, 0, 8),
            ("2^ceil(d/2)", 8, 0, 4),
            ("max(0, i - n + 1)", 8, 1, 0),
        ] {
            assert_eq!(value(text, p, i), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_has_no_whole_value_has_none() {
        for (text, p, i) in [
            ("p/2", 7, 0),
            ("d", 7, 0),
            ("log p", 6, 0),
            ("2^i", 8, -1),
            ("2^i", 8, 63),
            ("p/i", 8, 0),
            ("floor(p/i)", 8, -1),
            ("ceil(log2 i)", 8, 0),
            ("log_3 p", 8, 0),
            ("ceil(log_1 p)", 8, 0),
        ] {
            assert_eq!(value(text, p, i), None, "{text}");
        }
    }

    #[test]
    fn what_is_no_text_is_not_read() {
        for text in
            ["", "p +", "floor p", "(p", "min(p)", "x", "p)", "1 2 y", "99999999999999999999"]
        {
            assert_eq!(Expression::read(text), None, "{text}");
        }
    }
}
