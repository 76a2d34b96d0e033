//! Slice transpose: every node is responsible for one slice of the vector and computes all its prefixes.
//!
//! The vector is cut into p pieces. An all-to-all, the shorter way round the tour, brings everyone's piece j
//! to node j; there each prefix of it is formed; a second all-to-all takes the prefixes to their nodes. Cost:
//! 2 (p - 1) t_s + 2 floor(p^2/4) m t_w/p, any p, any numbering of every connected graph; inclusive and
//! exclusive. About p/2 words where gather, scan and scatter has 2 (p - 1). Where the nodes are numbered
//! along a tour the pipelined chain is not more expensive, so this is for the others. Prefixes are runs, so
//! the operator need not commute. Derived here.
//!
//! No step rule: the payloads change between the two exchanges.

use crate::planner::algorithm;
use crate::planner::prelude::*;
use hockney_core::collective::collective;
use hockney_core::schedule::Value;

pub(in crate::planner) const SLICE_TRANSPOSE: Algorithm =
    Algorithm::made("scan", "slice-transpose", |request| {
        let prefix =
            if request.instance.exclusive { Carried::PrefixBefore } else { Carried::PrefixWith };
        let there_and_back = [Carried::Own, prefix].map(|carried| exchange(request, carried));
        Box::new(InTurn(there_and_back.into_iter().flatten().collect()))
    })
    .does("p pieces: all-to-all, each node computes prefixes of one piece, all-to-all back")
    .with_source("derived here; any graph by Lemma U")
    .with_needs(&[Need::Without(Feature::Numbered, "any p; p pieces")])
    .with_pieces(Pieces::Nodes)
    .with_cost("2 (p - 1) t_s + 2 floor(p^2/4) m t_w/p");

/// The all-to-all round the tour whose blocks represent the payloads.
fn all_to_all(request: &Request) -> Option<Box<dyn Steps>> {
    let exchange = algorithm("all-to-all", "ring-shorter-way")?;
    let mut between_all = request.clone();
    between_all.instance =
        Instance::new(collective(exchange.collective())?, request.instance.nodes);
    Some(exchange.steps(&between_all))
}

/// The payload from i to j in place of the block i>j of an all-to-all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Carried {
    /// Node i's own contribution to piece j.
    Own,
    /// The prefix of piece i up to and including node j.
    PrefixWith,
    /// The prefix of piece i before node j; there is none for node 0.
    PrefixBefore,
}

/// The all-to-all with these payloads in place of its blocks.
fn exchange(request: &Request, carried: Carried) -> Option<Box<dyn Steps>> {
    let p = request.instance.nodes;
    let exchange = all_to_all(request)?;
    // In the last step of each direction a message is for one node: one of them for node 0.
    let for_node_0 = if carried == Carried::PrefixBefore { u128::from(p - 1).min(2) } else { 0 };
    let (count, messages) = (exchange.count(), exchange.messages() - for_node_0);
    Some(each_step(count, messages, move |k, out| {
        let mut step = Step::default();
        exchange.step_into(k, &mut step);
        for mut message in step.messages {
            if let Payload::Plain(blocks) = &message.payload {
                message.payload = Payload::Values(values(carried, p.into(), blocks).into());
            }
            if !matches!(&message.payload, Payload::Values(values) if values.is_empty()) {
                out.push(message);
            }
        }
    }))
}

/// The payload among p nodes in place of these blocks.
fn values(carried: Carried, p: u64, blocks: &Runs) -> Vec<Value> {
    let mut values: Vec<Value> = Vec::new();
    for (i, j) in blocks.iter().map(|block| (block / p, block % p)) {
        let (piece, contributors) = match carried {
            Carried::Own => (j, Runs::one(i)),
            Carried::PrefixWith => (i, Runs::range(0, j + 1)),
            Carried::PrefixBefore => (i, Runs::range(0, j)),
        };
        if contributors.is_empty() {
            continue;
        }
        let contributors = Some(contributors);
        // One node's contributions to many pieces are one value of many blocks.
        if let Some(last) = values.last_mut()
            && last.contributors == contributors
        {
            last.blocks.extend(&Runs::one(piece));
        } else {
            values.push(Value { blocks: Runs::one(piece), contributors });
        }
    }
    values
}
