//! The form: every field with its label, as it was filled in.

use super::query::Query;
use crate::cli::heading;
use hockney_core::collective::{COLLECTIVES, Collective, Parameter, collective};
use hockney_core::topology::{FAMILIES, Sizes};
use hockney_draw::{escaped, filled, typeset};
use hockney_plan::planner::{Role, algorithms};

/// The fields with their labels; those for text have an example behind it.
const FORM: &str = include_str!("form.html");

/// A text for people, with its lines.
pub(super) fn lines(text: &str) -> String {
    text.split('\n').map(escaped).collect::<Vec<_>>().join("\n")
}

/// The form of a query. Nothing in it takes more than a look into the registries.
pub(super) fn form(query: &Query) -> String {
    // A name of the textbook's is shown as the collective that it means.
    let of = query.get("collective").unwrap_or_default();
    let of = collective(of).map_or(of, |found| found.name());
    filled(FORM, |place| {
        let mut words = place.split('|');
        match (words.next().unwrap_or_default(), words.next(), words.next()) {
            (name, Some(label), Some(example)) => text(query, name, label, example),
            (name, Some(label), None) => select(query, name, label, of),
            ("schedule", ..) => lines(query.schedule().unwrap_or_default()),
            ("open", ..) => {
                let more = ["th", "pieces", "ports", "numbering", "origin"];
                let open = more.iter().any(|field| query.get(field).is_some());
                if open { " open".to_owned() } else { String::new() }
            }
            ("own", ..) => {
                let open = query.get("formula").is_some() || query.schedule().is_some();
                if open { " open".to_owned() } else { String::new() }
            }
            // What the collective takes beside the topology.
            _ => match collective(of).and_then(Collective::parameter) {
                Some(Parameter::Root) => text(query, "root", "Root", "0"),
                Some(Parameter::By) => text(query, "by", "Shift by", "1"),
                Some(Parameter::Map) => text(query, "map", "Where each block goes", "3,0,1,2"),
                Some(Parameter::Exclusive) => {
                    let checked = if query.get("exclusive").is_some() { " checked" } else { "" };
                    format!(
                        "<label for=\"exclusive\"><input type=\"checkbox\" id=\"exclusive\" \
                         name=\"exclusive\" value=\"yes\"{checked}> without the node \
                         itself</label>"
                    )
                }
                None => String::new(),
            },
        }
    })
}

fn text(query: &Query, name: &str, label: &str, example: &str) -> String {
    let value = escaped(query.get(name).unwrap_or_default());
    let long = if name == "formula" { "long" } else { "" };
    format!(
        "<label class=\"{long}\" for=\"{name}\"><span>{}</span><input id=\"{name}\" name=\"{name}\" \
         value=\"{value}\" placeholder=\"{example}\" autocomplete=\"off\" spellcheck=\"false\"></label>",
        typeset(label)
    )
}

fn select(query: &Query, name: &str, label: &str, collective: &str) -> String {
    let mut chosen = query.get(name).unwrap_or_default();
    let same = |name: &str| (name.to_owned(), name.to_owned());
    // The first word is the default, so that addresses stay short.
    let two = |first: &str, other: &str| vec![(String::new(), first.to_owned()), same(other)];
    let mut options = match name {
        "collective" => {
            chosen = collective;
            COLLECTIVES.iter().map(|c| (c.name().to_owned(), heading::names(c))).collect()
        }
        "topology" => {
            let families = FAMILIES
                .iter()
                .filter(|family| !matches!(family.sizes(), Sizes::Machine(_) | Sizes::Links));
            families.map(|family| same(family.name())).collect()
        }
        "ports" => two("one", "all"),
        "numbering" => two("row-major", "column-major"),
        "origin" => two("bottom-left", "top-left"),
        _ => algorithms_for(query, collective),
    };
    let first = [("ports", "one"), ("numbering", "row-major"), ("origin", "bottom-left")];
    if first.contains(&(name, chosen)) {
        chosen = "";
    }
    // What an address says stays to be seen, also where there is no such thing.
    if options.iter().all(|(value, _)| value != chosen) {
        options.push(same(chosen));
    }
    let option = |(value, text): &(String, String)| {
        let selected = if value == chosen { " selected" } else { "" };
        format!("<option value=\"{}\"{selected}>{}</option>", escaped(value), escaped(text))
    };
    let options: String = options.iter().map(option).collect();
    format!(
        "<label for=\"{name}\">{label}<select id=\"{name}\" name=\"{name}\">{options}</select></label>"
    )
}

/// Those for the collective and the family, and by name those that are wrong there.
fn algorithms_for(query: &Query, collective: &str) -> Vec<(String, String)> {
    let mut options = vec![
        (String::new(), "the default".to_owned()),
        ("best".to_owned(), "the best for these numbers".to_owned()),
    ];
    if let Ok(family) = query.family() {
        let here = algorithms().filter(|a| a.collective() == collective);
        options.extend(here.filter_map(|a| {
            let said = match a.on(family)?.role {
                Role::Textbook => " (textbook)",
                Role::Further => "",
                Role::Counterexample => " (wrong here)",
            };
            Some((a.name().to_owned(), format!("{}{said}", a.name())))
        }));
    }
    options
}
