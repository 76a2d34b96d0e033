//! The effect of a step of a turn: the states before and after it, and its conditions.
//!
//! Each of these is a lemma of `specs/lemmas.md`, with the same name as its case here. In a lemma `by` is the distance
//! of a message, and `ahead` the same with its sign. The senders are `first`, `first + stride`, .., `last`. A load has
//! the ends `left` and `right`, an `origin` or a `base`, or the bits from `low` to `high`.

use super::INDEX;
use super::need::{
    AHEAD, BIT, BLOCKS, Condition, DISTANCE, Effect, FIRST, KINDS, LINK, MULTIPLES, Meanings, NEW,
    NEXT, POWER, SENDERS, THERE, Why,
};
use super::rule::State;
use super::rule::StateKind::{
    First, Heard, Interval, Leaders, Multiples, Own, Parts, Root, Runs, Served, Subcube, Sums,
};
use super::scope::Scope;
use hockney_base::rule::{Load, Move, Place, Send, Senders};
use hockney_base::term::Term;

/// A step of a turn, and the state before the turn.
pub(super) struct TurnStep<'a> {
    pub send: &'a Send,
    /// The first i of the turn, and the first after it.
    pub bounds: [&'a Term; 2],
    pub there: &'a State,
    /// The parts of the turn.
    pub meanings: Meanings,
    /// The meanings in the last step. It only guesses the lemma; the conditions prove it.
    pub last: &'a Scope,
}

impl TurnStep<'_> {
    /// The number of blocks of a message; `None` for all data.
    pub(super) fn blocks(&self) -> Option<Term> {
        let count = match self.send.load {
            // The last two are refused.
            Load::Everything | Load::Before(..) | Load::TheirHalf => return None,
            Load::Own => "1",
            Load::Interval(..) | Load::Clipped(..) | Load::Onwards { .. } => "right - left + 1",
            Load::Subcube(..) => "2^(high - low)",
            // A full round of digits, and the rest as far as it reaches this digit.
            Load::Digit(..) => {
                "floor(p/(base unit)) unit + max(0, min(unit, p mod (base unit) - digit unit))"
            }
            Load::Sides { .. } => "2^(low + d - high)",
            Load::Apart { .. } => "(right - left)/base + 1",
        };
        Some(self.meanings.term(count))
    }

    /// The conditions for a step to satisfy the port rules and to use no link twice.
    pub(super) fn links(&self, place: Place) -> Vec<Condition> {
        let (senders, xor) = (&self.send.senders, self.is_xor());
        let mut lists = vec![(DISTANCE, "by whole; by >= 1; p >= by + 1")];
        // A number below a power of two stays below it across its bits, and so does p - 1.
        if xor {
            lists.push((POWER, "p is a power of two"));
        }
        if *senders != Senders::Everyone {
            lists.extend([
                (SENDERS, "first whole; stride whole; first >= 0; stride >= 1"),
                (SENDERS, "last >= first; p >= last + 1"),
            ]);
        }
        match (place, xor, senders) {
            // The only message of a step shares no link.
            (Place::Pairs | Place::Cube, ..) | (_, false, Senders::Only(_)) => {}
            // The arcs of length one together are the whole tour.
            (Place::Tour, false, Senders::Everyone) => lists.push((LINK, "by = 1")),
            (Place::Tour, false, Senders::Every { .. }) => {
                lists.push((LINK, "stride >= by; p + first >= last + by"));
            }
            // Messages across the same bit have the same distance.
            (Place::CubeInOrder, true, _) => lists.push((LINK, "by is a power of two")),
            // No lemma covers these.
            _ => lists.push((LINK, "0 = 1")),
        }
        self.meanings.needs(&lists)
    }

    /// The effect of a step, by its load, its senders and the state, where a shift is by q; otherwise why no lemma
    /// applies.
    pub(super) fn effect(&self, shift: bool) -> Result<Effect, Why> {
        use {Load as L, Move as M, Senders as S};
        let Send { senders, to, load } = self.send;
        let sums = matches!(self.there.kind, Parts | Runs);
        match (load, senders, to) {
            (L::Everything, S::Everyone, _) => self.heard(),
            (L::Everything, S::Every { .. }, M::Ahead(_)) if sums => Ok(self.runs()),
            (L::Everything, S::Every { .. } | S::Only(_), M::Ahead(_) | M::Xor(_)) if !sums => {
                Ok(self.spread())
            }
            (L::Interval(..), S::Everyone | S::Only(_), M::Ahead(_))
                if shift && self.seems("left = 0; right = 0; by = q") =>
            {
                Ok(self.handed())
            }
            (L::Interval(..), S::Everyone, M::Ahead(_) | M::Back(_)) => self.joined(),
            (L::Interval(..), S::Only(_), M::Ahead(_)) => Ok(self.served()),
            (L::Clipped(..), S::Every { .. }, M::Ahead(_) | M::Xor(_)) => Ok(self.halves()),
            (L::Subcube(..), S::Everyone, M::Xor(_)) => Ok(self.across()),
            (L::Onwards { .. }, S::Everyone, M::Ahead(_)) if self.seems("origin = 0") => {
                Ok(self.multiplied())
            }
            (L::Onwards { .. }, S::Everyone, M::Ahead(_) | M::Back(_)) => self.onwards(),
            (L::Apart { .. }, S::Everyone, M::Ahead(_)) => Ok(self.rested()),
            (L::Own, S::Everyone, _) => self.own(),
            (L::Sides { .. }, S::Everyone, M::Xor(_)) => Ok(self.sides()),
            _ => Err(KINDS),
        }
    }

    fn is_xor(&self) -> bool {
        matches!(self.send.to, Move::Xor(_))
    }

    /// Whether conditions hold in the last step.
    fn seems(&self, texts: &str) -> bool {
        self.meanings.hold(self.last, texts).unwrap_or(false)
    }

    /// An effect in which a position may receive data that it has.
    pub(super) fn leads(&self, [before, after]: [State; 2], needs: &[(Why, &str)]) -> Effect {
        let needs = self.meanings.needs(needs);
        Effect { before, after, needs, onwards: Vec::new(), new: false }
    }

    /// An effect in which no position receives data that it has.
    fn leads_to_new(&self, states: [State; 2], needs: &[(Why, &str)]) -> Effect {
        Effect { new: true, ..self.leads(states, needs) }
    }

    /// Every position sends the sum that it knows of its subcube, or all its signals.
    fn heard(&self) -> Result<Effect, Why> {
        let (kind, needs): (_, &[_]) = match (self.there.kind, &self.send.to) {
            (Parts | Sums, Move::Xor(_)) => (Sums, &[(BIT, "by is a power of two")]),
            (Heard, Move::Ahead(_)) => (Heard, &[]),
            (Parts | Sums | Heard, _) => return Err(KINDS),
            _ => return Err(FIRST),
        };
        Ok(self.leads(self.meanings.states(kind, [&["by"], &["2 by"]]), needs))
    }

    /// Every position with a receiver at this distance sends it the sum of its run.
    fn runs(&self) -> Effect {
        let needs = [(AHEAD, "first = 0; stride = 1; last + by + 1 = p")];
        self.leads(self.meanings.states(Runs, [&["by"], &["2 by"]]), &needs)
    }

    /// The positions with all data send them: the first positions, or the multiples of a number.
    fn spread(&self) -> Effect {
        if !self.seems("stride = 1") {
            let states = self.meanings.states(Multiples, [&["stride"], &["by"]]);
            return self.leads_to_new(states, self.multiples());
        }
        let mut needs = vec![
            (NEXT, "stride = 1"),
            (THERE, "first + by >= last + 1"),
            (NEW, "p >= last + by + 1"),
        ];
        if self.is_xor() {
            // Below a power of two its bit is 0, so XOR adds it.
            needs.push((BIT, "by is a power of two; by >= last + 1"));
        }
        let states = self.meanings.states(First, [&["first + by"], &["last + by + 1"]]);
        self.leads_to_new(states, &needs)
    }

    /// The senders are all multiples of twice the distance with a receiver.
    fn multiples(&self) -> &'static [(Why, &'static str)] {
        const NEEDS: [(Why, &str); 3] = [
            (NEXT, "stride = 2 by"),
            (MULTIPLES, "first = 0; last + by + 1 = p"),
            (BIT, "by is a power of two"),
        ];
        &NEEDS[..if self.is_xor() { 3 } else { 2 }]
    }

    /// The multiples of a number, each with as many blocks or all up to the last, hand over those from their
    /// distance on. The first position's message is the longest, because it is not clipped.
    fn halves(&self) -> Effect {
        let own = [
            (THERE, "stride >= right + 1"),
            (NEXT, "left = by; right = stride - 1"),
            (BLOCKS, "p >= right + 1"),
        ];
        let states = self.meanings.states(Leaders, [&["stride"], &["by"]]);
        self.leads_to_new(states, &[self.multiples(), &own].concat())
    }

    /// The first position sends one position its block; or the position at a distance of at least half of p all
    /// blocks from there on.
    fn served(&self) -> Effect {
        if self.seems("left = right") {
            let needs = [(FIRST, "first = 0"), (NEXT, "left = by; right = left")];
            let states = self.meanings.states(Served, [&["by"], &["by + 1"]]);
            return self.leads_to_new(states, &needs);
        }
        let needs = [(FIRST, "first = 0"), (NEXT, "left = by; right + 1 = p; 2 by >= p")];
        let [_, leaders] = self.meanings.states(Leaders, [&[], &["by"]]);
        self.leads_to_new([Root.into(), leaders], &needs)
    }

    /// The data of v + [left, right] at v + g are [left - g, right - g] there: they are adjacent to the receiver's
    /// data, on one side.
    fn joined(&self) -> Result<Effect, Why> {
        let ends = match self.there.kind {
            Own | Leaders => State::of(Interval, &["0", "0"]),
            Interval => self.there.clone(),
            _ => return Err(FIRST),
        };
        let meanings = self.meanings.clone().with_terms(&ends, ["low", "high"]);
        let next = meanings.term("right - ahead + 1").with(INDEX, self.bounds[0]);
        let below = meanings.and("next", &next).hold(self.last, "next = low").unwrap_or(false);
        let ends: [&[&str]; 2] = if below {
            [&["right - ahead + 1", "high"], &["left - ahead", "high"]]
        } else {
            [&["low", "left - ahead - 1"], &["low", "right - ahead"]]
        };
        let [before, after] = meanings.states(Interval, ends);
        let meanings = meanings.with_terms(&before, ["from", "to"]);
        let meanings = meanings.with_terms(&after, ["least", "most"]);
        let needs = [
            // One end is where they are adjacent.
            (BLOCKS, "right >= left; right - left whole"),
            (THERE, "left >= from; to >= right"),
            // At most one round: no position has a block twice.
            (NEW, "p + least >= most + 1"),
        ];
        Ok(TurnStep { meanings, ..*self }.leads_to_new([before, after], &needs))
    }

    /// All data cross a bit next to those of the subcube.
    fn across(&self) -> Effect {
        let (after, bit) = if self.seems("by = 2^high") {
            (&["low", "high + 1"], "by = 2^high")
        } else {
            (&["low - 1", "high"], "by = 2^(low - 1)")
        };
        // A whole distance below p = 2^d makes the bit one of 0, .., d - 1, and so are all before it.
        let needs = [(BIT, bit), (BLOCKS, "high >= low")];
        let states = self.meanings.states(Subcube, [&["low", "high"], after]);
        self.leads_to_new(states, &needs)
    }
}

/// The parts of a turn by their names.
pub(super) fn meanings(send: &Send) -> Meanings {
    let (Move::Ahead(by) | Move::Back(by) | Move::Xor(by)) = send.to;
    let senders = match send.senders {
        Senders::Everyone => vec![],
        Senders::Only(at) => vec![("first", at), ("stride", "1"), ("last", at)],
        Senders::Every { first, stride, last } => {
            vec![("first", first), ("stride", stride), ("last", last)]
        }
    };
    let load = match send.load {
        Load::Everything | Load::Own | Load::TheirHalf => vec![],
        Load::Before(count, own) => vec![("count", count), ("own", own)],
        Load::Interval(left, right) | Load::Clipped(left, right) => {
            vec![("left", left), ("right", right)]
        }
        Load::Subcube(low, high) | Load::Sides { low, high } => vec![("low", low), ("high", high)],
        Load::Onwards { origin, targets: (left, right) } => {
            vec![("origin", origin), ("left", left), ("right", right)]
        }
        Load::Apart { stride: base, origins: (left, right) } => {
            vec![("base", base), ("left", left), ("right", right)]
        }
        Load::Digit(base, unit, digit) => vec![("base", base), ("unit", unit), ("digit", digit)],
    };
    let parts = [("by", by)].into_iter().chain(senders).chain(load);
    let parts = parts.map(|(name, text)| (name, Term::of(text))).collect();
    let ahead = if let Move::Back(_) = send.to { "-by" } else { "by" };
    Meanings(parts).define("ahead", ahead)
}
