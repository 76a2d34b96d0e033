//! The schedule file: what is read, what is written, and what is said about everything else.

mod arbitrary;
mod fixtures;
mod hostile;
mod laws;
mod lines;
mod passing;
mod schema;

use hockney_base::diagnostic::Source;
use hockney_base::number::Rational;
use hockney_core::collective::{Group, Instance, Phase, Schedule};
use hockney_core::schedule::Listed;
use hockney_core::topology::Topology;
use hockney_files::{self as document, Document, Header, Notation, ReadError};

/// Reads hand-written lines for a collective among all nodes.
fn read_lines(text: &str, topology: &Topology, of: &Instance) -> Result<Listed, ReadError> {
    let empty = std::sync::Arc::new(Listed::default());
    let phase = Phase::everyone(of.clone(), Rational::one(), empty);
    document::read_lines_of(text, topology, &phase)
}

/// Reads a document that may name no file.
fn read(text: &str) -> Result<Document, ReadError> {
    document::read(text, &|file| Err(format!("there is no file `{file}`")))
}

/// What is said about a document that is none.
fn complaint(text: &str) -> String {
    match read(text) {
        Ok(_) => "it is read".to_owned(),
        Err(error) => error.diagnostic().render(&Source::new("plan.yaml", text)),
    }
}

fn written(header: &Header, schedule: &Schedule, format: Notation) -> String {
    let mut out = Vec::new();
    document::write(&mut out, header, schedule, format).expect("it has a document");
    String::from_utf8(out).expect("documents are text")
}

/// Whether two schedules say the same, whatever they are made of.
fn same(a: &Schedule, b: &Schedule) -> bool {
    a.topology.to_string() == b.topology.to_string()
        && a.topology.network().graph_links() == b.topology.network().graph_links()
        && a.ports == b.ports
        && a.phases.len() == b.phases.len()
        && a.phases.iter().zip(&b.phases).all(|(a, b)| same_phase(a, b))
}

fn same_phase(a: &Phase, b: &Phase) -> bool {
    a.scale == b.scale
        && a.groups.len() == b.groups.len()
        && a.groups.iter().zip(&b.groups).all(|(a, b)| same_group(a, b))
        && Listed::of(&*a.steps) == Listed::of(&*b.steps)
}

fn same_group(a: &Group, b: &Group) -> bool {
    let parts = |i: &Instance| {
        (
            i.collective.name(),
            i.nodes,
            i.pieces,
            i.root,
            i.exclusive,
            i.by,
            i.map().map(<[u32]>::to_vec),
        )
    };
    parts(&a.instance) == parts(&b.instance)
        && (0..a.instance.nodes).all(|position| a.node(position) == b.node(position))
}
