//! Certifies a rule for all sizes: ports, links, data, and the costs of its steps.
//!
//! The state is followed through the rule, in each case of the domain. A turn states the data that it needs
//! before step i and the data that it leaves behind. The latter must provide the former from step to step.
//! Each combinator has a lemma in `specs/lemmas.md`, whose side conditions are identities and inequalities of
//! polynomials here.

use super::groups::in_groups;
use super::knomial::Knomial;
use super::need::{BOUNDS, FIRST, NEXT, NONE, Need, Why, one, p, power_of_two, zero};
use super::polynomial::Polynomial;
use super::rule::{Domain, Place, Rule, RuleClaim, RuleRefusal, Split, Stage, State, Turn};
use super::scope::{Scope, Whole};
use super::sizes::{Sizes, StepRange, cases};
use super::stages::{BLOCK, Done, WHOLE, along, put, seen, stage};
use super::state::is;
use super::term::{Function, Term};
use super::turn::{blocks, effect, ways};
use super::{INDEX, Refusal};

/// Certifies a rule. Returns its steps, with their costs.
///
/// # Errors
/// The first side condition that is not proved.
pub fn certify(claim: &RuleClaim) -> Result<Vec<Stage>, RuleRefusal> {
    let ends = (&claim.before, &claim.after);
    let not_there = "the rule does not provably end with all data in place";
    let done = at_all_sizes(&claim.rule, claim.domain, claim.split, ends, not_there)?;
    let words = [(BLOCK, &claim.block), (WHOLE, &claim.whole)];
    let stages: Vec<Stage> = done.stages.iter().map(|stage| put(stage, &words)).collect();
    costs(claim, &stages)?;
    Ok(stages)
}

/// Follows a rule at all sizes of a domain, case by case, with the same result in each.
fn at_all_sizes(
    rule: &Rule,
    domain: Domain,
    split: Split,
    (before, after): (&State, &State),
    not_there: &'static str,
) -> Result<Done, RuleRefusal> {
    let mut told: Option<Done> = None;
    for sizes in cases(domain, split) {
        let sizes = sizes.known()?;
        let mut follow = Follow { sizes: &sizes, domain, turns: 0 };
        let mut done = follow.rule(rule, before)?;
        seen(is(&sizes.scope, &done.there, after)?, not_there)?;
        if let Some(told) = told {
            seen(told.stages == done.stages, "its steps differ between two cases")?;
            done.new &= told.new;
        }
        told = Some(done);
    }
    told.ok_or(RuleRefusal::Rule("the sizes cannot be split into these cases"))
}

/// Checks that the stages have the stated costs: all sizes at once, or case by case without empty stages.
fn costs(claim: &RuleClaim, stages: &[Stage]) -> Result<(), RuleRefusal> {
    let equal = |sizes: Sizes| equal_costs(&sizes.known()?.scope, stages, &claim.stated);
    let same = |split| cases(claim.domain, split).into_iter().try_for_each(equal);
    same(Split::None).or_else(|_| same(claim.split))
}

/// Compares steps from the first i of their phase on. A phase provably without steps is left out; one whose number
/// of steps is not known is refused.
fn equal_costs(scope: &Scope, stages: &[Stage], stated: &[Stage]) -> Result<(), RuleRefusal> {
    let steps = |of: &[Stage]| -> Result<Vec<(Vec<Polynomial>, bool)>, Refusal> {
        let mut steps = Vec::new();
        for Stage { phase, falling } in of {
            let from = scope.polynomial(&phase.from)?;
            let count = scope.polynomial(&phase.to)?.minus(&from);
            if count.as_number().is_some_and(|count| !count.is_positive()) {
                continue;
            }
            // Without a first i, a cost that contains it has no value.
            let first = scope.least(&from).and_then(|first| first.floor().to_i64());
            let inner = first.map(|first| scope.and(INDEX, Whole::from(first)));
            let value = |term| inner.as_ref().unwrap_or(scope).polynomial(term);
            let parts = phase.terms().into_iter().map(value).collect::<Result<Vec<_>, _>>()?;
            // The order of equal steps does not matter.
            let alike = !parts[2].atoms().any(|atom| atom.mentions(INDEX));
            steps.push((parts, *falling && !alike));
        }
        Ok(steps)
    };
    let (ours, stated) = (steps(stages)?, steps(stated)?);
    let other = (0..ours.len().max(stated.len())).find(|k| ours.get(*k) != stated.get(*k));
    other.map_or(Ok(()), |k| Err(RuleRefusal::Cost(k + 1)))
}

/// Whether all routes of a rule are disjoint for any numbering of the nodes.
fn any_pairs(rule: &Rule) -> bool {
    match rule {
        Rule::Turns(place, _) => *place == Place::Pairs,
        Rule::Then(rules) => rules.iter().all(any_pairs),
        Rule::Backwards(rule) => any_pairs(rule),
        _ => false,
    }
}

/// Follows a rule at some of the sizes.
struct Follow<'a> {
    sizes: &'a Sizes,
    domain: Domain,
    /// The number of turns so far, for messages.
    turns: usize,
}

impl Follow<'_> {
    fn rule(&mut self, rule: &Rule, there: &State) -> Result<Done, RuleRefusal> {
        match rule {
            Rule::Turns(place, turns) => {
                let mut done = Done::nothing(there);
                for turn in turns {
                    self.turns += 1;
                    self.turn(*place, turn, &mut done)?;
                }
                Ok(done)
            }
            Rule::Halving { place, everything } => self.halving(*place, *everything, there),
            Rule::Pipeline { place, pieces } => self.pipeline(*place, pieces, there),
            Rule::Then(rules) => {
                let mut done = Done::nothing(there);
                for rule in rules {
                    let next = self.rule(rule, &done.there)?;
                    done.stages.extend(next.stages);
                    done.new &= next.new;
                    done.there = next.there;
                }
                Ok(done)
            }
            Rule::Through(to, from) => self.through(to, from, there),
            Rule::Backwards(rule) => self.backwards(rule, there),
            Rule::ByDimension(rule) => self.by_dimension(rule, there),
            Rule::InGroups(lines) => in_groups(self.domain, lines, there, &at_all_sizes),
            Rule::FromEach(rule) => self.each_in_turn(rule, there),
            Rule::Folded { halves, rule } => self.folded(rule, *halves, there),
        }
    }

    fn is(&self, there: &State, state: &State) -> Result<bool, Refusal> {
        is(&self.sizes.scope, there, state)
    }

    /// A side condition of the turn that is looked at does not hold.
    fn refused(&self, why: Why) -> RuleRefusal {
        RuleRefusal::Turn(self.turns, why)
    }

    /// Lemmas Turns, and those of each load.
    fn turn(&self, place: Place, turn: &Turn, done: &mut Done) -> Result<(), RuleRefusal> {
        let seen = |holds: bool, why: Why| if holds { Ok(()) } else { Err(self.refused(why)) };
        let steps = self.sizes.steps(&turn.from, &turn.to)?;
        let words = match blocks(&turn.load) {
            Some(blocks) => blocks.times(&Term::name(BLOCK)),
            None => Term::name(WHOLE),
        };
        done.stages.push(stage(turn.from.clone(), turn.to.clone(), &words));
        let steps = match steps {
            StepRange::Unordered => return self.knomial(place, turn, done),
            StepRange::Empty => return Ok(()),
            StepRange::Steps(steps) => steps,
        };
        let same = |one: &Term, other: &Term| {
            let of = |term: &Term| steps.last.polynomial(term);
            of(one).is_ok_and(|one| of(other).is_ok_and(|other| one == other))
        };
        let by = (self.domain == Domain::Shift).then(|| Term::name("q"));
        let effect =
            effect(turn, &done.there, by.as_ref(), &same).map_err(|why| self.refused(why))?;
        let ways = ways(place, turn);
        let always = || ways.iter().chain(&effect.needs);
        for need in always() {
            seen(need.holds(&steps.last)?, need.why)?;
        }
        if let Some(earlier) = &steps.earlier {
            for need in always().chain(&effect.onwards) {
                seen(need.holds(earlier)?, need.why)?;
            }
            let next = Term::name(INDEX).plus(&one());
            seen(is(earlier, &effect.after, &effect.before.with(INDEX, &next))?, NEXT)?;
        }
        seen(self.is(&done.there, &effect.before.with(INDEX, &turn.from))?, FIRST)?;
        // If there may be no step, the state after it must already hold before it.
        let none = effect.after.with(INDEX, &turn.from.minus(&one()));
        seen(steps.some || self.is(&done.there, &none)?, NONE)?;
        done.there = effect.after.with(INDEX, &turn.to.minus(&one()));
        done.new &= effect.new;
        Ok(())
    }

    /// Lemma K-nomial, with steps counted from 0: they all cost the same.
    fn knomial(&self, place: Place, turn: &Turn, done: &mut Done) -> Result<(), RuleRefusal> {
        let seen = |holds: bool, why: Why| if holds { Ok(()) } else { Err(self.refused(why)) };
        let tree =
            Knomial::of(&self.sizes.scope, place, turn).ok_or_else(|| self.refused(BOUNDS))?;
        for need in &tree.needs {
            seen(need.holds(&tree.scope)?, need.why)?;
        }
        seen(self.is(&done.there, &State::Root)?, FIRST)?;
        done.there = State::All;
        done.stages.pop();
        done.stages.push(stage(zero(), tree.steps, &Term::name(WHOLE)));
        Ok(())
    }

    /// Lemma Halving: along a tour for every p, across one bit after another for powers of two.
    fn halving(&self, place: Place, everything: bool, there: &State) -> Result<Done, RuleRefusal> {
        let scope = &self.sizes.scope;
        let half = match place {
            Place::Tour => {
                let left = p().over(&Term::name(INDEX).power_of_two()).apply(Function::Ceil);
                left.over(&Term::whole(2)).apply(Function::Floor)
            }
            Place::OneBit => {
                let twos = power_of_two(scope, &scope.polynomial(&p())?);
                seen(twos, "halving across bits needs a power of two")?;
                p().over(&Term::name(INDEX).plus(&one()).power_of_two())
            }
            Place::Pairs | Place::Single => {
                return Err(RuleRefusal::Rule("no lemma covers halving over these ways"));
            }
        };
        seen(
            self.is(there, &State::Root)?,
            "halving must begin with all data at the first position",
        )?;
        let (words, there) = if everything {
            (Term::name(WHOLE), State::All)
        } else {
            (half.times(&Term::name(BLOCK)), State::Own)
        };
        let steps = p().apply(Function::Log2).apply(Function::Ceil);
        Ok(Done { there, stages: vec![stage(zero(), steps, &words)], new: true })
    }

    /// Lemma Pipeline.
    fn pipeline(&self, place: Place, pieces: &Term, there: &State) -> Result<Done, RuleRefusal> {
        seen(place == Place::Tour, "a pipeline needs a tour")?;
        let scope = &self.sizes.scope;
        let some = Need::whole(pieces, "").holds(scope)?
            && Need::at_least(pieces, &one(), "").holds(scope)?;
        seen(some, "a pipeline needs at least one piece")?;
        let new = self.is(there, &State::Root)?;
        let begins = new || self.is(there, &State::Parts)?;
        seen(begins, "a pipeline must begin with all data at the first position")?;
        let links = p().minus(&one());
        let some = Term::Apply(Function::Min, vec![one(), links.clone()]);
        let to = some.times(&links.minus(&one()).plus(pieces));
        let stages = vec![stage(zero(), to, &Term::name(WHOLE).over(pieces))];
        Ok(Done { there: if new { State::All } else { State::Prefixes }, stages, new })
    }

    /// Lemma Through the root: a block is the data of one position for the others, or its result.
    fn through(&mut self, to: &Rule, from: &Rule, there: &State) -> Result<Done, RuleRefusal> {
        let (block, after) = match there {
            State::Pairs => (p().minus(&one()).times(&Term::name(BLOCK)), State::Delivered),
            State::Parts => (Term::name(WHOLE), State::Prefixes),
            _ => {
                return Err(RuleRefusal::Rule(
                    "the first position cannot form a result from these data",
                ));
            }
        };
        let gathered = self.rule(to, &State::Own)?;
        let comes = self.is(&gathered.there, &State::Root)?;
        seen(comes, "the first position does not provably receive all data")?;
        let handed = self.rule(from, &State::Root)?;
        let gets = self.is(&handed.there, &State::Own)?;
        seen(gets, "not every position provably receives its result")?;
        let all = p().times(&block);
        let words = |stage: &Stage| put(stage, &[(BLOCK, &block), (WHOLE, &all)]);
        let stages = gathered.stages.iter().chain(&handed.stages).map(words).collect();
        Ok(Done { there: after, stages, new: false })
    }

    /// Lemma Duality: from the state after the rule to the state before it, with equal data combined.
    fn backwards(&mut self, rule: &Rule, there: &State) -> Result<Done, RuleRefusal> {
        const OTHER: Why = "the reversed rule does not begin with the data that the rule ends with";
        let mut last = RuleRefusal::Rule(OTHER);
        for begin in [State::Root, State::Own] {
            let turns = self.turns;
            let done = match self.rule(rule, &begin) {
                Ok(done) => done,
                Err(why) => {
                    self.turns = turns;
                    last = why;
                    continue;
                }
            };
            let all = self.is(&done.there, &State::All)? && self.is(there, &State::Parts)?;
            let own = self.is(&done.there, &State::Own)? && self.is(there, &State::Own)?;
            if !all && !own {
                last = RuleRefusal::Rule(OTHER);
                continue;
            }
            let twice = "a position may receive data twice, so the rule cannot be reversed";
            seen(done.new, twice)?;
            let turned = |stage: Stage| Stage { falling: !stage.falling, ..stage };
            let stages = done.stages.into_iter().rev().map(turned).collect();
            return Ok(Done { there: begin, stages, new: false });
        }
        Err(last)
    }

    /// Lemma Lines: the rule holds on a line of any length.
    fn by_dimension(&self, rule: &Rule, there: &State) -> Result<Done, RuleRefusal> {
        let Domain::Sides(sides) = self.domain else {
            return Err(RuleRefusal::Rule("only a grid has dimensions"));
        };
        let mut last = RuleRefusal::Rule("no lemma covers this along the lines of a grid");
        let pairs =
            [(State::Root, State::All), (State::Own, State::All), (State::Pairs, State::Delivered)];
        for (before, after) in pairs {
            if !self.is(there, &before)? {
                continue;
            }
            for split in [Split::None, Split::Parity, Split::Binary] {
                let not_there = "the rule does not provably end with all data in place on a line";
                match at_all_sizes(rule, Domain::Every, split, (&before, &after), not_there) {
                    Ok(line) => {
                        let along = |j| along(&line.stages, &before, sides, j);
                        let stages = (1..=sides).rev().flat_map(along).collect();
                        return Ok(Done { there: after, stages, new: line.new });
                    }
                    Err(why) => last = why,
                }
            }
        }
        Err(last)
    }

    /// Lemma Fold: the rule holds for every power of two.
    fn folded(&self, rule: &Rule, halves: bool, there: &State) -> Result<Done, RuleRefusal> {
        seen(any_pairs(rule), "a folded rule needs disjoint routes between any nodes")?;
        let after = match there {
            State::Parts => State::All,
            _ => State::Heard(p()),
        };
        let begins = self.is(there, &State::Parts)? || self.is(there, &State::Heard(one()))?;
        seen(begins, "a folded rule must begin with data to combine at every position")?;
        let not_there = "the rule does not provably end with all data in place";
        let ends = (there, &after);
        let done = at_all_sizes(rule, Domain::PowersOfTwo, Split::None, ends, not_there)?;
        let (log, whole) = (p().apply(Function::Log2).apply(Function::Floor), Term::name(WHOLE));
        let (nodes, none) = (log.power_of_two(), zero());
        let folds = Term::Apply(Function::Min, vec![one(), p().minus(&nodes)]);
        let fold = |words: &Term| stage(none.clone(), folds.clone(), words);
        let half = fold(&whole.over(&Term::whole(2)));
        let mut stages = if halves { vec![half.clone(), half] } else { vec![fold(&whole)] };
        let block = whole.over(&nodes);
        let within = [("p", &nodes), ("d", &log), (BLOCK, &block)];
        stages.extend(done.stages.iter().map(|stage| put(stage, &within)));
        stages.push(fold(&whole));
        Ok(Done { there: after, stages, new: false })
    }

    /// Lemma From each: the block of each position reaches all positions, one after another.
    fn each_in_turn(&mut self, rule: &Rule, there: &State) -> Result<Done, RuleRefusal> {
        seen(
            self.is(there, &State::Own)?,
            "a rule repeated from each position must begin with one block at each position",
        )?;
        let done = self.rule(rule, &State::Root)?;
        let brings = self.is(&done.there, &State::All)?;
        seen(brings, "a rule repeated from each position must bring all data to all positions")?;
        let block = Term::name(BLOCK);
        let repeated = |stage: &Stage| {
            let mut stage = put(stage, &[(BLOCK, &block.over(&p())), (WHOLE, &block)]);
            stage.phase.repeat = stage.phase.repeat.times(&p());
            stage
        };
        let stages = done.stages.iter().map(repeated).collect();
        Ok(Done { there: State::All, stages, ..done })
    }
}
