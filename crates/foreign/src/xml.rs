//! Reads XML within a limit, with the places of elements.

use roxmltree::{Document, Node, ParsingOptions, TextPos};

use hockney_base::diagnostic::{Diagnostic, Span};

/// The most elements of a file.
pub(crate) const MOST_ELEMENTS: u32 = 1 << 20;

/// The elements of a text.
pub(crate) fn parsed(text: &str) -> Result<Document<'_>, Diagnostic> {
    let options = ParsingOptions { nodes_limit: MOST_ELEMENTS, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| {
        let at = offset(text, error.pos());
        Diagnostic::new(format!("this XML cannot be read: {error}")).at(at)
    })
}

/// The outermost element, which has this name; `what` it is called in errors.
pub(crate) fn root<'a, 'i>(
    document: &'a Document<'i>,
    name: &str,
    what: &str,
) -> Result<Node<'a, 'i>, Diagnostic> {
    let root = document.root_element();
    if root.tag_name().name() != name {
        return Err(Diagnostic::new(format!("expected {what}"))
            .at(head(root))
            .help(format!("the root element is <{name}>")));
    }
    Ok(root)
}

/// The byte at a line and a column, both from 1.
fn offset(text: &str, place: TextPos) -> Span {
    let line = text.split_inclusive('\n').take(place.row.saturating_sub(1) as usize).map(str::len);
    let start = line.sum::<usize>().min(text.len());
    let rest = text[start..].char_indices().map(|(at, _)| at);
    let start = start + rest.take(place.col as usize).last().unwrap_or(0);
    Span::new(start, (start + 1).min(text.len()).max(start))
}

/// The beginning of an element.
pub(crate) fn head(node: Node<'_, '_>) -> Span {
    let start = node.range().start;
    Span::new(start, start + 1 + node.tag_name().name().len())
}

/// The value of an attribute that must be there.
pub(crate) fn text<'a>(node: Node<'a, '_>, name: &str) -> Result<&'a str, Diagnostic> {
    node.attribute(name).ok_or_else(|| {
        let tag = node.tag_name().name();
        Diagnostic::new(format!("this <{tag}> has no `{name}`")).at(head(node))
    })
}

/// A whole number; -1 is none.
pub(crate) fn number(node: Node<'_, '_>, name: &str, most: u32) -> Result<Option<u32>, Diagnostic> {
    let found = text(node, name)?;
    if found == "-1" {
        return Ok(None);
    }
    let number = found.parse().ok().filter(|number| *number <= most);
    number.map(Some).ok_or_else(|| {
        let message = format!("`{name}=\"{found}\"` is not a number from 0 to {most}");
        Diagnostic::new(message).at(head(node))
    })
}

pub(crate) fn some(node: Node<'_, '_>, name: &str, most: u32) -> Result<u32, Diagnostic> {
    number(node, name, most)?.ok_or_else(|| {
        Diagnostic::new(format!("`{name}` is -1 and must be a number here")).at(head(node))
    })
}

/// The elements with a name directly in another.
pub(crate) fn elements<'a, 'i>(
    node: Node<'a, 'i>,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(move |child| child.is_element() && child.tag_name().name() == name)
}
