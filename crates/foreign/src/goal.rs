//! GOAL, the schedules of `LogGOPSim` (Hoefler, Siebert, Lumsdaine 2009).
//!
//! The operations of a rank have no order but what `requires` states. A file names no data, so a message carries all that
//! its sender has.

use std::collections::BTreeMap;

use crate::Foreign;
use crate::executor::{Channel, Manner, PLAIN, ThreadOperation, run};
use hockney_base::diagnostic::{Diagnostic, Span, did_you_mean, nearest};
use hockney_core::collective::{Data, Schedule};
use hockney_core::topology::Vertex;

/// What is not judged.
const NO_DATA: &str = "GOAL names no data: each message carries all that its sender has, and what stands in buffers is \
                       not judged";

/// Whether a text is GOAL.
pub fn is_goal(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut lines =
        lines.by_ref().skip_while(|line| line.starts_with("//") || line.starts_with('#'));
    lines.next().is_some_and(|line| line.starts_with("num_ranks"))
}

/// An operation with its label and the labels that it waits for.
struct Labelled {
    rank: Vertex,
    label: String,
    operation: ThreadOperation,
    waits: Vec<(String, Span)>,
}

/// Reads and executes a file, as an answer to the question of a schedule.
///
/// # Errors
/// A line that cannot be read, or another number of ranks than the schedule has, with the place.
pub fn read_goal(text: &str, asked: &Schedule) -> Result<Foreign, Diagnostic> {
    let mut all = lines(text, asked.topology.nodes())?;
    let place = |(place, of): (usize, &Labelled)| ((of.rank, of.label.clone()), place);
    let places: BTreeMap<(Vertex, String), usize> = all.iter().enumerate().map(place).collect();
    for one in &mut all {
        for (label, at) in &one.waits {
            let found = places.get(&(one.rank, label.clone()));
            let thread = found.ok_or_else(|| {
                Diagnostic::new(format!("rank {} has no operation `{label}`", one.rank)).at(*at)
            })?;
            one.operation.waits.push((*thread, 0));
        }
    }
    let threads: Vec<_> = all.into_iter().map(|one| vec![one.operation]).collect();
    let manner = Manner { one_port: true, ordered: false, ..PLAIN };
    let ran = run(&threads, BTreeMap::new(), &manner);
    // Nothing is known of the data, so each message is a signal.
    let found = Foreign::of(asked.clone(), ran, Data::Token, |_| 0);
    Ok(Foreign { notes: vec![NO_DATA.to_owned()], ..found })
}

/// All operations, in the order of the text.
fn lines(text: &str, nodes: u32) -> Result<Vec<Labelled>, Diagnostic> {
    let mut all: Vec<Labelled> = Vec::new();
    let mut rank = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let begin = start + line.len() - line.trim_start().len();
        start += line.len();
        let code = line.split("//").next().unwrap_or_default();
        let code = code.trim().trim_end_matches([';', '{']).trim_end();
        let at = Span::new(begin, begin + code.len());
        let words: Vec<&str> = code.split_whitespace().collect();
        match words[..] {
            [] | ["}"] => {}
            ["num_ranks", number] if number.parse() == Ok(nodes) => {}
            ["num_ranks", number] => {
                let message = format!("the file has {number} ranks, and the machine {nodes} nodes");
                return Err(Diagnostic::new(message).at(at));
            }
            ["rank", number] => rank = Some(node(number, nodes, at)?),
            [label, requires @ ("requires" | "irequires"), other] => {
                let found =
                    all.iter_mut().rev().find(|one| Some(one.rank) == rank && one.label == label);
                let found = found.ok_or_else(|| {
                    Diagnostic::new(format!(
                        "there is no operation `{label}` before this `{requires}`"
                    ))
                    .at(at)
                })?;
                found.waits.push((other.to_owned(), at));
            }
            [label, ref what @ ..] if label.ends_with(':') => {
                let rank =
                    rank.ok_or_else(|| Diagnostic::new("this operation is in no rank").at(at))?;
                let operation = operation(rank, what, nodes, at)?;
                let label = label.trim_end_matches(':').to_owned();
                all.push(Labelled { rank, label, operation, waits: Vec::new() });
            }
            _ => return Err(unreadable(at)),
        }
    }
    Ok(all)
}

fn unreadable(at: Span) -> Diagnostic {
    Diagnostic::new("this line of GOAL cannot be read")
        .at(at)
        .help("lines are such as `l1: send 8b to 1 tag 0`, `l2: recv 8b from 0 tag 0`, `l3: calc 5` and `l2 requires l1`")
}

fn node(text: &str, nodes: u32, at: Span) -> Result<Vertex, Diagnostic> {
    let found = text.parse().ok().filter(|node| *node < nodes);
    found.ok_or_else(|| {
        Diagnostic::new(format!("there is no rank `{text}`"))
            .at(at)
            .help(format!("ranks are 0 to {}", nodes - 1))
    })
}

/// `send 8b to 1 tag 0`, `recv 8b from 1 tag 0`, `calc 5`.
fn operation(
    rank: Vertex,
    words: &[&str],
    nodes: u32,
    at: Span,
) -> Result<ThreadOperation, Diagnostic> {
    let (mut receive, mut send) = (None, None);
    let tag = |rest: &[&str]| match rest {
        ["tag", tag, ..] => tag.parse().map_err(|_| unreadable(at)),
        [] => Ok(0),
        _ => Err(unreadable(at)),
    };
    match words {
        ["send", _, "to", to, rest @ ..] => {
            send = Some(Channel { from: rank, to: node(to, nodes, at)?, number: tag(rest)? });
        }
        ["recv", _, "from", from, rest @ ..] => {
            receive = Some(Channel { from: node(from, nodes, at)?, to: rank, number: tag(rest)? });
        }
        ["calc", ..] => {}
        [word, ..] => {
            let near = nearest(word, ["send", "recv", "calc"]);
            let help = did_you_mean(near, "operations are send, recv and calc");
            return Err(Diagnostic::new(format!("`{word}` is not an operation")).at(at).help(help));
        }
        [] => return Err(unreadable(at)),
    }
    if [receive, send].iter().flatten().any(|channel| channel.from == channel.to) {
        return Err(Diagnostic::new("a message from a rank to itself").at(at));
    }
    let name = format!("rank {rank}, {}", words.join(" ")).into();
    Ok(ThreadOperation { receive, send, at, name, ..ThreadOperation::default() })
}
