//! What the names of a program mean: numbers that are known beforehand, and data that messages move.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::syntax::{Action, Binding, Located, MessageEnd, TermKind};
use crate::tokens::Language;
use crate::{Program, Use, every};
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
    /// `MPI_PROC_NULL`
    Nobody,
    Zero,
}

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
const KNOWN: [(Beforehand, &str); 7] = [
    (Beforehand::Id, "my_id my_rank rank myrank myid id me pid my_node my_label world_rank node"),
    (
        Beforehand::Nodes,
        "p P size nprocs numprocs num_procs n_procs np nproc procs world_size comm_size comm_sz npes ntasks",
    ),
    (Beforehand::Dimension, "d dim dims dimension"),
    (Beforehand::Root, "root source"),
    (Beforehand::By, "q"),
    (Beforehand::Nobody, "MPI_PROC_NULL"),
    (Beforehand::Zero, "tag TAG false NULL nullptr"),
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
    KNOWN.iter().find(|(_, names)| names.split(' ').any(|one| one == name)).map(|(known, _)| *known)
}

/// The most names of a program.
const MOST_NAMES: usize = 256;

/// What is set and received.
#[derive(Default)]
struct Assignments<'p> {
    /// The targets of assignments, and their values.
    sets: Vec<(&'p Located, &'p Located)>,
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
    pub(super) fn understand(&mut self, parameters: &[Rc<str>]) -> Result<(), Diagnostic> {
        let statements = std::mem::take(&mut self.statements);
        let mut named = Vec::new();
        every(&statements, &mut |statement| {
            statement.inner().1.into_iter().for_each(|node| names_in(node, &mut named));
        });
        let mut names: BTreeSet<&Rc<str>> = parameters.iter().collect();
        for (name, at) in named {
            names.insert(name);
            if names.len() > MOST_NAMES {
                let message = format!("a program has at most {MOST_NAMES} names");
                return Err(Diagnostic::new(message).at(at));
            }
        }
        let meaning = |name: &Rc<str>| Some((Rc::clone(name), known(name, self.dialect)?));
        self.beforehand = names.into_iter().filter_map(meaning).collect();
        let result = self.understand_all(parameters, &statements);
        self.statements = statements;
        result
    }

    fn understand_all(&mut self, parameters: &[Rc<str>], all: &[Action]) -> Result<(), Diagnostic> {
        let mut numbers: Vec<Use<'_>> = Vec::new();
        let mut given = Assignments::default();
        given.assigned.extend(self.defined.iter().map(|(name, _)| name.clone()));
        every(all, &mut |statement| {
            for one in statement.ends() {
                self.moves(one, &mut given.moved, &mut numbers);
            }
            let received = statement.received().and_then(|one| self.base(&one.data));
            given.received.extend(received.cloned());
            match statement {
                Action::Set { to, value } => given.sets.push((to, value)),
                Action::Send(..) | Action::Receive(..) | Action::Exchange(..) => {}
                _ => statement.inner().1.into_iter().for_each(|node| names_in(node, &mut numbers)),
            }
            match statement {
                Action::For { name, .. } => _ = given.assigned.insert(name.clone()),
                Action::Declare { name, .. } => _ = self.declared.insert(name.clone()),
                Action::Wait { first, .. } => self.requests.extend(base_of(first).cloned()),
                Action::Push { vector, request } => {
                    self.requests.extend([vector].into_iter().chain(base_of(request)).cloned());
                }
                Action::Clear(vector) => _ = self.requests.insert(vector.clone()),
                _ => {}
            }
        });
        if given.moved.is_empty() {
            return Err(Diagnostic::new("this program sends nothing")
                .help("send X to e, receive X from e, MPI_Send and MPI_Recv are understood"));
        }
        let named: BTreeSet<&str> = numbers.iter().map(|(name, _)| &***name).collect();
        let mut data = self.data_of(&given, &named);
        // A parameter that is no number is data, even if nothing uses it.
        for name in parameters {
            let of_c = self.dialect == Language::C;
            if !named.contains(&**name) && (of_c || self.known(name).is_none()) {
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
                Self::indices(to, self.dialect == Language::C, &mut numbers);
                Self::indices(value, false, &mut numbers);
            }
        }
        let defined: BTreeSet<&Rc<str>> = self.defined.iter().map(|(name, _)| name).collect();
        let own = |name: &&Rc<str>| !defined.contains(name) && !self.beforehand.contains_key(*name);
        self.computed = given.assigned.iter().filter(own).cloned().collect();
        self.count_words(all, &numbers, &given.assigned);
        self.shape_data(all, &data);
        let mut order: Vec<_> = data.iter().collect();
        order.sort_by_key(|(_, at)| **at);
        self.data = order.iter().map(|(name, _)| (*name).clone()).collect();
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
        names_in(&one.peer, numbers);
        one.count.iter().chain(&one.tag).for_each(|node| names_in(node, numbers));
        Self::indices(&one.data, self.dialect == Language::C, numbers);
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
            TermKind::Call(name, parts) if &**name == "memcpy" => {
                Self::indices(&parts[0], true, numbers);
                names_in(&parts[1], numbers);
            }
            _ => node.parts().into_iter().for_each(|part| Self::indices(part, pointer, numbers)),
        }
    }

    /// The variables that messages move, and what goes to and from them, with the first place of each.
    fn data_of(
        &self,
        given: &Assignments<'_>,
        numbers: &BTreeSet<&str>,
    ) -> BTreeMap<Rc<str>, Span> {
        let is_number = |name: &str| numbers.contains(name);
        let mut data: BTreeMap<Rc<str>, Span> = BTreeMap::new();
        let put = |data: &mut BTreeMap<Rc<str>, Span>, name: &Rc<str>, at: Span| {
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
                self.operands(value, &mut names);
                let copies = matches!(&value.what, TermKind::Call(call, _) if &**call == "memcpy");
                let touches = [target].iter().chain(&names).any(|name| data.contains_key(*name));
                if !touches && !copies || is_number(target) {
                    continue;
                }
                put(&mut data, target, to.at);
                for name in names.into_iter().filter(|name| !is_number(name)) {
                    put(&mut data, name, value.at);
                }
            }
            if data.len() == before {
                return data;
            }
        }
    }

    /// Finds the variables that count words, and how many words a block has.
    fn count_words(&mut self, all: &[Action], numbers: &[Use<'_>], assigned: &BTreeSet<Rc<str>>) {
        let words = |name: &Rc<str>| {
            self.known(name) == Some(Beforehand::Words) && !assigned.contains(name)
        };
        self.of_words = numbers.iter().map(|(name, _)| (*name).clone()).filter(words).collect();
        let mut literal: Vec<i64> = Vec::new();
        let mut divides = false;
        loop {
            let mut found: Vec<Rc<str>> = Vec::new();
            every(all, &mut |statement| match statement {
                Action::For { name, from, last, .. }
                    if self.is_of_words(from) || self.is_of_words(last) =>
                {
                    found.push(name.clone());
                }
                Action::Set { to, value } if self.is_of_words(value) => {
                    found.extend(self.base(to).cloned());
                }
                _ => {}
            });
            let before = self.of_words.len();
            self.of_words.extend(found);
            if self.of_words.len() == before {
                break;
            }
        }
        let mut set_to = BTreeMap::new();
        every(all, &mut |statement| {
            if let Action::Set { to, value } = statement
                && let (Some(name), TermKind::Number(number)) = (self.base(to), &value.what)
            {
                set_to.insert(name.clone(), *number);
            }
            let (_, nodes) = statement.inner();
            divides |= nodes.into_iter().any(|node| self.divides_by_nodes(node));
            for count in statement.ends().iter().filter_map(|one| one.count.as_ref()) {
                match &count.what {
                    TermKind::Number(number) => literal.push(*number),
                    TermKind::Name(name) => {
                        let defined = self.defined.iter().find(|(other, _)| other == name);
                        let defined = defined.map(|(_, number)| *number);
                        literal.extend(set_to.get(name).copied().or(defined));
                    }
                    _ => {}
                }
            }
        });
        self.divides = divides;
        let uses = self.of_words.iter().any(|name| self.known(name) == Some(Beforehand::Words));
        let least = literal.into_iter().filter(|number| (1..=1 << 16).contains(number)).min();
        if !uses {
            self.literal_words = Some(least.unwrap_or(1));
        }
    }

    fn divides_by_nodes(&self, node: &Located) -> bool {
        let is_size = |node: &Located| match &node.what {
            TermKind::Name(name) => self.known(name) == Some(Beforehand::Nodes),
            _ => false,
        };
        matches!(&node.what, TermKind::Binary(Binding::Divide, a, b) if is_size(b) && self.is_of_words(a))
            || node.parts().into_iter().any(|part| self.divides_by_nodes(part))
    }

    /// Finds out how each variable of data is indexed.
    fn shape_data(&mut self, all: &[Action], data: &BTreeMap<Rc<str>, Span>) {
        let plain = if self.dialect == Language::C { Shape::Words } else { Shape::Plain };
        self.shapes = data.keys().map(|name| (name.clone(), plain)).collect();
        let mut found = Vec::new();
        every(all, &mut |statement| {
            statement.inner().1.into_iter().for_each(|node| self.indexed(node, &mut found));
        });
        if self.dialect == Language::Textbook {
            for (name, shape) in found {
                if let Some(known) = self.shapes.get_mut(&name) {
                    *known = (*known).max(shape);
                }
            }
        }
    }

    fn indexed(&self, node: &Located, found: &mut Vec<(Rc<str>, Shape)>) {
        match &node.what {
            TermKind::Index(name, indices) if indices.len() > 1 => {
                found.push((name.clone(), Shape::Table));
            }
            TermKind::Index(name, indices) if !self.is_of_words(&indices[0]) => {
                found.push((name.clone(), Shape::Array));
            }
            TermKind::Slice(name, ..) => found.push((name.clone(), Shape::Array)),
            _ => {}
        }
        node.parts().into_iter().for_each(|part| self.indexed(part, found));
    }

    /// Names without a meaning, and data that is nowhere set.
    fn meaningless(
        &self,
        parameters: &[Rc<str>],
        mut numbers: Vec<Use<'_>>,
        Assignments { assigned, received, .. }: &Assignments<'_>,
        data: &BTreeMap<Rc<str>, Span>,
    ) -> Result<(), Diagnostic> {
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
            if self.is_data(name) {
                return Err(Diagnostic::new(format!(
                    "`{name}` is data that messages move, and decides here"
                ))
                .at(at)
                .help("conditions, peers and bounds follow from my_id, p and other numbers"));
            }
            if name.starts_with("MPI_ANY") {
                return Err(Diagnostic::new(format!("`{name}` leaves the order of messages open"))
                    .at(at)
                    .help("name the source and the tag of each message"));
            }
            let has = assigned.contains(name)
                || self.requests.contains(name)
                || self.known(name).is_some()
                || &**name == "MPI_REQUEST_NULL";
            if !has {
                return Err(unknown(name, at, format!("`{name}` has no value")));
            }
        }
        if self.parameters.is_empty() {
            return Ok(());
        }
        let mut named = data.iter().filter(|(name, _)| {
            !received.contains(*name)
                && !parameters.contains(name)
                && !self.declared.contains(*name)
        });
        named
            .next()
            .map_or(Ok(()), |(name, at)| Err(unknown(name, *at, format!("`{name}` is never set"))))
    }
}

/// The names in an expression of numbers.
fn names_in<'p>(node: &'p Located, all: &mut Vec<Use<'p>>) {
    match &node.what {
        TermKind::Name(name) | TermKind::Bump(name, _) => all.push((name, node.at)),
        // What is in it is a type, a vector, or words.
        TermKind::Call(name, _) if matches!(&**name, "sizeof" | ".size") => {}
        _ => node.parts().into_iter().for_each(|part| names_in(part, all)),
    }
}

/// The name that a request begins with.
fn base_of(node: &Located) -> Option<&Rc<str>> {
    match &node.what {
        TermKind::Name(name) | TermKind::Index(name, _) => Some(name),
        TermKind::Unary(_, part) | TermKind::Binary(_, part, _) => base_of(part),
        TermKind::Call(_, parts) => base_of(parts.first()?),
        _ => None,
    }
}
