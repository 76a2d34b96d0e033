//! From text to problem set. All errors are collected, each with its place.

mod ask;
mod parts;

use std::cell::RefCell;

use self::ask::{Context, ask};
use self::parts::{letters, numbering, numbers, partial};
use super::{Accept, Ask, FORMAT, Partial, ProblemSet, Question, Sizes};
use hockney_base::diagnostic::{Diagnostic, Span, nearest};
use hockney_core::collective::{Collective, Instance, Ports};
use hockney_core::topology::Topology;
use hockney_cost::Numbers;
use hockney_files::read::operation::Operation;
use hockney_files::read::topology::topology;
use hockney_files::{
    Content, Fields, Node, ReadError, Result, events, list, names_format, scalar, shortened,
    suggestion, unknown, wrong,
};
use hockney_plan::planner::{Algorithm, algorithms, named_algorithm};

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
        errors => Err(Unreadable { errors, questions: set.questions }),
    }
}

fn bad<T>(message: impl Into<String>, at: Span, help: &str) -> Result<T> {
    Err(Diagnostic::new(message).at(at).help(help).into())
}

fn text_of(node: &Node<'_>, what: &str) -> Result<String> {
    scalar::text(node, what).map(Into::into)
}

/// What one of these words stands for; `word` is what it is in `place`.
fn one_of<T: Clone>(node: &Node<'_>, word: &str, place: &str, words: &[(&str, T)]) -> Result<T> {
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
    errors: &Errors,
) -> Option<Question> {
    let keys = Keys::open(node, "a question", QUESTION, QUESTION_KEYS, errors)?;
    let place = keys.get("id").map(|node| node.span);
    let id = keys.must("id", QUESTION, |node| identifier(node, ids));
    ids.extend(id.clone());
    let machine = keys.must("topology", "write topology: ring:8", machine);
    let operation = keys.need("collective", "write collective: broadcast");
    let phases = operation.map(|node| each(node, "collectives", errors)).unwrap_or_default();
    let phases = phases.iter().map(|node| phase(node, machine.as_ref(), errors));
    let (on, instances): (Vec<_>, Vec<_>) = phases.unzip();
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
    let context = Context {
        topology: machine.as_ref(),
        numbered: numbered.as_ref(),
        instance: instances.first().and_then(Option::as_ref),
        on: both,
        numbers: given.as_ref(),
        phases: on.len(),
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
        then: phases.map(|(of, by)| Some((of?, by))).collect::<Option<_>>()?,
    };
    Some(question)
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

fn asks(keys: &Keys<'_, '_>, id: &str, context: &Context<'_>) -> Vec<Ask> {
    let mut asks: Vec<Ask> = Vec::new();
    let items = |node| Ok((node, list(node, "the list of what is asked", ASKS)?));
    let Some((node, items)) = keys.must("asks", ASKS, items) else { return asks };
    if items.is_empty() {
        keys.errors.add("a question that asks nothing", node.span, ASKS);
    }
    for item in items {
        let Some((asked, points)) = ask(item, context, keys.errors) else { continue };
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

/// The items of a list, or the node alone.
fn each<'a, 't>(node: &'a Node<'t>, what: &str, errors: &Errors) -> &'a [Node<'t>] {
    let Content::Sequence(items) = &node.kind else { return std::slice::from_ref(node) };
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
    (Some((operation.collective, on)), errors.keep(operation.on(on)))
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
    match &node.kind {
        Content::Scalar { text, .. } => text
            .parse()
            .or_else(|why: String| bad(why, node.span, "write ports: one, ports: 2 or ports: all")),
        _ => Err(wrong(node, "the number of ports", node.head(), "write ports: all")),
    }
}

/// The sizes for which formulas must be right. `general: false` is the older way to say `this`.
fn sizes(keys: &Keys<'_, '_>) -> Sizes {
    let words = [
        ("this", Sizes::This),
        ("all", Sizes::All),
        ("powers-of-2", Sizes::PowersOfTwo),
        ("squares", Sizes::Squares),
    ];
    let general = keys.read("general", scalar::boolean).unwrap_or(true);
    let sizes = keys.read("sizes", |node| one_of(node, "size", "`sizes`", &words));
    sizes.unwrap_or(if general { Sizes::Own } else { Sizes::This })
}

/// Whether messages wait for each other.
fn model(node: &Node<'_>) -> Result<bool> {
    one_of(node, "model", "a question", &[("contention", true)])
}

/// A collective on a machine, for which there are algorithms.
type On<'m> = (&'static Collective, &'m Topology);

fn algorithm(node: &Node<'_>, (collective, machine): On<'_>) -> Result<&'static Algorithm> {
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
fn names(items: &[Node<'_>], on: Option<On<'_>>, errors: &Errors) -> Vec<&'static str> {
    let Some(on) = on else { return Vec::new() };
    let name = |item| errors.keep(algorithm(item, on).map(Algorithm::name));
    items.iter().filter_map(name).collect()
}

fn accept(node: &Node<'_>, on: Option<On<'_>>, errors: &Errors) -> Option<Accept> {
    if let Content::Sequence(items) = &node.kind {
        return Some(Accept::These(names(items, on, errors)));
    }
    let words = [("any", Accept::Any), ("as-cheap", Accept::AsCheap), ("this", Accept::This)];
    errors.keep(one_of(node, "word", "`accept`", &words))
}

/// Why a problem set cannot be read.
#[derive(Debug)]
pub struct Unreadable {
    /// At least one, in the order of their places.
    pub errors: Vec<ReadError>,
    /// The questions without an error.
    pub questions: Vec<Question>,
}

impl From<ReadError> for Unreadable {
    fn from(error: ReadError) -> Self {
        Unreadable { errors: vec![error], questions: Vec::new() }
    }
}

/// Collects errors, so that the rest of the document is read as well.
#[derive(Default)]
pub(super) struct Errors(RefCell<Vec<ReadError>>);

impl Errors {
    /// The value, or nothing where there is an error to collect.
    pub(super) fn keep<T>(&self, read: Result<T>) -> Option<T> {
        read.map_err(|error| self.0.borrow_mut().push(error)).ok()
    }

    /// Collects the error that something is wrong at a place.
    pub(super) fn add(&self, message: impl Into<String>, at: Span, help: &str) {
        self.keep(bad::<()>(message, at, help));
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.0.borrow().len()
    }

    /// All of them, in the order of their places.
    pub(super) fn in_order(&self) -> Vec<ReadError> {
        let mut errors = self.0.take();
        errors.sort_by_key(|error| error.diagnostic().span.map(|span| span.start));
        errors
    }
}

/// A mapping that is read to its end, whatever is wrong in it.
pub(super) struct Keys<'a, 't> {
    fields: Fields<'a, 't>,
    pub(super) errors: &'a Errors,
    /// Misspelled keys, by what they are meant to be: their values are read, and they are not missing.
    meant: Vec<(&'static str, &'a Node<'t>)>,
}

impl<'a, 't> Keys<'a, 't> {
    /// The keys of a mapping; those that are not among the known ones are errors.
    pub(super) fn of(fields: Fields<'a, 't>, known: &[&'static str], errors: &'a Errors) -> Self {
        let mut meant: Vec<(&str, &Node<'_>)> = Vec::new();
        for ((key, value), error) in fields.strangers(known) {
            errors.keep::<()>(Err(error));
            let free = |name: &&str| fields.get(name).is_none();
            let near = nearest(&key.text, known.iter().copied()).filter(free);
            // Of several misspellings of one key the first is read.
            let near = near.filter(|near| meant.iter().all(|(name, _)| name != near));
            let near = known.iter().filter(|name| Some(**name) == near);
            meant.extend(near.map(|name| (*name, value)));
        }
        Keys { fields, errors, meant }
    }

    /// The keys of what may be no mapping, which is an error; `known` has a blank between two keys.
    pub(super) fn open(
        node: &'a Node<'t>,
        what: &'static str,
        help: &'static str,
        known: &'static str,
        errors: &'a Errors,
    ) -> Option<Self> {
        let fields = errors.keep(Fields::open(node, what, help))?;
        Some(Keys::of(fields, &known.split(' ').collect::<Vec<_>>(), errors))
    }

    /// What stands at a key.
    pub(super) fn get(&self, name: &str) -> Option<&'a Node<'t>> {
        let meant = || self.meant.iter().find(|(meant, _)| *meant == name).map(|(_, value)| *value);
        self.fields.get(name).or_else(meant)
    }

    /// What stands at a key that must be there; `help` says what to write.
    pub(super) fn need(&self, name: &str, help: &str) -> Option<&'a Node<'t>> {
        self.get(name).or_else(|| self.errors.keep(self.fields.need_or(name, help)))
    }

    /// What is read at a key, if it is there and without an error.
    pub(super) fn read<T>(
        &self,
        name: &str,
        read: impl FnOnce(&'a Node<'t>) -> Result<T>,
    ) -> Option<T> {
        self.get(name).and_then(|node| self.errors.keep(read(node)))
    }

    /// What is read at a key that must be there.
    pub(super) fn must<T>(
        &self,
        name: &str,
        help: &str,
        read: impl FnOnce(&'a Node<'t>) -> Result<T>,
    ) -> Option<T> {
        self.need(name, help).and_then(|node| self.errors.keep(read(node)))
    }
}
