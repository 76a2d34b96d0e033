//! Blocks, their names and their sizes, against a list of all of them; ports, and steps in parts.

use hockney_core::collective::{
    Blocks, COLLECTIVES, Collective, Entry, EntryError, Instance, InstanceError, Ports, collective,
};
use hockney_core::schedule::{
    CombinedBlocks, Listed, Message, Payload, Route, Runs, Step, in_parts_of, in_parts_of_most,
};
use hockney_core::topology::Numbering;
use hockney_testing::Dice;
use hockney_testing::build::{of, topology};

/// The name of each block in the order of their numbers.
fn names(of: &Instance) -> Vec<String> {
    let (p, n) = (of.nodes, of.pieces);
    let piece = |name: String, k: u32| if n > 1 { format!("{name}.{k}") } else { name };
    match of.blocks() {
        Blocks::Token => vec!["0".to_owned()],
        Blocks::Pieces => (0..n).map(|k| k.to_string()).collect(),
        Blocks::PerNode => {
            (0..p).flat_map(|i| (0..n).map(move |k| piece(i.to_string(), k))).collect()
        }
        Blocks::PerPair => (0..p)
            .flat_map(|i| {
                (0..p).flat_map(move |j| (0..n).map(move |k| piece(format!("{i}>{j}"), k)))
            })
            .collect(),
    }
}

fn instances() -> Vec<Instance> {
    let of = |name| [1, 2, 3].map(|p| of(name, p)).to_vec();
    let all = COLLECTIVES.iter().flat_map(|collective| of(collective.name()));
    all.flat_map(|of| [1, 2, 3].map(|pieces| of.clone().with_pieces(pieces))).flatten().collect()
}

/// Catches an entry that stands for other blocks, and sets whose entries do not read back.
#[test]
fn entries_stand_for_the_blocks_that_they_name() {
    let mut dice = Dice(12);
    for of in instances() {
        let names = names(&of);
        let resolved = |text: &str| Entry::parse(text).unwrap().resolve(&of).unwrap();
        assert_eq!(of.all_blocks(), Runs::range(0, names.len() as u64), "{of:?}");
        for (number, name) in (0..).zip(&names) {
            assert_eq!(resolved(name), (Runs::one(number), None), "{of:?}: {name}");
            assert_eq!(of.entries(&Runs::one(number)), [name.as_str()], "{of:?}");
        }
        for _ in 0..40 {
            let blocks = dice.some(names.len() as u64);
            let entries = of.entries(&blocks);
            let mut all = Runs::new();
            for entry in &entries {
                let (blocks, _) = resolved(entry);
                assert!(all.extend(&blocks), "{of:?}: {entry} again");
            }
            assert_eq!(all, blocks, "{of:?}: {entries:?}");
        }
    }
    let pairs = of("all-to-all", 4).with_pieces(3).unwrap();
    for (entry, runs) in [("0-1>1-2", 2), ("0-1>0-3", 2), ("0-1>1-2.0-1", 4), ("3>3.2", 1)] {
        assert_eq!(Entry::parse(entry).unwrap().runs(&pairs), Ok(runs), "{entry}");
    }
    let each = of("all-gather", 4).with_pieces(3).unwrap();
    for (entry, runs) in [("0-3", 1), ("0-3.0-2", 1), ("0-3.1", 4), ("2.0-1", 1)] {
        assert_eq!(Entry::parse(entry).unwrap().runs(&each), Ok(runs), "{entry}");
    }
    assert_eq!(Entry::number(2).unwrap().resolve(&each).unwrap().0, Runs::range(6, 9));
}

#[test]
fn entries_of_nothing_are_refused() {
    let (reduce, gather, pairs) = (of("reduce", 4), of("all-gather", 4), of("all-to-all", 4));
    let (pieces, barrier) = (of("broadcast", 4).with_pieces(3).unwrap(), of("barrier", 4));
    for (text, of, message) in [
        ("", &gather, "expected a number at the end"),
        ("0-", &gather, "expected a number at the end"),
        ("01", &gather, "expected a number (digits 0 to 9, no sign, no leading zero), found `01`"),
        ("x", &gather, "expected a number (digits 0 to 9, no sign, no leading zero), found `x`"),
        ("99999999999999999999", &gather, "the number 99999999999999999999 is too large"),
        ("18446744073709551615", &gather, "the number 18446744073709551615 is too large"),
        ("3-1", &gather, "the range 3-1 is descending: write 1-3"),
        ("0x", &gather, "unexpected `x` after the blocks"),
        (
            "0@3+1",
            &reduce,
            "the ranges of contributors after @ must be ascending, with gaps between them: 0@0-1+4-5",
        ),
        (
            "0@0-1+2",
            &reduce,
            "the ranges of contributors after @ must be ascending, with gaps between them: 0@0-1+4-5",
        ),
        (
            "0>1",
            &gather,
            "only blocks of all-to-all contain `>`; the blocks of all-gather have one number",
        ),
        ("0", &pairs, "a block of all-to-all is written SENDER>RECEIVER, such as \"0>3\""),
        (
            "0.1",
            &pieces,
            "only blocks numbered by node contain `.`; those of broadcast are numbered by piece",
        ),
        ("0@1", &gather, "only combined data takes `@`; all-gather does not combine data"),
        ("0@1", &barrier, "only combined data takes `@`; barrier does not combine data"),
        ("3", &pieces, "there is no piece 3: the last piece is 2"),
        ("4", &gather, "there is no block 4: the last block is 3"),
        ("0.1", &gather, "there is no piece 1: the last piece is 0"),
        ("1", &barrier, "there is no block 1: the last block is 0"),
        ("0>4", &pairs, "there is no block 4: the last block is 3"),
        ("4>0", &pairs, "there is no block 4: the last block is 3"),
        ("0@4", &reduce, "there is no node 4: the last node is 3"),
    ] {
        let found = Entry::parse(text).and_then(|entry| entry.resolve(of).map(|_| ()));
        assert_eq!(found.unwrap_err().to_string(), message, "{text}");
    }
    assert_eq!(Entry::number(u64::MAX), Err(EntryError::TooLarge(u64::MAX.to_string())));
    let value = Entry::parse("0@0-1+3").unwrap().resolve(&reduce).unwrap();
    assert_eq!(value.1.unwrap().to_string(), "0-1+3");
}

/// Sums of words over all pieces: piece k of n has those from floor(k m/n) to floor((k + 1) m/n).
#[test]
fn payloads_have_the_size_of_their_blocks() {
    let mut dice = Dice(13);
    for of in instances() {
        let n = u64::from(of.pieces);
        for m in [None, Some(1), Some(7), Some(12)] {
            let words = |piece: u64| match m {
                None => 1,
                Some(m) => u128::from((piece % n + 1) * m / n - piece % n * m / n),
            };
            let sum = |blocks: &Runs| {
                if of.blocks() == Blocks::Token { 0 } else { blocks.iter().map(words).sum() }
            };
            let [a, b] = [0; 2].map(|_| dice.some(of.all_blocks().len()));
            let value =
                |blocks: &Runs| CombinedBlocks { blocks: blocks.clone(), contributors: None };
            let values = Payload::Values([value(&a), value(&b)].into());
            assert_eq!(of.size(&Payload::Plain(a.clone()), m), sum(&a), "{of:?}, {m:?}");
            assert_eq!(of.size(&values, m), sum(&a) + sum(&b), "{of:?}, {m:?}");
            assert_eq!(of.size(&Payload::Everything, m), sum(&of.all_blocks()), "{of:?}, {m:?}");
        }
    }
}

#[test]
fn pieces_move_like_blocks_of_nodes_where_there_are_as_many() {
    let four = |name, pieces| of(name, 4).with_pieces(pieces).unwrap();
    assert_eq!(
        (four("broadcast", 4).shape(), four("broadcast", 4).moving_shape()),
        ((0, 4), (1, 1))
    );
    assert_eq!(four("broadcast", 3).moving_shape(), (0, 3));
    assert_eq!(four("all-gather", 4).moving_shape(), (1, 4));
    assert_eq!(four("all-to-all", 2).moving_shape(), (2, 2));
}

#[test]
fn parameters_that_fit_no_group_are_refused() {
    let told = |instance: Result<Instance, InstanceError>| instance.unwrap_err().to_string();
    assert_eq!(told(of("broadcast", 4).with_pieces(0)), "a block has at least one piece");
    assert_eq!(
        told(of("barrier", 4).with_pieces(2)),
        "a barrier moves no data, so it has no pieces"
    );
    assert!(of("barrier", 4).with_pieces(1).is_ok());
    assert_eq!(told(of("all-to-all", 1 << 20).with_pieces(1 << 30)), "too many blocks");
    assert_eq!(
        told(of("broadcast", 4).with_root(4)),
        "there is no node 4 among 4: the nodes are 0 to 3"
    );
    let map = |map: &[u64]| told(of("permute", 3).with_map(map));
    assert_eq!(map(&[0, 1]), "the map has 2 entries for 3 nodes: it needs one per node");
    assert_eq!(map(&[0, 1, 3]), "the map sends node 2 to 3, which is not a node");
    assert_eq!(
        map(&[1, 0, 1]),
        "the map sends node 2 to 1, like another node: a permutation reaches each node once"
    );
    for (by, expected) in [(1, 1), (-1, 4), (7, 2), (-10, 0)] {
        assert_eq!(of("shift", 5).with_by(by).by, expected, "{by}");
    }
    // Node i's block goes to node i + q, or to node map[i].
    let (shift, map) =
        (of("shift", 5).with_by(2), of("permute", 5).with_map(&[2, 0, 1, 4, 3]).unwrap());
    for (origin, target) in [(0, 2), (1, 0), (2, 1), (3, 4), (4, 3)] {
        assert_eq!(map.required(target).blocks, Runs::one(origin));
        let shifted = u32::try_from((origin + 2) % 5).unwrap();
        assert_eq!(shift.required(shifted).blocks, Runs::one(origin));
    }
    let shorter = of("shift", 5).with_by(4).among(3).unwrap();
    assert_eq!((shorter.nodes, shorter.by), (3, 1));
    assert!(of("broadcast", 5).with_root(3).unwrap().among(3).is_none());
}

#[test]
fn collectives_are_found_by_any_spelling_of_their_names() {
    for of in COLLECTIVES {
        let names = [of.name()].into_iter().chain(of.aliases().iter().copied());
        for name in names.chain([&*format!("MPI_{}", of.name()), &*of.name().to_uppercase()]) {
            let spaced = name.replace('-', " ");
            for name in [name, &spaced] {
                assert_eq!(collective(name).map(Collective::name), Some(of.name()), "{name}");
            }
        }
    }
    assert!(collective("ncclAllReduce").is_some() && collective("cast").is_none());
}

#[test]
fn blocks_are_called_as_people_number_the_nodes() {
    let torus = topology("torus:2x3").numbered(Numbering { from_one: true, columns: Some(true) });
    let gather = of("all-gather", 6);
    let called: Vec<Vec<String>> =
        (0..6).map(|block| gather.entries_on(&Runs::one(block), &torus)).collect();
    assert_eq!(called, [["1"], ["3"], ["5"], ["2"], ["4"], ["6"]]);
    assert_eq!(of("all-to-all", 6).entries_on(&Runs::one(1), &torus), ["1>3"]);
    assert_eq!(gather.entries_on(&Runs::range(0, 3), &topology("torus:2x3")), ["0-2"]);
    let ring = topology("ring:4").numbered(Numbering { from_one: true, columns: None });
    assert_eq!(of("all-gather", 4).entries_on(&Runs::range(1, 3), &ring), ["2-3"]);
}

#[test]
fn ports_are_words_or_numbers() {
    for (text, ports) in [
        ("one", Some(Ports::ONE)),
        ("1", Some(Ports::ONE)),
        ("all", Some(Ports::All)),
        ("3", Some(Ports::Limited(3))),
        ("0", None),
        ("-1", None),
        ("4294967296", None),
        ("two", None),
    ] {
        assert_eq!(text.parse::<Ports>().ok(), ports, "{text}");
    }
    assert_eq!(
        [Ports::ONE, Ports::All, Ports::Limited(2)].map(|of| of.to_string()),
        ["one", "all", "2"]
    );
    assert_eq!([Ports::ONE, Ports::All, Ports::Limited(7)].map(|of| of.at_most(5)), [1, 5, 5]);
    assert_eq!(
        "0".parse::<Ports>().unwrap_err(),
        "ports are `one`, `all` or a number from 1 to 4294967295"
    );
}

/// Steps of very many messages come in parts, in their order, as long as they are wanted.
#[test]
fn large_steps_come_in_parts() {
    for count in [0, 1, 8192, 8193, 9000] {
        let message = |k: u32| Message::plain(k, k + 1, Runs::one(0));
        let wanted: Vec<u32> = (0..count).collect();
        let most = if count > 8192 { 512 } else { 8192 };
        let parts = wanted.len().div_ceil(most).max(1);
        let judge = |by_place: bool, stop: usize| {
            let (mut seen, mut sizes, mut step) = (Vec::new(), Vec::new(), Step::default());
            let visit = &mut |messages: &[Message]| {
                seen.extend(messages.iter().map(|message| message.from));
                sizes.push(messages.len());
                sizes.len() != stop
            };
            let all = if by_place {
                in_parts_of(count, &mut step, |places, out| out.extend(places.map(message)), visit)
            } else {
                let each = |pass: &mut dyn FnMut(Message)| (0..count).map(message).for_each(pass);
                in_parts_of_most(count.into(), &mut step, each, visit)
            };
            (all, seen, sizes)
        };
        for by_place in [true, false] {
            let (all, seen, sizes) = judge(by_place, 0);
            assert!(all && seen == wanted, "{count}");
            assert_eq!(sizes.len(), parts, "{count}");
            assert!(sizes[..sizes.len() - 1].iter().all(|size| *size == most), "{sizes:?}");
            for stop in 1..=parts.min(3) {
                let (all, seen, sizes) = judge(by_place, stop);
                assert!(!all && sizes.len() == stop, "{count}, {stop}");
                assert_eq!(seen, wanted[..seen.len()]);
            }
        }
    }
    let mut listed = Listed::default();
    for k in [2, 0, 2] {
        listed.add(k, Message::plain(0, 1, Runs::one(0)));
    }
    assert_eq!(listed.0.iter().map(|step| step.messages.len()).collect::<Vec<_>>(), [1, 0, 2]);
}

#[test]
fn a_route_is_the_default_one_where_its_vertices_are() {
    let ring = topology("ring:6");
    let through = |from, to, via: &[u32]| {
        Route::through(ring.network(), from, to, via, &mut Vec::new()) == Route::Default
    };
    for (from, to, via, default) in [
        (0, 1, &[][..], true),
        (0, 2, &[1], true),
        (0, 2, &[], false),
        (0, 2, &[5], false),
        (0, 3, &[1, 2], true),
        (0, 3, &[5, 4], false),
        (0, 1, &[5], false),
    ] {
        assert_eq!(through(from, to, via), default, "{from} {to} {via:?}");
    }
}
