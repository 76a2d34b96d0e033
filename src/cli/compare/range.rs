//! A range that m, t_s/t_w or p runs through, and where the best algorithm changes in it.

use super::how;
use super::values::Runner;
use crate::cli::args::CompareArgs;
use crate::cli::failure::Failure;
use crate::compare::{Cut, How, Over, Ranking, Segment, crossovers};
use crate::cost::Numbers;
use crate::number::Rational;

/// `m=1..1e6`
pub(super) struct Range {
    pub(super) runner: Runner,
    pub(super) low: Rational,
    pub(super) high: Rational,
}

impl Range {
    pub(super) fn text(&self) -> String {
        format!("{} = {}..{}", self.runner.name(), self.low, self.high)
    }
}

/// What runs is not said twice, and all else is said.
pub(super) fn complete(range: &Range, numbers: &Numbers) -> Result<(), Failure> {
    let runs = |runner| range.runner == runner;
    let times = !runs(Runner::Ratio);
    let given = [
        ("-m", numbers.m.is_some(), !runs(Runner::M)),
        ("--ts", numbers.t_s.is_some(), times),
        ("--tw", numbers.t_w.is_some(), times),
    ];
    for (option, is, must) in given {
        let name = range.runner.name();
        if is && !must {
            let why = if option == "-m" { "m runs through the range" } else { "t_w is 1 there" };
            return Err(Failure::input(format!("{option} does not go with --over {name}"))
                .help(format!("leave out {option}: {why}")));
        }
        if !is && must {
            return Err(Failure::input(format!(
                "where the best changes over {name} depends on {option}"
            ))
            .help(format!("add {option}, such as {option} 5")));
        }
    }
    if runs(Runner::Ratio) && !numbers.t_h.is_zero() {
        return Err(Failure::input("--th does not go with --over ts/tw").help("leave out --th"));
    }
    Ok(())
}

/// Whole words would make the straight lines that parts of a range are found by into stairs.
pub(super) fn ideal(args: &CompareArgs) -> Result<How, Failure> {
    let how = how(args)?;
    Ok(How { cut: Cut { whole_words: false, ..how.cut }, ..how })
}

/// Where the best changes.
pub(super) fn segments(
    range: &Range,
    ranking: &Ranking,
    over: &Over,
) -> Result<Vec<Segment>, Failure> {
    crossovers(&ranking.rows, over, &range.low, &range.high).map_err(|why| {
        let begin = why.until.as_ref().map_or_else(String::new, |m| {
            format!("begin the range at {m} or more, where they are no more than wanted, or ")
        });
        Failure::NoAnswer(format!(
            "over {}: {why}, since there are never more pieces than words; {begin}set their number \
             by --pieces",
            range.text()
        ))
    })
}

/// `64`, or from the one end to the other `1..447`.
pub(super) fn pieces_text((from, to): (u64, u64)) -> String {
    if from == to { from.to_string() } else { format!("{from}..{to}") }
}
