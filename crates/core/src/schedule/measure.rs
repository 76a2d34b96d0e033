//! The measures of a step's messages, for the cost engine; also on links of classes, each with times of its own.

use std::cmp::Ordering;

use smallvec::SmallVec;

use crate::topology::LinkLoad;
use hockney_base::number::{gcd, saturated};

/// The size of a message and its number of hops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessageMeasure {
    /// The blocks.
    pub blocks: u128,
    /// The hops.
    pub hops: u64,
}

/// The measures of the messages of one step. Blocks are counted in pieces, each value of combined data as
/// one. The token of a barrier has size 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepMeasure {
    /// The number of messages.
    pub messages: u64,
    /// The messages that no other dominates in size and hops, in ascending order of hops and so in descending
    /// order of size: for all prices of hops and words, one of these costs most.
    pub loads: SmallVec<[MessageMeasure; 1]>,
    /// All sizes of messages in ascending order, if there are several: where a greater one may take less time, each counts.
    pub sizes: Vec<u128>,
    /// The most messages on any one directed link.
    pub busiest: u64,
    /// The largest load of the shared links and ports, if there are any. Few steps have them: a box is small.
    pub crowded: Option<Box<Shared>>,
    /// The most messages of a port that follow each other; 0 if no port is shared.
    pub in_turn: u64,
    /// The measures by classes, if links have classes.
    pub classed: Option<Box<Classed>>,
    /// The most blocks that a node receives and combines with its own, if that was looked at: see
    /// [`combining`](crate::checker::combining).
    pub combined: u128,
}

impl StepMeasure {
    /// The most blocks of a message.
    pub fn blocks(&self) -> u128 {
        self.loads.first().map_or(0, |load| load.blocks)
    }

    /// The most hops of a message.
    pub fn hops(&self) -> u64 {
        self.loads.last().map_or(0, |load| load.hops)
    }

    /// The maximum of blocks times hops of a message.
    pub fn blocks_hops(&self) -> u128 {
        self.loads.iter().map(|load| load.blocks * u128::from(load.hops)).max().unwrap_or(0)
    }

    /// The largest load of any directed link or port: on a port all blocks, on a link as
    /// [`Shared::of`] says. In the all-port model only links count.
    pub fn contended(&self) -> Shared {
        let alone = Shared::from(self.blocks());
        self.crowded.as_deref().map_or(alone, |load| alone.max(*load))
    }

    /// Whether it costs as much as another one, if a greater message takes at least as long as a smaller one.
    pub fn costs_as_much_as(&self, other: &Self) -> bool {
        let classed =
            |of: &Self| of.classed.as_ref().map(|of| (of.loads.clone(), of.shared.clone()));
        let numbers = |of: &Self| (of.messages, of.busiest, of.in_turn, of.combined);
        numbers(self) == numbers(other)
            && (&self.loads, &self.crowded) == (&other.loads, &other.crowded)
            && classed(self) == classed(other)
    }

    /// How often t_s is paid if the messages of a port follow each other.
    pub fn startups(&self) -> u64 {
        self.in_turn.max(1)
    }

    /// Adds the load of a shared link or port.
    pub fn share(&mut self, load: Shared) {
        if load > self.contended() {
            self.crowded = Some(Box::new(load));
        }
    }

    /// Adds a message. The caller adds the load of shared links and ports; a message alone has its own
    /// blocks.
    #[inline]
    pub fn add(&mut self, message: MessageMeasure) {
        self.messages += 1;
        let largest = self.blocks();
        if message.blocks != largest && !self.loads.is_empty() {
            for size in [largest, message.blocks] {
                if let Err(place) = self.sizes.binary_search(&size) {
                    self.sizes.insert(place, size);
                }
            }
        }
        // Nearly every message is as large and as long as one before.
        let dominates =
            |load: &MessageMeasure| load.blocks >= message.blocks && load.hops >= message.hops;
        if !self.loads.last().is_some_and(dominates) {
            self.add_load(message);
        }
    }

    fn add_load(&mut self, new: MessageMeasure) {
        if self.loads.is_empty() {
            return self.loads.push(new);
        }
        let after = self.loads.partition_point(|load| load.hops < new.hops);
        if self.loads.get(after).is_some_and(|load| load.blocks >= new.blocks) {
            return;
        }
        let end = after + usize::from(self.loads.get(after).is_some_and(|l| l.hops == new.hops));
        let start = self.loads[..after].partition_point(|load| load.blocks > new.blocks);
        self.loads.drain(start..end);
        self.loads.insert(start, new);
    }
}

/// One number for the links without a class, then one for each class in the order of
/// [`Topology::classes`](crate::topology::Topology::classes).
pub type ByClass<T> = SmallVec<[T; 3]>;

/// Blocks that share parallel lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shared {
    /// The blocks.
    pub blocks: u128,
    /// The lanes among which they are divided.
    pub lanes: u32,
}

impl Shared {
    /// The load of a link or port with so many lanes: its largest message, or all blocks divided among the
    /// lanes if that is more. In lowest terms, so that equal loads are equal as they are stored.
    pub fn of(load: LinkLoad, lanes: u32) -> Self {
        let lanes = lanes.max(1);
        let common = gcd(load.all % u128::from(lanes), lanes.into());
        let divided =
            Shared { blocks: load.all / common, lanes: saturated(u128::from(lanes) / common) };
        divided.max(Shared::from(load.largest))
    }
}

impl From<u128> for Shared {
    fn from(blocks: u128) -> Self {
        Shared { blocks, lanes: 1 }
    }
}

impl Default for Shared {
    fn default() -> Self {
        Shared::from(0)
    }
}

impl Ord for Shared {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.lanes == other.lanes {
            return self.blocks.cmp(&other.blocks);
        }
        // Whole parts first, so that no product overflows.
        let (a, b) = (u128::from(self.lanes), u128::from(other.lanes));
        let rests = || (self.blocks % a * b).cmp(&(other.blocks % b * a));
        (self.blocks / a).cmp(&(other.blocks / b)).then_with(rests)
    }
}

impl PartialOrd for Shared {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A message alone on its route.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ClassedMeasure {
    /// Its blocks.
    pub blocks: u128,
    /// Its hops.
    pub hops: ByClass<u64>,
}

/// What a message may have to pay: hops, and the blocks at one link or port. It pays for the greatest.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Charge {
    /// The hops of the message.
    pub hops: ByClass<u64>,
    /// The blocks.
    pub blocks: ByClass<u128>,
    /// The lanes among which the blocks are divided.
    pub lanes: u32,
    /// The messages of its port that follow each other; 1 at a link.
    pub startups: u64,
}

impl Charge {
    /// The charge of a link of this class.
    pub fn of_link(hops: &ByClass<u64>, class: usize, load: Shared) -> Self {
        let blocks = (0..hops.len()).map(|of| if of == class { load.blocks } else { 0 }).collect();
        Charge { hops: hops.clone(), blocks, lanes: load.lanes, startups: 1 }
    }

    /// Whether it is at least as much, whatever times the classes have.
    fn dominates(&self, other: &Self) -> bool {
        let share = |of: &Self, i: usize| Shared { blocks: of.blocks[i], lanes: of.lanes };
        self.startups >= other.startups
            && at_least(&self.hops, &other.hops)
            && (0..self.blocks.len()).all(|i| share(self, i) >= share(other, i))
    }
}

fn at_least<T: Ord>(these: &[T], those: &[T]) -> bool {
    these.iter().zip(those).all(|(this, that)| this >= that)
}

/// The measures of a step. The lists are sorted, and contain nothing that is dominated whatever times the
/// classes have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Classed {
    /// The messages, each alone.
    pub loads: Vec<ClassedMeasure>,
    /// With contention; empty if no link or port is shared.
    pub shared: Vec<Charge>,
    /// The messages and the charges that are dominated: where a greater one may take less time, each counts.
    pub less: (Vec<ClassedMeasure>, Vec<Charge>),
}

impl Classed {
    /// Adds a message.
    pub fn add(&mut self, load: ClassedMeasure) {
        let dominates = |one: &ClassedMeasure, other: &ClassedMeasure| {
            one.blocks >= other.blocks && at_least(&one.hops, &other.hops)
        };
        add(&mut self.loads, &mut self.less.0, load, dominates);
    }

    /// Adds a charge under contention.
    pub fn add_shared(&mut self, charge: Charge) {
        add(&mut self.shared, &mut self.less.1, charge, Charge::dominates);
    }

    /// The charges with cut-through switching: the blocks of a message at a link of each class on its route.
    pub fn cut_through(&self) -> Vec<Charge> {
        let mut all = Classed::default();
        Self::alone(&self.loads).for_each(|charge| all.add_shared(charge));
        all.shared
    }

    /// The same of all messages, and if they share links and ports the charges of these.
    pub fn all_charges(&self, contention: bool) -> Vec<Charge> {
        let (loads, shared) = &self.less;
        let mut all: Vec<Charge> = Self::alone(&self.loads).chain(Self::alone(loads)).collect();
        all.extend(self.shared.iter().chain(shared).filter(|_| contention).cloned());
        all
    }

    fn alone(loads: &[ClassedMeasure]) -> impl Iterator<Item = Charge> {
        loads.iter().flat_map(|ClassedMeasure { blocks, hops }| {
            let classes = (0..hops.len()).filter(|class| hops[*class] > 0);
            classes.map(|class| Charge::of_link(hops, class, Shared::from(*blocks)))
        })
    }

    /// The charges with store-and-forward switching: the blocks of a message at each of its links.
    pub fn store_and_forward(&self) -> Vec<Charge> {
        let mut all = Classed::default();
        for ClassedMeasure { blocks, hops } in &self.loads {
            let blocks = hops.iter().map(|hops| blocks * u128::from(*hops)).collect();
            all.add_shared(Charge { hops: hops.clone(), blocks, lanes: 1, startups: 1 });
        }
        all.shared
    }
}

/// Adds an item to a sorted list of items that do not dominate each other, or to one of all others.
fn add<T: Ord>(list: &mut Vec<T>, less: &mut Vec<T>, new: T, dominates: impl Fn(&T, &T) -> bool) {
    let insert = |list: &mut Vec<T>, item: T| {
        if let Err(place) = list.binary_search(&item) {
            list.insert(place, item);
        }
    };
    if list.iter().any(|item| dominates(item, &new)) {
        if list.binary_search(&new).is_err() {
            insert(less, new);
        }
        return;
    }
    list.extract_if(.., |item| dominates(&new, item)).for_each(|item| insert(less, item));
    insert(list, new);
}

#[cfg(test)]
mod tests {
    use quickcheck::{Gen, QuickCheck};

    use super::*;

    /// Compared with all messages.
    #[test]
    fn what_is_dominated_is_never_the_most() {
        #[allow(clippy::needless_pass_by_value)] // what quickcheck calls
        fn law(messages: Vec<(u8, u8)>, words: u8, hops: u8) -> bool {
            let load = |(blocks, hops): &(u8, u8)| MessageMeasure {
                blocks: u128::from(blocks % 16),
                hops: u64::from(hops % 16),
            };
            let mut measure = StepMeasure::default();
            for message in &messages {
                measure.add(load(message));
            }
            let price = |load: &MessageMeasure| {
                u128::from(words) * load.blocks + u128::from(hops) * u128::from(load.hops)
            };
            let all: Vec<MessageMeasure> = messages.iter().map(load).collect();
            let most = |of: &dyn Fn(&MessageMeasure) -> u128| all.iter().map(of).max().unwrap_or(0);
            measure.loads.iter().map(price).max().unwrap_or(0) == most(&price)
                && measure.blocks() == most(&|load| load.blocks)
                && u128::from(measure.hops()) == most(&|load| load.hops.into())
                && measure.blocks_hops() == most(&|load| load.blocks * u128::from(load.hops))
                && measure.contended() == Shared::from(measure.blocks())
        }
        QuickCheck::new()
            .rng(Gen::from_size_and_seed(30, 7))
            .tests(2000)
            .quickcheck(law as fn(Vec<(u8, u8)>, u8, u8) -> bool);
    }

    /// Catches loads of bundles of unequal numbers of links that are compared otherwise than as quotients.
    #[test]
    fn shared_loads_are_compared_as_quotients() {
        let all = (0..12).flat_map(|blocks| (1..6).map(move |lanes| Shared { blocks, lanes }));
        for (a, b) in all.clone().flat_map(|a| all.clone().map(move |b| (a, b))) {
            let [left, right] = [(a.blocks, b.lanes), (b.blocks, a.lanes)]
                .map(|(blocks, lanes)| blocks * u128::from(lanes));
            assert_eq!(a.cmp(&b), left.cmp(&right), "{a:?} {b:?}");
        }
    }
}
