//! Names that are known in the field: what they are called here, or that they are missing.

use std::str::FromStr;

use crate::number::Rational;

/// A name with its advice.
type Known = (&'static str, &'static str);

const MISSING: &str = "it is not built in; write its links to a file and use -t graph:FILE";

const TOPOLOGIES: [Known; 22] = [
    ("fattree", "write fat-tree and the ports of a switch, such as fat-tree:4"),
    ("folded-clos", "a folded Clos network is a fat tree, such as fat-tree:4"),
    ("clos", "a folded Clos network is a fat tree, such as fat-tree:4"),
    ("leaf-spine", "leaf and spine switches are boxes and rails, such as nodes:4x8 --rails 4"),
    ("butterfly", MISSING),
    ("bus", "a bus is not built in: it has one link for all nodes"),
    ("grid", "a grid is a mesh, such as mesh:4x4"),
    ("2d-mesh", "write the sides, such as mesh:4x4"),
    ("mesh2d", "write the sides, such as mesh:4x4"),
    ("3d-mesh", "write the sides, such as mesh:4x4x4"),
    ("2d-torus", "write the sides, such as torus:4x4"),
    ("3d-torus", "write the sides, such as torus:4x4x4"),
    ("crossbar", "a crossbar is a switch, such as switch:8"),
    ("fully-connected", "a fully connected network is complete, such as complete:8"),
    ("clique", "a fully connected network is complete, such as complete:8"),
    ("line", "a line is a linear-array, such as linear-array:8"),
    ("array", "an array is a linear-array, such as linear-array:8"),
    ("cube", "a cube is hypercube:8"),
    ("s", "-ts is read as -t s: the startup time is --ts"),
    ("w", "-tw is read as -t w: the time per word is --tw"),
    ("h", "-th is read as -t h: the time per hop is --th"),
    ("binary-tree", "a tree has its nodes at the leaves, a node-tree has one at every vertex"),
];

const UNEQUAL: &str =
    "blocks of different sizes are not supported; the collective without v has equal blocks";

const COLLECTIVES: [Known; 9] = [
    ("alltoallv", UNEQUAL),
    ("all-to-allv", UNEQUAL),
    ("alltoallw", UNEQUAL),
    ("allgatherv", UNEQUAL),
    ("gatherv", UNEQUAL),
    ("scatterv", UNEQUAL),
    ("exscan", "an exclusive scan is scan --exclusive"),
    ("exclusive-scan", "an exclusive scan is scan --exclusive"),
    ("sendrecv", "sending to the node q positions further is shift --by q"),
];

/// The advice for the name of a topology.
pub(crate) fn topology(name: &str) -> Option<&'static str> {
    find(&TOPOLOGIES, name)
}

/// The advice for the name of a collective.
pub(crate) fn collective(name: &str) -> Option<&'static str> {
    find(&COLLECTIVES, name.trim_start_matches("MPI_").trim_start_matches("mpi_"))
}

fn find(all: &[Known], name: &str) -> Option<&'static str> {
    let name = name.split(':').next()?.trim().to_lowercase().replace(['_', ' '], "-");
    let plain = |text: &str| text.replace('-', "");
    all.iter().find(|(known, _)| plain(known) == plain(&name)).map(|(_, what)| *what)
}

/// A name however it is spelt: `RING:8`, `linear_array:3`, `mesh:4×4`, `hypercube:2^20`. The name of a
/// file stays.
pub(crate) fn spelt(written: &str) -> String {
    if written.starts_with("graph:") {
        return written.to_owned();
    }
    let plain = |c: char| match c {
        '_' | ' ' => '-',
        '×' => 'x',
        other => other,
    };
    let text: String = written.trim().to_lowercase().chars().map(plain).collect();
    let Some((name, sizes)) = text.split_once(':').filter(|(_, sizes)| sizes.contains('^')) else {
        return text;
    };
    let digits = |size: &str| match Rational::from_str(size) {
        Ok(number) if size.contains('^') => number.to_string(),
        _ => size.to_owned(),
    };
    let sizes: Vec<String> = sizes.split('x').map(digits).collect();
    format!("{name}:{}", sizes.join("x"))
}
