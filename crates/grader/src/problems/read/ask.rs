//! What is asked, with what each kind of ask needs.

use super::super::super::answers::read_numbered;
use super::super::super::lists;
use super::super::{Asked, Ends, Quantity, Symbol, range};
use super::parts::share;
use super::{Errors, Keys, On, bad, names, one_of, text_of};
use hockney_base::diagnostic::{Source, Span};
use hockney_base::number::Rational;
use hockney_core::collective::Instance;
use hockney_core::topology::Topology;
use hockney_core::trace::Operator;
use hockney_cost::Numbers;
pub(super) use hockney_files::read::operation::vertex;
use hockney_files::{Content, Fields, Node, Result, list, scalar, shortened, unknown, wrong};

const ASK: &str = "an ask is {ask: formula, points: 2}";

/// What is known of the question. Where a part of it cannot be read, asks are not compared with it.
pub(super) struct Context<'q> {
    pub(super) topology: Option<&'q Topology>,
    /// The machine with the numbers that students give to its nodes.
    pub(super) numbered: Option<&'q Topology>,
    pub(super) instance: Option<&'q Instance>,
    pub(super) on: Option<On<'q>>,
    pub(super) numbers: Option<&'q Numbers>,
    /// How many collectives follow each other.
    pub(super) phases: usize,
    /// Whether messages wait for each other.
    pub(super) contention: bool,
}

/// What is asked, and the points for it.
pub(super) fn ask(
    node: &Node<'_>,
    context: &Context<'_>,
    errors: &Errors,
) -> Option<(Asked, Rational)> {
    let fields = errors.keep(Fields::open(node, "an ask", ASK))?;
    let kind = fields.entry("ask").map(|(_, kind)| kind);
    let name = |text| if text == "cost" { "number" } else { text };
    let found = kind.map(|kind| (scalar::text(kind, "what is asked").map(name), kind.span));
    let known = match &found {
        Some((Ok(found), _)) => KINDS.iter().find(|(name, _)| name == found),
        _ => None,
    };
    // Without a kind, the keys of all kinds are known.
    let own = |(name, _): &&(&str, _)| known.is_none_or(|(known, _)| known == name);
    let own = KINDS.iter().filter(own).flat_map(|(_, keys)| keys.iter().copied());
    let all: Vec<&str> = ["ask", "points"].into_iter().chain(own).collect();
    let keys = Keys::of(fields, &all, errors);
    let points = keys.must("points", ASK, |node| scalar::positive(node, "number of points"));
    let Some((found, at)) = found else {
        keys.need("ask", ASK);
        return None;
    };
    let found = errors.keep(found)?;
    if known.is_none() {
        let kinds = KINDS.map(|(name, _)| name);
        return errors.keep(Err(unknown("ask", at, found, "a question", &kinds)));
    }
    if context.phases > 1 && !OF_A_COMPOSITION.contains(&found) {
        let help = format!("it can ask for {}", OF_A_COMPOSITION.join(", "));
        return errors.keep(bad(format!("several collectives have no `{found}`"), at, &help));
    }
    if context.contention && ["schedule", "step", "best", "verdict"].contains(&found) {
        let message = format!("with `model: contention` there is no `{found}`");
        return errors.keep(bad(message, at, "ask for the number of steps, the cost or a trace"));
    }
    asked(found, &keys, at, context).zip(points)
}

/// The kinds of asks, and the keys that each has of its own.
const KINDS: [(&str, &[&str]); 12] = [
    ("formula", &["of"]),
    ("growth", &["of", "in"]),
    ("number", &["tolerance", "unit"]),
    ("steps", &[]),
    ("schedule", &[]),
    ("step", &["step"]),
    ("messages", &["step"]),
    ("route", &["from", "to"]),
    ("links", &["from", "to"]),
    ("trace", &["after", "inputs", "operator"]),
    ("best", &["among", "over"]),
    ("verdict", &["schedule"]),
];

/// The kinds of asks about collectives that follow each other.
const OF_A_COMPOSITION: [&str; 5] = ["formula", "growth", "number", "steps", "messages"];

fn asked(found: &str, keys: &Keys<'_, '_>, at: Span, context: &Context<'_>) -> Option<Asked> {
    let errors = keys.errors;
    let quantity = || errors.keep(keys.get("of").map_or(Ok(Quantity::Cost), quantity));
    Some(match found {
        "formula" => Asked::Formula(quantity()?),
        "growth" => {
            let of = quantity();
            let symbol = keys.get("in").map_or(Ok(Symbol::P), symbol);
            Asked::Growth { symbol: errors.keep(symbol)?, of: of? }
        }
        "number" => {
            let n = context.numbers;
            if n.is_some_and(|n| n.m.is_none() || n.t_s.is_none() || n.t_w.is_none()) {
                let help = "write numbers: {m: 100, t_s: 5, t_w: 1} in the question";
                let message = "a number is asked for, and the question gives none";
                errors.add(message, at, help);
            }
            Asked::Number {
                tolerance: keys.read("tolerance", share).unwrap_or_default(),
                unit: keys.read("unit", unit),
            }
        }
        "steps" => Asked::Steps,
        "schedule" => Asked::Schedule,
        "step" => Asked::Step(keys.must("step", "write step: 1, or a later one", step)?),
        "messages" => Asked::Messages(keys.read("step", step)),
        "route" => Asked::Route(ends(keys, at, context)?),
        "links" => Asked::Links(ends(keys, at, context)?),
        "trace" => {
            let help = "write after: 2, or 0 for the start";
            let after = keys.must("after", help, |node| whole(node, "a number of steps"));
            let values = inputs(keys, context);
            Asked::Trace { after: after?, values }
        }
        "best" => {
            let over = keys.read("over", over);
            let ranged = keys.get("over").is_some();
            let lacks =
                |n: &Numbers| n.t_s.is_none() || n.t_w.is_none() || (!ranged && n.m.is_none());
            if context.numbers.is_some_and(lacks) {
                let help =
                    "write numbers: {t_s: 5, t_w: 1} in the question; without `over`, also m";
                let message = "a choice is asked for, and the question gives no numbers";
                errors.add(message, at, help);
            }
            Asked::Best { among: among(keys, context), over }
        }
        _ => {
            let help = "write schedule: | and the lines below it";
            Asked::Verdict {
                lines: keys.must("schedule", help, |node| lines(node, context, help))?,
            }
        }
    })
}

fn step(node: &Node<'_>) -> Result<u32> {
    match whole(node, "the number of a step")? {
        0 => bad("steps are counted from 1", node.span, "write step: 1"),
        step => Ok(step),
    }
}

fn ends(keys: &Keys<'_, '_>, at: Span, context: &Context<'_>) -> Option<Ends> {
    let errors = keys.errors;
    let help = "write from: 0 and to: 3, or two other nodes";
    let [from, to] = ["from", "to"].map(|key| keys.need(key, help));
    let topology = context.topology?;
    let end = |node: &Node<'_>| {
        let number = errors.keep(vertex(node, "a node", topology))?;
        let known = u32::try_from(number).ok().filter(|node| *node < topology.nodes());
        let none = || bad(format!("there is no node {number} on {topology}"), node.span, help);
        known.or_else(|| errors.keep(none()))
    };
    let (from, to) = (from.and_then(end), to.and_then(end));
    let (from, to) = from.zip(to)?;
    if from == to {
        return errors.keep(bad("a message from a node to itself", at, help));
    }
    Some(Ends { from, to })
}

fn whole(node: &Node<'_>, what: &str) -> Result<u32> {
    let number = scalar::natural(node, what)?;
    u32::try_from(number).or_else(|_| {
        bad(format!("{number} is too large for {what}"), node.span, "write a smaller number")
    })
}

fn unit(node: &Node<'_>) -> Result<String> {
    let name = scalar::text(node, "a unit")?;
    let known = lists::list("unit times").number_of(name).is_some();
    if known || lists::list("unit of nothing").contains(&name) {
        return Ok(name.to_owned());
    }
    let message = format!("`{}` is not a unit", shortened(name));
    bad(message, node.span, "write ns, us, ms, s or cycles")
}

/// The schedule to be judged, which must be readable itself.
fn lines(node: &Node<'_>, context: &Context<'_>, help: &str) -> Result<String> {
    let lines = scalar::text(node, "the lines")?;
    let Some((topology, instance)) = context.numbered.zip(context.instance) else {
        return Ok(lines.to_owned());
    };
    let Err(error) = read_numbered(lines, topology, instance) else {
        return Ok(lines.to_owned());
    };
    let why = error.diagnostic();
    let place = why.position(&Source::new("the schedule", lines));
    let place =
        place.map_or(String::new(), |at| format!(" at its line {}, column {}", at.line, at.column));
    let message = format!("the schedule cannot be read{place}: {}", why.message);
    bad(message, node.span, why.help.as_deref().unwrap_or(help))
}

fn quantity(node: &Node<'_>) -> Result<Quantity> {
    let words = [("cost", Quantity::Cost), ("steps", Quantity::Steps), ("words", Quantity::Words)];
    match &node.kind {
        Content::Scalar { text, .. } if text == "total" => Ok(Quantity::Cost),
        _ => one_of(node, "quantity", "an ask", &words),
    }
}

fn symbol(node: &Node<'_>) -> Result<Symbol> {
    one_of(node, "symbol", "an ask", &[("p", Symbol::P), ("m", Symbol::M)])
}

fn operator(node: &Node<'_>) -> Result<Operator> {
    one_of(node, "operator", "an ask", &Operator::NAMES)
}

fn inputs(keys: &Keys<'_, '_>, context: &Context<'_>) -> Option<(Vec<Rational>, Operator)> {
    let errors = keys.errors;
    let operator = keys.read("operator", operator).unwrap_or(Operator::Sum);
    let help = "write a number for each node: inputs: [1, 2, 3, 4]";
    let items = |node| Ok((node, list(node, "the inputs", help)?));
    let (node, items) = keys.read("inputs", items)?;
    let nodes = context.topology.map(|topology| topology.nodes() as usize);
    if let Some(nodes) = nodes.filter(|nodes| items.len() != *nodes) {
        let message = format!("{} inputs for {nodes} nodes", items.len());
        errors.add(message, node.span, help);
    }
    let value = |item: &Node<'_>| {
        let Content::Scalar { text, .. } = &item.kind else {
            return Err(wrong(item, "an input", item.head(), help));
        };
        let value = text.parse().ok().filter(|value| operator.takes(value));
        let message = || format!("`{}` is not an input of this operator", shortened(text));
        value.map_or_else(|| bad(message(), item.span, help), Ok)
    };
    let values = items.iter().filter_map(|item| errors.keep(value(item))).collect();
    Some((values, operator))
}

fn among(keys: &Keys<'_, '_>, context: &Context<'_>) -> Vec<&'static str> {
    let help = "write at least two algorithms: among: [binomial, scatter-all-gather]";
    let items = |node| Ok((node, list(node, "a list of algorithms", help)?));
    let Some((node, items)) = keys.must("among", help, items) else { return Vec::new() };
    if items.len() < 2 {
        keys.errors.add("a choice of fewer than two", node.span, help);
    }
    names(items, context.on, keys.errors)
}

fn over(node: &Node<'_>) -> Result<String> {
    let text = text_of(node, "a range")?;
    if range(&text).is_some() {
        return Ok(text);
    }
    let message = format!("`{}` is not a range of m", shortened(&text));
    bad(message, node.span, "write a rising range of m: over: \"m=1..1e6\"")
}
