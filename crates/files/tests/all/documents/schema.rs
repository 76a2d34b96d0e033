//! The JSON Schema names what the registries have: a new collective or family is missed here.

use std::collections::BTreeSet;

use hockney_core::collective::{COLLECTIVES, Parameter};
use hockney_core::topology::{FAMILIES, Sizes};
use hockney_files::FORMAT;
use serde_json::Value;

fn schema() -> Value {
    serde_json::from_str(&hockney_testing::text("specs/schedule.schema.json")).unwrap()
}

#[test]
fn the_schema_knows_every_collective_with_its_parameter() {
    let schema = schema();
    assert_eq!(schema["properties"]["format"]["const"], FORMAT);
    let mut found = BTreeSet::new();
    for shape in schema["$defs"]["collective"]["oneOf"].as_array().unwrap() {
        let keys = shape["properties"].as_object().unwrap().keys();
        let parameter = keys.map(String::as_str).find(|key| *key != "kind").unwrap_or("none");
        let kind = &shape["properties"]["kind"];
        let names = kind["enum"].as_array().cloned().unwrap_or_else(|| vec![kind["const"].clone()]);
        found.extend(
            names.iter().map(|name| (name.as_str().unwrap().to_owned(), parameter.to_owned())),
        );
    }
    let expected = COLLECTIVES.iter().map(|collective| {
        let parameter = match collective.parameter() {
            None => "none",
            Some(Parameter::Root) => "root",
            Some(Parameter::Exclusive) => "exclusive",
            Some(Parameter::By) => "by",
            Some(Parameter::Map) => "map",
        };
        (collective.name().to_owned(), parameter.to_owned())
    });
    assert_eq!(found, expected.collect());
}

#[test]
fn the_schema_knows_every_family() {
    let schema = schema();
    let pattern = schema["$defs"]["topology"]["oneOf"][0]["pattern"].as_str().unwrap();
    let names = |sides: bool| {
        let named = FAMILIES.iter().filter(|family| match family.sizes() {
            Sizes::Machine(_) | Sizes::Links => false,
            Sizes::Sides => sides,
            Sizes::One | Sizes::PowerOfTwo => !sides,
        });
        named.map(|family| family.name()).collect::<Vec<_>>().join("|")
    };
    let expected = format!(
        "^(({}):[1-9][0-9]*|({}):[1-9][0-9]*(x[1-9][0-9]*)+|{})(/switch:[1-9][0-9]*)?$",
        names(false),
        names(true),
        "nodes(-direct)?:[1-9][0-9]*x[1-9][0-9]*(x[1-9][0-9]*)?|fat-tree:[1-9][0-9]*(:[1-9][0-9]*)?\
         |dragonfly:[1-9][0-9]*(x[1-9][0-9]*){3}"
    );
    assert_eq!(pattern, expected);
}
