//! Programs that every node runs: procedures in the textbook's notation, and loops of MPI.
//!
//! Each notation is parsed into one small tree. `interpret.rs` runs it for each node, which yields the operations that
//! `executor` of `foreign` runs; what the slots then hold decides whether the program is right, and its messages become steps.

mod calls;
mod interpret;
mod judge;
mod macros;
mod mpi;
mod names;
mod roles;
mod scopes;
mod sizes;
mod syntax;
mod textbook;
mod tokens;
mod trial;
mod types;

pub use judge::{RanProgram, run_program};
pub use sizes::RightSizes;
pub use trial::{LARGEST_TRIED, Roles};

use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;

use calls::{FIRST, VECTORS};
use hockney_base::diagnostic::{Diagnostic, Span};
use interpret::MOST_WORK;
use macros::Defines;
use names::{Beforehand, ByName, Shape};
use syntax::{Action, Binding, Formal, Located, Reader, TermKind};
use textbook::Parsed;
use tokens::Language;
use types::{Element, Typed};

/// Names that stand where a buffer is not needed.
const NOWHERE: [&str; 4] = ["NULL", "nullptr", "MPI_IN_PLACE", "MPI_BOTTOM"];
/// The longest text of a program.
const LONGEST: usize = 1 << 18;

/// Why a program is not judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProgramError {
    /// Something is not understood: unusable input.
    Bad(Diagnostic),
    /// It takes more than it may: no answer.
    Limit(Diagnostic),
    /// It can be read in two ways, one right and one wrong: a question.
    Open(Diagnostic),
}

impl ProgramError {
    /// What is wrong, with its place.
    pub fn diagnostic(&self) -> &Diagnostic {
        let (Self::Bad(error) | Self::Limit(error) | Self::Open(error)) = self;
        error
    }
}

impl From<Diagnostic> for ProgramError {
    fn from(error: Diagnostic) -> Self {
        ProgramError::Bad(error)
    }
}

/// What is judged, or why it is not.
type Judged<T> = Result<T, ProgramError>;

/// A program that was read.
#[derive(Default)]
pub struct Program {
    dialect: Language,
    statements: Vec<Action>,
    /// The parameters that are data, in order.
    parameters: Vec<Rc<str>>,
    /// The variables that messages move, in the order in which they appear.
    data: Vec<Rc<str>>,
    /// The numbers of these as buffers, and how they are used.
    shapes: ByName<(u32, Shape)>,
    /// Those that the program declares itself, and how; with parameters.
    typed: ByName<Typed>,
    declared: BTreeSet<Rc<str>>,
    /// Those of functions that are called.
    inner: BTreeSet<Rc<str>>,
    /// The data that the program makes of numbers.
    made: BTreeSet<Rc<str>>,
    /// The types of words that messages name, and what they say of buffers.
    kinds: Vec<KindOfWords>,
    elements: ByName<Element>,
    /// Whether a node is called P_i, so that i is its number.
    names_processes: bool,
    /// How many communicators it has that it does not make.
    comms: usize,
    /// What is left out, and where.
    left_out: Vec<(Rc<str>, Span)>,
    requests: BTreeSet<Rc<str>>,
    /// The variables that it computes.
    computed: BTreeSet<Rc<str>>,
    /// The names that have a meaning beforehand.
    beforehand: ByName<Beforehand>,
    /// The variables that count words.
    of_words: BTreeSet<Rc<str>>,
    /// The numbers that the text gives names.
    defined: Vec<(Rc<str>, i64)>,
    /// The words of a block that the calls name, if they name no variable; 0 if the sizes of arrays say it.
    literal_words: Option<i64>,
    /// Whether it divides by the number of nodes.
    divides: bool,
    /// Whether it reads the root.
    reads_root: bool,
    /// Where lines begin, and the numbers that are printed before them.
    lines: Vec<usize>,
    printed: Vec<(usize, u64)>,
    /// The work of all runs so far, and where it has to end.
    work: Cell<u64>,
    until: Cell<u64>,
    /// Whether a run has added values in another order than that of the nodes.
    unordered: Cell<bool>,
}

/// Whether a text is a program.
pub fn is_program(text: &str) -> bool {
    let is_call = |(at, _): (usize, &str)| {
        let rest = text[at..].trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
        rest.trim_start().starts_with('(')
    };
    let is_c = text.match_indices("MPI_").any(is_call);
    let begins = |line: &str| {
        let line = line.trim_start_matches(|c: char| c.is_ascii_digit() || ". \t#".contains(c));
        let is = |word: &str| line.get(..9).is_some_and(|of| of.eq_ignore_ascii_case(word));
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let name = || line[9..].trim_start_matches(|c: char| !c.is_alphabetic());
        is("procedure") || is("algorithm") && name().trim_start_matches(word).starts_with('(')
    };
    let flat = || [":=", "←", "\\gets"].iter().any(|sign| text.contains(sign));
    let says = |word: &str| text.lines().any(|line| line.trim_start().starts_with(word));
    is_c || text.lines().any(begins)
        || flat() && text.contains("send") && text.contains("receive")
        || says("send ") && says("receive ")
        || says("send(") && (says("receive(") || says("recv("))
}

impl Program {
    /// Reads a program.
    ///
    /// # Errors
    /// What is not understood, with its place and, where one is likely, a repair.
    pub fn read(text: &str) -> Result<Self, Diagnostic> {
        if text.len() > LONGEST {
            return Err(Diagnostic::new(format!("a program has at most {LONGEST} bytes")).at(0..0));
        }
        let dialect = if text.contains("MPI_") { Language::C } else { Language::Textbook };
        let mut tokens = tokens::tokens(text, dialect)?;
        let mut defines = match dialect {
            Language::C => Defines::of(text),
            Language::Textbook => Defines::default(),
        };
        if dialect == Language::C {
            defines.note_types(&tokens.all);
        }
        tokens.all = defines.expanded(tokens.all)?;
        let printed = tokens.printed.clone();
        let starts = text.match_indices('\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(starts).collect();
        let reader = Reader::new(text, tokens, dialect);
        let parsed = match dialect {
            Language::Textbook => textbook::parse(reader),
            Language::C => mpi::parse(reader),
        };
        let names_processes =
            dialect == Language::Textbook && ["P_i", "P_{"].iter().any(|of| text.contains(of));
        let mut program = Program {
            dialect,
            names_processes,
            defined: defines.numbers,
            lines,
            printed,
            until: Cell::new(u64::MAX),
            ..Program::default()
        };
        let understood = parsed.and_then(|Parsed { parameters, statements, left_out, .. }| {
            program.statements = statements;
            program.left_out = left_out;
            program.understand(&parameters)
        });
        understood.map_err(|error| program.with_line(error))?;
        Ok(program)
    }

    /// The error with the printed line number, where the text has another line there.
    fn with_line(&self, error: Diagnostic) -> Diagnostic {
        let Some(at) = error.span.map(|at| at.start) else { return error };
        let line = self.line(at);
        if line == self.lines.partition_point(|start| *start <= at) as u64 {
            return error;
        }
        Diagnostic { message: format!("line {line}: {}", error.message), ..error }
    }

    /// The line of a place: the number that is printed before it, if lines are numbered.
    pub fn line(&self, at: usize) -> u64 {
        let printed = self.printed.partition_point(|(start, _)| *start <= at);
        match printed.checked_sub(1).filter(|_| self.printed.len() > 1) {
            Some(before) => self.printed[before].1,
            None => self.lines.partition_point(|start| *start <= at) as u64,
        }
    }

    /// The work of all runs so far: statements, words that move, and contributions that are joined.
    pub fn work(&self) -> u64 {
        self.work.get()
    }

    /// Counts work, and gives all so far.
    fn works(&self, work: u64) -> u64 {
        self.work.set(self.work.get() + work);
        self.work.get()
    }

    /// The work at which a run that begins now has to end.
    fn end_of_run(&self) -> u64 {
        self.until.get().min(self.work() + MOST_WORK)
    }

    /// What is found with at most so much work; nothing if it takes more.
    fn within<T>(&self, most: u64, find: impl FnOnce() -> T) -> Option<T> {
        let until = self.work.get() + most;
        let outer = self.until.replace(until);
        let found = find();
        self.until.set(outer);
        (self.work.get() <= until).then_some(found)
    }

    /// The variable that an expression of data begins with.
    fn base<'n>(&self, node: &'n Located) -> Option<&'n Rc<str>> {
        match &node.what {
            TermKind::Name(name) => Some(name).filter(|name| !NOWHERE.contains(&&***name)),
            TermKind::Bump(name, _) if self.is_c() => Some(name),
            TermKind::Index(name, _) | TermKind::Slice(name, ..) => Some(name),
            TermKind::Unary(Binding::Address | Binding::Value, part) => self.base(part),
            TermKind::Binary(Binding::Add, of, _) if self.is_c() => self.base(of),
            TermKind::Call(..) => self.base(node.called(FIRST)?.first()?),
            TermKind::Cast(_, of) => self.base(of),
            TermKind::Assign(both) => self.base(&both[0]),
            TermKind::Choice(parts) if self.is_c() => {
                self.base(&parts[1]).or_else(|| self.base(&parts[2]))
            }
            TermKind::Binary(Binding::Subtract, of, _) if self.is_c() => {
                self.base(of).filter(|name| self.is_data(name))
            }
            _ => None,
        }
    }

    /// The variables that a joined value reads.
    fn operands<'n>(&self, node: &'n Located, all: &mut Vec<&'n Rc<str>>) {
        match &node.what {
            TermKind::Binary(Binding::Add | Binding::Union, a, b) => {
                self.operands(a, all);
                self.operands(b, all);
            }
            TermKind::Choice(parts) => {
                parts[1..].iter().for_each(|part| self.operands(part, all));
            }
            TermKind::Cast(_, of) => self.operands(of, all),
            TermKind::Call(_, of) if node.called("vector assign").is_some() => {
                let from = of.first().and_then(|of| self.base(of));
                all.extend(from.filter(|from| self.is_buffer(from)));
            }
            _ => all.extend(self.base(node)),
        }
    }

    fn is_c(&self) -> bool {
        self.dialect == Language::C
    }

    fn is_data(&self, name: &str) -> bool {
        self.shapes.contains_key(name)
    }

    fn has_data(&self, node: &Located) -> bool {
        let mut names = Vec::new();
        self.operands(node, &mut names);
        names.iter().any(|name| self.is_data(name))
    }

    /// Whether an expression is a word for the empty set.
    fn is_empty_set(node: &Located) -> bool {
        matches!(&node.what, TermKind::Name(name) if matches!(&**name, "empty" | "emptyset"))
    }

    /// How a variable of C is declared.
    fn typed(&self, name: &str) -> Typed {
        self.typed.get(name).copied().unwrap_or_default()
    }

    /// The type of the words of a buffer.
    fn element(&self, name: &str) -> Element {
        let typed = Some(self.typed(name).element).filter(|element| !element.is_unknown());
        typed.or_else(|| self.elements.get(name).copied()).unwrap_or_default()
    }

    fn shape(&self, name: &str) -> Shape {
        self.shapes.get(name).map_or(Shape::Plain, |of| of.1)
    }

    fn buffer(&self, name: &str) -> u32 {
        self.shapes.get(name).map_or(u32::MAX, |of| of.0)
    }

    /// The number of buffers, from which on scratch buffers are numbered.
    fn buffers(&self) -> u32 {
        u32::try_from(self.data.len()).unwrap_or(u32::MAX)
    }

    /// Whether the program makes what is in a buffer of numbers.
    fn is_made(&self, buffer: u32) -> bool {
        self.named(buffer).is_some_and(|name| self.made.contains(name))
    }

    /// The variable that a buffer has its name from.
    fn named(&self, buffer: u32) -> Option<&Rc<str>> {
        self.data.get(buffer as usize % (self.data.len() + 1))
    }

    fn known(&self, name: &str) -> Option<Beforehand> {
        self.beforehand.get(name).copied()
    }

    /// Whether an index counts words, and not blocks.
    fn is_of_words(&self, node: &Located) -> bool {
        match &node.what {
            TermKind::Name(name) => self.of_words.contains(name),
            _ if node.called(".size atoi").is_some() => true,
            _ if node.called(VECTORS).is_some() => false,
            _ => node.parts().into_iter().any(|part| self.is_of_words(part)),
        }
    }
}

/// The function that has a name.
fn function<'s>(all: &'s [Action], called: &str) -> Option<(&'s [Formal], &'s [Action])> {
    all.iter().find_map(|statement| match statement {
        Action::Function { name, parameters, body } if **name == *called => {
            Some((&parameters[..], &body[..]))
        }
        _ => None,
    })
}

/// All statements, inner ones too.
fn every<'s>(statements: &'s [Action]) -> Vec<&'s Action> {
    let of = |one: &'s Action| [one].into_iter().chain(one.inner().0.into_iter().flat_map(every));
    statements.iter().flat_map(of).collect()
}

/// All expressions of statements, inner ones too.
fn nodes(statements: &[Action]) -> impl Iterator<Item = &Located> {
    every(statements).into_iter().flat_map(|one| one.inner().1).flat_map(Located::every)
}

/// A type that messages name, and the words that have it.
type KindOfWords = (Rc<str>, Option<Element>);

/// Where a name stands.
type Use<'p> = (&'p Rc<str>, Span);
