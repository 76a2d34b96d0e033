//! `variants`: for a question other machines and roots, of which each student gets one.

use super::super::{Asked, Question};
use super::bad;
use super::errors::Errors;
use hockney_core::collective::{Instance, Parameter};
use hockney_core::topology::{Numbering, Topology};
pub(super) use hockney_files::read::operation::vertex;
pub(super) use hockney_files::read::topology::topology;
use hockney_files::{Fields, Kind, Node, ReadError, list, unknown};

/// The most variants of one question.
const MOST: usize = 10_000;

const HELP: &str = "write variants: {question: {topology: [ring:8, ring:16], root: any}}";

/// Reads the variants into the questions; `ids` has also those of questions with errors.
pub(super) fn read(
    node: &Node<'_>,
    questions: &mut [Question],
    ids: &[String],
    errors: &mut Errors,
) {
    let Some(fields) = errors.keep(Fields::open(node, "variants", HELP)) else { return };
    for key in fields.keys() {
        if !ids.iter().any(|id| *id == key.text) {
            let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
            let error = unknown("question", key.span, &key.text, "the problem set", &ids);
            errors.keep::<()>(Err(error));
        }
        let question = questions.iter_mut().find(|question| question.id == key.text);
        if let Some((question, node)) = question.zip(fields.get(&key.text)) {
            question.variants = errors.keep(of(node, question)).unwrap_or_default();
        }
    }
}

fn of(node: &Node<'_>, question: &Question) -> Result<Vec<(Topology, Instance)>, ReadError> {
    let fields = Fields::open(node, "the variants of a question", HELP)?.only("topology root")?;
    let refuse = |_: &str| Err("a problem set holds its graphs itself".to_owned());
    let numbering = question.topology.numbering();
    let machines = match fields.get("topology") {
        None => vec![question.topology.clone().numbered(Numbering::default())],
        Some(node) => list(node, "a list of topologies", HELP)?
            .iter()
            .map(|item| topology(item, &refuse))
            .collect::<Result<_, _>>()?,
    };
    if !question.then.is_empty() {
        return bad("several collectives have no variants", node.span, "ask about one collective");
    }
    let root = fields.get("root");
    let collective = question.instance.collective;
    if let Some(root) = root.filter(|_| collective.parameter() != Some(Parameter::Root)) {
        return bad(format!("{} has no root", collective.name()), root.span, HELP);
    }
    let mut variants = Vec::new();
    for machine in machines {
        let nodes = machine.nodes();
        let inputs = question.asks.iter().find_map(|ask| match &ask.asked {
            Asked::Trace { values: Some((inputs, _)), .. } => Some(inputs.len()),
            _ => None,
        });
        if inputs.is_some_and(|inputs| inputs != nodes as usize) {
            let what =
                format!("{machine} has {nodes} nodes, and the trace has inputs for another number");
            return bad(what, node.span, "leave out the inputs, or vary the root only");
        }
        for root in roots(root, &machine, question)? {
            if variants.len() == MOST {
                return bad(format!("more than {MOST} variants"), node.span, "name some roots");
            }
            let numbered = machine.clone().numbered(numbering);
            variants.push((numbered, placed(question, nodes, root, node)?));
        }
    }
    Ok(variants)
}

/// The question's collective among so many nodes.
fn placed(
    question: &Question,
    nodes: u32,
    root: u32,
    node: &Node<'_>,
) -> Result<Instance, ReadError> {
    let of = &question.instance;
    // A map is for one number of nodes.
    let refuse = |message: String| bad(message, node.span, HELP);
    Instance::new(of.collective, nodes)
        .with_exclusive(of.exclusive)
        .with_by(i64::from(of.by))
        .with_pieces(of.pieces)
        .and_then(|instance| instance.with_root(u64::from(root)))
        .map_or_else(
            |error| refuse(error.to_string()),
            |instance| match of.map() {
                Some(_) => refuse("a permutation has no variants".to_owned()),
                None => Ok(instance),
            },
        )
}

fn roots(
    node: Option<&Node<'_>>,
    machine: &Topology,
    question: &Question,
) -> Result<Vec<u32>, ReadError> {
    let nodes = machine.nodes();
    let Some(node) = node else { return Ok(vec![question.instance.root]) };
    if matches!(&node.kind, Kind::Scalar { text, .. } if text == "any") {
        return Ok((0..nodes).collect());
    }
    let root = |item: &Node<'_>| {
        let root = vertex(item, "a root", machine)?;
        let found = u32::try_from(root).ok().filter(|root| *root < nodes);
        let message = || format!("there is no node {root} among {nodes}");
        found.map_or_else(|| bad(message(), item.span, "write root: any, or a list"), Ok)
    };
    list(node, "`any` or a list of roots", HELP)?.iter().map(root).collect()
}
