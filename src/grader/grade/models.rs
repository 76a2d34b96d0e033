//! Costs in other models, which the literature states for the same collectives: right there, and
//! not what the question asks.

/// A formula, and what it is the cost of.
pub(super) struct Model {
    pub(super) formula: &'static str,
    pub(super) of: &'static str,
    /// Whether it is right in the question's model too, by a way that the planner does not list.
    pub(super) is_right: bool,
}

const fn model(formula: &'static str, of: &'static str) -> Model {
    Model { formula, of, is_right: false }
}

const fn way(formula: &'static str, of: &'static str) -> Model {
    Model { formula, of, is_right: true }
}

/// The other models' costs of a collective on a family.
pub(super) fn models(collective: &str, family: &str) -> Vec<Model> {
    let mut known = of_family(collective, family);
    if matches!(collective, "scatter" | "gather") {
        known.insert(0, way("(p - 1) (t_s + m t_w)", "one message after another"));
    }
    if collective == "all-reduce" {
        known.push(way("2 (t_s + m t_w) ceil(log2 p)", "a reduction and then a broadcast"));
        known.push(way("2 (t_s + m t_w) log p", "a reduction and then a broadcast"));
    }
    known
}

fn of_family(collective: &str, family: &str) -> Vec<Model> {
    let hops = "the time per hop kept";
    let store = "store-and-forward routing";
    let neighbours = "messages between neighbours only";
    match (collective, family) {
        ("broadcast" | "reduce", "ring") => vec![
            model("(t_s + m t_w) log p + t_h (p - 1)", hops),
            model("(t_s + m t_w) ceil(p/2)", store),
            model("(t_s + m t_w) floor(p/2)", store),
            model("(t_s + m t_w) p/2", store),
        ],
        ("broadcast" | "reduce", "linear-array") => {
            vec![model("(t_s + m t_w) log p + t_h (p - 1)", hops)]
        }
        ("broadcast" | "reduce", "mesh") => vec![
            model("(t_s + m t_w) log p + 2 t_h (sqrt p - 1)", hops),
            model("2 (t_s + m t_w) (sqrt p - 1)", neighbours),
        ],
        ("broadcast" | "reduce", "torus") => vec![
            model("(t_s + m t_w) log p + 2 t_h (sqrt p - 1)", hops),
            model("2 (t_s + m t_w) floor(sqrt p/2)", store),
            model("2 (t_s + m t_w) ceil(sqrt p/2)", store),
            model("(t_s + m t_w) sqrt p", store),
        ],
        ("broadcast" | "reduce", "hypercube") => vec![model("(t_s + m t_w + t_h) log p", hops)],
        ("broadcast" | "reduce", "tree") => {
            vec![model("(t_s + m t_w + t_h (log p + 1)) log p", hops)]
        }
        ("scatter" | "gather", "mesh" | "torus") => {
            vec![model("2 (sqrt p - 1) t_s + (p - 1) m t_w", neighbours)]
        }
        ("all-reduce" | "scan", "mesh" | "torus") => {
            vec![model("2 (t_s + m t_w) (sqrt p - 1)", neighbours)]
        }
        ("all-reduce" | "scan", "ring" | "linear-array") => {
            vec![model("(p - 1) (t_s + m t_w)", neighbours)]
        }
        ("all-gather", "tree" | "node-tree") => {
            vec![model("(t_s + m t_w p/2) log p", "doubling whose messages wait for each other")]
        }
        ("all-gather", "ring" | "linear-array") => vec![model(
            "t_s log p + m t_w (p^2 - 1)/3",
            "doubling whose messages wait for each other",
        )],
        ("shift", "ring") => vec![
            model("(t_s + m t_w) p/2", "the longest of all shifts"),
            model("(t_s + m t_w) floor(p/2)", "the longest of all shifts"),
        ],
        ("shift", "mesh" | "torus") => {
            vec![model("(t_s + m t_w) (sqrt p + 1)", "the longest of all shifts")]
        }
        ("shift", "hypercube") => {
            vec![model("t_s + m t_w + t_h log p", hops)]
        }
        _ => Vec::new(),
    }
}

/// Costs that the textbook states for collectives, to name one that was taken for another.
pub(super) const KNOWN: [(&str, &str); 9] = [
    ("(t_s + m t_w) log p", "a broadcast, reduction or all-reduce by doubling"),
    ("(t_s + m t_w) (p - 1)", "an all-gather on a ring, or one message after another"),
    ("t_s log p + m t_w (p - 1)", "an all-gather, scatter or gather on a hypercube"),
    ("2 t_s (sqrt p - 1) + m t_w (p - 1)", "an all-gather on a square mesh"),
    ("(t_s + m t_w p/2) (p - 1)", "an all-to-all on a ring"),
    ("(2 t_s + m t_w p) (sqrt p - 1)", "an all-to-all on a square mesh"),
    ("(t_s + m t_w p/2) log p", "an all-to-all by exchanges on a hypercube"),
    ("t_s + m t_w", "one message"),
    ("2 (t_s log p + m t_w)", "a broadcast or reduction in pieces, approximately"),
];
