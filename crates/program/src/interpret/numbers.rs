//! The numbers of a node: what conditions, peers and bounds come to.

use super::objects::{Place, UNSET};
use super::{Done, Rank};
use crate::NOWHERE;
use crate::names::FOLLOW;
use crate::syntax::{Binding, Located, TermKind};
use crate::types::{Element, Typed};
use hockney_base::diagnostic::Span;

/// A number, or a truth value as 0 or 1.
#[derive(Clone, Copy, Default)]
pub(super) struct Number {
    value: i64,
    truth: bool,
    sort: Sort,
}

/// How C counts a number.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Sort {
    #[default]
    Int,
    /// Without a sign, so that what is below 0 is large.
    Unsigned,
    /// With more bits than an int, and without a sign.
    Long,
    UnsignedLong,
    /// As a double that is whole.
    Real,
    /// As one that is greater by a part of 1.
    Cut,
}

impl Sort {
    /// How C counts a variable of a type: what is shorter than an int as an int.
    fn of(typed: Typed) -> Self {
        match (typed.element, typed.is_unsigned) {
            (Element::Long, true) => Sort::UnsignedLong,
            (Element::Long, false) => Sort::Long,
            (Element::Int, true) => Sort::Unsigned,
            (Element::Float | Element::Double, _) => Sort::Real,
            _ => Sort::Int,
        }
    }

    fn is_unsigned(self) -> bool {
        matches!(self, Sort::Unsigned | Sort::UnsignedLong)
    }
}

impl Number {
    fn new(value: i64, sort: Sort) -> Self {
        Number { value, truth: false, sort }
    }

    fn is_cut(self) -> bool {
        self.sort == Sort::Cut
    }

    /// It as an int of C, which cuts off a part of 1 towards 0.
    fn cut(self) -> Self {
        Number { value: self.value + i64::from(self.is_cut() && self.value < 0), ..self }
    }

    /// What it is beside a number of a sort.
    fn beside(self, sort: Sort) -> i64 {
        let int = Typed { element: Element::Int, is_unsigned: true, ..Typed::default() };
        if sort == Sort::Unsigned { int.holds(self.value) } else { self.value }
    }
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
        Ok(self.value(node, self.rounding())?.cut().value)
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
        Ok(value.value != 0 || value.is_cut())
    }

    /// The part of `a ? b : c` that counts.
    pub(super) fn chosen<'t>(&mut self, parts: &'t [Located; 3]) -> Done<&'t Located> {
        let [condition, then, otherwise] = parts;
        Ok(if self.holds(condition)? { then } else { otherwise })
    }

    pub(super) fn value(&mut self, node: &Located, round: Round) -> Done<Number> {
        match &node.what {
            TermKind::Number(known) => {
                let fits = i32::try_from(*known).is_ok();
                Ok(Number::new(*known, if fits { Sort::Int } else { Sort::Long }))
            }
            TermKind::Name(name) if self.is_pointer(name) || NOWHERE.contains(&&**name) => {
                self.address(node)
            }
            TermKind::Bump(name, _) if self.is_pointer(name) => self.address(node),
            TermKind::Name(name) => {
                let place = self.bound(name);
                self.variable(place, node.at)
            }
            TermKind::Bump(name, by) => {
                let place = self.bound(name);
                let now = self.variable(place, node.at)?;
                let next = now.value.saturating_add(*by);
                let of = self.typed(name);
                if of.element == Element::Int && !of.is_unsigned && of.holds(next) != next {
                    let what = format!("counts {name} to {next}, which it cannot hold");
                    return Err(self.wrong(node.at, what));
                }
                self.give(place, next, node.at)?;
                Ok(now)
            }
            TermKind::Choice(parts) => {
                let part = self.chosen(parts)?;
                self.value(part, round)
            }
            TermKind::Unary(Binding::Value, part) => {
                let place = self.pointer(part)?;
                self.variable(place, part.at)
            }
            TermKind::Unary(Binding::Address, _) => self.address(node),
            TermKind::Assign(both) => {
                self.set(&both[0], &both[1])?;
                self.value(&both[0], round)
            }
            TermKind::Unary(operator, part) => {
                let number = self.value(part, round)?;
                let Number { value, truth, sort } = number;
                match operator {
                    Binding::Subtract => {
                        let minus = Number::new(value.saturating_neg(), sort);
                        Ok(Number { value: minus.beside(sort), truth, sort })
                    }
                    _ if truth || self.program.is_c() => {
                        let value = (value == 0 && !number.is_cut()).into();
                        Ok(Number { value, truth, sort: Sort::Int })
                    }
                    _ => Self::unclear(node.at, "`not` of a number", "write a comparison"),
                }
            }
            TermKind::Binary(operator, a, b) => self.combined(*operator, (a, b), node.at, round),
            TermKind::Call(name, of) => self.called(name, of, node.at, round),
            TermKind::Cast(typed, of) => {
                let of = self.value(of, round)?;
                let of = if Sort::of(*typed) == Sort::Real { of } else { of.cut() };
                let Number { value, truth, sort } = of;
                let stays_cut = sort == Sort::Cut && Sort::of(*typed) == Sort::Real;
                let is_true = sort == Sort::Cut && typed.element == Element::Bool;
                let sort = if stays_cut { sort } else { Sort::of(*typed) };
                Ok(Number { value: if is_true { 1 } else { typed.holds(value) }, truth, sort })
            }
            TermKind::Invoke(name, arguments) => self.invoke(name, arguments, node.at, |this| {
                let value = this.returned(node.at)?;
                this.value(value, round)
            }),
            TermKind::Index(..) if self.program.is_c() => {
                let place = self.pointer(node)?;
                self.variable(place, node.at)
            }
            TermKind::Index(name, _) | TermKind::Slice(name, ..) => {
                let what = format!("the value of `{name}` is not known beforehand");
                Self::unclear(node.at, &what, FOLLOW)
            }
        }
    }

    /// How a variable of C is declared.
    pub(super) fn typed(&self, name: &str) -> Typed {
        self.program.typed(name)
    }

    /// A pointer as a number, which counts words: 0 if it points to nothing.
    fn address(&mut self, node: &Located) -> Done<Number> {
        let place = self.pointer(node)?;
        if place == UNSET {
            self.alive(place, node.at)?;
        }
        let object = i64::try_from(place.0).unwrap_or(0);
        Ok(Number::new((object << 32) + place.1, Sort::Long))
    }

    fn variable(&self, place: Place, at: Span) -> Done<Number> {
        let name = &self.object(place).name;
        let sort = Sort::of(self.typed(name));
        if sort == Sort::Real {
            let what = format!("`{name}` is not a whole number");
            return Self::unclear(at, &what, "count with int: ceil(log2(size)) is understood");
        }
        Ok(Number::new(self.read(place, at)?, sort))
    }

    fn combined(&mut self, sign: Binding, of: Pair<'_>, at: Span, round: Round) -> Done<Number> {
        use Binding as O;
        let (a, b) = of;
        let of_c = self.program.is_c();
        // Of C only the quotient of two natural logarithms is whole.
        if let (O::Divide, Some(of), Some([to])) = (sign, a.called("log"), b.called("log"))
            && matches!(to.what, TermKind::Number(2))
        {
            return self.called("log2", of, at, round);
        }
        let truth = |holds: bool| Ok(Number { value: holds.into(), truth: !of_c, sort: Sort::Int });
        // What is rounded up before it is multiplied is another number.
        let inner = if of_c && sign == O::Multiply { Round::Down } else { round };
        let left = self.value(a, inner)?;
        // The right side of && and || is left out where it does not matter.
        match sign {
            O::Both if left.value == 0 && !left.is_cut() => return truth(false),
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
        let cuts = u8::from(left.is_cut()) + u8::from(right.is_cut());
        if cuts > u8::from(sign.compares()) {
            return Self::unclear(at, "this counts with parts of 1", "round them: ceil(x)");
        }
        let shifts = matches!(sign, O::ShiftLeft | O::ShiftRight);
        let sort = if shifts { left.sort } else { left.sort.max(right.sort) };
        let (x, y) = (left.beside(sort), if shifts { right.value } else { right.beside(sort) });
        let order = if sort == Sort::UnsignedLong {
            x.cast_unsigned().cmp(&y.cast_unsigned())
        } else {
            x.cmp(&y)
        };
        // A part of 1 more decides between equals alone.
        let order = order.then(left.is_cut().cmp(&right.is_cut()));
        match sign {
            O::Equal => return truth(order.is_eq()),
            O::Unequal => return truth(order.is_ne()),
            O::Less => return truth(order.is_lt()),
            O::AtMost => return truth(order.is_le()),
            O::Greater => return truth(order.is_gt()),
            O::AtLeast => return truth(order.is_ge()),
            O::Both | O::Either => return truth(y != 0 || right.is_cut()),
            O::Divide | O::Remainder | O::Quotient | O::Modulo if y == 0 => {
                return Err(self.wrong(at, "divides by 0"));
            }
            O::Divide if of_c && sort == Sort::Real && round == Round::Down => {
                let sort = if x.checked_rem(y) == Some(0) { sort } else { Sort::Cut };
                let (x, y) = if y < 0 { (x.saturating_neg(), y.saturating_neg()) } else { (x, y) };
                return Ok(Number::new(x.div_euclid(y), sort));
            }
            O::Divide if !of_c && round == Round::Not && x.checked_rem(y) != Some(0) => {
                return Err(self.wrong(at, format!("gets {x}/{y}, which is not whole")));
            }
            _ => {}
        }
        let number = if sort.is_unsigned() {
            without_sign(sign, x, y)
        } else {
            let whole = of_c && sort != Sort::Real;
            with_sign(sign, x, y, if whole { Round::Not } else { round })
        };
        let number = number
            .ok_or_else(|| self.wrong(at, format!("gets no number here, from {x} and {y}")))?;
        if of_c && sort == Sort::Int && i32::try_from(number).is_err() {
            return Err(self.wrong(at, format!("gets {number} here, which no int can hold")));
        }
        let truth = left.truth && matches!(sign, O::And | O::Or | O::Xor);
        Ok(Number { value: Number::new(number, sort).beside(sort), truth, sort })
    }

    /// The bytes of a type or a variable.
    fn size_of(&self, of: &Located) -> i64 {
        let Some(name) = self.program.base(of) else { return 4 };
        if let Some(element) = Element::named(name) {
            return element.bytes();
        }
        let each = self.program.element(name).bytes();
        let length = self.so_far.bound.get(name).and_then(|place| self.object(*place).length);
        match length {
            _ if of.as_name().is_none() => each,
            Some(length) if !self.is_pointer(name) => length.saturating_mul(each),
            _ => 8,
        }
    }

    fn called(&mut self, name: &str, of: &[Located], at: Span, round: Round) -> Done<Number> {
        let of_c = self.program.is_c();
        let long = |value| Ok(Number::new(value, Sort::Long));
        let real = |value| Ok(Number::new(value, if of_c { Sort::Real } else { Sort::Long }));
        match (name, of) {
            ("floor", [of]) => real(self.value(of, Round::Down)?.value),
            ("ceil" | "ceiling", [of]) => {
                let of = self.value(of, Round::Up)?;
                real(of.value.saturating_add(of.is_cut().into()))
            }
            ("log" | "log2" | "lg" | "sqrt", [of]) if name != "log" || !of_c => {
                let of = self.number(of)?;
                let find = |round| if name == "sqrt" { root(of, round) } else { log(of, round) };
                let wrong = || self.wrong(at, format!("gets {name} {of}, which is not whole"));
                let value = find(round).ok_or_else(wrong)?;
                let is_cut = of_c && round == Round::Down && find(Round::Not).is_none();
                if is_cut { Ok(Number::new(value, Sort::Cut)) } else { real(value) }
            }
            ("pow" | "power", [a, b]) => {
                let [base, to] = [self.number(a)?, self.number(b)?];
                let value = u32::try_from(to).ok().and_then(|to| base.checked_pow(to));
                let wrong = || self.wrong(at, format!("gets no number here, from {base} and {to}"));
                real(value.ok_or_else(wrong)?)
            }
            (digits, []) if digits.starts_with(|c: char| c.is_ascii_digit()) => {
                let digits = name.trim_end_matches(['f', 'F', 'l', 'L']);
                let is_whole = |rest: &str| rest.chars().all(|c| c == '0');
                let whole = digits.split_once('.').filter(|(_, rest)| of_c && is_whole(rest));
                if let Some(value) = whole.and_then(|(whole, _)| whole.parse().ok()) {
                    return real(value);
                }
                let what = format!("`{name}` is not a whole number");
                Self::unclear(at, &what, "write it with whole numbers: ceil(log2(size))")
            }
            ("sizeof", [of]) => Ok(Number::new(self.size_of(of), Sort::UnsignedLong)),
            (".size" | ".empty", [vector]) => {
                let place = self.pointer(vector)?;
                let words = self.length(place);
                let words = if name == ".empty" { (words == 0).into() } else { words };
                Ok(Number::new(words, Sort::UnsignedLong))
            }
            ("MPI_Finalize", []) => {
                self.so_far.finalized = true;
                long(0)
            }
            ("MPI_Comm_free", _) => long(-1),
            ("mod", [a, b]) => self.combined(Binding::Modulo, (a, b), at, round),
            ("min" | "MIN" | "max" | "MAX", [a, b]) => {
                let (a, b) = (self.value(a, round)?, self.value(b, round)?);
                let first = (a.value <= b.value) == name.eq_ignore_ascii_case("min");
                Ok(Number { sort: a.sort.max(b.sort), ..if first { a } else { b } })
            }
            ("abs", [of]) => long(self.number(of)?.saturating_abs()),
            ("MPI_Wtime" | "time", _) => long(0),
            ("atoi" | "strtol" | "atol", _) => long(self.setting.words),
            ("MPI_Comm_rank" | "MPI_Comm_size" | "MPI_Comm_dup" | "MPI_Comm_split", of) => {
                long(self.of_comm(name, of, at)?)
            }
            ("log", [_]) if of_c => {
                let help = "write log2(size), or log(size) / log(2)";
                Self::unclear(at, "this logarithm is not to base 2", help)
            }
            _ => {
                let what = format!("the function `{name}` is not understood");
                Self::unclear(at, &what, "floor, ceil, log, sqrt, abs, min, max and pow are")
            }
        }
    }
}

/// What an operator makes of two numbers; what is not whole is rounded, and cut off by C.
fn with_sign(sign: Binding, x: i64, y: i64, round: Round) -> Option<i64> {
    use Binding as O;
    match sign {
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
        O::Remainder => x.checked_rem(y),
        O::Quotient => x.checked_div_euclid(y),
        O::Modulo => Some(x.rem_euclid(y.saturating_abs())),
        O::Divide => match round {
            Round::Not => x.checked_div(y),
            Round::Down => x.checked_div_euclid(y),
            Round::Up => x.checked_neg().map(|x| -x.div_euclid(y)),
        },
        _ => None,
    }
}

/// What an operator makes of two unsigned numbers of C; `x` and `y` have their bits.
fn without_sign(sign: Binding, x: i64, y: i64) -> Option<i64> {
    use Binding as O;
    let (a, b) = (x.cast_unsigned(), y.cast_unsigned());
    match sign {
        O::Add => Some(x.wrapping_add(y)),
        O::Subtract => Some(x.wrapping_sub(y)),
        O::Multiply => Some(x.wrapping_mul(y)),
        O::Divide => Some((a / b).cast_signed()),
        O::Remainder => Some((a % b).cast_signed()),
        O::ShiftLeft => u32::try_from(y).ok().map(|y| x.wrapping_shl(y)),
        O::ShiftRight => u32::try_from(y).ok().map(|y| (a >> y.min(63)).cast_signed()),
        _ => with_sign(sign, x, y, Round::Not),
    }
}

/// The logarithm to base 2.
fn log(of: i64, round: Round) -> Option<i64> {
    let of = u64::try_from(of).ok().filter(|of| *of > 0)?;
    rounded(of.ilog2().into(), of.is_power_of_two(), round)
}

/// The square root.
fn root(of: i64, round: Round) -> Option<i64> {
    let down = u64::try_from(of).ok()?.isqrt();
    rounded(down, down * down == of.unsigned_abs(), round)
}

/// A number that is `down`, or between it and the next.
fn rounded(down: u64, is_whole: bool, round: Round) -> Option<i64> {
    let up = u64::from(round == Round::Up && !is_whole);
    i64::try_from(down + up).ok().filter(|_| is_whole || round != Round::Not)
}
