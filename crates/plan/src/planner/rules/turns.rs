//! Turns: each step of a turn is evaluated once, and then generated in a loop over whole numbers.

use super::layout::{Layout, PositionMap, round};
use super::pairs::Pairs;
use crate::planner::Request;
use hockney_base::number::{index, saturated};
use hockney_base::rule::{Load, Move, Send, Senders, Text, Turn};
use hockney_core::collective::Parameter;
use hockney_core::schedule::{
    CombinedBlocks, Expression, Message, NameValues, Payload, Run, Runs, Step, Visit, in_parts_of,
};
use hockney_core::topology::{Line, Vertex};
use smallvec::SmallVec;
use std::ops::Range;

/// Turns among this many positions.
pub(super) struct Turns {
    names: NameValues,
    planned: Vec<Planned>,
    everything: Runs,
    pairs: Pairs,
    /// Whether sums begin at position 0.
    scans: bool,
}

struct Planned {
    /// Its first step among those of all turns.
    start: usize,
    /// The end (exclusive) of its steps.
    end: usize,
    /// The i of its first step.
    from: i64,
    sends: Vec<Program>,
}

/// A send, compiled.
struct Program {
    /// The first sender, the distance to the next, and the last; `None` for all positions.
    senders: Option<[Expression; 3]>,
    to: Move<Expression>,
    load: Load<Expression>,
}

/// A text, compiled. A text that cannot be read has no value, so its turn has no steps or its step no
/// messages, which the checker finds; a test reads all texts.
fn program(text: Text, names: &NameValues) -> Expression {
    Expression::read(text).unwrap_or_default().steady(names)
}

/// A receiver with its text or number converted, if possible. The function also gets whether it is cyclic.
fn receiver<T, U>(to: &Move<T>, made: impl FnOnce(&T, bool) -> Option<U>) -> Option<Move<U>> {
    Some(match to {
        Move::Ahead(by) => Move::Ahead(made(by, true)?),
        Move::Back(by) => Move::Back(made(by, true)?),
        Move::Xor(by) => Move::Xor(made(by, false)?),
    })
}

/// A load with its texts or numbers converted, if possible: single ones, each cyclic or not, and the two ends of an
/// interval.
fn load_of<T, U>(
    load: &Load<T>,
    made: impl Fn(&T, bool) -> Option<U>,
    interval: impl Fn(&T, &T) -> Option<(U, U)>,
) -> Option<Load<U>> {
    let plain = |of: &T| made(of, false);
    let between = |load: fn(U, U) -> Load<U>| move |(first, last)| load(first, last);
    Some(match load {
        Load::Everything => Load::Everything,
        Load::TheirHalf => Load::TheirHalf,
        Load::Own => Load::Own,
        Load::Interval(first, last) => interval(first, last).map(between(Load::Interval))?,
        Load::Clipped(first, last) => interval(first, last).map(between(Load::Clipped))?,
        Load::Apart { stride, origins: (first, last) } => {
            Load::Apart { stride: plain(stride)?, origins: interval(first, last)? }
        }
        Load::Onwards { origin, targets: (first, last) } => {
            Load::Onwards { origin: made(origin, true)?, targets: interval(first, last)? }
        }
        Load::Subcube(low, high) => Load::Subcube(plain(low)?, plain(high)?),
        Load::Sides { low, high } => Load::Sides { low: plain(low)?, high: plain(high)? },
        Load::Digit(base, unit, digit) => Load::Digit(plain(base)?, plain(unit)?, plain(digit)?),
        Load::Before(count, own) => Load::Before(plain(count)?, plain(own)?),
    })
}

impl Program {
    fn new(send: &Send, names: &NameValues) -> Option<Self> {
        let program = |text: Text| program(text, names);
        let senders = match send.senders {
            Senders::Everyone => None,
            Senders::Only(one) => Some([one, "1", one].map(program)),
            Senders::Every { first, stride, last } => Some([first, stride, last].map(program)),
        };
        // Every text is compiled.
        let one = |text: &Text, _: bool| Some(program(text));
        let two = |first: &Text, last: &Text| Some((program(first), program(last)));
        let to = receiver(&send.to, one)?;
        let load = load_of(&send.load, one, two)?;
        Some(Program { senders, to, load })
    }

    /// The number of senders of a step, and whether it is the same in every step of the turn.
    fn count(&self, names: &NameValues) -> Option<u32> {
        let Some([first, stride, last]) = &self.senders else { return Some(names.p) };
        let [first, stride, last] = [first.value(names)?, stride.value(names)?, last.value(names)?];
        u32::try_from((last.checked_sub(first)?.checked_div_euclid(stride)? + 1).max(0)).ok()
    }

    fn is_steady(&self) -> bool {
        let Some([first, stride, last]) = &self.senders else { return true };
        first == last || [first, stride, last].into_iter().all(Expression::is_steady)
    }

    /// The messages of a step; `None` if a text has no value.
    fn wave(&self, names: &NameValues) -> Option<Wave> {
        let p = i64::from(names.p);
        let round = |of: i64| u32::try_from(of.checked_rem_euclid(p)?).ok();
        let plain = |of: &Expression| u32::try_from(of.value(names)?).ok();
        // Offsets are cyclic.
        let number = |of: &Expression, is_offset: bool| {
            if is_offset { round(of.value(names)?) } else { plain(of) }
        };
        let interval = |first: &Expression, last: &Expression| {
            let (first, last) = (first.value(names)?, last.value(names)?);
            let count = u32::try_from(last.checked_sub(first)? + 1).ok();
            Some((round(first)?, count.filter(|count| *count <= names.p)?))
        };
        let (first, stride) = match &self.senders {
            None => (0, 1),
            Some([first, stride, _]) => (plain(first)?, plain(stride)?),
        };
        let to = receiver(&self.to, number)?;
        let load = load_of(&self.load, number, interval)?;
        let count = self.count(names)?;
        Some(Wave { first, stride, count, everyone: self.senders.is_none(), to, load })
    }
}

/// A layout, with its map from positions to nodes.
struct Placed<'a, N> {
    layout: &'a Layout,
    node: N,
}

impl<N: Fn(u32) -> Vertex + Copy> Placed<'_, N> {
    /// Appends the messages of some senders of a wave, each with one run of blocks.
    fn append(
        &self,
        wave: &Wave,
        senders: Range<u32>,
        run: impl Fn(u32, u32) -> Run,
        out: &mut Vec<Message>,
    ) {
        let (node, p, routes) = (self.node, self.layout.p, self.layout.routes(wave.is_to_next()));
        let Wave { first, stride, to: hop, .. } = *wave;
        out.extend(senders.map(|j| {
            let v = first + j * stride;
            let (to, ahead) = target(hop, v, p);
            let Run { start, end } = run(v, to);
            let payload = Payload::Plain(Runs::range(start, end));
            Message { from: node(v), to: node(to), route: routes.route(v, to, ahead), payload }
        }));
    }
}

impl Turns {
    /// Turns among p positions, with the payload of loads of everything.
    pub(super) fn new(turns: &[Turn], p: u32, request: &Request, everything: Runs) -> Self {
        let of = &request.instance;
        let names = NameValues { p, i: 0, n: of.pieces, q: of.by };
        let mut end = 0;
        let planned = |turn: &Turn| {
            let value = |text| program(text, &names).value(&names);
            let (from, to) = (value(turn.from).unwrap_or(0), value(turn.to).unwrap_or(0));
            let start = end;
            end += index((to - from).max(0).unsigned_abs());
            let sends = turn.sends.iter().filter_map(|send| Program::new(send, &names)).collect();
            Planned { start, end, from, sends }
        };
        let turns = turns.iter().map(planned).collect();
        let scans = of.collective.parameter() == Some(Parameter::Exclusive);
        Turns { names, planned: turns, everything, pairs: Pairs::new(of), scans }
    }

    /// Whether all positions send in every step.
    pub(super) fn is_same(&self) -> bool {
        self.planned.iter().flat_map(|turn| &turn.sends).all(|send| send.senders.is_none())
    }

    /// The period of the positions: 1, or 2 if every second one does the same; `None` if some send nothing.
    pub(super) fn classes(&self) -> Option<u32> {
        let mut sends = self.planned.iter().filter(|turn| turn.start < turn.end);
        let everyone = |turn: &Planned| turn.sends.iter().all(|send| send.senders.is_none());
        if sends.clone().all(everyone) {
            return Some(1);
        }
        let halves = |turn: &Planned| {
            let waves = self.waves(turn.start);
            let half = |wave: &Wave| wave.stride == 2 && wave.first < 2;
            waves.len() == 2 && waves.iter().all(half) && waves[0].first != waves[1].first
        };
        let even = self.names.p.is_multiple_of(2);
        (even && sends.all(|turn| everyone(turn) || halves(turn))).then_some(2)
    }

    pub(super) fn count(&self) -> usize {
        self.planned.last().map_or(0, |turn| turn.end)
    }

    pub(super) fn messages(&self) -> u128 {
        let of_turn = |turn: &Planned| {
            let of_send = |send: &Program| {
                let of_step = |k| u128::from(send.count(&self.at(turn, k)).unwrap_or(0));
                if send.is_steady() && turn.start < turn.end {
                    (turn.end - turn.start) as u128 * of_step(turn.start)
                } else {
                    (turn.start..turn.end).map(of_step).sum()
                }
            };
            turn.sends.iter().map(of_send).sum::<u128>()
        };
        self.planned.iter().map(of_turn).sum()
    }

    /// The values of the names in step k, which is in this turn.
    fn at(&self, turn: &Planned, k: usize) -> NameValues {
        let i = saturated::<i64>(k - turn.start).saturating_add(turn.from);
        NameValues { i, ..self.names }
    }

    /// The messages of step k, as waves.
    pub(super) fn waves(&self, k: usize) -> SmallVec<[Wave; 2]> {
        let Some(turn) = self.planned.iter().find(|turn| k < turn.end) else {
            return SmallVec::new();
        };
        let names = self.at(turn, k);
        turn.sends.iter().filter_map(|send| send.wave(&names)).collect()
    }

    /// Appends the messages of step k.
    pub(super) fn append(&self, layout: &Layout, k: usize, out: &mut Vec<Message>) {
        let waves = self.waves(k);
        if let [wave] = &waves[..] {
            return self.append_of(layout, wave, 0..wave.count, out);
        }
        // Senders are in ascending order.
        let mut next: SmallVec<[u32; 2]> = waves.iter().map(|_| 0).collect();
        loop {
            let left = (0..waves.len()).filter(|w| next[*w] < waves[*w].count);
            let sender = |w: &usize| waves[*w].first + next[*w] * waves[*w].stride;
            let Some(w) = left.min_by_key(sender) else { return };
            out.push(self.message(layout, &waves[w], next[w]));
            next[w] += 1;
        }
    }

    /// Passes on the messages of step k in parts, as [`hockney_core::schedule::Steps::in_parts`].
    pub(super) fn in_parts(
        &self,
        layout: &Layout,
        k: usize,
        step: &mut Step,
        visit: &mut Visit<'_>,
    ) -> bool {
        if let [wave] = &self.waves(k)[..] {
            let append = |senders, out: &mut _| self.append_of(layout, wave, senders, out);
            in_parts_of(wave.count, step, append, visit)
        } else {
            step.messages.clear();
            self.append(layout, k, &mut step.messages);
            visit(&step.messages)
        }
    }

    /// The message of the j-th sender.
    fn message(&self, layout: &Layout, wave: &Wave, j: u32) -> Message {
        let v = wave.first + j * wave.stride;
        let (to, ahead) = wave.target(v, layout.p);
        let payload = match wave.load {
            // With its own it is all that v knows.
            Load::Before(_, 1) => Payload::Plain(self.everything.clone()),
            Load::Before(count, _) => self.sum_before(layout, v, count),
            _ => Payload::Plain(self.blocks(layout, wave, [v, to])),
        };
        let route = layout.routes(wave.is_to_next()).route(v, to, ahead);
        Message { from: layout.node(v), to: layout.node(to), route, payload }
    }

    /// Appends the messages of some senders of a wave. The kind of message is determined once and not for
    /// each message.
    fn append_of(&self, layout: &Layout, wave: &Wave, senders: Range<u32>, out: &mut Vec<Message>) {
        match layout.numbering() {
            Some(PositionMap::Round { start, p }) => {
                self.append_at(layout, |x| round(start + x, p), wave, senders, out);
            }
            Some(PositionMap::Xor(with)) => {
                self.append_at(layout, |x| with ^ x, wave, senders, out);
            }
            None => self.append_at(layout, |x| layout.node(x), wave, senders, out),
        }
    }

    /// The same with a known map from positions to nodes.
    fn append_at(
        &self,
        layout: &Layout,
        node: impl Fn(u32) -> Vertex + Copy,
        wave: &Wave,
        senders: Range<u32>,
        out: &mut Vec<Message>,
    ) {
        let p = layout.p;
        let run = |first: u32, count: u32| {
            let unit = layout.unit();
            Run { start: u64::from(first) * unit, end: u64::from(first + count) * unit }
        };
        let place = Placed { layout, node };
        match (wave.load, self.everything.runs()) {
            (Load::Everything, [all]) => place.append(wave, senders, |_, _| *all, out),
            (Load::Interval(first, 1), _) if layout.line().is_none() => {
                place.append(wave, senders, |v, _| run(node(round(v + first, p)), 1), out);
            }
            (Load::Subcube(0, high), _) if layout.is_cube() => {
                let aligned = |v, _| run(node(v) >> high << high, 1 << high);
                place.append(wave, senders, aligned, out);
            }
            (Load::Own, _) => {
                place.append(wave, senders, |v, to| self.pairs.block(node(v), node(to)), out);
            }
            _ => out.extend(senders.map(|j| self.message(layout, wave, j))),
        }
    }

    fn blocks(&self, layout: &Layout, wave: &Wave, [v, to]: [u32; 2]) -> Runs {
        let p = layout.p;
        match wave.load {
            Load::Everything => self.everything.clone(),
            Load::Interval(first, count) => layout.blocks(round(v + first, p), count),
            Load::Clipped(first, count) => {
                let first = (v + first).min(p - 1);
                layout.blocks(first, count.min(p - first))
            }
            Load::Subcube(0, high) => layout.blocks(v >> high << high, 1 << high),
            Load::Subcube(low, high) => layout.subcube(v, low, high),
            _ => self.pairs.sent(layout, &wave.load, [v, to]),
        }
    }

    /// The sum of this many positions before v, in a scan none before 0.
    fn sum_before(&self, layout: &Layout, v: u32, count: u32) -> Payload {
        let count = if self.scans { count.min(v) } else { count };
        let contributors = Some(layout.numbers(round(v + layout.p - count, layout.p), count, 1));
        Payload::Values(Box::new([CombinedBlocks {
            blocks: self.everything.clone(),
            contributors,
        }]))
    }

    /// The number of ranges of blocks of all steps, if there are more than one per message.
    pub(super) fn ranges(&self, p: u32) -> Option<u128> {
        let split = |send: &Program| match send.load {
            Load::Sides { .. } | Load::Digit(..) => true,
            Load::Apart { .. } => send.senders.is_none(),
            _ => false,
        };
        let splits = self.planned.iter().flat_map(|turn| &turn.sends).any(split);
        let of_wave = |wave: &Wave| {
            // Of all positions so many have targets at both ends of the row.
            let around = match wave.load {
                Load::Onwards { targets: (_, count), .. } => count.saturating_sub(1),
                _ => 0,
            };
            u128::from(wave.count) * Pairs::ranges(&wave.load, p) + u128::from(around)
        };
        let of_step = |k| self.waves(k).iter().map(of_wave).sum::<u128>();
        splits.then(|| (0..self.count()).map(of_step).sum())
    }

    /// The number of ranges that step k sends along a line, for blocks for pairs on a grid with this many
    /// planes.
    pub(super) fn ranges_along(&self, k: usize, line: &Line, planes: u32) -> u128 {
        let of_wave = |wave: &Wave| {
            let senders = (0..wave.count).map(|j| wave.first + j * wave.stride);
            senders.map(|v| Pairs::ranges_along(&wave.load, v, line, planes)).sum::<u128>()
        };
        self.waves(k).iter().map(of_wave).sum()
    }
}

/// The messages of the positions of a progression in one step.
pub(super) struct Wave {
    pub(super) first: u32,
    pub(super) stride: u32,
    pub(super) count: u32,
    pub(super) everyone: bool,
    pub(super) to: Move<u32>,
    /// An interval by its first position and its length.
    pub(super) load: Load<u32>,
}

impl Wave {
    /// Whether position v sends.
    pub(super) fn has(&self, v: u32) -> bool {
        self.everyone
            || v >= self.first
                && (v - self.first).is_multiple_of(self.stride)
                && (v - self.first) / self.stride < self.count
    }

    /// Whether all nodes send to the next position.
    pub(super) fn is_to_next(&self) -> bool {
        self.everyone && matches!(self.to, Move::Ahead(1))
    }

    /// The receiver of position v of p, and whether it is ahead.
    #[inline]
    pub(super) fn target(&self, v: u32, p: u32) -> (u32, bool) {
        target(self.to, v, p)
    }
}

/// The receiver of position v of p, and whether it is ahead.
#[inline]
pub(super) fn target(to: Move<u32>, v: u32, p: u32) -> (u32, bool) {
    match to {
        Move::Ahead(by) => (round(v + by, p), true),
        Move::Back(by) => (round(v + p - by, p), false),
        Move::Xor(by) => (v ^ by, true),
    }
}
