//! The arithmetic of rules: `(i + 1) mod p`, `i xor 2^(k-1)`, `i ^ 3`.

use super::super::cursor::Cursor;
use hockney_base::diagnostic::{Diagnostic, Span};
use hockney_base::term::{Binary, DEEPEST, Dialect, Function, Term, TermErrorKind};
use hockney_core::schedule::{NoValue, value};

/// The most numbers, letters and signs: no rule needs more, and each is looked at for every node.
const LONGEST: usize = 64;

/// The letters that may stand for a node or count steps.
const LETTERS: &str = "ijklqrstuvxy";

/// Signs from those that bind least: `i + 1 mod p` is the remainder of all that stands before.
const LEVELS: [&[(&str, Binary)]; 4] = [
    &[("%", modulo), ("mod", modulo), ("modulo", modulo)],
    &[("⊕", xor), ("xor", xor)],
    &[("+", Term::plus), ("-", Term::minus), ("−", Term::minus), ("–", Term::minus)],
    &[("*", Term::times), ("·", Term::times), ("/", Term::over)],
];

fn modulo(one: Term, other: Term) -> Term {
    one.joined(Function::Mod, other)
}

fn xor(one: Term, other: Term) -> Term {
    one.joined(Function::Xor, other)
}

/// `^` does not raise the node to a power: it flips bits of it.
fn flipped(term: &Term) -> Term {
    match term.map(&mut flipped) {
        Term::Apply(Function::Power, of) if of.first() == Some(&Term::name(NODE)) => {
            Term::Apply(Function::Xor, of)
        }
        other => other,
    }
}

/// Takes a letter, if one stands here by itself.
pub(in super::super) fn letter(cursor: &mut Cursor<'_>) -> Option<char> {
    let mut after = *cursor;
    let letter = after.rest.chars().next().filter(|c| LETTERS.contains(*c))?;
    after.skip(1);
    let alone = !after.rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    alone.then(|| {
        *cursor = after;
        letter
    })
}

/// What letters stand for.
#[derive(Clone, Copy)]
pub(in super::super) struct Names {
    /// The letter for the node.
    pub(in super::super) node: Option<char>,
    /// The letter that counts steps.
    pub(in super::super) step: Option<char>,
    pub(in super::super) nodes: u32,
}

/// The names of the node and the step in a term.
const NODE: &str = "node";
const STEP: &str = "step";

impl Names {
    /// The term for a letter that stands for something.
    fn known(&self, word: &str) -> Option<Term> {
        let mut letters = word.chars();
        let (letter, None) = (letters.next()?, letters.next()) else { return None };
        match letter {
            letter if Some(letter) == self.node => Some(Term::name(NODE)),
            letter if Some(letter) == self.step => Some(Term::name(STEP)),
            'p' | 'n' => Some(Term::whole(self.nodes.into())),
            'd' if self.nodes.is_power_of_two() => {
                Some(Term::whole(self.nodes.trailing_zeros().into()))
            }
            _ => None,
        }
    }

    /// Which letters stand for something.
    fn help(&self) -> String {
        let Names { node, step, nodes } = *self;
        let own = [(node, "the node"), (step, "the step")].into_iter();
        let own: String = own
            .filter_map(|(letter, is)| letter.map(|letter| format!("`{letter}` ({is}), ")))
            .collect();
        let log = nodes.is_power_of_two().then(|| nodes.trailing_zeros());
        let log = log.map_or(String::new(), |log| format!(" and `d` = {log} (log2 p)"));
        format!("known letters are {own}`p` = {nodes} (the number of nodes){log}")
    }
}

/// An expression that was understood, and where it stands.
pub(in super::super) struct Expression {
    term: Term,
    pub(in super::super) span: Span,
}

impl Expression {
    pub(in super::super) fn read(
        cursor: &mut Cursor<'_>,
        names: Names,
    ) -> Result<Self, Diagnostic> {
        cursor.blanks();
        let dialect = Dialect {
            levels: &LEVELS,
            sums: 2,
            brackets: &[("(", ")"), ("{", "}"), ("[", "]")],
            names: &|word| names.known(word),
            by_hand: true,
            longest: LONGEST,
        };
        let start = cursor.at;
        let (term, end) = dialect.read(cursor.rest, 0).map_err(|error| {
            let help = match &error.kind {
                TermErrorKind::Expected => Some(names.help()),
                TermErrorKind::Open(_) => None,
                TermErrorKind::Large => {
                    Some("a rule is written with numbers below 2^64".to_owned())
                }
                TermErrorKind::Long => {
                    Some(format!("a rule has up to {LONGEST} numbers, letters and signs"))
                }
                TermErrorKind::Deep => {
                    Some(format!("a rule has up to {DEEPEST} brackets in each other"))
                }
            };
            let expected = || "a number or a letter of the rule belongs here".to_owned();
            let is_expected = matches!(error.kind, TermErrorKind::Expected);
            let message = if is_expected { expected() } else { error.to_string() };
            let place = Span::new(start + error.at.start, start + error.at.end);
            Diagnostic { help, ..Diagnostic::new(message).at(place) }
        })?;
        cursor.skip(end);
        Ok(Expression { term: flipped(&term), span: cursor.since(start) })
    }

    /// The node of a rule.
    pub(in super::super) fn node(span: Span) -> Self {
        Expression { term: Term::name(NODE), span }
    }

    /// Whether it depends on the step.
    pub(super) fn counts(&self) -> bool {
        self.term.mentions(STEP)
    }

    /// Its value for a node and a step, or why it has none.
    pub(in super::super) fn value(&self, node: i128, step: i128) -> Result<i128, NoValue> {
        let known = [(NODE, node), (STEP, step)];
        value(&self.term, &|name| Some(known.into_iter().find(|(own, _)| *own == name)?.1))
    }
}
