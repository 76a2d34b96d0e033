//! A schedule file for a command: kept where it is small, and checked while it passes by where it is large.

use std::fs;
use std::io::{self, Read};

use super::failure::Failure;
use super::{input, subject, written};
use crate::checker::{Checked, Limits, Stopped, check_passing, say_when_held};
use crate::diagnostic::Source;
use crate::document::{self, Begun, Broken, Document, Incoming};

/// A schedule file.
pub(super) enum Input {
    /// It is kept, to be checked.
    Kept(Box<Document>),
    /// It was checked while it passed by; and the algorithm that it says it is by.
    Passed(Box<Checked>, Option<String>),
}

/// Reads a schedule file, which is kept whatever its size where its steps are needed.
pub(super) fn read(file: &str, limit: Limits, keep: bool) -> Result<Input, Failure> {
    let kept = |text| written::document(&text, file).map(|read| Input::Kept(Box::new(read)));
    if keep {
        return kept(input::read(file)?);
    }
    let (shown, from) = input::open(file)?;
    let cannot = |error: io::Error| input::cannot(file, &error);
    match document::begin(from, &input::graphs_beside(file), document::LARGE).map_err(cannot)? {
        Begun::Whole(read, rest) => {
            kept(input::whole((shown, input::Kind::File), read, rest).map_err(cannot)??)
        }
        Begun::Steps(mut incoming) => passed((file, shown), &mut incoming, limit),
    }
}

/// Whether a file can be read a second time; a pipe is gone.
pub(super) fn stays(file: &str) -> bool {
    fs::metadata(file).is_ok_and(|found| found.is_file())
}

/// Checks a schedule file while it is read.
fn passed(
    (file, shown): (&str, &str),
    incoming: &mut Incoming<Box<dyn Read>>,
    limit: Limits,
) -> Result<Input, Failure> {
    let (topology, ports) = incoming.machine();
    match check_passing((&topology, ports), incoming, &limit) {
        Ok(mut passed) => {
            if stays(file)
                && let Ok(Begun::Steps(mut again)) = document::begin(
                    input::open(file)?.1,
                    &input::graphs_beside(file),
                    document::LARGE,
                )
            {
                say_when_held(&mut *again, &limit, &mut passed);
            }
            Ok(Input::Passed(Box::new(passed), incoming.algorithm().map(str::to_owned)))
        }
        Err(Stopped::NoAnswer(why)) => Err(subject::no_answer(&why)),
        Err(Stopped::Source(Broken::Reading(error))) => Err(input::cannot(file, &error)),
        Err(Stopped::Source(Broken::Text { error, text, before })) => {
            Err(input::failure_in(&error, &Source::new(shown, &text).behind(before)))
        }
    }
}
