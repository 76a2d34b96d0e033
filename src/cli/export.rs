//! `hockney export`: a certified schedule as input of other software.

use std::fs;
use std::io::Write;
use std::path::Path;

use super::args::{ExportArgs, ExportFormat, ExportedArgs, Named, named};
use super::check::spelled;
use super::cost::Priced;
use super::failure::{Failure, Result};
use super::input::reason;
use super::request::{self, Asked};
use super::subject::{self, Look, Subject};
use super::written::Written;
use super::{Answer, limit, note_reading, output, plan};
use hockney_core::checker::Limits;
use hockney_cost::Model;
use hockney_export::{Export, ExportError, Exported, Goal, Mpi, SimGrid};

pub(crate) fn run(args: &ExportArgs) -> Result<Answer> {
    let of = args.format.of();
    if of.ask.numbers.ideal {
        return Err(
            Failure::input("messages of other software are whole words").help("leave out --ideal")
        );
    }
    let limit = limit::allowed(&of.limit)?.checker;
    let numbers = request::numbers(&of.ask.numbers)?;
    let contention = matches!(args.format, ExportFormat::Simgrid { contention: true, .. });
    let subject = subject(of, contention, limit)?;
    let title = subject.title();
    let model = Model { contention, ..Model::default() };
    let priced = Priced::of(subject, model, numbers, false, limit)?;
    let checked = &priced.subject.checked;
    let certified =
        if contention { checked.certified_with_contention() } else { checked.certified() };
    let Some(certified) = certified else {
        return plan::verdict(&priced.subject.checked);
    };
    let price = priced.total();
    let of = Exported { certified, title: &title, numbers: &priced.numbers, price: price.as_ref() };
    match &args.format {
        ExportFormat::Goal { mode, output, .. } => {
            let goal = Goal::new(of, *mode)?;
            output::write_to(output.as_deref(), &mut |out| Ok(goal.write("", out)?))?;
        }
        ExportFormat::Simgrid { each_step, output, .. } => {
            folder(&SimGrid::new(of, *each_step)?, output)?;
        }
        ExportFormat::Mpi { output, .. } => folder(&Mpi::new(of)?, output)?,
    }
    Ok(Answer::Yes)
}

/// The checked schedule, every message of it.
fn subject(args: &ExportedArgs, contention: bool, limit: Limits) -> Result<Subject> {
    let (collective, file) = match named(&args.what) {
        Named::Collective(name) => {
            let asked = Asked::of(name, &args.ask)?;
            let asked = Asked { contention: contention || asked.contention, ..asked };
            note_reading(asked.reading.as_ref());
            return subject::planned(&asked, limit, Look::EveryMessage);
        }
        Named::File { collective, file } => (collective, file),
        Named::Composition(file) => (None, file),
    };
    let (machine, operation) = (&args.ask.machine, &args.ask.operation);
    let written = Written { collective, file, machine, operation };
    let (mut document, notes) = written.kept()?;
    note_reading(&notes);
    if collective.is_some() {
        document.schedule = spelled(&document.schedule, limit)?;
    }
    Ok(Subject::read(subject::every_message(&document.schedule, limit)?, document.header.algorithm))
}

/// Writes the files to a folder, which is made if there is none, and prints the commands that run them.
fn folder(export: &dyn Export, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).map_err(|error| {
        Failure::input(format!("cannot make {}: {}", folder.display(), reason(&error)))
            .help("name a folder, or a new one in a folder that may be written to")
    })?;
    for file in export.files() {
        let write = &mut |out: &mut dyn Write| Ok(export.write(&file, out)?);
        output::write_to(Some(&folder.join(&file)), write)?;
    }
    output::write_to(None, &mut |out| {
        let commands = export.commands(&folder.display().to_string());
        Ok(commands.iter().try_for_each(|command| writeln!(out, "{command}"))?)
    })
}

impl From<ExportError> for Failure {
    fn from(error: ExportError) -> Self {
        match (error.help(), error) {
            (_, ExportError::Output(error)) => Failure::from(error),
            (Some(help), error) => Failure::input(error.to_string()).help(help),
            (None, error) => Failure::NoAnswer(error.to_string()),
        }
    }
}
