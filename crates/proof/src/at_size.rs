//! The cost at one size from proofs for all sizes, without messages; also if pieces are whole words.
//!
//! Two conditions must hold. The rule of the schedules is certified: then for every size there is a valid
//! schedule whose steps have the stated costs. And these costs add up to the closed form, for every size.

use std::fmt;

use thiserror::Error;

use super::certified::{Certified, any, certified};
use super::find::find;
use super::statement::Statement;
use super::written::Written;
use hockney_base::number::Rational;
use hockney_base::rule::{Fold, Load, Place, Rule, Send, Senders, Turn};
use hockney_core::topology::{Family, Feature};
use hockney_cost::Cost;
use hockney_formula::{self as formula, Bindings, Given, Powers, Value};
use hockney_kernel::{Domain, INDEX, Phase, Scope, Stage, Steps, Term, Whole};
use hockney_plan::planner::{Algorithm, ClosedForm, PlanError};

/// The proved facts at one size.
#[derive(Clone, Debug)]
pub struct AtSize {
    /// The number of steps.
    pub steps: u128,
    /// The number of messages.
    pub messages: u128,
    /// The cost, without hops.
    pub cost: Cost,
    /// The closed form, which equals the cost.
    pub form: ClosedForm,
    /// The values of the names of the closed form.
    bindings: Bindings,
    /// The values of the names of the rule.
    pub(super) scope: Scope,
    /// The certified schedules.
    pub certified: Certified,
}

impl AtSize {
    /// The same if each block is cut into n pieces; no other where the algorithm sets their number.
    ///
    /// # Errors
    /// The missing condition.
    pub fn in_pieces(&self, n: u64) -> Result<AtSize, Missing> {
        let mut scope = self.scope.clone();
        let pieces = i64::try_from(n).map_err(|_| Missing::TooLarge)?;
        scope.means.insert("n".to_owned(), Term::whole(pieces));
        let (form, bindings) = (self.form.clone(), self.bindings.clone().with("n", n));
        AtSize::new(self.certified.clone(), form, bindings, scope)
    }

    fn new(
        certified: Certified,
        form: ClosedForm,
        bindings: Bindings,
        scope: Scope,
    ) -> Result<AtSize, Missing> {
        let steps = |Stage { phase, .. }: &Stage| -> Result<Rational, Missing> {
            Ok(&count(&scope, &phase.from, &phase.to)? * &number(&scope, &phase.repeat)?)
        };
        let steps = certified.stages.iter().map(steps).sum::<Result<_, _>>()?;
        let whole = |number: Rational| {
            let too_large = |_| Missing::Sum("it has more steps than can be counted".to_owned());
            number.to_string().parse::<u128>().map_err(too_large)
        };
        let steps = whole(steps)?;
        let messages = whole(messages_of(&certified.claim.steps, &scope)?)?;
        let cost = evaluated(&form.formula, &bindings).map_err(Missing::Sum)?;
        Ok(AtSize { steps, messages, cost, form, bindings, scope, certified })
    }

    /// The number of pieces of a block.
    ///
    /// # Errors
    /// A number that is not known.
    pub fn pieces(&self) -> Result<Rational, Missing> {
        let (p, folded) = (Term::name("p"), Term::of("2^floor(log2(p))"));
        let is_folded = |rule: &&Rule| any(rule, &|rule| matches!(rule, Rule::Folded(..)));
        let of = match rules(&self.certified.claim.steps) {
            _ if !self.certified.cut => Term::name("n"),
            rules if rules.iter().any(is_folded) => folded,
            _ => p,
        };
        number(&self.scope, &of)
    }

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

/// The rules of steps.
fn rules(steps: &Steps) -> Vec<&Rule> {
    match steps {
        Steps::Of(rule) => vec![rule],
        Steps::Through(to, from) => vec![to, from],
        Steps::InGroups(lines) => lines.iter().map(|line| &line.rule).collect(),
    }
}

/// The number of steps from the first up to but not including the last.
fn count(scope: &Scope, from: &Term, to: &Term) -> Result<Rational, Missing> {
    let count = number(scope, &to.clone().minus(from.clone()))?;
    Ok(if count.is_negative() { Rational::zero() } else { count })
}

/// The values of formulas in one step.
type Values<'a> = &'a dyn Fn(&Term) -> Result<Rational, Missing>;

/// Sums a value over all steps; `many` is the error if there are too many.
fn step_by_step(
    scope: &Scope,
    from: &Term,
    to: &Term,
    many: Missing,
    each: &dyn Fn(Values) -> Result<Rational, Missing>,
) -> Result<Rational, Missing> {
    let steps = number(scope, from)?.to_i64().zip(number(scope, to)?.to_i64());
    let few = steps.filter(|(from, to)| to - from <= MOST_STEPS);
    let (from, to) = few.ok_or(many)?;
    let at = |i| each(&|term: &Term| number(scope, &term.with(INDEX, &Term::whole(i))));
    (from..to).map(at).sum()
}

/// The size of a topology, and the distance of a shift.
#[derive(Clone, Debug)]
pub struct Size {
    /// The sides of a grid, or the number of nodes.
    pub sizes: Vec<u64>,
    /// The distance of a shift.
    pub by: Option<u64>,
}

/// Why there is no result by proof for a size.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Missing {
    /// `permute` by interval-colouring.
    #[error("its schedules have no step rule that can be certified")]
    Rule,
    /// The kernel rejects the rule.
    #[error("its rule is not certified: {0}")]
    Refused(String),
    /// The sum of the steps is not proved.
    #[error("the sum of its steps is not proved: {0}")]
    Sum(String),
    /// `all-gather` by recursive-doubling on `complete:6`; contains the sizes of the proof.
    #[error("its proof is for {}{}", .0, if .0.starts_with('d') { ", with p = 2^d" } else { "" })]
    Size(String),
    /// `scan` by pipelined-chain on `node-tree:4`: there is no plan that the proof is about.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// Whole words of messages whose pieces are not consecutive.
    #[error("its messages are known only where all pieces have the same number of words")]
    Words,
    /// `ring:2^63`: sizes in proofs are 64-bit numbers with a sign.
    #[error("too many nodes: the limit is 2^62")]
    TooLarge,
}

/// Whether an algorithm has all that a result by proof needs, independent of the size.
///
/// # Errors
/// The missing condition.
pub fn known(
    algorithm: &Algorithm,
    family: &'static Family,
    sides: usize,
) -> Result<(Certified, ClosedForm), Missing> {
    let certified = certified(algorithm, family, sides).ok_or(Missing::Rule)?;
    let certified = certified.map_err(Missing::Refused)?;
    let sum = |why: &dyn fmt::Display| Missing::Sum(why.to_string());
    let costs = algorithm.step_costs(family, sides).ok_or(Missing::Rule)?;
    let form = algorithm.closed_form(family, sides);
    let form = form.ok_or_else(|| sum(&"there is no closed form"))?;
    let statement = Statement::new(family, sides, &costs, &form.formula, &Given::default());
    let claim = statement.and_then(|of| of.claim()).map_err(|why| sum(&why))?;
    find(&claim).map_err(|why| sum(&why))?;
    Ok((certified, form))
}

/// The cost at a size.
///
/// # Errors
/// The missing condition.
pub fn at_size(
    algorithm: &Algorithm,
    family: &'static Family,
    size: &Size,
) -> Result<AtSize, Missing> {
    let (certified, form) = known(algorithm, family, size.sizes.len())?;
    let bindings = size.bindings();
    let scope = size.scope(certified.claim.domain).ok_or_else(|| match size.nodes() {
        Some(nodes) if i64::try_from(nodes).is_ok() => Missing::Size(certified.sizes.clone()),
        _ => Missing::TooLarge,
    })?;
    let tour = certified.numbered && !family.offers().contains(&Feature::Numbered);
    if tour && size.nodes().is_none_or(|nodes| nodes > NUMBERED) {
        return Err(Missing::Plan(PlanError::NotAlongATour(algorithm.name())));
    }
    AtSize::new(certified, form, bindings, scope)
}

/// Every numbering of so many nodes is along a tour.
const NUMBERED: u64 = 3;

impl Size {
    fn nodes(&self) -> Option<u64> {
        self.sizes.iter().try_fold(1_u64, |nodes, side| nodes.checked_mul(*side))
    }

    /// The values of the names.
    fn names(&self) -> Vec<(String, u64)> {
        let p = self.nodes().unwrap_or(u64::MAX);
        let mut names = vec![("p".to_owned(), p), ("n".to_owned(), 1)];
        if p.is_power_of_two() {
            names.push(("d".to_owned(), p.ilog2().into()));
        }
        names.extend(self.by.map(|by| ("q".to_owned(), by)));
        if self.sizes.len() > 1 {
            let side = |(j, side): (usize, &u64)| (format!("k_{j}"), *side);
            names.extend((1..).zip(&self.sizes).map(side));
        }
        if let [rows, columns] = self.sizes[..] {
            names.extend([("r".to_owned(), rows), ("c".to_owned(), columns)]);
        }
        names
    }

    /// The values of the names of a closed form.
    pub fn bindings(&self) -> Bindings {
        let with = |bindings: Bindings, (name, value): (String, u64)| bindings.with(&name, value);
        self.names().into_iter().fold(Bindings::new(), with)
    }

    /// The same for the kernel, if the domain contains this size.
    fn scope(&self, domain: Domain) -> Option<Scope> {
        let within = match domain {
            Domain::Every => true,
            Domain::PowersOfTwo => self.nodes()?.is_power_of_two(),
            Domain::Shift => self.by.is_some(),
            Domain::Groups => false,
            Domain::Sides(sides) => sides == self.sizes.len(),
        };
        let term = |(name, value)| Some((name, Term::whole(i64::try_from(value).ok()?)));
        let means = self.names().into_iter().map(term).collect::<Option<_>>()?;
        within.then(|| Scope { means, ..Scope::default() })
    }
}

fn number(scope: &Scope, term: &Term) -> Result<Rational, Missing> {
    let value = scope.polynomial(term).map_err(|why| Missing::Sum(Written(&why).to_string()))?;
    let none = || Missing::Sum(format!("{} is not a number", Written(&value)));
    value.as_number().ok_or_else(none)
}

/// Whether a rule begins with one sending position.
fn begins_at_the_root(rule: &Rule) -> bool {
    match rule {
        Rule::Turns(_, turns) => {
            turns.iter().flat_map(|turn| turn.sends).all(|send| send.senders != Senders::Everyone)
        }
        Rule::Halving(..) | Rule::Pipeline(_) => true,
        Rule::Then(rules) => rules.first().is_some_and(begins_at_the_root),
        _ => false,
    }
}

/// The number of messages of steps.
fn messages_of(steps: &Steps, scope: &Scope) -> Result<Rational, Missing> {
    // Machines of boxes have no closed form in p.
    if matches!(steps, Steps::InGroups(_)) {
        return Err(Missing::Rule);
    }
    rules(steps).into_iter().map(|rule| messages(rule, scope)).sum()
}

/// The number of messages of a rule; from a root only the lines with data take part.
fn messages(rule: &Rule, scope: &Scope) -> Result<Rational, Missing> {
    let of = |text| number(scope, &Term::of(text));
    match rule {
        Rule::Turns(_, turns) => turns.iter().map(|turn| sent(turn, scope)).sum(),
        Rule::Halving(..) | Rule::Subtrees => of("p - 1"),
        Rule::Then(rules) => rules.iter().map(|rule| messages(rule, scope)).sum(),
        Rule::Backwards(rule) => messages(rule, scope),
        Rule::Pipeline(Place::Tour) => of("(p - 1) * n"),
        // No answer by proof is about several ports, for which the first two are.
        Rule::Rotated(_) | Rule::Pipeline(_) | Rule::Parts(_) | Rule::Straight(_) => {
            Err(Missing::Rule)
        }
        Rule::FromEach(rule) => Ok(&of("p")? * &messages(rule, scope)?),
        Rule::Folded(fold, rule) => {
            let (nodes, log) = (of("2^floor(log2(p))")?, of("floor(log2(p))")?);
            let others = &of("p")? - &nodes;
            let mut within = scope.clone();
            let means = [("p", nodes), ("d", log)];
            within.means.extend(means.map(|(name, is)| (name.to_owned(), Term::Number(is))));
            // Two exchanged, one brought back, and the result; or there and back.
            let each = Rational::from(if *fold == Fold::Halves { 4_u32 } else { 2 });
            Ok(&messages(rule, &within)? + &(&others * &each))
        }
        Rule::ByDimension(rule) => {
            let names = (1..).map_while(|j| scope.means.get(&format!("k_{j}")));
            let sides =
                names.map(|side| number(scope, side)).collect::<Result<Vec<_>, Missing>>()?;
            let rooted = begins_at_the_root(rule);
            let along = |(j, side): (usize, &Rational)| {
                let mut line = scope.clone();
                line.means.insert("p".to_owned(), Term::Number(side.clone()));
                // The data are then in the lines along the completed dimensions.
                let others = sides.iter().enumerate().filter(|(k, _)| *k != j);
                let lines = others.filter(|(k, _)| !rooted || *k > j);
                Ok(lines.fold(messages(rule, &line)?, |lines, (_, side)| &lines * side))
            };
            sides.iter().enumerate().map(along).sum()
        }
    }
}

/// The maximum number of steps that are examined one by one.
const MOST_STEPS: i64 = 1 << 16;

/// The number of messages of a turn.
fn sent(turn: &Turn, scope: &Scope) -> Result<Rational, Missing> {
    let [from, to] = [turn.from, turn.to].map(Term::of);
    let count = count(scope, &from, &to)?;
    let [Send { senders, .. }] = turn.sends else { return Err(Missing::Rule) };
    match senders {
        Senders::Everyone => Ok(&count * &number(scope, &Term::name("p"))?),
        Senders::Only(_) => Ok(count),
        Senders::Every { first, stride, last } => {
            let many = Missing::Sum("its messages are too many to count".to_owned());
            let [first, stride, last] = [first, stride, last].map(|text| Term::of(text));
            step_by_step(scope, &from, &to, many, &|at| {
                let far = &at(&last)? - &at(&first)?;
                let strides = far.checked_div(&at(&stride)?).map(|strides| strides.floor());
                let strides = strides.ok_or_else(|| Missing::Sum("a stride of 0".to_owned()))?;
                Ok(&strides + &Rational::one())
            })
        }
    }
}

fn evaluated(text: &str, bindings: &Bindings) -> Result<Cost, String> {
    let formula = formula::parse(text).map_err(|why| why.to_string())?;
    let value = formula.evaluate(bindings).map_err(|why| why.to_string())?;
    let part = |powers: Powers| value.coefficient(powers).as_rational();
    let (t_s, t_w) = (part(Powers::T_S), part(Powers::M_T_W));
    let cost = t_s.zip(t_w).map(|(t_s, t_w)| Cost::plain(t_s, t_w, Rational::zero()));
    let same = |cost: &Cost| Value::cost(cost.t_s.clone(), cost.t_w.clone(), 0) == value;
    cost.filter(same).ok_or_else(|| format!("{value} is not made of t_s and m t_w alone"))
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
