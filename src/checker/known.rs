//! The values of a block that one node knows, and what they make together.

use smallvec::SmallVec;

use super::forming::{self, Formed};
use super::sets::{Exhausted, SetId, Sets, Spans, Union, Work};

/// The values that a node has received of a block; its own contribution is not among them.
///
/// Nearly always it is one, so one takes no room of its own.
#[derive(Clone, Debug)]
pub(super) enum Known {
    One(SetId),
    Many(Box<Many>),
}

/// Several received values.
#[derive(Clone, Debug)]
pub(super) struct Many {
    /// Rising.
    values: SmallVec<[SetId; 3]>,
    /// What they make together, once asked for.
    asked: Option<Box<Asked>>,
}

#[derive(Clone, Debug)]
struct Asked {
    /// The union of the node's own contribution and all values but the fresh ones.
    total: Union,
    /// The values that came after `total` was made.
    fresh: SmallVec<[SetId; 2]>,
    /// Whether that union can be formed, once asked for.
    formed: Option<Formed>,
}

#[cfg(test)]
impl Many {
    pub(super) fn values(&self) -> &[SetId] {
        &self.values
    }
}

impl Known {
    /// Adds a value; says whether it is new.
    pub(super) fn insert(&mut self, value: SetId) -> bool {
        match self {
            Known::One(only) if *only == value => false,
            Known::One(only) => {
                let values = SmallVec::from_slice(&[value.min(*only), value.max(*only)]);
                *self = Known::Many(Box::new(Many { values, asked: None }));
                true
            }
            Known::Many(many) => {
                let place = many.values.binary_search(&value);
                if let Err(place) = place {
                    many.values.insert(place, value);
                    if let Some(asked) = &mut many.asked {
                        asked.formed = None;
                        asked.fresh.push(value);
                    }
                }
                place.is_err()
            }
        }
    }

    /// Whether this is the only value.
    pub(super) fn is_only(&self, value: SetId) -> bool {
        matches!(self, Known::One(only) if *only == value)
    }
}

/// What a node knows of a block: its own contribution, and what it has received.
pub(super) struct Knower<'a> {
    pub(super) own: SetId,
    pub(super) received: Option<&'a mut Known>,
}

impl Knower<'_> {
    /// The union of all that is known, and whether all of it is disjoint.
    pub(super) fn union(&mut self, sets: &mut Sets, work: &mut Work) -> Result<Union, Exhausted> {
        let many = match &mut self.received {
            None => return Ok(Union { set: self.own, disjoint: true }),
            Some(Known::One(only)) => return sets.join(self.own, *only, work),
            Some(Known::Many(many)) => many,
        };
        let Some(asked) = &mut many.asked else {
            let total = sets.union([self.own].iter().chain(&many.values).copied(), work)?;
            let asked = Asked { total, fresh: SmallVec::new(), formed: None };
            many.asked = Some(Box::new(asked));
            return Ok(total);
        };
        let Asked { total, fresh, .. } = &mut **asked;
        let more = match &fresh[..] {
            [] => return Ok(*total),
            [one] => sets.join(total.set, *one, work)?,
            _ => sets.union([total.set].iter().chain(&*fresh).copied(), work)?,
        };
        *total = Union { set: more.set, disjoint: total.disjoint && more.disjoint };
        fresh.clear();
        Ok(*total)
    }

    /// All that is known as one value, and whether it can be formed.
    pub(super) fn all(
        &mut self,
        sets: &mut Sets,
        work: &mut Work,
    ) -> Result<(SetId, Formed), Exhausted> {
        let Union { set, disjoint } = self.union(sets, work)?;
        if disjoint {
            return Ok((set, Formed::Yes));
        }
        if let Some(formed) = self.asked().and_then(|asked| asked.formed.clone()) {
            return Ok((set, formed));
        }
        let formed = self.decide(set, sets, work)?;
        if let Some(asked) = self.asked() {
            asked.formed = Some(formed.clone());
        }
        Ok((set, formed))
    }

    fn asked(&mut self) -> Option<&mut Asked> {
        match &mut self.received {
            Some(Known::Many(many)) => many.asked.as_deref_mut(),
            Some(Known::One(_)) | None => None,
        }
    }

    /// Whether a value can be formed.
    pub(super) fn form(
        &mut self,
        wanted: SetId,
        sets: &mut Sets,
        work: &mut Work,
    ) -> Result<Formed, Exhausted> {
        if self.has_received(wanted) {
            return Ok(Formed::Yes);
        }
        let union = self.union(sets, work)?;
        if union.disjoint && union.set == wanted {
            return Ok(Formed::Yes);
        }
        self.decide(wanted, sets, work)
    }

    fn has_received(&self, value: SetId) -> bool {
        match self.received.as_deref() {
            None => false,
            Some(Known::One(only)) => *only == value,
            Some(Known::Many(many)) => many.values.binary_search(&value).is_ok(),
        }
    }

    fn decide(&self, wanted: SetId, sets: &Sets, work: &mut Work) -> Result<Formed, Exhausted> {
        if self.has_received(wanted) {
            return Ok(Formed::Yes);
        }
        let mut values: Vec<Spans<'_>> = vec![sets.get(self.own)];
        match self.received.as_deref() {
            None => {}
            Some(Known::One(only)) => values.push(sets.get(*only)),
            Some(Known::Many(many)) => values.extend(many.values.iter().map(|set| sets.get(*set))),
        }
        let values: Vec<_> = values.iter().map(|value| &**value).collect();
        forming::decide(&sets.get(wanted), &values, work)
    }
}
