//! `hockney prove`: that the steps of an algorithm cost what is claimed, for all sizes at once; a proof is
//! in words and formulas, such that one can follow it with a pencil.

use std::time::Duration;

use rayon::prelude::*;

use super::equal;
use super::machine;
use super::output::Progress;
use super::page::without_lemma;
use super::prelude::*;
use hockney_core::topology;
use hockney_formula::Given;
use hockney_grader::SizeSet;
use hockney_kernel::Domain;
use hockney_plan::planner::{Request, StatedPhase};
use hockney_proof::certificate::{CaseText, Certificate, FORMAT, RangeText};
use hockney_proof::certified::{Certified, certified, premises};
use hockney_proof::refuted::Counterexample;
use hockney_proof::statement::{Statement, stated, stated_where};
use hockney_proof::{Accepted, PhaseSum, Proved, Verdict, prove, prove_where};

/// What to prove.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hockney prove all-gather -t hypercube
  hockney prove all-gather -t ring --expect 'p (ts + m tw)'
  hockney prove broadcast -t ring --expect '(ts + m tw) log p' --given 'p = 2^d'
  hockney prove scatter -t ring -f json > proof.json && hockney prove --check proof.json")]
pub(crate) struct ProveArgs {
    /// The collective, by its MPI or textbook name.
    #[arg(required_unless_present_any = ["all", "check"])]
    pub(crate) collective: Option<String>,
    /// The kind of topology, without a size: ring, mesh, hypercube.
    #[arg(short, long, value_name = "FAMILY", required_unless_present_any = ["all", "check"])]
    pub(crate) topology: Option<String>,
    /// The algorithm, by a name that `hockney list COLLECTIVE` prints.
    #[arg(short, long)]
    pub(crate) algorithm: Option<String>,
    /// The number of sides of a mesh or torus.
    #[arg(short, long, value_name = "D", default_value_t = 2)]
    pub(crate) dimension: u32,
    /// Prove or refute your own formula instead of the closed form.
    #[arg(long, value_name = "FORMULA", allow_hyphen_values = true)]
    pub(crate) expect: Option<String>,
    /// A fact about the sizes: p = 2^d, p = q^2, k_1 = k_2, p >= 2.
    #[arg(long, value_name = "FACT")]
    pub(crate) given: Vec<String>,
    /// Also compare the step costs with schedules of up to this number of nodes.
    #[arg(long, value_name = "P", default_value_t = 16)]
    pub(crate) up_to: u32,
    /// Print a table of all algorithms: proved, certified or only checked.
    #[arg(long, conflicts_with_all = ["collective", "topology", "algorithm", "expect", "given", "check"])]
    pub(crate) all: bool,
    /// Check a proof that was written with -f json; `-` is standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["collective", "topology", "algorithm", "expect", "given"])]
    pub(crate) check: Option<String>,
    /// The format; of a proof, json and yaml are the proof itself.
    #[arg(short, long, value_enum, default_value_t)]
    pub(crate) format: ReportFormat,
}

/// An algorithm on a family, and what is claimed of it.
struct Claimed<'a> {
    algorithm: &'static Algorithm,
    family: &'static Family,
    args: &'a ProveArgs,
}

impl Claimed<'_> {
    /// The number of sides of a mesh or torus.
    fn sides(&self) -> usize {
        self.args.dimension as usize
    }

    /// Why a person's formula is wrong.
    fn reason(&self, collective: &'static Collective) -> Option<String> {
        let expected = self.args.expect.as_deref()?;
        let asked = small(collective, self.family, self.args.dimension)?;
        hockney_grader::reason(&asked, self.algorithm, expected, SizeSet::All)
    }

    /// Whether a formula that the kernel does not take is the closed form.
    fn is_closed_form(&self, expected: &Formula, given: &Given) -> Option<String> {
        let form = self.algorithm.closed_form(self.family, self.sides())?.formula;
        let parsed = formula::parse(&form).ok()?;
        let found = formula::equivalence(expected.stated()?, parsed.stated()?, given);
        let known = |fact: &String| {
            let plain = |text: &str| text.replace(' ', "");
            self.family.sizes() == Sizes::PowerOfTwo && fact == "p = 2^d"
                || self.args.given.iter().any(|given| plain(given) == plain(fact))
        };
        let equal = found.verdict == formula::Verdict::Equal && found.assuming.iter().all(known);
        equal.then_some(form)
    }

    /// `all-gather (all-to-all broadcast) on hypercube, by recursive-doubling`
    fn title(&self) -> String {
        let name = self.algorithm.collective();
        let name = collective(name).map_or_else(|| name.to_owned(), report::names);
        let by = report::named_as(self.algorithm, self.args.algorithm.as_deref());
        format!("{name} on {}, by {by}", self.family.name())
    }
}

/// What is asked at a small size: 8 nodes, or sides of 4.
fn small(collective: &'static Collective, family: &'static Family, sides: u32) -> Option<Request> {
    let grid = family.sizes() == Sizes::Sides;
    let sizes = if grid { vec![4; sides as usize] } else { vec![8] };
    let topology = Topology::new(family, &sizes).ok()?;
    let instance = Instance::new(collective, topology.nodes());
    Some(Request { topology, instance, ports: Ports::ONE, order: None })
}

pub(crate) fn run(args: &ProveArgs) -> Result<ExitAnswer> {
    let ProveArgs { dimension: sides, up_to, .. } = args;
    if !(2..=6).contains(sides) {
        return Err(Failure::input(format!("a mesh or torus has 2 to 6 sides here, not {sides}")));
    }
    if !(1..=256).contains(up_to) {
        return Err(Failure::input(format!("--up-to takes 1 to 256 nodes, not {up_to}")));
    }
    if args.all {
        return all(args);
    }
    if let Some(file) = &args.check {
        return check(file, args.format);
    }
    let collective = collective_named(args.collective.as_deref().unwrap_or_default())?;
    let family = family(args.topology.as_deref().unwrap_or_default())?;
    let named = algorithm(collective, family, args)?;
    let given = equal::conditions(&args.given)?;
    let algorithm = stated_where(named, &given);
    let asked = Claimed { algorithm, family, args };
    let verdict = claimed(&asked, &given)?;
    let (of, on, by) = (collective.name(), family.name(), algorithm.name());
    let none = |why: String| Err(Failure::no_answer(format!("{of} by {by} on {on}{why}")));
    match &verdict {
        Verdict::Proved(proved) => {
            output::print(None, args.format, &proved.certificate, &mut |out| {
                write_proved(out, &asked, proved)
            })?;
            Ok(ExitAnswer::Yes)
        }
        Verdict::Refuted(statement, counterexample) => {
            let (verdict, claim, claimed) = ("refuted", &statement.total, &counterexample.total);
            // The size at which it is wrong.
            let at: BTreeMap<_, _> = counterexample.at.iter().cloned().collect();
            let steps_cost = counterexample.sum.clone();
            let report = row! {
                format: "hockney/refuted/v1", verdict, collective: of, topology: on, algorithm: by, claim, at, steps_cost, claimed
            };
            output::print(None, args.format, &report, &mut |out| {
                write_refuted(out, &asked.title(), statement, counterexample)?;
                if let Some(why) = asked.reason(collective) {
                    writeln!(out, "a grade says: {why}")?;
                }
                holds_where(named, family, args).map_or(Ok(()), |fact| {
                    Ok(writeln!(out, "it holds where {fact}: --given '{fact}' proves it")?)
                })
            })?;
            Ok(ExitAnswer::No)
        }
        Verdict::Misstated(differs) => none(format!(
            " is not proved: its schedules differ from its stated cost; {differs}"
        )),
        Verdict::NotPlanned(why) => none(format!(" is planned at no small size: {why}")),
        Verdict::Hops(statement) => none(format!(
            ": with t_h = 0 the steps cost {} together, which is proved; a proof counts no hops, so the terms in \
             t_h are not decided; `hockney cost --expect` compares them at one size",
            statement.total
        )),
        Verdict::NoStepCosts => none(
            " is not proved: the algorithm states no step costs, so its closed form is only checked \
             size by size; `hockney cost` does that"
                .to_owned(),
        ),
        Verdict::NoClosedForm => none(
            " has no closed form, so there is nothing to prove: its cost depends on more than \
             the size, or the literature shows it to be wrong there; --expect tries your own \
             formula"
                .to_owned(),
        ),
        Verdict::Unreadable(unreadable) => {
            let simpler = algorithm.at_powers_of_two().is_some();
            let help = if simpler { "; --given p=2^d proves its form for powers of two" } else { "" };
            none(format!(" is not proved: {unreadable}{help}"))
        }
        Verdict::NotProved(statement, why) => none(format!(
            ": the claim that the steps cost {} together is neither proved nor refuted: {why}",
            statement.total
        )),
    }
}

/// Facts about sizes that a formula may take for granted.
const FACTS: [&str; 5] = ["p >= 2", "q >= 1", "p = 2^d", "k_1 = k_2", "p = 4^k"];

/// The first fact with which the formula is proved, where that is given without one.
fn holds_where(
    algorithm: &'static Algorithm,
    family: &'static Family,
    args: &ProveArgs,
) -> Option<&'static str> {
    let proves = |fact: &&str| {
        let Ok(given) = equal::conditions(&[(*fact).to_owned()]) else { return false };
        let (stated, sides) = (stated_where(algorithm, &given), args.dimension as usize);
        let total = args.expect.as_deref();
        let verdict = prove_where(stated, family, sides, total, &given, args.up_to);
        matches!(verdict, Verdict::Proved(_))
    };
    let is_free = args.given.is_empty() && args.expect.is_some();
    FACTS.into_iter().filter(|_| is_free).find(proves)
}

/// The verdict of the closed form or of `--expect`, in the way to read its letters that is proved, or else the likeliest.
fn claimed(asked: &Claimed<'_>, given: &Given) -> Result<Verdict> {
    let (Claimed { algorithm, family, args }, sides) = (asked, asked.sides());
    let verdict =
        |total: Option<&str>| prove_where(algorithm, family, sides, total, given, args.up_to);
    let Some(expected) = &args.expect else { return Ok(verdict(None)) };
    let text = input::NamedText { name: "--expect".to_owned(), text: expected.clone() };
    let form = algorithm.closed_form(family, sides);
    let form = form.and_then(|form| formula::parse(&form.formula).ok());
    // n is the number of pieces where the closed form has it.
    let own = |letter: &str| form.iter().flat_map(Formula::links).any(|link| link.mentions(letter));
    let read = input::formula(&text)?;
    let mut ways = read.readings(own).into_iter().map(|(formula, letters)| {
        let total = if letters.is_empty() { expected.clone() } else { formula.to_string() };
        (verdict(Some(&total)), letters)
    });
    let likeliest = ways.next().unwrap_or((Verdict::NoClosedForm, Vec::new()));
    let is_proved = |(verdict, _): &(Verdict, _)| matches!(verdict, Verdict::Proved(_));
    let proved = if is_proved(&likeliest) { None } else { ways.find(is_proved) };
    let (verdict, letters) = proved.unwrap_or(likeliest);
    if let (Verdict::Unreadable(_), Some(form)) = (&verdict, asked.is_closed_form(&read, given)) {
        note(&format!("your formula is equal to the closed form {form}, which is proved"));
        return Ok(prove_where(algorithm, family, sides, None, given, args.up_to));
    }
    for (letter, symbol) in letters {
        note(&format!("`{letter}` is read as {symbol}"));
    }
    Ok(verdict)
}

/// A family by name; a size would be one too many.
fn family(written: &str) -> Result<&'static Family> {
    let name = written.trim().to_lowercase().replace(['_', ' '], "-");
    if let Some((family, _)) = name.split_once(':') {
        let message = format!("a proof is for all sizes, not for {}", visible(&name));
        let help = format!("leave out the size: -t {}", visible(family));
        return Err(Failure::input(message).help(help));
    }
    machine::family(&name)
}

/// The algorithm that is named; otherwise the textbook's, or the default at 8 or 4x4 nodes.
fn algorithm(
    collective: &'static Collective,
    family: &'static Family,
    args: &ProveArgs,
) -> Result<&'static Algorithm> {
    let known = || choice::on(collective.name(), family);
    if let Some(name) = &args.algorithm {
        return Ok(choice::named(name, collective, Some(family))?);
    }
    let textbook = known().find(|a| a.on(family).is_some_and(|u| u.role == Role::Textbook));
    let default = || planner::default_algorithm(&small(collective, family, args.dimension)?);
    let right = || known().find(|a| a.on(family).is_some_and(|u| u.role == Role::Further));
    textbook.or_else(default).or_else(right).ok_or_else(|| {
        Failure::no_answer(format!("there is no planned algorithm for {}", collective.name()))
    })
}

/// Hands a written proof to the kernel, and compares what it proves with what the algorithm states.
fn check(file: &str, format: ReportFormat) -> Result<ExitAnswer> {
    let text = input::read(file)?;
    let certificate: Certificate = serde_json::from_str(&text.text).map_err(|error| {
        Failure::input(format!("{} is not a proof: {error}", text.name))
            .help("write one with `hockney prove .. -f json`")
    })?;
    if certificate.format != FORMAT {
        let (name, found) = (text.name, visible(&certificate.format));
        let message = format!("{name} has the format `{found}`, expected {FORMAT}");
        return Err(Failure::input(message));
    }
    let why = refusal(&certificate);
    let verdict = if why.is_none() { "accepted" } else { "refused" };
    let Certificate { collective, topology, algorithm, cases, .. } = &certificate;
    let cases = cases.len();
    let report = row! {
        format: "hockney/proof-check/v1", verdict, collective, topology, algorithm, cases, why: &why,
    };
    output::print(None, format, &report, &mut |out| {
        write_checked(out, &certificate, why.as_deref())
    })?;
    Ok(ExitAnswer::from(why.is_none()))
}

/// Why a written proof is not accepted.
fn refusal(certificate: &Certificate) -> Option<String> {
    if let Err(fault) = certificate.check() {
        return Some(fault.to_string());
    }
    let Certificate { collective, algorithm, topology, conditions, statement, .. } = certificate;
    let mut given = Given::default();
    if let Some(fact) = statement.given.iter().find(|fact| given.add(fact).is_err()) {
        return Some(format!("`{fact}` is not a fact"));
    }
    let known = planner::algorithm(collective, algorithm).zip(topology::family(topology));
    let Some((of, family)) = known.filter(|(of, family)| of.on(family).is_some()) else {
        return Some(format!("there is no {algorithm} for {collective} on {topology}"));
    };
    let (of, planned) = (stated_where(of, &given), of.conditions(family));
    match stated(of, family, certificate.sides.unwrap_or(2), &statement.total, &given) {
        _ if planned != *conditions => {
            Some(format!("{algorithm} is planned where {}", planned.join(" and ")))
        }
        Some(Ok(stated)) if stated.same_steps(statement) => None,
        _ => Some(format!("its step costs or sizes differ from those that {algorithm} states")),
    }
}

/// An algorithm on families of which the same is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Row {
    /// Each row is a document, so that the list can be read row by row.
    format: &'static str,
    collective: &'static str,
    algorithm: &'static str,
    topologies: Vec<&'static str>,
    cost: String,
    cases: Option<usize>,
    schedules: &'static str,
}

/// `--all`: every algorithm on every family, and what is known of it for all sizes.
fn all(args: &ProveArgs) -> Result<ExitAnswer> {
    let mut asked: Vec<(&'static Algorithm, &'static Family)> = Vec::new();
    for collective in COLLECTIVES {
        for algorithm in planner::algorithms().filter(|a| a.collective() == collective.name()) {
            // Where links differ, only stages in boxes have a closed form.
            let formed = |family: &&'static Family| {
                family.parts().is_none() || algorithm.in_boxes(family).is_some()
            };
            let on = FAMILIES.iter().copied().filter(formed);
            let on = on.filter(|family| algorithm.on(family).is_some());
            asked.extend(on.map(|family| (algorithm, family)));
        }
    }
    let progress = Progress::of(asked.len() as u64, "proofs", 1, Duration::ZERO);
    let one = |(algorithm, family)| one_of_all(algorithm, family, args);
    let done = |_: &Row| progress.add(1);
    let found: Vec<Row> = asked.into_par_iter().map(one).inspect(done).collect();
    progress.end();
    let mut rows: Vec<Row> = Vec::new();
    for mut new in found {
        let on = std::mem::take(&mut new.topologies);
        let same = |row: &&mut Row| new == Row { topologies: Vec::new(), ..Row::clone(row) };
        match rows.iter_mut().find(same) {
            Some(row) => row.topologies.extend(on),
            None => rows.push(Row { topologies: on, ..new }),
        }
    }
    output::print(None, args.format, &rows, &mut |out| write_table(out, &rows, args.up_to))?;
    Ok(ExitAnswer::Yes)
}

/// The known facts about an algorithm on a family.
fn one_of_all(algorithm: &'static Algorithm, family: &'static Family, args: &ProveArgs) -> Row {
    let sides = args.dimension as usize;
    let verdict = prove(algorithm, family, sides, None, args.up_to);
    let wrong = algorithm.on(family).is_some_and(|u| u.role == Role::Counterexample);
    let (cost, cases) = said(&verdict, wrong);
    let schedules = match certified(algorithm, family, sides) {
        Some(Ok(_)) if cases.is_some() => "certified",
        // Nothing was compared where nothing is stated.
        _ if cases.is_some() => "checked",
        _ => "-",
    };
    Row {
        format: "hockney/proofs/v1",
        collective: algorithm.collective(),
        algorithm: algorithm.name(),
        topologies: vec![family.name()],
        cost,
        cases,
        schedules,
    }
}

fn said(verdict: &Verdict, wrong: bool) -> (String, Option<usize>) {
    match verdict {
        Verdict::Proved(proved) => ("proved".to_owned(), Some(proved.accepted.len())),
        Verdict::Refuted(..) => ("refuted".to_owned(), None),
        Verdict::Misstated(differs) => (format!("misstated: {differs}"), None),
        Verdict::NotPlanned(why) => (format!("not planned: {why}"), None),
        Verdict::NoStepCosts => ("checked on ranges: no step costs stated".to_owned(), None),
        Verdict::NoClosedForm if wrong => ("wrong there, as the sources show".to_owned(), None),
        Verdict::NoClosedForm => ("no closed form: computed for each case".to_owned(), None),
        Verdict::Unreadable(unreadable) => (format!("not proved: {unreadable}"), None),
        Verdict::NotProved(_, why) => (format!("not proved: {why}"), None),
        Verdict::Hops(_) => ("not proved: a proof counts no hops".to_owned(), None),
    }
}

fn write_table(out: &mut dyn Write, rows: &[Row], up_to: u32) -> Result<()> {
    let columns = ["collective", "algorithm", "sum of step costs", "schedules", "topologies"];
    let table = PageTable::of(columns.map(words), rows, |row| {
        let cost = match row.cases {
            Some(1) | None => row.cost.clone(),
            Some(cases) => format!("{} in {cases} cases", row.cost),
        };
        let topologies = row.topologies.join(" ");
        [row.collective, row.algorithm, &cost, row.schedules, &topologies].map(str::to_owned)
    });
    table.write(out)?;
    writeln!(
        out,
        "\nproved: the stated step costs add up to the closed form, for all sizes\n\
         certified: ports, links, data and words of the planned rule, for all sizes, by the kernel\n\
         checked: planned and checked for all sizes up to {up_to} nodes, and argued for the others"
    )?;
    Ok(())
}

/// More cases than this are left to `-f json`.
const MOST_CASES: usize = 8;

fn write_proved(out: &mut dyn Write, asked: &Claimed<'_>, proved: &Proved) -> Result<()> {
    let Claimed { algorithm, family, args } = asked;
    let Proved { certificate, compared, .. } = proved;
    let statement = &certificate.statement;
    let form = algorithm.stated_form(family, asked.sides());
    let place = place(&certificate.conditions, statement);
    claim(out, &asked.title(), &place, statement)?;
    match (&args.expect, &form) {
        (None, Some(form)) => writeln!(out, "    {}", without_lemma(form.source))?,
        _ => writeln!(out, "    your formula")?,
    }
    writeln!(out, "\n1. What each step costs, as the algorithm states it")?;
    for (k, phase) in statement.phases.iter().enumerate() {
        writeln!(out, "    {}{}", label(statement, k), steps(phase))?;
    }
    writeln!(
        out,
        "    compared step by step with {} planned and checked schedules ({} steps): equal; {}",
        compared.schedules, compared.steps, compared.sizes
    )?;
    writeln!(out, "\n2. The steps before step i cost G(i), by induction on i")?;
    each_case(out, proved, |out, case, accepted| {
        for (k, (phase, sum)) in statement.phases.iter().zip(&accepted.phases).enumerate() {
            induction(out, &label(statement, k), phase, &case.sums[k], sum)?;
        }
        Ok(())
    })?;
    writeln!(out, "\n3. All steps together")?;
    each_case(out, proved, |out, _, accepted| identity(out, statement, accepted))?;
    writeln!(out, "\n4. Assumptions")?;
    writeln!(out, "    the step rule: {}", algorithm.about())?;
    schedules(out, asked)?;
    // The rules about rounding that the kernel needs for these formulas.
    if statement.phases.iter().any(|phase| phase.cost.contains("ceil(p/2^i)")) {
        writeln!(
            out,
            "    n = floor(n/2) + ceil(n/2) for whole n, and ceil(ceil(p/2^i)/2) = ceil(p/2^(i + 1)):\n    \
             what interval halving hands over in step i is ceil(p/2^i) - ceil(p/2^(i + 1));\n    \
             ceil(p/2^L) = 1 for L = ceil(log2 p), since 2^(L - 1) < p <= 2^L for p >= 2"
        )?;
    }
    writeln!(out, "\nproved {}", visible(&place))?;
    Ok(())
}

/// `where p is even, for every p = 1, 2, ..`
fn place(conditions: &[String], statement: &Statement) -> String {
    let sizes = statement.sizes();
    match conditions {
        [] => format!("for {sizes}"),
        _ => format!("where {}, for {sizes}", conditions.join(" and ")),
    }
}

/// The claim, its subject, and where it is made.
fn claim(out: &mut dyn Write, title: &str, place: &str, statement: &Statement) -> Result<()> {
    let total = &statement.total;
    let hops = if statement.without_hops() { ", with t_h = 0" } else { "" };
    let text = format!("{title}\nclaim: {place}, the steps cost together{hops}\n    {total}");
    Ok(writeln!(out, "{}", visible(&text))?)
}

/// Says something of the first cases, each with its number where there are several.
fn each_case(
    out: &mut dyn Write,
    Proved { certificate, accepted, .. }: &Proved,
    mut say: impl FnMut(&mut dyn Write, &CaseText, &Accepted) -> Result<()>,
) -> Result<()> {
    let cases = &certificate.cases;
    for (number, (case, accepted)) in (1..).zip(cases.iter().zip(accepted)).take(MOST_CASES) {
        if cases.len() > 1 {
            let ranges: Vec<String> = case.ranges.iter().map(RangeText::said).collect();
            writeln!(out, "    case {number}: {}", ranges.join(", "))?;
        }
        say(out, case, accepted)?;
    }
    if let Some(more @ 1..) = cases.len().checked_sub(MOST_CASES) {
        writeln!(out, "    and {more} more cases, which -f json shows")?;
    }
    Ok(())
}

/// That schedules of all sizes have the stated step costs and break no rule: certified, or not.
fn schedules(out: &mut dyn Write, asked: &Claimed<'_>) -> Result<()> {
    match certified(asked.algorithm, asked.family, asked.sides()) {
        Some(Ok(Certified { sizes, premises: of, claim, .. })) => {
            writeln!(
                out,
                "    its schedules have these step costs and break no rule: for {sizes}\n    \
                 the kernel certifies ports, links, data and words of the rule that is planned"
            )?;
            if !of.is_empty() {
                writeln!(out, "    premises: {}", premises(&of))?;
            }
            if claim.domain == Domain::Groups {
                writeln!(
                    out,
                    "    order: [inside, between], so that t_w[inside] <= t_w[between]\n    \
                     N boxes of G nodes with R rails: of all places of a box ceil(G/R) share a rail, whose words\n    \
                     add up (--contention); with R >= G or one sender in each box no link is shared"
                )?;
            }
        }
        not => {
            writeln!(
                out,
                "    its schedules have these step costs and break no rule: checked for the sizes in 1;"
            )?;
            if let Some(Err(why)) = not {
                writeln!(out, "    its rule is not certified: {}", visible(&why))?;
            }
            let source = asked.algorithm.source();
            writeln!(out, "    for all others it is argued, not proved here: {source}")?;
        }
    }
    Ok(())
}

fn label(statement: &Statement, k: usize) -> String {
    if statement.phases.len() > 1 { format!("phase {}: ", k + 1) } else { String::new() }
}

/// `step i = 0, 1, .., p - 2 costs t_s + m t_w`
fn steps(phase: &StatedPhase) -> String {
    let StatedPhase { from, to, cost, repeat, falling } = phase;
    let order = if *falling { ", the last i first" } else { "" };
    let times = if repeat == "1" { String::new() } else { format!(", all {repeat} times") };
    format!("step i costs {cost}, for {from} <= i < {to}{order}{times}")
}

fn induction(
    out: &mut dyn Write,
    label: &str,
    phase: &StatedPhase,
    sum: &str,
    computed: &PhaseSum,
) -> Result<()> {
    if computed.empty {
        writeln!(out, "    {label}no steps")?;
        return Ok(());
    }
    let PhaseSum { cost, all, .. } = computed;
    writeln!(
        out,
        "    {label}G(i) = {sum}\n        \
         base case  G({}) = 0: no steps cost nothing\n        \
         step       G(i + 1) - G(i) = {cost}, the cost of step i\n        \
         so         G({}) = {all}",
        phase.from, phase.to
    )?;
    Ok(())
}

fn identity(out: &mut dyn Write, statement: &Statement, accepted: &Accepted) -> Result<()> {
    let parts = accepted.phases.iter().zip(&statement.phases).filter(|(sum, _)| !sum.empty);
    let parts: Vec<String> = parts
        .map(|(sum, phase)| match phase.repeat.as_str() {
            "1" => format!("({})", sum.all),
            repeat => format!("{repeat} ({})", sum.all),
        })
        .collect();
    if parts.len() > 1 {
        write!(out, "        {}\n        = ", parts.join(" + "))?;
    } else {
        write!(out, "        ")?;
    }
    let (sum, total) = (&accepted.total, &statement.total);
    Ok(writeln!(out, "{sum}\n        and {total} is the same polynomial")?)
}

fn write_refuted(
    out: &mut dyn Write,
    title: &str,
    statement: &Statement,
    counterexample: &Counterexample,
) -> Result<()> {
    let at = counterexample.at.iter().map(|(name, value)| format!("{name} = {value}"));
    let at = at.collect::<Vec<_>>().join(", ");
    claim(out, title, &place(&[], statement), statement)?;
    writeln!(out, "refuted at {at}")?;
    for phase in &statement.phases {
        writeln!(out, "    {}", steps(phase))?;
    }
    let Counterexample { sum, total, .. } = counterexample;
    Ok(writeln!(out, "    together  {sum}\n    claimed   {total}")?)
}

fn write_checked(out: &mut dyn Write, certificate: &Certificate, why: Option<&str>) -> Result<()> {
    let Certificate { collective, topology, algorithm, conditions, statement, .. } = certificate;
    let title = format!("{collective} on {topology}, by {algorithm}");
    claim(out, &title, &place(conditions, statement), statement)?;
    match why {
        None => {
            writeln!(
                out,
                "accepted: the kernel has checked all {} cases",
                certificate.cases.len()
            )?;
        }
        Some(why) => writeln!(out, "refused: {}", visible(why))?,
    }
    Ok(())
}
