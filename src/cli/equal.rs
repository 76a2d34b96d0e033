//! `hockney equal`: are two formulas equal, for all values of their symbols?

use super::prelude::*;
use hockney_base::diagnostic::Source;
use hockney_formula::{
    BrokenLink, Given, Link, Reading, Relation, TermDifference, Verdict, check_chain,
    equal_reading, equivalence,
};

/// What to compare.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hockney equal '(ts + m tw) log p' 'ts log p + m tw log p'
  hockney equal 'ceil(log p)' 'log p' --given 'p = 2^d'
  hockney equal 'O(log p)' 'ts log p'
  hockney equal 'T = sum(i = 1..log p, ts + 2^(i-1) m tw) = ts log p + m tw (p - 1)' --proof")]
pub(crate) struct EqualArgs {
    /// Two formulas, or one to see its reading; `@FILE` is a file, `-` standard input.
    #[arg(value_name = "FORMULA", required = true, num_args = 1..=2)]
    pub(crate) formulas: Vec<String>,
    /// A condition on a symbol: p = 2^d, p = 4^k, p = q^2, p = a*b, p >= 2.
    #[arg(long, value_name = "FACT")]
    pub(crate) given: Vec<String>,
    /// Read one symbol as another, such as n=m.
    #[arg(long = "let", value_name = "NAME=SYMBOL")]
    pub(crate) renamed: Vec<String>,
    /// The symbols that grow in an order of growth such as O(p m), for example p,m [default: p].
    #[arg(long = "in", value_name = "LIST")]
    pub(crate) growing: Option<String>,
    /// Print the steps.
    #[arg(long)]
    pub(crate) proof: bool,
    /// The output format.
    #[arg(short, long, default_value = "text", value_parser = one_of(TEXT_FORMATS))]
    pub(crate) format: ReportFormat,
}

/// The question and its answer.
#[derive(Default, Serialize)]
struct EqualReport {
    format: &'static str,
    verdict: &'static str,
    left: Side,
    right: Option<Side>,
    /// The point where they differ.
    at: Option<Vec<Place>>,
    /// The values of the two formulas there.
    values: Option<[String; 2]>,
    terms: Vec<Term>,
    assuming: Vec<String>,
    /// Why it is undecided, or how the orders of growth differ.
    reason: Option<String>,
    note: Option<String>,
    /// The two sides of the equation that fails or stays open, where it is inside a chain.
    link: Option<[String; 2]>,
    steps: Option<Vec<String>>,
}

/// A formula as it was read.
#[derive(Default, Serialize)]
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

pub(crate) fn run(args: &EqualArgs) -> Result<ExitAnswer> {
    let mut given = conditions(&args.given)?;
    args.growing.iter().for_each(|names| given.grow(names));
    let renamings = renamings(args)?;
    if args.formulas.iter().filter(|formula| formula.trim() == "-").count() > 1 {
        return Err(Failure::input("standard input holds one formula, not two")
            .help("write one of them on the command line, or in a file: @FILE"));
    }
    if let Some(text) = args.formulas.iter().find(|text| is_time(text)) {
        return Err(Failure::input(format!(
            "`{text}` is a time with a unit, and formulas have no units"
        ))
        .help("write the numbers alone, both in one unit, such as 5 and 5 for 5 us and 5000 ns"));
    }
    let names = match args.formulas.len() {
        1 => &["the formula"][..],
        _ => &["the left formula", "the right formula"],
    };
    let text = |(text, name): (&String, &&str)| input::formula_text(text, name);
    let texts = args.formulas.iter().zip(names).map(text).collect::<Result<Vec<_>, _>>()?;
    // What is a letter in one of them is a letter in the other, too.
    let all = texts.iter().map(|text| &*text.text).collect::<Vec<_>>().join(" ");
    let reading = Reading::new().beside(&all);
    let read = |text| input::formula_by(text, &reading);
    let mut read = texts.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let mut renamed = Vec::new();
    for (from, to) in &renamings {
        let others: Vec<_> = read.iter().map(|formula| formula.renamed(from, to)).collect();
        if others.iter().all(Option::is_none) {
            return Err(Failure::input(format!("--let {from}={to}: no formula contains {from}"))
                .help("write the name as in the formula"));
        }
        read = read.into_iter().zip(others).map(|(one, other)| other.unwrap_or(one)).collect();
        renamed.push(format!("{from} read as {to}"));
    }
    let mut report = match &read[..] {
        [one] => alone(one, &given, args),
        [left, right] => pair(left, right, &given, args),
        _ => return Err(Failure::input("expected one or two formulas")),
    };
    for note in read.iter().flat_map(Formula::notes).map(ToString::to_string) {
        if !renamed.contains(&note) {
            renamed.push(note);
        }
    }
    report.assuming.splice(0..0, renamed);
    output::print(None, args.format, &report, &mut |out| {
        page::list_after(out, WIDTH, said(&report))
    })?;
    Ok(match report.verdict {
        "equal" | "read" => ExitAnswer::Yes,
        "undecided" => ExitAnswer::Open,
        _ => ExitAnswer::No,
    })
}

/// `5 us`; a number before s may be a product.
fn is_time(text: &str) -> bool {
    let prefix = text.trim().strip_suffix('s').and_then(|text| text.chars().last());
    prefix.is_some_and(char::is_alphabetic) && Numbers::time(text, Some("s")).is_some()
}

/// The facts from `--given`.
pub(super) fn conditions(texts: &[String]) -> Result<Given> {
    let mut given = Given::default();
    for text in texts {
        given
            .add(text)
            .map_err(|diagnostic| Failure::in_text(&diagnostic, &Source::new("--given", text)))?;
    }
    Ok(given)
}

/// The replacements from `--let`: `n=m`.
fn renamings(args: &EqualArgs) -> Result<Vec<(String, String)>> {
    let read = |text: &String| {
        let names = text.split_once('=').map(|(from, to)| (from.trim(), to.trim()));
        let plain = |name: &str| {
            !name.is_empty()
                && !name.starts_with(|c: char| c.is_ascii_digit())
                && name.chars().all(|c| c.is_alphanumeric() || c == '_')
        };
        match names {
            Some((from, to)) if plain(from) && plain(to) => Ok((from.to_owned(), to.to_owned())),
            _ => Err(Failure::input(format!("--let {text}: expected two names"))
                .help("write the name in the formula, then the symbol: --let n=m")),
        }
    };
    args.renamed.iter().map(read).collect()
}

/// One formula: its reading, and whether its own equations hold.
fn alone(formula: &Formula, given: &Given, args: &EqualArgs) -> EqualReport {
    if formula.links().len() < 2 {
        return EqualReport::new("read", formula, None);
    }
    match check_chain(formula, given) {
        None => {
            let mut report = EqualReport::new("equal", formula, None);
            let mut exact = formula.links().iter().filter(|link| link.relation == Relation::Equal);
            let Some(mut before) = exact.next() else { return report };
            for link in exact {
                let answer = equivalence(before, link, given);
                report.assume(answer.assuming);
                report.note = report.note.or(answer.note);
                report.prove(before, link, given, args);
                if link.growth.is_none() {
                    before = link;
                }
            }
            report
        }
        Some(broken) => EqualReport::broken(formula, None, formula, broken, given, args),
    }
}

/// Two formulas: first the equations in each, then the comparison of the two.
fn pair(left: &Formula, right: &Formula, given: &Given, args: &EqualArgs) -> EqualReport {
    for formula in [left, right] {
        if let Some(broken) = check_chain(formula, given) {
            return EqualReport::broken(left, Some(right), formula, broken, given, args);
        }
    }
    let (Some(one), Some(other)) = (left.stated(), right.stated()) else {
        let reason = Some("one side has no exact value".to_owned());
        return EqualReport { reason, ..EqualReport::new("undecided", left, Some(right)) };
    };
    let mut report = EqualReport::new("equal", left, Some(right));
    report.answer(equivalence(one, other, given));
    if report.verdict != "equal"
        && let Some((letters, [one, other], answer)) = equal_reading([left, right], given)
    {
        report = EqualReport::new("equal", left, Some(right));
        let read = |(letter, symbol)| format!("{letter} read as {symbol}");
        report.assume(letters.into_iter().map(read).collect());
        report.answer(answer);
        report.prove(&one, &other, given, args);
        return report;
    }
    if report.verdict == "different" && report.reason.is_none() {
        let why = |why| format!("{why}, if the right formula is the cost");
        report.reason = hockney_grader::slip(one, other, given).map(why);
    }
    report.prove(one, other, given, args);
    report
}

impl EqualReport {
    fn new(verdict: &'static str, left: &Formula, right: Option<&Formula>) -> Self {
        let (format, left, right) = ("hockney/equal/v1", Side::new(left), right.map(Side::new));
        Self { format, verdict, left, right, ..Self::default() }
    }

    /// A chain of which an equation fails or stays open.
    fn broken(
        left: &Formula,
        right: Option<&Formula>,
        chain: &Formula,
        broken: BrokenLink,
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

    fn answer(&mut self, answer: formula::EquivalenceAnswer) {
        self.assume(answer.assuming);
        self.note = answer.note;
        match answer.verdict {
            Verdict::Equal => self.verdict = "equal",
            Verdict::Different(difference) => {
                self.verdict = "different";
                let place = |(symbol, value)| Place { symbol, value };
                self.at = Some(difference.at.into_iter().map(place).collect());
                self.values = Some([difference.left, difference.right]);
                let term = |TermDifference { term, left, right }| {
                    let (left, right) = (left.to_string(), right.to_string());
                    Term { term, left, right }
                };
                self.terms = difference.terms.into_iter().map(term).collect();
            }
            Verdict::OtherOrder(why) => (self.verdict, self.reason) = ("different", Some(why)),
            Verdict::Undecided(why) => (self.verdict, self.reason) = ("undecided", Some(why)),
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

/// A symbol and its value.
#[derive(Serialize)]
struct Place {
    symbol: String,
    value: Rational,
}

/// A term in which they differ.
#[derive(Serialize)]
#[allow(clippy::struct_field_names)] // it is what the term is called
struct Term {
    term: String,
    left: String,
    right: String,
}

/// How wide the words before its lines are.
const WIDTH: usize = 10;

/// The facts about the formulas, line by line.
fn said(report: &EqualReport) -> Vec<Fact> {
    let EqualReport { left, right, values, link, .. } = report;
    if report.verdict == "read" {
        return vec![
            Fact::new("plain", &left.plain),
            // MathML has no line that fits a terminal; JSON has it.
            Fact::new("LaTeX", &left.latex),
        ];
    }
    let at = report.at.iter().flatten().map(|at| format!("{} = {}", at.symbol, at.value));
    let at = at.collect::<Vec<_>>().join(", ");
    let at = if at.is_empty() { at } else { format!(" at {at}") };
    let mut said = vec![Fact::of(format!("{}{at}", report.verdict))];
    let valued = |formula: &str, place: usize| match values {
        Some(values) => format!("{formula}: {}", values[place]),
        None => formula.to_owned(),
    };
    if let (None, Some(right)) = (link, right) {
        said.push(Fact::new("left", valued(&left.plain, 0)));
        said.push(Fact::new("right", valued(&right.plain, 1)));
    } else {
        said.push(Fact::new("chain", &left.plain));
    }
    if let Some([before, after]) = link {
        said.extend(right.as_ref().map(|right| Fact::new("", &right.plain)));
        said.push(Fact::new("before", valued(before, 0)));
        said.push(Fact::new("after", valued(after, 1)));
    }
    said.extend(report.terms.iter().map(|Term { term, left, right }| {
        let name = if term == "1" { "the number" } else { term };
        Fact::new("", format!("in {name}: {left} and {right}"))
    }));
    said.extend(report.reason.as_ref().map(|reason| Fact::new("because", reason)));
    if !report.assuming.is_empty() {
        said.push(Fact::new("assuming", report.assuming.join(", ")));
    }
    said.extend(report.note.as_ref().map(|note| Fact::new("note", note)));
    if let Some([first, others @ ..]) = report.steps.as_deref() {
        said.push(others.iter().fold(Fact::new("steps", first), Fact::line));
    }
    said
}
