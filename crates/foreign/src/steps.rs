//! The messages of an executed program as the steps of a schedule.

use std::collections::BTreeMap;

use crate::MessagePlaces;
use crate::threads::{Contents, Contribution, SentMessage};
use hockney_core::collective::Data;
use hockney_core::schedule::{CombinedBlocks, Message, Payload, Route, Runs, Step};
use hockney_core::topology::Vertex;

/// The steps, and where their messages stand. Messages between the same ranks in a step are one; those of a rank to itself
/// are left out. `block` is the block of a contribution.
pub(crate) fn steps(
    messages: &[SentMessage],
    data: Data,
    block: impl Fn(Contribution) -> u64,
) -> (Vec<Step>, MessagePlaces) {
    let mut steps: Vec<Step> = Vec::new();
    let mut places = BTreeMap::new();
    for same in messages.chunk_by(|a, b| {
        (a.step, a.channel.from, a.channel.to) == (b.step, b.channel.from, b.channel.to)
    }) {
        let SentMessage { step, channel, place, .. } = &same[0];
        let (from, to) = (channel.from, channel.to);
        if from == to {
            continue;
        }
        let contents = same.iter().flat_map(|message| message.contents.iter().flatten());
        let values = by_contributors(contents, &block);
        let payload = match data {
            Data::Copied => Payload::Plain(values.into_values().flatten().collect()),
            Data::Token => Payload::Everything,
            Data::Combined => {
                let value = |(ranks, blocks): (Vec<Vertex>, Vec<u64>)| CombinedBlocks {
                    blocks: blocks.into_iter().collect(),
                    contributors: Some(ranks.into_iter().map(u64::from).collect::<Runs>()),
                };
                Payload::Values(values.into_iter().map(value).collect())
            }
        };
        if steps.len() <= *step {
            steps.resize_with(step + 1, Step::default);
        }
        places.insert((*step, from, to), place.clone());
        steps[*step].messages.push(Message { from, to, route: Route::Default, payload });
    }
    (steps, places)
}

/// For each set of contributors the blocks that it has in the contents.
pub(crate) fn by_contributors<'c>(
    contents: impl Iterator<Item = &'c Contents>,
    block: impl Fn(Contribution) -> u64,
) -> BTreeMap<Vec<Vertex>, Vec<u64>> {
    let mut blocks: BTreeMap<Vec<Vertex>, Vec<u64>> = BTreeMap::new();
    for value in contents.flat_map(|one| one.chunk_by(|a, b| a.chunk == b.chunk)) {
        let ranks = value.iter().map(|part| part.rank).collect();
        blocks.entry(ranks).or_default().push(block(value[0]));
    }
    blocks
}
