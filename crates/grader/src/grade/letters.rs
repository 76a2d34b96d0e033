//! The letters of a formula: those of the model, those that the question declares, and those that
//! may mean m or p.

use super::super::answers::names_cost;
use crate::{Graded, Key, Verdict};
use hockney_base::number::Rational;
use hockney_files::shortened;
use hockney_formula::{
    Bindings, Expr, ExprKind, Formula, Letters, OPEN_LETTERS, ParseError, ParseErrorKind, Reading,
    large,
};

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
    let question = key.question;
    let declared = question.reading();
    if text.contains('\n') {
        return Err("the answer has several lines: write one formula in one line".to_owned());
    }
    // No letter x is known here.
    let text = &*text.replace(" x ", " * ");
    let is_declared = |name: &str| question.letters.iter().any(|(letter, _)| letter == name);
    // N is read as p where nothing else is said.
    let ways: Vec<(Reading, Letters)> = if text.contains('N') && !is_declared("N") {
        let with = |meant| Some((declared.clone().with("N", meant).ok()?, vec![("N", meant)]));
        ["m", "p"].into_iter().filter_map(with).collect()
    } else {
        vec![(declared, Vec::new())]
    };
    // Where the cost has a number of pieces, n is that, too.
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
    match links()
        .find_map(|link| unknown_name(&link.expr))
        .filter(|name| !pieces || *name != PIECES)
    {
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
    match readings.first().and_then(|read| read.letters.first()) {
        Some((name, _)) => {
            format!(
                "`{name}` may mean m or p, and neither makes this right: write p, m, t_s and t_w"
            )
        }
        None => {
            "the formula can be read in two ways, and neither is right: write brackets".to_owned()
        }
    }
}

/// Reads a text, and where it can be read in two ways, both.
fn both_ways(text: &str, reading: &Reading, depth: u32) -> Result<Vec<Formula>, String> {
    let error = match reading.read(text) {
        Ok(formula) => return Ok(vec![formula]),
        Err(error) => error,
    };
    let span = error.span;
    let (ParseErrorKind::Ambiguous { readings: both }, true) = (&error.kind, depth > 0) else {
        return Err(unreadable(&error, text));
    };
    let (Some(before), Some(behind)) = (text.get(..span.start), text.get(span.end..)) else {
        return Err(unreadable(&error, text));
    };
    let mut found = Vec::new();
    for one in both {
        found.extend(both_ways(&format!("{before}{one}{behind}"), reading, depth - 1)?);
    }
    Ok(found)
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

/// The letters of the model and of sizes.
pub(crate) const KNOWN: [&str; 10] = ["p", "m", "d", "q", "t_s", "t_w", "t_h", "k_1", "k_2", "k_3"];

/// The logarithm of a large size.
pub(crate) const LARGE_LOG: u32 = 60;

/// A large size, a power of 2 and of 4, and a square.
pub(crate) fn large_size() -> Bindings {
    let with = |at: Bindings, name| at.with(name, large(name, LARGE_LOG, 0));
    KNOWN.into_iter().fold(Bindings::new(), with)
}

/// A name in a formula that is no symbol of the model, no size and no index of a sum.
pub(crate) fn unknown_name(expr: &Expr) -> Option<&str> {
    let mut found = None;
    expr.visit(&mut Vec::new(), &mut |part, bound| {
        if let ExprKind::Name(name) = &part.node
            && !KNOWN.contains(&&**name)
            && !bound.contains(name)
        {
            found.get_or_insert(&**name);
        }
    });
    found
}
