//! The words of pieces that are whole words, from a rule for all sizes.

use super::at_size::{AtSize, Missing, Values, count, number, rules, step_by_step};
use super::certified::any;
use hockney_base::number::Rational;
use hockney_base::rule::{Load, Place, Rule, Senders, Turn};
use hockney_kernel::{INDEX, Phase, Scope, Stage, Term, Whole};

impl AtSize {
    /// The number of words for which t_w is paid if a block has m words and its pieces are whole words;
    /// `None` if pieces are equal, or a block has no whole number of words.
    ///
    /// Piece k of n has the words from floor(k m/n) on, so c consecutive pieces from piece a have floor((a +
    /// c) m/n) - floor(a m/n) words, also round the end of the block. The maximum over all a of n is ceil(c
    /// m/n). In a subcube of the lowest dimensions a is a multiple of c, which divides n: these are pieces of
    /// a block that is cut into n/c pieces.
    ///
    /// # Errors
    /// Messages whose words are known only for equal pieces.
    pub fn in_whole_words(&self, m: &Rational) -> Result<Option<Rational>, Missing> {
        let equal = m.modulo(&self.pieces()?).is_some_and(|rest| rest.is_zero());
        if !m.is_integer() || equal {
            return Ok(None);
        }
        let rules = rules(&self.certified.claim.steps);
        if !self.certified.cut {
            let apart = |rule: &&Rule| any(rule, &|rule| matches!(rule, Rule::Pipeline(_)));
            if !rules.iter().any(apart) {
                return Ok(Some(&self.cost.t_w * m));
            }
            let [rule] = rules[..] else { return Err(Missing::Words) };
            return self.in_a_pipeline(rule, m).map(Some);
        }
        if !rules.iter().all(|rule| from_every_piece(rule)) {
            return Err(Missing::Words);
        }
        let mut scope = self.scope.clone();
        let amounts = [("t_s", Rational::zero()), ("t_w", Rational::one()), ("m", m.clone())];
        scope.means.extend(amounts.map(|(name, value)| (name.to_owned(), Term::Number(value))));
        let words = self.certified.stages.iter().map(|Stage { phase, .. }| {
            Ok(&most_words(&scope, phase)? * &number(&scope, &phase.repeat)?)
        });
        words.sum::<Result<_, _>>().map(Some)
    }

    /// The same where pieces follow each other.
    ///
    /// Of n pieces r = m mod n have a word more: the pieces ceil(j n/r) - 1 for j = 1, .., r. In step t of a pipeline
    /// over w links the pieces t - w + 1 to t are on their way. A piece is on its way in w steps. So steps with a
    /// larger piece are r w in number if these are w or more pieces apart, and consecutive otherwise.
    fn in_a_pipeline(&self, rule: &Rule, m: &Rational) -> Result<Rational, Missing> {
        match rule {
            Rule::Then(rules) => rules.iter().map(|rule| self.in_a_pipeline(rule, m)).sum(),
            Rule::Backwards(rule) => self.in_a_pipeline(rule, m),
            Rule::Pipeline(Place::Tour) => {
                let n = self.pieces()?;
                let w = number(&self.scope, &Term::of("p - 1"))?;
                if w.is_zero() {
                    return Ok(w);
                }
                let each = m.checked_div(&n).map(|each| each.floor());
                let (each, more) = each.zip(m.modulo(&n)).ok_or(Missing::Words)?;
                let apart = n.checked_div(&more).ok_or(Missing::Words)?;
                let near = w > apart.floor();
                let larger = if near { &(&n - &apart.ceil()) + &w } else { &more * &w };
                Ok(&(&each * &(&(&w + &n) - &Rational::one())) + &larger)
            }
            _ => Err(Missing::Words),
        }
    }
}

/// Whether in each step messages with consecutive pieces start at every piece.
fn from_every_piece(rule: &Rule) -> bool {
    let turn = |place: Place, turn: &Turn| {
        turn.sends.iter().all(|send| {
            send.senders == Senders::Everyone
                && match send.load {
                    // Along a tour the numbers of nodes need not be consecutive.
                    Load::Interval(first, last) => {
                        first == last || matches!(place, Place::Pairs | Place::Cube)
                    }
                    Load::Subcube(first, _) => first == "0",
                    _ => false,
                }
        })
    };
    match rule {
        Rule::Turns(place, turns) => turns.iter().all(|of| turn(*place, of)),
        Rule::Then(rules) => rules.iter().all(from_every_piece),
        Rule::Backwards(rule) => from_every_piece(rule),
        _ => false,
    }
}

/// The sum over the steps of a phase of the words of the largest message, in whole words.
fn most_words(scope: &Scope, phase: &Phase) -> Result<Rational, Missing> {
    let count = count(scope, &phase.from, &phase.to)?;
    // If all steps cost the same, one is enough.
    let same = scope.and(INDEX, Whole::from(0)).polynomial(&phase.cost);
    if let Some(words) = same.ok().and_then(|words| words.as_number()) {
        return Ok(&words.ceil() * &count);
    }
    let most = |at: Values| Ok(at(&phase.cost)?.ceil());
    step_by_step(scope, &phase.from, &phase.to, Missing::Words, &most)
}
