//! All messages of all steps: the verdict of the checker, in the words of the question; and what a student says of a
//! schedule.

use super::super::answers::{bare, bare_steps, plain, read_numbered};
use super::super::key::LIMITS;
use super::super::traced::pairs;
use super::ladder::for_named;
use super::step::{however_read, of_rule, unreadable};
use crate::{Graded, Key, Standing, Traced, list};
use hockney_base::number::Rational;
use hockney_core::checker::{Checked, CheckerRule, check, check_every_message};
use hockney_core::collective::{Instance, Schedule};
use hockney_core::schedule::{Listed, Message, Payload, Route, Step};
use hockney_cost::{Cost, Model, PricedPhase, Prices, price};
use hockney_files as document;

/// How many violations a student reads, whatever rules they break.
const SHOWN: usize = 3;

pub(super) fn grade(key: &Key<'_>, text: &str) -> Graded {
    let is_document = |line: &str| line.trim_start().starts_with("format:");
    // JSON, and no list of lists as in C.
    let json =
        text.trim_start().strip_prefix('{').is_some_and(|rest| !rest.trim_start().starts_with('{'));
    if json || text.lines().any(is_document) {
        return read_document(key, text);
    }
    let bare = bare_steps(text);
    let judge = |steps| judge(key, &key.schedule(&key.question.instance, steps));
    however_read(key, &bare.text, judge).skipping(&bare.skipped)
}

/// A schedule document, which must be about the question.
fn read_document(key: &Key<'_>, text: &str) -> Graded {
    let refuse = |_: &str| Err("an answer holds its graph itself".to_owned());
    let found = match document::read(text, &refuse) {
        Ok(read) => read.schedule,
        Err(error) => return unreadable(&error, text),
    };
    let same = match &found.phases[..] {
        [phase] => phase.is_everyone() && is_about(phase.instance(), &key.question.instance),
        _ => false,
    };
    if same && found.topology == key.question.topology && found.ports == key.question.ports {
        return judge(key, &found);
    }
    key.say("schedule question", &[])
}

/// Whether both have the same question, apart from the number of pieces.
fn is_about(found: &Instance, asked: &Instance) -> bool {
    found.collective.name() == asked.collective.name()
        && (found.root, found.by, found.exclusive) == (asked.root, asked.by, asked.exclusive)
        && found.map() == asked.map()
}

/// The violations that the checker found.
fn judge(key: &Key<'_>, schedule: &Schedule) -> Graded {
    // Every message, so that a file that lists templates is as small as it claims.
    let checked = match check_every_message(schedule, &LIMITS) {
        Ok(checked) => checked,
        Err(why) => return key.say("schedule unchecked", &[("why", &why)]),
    };
    let (report, schedule) = (checked.report(), checked.schedule());
    let Some(first) = report.violations.first().filter(|_| !report.is_valid()) else {
        return right(key, &checked);
    };
    if is_reversed(key, schedule) {
        return key.say("schedule reversed", &[]);
    }
    // The first ones, and of every other rule that is broken the first.
    let mut rules: Vec<CheckerRule> = Vec::new();
    let mut shown: Vec<String> = Vec::new();
    for violation in &report.violations {
        let (rule, message) = (violation.rule.rule(), violation.message(schedule));
        let is_new = !rules.contains(&rule);
        if shown.len() < SHOWN || is_new {
            let when = violation.step.map(|_| violation.when(schedule) + ": ");
            shown.push(when.unwrap_or_default() + &message);
        }
        rules.extend(is_new.then_some(rule));
    }
    let more = report.counts.total() - shown.len() as u64;
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    let text = format!("{}{more}", shown.join("; "));
    let of_right_steps = of_right_steps(key, schedule);
    let graded = if report.only_waits() {
        let model = Model { contention: true, ..Model::default() };
        let cost = price(schedule, &report.measures, model).cost;
        let share = key.question.partial.congested.clone().max(of_right_steps);
        key.say("schedule waits", &[("violations", &text), ("cost", &cost)]).earning(&share)
    } else {
        let fix = first.advice(schedule);
        key.say("schedule broken", &[("violations", &text), ("fix", &fix)]).earning(&of_right_steps)
    };
    graded.counted_as(of_rule(first.rule.rule()))
}

/// The share for the right steps before the first wrong one, by the best accepted algorithm and order.
fn of_right_steps(key: &Key<'_>, schedule: &Schedule) -> Rational {
    let share = &key.question.partial.steps_right;
    if share.is_zero() {
        return Rational::zero();
    }
    let given = pairs(&*schedule.phases[0].steps);
    let others = key.all_traced().found.iter().filter(|traced| key.accepts(traced.algorithm));
    let part = |traced: &Traced| {
        let same = given.iter().zip(&traced.pairs).take_while(|(a, b)| a == b).count();
        Rational::ratio(same as u64, traced.pairs.len() as u64).unwrap_or_default()
    };
    let best = [key.own()].into_iter().chain(others).map(part).max();
    best.map_or_else(Rational::zero, |best| share * &best)
}

/// Whether messages without blocks are valid with their arrows turned round.
fn is_reversed(key: &Key<'_>, schedule: &Schedule) -> bool {
    let [phase] = &schedule.phases[..] else { return false };
    let mut steps = Listed::of(&*phase.steps).0;
    let messages = || steps.iter().flat_map(|step| &step.messages);
    if messages().any(|message| message.payload != Payload::Everything) {
        return false;
    }
    let turn = |message: &Message| Message {
        route: Route::Default,
        payload: Payload::Everything,
        from: message.to,
        to: message.from,
    };
    let turned = |step: &Step| Step { messages: step.messages.iter().map(turn).collect() };
    steps = steps.iter().map(turned).collect();
    let turned = key.schedule(phase.instance(), Listed(steps));
    check_every_message(&turned, &LIMITS).is_ok_and(|checked| checked.report().is_valid())
}

fn right(key: &Key<'_>, checked: &Checked) -> Graded {
    let given = pairs(&*checked.schedule().phases[0].steps);
    if key.own().pairs == given {
        return Graded::right("right");
    }
    let prices = price(checked.schedule(), &checked.report().measures, Model::default());
    let traced = key.all_traced().found.iter().find(|traced| traced.pairs == given);
    let name = traced.map_or_else(|| "no known algorithm".to_owned(), Traced::name);
    // A schedule whose steps cost what those of the algorithm cost is as good as the algorithm's.
    let same = step_costs(key, &prices) == step_costs(key, &key.prices);
    let standing = match traced.map_or("", |traced| traced.algorithm) {
        _ if same => Standing::Accepted,
        algorithm => key.standing(algorithm, &prices.cost),
    };
    let cost = &prices.cost;
    if standing == Standing::Accepted {
        return key.say("schedule right", &[("name", &name), ("cost", cost)]);
    }
    for_named(key, standing, &name, &format!("a valid schedule by {name} for {cost}"), "")
}

/// The costs of the steps, each with how many steps in a row have it.
fn step_costs(key: &Key<'_>, prices: &Prices) -> Vec<(usize, Cost)> {
    let mut costs: Vec<(usize, Cost)> = Vec::new();
    for step in prices.phases.iter().flat_map(PricedPhase::steps) {
        let (count, this) = (step.last + 1 - step.first, key.in_model(&step.cost));
        match costs.last_mut() {
            Some((before, cost)) if *cost == this => *before += count,
            _ => costs.push((count, this)),
        }
    }
    costs
}

/// Is this schedule right, and if not, which step is the first wrong one?
pub(super) fn verdict(key: &Key<'_>, lines: &str, text: &str) -> Graded {
    let bare = bare(text, &key.question.names());
    let Some(said) = said(&bare.text) else {
        return Graded::unreadable("this is neither `valid` nor `invalid` with a step");
    };
    let graded = match checked(key, lines) {
        Ok(checked) => of_verdict(key, &checked, &said),
        Err(why) => key.say("verdict unchecked", &[("why", &why)]),
    };
    graded.skipping(&bare.skipped)
}

/// What an answer says: `valid`, or `invalid` and perhaps the first wrong step.
enum SaidVerdict {
    Valid,
    Invalid(Option<usize>),
}

/// `valid`, `invalid`, `invalid, step 2`, `invalid at step 2`, `invalid (2)`.
fn said(text: &str) -> Option<SaidVerdict> {
    let text = plain(text).to_lowercase();
    let text = text.trim().trim_matches('*');
    let behind = |phrases: &'static document::List| {
        let phrases = phrases.into_iter().filter_map(|phrase| text.strip_prefix(phrase));
        phrases.min_by_key(|rest| rest.len())
    };
    if let Some(rest) = behind(list("verdict valid")) {
        return rest.is_empty().then_some(SaidVerdict::Valid);
    }
    let rest = behind(list("verdict invalid"))?.trim_start().trim_start_matches([',', ':']).trim();
    let rest = ["at ", "in "].iter().find_map(|word| rest.strip_prefix(word)).unwrap_or(rest);
    if rest.is_empty() {
        return Some(SaidVerdict::Invalid(None));
    }
    let inside = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(rest);
    let start = inside.find(|c: char| c.is_ascii_digit())?;
    let (word, number) = inside.split_at(start);
    let named = document::words("step").contains(&word.trim());
    let bracketed = word.is_empty() && inside.len() < rest.len();
    (named || bracketed).then(|| number.parse().ok())?.map(|step| SaidVerdict::Invalid(Some(step)))
}

/// The right verdict, spelled out.
pub(super) fn solution(key: &Key<'_>, lines: &str) -> String {
    checked(key, lines).map_or_else(|why| why, |checked| spelled(&checked))
}

/// The schedule of the question, or why it was not checked.
fn checked(key: &Key<'_>, lines: &str) -> Result<Checked, String> {
    let of = &key.question.instance;
    let steps = read_numbered(lines, &key.question.topology, of);
    let schedule = key.schedule(of, steps.map_err(|error| error.to_string())?);
    check(&schedule, &LIMITS).map_err(|why| why.to_string())
}

fn spelled(checked: &Checked) -> String {
    let schedule = checked.schedule();
    match checked.report().violations.first() {
        None => "the schedule is valid".to_owned(),
        Some(first) => {
            let (when, message) = (first.when(schedule), first.message(schedule));
            format!("the schedule is invalid at {when}: {message}")
        }
    }
}

fn of_verdict(key: &Key<'_>, checked: &Checked, said: &SaidVerdict) -> Graded {
    let steps = checked.report().steps;
    let first = checked.report().violations.first().map(|first| first.step);
    let sentence = match (first, said) {
        (None, SaidVerdict::Invalid(_)) => "verdict valid",
        (Some(_), SaidVerdict::Valid) => "verdict invalid",
        (Some(Some(wanted)), SaidVerdict::Invalid(Some(given))) if wanted != *given => {
            "verdict step"
        }
        (Some(Some(_)), SaidVerdict::Invalid(None)) => "verdict no step",
        // What is missing at the end was not sent in the last step, or in one more.
        (Some(None), SaidVerdict::Invalid(Some(given))) if ![steps, steps + 1].contains(given) => {
            "verdict end"
        }
        (None, SaidVerdict::Valid) | (Some(_), SaidVerdict::Invalid(_)) => {
            return Graded::right("right");
        }
    };
    key.say(sentence, &[("right", &spelled(checked))])
}
