//! Whether a set of contributors stays one run of positions wherever it is moved.

use super::Scene;
use crate::schedule::{Brick, Run, Runs};

/// Whether some translation of a set is not one run of positions, so that the operator must commute.
pub(crate) fn scatters(scene: &Scene<'_>, who: &Runs) -> bool {
    let [Run { start, end }] = who.runs() else { return true };
    let (by, length) = (scene.by, end - start);
    if length == 1 || length == u64::from(by.nodes()) || by.order() == 1 {
        return false;
    }
    if by.is_xor() {
        // XOR with half of the smallest aligned part round a run takes the run's two ends to the
        // part's two ends; it stays a run only where it is all of the part.
        return !(length.is_power_of_two() && start.is_multiple_of(length));
    }
    let (space, mut bricks) = (scene.symmetric.nodes(), Vec::new());
    space.bricks(who, &mut bricks);
    if let [Brick(ranges)] = &bricks[..] {
        // Single coordinates, then a range, then everything: a run as long as the range does not
        // go over the end of its side.
        let range = ranges.iter().zip(by.sides()).zip(by.steps());
        return range.into_iter().any(|((range, side), step)| {
            let partial = range.len() > 1 && range.len() < u64::from(*side);
            let step = u64::from(*step);
            partial && range.start % step + range.len() > step
        });
    }
    by.all().any(|g| space.translate_runs(by, g, who).runs().len() > 1)
}
