//! A price that follows from a proof for all sizes: no message is looked at, however many there are.

use std::str::FromStr;

use super::answer::{Against, Expected, closed_form_row, hold};
use super::table::below;
use super::{CostReport, LookedAtRow, WholeWords};
use crate::cli::amounts::size;
use crate::cli::args::{CostArgs, Named};
use crate::cli::facts::{self, WIDTH};
use crate::cli::failure::{Failure, Result};
use crate::cli::limit::Allowed;
use crate::cli::report::AboutRow;
use crate::cli::request::{Asked, first_given};
use crate::cli::{Answer, choice, heading, limit, machine, note_reading, output, request};
use hockney_base::number::Rational;
use hockney_core::collective::{Collective, Parameter, Ports};
use hockney_core::topology::{Family, MOST_NUMBERED, Sizes};
use hockney_cost::{Cost, Numbers, Switching};
use hockney_plan::planner::{Algorithm, Role};
use hockney_proof::{self as proof, AtSize, Missing, Size};

/// A machine by its name and size, which may be larger than any that is made.
struct Machine {
    family: &'static Family,
    nodes: u64,
    /// Its sizes, and by how much a shift goes.
    size: Size,
}

impl Machine {
    /// `None` if sizes do not fit the family, or there are none: other code reports it.
    fn of(args: &CostArgs) -> Option<Self> {
        let (family, sizes) = machine::named(&args.ask.machine).ok()?;
        let fits = match family.sizes() {
            Sizes::One | Sizes::PowerOfTwo => sizes.len() == 1,
            Sizes::Sides => sizes.len() > 1,
            Sizes::Machine(_) | Sizes::Links => false,
        };
        let nodes = sizes.iter().try_fold(1_u64, |nodes, side| nodes.checked_mul(*side))?;
        let by = args.ask.operation.by.as_deref().and_then(|by| Rational::from_str(by).ok());
        let by = by.filter(Rational::is_integer).and_then(|by| by.modulo(&Rational::from(nodes)));
        let size = Size { sizes, by: by.and_then(|by| by.to_u64()) };
        (fits && nodes > 0).then_some(Machine { family, nodes, size })
    }

    fn name(&self) -> String {
        machine::name_of(self.family, &self.size.sizes)
    }

    fn dimension(&self) -> Option<u32> {
        self.nodes.is_power_of_two().then(|| self.nodes.ilog2())
    }
}

/// The question.
pub(super) struct ByProof<'a> {
    pub(super) args: &'a CostArgs,
    pub(super) numbers: &'a Numbers,
    pub(super) expected: Option<&'a Expected>,
}

impl ByProof<'_> {
    fn collective(&self) -> Result<&'static Collective> {
        request::collective_named(self.args.collective().unwrap_or_default())
    }

    /// The answer by proof where it was asked for, or where the machine is too large for any other;
    /// `None` where schedules are looked at.
    pub(super) fn instead(&self) -> Result<Option<Answer>> {
        let args = self.args;
        let planned = matches!(args.named(), Named::Collective(_));
        if !planned || args.by_symmetry || args.every_message {
            return Ok(None);
        }
        let allowed = limit::allowed(&args.limit)?;
        let collective = self.collective()?;
        let machine = Machine::of(args);
        let large = machine.as_ref().is_some_and(|machine| machine.nodes > allowed.vertices);
        if !args.by_proof && !large {
            return Ok(None);
        }
        let Some(machine) = machine else {
            // Says what is wrong with the size, as every command does.
            let family = machine::topology(&args.ask.machine)?.family().name();
            let message = format!("--by-proof needs a family of topologies, not a {family}");
            return Err(Failure::input(message).help("leave out --by-proof"));
        };
        self.agree(&machine)?;
        if self.expected.and_then(Expected::formula).is_some_and(|of| of.mentions("t_h")) {
            return Err(Failure::input(
                "a proof counts no hops, but the expected answer has a term in t_h",
            )
            .help("leave out its term in t_h"));
        }
        if let Some(option) = self.unsuited(collective)? {
            return Err(if args.by_proof {
                Failure::input(format!("cannot use {option} with --by-proof")).help(
                    "proofs are for all nodes, one port, cut-through and no hops; leave out one \
                     of the two",
                )
            } else {
                let (nodes, vertices) = (machine.nodes, allowed.vertices);
                let raised = limit::raised(nodes.into(), Some(allowed.checker.messages));
                Failure::NoAnswer(format!(
                    "limit exceeded: {nodes} nodes, {vertices} vertices are allowed; the answer \
                     by proof, which has no limit, does not support {option}; {raised}"
                ))
            });
        }
        let algorithm = self.algorithm(collective, &machine, large)?;
        match proof::at_size(algorithm, machine.family, &machine.size) {
            Ok(found) => self.write(collective, &machine, algorithm, &found).map(Some),
            Err(missing) => {
                let allowed = large.then_some(allowed);
                Err(no_answer(collective, algorithm, &machine, allowed, &missing))
            }
        }
    }

    /// The answer by proof where a limit was reached, or both reasons why there is none.
    pub(super) fn beyond(&self, limit: String) -> Result<Answer> {
        let collective = self.collective()?;
        let Some(machine) = Machine::of(self.args) else { return Err(Failure::NoAnswer(limit)) };
        if self.unsuited(collective)?.is_some() {
            return Err(Failure::NoAnswer(limit));
        }
        let algorithm = self.algorithm(collective, &machine, false)?;
        match proof::at_size(algorithm, machine.family, &machine.size) {
            Ok(found) => self.write(collective, &machine, algorithm, &found),
            Err(missing) => Err(Failure::NoAnswer(format!(
                "{limit}; there is no answer by proof either: {missing}{}",
                others(collective, &machine)
            ))),
        }
    }

    /// Writes it; no where the expected answer differs.
    fn write(
        &self,
        collective: &Collective,
        machine: &Machine,
        algorithm: &Algorithm,
        found: &AtSize,
    ) -> Result<Answer> {
        let ByProof { args, numbers, expected } = self;
        let reading = args.collective();
        let reading = reading.and_then(|name| request::reading(name, collective));
        let m = numbers.m.as_ref().filter(|_| !args.ask.numbers.ideal);
        let uneven = m.map(|m| in_whole_words(found, m, machine.nodes)).transpose()?.flatten();
        let (paid, whole_words) = uneven.unzip();
        let total = numbers.total(paid.as_ref().unwrap_or(&found.cost));
        let against = Against {
            cost: Some(&found.cost),
            total: total.clone(),
            steps: found.steps,
            bindings: machine.size.bindings(),
        };
        let mut form = closed_form_row(&found.form, &against.bindings, &found.cost)?;
        // That it is the cost was not compared here, it is what is proved.
        form.verdict = "proved";
        form.hops_left_out = true;
        let mut expect = expected.map(|expected| hold(expected, &against)).transpose()?;
        if let Some(expect) = &mut expect {
            expect.hops_left_out = expected.and_then(Expected::formula).is_some();
        }
        note_reading(reading.as_ref());
        let hops = "proofs do not count hops: t_h is 0";
        let certified = &found.certified;
        let report = CostReport {
            about: AboutRow {
                collective: collective.name().to_owned(),
                topology: machine.name(),
                p: machine.nodes,
                d: machine.dimension(),
                among: None,
                place: None,
            },
            algorithm: Some(algorithm.name().to_owned()),
            verdict: "valid",
            switching: "cut-through",
            steps: found.steps,
            messages: found.messages,
            looked_at: Some(LookedAtRow::Proof {
                proof: certified.sizes.clone(),
                premises: certified.premises.clone(),
            }),
            cost: Some(found.cost.clone()),
            total,
            whole_words,
            unit: numbers.unit,
            closed_form: Some(form),
            expect,
            notes: reading.into_iter().chain([hops.to_owned()]).collect(),
            ..CostReport::default()
        };
        output::print(None, args.format, &report, &mut |out| {
            let (names, on) = (heading::names(collective), machine.name());
            let d = machine.dimension().map_or_else(String::new, |d| format!(" (d = {d})"));
            let by = heading::named_as(algorithm, args.ask.algorithm.algorithm.as_deref());
            writeln!(out, "{names} on {on}, p = {}{d}, by {by}", machine.nodes)?;
            let (size, sizes) = (size(found.messages, found.steps), &certified.sizes);
            writeln!(out, "valid: {size}, by proof for all {sizes}: no message was checked\n")?;
            facts::write(out, WIDTH, below(&report, numbers, false))
        })?;
        Ok(Answer::from(!report.differs()))
    }

    /// Refuses two different values for the same quantity.
    fn agree(&self, machine: &Machine) -> Result<()> {
        let (nodes, d) = (&self.args.ask.machine.nodes, self.args.ask.machine.dimension);
        let nodes = nodes.as_deref().map(machine::whole_number).transpose()?;
        let one = machine.size.sizes.len() == 1;
        let p = machine.nodes;
        if nodes.is_none_or(|nodes| nodes == p) && (!one || d.is_none() || d == machine.dimension())
        {
            return Ok(());
        }
        let name = machine.name();
        Err(Failure::input(format!("{name} has {p} nodes, but -p or -d gives another number"))
            .help("leave out -p and -d"))
    }

    /// The first option that no proof mentions.
    fn unsuited(&self, collective: &Collective) -> Result<Option<&'static str>> {
        let (args, of) = (self.args, &self.args.ask.operation);
        request::takes(collective, of)?;
        Ok(first_given(&[
            ("--among", of.among.is_some()),
            ("--place", of.place.is_some()),
            ("--pieces", of.pieces.is_some()),
            ("--ports all", of.ports == Ports::All),
            ("--order", args.ask.algorithm.order.is_some()),
            ("--contention", args.contention),
            ("--switching store-and-forward", args.switching == Switching::StoreAndForward),
            ("--th", !self.numbers.t_h.is_zero()),
            ("--link", !self.numbers.links.is_empty()),
            ("-a best", args.ask.algorithm.algorithm.as_deref() == Some("best")),
        ]))
    }

    /// The algorithm that is named, or the default; of a machine too large to plan on the textbook's.
    fn algorithm(
        &self,
        collective: &Collective,
        machine: &Machine,
        large: bool,
    ) -> Result<&'static Algorithm> {
        let (family, name) = (machine.family, collective.name());
        if !large {
            let asked = Asked::with(name, &self.args.ask, self.numbers.clone())?;
            return choice::algorithm(asked.algorithm, asked.question.request());
        }
        let known = || choice::on(name, family);
        let textbook = |a: &&Algorithm| a.on(family).is_some_and(|u| u.role == Role::Textbook);
        if let Some(wanted) = &self.args.ask.algorithm.algorithm {
            return choice::named_at(wanted, collective, Some(family), Some(machine.nodes));
        }
        known().find(textbook).ok_or_else(|| {
            Failure::NoAnswer(format!(
                "{} has {} nodes, and the algorithm of {name} with the fewest steps is not \
                 known there; name one with -a{}",
                machine.name(),
                machine.nodes,
                others(collective, machine)
            ))
        })
    }
}

/// The reason why there is no answer, with advice.
fn no_answer(
    collective: &Collective,
    algorithm: &Algorithm,
    machine: &Machine,
    allowed: Option<Allowed>,
    missing: &Missing,
) -> Failure {
    let by = format!("{} by {} on {}", collective.name(), algorithm.name(), machine.name());
    let others = others(collective, machine);
    let Some(allowed) = allowed else {
        return Failure::NoAnswer(format!(
            "{by} has no answer by proof: {missing}; leave out --by-proof{others}"
        ));
    };
    // Whoever moves nothing may move nothing; all others must reach all nodes but one.
    let needed = match (collective.parameter(), machine.nodes - 1) {
        (Some(Parameter::By | Parameter::Map), _) => String::new(),
        (_, least) => format!(" and at least {least} messages"),
    };
    let (nodes, vertices, messages) = (machine.nodes, allowed.vertices, allowed.checker.messages);
    let raised = match nodes {
        0..=MOST_NUMBERED => format!("; {}", limit::raised(nodes.into(), Some(messages))),
        _ => String::new(),
    };
    Failure::NoAnswer(format!(
        "limit exceeded: {by} has {nodes} nodes{needed}, {vertices} vertices and {messages} \
         messages are allowed{raised}; there is no answer by proof: {missing}{others}"
    ))
}

/// The algorithms of a collective that are answered by proof at this size.
fn others(collective: &Collective, machine: &Machine) -> String {
    let (name, family) = (collective.name(), machine.family);
    let names: Vec<String> = choice::on(name, family)
        .filter(|a| proof::at_size(a, family, &machine.size).is_ok())
        .map(|a| format!("-a {}", a.name()))
        .collect();
    if names.is_empty() {
        return format!(
            "; `hockney prove {name} -t {}` lists the proved algorithms",
            family.name()
        );
    }
    format!("; {} has an answer by proof", names.join(" or "))
}

/// The cost of pieces of whole words at some m; `None` if pieces are equal.
fn in_whole_words(found: &AtSize, m: &Rational, p: u64) -> Result<Option<(Cost, WholeWords)>> {
    let words = found.in_whole_words(m).map_err(|why| {
        Failure::NoAnswer(format!("{why}; --ideal computes the exact cost of pieces of m/p words"))
    })?;
    Ok(words.and_then(|words| {
        let more = &words - &(&found.cost.t_w * m);
        let cost = Cost { t_w: words.checked_div(m)?, ..found.cost.clone() };
        let piece = format!("m/{p}");
        Some((cost, WholeWords { words, more, piece }))
    }))
}
