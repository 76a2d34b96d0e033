//! The values of a block at one node, and their union.
//!
//! The received values of a node form a chain: each value refers to the one before it. Nothing is removed, so
//! blocks share the common part of their chains. The links of all nodes are in one array, in the order of
//! arrival, which is about the order in which they are read.

use std::collections::{BTreeMap, BTreeSet};

use smallvec::SmallVec;

use crate::checker::combined::forming;
use crate::checker::combined::set_id::{Known, Values};
use crate::checker::combined::sets::Union;
use crate::checker::{Formed, Judgement, SetId, Sets, Worked};
use crate::schedule::{Run, Runs};

/// The length of a chain from which values are looked up instead of searched.
const LONG: u32 = 32;

/// The bytes of a link, of a value of a long chain, and of a reason, with space to grow.
const LINK: usize = 48;
const INDEXED: usize = 24;
const REFUSED: usize = 200;

/// A value that arrived after others.
struct ChainLink {
    value: SetId,
    before: Known,
    /// The union of the node's own contribution and all values up to this one, once computed.
    total: SetId,
    made: UnionState,
    /// The number of earlier values.
    depth: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum UnionState {
    NotYet,
    Disjoint,
    /// Some values have common contributors.
    Tangled,
    /// The union can still be formed.
    Formed,
}

impl ChainLink {
    fn total(&self) -> Option<Union> {
        let disjoint = self.made == UnionState::Disjoint;
        (self.made != UnionState::NotYet).then_some(Union { set: self.total, disjoint })
    }
}

/// The received values of all nodes.
#[derive(Default)]
pub(crate) struct Received {
    links: Vec<ChainLink>,
    /// The values of long chains, by the number of the last link at their last lookup.
    indices: BTreeMap<usize, BTreeSet<SetId>>,
    /// The number of these values.
    indexed: usize,
    /// Why the union of a chain's values cannot be formed, if that had to be decided.
    refused: BTreeMap<usize, Formed>,
    /// The value of a chain that was formed last, by the number of the chain's last link.
    formed: BTreeMap<usize, SetId>,
}

/// The values of a block at a node: its own contribution and the received values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AtNode {
    pub(crate) own: SetId,
    pub(crate) received: Known,
}

/// A value of some blocks that arrives at a node.
pub(crate) struct Arrival<'a> {
    pub(crate) blocks: Run,
    pub(crate) value: SetId,
    /// The node's own contribution.
    pub(crate) own: SetId,
    pub(crate) sets: &'a Sets,
    pub(crate) received: &'a mut Received,
    /// The blocks of which the node already had the value.
    pub(crate) before: &'a mut Runs,
}

impl Arrival<'_> {
    /// The values with the new value, unless it was known.
    #[inline]
    pub(crate) fn add(&mut self, received: Known) -> Option<Known> {
        self.received.insert(AtNode { own: self.own, received }, self.value, self.sets)
    }
}

impl Received {
    /// The approximate number of bytes so far.
    pub(crate) fn bytes(&self) -> usize {
        self.links.len() * LINK + self.indexed * INDEXED
    }

    /// The values with one more value, unless it was known.
    #[inline]
    pub(crate) fn insert(&mut self, of: AtNode, value: SetId, sets: &Sets) -> Option<Known> {
        let (total, depth) = match of.received.values() {
            Values::Nothing => return Some(Known::one(value)),
            Values::One(only) if only == value => return None,
            Values::One(only) => (sets.joined(of.own, only), 1),
            Values::Several(last) => {
                let link = &self.links[last];
                let disjoint = (link.made == UnionState::Disjoint).then_some(link.total);
                (disjoint, link.depth.saturating_add(1))
            }
        };
        // A value that continues where the union of the others ends is not one of them.
        let total = total.and_then(|total| sets.joined(total, value));
        if total.is_none() && self.has(of.received, value) {
            return None;
        }
        if let Values::Several(last) = of.received.values()
            && !self.refused.is_empty()
        {
            self.refused.remove(&last);
        }
        let made = if total.is_some() { UnionState::Disjoint } else { UnionState::NotYet };
        let total = total.unwrap_or(value);
        self.links.push(ChainLink { value, before: of.received, total, made, depth });
        Some(Known::several(self.links.len() - 1))
    }

    /// The values, the last one first.
    pub(crate) fn values(&self, known: Known) -> impl Iterator<Item = SetId> {
        let mut at = known;
        std::iter::from_fn(move || {
            let (value, before) = match at.values() {
                Values::Nothing => return None,
                Values::One(only) => (only, Known::NOTHING),
                Values::Several(last) => (self.links[last].value, self.links[last].before),
            };
            at = before;
            Some(value)
        })
    }

    fn has(&mut self, known: Known, value: SetId) -> bool {
        match known.values() {
            Values::Several(last) if self.links[last].depth >= LONG => {
                self.index(last).contains(&value)
            }
            _ => self.values(known).any(|other| other == value),
        }
    }

    /// All values up to a link. They are taken over from an earlier link, so that repeated lookups are cheap.
    fn index(&mut self, last: usize) -> &BTreeSet<SetId> {
        let mut fresh = Vec::new();
        let mut at = Known::several(last);
        let mut index = loop {
            match at.values() {
                Values::Nothing => break BTreeSet::new(),
                Values::One(only) => {
                    fresh.push(only);
                    break BTreeSet::new();
                }
                Values::Several(number) => {
                    if let Some(index) = self.indices.remove(&number) {
                        break index;
                    }
                    fresh.push(self.links[number].value);
                    at = self.links[number].before;
                }
            }
        };
        self.indexed += fresh.len();
        index.extend(fresh);
        self.indices.entry(last).or_insert(index)
    }

    /// The union of all values, and whether they are disjoint.
    #[inline]
    fn union(&mut self, of: AtNode, sets: &mut Sets) -> Worked<Union> {
        match of.received.values() {
            Values::Nothing => Ok(Union { set: of.own, disjoint: true }),
            Values::One(only) => sets.join(of.own, only),
            Values::Several(last) => match self.links[last].total() {
                Some(total) => Ok(total),
                None => self.union_of_chain(of.own, last, sets),
            },
        }
    }

    /// Starts from the last link with a known union.
    fn union_of_chain(&mut self, own: SetId, last: usize, sets: &mut Sets) -> Worked<Union> {
        let mut parts: SmallVec<[SetId; 16]> = SmallVec::new();
        let mut at = Known::several(last);
        let base = loop {
            match at.values() {
                Values::Nothing => break Union { set: own, disjoint: true },
                Values::One(only) => {
                    parts.push(only);
                    break Union { set: own, disjoint: true };
                }
                Values::Several(number) => {
                    let link = &self.links[number];
                    if let Some(total) = link.total() {
                        break total;
                    }
                    parts.push(link.value);
                    at = link.before;
                }
            }
        };
        parts.push(base.set);
        let union = sets.union(&parts)?;
        let total = Union { set: union.set, disjoint: base.disjoint && union.disjoint };
        let link = &mut self.links[last];
        link.total = total.set;
        link.made = if total.disjoint { UnionState::Disjoint } else { UnionState::Tangled };
        Ok(total)
    }

    /// The value that the sender of some blocks sends: all that it has, or the claimed one; and whether it
    /// can form that value. If not, the judgement has the reason.
    #[inline]
    pub(crate) fn sent(
        &mut self,
        of: AtNode,
        claimed: Option<SetId>,
        blocks: Run,
        judgement: &mut Judgement,
        sets: &mut Sets,
    ) -> Worked<(SetId, bool)> {
        let (set, formed) = if let Some(set) = claimed {
            (set, self.form(of, set, sets)?)
        } else {
            let Union { set, disjoint } = self.union(of, sets)?;
            if disjoint {
                return Ok((set, true));
            }
            (set, self.all_tangled(of, set, sets)?)
        };
        Ok((set, judgement.formed(blocks, || sets.get(set), &formed)))
    }

    /// Whether the union of all values can be formed if some have common contributors.
    fn all_tangled(&mut self, of: AtNode, set: SetId, sets: &mut Sets) -> Worked<Formed> {
        let Values::Several(last) = of.received.values() else {
            return self.decide(of, set, sets);
        };
        if self.links[last].made == UnionState::Formed {
            return Ok(Formed::Yes);
        }
        if let Some(why) = self.refused.get(&last) {
            return Ok(why.clone());
        }
        let known = self.has(of.received, set);
        let formed = if known { Formed::Yes } else { self.decide(of, set, sets)? };
        if formed == Formed::Yes {
            self.links[last].made = UnionState::Formed;
        } else {
            sets.work.spend(REFUSED)?;
            self.refused.insert(last, formed.clone());
        }
        Ok(formed)
    }

    /// Whether a value can be formed.
    pub(crate) fn form(&mut self, of: AtNode, wanted: SetId, sets: &mut Sets) -> Worked<Formed> {
        let is_all = |union: Union| union.disjoint && union.set == wanted;
        if let Values::Several(last) = of.received.values()
            && self.links[last].total().is_some_and(is_all)
        {
            return Ok(Formed::Yes);
        }
        if self.has(of.received, wanted) || is_all(self.union(of, sets)?) {
            return Ok(Formed::Yes);
        }
        let Values::Several(last) = of.received.values() else {
            return self.decide(of, wanted, sets);
        };
        let formed = if self.adds_one(of, last, wanted, sets)? {
            Formed::Yes
        } else {
            self.decide(of, wanted, sets)?
        };
        if formed == Formed::Yes {
            sets.work.spend(INDEXED)?;
            self.formed.insert(last, wanted);
        }
        Ok(formed)
    }

    /// Whether a value is what arrived last, or what was formed last, with one known value: so grow prefixes, and sums that
    /// go round.
    fn adds_one(
        &mut self,
        of: AtNode,
        last: usize,
        wanted: SetId,
        sets: &mut Sets,
    ) -> Worked<bool> {
        let whole = sets.get(wanted);
        for part in [Some(self.links[last].value), self.formed.get(&last).copied()] {
            let Some(part) = part.map(|part| sets.get(part)) else { continue };
            sets.work.spend(part.runs().len())?;
            if part.is_subset(&whole) {
                let rest = whole.minus(&part);
                let rest = if rest.is_empty() { of.own } else { sets.intern(&rest)? };
                if rest == of.own || self.has(of.received, rest) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn decide(&self, of: AtNode, wanted: SetId, sets: &mut Sets) -> Worked<Formed> {
        let mut received: Vec<SetId> = self.values(of.received).collect();
        received.sort_unstable();
        let values: Vec<Runs> =
            [of.own].iter().chain(&received).map(|value| sets.get(*value)).collect();
        let values: Vec<&Runs> = values.iter().collect();
        forming::decide(&sets.get(wanted), &values, &mut sets.work)
    }
}

#[cfg(test)]
mod tests {
    use quickcheck::{Gen, QuickCheck};

    use super::*;
    use crate::checker::Work;
    use crate::checker::combined::forming::by_trying_all;
    use crate::checker::combined::set_id::of_mask;

    /// The values of several blocks, whose chains diverge again and again, compared with a full list for each
    /// block: whether a value is new, the union, and what can be formed.
    #[test]
    fn chains_are_sets_of_values() {
        #[allow(clippy::needless_pass_by_value)] // what quickcheck calls
        fn law(steps: Vec<(u8, u8, u8)>) -> bool {
            let (mut store, mut sets) =
                (Received::default(), Sets::of_positions(7, Work::new(1 << 40)));
            let own = SetId::one(3);
            let mut all: Vec<(Known, Vec<u16>)> = vec![(Known::NOTHING, Vec::new())];
            steps.into_iter().all(|(at, value, wanted)| {
                let [value, wanted] = [value, wanted].map(|mask| u16::from(mask % 127) + 1);
                let (received, mut values) = all[usize::from(at) % all.len()].clone();
                let name = sets.intern(&of_mask(value)).unwrap();
                let more = store.insert(AtNode { own, received }, name, &sets);
                if more.is_some() == values.contains(&value) {
                    return false;
                }
                values.extend(more.map(|_| value));
                let received = more.unwrap_or(received);
                let of = AtNode { own, received };
                if values.len() < 10 {
                    all.push((received, values.clone()));
                }
                values.push(1 << 3);
                let wanted_name = sets.intern(&of_mask(wanted)).unwrap();
                let formed = store.form(of, wanted_name, &mut sets).unwrap();
                // Not always, because unions of later values are computed in another way.
                let union = values.iter().fold(0, |all, value| all | value);
                let is_union = at & 1 == 0 || {
                    let (mut judgement, run) = (Judgement::default(), Run { start: 0, end: 1 });
                    let (set, formed) =
                        store.sent(of, None, run, &mut judgement, &mut sets).unwrap();
                    sets.get(set) == of_mask(union)
                        && formed == by_trying_all(union, &values)
                        && formed != judgement.is_any()
                };
                is_union && (formed == Formed::Yes) == by_trying_all(wanted, &values)
            })
        }
        QuickCheck::new()
            .rng(Gen::from_size_and_seed(40, 4))
            .tests(2000)
            .quickcheck(law as fn(Vec<(u8, u8, u8)>) -> bool);
    }

    /// So many values that they are looked up, in chains that diverge.
    #[test]
    fn long_chains_know_what_is_new() {
        #[allow(clippy::needless_pass_by_value)] // what quickcheck calls
        fn law(values: Vec<u8>, others: Vec<u8>) -> bool {
            let (mut store, sets) = (Received::default(), Sets::of_positions(600, Work::new(0)));
            let own = SetId::one(599);
            let mut receive = |received: &mut Known, had: &mut BTreeSet<u32>, value: u8| {
                // They are disjoint, so each is looked up.
                let value = 2 * u32::from(value);
                let more =
                    store.insert(AtNode { own, received: *received }, SetId::one(value), &sets);
                *received = more.unwrap_or(*received);
                more.is_some() == had.insert(value)
            };
            let (mut known, mut had) = (Known::NOTHING, BTreeSet::new());
            if !values.iter().all(|value| receive(&mut known, &mut had, *value)) {
                return false;
            }
            let (mut other, mut other_had) = (known, had.clone());
            others.chunks(2).all(|pair| {
                receive(&mut known, &mut had, pair[0])
                    && pair.get(1).is_none_or(|value| receive(&mut other, &mut other_had, *value))
            }) && store.values(known).count() == had.len()
                && store.values(other).count() == other_had.len()
        }
        QuickCheck::new()
            .rng(Gen::from_size_and_seed(200, 4))
            .tests(300)
            .quickcheck(law as fn(Vec<u8>, Vec<u8>) -> bool);
    }

    /// The sum of all that arrived is recognised as such: no value of a long chain is looked up.
    #[test]
    fn the_sum_of_a_long_chain_takes_no_index() {
        let (mut store, mut sets) =
            (Received::default(), Sets::of_positions(100, Work::new(1 << 20)));
        let (own, mut received) = (SetId::one(0), Known::NOTHING);
        for position in 1..100 {
            let of = AtNode { own, received };
            received = store.insert(of, SetId::one(position), &sets).unwrap();
        }
        let of = AtNode { own, received };
        let all = sets.intern(&Runs::range(0, 100)).unwrap();
        assert_eq!(store.form(of, all, &mut sets), Ok(Formed::Yes));
        assert_eq!(store.bytes(), 98 * LINK);
        assert_eq!(store.form(of, SetId::one(7), &mut sets), Ok(Formed::Yes));
        assert_eq!(store.bytes(), 98 * LINK + 99 * INDEXED);
        // What arrived as a value is no sum to be found.
        let mut sets = Sets::of_positions(100, Work::new(0));
        assert_eq!(store.form(of, SetId::one(7), &mut sets), Ok(Formed::Yes));
        assert!(store.form(of, SetId::one(7_000), &mut sets).is_err());
    }
}
