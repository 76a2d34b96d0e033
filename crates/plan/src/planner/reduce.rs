//! Reduce: the reversed algorithms of broadcast.

use super::all_reduce::LOWEST_FIRST_RULE;
use super::broadcast;
use super::prelude::*;

/// Every position sends the pieces that it has gathered, the farthest first.
const GATHER_RULE: Rule = Turns(
    Pairs,
    &[Turn::times(
        "log p",
        &[Send::each(
            "2^(log p - 1 - i)",
            "1",
            "2^(log p - i) - 1",
            Back("2^(log p - 1 - i)"),
            Subcube("log p - i", "log p"),
        )],
    )],
);

const RABENSEIFNER_RULE: Rule = Folded(Fold::Halves, &Then(&[LOWEST_FIRST_RULE, GATHER_RULE]));

/// Two exchanges of halves, recursive halving and a gather.
fn rabenseifner_costs() -> StepCosts {
    let half = || StepCosts::steps("min(1, p - 2^floor(log2 p))", "t_s + (1/2) m t_w");
    let doubling = || StepCosts::steps("floor(log2 p)", "t_s + 2^i m t_w/2^floor(log2 p)");
    half().then(half()).then(doubling().backwards()).then(doubling())
}

pub(super) static ALGORITHMS: &[Algorithm] = &[
    Algorithm::reversed("reduce", "recursive-doubling", &broadcast::RECURSIVE_DOUBLING)
        .does("far-first recursive doubling reversed: neighbours first")
        .with_source("Grama et al. 2003, section 4.1.1, Figure 4.3; any graph by Lemma U"),
    Algorithm::reversed("reduce", "dimension-by-dimension", &broadcast::DIMENSION_BY_DIMENSION)
        .does("recursive doubling reversed in every column, then in the root's row"),
    Algorithm::reversed("reduce", "hypercube-binomial", &broadcast::BINOMIAL)
        .does("binomial tree: one dimension a step, the lowest first or in any --order")
        .with_source("Grama et al. 2003, Algorithm 4.3, eq. 4.1"),
    Algorithm::reversed("reduce", "leaf-halving", &broadcast::LEAF_HALVING)
        .does("in every subtree, the leaf of one half sends its sum to that of the other half"),
    Algorithm::reversed("reduce", "near-first-doubling", &broadcast::NEAR_FIRST_DOUBLING)
        .does("near-first doubling reversed: the far half sends first"),
    Algorithm::reversed("reduce", "chain", &broadcast::CHAIN)
        .does("each node adds its vector to the received sum and passes it on"),
    Algorithm::reversed("reduce", "sequential", &broadcast::SEQUENTIAL)
        .does("the other nodes send to the root, one in each step"),
    Algorithm::reversed("reduce", "child-by-child", &broadcast::CHILD_BY_CHILD)
        .does("each node receives from its right child, then from its left child"),
    Algorithm::reversed("reduce", "both-children", &broadcast::BOTH_CHILDREN)
        .does("each node receives from both its children in one step"),
    Algorithm::reversed("reduce", "reduce-scatter-gather", &broadcast::SCATTER_ALL_GATHER)
        .does("p pieces: reduce-scatter by recursive halving, then gather by dimension doubling"),
    Algorithm::reversed("reduce", "bruck-gather", &broadcast::SCATTER_BRUCK)
        .does("p pieces: reduce-scatter by Bruck's shifts, then gather by interval doubling")
        .with_source("Barnett et al. 1994, reversed, with Bruck et al. 1997; cf. Traeff 2024"),
    Algorithm::reversed("reduce", "ring-gather", &broadcast::SCATTER_RING)
        .does("p pieces: reduce-scatter round the ring, then gather by interval doubling")
        .with_source("Barnett et al. 1994, reversed; any graph by Lemma U"),
    Algorithm::reversed(
        "reduce",
        "ring-by-dimension-gather",
        &broadcast::SCATTER_RING_BY_DIMENSION,
    )
    .does("p pieces: ring reduce-scatter in every dimension, gather by interval doubling")
    .with_source(
        "Barnett et al. 1994, reversed, with the rings of Grama et al. 2003, Algorithm 4.6",
    ),
    Algorithm::reversed("reduce", "pipelined-chain", &broadcast::PIPELINED_CHAIN)
        .does("n pieces (--pieces) follow each other to the root; each node adds its own"),
    Algorithm::reversed("reduce", "n-block", &broadcast::N_BLOCK)
        .does("n pieces (--pieces): in each step, all nodes send a sum along one dimension")
        .with_source("Johnsson and Ho 1989, reversed; Bar-Noy and Kipnis 1994"),
    Algorithm::reversed("reduce", "rotated-binomial", &broadcast::ROTATED_BINOMIAL)
        .does("d pieces at once, each up its own binomial tree in a rotated dimension order")
        .with_source("Johnsson and Ho 1989, reversed"),
    Algorithm::reversed("reduce", "circulant-n-block", &broadcast::CIRCULANT_N_BLOCK)
        .does("n pieces (--pieces): in each step, all nodes send a sum over the same skip")
        .with_source("Traeff 2024, reversed"),
    Algorithm::reversed("reduce", "far-first-doubling", &broadcast::FAR_FIRST_DOUBLING)
        .does("binomial tree of MPI: each node sends its sum 2^k back, the smallest first"),
    Algorithm::reversed("reduce", "binary-tree", &broadcast::BINARY_TREE).does(
        "n pieces (--pieces) up a binary tree: each node receives from both children in turn",
    ),
    Algorithm::reversed("reduce", "four-chains", &broadcast::FOUR_CHAINS)
        .does("n pieces (--pieces) along four chains, whose heads send to the root"),
    Algorithm::reversed("reduce", "two-tree", &broadcast::TWO_TREE)
        .does("n pieces (--pieces) up two binary trees in turn, in which inner nodes differ"),
    Algorithm::reversed("reduce", "disjoint-trees", &broadcast::DISJOINT_TREES)
        .does("n pieces (--pieces) up d binomial trees that share no link (nESBT)")
        .with_source("Johnsson and Ho 1989, reversed"),
    Algorithm::reversed("reduce", "direct", &broadcast::DIRECT)
        .does("all others send directly to the root, in one step"),
    // The reduction up a binary tree whose sums are of consecutive nodes, for operators that do not commute.
    //
    // The last node of an interval of s is its root; the first floor(s/2) nodes are one subtree, the others but
    // the root the other one, with a step less. The last node of all sends the result to the root. Cost: with
    // floor(log2(p + 1)) + floor(log2(2 (p + 1)/3)) - 1 steps up the tree one more, nothing for p = 1; any p,
    // any root, counted from which nodes are consecutive. Source: Open MPI; Pjesivac-Grbovic et al. 2007.
    //
    // No step rule: subtrees of different sizes end at different times.
    Algorithm::made("reduce", "in-order-binary", steps)
        .does("up a binary tree of consecutive nodes to the last, which sends the sum to the root")
        .with_source("Pjesivac-Grbovic et al. 2007; Open MPI")
        .with_needs(&[Need::Of(Feature::Pairs, "any p, any root")])
        .with_steps(
            "floor(log2(p + 1)) + floor(log2(2 (p + 1)/3)) - 1 + min(1, p - 1)",
            "t_s + m t_w",
        ),
    // Rabenseifner's algorithm for any p, in the order of MPI libraries.
    //
    // Pairs fold and the others reduce-scatter as in all-reduce; then the pieces are gathered, the farthest
    // first. The vector is cut into 2^floor(log2 p) pieces. Cost: 2 t_s floor(log2 p) + 2 m t_w (1 - 1/2^floor(log2
    // p)), and 2 t_s + m t_w more where p is no power of two; any p and root, with disjoint routes for all
    // pairs. Literature: Rabenseifner 2004.
    Algorithm::by_rule("reduce", "folded-halving-gather", &RABENSEIFNER_RULE)
        .does("pairs fold, then pieces: recursive halving, lowest bit first, and a gather")
        .with_source("Rabenseifner 2004")
        .with_needs(&[Need::Of(Feature::Pairs, "any p, any root; 2^floor(log2 p) pieces")])
        .with_pieces(Pieces::Folded)
        .with_cost(
            "2 floor(log2 p) t_s + 2 (1 - 1/2^floor(log2 p)) m t_w \
 + min(1, p - 2^floor(log2 p)) (2 t_s + m t_w)",
        )
        .with_step_costs(|_, _| Some(rabenseifner_costs())),
];

fn steps(request: &Request) -> Box<dyn Steps> {
    let Instance { nodes, root, .. } = request.instance;
    let all = request.instance.all_blocks();
    // Sender, receiver, and how many steps before the end.
    let mut sends: Vec<(u32, u32, usize)> = Vec::new();
    if nodes > 1 {
        sends.push((nodes - 1, 0, 0));
    }
    let mut open = vec![(0, nodes, 1)];
    while let Some((first, size, before)) = open.pop() {
        let (half, to) = (size / 2, first + size - 1);
        // The larger subtree has the last step for itself.
        for (first, size, before) in
            [(first, half, before), (first + half, size - half - 1, before + 1)]
        {
            if size > 0 {
                sends.push((first + size - 1, to, before));
                open.push((first, size, before + 1));
            }
        }
    }
    sends.sort_unstable();
    let count = sends.iter().map(|(.., before)| before + 1).max().unwrap_or(0);
    each_step(count, sends.len() as u128, move |k, out| {
        let now = sends.iter().filter(|(.., before)| before + k + 1 == count);
        let node = |x: u32| (root + x) % nodes;
        out.extend(now.map(|(from, to, _)| Message::plain(node(*from), node(*to), all.clone())));
    })
}
