//! A formula as a person gives it: on the command line, in a file (`@FILE`), or on standard input
//! (`-`), where no shell eats its `$` and `\`.

use super::failure::Failure;
use super::input::{self, Kind, Text};
use crate::formula::{self, Formula};

/// The text that is meant, with the name to call it by in messages; `name` where it is `given`
/// itself.
pub(crate) fn text(given: &str, name: &str) -> Result<Text, Failure> {
    if given.trim() == "-" {
        return input::read_kind("-", Kind::Formula);
    }
    match given.trim().strip_prefix('@') {
        Some("") => Err(Failure::input("a file's name is missing behind @")
            .help("write @FILE, - for standard input, or the formula itself in single quotes")),
        Some(file) => input::read_kind(file, Kind::Formula),
        None => Ok(Text { name: name.to_owned(), text: given.to_owned() }),
    }
}

/// The formula in a text.
pub(crate) fn formula(text: &Text) -> Result<Formula, Failure> {
    formula::parse(&text.text)
        .map_err(|error| Failure::in_text(&error.diagnostic(), &text.source()))
}
