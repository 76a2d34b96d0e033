//! The points of a comparison: a question and numbers each.
//!
//! Points are numbered: machines are the slowest, with the numbers of rails or of nodes that they run through, then m,
//! then ts/tw, whatever the order of the options.

use super::asked::{Comparison, NamedMachine, WrittenSize};
use super::machines::OfFamily;
use super::values::{Item, Over, Runner, Values, no_ratio};
use crate::cli::prelude::*;
use crate::cli::request::with_classes;
use hockney_base::number::index;

/// The machines of points.
enum Machines<'a> {
    Named(Vec<NamedMachine>),
    /// Those of a family that p runs through.
    OfFamily(OfFamily<'a>, Values),
}

/// All points, which are made when they are looked at.
pub(super) struct Points<'a> {
    machines: Machines<'a>,
    sizes: &'a [WrittenSize<'a>],
    m: Option<Values>,
    ratio: Option<Values>,
}

impl<'a> Points<'a> {
    /// All points, of which the slowest axis is that of machines, then m, then ts/tw.
    pub(super) fn of(asked: &'a Comparison<'a>) -> Result<Self> {
        let named = |runner| asked.overs.iter().find(move |over: &&Over| over.runner == runner);
        for (number, over) in asked.overs.iter().enumerate() {
            let name = over.runner.name();
            if asked.overs[..number].iter().any(|other| other.runner == over.runner) {
                return Err(Failure::input(format!("--over {name} is given twice"))
                    .help(format!("name all values at once, such as --over {name}=1,2,4")));
            }
        }
        let values =
            |runner| named(runner).map(|over| over.values(asked.allowed.points)).transpose();
        let (m, ratio) = (values(Runner::M)?, values(Runner::Ratio)?);
        let machines = match named(Runner::P) {
            Some(over) => {
                let (family, nodes) = of_family(asked, over)?;
                Machines::OfFamily(family, nodes)
            }
            None => Machines::Named(asked.machines()?),
        };
        if let (Machines::Named(all), Some(_)) = (&machines, &ratio)
            && all.iter().any(|one| !one.question.machine().classes().is_empty())
        {
            return Err(no_ratio());
        }
        Ok(Points { machines, sizes: &asked.sizes, m, ratio })
    }

    /// How many machines there are.
    pub(super) fn machines(&self) -> u64 {
        match &self.machines {
            Machines::Named(named) => named.len() as u64,
            Machines::OfFamily(_, nodes) => nodes.count(),
        }
    }

    /// How many values there are of m, and of ts/tw.
    fn counts(&self) -> [u64; 2] {
        let m = self.m.as_ref().map_or(self.sizes.len() as u64, Values::count);
        [m, self.ratio.as_ref().map_or(1, Values::count)]
    }

    pub(super) fn count(&self) -> Result<u64> {
        let points = self.counts().into_iter().try_fold(self.machines(), u64::checked_mul);
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

    /// A machine with its question, by its number.
    pub(super) fn machine(&self, number: u64) -> Result<NamedMachine> {
        match &self.machines {
            Machines::Named(named) => Ok(named[index(number)].clone()),
            Machines::OfFamily(family, nodes) => {
                let nodes = nodes.at(number).unwrap_or_default();
                let question = family.ask(&family.of_nodes(&nodes)?)?;
                Ok(NamedMachine { rails: None, question })
            }
        }
    }

    /// The numbers of a point, by its number among those of a machine.
    fn numbers(&self, machine: &Topology, number: u64) -> Result<Numbers> {
        let ratios = self.counts()[1].max(1);
        let of_m = self.m.as_ref().map(|values| values.at(number / ratios));
        let size = of_m.as_ref().map_or(index(number / ratios), |_| 0);
        let mut numbers = self.sizes[size].numbers.clone();
        if let Some(m) = of_m {
            numbers.m = m;
        }
        if let Some(values) = &self.ratio {
            (numbers.t_s, numbers.t_w) = (values.at(number % ratios), Some(Rational::one()));
        }
        with_classes(numbers, machine)
    }

    /// The numbers of all points of a machine.
    pub(super) fn all_numbers(&self, machine: &Topology) -> Result<Vec<Numbers>> {
        let [ms, ratios] = self.counts();
        (0..ms * ratios).map(|number| self.numbers(machine, number)).collect()
    }

    /// The question and the numbers of a point.
    pub(super) fn at(&self, point: u64) -> Result<(Question, Numbers)> {
        let each = self.counts().into_iter().product::<u64>().max(1);
        let question = self.machine(point / each)?.question;
        let numbers = self.numbers(question.machine(), point % each)?;
        Ok((question, numbers))
    }
}

/// The machines of a family with the numbers of nodes that are asked for.
fn of_family<'a>(asked: &'a Comparison<'a>, over: &Over) -> Result<(OfFamily<'a>, Values)> {
    let family = OfFamily::of(asked)?;
    let chosen = family.chosen(over)?;
    // A size that is named and that no machine has is refused before anything is written.
    for item in &over.items {
        if let Item::One(nodes) = item {
            family.ask(&family.of_nodes(nodes)?)?;
        }
    }
    if let (count @ 1.., Some(first)) = &chosen.left_out {
        let name = family.name();
        note(&format!("{count} sizes are left out because no {name} has them, such as {first}"));
    }
    Ok((family, chosen.nodes))
}
