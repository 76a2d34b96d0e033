//! The texts of what the kernel computes and refuses. The kernel decides without them.

use std::fmt;

use hockney_base::number::{Rational, sign_before};
use hockney_kernel::{Atom, Function, Monomial, Polynomial, Refusal, RuleRefusal, What};

/// A polynomial or refusal of the kernel, as it is written.
#[derive(Clone, Copy, Debug)]
pub struct Written<'a, T>(pub &'a T);

impl fmt::Display for Written<'_, RuleRefusal> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            RuleRefusal::Formula(refusal) => fmt::Display::fmt(&Written(refusal), f),
            RuleRefusal::Turn(turn, why) => write!(f, "turn {turn}: {why}"),
            RuleRefusal::Rule(why) => f.write_str(why),
            RuleRefusal::Cost(phase) => {
                write!(f, "phase {phase}: the costs of the steps differ from the stated costs")
            }
        }
    }
}

impl fmt::Display for Written<'_, Refusal> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Refusal::UnknownName(name) => write!(f, "`{name}` is not defined"),
            Refusal::TwoMeanings(name) => write!(f, "`{name}` has two meanings"),
            Refusal::Divides(by) => write!(f, "no rule divides by `{}`", Written(by)),
            Refusal::Power(base, exponent) => {
                write!(f, "no rule computes `({})^({})`", Written(base), Written(exponent))
            }
            Refusal::Logarithm(of) => {
                write!(f, "the logarithm of `{}`, which is not provably above 0", Written(of))
            }
            Refusal::TooLarge => f.write_str("too large for the kernel"),
            Refusal::Uncovered(values) => write!(f, "no case covers {values}"),
            Refusal::Ranges(case) => write!(
                f,
                "case {case}: it needs one range for each name, with a modulus from 1 to 64 and values up to 1000"
            ),
            Refusal::Sums { case, sums, phases } => {
                write!(f, "case {case}: found {sums} sums for {phases} phases")
            }
            Refusal::Wrong { case, phase, what } => {
                write!(f, "case {case}, phase {phase}: {}", Written(what))
            }
            Refusal::Total { case, sum, total } => write!(
                f,
                "case {case}: the steps sum to {}, but the closed form is {}",
                Written(sum),
                Written(total)
            ),
        }
    }
}

impl fmt::Display for Written<'_, What> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            What::Bounds(from, to) => write!(
                f,
                "{} and {} are not provably integers with the first at most the second",
                Written(from),
                Written(to)
            ),
            What::Base(sum) => write!(f, "the sum of no steps is {}, not 0", Written(sum)),
            What::Step { rise, cost } => write!(
                f,
                "the sum rises by {} in step i, which costs {}",
                Written(rise),
                Written(cost)
            ),
            What::Repeat(repeat) => {
                write!(f, "{} is not provably a number of repetitions", Written(repeat))
            }
        }
    }
}

/// A formula that is read back as the same polynomial.
impl fmt::Display for Written<'_, Polynomial> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_zero() {
            return f.write_str("0");
        }
        // Startup times first, then words, then numbers, as in written costs.
        let mut terms: Vec<_> = self.0.terms().collect();
        let rank = |monomial: &Monomial| {
            let of = |name: &str| monomial.contains_key(&Atom::Name(name.to_owned()));
            (!of("t_s"), !of("t_w"), monomial.is_empty())
        };
        terms.sort_by_key(|(monomial, coefficient)| (rank(monomial), coefficient.is_negative()));
        for (place, (monomial, coefficient)) in terms.iter().enumerate() {
            f.write_str(sign_before(place, coefficient.is_negative()))?;
            write_term(f, monomial, &coefficient.abs())?;
        }
        Ok(())
    }
}

fn write_term(f: &mut fmt::Formatter<'_>, monomial: &Monomial, size: &Rational) -> fmt::Result {
    let cost = |atom: &Atom| match atom {
        Atom::Name(name) if name == "m" => 1,
        Atom::Name(name) if name == "t_s" || name == "t_w" => 2,
        _ => 0,
    };
    let (mut above, below): (Vec<_>, Vec<_>) =
        monomial.iter().partition(|(_, exponent)| **exponent > 0);
    above.sort_by_key(|(atom, _)| cost(atom));
    let mut factors = Vec::new();
    if !size.numerator().is_one() || above.is_empty() {
        factors.push(size.numerator().to_string());
    }
    factors.extend(above.iter().map(|(atom, exponent)| written(atom, **exponent)));
    // Adjacent factors are a product if both are symbols of the model.
    for (place, factor) in factors.iter().enumerate() {
        let beside = matches!(factor.as_str(), "m" | "t_s" | "t_w");
        let between = match (place, beside) {
            (0, _) => "",
            (_, true) => " ",
            (_, false) => " * ",
        };
        write!(f, "{between}{factor}")?;
    }
    let denominator = size.denominator();
    if !denominator.is_one() {
        write!(f, "/{denominator}")?;
    }
    below.iter().try_for_each(|(atom, exponent)| write!(f, "/{}", written(atom, -**exponent)))
}

fn written(atom: &Atom, exponent: i64) -> String {
    let base = Written(atom);
    match (atom, exponent) {
        (_, 1) => base.to_string(),
        (Atom::PowerOfTwo(of), _) => format!("2^({exponent} * {})", Written(&**of)),
        (Atom::Apply(Function::Power, _), _) => format!("({base})^{exponent}"),
        _ => format!("{base}^{exponent}"),
    }
}

impl fmt::Display for Written<'_, Atom> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Atom::Name(name) => f.write_str(name),
            Atom::PowerOfTwo(exponent) => match **exponent {
                Atom::PowerOfTwo(_) => write!(f, "2^({})", Written(&**exponent)),
                Atom::Name(_) | Atom::Apply(..) => write!(f, "2^{}", Written(&**exponent)),
            },
            Atom::Apply(Function::Mod, of) if let [dividend, divisor] = of.as_slice() => {
                write!(f, "(({}) mod ({}))", Written(dividend), Written(divisor))
            }
            Atom::Apply(Function::Power, of) if let [base, exponent] = of.as_slice() => {
                write!(f, "{}^({})", Written(base), Written(exponent))
            }
            // The usual notation; elsewhere `log2 p q` would be ambiguous.
            Atom::Apply(function @ (Function::Ceil | Function::Floor), of)
                if let Some(name) = logarithm(of) =>
            {
                write!(f, "{}(log2 {name})", function.name())
            }
            Atom::Apply(function, of) => {
                let of: Vec<_> = of.iter().map(|of| Written(of).to_string()).collect();
                write!(f, "{}({})", function.name(), of.join(", "))
            }
        }
    }
}

/// The name whose logarithm is the only argument.
fn logarithm(of: &[Polynomial]) -> Option<&str> {
    let Atom::Name(name) = of.first()?.argument_of(Function::Log2)?.as_atom()? else { return None };
    Some(name)
}
