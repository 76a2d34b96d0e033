//! How answers number the nodes, and the letters that their formulas may have.

use super::errors::Errors;
use super::{bad, one_of};
use hockney_core::topology::{Numbering, Topology};
use hockney_files::{Key, Kind, Node, ReadError, wrong};
use hockney_formula::{self as formula, Formula, Reading, ReplaceError, parse};

/// One word, or a list of them.
pub(super) fn numbering(
    node: Option<&Node<'_>>,
    topology: Option<&Topology>,
    errors: &mut Errors,
) -> Numbering {
    let Some(node) = node else { return Numbering::default() };
    let items = match &node.kind {
        Kind::Sequence(items) => &items[..],
        _ => std::slice::from_ref(node),
    };
    let (mut from, mut along) = (None, None);
    for item in items {
        errors.keep(word(item, topology, &mut from, &mut along));
    }
    Numbering { from_one: from.unwrap_or(false), columns: along }
}

fn word(
    node: &Node<'_>,
    topology: Option<&Topology>,
    from: &mut Option<bool>,
    along: &mut Option<bool>,
) -> Result<(), ReadError> {
    let words = [
        ("row-major", (true, false)),
        ("column-major", (true, true)),
        ("from-0", (false, false)),
        ("from-1", (false, true)),
    ];
    let (of_grid, value) = one_of(node, "numbering", "a question", &words)?;
    let flat = |topology: &Topology| topology.network().sides().is_none();
    if of_grid && let Some(topology) = topology.filter(|topology| flat(topology)) {
        let help =
            "row-major and column-major are for meshes and tori; others have from-0 or from-1";
        return bad(format!("{topology} has no rows and columns"), node.span, help);
    }
    let (kept, help) = if of_grid {
        (along, "write row-major or column-major")
    } else {
        (from, "write from-0 or from-1")
    };
    match kept.replace(value) {
        None => Ok(()),
        Some(_) => bad("a second numbering of the same kind", node.span, help),
    }
}

/// Each letter with its formula, which can be read.
pub(super) fn letters(node: Option<&Node<'_>>, errors: &mut Errors) -> Vec<(String, String)> {
    let help = "write letters: {n: m p}, each letter with the formula that it stands for";
    let Some(node) = node else { return Vec::new() };
    let Kind::Mapping(pairs) = &node.kind else {
        errors.keep::<()>(Err(wrong(node, "a mapping of letters to formulas", node.head(), help)));
        return Vec::new();
    };
    let letter = |(key, value): &(Key<'_>, Node<'_>)| {
        let Kind::Scalar { text, .. } = &value.kind else {
            return Err(wrong(value, "a formula", value.head(), help));
        };
        if let Some(name) = own_letter(&key.text) {
            return bad(format!("{name} is a letter of the model"), key.span, help);
        }
        match Reading::new().with(&key.text, text) {
            Ok(_) => Ok((key.text.to_string(), text.to_string())),
            Err(why @ ReplaceError::NoName(_)) => bad(why.to_string(), key.span, help),
            Err(why) => bad(format!("the formula of {}: {why}", key.text), value.span, help),
        }
    };
    pairs.iter().filter_map(|pair| errors.keep(letter(pair))).collect()
}

/// The name in formulas of a letter that the model itself has.
fn own_letter(text: &str) -> Option<&'static str> {
    let read = parse(text).ok();
    let formula::Node::Name(name) = &read.as_ref().and_then(Formula::expr)?.node else {
        return None;
    };
    ["p", "m", "t_s", "t_w", "t_h"].into_iter().find(|own| own == name)
}
