//! Names that are known in the field: what they are called here, or that they are missing.

use std::str::FromStr;
use std::sync::LazyLock;

use hockney_base::number::Rational;
use hockney_files::Table;

/// The names and the advice for each.
static KNOWN: LazyLock<Table> = LazyLock::new(|| Table::of(include_str!("known.txt")));

/// The advice for the name of a topology.
pub(crate) fn topology(name: &str) -> Option<&'static str> {
    advice("topologies", name)
}

/// The advice for the name of a collective.
pub(crate) fn collective(name: &str) -> Option<&'static str> {
    advice("collectives", name.trim_start_matches("MPI_").trim_start_matches("mpi_"))
}

fn advice(list: &str, name: &str) -> Option<&'static str> {
    let name = name.split(':').next()?.trim().to_lowercase().replace(['-', '_', ' '], "");
    let is_meant = |names: &str| names.split(' ').any(|known| known.replace('-', "") == name);
    KNOWN.list(list).pairs().find(|(names, _)| is_meant(names)).map(|(_, advice)| advice)
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
