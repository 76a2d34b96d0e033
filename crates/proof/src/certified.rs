//! Schedules that are certified for all sizes: the kernel checks the rule that the planner expands.
//!
//! The start and end of a collective are read from its definition at one small size. The features of the
//! family determine the lemma about links for a place.

use super::modulus;
use super::statement::{Unreadable, phase, read};
use super::written::Written;
use hockney_base::rule::{Load, Move, Place, Rule, Send, Senders, Turn};
use hockney_core::collective::{
    Blocks, Collective, Data, Instance, Parameter, Required, collective,
};
use hockney_core::schedule::Runs;
use hockney_core::topology::{FAMILIES, Family, Feature, Sizes};
use hockney_kernel::{Domain, Lines, RuleClaim, Split, Stage, State, StateKind, Steps, certify};
use hockney_plan::planner::{Algorithm, Boxed, Role, StatedPhase, StepCosts};

/// A schedule that is certified for all sizes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certified {
    /// The sizes: `p = 1, 2, ..`.
    pub sizes: String,
    /// The claim that the kernel accepted.
    pub claim: RuleClaim,
    /// Its steps with their costs.
    pub stages: Vec<Stage>,
    /// The lemmas about graphs and schedules that it uses.
    pub premises: Vec<&'static str>,
    /// Whether the only block is cut into one piece per position.
    pub cut: bool,
    /// Whether it is about nodes that are numbered along a tour: their prefixes are those of positions.
    pub numbered: bool,
}

/// `Lemmas U and Duality (specs/lemmas.md)`
pub fn premises(of: &[&str]) -> String {
    let (last, others) = match of {
        [] => return String::new(),
        [only] => return format!("Lemma {only} (specs/lemmas.md)"),
        [others @ .., last] => (last, others.join(", ")),
    };
    format!("Lemmas {others} and {last} (specs/lemmas.md)")
}

/// Certifies the schedules of an algorithm, if it has a step rule and stated costs.
///
/// # Errors
/// The side condition that is not proved.
pub fn certified(
    algorithm: &Algorithm,
    family: &'static Family,
    sides: usize,
) -> Option<Result<Certified, String>> {
    if let Some(boxed) = algorithm.in_boxes(family) {
        return Some(certified_boxes(&boxed, collective(algorithm.collective())?, family));
    }
    let rule = algorithm.rule()?;
    algorithm.on(family).filter(|at| at.role != Role::Counterexample)?;
    let costs = algorithm.step_costs(family, sides)?;
    let collective = collective(algorithm.collective())?;
    Some(certified_rule(&rule, collective, family, &costs, sides))
}

/// Certifies a rule for a collective on a family, with the stated costs of its steps, on a grid with this
/// many sides.
///
/// # Errors
/// The side condition that is not proved.
pub fn certified_rule(
    rule: &Rule,
    collective: &'static Collective,
    family: &'static Family,
    costs: &StepCosts,
    sides: usize,
) -> Result<Certified, String> {
    let mut premises = Premises { family, collective, found: Vec::new() };
    premises.of(rule)?;
    let premises = premises.found;
    let mut ends =
        vec![ends(collective).ok_or("no lemma covers what this collective starts and ends with")?];
    // Who has the sum of all data has heard of all.
    if collective.blocks() == Blocks::Token && !any(rule, &loads_pieces) {
        ends.push((StateKind::Parts.into(), StateKind::All.into()));
    }
    let unreadable = |why: Unreadable| why.to_string();
    let [block, whole] = words(collective.blocks()).map(|text| read(text).map_err(unreadable));
    let (block, whole) = (block?, whole?);
    let stage = |stated: &StatedPhase| {
        Ok(Stage { phase: phase(stated).map_err(unreadable)?, falling: stated.falling })
    };
    let stated: Vec<Stage> = costs.phases.iter().map(stage).collect::<Result<_, String>>()?;
    let rests = modulus(stated.iter().map(|stage| &stage.phase));
    let cut = collective.blocks() == Blocks::Pieces && any(rule, &loads_pieces);
    let domains = domains(rule, collective, family, costs, sides);
    let (domain, split) = (Domain::Every, Split::None);
    let mut kinds = vec![Steps::Of(*rule)];
    // Of two rules, the data may meet at the first position.
    if let Rule::Then([to, from]) = rule {
        kinds.push(Steps::Through(*to, *from));
    }
    let ((before, after), steps) = (ends[0].clone(), kinds[0].clone());
    let claim = RuleClaim { domain, split, steps, before, after, block, whole, stated };
    let mut why = None;
    for (steps, (before, after)) in
        kinds.iter().flat_map(|steps| ends.iter().map(move |of| (steps, of)))
    {
        let mut finest = String::new();
        for (domain, split) in
            domains.iter().flat_map(|of| splits(*of, rests).into_iter().map(|split| (*of, split)))
        {
            let (before, after) = (before.clone(), after.clone());
            let steps = steps.clone();
            let claim = RuleClaim { domain, split, steps, before, after, ..claim.clone() };
            match certify(&claim) {
                Ok(stages) => {
                    let mut sizes = said(domain);
                    // Data through the root are whole values, not pieces of one, and not those of positions.
                    let apart = !matches!(claim.steps, Steps::Through(..));
                    let numbered =
                        apart && claim.after.kind == StateKind::Prefixes && premises.contains(&"U");
                    if numbered && !family.offers().contains(&Feature::Numbered) {
                        sizes += ", where nodes are numbered along a tour";
                    }
                    let cut = cut && apart;
                    return Ok(Certified { sizes, claim, stages, premises, cut, numbered });
                }
                Err(refusal) => finest = Written(&refusal).to_string(),
            }
        }
        why.get_or_insert(finest);
    }
    Err(why.unwrap_or_default())
}

/// Certifies the stages of a hierarchical algorithm for all N, G and R.
fn certified_boxes(
    boxed: &Boxed,
    collective: &'static Collective,
    family: &'static Family,
) -> Result<Certified, String> {
    // In a box, and between boxes, every step that respects the ports shares no link or waits as priced.
    let alike = family.offers().contains(&Feature::Shifts).then_some(family);
    let pairs = || FAMILIES.iter().copied().find(|family| family.has_all_pairs());
    let family = alike.or_else(pairs).ok_or("no family has disjoint routes")?;
    let mut premises = Premises { family, collective, found: vec!["In each group"] };
    let text = |text: &str| read(text).map_err(|why| why.to_string());
    let mut lines = Vec::new();
    for (of, rule, [startup, word]) in boxed.in_order() {
        premises.of(&rule)?;
        let (inside, first_only) = (of.inside, of.first_only);
        let (startup, word) = (text(startup)?, text(word)?);
        lines.push(Lines { inside, first_only, rule, startup, word });
    }
    let (before, after) =
        ends(collective).ok_or("no lemma covers what this collective starts and ends with")?;
    // The time of a word is that of its links.
    let [block, whole] = words(collective.blocks()).map(|words| text(&words.replace(" t_w", "")));
    let stage = |stated: &StatedPhase| {
        let phase = phase(stated).map_err(|why| why.to_string())?;
        Ok(Stage { phase, falling: stated.falling })
    };
    let stated = boxed.costs.phases.iter().map(stage).collect::<Result<_, String>>()?;
    let steps = Steps::InGroups(lines);
    let (domain, split) = (Domain::Groups, Split::None);
    let (block, whole) = (block?, whole?);
    let claim = RuleClaim { domain, split, steps, before, after, block, whole, stated };
    let stages = certify(&claim).map_err(|refusal| Written(&refusal).to_string())?;
    let (sizes, premises) = (said(domain), premises.found);
    Ok(Certified { sizes, claim, stages, premises, cut: false, numbered: false })
}

/// The possible case distinctions of sizes, from coarse to fine; by the rests of a number, if the costs have them.
fn splits(domain: Domain, rests: Option<i64>) -> Vec<Split> {
    match domain {
        Domain::Every => {
            let rests = rests.map(Split::Rests);
            [Split::None, Split::Parity, Split::Binary].into_iter().chain(rests).collect()
        }
        Domain::PowersOfTwo => vec![Split::None, Split::Parity],
        Domain::Shift => vec![Split::None, Split::Distance],
        Domain::Groups | Domain::Sides(_) => vec![Split::None],
    }
}

/// The domains for which a rule is to be certified, the largest first.
fn domains(
    rule: &Rule,
    collective: &Collective,
    family: &Family,
    costs: &StepCosts,
    sides: usize,
) -> Vec<Domain> {
    if family.sizes() == Sizes::Sides && any(rule, &|rule| matches!(rule, Rule::ByDimension(_))) {
        vec![Domain::Sides(sides)]
    } else if collective.parameter() == Some(Parameter::By) {
        vec![Domain::Shift]
    } else if costs.powers_of_two {
        vec![Domain::PowersOfTwo]
    } else if family.sizes() == Sizes::PowerOfTwo {
        vec![Domain::Every, Domain::PowersOfTwo]
    } else {
        vec![Domain::Every]
    }
}

fn said(domain: Domain) -> String {
    match domain {
        Domain::Every => "p = 1, 2, ..".to_owned(),
        Domain::PowersOfTwo => "d = 0, 1, ..".to_owned(),
        Domain::Shift => "p = 1, 2, .. and every q = 0, 1, .., p - 1".to_owned(),
        Domain::Groups => "N = 1, 2, ..; G = 1, 2, ..; R = 1, 2, ..".to_owned(),
        Domain::Sides(sides) => {
            let sides: Vec<String> = (1..=sides).map(|j| format!("k_{j} = 1, 2, ..")).collect();
            sides.join("; ")
        }
    }
}

/// The cost of a position's block without the startup, and of all data.
fn words(blocks: Blocks) -> [&'static str; 2] {
    match blocks {
        Blocks::Pieces => ["m t_w/p", "m t_w"],
        Blocks::PerNode => ["m t_w", "p m t_w"],
        Blocks::PerPair => ["m t_w", "p^2 m t_w"],
        Blocks::Token => ["0", "0"],
    }
}

/// The number of positions that is enough to distinguish the states.
const PROBED: u32 = 5;

/// The states before and after a collective.
fn ends(collective: &'static Collective) -> Option<(State, State)> {
    if collective.parameter() == Some(Parameter::Map) {
        return None;
    }
    let of = Instance::new(collective, PROBED).with_by(2);
    let (all, data) = (of.all_blocks(), of.data());
    if data == Data::Token {
        return Some((State::of(StateKind::Heard, &["1"]), State::of(StateKind::Heard, &["p"])));
    }
    let root = |x: u32| if x == 0 { all.clone() } else { Runs::new() };
    let origin = |x: u32| u64::from((x + PROBED - of.by) % PROBED);
    let [one, other]: [(State, &dyn Fn(u32) -> Runs); 2] = if of.blocks() == Blocks::PerPair {
        [
            (StateKind::Pairs.into(), &|x| of.blocks_from(x)),
            (StateKind::Delivered.into(), &|x| of.blocks_for(x)),
        ]
    } else {
        let shifted = State::of(StateKind::Shifted, &["q"]);
        [
            (StateKind::Own.into(), &|x| of.blocks_of(x)),
            (shifted, &|x| of.blocks_of_number(origin(x))),
        ]
    };
    let known = [
        (StateKind::Root.into(), &root as &dyn Fn(u32) -> Runs),
        (StateKind::All.into(), &|_| all.clone()),
        one,
        other,
    ];
    // The first of these states in which all nodes have the data that they have here.
    let state = |has: &dyn Fn(u32) -> Runs| {
        let same = |of: &dyn Fn(u32) -> Runs| (0..PROBED).all(|x| has(x) == of(x));
        known.iter().find(|(_, of)| same(of)).map(|(state, _)| state.clone())
    };
    let heard = |by: &dyn Fn(u32) -> Runs| {
        (0..PROBED).all(|x| {
            let Required { blocks, contributors } = of.required(x);
            data != Data::Combined || blocks == Runs::new() || contributors == by(x)
        })
    };
    let before = match state(&|x| of.initial(x))? {
        state if state.kind == StateKind::All && data == Data::Combined => StateKind::Parts.into(),
        state => state,
    };
    let after = if heard(&|_| of.everyone()) {
        state(&|x| of.required(x).blocks)?
    } else {
        heard(&|x| Runs::range(0, u64::from(x) + 1)).then(|| StateKind::Prefixes.into())?
    };
    Some((before, after))
}

/// Whether a condition holds for the rule or a nested one.
pub(super) fn any(rule: &Rule, holds: &dyn Fn(&Rule) -> bool) -> bool {
    holds(rule) || inner(rule).iter().any(|rule| any(rule, holds))
}

/// The rules of which a rule consists.
fn inner(rule: &Rule) -> &[Rule] {
    match rule {
        Rule::Then(rules) => rules,
        Rule::Backwards(rule)
        | Rule::ByDimension(rule)
        | Rule::FromEach(rule)
        | Rule::Rotated(rule)
        | Rule::Folded(_, rule) => std::slice::from_ref(*rule),
        _ => &[],
    }
}

/// Whether each step has one message, by its default route.
fn alone(place: Place, turns: &[Turn]) -> bool {
    let one =
        |send: &Send| matches!(send.senders, Senders::Only(_)) && !matches!(send.to, Move::Xor(_));
    place != Place::Tour && turns.iter().all(|turn| matches!(turn.sends, [send] if one(send)))
}

/// Whether it sends some blocks and not all data.
fn loads_pieces(rule: &Rule) -> bool {
    match rule {
        Rule::Turns(_, turns) => {
            let whole = |load| matches!(load, Load::Everything | Load::Before(..));
            turns.iter().flat_map(|turn| turn.sends).any(|send| !whole(send.load))
        }
        Rule::Halving(_, load) => *load != Load::Everything,
        _ => false,
    }
}

/// The lemmas about graphs and schedules that a rule uses.
struct Premises {
    family: &'static Family,
    collective: &'static Collective,
    found: Vec<&'static str>,
}

impl Premises {
    fn of(&mut self, rule: &Rule) -> Result<(), String> {
        match rule {
            // A single message shares no link.
            Rule::Turns(place, turns) if alone(*place, turns) => {}
            Rule::Pipeline(Place::Cube) | Rule::Rotated(_) => self.dimensions(rule)?,
            Rule::Turns(place, _)
            | Rule::Halving(place, _)
            | Rule::Pipeline(place)
            | Rule::Parts(place) => self.ways(*place)?,
            Rule::Subtrees => self.add("Subtrees"),
            // No lemma covers the first.
            Rule::Straight(_) | Rule::Then(_) | Rule::FromEach(_) => {}
            Rule::Folded(..) => self.add("Fold"),
            Rule::Backwards(_) => self.add("Duality"),
            Rule::ByDimension(_) if !self.family.offers().contains(&Feature::Sides) => {}
            Rule::ByDimension(_) => self.add("Lines"),
        }
        inner(rule).iter().try_for_each(|rule| self.of(rule))?;
        // All pairs of a fold send at once.
        if matches!(rule, Rule::Folded(..)) { self.ways(Place::Pairs) } else { Ok(()) }
    }

    /// The links of nodes along all dimensions are different.
    fn dimensions(&mut self, rule: &Rule) -> Result<(), String> {
        let offers = |feature| self.family.offers().contains(&feature);
        let closed = offers(Feature::ClosedRing) || offers(Feature::ClosedSides);
        match rule {
            Rule::Rotated(_) if closed || offers(Feature::Cube) => self.add("Rotated copies"),
            Rule::Pipeline(_) if offers(Feature::Cube) => self.add("Disjoint trees"),
            _ => return Err("its nodes have no link for each direction of a dimension".to_owned()),
        }
        Ok(())
    }

    fn ways(&mut self, place: Place) -> Result<(), String> {
        let offers = |feature| self.family.offers().contains(&feature);
        let lemma = match place {
            Place::Tour => {
                // Distances are computed from the numbers of nodes.
                let numbers = self.collective.parameter() == Some(Parameter::By);
                if numbers && !offers(Feature::Numbered) {
                    return Err("its nodes are not numbered along a tour".to_owned());
                }
                "U"
            }
            Place::RootFirst => return Ok(()),
            _ if offers(Feature::Pairs) => "Crossbars",
            _ if offers(Feature::Shifts) => "E-cube",
            _ => return Err("its pairs of nodes have no disjoint routes".to_owned()),
        };
        self.add(lemma);
        Ok(())
    }

    fn add(&mut self, lemma: &'static str) {
        if !self.found.contains(&lemma) {
            self.found.push(lemma);
        }
    }
}
