//! What is compared, as values: what runs along axes, and what is the same at every point.

use super::CompareArgs;
use super::values::{self, Over, Runner};
use crate::cli::limit::allowed;
use crate::cli::prelude::*;
use crate::cli::request::{self, NumberTexts, Options};
use hockney_ask::How;
use hockney_ask::answer::{choice, needs_contention};
use hockney_core::topology::LinkClass;
use hockney_cost::{Counted, NamedTable};

/// What the command line asks for.
pub(super) struct Comparison<'a> {
    pub(super) args: &'a CompareArgs,
    pub(super) collective: &'static Collective,
    pub(super) allowed: Allowed,
    /// The classes of links on the command line.
    links: Vec<LinkClass>,
    pub(super) how: How,
    /// The ranges and lists of `--over`.
    pub(super) overs: Vec<Over>,
    /// The sizes after `-m`, at least one.
    pub(super) sizes: Vec<WrittenSize<'a>>,
    /// Whether rows of algorithms that are dominated are listed.
    pub(super) all: bool,
}

/// A size as it is written, and the numbers with it.
pub(super) struct WrittenSize<'a> {
    pub(super) text: &'a str,
    pub(super) numbers: Numbers,
}

/// A machine with one of several numbers of rails, and its question.
#[derive(Clone)]
pub(super) struct NamedMachine {
    pub(super) rails: Option<u64>,
    pub(super) question: Question,
}

impl<'a> Comparison<'a> {
    pub(super) fn of(args: &'a CompareArgs) -> Result<Self> {
        let allowed = Allowed { looks: args.measure, ..allowed(&args.limit)? };
        let times =
            NumberTexts::of(&args.machine, &args.numbers, true)?.with_timing(&args.timing)?;
        let collective = request::collective_named(&args.collective)?;
        for name in &args.algorithm {
            choice::named(name, collective, None)?;
        }
        let list = times.given.m;
        let texts: Vec<&str> = list.unwrap_or_default().split(',').map(str::trim).collect();
        let several = list.filter(|_| texts.len() > 1);
        // A range or a list of sizes in bytes says as much as one size in bytes.
        let mut sizes = args.over.iter().map(String::as_str).chain(several);
        let in_bytes = sizes.any(|text| text.contains('B')).then_some("1B");
        let word = times.given.word;
        let overs = args.over.iter().map(|text| Over::read(text, word));
        let overs = overs.collect::<Result<Vec<_>, _>>()?;
        overs.iter().try_for_each(|over| over.runner.runs_alone(&args.numbers))?;
        let word = word.or(in_bytes);
        let of_m = overs.iter().find(|over| over.runner == Runner::M);
        let in_bytes = |of: &NamedTable| of.table.counted == Counted::Bytes;
        let option = times.given.bandwidth.map(|_| "--bandwidth");
        let option = option.or(times.tables.iter().any(in_bytes).then_some("--times"));
        if let (None, Some(option), Some(over)) = (word, option, of_m) {
            let range = values::in_bytes(&over.text);
            return Err(Failure::input(format!("{option} needs sizes in bytes")).help(format!(
                "write the range in bytes, such as --over {range}, or add the size of a word, such as --word 8B"
            )));
        }
        let size = |text| {
            let mut times = times.clone();
            (times.given.m, times.given.word) = (list.map(|_| text), word);
            let mut numbers = times.numbers(Some(collective))?;
            // What runs is not given, also where no data travels.
            if of_m.is_some() && list.is_none() {
                numbers.m = None;
            }
            let per_word = times.given.t_w.or(times.given.bandwidth);
            if per_word.is_none()
                && times.tables.is_empty()
                && overs.iter().any(|over| over.runner == Runner::Ratio)
            {
                numbers.t_w = None;
            }
            Ok(WrittenSize { text, numbers })
        };
        let sizes = texts.into_iter().map(size).collect::<Result<Vec<_>>>()?;
        let links = times.classes()?;
        let mut how = how(args, &allowed)?;
        // Whole words would make the straight lines that parts of a range are found by into stairs, and to weigh
        // pieces at every point would take a plan of each.
        how.cut.whole_words &= overs.is_empty();
        how.measure |= sizes.iter().any(|size| !size.numbers.t_h.is_zero());
        let asynchronous = sizes.iter().any(|size| size.numbers.timing.asynchronous);
        let all = args.all || !args.algorithm.is_empty() || asynchronous;
        Ok(Comparison { args, collective, allowed, links, how, overs, sizes, all })
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

    /// The options that make the question on a machine.
    pub(super) fn options<'m>(&'m self, machine: &'m MachineArgs) -> Options<'m> {
        let (operation, links) = (&self.args.operation, &*self.links);
        Options { machine, operation, links, allowed: &self.allowed }
    }

    /// The named machine, with each number of rails.
    pub(super) fn machines(&self) -> Result<Vec<NamedMachine>> {
        let machine = &self.args.machine;
        let question = |machine: &MachineArgs| self.options(machine).question(self.collective);
        if machine.rails.len() < 2 {
            return Ok(vec![NamedMachine { rails: None, question: question(machine)? }]);
        }
        let with = |rails: &u64| {
            let one = MachineArgs { rails: vec![*rails], ..machine.clone() };
            Ok(NamedMachine { rails: Some(*rails), question: question(&one)? })
        };
        machine.rails.iter().map(with).collect()
    }
}

fn how(args: &CompareArgs, allowed: &Allowed) -> Result<How> {
    let cut = request::cut(&args.operation, &args.numbers);
    let search = request::search(&args.operation, allowed);
    needs_contention(search.is_some(), args.contention)?;
    let (measure, only) = (args.measure, args.algorithm.clone());
    let model = Model { contention: args.contention, ..Model::default() };
    let (limits, weighed) = (allowed.checker, allowed.weighed);
    Ok(How { measure, model, search, cut, limits, weighed, only })
}
