//! `collective` with its parameter, and `pieces`: the operation of a group.

use crate::{
    Content, FieldKey, Fields, Node, ReadError, Result, list, refuse, scalar, shortened,
    suggestion, wrong,
};
use hockney_base::diagnostic::Diagnostic;
use hockney_core::collective::{
    COLLECTIVES, Collective, Instance, InstanceError, Parameter, collective as by_any_name,
};
use hockney_core::topology::Topology;

const HELP: &str = "write collective: {kind: broadcast, root: 0}; the kinds are those of \
                    `hockney list collectives`";

/// The values of `collective` and `pieces`, before the number of nodes is known.
pub struct Operation<'a, 't> {
    /// The collective.
    pub collective: &'static Collective,
    kind: &'a Node<'t>,
    parameter: Option<(Parameter, &'a Node<'t>)>,
    pieces: Option<(u32, &'a Node<'t>)>,
}

impl<'a, 't> Operation<'a, 't> {
    /// Reads what does not depend on the number of nodes.
    pub fn of(phase: Fields<'a, 't>) -> Result<Self> {
        let written = Self::written(phase.need_or("collective", HELP)?, false)?;
        let pieces = phase.read("pieces", pieces)?;
        Ok(Operation { pieces, ..written })
    }

    /// Reads a collective. In brief, as problem sets have it, the root is 0 where it is left out, a
    /// kind without further keys needs no braces, and may be any name of the collective.
    pub fn written(node: &'a Node<'t>, brief: bool) -> Result<Self> {
        if let Content::Scalar { .. } = node.kind {
            return Self::kind_alone(node, brief);
        }
        let fields = Fields::open(node, "a collective", HELP)?;
        let kind = fields.need("kind")?;
        let collective = named(kind, brief)?;
        let known = collective.parameter().map(Parameter::name);
        let parameter = collective.parameter().zip(known.and_then(|key| fields.get(key)));
        let stray = |key: &&FieldKey<'_>| key.text != "kind" && Some(&*key.text) != known;
        if let Some(key) = fields.keys().find(stray) {
            return Err(no_such_parameter(key, collective, known));
        }
        let default = |key: &&str| *key == "exclusive" || (brief && *key == "root");
        if let (None, Some(key)) = (parameter, known.filter(|key| !default(key))) {
            fields
                .need_or(key, &format!("{} needs `{key}`: {}", collective.name(), example(key)))?;
        }
        Ok(Operation { collective, kind, parameter, pieces: None })
    }

    fn kind_alone(node: &'a Node<'t>, brief: bool) -> Result<Self> {
        let collective = match named(node, brief) {
            Ok(collective) => collective,
            Err(error) if brief => return Err(error),
            Err(_) => return Err(wrong(node, "a collective", node.span, HELP)),
        };
        let help = format!("write {}", in_full(collective));
        match collective.parameter() {
            _ if !brief => Err(wrong(node, "a collective", node.span, &help)),
            Some(parameter @ (Parameter::By | Parameter::Map)) => {
                let message = format!("{} needs `{}`", collective.name(), parameter.name());
                refuse(node.span, message, help)
            }
            _ => Ok(Operation { collective, kind: node, parameter: None, pieces: None }),
        }
    }

    /// The collective in a group of so many nodes.
    pub fn among(&self, nodes: u32) -> Result<Instance> {
        self.with(nodes, &|root| scalar::natural(root, "a root"))
    }

    /// The collective among all nodes of a topology. The root may be bits or coordinates.
    pub fn on(&self, topology: &Topology) -> Result<Instance> {
        self.with(topology.nodes(), &|root| vertex(root, "a root", topology))
    }

    fn with(&self, nodes: u32, root: &dyn Fn(&Node<'t>) -> Result<u64>) -> Result<Instance> {
        // Whole blocks may be too many as well.
        let (pieces, node) = self.pieces.unwrap_or((1, self.kind));
        let instance = Instance::new(self.collective, nodes).with_pieces(pieces);
        let instance = instance.map_err(|error| at(node, &error))?;
        let Some((parameter, node)) = self.parameter else { return Ok(instance) };
        match parameter {
            Parameter::Root => instance.with_root(root(node)?).map_err(|error| at(node, &error)),
            Parameter::Exclusive => Ok(instance.with_exclusive(scalar::boolean(node)?)),
            Parameter::By => {
                let by = scalar::modulo(node, "the number of positions to shift by", nodes)?;
                Ok(instance.with_by(by.into()))
            }
            Parameter::Map => with_map(instance, node),
        }
    }
}

/// A node by its number, its bits or its coordinates; or a number that no node has.
pub fn vertex(node: &Node<'_>, what: &str, topology: &Topology) -> Result<u64> {
    match &node.kind {
        Content::Scalar { text, .. } => topology.parse_node(text).map(u64::from),
        _ => None,
    }
    .map_or_else(|| scalar::natural(node, what), Ok)
}

/// In brief, the other names of a collective are accepted.
fn named(node: &Node<'_>, brief: bool) -> Result<&'static Collective> {
    let found = scalar::text(node, "the kind of collective")?;
    let exact = COLLECTIVES.iter().copied().find(|collective| collective.name() == found);
    exact.or_else(|| by_any_name(found).filter(|_| brief)).ok_or_else(|| {
        let names: Vec<&str> = COLLECTIVES.iter().map(|known| known.name()).collect();
        let label = by_any_name(found).map_or_else(
            || suggestion(found, &names),
            |alias| format!("in a document this is written `{}`", alias.name()),
        );
        let message = format!("there is no collective `{}`", shortened(found));
        Diagnostic::new(message).at(node.span).label(label).into()
    })
}

fn no_such_parameter(
    key: &FieldKey<'_>,
    collective: &'static Collective,
    known: Option<&'static str>,
) -> ReadError {
    let label = match known {
        Some(known) => format!("it takes `kind` and `{known}`"),
        None => "it takes `kind` only".to_owned(),
    };
    let (name, found) = (collective.name(), shortened(&key.text));
    let message = format!("the collective {name} takes no `{found}`");
    Diagnostic::new(message).at(key.span).label(label).into()
}

/// A collective with the parameter that it needs.
fn in_full(collective: &Collective) -> String {
    let parameter = match collective.parameter() {
        Some(Parameter::Root) => ", root: 0",
        Some(Parameter::By) => ", by: 1",
        Some(Parameter::Map) => ", map: [1, 0]",
        Some(Parameter::Exclusive) | None => "",
    };
    format!("collective: {{kind: {}{parameter}}}", collective.name())
}

fn example(key: &str) -> &'static str {
    match key {
        "root" => "write root: 0, or another position in the group",
        "by" => "write by: 1, or another whole number",
        _ => "write map: [1, 0], for each position the one its block goes to",
    }
}

fn pieces<'a, 't>(node: &'a Node<'t>) -> Result<(u32, &'a Node<'t>)> {
    let what = "the number of pieces";
    let pieces = scalar::natural(node, what)?;
    let too_large = || Diagnostic::new(format!("{pieces} is too large for {what}")).at(node.span);
    Ok((u32::try_from(pieces).map_err(|_| too_large())?, node))
}

fn with_map(instance: Instance, node: &Node<'_>) -> Result<Instance> {
    let items = list(node, "a map", example("map"))?;
    let number = |item| scalar::natural(item, "a position in the map");
    let map = items.iter().map(number).collect::<Result<Vec<_>, _>>()?;
    instance.with_map(&map).map_err(|error| match &error {
        InstanceError::MapTarget(position, _) | InstanceError::MapTwice(position, _) => {
            at(&items[*position], &error)
        }
        _ => at(node, &error),
    })
}

fn at(node: &Node<'_>, error: &InstanceError) -> ReadError {
    Diagnostic::new(error.to_string()).at(node.span).into()
}
