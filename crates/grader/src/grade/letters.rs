//! The letters of a formula: those of the model, those that the question declares, and those that
//! may mean m or p.

use super::super::answers::leads_in;
use crate::{Graded, Question, Symbol, Verdict};
use hockney_base::number::Rational;
use hockney_files::shortened;
use hockney_formula::{
    Bindings, Expr, Formula, Node, OPEN_LETTERS, ParseError, ParseErrorKind, Reading,
};

/// How many ambiguities of a text are resolved both ways.
const AMBIGUITIES: u32 = 3;
/// How many of them are read both ways.
const OPEN_AT_ONCE: usize = 2;

/// A formula in one of the ways in which its letters may be read.
pub(crate) struct ReadFormula {
    pub(crate) formula: Formula,
    /// The letters that may mean several things, each with what it is read as.
    pub(crate) letters: Vec<(&'static str, Symbol)>,
}

/// The readings of a formula.
///
/// # Errors
/// Why it cannot be read, with the place or the letter.
pub(crate) fn readings(text: &str, question: &Question) -> Result<Vec<ReadFormula>, String> {
    let declared = |reading: Reading, (letter, formula): &(String, String)| {
        reading.clone().with(letter, formula).unwrap_or(reading)
    };
    let declared = question.letters.iter().fold(Reading::new(), declared);
    if text.contains('\n') {
        return Err("the answer has several lines: write one formula in one line".to_owned());
    }
    let plain = both_ways(text, &declared, AMBIGUITIES)?;
    let is_declared = |name: &&&str| question.letters.iter().any(|(letter, _)| letter == **name);
    // N is read as p where nothing else is said.
    let mentions = |name: &str| plain[0].links().iter().any(|link| link.mentions(name));
    let written = |name: &&&str| mentions(name) || **name == "N" && text.contains('N');
    let open: Vec<&'static str> =
        OPEN_LETTERS.iter().filter(|name| !is_declared(name)).filter(written).copied().collect();
    if open.len() > OPEN_AT_ONCE {
        let letters = open.join(", ");
        return Err(format!("each of {letters} may mean m or p: write p, m, t_s and t_w"));
    }
    let mut found = Vec::new();
    for choice in 0..1_u32 << open.len() {
        let (mut reading, mut letters) = (declared.clone(), Vec::new());
        for (bit, name) in open.iter().enumerate() {
            let meant = if choice >> bit & 1 == 0 { Symbol::M } else { Symbol::P };
            letters.push((*name, meant));
            reading = reading.with(name, meant.name()).map_err(|why| why.to_string())?;
        }
        let formulas = both_ways(text, &reading, AMBIGUITIES)?;
        found.extend(
            formulas.into_iter().map(|formula| ReadFormula { formula, letters: letters.clone() }),
        );
    }
    // `not = ..`, `T(p/2) = ..`: names that may change what is stated. `T_ring =` does not.
    let changes = |name: &&str| !leads_in(name, &question.names());
    if let Some(name) = found.iter().find_map(|read| read.formula.name()).filter(changes) {
        return Err(format!("`{} =` cannot stand before the formula", shortened(name)));
    }
    let links = || found.iter().flat_map(|read| read.formula.links());
    if links().any(|link| degree(&link.expr) > Rational::from(LARGEST_DEGREE)) {
        return Err(format!("a power above {LARGEST_DEGREE} is not read"));
    }
    match links().find_map(|link| unknown_name(&link.expr)) {
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
        Node::Number(_) => Rational::zero(),
        Node::Name(_) => Rational::one(),
        Node::Product(_) => parts.sum(),
        Node::Power(base, exponent) => match &exponent.node {
            Node::Number(exponent) => &degree(base) * exponent,
            _ => degree(base),
        },
        _ => parts.max().unwrap_or_default(),
    }
}

/// The grade of the reading that is right. Where there are several and none is, the program cannot
/// decide between them.
pub(crate) fn best(readings: &[ReadFormula], judge: impl Fn(&Formula) -> Graded) -> Graded {
    let judged = readings.iter().map(|ReadFormula { formula, letters }| {
        let say = |graded: Graded, (name, meant): &(&str, Symbol)| {
            graded.reading(&format!("{name} as {}", meant.name()))
        };
        letters.iter().fold(judge(formula), say)
    });
    let best = judged.reduce(Graded::or_better);
    let decides = |graded: &Graded| {
        readings.len() == 1 || matches!(graded.verdict, Verdict::Right | Verdict::Partly)
    };
    best.filter(decides).unwrap_or_else(|| Graded::unreadable(which(readings)))
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

/// The letters of the model and of sizes.
pub(crate) const KNOWN: [&str; 10] = ["p", "m", "d", "q", "t_s", "t_w", "t_h", "k_1", "k_2", "k_3"];

/// A large size, a power of 2 and of 4, and a square; the other letters are 1.
pub(crate) fn large_size() -> Bindings {
    const LOG: u32 = 60;
    let value = |name: &str| match name {
        "p" => Rational::power_of_two(LOG),
        "d" => Rational::from(LOG),
        "k_1" | "k_2" | "q" => Rational::power_of_two(LOG / 2),
        _ => Rational::one(),
    };
    KNOWN.into_iter().fold(Bindings::new(), |at, name| at.with(name, value(name)))
}

/// A name in a formula that is no symbol of the model, no size and no index of a sum.
pub(crate) fn unknown_name(expr: &Expr) -> Option<&str> {
    let mut found = None;
    expr.visit(&mut Vec::new(), &mut |part, bound| {
        if let Node::Name(name) = &part.node
            && !KNOWN.contains(&&**name)
            && !bound.contains(name)
        {
            found.get_or_insert(&**name);
        }
    });
    found
}
