//! The cheapest algorithm for given numbers: the first of the ranking.

use std::fmt;

use super::ranking::{Cut, How, ranking};
use crate::cost::Numbers;
use crate::planner::{Algorithm, PlanError, Request, fitted};

/// Why the cheapest is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BestError {
    /// `plan broadcast -t ring:8 -a best` without m, t_s or t_w.
    NumbersMissing,
    /// `cost all-to-all -t complete:10000 -a best`, whose bruck is over the limits: which, and
    /// why.
    NoPrice(&'static str, String),
}

impl fmt::Display for BestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NumbersMissing => {
                f.write_str("which algorithm is best depends on m, t_s and t_w")
            }
            Self::NoPrice(algorithm, why) => write!(f, "{algorithm} has no price here: {why}"),
        }
    }
}

impl std::error::Error for BestError {}

/// The algorithm that the [`ranking`] has first, of those that cut blocks as the request says.
/// `None` where none fits the request.
///
/// # Errors
/// Numbers that are missing, and algorithms without a price.
pub fn best(
    request: &Request,
    numbers: &Numbers,
    cut: Cut,
) -> Result<Option<&'static Algorithm>, BestError> {
    if numbers.m.is_none() || numbers.t_s.is_none() || numbers.t_w.is_none() {
        return Err(BestError::NumbersMissing);
    }
    let mut ranking = ranking(request, numbers, &How { cut, ..How::default() });
    if let Some((algorithm, why)) = ranking.unpriced.pop() {
        return Err(BestError::NoPrice(algorithm, why));
    }
    let taken = |algorithm: &Algorithm| {
        !matches!(fitted(algorithm, request), Err(PlanError::SetsItsPieces(..)))
    };
    Ok(ranking.rows.iter().map(|row| row.algorithm).find(|algorithm| taken(algorithm)))
}
