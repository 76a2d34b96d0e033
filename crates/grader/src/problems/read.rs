//! From text to problem set. All errors are collected, each with its place.

mod ask;
mod errors;
mod letters;
mod numbers;
mod variants;

use self::ask::{Context, ask};
use self::errors::{Errors, Keys};
use self::letters::{letters, numbering};
use self::numbers::{numbers, partial};
use super::{Accept, Ask, FORMAT, Partial, ProblemSet, Question, Sizes};
use hockney_base::diagnostic::{Diagnostic, Span};
use hockney_core::collective::{Collective, Instance, Ports};
use hockney_core::topology::Topology;
use hockney_cost::Numbers;
pub(super) use hockney_files::read::operation::Operation;
pub(super) use hockney_files::read::topology::topology;
use hockney_files::{
    Fields, Kind, Node, ReadError, events, list, scalar, shortened, suggestion, unknown, wrong,
};
use hockney_plan::planner::{Algorithm, algorithms, named_algorithm};

pub use errors::Unreadable;

const SET: &str = "a problem set";
const EXAMPLE: &str = "a problem set begins with `format: hockney/problems/v1`";
const KEYS: [&str; 5] = ["format", "title", "questions", "partial", "variants"];
const QUESTIONS: &str = "write questions: and below it `- id: ..` for each";
const QUESTION: &str = "a question is {id: .., collective: broadcast, topology: .., asks: [..]}";
const QUESTION_KEYS: &str = "id text collective topology ports model algorithm accept \
    numbers general sizes numbering letters asks partial";
const ASKS: &str = "write asks: [{ask: formula, points: 2}]";

/// Reads a problem set, YAML or JSON.
///
/// # Errors
/// Everything in it that does not follow `specs/problems.md`, with its place; and what is over a limit.
pub fn read_problems(text: &str) -> Result<ProblemSet, Unreadable> {
    let start = text.len() - text.strip_prefix('\u{feff}').unwrap_or(text).len();
    let root = events::parse(text, start..text.len())?;
    let top = Fields::open(&root, SET, EXAMPLE)?;
    let mut errors = Errors::default();
    if let Some(node) = top.get("format")
        && let Err(error) = names_format(node, FORMAT)
    {
        // Another document than a problem set would have nothing but errors.
        if top.get("questions").is_none() {
            return Err(error.into());
        }
        errors.keep::<()>(Err(error));
    }
    let top = Keys::of(top, &KEYS, &mut errors);
    top.need("format", &format!("write format: {FORMAT}"), &mut errors);
    let title = top.read("title", |node| text_of(node, "a title"), &mut errors);
    let shares = partial(top.get("partial"), &Partial::default(), &mut errors);
    let mut set = ProblemSet { title, questions: Vec::new() };
    let mut ids = Vec::new();
    if let Some(node) = top.need("questions", QUESTIONS, &mut errors)
        && let Some(items) = errors.keep(list(node, "the list of questions", QUESTIONS))
    {
        for item in items {
            let before = errors.count();
            let question = question(item, &shares, &mut ids, &mut errors);
            set.questions.extend(question.filter(|_| errors.count() == before));
        }
        if items.is_empty() {
            errors.keep(bad::<()>("a problem set without a question", node.span, QUESTIONS));
        }
    }
    if let Some(node) = top.get("variants") {
        variants::read(node, &mut set.questions, &ids, &mut errors);
    }
    if errors.count() > 0 {
        return Err(Unreadable { errors: errors.in_order(), questions: set.questions });
    }
    Ok(set)
}

/// Refuses a document of another format, naming it.
pub(in super::super) fn is_format(top: Fields<'_, '_>, format: &str) -> Result<(), ReadError> {
    names_format(top.need("format", &format!("write format: {format}"))?, format)
}

fn names_format(node: &Node<'_>, format: &str) -> Result<(), ReadError> {
    let found = scalar::text(node, "the name of the format")?;
    if found == format {
        return Ok(());
    }
    let (Some(wanted), Some(other)) = (kind(format), kind(found)) else {
        let message = format!("unknown format `{}`", shortened(found));
        return bad(message, node.span, &format!("write format: {format}"));
    };
    let help = match (format, other) {
        (FORMAT, "an answer file") | (_, "a problem set") => {
            "the problem set comes first: hockney grade problems.yaml answers.yaml".to_owned()
        }
        _ => format!("the file should begin with format: {format}"),
    };
    bad(format!("expected {wanted}, found {other}"), node.span, &help)
}

/// The kind of file that a format is of.
fn kind(format: &str) -> Option<&'static str> {
    Some(match format {
        "hockney/problems/v1" => "a problem set",
        "hockney/answers/v1" => "an answer file",
        "hockney/overrides/v1" => "a file of overrides",
        hockney_files::FORMAT => "a schedule file",
        _ => return None,
    })
}

fn bad<T>(message: impl Into<String>, at: Span, help: &str) -> Result<T, ReadError> {
    Err(Diagnostic::new(message).at(at).help(help).into())
}

fn text_of(node: &Node<'_>, what: &str) -> Result<String, ReadError> {
    scalar::text(node, what).map(Into::into)
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

fn question(
    node: &Node<'_>,
    shares: &Partial,
    ids: &mut Vec<String>,
    errors: &mut Errors,
) -> Option<Question> {
    let keys = Keys::open(node, "a question", QUESTION, QUESTION_KEYS, errors)?;
    let named = keys.need("id", QUESTION, errors);
    let id = named.and_then(|node| errors.keep(identifier(node, ids)));
    ids.extend(id.clone());
    let machine = keys.need("topology", "write topology: ring:8", errors);
    let refuse = |_: &str| {
        Err("a problem set holds its graphs itself: write {graph: {nodes: .., links: ..}}"
            .to_owned())
    };
    let machine = machine.and_then(|node| {
        let machine = errors.keep(topology(node, &refuse))?;
        let alike = machine.classes().is_empty();
        let why = "all links of a question are alike: leave out their classes";
        errors
            .keep(alike.then_some(machine).ok_or_else(|| Diagnostic::new(why).at(node.span).into()))
    });
    let operation = keys.need("collective", "write collective: broadcast", errors);
    let phases = operation.map(|node| each(node, "collectives", errors)).unwrap_or_default();
    let phases = phases.iter().map(|node| phase(node, machine.as_ref(), errors));
    let (on, instances): (Vec<_>, Vec<_>) = phases.unzip();
    let both = on.first().copied().flatten();
    let given =
        keys.get("numbers").map_or_else(|| Some(Numbers::default()), |node| numbers(node, errors));
    let listed = keys.get("algorithm").map(|node| each(node, "algorithms", errors));
    let algorithms = algorithms_of(listed, &on, errors);
    let accept = keys.get("accept").and_then(|node| accept(node, both, errors));
    let ports = keys.read("ports", ports, errors).unwrap_or(Ports::ONE);
    let contention = keys.read("model", model, errors).unwrap_or(false);
    let numbering = numbering(keys.get("numbering"), machine.as_ref(), errors);
    let numbered = machine.clone().map(|machine| machine.numbered(numbering));
    let context = Context {
        topology: machine.as_ref(),
        numbered: numbered.as_ref(),
        instance: instances.first().and_then(Option::as_ref),
        on: both,
        numbers: given.as_ref(),
        phases: on.len(),
        contention,
    };
    let asks = asks(&keys, id.as_deref().unwrap_or_default(), &context, errors);
    let mut phases = instances.into_iter().zip(algorithms);
    let (instance, algorithm) = phases.next().unwrap_or_default();
    let question = Question {
        text: keys.read("text", |node| text_of(node, "a text"), errors),
        ports,
        contention,
        algorithm,
        accept: accept.unwrap_or(if algorithm.is_some() { Accept::This } else { Accept::AsCheap }),
        sizes: sizes(&keys, errors),
        letters: letters(keys.get("letters"), errors),
        asks,
        variants: Vec::new(),
        partial: partial(keys.get("partial"), shares, errors),
        place: named?.span,
        id: id?,
        numbers: given?,
        topology: numbered?,
        instance: instance?,
        then: phases.map(|(of, by)| Some((of?, by))).collect::<Option<_>>()?,
    };
    Some(question)
}

fn asks(keys: &Keys<'_, '_>, id: &str, context: &Context<'_>, errors: &mut Errors) -> Vec<Ask> {
    let mut asks: Vec<Ask> = Vec::new();
    let Some(node) = keys.need("asks", ASKS, errors) else { return asks };
    let items = errors.keep(list(node, "the list of what is asked", ASKS));
    if items.is_some_and(<[_]>::is_empty) {
        errors.keep(bad::<()>("a question that asks nothing", node.span, ASKS));
    }
    for item in items.unwrap_or_default() {
        let Some((asked, points)) = ask(item, context, errors) else { continue };
        let kind = asked.name();
        let name = match asks.iter().filter(|ask| ask.asked.name() == kind).count() {
            0 => format!("{id}.{kind}"),
            n => format!("{id}.{kind}.{}", n + 1),
        };
        asks.push(Ask { name, points, asked });
    }
    asks
}

/// An id that no other question has.
fn identifier(node: &Node<'_>, ids: &[String]) -> Result<String, ReadError> {
    let id = match &node.kind {
        Kind::Scalar { text, .. } => &**text,
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

/// The items of a list, or the node alone.
fn each<'a, 't>(node: &'a Node<'t>, what: &str, errors: &mut Errors) -> &'a [Node<'t>] {
    let Kind::Sequence(items) = &node.kind else { return std::slice::from_ref(node) };
    if items.is_empty() {
        errors.keep(bad::<()>(format!("a list of no {what}"), node.span, "write at least one"));
    }
    items
}

/// A collective on the machine, as far as it can be read.
fn phase<'m>(
    node: &Node<'_>,
    machine: Option<&'m Topology>,
    errors: &mut Errors,
) -> (Option<On<'m>>, Option<Instance>) {
    let operation = errors.keep(Operation::written(node, true));
    let Some((operation, on)) = operation.zip(machine) else { return (None, None) };
    (Some((operation.collective, on)), errors.keep(operation.on(on)))
}

/// The algorithm of each collective, where one is named.
fn algorithms_of(
    named: Option<&[Node<'_>]>,
    on: &[Option<On<'_>>],
    errors: &mut Errors,
) -> Vec<Option<&'static Algorithm>> {
    let Some(named) = named else { return vec![None; on.len()] };
    if let Some(last) = named.last().filter(|_| named.len() != on.len()) {
        let message = format!("{} algorithms for {} collectives", named.len(), on.len());
        errors.keep(bad::<()>(message, last.span, "name an algorithm for each collective"));
    }
    let mut named = named.iter();
    let of = |on: Option<On<'_>>| {
        named.next().zip(on).and_then(|(node, on)| errors.keep(algorithm(node, on)))
    };
    on.iter().copied().map(of).collect()
}

fn ports(node: &Node<'_>) -> Result<Ports, ReadError> {
    match &node.kind {
        Kind::Scalar { text, .. } => text
            .parse()
            .or_else(|why: String| bad(why, node.span, "write ports: one, ports: 2 or ports: all")),
        _ => Err(wrong(node, "the number of ports", node.head(), "write ports: all")),
    }
}

/// The sizes for which formulas must be right. `general: false` is the older way to say `this`.
fn sizes(keys: &Keys<'_, '_>, errors: &mut Errors) -> Sizes {
    let words = [
        ("this", Sizes::This),
        ("all", Sizes::All),
        ("powers-of-2", Sizes::PowersOfTwo),
        ("squares", Sizes::Squares),
    ];
    let general = keys.read("general", scalar::boolean, errors).unwrap_or(true);
    let sizes = keys.read("sizes", |node| one_of(node, "size", "`sizes`", &words), errors);
    sizes.unwrap_or(if general { Sizes::Own } else { Sizes::This })
}

/// Whether messages wait for each other.
fn model(node: &Node<'_>) -> Result<bool, ReadError> {
    one_of(node, "model", "a question", &[("contention", true)])
}

/// A collective on a machine, for which there are algorithms.
type On<'m> = (&'static Collective, &'m Topology);

fn algorithm(
    node: &Node<'_>,
    (collective, machine): On<'_>,
) -> Result<&'static Algorithm, ReadError> {
    let name = scalar::text(node, "an algorithm")?;
    let family = machine.family();
    let fits = |a: &&Algorithm| a.collective() == collective.name() && a.on(family).is_some();
    let instance = Instance::new(collective, machine.nodes());
    let asked = hockney_plan::question::Question::of(machine.clone(), instance);
    if let Some(found) = named_algorithm(name, asked.request()).filter(fits) {
        return Ok(found);
    }
    let names: Vec<&str> = algorithms().filter(fits).map(Algorithm::name).collect();
    let what = format!(
        "there is no algorithm `{}` for {} on a {}",
        shortened(name),
        collective.name(),
        family.name()
    );
    Err(Diagnostic::new(what).at(node.span).label(suggestion(name, &names)).into())
}

/// The names of a list of algorithms; none where it is not known what they are for.
fn names(items: &[Node<'_>], on: Option<On<'_>>, errors: &mut Errors) -> Vec<&'static str> {
    let Some(on) = on else { return Vec::new() };
    let name = |item| errors.keep(algorithm(item, on).map(Algorithm::name));
    items.iter().filter_map(name).collect()
}

fn accept(node: &Node<'_>, on: Option<On<'_>>, errors: &mut Errors) -> Option<Accept> {
    if let Kind::Sequence(items) = &node.kind {
        return Some(Accept::These(names(items, on, errors)));
    }
    let words = [("any", Accept::Any), ("as-cheap", Accept::AsCheap), ("this", Accept::This)];
    errors.keep(one_of(node, "word", "`accept`", &words))
}
