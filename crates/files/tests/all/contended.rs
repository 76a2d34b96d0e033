//! With contention the messages of a port follow each other: by steps, without steps, and nothing is below the bounds.

use std::sync::Arc;

use hockney_base::number::Rational;
use hockney_core::checker::{Checked, Limits, check, combining};
use hockney_core::collective::{Instance, Parameter, Ports, Schedule, collective};
use hockney_core::schedule::{Listed, Message, Payload, Runs, Step};
use hockney_core::topology::Topology;
use hockney_cost::{
    Asynchronous, Gaps, MessageTime, Model, Numbers, TimePoint, Timing, asynchronous, class_bounds,
    lower_bounds, price,
};
use hockney_files::{Header, Notation, read_graph, write};
use hockney_plan::planner;
use hockney_plan::question::Question;

use crate::drawn::graph;
use hockney_testing::reference::fraction::Fraction;
use hockney_testing::reference::price::{Given, Model as Naive, More, asynchronous as naive};
use hockney_testing::{Dice, sweep};

const CONTENTION: Model = Model {
    switching: hockney_cost::Switching::CutThrough,
    contention: true,
    by_size: false,
    falling: false,
    combining: false,
};

fn pick<T: Copy>(dice: &mut Dice, all: &[T]) -> T {
    all[dice.index(all.len())]
}

/// A block goes from its first node to others along a random tree: in each of some steps, each node that has it may send it on.
fn spread(dice: &mut Dice, steps: &mut [Step], p: u32, from: u32, to: &[u32], block: u64) {
    let (mut holders, last) = (vec![from], steps.len() - 1);
    for (k, step) in steps.iter_mut().enumerate() {
        let before = holders.clone();
        let lacking =
            |of: &[u32]| to.iter().copied().filter(|v| !of.contains(v)).collect::<Vec<_>>();
        let mut wanted = lacking(&holders);
        if k < last {
            wanted.retain(|_| dice.one_in(2));
            let other = dice.below_u32(p);
            if dice.one_in(4) && !holders.contains(&other) && !wanted.contains(&other) {
                wanted.push(other);
            }
        }
        for target in wanted {
            let source = pick(dice, &before);
            holders.push(target);
            let same = |m: &&mut Message| m.from == source && m.to == target;
            match step.messages.iter_mut().find(same).filter(|_| dice.one_in(2)) {
                Some(Message { payload: Payload::Plain(blocks), .. }) => {
                    *blocks = blocks.iter().chain([block]).collect();
                }
                _ => step.messages.push(Message::plain(source, target, Runs::one(block))),
            }
        }
    }
}

/// The same steps backwards, from receivers to senders.
fn backwards(mut steps: Vec<Step>) -> Vec<Step> {
    steps.reverse();
    for message in steps.iter_mut().flat_map(|step| &mut step.messages) {
        std::mem::swap(&mut message.from, &mut message.to);
    }
    steps
}

/// A random schedule of a collective in which messages may share ports and links, and that breaks no other rule.
fn random(dice: &mut Dice, topology: &Topology, ports: Ports) -> Schedule {
    let p = topology.nodes();
    let kinds = [
        "broadcast",
        "reduce",
        "all-gather",
        "reduce-scatter",
        "all-reduce",
        "scatter",
        "gather",
        "all-to-all",
        "shift",
    ];
    let kind = pick(dice, &kinds);
    let of =
        Instance::new(collective(kind).unwrap(), p).with_pieces(1 + dice.below_u32(3)).unwrap();
    let of = match of.collective.parameter() {
        Some(Parameter::Root) => of.with_root(dice.below(p.into())).unwrap(),
        Some(Parameter::By) => of.with_by(1),
        _ => of,
    };
    let all: Vec<u32> = (0..p).collect();
    let mut made = |root: Option<u32>| {
        let mut steps = vec![Step::default(); 1 + usize::try_from(dice.below(4)).unwrap()];
        for block in of.all_blocks().iter() {
            let (origins, targets): (Vec<u32>, Vec<u32>) = match kind {
                "broadcast" | "reduce" | "all-reduce" => {
                    (vec![root.unwrap_or(of.root)], all.clone())
                }
                "reduce-scatter" => {
                    (vec![u32::try_from(block / u64::from(of.pieces)).unwrap()], all.clone())
                }
                _ => (
                    all.iter().copied().filter(|v| of.initial(*v).contains(block)).collect(),
                    all.iter()
                        .copied()
                        .filter(|v| of.required(*v).blocks.contains(block))
                        .collect(),
                ),
            };
            spread(dice, &mut steps, p, origins[0], &targets, block);
        }
        steps
    };
    let mut steps = match kind {
        "reduce" | "reduce-scatter" => backwards(made(None)),
        "all-reduce" => [backwards(made(Some(0))), made(Some(0))].concat(),
        _ => made(None),
    };
    steps.retain(|step| !step.messages.is_empty());
    Schedule::plain(topology.clone(), ports, of, Arc::new(Listed(steps)))
}

fn machine(dice: &mut Dice) -> Topology {
    if dice.one_in(2) {
        return read_graph(&graph(dice)).unwrap();
    }
    let names = [
        "ring:5",
        "switch:4",
        "complete:4",
        "hypercube:8",
        "tree:5",
        "star:5",
        "mesh:2x3",
        "nodes:2x3",
        "nodes:2x2",
    ];
    Topology::parse(pick(dice, &names)).unwrap()
}

fn numbers(dice: &mut Dice, topology: &Topology) -> Numbers {
    let mut of = |all: &[u64]| Rational::from(pick(dice, all));
    let (m, t_s, t_w) = (of(&[1, 6, 60]), of(&[0, 1, 9, 200]), of(&[0, 1, 5]));
    let mut numbers = Numbers::of(m, t_s, t_w);
    let class = |name: &str, t_h, t_w| hockney_cost::ClassTimes {
        name: name.to_owned(),
        t_w: Some(t_w),
        t_h,
        rank: None,
    };
    if topology.classes().iter().any(|class| class.t_w.is_none()) {
        let times = topology
            .classes()
            .iter()
            .map(|of_class| class(&of_class.name, of(&[0, 1, 9]), of(&[1, 3, 19])));
        numbers.classes = times.collect();
        return numbers;
    }
    numbers.with_classes(topology.classes()).unwrap()
}

fn checked(schedule: &Schedule) -> Checked {
    let checked = check(schedule, &Limits::default()).unwrap();
    assert!(checked.report().only_waits(), "{:?}", checked.report().violations);
    checked
}

fn no_schedule_is_below_its_bounds(count: u64, seed: u64) {
    let (mut dice, mut tried, mut shared) = (Dice(seed), 0, 0);
    // So many in which messages share links or ports, beside the others.
    while shared < count {
        tried += 1;
        let topology = machine(&mut dice);
        let ports = pick(&mut dice, &[Ports::ONE, Ports::ONE, Ports::Limited(2), Ports::All]);
        let schedule = random(&mut dice, &topology, ports);
        let numbers = numbers(&mut dice, &topology);
        let checked = checked(&schedule);
        let measures = &checked.report().measures;
        shared += u64::from(!checked.report().is_valid());
        let of = schedule.phases[0].instance();
        let cost = price(&schedule, measures, CONTENTION).cost;
        let total = numbers.total(&cost).unwrap();
        if topology.classes().is_empty() {
            let bounds = lower_bounds(&topology, of, ports).with_contention(of, ports);
            let steps = cost.t_s.to_u64().unwrap();
            let words = bounds.words_in(steps).unwrap_or_else(|| panic!("{cost} {bounds:?}"));
            assert!(
                cost.t_w >= words.value,
                "{topology} {ports} {}: {cost} {words:?}",
                of.collective.name()
            );
            let least = bounds.cheapest(&numbers).unwrap().2;
            assert!(total >= least, "{topology} {ports} {}: {cost} {least}", of.collective.name());
        } else {
            let bounds = class_bounds(&topology, of, ports, &numbers).unwrap();
            let least = bounds.with_contention(of, ports).total(&numbers).unwrap();
            assert!(total >= least, "{topology} {ports} {}: {cost} {least}", of.collective.name());
        }
    }
    assert!(tried < 4 * count, "{tried}");
}

sweep! {
    /// Catches a step that pays fewer startups than its ports send, and a bound that counts a startup too many.
    fn no_random_schedule_is_below_its_bounds(effort) {
        no_schedule_is_below_its_bounds(effort.of(300, 20_000), effort.of(1, 2));
    }

    /// Catches a message that starts before its port is free, and a word that is combined beside another one.
    fn asynchronous_times_are_those_of_the_naive_walk(effort) {
        asynchronous_times_are_those_of_the_walk(effort.of(500, 6000));
    }
}

/// Gaps on a line.
fn gaps(line: [u64; 2]) -> MessageTime {
    let [fixed, each] = line.map(Rational::from);
    let at = |words: u64| TimePoint {
        words: words.into(),
        time: &fixed + &(&each * &Rational::from(words)),
    };
    MessageTime::through(&[at(0), at(1)])
}

/// Compares with the naive walk, with gaps and γ by lot.
fn takes_as_long_as_step_by_step(dice: &mut Dice, schedule: &Schedule, model: Model) {
    let mut numbers = numbers(dice, &schedule.topology);
    if schedule.topology.classes().iter().any(|class| class.t_w.is_none()) {
        return; // The times of boxes are not in the document.
    }
    let lines = [[dice.below(4), dice.below(3)], [dice.below(4), dice.below(3)]];
    let gamma = Rational::from(pick(dice, &[0, 0, 4_u64]));
    let measured = dice.one_in(2);
    let [send, receive] = lines.map(gaps);
    numbers.timing = Timing {
        asynchronous: true,
        gaps: measured.then_some(Gaps { send, receive }),
        gamma: gamma.clone(),
        ..Timing::default()
    };
    let limits = &Limits::default();
    let how =
        Asynchronous { model: model.with(&numbers), numbers: &numbers, whole_words: false, limits };
    let time = asynchronous(schedule, &how).unwrap().unwrap();
    let fraction = |of: &Rational| {
        Fraction::new(
            of.numerator().to_u64().unwrap().into(),
            of.denominator().to_u64().unwrap().into(),
        )
    };
    let m = numbers.m.clone().unwrap();
    let given = Given {
        m: fraction(&m),
        t_s: fraction(&numbers.t_s.clone().unwrap()),
        t_w: fraction(&numbers.t_w.clone().unwrap()),
        t_h: fraction(&numbers.t_h),
    };
    let gap = |words: Fraction| {
        lines.map(|[fixed, each]| {
            let words = words.times(usize::try_from(each).unwrap()).unwrap();
            words.plus(Fraction::new(fixed.into(), 1)).unwrap()
        })
    };
    let combined = combining(schedule, limits, None).unwrap().each;
    let piece = m.checked_div(&Rational::from(schedule.phases[0].instance().pieces)).unwrap();
    let combine = |phase: usize, step: usize, message: usize| {
        let of = combined[phase].get(step).map_or(0, |step| step.of(message));
        fraction(&(&(&Rational::from(of) * &piece) * &gamma))
    };
    let more = More { gaps: measured.then_some(&gap), combining: Some(&combine) };
    let mut text = Vec::new();
    write(&mut text, &Header::default(), schedule, Notation::Json).unwrap();
    let text = String::from_utf8(text).unwrap();
    let document = hockney_testing::reference::read(&text).unwrap();
    let theirs = if model.contention { Naive::Contention } else { Naive::CutThrough };
    let found = naive(&document, &given, theirs, &more).unwrap();
    assert_eq!(
        time,
        Rational::ratio(found.numerator, found.denominator).unwrap(),
        "{lines:?} {measured} {gamma}\n{text}"
    );
}

/// Plans for 1, 2 and all ports, with some of their steps joined, and random schedules.
fn asynchronous_times_are_those_of_the_walk(count: u64) {
    let (mut dice, mut joined) = (Dice(5), 0);
    for _ in 0..count {
        let topology = machine(&mut dice);
        let ports = pick(&mut dice, &[Ports::ONE, Ports::Limited(2), Ports::All]);
        let schedule = random(&mut dice, &topology, ports);
        takes_as_long_as_step_by_step(&mut dice, &schedule, CONTENTION);
        let algorithm = pick(&mut dice, &planner::algorithms().collect::<Vec<_>>());
        let Ok(question) = Question::new(algorithm.collective(), topology) else { continue };
        let Ok(plan) = question.with_ports(ports).plan_congested_by(algorithm) else { continue };
        let schedule = plan.schedule();
        let checked = check(&schedule, &Limits::default()).unwrap();
        if checked.report().is_valid() {
            takes_as_long_as_step_by_step(&mut dice, &schedule, Model::default());
        }
        if checked.report().only_waits() {
            takes_as_long_as_step_by_step(&mut dice, &schedule, CONTENTION);
            joined += 1;
        }
    }
    assert!(joined > count / 12, "{joined}");
}

/// The messages from node 0 to nodes 1 to 8 in one step.
fn eight_sends(ports: Ports) -> Schedule {
    let of = Instance::new(collective("broadcast").unwrap(), 9);
    let mut steps = Listed::default();
    (1..9).for_each(|to| steps.add(0, Message::plain(0, to, Runs::one(0))));
    Schedule::plain(Topology::complete(9), ports, of, Arc::new(steps))
}

/// Catches a port whose messages start together, or that has as many as all ports.
#[test]
fn messages_of_a_port_follow_each_other() {
    let shown = |ports| {
        let schedule = eight_sends(ports);
        let measures = checked(&schedule).report().measures.clone();
        price(&schedule, &measures, CONTENTION).cost.to_string()
    };
    let ports = [Ports::ONE, Ports::Limited(3), Ports::All];
    assert_eq!(
        ports.map(shown),
        ["8 t_s + 8 m t_w + t_h", "3 t_s + 8/3 m t_w + t_h", "t_s + m t_w + t_h"]
    );
}

/// Catches a gap that a port pays once for all its messages: 7 gaps of 1.27 us and a message of 2.00064 us.
#[test]
fn each_message_pays_its_gap() {
    let of = |number: &str| number.parse::<Rational>().unwrap();
    let gap = MessageTime::through(&[TimePoint { words: 8_u64.into(), time: of("1.27") }]);
    let mut numbers = Numbers::of(8_u64, 2_u64, of("0.00008"));
    numbers.timing = Timing {
        asynchronous: true,
        gaps: Some(Gaps { send: gap.clone(), receive: gap }),
        ..Timing::default()
    };
    let limits = &Limits::default();
    let how = Asynchronous { model: CONTENTION, numbers: &numbers, whole_words: true, limits };
    let time = |ports| asynchronous(&eight_sends(ports), &how).unwrap().unwrap();
    assert_eq!(time(Ports::ONE), of("10.89064"));
    assert_eq!(time(Ports::Limited(8)), of("2.00064"));
}

/// Node 0 of the direct all-reduce combines 13 messages of 95 words.
#[test]
fn a_rank_combines_one_message_after_another() {
    let question =
        Question::new("all-reduce", Topology::complete(14)).unwrap().with_ports(Ports::All);
    let direct = planner::algorithm("all-reduce", "direct").unwrap();
    let schedule = question.plan_by(direct).unwrap().schedule();
    let mut numbers = Numbers::of(95_u64, 32_u64, 3_u64);
    numbers.timing.gamma = Rational::from(4_u64);
    let limits = &Limits::default();
    let how =
        Asynchronous { model: Model::default(), numbers: &numbers, whole_words: true, limits };
    assert_eq!(asynchronous(&schedule, &how).unwrap(), Some(Rational::from(5257_u64)));
}
