//! `hockney compare`: every algorithm for a request, the best first, and where the best changes.

mod line;
mod machines;
mod plot;
mod range;
mod sweep;
pub(crate) mod table;
mod values;

use super::args::{CompareArgs, CompareFormat, ReportFormat};
use super::failure::{Failure, Result};
use super::{Answer, choice, limit, note, note_reading, output, request};
use crate::collective::Collective;
use crate::compare::{How, Ranked, Ranking, ranking};
use crate::cost::Numbers;
use crate::question::Question;
use range::Course;
use values::Over;

pub(crate) fn run(args: &CompareArgs) -> Result<Answer> {
    let collective = request::collective_named(&args.collective)?;
    let word = args.numbers.word.as_deref();
    let overs = args.over.iter().map(|text| Over::read(text, word));
    let overs = overs.collect::<Result<Vec<_>, _>>()?;
    if args.plot.is_some() && overs.len() != 1 {
        return Err(Failure::input("--plot draws costs over one range")
            .help("add it, such as --over m=1..1e6"));
    }
    let format = match args.format {
        CompareFormat::Csv | CompareFormat::Jsonl => return sweep::run(args, &overs, collective),
        CompareFormat::Table => ReportFormat::Table,
        CompareFormat::Yaml => ReportFormat::Yaml,
        CompareFormat::Json => ReportFormat::Json,
    };
    if args.shard.is_some() {
        return Err(Failure::input("--shard is a part of the rows of a sweep")
            .help("add -f csv or -f jsonl, or leave out --shard"));
    }
    match &overs[..] {
        [] => {}
        [over] => {
            let range = over.range().ok_or_else(|| one_by_one(&overs))?;
            let numbers = numbers(args)?;
            range::complete(&range, &numbers)?;
            read_as(args, collective);
            if args.plot.is_some() {
                plot::begins_above_0(&range)?;
            }
            let course = Course::of(args, &range, collective, &numbers)?;
            match &args.plot {
                Some(file) => plot::write(file, &range, &numbers, course)?,
                None => range::write(args, format, &range, &course)?,
            }
            return Ok(Answer::Yes);
        }
        [_, _, ..] => return Err(one_by_one(&overs)),
    }
    let numbers = numbers(args)?;
    read_as(args, collective);
    let (asked, ranking) = ranked(args, &numbers, &how(args)?)?;
    let rows: Vec<_> =
        shown(args, &ranking).map(|row| line::row(args, &numbers, &ranking, row)).collect();
    output::print(args.output.as_deref(), format, &rows, &mut |out| {
        table::write(out, args, &asked, &numbers, &ranking)
    })?;
    Ok(Answer::Yes)
}

/// Values one by one have a row each, which no page has room for.
fn one_by_one(overs: &[Over]) -> Failure {
    let texts: Vec<String> = overs.iter().map(|over| format!("--over {}", over.text)).collect();
    Failure::input(format!("{} names points, and these are rows for a machine", texts.join(" ")))
        .help(
            "add -f csv or -f jsonl; where the best changes is said of one range, such as m=1..1e6",
        )
}

/// What is asked for.
fn asked(args: &CompareArgs) -> Result<Question> {
    let collective = request::collective_named(&args.collective)?;
    request::question(collective, &args.machine, &args.operation)
}

/// Says what the name of the collective is read as, where it could be another.
fn read_as(args: &CompareArgs, collective: &Collective) {
    note_reading(request::reading(&args.collective, collective).as_ref());
}

/// What is asked for, and the ranking of all that can be priced.
fn ranked(args: &CompareArgs, numbers: &Numbers, how: &How) -> Result<(Question, Ranking)> {
    let asked = asked(args)?;
    let ranking = ranking(asked.request(), numbers, how);
    unpriced(&ranking.unpriced);
    if !ranking.rows.is_empty() {
        return Ok((asked, ranking));
    }
    Err(if ranking.unpriced.is_empty() {
        choice::no_candidate(asked.request())
    } else {
        let why = "no algorithm that fits has a price; --limit may raise what is allowed";
        Failure::NoAnswer(why.to_owned())
    })
}

/// The numbers of the model. Closed forms do not speak of hops, so t_h needs measuring.
fn numbers(args: &CompareArgs) -> Result<Numbers> {
    let numbers = request::numbers(&args.numbers)?;
    if !numbers.t_h.is_zero() && !args.measure {
        return Err(Failure::input("closed forms do not count hops, so --th has nothing to price")
            .help("add --measure, which plans and checks every algorithm, or leave out --th"));
    }
    Ok(numbers)
}

fn how(args: &CompareArgs) -> Result<How> {
    let allowed = limit::allowed(&args.limit)?;
    let cut = request::cut(&args.operation, &args.numbers);
    let (limits, weighed) = (allowed.checker, allowed.weighed);
    Ok(How { measure: args.measure, cut, limits, weighed })
}

fn unpriced(unpriced: &[(&'static str, String)]) {
    for (algorithm, why) in unpriced {
        note(&format!("{algorithm} has no price here: {why}"));
    }
}

/// What is shown: all, or those that nothing dominates.
fn shown<'a>(args: &CompareArgs, ranking: &'a Ranking) -> impl Iterator<Item = &'a Ranked> {
    let all = args.all;
    ranking.rows.iter().filter(move |row| all || row.dominated_by.is_none())
}
