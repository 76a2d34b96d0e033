//! A price compared with the algorithm's closed form, the textbook's, and a person's own answer: the one reader of answers,
//! which says what a grade says.

use crate::answers::{grain, with_points};
use crate::grade::{expected, fitting, reason};
use crate::prelude::*;
use hockney_ask::answer as ask;
use hockney_ask::answer::Unanswered;
use hockney_cost::{self as cost, Comparison, Numbers, Switching};
use hockney_formula::{self as formula, EvaluateError, OneWay, ParseError, Value};
use serde::Serialize;
use thiserror::Error;

type Result<T> = std::result::Result<T, NotCompared>;

/// Why a price is not compared with an answer.
#[derive(Clone, Debug, Error)]
pub enum NotCompared {
    /// The answer cannot be read.
    #[error(transparent)]
    Unread(#[from] ParseError),
    /// The answer has no value at this size.
    #[error(transparent)]
    NoValue(#[from] EvaluateError),
    /// There is nothing to compare, or it is not decided.
    #[error(transparent)]
    Unanswered(#[from] Unanswered),
}

const EQUAL: &str = "equal";
/// The verdict on an answer that is not the cost.
pub const DIFFERENT: &str = "different";

/// The closed form of the algorithm at this size.
#[derive(Clone, Debug, Serialize)]
pub struct ClosedFormRow {
    /// The form.
    pub formula: String,
    /// Where it stands in the literature.
    pub source: String,
    /// `equal`, `different` or `proved`.
    pub verdict: &'static str,
    /// Its value at this size.
    pub value: String,
    /// The value as a cost, if it has no irrational coefficients.
    pub cost: Option<Cost>,
    /// Whether the hops of the price were left out, since the formula does not mention t_h.
    pub hops_left_out: bool,
    /// The terms in which the price has another coefficient.
    pub differences: Vec<Difference>,
    /// The textbook's form, where that is another.
    pub textbook: Option<TextbookRow>,
}

/// How the textbook states it.
#[derive(Clone, Debug, Serialize)]
pub struct TextbookRow {
    /// The form.
    pub formula: String,
    /// Where it stands.
    pub source: &'static str,
    /// `equal`, or `approximation` where it is another number at this size.
    pub verdict: &'static str,
    /// Its value at this size.
    pub value: String,
}

/// A person's own answer.
#[derive(Clone, Debug, Serialize)]
pub struct ExpectRow {
    /// The answer, on one line.
    pub expected: String,
    /// `equal` or [`DIFFERENT`].
    pub verdict: &'static str,
    /// Its value at this size.
    pub value: String,
    /// Whether the hops of the price were left out, since the formula does not mention t_h.
    pub hops_left_out: bool,
    /// The terms in which the price has another coefficient.
    pub differences: Vec<Difference>,
    /// The mistake that it is, in the words of a grade.
    pub reason: Option<String>,
    /// How names and spellings were read that could mean something else.
    pub notes: Vec<String>,
    /// The value as a cost, if it has no other terms.
    #[serde(skip)]
    pub cost: Option<Cost>,
}

/// A term in which the price and a formula differ.
#[derive(Clone, Debug, Serialize)]
pub struct Difference {
    /// `t_s`, `m t_w`, `t_h`, `total`, `steps`, or 1 for what has no time.
    pub term: String,
    /// The coefficient in the price.
    #[serde(rename = "price")]
    pub measured: String,
    /// The coefficient in the formula.
    pub formula: String,
}

/// An answer that a person expects to be the cost.
///
/// ```
/// use hockney_ask::answer::{How, answer};
/// use hockney_core::topology::Topology;
/// use hockney_cost::Numbers;
/// use hockney_grader::expect::Expected;
/// use hockney_plan::question::Question;
///
/// let question = Question::new("broadcast", Topology::parse("ring:8").unwrap()).unwrap();
/// let priced = answer(question, &How::at(Numbers::of(100, 5, 1))).unwrap();
/// let verdict = |text: &str| Expected::read(text, None)?.compare(&priced).map(|row| row.verdict);
/// assert_eq!(verdict("(ts + m tw) log p").unwrap(), "equal");
/// assert_eq!(verdict("T = 3 (5 + 100) = 315").unwrap(), "equal");
/// assert_eq!(verdict("3 ts + m tw").unwrap(), "different");
/// ```
#[derive(Debug)]
pub struct Expected {
    text: String,
    what: What,
}

#[derive(Debug)]
enum What {
    Formula(Formula),
    /// A number; behind `≈` also what its last digit counts.
    Number(Rational, Option<Rational>),
    /// A number or a formula for the number of steps.
    Steps(Formula),
    /// What only a grade may read, with the reason.
    Unread(NotCompared),
}

impl Expected {
    /// Reads `(ts + m tw) log p`, `105`, `21/2`, `3.03 us`, `3 steps` or `log p steps`.
    ///
    /// `unit` is that of the total, where times have one.
    ///
    /// # Errors
    /// A number of steps that cannot be read. Whatever else cannot be read here may be read by a grade.
    pub fn read(text: &str, unit: Option<&str>) -> Result<Self> {
        let what = |what| Expected { text: text.to_owned(), what };
        let parsed = |text: &str| {
            let formula = formula::parse(text)?;
            let why = formula.bandwidth().map(|why| format!("the expected answer: {why}"));
            why.map_or(Ok(formula), |why| Err(Unanswered::unusable(why).into()))
        };
        let trimmed = text.trim();
        let without = |end: &str| {
            let (before, behind) =
                text.trim_end().split_at_checked(text.trim_end().len().checked_sub(end.len())?)?;
            behind.eq_ignore_ascii_case(end).then_some(before)
        };
        if let Some(steps) = without("steps").or_else(|| without("step")) {
            return Ok(what(What::Steps(parsed(steps)?)));
        }
        let number = |text: &str| {
            let text = &*with_points(text)?;
            let without_unit = unit.and_then(|unit| text.strip_suffix(unit)).map(str::trim_end);
            without_unit.unwrap_or(text).parse().ok().or_else(|| Numbers::time(text, unit))
        };
        let rough = trimmed.strip_prefix(['≈', '~']).map(str::trim_start);
        if let Some(found) = number(rough.unwrap_or(trimmed)) {
            let digits = rough.map(|of| of.trim_end_matches(|c: char| !c.is_ascii_digit()));
            let last = digits.and_then(|digits| {
                let digits = with_points(digits)?;
                let one = digits.parse::<Rational>().ok()?;
                (&found * &grain(&digits)).checked_div(&one)
            });
            return Ok(what(What::Number(found, last)));
        }
        if unit.is_none() && Numbers::time(trimmed, Some("s")).is_some() {
            let why = format!("`{trimmed}` has a unit, and the given times have none");
            let help = "write the number alone, or give --ts and --tw units, such as --ts 5us";
            return Ok(what(What::Unread(Unanswered::unusable(why).help(help).into())));
        }
        Ok(what(parsed(text).map_or_else(What::Unread, What::Formula)))
    }

    /// The question of an answer with its numbers, and whether messages wait; `None` where there is no such question.
    fn question<'a>(&self, priced: &'a ask::Priced) -> Option<(Request, &'a Numbers, bool)> {
        let is_exact = match &self.what {
            What::Formula(formula) => formula.stated().is_some_and(Link::is_exact),
            What::Number(_, grain) => grain.is_none(),
            What::Unread(_) => true,
            What::Steps(_) => false,
        };
        let model = priced.model.switching == Switching::CutThrough;
        let cost = priced.figures.cost.as_ref().filter(|cost| cost.is_linear());
        let subject = &priced.subject;
        let [phase] = &subject.schedule().phases[..] else { return None };
        cost.filter(|_| is_exact && model)?;
        let asked = request(subject, phase.instance());
        Some((asked, &priced.figures.numbers, priced.model.contention))
    }

    /// The grade in the question that names the algorithm of the plan; `None` where there is no such question, and for what
    /// is not an exact answer.
    fn graded(&self, answer: &ask::Answer) -> Option<Graded> {
        let priced = answer.priced()?;
        let (asked, numbers, contention) = self.question(priced)?;
        expected(&asked, priced.subject.algorithm?, numbers, contention, &self.text)
    }

    /// Another algorithm whose cost it is, where the question names none and accepts it as well.
    pub fn fitting(&self, priced: &ask::Priced) -> Option<&'static str> {
        let (asked, numbers, contention) = self.question(priced)?;
        fitting(&asked, numbers, contention, &self.text).map(Algorithm::name)
    }

    fn row_of(&self, answer: &ask::Answer) -> Result<ExpectRow> {
        let (text, figures) = (self.text.trim(), answer.figures());
        let (proved, form) = match answer {
            ask::Answer::Priced(priced) => (false, priced.subject.closed_form()),
            ask::Answer::Proved(proved) => (true, Some(proved.found.form.clone())),
        };
        // Letters that may mean m or p, the likeliest reading first. Where the closed form has the number of pieces, n may
        // be that, too.
        let known = &figures.bindings;
        let form = form.and_then(|form| formula::parse(&form.formula).ok());
        let mentions = |of: &Formula| of.links().iter().any(|link| link.mentions("n"));
        let in_pieces = known.get("n").is_none() && form.is_some_and(|form| mentions(&form));
        let bindings = &if in_pieces { known.clone().with("n", 1) } else { known.clone() };
        let readings = |formula: &Formula| {
            let own = (formula.clone(), Vec::new());
            let own = Some(own).filter(|_| in_pieces && mentions(formula));
            let others = formula.readings(|letter| known.get(letter).is_some());
            own.into_iter().chain(others).collect::<Vec<OneWay>>()
        };
        let row =
            |verdict, value, differences| ExpectRow { differences, ..row(text, verdict, value) };
        let one_term = |term: &str, equal: bool, value, measured: String, formula: String| {
            let term = term.to_owned();
            let differences = (!equal).then_some(Difference { term, measured, formula });
            let verdict = if equal { EQUAL } else { DIFFERENT };
            row(verdict, value, differences.into_iter().collect())
        };
        match (&self.what, figures.cost.as_ref()) {
            (What::Steps(formula), _) => {
                let found = Rational::from(figures.steps);
                let evaluated = |(formula, _): OneWay| Ok(formula.evaluate(bindings)?);
                let ways = readings(formula).into_iter().map(evaluated).collect();
                let steps = likeliest(ways, |steps| steps.as_rational().as_ref() == Some(&found))?;
                let equal = steps.as_rational() == Some(found);
                let value = format!("{steps} steps");
                Ok(one_term("steps", equal, value, figures.steps.to_string(), steps.to_string()))
            }
            (What::Unread(why), _) => Err(why.clone()),
            // An invalid schedule has no cost to compare an answer with.
            (_, None) => {
                let value = "the schedule is invalid and has no cost".to_owned();
                Ok(row(DIFFERENT, value, Vec::new()))
            }
            (What::Number(number, grain), Some(cost)) => {
                let total = match &figures.total {
                    Some(total) => total.clone(),
                    // A cost of nothing is 0 whatever m, t_s and t_w are.
                    None if *cost == Cost::default() => Rational::zero(),
                    None => {
                        let why = format!("--expect {text} is a number");
                        return Err(Unanswered::unusable(why).help("it is compared with the total: give -m, --ts and --tw, or write `3 steps`").into());
                    }
                };
                let (measured, value) = (total.to_string(), number.to_string());
                let off = (number - &total).abs() * Rational::from(2_u32);
                let equal = off <= grain.clone().unwrap_or_default();
                Ok(one_term("total", equal, value.clone(), measured, value))
            }
            (What::Formula(formula), _) if proved && formula.mentions("t_h") => {
                let message = "a proof counts no hops, but the expected answer has a term in t_h";
                Err(Unanswered::unusable(message).help("leave out its term in t_h").into())
            }
            (What::Formula(_), Some(cost)) if !cost.is_linear() => Err(without_formula(cost)),
            (What::Formula(formula), Some(cost)) => {
                let held = |formula: &Formula| compared(formula, text, bindings, cost);
                let way = |(formula, letters): OneWay| Ok((held(&formula)?, letters));
                let ways = readings(formula).into_iter().map(way).collect();
                let (compared, letters) =
                    likeliest(ways, |(compared, _)| compared.verdict == EQUAL)?;
                let Compared { value, verdict, differences, hops_left_out } = compared;
                let hops_left_out = hops_left_out || proved;
                let mut notes: Vec<String> =
                    formula.notes().iter().map(ToString::to_string).collect();
                let said = |(letter, symbol)| read_as(letter, symbol, verdict);
                notes.extend(letters.into_iter().map(said));
                // Where the message is cut, n is the number of pieces.
                if let (Some(n), DIFFERENT, Some(renamed)) =
                    (bindings.get("n"), verdict, formula.renamed("n", "m"))
                    && held(&renamed).is_ok_and(|held| held.verdict == EQUAL)
                {
                    notes.push(format!(
                        "`n` is read as the number of pieces, {n}; with m for n it is equal"
                    ));
                }
                // Only what has no other terms is a cost.
                let whole = |cost: &Cost| {
                    let cost = cost.clone();
                    let all = Value::cost(cost.t_s, cost.t_w, cost.t_h);
                    formula::compare(&all, &value) == Comparison::Equal
                };
                let whole = cost::as_cost(&value).filter(whole);
                let value = value.to_string();
                let row = row(verdict, value, differences);
                Ok(ExpectRow { hops_left_out, notes, cost: whole, ..row })
            }
        }
    }

    /// Compares it with the price: as a grade does, where there is one.
    ///
    /// # Errors
    /// An answer that cannot be read or has no value at this size, and one that is not decided.
    pub fn compare(&self, answer: &ask::Answer) -> Result<ExpectRow> {
        let (text, found) = (self.text.trim(), self.row_of(answer));
        let graded = self.graded(answer);
        let verdict = match graded.as_ref().map(|graded| (graded.verdict, &graded.hint)) {
            None => found.as_ref().map_or(DIFFERENT, |row| row.verdict),
            Some((Verdict::Right, _)) => EQUAL,
            Some((Verdict::Partly | Verdict::Wrong, _)) => DIFFERENT,
            Some((Verdict::UnreadableSet | Verdict::Missing, _)) if found.is_err() => return found,
            // What a grade leaves to a person the messages of the schedule may decide.
            Some((Verdict::Undecided | Verdict::UnreadableSet | Verdict::Missing, why)) => {
                let Ok(row) = &found else {
                    let why = format!("cannot decide whether `{text}` is the cost: {why}");
                    return Err(Unanswered::undecided(why).into());
                };
                row.verdict
            }
        };
        let row = match found {
            Err(_) if graded.is_some() => row(text, verdict, text.to_owned()),
            // Where a letter has another meaning in a grade, the value here is none of the answer.
            Ok(found) if verdict == EQUAL && found.verdict == DIFFERENT => {
                row(text, verdict, text.to_owned())
            }
            found => found?,
        };
        let is_wrong = matches!(self.what, What::Formula(_)) && verdict == DIFFERENT;
        let reason = is_wrong.then(|| why(answer, text)).flatten();
        let reason =
            reason.or(graded.filter(|_| verdict == DIFFERENT).and_then(|graded| graded.reason));
        let differences = if verdict == EQUAL { Vec::new() } else { row.differences };
        Ok(ExpectRow { verdict, differences, reason, ..row })
    }
}

/// The closed form of the planned algorithm against the price; `None` where there is none, or where the price is not of
/// the kind that it mentions.
///
/// # Errors
/// A form that is not compared with this price exactly.
pub fn closed_form(answer: &ask::Answer) -> std::result::Result<Option<ClosedFormRow>, Unanswered> {
    form_row(answer).map_err(|why| match why {
        NotCompared::Unanswered(why) => why,
        why => Unanswered::undecided(why.to_string()),
    })
}

fn form_row(answer: &ask::Answer) -> Result<Option<ClosedFormRow>> {
    let priced = match answer {
        ask::Answer::Priced(priced) => priced,
        ask::Answer::Proved(proved) => {
            let (form, cost) = (&proved.found.form, &proved.found.cost);
            let bindings = proved.question.size.bindings().with("n", proved.pieces);
            let row = closed_form_row(form, &bindings, cost)?;
            // That it is the cost was not compared here, it is what is proved.
            return Ok(Some(ClosedFormRow { verdict: "proved", hops_left_out: true, ..row }));
        }
    };
    let subject = &priced.subject;
    let comparable = priced.model.switching == Switching::CutThrough && subject.report().is_valid();
    let form = subject.closed_form().filter(|_| comparable);
    let Some((form, cost)) = form.zip(priced.figures.cost.as_ref()) else { return Ok(None) };
    let instance = subject.schedule().phases[0].instance();
    let bindings = cost::bindings_of(subject.planned_on(), instance);
    closed_form_row(&form, &bindings, cost).map(Some)
}

/// A closed form compared with a price.
fn closed_form_row(form: &ClosedForm, bindings: &Bindings, cost: &Cost) -> Result<ClosedFormRow> {
    let compared = |text: &str| compared(&parse(text)?, text, bindings, cost);
    let textbook = form.textbook.as_ref().map(|book| {
        let Compared { value, verdict, .. } = compared(&book.formula)?;
        let verdict = if verdict == EQUAL { EQUAL } else { "approximation" };
        let (formula, source, value) = (book.formula.clone(), book.source, value.to_string());
        Ok::<_, NotCompared>(TextbookRow { formula, source, verdict, value })
    });
    let Compared { value, verdict, differences, hops_left_out } = compared(&form.formula)?;
    Ok(ClosedFormRow {
        formula: form.formula.clone(),
        source: form.source.to_owned(),
        verdict,
        cost: cost::as_cost(&value),
        value: value.to_string(),
        hops_left_out,
        differences,
        textbook: textbook.transpose()?,
    })
}

/// A price against a formula.
struct Compared {
    value: Value,
    verdict: &'static str,
    differences: Vec<Difference>,
    hops_left_out: bool,
}

fn compared(formula: &Formula, text: &str, bindings: &Bindings, cost: &Cost) -> Result<Compared> {
    let measured = cost::against(formula, bindings, cost)?;
    let (verdict, differences) = match measured.comparison {
        Comparison::Equal => (EQUAL, Vec::new()),
        Comparison::Different { terms } => {
            let difference = |term: &formula::TermDifference| Difference {
                term: term.term.clone(),
                measured: term.left.to_string(),
                formula: term.right.to_string(),
            };
            (DIFFERENT, terms.iter().map(difference).collect())
        }
        Comparison::Undecided(why) => {
            let why = format!("cannot decide whether `{text}` is the cost: {why}");
            return Err(Unanswered::undecided(why).into());
        }
    };
    let hops_left_out = measured.hops_left_out;
    Ok(Compared { value: measured.value, verdict, differences, hops_left_out })
}

/// Of several ways the first that agrees, or else the first that has a value.
fn likeliest<T>(mut ways: Vec<Result<T>>, agrees: impl Fn(&T) -> bool) -> Result<T> {
    let first = |is: &dyn Fn(&T) -> bool| ways.iter().position(|way| way.as_ref().is_ok_and(is));
    let place = first(&agrees).or_else(|| first(&|_| true)).unwrap_or(0);
    ways.swap_remove(place)
}

/// Why a person's formula is wrong, as a grade has it.
fn why(answer: &ask::Answer, text: &str) -> Option<String> {
    let ask::Answer::Priced(priced) = answer else { return None };
    let subject = &priced.subject;
    let [phase] = &subject.schedule().phases[..] else { return None };
    let asked = request(subject, phase.instance());
    reason(&asked, subject.algorithm?, text, SizeSet::Own)
}

/// A row without a difference.
fn row(text: &str, verdict: &'static str, value: String) -> ExpectRow {
    ExpectRow {
        expected: text.split_whitespace().collect::<Vec<_>>().join(" "),
        verdict,
        value,
        hops_left_out: false,
        differences: Vec::new(),
        reason: None,
        notes: Vec::new(),
        cost: None,
    }
}

/// What is asked, as the planner has it.
fn request(subject: &ask::Subject, instance: &Instance) -> Request {
    let (topology, ports) = (subject.planned_on().clone(), subject.schedule().ports);
    Request { topology, instance: instance.clone(), ports, order: None }
}

/// `n` is read as m: in a wrong answer it may have been meant for p.
fn read_as(letter: &str, symbol: &str, verdict: &str) -> String {
    let is_size = verdict == DIFFERENT && symbol == "m";
    let unless = if is_size { "; the number of nodes is p" } else { "" };
    format!("`{letter}` is read as {symbol}{unless}")
}

/// Why a cost is compared with no formula.
fn without_formula(cost: &Cost) -> NotCompared {
    let message = if cost.has_messages() {
        "a formula has one t_s and t_w, and a table of times has none"
    } else {
        "a formula has one t_w, and these links have one for each class"
    };
    Unanswered::unusable(message).help("--expect takes the total, or the number of steps").into()
}
