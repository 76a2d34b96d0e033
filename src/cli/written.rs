//! Schedules that a person wrote: files, lines such as `Step 1: 0 -> 4`, and compositions; and those of other software and
//! programs, which are known by their content and executed.

use std::io::{self, BufRead};

use super::args::FileFormat;
use super::machine;
use super::prelude::*;
use super::request::instance_among;
use hockney_base::diagnostic;
use hockney_base::diagnostic::Span;
use hockney_core::checker::{InText, Stopped, check_passing, say_when_possible, spell_out};
use hockney_core::collective::Blocks;
use hockney_core::schedule::{Listed, Payload};
use hockney_core::topology::LinkClass;
use hockney_files::{Begun, Broken, Incoming, OtherWay, WrittenSteps};
use hockney_foreign::executor::ProgramFault;
use hockney_foreign::{
    Foreign, MessageKey, MessagePlace, MessagePlaces, is_goal, is_msccl, read_goal, read_msccl,
};
use hockney_program::{ProgramError, RanProgram, RightSizes, Roles, is_program, run_program};

/// Reads a schedule file that has been loaded from `file`, with the classes of links of its machine.
fn document(text: &input::NamedText, file: &str, links: &[LinkClass]) -> Result<Document> {
    let read = document::read(&text.text, &input::graphs_beside(file));
    read.map(|document| with_links(document, links)).map_err(|error| {
        // Whoever leaves out the collective is helped more by its name than by `format` is missing.
        match steps_by_hand(&text.text) {
            Some(at) => {
                let lines =
                    Diagnostic::new("expected a schedule file, found lines").at(at..at).help(
                        "name the collective: hockney check broadcast -t ring:8 FILE; --to yaml \
                     converts the lines to a schedule file",
                    );
                Failure::in_text(&lines, &text.source())
            }
            None => input::read_failure(&error, &text.source()),
        }
    })
}

fn with_links(mut document: Document, links: &[LinkClass]) -> Document {
    document.schedule.topology = document.schedule.topology.with_links(links);
    document
}

/// Where the first line with an arrow begins, in a text that has none of a document's keys.
fn steps_by_hand(text: &str) -> Option<usize> {
    let mut first = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_start();
        let keys = ["format", "topology", "collective", "steps", "phases", "\"", "{"];
        if keys.iter().any(|key| content.starts_with(key)) {
            return None;
        }
        if first.is_none() && document::has_arrow(content) && !content.starts_with('#') {
            first = Some(at + line.len() - content.len());
        }
        at += line.len();
    }
    first
}

impl Written<'_> {
    /// Reads it, with notes on what could be read in another way. A large schedule file is not kept, but checked while
    /// it is read, unless its messages are needed a second time, to be weighed in whole words.
    pub(super) fn source(self, how: &How<'_>) -> Result<(ScheduleSource, Vec<String>)> {
        match self.without_faults()? {
            Some((Document { mut schedule, header }, mut notes)) => {
                if let Some(m) = how.numbers.m.as_ref().filter(|m| m.is_positive()) {
                    notes.extend(fewer_words(&schedule, m, how.limits));
                    for phase in schedule.phases.iter_mut().flat_map(|phase| &mut phase.paid) {
                        let scale = phase.scale.checked_div(m).unwrap_or_default();
                        Arc::make_mut(phase).scale = scale;
                    }
                }
                Ok((ScheduleSource::Read(schedule, header.algorithm), notes))
            }
            None => self.by_hand(how),
        }
    }

    /// The same, which is known to be no program and of no other software.
    pub(super) fn by_hand(self, how: &How<'_>) -> Result<(ScheduleSource, Vec<String>)> {
        let weighs = how.numbers.m.as_ref().filter(|_| how.cut.whole_words);
        if self.collective.is_none() && (weighs.is_none() || stays(self.file)) {
            self.says_all()?;
            let read = self.read(how.limits)?;
            let uneven = |checked: &Schedule, m| {
                checked.phases.iter().any(|phase| phase.uneven_words(m).is_some())
            };
            match (&read, weighs) {
                (ScheduleSource::Passed(passed, _), Some(m)) if uneven(passed.schedule(), m) => {}
                _ => return Ok((read, Vec::new())),
            }
        }
        let (Document { schedule, header }, notes) = self.kept_by_hand()?;
        Ok((ScheduleSource::Read(schedule, header.algorithm), notes))
    }

    /// The schedule of a program or of other software, if nothing is wrong with it, with notes.
    fn without_faults(self) -> Result<Option<(Document, Vec<String>)>> {
        let Some(Executed { foreign, text, .. }) = executed(self)? else {
            return Ok(None);
        };
        let Foreign { schedule, name, faults, notes, .. } = foreign;
        if let Some(ProgramFault { message, at }) = faults.into_iter().next() {
            let mut diagnostic = Diagnostic::new(message)
                .help(format!("`hockney check {}` prints all faults", text.name));
            diagnostic.span = at;
            return Err(Failure::in_text(&diagnostic, &text.source()));
        }
        let document =
            Document { schedule, header: Header { algorithm: name, ..Header::default() } };
        Ok(Some((document, notes)))
    }

    /// The same, which is kept.
    pub(super) fn kept(self) -> Result<(Document, Vec<String>)> {
        self.without_faults()?.map_or_else(|| self.kept_by_hand(), Ok)
    }

    fn kept_by_hand(self) -> Result<(Document, Vec<String>)> {
        if let Some(name) = self.collective {
            return self.lines(name);
        }
        self.says_all()?;
        Ok((document(&input::read(self.file)?, self.file, self.asked.links)?, Vec::new()))
    }

    /// Reads a schedule file, which is kept where it is small.
    fn read(self, limit: Limits) -> Result<ScheduleSource> {
        let file = self.file;
        let (shown, from) = input::open(file)?;
        let cannot = |error: io::Error| input::cannot(file, &error);
        match document::begin(from, &input::graphs_beside(file), document::LARGE).map_err(cannot)? {
            Begun::Whole(read, rest) => {
                let text = input::whole(shown, input::FILE, read, rest).map_err(cannot)??;
                let Document { schedule, header } = document(&text, file, self.asked.links)?;
                Ok(ScheduleSource::Read(schedule, header.algorithm))
            }
            Begun::Steps(mut incoming) => self.passed(shown, &mut incoming, limit),
        }
    }

    /// Checks a schedule file while it is read.
    fn passed(
        self,
        shown: &str,
        incoming: &mut Incoming<Box<dyn Read>>,
        limit: Limits,
    ) -> Result<ScheduleSource> {
        let file = self.file;
        let (topology, ports) = incoming.machine();
        let topology = topology.clone().with_links(self.asked.links);
        match check_passing(&topology, ports, incoming, &limit) {
            Ok(mut passed) => {
                if stays(file)
                    && let Ok(Begun::Steps(mut again)) = document::begin(
                        input::open(file)?.1,
                        &input::graphs_beside(file),
                        document::LARGE,
                    )
                {
                    say_when_possible(&mut *again, &limit, &mut passed);
                }
                Ok(ScheduleSource::Passed(
                    Box::new(passed),
                    incoming.algorithm().map(str::to_owned),
                ))
            }
            Err(Stopped::NoAnswer(why)) => Err(Unanswered::from(why).into()),
            Err(Stopped::Source(Broken::Reading(error))) => Err(input::cannot(file, &error)),
            Err(Stopped::Source(Broken::Text { error, text, before })) => Err(input::read_failure(
                &error,
                &diagnostic::Source::new(shown, &text).behind(before),
            )),
        }
    }

    /// A schedule file contains its own question; options that repeat it are a mistake. Lines have
    /// no question, so their collective is missing.
    fn says_all(self) -> Result<()> {
        let Written { file, asked: Options { machine, operation, .. }, .. } = self;
        let said = request::first_given(&[
            ("-t", machine.topology.is_some()),
            ("-p", machine.nodes.is_some()),
            ("-d", machine.dimension.is_some()),
            ("--rails", !machine.rails.is_empty()),
            ("--root", operation.root.is_some()),
            ("--among", operation.among.is_some()),
            ("--place", operation.place.is_some()),
            ("--by", operation.by.is_some()),
            ("--map", operation.map.is_some()),
            ("--exclusive", operation.exclusive),
            ("--pieces", operation.pieces.is_some()),
            ("--ports", operation.ports != Ports::ONE),
        ]);
        let Some(option) = said else { return Ok(()) };
        let is_document = match input::read(file) {
            // Only documents are that large.
            Err(failure) if failure.kind == FailureKind::NoAnswer => true,
            text => is_document(&text?.text),
        };
        Err(if is_document {
            Failure::input(format!("cannot use {option} with a schedule file"))
                .help(format!("{file} contains its topology and collective: leave out {option}"))
        } else {
            Failure::input("the collective is missing").help(format!(
                "{file} lists steps; write the collective before it, such as broadcast {file}"
            ))
        })
    }

    /// Lines that a person wrote, or a schedule file that must be about the same.
    fn lines(self, name: &str) -> Result<(Document, Vec<String>)> {
        let Written { file, asked, .. } = self;
        let operation = asked.operation;
        if collective(name).is_none() && std::path::Path::new(name).exists() {
            let message = format!("expected a collective, found the file {name}");
            return Err(Failure::input(message).help(
                "name one file, or a collective and then a file: hockney check broadcast -t ring:8 FILE",
            ));
        }
        let collective = request::collective_named(name)?;
        let question = asked.question(collective)?;
        let mut notes: Vec<String> = request::reading(name, collective).into_iter().collect();
        let text = input::read(file)?;
        if !is_document(&text.text) {
            if operation.place.is_some() {
                return Err(Failure::input(
                    "--place is for schedules of ranks, and lines name nodes",
                )
                .help("leave out --place, or write a schedule file with the key `place`"));
            }
            let (document, said) = written(&text, &question, asked.allowed.checker)?;
            notes.extend(said);
            notes.extend(carries_all(&document.schedule));
            return Ok((document, notes));
        }
        let document = document(&text, file, asked.links)?;
        if !is_about(&document.schedule, &question, operation) {
            let what = report::of_schedule(&document.schedule);
            return Err(Failure::input(format!("the file is for another question: {what}"))
                .help("a schedule file contains its own question: hockney check FILE"));
        }
        Ok((document, notes))
    }
}

/// The note on messages without blocks, where their senders may have several blocks.
fn carries_all(schedule: &Schedule) -> Option<String> {
    let [phase] = &schedule.phases[..] else { return None };
    let pattern = phase.instance().collective.pattern();
    let first = match pattern {
        Pattern::Scattered | Pattern::Reduced | Pattern::Pairs => 0,
        // A node has one block before it receives.
        Pattern::AllToAll | Pattern::Gathered => 1,
        Pattern::OneToAll
        | Pattern::AllToOne
        | Pattern::AllReduced
        | Pattern::Prefixes
        | Pattern::Permuted
        | Pattern::Token => return None,
    };
    let mut step = Step::default();
    let all = (first..phase.steps.count()).any(|k| {
        phase.steps.step_into(k, &mut step);
        step.messages.iter().any(|message| message.payload == Payload::Everything)
    });
    let blocks = if pattern == Pattern::Pairs { "0>1" } else { "1" };
    all.then(|| {
        format!(
            "a message without blocks carries all blocks of its sender; to send fewer, write \
             them in brackets, such as 0 -> 1 [{blocks}]"
        )
    })
}

/// That messages are paid for fewer words than those of the data that they are taken to carry, if blocks have m words.
fn fewer_words(schedule: &Schedule, m: &Rational, limits: Limits) -> Option<String> {
    let (paid, sent) = (schedule.paid()?, spell_out(schedule, &limits).ok()?);
    let ([carried], [paid]) = (&schedule.phases[..], &paid.phases[..]) else { return None };
    let (mut fewer, mut all, mut step) = (0_u128, 0_u128, Step::default());
    for (k, carries) in sent.0.iter().enumerate() {
        paid.steps.step_into(k, &mut step);
        for (message, stated) in carries.messages.iter().zip(&step.messages) {
            let of = carried.instance();
            let data = &Rational::from(of.size(&message.payload, None)) * m;
            let data = data.checked_div(&Rational::from(of.pieces))?;
            let words = Rational::from(paid.instance().size(&stated.payload, None));
            (fewer, all) = (fewer + u128::from(words < data), all + 1);
        }
    }
    let said = format!(
        "{fewer} of {} have fewer words than the data that they are taken to carry, so a valid file says less",
        count(all, "message")
    );
    (fewer > 0).then_some(said)
}

/// The lines of a text, with what they are about, and notes on how they were read.
pub(crate) fn written(
    text: &input::NamedText,
    question: &Question,
    limits: Limits,
) -> Result<(Document, Vec<String>)> {
    // A print-out names its pieces in its title.
    let pieces = document::printed_pieces(&text.text).and_then(|pieces| u32::try_from(pieces).ok());
    let ports = question.with_steps(Arc::new(Listed::default())).ports;
    let plain = question.instance().pieces == 1 && question.members().is_none();
    let pieces = pieces.filter(|_| plain && question.placement().is_none());
    let cut = pieces.and_then(|pieces| question.instance().clone().with_pieces(pieces).ok());
    let cut = cut.map(|cut| Question::of(question.machine().clone(), cut).with_ports(ports));
    let question = cut.as_ref().unwrap_or(question);
    let empty = question.with_steps(Arc::new(Listed::default()));
    let WrittenSteps { steps, said, others, skipped } =
        document::read_written(&text.text, &empty.topology, &empty.phases[0])
            .map_err(|error| input::read_failure(&error, &text.source()))?;
    let schedule = question.with_steps(Arc::new(steps));
    let how = How { limits, ..How::default() };
    let fault = |schedule: &Schedule| {
        let found = ask::checked(ScheduleSource::Read(schedule.clone(), None), &how).ok()?;
        let first = found.report().violations.first()?;
        Some(format!("{}: {}", first.when(schedule), first.message(schedule)))
    };
    let first = if others.is_empty() { None } else { fault(&schedule) };
    let mut notes: Vec<String> = said.iter().map(|said| format!("read with {said}")).collect();
    notes.extend(skipped.iter().map(|part| format!("skipped: {part}")));
    for OtherWay { steps, said: other, help, is_usual } in others {
        let Some(first) = &first else { break };
        if fault(&question.with_steps(Arc::new(steps))).is_some() {
            continue;
        }
        if is_usual {
            let said = said.join(" and ");
            return Err(Failure::no_answer(format!(
                "with {said} this is invalid, {first}; with {other} it is valid: {help}"
            )));
        }
        notes.push(format!("with {other} it is valid: {help}"));
    }
    Ok((Document { schedule, header: Header::default() }, notes))
}

/// Whether a document is about the same machine and collective, with the parameters of the command
/// line. An answer to another question must not be accepted.
fn is_about(found: &Schedule, question: &Question, operation: &OperationArgs) -> bool {
    let [phase] = &found.phases[..] else { return false };
    let (of, asked) = (phase.instance(), question.instance());
    let said = |given: bool, same: bool| !given || same;
    found.topology == *question.machine()
        && found.topology.placement() == question.placement()
        && report::among(found) == question.members().map(Subset::members)
        && phase.groups.len() == 1
        && of.collective.name() == asked.collective.name()
        && said(operation.root.is_some(), of.root == asked.root)
        && said(operation.exclusive, of.exclusive)
        && said(operation.by.is_some(), of.by == asked.by)
        && said(operation.map.is_some(), of.map() == asked.map())
        && said(operation.pieces.is_some(), of.pieces == asked.pieces)
        && said(operation.ports != Ports::ONE, found.ports == operation.ports)
}

/// What is asked about, with notes on how it is read: a question, if need be about a machine that is too large to be made, or
/// a file.
pub(crate) fn source(
    request: &CommandLine<'_>,
    named: Named<'_>,
) -> Result<(ScheduleSource, Vec<String>)> {
    let how = &request.how;
    match named {
        Named::Composition(file) => Ok((composition(file, &how.numbers.links)?.0, Vec::new())),
        Named::File { collective, file } => {
            Written { collective, file, asked: request.asked() }.source(how)
        }
        Named::Collective(name) => {
            if matches!(how.look, Look::Proof | Look::Cheapest)
                && let Some(large) = request.large(name)?
            {
                let reading = request::reading(name, large.collective);
                return Ok((ScheduleSource::Large(large), reading.into_iter().collect()));
            }
            let (question, reading) = request.question(name)?;
            Ok((ScheduleSource::Planned(question), reading.into_iter().collect()))
        }
    }
}

/// The collective of a schedule file of which no data travels, so that no sizes are needed.
pub(crate) fn token_of(file: &str) -> Option<&'static Collective> {
    let text = stays(file).then(|| input::read(file).ok()).flatten()?;
    // Most files need not be read twice.
    let mut tokens = COLLECTIVES.iter().filter(|of| of.blocks() == Blocks::Token);
    tokens.find(|of| text.text.contains(of.name()))?;
    let document = document::read(&text.text, &input::graphs_beside(file)).ok()?;
    let [phase] = &document.schedule.phases[..] else { return None };
    Some(phase.instance().collective).filter(|of| of.blocks() == Blocks::Token)
}

/// What is asked about, with the steps of a file, since they are written or drawn.
pub(crate) fn kept(
    request: &CommandLine<'_>,
    named: Named<'_>,
) -> Result<(ScheduleSource, Vec<String>)> {
    let Named::File { collective, file } = named else { return source(request, named) };
    let written = Written { collective, file, asked: request.asked() };
    let (Document { schedule, header }, notes) = written.kept()?;
    Ok((ScheduleSource::Read(schedule, header.algorithm), notes))
}

/// Reads a composition, a file that lists phases without messages, which are to be planned.
pub(crate) fn composition(file: &str, links: &[LinkClass]) -> Result<(ScheduleSource, Header)> {
    let graphs = input::graphs_beside(file);
    let (_, document) = input::parsed(file, |text| document::read_composition(text, &graphs))?;
    let Document { schedule, header } = with_links(document, links);
    Ok((ScheduleSource::Composed(schedule), header))
}

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
        ProgramError::Limit(error) | ProgramError::Open(error) => {
            Failure { kind: FailureKind::NoAnswer, ..failure(error) }
        }
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
    /// Whether it adds the values in the order of the nodes.
    pub(super) in_order: Option<bool>,
}

impl AboutProgram<'_> {
    pub(super) fn row(&self) -> impl Serialize + use<> {
        let Roles { input, output } = self.ran.roles.clone();
        let RightSizes { tried, right, wrong, if_p_divides_n, words, reads_root, .. } =
            self.sizes.clone();
        let wrong = wrong.map(|(p, fault)| {
            row! { p, line: fault.at.map(|at| (self.place)(at).0), message: fault.message }
        });
        let cost = self.cost.as_ref().map(ToString::to_string);
        row! {
            input,
            output,
            cost,
            sizes_tried: tried,
            words_tried: words,
            reads_root,
            right_for: right,
            right_if_p_divides_n: if_p_divides_n,
            wrong,
        }
    }

    pub(super) fn write(&self, out: &mut dyn Write) -> Result<()> {
        writeln!(out, "{}", self.ran.roles.sentence())?;
        if let Some(cost) = &self.cost {
            writeln!(out, "cost: {}", page::shown(cost))?;
        }
        if let Some(p) = self.sizes.commutes.filter(|_| self.in_order == Some(true)) {
            writeln!(
                out,
                "at other sizes or roots the operator must be commutative, first for p = {p}"
            )?;
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
