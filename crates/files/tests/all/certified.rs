//! What is certified for all sizes is what is planned: the kernel's terms expanded are the planned
//! messages, and every certified row is judged by the naive checker at all small sizes.

use std::collections::BTreeSet;
use std::sync::Arc;

use hockney_base::rule::{Fold, Load, Move, Place, Rule, Send, Senders, Turn};
use hockney_core::collective::{Data, Instance, Parameter, Schedule, collective};
use hockney_core::schedule::{Listed, Payload};
use hockney_core::topology::{FAMILIES, Family, Feature, Sizes, Topology};
use hockney_files::{self as document, Header, Notation};
use hockney_kernel::{Lines, Scope, StateKind, Steps, Term};
use hockney_plan::planner::{self, Algorithm, Request, fitted, plan};
use hockney_proof::certified::{Certified, certified};

use hockney_testing::reference::{self, Outcome};
use hockney_testing::sweep;

fn rows() -> Vec<(&'static Algorithm, &'static Family, Certified)> {
    // Trees to any base have their base in the name.
    let trees = ["broadcast", "reduce"].into_iter().flat_map(|of| {
        let bases = ["knomial-2", "knomial-3", "knomial-6"].into_iter();
        bases.map(move |name| planner::algorithm(of, name).unwrap())
    });
    let rotations = ["rotation-3", "rotation-4", "rotation-7"].into_iter();
    let rotations = rotations.map(|name| planner::algorithm("all-to-all", name).unwrap());
    let digits = ["bruck-3", "bruck-4", "bruck-6", "bruck-8"].into_iter();
    let digits = digits.map(|name| planner::algorithm("all-to-all", name).unwrap());
    let hybrids = ["hybrid-3", "hybrid-4", "hybrid-6", "hybrid-8"].into_iter();
    let hybrids = hybrids.map(|name| planner::algorithm("all-reduce", name).unwrap());
    let all = planner::algorithms().chain(trees).chain(rotations).chain(digits).chain(hybrids);
    let pairs = all.flat_map(|a| FAMILIES.iter().map(move |f| (a, *f)));
    let of = |(a, family): (&'static Algorithm, &'static Family)| {
        let certified = certified(a, family, 2)?.ok()?;
        Some((a, family, certified))
    };
    pairs.filter_map(of).collect()
}

/// Machines of a family with up to so many nodes; of graphs a tree with one link more.
fn machines(family: &'static Family, most: u64) -> Vec<Topology> {
    let of = |sizes: &[u64]| Topology::new(family, sizes).ok();
    match family.sizes() {
        Sizes::One | Sizes::PowerOfTwo => (1..=most).filter_map(|p| of(&[p])).collect(),
        Sizes::Sides => {
            let rows = (1..=most).flat_map(|r| (1..=most / r).map(move |c| [r, c]));
            rows.filter_map(|sizes| of(&sizes)).collect()
        }
        // Boxes with a rail for each node, so that none waits. Others are not certified.
        Sizes::Machine(_) if family.offers().contains(&Feature::Rails) => {
            let sizes = (1..=4).flat_map(|n| (1..=4).map(move |g| [n, g, g]));
            sizes.filter(|[n, g, _]| n * g <= most).filter_map(|sizes| of(&sizes)).collect()
        }
        Sizes::Machine(_) => Vec::new(),
        Sizes::Links => {
            let graph = |nodes: u64| {
                let links = (1..nodes).map(|node| [node, node / 2]).chain([[0, nodes]]).collect();
                hockney_core::topology::GraphLinks { nodes, switches: 1, links }
            };
            (1..=most).filter_map(|p| Topology::graph(graph(p)).ok()).collect()
        }
    }
}

/// What may be asked of a collective: roots, distances, both kinds of scan, pieces.
fn requests(of: &Algorithm, topology: &Topology) -> Vec<Request> {
    let (p, kind) = (topology.nodes(), collective(of.collective()).unwrap());
    let instance = Instance::new(kind, p);
    let instances: Vec<Instance> = match kind.parameter() {
        Some(Parameter::Root) => {
            let roots = BTreeSet::from([0, p / 2, p - 1]);
            roots.iter().map(|root| instance.clone().with_root((*root).into()).unwrap()).collect()
        }
        Some(Parameter::By) => (0..p).map(|by| instance.clone().with_by(by.into())).collect(),
        Some(Parameter::Exclusive) => {
            [false, true].map(|exclusive| instance.clone().with_exclusive(exclusive)).to_vec()
        }
        Some(Parameter::Map) | None => vec![instance],
    };
    let cut = |instance: Instance| {
        [1, 3].into_iter().filter_map(move |n| instance.clone().with_pieces(n).ok())
    };
    let asked = instances.into_iter().flat_map(cut).map(|instance| Request {
        topology: topology.clone(),
        instance,
        ports: of.least_ports(),
        order: None,
    });
    asked.filter_map(|request| fitted(of, &request).ok()).collect()
}

sweep! {
    /// Catches a certificate for a schedule that breaks a rule at some size, root, distance or number of
    /// pieces.
    fn every_certified_row_passes_the_naive_checker_at_all_small_sizes(effort) {
        let mut judged = 0;
        for (of, family, _) in rows() {
            for topology in effort.thin(machines(family, effort.of(9, 16)), 5) {
                for request in requests(of, &topology) {
                    // Pieces and further roots at the smaller sizes.
                    let (p, instance) = (topology.nodes(), request.instance.clone());
                    if p > 8 && (instance.pieces == 3 || instance.root == p / 2) {
                        continue;
                    }
                    let steps = Arc::from(of.steps(&request));
                    let schedule = Schedule::plain(topology.clone(), of.least_ports(), instance, steps);
                    let mut text = Vec::new();
                    document::write(&mut text, &Header::default(), &schedule, Notation::Json).unwrap();
                    let value = serde_json::from_slice(&text).unwrap();
                    let name = format!("{} by {} on {topology}", of.collective(), of.name());
                    match reference::judge_value(&value) {
                        Outcome::Judged(found) => assert_eq!(found.broken, BTreeSet::new(), "{name}"),
                        other => panic!("{name}: {}", other.summary()),
                    }
                    judged += 1;
                }
            }
        }
        assert!(judged > effort.of(200, 4000), "{judged}");
    }
}

/// From, to, and the blocks where they are said.
type Sent = (u32, u32, Option<BTreeSet<u64>>);

/// The kernel's terms at a size, position x at the node `at[x]`.
struct Expanded<'a> {
    scope: Scope,
    at: Vec<u32>,
    pairs: bool,
    /// Whether signals are sent, and not data.
    heard: bool,
    topology: &'a Topology,
}

impl Expanded<'_> {
    fn number(&self, term: &Term) -> i64 {
        self.scope.polynomial(term).unwrap().as_number().unwrap().to_i64().unwrap()
    }

    fn p(&self) -> i64 {
        i64::try_from(self.at.len()).unwrap()
    }

    fn node(&self, position: i64) -> u32 {
        self.at[usize::try_from(position.rem_euclid(self.p())).unwrap()]
    }

    /// The same among other positions.
    fn among(&self, at: Vec<u32>) -> Expanded<'_> {
        let mut scope = self.scope.clone();
        let p = i64::try_from(at.len()).unwrap();
        scope.means.insert("p".to_owned(), Term::whole(p));
        Expanded { scope, at, topology: self.topology, ..*self }
    }

    fn steps(&self, rule: &Rule) -> Vec<Vec<Sent>> {
        match rule {
            Rule::Turns(place, turns) => {
                let here = self.placed(*place);
                turns.iter().flat_map(|turn| here.turn(turn)).collect()
            }
            Rule::Halving(place, load) => self.placed(*place).halving(*load == Load::Everything),
            Rule::Pipeline(Place::Cube) => self.trees(),
            Rule::Rotated(rule) => self.copies(rule),
            Rule::Pipeline(place) => {
                let (here, n) = (self.placed(*place), self.number(&Term::name("n")));
                let count = if self.p() > 1 { self.p() - 2 + n } else { 0 };
                let step = |t| {
                    let senders = (0..here.p() - 1).filter(|x| (0..n).contains(&(t - x)));
                    let piece = |x: i64| Some(BTreeSet::from([u64::try_from(t - x).unwrap()]));
                    senders.map(|x| (here.node(x), here.node(x + 1), piece(x))).collect()
                };
                (0..count).map(step).collect()
            }
            Rule::Then(rules) => rules.iter().flat_map(|rule| self.steps(rule)).collect(),
            Rule::Backwards(rule) => {
                let mut steps = self.steps(rule);
                steps.reverse();
                for message in steps.iter_mut().flatten() {
                    std::mem::swap(&mut message.0, &mut message.1);
                }
                steps
            }
            Rule::FromEach(rule) => {
                let order = self.placed(Place::Tour).at;
                let from = |root: u32| {
                    let start = order.iter().position(|node| *node == root).unwrap();
                    let at = [&order[start..], &order[..start]].concat();
                    let mut steps = self.among(at).turned(rule);
                    steps.iter_mut().flatten().for_each(|message| message.2 = None);
                    steps
                };
                (0..u32::try_from(self.p()).unwrap()).flat_map(from).collect()
            }
            Rule::ByDimension(rule) => self.lines(rule),
            Rule::Folded(fold, rule) => self.folded(rule, *fold == Fold::Halves),
            Rule::Subtrees => self.halving(true),
            Rule::Parts(_) | Rule::Straight(_) => panic!("{rule:?}"),
        }
    }

    fn all(&self, steps: &Steps) -> Vec<Vec<Sent>> {
        match steps {
            Steps::Of(rule) => self.steps(rule),
            Steps::Through(to, from) => {
                let mut steps = [self.steps(to), self.steps(from)].concat();
                steps.iter_mut().flatten().for_each(|message| message.2 = None);
                steps
            }
            Steps::InGroups(stages) => stages.iter().flat_map(|of| self.stage(of)).collect(),
        }
    }

    /// Every copy of a rule, with its coordinates rotated and mirrored.
    fn copies(&self, rule: &Rule) -> Vec<Vec<Sent>> {
        let cube = self.topology.offers(Feature::Cube);
        let sides = match self.topology.dimension() {
            Some(d) if cube => vec![2; d as usize],
            _ => self.topology.sizes().to_vec(),
        };
        let one = self.steps(rule);
        let mut all = vec![Vec::new(); one.len()];
        for (by, back) in (0..sides.len()).flat_map(|by| [(by, false), (by, true)]) {
            // The coordinate of each dimension becomes that of a dimension before it.
            let image = |node: u32| {
                let at = |j: usize| node / sides[j + 1..].iter().product::<u32>() % sides[j];
                let of = |j: usize| match (at((j + by) % sides.len()), back) {
                    (x, true) if x > 0 => sides[j] - x,
                    (x, _) => x,
                };
                (0..sides.len()).fold(0, |node, j| node * sides[j] + of(j))
            };
            if !(cube && back) {
                for (all, step) in all.iter_mut().zip(&one) {
                    all.extend(step.iter().map(|sent| (image(sent.0), image(sent.1), None)));
                }
            }
        }
        all
    }

    /// Pieces down the trees of Johnsson and Ho 1989: the parent of 2^j is 0, that of a position without bit j has it,
    /// and that of any other lacks its first bit cyclically below j. The edge across a bit is used as many steps after
    /// the piece begins as the bit is above j.
    fn trees(&self) -> Vec<Vec<Sent>> {
        let (d, n) = (self.p().ilog2(), self.number(&Term::name("n")));
        let mut steps: Vec<Vec<Sent>> = Vec::new();
        for piece in 0..u32::try_from(if d == 0 { 0 } else { n }).unwrap() {
            let j = piece % d;
            for x in 1..1_u32 << d {
                let below = || (1..d).map(|far| (j + d - far) % d).find(|bit| x >> bit & 1 == 1);
                let (bit, after) = match x {
                    x if x == 1 << j => (j, 0),
                    x if x >> j & 1 == 0 => (j, d),
                    _ => (below().unwrap(), (below().unwrap() + d - j) % d),
                };
                let step = (piece / d + after) as usize;
                steps.resize(steps.len().max(step + 1), Vec::new());
                let blocks = Some(BTreeSet::from([u64::from(piece)]));
                steps[step].push((self.at[(x ^ 1 << bit) as usize], self.at[x as usize], blocks));
            }
        }
        steps
    }

    /// Of barriers the last nodes fold, of the others every second of the first.
    fn folded(&self, rule: &Rule, halves: bool) -> Vec<Vec<Sent>> {
        let p = u32::try_from(self.p()).unwrap();
        let left = 1 << p.ilog2();
        let others = p - left;
        let nodes = (0..left).map(|x| match (self.heard, halves) {
            (true, _) => x,
            _ if x >= others => x + others,
            (_, true) => 2 * x,
            (_, false) => 2 * x + 1,
        });
        let at = |x: u32| self.at[x as usize];
        let mut inner = self.among(nodes.map(at).collect());
        inner.scope.means.insert("d".to_owned(), Term::whole(left.ilog2().into()));
        let mut steps = inner.steps(rule);
        if others > 0 {
            let fold = |there: bool, back: bool| {
                let pair = |k: u32| match (self.heard, halves) {
                    (true, _) => (left + k, k),
                    (_, true) => (2 * k + 1, 2 * k),
                    (_, false) => (2 * k, 2 * k + 1),
                };
                let both = (0..others)
                    .map(pair)
                    .map(|(from, to)| (at(from), at(to)))
                    .flat_map(|(from, to)| [(there, (from, to, None)), (back, (to, from, None))]);
                both.filter(|(sent, _)| *sent).map(|(_, message)| message).collect()
            };
            let first = fold(true, halves);
            let before = if halves { vec![first, fold(true, false)] } else { vec![first] };
            steps = [before, steps, vec![fold(false, true)]].concat();
        }
        steps.iter_mut().flatten().for_each(|message| message.2 = None);
        steps
    }

    /// A rule on the boxes, or on the equal places of all boxes: on all lines, or on that of node 0.
    fn stage(&self, of: &Lines) -> Vec<Vec<Sent>> {
        // Groups of a topology without levels have as many nodes as there are pieces.
        let [boxes, each] = if let [boxes, each, ..] = self.topology.sizes() {
            [*boxes, *each]
        } else {
            let each = u32::try_from(self.number(&Term::name("n"))).unwrap();
            [self.topology.nodes() / each, each]
        };
        let count = if of.inside { boxes } else { each };
        let mut steps: Vec<Vec<Sent>> = Vec::new();
        for line in 0..if of.first_only { 1 } else { count } {
            let at = if of.inside {
                (0..each).map(|x| line * each + x).collect()
            } else {
                (0..boxes).map(|g| g * each + line).collect()
            };
            for (k, step) in self.among(at).steps(&of.rule).into_iter().enumerate() {
                if steps.len() <= k {
                    steps.push(Vec::new());
                }
                steps[k].extend(step);
            }
        }
        steps.iter_mut().flatten().for_each(|message| message.2 = None);
        steps
    }

    /// Where positions are said already.
    fn turned(&self, rule: &Rule) -> Vec<Vec<Sent>> {
        match rule {
            Rule::Turns(_, turns) => turns.iter().flat_map(|turn| self.turn(turn)).collect(),
            Rule::Halving(_, load) => self.halving(*load == Load::Everything),
            other => self.steps(other),
        }
    }

    fn placed(&self, place: Place) -> Expanded<'_> {
        let order = self.topology.network().tour_order().filter(|_| place == Place::Tour);
        self.among(order.map_or_else(|| self.at.clone(), <[u32]>::to_vec))
    }

    fn lines(&self, rule: &Rule) -> Vec<Vec<Sent>> {
        let sides = self.topology.sizes().to_vec();
        // Halving begins with one position, whatever is halved.
        let first = if let Rule::Then([first, ..]) = rule { first } else { rule };
        let rooted = matches!(first, Rule::Halving(..));
        let mut all = Vec::new();
        for j in (0..sides.len()).rev() {
            let stride: u32 = sides[j + 1..].iter().product();
            let first = |node: &u32| {
                // Only lines on which something is by then.
                let before = *node / (stride * sides[j]);
                (*node / stride).is_multiple_of(sides[j]) && (!rooted || before == 0)
            };
            let mut steps: Vec<Vec<Sent>> = Vec::new();
            for start in (0..self.topology.nodes()).filter(first) {
                let line = self.among((0..sides[j]).map(|x| start + x * stride).collect());
                for (k, step) in line.turned_lines(rule).into_iter().enumerate() {
                    if steps.len() <= k {
                        steps.push(Vec::new());
                    }
                    steps[k].extend(step);
                }
            }
            all.extend(steps);
        }
        all.iter_mut().flatten().for_each(|message| message.2 = None);
        all
    }

    fn turned_lines(&self, rule: &Rule) -> Vec<Vec<Sent>> {
        match rule {
            Rule::Then(rules) => rules.iter().flat_map(|rule| self.turned_lines(rule)).collect(),
            other => self.turned(other),
        }
    }

    fn halving(&self, everything: bool) -> Vec<Vec<Sent>> {
        let mut open = vec![(0, self.p())];
        let mut steps = Vec::new();
        while open.iter().any(|(start, end)| end - start > 1) {
            let mut next = Vec::new();
            let mut step = Vec::new();
            for (start, end) in open {
                if end - start < 2 {
                    next.push((start, end));
                    continue;
                }
                let middle = start + (end - start + 1) / 2;
                let half = || (middle..end).map(|x| u64::from(self.node(x))).collect();
                let blocks = (!everything && !self.pairs).then(half);
                step.push((self.node(start), self.node(middle), blocks));
                next.extend([(start, middle), (middle, end)]);
            }
            steps.push(step);
            open = next;
        }
        steps
    }

    fn turn(&self, turn: &Turn) -> Vec<Vec<Sent>> {
        let [from, to] = [turn.from, turn.to].map(|text| self.number(&Term::of(text)));
        let [send] = turn.sends else { panic!("{turn:?}") };
        (from..to).map(|i| self.step(send, i)).collect()
    }

    fn step(&self, send: &Send, i: i64) -> Vec<Sent> {
        let number = |text: &str| self.number(&Term::of(text).with("i", &Term::whole(i)));
        let senders: Vec<i64> = match &send.senders {
            Senders::Everyone => (0..self.p()).collect(),
            Senders::Only(at) => vec![number(at)],
            Senders::Every { first, stride, last } => {
                let stride = usize::try_from(number(stride)).unwrap();
                (number(first)..=number(last)).step_by(stride).collect()
            }
        };
        let p = u64::try_from(self.p()).unwrap();
        let pair = |o: i64, t: i64| u64::from(self.node(o)) * p + u64::from(self.node(t));
        let of = |v: i64| {
            let to = match &send.to {
                Move::Ahead(by) => v + number(by),
                Move::Back(by) => v - number(by),
                Move::Xor(by) => v ^ number(by),
            };
            let range = |a: &str, b: &str| (number(a)..=number(b)).map(|x| v + x);
            let within = |x: i64, low: i64, high: i64| {
                let other = x ^ v;
                other >> high == 0 && other & ((1 << low) - 1) == 0
            };
            let blocks: Option<BTreeSet<u64>> = match &send.load {
                Load::Everything | Load::Digit(..) | Load::Before(..) | Load::TheirHalf => None,
                Load::Interval(a, b) => Some(range(a, b).map(|x| self.node(x).into()).collect()),
                Load::Clipped(a, b) => {
                    let inside = range(a, b).filter(|x| *x < self.p());
                    Some(inside.map(|x| self.node(x).into()).collect())
                }
                Load::Subcube(low, high) => {
                    let (low, high) = (number(low), number(high));
                    let inside = (0..self.p()).filter(|x| within(*x, low, high));
                    Some(inside.map(|x| self.node(x).into()).collect())
                }
                Load::Onwards { origin, targets: (a, b) } => {
                    Some(range(a, b).map(|t| pair(v + number(origin), t)).collect())
                }
                Load::Own => Some(BTreeSet::from([pair(v, to)])),
                Load::Apart { stride, origins: (a, b) } => {
                    let stride = usize::try_from(number(stride)).unwrap();
                    Some(range(a, b).step_by(stride).map(|o| pair(o, to)).collect())
                }
                Load::Sides { low, high } => {
                    let (low, mask) = (number(low), (1 << number(high)) - 1);
                    let origins = (0..self.p()).filter(|o| within(*o, 0, low));
                    let targets = |t: &i64| (t ^ to) & mask == 0;
                    let of = |o| (0..self.p()).filter(targets).map(move |t| pair(o, t));
                    Some(origins.flat_map(of).collect())
                }
            };
            (self.node(v), self.node(to), blocks)
        };
        senders.into_iter().map(of).collect()
    }
}

sweep! {
    /// Catches a translation that says something else than the planner expands.
    fn the_kernels_terms_are_the_planned_messages(effort) {
        let mut compared = 0;
        for (of, family, found) in rows() {
            for topology in effort.thin(machines(family, 9), 5) {
                for request in requests(of, &topology).into_iter().filter(|r| r.instance.root == 0) {
                    let name = format!("{} by {} on {topology}", of.collective(), of.name());
                    let planned = Listed::of(&*plan(of, &request).unwrap());
                    let mut expanded = expanded(&found, &topology, &request);
                    let whole = request.instance.pieces == 1 || found.cut;
                    assert_eq!(planned.0.len(), expanded.len(), "{name}");
                    for (k, (step, terms)) in planned.0.iter().zip(&mut expanded).enumerate() {
                        let mut step: Vec<Sent> = step
                            .messages
                            .iter()
                            .map(|message| {
                                let blocks = match &message.payload {
                                    Payload::Plain(runs) => Some(runs.iter().collect()),
                                    Payload::Everything | Payload::Values(_) => None,
                                };
                                (message.from, message.to, blocks)
                            })
                            .collect();
                        step.sort();
                        terms.sort();
                        assert_eq!(step.len(), terms.len(), "{name}, step {k}");
                        for (message, term) in step.iter().zip(terms) {
                            assert_eq!((message.0, message.1), (term.0, term.1), "{name}, step {k}");
                            let said = term.2.is_some() && message.2.is_some() && whole;
                            assert!(!said || message.2 == term.2, "{name}, step {k}: {message:?}");
                            compared += 1;
                        }
                    }
                }
            }
        }
        assert!(compared > effort.of(3_000, 50_000), "{compared}");
    }
}

fn expanded(found: &Certified, topology: &Topology, request: &Request) -> Vec<Vec<Sent>> {
    let p = topology.nodes();
    let mut scope = Scope::default();
    let mut is = |name: &str, value: i64| {
        scope.means.insert(name.to_owned(), Term::whole(value));
    };
    is("p", p.into());
    is("n", request.instance.pieces.into());
    is("q", request.instance.by.into());
    if p.is_power_of_two() {
        is("d", p.ilog2().into());
    }
    let claim = &found.claim;
    let pairs = claim.before.kind == StateKind::Pairs;
    let heard = request.instance.data() == Data::Token;
    Expanded { scope, at: (0..p).collect(), pairs, heard, topology }.all(&claim.steps)
}

/// As many as the manual says.
#[test]
fn so_many_are_certified() {
    let rows = rows();
    assert!(rows.len() >= 420, "{}", rows.len());
    for (of, family, certified) in &rows {
        let name = format!("{} by {} on {}", of.collective(), of.name(), family.name());
        assert!(certified.claim.before != certified.claim.after, "{name}");
        assert!(!certified.stages.is_empty(), "{name}");
    }
}

/// A rule is not certified where its ways are shared, and says why.
#[test]
fn ways_must_be_of_ones_own() {
    const ONE: Turn = Turn::new("0", "1", &[Send::one("0", Move::Ahead("1"), Load::Everything)]);
    const FOLDED: Rule = Rule::Folded(Fold::Even, &Rule::Turns(Place::Pairs, &[ONE]));

    use hockney_proof::certified::certified_rule;
    let of = planner::algorithm("all-to-all", "rotation").unwrap();
    let complete = hockney_core::topology::family("complete").unwrap();
    let (rule, costs) = (of.rule().unwrap(), of.step_costs(complete, 2).unwrap());
    let kind = collective("all-to-all").unwrap();
    let on = |family: &str| {
        let family = hockney_core::topology::family(family).unwrap();
        certified_rule(&rule, kind, family, &costs, 2).map(|found| found.premises)
    };
    assert_eq!(on("complete"), Ok(vec!["Crossbars"]));
    assert_eq!(on("hypercube"), Ok(vec!["E-cube"]));
    for family in ["ring", "mesh", "tree", "graph"] {
        let why = "its pairs of nodes have no disjoint routes";
        assert_eq!(on(family), Err(why.to_owned()), "{family}");
    }
    // A step of one message shares no link; what is folded round it does.
    let ring = hockney_core::topology::family("ring").unwrap();
    let sum = collective("all-reduce").unwrap();
    let why = certified_rule(&FOLDED, sum, ring, &costs, 2).unwrap_err();
    assert_eq!(why, "its pairs of nodes have no disjoint routes");
}

/// The textbook's broadcast and reduction on the balanced tree. Catches a lemma for subtrees with another load, and a proof
/// that does not name it.
#[test]
fn halving_among_leaves_is_certified() {
    for (kind, before, after) in [
        ("broadcast", StateKind::Root, StateKind::All),
        ("reduce", StateKind::Parts, StateKind::Root),
    ] {
        let of = planner::algorithm(kind, "leaf-halving").unwrap();
        let tree = hockney_core::topology::family("tree").unwrap();
        let Certified { claim, premises, .. } = certified(of, tree, 2).unwrap().unwrap();
        assert_eq!((claim.before.kind, claim.after.kind), (before, after));
        assert!(premises.contains(&"Subtrees"), "{kind}: {premises:?}");
    }
}
