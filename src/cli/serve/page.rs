//! The page around the form and the answer, or around an error; HTML tables and lists of terms.

use prettytable::format::Alignment;

use super::form::{Query, form};
use crate::cli::failure::{Failure, Input};
use crate::cli::page::{Column, Fact, FactPart, Table};
use hockney_base::diagnostic::visible;
use hockney_draw::{self as draw, digest, escaped, filled, typeset};
use hockney_formula::parse;

const PAGE: &str = include_str!("page.html");
const CSS: &str = include_str!("form.css");
const SCRIPT: &str = include_str!("form.js");

/// A page: what was asked, and what is answered.
pub(super) struct AnswerPage {
    pub(super) query: Query,
    pub(super) title: String,
    /// The text for screen readers when the page changes in place.
    pub(super) said: String,
    /// In HTML.
    pub(super) answer: String,
}

impl AnswerPage {
    /// Why there is no answer.
    pub(super) fn of_failure(query: &Query, why: &Failure) -> AnswerPage {
        let no = if matches!(why, Failure::NoAnswer(_)) { "no answer: " } else { "" };
        let said = format!("{no}{}", why.message());
        let title = "no answer".to_owned();
        AnswerPage { query: query.clone(), title, said, answer: failure(why) }
    }

    pub(super) fn html(&self) -> String {
        filled(PAGE, |place| match place {
            "title" => escaped(&self.title),
            "style" => style(),
            "form" => form(&self.query),
            "query" => escaped(&self.query.address()),
            "said" => escaped(&self.said),
            "answer" => self.answer.clone(),
            "pictures" => draw::SCRIPT.to_owned(),
            _ => SCRIPT.to_owned(),
        })
    }
}

fn style() -> String {
    draw::style() + CSS
}

/// The permissions of the page: its two scripts, which may send requests to the same server.
pub(super) fn policy() -> String {
    format!(
        "default-src 'none'; script-src '{}' '{}'; style-src '{}'; connect-src 'self'; img-src data:; \
         form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        digest(draw::SCRIPT),
        digest(SCRIPT),
        digest(&style())
    )
}

/// A failure in its place in the page, with what to do about it.
pub(super) fn failure(why: &Failure) -> String {
    let (message, help, rendered) = match why {
        Failure::Input(Input { message, help, rendered, .. })
        | Failure::TooLarge(Input { message, help, rendered, .. }) => {
            (message.clone(), help.as_deref(), rendered.as_deref())
        }
        // The page has no such option.
        Failure::NoAnswer(why) => {
            let why = why.replace("; --limit ", "; on the command line --limit ");
            (format!("no answer: {why}"), None, None)
        }
        Failure::BrokenPipe => return String::new(),
    };
    if let Some(rendered) = rendered {
        let text = super::form::lines(rendered.trim_end());
        return format!("<pre class=\"failure\">{text}</pre>\n");
    }
    let help = help.map_or_else(String::new, |help| format!("<br>{}", escaped(&visible(help))));
    format!("<p class=\"failure\">{}{help}</p>\n", escaped(&visible(&message)))
}

/// A table whose cells are HTML, and the attributes of its rows.
pub(super) fn html_table(
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
    let part = |part: &FactPart| match part {
        FactPart::Plain(text) => typeset(text),
        FactPart::Formula(text) => mathml(text),
        FactPart::Strong(verdict) => {
            let class = if verdict.starts_with("equal") { "good" } else { "bad" };
            format!("<strong class=\"{class}\">{}</strong>", typeset(verdict))
        }
    };
    let line = |line: &Vec<FactPart>| line.iter().map(part).collect::<String>();
    let lines: Vec<String> = lines.iter().map(line).collect();
    format!("<dt>{name}</dt><dd>{}</dd>", lines.join("<br>"))
}

/// Typeset where it is a formula; sentences stay as they are.
pub(super) fn mathml(text: &str) -> String {
    parse(text).map_or_else(|_| typeset(text), |formula| formula.to_mathml())
}
