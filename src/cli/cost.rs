//! `hockney cost`: the cost of a schedule, step by step, and its comparison with a formula.

use std::ops::Range;

use super::args::{SWITCHING, command_line};
use super::prelude::*;
use super::report::{AboutRow, Bandwidth, TemplatesRow};
use hockney_ask::Ranked;
use hockney_ask::answer::{Choice, WholeWords};
use hockney_cost::{PricedStep, Prices, Timing};
use hockney_grader::expect::{
    ClosedFormRow, DIFFERENT, Difference, ExpectRow, Expected, NotCompared, closed_form,
};
use hockney_proof::certified;

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
    /// Compute the cost of a congested schedule: messages that share a link or port are serialized. Done in any case on
    /// boxes, fat trees, dragonflies and links of classes.
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

pub(crate) fn run(args: &CostArgs) -> Result<ExitAnswer> {
    let mut request = CommandLine::of(&args.ask, &args.limit, args.named(), true)?;
    let text = args.expect.as_deref().map(|text| input::formula_text(text, "the expected answer"));
    let text = text.transpose()?;
    let unit = request.how.numbers.unit;
    let expected = text.as_ref().map(|text| match Expected::read(&text.text, unit) {
        Ok(expected) => Ok((expected, text)),
        Err(why) => Err(not_compared(why, text)),
    });
    let expected = expected.transpose()?;
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
        ScheduleSource::Planned(question) if how.algorithm == Choice::Default => {
            Some(question.clone())
        }
        _ => None,
    };
    let mut answer = ask::answer(source, how)?;
    // Without `-a` an answer that is the cost of another accepted algorithm is about that one.
    if let (Some(question), Some((expected, _)), Some(priced)) =
        (&asked, &expected, answer.priced())
        && let Some(name) = expected.fitting(priced)
    {
        let how = How { algorithm: Choice::Named(name), ..how.clone() };
        answer = ask::answer(question.clone(), &how)?;
    }
    let answer = &answer;
    let expect = expected
        .map(|(expected, text)| expected.compare(answer).map_err(|why| not_compared(why, text)));
    let expect = expect.transpose()?;
    let closed_form = closed_form(answer)?;
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
    // On a large machine a ranking takes much longer than the answer.
    let is_quick = |of: &Question| {
        let contention = how.on(of.machine()).model.contention;
        of.machine().nodes() <= if contention { MOST_RANKED_SHARED } else { MOST_RANKED }
    };
    let free =
        asked.filter(|of| figures.total.is_some() && plain && page && of.placement().is_none());
    let free = free.filter(is_quick);
    let cheaper = free.and_then(|asked| {
        cheaper(&ask::cheapest(&asked, how)?, &figures.numbers, figures.total.as_ref()?)
    });
    let costed = Costed { answer, closed_form, expect, bandwidth, cheaper };
    if page {
        output::write_text(None, &mut |out| write_page(out, &costed, args.all_steps))?;
    } else {
        output::write_to(None, &mut |out| {
            output::write_report(out, args.format, &costed.row(&notes))
        })?;
    }
    Ok(ExitAnswer::from(answer.is_valid() && !costed.differs()))
}

/// Why an answer in a text is not compared with a price.
pub(crate) fn not_compared(why: NotCompared, text: &NamedText) -> Failure {
    match why {
        NotCompared::Unread(error) => input::not_read(&error, text),
        NotCompared::NoValue(error) => Failure::in_text(&error.diagnostic(), &text.source()),
        NotCompared::Unanswered(why) => why.into(),
    }
}

/// The most nodes of a machine for which a cheaper algorithm is named, and of one whose links are shared.
const MOST_RANKED: u32 = 1 << 16;
const MOST_RANKED_SHARED: u32 = 1 << 10;

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
                (AboutRow::of(schedule), report::root(schedule).map(u64::from), looked_at)
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
        let found = subject.and_then(|subject| subject.found.as_ref()).map(report::found_row);
        let said = subject.and_then(|subject| subject.said.as_deref());
        row! {
            format: "hockney/cost/v1",
            #[serde(flatten)] about,
            root,
            algorithm: figures.algorithm.map(Algorithm::name).or(said),
            verdict: if self.answer.is_valid() { "valid" } else { "invalid" },
            // Whether messages share links or ports, which is allowed, and wait for each other.
            shares_links: priced.is_some_and(Priced::shares_links),
            switching: SWITCHING.iter().find(|(_, of)| *of == model.switching).map(|(name, _)| name),
            contention: model.contention,
            steps: figures.steps,
            messages: figures.messages,
            // Null where every message was looked at.
            looked_at,
            // Null for a schedule that is refused and cannot be priced.
            cost: figures.cost.as_ref().map(decided),
            // The total that decides, also as a number, for programs that plot.
            total: figures.deciding(),
            total_value: figures.deciding().map(Rational::to_f64),
            #[serde(flatten)]
            asynchronous: asynchronous_row(figures.asynchronous.as_ref(), figures.total.as_ref()),
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

/// The asynchronous total and that by steps, exact and as numbers, if the first was asked for.
pub(crate) fn asynchronous_row(
    total: Option<&Rational>,
    by_steps: Option<&Rational>,
) -> Option<impl Serialize + use<>> {
    let total = total?;
    Some(row! {
        asynchronous: total.clone(),
        asynchronous_value: total.to_f64(),
        by_steps: by_steps.cloned(),
        by_steps_value: by_steps.map(Rational::to_f64),
    })
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
    Bandwidth::of(phase.instance(), &priced.figures.numbers, priced.figures.deciding()?)
}

/// The most rows of steps that are printed; equal steps in a row share one.
const MOST_ROWS: usize = 24;

/// How many rows at either end are printed of more.
const AT_AN_END: usize = 10;

fn write_page(out: &mut dyn Write, costed: &Costed<'_>, all_steps: bool) -> Result<()> {
    let priced = match costed.answer {
        ask::Answer::Priced(priced) => priced,
        ask::Answer::Proved(proved) => {
            let (figures, sizes) = (&proved.figures, &proved.found.certified.sizes);
            let size = page::size(figures.messages, figures.steps);
            writeln!(out, "{}", report::of_proved(proved))?;
            writeln!(out, "valid: {size}, by proof for all {sizes}: no message was checked\n")?;
            return page::list(out, below(costed, false));
        }
    };
    let subject = &priced.subject;
    if let Some(word) = page::word(&priced.figures.numbers) {
        writeln!(out, "word: {word}")?;
    }
    writeln!(out, "{}", report::title(subject))?;
    let contention = priced.model.contention;
    report::write_verdict(out, &subject.checked, report::MOST_LISTED, contention)?;
    let Some(prices) = &priced.prices else {
        writeln!(out, "no cost: {}", why_no_price(priced))?;
        let said = |expect: &ExpectRow| {
            Fact::new("your answer", format!("{}: {}", expect.expected, expect.value))
        };
        return page::list(out, costed.expect.as_ref().map(said));
    };
    let total: usize = prices.phases.iter().map(PricedPhase::rows).sum();
    let all = all_steps || total <= MOST_ROWS;
    let left_out = if all { 0..0 } else { AT_AN_END..total - AT_AN_END };
    let decided = |cost: &Cost| shown(&priced.figures.numbers.decided(cost));
    writeln!(out)?;
    steps(priced, prices, &left_out, decided).write(out)?;
    writeln!(out)?;
    write_model(out, priced)?;
    let data = match &subject.schedule().phases[..] {
        [phase] => Some(phase.instance().collective.m_is()),
        _ => None,
    };
    page::list(out, data.map(|data| Fact::new("m", data)))?;
    page::list(out, below(costed, is_computed(subject)))
}

/// What is said below the steps, of a price that was counted or follows from a proof.
pub(crate) fn below(costed: &Costed<'_>, computed: bool) -> Vec<Fact> {
    let (mut said, figures) = (Vec::new(), costed.answer.figures());
    let (numbers, proof) = (&figures.numbers, costed.premises());
    let cost = figures.cost.as_ref().map(|cost| numbers.decided(cost));
    if let Some(priced) = costed.answer.priced()
        && let Some(prices) = priced.prices.as_ref().filter(|prices| prices.phases.len() > 1)
    {
        said.extend((0..).zip(&prices.phases).map(|(number, phase)| {
            let total = priced.phase_total(number);
            let total = total.map(|total| format!(" = {}", amount(&total, numbers)));
            let cost = shown(&numbers.decided(&phase.cost));
            Fact::new(format!("phase {}      ", number + 1), cost + &total.unwrap_or_default())
        }));
    }
    said.extend(
        cost.as_ref().map(|cost| {
            Fact::of("cost").formula(page::cost(cost)).plain(with_hops(proof.is_some()))
        }),
    );
    match &costed.closed_form {
        Some(form) => said.extend(of_closed_form(form)),
        None if computed => {
            let none = "none: the cost of this algorithm is computed for each size";
            said.push(Fact::new("closed form", none));
        }
        None => {}
    }
    let combines = cost.as_ref().is_some_and(|cost| !cost.gamma.is_zero());
    let combining = "γ is in the cost and the totals; closed forms and lower bounds leave it out";
    said.extend(combines.then(|| Fact::new("combining", combining)));
    said.extend(costed.expect.as_ref().map(of_expect));
    said.extend(proof.map(|premises| of_proof(costed.answer, premises)));
    let rate = costed.answer.priced().and_then(|priced| priced.subject.rate());
    said.extend(rate.map(|rate| Fact::new("rate", rate)));
    let pieces = figures.best_pieces.as_ref();
    said.extend(pieces.map(|of| Fact::new("pieces", format!("n = {}: {}", of.pieces, of.why))));
    let found = costed.answer.priced().and_then(|priced| priced.subject.found.as_ref());
    said.extend(found.map(|found| Fact::new("placement", report::found_text(found))));
    said.extend(figures.whole_words.as_ref().map(of_whole_words));
    said.extend(figures.total.as_ref().map(|total| {
        let all = format!("{} {}", amount(total, numbers), page::given(numbers, true));
        let parts = cost.as_ref().and_then(|cost| latency_and_words(cost, total, numbers));
        parts.into_iter().fold(Fact::new("total", all), Fact::line)
    }));
    said.extend(figures.asynchronous.as_ref().map(|total| {
        let gaps = match &numbers.timing.gaps {
            Some(_) => "measured gaps",
            None if numbers.tables.is_empty() => "the time of its words as the gap of a message",
            None => "what a message takes beyond the smallest size of the table as its gap",
        };
        let waits = format!("no rank waits for the others at the end of a step; {gaps}");
        Fact::new("asynchronous", format!("{}: {waits}", amount(total, numbers)))
    }));
    said.extend(costed.bandwidth.as_ref().map(|of| {
        let (algorithm, bus) = (Bandwidth::shown(&of.algorithm), Bandwidth::shown(&of.bus));
        Fact::new("bandwidth", format!("{algorithm} (algorithm), {bus} (bus), as in nccl-tests"))
    }));
    said.extend(costed.cheaper.as_ref().map(|cheaper| Fact::new("cheaper", cheaper)));
    let missing = cost.as_ref().and_then(|cost| missing(numbers, Some(cost)));
    said.extend(missing.map(|it| Fact::new("no total", format!("give {it} as well"))));
    said
}

/// `14 us of latency, 1750 us of bandwidth`: a total in a unit of time in two parts, if it has two.
fn latency_and_words(cost: &Cost, total: &Rational, numbers: &Numbers) -> Option<String> {
    let (latency, _) = numbers.unit.and_then(|_| numbers.split(cost))?;
    let words = total - &latency;
    let parts = [latency, words];
    let [latency, words] = parts.each_ref().map(|part| page::time(part, numbers));
    let both = parts.iter().all(Rational::is_positive);
    both.then(|| format!("{latency} of latency, {words} of bandwidth"))
}

/// Whether the planned algorithm is right here and has no closed form.
fn is_computed(subject: &Subject) -> bool {
    let topology = subject.planned_on();
    let family = topology.family();
    let usage = subject.algorithm.and_then(|algorithm| algorithm.on(family));
    topology.classes().is_empty()
        && usage.is_some_and(|usage| usage.role != Role::Counterexample)
        && subject.closed_form().is_none()
}

fn why_no_price(priced: &Priced) -> &'static str {
    if priced.model.contention {
        "the schedule breaks more rules than ports and congestion"
    } else {
        "the schedule is invalid; --contention serializes messages that share a link or port, if nothing \
         else is wrong"
    }
}

/// The steps, each with its cost in words; without some rows, of which the next one says how many these are.
pub(crate) fn steps(
    priced: &Priced,
    prices: &Prices,
    left_out: &Range<usize>,
    cost: impl Fn(&Cost) -> String,
) -> PageTable<'static> {
    let timed = priced.figures.numbers.unit.is_some() && priced.figures.total.is_some();
    let columns = [
        number("step"),
        words("phase").only_if(prices.phases.len() > 1),
        number("messages"),
        number("max words"),
        number("max hops"),
        number("on one link or port").only_if(priced.shares_links() && !prices.cost.has_classes()),
        number("time").only_if(timed),
        words("cost of the step"),
    ];
    let steps = prices.phases.iter().zip(&priced.subject.schedule().phases);
    let steps = (0..).zip(steps).flat_map(|(nth, (phase, of))| {
        let name = of.instance().collective.name();
        (0..phase.rows()).map(move |at| (name, nth, phase, at))
    });
    let steps = (0..).zip(steps).filter(|(row, _)| !left_out.contains(row));
    PageTable::of(columns, steps, |(row, (name, nth, phase, at))| {
        let step = phase.step(at);
        let time = priced.step_time(nth, &step);
        let (number, each) = numbered(&step);
        let gap = if row == left_out.end && row > 0 {
            format!("  ({} rows left out above: --all-steps)", left_out.len())
        } else {
            String::new()
        };
        [
            number,
            name.to_owned(),
            step.messages.to_string(),
            times_m(&step.words),
            step.hops.to_string(),
            // What waits in line there is what t_w is paid for.
            times_m(&step.cost.t_w),
            page::or_dash(time.as_ref(), |time| page::time(time, &priced.figures.numbers) + each),
            format!("{}{each}{gap}", cost(&step.cost)),
        ]
    })
}

/// `3`, or of equal steps in a row `3-5`, and ` each` behind what they cost.
fn numbered(step: &PricedStep) -> (String, &'static str) {
    if step.first == step.last {
        return (step.first.to_string(), "");
    }
    (format!("{}-{}", step.first, step.last), " each")
}

fn write_model(out: &mut dyn Write, priced: &Priced) -> Result<()> {
    if priced.model.switching == Switching::StoreAndForward {
        writeln!(out, "store-and-forward: a step pays t_w for its largest words times hops")?;
    }
    if priced.shares_links() {
        writeln!(
            out,
            "contention: messages that share a port wait for each other in t_s and t_w, those on a link in t_w"
        )?;
    }
    Ok(())
}

/// What comes of pieces being whole words.
fn of_whole_words(WholeWords { more, piece, .. }: &WholeWords) -> Fact {
    let (sign, more) = (if more.is_negative() { "-" } else { "+" }, more.abs());
    let more = shown(&more);
    let rounded = format!("{sign} {more} t_w: pieces of {piece} words are rounded to whole words");
    Fact::new("whole words", format!("{rounded}; --ideal allows fractions"))
}

fn of_proof(answer: &ask::Answer, premises: &[&str]) -> Fact {
    let what = "ports, links, data and words of every step, and that these cost this together";
    let mut fact = Fact::new("proof", what);
    if let (ask::Answer::Proved(of), Some(by)) = (answer, answer.figures().algorithm) {
        let (name, family) = (of.question.collective.name(), of.question.family.name());
        let by = by.name();
        fact = fact.line(format!("`hockney prove {name} -t {family} -a {by}` shows it"));
    }
    if premises.is_empty() {
        return fact;
    }
    fact.line(format!("premises: {}", certified::premises(premises)))
}

/// What is missing for a total, where some of it is there.
pub(crate) fn missing(numbers: &Numbers, cost: Option<&Cost>) -> Option<String> {
    let missing = numbers.missing(cost);
    let Numbers { m, t_s, t_w, t_h, classes, .. } = numbers;
    // A barrier has m = 0 and t_w = 0 without being given any.
    let some = [m, t_s, t_w].into_iter().flatten().chain([t_h]).any(|one| !one.is_zero());
    let some =
        some || !numbers.tables.is_empty() || classes.iter().any(|class| class.t_w.is_some());
    (some && !missing.is_empty()).then(|| missing.join(" and "))
}

/// The closed form, and the textbook's where that is another.
fn of_closed_form(form: &ClosedFormRow) -> impl Iterator<Item = Fact> {
    let verdict = form.verdict.to_owned() + with_hops(form.hops_left_out);
    let value = form.cost.as_ref().map_or_else(|| form.value.clone(), shown);
    let fact = Fact::of("closed form").formula(&form.formula).plain(" = ").formula(value);
    let fact = fact.plain(": ").strong(verdict);
    let fact = differing(fact, &form.differences, "the closed form").source(&form.source);
    let textbook = form.textbook.as_ref().map(|book| {
        let fact = Fact::of("textbook").formula(&book.formula);
        let fact = match book.verdict {
            "equal" => fact.plain(": equal"),
            _ => fact.plain(": an approximation, ").formula(&book.value).plain(" at this size"),
        };
        fact.line(book.source)
    });
    [fact].into_iter().chain(textbook)
}

fn of_expect(expect: &ExpectRow) -> Fact {
    let fact = Fact::of("your answer").formula(&expect.expected);
    let shown = expect.cost.as_ref().map_or_else(|| expect.value.clone(), shown);
    let is_said = shown == expect.expected || expect.expected.ends_with(&format!("= {shown}"));
    let value = (!is_said).then(|| format!(" = {shown}"));
    let with = with_hops(expect.hops_left_out);
    let fact = fact.plain(value.unwrap_or_default()).plain(": ");
    let fact = fact.strong(format!("{}{with}", expect.verdict));
    let fact = differing(fact, &expect.differences, "your answer");
    let fact =
        expect.reason.iter().fold(fact, |fact, why| fact.line(format!("a grade says: {why}")));
    read_as(fact, &expect.notes)
}

/// A formula that does not mention t_h takes it as 0.
fn with_hops(left_out: bool) -> &'static str {
    if left_out { ", with t_h = 0" } else { "" }
}

/// `closed forms that `n` ..`: how a formula was read.
fn read_as(fact: Fact, notes: &[String]) -> Fact {
    notes.iter().fold(fact, Fact::line)
}

/// `in t_s: the schedule has 7, your answer 8`
fn said(of: &Difference, whose: &str) -> String {
    let Difference { term, measured, formula } = of;
    // A term without t_s, t_w and t_h has no name but 1.
    let term = if term == "1" { "the term without a time" } else { term };
    let short = |text: &String| text.parse::<Rational>().map_or(text.clone(), |n| shown(&n));
    format!("in {term}: the schedule has {}, {whose} {}", short(measured), short(formula))
}

fn differing(fact: Fact, differences: &[Difference], whose: &str) -> Fact {
    differences.iter().fold(fact, |fact, difference| fact.line(said(difference, whose)))
}
