//! `hockney equal`: are two formulas equal, for all values of their symbols?

mod report;

use serde::Serialize;

use super::args::EqualArgs;
use super::failure::Failure;
use super::{Answer, formula_input, structured};
use crate::diagnostic::Source;
use crate::formula::{
    self, Broken, Formula, Given, Link, Relation, Verdict, check_chain, equivalence,
};

/// What was asked, and what there is to say about it.
#[derive(Serialize)]
struct Report {
    verdict: &'static str,
    left: Side,
    right: Option<Side>,
    /// The point where they differ.
    at: Option<Vec<report::Place>>,
    /// What the two come to there.
    values: Option<[String; 2]>,
    terms: Vec<report::Term>,
    assuming: Vec<String>,
    /// Why it is undecided, or how the orders of growth differ.
    reason: Option<String>,
    note: Option<String>,
    /// The two sides of the equation that fails or stays open, where it is inside a chain.
    link: Option<[String; 2]>,
    steps: Option<Vec<String>>,
}

/// A formula as it was read.
#[derive(Serialize)]
struct Side {
    plain: String,
    latex: String,
    mathml: String,
}

impl Side {
    fn new(formula: &Formula) -> Self {
        let (latex, mathml) = (formula.to_latex(), formula.to_mathml());
        Self { plain: formula.to_string(), latex, mathml }
    }
}

pub(crate) fn run(args: &EqualArgs) -> Result<Answer, Failure> {
    let given = given(args)?;
    let renamings = renamings(args)?;
    let mut read = Vec::with_capacity(2);
    if args.formulas.iter().filter(|formula| formula.trim() == "-").count() > 1 {
        return Err(Failure::input("standard input holds one formula, not two")
            .help("write one of them on the command line, or in a file: @FILE"));
    }
    for (text, name) in args.formulas.iter().zip(["the left formula", "the right formula"]) {
        let name = if args.formulas.len() == 1 { "the formula" } else { name };
        let text = formula_input::text(text, name)?;
        read.push(formula_input::formula(&text)?);
    }
    let mut renamed = Vec::new();
    for (from, to) in &renamings {
        let mut found = false;
        for formula in &mut read {
            if let Some(other) = formula.renamed(from, to) {
                *formula = other;
                found = true;
            }
        }
        if !found {
            return Err(Failure::input(format!("--let {from}={to}: no formula speaks of {from}"))
                .help("write the name as the formula has it"));
        }
        renamed.push(format!("{from} read as {to}"));
    }
    let mut report = match &read[..] {
        [one] => alone(one, &given, args),
        [left, right] => pair(left, right, &given, args),
        _ => return Err(Failure::input("one or two formulas are compared")),
    };
    for note in read.iter().flat_map(Formula::notes) {
        let note = note.to_string();
        if !renamed.contains(&note) {
            renamed.push(note);
        }
    }
    report.assuming.splice(0..0, renamed);
    structured::print(None, args.format, &report, |out| report::write(out, &report))?;
    Ok(match report.verdict {
        "equal" | "read" => Answer::Yes,
        "undecided" => Answer::Open,
        _ => Answer::No,
    })
}

/// What `--given` and `--in` say.
fn given(args: &EqualArgs) -> Result<Given, Failure> {
    let mut given = Given::default();
    for text in &args.given {
        given
            .add(text)
            .map_err(|diagnostic| Failure::in_text(&diagnostic, &Source::new("--given", text)))?;
    }
    if let Some(names) = &args.growing {
        given.grow(names);
    }
    Ok(given)
}

/// What `--let` says: `n=m`.
fn renamings(args: &EqualArgs) -> Result<Vec<(String, String)>, Failure> {
    let read = |text: &String| {
        let names = text.split_once('=').map(|(from, to)| (from.trim(), to.trim()));
        let plain = |name: &str| {
            !name.is_empty()
                && !name.starts_with(|c: char| c.is_ascii_digit())
                && name.chars().all(|c| c.is_alphanumeric() || c == '_')
        };
        match names {
            Some((from, to)) if plain(from) && plain(to) => Ok((from.to_owned(), to.to_owned())),
            _ => Err(Failure::input(format!("--let {text}: two names are expected"))
                .help("write the name in the formula, then the symbol: --let n=m")),
        }
    };
    args.renamed.iter().map(read).collect()
}

/// One formula: its reading, and whether its own equations hold.
fn alone(formula: &Formula, given: &Given, args: &EqualArgs) -> Report {
    let checked = formula.links().iter().filter(|link| link.relation == Relation::Equal).count();
    if checked < 2 {
        return Report::new("read", formula, None);
    }
    match check_chain(formula, given) {
        None => {
            let mut report = Report::new("equal", formula, None);
            let mut before: Option<&Link> = None;
            let exact = |link: &&Link| link.relation == Relation::Equal;
            for link in formula.links().iter().filter(exact) {
                if let Some(before) = before {
                    let answer = equivalence(before, link, given);
                    report.assume(answer.assuming);
                    report.note = report.note.or(answer.note);
                    report.prove(before, link, given, args);
                }
                if before.is_none() || link.growth.is_none() {
                    before = Some(link);
                }
            }
            report
        }
        Some(broken) => Report::broken(formula, None, formula, broken, given, args),
    }
}

/// Two formulas: the equations of each, then what the two say of each other.
fn pair(left: &Formula, right: &Formula, given: &Given, args: &EqualArgs) -> Report {
    for formula in [left, right] {
        if let Some(broken) = check_chain(formula, given) {
            return Report::broken(left, Some(right), formula, broken, given, args);
        }
    }
    let (one, other) = (stated(left), stated(right));
    let (Some(one), Some(other)) = (one, other) else {
        let mut report = Report::new("undecided", left, Some(right));
        report.reason = Some("one of them states nothing".to_owned());
        return report;
    };
    let mut report = Report::new("equal", left, Some(right));
    report.answer(equivalence(one, other, given));
    report.prove(one, other, given, args);
    report
}

/// What a chain comes to: its last exact side, or its last side where none is exact.
fn stated(formula: &Formula) -> Option<&Link> {
    let links = formula.links();
    links.iter().rev().find(|link| link.is_exact()).or(links.last())
}

impl Report {
    fn new(verdict: &'static str, left: &Formula, right: Option<&Formula>) -> Self {
        Self {
            verdict,
            left: Side::new(left),
            right: right.map(Side::new),
            at: None,
            values: None,
            terms: Vec::new(),
            assuming: Vec::new(),
            reason: None,
            note: None,
            link: None,
            steps: None,
        }
    }

    /// A chain of which an equation fails or stays open.
    fn broken(
        left: &Formula,
        right: Option<&Formula>,
        chain: &Formula,
        broken: Broken,
        given: &Given,
        args: &EqualArgs,
    ) -> Self {
        let mut report = Self::new("undecided", left, right);
        let links = chain.links();
        let link = &links[broken.place];
        let before = links[..broken.place]
            .iter()
            .rev()
            .find(|link| link.relation == Relation::Equal && link.growth.is_none());
        if let Some(before) = before.or(links.first()) {
            report.link = Some([before.to_string(), link.to_string()]);
            report.prove(before, link, given, args);
        }
        report.answer(broken.answer);
        report
    }

    fn answer(&mut self, answer: formula::Answer) {
        self.assume(answer.assuming);
        self.note = answer.note;
        match answer.verdict {
            Verdict::Equal => self.verdict = "equal",
            Verdict::Different(difference) => {
                self.verdict = "different";
                self.at = Some(difference.at.into_iter().map(report::Place::new).collect());
                self.values = Some([difference.left, difference.right]);
                self.terms = difference.terms.into_iter().map(report::Term::new).collect();
            }
            Verdict::OtherOrder(why) => {
                self.verdict = "different";
                self.reason = Some(why);
            }
            Verdict::Undecided(why) => {
                self.verdict = "undecided";
                self.reason = Some(why);
            }
        }
    }

    fn assume(&mut self, assuming: Vec<String>) {
        for assumption in assuming {
            if !self.assuming.contains(&assumption) {
                self.assuming.push(assumption);
            }
        }
    }

    fn prove(&mut self, left: &Link, right: &Link, given: &Given, args: &EqualArgs) {
        if args.proof {
            self.steps.get_or_insert_default().extend(formula::steps(left, right, given));
        }
    }
}
