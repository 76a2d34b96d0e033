//! `hockney cost`: the cost of a schedule, step by step, and its comparison with a formula.

pub(crate) mod answer;
pub(crate) mod table;

use super::args::{SWITCHING, command_line};
use super::prelude::*;
use super::report::{AboutRow, Bandwidth, FoundRow, TemplatesRow};
use crate::cli::times;
use answer::{ClosedFormRow, DIFFERENT, ExpectRow};
use hockney_ask::Ranked;
use hockney_ask::answer::Choice;
use hockney_cost::{PricedStep, Timing};

#[derive(Args, Debug)]
#[command(before_help = "\
Examples:
  hockney cost broadcast -t ring:8 -m 100 --ts 5 --tw 1
  hockney cost all-reduce -t switch:1000 -m 1MB --ts 2us --bandwidth 100Gbit/s -a best
  hockney cost all-gather -t mesh:4x4 --expect '2 ts (sqrt p - 1) + m tw (p - 1)'
  hockney cost broadcast -t linear-array:8 steps.txt --contention
  hockney cost schedule.yaml -m 64KiB --word 8B --ts 1.5us --tw 2ns")]
#[allow(clippy::struct_excessive_bools)] // each is a flag
pub(crate) struct CostArgs {
    /// A collective, by its MPI or textbook name; a schedule file; or a collective and a file of lines
    /// such as `Step 1: 0 -> 4`. `-` is standard input.
    #[arg(value_name = "COLLECTIVE | FILE", num_args = 1..=2,
          required_unless_present_any = ["schedule", "composition"])]
    pub(crate) what: Vec<String>,
    /// Another way to name the file.
    #[arg(long, value_name = "FILE", conflicts_with = "AlgorithmArgs", hide = true)]
    pub(crate) schedule: Option<String>,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
    /// Plan the phases of this file, a schedule file without steps; `-` is standard input.
    #[arg(long, value_name = "FILE", hide_short_help = true, help_heading = "Collective", conflicts_with_all = [
        "schedule", "what", "MachineArgs", "OperationArgs", "AlgorithmArgs",
    ])]
    pub(crate) composition: Option<String>,
    /// How switches forward a message.
    #[arg(long, help_heading = "Costs", hide_short_help = true, default_value = "cut-through",
          value_parser = one_of(SWITCHING))]
    pub(crate) switching: Switching,
    /// Compute the cost of a congested schedule: messages that share a link or port are serialized.
    #[arg(long, help_heading = "Costs")]
    pub(crate) contention: bool,
    /// Compare with your own answer: a formula, a number, a time such as `3.03 us`, or `log p steps`;
    /// `@FILE` is a file, `-` standard input.
    #[arg(long, help_heading = "Costs", value_name = "ANSWER", allow_hyphen_values = true)]
    pub(crate) expect: Option<String>,
    /// Print algorithm and bus bandwidth as nccl-tests define them.
    #[arg(long, help_heading = "Output")]
    pub(crate) busbw: bool,
    /// Print all steps; by default a table of more than 24 rows shows the first and last ten.
    #[arg(long, help_heading = "Output")]
    pub(crate) all_steps: bool,
    /// The output format.
    #[arg(short, long, help_heading = "Output", value_enum, default_value_t)]
    pub(crate) format: ReportFormat,
    /// Check one template for each step of a symmetric schedule; the default above 10^6 messages.
    #[arg(long, help_heading = "Limits and internals", hide_short_help = true,
          conflicts_with_all = ["schedule", "composition"])]
    pub(crate) by_symmetry: bool,
    /// Check every message.
    #[arg(
        long,
        help_heading = "Limits and internals",
        hide_short_help = true,
        conflicts_with = "by_symmetry"
    )]
    pub(crate) every_message: bool,
    /// Check no message and use the proof for all sizes; the default above the limits.
    #[arg(long, help_heading = "Limits and internals", hide_short_help = true,
          conflicts_with_all = ["schedule", "composition", "by_symmetry", "every_message"])]
    pub(crate) by_proof: bool,
    #[command(flatten)]
    pub(crate) limit: LimitArgs,
}

impl CostArgs {
    /// The subject of the arguments. A word that is not a collective is a file, and `--schedule`
    /// names one too.
    pub(crate) fn named(&self) -> Named<'_> {
        match (&self.schedule, &self.composition) {
            (Some(file), _) => {
                Named::File { collective: self.what.first().map(|name| &**name), file }
            }
            (None, Some(file)) => Named::Composition(file),
            (None, None) => named(&self.what),
        }
    }
}

/// An answer, and what is said of it beside its figures.
pub(crate) struct Costed<'a> {
    pub(crate) answer: &'a ask::Answer,
    pub(crate) closed_form: Option<ClosedFormRow>,
    pub(crate) expect: Option<ExpectRow>,
    pub(crate) bandwidth: Option<Bandwidth>,
    /// A cheaper algorithm, for the page.
    pub(crate) cheaper: Option<String>,
}

pub(crate) fn run(args: &CostArgs) -> Result<Answer> {
    let mut request = CommandLine::of(&args.ask, &args.limit, args.named(), true)?;
    let expected = args.expect.as_deref();
    let expected = expected.map(|text| answer::read(text, request.how.numbers.unit)).transpose()?;
    request.how.look = match args {
        CostArgs { by_symmetry: true, .. } => Look::Templates,
        CostArgs { every_message: true, .. } => Look::EveryMessage,
        CostArgs { by_proof: true, .. } => Look::Proof,
        _ => Look::Cheapest,
    };
    request.how.model =
        Model { switching: args.switching, contention: args.contention, ..Model::default() };
    let (source, notes) = written::source(&request, args.named())?;
    let how = &request.how;
    let asked = match &source {
        Source::Planned(question) if how.algorithm == Choice::Default => Some(question.clone()),
        _ => None,
    };
    let answer = &ask::answer(source, how)?;
    let closed_form = answer::closed_form(answer)?;
    let expect = expected.as_ref().map(|expected| answer::compare(expected, answer)).transpose()?;
    note_reading(&notes);
    let (figures, priced) = (answer.figures(), answer.priced());
    let bandwidth = priced.filter(|_| args.busbw).and_then(bandwidth);
    if let Some(cost) = &figures.cost {
        times::note_beyond(figures.numbers.word.as_ref(), figures.numbers.beyond(cost));
    }
    let page = args.format == ReportFormat::Table;
    let numbers = &figures.numbers;
    let plain = how.model == Model::default()
        && numbers.t_h.is_zero()
        && numbers.timing == Timing::default();
    let free = asked.filter(|of| priced.is_some() && plain && page && of.placement().is_none());
    let cheaper = free.and_then(|asked| {
        cheaper(&ask::cheapest(&asked, how)?, &figures.numbers, figures.total.as_ref()?)
    });
    let costed = Costed { answer, closed_form, expect, bandwidth, cheaper };
    if page {
        output::write_text(None, &mut |out| table::write(out, &costed, args.all_steps))?;
    } else {
        output::write_to(None, &mut |out| {
            output::write_report(out, args.format, &costed.row(&notes))
        })?;
    }
    // A refused schedule that is priced on request stays refused: 0 means yes and nothing else.
    Ok(Answer::from(answer.is_valid() && !costed.differs()))
}

/// `circulant costs 199.84 us, 4.1 times less: hockney cost .. -a circulant`
fn cheaper(best: &Ranked, numbers: &Numbers, total: &Rational) -> Option<String> {
    let name = best.algorithm.name();
    let least = best.total.as_ref().filter(|least| *least < total)?;
    let times = total.checked_div(least)?;
    let percent = &(&Rational::one() - &least.checked_div(total)?) * &Rational::from(100);
    let times = if times < Rational::ratio(11, 10)? {
        format!("{} %", percent.significant(2))
    } else {
        format!("{} times", times.significant(2))
    };
    let amount = amount(least, numbers);
    Some(format!(
        "{name} costs {amount}, {times} less: {}",
        command_line(&[], &format!("-a {name}"))
    ))
}

impl Costed<'_> {
    /// Whether the price differs from the closed form or from the expected answer.
    fn differs(&self) -> bool {
        let form = self.closed_form.as_ref().map(|form| form.verdict);
        [form, self.expect.as_ref().map(|expect| expect.verdict)].contains(&Some(DIFFERENT))
    }

    /// The lemmas that an answer by proof rests on.
    fn premises(&self) -> Option<&[&'static str]> {
        match self.answer {
            ask::Answer::Priced(_) => None,
            ask::Answer::Proved(proved) => Some(&proved.found.certified.premises),
        }
    }

    /// The answer for machines.
    fn row(&self, notes: &[String]) -> impl Serialize {
        let (figures, priced) = (self.answer.figures(), self.answer.priced());
        let subject = priced.map(|priced| &priced.subject);
        let checked = subject.map(|subject| &subject.checked);
        let model = priced.map_or_else(Model::default, |priced| priced.model);
        let hops = || vec!["proofs do not count hops: t_h is 0".to_owned()];
        let own = checked.map_or_else(hops, |of| report::notes(of.report(), of.schedule()));
        let (about, root, looked_at) = match self.answer {
            ask::Answer::Priced(priced) => {
                let (found, schedule) = (priced.subject.report(), priced.subject.schedule());
                let looked_at = TemplatesRow::of(found).map(LookedAtRow::Templates);
                (AboutRow::of(schedule), heading::root(schedule).map(u64::from), looked_at)
            }
            ask::Answer::Proved(proved) => {
                let (large, certified) = (&proved.question, &proved.found.certified);
                let rooted = large.collective.parameter() == Some(Parameter::Root);
                let (proof, premises) = (certified.sizes.clone(), certified.premises.clone());
                let looked_at = Some(LookedAtRow::Proof { proof, premises });
                (about(large), rooted.then_some(large.root), looked_at)
            }
        };
        let phases = priced.into_iter().flat_map(|priced| {
            let phases = priced.prices.iter().flat_map(|prices| &prices.phases);
            (0..).zip(phases.zip(&priced.subject.schedule().phases))
        });
        let decided = |cost: &Cost| figures.numbers.decided(cost);
        // Consecutive steps that cost the same; the cost is that of one of them.
        let per_step = phases.clone().flat_map(|(number, (phase, _))| {
            phase.steps().map(move |PricedStep { first, last, messages, words, hops, cost }| {
                let (phase, cost) = (number + 1, decided(&cost));
                row! { first, last, phase, messages, words, hops, cost }
            })
        });
        let phase = |(number, (phase, of)): (usize, (&PricedPhase, &Phase))| {
            let (collective, steps) = (of.instance().collective.name(), of.steps.count());
            let total = priced.and_then(|priced| priced.phase_total(number));
            row! { collective, steps, cost: decided(&phase.cost), total }
        };
        let found = subject.and_then(|subject| subject.found.as_ref()).map(FoundRow::of);
        let said = subject.and_then(|subject| subject.said.as_deref());
        row! {
            format: "hockney/cost/v1",
            #[serde(flatten)] about,
            root,
            algorithm: figures.algorithm.map(Algorithm::name).or(said),
            verdict: checked.map_or("valid", |checked| report::verdict(checked.report())),
            switching: SWITCHING.iter().find(|(_, of)| *of == model.switching).map(|(name, _)| name),
            contention: model.contention,
            steps: figures.steps,
            messages: figures.messages,
            // Null where every message was looked at.
            looked_at,
            // Null for a schedule that is refused and cannot be priced.
            cost: figures.cost.as_ref().map(decided),
            total: &figures.total,
            // The total as a number, for programs that plot.
            total_value: figures.total.as_ref().map(Rational::to_f64),
            #[serde(flatten)] asynchronous: asynchronous_row(figures.asynchronous.as_ref()),
            #[serde(flatten)] bandwidth: self.bandwidth.as_ref().map(|of| row! { bandwidth: of }),
            // Null where all pieces are equal, m is not given, or with --ideal.
            whole_words: &figures.whole_words,
            // Null where the number was given or there is no choice.
            best_pieces: &figures.best_pieces,
            #[serde(flatten)] best_placement: found.map(|found| row! { best_placement: found }),
            // Of the total, where times were given with one.
            unit: figures.numbers.unit,
            closed_form: &self.closed_form,
            expect: &self.expect,
            per_step: per_step.collect::<Vec<_>>(),
            phases: phases.map(phase).collect::<Vec<_>>(),
            #[serde(flatten)] faults: report::faults(checked),
            notes: notes.iter().cloned().chain(own).collect::<Vec<_>>(),
        }
    }
}

/// The asynchronous total, exact and as a number, if it was asked for.
pub(crate) fn asynchronous_row(total: Option<&Rational>) -> Option<impl Serialize + use<>> {
    let total = total?;
    Some(row! { asynchronous: total.clone(), asynchronous_value: total.to_f64() })
}

/// The checked part, if it was not every message.
#[derive(Serialize)]
#[serde(untagged)]
enum LookedAtRow {
    Templates(TemplatesRow),
    /// A proof for all sizes, such as `d = 0, 1, ..`, with the lemmas that it rests on, and nothing of this one.
    Proof {
        proof: String,
        premises: Vec<&'static str>,
    },
}

/// The subject of an answer by proof.
fn about(large: &Large) -> AboutRow {
    AboutRow {
        collective: large.collective.name().to_owned(),
        topology: large.machine(),
        p: large.nodes(),
        d: large.dimension(),
        ..AboutRow::default()
    }
}

/// Bytes per second, where the total is a time and m is in bytes.
fn bandwidth(priced: &Priced) -> Option<Bandwidth> {
    let [phase] = &priced.subject.schedule().phases[..] else { return None };
    Bandwidth::of(phase.instance(), &priced.figures.numbers, priced.figures.total.as_ref()?)
}
