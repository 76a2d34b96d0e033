//! What messages may have to pay, against the greatest of all of them at all prices.

use hockney_core::schedule::{
    ByClass, Charge, Classed, ClassedMeasure, MessageMeasure, Pattern, Shared, Space, StepMeasure,
};
use hockney_core::topology::LinkLoad;
use hockney_testing::Dice;

/// Three numbers below a bound.
fn three(dice: &mut Dice, below: u64) -> [u64; 3] {
    [0; 3].map(|_| dice.below(below))
}

fn charge(dice: &mut Dice) -> Charge {
    let hops: ByClass<u64> = three(dice, 3).into_iter().collect();
    let blocks = three(dice, 3).into_iter().map(u128::from).collect();
    let lanes = 1 + dice.below_u32(2);
    Charge { hops, blocks, lanes, startups: 1 + dice.below(2) }
}

/// Twice what a charge costs at these prices of a start, of hops and of blocks.
fn cost(of: &Charge, start: u64, hop: [u64; 3], block: [u64; 3]) -> u128 {
    let hops = of.hops.iter().zip(hop).map(|(hops, price)| u128::from(hops * price));
    let blocks = of.blocks.iter().zip(block).map(|(blocks, price)| blocks * u128::from(price));
    let blocks = 2 / u128::from(of.lanes) * blocks.sum::<u128>();
    u128::from(2 * start * of.startups) + 2 * hops.sum::<u128>() + blocks
}

fn of_message(of: &ClassedMeasure) -> Charge {
    let blocks = of.hops.iter().map(|_| of.blocks).collect();
    Charge { hops: of.hops.clone(), blocks, lanes: 1, startups: 1 }
}

fn sorted<T: Ord + Clone>(of: &[T]) -> Vec<T> {
    let mut all = of.to_vec();
    all.sort();
    all.dedup();
    all
}

/// Catches a charge that is left out and may be the greatest, and one that is listed and never is.
#[test]
fn the_greatest_charge_is_always_listed() {
    let mut dice = Dice(7);
    for _ in 0..2000 {
        let charges: Vec<Charge> = (0..dice.below(8)).map(|_| charge(&mut dice)).collect();
        let loads: Vec<ClassedMeasure> = (0..dice.below(8))
            .map(|_| {
                let hops = three(&mut dice, 3).into_iter().collect();
                ClassedMeasure { blocks: dice.below(4).into(), hops }
            })
            .collect();
        let mut classed = Classed::default();
        for charge in &charges {
            classed.add_shared(charge.clone());
        }
        for load in &loads {
            classed.add(load.clone());
        }
        let all = |listed: &[Charge], less: &[Charge]| sorted(&[listed, less].concat());
        assert_eq!(all(&classed.shared, &classed.less.1), sorted(&charges));
        let both = [&classed.loads[..], &classed.less.0].concat();
        assert_eq!(sorted(&both), sorted(&loads));
        assert!(classed.shared.is_sorted() && classed.loads.is_sorted());
        for _ in 0..20 {
            let (start, hop, block) = (dice.below(5), three(&mut dice, 4), three(&mut dice, 4));
            let most = |of: &[Charge]| of.iter().map(|of| cost(of, start, hop, block)).max();
            assert_eq!(most(&classed.shared), most(&charges));
            let messages =
                |of: &[ClassedMeasure]| most(&of.iter().map(of_message).collect::<Vec<_>>());
            assert_eq!(messages(&classed.loads), messages(&loads));
            // At its slowest link a message pays for its blocks once, or at each link.
            let at_a_link = |of: &ClassedMeasure| {
                let here = (0..3).filter(|class| of.hops[*class] > 0);
                here.map(|class| Charge::of_link(&of.hops, class, of.blocks.into()))
                    .collect::<Vec<_>>()
            };
            let once: Vec<Charge> = loads.iter().flat_map(at_a_link).collect();
            assert_eq!(most(&classed.cut_through()), most(&once));
            let each = loads.iter().map(|of| {
                let blocks = of.hops.iter().map(|hops| of.blocks * u128::from(*hops)).collect();
                Charge { blocks, ..of_message(of) }
            });
            assert_eq!(most(&classed.store_and_forward()), most(&each.collect::<Vec<_>>()));
            let everything = [&once[..], &charges].concat();
            assert_eq!(sorted(&classed.all_charges(true)), sorted(&everything));
            assert_eq!(sorted(&classed.all_charges(false)), sorted(&once));
        }
        for (one, other) in
            classed.shared.iter().flat_map(|a| classed.shared.iter().map(move |b| (a, b)))
        {
            let share = |(of, to): (&u128, &u128)| {
                of * u128::from(other.lanes) >= to * u128::from(one.lanes)
            };
            let dominates = one.startups >= other.startups
                && one.hops.iter().zip(&other.hops).all(|(of, to)| of >= to)
                && one.blocks.iter().zip(&other.blocks).all(share);
            assert!(one == other || !dominates, "{one:?} {other:?}");
        }
    }
}

#[test]
fn a_charge_of_a_link_is_for_its_class() {
    let hops: ByClass<u64> = [2, 0, 1].into_iter().collect();
    let charge = Charge::of_link(&hops, 2, Shared { blocks: 7, lanes: 3 });
    assert_eq!((&charge.hops, charge.lanes, charge.startups), (&hops, 3, 1));
    assert_eq!(charge.blocks.to_vec(), [0, 0, 7]);
}

/// Catches a measure in which one number differs, and another that is said to cost as much.
#[test]
fn steps_cost_as_much_where_nothing_that_costs_differs() {
    let measure = |loads: &[(u128, u64)]| {
        let mut measure = StepMeasure::default();
        for (blocks, hops) in loads {
            measure.add(MessageMeasure { blocks: *blocks, hops: *hops });
        }
        measure
    };
    let step = StepMeasure { busiest: 2, ..measure(&[(4, 1), (2, 3)]) };
    assert!(step.costs_as_much_as(&step));
    // A smaller message costs nothing more, but is one more message.
    let more = StepMeasure { sizes: vec![1, 2, 4], ..step.clone() };
    assert!(step.costs_as_much_as(&more));
    let charged =
        |classed: Classed| StepMeasure { classed: Some(Box::new(classed)), ..step.clone() };
    let alone = ClassedMeasure { blocks: 1, hops: [1].into_iter().collect() };
    let with = Classed { loads: vec![alone.clone()], ..Classed::default() };
    let with_less = Classed { less: (vec![alone], Vec::new()), ..with.clone() };
    assert!(charged(with.clone()).costs_as_much_as(&charged(with_less)));
    for other in [
        StepMeasure { messages: 3, ..step.clone() },
        StepMeasure { busiest: 1, ..step.clone() },
        StepMeasure { in_turn: 2, ..step.clone() },
        StepMeasure { combined: 1, ..step.clone() },
        StepMeasure { crowded: Some(Box::new(Shared::from(9))), ..step.clone() },
        StepMeasure { busiest: 2, ..measure(&[(4, 1), (2, 4)]) },
        charged(with),
    ] {
        assert!(!step.costs_as_much_as(&other) && !other.costs_as_much_as(&step), "{other:?}");
    }
    assert_eq!(
        [0, 1, 3].map(|in_turn| StepMeasure { in_turn, ..step.clone() }.startups()),
        [1, 1, 3]
    );
    assert_eq!(measure(&[(4, 1), (2, 3), (4, 1), (1, 1)]).sizes, [1, 2, 4]);
    assert_eq!(measure(&[(4, 1), (4, 3)]).sizes, [0; 0]);
}

/// Blocks of messages on a link of several lanes: all of them shared evenly, or the largest message.
#[test]
fn lanes_are_shared() {
    let load = |all: u128, largest: u128| LinkLoad { all, largest };
    for (of, lanes, shared) in [
        (load(6, 3), 2, Shared::from(3)),
        (load(6, 4), 2, Shared::from(4)),
        (load(7, 3), 2, Shared { blocks: 7, lanes: 2 }),
        (load(6, 1), 4, Shared { blocks: 3, lanes: 2 }),
        (load(5, 5), 0, Shared::from(5)),
    ] {
        assert_eq!(Shared::of(of, lanes), shared, "{of:?} {lanes}");
    }
    let mut sum = LinkLoad::<u128>::default();
    sum.add(3, 2);
    sum.add(5, 1);
    assert_eq!(sum, load(11, 5));
}

#[test]
fn a_template_message_has_the_blocks_of_its_boxes() {
    let space = Space::of_sides([4, 5, 6]);
    let range = |start, end| hockney_core::schedule::Run { start, end };
    let mut boxes = smallvec::SmallVec::new();
    space.brick(&[range(1, 3)], &mut boxes);
    space.brick(&[range(3, 4), range(0, 2), range(5, 6)], &mut boxes);
    space.brick(&[range(2, 2), range(0, 2)], &mut boxes);
    assert_eq!((boxes.len(), Pattern::plain(0, 1, boxes).size()), (2, 2 * 5 * 6 + 2));
}
