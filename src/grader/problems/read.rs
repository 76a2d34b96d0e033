//! From text to problem set; every complaint has its place.

mod ask;
mod variants;

use self::ask::ask;
use super::{Accept, Numbering, Question};
use super::{FORMAT, Partial, ProblemSet};
use crate::collective::Collective;
use crate::cost::{Given, Numbers};
use crate::diagnostic::{Diagnostic, Span};
use crate::document::read::operation::Operation;
use crate::document::read::topology::topology;
use crate::document::{
    Fields, Kind, Node, ReadError, events, list, scalar, shortened, suggestion, unknown,
};
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
    let title = optional_text(top, "title", "a title")?;
    let shares = partial(top, &Partial::default())?;
    let help = "write questions: and below it `- id: ..` for each";
    let node = top.need("questions", help)?;
    let mut questions: Vec<Question> = Vec::new();
    for item in list(node, "the list of questions", help)? {
        let question = question(item, &shares)?;
        if questions.iter().any(|other| other.id == question.id) {
            let at = Fields::open(item, "a question", help)?.need("id", help)?.span;
            let message = format!("a second question `{}`", question.id);
            return bad(message, at, "give each question an id of its own");
        }
        questions.push(question);
    }
    if questions.is_empty() {
        return bad("a problem set without a question", node.span, help);
    }
    if let Some(node) = top.get("variants") {
        variants::read(node, &mut questions)?;
    }
    Ok(ProblemSet { title, questions })
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

fn bad<T>(message: impl Into<String>, at: Span, help: &str) -> Result<T, ReadError> {
    Err(Diagnostic::new(message).at(at).help(help).into())
}

/// What stands at a key, as a text.
fn optional_text(
    fields: Fields<'_, '_>,
    key: &str,
    what: &str,
) -> Result<Option<String>, ReadError> {
    let text = fields.get(key).map(|node| scalar::text(node, what)).transpose()?;
    Ok(text.map(Into::into))
}

/// What one of these words stands for; `word` is what it is in `place`.
fn one_of<T: Clone>(
    node: &Node<'_>,
    word: &str,
    place: &str,
    words: &[(&str, T)],
) -> Result<T, ReadError> {
    let an = if word.starts_with(['a', 'o']) { "an" } else { "a" };
    let found = scalar::text(node, &format!("{an} {word}"))?;
    let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
    let meant = words.iter().find(|(word, _)| *word == found);
    let meant = meant.ok_or_else(|| unknown(word, node.span, found, place, &known))?;
    Ok(meant.1.clone())
}

fn question(node: &Node<'_>, shares: &Partial) -> Result<Question, ReadError> {
    let help = "a question is {id: .., collective: {kind: ..}, topology: .., asks: [..]}";
    let fields = Fields::open(node, "a question", help)?.only(QUESTION)?;
    let id = identifier(fields.need("id", help)?)?;
    let text = optional_text(fields, "text", "a text")?;
    let refuse = |_: &str| {
        Err("a problem set holds its graphs itself: write {graph: {nodes: .., links: ..}}"
            .to_owned())
    };
    let machine = topology(fields.need("topology", "write topology: ring:8")?, &refuse)?;
    let instance = Operation::of(fields)?.among(machine.nodes())?;
    let collective = instance.collective;
    let named = |node| algorithm(node, collective, machine.family());
    let accepted = |node| accept(node, collective, machine.family());
    let mut question = Question {
        id,
        text,
        algorithm: fields.get("algorithm").map(named).transpose()?,
        accept: fields.get("accept").map_or(Ok(Accept::Any), accepted)?,
        numbers: fields.get("numbers").map_or(Ok(Numbers::default()), numbers)?,
        general: fields.get("general").map_or(Ok(true), scalar::boolean)?,
        numbering: fields.get("numbering").map(numbering).transpose()?,
        asks: Vec::new(),
        variants: Vec::new(),
        partial: partial(fields, shares)?,
        topology: machine,
        instance,
    };
    let asks = fields.need("asks", help)?;
    let help = "write asks: [{ask: formula, points: 2}]";
    for item in list(asks, "the list of what is asked", help)? {
        let ask = ask(item, &question)?;
        question.asks.push(ask);
    }
    if question.asks.is_empty() {
        return bad("a question that asks nothing", asks.span, help);
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
    let message = format!("`{}` is no id", shortened(id));
    bad(message, node.span, "an id has up to 60 letters, digits, - and _")
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
    let words = [("row-major", Numbering::RowMajor), ("column-major", Numbering::ColumnMajor)];
    one_of(node, "numbering", "a question", &words)
}

fn numbers(node: &Node<'_>) -> Result<Numbers, ReadError> {
    let help = "numbers are {m: 100, t_s: 5, t_w: 1}";
    let fields =
        Fields::open(node, "the numbers of the model", help)?.only("m t_s t_w t_h word")?;
    let [m, t_s, t_w, t_h, word] = ["m", "t_s", "t_w", "t_h", "word"].map(|key| {
        match fields.get(key).map(|node| &node.kind) {
            Some(Kind::Scalar { text, .. }) => Some(&**text),
            _ => None,
        }
    });
    Numbers::read(Given { m, t_s, t_w, t_h, word }).map_err(|error| {
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
        return bad("no number stands where a share belongs", node.span, help);
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

fn partial(fields: Fields<'_, '_>, from: &Partial) -> Result<Partial, ReadError> {
    let Some(node) = fields.get("partial") else { return Ok(from.clone()) };
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
        reasons: reasons(fields, &from.reasons)?,
    })
}

/// A share for each reason; those of the whole set go on where a question has none of its own.
fn reasons(
    fields: Fields<'_, '_>,
    from: &[(String, Rational)],
) -> Result<Vec<(String, Rational)>, ReadError> {
    let help = "write reasons: {\"the t_w term is missing\": 1/2}, as a class report words them";
    let Some(node) = fields.get("reasons") else { return Ok(from.to_vec()) };
    let Kind::Mapping(pairs) = &node.kind else {
        return bad("no reasons with shares stand there", node.span, help);
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
