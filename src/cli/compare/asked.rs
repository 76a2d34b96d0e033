//! What is compared, as values: what runs along axes, and what is the same at every point.

use std::path::Path;

use super::values::{self, Over, Runner};
use crate::cli::args::{CompareArgs, MachineArgs, NumberArgs};
use crate::cli::failure::{Failure, Result};
use crate::cli::limit::{self, Allowed};
use crate::cli::links::links;
use crate::cli::{note_reading, request};
use hockney_ask::How;
use hockney_ask::answer::{choice, needs_contention};
use hockney_core::collective::Collective;
use hockney_cost::{Model, Numbers};
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
            let mut numbers = request::numbers_for(collective, &args.numbers, m, word)?;
            // What runs is not given, also where no data travels.
            if of_m.is_some() && m.is_none() {
                numbers.m = None;
            }
            let (NumberArgs { tw, bandwidth, .. }, runs) = (&args.numbers, Runner::Ratio);
            if tw.is_none() && bandwidth.is_none() && overs.iter().any(|over| over.runner == runs) {
                numbers.t_w = None;
            }
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
}

fn how(args: &CompareArgs, allowed: &Allowed) -> Result<How> {
    let cut = request::cut(&args.operation, &args.numbers);
    let search = request::search(&args.operation);
    needs_contention(search.is_some(), args.contention)?;
    let (measure, only) = (args.measure, args.algorithm.clone());
    let model = Model { contention: args.contention, ..Model::default() };
    let (limits, weighed) = (allowed.checker, allowed.weighed);
    Ok(How { measure, model, search, cut, limits, weighed, only })
}
