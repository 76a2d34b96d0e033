//! The words that a schedule needs if it has at most so many steps.
//!
//! With few steps words travel further than with many, or start later. Each argument here holds for any
//! number of pieces and for pieces of different sizes: it counts words, of which a step of w words carries at
//! most w in each message.

use super::reason::{Bound, Lemma, over};
use hockney_base::number::{Rational, saturated};

/// How many messages nodes send in a step, for the arguments that couple words with steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Flow {
    /// The number of nodes, p.
    pub(super) nodes: u64,
    /// The messages of the root in a step, and the most of any node.
    pub(super) root: u64,
    pub(super) most: u64,
    /// The messages of all nodes in a step.
    pub(super) total: u64,
}

/// What couples the words of a collective with its steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joint {
    /// Nothing that is known.
    Apart,
    /// The words of one node reach all nodes, or those of all nodes reach one.
    Spread(Flow),
    /// Each node has a block for each other node.
    Pairs(Flow),
}

impl Joint {
    /// The least words with at most `steps` steps; `None` if nothing is known, or if there is no such
    /// schedule.
    pub(super) fn words(&self, steps: u64) -> Option<Bound> {
        match self {
            Joint::Apart => None,
            Joint::Spread(flow) => flow.spread(steps),
            Joint::Pairs(flow) => flow.pairs(steps),
        }
    }

    /// The least words with at most `steps` steps of equal pieces, k of which are a block.
    pub(super) fn words_in_pieces(&self, pieces: u64) -> Option<Bound> {
        let Joint::Spread(flow) = self else { return None };
        // A step of w pieces is at most w steps of one piece, and then each step has one.
        let rounds = pieces.div_ceil(flow.root) - 1 + flow.least_steps();
        let why = format!(
            "the last of {pieces} pieces leaves its first node after {} rounds of one piece, and {} rounds \
             bring it to all nodes",
            pieces.div_ceil(flow.root) - 1,
            flow.least_steps()
        );
        Some(Bound::new(over(rounds, pieces), Lemma::Spreading, why))
    }
}

impl Flow {
    /// The nodes that can have a word after so many steps.
    fn reached(&self, steps: u64) -> u64 {
        let each = self.most.saturating_add(1);
        each.checked_pow(saturated(steps)).unwrap_or(u64::MAX)
    }

    fn least_steps(&self) -> u64 {
        (0..u64::BITS.into()).find(|steps| self.reached(*steps) >= self.nodes).unwrap_or(0)
    }

    /// The words of one node reach all others in S steps. Three things are needed, of which w(t) are the
    /// words of step t, and q the messages of a node in a step:
    ///
    /// - With L the least number of steps, each word leaves its node in the first S - L + 1 steps.
    /// - Before step L some node has received nothing, and receives all words in the last S - L + 1 steps.
    /// - After step t a word must be at p/(1 + q)^(S - t) nodes at least. Step t has at most
    ///   q (1 + q)^(t - 1) messages.
    ///
    /// The least sum of w(t) puts as few words as possible into early steps, since later steps have no fewer
    /// messages. Before step S - L + 1 nothing is needed.
    fn spread(&self, steps: u64) -> Option<Bound> {
        let least = self.least_steps();
        let spare = steps.checked_sub(least)?;
        let (first, others) = (spare + 1, self.nodes - 1);
        let messages = |step: u64| {
            let growing = self.most.saturating_mul(self.reached(step - 1));
            growing.min(self.most.saturating_mul(others)).min(self.total)
        };
        let (mut words, mut copies, mut late) =
            (Rational::zero(), Rational::zero(), Rational::zero());
        for step in first..=steps {
            let needed = self.nodes.div_ceil(self.reached(steps - step)) - 1;
            let lacking = Rational::from(needed) - &copies;
            let lacking = lacking.checked_div(&messages(step).into())?;
            let leaving = if step == first { over(1, self.root) } else { Rational::zero() };
            let mut here = lacking.max(leaving);
            if step == steps {
                here = here.max(over(1, self.most) - &late);
            }
            copies += &here * &Rational::from(messages(step));
            if step >= least {
                late += &here;
            }
            words += here;
        }
        let why = match spare {
            0 => "each step must nearly double the nodes that have each word".to_owned(),
            _ => format!(
                "every word first moves in steps 1 to {first} of {steps}, or it comes too late for some node; and some \
                 node gets every word in the last {first} steps"
            ),
        };
        Some(Bound::new(words, Lemma::Spreading, why))
    }

    /// A set of j of the S steps is the way of a block that moves in exactly these steps. From one node at
    /// most C(S, j) q^j nodes can be reached by ways of j messages, so the p - 1 blocks of a node take at
    /// least as many messages as the shortest p - 1 ways have.
    fn pairs(&self, steps: u64) -> Option<Bound> {
        let (mut left, mut messages) = (u128::from(self.nodes - 1), 0_u128);
        let (mut ways, mut of_places) = (1_u128, 1_u128);
        for j in 1..=steps {
            // C(S, j) = C(S, j - 1) (S - j + 1)/j, which is whole at each j.
            of_places = of_places.saturating_mul(u128::from(steps - j + 1)) / u128::from(j);
            ways = ways.saturating_mul(u128::from(self.most));
            let reached = left.min(of_places.saturating_mul(ways));
            messages += reached * u128::from(j);
            left -= reached;
            if left == 0 {
                let all = Rational::from(messages * u128::from(self.nodes));
                let why = format!(
                    "the p - 1 blocks of a node take {messages} messages, since {steps} steps reach few \
                     nodes directly"
                );
                let words = all.checked_div(&self.total.into())?;
                return Some(Bound::new(words, Lemma::Counting, why));
            }
        }
        None
    }
}
