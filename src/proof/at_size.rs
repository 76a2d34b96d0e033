//! A cost at one size that follows from proofs for all sizes, so that no message is looked at.
//!
//! Two things must hold. The template of the schedules is certified, data and all: then for every
//! size there is a valid schedule whose steps cost what the turns of the template say. And these
//! costs add up to the closed form, for every size of the template; that is proved here of the
//! turns themselves, not of what the algorithm states beside them.

use std::fmt;

use super::find::find;
use super::kernel::{Blocks, Claim, INDEX, Orbit, Phase, Scope, Term, Turn};
use super::orbit::{Certified, Part, certified, template};
use super::statement::{Statement, Whole, read};
use crate::cost::Cost;
use crate::formula::{self, Bindings, Powers, Value};
use crate::number::Rational;
use crate::planner::{Algorithm, ClosedForm};
use crate::topology::Family;

/// What is proved of all sizes, at one of them.
#[derive(Clone, Debug)]
pub struct AtSize {
    /// How many steps there are.
    pub steps: u128,
    /// How many messages they have.
    pub messages: u128,
    /// What they cost, without hops.
    pub cost: Cost,
    /// The closed form, which is the cost.
    pub form: ClosedForm,
    /// Whether blocks are cut into p pieces.
    pub cut: bool,
    /// The templates, and the size at which they are looked at.
    orbits: Vec<(Orbit, i64)>,
    /// What is known of the schedules.
    pub certified: Certified,
}

impl AtSize {
    /// For how many words t_w is paid where a block has m words and its pieces are whole ones; `None`
    /// where pieces are equal, or a block has no whole number of words.
    ///
    /// # Errors
    /// Messages of which only the words of equal pieces are known.
    pub fn in_whole_words(&self, m: &Rational) -> Result<Option<Rational>, Missing> {
        let Some((orbit, size)) = self.orbits.first().filter(|_| self.cut && m.is_integer()) else {
            return Ok(None);
        };
        let p = scope(orbit, *size).polynomial(&Term::name("p"));
        let p = p.ok().and_then(|p| p.as_number()).ok_or(Missing::Words)?;
        if m.modulo(&p).is_some_and(|rest| rest.is_zero()) {
            return Ok(None);
        }
        let mut words = Rational::zero();
        for (orbit, size) in &self.orbits {
            for turn in &orbit.turns {
                words =
                    &words + &whole_words(&scope(orbit, *size), turn, m).ok_or(Missing::Words)?;
            }
        }
        Ok(Some(words))
    }
}

/// The most steps of a turn that are looked at one by one.
const MOST_STEPS: i64 = 1 << 12;

/// The sum over the steps of a turn of the words of the largest message.
///
/// Piece k of p has the words from floor(k m/p) on, so c pieces one after another from piece a on have
/// floor((a + c) m/p) - floor(a m/p) words, round the end of the block as well. For some a of all p that
/// is ceil(c m/p), and for none it is more. The nodes of a step send from every a. Of a subcube of the
/// lowest dimensions a is a multiple of c, which divides p: these are pieces of a block that is cut in
/// p/c.
fn whole_words(scope: &Scope, turn: &Turn, m: &Rational) -> Option<Rational> {
    let scope = &mut scope.clone();
    let from_first = |known: &[Term; 2]| known[0] == Term::whole(0);
    let one_after_another = match &turn.blocks {
        Blocks::Interval { .. } => true,
        Blocks::Subcube { known, summed } => !summed && from_first(known),
        Blocks::Onwards { .. } | Blocks::Own | Blocks::Unsaid => false,
    };
    if !one_after_another {
        return None;
    }
    let amounts = [("t_s", Rational::zero()), ("t_w", Rational::one()), ("m", m.clone())];
    scope.means.extend(amounts.map(|(name, value)| (name.to_owned(), Term::Number(value))));
    let number = |term: &Term| scope.polynomial(term).ok()?.as_number();
    let (from, to) = (number(&turn.from)?, number(&turn.to)?);
    if !turn.cost.mentions(INDEX) {
        return Some(&number(&turn.cost)?.ceil() * &(&to - &from));
    }
    let (from, to) = (from.to_i64()?, to.to_i64()?);
    let steps = (from..to).take_while(|i| i - from <= MOST_STEPS);
    let words = steps.map(|i| match i - from {
        MOST_STEPS => None,
        _ => Some(number(&turn.cost.with(INDEX, &Term::whole(i)))?.ceil()),
    });
    words.sum()
}

/// Why a size has no answer by proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// `broadcast` by recursive-doubling
    Template,
    /// `scan` by hypercube-exchange: ports and links are certified, and data is not.
    Data,
    /// The kernel refuses the template, or schedules differ from it.
    Refused(String),
    /// The steps of the template are not seen to add up to a closed form.
    Sum(String),
    /// `all-gather` by recursive-doubling on `complete:6`, with the sizes there are proofs for.
    Size(String),
    /// Pieces of whole words, of messages whose pieces do not follow one after another.
    Words,
    /// `ring:2^63`: the sizes of proofs are reckoned in 64 bits with a sign.
    TooLarge,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Template => f.write_str("its schedules have no template that is certified"),
            Self::Data => f.write_str(
                "of its template ports and links are certified, and not that the data arrives",
            ),
            Self::Refused(why) => write!(f, "its template is refused: {why}"),
            Self::Sum(why) => write!(f, "that its steps add up is not proved: {why}"),
            Self::Size(sizes) if sizes.starts_with('d') => {
                write!(f, "its proof is for {sizes}, with p = 2^d")
            }
            Self::Size(sizes) => write!(f, "its proof is for {sizes}"),
            Self::Words => {
                f.write_str("the words of its pieces are known where they are equal only")
            }
            Self::TooLarge => f.write_str("so many nodes are not reckoned with; 2^62 are"),
        }
    }
}

impl std::error::Error for Missing {}

/// Whether an algorithm has what an answer by proof takes, whatever the size.
///
/// # Errors
/// What is missing.
pub fn known(
    algorithm: &Algorithm,
    family: &'static dyn Family,
    most: u32,
) -> Result<(Vec<Part>, Certified, ClosedForm), Missing> {
    let (collective, name) = (algorithm.collective(), algorithm.name());
    let parts = template(collective, name, family.name()).ok_or(Missing::Template)?;
    let form = algorithm.closed_form(family, 0);
    let form = form.ok_or_else(|| Missing::Sum("there is no closed form".to_owned()))?;
    let certified = certified(algorithm, family, most).ok_or(Missing::Template)?;
    let certified = certified.map_err(Missing::Refused)?;
    if !certified.data {
        return Err(Missing::Data);
    }
    adds_up(&parts, &form.formula).map_err(Missing::Sum)?;
    Ok((parts, certified, form))
}

/// The cost for so many nodes. Templates are compared with real schedules of up to `most` nodes.
///
/// # Errors
/// What is missing.
pub fn at_size(
    algorithm: &Algorithm,
    family: &'static dyn Family,
    p: u64,
    most: u32,
) -> Result<AtSize, Missing> {
    let (parts, certified, form) = known(algorithm, family, most)?;
    let outside = || match i64::try_from(p) {
        Ok(_) => Missing::Size(certified.sizes.clone()),
        Err(_) => Missing::TooLarge,
    };
    let at = |part: Part| size(&part.orbit, p).map(|size| (part.orbit, size));
    let orbits = parts.into_iter().map(at).collect::<Option<Vec<_>>>().ok_or_else(outside)?;
    let mut steps = Rational::zero();
    for (orbit, size) in &orbits {
        steps = &steps + &count(orbit, *size).map_err(Missing::Sum)?;
    }
    let whole = |number: &Rational| number.to_string().parse::<u128>().ok();
    let too_large = || Missing::Sum("it has more steps than can be counted".to_owned());
    let messages = whole(&(&steps * &Rational::from(p))).ok_or_else(too_large)?;
    let steps = whole(&steps).ok_or_else(too_large)?;
    let cost = evaluated(&form.formula, p).map_err(Missing::Sum)?;
    let cut = orbits.iter().any(|(orbit, _)| orbit.block.mentions("p"));
    Ok(AtSize { steps, messages, cost, form, cut, orbits, certified })
}

/// What p and d are for so many nodes.
pub fn bindings(p: u64) -> Bindings {
    let mut bindings = Bindings::new().with("p", p);
    if p.is_power_of_two() {
        bindings.set("d", p.ilog2());
    }
    bindings
}

/// The size of a template for so many nodes, if it has one.
fn size(orbit: &Orbit, p: u64) -> Option<i64> {
    let (name, of) = &orbit.size;
    let size = match &**name {
        "d" => p.is_power_of_two().then(|| i64::from(p.ilog2()))?,
        _ => i64::try_from(p).ok()?,
    };
    let fits = size >= of.least && size.rem_euclid(of.modulus) == of.residue;
    fits.then_some(size)
}

/// What the names of a template are at a size.
fn scope(orbit: &Orbit, size: i64) -> Scope {
    let mut scope = Scope::default();
    scope.means.extend(orbit.means.iter().cloned());
    scope.means.insert(orbit.size.0.clone(), Term::whole(size));
    scope
}

/// How many steps a template has at a size.
fn count(orbit: &Orbit, size: i64) -> Result<Rational, String> {
    let scope = scope(orbit, size);
    let number = |term: &Term| {
        let value = scope.polynomial(term).map_err(|why| why.to_string())?;
        value.as_number().ok_or_else(|| format!("{value} is no number"))
    };
    let mut steps = Rational::zero();
    for turn in &orbit.turns {
        steps = &steps + &(&number(&turn.to)? - &number(&turn.from)?);
    }
    Ok(steps)
}

/// That the turns of all parts cost the closed form together, at every size of the template.
fn adds_up(parts: &[Part], total: &str) -> Result<(), String> {
    let first = &parts.first().ok_or("the template is empty")?.orbit;
    let same = |part: &Part| part.orbit.size == first.size && part.orbit.means == first.means;
    if !parts.iter().all(same) {
        return Err("its parts are for different sizes".to_owned());
    }
    let (name, least) = (first.size.0.clone(), first.size.1.smallest());
    let turns = parts.iter().flat_map(|part| &part.orbit.turns);
    let phase = |turn: &Turn| Phase {
        from: turn.from.clone(),
        to: turn.to.clone(),
        cost: turn.cost.clone(),
        repeat: Term::whole(1),
    };
    // All numbers from the least on: more than the template needs where it is for even ones only.
    let claim = Claim {
        domain: vec![(name.clone(), least)],
        means: first.means.clone(),
        phases: turns.map(phase).collect(),
        total: read(total).map_err(|why| why.to_string())?,
    };
    // The finder names the cases by this; the kernel, which accepts, sees the claim alone.
    let statement = Statement {
        domain: vec![Whole { name, least }],
        means: Vec::new(),
        phases: Vec::new(),
        total: total.to_owned(),
    };
    find(&statement, &claim).map(|_| ()).map_err(|why| why.to_string())
}

fn evaluated(text: &str, p: u64) -> Result<Cost, String> {
    let formula = formula::parse(text).map_err(|why| why.to_string())?;
    let value = formula.evaluate(&bindings(p)).map_err(|why| why.to_string())?;
    let part = |powers: Powers| value.coefficient(powers).as_rational();
    let (t_s, t_w) = (part(Powers::T_S), part(Powers::M_T_W));
    let cost = t_s.zip(t_w).map(|(t_s, t_w)| Cost { t_s, t_w, t_h: Rational::zero() });
    let same =
        |cost: &Cost| Value::cost(cost.t_s.clone(), cost.t_w.clone(), Rational::zero()) == value;
    cost.filter(same).ok_or_else(|| format!("{value} is not made of t_s and m t_w alone"))
}
