//! A range that m, t_s/t_w or p runs through, and where the best algorithm changes in it.

use super::machines::Machines;
use super::table::given;
use super::values::{Range, Runner};
use super::{how, ranked, unpriced};
use crate::cli::args::CompareArgs;
use crate::cli::failure::Failure;
use crate::cli::heading;
use crate::collective::Collective;
use crate::compare::{Cut, How, Over, Ranking, Segment, crossovers, over_sizes};
use crate::cost::Numbers;

/// A range and the best algorithms in it.
pub(super) struct Course<'a> {
    pub(super) title: String,
    pub(super) segments: Vec<Segment>,
    pub(super) costs: Costs<'a>,
    pub(super) how: How,
}

/// What is known of costs in the range.
pub(super) enum Costs<'a> {
    /// They are lines in m or t_s.
    Lines(Box<Ranking>, Box<Over>),
    /// They are to be ranked at each of these sizes.
    Sizes(Machines<'a>, Vec<Vec<u64>>),
}

impl<'a> Course<'a> {
    pub(super) fn of(
        args: &'a CompareArgs,
        range: &Range,
        collective: &'static dyn Collective,
        numbers: &Numbers,
    ) -> Result<Self, Failure> {
        let how = how(args)?;
        // Whole words would make the straight lines that parts of a range are found by into stairs.
        let how = How { cut: Cut { whole_words: false, ..how.cut }, ..how };
        let (what, segments, costs) = if range.runner == Runner::P {
            let machines = Machines::of(args, collective)?;
            let sizes = machines.over(range)?;
            let (segments, without) =
                over_sizes(&sizes, numbers, &how, |sizes| machines.ask(sizes))?;
            unpriced(&without);
            let what = format!("{} on {}", heading::names(collective), machines.name());
            (what, segments, Costs::Sizes(machines, sizes))
        } else {
            let (asked, ranking) = ranked(args, &Numbers::default(), &how)?;
            let over = if range.runner == Runner::M { Over::M } else { Over::Ratio };
            let over = over(numbers.clone());
            let segments = segments(range, &ranking, &over)?;
            let costs = Costs::Lines(Box::new(ranking), Box::new(over));
            (heading::of_asked(&asked), segments, costs)
        };
        let title = format!("{what}, over {}{}", range.text(), given(numbers, args.measure));
        Ok(Course { title, segments, costs, how })
    }
}

/// What runs is not said twice, and all else is said.
pub(super) fn complete(range: &Range, numbers: &Numbers) -> Result<(), Failure> {
    let (m, times) = (range.runner != Runner::M, range.runner != Runner::Ratio);
    let given = [
        ("-m", numbers.m.is_some(), m),
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
    if !times && !numbers.t_h.is_zero() {
        return Err(Failure::input("--th does not go with --over ts/tw").help("leave out --th"));
    }
    Ok(())
}

/// Where the best changes.
fn segments(range: &Range, ranking: &Ranking, over: &Over) -> Result<Vec<Segment>, Failure> {
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
