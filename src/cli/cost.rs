//! `hockney cost`: the cost of a schedule, step by step, and its comparison with a formula.

pub(crate) mod answer;
pub(crate) mod table;

use serde::Serialize;

use super::args::{CostArgs, Named, ReportFormat};
use super::busbw::Bandwidth;
use super::failure::{Failure, Result};
use super::report::{AboutRow, FaultRows, FoundRow, TemplatesRow};
use super::written::{self, Written};
use super::{
    Answer, amounts, command_with, heading, how, limit, note_reading, output, report, request,
};
use answer::{ClosedFormRow, DIFFERENT, ExpectRow};
use hockney_ask::answer::{self as ask, Choice, How, Large, Look, Priced, Source, WholeWords};
use hockney_ask::{BestPieces, Ranked};
use hockney_base::number::Rational;
use hockney_core::collective::Parameter;
use hockney_cost::{Cost, Model, Numbers, Switching};

/// The result of `cost` for all formats.
#[derive(Default, Serialize)]
struct CostReport {
    #[serde(flatten)]
    about: AboutRow,
    root: Option<u64>,
    algorithm: Option<String>,
    verdict: &'static str,
    switching: &'static str,
    contention: bool,
    steps: u128,
    messages: u128,
    /// Null where every message was looked at.
    looked_at: Option<LookedAtRow>,
    /// Null for a schedule that is refused and cannot be priced.
    cost: Option<Cost>,
    total: Option<Rational>,
    /// The total as a number, for programs that plot.
    total_value: Option<f64>,
    /// With --busbw: bytes per second.
    #[serde(skip_serializing_if = "Option::is_none")]
    bandwidth: Option<Bandwidth>,
    /// Null where all pieces are equal, m is not given, or with --ideal.
    whole_words: Option<WholeWords>,
    /// The number of pieces that was chosen as the best; null where it was given or there is no choice.
    best_pieces: Option<BestPieces>,
    /// The placement that was searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    best_placement: Option<FoundRow>,
    /// The unit of the total, where times were given with one.
    unit: Option<&'static str>,
    closed_form: Option<ClosedFormRow>,
    expect: Option<ExpectRow>,
    per_step: Vec<StepRow>,
    phases: Vec<PhaseRow>,
    #[serde(flatten)]
    faults: FaultRows,
    notes: Vec<String>,
    /// A cheaper algorithm, for the page.
    #[serde(skip)]
    cheaper: Option<String>,
}

impl CostReport {
    /// Whether the price differs from the closed form or from the expected answer.
    fn differs(&self) -> bool {
        let form = self.closed_form.as_ref().map(|form| form.verdict);
        [form, self.expect.as_ref().map(|expect| expect.verdict)].contains(&Some(DIFFERENT))
    }
}

/// The checked part, if it was not every message.
#[derive(Serialize)]
#[serde(untagged)]
enum LookedAtRow {
    Templates(TemplatesRow),
    /// A proof for all sizes, and nothing of this one.
    Proof {
        /// The sizes that it is for: `d = 0, 1, ..`.
        proof: String,
        /// The lemmas that it rests on.
        premises: Vec<&'static str>,
    },
}

/// Consecutive steps that cost the same; `cost` is that of one of them.
#[derive(Serialize)]
struct StepRow {
    first: usize,
    last: usize,
    phase: usize,
    messages: u64,
    /// The most words of a message, in units of m.
    words: Rational,
    hops: u64,
    cost: Cost,
}

#[derive(Serialize)]
struct PhaseRow {
    collective: &'static str,
    steps: usize,
    cost: Cost,
    total: Option<Rational>,
}

pub(crate) fn run(args: &CostArgs) -> Result<Answer> {
    let name = match args.named() {
        Named::Collective(name) => Some(name),
        Named::File { collective, .. } => collective,
        Named::Composition(_) => None,
    };
    let numbers = request::numbers_of(name, &args.ask.numbers)?;
    let allowed = limit::allowed(&args.limit)?;
    let expected = args.expect.as_deref();
    let expected = expected.map(|text| answer::read(text, numbers.unit)).transpose()?;
    let look = match args {
        CostArgs { by_symmetry: true, .. } => Look::Templates,
        CostArgs { every_message: true, .. } => Look::EveryMessage,
        CostArgs { by_proof: true, .. } => Look::Proof,
        _ => Look::Cheapest,
    };
    let how = How { look, model: model(args)?, ..how::how(&args.ask, numbers, &allowed) };
    let (source, notes) = source(args, &how, &allowed)?;
    let asked = match &source {
        Source::Planned(question) if how.algorithm == Choice::Default => Some(question.clone()),
        _ => None,
    };
    let answer = ask::answer(source, &how)?;
    let closed_form = answer::closed_form(&answer)?;
    let expect = expected.as_ref().map(|expected| answer::hold(expected, &answer)).transpose()?;
    note_reading(&notes);
    // A page has the first rows of its steps, and makes these itself.
    let steps_listed = args.format != ReportFormat::Table;
    let mut report = cost_report(&answer, closed_form, expect, notes, steps_listed);
    if let Some(priced) = answer.priced() {
        report.bandwidth = args.busbw.then(|| bandwidth(priced)).flatten();
        let plain = priced.model == Model::default() && priced.figures.numbers.t_h.is_zero();
        let free = asked.filter(|asked| plain && !steps_listed && asked.placement().is_none());
        report.cheaper = free.and_then(|asked| {
            let best = ask::cheapest(&asked, &how)?;
            cheaper(&best, &priced.figures.numbers, report.total.as_ref()?)
        });
    }
    output::print(None, args.format, &report, &mut |out| {
        table::write(out, &answer, &report, args.all_steps)
    })?;
    // A refused schedule that is priced on request stays refused: 0 means yes and nothing else.
    Ok(Answer::from(answer.is_valid() && !report.differs()))
}

/// What is asked about, with notes on how it is read.
fn source(
    args: &CostArgs,
    how: &How<'_>,
    allowed: &limit::Allowed,
) -> Result<(Source, Vec<String>)> {
    let ask = &args.ask;
    let (collective, file) = match args.named() {
        Named::File { file, collective } => (collective, file),
        Named::Composition(file) => {
            return Ok((written::composition(file, &how.numbers.links)?.0, Vec::new()));
        }
        Named::Collective(name) => {
            if matches!(how.look, Look::Proof | Look::Cheapest)
                && let Some(large) = how::large(name, ask, allowed)?
            {
                let reading = request::reading(name, large.collective);
                return Ok((Source::Large(large), reading.into_iter().collect()));
            }
            let (question, reading) = request::asked(name, ask, &how.numbers)?;
            return Ok((Source::Planned(question), reading.into_iter().collect()));
        }
    };
    let (machine, operation) = (&ask.machine, &ask.operation);
    let links = &how.numbers.links;
    Written { collective, file, machine, operation, links }.source(how)
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
    let amount = amounts::amount(least, numbers);
    Some(format!("{name} costs {amount}, {times} less: {}", command_with(&format!("-a {name}"))))
}

fn model(args: &CostArgs) -> Result<Model> {
    let switching = args.switching;
    if args.contention && switching == Switching::StoreAndForward {
        return Err(Failure::input("--contention is defined for cut-through switching")
            .help("leave out --contention or --switching store-and-forward"));
    }
    Ok(Model { switching, contention: args.contention })
}

fn cost_report(
    answer: &ask::Answer,
    closed_form: Option<ClosedFormRow>,
    expect: Option<ExpectRow>,
    notes: Vec<String>,
    steps_listed: bool,
) -> CostReport {
    let figures = answer.figures();
    let numbers = &figures.numbers;
    let report = CostReport {
        algorithm: figures.algorithm.map(|algorithm| algorithm.name().to_owned()),
        verdict: "valid",
        switching: "cut-through",
        steps: figures.steps,
        messages: figures.messages,
        cost: figures.cost.as_ref().map(|cost| numbers.decided(cost)),
        total: figures.total.clone(),
        total_value: figures.total.as_ref().map(Rational::to_f64),
        whole_words: figures.whole_words.clone(),
        best_pieces: figures.best_pieces.clone(),
        unit: numbers.unit,
        closed_form,
        expect,
        ..CostReport::default()
    };
    let priced = match answer {
        ask::Answer::Priced(priced) => priced,
        ask::Answer::Proved(proved) => {
            let (large, certified) = (&proved.question, &proved.found.certified);
            let rooted = large.collective.parameter() == Some(Parameter::Root);
            let hops = "proofs do not count hops: t_h is 0";
            return CostReport {
                about: about(large),
                root: rooted.then_some(large.root),
                looked_at: Some(LookedAtRow::Proof {
                    proof: certified.sizes.clone(),
                    premises: certified.premises.clone(),
                }),
                notes: notes.into_iter().chain([hops.to_owned()]).collect(),
                ..report
            };
        }
    };
    let subject = &priced.subject;
    let (found, schedule) = (subject.report(), subject.schedule());
    let (per_step, phases) = rows(priced, steps_listed);
    CostReport {
        about: AboutRow::of(schedule),
        root: heading::root(schedule).map(u64::from),
        algorithm: report.algorithm.or_else(|| subject.said.clone()),
        verdict: report::verdict(found),
        switching: match priced.model.switching {
            Switching::CutThrough => "cut-through",
            Switching::StoreAndForward => "store-and-forward",
        },
        contention: priced.model.contention,
        looked_at: TemplatesRow::of(found).map(LookedAtRow::Templates),
        best_placement: subject.found.as_ref().map(FoundRow::of),
        per_step,
        phases,
        faults: FaultRows::of(found, schedule),
        notes: notes.into_iter().chain(report::notes(found, schedule)).collect(),
        ..report
    }
}

/// The subject of an answer by proof.
fn about(large: &Large) -> AboutRow {
    AboutRow {
        collective: large.collective.name().to_owned(),
        topology: large.machine(),
        p: large.nodes(),
        d: large.dimension(),
        among: None,
        place: None,
    }
}

/// Bytes per second, where the total is a time and m is in bytes.
fn bandwidth(priced: &Priced) -> Option<Bandwidth> {
    let [phase] = &priced.subject.schedule().phases[..] else { return None };
    Bandwidth::of(phase.instance(), &priced.figures.numbers, priced.figures.total.as_ref()?)
}

fn rows(priced: &Priced, steps_listed: bool) -> (Vec<StepRow>, Vec<PhaseRow>) {
    let Some(prices) = &priced.prices else { return (Vec::new(), Vec::new()) };
    let mut per_step = Vec::new();
    let mut phases = Vec::new();
    for (number, (phase, of)) in
        (1..).zip(prices.phases.iter().zip(&priced.subject.schedule().phases))
    {
        let listed = if steps_listed { usize::MAX } else { 0 };
        per_step.extend(phase.steps().take(listed).map(|step| StepRow {
            first: step.first,
            last: step.last,
            phase: number,
            messages: step.messages,
            words: step.words,
            hops: step.hops,
            cost: priced.figures.numbers.decided(&step.cost),
        }));
        phases.push(PhaseRow {
            collective: of.instance().collective.name(),
            steps: of.steps.count(),
            cost: priced.figures.numbers.decided(&phase.cost),
            total: priced.phase_total(number - 1),
        });
    }
    (per_step, phases)
}
