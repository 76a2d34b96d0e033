//! Rules in which everyone does the same, as templates: what node 0 sends.

use smallvec::SmallVec;

use super::layout::Layout;
use super::turns::{Cargo, Turns, Wave};
use crate::planner::Request;
use crate::planner::template::{self, Planned, at, brick, span, wrapped};
use crate::schedule::rule::{Load, Move, Place, Rule, Senders, Turn};
use crate::schedule::{Pattern, Payload, ReversedTemplates, Run, Runs, Space};
use crate::topology::Translations;

/// The steps of a rule as translations of templates, if everyone does the same in each and the
/// collective and the machine look the same from everywhere.
pub(in crate::planner) fn templates(rule: &Rule, request: &Request) -> Option<Planned> {
    match rule {
        Rule::Turns(place, turns) => round_all(*place, turns, request),
        Rule::ByDimension(Rule::Turns(_, turns)) => by_dimension(turns, request),
        Rule::Backwards(rule) => {
            let (by, forward) = templates(rule, request)?;
            let reversed = ReversedTemplates::new(forward, request.topology.clone());
            Some((by, Box::new(reversed)))
        }
        _ => None,
    }
}

/// Whether all do the same and blocks are named by the nodes that translations move.
fn is_same(turns: &[Turn], request: &Request, by: &Translations) -> bool {
    let of = &request.instance;
    let mut sends = turns.iter().flat_map(|turn| turn.sends);
    sends.all(|send| {
        let named = send.load == Load::Everything || of.blocks().named_by() > 0;
        send.senders == Senders::Everyone && named
    }) && of.collective.looks_the_same_under(of, by)
}

fn round_all(place: Place, turns: &[Turn], request: &Request) -> Option<Planned> {
    let p = request.instance.nodes;
    let mut sends = turns.iter().flat_map(|turn| turn.sends);
    let by = if sends.any(|send| matches!(send.to, Move::Xor(_))) {
        Translations::xor(p)
    } else {
        template::round(&request.topology)
    };
    let by = by.filter(|by| is_same(turns, request, by));
    let steps = Turns::new(turns, p, request, Runs::new());
    let layout = Layout::new(place, request, None);
    template::steps(request, by, (steps.count(), 1), move |of, k, out| {
        out.extend(steps.waves(k).iter().map(|wave| pattern(&layout, wave, of, (&[], &[]))));
    })
}

fn by_dimension(turns: &'static [Turn], request: &Request) -> Option<Planned> {
    let sides = request.topology.network().sides()?.to_vec();
    let by = Translations::cyclic(&sides, &vec![1; sides.len()]);
    let named_once = request.instance.blocks().named_by() < 2;
    let by = by.filter(|by| named_once && is_same(turns, request, by));
    let along = |dimension: usize| {
        let line = request.topology.lines(dimension).next()?;
        let steps = Turns::new(turns, line.length, request, Runs::new());
        Some((dimension, steps, Layout::of_line(line, 0, request)))
    };
    let dimensions: Vec<_> = (0..sides.len()).rev().filter_map(along).collect();
    let count = dimensions.iter().map(|(_, steps, _)| steps.count()).sum();
    template::steps(request, by, (count, 1), move |of, k, out| {
        let mut k = k;
        for (dimension, steps, layout) in &dimensions {
            if k < steps.count() {
                // Of the lines before it in the same place, and all that they gathered.
                let before = vec![at(0); *dimension];
                let after = sides[dimension + 1..].iter().map(|side| span(0, *side));
                let around = (&before[..], &after.collect::<Vec<_>>()[..]);
                let waves = steps.waves(k);
                return out.extend(waves.iter().map(|wave| pattern(layout, wave, of, around)));
            }
            k -= steps.count();
        }
    })
}

/// What position 0 sends; blocks have these ranges along the axes before and after.
fn pattern(layout: &Layout, wave: &Wave, of: &Space, around: (&[Run], &[Run])) -> Pattern {
    let (to, ahead) = wave.target(0, layout.p);
    let message = layout.message(0, to, ahead, Payload::Everything);
    let (before, after) = around;
    let blocks = ranges(wave, to, layout.p).into_iter().flat_map(|ranges| {
        let along = before.iter().chain(&ranges).chain(after);
        brick(of, &along.copied().collect::<SmallVec<[Run; 4]>>())
    });
    Pattern { route: message.route, ..Pattern::plain(message.from, message.to, blocks.collect()) }
}

/// The ranges of the blocks that position 0 sends, one or two to each.
fn ranges(wave: &Wave, to: u32, p: u32) -> Vec<SmallVec<[Run; 2]>> {
    let with = |origin: u32, first: u32, count: u32| {
        wrapped(first, count, p).into_iter().map(move |range| SmallVec::from([at(origin), range]))
    };
    match wave.load {
        Cargo::Everything => vec![SmallVec::new()],
        Cargo::Interval(first, count) => {
            wrapped(first, count, p).into_iter().map(|range| SmallVec::from_iter([range])).collect()
        }
        Cargo::Subcube(0, high) => vec![SmallVec::from_iter([span(0, 1 << high)])],
        Cargo::Subcube(low, high) => {
            (0..1 << (high - low)).map(|x| SmallVec::from_iter([at(x << low)])).collect()
        }
        Cargo::Own => with(0, to, 1).collect(),
        Cargo::Onwards(origin, first, count) => with(origin, first, count).collect(),
        Cargo::Sides(low, high) => {
            let targets = (to & ((1 << high) - 1)..p).step_by(1 << high);
            targets.map(|to| SmallVec::from([span(0, 1 << low), at(to)])).collect()
        }
    }
}
