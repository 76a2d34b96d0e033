//! The query of the form from the address: names and values, each at most once.

use std::collections::BTreeMap;

use crate::cli::args::{AlgorithmArgs, AskArgs, MachineArgs, NumberArgs, OperationArgs};
use crate::cli::failure::{Failure, Result};
use hockney_base::diagnostic::nearest;
use hockney_core::collective::{Collective, Parameter, Ports};
use hockney_core::topology::{FAMILIES, Family, Sizes};

/// The fields with a blank between two, in the order in which an address has them.
const FIELDS: &str = "collective topology p algorithm root by map exclusive pieces ports \
    m ts tw th numbering origin formula schedule";

/// The default query of a page.
const FIRST: &str = "collective=broadcast&topology=ring&p=8&m=100&ts=5&tw=1";

/// The fields that are not blank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Query(BTreeMap<&'static str, String>);

impl Query {
    /// Reads `collective=broadcast&p=8`, with what is wrong in it, if something is.
    pub(super) fn read(text: &[u8]) -> (Query, Option<Failure>) {
        let mut query = Query::default();
        let mut slip = None;
        let text = if text.is_empty() { FIRST.as_bytes() } else { text };
        for (name, value) in form_urlencoded::parse(text) {
            let Some(field) = FIELDS.split(' ').find(|field| *field == name) else {
                let near = nearest(&name, FIELDS.split(' '));
                let failure = Failure::input(format!("unknown field `{name}` in the address"));
                let known = || format!("the fields are {}", FIELDS.replace(' ', ", "));
                let help = near.map_or_else(known, |near| format!("did you mean {near}?"));
                slip = slip.or(Some(failure.help(help)));
                continue;
            };
            // Browsers send lines of a text with two characters for their end.
            let value = value.replace("\r\n", "\n");
            if value.trim().is_empty() {
                continue;
            }
            if query.0.insert(field, value).is_some() {
                let failure = Failure::input(format!("the address has the field {field} twice"));
                slip = slip.or(Some(failure.help("leave out one of them")));
            }
        }
        (query, slip)
    }

    /// The content of a field, if it is not blank.
    pub(super) fn get(&self, field: &str) -> Option<&str> {
        self.0.get(field).map(|value| value.trim())
    }

    /// The meaning of a field with two possible words; the first if it is blank.
    pub(super) fn one_of<T>(
        &self,
        field: &str,
        what: &str,
        [(first, one), (second, other)]: [(&str, T); 2],
    ) -> Result<T> {
        match self.get(field) {
            None => Ok(one),
            Some(word) if word == first => Ok(one),
            Some(word) if word == second => Ok(other),
            Some(word) => Err(Failure::input(format!("{what} {first} or {second}, not `{word}`"))),
        }
    }

    /// The schedule as it was pasted, blanks at the beginning of its lines and all.
    pub(super) fn schedule(&self) -> Option<&str> {
        self.0.get("schedule").map(String::as_str)
    }

    /// The same with another value; a blank one takes the field away.
    pub(super) fn with(&self, field: &'static str, value: &str) -> Query {
        let mut changed = self.clone();
        changed.0.remove(field);
        if !value.is_empty() {
            changed.0.insert(field, value.to_owned());
        }
        changed
    }

    /// As an address has it, without the pasted schedule, which can be long.
    pub(super) fn address(&self) -> String {
        let mut address = form_urlencoded::Serializer::new(String::new());
        for field in FIELDS.split(' ').filter(|field| *field != "schedule") {
            address.extend_pairs(self.get(field).map(|value| (field, value)));
        }
        address.finish()
    }

    /// The topology's family. A graph is a file, and a page reads none.
    pub(super) fn family(&self) -> Result<&'static Family> {
        let name = self.get("topology").unwrap_or_default();
        let mut offered = FAMILIES
            .iter()
            .filter(|family| !matches!(family.sizes(), Sizes::Machine(_) | Sizes::Links));
        offered.find(|family| family.name() == name).copied().ok_or_else(|| {
            Failure::input(format!("there is no topology `{name}` in the list")).help(
                "choose one from the list; to use a graph, paste a schedule file that contains it",
            )
        })
    }

    /// `8` and `2^20` are numbers of nodes, `4x4` are sides.
    pub(super) fn machine(&self) -> Result<MachineArgs> {
        let name = self.family()?.name();
        let Some(size) = self.get("p") else {
            return Err(Failure::input("how many nodes are there?")
                .help("write p, such as 8 or 2^10, or the sides of a mesh or torus, such as 4x4"));
        };
        if size.contains(['x', '×']) {
            let topology = Some(format!("{name}:{size}"));
            return Ok(MachineArgs { topology, ..MachineArgs::default() });
        }
        let nodes = Some(size.to_owned());
        Ok(MachineArgs { topology: Some(name.to_owned()), nodes, ..MachineArgs::default() })
    }

    /// The fields that the collective takes; a form may have others from the one before.
    pub(super) fn operation(&self, collective: &Collective) -> Result<OperationArgs> {
        let of = |parameter, field| {
            let takes = collective.parameter() == Some(parameter);
            self.get(field).filter(|_| takes).map(str::to_owned)
        };
        let map = of(Parameter::Map, "map");
        if map.as_ref().is_some_and(|map| map.starts_with('@')) {
            return Err(
                Failure::input("a page reads no files").help("write the map into the field")
            );
        }
        let pieces = self.get("pieces").map(|text| {
            text.parse().map_err(|_| {
                Failure::input(format!("{text} is not a number of pieces"))
                    .help("write a whole number, or leave the field empty")
            })
        });
        Ok(OperationArgs {
            root: of(Parameter::Root, "root"),
            exclusive: of(Parameter::Exclusive, "exclusive").is_some(),
            // A shift by nothing in particular is one by 1.
            by: of(Parameter::By, "by")
                .or_else(|| (collective.parameter() == Some(Parameter::By)).then(|| "1".into())),
            map,
            pieces: pieces.transpose()?,
            ports: self
                .get("ports")
                .map_or(Ok(Ports::ONE), |ports| ports.parse().map_err(Failure::input))?,
            ..OperationArgs::default()
        })
    }

    /// All that a plan is made from.
    pub(super) fn ask(&self, collective: &Collective) -> Result<AskArgs> {
        let operation = self.operation(collective)?;
        let algorithm = self.get("algorithm").map(str::to_owned);
        Ok(AskArgs {
            machine: self.machine()?,
            operation,
            algorithm: AlgorithmArgs { algorithm, order: None },
            numbers: self.numbers(),
        })
    }

    /// The numbers of the model.
    pub(super) fn numbers(&self) -> NumberArgs {
        let number = |field| self.get(field).map(str::to_owned);
        NumberArgs {
            m: number("m"),
            ts: number("ts"),
            tw: number("tw"),
            th: number("th"),
            ..NumberArgs::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Query;

    fn read(text: &str) -> (Query, Option<String>) {
        let (query, slip) = Query::read(text.as_bytes());
        (query, slip.map(|failure| failure.to_string()))
    }

    #[test]
    fn an_address_is_read_as_it_is_written() {
        let (query, slip) = read("p=2%5E3&topology=ring&collective=shift&m=&by=+-1+&formula=a%26b");
        assert_eq!(slip, None);
        assert_eq!(query.get("by"), Some("-1"));
        assert_eq!(query.get("m"), None);
        assert_eq!(query.address(), "collective=shift&topology=ring&p=2%5E3&by=-1&formula=a%26b");
        assert_eq!(read(&query.address()).0.address(), query.address());
    }

    #[test]
    fn slips_are_said_and_the_rest_is_kept() {
        let (query, slip) = read("topolgy=ring&p=8");
        assert!(slip.is_some_and(|slip| slip.contains("did you mean topology?")));
        assert_eq!(query.get("p"), Some("8"));
        assert!(read("p=8&p=9").1.is_some_and(|slip| slip.contains("twice")));
        // Other values are not text here either.
        assert!(read("p=%FF").0.get("p").is_some_and(|p| p == "\u{fffd}"));
    }

    #[test]
    fn no_field_names_a_file() {
        for text in ["topology=graph&p=3", "topology=graph:Cargo.toml&p=3", "topology=ring:8x&p=2x"]
        {
            assert!(read(text).0.machine().is_err(), "{text}");
        }
        let (query, _) = read("topology=ring&p=x:graph:Cargo.toml");
        let machine = query.machine().unwrap();
        assert!(machine.topology.is_some_and(|topology| topology.starts_with("ring:")));
        let permute = hockney_core::collective::collective("permute").unwrap();
        assert!(read("map=@Cargo.toml").0.operation(permute).is_err());
    }
}
