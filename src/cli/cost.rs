//! `hockney cost`: the cost of a schedule, step by step, and its comparison with a formula.

pub(crate) mod answer;
mod by_proof;
pub(crate) mod table;

use serde::Serialize;

use super::args::{CostArgs, Named, ReportFormat};
use super::busbw::Bandwidth;
use super::failure::{Failure, Result};
use super::report::{AboutRow, FaultRows, FoundRow, TemplatesRow};
use super::request::Asked;
use super::subject::{self, Look, Subject};
use super::written::{self, Input, Written};
use super::{Answer, amounts, command_with, heading, limit, note_reading, output, report, request};
use answer::{Against, ClosedFormRow, DIFFERENT, ExpectRow};
use by_proof::ByProof;
use hockney_ask::{BestPieces, Cut, How, ranking};
use hockney_base::number::Rational;
use hockney_core::checker::{Limits, weigh};
use hockney_core::collective::Schedule;
use hockney_cost::{Cost, Model, Numbers, Prices, Switching, price, price_in_words};
use hockney_plan::question::Question;

/// The result of `cost` for all formats.
#[derive(Default, Serialize)]
struct CostReport {
    #[serde(flatten)]
    about: AboutRow,
    root: Option<u32>,
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

/// For how many words the total pays t_w, since pieces are whole words.
#[derive(Serialize)]
struct WholeWords {
    words: Rational,
    /// How many more these are than m/n would have; less than 0 where a small piece comes alone.
    more: Rational,
    /// The words of each piece: `m/8`.
    #[serde(skip)]
    piece: String,
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
    let given = &args.ask.numbers;
    let numbers = match args.named() {
        Named::Collective(name) => {
            let (m, word) = (given.m.as_deref(), given.word.as_deref());
            request::numbers_for(request::collective_named(name)?, given, m, word)?
        }
        Named::File { .. } | Named::Composition(_) => request::numbers(given)?,
    };
    let model = model(args)?;
    let limit = limit::allowed(&args.limit)?.checker;
    let expected = args.expect.as_deref();
    let expected = expected.map(|text| answer::read(text, numbers.unit)).transpose()?;
    let by_proof = ByProof { args, numbers: &numbers, expected: expected.as_ref() };
    if let Some(found) = by_proof.instead()? {
        return Ok(found);
    }
    let mut notes = Vec::new();
    let mut request = None;
    let subject = match args.named() {
        Named::File { file, collective } => {
            let read = from_file(args, (collective, file), &numbers, limit)?;
            notes = read.1;
            read.0
        }
        Named::Collective(name) => {
            let asked = Asked::with(name, &args.ask, numbers.clone())?;
            needs_contention(asked.search.is_some(), args.contention)?;
            let contention = args.contention || asked.contention;
            let asked = Asked { contention, ..asked };
            let look = match (args.by_symmetry, args.every_message) {
                (true, _) => Look::Templates,
                (false, true) => Look::EveryMessage,
                (false, false) => Look::Fewest,
            };
            let planned = match subject::planned(&asked, limit, look) {
                Err(Failure::NoAnswer(why)) if look == Look::Fewest => {
                    return by_proof.beyond(why);
                }
                planned => planned?,
            };
            notes.extend(asked.reading);
            let free = asked.algorithm.is_none() && args.ask.operation.place.is_none();
            request = Some((asked.question, asked.cut)).filter(|_| free);
            planned
        }
        Named::Composition(file) => Subject::read(written::composition(file, limit)?.0, None),
    };
    let priced = Priced::of(subject, model, numbers, args.ask.numbers.ideal, limit)?;
    let closed_form = answer::closed_form(&priced)?;
    let expect = expected.as_ref().map(|expected| answer::hold(expected, &Against::of(&priced)));
    let expect = expect.transpose()?;
    let refused = !priced.subject.report().is_valid();
    note_reading(&notes);
    // A page has the first rows of its steps, and makes these itself.
    let steps_listed = args.format != ReportFormat::Table;
    let mut report = cost_report(&priced, closed_form, expect, notes, steps_listed);
    report.bandwidth = args.busbw.then(|| priced.bandwidth()).flatten();
    let plain = priced.model == Model::default() && priced.numbers.t_h.is_zero();
    report.cheaper = request.filter(|_| plain && !steps_listed).and_then(|(question, cut)| {
        cheaper(&question, &priced.numbers, cut, report.total.as_ref()?)
    });
    output::print(None, args.format, &report, &mut |out| {
        table::write(out, &priced, &report, args.all_steps)
    })?;
    // A refused schedule that is priced on request stays refused: 0 means yes and nothing else.
    Ok(Answer::from(!refused && !report.differs()))
}

/// A search prices messages that wait for each other, and so must the answer.
pub(super) fn needs_contention(searches: bool, contention: bool) -> Result<()> {
    if searches && !contention {
        return Err(Failure::input("--place best prices messages that wait for each other")
            .help("add --contention"));
    }
    Ok(())
}

/// The most messages that are looked at to find a cheaper algorithm.
const MOST_WEIGHED: u64 = 1 << 16;

/// `circulant costs 199.84 us, 4.1 times less: hockney cost .. -a circulant`, where an algorithm
/// with a closed form is cheaper.
fn cheaper(question: &Question, numbers: &Numbers, cut: Cut, total: &Rational) -> Option<String> {
    // Nothing is planned for the ranking: what has no closed form is left out.
    let limits = Limits { messages: 0, ..Limits::default() };
    let how = How { cut, limits, weighed: MOST_WEIGHED, ..How::default() };
    let ranking = ranking(question, numbers, &how);
    let best = ranking.rows.iter().find(|row| row.not_weighed.is_none())?;
    let least = best.total.as_ref().filter(|least| *least < total)?;
    let times = total.checked_div(least)?;
    let percent = &(&Rational::one() - &least.checked_div(total)?) * &Rational::from(100);
    let times = if times < Rational::ratio(11, 10)? {
        format!("{} %", percent.significant(2))
    } else {
        format!("{} times", times.significant(2))
    };
    let name = best.algorithm.name();
    let amount = amounts::amount(least, numbers);
    Some(format!("{name} costs {amount}, {times} less: {}", command_with(&format!("-a {name}"))))
}

/// A schedule file or lines, checked, with notes on how they are read. Where messages are not needed
/// a second time, to be weighed in whole words, a large one is not kept.
fn from_file(
    args: &CostArgs,
    (collective, file): (Option<&str>, &str),
    numbers: &Numbers,
    limit: Limits,
) -> Result<(Subject, Vec<String>)> {
    let weighs = numbers.m.as_ref().filter(|_| !args.ask.numbers.ideal);
    let keep = weighs.is_some() && !written::stays(file);
    let written =
        Written { collective, file, machine: &args.ask.machine, operation: &args.ask.operation };
    let (mut read, notes) = written.read(limit, keep)?;
    if let (Input::Passed(passed, _), Some(m)) = (&read, weighs)
        && passed.schedule().phases.iter().any(|phase| phase.uneven_words(m).is_some())
    {
        (read, _) = written.read(limit, true)?;
    }
    Ok((read.checked(limit, args.every_message)?, notes))
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
    priced: &Priced,
    closed_form: Option<ClosedFormRow>,
    expect: Option<ExpectRow>,
    notes: Vec<String>,
    steps_listed: bool,
) -> CostReport {
    let subject = &priced.subject;
    let (report, schedule) = (subject.report(), subject.schedule());
    let (per_step, phases) = rows(priced, steps_listed);
    CostReport {
        about: AboutRow::of(schedule),
        root: heading::root(schedule),
        algorithm: subject.algorithm.map(|a| a.name().to_owned()).or_else(|| subject.said.clone()),
        verdict: report::verdict(report),
        switching: match priced.model.switching {
            Switching::CutThrough => "cut-through",
            Switching::StoreAndForward => "store-and-forward",
        },
        contention: priced.model.contention,
        steps: report.steps as u128,
        messages: report.messages.into(),
        looked_at: TemplatesRow::of(report).map(LookedAtRow::Templates),
        cost: priced.cost().map(|cost| priced.numbers.decided(cost)),
        total: priced.total(),
        total_value: priced.total().as_ref().map(Rational::to_f64),
        bandwidth: None,
        cheaper: None,
        whole_words: priced.in_whole_words(),
        best_pieces: subject.pieces.clone(),
        best_placement: subject.found.as_ref().map(FoundRow::of),
        unit: priced.numbers.unit,
        closed_form,
        expect,
        per_step,
        phases,
        faults: FaultRows::of(report, schedule),
        notes: notes.into_iter().chain(report::notes(report, schedule)).collect(),
    }
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
            cost: priced.numbers.decided(&step.cost),
        }));
        phases.push(PhaseRow {
            collective: of.instance().collective.name(),
            steps: of.steps.count(),
            cost: priced.numbers.decided(&phase.cost),
            total: priced.phase_total(number - 1),
        });
    }
    (per_step, phases)
}

/// A checked schedule with its price.
pub(crate) struct Priced {
    pub(crate) subject: Subject,
    model: Model,
    pub(crate) numbers: Numbers,
    /// `None` for a schedule that is refused and cannot be priced.
    pub(crate) prices: Option<Prices>,
    /// The prices at this m, where pieces are whole words and cannot be equal.
    whole: Option<Prices>,
}

impl Priced {
    /// Prices what can be priced. Pieces are whole words unless that is to be left aside.
    pub(crate) fn of(
        subject: Subject,
        model: Model,
        numbers: Numbers,
        ideal: bool,
        limit: Limits,
    ) -> Result<Self> {
        let (report, schedule) = (subject.report(), subject.schedule());
        let numbers = request::with_classes(numbers, &schedule.topology)?;
        let priceable = report.is_valid() || (model.contention && report.only_waits());
        let prices = priceable.then(|| price(schedule, &report.measures, model));
        let m = numbers.m.as_ref().filter(|_| priceable && !ideal);
        let whole = m.map(|m| whole(schedule, model, m, limit)).transpose()?.flatten();
        Ok(Priced { subject, model, numbers, prices, whole })
    }

    fn cost(&self) -> Option<&Cost> {
        self.prices.as_ref().map(|prices| &prices.cost)
    }

    pub(crate) fn total(&self) -> Option<Rational> {
        let prices = self.whole.as_ref().or(self.prices.as_ref())?;
        self.numbers.total(&prices.cost)
    }

    /// Bytes per second, where the total is a time and m is in bytes.
    fn bandwidth(&self) -> Option<Bandwidth> {
        let [phase] = &self.subject.schedule().phases[..] else { return None };
        Bandwidth::of(phase.instance(), &self.numbers, &self.total()?)
    }

    fn in_whole_words(&self) -> Option<WholeWords> {
        let (whole, m) = (self.whole.as_ref()?, self.numbers.m.as_ref()?);
        // On links of classes, words have no one time that could be paid more often.
        if whole.cost.has_classes() {
            return None;
        }
        let words = &whole.cost.t_w * m;
        let more = &words - &(&self.cost()?.t_w * m);
        let piece = match &self.subject.schedule().phases[..] {
            [phase] => format!("m/{}", phase.instance().pieces),
            _ => "m/n".to_owned(),
        };
        Some(WholeWords { words, more, piece })
    }

    /// The cost of a phase.
    fn phase_total(&self, phase: usize) -> Option<Rational> {
        let prices = self.whole.as_ref().or(self.prices.as_ref())?;
        self.numbers.total(&prices.phases.get(phase)?.cost)
    }
}

/// The prices at m words, of which pieces are whole ones; `None` where all pieces are equal.
fn whole(schedule: &Schedule, model: Model, m: &Rational, limit: Limits) -> Result<Option<Prices>> {
    if schedule.phases.iter().all(|phase| phase.uneven_words(m).is_none()) {
        return Ok(None);
    }
    let measures = weigh(schedule, &limit, m).map_err(|why| {
        Failure::NoAnswer(format!("{why}; --ideal computes the exact cost of pieces of m/n words"))
    })?;
    Ok(price_in_words(schedule, &measures, model, m))
}
