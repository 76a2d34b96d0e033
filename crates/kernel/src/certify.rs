//! Certifies a rule for all sizes: ports, links, data, and the costs of its steps.
//!
//! The state is followed through the rule, in each case of the domain. A turn states the data that it needs
//! before step i and the data that it leaves behind. The latter must provide the former from step to step.
//! Each combinator has a lemma in `specs/lemmas.md`, whose side conditions are identities and inequalities of
//! polynomials here.

use super::need::{BOUNDS, END, FIRST, KINDS, MULTIPLES, Meanings, NEXT, NONE, Why};
use super::polynomial::Polynomial;
use super::rule::StateKind::{All, Delivered, Heard, Own, Pairs, Parts, Prefixes, Root};
use super::rule::{Domain, Lines, RuleClaim, RuleRefusal, Split, Stage, State, StateKind, Steps};
use super::scope::{Scope, Whole};
use super::sizes::{Sizes, StepRange, cases};
use super::state::is;
use super::turn::{TurnStep, meanings};
use super::{INDEX, Phase, Refusal};
use hockney_base::rule::{Fold, Load, Move, Place, Rule, Send, Senders, Turn};
use hockney_base::term::Term;

/// Certifies a rule. Returns its steps, with their costs.
///
/// # Errors
/// The first side condition that is not proved.
pub fn certify(claim: &RuleClaim) -> Result<Vec<Stage>, RuleRefusal> {
    let ends = (&claim.before, &claim.after);
    let follow = |at: &mut Follow<'_>| match &claim.steps {
        Steps::Of(rule) => at.rule(rule, ends.0),
        Steps::Through(to, from) => at.through(to, from, ends.0),
        Steps::InGroups(lines) => in_groups(claim.domain, lines, ends.0),
    };
    let done = at_each_size(claim.domain, claim.split, ends, END, &follow)?;
    let words = [(BLOCK, &claim.block), (WHOLE, &claim.whole)];
    let stages = put(&done.stages, &words);
    costs(claim, &stages)?;
    Ok(stages)
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
            let inner = scope.within(&from);
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

/// What a stage may change a factor to.
fn changes(from: &State) -> Vec<State> {
    let to: &[StateKind] = match from.kind {
        Root => &[All, Own],
        Own => &[All, Root],
        Parts => &[All, Root, Own],
        Pairs => &[Delivered],
        Heard if *from == State::of(Heard, &["1"]) => return vec![State::of(Heard, &["p"])],
        _ => &[],
    };
    to.iter().map(|kind| State::from(*kind)).collect()
}

/// Lemmas In each group and One after another: the state after all stages, from a state of all positions.
///
/// Position (g, x) is place x of part g of N parts of G places. Its data are a product: what a state of N positions
/// gives position g, times what a state of G positions gives position x. A stage changes one factor, on lines along
/// which the other is the same.
fn in_groups(domain: Domain, stages: &[Lines], there: &State) -> Result<Done, RuleRefusal> {
    seen(domain == Domain::Groups, "only parts of equal size have lines between them")?;
    let product = !changes(there).is_empty();
    seen(product, "no lemma splits these data by parts and places")?;
    let (sizes, mut data) = (["N", "G"].map(Term::name), [there.clone(), there.clone()]);
    let mut done = Vec::new();
    for Lines { inside, first_only, rule, startup, word } in stages {
        let (own, other) = (usize::from(*inside), usize::from(!*inside));
        let rooted = data[other].kind == Root;
        seen(rooted == *first_only, "a stage does not run on the lines that have data")?;
        let ends = changes(&data[own]);
        let line = on_a_line(rule, &data[own], &ends, "no lemma covers this on lines")?;
        let others = [(&sizes[other], data[other].kind)];
        let [block, whole] = along(others.into_iter()).map(|words| words.times(word.clone()));
        let values = [("p", &sizes[own]), (BLOCK, &block), (WHOLE, &whole), ("t_s", startup)];
        done.extend(put(&line.stages, &values));
        data[own] = line.there;
    }
    let [between, inside] = data;
    seen(between == inside, "the data do not end alike between parts and inside them")?;
    Ok(Done { there: between, stages: done, new: false })
}

/// The block of a position on a line, and all blocks of the line, where the data are a product with others.
fn along<'a>(others: impl Iterator<Item = (&'a Term, StateKind)>) -> [Term; 2] {
    others.fold([BLOCK, WHOLE].map(Term::name), |[block, whole], (size, kind)| match kind {
        Own => [block, whole.over(size.clone())],
        Pairs | Delivered => [block.times(size.clone()), whole.over(size.clone())],
        _ => [block.times(size.clone()), whole],
    })
}

/// A rule on a line of any length, from a state to the first of some.
fn on_a_line(rule: &Rule, before: &State, ends: &[State], none: Why) -> Result<Done, RuleRefusal> {
    let mut last = RuleRefusal::Rule(none);
    for after in ends {
        for split in [Split::None, Split::Binary] {
            let not_there = "the rule does not provably end with all data in place on a line";
            let follow = |at: &mut Follow<'_>| at.rule(rule, before);
            match at_each_size(Domain::Every, split, (before, after), not_there, &follow) {
                Ok(line) => return Ok(Done { there: after.clone(), ..line }),
                Err(why) => last = why,
            }
        }
    }
    Err(last)
}

/// Whether a rule consists of turns of which this holds, or of halving across one bit after another.
fn turned(rule: &Rule, holds: &dyn Fn(Place, &[Turn]) -> bool) -> bool {
    match rule {
        Rule::Turns(place, turns) => holds(*place, turns),
        Rule::Halving(place @ Place::CubeInOrder, _) => holds(*place, &[]),
        Rule::Then(rules) => rules.iter().all(|rule| turned(rule, holds)),
        Rule::Backwards(rule) | Rule::ByDimension(rule) => turned(rule, holds),
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
                    self.turn(*place, turn, &mut done)?;
                }
                Ok(done)
            }
            Rule::Halving(place, load) => self.halving(*place, *load, there),
            Rule::Pipeline(place) => self.pipeline(*place, there),
            // Lemma Subtrees: the data go as in halving.
            Rule::Subtrees => self.halving(Place::Tour, Load::Everything, there),
            Rule::Straight(_) => none("no lemma covers permutations"),
            Rule::Parts(_) => none("the number of parts follows a table, not a formula"),
            Rule::Then(rules) => rules.iter().try_fold(Done::nothing(there), |done, rule| {
                let next = self.rule(rule, &done.there)?;
                let stages = [done.stages, next.stages].concat();
                Ok(Done { stages, new: done.new && next.new, ..next })
            }),
            Rule::Backwards(rule) => self.backwards(rule, there),
            Rule::ByDimension(rule) => self.by_dimension(rule, there),
            Rule::FromEach(rule) => self.each_in_turn(rule, there),
            Rule::Folded(fold, rule) => self.folded(rule, *fold == Fold::Halves, there),
            Rule::Rotated(rule) => self.rotated(rule, there),
        }
    }

    /// What must be there is.
    fn must(&self, there: &State, be: StateKind, why: Why) -> Result<(), RuleRefusal> {
        seen(self.is(there, be)?, why)
    }

    fn is(&self, there: &State, state: impl Into<State>) -> Result<bool, Refusal> {
        is(&self.sizes.scope, there, &state.into())
    }

    /// A side condition of the turn that is looked at.
    fn met(&self, holds: bool, why: Why) -> Result<(), RuleRefusal> {
        if holds { Ok(()) } else { Err(RuleRefusal::Turn(self.turns, why)) }
    }

    /// Lemmas Turns, and those of each load.
    fn turn(&self, place: Place, turn: &Turn, done: &mut Done) -> Result<(), RuleRefusal> {
        let [send] = turn.sends else {
            return none("no lemma covers two kinds of senders in a step");
        };
        seen(send.load != Load::TheirHalf, "only halving sends halves")?;
        let scope = &self.sizes.scope;
        let [from, to] = [turn.from, turn.to].map(Term::of);
        let steps = self.sizes.steps(&from, &to)?;
        let last = if let StepRange::Steps(steps) = &steps { &steps.last } else { scope };
        let there = done.there.clone();
        let bounds = [&from, &to];
        let step = TurnStep { send, bounds, there: &there, meanings: meanings(send), last };
        let blocks = step.blocks().map(|blocks| blocks.times(Term::of(BLOCK)));
        let words = blocks.unwrap_or_else(|| Term::of(WHOLE));
        done.stages.push(costing(from.clone(), to.clone(), words));
        let steps = match &steps {
            StepRange::Unordered => return self.whole(place, &step, done),
            _ if matches!(send.load, Load::Before(..) | Load::Digit(..)) => {
                return self.whole(place, &step, done);
            }
            StepRange::Empty => return Ok(()),
            StepRange::Steps(steps) => steps,
        };
        let effect = step.effect(self.domain == Domain::Shift);
        let effect = effect.map_err(|why| RuleRefusal::Turn(self.turns, why))?;
        let links = step.links(place);
        let always = || links.iter().chain(&effect.needs);
        for need in always() {
            self.met(need.holds(&steps.last)?, need.why)?;
        }
        let (next, before) = (Term::of("i + 1"), |of: &Term| of.clone().minus(Term::whole(1)));
        if let Some(earlier) = &steps.earlier {
            for need in always().chain(&effect.onwards) {
                self.met(need.holds(earlier)?, need.why)?;
            }
            self.met(is(earlier, &effect.after, &effect.before.with(INDEX, &next))?, NEXT)?;
        }
        self.met(self.is(&done.there, effect.before.with(INDEX, &from))?, FIRST)?;
        // If there may be no step, the state after it must already hold before it.
        let none = effect.after.with(INDEX, &before(&from));
        self.met(steps.some || self.is(&done.there, none)?, NONE)?;
        done.there = effect.after.with(INDEX, &before(&to));
        done.new &= effect.new;
        Ok(())
    }

    /// Lemmas K-nomial, By digits and Census: all steps of a turn together. They count up from 0, or for a tree from
    /// 1 - N to 0, so that step -((K - 1) l + c - 1) is that of digit c of level l.
    fn whole(&self, place: Place, step: &TurnStep<'_>, done: &mut Done) -> Result<(), RuleRefusal> {
        let (sizes, Send { senders, to, load }) = (&self.sizes.scope, step.send);
        let tree = matches!((senders, load), (Senders::Every { .. }, Load::Everything));
        let all =
            matches!((senders, load), (Senders::Everyone, Load::Before(..) | Load::Digit(..)));
        let pairs = matches!((place, to), (Place::Pairs | Place::Cube, Move::Ahead(_)));
        let other = if matches!(load, Load::Before(..) | Load::Digit(..)) { KINDS } else { BOUNDS };
        self.met(pairs && (tree || all), other)?;
        let meanings = step.meanings.and("begin", step.bounds[0]).and("end", step.bounds[1]);
        let base = meanings.term(if tree { "stride" } else { "base" });
        let meanings = meanings.and("K", &base.with(INDEX, &Term::whole(0)));
        let meanings = meanings.define("c", "ceil(p/2^(ceil(log2(p)) - 1 - i))");
        let meanings = meanings.define("above", "ceil(log2(p)/log2(K)) - 1");
        let meanings = meanings.define("steps", STEPS);
        let (ends, is) = match load {
            Load::Before(..) => ([Parts, All], CENSUS),
            Load::Digit(..) => ([Pairs, Delivered], DIGITS),
            _ => ([Root, All], TREE),
        };
        let mut scope = sizes.and(OTHERS, Whole::from(0));
        scope.means.insert(INDEX.to_owned(), Term::of(if tree { "-j" } else { OTHERS }));
        let all = [(NEXT, is), (MULTIPLES, "first = 0; last + by + 1 = p")];
        for need in meanings.needs(&all[..if tree { 2 } else { 1 }]) {
            self.met(need.holds(&scope)?, need.why)?;
        }
        self.met(self.is(&done.there, ends[0])?, FIRST)?;
        done.there = ends[1].into();
        done.new &= tree;
        let meanings = meanings.define("full", "(K - 1) floor(log2(p)/log2(K))");
        let meanings = meanings.define("top", "K^floor(log2(p)/log2(K))");
        let twos = "p is a power of two; K is a power of two";
        let stages: &[[&str; 3]] = match load {
            Load::Everything => &[["0", "steps", WHOLE]],
            Load::Digit(..) if meanings.hold(sizes, twos)? => {
                &[["0", "full", "p/K * block"], ["full", "full + p/top - 1", "top * block"]]
            }
            _ => return Ok(()),
        };
        done.stages.pop();
        let each = |texts: &[&str; 3]| texts.map(|text| meanings.term(text));
        done.stages.extend(stages.iter().map(each).map(|[from, to, of]| costing(from, to, of)));
        Ok(())
    }

    /// Lemma Halving: along a tour for every p, across one bit after another for powers of two.
    fn halving(&self, place: Place, load: Load, there: &State) -> Result<Done, RuleRefusal> {
        let scope = &self.sizes.scope;
        let some = matches!(load, Load::Everything | Load::TheirHalf);
        seen(some, "no lemma covers halving with this load")?;
        let half = match place {
            Place::Tour => "floor(ceil(p/2^i)/2) * block",
            Place::Cube | Place::CubeInOrder => {
                let twos = Meanings::default().hold(scope, "p is a power of two")?;
                seen(twos, "halving across bits needs a power of two")?;
                "p/2^(i + 1) * block"
            }
            Place::Pairs | Place::RootFirst => {
                return none("no lemma covers halving over these ways");
            }
        };
        self.must(there, Root, "halving must begin with all data at the first position")?;
        let everything = load == Load::Everything;
        let (words, there) = if everything { (WHOLE, All) } else { (half, Own) };
        let stages = vec![stage("0", "ceil(log2(p))", words)];
        Ok(Done { there: there.into(), stages, new: true })
    }

    /// Lemmas Pipeline and Disjoint trees. There are n >= 1 pieces, as in all cases of the sizes.
    fn pipeline(&self, place: Place, there: &State) -> Result<Done, RuleRefusal> {
        let new = self.is(there, Root)?;
        let trees = place == Place::Cube && new && self.domain == Domain::PowersOfTwo;
        seen(trees || place == Place::Tour, "a pipeline needs a tour, or a root on a hypercube")?;
        let begins = new || self.is(there, Parts)?;
        seen(begins, "a pipeline must begin with all data at the first position")?;
        let down_trees = "min(1, d) * ceil(n/max(1, d)) + d * min(1, max(0, d - 1))";
        let steps = if trees { down_trees } else { "min(1, p - 1) * (p - 2 + n)" };
        let stages = vec![stage("0", steps, "whole/n")];
        Ok(Done { there: if new { All } else { Prefixes }.into(), stages, new })
    }

    /// Lemma Through the root: a block is the data of one position for the others, or its result.
    fn through(&mut self, to: &Rule, from: &Rule, there: &State) -> Result<Done, RuleRefusal> {
        let (block, after) = match there.kind {
            Pairs => (Term::of("(p - 1) * block"), Delivered),
            Parts => (Term::of(WHOLE), Prefixes),
            _ => return none("the first position cannot form a result from these data"),
        };
        let gathered = self.rule(to, &Own.into())?;
        let comes = "the first position does not provably receive all data";
        self.must(&gathered.there, Root, comes)?;
        let handed = self.rule(from, &Root.into())?;
        self.must(&handed.there, Own, "not every position provably receives its result")?;
        let all = Term::of("p").times(block.clone());
        let stages = [gathered.stages, handed.stages].concat();
        let stages = put(&stages, &[(BLOCK, &block), (WHOLE, &all)]);
        Ok(Done { there: after.into(), stages, new: false })
    }

    /// Lemma Duality: from the state after the rule to the state before it, with equal data combined.
    fn backwards(&mut self, rule: &Rule, there: &State) -> Result<Done, RuleRefusal> {
        const OTHER: Why = "the reversed rule does not begin with the data that the rule ends with";
        let mut last = RuleRefusal::Rule(OTHER);
        for begin in [Root, Own].map(State::from) {
            let turns = self.turns;
            let done = match self.rule(rule, &begin) {
                Ok(done) => done,
                Err(why) => {
                    self.turns = turns;
                    last = why;
                    continue;
                }
            };
            let all = self.is(&done.there, All)? && self.is(there, Parts)?;
            let own = self.is(&done.there, Own)? && self.is(there, Own)?;
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
    fn by_dimension(&mut self, rule: &Rule, there: &State) -> Result<Done, RuleRefusal> {
        let Domain::Sides(sides) = self.domain else { return self.rule(rule, there) };
        let ends = match there.kind {
            Root | Own => vec![All.into()],
            Pairs => vec![Delivered.into()],
            _ => Vec::new(),
        };
        let none = "no lemma covers this along the lines of a grid";
        let line = on_a_line(rule, there, &ends, none)?;
        // After those of later dimensions.
        let sizes: Vec<_> = (1..=sides).map(|j| Term::name(&format!("k_{j}"))).collect();
        let stages = |(j, size): (usize, &Term)| {
            let kind = |k| if k > j { line.there.kind } else { there.kind };
            let others = sizes.iter().enumerate().filter(|(k, _)| *k != j);
            let [block, whole] = along(others.map(|(k, size)| (size, kind(k))));
            put(&line.stages, &[("p", size), (BLOCK, &block), (WHOLE, &whole)])
        };
        let stages = sizes.iter().enumerate().rev().flat_map(stages).collect();
        Ok(Done { stages, ..line })
    }

    /// Lemma Fold: the rule holds for every power of two.
    fn folded(&self, rule: &Rule, halves: bool, there: &State) -> Result<Done, RuleRefusal> {
        let any_pairs = |place, _: &[Turn]| matches!(place, Place::Pairs | Place::Cube);
        seen(turned(rule, &any_pairs), "a folded rule needs disjoint routes between any nodes")?;
        let begins = "a folded rule must begin with data to combine at every position";
        self.must(there, Parts, begins)?;
        let after = All.into();
        let ends = (there, &after);
        let follow = |at: &mut Follow<'_>| at.rule(rule, there);
        let done = at_each_size(Domain::PowersOfTwo, Split::None, ends, END, &follow)?;
        let folds = |words| stage("0", "min(1, p - 2^floor(log2(p)))", words);
        let mut stages = vec![folds(if halves { "whole/2" } else { WHOLE })];
        if halves {
            stages.push(folds("whole/2"));
        }
        let [nodes, log, block] =
            ["2^floor(log2(p))", "floor(log2(p))", "whole/2^floor(log2(p))"].map(Term::of);
        let within = [("p", &nodes), ("d", &log), (BLOCK, &block)];
        stages.extend(put(&done.stages, &within));
        stages.push(folds(WHOLE));
        Ok(Done { there: after, stages, new: false })
    }

    /// Lemma Rotated copies: a step uses one dimension, and each copy has its share of the words.
    fn rotated(&mut self, rule: &Rule, there: &State) -> Result<Done, RuleRefusal> {
        let (way, copies) = match self.domain {
            Domain::PowersOfTwo => (Place::CubeInOrder, "max(1, d)".to_owned()),
            Domain::Sides(sides) => (Place::Tour, format!("(2 * {sides})")),
            _ => (Place::Tour, "2".to_owned()),
        };
        // With the conditions of a turn about links, all cross one bit, or go one ahead or back.
        let everyone = |send: &Send| send.senders == Senders::Everyone;
        let one = |place, turns: &[Turn]| {
            place == way && turns.iter().flat_map(|turn| turn.sends).all(everyone)
        };
        seen(turned(rule, &one), "a step of a rotated rule does not provably use one dimension")?;
        let done = self.rule(rule, there)?;
        let [block, whole] = [BLOCK, WHOLE].map(|of| Term::of(&format!("{of}/{copies}")));
        Ok(Done { stages: put(&done.stages, &[(BLOCK, &block), (WHOLE, &whole)]), ..done })
    }

    /// Lemma From each: the block of each position reaches all positions, one after another.
    fn each_in_turn(&mut self, rule: &Rule, there: &State) -> Result<Done, RuleRefusal> {
        let begin = "a rule repeated from each position must begin with one block at each position";
        self.must(there, Own, begin)?;
        let done = self.rule(rule, &Root.into())?;
        let end = "a rule repeated from each position must bring all data to all positions";
        self.must(&done.there, All, end)?;
        let [whole, block] = [BLOCK, "block/p"].map(Term::of);
        let mut stages = put(&done.stages, &[(BLOCK, &block), (WHOLE, &whole)]);
        for stage in &mut stages {
            stage.phase.repeat = stage.phase.repeat.clone().times(Term::of("p"));
        }
        Ok(Done { there: All.into(), stages, ..done })
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

/// A rule that no lemma covers.
fn none<T>(why: Why) -> Result<T, RuleRefusal> {
    Err(RuleRefusal::Rule(why))
}

/// The same stages with names replaced by terms.
fn put(stages: &[Stage], values: &[(&str, &Term)]) -> Vec<Stage> {
    let one = |Stage { phase, falling }: &Stage| {
        let [from, to, cost, repeat] = phase.terms().map(|term| term.with_all(values));
        Stage { phase: Phase { from, to, cost, repeat }, falling: *falling }
    };
    stages.iter().map(one).collect()
}

fn stage(from: &str, to: &str, words: &str) -> Stage {
    costing(Term::of(from), Term::of(to), Term::of(words))
}

/// Steps i = from, .., to - 1, each with a message of so many words.
fn costing(from: Term, to: Term, words: Term) -> Stage {
    let cost = Term::of("t_s").plus(words);
    Stage { phase: Phase { from, to, cost, repeat: Term::whole(1) }, falling: false }
}

/// The formulas of turns that are looked at as a whole.
const STEPS: &str = "max(0, (K - 1) * above + ceil(p/K^max(0, above)) - 1)";
const CENSUS: &str =
    "begin = 0; end = ceil(log2(p)); by = floor(c/2); count = c - by - 1; own = by - count";
const DIGITS: &str = "K >= 2; begin = 0; end = steps; by = digit unit; \
     unit = K^floor(i/(K - 1)); digit = i mod (K - 1) + 1";
const TREE: &str = "K >= 2; begin = 1 - steps; end = 1; stride = K * K^floor((0 - i)/(K - 1)); \
     by = ((0 - i) mod (K - 1) + 1) * K^floor((0 - i)/(K - 1))";

/// The number of steps before this one, or yet to come.
const OTHERS: &str = "j";
