//! The cost on a page: after each step, as bars, and as formulas.

use serde::Serialize;

use super::Drawing;
use super::classes::numbers;
use super::svg::{escaped, typeset as subscripts};
use hockney_base::number::Rational;
use hockney_cost::{Cost, Model, Numbers, PricedPhase, PricedStep, price};
use hockney_formula::parse;

/// The cost after a step, and the parts of its bars in thousandths.
#[derive(Serialize)]
pub(super) struct SoFar {
    pub(super) text: String,
    s: u64,
    w: u64,
}

/// After each of these steps, and once more at the end; nothing where there is no price.
pub(super) fn costs(drawing: &Drawing<'_>, ends: &[usize]) -> Vec<SoFar> {
    if !drawing.checked.report().is_valid() {
        return Vec::new();
    }
    let measures = &drawing.checked.report().measures;
    let prices = price(drawing.checked.schedule(), measures, Model::default());
    let rows: Vec<PricedStep> = prices.phases.iter().flat_map(PricedPhase::steps).collect();
    let numbers = numbers(drawing);
    let whole = split(drawing, &numbers, &prices.cost);
    let both = whole.map_or_else(Rational::zero, |(startups, words)| &startups + &words);
    let part = |of: &Rational| {
        let thousandths = (of * &Rational::from(1000_u64)).checked_div(&both).unwrap_or_default();
        thousandths.clamped()
    };
    let until = |end: &usize| {
        let mut sum = Cost::default();
        for row in rows.iter().filter(|row| row.first <= *end) {
            sum += &row.cost.times((row.last.min(*end) + 1 - row.first) as u64);
        }
        let text = numbers.decided(&sum).to_string() + &total(&numbers, &sum);
        let (startups, words) = split(drawing, &numbers, &sum).unwrap_or_default();
        SoFar { text, s: part(&startups), w: part(&words) }
    };
    ends.iter().chain([&usize::MAX]).map(until).collect()
}

/// What startups cost, and the rest, in the same unit: m t_w; on links of classes with all that hops cost.
/// `None` if the times of the classes are not known.
fn split(drawing: &Drawing<'_>, numbers: &Numbers, cost: &Cost) -> Option<(Rational, Rational)> {
    if drawing.checked.schedule().topology.classes().is_empty() {
        let (startup, words, _) = weights(drawing);
        return Some((&cost.t_s * &startup, &cost.t_w * &words));
    }
    let startups = &cost.t_s * numbers.t_s.as_ref()?;
    let total = numbers.total(cost)?;
    Some((startups.clone(), &total - &startups))
}

/// The weights of t_s and m t_w in the bars, and their description.
fn weights(drawing: &Drawing<'_>) -> (Rational, Rational, String) {
    if let Some(Numbers { m: Some(m), t_s: Some(t_s), t_w: Some(t_w), unit, .. }) = drawing.numbers
    {
        let words = m * t_w;
        if t_s.is_positive() || words.is_positive() {
            let unit = unit.map_or_else(String::new, |unit| format!(" {unit}"));
            let said = format!("at m = {m}, t_s = {t_s}{unit}, t_w = {t_w}{unit}");
            return (t_s.clone(), words, said);
        }
    }
    (Rational::one(), Rational::one(), "drawn for t_s = m t_w".to_owned())
}

/// ` = 315 us`, where the numbers are given.
fn total(numbers: &Numbers, cost: &Cost) -> String {
    numbers.total(cost).map_or_else(String::new, |total| {
        format!(" = {total}{}", numbers.unit.map_or_else(String::new, |unit| format!(" {unit}")))
    })
}

/// A cost as MathML, which browsers draw and screen readers speak.
fn typeset(cost: &Cost) -> String {
    let text = cost.to_string();
    parse(&text).map_or_else(|_| escaped(&text), |formula| formula.to_mathml())
}

/// Two bars with what they mean, or what they need.
fn bars(drawing: &Drawing<'_>, numbers: &Numbers, cost: &Cost) -> String {
    let Some(_) = split(drawing, numbers, cost) else {
        let missing = numbers.missing(Some(cost)).join(", ");
        return format!("<p>no bars without {}</p>", escaped(&missing));
    };
    let (_, _, mut said) = weights(drawing);
    let mut rest = "m t_w";
    if let Some(m) = numbers.m.as_ref().filter(|_| !numbers.classes.is_empty()) {
        (rest, said) = ("words and hops", format!("at m = {m}, with the times of the classes"));
    }
    format!(
        "<div class=\"bar\" aria-hidden=\"true\"><div class=\"s\" id=\"bars\"></div>\
         <div class=\"w\" id=\"barw\"></div></div><p><span class=\"key s\"></span> {} \
         <span class=\"key w\"></span> {} ({})</p>",
        subscripts("t_s"),
        subscripts(rest),
        subscripts(&said)
    )
}

/// The bars, the cost and the closed form.
pub(super) fn section(drawing: &Drawing<'_>) -> String {
    let measures = &drawing.checked.report().measures;
    let cost = price(drawing.checked.schedule(), measures, Model::default()).cost;
    let numbers = numbers(drawing);
    let bars = bars(drawing, &numbers, &cost);
    let cost = numbers.decided(&cost);
    let form = drawing.formula.map_or_else(String::new, |(formula, source)| {
        format!("<p>closed form ({})</p>{}", escaped(source), formula.to_mathml())
    });
    format!(
        "<section aria-labelledby=\"hc\"><h2 id=\"hc\">Cost</h2>{bars}<p id=\"sofar\"></p><p>whole cost {}{}</p>{form}</section>\n",
        typeset(&cost),
        escaped(&total(&numbers, &cost))
    )
}
