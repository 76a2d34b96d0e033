//! `hockney tune openmpi`: a file of rules by which Open MPI runs the cheapest of its own algorithms for each size.

use super::machine::table_rows;
use super::prelude::*;
use super::request::NumberTexts;
use hockney_ask::{Cut, Over, Ranked, Segment, cost_at, crossovers, ranking};
use hockney_base::number::{Quantity, SIZES};
use hockney_plan::planner::{NameMeaning, meaning};

#[derive(Args, Debug)]
pub(crate) struct TuneArgs {
    #[command(subcommand)]
    library: Library,
}

/// The software that reads the rules.
#[derive(Debug, Subcommand)]
enum Library {
    /// Write a rules file of the component `tuned` of Open MPI.
    Openmpi(OpenmpiArgs),
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hockney tune openmpi -p 8,16,64 --ts 2us --tw 0.1ns/B -o rules.conf
  hockney tune openmpi -p 64 --ranks-per-node 8 --times inside=shm.txt --times between=osu.txt
  hockney tune openmpi -p 64 --ranks-per-node 8 --ts 0 --link inside=1us,300GB/s --link between=2us,50GB/s
Run with:
  mpirun --mca coll_tuned_use_dynamic_rules 1 --mca coll_tuned_dynamic_rules_filename rules.conf ..")]
struct OpenmpiArgs {
    /// The numbers of ranks, such as 8,16,64.
    #[arg(short, long = "ranks", value_name = "LIST", value_delimiter = ',', required = true,
          value_parser = clap::value_parser!(u32).range(2..=4096))]
    p: Vec<u32>,
    /// The ranks of each box, which Open MPI calls a node, one after another; --link or --times with inside and between give the times.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    ranks_per_node: Option<u32>,
    /// -m is a range of sizes [default: 1B..16MB].
    #[command(flatten)]
    numbers: NumberArgs,
    /// The format of the file: the classic one, or version 2 of Open MPI 5.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2))]
    file_version: u8,
    /// Write to FILE (atomically).
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    #[command(flatten)]
    limit: LimitArgs,
}

/// A collective of Open MPI: its number in rules, whether rules count the blocks of all ranks, and the numbers of its
/// algorithms with the names that they have here.
struct Tuned {
    collective: &'static str,
    number: &'static str,
    of_all: bool,
    algorithms: Vec<(&'static str, &'static str)>,
}

/// All collectives: the rows of `tuned.txt`.
fn tuned() -> impl Iterator<Item = Tuned> {
    table_rows(include_str!("tuned.txt")).map(|[collective, number, blocks, algorithms]| {
        let algorithms = algorithms.split(", ").filter_map(|one| one.split_once(' '));
        Tuned { collective, number, of_all: blocks == "all", algorithms: algorithms.collect() }
    })
}

/// What the rules are computed from.
struct Tuning<'a> {
    args: &'a OpenmpiArgs,
    numbers: Numbers,
    allowed: Allowed,
    /// The range of sizes in words.
    low: Rational,
    high: Rational,
    /// The bytes of a word.
    word: Rational,
}

pub(crate) fn run(args: &TuneArgs) -> Result<()> {
    let Library::Openmpi(args) = &args.library;
    let mut texts = NumberTexts::of(&MachineArgs::default(), &args.numbers, false)?;
    let range = texts.given.m.take().unwrap_or("1B..16MB");
    texts.given.word = texts.given.word.or(Some("1B"));
    let numbers = texts.numbers(None)?;
    let word = numbers.word.clone().unwrap_or_else(Rational::one);
    let size = |text: &str| {
        let size = Quantity::read(text, &SIZES).ok().filter(|size| size.unit.is_some())?;
        size.value.checked_div(&word)
    };
    let ends = range.split_once("..").and_then(|(low, high)| Some((size(low)?, size(high)?)));
    let Some((low, high)) = ends.filter(|(low, high)| low < high) else {
        return Err(Failure::input(format!("-m {range} is not a range of sizes"))
            .help("write the smallest and the largest size, such as -m 8B..4MB"));
    };
    let tuning = Tuning { args, numbers, allowed: allowed(&args.limit)?, low, high, word };
    let text = tuning.file()?;
    output::write_to(args.output.as_deref(), &mut |out| Ok(out.write_all(text.as_bytes())?))
}

impl Tuning<'_> {
    fn file(&self) -> Result<String> {
        let mut collectives = Vec::new();
        for tuned in tuned() {
            let mut sizes = Vec::new();
            for p in &self.args.p {
                sizes.extend(self.rules(&tuned, *p)?);
            }
            if !sizes.is_empty() {
                let Tuned { collective, number, .. } = tuned;
                let count = sizes.len();
                let head = format!("{number} # {collective}\n{count} # numbers of ranks\n");
                collectives.push(head + &sizes.concat());
            }
        }
        let version = if self.args.file_version == 2 { "rule-file-version-2\n" } else { "" };
        let given = page::given(&self.numbers, false);
        Ok(format!(
            "{version}{} # collectives; {GENERATOR}, {given}\n{}",
            collectives.len(),
            collectives.concat()
        ))
    }

    /// The rules of a collective among so many ranks; nothing where no algorithm fits.
    fn rules(&self, tuned: &Tuned, p: u32) -> Result<Option<String>> {
        let machine = match self.args.ranks_per_node {
            None => format!("switch:{p}"),
            Some(each) if p.is_multiple_of(each) => format!("nodes:{}x{each}", p / each),
            Some(each) => {
                return Err(Failure::input(format!("{p} ranks are not {each} on each node"))
                    .help("name multiples of --ranks-per-node after -p"));
            }
        };
        let machine = Topology::parse(&machine).map_err(|e| Failure::input(e.to_string()))?;
        let numbers = self.numbers.clone().with_classes(machine.classes())?;
        let question = Question::new(tuned.collective, machine.with_links(&numbers.links));
        let question = question.map_err(|error| Failure::input(error.to_string()))?;
        let costs = |only: Vec<String>| {
            // Open MPI has one piece, and the cheapest of all algorithms the best number.
            let cut = Cut { best: only.is_empty(), whole_words: false };
            let (limits, weighed) = (self.allowed.checker, self.allowed.weighed);
            let how = How { cut, limits, weighed, only, ..How::default() };
            let numbers = Numbers { m: None, ..numbers.clone() };
            let ends = [&self.low, &self.high];
            let ranking = ranking(question.clone(), &numbers, &how);
            ranking.over_range(&question, &Over::M(numbers), ends, &how).rows
        };
        let names = tuned.algorithms.iter().map(|(_, name)| (*name).to_owned()).collect();
        let (rows, all) = (costs(names), costs(Vec::new()));
        let Some(first) = rows.first() else { return Ok(None) };
        let mut missing = numbers.missing(Some(&first.cost));
        missing.retain(|option| option != "-m");
        if !missing.is_empty() {
            return Err(Failure::input("rules depend on the times of messages")
                .help(format!("give {}", missing.join(" and "))));
        }
        let over = Over::M(numbers);
        let parts = |rows: &[Ranked]| {
            let found = crossovers(rows, &over, &self.low, &self.high);
            found.map_err(|why| Failure::no_answer(why.to_string()))
        };
        let (segments, best) = (parts(&rows)?, parts(&all)?);
        let mut lines = Vec::new();
        for segment in segments.iter().filter(|segment| segment.first_whole.is_some()) {
            let regret = regret(segment, &rows, (&all, &best), &over);
            lines.push(self.line(tuned, p, &question, segment, lines.is_empty(), &regret));
        }
        let count = lines.len();
        Ok(Some(format!("{p} # ranks\n{count} # sizes\n{}", lines.concat())))
    }

    /// `2713 8 0 0 # binomial-scatter-doubling from 8138/3 B on; at most 0.41 % above the cheapest algorithm here`
    fn line(
        &self,
        tuned: &Tuned,
        p: u32,
        question: &Question,
        segment: &Segment,
        is_first: bool,
        regret: &Rational,
    ) -> String {
        let name = segment.algorithm.name();
        let is = |of: &str| meaning(of, question.request()) == NameMeaning::Algorithm(name);
        let number =
            tuned.algorithms.iter().find(|(_, of)| is(of)).map_or("0", |(number, _)| number);
        let ranks = Rational::from(if tuned.of_all { p } else { 1 });
        let bytes = |words: &Rational| &(words * &self.word) * &ranks;
        // A rule for no bytes is required.
        let from = segment.first_whole.as_ref().filter(|_| !is_first).map(bytes);
        let from = from.unwrap_or_default().ceil();
        let (exact, percent) = (bytes(&segment.from), regret.significant(3));
        let crossover = if is_first { String::new() } else { format!(" from {exact} bytes on") };
        format!(
            "{from} {number} 0 0 # {name}{crossover}; at most {percent} % above the cheapest algorithm here\n"
        )
    }
}

/// By how many percent the algorithm of a part of the range costs at most more than the cheapest of `all`, whose best ones
/// change where `best` begins. Between the places where a line of either bends, the quotient of two lines is monotone.
fn regret(
    segment: &Segment,
    rows: &[Ranked],
    (all, best): (&[Ranked], &[Segment]),
    over: &Over,
) -> Rational {
    let named =
        |name: &str, of: &'_ [Ranked]| of.iter().position(|row| row.algorithm.name() == name);
    let Some(row) = named(segment.algorithm.name(), rows).map(|at| &rows[at]) else {
        return Rational::zero();
    };
    let bends = |row: &Ranked| match over {
        Over::M(numbers) => numbers.over_m(&row.cost).unwrap_or_default(),
        Over::Ratio(_) => Vec::new(),
    };
    let mut places = vec![segment.from.clone(), segment.to.clone()];
    places.extend(best.iter().map(|part| part.from.clone()));
    places.extend(bends(row).into_iter().map(|part| part.from));
    for part in best {
        let cheapest = named(part.algorithm.name(), all).map(|at| bends(&all[at]));
        places.extend(cheapest.into_iter().flatten().map(|part| part.from));
    }
    let within = |place: &Rational| *place >= segment.from && *place <= segment.to;
    let more = |place: Rational| {
        let least = all.iter().map(|row| cost_at(row, over, &place)).min()?;
        let times = cost_at(row, over, &place).checked_div(&least)?;
        Some(&(&times - &Rational::one()) * &Rational::from(100))
    };
    let most = places.into_iter().filter(within).filter_map(more).max();
    most.unwrap_or_default().max(Rational::zero())
}
