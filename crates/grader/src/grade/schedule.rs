//! All messages of all steps: the verdict of the checker, in the words of the question.

use std::sync::Arc;

use super::super::answers::bare_steps;
use super::super::key::{Key, Standing};
use super::super::verdict::Graded;
use super::super::ways::{Way, pairs};
use super::another::{for_named, however_read, of_rule, unreadable};
use hockney_base::number::Rational;
use hockney_core::checker::{Checked, Rule, check_every_message};
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
        return match document(key, text) {
            Ok(schedule) => judge(key, &schedule),
            Err(graded) => *graded,
        };
    }
    let question = key.question;
    let bare = bare_steps(text);
    let graded = however_read(key, &bare.text, |steps| {
        let (topology, of) = (question.topology.clone(), question.instance.clone());
        judge(key, &Schedule::plain(topology, question.ports, of, Arc::new(steps)))
    });
    graded.skipping(&bare.skipped)
}

/// A schedule document, which must be about the question.
fn document(key: &Key<'_>, text: &str) -> Result<Schedule, Box<Graded>> {
    let refuse = |_: &str| Err("an answer holds its graph itself".to_owned());
    let found =
        document::read(text, &refuse).map_err(|error| Box::new(unreadable(&error, text)))?.schedule;
    let same = match &found.phases[..] {
        [phase] => phase.is_everyone() && is_about(phase.instance(), &key.question.instance),
        _ => false,
    };
    if same && found.topology == key.question.topology && found.ports == key.question.ports {
        return Ok(found);
    }
    let text = "this schedule is for another question";
    Err(Box::new(Graded::wrong(text).counted_as("a schedule file for another question")))
}

/// The violations that the checker found.
fn judge(key: &Key<'_>, schedule: &Schedule) -> Graded {
    // Every message, so that a file that lists templates is as small as it claims.
    match check_every_message(schedule, &Key::limits()) {
        Ok(checked) => found(key, &checked),
        Err(why) => Graded::undecided(format!("this schedule was not checked: {why}")),
    }
}

/// Whether both have the same question, apart from the number of pieces.
fn is_about(found: &Instance, asked: &Instance) -> bool {
    found.collective.name() == asked.collective.name()
        && (found.root, found.by, found.exclusive) == (asked.root, asked.by, asked.exclusive)
        && found.map() == asked.map()
}

fn found(key: &Key<'_>, checked: &Checked) -> Graded {
    let (report, schedule) = (checked.report(), checked.schedule());
    let Some(first) = report.violations.first().filter(|_| !report.is_valid()) else {
        return right(key, checked);
    };
    let everything = schedule.phases.iter().all(|phase| {
        let steps = Listed::of(&*phase.steps).0;
        let mut messages = steps.iter().flat_map(|step| &step.messages);
        messages.all(|message| message.payload == Payload::Everything)
    });
    if everything && is_reversed(schedule) {
        let text = "the arrows are reversed: with the opposite direction it is right";
        return Graded::wrong(text).counted_as("the arrows are reversed");
    }
    // The first ones, and of every other rule that is broken the first.
    let mut rules: Vec<Rule> = Vec::new();
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
    let counted = of_rule(first.rule.rule());
    let of_right_steps = of_right_steps(key, schedule);
    if report.only_waits() {
        let model = Model { contention: true, ..Model::default() };
        let cost = price(schedule, &report.measures, model).cost;
        let really = format!(
            "the data arrive, but {text}. With messages that wait for each other it costs {cost}"
        );
        let share = key.question.partial.congested.clone().max(of_right_steps);
        return Graded::partly(&share, really).counted_as(counted);
    }
    let fix = format!(". Fix for the first: {}", first.advice(schedule));
    Graded::partly(&of_right_steps, text).counted_as(counted).and(fix)
}

/// The share for the right steps before the first wrong one, by the best accepted way.
fn of_right_steps(key: &Key<'_>, schedule: &Schedule) -> Rational {
    let share = &key.question.partial.steps_right;
    if share.is_zero() {
        return Rational::zero();
    }
    let given = pairs(&*schedule.phases[0].steps);
    let ways = key.ways().found.iter().filter(|way| key.accepts(way.algorithm));
    let part = |way: &Way| {
        let same = given.iter().zip(&way.pairs).take_while(|(a, b)| a == b).count();
        Rational::ratio(same as u64, way.pairs.len() as u64).unwrap_or_default()
    };
    let best = [key.own()].into_iter().chain(ways).map(part).max();
    best.map_or_else(Rational::zero, |best| share * &best)
}

/// Whether the same steps with their arrows turned round are valid.
fn is_reversed(schedule: &Schedule) -> bool {
    let [phase] = &schedule.phases[..] else { return false };
    let turn = |message: &Message| Message {
        route: Route::Default,
        payload: Payload::Everything,
        from: message.to,
        to: message.from,
    };
    let step = |step: Step| Step { messages: step.messages.iter().map(turn).collect() };
    let steps = Listed(Listed::of(&*phase.steps).0.into_iter().map(step).collect());
    let turned = Schedule::plain(
        schedule.topology.clone(),
        schedule.ports,
        phase.instance().clone(),
        Arc::new(steps),
    );
    check_every_message(&turned, &Key::limits()).is_ok_and(|checked| checked.report().is_valid())
}

fn right(key: &Key<'_>, checked: &Checked) -> Graded {
    let given = pairs(&*checked.schedule().phases[0].steps);
    if key.own().pairs == given {
        return Graded::right("right");
    }
    let prices = price(checked.schedule(), &checked.report().measures, Model::default());
    let way = key.ways().found.iter().find(|way| way.pairs == given);
    let name = way.map_or_else(|| "no known algorithm".to_owned(), Way::name);
    // A schedule whose steps cost what those of the algorithm cost is as good as the algorithm's.
    let same = step_costs(key, &prices) == step_costs(key, &key.prices);
    let standing = match way.map_or("", |way| way.algorithm) {
        _ if same => Standing::Accepted,
        algorithm => key.standing(algorithm, &prices.cost),
    };
    let cost = &prices.cost;
    if standing == Standing::Accepted {
        let counted = format!("right: {name}");
        return Graded::right(format!("right, by {name}: it costs {cost}")).counted_as(counted);
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
