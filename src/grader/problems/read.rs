//! From text to problem set; every complaint has its place.

mod ask;
mod variants;

use self::ask::ask;
use super::question::{Accept, Numbering, Question};
use super::{FORMAT, Partial, ProblemSet};
use crate::collective::Collective;
use crate::cost::{Given, Numbers};
use crate::diagnostic::{Diagnostic, Span};
use crate::document::ReadError;
use crate::document::events;
use crate::document::fields::{Fields, list, shortened, suggestion, unknown};
use crate::document::read::operation::Operation;
use crate::document::read::topology::topology;
use crate::document::scalar;
use crate::document::tree::{Kind, Node};
use crate::number::Rational;
use crate::planner::{Algorithm, algorithms};
use crate::topology::Family;

const SET: &str = "a problem set";
const EXAMPLE: &str = "a problem set begins with `format: hockney/problems/v1`";
const QUESTION: &str =
    "id text collective topology algorithm accept numbers general numbering asks partial";

/// Reads a problem set, YAML or JSON.
///
/// # Errors
/// Whatever is none by `specs/problems.md`, with its place; and what is over a limit.
pub fn read_problems(text: &str) -> Result<ProblemSet, ReadError> {
    let start = text.len() - text.strip_prefix('\u{feff}').unwrap_or(text).len();
    let root = events::parse(text, start..text.len())?;
    let top = Fields::open(&root, SET, EXAMPLE)?;
    is_format(top, FORMAT)?;
    let top = top.only("format title questions partial variants")?;
    let title = top.get("title").map(|node| scalar::text(node, "a title")).transpose()?;
    let shares = top
        .get("partial")
        .map_or(Ok(Partial::default()), |node| partial(node, &Partial::default()))?;
    let help = "write questions: and below it `- id: ..` for each";
    let node = top.need("questions", help)?;
    let mut questions: Vec<Question> = Vec::new();
    for item in list(node, "the list of questions", help)? {
        let question = question(item, &shares)?;
        if questions.iter().any(|other| other.id == question.id) {
            let at = Fields::open(item, "a question", help)?.need("id", help)?.span;
            return bad(
                format!("a second question `{}`", question.id),
                at,
                "give each question an id of its own",
            );
        }
        questions.push(question);
    }
    if questions.is_empty() {
        return bad("a problem set without a question".to_owned(), node.span, help);
    }
    if let Some(node) = top.get("variants") {
        variants::read(node, &mut questions)?;
    }
    Ok(ProblemSet { title: title.map(Into::into), questions })
}

/// Refuses a document of another format, naming it.
pub(in super::super) fn is_format(top: Fields<'_, '_>, format: &str) -> Result<(), ReadError> {
    let help = format!("write format: {format}");
    let node = top.need("format", &help)?;
    let found = scalar::text(node, "the name of the format")?;
    if found == format {
        return Ok(());
    }
    Err(Diagnostic::new(format!("the format `{}` stands where {format} belongs", shortened(found)))
        .at(node.span)
        .help(help)
        .into())
}

fn bad<T>(message: String, at: Span, help: &str) -> Result<T, ReadError> {
    Err(Diagnostic::new(message).at(at).help(help).into())
}

fn question(node: &Node<'_>, shares: &Partial) -> Result<Question, ReadError> {
    let help = "a question is {id: .., collective: {kind: ..}, topology: .., asks: [..]}";
    let fields = Fields::open(node, "a question", help)?.only(QUESTION)?;
    let id = identifier(fields.need("id", help)?)?;
    let text = fields.get("text").map(|node| scalar::text(node, "a text")).transpose()?;
    let refuse = |_: &str| {
        Err("a problem set holds its graphs itself: write {graph: {nodes: .., links: ..}}"
            .to_owned())
    };
    let machine = topology(fields.need("topology", "write topology: ring:8")?, &refuse)?;
    let instance = Operation::of(fields)?.among(machine.nodes())?;
    let collective = instance.collective;
    let named = |node| algorithm(node, collective, machine.family());
    let numbering = fields.get("numbering").map(numbering).transpose()?;
    let mut question = Question {
        id,
        text: text.map(Into::into),
        algorithm: fields.get("algorithm").map(named).transpose()?,
        accept: fields
            .get("accept")
            .map_or(Ok(Accept::Any), |node| accept(node, collective, machine.family()))?,
        numbers: fields.get("numbers").map_or(Ok(Numbers::default()), numbers)?,
        general: fields.get("general").map_or(Ok(true), scalar::boolean)?,
        numbering,
        asks: Vec::new(),
        variants: Vec::new(),
        partial: fields
            .get("partial")
            .map_or_else(|| Ok(shares.clone()), |node| partial(node, shares))?,
        topology: machine,
        instance,
    };
    let asks = fields.need("asks", help)?;
    for item in list(asks, "the list of what is asked", "write asks: [{ask: formula, points: 2}]")?
    {
        let ask = ask(item, &question)?;
        question.asks.push(ask);
    }
    if question.asks.is_empty() {
        return bad(
            "a question that asks nothing".to_owned(),
            asks.span,
            "write asks: [{ask: formula, points: 2}]",
        );
    }
    Ok(question)
}

fn identifier(node: &Node<'_>) -> Result<String, ReadError> {
    let id = match &node.kind {
        Kind::Scalar { text, .. } => &**text,
        _ => scalar::text(node, "an id")?,
    };
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if (1..=60).contains(&id.len()) && id.chars().all(fits) {
        return Ok(id.to_owned());
    }
    bad(
        format!("`{}` is no id", shortened(id)),
        node.span,
        "an id has up to 60 letters, digits, - and _",
    )
}

fn algorithm(
    node: &Node<'_>,
    collective: &Collective,
    family: &'static Family,
) -> Result<&'static Algorithm, ReadError> {
    let name = scalar::text(node, "an algorithm")?;
    let fits = |a: &&Algorithm| a.collective() == collective.name() && a.on(family).is_some();
    let known: Vec<_> = algorithms().filter(fits).collect();
    if let Some(found) = known.iter().find(|a| a.name() == name) {
        return Ok(*found);
    }
    let names: Vec<&str> = known.iter().map(|a| a.name()).collect();
    let what = format!(
        "there is no algorithm `{}` for {} on a {}",
        shortened(name),
        collective.name(),
        family.name()
    );
    Err(Diagnostic::new(what).at(node.span).label(suggestion(name, &names)).into())
}

fn accept(
    node: &Node<'_>,
    collective: &Collective,
    family: &'static Family,
) -> Result<Accept, ReadError> {
    if let Kind::Sequence(items) = &node.kind {
        let name = |item| algorithm(item, collective, family).map(Algorithm::name);
        return Ok(Accept::These(items.iter().map(name).collect::<Result<_, _>>()?));
    }
    match scalar::text(node, "any, this or a list of algorithms")? {
        "any" => Ok(Accept::Any),
        "this" => Ok(Accept::This),
        found => Err(unknown("word", node.span, found, "`accept`", &["any", "this"])),
    }
}

fn numbering(node: &Node<'_>) -> Result<Numbering, ReadError> {
    match scalar::text(node, "a numbering")? {
        "row-major" => Ok(Numbering::RowMajor),
        "column-major" => Ok(Numbering::ColumnMajor),
        found => Err(unknown(
            "numbering",
            node.span,
            found,
            "a question",
            &["row-major", "column-major"],
        )),
    }
}

fn numbers(node: &Node<'_>) -> Result<Numbers, ReadError> {
    let help = "numbers are {m: 100, t_s: 5, t_w: 1}";
    let fields =
        Fields::open(node, "the numbers of the model", help)?.only("m t_s t_w t_h word")?;
    let text = |key| match fields.get(key).map(|node| &node.kind) {
        Some(Kind::Scalar { text, .. }) => Some(&**text),
        _ => None,
    };
    let given = Given {
        m: text("m"),
        t_s: text("t_s"),
        t_w: text("t_w"),
        t_h: text("t_h"),
        word: text("word"),
    };
    Numbers::read(given).map_err(|error| {
        let keys = [("-m", "m"), ("--ts", "t_s"), ("--tw", "t_w"), ("--th", "t_h")];
        let key = keys.iter().find(|(option, _)| *option == error.option);
        let key = key.map_or("word", |(_, key)| *key);
        let why = error.why.replace("--word 8B", "word: 8B").replace("--word", "word");
        let at = fields.get(key).map_or(node.span, |value| value.span);
        Diagnostic::new(format!("`{key}` {why}")).at(at).help(help).into()
    })
}

fn share(node: &Node<'_>) -> Result<Rational, ReadError> {
    let help = "a share is a number from 0 to 1, such as 0.5, 1/2 or 50%";
    let Kind::Scalar { text, .. } = &node.kind else {
        return bad("no number stands where a share belongs".to_owned(), node.span, help);
    };
    let hundredth = Rational::from(100_u32);
    let percent = text.trim_end().strip_suffix('%').and_then(|text| {
        text.trim().parse::<Rational>().ok().and_then(|share| share.checked_div(&hundredth))
    });
    match percent.map_or_else(|| text.parse::<Rational>(), Ok) {
        Ok(share) if share >= Rational::default() && share <= Rational::one() => Ok(share),
        _ => bad(format!("`{}` is no share", shortened(text)), node.span, help),
    }
}

fn partial(node: &Node<'_>, from: &Partial) -> Result<Partial, ReadError> {
    let known = "other_algorithm other_model approximation one_slip congested steps_right reasons";
    let fields =
        Fields::open(node, "partial credit", "write partial: {one_slip: 1/2}")?.only(known)?;
    let of = |key, before: &Rational| fields.get(key).map_or_else(|| Ok(before.clone()), share);
    Ok(Partial {
        other_algorithm: of("other_algorithm", &from.other_algorithm)?,
        other_model: of("other_model", &from.other_model)?,
        approximation: of("approximation", &from.approximation)?,
        one_slip: of("one_slip", &from.one_slip)?,
        congested: of("congested", &from.congested)?,
        steps_right: of("steps_right", &from.steps_right)?,
        reasons: match fields.get("reasons") {
            Some(node) => reasons(node, &from.reasons)?,
            None => from.reasons.clone(),
        },
    })
}

/// A share for each reason; those of the whole set go on where a question has none of its own.
fn reasons(
    node: &Node<'_>,
    from: &[(String, Rational)],
) -> Result<Vec<(String, Rational)>, ReadError> {
    let help = "write reasons: {\"the t_w term is missing\": 1/2}, as a class report words them";
    let Kind::Mapping(pairs) = &node.kind else {
        return bad("no reasons with shares stand there".to_owned(), node.span, help);
    };
    let mut reasons = Vec::new();
    for (reason, value) in pairs {
        reasons.push((reason.text.trim().to_owned(), share(value)?));
    }
    let known = |name: &String| reasons.iter().any(|(reason, _)| reason == name);
    let kept: Vec<_> = from.iter().filter(|(reason, _)| !known(reason)).cloned().collect();
    reasons.extend(kept);
    Ok(reasons)
}
