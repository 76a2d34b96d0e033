//! `hockney draw`: a checked schedule as a picture.

use super::args::{NUMBERINGS, ORIGINS, Wide};
use super::prelude::*;
use hockney_draw::{Colours, DrawError, Drawing, Extra, FIGURES, Panel, Width};
use hockney_plan::question;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hockney draw broadcast -t ring:8 -f text
  hockney draw --figure 4.5 -o figure.svg
  hockney draw schedule.yaml -f html -o page.html")]
#[allow(clippy::struct_excessive_bools)] // each is a flag
pub(crate) struct DrawArgs {
    /// A collective to plan, a schedule file, or a collective and a file of lines.
    #[arg(value_name = "COLLECTIVE | FILE | COLLECTIVE FILE", num_args = 0..=2)]
    pub(crate) what: Vec<String>,
    /// A figure of the textbook's chapter 4, such as 4.5, or scatter-hypercube and others.
    #[arg(long, value_name = "NUMBER", conflicts_with_all = [
        "what", "MachineArgs", "OperationArgs", "AlgorithmArgs", "numbering",
    ])]
    pub(crate) figure: Option<String>,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
    /// Also plan algorithms whose messages share links, which break the rules of congestion.
    #[arg(long, help_heading = "Algorithm")]
    pub(crate) contention: bool,
    /// The steps: 1,2,7 draws one picture each, 1-3 one of all three; after2, end, or all.
    #[arg(long, help_heading = "Output", value_name = "LIST")]
    pub(crate) steps: Option<String>,
    /// Draw a matrix of senders and receivers, for any number of nodes.
    #[arg(long, help_heading = "Output")]
    pub(crate) matrix: bool,
    /// The numbering of the nodes of a mesh or torus [default: row-major].
    #[arg(long, help_heading = "Machine", hide_short_help = true, value_parser = one_of(NUMBERINGS))]
    pub(crate) numbering: Option<GridOrder>,
    /// The corner of node 0 of a mesh or torus [default: bottom-left].
    #[arg(long, help_heading = "Output", hide_short_help = true, value_parser = one_of(ORIGINS))]
    pub(crate) origin: Option<Origin>,
    /// The colours of an SVG picture; auto follows the dark mode of the reader [default: light].
    #[arg(long, help_heading = "Output", hide_short_help = true, value_parser = one_of(COLOURS))]
    pub(crate) colours: Option<Colours>,
    /// The output format.
    #[arg(short, long, value_enum, default_value_t, help_heading = "Output")]
    pub(crate) format: DrawFormat,
    /// The same as -f pdf; needs rsvg-convert.
    #[arg(long, help_heading = "Output", hide_short_help = true, conflicts_with_all = ["format", "png"])]
    pub(crate) pdf: bool,
    /// The same as -f png; needs rsvg-convert.
    #[arg(long, help_heading = "Output", hide_short_help = true, conflicts_with = "format")]
    pub(crate) png: bool,
    /// Write to FILE (atomically).
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limit: LimitArgs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum DrawFormat {
    #[default]
    Svg,
    Html,
    Tikz,
    Text,
    Pdf,
    Png,
}

impl DrawArgs {
    /// The format that was asked for.
    pub(crate) fn format(&self) -> DrawFormat {
        match (self.pdf, self.png) {
            (true, _) => DrawFormat::Pdf,
            (_, true) => DrawFormat::Png,
            _ => self.format,
        }
    }
}

const COLOURS: &[Word<Colours>] =
    &[("light", Colours::Light), ("dark", Colours::Dark), ("auto", Colours::Auto)];

/// The subject of the drawing.
struct Drawn {
    subject: Subject,
    title: String,
    view: View,
    panels: Vec<Panel>,
    captions: Vec<Option<&'static str>>,
    extra: Extra,
    /// A closed form and its source.
    formula: Option<(Formula, String)>,
}

pub(crate) fn run(args: &DrawArgs, width: Option<Wide>) -> Result<ExitAnswer> {
    let mut request = CommandLine::of(&args.ask, &args.limit, named(&args.what), false)?;
    let summary = args.matrix || args.format() == DrawFormat::Html;
    let suits = |schedule: &Schedule| match hockney_draw::small_enough(schedule) {
        Err(error) if !summary => Err(Unanswered::undecided(too_large(&error))),
        _ => Ok(()),
    };
    request.how.suits = &suits;
    (request.how.model.contention, request.how.strict) = (args.contention, true);
    // Every message is drawn, so every fault is wanted.
    request.how.look = Look::EveryMessage;
    request.how.columns = args.numbering == Some(GridOrder::ColumnMajor);
    let mut picture = match &args.figure {
        Some(number) => figure(args, number, &request.how)?,
        None => drawn(args, &request)?,
    };
    let schedule = picture.subject.schedule();
    if let Some(chosen) = panels(args, schedule.steps())? {
        picture.panels = chosen;
        picture.captions.clear();
    }
    fits(args, picture.subject.schedule())?;
    let classes = picture.subject.schedule().topology.classes();
    let numbers = request.how.numbers.clone().with_classes(classes)?;
    let drawing = Drawing {
        checked: &picture.subject.checked,
        title: &picture.title,
        view: picture.view,
        panels: &picture.panels,
        captions: &picture.captions,
        extra: picture.extra,
        width: page_width(args, width)?,
        matrix: args.matrix,
        colours: args.colours.unwrap_or_default(),
        formula: picture.formula.as_ref().map(|(formula, source)| (formula, source.as_str())),
        numbers: Some(&numbers),
    };
    let format = args.format();
    let drawn = match format {
        DrawFormat::Text => drawing.text(page::width()),
        DrawFormat::Html => {
            let parts = drawing.parts();
            parts.reduced.as_deref().into_iter().for_each(note);
            Ok(drawing.html(&parts))
        }
        _ => drawing.picture().map(|picture| {
            // In the picture nothing is said about it.
            picture.reduced().into_iter().for_each(note);
            if format == DrawFormat::Tikz { picture.tikz() } else { picture.svg() }
        }),
    };
    let drawn = drawn.map_err(|error| match error {
        DrawError::TooLarge { .. } => Failure::no_answer(too_large(&error)),
        DrawError::NoSuchStep { .. } => Failure::input(error.to_string()),
    })?;
    let text = format == DrawFormat::Text;
    let write_to = if text { output::write_text } else { output::write_to };
    let drawn = match format {
        DrawFormat::Pdf => output::converted("pdf", drawn)?,
        DrawFormat::Png => output::converted("png", drawn)?,
        _ => drawn.into_bytes(),
    };
    write_to(args.output.as_deref(), &mut |out| Ok(out.write_all(&drawn)?))?;
    Ok(ExitAnswer::from(picture.subject.report().is_valid_if(args.contention)))
}

fn too_large(error: &DrawError) -> String {
    format!("{error}; --matrix and -f html make summaries of any size")
}

/// The width of a picture has a unit; that of text is a number of columns.
fn page_width(args: &DrawArgs, width: Option<Wide>) -> Result<Width> {
    let picture = !matches!(args.format(), DrawFormat::Html | DrawFormat::Text);
    match width {
        Some(Wide::Page(width)) if picture => Ok(width),
        Some(Wide::Columns(columns)) if picture => {
            Err(Failure::input(format!("--width {columns} has no unit"))
                .help("write pt, mm or px, such as --width 345pt"))
        }
        Some(Wide::Page(_)) => Err(Failure::input("--width with a unit is for pictures")
            .help("use it with -f svg or -f tikz; the width of text is a number of columns")),
        _ => Ok(Width::default()),
    }
}

/// Options without effect are a mistake.
fn fits(args: &DrawArgs, schedule: &Schedule) -> Result<()> {
    if args.format() == DrawFormat::Html && args.steps.is_some() {
        return Err(Failure::input("cannot use --steps with -f html")
            .help("a page contains all steps: leave out --steps"));
    }
    if args.matrix && matches!(args.format(), DrawFormat::Html | DrawFormat::Text) {
        return Err(
            Failure::input("--matrix is for pictures").help("use it with -f svg or -f tikz")
        );
    }
    if args.colours.is_some()
        && !matches!(args.format(), DrawFormat::Svg | DrawFormat::Pdf | DrawFormat::Png)
    {
        return Err(Failure::input("--colours is for -f svg, pdf and png").help(
            "leave it out: pages follow the dark mode of the reader, and TikZ is for paper",
        ));
    }
    let looked_at = args.numbering.map(|_| "--numbering").or(args.origin.map(|_| "--origin"));
    let useless = looked_at.filter(|_| schedule.topology.network().sides().is_none());
    useless.map_or(Ok(()), |option| Err(changes_nothing(option, &schedule.topology)))
}

/// An option for grids, where there is none.
pub(crate) fn changes_nothing(option: &str, topology: &Topology) -> Failure {
    Failure::input(format!("{option} has no effect on {topology}"))
        .help("it is for meshes and tori: leave it out")
}

/// The names of all figures.
fn figures() -> String {
    FIGURES.iter().map(|figure| figure.number).collect::<Vec<_>>().join(", ")
}

fn figure(args: &DrawArgs, number: &str, how: &How<'_>) -> Result<Drawn> {
    let found = FIGURES.iter().find(|figure| figure.number == number);
    let figure = found.ok_or_else(|| {
        Failure::input(format!("there is no figure `{number}`"))
            .help(format!("the figures are {}", figures()))
    })?;
    let made = figure.made().ok_or_else(|| {
        Failure::no_answer(format!("figure {number} cannot be planned; please report this"))
    })?;
    let how = How { look: Look::Cheapest, ..how.clone() };
    Ok(Drawn {
        subject: ask::checked(ScheduleSource::Read(made.schedule, None), &how)?,
        title: figure.title(),
        view: View { origin: args.origin.unwrap_or(made.view.origin), ..made.view },
        panels: made.panels,
        captions: made.captions,
        extra: made.extra,
        formula: None,
    })
}

/// A schedule that is planned, or read from a file.
fn drawn(args: &DrawArgs, request: &CommandLine<'_>) -> Result<Drawn> {
    if args.what.is_empty() {
        return Err(Failure::input("expected a collective, a schedule file or a figure").help(
            format!(
                "name a collective and -t, or a schedule file, or a figure: --figure {}",
                figures()
            ),
        ));
    }
    let (source, notes) = written::kept(request, named(&args.what))?;
    note_reading(&notes);
    let mut subject = ask::checked(source, &request.how)?;
    let said = subject.said.take();
    // Only a page shows the formula.
    let page = args.format() == DrawFormat::Html;
    if page && subject.algorithm.is_none() {
        subject.algorithm = question::recognised(subject.schedule(), said.as_deref());
    }
    let title = report::title(&subject);
    let claimed = page && subject.algorithm.is_none();
    if claimed {
        subject.algorithm = question::named(subject.schedule(), said.as_deref());
    }
    let formula = subject.algorithm.zip(subject.closed_form()).and_then(|(algorithm, form)| {
        let mut source = form.source.to_owned();
        if claimed {
            source.extend(["; of ", algorithm.name(), ", which the file names"]);
        }
        Some((formula::parse(&form.formula).ok()?, source))
    });
    let (numbering, origin) = (args.numbering.unwrap_or_default(), args.origin.unwrap_or_default());
    let (view, extra) = (View { numbering, origin }, Extra::None);
    Ok(Drawn { subject, title, view, panels: Vec::new(), captions: Vec::new(), extra, formula })
}

/// `--steps 1,3-5,7` or `all`: which pictures.
fn panels(args: &DrawArgs, steps: usize) -> Result<Option<Vec<Panel>>> {
    let Some(text) = args.steps.as_deref() else { return Ok(None) };
    if text == "all" {
        return Ok(Some(Panel::all(steps)));
    }
    let bad = |part: &str| {
        Failure::input(format!("--steps: `{part}` is not a step from 1 to {steps}")).help(
            "separate steps by commas, such as --steps 1,2,7; 1-3 draws three in one picture, \
             after2 the blocks of the nodes after a step, end those at the end; or --steps all",
        )
    };
    let panel = |part: &str| {
        let number = |text: &str| text.trim().parse::<usize>().ok().filter(|step| *step <= steps);
        if part == "end" {
            return Some(Panel::After(steps));
        }
        if let Some(step) = part.strip_prefix("after") {
            return number(step).map(Panel::After);
        }
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (number(first)?, number(last)?);
        (1..=last).contains(&first).then_some(Panel::Steps { first, last })
    };
    let panels = text.split(',').map(str::trim).map(|part| panel(part).ok_or_else(|| bad(part)));
    panels.collect::<Result<_, _>>().map(Some)
}
