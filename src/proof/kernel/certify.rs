//! Certifies a rule for all sizes: ports, links, data, and what its steps cost.
//!
//! What is there is followed through the rule, in each case of the domain. A turn names what it needs
//! before step i and what it leaves behind; the one must lead to the other from step to step. Each
//! combinator has a lemma in `specs/lemmas.md`, whose side conditions are identities and inequalities
//! of polynomials here.

use super::need::{FIRST, KINDS, NEXT, NONE, Why, holds, power_of_two};
use super::polynomial::Polynomial;
use super::rule::{Domain, Place, Rule, RuleClaim, RuleRefusal, Split, Stage, State, Turn};
use super::scope::{Scope, Whole};
use super::sizes::{Sizes, StepRange, cases, ceil_log};
use super::stages::{BLOCK, WHOLE, along, put, stage};
use super::state::is;
use super::term::{Function, Term};
use super::turn::{blocks, effect, ways};
use super::{INDEX, Phase, Refusal};

/// What a rule leaves behind, and its steps; words in `block` and `whole`.
struct Done {
    there: State,
    stages: Vec<Stage>,
    /// Whether nobody receives what it has, so that it may be run backwards.
    new: bool,
}

/// Certifies a rule; its steps, with their cost.
///
/// # Errors
/// The first side condition that is not seen to hold.
pub fn certify(claim: &RuleClaim) -> Result<Vec<Stage>, RuleRefusal> {
    let all = cases(claim.domain, claim.split)
        .ok_or(RuleRefusal::Rule("the sizes are not split like this"))?;
    let by = (claim.domain == Domain::Shift).then(|| Term::name("q"));
    let mut told = None;
    for sizes in all {
        let sizes = sizes.known()?;
        let mut follow = Follow { sizes: &sizes, domain: claim.domain, by: by.as_ref(), turns: 0 };
        let done = follow.rule(&claim.rule, &claim.before)?;
        if !is(&sizes.scope, &done.there, &claim.after)? {
            return Err(RuleRefusal::Rule("in the end not all is seen to be where it belongs"));
        }
        let words = |stage: &Stage| put(stage, &[(BLOCK, &claim.block), (WHOLE, &claim.whole)]);
        let stages: Vec<Stage> = done.stages.iter().map(words).collect();
        if told.as_ref().is_some_and(|told| *told != stages) {
            return Err(RuleRefusal::Rule("it has other steps in another case"));
        }
        told = Some(stages);
    }
    let stages = told.ok_or(RuleRefusal::Rule("the sizes are not split like this"))?;
    costs(claim, &stages)?;
    Ok(stages)
}

/// That the stages cost what is stated: all sizes at once, or case by case without empty stages.
fn costs(claim: &RuleClaim, stages: &[Stage]) -> Result<(), RuleRefusal> {
    let together = cases(claim.domain, Split::None).unwrap_or_default();
    let split = cases(claim.domain, claim.split).unwrap_or_default();
    let same = |all: Vec<Sizes>| {
        all.into_iter().try_for_each(|sizes| equal_costs(&sizes.known()?.scope, stages, claim))
    };
    same(together).or_else(|_| same(split))
}

fn equal_costs(scope: &Scope, stages: &[Stage], claim: &RuleClaim) -> Result<(), RuleRefusal> {
    let steps = |stage: &&Stage| {
        let count = scope.polynomial(&stage.phase.to.minus(&stage.phase.from));
        count.is_ok_and(|count| count.as_number().is_none_or(|count| count.is_positive()))
    };
    let inner = scope.and(INDEX, Whole::from(0));
    let (ours, stated): (Vec<_>, Vec<_>) =
        (stages.iter().filter(steps).collect(), claim.stated.iter().filter(steps).collect());
    for k in 0..ours.len().max(stated.len()) {
        let (Some(one), Some(other)) = (ours.get(k), stated.get(k)) else {
            return Err(RuleRefusal::Cost(k + 1));
        };
        let parts = |of: &Stage| -> Result<Vec<Polynomial>, Refusal> {
            let Phase { from, to, cost, repeat } = &of.phase;
            [cost, from, to, repeat].iter().map(|term| inner.polynomial(term)).collect()
        };
        let (parts, others) = (parts(one)?, parts(other)?);
        // Which of equal steps is the first does not matter.
        let alike = !parts[0].atoms().any(|atom| atom.mentions(INDEX));
        if parts != others || one.falling != other.falling && !alike {
            return Err(RuleRefusal::Cost(k + 1));
        }
    }
    Ok(())
}

/// How a rule is followed at some of the sizes.
struct Follow<'a> {
    sizes: &'a Sizes,
    domain: Domain,
    by: Option<&'a Term>,
    /// How many turns there were so far, for messages.
    turns: usize,
}

impl Follow<'_> {
    fn rule(&mut self, rule: &Rule, there: &State) -> Result<Done, RuleRefusal> {
        match rule {
            Rule::Turns(place, turns) => {
                let mut done = Done { there: there.clone(), stages: Vec::new(), new: true };
                for turn in turns {
                    self.turns += 1;
                    self.turn(*place, turn, &mut done)?;
                }
                Ok(done)
            }
            Rule::Halving { place, everything } => self.halving(*place, *everything, there),
            Rule::Pipeline { place, pieces } => self.pipeline(*place, pieces, there),
            Rule::Then(rules) => {
                let mut done = Done { there: there.clone(), stages: Vec::new(), new: true };
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
            Rule::FromEach(rule) => self.each_in_turn(rule, there),
        }
    }

    fn is(&self, there: &State, state: &State) -> Result<bool, Refusal> {
        is(&self.sizes.scope, there, state)
    }

    /// Lemmas Turns, and those of each load.
    fn turn(&self, place: Place, turn: &Turn, done: &mut Done) -> Result<(), RuleRefusal> {
        let refused = |why: Why| RuleRefusal::Turn(self.turns, why);
        let steps = self.sizes.steps(&turn.from, &turn.to)?;
        if matches!(steps, StepRange::Unordered) {
            return Err(refused("its first and last step are not seen to be whole and in order"));
        }
        let words = match blocks(&turn.load) {
            Some(blocks) => blocks.times(&Term::name(BLOCK)),
            None => Term::name(WHOLE),
        };
        done.stages.push(stage(turn.from.clone(), turn.to.clone(), &words));
        let StepRange::Steps(steps) = steps else { return Ok(()) };
        let same = |one: &Term, other: &Term| {
            let of = |term: &Term| steps.last.polynomial(term);
            of(one).is_ok_and(|one| of(other).is_ok_and(|other| one == other))
        };
        let effect = effect(turn, &done.there, self.by, &same).ok_or_else(|| refused(KINDS))?;
        let ways = ways(place, turn);
        let always = || ways.iter().chain(&effect.needs);
        for (need, why) in always() {
            if !holds(&steps.last, need)? {
                return Err(refused(why));
            }
        }
        if let Some(earlier) = &steps.earlier {
            for (need, why) in always().chain(&effect.onwards) {
                if !holds(earlier, need)? {
                    return Err(refused(why));
                }
            }
            let next = Term::name(INDEX).plus(&Term::whole(1));
            if !is(earlier, &effect.after, &effect.before.with(INDEX, &next))? {
                return Err(refused(NEXT));
            }
        }
        let before = effect.before.with(INDEX, &turn.from);
        if !self.is(&done.there, &before)? {
            return Err(refused(FIRST));
        }
        // Where there may be no step, what it would leave behind is there before.
        let none = effect.after.with(INDEX, &turn.from.minus(&Term::whole(1)));
        if !steps.some && !self.is(&done.there, &none)? {
            return Err(refused(NONE));
        }
        done.there = effect.after.with(INDEX, &turn.to.minus(&Term::whole(1)));
        done.new &= effect.new;
        Ok(())
    }

    /// Lemma Halving: along a tour for every p, across one bit after another for powers of two.
    fn halving(&self, place: Place, everything: bool, there: &State) -> Result<Done, RuleRefusal> {
        let (scope, p) = (&self.sizes.scope, Term::name("p"));
        let half = match place {
            Place::Tour => {
                let left = p.over(&Term::name(INDEX).power_of_two()).apply(Function::Ceil);
                left.over(&Term::whole(2)).apply(Function::Floor)
            }
            Place::OneBit if power_of_two(scope, &scope.polynomial(&p)?) => {
                p.over(&Term::name(INDEX).plus(&Term::whole(1)).power_of_two())
            }
            Place::OneBit => {
                return Err(RuleRefusal::Rule("halving across bits is of a power of two only"));
            }
            Place::Pairs | Place::Single => {
                return Err(RuleRefusal::Rule("no lemma speaks of halving over these ways"));
            }
        };
        if !self.is(there, &State::Root)? {
            return Err(RuleRefusal::Rule("halving begins where the first has everything"));
        }
        let (words, there) = if everything {
            (Term::name(WHOLE), State::All)
        } else {
            (half.times(&Term::name(BLOCK)), State::Own)
        };
        let stages = vec![stage(Term::whole(0), ceil_log(&p), &words)];
        Ok(Done { there, stages, new: true })
    }

    /// Lemma Pipeline.
    fn pipeline(&self, place: Place, pieces: &Term, there: &State) -> Result<Done, RuleRefusal> {
        if place != Place::Tour {
            return Err(RuleRefusal::Rule("a pipeline keeps to disjoint arcs of a tour only"));
        }
        let scope = &self.sizes.scope;
        let number = scope.polynomial(pieces)?;
        let above = number.minus(&Polynomial::number(1));
        if !scope.is_whole(&number) || !scope.not_negative(&above) {
            return Err(RuleRefusal::Rule("a pipeline is of one piece or more"));
        }
        let (there, new) = if self.is(there, &State::Root)? {
            (State::All, true)
        } else if self.is(there, &State::Parts)? {
            (State::Prefixes, false)
        } else {
            return Err(RuleRefusal::Rule("a pipeline begins where the first has everything"));
        };
        let p = Term::name("p");
        let links = p.minus(&Term::whole(1));
        let some = Term::Apply(Function::Min, vec![Term::whole(1), links.clone()]);
        let to = some.times(&links.minus(&Term::whole(1)).plus(pieces));
        let stages = vec![stage(Term::whole(0), to, &Term::name(WHOLE).over(pieces))];
        Ok(Done { there, stages, new })
    }

    /// Lemma Through the root: a block is what one position has for the others, or is to get.
    fn through(&mut self, to: &Rule, from: &Rule, there: &State) -> Result<Done, RuleRefusal> {
        let (block, whole, p) = (Term::name(BLOCK), Term::name(WHOLE), Term::name("p"));
        let (block, after) = match there {
            State::Pairs => (p.minus(&Term::whole(1)).times(&block), State::Delivered),
            State::Parts => (whole, State::Prefixes),
            _ => return Err(RuleRefusal::Rule("nothing is formed of this at the first position")),
        };
        let gathered = self.rule(to, &State::Own)?;
        if !self.is(&gathered.there, &State::Root)? {
            return Err(RuleRefusal::Rule("not everything is seen to come to the first position"));
        }
        let handed = self.rule(from, &State::Root)?;
        if !self.is(&handed.there, &State::Own)? {
            return Err(RuleRefusal::Rule("not everyone is seen to get what was formed for it"));
        }
        let all = p.times(&block);
        let words = |stage: &Stage| put(stage, &[(BLOCK, &block), (WHOLE, &all)]);
        let stages = gathered.stages.iter().chain(&handed.stages).map(words).collect();
        Ok(Done { there: after, stages, new: false })
    }

    /// Lemma Duality: from what the rule leaves behind to what it begins with, combined where more
    /// than one had the same.
    fn backwards(&mut self, rule: &Rule, there: &State) -> Result<Done, RuleRefusal> {
        let mut last = RuleRefusal::Rule(
            "backwards begins with something else than what the rule leaves behind",
        );
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
            let begins = |state: &State| self.is(there, state);
            let all = self.is(&done.there, &State::All)? && begins(&State::Parts)?;
            let own = self.is(&done.there, &State::Own)? && begins(&State::Own)?;
            if !all && !own {
                last = RuleRefusal::Rule(
                    "backwards begins with something else than what the rule leaves behind",
                );
                continue;
            }
            if !done.new {
                return Err(RuleRefusal::Rule(
                    "somebody may receive twice what it has, so it is not run backwards",
                ));
            }
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
        let mut last = RuleRefusal::Rule("no lemma speaks of this along the lines of a grid");
        let pairs =
            [(State::Root, State::All), (State::Own, State::All), (State::Pairs, State::Delivered)];
        for (before, after) in pairs {
            if !self.is(there, &before)? {
                continue;
            }
            for split in [Split::None, Split::Parity, Split::Binary] {
                match on_a_line(rule, &before, &after, split) {
                    Ok((stages, new)) => {
                        let along = |j| along(&stages, &before, sides, j);
                        let stages = (1..=sides).rev().flat_map(along).collect();
                        return Ok(Done { there: after, stages, new });
                    }
                    Err(why) => last = why,
                }
            }
        }
        Err(last)
    }

    /// Lemma From each: everyone's block comes to all, one after another.
    fn each_in_turn(&mut self, rule: &Rule, there: &State) -> Result<Done, RuleRefusal> {
        if !self.is(there, &State::Own)? {
            return Err(RuleRefusal::Rule("from each begins where everyone has its own"));
        }
        let done = self.rule(rule, &State::Root)?;
        if !self.is(&done.there, &State::All)? {
            return Err(RuleRefusal::Rule("from each is of a rule that brings everything to all"));
        }
        let (block, p) = (Term::name(BLOCK), Term::name("p"));
        let repeated = |stage: &Stage| {
            let mut stage = put(stage, &[(BLOCK, &block.over(&p)), (WHOLE, &block)]);
            stage.phase.repeat = stage.phase.repeat.times(&p);
            stage
        };
        let stages = done.stages.iter().map(repeated).collect();
        Ok(Done { there: State::All, stages, new: done.new })
    }
}

/// The stages of a rule on a line of p positions, for every p.
fn on_a_line(
    rule: &Rule,
    before: &State,
    after: &State,
    split: Split,
) -> Result<(Vec<Stage>, bool), RuleRefusal> {
    let mut all = None;
    for sizes in cases(Domain::Every, split).unwrap_or_default() {
        let sizes = sizes.known()?;
        let mut follow = Follow { sizes: &sizes, domain: Domain::Every, by: None, turns: 0 };
        let done = follow.rule(rule, before)?;
        if !is(&sizes.scope, &done.there, after)? {
            return Err(RuleRefusal::Rule("on a line not all is seen to be where it belongs"));
        }
        let new = done.new && all.as_ref().is_none_or(|(_, new)| *new);
        all = Some((done.stages, new));
    }
    all.ok_or(RuleRefusal::Rule("the sizes are not split like this"))
}
