//! The numbers of a node: what conditions, peers and bounds come to.

use std::rc::Rc;

use super::{Done, Rank, SoFar};
use crate::names::FOLLOW;
use crate::syntax::{Binding, Located, TermKind};
use crate::types::Element;
use hockney_base::diagnostic::Span;

/// A number, or a truth value as 0 or 1.
#[derive(Clone, Copy)]
pub(super) struct Number {
    value: i64,
    truth: bool,
    /// Whether it may have more bits than an int of C.
    wide: bool,
}

/// Two sides of an operator.
type Pair<'t> = (&'t Located, &'t Located);

/// How what is not whole is rounded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Round {
    Not,
    Down,
    Up,
}

impl Rank<'_> {
    pub(super) fn number(&mut self, node: &Located) -> Done<i64> {
        Ok(self.value(node, self.rounding())?.value)
    }

    /// C cuts off what is not whole.
    fn rounding(&self) -> Round {
        if self.program.is_c() { Round::Down } else { Round::Not }
    }

    pub(super) fn holds(&mut self, condition: &Located) -> Done<bool> {
        let value = self.value(condition, self.rounding())?;
        if !self.program.is_c() && !value.truth {
            let help =
                "put the operation of bits in parentheses, and compare: (my_id AND mask) = 0";
            return Self::unclear(condition.at, "this is a number, and no comparison", help);
        }
        Ok(value.value != 0)
    }

    pub(super) fn value(&mut self, node: &Located, round: Round) -> Done<Number> {
        let plain = |value, wide| Ok(Number { value, truth: false, wide });
        match &node.what {
            TermKind::Number(known) => plain(*known, i32::try_from(*known).is_err()),
            TermKind::Name(name) => {
                let typed = self.program.typed.get(name).copied().unwrap_or_default();
                plain(self.named(name, node.at)?, typed.element == Element::Long)
            }
            TermKind::Bump(name, by) => {
                let now = self.named(name, node.at)?;
                self.values.insert(name.clone(), now.saturating_add(*by));
                plain(now, true)
            }
            TermKind::Choice(parts) => {
                let [condition, then, otherwise] = &**parts;
                let part = if self.holds(condition)? { then } else { otherwise };
                self.value(part, round)
            }
            TermKind::Unary(Binding::Value, part) => {
                let (name, _) = self.pointer(part)?;
                plain(self.named(&name, part.at)?, true)
            }
            TermKind::Unary(operator, part) => {
                let value = self.value(part, round)?;
                match operator {
                    Binding::Subtract => {
                        Ok(Number { value: value.value.saturating_neg(), ..value })
                    }
                    _ if value.truth || self.program.is_c() => {
                        Ok(Number { value: i64::from(value.value == 0), wide: false, ..value })
                    }
                    _ => Self::unclear(node.at, "`not` of a number", "write a comparison"),
                }
            }
            TermKind::Binary(operator, a, b) => self.combined(*operator, (a, b), node.at, round),
            TermKind::Call(name, of) => plain(self.called(name, of, node.at, round)?, true),
            TermKind::Invoke(name, arguments) => {
                self.invoke(name, arguments, node.at)?;
                let value = self.returned(node.at)?;
                self.value(&value, round)
            }
            TermKind::Index(name, _) | TermKind::Slice(name, ..) => {
                let what = format!("the value of `{name}` is not known beforehand");
                Self::unclear(node.at, &what, FOLLOW)
            }
        }
    }

    fn named(&self, name: &Rc<str>, at: Span) -> Done<i64> {
        let typed = self.program.typed.get(name).copied().unwrap_or_default();
        if matches!(typed.element, Element::Float | Element::Double) {
            let what = format!("`{name}` is not a whole number");
            return Self::unclear(at, &what, "count with int: ceil(log2(size)) is understood");
        }
        let name = self.so_far.pointers.get(name).map_or(name, |(to, _)| to);
        let wrong = || self.wrong(at, format!("reads `{name}`, which has no value yet"));
        self.values.get(name).copied().ok_or_else(wrong)
    }

    fn combined(&mut self, sign: Binding, of: Pair<'_>, at: Span, round: Round) -> Done<Number> {
        use Binding as O;
        let (a, b) = of;
        let of_c = self.program.is_c();
        // Of C only the quotient of two natural logarithms is whole.
        let log =
            |node: &Located| matches!(&node.what, TermKind::Call(name, _) if &**name == "log");
        if let (O::Divide, TermKind::Call(_, of)) = (sign, &a.what)
            && log(a)
            && log(b)
            && matches!(b.parts()[..], [Located { what: TermKind::Number(2), .. }])
        {
            let number = self.called("log2", of, at, round)?;
            return Ok(Number { value: number, truth: false, wide: true });
        }
        let truth = |holds: bool| Ok(Number { value: holds.into(), truth: !of_c, wide: false });
        let left = self.value(a, round)?;
        // The right side of && and || is left out where it does not matter.
        match sign {
            O::Both if left.value == 0 => return truth(false),
            O::Either if left.value != 0 => return truth(true),
            O::And if left.truth && left.value == 0 => return Ok(left),
            O::Or if left.truth && left.value != 0 => return Ok(left),
            _ => {}
        }
        let right = self.value(b, self.rounding())?;
        if left.truth != right.truth {
            let help = "put the operation of bits in parentheses: (my_id AND mask) = 0";
            return Self::unclear(at, "a number meets a comparison", help);
        }
        let (x, y) = (left.value, right.value);
        let number = match sign {
            O::Equal => return truth(x == y),
            O::Unequal => return truth(x != y),
            O::Less => return truth(x < y),
            O::AtMost => return truth(x <= y),
            O::Greater => return truth(x > y),
            O::AtLeast => return truth(x >= y),
            O::Both | O::Either => return truth(y != 0),
            O::And => Some(x & y),
            O::Or => Some(x | y),
            O::Xor => Some(x ^ y),
            O::ShiftLeft => {
                u32::try_from(y).ok().filter(|y| *y < 62).and_then(|y| x.checked_mul(1 << y))
            }
            O::ShiftRight => u32::try_from(y).ok().map(|y| x >> y.min(63)),
            O::Add => x.checked_add(y),
            O::Subtract => x.checked_sub(y),
            O::Multiply => x.checked_mul(y),
            O::Power => u32::try_from(y).ok().and_then(|y| x.checked_pow(y)),
            O::Divide | O::Quotient | O::Modulo | O::Remainder if y == 0 => {
                return Err(self.wrong(at, "divides by 0"));
            }
            O::Remainder => x.checked_rem(y),
            O::Quotient => x.checked_div_euclid(y),
            O::Modulo => Some(x.rem_euclid(y.saturating_abs())),
            O::Divide => match round {
                _ if of_c && round == Round::Down => x.checked_div(y),
                _ if x.checked_rem(y).is_none_or(|rest| rest == 0) => x.checked_div(y),
                Round::Down => x.checked_div_euclid(y),
                Round::Up => x.checked_neg().map(|x| -x.div_euclid(y)),
                Round::Not => {
                    return Err(self.wrong(at, format!("gets {x}/{y}, which is not whole")));
                }
            },
            O::Union | O::Not | O::Address | O::Value => None,
        };
        let number = number
            .ok_or_else(|| self.wrong(at, format!("gets no number here, from {x} and {y}")))?;
        let wide = left.wide || right.wide && !matches!(sign, O::ShiftLeft | O::ShiftRight);
        if of_c && !wide && i32::try_from(number).is_err() {
            return Err(self.wrong(at, format!("gets {number} here, which no int can hold")));
        }
        let truth = left.truth && matches!(sign, O::And | O::Or | O::Xor);
        Ok(Number { value: number, truth, wide })
    }

    /// The bytes of a type or a variable.
    fn size_of(&self, of: &Located) -> i64 {
        let Some(name) = self.program.base(of) else { return 4 };
        if let Some(element) = Element::named(name) {
            return element.bytes();
        }
        let typed = self.program.typed.get(name).copied().unwrap_or_default();
        let each = self.program.element(name).bytes();
        match self.so_far.sizes.get(name) {
            _ if of.as_name().is_none() => each,
            Some(size) if !typed.is_pointer => size.saturating_mul(each),
            _ => 8,
        }
    }

    fn called(&mut self, name: &str, of: &[Located], at: Span, round: Round) -> Done<i64> {
        match (name, of) {
            ("floor", [of]) => Ok(self.value(of, Round::Down)?.value),
            ("ceil" | "ceiling", [of]) => Ok(self.value(of, Round::Up)?.value),
            ("abs", [of]) => Ok(self.number(of)?.saturating_abs()),
            ("sizeof", [of]) => Ok(self.size_of(of)),
            ("MPI_Wtime" | "time", _) => Ok(0),
            ("atoi" | "strtol" | "atol", _) => Ok(self.setting.words),
            ("MPI_Comm_rank" | "MPI_Comm_size" | "MPI_Comm_dup" | "MPI_Comm_split", of) => {
                self.of_comm(name, of, at)
            }
            (".size", [Located { what: TermKind::Name(vector), .. }]) => {
                let SoFar { lengths, sizes, .. } = &self.so_far;
                let known = lengths.get(vector).or_else(|| sizes.get(vector)).copied();
                let words = if self.program.is_data(vector) { self.setting.words } else { 0 };
                Ok(known.unwrap_or(words))
            }
            ("log", [_]) if self.program.is_c() => {
                let help = "write log2(size), or log(size) / log(2)";
                Self::unclear(at, "this logarithm is not to base 2", help)
            }
            ("log" | "log2" | "lg" | "sqrt", [of]) => {
                let of = self.number(of)?;
                let found = if name == "sqrt" { root(of, round) } else { log(of, round) };
                found.ok_or_else(|| self.wrong(at, format!("gets {name} {of}, which is not whole")))
            }
            ("min", [a, b]) => Ok(self.number(a)?.min(self.number(b)?)),
            ("max", [a, b]) => Ok(self.number(a)?.max(self.number(b)?)),
            ("pow" | "power", [a, b]) => {
                Ok(self.combined(Binding::Power, (a, b), at, round)?.value)
            }
            ("mod", [a, b]) => Ok(self.combined(Binding::Modulo, (a, b), at, round)?.value),
            _ if name.starts_with(|c: char| c.is_ascii_digit()) => {
                let what = format!("`{name}` is not a whole number");
                Self::unclear(at, &what, "write it with whole numbers: ceil(log2(size))")
            }
            _ => {
                let what = format!("the function `{name}` is not understood");
                Self::unclear(at, &what, "floor, ceil, log, sqrt, abs, min, max and pow are")
            }
        }
    }
}

/// The logarithm to base 2.
fn log(of: i64, round: Round) -> Option<i64> {
    let of = u64::try_from(of).ok().filter(|of| *of > 0)?;
    let down = of.ilog2();
    match round {
        Round::Up => Some((down + u32::from(!of.is_power_of_two())).into()),
        Round::Down => Some(down.into()),
        Round::Not => of.is_power_of_two().then_some(down.into()),
    }
}

/// The square root.
fn root(of: i64, round: Round) -> Option<i64> {
    let down = u64::try_from(of).ok()?.isqrt();
    let exact = down * down == of.unsigned_abs();
    match round {
        Round::Not if !exact => None,
        Round::Up if !exact => i64::try_from(down + 1).ok(),
        _ => i64::try_from(down).ok(),
    }
}
