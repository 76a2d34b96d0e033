use super::*;
use crate::collective::{Instance, Ports, collective};
use crate::planner::{Algorithm, algorithm, fitted};
use crate::schedule::rule::{Load::*, Move::*, Place::*, Senders::*, *};
use crate::schedule::{Listed, Symmetric};
use crate::topology::{FAMILIES, Sizes, Topology};

const fn send(senders: Senders, to: Move, load: Load) -> Send {
    Send { senders, to, load }
}
const fn turn(from: Text, to: Text, sends: &'static [Send]) -> Turn {
    Turn { from, to, sends }
}
const fn every(first: Text, stride: Text, last: Text) -> Senders {
    Every { first, stride, last }
}

const HALVING: Rule = Rule::Halving(Tour, Everything);
const CHAIN: Rule =
    Rule::Turns(Tour, &[turn("0", "p - 1", &[send(Only("i"), Ahead("1"), Everything)])]);
const SEQUENTIAL: Rule =
    Rule::Turns(RootFirst, &[turn("0", "p - 1", &[send(Only("0"), Ahead("i + 1"), Everything)])]);
const NEAR_FIRST: Rule = Rule::Turns(
    Pairs,
    &[turn(
        "0",
        "ceil(log2 p)",
        &[send(every("0", "1", "min(2^i, p - 2^i) - 1"), Ahead("2^i"), Everything)],
    )],
);
const BINOMIAL: Rule = Rule::Halving(CubeInOrder, Everything);
const RING: Rule =
    Rule::Turns(Tour, &[turn("0", "p - 1", &[send(Everyone, Ahead("1"), Interval("-i", "-i"))])]);
const DOUBLING: Rule =
    Rule::Turns(Pairs, &[turn("0", "log p", &[send(Everyone, Xor("2^i"), Subcube("0", "i"))])]);
const BRUCK: Rule = Rule::Turns(
    Pairs,
    &[
        turn(
            "0",
            "max(0, ceil(log2 p) - 1)",
            &[send(Everyone, Back("2^i"), Interval("0", "2^i - 1"))],
        ),
        turn(
            "max(0, ceil(log2 p) - 1)",
            "ceil(log2 p)",
            &[send(Everyone, Back("2^i"), Interval("0", "p - 2^i - 1"))],
        ),
    ],
);
const NEIGHBOURS: Rule = Rule::Turns(
    Tour,
    &[
        turn(
            "0",
            "1",
            &[
                send(every("0", "2", "p - 1"), Ahead("1"), Interval("0", "0")),
                send(every("1", "2", "p - 1"), Back("1"), Interval("0", "0")),
            ],
        ),
        turn(
            "1",
            "p/2",
            &[
                send(every("i mod 2", "2", "p - 1"), Ahead("1"), Interval("-i", "1 - i")),
                send(every("1 - (i mod 2)", "2", "p - 1"), Back("1"), Interval("i - 1", "i")),
            ],
        ),
    ],
);
const PAIR_FLOW: Rule = Rule::Turns(
    Tour,
    &[
        turn(
            "0",
            "1",
            &[
                send(every("0", "2", "p - 1"), Ahead("1"), Interval("0", "0")),
                send(every("1", "2", "p - 1"), Back("1"), Interval("0", "0")),
            ],
        ),
        turn(
            "1",
            "1 + floor(p/4)",
            &[
                send(
                    every("0", "2", "p - 1"),
                    Ahead("2"),
                    Interval("2 - 2 i + max(0, 4 i - p + 1)", "3 - 2 i"),
                ),
                send(
                    every("1", "2", "p - 1"),
                    Back("2"),
                    Interval("2 i - 3", "2 i - 2 - max(0, 4 i - p + 1)"),
                ),
            ],
        ),
        turn(
            "0",
            "min(1, p/2 - 1)",
            &[
                send(every("0", "2", "p - 1"), Ahead("1"), Interval("1 - p/2", "-1")),
                send(every("1", "2", "p - 1"), Back("1"), Interval("1", "p/2 - 1")),
            ],
        ),
    ],
);
/// The ring along odd sides, neighbours along four, else pair flow.
const FEWEST: Rule = Rule::Turns(
    Tour,
    &[
        turn("0", "(p mod 2) (p - 1)", &[send(Everyone, Ahead("1"), Interval("-i", "-i"))]),
        turn(
            "0",
            "1 - (p mod 2)",
            &[
                send(every("0", "2", "p - 1"), Ahead("1"), Interval("0", "0")),
                send(every("1", "2", "p - 1"), Back("1"), Interval("0", "0")),
            ],
        ),
        turn(
            "1",
            "1 + (1 - (p mod 2)) (min(1, floor(p/4)) - min(1, floor(p/5)))",
            &[
                send(every("1", "2", "p - 1"), Ahead("1"), Interval("-1", "0")),
                send(every("0", "2", "p - 1"), Back("1"), Interval("0", "1")),
            ],
        ),
        turn(
            "1",
            "1 + (1 - (p mod 2)) min(1, floor(p/5)) floor(p/4)",
            &[
                send(
                    every("0", "2", "p - 1"),
                    Ahead("2"),
                    Interval("2 - 2 i + max(0, 4 i - p + 1)", "3 - 2 i"),
                ),
                send(
                    every("1", "2", "p - 1"),
                    Back("2"),
                    Interval("2 i - 3", "2 i - 2 - max(0, 4 i - p + 1)"),
                ),
            ],
        ),
        turn(
            "0",
            "(1 - (p mod 2)) min(1, floor(p/5))",
            &[
                send(every("0", "2", "p - 1"), Ahead("1"), Interval("1 - p/2", "-1")),
                send(every("1", "2", "p - 1"), Back("1"), Interval("1", "p/2 - 1")),
            ],
        ),
    ],
);
const SCATTER: Rule = Rule::Halving(Tour, TheirHalf);
const CUBE_SCATTER: Rule = Rule::Halving(Cube, TheirHalf);
const EXCHANGE: Rule =
    Rule::Turns(Pairs, &[turn("0", "log p", &[send(Everyone, Xor("2^i"), Everything)])]);
const DISSEMINATION: Rule =
    Rule::Turns(Pairs, &[turn("0", "ceil(log2 p)", &[send(Everyone, Ahead("2^i"), Everything)])]);
const ONWARDS: Rule = Rule::Turns(
    Tour,
    &[turn(
        "0",
        "p - 1",
        &[send(Everyone, Ahead("1"), Onwards { origin: "-i", targets: ("1", "p - 1 - i") })],
    )],
);
const SHORTER: Rule = Rule::Turns(
    Tour,
    &[
        turn(
            "0",
            "floor(p/2)",
            &[send(
                Everyone,
                Ahead("1"),
                Onwards { origin: "-i", targets: ("1", "floor(p/2) - i") },
            )],
        ),
        turn(
            "0",
            "p - 1 - floor(p/2)",
            &[send(
                Everyone,
                Back("1"),
                Onwards { origin: "i", targets: ("i - (p - 1 - floor(p/2))", "-1") },
            )],
        ),
    ],
);
const ROTATION: Rule = Rule::Turns(Pairs, &[turn("1", "p", &[send(Everyone, Ahead("i"), Own)])]);
const PAIRWISE: Rule = Rule::Turns(Pairs, &[turn("1", "p", &[send(Everyone, Xor("i"), Own)])]);
const DIMENSIONS: Rule = Rule::Turns(
    Pairs,
    &[turn("0", "log p", &[send(Everyone, Xor("2^i"), Sides { low: "i", high: "i + 1" })])],
);
const TWO_PHASE: Rule = Rule::Turns(
    Pairs,
    &[
        turn(
            "1",
            "2^ceil(d/2)",
            &[send(Everyone, Xor("i"), Sides { low: "0", high: "ceil(d/2)" })],
        ),
        turn(
            "1",
            "2^floor(d/2)",
            &[send(Everyone, Xor("i 2^ceil(d/2)"), Sides { low: "ceil(d/2)", high: "d" })],
        ),
    ],
);
const UNIT_SHIFTS: Rule = Rule::Turns(
    Tour,
    &[
        turn(
            "0",
            "q min(1, max(0, p - 2 q + 1))",
            &[send(Everyone, Ahead("1"), Interval("-i", "-i"))],
        ),
        turn(
            "0",
            "(p - q) min(1, max(0, 2 q - p))",
            &[send(Everyone, Back("1"), Interval("i", "i"))],
        ),
    ],
);
const DIRECT: Rule = Rule::Turns(
    Pairs,
    &[turn("0", "min(1, q)", &[send(Everyone, Ahead("q"), Interval("0", "0"))])],
);
const ONE_BY_ONE: Rule = Rule::Turns(
    Pairs,
    &[turn("0", "p min(1, q)", &[send(Only("i"), Ahead("q"), Interval("0", "0"))])],
);
const HILLIS: Rule = Rule::Turns(
    Pairs,
    &[turn("0", "ceil(log2 p)", &[send(every("0", "1", "p - 2^i - 1"), Ahead("2^i"), Everything)])],
);
const BRENT_KUNG: Rule = Rule::Turns(
    Tour,
    &[
        turn(
            "0",
            "floor(log2 p)",
            &[send(every("2^i - 1", "2 2^i", "p - 2^i - 1"), Ahead("2^i"), Everything)],
        ),
        turn(
            "0",
            "floor(log2(max(1, 2 floor(p/3))))",
            &[send(
                every(
                    "2^floor(log2(max(1, 2 floor(p/3)))) /2^i - 1",
                    "2^floor(log2(max(1, 2 floor(p/3))))/2^i",
                    "p - 1 - 2^floor(log2(max(1, 2 floor(p/3))))/2^(i + 1)",
                ),
                Ahead("2^floor(log2(max(1, 2 floor(p/3))))/2^(i + 1)"),
                Everything,
            )],
        ),
    ],
);

static ALL: &[(&str, &str, Rule)] = &[
    ("broadcast", "recursive-doubling", HALVING),
    ("broadcast", "chain", CHAIN),
    ("broadcast", "sequential", SEQUENTIAL),
    ("broadcast", "near-first-doubling", NEAR_FIRST),
    ("broadcast", "binomial", BINOMIAL),
    ("broadcast", "pipelined-chain", Rule::Pipeline(Tour)),
    ("broadcast", "scatter-ring", Rule::Then(&[SCATTER, RING])),
    ("broadcast", "scatter-all-gather", Rule::Then(&[CUBE_SCATTER, DOUBLING])),
    ("broadcast", "scatter-bruck", Rule::Then(&[SCATTER, BRUCK])),
    ("broadcast", "scatter-ring-by-dimension", Rule::Then(&[SCATTER, Rule::ByDimension(&RING)])),
    ("broadcast", "dimension-by-dimension", Rule::ByDimension(&HALVING)),
    ("reduce", "recursive-doubling", Rule::Backwards(&HALVING)),
    ("reduce", "binomial", Rule::Backwards(&BINOMIAL)),
    ("reduce", "dimension-by-dimension", Rule::Backwards(&Rule::ByDimension(&HALVING))),
    ("all-gather", "ring", RING),
    ("all-gather", "recursive-doubling", DOUBLING),
    ("all-gather", "bruck", BRUCK),
    ("all-gather", "dimension-by-dimension", Rule::ByDimension(&RING)),
    ("all-gather", "sequential-broadcasts", Rule::FromEach(&HALVING)),
    ("all-gather", "neighbour-exchange", NEIGHBOURS),
    ("all-gather", "pair-flow", PAIR_FLOW),
    ("all-gather", "dimension-by-dimension-pair-flow", Rule::ByDimension(&FEWEST)),
    ("scatter", "interval-halving", SCATTER),
    ("scatter", "dimension-halving", CUBE_SCATTER),
    ("gather", "interval-doubling", Rule::Backwards(&SCATTER)),
    ("reduce-scatter", "ring", Rule::Backwards(&RING)),
    ("reduce-scatter", "sequential-reductions", Rule::Backwards(&Rule::FromEach(&HALVING))),
    ("reduce-scatter", "reduce-then-scatter", Rule::Then(&[Rule::Backwards(&HALVING), SCATTER])),
    ("all-reduce", "ring", Rule::Then(&[Rule::Backwards(&RING), RING])),
    ("all-reduce", "recursive-doubling", EXCHANGE),
    ("all-reduce", "halving-doubling", Rule::Then(&[Rule::Backwards(&DOUBLING), DOUBLING])),
    ("all-reduce", "circulant", Rule::Then(&[Rule::Backwards(&BRUCK), BRUCK])),
    ("all-reduce", "neighbour-exchange", Rule::Then(&[Rule::Backwards(&NEIGHBOURS), NEIGHBOURS])),
    ("all-reduce", "pair-flow", Rule::Then(&[Rule::Backwards(&PAIR_FLOW), PAIR_FLOW])),
    (
        "all-reduce",
        "ring-by-dimension",
        Rule::Then(&[Rule::Backwards(&Rule::ByDimension(&RING)), Rule::ByDimension(&RING)]),
    ),
    ("barrier", "recursive-doubling", EXCHANGE),
    ("barrier", "dissemination", DISSEMINATION),
    ("all-to-all", "ring", ONWARDS),
    ("all-to-all", "ring-shorter-way", SHORTER),
    ("all-to-all", "rotation", ROTATION),
    ("all-to-all", "pairwise-exchange", PAIRWISE),
    ("all-to-all", "dimension-exchange", DIMENSIONS),
    ("all-to-all", "two-phase", TWO_PHASE),
    ("shift", "unit-shifts", UNIT_SHIFTS),
    ("shift", "direct", DIRECT),
    ("shift", "sequential", ONE_BY_ONE),
    ("scan", "pipelined-chain", Rule::Pipeline(Tour)),
    ("scan", "hypercube-exchange", EXCHANGE),
    ("scan", "hillis-steele", HILLIS),
    ("scan", "brent-kung", BRENT_KUNG),
];

fn machines(most: u64) -> Vec<Topology> {
    let mut machines = Vec::new();
    for family in FAMILIES {
        let sizes: Vec<Vec<u64>> = match family.sizes() {
            Sizes::One => (1..=most).map(|p| vec![p]).collect(),
            Sizes::PowerOfTwo => (0..=4).map(|d| vec![1 << d]).collect(),
            Sizes::Sides => vec![
                vec![2, 2],
                vec![1, 3],
                vec![3, 4],
                vec![4, 3],
                vec![5, 2],
                vec![2, 3, 2],
                vec![4, 4],
                vec![1, 6],
                vec![7, 2],
            ],
            Sizes::Links => continue,
        };
        machines.extend(sizes.iter().map(|sizes| Topology::new(*family, sizes).unwrap()));
    }
    machines
}

#[test]
fn rules_are_the_algorithms() {
    let mut failures = Vec::new();
    for (of, name, rule) in ALL {
        let algorithm = algorithm(of, name).unwrap();
        let mut compared = 0;
        'machines: for topology in machines(17) {
            let p = topology.nodes();
            let Some(_) = algorithm.on(topology.family()) else { continue };
            for pieces in [1, 3] {
                for root in 0..p {
                    let instance = Instance::new(collective(of).unwrap(), p);
                    let Ok(mut instance) = instance.with_pieces(pieces) else { continue };
                    match instance.collective.parameter() {
                        Some(Parameter::Root) => instance.root = root,
                        Some(Parameter::By) => instance.by = root,
                        _ if root > 0 => continue,
                        _ => {}
                    }
                    let orders = if *name == "binomial" && p == 8 {
                        vec![None, Some(vec![0, 2, 1])]
                    } else {
                        vec![None]
                    };
                    for order in orders {
                        let request = Request {
                            topology: topology.clone(),
                            instance: instance.clone(),
                            ports: Ports::One,
                            order,
                        };
                        let Ok(request) = fitted(algorithm, &request) else { continue };
                        let (old, new) = (algorithm.steps(&request), steps(rule, &request));
                        let what = format!("{of} {name} {topology} pieces {pieces} root {root}");
                        let (a, b) = (Listed::of(&*old), Listed::of(&*new));
                        if a != b || old.messages() != new.messages() || old.count() != new.count()
                        {
                            let k = (0..a.0.len().min(b.0.len())).find(|k| a.0[*k] != b.0[*k]);
                            failures.push(format!(
                                "{what}: {} {} steps, {} {} messages, {k:?}\n  {:?}\n  {:?}",
                                old.count(),
                                new.count(),
                                old.messages(),
                                new.messages(),
                                k.map(|k| &a.0[k].messages),
                                k.map(|k| &b.0[k].messages)
                            ));
                            break 'machines;
                        }
                        if let Some((by, t)) = algorithm.templates(&request) {
                            let Some((by2, t2)) = templates(rule, &request) else {
                                failures.push(format!("{what}: no templates"));
                                break 'machines;
                            };
                            let all = |by: crate::topology::Translations, t| {
                                Listed::of(&Symmetric::new(by, request.instance.shape(), t))
                            };
                            if by != by2 || all(by, t) != all(by2, t2) {
                                failures.push(format!("{what}: templates"));
                                break 'machines;
                            }
                        } else if templates(rule, &request).is_some() {
                            failures.push(format!("{what}: new templates"));
                            break 'machines;
                        }
                        compared += 1;
                    }
                }
            }
        }
        println!("{of} {name}: {compared}");
        if compared == 0 {
            failures.push(format!("{of} {name}: nothing compared"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
