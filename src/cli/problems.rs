//! `hockney problems`: a problem set on paper.

use super::args::{PrintArgs, ProblemsArgs, ProblemsCommand};
use super::failure::Result;
use super::{Answer, grade, input, output};
use crate::grader::{Sheet, read_problems, write_blank, write_sheet};

pub(crate) fn run(args: &ProblemsArgs) -> Result<Answer> {
    match &args.command {
        ProblemsCommand::Print(args) => print(args),
    }
}

fn print(args: &PrintArgs) -> Result<Answer> {
    let text = input::read(&args.problems)?;
    let set = read_problems(&text.text).map_err(|error| input::read_failure(&error, &text))?;
    let set = match (&args.secret, &args.student) {
        (Some(secret), Some(student)) => set.variant(&grade::secret(secret)?, student),
        _ => set,
    };
    // A set whose key cannot be computed is not handed out.
    let keys = grade::keys(&set)?;
    let sheet = if args.key { Sheet::Solution } else { Sheet::Questions };
    output::write_to(args.output.as_deref(), |out| {
        if args.blank {
            Ok(write_blank(out, &set, args.student.as_deref())?)
        } else {
            Ok(write_sheet(out, &set, &keys, sheet, args.format)?)
        }
    })?;
    Ok(Answer::Yes)
}
