//! `hockney cost`: what a schedule costs, step by step, and how that stands to a formula.

mod answer;
mod table;

use serde::Serialize;

use super::args::{CostArgs, MachineArgs, OperationArgs, ReportFormat, SwitchingArg};
use super::failure::Failure;
use super::report::{CostRow, ViolationRow};
use super::{Answer, check, heading, input, note, output, plan, report, request, structured};
use crate::checker::{Checked, Limits, Rule};
use crate::collective::Schedule;
use crate::cost::{Cost, Model, Numbers, Prices, Switching, price};
use crate::planner::Algorithm;
use answer::{ClosedFormRow, ExpectRow};

/// Everything that `cost` says, whatever the format.
#[derive(Serialize)]
struct CostReport {
    collective: String,
    topology: String,
    p: u32,
    d: Option<u32>,
    root: Option<u32>,
    algorithm: Option<String>,
    verdict: &'static str,
    switching: &'static str,
    contention: bool,
    steps: usize,
    messages: u64,
    /// Null for a schedule that is refused and cannot be priced.
    cost: Option<CostRow>,
    total: Option<String>,
    /// The unit of the total, where times were given with one.
    unit: Option<&'static str>,
    closed_form: Option<ClosedFormRow>,
    expect: Option<ExpectRow>,
    per_step: Vec<StepRow>,
    phases: Vec<PhaseRow>,
    violations: Vec<ViolationRow>,
    counts: std::collections::BTreeMap<&'static str, u64>,
    notes: Vec<String>,
}

/// Consecutive steps that cost the same; `cost` is that of one of them.
#[derive(Serialize)]
struct StepRow {
    first: usize,
    last: usize,
    phase: usize,
    messages: u64,
    /// The most words of a message, in units of m.
    words: String,
    hops: u64,
    cost: CostRow,
}

#[derive(Serialize)]
struct PhaseRow {
    collective: &'static str,
    steps: usize,
    cost: CostRow,
    total: Option<String>,
}

/// What is priced: a checked schedule, and the algorithm that planned it.
struct Priced {
    checked: Checked,
    algorithm: Option<&'static dyn Algorithm>,
    /// What a document says its algorithm is; nobody has to believe it.
    said: Option<String>,
    model: Model,
    numbers: Numbers,
    /// `None` for a schedule that is refused and cannot be priced.
    prices: Option<Prices>,
}

impl Priced {
    fn schedule(&self) -> &Schedule {
        self.checked.schedule()
    }

    fn cost(&self) -> Option<&Cost> {
        self.prices.as_ref().map(|prices| &prices.cost)
    }

    fn total(&self) -> Option<crate::number::Rational> {
        self.cost().and_then(|cost| self.numbers.total(cost))
    }
}

pub(crate) fn run(args: &CostArgs) -> Result<Answer, Failure> {
    let numbers = request::numbers(&args.numbers)?;
    let model = model(args)?;
    let limit = request::limit(&args.limit, Limits::default().messages)?;
    let expected = args.expect.as_deref();
    let expected = expected.map(|text| answer::read(text, numbers.unit)).transpose()?;
    let mut reading = None;
    let (checked, algorithm, said) = match (&args.schedule, &args.collective) {
        (Some(file), Some(name)) => {
            no_algorithm(args)?;
            let (machine, operation) = (&args.machine, &args.operation);
            let (document, read_as) = check::from_lines(machine, operation, name, file)?;
            reading = read_as;
            (plan::checked(&document.schedule, limit)?, None, document.algorithm)
        }
        (Some(file), None) => {
            no_algorithm(args)?;
            no_operation(&args.machine, &args.operation)?;
            let text = input::read(file)?;
            let document = check::document(&text, file)?;
            (plan::checked(&document.schedule, limit)?, None, document.algorithm)
        }
        (None, Some(name)) => {
            let collective = request::collective_named(name)?;
            let request =
                request::request(collective, &args.machine, &args.operation, &args.algorithm)?;
            reading = request::reading(name, collective);
            let how = args.algorithm.algorithm.as_deref();
            let planned = plan::planned(&request, how, &numbers, limit)?;
            (planned.checked, Some(planned.algorithm), None)
        }
        (None, None) => return Err(Failure::input("a collective or --schedule FILE is needed")),
    };
    let report = checked.report();
    let priceable = report.is_valid() || (model.contention && only_waiting(&checked));
    let prices = priceable.then(|| price(checked.schedule(), &report.measures, model));
    let priced = Priced { checked, algorithm, said, model, numbers, prices };
    let closed_form = answer::closed_form(&priced)?;
    let expect = expected.as_ref().map(|expected| answer::hold(expected, &priced)).transpose()?;
    let refused = !priced.checked.report().is_valid();
    let differs = expect.as_ref().is_some_and(ExpectRow::differs)
        || closed_form.as_ref().is_some_and(ClosedFormRow::differs);
    if let Some(reading) = &reading {
        note(reading);
    }
    output::write_to(None, |out| match args.format {
        ReportFormat::Table => table::write(out, &priced, closed_form.as_ref(), expect.as_ref()),
        format => {
            structured::write(out, format, &cost_report(&priced, closed_form, expect, reading))
        }
    })?;
    // A refused schedule that is priced on request stays refused: 0 means yes and nothing else.
    Ok(if refused || differs { Answer::No } else { Answer::Yes })
}

/// Options that say how to plan do not go with a schedule that is there already.
fn no_algorithm(args: &CostArgs) -> Result<(), Failure> {
    let how = &args.algorithm;
    let given = [("-a", how.algorithm.is_some()), ("--order", how.order.is_some())];
    match given.into_iter().find(|(_, given)| *given) {
        Some((option, _)) => Err(Failure::input(format!("{option} does not go with --schedule"))
            .help("the steps are those of the file")),
        None => Ok(()),
    }
}

/// A schedule file says itself what it is about.
fn no_operation(machine: &MachineArgs, operation: &OperationArgs) -> Result<(), Failure> {
    match request::said(machine, operation) {
        Some(option) => Err(Failure::input(format!("{option} does not go with --schedule")).help(
            "a schedule file says its own topology and collective; for lines such as `Step 1: 0 \
             -> 4` name the collective: hockney cost broadcast -t ring:8 --schedule FILE",
        )),
        None => Ok(()),
    }
}

fn model(args: &CostArgs) -> Result<Model, Failure> {
    let switching = match args.switching {
        SwitchingArg::CutThrough => Switching::CutThrough,
        SwitchingArg::StoreAndForward => Switching::StoreAndForward,
    };
    if args.contention && switching == Switching::StoreAndForward {
        return Err(Failure::input("--contention is defined for cut-through switching")
            .help("leave out --contention or --switching store-and-forward"));
    }
    Ok(Model { switching, contention: args.contention })
}

/// Whether all that is wrong is that messages have to wait for each other.
fn only_waiting(checked: &Checked) -> bool {
    checked.report().counts.iter().filter(|(_, count)| *count > 0).all(|(rule, _)| match rule {
        Rule::SendPort | Rule::ReceivePort | Rule::Congestion => true,
        Rule::Link | Rule::NotHeld | Rule::CannotForm | Rule::NotDelivered => false,
    })
}

fn cost_report(
    priced: &Priced,
    closed_form: Option<ClosedFormRow>,
    expect: Option<ExpectRow>,
    reading: Option<String>,
) -> CostReport {
    let (report, schedule) = (priced.checked.report(), priced.schedule());
    let root = match &schedule.phases[..] {
        [phase] if phase.is_everyone() => {
            let rooted =
                phase.instance().collective.parameter() == Some(crate::collective::Parameter::Root);
            rooted.then_some(phase.instance().root)
        }
        _ => None,
    };
    let (per_step, phases) = rows(priced);
    CostReport {
        collective: heading::collectives(schedule),
        topology: schedule.topology.to_string(),
        p: schedule.topology.nodes(),
        d: schedule.topology.dimension(),
        root,
        algorithm: algorithm_name(priced),
        verdict: if report.is_valid() { "valid" } else { "invalid" },
        switching: match priced.model.switching {
            Switching::CutThrough => "cut-through",
            Switching::StoreAndForward => "store-and-forward",
        },
        contention: priced.model.contention,
        steps: report.steps,
        messages: report.messages,
        cost: priced.cost().map(CostRow::from),
        total: priced.total().map(|total| total.to_string()),
        unit: priced.numbers.unit,
        closed_form,
        expect,
        per_step,
        phases,
        violations: report::violation_rows(report, schedule),
        counts: report::counts(report),
        notes: reading.into_iter().chain(report::notes(report, schedule)).collect(),
    }
}

fn algorithm_name(priced: &Priced) -> Option<String> {
    priced.algorithm.map(|a| a.name().to_owned()).or_else(|| priced.said.clone())
}

fn rows(priced: &Priced) -> (Vec<StepRow>, Vec<PhaseRow>) {
    let Some(prices) = &priced.prices else { return (Vec::new(), Vec::new()) };
    let mut per_step = Vec::new();
    let mut phases = Vec::new();
    for (number, (phase, of)) in (1..).zip(prices.phases.iter().zip(&priced.schedule().phases)) {
        per_step.extend(phase.steps.iter().map(|step| StepRow {
            first: step.first,
            last: step.last,
            phase: number,
            messages: step.messages,
            words: step.words.to_string(),
            hops: step.hops,
            cost: CostRow::from(&step.cost),
        }));
        phases.push(PhaseRow {
            collective: of.instance().collective.name(),
            steps: of.steps.count(),
            cost: CostRow::from(&phase.cost),
            total: priced.numbers.total(&phase.cost).map(|total| total.to_string()),
        });
    }
    (per_step, phases)
}

/// `broadcast .. on ring:8, p = 8 (d = 3), root 0, by recursive-doubling`
fn title(priced: &Priced) -> String {
    let heading = heading::of_schedule(priced.schedule());
    match (priced.algorithm, &priced.said) {
        (Some(algorithm), _) => format!("{heading}, by {}", algorithm.name()),
        (None, Some(said)) => format!("{heading}, said to be {said}"),
        (None, None) => heading,
    }
}
