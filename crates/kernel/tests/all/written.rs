//! Polynomials and refusals as formulas that can be read back. The kernel writes none, and `proof` writes them for people.

use hockney_kernel::{Atom, Function, Monomial, Polynomial, Refusal, RuleRefusal};

fn atom(of: &Atom) -> String {
    match of {
        Atom::Name(name) => name.clone(),
        Atom::PowerOfTwo(of) => format!("2^({})", atom(of)),
        Atom::Apply(function, of) => {
            let of: Vec<String> = of.iter().map(polynomial).collect();
            match function {
                Function::Sum => format!("({})", of.join(" + ")),
                Function::Product => format!("({})", of.join(" * ")),
                Function::Quotient => format!("(({}))", of.join(") / (")),
                Function::Power => format!("(({}))", of.join(")^(")),
                Function::Mod => format!("(({}))", of.join(") mod (")),
                other => format!("{}({})", other.name(), of.join(", ")),
            }
        }
    }
}

fn monomial(of: &Monomial) -> String {
    let factors = of.iter().map(|(of, exponent)| format!(" * ({})^({exponent})", atom(of)));
    factors.collect::<Vec<_>>().concat()
}

/// A sum of products: `(1) * (p)^(1) + (-1)`.
pub(crate) fn polynomial(of: &Polynomial) -> String {
    let terms = of.terms().map(|(of, coefficient)| format!("({coefficient}){}", monomial(of)));
    let terms: Vec<String> = terms.collect();
    if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") }
}

/// A refusal, with the turn or phase where it stands.
pub(crate) fn refusal(why: &RuleRefusal) -> String {
    match why {
        RuleRefusal::Formula(Refusal::UnknownName(name)) => format!("`{name}` is not defined"),
        RuleRefusal::Formula(Refusal::Divides(by)) => {
            format!("no rule divides by `{}`", polynomial(by))
        }
        RuleRefusal::Formula(Refusal::Logarithm(of)) => {
            format!("the logarithm of `{}`, which is not provably above 0", polynomial(of))
        }
        RuleRefusal::Formula(other) => format!("{other:?}"),
        RuleRefusal::Turn(turn, why) => format!("turn {turn}: {why}"),
        RuleRefusal::Rule(why) => (*why).to_owned(),
        RuleRefusal::Cost(phase) => {
            format!("phase {phase}: the costs of the steps differ from the stated costs")
        }
    }
}
