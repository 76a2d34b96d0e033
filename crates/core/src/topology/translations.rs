//! Translations: symmetries of a topology that can take every node of a class to every other.

use super::Vertex;

/// A group of translations of the nodes `0..p`: by multiples of a step along each side of a grid that is
/// closed in every dimension, or by XOR.
///
/// A translation is named by the image of node 0. The nodes fall into *classes* (orbits). Each class is named
/// by its *representative*, the node with the smallest coordinates. Only the identity leaves a node in place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Translations {
    sides: Vec<u32>,
    steps: Vec<u32>,
    nodes: u32,
    xor: bool,
}

impl Translations {
    /// Multiples of a step along each side, with nodes numbered row by row; `None` if a step does not divide
    /// its side.
    pub fn cyclic(sides: &[u32], steps: &[u32]) -> Option<Self> {
        let fits = |(side, step): (&u32, &u32)| *step > 0 && side.is_multiple_of(*step);
        let matched = sides.len() == steps.len() && !sides.is_empty() && !sides.contains(&0);
        let nodes = sides.iter().try_fold(1_u32, |nodes, side| nodes.checked_mul(*side))?;
        (matched && sides.iter().zip(steps).all(fits)).then(|| Translations {
            sides: sides.to_vec(),
            steps: steps.to_vec(),
            nodes,
            xor: false,
        })
    }

    /// XOR with every number below `nodes`; `None` if that is not a power of two.
    pub fn xor(nodes: u32) -> Option<Self> {
        let sides = vec![nodes];
        nodes.is_power_of_two().then(|| Translations { sides, steps: vec![1], nodes, xor: true })
    }

    /// The number of nodes.
    pub fn nodes(&self) -> u32 {
        self.nodes
    }

    /// Whether the translations are by XOR.
    pub fn is_xor(&self) -> bool {
        self.xor
    }

    /// Whether all are cyclic shifts by multiples of this number.
    pub fn are_multiples_of(&self, step: u32) -> bool {
        let along =
            matches!((&self.sides[..], &self.steps[..]), ([_], [s]) if s.is_multiple_of(step));
        along && !self.xor
    }

    /// The sides of the grid; for XOR one side with all nodes.
    pub fn sides(&self) -> &[u32] {
        &self.sides
    }

    /// The step along each side.
    pub fn steps(&self) -> &[u32] {
        &self.steps
    }

    /// The number of classes.
    pub fn classes(&self) -> u32 {
        self.steps.iter().product()
    }

    /// The number of translations, which is the size of each class.
    pub fn order(&self) -> u32 {
        self.nodes / self.classes()
    }

    /// All translations, ascending.
    pub fn all(&self) -> impl Iterator<Item = Vertex> {
        (0..self.nodes).filter(|by| self.representative(*by) == 0)
    }

    /// The image of a vertex under a translation. Switches stay in place.
    pub fn apply(&self, by: Vertex, to: Vertex) -> Vertex {
        if to >= self.nodes {
            return to;
        }
        if self.xor {
            return to ^ by;
        }
        if by == 0 {
            return to;
        }
        self.combine(by, to, |by, at, side, _| (at + by) % side)
    }

    /// The inverse of a translation.
    pub fn inverse(&self, by: Vertex) -> Vertex {
        if self.xor || by == 0 {
            return by;
        }
        self.combine(by, 0, |by, _, side, _| (side - by) % side)
    }

    /// The translation that takes the representative of a node's class to the node.
    pub fn from_representative(&self, node: Vertex) -> Vertex {
        if self.xor || node == 0 {
            return node;
        }
        self.combine(node, 0, |at, _, _, step| at / step * step)
    }

    /// The representative of a node's class.
    pub fn representative(&self, node: Vertex) -> Vertex {
        if self.xor {
            return 0;
        }
        self.combine(node, 0, |at, _, _, step| at % step)
    }

    /// The number of a node's class.
    pub fn class(&self, node: Vertex) -> u32 {
        if self.xor || node == 0 {
            return 0;
        }
        let (mut class, mut rest, mut stride) = (0, node, 1);
        for (side, step) in self.sides.iter().zip(&self.steps).rev() {
            class += rest % side % step * stride;
            (rest, stride) = (rest / side, stride * step);
        }
        class
    }

    /// The representatives of all classes, in the order of their numbers.
    pub fn representatives(&self) -> Vec<Vertex> {
        let mut all = vec![0];
        for (side, step) in self.sides.iter().zip(&self.steps) {
            all = all.iter().flat_map(|v| (0..*step).map(move |x| v * side + x)).collect();
        }
        all
    }

    /// The coordinate of a translation along one side.
    pub fn coordinate(&self, by: Vertex, side: usize) -> u32 {
        let stride: u32 = self.sides[side + 1..].iter().product();
        by / stride % self.sides[side]
    }

    /// Combines two numbers coordinate by coordinate; the function gets the coordinates, the side and its
    /// step.
    #[inline]
    fn combine(&self, a: Vertex, b: Vertex, change: impl Fn(u32, u32, u32, u32) -> u32) -> Vertex {
        if let ([side], [step]) = (&self.sides[..], &self.steps[..]) {
            return change(a, b, *side, *step);
        }
        let (mut a, mut b, mut stride, mut changed) = (a, b, 1, 0);
        for (side, step) in self.sides.iter().zip(&self.steps).rev() {
            changed += change(a % side, b % side, *side, *step) * stride;
            (a, b, stride) = (a / side, b / side, stride * side);
        }
        changed
    }
}
