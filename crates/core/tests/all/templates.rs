//! Templates against every message: what the checker finds by templates it finds message by message, in templates that
//! are drawn.

use std::collections::BTreeSet;
use std::sync::Arc;

use hockney_core::checker::{Limits, LookedAt, check};
use hockney_core::collective::{COLLECTIVES, Data, Instance, Ports, Schedule};
use hockney_core::schedule::{
    Frame, ListedTemplates, Message, Pattern, Repeated, Route, Runs, Space, Symmetric, Template,
    Templates,
};
use hockney_core::topology::{LinkClass, Topology, Translations};
use hockney_testing::build::{of, topology};
use hockney_testing::{Dice, both_ways, sweep};

/// Translations under which a machine looks the same.
fn groups(topology: &Topology) -> Vec<Translations> {
    let p = topology.nodes();
    let mut groups: Vec<Translations> = Translations::xor(p).into_iter().collect();
    groups.extend((1..=p).filter_map(|step| Translations::cyclic(&[p], &[step])));
    if let Some(sides) = topology.network().sides().filter(|sides| sides.len() > 1) {
        groups.extend(Translations::cyclic(sides, &vec![1; sides.len()]));
        let mut steps = vec![1; sides.len()];
        steps[0] = sides[0];
        groups.extend(Translations::cyclic(sides, &steps));
    }
    groups.retain(|by| topology.network().looks_the_same_under(by));
    groups
}

fn pattern(dice: &mut Dice, on: &Topology, of: &Instance, frame: &Frame) -> Pattern {
    let p = of.nodes;
    let from = dice.below_u32(p);
    let to = (from + 1 + dice.below_u32(p - 1)) % p;
    let mut message = Message::plain(from, to, dice.some(of.all_blocks().len()));
    if of.data() != Data::Combined && dice.one_in(2) {
        message = Message::plain(from, to, of.initial(from));
    }
    if dice.one_in(6) {
        message.route = Route::Via([dice.below_u32(on.vertices())].into_iter().collect());
    }
    let mut pattern = frame.pattern(&message).unwrap();
    if of.data() == Data::Combined && dice.one_in(2) {
        pattern.parts[0].contributors = Some(dice.some(u64::from(p)));
    }
    pattern
}

fn agree(schedule: &Schedule, by: &Translations) -> Option<bool> {
    let collective = schedule.phases[0].instance().collective.name();
    both_ways::agree(&format!("{collective} on {}", schedule.topology), schedule, by)
}

sweep! {
    fn drawn_templates_are_judged_alike(effort) {
        let mut dice = Dice(19);
        let (mut valid, mut refused, mut families) = (0, 0, BTreeSet::new());
        let machines = [
            "ring:6", "ring:5", "torus:3x4", "torus:2x2x2", "hypercube:8", "complete:4", "complete:6",
            "switch:6", "nodes:2x2", "nodes:3x2x2", "nodes:2x2:direct", "fat-tree:2:2", "fat-tree:4",
            "ring:3/switch:2", "hypercube:4/switch:2", "dragonfly:1x2x1x3",
        ];
        for name in machines {
            let mut on = topology(name);
            let groups = groups(&on);
            for round in 0..effort.of(24, 400) {
                if groups.is_empty() {
                    break;
                }
                if dice.one_in(3) {
                    let class = |name| LinkClass { name, ..LinkClass::default() };
                    let classes = on.network().class_names().into_iter().map(class);
                    on = on.with_links(&classes.collect::<Vec<_>>());
                }
                let by = &groups[dice.index(groups.len())];
                let mut of = of(COLLECTIVES[dice.index(COLLECTIVES.len())].name(), on.nodes()).with_by(1);
                if of.data() != Data::Token && dice.one_in(2) {
                    of = of.with_pieces(if dice.one_in(2) { 2 } else { on.nodes() }).unwrap();
                }
                if !of.collective.looks_the_same_under(&of, by) {
                    continue;
                }
                families.insert(on.family().name());
                let frame = Frame::new(by.clone(), of.moving_shape()).on(&on);
                let item = |dice: &mut Dice| {
                    let messages = 1 + dice.below(u64::from(by.classes().min(3)));
                    let messages = (0..messages).map(|_| pattern(dice, &on, &of, &frame)).collect();
                    let all: Vec<u32> = by.all().collect();
                    let advance = all[dice.index(all.len())];
                    let count = 1 + dice.index(3);
                    Repeated { count, advance, template: Template { messages } }
                };
                let items: Vec<Repeated> = (0..=dice.below(2)).map(|_| item(&mut dice)).collect();
                let counts: Vec<(usize, usize)> =
                    items.iter().map(|item| (item.count, item.template.messages.len())).collect();
                let listed = ListedTemplates::new(frame.clone(), items);
                assert_eq!(Templates::count(&listed), counts.iter().map(|(count, _)| count).sum::<usize>());
                let symmetric = Symmetric::new(frame, Box::new(listed));
                let patterns: usize = counts.iter().map(|(count, messages)| count * messages).sum();
                let messages = patterns as u128 * u128::from(by.order());
                let ports = if round % 2 == 0 { Ports::ONE } else { Ports::All };
                let schedule = Schedule::plain(on.clone(), ports, of, Arc::new(symmetric));
                assert_eq!(schedule.messages(), messages);
                match agree(&schedule, by) {
                    Some(true) => valid += 1,
                    Some(false) => refused += 1,
                    None => {}
                }
            }
        }
        assert!(valid > 0 && refused > effort.of(100, 1000), "{valid} valid, {refused} refused");
        assert!(families.len() > 6, "{families:?}");
    }
}

/// An all-gather round a ring, or an all-to-all, in which every step repeats the step before with other blocks.
fn round_a_ring(p: u32) -> (Symmetric, Frame) {
    let by = Translations::cyclic(&[p], &[1]).unwrap();
    let frame = Frame::new(by, (1, 1));
    let first = frame.pattern(&Message::plain(0, 1, Runs::one(0))).unwrap();
    let template = Template { messages: vec![first] };
    let items = vec![Repeated { count: p as usize - 1, advance: p - 1, template }];
    (Symmetric::new(frame.clone(), Box::new(ListedTemplates::new(frame.clone(), items))), frame)
}

#[test]
fn a_step_that_repeats_another_is_found_and_made() {
    let (symmetric, frame) = round_a_ring(7);
    let ring = topology("ring:7");
    let mut home = vec![Vec::new(); 6];
    for (k, messages) in home.iter_mut().enumerate() {
        symmetric.at_home(k, messages);
        assert_eq!(*messages, [Message::plain(0, 1, Runs::one((7 - k as u64) % 7))]);
    }
    for (from, to) in [(0, 1), (2, 5), (3, 0), (4, 4)] {
        let by = u32::try_from((7 + from - to) % 7).unwrap();
        assert_eq!(symmetric.advance_between(&home[from], &home[to]), Some(by), "{from} {to}");
        for g in 0..7 {
            let advances = symmetric.advances(&home[from], &home[to], g);
            assert_eq!(advances, g == by, "{from} {to} by {g}");
        }
    }
    let other = [Message::plain(0, 2, Runs::one(0))];
    assert_eq!(symmetric.advance_between(&home[0], &other), None);
    assert_eq!(symmetric.advance_between(&home[0], &[]), None);
    assert!(!symmetric.advances(&home[0], &other, 0));
    let wide = [Message::plain(0, 1, Runs::range(0, 2))];
    assert_eq!(symmetric.advance_between(&home[0], &wide), None);
    let around = [Message::plain(0, 1, [6, 0].into_iter().collect())];
    assert_eq!(symmetric.advance_between(&wide, &around), Some(6));
    assert_eq!(symmetric.advance_between(&around, &wide), Some(1));

    let schedule = Schedule::plain(ring, Ports::ONE, of("all-gather", 7), Arc::new(symmetric));
    assert_eq!(agree(&schedule, frame.by()), Some(true));
    let everything =
        Message { payload: hockney_core::schedule::Payload::Everything, ..wide[0].clone() };
    assert_eq!(frame.pattern(&everything), None);
    let (symmetric, _) = round_a_ring(7);
    let everything = [everything];
    assert!(symmetric.advances(&everything, &everything, 3));
    assert!(!symmetric.advances(&everything, &wide, 0));
    // On a torus each coordinate moves by itself.
    let by = Translations::cyclic(&[3, 4], &[1, 1]).unwrap();
    let frame = Frame::new(by, (2, 1));
    let symmetric = Symmetric::new(frame.clone(), Box::new(ListedTemplates::new(frame, vec![])));
    let block = |from: u64, to: u64| [Message::plain(0, 1, Runs::one(12 * from + to))];
    for (to, g) in [
        (block(4, 7), Some(0)),
        (block(9, 8), Some(5)),
        (block(5, 4), Some(1)),
        (block(9, 1), None),
    ] {
        assert_eq!(symmetric.advance_between(&block(4, 7), &to), g, "{to:?}");
    }
}

/// An all-gather round a ring with another first message.
fn with_first(damage: impl FnOnce(&mut Pattern)) -> Schedule {
    let (symmetric, frame) = round_a_ring(8);
    let mut template = Template::default();
    symmetric.templates().template_into(0, &mut template);
    damage(&mut template.messages[0]);
    let items = vec![Repeated { count: 1, advance: 0, template }];
    let damaged = Symmetric::new(frame.clone(), Box::new(ListedTemplates::new(frame, items)));
    Schedule::plain(topology("ring:8"), Ports::ONE, of("all-gather", 8), Arc::new(damaged))
}

/// No document leads here. Catches a box that is in another one, too: its blocks would come twice.
#[test]
fn templates_that_are_none_are_refused() {
    let refused = |damage: fn(&mut Pattern)| {
        check(&with_first(damage), &Limits::default()).unwrap_err().to_string()
    };
    let none = "step 1: the message from";
    let twice = refused(|message| {
        let again = message.parts[0].blocks[0].clone();
        message.parts[0].blocks.push(again);
    });
    assert_eq!(twice, format!("{none} 0 to 1 is malformed: it carries a block twice"));
    let outside = refused(|message| message.parts[0].blocks[0].0[0].end = 9);
    assert_eq!(
        outside,
        format!("{none} 0 to 1 is malformed: it carries a block that does not exist")
    );
    for empty in [refused(|message| message.parts.clear()), refused(|m| m.parts[0].blocks.clear())]
    {
        assert_eq!(empty, format!("{none} 0 to 1 is malformed: it carries no data"));
    }
    assert_eq!(
        refused(|message| message.to = 8),
        format!("{none} 0 to 8 is malformed: there is no node 8")
    );
    assert_eq!(
        refused(|message| message.to = 0),
        format!("{none} 0 to 0 is malformed: its receiver is its sender")
    );
}

/// The hops of the translations of a message are counted once.
#[test]
fn all_hops_of_templates_are_counted_beyond_the_limit() {
    let schedule = with_first(|message| message.to = 4);
    let limits = |hops| Limits { hops, ..Limits::default() };
    let why = check(&schedule, &limits(3)).unwrap_err().to_string();
    assert_eq!(why, "the schedule has 4 hops, but 3 are allowed");
    assert!(check(&schedule, &limits(4)).is_ok());
    let few = Limits { messages: 7, ..Limits::default() };
    let why = check(&schedule, &few).unwrap_err().to_string();
    assert_eq!(why, "the schedule has 8 nodes, but 7 are allowed");
}

/// Catches a collective that claims a symmetry of its start or end which it has not.
#[test]
fn collectives_look_the_same_where_they_say_so() {
    let mut claims = 0;
    for p in [1, 2, 3, 4, 6, 8, 12] {
        let mut groups: Vec<Translations> = Translations::xor(p).into_iter().collect();
        for a in (1..=p).filter(|a| p.is_multiple_of(*a)) {
            groups.extend(Translations::cyclic(&[p], &[a]));
            groups.extend(Translations::cyclic(&[a, p / a], &[1, 1]));
        }
        for collective in COLLECTIVES {
            for (by_how_many, group) in
                [0, 1, 5].iter().flat_map(|q| groups.iter().map(move |g| (q, g)))
            {
                let instance = Instance::new(collective, p).with_by(*by_how_many);
                if !collective.looks_the_same_under(&instance, group) {
                    continue;
                }
                claims += 1;
                let (space, nodes) = (instance.space(group), Space::of(group, 1, 1));
                for g in group.all() {
                    for v in 0..p {
                        let there = group.apply(g, v);
                        let blocks = |blocks: &Runs| space.translate_runs(group, g, blocks);
                        let (here, end) = (instance.required(v), instance.required(there));
                        assert_eq!(blocks(&instance.initial(v)), instance.initial(there));
                        assert_eq!(blocks(&here.blocks), end.blocks);
                        let who = nodes.translate_runs(group, g, &here.contributors);
                        assert_eq!(who, end.contributors);
                    }
                }
            }
        }
    }
    assert!(claims > 100, "{claims}");
}

/// A machine or collective that does not look the same is looked at message by message.
#[test]
fn without_the_symmetry_every_message_counts() {
    let (symmetric, _) = round_a_ring(4);
    let array = topology("linear-array:4");
    let schedule = Schedule::plain(array, Ports::ONE, of("all-gather", 4), Arc::new(symmetric));
    let checked = check(&schedule, &Limits::default()).unwrap();
    assert_eq!(checked.report().looked_at, LookedAt::EveryMessage);
    assert!(checked.report().is_valid());
}
