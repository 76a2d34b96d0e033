//! Combined data: the values that the representative of each class knows.

use super::Scene;
use super::scattered::scatters;
use crate::checker::combined::Stuck;
use crate::checker::combined::interval_map::{Intervals, Learner, each_part, learn};
use crate::checker::combined::received::{Knower, Received};
use crate::checker::combined::sets::{SetId, Sets};
use crate::checker::combined::spans;
use crate::checker::combined::work::{Exhausted, Work};
use crate::checker::report::judgement::Judgement;
use crate::checker::report::{At, Findings};
use crate::collective::Required;
use crate::schedule::{Brick, Pattern, Run, Runs};
use crate::topology::Vertex;

pub(crate) struct Combined {
    sets: Sets,
    received_values: Received,
    intervals: Vec<Intervals>,
    travelling: Vec<Travelling>,
    scattered: bool,
}

/// A value on its way, as the receiver's representative gets it.
struct Travelling {
    message: usize,
    class: usize,
    blocks: Runs,
    value: SetId,
}

impl Combined {
    pub(crate) fn at_start(scene: &Scene<'_>) -> Self {
        let intervals = scene.representatives.iter().map(|_| Intervals::new()).collect();
        let sets = Sets::of_positions(scene.by.nodes());
        let received_values = Received::default();
        Combined { sets, received_values, intervals, travelling: Vec::new(), scattered: false }
    }

    /// Whether some value that travelled is not of one run of positions.
    pub(crate) fn scattered(&self) -> bool {
        self.scattered
    }

    /// Whether the sender can form what a message carries; and sets it on its way.
    pub(crate) fn judge(
        &mut self,
        scene: &Scene<'_>,
        (number, pattern): (usize, &Pattern),
        judgement: &mut Judgement,
        work: &mut Work,
    ) -> Result<(), Stuck> {
        let (space, nodes) = (scene.symmetric.space(), scene.symmetric.nodes());
        let home = scene.home(pattern.from);
        // From the sender's representative to the receiver's.
        let on = scene.by.apply(scene.home(pattern.to), scene.by.from_representative(pattern.from));
        let own = SetId::one(scene.by.representative(pattern.from));
        let mut moved: Vec<Brick> = Vec::new();
        for part in &pattern.parts {
            moved.clear();
            part.blocks.iter().for_each(|b| space.translate(scene.by, home, b, &mut moved));
            let stuck = |Exhausted| Stuck { block: 0 };
            let runs = usize::try_from(space.most_runs(&moved)).unwrap_or(usize::MAX);
            work.spend(runs).map_err(stuck)?;
            let blocks = space.numbers(&moved);
            let Combined { sets, received_values, intervals, travelling, scattered } = self;
            let claimed = match &part.contributors {
                None => None,
                Some(who) => {
                    let who = nodes.translate_runs(scene.by, home, who);
                    // What is out of range has been refused.
                    let who = spans::of_runs(&who, u32::MAX).unwrap_or_default();
                    Some(sets.intern(&who, work).map_err(stuck)?)
                }
            };
            // Blocks of which the sender knows the same travel as one.
            let mut values: Vec<(SetId, Vec<Run>)> = Vec::new();
            for run in blocks.runs() {
                let known = &intervals[scene.by.class(pattern.from)];
                each_part(known, *run, |blocks, received| {
                    let knower = Knower { own, received };
                    let at = (blocks, &mut *judgement);
                    let (value, _) = received_values.sent(knower, claimed, at, sets, work)?;
                    match values.last_mut() {
                        Some((last, runs)) if *last == value => runs.push(blocks),
                        _ => values.push((value, vec![blocks])),
                    }
                    Ok(())
                })?;
            }
            for (value, runs) in values {
                let who = spans::runs(&sets.get(value));
                *scattered = *scattered || scatters(scene, &who);
                work.spend(who.runs().len()).map_err(stuck)?;
                let who = nodes.translate_runs(scene.by, on, &who);
                let who = spans::of_runs(&who, u32::MAX).unwrap_or_default();
                let value = sets.intern(&who, work).map_err(stuck)?;
                let blocks: Runs = runs.into_iter().collect();
                let blocks = space.translate_runs(scene.by, on, &blocks);
                let class = scene.by.class(pattern.to);
                travelling.push(Travelling { message: number, class, blocks, value });
            }
        }
        Ok(())
    }

    /// All that travels arrives as what it claims to be.
    pub(crate) fn arrive(
        &mut self,
        scene: &Scene<'_>,
        messages: &[Pattern],
        at: At,
        findings: &mut Findings,
    ) {
        let travelling = std::mem::take(&mut self.travelling);
        let end = scene.instance.all_blocks().runs().last().map_or(0, |run| run.end);
        for of_message in travelling.chunk_by(|a, b| a.message == b.message) {
            let mut known = Runs::new();
            for Travelling { class, blocks, value, .. } in of_message {
                let own = SetId::one(scene.representatives[*class]);
                if *value == own {
                    known.extend(blocks);
                    continue;
                }
                let Combined { sets, received_values, intervals, .. } = self;
                let mut learner = Learner { own, sets, received_values };
                for run in blocks.runs() {
                    let of = (&mut intervals[*class], end);
                    learn(of, (*run, *value), &mut learner, &mut known);
                }
            }
            let message = of_message.first().and_then(|first| messages.get(first.message));
            if let Some(pattern) = message.filter(|_| !known.is_empty()) {
                findings.redundant(at, scene.ends(pattern, scene.home(pattern.to)), known);
            }
        }
    }

    /// Whether a representative can form what it must at the end.
    pub(crate) fn judge_end(
        &mut self,
        (class, node): (usize, Vertex),
        required: &Required,
        judgement: &mut Judgement,
        work: &mut Work,
    ) -> Result<(), Stuck> {
        let block = required.blocks.first().unwrap_or(0);
        let Some(who) = spans::of_runs(&required.contributors, u32::MAX) else { return Ok(()) };
        let Combined { sets, received_values, intervals, .. } = self;
        let wanted = sets.intern(&who, work).map_err(|Exhausted| Stuck { block })?;
        for run in required.blocks.runs() {
            each_part(&intervals[class], *run, |blocks, received| {
                let knower = Knower { own: SetId::one(node), received };
                let formed = received_values.form(knower, wanted, sets, work)?;
                judgement.formed(blocks, || sets.get(wanted), &formed);
                Ok(())
            })?;
        }
        Ok(())
    }
}
