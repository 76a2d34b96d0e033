//! Templates of rules in which all nodes, or every second node, do the same: the messages of the first ones.

use smallvec::{SmallVec, smallvec};

use super::layout::{Layout, round};
use super::pairs::{Row, rows};
use super::turns::Turns;
use super::turns::Wave;
use crate::planner::Request;
use hockney_base::rule::{Fold, Load, Move, Place, Rule, Turn};
use hockney_core::collective::Blocks;
use hockney_core::schedule::{
    Brick, Pattern, Payload, Reversed, Run, Runs, Space, Template, Templates,
};
use hockney_core::topology::{Line, Topology, Translations};

/// Translations, and the objects that they move.
pub(in crate::planner) type Planned = (Translations, Box<dyn Templates>);

/// The steps of a rule as translations of templates, if all nodes do the same in each and the collective and
/// the topology are symmetric.
pub(in crate::planner) fn templates(rule: &Rule, request: &Request) -> Option<Planned> {
    match rule {
        Rule::Turns(place, turns) => round_all(*place, turns, request),
        Rule::ByDimension(rule) if request.topology.network().sides().is_none() => {
            templates(rule, request)
        }
        Rule::ByDimension(Rule::Turns(_, turns)) => by_dimension(turns, request),
        // What a fold leaves numbers its pieces by the bits of the nodes in the opposite order.
        Rule::Folded(fold, rule)
            if request.instance.nodes.is_power_of_two()
                && (*fold != Fold::Halves
                    || request.instance.shape() == request.instance.moving_shape()) =>
        {
            templates(rule, request)
        }
        Rule::Then(rules) => {
            let mut parts = rules.iter().map(|rule| templates(rule, request));
            let (by, first) = parts.next()??;
            let mut all = vec![first];
            for part in parts {
                let (other, part) = part?;
                if other != by {
                    return None;
                }
                all.push(part);
            }
            Some((by, Box::new(InTurn(all))))
        }
        Rule::Backwards(rule) => {
            let (by, forward) = templates(rule, request)?;
            let reversed = Reversed::new(forward, request.topology.clone());
            Some((by, Box::new(reversed)))
        }
        _ => None,
    }
}

/// Whether blocks are named by the nodes that translations move.
fn is_same(turns: &[Turn], request: &Request, by: &Translations) -> bool {
    let of = &request.instance;
    let mut sends = turns.iter().flat_map(|turn| turn.sends);
    sends.all(|send| send.load == Load::Everything || of.moving_shape().0 > 0)
        && of.collective.looks_the_same_under(of, by)
}

fn round_all(place: Place, turns: &[Turn], request: &Request) -> Option<Planned> {
    let p = request.instance.nodes;
    let steps = Turns::new(turns, p, request, Runs::new());
    let classes = steps.classes()?;
    let mut sends = turns.iter().flat_map(|turn| turn.sends);
    let by = if sends.any(|send| matches!(send.to, Move::Xor(_))) {
        Translations::xor(p)
    } else {
        cyclic(&request.topology, classes)
    };
    let by = by.filter(|by| is_same(turns, request, by))?;
    let senders = by.classes();
    let layout = Layout::new(place, request, None);
    by_function(request, Some(by), steps.count(), senders as usize, move |of, k, out| {
        let waves = steps.waves(k);
        out.extend((0..senders).filter_map(|v| {
            let wave = waves.iter().find(|wave| wave.has(v))?;
            Some(pattern(&layout, wave, v, |ranges, out| of.brick(ranges, out)))
        }));
    })
}

fn by_dimension(turns: &'static [Turn], request: &Request) -> Option<Planned> {
    let sides = request.topology.network().sides()?.to_vec();
    let pairs = request.instance.blocks() == Blocks::PerPair;
    let of_side = |side: &u32| Turns::new(turns, *side, request, Runs::new());
    let each: Vec<Turns> = sides.iter().map(of_side).collect();
    let classes: Vec<u32> = each.iter().map(Turns::classes).collect::<Option<_>>()?;
    let by = Translations::cyclic(&sides, &classes).filter(|by| is_same(turns, request, by))?;
    let senders = by.representatives();
    let (count, width) = (each.iter().map(Turns::count).sum(), senders.len());
    let (request_of_lines, coordinates) = (request.clone(), by.clone());
    by_function(request, Some(by), count, width, move |of, k, out| {
        let (mut k, mut dimension) = (k, sides.len() - 1);
        while dimension > 0 && k >= each[dimension].count() {
            k -= each[dimension].count();
            dimension -= 1;
        }
        let Some(line) = request_of_lines.topology.lines(dimension).next() else { return };
        let (waves, later) = (each[dimension].waves(k), &sides[dimension + 1..]);
        out.extend(senders.iter().filter_map(|sender| {
            let here = |side| coordinates.coordinate(*sender, side);
            let v = here(dimension);
            let line = Line { start: sender - v * line.stride, ..line };
            let layout = Layout::of_line(line, 0, &request_of_lines);
            let wave = waves.iter().find(|wave| wave.has(v))?;
            // Of the lines before it in the same place, and all that they gathered; for pairs all that agree
            // with the origin up to this coordinate, for all that have one of the targets' in this coordinate
            // and the sender's aheades.
            let before = || (0..dimension).map(|side| at(here(side)));
            let after = || (dimension + 1..sides.len()).map(|side| at(here(side)));
            let whole = |of: &[u32]| of.iter().map(|side| span(0, *side)).collect::<Vec<_>>();
            Some(pattern(&layout, wave, v, |ranges, out| {
                // Everything has no ranges.
                let Some(first) = ranges.first() else { return of.brick(&[], out) };
                let mut along: Vec<Run> = before().chain([*first]).collect();
                along.extend(whole(later));
                if pairs {
                    along.extend(whole(&sides[..dimension]));
                    along.push(ranges[1]);
                    along.extend(after());
                }
                of.brick(&along, out);
            }))
        }));
    })
}

/// The payload of position v; `bricks` makes blocks of their ranges.
fn pattern(
    layout: &Layout,
    wave: &Wave,
    v: u32,
    bricks: impl Fn(&[Run], &mut SmallVec<[Brick; 1]>),
) -> Pattern {
    let (to, ahead) = wave.target(v, layout.p);
    let message = layout.message(v, to, ahead, Payload::Everything);
    let mut blocks = SmallVec::new();
    ranges(wave, [v, to], layout.p).iter().for_each(|ranges| bricks(ranges, &mut blocks));
    Pattern { route: message.route, ..Pattern::plain(message.from, message.to, blocks) }
}

/// The ranges of the blocks that position v sends, one or two per axis.
fn ranges(wave: &Wave, [v, to]: [u32; 2], p: u32) -> SmallVec<[SmallVec<[Run; 2]>; 2]> {
    let with = |Row { origin, first, count }| {
        wrapped(first, count, p).into_iter().map(move |range| SmallVec::from([at(origin), range]))
    };
    match wave.load {
        Load::Everything | Load::TheirHalf | Load::Before(..) => smallvec![SmallVec::new()],
        Load::Interval(first, count) => {
            let ranges = wrapped(round(v + first, p), count, p).into_iter();
            ranges.map(|range| SmallVec::from_iter([range])).collect()
        }
        Load::Subcube(0, high) => smallvec![SmallVec::from_iter([span(0, 1 << high)])],
        Load::Subcube(low, high) => {
            (0..1 << (high - low)).map(|x| SmallVec::from_iter([at(x << low)])).collect()
        }
        Load::Sides { low, high } => {
            let targets = (to & ((1 << high) - 1)..p).step_by(1 << high);
            targets.map(|to| SmallVec::from([span(0, 1 << low), at(to)])).collect()
        }
        // Positions send different numbers of blocks, so not all of them do the same.
        Load::Clipped(..) => SmallVec::new(),
        Load::Own | Load::Onwards { .. } | Load::Apart { .. } | Load::Digit(..) => {
            rows(&wave.load, [v, to], p).into_iter().flat_map(with).collect()
        }
    }
}

/// Templates by a function that returns the messages of step k.
struct ByFunction<F> {
    count: usize,
    width: usize,
    space: Space,
    patterns: F,
}

impl<F: Fn(&Space, usize, &mut Vec<Pattern>) + Send + Sync> Templates for ByFunction<F> {
    fn count(&self) -> usize {
        self.count
    }

    fn patterns(&self) -> u128 {
        self.count as u128 * self.width as u128
    }

    fn template_into(&self, k: usize, template: &mut Template) {
        template.messages.clear();
        (self.patterns)(&self.space, k, &mut template.messages);
    }
}

/// This many steps with this many messages each by a function, if the topology is symmetric under these
/// translations.
fn by_function(
    request: &Request,
    by: Option<Translations>,
    count: usize,
    width: usize,
    patterns: impl Fn(&Space, usize, &mut Vec<Pattern>) + Send + Sync + 'static,
) -> Option<Planned> {
    let by = by.filter(|by| request.topology.network().looks_the_same_under(by))?;
    let (named_by, pieces) = request.instance.moving_shape();
    let space = Space::of(&by, named_by, pieces);
    Some((by, Box::new(ByFunction { count, width, space, patterns })))
}

/// Cyclic shifts of all nodes by multiples of a number, under which these classes of nodes do the same, too.
fn cyclic(topology: &Topology, classes: u32) -> Option<Translations> {
    // If nodes are not numbered along the tour, these are not translations of the tour.
    let along = topology.network().tour_ascends();
    let turn = topology.network().turn();
    let step = (1..=classes).map(|i| i * turn).find(|step| step.is_multiple_of(classes))?;
    Translations::cyclic(&[topology.nodes()], &[step]).filter(|_| along)
}

/// Templates one after another.
struct InTurn(Vec<Box<dyn Templates>>);

impl Templates for InTurn {
    fn count(&self) -> usize {
        self.0.iter().map(|part| part.count()).sum()
    }

    fn patterns(&self) -> u128 {
        self.0.iter().map(|part| part.patterns()).sum()
    }

    fn template_into(&self, mut k: usize, template: &mut Template) {
        for part in &self.0 {
            match k.checked_sub(part.count()) {
                Some(later) => k = later,
                None => return part.template_into(k, template),
            }
        }
        template.messages.clear();
    }
}

/// A range of one.
fn at(x: u32) -> Run {
    span(x, 1)
}

/// This many from this one on.
fn span(first: u32, count: u32) -> Run {
    Run { start: u64::from(first), end: u64::from(first) + u64::from(count) }
}

/// This many from this one on, round a side: one range or two.
fn wrapped(first: u32, count: u32, side: u32) -> SmallVec<[Run; 2]> {
    let first = first % side;
    let before = count.min(side - first);
    let parts = [span(first, before), span(0, count - before)];
    parts.into_iter().filter(|range| !range.is_empty()).collect()
}
