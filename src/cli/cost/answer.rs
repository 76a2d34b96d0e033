//! A price compared with the algorithm's closed form, the textbook's, and a person's own answer.

use crate::cli::prelude::*;
use hockney_ask::answer as ask;
use hockney_base::diagnostic::Source;
use hockney_cost::{self as cost, Comparison};
use hockney_formula::{Bindings, OneWay, Value};
use hockney_grader::{Graded, SizeSet, Verdict};
use hockney_plan::planner::{ClosedForm, Request};

/// The name of an answer in messages.
const ANSWER: &str = "the expected answer";

const EQUAL: &str = "equal";
pub(super) const DIFFERENT: &str = "different";

/// The closed form of the algorithm at this size.
#[derive(Serialize)]
pub(crate) struct ClosedFormRow {
    pub(crate) formula: String,
    pub(crate) source: String,
    pub(crate) verdict: &'static str,
    /// Its value at this size.
    pub(crate) value: String,
    pub(crate) cost: Option<Cost>,
    /// Whether the hops of the price were left out, since the formula does not mention t_h.
    pub(crate) hops_left_out: bool,
    pub(crate) differences: Vec<Difference>,
    pub(crate) textbook: Option<TextbookRow>,
}

/// How the textbook states it.
#[derive(Serialize)]
pub(crate) struct TextbookRow {
    pub(crate) formula: String,
    pub(crate) source: &'static str,
    /// `equal`, or `approximation` where it is another number at this size.
    pub(crate) verdict: &'static str,
    pub(crate) value: String,
}

/// A person's own answer.
#[derive(Serialize)]
pub(crate) struct ExpectRow {
    pub(crate) expected: String,
    pub(crate) verdict: &'static str,
    pub(crate) value: String,
    /// Whether the hops of the price were left out, since the formula does not mention t_h.
    pub(crate) hops_left_out: bool,
    pub(crate) differences: Vec<Difference>,
    /// The mistake that it is, in the words of a grade.
    pub(crate) reason: Option<String>,
    /// How names and spellings were read that could mean something else.
    pub(crate) notes: Vec<String>,
    /// The value as a page shows it, where that is another text.
    #[serde(skip)]
    pub(crate) shown: Option<String>,
}

/// A term in which the price and a formula differ.
#[derive(Serialize)]
pub(crate) struct Difference {
    pub(crate) term: String,
    pub(crate) price: String,
    pub(crate) formula: String,
}

impl Difference {
    /// `in t_s: the schedule has 7, your answer 8`
    pub(crate) fn said(&self, whose: &str) -> String {
        let Difference { term, price, formula } = self;
        // A term without t_s, t_w and t_h has no name but 1.
        let term = if term == "1" { "the term without a time" } else { term };
        let short = |text: &String| text.parse::<Rational>().map_or(text.clone(), |n| shown(&n));
        let (price, formula) = (short(price), short(formula));
        format!("in {term}: the schedule has {price}, {whose} {formula}")
    }
}

/// An expected answer.
pub(crate) struct Expected {
    text: String,
    what: What,
}

enum What {
    Formula(Formula),
    /// A number; behind `≈` also what its last digit counts.
    Number(Rational, Option<Rational>),
    /// A number or a formula for the number of steps.
    Steps(Formula),
    /// What only a grade may read, with the reason.
    Unread(Failure),
}

/// Reads `(ts + m tw) log p`, `105`, `21/2`, `3.03 us`, `3 steps` or `log p steps`.
///
/// `unit` is that of the total, where times have one.
pub(super) fn read(given: &str, unit: Option<&str>) -> Result<Expected> {
    read_text(input::formula_text(given, ANSWER)?, unit)
}

/// The same from a text that is there, which names no file.
pub(crate) fn read_text(
    NamedText { name, text }: NamedText,
    unit: Option<&str>,
) -> Result<Expected> {
    let trimmed = text.trim().to_owned();
    let parsed = |text: String| input::formula(&NamedText { name, text });
    let lower = trimmed.to_lowercase();
    if let Some(steps) = lower.strip_suffix("steps").or_else(|| lower.strip_suffix("step")) {
        let what = What::Steps(parsed(trimmed[..steps.len()].to_owned())?);
        return Ok(Expected { text: trimmed, what });
    }
    let number = |text: &str| {
        let text = &*hockney_grader::with_points(text)?;
        let without_unit = unit.and_then(|unit| text.strip_suffix(unit)).map(str::trim_end);
        without_unit.unwrap_or(text).parse().ok().or_else(|| Numbers::time(text, unit))
    };
    let rough = trimmed.strip_prefix(['≈', '~']).map(str::trim_start);
    if let Some(found) = number(rough.unwrap_or(&trimmed)) {
        let digits = rough.map(|of| of.trim_end_matches(|c: char| !c.is_ascii_digit()));
        let grain = digits.and_then(|digits| {
            let digits = hockney_grader::with_points(digits)?;
            let one = digits.parse::<Rational>().ok()?;
            (&found * &hockney_grader::grain(&digits)).checked_div(&one)
        });
        return Ok(Expected { text: trimmed, what: What::Number(found, grain) });
    }
    if unit.is_none() && Numbers::time(&trimmed, Some("s")).is_some() {
        let why = format!("`{trimmed}` has a unit, and the given times have none");
        let help = "write the number alone, or give --ts and --tw units, such as --ts 5us";
        return Ok(Expected { text: trimmed, what: What::Unread(Failure::input(why).help(help)) });
    }
    // Places in messages are those of the text as it was given.
    let what = parsed(text.clone()).map_or_else(What::Unread, What::Formula);
    Ok(Expected { text, what })
}

/// The closed form of the planned algorithm against the price; `None` where there is none, or where the price is not of
/// the kind that it mentions.
pub(crate) fn closed_form(answer: &ask::Answer) -> Result<Option<ClosedFormRow>> {
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
    let name = "the closed form";
    let compared = |text: &str| {
        let formula = formula::parse(text).map_err(|e| in_text(&e.diagnostic(), name, text))?;
        compared(&formula, text, name, bindings, cost)
    };
    let textbook = form.textbook.as_ref().map(|book| {
        let Compared { value, verdict, .. } = compared(&book.formula)?;
        let verdict = if verdict == EQUAL { EQUAL } else { "approximation" };
        let (formula, source, value) = (book.formula.clone(), book.source, value.to_string());
        Ok::<_, Failure>(TextbookRow { formula, source, verdict, value })
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

fn in_text(diagnostic: &Diagnostic, name: &str, text: &str) -> Failure {
    Failure::in_text(diagnostic, &Source::new(name, text))
}

/// A price against a formula.
struct Compared {
    value: Value,
    verdict: &'static str,
    differences: Vec<Difference>,
    hops_left_out: bool,
}

fn compared(
    formula: &Formula,
    text: &str,
    name: &str,
    bindings: &Bindings,
    cost: &Cost,
) -> Result<Compared> {
    let measured = cost::against(formula, bindings, cost)
        .map_err(|error| in_text(&error.diagnostic(), name, text))?;
    let (verdict, differences) = match measured.comparison {
        Comparison::Equal => (EQUAL, Vec::new()),
        Comparison::Different { terms } => {
            let difference = |term: &formula::TermDifference| Difference {
                term: term.term.clone(),
                price: term.left.to_string(),
                formula: term.right.to_string(),
            };
            (DIFFERENT, terms.iter().map(difference).collect())
        }
        Comparison::Undecided(why) => {
            let why = format!("cannot decide whether `{text}` is the cost: {why}");
            return Err(Failure::no_answer(why));
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
fn reason(answer: &ask::Answer, text: &str) -> Option<String> {
    let ask::Answer::Priced(priced) = answer else { return None };
    let subject = &priced.subject;
    let [phase] = &subject.schedule().phases[..] else { return None };
    let asked = request(subject, phase.instance());
    hockney_grader::reason(&asked, subject.algorithm?, text, SizeSet::Own)
}

/// The grade of a person's answer in the question that names the algorithm of the plan; `None` where there is no such
/// question, and for what is not an exact answer.
fn graded(expected: &Expected, answer: &ask::Answer) -> Option<Graded> {
    let ask::Answer::Priced(priced) = answer else { return None };
    let is_exact = match &expected.what {
        What::Formula(formula) => formula.stated().is_some_and(formula::Link::is_exact),
        What::Number(_, grain) => grain.is_none(),
        What::Unread(_) => true,
        What::Steps(_) => false,
    };
    let model = priced.model.switching == Switching::CutThrough;
    let cost = priced.figures.cost.as_ref().filter(|cost| cost.is_linear());
    let subject = &priced.subject;
    let [phase] = &subject.schedule().phases[..] else { return None };
    let asked = request(subject, phase.instance());
    cost.filter(|_| is_exact && model)?;
    let contention = priced.model.contention;
    let numbers = &priced.figures.numbers;
    hockney_grader::expected(&asked, subject.algorithm?, numbers, contention, &expected.text)
}

/// Compares a person's answer with the price: as a grade does, where there is one.
pub(crate) fn compare(expected: &Expected, answer: &ask::Answer) -> Result<ExpectRow> {
    let (text, found) = (&expected.text, row_of(expected, answer));
    let graded = graded(expected, answer);
    let verdict = match graded.as_ref().map(|graded| (graded.verdict, &graded.hint)) {
        None => found.as_ref().map_or(DIFFERENT, |row| row.verdict),
        Some((Verdict::Right, _)) => EQUAL,
        Some((Verdict::Partly | Verdict::Wrong, _)) => DIFFERENT,
        Some((Verdict::UnreadableSet | Verdict::Missing, _)) if found.is_err() => return found,
        // What a grade leaves to a person the messages of the schedule may decide.
        Some((Verdict::Undecided | Verdict::UnreadableSet | Verdict::Missing, why)) => {
            let Ok(row) = &found else {
                let why = format!("cannot decide whether `{text}` is the cost: {why}");
                return Err(Failure::no_answer(why));
            };
            row.verdict
        }
    };
    let row = match found {
        Err(_) if graded.is_some() => row(text, verdict, text.clone()),
        // Where a letter has another meaning in a grade, the value here is none of the answer.
        Ok(found) if verdict == EQUAL && found.verdict == DIFFERENT => {
            row(text, verdict, text.clone())
        }
        found => found?,
    };
    let is_wrong = matches!(expected.what, What::Formula(_)) && verdict == DIFFERENT;
    let reason = is_wrong.then(|| reason(answer, text)).flatten();
    let reason =
        reason.or(graded.filter(|_| verdict == DIFFERENT).and_then(|graded| graded.reason));
    let differences = if verdict == EQUAL { Vec::new() } else { row.differences };
    Ok(ExpectRow { verdict, differences, reason, ..row })
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
        shown: None,
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
fn without_formula(cost: &Cost) -> Failure {
    let message = if cost.has_messages() {
        "a formula has one t_s and t_w, and a table of times has none"
    } else {
        "a formula has one t_w, and these links have one for each class"
    };
    Failure::input(message).help("--expect takes the total, or the number of steps")
}

fn row_of(expected: &Expected, answer: &ask::Answer) -> Result<ExpectRow> {
    let (text, figures) = (&expected.text, answer.figures());
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
    let row = |verdict, value, differences| ExpectRow { differences, ..row(text, verdict, value) };
    let one_term = |term: &str, equal: bool, value, price: String, formula: String| {
        let term = term.to_owned();
        let differences = (!equal).then_some(Difference { term, price, formula });
        let verdict = if equal { EQUAL } else { DIFFERENT };
        row(verdict, value, differences.into_iter().collect())
    };
    match (&expected.what, figures.cost.as_ref()) {
        (What::Steps(formula), _) => {
            let found = Rational::from(figures.steps);
            let evaluated = |(formula, _): OneWay| {
                let value = formula.evaluate(bindings);
                value.map_err(|error| in_text(&error.diagnostic(), ANSWER, text))
            };
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
                    return Err(Failure::input(format!("--expect {text} is a number")).help(
                        "it is compared with the total: give -m, --ts and --tw, or write `3 steps`",
                    ));
                }
            };
            let (price, value) = (total.to_string(), number.to_string());
            let off = (number - &total).abs() * Rational::from(2_u32);
            let equal = off <= grain.clone().unwrap_or_default();
            Ok(one_term("total", equal, value.clone(), price, value))
        }
        (What::Formula(formula), _) if proved && formula.mentions("t_h") => {
            let message = "a proof counts no hops, but the expected answer has a term in t_h";
            Err(Failure::input(message).help("leave out its term in t_h"))
        }
        (What::Formula(_), Some(cost)) if !cost.is_linear() => Err(without_formula(cost)),
        (What::Formula(formula), Some(cost)) => {
            let held = |formula: &Formula| compared(formula, text, ANSWER, bindings, cost);
            let way = |(formula, letters): OneWay| Ok((held(&formula)?, letters));
            let ways = readings(formula).into_iter().map(way).collect();
            let (compared, letters) = likeliest(ways, |(compared, _)| compared.verdict == EQUAL)?;
            let Compared { value, verdict, differences, hops_left_out } = compared;
            let hops_left_out = hops_left_out || proved;
            let mut notes: Vec<String> = formula.notes().iter().map(ToString::to_string).collect();
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
            let shown = cost::as_cost(&value).filter(whole).as_ref().map(shown);
            let value = value.to_string();
            let row = row(verdict, value, differences);
            Ok(ExpectRow { hops_left_out, notes, shown, ..row })
        }
    }
}
