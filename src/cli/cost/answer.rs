//! A price held against the algorithm's closed form, the textbook's, and a person's own answer.

use serde::Serialize;

use super::Priced;
use crate::cli::failure::Failure;
use crate::cli::formula_input;
use crate::cli::input::Text;
use crate::cli::report::CostRow;
use crate::compare::{self, Comparison};
use crate::cost::{Cost, Switching};
use crate::diagnostic::Source;
use crate::formula::{self, Bindings, Formula, Powers, Value};
use crate::number::Rational;
use crate::planner::ClosedForm;

/// The closed form of the algorithm at this size.
#[derive(Serialize)]
pub(crate) struct ClosedFormRow {
    pub(crate) formula: String,
    pub(crate) source: String,
    pub(crate) verdict: &'static str,
    /// What it comes to at this size.
    pub(crate) value: String,
    pub(crate) cost: Option<CostRow>,
    /// Whether the hops of the price were left out, since the formula does not speak of t_h.
    pub(crate) hops_left_out: bool,
    pub(crate) differences: Vec<Difference>,
    pub(crate) textbook: Option<TextbookRow>,
}

/// How the textbook states it.
#[derive(Serialize)]
pub(crate) struct TextbookRow {
    pub(crate) formula: &'static str,
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
    /// Whether the hops of the price were left out, since the formula does not speak of t_h.
    pub(crate) hops_left_out: bool,
    pub(crate) differences: Vec<Difference>,
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
        format!("in {term}: the schedule has {price}, {whose} {formula}")
    }
}

impl ClosedFormRow {
    pub(crate) fn differs(&self) -> bool {
        self.verdict != "equal"
    }
}

impl ExpectRow {
    pub(crate) fn differs(&self) -> bool {
        self.verdict != "equal"
    }
}

/// What a person may expect.
pub(crate) enum Expected {
    Formula {
        text: String,
        formula: Formula,
    },
    Number {
        text: String,
        number: Rational,
    },
    /// A number or a formula for the number of steps.
    Steps {
        text: String,
        formula: Formula,
    },
}

/// Reads `(ts + m tw) log p`, `105`, `21/2`, `3.03 us`, `3 steps` or `log p steps`.
///
/// `unit` is that of the total, where times have one.
pub(super) fn read(given: &str, unit: Option<&str>) -> Result<Expected, Failure> {
    read_text(formula_input::text(given, "the expected answer")?, unit)
}

/// The same from a text that is there, which names no file.
pub(crate) fn read_text(
    Text { name, text }: Text,
    unit: Option<&str>,
) -> Result<Expected, Failure> {
    let trimmed = text.trim();
    let parsed =
        |part: &str| formula_input::formula(&Text { name: name.clone(), text: part.to_owned() });
    let lower = trimmed.to_lowercase();
    if let Some(steps) = lower.strip_suffix("steps").or_else(|| lower.strip_suffix("step")) {
        let formula = parsed(&trimmed[..steps.len()])?;
        return Ok(Expected::Steps { text: trimmed.to_owned(), formula });
    }
    let without_unit = unit.and_then(|unit| trimmed.strip_suffix(unit)).map(str::trim_end);
    if let Ok(number) = without_unit.unwrap_or(trimmed).parse() {
        return Ok(Expected::Number { text: trimmed.to_owned(), number });
    }
    // Places in messages are those of the text as it was given.
    let formula = parsed(&text)?;
    Ok(Expected::Formula { text, formula })
}

/// What a person's answer is held against.
pub(crate) struct Against<'a> {
    /// `None` for a schedule that is refused.
    pub(super) cost: Option<&'a Cost>,
    pub(super) total: Option<Rational>,
    pub(super) steps: u128,
    /// What the symbols of a person's formula mean.
    pub(super) bindings: Bindings,
}

impl<'a> Against<'a> {
    pub(crate) fn of(priced: &'a Priced) -> Self {
        let steps = priced.subject.report().steps as u128;
        let (cost, total) = (priced.cost(), priced.total());
        Against { cost, total, steps, bindings: bindings(priced) }
    }
}

/// The closed form of the planned algorithm against the price; `None` where there is none, or
/// where the price is not of the kind that it speaks of.
pub(crate) fn closed_form(priced: &Priced) -> Result<Option<ClosedFormRow>, Failure> {
    let subject = &priced.subject;
    let comparable = priced.model.switching == Switching::CutThrough && subject.report().is_valid();
    let form = subject.closed_form().filter(|_| comparable);
    let Some((form, cost)) = form.zip(priced.cost()) else { return Ok(None) };
    let instance = subject.schedule().phases[0].instance();
    let bindings = compare::bindings_of(subject.planned_on(), instance);
    closed_form_row(&form, &bindings, cost).map(Some)
}

/// A closed form held against a price.
pub(super) fn closed_form_row(
    form: &ClosedForm,
    bindings: &Bindings,
    cost: &Cost,
) -> Result<ClosedFormRow, Failure> {
    let Compared { value, verdict, differences, hops_left_out } =
        compared(&form.formula, bindings, cost)?;
    let textbook = form
        .textbook
        .map(|book| {
            let against = compared(book.formula, bindings, cost)?;
            let equal = against.verdict == "equal";
            let verdict = if equal { "equal" } else { "approximation" };
            let value = against.value.to_string();
            let (formula, source) = (book.formula, book.source);
            Ok::<_, Failure>(TextbookRow { formula, source, verdict, value })
        })
        .transpose()?;
    Ok(ClosedFormRow {
        formula: form.formula.clone(),
        source: form.source.to_owned(),
        verdict,
        cost: as_cost(&value).as_ref().map(CostRow::from),
        value: value.to_string(),
        hops_left_out,
        differences,
        textbook,
    })
}

/// The coefficients of a value, where they are rational.
fn as_cost(value: &Value) -> Option<Cost> {
    let of = |powers: Powers| value.coefficient(powers).as_rational();
    Some(Cost { t_s: of(Powers::T_S)?, t_w: of(Powers::M_T_W)?, t_h: of(Powers::T_H)? })
}

/// A price against a formula.
struct Compared {
    value: Value,
    verdict: &'static str,
    differences: Vec<Difference>,
    hops_left_out: bool,
}

fn compared(text: &str, bindings: &Bindings, cost: &Cost) -> Result<Compared, Failure> {
    let formula = formula::parse(text).map_err(|error| {
        Failure::in_text(&error.diagnostic(), &Source::new("the closed form", text))
    })?;
    evaluated(&formula, text, "the closed form", bindings, cost)
}

/// What the symbols of a person's formula mean: of a collective's only where there is just one.
fn bindings(priced: &Priced) -> Bindings {
    let schedule = priced.subject.schedule();
    let instance = match &schedule.phases[..] {
        [phase] if phase.groups.len() == 1 => Some(phase.instance()),
        _ => None,
    };
    compare::bindings(&schedule.topology, instance)
}

fn evaluated(
    formula: &Formula,
    text: &str,
    name: &str,
    bindings: &Bindings,
    cost: &Cost,
) -> Result<Compared, Failure> {
    let measured = compare::against(formula, bindings, cost)
        .map_err(|error| Failure::in_text(&error.diagnostic(), &Source::new(name, text)))?;
    let (verdict, differences) = match measured.comparison {
        Comparison::Equal => ("equal", Vec::new()),
        Comparison::Different { terms } => {
            let difference = |term: &formula::TermDifference| Difference {
                term: term.term.clone(),
                price: term.left.to_string(),
                formula: term.right.to_string(),
            };
            ("different", terms.iter().map(difference).collect())
        }
        Comparison::Undecided(why) => {
            let why = format!("whether `{text}` is the price is undecided: {why}");
            return Err(Failure::NoAnswer(why));
        }
    };
    let hops_left_out = measured.hops_left_out;
    Ok(Compared { value: measured.value, verdict, differences, hops_left_out })
}

/// Holds a person's answer against the price.
pub(crate) fn hold(expected: &Expected, against: &Against<'_>) -> Result<ExpectRow, Failure> {
    let verdict = |equal| if equal { "equal" } else { "different" };
    let differs = |term: &str, price: String, formula: String| {
        let difference = Difference { term: term.to_owned(), price, formula };
        if difference.price == difference.formula { Vec::new() } else { vec![difference] }
    };
    match expected {
        Expected::Steps { text, formula } => {
            let found = against.steps;
            let steps = formula.evaluate(&against.bindings).map_err(|error| {
                let source = Source::new("the expected answer", text);
                Failure::in_text(&error.diagnostic(), &source)
            })?;
            Ok(ExpectRow {
                expected: text.clone(),
                verdict: verdict(steps.as_rational() == Some(Rational::from(found))),
                value: format!("{steps} steps"),
                hops_left_out: false,
                differences: differs("steps", found.to_string(), steps.to_string()),
            })
        }
        Expected::Number { text, number } => {
            let Some(cost) = against.cost else { return Ok(refused(text)) };
            let total = match &against.total {
                Some(total) => total.clone(),
                // A cost of nothing is 0 whatever m, t_s and t_w are.
                None if *cost == Cost::default() => Rational::zero(),
                None => {
                    return Err(Failure::input(format!("--expect {text} is a number")).help(
                        "it is held against the total: give -m, --ts and --tw, or write `3 steps`",
                    ));
                }
            };
            Ok(ExpectRow {
                expected: text.clone(),
                verdict: verdict(*number == total),
                value: number.to_string(),
                hops_left_out: false,
                differences: differs("total", total.to_string(), number.to_string()),
            })
        }
        Expected::Formula { text, formula } => {
            let Some(cost) = against.cost else { return Ok(refused(text)) };
            let name = "the expected answer";
            let Compared { value, verdict, differences, hops_left_out } =
                evaluated(formula, text, name, &against.bindings, cost)?;
            let on_one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let (expected, value) = (on_one_line, value.to_string());
            Ok(ExpectRow { expected, verdict, value, hops_left_out, differences })
        }
    }
}

/// A schedule that is refused has no price to hold an answer against.
fn refused(text: &str) -> ExpectRow {
    ExpectRow {
        expected: text.to_owned(),
        verdict: "different",
        value: "the schedule is refused and has no price".to_owned(),
        hops_left_out: false,
        differences: Vec::new(),
    }
}
