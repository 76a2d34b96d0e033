//! The result of a command, or why there is none: unusable input, or no answer. Each has its exit code.

use std::{fmt, io};

use hockney_ask::answer::{Unanswered, Why};
use hockney_base::diagnostic::{Diagnostic, Source, did_you_mean, nearest, visible};
use hockney_core::collective::InstanceError;
use hockney_cost::QuantityError;

/// The result of a command or of a part of one, or the reason why there is none.
pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

/// The result of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExitAnswer {
    /// Yes, or done: exit code 0.
    Yes,
    /// No: invalid, different, failed: exit code 1.
    No,
    /// Undecided, with the reason in the output: exit code 3.
    Open,
}

/// Whether a question is answered by yes.
impl From<bool> for ExitAnswer {
    fn from(yes: bool) -> Self {
        if yes { ExitAnswer::Yes } else { ExitAnswer::No }
    }
}

/// Why a command has no result.
#[derive(Clone, Debug, Default)]
pub(crate) struct Failure {
    pub(crate) kind: FailureKind,
    /// The reason, in a sentence.
    pub(crate) message: String,
    /// The help.
    pub(crate) help: Option<String>,
    /// Line and column, where the reason is in a text.
    pub(crate) place: Option<(usize, usize)>,
    /// The line with a caret, where the reason is in a text.
    pub(crate) rendered: Option<Box<str>>,
    /// Further errors in the same text.
    pub(crate) more: Box<[Failure]>,
    /// How many errors there are beside all of these.
    pub(crate) left_out: usize,
}

/// The kind of reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum FailureKind {
    /// Unusable input: exit code 2.
    #[default]
    Input,
    /// No answer, because of a limit: exit code 3.
    NoAnswer,
    /// The reader closed the output.
    BrokenPipe,
}

/// The most errors of a text that are shown.
const SHOWN: usize = 20;

impl Failure {
    /// Input that has no place in a text.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Failure { message: message.into(), ..Failure::default() }
    }

    /// No answer, with the reason.
    pub(crate) fn no_answer(message: impl Into<String>) -> Self {
        Failure { kind: FailureKind::NoAnswer, ..Failure::input(message) }
    }

    /// A name that is none of those that are known.
    pub(crate) fn unknown<'n>(
        message: String,
        name: &str,
        known: impl IntoIterator<Item = &'n str>,
        list: &str,
    ) -> Self {
        Failure::input(message).help(did_you_mean(nearest(name, known), list))
    }

    /// A file or folder with which the system cannot do this.
    pub(crate) fn cannot(what: &str, error: &io::Error) -> Self {
        Failure::input(format!("cannot {what}: {}", reason(error)))
    }

    /// The same with advice.
    pub(crate) fn help(self, help: impl Into<String>) -> Self {
        Failure { help: Some(help.into()), ..self }
    }

    /// The error in a text.
    pub(crate) fn in_text(diagnostic: &Diagnostic, source: &Source<'_>) -> Self {
        let message = match &diagnostic.label {
            Some(label) => format!("{}: {label}", diagnostic.message),
            None => diagnostic.message.clone(),
        };
        Failure {
            help: diagnostic.help.clone(),
            place: diagnostic.position(source).map(|place| (place.line, place.column)),
            rendered: Some(diagnostic.render(source).into()),
            ..Failure::input(message)
        }
    }

    /// All that is wrong with a text: at least one error.
    pub(crate) fn all_in_text(errors: &[Diagnostic], source: &Source<'_>) -> Self {
        let mut shown = errors.iter().take(SHOWN).map(|error| Failure::in_text(error, source));
        let first = shown.next().unwrap_or_default();
        let left_out = errors.len().saturating_sub(SHOWN);
        Failure { more: shown.collect(), left_out, ..first }
    }
}

impl From<Unanswered> for Failure {
    fn from(why: Unanswered) -> Self {
        match why.kind {
            Why::Unusable => Failure { help: why.help, ..Failure::input(why.message) },
            Why::Undecided => Failure::no_answer(why.to_string()),
        }
    }
}

impl From<InstanceError> for Failure {
    fn from(error: InstanceError) -> Self {
        Unanswered::from(error).into()
    }
}

impl From<QuantityError> for Failure {
    fn from(error: QuantityError) -> Self {
        Unanswered::from(error).into()
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Failure { kind: FailureKind::BrokenPipe, ..Failure::default() }
        } else {
            Failure::cannot("write", &error)
        }
    }
}

/// The system's message, without its number.
pub(crate) fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        io::ErrorKind::PermissionDenied => "permission is denied".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        _ => {
            let said = error.to_string();
            let said = said.split(" (os error").next().unwrap_or_default();
            said.chars().flat_map(char::to_lowercase).collect()
        }
    }
}

/// As it is printed on stderr.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self.kind {
            FailureKind::Input => "error",
            FailureKind::NoAnswer => "no answer",
            FailureKind::BrokenPipe => return Ok(()),
        };
        let Some(rendered) = &self.rendered else {
            writeln!(f, "{word}: {}", visible(&self.message))?;
            return self.help.iter().try_for_each(|help| writeln!(f, "help: {}", visible(help)));
        };
        f.write_str(rendered)?;
        for rendered in self.more.iter().filter_map(|failure| failure.rendered.as_ref()) {
            write!(f, "\n{rendered}")?;
        }
        match self.left_out {
            0 => Ok(()),
            count => writeln!(f, "\nnote: {count} more errors are not shown"),
        }
    }
}
