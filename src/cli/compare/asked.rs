//! What is compared, as values: what runs along axes, and what is the same at every point.

use std::path::Path;

use super::machines::OfFamily;
use super::range::no_ratio;
use super::values::{self, Item, Over, Runner, Values};
use crate::cli::args::{CompareArgs, MachineArgs};
use crate::cli::cost::needs_contention;
use crate::cli::failure::{Failure, Result};
use crate::cli::limit::{self, Allowed};
use crate::cli::links::links;
use crate::cli::request::{self, with_classes};
use crate::cli::{choice, note, note_reading};
use hockney_ask::How;
use hockney_base::number::{Rational, index};
use hockney_core::collective::Collective;
use hockney_cost::Numbers;
use hockney_plan::question::Question;

/// What the command line asks for.
pub(super) struct Comparison<'a> {
    pub(super) args: &'a CompareArgs,
    pub(super) collective: &'static Collective,
    pub(super) allowed: Allowed,
    pub(super) how: How,
    /// The ranges and lists of `--over`.
    pub(super) overs: Vec<Over>,
    /// The sizes after `-m`, at least one.
    pub(super) sizes: Vec<Size<'a>>,
    /// Whether rows of algorithms that are dominated are listed.
    pub(super) all: bool,
}

/// A size as it is written, and the numbers with it.
pub(super) struct Size<'a> {
    pub(super) text: &'a str,
    pub(super) numbers: Numbers,
}

/// A machine that is named, with one of several numbers of rails.
pub(super) struct Machine {
    pub(super) rails: Option<u64>,
    pub(super) question: Question,
}

impl<'a> Comparison<'a> {
    pub(super) fn of(args: &'a CompareArgs) -> Result<Self> {
        let collective = request::collective_named(&args.collective)?;
        for name in &args.algorithm {
            choice::named(name, collective, None)?;
        }
        let list = args.numbers.m.as_deref();
        let texts: Vec<&str> = list.unwrap_or_default().split(',').map(str::trim).collect();
        let several = list.filter(|_| texts.len() > 1);
        // A range or a list of sizes in bytes says as much as one size in bytes.
        let mut sizes = args.over.iter().map(String::as_str).chain(several);
        let in_bytes = sizes.any(|text| text.contains('B')).then_some("1B");
        let word = args.numbers.word.as_deref();
        let overs = args.over.iter().map(|text| Over::read(text, word));
        let overs = overs.collect::<Result<Vec<_>, _>>()?;
        let word = word.or(in_bytes);
        let of_m = overs.iter().find(|over| over.runner == Runner::M);
        if let (None, Some(_), Some(over)) = (word, &args.numbers.bandwidth, of_m) {
            let range = values::in_bytes(&over.text);
            return Err(Failure::input("--bandwidth needs sizes in bytes").help(format!(
                "write the range in bytes, such as --over {range}, or add the size of a word, such as --word 8B"
            )));
        }
        let size = |text| {
            let m = list.map(|_| text);
            let numbers = request::numbers_for(collective, &args.numbers, m, word)?;
            Ok(Size { text, numbers })
        };
        let sizes = texts.into_iter().map(size).collect::<Result<Vec<_>>>()?;
        let allowed = limit::allowed(&args.limit)?;
        let mut how = how(args, &allowed)?;
        // Whole words would make the straight lines that parts of a range are found by into stairs, and to weigh
        // pieces at every point would take a plan of each.
        how.cut.whole_words &= overs.is_empty();
        how.measure |= sizes.iter().any(|size| !size.numbers.t_h.is_zero());
        let all = args.all || !args.algorithm.is_empty();
        Ok(Comparison { args, collective, allowed, how, overs, sizes, all })
    }

    pub(super) fn output(&self) -> Option<&'a Path> {
        self.args.output.as_deref()
    }

    /// Says what the name of the collective is read as, where it could be another and no file says it.
    pub(super) fn read_as(&self) {
        if self.args.schedule.is_none() {
            let reading = request::reading(&self.args.collective, self.collective);
            note_reading(reading.as_ref());
        }
    }

    /// The named machine, with each number of rails.
    pub(super) fn machines(&self) -> Result<Vec<Machine>> {
        let CompareArgs { machine, operation, numbers, .. } = self.args;
        let links = links(numbers)?;
        let question =
            |machine: &MachineArgs| request::question(self.collective, machine, operation, &links);
        if machine.rails.len() < 2 {
            return Ok(vec![Machine { rails: None, question: question(machine)? }]);
        }
        let with = |rails: &u64| {
            let one = MachineArgs { rails: vec![*rails], ..machine.clone() };
            Ok(Machine { rails: Some(*rails), question: question(&one)? })
        };
        machine.rails.iter().map(with).collect()
    }

    /// All points, of which the slowest axis is that of machines, then m, then ts/tw.
    pub(super) fn points(&self) -> Result<Points<'_>> {
        let named = |runner| self.overs.iter().find(move |over: &&Over| over.runner == runner);
        for (number, over) in self.overs.iter().enumerate() {
            let name = over.runner.name();
            if self.overs[..number].iter().any(|other| other.runner == over.runner) {
                return Err(Failure::input(format!("--over {name} is given twice"))
                    .help(format!("name all values at once, such as --over {name}=1,2,4")));
            }
        }
        let given = &self.args.numbers;
        let twice = [
            ("-m", given.m.is_some(), Runner::M, "m runs through values"),
            ("--ts", given.ts.is_some(), Runner::Ratio, "t_w is 1 there"),
            ("--tw", given.tw.is_some(), Runner::Ratio, "t_w is 1 there"),
        ];
        for (option, given, runner, why) in twice {
            if given && named(runner).is_some() {
                return Err(runner.not_beside(option, why));
            }
        }
        let values =
            |runner| named(runner).map(|over| over.values(self.allowed.points)).transpose();
        let (m, ratio) = (values(Runner::M)?, values(Runner::Ratio)?);
        let machines = match named(Runner::P) {
            Some(over) => {
                let (family, nodes) = self.of_family(over)?;
                Machines::OfFamily(family, nodes)
            }
            None => Machines::Named(self.machines()?),
        };
        if let (Machines::Named(all), Some(_)) = (&machines, &ratio)
            && all.iter().any(|one| !one.question.machine().classes().is_empty())
        {
            return Err(no_ratio());
        }
        Ok(Points { machines, sizes: &self.sizes, m, ratio })
    }

    fn of_family(&self, over: &Over) -> Result<(OfFamily<'_>, Values)> {
        let family = OfFamily::of(self)?;
        let chosen = family.chosen(over)?;
        // A size that is named and that no machine has is refused before anything is written.
        for item in &over.items {
            if let Item::One(nodes) = item {
                family.ask(&family.of_nodes(nodes)?)?;
            }
        }
        if let (count @ 1.., Some(first)) = &chosen.left_out {
            let name = family.name();
            note(&format!(
                "{count} sizes are left out because no {name} has them, such as {first}"
            ));
        }
        Ok((family, chosen.nodes))
    }
}

fn how(args: &CompareArgs, allowed: &Allowed) -> Result<How> {
    let cut = request::cut(&args.operation, &args.numbers);
    let search = request::search(&args.operation);
    needs_contention(search.is_some(), args.contention)?;
    // Moved messages share links.
    let contention = args.contention || args.operation.place.is_some();
    let (measure, limits, weighed) = (args.measure, allowed.checker, allowed.weighed);
    Ok(How { measure, contention, search, cut, limits, weighed, only: args.algorithm.clone() })
}

/// The machines of points.
enum Machines<'a> {
    Named(Vec<Machine>),
    /// Those of a family that p runs through.
    OfFamily(OfFamily<'a>, Values),
}

/// The points of a comparison: a question and numbers each.
pub(super) struct Points<'a> {
    machines: Machines<'a>,
    sizes: &'a [Size<'a>],
    m: Option<Values>,
    ratio: Option<Values>,
}

impl Points<'_> {
    /// How many machines there are, values of m, and of ts/tw.
    fn counts(&self) -> [u64; 3] {
        let machines = match &self.machines {
            Machines::Named(named) => named.len() as u64,
            Machines::OfFamily(_, nodes) => nodes.count(),
        };
        let m = self.m.as_ref().map_or(self.sizes.len() as u64, Values::count);
        [machines, m, self.ratio.as_ref().map_or(1, Values::count)]
    }

    pub(super) fn count(&self) -> Result<u64> {
        let points = self.counts().into_iter().try_fold(1, u64::checked_mul);
        points.ok_or_else(|| {
            Failure::NoAnswer(format!(
                "there are more than {} points, which is the maximum",
                u64::MAX
            ))
        })
    }

    /// The question on the largest machine, which cannot be asked for if it is too large.
    pub(super) fn largest(&self) -> Result<Question> {
        match &self.machines {
            Machines::Named(named) => Ok(named[0].question.clone()),
            Machines::OfFamily(family, nodes) => {
                family.ask(&family.of_nodes(&nodes.greatest().unwrap_or_default())?)
            }
        }
    }

    /// The question and the numbers of a point.
    pub(super) fn at(&self, point: u64) -> Result<(Question, Numbers)> {
        let [_, ms, ratios] = self.counts().map(|count| count.max(1));
        let (machine, m) = (point / ratios / ms, point / ratios % ms);
        let question = match &self.machines {
            Machines::Named(named) => named[index(machine)].question.clone(),
            Machines::OfFamily(family, nodes) => {
                family.ask(&family.of_nodes(&nodes.at(machine).unwrap_or_default())?)?
            }
        };
        let of_m = self.m.as_ref().map(|values| values.at(m));
        let mut numbers = self.sizes[of_m.as_ref().map_or(index(m), |_| 0)].numbers.clone();
        if let Some(m) = of_m {
            numbers.m = m;
        }
        if let Some(values) = &self.ratio {
            (numbers.t_s, numbers.t_w) = (values.at(point % ratios), Some(Rational::one()));
        }
        let numbers = with_classes(numbers, question.machine())?;
        Ok((question, numbers))
    }
}
