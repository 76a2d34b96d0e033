//! Certifies a rule for all sizes: ports, links, data, and the costs of its steps.
//!
//! The state is followed through the rule, in each case of the domain. A turn states the data that it needs
//! before step i and the data that it leaves behind. The latter must provide the former from step to step.
//! Each combinator has a lemma in `specs/lemmas.md`, whose side conditions are identities and inequalities of
//! polynomials here.

use super::need::{BOUNDS, FIRST, MULTIPLES, NEXT, NONE, Need, Why, one, p, power_of_two, zero};
use super::polynomial::Polynomial;
use super::rule::{Domain, Lines, RuleClaim, RuleRefusal, Split, Stage, State, Steps, Turn};
use super::scope::{Scope, Whole};
use super::sizes::{Sizes, StepRange, cases};
use super::state::is;
use super::turn::{blocks, effect, links};
use super::{INDEX, Phase, Refusal};
use hockney_base::rule::{Fold, Load, Move, Place, Rule, Senders};
use hockney_base::term::{Function, Term};

/// Certifies a rule. Returns its steps, with their costs.
///
/// # Errors
/// The first side condition that is not proved.
pub fn certify(claim: &RuleClaim) -> Result<Vec<Stage>, RuleRefusal> {
    let ends = (&claim.before, &claim.after);
    let not_there = "the rule does not provably end with all data in place";
    let follow = |at: &mut Follow<'_>| match &claim.steps {
        Steps::Of(rule) => at.rule(rule, ends.0),
        Steps::Through(to, from) => at.through(to, from, ends.0),
        Steps::InGroups(lines) => in_groups(claim.domain, lines, ends.0),
    };
    let done = at_each_size(claim.domain, claim.split, ends, not_there, &follow)?;
    let words = [(BLOCK, &claim.block), (WHOLE, &claim.whole)];
    let stages: Vec<Stage> = done.stages.iter().map(|stage| put(stage, &words)).collect();
    costs(claim, &stages)?;
    Ok(stages)
}

/// Follows a rule at all sizes of a domain, from the state before to the state after.
fn at_all_sizes(
    rule: &Rule,
    domain: Domain,
    split: Split,
    ends: (&State, &State),
    not_there: Why,
) -> Result<Done, RuleRefusal> {
    at_each_size(domain, split, ends, not_there, &|at| at.rule(rule, ends.0))
}

/// Follows steps case by case, with the same result in each.
fn at_each_size(
    domain: Domain,
    split: Split,
    ends: (&State, &State),
    not_there: Why,
    follow: &dyn Fn(&mut Follow<'_>) -> Result<Done, RuleRefusal>,
) -> Result<Done, RuleRefusal> {
    let mut told: Option<Done> = None;
    for sizes in cases(domain, split) {
        let sizes = sizes.known()?;
        let mut done = follow(&mut Follow { sizes: &sizes, domain, turns: 0 })?;
        seen(is(&sizes.scope, &done.there, ends.1)?, not_there)?;
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

/// Lemmas In each group and One after another: the state after all stages, from a state of all positions.
///
/// Position (g, x) is place x of part g of N parts of G places. Its data are a product: what a state of N positions
/// gives position g, times what a state of G positions gives position x. A stage changes one factor, on lines along
/// which the other is the same.
fn in_groups(domain: Domain, stages: &[Lines], there: &State) -> Result<Done, RuleRefusal> {
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
        let before = own.clone();
        let ends = changes().into_iter().filter(|(from, _)| *from == before);
        let (_, line) = on_a_line(&lines.rule, ends, "no lemma covers this on lines")?;
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

/// A rule on a line of any length, from the first of some states to the one that belongs to it.
fn on_a_line(
    rule: &Rule,
    ends: impl Iterator<Item = (State, State)>,
    none: Why,
) -> Result<(State, Done), RuleRefusal> {
    let mut last = RuleRefusal::Rule(none);
    for (before, after) in ends {
        for split in [Split::None, Split::Parity, Split::Binary] {
            let not_there = "the rule does not provably end with all data in place on a line";
            match at_all_sizes(rule, Domain::Every, split, (&before, &after), not_there) {
                Ok(line) => return Ok((before, Done { there: after, ..line })),
                Err(why) => last = why,
            }
        }
    }
    Err(last)
}

/// Whether all routes of a rule are disjoint for any numbering of the nodes.
fn any_pairs(rule: &Rule) -> bool {
    match rule {
        Rule::Turns(place, _) => matches!(place, Place::Pairs | Place::Cube),
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
                for turn in *turns {
                    self.turns += 1;
                    self.turn(*place, &Turn::read(turn)?, &mut done)?;
                }
                Ok(done)
            }
            Rule::Halving(place, load) => self.halving(*place, *load, there),
            Rule::Pipeline(place) => self.pipeline(*place, there),
            Rule::Subtrees => Err(RuleRefusal::Rule("no lemma covers subtrees")),
            Rule::Straight(_) => Err(RuleRefusal::Rule("no lemma covers permutations")),
            Rule::Parts(_) => {
                Err(RuleRefusal::Rule("the number of parts follows a table, not a formula"))
            }
            Rule::Then(rules) => {
                let mut done = Done::nothing(there);
                for rule in *rules {
                    let next = self.rule(rule, &done.there)?;
                    done.stages.extend(next.stages);
                    done.new &= next.new;
                    done.there = next.there;
                }
                Ok(done)
            }
            Rule::Backwards(rule) => self.backwards(rule, there),
            Rule::ByDimension(rule) => self.by_dimension(rule, there),
            Rule::FromEach(rule) => self.each_in_turn(rule, there),
            Rule::Folded(fold, rule) => self.folded(rule, *fold == Fold::Halves, there),
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
        let words = match blocks(&turn.send.load) {
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
        let links = links(place, turn);
        let always = || links.iter().chain(&effect.needs);
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
    fn halving(&self, place: Place, load: Load, there: &State) -> Result<Done, RuleRefusal> {
        let scope = &self.sizes.scope;
        let some = matches!(load, Load::Everything | Load::TheirHalf);
        seen(some, "no lemma covers halving with this load")?;
        let half = match place {
            Place::Tour => {
                let left = p().over(&Term::name(INDEX).power_of_two()).apply(Function::Ceil);
                left.over(&Term::whole(2)).apply(Function::Floor)
            }
            Place::Cube | Place::CubeInOrder => {
                let twos = power_of_two(scope, &scope.polynomial(&p())?);
                seen(twos, "halving across bits needs a power of two")?;
                p().over(&Term::name(INDEX).plus(&one()).power_of_two())
            }
            Place::Pairs | Place::RootFirst => {
                return Err(RuleRefusal::Rule("no lemma covers halving over these ways"));
            }
        };
        seen(
            self.is(there, &State::Root)?,
            "halving must begin with all data at the first position",
        )?;
        let (words, there) = if load == Load::Everything {
            (Term::name(WHOLE), State::All)
        } else {
            (half.times(&Term::name(BLOCK)), State::Own)
        };
        let steps = p().apply(Function::Log2).apply(Function::Ceil);
        Ok(Done { there, stages: vec![stage(zero(), steps, &words)], new: true })
    }

    /// Lemma Pipeline.
    fn pipeline(&self, place: Place, there: &State) -> Result<Done, RuleRefusal> {
        seen(place == Place::Tour, "a pipeline needs a tour")?;
        // A whole number from 1 on, as in all cases of the sizes.
        let pieces = Term::name("n");
        let new = self.is(there, &State::Root)?;
        let begins = new || self.is(there, &State::Parts)?;
        seen(begins, "a pipeline must begin with all data at the first position")?;
        let links = p().minus(&one());
        let some = Term::Apply(Function::Min, vec![one(), links.clone()]);
        let to = some.times(&links.minus(&one()).plus(&pieces));
        let stages = vec![stage(zero(), to, &Term::name(WHOLE).over(&pieces))];
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
        let pairs =
            [(State::Root, State::All), (State::Own, State::All), (State::Pairs, State::Delivered)];
        let mut ends = Vec::new();
        for (before, after) in pairs {
            if self.is(there, &before)? {
                ends.push((before, after));
            }
        }
        let none = "no lemma covers this along the lines of a grid";
        let (before, line) = on_a_line(rule, ends.into_iter(), none)?;
        let along = |j| along(&line.stages, &before, sides, j);
        let stages = (1..=sides).rev().flat_map(along).collect();
        Ok(Done { stages, ..line })
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

/// The cost of a block.
pub(super) const BLOCK: &str = "block";
/// The cost of all data.
pub(super) const WHOLE: &str = "whole";

/// The state after a rule, and its steps, with words in `block` and `whole`.
pub(super) struct Done {
    pub(super) there: State,
    pub(super) stages: Vec<Stage>,
    /// Whether no position receives data that it has, so that the rule can be reversed.
    pub(super) new: bool,
}

impl Done {
    pub(super) fn nothing(there: &State) -> Self {
        Done { there: there.clone(), stages: Vec::new(), new: true }
    }
}

/// A side condition of a combinator.
pub(super) fn seen(holds: bool, why: Why) -> Result<(), RuleRefusal> {
    if holds { Ok(()) } else { Err(RuleRefusal::Rule(why)) }
}

/// The stages along the lines of dimension j, after those of later dimensions.
pub(super) fn along(stages: &[Stage], before: &State, sides: usize, j: usize) -> Vec<Stage> {
    let side = |j: usize| Term::name(&format!("k_{j}"));
    let (k, block, whole) = (side(j), Term::name(BLOCK), Term::name(WHOLE));
    let (block, whole) = if *before == State::Root {
        // The data that a line brings to all its nodes are the same on each line.
        (whole.over(&k), whole)
    } else {
        let pairs = *before == State::Pairs;
        let others = (1..=sides).filter(|other| *other > j || pairs && *other < j);
        let block = others.map(side).fold(block, |block, side| block.times(&side));
        (block.clone(), block.times(&k))
    };
    let put = |stage: &Stage| put(stage, &[("p", &k), (BLOCK, &block), (WHOLE, &whole)]);
    stages.iter().map(put).collect()
}

pub(super) fn put(stage: &Stage, values: &[(&str, &Term)]) -> Stage {
    let [from, to, cost, repeat] = stage.phase.terms().map(|term| term.with_all(values));
    Stage { phase: Phase { from, to, cost, repeat }, falling: stage.falling }
}

pub(super) fn stage(from: Term, to: Term, words: &Term) -> Stage {
    let cost = Term::name("t_s").plus(words);
    Stage { phase: Phase { from, to, cost, repeat: Term::whole(1) }, falling: false }
}

/// The number of steps yet to come.
const LEFT: &str = "j";

/// Lemma K-nomial: a turn that may be the tree to a base K, whose steps go down level by level and digit by digit.
///
/// The turn counts from 1 - N to 0, so that step -((K - 1) l + c - 1) is that of digit c of level l.
pub(super) struct Knomial {
    /// The number of steps.
    pub steps: Term,
    /// The definitions of the names in any step.
    pub scope: Scope,
    /// The conditions for it to be the tree.
    pub needs: Vec<Need>,
}

impl Knomial {
    /// The tree that a turn has to be, if the senders of its last step are the multiples of a number K >= 2.
    pub(super) fn of(sizes: &Scope, place: Place, turn: &Turn) -> Option<Self> {
        let (Place::Pairs | Place::Cube, Load::Everything, Senders::Every { first, stride, last }) =
            (place, &turn.send.load, &turn.send.senders)
        else {
            return None;
        };
        let Move::Ahead(by) = &turn.send.to else { return None };
        let base = sizes.polynomial(&stride.with(INDEX, &zero())).ok()?.as_number()?.to_i64()?;
        let k = Term::whole(Some(base).filter(|base| *base >= 2)?);
        let power = |of: Term| Term::Power(Box::new(k.clone()), Box::new(of));
        let (digits, to_zero) = (k.minus(&one()), Term::name(INDEX).negative());
        let unit = power(to_zero.over(&digits).apply(Function::Floor));
        let digit = Term::Apply(Function::Mod, vec![to_zero, digits.clone()]).plus(&one());
        let log = |of: &Term| of.clone().apply(Function::Log2);
        let above = log(&p()).over(&log(&k)).apply(Function::Ceil).minus(&one());
        let not_negative = |of: Term| Term::Apply(Function::Max, vec![zero(), of]);
        let top = p().over(&power(not_negative(above.clone()))).apply(Function::Ceil);
        let steps = not_negative(digits.times(&above).plus(&top).minus(&one()));
        let needs = vec![
            Need::same(&turn.from, &one().minus(&steps), NEXT),
            Need::same(&turn.to, &one(), NEXT),
            Need::same(stride, &k.times(&unit), NEXT),
            Need::same(by, &digit.times(&unit), NEXT),
            Need::same(first, &zero(), MULTIPLES),
            Need::same(&last.plus(by).plus(&one()), &p(), MULTIPLES),
        ];
        // No step has an i above 0.
        let mut scope = sizes.and(LEFT, Whole::from(0));
        scope.means.insert(INDEX.to_owned(), Term::name(LEFT).negative());
        Some(Knomial { steps, scope, needs })
    }
}
