//! The page around the program, and what is set into it: an answer or an error, HTML tables, and lists of terms.

use prettytable::format::Alignment;

use super::fields::{Query, form};
use crate::cli::failure::{Failure, Input};
use crate::cli::page::{Column, Fact, FactPart, Table};
use hockney_base::diagnostic::visible;
use hockney_draw::{self as draw, digest, escaped, filled, typeset};
use hockney_formula::parse;

const PAGE: &str = include_str!("../../page/page.html");
const CSS: &str = include_str!("../../page/page.css");
const SCRIPT: &str = include_str!("../../page/page.js");
/// What runs the program in a worker.
const WORKER: &str = include_str!("../../page/worker.js");

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

    /// The form and the answer, to be set into the page.
    pub(super) fn html(&self) -> String {
        let AnswerPage { query, title, said, answer } = self;
        let [address, title, said] = [&query.address(), title, said].map(|text| escaped(text));
        format!(
            "{}<main id=\"answer\" aria-label=\"the answer\" tabindex=\"-1\" data-query=\"{address}\" \
             data-title=\"{title}\" data-said=\"{said}\">\n{answer}</main>\n",
            form(query)
        )
    }
}

/// The page around a program and the files of the manual's examples, which are one line each.
pub(super) fn page(given: &str) -> String {
    let (program, examples) = given.split_once('\n').unwrap_or((given, "{}"));
    let (first, _) = Query::read(b"");
    let style = draw::style() + CSS;
    filled(PAGE, |place| match place {
        "policy" => policy(&style),
        "style" => style.clone(),
        "form" => form(&first),
        "pictures" => draw::SCRIPT.to_owned(),
        "worker" => WORKER.to_owned(),
        "program" => program.to_owned(),
        "examples" => examples.replace('<', "\\u003c"),
        _ => SCRIPT.to_owned(),
    })
}

/// What the page may do: run its two scripts, and the program in a worker. It sends no requests.
fn policy(style: &str) -> String {
    let [pictures, script, style] = [draw::SCRIPT, SCRIPT, style].map(digest);
    format!(
        "default-src 'none'; script-src '{pictures}' '{script}' 'wasm-unsafe-eval'; worker-src blob:; \
         style-src '{style}'; img-src data:; base-uri 'none'; form-action 'none'"
    )
}

/// A failure in its place in the page, with what to do about it.
pub(super) fn failure(why: &Failure) -> String {
    let (message, help, rendered) = match why {
        Failure::Input(Input { message, help, rendered, .. })
        | Failure::TooLarge(Input { message, help, rendered, .. }) => {
            (message.clone(), help.as_deref(), rendered.as_deref())
        }
        // The form has no such option.
        Failure::NoAnswer(why) => {
            let why = why.replace("; --limit ", "; on the command line --limit ");
            (format!("no answer: {why}"), None, None)
        }
        Failure::BrokenPipe => return String::new(),
    };
    if let Some(rendered) = rendered {
        let text = super::fields::lines(rendered.trim_end());
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
