//! Laws of schedules that are drawn: the naive second checker agrees, and each way to check says what the others say.

use std::sync::Arc;

use hockney_base::number::Rational;
use hockney_core::checker::{
    self, Limits, Report, Violation, ViolationPlace, check, check_every_message, check_passing,
    check_until_violation, say_when_possible, spell_out, weigh, weigh_listed,
};
use hockney_core::collective::{Blocks, Came, Phase, Schedule, StepSource};
use hockney_core::schedule::{Listed, Message, Reversed, Step, StepMeasure, Steps};
use hockney_testing::build::topology;
use hockney_testing::reference::RULES;
use hockney_testing::{Dice, drawn, sweep};

/// The next schedule, its steps and its document.
fn next(dice: &mut Dice) -> (Schedule, Listed, String) {
    let name = drawn::machine(dice);
    drawn::schedule(dice, &format!("\"{name}\""), topology(name))
}

sweep! {
    /// Catches whatever is judged otherwise than its definition says, also in another order of writing.
    fn the_second_checker_agrees(effort) {
        let (mut dice, mut seen) = (Dice(2), Vec::new());
        for _ in 0..effort.of(1_500, 20_000) {
            let (mut schedule, mut listed, text) = next(&mut dice);
            let Some((report, judged)) = drawn::judged(&schedule, &text) else { continue };
            seen.extend(judged.broken);
            listed.0.iter_mut().for_each(|step| step.messages.reverse());
            schedule.phases[0].steps = Arc::new(listed);
            let turned = check(&schedule, &Limits::default()).unwrap();
            assert_eq!(turned.report().measures, report.measures, "{text}");
        }
        assert!(RULES.iter().all(|rule| seen.contains(rule)));
    }
}

/// A schedule that is read step by step.
struct Read<'a> {
    schedule: &'a Schedule,
    phase: usize,
    step: usize,
    /// What was read of the step.
    message: usize,
    /// The line of each message that was read last is its step, the column its place there, both from 1.
    places: Vec<(u32, u32)>,
}

impl StepSource for Read<'_> {
    type Error = std::convert::Infallible;

    fn phase(&mut self) -> Result<Option<Phase>, Self::Error> {
        (self.phase, self.step, self.message) = (self.phase + 1, 0, 0);
        Ok(self.schedule.phases.get(self.phase - 1).cloned())
    }

    fn step(&mut self, _: &Phase, step: &mut Step, most: usize) -> Result<Came, Self::Error> {
        let steps = &self.schedule.phases[self.phase - 1].steps;
        step.messages.clear();
        if self.step == steps.count() {
            return Ok(Came::Nothing);
        }
        let rest = steps.step(self.step).messages.split_off(self.message);
        let (line, first) =
            (u32::try_from(self.step).unwrap(), u32::try_from(self.message).unwrap());
        self.places = (first..).take(rest.len()).map(|at| (line + 1, at + 1)).collect();
        let whole = rest.len() <= most;
        step.messages.extend(rest.into_iter().take(most.saturating_add(1)));
        if whole {
            (self.step, self.message) = (self.step + 1, 0);
        } else {
            self.message += step.messages.len();
        }
        Ok(if whole { Came::Whole } else { Came::Part })
    }

    fn places(&self) -> &[(u32, u32)] {
        &self.places
    }
}

/// The place of the first message that breaks a rule; none of one message where others have its ends.
fn place(schedule: &Schedule, violation: &Violation, step: usize) -> Option<(u32, u32)> {
    let mut k = step - 1;
    let in_phase = |phase: &&Phase| {
        let here = k < phase.steps.count();
        k -= if here { 0 } else { phase.steps.count() };
        here
    };
    let phase = schedule.phases.iter().find(in_phase).unwrap();
    let ends = violation.messages()?.first[0];
    let messages = phase.steps.step(k).messages;
    let found: Vec<usize> =
        (0..messages.len()).filter(|at| [messages[*at].from, messages[*at].to] == ends).collect();
    let alone = matches!(violation.place, ViolationPlace::Message { .. });
    let at = found.first().filter(|_| !alone || found.len() == 1)?;
    Some((u32::try_from(k + 1).unwrap(), u32::try_from(at + 1).unwrap()))
}

/// The report of a check while a schedule is read, or why there is none.
fn passed(schedule: &Schedule, limits: &Limits) -> Result<Report, String> {
    let read = || Read { schedule, phase: 0, step: 0, message: 0, places: Vec::new() };
    let checked = check_passing(&schedule.topology, schedule.ports, &mut read(), limits);
    match checked {
        Ok(mut checked) => {
            say_when_possible(&mut read(), limits, &mut checked);
            assert_eq!(checked.schedule().steps(), schedule.steps());
            assert_eq!(checked.schedule().messages(), schedule.messages());
            let mut report = checked.report().clone();
            for (i, violation) in report.violations.iter().enumerate() {
                let place = violation.step.and_then(|step| place(schedule, violation, step));
                assert_eq!(report.lines.get(&i).copied(), place, "{violation:?}");
            }
            report.lines.clear();
            Ok(report)
        }
        Err(checker::Stopped::NoAnswer(why)) => Err(why.to_string()),
        Err(checker::Stopped::Source(never)) => match never {},
    }
}

sweep! {
    /// One phase or two, and each limit where it is just kept and just exceeded.
    fn what_is_checked_while_it_is_read_is_what_is_checked_at_once(effort) {
        let mut dice = Dice(3);
        for round in 0..effort.of(500, 5_000) {
            let (mut schedule, _, text) = next(&mut dice);
            if round % 2 == 0 {
                let (on, machine) = (String::new(), schedule.topology.clone());
                let (other, ..) = drawn::schedule(&mut dice, &on, machine);
                schedule.phases.extend(other.phases);
            }
            let at_once = |limits: &Limits| {
                let checked = check_every_message(&schedule, limits);
                checked.map(|of| of.report().clone()).map_err(|why| why.to_string())
            };
            let all = Limits::default();
            let whole = at_once(&all);
            assert_eq!(passed(&schedule, &all), whole, "{text}");
            let Ok(report) = whole else { continue };
            let until = check_until_violation(&schedule, &all).unwrap().map(|of| of.report().clone());
            match report.violations.first() {
                None => assert_eq!(until, Ok(report.clone()), "{text}"),
                Some(first) => {
                    let found = until.unwrap_err();
                    let gist = |of: &Violation| (of.phase, of.step, of.place, of.rule.rule());
                    assert_eq!(gist(&found), gist(first), "{text}");
                }
            }
            let mut hops = 0;
            for phase in &schedule.phases {
                let of = |message: &Message| {
                    let mut via = Vec::new();
                    message.via_into(schedule.topology.network(), &mut via);
                    via.len() as u64 + 1
                };
                hops += (0..phase.steps.count()).flat_map(|k| phase.steps.step(k).messages)
                    .map(|message| of(&message)).sum::<u64>();
            }
            let messages = schedule.messages();
            // More nodes than messages are refused at once, or phase by phase.
            let nodes = u128::from(schedule.topology.nodes()) * schedule.phases.len() as u128;
            let in_pairs = |phase: &Phase| phase.instance().blocks() == Blocks::PerPair;
            let few_nodes = nodes < messages && !schedule.phases.iter().any(in_pairs);
            for less in [0, 1] {
                let hops = Limits { hops: hops.saturating_sub(less), ..all };
                let some = Limits { messages: messages.saturating_sub(less.into()), ..all };
                let combining = Limits { combining: messages.saturating_sub(less.into()), ..all };
                for limits in [hops, some, combining] {
                    if limits == some && !few_nodes {
                        continue;
                    }
                    assert_eq!(passed(&schedule, &limits), at_once(&limits), "{limits:?} {text}");
                }
            }
        }
    }
}

/// The words of a payload, block by block: piece k of n has the words from floor(k m/n) to floor((k + 1) m/n).
fn words(schedule: &Schedule, message: &Message, m: u64) -> u128 {
    let of = schedule.phases[0].instance();
    let pieces = u64::from(of.pieces);
    let word = |piece: u64| (piece % pieces + 1) * m / pieces - piece % pieces * m / pieces;
    let all = message.payload.parts().flat_map(|(blocks, _)| blocks.iter());
    let token = of.data() == hockney_core::collective::Data::Token;
    all.map(|piece| if token { 0 } else { u128::from(word(piece)) }).sum()
}

#[test]
fn words_are_those_of_every_piece() {
    let (mut dice, mut uneven) = (Dice(4), 0);
    for _ in 0..400 {
        let (schedule, listed, text) = next(&mut dice);
        let Ok(checked) = check(&schedule, &Limits::default()) else { continue };
        let (m, all) = (2 * dice.below(4) + 3, Limits::default());
        let measures = weigh(&schedule, &all, &Rational::from(m)).unwrap();
        assert_eq!(weigh_listed(&schedule, &all, &Rational::from(m)).unwrap(), measures, "{text}");
        let phase = &schedule.phases[0];
        match phase.uneven_words(&Rational::from(m)) {
            None => {
                assert_eq!(phase.instance().pieces, 1, "{text}");
                assert_eq!(measures, checked.report().measures, "{text}");
            }
            Some(words_of_block) => {
                assert_eq!((words_of_block, phase.instance().pieces), (m, 2), "{text}");
                let sizes =
                    |step: &Step| step.messages.iter().map(|of| words(&schedule, of, m)).max();
                let largest: Vec<u128> =
                    listed.0.iter().map(|step| sizes(step).unwrap_or(0)).collect();
                let found: Vec<u128> = measures[0].iter().map(StepMeasure::blocks).collect();
                assert_eq!(found, largest, "{text}");
                uneven += 1;
            }
        }
        assert_eq!(phase.uneven_words(&Rational::from(4)), None);
        assert_eq!(phase.uneven_words(&Rational::ratio(7, 3).unwrap()), None);
    }
    assert!(uneven > 50, "{uneven}");
}

/// Messages with their whole routes.
fn ways(steps: &dyn Steps, schedule: &Schedule) -> Vec<Vec<(Vec<u32>, String)>> {
    let network = schedule.topology.network();
    let way = |message: Message| {
        let mut via = vec![message.from];
        message.via_into(network, &mut via);
        via.push(message.to);
        (via, format!("{:?}", message.payload))
    };
    let step = |k| steps.step(k).messages.into_iter().map(way).collect();
    (0..steps.count()).map(step).collect()
}

#[test]
fn other_forms_of_a_schedule_say_what_it_says() {
    let (mut dice, mut grids) = (Dice(5), 0);
    for _ in 0..400 {
        let (schedule, listed, text) = next(&mut dice);
        let Ok(checked) = check(&schedule, &Limits::default()) else { continue };
        // What lists its blocks is spelled out already.
        assert_eq!(spell_out(&schedule, &Limits::default()).as_ref(), Ok(&listed), "{text}");

        let steps: Box<dyn Steps> = Box::new(listed.clone());
        let back: Reversed<dyn Steps> = Reversed::new(steps, schedule.topology.clone());
        assert_eq!((back.count(), back.messages()), (listed.count(), listed.messages()));
        let mut turned = ways(&listed, &schedule);
        turned.reverse();
        turned.iter_mut().flatten().for_each(|(way, _)| way.reverse());
        assert_eq!(ways(&back, &schedule), turned, "{text}");
        for k in 0..back.count() {
            let mut parts = Vec::new();
            let all = back.in_parts(k, &mut Step::default(), &mut |messages| {
                parts.extend_from_slice(messages);
                true
            });
            assert!(all && parts == back.step(k).messages, "{text}");
        }

        let Some(columns) = schedule.numbered_along_columns() else { continue };
        grids += 1;
        let along = check(&columns, &Limits::default()).unwrap();
        let (along, report) = (along.report(), checked.report());
        assert_eq!(along.measures, report.measures, "{text}");
        assert_eq!(along.counts, report.counts, "{text}");
        let again = columns.numbered_along_columns().unwrap();
        assert_eq!(again.topology, schedule.topology);
        assert_eq!(ways(&*again.phases[0].steps, &again), ways(&listed, &schedule), "{text}");
    }
    assert!(grids > 20, "{grids}");
}
