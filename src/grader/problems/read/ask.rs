//! What is asked, with what each kind of ask needs.

use super::super::super::answers::Unit;
use super::super::Question;
use super::super::{Ask, Asked, Quantity, Symbol, range};
use super::{algorithm, bad, one_of, optional_text, share};
use crate::diagnostic::{Source, Span};
use crate::document::{self, Fields, Kind, Node, ReadError, list, scalar, shortened, unknown};
use crate::number::Rational;
use crate::planner::Algorithm;
use crate::trace::Operator;

pub(super) fn ask(node: &Node<'_>, question: &Question) -> Result<Ask, ReadError> {
    let help = "an ask is {ask: formula, points: 2}";
    let fields = Fields::open(node, "an ask", help)?;
    let kind = fields.need("ask", help)?;
    let points = scalar::positive(fields.need("points", help)?, "number of points")?;
    let found = scalar::text(kind, "what is asked")?;
    let Some((_, keys)) = KINDS.iter().find(|(name, _)| *name == found) else {
        return Err(unknown("ask", kind.span, found, "a question", &KINDS.map(|(name, _)| name)));
    };
    let fields = fields.only(&format!("ask points {keys}"))?;
    let asked = asked(found, fields, kind.span, question)?;
    let same = question.asks.iter().filter(|ask| ask.asked.name() == found).count();
    let name = match same {
        0 => format!("{}.{found}", question.id),
        n => format!("{}.{found}.{}", question.id, n + 1),
    };
    Ok(Ask { name, points, asked })
}

/// The kinds of asks, and the keys that each has of its own.
const KINDS: [(&str, &str); 9] = [
    ("formula", "of"),
    ("growth", "of in"),
    ("number", "tolerance unit"),
    ("steps", ""),
    ("schedule", ""),
    ("step", "step"),
    ("trace", "after inputs operator"),
    ("best", "among over"),
    ("verdict", "schedule"),
];

fn asked(
    found: &str,
    fields: Fields<'_, '_>,
    at: Span,
    question: &Question,
) -> Result<Asked, ReadError> {
    let whole = |key: &str, what: &str, help: &str| -> Result<u32, ReadError> {
        let node = fields.need(key, help)?;
        let number = scalar::natural(node, what)?;
        u32::try_from(number)
            .or_else(|_| bad(format!("{number} is too large for {what}"), node.span, help))
    };
    let n = &question.numbers;
    Ok(match found {
        "formula" => Asked::Formula(quantity(fields)?),
        "growth" => Asked::Growth { of: quantity(fields)?, symbol: symbol(fields)? },
        "number" => {
            if n.m.is_none() || n.t_s.is_none() || n.t_w.is_none() {
                let help = "write numbers: {m: 100, t_s: 5, t_w: 1} in the question";
                return bad("a number is asked for, and the question gives none", at, help);
            }
            let unit = optional_text(fields, "unit", "a unit")?;
            if let Some((name, node)) = unit.as_deref().zip(fields.get("unit"))
                && Unit::read(name).is_none()
            {
                let message = format!("`{}` is no unit", shortened(name));
                return bad(message, node.span, "write ns, us, ms, s or cycles");
            }
            let tolerance = fields.get("tolerance").map_or(Ok(Rational::default()), share)?;
            Asked::Number { tolerance, unit }
        }
        "steps" => Asked::Steps,
        "schedule" => Asked::Schedule,
        "step" => match whole("step", "the number of a step", "write step: 1, or a later one")? {
            0 => {
                let at = fields.need("step", "")?.span;
                return bad("steps are counted from 1", at, "write step: 1");
            }
            step => Asked::Step(step),
        },
        "trace" => Asked::Trace {
            after: whole("after", "a number of steps", "write after: 2, or 0 for the start")?,
            values: inputs(fields, question)?,
        },
        "best" => {
            let over = over(fields)?;
            if n.t_s.is_none() || n.t_w.is_none() || (over.is_none() && n.m.is_none()) {
                let help =
                    "write numbers: {t_s: 5, t_w: 1} in the question, and m where it does not run";
                return bad("a choice is asked for, and the question gives no numbers", at, help);
            }
            Asked::Best { among: among(fields, question)?, over }
        }
        _ => Asked::Verdict { lines: lines(fields, question)? },
    })
}

/// The schedule to be judged, which must be one that can be read.
fn lines(fields: Fields<'_, '_>, question: &Question) -> Result<String, ReadError> {
    let help = "write schedule: | and the lines below it";
    let node = fields.need("schedule", help)?;
    let lines = scalar::text(node, "the lines")?;
    let Err(error) = document::read_lines(lines, &question.topology, &question.instance) else {
        return Ok(lines.to_owned());
    };
    let why = error.diagnostic();
    let place = why.position(&Source::new("the schedule", lines));
    let place =
        place.map_or(String::new(), |at| format!(" at its line {}, column {}", at.line, at.column));
    let message = format!("the schedule cannot be read{place}: {}", why.message);
    bad(message, node.span, why.help.as_deref().unwrap_or(help))
}

fn quantity(fields: Fields<'_, '_>) -> Result<Quantity, ReadError> {
    let words = [("cost", Quantity::Cost), ("steps", Quantity::Steps), ("words", Quantity::Words)];
    match fields.get("of") {
        Some(node) if !matches!(&node.kind, Kind::Scalar { text, .. } if text == "total") => {
            one_of(node, "quantity", "an ask", &words)
        }
        _ => Ok(Quantity::Cost),
    }
}

fn symbol(fields: Fields<'_, '_>) -> Result<Symbol, ReadError> {
    let symbols = [("p", Symbol::P), ("m", Symbol::M)];
    fields.get("in").map_or(Ok(Symbol::P), |node| one_of(node, "symbol", "an ask", &symbols))
}

fn inputs(
    fields: Fields<'_, '_>,
    question: &Question,
) -> Result<Option<(Vec<Rational>, Operator)>, ReadError> {
    let operators = [
        ("sum", Operator::Sum),
        ("product", Operator::Product),
        ("max", Operator::Max),
        ("min", Operator::Min),
        ("and", Operator::And),
        ("or", Operator::Or),
    ];
    let named = |node| one_of(node, "operator", "an ask", &operators);
    let operator = fields.get("operator").map_or(Ok(Operator::Sum), named)?;
    let Some(node) = fields.get("inputs") else { return Ok(None) };
    let help = "write a number for each node: inputs: [1, 2, 3, 4]";
    let items = list(node, "the inputs", help)?;
    let nodes = question.topology.nodes() as usize;
    if items.len() != nodes {
        return bad(format!("{} inputs for {nodes} nodes", items.len()), node.span, help);
    }
    let value = |item: &Node<'_>| {
        let Kind::Scalar { text, .. } = &item.kind else {
            return bad("no number stands where an input belongs", item.span, help);
        };
        let value = text.parse().ok().filter(|value| operator.takes(value));
        let message = || format!("`{}` is no input of this operator", shortened(text));
        value.map_or_else(|| bad(message(), item.span, help), Ok)
    };
    Ok(Some((items.iter().map(value).collect::<Result<_, _>>()?, operator)))
}

fn among(fields: Fields<'_, '_>, question: &Question) -> Result<Vec<&'static str>, ReadError> {
    let help = "write at least two algorithms: among: [binomial, scatter-all-gather]";
    let node = fields.need("among", help)?;
    let family = question.topology.family();
    let name = |item| algorithm(item, question.instance.collective, family).map(Algorithm::name);
    let names = list(node, "a list of algorithms", help)?
        .iter()
        .map(name)
        .collect::<Result<Vec<_>, _>>()?;
    if names.len() < 2 {
        return bad("a choice of fewer than two", node.span, help);
    }
    Ok(names)
}

fn over(fields: Fields<'_, '_>) -> Result<Option<String>, ReadError> {
    let over = optional_text(fields, "over", "a range")?;
    let node = fields.get("over");
    if let Some((text, node)) = over.as_deref().zip(node).filter(|(text, _)| range(text).is_none())
    {
        let what = format!("`{}` is no range of m", shortened(text));
        return bad(what, node.span, "write a rising range of m: over: \"m=1..1e6\"");
    }
    Ok(over)
}
