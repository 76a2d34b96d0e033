//! A problem set: questions, and what each of them asks for; which student a name means, and the size and root that each
//! student gets, drawn from a secret and the name.

pub(crate) mod keys;
pub(crate) mod read;

use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::asks::AskKind;
use crate::prelude::*;
use hockney_base::diagnostic::Span;
use hockney_core::collective::Ports;
use hockney_core::topology::Vertex;
use hockney_cost::Numbers;
use hockney_formula::Reading;
use hockney_plan::planner::aliases;

pub use read::{UnreadableSet, read_problems};

/// The format that this version reads.
pub(super) const FORMAT: &str = "hockney/problems/v1";

/// A problem set to begin with, whose comments explain the format.
pub const NEW_PROBLEMS: &str = include_str!("new.yaml");

/// What a teacher hands out.
#[derive(Clone, Debug)]
pub struct ProblemSet {
    /// Its title, where it has one.
    pub title: Option<String>,
    /// Its questions, in their order; ids are different.
    pub questions: Vec<Question>,
}

impl ProblemSet {
    /// Every ask with its question, in order.
    pub fn asks(&self) -> impl Iterator<Item = (&Question, &Ask)> {
        self.questions
            .iter()
            .flat_map(|question| question.asks.iter().map(move |ask| (question, ask)))
    }

    /// All points that can be had.
    pub fn points(&self) -> Rational {
        self.asks().map(|(_, ask)| ask.points.clone()).sum()
    }

    /// The set of one student: the same secret and name give the same set on every machine, however
    /// the name is spelled.
    #[must_use]
    pub fn variant(&self, secret: &str, student: &str) -> ProblemSet {
        let question = |question: &Question| {
            let mut own = question.clone();
            if let Some((topology, instance)) = drawn(secret, student, &own.id, &question.variants)
            {
                (own.topology, own.instance) = (topology.clone(), instance.clone());
            }
            // Another draw, so that a list of numbers changes no machine that was drawn before.
            let id = format!("{} numbers", own.id);
            if let Some(numbers) = drawn(secret, student, &id, &question.variant_numbers) {
                own.numbers = numbers.clone();
            }
            own
        };
        ProblemSet {
            title: self.title.clone(),
            questions: self.questions.iter().map(question).collect(),
        }
    }

    /// Which variant this is, where students have sets of their own: `ring-broadcast: ring:16, root 3, m = 100`.
    pub fn drawn(&self) -> Option<String> {
        let own = self.questions.iter().filter(|question| question.has_variants());
        let drawn = own.map(|question| {
            let Question { id, topology, instance, .. } = question;
            let root = instance.collective.parameter() == Some(Parameter::Root);
            let root = root.then(|| format!("root {}", topology.number(instance.root)));
            let numbers = question.given().into_iter();
            let numbers = numbers.filter(|_| !question.variant_numbers.is_empty());
            let numbers = numbers.map(|(name, value)| format!("{name} = {value}"));
            let all = std::iter::once(topology.to_string()).chain(root).chain(numbers);
            format!("{id}: {}", all.collect::<Vec<_>>().join(", "))
        });
        let drawn: Vec<String> = drawn.collect();
        (!drawn.is_empty()).then(|| drawn.join("; "))
    }

    /// Whether students have sets of their own.
    pub fn has_variants(&self) -> bool {
        self.questions.iter().any(Question::has_variants)
    }
}

/// Points without the word: `8.5`; six digits and the fraction where no decimal is exact:
/// `5.66667 (17/3)`.
pub(super) fn shown(points: &Rational) -> String {
    points.decimal().unwrap_or_else(|| format!("{} ({points})", points.significant(6)))
}

/// `1 point`, `2.5 points`.
pub(super) fn in_points(points: &Rational) -> String {
    format!("{} {}", shown(points), if points.is_one() { "point" } else { "points" })
}

/// Shares of the points for answers that are right in part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partial {
    /// By their names, which `specs/problems.md` explains; those that are given.
    shares: Vec<(&'static str, Option<Rational>)>,
    /// For a reason, as class reports word it, whatever the others say.
    pub reasons: Vec<(String, Rational)>,
}

impl Partial {
    /// The share with this name: `one_slip`; `~approximation` is that of an answer behind `≈`, where another is usual.
    pub fn of(&self, name: &str) -> Rational {
        let behind = name.strip_prefix('~');
        let usual = list(if behind.is_some() { "shares behind a sign" } else { "shares" });
        let name = behind.unwrap_or(name);
        let given = self.shares.iter().find(|(known, _)| *known == name);
        let usual = || usual.pairs().find(|(known, _)| *known == name)?.1.parse().ok();
        given.and_then(|(_, share)| share.clone()).or_else(usual).unwrap_or_default()
    }
}

impl Default for Partial {
    fn default() -> Self {
        let shares = list("shares").pairs().map(|(name, _)| (name, None));
        Partial { shares: shares.collect(), reasons: Vec::new() }
    }
}

/// A collective on a machine, and what is asked about it.
#[derive(Clone)]
pub struct Question {
    /// Letters, digits, `-` and `_`.
    pub id: String,
    /// What the student reads, where the teacher wrote it.
    pub text: Option<String>,
    /// The machine, with the numbers that answers give to its nodes.
    pub topology: Topology,
    /// The collective with its parameters.
    pub instance: Instance,
    /// Whether it names no collective, so that all it asks is about the network.
    pub is_of_network: bool,
    /// The collectives that follow it, each with its algorithm, where one is asked for.
    pub then: Vec<(Instance, Option<&'static Algorithm>)>,
    /// How many messages a node sends and receives in a step.
    pub ports: Ports,
    /// Whether messages that share a link or a port wait for each other.
    pub contention: bool,
    /// The algorithm that is asked for, where one is.
    pub algorithm: Option<&'static Algorithm>,
    /// Which further algorithms are right.
    pub accept: Accept,
    /// The numbers of the model, where they are given.
    pub numbers: Numbers,
    /// The sizes for which a formula in p must be right.
    pub sizes: SizeSet,
    /// Further letters of formulas, each with the formula that it stands for.
    pub letters: Vec<(String, String)>,
    /// What is asked; never empty.
    pub asks: Vec<Ask>,
    /// Machines and parameters of which each student gets one; none where all have the same.
    pub variants: Vec<(Topology, Instance)>,
    /// Numbers of which each student gets one; none where all have the same.
    pub variant_numbers: Vec<Numbers>,
    /// Shares for answers that are right in part.
    pub partial: Partial,
    /// Where its id stands in the problem set.
    pub place: Span,
}

impl Question {
    /// A node as its bits or coordinates, or as its number.
    pub(super) fn node(&self, node: Vertex) -> String {
        self.topology.label(node).unwrap_or_else(|| self.topology.number(node).to_string())
    }

    /// The numbers of the model that are given, with their letters.
    pub(super) fn given(&self) -> Vec<(&'static str, &Rational)> {
        let n = &self.numbers;
        let hops = Some(&n.t_h).filter(|t_h| !t_h.is_zero());
        [("m", n.m.as_ref()), ("t_s", n.t_s.as_ref()), ("t_w", n.t_w.as_ref()), ("t_h", hops)]
            .into_iter()
            .filter_map(|(name, value)| Some((name, value?)))
            .collect()
    }

    /// The numbers for the letters of a cost that an answer does not have.
    pub(super) fn missing(&self, answer: &Link) -> Vec<(&'static str, &Rational)> {
        let mut given = self.given();
        given.retain(|(name, _)| *name != "t_h" && !answer.mentions(name));
        given
    }

    /// Whether each student has a machine, a root or numbers of one's own.
    fn has_variants(&self) -> bool {
        !self.variants.is_empty() || !self.variant_numbers.is_empty()
    }

    /// How formulas are read: with the letters that the question declares.
    pub(super) fn reading(&self) -> Reading {
        let declare = |reading: Reading, (letter, formula): (&str, &str)| {
            reading.clone().with(letter, formula).unwrap_or(reading)
        };
        // The sides of a grid by other names, where the question says nothing else.
        let sides = self.topology.network().sides().map_or(0, <[u32]>::len);
        let is_free = |name: &str| self.letters.iter().all(|(letter, _)| letter != name);
        let names = [("k1", "k_1"), ("k2", "k_2"), ("k3", "k_3"), ("r", "k_1"), ("c", "k_2")];
        let names = names.into_iter().take(if sides == 2 { 5 } else { sides.min(3) });
        let sides = names.filter(|(name, _)| is_free(name));
        let own = self.letters.iter().map(|(letter, formula)| (&**letter, &**formula));
        let free_p = is_free("P").then_some(("P", "p"));
        sides.chain(free_p).chain(own).fold(Reading::new(), declare)
    }

    /// The numbers of the first nodes, for examples.
    pub(super) fn first_nodes(&self) -> [u32; 4] {
        [0, 1, 2, 3].map(|node| node + self.topology.first())
    }

    /// The names that may stand before an answer: of the collective, the algorithm and the topology.
    pub(super) fn names(&self) -> Vec<&'static str> {
        let collective = self.instance.collective;
        let names = [collective.name(), self.topology.family().name()];
        let algorithm = self.algorithm.map(Algorithm::name);
        let means = |means: &[&str]| algorithm.is_some_and(|name| means.contains(&name));
        let others = aliases(collective.name()).filter(|(_, all)| means(all)).map(|(name, _)| name);
        let names = names.into_iter().chain(algorithm).chain(others);
        names.chain(collective.aliases().iter().copied()).collect()
    }

    /// A list in the order of the nodes, in the order of their numbers.
    pub(super) fn by_number<T: Clone>(&self, list: &[T]) -> Vec<T> {
        let mut numbered: Vec<_> = (0..).zip(list).collect();
        numbered.sort_by_key(|(node, _)| self.topology.number(*node));
        numbered.into_iter().map(|(_, item)| item.clone()).collect()
    }
}

/// Sizes for which a formula is right, or must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeSet {
    /// Those of the textbook that the question's size is one of: all, p = 2^d, or equal sides.
    Own,
    /// The question's alone.
    This,
    /// All of the family.
    All,
    /// p = 2^d, and so each side.
    PowersOfTwo,
    /// Equal sides.
    Squares,
    /// Both.
    SquaresOfPowers,
    /// p is even, and so is each side.
    Even,
    /// Equal even sides.
    SquaresOfEven,
    /// p is odd, and so is each side.
    Odd,
    /// p = 2^h - 1, as in a complete binary tree.
    Trees,
}

impl SizeSet {
    /// Where an answer is right, in words: `for p = 2^d`, `at p = 8`.
    pub(super) fn said(self, topology: &Topology) -> String {
        match self {
            SizeSet::Own | SizeSet::This => format!("at p = {}", topology.nodes()),
            SizeSet::All => "for every p and not only for p = 2^d".to_owned(),
            SizeSet::PowersOfTwo => "for p = 2^d".to_owned(),
            SizeSet::Squares => "for squares".to_owned(),
            SizeSet::SquaresOfPowers => "for squares of p = 4^d".to_owned(),
            SizeSet::Even if topology.network().sides().is_some() => "for even sides".to_owned(),
            SizeSet::Even => "for even p".to_owned(),
            SizeSet::SquaresOfEven => "for squares of even sides".to_owned(),
            SizeSet::Odd if topology.network().sides().is_some() => "for odd sides".to_owned(),
            SizeSet::Odd => "for odd p".to_owned(),
            SizeSet::Trees => "for p = 2^h - 1".to_owned(),
        }
    }
}

impl Accept {
    /// As a problem set writes it.
    pub fn name(&self) -> String {
        match self {
            Accept::Any => "any".to_owned(),
            Accept::AsCheap => "as-cheap".to_owned(),
            Accept::This => "this".to_owned(),
            Accept::Textbook => "textbook".to_owned(),
            Accept::These(names) => format!("[{}]", names.join(", ")),
        }
    }
}

/// Which algorithms are right beside the question's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Accept {
    /// Every right one.
    Any,
    /// Every right one that costs no more.
    AsCheap,
    /// None.
    This,
    /// None, whatever it costs.
    Textbook,
    /// These.
    These(Vec<&'static str>),
}

impl std::fmt::Debug for Question {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Question").field("id", &self.id).finish_non_exhaustive()
    }
}

/// One thing that is asked, and what it is worth.
#[derive(Clone, Debug)]
pub struct Ask {
    /// `ring-broadcast.formula`; with `.2` behind it where one question asks twice.
    pub name: String,
    /// What it is worth, above 0.
    pub points: Rational,
    /// Of which kind it is.
    pub(crate) kind: &'static AskKind,
    /// What it is.
    pub(crate) asked: Arc<dyn Asked>,
}

impl Ask {
    /// The name of its kind: `formula`.
    pub fn kind(&self) -> &'static str {
        self.kind.name
    }

    /// The grade of an answer that there is.
    pub(crate) fn grade(&self, key: &Key<'_>, text: &str) -> Graded {
        self.asked.grade(key, text).unwrap_or_else(Graded::unreadable)
    }

    /// The right answer, which can be handed in.
    pub fn solution(&self, key: &Key<'_>) -> String {
        self.asked.solution(key)
    }

    /// An answer that can be read and is not right; found once for each key.
    pub fn example(&self, key: &Key<'_>) -> String {
        key.example_once(&self.name, || {
            let own = list("examples").pairs().filter(|(kind, _)| *kind == self.kind());
            let own = own.map(|(_, example)| example.to_owned());
            let mut examples: Vec<String> = own.chain(self.asked.examples(key.question)).collect();
            let at = examples.iter().position(|text| self.grade(key, text).share.is_zero());
            examples.swap_remove(at.unwrap_or(0))
        })
    }
}

/// What a formula or an order is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CostPart {
    /// The whole cost.
    Cost,
    /// The number of steps.
    Steps,
    /// The number of words.
    Words,
}

impl CostPart {
    /// `the cost`
    pub(crate) fn name(self) -> &'static str {
        match self {
            CostPart::Cost => "the cost",
            CostPart::Steps => "the number of steps",
            CostPart::Words => "the number of words",
        }
    }
}

/// The ASCII form of a full-width character; any other as it is.
pub(super) fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        c => c,
    }
}

/// The normal form of a name, so that `S1234567`, ` s1234567 ` and `ｓ１２３４５６７` are one: lower-case letters of ordinary width, without spaces and invisible
/// characters.
pub fn identity(name: &str) -> String {
    let unseen = |c: &char| {
        c.is_whitespace()
            || c.is_control()
            || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
    };
    name.chars().filter(|c| !unseen(c)).map(narrow).flat_map(char::to_lowercase).collect()
}

/// The student of a submission on Gradescope, by its `submission_metadata.json`: the email of the user.
/// Of a group it is the first email in alphabetical order, whoever submits.
///
/// # Errors
/// A text that is not such a file, or has no users.
pub fn submitter(metadata: &str) -> Result<String, String> {
    let metadata: Metadata = serde_json::from_str(metadata).map_err(|error| error.to_string())?;
    let emails = metadata.users.into_iter().map(|user| user.email);
    let named = emails.filter(|email| !identity(email).is_empty());
    named
        .min_by_key(|email| identity(email))
        .ok_or_else(|| "it names no user with an email".to_owned())
}

#[derive(Deserialize)]
struct Metadata {
    users: Vec<User>,
}

#[derive(Deserialize)]
struct User {
    email: String,
}

/// The item of a list that a student gets.
fn drawn<'a, T>(secret: &str, student: &str, of: &str, list: &'a [T]) -> Option<&'a T> {
    let at = draw(secret, student, of).checked_rem(list.len() as u64)?;
    list.get(usize::try_from(at).ok()?)
}

/// The first eight bytes of a hash of all three; lengths keep `a` + `bc` from `ab` + `c`.
fn draw(secret: &str, student: &str, question: &str) -> u64 {
    let mut hash = Sha256::new();
    let student = identity(student);
    for part in [secret.trim(), &*student, question] {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part.as_bytes());
    }
    hash.finalize().iter().take(8).fold(0, |drawn, byte| drawn << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_is_one_student_in_any_order() {
        let of = |users: &str| submitter(&format!(r#"{{"id": 1, "users": [{users}]}}"#));
        let (bob, eve) = (r#"{"email": "bob@x.edu", "id": 2}"#, r#"{"email": "Ann@x.edu"}"#);
        for users in [format!("{bob}, {eve}"), format!("{eve}, {bob}")] {
            assert_eq!(of(&users), Ok("Ann@x.edu".to_owned()));
        }
        assert_eq!(of(bob), Ok("bob@x.edu".to_owned()));
        assert_eq!(of(&format!(r#"{{"email": " "}}, {bob}"#)), Ok("bob@x.edu".to_owned()));
        for none in ["", r#"{"email": ""}"#] {
            assert_eq!(of(none), Err("it names no user with an email".to_owned()));
        }
        assert_eq!(submitter("{}"), Err("missing field `users` at line 1 column 2".to_owned()));
    }

    #[test]
    fn spellings_of_a_name_are_one_student() {
        for name in [
            "s1234567",
            "S1234567",
            " s1234567\n",
            "s 123 4567",
            "ｓ１２３４５６７",
            "Ｓ1234567",
            "s1234567\u{200b}",
        ] {
            assert_eq!(identity(name), "s1234567", "{name:?}");
        }
        assert_ne!(identity("s1234567"), identity("s1234568"));
        assert_eq!(identity("Zoë Ångström"), identity("ZOË\u{3000}ÅNGSTRÖM"));
    }
}
