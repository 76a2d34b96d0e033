//! `hockney export`: a certified schedule as input of other software.

use std::fs;
use std::io::Write;
use std::path::Path;

use super::args::{ExportArgs, ExportFormat, ExportedArgs, Named, named};
use super::check::spelled;
use super::failure::{Failure, Result, reason};
use super::written::Written;
use super::{Answer, heading, how, limit, note_reading, output, plan, request};
use hockney_ask::answer::{self as ask, How, Look, Source, Unanswered};
use hockney_core::collective::Schedule;
use hockney_cost::Model;
use hockney_export::{Export, ExportError, Exported, Goal, Mpi, SimGrid};
use hockney_files::Document;

pub(crate) fn run(args: &ExportArgs) -> Result<Answer> {
    let of = args.format.of();
    if of.ask.numbers.ideal {
        return Err(
            Failure::input("messages of other software are whole words").help("leave out --ideal")
        );
    }
    let allowed = limit::allowed(&of.limit)?;
    let name = of.what.first().map(|name| &**name);
    let numbers = request::numbers_of(name, &of.ask.numbers)?;
    let contention = matches!(args.format, ExportFormat::Simgrid { contention: true, .. });
    let model = Model { contention, ..Model::default() };
    let suits = |schedule: &Schedule| {
        let suited = match args.format {
            ExportFormat::Goal { .. } => Goal::suits(schedule, &numbers),
            ExportFormat::Simgrid { .. } => SimGrid::suits(schedule, &numbers),
            ExportFormat::Mpi { .. } => Mpi::suits(schedule),
        };
        suited.map_err(|error| unanswered(&error))
    };
    let how = how::how(&of.ask, numbers.clone(), &allowed);
    // Every message is written.
    let how = How { look: Look::EveryMessage, model, suits: &suits, ..how };
    let (source, notes) = source(of, &how)?;
    note_reading(&notes);
    let priced = ask::priced(source, &how)?;
    let title = heading::title(&priced.subject);
    let checked = &priced.subject.checked;
    let certified =
        if contention { checked.certified_with_contention() } else { checked.certified() };
    let Some(certified) = certified else {
        return plan::verdict(&priced.subject.checked);
    };
    let price = priced.figures.total.as_ref();
    let of = Exported { certified, title: &title, numbers: &priced.figures.numbers, price };
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

/// What is asked about, with notes on how it is read.
fn source(args: &ExportedArgs, how: &How<'_>) -> Result<(Source, Vec<String>)> {
    let (collective, file) = match named(&args.what) {
        Named::Collective(name) => {
            let (question, reading) = request::asked(name, &args.ask, &how.numbers)?;
            return Ok((Source::Planned(question), reading.into_iter().collect()));
        }
        Named::File { collective, file } => (collective, file),
        Named::Composition(file) => (None, file),
    };
    let (machine, operation) = (&args.ask.machine, &args.ask.operation);
    let links = &how.numbers.links;
    let written = Written { collective, file, machine, operation, links };
    let (Document { mut schedule, header }, notes) = written.kept()?;
    if collective.is_some() {
        schedule = spelled(&schedule, how.limits)?;
    }
    Ok((Source::Read(schedule, header.algorithm), notes))
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

fn unanswered(error: &ExportError) -> Unanswered {
    match error.help() {
        Some(help) => Unanswered::unusable(error.to_string()).help(help),
        None => Unanswered::undecided(error.to_string()),
    }
}

impl From<ExportError> for Failure {
    fn from(error: ExportError) -> Self {
        match error {
            ExportError::Output(error) => Failure::from(error),
            error => Failure::from(unanswered(&error)),
        }
    }
}
