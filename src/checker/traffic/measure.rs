//! What steps measure, for the cost engine: taken in the same pass that checks them.

use crate::schedule::StepMeasure;

/// Adds a message of so many blocks and hops. What shares a link or a port is seen to by those who
/// find it; alone a message takes its own blocks.
#[inline]
pub(crate) fn add_message(measure: &mut StepMeasure, blocks: u128, hops: u64) {
    measure.messages += 1;
    measure.blocks = measure.blocks.max(blocks);
    measure.hops = measure.hops.max(hops);
    measure.blocks_hops = measure.blocks_hops.max(blocks * u128::from(hops));
    measure.contended = measure.contended.max(blocks);
}
