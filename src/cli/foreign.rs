//! Schedules of other software, and programs: known by their content, and executed.

use std::io::BufRead;

use super::args::FileFormat;
use super::failure::Input;
use super::machine;
use super::prelude::*;
use super::request::instance_among;
use hockney_base::diagnostic::Span;
use hockney_core::checker::InText;
use hockney_core::schedule::Listed;
use hockney_foreign::{
    Foreign, MessageKey, MessagePlace, MessagePlaces, ProgramError, RanProgram, RightSizes, Roles,
    is_goal, is_msccl, is_program, read_goal, read_msccl, run_program,
};

/// A handwritten file on the command line, with its options.
#[derive(Clone, Copy)]
pub(super) struct Written<'a> {
    /// The collective of lines; a schedule file contains it.
    pub(super) collective: Option<&'a str>,
    pub(super) file: &'a str,
    pub(super) asked: Options<'a>,
}

/// So many bytes show what kind of file it is.
const HEAD: u64 = 1 << 12;

/// A file that was executed.
pub(super) struct Executed {
    pub(super) foreign: Foreign,
    pub(super) text: NamedText,
    /// If it is a program.
    pub(super) ran: Option<RanProgram>,
}

/// The sizes up to 64 at which a program is right.
pub(super) fn sizes(ran: &RanProgram, operation: &OperationArgs) -> RightSizes {
    let at = |p| instance_among(&ran.of, p, operation);
    ran.program.sizes(&ran.roles, operation.ports, &at)
}

/// The format of a text that begins so.
fn format_of(head: &str) -> FileFormat {
    match head {
        _ if head.trim_start().starts_with('<') => FileFormat::Msccl,
        _ if is_goal(head) => FileFormat::Goal,
        _ if !is_document(head) && is_program(head) => FileFormat::Program,
        _ => FileFormat::Hockney,
    }
}

/// What other software wrote or a program does, if the file is of this kind.
pub(super) fn executed(written: Written<'_>) -> Result<Option<Executed>> {
    let file = written.file;
    let cannot = |error| input::cannot(file, &error);
    let mut head = Vec::new();
    if stays(file) {
        input::open(file)?.1.take(HEAD).read_to_end(&mut head).map_err(cannot)?;
    } else if file == "-" {
        // What is looked at stays to be read.
        let mut from = std::io::stdin().lock();
        head.extend_from_slice(from.fill_buf().map_err(cannot)?);
    }
    let given = written.asked.operation.from;
    let format = given.unwrap_or_else(|| format_of(&String::from_utf8_lossy(&head)));
    if format == FileFormat::Hockney {
        return Ok(None);
    }
    let text = input::read(file)?;
    of_text(written, format, text).map(Some)
}

fn of_text(written: Written<'_>, format: FileFormat, text: NamedText) -> Result<Executed> {
    let failure = |diagnostic: Diagnostic| Failure::in_text(&diagnostic, &text.source());
    let asked = written.asked;
    let question = |what: &str| {
        let name = written.collective.ok_or_else(|| {
            Failure::input(format!("{what} names no collective")).help(format!(
                "write it before the file, such as broadcast -t switch:8 {}",
                written.file
            ))
        })?;
        asked.question(request::collective_named(name)?)
    };
    let empty = |question: &Question| question.with_steps(Arc::new(Listed::default()));
    if format == FileFormat::Msccl || is_msccl(&text.text) && format != FileFormat::Program {
        let Options { machine, operation, allowed, links } = asked;
        let machine = machine.topology.is_some().then(|| machine::topology(machine, allowed));
        let machine = machine.transpose()?.map(|machine| machine.with_links(links));
        let machine = machine.map(|machine| (machine, operation.ports));
        let foreign = read_msccl(&text.text, machine).map_err(failure)?;
        let is = foreign.schedule.phases[0].instance().collective;
        let named = written.collective.map(request::collective_named).transpose()?;
        if let Some(asked) = named.filter(|asked| asked.name() != is.name()) {
            let (name, is, asked) = (&text.name, is.name(), asked.name());
            return Err(Failure::input(format!("{name} is a schedule of {is}, not of {asked}"))
                .help("leave out the collective before the file"));
        }
        return Ok(Executed { foreign, text, ran: None });
    }
    if format == FileFormat::Goal {
        let question = question("GOAL")?;
        let foreign = read_goal(&text.text, &empty(&question)).map_err(failure)?;
        return Ok(Executed { foreign, text, ran: None });
    }
    let question = question("a program")?;
    let operation = asked.operation;
    if question.members().is_some() || question.placement().is_some() {
        return Err(
            Failure::input("a program is run by all nodes").help("leave out --among and --place")
        );
    }
    let at = |p| instance_among(question.instance(), p, operation);
    let given = [operation.input.as_deref(), operation.output.as_deref()];
    let ran = run_program(&text.text, &empty(&question), given, &at);
    let (ran, foreign) = ran.map_err(|error| match error {
        ProgramError::Bad(error) => failure(error),
        ProgramError::Limit(error) => Failure::TooLarge(Input::in_text(&error, &text.source())),
    })?;
    Ok(Executed { foreign, text, ran: Some(ran) })
}

/// The most messages of a program that are printed.
const MOST_SHOWN: u128 = 100;

/// What is said of a program beside its verdict.
#[derive(Clone)]
pub(super) struct AboutProgram<'a> {
    pub(super) ran: &'a RanProgram,
    pub(super) sizes: &'a RightSizes,
    /// Line and column of a place.
    pub(super) place: &'a dyn Fn(Span) -> InText,
    /// Where the messages are sent.
    pub(super) places: &'a MessagePlaces,
    /// The price of a valid schedule.
    pub(super) cost: Option<Cost>,
}

impl AboutProgram<'_> {
    pub(super) fn row(&self) -> impl Serialize + use<> {
        let Roles { input, output } = self.ran.roles.clone();
        let RightSizes { tried, right, wrong } = self.sizes.clone();
        let wrong = wrong.map(|(p, fault)| {
            row! { p, line: fault.at.map(|at| (self.place)(at).0), message: fault.message }
        });
        let cost = self.cost.as_ref().map(ToString::to_string);
        row! { input, output, cost, sizes_tried: tried, right_for: right, wrong }
    }

    pub(super) fn write(&self, out: &mut dyn Write) -> Result<()> {
        let Roles { input, output } = &self.ran.roles;
        if input == output {
            writeln!(out, "input and output: {input}")?;
        } else {
            writeln!(out, "input: {input}; output: {output}")?;
        }
        if let Some(cost) = &self.cost {
            writeln!(out, "cost: {}", page::shown(cost))?;
        }
        let line = |at| (self.place)(at).0.into();
        writeln!(out, "{}", self.sizes.sentence(&line))?;
        Ok(())
    }

    /// The messages, if they are few enough to be read.
    pub(super) fn write_table(&self, out: &mut dyn Write, schedule: &Schedule) -> Result<()> {
        match schedule.messages() {
            0 => Ok(()),
            many if many > MOST_SHOWN => {
                writeln!(out, "\n{many} messages are too many for a table: --to yaml prints them")?;
                Ok(())
            }
            _ => {
                writeln!(out)?;
                let sent = |message: MessageKey| {
                    let found = self.places.get(&message);
                    found.map_or_else(Default::default, |MessagePlace { at, values }| {
                        [
                            (self.place)(*at).0.to_string(),
                            values.as_deref().unwrap_or_default().to_owned(),
                        ]
                    })
                };
                super::plan::write_messages(out, schedule, Some(&sent))
            }
        }
    }
}

/// Whether a text is a schedule file, and not a list of lines.
pub(super) fn is_document(text: &str) -> bool {
    let begins = |line: &str| {
        let line = line.trim_start_matches([' ', '\t', '{']);
        line.starts_with("format:") || line.starts_with("\"format\":")
    };
    text.lines().any(begins)
}

/// Whether a file can be read a second time; a pipe is gone.
pub(super) fn stays(file: &str) -> bool {
    fs::metadata(file).is_ok_and(|found| found.is_file())
}
