//! The page around the form and the answer, or around an error.

use super::form::form;
use super::query::Query;
use crate::cli::failure::{Failure, Input};
use hockney_base::diagnostic::visible;
use hockney_draw::{self as draw, digest, escaped, filled};

const PAGE: &str = include_str!("page.html");
const CSS: &str = include_str!("form.css");
const SCRIPT: &str = include_str!("form.js");

/// A page: what was asked, and what is answered.
pub(super) struct Page {
    pub(super) query: Query,
    pub(super) title: String,
    /// The text for screen readers when the page changes in place.
    pub(super) said: String,
    /// In HTML.
    pub(super) answer: String,
}

impl Page {
    /// Why there is no answer.
    pub(super) fn of_failure(query: &Query, why: &Failure) -> Page {
        let no = if matches!(why, Failure::NoAnswer(_)) { "no answer: " } else { "" };
        let said = format!("{no}{}", why.message());
        let title = "no answer".to_owned();
        Page { query: query.clone(), title, said, answer: failure(why) }
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
