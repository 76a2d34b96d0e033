//! Rules in groups of two levels, one after another: N parts of G places each.
//!
//! Position (g, x) is place x of part g. Its data are a product: what a state of N positions gives position g, times
//! what a state of G positions gives position x. A stage changes one factor, on lines along which the other is the
//! same. Lemmas In each group and One after another.

use super::RuleRefusal;
use super::need::{Why, one, p};
use super::rule::{Domain, Lines, Rule, Split, State};
use super::stages::{BLOCK, Done, WHOLE, put, seen};
use super::term::Term;

/// What a stage may change a factor from, and to.
fn changes() -> [(State, State); 9] {
    [
        (State::Root, State::All),
        (State::Root, State::Own),
        (State::Own, State::All),
        (State::Own, State::Root),
        (State::Parts, State::All),
        (State::Parts, State::Root),
        (State::Parts, State::Own),
        (State::Pairs, State::Delivered),
        (State::Heard(one()), State::Heard(p())),
    ]
}

/// Follows a rule at all sizes of a domain from a state to another, or gives the reason.
pub(super) type Followed<'a> =
    &'a dyn Fn(&Rule, Domain, Split, (&State, &State), Why) -> Result<Done, RuleRefusal>;

/// The state after all stages, from a state of all positions.
pub(super) fn in_groups(
    domain: Domain,
    stages: &[Lines],
    there: &State,
    followed: Followed<'_>,
) -> Result<Done, RuleRefusal> {
    seen(domain == Domain::Groups, "only parts of equal size have lines between them")?;
    let product = changes().iter().any(|(before, _)| before == there);
    seen(product, "no lemma splits these data by parts and places")?;
    let (mut between, mut inside) = (there.clone(), there.clone());
    let mut done = Vec::new();
    for lines in stages {
        let [length, others] = if lines.inside { ["G", "N"] } else { ["N", "G"] }.map(Term::name);
        let (own, other) =
            if lines.inside { (&mut inside, &between) } else { (&mut between, &inside) };
        let first_only = *other == State::Root;
        seen(first_only == lines.first_only, "a stage does not run on the lines that have data")?;
        let line = on_a_line(lines, own, followed)?;
        // All blocks of a line, and the block of a position on it.
        let (block, whole) = (Term::name(BLOCK), Term::name(WHOLE));
        let (block, whole) = match other {
            State::Own => (block, whole.over(&others)),
            State::Pairs | State::Delivered => (block.times(&others), whole.over(&others)),
            _ => (block.times(&others), whole),
        };
        let (block, whole) = (block.times(&lines.word), whole.times(&lines.word));
        let values = [("p", &length), (BLOCK, &block), (WHOLE, &whole), ("t_s", &lines.startup)];
        done.extend(line.stages.iter().map(|stage| put(stage, &values)));
        *own = line.there;
    }
    seen(between == inside, "the data do not end alike between parts and inside them")?;
    Ok(Done { there: between, stages: done, new: false })
}

/// The rule on a line of any length, from a factor to another.
fn on_a_line(lines: &Lines, before: &State, followed: Followed<'_>) -> Result<Done, RuleRefusal> {
    let mut last = RuleRefusal::Rule("no lemma covers this on lines");
    for (_, after) in changes().into_iter().filter(|(from, _)| from == before) {
        for split in [Split::None, Split::Parity, Split::Binary] {
            let not_there = "the rule does not provably end with all data in place on a line";
            let ends = (before, &after);
            match followed(&lines.rule, Domain::Every, split, ends, not_there) {
                Ok(line) => return Ok(Done { there: after, ..line }),
                Err(why) => last = why,
            }
        }
    }
    Err(last)
}
