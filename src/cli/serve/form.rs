//! The form: every field with its label, as it was filled in.

use std::fmt::Write;

use super::query::Query;
use crate::collective::{COLLECTIVES, Collective, Parameter, collective};
use crate::draw::escaped;
use crate::planner::{Role, algorithms};
use crate::topology::{FAMILIES, Sizes};

/// A text for people, with its lines.
pub(super) fn lines(text: &str) -> String {
    text.split('\n').map(escaped).collect::<Vec<_>>().join("\n")
}

/// The form of a query. Nothing in it takes more than a look into the registries.
pub(super) fn form(query: &Query) -> String {
    let mut out =
        String::from("<form id=\"ask\" method=\"get\" action=\"/\">\n<div class=\"fields\">");
    let names = COLLECTIVES.iter().map(|c| {
        let text = if c.name() == c.textbook() {
            c.name().to_owned()
        } else {
            format!("{} ({})", c.name(), c.textbook())
        };
        (c.name().to_owned(), text)
    });
    // A name of the textbook's is shown as the collective that it means.
    let chosen = query.get("collective").unwrap_or_default();
    let chosen = collective(chosen).map_or(chosen, |found| found.name());
    select(&mut out, ("collective", "Collective"), names, chosen);
    let families = FAMILIES.iter().filter(|family| family.sizes() != Sizes::Links);
    let families = families.map(|family| (family.name().to_owned(), family.name().to_owned()));
    select(
        &mut out,
        ("topology", "Topology (-t)"),
        families,
        query.get("topology").unwrap_or_default(),
    );
    text(&mut out, query, "p", "Nodes or sides (p)", "8, 2^10, 4x4");
    algorithm(&mut out, query, chosen);
    text(&mut out, query, "m", "Words (m)", "100");
    text(&mut out, query, "ts", "Startup t_s (--ts)", "5 or 1.5us");
    text(&mut out, query, "tw", "Per word t_w (--tw)", "1 or 2ns");
    out.push_str("</div>\n");
    parameters(&mut out, query, chosen);
    let more = ["th", "pieces", "ports", "numbering", "origin"];
    let open = if more.iter().any(|field| query.get(field).is_some()) { " open" } else { "" };
    let _ = write!(out, "<details{open}><summary>More</summary><div class=\"fields\">");
    text(&mut out, query, "th", "Per hop t_h (--th)", "0");
    text(&mut out, query, "pieces", "Pieces (--pieces)", "the best number");
    for (field, label, values) in [
        ("ports", "Ports (--ports)", ["one", "all"]),
        ("numbering", "Numbers of a grid", ["row-major", "column-major"]),
        ("origin", "Node 0 of a grid", ["bottom-left", "top-left"]),
    ] {
        // The first is what is meant where nothing is said, so that addresses stay short.
        let values = values.iter().enumerate().map(|(i, value)| {
            (if i == 0 { String::new() } else { (*value).to_owned() }, (*value).to_owned())
        });
        let found =
            query.get(field).filter(|value| !["one", "row-major", "bottom-left"].contains(value));
        select(&mut out, (field, label), values, found.unwrap_or_default());
    }
    out.push_str("</div></details>\n<div class=\"fields\">");
    text(
        &mut out,
        query,
        "formula",
        "Your formula, to hold against the price",
        "(ts + m tw) log p",
    );
    out.push_str("</div>\n");
    let schedule = lines(query.schedule().unwrap_or_default());
    let _ = write!(
        out,
        "<label class=\"wide\" for=\"schedule\">Your schedule instead of a planned one: a schedule file, or \
         lines for the collective and topology above<textarea id=\"schedule\" name=\"schedule\" rows=\"4\" \
         spellcheck=\"false\" placeholder=\"Step 1: 0 -&gt; 4&#10;Step 2: 0 -&gt; 2, 4 -&gt; 6\">\n{schedule}\
         </textarea></label>\n<p><button>Show</button>\
         <noscript> <button formmethod=\"post\">Show a schedule that is too long for an address</button>\
         </noscript></p>\n</form>\n"
    );
    out
}

fn select(
    out: &mut String,
    (name, label): (&str, &str),
    options: impl Iterator<Item = (String, String)>,
    chosen: &str,
) {
    let _ = write!(out, "<label for=\"{name}\">{label}<select id=\"{name}\" name=\"{name}\">");
    let mut found = false;
    for (value, text) in options {
        option(out, &value, &text, value == chosen);
        found |= value == chosen;
    }
    // What an address says stays to be seen, also where there is no such thing.
    if !found {
        option(out, chosen, chosen, true);
    }
    out.push_str("</select></label>");
}

fn option(out: &mut String, value: &str, text: &str, chosen: bool) {
    let selected = if chosen { " selected" } else { "" };
    let (value, text) = (escaped(value), escaped(text));
    let _ = write!(out, "<option value=\"{value}\"{selected}>{text}</option>");
}

fn text(out: &mut String, query: &Query, name: &str, label: &str, example: &str) {
    let value = escaped(query.get(name).unwrap_or_default());
    let long = if name == "formula" { "long" } else { "" };
    let _ = write!(
        out,
        "<label class=\"{long}\" for=\"{name}\">{label}<input id=\"{name}\" name=\"{name}\" value=\"{value}\" \
         placeholder=\"{example}\" autocomplete=\"off\" spellcheck=\"false\"></label>"
    );
}

/// Those for the collective and the family, and by name those that are wrong there.
fn algorithm(out: &mut String, query: &Query, collective: &str) {
    let mut options = vec![
        (String::new(), "the default".to_owned()),
        ("best".to_owned(), "the best for these numbers".to_owned()),
    ];
    if let Ok(family) = query.family() {
        let here = algorithms().filter(|a| a.collective() == collective);
        options.extend(here.filter_map(|a| {
            let text = match a.on(family)?.role {
                Role::Textbook => format!("{} (textbook)", a.name()),
                Role::Further => a.name().to_owned(),
                Role::Counterexample => format!("{} (wrong here)", a.name()),
            };
            Some((a.name().to_owned(), text))
        }));
    }
    let chosen = query.get("algorithm").unwrap_or_default();
    select(out, ("algorithm", "Algorithm (-a)"), options.into_iter(), chosen);
}

/// What the collective takes beside the topology.
fn parameters(out: &mut String, query: &Query, name: &str) {
    out.push_str("<div class=\"fields\" id=\"parameters\">");
    match collective(name).and_then(Collective::parameter) {
        Some(Parameter::Root) => text(out, query, "root", "Root (--root)", "0"),
        Some(Parameter::By) => text(out, query, "by", "Shift by (--by)", "1"),
        Some(Parameter::Map) => text(out, query, "map", "Where each block goes (--map)", "3,0,1,2"),
        Some(Parameter::Exclusive) => {
            let checked = if query.get("exclusive").is_some() { " checked" } else { "" };
            let _ = write!(
                out,
                "<label for=\"exclusive\"><input type=\"checkbox\" id=\"exclusive\" name=\"exclusive\" \
                 value=\"yes\"{checked}> without the node itself (--exclusive)</label>"
            );
        }
        None => {}
    }
    out.push_str("</div>\n");
}
