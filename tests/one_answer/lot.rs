//! A lot of questions: the same each time, of every kind that the program knows.

use std::fmt::Write as _;

/// Numbers that look drawn, and are the same in each run (splitmix64).
pub(super) struct Lot(u64);

impl Lot {
    pub(super) fn new(seed: u64) -> Self {
        Lot(seed)
    }

    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % u64::try_from(bound).unwrap()).unwrap()
    }

    pub(super) fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// True so many times in a hundred.
    pub(super) fn percent(&mut self, times: usize) -> bool {
        self.below(100) < times
    }
}

/// A question as it is typed, in parts that some doors leave out.
#[derive(Clone, Default)]
pub(super) struct Question {
    pub(super) collective: &'static str,
    /// `mesh:2x3`
    pub(super) topology: &'static str,
    /// Root, ports, order of the ranks: what is asked.
    pub(super) request: String,
    /// Sizes and times: what numbers it is asked with.
    pub(super) numbers: String,
    /// Whether messages wait for each other.
    pub(super) contention: bool,
    /// Whether links have the times of their classes.
    pub(super) classes: bool,
    /// Who answers; without a name the default algorithm.
    pub(super) algorithm: Option<String>,
}

impl Question {
    /// Collective, topology and request.
    pub(super) fn plain(&self) -> String {
        format!("{} -t {}{}", self.collective, self.topology, self.request)
    }

    /// All of it but the algorithm.
    pub(super) fn unnamed(&self) -> String {
        let contention = if self.contention { " --contention" } else { "" };
        format!("{}{}{contention}", self.plain(), self.numbers)
    }

    /// What `cost` is asked.
    pub(super) fn whole(&self) -> String {
        self.with(&self.unnamed())
    }

    /// What `compare` is asked: closed forms know no hops, so that it measures where these have a time.
    pub(super) fn ranked(&self) -> String {
        let measured = if self.numbers.contains("--th") { " --measure" } else { "" };
        self.unnamed() + measured
    }

    /// What `plan` and `draw` are asked, and `export`, which knows no contention: these are strict on machines as well.
    pub(super) fn planned(&self) -> String {
        let contention = if self.shares() { " --contention" } else { "" };
        self.with(&format!("{}{}{contention}", self.plain(), self.numbers))
    }

    /// Whether messages may share links: where it is asked for, and on machines.
    pub(super) fn shares(&self) -> bool {
        self.contention || self.classes
    }

    fn with(&self, asked: &str) -> String {
        let name = self.algorithm.iter().map(|name| format!(" -a {name}"));
        name.fold(asked.to_owned(), |asked, name| asked + &name)
    }

    pub(super) fn has_numbers(&self) -> bool {
        !self.numbers.is_empty()
    }
}

const COLLECTIVES: [&str; 12] = [
    "broadcast",
    "reduce",
    "all-gather",
    "reduce-scatter",
    "all-reduce",
    "scan",
    "scatter",
    "gather",
    "all-to-all",
    "shift",
    "permute",
    "barrier",
];

const FLAT: [&str; 24] = [
    "ring:5",
    "ring:7",
    "ring:8",
    "linear-array:6",
    "linear-array:9",
    "mesh:2x3",
    "mesh:3x3",
    "mesh:1x5",
    "mesh:2x2x2",
    "torus:2x3",
    "torus:3x4",
    "torus:2x2x2",
    "hypercube:4",
    "hypercube:8",
    "tree:6",
    "tree:8",
    "node-tree:7",
    "node-tree:11",
    "star:6",
    "complete:6",
    "complete:9",
    "switch:5",
    "switch:7",
    "switch:12",
];

const BOXES: [&str; 5] = ["nodes:2x3", "nodes:2x4", "nodes:3x3", "nodes-direct:2x4", "nodes:2x4x4"];

const ON_BOXES: &str = " --ts 0 --link inside=1us,10GB/s --link between=1us,12.5GB/s";
const ON_A_TORUS: &str = " --ts 5 --link x=1,1 --link y=1,3";

/// How many nodes a topology of the lists above has.
fn nodes(topology: &str) -> usize {
    let (family, sizes) = topology.split_once(':').unwrap();
    let sizes = sizes.split('x').map(|size| size.parse::<usize>().unwrap());
    let of_boxes = family.starts_with("nodes");
    sizes.take(if of_boxes { 2 } else { 9 }).product()
}

/// A question of any kind, without a name of an algorithm.
pub(super) fn question(lot: &mut Lot) -> Question {
    let collective = lot.one(&COLLECTIVES);
    let mut asked = Question { collective, ..Question::default() };
    match lot.below(100) {
        0..20 => asked.on_boxes(lot),
        20..25 => {
            (asked.topology, asked.classes) = ("torus:2x4", true);
            asked.numbers = format!("{}{ON_A_TORUS}", asked.size(lot, &["80", "400"]));
            asked.contention = lot.percent(30);
        }
        _ => asked.on_equal_links(lot),
    }
    asked.among_or_placed(lot);
    asked.parameters(lot);
    asked
}

/// Questions on equal links among all nodes, for which there may be proofs and templates: each collective on each
/// topology.
pub(super) fn plain_questions(lot: &mut Lot) -> Vec<Question> {
    let pairs = COLLECTIVES.iter().flat_map(|of| FLAT.iter().map(move |on| (*of, *on)));
    let mut all = Vec::new();
    for (collective, topology) in pairs {
        let mut asked = Question { collective, topology, ..Question::default() };
        if lot.percent(60) {
            asked.numbers = asked.size(lot, &["7", "21", "100", "4096"]) + " --ts 3 --tw 2";
        }
        asked.parameters(lot);
        all.push(asked);
    }
    all
}

/// Questions that once had several answers: collective, topology, request, numbers and algorithm.
const FOUND: [[&str; 5]; 9] = [
    ["scan", "complete:8", "", " -m 1000 --ts 38 --tw 6 --th 1", "pipelined-chain"],
    ["scan", "switch:5", " --exclusive", "", "hillis-steele"],
    ["scan", "node-tree:12", "", "", "pipelined-chain"],
    ["all-reduce", "switch:7", "", " -m 21 --ts 3 --tw 2", "rabenseifner"],
    ["broadcast", "ring:9", "", " -m 100 --ts 3 --tw 2", "pipelined-chain"],
    ["all-to-all", "switch:100", "", " -m 4kB --ts 2us --bandwidth 100Gbit/s", ""],
    ["barrier", "switch:18", "", " --ts 1us --tw 0.1ns/B --word 1B", ""],
    [
        "all-reduce",
        "nodes:4x8",
        "",
        " -m 1MiB --ts 0 --link inside=1us,10GB/s --link between=1us,12.5GB/s",
        "",
    ],
    [
        "all-reduce",
        "nodes:16x8",
        " --rails 8",
        " -m 1kB --ts 0 --link inside=1us,300GB/s --link between=2us,50GB/s",
        "recursive-doubling",
    ],
];

pub(super) fn found() -> impl Iterator<Item = Question> {
    FOUND.iter().map(|[collective, topology, request, numbers, algorithm]| Question {
        collective,
        topology,
        request: (*request).to_owned(),
        numbers: (*numbers).to_owned(),
        contention: *topology == "nodes:4x8",
        classes: topology.starts_with("nodes"),
        algorithm: Some((*algorithm).to_owned()).filter(|name| !name.is_empty()),
    })
}

impl Question {
    fn size(&self, lot: &mut Lot, sizes: &[&str]) -> String {
        if self.collective == "barrier" { String::new() } else { format!(" -m {}", lot.one(sizes)) }
    }

    fn on_boxes(&mut self, lot: &mut Lot) {
        (self.topology, self.classes) = (lot.one(&BOXES), true);
        self.numbers = format!("{}{ON_BOXES}", self.size(lot, &["1kB", "10kB", "1MB"]));
        self.contention = lot.percent(60);
    }

    fn on_equal_links(&mut self, lot: &mut Lot) {
        self.topology = lot.one(&FLAT);
        self.contention = lot.percent(20);
        if !self.contention && lot.percent(35) {
            self.request += lot.one(&[" --ports 2", " --ports all"]);
        }
        if lot.percent(8) {
            self.request += lot.one(&[" --pieces 2", " --pieces 3"]);
        }
        if lot.percent(75) {
            let times = lot.one(&[" --ts 3 --tw 2", " --ts 100 --tw 1", " --ts 1000 --tw 1"]);
            self.numbers = self.size(lot, &["1", "21", "100", "4096"]) + times;
            match lot.below(10) {
                0 | 1 => self.numbers += " --th 1",
                2 => self.numbers += " --ideal",
                _ => {}
            }
        }
    }

    /// Some of the nodes, or the ranks in another order.
    fn among_or_placed(&mut self, lot: &mut Lot) {
        let (p, boxes) = (nodes(self.topology), self.topology.starts_with("nodes"));
        match lot.below(100) {
            0..10 if p > 4 => {
                let _ = write!(self.request, " --among 0,2,{}", p - 1);
            }
            10..20 if boxes => self.request += " --place round-robin",
            10..20 => {
                let _ = write!(self.request, " --place {}", backwards(p));
            }
            _ => {}
        }
    }

    fn parameters(&mut self, lot: &mut Lot) {
        let p = nodes(self.topology);
        let some = self.request.contains("--among");
        let members = if some { vec![0, 2, p - 1] } else { (0..p).collect() };
        let _ = match self.collective {
            "broadcast" | "reduce" | "scatter" | "gather" if lot.percent(50) => {
                write!(self.request, " --root {}", lot.one(&members))
            }
            "scan" if lot.percent(50) => write!(self.request, " --exclusive"),
            "shift" => write!(self.request, " --by {}", lot.one(&[-1, 1, 2, 3])),
            "permute" => {
                let count = members.len();
                let map: Vec<String> = (1..=count).map(|next| (next % count).to_string()).collect();
                write!(self.request, " --map {}", map.join(","))
            }
            _ => Ok(()),
        };
    }
}

/// The name of the file that places ranks on the nodes from the last one to the first.
pub(super) fn backwards(p: usize) -> String {
    format!("backwards-{p}.place")
}
