//! A problem set on paper: the sheet, a blank answer file, the worked solution.
//!
//! The sheet says what a question gives: the operation, the machine and the numbers, which variants differ in, and whose
//! answers are right. A solution has the steps with their costs, why the closed form holds, and the answer to everything asked.

mod markup;

use std::io::{self, Write};

use crate::answers::FORMAT;
use crate::asks::{Trait, measured};
use crate::prelude::*;
use crate::problems::in_points;
use hockney_core::collective::Ports;
use hockney_core::schedule::{CombinedBlocks, Message, Route};
use hockney_plan::planner::StatedPhase;
use hockney_proof::certificate::{CaseText, RangeText};
use hockney_proof::statement::Statement;
use hockney_proof::{Accepted, Proved, Verdict, prove};
use markup::{LinePart, PagePart, TextLine, line};

pub use markup::Markup;

/// What is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetKind {
    /// The questions.
    Questions,
    /// The questions, each with its answers worked out.
    Solution,
}

/// Writes a sheet.
///
/// # Errors
/// Those of the writer.
pub fn write_sheet(
    out: &mut dyn Write,
    set: &ProblemSet,
    keys: &[Key<'_>],
    sheet: SheetKind,
    markup: Markup,
) -> io::Result<()> {
    let title = set.title.clone().unwrap_or_else(|| "Problem set".to_owned());
    let mut blocks = vec![PagePart::Title(title), PagePart::from(in_points(&set.points()) + ".")];
    blocks.push(PagePart::Paragraph(line(MODEL)));
    for (number, key) in (1..).zip(keys) {
        let question = key.question;
        let points = in_points(&question.asks.iter().map(|ask| &ask.points).sum());
        blocks.push(PagePart::Heading(format!("{number}. {} ({points})", question.id)));
        blocks.extend(question.text.as_deref().map(markup::prose).map(PagePart::Paragraph));
        blocks.push(PagePart::Paragraph(given_by(key)));
        let items = question.asks.iter().map(|ask| markup::prose(&item(question, ask)));
        blocks.push(PagePart::List(items.collect()));
        let shown = question.asks.iter().filter_map(|ask| ask.asked.shown());
        blocks.extend(shown.map(|lines| PagePart::Code(lines.trim_end().to_owned())));
        if sheet == SheetKind::Solution {
            blocks.extend(worked_out(key));
        }
    }
    markup::write(out, markup, &blocks)
}

/// The model, the letters and how steps are written.
const MODEL: &str = "Unless a question says otherwise, a node sends at most one message and receives at most \
     one in a step, and a link carries at most one message in each direction. A step costs $t_s + w t_w$ for \
     $w$ words in its largest message, and $t_h$ more for each link on a route where $t_h$ is given. There are \
     $p$ nodes, and log is to base 2. Steps are written with arrows from senders to receivers, such as Step 1: \
     0 → 4, 1 → 5. A message without blocks in brackets carries those that its receivers still need.";

/// One ask as a sentence.
fn item(question: &Question, ask: &Ask) -> String {
    let points = in_points(&ask.points);
    format!("{} ({}, {points})", ask.asked.sentence(question), ask.name)
}

/// Writes an answer file without answers, each ask with what it wants, for a student where one is known.
///
/// # Errors
/// Those of the writer.
pub fn write_blank(out: &mut dyn Write, keys: &[Key<'_>], student: Option<&str>) -> io::Result<()> {
    // A text of JSON is one of YAML, whatever is in the name.
    let student = serde_json::to_string(student.unwrap_or_default())?;
    writeln!(out, "format: {FORMAT}\nstudent: {student}\nanswers:")?;
    let asks = keys.iter().flat_map(|key| key.question.asks.iter().map(move |ask| (key, ask)));
    for (key, ask) in asks {
        writeln!(out, "  # {}", item(key.question, ask).replace(char::is_control, " "))?;
        writeln!(out, "  # for example: {}", ask.example(key))?;
        let empty = if ask.kind.is(Trait::InLines) { "|\n" } else { "\"\"" };
        writeln!(out, "  {}: {empty}", ask.name)?;
    }
    Ok(())
}

/// The line of a question; it stands also below a teacher's own text, which is the same for all.
fn given_by(key: &Key<'_>) -> TextLine {
    let question = key.question;
    let begin = if question.text.is_some() { "Given:" } else { "Consider" };
    let about = format!("{begin} {}", about(key));
    let mut line = vec![LinePart::Text(about)];
    for (place, (name, value)) in question.given().into_iter().enumerate() {
        line.push(LinePart::text(if place == 0 { "; " } else { ", " }));
        line.push(LinePart::equation(name, &measured(value, None)));
        let unit = question.numbers.unit.filter(|_| name != "m");
        line.extend(unit.map(|of| LinePart::Text(format!(" {of}"))));
    }
    let more = model(question).into_iter().chain(sizes(key));
    let more =
        more.chain([links(question), numbering(question), accepted(key)].into_iter().flatten());
    line.push(LinePart::Text(more.fold(".".to_owned(), |all, next| all + " " + &next)));
    line
}

/// `broadcast on a ring of 8 nodes, root 0`.
pub(super) fn about(key: &Key<'_>) -> String {
    let question = key.question;
    let (of, topology) = (&question.instance, &question.topology);
    // Where only one algorithm is right, the question must name it.
    let this = matches!(question.accept, Accept::This | Accept::Textbook).then_some(key.algorithm);
    let by = question.algorithm.or(this);
    let then = question.then.iter().map(|(of, by)| (of, *by));
    if question.is_of_network {
        network(topology)
    } else if question.then.is_empty() {
        let details = details(of, by, topology);
        format!("{} on {}{details}", of.collective.name(), network(topology))
    } else {
        let each = std::iter::once((of, by)).chain(then);
        let each =
            each.map(|(of, by)| format!("{}{}", of.collective.name(), details(of, by, topology)));
        let each: Vec<String> = each.collect();
        format!("on {}: {}", network(topology), each.join("; then "))
    }
}

/// `, root 0, by recursive-doubling`.
fn details(of: &Instance, by: Option<&Algorithm>, topology: &Topology) -> String {
    let parameter = of.collective.parameter().map(|parameter| match parameter {
        Parameter::Root => format!(", root {}", topology.show(of.root)),
        Parameter::By => format!(", by {} {}", of.by, if of.by == 1 { "node" } else { "nodes" }),
        Parameter::Exclusive if of.exclusive => ", each node without its own value".to_owned(),
        Parameter::Exclusive => String::new(),
        Parameter::Map => {
            let (map, first) = (of.map().unwrap_or_default(), topology.first());
            let to = |number: u32| map.get(topology.vertex(number.into())? as usize);
            let to = (first..).map_while(to).map(|to| topology.number(*to).to_string());
            let (second, to) = (first + 1, to.collect::<Vec<_>>().join(", "));
            format!(", where the blocks of nodes {first}, {second}, .. go to nodes {to}")
        }
    });
    // A name with hyphens is one of this program; a student knows the words, and where they stand.
    let by = by
        .map(|by| format!(", by {} ({})", by.name().replace('-', " "), without_lemma(by.source())));
    parameter.into_iter().chain(by).collect()
}

/// What the model of the page does not say of this question.
fn model(question: &Question) -> Vec<String> {
    let all = std::iter::once(&question.instance).chain(question.then.iter().map(|(of, _)| of));
    let moves = |of: &&Instance| !question.is_of_network && of.data() != Data::Token;
    let m = all.filter(moves).map(|of| {
        let which = format!("For {} ", of.collective.name());
        let begin = if question.then.is_empty() { "" } else { &which };
        format!("{begin}m is the number of words of {}.", of.collective.m_is())
    });
    let ports = match question.ports {
        Ports::ONE => None,
        Ports::Limited(ports) => Some(format!("up to {ports} messages")),
        Ports::All => Some("a message over each of its links".to_owned()),
    };
    let ports = ports.map(|what| format!("In a step a node may send and receive {what}."));
    let waits = question.contention.then(|| {
        "Messages that share a link or a port wait for each other: k of them cost k t_w for each word, and at a port k t_s."
            .to_owned()
    });
    let letters = question.letters.iter();
    let letters = letters.map(|(of, meaning)| format!("The letter {of} stands for {meaning}."));
    m.chain(ports).chain(waits).chain(letters).collect()
}

/// `a ring of 8 nodes (ring:8)`.
fn network(topology: &Topology) -> String {
    let (noun, nodes) = (topology.family().noun, topology.nodes());
    let network = format!("a {noun} of {nodes} {}", if nodes == 1 { "node" } else { "nodes" });
    match topology.sizes() {
        [] => network,
        _ => format!("{network} ({topology})"),
    }
}

/// The letters of the sides and of the pieces, which formulas may have.
fn sizes(key: &Key<'_>) -> Vec<String> {
    let topology = &key.question.topology;
    let sides = topology.network().sides().filter(|sides| sides.len() > 1).unwrap_or_default();
    let sides = (1..).zip(sides).map(|(k, side)| format!("k_{k} = {side}"));
    let sides = sides.collect::<Vec<_>>().join(", ");
    let sides = (!sides.is_empty()).then(|| format!("Its sides are {sides}."));
    let pieces = key.is_in_pieces.then(|| {
        let cut = "n is the number of pieces into which a block is cut";
        // A formula is one for any number of pieces.
        let any = key.question.asks.iter().all(|ask| ["formula", "pieces"].contains(&ask.kind()));
        let here = format!(", in numbers and steps {}", key.request.instance.pieces);
        format!("{cut}{}.", if any { "" } else { &here })
    });
    sides.into_iter().chain(pieces).collect()
}

/// The links of a graph, which its name does not say.
fn links(question: &Question) -> Option<String> {
    let graph = question.topology.network().graph_links()?;
    let links: Vec<String> = graph.links.iter().map(|[a, b]| format!("{a}-{b}")).collect();
    let switches = match graph.switches {
        0 => String::new(),
        1 => format!(", where {} is a switch", graph.nodes),
        more => format!(", where {}-{} are switches", graph.nodes, graph.nodes + more - 1),
    };
    Some(format!("The links are {}{switches}.", links.join(", ")))
}

fn numbering(question: &Question) -> Option<String> {
    let of = question.topology.numbering();
    let along =
        of.columns.map(|columns| if columns { " along the columns" } else { " along the rows" });
    let from = of.from_one.then_some(" from 1");
    let how = [along, from].into_iter().flatten().collect::<String>();
    let blocks = if of.from_one { " Blocks and coordinates are counted from 1, too." } else { "" };
    (!how.is_empty()).then(|| format!("The nodes are numbered{how}.{blocks}"))
}

/// The algorithms whose answers are right, where the question lists some.
fn accepted(key: &Key<'_>) -> Option<String> {
    let Accept::These(names) = &key.question.accept else { return None };
    let own = key.algorithm.name();
    let others = names.iter().copied().filter(|name| *name != own);
    let all: Vec<&str> = std::iter::once(own).chain(others).collect();
    Some(format!("Accepted algorithms: {}.", all.join(", ")))
}

/// How many messages of a step are named.
const NAMED: usize = 16;

fn worked_out(key: &Key<'_>) -> Vec<PagePart> {
    // What is asked about other lines than the planned ones has nothing to do with these.
    let shown = key.question.asks.iter().all(|ask| ask.asked.shown().is_some());
    let is_planned = !shown && !key.question.is_of_network;
    let mut blocks = if is_planned { plan(key) } else { Vec::new() };
    blocks.extend(key.question.asks.iter().flat_map(|ask| answer(key, ask)));
    blocks
}

/// The steps, what they cost together, and why.
fn plan(key: &Key<'_>) -> Vec<PagePart> {
    let schedule = key.checked.schedule();
    let mut rows = Vec::new();
    let mut step = Step::default();
    for (phase, prices) in schedule.phases.iter().zip(&key.prices.phases) {
        let before = rows.len();
        for priced in prices.steps() {
            for number in priced.first..=priced.last {
                phase.steps.step_into(number - 1 - before, &mut step);
                rows.push(vec![
                    vec![LinePart::Text(number.to_string())],
                    vec![LinePart::Text(messages(key, phase.instance(), &step, NAMED))],
                    vec![LinePart::formula(&key.in_model(&priced.cost).to_string())],
                ]);
            }
        }
    }
    let head = ["step", "messages", "cost"].map(String::from).to_vec();
    let algorithms = std::iter::once(key.algorithm).chain(key.then.iter().copied());
    let with: Vec<_> =
        algorithms.map(|of| format!("{} ({})", of.name(), without_lemma(of.source()))).collect();
    let mut blocks = vec![
        PagePart::from(format!("Solution with {}.", with.join(", then "))),
        PagePart::Table(head, rows),
    ];
    let mut sum = line(&format!("Total ${}$", key.in_model(&key.cost)));
    if let Some(form) = &key.form {
        sum.extend(line(&format!("; in general ${}$", form.formula)));
        sum.push(LinePart::text(format!(" ({})", without_lemma(form.source))));
    }
    if let Some(total) = key.question.numbers.total(&key.cost) {
        let total = measured(&total, key.question.numbers.unit);
        sum.push(LinePart::text(format!("; with the given numbers {total}")));
    }
    sum.push(LinePart::text("."));
    blocks.push(PagePart::Paragraph(sum));
    if key.then.is_empty() {
        blocks.extend(proof(key));
    }
    blocks
}

/// A source without the name of a lemma, which a handout does not explain.
fn without_lemma(source: &str) -> String {
    source.replace(" by Lemma U", "")
}

/// The answer to an ask, and why it is right.
fn answer(key: &Key<'_>, ask: &Ask) -> Vec<PagePart> {
    let (name, solution) = (&ask.name, ask.asked.solution(key));
    let reason = ask.asked.reason(key).map_or(String::new(), |reason| format!("{reason}."));
    if ask.asked.shown().is_some() {
        // It names messages of the lines that are shown.
        return vec![PagePart::from(format!("{name}: {solution}")), PagePart::Code(reason)];
    }
    if solution.contains('\n') {
        return vec![PagePart::from(format!("{name}:")), PagePart::Code(solution)];
    }
    let others = values(key, ask, &solution);
    vec![PagePart::Paragraph(line(format!("{name}: {solution}. {others}{reason}").trim_end()))]
}

/// The other values that are accepted where the answer is one value, each with its algorithm.
fn values(key: &Key<'_>, ask: &Ask, solution: &str) -> String {
    let mut found: Vec<(String, Vec<&str>)> = Vec::new();
    for row in key.others() {
        let Some(value) = ask.asked.value_of(key, row).filter(|value| value != solution) else {
            continue;
        };
        match found.iter_mut().find(|(known, _)| *known == value) {
            Some((_, names)) => names.push(row.algorithm.name()),
            None => found.push((value, vec![row.algorithm.name()])),
        }
    }
    let one = |(value, names): &(String, Vec<&str>)| format!("{value} ({})", names.join(", "));
    let all = found.iter().map(one).collect::<Vec<_>>().join("; ");
    if all.is_empty() { all } else { format!("Also accepted: {all}. ") }
}

/// The messages of a step, the first ones of many.
pub(crate) fn messages(key: &Key<'_>, of: &Instance, step: &Step, most: usize) -> String {
    let show = |node: u32| key.question.topology.show(node);
    let named = step.messages.iter().take(most);
    let mut named: Vec<String> = named
        .map(|message| {
            let blocks = blocks_of(key, of, message, most);
            let via = match &message.route {
                Route::Default => String::new(),
                Route::Via(via) if via.is_empty() => " directly".to_owned(),
                Route::Via(via) => via.iter().fold(" via".to_owned(), |all, vertex| {
                    format!("{all} {}", key.question.topology.number(*vertex))
                }),
            };
            format!("{} → {}{blocks}{via}", show(message.from), show(message.to))
        })
        .collect();
    if step.messages.len() > most {
        named.push(format!("and {} more", step.messages.len() - most));
    }
    named.join(", ")
}

/// The blocks of a message, where there are several in the question: ` [4-7]`, ` [0@4-7]`; the first ones of many.
fn blocks_of(key: &Key<'_>, of: &Instance, message: &Message, most: usize) -> String {
    let partial = |value: &CombinedBlocks| value.contributors.is_some();
    let partial = matches!(&message.payload, Payload::Values(values) if values.iter().any(partial));
    if of.all_blocks().len() < 2 && !partial || of.data() == Data::Token {
        return String::new();
    }
    let topology = &key.question.topology;
    let entries = match &message.payload {
        Payload::Everything => return String::new(),
        Payload::Plain(blocks) => of.entries_on(blocks, topology),
        Payload::Values(values) => {
            let entries = |value: &CombinedBlocks| {
                let whose = value.contributors.as_ref().map(|whose| format!("@{whose}"));
                let whose = whose.unwrap_or_default();
                let entries = of.entries_on(&value.blocks, topology).into_iter();
                entries.map(move |entry| entry + &whose).collect::<Vec<_>>()
            };
            values.iter().flat_map(entries).collect()
        }
    };
    let more = if entries.len() > most { " .." } else { "" };
    let named = entries.into_iter().take(most).collect::<Vec<_>>();
    format!(" [{}{more}]", named.join(" "))
}

/// With more cases a proof is no longer short.
const MOST_CASES: usize = 3;
/// Up to how many nodes the step costs are compared with planned schedules.
const UP_TO: u32 = 16;

/// Why the question's closed form holds for all sizes, in the few lines that one follows with a pencil.
fn proof(key: &Key<'_>) -> Vec<PagePart> {
    let (family, sides) = (key.request.topology.family(), key.request.topology.sizes().len());
    let Verdict::Proved(proved) = prove(key.algorithm, family, sides, None, UP_TO) else {
        return Vec::new();
    };
    let Proved { certificate, accepted, compared } = &*proved;
    let statement = &certificate.statement;
    let (total, sizes) = (&statement.total, statement.sizes());
    let claim = line(&format!("Proof that all steps together cost ${total}$ for {sizes}."));
    let mut blocks = vec![PagePart::Paragraph(claim)];
    if certificate.cases.len() > MOST_CASES {
        let (count, of, on) =
            (certificate.cases.len(), &certificate.collective, &certificate.topology);
        let shown = format!("`hockney prove {of} -t {on} -a {}`", certificate.algorithm);
        blocks.push(PagePart::from(format!("It has {count} cases, which {shown} shows.")));
        return blocks;
    }
    for (case, accepted) in certificate.cases.iter().zip(accepted) {
        if certificate.cases.len() > 1 {
            let ranges: Vec<String> = case.ranges.iter().map(RangeText::said).collect();
            blocks.push(PagePart::from(format!("For {}:", ranges.join(", "))));
        }
        blocks.push(PagePart::List(lines(statement, case, accepted)));
    }
    blocks.push(PagePart::from(format!(
        "The costs of the steps agree with those of {} planned and checked schedules: {}.",
        compared.schedules, compared.sizes
    )));
    blocks
}

fn lines(statement: &Statement, case: &CaseText, accepted: &Accepted) -> Vec<TextLine> {
    let mut lines = Vec::new();
    let phases = statement.phases.iter().zip(&case.sums).zip(&accepted.phases);
    for (k, ((phase, sum), computed)) in (1..).zip(phases) {
        let StatedPhase { from, to, cost, repeat, .. } = phase;
        let label = if statement.phases.len() > 1 { format!("Phase {k}: ") } else { String::new() };
        if computed.empty {
            lines.push(line(&format!("{label}no steps.")));
            continue;
        }
        let begin = if label.is_empty() { "Step " } else { "step " };
        let (cost_of_i, all) = (&computed.cost, &computed.all);
        let mut said = format!(
            "{label}{begin}$i$ costs ${cost}$, from $i$ = ${from}$ to before ${to}$. The steps before \
             step $i$ cost $!G(i)$ = ${sum}$: $!G({from})$ = 0, and $!G(i + 1) - G(i)$ = \
             ${cost_of_i}$ is the cost of step $i$. So all of them cost ${all}$."
        );
        if repeat != "1" {
            said.extend([" They are repeated $", repeat.as_str(), "$ times."]);
        }
        lines.push(line(&said));
    }
    let total = &accepted.total;
    lines.push(line(&format!("Together ${total}$, which is ${}$.", statement.total)));
    lines
}
