//! The cheapest algorithm for given numbers, by closed forms.

use std::fmt;

use super::closed_form::bindings_of;
use crate::cost::Numbers;
use crate::formula;
use crate::number::Rational;
use crate::planner::{Algorithm, Request, candidates, fitted};

/// Why the cheapest is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BestError {
    /// m, t_s or t_w is not given.
    NumbersMissing,
    /// A closed form has no exact value here: of which algorithm, and why.
    NoValue(&'static str, String),
}

impl fmt::Display for BestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NumbersMissing => {
                f.write_str("which algorithm is best depends on m, t_s and t_w")
            }
            Self::NoValue(algorithm, why) => {
                write!(f, "the closed form of {algorithm} has no exact value here: {why}")
            }
        }
    }
}

impl std::error::Error for BestError {}

/// The algorithm that costs least for these numbers; of several, the one with the fewest steps,
/// then the first in the registry. `None` where none fits the request.
///
/// # Errors
/// Numbers that are missing, and closed forms without a value.
pub fn best(
    request: &Request,
    numbers: &Numbers,
) -> Result<Option<&'static dyn Algorithm>, BestError> {
    let (Some(m), Some(t_s), Some(t_w)) = (&numbers.m, &numbers.t_s, &numbers.t_w) else {
        return Err(BestError::NumbersMissing);
    };
    let put_in = [
        ("m", m.clone()),
        ("t_s", t_s.clone()),
        ("t_w", t_w.clone()),
        ("t_h", numbers.t_h.clone()),
    ];
    let mut best: Option<(Rational, usize, &'static dyn Algorithm)> = None;
    for (algorithm, _) in candidates(request) {
        let sides = request.topology.sizes().len();
        let Some(form) = algorithm.closed_form(request.topology.family(), sides) else { continue };
        let Ok(fitted) = fitted(algorithm, request) else { continue };
        let no_value = |why: String| BestError::NoValue(algorithm.name(), why);
        let total = formula::parse(&form.formula)
            .map_err(|error| no_value(error.diagnostic().message))?
            .evaluate(&bindings_of(&fitted.topology, &fitted.instance))
            .map_err(|error| no_value(error.diagnostic().message))?
            .substitute(&put_in)
            .map_err(|error| no_value(error.to_string()))?
            .as_rational()
            .ok_or_else(|| no_value("it is irrational".to_owned()))?;
        let steps = algorithm.steps(&fitted).count();
        let better = best.as_ref().is_none_or(|(least, fewest, _)| {
            total < *least || (total == *least && steps < *fewest)
        });
        if better {
            best = Some((total, steps, algorithm));
        }
    }
    Ok(best.map(|(_, _, algorithm)| algorithm))
}
