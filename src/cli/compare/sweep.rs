//! `--over .. -f csv` and `-f jsonl`: a row for each point and algorithm, whole or in shards.
//!
//! Points are numbered: p is the slowest, then m, then ts/tw, whatever the order of the options. A
//! shard is a range of these numbers, so that shards one after another are the whole.

use rayon::prelude::*;

use super::machines::Machines;
use super::range::no_ratio;
use super::values::{Item, Over, Runner, Values};
use super::{asked, how, line, numbers, read_as, with_each_rails};
use crate::cli::args::{CompareArgs, CompareFormat};
use crate::cli::failure::{Failure, Result};
use crate::cli::limit::{self, Allowed};
use crate::cli::request::with_classes;
use crate::cli::{Answer, note, output};
use hockney_ask::{How, ranking};
use hockney_base::number::{Rational, index, saturated};
use hockney_core::collective::Collective;
use hockney_cost::Numbers;
use hockney_plan::planner::Request;

/// How many points are worked on side by side before their rows are written.
const BATCH: u64 = 512;

/// Which part of the points.
#[derive(Clone, Copy)]
struct Shard {
    number: u64,
    of: u64,
}

impl Shard {
    fn read(text: &str) -> Result<Self> {
        let whole =
            |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok());
        let parts = text
            .split_once('/')
            .and_then(|(number, of)| Some(Shard { number: whole(number)??, of: whole(of)?? }));
        let why = match parts {
            Some(shard) if (1..=shard.of).contains(&shard.number) => return Ok(shard),
            Some(Shard { of: 0, .. }) => "there are no parts".to_owned(),
            Some(Shard { number: 0, .. }) => "parts are counted from 1".to_owned(),
            Some(shard) => format!("the last part is {}/{}", shard.of, shard.of),
            None => "expected two whole numbers with a / between them".to_owned(),
        };
        Err(Failure::input(format!("--shard {text} is not a valid part: {why}"))
            .help("write the part and the number of parts, such as 3/16; parts are counted from 1"))
    }

    /// The numbers of its points; all shards have equally many, but for one.
    fn range(self, points: u64) -> (u64, u64) {
        let at = |number: u64| {
            let at = u128::from(points) * u128::from(number) / u128::from(self.of);
            // No more than there are points.
            saturated(at)
        };
        (at(self.number - 1), at(self.number))
    }
}

/// The points of a sweep.
struct Sweep<'a> {
    args: &'a CompareArgs,
    /// The machines that p runs through, or what is asked of the named one with each number of rails.
    machines: Result<(Machines<'a>, Values), Vec<Request>>,
    m: Option<Values>,
    ratio: Option<Values>,
    numbers: Numbers,
    how: How,
}

pub(super) fn run(
    args: &CompareArgs,
    overs: &[Over],
    collective: &'static Collective,
) -> Result<Answer> {
    let allowed = limit::allowed(&args.limit)?;
    let shard = args.shard.as_deref().map(Shard::read).transpose()?;
    let sweep = Sweep::of(args, overs, collective, &allowed)?;
    let points = sweep.points()?;
    let shard = shard.unwrap_or(Shard { number: 1, of: 1 });
    let (from, to) = shard.range(points);
    if to - from > allowed.points {
        let (needed, most) = (to - from, allowed.points);
        // Where no point is allowed no part of them is.
        let part = match most {
            0 => String::new(),
            _ => format!("--shard 1/{} takes a part of them, ", points.div_ceil(most)),
        };
        return Err(Failure::NoAnswer(format!(
            "limit exceeded: {needed} points, {most} are allowed in one run; {part}--limit \
             points={needed} raises it"
        )));
    }
    // What cannot be asked for is known before anything is written, whichever the shard.
    sweep.of_nodes(Values::greatest)?;
    if from < to {
        sweep.request(from)?;
    }
    read_as(args, collective);
    output::write_to(args.output.as_deref(), &mut |out| {
        if args.format == CompareFormat::Csv && shard.number == 1 {
            line::write_head(out)?;
        }
        let mut first = from;
        while first < to {
            let last = to.min(first + if args.measure { 1 } else { BATCH });
            let rows = (first..last).into_par_iter().map(|point| sweep.rows(point));
            for rows in rows.collect::<Vec<_>>() {
                out.write_all(&rows?)?;
            }
            // Who watches sees what is done.
            out.flush()?;
            first = last;
        }
        Ok(())
    })?;
    Ok(Answer::Yes)
}

impl<'a> Sweep<'a> {
    fn of(
        args: &'a CompareArgs,
        overs: &[Over],
        collective: &'static Collective,
        allowed: &Allowed,
    ) -> Result<Self> {
        let named = |runner| overs.iter().find(move |over: &&Over| over.runner == runner);
        for (number, over) in overs.iter().enumerate() {
            let name = over.runner.name();
            if overs[..number].iter().any(|other| other.runner == over.runner) {
                return Err(Failure::input(format!("--over {name} is given twice"))
                    .help(format!("name all values at once, such as --over {name}=1,2,4")));
            }
        }
        let numbers = numbers(args)?;
        let twice = [
            ("-m", args.numbers.m.is_some(), Runner::M, "m runs through values"),
            ("--ts", args.numbers.ts.is_some(), Runner::Ratio, "t_w is 1 there"),
            ("--tw", args.numbers.tw.is_some(), Runner::Ratio, "t_w is 1 there"),
        ];
        for (option, given, runner, why) in twice {
            if given && named(runner).is_some() {
                return Err(runner.not_beside(option, why));
            }
        }
        let values = |runner| named(runner).map(|over| over.values(allowed.points)).transpose();
        let (m, ratio) = (values(Runner::M)?, values(Runner::Ratio)?);
        let machines = if let Some(over) = named(Runner::P) {
            let machines = Machines::of(args, collective)?;
            let chosen = machines.chosen(over)?;
            // A size that is named and that no machine has is refused before anything is written.
            for item in &over.items {
                if let Item::One(nodes) = item {
                    machines.ask(&machines.of_nodes(nodes)?)?;
                }
            }
            if let (count @ 1.., Some(first)) = &chosen.left_out {
                let name = machines.name();
                note(&format!(
                    "{count} sizes are left out because no {name} has them, such as {first}"
                ));
            }
            Ok((machines, chosen.nodes))
        } else {
            let asked = with_each_rails(args).iter().map(asked).collect::<Result<Vec<_>>>()?;
            if ratio.is_some() && asked.iter().any(|one| !one.machine().classes().is_empty()) {
                return Err(no_ratio());
            }
            Err(asked.iter().map(|one| one.request().clone()).collect())
        };
        let mut how = how(args)?;
        if !overs.is_empty() {
            // As all prices of `--over`: to weigh pieces at every point would take a plan of each.
            how.cut.whole_words = false;
        }
        Ok(Sweep { args, machines, m, ratio, numbers, how })
    }

    /// How many machines there are, values of m, and of ts/tw.
    fn counts(&self) -> [u64; 3] {
        let count = |values: Option<&Values>| values.map_or(1, Values::count);
        let machines = match &self.machines {
            Ok((_, nodes)) => nodes.count(),
            Err(named) => named.len() as u64,
        };
        [machines, count(self.m.as_ref()), count(self.ratio.as_ref())]
    }

    fn points(&self) -> Result<u64> {
        let points = self.counts().into_iter().try_fold(1, u64::checked_mul);
        points.ok_or_else(|| {
            Failure::NoAnswer(format!(
                "there are more than {} points, which is the maximum",
                u64::MAX
            ))
        })
    }

    /// The numbers of a point: which machine, which m, which ts/tw.
    fn place(&self, point: u64) -> [u64; 3] {
        let [_, ms, ratios] = self.counts().map(|count| count.max(1));
        [point / ratios / ms, point / ratios % ms, point % ratios]
    }

    fn request(&self, point: u64) -> Result<Request> {
        let [machine, ..] = self.place(point);
        match self.machines.as_ref().err().and_then(|named| named.get(index(machine))) {
            Some(named) => Ok(named.clone()),
            None => self.of_nodes(|nodes| nodes.at(machine)),
        }
    }

    fn of_nodes(&self, nodes: impl Fn(&Values) -> Option<Rational>) -> Result<Request> {
        match &self.machines {
            Ok((machines, values)) => {
                machines.ask(&machines.of_nodes(&nodes(values).unwrap_or_default())?)
            }
            // At least one is named.
            Err(named) => Ok(named[0].clone()),
        }
    }

    fn numbers(&self, point: u64) -> Numbers {
        let [_, m, ratio] = self.place(point);
        let mut numbers = self.numbers.clone();
        if let Some(values) = &self.m {
            numbers.m = values.at(m);
        }
        if let Some(values) = &self.ratio {
            numbers.t_s = values.at(ratio);
            numbers.t_w = Some(Rational::one());
        }
        numbers
    }

    fn rows(&self, point: u64) -> Result<Vec<u8>> {
        let request = self.request(point)?;
        let numbers = with_classes(self.numbers(point), &request.topology)?;
        let ranking = ranking(&request, &numbers, &self.how);
        let mut rows = Vec::new();
        line::write(&mut rows, self.args, &request, &numbers, &ranking)?;
        Ok(rows)
    }
}
