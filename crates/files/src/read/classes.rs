//! The classes of the links of a graph: `classes: {fast: {t_h: 1/10, t_w: 1/20}}`.

use crate::{Fields, Kind, Node, Result, list, refuse, scalar, shortened, unknown, wrong};
use hockney_base::diagnostic::Diagnostic;
use hockney_base::number::{Quantity, QuantityFault, TIMES, TimePerSize};
use hockney_core::topology::{LinkClass, LinkKind, MOST_CLASSES};

const HELP: &str = "a class is written as fast: {t_h: 100ns, t_w: 46us/MB}";

/// The classes of a graph, in the order of the file.
pub(super) fn classes(node: &Node<'_>) -> Result<Vec<LinkClass>> {
    let fields = Fields::open(node, "the classes of links", HELP)?;
    let Kind::Mapping(pairs) = &node.kind else { return Ok(Vec::new()) };
    if let Some((key, _)) = pairs.get(MOST_CLASSES) {
        let message = format!("more than {MOST_CLASSES} classes of links");
        return Err(Diagnostic::new(message).at(key.span).into());
    }
    fields
        .keys()
        .zip(pairs)
        .map(|(key, (_, value))| {
            if !is_name(&key.text) {
                let message = format!("`{}` is not the name of a class", shortened(&key.text));
                let help = "a name starts with a letter; letters, digits, - and _ follow";
                return refuse(key.span, message, help);
            }
            let times =
                Fields::open(value, "a class of links", HELP)?.only("t_h t_w half_duplex")?;
            let read = |name, check: fn(&str) -> std::result::Result<(), QuantityFault>| {
                times.get(name).map(|node| time(node, check)).transpose()
            };
            let t_h = read("t_h", |text| Quantity::read(text, &TIMES).map(|_| ()))?;
            let t_w = read("t_w", |text| TimePerSize::of_link(text).map(|_| ()))?;
            let half_duplex = times.get("half_duplex").map_or(Ok(false), scalar::boolean)?;
            let (name, none) = (key.text.to_string(), LinkClass::default());
            Ok(LinkClass { name, t_h, t_w, half_duplex, ..none })
        })
        .collect()
}

/// Whether a text is the name of a class.
fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

/// The text of a time, which `check` has read.
fn time(
    node: &Node<'_>,
    check: fn(&str) -> std::result::Result<(), QuantityFault>,
) -> Result<String> {
    let Kind::Scalar { text, .. } = &node.kind else {
        return Err(wrong(node, "a time", node.span, HELP));
    };
    if let Err(fault) = check(text) {
        let help = "write a time such as 1/20, 100ns or 46us/MB";
        return refuse(node.span, format!("`{}` {fault}", shortened(text)), help);
    }
    Ok(text.to_string())
}

/// The declared order of times per word: `order: [inside, between]`, the shortest first.
pub(super) fn order(node: &Node<'_>, classes: &mut [LinkClass]) -> Result<()> {
    let help = "list classes from the shortest to the longest time per word";
    for (rank, node) in list(node, "the order of classes", help)?.iter().enumerate() {
        let class = &mut classes[class_at(node, classes)?];
        if class.rank.replace(rank).is_some() {
            return refuse(node.span, format!("class `{}` comes twice", class.name), help);
        }
    }
    Ok(())
}

/// The place of a class with this name.
fn class_at(node: &Node<'_>, classes: &[LinkClass]) -> Result<usize> {
    let name = scalar::text(node, "the class of a link")?;
    classes.iter().position(|class| class.name == name).ok_or_else(|| {
        let names: Vec<&str> = classes.iter().map(|class| &*class.name).collect();
        unknown("class", node.span, name, "this graph", &names)
    })
}

/// The two ends of a link, with its class and its capacity: `[0, 4]`, `[0, 4, fast]` or `[0, 4, fast, 2]`.
pub(super) fn link(node: &Node<'_>, classes: &[LinkClass]) -> Result<([u64; 2], LinkKind)> {
    let example = "a link is a list of its two ends, such as [0, 1]";
    let vertex = |node| scalar::natural(node, "a vertex");
    let items = list(node, "a link", example)?;
    let (a, b, rest) = match items {
        [a, b, rest @ ..] if rest.is_empty() || !classes.is_empty() && rest.len() < 3 => {
            (a, b, rest)
        }
        _ if classes.is_empty() => {
            return refuse(node.span, format!("a link of {} ends", items.len()), example);
        }
        _ => {
            let message = format!("a link of {} parts", items.len());
            let help = "a link is [end, end, class, lanes], such as [0, 1, fast, 2]";
            return refuse(node.span, message, help);
        }
    };
    let ends = [vertex(a)?, vertex(b)?];
    let class = rest.first().map(|node| class_at(node, classes));
    let lanes = rest.get(1).map_or(Ok(1), |node| lanes(node))?;
    Ok((ends, LinkKind { class: class.transpose()?, lanes }))
}

fn lanes(node: &Node<'_>) -> Result<u32> {
    let what = "a number of lanes";
    let lanes = scalar::natural(node, what)?;
    let message = match u32::try_from(lanes) {
        Ok(0) => format!("0 is not {what}"),
        Ok(lanes) => return Ok(lanes),
        Err(_) => format!("{lanes} is too large for {what}"),
    };
    refuse(node.span, message, "a link has 1 to 4294967295 lanes")
}

/// Refuses a class that no link has.
pub(super) fn all_used(node: &Node<'_>, kinds: &[LinkKind]) -> Result<()> {
    let fields = Fields::open(node, "the classes of links", HELP)?;
    let unused = (0..).zip(fields.keys()).find(|(i, _)| kinds.iter().all(|k| k.class != Some(*i)));
    let Some((_, key)) = unused else { return Ok(()) };
    let help = "add it to a link, such as [0, 1, CLASS], or leave it out";
    refuse(key.span, format!("no link is of class `{}`", shortened(&key.text)), help)
}
