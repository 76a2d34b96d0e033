//! The same question through the library.

use hockney::{Ports, Question as Asked, Topology, ask};

use super::doors::Doors;
use super::lot::Question;

/// The value of an option of a request.
fn option<'a>(asked: &'a Question, name: &str) -> Option<&'a str> {
    let mut words = asked.request.split_whitespace();
    words.find(|word| *word == name)?;
    words.next()
}

/// The library's answer in the words of the program: steps, messages and coefficients; none if it refuses or
/// the schedule is not valid.
fn answer(asked: &Question) -> Option<[String; 5]> {
    let topology = Topology::parse(asked.topology).ok()?;
    let mut question = Asked::new(asked.collective, topology).ok()?;
    if let Some(root) = option(asked, "--root") {
        question = question.with_root(root.parse().ok()?).ok()?;
    }
    match option(asked, "--ports") {
        Some("all") => question = question.with_ports(Ports::All),
        Some(ports) => question = question.with_ports(Ports::Limited(ports.parse().ok()?)),
        None => {}
    }
    let algorithm = asked.algorithm.as_deref().map_or(ask::Choice::Default, ask::Choice::Named);
    let how = ask::How { algorithm, look: ask::Look::EveryMessage, ..ask::How::default() };
    let answer = ask::answer(question, &how).ok().filter(ask::Answer::is_valid)?;
    let figures = answer.figures();
    let cost = figures.cost.as_ref()?;
    let (steps, messages) = (figures.steps.to_string(), figures.messages.to_string());
    Some([steps, messages, cost.t_s.to_string(), cost.t_w.to_string(), cost.t_h.to_string()])
}

/// Compares what both can be asked: no files, no numbers, no groups.
pub(super) fn compared(doors: &mut Doors, asked: &Question) {
    let others = ["--place", "--among", "--pieces", "--exclusive", "--by", "--map"];
    if asked.classes || others.iter().any(|option| asked.request.contains(option)) {
        return;
    }
    let mut plain = asked.clone();
    (plain.numbers, plain.contention) = (String::new(), false);
    let line = format!("cost {}", plain.whole());
    let cost = doors.answer(&line);
    let found = answer(&plain);
    let count = |key| cost.number(key).map(|count| count.to_string());
    let term = |key| cost.coefficient(key).map(str::to_owned);
    let said = || -> Option<[String; 5]> {
        Some([count("steps")?, count("messages")?, term("t_s")?, term("t_w")?, term("t_h")?])
    };
    let said = said().filter(|_| cost.code == 0);
    let kind = if said.is_some() { "library" } else { "refused by the library" };
    doors.hold(kind, said == found, || format!("{line}: {}, library: {found:?}", cost.short()));
}
