//! What positional arguments name: a collective, a file or a composition.

use super::CostArgs;
use hockney_core::collective::collective;

/// The subject of the cost.
#[derive(Clone, Copy)]
pub(crate) enum Named<'a> {
    /// A collective, to be planned.
    Collective(&'a str),
    /// A schedule file, or a file of lines about a collective.
    File {
        collective: Option<&'a str>,
        file: &'a str,
    },
    Composition(&'a str),
}

impl CostArgs {
    /// The subject of the arguments. A word that is not a collective is a file, and `--schedule`
    /// names one too.
    pub(crate) fn named(&self) -> Named<'_> {
        match (&self.schedule, &self.composition) {
            (Some(file), _) => {
                Named::File { collective: self.what.first().map(|name| &**name), file }
            }
            (None, Some(file)) => Named::Composition(file),
            (None, None) => named(&self.what),
        }
    }
}

/// The subject that positional arguments name.
pub(crate) fn named(what: &[String]) -> Named<'_> {
    let is_file = |word: &str| {
        let exists = word.contains(['.', '/']) || std::path::Path::new(word).exists();
        word == "-" || (collective(word).is_none() && exists)
    };
    match what {
        [name, file, ..] => Named::File { collective: Some(name), file },
        [word] if is_file(word) => Named::File { collective: None, file: word },
        _ => Named::Collective(what.first().map(|name| &**name).unwrap_or_default()),
    }
}
