//! At which sizes, words and roots a program is right.

use crate::interpret::MOST_WORK;
use crate::judge::{Aim, Cut, LARGEST_TRIED, Outcome, STATEMENTS, Words};
use crate::tokens::Language;
use crate::{Program, Roles};
use hockney_base::diagnostic::{Diagnostic, Span};
use hockney_core::collective::{Blocks, Data, Instance, Parameter, Ports};
use hockney_core::schedule::Runs;
use hockney_foreign::executor::ProgramFault;

/// The largest size at which other words and other roots are tried.
pub(crate) const OTHERS: u32 = 16;
/// The largest size at which a block of one word is tried.
const SINGLE: u32 = 8;

/// At which sizes a program is right.
#[derive(Clone, Debug)]
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
    /// Whether a program reads the root, of a collective that has one: then other roots were tried.
    pub reads_root: Option<bool>,
    /// The root of the question.
    pub root: u32,
}

impl RightSizes {
    /// `right for p = 2^d (of p = 1 to 64; blocks of 2 words, up to p = 16 also of 1, 3, 5); for p = 3 node 2 sends to node
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
        let words = match &self.words[..] {
            [] => String::new(),
            [1] => "; blocks of 1 word".to_owned(),
            [one] => format!("; blocks of {one} words"),
            [one, others @ ..] => {
                format!("; blocks of {one} words, up to p = {OTHERS} also of {}", all(others))
            }
        };
        let root = match self.reads_root {
            None => String::new(),
            Some(true) => format!("; root {}, up to p = {OTHERS} all roots", self.root),
            Some(false) => format!("; the text fixes the root: {}", self.root),
        };
        words + &root
    }

    /// `right for p = 2^d`
    pub fn right_for(&self) -> String {
        let same = |is: &dyn Fn(u32) -> bool| {
            self.tried.iter().copied().filter(|p| is(*p)).eq(self.right.iter().copied())
        };
        let sizes = match () {
            () if self.right.is_empty() => "no p",
            () if self.wrong.is_none() => "every p",
            () if self.right.len() == 1 => &format!("p = {}", self.right[0]),
            () if same(&u32::is_power_of_two) => "p = 2^d",
            () if same(&|p| p.isqrt().pow(2) == p) => "p = k^2",
            () if same(&|p| p % 2 == 0) => "even p",
            () if same(&|p| p % 2 == 1) => "odd p",
            () => {
                let all: Runs = self.right.iter().map(|p| u64::from(*p)).collect();
                &format!("p = {}", all.to_string().replace('+', ", "))
            }
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
        let mut sizes = RightSizes {
            tried: Vec::new(),
            right: Vec::new(),
            wrong: None,
            if_p_divides_n: false,
            words: Vec::new(),
            reads_root: None,
            root: 0,
        };
        // What fails with other words or roots fails at larger sizes, too, where these are not tried.
        let (mut work, mut others_fail) = (0, false);
        for (p, of) in (1..=LARGEST_TRIED).filter_map(|p| Some((p, at(p)?))) {
            if work > MOST_WORK / 2 {
                break;
            }
            sizes.tried.push(p);
            sizes.root = of.root;
            let rooted = of.collective.parameter() == Some(Parameter::Root);
            sizes.reads_root = rooted.then_some(self.reads_root);
            if of.data() != Data::Token {
                for unit in self.units(&of) {
                    if !sizes.words.contains(&unit) {
                        sizes.words.push(unit);
                    }
                }
            }
            let (divides, mut fault) = self.tried(&of, roles, ports, &mut work);
            others_fail |= fault.as_ref().is_some_and(|fault| fault.message.starts_with("with "));
            sizes.if_p_divides_n |= divides;
            let roots = if rooted && self.reads_root && p <= OTHERS { 0..p } else { 0..0 };
            for root in roots.filter(|root| *root != of.root) {
                if fault.is_some() || work > MOST_WORK {
                    break;
                }
                let Ok(of) = of.clone().with_root(root.into()) else { continue };
                let found = self.fault(&of, roles, ports, self.usual(&of), &mut work);
                others_fail |= found.is_some();
                fault = found.map(|fault| {
                    let message = format!("with root {root} {}", fault.message);
                    ProgramFault { message, ..fault }
                });
            }
            match fault {
                None => sizes.right.push(p),
                Some(fault) => sizes.wrong = sizes.wrong.or(Some((p, fault))),
            }
        }
        if others_fail {
            sizes.right.retain(|p| *p <= OTHERS);
        }
        sizes
    }

    /// The words of a block that are tried at a size, that of the usual run first.
    fn units(&self, of: &Instance) -> Vec<u32> {
        match self.literal() {
            Some(words) if self.dialect == Language::C => vec![words],
            _ if !self.counts_words() => Vec::new(),
            _ if of.nodes > OTHERS => vec![2],
            _ if of.nodes > SINGLE => vec![2, 3, 5],
            _ => vec![2, 3, 5, 1],
        }
    }

    /// Whether the program is right only if p divides n, and what is wrong with it.
    fn tried(
        &self,
        of: &Instance,
        roles: &Roles,
        ports: Ports,
        work: &mut u64,
    ) -> (bool, Option<ProgramFault>) {
        let usual = self.usual(of);
        let fault = self.fault(of, roles, ports, usual, work);
        if !self.counts_words() || of.data() == Data::Token {
            return (false, fault);
        }
        let mut with = |unit: u32, cut: Cut| {
            let words = Words { unit, cut };
            let found = self.fault(of, roles, ports, words, work)?;
            let n = match cut {
                Cut::Plain => unit,
                Cut::Parts => unit * of.nodes,
                Cut::Uneven => unit * of.nodes + 1,
            };
            let message = format!("with {n} words {}", found.message);
            Some(ProgramFault { message, ..found })
        };
        let units = self.units(of);
        let all = |with: &mut dyn FnMut(u32, Cut) -> Option<ProgramFault>, cut| {
            units[1..].iter().find_map(|unit| with(*unit, cut))
        };
        let fault = fault.or_else(|| all(&mut with, usual.cut));
        let cuts = of.blocks() == Blocks::Pieces
            && of.nodes > 1
            && of.nodes <= OTHERS
            && self.dialect == Language::C
            && of.pieces == 1;
        match (fault, usual.cut) {
            (fault, _) if !cuts => (false, fault),
            (None, Cut::Plain) => (false, None),
            (None, _) => (with(2, Cut::Uneven).is_some(), None),
            (Some(fault), Cut::Plain) => {
                let parts = with(2, Cut::Parts).or_else(|| all(&mut with, Cut::Parts));
                (parts.is_none(), parts.map(|_| fault))
            }
            (fault, _) => (false, fault),
        }
    }

    /// The same for the size of the question, whose usual run is known to be right.
    pub(crate) fn with_other_words(
        &self,
        of: &Instance,
        roles: &Roles,
        ports: Ports,
    ) -> (bool, Option<ProgramFault>) {
        self.tried(of, roles, ports, &mut 0)
    }

    /// What is wrong at a size, if anything is.
    fn fault(
        &self,
        of: &Instance,
        roles: &Roles,
        ports: Ports,
        words: Words,
        work: &mut u64,
    ) -> Option<ProgramFault> {
        match self.execute(of, roles, ports, Aim::Tried, words) {
            Ok(Outcome { ran, found, .. }) => {
                *work += found.work;
                ran.faults.into_iter().next()
            }
            Err(error) => {
                *work += STATEMENTS[0];
                let Diagnostic { message, span, .. } = error.diagnostic().clone();
                Some(ProgramFault { message, at: span })
            }
        }
    }
}
