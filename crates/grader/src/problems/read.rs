//! From text to problem set. All errors are collected, each with its place.
//!
//! Parts of a question are the numbers of the model, shares of partial credit, how answers number the nodes, letters of
//! formulas, and variants, of which each student gets one.

use thiserror::Error;

use super::keys::{Errors, On, pairs, vertex, written};
use super::{FORMAT, Partial};
use crate::asks::{AskKind, KINDS, Trait};
use crate::prelude::*;
use hockney_core::collective::{COLLECTIVES, Ports};
use hockney_core::topology::Numbering;
use hockney_cost::{GivenNumbers, Numbers};
use hockney_files::read::{operation::Operation, topology::topology};
use hockney_files::{Content, FieldKey, Fields, Result, events, list, names_format};
use hockney_files::{suggestion, unknown};
use hockney_formula::{Reading, ReplaceError};
use hockney_plan::planner::{algorithms, named_algorithm};
use hockney_plan::question;

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
    let text = &*events::with_whole_characters(text);
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
        variants(node, &mut set.questions, &ids, errors);
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
        variant_numbers: Vec::new(),
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
        AskKind::named(found)
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
    let why = "a problem set holds its graphs itself: write {graph: {nodes: .., links: ..}}";
    let machine = topology(node, &|_| Err(why.to_owned()))?;
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
        Some((Ok(found), _)) => AskKind::named(found),
        _ => None,
    };
    // Without a kind, the keys of all kinds are known.
    let own = KINDS.iter().filter(|own| kind.is_none_or(|kind| kind.name == own.name));
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
        let kinds: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
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
        ("odd", SizeSet::Odd),
        ("even", SizeSet::Even),
        ("2^h-1", SizeSet::Trees),
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
    let words = [Accept::Any, Accept::AsCheap, Accept::This, Accept::Textbook];
    let words = words.map(|word| (word.name(), word));
    let words: Vec<(&str, Accept)> =
        words.iter().map(|(name, word)| (&**name, word.clone())).collect();
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

const NUMBERS: &str = "numbers are {m: 100, t_s: 5, t_w: 1}";
/// The keys of `numbers`, with what each is called where it is wrong.
const NUMBER_KEYS: [(&str, &str); 5] =
    [("-m", "m"), ("--ts", "t_s"), ("--tw", "t_w"), ("--th", "t_h"), ("--word", "word")];

pub(crate) fn algorithm(node: &Node<'_>, on: On<'_>) -> Result<&'static Algorithm> {
    let On { collective, machine } = on;
    let name = scalar::text(node, "an algorithm")?;
    let family = machine.family();
    let fits = |a: &&Algorithm| a.collective() == collective.name() && a.on(family).is_some();
    let instance = Instance::new(collective, machine.nodes());
    let asked = question::Question::of(machine.clone(), instance);
    if let Some(found) = named_algorithm(name, asked.request()).filter(fits) {
        return Ok(found);
    }
    let names: Vec<&str> = algorithms().filter(fits).map(Algorithm::name).collect();
    let (found, of, on) = (shortened(name), collective.name(), family.name());
    let what = format!("there is no algorithm `{found}` for {of} on a {on}");
    Err(Diagnostic::new(what).at(node.span).label(suggestion(name, &names)).into())
}

/// The names of a list of algorithms; none where it is not known what they are for.
pub(crate) fn names(items: &[Node<'_>], on: Option<On<'_>>, errors: &Errors) -> Vec<&'static str> {
    let Some(on) = on else { return Vec::new() };
    let name = |item| errors.keep(algorithm(item, on).map(Algorithm::name));
    items.iter().filter_map(name).collect()
}

/// All numbers, or nothing where one of them is wrong.
pub(crate) fn numbers(node: &Node<'_>, errors: &Errors) -> Option<Numbers> {
    let before = errors.count();
    let known = NUMBER_KEYS.map(|(_, key)| key);
    let all = "m t_s t_w t_h word ts tw th";
    let keys = Keys::open(node, "the numbers of the model", NUMBERS, all, errors)?;
    let value = |key: &str| keys.get(key).or_else(|| keys.get(&key.replace('_', "")));
    for key in known.iter().filter(|key| key.contains('_')) {
        let short = key.replace('_', "");
        if let (Some(_), Some(again)) = (keys.get(key), keys.get(&short)) {
            let message = format!("`{key}` and `{short}` are the same number");
            errors.add(message, again.span, "leave out one of them");
        }
    }
    let number = |node| errors.keep(written(node, "a number", NUMBERS));
    let mut given = known.map(|key| value(key).and_then(number));
    loop {
        let [m, t_s, t_w, t_h, word] = given;
        let error =
            match Numbers::read(GivenNumbers { m, t_s, t_w, t_h, word, ..GivenNumbers::default() })
            {
                Ok(numbers) => return Some(numbers).filter(|_| errors.count() == before),
                Err(error) => error,
            };
        let place = NUMBER_KEYS.iter().position(|(option, _)| *option == error.option)?;
        let at = value(known[place]).map_or(node.span, |value| value.span);
        let message = format!("`{}` {}", known[place], error.why);
        errors.keep::<()>(Err(Diagnostic::new(message).at(at).help(NUMBERS).into()));
        // The others may be wrong as well.
        given[place].take()?;
    }
}

pub(crate) fn share(node: &Node<'_>) -> Result<Rational> {
    let help = "a share is a number from 0 to 1, such as 0.5, 1/2 or 50%";
    let text = written(node, "a share", help)?;
    let hundredth = Rational::from(100_u32);
    let percent = text.trim_end().strip_suffix('%').and_then(|text| {
        text.trim().parse::<Rational>().ok().and_then(|share| share.checked_div(&hundredth))
    });
    match percent.map_or_else(|| text.parse::<Rational>(), Ok) {
        Ok(share) if share >= Rational::default() && share <= Rational::one() => Ok(share),
        _ => bad(format!("`{}` is not a share", shortened(text)), node.span, help),
    }
}

pub(crate) fn partial(node: Option<&Node<'_>>, from: &Partial, errors: &Errors) -> Partial {
    let known: Vec<&str> = from.shares.iter().map(|(name, _)| *name).chain(["reasons"]).collect();
    let help = "write partial: {one_slip: 1/2}";
    let fields = node.and_then(|node| errors.keep(Fields::open(node, "partial credit", help)));
    let Some(keys) = fields.map(|fields| Keys::of(fields, &known, errors)) else {
        return from.clone();
    };
    let read = |(name, before): &(&'static str, Option<Rational>)| {
        (*name, keys.read(name, share).or_else(|| before.clone()))
    };
    Partial {
        shares: from.shares.iter().map(read).collect(),
        reasons: reasons(keys.get("reasons"), &from.reasons, errors),
    }
}

/// A share for each reason; those of the whole set go on where a question has none of its own.
fn reasons(
    node: Option<&Node<'_>>,
    from: &[(String, Rational)],
    errors: &Errors,
) -> Vec<(String, Rational)> {
    let help = "write reasons: {\"the t_w term is missing\": 1/2}, as a class report words them";
    let mut reasons = Vec::new();
    for (reason, value) in pairs(node, "a mapping of reasons to shares", help, errors) {
        let share = errors.keep(share(value));
        reasons.extend(share.map(|share| (reason.text.trim().to_owned(), share)));
    }
    let known = |name: &String| reasons.iter().any(|(reason, _)| reason == name);
    let kept: Vec<_> = from.iter().filter(|(reason, _)| !known(reason)).cloned().collect();
    reasons.extend(kept);
    reasons
}

/// One word, or a list of them.
pub(crate) fn numbering(
    node: Option<&Node<'_>>,
    topology: Option<&Topology>,
    errors: &Errors,
) -> Numbering {
    const GRID: usize = 1;
    let words = [
        ("row-major", (GRID, false)),
        ("column-major", (GRID, true)),
        ("from-0", (0, false)),
        ("from-1", (0, true)),
    ];
    let mut given = [None; 2];
    let mut word = |item: &Node<'_>| {
        let (kind, value) = one_of(item, "numbering", "a question", &words)?;
        let flat = topology.filter(|topology| topology.network().sides().is_none());
        if let Some(topology) = flat.filter(|_| kind == GRID) {
            let help =
                "row-major and column-major are for meshes and tori; others have from-0 or from-1";
            return bad(format!("{topology} has no rows and columns"), item.span, help);
        }
        let help = ["write from-0 or from-1", "write row-major or column-major"][kind];
        match given[kind].replace(value) {
            None => Ok(()),
            Some(_) => bad("a second numbering of the same kind", item.span, help),
        }
    };
    for item in node.into_iter().flat_map(items) {
        errors.keep(word(item));
    }
    let [from, columns] = given;
    Numbering { from_one: from.unwrap_or(false), columns }
}

/// The items of a list, or the node alone.
pub(crate) fn items<'a, 't>(node: &'a Node<'t>) -> &'a [Node<'t>] {
    match &node.kind {
        Content::Sequence(items) => items,
        _ => std::slice::from_ref(node),
    }
}

/// Each letter with its formula, which can be read.
pub(crate) fn letters(node: Option<&Node<'_>>, errors: &Errors) -> Vec<(String, String)> {
    let help = "write letters: {n: m p}, each letter with the formula that it stands for";
    let pairs = pairs(node, "a mapping of letters to formulas", help, errors);
    let letter = |(key, value): &(FieldKey<'_>, Node<'_>)| {
        let text = written(value, "a formula", help)?;
        if let Some(name) = own_letter(&key.text) {
            return bad(format!("{name} is a letter of the model"), key.span, help);
        }
        match Reading::new().with(&key.text, text) {
            Ok(_) => Ok((key.text.to_string(), text.to_owned())),
            Err(why @ ReplaceError::NoName(_)) => bad(why.to_string(), key.span, help),
            Err(why) => bad(format!("the formula of {}: {why}", key.text), value.span, help),
        }
    };
    pairs.iter().filter_map(|pair| errors.keep(letter(pair))).collect()
}

/// The name in formulas of a letter that the model itself has.
fn own_letter(text: &str) -> Option<&'static str> {
    // Another name such as β has a note, and may be declared: as 1/t_w, for a bandwidth.
    let read = parse(text).ok().filter(|read| read.notes().is_empty());
    let ExprKind::Name(name) = &read.as_ref().and_then(Formula::expr)?.node else {
        return None;
    };
    ["p", "m", "t_s", "t_w", "t_h"].into_iter().find(|own| own == name)
}

/// The most variants of one question.
const MOST_VARIANTS: usize = 10_000;

const VARIANTS: &str = "write variants: {question: {topology: [ring:8, ring:16], root: any, numbers: [{m: 100}, {m: 200}]}}";

/// Reads the variants into the questions; `ids` has also those of questions with errors.
pub(crate) fn variants(
    node: &Node<'_>,
    questions: &mut [Question],
    ids: &[String],
    errors: &Errors,
) {
    let Some(fields) = errors.keep(Fields::open(node, "variants", VARIANTS)) else { return };
    for key in fields.keys() {
        if !ids.iter().any(|id| *id == key.text) {
            let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
            let error = unknown("question", key.span, &key.text, "the problem set", &ids);
            errors.keep::<()>(Err(error));
        }
        let question = questions.iter_mut().find(|question| question.id == key.text);
        if let Some((question, node)) = question.zip(fields.get(&key.text)) {
            question.variants = errors.keep(of(node, question)).unwrap_or_default();
            let drawn = errors.keep(variant_numbers(node, question, errors));
            question.variant_numbers = drawn.unwrap_or_default();
        }
    }
}

fn of(node: &Node<'_>, question: &Question) -> Result<Vec<(Topology, Instance)>> {
    let fields = Fields::open(node, "the variants of a question", VARIANTS)?
        .only("topology root numbers")?;
    let refuse = |_: &str| Err("a problem set holds its graphs itself".to_owned());
    let numbering = question.topology.numbering();
    let machines = match fields.get("topology") {
        None => vec![question.topology.clone().numbered(Numbering::default())],
        Some(node) => list(node, "a list of topologies", VARIANTS)?
            .iter()
            .map(|item| topology(item, &refuse))
            .collect::<Result<_, _>>()?,
    };
    if !question.then.is_empty() {
        return bad("several collectives have no variants", node.span, "ask about one collective");
    }
    let root = fields.get("root");
    let collective = question.instance.collective;
    if let Some(root) = root.filter(|_| collective.parameter() != Some(Parameter::Root)) {
        return bad(format!("{} has no root", collective.name()), root.span, VARIANTS);
    }
    let mut variants = Vec::new();
    for machine in machines {
        let nodes = machine.nodes();
        let inputs = question.asks.iter().find_map(|ask| ask.asked.inputs());
        if inputs.is_some_and(|inputs| inputs != nodes as usize) {
            let what =
                format!("{machine} has {nodes} nodes, and the trace has inputs for another number");
            return bad(what, node.span, "leave out the inputs, or vary the root only");
        }
        for root in roots(root, &machine, question)? {
            if variants.len() == MOST_VARIANTS {
                let message = format!("more than {MOST_VARIANTS} variants");
                return bad(message, node.span, "name some roots");
            }
            let numbered = machine.clone().numbered(numbering);
            variants.push((numbered, placed(question, nodes, root, node)?));
        }
    }
    Ok(variants)
}

/// The numbers of which each student gets one: they have the keys and the unit of the question's own.
fn variant_numbers(node: &Node<'_>, question: &Question, errors: &Errors) -> Result<Vec<Numbers>> {
    let fields = Fields::open(node, "the variants of a question", VARIANTS)?;
    let Some(node) = fields.get("numbers") else { return Ok(Vec::new()) };
    let keys = |of: &Numbers| (of.m.is_some(), of.t_s.is_some(), of.t_w.is_some(), of.unit);
    let own = keys(&question.numbers);
    let mut all = Vec::new();
    for item in list(node, "a list of numbers", VARIANTS)? {
        let Some(numbers) = numbers(item, errors) else { continue };
        if keys(&numbers) != own {
            let what = "these numbers do not have the keys or the unit of the question's `numbers`";
            return bad(what.to_owned(), item.span, "write the keys that stand in the question");
        }
        all.push(numbers);
    }
    Ok(all)
}

/// The question's collective among so many nodes.
fn placed(question: &Question, nodes: u32, root: u32, node: &Node<'_>) -> Result<Instance> {
    let of = &question.instance;
    // A map is for one number of nodes.
    let refuse = |message: String| bad(message, node.span, VARIANTS);
    let placed = Instance::new(of.collective, nodes)
        .with_exclusive(of.exclusive)
        .with_by(i64::from(of.by))
        .with_pieces(of.pieces)
        .and_then(|instance| instance.with_root(u64::from(root)));
    match placed {
        Err(error) => refuse(error.to_string()),
        Ok(_) if of.map().is_some() => refuse("a permutation has no variants".to_owned()),
        Ok(instance) => Ok(instance),
    }
}

fn roots(node: Option<&Node<'_>>, machine: &Topology, question: &Question) -> Result<Vec<u32>> {
    let nodes = machine.nodes();
    let Some(node) = node else { return Ok(vec![question.instance.root]) };
    if matches!(&node.kind, Content::Scalar { text, .. } if text == "any") {
        return Ok((0..nodes).collect());
    }
    let root = |item: &Node<'_>| {
        let root = vertex(item, "a root", machine)?;
        let found = u32::try_from(root).ok().filter(|root| *root < nodes);
        let message = || format!("there is no node {root} among {nodes}");
        found.map_or_else(|| bad(message(), item.span, "write root: any, or a list"), Ok)
    };
    list(node, "`any` or a list of roots", VARIANTS)?.iter().map(root).collect()
}
