//! The positions of vertices in DOT, `pos="27,90.5"`, as places for drawings.

use std::collections::BTreeMap;

use crate::{Result, refuse};
use hockney_base::diagnostic::Span;
use hockney_base::number::{Rational, saturated};
use hockney_core::topology::MOST_PLACE;

/// Positions by vertex, each with where it is written.
#[derive(Default)]
pub(super) struct Positions(BTreeMap<u64, ([Rational; 2], Span)>);

const POSITION: &str = "write the x and the y of a vertex, such as pos=\"27,90.5\"";

impl Positions {
    /// The value of `pos` of a vertex: x, y, perhaps z, and perhaps `!`, which fixes it for other programs.
    pub(super) fn add(&mut self, vertex: u64, span: Span, text: &str) -> Result<()> {
        let plain = text.strip_suffix('!').unwrap_or(text);
        let parts = plain.split([',', ' ']).filter(|part| !part.is_empty());
        let parts: Option<Vec<Rational>> = parts.map(|part| part.parse().ok()).collect();
        let Some([x, y]) = parts.as_deref().and_then(|parts| parts.first_chunk()) else {
            return refuse(span, format!("`{text}` is not a position"), POSITION);
        };
        self.0.insert(vertex, ([x.clone(), y.clone()], span));
        Ok(())
    }

    /// The same with other numbers for the vertices.
    pub(super) fn renumber(&mut self, number: impl Fn(u64) -> u64) {
        let all = std::mem::take(&mut self.0);
        self.0 = all.into_iter().map(|(vertex, place)| (number(vertex), place)).collect();
    }

    /// The place of each of these vertices, x to the right and y up, if every one has a position. The larger
    /// side of the whole becomes [`MOST_PLACE`].
    pub(super) fn places(&self, vertices: u64) -> Result<Option<Vec<[u32; 2]>>> {
        if vertices == 0 || !(0..vertices).all(|vertex| self.0.contains_key(&vertex)) {
            return Ok(None);
        }
        let all = || self.0.range(..vertices).map(|(_, place)| place);
        let least = |k: usize| all().map(|([x, y], _)| [x, y][k]).min().cloned();
        let most = |k: usize| all().map(|([x, y], _)| [x, y][k]).max().cloned();
        let low = [0, 1].map(|k| least(k).unwrap_or_default());
        let side = [0, 1].map(|k| &most(k).unwrap_or_default() - &low[k]);
        let whole = side.into_iter().max().unwrap_or_default();
        let half = Rational::from(2_u64).recip().unwrap_or_default();
        let scaled = |part: &Rational, low: &Rational| {
            let part = &(part - low) * &Rational::from(u64::from(MOST_PLACE));
            let nearest = &part.checked_div(&whole).unwrap_or_default() + &half;
            saturated::<u32>(nearest.clamped())
        };
        let (mut places, mut taken) = (Vec::new(), BTreeMap::new());
        for ([x, y], span) in all() {
            let place = [scaled(x, &low[0]), scaled(y, &low[1])];
            if let Some(other) = taken.insert(place, places.len()) {
                let both = format!("vertices {other} and {}", places.len());
                let what = format!("{both} are at the same place, or nearly so");
                return refuse(*span, what, "move one of them, or leave out pos at all vertices");
            }
            places.push(place);
        }
        Ok(Some(places))
    }
}
