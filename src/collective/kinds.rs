//! The collectives: each a value that says who has which blocks at the start and at the end.

use super::{Blocks, Collective, Data, Parameter, Pattern, Share};

/// Every collective, in the order of the textbook's chapter.
pub static COLLECTIVES: &[&Collective] = &[
    // One node's data reaches everyone.
    &Collective {
        name: "broadcast",
        textbook: "one-to-all broadcast",
        aliases: &["one-to-all-broadcast", "single-node-broadcast", "bcast"],
        blocks: Blocks::Pieces,
        data: Data::Copied,
        pattern: Pattern::OneToAll,
        parameter: Some(Parameter::Root),
        start: Share::AllAtRoot,
        end: Share::All,
    },
    // Everyone's data is combined at one node.
    &Collective {
        name: "reduce",
        textbook: "all-to-one reduction",
        aliases: &["all-to-one-reduction", "reduction", "single-node-accumulation"],
        blocks: Blocks::Pieces,
        data: Data::Combined,
        pattern: Pattern::AllToOne,
        parameter: Some(Parameter::Root),
        start: Share::All,
        end: Share::AllAtRoot,
    },
    // Everyone gets everyone's block.
    &Collective {
        name: "all-gather",
        textbook: "all-to-all broadcast",
        aliases: &["all-to-all-broadcast", "multinode-broadcast", "gather-to-all", "gossip"],
        blocks: Blocks::PerNode,
        data: Data::Copied,
        pattern: Pattern::AllToAll,
        parameter: None,
        start: Share::Own,
        end: Share::All,
    },
    // Block j of everyone is combined at node j.
    &Collective {
        name: "reduce-scatter",
        textbook: "all-to-all reduction",
        aliases: &["all-to-all-reduction", "multinode-accumulation", "reduce-scatter-block"],
        blocks: Blocks::PerNode,
        data: Data::Combined,
        pattern: Pattern::Reduced,
        parameter: None,
        start: Share::All,
        end: Share::Own,
    },
    // Everyone's data is combined, and everyone gets the result.
    &Collective {
        name: "all-reduce",
        textbook: "all-reduce",
        aliases: &["allreduce"],
        blocks: Blocks::Pieces,
        data: Data::Combined,
        pattern: Pattern::AllReduced,
        parameter: None,
        start: Share::All,
        end: Share::All,
    },
    // Node v gets the combination of the data of nodes 0 to v, or of those before it.
    &Collective {
        name: "scan",
        textbook: "prefix sums",
        aliases: &["prefix-sum", "prefix-sums", "prefix"],
        blocks: Blocks::Pieces,
        data: Data::Combined,
        pattern: Pattern::Prefixes,
        parameter: Some(Parameter::Exclusive),
        start: Share::All,
        end: Share::All,
    },
    // One node deals out a block to each.
    &Collective {
        name: "scatter",
        textbook: "one-to-all personalized communication",
        aliases: &[
            "one-to-all-personalized",
            "one-to-all-personalized-communication",
            "one-to-all-personalised",
            "single-node-scatter",
        ],
        blocks: Blocks::PerNode,
        data: Data::Copied,
        pattern: Pattern::Scattered,
        parameter: Some(Parameter::Root),
        start: Share::AllAtRoot,
        end: Share::Own,
    },
    // One node collects a block from each.
    &Collective {
        name: "gather",
        textbook: "all-to-one gather, the dual of scatter",
        aliases: &["all-to-one-gather", "single-node-gather", "concatenation"],
        blocks: Blocks::PerNode,
        data: Data::Copied,
        pattern: Pattern::Gathered,
        parameter: Some(Parameter::Root),
        start: Share::Own,
        end: Share::AllAtRoot,
    },
    // Everyone has a block for everyone.
    &Collective {
        name: "all-to-all",
        textbook: "all-to-all personalized communication",
        aliases: &[
            "all-to-all-personalized",
            "all-to-all-personalized-communication",
            "all-to-all-personalised",
            "total-exchange",
            "alltoall",
        ],
        blocks: Blocks::PerPair,
        data: Data::Copied,
        pattern: Pattern::Pairs,
        parameter: None,
        start: Share::From,
        end: Share::For,
    },
    // Node i's block goes to node i + q mod p.
    &Collective {
        name: "shift",
        textbook: "circular q-shift",
        aliases: &["circular-shift", "circular-q-shift", "q-shift"],
        blocks: Blocks::PerNode,
        data: Data::Copied,
        pattern: Pattern::Permuted,
        parameter: Some(Parameter::By),
        start: Share::Own,
        end: Share::OfOrigin,
    },
    // Node i's block goes to node map[i].
    &Collective {
        name: "permute",
        textbook: "permutation",
        aliases: &["permutation"],
        blocks: Blocks::PerNode,
        data: Data::Copied,
        pattern: Pattern::Permuted,
        parameter: Some(Parameter::Map),
        start: Share::Own,
        end: Share::OfOrigin,
    },
    // Everyone hears of everyone.
    &Collective {
        name: "barrier",
        textbook: "barrier synchronization",
        aliases: &["barrier-synchronization", "synchronization"],
        blocks: Blocks::Token,
        data: Data::Token,
        pattern: Pattern::Token,
        parameter: None,
        start: Share::All,
        end: Share::All,
    },
];
