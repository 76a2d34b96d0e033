//! Steps with their costs, in words of a block and of all data, and the state after them.

use super::Phase;
use super::need::Why;
use super::rule::{RuleRefusal, Stage, State};
use super::term::Term;

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
