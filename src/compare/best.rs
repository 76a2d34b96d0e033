//! The cheapest algorithm for given numbers, by closed forms, and where there is none by its steps.

use std::fmt;

use super::closed_form::bindings_of;
use crate::cost::Numbers;
use crate::formula;
use crate::number::Rational;
use crate::planner::{Algorithm, Request, candidates, fitted};
use crate::schedule::{Message, Payload, Step, Steps};

/// Why the cheapest is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BestError {
    /// `plan broadcast -t ring:8 -a best` without m, t_s or t_w.
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
    let mut best: Option<(Rational, usize, &'static dyn Algorithm)> = None;
    for (algorithm, _) in candidates(request) {
        let sides = request.topology.sizes().len();
        let Ok(fitted) = fitted(algorithm, request) else { continue };
        let steps = algorithm.steps(&fitted);
        let total = match algorithm.closed_form(request.topology.family(), sides) {
            Some(form) => by_closed_form(&form.formula, &fitted, numbers)
                .map_err(|why| BestError::NoValue(algorithm.name(), why))?,
            None => by_steps(&*steps, &fitted, [m, t_s, t_w]),
        };
        let steps = steps.count();
        let better = best.as_ref().is_none_or(|(least, fewest, _)| {
            total < *least || (total == *least && steps < *fewest)
        });
        if better {
            best = Some((total, steps, algorithm));
        }
    }
    Ok(best.map(|(_, _, algorithm)| algorithm))
}

/// What a closed form comes to.
fn by_closed_form(text: &str, request: &Request, numbers: &Numbers) -> Result<Rational, String> {
    let given = [("m", &numbers.m), ("t_s", &numbers.t_s), ("t_w", &numbers.t_w)];
    let mut put_in = vec![("t_h", numbers.t_h.clone())];
    put_in.extend(given.into_iter().filter_map(|(name, value)| Some((name, value.clone()?))));
    formula::parse(text)
        .map_err(|error| error.diagnostic().message)?
        .evaluate(&bindings_of(&request.topology, &request.instance))
        .map_err(|error| error.diagnostic().message)?
        .substitute(&put_in)
        .map_err(|error| error.to_string())?
        .as_rational()
        .ok_or_else(|| "it is irrational".to_owned())
}

/// What the steps come to where there is no closed form: t_s and the words of its longest message
/// for each. Hops are left out, as they are of closed forms.
fn by_steps(steps: &dyn Steps, request: &Request, [m, t_s, t_w]: [&Rational; 3]) -> Rational {
    let mut step = Step::default();
    let mut blocks = 0_u64;
    for k in 0..steps.count() {
        steps.step_into(k, &mut step);
        let length = |message: &Message| match &message.payload {
            Payload::Plain(blocks) => blocks.len(),
            Payload::Values(values) => values.iter().map(|value| value.blocks.len()).sum(),
            Payload::Everything => 0,
        };
        blocks += step.messages.iter().map(length).max().unwrap_or(0);
    }
    let pieces = Rational::from(request.instance.pieces);
    let words = m.clone() * &Rational::from(blocks).checked_div(&pieces).unwrap_or_default();
    t_s.clone() * &Rational::from(steps.count() as u64) + &(t_w.clone() * &words)
}
