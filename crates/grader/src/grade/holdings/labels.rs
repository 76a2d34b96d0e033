//! Which numbers the words of an answer stand for, as one way of numbering nodes and blocks has it.

use super::words::{Group, Word, without_kind};
use hockney_base::number::Rational;
use hockney_core::topology::Topology;
use hockney_files::shortened;

/// The longest list that is read.
pub(super) const MOST: usize = 100_000;

/// A way of numbering.
#[derive(Clone, Copy)]
pub(super) struct Labels<'t> {
    pub(super) topology: &'t Topology,
    /// Whether a block is named by two nodes.
    pub(super) pairs: bool,
    /// Whether numbers are values, not names of blocks.
    pub(super) plain_numbers: bool,
    /// Whether numbers in a bracket are coordinates, or the two nodes of a block.
    pub(super) places: bool,
}

impl Labels<'_> {
    /// The node of this name.
    pub(super) fn node(&self, name: &str) -> Option<u64> {
        self.place(without_kind(name.trim())?.trim())
    }

    /// A node by its number, bits or coordinates.
    fn place(&self, label: &str) -> Option<u64> {
        self.topology.parse_node(label).map(u64::from)
    }

    /// A list in the order of the numbers, reordered to that of the nodes.
    pub(super) fn in_order<T: Clone>(&self, list: &[T]) -> Vec<T> {
        let first = self.topology.first();
        let item = |node| list.get((self.topology.number(node) - first) as usize).cloned();
        (0..self.topology.nodes()).map_while(item).collect()
    }

    /// The meanings of the words of a group.
    pub(super) fn numbers(&self, group: &Group) -> Result<Vec<Rational>, String> {
        if self.places && group.bracket == Some('(') && !self.plain_numbers {
            return self.in_a_bracket(&group.words);
        }
        let mut numbers = Vec::new();
        for word in &group.words {
            if numbers.len() > MOST {
                return Err("too many numbers".to_owned());
            }
            match word {
                Word::Nothing => {}
                Word::Number(number, _) if self.plain_numbers => numbers.push(number.clone()),
                Word::Number(_, written) => numbers.push(self.block(written)?),
                Word::Range(first, last) if !self.plain_numbers => {
                    for number in *first..=*last {
                        numbers.push(self.block(&number.to_string())?);
                    }
                }
                Word::Named(number) if !self.plain_numbers => {
                    numbers.push(self.block(&number.to_string())?);
                }
                Word::Letter(letter) if !self.plain_numbers => {
                    let number = u32::from(letter.to_ascii_lowercase()) - u32::from('a');
                    let number = number + self.topology.first();
                    numbers.push(self.block(&number.to_string())?);
                }
                Word::Pair(from, to) if self.pairs => numbers.push(self.pair(from, to)?),
                other => {
                    return Err(format!("`{}` is not a number", shortened(&other.written())));
                }
            }
        }
        Ok(numbers)
    }

    /// `(1, 2)`: a node of a grid, or what goes from 1 to 2.
    fn in_a_bracket(&self, words: &[Word]) -> Result<Vec<Rational>, String> {
        let parts: Vec<String> = words.iter().map(Word::written).collect();
        if let ([from, to], true) = (&parts[..], self.pairs) {
            return self.pair(from, to).map(|block| vec![block]);
        }
        let label = format!("({})", parts.join(","));
        let place = self.place(&label);
        let place = place.ok_or_else(|| format!("there is no node {label}"))?;
        Ok(vec![Rational::from(place)])
    }

    fn pair(&self, from: &str, to: &str) -> Result<Rational, String> {
        let end = |name: &str| {
            without_kind(name)
                .and_then(|label| self.place(label))
                .ok_or_else(|| format!("there is no node `{name}` in {}", self.topology))
        };
        Ok(Rational::from(end(from)? * u64::from(self.topology.nodes()) + end(to)?))
    }

    /// A block that is called like a node, or has the only number that there is.
    fn block(&self, written: &str) -> Result<Rational, String> {
        let number = || written.parse::<u64>().ok()?.checked_sub(self.topology.first().into());
        let place = if self.pairs { None } else { self.place(written) };
        place
            .or_else(number)
            .map(Rational::from)
            .ok_or_else(|| format!("there is no node or block `{}`", shortened(written)))
    }
}

impl Word {
    fn written(&self) -> String {
        match self {
            Word::Number(_, written) | Word::Other(written) => written.clone(),
            Word::Range(first, last) => format!("{first}-{last}"),
            Word::Named(number) => number.to_string(),
            Word::Letter(letter) => letter.to_string(),
            Word::Pair(from, to) => format!("{from}>{to}"),
            Word::Nothing => "-".to_owned(),
        }
    }
}
