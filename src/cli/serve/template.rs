//! HTML with places that are filled in, and tables.

use crate::cli::table::Column;

/// A template with something at each of its places, which are written as `{{place}}`.
pub(super) fn filled(template: &str, at: impl Fn(&str) -> String) -> String {
    let mut parts = template.split("{{");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for (place, text) in parts.filter_map(|part| part.split_once("}}")) {
        out.push_str(&at(place));
        out.push_str(text);
    }
    out
}

/// A row of a table, with its attributes.
pub(super) type Row = (&'static str, Vec<String>);

/// A table whose cells are HTML.
pub(super) fn table(columns: &[Column], rows: impl Iterator<Item = Row>) -> String {
    let class = |column: &Column| match column {
        Column::Words(_) => " class=\"text\"",
        Column::Numbers(_) => "",
    };
    let head = |column: &Column| match column {
        Column::Words(title) | Column::Numbers(title) => {
            format!("<th{}>{title}</th>", class(column))
        }
    };
    let row = |(attributes, cells): Row| {
        let cells = columns.iter().zip(cells);
        let cells = cells.map(|(column, cell)| format!("<td{}>{cell}</td>", class(column)));
        format!("<tr{attributes}>{}</tr>", cells.collect::<String>())
    };
    let heads: String = columns.iter().map(head).collect();
    let rows: String = rows.map(row).collect();
    format!(
        "<div class=\"wide\"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )
}
