//! The price as a page to read: what each step costs, the sum, and how it stands to the formulas.

use std::ops::Range;

use super::Costed;
use super::answer::{ClosedFormRow, Difference, ExpectRow};
use crate::cli::prelude::*;
use crate::cli::report::{self, Bandwidth, FoundRow};
use hockney_ask::answer::WholeWords;
use hockney_cost::{PricedStep, Prices};
use hockney_proof::certified;

/// The most rows of steps that are printed; equal steps in a row share one.
const MOST_ROWS: usize = 24;

/// How many rows at either end are printed of more.
const AT_AN_END: usize = 10;

pub(super) fn write(out: &mut dyn Write, costed: &Costed<'_>, all_steps: bool) -> Result<()> {
    let priced = match costed.answer {
        ask::Answer::Priced(priced) => priced,
        ask::Answer::Proved(proved) => {
            let (figures, sizes) = (&proved.figures, &proved.found.certified.sizes);
            let size = page::size(figures.messages, figures.steps);
            writeln!(out, "{}", heading::of_proved(proved))?;
            writeln!(out, "valid: {size}, by proof for all {sizes}: no message was checked\n")?;
            return page::list(out, below(costed, false));
        }
    };
    let subject = &priced.subject;
    if let Some(word) = page::word(&priced.figures.numbers) {
        writeln!(out, "word: {word}")?;
    }
    writeln!(out, "{}", heading::title(subject))?;
    report::write_verdict(out, &subject.checked, report::MOST_LISTED)?;
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
    said.extend(found.map(|found| Fact::new("placement", FoundRow::of(found).text())));
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
) -> Table<'static> {
    let timed = priced.figures.numbers.unit.is_some() && priced.figures.total.is_some();
    let columns = [
        number("step"),
        words("phase").only_if(prices.phases.len() > 1),
        number("messages"),
        number("max words"),
        number("max hops"),
        number("on one link or port")
            .only_if(priced.model.contention && !prices.cost.has_classes()),
        number("time").only_if(timed),
        words("cost of the step"),
    ];
    let steps = prices.phases.iter().zip(&priced.subject.schedule().phases);
    let steps = (0..).zip(steps).flat_map(|(nth, (phase, of))| {
        let name = of.instance().collective.name();
        (0..phase.rows()).map(move |at| (name, nth, phase, at))
    });
    let steps = (0..).zip(steps).filter(|(row, _)| !left_out.contains(row));
    Table::of(columns, steps, |(row, (name, nth, phase, at))| {
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
    if priced.model.contention {
        writeln!(
            out,
            "contention: messages that share a link or a port wait for each other in t_w"
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
    let shown = expect.shown.as_ref().unwrap_or(&expect.value);
    let value = (*shown != expect.expected).then(|| format!(" = {shown}"));
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

fn differing(fact: Fact, differences: &[Difference], whose: &str) -> Fact {
    differences.iter().fold(fact, |fact, difference| fact.line(difference.said(whose)))
}
