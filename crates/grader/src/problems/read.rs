//! From text to problem set. All errors are collected, each with its place.

use super::keys::{AskContext, Errors, Keys, On, bad, one_of, text_of, written};
use super::parts::{self, algorithm, items, letters, names, numbering, numbers, partial};
use super::{Accept, Ask, FORMAT, Partial, ProblemSet, Question, SizeSet};
use crate::asks::{KINDS, Trait};
use hockney_base::diagnostic::Diagnostic;
use hockney_base::number::Rational;
use hockney_core::collective::{COLLECTIVES, Instance, Ports};
use hockney_core::topology::Topology;
use hockney_cost::Numbers;
use hockney_files::read::operation::Operation;
use hockney_files::read::topology::topology;
use hockney_files::{
    Content, Fields, Node, ReadError, Result, events, list, names_format, scalar, shortened,
    unknown,
};
use hockney_plan::planner::Algorithm;
use thiserror::Error;

const SET: &str = "a problem set";
const EXAMPLE: &str = "a problem set begins with `format: hockney/problems/v1`";
const KEYS: [&str; 5] = ["format", "title", "questions", "partial", "variants"];
const QUESTIONS: &str = "write questions: and below it `- id: ..` for each";
const QUESTION: &str = "a question is {id: .., collective: broadcast, topology: .., asks: [..]}";
const QUESTION_KEYS: &str = "id text collective topology ports model algorithm accept \
    numbers general sizes numbering letters asks partial";
const ASK: &str = "an ask is {ask: formula, points: 2}";
const ASKS: &str = "write asks: [{ask: formula, points: 2}]";

/// Reads a problem set, YAML or JSON.
///
/// # Errors
/// Everything in it that does not follow `specs/problems.md`, with its place; and what is over a limit.
pub fn read_problems(text: &str) -> Result<ProblemSet, UnreadableSet> {
    let root = events::parse(text)?;
    let top = Fields::open(&root, SET, EXAMPLE)?;
    let errors = &Errors::default();
    if let Some(node) = top.get("format")
        && let Err(error) = names_format(node, FORMAT)
    {
        // Another document than a problem set would have nothing but errors.
        if top.get("questions").is_none() {
            return Err(error.into());
        }
        errors.keep::<()>(Err(error));
    }
    let top = Keys::of(top, &KEYS, errors);
    top.need("format", &format!("write format: {FORMAT}"));
    let title = top.read("title", |node| text_of(node, "a title"));
    let shares = partial(top.get("partial"), &Partial::default(), errors);
    let mut set = ProblemSet { title, questions: Vec::new() };
    let mut ids = Vec::new();
    let items = |node| Ok((node, list(node, "the list of questions", QUESTIONS)?));
    if let Some((node, items)) = top.must("questions", QUESTIONS, items) {
        for item in items {
            let before = errors.count();
            let question = question(item, &shares, &mut ids, errors);
            set.questions.extend(question.filter(|_| errors.count() == before));
        }
        if items.is_empty() {
            errors.add("a problem set without a question", node.span, QUESTIONS);
        }
    }
    if let Some(node) = top.get("variants") {
        parts::variants(node, &mut set.questions, &ids, errors);
    }
    match errors.in_order() {
        errors if errors.is_empty() => Ok(set),
        errors => Err(UnreadableSet { errors, questions: set.questions }),
    }
}

fn question(
    node: &Node<'_>,
    shares: &Partial,
    ids: &mut Vec<String>,
    errors: &Errors,
) -> Option<Question> {
    let keys = Keys::open(node, "a question", QUESTION, QUESTION_KEYS, errors)?;
    let place = keys.get("id").map(|node| node.span);
    let id = keys.must("id", QUESTION, |node| identifier(node, ids));
    ids.extend(id.clone());
    let machine = keys.must("topology", "write topology: ring:8", machine);
    let operation = if keys.get("collective").is_none() && is_of_network(&keys) {
        None
    } else {
        keys.need("collective", "write collective: broadcast")
    };
    let phases = operation.map(|node| each(node, "collectives", errors)).unwrap_or_default();
    let phases = phases.iter().map(|node| phase(node, machine.as_ref(), errors));
    let any = || machine.as_ref().filter(|_| operation.is_none()).and_then(any_collective);
    let (on, instances): (Vec<_>, Vec<_>) = phases.chain(any()).unzip();
    let both = on.first().copied().flatten();
    let given = keys.get("numbers");
    let given = given.map_or_else(|| Some(Numbers::default()), |node| numbers(node, errors));
    let listed = keys.get("algorithm").map(|node| each(node, "algorithms", errors));
    let algorithms = algorithms_of(listed, &on, errors);
    let accept = keys.get("accept").and_then(|node| accept(node, both, errors));
    let ports = keys.read("ports", ports).unwrap_or(Ports::ONE);
    let contention = keys.read("model", model).unwrap_or(false);
    let numbering = numbering(keys.get("numbering"), machine.as_ref(), errors);
    let numbered = machine.clone().map(|machine| machine.numbered(numbering));
    let context = AskContext {
        topology: machine.as_ref(),
        numbered: numbered.as_ref(),
        instance: instances.first().and_then(Option::as_ref),
        on: both,
        numbers: given.as_ref(),
        phases: on.len(),
        at: node.span,
        contention,
    };
    let asks = asks(&keys, id.as_deref().unwrap_or_default(), &context);
    let mut phases = instances.into_iter().zip(algorithms);
    let (instance, algorithm) = phases.next().unwrap_or_default();
    let question = Question {
        text: keys.read("text", |node| text_of(node, "a text")),
        ports,
        contention,
        algorithm,
        accept: accept.unwrap_or(if algorithm.is_some() { Accept::This } else { Accept::AsCheap }),
        sizes: sizes(&keys),
        letters: letters(keys.get("letters"), errors),
        asks,
        variants: Vec::new(),
        partial: partial(keys.get("partial"), shares, errors),
        place: place?,
        id: id?,
        numbers: given?,
        topology: numbered?,
        instance: instance?,
        is_of_network: operation.is_none(),
        then: phases.map(|(of, by)| Some((of?, by))).collect::<Option<_>>()?,
    };
    Some(question)
}

/// Whether all that is asked is about the network, so that the question needs no collective.
fn is_of_network(keys: &Keys<'_, '_>) -> bool {
    let Some(Content::Sequence(asks)) = keys.get("asks").map(|node| &node.kind) else {
        return false;
    };
    let kind = |node: &Node<'_>| {
        let fields = Fields::open(node, "an ask", ASK).ok()?;
        let found = scalar::text(fields.get("ask")?, "what is asked").ok()?;
        KINDS.into_iter().find(|kind| kind.name == found)
    };
    !asks.is_empty()
        && asks.iter().all(|ask| kind(ask).is_some_and(|kind| kind.is(Trait::OfNetwork)))
}

/// The collective of a question that is about none.
fn any_collective(machine: &Topology) -> Option<(Option<On<'_>>, Option<Instance>)> {
    let collective = COLLECTIVES.first()?;
    let instance = Instance::new(collective, machine.nodes());
    Some((Some(On { collective, machine }), Some(instance)))
}

/// A machine whose links are alike.
fn machine(node: &Node<'_>) -> Result<Topology> {
    let refuse = |_: &str| {
        Err("a problem set holds its graphs itself: write {graph: {nodes: .., links: ..}}"
            .to_owned())
    };
    let machine = topology(node, &refuse)?;
    let alike = machine.classes().is_empty();
    let why = "all links of a question are alike: leave out their classes";
    alike.then_some(machine).ok_or_else(|| Diagnostic::new(why).at(node.span).into())
}

fn asks(keys: &Keys<'_, '_>, id: &str, context: &AskContext<'_>) -> Vec<Ask> {
    let mut asks: Vec<Ask> = Vec::new();
    let items = |node| Ok((node, list(node, "the list of what is asked", ASKS)?));
    let Some((node, items)) = keys.must("asks", ASKS, items) else { return asks };
    if items.is_empty() {
        keys.errors.add("a question that asks nothing", node.span, ASKS);
    }
    for item in items {
        let Some(ask) = ask(item, id, context, keys.errors) else { continue };
        let before = asks.iter().filter(|other| other.kind() == ask.kind()).count();
        let more = if before > 0 { format!(".{}", before + 1) } else { String::new() };
        asks.push(Ask { name: ask.name + &more, ..ask });
    }
    asks
}

/// What is asked, and the points for it.
fn ask(node: &Node<'_>, id: &str, context: &AskContext<'_>, errors: &Errors) -> Option<Ask> {
    let fields = errors.keep(Fields::open(node, "an ask", ASK))?;
    let name = |text| if text == "cost" { "number" } else { text };
    let found = fields.get("ask");
    let found = found.map(|node| (scalar::text(node, "what is asked").map(name), node.span));
    let kind = match &found {
        Some((Ok(found), _)) => KINDS.into_iter().find(|kind| kind.name == *found),
        _ => None,
    };
    // Without a kind, the keys of all kinds are known.
    let own = KINDS.into_iter().filter(|own| kind.is_none_or(|kind| kind.name == own.name));
    let own = own.flat_map(|kind| kind.keys.iter().copied());
    let all: Vec<&str> = ["ask", "points"].into_iter().chain(own).collect();
    let keys = Keys::of(fields, &all, errors);
    let points = match keys.get("points") {
        Some(node) => errors.keep(scalar::positive(node, "number of points")),
        None => Some(Rational::one()),
    };
    let Some((found, at)) = found else {
        keys.need("ask", ASK);
        return None;
    };
    let found = errors.keep(found)?;
    let Some(kind) = kind else {
        let kinds = KINDS.map(|kind| kind.name);
        return errors.keep(Err(unknown("ask", at, found, "a question", &kinds)));
    };
    if context.phases > 1 && !kind.is(Trait::Composed) {
        let others = KINDS.iter().filter(|kind| kind.is(Trait::Composed)).map(|kind| kind.name);
        let help = format!("it can ask for {}", others.collect::<Vec<_>>().join(", "));
        return errors.keep(bad(format!("several collectives have no `{found}`"), at, &help));
    }
    if context.contention && !kind.is(Trait::Waiting) {
        let message = format!("with `model: contention` there is no `{found}`");
        return errors.keep(bad(message, at, "ask for the number of steps, the cost or a trace"));
    }
    let asked = (kind.read)(&keys, &AskContext { at, ..*context });
    Some(Ask { name: format!("{id}.{found}"), points: points?, kind, asked: asked? })
}

/// An id that no other question has.
fn identifier(node: &Node<'_>, ids: &[String]) -> Result<String> {
    let id = match &node.kind {
        Content::Scalar { text, .. } => &**text,
        _ => scalar::text(node, "an id")?,
    };
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !(1..=60).contains(&id.len()) || !id.chars().all(fits) {
        let message = format!("`{}` is not an id", shortened(id));
        return bad(message, node.span, "an id has up to 60 letters, digits, - and _");
    }
    if ids.iter().any(|other| other == id) {
        let message = format!("a second question `{id}`");
        return bad(message, node.span, "give each question an id of its own");
    }
    Ok(id.to_owned())
}

/// The items of a list, of which there must be one, or the node alone.
fn each<'a, 't>(node: &'a Node<'t>, what: &str, errors: &Errors) -> &'a [Node<'t>] {
    let items = items(node);
    if items.is_empty() {
        errors.add(format!("a list of no {what}"), node.span, "write at least one");
    }
    items
}

/// A collective on the machine, as far as it can be read.
fn phase<'m>(
    node: &Node<'_>,
    machine: Option<&'m Topology>,
    errors: &Errors,
) -> (Option<On<'m>>, Option<Instance>) {
    let operation = errors.keep(Operation::written(node, true));
    let Some((operation, on)) = operation.zip(machine) else { return (None, None) };
    (Some(On { collective: operation.collective, machine: on }), errors.keep(operation.on(on)))
}

/// The algorithm of each collective, where one is named.
fn algorithms_of(
    named: Option<&[Node<'_>]>,
    on: &[Option<On<'_>>],
    errors: &Errors,
) -> Vec<Option<&'static Algorithm>> {
    let Some(named) = named else { return vec![None; on.len()] };
    if let Some(last) = named.last().filter(|_| named.len() != on.len()) {
        let message = format!("{} algorithms for {} collectives", named.len(), on.len());
        errors.add(message, last.span, "name an algorithm for each collective");
    }
    let mut named = named.iter();
    let of = |on: Option<On<'_>>| {
        named.next().zip(on).and_then(|(node, on)| errors.keep(algorithm(node, on)))
    };
    on.iter().copied().map(of).collect()
}

fn ports(node: &Node<'_>) -> Result<Ports> {
    let text = written(node, "the number of ports", "write ports: all")?;
    let refuse = |why: String| bad(why, node.span, "write ports: one, ports: 2 or ports: all");
    text.parse().or_else(refuse)
}

/// The sizes for which formulas must be right. `general: false` is the older way to say `this`.
fn sizes(keys: &Keys<'_, '_>) -> SizeSet {
    let words = [
        ("this", SizeSet::This),
        ("all", SizeSet::All),
        ("powers-of-2", SizeSet::PowersOfTwo),
        ("squares", SizeSet::Squares),
    ];
    let general = keys.read("general", scalar::boolean).unwrap_or(true);
    let sizes = keys.read("sizes", |node| one_of(node, "size", "`sizes`", &words));
    sizes.unwrap_or(if general { SizeSet::Own } else { SizeSet::This })
}

/// Whether messages wait for each other.
fn model(node: &Node<'_>) -> Result<bool> {
    one_of(node, "model", "a question", &[("contention", true)])
}

fn accept(node: &Node<'_>, on: Option<On<'_>>, errors: &Errors) -> Option<Accept> {
    if let Content::Sequence(items) = &node.kind {
        return Some(Accept::These(names(items, on, errors)));
    }
    let words = [("any", Accept::Any), ("as-cheap", Accept::AsCheap), ("this", Accept::This)];
    errors.keep(one_of(node, "word", "`accept`", &words))
}

/// Why a problem set cannot be read.
#[derive(Debug, Error)]
#[error("{}", errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct UnreadableSet {
    /// At least one, in the order of their places.
    pub errors: Vec<ReadError>,
    /// The questions without an error.
    pub questions: Vec<Question>,
}

impl From<ReadError> for UnreadableSet {
    fn from(error: ReadError) -> Self {
        UnreadableSet { errors: vec![error], questions: Vec::new() }
    }
}
