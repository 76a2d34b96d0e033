//! Why there is no result: unusable input, or no answer. Each has its exit code.

use std::fmt;
use std::io;

use crate::diagnostic::{Diagnostic, Source, visible};

/// What a command or a part of one finds out, or why it has no result.
pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

/// Why a command has no result.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Unusable input: exit code 2.
    Input(Input),
    /// No answer, with the reason: exit code 3.
    NoAnswer(String),
    /// No answer, because of a place in a text that asks for too much: exit code 3.
    TooLarge(Input),
    /// The reader of our output went away: nothing is left to say.
    BrokenPipe,
}

/// What is wrong with the input.
#[derive(Debug)]
pub(crate) struct Input {
    /// What is wrong, in a sentence.
    pub(crate) message: String,
    /// What to do about it.
    pub(crate) help: Option<String>,
    /// Line and column, where the input is a text.
    pub(crate) place: Option<(usize, usize)>,
    /// The line with a caret, where the input is a text.
    pub(crate) rendered: Option<String>,
}

/// `did you mean ring? the topologies are ..`
pub(crate) fn did_you_mean(near: Option<&str>, known: &str) -> String {
    near.map_or(known.to_owned(), |near| format!("did you mean {near}? {known}"))
}

impl Failure {
    /// Input that has no place in a text.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        let message = message.into();
        Failure::Input(Input { message, help: None, place: None, rendered: None })
    }

    /// The same with advice.
    pub(crate) fn help(self, help: impl Into<String>) -> Self {
        match self {
            Failure::Input(input) => Failure::Input(Input { help: Some(help.into()), ..input }),
            other => other,
        }
    }

    /// What it says, in a sentence.
    pub(crate) fn message(&self) -> &str {
        match self {
            Failure::Input(Input { message, .. })
            | Failure::TooLarge(Input { message, .. })
            | Failure::NoAnswer(message) => message,
            Failure::BrokenPipe => "the file cannot be read",
        }
    }

    /// What is wrong with a text.
    pub(crate) fn in_text(diagnostic: &Diagnostic, source: &Source<'_>) -> Self {
        Failure::Input(Input::in_text(diagnostic, source))
    }
}

impl Input {
    /// What is wrong with a text.
    pub(crate) fn in_text(diagnostic: &Diagnostic, source: &Source<'_>) -> Self {
        let message = match &diagnostic.label {
            Some(label) => format!("{}: {label}", diagnostic.message),
            None => diagnostic.message.clone(),
        };
        Input {
            message,
            help: diagnostic.help.clone(),
            place: diagnostic.position(source).map(|place| (place.line, place.column)),
            rendered: Some(diagnostic.render(source)),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Failure::BrokenPipe
        } else {
            Failure::input(format!("cannot write: {}", super::input::reason(&error)))
        }
    }
}

/// As it is printed on stderr.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input(Input { rendered: Some(rendered), .. })
            | Failure::TooLarge(Input { rendered: Some(rendered), .. }) => f.write_str(rendered),
            Failure::Input(input) | Failure::TooLarge(input) => {
                writeln!(f, "error: {}", visible(&input.message))?;
                match &input.help {
                    Some(help) => writeln!(f, "help: {}", visible(help)),
                    None => Ok(()),
                }
            }
            Failure::NoAnswer(why) => writeln!(f, "no answer: {}", visible(why)),
            Failure::BrokenPipe => Ok(()),
        }
    }
}
