//! `hockney compare`: every algorithm for a request, the best first, and where the best changes.

mod points;
pub(crate) mod range;
pub(crate) mod rows;
mod values;

use super::cost::asynchronous_row;
use super::prelude::*;
use super::request::of_files;
use super::written::Written;
use hockney_ask::answer::{Figures, needs_contention};
use hockney_ask::{LeftOut, Ranked, Ranking, Why, rankings};
use hockney_plan::planner::{NameMeaning, algorithm, meaning};
use points::{Comparison, NamedMachine, Points};
use values::Over;

#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  hockney compare all-reduce -t switch:1000 -m 1MB --ts 2us --bandwidth 100Gbit/s
  hockney compare all-reduce -t torus:32x32 -m 4kB,1MB,64MB --alpha 2us --bandwidth 100Gbit/s \
      -a ring,recursive-doubling,rabenseifner --contention
  hockney compare all-reduce -t ring:16 --over m=1..1e6 --ts 5 --tw 1
  hockney compare all-gather -t mesh --over p=2..1000 -m 100 --ts 5 --tw 1
  hockney compare all-reduce -t hypercube --over p=2^4..2^20 --over m=1,1e3,1e6 -f csv")]
#[allow(clippy::struct_excessive_bools)] // each is a flag
pub(crate) struct CompareArgs {
    /// The collective, by its MPI or textbook name.
    pub(crate) collective: String,
    #[command(flatten)]
    pub(crate) machine: MachineArgs,
    #[command(flatten)]
    pub(crate) numbers: NumberArgs,
    #[command(flatten)]
    pub(crate) timing: TimingArgs,
    /// Rank only these algorithms, such as ring,recursive-doubling.
    #[arg(short, long, value_name = "LIST", value_delimiter = ',', help_heading = "Algorithm")]
    pub(crate) algorithm: Vec<String>,
    /// Add your own schedule as a row: a schedule file, or lines such as `Step 1: 0 -> 4`.
    #[arg(long, value_name = "FILE", help_heading = "Algorithm", conflicts_with = "over")]
    pub(crate) schedule: Option<String>,
    /// Also show dominated algorithms: another one has no more steps and no more words. With --plot, in grey.
    #[arg(long, help_heading = "Algorithm")]
    pub(crate) all: bool,
    /// Find where the best algorithm changes: m=1..1e6, ts/tw=1..1000 or p=2..1000. With -f csv or
    /// jsonl, print a row for each value: p=2^4..2^20, m=1,1e3, m=1..1e6:x10, m=0..9:+3,
    /// m=1..1e6:x1.1up; several ranges are combined.
    #[arg(long, value_name = "NAME=VALUES", help_heading = "Algorithm")]
    pub(crate) over: Vec<String>,
    /// Also rank algorithms whose messages share links: these are serialized, and the rows are marked. Done in any case on
    /// boxes, fat trees, dragonflies and links of classes.
    #[arg(long, help_heading = "Algorithm")]
    pub(crate) contention: bool,
    #[command(flatten)]
    pub(crate) operation: OperationArgs,
    /// Write a plot of the costs over one range to this file, as SVG, PDF or PNG by its ending.
    #[arg(long, value_name = "FILE", help_heading = "Output", requires = "over",
          conflicts_with_all = ["format", "shard", "output"])]
    pub(crate) plot: Option<PathBuf>,
    /// Print the closed forms below the table.
    #[arg(long, help_heading = "Output")]
    pub(crate) formulas: bool,
    /// Print algorithm and bus bandwidth as nccl-tests define them.
    #[arg(long, help_heading = "Output")]
    pub(crate) busbw: bool,
    /// The output format.
    #[arg(short, long, help_heading = "Output", value_enum, default_value_t)]
    pub(crate) format: CompareFormat,
    /// Write to FILE (atomically).
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    /// Plan and check every algorithm, also those with a closed form, and count hops.
    #[arg(long, help_heading = "Limits and internals", hide_short_help = true)]
    pub(crate) measure: bool,
    /// With -f csv or jsonl print only this part of the rows, such as 3/16.
    #[arg(
        long,
        value_name = "PART/PARTS",
        help_heading = "Limits and internals",
        hide_short_help = true
    )]
    pub(crate) shard: Option<String>,
    #[command(flatten)]
    pub(crate) limit: LimitArgs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CompareFormat {
    #[default]
    #[value(alias = "text")]
    Table,
    Yaml,
    Json,
    /// A row for each point and algorithm.
    Csv,
    /// The same, with a JSON document on each line.
    Jsonl,
}

pub(crate) fn run(args: &CompareArgs) -> Result<()> {
    let asked = &Comparison::of(args)?;
    let rows = matches!(args.format, CompareFormat::Csv | CompareFormat::Jsonl);
    if args.operation.place.is_some() && (rows || !args.over.is_empty()) {
        return Err(Failure::input("cannot use --place with rows for a range of values").help(
            "leave out --over and -f csv or jsonl; -f json prints all numbers of a ranking",
        ));
    }
    if let Some(file) = &args.plot {
        range::picture_kind(file)?;
    }
    if args.all && args.plot.is_none() && !args.over.is_empty() {
        return Err(Failure::input("--all with --over is for plots").help(
            "add --plot FILE, or leave out --all; -f csv and -f jsonl have all algorithms in any case",
        ));
    }
    if args.plot.is_some() && asked.overs.len() != 1 {
        return Err(Failure::input("--plot draws costs over one range")
            .help("add it, such as --over m=1..1e6"));
    }
    let format = match args.format {
        CompareFormat::Csv | CompareFormat::Jsonl => return rows::run(asked),
        CompareFormat::Table => ReportFormat::Table,
        CompareFormat::Yaml => ReportFormat::Yaml,
        CompareFormat::Json => ReportFormat::Json,
    };
    if args.shard.is_some() {
        return Err(Failure::input("--shard is a part of the rows of a sweep")
            .help("add -f csv or -f jsonl, or leave out --shard"));
    }
    let sizes = asked.sizes.len() > 1;
    let several = sizes || args.machine.rails.len() > 1 && args.over.is_empty();
    let alone = [
        ("--over", !args.over.is_empty()),
        ("--schedule", args.schedule.is_some()),
        ("--busbw", args.busbw),
        ("--formulas", args.formulas),
    ];
    if let Some((option, _)) = alone.iter().find(|(_, given)| *given && several) {
        let (what, after) = if sizes { ("size", "-m") } else { ("number", "--rails") };
        return Err(Failure::input(format!("{option} needs one {what} after {after}"))
            .help(format!("leave out {option}, or name one {what}")));
    }
    match &asked.overs[..] {
        [] => {}
        [over] => return over_range(asked, over, format),
        [_, _, ..] => return Err(one_by_one(&asked.overs)),
    }
    asked.read_as();
    let points = points(asked, several)?;
    let beyond = |of: &RankedPoint<'_>| {
        let rows = of.ranking.rows.iter();
        rows.flat_map(|row| of.numbers.beyond(&row.cost)).collect::<Vec<_>>()
    };
    times::note_beyond(points[0].numbers.word.as_ref(), points.iter().flat_map(beyond));
    let own = |file| Own::read(asked, file, &points[0].numbers);
    let own = args.schedule.as_deref().map(own).transpose()?;
    let hops = asked.how.measure;
    let (mut rows, mut best, mut bound) = (Vec::new(), Vec::new(), Vec::new());
    for RankedPoint { rails, numbers, ranking, .. } in &points {
        let listed = ranking.rows.iter().filter(|row| is_listed(asked, row));
        let candidates =
            listed.map(Candidate::of).chain(own.as_ref().map(|own| own.beside(ranking)));
        // Of several points each row has the point.
        let at = || {
            let rails = rails.map(|rails| row! { rails: rails });
            several.then(|| row! { m: numbers.m.as_ref(), #[serde(flatten)] rails: rails })
        };
        let row = |of| rows::row(hops, numbers, ranking, of);
        rows.extend(candidates.map(|of| {
            row! { #[serde(flatten)] at: at(), #[serde(flatten)] of: row(of) }
        }));
        let first = ranking.rows.first().filter(|row| row.total.is_some());
        best.extend(first.map(|row| {
            let (algorithm, total) = (row.algorithm.name(), row.deciding());
            let asynchronous = asynchronous_row(row.asynchronous.as_ref(), row.total.as_ref());
            row! {
                #[serde(flatten)] at: at(),
                algorithm: algorithm,
                total: total,
                #[serde(flatten)] asynchronous: asynchronous,
            }
        }));
        let of = rows::bound_row(ranking);
        bound.push(row! { #[serde(flatten)] at: at(), #[serde(flatten)] of: of });
    }
    let document = rows::document(asked, &rows, &best, &bound, &[(); 0]);
    if format != ReportFormat::Table {
        for text in rows::left_out(asked, &points) {
            note(&format!("left out: {text}"));
        }
    }
    output::print(asked.output(), format, &document, &mut |out| match &points[..] {
        [one] => rows::write_page(out, asked, one, own.as_ref()),
        _ => rows::write_matrix(out, asked, &points),
    })
}

/// Prints or draws the costs over a range.
fn over_range(asked: &Comparison<'_>, over: &Over, format: ReportFormat) -> Result<()> {
    let range = range::range(asked, over)?;
    asked.read_as();
    let plot = asked.args.plot.as_deref();
    if plot.is_some() {
        range::begins_above_0(&range)?;
    }
    let courses = range::courses(asked, &range)?;
    if let Some(file) = plot {
        let of = (asked.collective, &asked.sizes[0].numbers);
        return range::write_plot(file, &range, of, courses, asked.args.all);
    }
    courses.iter().try_for_each(|course| range::write(asked, format, &range, course))
}

/// A point and its ranking: the size as it is written, and the rails if there are several numbers of them.
struct RankedPoint<'a> {
    text: &'a str,
    rails: Option<u64>,
    question: Question,
    numbers: Numbers,
    ranking: Ranking,
}

/// All rankings. Those of several points are compared by their totals.
fn points<'a>(asked: &Comparison<'a>, several: bool) -> Result<Vec<RankedPoint<'a>>> {
    let (table, mut points) = (Points::of(asked)?, Vec::new());
    for machine in 0..table.machines() {
        let NamedMachine { rails, question } = table.machine(machine)?;
        let may_share = asked.how.on(question.machine()).model.contention;
        needs_contention(asked.how.search.is_some(), may_share)?;
        let numbers = table.all_numbers(question.machine())?;
        let found = rankings(&question, &numbers, &asked.how);
        for ((size, numbers), ranking) in asked.sizes.iter().zip(numbers).zip(found) {
            let without = ranking.rows.iter().find(|row| several && row.total.is_none());
            if let Some(row) = without {
                let missing = numbers.missing(Some(&row.cost)).join(" and ");
                let sizes = asked.sizes.len() > 1;
                let what = if sizes { "sizes after -m" } else { "numbers after --rails" };
                return Err(Failure::input(format!("several {what} need the times of the model"))
                    .help(format!("give {missing} as well")));
            }
            let (text, question) = (size.text, question.clone());
            points.push(RankedPoint { text, rails, question, numbers, ranking });
        }
    }
    noted(asked, &points[0].question, &points[0].ranking)?;
    Ok(points)
}

/// Notes the algorithms without a cost, and those that are named with -a and have no row; the others are still worth
/// comparing.
fn noted(asked: &Comparison<'_>, question: &Question, ranking: &Ranking) -> Result<()> {
    let mut instead = None;
    for name in &asked.how.only {
        let request = question.request();
        let NameMeaning::Algorithm(found) = meaning(name, request) else { continue };
        let is_ranked = ranking.rows.iter().any(|row| row.algorithm.name() == found);
        if is_ranked || ranking.unpriced.iter().any(|(other, _)| *other == found) {
            continue;
        }
        let left_out = ranking.left_out.iter().find(|one| one.algorithm == found);
        if let Some(LeftOut { why, .. }) = left_out {
            let remedy = why.remedy().map_or_else(String::new, |remedy| format!("; {remedy} it"));
            let colon = if matches!(why, Why::Limit(_)) { ":" } else { "" };
            note(&format!("{name} is left out{colon} {why}{remedy}"));
            continue;
        }
        let Some(found) = algorithm(question.collective().name(), found) else { continue };
        if let Err(error) = question.plan_congested_by(found) {
            note(&format!("{name} is left out: {error}"));
            instead = Some(choice::instead(&error, request));
        }
    }
    note_reading(&instead);
    unpriced(&ranking.unpriced);
    if !ranking.rows.is_empty() {
        return Ok(());
    }
    Err(if !asked.how.only.is_empty() && ranking.unpriced.is_empty() {
        let (names, machine) = (asked.how.only.join(", "), question.machine());
        Failure::input(format!("nothing to rank on {machine}: of -a {names} nothing is left"))
            .help("leave out -a to rank all algorithms")
    } else if ranking.unpriced.is_empty() {
        choice::no_candidate(question.request()).into()
    } else {
        let why = "no algorithm that fits has a cost within the limits; raise them with --limit";
        Failure::no_answer(why)
    })
}

fn unpriced(unpriced: &[(&'static str, String)]) {
    for (algorithm, why) in unpriced {
        note(&format!("{algorithm} has no cost here: {why}"));
    }
}

/// The user's own schedule beside the algorithms.
struct Own {
    name: String,
    cost: Cost,
    total: Option<Rational>,
    asynchronous: Option<Rational>,
    shares_links: bool,
}

impl Own {
    /// Reads, checks and prices it, as `cost FILE` does with the same options.
    fn read(asked: &Comparison<'_>, file: &str, numbers: &Numbers) -> Result<Self> {
        let CompareArgs { machine, collective, .. } = asked.args;
        let How { measure, model, cut, .. } = asked.how;
        let written = Written { collective: Some(collective), file, asked: asked.options(machine) };
        let numbers = numbers.clone();
        let how = How { cut, model, numbers, ..of_files(&asked.allowed) };
        let (source, notes) = written.source(&how)?;
        note_reading(&notes);
        let priced = ask::priced(source, &how)?;
        let report = priced.subject.report();
        let (waits, shares_links) = (report.only_waits(), !report.is_valid());
        let invalid = || {
            let help = format!("`hockney check` lists what is wrong with {file}");
            Failure::input(format!("{file} is not a valid schedule, so it has no cost"))
                .help(if waits { help + "; --contention prices it" } else { help })
        };
        let cost = priced.figures.cost.clone().ok_or_else(invalid)?;
        let cost = if measure || !cost.is_linear() { cost } else { cost.without_hops() };
        let Figures { total, asynchronous, .. } = priced.figures;
        Ok(Own { name: file.to_owned(), total, asynchronous, cost, shares_links })
    }

    /// Beside the algorithms, with its total over that of the lower bound.
    fn beside(&self, ranking: &Ranking) -> Candidate<'_> {
        let Own { name, cost, total, asynchronous, shares_links } = self;
        let ratio = total.as_ref().zip(ranking.least.as_ref());
        let ratio = ratio.and_then(|(total, least)| total.checked_div(least));
        let (total, asynchronous) = (total.as_ref(), asynchronous.as_ref());
        let shares_links = *shares_links;
        Candidate { name, cost, total, asynchronous, ratio, shares_links, ranked: None }
    }
}

/// What has a row: an algorithm, or the user's own schedule.
struct Candidate<'a> {
    name: &'a str,
    cost: &'a Cost,
    total: Option<&'a Rational>,
    asynchronous: Option<&'a Rational>,
    ratio: Option<Rational>,
    shares_links: bool,
    ranked: Option<&'a Ranked>,
}

impl<'a> Candidate<'a> {
    fn of(ranked: &'a Ranked) -> Self {
        let Ranked { cost, total, ratio, shares_links, .. } = ranked;
        Candidate {
            name: ranked.algorithm.name(),
            cost,
            total: total.as_ref(),
            asynchronous: ranked.asynchronous.as_ref(),
            ratio: ratio.clone(),
            shares_links: *shares_links,
            ranked: Some(ranked),
        }
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

/// Whether every format has a row for it: an algorithm that is not dominated, and with --all or -a any.
fn is_listed(asked: &Comparison<'_>, row: &Ranked) -> bool {
    asked.all || row.dominated_by.is_none()
}

/// The rows of a page, which shows the usual algorithms too.
fn listed<'a>(asked: &Comparison<'_>, ranking: &'a Ranking) -> impl Iterator<Item = &'a Ranked> {
    let all = asked.all;
    let listed = move |row: &Ranked| all || row.dominated_by.is_none() || row.algorithm.is_common();
    ranking.rows.iter().filter(move |row| listed(row))
}
