//! `hockney compare`: every algorithm for a request, the best first, and where the best changes.

mod line;
mod machines;
pub(crate) mod plot;
mod range;
mod sizes;
mod sweep;
pub(crate) mod table;
mod values;

use super::args::{CompareArgs, CompareFormat, ReportFormat};
use super::cost::{Priced, needs_contention};
use super::failure::{Failure, Result};
use super::links::links;
use super::written::Written;
use super::{Answer, choice, limit, note, note_reading, output, request};
use hockney_ask::{How, Ranked, Ranking, ranking};
use hockney_base::number::Rational;
use hockney_core::collective::Collective;
use hockney_cost::{Cost, Model, Numbers};
use hockney_plan::planner::{Meaning, Request, algorithm, congested, fitted, meaning};
use hockney_plan::question::Question;
use range::Course;
use values::{Over, Runner};

pub(crate) fn run(args: &CompareArgs) -> Result<Answer> {
    let collective = request::collective_named(&args.collective)?;
    for name in &args.algorithm {
        choice::named(name, collective, None)?;
    }
    let several = args.machine.rails.len() > 1 && args.over.is_empty();
    if several || args.numbers.m.as_deref().is_some_and(|m| m.contains(',')) {
        return sizes::run(args, collective);
    }
    let rows = matches!(args.format, CompareFormat::Csv | CompareFormat::Jsonl);
    if args.operation.place.is_some() && (rows || !args.over.is_empty()) {
        return Err(Failure::input("cannot use --place with rows for a range of values").help(
            "leave out --over and -f csv or jsonl; -f json prints all numbers of a ranking",
        ));
    }
    let word = args.numbers.word.as_deref();
    let overs = args.over.iter().map(|text| Over::read(text, word));
    let overs = overs.collect::<Result<Vec<_>, _>>()?;
    if let Some(file) = &args.plot {
        plot::is_svg(file)?;
    }
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
        [_] if args.machine.rails.len() > 1 && args.plot.is_none() => {
            return Err(Failure::input("--over prints one machine, not one for each of --rails")
                .help("name one number of rails, or add --plot FILE, -f csv or -f jsonl"));
        }
        [over] => {
            let range = over.range().ok_or_else(|| one_by_one(&overs))?;
            let numbers = numbers(args)?;
            let alike = match range.runner {
                Runner::P => true,
                Runner::M | Runner::Ratio => {
                    asked(&with_each_rails(args)[0])?.machine().classes().is_empty()
                }
            };
            range::complete(&range, &numbers, alike)?;
            read_as(args, collective);
            if args.plot.is_some() {
                plot::begins_above_0(&range)?;
            }
            let machines = with_each_rails(args);
            let courses = machines.iter().map(|one| Course::of(one, &range, collective, &numbers));
            let courses = courses.collect::<Result<Vec<_>>>()?;
            match &args.plot {
                Some(file) => plot::write(file, &range, (collective, &numbers), courses)?,
                None => {
                    for course in &courses {
                        range::write(args, format, &range, course)?;
                    }
                }
            }
            return Ok(Answer::Yes);
        }
        [_, _, ..] => return Err(one_by_one(&overs)),
    }
    let numbers = numbers(args)?;
    read_as(args, collective);
    let (asked, numbers, ranking) = ranked(args, &numbers, &how(args)?)?;
    let own = args.schedule.as_deref().map(|file| Own::read(args, file, &numbers)).transpose()?;
    let row = |of| line::row(args, &numbers, &ranking, of);
    let listed = ranking.rows.iter().filter(|row| is_listed(args, row));
    let mut rows: Vec<_> = listed.map(Candidate::of).map(row).collect();
    rows.extend(own.as_ref().map(|own| row(own.beside(&ranking))));
    output::print(args.output.as_deref(), format, &rows, &mut |out| {
        table::write(out, args, &asked, &numbers, &ranking, own.as_ref())
    })?;
    Ok(Answer::Yes)
}

/// The user's own schedule beside the algorithms.
struct Own {
    name: String,
    cost: Cost,
    total: Option<Rational>,
}

impl Own {
    /// Reads, checks and prices it.
    fn read(args: &CompareArgs, file: &str, numbers: &Numbers) -> Result<Self> {
        let CompareArgs { machine, operation, .. } = args;
        let written = Written { collective: Some(&args.collective), file, machine, operation };
        let limits = limit::allowed(&args.limit)?.checker;
        let (input, notes) = written.read(limits, false)?;
        note_reading(&notes);
        let subject = input.checked(limits, false)?;
        let ideal = args.numbers.ideal;
        let priced = Priced::of(subject, Model::default(), numbers.clone(), ideal, limits)?;
        let invalid = || {
            Failure::input(format!("{file} is not a valid schedule, so it has no cost"))
                .help(format!("`hockney check` lists what is wrong with {file}"))
        };
        let cost = priced.prices.as_ref().ok_or_else(invalid)?.cost.clone();
        let hops = args.measure || cost.has_classes();
        let cost = if hops { cost } else { cost.without_hops() };
        Ok(Own { name: file.to_owned(), total: priced.total(), cost })
    }

    /// Beside the algorithms, with its total over that of the lower bound.
    fn beside(&self, ranking: &Ranking) -> Candidate<'_> {
        let Own { name, cost, total } = self;
        let ratio = total.as_ref().zip(ranking.least.as_ref());
        let ratio = ratio.and_then(|(total, least)| total.checked_div(least));
        Candidate { name, cost, total: total.as_ref(), ratio, ranked: None }
    }
}

/// What has a row: an algorithm, or the user's own schedule.
struct Candidate<'a> {
    name: &'a str,
    cost: &'a Cost,
    total: Option<&'a Rational>,
    ratio: Option<Rational>,
    ranked: Option<&'a Ranked>,
}

impl<'a> Candidate<'a> {
    fn of(ranked: &'a Ranked) -> Self {
        let Ranked { cost, total, ratio, .. } = ranked;
        let (name, ratio) = (ranked.algorithm.name(), ratio.clone());
        Candidate { name, cost, total: total.as_ref(), ratio, ranked: Some(ranked) }
    }
}

/// Values one by one have a row each, which no page has room for.
fn one_by_one(overs: &[Over]) -> Failure {
    let texts: Vec<String> = overs.iter().map(|over| format!("--over {}", over.text)).collect();
    Failure::input(format!("{} names single points, which need rows", texts.join(" "))).help(
        "add -f csv or -f jsonl; to find where the best changes, name one range, such as \
             m=1..1e6",
    )
}

/// The arguments for each number of rails, at least one.
fn with_each_rails(args: &CompareArgs) -> Vec<CompareArgs> {
    let with = |rails: Vec<u64>| {
        let mut one = args.clone();
        one.machine.rails = rails;
        one
    };
    match &args.machine.rails[..] {
        [] => vec![args.clone()],
        rails => rails.iter().map(|rails| with(vec![*rails])).collect(),
    }
}

/// The question.
fn asked(args: &CompareArgs) -> Result<Question> {
    let collective = request::collective_named(&args.collective)?;
    request::question(collective, &args.machine, &args.operation, &links(&args.numbers)?)
}

/// Says what the name of the collective is read as, where it could be another and no file says it.
fn read_as(args: &CompareArgs, collective: &Collective) {
    if args.schedule.is_some() {
        return;
    }
    note_reading(request::reading(&args.collective, collective).as_ref());
}

/// The question, its numbers with the times of classes of links, and the ranking of all algorithms with a cost.
fn ranked(
    args: &CompareArgs,
    numbers: &Numbers,
    how: &How,
) -> Result<(Question, Numbers, Ranking)> {
    let asked = asked(args)?;
    let numbers = request::with_classes(numbers.clone(), asked.machine())?;
    note_unfit(args, asked.request())?;
    let ranking = ranking(&asked, &numbers, how);
    unpriced(&ranking.unpriced);
    if !ranking.rows.is_empty() {
        return Ok((asked, numbers, ranking));
    }
    Err(if !args.algorithm.is_empty() && ranking.unpriced.is_empty() {
        let (names, machine) = (args.algorithm.join(", "), asked.machine());
        Failure::input(format!("nothing to rank on {machine}: of -a {names} nothing is left"))
            .help("leave out -a to rank all algorithms")
    } else if ranking.unpriced.is_empty() {
        choice::no_candidate(asked.request())
    } else {
        let why = "no algorithm that fits has a cost within the limits; raise them with --limit";
        Failure::NoAnswer(why.to_owned())
    })
}

/// The question whose algorithms are ranked: among some nodes, that of a topology of these nodes alone.
fn ranked_question(asked: &Question) -> Question {
    match asked.members() {
        Some(_) => Question::from(asked.request().clone()),
        None => asked.clone(),
    }
}

/// Notes the algorithms that are named with -a and do not fit, and what runs instead; the others are still
/// worth comparing.
fn note_unfit(args: &CompareArgs, request: &Request) -> Result<()> {
    let mut instead = None;
    for name in &args.algorithm {
        let algorithm = if args.contention {
            choice::named(name, request.instance.collective, None)?;
            let Meaning::Algorithm(name) = meaning(name, request) else { continue };
            let Some(found) = algorithm(request.instance.collective.name(), name) else { continue };
            found
        } else {
            choice::algorithm(Some(name), request)?
        };
        let fits = if args.contention { congested } else { fitted };
        if let Err(error) = fits(algorithm, request) {
            note(&format!("{name} is left out: {error}"));
            instead = Some(choice::instead(&error, request));
        }
    }
    note_reading(&instead);
    Ok(())
}

/// The numbers of the model. Closed forms do not count hops, so t_h needs measuring.
fn numbers(args: &CompareArgs) -> Result<Numbers> {
    let mut given = args.numbers.clone();
    // A range of sizes in bytes says as much as -m in bytes.
    if given.word.is_none() && args.over.iter().any(|over| over.contains('B')) {
        given.word = Some("1B".to_owned());
    }
    let of_m = args.over.iter().find(|over| over.trim_start().starts_with("m="));
    if let (None, Some(_), Some(over)) = (&given.word, &given.bandwidth, of_m) {
        return Err(Failure::input("--bandwidth needs sizes in bytes").help(format!(
            "write the range in bytes, such as --over {}, or add the size of a word, such as --word 8B",
            values::in_bytes(over)
        )));
    }
    let numbers = request::numbers(&given)?;
    if !numbers.t_h.is_zero() && !args.measure {
        return Err(Failure::input("closed forms do not count hops, so --th has no effect")
            .help("add --measure, which plans and checks every algorithm, or leave out --th"));
    }
    Ok(numbers)
}

fn how(args: &CompareArgs) -> Result<How> {
    let allowed = limit::allowed(&args.limit)?;
    let cut = request::cut(&args.operation, &args.numbers);
    let (limits, weighed) = (allowed.checker, allowed.weighed);
    let (measure, contention) = (args.measure, args.contention);
    let search = request::search(&args.operation);
    needs_contention(search.is_some(), contention)?;
    Ok(How { measure, contention, search, cut, limits, weighed, only: args.algorithm.clone() })
}

fn unpriced(unpriced: &[(&'static str, String)]) {
    for (algorithm, why) in unpriced {
        note(&format!("{algorithm} has no cost here: {why}"));
    }
}

/// Whether every format has a row for it: an algorithm that is not dominated, and with --all or -a any.
fn is_listed(args: &CompareArgs, row: &Ranked) -> bool {
    args.all || !args.algorithm.is_empty() || row.dominated_by.is_none()
}

/// The rows of a page, which shows the usual algorithms too.
fn shown<'a>(args: &CompareArgs, ranking: &'a Ranking) -> impl Iterator<Item = &'a Ranked> {
    ranking.rows.iter().filter(move |row| is_listed(args, row) || row.algorithm.is_common())
}
