//! `hockney export`: a certified schedule as input of other software.

use super::check::spelled;
use super::plan;
use super::prelude::*;
use hockney_export::{Export, ExportError, Exported, Goal, Mode, Mpi, SimGrid};

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hockney export goal all-reduce -t switch:8 -m 1000 --ts 1000 --tw 1 -o schedule.goal
  hockney export simgrid schedule.yaml -m 1000 --ts 1us --tw 1ns -o folder
  hockney export mpi all-gather -t ring:8 -o folder")]
pub(crate) struct ExportArgs {
    #[command(subcommand)]
    pub(crate) format: ExportFormat,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ExportFormat {
    /// GOAL, for the simulator LogGOPSim.
    Goal {
        #[command(flatten)]
        of: ExportedArgs,
        /// When a rank begins a step: after all messages of the previous step (lock-step, as the cost
        /// assumes), or after its own.
        #[arg(long, help_heading = "Output", default_value = "lock-step", value_parser = one_of(&[
            ("lock-step", Mode::LockStep),
            ("dependencies", Mode::Dependencies),
        ]))]
        mode: Mode,
        /// Write to FILE (atomically).
        #[arg(short, long, value_name = "FILE", help_heading = "Output")]
        output: Option<PathBuf>,
    },
    /// A platform and traces, for the simulator SimGrid.
    Simgrid {
        #[command(flatten)]
        of: ExportedArgs,
        /// Write one trace for each step.
        #[arg(long, help_heading = "Output")]
        each_step: bool,
        /// Messages that share a link or a port wait for each other instead of being violations.
        #[arg(long, help_heading = "Costs")]
        contention: bool,
        /// Write the files to this folder.
        #[arg(short, long, value_name = "DIR", help_heading = "Output")]
        output: PathBuf,
    },
    /// A program with real data, for any MPI.
    Mpi {
        #[command(flatten)]
        of: ExportedArgs,
        /// Write the files to this folder.
        #[arg(short, long, value_name = "DIR", help_heading = "Output")]
        output: PathBuf,
    },
}

/// The schedule.
#[derive(Args, Debug)]
pub(crate) struct ExportedArgs {
    /// A collective to plan, a schedule file, or a collective and a file of lines. `-` is standard input.
    #[arg(value_name = "COLLECTIVE | FILE | COLLECTIVE FILE", required = true, num_args = 1..=2)]
    pub(crate) what: Vec<String>,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
    #[command(flatten)]
    pub(crate) limit: LimitArgs,
}

impl ExportFormat {
    /// The schedule.
    pub(crate) fn of(&self) -> &ExportedArgs {
        match self {
            Self::Goal { of, .. } | Self::Simgrid { of, .. } | Self::Mpi { of, .. } => of,
        }
    }
}

pub(crate) fn run(args: &ExportArgs) -> Result<ExitAnswer> {
    let of = args.format.of();
    if of.ask.numbers.ideal {
        return Err(
            Failure::input("messages of other software are whole words").help("leave out --ideal")
        );
    }
    if !of.ask.numbers.times.is_empty() {
        let message = "schedules of other software have t_s and t_w, and no table of times";
        return Err(Failure::input(message).help("give --ts and --tw instead of --times"));
    }
    let named = named(&of.what);
    let mut request = CommandLine::of(&of.ask, &of.limit, named, true)?;
    let contention = matches!(args.format, ExportFormat::Simgrid { contention: true, .. });
    (request.how.model.contention, request.how.strict) = (contention, true);
    let numbers = request.how.numbers.clone();
    let suits = |schedule: &Schedule| {
        let suited = match args.format {
            ExportFormat::Goal { .. } => Goal::suits(schedule, &numbers),
            ExportFormat::Simgrid { .. } => SimGrid::suits(schedule, &numbers),
            ExportFormat::Mpi { .. } => Mpi::suits(schedule),
        };
        suited.map_err(|error| unanswered(&error))
    };
    request.how.suits = &suits;
    // Every message is written.
    request.how.look = Look::EveryMessage;
    let (mut source, notes) = written::kept(&request, named)?;
    // Lines are written with the blocks of each message.
    if let (ScheduleSource::Read(schedule, _), Named::File { collective: Some(_), .. }) =
        (&mut source, named)
    {
        *schedule = spelled(schedule, request.how.limits)?;
    }
    note_reading(&notes);
    let priced = ask::priced(source, &request.how)?;
    let title = report::title(&priced.subject);
    let checked = &priced.subject.checked;
    let certified =
        if contention { checked.certified_with_contention() } else { checked.certified() };
    let Some(certified) = certified else {
        return plan::verdict(&priced.subject.checked, contention);
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
    Ok(ExitAnswer::Yes)
}

/// Writes the files to a folder, which is made if there is none, and prints the commands that run them.
fn folder(export: &dyn Export, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).map_err(|error| {
        Failure::cannot(&format!("make {}", folder.display()), &error)
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
