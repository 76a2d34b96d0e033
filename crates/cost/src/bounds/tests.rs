//! The bounds of each topology: by ports for every collective, by cuts where blocks must cross.

use super::*;
use hockney_core::collective::collective;
use hockney_core::topology::GraphLinks;

fn bounds(kind: &str, topology: &str, set: impl FnOnce(Instance) -> Instance) -> LowerBounds {
    let topology = Topology::parse(topology).unwrap();
    let of = set(Instance::new(collective(kind).unwrap(), topology.nodes()));
    lower_bounds(&topology, &of, Ports::ONE)
}

fn both(kind: &str, topology: &str) -> String {
    let bounds = bounds(kind, topology, |of| of);
    format!("{} {}", bounds.steps.value, bounds.words.value)
}

#[test]
fn ports_bound_every_collective() {
    assert_eq!(both("broadcast", "ring:9"), "4 1");
    assert_eq!(both("reduce", "complete:8"), "3 1");
    assert_eq!(both("scatter", "star:8"), "3 7");
    assert_eq!(both("gather", "mesh:3x3"), "4 8");
    assert_eq!(both("all-gather", "ring:8"), "3 7");
    assert_eq!(both("reduce-scatter", "ring:8"), "3 7");
    assert_eq!(both("all-reduce", "hypercube:8"), "3 7/4");
    assert_eq!(both("scan", "ring:5"), "3 1");
    assert_eq!(both("barrier", "ring:5"), "3 0");
    for collective in hockney_core::collective::COLLECTIVES {
        assert_eq!(both(collective.name(), "ring:1"), "0 0", "{}", collective.name());
    }
}

/// Halves, slabs and subtrees, as counted by hand.
#[test]
fn cuts_bound_the_all_to_all() {
    for p in 2..30_u64 {
        let words = |name: &str| bounds("all-to-all", name, |of| of).words.value;
        let at_least = |value: Rational| value.max(Rational::from(p - 1));
        let line = at_least(Rational::from(p * p / 4));
        assert_eq!(words(&format!("linear-array:{p}")), line);
        assert_eq!(words(&format!("tree:{p}")), line, "{p}");
        if p > 2 {
            let ring = at_least(Rational::ratio(p * p / 4, 2_u64).unwrap());
            assert_eq!(words(&format!("ring:{p}")), ring);
        }
        assert_eq!(words(&format!("star:{p}")), Rational::from(p - 1));
        assert_eq!(words(&format!("complete:{p}")), Rational::from(p - 1));
    }
    assert_eq!(both("all-to-all", "node-tree:15"), "4 56");
    assert_eq!(both("all-to-all", "mesh:4x6"), "5 36");
    assert_eq!(both("all-to-all", "torus:4x6"), "5 23");
    assert_eq!(both("all-to-all", "torus:4x16"), "6 128");
    assert_eq!(both("all-to-all", "hypercube:16"), "4 15");
}

#[test]
fn cuts_bound_shifts_and_permutations() {
    for p in 3..20_u64 {
        for q in 0..p {
            let shift = |name: String| {
                bounds("shift", &name, |of| of.with_by(i64::try_from(q).unwrap())).words.value
            };
            assert_eq!(shift(format!("linear-array:{p}")), Rational::from(q.min(p - q)));
            assert_eq!(shift(format!("tree:{p}")), Rational::from(q.min(p - q)));
            let ring = Rational::ratio(q * (p - q), p).unwrap();
            let least = Rational::from(u64::from(q > 0));
            assert_eq!(shift(format!("ring:{p}")), ring.max(least));
        }
    }
    let map = |name: &str, map: &[u64]| {
        let bounds = bounds("permute", name, |of| of.with_map(map).unwrap());
        format!("{} {}", bounds.steps.value, bounds.words.value)
    };
    assert_eq!(map("linear-array:4", &[0, 1, 2, 3]), "0 0");
    assert_eq!(map("linear-array:4", &[3, 2, 1, 0]), "1 2");
    assert_eq!(map("ring:6", &[3, 4, 5, 0, 1, 2]), "1 3/2");
    assert_eq!(map("mesh:2x2", &[3, 2, 1, 0]), "1 1");
}

#[test]
fn all_ports_divide_by_the_links() {
    let all = |kind: &str, name: &str| {
        let topology = Topology::parse(name).unwrap();
        let of = Instance::new(collective(kind).unwrap(), topology.nodes());
        let bounds = lower_bounds(&topology, &of, Ports::All);
        format!("{} {}", bounds.steps.value, bounds.words.value)
    };
    assert_eq!(all("broadcast", "ring:9"), "2 1/2");
    assert_eq!(all("broadcast", "mesh:4x4"), "2 1/2");
    assert_eq!(all("broadcast", "hypercube:16"), "2 1/4");
    assert_eq!(all("broadcast", "star:8"), "1 1");
    assert_eq!(all("reduce", "tree:8"), "3 1");
    assert_eq!(all("scan", "hypercube:64"), "3 1/6");
    assert_eq!(all("scatter", "hypercube:8"), "2 7/3");
    assert_eq!(all("gather", "star:8"), "1 1");
    assert_eq!(all("all-gather", "linear-array:4"), "2 3");
    assert_eq!(all("reduce-scatter", "hypercube:8"), "2 7/3");
    assert_eq!(all("all-reduce", "hypercube:8"), "2 7/12");
    assert_eq!(all("all-reduce", "mesh:3x3"), "2 2/3");
    assert_eq!(all("broadcast", "complete:8"), "1 1/7");
    assert_eq!(all("all-to-all", "star:5"), "1 4");
    assert_eq!(all("all-to-all", "hypercube:16"), "2 8");
    assert_eq!(all("barrier", "ring:1"), "0 0");
}

/// Through all ports a block may be cut; what bounds it then are the links of its own node, and
/// how many must cross a hypercube in one dimension.
#[test]
fn all_ports_bound_shifts_and_permutations() {
    let all = |name: &str, map: &[u64]| {
        let topology = Topology::parse(name).unwrap();
        let of = Instance::new(collective("permute").unwrap(), topology.nodes());
        lower_bounds(&topology, &of.with_map(map).unwrap(), Ports::All).words.value.to_string()
    };
    assert_eq!(all("hypercube:4", &[3, 2, 1, 0]), "1");
    assert_eq!(all("hypercube:8", &[1, 0, 2, 3, 4, 5, 6, 7]), "1/3");
    assert_eq!(all("hypercube:8", &[1, 0, 3, 2, 4, 5, 6, 7]), "1/2");
    assert_eq!(all("star:4", &[0, 2, 1, 3]), "1");
    assert_eq!(all("torus:3x3", &[1, 0, 2, 3, 4, 5, 6, 7, 8]), "1/4");
}

/// The least words at each number of steps from the least on, until they no longer change.
fn in_steps(kind: &str, topology: &str) -> String {
    let bounds = bounds(kind, topology, |of| of);
    let front = bounds.front();
    for (steps, words) in &front {
        assert_eq!(bounds.words_in(*steps).unwrap().value, words.value);
    }
    assert_eq!(bounds.words_in(front[0].0 - 1), None);
    let text = front.iter().map(|(steps, words)| format!("({steps}, {})", words.value));
    text.collect::<Vec<_>>().join(" ")
}

/// Counts that are reached by schedules.
#[test]
fn few_steps_of_an_all_to_all_need_more_words() {
    assert_eq!(in_steps("all-to-all", "complete:4"), "(2, 4) (3, 3)");
    assert_eq!(in_steps("all-to-all", "complete:5"), "(3, 5) (4, 4)");
    assert_eq!(in_steps("all-to-all", "ring:6"), "(3, 7) (4, 6) (5, 5)");
    let eight = "(3, 12) (4, 10) (5, 9) (6, 8) (7, 7)";
    assert_eq!(in_steps("all-to-all", "complete:8"), eight);
    assert_eq!(in_steps("all-to-all", "hypercube:8"), eight);
    assert_eq!(in_steps("all-to-all", "tree:8"), "(3, 16)");
}

/// With the least number of steps: 1, then the copies that are lacking over the messages of a step, then 1.
#[test]
fn few_steps_of_a_broadcast_need_more_words() {
    for kind in ["broadcast", "reduce", "scan"] {
        assert_eq!(in_steps(kind, "complete:2"), "(1, 1)");
        assert_eq!(in_steps(kind, "complete:4"), "(2, 2) (3, 4/3) (4, 1)");
        assert_eq!(in_steps(kind, "ring:5"), "(3, 5/2) (4, 2) (5, 1)");
        assert_eq!(in_steps(kind, "complete:7"), "(3, 3) (4, 2) (5, 4/3) (6, 1)");
        assert_eq!(in_steps(kind, "hypercube:8"), "(3, 3) (4, 2) (5, 10/7) (6, 1)");
        assert_eq!(in_steps(kind, "mesh:3x3"), "(4, 3) (5, 2) (7, 1)");
    }
    assert_eq!(in_steps("all-reduce", "ring:4"), "(2, 2) (3, 3/2)");
    assert_eq!(in_steps("all-reduce", "hypercube:8"), "(3, 3) (4, 2) (5, 7/4)");
    assert_eq!(in_steps("all-gather", "ring:8"), "(3, 7)");
}

/// k pieces need k - 1 + ceil(log2 p) rounds, and words are whole numbers of pieces.
#[test]
fn pieces_round_the_words_up() {
    let bounds = bounds("broadcast", "hypercube:8", |of| of);
    let words = |steps, pieces| bounds.words_in_pieces(steps, pieces).unwrap().value.to_string();
    assert_eq!([1, 2, 3, 4].map(|pieces| words(4, pieces)), ["3", "2", "2", "2"]);
    assert_eq!([1, 2, 3, 4].map(|pieces| words(9, pieces)), ["3", "2", "5/3", "3/2"]);
    assert_eq!(bounds.words_in_pieces(2, 1), None);
}

/// Catches a front whose last pairs are too high: beyond 64 steps one pair stands for many.
#[test]
fn the_front_of_a_large_machine_is_below_the_words_in_steps() {
    let bounds = bounds("all-to-all", "complete:1000", |of| of);
    let front = bounds.front();
    assert!(front.len() < 128 && front.last().unwrap().1.value == bounds.words.value);
    for steps in 10..1100 {
        let words = bounds.words_in(steps).unwrap().value;
        let at = front.partition_point(|(from, _)| *from <= steps) - 1;
        assert!(front[at].1.value <= words, "{steps}");
        assert!(steps > 73 || front[at].1.value == words, "{steps}");
    }
}

#[test]
fn reasons_are_sentences_with_names() {
    let all = bounds("all-to-all", "complete:8", |of| of);
    let why = |steps| all.words_in(steps).unwrap().why;
    assert_eq!(why(3).lemma.name(), "counting");
    assert_eq!(
        why(3).to_string(),
        "the p - 1 blocks of a node take 12 messages, since 3 steps reach few nodes directly"
    );
    assert_eq!((why(7).lemma, why(7).to_string()), (Lemma::Ports, all.words.why.to_string()));
    let broadcast = bounds("broadcast", "complete:8", |of| of);
    let why = |steps| broadcast.words_in(steps).unwrap().why.to_string();
    assert_eq!(why(3), "each step must nearly double the nodes that have each word");
    assert_eq!(
        why(4),
        "every word first moves in steps 1 to 2 of 4, or it comes too late for some node; and some node gets \
         every word in the last 2 steps"
    );
    assert_eq!(why(9), "some node must receive all m words");
}

/// The greatest distances of the instances of SCCL, and doubling where it is more.
#[test]
fn messages_over_one_link_need_a_step_for_each() {
    let steps = |kind: &str, name: &str, set: fn(Instance) -> Instance| {
        let topology = Topology::parse(name).unwrap();
        let of = set(Instance::new(collective(kind).unwrap(), topology.nodes()));
        let bound = steps_of_neighbours(&topology, &of, Ports::ONE);
        bound.map(|bound| format!("{}: {}", bound.value, bound.why))
    };
    let all = |kind, name| steps(kind, name, |of| of).unwrap();
    assert_eq!(
        all("broadcast", "mesh:8x8"),
        "14: 14 links lie between node 0 (0,0) and node 63 (7,7)"
    );
    assert_eq!(all("all-gather", "linear-array:8"), "7: 7 links lie between node 0 and node 7");
    let doubling = "a step at most doubles the number of nodes that have a word";
    assert_eq!(all("reduce", "hypercube:32"), format!("5: {doubling}"));
    assert_eq!(all("scan", "ring:9"), format!("4: {doubling}"));
    let far = |of: Instance| of.with_root(4).unwrap();
    let why = "5: 5 links lie between node 4 and node 9";
    assert_eq!(steps("scatter", "linear-array:10", far).as_deref(), Some(why));
    let shift = steps("shift", "ring:9", |of| of.with_by(3)).unwrap();
    assert_eq!(shift, "3: 3 links lie between node 0 and node 3");
    assert_eq!(steps("broadcast", "switch:8", |of| of), None);
}

/// Words of one port on graphs: prices for all-to-all, and the joint bound on top of them.
#[test]
fn graphs_have_bounds_by_prices_and_cuts() {
    let links = [[0, 1], [1, 2], [0, 2], [3, 4], [4, 5], [3, 5], [2, 3]].to_vec();
    let bridge = Topology::graph(GraphLinks { nodes: 6, switches: 0, links }).unwrap();
    let words = |kind: &str, ports| {
        let of = Instance::new(collective(kind).unwrap(), 6);
        let bounds = lower_bounds(&bridge, &of, ports);
        format!("{} {}: {}", bounds.words.value, bounds.words.why.lemma.name(), bounds.words.why)
    };
    let dear = "at the best prices of links, the cheapest routes of all blocks cost so much";
    assert_eq!(words("all-to-all", Ports::ONE), format!("9 prices: {dear}"));
    let cut = "3 cut: the blocks of 3 nodes share 1 link to the other nodes";
    for kind in ["all-gather", "reduce-scatter", "scatter", "gather"] {
        assert_eq!(words(kind, Ports::All), cut, "{kind}");
    }
    let one = "1 cut: all m words pass 1 link between two parts of the nodes";
    for kind in ["broadcast", "reduce", "scan", "all-reduce"] {
        assert_eq!(words(kind, Ports::All), one, "{kind}");
    }
    let ports = "5 ports: every node must receive p - 1 blocks";
    assert_eq!(words("all-gather", Ports::ONE), ports);
}
