//! HTML tables and lists of terms.

use prettytable::format::Alignment;

use crate::cli::facts::{Fact, Part};
use crate::cli::table::{Column, Table};
use hockney_draw::typeset;
use hockney_formula::parse;

/// A table whose cells are HTML, and the attributes of its rows.
pub(super) fn table(
    Table { columns, rows }: Table<'_>,
    attributes: impl Fn(usize) -> &'static str,
) -> String {
    let class = |column: &Column<'_>| match column.alignment {
        Alignment::LEFT => " class=\"text\"",
        _ => "",
    };
    let head = |column: &Column<'_>| format!("<th{}>{}</th>", class(column), column.title);
    let row = |(number, cells): (usize, &Vec<String>)| {
        let cells = columns.iter().zip(cells);
        let cells = cells.map(|(column, cell)| format!("<td{}>{cell}</td>", class(column)));
        format!("<tr{}>{}</tr>", attributes(number), cells.collect::<String>())
    };
    let heads: String = columns.iter().map(head).collect();
    let rows: String = rows.iter().enumerate().map(row).collect();
    format!(
        "<div class=\"wide\"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )
}

/// A term and its text, for a list.
pub(super) fn fact(Fact { name, lines }: Fact) -> String {
    let part = |part: &Part| match part {
        Part::Plain(text) => typeset(text),
        Part::Formula(text) => mathml(text),
        Part::Strong(text) => format!("<strong>{}</strong>", typeset(text)),
    };
    let line = |line: &Vec<Part>| line.iter().map(part).collect::<String>();
    let lines: Vec<String> = lines.iter().map(line).collect();
    format!("<dt>{name}</dt><dd>{}</dd>", lines.join("<br>"))
}

/// Typeset where it is a formula; sentences stay as they are.
pub(super) fn mathml(text: &str) -> String {
    parse(text).map_or_else(|_| typeset(text), |formula| formula.to_mathml())
}
