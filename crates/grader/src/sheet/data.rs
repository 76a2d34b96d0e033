//! What a question gives: the operation, the machine and the numbers, which variants differ in, and
//! whose answers are right.

use super::markup::{LinePart, TextLine};
use crate::asks::measured;
use crate::{Accept, Key, Question};
use hockney_base::number::Rational;
use hockney_core::collective::{Data, Instance, Parameter, Ports};
use hockney_core::topology::Topology;
use hockney_plan::planner::Algorithm;

/// The line of a question; it stands also below a teacher's own text, which is the same for all.
pub(super) fn line(key: &Key<'_>) -> TextLine {
    let question = key.question;
    let (of, topology) = (&question.instance, &question.topology);
    let begin = if question.text.is_some() { "Given:" } else { "Consider" };
    // Where only one algorithm is right, the question must name it.
    let this = (question.accept == Accept::This).then_some(key.algorithm);
    let by = question.algorithm.or(this);
    let then = question.then.iter().map(|(of, by)| (of, *by));
    let about = if question.is_of_network {
        format!("{begin} {}", network(topology))
    } else if question.then.is_empty() {
        let details = details(of, by, topology);
        format!("{begin} {} on {}{details}", of.collective.name(), network(topology))
    } else {
        let each = std::iter::once((of, by)).chain(then);
        let each =
            each.map(|(of, by)| format!("{}{}", of.collective.name(), details(of, by, topology)));
        let each: Vec<String> = each.collect();
        format!("{begin} on {}: {}", network(topology), each.join("; then "))
    };
    let mut line = vec![LinePart::Text(about)];
    for (place, (name, value)) in given(question).into_iter().enumerate() {
        line.push(LinePart::text(if place == 0 { "; " } else { ", " }));
        line.push(LinePart::equation(name, &measured(value, None)));
        let timed = name != "m";
        line.extend(
            question.numbers.unit.filter(|_| timed).map(|of| LinePart::Text(format!(" {of}"))),
        );
    }
    let more = [model(question), sizes(key), links(question), numbering(question), accepted(key)];
    line.push(LinePart::Text(
        more.into_iter().flatten().fold(".".to_owned(), |all, next| all + " " + &next),
    ));
    line
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
    let by = by.map(|by| format!(", by {}", by.name()));
    parameter.into_iter().chain(by).collect()
}

/// What the model of the page does not say of this question.
fn model(question: &Question) -> Option<String> {
    let all = std::iter::once(&question.instance).chain(question.then.iter().map(|(of, _)| of));
    let moves = |of: &&Instance| !question.is_of_network && of.data() != Data::Token;
    let m = all.filter(moves).map(|of| {
        let of_which = if question.then.is_empty() { "" } else { of.collective.name() };
        let begin = if of_which.is_empty() { "m" } else { &format!("For {of_which} m") };
        format!("{begin} is the number of words of {}.", of.collective.m_is())
    });
    let ports = match question.ports {
        Ports::ONE => None,
        Ports::Limited(ports) => {
            Some(format!("In a step a node may send and receive up to {ports} messages."))
        }
        Ports::All => Some(
            "In a step a node may send and receive a message over each of its links.".to_owned(),
        ),
    };
    let waits = question.contention.then(|| {
        "Messages that share a link or a port wait for each other: k of them cost k t_w for each word."
            .to_owned()
    });
    let letters = question
        .letters
        .iter()
        .map(|(letter, meaning)| format!("The letter {letter} stands for {meaning}."));
    let all: Vec<String> = m.chain(ports).chain(waits).chain(letters).collect();
    (!all.is_empty()).then(|| all.join(" "))
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

/// The numbers of the model that are given.
fn given(question: &Question) -> Vec<(&'static str, &Rational)> {
    let n = &question.numbers;
    let hops = Some(&n.t_h).filter(|t_h| !t_h.is_zero());
    [("m", n.m.as_ref()), ("t_s", n.t_s.as_ref()), ("t_w", n.t_w.as_ref()), ("t_h", hops)]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
}

/// The letters of the sides and of the pieces, which formulas may have.
fn sizes(key: &Key<'_>) -> Option<String> {
    let topology = &key.question.topology;
    let sides = topology.network().sides().filter(|sides| sides.len() > 1).unwrap_or_default();
    let sides = (1..).zip(sides).map(|(k, side)| format!("k_{k} = {side}"));
    let sides = sides.collect::<Vec<_>>().join(", ");
    let sides = (!sides.is_empty()).then(|| format!("Its sides are {sides}."));
    let pieces = key.is_in_pieces.then(|| {
        let cut = "n is the number of pieces into which a block is cut";
        // A formula is one for any number of pieces.
        let any = key.question.asks.iter().all(|ask| ["formula", "pieces"].contains(&ask.kind()));
        if any {
            format!("{cut}.")
        } else {
            format!("{cut}, in numbers and steps {}.", key.request.instance.pieces)
        }
    });
    let said: Vec<String> = sides.into_iter().chain(pieces).collect();
    (!said.is_empty()).then(|| said.join(" "))
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
