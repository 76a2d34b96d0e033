//! What the names of a program mean: numbers that are known beforehand, and data that messages move.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use crate::calls::{ALLOCATES, COPIES, VECTORS};
use crate::syntax::{Action, Binding, Formal, Located, MessageEnd, TermKind};
use crate::tokens::{Language, Read};
use crate::types::{Element, Typed};
use crate::{Program, Use, every, function, nodes};
use hockney_base::diagnostic::{Diagnostic, Span, nearest};

/// A number that is known beforehand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beforehand {
    Id,
    Nodes,
    Dimension,
    Words,
    Pieces,
    Root,
    By,
    /// What a name of MPI stands for.
    Constant(i64),
}

/// The peer of a message that is not sent.
pub(crate) const NOBODY: i64 = -1 << 40;
/// Any tag.
pub(crate) const ANY_TAG: i64 = -1 << 41;
/// The first communicator, of all nodes, and the first type of words.
pub(crate) const COMM: i64 = 1 << 41;
pub(crate) const KIND: i64 = 1 << 42;

/// What names of MPI and of C stand for; `tag` has a value that no text has.
const CONSTANTS: [(&str, i64); 7] = [
    ("MPI_PROC_NULL", NOBODY),
    ("MPI_ANY_TAG", ANY_TAG),
    ("MPI_COMM_WORLD", COMM),
    ("MPI_COMM_NULL MPI_UNDEFINED", -1),
    (
        "MPI_SUCCESS NULL nullptr false EXIT_SUCCESS MPI_REQUEST_NULL MPI_STATUS_IGNORE MPI_STATUSES_IGNORE",
        0,
    ),
    ("true EXIT_FAILURE argc", 1),
    ("MPI_MAX_PROCESSOR_NAME RAND_MAX", 256),
];
const TAG: i64 = 24_593;

/// How a variable of data is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Shape {
    /// As a whole.
    Plain,
    /// With the number of a block.
    Array,
    /// With two numbers, `M[i, j]`.
    Table,
    /// As words of C.
    Words,
}

/// The names of the known numbers.
const KNOWN: [(Beforehand, &str); 5] = [
    (Beforehand::Id, "my_id my_rank rank myrank myid id me pid my_node my_label world_rank node"),
    (
        Beforehand::Nodes,
        "p P size nprocs numprocs num_procs n_procs np nproc procs world_size comm_size comm_sz npes ntasks",
    ),
    (Beforehand::Dimension, "d dim dims dimension"),
    (Beforehand::Root, "root source"),
    (Beforehand::By, "q"),
];

/// What a name means that the program does not set.
fn known(name: &str, dialect: Language) -> Option<Beforehand> {
    let words: &[&str] =
        if dialect == Language::C { &["n", "m", "count", "N", "len", "length"] } else { &["m"] };
    if words.contains(&name) {
        return Some(Beforehand::Words);
    }
    if dialect == Language::Textbook && name == "n" {
        return Some(Beforehand::Pieces);
    }
    let has = |names: &str| names.split(' ').any(|one| one == name);
    let constant = CONSTANTS.iter().find(|(names, _)| has(names)).map(|(_, value)| *value);
    let constant =
        constant.or(name.eq_ignore_ascii_case("tag").then_some(TAG)).map(Beforehand::Constant);
    let is = |(_, names): &&(Beforehand, &str)| has(names);
    constant.or_else(|| KNOWN.iter().find(is).map(|(known, _)| *known))
}

/// What the parts of a name tell that nothing sets: `my_root_rank`, `num_elements`.
fn guessed(name: &str) -> Option<Beforehand> {
    const PARTS: [(Beforehand, &str); 4] = [
        (Beforehand::Root, "root master"),
        (Beforehand::Words, "count cnt elements elems length len words"),
        (Beforehand::Nodes, "procs nprocs nranks ranks ntasks tasks nodes np npes size"),
        (Beforehand::Id, "rank id me taskid procid iam"),
    ];
    let lower = name.to_ascii_lowercase();
    let parts: Vec<&str> = lower.split('_').collect();
    let is = |(_, words): &&(Beforehand, &str)| words.split(' ').any(|one| parts.contains(&one));
    let of_data = ["data", "buf", "array", "msg", "vec", "block", "chunk"];
    let found = PARTS.iter().find(is).map(|(known, _)| *known)?;
    let words = found == Beforehand::Nodes && of_data.iter().any(|one| parts.contains(one));
    Some(if words { Beforehand::Words } else { found })
}

/// What numbers are made of.
pub(crate) const FOLLOW: &str =
    "conditions, peers and bounds follow from my_id, p and other numbers";
/// The most names of a program.
const MOST_NAMES: usize = 256;

/// What is known of names, which are looked up for each operator of a program.
pub(crate) type ByName<T> = HashMap<Rc<str>, T>;

/// Variables of data, each with its first place.
type Places = BTreeMap<Rc<str>, Span>;

/// What is set, and to what.
type Pair<'p> = (&'p Located, &'p Located);

/// What is set and received.
#[derive(Default)]
struct Assignments<'p> {
    /// The targets of assignments, and their values.
    sets: Vec<Pair<'p>>,
    /// The variables that messages move.
    moved: Vec<Use<'p>>,
    /// The variables that are set to numbers.
    assigned: BTreeSet<Rc<str>>,
    /// The data that are received or set.
    received: BTreeSet<Rc<str>>,
}

impl Program {
    /// Finds out what each name means.
    ///
    /// # Errors
    /// A name without a meaning, and too many names.
    pub(super) fn understand(&mut self, parameters: &[Formal]) -> Read {
        let statements = std::mem::take(&mut self.statements);
        let mut named = Vec::new();
        for node in every(&statements).into_iter().flat_map(|one| one.inner().1) {
            names_in(node, &mut named);
        }
        let heads: Vec<Rc<str>> =
            parameters.iter().filter_map(|one| one.name.as_name().cloned()).collect();
        let mut names: BTreeSet<&Rc<str>> = heads.iter().collect();
        for (name, at) in named {
            names.insert(name);
            if names.len() > MOST_NAMES {
                let message = format!("a program has at most {MOST_NAMES} names");
                return Err(Diagnostic::new(message).at(at));
            }
        }
        let own = self.declarations(parameters, &statements);
        let guess = |name: &str| guessed(name).filter(|_| self.is_c() && !own.contains(name));
        let ends = || every(&statements).into_iter().flat_map(Action::ends);
        let counted = || ends().filter_map(|end| end.count.as_ref()).flat_map(Located::every);
        let counts = |of: &_| heads.contains(of) && counted().any(|one| one.as_name() == Some(of));
        let meaning = |name: &Rc<str>| {
            let own = (self.names_processes && &**name == "i").then_some(Beforehand::Id);
            let usual = own.or(known(name, self.dialect)).or_else(|| guess(name));
            let usual = usual.or_else(|| counts(name).then_some(Beforehand::Words));
            Some((name.clone(), usual?))
        };
        let is_number = |name: &&Rc<str>| !self.is_pointer(name) && !self.is_buffer(name);
        self.beforehand = names.into_iter().filter(is_number).filter_map(meaning).collect();
        self.handles(&statements, &own);
        let result = self.understand_all(&heads, &statements);
        self.statements = statements;
        result
    }

    /// Notes how variables are declared: those that the text sets itself.
    fn declarations(&mut self, parameters: &[Formal], all: &[Action]) -> BTreeSet<Rc<str>> {
        let mut own = BTreeSet::new();
        let typed = |one: &Formal| Some((one.name.as_name()?.clone(), one.typed));
        self.typed.extend(parameters.iter().filter_map(typed));
        for statement in every(all) {
            match statement {
                Action::Declare { name, typed, .. } => {
                    self.typed.insert(name.clone(), *typed);
                    own.insert(name.clone());
                }
                Action::Set { value: Located { what: TermKind::Call(call, _), .. }, .. }
                    if &**call == "MPI_Comm_free" => {}
                Action::Set { to, .. } => own.extend(to.base().cloned()),
                Action::Function { parameters, body, .. } => {
                    let inner: Vec<_> = parameters.iter().filter_map(typed).collect();
                    let names = inner.iter().map(|(name, _)| name.clone());
                    own.extend(names.clone());
                    self.inner.extend(names);
                    self.inner
                        .extend(every(body).into_iter().filter_map(Action::declared).cloned());
                    self.typed.extend(inner);
                }
                _ => {}
            }
        }
        own
    }

    /// Gives the types of words and the communicators that the text does not make their values.
    fn handles(&mut self, all: &[Action], own: &BTreeSet<Rc<str>>) {
        let (mut kinds, mut comms) = (Vec::new(), vec![Rc::from("MPI_COMM_WORLD")]);
        let mut elements = ByName::default();
        let note = |all: &mut Vec<Rc<str>>, node: Option<&Located>| {
            let name = node.and_then(Located::as_name);
            if let Some(name) = name.filter(|name| !own.contains(*name) && !all.contains(name)) {
                all.push(name.clone());
            }
        };
        for statement in every(all) {
            for one in statement.ends() {
                let kind = one.kind.as_ref().and_then(|kind| Element::named(kind.as_name()?));
                if let Some((name, kind)) = self.base(&one.data).zip(kind) {
                    elements.entry(name.clone()).or_insert(kind);
                }
                note(&mut kinds, one.kind.as_ref());
                note(&mut comms, one.comm.as_ref());
            }
            match statement {
                Action::Barrier(comm, _) => note(&mut comms, Some(comm)),
                Action::Evaluate(Located { what: TermKind::Invoke(_, of), .. }) => {
                    let is_comm = |name: &Rc<str>| self.typed(name).element == Element::Comm;
                    for one in of.iter().filter(|one| one.as_name().is_some_and(is_comm)) {
                        note(&mut comms, Some(one));
                    }
                }
                Action::Set { value: Located { what: TermKind::Call(name, of), .. }, .. }
                    if name.starts_with("MPI_Comm_") =>
                {
                    note(&mut comms, of.first());
                }
                Action::Set { value, .. } => {
                    let is_kind =
                        value.as_name().is_some_and(|name| Element::named(name).is_some());
                    note(&mut kinds, Some(value).filter(|_| is_kind));
                }
                _ => {}
            }
        }
        for (first, names) in [(KIND, &kinds), (COMM, &comms)] {
            let values = (first..).map(Beforehand::Constant);
            self.beforehand.extend(names.iter().cloned().zip(values));
        }
        let of_kind = |name: Rc<str>| (name.clone(), Element::named(&name));
        self.kinds = kinds.into_iter().map(of_kind).collect();
        (self.comms, self.elements) = (comms.len(), elements);
    }

    fn understand_all(&mut self, parameters: &[Rc<str>], all: &[Action]) -> Read {
        let of_request = |(_, typed): &(_, &Typed)| typed.element == Element::Request;
        let requests = self.typed.iter().filter(of_request).map(|(name, _)| name.clone());
        self.requests.extend(requests);
        let mut numbers: Vec<Use<'_>> = Vec::new();
        let mut given = Assignments::default();
        let mut returned: Vec<&Located> = Vec::new();
        let statements = every(all);
        given.assigned.extend(self.defined.iter().map(|(name, _)| name.clone()));
        for statement in &statements {
            for one in statement.ends() {
                self.moves(one, &mut given.moved, &mut numbers);
            }
            let received = statement.received().and_then(|one| self.base(&one.data));
            given.received.extend(received.cloned());
            match statement {
                Action::Set { to, value } => {
                    given.sets.push((to, value));
                    if let TermKind::Invoke(name, _) = &value.what {
                        let (_, body) = function(all, name).unwrap_or_default();
                        let gives = |one| match one {
                            &Action::Return(Some(ref value)) => Some((to, value)),
                            _ => None,
                        };
                        given.sets.extend(every(body).into_iter().filter_map(gives));
                    }
                }
                Action::Return(Some(value)) => returned.push(value),
                _ if !statement.ends().is_empty() => {}
                _ => statement.inner().1.into_iter().for_each(|node| names_in(node, &mut numbers)),
            }
            match statement {
                Action::For { name, .. } => _ = given.assigned.insert(name.clone()),
                Action::Declare { name, .. } => _ = self.declared.insert(name.clone()),
                Action::Wait { first, .. } => self.requests.extend(first.base().cloned()),
                _ => {}
            }
        }
        // What functions are called with, and assignments in expressions.
        for node in nodes(all) {
            if let TermKind::Assign(both) = &node.what {
                given.sets.push((&both[0], &both[1]));
            }
            if let TermKind::Invoke(name, arguments) = &node.what {
                let (parameters, _) = function(all, name).unwrap_or_default();
                given.sets.extend(parameters.iter().map(|one| &one.name).zip(arguments));
            }
        }
        if statements.iter().all(|one| one.ends().is_empty()) {
            let help = "send X to e, receive X from e, MPI_Send and MPI_Recv are understood";
            return Err(Diagnostic::new("this program sends nothing").at(0..0).help(help));
        }
        // A pointer is no number, even where it decides.
        numbers.retain(|(name, _)| !self.is_pointer(name) && !self.is_buffer(name));
        let named: BTreeSet<&str> = numbers.iter().map(|(name, _)| &***name).collect();
        let mut data = self.data_of(&given, &named);
        // A parameter that is no number is data, even if nothing uses it.
        for name in parameters.iter().filter(|name| !named.contains(&***name)) {
            let of = self.typed(name);
            let is_handle = matches!(of.element, Element::Comm | Element::Kind) && !of.is_pointer;
            if self.is_c() && self.is_buffer(name) || self.known(name).is_none() && !is_handle {
                data.entry(name.clone()).or_default();
            }
        }
        for (to, value) in &given.sets {
            let name = self.base(to);
            if name.is_some_and(|name| !data.contains_key(name)) {
                given.assigned.extend(name.cloned());
                names_in(value, &mut numbers);
            } else {
                given.received.extend(name.cloned());
                Self::indices(to, self.is_c(), &mut numbers);
                Self::indices(value, false, &mut numbers);
            }
        }
        for value in returned {
            if !self.base(value).is_some_and(|name| data.contains_key(name)) {
                names_in(value, &mut numbers);
            }
        }
        self.made = self.made_of(&given, &data);
        let root = |(name, of): (&Rc<str>, &Beforehand)| {
            *of == Beforehand::Root && !given.assigned.contains(name) && !data.contains_key(name)
        };
        self.reads_root = self.beforehand.iter().any(root);
        let defined: BTreeSet<&Rc<str>> = self.defined.iter().map(|(name, _)| name).collect();
        let own = |name: &&Rc<str>| !defined.contains(name) && !self.beforehand.contains_key(*name);
        self.computed = given.assigned.iter().filter(own).cloned().collect();
        self.count_words(all, &numbers, &given);
        let mut order: Vec<_> = data.iter().collect();
        order.sort_by_key(|(_, at)| **at);
        self.data = order.iter().map(|(name, _)| (*name).clone()).collect();
        self.shape_data(all);
        self.parameters =
            parameters.iter().filter(|name| data.contains_key(*name)).cloned().collect();
        self.meaningless(parameters, numbers, &given, &data)
    }

    /// Notes the data of a message, and its numbers.
    fn moves<'p>(&self, one: &'p MessageEnd, moved: &mut Vec<Use<'p>>, numbers: &mut Vec<Use<'p>>) {
        let mut names = Vec::new();
        match self.dialect {
            Language::C => names.extend(self.base(&one.data)),
            Language::Textbook => self.operands(&one.data, &mut names),
        }
        moved.extend(names.into_iter().map(|name| (name, one.data.at)));
        one.numbers().into_iter().for_each(|node| names_in(node, numbers));
        Self::indices(&one.data, self.is_c(), numbers);
    }

    /// The numbers in an expression of data, or in a pointer of C.
    fn indices<'p>(node: &'p Located, pointer: bool, numbers: &mut Vec<Use<'p>>) {
        match &node.what {
            TermKind::Index(..) | TermKind::Slice(..) => {
                node.parts().into_iter().for_each(|part| names_in(part, numbers));
            }
            TermKind::Binary(Binding::Add, of, by) if pointer => {
                Self::indices(of, true, numbers);
                names_in(by, numbers);
            }
            _ if node.called("memset list fill_n vector assign resize").is_some() => {
                names_in(node, numbers);
            }
            TermKind::Call(_, parts) if node.called("memcpy memmove copy_n").is_some() => {
                Self::indices(&parts[0], true, numbers);
                names_in(&parts[1], numbers);
            }
            TermKind::Call(_, parts) if node.called("copy fill").is_some() => {
                for part in parts {
                    Self::indices(part, true, numbers);
                }
            }
            _ => node.parts().into_iter().for_each(|part| Self::indices(part, pointer, numbers)),
        }
    }

    /// The variables that messages move, and what goes to and from them, with the first place of each.
    fn data_of(&self, given: &Assignments<'_>, numbers: &BTreeSet<&str>) -> Places {
        let of_comm = |(to, value): &&Pair<'_>| {
            let is = matches!(&value.what, TermKind::Call(call, _) if call.starts_with("MPI_"));
            is && to.as_name().is_some()
        };
        let counted = given.sets.iter().filter(of_comm).filter_map(|(to, _)| to.as_name());
        let counted: BTreeSet<&Rc<str>> = counted.collect();
        let is_number = |name: &str| {
            let known = self.is_c() && self.known(name).is_some();
            numbers.contains(name) || known || counted.iter().any(|one| &***one == name)
        };
        let mut data: Places = BTreeMap::new();
        let put = |data: &mut Places, name: &Rc<str>, at: Span| {
            let first = data.entry(name.clone()).or_insert(at);
            *first = (*first).min(at);
        };
        for (name, at) in &given.moved {
            put(&mut data, name, *at);
        }
        loop {
            let before = data.len();
            for (to, value) in &given.sets {
                let Some(target) = self.base(to) else { continue };
                let mut names = Vec::new();
                if to.as_name().is_some_and(|name| self.is_pointer(name)) {
                    names.extend(self.base(value));
                } else {
                    self.operands(value, &mut names);
                }
                let copies = value.called(COPIES).or(value.called("memset")).is_some();
                let touches = [target].iter().chain(&names).any(|name| data.contains_key(*name));
                if !touches && !copies || is_number(target) {
                    continue;
                }
                put(&mut data, target, to.at);
                // What a number is added to is a number.
                let is_sum = self.is_c() && matches!(value.what, TermKind::Binary(..));
                let counts = is_sum && self.counts(value, &is_number);
                for name in names.into_iter().filter(|name| !counts && !is_number(name)) {
                    put(&mut data, name, value.at);
                }
            }
            if data.len() == before {
                return data;
            }
        }
    }

    pub(crate) fn is_vector(&self, name: &str) -> bool {
        self.typed(name).is_vector
    }

    /// Whether a name is declared as a pointer.
    pub(crate) fn is_pointer(&self, name: &str) -> bool {
        let of = self.typed(name);
        of.is_pointer && !of.is_reference
    }

    /// Whether a name is declared as an array, a pointer or a vector.
    pub(crate) fn is_buffer(&self, name: &str) -> bool {
        let typed = self.typed(name);
        !typed.element.is_unknown() && (typed.is_pointer || typed.is_vector)
    }

    /// The data that are set to numbers other than 0, also by way of functions.
    fn made_of(&self, given: &Assignments<'_>, data: &Places) -> BTreeSet<Rc<str>> {
        let is_data = |name: &&Rc<str>| data.contains_key(*name);
        let makes = |to: &Located, value: &Located| {
            let mut names = Vec::new();
            self.operands(value, &mut names);
            let zero = |node: &Located| matches!(node.what, TermKind::Number(0));
            let nothing = match &value.what {
                TermKind::Invoke(..) => true,
                TermKind::Call(_, of) if value.called(VECTORS).is_some() => {
                    of.get(1).is_none_or(zero)
                }
                TermKind::Call(_, of) => {
                    let moves = [COPIES, ALLOCATES, "swap"];
                    moves.iter().any(|names| value.called(names).is_some())
                        || of.first().is_some_and(zero)
                }
                _ => {
                    zero(value)
                        || Self::is_empty_set(value)
                        || self.base(value).is_some_and(|name| data.contains_key(name))
                }
            };
            names.retain(|name| is_data(name) && self.base(to) != Some(*name));
            !nothing && names.is_empty() && self.counts(value, &|name| !data.contains_key(name))
        };
        let mut made: BTreeSet<Rc<str>> = BTreeSet::new();
        for (to, value) in &given.sets {
            made.extend(self.base(to).filter(is_data).filter(|_| makes(to, value)).cloned());
        }
        loop {
            let of = |name: Option<&Rc<str>>| name.is_some_and(|name| made.contains(name));
            let is_inner = |to: &Located| to.as_name().is_some_and(|of| self.inner.contains(of));
            let next = given.sets.iter().filter(|(to, _)| of(self.base(to)) && is_inner(to));
            let next: Vec<Rc<str>> =
                next.filter_map(|(_, value)| self.base(value).cloned()).collect();
            let before = made.len();
            made.extend(next);
            if made.len() == before {
                return made;
            }
        }
    }

    /// Whether a sum has a part that is no data.
    fn counts(&self, node: &Located, is_number: &dyn Fn(&str) -> bool) -> bool {
        match &node.what {
            TermKind::Binary(Binding::Add | Binding::Union, a, b) => {
                self.counts(a, is_number) || self.counts(b, is_number)
            }
            _ => self.base(node).is_none_or(|name| is_number(name)),
        }
    }

    /// Finds the variables that count words, and how many words a block has.
    fn count_words(&mut self, all: &[Action], numbers: &[Use<'_>], given: &Assignments<'_>) {
        let assigned = &given.assigned;
        let words = |name: &Rc<str>| {
            self.known(name) == Some(Beforehand::Words) && !assigned.contains(name)
        };
        self.of_words = numbers.iter().map(|(name, _)| (*name).clone()).filter(words).collect();
        let mut literal: Vec<i64> = Vec::new();
        loop {
            let mut found: Vec<Rc<str>> = Vec::new();
            for statement in every(all) {
                if let Action::For { name, range: [from, last, _], .. } = statement
                    && (self.is_of_words(from) || self.is_of_words(last))
                {
                    found.push(name.clone());
                }
            }
            let of_words = given.sets.iter().filter(|(_, value)| self.is_of_words(value));
            found.extend(of_words.filter_map(|(to, _)| self.base(to).cloned()));
            let before = self.of_words.len();
            self.of_words.extend(found);
            if self.of_words.len() == before {
                break;
            }
        }
        let mut set_to = BTreeMap::new();
        for statement in every(all) {
            if let Action::Set { to, value } = statement
                && let (Some(name), TermKind::Number(number)) = (self.base(to), &value.what)
            {
                set_to.insert(name.clone(), *number);
            }
            for count in statement.ends().iter().filter_map(|one| one.count.as_ref()) {
                match &count.what {
                    TermKind::Number(number) => literal.push(*number),
                    TermKind::Name(name) => {
                        let defined = self.defined.iter().find(|(other, _)| other == name);
                        literal.extend(set_to.get(name).copied().or(defined.map(|of| of.1)));
                    }
                    _ => {}
                }
            }
        }
        let is_size = |node: &Located| {
            node.as_name().is_some_and(|name| self.known(name) == Some(Beforehand::Nodes))
        };
        self.divides = nodes(all).any(|node| {
            matches!(&node.what, TermKind::Binary(Binding::Divide, a, b) if is_size(b) && self.is_of_words(a))
        });
        let least = literal.into_iter().filter(|number| (1..=1 << 16).contains(number)).min();
        if self.of_words.is_empty() {
            self.literal_words = Some(least.unwrap_or(0));
        }
    }

    /// Finds out how each variable of data is indexed.
    fn shape_data(&mut self, all: &[Action]) {
        let plain = if self.is_c() { Shape::Words } else { Shape::Plain };
        let numbered = self.data.iter().cloned().zip(0..);
        self.shapes = numbered.map(|(name, number)| (name, (number, plain))).collect();
        for node in nodes(all).filter(|_| plain == Shape::Plain) {
            let (name, shape) = match &node.what {
                TermKind::Index(name, indices) if indices.len() > 1 => (name, Shape::Table),
                TermKind::Index(name, of) if !self.is_of_words(&of[0]) => (name, Shape::Array),
                TermKind::Slice(name, ..) => (name, Shape::Array),
                _ => continue,
            };
            if let Some((_, known)) = self.shapes.get_mut(name) {
                *known = (*known).max(shape);
            }
        }
    }

    /// Names without a meaning, and data that is nowhere set.
    fn meaningless(
        &self,
        parameters: &[Rc<str>],
        mut numbers: Vec<Use<'_>>,
        Assignments { assigned, received, .. }: &Assignments<'_>,
        data: &Places,
    ) -> Read {
        let known = || {
            let named = KNOWN.iter().flat_map(|(_, names)| names.split(' '));
            let own = assigned.iter().chain(parameters).chain(received).map(|name| &**name);
            own.chain(named)
        };
        let unknown = |name: &str, at, what: String| {
            // A part of a name is meant for the whole.
            let whole = |other: &&str| {
                let ends = |short: &str, long: &str| {
                    long.strip_suffix(short).is_some_and(|rest| rest.ends_with('_'))
                        || long.strip_prefix(short).is_some_and(|rest| rest.starts_with('_'))
                };
                ends(name, other) || ends(other, name)
            };
            let near = known().find(whole).or_else(|| nearest(name, known()));
            let error = Diagnostic::new(what).at(at);
            match near.filter(|near| *near != name) {
                Some(near) => error.help(format!("did you mean {near}?")),
                None => error.help(
                    "known beforehand are my_id, p, d, m, root and, in MPI, rank, size, n and tag",
                ),
            }
        };
        numbers.sort_by_key(|(_, at)| *at);
        for (name, at) in numbers {
            if self.is_pointer(name) || self.is_buffer(name) {
                continue;
            }
            if self.is_data(name) {
                let what = format!("`{name}` is data that messages move, and decides here");
                return Err(Diagnostic::new(what).at(at).help(FOLLOW));
            }
            if &**name == "MPI_ANY_SOURCE" {
                let what = format!("`{name}` leaves the order of messages open");
                return Err(Diagnostic::new(what).at(at).help("name the source of each message"));
            }
            let has = assigned.contains(name) || self.requests.contains(name);
            let has = has || self.is_c() && self.declared.contains(name);
            if !has && self.known(name).is_none() {
                return Err(unknown(name, at, format!("`{name}` has no value")));
            }
        }
        let is_set = |name: &Rc<str>| received.contains(name) || parameters.contains(name);
        let unset = |(name, _): &(&Rc<str>, _)| !is_set(name) && !self.declared.contains(*name);
        match data.iter().find(unset).filter(|_| !self.parameters.is_empty()) {
            Some((name, at)) => Err(unknown(name, *at, format!("`{name}` is never set"))),
            None => Ok(()),
        }
    }
}

/// The names in an expression of numbers.
fn names_in<'p>(node: &'p Located, all: &mut Vec<Use<'p>>) {
    match &node.what {
        TermKind::Name(name) | TermKind::Bump(name, _) => all.push((name, node.at)),
        // What is in it is a type, a vector, or words.
        TermKind::Call(name, _) if matches!(&**name, "sizeof" | ".size") => {}
        // What a function is called with may be data.
        TermKind::Invoke(..) => {}
        _ => node.parts().into_iter().for_each(|part| names_in(part, all)),
    }
}
