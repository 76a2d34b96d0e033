//! Boxes of accelerators: a switch in each box, and rail switches that join the boxes.

use std::sync::Arc;

use super::{Family, Feature, Level, MachineSizes, Network, Sizes, Translations, Vertex};

pub(super) static NODES: Family = Family {
    name: "nodes",
    noun: "machine of boxes",
    about: "NxG: N boxes of G accelerators behind a switch each; NxGxR: R rail switches join the boxes, one by \
            default; links inside and between boxes differ",
    sizes: Sizes::Machine(&PARTS),
    offers: &[Feature::Numbered, Feature::Groups, Feature::Rails],
    network: |sizes| Arc::new(Boxes::of(sizes, false)),
};

pub(super) static DIRECT: Family = Family {
    name: "nodes-direct",
    noun: "machine of boxes with direct links",
    about: "as nodes, and a link between any two accelerators of a box",
    sizes: Sizes::Machine(&MachineSizes { example: "nodes-direct:4x8", ..PARTS }),
    network: |sizes| Arc::new(Boxes::of(sizes, true)),
    ..NODES
};

const PARTS: MachineSizes = MachineSizes {
    example: "nodes:4x8",
    takes: "its boxes and the accelerators in each",
    separator: 'x',
    classes_always: true,
    is_machine: true,
    sizes: |sizes| {
        let (boxes, each, rails) = match *sizes {
            [boxes, each] => (boxes, each, 1),
            [boxes, each, rails] => (boxes, each, rails),
            _ => return None,
        };
        let accelerators = u128::from(boxes).saturating_mul(each.into());
        let vertices = accelerators.saturating_add(u128::from(boxes) + u128::from(rails));
        // One rail is the default.
        Some((if rails == 1 { vec![boxes, each] } else { sizes.to_vec() }, vertices))
    },
};

/// Accelerator v is in box v / each. The switch of box b is vertex p + b, and rail r is vertex p + count + r.
///
/// Directed links: `2 v` leads from accelerator v to the switch of its box, `2 v + 1` back. Then come for each box
/// and each rail the link to the rail and the link back, then the direct links.
#[derive(Debug)]
struct Boxes {
    count: u32,
    each: u32,
    rails: u32,
    direct: bool,
}

/// A vertex, with its number among those of its kind.
enum Kind {
    Accelerator(u32),
    Box(u32),
    Rail(u32),
}

impl Boxes {
    fn of(sizes: &[u32], direct: bool) -> Self {
        let rails = sizes.get(2).copied().unwrap_or(1);
        Boxes { count: sizes[0], each: sizes[1], rails, direct }
    }

    fn kind(&self, vertex: Vertex) -> Kind {
        let p = self.nodes();
        match vertex.checked_sub(p) {
            None => Kind::Accelerator(vertex),
            Some(of) if of < self.count => Kind::Box(of),
            Some(of) => Kind::Rail(of - self.count),
        }
    }

    fn switch_of(&self, accelerator: Vertex) -> Vertex {
        self.nodes() + accelerator / self.each
    }

    fn same_box(&self, u: Vertex, v: Vertex) -> bool {
        u / self.each == v / self.each
    }

    /// The numbers of the links to and from the rails, and of the direct links, begin here.
    fn starts(&self) -> (u64, u64) {
        let inside = 2 * u64::from(self.nodes());
        (inside, inside + 2 * u64::from(self.count) * u64::from(self.rails))
    }
}

impl Network for Boxes {
    fn nodes(&self) -> u32 {
        self.count * self.each
    }

    fn switches(&self) -> u32 {
        self.count + self.rails
    }

    fn levels(&self) -> Vec<Level> {
        let boxes = Level { parts: self.count, ways: self.rails };
        vec![boxes, Level { parts: self.each, ways: 1 }]
    }

    fn link(&self, from: Vertex, to: Vertex) -> Option<u64> {
        let (rails, direct) = self.starts();
        let at_rail = |of: u32, rail: u32| {
            let exists = rail < self.rails;
            exists.then(|| rails + 2 * (u64::from(of) * u64::from(self.rails) + u64::from(rail)))
        };
        match (self.kind(from), self.kind(to)) {
            (Kind::Accelerator(v), Kind::Box(b)) if v / self.each == b => Some(2 * u64::from(v)),
            (Kind::Box(b), Kind::Accelerator(v)) if v / self.each == b => {
                Some(2 * u64::from(v) + 1)
            }
            (Kind::Box(b), Kind::Rail(r)) => at_rail(b, r),
            (Kind::Rail(r), Kind::Box(b)) => Some(at_rail(b, r)? + 1),
            (Kind::Accelerator(u), Kind::Accelerator(v))
                if self.direct && u != v && self.same_box(u, v) =>
            {
                Some(direct + u64::from(u) * u64::from(self.each) + u64::from(v % self.each))
            }
            _ => None,
        }
    }

    fn link_slots(&self) -> u64 {
        let (_, direct) = self.starts();
        direct + if self.direct { u64::from(self.nodes()) * u64::from(self.each) } else { 0 }
    }

    fn class(&self, link: u64) -> Option<usize> {
        let (rails, direct) = self.starts();
        Some(usize::from((rails..direct).contains(&link)))
    }

    fn class_names(&self) -> Vec<String> {
        ["inside", "between"].map(str::to_owned).into()
    }

    fn neighbours(&self, vertex: Vertex, out: &mut Vec<Vertex>) {
        let (p, each) = (self.nodes(), self.each);
        match self.kind(vertex) {
            Kind::Accelerator(v) => {
                let first = v / each * each;
                let others = (first..first + each).filter(|other| self.direct && *other != v);
                out.extend(others.chain([self.switch_of(v)]));
            }
            Kind::Box(b) => {
                out.extend(b * each..(b + 1) * each);
                out.extend((0..self.rails).map(|rail| p + self.count + rail));
            }
            Kind::Rail(_) => out.extend((0..self.count).map(|of| p + of)),
        }
    }

    fn route(&self, from: Vertex, to: Vertex, out: &mut Vec<Vertex>) {
        if !self.same_box(from, to) {
            let rail = self.nodes() + self.count + from % self.each % self.rails;
            out.extend([self.switch_of(from), rail, self.switch_of(to)]);
        } else if !self.direct {
            out.push(self.switch_of(from));
        }
    }

    fn back_is_default(&self, from: Vertex, to: Vertex) -> bool {
        let rail = |v: Vertex| v % self.each % self.rails;
        self.same_box(from, to) || rail(from) == rail(to)
    }

    /// Boxes in turn, or XOR, if it moves the rails of a box alike.
    fn looks_the_same_under(&self, by: &Translations) -> bool {
        let rails = self.rails.is_power_of_two() || self.rails > self.each;
        by.nodes() == self.nodes() && ((by.is_xor() && rails) || by.are_multiples_of(self.each))
    }

    fn turn(&self) -> u32 {
        self.each
    }

    fn moved(&self, by: &Translations, g: Vertex, vertex: Vertex) -> Vertex {
        let p = self.nodes();
        match self.kind(vertex) {
            Kind::Accelerator(v) => by.apply(g, v),
            Kind::Box(b) => p + by.apply(g, b * self.each) / self.each,
            // No default route takes a rail beyond the accelerators of a box.
            Kind::Rail(r) if r >= self.each => vertex,
            Kind::Rail(r) => p + self.count + by.apply(g, r) % self.each % self.rails,
        }
    }

    fn stands_for(&self, u: Vertex, v: Vertex) -> Vertex {
        match (self.kind(u.min(v)), self.kind(u.max(v))) {
            (Kind::Box(b), Kind::Rail(r)) => b * self.each + if r < self.each { r } else { 0 },
            _ => 0,
        }
    }
}
