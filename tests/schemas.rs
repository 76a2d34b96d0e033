//! Every JSON document that the program printed in the replay and in the manual is as its schema in `specs/` says.
//!
//! The checker of this file knows the few words that these schemas use, and refuses all others.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use serde_json::Value;

/// Words of a schema that say nothing about a document.
const REMARKS: [&str; 4] = ["$schema", "$defs", "title", "description"];

/// What is wrong with a value, with its place in the document.
fn faults(root: &Value, schema: &Value, value: &Value, at: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (word, says) in schema.as_object().unwrap() {
        let alone = |holds: bool| if holds { vec![] } else { vec![format!("{at}: {word} {says}")] };
        found.extend(match word.as_str() {
            "$ref" => {
                let place = says.as_str().unwrap().strip_prefix('#').unwrap();
                faults(root, root.pointer(place).unwrap(), value, at)
            }
            "const" => alone(says == value),
            "enum" => alone(says.as_array().unwrap().contains(value)),
            "type" => {
                let mut types = says.as_array().cloned().unwrap_or_else(|| vec![says.clone()]);
                types.retain(|of| is_of(value, of.as_str().unwrap()));
                alone(!types.is_empty())
            }
            "anyOf" => {
                let mut of = says.as_array().unwrap().iter();
                alone(of.any(|one| faults(root, one, value, at).is_empty()))
            }
            "required" => {
                let mut keys = says.as_array().unwrap().iter().filter_map(Value::as_str);
                alone(value.as_object().is_none_or(|of| keys.all(|key| of.contains_key(key))))
            }
            "items" => (0..).zip(value.as_array().into_iter().flatten()).fold(
                Vec::new(),
                |all: Vec<String>, (number, item): (usize, _)| {
                    [all, faults(root, says, item, &format!("{at}/{number}"))].concat()
                },
            ),
            "properties" | "additionalProperties" => Vec::new(),
            word => {
                assert!(REMARKS.contains(&word), "{at}: this test does not know {word}");
                Vec::new()
            }
        });
    }
    // A newer version may add keys, which a reader accepts; this version has none that the schema does not name.
    let inner = schema["properties"].as_object().or(schema["additionalProperties"].as_object());
    for (key, of) in value.as_object().into_iter().flatten().filter(|_| inner.is_some()) {
        let at = format!("{at}/{key}");
        match schema["properties"].get(key).or(schema.get("additionalProperties")) {
            Some(schema) => found.extend(faults(root, schema, of, &at)),
            None => found.push(format!("{at}: the schema does not name this key")),
        }
    }
    found
}

fn is_of(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        // Of 2^60 nodes there may be more messages than 64 bits count.
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("there is no type {other}"),
    }
}

/// All documents that were recorded, each with the file that has it.
fn recorded() -> Vec<(String, Value)> {
    let mut found = Vec::new();
    for (folder, mark) in [("tests/replay", "|"), ("docs/manual", ""), ("specs", "")] {
        let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        for file in files.filter(|path| path.is_file()) {
            let text = fs::read_to_string(&file).unwrap();
            let lines = text.lines().map(|line| line.strip_prefix(mark).unwrap_or_default());
            let lines: Vec<&str> = lines.collect();
            let begins = |line: &&str| matches!(*line, "{" | "[");
            for at in (0..lines.len()).filter(|at| begins(&lines[*at])) {
                let end = if lines[at] == "{" { "}" } else { "]" };
                let Some(last) = lines[at..].iter().position(|line| *line == end) else { continue };
                let text = lines[at..=at + last].join("\n");
                let Ok(document) = serde_json::from_str::<Value>(&text) else { continue };
                found.push((file.display().to_string(), document));
            }
        }
    }
    found
}

/// Catches a document without a format, a format without a schema, a key that the schema does not know, and a schema
/// that no recorded document has.
#[test]
fn every_document_is_as_its_schema_says() {
    let mut schemas = BTreeMap::new();
    for entry in fs::read_dir("specs").unwrap().map(|entry| entry.unwrap().path()) {
        let name = entry.file_name().unwrap().to_str().unwrap().to_owned();
        // A schedule file is an input, too, and has tests of its own.
        let name = name.strip_suffix(".schema.json").filter(|name| *name != "schedule");
        if let Some(name) = name {
            let schema: Value = serde_json::from_str(&fs::read_to_string(&entry).unwrap()).unwrap();
            schemas.insert(format!("hockney/{name}/v1"), (schema, 0));
        }
    }
    // Its list is too long to be recorded.
    let mut command = Command::new(env!("CARGO_BIN_EXE_hockney"));
    let proofs = command.args(["prove", "--all", "--up-to", "2", "-f", "json"]).output().unwrap();
    let proofs = ("prove --all".to_owned(), serde_json::from_slice(&proofs.stdout).unwrap());
    let all = recorded().into_iter().chain([proofs]).flat_map(|(file, document)| match document {
        Value::Array(rows) => rows.into_iter().map(|row| (file.clone(), row)).collect(),
        document => vec![(file, document)],
    });
    for (file, document) in all {
        let Some(format) = document["format"].as_str() else {
            // The file of a grader of another system, or a part of a document that a page explains.
            assert!(
                !file.starts_with("tests") || document["tests"].is_array(),
                "{file}: {document}"
            );
            continue;
        };
        if ["hockney/schedule/v1", "hockney/answers/v1"].contains(&format) {
            continue;
        }
        let (schema, seen) = schemas.get_mut(format).unwrap_or_else(|| panic!("{file}: {format}"));
        let wrong = faults(schema, schema, &document, "");
        assert!(wrong.is_empty(), "{file}: {format}\n{}", wrong.join("\n"));
        *seen += 1;
    }
    let unused: Vec<_> = schemas.iter().filter(|(_, (_, seen))| *seen == 0).collect();
    assert!(unused.is_empty(), "no document is recorded of {unused:?}");
}
