//! At which sizes, words and roots a program is right.

use crate::interpret::Aim;
use crate::trial::{Extent, LARGEST_TRIED, Outcome, Trial, Words};
use crate::{Program, Roles};
use hockney_base::diagnostic::{Diagnostic, Span};
use hockney_core::collective::{Blocks, Data, Instance, Parameter, Ports};
use hockney_core::schedule::Runs;
use hockney_foreign::executor::ProgramFault;

/// The largest size at which other words and other roots are tried.
pub(crate) const OTHERS: u32 = 16;
/// The most work at all sizes, and of it with other words and other roots.
const MOST_SIZES: u64 = 12 << 20;
pub(crate) const MOST_OTHERS: u64 = 1 << 23;
/// The largest size at which a block of one word is tried.
const SINGLE: u32 = 8;

/// What is wrong, if anything is.
type Fault = Option<ProgramFault>;

/// At which sizes a program is right.
#[derive(Clone, Debug, Default)]
pub struct RightSizes {
    /// The sizes that were tried.
    pub tried: Vec<u32>,
    /// Those at which it is right.
    pub right: Vec<u32>,
    /// The first size at which it is wrong, and why.
    pub wrong: Option<(u32, ProgramFault)>,
    /// Whether it is right only if p divides n.
    pub if_p_divides_n: bool,
    /// The words of a block that were tried, those of the larger sizes first.
    pub words: Vec<u32>,
    /// Whether these follow from the text alone.
    pub by_text: bool,
    /// Whether a program reads the root, of a collective that has one: then other roots were tried.
    pub reads_root: Option<bool>,
    /// The root of the question.
    pub root: u32,
    /// The largest size at which other words and roots were tried.
    pub others: u32,
    /// The first size at which it is right if the operator is commutative.
    pub commutes: Option<u32>,
}

impl RightSizes {
    /// `right for p = 2^d (of p = 1 to 64; blocks of 2 words, up to p = 16 also of 3, 5, 17, 1); for p = 3 node 2 sends to node
    /// 3, which does not exist (line 9)`
    pub fn sentence(&self, line: &dyn Fn(Span) -> u64) -> String {
        let (Some(first), Some(last)) = (self.tried.first(), self.tried.last()) else {
            return "no size was tried".to_owned();
        };
        let wrong = self.first_wrong(line).map_or_else(String::new, |why| format!("; {why}"));
        let tried = self.looked_at();
        format!("{} (of p = {first} to {last}{tried}){wrong}", self.right_for())
    }

    /// The words and the roots that were tried.
    pub fn looked_at(&self) -> String {
        let all = |words: &[u32]| words.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
        let most = self.others;
        let words = match &self.words[..] {
            [] => String::new(),
            [1] => "; blocks of 1 word".to_owned(),
            [one] => format!("; blocks of {one} words"),
            [most, .., least] if self.by_text => format!("; blocks of {least} to {most} words"),
            [one, others @ ..] => {
                format!("; blocks of {one} words, up to p = {most} also of {}", all(others))
            }
        };
        let root = match self.reads_root {
            None => String::new(),
            Some(true) => format!("; root {}, up to p = {most} all roots", self.root),
            Some(false) => format!("; the text fixes the root: {}", self.root),
        };
        words + &root
    }

    /// `right for p = 2^d`
    pub fn right_for(&self) -> String {
        let same = |is: &dyn Fn(u32) -> bool| {
            self.tried.iter().copied().filter(|p| is(*p)).eq(self.right.iter().copied())
        };
        let all: Runs = self.right.iter().map(|p| u64::from(*p)).collect();
        let all = format!("p = {}", all.to_string().replace('+', ", "));
        let sizes = match () {
            () if self.right.is_empty() => "no p",
            () if self.wrong.is_none() => "every p",
            () if self.right.len() == 1 => &all,
            () if same(&u32::is_power_of_two) => "p = 2^d",
            () if same(&|p| p.isqrt().pow(2) == p) => "p = k^2",
            () if same(&|p| p % 2 == 0) => "even p",
            () if same(&|p| p % 2 == 1) => "odd p",
            () => &all,
        };
        let right = if self.if_p_divides_n { "right if p divides n," } else { "right" };
        format!("{right} for {sizes}")
    }

    /// `for p = 3 node 2 sends to node 3, which does not exist (line 9)`, if a size is wrong.
    pub fn first_wrong(&self, line: &dyn Fn(Span) -> u64) -> Option<String> {
        let (p, ProgramFault { message, at }) = self.wrong.as_ref()?;
        let line = at.map_or_else(String::new, |at| format!(" (line {})", line(at)));
        Some(format!("for p = {p} {message}{line}"))
    }
}

impl Program {
    /// At which of the sizes up to 64 the program is right; links are not judged. `at` is the collective among so many
    /// nodes, if it is one. A program that takes long is tried at fewer sizes.
    pub fn sizes(
        &self,
        roles: &Roles,
        ports: Ports,
        at: &dyn Fn(u32) -> Option<Instance>,
    ) -> RightSizes {
        let mut sizes =
            RightSizes { by_text: self.literal_words.is_some(), ..RightSizes::default() };
        // What fails with other words or roots fails at larger sizes, too, where these are not tried.
        let until = self.work() + MOST_SIZES;
        let (mut of_others, mut others_fail) = (MOST_OTHERS, false);
        for (p, of) in (1..=LARGEST_TRIED).filter_map(|p| Some((p, at(p)?))) {
            let usual = self.usual(&of);
            let divided = p > OTHERS && sizes.if_p_divides_n && usual.cut == Extent::Plain;
            let cut = if divided { Extent::Parts } else { usual.cut };
            let usual = || {
                let trial = self.trial(&of, roles, ports);
                (trial, self.fault(trial, Words { cut, ..usual }))
            };
            self.unordered.set(false);
            let left = until.saturating_sub(self.work());
            let Some((trial, mut fault)) = self.within(left, usual) else { break };
            sizes.tried.push(p);
            sizes.root = of.root;
            let rooted = of.collective.parameter() == Some(Parameter::Root);
            sizes.reads_root = rooted.then_some(self.reads_root);
            let mut units = self.units(trial);
            let before = self.work();
            let others = || self.others_and_roots(trial, fault.clone());
            if p <= OTHERS
                && let Some((divides, found)) =
                    self.within(of_others.min(until.saturating_sub(before)), others)
            {
                of_others -= self.work() - before;
                sizes.others = p;
                sizes.if_p_divides_n |= divides;
                others_fail |= fault.is_none() && found.is_some();
                fault = found;
            } else {
                of_others = 0;
                units.truncate(1);
            }
            units.retain(|unit| !sizes.words.contains(unit));
            sizes.words.extend(units);
            match fault {
                None => {
                    sizes.commutes = sizes.commutes.or(self.unordered.get().then_some(p));
                    sizes.right.push(p);
                }
                Some(fault) => sizes.wrong = sizes.wrong.or(Some((p, fault))),
            }
        }
        if others_fail {
            sizes.right.retain(|p| *p <= OTHERS);
        }
        sizes
    }

    /// What other numbers of words show with all roots, if the program reads the root; as `others`.
    fn others_and_roots(&self, trial: Trial<'_>, fault: Fault) -> (bool, Fault) {
        let of = trial.of;
        let (mut divides, mut fault) = self.others(trial, fault);
        let rooted = of.collective.parameter() == Some(Parameter::Root) && self.reads_root;
        for root in (0..of.nodes).filter(|root| rooted && *root != of.root) {
            if fault.is_some() {
                break;
            }
            let at = of.clone().with_root(root.into()).unwrap_or_else(|_| of.clone());
            let trial = self.trial(&at, trial.roles, trial.ports);
            let (also, found) = self.others(trial, self.fault(trial, self.usual(&at)));
            divides |= also;
            let message = |found: &str| format!("with root {root} {found}");
            fault = found.map(|of| ProgramFault { message: message(&of.message), ..of });
        }
        (divides, fault)
    }

    /// The words of a block that are tried at a size, that of the usual run first, and more than there are nodes.
    fn units(&self, trial: Trial<'_>) -> Vec<u32> {
        let of = trial.of;
        match trial.fixed {
            _ if of.data() == Data::Token => Vec::new(),
            Some(words) => vec![words],
            _ if !self.counts_words() => Vec::new(),
            _ if of.nodes > OTHERS => vec![2],
            _ if of.nodes > SINGLE => vec![2, 3, 5, 17],
            _ => vec![2, 3, 5, 17, 1],
        }
    }

    /// Whether a vector of n words may be cut into p blocks, so that n may be a multiple of p.
    pub(crate) fn cuts(&self, of: &Instance) -> bool {
        let whole = of.blocks() == Blocks::Pieces && of.pieces == 1;
        whole && self.is_c() && self.counts_words() && (2..=OTHERS).contains(&of.nodes)
    }

    /// What other numbers of words show, where `fault` is what the usual one has shown: whether the program is right only if
    /// p divides n, and what is wrong with it.
    pub(crate) fn others(&self, trial: Trial<'_>, fault: Fault) -> (bool, Fault) {
        let of = trial.of;
        let (usual, units) = (self.usual(of), self.units(trial));
        let with = |units: &[u32], cut: Extent| {
            units.iter().find_map(|unit| {
                let words = Words { unit: *unit, cut };
                let found = self.fault(trial, words)?;
                let message = format!("with {} words {}", words.count(of.nodes), found.message);
                Some(ProgramFault { message, ..found })
            })
        };
        let others = if self.counts_words() { units.get(1..).unwrap_or_default() } else { &[] };
        let fault = fault.or_else(|| with(others, usual.cut));
        match (fault, usual.cut) {
            (None, Extent::Parts) if self.cuts(of) => (with(&[2], Extent::Uneven).is_some(), None),
            (Some(fault), Extent::Plain) if self.cuts(of) => {
                let parts = with(&units, Extent::Parts);
                (parts.is_none(), parts.map(|_| fault))
            }
            (fault, _) => (false, fault),
        }
    }

    /// What is wrong at a size, if anything is.
    fn fault(&self, trial: Trial<'_>, words: Words) -> Fault {
        match self.execute(trial, Aim::Tried, words) {
            Ok(Outcome { ran, in_order, .. }) => {
                if in_order == Some(false) && ran.faults.is_empty() {
                    self.unordered.set(true);
                }
                ran.faults.into_iter().next()
            }
            Err(error) => {
                let Diagnostic { message, span, .. } = error.diagnostic().clone();
                Some(ProgramFault { message, at: span })
            }
        }
    }
}
