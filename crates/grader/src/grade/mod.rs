//! Compares one answer with its key.
//!
//! Common mistakes are here, each as the formula that it leads to, and the values of formulas at the numbers of a question;
//! so are the letters of a formula: those of the model, those that the question declares, and those that may mean m or p.

pub(crate) mod ladder;
pub(crate) mod sizes;

use std::convert::Infallible;

use crate::answers::{GivenAnswer, NumberLetters, bare_cost, names_cost};
use crate::asks::Trait;
use crate::prelude::*;
use crate::read_problems;
use hockney_base::number::work;
use hockney_cost::Numbers;
use hockney_formula::{
    FactorRole, Given, Letters, OPEN_LETTERS, ParseError, ParseErrorKind, Reading, Sign, Value,
    Verdict as Equality, equivalence, large,
};

/// Why a formula is not the cost of an algorithm, in the words of a grade: `the t_w term is missing`; with `sizes` all, also
/// for which of them it is: `right for p = 2^d only`.
pub fn reason(
    asked: &Request,
    algorithm: &'static Algorithm,
    formula: &str,
    sizes: SizeSet,
) -> Option<String> {
    let question = Question { sizes, ..named(asked, algorithm)? };
    let key = Key::of(&question).ok()?;
    let graded = question.asks.first()?.grade(&key, formula);
    // Of another algorithm the hint has the name.
    let named = graded.verdict != Verdict::Wrong && graded.reason.is_some();
    if named { Some(graded.hint) } else { graded.reason }
}

/// The grade of an answer in the question that names the algorithm, at these numbers. Formulas with a time are answers to the
/// ask `formula`, all others to `number`. A textbook's form earns nothing where it is only an approximation, or right for
/// other sizes. `None` if there is no key, or no number to compare with.
pub(crate) fn expected(
    asked: &Request,
    algorithm: &'static Algorithm,
    numbers: &Numbers,
    contention: bool,
    text: &str,
) -> Option<Graded> {
    let question = named(asked, algorithm)?;
    let question = Question { numbers: numbers.clone(), contention, ..question };
    asked_for(&Key::alone(&question).ok()?, text)
}

/// The algorithm whose cost an answer is, where no algorithm is named and the question gives all points for it.
pub(crate) fn fitting(
    asked: &Request,
    numbers: &Numbers,
    contention: bool,
    text: &str,
) -> Option<&'static Algorithm> {
    let own = hockney_plan::planner::default_algorithm(asked)?;
    let question = Question { numbers: numbers.clone(), contention, ..named(asked, own)? };
    let question = Question { algorithm: None, accept: Accept::AsCheap, ..question };
    let key = Key::of(&question).ok()?;
    let is_right = |graded: Option<Graded>| graded.is_some_and(|of| of.verdict == Verdict::Right);
    let is_own = |algorithm| is_right(expected(asked, algorithm, numbers, contention, text));
    let mut names = key.answers().map(|row| row.algorithm);
    let is_another = !is_own(own) && is_right(asked_for(&key, text));
    is_another.then(|| names.find(|name| is_own(name))).flatten()
}

/// The grade of an answer in a question that asks for the formula and the number.
fn asked_for(key: &Key<'_>, text: &str) -> Option<Graded> {
    let question = key.question;
    let bare = bare_cost(text, &question.names());
    let read = question.reading().read(&bare.text);
    let timed = |link: &Link| ["t_s", "t_w", "t_h"].iter().any(|time| link.mentions(time));
    let is_formula = read.is_ok_and(|read| read.links().iter().any(timed));
    let kind = if is_formula { "formula" } else { "number" };
    let ask = question.asks.iter().find(|ask| ask.kind() == kind)?;
    (is_formula || question.numbers.total(&key.cost).is_some()).then(|| judge(key, ask, text))
}

/// The question that names an algorithm, in which what is not exact earns nothing.
fn named(asked: &Request, algorithm: &'static Algorithm) -> Option<Question> {
    const ANY: &str = "{format: hockney/problems/v1, questions: [{id: q, topology: 'ring:2', collective: broadcast, \
                       accept: this, numbers: {m: 1, t_s: 1, t_w: 1}, partial: {other_sizes: 0, approximation: 0}, asks: [{ask: formula}, {ask: number}]}]}";
    let question = read_problems(ANY).ok()?.questions.pop()?;
    let (topology, instance) = (asked.topology.clone(), asked.instance.clone());
    let (ports, numbers) = (asked.ports, Numbers::default());
    Some(Question { topology, instance, ports, numbers, algorithm: Some(algorithm), ..question })
}

/// The common mistake that leads from one cost to another, if one does.
pub fn slip(formula: &Link, right: &Link, given: &Given) -> Option<String> {
    let is = |slip: &Slip| {
        let of = sizes::link(&slip.formula);
        of.is_some_and(|of| equivalence(formula, &of, given).verdict == Equality::Equal)
    };
    let is_cost = ["t_s", "t_w"].iter().all(|time| right.mentions(time));
    let find = || slips_of(&right.to_string())?.into_iter().find(is);
    let found = is_cost.then(|| work::within(MOST_WORK, find)).flatten();
    found.map(|slip| slip.reason)
}

/// How much work the search for a mistake may be.
const MOST_WORK: u64 = 8_000_000;

/// Grades an answer.
pub fn grade(key: &Key<'_>, ask: &Ask, given: Option<&GivenAnswer>) -> Graded {
    let Some(given) = given.filter(|given| !given.is_none()) else {
        return Graded::nothing(Verdict::Missing, "there is no answer");
    };
    key.once(ask, given, || {
        let mut graded = judge(key, ask, &given.text).by(Basis::Value);
        if graded.verdict == Verdict::Wrong && may_be_unknown(key, ask, &graded) {
            let text =
                "with several ports there may be an algorithm that the program does not know";
            graded = Graded::undecided(text).full(format!("{text}: {}", graded.full));
        }
        if graded.verdict == Verdict::UnreadableSet {
            let example = ask.example(key);
            graded = graded.adding(&format!("; an answer that can be read: {example}"));
        }
        // The teacher's share for a reason has priority.
        let reasons = &key.question.partial.reasons;
        let share = reasons.iter().find(|(reason, _)| graded.reason.as_ref() == Some(reason));
        match share {
            Some((_, share)) => graded.earning(share),
            None => graded,
        }
    })
}

/// Whether an answer may be right for an algorithm that the planner does not know: it knows few for several
/// ports. Only the checker and lower bounds decide against it.
fn may_be_unknown(key: &Key<'_>, ask: &Ask, graded: &Graded) -> bool {
    let is_bound = graded.basis == Some(Basis::Bound);
    key.has_several_ports() && key.is_open() && ask.kind.is(Trait::ByAlgorithm) && !is_bound
}

/// The verdict on an answer that there is, if it is not too long.
fn judge(key: &Key<'_>, ask: &Ask, text: &str) -> Graded {
    let most = if ask.kind.is(Trait::Long) { 1 << 16 } else { 2_000 };
    let long = (text.len() > most).then_some(text.len());
    let why = long.map(|bytes| format!("it has {bytes} bytes, and at most {most} are read"));
    why.map_or_else(|| ask.grade(key, text), Graded::unreadable)
}

/// A mistake, and the formula that it leads to.
pub(crate) struct Slip {
    pub(crate) formula: String,
    pub(crate) reason: String,
    /// Which terms have another factor, and its name, where that is the mistake.
    pub(crate) factor: Option<[&'static str; 2]>,
}

/// The common mistakes for the formulas of a question, those of a whole formula first.
pub(crate) fn slips(key: &Key<'_>) -> impl Iterator<Item = Slip> {
    key.form.iter().flat_map(ClosedForm::texts).filter_map(slips_of).flatten()
}

pub(super) fn slips_of(right: &str) -> Option<Vec<Slip>> {
    let (steps, words) = parts(right)?;
    let formula = |row: &str| match row.strip_prefix("log -> ") {
        Some(log) => right.contains("log").then(|| right.replace("log", log)),
        None if row.contains("->") => {
            let changes = row.split(", ").map(|change| change.split_once(" -> "));
            replaced(right, &changes.collect::<Option<Vec<_>>>()?)
        }
        None => {
            let row = row.replace("$all", right);
            Some(row.replace("$steps", &steps).replace("$words", &words))
        }
    };
    let row = |(row, reason): (&str, &str)| {
        Some(Slip { formula: formula(row)?, reason: reason.to_owned(), factor: None })
    };
    let mut slips: Vec<Slip> = list("slips").pairs().filter_map(row).collect();
    for (factor, name) in list("slip factors").pairs() {
        // One term before both: of two that are alike one may be right.
        for (formula, what) in [
            (format!("{steps} t_s + ({factor}) m t_w"), "the t_w term has"),
            (format!("({factor}) t_s + {words} m t_w"), "the t_s term has"),
            (format!("({factor}) (t_s + m t_w)"), "both terms have"),
        ] {
            let reason = has_factor(what, name);
            slips.push(Slip { formula, reason, factor: Some([what, name]) });
        }
    }
    Some(slips)
}

/// `the t_w term has the factor log p instead of the right one`
pub(crate) fn has_factor(what: &str, factor: &str) -> String {
    if factor == "nothing" {
        format!("{what} lost the factor")
    } else {
        format!("{what} the factor {factor} instead of the right one")
    }
}

/// The factor that students put in the place of the right one, by the formula that it leads to.
pub(crate) fn factor(is: impl Fn(&str) -> bool) -> Option<&'static str> {
    list("slip factors").pairs().find(|(factor, _)| is(factor)).map(|(_, name)| name)
}

/// The factors of t_s and of m t_w in a cost.
pub(crate) fn parts(cost: &str) -> Option<(String, String)> {
    let steps = replaced(cost, &[("t_s", "1"), ("t_w", "0"), ("t_h", "0")])?;
    let words = replaced(cost, &[("t_s", "0"), ("t_w", "1"), ("t_h", "0"), ("m", "1")])?;
    Some((format!("({steps})"), format!("({words})")))
}

impl CostPart {
    /// The part of a cost that is asked for, as one would write it down: without factors of 1 and terms that are 0.
    pub(crate) fn part_of(self, cost: &str) -> Option<String> {
        let (t_s, t_w) = match self {
            CostPart::Cost => return Some(cost.to_owned()),
            CostPart::Steps => ("1", "0"),
            CostPart::Words => ("0", "1"),
        };
        let part = parse(&replaced(cost, &[("t_s", t_s), ("t_w", t_w), ("t_h", "0")])?).ok()?;
        Some(simple(part.expr()?).to_string())
    }
}

/// A formula with names replaced, all at once.
fn replaced(formula: &str, changes: &[(&str, &str)]) -> Option<String> {
    let reading = changes
        .iter()
        .try_fold(Reading::new(), |reading, (name, with)| reading.with(name, with).ok())?;
    Some(reading.read(formula).ok()?.expr()?.to_string())
}

/// The values of the symbols of a question: its sizes and its given numbers.
pub(crate) fn symbols(key: &Key<'_>) -> Bindings {
    let Question { topology, instance, numbers, .. } = key.question;
    let at = bindings_of(topology, instance).with("t_h", numbers.t_h.clone());
    let given = key.question.given().into_iter();
    given.fold(at, |at, (name, value)| at.with(name, value.clone()))
}

/// The letters that a number may have: of the model, and those that the question declares.
pub(crate) fn answer_letters(key: &Key<'_>) -> NumberLetters {
    let all = symbols(key);
    let known = KNOWN.into_iter().filter_map(|name| Some((name, all.get(name)?.clone())));
    let names = known.fold(Bindings::new(), |all, (name, value)| all.with(name, value));
    NumberLetters { names, reading: key.question.reading() }
}

/// The value of a formula with the question's p, m, t_s and t_w.
pub(crate) fn value(key: &Key<'_>, formula: &str) -> Option<Rational> {
    value_at(formula, &symbols(key))?.as_rational()
}

/// The cost that a formula is at the question's size, without hops.
pub(crate) fn cost_of(key: &Key<'_>, formula: &str) -> Option<Cost> {
    let value = value_at(formula, &bindings_of(&key.question.topology, &key.question.instance))?;
    let part = |powers: Powers| value.coefficient(powers).as_rational();
    Some(Cost::plain(part(Powers::T_S)?, part(Powers::M_T_W)?, Rational::zero()))
}

/// The value of a formula.
pub(crate) fn value_at(formula: &str, at: &Bindings) -> Option<Value> {
    parse(formula).ok()?.evaluate(at).ok()
}

fn simple(expr: &Expr) -> Expr {
    let Ok::<_, Infallible>(expr) = expr.with_parts(|part| Ok(simple(part)));
    let node = match expr.node {
        ExprKind::Sum(terms) => sum(terms),
        ExprKind::Product(factors) => product(factors),
        node => node,
    };
    Expr { node, span: expr.span }
}

fn is(expr: &Expr, number: &Rational) -> bool {
    matches!(&expr.node, ExprKind::Number(found) if found == number)
}

fn sum(mut terms: Vec<(Sign, Expr)>) -> ExprKind {
    terms.retain(|(_, term)| !is(term, &Rational::zero()));
    match &mut terms[..] {
        [] => ExprKind::Number(Rational::zero()),
        [(Sign::Plus, _)] => terms.swap_remove(0).1.node,
        _ => ExprKind::Sum(terms),
    }
}

fn product(mut factors: Vec<(FactorRole, Expr)>) -> ExprKind {
    let times = |operation: FactorRole| operation == FactorRole::Times;
    if factors.iter().any(|(operation, factor)| times(*operation) && is(factor, &Rational::zero()))
    {
        return ExprKind::Number(Rational::zero());
    }
    // From left to right a 1 changes nothing, except as what is divided.
    let one = |factor: &(FactorRole, Expr)| times(factor.0) && is(&factor.1, &Rational::one());
    let first = factors.first().is_some_and(one);
    let mut place = 0;
    factors.retain(|factor| {
        place += 1;
        place == 1 || !one(factor)
    });
    if first && factors.get(1).is_none_or(|(operation, _)| times(*operation)) {
        factors.remove(0);
    }
    match &mut factors[..] {
        [] => ExprKind::Number(Rational::one()),
        [_] => factors.swap_remove(0).1.node,
        _ => ExprKind::Product(factors),
    }
}

/// How many ambiguities of a text are resolved both ways.
const AMBIGUITIES: u32 = 3;

/// How many of them are read both ways.
const OPEN_AT_ONCE: usize = 2;

/// A formula in one of the ways in which its letters may be read.
pub(crate) struct ReadFormula {
    pub(crate) formula: Formula,
    /// The letters that may mean several things, each with the symbol that it is read as: p, m, or n for pieces.
    pub(crate) letters: Letters,
}

/// The readings of a formula.
///
/// # Errors
/// Why it cannot be read, with the place or the letter.
pub(crate) fn readings(text: &str, key: &Key<'_>) -> Result<Vec<ReadFormula>, String> {
    readings_by(text, key, &key.question.reading())
}

/// The same with these letters.
pub(crate) fn readings_by(
    text: &str,
    key: &Key<'_>,
    declared: &Reading,
) -> Result<Vec<ReadFormula>, String> {
    let question = key.question;
    if text.contains('\n') {
        return Err("the answer has several lines: write one formula in one line".to_owned());
    }
    let is_declared = |name: &str| question.letters.iter().any(|(letter, _)| letter == name);
    // N is read as p where nothing else is said.
    let ways: Vec<(Reading, Letters)> = if text.contains('N') && !is_declared("N") {
        let with = |meant| Some((declared.clone().with("N", meant).ok()?, vec![("N", meant)]));
        ["m", "p"].into_iter().filter_map(with).collect()
    } else {
        vec![(declared.clone(), Vec::new())]
    };
    // Where the cost has a number of pieces, n is that, too; so is another letter of books, if n does not occur.
    let pieces = key.is_in_pieces;
    let mut found = Vec::new();
    for (reading, before) in ways {
        for formula in both_ways(text, &reading, AMBIGUITIES)? {
            let mentions = |name: &str| formula.links().iter().any(|link| link.mentions(name));
            let is_open = |name: &&str| {
                !is_declared(name) && (mentions(name) || before.iter().any(|(own, _)| own == name))
            };
            let open: Vec<_> = OPEN_LETTERS.into_iter().filter(is_open).collect();
            if open.len() > OPEN_AT_ONCE {
                let letters = open.join(", ");
                return Err(format!("each of {letters} may mean m or p: write p, m, t_s and t_w"));
            }
            let is_strange = |name: &&str| mentions(name) && !is_declared(name);
            let other = OTHER_PIECES.into_iter().filter(|_| pieces && !mentions(PIECES));
            if let Some(name) = other.into_iter().find(is_strange)
                && let Some(formula) = formula.renamed(name, PIECES)
            {
                let letters = [before.clone(), vec![(name, PIECES)]].concat();
                found.push(ReadFormula { formula, letters });
                continue;
            }
            let own = pieces && mentions(PIECES) && !is_declared(PIECES);
            let own = own.then(|| formula.readings(|name| is_declared(name) || name == PIECES));
            let own = own.into_iter().flatten().map(|way| (vec![(PIECES, PIECES)], way));
            let others = formula.readings(is_declared).into_iter().map(|way| (Vec::new(), way));
            found.extend(own.chain(others).map(|(own, (formula, letters))| ReadFormula {
                formula,
                letters: [before.clone(), own, letters].concat(),
            }));
        }
    }
    if let Some(why) = found.iter().find_map(|read| read.formula.bandwidth()) {
        return Err(why);
    }
    // `not = ..`, `T(p/2) = ..`: names that may change what is stated. `T_ring =` does not.
    let changes = |name: &&str| !name.split_whitespace().all(names_cost);
    if let Some(name) = found.iter().find_map(|read| read.formula.name()).filter(changes) {
        return Err(format!("`{} =` cannot stand before the formula", shortened(name)));
    }
    let links = || found.iter().flat_map(|read| read.formula.links());
    if links().any(|link| degree(&link.expr) > Rational::from(LARGEST_DEGREE)) {
        return Err(format!("a power above {LARGEST_DEGREE} is not read"));
    }
    match links().find_map(|link| unknown_name(&link.expr, pieces)) {
        Some(name) => {
            Err(format!("the question has no `{name}`: write a formula in p, m, t_s and t_w"))
        }
        None => Ok(found),
    }
}

/// At most so high a power a formula has, if it is multiplied out: higher ones take long.
const LARGEST_DEGREE: u32 = 64;

/// The highest power of any letter in a formula that is multiplied out.
fn degree(expr: &Expr) -> Rational {
    let parts = expr.parts().into_iter().map(degree);
    match &expr.node {
        ExprKind::Number(_) => Rational::zero(),
        ExprKind::Name(_) => Rational::one(),
        ExprKind::Product(_) => parts.sum(),
        ExprKind::Power(base, exponent) => match &exponent.node {
            ExprKind::Number(exponent) => &degree(base) * exponent,
            _ => degree(base),
        },
        _ => parts.max().unwrap_or_default(),
    }
}

/// The grade of the reading that is right. Where there are several and none is, the program cannot decide between
/// letters; but n is the number of pieces where the cost has one, and what is wrong with all brackets is wrong.
pub(crate) fn best(readings: &[ReadFormula], judge: impl Fn(&Formula) -> Graded) -> Graded {
    let judged = |ReadFormula { formula, letters }: &ReadFormula| {
        let say = |graded: Graded, (name, meant): &(&str, &str)| {
            let meant = if *meant == PIECES { "the number of pieces" } else { meant };
            graded.reading(&format!("{name} as {meant}"))
        };
        letters.iter().fold(judge(formula), say)
    };
    let all: Vec<Graded> = readings.iter().map(judged).collect();
    let is_right = |graded: &Graded| matches!(graded.verdict, Verdict::Right | Verdict::Partly);
    let in_pieces = |read: &ReadFormula| read.letters.iter().any(|(_, meant)| *meant == PIECES);
    let pieces = readings.iter().position(in_pieces).filter(|_| readings[0].letters.len() == 1);
    let in_brackets = readings.iter().all(|read| read.letters.is_empty());
    let settled = readings.len() == 1
        || in_brackets && all.iter().all(|graded| graded.verdict == Verdict::Wrong);
    let best = all.iter().cloned().reduce(Graded::or_better);
    match (best, pieces) {
        (Some(best), _) if settled || is_right(&best) => best,
        (Some(_), Some(pieces)) => all[pieces].clone(),
        _ => Graded::unreadable(which(readings)),
    }
}

/// What to say where no reading of several is right.
fn which(readings: &[ReadFormula]) -> String {
    let letter = readings.first().and_then(|read| read.letters.first());
    letter.map_or_else(
        || "the formula can be read in two ways, and neither is right: write brackets".to_owned(),
        |(of, _)| {
            format!("`{of}` may mean m or p, and neither makes this right: write p, m, t_s and t_w")
        },
    )
}

/// Reads a text, and where it can be read in two ways, both.
fn both_ways(text: &str, reading: &Reading, depth: u32) -> Result<Vec<Formula>, String> {
    let error = match reading.read(text) {
        Ok(formula) => return Ok(vec![formula]),
        Err(error) => error,
    };
    let span = error.span;
    let (ParseErrorKind::Ambiguous { readings: both }, Some(before), Some(behind), true) =
        (&error.kind, text.get(..span.start), text.get(span.end..), depth > 0)
    else {
        return Err(unreadable(&error, text));
    };
    let read = |one| both_ways(&format!("{before}{one}{behind}"), reading, depth - 1);
    Ok(both.iter().map(read).collect::<Result<Vec<_>, _>>()?.concat())
}

/// Why a formula cannot be read, with the place.
fn unreadable(error: &ParseError, text: &str) -> String {
    let diagnostic = error.diagnostic();
    let help = diagnostic.help.map_or(String::new(), |help| format!("; {help}"));
    let at = text.get(..error.span.start).map_or(0, |before| before.chars().count()) + 1;
    format!("column {at}: {}{help}", diagnostic.message)
}

/// The letter of the number of pieces.
const PIECES: &str = "n";

/// What books call it, too.
const OTHER_PIECES: [&str; 4] = ["k", "q", "s", "b"];

/// The letters of the model and of sizes.
pub(crate) const KNOWN: [&str; 10] = ["p", "m", "d", "q", "t_s", "t_w", "t_h", "k_1", "k_2", "k_3"];

/// The logarithm of a large size.
pub(crate) const LARGE_LOG: u32 = 60;

/// A large size, a power of 2 and of 4, and a square.
pub(crate) fn large_size() -> Bindings {
    let with = |at: Bindings, name| at.with(name, large(name, LARGE_LOG, 0));
    KNOWN.into_iter().fold(Bindings::new(), with)
}

/// A name in a formula that is no symbol of the model, no size, no index of a sum, and not n where the cost has pieces.
pub(crate) fn unknown_name(expr: &Expr, pieces: bool) -> Option<&str> {
    let mut found = None;
    expr.visit(&mut Vec::new(), &mut |part, bound| {
        if let ExprKind::Name(name) = &part.node
            && !KNOWN.contains(&&**name)
            && !(pieces && name == PIECES)
            && !bound.contains(name)
        {
            found.get_or_insert(&**name);
        }
    });
    found
}
