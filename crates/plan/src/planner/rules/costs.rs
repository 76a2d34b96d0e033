//! The cost of each step of a rule, from the size of its messages.

use super::parts;
use crate::planner::StepCosts;
use hockney_base::rule::{Fold, Load, Move, Place, Rule, Send, Turn};
use hockney_core::topology::{Family, Feature};

/// The cost of blocks, as `"m t_w"`; empty if messages carry no words.
#[derive(Clone, Copy)]
pub(in crate::planner) struct Words<'a> {
    /// The block of one position.
    pub(in crate::planner) block: &'a str,
    /// The whole data.
    pub(in crate::planner) everything: &'a str,
    /// Whether blocks belong to pairs, so that a position has one for each other position.
    pub(in crate::planner) pairs: bool,
}

/// The stated cost of every step, on a grid with this many sides; `None` if the messages of a step have
/// different sizes.
pub(in crate::planner) fn step_costs(
    rule: &Rule,
    words: &Words<'_>,
    family: &'static Family,
    sides: usize,
) -> Option<StepCosts> {
    match rule {
        Rule::Turns(_, [Turn { sends: [Send { load: Load::Digit(base, ..), .. }], .. }])
            if twos(base) && family.offers().contains(&Feature::Cube) =>
        {
            Some(by_digits(base, words))
        }
        Rule::Turns(_, turns) => {
            let each = turns.iter().map(|turn| of_turn(turn, words));
            each.reduce(|all, turn| Some(all?.then(turn?)))?
        }
        Rule::Halving(Place::Cube | Place::CubeInOrder, load) => Some(
            match load {
                Load::TheirHalf => {
                    StepCosts::steps("log p", &format!("t_s + p {}/2^(i + 1)", words.block))
                }
                _ => StepCosts::steps("log p", &with("1", words.everything)),
            }
            .powers_of_two(),
        ),
        Rule::Halving(_, load) => Some(match load {
            Load::TheirHalf if words.pairs => StepCosts::halving("(p - 1) m t_w"),
            Load::TheirHalf => StepCosts::halving(words.block),
            _ => StepCosts::steps("ceil(log2 p)", &with("1", words.everything)),
        }),
        Rule::Pipeline(Place::Cube) => {
            Some(StepCosts::steps(TREES, "t_s + m t_w/n").powers_of_two())
        }
        Rule::Pipeline(_) => Some(StepCosts::steps("min(1, p - 1) (p - 2 + n)", "t_s + m t_w/n")),
        Rule::Then(rules) => {
            let each = rules.iter().map(|rule| step_costs(rule, words, family, sides));
            each.reduce(|all, rule| Some(all?.then(rule?)))?
        }
        Rule::Backwards(rule) => Some(step_costs(rule, words, family, sides)?.backwards()),
        Rule::Subtrees => Some(StepCosts::steps("ceil(log2 p)", &with("1", words.everything))),
        // The number depends on the map.
        Rule::Straight(_) => None,
        Rule::Parts(_) => {
            Some(StepCosts::steps(&parts::steps_of(family), &with("1", words.everything)))
        }
        Rule::ByDimension(rule) if !family.offers().contains(&Feature::Sides) => {
            step_costs(rule, words, family, sides)
        }
        Rule::ByDimension(Rule::Parts(_)) => {
            let count = |j| parts::steps_along(family, j);
            Some(StepCosts::by_dimension(sides, count, &with("1", words.everything)))
        }
        Rule::ByDimension(rule) => {
            along_sides(rule, words, family, &(1..=sides).rev().collect::<Vec<_>>())
        }
        Rule::Folded(fold, rule) => {
            let mut costs = step_costs(rule, words, family, sides)?;
            for phase in &mut costs.phases {
                for text in [&mut phase.from, &mut phase.to, &mut phase.cost] {
                    let logs = text.replace("log p", "{log}").replace('p', "2^{log}");
                    *text = logs.replace("{log}", "floor(log2 p)");
                }
            }
            let hands =
                |words: &str, words_in: &str| StepCosts::steps(FOLDS, &with(words, words_in));
            let all = || hands("1", words.everything);
            let half = || hands("(1/2)", words.everything);
            let before = match fold {
                Fold::Even | Fold::Last => all(),
                Fold::Halves => half().then(half()),
            };
            costs.powers_of_two = false;
            Some(before.then(costs).then(all()))
        }
        Rule::Rotated(rule) => {
            let copies = match family.offers() {
                offers if offers.contains(&Feature::Cube) => "max(1, d)".to_owned(),
                offers if offers.contains(&Feature::Sides) => (2 * sides).to_string(),
                _ => "2".to_owned(),
            };
            let mut costs = step_costs(rule, words, family, sides)?;
            for phase in &mut costs.phases {
                phase.cost = phase.cost.replace("t_w", &format!("t_w/{copies}"));
            }
            Some(costs)
        }
        Rule::FromEach(rule) => {
            let from_one = Words { everything: words.block, ..*words };
            Some(step_costs(rule, &from_one, family, sides)?.repeated("p"))
        }
    }
}

/// The steps of n pieces down d trees of a hypercube in turn; across one bit nothing is sent back.
pub(in crate::planner) const TREES: &str =
    "(min(1, d) ceil(n/max(1, d)) + d min(1, max(0, d - 1)))";

/// On a hypercube, to a base that is a power of two: all distances have every digit equally often, or for the highest
/// digit at most once.
fn by_digits(base: &str, words: &Words<'_>) -> StepCosts {
    let top = format!("{base}^floor(log_{base} p)");
    let full = format!("({base} - 1) floor(log_{base} p)");
    let low = StepCosts::steps(&full, &with(&format!("(p/{base})"), words.block));
    let highest = with(&top, words.block);
    let end = format!("{full} + p/{top} - 1");
    low.then(StepCosts::from_to(&full, &end, &highest)).powers_of_two()
}

/// Whether a text is a power of two.
fn twos(base: &str) -> bool {
    base.parse().is_ok_and(u64::is_power_of_two)
}

/// Whether some nodes are folded: 0 or 1.
const FOLDS: &str = "min(1, p - 2^floor(log2 p))";

/// One startup and this many words.
fn with(count: &str, words: &str) -> String {
    match (count, words) {
        (_, "") => "t_s".to_owned(),
        ("1", words) => format!("t_s + {words}"),
        (count, words) if count.contains(' ') => format!("t_s + ({count}) {words}"),
        (count, words) => format!("t_s + {count} {words}"),
    }
}

/// 2 to the power of a text.
fn power(text: &str) -> String {
    if text.len() == 1 { format!("2^{text}") } else { format!("2^({text})") }
}

/// How many there are from the first to the last.
fn blocks(first: &str, last: &str) -> String {
    if first == last {
        return "1".to_owned();
    }
    let more = last.strip_prefix(first).and_then(|rest| rest.strip_prefix(" + "));
    match more.and_then(|more| more.parse::<u32>().ok()) {
        Some(more) => (more + 1).to_string(),
        None if first == "1" => last.to_owned(),
        None => format!("{last} - ({first}) + 1"),
    }
}

fn of_turn(turn: &Turn, words: &Words<'_>) -> Option<StepCosts> {
    let loads = || turn.sends.iter().map(|send| send.load);
    let cost = match loads().next()? {
        Load::Everything | Load::TheirHalf | Load::Before(..) => with("1", words.everything),
        Load::Own => with("1", words.block),
        Load::Interval(first, last)
        | Load::Clipped(first, last)
        | Load::Onwards { targets: (first, last), .. } => with(&blocks(first, last), words.block),
        Load::Subcube("0", high) => with(&power(high), words.block),
        Load::Subcube(low, high) => with(&format!("{}/{}", power(high), power(low)), words.block),
        Load::Sides { low, high } => {
            with(&format!("p {}/{}", power(low), power(high)), words.block)
        }
        Load::Apart { stride, origins: (first, last) } => {
            // Often they begin so many strides before the receiver.
            let strides =
                first.strip_prefix(&format!("{stride} - {stride} (")).filter(|_| last == "0");
            let count = format!("({last} - ({first}))/({stride}) + 1");
            with(strides.and_then(|rest| rest.strip_suffix(')')).unwrap_or(&count), words.block)
        }
        Load::Digit(base, unit, digit) => {
            // Of so many distances each a full round of digits, and the rest as far as it reaches this digit.
            let (next, by) = (format!("{base} * {unit}"), format!("{digit} * {unit}"));
            let rest = format!("max(0, min({unit}, (p mod ({next})) - {by}))");
            with(&format!("floor(p/({next})) * {unit} + {rest}"), words.block)
        }
    };
    // Other loads of the same step may be larger.
    let same = loads().all(|load| Some(load) == loads().next());
    let cubes = matches!(turn.sends[0].to, Move::Xor(_));
    let costs = StepCosts::from_to(turn.from, turn.to, &cost);
    same.then(|| if cubes { costs.powers_of_two() } else { costs })
}

/// Along one dimension after another, in which a position has the blocks of all earlier ones.
pub(in crate::planner) fn along_sides(
    rule: &Rule,
    words: &Words<'_>,
    family: &'static Family,
    dimensions: &[usize],
) -> Option<StepCosts> {
    let of = |(place, j): (usize, &usize)| {
        let earlier = dimensions[..place].iter().rev().map(|k| format!("k_{k}"));
        let block: Vec<String> = earlier.chain([words.block.to_owned()]).collect();
        // If blocks belong to pairs: those from and for all nodes that agree in the other coordinates.
        let block = if words.pairs { format!("p m t_w/k_{j}") } else { block.join(" * ") };
        // Words of the whole grid contain its p; elsewhere the side replaces p.
        let signs = Words { block: "{block}", everything: "{all}", pairs: false };
        let mut costs = step_costs(rule, &signs, family, 1)?;
        for phase in &mut costs.phases {
            for text in [&mut phase.from, &mut phase.to, &mut phase.cost] {
                *text = text.replace('p', &format!("k_{j}"));
            }
            let cost = phase.cost.replace("{block}", &block);
            phase.cost = cost.replace("{all}", words.everything);
        }
        Some(costs)
    };
    dimensions.iter().enumerate().map(of).reduce(|all, one| Some(all?.then(one?)))?
}
