//! Copied data: the blocks that the representative of each class holds.

use super::Scene;
use crate::checker::block_set::boxes::Boxes;
use crate::checker::report::judgement::Judgement;
use crate::checker::report::violation::Lack;
use crate::checker::report::{At, Findings};
use crate::collective::Required;
use crate::schedule::{Brick, Pattern, Runs};
use crate::topology::Vertex;

/// How many bricks that a node lacks are named, and how many runs of each; it may lack millions.
const MOST_LACKING: usize = 16;
const MOST_RUNS: u64 = 4096;

pub(crate) struct Copied {
    held: Vec<Boxes>,
    scratch: Vec<Brick>,
}

impl Copied {
    pub(crate) fn at_start(scene: &Scene<'_>) -> Self {
        let space = scene.symmetric.space();
        let mut scratch = Vec::new();
        let of = |node: &Vertex| {
            let mut held = Boxes::new(space.axes());
            scratch.clear();
            space.bricks(&scene.instance.initial(*node), &mut scratch);
            for brick in &scratch {
                held.add(brick);
            }
            held
        };
        let held = scene.representatives.iter().map(of).collect();
        Copied { held, scratch: Vec::new() }
    }

    /// Whether the sender holds what a message carries.
    pub(crate) fn judge(
        &mut self,
        scene: &Scene<'_>,
        pattern: &Pattern,
        judgement: &mut Judgement,
    ) {
        let Copied { held, scratch } = self;
        moved(scene, pattern, scene.home(pattern.from), scratch);
        look_for(scene, &held[scene.by.class(pattern.from)], scratch, judgement);
    }

    /// All messages arrive as what they claim to be.
    pub(crate) fn arrive(
        &mut self,
        scene: &Scene<'_>,
        messages: &[Pattern],
        at: At,
        findings: &mut Findings,
    ) {
        let Copied { held, scratch } = self;
        for pattern in messages {
            let home = scene.home(pattern.to);
            moved(scene, pattern, home, scratch);
            let held = &mut held[scene.by.class(pattern.to)];
            let known = scratch.iter().any(|brick| held.has_any(brick));
            if known {
                let ends = scene.ends(pattern, home);
                let named = findings.names_redundant();
                findings.redundant(
                    at,
                    ends,
                    if named { both(scene, held, scratch) } else { Runs::new() },
                );
            }
            for brick in scratch.iter() {
                held.add(brick);
            }
        }
    }

    /// What a representative lacks at the end.
    pub(crate) fn judge_end(
        &mut self,
        scene: &Scene<'_>,
        class: usize,
        required: &Required,
        judgement: &mut Judgement,
    ) {
        let Copied { held, scratch } = self;
        scratch.clear();
        scene.symmetric.space().bricks(&required.blocks, scratch);
        look_for(scene, &held[class], scratch, judgement);
    }
}

/// What a message carries, moved.
fn moved(scene: &Scene<'_>, pattern: &Pattern, g: Vertex, out: &mut Vec<Brick>) {
    out.clear();
    for brick in pattern.parts.iter().flat_map(|part| &part.blocks) {
        scene.symmetric.space().translate(scene.by, g, brick, out);
    }
}

fn look_for(scene: &Scene<'_>, held: &Boxes, wanted: &[Brick], judgement: &mut Judgement) {
    for brick in wanted.iter().filter(|brick| !held.has_all(brick)) {
        judgement.lacks(|| {
            let mut missing = Vec::new();
            held.missing(brick, MOST_LACKING, &mut missing);
            Lack { blocks: numbers(scene, &missing), contributors: Runs::new() }
        });
    }
}

/// The numbers of some bricks, or of the first of them where they are very many.
fn numbers(scene: &Scene<'_>, bricks: &[Brick]) -> Runs {
    let space = scene.symmetric.space();
    let mut few = Vec::new();
    for brick in bricks {
        let mut brick = brick.clone();
        for axis in 0..brick.0.len() {
            if space.most_runs(std::slice::from_ref(&brick)) > MOST_RUNS {
                brick.0[axis].end = brick.0[axis].start + 1;
            }
        }
        few.push(brick);
    }
    space.numbers(&few)
}

/// Of what arrives, what is there already.
fn both(scene: &Scene<'_>, held: &Boxes, bricks: &[Brick]) -> Runs {
    let mut lacking = Vec::new();
    for brick in bricks {
        held.missing(brick, MOST_LACKING, &mut lacking);
    }
    numbers(scene, bricks).minus(&numbers(scene, &lacking))
}
